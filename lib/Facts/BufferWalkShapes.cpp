#include "Facts/BufferWalk.h"

using namespace clang;
using llvm::SmallVector;
using llvm::StringRef;

namespace aoti {

ExpressionList BufferWalk::contiguousStrides(const ExpressionList &Sizes) {
  ExpressionList Strides(Sizes.size());
  Expression Next = Expressions.constant(1);
  for (size_t I = Sizes.size(); I-- > 0;) {
    Strides[I] = Next;
    // A size of 0 counts as 1.
    if (!Sizes[I])
      Next = Expression();
    else if (Next && Sizes[I].constantValue() != 0)
      Next = Next * Sizes[I];
  }
  return Strides;
}

bool BufferWalk::isContiguous(const Geometry &G) {
  ExpressionList Strides = contiguousStrides(G.Sizes);
  for (size_t I = 0; I < G.rank(); ++I)
    if (!G.Sizes[I] || !G.Strides[I] || !Strides[I] ||
        (G.Sizes[I].constantValue() != 1 && G.Strides[I] != Strides[I]))
      return false;
  return true;
}

std::optional<int> compareSizes(Expression A, Expression B) {
  if (A == B)
    return 0;
  Expression Difference = A - B;
  if (std::optional<int64_t> Value = Difference.constantValue())
    return *Value < 0 ? -1 : *Value > 0 ? 1 : 0;
  // A product of sizes is no smaller than its factor.
  for (auto [Large, Small, Sign] : {std::tuple(A, B, 1), std::tuple(B, A, -1)}) {
    std::optional<int64_t> Value = Small.constantValue();
    if (!Value || *Value <= 0 || Large.termCount() != 1 || Large.hasOpaque())
      continue;
    Assignment Least;
    for (Expression Symbol : Large.symbols())
      Least.set(Symbol, 1);
    std::optional<int64_t> AtLeast = evaluate(Large, Least);
    if (AtLeast && *AtLeast > *Value && static_cast<uint64_t>(*AtLeast) == Large.content())
      return Sign;
  }
  return std::nullopt;
}

ExpressionList BufferWalk::stridesLike(const Geometry &G) {
  const ExpressionList Unknown(G.rank());
  if (!G.hasSizes() || !G.hasStrides())
    return Unknown;
  if (isContiguous(G))
    return G.Strides;
  // The dimensions from the innermost outwards, in the order that `empty_like` finds for them:
  // by stride, those of equal strides by size, those of stride 0 where they stood.
  SmallVector<unsigned, 6> Order;
  for (size_t I = G.rank(); I-- > 0;)
    Order.push_back(static_cast<unsigned>(I));
  for (size_t I = 1; I < Order.size(); ++I) {
    size_t At = I;
    for (size_t Other = I; Other-- > 0;) {
      unsigned A = Order[Other], B = Order[At];
      if (G.Strides[A].constantValue() == 0 || G.Strides[B].constantValue() == 0)
        continue;
      std::optional<int> ByStride = compareSizes(G.Strides[A], G.Strides[B]);
      if (!ByStride)
        return Unknown;
      if (*ByStride < 0)
        break;
      if (*ByStride == 0) {
        if (G.Sizes[A].constantValue() == 1)
          continue;
        std::optional<int> BySize = compareSizes(G.Sizes[A], G.Sizes[B]);
        if (G.Sizes[B].constantValue() != 1 && !BySize)
          return Unknown;
        if (BySize && *BySize <= 0)
          continue;
      }
      std::swap(Order[Other], Order[At]);
      At = Other;
    }
  }
  ExpressionList Strides(G.rank());
  Expression Next = Expressions.constant(1);
  bool IsDense = true;
  for (unsigned I : Order) {
    Strides[I] = Next;
    if (G.Sizes[I].constantValue() == 1)
      continue;
    IsDense &= Next == G.Strides[I];
    if (G.Sizes[I].constantValue() != 0)
      Next = Next * G.Sizes[I];
  }
  if (IsDense)
    return G.Strides;
  // Strides of a size 1 are kept where there are no gaps, which need not show when sizes are not
  // fixed.
  bool IsFixed = llvm::all_of(Strides, [](Expression E) { return E.isConstant(); }) &&
                 llvm::all_of(G.Strides, [](Expression E) { return E.isConstant(); });
  for (unsigned I : Order)
    if (!IsFixed && G.Sizes[I].constantValue() == 1 && Strides[I] != G.Strides[I])
      Strides[I] = Expression();
  return Strides;
}

std::optional<Geometry> BufferWalk::inputGeometry(Tensor *T) {
  auto It = Buffers.Inputs.find(T->In->Index);
  if (It == Buffers.Inputs.end() || !It->second.Rank)
    return std::nullopt;
  Geometry G;
  for (unsigned I = 0; I < *It->second.Rank; ++I) {
    G.Sizes.push_back(dimension(T, false, I, {}, T->At, false));
    G.Strides.push_back(dimension(T, true, I, {}, T->At, false));
  }
  return G;
}

std::optional<Geometry> BufferWalk::geometryOf(Tensor *T) {
  if (!T)
    return std::nullopt;
  if (T->HasGeometry)
    return Geometry{T->Sizes, T->Strides};
  bool IsCopy = !T->HasShape && T->Call && calleeName(T->Call) == "aoti_torch_clone";
  if (!T->HasShape)
    T = dimensionRoot(T);
  Geometry G;
  if (T->HasGeometry) {
    G = {T->Sizes, T->Strides};
  } else if (T->HasShape) {
    G = {T->ShapeSizes, T->ShapeStrides};
  } else if (T->K == Tensor::Kind::Whole && T->In && T->In->From == Storage::Origin::Input) {
    std::optional<Geometry> Checked = inputGeometry(T);
    if (!Checked)
      return std::nullopt;
    G = *Checked;
  } else {
    return std::nullopt;
  }
  if (G.Sizes.size() != G.Strides.size())
    return std::nullopt;
  for (ExpressionList *List : {&G.Sizes, &G.Strides})
    for (Expression &E : *List)
      if (E && E.hasOpaque())
        E = Expression();
  if (IsCopy)
    G.Strides = stridesLike(G);
  return G;
}

void BufferWalk::setShape(Tensor *T, ExpressionList Sizes, ExpressionList Strides) {
  if (T->HasGeometry)
    return;
  if (!T->HasShape) {
    T->HasShape = IsAnythingNew = true;
    T->ShapeSizes = std::move(Sizes);
    T->ShapeStrides = std::move(Strides);
    return;
  }
  auto Complete = [&](ExpressionList &Known, const ExpressionList &Given) {
    if (Known.size() == Given.size())
      for (size_t I = 0; I < Known.size(); ++I)
        if (!Known[I] && Given[I]) {
          Known[I] = Given[I];
          IsAnythingNew = true;
        }
  };
  Complete(T->ShapeSizes, Sizes);
  Complete(T->ShapeStrides, Strides);
}

void BufferWalk::assertShape(Tensor *T, const ExpressionList &Sizes,
                             const ExpressionList &Strides) {
  if (T->HasGeometry)
    return;
  T->DeclaredSizes = T->ShapeSizes = Sizes;
  T->DeclaredStrides = T->ShapeStrides = Strides;
  T->HasShape = IsAnythingNew = true;
}

void BufferWalk::declareDtype(Tensor *T, StringRef Dtype) {
  if (!T->Dtype.empty() || Dtype.empty() || T->K != Tensor::Kind::Whole || !T->In)
    return;
  T->Dtype = Dtype.str();
  IsAnythingNew = true;
  if (T->In->Dtype.empty())
    const_cast<Storage *>(T->In)->Dtype = Dtype.str();
}

StringRef BufferWalk::dtypeArgument(const Expr *E) {
  E = stripWrappers(E);
  if (const auto *Unary = dyn_cast<UnaryOperator>(E); Unary && Unary->getOpcode() == UO_AddrOf)
    E = Unary->getSubExpr();
  if (StringRef Name = torchConstantName(E, "dtype"); !Name.empty())
    return Name;
  // As a number of c10's `ScalarType`.
  static constexpr StringRef Names[] = {
      "uint8",     "int8",      "int16",      "int32", "int64", "float16", "float32", "float64",
      "complex32", "complex64", "complex128", "bool",  "",      "",        "",        "bfloat16"};
  const VarDecl *V = referredVariable(E);
  std::optional<int64_t> Number = integerLiteral(V && V->getInit() ? V->getInit() : E, Context);
  return Number && *Number >= 0 && *Number < static_cast<int64_t>(std::size(Names)) ? Names[*Number]
                                                                                    : StringRef();
}

Tensor *BufferWalk::viewAsReal(const CallExpr *Call, Tensor *Base) {
  Tensor *T = newTensor(Tensor::Kind::DtypeView, const_cast<Storage *>(Base->In), Call);
  T->Base = Base;
  T->Frame = Base->Frame;
  if (!Base->In)
    T->Sources.push_back(Base);
  T->Dtype = Base->Dtype == "complex64"    ? "float32"
             : Base->Dtype == "complex128" ? "float64"
             : Base->Dtype == "complex32"  ? "float16"
                                           : "";
  std::optional<Geometry> G = geometryOf(Base);
  if (!G)
    return T;
  G->Sizes.push_back(Expressions.constant(2));
  for (Expression &Stride : G->Strides)
    Stride = Stride ? Stride * 2 : Stride;
  G->Strides.push_back(Expressions.constant(1));
  if (Base->HasGeometry) {
    T->HasGeometry = true;
    T->Offset = Base->Offset * 2;
    T->Sizes = G->Sizes;
    T->Strides = G->Strides;
  } else {
    setShape(T, G->Sizes, G->Strides);
  }
  return T;
}

bool BufferWalk::completeOnce() {
  IsAnythingNew = false;
  for (ShimCall &Call : ShimCalls)
    describe(Call);
  for (Tensor &T : Out.Tensors) {
    if (T.HasGeometry || T.HasShape || T.K == Tensor::Kind::Merged || dimensionRoot(&T) == &T)
      continue;
    if (std::optional<Geometry> G = geometryOf(&T))
      setShape(&T, G->Sizes, G->Strides);
  }
  return IsAnythingNew;
}

void BufferWalk::completeGeometry() {
  for (auto [Index, T] : InputTensors)
    if (std::optional<Geometry> G = T->HasShape ? std::nullopt : inputGeometry(T))
      setShape(T, G->Sizes, G->Strides);
  // What one call tells of its operands may be what another waits for.
  constexpr unsigned MaxRounds = 4;
  for (unsigned Round = 0; Round < MaxRounds && completeOnce(); ++Round)
    ;
  for (ShimCall &Call : ShimCalls)
    nameCounts(Call);
}

} // namespace aoti
