#include "checks/customop/OpContiguityCheck.h"
#include "Facts/AstQuery.h"
#include "Facts/KernelAccess.h"
#include "Facts/OperatorKernels.h"
#include <set>

using namespace clang;

namespace aoti {

void OpContiguityCheck::checkUnit(ASTContext &Context) {
  Facts = TuFacts::of(Context);
  if (Facts->dialect().Kind != SourceKind::Other)
    return;
  const SourceManager &SM = Context.getSourceManager();
  // Kernels can share the code that gets at their data.
  std::set<SourceLocation> Told;
  for (const OperatorKernel &Kernel : Facts->operatorKernels().all()) {
    if (!Kernel.seesData())
      continue;
    for (const auto &[P, Use] : Facts->tensorAccesses().of(Kernel.Function).Tensors) {
      if (!Use.Walk || !Use.HasExtent || Use.IsSingle || Use.AsksStrides || Use.IsUndecided)
        continue;
      const DataWalk &Walk = *Use.Walk;
      SourceLocation At = SM.getFileLoc(Walk.Pointer->getBeginLoc());
      if (!Told.insert(At).second)
        continue;
      std::string Name = identifierOf(P).str();
      CodeFinding F;
      F.Level = Severity::Note;
      F.At = charRange(Walk.Pointer->getSourceRange(), Context);
      F.Message = (Walk.Callee.empty() ? "the data of '" + Name + "' is indexed"
                                       : Walk.Callee + " gets the data of '" + Name + "'") +
                  " with its sizes and without its strides, and nothing in the kernel of '" +
                  Kernel.Operator +
                  "' checks that it is contiguous: for a transposed or sliced input the results "
                  "are wrong, or memory outside of it is read; begin with 'TORCH_CHECK(" +
                  Name + ".is_contiguous())' or use '" + Name + ".contiguous()'";
      CharSourceRange Entry = charRange(P->getSourceRange(), Context);
      F.Notes.push_back({Entry, "the tensor comes in here, with any strides"});
      F.Flow = {{Entry, "a tensor with any strides comes in here"},
                {F.At, "and is taken for contiguous here"}};
      report(F, Context);
    }
  }
}

} // namespace aoti
