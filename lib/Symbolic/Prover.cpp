//===- Prover.cpp - comparing expressions under assumptions ---------------===//
#include "Symbolic/Prover.h"
#include "Symbolic/Interval.h"
#include "Symbolic/Nodes.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>
#include <cassert>
#include <numeric>

using namespace llvm;

namespace aoti {

using namespace symbolic;

//===----------------------------------------------------------------------===//
// Assumptions
//===----------------------------------------------------------------------===//

void Assumptions::addRange(Expression Symbol, Range R) {
  assert(Symbol.isSymbol());
  for (auto &[S, Known] : Ranges)
    if (S == Symbol) {
      Known = Known.intersect(R);
      return;
    }
  Ranges.push_back({Symbol, R});
}

void Assumptions::addNonNegative(Expression E) {
  std::optional<int64_t> C = E.constantValue();
  if (C && *C >= 0)
    return;
  if (!is_contained(Facts, E))
    Facts.push_back(E);
}

void Assumptions::addEqual(Expression A, Expression B) {
  addNonNegative(A - B);
  addNonNegative(B - A);
}

void Assumptions::add(Condition C) {
  switch (C.K) {
  case Condition::NonNegative:
    return addNonNegative(C.E);
  case Condition::Negative:
    return addNonNegative(-C.E - 1);
  case Condition::Zero:
    addNonNegative(C.E);
    return addNonNegative(-C.E);
  case Condition::NonZero:
    if (!is_contained(NonZeros, C.E))
      NonZeros.push_back(C.E);
    return;
  }
}

void Assumptions::addProgression(Expression Symbol, Expression Init, Expression Step) {
  assert(Symbol.isSymbol());
  Progressions.push_back({Symbol, Init, Step});
}

void Assumptions::setRank(Expression Symbol, unsigned Rank) {
  assert(Symbol.isSymbol());
  for (auto &[S, R] : Ranks)
    if (S == Symbol) {
      R = Rank;
      return;
    }
  Ranks.push_back({Symbol, Rank});
}

Range Assumptions::rangeOfSymbol(Expression Symbol) const {
  for (const auto &[S, R] : Ranges)
    if (S == Symbol)
      return R;
  return Range::all();
}

unsigned Assumptions::rank(Expression Symbol) const {
  for (const auto &[S, R] : Ranks)
    if (S == Symbol)
      return R;
  return progression(Symbol) ? 1 : 0;
}

const Assumptions::Progression *Assumptions::progression(Expression Symbol) const {
  for (const Progression &P : Progressions)
    if (P.Symbol == Symbol)
      return &P;
  return nullptr;
}

//===----------------------------------------------------------------------===//
// Prover
//===----------------------------------------------------------------------===//

namespace {

/// `Den * v <= Num`, or `Den * v >= Num`, for an atom v; Den is at least 1.
struct Bound {
  const Node *Num;
  const Node *Den;
};

/// A polynomial seen as `A * v + B`; B may hold v inside other atoms only.
struct Split {
  const Node *A;
  const Node *B;
};

Split splitAt(ContextImpl &S, const Node *N, const Atom *V) {
  SmallVector<std::pair<const Monomial *, Int128>, 8> A;
  SmallVector<Term, 8> B;
  for (const Term &T : N->Terms) {
    const auto *It = llvm::find(T.M->Factors, V);
    if (It == T.M->Factors.end()) {
      B.push_back(T);
      continue;
    }
    SmallVector<const Atom *, 4> Rest(T.M->Factors.begin(), It);
    Rest.append(std::next(It), T.M->Factors.end());
    A.push_back({S.monomial(Rest), T.C});
  }
  return {S.collect(A), S.node(B)};
}

} // namespace

class Prover::Impl {
public:
  Impl(const Assumptions &Known, ProofLimits Limits) : Known(Known), Limits(Limits) { start(); }

  bool proves(Expression E);
  std::optional<Assignment> counterexample(Expression A, Expression B);
  /// A point at which \p E < 0 and all of \p Operands have values.
  std::optional<Assignment> negativeAt(Expression E, ArrayRef<Expression> Operands,
                                       unsigned MaxPoints);
  Interval interval(Expression E) { return intervalOf(import(E.node())); }
  void observe(Expression A, Expression B) const {
    if (QuestionObserver::Current)
      QuestionObserver::Current->asked(Known, A, B);
  }
  Expression simplify(Expression E);

private:
  /// What was found out under one set of facts; an inner one has more facts.
  struct Frame {
    DenseSet<const Node *> Proved;
    DenseMap<const Node *, unsigned> Failed; ///< the largest depth at which no proof was found
  };
  struct Progression {
    const Node *Init;
    const Node *Step;
  };
  /// Order of elimination: the largest first.
  using Order = std::tuple<unsigned, unsigned, unsigned>;

  void start();
  void addFact(const Node *N);
  void deriveNonEmpty();
  void tighten();
  const Node *import(const Node *N) { return In->rewrite(N); }

  const Node *num(Int128 V) { return S->constant(V); }
  const Node *add(const Node *A, const Node *B) { return S->addScaled(A, B, 1); }
  const Node *sub(const Node *A, const Node *B) { return S->addScaled(A, B, -1); }
  const Node *plus(const Node *A, int64_t C) { return S->addScaled(A, num(C), 1); }

  Interval intervalOf(const Node *N);
  Interval intervalOf(const Atom *A);
  Interval plainInterval(const Node *N);
  Interval remainderInterval(const Node *N);
  unsigned rankOf(const Atom *A);
  Order order(const Atom *A) { return {rankOf(A), A->Height, A->Id}; }

  /// \p N >= 0 by what costs nothing.
  bool obvious(const Node *N);
  bool shifted(const Node *N);
  bool nonNegative(const Node *N, unsigned Depth);
  bool search(const Node *N, unsigned Depth);
  bool eliminate(const Node *N, const Atom *V, unsigned Depth);
  bool byCases(const Node *N, const Atom *V, unsigned Depth);
  bool provesUnder(ArrayRef<const Node *> Conditions, const Node *N, unsigned Depth);
  void bounds(const Node *Goal, const Atom *V, bool Upper, unsigned Depth,
              SmallVectorImpl<Bound> &Result);
  void directBounds(const Atom *V, bool Upper, SmallVectorImpl<Bound> &Result);
  /// \p V in simpler terms; null when there are none.
  const Node *resolve(const Atom *V, unsigned Depth);
  const Node *resolveQuotient(const Node *A, const Node *B, unsigned Depth);

  Split splitAt(const Node *N, const Atom *V) { return aoti::splitAt(*S, N, V); }
  bool divideExactly(const Node *A, const Node *B, const Node *&Quotient);
  void divideWithRest(const Node *A, const Node *B, const Node *&Quotient, const Node *&Rest);
  const Node *normalise(const Node *N);
  const Node *replace(const Node *N, const Atom *V, const Node *With);
  const Node *simplified(const Node *N, unsigned Fuel);
  const Node *simplified(const Atom *A, unsigned Fuel);

  const Assumptions Known;
  const ProofLimits Limits;

