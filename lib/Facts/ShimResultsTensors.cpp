#include "Facts/Dtype.h"
#include "Facts/ShimResults.h"

using namespace clang;
using llvm::StringRef;

namespace aoti {

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
    dtype(0, isIntegralDtype(Own) ? StringRef("int64") : Own);
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

/// Where promotion puts a dtype: bool, integers, floating point, complex numbers.
static int category(StringRef Dtype) {
  return Dtype == "bool" ? 0 : isIntegralDtype(Dtype) ? 1 : Dtype.contains("complex") ? 3 : 2;
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
  if (!dtype(0).empty() && !isIntegralDtype(dtype(0)))
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
// Transforms
//===----------------------------------------------------------------------===//

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

} // namespace aoti
