#include "checks/customop/OpDtypeCheck.h"
#include "Facts/AstQuery.h"
#include "Facts/KernelAccess.h"
#include "Facts/OperatorKernels.h"
#include <set>

using namespace clang;

namespace aoti {

/// Whether elements of a type are numbers of a dtype, and not bytes or groups of elements.
static bool isElement(QualType T, const ASTContext &Context) {
  if (T->isDependentType())
    return false;
  if (const auto *Record = T.getCanonicalType()->getAsCXXRecordDecl();
      Record && (identifierOf(Record) == "__half" || identifierOf(Record) == "__nv_bfloat16"))
    return true;
  std::string Dtype = dtypeOfType(T, Context);
  return !Dtype.empty() && Context.getTypeSize(T.getCanonicalType()) > 8;
}

void OpDtypeCheck::checkUnit(ASTContext &Context) {
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
      if (Use.AsksDtype || Use.IsDtypeUndecided)
        continue;
      for (const DataCast &Cast : Use.Casts) {
        QualType Element = Cast.Cast->getTypeAsWritten()->getPointeeType();
        SourceLocation At = SM.getFileLoc(Cast.Cast->getBeginLoc());
        // Integers that are written can be groups of smaller ones.
        bool IsPacked = Element->isIntegerType() && calleeName(Cast.Pointer) == "mutable_data_ptr";
        if (!isElement(Element, Context) || IsPacked || !Told.insert(At).second)
          continue;
        std::string Name = identifierOf(P).str(),
                    Type = Element.getUnqualifiedType().getAsString(Context.getPrintingPolicy());
        CodeFinding F;
        F.Level = Severity::Note;
        F.At = charRange(Cast.Cast->getSourceRange(), Context);
        F.Message = "the data of '" + Name + "' is taken for '" + Type +
                    "', and nothing in the kernel of '" + Kernel.Operator +
                    "' checks its dtype: a tensor of another one is read as wrong numbers, and "
                    "past its end if its elements are smaller; use 'data_ptr<" +
                    Type + ">()', which checks it, or a TORCH_CHECK of 'scalar_type()'";
        CharSourceRange Entry = charRange(P->getSourceRange(), Context);
        F.Notes.push_back({Entry, "the tensor comes in here, of any dtype"});
        F.Flow = {{Entry, "a tensor of any dtype comes in here"},
                  {F.At, "and is taken for '" + Type + "' here"}};
        report(F, Context);
        break;
      }
    }
  }
}

} // namespace aoti