  std::unique_ptr<ExpressionContext> Scratch;
  ContextImpl *S = nullptr;
  std::unique_ptr<Rewriter> In;
  DenseMap<const Atom *, const Node *> Leaves;  ///< from the user's atoms to ours
  DenseMap<const Atom *, const Node *> Origins; ///< and back
  DenseMap<const Atom *, Interval> AtomRanges;  ///< what ranges and facts say
  DenseMap<const Atom *, unsigned> Ranks;
  DenseMap<const Atom *, Progression> Progressions;
  DenseMap<const Node *, Interval> NodeIntervals;
  DenseMap<const Atom *, Interval> AtomIntervals;
  /// What an atom is in simpler terms, or null, and the effort that went into finding out.
  DenseMap<const Atom *, std::pair<const Node *, unsigned>> Resolved;
  DenseMap<const Atom *, const Node *> Simplified;
  DenseSet<const Atom *> Resolving;
  std::vector<const Node *> Facts;
  std::vector<Frame> Frames;
  bool Contradiction = false;
  unsigned Goals = 0;
};

void Prover::Impl::start() {
  NodeIntervals.clear();
  AtomIntervals.clear();
  AtomRanges.clear();
  Ranks.clear();
  Progressions.clear();
  Resolved.clear();
  Simplified.clear();
  Leaves.clear();
  Origins.clear();
  Facts.clear();
  Frames.clear();
  In.reset();
  Scratch = std::make_unique<ExpressionContext>();
  S = &Scratch->impl();
  Frames.emplace_back();

  auto Leaf = [this](const Atom *A) -> const Node * {
    const Node *&Slot = Leaves[A];
    if (!Slot) {
      Slot = A->Kind == AtomKind::Symbol ? S->symbol(A->Name, /*Fresh=*/true)
                                         : S->opaque(A->Name, A->Known);
      Origins[Slot->asAtom()] = A->AsNode;
    }
    return Slot;
  };
  In = std::make_unique<Rewriter>(*S, Leaf);

  for (const auto &[Symbol, R] : Known.ranges())
    AtomRanges[import(Symbol.node())->asAtom()].narrow(Interval::of(R));
  for (const auto &[Symbol, R] : Known.ranks())
    Ranks[import(Symbol.node())->asAtom()] = R;
  for (const Assumptions::Progression &P : Known.progressions()) {
    const Atom *V = import(P.Symbol.node())->asAtom();
    Progressions[V] = {import(P.Init.node()), import(P.Step.node())};
    Ranks.try_emplace(V, 1);
  }
  for (Expression F : Known.facts())
    addFact(import(F.node()));
  for (const Assumptions::Progression &P : Known.progressions()) {
    addFact(import((P.Symbol - P.Init).node()));
    addFact(import((P.Step - 1).node()));
  }
  deriveNonEmpty();
  tighten();
  for (Expression E : Known.nonZeros()) {
    const Node *N = import(E.node());
    Interval I = intervalOf(N);
    if (I.Lo && *I.Lo >= 0)
      addFact(plus(N, -1));
    else if (I.Hi && *I.Hi <= 0)
      addFact(plus(S->scale(N, -1), -1));
  }
  if (!Known.nonZeros().empty())
    tighten();
}

void Prover::Impl::addFact(const Node *N) {
  N = normalise(N);
  if (N->isConstant()) {
    if (N->constantTerm() < 0)
      Contradiction = true;
    return;
  }
  if (!is_contained(Facts, N))
    Facts.push_back(N);
}

/// The integers give a little more than the reals: `4*x - 3 >= 0` is `x - 1 >= 0`.
const Node *Prover::Impl::normalise(const Node *N) {
  uint64_t G = 0;
  for (const Term &T : N->variableTerms())
    G = std::gcd(G, T.C < 0 ? 0 - static_cast<uint64_t>(T.C) : static_cast<uint64_t>(T.C));
  if (G <= 1 || G > INT64_MAX)
    return N;
  return S->floorDivide(N, static_cast<int64_t>(G));
}

/// A loop variable between two bounds says that they leave room.
void Prover::Impl::deriveNonEmpty() {
  constexpr size_t MaxFacts = 96;
  SmallVector<const Atom *, 8> Variables;
  for (const auto &[V, R] : Ranks)
    if (R > 0)
      Variables.push_back(V);
  llvm::sort(Variables, [this](const Atom *A, const Atom *B) { return order(B) < order(A); });
  for (const Atom *V : Variables) {
    SmallVector<Bound, 8> Lower, Upper;
    directBounds(V, /*Upper=*/false, Lower);
    directBounds(V, /*Upper=*/true, Upper);
    for (const Bound &L : Lower)
      for (const Bound &U : Upper)
        if (Facts.size() < MaxFacts && L.Den->isConstant() && U.Den->isConstant())
          addFact(sub(S->multiply(U.Num, L.Den), S->multiply(L.Num, U.Den)));
  }
}

/// Draws from each fact what it says about the range of each of its atoms.
void Prover::Impl::tighten() {
  constexpr unsigned MaxRounds = 4;
  for (unsigned Round = 0; Round < MaxRounds; ++Round) {
    bool Changed = false;
    auto Narrow = [&](const Atom *A, Interval I) {
      Interval Old = intervalOf(A);
      if (Old.narrow(I)) {
        AtomRanges[A] = Old;
        Contradiction |= Old.isEmpty();
        Changed = true;
        NodeIntervals.clear();
        AtomIntervals.clear();
      }
    };
    for (const Node *F : Facts) {
      SmallVector<const Atom *, 8> Atoms;
      for (const Term &T : F->variableTerms())
        for (const Atom *A : T.M->Factors)
          if (!is_contained(Atoms, A))
            Atoms.push_back(A);
      for (const Atom *A : Atoms) {
        Split Parts = splitAt(F, A);
        Interval B = intervalOf(Parts.B);
        if (!B.Hi)
          continue;
        if (Parts.A->isConstant()) {
          Int128 C = Parts.A->constantTerm();
          if (C > 0) // A >= -B / C
            Narrow(A, {-floorDivide(*B.Hi, C), std::nullopt});
          else if (C < 0)
            Narrow(A, {std::nullopt, floorDivide(*B.Hi, -C)});
          continue;
        }
        // A product with B < 0 is positive, so that neither factor is 0.
        Interval V = intervalOf(A);
        if (*B.Hi < 0 && V.Lo && *V.Lo == 0)
          Narrow(A, {Int128(1), std::nullopt});
      }
      if (Contradiction)
        return;
    }
    if (!Changed)
      return;
  }
}

unsigned Prover::Impl::rankOf(const Atom *A) {
  auto It = Ranks.find(A);
  if (It != Ranks.end())
    return It->second;
  unsigned R = 0;
  for (const Node *Arg : A->Args)
    for (const Term &T : Arg->Terms)
      for (const Atom *F : T.M->Factors)
        R = std::max(R, rankOf(F));
  if (!A->Args.empty())
    Ranks[A] = R;
  return R;
}

//===----------------------------------------------------------------------===//
// Intervals
//===----------------------------------------------------------------------===//

Interval Prover::Impl::intervalOf(const Node *N) {
  auto It = NodeIntervals.find(N);
  if (It != NodeIntervals.end())
    return It->second;
  Interval I = plainInterval(N);
  if (!N->isConstant() && N->Height > 0)
    I.narrow(remainderInterval(N));
  NodeIntervals[N] = I;
  return I;
}

Interval Prover::Impl::plainInterval(const Node *N) {
  Interval Sum = Interval::exactly(0);
  for (const Term &T : N->Terms) {
    Interval Product = Interval::exactly(T.C);
    ArrayRef<const Atom *> F = T.M->Factors;
    for (size_t I = 0; I < F.size();) {
      size_t J = I;
      while (J < F.size() && F[J] == F[I])
        ++J;
      Product = Product * power(intervalOf(F[I]), J - I);
      I = J;
    }
    Sum = Sum + Product;
  }
  return Sum;
}

/// Sees `a - b * floor(a / b)` as one value from 0 to b - 1.
Interval Prover::Impl::remainderInterval(const Node *N) {
  for (const Term &T : N->Terms)
    for (const Atom *V : T.M->Factors) {
      if (V->Kind != AtomKind::FloorDiv || V->Args[1]->Terms.empty())
        continue;
      const Term &Lead = V->Args[1]->Terms[0];
      if (S->product(Lead.M, V->AsNode->Terms[0].M) != T.M || T.C % Lead.C != 0)
        continue;
      Interval Divisor = intervalOf(V->Args[1]);
      if (!Divisor.Lo || *Divisor.Lo < 0)
        continue;
      int64_t K = T.C / Lead.C;
      if (K == INT64_MIN)
        continue;
      const Node *Remainder = S->addScaled(V->Args[0], S->multiply(V->Args[1], V->AsNode), -1);
      const Node *Rest = S->addScaled(N, Remainder, K);
      if (Rest->HasOpaque && !N->HasOpaque)
        continue;
      if (Rest->Terms.size() >= N->Terms.size())
        continue;
      Interval Mod = {Int128(0), std::nullopt};
      if (Divisor.Hi)
        Mod.Hi = std::max<Int128>(*Divisor.Hi, 1) - 1;
      return Interval::exactly(-Int128(K)) * Mod + intervalOf(Rest);
    }
  return {};
}

Interval Prover::Impl::intervalOf(const Atom *A) {
  auto It = AtomIntervals.find(A);
  if (It != AtomIntervals.end())
    return It->second;
  Interval I;
  switch (A->Kind) {
  case AtomKind::Symbol:
    break;
  case AtomKind::Opaque:
    I = Interval::of(A->Known);
    break;
  case AtomKind::FloorDiv:
  case AtomKind::TruncDiv: {
    Interval Divisor = intervalOf(A->Args[1]);
    // Where the quotient has a meaning, a divisor that is not negative is positive.
    if (Divisor.Lo && *Divisor.Lo >= 0)
      I = divide(intervalOf(A->Args[0]), Divisor, A->Kind == AtomKind::FloorDiv);
    break;
  }
  case AtomKind::Min:
  case AtomKind::Max:
    I = intervalOf(A->Args[0]);
    for (const Node *Arg : A->Args.drop_front())
      I = A->Kind == AtomKind::Min ? minimum(I, intervalOf(Arg)) : maximum(I, intervalOf(Arg));
    break;
  case AtomKind::SelectGE:
  case AtomKind::SelectEQ: {
    Interval E = intervalOf(A->Args[0]);
    bool Always, Never;
    if (A->Kind == AtomKind::SelectGE) {
      Always = E.Lo && *E.Lo >= 0;
      Never = E.Hi && *E.Hi < 0;
    } else {
      Always = E.Lo && E.Hi && *E.Lo == 0 && *E.Hi == 0;
      Never = (E.Lo && *E.Lo > 0) || (E.Hi && *E.Hi < 0);
    }
    if (Always)
      I = intervalOf(A->Args[1]);
    else if (Never)
      I = intervalOf(A->Args[2]);
    else
      I = unite(intervalOf(A->Args[1]), intervalOf(A->Args[2]));
    break;
  }
  }
  auto Said = AtomRanges.find(A);
  if (Said != AtomRanges.end())
    I.narrow(Said->second);
  AtomIntervals[A] = I;
  return I;
}

//===----------------------------------------------------------------------===//
// Polynomials
//===----------------------------------------------------------------------===//

/// \p A as `Quotient * B + Rest`, by the leading terms.
void Prover::Impl::divideWithRest(const Node *A, const Node *B, const Node *&Quotient,
                                  const Node *&Rest) {
  Quotient = S->Zero;
  Rest = S->Zero;
  const Term Lead = B->Terms[0];
  constexpr unsigned MaxSteps = 32;
  for (unsigned I = 0; I < MaxSteps && !A->Terms.empty(); ++I) {
    const Term T = A->Terms[0];
    SmallVector<const Atom *, 4> Left(T.M->Factors);
    bool Divides = T.C % Lead.C == 0 && !(Lead.C == -1 && T.C == INT64_MIN);
    for (const Atom *F : Lead.M->Factors) {
      auto *It = llvm::find(Left, F);
      if (It == Left.end()) {
        Divides = false;
        break;
      }
      Left.erase(It);
    }
    const Node *Step = S->node(T);
    if (Divides) {
      const Node *Q = S->node(Term{S->monomial(Left), T.C / Lead.C});
      Quotient = add(Quotient, Q);
      Step = S->multiply(Q, B);
    } else {
      Rest = add(Rest, Step);
    }
    A = sub(A, Step);
  }
  Rest = add(Rest, A);
}

bool Prover::Impl::divideExactly(const Node *A, const Node *B, const Node *&Quotient) {
  if (B->Terms.empty())
    return false;
  const Node *Rest;
  divideWithRest(A, B, Quotient, Rest);
  return Rest->Terms.empty();
}

const Node *Prover::Impl::replace(const Node *N, const Atom *V, const Node *With) {
  Split Parts = splitAt(N, V);
  const Node *A = Parts.A;
  if (llvm::any_of(A->Terms, [V](const Term &T) { return is_contained(T.M->Factors, V); }))
    A = replace(A, V, With);
  return add(S->multiply(A, With), Parts.B);
}

//===----------------------------------------------------------------------===//
// The search for a proof
//===----------------------------------------------------------------------===//

bool Prover::Impl::shifted(const Node *N) {
  constexpr unsigned MaxFactors = 6;
  SmallVector<std::pair<const Monomial *, Int128>, 32> Terms;
  for (const Term &T : N->Terms) {
    ArrayRef<const Atom *> F = T.M->Factors;
    if (F.size() > MaxFactors)
      return false;
    SmallVector<Int128, MaxFactors> Lows;
    for (const Atom *A : F) {
      Interval I = intervalOf(A);
      if (!I.Lo)
        return false;
      Lows.push_back(*I.Lo);
    }
    // Each atom is its lower end and something that is not negative.
    for (unsigned Mask = 0; Mask < (1u << F.size()); ++Mask) {
      SmallVector<const Atom *, MaxFactors> Kept;
      Int128 C = T.C;
      for (size_t I = 0; I < F.size() && C != 0; ++I) {
        if (Mask & (1u << I))
          Kept.push_back(F[I]);
        else if (__builtin_mul_overflow(C, Lows[I], &C))
          return false;
      }
      if (C != 0)
        Terms.push_back({S->monomial(Kept), C});
    }
  }
  llvm::sort(Terms, [](const auto &A, const auto &B) { return before(A.first, B.first); });
  for (size_t I = 0; I < Terms.size();) {
    const Monomial *M = Terms[I].first;
    Int128 Sum = 0;
    for (; I < Terms.size() && Terms[I].first == M; ++I)
      if (__builtin_add_overflow(Sum, Terms[I].second, &Sum))
        return false;
    if (Sum < 0)
      return false;
  }
  return true;
}

bool Prover::Impl::obvious(const Node *N) {
  if (N->isConstant())
    return N->constantTerm() >= 0;
  Interval I = intervalOf(N);
  if (I.Lo && *I.Lo >= 0)
    return true;
  if (I.Hi && *I.Hi < 0)
    return false;
  for (const Node *F : Facts)
    if (F->variableTerms() == N->variableTerms() && F->constantTerm() <= N->constantTerm())
      return true;
  return shifted(N);
}

bool Prover::Impl::nonNegative(const Node *N, unsigned Depth) {
  N = normalise(N);
  if (N->isConstant())
    return N->constantTerm() >= 0;
  for (const Frame &F : Frames)
    if (F.Proved.contains(N))
      return true;
  auto Failed = Frames.back().Failed.find(N);
  if (Failed != Frames.back().Failed.end() && Failed->second >= Depth)
    return false;
  if (Goals >= Limits.MaxGoals)
    return false;
  Goals += 1 + N->Terms.size() / 4;
  if (obvious(N)) {
    Frames.back().Proved.insert(N);
    return true;
  }
  Interval I = intervalOf(N);
  if ((I.Hi && *I.Hi < 0) && Frames.size() == 1)
    return false;
  if (Depth == 0)
    return false;
  // A goal cannot help to prove itself.
  Frames.back().Failed[N] = Depth;
  bool Found = search(N, Depth);
  if (Found)
    Frames.back().Proved.insert(N);
  if (Found || Goals >= Limits.MaxGoals)
    Frames.back().Failed.erase(N);
  return Found;
}

bool Prover::Impl::search(const Node *N, unsigned Depth) {
  SmallVector<const Atom *, 8> Atoms;
  for (const Term &T : N->variableTerms())
    for (const Atom *A : T.M->Factors)
      if (!is_contained(Atoms, A))
        Atoms.push_back(A);
  llvm::sort(Atoms, [this](const Atom *A, const Atom *B) { return order(B) < order(A); });

  for (const Atom *A : Atoms)
    if (const Node *Simpler = resolve(A, Depth))
      return nonNegative(replace(N, A, Simpler), Depth);

  for (size_t I = 0; I < Atoms.size(); ++I) {
    // What comes later is rarely the way; it gets less depth.
    unsigned Left = I == 0 ? Depth : (Depth >= 2 ? Depth - 1 : 0);
    if (Left == 0 || Goals >= Limits.MaxGoals)
      break;
    if (eliminate(N, Atoms[I], Left))
      return true;
  }

  if (Depth >= 2)
    for (size_t I = 0, E = Facts.size(); I < E; ++I) {
      const Node *Rest = sub(N, Facts[I]);
      if (Rest->Terms.size() < N->Terms.size() && nonNegative(Rest, Depth - 1))
        return true;
    }
  return false;
}

bool Prover::Impl::provesUnder(ArrayRef<const Node *> Conditions, const Node *N, unsigned Depth) {
  size_t Count = Facts.size();
  Frames.emplace_back();
  bool Impossible = false;
  for (const Node *C : Conditions) {
    C = normalise(C);
    Interval I = intervalOf(C);
    if ((I.Hi && *I.Hi < 0) || obvious(plus(S->scale(C, -1), -1))) {
      Impossible = true;
      break;
    }
    if (!C->isConstant() && !is_contained(Facts, C))
      Facts.push_back(C);
  }
  bool Found = Impossible || nonNegative(N, Depth);
  if (!Found && Depth >= 2)
    for (const Node *C : Conditions)
      if (nonNegative(plus(S->scale(C, -1), -1), 2)) {
        Found = true;
        break;
      }
  Facts.resize(Count);
  Frames.pop_back();
  return Found;
}

bool Prover::Impl::byCases(const Node *N, const Atom *V, unsigned Depth) {
  switch (V->Kind) {
  case AtomKind::Min:
  case AtomKind::Max:
    for (const Node *Chosen : V->Args) {
      SmallVector<const Node *, 4> Conditions;
      for (const Node *Other : V->Args)
        if (Other != Chosen)
          Conditions.push_back(V->Kind == AtomKind::Max ? sub(Chosen, Other) : sub(Other, Chosen));
      if (!provesUnder(Conditions, replace(N, V, Chosen), Depth - 1))
        return false;
    }
    return true;
  case AtomKind::SelectGE:
    return provesUnder(V->Args[0], replace(N, V, V->Args[1]), Depth - 1) &&
           provesUnder(plus(S->scale(V->Args[0], -1), -1), replace(N, V, V->Args[2]), Depth - 1);
  case AtomKind::SelectEQ: {
    const Node *E = V->Args[0], *Minus = S->scale(E, -1);
    const Node *Else = replace(N, V, V->Args[2]);
    return provesUnder({E, Minus}, replace(N, V, V->Args[1]), Depth - 1) &&
           (nonNegative(Else, Depth - 1) || (provesUnder(plus(E, -1), Else, Depth - 1) &&
                                             provesUnder(plus(Minus, -1), Else, Depth - 1)));
  }
  case AtomKind::TruncDiv: {
    if (!nonNegative(V->Args[1], Depth - 1))
      return false;
    const Node *A = V->Args[0], *Minus = S->scale(A, -1);
    return provesUnder(A, replace(N, V, S->floorDivide(A, V->Args[1])), Depth - 1) &&
           provesUnder(Minus, replace(N, V, S->scale(S->floorDivide(Minus, V->Args[1]), -1)),
                       Depth - 1);
  }
  default:
    return false;
  }
}

bool Prover::Impl::eliminate(const Node *N, const Atom *V, unsigned Depth) {
  Split Parts = splitAt(N, V);
  int Sign = 0;
  if (nonNegative(Parts.A, Depth - 1))
    Sign = 1;
  else if (nonNegative(S->scale(Parts.A, -1), Depth - 1))
    Sign = -1;

  if (Sign != 0) {
    SmallVector<Bound, 8> Bounds;
    bounds(N, V, /*Upper=*/Sign < 0, Depth, Bounds);
    SmallVector<const Node *, 8> Tried;
    for (const Bound &B : Bounds) {
      const Node *Goal, *Quotient;
      if (divideExactly(Parts.A, B.Den, Quotient))
        Goal = add(S->multiply(Quotient, B.Num), Parts.B);
      else // N >= 0 exactly when Den * N > -Den, as N is an integer.
        Goal = add(add(S->multiply(Parts.A, B.Num), S->multiply(B.Den, Parts.B)), plus(B.Den, -1));
      if (Goal == N || is_contained(Tried, Goal))
        continue;
      Tried.push_back(Goal);
      if (nonNegative(Goal, Depth - 1))
        return true;
    }
  }
  return byCases(N, V, Depth);
}

/// What ranges and facts say of \p V itself.
void Prover::Impl::directBounds(const Atom *V, bool Upper, SmallVectorImpl<Bound> &Result) {
  auto Rank = order(V);
  for (const Node *F : Facts) {
    if (llvm::none_of(F->Terms, [V](const Term &T) { return is_contained(T.M->Factors, V); }))
      continue;
    Split Parts = splitAt(F, V);
    const Node *A = Parts.A;
    if (!A->isConstant() || A->constantTerm() == INT64_MIN || (A->constantTerm() < 0) != Upper)
      continue;
    // Bounds by what is eliminated later only.
    bool Deeper = llvm::any_of(Parts.B->variableTerms(), [&](const Term &T) {
      return llvm::any_of(T.M->Factors,
                          [&](const Atom *F) { return rankOf(F) > std::get<0>(Rank); });
    });
    if (Deeper)
      continue;
    // c * v + B >= 0
    int64_t C = A->constantTerm();
    Result.push_back({Upper ? Parts.B : S->scale(Parts.B, -1), num(Upper ? -C : C)});
  }
  Interval I = intervalOf(V);
  std::optional<Int128> End = Upper ? I.Hi : I.Lo;
  if (End && fits64(*End))
    Result.push_back({num(*End), num(1)});
}

void Prover::Impl::bounds(const Node *Goal, const Atom *V, bool Upper, unsigned Depth,
                          SmallVectorImpl<Bound> &Result) {
  const Node *One = num(1);
  auto Progress = Progressions.find(V);
  if (Progress != Progressions.end() && !Upper)
    Result.push_back({Progress->second.Init, One});
  directBounds(V, Upper, Result);

  // v = init + k * step and v <= U give v <= init + step * floor((U - init) / step).
  if (Progress != Progressions.end() && Upper && Progress->second.Step != One) {
    const Node *Init = Progress->second.Init, *Step = Progress->second.Step;
    SmallVector<Bound, 8> Stepped;
    for (const Bound &B : Result) {
      if (B.Den != One)
        continue;
      for (int Slack : {0, 1}) {
        const Node *K = S->floorDivide(plus(sub(B.Num, Init), Slack), Step);
        Stepped.push_back({add(Init, S->multiply(Step, K)), One});
      }
    }
    Result.insert(Result.begin(), Stepped.begin(), Stepped.end());
  }

  if (V->Kind == AtomKind::FloorDiv) {
    const Node *A = V->Args[0], *B = V->Args[1];
    if (!nonNegative(B, Depth - 1))
      return;
    // b * v <= a < b * v + b
    Result.push_back({Upper ? A : plus(sub(A, B), 1), B});
    if (!Upper && nonNegative(A, Depth - 1))
      Result.push_back({S->Zero, One});
    if (Upper && !A->isConstant() && nonNegative(plus(sub(B, A), -1), Depth - 1))
      Result.push_back({S->Zero, One});
    // A quotient of the same dividend by a multiple of the divisor, or by a factor of it. The ratio
    // is not 0, as both quotients have a meaning.
    SmallVector<const Atom *, 4> Seen;
    for (const Term &T : Goal->Terms)
      for (const Atom *W : T.M->Factors) {
        if (W == V || W->Kind != AtomKind::FloorDiv || W->Args[0] != A || is_contained(Seen, W))
          continue;
        Seen.push_back(W);
        const Node *Ratio;
        if (divideExactly(B, W->Args[1], Ratio)) { // c * v <= w <= c * v + c - 1
          if (nonNegative(Ratio, Depth - 1))
            Result.push_back({Upper ? W->AsNode : plus(sub(W->AsNode, Ratio), 1), Ratio});
        } else if (divideExactly(W->Args[1], B, Ratio)) { // c * w <= v <= c * w + c - 1
          if (nonNegative(Ratio, Depth - 1)) {
            const Node *Low = S->multiply(W->AsNode, Ratio);
            Result.push_back({Upper ? plus(add(Low, Ratio), -1) : Low, One});
          }
        }
      }
    // A bound of the dividend gives one of the quotient.
    if (Depth >= 2 && !A->isConstant()) {
      const Atom *W = nullptr;
      for (const Term &T : A->variableTerms())
        for (const Atom *F : T.M->Factors)
          if (!W || order(W) < order(F))
            W = F;
      Split Parts = splitAt(A, W);
      int Sign = nonNegative(Parts.A, Depth - 2)                 ? 1
                 : nonNegative(S->scale(Parts.A, -1), Depth - 2) ? -1
                                                                 : 0;
      if (Sign != 0) {
        SmallVector<Bound, 8> Inner;
        bounds(A, W, Upper == (Sign > 0), Depth - 2, Inner);
        unsigned Taken = 0;
        for (const Bound &I : Inner) {
          const Node *Quotient;
          if (Taken == 6 || !divideExactly(Parts.A, I.Den, Quotient))
            continue;
          const Node *Dividend = add(S->multiply(Quotient, I.Num), Parts.B);
          if (Dividend == A)
            continue;
          ++Taken;
          Result.push_back({S->floorDivide(Dividend, B), One});
        }
      }
    }
    return;
  }

  if (V->Kind == AtomKind::Min || V->Kind == AtomKind::Max) {
    if ((V->Kind == AtomKind::Min) == Upper)
      for (const Node *Arg : V->Args)
        Result.push_back({Arg, One});
  }
  if (!V->Args.empty() && V->Kind != AtomKind::TruncDiv && Depth >= 3) {
    // Often 0 and a size less one are what a choice stays between.
    if (!Upper) {
      Interval I = intervalOf(V);
      if ((!I.Lo || *I.Lo < 0) && nonNegative(V->AsNode, Depth - 2))
        Result.push_back({S->Zero, One});
    } else {
      SmallVector<const Atom *, 4> Sizes;
      for (const Term &T : Goal->variableTerms())
        for (const Atom *F : T.M->Factors)
          if (F->Kind == AtomKind::Symbol && rankOf(F) == 0 && !is_contained(Sizes, F))
            Sizes.push_back(F);
      for (const Atom *Size : Sizes) {
        const Node *Last = plus(Size->AsNode, -1);
        if (nonNegative(sub(Last, V->AsNode), Depth - 2))
          Result.push_back({Last, One});
      }
    }
  }
}

const Node *Prover::Impl::resolveQuotient(const Node *A, const Node *B, unsigned Depth) {
  const Node *Quotient, *Rest;
  if (B->Terms.empty())
    return nullptr;
  // floor((floor(a / m) + k) / B) is floor((a + k * m) / (m * B)), as B > 0.
  ArrayRef<Term> Variable = A->variableTerms();
  if (Variable.size() == 1 && Variable[0].C == 1 && Variable[0].M->degree() == 1 &&
      Variable[0].M->Factors[0]->Kind == AtomKind::FloorDiv) {
    const Atom *Inner = Variable[0].M->Factors[0];
    const Node *Divisor = S->multiply(Inner->Args[1], B);
    const Node *Dividend = S->addScaled(Inner->Args[0], Inner->Args[1], A->constantTerm());
    if (!Divisor->HasOpaque && !Dividend->HasOpaque)
      return S->floorDivide(Dividend, Divisor);
  }
  if (B->isConstant()) {
    Quotient = S->Zero;
    Rest = A;
  } else {
    divideWithRest(A, B, Quotient, Rest);
  }
  // q * b + r over b is q where 0 <= r < b, and q - 1 where -b <= r < 0.
  if (Rest->Terms.empty())
    return Quotient;
  unsigned Less = Depth >= 2 ? Depth - 2 : 0;
  if (nonNegative(Rest, Less)) {
    if (nonNegative(plus(sub(B, Rest), -1), Less))
      return Quotient;
  } else if (nonNegative(plus(S->scale(Rest, -1), -1), Less)) {
    if (nonNegative(add(B, Rest), Less))
      return plus(Quotient, -1);
  }
  if (Quotient->Terms.empty())
    return nullptr;
  return add(Quotient, S->floorDivide(Rest, B));
}

const Node *Prover::Impl::resolve(const Atom *V, unsigned Depth) {
  if (V->Args.empty())
    return nullptr;
  unsigned Less = std::min(Depth, 3u) - 1;
  auto It = Resolved.find(V);
  if (It != Resolved.end() && (It->second.first || It->second.second >= Less))
    return It->second.first;
  // What is kept must not rest on the facts of one case.
  if (Frames.size() > 1 || !Resolving.insert(V).second)
    return nullptr;
  const Node *Result = nullptr;
  switch (V->Kind) {
  case AtomKind::FloorDiv:
    if (nonNegative(V->Args[1], Less))
      Result = resolveQuotient(V->Args[0], V->Args[1], Less);
    break;
  case AtomKind::TruncDiv:
    if (nonNegative(V->Args[1], Less)) {
      if (nonNegative(V->Args[0], Less))
        Result = S->floorDivide(V->Args[0], V->Args[1]);
      else if (nonNegative(S->scale(V->Args[0], -1), Less))
        Result = S->scale(S->floorDivide(S->scale(V->Args[0], -1), V->Args[1]), -1);
    }
    break;
  case AtomKind::Min:
  case AtomKind::Max: {
    SmallVector<const Node *, 4> Kept(V->Args);
    for (size_t I = 0; I < Kept.size();) {
      bool Dominated = false;
      for (size_t J = 0; J < Kept.size() && !Dominated; ++J)
        Dominated = J != I && nonNegative(V->Kind == AtomKind::Max ? sub(Kept[J], Kept[I])
                                                                   : sub(Kept[I], Kept[J]),
                                          Less);
      if (Dominated)
        Kept.erase(Kept.begin() + I);
      else
        ++I;
    }
    if (Kept.size() < V->Args.size())
      Result = S->extremum(V->Kind, Kept);
    break;
  }
  case AtomKind::SelectGE:
    if (nonNegative(V->Args[0], Less))
      Result = V->Args[1];
    else if (nonNegative(plus(S->scale(V->Args[0], -1), -1), Less))
      Result = V->Args[2];
    break;
  case AtomKind::SelectEQ: {
    const Node *E = V->Args[0], *Minus = S->scale(E, -1);
    if (nonNegative(plus(E, -1), Less) || nonNegative(plus(Minus, -1), Less))
      Result = V->Args[2];
    else if (nonNegative(E, Less) && nonNegative(Minus, Less))
      Result = V->Args[1];
    break;
  }
  case AtomKind::Symbol:
  case AtomKind::Opaque:
    break;
  }
  Resolving.erase(V);
  if (Result == V->AsNode)
    Result = nullptr;
  if (Result || Goals < Limits.MaxGoals)
    Resolved[V] = {Result, Less};
  return Result;
}

bool Prover::Impl::proves(Expression E) {
  if (Contradiction)
    return true;
  constexpr size_t MaxScratch = size_t(64) << 20;
  if (Scratch->memoryUsed() > MaxScratch)
    start();
  const Node *N = normalise(import(E.node()));
  Goals = 0;
  for (unsigned Depth : {2u, 4u, 6u, 8u, 10u}) {
    if (nonNegative(N, Depth))
      return true;
    if (Goals >= Limits.MaxGoals)
      break;
    // A point at which it fails is found sooner than all ways to prove it are tried.
    if (Depth == 2 && negativeAt(E, {}, std::min(Limits.MaxPoints, 200u)))
      break;
  }
  return false;
}

const Node *Prover::Impl::simplified(const Node *N, unsigned Fuel) {
  if (N->Height == 0 || Fuel == 0)
    return N;
  const Node *Sum = S->Zero;
  for (const Term &T : N->Terms) {
    const Node *Product = num(T.C);
    for (const Atom *A : T.M->Factors)
      Product = S->multiply(Product, simplified(A, Fuel));
    Sum = add(Sum, Product);
  }
  return Sum;
}

const Node *Prover::Impl::simplified(const Atom *A, unsigned Fuel) {
  if (A->Args.empty())
    return A->AsNode;
  if (const Node *Done = Simplified.lookup(A))
    return Done;
  SmallVector<const Node *, 4> Args;
  for (const Node *Arg : A->Args)
    Args.push_back(simplified(Arg, Fuel - 1));
  const Node *N = S->rebuild(A->Kind, Args);
  if (const Atom *Same = N->asAtom()) {
    Goals = 0;
    if (const Node *Simpler = resolve(Same, /*Depth=*/4))
      N = simplified(Simpler, Fuel - 1);
  } else {
    N = simplified(N, Fuel - 1);
  }
  return Simplified[A] = N;
}

Expression Prover::Impl::simplify(Expression E) {
  if (E.node()->Height == 0 || Contradiction)
    return E;
  const Node *N = import(E.node());
  const Node *Simple = simplified(N, /*Fuel=*/16);
  if (Simple == N || (Simple->HasOpaque && !N->HasOpaque))
    return E;
  Rewriter Out(*E.node()->Ctx, [&](const Atom *A) -> const Node * {
    if (const Node *Origin = Origins.lookup(A))
      return Origin;
    return E.node()->Ctx->opaque(A->Name, A->Known);
  });
  return Expression(Out.rewrite(Simple));
}

//===----------------------------------------------------------------------===//
// The search for a counterexample
//===----------------------------------------------------------------------===//

namespace {

/// Looks for values of symbols at which all conditions hold.
class PointSearch {
public:
  PointSearch(const Assumptions &Known, unsigned MaxPoints) : Known(Known), Budget(MaxPoints) {}

