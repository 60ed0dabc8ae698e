#include "Facts/ShimResults.h"
#include "Facts/ExternNodes.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/MathExtras.h"

using namespace clang;
using llvm::SmallVector;
using llvm::StringRef;

namespace aoti {

const ShimOperator *ShimResults::find(StringRef Op) {
  using S = ShimResults;
  static const llvm::StringMap<ShimOperator> Operators = {
      {"sort", {&S::sort, 5, 2}},
      {"sort_stable", {&S::sort, 6, 2}},
      {"topk", {&S::topk, 7, 2}},
      {"kthvalue", {&S::selectOne, 6, 2}},
      {"mode", {&S::selectOne, 5, 2}},
      {"median", {&S::middle, 2, 1}},
      {"nanmedian", {&S::middle, 2, 1}},
      {"cumsum", {&S::running, 4, 1}},
      {"cumprod", {&S::running, 4, 1}},
      {"cummax", {&S::runningExtreme, 4, 2}},
      {"cummin", {&S::runningExtreme, 4, 2}},
      {"logcumsumexp", {&S::contiguousLike, 3, 1}},
      {"histc", {&S::histc, 5, 1}},
      {"searchsorted_Tensor", {&S::searchSorted, 7, 1}},
      {"searchsorted_Scalar", {&S::searchSortedOne, 7, 1}},
      {"bucketize_Tensor", {&S::bucketize, 5, 1}},
      {"_cdist_forward", {&S::distances, 5, 1}},
      {"nonzero", {&S::count, 2, 1, true}},
      {"nonzero_static", {&S::countFixed, 4, 1}},
      {"masked_select", {&S::select, 3, 1, true}},
      {"repeat_interleave_Tensor", {&S::repeat, 3, 1, true}},
      {"randperm", {&S::permutation, 7, 1}},
      {"hann_window", {&S::window, 7, 1}},
      {"rand", {&S::random, 8, 1}},
      {"randn", {&S::random, 8, 1}},
      {"rand_generator", {&S::randomGenerator, 9, 1}},
      {"randn_generator", {&S::randomGenerator, 9, 1}},
      {"randint", {&S::integers, 9, 1}},
      {"randint_generator", {&S::integersGenerator, 10, 1}},
      {"randint_low", {&S::integersFrom, 10, 1}},
      {"rand_like", {&S::randomLike, 8, 1}},
      {"randn_like", {&S::randomLike, 8, 1}},
      {"rand_like_generator", {&S::randomLikeGenerator, 9, 1}},
      {"randn_like_generator", {&S::randomLikeGenerator, 9, 1}},
      {"randint_like", {&S::integersLike, 9, 1}},
      {"randint_like_low_dtype", {&S::integersLikeFrom, 10, 1}},
      {"uniform", {&S::drawn, 5, 1}},
      {"exponential", {&S::drawn, 4, 1}},
      {"normal_functional", {&S::drawn, 5, 1}},
      {"_linear_pointwise", {&S::linearPointwise, 8, 1}},
      {"_linear_pointwise_binary", {&S::linearPointwiseBinary, 6, 1}},
      {"_mkl_linear", {&S::linearPacked, 6, 1}},
      {"convolution", {&S::convolution, 14, 1}},
      {"mkldnn__convolution_pointwise", {&S::convolutionPointwise, 15, 1}},
      {"mkldnn__convolution_pointwise_binary", {&S::convolutionPointwiseBinary, 18, 1}},
      {"max_pool2d_with_indices", {&S::maxPool2d, 12, 2}},
      {"max_pool3d_with_indices", {&S::maxPool3d, 12, 2}},
      {"avg_pool2d", {&S::averagePool2d, 11, 1}},
      {"avg_pool3d", {&S::averagePool3d, 11, 1}},
      {"_adaptive_avg_pool2d", {&S::adaptivePool2d, 4, 1}},
      {"_adaptive_avg_pool3d", {&S::adaptivePool3d, 4, 1}},
      {"adaptive_max_pool2d", {&S::adaptivePool2d, 5, 2}},
      {"adaptive_max_pool3d", {&S::adaptivePool3d, 5, 2}},
      {"cat", {&S::concatenate, 4, 1}},
      {"add_Tensor", {&S::elementwise, 4, 1}},
      {"sub_Tensor", {&S::elementwise, 4, 1}},
      {"mul_Tensor", {&S::elementwise, 3, 1}},
      {"gcd", {&S::elementwise, 3, 1}},
      {"add_Scalar", {&S::elementwiseScalar, 4, 1}},
      {"mul_Scalar", {&S::elementwiseScalar, 3, 1}},
      {"pow_Tensor_Scalar", {&S::elementwiseScalar, 3, 1}},
      {"index_put", {&S::changedCopy, 6, 1}},
      {"index_reduce", {&S::contiguousLike, 7, 1}},
      {"masked_scatter", {&S::maskedScatter, 4, 1}},
      {"_scaled_dot_product_flash_attention_for_cpu", {&S::attentionCpu, 9, 2}},
      {"_scaled_dot_product_flash_attention", {&S::attentionFlash, 7, 0}},
      {"_scaled_dot_product_efficient_attention", {&S::attentionEfficient, 8, 0}},
      {"_embedding_bag", {&S::embeddingBagTraining, 13, 4}},
      {"_embedding_bag_forward_only", {&S::embeddingBagForwardOnly, 13, 4}},
      {"_fft_r2c", {&S::fourierReal, 6, 1}},
      {"_fft_c2c", {&S::fourierComplex, 6, 1}},
      {"aten::_linalg_svd", {&S::singularValues, 3, 3}},
      {"aten::linalg_inv_ex", {&S::inverse, 1, 2}},
      {"aten::multinomial", {&S::chosen, 2, 1}},
      {"aten::bincount", {&S::occurrences, 1, 1, true}},
      {"mm_out", {&S::productOut, 3, 0}},
      {"bmm_out", {&S::productOut, 3, 0}},
      {"addmm_out", {&S::addedProductOut, 6, 0}},
      {"baddbmm_out", {&S::addedProductOut, 6, 0}},
  };
  auto It = Operators.find(Op);
  return It == Operators.end() ? nullptr : &It->second;
}

void ShimResults::describe() {
  (this->*Call.Operator->Describe)();
  for (Tensor *T : Call.Results)
    T->ShapeOf = Missing != T ? Missing : nullptr;
}

//===----------------------------------------------------------------------===//
// Memory formats, broadcasting, windows
//===----------------------------------------------------------------------===//

ExpressionList ShimResults::channelsLast(const ExpressionList &Sizes) const {
  ExpressionList Strides(Sizes.size());
  Expression Next = constant(1);
  auto Place = [&](size_t I) {
    Strides[I] = Next;
    Next = Next && Sizes[I] ? Next * Sizes[I] : Expression();
  };
  Place(1);
  for (size_t I = Sizes.size(); I-- > 2;)
    Place(I);
  Place(0);
  return Strides;
}

std::optional<bool> ShimResults::suggestsChannelsLast(const Geometry &G) const {
  if (G.rank() != 4 && G.rank() != 5)
    return false;
  if (!G.hasSizes() || !G.hasStrides())
    return std::nullopt;
  SmallVector<size_t, 5> Order{1};
  for (size_t I = G.rank(); I-- > 2;)
    Order.push_back(I);
  Order.push_back(0);
  if (G.Strides[1].constantValue() == 0)
    return false;
  Expression Least;
  for (size_t I : Order) {
    if (G.Sizes[I].constantValue() == 0)
      return false;
    std::optional<int> Fits = Least ? compareSizes(G.Strides[I], Least) : 1;
    if (!Fits)
      return std::nullopt;
    if (*Fits < 0)
      return false;
    // What is ambiguous is taken for the plain order.
    if (I == 0) {
      std::optional<int> IsAmbiguous = compareSizes(Least, G.Strides[1]);
      if (!IsAmbiguous)
        return std::nullopt;
      if (*IsAmbiguous == 0)
        return false;
    }
    Least = G.Strides[I];
    if (G.Sizes[I].constantValue() != 1)
      Least = Least * G.Sizes[I];
  }
  return true;
}

Expression ShimResults::broadcast(Expression A, Expression B) const {
  if (!A || !B)
    return Expression();
  if (A == B || B.constantValue() == 1)
    return A;
  if (A.constantValue() == 1)
    return B;
  // One that is fixed is what the other spreads to, or is.
  if (A.isConstant() && !B.isConstant())
    return A;
  if (B.isConstant() && !A.isConstant())
    return B;
  return Expression();
}

std::optional<ExpressionList> ShimResults::broadcast(const ExpressionList &A,
                                                     const ExpressionList &B) const {
  const ExpressionList &Long = A.size() >= B.size() ? A : B, &Short = &Long == &A ? B : A;
  ExpressionList Sizes = Long;
  size_t Skip = Long.size() - Short.size();
  for (size_t I = 0; I < Short.size(); ++I) {
    Sizes[Skip + I] = broadcast(Long[Skip + I], Short[I]);
    if (!Sizes[Skip + I])
      return std::nullopt;
  }
  return Sizes;
}

Expression ShimResults::places(Expression Size, const Window &W, bool UpTo) const {
  if (!Size || !W.Kernel)
    return Expression();
  Expression Room = Size + W.Padding * 2 - W.Dilation * (W.Kernel - 1) - 1;
  std::optional<int64_t> Step = W.Stride.constantValue();
  if (Step == 1)
    return Room + 1;
  if (!UpTo)
    return floorDiv(Room, W.Stride) + 1;
  std::optional<int64_t> Fixed = Room.constantValue(), From = Size.constantValue(),
                         Padding = W.Padding.constantValue();
  if (!Fixed || !Step || *Step <= 0 || !From || !Padding || *Fixed < 0)
    return Expression();
  int64_t Last = *Fixed / *Step + (*Fixed % *Step != 0), Start, End;
  if (llvm::MulOverflow(Last, *Step, Start) || llvm::AddOverflow(*From, *Padding, End))
    return Expression();
  // The last one has to start inside of the tensor or of the padding in front of it.
  return constant(Start >= End ? Last : Last + 1);
}

//===----------------------------------------------------------------------===//
// The walk's side
//===----------------------------------------------------------------------===//

void BufferWalk::describeResults(const CallExpr *Call, StringRef Op, DeviceType Device,
                                 llvm::ArrayRef<Tensor *> Results) {
  const ShimOperator *O = ShimResults::find(Op);
  if (!O || Call->getNumArgs() < O->Arguments || (O->Results && Results.size() != O->Results))
    return;
  ShimCall &Noted = ShimCalls.emplace_back();
  Noted.Op = Op;
  Noted.Operator = O;
  Noted.Device = Device;
  Noted.Results.append(Results.begin(), Results.end());
  for (const Expr *Given : Call->arguments()) {
    ShimCall::Argument &Argument = Noted.Arguments.emplace_back();
    Argument.Given = Given;
    Argument.IsNull = isNullArgument(Given);
    QualType Type = Given->getType();
    if (Type->isIntegerType())
      Argument.Value = evaluate(Given);
    else if ((Type->isPointerType() && Type->getPointeeType()->isIntegerType()) ||
             (Type->isArrayType() && Type->getArrayElementTypeNoTypeQual()->isIntegerType()))
      Argument.List = array(Given);
    else if (!(Argument.T = tensorOf(Given)))
      collectTensors(Given, Argument.Tensors);
  }
  describe(Noted);
}

void BufferWalk::describeExternResults(const CallExpr *Call, const ExternNode &Node,
                                       llvm::ArrayRef<Tensor *> Results) {
  const ShimOperator *O = ShimResults::find(Node.Target);
  if (!O || Node.Inputs.size() < O->Arguments || Results.size() != O->Results ||
      Node.Outputs.size() != O->Results)
    return;
  ShimCall Noted;
  Noted.Op = Node.Target;
  Noted.Operator = O;
  Noted.Results.append(Results.begin(), Results.end());
  // The tensors stand in the order of the operator's parameters.
  SmallVector<Tensor *, 4> Given;
  if (const Operation *By = Out.operation(Call))
    for (const Operand &Argument : By->Operands)
      if (!llvm::is_contained(Results, Argument.T))
        Given.push_back(const_cast<Tensor *>(Argument.T));
  size_t Next = 0;
  for (const ExternArgument &Input : Node.Inputs) {
    ShimCall::Argument &Argument = Noted.Arguments.emplace_back();
    Argument.IsNull = Input.Kind == "as_none";
    if (Input.Flag)
      Argument.Value = Expressions.constant(*Input.Flag);
    else if ((Input.Kind == "as_int" || Input.Kind == "as_sym_int") && Input.Integers[0].Value)
      Argument.Value = Expressions.constant(*Input.Integers[0].Value);
    for (size_t I = 0; I < Input.Tensors.size(); ++I, ++Next) {
      if (Next >= Given.size())
        return;
      Argument.T = Input.Tensors.size() == 1 ? Given[Next] : nullptr;
    }
  }
  if (Next != Given.size())
    return;
  // It runs where what it is given lies.
  Noted.Device = Given.empty() || !Given[0]->In ? DeviceType::Unknown : Given[0]->In->Device;
  for (Tensor *T : Results)
    if (T->In && T->In->Device == DeviceType::Unknown)
      const_cast<Storage *>(T->In)->Device = Noted.Device;
  describe(ShimCalls.emplace_back(std::move(Noted)));
}

void BufferWalk::describe(ShimCall &Call) { ShimResults(*this, Call).describe(); }

void BufferWalk::nameCounts(ShimCall &Call) {
  if (!Call.Operator->IsCounting)
    return;
  Tensor *R = Call.Results[0];
  if (R->HasGeometry || !R->HasShape || R->ShapeSizes.empty() || R->ShapeSizes[0])
    return;
  R->ShapeSizes[0] = dimension(R, false, 0, {}, R->At, false);
  describe(Call);
}

} // namespace aoti
