//===- ShimResults.cpp - what shims make of what they are given -----------===//
//
// Dtypes, sizes and strides of the results of ATen's operators, as their C shims are declared in
// torch/csrc/inductor/aoti_torch: a result is said to be what the operator makes it in every
// release and on every machine, and nothing where that is not fixed. test/Corpus/shim_results.py
// holds all of it to the operators themselves.
//
//===----------------------------------------------------------------------===//
#include "Facts/BufferWalk.h"
#include "Facts/ConstantFacts.h"
#include "Facts/ExternNodes.h"
#include "llvm/ADT/StringMap.h"

using namespace clang;
using llvm::SmallVector;
using llvm::StringRef;

namespace aoti {

namespace {

bool isInteger(StringRef Dtype) {
  return Dtype.starts_with("int") || Dtype.starts_with("uint") || Dtype == "bool";
}

/// Where promotion puts a dtype: bool, integers, floating point, complex numbers.
int category(StringRef Dtype) {
  return Dtype == "bool" ? 0 : isInteger(Dtype) ? 1 : Dtype.contains("complex") ? 3 : 2;
}

/// The dtype that sums of another are made in where the result keeps it: `acc_type` of the CPU.
StringRef accumulated(StringRef Dtype) {
  return Dtype == "float16" || Dtype == "bfloat16" ? StringRef("float32") : Dtype;
}

/// What is said of each dimension of a window that slides over a tensor.
struct Window {
  Expression Kernel, Stride, Padding, Dilation;
};

} // namespace

/// Describes the results of one call.
class ShimResults {
public:
  ShimResults(BufferWalk &Walk, ShimCall &Call)
      : Walk(Walk), Call(Call), Expressions(Walk.Expressions) {}

  using Method = void (ShimResults::*)();
  struct Operator {
    Method Describe;
    unsigned Arguments, Results;
  };
  /// Null for operators of which nothing is said.
  static const Operator *find(StringRef Op);

  /// What the operator itself fixes.
  void describe(const Operator &O) {
    (this->*O.Describe)();
    for (Tensor *T : Call.Results)
      T->ShapeOf = Missing != T ? Missing : nullptr;
  }

private:
  // What the call is given.
  Tensor *tensor(unsigned I) const { return Call.Arguments[I].T; }
  std::optional<Geometry> geometry(unsigned I) { return geometryOf(tensor(I)); }
  /// Where its sizes are all known; its strides do not matter.
  std::optional<Geometry> sized(unsigned I) {
    std::optional<Geometry> G = Walk.geometryOf(tensor(I));
    if (G && G->hasSizes())
      return G;
    if (!Missing)
      Missing = tensor(I);
    return std::nullopt;
  }
  std::optional<Geometry> geometryOf(Tensor *T) {
    std::optional<Geometry> G = Walk.geometryOf(T);
    if (T && !Missing && (!G || !G->hasSizes() || !G->hasStrides()))
      Missing = T;
    return G;
  }
  StringRef dtype(unsigned I) const {
    return tensor(I) ? StringRef(tensor(I)->Dtype) : StringRef();
  }
  Expression value(unsigned I) const { return Call.Arguments[I].Value; }
  std::optional<int64_t> number(unsigned I) const {
    return value(I) ? value(I).constantValue() : std::nullopt;
  }
  bool isNull(unsigned I) const { return Call.Arguments[I].IsNull; }
  /// The array that is given with its length behind it.
  std::optional<ExpressionList> list(unsigned I) const {
    std::optional<ExpressionList> Values = Call.Arguments[I].List;
    std::optional<int64_t> Count = number(I + 1);
    if (!Values || !Count || *Count < 0 || static_cast<size_t>(*Count) > Values->size())
      return std::nullopt;
    Values->truncate(static_cast<size_t>(*Count));
    if (!llvm::all_of(*Values, [](Expression E) { return E && !E.hasOpaque(); }))
      return std::nullopt;
    return Values;
  }
  /// A dimension as ATen counts it, negative ones from the end; a scalar has one.
  std::optional<unsigned> dimension(unsigned I, size_t Rank) const {
    std::optional<int64_t> D = number(I);
    int64_t Count = std::max<int64_t>(static_cast<int64_t>(Rank), 1);
    if (!D || *D < -Count || *D >= Count)
      return std::nullopt;
    return static_cast<unsigned>(*D < 0 ? *D + Count : *D);
  }
  bool isCpu() const { return Call.Device == DeviceType::Cpu; }

