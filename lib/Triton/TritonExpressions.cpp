#include "Triton/TritonWalk.h"
#include "llvm/Support/MathExtras.h"

using llvm::ArrayRef;
using llvm::SmallVector;
using llvm::StringRef;

namespace aoti {

namespace {

using Kind = TritonValue::Kind;

/// The most comparisons that a choice between two values may be made of.
constexpr unsigned MaxLeaves = 16;

bool fits32(int64_t V) { return V >= INT32_MIN && V <= INT32_MAX; }

/// Bits of the result of an operation on two integers. A number of Python takes the type of what it
/// meets, if it fits.
unsigned commonBits(const TritonValue &A, const TritonValue &B) {
  if (A.Bits && B.Bits)
    return std::max(A.Bits, B.Bits);
  const TritonValue &Typed = A.Bits ? A : B, &Python = A.Bits ? B : A;
  std::optional<int64_t> Constant = Python.E.constantValue();
  if (Typed.Bits == 0)
    return 0;
  return Typed.Bits == 32 && Constant && !fits32(*Constant) ? 64 : Typed.Bits;
}

} // namespace

//===--- Predicates --------------------------------------------------------===//

const TritonPredicate *TritonWalk::makePredicate(Predicate P) {
  Body.Predicates.push_back(P);
  return &Body.Predicates.back();
}

const TritonPredicate *TritonWalk::compareWith(Condition C) {
  if (std::optional<int64_t> V = C.E.constantValue()) {
    bool Holds = C.K == Condition::NonNegative ? *V >= 0
                 : C.K == Condition::Negative  ? *V < 0
                 : C.K == Condition::Zero      ? *V == 0
                                               : *V != 0;
    return Holds ? True : False;
  }
  Predicate P;
  P.K = Predicate::Kind::Compare;
  P.C = C;
  return makePredicate(P);
}

const TritonPredicate *TritonWalk::both(const Predicate *A, const Predicate *B) {
  if (A->isTrue() || B->isFalse() || A == B)
    return B;
  if (B->isTrue() || A->isFalse())
    return A;
  Predicate P;
  P.K = Predicate::Kind::And;
  P.A = A;
  P.B = B;
  P.Origins = A->Origins | B->Origins;
  return makePredicate(P);
}

const TritonPredicate *TritonWalk::either(const Predicate *A, const Predicate *B) {
  if (A->isFalse() || B->isTrue() || A == B)
    return B;
  if (B->isFalse() || A->isTrue())
    return A;
  Predicate P;
  P.K = Predicate::Kind::Or;
  P.A = A;
  P.B = B;
  P.Origins = A->Origins | B->Origins;
  return makePredicate(P);
}

const TritonPredicate *TritonWalk::negate(const Predicate *P) {
  switch (P->K) {
  case Predicate::Kind::True:
    return False;
  case Predicate::Kind::False:
    return True;
  case Predicate::Kind::Compare:
    return compareWith(P->C.negate());
  case Predicate::Kind::Unknown: {
    Predicate Q = *P;
    Q.IsNegated = !Q.IsNegated;
    return makePredicate(Q);
  }
  case Predicate::Kind::And:
  case Predicate::Kind::Or:
    break;
  }
  auto [It, IsNew] = Negations.try_emplace(P, nullptr);
  if (!IsNew && It->second)
    return It->second;
  if (Depth > MaxDepth || !spend())
    return Negations[P] = unknownPredicate(triton_origin::Unknown);
  ++Depth;
  const Predicate *A = negate(P->A), *B = negate(P->B);
  --Depth;
  const Predicate *Negated = P->K == Predicate::Kind::And ? either(A, B) : both(A, B);
  Negations[P] = Negated;
  // What is negated twice is itself again.
  Negations.try_emplace(Negated, P);
  return Negated;
}

const TritonPredicate *TritonWalk::unknownPredicate(unsigned Origins) {
  Predicate P;
  P.K = Predicate::Kind::Unknown;
  P.Id = ++Ids;
  P.Origins = Origins;
  return makePredicate(P);
}

const TritonPredicate *TritonWalk::truth(const Value &V) {
  switch (V.K) {
  case Kind::Boolean:
    return V.P;
  case Kind::Integer:
    return compareWith({Condition::NonZero, V.E});
  case Kind::None:
    return False;
  case Kind::Unknown:
    if (V.E)
      return compareWith({Condition::NonZero, V.E});
    [[fallthrough]];
  default:
    return unknownPredicate(V.Origins ? V.Origins : unsigned(triton_origin::Unknown));
  }
}

//===--- Values ------------------------------------------------------------===//

void TritonWalk::join(Value &Into, const Value &From) {
  constexpr unsigned MaxLoads = 8;
  Into.Origins |= From.Origins;
  Into.Rank = std::max(Into.Rank, From.Rank);
  for (unsigned L : From.Loads)
    if (Into.Loads.size() < MaxLoads && !llvm::is_contained(Into.Loads, L))
      Into.Loads.push_back(L);
}

TritonValue TritonWalk::makeInteger(Expression E, unsigned Bits) const {
  Value V;
  V.K = Kind::Integer;
  V.E = E;
  V.Bits = static_cast<uint8_t>(Bits);
  return V;
}

TritonValue TritonWalk::makeBoolean(const Predicate *P) const {
  Value V;
  V.K = Kind::Boolean;
  V.P = P;
  V.Origins = static_cast<uint8_t>(P->Origins);
  return V;
}

TritonValue TritonWalk::makeName(std::string Path) {
  Texts.push_back(std::move(Path));
  Value V;
  V.K = Kind::Name;
  V.Text = Texts.back();
  return V;
}

TritonValue TritonWalk::unknown(unsigned Origins, const Value *A, const Value *B) {
  Value V;
  for (const Value *From : {A, B})
    if (From)
      join(V, *From);
  V.Origins |= Origins;
  if (!V.Origins)
    V.Origins = triton_origin::Unknown;
  return V;
}

Expression TritonWalk::freshOpaque(StringRef Name, Range R) { return Context.opaque(Name, R); }

TritonValue TritonWalk::toInteger(const Value &V, const PythonExpr *Node) {
  switch (V.K) {
  case Kind::Integer:
    return V;
  case Kind::Boolean: {
    Value R = makeInteger(constant(1), 32);
    unsigned Leaves = 0;
    Expression E = selectExpression(V.P, constant(1), constant(0), Leaves);
    R.E = E ? E : freshOpaque("flag", Range::between(0, 1));
    join(R, V);
    R.Origins |= E ? 0 : V.P->Origins;
    return R;
  }
  case Kind::Unknown:
    if (V.E) {
      Value R = V;
      R.K = Kind::Integer;
      R.Bits = 64;
      return R;
    }
    [[fallthrough]];
  default: {
    Value R = makeInteger(freshOpaque("value"), 64);
    join(R, V);
    R.Origins |= V.is(Kind::Float) ? triton_origin::Float : V.Origins ? 0 : triton_origin::Unknown;
    return R;
  }
  }
}

/// \p A where \p P holds, otherwise \p B; none where the choice is not known or too long.
Expression TritonWalk::selectExpression(const Predicate *P, Expression A, Expression B,
                                        unsigned &Leaves) {
  if (A == B || P->isTrue())
    return A;
  if (P->isFalse())
    return B;
  if (P->K == Predicate::Kind::Unknown || ++Leaves > MaxLeaves)
    return {};
  if (P->K == Predicate::Kind::Compare)
    return select(P->C, A, B);
  bool IsAnd = P->K == Predicate::Kind::And;
  Expression Inner = selectExpression(P->B, A, B, Leaves);
  if (!Inner)
    return {};
  return IsAnd ? selectExpression(P->A, Inner, B, Leaves)
               : selectExpression(P->A, A, Inner, Leaves);
}

TritonValue TritonWalk::choose(const Predicate *P, const Value &A, const Value &B,
                               const PythonExpr *Node) {
  if (P->isTrue())
    return A;
  if (P->isFalse())
    return B;
  if (A.is(Kind::Boolean) && B.is(Kind::Boolean)) {
    Value R = makeBoolean(either(both(P, A.P), both(negate(P), B.P)));
    join(R, A);
    join(R, B);
    return R;
  }
  if (A.is(Kind::Float) || B.is(Kind::Float)) {
    Value R = unknown(0, &A, &B);
    R.Origins = A.Origins | B.Origins | P->Origins;
    R.K = Kind::Float;
    return R;
  }
  if (A.is(Kind::Pointer) && B.is(Kind::Pointer) && A.Base == B.Base) {
    Value R = A;
    join(R, B);
    unsigned Leaves = 0;
    R.E = A.E && B.E ? selectExpression(P, A.E, B.E, Leaves) : Expression();
    if (!R.E)
      R.Origins |= triton_origin::Unknown;
    R.Operation = addOperation(nullptr, {}, 0, false, false, A.Operation, B.Operation);
    return R;
  }
  bool AreNumbers = (A.is(Kind::Integer) || A.is(Kind::Boolean) || A.is(Kind::Unknown)) &&
                    (B.is(Kind::Integer) || B.is(Kind::Boolean) || B.is(Kind::Unknown)) && Node;
  if (!AreNumbers || (A.is(Kind::Unknown) && !A.E) || (B.is(Kind::Unknown) && !B.E))
    return unknown(P->Origins, &A, &B);
  Value X = toInteger(A, Node), Y = toInteger(B, Node);
  unsigned Leaves = 0;
  Value R = makeInteger(selectExpression(P, X.E, Y.E, Leaves), commonBits(X, Y));
  join(R, X);
  join(R, Y);
  R.Origins |= P->Origins;
  if (!R.E)
    R.E = freshOpaque("chosen");
  R.Operation = addOperation(nullptr, {}, 0, false, false, X.Operation, Y.Operation);
  return R;
}

//===--- Symbols -----------------------------------------------------------===//

unsigned TritonWalk::addSymbol(TritonSymbol S) {
  unsigned Number = static_cast<unsigned>(Body.Symbols.size());
  Body.SymbolNumber[S.Symbol.node()] = Number;
  Body.Symbols.push_back(S);
  return Number;
}

Expression TritonWalk::program(bool IsCount, unsigned Axis) {
  Expression &Known = Programs[Axis * 2 + IsCount];
  if (Known)
    return Known;
  Known =
      Context.freshSymbol((IsCount ? "num_programs(" : "program_id(") + std::to_string(Axis) + ")");
  TritonSymbol S{IsCount ? TritonSymbol::Kind::ProgramCount : TritonSymbol::Kind::ProgramId, Known};
  S.Number = Axis;
  S.Known = Range::atLeast(IsCount ? 1 : 0);
  addSymbol(S);
  return Known;
}

Expression TritonWalk::lane(Expression Size, unsigned Position) {
  Expression &Known = Lanes[{Size.node(), Position}];
  if (Known)
    return Known;
  Known = Context.freshSymbol("lane" + std::to_string(Position));
  TritonSymbol S{TritonSymbol::Kind::Lane, Known};
  S.Number = Position;
  S.First = constant(0);
  S.Size = Size;
  S.Range = Known;
  S.Known = Range::atLeast(0);
  if (std::optional<int64_t> N = Size.constantValue())
    S.Known.Hi = *N - 1;
  addSymbol(S);
  return Known;
}

/// The symbol of a lane when its dimension lies elsewhere.
Expression TritonWalk::moveLane(Expression Lane, unsigned Position) {
  const TritonSymbol *Known = Body.symbol(Lane);
  if (!Known || Known->K != TritonSymbol::Kind::Lane || Known->Number == Position)
    return Lane;
  // New symbols move the list of them.
  TritonSymbol Moved = *Known;
  unsigned OldPosition = Moved.Number;
  Expression Plain = lane(Moved.Size, Position);
  if (Moved.First.constantValue() == 0)
    return Plain;
  if (Expression There = MovedLanes.lookup({Lane.node(), Position}))
    return There;
  Moved.Symbol = Context.freshSymbol(Lane.name());
  Moved.Number = Position;
  Moved.Range = Plain;
  addSymbol(Moved);
  MovedLanes[{Lane.node(), Position}] = Moved.Symbol;
  // Back where it was it is the same again.
  MovedLanes[{Moved.Symbol.node(), OldPosition}] = Lane;
  return Moved.Symbol;
}

Expression TritonWalk::moveLanes(Expression E, ArrayRef<unsigned> NewPositions) {
  return substitute(E, [&](Expression Symbol) -> Expression {
    const TritonSymbol *S = Body.symbol(Symbol);
    if (!S || S->K != TritonSymbol::Kind::Lane || S->Number >= NewPositions.size())
      return {};
    return moveLane(Symbol, NewPositions[S->Number]);
  });
}

const TritonPredicate *TritonWalk::moveLanes(const Predicate *P, ArrayRef<unsigned> NewPositions,
                                             MovedPredicates &Known) {
  switch (P->K) {
  case Predicate::Kind::Compare: {
    Condition C = P->C;
    C.E = moveLanes(C.E, NewPositions);
    return C.E == P->C.E ? P : compareWith(C);
  }
  case Predicate::Kind::And:
  case Predicate::Kind::Or: {
    // Parts may be shared.
    if (const Predicate *Moved = Known.lookup(P))
      return Moved;
    if (Depth > MaxDepth || !spend())
      return Known[P] = unknownPredicate(triton_origin::Unknown);
    ++Depth;
    const Predicate *A = moveLanes(P->A, NewPositions, Known),
                    *B = moveLanes(P->B, NewPositions, Known);
    --Depth;
    return Known[P] = A == P->A && B == P->B         ? P
                      : P->K == Predicate::Kind::And ? both(A, B)
                                                     : either(A, B);
  }
  default:
    return P;
  }
}

/// A tensor whose dimensions lie elsewhere. \p NewPositions says for each old one, the last being
/// 0.
TritonValue TritonWalk::moveDimensions(const Value &V, ArrayRef<unsigned> NewPositions,
                                       unsigned NewRank) {
  Value R = V;
  R.Rank = static_cast<uint8_t>(NewRank);
  bool IsSame = true;
  for (unsigned I = 0; I < NewPositions.size(); ++I)
    IsSame &= NewPositions[I] == I;
  if (IsSame)
    return R;
  if (V.E)
    R.E = moveLanes(V.E, NewPositions);
  MovedPredicates Known;
  if (V.P)
    R.P = moveLanes(V.P, NewPositions, Known);
  return R;
}

bool TritonWalk::isNonNegative(Expression E) const {
  Assumptions Known;
  for (Expression S : E.symbols())
    if (const TritonSymbol *Symbol = Body.symbol(S))
      Known.addRange(S, Symbol->Known);
  Range R = range(E, Known);
  return R.Lo && *R.Lo >= 0;
}

/// A variable that is a range of lanes with something before it gets a symbol of its own.
TritonValue TritonWalk::nameLane(StringRef Name, Value V) {
  if (!V.is(Kind::Integer) || V.Origins || V.E.isSymbol() || V.E.isConstant())
    return V;
  const TritonSymbol *Lane = nullptr;
  for (Expression S : V.E.symbols()) {
    const TritonSymbol *Symbol = Body.symbol(S);
    if (!Symbol || Symbol->K != TritonSymbol::Kind::Lane)
      continue;
    if (Lane)
      return V;
    Lane = Symbol;
  }
  if (!Lane || Lane->First.constantValue() != 0)
    return V;
  Expression First = V.E - Lane->Symbol;
  if (First.dependsOn(Lane->Symbol) || First.hasOpaque())
    return V;
  // The same place again is the same symbol.
  Expression &Known = NamedLanes[V.E.node()];
  if (!Known) {
    TritonSymbol S{TritonSymbol::Kind::Lane, Context.freshSymbol(Name)};
    S.Number = Lane->Number;
    S.First = First;
    S.Size = Lane->Size;
    S.Range = Lane->Symbol;
    if (isNonNegative(First))
      S.Known = Range::atLeast(0);
    addSymbol(S);
    Known = S.Symbol;
  }
  V.E = Known;
  return V;
}

//===--- Operations --------------------------------------------------------===//

unsigned TritonWalk::addOperation(const PythonExpr *Node, Expression E, unsigned Bits,
                                  bool IsUnsigned, bool IsConversion, unsigned A, unsigned B) {
  bool CanWrap = Node && Bits > 0 && Bits < 64 && E && !E.isConstant();
  if (!CanWrap) {
    if (A == Value::NoOperation || A == B)
      return B;
    if (B == Value::NoOperation)
      return A;
  }
  Operation O;
  O.A = A;
  O.B = B;
  if (CanWrap) {
    O.Arithmetic = static_cast<unsigned>(Body.Arithmetic.size());
    TritonArithmetic Entry;
    Entry.Node = Node;
    Entry.Value = E;
    Entry.Bits = Bits;
    Entry.IsUnsigned = IsUnsigned;
    Entry.IsConversion = IsConversion;
    Entry.Path = Path;
    Entry.Loop = Loop;
    Body.Arithmetic.push_back(Entry);
  }
  Operations.push_back(O);
  return static_cast<unsigned>(Operations.size() - 1);
}

void TritonWalk::markAddress(unsigned Number) {
  SmallVector<unsigned, 8> Left{Number};
  while (!Left.empty()) {
    unsigned I = Left.pop_back_val();
    if (I == Value::NoOperation || Operations[I].IsMarked)
      continue;
    Operation &O = Operations[I];
    O.IsMarked = true;
    if (O.Arithmetic != Value::NoOperation)
      Body.Arithmetic[O.Arithmetic].FeedsAddress = true;
    Left.push_back(O.A);
    Left.push_back(O.B);
  }
}

TritonValue TritonWalk::integers(StringRef Op, const Value &A, const Value &B,
                                 const PythonExpr *Node) {
  Value R = makeInteger({}, commonBits(A, B));
  R.IsUnsigned = A.IsUnsigned || B.IsUnsigned;
  join(R, A);
  join(R, B);
  bool IsPython = R.Bits == 0, MayWrap = false;
  std::optional<int64_t> Right = B.E.constantValue(), Left = A.E.constantValue();
  if (Op == "+") {
    R.E = A.E + B.E;
    MayWrap = true;
  } else if (Op == "-") {
    R.E = A.E - B.E;
    MayWrap = true;
  } else if (Op == "*") {
    R.E = A.E * B.E;
    MayWrap = true;
  } else if (Op == "//" || Op == "%") {
    bool IsZero = Right && *Right == 0;
    // Triton divides as C does, but for numbers that Python itself divides.
    if (!IsZero && Op == "//")
      R.E = IsPython ? floorDiv(A.E, B.E) : truncDiv(A.E, B.E);
    else if (!IsZero)
      R.E = IsPython ? floorMod(A.E, B.E) : truncRem(A.E, B.E);
  } else if (Op == "<<" && Right && *Right >= 0 && *Right < 62) {
    R.E = A.E * (int64_t(1) << *Right);
    MayWrap = true;
  } else if (Op == ">>" && Right && *Right >= 0 && *Right < 62) {
    R.E = floorDiv(A.E, int64_t(1) << *Right);
  } else if (Op == "&" && Right && *Right >= 0 && *Right < INT64_MAX &&
             llvm::isPowerOf2_64(*Right + 1)) {
    R.E = floorMod(A.E, *Right + 1);
  } else if (Op == "&" && Left && *Left >= 0 && *Left < INT64_MAX &&
             llvm::isPowerOf2_64(*Left + 1)) {
    R.E = floorMod(B.E, *Left + 1);
  } else if (Op == "**" && Right && *Right >= 0 && *Right <= 8) {
    R.E = constant(1);
    for (int64_t I = 0; I < *Right; ++I)
      R.E *= A.E;
    MayWrap = true;
  }
  if (!R.E) {
    R.E = freshOpaque("value");
    R.Origins |= triton_origin::Unknown;
  }
  R.Operation = addOperation(MayWrap ? Node : nullptr, R.E, R.Bits, R.IsUnsigned, false,
                             A.Operation, B.Operation);
  return R;
}

TritonValue TritonWalk::binary(StringRef Op, const Value &A, const Value &B,
                               const PythonExpr *Node) {
  if (A.is(Kind::Pointer) || B.is(Kind::Pointer)) {
    const Value &P = A.is(Kind::Pointer) ? A : B, &Other = A.is(Kind::Pointer) ? B : A;
    bool IsPlus = Op == "+", IsMinus = Op == "-" && A.is(Kind::Pointer);
    if ((!IsPlus && !IsMinus) || !Other.isNumber() || Other.is(Kind::Float))
      return unknown(triton_origin::Unknown, &A, &B);
    Value Offset = toInteger(Other, Node), R = P;
    join(R, Offset);
    R.E = !P.E ? Expression() : IsPlus ? P.E + Offset.E : P.E - Offset.E;
    R.Bits = Offset.Bits ? Offset.Bits : P.Bits;
    R.Operation = addOperation(nullptr, {}, 0, false, false, P.Operation, Offset.Operation);
    return R;
  }
  if (A.is(Kind::Tuple) && B.is(Kind::Tuple) && Op == "+") {
    Value R = A;
    R.Items = std::make_shared<std::vector<Value>>(*A.Items);
    if (R.Items->size() + B.Items->size() <= 256)
      R.Items->insert(R.Items->end(), B.Items->begin(), B.Items->end());
    return R;
  }
  if (!A.isNumber() || !B.isNumber())
    return unknown(triton_origin::Unknown, &A, &B);
  if (A.is(Kind::Boolean) && B.is(Kind::Boolean) && (Op == "&" || Op == "|" || Op == "^")) {
    const Predicate *P = Op == "&"   ? both(A.P, B.P)
                         : Op == "|" ? either(A.P, B.P)
                                     : either(both(A.P, negate(B.P)), both(negate(A.P), B.P));
    Value R = makeBoolean(P);
    join(R, A);
    join(R, B);
    return R;
  }
  if (A.is(Kind::Float) || B.is(Kind::Float) || Op == "/") {
    Value R;
    R.K = Kind::Float;
    join(R, A);
    join(R, B);
    return R;
  }
  return integers(Op, toInteger(A, Node), toInteger(B, Node), Node);
}

TritonValue TritonWalk::compare(StringRef Op, const Value &A, const Value &B) {
  auto Result = [&](const Predicate *P) {
    Value R = makeBoolean(P);
    join(R, A);
    join(R, B);
    return R;
  };
  if (Op == "is" || Op == "is not" || Op == "==" || Op == "!=") {
    bool IsEqual = Op == "is" || Op == "==";
    auto Known = [&](bool Same) { return Result(Same == IsEqual ? True : False); };
    if (A.is(Kind::Type) && B.is(Kind::Type) && !A.Text.empty() && !B.Text.empty())
      return Known(A.Text == B.Text);
    if (A.is(Kind::String) && B.is(Kind::String))
      return Known(A.Text == B.Text);
    if (A.is(Kind::None) && B.is(Kind::None))
      return Known(true);
    if ((A.is(Kind::None) && !B.is(Kind::Unknown)) || (B.is(Kind::None) && !A.is(Kind::Unknown)))
      return Known(false);
  }
  bool AreIntegers = A.isNumber() && B.isNumber() && !A.is(Kind::Float) && !B.is(Kind::Float) &&
                     !(A.is(Kind::Unknown) && !A.E) && !(B.is(Kind::Unknown) && !B.E);
  if (!AreIntegers) {
    Value Sources = unknown(0, &A, &B);
    unsigned Origins =
        A.Origins | B.Origins | (A.is(Kind::Float) || B.is(Kind::Float) ? triton_origin::Float : 0);
    return Result(unknownPredicate(Origins ? Origins : unsigned(triton_origin::Unknown)));
  }
  Expression X = toInteger(A, nullptr).E, Y = toInteger(B, nullptr).E;
  if (Op == "<")
    return Result(compareWith(Condition::lt(X, Y)));
  if (Op == "<=")
    return Result(compareWith(Condition::le(X, Y)));
  if (Op == ">")
    return Result(compareWith(Condition::gt(X, Y)));
  if (Op == ">=")
    return Result(compareWith(Condition::ge(X, Y)));
  if (Op == "==" || Op == "is")
    return Result(compareWith(Condition::eq(X, Y)));
  if (Op == "!=" || Op == "is not")
    return Result(compareWith(Condition::ne(X, Y)));
  return Result(unknownPredicate(triton_origin::Unknown));
}

/// \p V as another type: "int64", "float32".
TritonValue TritonWalk::convert(const Value &V, StringRef Type, const PythonExpr *Node) {
  if (V.is(Kind::Pointer) || V.is(Kind::Block))
    // What counts in other elements from here on is not followed.
    return unknown(triton_origin::Unknown, &V);
  unsigned Bits = 0;
  StringRef Rest = Type;
  bool IsUnsigned = Rest.consume_front("uint");
  if (Type == "int1" || Type == "bool")
    return makeBoolean(truth(V));
  if ((IsUnsigned || Rest.consume_front("int")) && !Rest.getAsInteger(10, Bits)) {
    Value R = toInteger(V, Node);
    bool Narrows = Bits < (R.Bits ? R.Bits : 64) && !R.E.isConstant();
    R.IsUnsigned = IsUnsigned;
    R.Operation = addOperation(Narrows ? Node : nullptr, R.E, Bits, IsUnsigned, true, R.Operation,
                               Value::NoOperation);
    R.Bits = static_cast<uint8_t>(Bits);
    return R;
  }
  if (Type.contains("float") || Type.starts_with("fp") || Type.starts_with("bf")) {
    Value R;
    R.K = Kind::Float;
    join(R, V);
    R.Text = Type;
    return R;
  }
  return unknown(V.Origins ? 0 : unsigned(triton_origin::Unknown), &V);
}

//===--- Expressions -------------------------------------------------------===//

bool TritonWalk::spend() {
  constexpr uint64_t MaxSteps = 2'000'000;
  if (++Steps > MaxSteps)
    Body.Figure.IsCut = true;
  return !Body.Figure.IsCut;
}

TritonValue TritonWalk::number(const PythonExpr *E) {
  if (std::optional<int64_t> V = pythonInteger(E))
    return makeInteger(constant(*V), 0);
  Value V;
  bool IsInteger =
      E->Text.find_first_of(".eEjJ") == StringRef::npos || E->Text.starts_with_insensitive("0x");
  V.K = IsInteger ? Kind::Unknown : Kind::Float;
  V.Origins = IsInteger ? uint8_t(triton_origin::Unknown) : 0;
  return V;
}

TritonValue TritonWalk::evaluateName(const PythonExpr *E) {
  for (Scope *S : {Names, &Globals}) {
    auto It = S->find(E->Text);
    if (It != S->end())
      return It->second;
    if (S == &Globals)
      break;
  }
  return makeName(pathOf(E));
}

TritonValue TritonWalk::evaluate(const PythonExpr *E) {
  if (!E || Depth > MaxDepth || !spend())
    return unknown(triton_origin::Unknown);
  struct Deeper {
    explicit Deeper(unsigned &D) : D(++D) {}
    ~Deeper() { --D; }
    unsigned &D;
  } Here(Depth);
  switch (E->Kind) {
  case PythonExprKind::Name:
    return evaluateName(E);
  case PythonExprKind::Number:
    return number(E);
  case PythonExprKind::String: {
    Value V;
    V.K = Kind::String;
    Texts.push_back(pythonString(E).value_or(""));
    V.Text = Texts.back();
    return V;
  }
  case PythonExprKind::Constant:
    if (std::optional<bool> B = pythonBool(E))
      return makeBoolean(*B ? True : False);
    if (E->isConstant("None")) {
      Value V;
      V.K = Kind::None;
      return V;
    }
    return unknown(triton_origin::Unknown);
  case PythonExprKind::Attribute:
    return attribute(E);
  case PythonExprKind::Subscript:
    return subscript(E);
  case PythonExprKind::Call:
    return call(E);
  case PythonExprKind::Unary: {
    Value V = evaluate(E->Children[0]);
    if (E->Text == "not")
      return makeBoolean(negate(truth(V)));
    if (E->Text == "~" && V.is(Kind::Boolean)) {
      Value R = makeBoolean(negate(V.P));
      join(R, V);
      return R;
    }
    if (!V.isNumber())
      return unknown(triton_origin::Unknown, &V);
    if (V.is(Kind::Float) || E->Text == "+")
      return V;
    if (E->Text == "~")
      // The complement of two: -1 - x.
      return integers("-", makeInteger(constant(-1), 0), toInteger(V, E), nullptr);
    return integers("-", makeInteger(constant(0), 0), toInteger(V, E), E);
  }
  case PythonExprKind::Binary: {
    Value A = evaluate(E->Children[0]), B = evaluate(E->Children[1]);
    return binary(E->Text, A, B, E);
  }
  case PythonExprKind::BoolOp: {
    bool IsAnd = E->Text == "and";
    const Predicate *P = IsAnd ? True : False;
    Value R;
    for (const PythonExpr *Part : E->Children) {
      Value V = evaluate(Part);
      join(R, V);
      P = IsAnd ? both(P, truth(V)) : either(P, truth(V));
      // What follows is not evaluated where the answer is known.
      if (IsAnd ? P->isFalse() : P->isTrue())
        break;
    }
    Value Result = makeBoolean(P);
    join(Result, R);
    return Result;
  }
  case PythonExprKind::Compare: {
    Value Left = evaluate(E->Children[0]), R = makeBoolean(True);
    for (size_t I = 1; I < E->Children.size(); ++I) {
      Value Right = evaluate(E->Children[I]);
      Value One = compare(E->operators()[I - 1], Left, Right);
      const Predicate *P = both(R.P, One.P);
      join(R, One);
      R.P = P;
      Left = std::move(Right);
    }
    return R;
  }
  case PythonExprKind::Conditional: {
    const Predicate *P = truth(evaluate(E->Children[0]));
    if (P->isTrue() || P->isFalse())
      return evaluate(E->Children[P->isTrue() ? 1 : 2]);
    const Predicate *Outer = Path;
    Path = both(Outer, P);
    Value A = evaluate(E->Children[1]);
    Path = both(Outer, negate(P));
    Value B = evaluate(E->Children[2]);
    Path = Outer;
    return choose(P, A, B, E);
  }
  case PythonExprKind::Tuple:
  case PythonExprKind::List: {
    Value V;
    V.K = Kind::Tuple;
    V.Items = std::make_shared<std::vector<Value>>();
    for (const PythonExpr *Item : E->Children) {
      V.Items->push_back(evaluate(Item));
      V.Origins |= V.Items->back().Origins;
    }
    return V;
  }
  case PythonExprKind::Named: {
    Value V = evaluate(E->Children[1]);
    assign(E->Children[0], V);
    return V;
  }
  default: {
    // Calls inside of what is not understood may still get at memory.
    for (const PythonExpr *Part : E->Children)
      if (Part)
        evaluate(Part);
    return unknown(triton_origin::Unknown);
  }
  }
}

TritonValue TritonWalk::attribute(const PythonExpr *E) {
  std::string Path = pathOf(E);
  if (!Path.empty()) {
    StringRef Name = Path;
    if (Name.consume_front("triton.language.")) {
      bool IsType = (Name.starts_with("int") || Name.starts_with("uint") ||
                     Name.starts_with("float") || Name.starts_with("bfloat")) &&
                    !Name.contains('.');
      if (IsType) {
        Texts.push_back(Name.str());
        Value V;
        V.K = Kind::Type;
        V.Text = Texts.back();
        return V;
      }
    }
    return makeName(std::move(Path));
  }
  Value Object = evaluate(E->Children[0]);
  if (E->Text == "dtype" || E->Text == "element_ty") {
    Value V;
    V.K = Kind::Type;
    if (Object.is(Kind::Integer) && Object.Bits) {
      Texts.push_back((Object.IsUnsigned ? "uint" : "int") + std::to_string(Object.Bits));
      V.Text = Texts.back();
    } else if (Object.is(Kind::Float)) {
      V.Text = Object.Text;
    } else if (Object.is(Kind::Boolean)) {
      V.Text = "int1";
    } else if (Object.is(Kind::Type)) {
      V.Text = Object.Text;
    }
    return V;
  }
  if (E->Text == "value")
    return Object;
  if (E->Text == "T" && Object.isNumber() && Object.Rank == 2)
    return moveDimensions(Object, {1, 0}, 2);
  return unknown(triton_origin::Unknown);
}

TritonValue TritonWalk::subscript(const PythonExpr *E) {
  Value Object = evaluate(E->Children[0]);
  const PythonExpr *Index = E->Children[1];
  if (Object.is(Kind::Tuple)) {
    Value Position = evaluate(Index);
    std::optional<int64_t> I =
        Position.is(Kind::Integer) ? Position.E.constantValue() : std::nullopt;
    int64_t Size = static_cast<int64_t>(Object.Items->size());
    if (I && *I >= -Size && *I < Size)
      return (*Object.Items)[*I < 0 ? *I + Size : *I];
    return unknown(triton_origin::Unknown, &Object);
  }
  if (!Object.isNumber() && !Object.is(Kind::Pointer))
    return unknown(triton_origin::Unknown, &Object);
  // `x[:, None]`: a full slice keeps a dimension, `None` makes one.
  SmallVector<const PythonExpr *, 4> Entries;
  if (Index->is(PythonExprKind::Tuple))
    Entries.append(Index->Children.begin(), Index->Children.end());
  else
    Entries.push_back(Index);
  unsigned NewRank = Entries.size();
  for (const PythonExpr *Entry : Entries) {
    bool IsSlice = Entry->is(PythonExprKind::Slice) && !Entry->Children[0] && !Entry->Children[1] &&
                   !Entry->Children[2];
    if (!IsSlice && !Entry->isConstant("None"))
      return unknown(triton_origin::Unknown, &Object);
  }
  SmallVector<unsigned, 4> NewPositions;
  for (unsigned I = Entries.size(); I-- > 0;)
    if (Entries[I]->is(PythonExprKind::Slice))
      NewPositions.push_back(NewRank - 1 - I);
  return moveDimensions(Object, NewPositions, NewRank);
}

} // namespace aoti