  /// Adds the symbols of \p E, that they get values.
  void addSymbols(Expression E);
  /// Adds `N >= 0`. False when an unknown value takes part.
  bool addCondition(Expression N);
  /// Adds `N != 0`.
  bool addNonZero(Expression N);
  /// Adds what is known of the symbols so far, and of those that it brings in.
  bool close();
  /// \p Narrowed gives what is known of the range of a symbol, at least what was said of it.
  std::optional<Assignment> run(function_ref<Interval(Expression)> Narrowed,
                                function_ref<bool(const Assignment &)> Accept);

private:
  struct Linear {
    const Node *A, *B; ///< A * v + B >= 0, v in neither
  };
  struct Variable {
    Expression Symbol;
    Interval Bounds;
    const Assumptions::Progression *Progress = nullptr;
    SmallVector<Linear, 4> Limits;     ///< conditions that give a bound when all before are set
    SmallVector<const Node *, 4> Late; ///< conditions to be looked at as soon as it is set
    int64_t Value = 0;
  };

  void prepare(function_ref<Interval(Expression)> Narrowed);
  void candidates(size_t Level, unsigned Count, SmallVectorImpl<int64_t> &Result);
  bool descend(size_t Level, unsigned Count, bool Random);
  bool holds(const Assignment &Point) const;
  Assignment point() const;
  void load(size_t Level);
  uint64_t random() {
    State ^= State << 13;
    State ^= State >> 7;
    State ^= State << 17;
    return State;
  }

