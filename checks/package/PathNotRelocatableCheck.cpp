#include "checks/package/PathNotRelocatableCheck.h"
#include "Facts/CompileCommand.h"
#include "Facts/KernelLoads.h"
#include "Facts/TuFacts.h"
#include "Support/Quote.h"

using namespace clang;

namespace aoti {

void PathNotRelocatableCheck::checkUnit(ASTContext &Context) {
  Facts = TuFacts::of(Context);
  checkLoads(Context);
  if (TargetGiven)
    checkCommand(Context);
}

void PathNotRelocatableCheck::checkLoads(const ASTContext &Context) {
  for (const KernelLoad &Load :
       findKernelLoads(Facts->context(), Facts->dialect().GeneratedBegin)) {
    if (Load.Directory || !Load.isAbsolute())
      continue;
    CodeFinding F;
    F.Level = Severity::Warning;
    F.At = charRange(Load.Literal->getSourceRange(), Context);
    F.Message = "the kernel is loaded from " + quoted(Load.Path) +
                ", a path of the machine that compiled the package, and from nowhere else: on any "
                "other machine, or once the compiler's cache is "
                "cleared, the first run stops with 'file not found'; pass the folder of the "
                "package as 'this->cubin_dir_'";
    report(F, Context);
  }
}

void PathNotRelocatableCheck::checkCommand(const ASTContext &Context) {
  SourceKind Kind = Facts->dialect().Kind;
  if (Kind != SourceKind::Wrapper && Kind != SourceKind::Kernel)
    return;
  const SourceManager &SM = Context.getSourceManager();
  llvm::StringRef Text = SM.getBufferData(SM.getMainFileID());
  std::optional<CompileCommand> Command = findCompileCommand(Text);
  if (!Command)
    return;
  llvm::StringRef Flag = Command->find("-march=native");
  if (Flag.empty())
    Flag = Command->find("-mcpu=native");
  if (Flag.empty())
    return;
  SourceLocation Begin = SM.getLocForStartOfFile(SM.getMainFileID())
                             .getLocWithOffset(static_cast<int>(Flag.data() - Text.data()));
  CodeFinding F;
  F.Level = Severity::Warning;
  F.At =
      CharSourceRange::getCharRange(Begin, Begin.getLocWithOffset(static_cast<int>(Flag.size())));
  F.Message = "this source was compiled with " + quoted(Flag) +
              ": the compiler could use every instruction of the machine that it ran on, which "
              "nothing in the package names, and a CPU that "
              "lacks one ends the process with 'Illegal instruction'; compile the model on a CPU "
              "like that of the machine it will be loaded on";
  report(F, Context);
}

} // namespace aoti
