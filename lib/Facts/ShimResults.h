//===- ShimResults.h - what shims make of what they are given -----*- C++ -*-===//
//
// Dtypes, sizes and strides of the results of ATen's operators, as their C shims are declared in
// torch/csrc/inductor/aoti_torch: a result is said to be what the operator makes it in every
// release and on every machine, and nothing where that is not fixed. test/Corpus/shim_results.py
// holds all of it to the operators themselves.
//
// Private to the walk through buffers. The parts lie in files by topic:
//   ShimResults.cpp         the table of operators, the walk's side, memory formats
//   ShimResultsTensors.cpp  order, sums, new values, elementwise operators, transforms
//   ShimResultsLayers.cpp   linear layers, convolutions, pools, attention, bags
//
//===----------------------------------------------------------------------===//
#pragma once

#include "Facts/BufferWalk.h"

namespace aoti {

class ShimResults;

/// An operator of which something is said.
struct ShimOperator {
  void (ShimResults::*Describe)();
  /// How many arguments it has at least, and how many results; 0 results stand for any number.
  unsigned Arguments, Results;
  /// Whether the first size of its result depends on values.
  bool IsCounting = false;
};

/// Describes the results of one call.
class ShimResults {
public:
  ShimResults(BufferWalk &Walk, ShimCall &Call)
      : Walk(Walk), Call(Call), Expressions(Walk.Expressions) {}

  /// Null for operators of which nothing is said. \p Op is as in \c ShimCall.
  static const ShimOperator *find(llvm::StringRef Op);

  /// What the operator itself fixes.
  void describe();

private:
  /// What is said of each dimension of a window that slides over a tensor.
  struct Window {
    Expression Kernel, Stride, Padding, Dilation;
  };

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
  llvm::StringRef dtype(unsigned I) const {
    return tensor(I) ? llvm::StringRef(tensor(I)->Dtype) : llvm::StringRef();
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
  void dtype(unsigned R, llvm::StringRef Name) { Walk.declareDtype(Call.Results[R], Name); }
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
  void dtypeOr(unsigned R, unsigned I, llvm::StringRef Default) {
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
  void filled(unsigned Sizes, unsigned Dtype, llvm::StringRef Default);
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
  void embeddingBag(bool ForwardOnly);
  void embeddingBagTraining() { embeddingBag(false); }
  void embeddingBagForwardOnly() { embeddingBag(true); }
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

} // namespace aoti