  const Assumptions &Known;
  unsigned Budget;
  SmallVector<Expression, 8> Conditions;
  SmallVector<Expression, 4> NonZeros;
  SmallVector<Expression, 8> Symbols;
  std::vector<Variable> Variables;
  Evaluator Eval;
  function_ref<bool(const Assignment &)> Accept;
  std::optional<Assignment> Found;
  uint64_t State = 0x9e3779b97f4a7c15;
};

void PointSearch::addSymbols(Expression E) {
  for (Expression S : E.symbols())
    if (!is_contained(Symbols, S))
      Symbols.push_back(S);
}

bool PointSearch::addCondition(Expression N) {
  if (N.hasOpaque())
    return false;
  Conditions.push_back(N);
  addSymbols(N);
  return true;
}

bool PointSearch::addNonZero(Expression N) {
  if (N.hasOpaque())
    return false;
  NonZeros.push_back(N);
  addSymbols(N);
  return true;
}

bool PointSearch::close() {
  // One without symbols holds everywhere or nowhere.
  auto Shares = [this](Expression E) {
    auto Of = E.symbols();
    return Of.empty() ? !E.hasOpaque()
                      : any_of(Of, [this](Expression S) { return is_contained(Symbols, S); });
  };
  for (bool Changed = true; Changed;) {
    Changed = false;
    for (Expression F : Known.facts())
      if (!is_contained(Conditions, F) && Shares(F)) {
        if (!addCondition(F))
          return false;
        Changed = true;
      }
    for (Expression N : Known.nonZeros())
      if (!is_contained(NonZeros, N) && Shares(N)) {
        if (!addNonZero(N))
          return false;
        Changed = true;
      }
    size_t Before = Symbols.size();
    for (const Assumptions::Progression &P : Known.progressions())
      if (is_contained(Symbols, P.Symbol)) {
        if (P.Init.hasOpaque() || P.Step.hasOpaque())
          return false;
        addSymbols(P.Init);
        addSymbols(P.Step);
      }
    Changed |= Symbols.size() != Before;
  }
  return true;
}

void PointSearch::prepare(function_ref<Interval(Expression)> Narrowed) {
  llvm::sort(Symbols, [this](Expression A, Expression B) {
    return std::make_pair(Known.rank(A), A.symbolId()) <
           std::make_pair(Known.rank(B), B.symbolId());
  });
  DenseMap<const Atom *, size_t> Place;
  for (Expression S : Symbols) {
    Place[S.node()->asAtom()] = Variables.size();
    Variable V;
    V.Symbol = S;
    V.Bounds = Narrowed(S);
    V.Progress = Known.progression(S);
    Variables.push_back(std::move(V));
  }
  for (Expression C : Conditions) {
    auto Of = C.symbols();
    if (Of.empty())
      continue;
    size_t Last = 0;
    for (Expression S : Of)
      Last = std::max(Last, Place[S.node()->asAtom()]);
    Variable &V = Variables[Last];
    Split Parts = splitAt(*C.node()->Ctx, C.node(), V.Symbol.node()->asAtom());
    if (Expression(Parts.A).dependsOn(V.Symbol) || Expression(Parts.B).dependsOn(V.Symbol))
      V.Late.push_back(C.node());
    else
      V.Limits.push_back({Parts.A, Parts.B});
  }
}

Assignment PointSearch::point() const {
  Assignment Point;
  for (const Variable &V : Variables)
    Point.set(V.Symbol, V.Value);
  return Point;
}

void PointSearch::load(size_t Level) {
  Eval.clear();
  for (size_t I = 0; I < Level; ++I)
    Eval.set(Variables[I].Symbol.node()->asAtom(), Variables[I].Value);
}

void PointSearch::candidates(size_t Level, unsigned Count, SmallVectorImpl<int64_t> &Result) {
  Variable &V = Variables[Level];
  load(Level);
  Interval I = V.Bounds;
  for (const Linear &L : V.Limits) {
    std::optional<int64_t> A = Eval.evaluate(L.A), B = Eval.evaluate(L.B);
    if (!A || !B)
      return;
    if (*A > 0)
      I.narrow({-floorDivide(*B, *A), std::nullopt});
    else if (*A < 0)
      I.narrow({std::nullopt, floorDivide(*B, -Int128(*A))});
    else if (*B < 0)
      return;
  }
  std::optional<int64_t> Init, Step;
  if (V.Progress) {
    Init = Eval.evaluate(V.Progress->Init.node());
    Step = Eval.evaluate(V.Progress->Step.node());
    if (!Init || !Step || *Step < 1)
      return;
    I.narrow({Int128(*Init), std::nullopt});
  }
  I.narrow({Int128(INT64_MIN), Int128(INT64_MAX)});
  if (I.isEmpty())
    return;

  auto Try = [&](Int128 X) {
    Int128 Options[] = {X, X};
    if (V.Progress) { // the values next to it that the variable takes
      Options[0] = *Init + floorDivide(X - *Init, *Step) * *Step;
      Options[1] = Options[0] == X ? X : Options[0] + *Step;
    }
    for (Int128 O : Options)
      if (O >= *I.Lo && O <= *I.Hi && Result.size() < Count &&
          !is_contained(Result, static_cast<int64_t>(O)))
        Result.push_back(static_cast<int64_t>(O));
  };
  constexpr Int128 Large = Int128(1) << 40;
  bool LowOpen = *I.Lo<-Large, HighOpen = *I.Hi> Large;
  if (!LowOpen)
    Try(*I.Lo);
  if (!HighOpen)
    Try(*I.Hi);
  Int128 From = LowOpen ? (HighOpen ? Int128(0) : *I.Hi) : *I.Lo;
  if (LowOpen && HighOpen)
    Try(0);
  if (HighOpen)
    Try(64);
  Try(From + 1);
  if (!HighOpen)
    Try(*I.Hi - 1);
  for (int64_t Next : {2, 3, 7, 15, 16, 17})
    Try(From + Next);
  if (LowOpen)
    for (int64_t Next : {-1, -2, -3, -7, -16, -17, -100})
      Try((HighOpen ? Int128(0) : *I.Hi) + Next);
  for (int64_t Next : {0,   1,    2,    3,    5,    7,    8,    11,   13,    16,    17,
                       31,  32,   33,   63,   65,   100,  127,  128,  129,   255,   256,
                       257, 1000, 1023, 1024, 1025, 4095, 4096, 4097, 65535, 65536, 65537})
    Try(Next);
  for (unsigned Bits : {20, 24, 30, 31, 32, 40, 62}) {
    Try((Int128(1) << Bits) - 1);
    Try(Int128(1) << Bits);
    Try((Int128(1) << Bits) + 1);
  }
  for (unsigned More = 0; More < 16 && Result.size() < Count; ++More) {
    Int128 Width = std::min<Int128>(*I.Hi - From, 4096);
    Try(From + (Width > 0 ? Int128(random() % static_cast<uint64_t>(Width + 1)) : Int128(0)));
  }
}

bool PointSearch::descend(size_t Level, unsigned Count, bool Random) {
  if (Level == Variables.size()) {
    Assignment Point = point();
    if (!holds(Point) || !Accept(Point))
      return false;
    Found = std::move(Point);
    return true;
  }
  SmallVector<int64_t, 32> Values;
  candidates(Level, Count, Values);
  if (Random && Values.size() > 1)
    Values = {Values[random() % Values.size()]};
  for (int64_t Value : Values) {
    if (Budget == 0)
      return false;
    --Budget;
    Variable &V = Variables[Level];
    V.Value = Value;
    if (!V.Late.empty()) {
      load(Level + 1);
      if (any_of(V.Late, [this](const Node *N) {
            std::optional<int64_t> R = Eval.evaluate(N);
            return !R || *R < 0;
          }))
        continue;
    }
    if (descend(Level + 1, Count, Random))
      return true;
  }
  return false;
}

bool PointSearch::holds(const Assignment &Point) const {
  Evaluator E;
  for (const auto &[S, V] : Point.values())
    E.set(S.node()->asAtom(), V);
  for (const auto &[S, V] : Point.values()) {
    if (!Known.rangeOfSymbol(S).contains(V))
      return false;
    if (const Assumptions::Progression *P = Known.progression(S)) {
      std::optional<int64_t> Init = E.evaluate(P->Init.node()), Step = E.evaluate(P->Step.node());
      if (!Init || !Step || *Step < 1 || V < *Init || (Int128(V) - *Init) % *Step != 0)
        return false;
    }
  }
  for (Expression C : Conditions) {
    std::optional<int64_t> R = E.evaluate(C.node());
    if (!R || *R < 0)
      return false;
  }
  for (Expression N : NonZeros) {
    std::optional<int64_t> R = E.evaluate(N.node());
    if (!R || *R == 0)
      return false;
  }
  return true;
}

std::optional<Assignment> PointSearch::run(function_ref<Interval(Expression)> Narrowed,
                                           function_ref<bool(const Assignment &)> Accept) {
  this->Accept = Accept;
  prepare(Narrowed);
  const unsigned Total = Budget;
  for (unsigned Count : {1u, 2u, 4u, 8u}) {
    Budget = Total / 8;
    if (descend(0, Count, /*Random=*/false))
      return Found;
  }
  Budget = Total / 2;
  while (Budget > 0) {
    unsigned Before = Budget;
    if (descend(0, /*Count=*/48, /*Random=*/true))
      return Found;
    if (Budget == Before)
      break;
  }
  return std::nullopt;
}

} // namespace

std::optional<Assignment> Prover::Impl::negativeAt(Expression E, ArrayRef<Expression> Operands,
                                                   unsigned MaxPoints) {
  PointSearch Search(Known, MaxPoints);
  // A symbol that the difference of two operands no longer holds may be a divisor in them.
  for (Expression O : Operands) {
    if (O.hasOpaque())
      return std::nullopt;
    Search.addSymbols(O);
  }
  if (Contradiction || !Search.addCondition(-E - 1) || !Search.close())
    return std::nullopt;
  auto Narrowed = [this](Expression S) { return intervalOf(import(S.node())); };
  auto Accept = [&](const Assignment &Point) {
    return all_of(Operands, [&](Expression O) { return evaluate(O, Point).has_value(); });
  };
  return Search.run(Narrowed, Accept);
}

std::optional<Assignment> Prover::Impl::counterexample(Expression A, Expression B) {
  return negativeAt(B - A, {A, B}, Limits.MaxPoints);
}

//===----------------------------------------------------------------------===//
// What others see
//===----------------------------------------------------------------------===//

Prover::Prover(const Assumptions &Known, ProofLimits Limits)
    : P(std::make_unique<Impl>(Known, Limits)) {}
Prover::~Prover() = default;
Prover::Prover(Prover &&) = default;

QuestionObserver *QuestionObserver::Current = nullptr;

bool Prover::provesNonNegative(Expression E) {
  P->observe(E.context().constant(0), E);
  return P->proves(E);
}
bool Prover::provesLessEqual(Expression A, Expression B) {
  P->observe(A, B);
  return P->proves(B - A);
}
bool Prover::provesLess(Expression A, Expression B) {
  P->observe(A + 1, B);
  return P->proves(B - A - 1);
}
bool Prover::provesEqual(Expression A, Expression B) {
  if (A == B)
    return true;
  Expression Difference = P->simplify(A - B);
  if (std::optional<int64_t> C = Difference.constantValue())
    return *C == 0;
  return P->proves(Difference) && P->proves(-Difference);
}
Truth Prover::lessEqual(Expression A, Expression B) {
  if (provesLessEqual(A, B))
    return Truth::True;
  if (provesLess(B, A))
    return Truth::False;
  return Truth::Unknown;
}
std::optional<Assignment> Prover::counterexample(Expression A, Expression B) {
  P->observe(A, B);
  return P->counterexample(A, B);
}
Range Prover::range(Expression E) { return P->interval(E).range(); }
Expression Prover::simplify(Expression E) { return P->simplify(E); }

bool provesNonNegative(Expression E, const Assumptions &Known) {
  return Prover(Known).provesNonNegative(E);
}
bool provesLessEqual(Expression A, Expression B, const Assumptions &Known) {
  return Prover(Known).provesLessEqual(A, B);
}
bool provesLess(Expression A, Expression B, const Assumptions &Known) {
  return Prover(Known).provesLess(A, B);
}
Truth lessEqual(Expression A, Expression B, const Assumptions &Known) {
  return Prover(Known).lessEqual(A, B);
}
std::optional<Assignment> counterexample(Expression A, Expression B, const Assumptions &Known) {
  return Prover(Known).counterexample(A, B);
}
Range range(Expression E, const Assumptions &Known) { return Prover(Known).range(E); }

Expression viewExtent(ExpressionContext &Context, ArrayRef<Expression> Sizes,
                      ArrayRef<Expression> Strides) {
  assert(Sizes.size() == Strides.size());
  Expression Extent = Context.constant(1);
  for (auto [Size, Stride] : zip_equal(Sizes, Strides))
    Extent += (Size - 1) * Stride;
  return Extent;
}

} // namespace aoti
