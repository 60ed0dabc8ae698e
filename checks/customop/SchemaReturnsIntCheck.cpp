#include "checks/customop/SchemaReturnsIntCheck.h"
#include "Facts/AstQuery.h"
#include "Facts/OperatorTypes.h"
#include "Facts/TorchTypes.h"
#include "checks/customop/SchemaText.h"
#include "clang/AST/DeclTemplate.h"

using namespace clang;

namespace aoti {

/// Whether torch infers an `int` for what a kernel returns, alone or in a tuple.
static bool returnsPlainInteger(QualType T, const ASTContext &Context) {
  if (inferredType(T, Context) == "int")
    return true;
  const auto *Tuple = dyn_cast_or_null<ClassTemplateSpecializationDecl>(recordOf(T));
  if (!Tuple || recordName(T) != "tuple")
    return false;
  auto IsInteger = [&](const TemplateArgument &Argument) {
    return Argument.getKind() == TemplateArgument::Type &&
           inferredType(Argument.getAsType(), Context) == "int";
  };
  for (const TemplateArgument &Argument : Tuple->getTemplateArgs().asArray())
    if (Argument.getKind() == TemplateArgument::Pack
            ? llvm::any_of(Argument.pack_elements(), IsInteger)
            : IsInteger(Argument))
      return true;
  return false;
}

void SchemaReturnsIntCheck::checkUnit(ASTContext &Context) {
  Facts = TuFacts::of(Context);
  if (Facts->dialect().Kind != SourceKind::Other)
    return;
  const SourceManager &SM = Context.getSourceManager();
  for (const OperatorRegistration &R : Facts->operators().all()) {
    if (!R.IsDefinition || !R.Schema || !isInMainFile(R.Call->getBeginLoc(), SM))
      continue;
    CodeFinding F;
    F.Message =
        "'" + R.Operator +
        "' returns an 'int' that it computes from tensors; torch.export keeps the number that "
        "the Meta kernel gives for the example, whatever the "
        "model gets later; return a 'SymInt' from kernels that return c10::SymInt, or a tensor";
    F.Notes.push_back(
        {charRange(R.Call->getSourceRange(), Context), "the operator is defined here"});
    if (!R.Schema->HasSignature) {
      // Torch makes the schema of the kernel.
      auto Parameters = R.Kernel ? schemaParameters(R.Kernel) : std::nullopt;
      if (R.IsStable || !Parameters ||
          llvm::none_of(
              *Parameters,
              [&](const ParmVarDecl *P) {
                return StringRef(inferredType(P->getType(), Context)).starts_with("Tensor");
              }) ||
          !returnsPlainInteger(R.Kernel->getReturnType(), Context))
        continue;
      F.At = charRange(R.Call->getSourceRange(), Context);
      F.Notes.push_back({charRange(SourceRange(R.Kernel->getLocation()), Context),
                         "its schema is made of this kernel"});
      report(F, Context);
      continue;
    }
    // What depends on no tensor is the same in every run.
    bool TakesTensor = llvm::any_of(
        R.Schema->Arguments, [](const SchemaArgument &A) { return A.Type.Base == "Tensor"; });
    if (!TakesTensor)
      continue;
    for (const SchemaArgument &Result : R.Schema->Results) {
      if (!isPlainInteger(Result.Type) || !Result.Type.Suffix.empty())
        continue;
      F.At = schemaTypeRange(R, Result.Type, Context);
      report(F, Context);
      break;
    }
  }
}

} // namespace aoti
