#include "checks/package/ShimVersionCheck.h"
#include "Facts/ShimUses.h"
#include "Shim/ShimTable.h"
#include "Support/Quote.h"
#include "checks/package/MissingShim.h"

using namespace clang;

namespace aoti {

ShimVersionCheck::ShimVersionCheck(llvm::StringRef Name, tidy::ClangTidyContext *Context)
    : UnitCheck(Name, Context), LoadTorch(Options.get("LoadTorch", "").str()),
      Torch(parseTorchReleases(LoadTorch)) {
  if (!LoadTorch.empty() && !Torch)
    configurationDiag("'%0' is not a release of torch such as '2.9' or '2.9.1'") << LoadTorch;
}

void ShimVersionCheck::checkUnit(ASTContext &Context) {
  if (!Torch)
    return;
  Facts = TuFacts::of(Context);
  TorchBounds Needed;
  for (const ShimUse &Use : Facts->shimUses())
    Needed.add(Use.Name);
  for (const ShimUse &Use : Facts->shimUses()) {
    std::optional<std::string> Why = whyMissing(Use.Name, *Torch);
    if (!Why) {
      if (const ShimFunction *Function = findShimFunction(Use.Name))
        checkForm(Use, *Function, Context);
      continue;
    }
    CodeFinding F;
    F.Level = Severity::Error;
    F.At = charRange(Use.At, Context);
    F.Message = "torch " + Torch->name() + " has no " + quoted(Use.Name) + ", which is used here" +
                (Use.Count > 1 ? " and " + std::to_string(Use.Count - 1) + " more " +
                                     (Use.Count > 2 ? "times" : "time")
                               : "") +
                ": " + *Why +
                ", so the package cannot be loaded there ('undefined symbol: " + Use.Name + "'); " +
                adviceForMissing(Needed, *Torch);
    report(F, Context);
  }
}

void ShimVersionCheck::checkForm(const ShimUse &Use, const ShimFunction &Function,
                                 const ASTContext &Context) {
  const ShimForm *There = Function.formIn(*Torch);
  if (!There)
    return;
  for (const ShimUse::Call &Call : Use.Calls) {
    if (Call.NumArguments == There->numParameters())
      continue;
    // A number of arguments that no release knows is no matter of releases.
    const auto *Meant = llvm::find_if(Function.Forms, [&](const ShimForm &Form) {
      return Form.numParameters() == Call.NumArguments;
    });
    if (Meant == Function.Forms.end())
      continue;
    std::string Range =
        Meant->Last ? "up to " + Meant->Last->name() : "from " + Meant->First.name() + " on";
    CodeFinding F;
    F.Level = Severity::Error;
    F.At = charRange(Call.At, Context);
    F.Message = quoted(Use.Name) + " is called with " + std::to_string(Call.NumArguments) +
                " arguments, as torch " + Range + " takes them, and torch " + Torch->name() +
                " takes " + std::to_string(There->numParameters()) +
                ": the package loads there without an error, and the call reads arguments that are "
                "not there; compile the "
                "model again with torch " +
                Torch->name() + ", or load it with torch " + Range;
    report(F, Context);
  }
}

} // namespace aoti
