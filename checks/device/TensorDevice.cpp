#include "checks/device/TensorDevice.h"
#include "Facts/AstQuery.h"
#include "llvm/ADT/StringSet.h"

using namespace clang;
using llvm::StringRef;

namespace aoti {

namespace {

constexpr unsigned MaxDepth = 16;

/// Operations with a kernel of their own for each device, which computes in the memory of all
/// tensors given, and whose results lie on that device. Views, composites (they go on to the device
/// of their tensors), random numbers (generators, seeds) and indexing (indices may be on the CPU)
/// are none.
const llvm::StringSet<> &ownOperations() {
  static const llvm::StringSet<> Names = {
      "_adaptive_avg_pool2d",
      "_adaptive_avg_pool2d_backward",
      "_adaptive_avg_pool3d",
      "_adaptive_avg_pool3d_backward",
      "_addmm_activation",
      "_cdist_backward",
      "_cdist_forward",
      "_embedding_bag",
      "_embedding_bag_dense_backward",
      "_embedding_bag_forward_only",
      "_embedding_bag_per_sample_weights_backward",
      "_fft_c2c",
      "_fft_r2c",
      "_fused_rms_norm",
      "_grouped_mm",
      "_int_mm_out",
      "_pdist_backward",
      "_pdist_forward",
      "_scaled_grouped_mm",
      "_scaled_mm",
      "_scaled_mm_out",
      "_thnn_fused_lstm_cell",
      "_weight_int8pack_mm",
      "adaptive_max_pool2d",
      "adaptive_max_pool2d_backward",
      "adaptive_max_pool3d",
      "adaptive_max_pool3d_backward",
      "addbmm",
      "addmm_out",
      "addmv",
      "avg_pool2d",
      "avg_pool2d_backward",
      "avg_pool3d",
      "avg_pool3d_backward",
      "baddbmm_out",
      "bmm_out",
      "bucketize_Tensor",
      "cat",
      "cholesky_inverse",
      "convolution_backward",
      "fractional_max_pool2d",
      "fractional_max_pool2d_backward",
      "fractional_max_pool3d",
      "fractional_max_pool3d_backward",
      "gcd",
      "geqrf",
      "grid_sampler_2d_backward",
      "grid_sampler_3d",
      "grid_sampler_3d_backward",
      "histc",
      "index_reduce",
      "masked_select",
      "max_pool2d_with_indices",
      "max_pool2d_with_indices_backward",
      "max_pool3d_with_indices",
      "max_pool3d_with_indices_backward",
      "max_unpool2d",
      "max_unpool3d",
      "median",
      "mm_dtype_out",
      "mm_out",
      "mode",
      "nanmedian",
      "native_dropout",
      "nonzero",
      "nonzero_static",
      "ormqr",
      "repeat_interleave_Tensor",
      "replication_pad1d_backward",
      "replication_pad2d_backward",
      "scatter_reduce_two_out",
      "scatter_src_out",
      "scatter_value_out",
      "searchsorted_Scalar",
      "searchsorted_Tensor",
      "segment_reduce",
      "sort_stable",
      "topk",
      "triangular_solve",
      "upsample_bicubic2d_backward",
      "upsample_linear1d_backward",
      "upsample_trilinear3d_backward",
      // oneDNN
      "_linear_pointwise",
      "_linear_pointwise_binary",
      "_mkl_linear",
      "mkldnn__convolution_pointwise",
      "mkldnn__convolution_pointwise_binary",
      "mkldnn__convolution_pointwise_binary_",
      "mkldnn__convolution_transpose_pointwise",
      "mkldnn_rnn_layer",
  };
  return Names;
}

/// As above, but the results may live elsewhere: seeds and offsets of random numbers.
const llvm::StringSet<> &ownOperandOperations() {
  static const llvm::StringSet<> Names = {
      "_scaled_dot_product_cudnn_attention",
      "_scaled_dot_product_efficient_attention",
      "_scaled_dot_product_flash_attention",
      "_scaled_dot_product_flash_attention_for_cpu",
  };
  return Names;
}

/// Operations that take a CPU tensor without dimensions as a number.
const llvm::StringSet<> &scalarOperations() {
  static const llvm::StringSet<> Names = {"add_Tensor",    "cumprod",           "cumsum",
                                          "mul_Tensor",    "pow_Tensor_Scalar", "pow_Tensor_Tensor",
                                          "set_arg_tensor"};
  return Names;
}

/// Composites that go on to the device of their tensors and refuse a mixture.
const llvm::StringSet<> &togetherOperations() {
  static const llvm::StringSet<> Names = {"convolution"};
  return Names;
}

DeviceType certainDevice(const FunctionBuffers &Buffers, const Tensor &T, unsigned Depth);

DeviceType certainDevice(const FunctionBuffers &Buffers, const Storage &S, unsigned Depth) {
  switch (S.From) {
  case Storage::Origin::Allocation:
  case Storage::Origin::Stack:
  case Storage::Origin::Input:
    return normalizedDevice(S.Device);
  case Storage::Origin::Constant:
  case Storage::Origin::Unknown:
    return DeviceType::Unknown;
  case Storage::Origin::Result:
    break;
  }
  const Operation *Maker = S.Call ? Buffers.operation(S.Call) : nullptr;
  if (!Maker)
    return DeviceType::Unknown;
  if (Maker->K == Operation::Kind::Copy)
    return !Maker->Operands.empty() && !Maker->Operands[0].IsResult && Maker->Operands[0].T
               ? certainDevice(Buffers, *Maker->Operands[0].T, Depth + 1)
               : DeviceType::Unknown;
  if (Maker->Callee == "scalar_to_tensor_handle")
    return DeviceType::Cpu;
  return Maker->K == Operation::Kind::Shim && ownOperations().contains(operationName(Maker->Callee))
             ? normalizedDevice(Maker->Device)
             : DeviceType::Unknown;
}

DeviceType certainDevice(const FunctionBuffers &Buffers, const Tensor &T, unsigned Depth) {
  if (Depth > MaxDepth)
    return DeviceType::Unknown;
  std::optional<DeviceType> Common;
  for (const Storage *S : BufferFacts::storagesOf(T)) {
    DeviceType D = certainDevice(Buffers, *S, Depth);
    if (D == DeviceType::Unknown || (Common && *Common != D))
      return DeviceType::Unknown;
    Common = D;
  }
  return Common.value_or(DeviceType::Unknown);
}

} // namespace

DeviceType certainDevice(const FunctionBuffers &Buffers, const Tensor &T) {
  return certainDevice(Buffers, T, 0);
}

StringRef operationName(StringRef Callee) {
  if (!Callee.consume_front("aoti_torch_"))
    return {};
  auto [Device, Name] = Callee.split('_');
  if (parseDeviceType(Device) == DeviceType::Unknown ||
      parseDeviceType(Device) == DeviceType::Other)
    return {};
  size_t Version = Name.rfind("_v");
  if (Version != StringRef::npos && Version + 2 < Name.size() &&
      Name.find_first_not_of("0123456789", Version + 2) == StringRef::npos)
    Name = Name.take_front(Version);
  return Name;
}

bool isOwnDeviceIndex(const Expr *E) {
  for (unsigned Depth = 0; E && Depth < 4; ++Depth) {
    E = stripWrappers(E);
    const ValueDecl *D = nullptr;
    if (const auto *Member = dyn_cast<MemberExpr>(E))
      D = Member->getMemberDecl();
    else if (const auto *Ref = dyn_cast<DeclRefExpr>(E))
      D = Ref->getDecl();
    else if (const auto *Member = dyn_cast<CXXDependentScopeMemberExpr>(E))
      return Member->getMember().isIdentifier() &&
             Member->getMember().getAsIdentifierInfo()->getName() == "device_idx_";
    if (!D)
      return false;
    if (D->getDeclName().isIdentifier() && D->getName() == "device_idx_")
      return true;
    const auto *V = dyn_cast<VarDecl>(D);
    E = V && !isa<ParmVarDecl>(V) ? V->getInit() : nullptr;
  }
  return false;
}

std::string deviceText(DeviceType D) {
  return D == DeviceType::Cpu ? "the CPU" : deviceTypeName(D).str();
}

bool hasDimensions(const FunctionBuffers &Buffers, const BufferFacts &Facts, const Tensor &T,
                   unsigned Depth) {
  if (T.HasGeometry)
    return !T.Sizes.empty();
  if (!T.DeclaredSizes.empty())
    return true;
  if (Depth > MaxDepth)
    return false;
  if (T.K == Tensor::Kind::Merged)
    return !T.Sources.empty() && llvm::all_of(T.Sources, [&](const Tensor *Source) {
      return hasDimensions(Buffers, Facts, *Source, Depth + 1);
    });
  if (T.K == Tensor::Kind::Alias)
    return T.Base && hasDimensions(Buffers, Facts, *T.Base, Depth + 1);
  if (T.K != Tensor::Kind::Whole || !T.In)
    return false;
  if (T.In->From == Storage::Origin::Input)
    if (auto It = Facts.inputs().find(T.In->Index); It != Facts.inputs().end())
      return !It->second.Sizes.empty() || !It->second.Strides.empty();
  const Operation *Maker = T.In->Call ? Buffers.operation(T.In->Call) : nullptr;
  return Maker && Maker->K == Operation::Kind::Copy && !Maker->Operands.empty() &&
         !Maker->Operands[0].IsResult &&
         hasDimensions(Buffers, Facts, *Maker->Operands[0].T, Depth + 1);
}

ShimDevice shimDevice(StringRef Callee) {
  StringRef Name = operationName(Callee);
  if (ownOperations().contains(Name) || ownOperandOperations().contains(Name))
    return ShimDevice::Own;
  if (togetherOperations().contains(Name))
    return ShimDevice::Together;
  return scalarOperations().contains(Name) ? ShimDevice::Scalar : ShimDevice::Any;
}

std::string tensorText(const Operand &O) {
  StringRef Name;
  if (const VarDecl *V = O.Argument ? namedVariable(O.Argument) : nullptr)
    if (V->getDeclName().isIdentifier() && !V->getType()->isArrayType())
      Name = V->getName();
  if (Name.empty() && O.T)
    for (const Storage *S : BufferFacts::storagesOf(*O.T))
      if (Name.empty())
        Name = S->Name;
  return Name.empty() ? "a tensor" : "'" + Name.str() + "'";
}

} // namespace aoti