  // What is said of results.
  void dtype(unsigned R, StringRef Name) { Walk.declareDtype(Call.Results[R], Name); }
  void like(unsigned R, Tensor *T) {
    if (!T)
      return;
    if (!T->Dtype.empty())
      Walk.declareDtype(Call.Results[R], T->Dtype);
    if (T != Call.Results[R])
      Call.Results[R]->Like = T;
  }
  void like(unsigned R, unsigned I) { like(R, tensor(I)); }
  /// The dtype of an optional argument, or another one where it is left out.
  void dtypeOr(unsigned R, unsigned I, StringRef Default) {
    dtype(R, isNull(I) ? Default : Walk.dtypeArgument(Call.Arguments[I].Given));
  }
  void shape(unsigned R, const ExpressionList &Sizes, ExpressionList Strides) {
    if (Strides.size() != Sizes.size())
      Strides.assign(Sizes.size(), Expression());
    Walk.setShape(Call.Results[R], Sizes, std::move(Strides));
  }
  void contiguous(unsigned R, const ExpressionList &Sizes) {
    shape(R, Sizes, Walk.contiguousStrides(Sizes));
  }
  /// Sizes of which the order in memory is not fixed.
  void sizes(unsigned R, const ExpressionList &Sizes) { shape(R, Sizes, {}); }
  /// In the memory format, which is known or not.
  void formatted(unsigned R, const ExpressionList &Sizes, std::optional<bool> IsChannelsLast) {
    if (!IsChannelsLast)
      sizes(R, Sizes);
    else
      shape(R, Sizes, *IsChannelsLast ? channelsLast(Sizes) : Walk.contiguousStrides(Sizes));
  }

  /// Strides of matrices that are stored by columns, one behind the other.
  ExpressionList columnMajor(const ExpressionList &Sizes) const {
    ExpressionList Strides = Walk.contiguousStrides(Sizes);
    Strides[Sizes.size() - 2] = constant(1);
    Strides.back() = Sizes[Sizes.size() - 2];
    return Strides;
  }
  Expression constant(int64_t Value) const { return Expressions.constant(Value); }
  ExpressionList channelsLast(const ExpressionList &Sizes) const;
  /// Whether its strides are those of the plain order, those of a size 1 too.
  bool isPlain(const Geometry &G) const {
    return G.hasSizes() && G.hasStrides() && G.Strides == Walk.contiguousStrides(G.Sizes);
  }
  /// What `contiguous()` makes.
  Geometry contiguousCopy(const Geometry &G) const {
    return Walk.isContiguous(G) || !G.hasStrides()
               ? G
               : Geometry{G.Sizes, Walk.contiguousStrides(G.Sizes)};
  }
  /// A row of samples as a plane of one row, as convolutions take it.
  Geometry asPlane(Geometry G) const {
    Expression Step = G.Sizes[2] && G.Strides[2] ? G.Sizes[2] * G.Strides[2] : Expression();
    G.Sizes.insert(G.Sizes.begin() + 2, constant(1));
    G.Strides.insert(G.Strides.begin() + 2, Step);
    return G;
  }
  /// Whether ATen takes a tensor for one in a channels-last format (`suggest_memory_format`).
  std::optional<bool> suggestsChannelsLast(const Geometry &G) const;
  /// Whether ATen takes either of two tensors for that.
  static std::optional<bool> either(std::optional<bool> A, std::optional<bool> B) {
    if (A == true || B == true)
      return true;
    return A && B ? std::optional(false) : std::nullopt;
  }
  /// The size that both spread to; no expression where that is not known.
  Expression broadcast(Expression A, Expression B) const;
  std::optional<ExpressionList> broadcast(const ExpressionList &A, const ExpressionList &B) const;
  /// The number of places of a window; \p UpTo counts a last one that is not all inside.
  Expression places(Expression Size, const Window &W, bool UpTo) const;

