#include "Facts/BufferWalk.h"

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

} // namespace

ExpressionList BufferWalk::contiguousStrides(const ExpressionList &Sizes) {
  ExpressionList Strides(Sizes.size());
  Expression Next = Expressions.constant(1);
  for (size_t I = Sizes.size(); I-- > 0;) {
    Strides[I] = Next;
    // A size of 0 counts as 1.
    if (Sizes[I].constantValue() != 0)
      Next = Next * Sizes[I];
  }
  return Strides;
}

bool BufferWalk::isContiguous(const Geometry &G) {
  ExpressionList Strides = contiguousStrides(G.Sizes);
  for (size_t I = 0; I < G.Sizes.size(); ++I)
    if (G.Sizes[I].constantValue() != 1 && G.Strides[I] != Strides[I])
      return false;
  return true;
}

bool BufferWalk::isDense(const Geometry &G) {
  if (isContiguous(G))
    return true;
  // Fixed strides that are those of some order of the dimensions.
  SmallVector<std::pair<int64_t, int64_t>, 4> ByStride;
  for (size_t I = 0; I < G.Sizes.size(); ++I) {
    std::optional<int64_t> Size = G.Sizes[I].constantValue(), Stride = G.Strides[I].constantValue();
    if (!Size || !Stride)
      return false;
    if (*Size != 1)
      ByStride.push_back({*Stride, *Size});
  }
  llvm::sort(ByStride);
  int64_t Next = 1;
  for (auto [Stride, Size] : ByStride) {
    if (Stride != Next || Size <= 0 || Size > (int64_t(1) << 40) / Next)
      return false;
    Next *= Size;
  }
  return true;
}

std::optional<BufferWalk::Geometry> BufferWalk::inputGeometry(Tensor *T) {
  auto It = Buffers.Inputs.find(T->In->Index);
  if (It == Buffers.Inputs.end())
    return std::nullopt;
  const InputDeclaration &D = It->second;
  // The sizes and strides of a scalar are not checked, as it has none.
  unsigned Rank = 0;
  for (const auto *Ranges : {&D.Sizes, &D.Strides})
    if (!Ranges->empty())
      Rank = std::max(Rank, Ranges->rbegin()->first + 1);
  if (Rank == 0 && D.Dtype.empty())
    return std::nullopt;
  Geometry G;
  for (unsigned I = 0; I < Rank; ++I) {
    G.Sizes.push_back(dimension(T, false, I, {}, T->At));
    G.Strides.push_back(dimension(T, true, I, {}, T->At));
  }
  return G;
}

std::optional<BufferWalk::Geometry> BufferWalk::geometryOf(Tensor *T) {
  if (!T)
    return std::nullopt;
  Geometry G;
  if (T->HasGeometry) {
    G.Sizes = T->Sizes;
    G.Strides = T->Strides;
    return G;
  }
  if (!T->HasShape)
    T = dimensionRoot(T);
  if (T->HasGeometry) {
    G.Sizes = T->Sizes;
    G.Strides = T->Strides;
  } else if (T->HasShape) {
    G.Sizes = T->ShapeSizes;
    G.Strides = T->ShapeStrides;
  } else if (T->K == Tensor::Kind::Whole && T->In && T->In->From == Storage::Origin::Input) {
    std::optional<Geometry> Checked = inputGeometry(T);
    if (!Checked)
      return std::nullopt;
    G = *Checked;
  } else {
    return std::nullopt;
  }
  auto IsKnown = [](Expression E) { return E && !E.hasOpaque(); };
  if (!llvm::all_of(G.Sizes, IsKnown) || !llvm::all_of(G.Strides, IsKnown) ||
      G.Sizes.size() != G.Strides.size())
    return std::nullopt;
  return G;
}

void BufferWalk::setShape(Tensor *T, ExpressionList Sizes, ExpressionList Strides) {
  if (T->HasGeometry || T->HasShape)
    return;
  T->HasShape = true;
  T->ShapeSizes = std::move(Sizes);
  T->ShapeStrides = std::move(Strides);
}

