#include "checks/customop/SchemaReturnsIntCheck.h"
#include "Facts/AstQuery.h"
#include "Facts/OperatorTypes.h"
#include "checks/customop/SchemaText.h"

using namespace clang;

namespace aoti {

void SchemaReturnsIntCheck::checkUnit(ASTContext &Context) {
  Facts = TuFacts::of(Context);
  if (Facts->dialect().Kind != SourceKind::Other)
    return;
  const SourceManager &SM = Context.getSourceManager();
  for (const OperatorRegistration &R : Facts->operators().all()) {
    if (!R.IsDefinition || !R.Schema->HasSignature || !isInMainFile(R.Call->getBeginLoc(), SM))
      continue;
    // What depends on no tensor is the same in every run.
    bool TakesTensor = llvm::any_of(
        R.Schema->Arguments, [](const SchemaArgument &A) { return A.Type.Base == "Tensor"; });
    if (!TakesTensor)
      continue;
    for (const SchemaArgument &Result : R.Schema->Results) {
      if (!isPlainInteger(Result.Type) || !Result.Type.Suffix.empty())
        continue;
      CodeFinding F;
      F.At = schemaTypeRange(R, Result.Type, Context);
      F.Message =
          "'" + R.Operator +
          "' returns an 'int' that it computes from tensors; torch.export keeps the number that "
          "the Meta kernel gives for the example, whatever the "
          "model gets later; return a 'SymInt' from kernels that return c10::SymInt, or a tensor";
      F.Notes.push_back(
          {charRange(R.Call->getSourceRange(), Context), "the operator is defined here"});
      report(F, Context);
      break;
    }
  }
}

} // namespace aoti