  // Operators. Their arguments are those of the shim, in its order.
  void sort();
  void topk();
  void selectOne();
  void middle();
  void running();
  void runningExtreme();
  void contiguousLike();
  void histc();
  void searchSorted();
  void searchSortedOne();
  void bucketize();
  void distances();
  void count();
  void countFixed();
  void select();
  void repeat();
  void permutation();
  void window();
  void filled(unsigned Sizes, unsigned Dtype, StringRef Default);
  void random() { filled(0, 2, "float32"); }
  void randomGenerator() { filled(0, 3, "float32"); }
  void integers() { filled(1, 3, "int64"); }
  void integersGenerator() { filled(1, 4, "int64"); }
  void integersFrom() { filled(2, 4, "int64"); }
  void filledLike(unsigned Dtype, unsigned Format);
  void randomLike() { filledLike(1, 6); }
  void randomLikeGenerator() { filledLike(2, 7); }
  void integersLike() { filledLike(2, 7); }
  void integersLikeFrom() { filledLike(3, 8); }
  void drawn();
  void linear(unsigned Weight);
  void linearPointwise() { linear(1); }
  void linearPointwiseBinary() { linear(2); }
  void linearPacked() { linear(2); }
  void convolution();
  void convolutionPointwise();
  void convolutionPointwiseBinary();
  void pool(bool HasIndices, unsigned Ceil, unsigned Spatial);
  void maxPool2d() { pool(true, 9, 2); }
  void maxPool3d() { pool(true, 9, 3); }
  void averagePool2d() { pool(false, 7, 2); }
  void averagePool3d() { pool(false, 7, 3); }
  void adaptivePool(unsigned Spatial);
  void adaptivePool2d() { adaptivePool(2); }
  void adaptivePool3d() { adaptivePool(3); }
  void concatenate();
  void elementwise();
  void elementwiseScalar();
  void changedCopy();
  void maskedScatter();
  void attentionCpu();
  void attentionFlash();
  void attentionEfficient();
  void embeddingBag();
  void singularValues();
  void inverse();
  void chosen();
  void occurrences();
  /// The order in memory depends on that in which the library transforms the dimensions.
  void transformed(const ExpressionList &Sizes) {
    if (Sizes.size() == 1)
      contiguous(0, Sizes);
    else
      sizes(0, Sizes);
  }
  void fourierReal();
  void fourierComplex();
  void product(unsigned Left);
  void productOut() { product(1); }
  void addedProductOut() { product(2); }

  /// What the convolution of \p Input with \p Weight makes; lists are positions of arguments.
  void convolve(unsigned Input, unsigned Weight, unsigned Stride, unsigned Padding,
                unsigned Dilation, std::optional<unsigned> OutputPadding, Expression Groups,
                bool IsPointwise);
  /// Whether a weight is packed in a format of oneDNN.
  bool isPacked(const Tensor *T) const;

