#include "Facts/FactsDump.h"
#include "Facts/AstQuery.h"
#include "Facts/ContractDump.h"
#include "Facts/FactsDumpFunction.h"
#include "Facts/KernelFacts.h"
#include "Facts/LaunchFacts.h"
#include "Facts/OperatorRegistrations.h"
#include "llvm/Support/Path.h"

using namespace clang;
using llvm::SmallVector;
using llvm::StringRef;

namespace aoti {

FactFigures &FactFigures::operator+=(const FactFigures &Other) {
  Buffers += Other.Buffers;
  Launches += Other.Launches;
  ShimCalls += Other.ShimCalls;
  Indices += Other.Indices;
  Inputs += Other.Inputs;
  Constants += Other.Constants;
  return *this;
}

namespace {

/// Functions that do something with tensors; without the kernels of the CPU.
bool isShown(const FunctionBuffers &F) {
  // Kernels of the CPU stand in the same file before torch 2.8.
  if (F.Function->isExternC() || isCpuKernelName(identifierOf(F.Function)))
    return false;
  return !F.Operations.empty() || !F.Storages.empty() || !F.Tensors.empty();
}

/// The functions that check the inputs of the model.
bool isInputCheck(const FunctionBuffers &F) {
  return !isa<CXXMethodDecl>(F.Function) &&
         llvm::any_of(F.Function->parameters(), [](const ParmVarDecl *P) {
           return P->getDeclName().isIdentifier() && P->getName() == "input_handles";
         });
}

void count(SourceDump &Dump, const FunctionDump &F) {
  if (F.Role == "kernel helper")
    return;
  for (const BufferDump &B : F.Buffers) {
    if (B.Origin == "input" || B.Origin == "constant")
      continue;
    Dump.Known.Buffers.add(B.Doubts.empty());
  }
  for (const ViewDump &V : F.Views)
    if (V.Kind == "pool block")
      Dump.Known.Buffers.add(V.Doubts.empty());
  for (const OperationDump &O : F.Operations) {
    if (O.Kind == "launch" || O.Kind == "cpu kernel")
      Dump.Known.Launches.add(O.Doubts.empty());
    else if (O.Kind == "shim" || O.Kind == "copy" || O.Kind == "proxy" || O.Kind == "item")
      Dump.Known.ShimCalls.add(O.Doubts.empty());
  }
}

void addInputs(SourceDump &Dump, TuFacts &Facts, const ModelTables *Model,
               const FunctionBuffers *Run, const FunctionDump *RunDump) {
  std::map<int64_t, ModelTensorDump> ByIndex;
  if (Model) {
    for (const auto &[Index, Entry] : Model->entries(InfoTable::Inputs))
      if (Entry.Name.isKnown())
        ByIndex[Index].Name = Entry.Name.Value;
    if (Model->NumInputs.isKnown() && Model->NumInputs.Value < (1 << 20))
      for (int64_t I = 0; I < Model->NumInputs.Value; ++I)
        ByIndex[I];
  }
  const auto &Declared = Facts.buffers().inputs();
  for (const auto &[Index, Input] : Declared)
    ByIndex[Index];
  std::map<int64_t, const BufferDump *> Used;
  if (RunDump)
    for (size_t I = 0; I < RunDump->Buffers.size(); ++I)
      if (Run->Storages[I].From == Storage::Origin::Input) {
        ByIndex[Run->Storages[I].Index];
        Used[Run->Storages[I].Index] = &RunDump->Buffers[I];
      }
  std::map<std::pair<unsigned, unsigned>, const SizeSymbol *> Symbols;
  if (Run)
    for (const SizeSymbol &S : Run->Symbols)
      if (S.From == SizeSymbol::Origin::InputSize)
        Symbols.try_emplace({S.Input, S.Dimension}, &S);
  for (auto &[Index, Input] : ByIndex) {
    Input.Index = Index;
    if (auto It = Used.find(Index); It != Used.end()) {
      const BufferDump &B = *It->second;
      Input.Line = B.Line;
      if (Input.Name.empty())
        Input.Name = B.Name;
      Input.Dtype = B.Dtype;
      Input.Device = B.Device;
      Input.HasShape = B.HasShape;
      Input.Sizes = B.Sizes;
      Input.Strides = B.Strides;
    }
    auto It =
        llvm::isUInt<32>(Index) ? Declared.find(static_cast<unsigned>(Index)) : Declared.end();
    if (It != Declared.end()) {
      const InputDeclaration &D = It->second;
      if (Input.Dtype.empty())
        Input.Dtype = D.Dtype;
      if (!Input.HasShape && D.Rank) {
        Input.HasShape = true;
        size_t Rank = *D.Rank;
        Input.Sizes.assign(Rank, "?");
        Input.Strides.assign(Rank, "?");
        for (const auto &[Dimension, R] : D.Sizes)
          if (Dimension >= Rank)
            continue;
          else if (R.Lo && R.Hi && *R.Lo == *R.Hi)
            Input.Sizes[Dimension] = std::to_string(*R.Lo);
          else if (auto Symbol = Symbols.find({static_cast<unsigned>(Index), Dimension});
                   Symbol != Symbols.end())
            Input.Sizes[Dimension] = Symbol->second->Symbol.str();
        for (const auto &[Dimension, R] : D.Strides)
          if (Dimension < Rank && R.Lo && R.Hi && *R.Lo == *R.Hi)
            Input.Strides[Dimension] = std::to_string(*R.Lo);
      }
      Input.Ranges.resize(Input.Sizes.size());
      for (const auto &[Dimension, R] : D.Sizes)
        if (Dimension < Input.Ranges.size())
          Input.Ranges[Dimension] = dumpRange(R);
    }
    if (Input.Dtype.empty())
      Input.Doubts.push_back({"dtype", "no check states it", true});
    if (Input.Device.empty())
      Input.Doubts.push_back({"device", "no check states it", true});
    if (!Input.HasShape)
      Input.Doubts.push_back({"shape", "no check states it", true});
    else if (llvm::is_contained(Input.Sizes, "?"))
      Input.Doubts.push_back({"shape", "no check states all sizes", true});
    Dump.Known.Inputs.add(Input.Doubts.empty());
    Dump.Inputs.push_back(std::move(Input));
  }
}

void addConstants(SourceDump &Dump, const ModelTables &Model, const SourceManager &SM) {
  for (const auto &[Index, Entry] : Model.entries(InfoTable::Constants)) {
    ModelTensorDump Constant;
    Constant.Index = Index;
    auto Take = [&](const auto &Field, auto &Into, const char *Fact) {
      if (Field.isSettled())
        Into = Field.Value;
      else if (!Field.isAbsent())
        Constant.Doubts.push_back(
            {Fact, Field.Repeated ? "the table states it more than once"
                                  : "the table states it in a form that is not followed"});
    };
    Take(Entry.Name, Constant.Name, "name");
    Take(Entry.Dtype, Constant.Dtype, "dtype");
    Take(Entry.DeviceType, Constant.Device, "device");
    // Tables before torch 2.10 state none: all constants are on the device of the model.
    if (Entry.DeviceType.isAbsent())
      Constant.Device = Dump.Device;
    Take(Entry.Type, Constant.Type, "type");
    Take(Entry.OriginalFqn, Constant.OriginalName, "original name");
    Take(Entry.DataSize, Constant.Bytes, "size");
    Take(Entry.Offset, Constant.Offset, "offset");
    Take(Entry.FromFolded, Constant.IsFolded, "folding");
    std::vector<int64_t> Shape, Stride;
    Take(Entry.Shape, Shape, "shape");
    Take(Entry.Stride, Stride, "strides");
    Constant.HasShape = Entry.Shape.isSettled();
    for (int64_t Size : Shape)
      Constant.Sizes.push_back(std::to_string(Size));
    for (int64_t S : Stride)
      Constant.Strides.push_back(std::to_string(S));
    if (Entry.Dtype.isAbsent())
      Constant.Doubts.push_back({"dtype", "the table does not state it", true});
    if (Entry.Shape.isAbsent())
      Constant.Doubts.push_back({"shape", "the table does not state it", true});
    if (!Entry.Statements.empty()) {
      SourceLocation At = Model.Assignments[Entry.Statements.front()].Statement.getBegin();
      Constant.Line =
          SM.getLineNumber(SM.getMainFileID(), SM.getDecomposedLoc(SM.getFileLoc(At)).second);
    }
    Dump.Known.Constants.add(Constant.Doubts.empty());
    Dump.Constants.push_back(std::move(Constant));
  }
}

/// The kernels of the CPU, with their declarations and definitions.
void addCpuKernels(std::map<std::string, KernelDump> &ByName, TuFacts &Facts) {
  const SourceManager &SM = Facts.context().getSourceManager();
  auto LineOf = [&](SourceLocation At) {
    auto [File, Offset] = SM.getDecomposedLoc(SM.getFileLoc(At));
    return SM.getLineNumber(File, Offset);
  };
  for (const CpuKernel &Kernel : Facts.kernels().kernels()) {
    KernelDump Dump;
    Dump.Name = Kernel.Name;
    Dump.Device = deviceTypeName(DeviceType::Cpu).str();
    const KernelDeclaration *Prototype = Kernel.prototype(), *Definition = Kernel.definition();
    if (const KernelDeclaration *Either = Prototype ? Prototype : Definition)
      for (const CpuKernelParameter &P : Either->Parameters) {
        std::string Text = P.Type.Spelling;
        if (!P.Name.empty())
          Text += (Text.empty() ? "" : " ") + P.Name;
        Dump.Parameters.push_back(std::move(Text));
      }
    if (Prototype)
      Dump.Line = LineOf(Prototype->NameAt.getBegin());
    if (Definition) {
      SourceLocation At = SM.getFileLoc(Definition->NameAt.getBegin());
      Dump.File = llvm::sys::path::filename(SM.getFilename(At)).str();
      Dump.FileLine = LineOf(At);
    } else if (Kernel.isDefined()) {
      Dump.Doubts.push_back({"definition", "there are several, which differ"});
    } else {
      bool IsThere = !Facts.kernels().readAllFiles() || Facts.kernels().isNamedInFiles(Kernel.Name);
      Dump.Doubts.push_back({"definition",
                             IsThere ? "it stands in a form that is not followed"
                             : Facts.kernels().kernelOfAnother()
                                 ? "the file of kernels beside the wrapper belongs to another one"
                             : Facts.kernels().kernelFiles().empty()
                                 ? "there is no file of kernels beside the wrapper"
                                 : "no file of kernels defines it",
                             !IsThere});
    }
    for (const KernelCall &Call : Kernel.Calls)
      Dump.Calls.push_back(LineOf(Call.Call->getBeginLoc()));
    ByName[Dump.Name] = std::move(Dump);
  }
}

/// The calls of the model that lead to a launch.
void addLaunches(KernelDump &Dump, const KernelLaunch &L, TuFacts &Facts) {
  const LaunchFacts &Launches = Facts.launches();
  const SourceManager &SM = Facts.context().getSourceManager();
  bool HasSource = L.Source && L.Source->function();
  for (const LaunchCall &C : L.Calls) {
    KernelLaunchDump Launch;
    Launch.Line = SM.getSpellingLineNumber(SM.getFileLoc(C.By->Call->getBeginLoc()));
    for (unsigned Axis = 0; Axis < 3; ++Axis) {
      Expression Programs = Launches.grid(C, Axis);
      Launch.Grid.push_back(Programs ? Programs.str() : "");
    }
    if (HasSource)
      for (const TritonParameter &P : L.Source->parameters())
        if (P.isPassed() && !P.isPointer()) {
          Expression Value = Launches.value(C, P);
          Launch.Values.push_back({P.Name.str(), Value ? Value.str() : ""});
        }
    Dump.Launches.push_back(std::move(Launch));
  }
}

/// What the source of a kernel and its launch say.
void describe(KernelDump &Dump, const KernelLaunch &L, TuFacts &Facts, FactCount &Indices) {
  const LaunchFacts &Launches = Facts.launches();
  const SourceManager &SM = Facts.context().getSourceManager();
  static constexpr StringRef Kinds[] = {"pointer", "scalar", "item",
                                        "scratch", "absent", "unknown"};
  for (const LaunchArgument &A : L.Arguments) {
    KernelArgumentDump Argument;
    Argument.Kind = Kinds[static_cast<int>(A.K)].str();
    Argument.Name = identifierOf(A.Variable).str();
    Argument.Bytes = A.Bytes;
    Argument.From = identifierOf(A.From).str();
    if (A.ByPosition) {
      Argument.Parameter = A.ByPosition->Name.str();
      Argument.Type = A.ByPosition->Type ? A.ByPosition->Type->Spelling : "";
    }
    Dump.Arguments.push_back(std::move(Argument));
  }
  if (!L.Source || !L.Source->function())
    return;
  const TritonKernel &K = *L.Source;
  auto LineOf = [&](uint32_t InText) {
    return SM.getSpellingLineNumber(Launches.place(K, InText));
  };
  Dump.SourceLine = LineOf(K.function()->Begin);
  Dump.Heuristics = K.heuristics().str();
  Dump.Grid = K.gridType();
  for (const TritonParameter &P : K.parameters())
    if (P.isPassed())
      Dump.Parameters.push_back((P.Type ? P.Type->Spelling + " " : std::string()) + P.Name.str());
  const TritonBody &Body = Launches.body(K);
  for (const TritonAccess &A : Body.accesses()) {
    KernelAccessDump Access;
    Access.Line = LineOf(A.Call->Begin);
    Access.Function = A.Function;
    if (A.Parameter >= 0)
      Access.Parameter = K.parameters()[A.Parameter].Name.str();
    Access.Index = A.Index ? A.Index.str() : "";
    Access.Mask = A.Mask->str();
    Access.Path = A.Path->str();
    Access.IsKnown = A.isUnderstood();
    if (A.K != TritonAccess::Kind::Call)
      Indices.add(Access.IsKnown);
    Dump.Accesses.push_back(std::move(Access));
  }
}

void addKernels(SourceDump &Dump, TuFacts &Facts) {
  std::map<std::string, KernelDump> ByName;
  addCpuKernels(ByName, Facts);
  const SourceManager &SM = Facts.context().getSourceManager();
  for (const FunctionDump &F : Dump.Functions)
    for (const OperationDump &O : F.Operations)
      if (O.Kind == "launch" && !O.Kernel.empty() && F.Role != "kernel helper") {
        KernelDump &Kernel = ByName[O.Kernel];
        Kernel.Name = O.Kernel;
        Kernel.Device = O.Device;
        Kernel.Calls.push_back(O.Line);
      }
  for (const KernelLaunch &L : Facts.launches().launches()) {
    // A helper may launch another kernel than the one that it is named for: the choice of several.
    StringRef Name = L.IsHelper ? identifierOf(L.In) : StringRef(L.Kernel);
    if (L.IsHelper)
      Name.consume_front("call_");
    auto It = ByName.find(Name.str());
    if (It == ByName.end())
      It = ByName.find(L.Kernel);
    if (It == ByName.end())
      continue;
    addLaunches(It->second, L, Facts);
    if (!It->second.File.empty())
      continue;
    if (L.Load && (!L.Load->File.empty() || !L.Load->Symbol.empty())) {
      It->second.File = L.Load->File;
      It->second.Symbol = L.Load->Symbol;
      It->second.Line = SM.getSpellingLineNumber(SM.getFileLoc(L.Load->Call->getBeginLoc()));
    }
    if (It->second.Arguments.empty())
      describe(It->second, L, Facts, Dump.Known.Indices);
  }
  for (auto &[Name, Kernel] : ByName) {
    llvm::sort(Kernel.Calls);
    Dump.Kernels.push_back(std::move(Kernel));
  }
}

void addOutputs(SourceDump &Dump, const ModelTables *Model, const FunctionDump *Run) {
  std::map<int64_t, ModelTensorDump> ByIndex;
  if (Model)
    for (const auto &[Index, Entry] : Model->entries(InfoTable::Outputs))
      ByIndex[Index];
  if (Run)
    for (const OutputDump &O : Run->Outputs) {
      if (O.Slot < 0)
        continue;
      ModelTensorDump &Output = ByIndex[O.Slot];
      Output.Name += (Output.Name.empty() ? "" : " or ") + O.Name;
      if (Output.Line == 0) {
        Output.Dtype = O.Dtype;
        Output.HasShape = O.HasShape;
        Output.Sizes = O.Sizes;
        Output.Strides = O.Strides;
        Output.Line = O.Line;
        for (unsigned Buffer : O.Buffers) {
          const std::string &Device = Run->Buffers[Buffer].Device;
          Output.Device = Buffer == O.Buffers[0] || Output.Device == Device ? Device : "";
        }
      } else if (Output.Sizes != O.Sizes || Output.Strides != O.Strides) {
        Output.HasShape = false;
      }
    }
  for (auto &[Index, Output] : ByIndex) {
    Output.Index = Index;
    if (Output.Line == 0)
      Output.Doubts.push_back({"value", "no statement that is followed fills it"});
    Dump.Outputs.push_back(std::move(Output));
  }
}

} // namespace

static void addOperators(SourceDump &Dump, TuFacts &Facts) {
  const SourceManager &SM = Facts.context().getSourceManager();
  for (const OperatorRegistration &R : Facts.operators().all()) {
    OperatorDump Operator;
    Operator.Name = R.Operator;
    if (R.SchemaText)
      Operator.Schema = R.SchemaText->getString().str();
    if (R.Kernel) {
      Operator.Key = R.IsKeyKnown ? R.Key : "?";
      Operator.Kernel =
          R.Kernel->getDeclName().isIdentifier() ? qualifiedFunctionName(R.Kernel) : "lambda";
    }
    Operator.IsStable = R.IsStable;
    Operator.Line = SM.getExpansionLineNumber(R.Call->getBeginLoc());
    Dump.Operators.push_back(std::move(Operator));
  }
}

SourceDump dumpFacts(TuFacts &Facts, bool WithProofs) {
  SourceDump Dump;
  const Dialect &D = Facts.dialect();
  Dump.Kind = D.Kind == SourceKind::Wrapper  ? "wrapper"
              : D.Kind == SourceKind::Kernel ? "kernel"
                                             : "other";
  Dump.Dialect = D.describe();
  Dump.Device = deviceName(D.Device);
  if (D.Oldest)
    Dump.OldestTorch = D.Oldest->Minor;
  if (D.Newest)
    Dump.NewestTorch = D.Newest->Minor;

  const SourceManager &SM = Facts.context().getSourceManager();
  std::vector<SourceComment> Comments = findSourceComments(SM.getBufferData(SM.getMainFileID()));
  const ModelTables *Model =
      Facts.constants().models().size() == 1 ? &Facts.constants().models()[0] : nullptr;
  const FunctionBuffers *Run = nullptr;
  std::optional<size_t> RunNumber;
  FunctionDumper::CallsToProve ToProve;
  if (WithProofs)
    for (const KernelLaunch &L : Facts.launches().launches())
      if (L.Source && L.Source->function())
        for (const LaunchCall &C : L.Calls)
          ToProve.try_emplace(C.By, &C);
  for (const FunctionBuffers &F : Facts.buffers().functions()) {
    if (!isShown(F) || isInputCheck(F) || D.Kind == SourceKind::Kernel)
      continue;
    Dump.Functions.push_back(FunctionDumper(Facts, F, Model, ToProve).run(Comments));
    count(Dump, Dump.Functions.back());
    // With the interface of array references the plain one only hands its inputs on.
    if (Dump.Functions.back().Role == "run" &&
        (!Run || F.Operations.size() > Run->Operations.size())) {
      Run = &F;
      RunNumber = Dump.Functions.size() - 1;
    }
  }
  const FunctionDump *RunDump = RunNumber ? &Dump.Functions[*RunNumber] : nullptr;
  addInputs(Dump, Facts, Model, Run, RunDump);
  if (Model)
    addConstants(Dump, *Model, SM);
  addOutputs(Dump, Model, RunDump);
  addKernels(Dump, Facts);
  addOperators(Dump, Facts);
  Dump.Contract = dumpContract(Facts);
  return Dump;
}

} // namespace aoti
