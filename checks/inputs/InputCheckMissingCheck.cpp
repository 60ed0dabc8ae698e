#include "checks/inputs/InputCheckMissingCheck.h"
#include "Facts/AstQuery.h"
#include "Support/Quote.h"
#include "checks/inputs/InputText.h"

using namespace clang;

namespace aoti {

InputCheckMissingCheck::InputCheckMissingCheck(llvm::StringRef Name,
                                               clang::tidy::ClangTidyContext *Context)
    : UnitCheck(Name, Context), Advice(Options.get("Advice", false)) {}

void InputCheckMissingCheck::storeOptions(clang::tidy::ClangTidyOptions::OptionMap &Opts) {
  Options.store(Opts, "Advice", Advice);
}

namespace {

/// The first release whose wrappers have checks whatever they are compiled with; 2.7 and 2.8 cannot
/// be told from 2.6 in all forms.
constexpr unsigned AlwaysChecks = 9;
/// The first release that tests the devices of inputs.
constexpr unsigned TestsDevices = 8;

class MissingChecks {
public:
  MissingChecks(TuFacts &Facts, bool Advice, llvm::function_ref<void(const CodeFinding &)> Report)
      : Facts(Facts), Context(Facts.context()), Contract(Facts.contract()),
        Checks(Contract.checks()), Advice(Advice), Report(Report) {}

  void run() {
    if (!Checks.run() || !Checks.steal() || Contract.inputs().empty())
      return;
    std::set<unsigned> Told;
    for (const InputCheck &Check : Checks.checks())
      if (!Check.Runs && !Check.IsNamed && isGenerated(Check.Function))
        reportNeverCalled(Check, Told);
    reportUnchecked(Told);
    reportDevices();
  }

private:
  bool isGenerated(const FunctionDecl *F) const {
    return aoti::isGenerated(F->getLocation(), Context.getSourceManager(),
                             Facts.dialect().GeneratedBegin);
  }

  CodeNote note(SourceRange At, std::string Text) const {
    return {charRange(At, Context), std::move(Text)};
  }

  /// The inputs that a function looks at itself or by those that it calls.
  std::set<unsigned> looksAt(const InputCheck &Check) const {
    std::set<unsigned> Inputs = Check.Inputs;
    for (const FunctionDecl *Called : Check.Calls)
      if (const InputCheck *Other = Checks.check(Called))
        Inputs.insert(Other->Inputs.begin(), Other->Inputs.end());
    return Inputs;
  }

  std::string names(const std::set<unsigned> &Inputs) const {
    constexpr size_t MaxNames = 3;
    std::string Text;
    size_t I = 0;
    for (unsigned Input : Inputs) {
      if (I == MaxNames && Inputs.size() > MaxNames + 1)
        return Text + " and " + std::to_string(Inputs.size() - MaxNames) + " more inputs";
      if (I)
        Text += I + 1 == Inputs.size() ? " and " : ", ";
      Text += Contract.nameOf(Input);
      ++I;
    }
    return Text;
  }

  void reportNeverCalled(const InputCheck &Check, std::set<unsigned> &Told) {
    std::set<unsigned> Lost;
    for (unsigned Input : looksAt(Check))
      if (!Checks.isLookedAt(Input) && Input < Contract.inputs().size())
        Lost.insert(Input);
    if (Lost.empty())
      return;
    Told.insert(Lost.begin(), Lost.end());
    std::string Caller = Check.Function->getNumParams() > 1 ? "run_impl" : "__check_inputs_outputs";
    CodeFinding F;
    F.At = charRange(nameRange(Check.Function), Context);
    F.Message =
        "no run calls " + quoted(identifierOf(Check.Function)) + ", so that even with " +
        AskForChecks.str() + " no dtype, size or device of " + names(Lost) +
        " is tested: a wrong input is read out of bounds or gives wrong numbers; call it in "
        "'" +
        Caller + "', or compile the model again";
    F.Notes.push_back(note(Checks.steal()->getSourceRange(), "the model takes its inputs here"));
    Report(F);
  }