  BufferWalk &Walk;
  ShimCall &Call;
  ExpressionContext &Expressions;
  /// An operand whose shape was asked for and is not all known.
  const Tensor *Missing = nullptr;
};

const ShimResults::Operator *ShimResults::find(StringRef Op) {
  using S = ShimResults;
  static const llvm::StringMap<Operator> Operators = {
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
      {"nonzero", {&S::count, 2, 1}},
      {"nonzero_static", {&S::countFixed, 4, 1}},
      {"masked_select", {&S::select, 3, 1}},
      {"repeat_interleave_Tensor", {&S::repeat, 3, 1}},
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
      {"_embedding_bag", {&S::embeddingBag, 13, 4}},
      {"_embedding_bag_forward_only", {&S::embeddingBag, 13, 4}},
      {"_fft_r2c", {&S::fourierReal, 6, 1}},
      {"_fft_c2c", {&S::fourierComplex, 6, 1}},
      {"aten::_linalg_svd", {&S::singularValues, 3, 3}},
      {"aten::linalg_inv_ex", {&S::inverse, 1, 2}},
      {"aten::multinomial", {&S::chosen, 2, 1}},
      {"aten::bincount", {&S::occurrences, 1, 1}},
      {"mm_out", {&S::productOut, 3, 0}},
      {"bmm_out", {&S::productOut, 3, 0}},
      {"addmm_out", {&S::addedProductOut, 6, 0}},
      {"baddbmm_out", {&S::addedProductOut, 6, 0}},
  };
  auto It = Operators.find(Op);
  return It == Operators.end() ? nullptr : &It->second;
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
  int64_t Count = (*Fixed + *Step - 1) / *Step + 1;
  // The last one has to start inside of the tensor or of the padding in front of it.
  return constant((Count - 1) * *Step >= *From + *Padding ? Count - 1 : Count);
}

//===----------------------------------------------------------------------===//
// Order and search
//===----------------------------------------------------------------------===//

void ShimResults::sort() {
  like(0, 0u);
  dtype(1, "int64");
  if (std::optional<Geometry> Self = geometry(0))
    for (unsigned R : {0u, 1u})
      shape(R, Self->Sizes, Walk.stridesLike(*Self));
}

void ShimResults::topk() {
  like(0, 0u);
  dtype(1, "int64");
  std::optional<Geometry> Self = sized(0);
  std::optional<unsigned> Dim = Self ? dimension(2, Self->rank()) : std::nullopt;
  Expression Count = value(1);
  if (!Dim || !Count || Count.hasOpaque())
    return;
  if (Self->rank() > 0)
    Self->Sizes[*Dim] = Count;
  for (unsigned R : {0u, 1u})
    contiguous(R, Self->Sizes);
}

void ShimResults::selectOne() {
  like(0, 0u);
  dtype(1, "int64");
  unsigned At = Call.Op == "mode" ? 1 : 2;
  std::optional<Geometry> Self = sized(0);
  std::optional<unsigned> Dim = Self ? dimension(At, Self->rank()) : std::nullopt;
  std::optional<int64_t> Keeps = number(At + 1);
  if (!Dim || !Keeps)
    return;
  if (Self->rank() > 0) {
    if (*Keeps)
      Self->Sizes[*Dim] = constant(1);
    else
      Self->Sizes.erase(Self->Sizes.begin() + *Dim);
  }
  for (unsigned R : {0u, 1u})
    contiguous(R, Self->Sizes);
}

void ShimResults::middle() {
  like(0, 0u);
  shape(0, {}, {});
}

void ShimResults::histc() {
  like(0, 0u);
  if (Expression Bins = value(1); Bins && !Bins.hasOpaque())
    contiguous(0, {Bins});
}

void ShimResults::searchSorted() {
  if (std::optional<int64_t> IsNarrow = number(2))
    dtype(0, *IsNarrow ? "int32" : "int64");
  if (std::optional<Geometry> Values = sized(1))
    contiguous(0, Values->Sizes);
}

void ShimResults::searchSortedOne() {
  if (std::optional<int64_t> IsNarrow = number(2))
    dtype(0, *IsNarrow ? "int32" : "int64");
  shape(0, {}, {});
}

void ShimResults::bucketize() {
  if (std::optional<int64_t> IsNarrow = number(2))
    dtype(0, *IsNarrow ? "int32" : "int64");
  if (std::optional<Geometry> Values = sized(0))
    contiguous(0, Values->Sizes);
}

//===----------------------------------------------------------------------===//
// Sums and distances
//===----------------------------------------------------------------------===//

void ShimResults::running() {
  if (!isNull(2))
    dtype(0, Walk.dtypeArgument(Call.Arguments[2].Given));
  else if (StringRef Own = dtype(0); !Own.empty())
    dtype(0, isInteger(Own) ? StringRef("int64") : Own);
  if (std::optional<Geometry> Self = sized(0))
    contiguous(0, Self->Sizes);
}

void ShimResults::runningExtreme() {
  like(0, 0u);
  dtype(1, "int64");
  if (std::optional<Geometry> Self = sized(0))
    for (unsigned R : {0u, 1u})
      contiguous(R, Self->Sizes);
}

void ShimResults::contiguousLike() {
  like(0, 0u);
  if (std::optional<Geometry> Self = sized(0))
    contiguous(0, Self->Sizes);
}

void ShimResults::distances() {
  like(0, 0u);
  std::optional<Geometry> A = sized(0), B = sized(1);
  if (!A || !B || A->rank() < 2 || B->rank() < 2)
    return;
  Expression Rows = A->Sizes[A->rank() - 2], Columns = B->Sizes[B->rank() - 2];
  A->Sizes.truncate(A->rank() - 2);
  B->Sizes.truncate(B->rank() - 2);
  std::optional<ExpressionList> Sizes = broadcast(A->Sizes, B->Sizes);
  if (!Sizes)
    return;
  Sizes->push_back(Rows);
  Sizes->push_back(Columns);
  contiguous(0, *Sizes);
}

/// `out = beta * self + mat1 @ mat2`, and what that tells of operands of which nothing else does.
void ShimResults::product(unsigned Left) {
  Tensor *Out = tensor(0), *A = tensor(Left), *B = tensor(Left + 1);
  std::optional<Geometry> OfOut = Walk.geometryOf(Out), OfA = Walk.geometryOf(A),
                          OfB = Walk.geometryOf(B);
  if (!Out || !A || !B || A == B)
    return;
  size_t Rank = StringRef(Call.Op).contains("bmm") ? 3 : 2;
  for (const auto &G : {OfOut, OfA, OfB})
    if (G && G->rank() != Rank)
      return;
  auto Learn = [&](Tensor *T, Expression Rows, Expression Columns) {
    if (T->HasShape || T->K != Tensor::Kind::Whole || !T->In ||
        T->In->From != Storage::Origin::Input || !Rows || !Columns)
      return;
    ExpressionList Sizes{Rows, Columns};
    if (Rank == 3)
      Sizes.insert(Sizes.begin(), OfOut->Sizes[0]);
    Walk.setShape(T, Sizes, ExpressionList(Sizes.size()));
  };
  size_t Row = Rank - 2, Column = Rank - 1;
  if (OfOut && OfA && !OfB)
    Learn(B, OfA->Sizes[Column], OfOut->Sizes[Column]);
  if (OfOut && OfB && !OfA)
    Learn(A, OfOut->Sizes[Row], OfB->Sizes[Row]);
}

//===----------------------------------------------------------------------===//
// Sizes that depend on values
//===----------------------------------------------------------------------===//

void ShimResults::count() {
  dtype(0, "int64");
  Tensor *R = Call.Results[0];
  Expression Columns;
  if (std::optional<Geometry> Self = geometry(0)) {
    Columns = constant(static_cast<int64_t>(Self->rank()));
    // Only how many dimensions it has matters.
    Missing = nullptr;
  }
  // By columns, for historical reasons (`nonzero_out_cpu`).
  if (!R->HasShape)
    shape(0, {Expression(), Columns}, {constant(1), Expression()});
  else if (R->ShapeSizes.size() == 2)
    shape(0, {Expression(), Columns}, {Expression(), R->ShapeSizes[0]});
}

void ShimResults::countFixed() {
  dtype(0, "int64");
  std::optional<Geometry> Self = geometry(0);
  Expression Rows = value(1);
  if (!Rows || Rows.hasOpaque())
    return;
  Expression Columns = Self ? constant(static_cast<int64_t>(Self->rank())) : Expression();
  if (Self)
    Missing = nullptr;
  sizes(0, {Rows, Columns});
}

void ShimResults::select() {
  like(0, 0u);
  shape(0, {Expression()}, {constant(1)});
}

void ShimResults::repeat() {
  like(0, 0u);
  Expression Count;
  if (!isNull(1))
    if (const std::optional<ExpressionList> &Given = Call.Arguments[1].List;
        Given && Given->size() == 1 && !Given->front().hasOpaque())
      Count = Given->front();
  shape(0, {Count}, {constant(1)});
}

//===----------------------------------------------------------------------===//
// New values
//===----------------------------------------------------------------------===//

void ShimResults::permutation() {
  dtypeOr(0, 1, "int64");
  if (Expression Count = value(0); Count && !Count.hasOpaque())
    contiguous(0, {Count});
}

void ShimResults::window() {
  dtypeOr(0, 1, "float32");
  if (Expression Count = value(0); Count && !Count.hasOpaque())
    contiguous(0, {Count});
}

void ShimResults::filled(unsigned Sizes, unsigned Dtype, StringRef Default) {
  dtypeOr(0, Dtype, Default);
  if (std::optional<ExpressionList> Given = list(Sizes))
    contiguous(0, *Given);
}

void ShimResults::filledLike(unsigned Dtype, unsigned Format) {
  if (isNull(Dtype))
    like(0, 0u);
  else
    dtype(0, Walk.dtypeArgument(Call.Arguments[Dtype].Given));
  std::optional<Geometry> Self = geometry(0);
  if (!Self)
    return;
  if (isNull(Format))
    shape(0, Self->Sizes, Walk.stridesLike(*Self));
  else
    sizes(0, Self->Sizes);
}

void ShimResults::drawn() {
  like(0, 0u);
  if (std::optional<Geometry> Self = geometry(0))
    shape(0, Self->Sizes, Walk.stridesLike(*Self));
}

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
  const InfoEntry *Entry =
      Walk.Facts.constants().models()[0].constant(static_cast<unsigned>(T->In->Index));
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
      Sizes.push_back(I == 1 ? (OutputPaddingAt ? Weight->Sizes[0] : Weight->Sizes[1] * Groups)
                             : Walk.dimension(Root, false, static_cast<unsigned>(I), {}, Root->At));
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
// Elementwise, and parts put together
//===----------------------------------------------------------------------===//

void ShimResults::concatenate() {
  llvm::ArrayRef<Tensor *> Parts = Call.Arguments[0].Tensors;
  std::optional<int64_t> Count = number(1);
  if (!Count || *Count < 1 || static_cast<size_t>(*Count) != Parts.size())
    return;
  bool IsOneDtype = llvm::all_of(
      Parts, [&](Tensor *T) { return !T->Dtype.empty() && T->Dtype == Parts[0]->Dtype; });
  if (IsOneDtype)
    like(0, Parts[0]);
  std::optional<Geometry> Sum;
  bool AreContiguous = true;
  std::optional<unsigned> Dim;
  for (Tensor *T : Parts) {
    std::optional<Geometry> Part = geometryOf(T);
    // Empty tensors of one dimension are left out.
    if (!Part || !Part->hasSizes() || Part->rank() == 0 ||
        (Part->rank() == 1 && Part->Sizes[0].constantValue().value_or(0) == 0))
      return;
    AreContiguous &= Walk.isContiguous(*Part) && suggestsChannelsLast(*Part) == false;
    if (!Sum) {
      Dim = dimension(2, Part->rank());
      Sum = Part;
    } else if (Part->rank() == Sum->rank() && Dim) {
      Sum->Sizes[*Dim] = Sum->Sizes[*Dim] + Part->Sizes[*Dim];
      for (size_t I = 0; I < Sum->rank(); ++I)
        if (I != *Dim && !Sum->Sizes[I].isConstant() && Part->Sizes[I].isConstant())
          Sum->Sizes[I] = Part->Sizes[I];
    } else {
      return;
    }
  }
  if (!Dim)
    return;
  if (AreContiguous)
    contiguous(0, Sum->Sizes);
  else
    sizes(0, Sum->Sizes);
}

void ShimResults::elementwise() {
  std::optional<Geometry> Self = geometry(0), Other = geometry(1);
  // A scalar of no higher category does not change the dtype.
  bool IsScalar = Other && Other->rank() == 0 && Self && Self->rank() > 0;
  if (!dtype(0).empty() && (dtype(0) == dtype(1) || (IsScalar && !dtype(1).empty() &&
                                                     category(dtype(1)) <= category(dtype(0)))))
    like(0, 0u);
  if (!Self || !Other)
    return;
  std::optional<ExpressionList> Sizes = broadcast(Self->Sizes, Other->Sizes);
  if (!Sizes)
    return;
  bool ArePlain =
      isPlain(*Self) && (Other->rank() == 0 || (isPlain(*Other) && Self->Sizes == Other->Sizes));
  if (ArePlain)
    contiguous(0, *Sizes);
  else
    sizes(0, *Sizes);
}

void ShimResults::elementwiseScalar() {
  if (!dtype(0).empty() && !isInteger(dtype(0)))
    like(0, 0u);
  std::optional<Geometry> Self = geometry(0);
  if (Self && isPlain(*Self))
    contiguous(0, Self->Sizes);
  else if (Self)
    sizes(0, Self->Sizes);
}

void ShimResults::changedCopy() {
  like(0, 0u);
  if (std::optional<Geometry> Self = geometry(0))
    shape(0, Self->Sizes, Walk.stridesLike(*Self));
}

void ShimResults::maskedScatter() {
  like(0, 0u);
  std::optional<Geometry> Self = sized(0), Mask = sized(1);
  if (!Self || !Mask)
    return;
  if (std::optional<ExpressionList> Sizes = broadcast(Self->Sizes, Mask->Sizes))
    contiguous(0, *Sizes);
}

//===----------------------------------------------------------------------===//
// Attention, bags, transforms
//===----------------------------------------------------------------------===//

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

void ShimResults::embeddingBag() {
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
  // On the CPU plain sums keep one entry for each offset, the last one too; on a card all do.
  if (isCpu() || !*HasLastOffset) {
    Expression Entries = *Mode == Sum ? Offsets->Sizes[0] : Bags;
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

void ShimResults::fourierReal() {
  dtype(0, dtype(0) == "float64" ? "complex128" : dtype(0) == "float32" ? "complex64" : "");
  std::optional<Geometry> Self = sized(0);
  std::optional<ExpressionList> Dims = list(1);
  std::optional<int64_t> IsHalf = number(4);
  if (!Self || !Dims || Dims->empty() || !IsHalf)
    return;
  std::optional<int64_t> Last = Dims->back().constantValue();
  int64_t Rank = static_cast<int64_t>(Self->rank());
  if (!Last || *Last < -Rank || *Last >= Rank)
    return;
  Expression &Size = Self->Sizes[static_cast<size_t>(*Last < 0 ? *Last + Rank : *Last)];
  if (*IsHalf && Size)
    Size = floorDiv(Size, 2) + 1;
  transformed(Self->Sizes);
}

void ShimResults::fourierComplex() {
  like(0, 0u);
  if (std::optional<Geometry> Self = sized(0))
    transformed(Self->Sizes);
}

//===----------------------------------------------------------------------===//
// Operators without a shim
//===----------------------------------------------------------------------===//

void ShimResults::singularValues() {
  like(0, 0u);
  like(2, 0u);
  StringRef Own = dtype(0);
  dtype(1, Own == "complex64" ? "float32" : Own == "complex128" ? "float64" : Own);
  std::optional<int64_t> IsFull = number(1), WithVectors = number(2);
  std::optional<Geometry> Self = sized(0);
  if (!Self || Self->rank() < 2 || !IsFull || !WithVectors)
    return;
  ExpressionList Batch(Self->Sizes.begin(), Self->Sizes.end() - 2);
  Expression Rows = Self->Sizes[Self->rank() - 2], Columns = Self->Sizes.back(), Least;
  if (Rows && Columns)
    Least = min(Rows, Columns);
  auto Add = [&](unsigned R, Expression A, Expression B) {
    ExpressionList Sizes = Batch;
    Sizes.push_back(A);
    Sizes.push_back(B);
    if (isCpu())
      shape(R, Sizes, columnMajor(Sizes));
    else
      sizes(R, Sizes);
  };
  ExpressionList Values = Batch;
  Values.push_back(Least);
  contiguous(1, Values);
  if (!*WithVectors) {
    contiguous(0, {constant(0)});
    contiguous(2, {constant(0)});
    return;
  }
  Add(0, Rows, *IsFull ? Rows : Least);
  Add(2, *IsFull ? Columns : Least, Columns);
}

void ShimResults::inverse() {
  like(0, 0u);
  dtype(1, "int32");
  std::optional<Geometry> Self = sized(0);
  if (!Self || Self->rank() < 2)
    return;
  shape(0, Self->Sizes, columnMajor(Self->Sizes));
  Self->Sizes.truncate(Self->rank() - 2);
  contiguous(1, Self->Sizes);
}

void ShimResults::chosen() {
  dtype(0, "int64");
  std::optional<Geometry> Self = sized(0);
  Expression Count = value(1);
  if (!Self || Self->rank() < 1 || Self->rank() > 2 || !Count || Count.hasOpaque())
    return;
  Self->Sizes.back() = Count;
  contiguous(0, Self->Sizes);
}

void ShimResults::occurrences() {
  // Weights would make sums of them.
  bool AreCounted = Call.Arguments.size() < 2 || isNull(1);
  dtype(0, AreCounted ? "int64" : "");
  shape(0, {Expression()}, {constant(1)});
}

//===----------------------------------------------------------------------===//
// The walk's side
//===----------------------------------------------------------------------===//

void BufferWalk::describeResults(const CallExpr *Call, StringRef Op, DeviceType Device,
                                 llvm::ArrayRef<Tensor *> Results) {
  const ShimResults::Operator *O = ShimResults::find(Op);
  if (!O || Call->getNumArgs() < O->Arguments || (O->Results && Results.size() != O->Results))
    return;
  ShimCall &Noted = ShimCalls.emplace_back();
  Noted.Call = Call;
  Noted.Op = Op;
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
  const ShimResults::Operator *O = ShimResults::find(Node.Target);
  if (!O || Node.Inputs.size() < O->Arguments || Results.size() != O->Results ||
      Node.Outputs.size() != O->Results)
    return;
  ShimCall Noted;
  Noted.Call = Call;
  Noted.Op = Node.Target;
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

void BufferWalk::describe(ShimCall &Call) {
  ShimResults(*this, Call).describe(*ShimResults::find(Call.Op));
}

void BufferWalk::nameCounts(ShimCall &Call) {
  bool DependsOnValues = Call.Op == "nonzero" || Call.Op == "masked_select" ||
                         Call.Op == "repeat_interleave_Tensor" || Call.Op == "aten::bincount";
  if (!DependsOnValues)
    return;
  Tensor *R = Call.Results[0];
  if (R->HasGeometry || !R->HasShape || R->ShapeSizes.empty() || R->ShapeSizes[0])
    return;
  R->ShapeSizes[0] = dimension(R, false, 0, {}, R->At);
  describe(Call);
}

} // namespace aoti
