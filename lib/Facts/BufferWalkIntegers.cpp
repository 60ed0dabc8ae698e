#include "Facts/BufferWalk.h"
#include "llvm/ADT/StringSwitch.h"
#include <numeric>

using namespace clang;
using llvm::SmallVector;
using llvm::StringRef;

namespace aoti {

/// `align` of generated code rounds up to this many bytes.
static constexpr int64_t PoolAlignment = 64;

Expression BufferWalk::newSymbol(StringRef Name, SizeSymbol::Origin From, Range Declared,
                                 SourceRange At) {
  Expression Symbol = Expressions.freshSymbol(Name);
  SizeSymbol S;
  S.Symbol = Symbol;
  S.From = From;
  S.Declared = Declared;
  S.At = At;
  Out.SymbolNumber[Symbol.symbolId()] = Out.Symbols.size();
  Out.Symbols.push_back(S);
  return Symbol;
}

Tensor *BufferWalk::dimensionRoot(Tensor *T) {
  for (unsigned I = 0; T && I < MaxDepth; ++I) {
    Tensor *Next = DimensionRoots.lookup(T);
    if (!Next || Next == T)
      break;
    T = Next;
  }
  return T;
}

Expression BufferWalk::dimension(Tensor *T, bool IsStride, unsigned Index, StringRef Name,
                                 SourceRange At, bool IsRead) {
  T = dimensionRoot(T);
  const ExpressionList &Known = IsStride ? T->Strides : T->Sizes;
  if (T->HasGeometry)
    return Index < Known.size() ? Known[Index] : unknown(Name);
  Expression &Memo = Dimensions[{T, IsStride, Index}];
  if (Memo) {
    auto Known = Memo.isSymbol() ? Out.SymbolNumber.find(Memo.symbolId()) : Out.SymbolNumber.end();
    if (IsRead && Known != Out.SymbolNumber.end() && !Out.Symbols[Known->second].IsRead) {
      Out.Symbols[Known->second].IsRead = true;
      Out.Symbols[Known->second].At = At;
    }
    return Memo;
  }
  bool IsInput = T->In && T->In->From == Storage::Origin::Input;
  Range Declared;
  if (IsInput)
    if (auto It = Buffers.Inputs.find(T->In->Index); It != Buffers.Inputs.end()) {
      const auto &Ranges = IsStride ? It->second.Strides : It->second.Sizes;
      if (auto Found = Ranges.find(Index); Found != Ranges.end())
        Declared = Found->second;
    }
  if (Declared.Lo && Declared.Hi && *Declared.Lo == *Declared.Hi)
    return Memo = Expressions.constant(*Declared.Lo);
  std::string Own = Name.empty()
                        ? (T->In ? T->In->Name : std::string()) +
                              (IsStride ? ".stride(" : ".size(") + std::to_string(Index) + ")"
                        : Name.str();
  SizeSymbol::Origin From = !IsInput   ? SizeSymbol::Origin::TensorSize
                            : IsStride ? SizeSymbol::Origin::InputStride
                                       : SizeSymbol::Origin::InputSize;
  Memo = newSymbol(Own, From, Declared, At);
  Out.Symbols.back().Input = IsInput ? T->In->Index : 0;
  Out.Symbols.back().Dimension = Index;
  Out.Symbols.back().IsRead = IsRead;
  return Memo;
}

std::optional<BufferWalk::DimensionRead> BufferWalk::dimensionRead(const Expr *E) {
  E = stripWrappers(E);
  auto Index = [&](const Expr *I) -> std::optional<unsigned> {
    std::optional<int64_t> Value = integerLiteral(stripWrappers(I), Context);
    if (!Value || *Value < 0 || *Value > 63)
      return std::nullopt;
    return static_cast<unsigned>(*Value);
  };
  if (auto [Base, Idx] = subscript(E); Base) {
    std::optional<unsigned> I = Index(Idx);
    if (!I)
      return std::nullopt;
    if (const VarDecl *V = referredVariable(Base))
      if (auto It = DimensionArrays.find(V); It != DimensionArrays.end())
        return DimensionRead{It->second.first, It->second.second, *I};
    if (const auto *Call = dyn_cast<CallExpr>(stripWrappers(Base))) {
      StringRef Member = memberName(Call);
      if ((Member == "sizes" || Member == "strides") && memberObject(Call))
        if (Tensor *T = tensorOf(memberObject(Call)))
          return DimensionRead{T, Member == "strides", *I};
    }
    return std::nullopt;
  }
  if (const auto *Call = dyn_cast<CallExpr>(E)) {
    StringRef Member = memberName(Call);
    if ((Member == "size" || Member == "stride") && Call->getNumArgs() == 1 && memberObject(Call))
      if (std::optional<unsigned> I = Index(Call->getArg(0)))
        if (Tensor *T = tensorOf(memberObject(Call)))
          return DimensionRead{T, Member == "stride", *I};
  }
  return std::nullopt;
}

void BufferWalk::noteDivisor(Expression By) {
  int64_t Value = By.constantValue().value_or(0);
  if (!llvm::is_contained(Out.Divisors, Value))
    Out.Divisors.push_back(Value);
}

BufferWalk::Rational BufferWalk::reduced(Rational R) {
  if (!R.Num || R.Den <= 1)
    return R;
  int64_t Common = static_cast<int64_t>(std::gcd(R.Num.content(), static_cast<uint64_t>(R.Den)));
  return Common > 1 ? Rational{floorDiv(R.Num, Common), R.Den / Common} : R;
}

Expression BufferWalk::toInteger(Rational R) {
  R = reduced(R);
  if (R.Den == 1)
    return R.Num;
  noteDivisor(Expressions.constant(R.Den));
  // Other divisors are not exact in floating point.
  if ((R.Den & (R.Den - 1)) != 0)
    return unknown();
  return truncDiv(R.Num, Expressions.constant(R.Den));
}

void BufferWalk::noteCut(const Expr *Value, const Rational &R) {
  Rational Least = reduced(R);
  if (Least.Den > 1 && !R.Num.isConstant() && !R.Num.hasOpaque() && Cuts.insert(Value).second)
    Out.Divisions.push_back({nullptr, Value, Least.Num, Least.Den, true});
}

BufferWalk::Rational BufferWalk::quotient(const Expr *E) {
  E = stripWrappers(E);
  if (E->getType().isNull() || E->getType()->isFloatingType())
    return number(E, 0);
  const Expr *Num = nullptr, *Den = nullptr;
  if (const auto *Binary = dyn_cast<BinaryOperator>(E); Binary && Binary->getOpcode() == BO_Div) {
    Num = Binary->getLHS();
    Den = Binary->getRHS();
  } else if (const auto *Call = dyn_cast<CallExpr>(E);
             Call && Call->getNumArgs() == 2 && calleeName(Call) == "div_floor_integer") {
    Num = Call->getArg(0);
    Den = Call->getArg(1);
  }
  std::optional<int64_t> By = Den ? integerLiteral(stripWrappers(Den), Context) : std::nullopt;
  return By && *By > 1 ? Rational{evaluate(Num), *By} : Rational{};
}

Expression BufferWalk::evaluate(const Expr *E, unsigned Depth) {
  return toInteger(number(E, Depth));
}

BufferWalk::Rational BufferWalk::number(const Expr *E, unsigned Depth) {
  if (!E || Depth > MaxDepth)
    return {unknown()};
  E = E->IgnoreParens();
  if (const auto *Cast = dyn_cast<CastExpr>(E)) {
    Rational R = number(Cast->getSubExpr(), Depth + 1);
    if (Cast->getCastKind() == CK_FloatingToIntegral) {
      noteCut(Cast->getSubExpr(), R);
      return {toInteger(R)};
    }
    return R;
  }
  if (const auto *Wrapped = dyn_cast<FullExpr>(E))
    return number(Wrapped->getSubExpr(), Depth + 1);
  if (const auto *Temporary = dyn_cast<MaterializeTemporaryExpr>(E))
    return number(Temporary->getSubExpr(), Depth + 1);
  if (const auto *Bind = dyn_cast<CXXBindTemporaryExpr>(E))
    return number(Bind->getSubExpr(), Depth + 1);
  if (const auto *Default = dyn_cast<CXXDefaultArgExpr>(E))
    return number(Default->getExpr(), Depth + 1);
  if (const auto *Substituted = dyn_cast<SubstNonTypeTemplateParmExpr>(E))
    return number(Substituted->getReplacement(), Depth + 1);
  if (const auto *Literal = dyn_cast<IntegerLiteral>(E)) {
    if (Literal->getValue().getActiveBits() > 63)
      return {unknown()};
    return {Expressions.constant(static_cast<int64_t>(Literal->getValue().getZExtValue()))};
  }
  if (const auto *Literal = dyn_cast<FloatingLiteral>(E)) {
    double Value = Literal->getValueAsApproximateDouble();
    if (Value == static_cast<double>(static_cast<int64_t>(std::min(std::max(Value, -1e15), 1e15))))
      return {Expressions.constant(static_cast<int64_t>(Value))};
    // Dyadic fractions, as in `0.25*s0`.
    for (int64_t Den = 2; Den <= 1024; Den *= 2) {
      double Scaled = Value * static_cast<double>(Den);
      if (Scaled > -1e12 && Scaled < 1e12 &&
          Scaled == static_cast<double>(static_cast<int64_t>(Scaled)))
        return {Expressions.constant(static_cast<int64_t>(Scaled)), Den};
    }
    return {unknown()};
  }
  if (const auto *Unary = dyn_cast<UnaryOperator>(E)) {
    Rational R = number(Unary->getSubExpr(), Depth + 1);
    if (Unary->getOpcode() == UO_Minus)
      return {-R.Num, R.Den};
    if (Unary->getOpcode() == UO_Plus)
      return R;
    return {unknown()};
  }
  if (const auto *Binary = dyn_cast<BinaryOperator>(E)) {
    if (!Binary->isAdditiveOp() && !Binary->isMultiplicativeOp())
      return {unknown()};
    Rational A = number(Binary->getLHS(), Depth + 1), B = number(Binary->getRHS(), Depth + 1);
    bool Integral = Binary->getType()->isIntegerType();
    auto Reduced = [](Expression Num, int64_t Den) -> Rational {
      if (Den > 1)
        if (std::optional<int64_t> Value = Num.constantValue(); Value && *Value % Den == 0)
          return {Num.context().constant(*Value / Den)};
      return {Num, Den};
    };
    if (A.Den > (1 << 20) || B.Den > (1 << 20))
      return {unknown()};
    switch (Binary->getOpcode()) {
    case BO_Add:
      return Reduced(A.Num * B.Den + B.Num * A.Den, A.Den * B.Den);
    case BO_Sub:
      return Reduced(A.Num * B.Den - B.Num * A.Den, A.Den * B.Den);
    case BO_Mul:
      return Reduced(A.Num * B.Num, A.Den * B.Den);
    case BO_Div:
      if (!Integral) {
        std::optional<int64_t> By = B.Num.constantValue();
        if (!By || *By == 0 || *By == INT64_MIN)
          return {unknown()};
        Expression Num = A.Num * B.Den;
        return *By < 0 ? Reduced(-Num, A.Den * -*By) : Reduced(Num, A.Den * *By);
      }
      noteDivisor(B.Num);
      return {truncDiv(A.Num, B.Num)};
    case BO_Rem:
      noteDivisor(B.Num);
      return {truncRem(A.Num, B.Num)};
    default:
      return {unknown()};
    }
  }
  if (const auto *Choice = dyn_cast<ConditionalOperator>(E)) {
    SmallVector<Condition, 2> Found;
    Expression A = evaluate(Choice->getTrueExpr(), Depth + 1),
               B = evaluate(Choice->getFalseExpr(), Depth + 1);
    if (conditions(Choice->getCond(), false, Found, Depth + 1) && Found.size() == 1)
      return {select(Found[0], A, B)};
    return {A == B ? A : unknown()};
  }
  if (const auto *Construct = dyn_cast<CXXConstructExpr>(E);
      Construct && Construct->getNumArgs() == 1)
    return number(Construct->getArg(0), Depth + 1);
  if (const auto *List = dyn_cast<InitListExpr>(E); List && List->getNumInits() == 1)
    return number(List->getInit(0), Depth + 1);
  if (const auto *Construct = dyn_cast<CXXUnresolvedConstructExpr>(E);
      Construct && Construct->getNumArgs() == 1)
    return number(Construct->getArg(0), Depth + 1);
  if (const auto *Ref = dyn_cast<DeclRefExpr>(E)) {
    const auto *V = dyn_cast<VarDecl>(Ref->getDecl());
    if (!V)
      return {unknown()};
    if (auto It = Integers.find(V); It != Integers.end() && It->second)
      return {It->second};
    // Constants of the file.
    if (!V->isLocalVarDeclOrParm() && V->getType().isConstQualified() && V->getInit() &&
        V->getType()->isIntegerType())
      if (std::optional<int64_t> Value = integerLiteral(V->getInit(), Context))
        return {Expressions.constant(*Value)};
    return {unknown(V->getDeclName().isIdentifier() ? V->getName() : StringRef("?"))};
  }
  if (std::optional<DimensionRead> Read = dimensionRead(E))
    return {dimension(Read->T, Read->IsStride, Read->Index, {}, E->getSourceRange())};
  if (auto [Base, Idx] = subscript(E); Base) {
    if (const VarDecl *V = referredVariable(Base))
      if (auto It = Arrays.find(V); It != Arrays.end())
        if (std::optional<int64_t> I = integerLiteral(stripWrappers(Idx), Context);
            I && *I >= 0 && static_cast<uint64_t>(*I) < It->second.size())
          return {It->second[*I]};
    return {unknown()};
  }
  if (const auto *Call = dyn_cast<CallExpr>(E)) {
    StringRef Name = calleeName(Call);
    if (Call->getNumArgs() == 0 && (Name == "max" || Name == "min")) {
      // `std::numeric_limits<int32_t>::max()`
      std::optional<int64_t> Value = constantInteger(Call, Context);
      return {Value ? Expressions.constant(*Value) : unknown()};
    }
    if (Call->getNumArgs() == 2 && (Name == "max" || Name == "min")) {
      Expression A = evaluate(Call->getArg(0), Depth + 1), B = evaluate(Call->getArg(1), Depth + 1);
      return {Name == "max" ? max(A, B) : min(A, B)};
    }
    if (Call->getNumArgs() == 1 && (Name == "max" || Name == "min")) {
      // `std::max<int64_t>({a, b, c})`
      std::optional<ExpressionList> Values = array(Call->getArg(0));
      if (!Values || Values->empty())
        return {unknown()};
      Expression Result = Values->front();
      for (Expression Value : llvm::drop_begin(*Values))
        Result = Name == "max" ? max(Result, Value) : min(Result, Value);
      return {Result};
    }
    if (Call->getNumArgs() == 2 && Name == "div_floor_integer") {
      Expression A = evaluate(Call->getArg(0), Depth + 1), B = evaluate(Call->getArg(1), Depth + 1);
      noteDivisor(B);
      return {floorDiv(A, B)};
    }
    if (Call->getNumArgs() == 1 && Name == "align")
      return {align(evaluate(Call->getArg(0), Depth + 1), PoolAlignment)};
    if (Call->getNumArgs() == 1 && (Name == "floor" || Name == "ceil" || Name == "trunc")) {
      Rational R = number(Call->getArg(0), Depth + 1);
      if (R.Den == 1)
        return R;
      noteDivisor(Expressions.constant(R.Den));
      if ((R.Den & (R.Den - 1)) != 0)
        return {unknown()};
      return {Name == "floor"  ? floorDiv(R.Num, R.Den)
              : Name == "ceil" ? ceilDiv(R.Num, R.Den)
                               : truncDiv(R.Num, Expressions.constant(R.Den))};
    }
    if (isConversion(Call))
      return number(cast<CXXMemberCallExpr>(Call)->getImplicitObjectArgument(), Depth + 1);
  }
  if (std::optional<int64_t> Value = integerLiteral(E, Context))
    return {Expressions.constant(*Value)};
  return {unknown()};
}

std::optional<ExpressionList> BufferWalk::array(const Expr *E, unsigned Depth) {
  if (!E || Depth > 16)
    return std::nullopt;
  E = stripWrappers(E);
  if (isa<CXXNullPtrLiteralExpr, GNUNullExpr>(E) ||
      (isa<IntegerLiteral>(E) && cast<IntegerLiteral>(E)->getValue() == 0))
    return ExpressionList();
  if (const VarDecl *V = referredVariable(E)) {
    auto It = Arrays.find(V);
    if (It == Arrays.end())
      return std::nullopt;
    return It->second;
  }
  if (const auto *List = dyn_cast<InitListExpr>(E)) {
    // `std::array` holds its elements in an inner list.
    if (List->getNumInits() == 1 && isa<InitListExpr>(stripWrappers(List->getInit(0))) &&
        !List->getType()->isIntegerType())
      return array(List->getInit(0), Depth + 1);
    ExpressionList Values;
    for (const Expr *Init : List->inits()) {
      if (!Init->getType()->isIntegerType() && !Init->isTypeDependent())
        return std::nullopt;
      Values.push_back(evaluate(Init));
    }
    if (const auto *Type = Context.getAsConstantArrayType(List->getType()))
      while (Values.size() < Type->getZExtSize() && Values.size() < 64)
        Values.push_back(Expressions.constant(0));
    return Values;
  }
  if (const auto *Std = dyn_cast<CXXStdInitializerListExpr>(E))
    return array(Std->getSubExpr(), Depth + 1);
  if (const auto *Call = dyn_cast<CallExpr>(E)) {
    StringRef Member = memberName(Call);
    if ((Member == "data" || Member == "cbegin" || Member == "begin") && memberObject(Call))
      return array(memberObject(Call), Depth + 1);
    return std::nullopt;
  }
  if (const auto *Construct = dyn_cast<CXXConstructExpr>(E)) {
    if (Construct->getNumArgs() >= 1 &&
        llvm::all_of(llvm::drop_begin(Construct->arguments()),
                     [](const Expr *A) { return isa<CXXDefaultArgExpr>(A); }))
      return array(Construct->getArg(0), Depth + 1);
    if (Construct->getNumArgs() == 0)
      return ExpressionList();
  }
  if (const auto *Unary = dyn_cast<UnaryOperator>(E); Unary && Unary->getOpcode() == UO_AddrOf)
    if (auto [Base, Idx] = subscript(stripWrappers(Unary->getSubExpr())); Base)
      if (integerLiteral(stripWrappers(Idx), Context) == 0)
        return array(Base, Depth + 1);
  return std::nullopt;
}

bool BufferWalk::conditions(const Expr *E, bool Negated, SmallVectorImpl<Condition> &Found,
                            unsigned Depth) {
  if (!E || Depth > MaxDepth)
    return false;
  E = stripWrappers(E);
  if (const auto *Unary = dyn_cast<UnaryOperator>(E); Unary && Unary->getOpcode() == UO_LNot)
    return conditions(Unary->getSubExpr(), !Negated, Found, Depth + 1);
  if (const auto *Call = dyn_cast<CallExpr>(E);
      Call && Call->getNumArgs() == 2 && calleeName(Call) == "__builtin_expect")
    return conditions(Call->getArg(0), Negated, Found, Depth + 1);
  const auto *Binary = dyn_cast<BinaryOperator>(E);
  if (!Binary)
    return false;
  BinaryOperatorKind Op = Binary->getOpcode();
  if (Op == (Negated ? BO_LOr : BO_LAnd) || (!Negated && Op == BO_And)) {
    bool Left = conditions(Binary->getLHS(), Negated, Found, Depth + 1);
    bool Right = conditions(Binary->getRHS(), Negated, Found, Depth + 1);
    return Left && Right;
  }
  if (!Binary->isComparisonOp() || !Binary->getLHS()->getType()->isIntegerType() ||
      !Binary->getRHS()->getType()->isIntegerType())
    return false;
  Expression A = evaluate(Binary->getLHS(), Depth + 1), B = evaluate(Binary->getRHS(), Depth + 1);
  if (A.hasOpaque() || B.hasOpaque())
    return false;
  Condition C{Condition::Zero, A - B};
  switch (Op) {
  case BO_LT:
    C = Condition::lt(A, B);
    break;
  case BO_GT:
    C = Condition::gt(A, B);
    break;
  case BO_LE:
    C = Condition::le(A, B);
    break;
  case BO_GE:
    C = Condition::ge(A, B);
    break;
  case BO_EQ:
    C = Condition::eq(A, B);
    break;
  case BO_NE:
    C = Condition::ne(A, B);
    break;
  default:
    return false;
  }
  Found.push_back(Negated ? C.negate() : C);
  return true;
}

void BufferWalk::addFacts(const Expr *Cond, bool Negated) {
  SmallVector<Condition, 2> Found;
  conditions(Cond, Negated, Found);
  noteUnread(Cond);
  for (const Condition &C : Found) {
    Out.Facts.push_back({C, Cond->getSourceRange()});
    // A bound of a single symbol is part of its declared range.
    auto Symbols = C.E.symbols();
    if (Symbols.size() != 1)
      continue;
    auto Number = Out.SymbolNumber.find(Symbols[0].symbolId());
    if (Number == Out.SymbolNumber.end())
      continue;
    Range &Declared = Out.Symbols[Number->second].Declared;
    auto AtLeastZero = [&](Expression E) {
      if (std::optional<int64_t> Constant = (E - Symbols[0]).constantValue())
        Declared = Declared.intersect(Range::atLeast(-*Constant));
      else if (std::optional<int64_t> Constant = (E + Symbols[0]).constantValue())
        Declared = Declared.intersect({std::nullopt, *Constant});
    };
    switch (C.K) {
    case Condition::NonNegative:
      AtLeastZero(C.E);
      break;
    case Condition::Negative:
      AtLeastZero(-C.E - 1);
      break;
    case Condition::Zero:
      AtLeastZero(C.E);
      AtLeastZero(-C.E);
      break;
    case Condition::NonZero:
      break;
    }
  }
}

void BufferWalk::checkedProperties(const Expr *Cond) {
  const auto *Binary = dyn_cast<BinaryOperator>(stripWrappers(Cond));
  if (!Binary || Binary->getOpcode() != BO_NE)
    return;
  const Expr *Left = Binary->getLHS(), *Right = Binary->getRHS();
  for (auto [Read, Expected] : {std::pair(Left, Right), std::pair(Right, Left)}) {
    const VarDecl *V = referredVariable(Read);
    auto It = V ? Properties.find(V) : Properties.end();
    if (It == Properties.end())
      continue;
    Tensor *T = It->second.first;
    if (!T->In || T->In->From != Storage::Origin::Input)
      continue;
    InputDeclaration &Declaration = Buffers.Inputs[T->In->Index];
    if (!It->second.second) {
      Declaration.Dtype = torchConstantName(Expected, "dtype").str();
      Declaration.DtypeAt = Cond->getSourceRange();
      Declaration.DtypeIn = Out.Function;
    } else {
      StringRef Name = torchConstantName(Expected, "device_type");
      std::optional<int64_t> Value = evaluate(Expected).constantValue();
      if (!Name.empty())
        Value = llvm::StringSwitch<int64_t>(Name)
                    .Case("cpu", 0)
                    .Case("cuda", 1)
                    .Case("hip", 6)
                    .Case("xpu", 12)
                    .Case("mps", 13)
                    .Default(-1);
      Declaration.DeviceType = Value.value_or(-1);
      Declaration.DeviceAt = Cond->getSourceRange();
      Declaration.DeviceIn = Out.Function;
    }
  }
}

std::optional<size_t> BufferWalk::alignmentTest(const Expr *Cond) {
  DeviceType Own = Facts.dialect().Device;
  if (!isGpu(Own))
    return std::nullopt;
  // `(address(x.data_ptr()) & (16 - 1)) != 0`, where `address` is a cast.
  const auto *Test = dyn_cast<BinaryOperator>(stripWrappers(Cond));
  if (!Test || Test->getOpcode() != BO_NE)
    return std::nullopt;
  const auto *Mask = dyn_cast<BinaryOperator>(stripWrappers(Test->getLHS()));
  const auto *Address = Mask && Mask->getOpcode() == BO_And
                            ? dyn_cast<CallExpr>(stripWrappers(Mask->getLHS()))
                            : nullptr;
  if (!Address || memberName(Address) != "data_ptr")
    return std::nullopt;
  Tensor *T = tensorOf(Address);
  if (!T || !T->In || T->In->From != Storage::Origin::Input)
    return std::nullopt;
  if (T->In->Device == DeviceType::Unknown)
    const_cast<Storage *>(T->In)->Device = Own;
  if (std::optional<int64_t> Bits = evaluate(Mask->getRHS()).constantValue();
      Bits && *Bits > 0 && *Bits < 4096) {
    Out.Alignments.push_back({T, *Bits + 1, Cond->getSourceRange(), false});
    return Out.Alignments.size() - 1;
  }
  return std::nullopt;
}

} // namespace aoti
