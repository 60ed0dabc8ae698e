#include "Driver/TriagePlaces.h"
#include "Driver/Analysis.h"
#include "Support/Quote.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include <fmt/format.h>

using llvm::StringRef;

namespace aoti {
namespace {

constexpr size_t MaxPlaces = 5, MaxSuspects = 10, MaxCauses = 5;

bool isNameChar(char C) { return llvm::isAlnum(C) || C == '_'; }

/// A line without the blanks around it.
Location lineAt(const SourceTextPtr &Text, unsigned Line) {
  if (!Line || Line > Text->lineCount())
    return {};
  StringRef Whole = Text->line(Line);
  size_t Blanks = Whole.size() - Whole.ltrim().size();
  uint32_t Start = Text->lineStart(Line) + static_cast<uint32_t>(Blanks);
  return {Text, Start, Start + static_cast<uint32_t>(Whole.trim().size())};
}

/// Where a text stands first, from an offset on.
Location textAt(const SourceTextPtr &Text, StringRef What, size_t From = 0) {
  size_t At = Text->text().find(What, From);
  if (At == StringRef::npos)
    return {};
  return {Text, static_cast<uint32_t>(At), static_cast<uint32_t>(At + What.size())};
}

Finding placeAt(Location At, std::string Message) {
  Finding F;
  F.Level = Severity::Note;
  F.At = std::move(At);
  F.Message = std::move(Message);
  return F;
}

/// The names in an expression that stand for sizes: `ks0`, `s77`, `u1`.
std::vector<std::string> namesIn(StringRef Expression) {
  std::vector<std::string> Names;
  for (size_t I = 0; I < Expression.size();) {
    StringRef Word = Expression.drop_front(I).take_while(isNameChar);
    if (Word.empty()) {
      ++I;
      continue;
    }
    if (llvm::isAlpha(Word[0]) && !llvm::is_contained(Names, Word))
      Names.push_back(Word.str());
    I += Word.size();
  }
  return Names;
}

std::string describeRange(const FactRange &R) {
  if (R.Lo && R.Hi)
    return fmt::format("from {} to {}", *R.Lo, *R.Hi);
  if (R.Lo)
    return fmt::format("from {} on, without an upper bound", *R.Lo);
  if (R.Hi)
    return fmt::format("up to {}, without a lower bound", *R.Hi);
  return "in any size: it declares no bound";
}

std::string describeInput(const ModelTensorDump &Input) {
  std::string Text = fmt::format("input {} is '{}'", Input.Index, Input.Name);
  if (!Input.Dtype.empty())
    Text += ", " + Input.Dtype;
  if (Input.HasShape)
    Text += fmt::format(" of sizes [{}] and strides [{}]", llvm::join(Input.Sizes, ", "),
                        llvm::join(Input.Strides, ", "));
  if (!Input.Device.empty())
    Text += " on " + Input.Device;
  return Text;
}

/// "size 1 of input 0" as its numbers.
std::optional<std::pair<unsigned, unsigned>> sizeOfInput(StringRef Origin) {
  unsigned Dim = 0, Input = 0;
  if (!Origin.consume_front("size ") || Origin.consumeInteger(10, Dim) ||
      !Origin.consume_front(" of input ") || Origin.consumeInteger(10, Input))
    return std::nullopt;
  return std::pair(Input, Dim);
}

/// Whether a function is part of a run of the model; the helpers that launch kernels are not by
/// themselves.
bool isOfRun(const FunctionDump &F) { return F.Role != "kernel helper"; }

/// How weighty a suspect a launch is for its accesses that are not proved; 0 where all are.
unsigned unprovedScore(const LaunchProofDump &Proof) {
  if (Proof.Unproved.empty())
    return 0;
  StringRef Kind = Proof.Unproved.front().Kind;
  return Kind == "unasserted" ? 60 : Kind == "open" ? 50 : Kind == "unknown" ? 42 : 30;
}

/// The weightiest of its accesses that are not proved.
std::string describeUnproved(const LaunchProofDump &Proof) {
  if (Proof.Unproved.empty())
    return {};
  const UnprovedAccessDump &First = Proof.Unproved.front();
  std::string Text = First.Why + fmt::format(" (line {})", First.Line);
  size_t Same = llvm::count_if(Proof.Unproved,
                               [&](const UnprovedAccessDump &A) { return A.Kind == First.Kind; });
  if (Same > 1)
    Text += fmt::format(", and so {} more", Same - 1);
  return Text;
}

/// What stands for a launch in the facts.
bool isLaunch(const OperationDump &O) { return O.Kind == "launch" || O.Kind == "cpu kernel"; }

} // namespace

llvm::Expected<TriagedPackage> TriagedPackage::open(const std::string &Path, bool WithProofs,
                                                    unsigned Jobs) {
  llvm::Expected<RuleFilter> Rules = RuleFilter::create("aoti-*", false);
  if (!Rules)
    return Rules.takeError();
  // A log is of one package, and to analyse a store of them takes long.
  constexpr size_t MaxModels = 64;
  std::vector<OpenedPath> Packages = openPath(Path, {});
  size_t Models = 0;
  for (const OpenedPath &Opened : Packages)
    Models += Opened.Contents ? Opened.Contents->models().size() : 0;
  if (Models > MaxModels)
    return llvm::createStringError("'" + Path + "' holds " + std::to_string(Models) +
                                   " models; name the package that the log is of");
  AnalysisOptions Options{std::move(*Rules), {}, nullptr, {}, {}};
  Options.DumpFacts = true;
  Options.ProveAccesses = WithProofs;
  Options.Jobs = Jobs;
  Report Found = analysePaths({Path}, Options);

  TriagedPackage P;
  if (llvm::all_of(Found.Inputs,
                   [](const InputReport &I) { return I.Status == InputStatus::Unreadable; })) {
    std::string Message = "'" + Path + "' holds nothing that can be analysed";
    for (const Notification &N : Found.Notifications)
      if (N.Level == Severity::Error)
        Message = N.Message;
    return llvm::createStringError(Message);
  }
  P.Inputs = std::move(Found.Inputs);
  P.Findings = std::move(Found.Findings);
  for (const Notification &N : Found.Notifications)
    if (N.Level == Severity::Error)
      P.Notes.push_back(N.Message);
  if (Found.Incomplete)
    P.Notes.push_back("a source of the package could not be analysed in full; 'aoti-lint " + Path +
                      "' says which");

  std::map<std::pair<StringRef, StringRef>, const SourceDump *> Facts;
  for (const InputReport &Input : P.Inputs)
    for (const DumpedSource &Dumped : Input.Facts)
      Facts[{Dumped.File, Dumped.Member}] = &Dumped.Facts;
  for (OpenedPath &Opened : Packages) {
    if (!Opened.Contents)
      continue;
    for (const auto &M : Opened.Contents->members()) {
      if (!M->path().ends_with(".cpp") && !M->path().ends_with(".cu"))
        continue;
      auto Text = Opened.Contents->read(*M);
      if (!Text) {
        llvm::consumeError(Text.takeError());
        continue;
      }
      auto It = Facts.find({(*Text)->file(), (*Text)->member()});
      if (It != Facts.end())
        P.Sources.push_back({*Text, It->second});
    }
  }
  return P;
}

TriagePlaces TriagedPackage::places(const Diagnosis &D) const {
  TriagePlaces Where;
  switch (D.Of->Place) {
  case PlaceKind::None:
    break;
  case PlaceKind::Assert:
    assertPlaces(D, Where);
    break;
  case PlaceKind::Memory:
    suspects(D, Where);
    break;
  case PlaceKind::Input:
    inputPlaces(D, Where);
    break;
  case PlaceKind::Constant:
    constantPlaces(D, Where);
    break;
  case PlaceKind::Operator:
  case PlaceKind::Function:
    callPlaces(D, Where);
    break;
  case PlaceKind::Message:
    messagePlaces(D, Where);
    break;
  }
  causes(D, Where);
  return Where;
}

void TriagedPackage::assertPlaces(const Diagnosis &D, TriagePlaces &Where) const {
  for (const Source &Holder : Sources)
    for (const KernelAssert &Assert : kernelAsserts(Holder.Text, D.capture("condition"))) {
      StringRef Condition = Assert.Condition;
      size_t Before = Where.Places.size();
      for (const Source &Caller : Sources)
        for (const FunctionDump &Function : Caller.Facts->Functions)
          for (const OperationDump &O : Function.Operations) {
            if (!isOfRun(Function) || !isLaunch(O) || O.Kernel != Assert.Kernel ||
                Where.Places.size() >= MaxPlaces)
              continue;
            Finding F = placeAt(lineAt(Caller.Text, O.Line), "");
            std::string Bounds;
            F.Notes.push_back({Assert.At, "the assertion"});
            llvm::StringSet<> Told;
            for (const std::string &Name : namesIn(Condition)) {
              auto Scalar = llvm::find_if(O.Scalars,
                                          [&](const ScalarDump &S) { return S.Parameter == Name; });
              if (Scalar == O.Scalars.end())
                continue;
              Bounds += fmt::format("; '{}' is {} here", Name, Scalar->Value);
              for (const std::string &Symbol : namesIn(Scalar->Value)) {
                auto Known = llvm::find_if(Function.Symbols,
                                           [&](const SymbolDump &S) { return S.Name == Symbol; });
                if (Known == Function.Symbols.end() || !Told.insert(Symbol).second)
                  continue;
                std::string Origin = fmt::format("'{}' is {}", Symbol, Known->Origin);
                auto From = sizeOfInput(Known->Origin);
                if (From && From->first < Caller.Facts->Inputs.size())
                  Origin += fmt::format(" ('{}')", Caller.Facts->Inputs[From->first].Name);
                Bounds += ", and " + Origin + ", which the package takes " +
                          describeRange(Known->Declared);
                F.Notes.push_back({lineAt(Caller.Text, Known->Line), Origin});
                if (!From)
                  continue;
                for (StringRef Check : {"small", "large"}) {
                  std::string Text = fmt::format("put_handles[{}]: dim value is too {} at {}, ",
                                                 From->first, Check.str(), From->second);
                  if (Location At = textAt(Caller.Text, Text); At.isValid())
                    F.Notes.push_back(
                        {lineAt(Caller.Text, At.begin().Line),
                         Check == "small"
                             ? "the check of its lower bound, made with AOTI_RUNTIME_CHECK_INPUTS=1"
                             : "the check of its upper bound, made with "
                               "AOTI_RUNTIME_CHECK_INPUTS=1"});
                  else if (Check == "small")
                    if (Location Function =
                            textAt(Caller.Text, fmt::format("check_input_{}(", From->first));
                        Function.isValid())
                      F.Notes.push_back(
                          {Function, fmt::format("nothing here checks a lower bound of size {}",
                                                 From->second)});
                }
              }
            }
            if (Bounds.empty())
              Bounds = "; the bound is fixed, so the index is what is wrong";
            if (!O.Operands.empty()) {
              std::vector<std::string> Read;
              for (const OperandDump &Operand : O.Operands)
                if (Operand.Role == "read" || Operand.Role == "both")
                  Read.push_back("'" + Operand.Name + "'");
              if (!Read.empty())
                Bounds += "; it reads " + llvm::join(Read, ", ");
            }
            if (!O.SourceNodes.empty())
              Bounds += "; in the model it is " + llvm::join(O.SourceNodes, ", ");
            F.Message = "kernel " + quoted(Assert.Kernel) + ", launched here, checks " +
                        quoted(Condition) + Bounds;
            Where.Places.push_back(std::move(F));
          }
      // The launch is in a form that is not followed.
      if (Where.Places.size() == Before && Where.Places.size() < MaxPlaces)
        Where.Places.push_back(
            placeAt(Assert.At, "kernel " + quoted(Assert.Kernel) + " checks this"));
    }
}

void TriagedPackage::inputPlaces(const Diagnosis &D, TriagePlaces &Where) const {
  unsigned Input = 0;
  if (D.capture("input").getAsInteger(10, Input))
    return;
  static constexpr std::pair<StringRef, StringRef> Checks[] = {
      {"input-dtype", "unmatched dtype"},
      {"input-size", "unmatched dim value at "},
      {"input-size-small", "dim value is too small at "},
      {"input-size-large", "dim value is too large at "},
      {"input-stride", "unmatched stride value at "},
      {"input-device-check", "unmatched device type"}};
  for (const Source &Of : Sources) {
    if (Input >= Of.Facts->Inputs.size())
      continue;
    const ModelTensorDump &Tensor = Of.Facts->Inputs[Input];
    for (auto [Id, Text] : Checks) {
      if (Id != D.Of->Id)
        continue;
      std::string Check = fmt::format("input_handles[{}]: {}{}", Input, Text.str(),
                                      Text.ends_with(" ") ? D.capture("dim").str() + "," : ",");
      Location At = textAt(Of.Text, Check);
      bool Found = At.isValid();
      Finding F = placeAt(Found ? lineAt(Of.Text, At.begin().Line) : lineAt(Of.Text, Tensor.Line),
                          describeInput(Tensor));
      unsigned Dim = 0;
      if (!D.capture("dim").getAsInteger(10, Dim) && Dim < Tensor.Ranges.size() &&
          Dim < Tensor.Sizes.size() &&
          llvm::isAlpha(Tensor.Sizes[Dim].empty() ? '0' : Tensor.Sizes[Dim][0]))
        F.Message +=
            fmt::format("; the package takes size {} {}", Dim, describeRange(Tensor.Ranges[Dim]));
      if (F.At.isValid())
        Where.Places.push_back(std::move(F));
    }
  }
}

void TriagedPackage::constantPlaces(const Diagnosis &D, TriagePlaces &Where) const {
  StringRef Name = D.capture("constant");
  for (const Source &Of : Sources)
    for (const ModelTensorDump &C : Of.Facts->Constants)
      if (!Name.empty() && (Name == C.Name || Name == C.OriginalName)) {
        std::string Message =
            fmt::format("constant {} is '{}', in the model '{}'", C.Index, C.Name, C.OriginalName);
        if (!C.Dtype.empty() && C.HasShape)
          Message += fmt::format(", {} of sizes [{}]", C.Dtype, llvm::join(C.Sizes, ", "));
        if (!C.Device.empty())
          Message += " on " + C.Device;
        if (Location At = lineAt(Of.Text, C.Line); At.isValid() && Where.Places.size() < MaxPlaces)
          Where.Places.push_back(placeAt(At, Message));
      }
}

void TriagedPackage::callPlaces(const Diagnosis &D, TriagePlaces &Where) const {
  StringRef Operator = D.capture("op"), Function = D.capture("function");
  for (const Source &Of : Sources)
    for (const FunctionDump &In : Of.Facts->Functions)
      for (const OperationDump &O : In.Operations) {
        bool IsOperator =
            !Operator.empty() &&
            (O.Kernel == Operator || StringRef(O.Kernel).starts_with((Operator + ".").str()) ||
             Operator.starts_with(O.Kernel + "."));
        bool IsFunction = !Function.empty() && O.Callee == Function;
        if ((IsOperator && !O.Kernel.empty()) || IsFunction)
          if (Where.Places.size() < MaxPlaces)
            Where.Places.push_back(
                placeAt(lineAt(Of.Text, O.Line), IsFunction ? "the call of " + quoted(Function)
                                                            : "the call of " + quoted(O.Kernel)));
      }
  if (Function.empty() || !Where.Places.empty())
    return;
  for (const Source &Of : Sources)
    if (Location At = textAt(Of.Text, (Function + "(").str()); At.isValid()) {
      --At.End;
      Where.Places.push_back(placeAt(At, "the call of " + quoted(Function)));
      return;
    }
}

void TriagedPackage::messagePlaces(const Diagnosis &D, TriagePlaces &Where) const {
  StringRef Condition = D.capture("condition");
  if (Condition.empty())
    return;
  for (const Source &Of : Sources) {
    // A condition is spelled in the message, and again, with the suffixes of C++, in the test
    // before it.
    for (size_t From = 0; Where.Places.size() < MaxPlaces;) {
      Location At = textAt(Of.Text, Condition, From);
      if (!At.isValid())
        break;
      From = At.End;
      StringRef Line = Of.Text->line(At.begin().Line);
      if (!Line.contains("throw ") && !Line.contains("CHECK("))
        continue;
      Finding F = placeAt(At, "this check failed");
      for (const FunctionDump &Function : Of.Facts->Functions)
        for (const SymbolDump &S : Function.Symbols)
          if (llvm::is_contained(namesIn(Condition), S.Name))
            if (Location Made = lineAt(Of.Text, S.Line); Made.isValid())
              F.Notes.push_back({Made, "'" + S.Name + "' is " + S.Origin});
      Where.Places.push_back(std::move(F));
      break;
    }
  }
}

void TriagedPackage::suspects(const Diagnosis &D, TriagePlaces &Where) const {
  struct Ranked {
    TriageSuspect Suspect;
    unsigned Score;
  };
  std::vector<Ranked> All;
  StringRef Named = D.capture("kernel");
  bool OnHost = D.Of->What != nullptr && (D.Of->Id == "host-memory" || D.Of->Id == "crash");
  auto Concerns = [](const Finding &F) {
    const Rule *R = findRule(F.Rule);
    static constexpr StringRef Categories[] = {"AOTI01", "AOTI03", "AOTI05", "AOTI06",
                                               "AOTI07", "AOTI08", "AOTI12"};
    return R && llvm::is_contained(Categories, R->CategoryId);
  };
  for (const Source &Of : Sources) {
    // By the lines that they stand on, and that their notes and flows lead to.
    llvm::DenseMap<unsigned, llvm::SmallVector<const Finding *, 2>> At, Beside;
    auto Add = [&](auto &Into, const Location &Place, const Finding &F) {
      if (Place.isValid() && Place.Source->file() == Of.Text->file() &&
          Place.Source->member() == Of.Text->member())
        if (auto &Known = Into[Place.begin().Line]; !llvm::is_contained(Known, &F))
          Known.push_back(&F);
    };
    for (const Finding &F : Findings)
      if (Concerns(F)) {
        Add(At, F.At, F);
        for (const FindingNote &N : F.Notes)
          Add(Beside, N.At, F);
        for (const FlowStep &Step : F.Flow)
          Add(Beside, Step.At, F);
      }
    for (const FunctionDump &Function : Of.Facts->Functions)
      for (const OperationDump &O : Function.Operations) {
        bool OfHost = O.Device == "cpu";
        if (!isOfRun(Function) || (!isLaunch(O) && O.Kind != "shim" && O.Kind != "proxy") ||
            (OfHost && !OnHost))
          continue;
        unsigned Score = 0;
        std::string Reason;
        auto Raise = [&](unsigned To, std::string Why) {
          if (To > Score) {
            Score = To;
            Reason = std::move(Why);
          }
        };
        std::string Name = O.Kernel.empty() ? O.Callee : O.Kernel;
        if (!Named.empty() &&
            (Name == Named || Named.starts_with(Name + "_0d") || Named == O.Callee))
          Raise(100, "the log names it");
        for (const Finding *F : At.lookup(O.Line))
          Raise(80 + (F->Level == Severity::Error ? 5 : 0), F->Rule + " here: " + F->Message);
        auto RaiseForOperand = [&](unsigned Line) {
          // A result that nobody checked is no wrong address by itself.
          for (const Finding *F : At.lookup(Line))
            Raise(findRule(F->Rule)->CategoryId == "AOTI12"
                      ? 28
                      : 74 + (F->Level == Severity::Error ? 5 : 0),
                  F->Rule + " at what it is given: " + F->Message);
        };
        for (const OperandDump &Operand : O.Operands) {
          if (Operand.View >= 0)
            RaiseForOperand(Function.Views[Operand.View].Line);
          for (unsigned Buffer : Operand.Buffers)
            if (Buffer < Function.Buffers.size())
              RaiseForOperand(Function.Buffers[Buffer].Line);
        }
        for (const Finding *F : Beside.lookup(O.Line))
          Raise(68 + (F->Level == Severity::Error ? 5 : 0), F->Rule + " leads here: " + F->Message);
        // What cannot be proved.
        if (O.Proof)
          Raise(unprovedScore(*O.Proof), describeUnproved(*O.Proof));
        else if (isLaunch(O) && !O.Doubts.empty())
          Raise(45, "not all of it can be told: " + O.Doubts.front().Why);
        if (O.Kind == "proxy" && !StringRef(O.Kernel).starts_with("aten::"))
          Raise(40, "a custom operator, of which the package holds no code");
        if (isLaunch(O) && !O.Proof)
          for (const ScalarDump &S : O.Scalars)
            for (const std::string &Symbol : namesIn(S.Value)) {
              auto Known = llvm::find_if(Function.Symbols,
                                         [&](const SymbolDump &Of) { return Of.Name == Symbol; });
              if (Known == Function.Symbols.end())
                continue;
              bool IsOpen = !Known->Declared.Lo || !Known->Declared.Hi;
              Raise(IsOpen ? 34 : 20,
                    (S.Parameter.empty() ? "a size that it gets"
                                         : "its size " + quoted(S.Parameter)) +
                        " depends on " + quoted(Symbol) +
                        (IsOpen ? ", which the package takes " + describeRange(Known->Declared)
                                : ", which nothing checks unless AOTI_RUNTIME_CHECK_INPUTS is "
                                  "set"));
            }
        if (!Score && isLaunch(O))
          ++(O.Proof ? Where.ProvedLaunches : Where.OtherLaunches);
        if (!Score)
          continue;
        if (Location Place = lineAt(Of.Text, O.Line); Place.isValid())
          All.push_back({{Name, Place, Reason}, Score});
      }
  }
  llvm::sort(All, [](const Ranked &A, const Ranked &B) {
    return A.Score != B.Score ? A.Score > B.Score : A.Suspect.At < B.Suspect.At;
  });
  Where.MoreSuspects = All.size() - std::min(All.size(), MaxSuspects);
  All.resize(All.size() - Where.MoreSuspects);
  for (Ranked &R : All)
    Where.Suspects.push_back(std::move(R.Suspect));
}

void TriagedPackage::causes(const Diagnosis &D, TriagePlaces &Where) const {
  // Checks of inputs are one thing for the rules.
  auto IsOf = [&](StringRef Category) {
    return Category == D.Of->Category || (D.Of->Category == "AOTI02" && Category == "AOTI03") ||
           (D.Of->Category == "AOTI03" && Category == "AOTI02");
  };
  std::vector<const Finding *> Found;
  for (const Finding &F : Findings) {
    const Rule *R = findRule(F.Rule);
    if (R && IsOf(R->CategoryId) && F.At.isValid())
      Found.push_back(&F);
  }
  // They stand in one vector, so their addresses are their order.
  llvm::sort(Found, [](const Finding *A, const Finding *B) {
    return A->Level != B->Level ? A->Level > B->Level : A < B;
  });
  for (const Finding *F : llvm::ArrayRef(Found).take_front(MaxCauses))
    Where.Causes.push_back(*F);
}

} // namespace aoti
