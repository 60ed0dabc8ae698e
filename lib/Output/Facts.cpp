//===- Facts.cpp - what is known of sources, for people and programs --------===//
#include "Output/Table.h"
#include "Output/Writers.h"
#include "Support/Utf8.h"
#include "llvm/ADT/StringExtras.h"
#include <nlohmann/json.hpp>

using llvm::StringRef;

namespace aoti {

namespace {

std::string plural(size_t Count, StringRef One, StringRef Many = {}) {
  std::string Word = Count == 1 ? One.str() : Many.empty() ? One.str() + "s" : Many.str();
  return std::to_string(Count) + " " + Word;
}

/// A number with its thousands set apart: 1,234,567.
std::string grouped(int64_t Value) {
  std::string Digits = std::to_string(Value);
  for (int At = static_cast<int>(Digits.size()) - 3; At > (Value < 0 ? 1 : 0); At -= 3)
    Digits.insert(static_cast<size_t>(At), ",");
  return Digits;
}

std::string rangeText(const FactRange &R) {
  if (R.Lo && R.Hi)
    return *R.Lo == *R.Hi ? std::to_string(*R.Lo)
                          : std::to_string(*R.Lo) + " to " + std::to_string(*R.Hi);
  if (R.Lo)
    return std::to_string(*R.Lo) + " or more";
  if (R.Hi)
    return "at most " + std::to_string(*R.Hi);
  return "any value";
}

std::string list(const std::vector<std::string> &Values) {
  return "[" + llvm::join(Values, ", ") + "]";
}

std::string shapeText(bool HasShape, const std::vector<std::string> &Values) {
  return HasShape ? list(Values) : "?";
}

std::string orUnknown(const std::string &Text) { return Text.empty() ? "?" : Text; }

bool isMade(const BufferDump &B) { return B.Origin != "input" && B.Origin != "constant"; }

/// What the table of operations shows: not what the tables of buffers and views do, nor assertions.
bool isShown(const OperationDump &O) {
  return O.Kind != "allocation" && O.Kind != "view" && O.Kind != "check";
}

std::string deviceText(const BufferDump &B) {
  std::string Text = orUnknown(B.Device);
  if (!B.DeviceIndex.empty() && B.DeviceIndex != "device_idx_" && B.Device != "cpu")
    Text += ":" + B.DeviceIndex;
  return Text;
}

std::string bytesText(const BufferDump &B) {
  if (B.StaticBytes)
    return grouped(*B.StaticBytes);
  return orUnknown(B.Bytes);
}

std::string lifeText(const BufferDump &B) {
  std::vector<std::string> Parts;
  if (B.FirstUse)
    Parts.push_back(B.FirstUse == B.LastUse
                        ? "used " + std::to_string(B.FirstUse)
                        : "used " + std::to_string(B.FirstUse) + "-" + std::to_string(B.LastUse));
  for (const BufferEventDump &E : B.Life) {
    std::string Line = std::to_string(E.Line);
    if (E.What == "moved to")
      Parts.push_back(E.Name.empty() ? "moved " + Line : E.Name + " from " + Line);
    else if (E.What == "owned by")
      continue;
    else if (E.What == "deleted with")
      Parts.push_back("until " + Line);
    else if (E.What == "output")
      Parts.push_back("output " + E.Name + " at " + Line);
    else
      Parts.push_back(E.Name.empty() || E.Name == B.Name ? E.What + " " + Line
                                                         : E.Name + " " + E.What + " " + Line);
  }
  return llvm::join(Parts, ", ");
}

std::string bufferNames(const FunctionDump &F, const std::vector<unsigned> &Numbers) {
  std::vector<std::string> Names;
  for (unsigned Number : Numbers)
    Names.push_back(F.Buffers[Number].Name);
  return Names.empty() ? "?" : llvm::join(Names, " or ");
}

std::string operandText(const FunctionDump &F, const OperandDump &O) {
  std::string Text = O.Name.empty() ? bufferNames(F, O.Buffers) : O.Name;
  if (O.View >= 0 && O.HasShape && F.Views[O.View].Kind != "pool block")
    Text += " as " + list(O.Sizes);
  return Text;
}

std::string operandsText(const FunctionDump &F, const OperationDump &O) {
  std::vector<std::string> Parts;
  for (auto [Role, Verb] :
       {std::pair("made", "makes "), std::pair("written", "writes "), std::pair("both", "updates "),
        std::pair("read", "reads "), std::pair("unknown", "takes ")}) {
    std::vector<std::string> Names;
    for (const OperandDump &Given : O.Operands)
      if (Given.Role == Role)
        Names.push_back(operandText(F, Given));
    if (!Names.empty())
      Parts.push_back(Verb + llvm::join(Names, ", "));
  }
  for (const ScalarDump &S : O.Scalars)
    Parts.push_back(S.Parameter.empty() ? S.Value : S.Parameter + " = " + S.Value);
  return llvm::join(Parts, "; ");
}

void printModelTensors(const SourceDump &S, llvm::raw_ostream &OS) {
  if (!S.Inputs.empty()) {
    OS << "\n  inputs (" << S.Inputs.size() << ")\n";
    Table T(4, {"", "name", "dtype", "device", "sizes", "strides"});
    for (const ModelTensorDump &I : S.Inputs)
      T.add({std::to_string(I.Index), orUnknown(I.Name), orUnknown(I.Dtype), orUnknown(I.Device),
             shapeText(I.HasShape, I.Sizes), shapeText(I.HasShape, I.Strides)});
    T.print(OS);
  }
  if (!S.Outputs.empty()) {
    OS << "\n  outputs (" << S.Outputs.size() << ")\n";
    Table T(4, {"", "tensor", "dtype", "device", "sizes", "strides", "filled"});
    for (const ModelTensorDump &O : S.Outputs)
      T.add({std::to_string(O.Index), orUnknown(O.Name), orUnknown(O.Dtype), orUnknown(O.Device),
             shapeText(O.HasShape, O.Sizes), shapeText(O.HasShape, O.Strides),
             O.Line ? "line " + std::to_string(O.Line) : ""});
    T.print(OS);
  }
  if (!S.Constants.empty()) {
    int64_t Bytes = 0;
    for (const ModelTensorDump &C : S.Constants)
      if (!C.IsFolded && C.Bytes && *C.Bytes > 0 && Bytes <= INT64_MAX - *C.Bytes)
        Bytes += *C.Bytes;
    OS << "\n  constants (" << S.Constants.size() << ", " << grouped(Bytes) << " bytes)\n";
    Table T(4,
            {"", "name", "dtype", "device", "sizes", "strides", "bytes", "kind", "in the model"});
    for (const ModelTensorDump &C : S.Constants)
      T.add({std::to_string(C.Index), orUnknown(C.Name), orUnknown(C.Dtype), orUnknown(C.Device),
             shapeText(C.HasShape, C.Sizes), shapeText(C.HasShape, C.Strides),
             C.Bytes ? grouped(*C.Bytes) : "?", C.IsFolded ? "folded" : C.Type,
             C.OriginalName == C.Name ? "" : C.OriginalName});
    T.print(OS);
  }
}

/// The regions around an operation, from the outside.
std::vector<unsigned> path(const FunctionDump &F, unsigned Region) {
  std::vector<unsigned> Path;
  for (int R = static_cast<int>(Region); R > 0; R = F.Regions[R].Outer)
    Path.push_back(static_cast<unsigned>(R));
  std::reverse(Path.begin(), Path.end());
  return Path;
}

void printOperations(const FunctionDump &F, llvm::raw_ostream &OS) {
  if (llvm::none_of(F.Operations, isShown))
    return;
  OS << "    operations\n";
  // The guard is worth a column where it is not always the same.
  bool WithGuards = F.Guards.size() > 1 || llvm::any_of(F.Operations, [](const OperationDump &O) {
                      return O.Guard == "none";
                    });
  Table T(6, {"line", "device", "kind", "stream", "guard", "what", "operands"});
  std::vector<unsigned> Around;
  for (const OperationDump &O : F.Operations) {
    if (!isShown(O))
      continue;
    std::vector<unsigned> Now = path(F, O.Region);
    size_t Common = 0;
    while (Common < Now.size() && Common < Around.size() && Now[Common] == Around[Common])
      ++Common;
    for (size_t I = Common; I < Now.size(); ++I) {
      const RegionDump &R = F.Regions[Now[I]];
      std::string Head = R.Kind == "if"        ? "if " + R.Condition
                         : R.Kind == "else"    ? "if not " + R.Condition
                         : R.Condition.empty() ? "repeated"
                                               : "while " + R.Condition;
      T.heading(std::string(6 + 2 * I, ' ') + Head + " (line " + std::to_string(R.Line) + ")");
    }
    if (Now.size() < Around.size() && Common == Now.size() && Now.empty())
      T.heading("      always");
    Around = Now;
    std::string Name = O.Kernel.empty() ? O.Callee : O.Kernel;
    if (!O.SourceNodes.empty())
      T.heading("            # " + llvm::join(O.SourceNodes, ", ") +
                (O.SourceOperators.empty() ? "" : ": " + llvm::join(O.SourceOperators, ", ")));
    T.add({std::to_string(O.Line), O.Device, O.Kind, O.Stream, WithGuards ? O.Guard : "", Name,
           operandsText(F, O)});
  }
  T.print(OS);
}

void printStreams(const FunctionDump &F, llvm::raw_ostream &OS) {
  if (F.Guards.empty() && F.Events.empty())
    return;
  OS << "    streams\n";
  Table T(6, {"line", "what", "stream", "device"});
  std::vector<std::pair<unsigned, std::vector<std::string>>> Rows;
  for (const GuardDump &G : F.Guards)
    Rows.push_back({G.Line,
                    {std::to_string(G.Line),
                     "guard " + (G.Name.empty() ? "without a name" : G.Name) + " (" + G.Class + ")",
                     orUnknown(G.Stream), G.DeviceIndex}});
  for (const EventDump &E : F.Events)
    Rows.push_back({E.Line,
                    {std::to_string(E.Line),
                     (E.What == "record" ? "records event " : "waits for event ") + E.Event,
                     orUnknown(E.Stream), ""}});
  llvm::sort(Rows);
  for (auto &[Line, Cells] : Rows)
    T.add(std::move(Cells));
  T.print(OS);
}

void printKernels(const SourceDump &S, llvm::raw_ostream &OS) {
  if (S.Kernels.empty())
    return;
  OS << "\n  kernels (" << S.Kernels.size() << ")\n";
  Table T(4, {"line", "device", "name", "parameters", "from", "used", "source", "indices"});
  for (const KernelDump &K : S.Kernels) {
    FactCount Indices;
    for (const KernelAccessDump &A : K.Accesses)
      Indices.add(A.IsKnown);
    std::vector<std::string> Calls;
    for (unsigned Line : K.Calls)
      Calls.push_back(std::to_string(Line));
    T.add({K.Line ? std::to_string(K.Line) : "", K.Device, K.Name, llvm::join(K.Parameters, ", "),
           (K.File.empty() ? K.Symbol : K.File) +
               (K.FileLine ? ":" + std::to_string(K.FileLine) : ""),
           llvm::join(Calls, ", "), K.SourceLine ? std::to_string(K.SourceLine) : "",
           K.SourceLine ? std::to_string(Indices.Known) + " of " + std::to_string(Indices.Total)
                        : ""});
  }
  T.print(OS);
}

void printOperators(const SourceDump &S, llvm::raw_ostream &OS) {
  if (S.Operators.empty())
    return;
  OS << "\n  operators (" << S.Operators.size() << ")\n";
  Table T(4, {"line", "name", "key", "kernel", "schema"});
  for (const OperatorDump &O : S.Operators)
    T.add({std::to_string(O.Line), O.Name, O.Key, O.Kernel, O.Schema});
  T.print(OS);
}

void printFunction(const FunctionDump &F, llvm::raw_ostream &OS) {
  size_t Buffers = llvm::count_if(F.Buffers, isMade), Launches = 0, Calls = 0;
  for (const OperationDump &O : F.Operations) {
    Launches += O.Kind == "launch" || O.Kind == "cpu kernel";
    Calls += O.Kind == "shim" || O.Kind == "copy" || O.Kind == "proxy" || O.Kind == "item";
  }
  OS << "\n  " << toPrintable(F.Name) << ", line " << F.Line << ": " << plural(Buffers, "buffer")
     << ", " << plural(Launches, "launch", "launches") << ", " << plural(Calls, "shim call")
     << '\n';
  if (!F.FollowsHandles)
    OS << "    the function jumps: the lives of its handles are not followed\n";
  if (!F.Symbols.empty()) {
    OS << "    symbols\n";
    Table T(6, {"line", "name", "admitted", "origin"});
    for (const SymbolDump &S : F.Symbols)
      T.add({std::to_string(S.Line), S.Name, rangeText(S.Declared), S.Origin});
    T.print(OS);
  }
  if (Buffers) {
    OS << "    buffers\n";
    Table T(6, {"line", "name", "origin", "dtype", "device", "sizes", "strides", "bytes", "life"});
    for (const BufferDump &B : F.Buffers)
      if (isMade(B))
        T.add({std::to_string(B.Line), orUnknown(B.Name), B.Origin, orUnknown(B.Dtype),
               deviceText(B), shapeText(B.HasShape, B.Sizes), shapeText(B.HasShape, B.Strides),
               bytesText(B), lifeText(B)});
    T.print(OS);
  }
  auto IsListed = [](const ViewDump &V) { return V.Kind != "alias" && V.Kind != "merged"; };
  if (llvm::any_of(F.Views, IsListed)) {
    OS << "    views\n";
    Table T(6, {"line", "name", "what", "dtype", "sizes", "strides", "first element"});
    for (const ViewDump &V : F.Views)
      if (IsListed(V))
        T.add({std::to_string(V.Line), V.Name,
               V.Kind + (V.Kind == "pool block" ? " in " : " of ") + bufferNames(F, V.Buffers),
               orUnknown(V.Dtype), shapeText(V.HasShape, V.Sizes), shapeText(V.HasShape, V.Strides),
               V.OffsetBytes.empty() ? orUnknown(V.Offset) : "byte " + V.OffsetBytes});
    T.print(OS);
  }
  printStreams(F, OS);
  printOperations(F, OS);
}

std::string countText(FactCount Count, StringRef Many) {
  return std::to_string(Count.Known) + " of " + std::to_string(Count.Total) + " " + Many.str();
}

std::string knownText(const FactFigures &Known) {
  std::string Text = "known: " + countText(Known.Buffers, "buffers") + ", " +
                     countText(Known.Launches, "launches") + ", " +
                     countText(Known.ShimCalls, "shim calls");
  if (Known.Indices.Total)
    Text += ", " + countText(Known.Indices, "indices of kernels");
  return Text;
}

void printDoubts(const SourceDump &S, llvm::raw_ostream &OS) {
  Table T(4, {"line", "of", "fact", "", "why"});
  size_t Count = 0;
  auto Add = [&](unsigned Line, const std::string &Of, const std::vector<FactDoubt> &Doubts) {
    for (const FactDoubt &D : Doubts) {
      T.add({Line ? std::to_string(Line) : "", orUnknown(Of), D.Fact,
             D.IsAbsent ? "absent" : "undecided", D.Why});
      ++Count;
    }
  };
  for (const ModelTensorDump &I : S.Inputs)
    Add(I.Line, "input " + std::to_string(I.Index), I.Doubts);
  for (const ModelTensorDump &O : S.Outputs)
    Add(O.Line, "output " + std::to_string(O.Index), O.Doubts);
  for (const ModelTensorDump &C : S.Constants)
    Add(C.Line, "constant " + std::to_string(C.Index), C.Doubts);
  for (const KernelDump &K : S.Kernels)
    Add(K.Line, K.Name, K.Doubts);
  for (const FunctionDump &F : S.Functions) {
    if (F.Role == "kernel helper")
      continue;
    for (const BufferDump &B : F.Buffers)
      if (isMade(B))
        Add(B.Line, B.Name, B.Doubts);
    for (const ViewDump &V : F.Views)
      Add(V.Line, V.Name.empty() ? V.Kind + " of " + bufferNames(F, V.Buffers) : V.Name, V.Doubts);
    for (const OperationDump &O : F.Operations)
      Add(O.Line, O.Kernel.empty() ? O.Callee : O.Kernel, O.Doubts);
  }
  if (!Count)
    return;
  OS << "\n  not known (" << Count << ")\n";
  T.print(OS);
}

/// Whether a text shows a function: helpers do not act by themselves, and some functions have
/// nothing but assertions.
bool isShown(const FunctionDump &F) {
  return F.Role != "kernel helper" &&
         (llvm::any_of(F.Buffers, isMade) ||
          llvm::any_of(F.Operations, [](const OperationDump &O) { return isShown(O); }) ||
          !F.Outputs.empty());
}

using Json = nlohmann::ordered_json;

Json text(StringRef Text) { return toValidUtf8(Text); }
Json textOrNull(StringRef Text) { return Text.empty() ? Json(nullptr) : text(Text); }
template <class T> Json orNull(const std::optional<T> &Value) {
  return Value ? Json(*Value) : Json(nullptr);
}
Json texts(const std::vector<std::string> &List) {
  Json Array = Json::array();
  for (const std::string &Text : List)
    Array.push_back(text(Text));
  return Array;
}
Json shape(bool HasShape, const std::vector<std::string> &List) {
  return HasShape ? texts(List) : Json(nullptr);
}
Json lineOrNull(unsigned Line) { return Line ? Json(Line) : Json(nullptr); }
Json json(const FactRange &R) { return {{"min", orNull(R.Lo)}, {"max", orNull(R.Hi)}}; }
Json json(const std::vector<FactDoubt> &Doubts) {
  Json Array = Json::array();
  for (const FactDoubt &D : Doubts)
    Array.push_back({{"fact", text(D.Fact)},
                     {"state", D.IsAbsent ? "absent" : "undecided"},
                     {"why", text(D.Why)}});
  return Array;
}
Json json(FactCount Count) { return {{"known", Count.Known}, {"total", Count.Total}}; }

Json modelTensor(const ModelTensorDump &T) {
  Json Object;
  Object["index"] = T.Index;
  Object["name"] = textOrNull(T.Name);
  Object["dtype"] = textOrNull(T.Dtype);
  Object["device"] = textOrNull(T.Device);
  Object["sizes"] = shape(T.HasShape, T.Sizes);
  Object["strides"] = shape(T.HasShape, T.Strides);
  Object["line"] = lineOrNull(T.Line);
  return Object;
}

Json json(const FunctionDump &F) {
  Json Object;
  Object["name"] = text(F.Name);
  Object["line"] = F.Line;
  Object["role"] = text(F.Role);
  Object["handles_followed"] = F.FollowsHandles;
  Json &Symbols = Object["symbols"] = Json::array();
  for (const SymbolDump &S : F.Symbols) {
    Json Symbol = {{"name", text(S.Name)}, {"origin", text(S.Origin)}};
    Symbol.update(json(S.Declared));
    Symbol["line"] = lineOrNull(S.Line);
    Symbols.push_back(std::move(Symbol));
  }
  Json &Buffers = Object["buffers"] = Json::array();
  for (const BufferDump &B : F.Buffers) {
    Json Life = Json::array();
    for (const BufferEventDump &E : B.Life)
      Life.push_back({{"what", text(E.What)}, {"name", textOrNull(E.Name)}, {"line", E.Line}});
    Buffers.push_back({{"name", textOrNull(B.Name)},
                       {"origin", text(B.Origin)},
                       {"line", lineOrNull(B.Line)},
                       {"dtype", textOrNull(B.Dtype)},
                       {"device", textOrNull(B.Device)},
                       {"device_index", textOrNull(B.DeviceIndex)},
                       {"sizes", shape(B.HasShape, B.Sizes)},
                       {"strides", shape(B.HasShape, B.Strides)},
                       {"extent", textOrNull(B.Extent)},
                       {"bytes", textOrNull(B.Bytes)},
                       {"static_bytes", orNull(B.StaticBytes)},
                       {"first_use", lineOrNull(B.FirstUse)},
                       {"last_use", lineOrNull(B.LastUse)},
                       {"life", std::move(Life)},
                       {"unknown", json(B.Doubts)}});
  }
  Json &Views = Object["views"] = Json::array();
  for (const ViewDump &V : F.Views)
    Views.push_back({{"name", textOrNull(V.Name)},
                     {"kind", text(V.Kind)},
                     {"line", lineOrNull(V.Line)},
                     {"buffers", V.Buffers},
                     {"dtype", textOrNull(V.Dtype)},
                     {"sizes", shape(V.HasShape, V.Sizes)},
                     {"strides", shape(V.HasShape, V.Strides)},
                     {"offset", textOrNull(V.Offset)},
                     {"offset_bytes", textOrNull(V.OffsetBytes)},
                     {"unknown", json(V.Doubts)}});
  Json &Regions = Object["regions"] = Json::array();
  for (const RegionDump &R : F.Regions)
    Regions.push_back({{"kind", text(R.Kind)},
                       {"outer", R.Outer < 0 ? Json(nullptr) : Json(R.Outer)},
                       {"condition", textOrNull(R.Condition)},
                       {"line", lineOrNull(R.Line)}});
  Json &Operations = Object["operations"] = Json::array();
  for (const OperationDump &O : F.Operations) {
    Json Operands = Json::array();
    for (const OperandDump &Given : O.Operands)
      Operands.push_back({{"name", textOrNull(Given.Name)},
                          {"parameter", textOrNull(Given.Parameter)},
                          {"role", text(Given.Role)},
                          {"buffers", Given.Buffers},
                          {"view", Given.View < 0 ? Json(nullptr) : Json(Given.View)}});
    Json Scalars = Json::array();
    for (const ScalarDump &S : O.Scalars)
      Scalars.push_back(
          {{"parameter", textOrNull(S.Parameter)}, {"value", text(S.Value)}, {"known", S.IsKnown}});
    Operations.push_back({{"line", lineOrNull(O.Line)},
                          {"kind", text(O.Kind)},
                          {"callee", text(O.Callee)},
                          {"kernel", textOrNull(O.Kernel)},
                          {"device", textOrNull(O.Device)},
                          {"stream", textOrNull(O.Stream)},
                          {"guard", textOrNull(O.Guard)},
                          {"region", O.Region},
                          {"operands", std::move(Operands)},
                          {"scalars", std::move(Scalars)},
                          {"source_nodes", texts(O.SourceNodes)},
                          {"source_operators", texts(O.SourceOperators)},
                          {"unknown", json(O.Doubts)}});
  }
  Json &Guards = Object["guards"] = Json::array();
  for (const GuardDump &G : F.Guards)
    Guards.push_back({{"line", lineOrNull(G.Line)},
                      {"name", textOrNull(G.Name)},
                      {"class", text(G.Class)},
                      {"stream", textOrNull(G.Stream)},
                      {"device_index", textOrNull(G.DeviceIndex)}});
  Json &Events = Object["events"] = Json::array();
  for (const EventDump &E : F.Events)
    Events.push_back({{"line", lineOrNull(E.Line)},
                      {"what", text(E.What)},
                      {"event", text(E.Event)},
                      {"stream", textOrNull(E.Stream)}});
  Json &Outputs = Object["outputs"] = Json::array();
  for (const OutputDump &O : F.Outputs)
    Outputs.push_back({{"slot", O.Slot < 0 ? Json(nullptr) : Json(O.Slot)},
                       {"name", textOrNull(O.Name)},
                       {"buffers", O.Buffers},
                       {"dtype", textOrNull(O.Dtype)},
                       {"sizes", shape(O.HasShape, O.Sizes)},
                       {"strides", shape(O.HasShape, O.Strides)},
                       {"line", lineOrNull(O.Line)}});
  return Object;
}

Json json(const FactFigures &Known) {
  return {{"buffers", json(Known.Buffers)},      {"launches", json(Known.Launches)},
          {"shim_calls", json(Known.ShimCalls)}, {"indices", json(Known.Indices)},
          {"inputs", json(Known.Inputs)},        {"constants", json(Known.Constants)}};
}

/// "loads with torch 2.7 or newer ('f' in 'x.so')".
std::string needsText(const TorchNeeds &Needs) {
  auto Decides = [](const TorchNeeds::End &End) {
    return "'" + End.Function + "' in '" + End.File + "'";
  };
  if (!Needs.InNone.empty())
    return "loads with no torch that is known ('" + Needs.InNone + "')";
  if (Needs.LoadsNowhere)
    return "loads with no torch that is known (" + Decides(*Needs.Oldest) + " came with " +
           Needs.Oldest->Release + ", " + Decides(*Needs.Newest) + " was last in " +
           Needs.Newest->Release + ")";
  std::string Text = "loads with ";
  if (Needs.Oldest && Needs.Newest)
    Text += "torch " + Needs.Oldest->Release + " to " + Needs.Newest->Release + " (" +
            Decides(*Needs.Oldest) + ", " + Decides(*Needs.Newest) + ")";
  else if (Needs.Oldest)
    Text += "torch " + Needs.Oldest->Release + " or newer (" + Decides(*Needs.Oldest) + ")";
  else if (Needs.Newest)
    Text += "torch " + Needs.Newest->Release + " or older (" + Decides(*Needs.Newest) + ")";
  else
    Text += "any torch that is known";
  if (Needs.HasUnreadableLibrary)
    return Text + "; its library, which cannot be read, may need more";
  return Text + (Needs.HasLibrary ? "" : "; its library, which is not here, may need more");
}

Json json(const TorchNeeds &Needs) {
  auto End = [](const std::optional<TorchNeeds::End> &E) {
    return E ? Json{{"torch", text(E->Release)},
                    {"function", text(E->Function)},
                    {"file", text(E->File)}}
             : Json(nullptr);
  };
  return {
      {"oldest", End(Needs.Oldest)},         {"newest", End(Needs.Newest)},
      {"in_none", textOrNull(Needs.InNone)}, {"nowhere", Needs.LoadsNowhere},
      {"library", Needs.HasLibrary},         {"unreadable_library", Needs.HasUnreadableLibrary}};
}

Json json(const DumpedSource &Source) {
  const SourceDump &S = Source.Facts;
  Json Object;
  Object["file"] = text(Source.File);
  Object["member"] = textOrNull(Source.Member);
  Object["kind"] = text(S.Kind);
  auto Release = [](const std::optional<unsigned> &Minor) {
    return Minor ? Json("2." + std::to_string(*Minor)) : Json(nullptr);
  };
  Object["torch"] = {{"oldest", Release(S.OldestTorch)}, {"newest", Release(S.NewestTorch)}};
  Object["device"] = textOrNull(S.Device);
  Object["loads"] = Source.Torch ? json(*Source.Torch) : Json(nullptr);
  Json &Inputs = Object["inputs"] = Json::array();
  for (const ModelTensorDump &T : S.Inputs) {
    Json Input = modelTensor(T);
    Json Ranges = Json::array();
    for (const FactRange &R : T.Ranges)
      Ranges.push_back(json(R));
    Input["checked"] = std::move(Ranges);
    Input["unknown"] = json(T.Doubts);
    Inputs.push_back(std::move(Input));
  }
  Json &Outputs = Object["outputs"] = Json::array();
  for (const ModelTensorDump &T : S.Outputs) {
    Json Output = modelTensor(T);
    Output["unknown"] = json(T.Doubts);
    Outputs.push_back(std::move(Output));
  }
  Json &Constants = Object["constants"] = Json::array();
  for (const ModelTensorDump &T : S.Constants) {
    Json Constant = modelTensor(T);
    Constant["type"] = textOrNull(T.Type);
    Constant["original_name"] = textOrNull(T.OriginalName);
    Constant["bytes"] = orNull(T.Bytes);
    Constant["offset"] = orNull(T.Offset);
    Constant["folded"] = T.IsFolded;
    Constant["unknown"] = json(T.Doubts);
    Constants.push_back(std::move(Constant));
  }
  Json &Kernels = Object["kernels"] = Json::array();
  for (const KernelDump &K : S.Kernels) {
    Json Arguments = Json::array(), Accesses = Json::array(), Launches = Json::array();
    for (const KernelLaunchDump &L : K.Launches) {
      Json Values = Json::object(), Grid = Json::array();
      for (const std::string &Programs : L.Grid)
        Grid.push_back(textOrNull(Programs));
      for (const auto &[Parameter, Value] : L.Values)
        Values[toValidUtf8(Parameter)] = textOrNull(Value);
      Launches.push_back(
          {{"line", L.Line}, {"grid", std::move(Grid)}, {"values", std::move(Values)}});
    }
    for (const KernelArgumentDump &A : K.Arguments)
      Arguments.push_back({{"kind", A.Kind},
                           {"name", textOrNull(A.Name)},
                           {"bytes", A.Bytes ? Json(*A.Bytes) : Json(nullptr)},
                           {"from", textOrNull(A.From)},
                           {"parameter", textOrNull(A.Parameter)},
                           {"type", textOrNull(A.Type)}});
    for (const KernelAccessDump &A : K.Accesses)
      Accesses.push_back({{"line", A.Line},
                          {"function", text(A.Function)},
                          {"parameter", textOrNull(A.Parameter)},
                          {"index", textOrNull(A.Index)},
                          {"mask", text(A.Mask)},
                          {"path", text(A.Path)},
                          {"known", A.IsKnown}});
    Kernels.push_back({{"name", text(K.Name)},
                       {"device", textOrNull(K.Device)},
                       {"line", lineOrNull(K.Line)},
                       {"parameters", texts(K.Parameters)},
                       {"file", textOrNull(K.File)},
                       {"file_line", lineOrNull(K.FileLine)},
                       {"symbol", textOrNull(K.Symbol)},
                       {"calls", K.Calls},
                       {"source_line", lineOrNull(K.SourceLine)},
                       {"heuristics", textOrNull(K.Heuristics)},
                       {"grid", textOrNull(K.Grid)},
                       {"arguments", std::move(Arguments)},
                       {"accesses", std::move(Accesses)},
                       {"launches", std::move(Launches)},
                       {"unknown", json(K.Doubts)}});
  }
  Json &Operators = Object["operators"] = Json::array();
  for (const OperatorDump &O : S.Operators)
    Operators.push_back({{"name", text(O.Name)},
                         {"schema", textOrNull(O.Schema)},
                         {"key", O.Kernel.empty() ? Json(nullptr) : Json(text(O.Key))},
                         {"kernel", textOrNull(O.Kernel)},
                         {"stable", O.IsStable},
                         {"line", O.Line}});
  Json &Functions = Object["functions"] = Json::array();
  for (const FunctionDump &F : S.Functions)
    Functions.push_back(json(F));
  Object["incomplete"] = texts(Source.Incomplete);
  Object["known"] = json(S.Known);
  return Object;
}

} // namespace

void writeFactsText(const Report &R, llvm::raw_ostream &OS) {
  FactFigures Known;
  size_t Sources = 0;
  bool First = true;
  for (const InputReport &Input : R.Inputs)
    for (const DumpedSource &Source : Input.Facts) {
      const SourceDump &S = Source.Facts;
      if (!First)
        OS << '\n';
      First = false;
      // Below a folder the file has the path inside it at its end.
      bool IsInArchive = !Source.Member.empty() && !StringRef(Source.File).ends_with(Source.Member);
      OS << toPrintable(Source.File + (IsInArchive ? ": " + Source.Member : "")) << '\n';
      OS << "  "
         << (!S.Dialect.empty()   ? S.Dialect
             : S.Kind == "python" ? "Python"
                                  : "not generated by AOTInductor")
         << '\n';
      if (Source.Torch)
        OS << "  " << toPrintable(needsText(*Source.Torch)) << '\n';
      for (const std::string &Why : Source.Incomplete)
        OS << "  incomplete: " << toPrintable(Why) << '\n';
      printModelTensors(S, OS);
      printKernels(S, OS);
      printOperators(S, OS);
      for (const FunctionDump &F : S.Functions)
        if (isShown(F))
          printFunction(F, OS);
      printDoubts(S, OS);
      if (S.Known.Buffers.Total || S.Known.Launches.Total || S.Known.ShimCalls.Total) {
        OS << "\n  " << knownText(S.Known) << '\n';
        ++Sources;
      }
      Known += S.Known;
    }
  if (Sources > 1)
    OS << "\nall " << Sources << " sources, " << knownText(Known) << '\n';
}

void writeFactsJson(const Report &R, llvm::raw_ostream &OS) {
  FactFigures Known;
  Json List = Json::array();
  for (const InputReport &Input : R.Inputs) {
    Json Sources = Json::array();
    for (const DumpedSource &Source : Input.Facts) {
      Sources.push_back(json(Source));
      Known += Source.Facts.Known;
    }
    List.push_back({{"path", text(Input.Path)},
                    {"kind", text(Input.Kind)},
                    {"dialect", textOrNull(Input.Dialect)},
                    {"status", text(inputStatusName(Input.Status))},
                    {"sources", std::move(Sources)}});
  }
  Json Document;
  Document["version"] = 1;
  Document["tool"] = {{"name", "aoti-lint"}, {"version", text(toolVersion())}};
  Document["inputs"] = std::move(List);
  Document["known"] = json(Known);
  OS << Document.dump(2) << "\n";
}

} // namespace aoti