  void reportUnchecked(const std::set<unsigned> &Told) {
    size_t Count = Contract.inputs().size();
    std::set<unsigned> Missing;
    for (unsigned I = 0; I < Count; ++I)
      if (!Checks.isLookedAt(I) && !Told.count(I))
        Missing.insert(I);
    if (Missing.empty())
      return;
    const Dialect &D = Facts.dialect();
    CodeFinding F;
    if (Missing.size() == Count) {
      bool IsOld = D.Oldest && D.Oldest->Minor < AlwaysChecks && Checks.checks().empty();
      if (IsOld && !Advice)
        return;
      F.At = charRange(Checks.steal()->getSourceRange(), Context);
      F.Level = IsOld ? Severity::Note : Severity::Warning;
      F.Message = "no check looks at " +
                  (Count == 1 ? "the input " + names(Missing)
                              : "any of the " + std::to_string(Count) + " inputs") +
                  " before it is taken: a wrong dtype, shape or device is read out of bounds or "
                  "gives wrong numbers without an error; ";
      F.Message += IsOld
                       ? "torch 2.6 writes checks only where AOT_INDUCTOR_DEBUG_COMPILE=1 is set; "
                         "newer releases always do, and test with " +
                             AskForChecks.str()
                       : "compile the model again, and test it with " + AskForChecks.str();
      Report(F);
      return;
    }
    for (unsigned Input : Missing) {
      SourceRange At = Contract.inputs()[Input].At;
      if (At.isInvalid())
        At = Checks.steal()->getSourceRange();
      F = {};
      F.At = charRange(At, Context);
      F.Message = "no check looks at " + Contract.nameOf(Input) + ", input " +
                  std::to_string(Input) + " of the model, even with " + AskForChecks.str() +
                  ": a wrong dtype, shape or device is read out of bounds or gives wrong numbers; "
                  "compile the model again";
      for (const InputCheck &Check : Checks.checks())
        if (Check.Runs && Check.Look) {
          F.Notes.push_back(note(nameRange(Check.Function), "another input is tested here"));
          break;
        }
      Report(F);
    }
  }

  /// Since 2.8, which brought a function for each input, the type of the device is compared, of
  /// inputs on the CPU and on cards of CUDA (see `DEVICE_TO_INT` in
  /// torch/_inductor/codegen/cpp_utils.py).
  void reportDevices() {
    const Dialect &D = Facts.dialect();
    if (D.Device != DeviceType::Cpu && D.Device != DeviceType::Cuda &&
        D.Device != DeviceType::Unknown)
      return;
    const auto &Inputs = Facts.buffers().inputs();
    const InputDeclaration *Other = nullptr;
    for (const auto &[Index, Input] : Inputs)
      if (Input.DeviceType >= 0 && !Other)
        Other = &Input;
    for (const auto &[Index, Input] : Inputs) {
      const InputCheck *Check = Input.DtypeIn ? Checks.check(Input.DtypeIn) : nullptr;
      if (!Check || !Check->Runs || Input.DeviceAt.isValid() || Input.DeviceType >= 0 ||
          Facts.buffers().mayTestDevice(Index))
        continue;
      if (!Other && !D.isAtLeast(TestsDevices) &&
          !identifierOf(Check->Function).starts_with("check_input_"))
        continue;
      CodeFinding F;
      F.At = charRange(nameRange(Check->Function), Context);
      F.Message =
          quoted(identifierOf(Check->Function)) + " does not test the device of " +
          Contract.nameOf(Index) + ": with " + AskForChecks.str() +
          " too, an input on another device is taken, and its address used on the wrong one; "
          "compile the model again";
      F.Notes.push_back(note(Input.DtypeAt, "its dtype is tested here"));
      if (Other)
        F.Notes.push_back(note(Other->DeviceAt, "the device of another input is tested here"));
      Report(F);
    }
  }

  TuFacts &Facts;
  ASTContext &Context;
  const InputContract &Contract;
  const InputChecks &Checks;
  bool Advice;
  llvm::function_ref<void(const CodeFinding &)> Report;
};

} // namespace

void InputCheckMissingCheck::checkUnit(ASTContext &Context) {
  Facts = TuFacts::of(Context);
  if (Facts->dialect().Kind != SourceKind::Wrapper)
    return;
  MissingChecks(*Facts, Advice, [&](const CodeFinding &F) { report(F, Context); }).run();
}

} // namespace aoti
