#include "checks/customop/OpStorageOffsetCheck.h"
#include "Facts/AstQuery.h"
#include "Facts/KernelAccess.h"
#include "Facts/OperatorKernels.h"
#include <set>

using namespace clang;

namespace aoti {

void OpStorageOffsetCheck::checkUnit(ASTContext &Context) {
  Facts = TuFacts::of(Context);
  if (Facts->dialect().Kind != SourceKind::Other)
    return;
  const SourceManager &SM = Context.getSourceManager();
  // Kernels can share the code that gets at their data.
  std::set<SourceLocation> Told;
  for (const OperatorKernel &Kernel : Facts->operatorKernels().all()) {
    if (!Kernel.seesData())
      continue;
    const KernelAccess &Access = Facts->tensorAccesses().of(Kernel.Function);
    if (Access.AsksStorage)
      continue;
    for (const auto &[P, Use] : Access.Tensors) {
      for (const Expr *Pointer : Use.StoragePointers) {
        if (!Told.insert(SM.getFileLoc(Pointer->getBeginLoc())).second)
          continue;
        std::string Name = identifierOf(P).str();
        CodeFinding F;
        F.Level = Severity::Note;
        F.At = charRange(Pointer->getSourceRange(), Context);
        F.Message = "this is where the storage of '" + Name +
                    "' begins, not its data: for a slice, or a weight that lies in one blob with "
                    "others, the kernel of '" +
                    Kernel.Operator + "' works on other elements; use '" + Name +
                    ".data_ptr()', which adds the storage offset";
        CharSourceRange Entry = charRange(P->getSourceRange(), Context);
        F.Notes.push_back({Entry, "the tensor comes in here, with any storage offset"});
        F.Flow = {{Entry, "a tensor with any storage offset comes in here"},
                  {F.At, "which is left out here"}};
        report(F, Context);
      }
    }
  }
}

} // namespace aoti
