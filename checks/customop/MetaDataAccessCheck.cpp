#include "checks/customop/MetaDataAccessCheck.h"
#include "Facts/AstQuery.h"
#include "checks/customop/MetaKernelText.h"

using namespace clang;

namespace aoti {
namespace {

/// What is wrong and what to do, without the kernel.
struct Fault {
  std::string What, Why, Remedy;
};

Fault faultOf(const MetaEvent &E, const MetaKernel &K, const ASTContext &Context) {
  std::string Code = shownCode(E, Context);
  std::string Operator = K.Operator.empty() ? "the operator" : "'" + K.Operator + "'";
  switch (E.Kind) {
  case MetaEventKind::Item:
    if (calleeName(cast<CallExpr>(E.At)) == "is_nonzero")
      return {Code + " reads a value of a tensor",
              "that has none when it is traced: with a dynamic size torch raises 'Cannot call "
              "numel() on tensor with symbolic sizes/strides'",
              "only compute shapes here"};
    return {Code + " reads a value of a tensor",
            "that has none when it is traced: torch.export stops with "
            "'UnsupportedOperatorException', as if " +
                Operator + " had no Meta kernel",
            "take the value as an argument of the operator, or derive the shape from sizes"};
  case MetaEventKind::DataDependentSize:
    return {Code + " makes a tensor whose size depends on data",
            "that is not there when it is traced: torch.export stops with "
            "'UnsupportedOperatorException', as if " +
                Operator + " had no Meta kernel",
            "write the Meta kernel in Python, with torch.library.register_fake and "
            "'torch.library.get_ctx().new_dynamic_size()'"};
  case MetaEventKind::DataPointer:
    return {Code + " takes the address of data",
            "that is not there when it is traced: 'Cannot access data pointer of Tensor (e.g. "
            "FakeTensor, FunctionalTensor)'",
            "only compute shapes here"};
  case MetaEventKind::UntypedDataPointer:
    return {Code + " takes the address of data",
            "that is not there when it is traced: with a dynamic size torch raises 'Cannot call "
            "numel() on tensor with symbolic sizes/strides'",
            "only compute shapes here"};
  case MetaEventKind::Accessor:
    return {Code + " accesses the elements of a tensor",
            "that has no data when it is traced: 'Cannot access data pointer of Tensor (e.g. "
            "FakeTensor, FunctionalTensor)'",
            "only compute shapes here"};
  case MetaEventKind::Transfer:
    return {Code + " moves a tensor to a real device",
            "though there is no data to move when it is traced: 'SymIntArrayRef expected to "
            "contain only concrete integers'",
            "leave it on its device"};
  case MetaEventKind::Launch:
    return {Code + " puts work on a GPU", "on memory that is not there when it is traced",
            "only compute shapes here"};
  case MetaEventKind::DefaultDevice:
    return {Code + " names no device, so it allocates on the CPU",
            "where symbolic sizes raise 'SymIntArrayRef expected to contain only concrete "
            "integers' and any result 'tensor's device must be `meta`, got cpu instead'",
            "take the options of an input ('x.options()'), or add '.device(at::kMeta)'"};
  case MetaEventKind::RealDevice:
    return {Code + " allocates on a real device",
            "where symbolic sizes raise 'SymIntArrayRef expected to contain only concrete "
            "integers' and any result 'tensor's device must be `meta`, got cpu instead'",
            "take the options of an input ('x.options()'), or use '.device(at::kMeta)'"};
  case MetaEventKind::DeviceCheck:
    return {"the check of " + Code + " always fails",
            "since all tensors are on the meta device when it is traced",
            "leave the check to the kernels of the devices"};
  default:
    return {};
  }
}

} // namespace

void MetaDataAccessCheck::checkUnit(ASTContext &Context) {
  Facts = TuFacts::of(Context);
  const MetaFacts &Meta = Facts->meta();
  const SourceManager &SM = Context.getSourceManager();
  for (const MetaEvent &E : Meta.events()) {
    if (E.Kind < MetaEventKind::Item)
      continue;
    const MetaKernel &K = Meta.kernels()[E.Kernel];
    const Expr *Place = reportedExpression(E, SM);
    if (!Place)
      continue;
    Fault F = faultOf(E, K, Context);
    CodeFinding Finding;
    Finding.Level = K.From == MetaKernel::Origin::ByName ? Severity::Warning : Severity::Error;
    Finding.At = E.Kind == MetaEventKind::DeviceCheck ? charRange(Place->getSourceRange(), Context)
                                                      : callRange(Place, Context);
    Finding.Message = F.What + " in " + describe(K) + ", " + F.Why + "; " + F.Remedy;
    Finding.Notes = originNotes(E, K, Context);
    report(Finding, Context);
  }
}

} // namespace aoti
