#include "checks/device/DeviceCopyLostCheck.h"
#include "Facts/AstQuery.h"
#include "Facts/BufferFacts.h"
#include "checks/device/TensorDevice.h"

using namespace clang;

namespace aoti {

namespace {

/// The first release that allocates a buffer on the device that the program names.
constexpr unsigned KeepsIndex = 13;

class LostCopyFinder {
public:
  LostCopyFinder(ASTContext &Context, const BufferFacts &Facts, const FunctionBuffers &Buffers,
                 llvm::function_ref<void(const CodeFinding &)> Report)
      : Context(Context), Facts(Facts), Buffers(Buffers), Report(Report) {}

  void run() {
    for (const Operation &O : Buffers.Operations)
      if (O.K == Operation::Kind::Copy && O.Callee == "aoti_torch_copy_" && O.Operands.size() == 2)
        check(O, O.Operands[0], O.Operands[1]);
  }

private:
  void check(const Operation &O, const Operand &Target, const Operand &Source) {
    const Tensor &To = *Target.T, &From = *Source.T;
    if (!isNew(O, To))
      return;
    DeviceType Device = certainDevice(Buffers, To);
    if (!isGpu(Device) || Device != certainDevice(Buffers, From))
      return;
    auto Sources = BufferFacts::storagesOf(From);
    if (!llvm::all_of(Sources, [](const Storage *S) {
          // A buffer on a literal index is one that the copy brings home.
          return S->From != Storage::Origin::Allocation || isOwnDeviceIndex(S->DeviceIndex);
        }))
      return;
    if (!To.Dtype.empty() && !From.Dtype.empty() && To.Dtype != From.Dtype)
      return;
    if (differInShape(To, From))
      return;
    report(O, Target, Source, Device);
  }

  /// Whether a tensor is a whole buffer of the model's own device that nothing touched before.
  bool isNew(const Operation &Copy, const Tensor &T) const {
    const Storage *S = T.In;
    if (!S || S->From != Storage::Origin::Allocation || !isOwnDeviceIndex(S->DeviceIndex))
      return false;
    for (const Tensor *Part = &T; Part->K != Tensor::Kind::Whole; Part = Part->Base)
      if (Part->K != Tensor::Kind::Alias || !Part->Base)
        return false;
    for (const TensorUse *U : Buffers.usesOf(*S))
      if (U->K != TensorUse::Kind::Check)
        return U->By == &Copy && U->K == TensorUse::Kind::CopyInto;
    return false;
  }

  bool differInShape(const Tensor &To, const Tensor &From) const {
    if (!To.HasGeometry)
      return false;
    const ExpressionList &Sizes = From.HasGeometry ? From.Sizes : From.DeclaredSizes;
    const ExpressionList &Strides = From.HasGeometry ? From.Strides : From.DeclaredStrides;
    if (From.HasGeometry || !Sizes.empty()) {
      if (Sizes.size() != To.Sizes.size() || Strides.size() != To.Strides.size())
        return true;
      for (unsigned I = 0; I < Sizes.size(); ++I)
        if (differ(Sizes[I], To.Sizes[I]) ||
            (differ(Strides[I], To.Strides[I]) && To.Sizes[I].constantValue() != 1))
          return true;
      return false;
    }
    for (const Storage *S : BufferFacts::storagesOf(From)) {
      auto It =
          S->From == Storage::Origin::Input ? Facts.inputs().find(S->Index) : Facts.inputs().end();
      if (It == Facts.inputs().end())
        continue;
      for (const auto &[Dimension, Admitted] : It->second.Sizes) {
        if (Dimension >= To.Sizes.size())
          return true;
        if (auto Size = To.Sizes[Dimension].constantValue())
          if ((Admitted.Lo && *Size < *Admitted.Lo) || (Admitted.Hi && *Size > *Admitted.Hi))
            return true;
      }
    }
    return false;
  }

  /// Whether two sizes are certainly not the same.
  static bool differ(Expression A, Expression B) {
    if (!A || !B)
      return false;
    auto First = A.constantValue(), Second = B.constantValue();
    return First && Second && *First != *Second;
  }

  void report(const Operation &O, const Operand &Target, const Operand &Source, DeviceType Device) {
    std::string To = tensorText(Target), From = tensorText(Source);
    std::string Kind = deviceTypeName(Device).str();
    bool IsInput = llvm::any_of(BufferFacts::storagesOf(*Source.T),
                                [](const Storage *S) { return S->From == Storage::Origin::Input; });
    CodeFinding F;
    F.At = charRange(O.Call->getSourceRange(), Context);
    F.Message = "'aoti_torch_copy_' copies " + From + " to " + To +
                ", which is allocated on the model's own device: a program has such a copy only to "
                "move data to another " +
                Kind + " device, and torch before 2.13 drops the index of that device; " +
                (IsInput ? "unless the caller hands over " + From +
                               " on another device than the model's, the copy does nothing"
                         : std::string("the copy does nothing")) +
                " and " + To +
                " is not where the program put it; compile with torch 2.13 or newer, or move the "
                "tensor outside of the model";
    CharSourceRange Made = charRange(Target.T->In->At, Context);
    std::string Allocated = To + " is allocated on the model's own device here";
    for (const Storage *S : BufferFacts::storagesOf(*Source.T)) {
      if (S->From == Storage::Origin::Result)
        continue;
      std::string What = From + (S->From == Storage::Origin::Input
                                     ? " is input " + std::to_string(S->Index) + ", on " + Kind
                                     : " lies on the model's own device too");
      CharSourceRange At = charRange(S->At, Context);
      F.Notes.push_back({At, What});
      F.Flow.push_back({At, What});
    }
    F.Notes.push_back({Made, Allocated});
    F.Flow.push_back({Made, Allocated});
    F.Flow.push_back({F.At, "the copy stays on one device"});
    Report(F);
  }

  ASTContext &Context;
  const BufferFacts &Facts;
  const FunctionBuffers &Buffers;
  llvm::function_ref<void(const CodeFinding &)> Report;
};

} // namespace

void DeviceCopyLostCheck::checkUnit(ASTContext &Context) {
  Facts = TuFacts::of(Context);
  const Dialect &D = Facts->dialect();
  // Where the release is not known, the form tells: newer ones print an index.
  if (D.Kind != SourceKind::Wrapper || (D.Oldest && !D.isBefore(KeepsIndex)))
    return;
  auto Report = [&](const CodeFinding &F) { report(F, Context); };
  for (const FunctionBuffers &Buffers : Facts->buffers().functions())
    LostCopyFinder(Context, Facts->buffers(), Buffers, Report).run();
}

} // namespace aoti