void BufferWalk::declareDtype(Tensor *T, StringRef Dtype) {
  if (!T->Dtype.empty() || Dtype.empty() || T->K != Tensor::Kind::Whole || !T->In)
    return;
  T->Dtype = Dtype.str();
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

void BufferWalk::describeResults(const CallExpr *Call, StringRef Op,
                                 llvm::ArrayRef<Tensor *> Results) {
  unsigned NumArgs = Call->getNumArgs();
  auto Argument = [&](unsigned I) -> Tensor * {
    return I < NumArgs ? tensorOf(Call->getArg(I)) : nullptr;
  };
  auto Dtype = [&](unsigned I) -> StringRef {
    Tensor *T = Argument(I);
    return T ? StringRef(T->Dtype) : StringRef();
  };
  auto Contiguous = [&](Tensor *T, const ExpressionList &Sizes) {
    setShape(T, Sizes, contiguousStrides(Sizes));
  };
  auto IsFlag = [&](unsigned I, int64_t Value) {
    return I < NumArgs && integerLiteral(stripWrappers(Call->getArg(I)), Context) == Value;
  };
  /// Sizes that are given as an array and their number.
  auto GivenSizes = [&](unsigned I) -> std::optional<ExpressionList> {
    if (I + 1 >= NumArgs)
      return std::nullopt;
    std::optional<ExpressionList> Sizes = array(Call->getArg(I));
    std::optional<int64_t> Count = evaluate(Call->getArg(I + 1)).constantValue();
    if (!Sizes || !Count || *Count < 0 || static_cast<size_t>(*Count) > Sizes->size())
      return std::nullopt;
    Sizes->truncate(static_cast<size_t>(*Count));
    return Sizes;
  };
  std::optional<Geometry> Self = geometryOf(Argument(0));
  if (Results.empty())
    return;
  Tensor *R = Results[0];

  if ((Op == "sort" || Op == "sort_stable") && Results.size() == 2) {
    declareDtype(R, Dtype(0));
    declareDtype(Results[1], "int64");
    if (Self && isContiguous(*Self))
      for (Tensor *T : Results)
        Contiguous(T, Self->Sizes);
  } else if (Op == "topk" && Results.size() == 2 && NumArgs >= 5) {
    declareDtype(R, Dtype(0));
    declareDtype(Results[1], "int64");
    std::optional<int64_t> Dim = evaluate(Call->getArg(2)).constantValue();
    Expression K = evaluate(Call->getArg(1));
    if (!Self || !Dim || K.hasOpaque())
      return;
    int64_t Rank = static_cast<int64_t>(Self->Sizes.size());
    *Dim += *Dim < 0 ? Rank : 0;
    if (*Dim < 0 || *Dim >= Rank)
      return;
    Self->Sizes[*Dim] = K;
    for (Tensor *T : Results)
      Contiguous(T, Self->Sizes);
  } else if ((Op == "cumsum" || Op == "cumprod") && Results.size() == 1 && NumArgs == 4) {
    if (!isNullArgument(Call->getArg(2)))
      declareDtype(R, dtypeArgument(Call->getArg(2)));
    else if (!Dtype(0).empty())
      declareDtype(R, isInteger(Dtype(0)) ? StringRef("int64") : Dtype(0));
    if (Self)
      Contiguous(R, Self->Sizes);
  } else if (Op == "histc" && Results.size() == 1 && NumArgs == 5) {
    declareDtype(R, Dtype(0));
    if (Expression Bins = evaluate(Call->getArg(1)); !Bins.hasOpaque())
      Contiguous(R, {Bins});
  } else if ((Op == "searchsorted_Tensor" || Op == "bucketize_Tensor") && Results.size() == 1) {
    if (IsFlag(2, 0))
      declareDtype(R, "int64");
    else if (IsFlag(2, 1))
      declareDtype(R, "int32");
    std::optional<Geometry> Values = Op == "bucketize_Tensor" ? Self : geometryOf(Argument(1));
    if (Values)
      Contiguous(R, Values->Sizes);
  } else if (Op == "_cdist_forward" && Results.size() == 1) {
    declareDtype(R, Dtype(0));
    std::optional<Geometry> Other = geometryOf(Argument(1));
    if (Self && Other && Self->Sizes.size() == 2 && Other->Sizes.size() == 2)
      Contiguous(R, {Self->Sizes[0], Other->Sizes[0]});
  } else if (Op == "randperm" && Results.size() == 1 && NumArgs >= 2) {
    declareDtype(R, isNullArgument(Call->getArg(1)) ? StringRef("int64")
                                                    : dtypeArgument(Call->getArg(1)));
    if (Expression Count = evaluate(Call->getArg(0)); !Count.hasOpaque())
      Contiguous(R, {Count});
  } else if (Op == "rand" || Op == "randn" || Op == "rand_generator" || Op == "randn_generator" ||
             Op == "randint" || Op == "randint_generator" || Op == "randint_low" ||
             Op == "randint_low_generator") {
    unsigned At = Op.starts_with("randint_low") ? 2 : Op.starts_with("randint") ? 1 : 0;
    unsigned Type = At + 2 + Op.ends_with("_generator");
    if (Type < NumArgs && !isNullArgument(Call->getArg(Type)))
      declareDtype(R, dtypeArgument(Call->getArg(Type)));
    else if (Type < NumArgs && Op.starts_with("randint"))
      declareDtype(R, "int64");
    if (std::optional<ExpressionList> Sizes = GivenSizes(At))
      Contiguous(R, *Sizes);
  } else if (Op == "nonzero" && Results.size() == 1) {
    declareDtype(R, "int64");
    // Its first size is read later, and gets its name then.
    if (Self)
      Counted.push_back({R, Self->Sizes.size()});
  } else if (Op == "masked_select" && Results.size() == 1) {
    declareDtype(R, Dtype(0));
    Counted.push_back({R, 0});
  } else if (Op == "_linear_pointwise" && Results.size() == 1) {
    declareDtype(R, Dtype(0));
    std::optional<Geometry> Weight = geometryOf(Argument(1));
    if (Self && Weight && Weight->Sizes.size() == 2 && !Self->Sizes.empty()) {
      Self->Sizes.back() = Weight->Sizes[0];
      Contiguous(R, Self->Sizes);
    }
  } else if (Op == "convolution" && Results.size() == 1 && NumArgs == 14) {
    declareDtype(R, Dtype(0));
    describeConvolution(Call, R);
  } else if (Op == "mkldnn__convolution_pointwise" && Results.size() == 1) {
    declareDtype(R, Dtype(0));
  } else if ((Op == "mul_Tensor" || Op == "add_Tensor" || Op == "sub_Tensor") &&
             Results.size() == 1) {
    std::optional<Geometry> Other = geometryOf(Argument(1));
    // A scalar of no higher category does not change the dtype.
    bool IsScalar = Other && Other->Sizes.empty() && Self && !Self->Sizes.empty();
    if (Dtype(0) == Dtype(1) ||
        (IsScalar && !Dtype(1).empty() && category(Dtype(1)) <= category(Dtype(0))))
      declareDtype(R, Dtype(0));
    if (IsScalar && isContiguous(*Self))
      Contiguous(R, Self->Sizes);
    else if (Self && Other && Self->Sizes == Other->Sizes && isContiguous(*Self) &&
             isContiguous(*Other))
      Contiguous(R, Self->Sizes);
  } else if ((Op == "mul_Scalar" || Op == "add_Scalar" || Op == "pow_Tensor_Scalar") &&
             Results.size() == 1) {
    if (!isInteger(Dtype(0)))
      declareDtype(R, Dtype(0));
    if (Self && isContiguous(*Self))
      Contiguous(R, Self->Sizes);
  } else if (Op == "masked_scatter" && Results.size() == 1) {
    declareDtype(R, Dtype(0));
    std::optional<Geometry> Mask = geometryOf(Argument(1));
    if (Self && Mask && Self->Sizes == Mask->Sizes)
      Contiguous(R, Self->Sizes);
  } else if (Op == "_scaled_dot_product_flash_attention_for_cpu" && Results.size() == 2) {
    declareDtype(R, Dtype(0));
    declareDtype(Results[1], accumulated(Dtype(0)));
    if (Self && Self->Sizes.size() == 4) {
      const ExpressionList &S = Self->Sizes;
      setShape(Results[1], {S[0], S[1], S[2]}, {S[1] * S[2], Expressions.constant(1), S[1]});
      if (isContiguous(*Self))
        Contiguous(R, S);
    }
  } else if (Op == "_embedding_bag_forward_only" && Results.size() == 4) {
    declareDtype(R, Dtype(0));
    for (Tensor *T : Results.drop_front())
      declareDtype(T, Dtype(1));
    describeEmbeddingBag(Call, Results);
  } else if (Op == "_fft_r2c" && Results.size() == 1) {
    declareDtype(R, Dtype(0) == "float64"   ? "complex128"
                    : Dtype(0) == "float32" ? "complex64"
                                            : "");
  }
}

void BufferWalk::describeEmbeddingBag(const CallExpr *Call, llvm::ArrayRef<Tensor *> Results) {
  if (Call->getNumArgs() != 13)
    return;
  auto Flag = [&](unsigned I) { return evaluate(Call->getArg(I)).constantValue(); };
  std::optional<Geometry> Weight = geometryOf(tensorOf(Call->getArg(0))),
                          Indices = geometryOf(tensorOf(Call->getArg(1))),
                          Offsets = geometryOf(tensorOf(Call->getArg(2)));
  std::optional<int64_t> Mode = Flag(4), HasLastOffset = Flag(7), Padding = Flag(8);
  if (!Weight || Weight->Sizes.size() != 2 || !Offsets || Offsets->Sizes.size() != 1 || !Mode ||
      !HasLastOffset)
    return;
  Expression Bags = Offsets->Sizes[0] - (*HasLastOffset ? 1 : 0);
  auto Declare = [&](Tensor *T, ExpressionList Sizes) {
    setShape(T, Sizes, contiguousStrides(Sizes));
  };
  constexpr int64_t Sum = 0, Max = 2;
  Declare(Results[0], {Bags, Weight->Sizes[1]});
  Declare(Results[2], {Bags});
  if (*Mode == Max)
    Declare(Results[3], {Bags, Weight->Sizes[1]});
  else
    Declare(Results[3], {Bags});
  // Plain sums need no map from indices to bags, and leave it empty (`is_fast_path_sum`).
  StringRef Dtype = Results[0]->Dtype;
  bool IsFast = *Mode == Sum && isNullArgument(Call->getArg(6)) && Padding && *Padding < 0 &&
                Weight->Strides[1].constantValue() == 1 &&
                (Dtype == "float32" || Dtype == "float16" || Dtype == "bfloat16");
  if (IsFast)
    Declare(Results[1], {Expressions.constant(0)});
  else if (*Mode != Sum && Indices && Indices->Sizes.size() == 1)
    Declare(Results[1], {Indices->Sizes[0]});
}

void BufferWalk::describeConvolution(const CallExpr *Call, Tensor *Result) {
  std::optional<Geometry> Input = geometryOf(tensorOf(Call->getArg(0))),
                          Weight = geometryOf(tensorOf(Call->getArg(1)));
  std::optional<ExpressionList> Stride = array(Call->getArg(3)), Padding = array(Call->getArg(5)),
                                Dilation = array(Call->getArg(7));
  if (!Input || !Weight || !Stride || !Padding || !Dilation ||
      integerLiteral(stripWrappers(Call->getArg(9)), Context) != 0)
    return;
  size_t Rank = Input->Sizes.size();
  if (Rank < 3 || Weight->Sizes.size() != Rank)
    return;
  for (const auto &List : {*Stride, *Padding, *Dilation})
    if (List.size() != Rank - 2 || llvm::any_of(List, [](Expression E) { return E.hasOpaque(); }))
      return;
  ExpressionList Sizes{Input->Sizes[0], Weight->Sizes[0]};
  for (size_t I = 2; I < Rank; ++I) {
    Expression Room =
        Input->Sizes[I] + (*Padding)[I - 2] * 2 - (*Dilation)[I - 2] * (Weight->Sizes[I] - 1) - 1;
    Sizes.push_back(floorDiv(Room, (*Stride)[I - 2]) + 1);
  }
  // With either in channels-last order so is the result. Strides of a size 1 tell no order, and are
  // left alone here.
  auto IsPlain = [](const Geometry &G) {
    return llvm::none_of(llvm::ArrayRef(G.Sizes).drop_front(),
                         [](Expression Size) { return Size.constantValue() == 1; });
  };
  if (Rank == 3 ||
      (isContiguous(*Input) && isContiguous(*Weight) && (IsPlain(*Input) || IsPlain(*Weight))))
    setShape(Result, Sizes, contiguousStrides(Sizes));
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
    Stride = Stride * 2;
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

void BufferWalk::completeGeometry() {
  for (auto [Index, T] : InputTensors)
    if (std::optional<Geometry> G = T->HasShape ? std::nullopt : inputGeometry(T))
      setShape(T, G->Sizes, G->Strides);
  for (auto [T, Rank] : Counted) {
    if (T->HasShape)
      continue;
    Expression Count = dimension(T, false, 0, {}, T->At);
    if (Rank == 0)
      setShape(T, {Count}, {Expressions.constant(1)});
    else
      setShape(T, {Count, Expressions.constant(static_cast<int64_t>(Rank))},
               {Expressions.constant(1), Count});
  }
  for (Tensor &T : Out.Tensors) {
    if (T.HasGeometry || T.HasShape || T.K == Tensor::Kind::Merged)
      continue;
    Tensor *Root = dimensionRoot(&T);
    if (Root == &T)
      continue;
    // A copy keeps strides only where they leave no gaps.
    bool IsCopy = T.Call && calleeName(T.Call) == "aoti_torch_clone";
    if (IsCopy) {
      if (std::optional<Geometry> G = geometryOf(Root); G && isDense(*G))
        setShape(&T, G->Sizes, G->Strides);
    } else if (Root->HasGeometry) {
      setShape(&T, Root->Sizes, Root->Strides);
    } else if (Root->HasShape) {
      setShape(&T, Root->ShapeSizes, Root->ShapeStrides);
    }
  }
}

} // namespace aoti
