#include "Facts/ConstantFacts.h"
#include "Facts/ShimResults.h"

using namespace clang;
using llvm::StringRef;

namespace aoti {

//===----------------------------------------------------------------------===//
// Layers
//===----------------------------------------------------------------------===//

void ShimResults::linear(unsigned Weight) {
  // Both are of one dtype.
  like(0, dtype(0).empty() && !dtype(Weight).empty() ? Weight : 0u);
  std::optional<Geometry> Self = sized(0), By = sized(Weight);
  if (!Self || Self->rank() == 0 || !By || By->rank() != 2)
    return;
  Self->Sizes.back() = By->Sizes[0];
  contiguous(0, Self->Sizes);
}

bool ShimResults::isPacked(const Tensor *T) const {
  if (!T || !T->In || T->In->From != Storage::Origin::Constant ||
      Walk.Facts.constants().models().size() != 1)
    return false;
  const InfoEntry *Entry = Walk.Facts.constants().models()[0].constant(T->In->Index);
  return Entry && Entry->Layout.isSettled() && Entry->Layout.Value != "strided";
}

void ShimResults::convolution() {
  std::optional<int64_t> IsTransposed = number(9);
  Expression Groups = value(12);
  if (!IsTransposed || !Groups)
    return;
  convolve(0, 1, 3, 5, 7, *IsTransposed ? std::optional(10u) : std::nullopt, Groups, false);
}

void ShimResults::convolutionPointwise() {
  if (Expression Groups = value(9))
    convolve(0, 1, 5, 3, 7, std::nullopt, Groups, true);
}

void ShimResults::convolutionPointwiseBinary() {
  if (Expression Groups = value(10))
    convolve(0, 2, 6, 4, 8, std::nullopt, Groups, true);
}

void ShimResults::convolve(unsigned InputAt, unsigned WeightAt, unsigned StrideAt,
                           unsigned PaddingAt, unsigned DilationAt,
                           std::optional<unsigned> OutputPaddingAt, Expression Groups,
                           bool IsPointwise) {
  like(0, dtype(InputAt).empty() && !dtype(WeightAt).empty() ? WeightAt : InputAt);
  std::optional<Geometry> Input = geometry(InputAt), Weight = sized(WeightAt);
  std::optional<ExpressionList> Stride = list(StrideAt), Padding = list(PaddingAt),
                                Dilation = list(DilationAt);
  std::optional<ExpressionList> OutputPadding;
  if (OutputPaddingAt)
    OutputPadding = list(*OutputPaddingAt);
  if (!Weight || Weight->rank() < 3)
    return;
  size_t Rank = Weight->rank();
  if (!Input && tensor(InputAt)) {
    // It has as many dimensions as the weight, and the channels that the weight takes; a package
    // that does not check its inputs says no more of it.
    Tensor *Root = Walk.dimensionRoot(tensor(InputAt));
    if (!Root->In || Root->In->From != Storage::Origin::Input || Root->HasShape)
      return;
    ExpressionList Sizes;
    for (size_t I = 0; I < Rank; ++I)
      Sizes.push_back(
          I == 1 ? (OutputPaddingAt ? Weight->Sizes[0] : Weight->Sizes[1] * Groups)
                 : Walk.dimension(Root, false, static_cast<unsigned>(I), {}, Root->At, false));
    Walk.setShape(Root, Sizes, ExpressionList(Rank));
    Input = Walk.geometryOf(Root);
  }
  if (!Input || Input->rank() != Rank || !Stride || !Padding || !Dilation ||
      (OutputPaddingAt && !OutputPadding))
    return;
  for (const auto *List : {&*Stride, &*Padding, &*Dilation})
    if (List->size() != Rank - 2)
      return;
  if (OutputPadding && OutputPadding->size() != Rank - 2)
    return;
  ExpressionList Sizes{Input->Sizes[0],
                       OutputPaddingAt ? Weight->Sizes[1] * Groups : Weight->Sizes[0]};
  for (size_t I = 2; I < Rank; ++I) {
    Expression From = Input->Sizes[I];
    Window W{Weight->Sizes[I], (*Stride)[I - 2], (*Padding)[I - 2], (*Dilation)[I - 2]};
    if (!From)
      Sizes.push_back(Expression());
    else if (OutputPaddingAt)
      Sizes.push_back((From - 1) * W.Stride - W.Padding * 2 + W.Dilation * (W.Kernel - 1) +
                      (*OutputPadding)[I - 2] + 1);
    else
      Sizes.push_back(places(From, W, false));
  }

  // Channels last where either operand is so (`mkldnn_conv_use_channels_last`), and where a weight
  // is packed.
  std::optional<bool> IsLast;
  StringRef Dtype = Call.Results[0]->Dtype;
  if (IsPointwise && isPacked(tensor(WeightAt)))
    IsLast = Rank > 3;
  else if (Rank > 3)
    IsLast = either(suggestsChannelsLast(*Input), suggestsChannelsLast(*Weight));
  else
    IsLast = either(suggestsChannelsLast(asPlane(contiguousCopy(*Input))),
                    suggestsChannelsLast(asPlane(*Weight)));
  // In double precision, and for three dimensions without oneDNN, it depends on the way that is
  // taken.
  if (isCpu() && IsLast == true &&
      (Dtype.empty() || Dtype == "float64" || (Rank > 4 && !IsPointwise)))
    IsLast = std::nullopt;
  if (!isCpu() && IsLast == true) {
    // What the library of the card makes of it depends on its release, and on the operands.
    bool IsPlain = Call.Device == DeviceType::Cuda && Groups.constantValue() == 1 &&
                   !OutputPaddingAt &&
                   (Dtype == "float32" || Dtype == "float16" || Dtype == "bfloat16");
    if (!IsPlain)
      IsLast = std::nullopt;
  }
  if (Rank == 3 && IsLast == true)
    shape(0, Sizes,
          {Sizes[1] && Sizes[2] ? Sizes[1] * Sizes[2] : Expression(), constant(1), Sizes[1]});
  else
    formatted(0, Sizes, IsLast);
}

void ShimResults::pool(bool HasIndices, unsigned CeilAt, unsigned Spatial) {
  like(0, 0u);
  if (HasIndices)
    dtype(1, "int64");
  std::optional<Geometry> Self = geometry(0);
  std::optional<ExpressionList> Kernel = list(1), Stride = list(3), Padding = list(5),
                                Dilation = HasIndices ? list(7) : ExpressionList();
  std::optional<int64_t> Ceil = number(CeilAt);
  if (!Self || (Self->rank() != Spatial + 1 && Self->rank() != Spatial + 2) || !Kernel || !Stride ||
      !Padding || !Dilation || !Ceil)
    return;
  // One number stands for all dimensions; no stride for that of the kernel.
  if (Stride->empty())
    Stride = Kernel;
  auto At = [&](const ExpressionList &List, size_t I, int64_t Default) {
    return List.empty() ? constant(Default) : List.size() == 1 ? List[0] : List[I];
  };
  for (const auto *List : {&*Kernel, &*Stride, &*Padding, &*Dilation})
    if (List->size() > 1 && List->size() != Spatial)
      return;
  ExpressionList Sizes = Self->Sizes;
  for (size_t I = 0; I < Spatial; ++I) {
    Expression &Size = Sizes[Sizes.size() - Spatial + I];
    Window W{At(*Kernel, I, 1), At(*Stride, I, 1), At(*Padding, I, 0), At(*Dilation, I, 1)};
    Size = places(Size, W, *Ceil != 0);
  }
  std::optional<bool> IsLast = suggestsChannelsLast(*Self);
  if (IsLast == true && (!isCpu() || Spatial == 3))
    IsLast = std::nullopt;
  for (unsigned R = 0; R < Call.Results.size(); ++R)
    formatted(R, Sizes, IsLast);
}

void ShimResults::adaptivePool(unsigned Spatial) {
  like(0, 0u);
  if (Call.Results.size() > 1)
    dtype(1, "int64");
  std::optional<Geometry> Self = geometry(0);
  std::optional<ExpressionList> Given = list(1);
  if (!Self || !Given || Given->size() != Spatial || Self->rank() < Spatial + 1)
    return;
  ExpressionList Sizes = Self->Sizes;
  for (size_t I = 0; I < Spatial; ++I)
    Sizes[Sizes.size() - Spatial + I] = (*Given)[I];
  std::optional<bool> IsLast = suggestsChannelsLast(*Self);
  if (IsLast == true && (!isCpu() || Spatial == 3))
    IsLast = std::nullopt;
  for (unsigned R = 0; R < Call.Results.size(); ++R)
    formatted(R, Sizes, IsLast);
}

//===----------------------------------------------------------------------===//
// Attention, bags
//===----------------------------------------------------------------------===//

/// The dtype that sums of another are made in where the result keeps it: `acc_type` of the CPU.
static StringRef accumulated(StringRef Dtype) {
  return Dtype == "float16" || Dtype == "bfloat16" ? StringRef("float32") : Dtype;
}

void ShimResults::attentionCpu() {
  like(0, 0u);
  dtype(1, accumulated(dtype(0)));
  std::optional<Geometry> Query = geometry(0);
  if (!Query || Query->rank() != 4)
    return;
  shape(0, Query->Sizes, Walk.stridesLike(*Query));
  const ExpressionList &S = Query->Sizes;
  if (Query->hasSizes())
    shape(1, {S[0], S[1], S[2]}, {S[1] * S[2], constant(1), S[1]});
}

void ShimResults::attentionFlash() {
  if (Call.Results.size() < 2)
    return;
  like(0, 0u);
  dtype(1, "float32");
  std::optional<Geometry> Query = geometry(0);
  if (!Query || Query->rank() != 4)
    return;
  sizes(0, Query->Sizes);
  contiguous(1, {Query->Sizes[0], Query->Sizes[1], Query->Sizes[2]});
}

void ShimResults::attentionEfficient() {
  if (Call.Results.empty())
    return;
  like(0, 0u);
  std::optional<Geometry> Query = geometry(0), Value = geometry(2);
  if (!Query || Query->rank() != 4 || !Value || Value->rank() != 4)
    return;
  Query->Sizes[3] = Value->Sizes[3];
  sizes(0, Query->Sizes);
}

void ShimResults::embeddingBag(bool ForwardOnly) {
  like(0, 0u);
  for (unsigned R : {1u, 2u, 3u})
    like(R, 1u);
  std::optional<Geometry> Weight = sized(0), Indices = geometry(1), Offsets = sized(2);
  std::optional<int64_t> Mode = number(4), HasLastOffset = number(7), Padding = number(8);
  if (!Weight || Weight->rank() != 2 || !Offsets || Offsets->rank() != 1 || !Mode || !HasLastOffset)
    return;
  Expression Bags = Offsets->Sizes[0] - (*HasLastOffset ? 1 : 0);
  constexpr int64_t Sum = 0, Max = 2;
  contiguous(0, {Bags, Weight->Sizes[1]});
  // On the CPU plain sums that are not for training keep one entry for each offset, the last one
  // too; on a card all do.
  if (isCpu() || !*HasLastOffset) {
    Expression Entries = ForwardOnly && *Mode == Sum ? Offsets->Sizes[0] : Bags;
    contiguous(2, {Entries});
    if (*Mode == Max)
      contiguous(3, {Entries, Weight->Sizes[1]});
    else
      contiguous(3, {Entries});
  }
  // They need no map from indices to bags there, and leave it empty (`is_fast_path_sum`).
  StringRef Dtype = Call.Results[0]->Dtype;
  bool IsFast = isCpu() && *Mode == Sum && isNull(6) && Padding && *Padding < 0 &&
                Weight->Strides[1] && Weight->Strides[1].constantValue() == 1 &&
                (Dtype == "float32" || Dtype == "float16" || Dtype == "bfloat16");
  if (IsFast)
    contiguous(1, {constant(0)});
  else if (*Mode != Sum && Indices && Indices->rank() == 1)
    contiguous(1, {Indices->Sizes[0]});
}

} // namespace aoti
