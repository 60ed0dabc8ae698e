//===- Expression.cpp - integer expressions over sizes --------------------===//
#include "Symbolic/Expression.h"
#include "Symbolic/Nodes.h"
#include "llvm/ADT/Hashing.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/raw_ostream.h"
#include <cassert>
#include <numeric>

using namespace llvm;

namespace aoti {
namespace symbolic {

bool before(const Monomial *A, const Monomial *B) {
  if (A == B)
    return false;
  if (A->degree() != B->degree())
    return A->degree() > B->degree();
  for (auto [FA, FB] : zip_equal(A->Factors, B->Factors))
    if (FA != FB)
      return FA->Id < FB->Id;
  return false;
}

unsigned AtomInfo::getHashValue(const Key &K) {
  return static_cast<unsigned>(hash_combine(static_cast<unsigned>(K.Kind),
                                            hash_combine_range(K.Args.begin(), K.Args.end())));
}

unsigned MonomialInfo::getHashValue(Key K) {
  return static_cast<unsigned>(hash_combine_range(K.begin(), K.end()));
}

unsigned NodeInfo::getHashValue(Key K) {
  hash_code H = hash_code(K.size());
  for (const Term &T : K)
    H = hash_combine(H, T.M, T.C);
  return static_cast<unsigned>(H);
}

template <class T> static ArrayRef<T> copy(BumpPtrAllocator &Memory, ArrayRef<T> From) {
  T *To = Memory.Allocate<T>(From.size());
  std::uninitialized_copy(From.begin(), From.end(), To);
  return ArrayRef<T>(To, From.size());
}

static uint64_t magnitude(int64_t V) {
  return V < 0 ? 0 - static_cast<uint64_t>(V) : static_cast<uint64_t>(V);
}

/// The greatest common divisor of the coefficients; 0 for no terms.
static uint64_t commonDivisor(ArrayRef<Term> Terms) {
  uint64_t G = 0;
  for (const Term &T : Terms)
    G = std::gcd(G, magnitude(T.C));
  return G;
}

ContextImpl::ContextImpl(ExpressionContext &Owner) : Owner(Owner) {
  One = monomial({});
  Zero = node({});
}

const Monomial *ContextImpl::monomial(ArrayRef<const Atom *> Factors) {
  auto It = Monomials.find_as(Factors);
  if (It != Monomials.end())
    return *It;
  auto *M = new (Memory) Monomial{copy(Memory, Factors)};
  Monomials.insert(M);
  return M;
}

const Monomial *ContextImpl::product(const Monomial *A, const Monomial *B) {
  if (A->isOne())
    return B;
  if (B->isOne())
    return A;
  SmallVector<const Atom *, 8> Factors(A->degree() + B->degree());
  std::merge(A->Factors.begin(), A->Factors.end(), B->Factors.begin(), B->Factors.end(),
             Factors.begin(), [](const Atom *X, const Atom *Y) { return X->Id < Y->Id; });
  return monomial(Factors);
}

const Node *ContextImpl::node(ArrayRef<Term> Terms) {
  auto It = Nodes.find_as(Terms);
  if (It != Nodes.end())
    return *It;
  unsigned Height = 0;
  bool HasOpaque = false;
  for (const Term &T : Terms)
    for (const Atom *A : T.M->Factors) {
      Height = std::max(Height, A->Height);
      HasOpaque |= A->HasOpaque;
    }
  auto *N = new (Memory) Node{this, NodeCount++, Height, HasOpaque, copy(Memory, Terms)};
  Nodes.insert(N);
  return N;
}

const Node *ContextImpl::constant(Int128 Value) {
  if (Value == 0)
    return Zero;
  if (!fits64(Value))
    return overflow();
  return node(Term{One, static_cast<int64_t>(Value)});
}

Atom *ContextImpl::newAtom(AtomKind Kind, StringRef Name) {
  auto *A = new (Memory) Atom{};
  A->Kind = Kind;
  A->Id = AtomCount++;
  A->Name = Name.copy(Memory);
  A->HasOpaque = Kind == AtomKind::Opaque;
  return A;
}

const Node *ContextImpl::symbol(StringRef Name, bool Fresh) {
  const Node **Slot = Fresh ? nullptr : &Symbols[Name];
  if (Slot && *Slot)
    return *Slot;
  Atom *A = newAtom(AtomKind::Symbol, Name);
  A->AsNode = node(Term{monomial(A), 1});
  if (Slot)
    *Slot = A->AsNode;
  return A->AsNode;
}

const Node *ContextImpl::opaque(StringRef Name, Range Known) {
  Atom *A = newAtom(AtomKind::Opaque, Name);
  A->Known = Known;
  A->AsNode = node(Term{monomial(A), 1});
  return A->AsNode;
}

const Node *ContextImpl::compound(AtomKind Kind, ArrayRef<const Node *> Args) {
  auto It = Atoms.find_as(AtomInfo::Key{Kind, Args});
  if (It != Atoms.end())
    return (*It)->AsNode;
  unsigned Height = 0;
  bool HasOpaque = false;
  for (const Node *N : Args) {
    Height = std::max(Height, N->Height);
    HasOpaque |= N->HasOpaque;
  }
  if (Height >= MaxHeight)
    return opaque("deep", Range::all());
  Atom *A = newAtom(Kind, {});
  A->Height = Height + 1;
  A->HasOpaque = HasOpaque;
  A->Args = copy(Memory, Args);
  Atoms.insert(A);
  A->AsNode = node(Term{monomial(A), 1});
  return A->AsNode;
}

const Node *ContextImpl::collect(SmallVectorImpl<std::pair<const Monomial *, Int128>> &Terms) {
  llvm::sort(Terms, [](const auto &A, const auto &B) { return before(A.first, B.first); });
  SmallVector<Term, 16> Result;
  for (size_t I = 0; I < Terms.size();) {
    const Monomial *M = Terms[I].first;
    Int128 Sum = 0;
    for (; I < Terms.size() && Terms[I].first == M; ++I)
      if (__builtin_add_overflow(Sum, Terms[I].second, &Sum))
        return overflow();
    if (!fits64(Sum))
      return overflow();
    if (Sum != 0)
      Result.push_back({M, static_cast<int64_t>(Sum)});
  }
  if (Result.size() > MaxTerms)
    return opaque("large", Range::all());
  return node(Result);
}

const Node *ContextImpl::addScaled(const Node *A, const Node *B, int64_t Scale) {
  if (B->Terms.empty() || Scale == 0)
    return A;
  SmallVector<Term, 16> Result;
  const Term *I = A->Terms.begin(), *IE = A->Terms.end();
  const Term *J = B->Terms.begin(), *JE = B->Terms.end();
  while (I != IE || J != JE) {
    if (J == JE || (I != IE && before(I->M, J->M))) {
      Result.push_back(*I++);
      continue;
    }
    Int128 C = Int128(J->C) * Scale;
    const Monomial *M = J->M;
    ++J;
    if (I != IE && I->M == M)
      C += (I++)->C;
    if (!fits64(C))
      return overflow();
    if (C != 0)
      Result.push_back({M, static_cast<int64_t>(C)});
  }
  if (Result.size() > MaxTerms)
    return opaque("large", Range::all());
  return node(Result);
}

const Node *ContextImpl::scale(const Node *A, int64_t Scale) {
  return Scale == 1 ? A : addScaled(Zero, A, Scale);
}

const Node *ContextImpl::multiply(const Node *A, const Node *B) {
  if (A->isConstant())
    return scale(B, A->constantTerm());
  if (B->isConstant())
    return scale(A, B->constantTerm());
  if (A->Terms.size() * B->Terms.size() > 4 * MaxTerms)
    return opaque("large", Range::all());
  if (A->Terms[0].M->degree() + B->Terms[0].M->degree() > MaxDegree)
    return opaque("large", Range::all());
  SmallVector<std::pair<const Monomial *, Int128>, 32> Terms;
  for (const Term &X : A->Terms)
    for (const Term &Y : B->Terms)
      Terms.push_back({product(X.M, Y.M), Int128(X.C) * Y.C});
  return collect(Terms);
}

const Node *ContextImpl::floorDivide(const Node *A, int64_t B) {
  if (B == 0)
    return compound(AtomKind::FloorDiv, {A, Zero});
  if (B < 0) {
    if (B == INT64_MIN)
      return overflow();
    A = scale(A, -1);
    B = -B;
  }
  if (B == 1)
    return A;
  // What B divides leaves the quotient; the rest shrinks to the range of a remainder.
  SmallVector<Term, 8> Whole, Rest;
  for (const Term &T : A->variableTerms()) {
    if (int64_t Q = T.C / B)
      Whole.push_back({T.M, Q});
    if (int64_t R = T.C % B)
      Rest.push_back({T.M, R});
  }
  Int128 Q = symbolic::floorDivide(A->constantTerm(), B);
  int64_t R = static_cast<int64_t>(A->constantTerm() - Q * B);
  if (Q != 0)
    Whole.push_back({One, static_cast<int64_t>(Q)});
  const Node *Quotient = node(Whole);
  if (Rest.empty())
    return Quotient;

  auto G = static_cast<int64_t>(std::gcd(commonDivisor(Rest), static_cast<uint64_t>(B)));
  for (Term &T : Rest)
    T.C /= G;
  if (R / G != 0)
    Rest.push_back({One, R / G});
  B /= G;
  const Node *Dividend = node(Rest);
  if (B == 1)
    return addScaled(Quotient, Dividend, 1);

  // floor((floor(a / m) + k) / B) is floor((a + k * m) / (m * B)), as B > 0.
  ArrayRef<Term> Variable = Dividend->variableTerms();
  if (Variable.size() == 1 && Variable[0].C == 1 && Variable[0].M->degree() == 1) {
    const Atom *Inner = Variable[0].M->Factors[0];
    if (Inner->Kind == AtomKind::FloorDiv) {
      const Node *M = Inner->Args[1];
      const Node *Flat =
          floorDivide(addScaled(Inner->Args[0], M, Dividend->constantTerm()), scale(M, B));
      if (Flat->HasOpaque == Dividend->HasOpaque)
        return addScaled(Quotient, Flat, 1);
    }
  }
  return addScaled(Quotient, compound(AtomKind::FloorDiv, {Dividend, constant(B)}), 1);
}

const Node *ContextImpl::floorDivide(const Node *A, const Node *B) {
  if (B->isConstant())
    return floorDivide(A, B->constantTerm());
  return compound(AtomKind::FloorDiv, {A, B});
}

const Node *ContextImpl::truncDivide(const Node *A, const Node *B) {
  if (!B->isConstant())
    return compound(AtomKind::TruncDiv, {A, B});
  int64_t D = B->constantTerm();
  if (D == 0)
    return compound(AtomKind::TruncDiv, {A, B});
  if (D == -1)
    return scale(A, -1);
  if (A->isConstant())
    return constant(A->constantTerm() / D);
  bool Exact = all_of(A->Terms, [D](const Term &T) { return T.C % D == 0; });
  if (Exact) {
    SmallVector<Term, 8> Terms(A->Terms);
    for (Term &T : Terms)
      T.C /= D;
    return node(Terms);
  }
  // Truncation is symmetric: keep the divisor and the first coefficient positive.
  int64_t Sign = 1;
  if (D < 0) {
    if (D == INT64_MIN)
      return compound(AtomKind::TruncDiv, {A, B});
    D = -D;
    Sign = -Sign;
  }
  if (A->Terms[0].C < 0 && none_of(A->Terms, [](const Term &T) { return T.C == INT64_MIN; })) {
    A = scale(A, -1);
    Sign = -Sign;
  }
  return scale(compound(AtomKind::TruncDiv, {A, constant(D)}), Sign);
}

const Node *ContextImpl::extremum(AtomKind Kind, ArrayRef<const Node *> Args) {
  SmallVector<const Node *, 4> Kept;
  auto Add = [&](const Node *N) {
    for (const Node *&K : Kept)
      if (K->variableTerms() == N->variableTerms()) {
        bool Better = Kind == AtomKind::Max ? N->constantTerm() > K->constantTerm()
                                            : N->constantTerm() < K->constantTerm();
        if (Better)
          K = N;
        return;
      }
    Kept.push_back(N);
  };
  for (const Node *N : Args) {
    const Atom *A = N->asAtom();
    if (A && A->Kind == Kind)
      for (const Node *Inner : A->Args)
        Add(Inner);
    else
      Add(N);
  }
  if (Kept.size() == 1)
    return Kept[0];
  if (Kept.size() > 16)
    return opaque("large", Range::all());
  // A constant reads best behind what it bounds.
  llvm::sort(Kept, [](const Node *A, const Node *B) {
    return std::make_pair(A->isConstant(), A->Id) < std::make_pair(B->isConstant(), B->Id);
  });
  return compound(Kind, Kept);
}

const Node *ContextImpl::choose(AtomKind Kind, const Node *E, const Node *Then, const Node *Else) {
  if (Then == Else)
    return Then;
  if (E->isConstant()) {
    bool Holds = Kind == AtomKind::SelectGE ? E->constantTerm() >= 0 : E->constantTerm() == 0;
    return Holds ? Then : Else;
  }
  if (Kind == AtomKind::SelectGE && !Then->HasOpaque && !Else->HasOpaque) {
    const Node *Difference = addScaled(Then, Else, -1);
    if (E == Difference || E == addScaled(Difference, constant(1), -1))
      return extremum(AtomKind::Max, {Then, Else});
    Difference = addScaled(Else, Then, -1);
    if (E == Difference || E == addScaled(Difference, constant(1), -1))
      return extremum(AtomKind::Min, {Then, Else});
  }
  uint64_t G = commonDivisor(E->variableTerms());
  bool Negate = Kind == AtomKind::SelectEQ && E->Terms[0].C < 0;
  if ((G > 1 && G <= INT64_MAX) || Negate) {
    auto D = static_cast<int64_t>(G <= INT64_MAX ? G : 1);
    if (Kind == AtomKind::SelectEQ && E->constantTerm() % D != 0)
      return Else;
    // E >= 0 exactly when floor(E / D) >= 0.
    E = floorDivide(E, D);
    if (Negate)
      E = scale(E, -1);
  }
  return compound(Kind, {E, Then, Else});
}

const Node *ContextImpl::rebuild(AtomKind Kind, ArrayRef<const Node *> Args) {
  switch (Kind) {
  case AtomKind::FloorDiv:
    return floorDivide(Args[0], Args[1]);
  case AtomKind::TruncDiv:
    return truncDivide(Args[0], Args[1]);
  case AtomKind::Min:
  case AtomKind::Max:
    return extremum(Kind, Args);
  case AtomKind::SelectGE:
  case AtomKind::SelectEQ:
    return choose(Kind, Args[0], Args[1], Args[2]);
  case AtomKind::Symbol:
  case AtomKind::Opaque:
    break;
  }
  llvm_unreachable("a leaf has no arguments");
}

const Node *Rewriter::rewrite(const Node *N) {
  if (const Node *Known = Done.lookup(N))
    return Known;
  // Where every atom becomes an atom the terms only have to be sorted again.
  SmallVector<std::pair<const Monomial *, Int128>, 16> Terms;
  const Node *Rest = To.Zero;
  for (const Term &T : N->Terms) {
    SmallVector<const Atom *, 4> Factors;
    const Node *Others = To.constant(T.C);
    for (const Atom *A : T.M->Factors) {
      const Node *With = rewrite(A);
      if (const Atom *Single = With->asAtom())
        Factors.push_back(Single);
      else
        Others = To.multiply(Others, With);
    }
    llvm::sort(Factors, [](const Atom *A, const Atom *B) { return A->Id < B->Id; });
    const Monomial *M = To.monomial(Factors);
    if (Others->isConstant())
      Terms.push_back({M, Others->constantTerm()});
    else
      Rest = To.addScaled(Rest, To.multiply(Others, To.node(Term{M, 1})), 1);
  }
  return Done[N] = To.addScaled(To.collect(Terms), Rest, 1);
}

const Node *Rewriter::rewrite(const Atom *A) {
  if (const Node *Known = DoneAtoms.lookup(A))
    return Known;
  const Node *Result;
  if (A->Args.empty()) {
    Result = Leaf(A);
  } else {
    SmallVector<const Node *, 4> Args;
    for (const Node *Arg : A->Args)
      Args.push_back(rewrite(Arg));
    Result = To.rebuild(A->Kind, Args);
  }
  return DoneAtoms[A] = Result;
}

std::optional<int64_t> Evaluator::evaluate(const Node *N) {
  Int128 Sum = 0;
  for (const Term &T : N->Terms) {
    Int128 Product = T.C;
    for (const Atom *A : T.M->Factors) {
      std::optional<int64_t> V = evaluate(A);
      if (!V)
        return std::nullopt;
      Product *= *V;
      if (!fits64(Product))
        return std::nullopt;
    }
    Sum += Product;
  }
  if (!fits64(Sum))
    return std::nullopt;
  return static_cast<int64_t>(Sum);
}

std::optional<int64_t> Evaluator::evaluate(const Atom *A) {
  auto It = Values.find(A);
  if (It != Values.end())
    return It->second.second ? std::optional<int64_t>(It->second.first) : std::nullopt;

  std::optional<int64_t> Result;
  switch (A->Kind) {
  case AtomKind::Symbol:
  case AtomKind::Opaque:
    break;
  case AtomKind::FloorDiv:
  case AtomKind::TruncDiv: {
    std::optional<int64_t> X = evaluate(A->Args[0]), Y = evaluate(A->Args[1]);
    if (!X || !Y || *Y == 0)
      break;
    Int128 Q = A->Kind == AtomKind::FloorDiv ? floorDivide(*X, *Y) : Int128(*X) / *Y;
    if (fits64(Q))
      Result = static_cast<int64_t>(Q);
    break;
  }
  case AtomKind::Min:
  case AtomKind::Max:
    for (const Node *Arg : A->Args) {
      std::optional<int64_t> V = evaluate(Arg);
      if (!V) {
        Result.reset();
        break;
      }
      if (!Result)
        Result = V;
      else
        Result = A->Kind == AtomKind::Min ? std::min(*Result, *V) : std::max(*Result, *V);
    }
    break;
  case AtomKind::SelectGE:
  case AtomKind::SelectEQ: {
    std::optional<int64_t> E = evaluate(A->Args[0]);
    if (!E)
      break;
    bool Holds = A->Kind == AtomKind::SelectGE ? *E >= 0 : *E == 0;
    Result = evaluate(A->Args[Holds ? 1 : 2]);
    break;
  }
  }
  Values[A] = {Result.value_or(0), Result.has_value()};
  return Result;
}

namespace {

/// Writes expressions as people write them.
class Printer {
public:
  /// \p PythonName gives the names of symbols in Python; null for the readable form.
  Printer(ContextImpl &Ctx, raw_ostream &OS,
          const std::function<std::string(Expression)> *PythonName = nullptr)
      : Ctx(Ctx), OS(OS), PythonName(PythonName) {}

  /// Whether there was something that Python has no operator for.
  bool failed() const { return Failed; }

  void sum(const Node *N) {
    struct Remainder {
      int64_t C;
      const Atom *Quotient;
    };
    // A quotient and its dividend that make a remainder together are written as one.
    SmallVector<Remainder, 2> Remainders;
    for (bool Found = true; Found;) {
      Found = false;
      for (const Term &T : N->Terms) {
        for (const Atom *A : T.M->Factors) {
          if (A->Kind != AtomKind::FloorDiv && A->Kind != AtomKind::TruncDiv)
            continue;
          const Term &Lead = A->Args[1]->Terms.empty() ? T : A->Args[1]->Terms[0];
          if (Ctx.product(Lead.M, A->AsNode->Terms[0].M) != T.M || T.C % Lead.C != 0 ||
              T.C == INT64_MIN)
            continue;
          int64_t K = -(T.C / Lead.C);
          const Node *Mod = Ctx.addScaled(A->Args[0], Ctx.multiply(A->Args[1], A->AsNode), -1);
          const Node *Rest = Ctx.addScaled(N, Mod, K == INT64_MIN ? 0 : -K);
          if (Rest->HasOpaque != N->HasOpaque && Rest->HasOpaque)
            continue;
          if (Rest->Terms.size() + 1 < N->Terms.size()) {
            Remainders.push_back({K, A});
            N = Rest;
            Found = true;
            break;
          }
        }
        if (Found)
          break;
      }
    }

    bool First = true;
    auto Sign = [&](bool Negative) {
      OS << (First ? (Negative ? "-" : "") : (Negative ? " - " : " + "));
      First = false;
    };
    for (const Term &T : N->variableTerms()) {
      Sign(T.C < 0);
      term(T);
    }
    for (const Remainder &R : Remainders) {
      Sign(R.C < 0);
      if (magnitude(R.C) != 1)
        OS << magnitude(R.C) << '*';
      bool Alone = magnitude(R.C) == 1 && R.Quotient->Kind == AtomKind::FloorDiv;
      if (R.Quotient->Kind == AtomKind::TruncDiv) {
        Failed = true;
        call("remainder", R.Quotient->Args);
      } else {
        OS << (Alone ? "" : "(");
        operand(R.Quotient->Args[0]);
        OS << " % ";
        operand(R.Quotient->Args[1]);
        OS << (Alone ? "" : ")");
      }
    }
    if (int64_t C = N->constantTerm()) {
      Sign(C < 0);
      OS << magnitude(C);
    }
    if (First)
      OS << '0';
  }

private:
  void term(const Term &T) {
    uint64_t C = magnitude(T.C);
    const Atom *Only = T.M->degree() == 1 ? T.M->Factors[0] : nullptr;
    if (Only && T.C > 1 && Only->Kind == AtomKind::FloorDiv && alignment(T.C, Only))
      return;
    bool Alone = C == 1 && Only;
    if (C != 1)
      OS << C << '*';
    ListSeparator Times("*");
    for (const Atom *A : T.M->Factors) {
      OS << Times;
      atom(A, Alone);
    }
  }

  /// `C * floor((x + n - 1) / n)`, with n dividing C, is `(C/n) * x` aligned to C.
  bool alignment(int64_t C, const Atom *A) {
    const Node *D = A->Args[1];
    if (PythonName || !D->isConstant() || C < 8 || !isPowerOf2_64(static_cast<uint64_t>(C)))
      return false;
    int64_t N = D->constantTerm();
    if (N < 2 || C % N != 0 || A->Args[0]->constantTerm() != N - 1)
      return false;
    const Node *X = Ctx.scale(Ctx.node(A->Args[0]->variableTerms()), C / N);
    if (X->HasOpaque != A->HasOpaque)
      return false;
    OS << "align(";
    sum(X);
    OS << ", " << C << ')';
    return true;
  }

  void atom(const Atom *A, bool Alone) {
    switch (A->Kind) {
    case AtomKind::Symbol:
    case AtomKind::Opaque:
      Failed |= PythonName && A->Kind == AtomKind::Opaque;
      if (PythonName)
        OS << (*PythonName)(Expression(A->AsNode));
      else
        OS << A->Name;
      return;
    case AtomKind::FloorDiv:
      OS << (Alone ? "" : "(");
      operand(A->Args[0]);
      OS << (PythonName ? " // " : " / ");
      operand(A->Args[1]);
      OS << (Alone ? "" : ")");
      return;
    case AtomKind::TruncDiv:
      Failed = true;
      return call("quotient", A->Args);
    case AtomKind::Min:
      return call("min", A->Args);
    case AtomKind::Max:
      return call("max", A->Args);
    case AtomKind::SelectGE:
    case AtomKind::SelectEQ:
      OS << '(';
      if (PythonName) {
        sum(A->Args[1]);
        OS << " if ";
      }
      sum(A->Args[0]);
      OS << (A->Kind == AtomKind::SelectGE ? " >= 0" : " == 0");
      if (!PythonName) {
        OS << " ? ";
        sum(A->Args[1]);
      }
      OS << (PythonName ? " else " : " : ");
      sum(A->Args[2]);
      OS << ')';
      return;
    }
  }

  void call(StringRef Name, ArrayRef<const Node *> Args) {
    OS << Name << '(';
    ListSeparator Comma;
    for (const Node *N : Args) {
      OS << Comma;
      sum(N);
    }
    OS << ')';
  }

  void operand(const Node *N) {
    const Atom *A = N->asAtom();
    bool Bare = (N->isConstant() && N->constantTerm() >= 0) || (A && A->Kind != AtomKind::FloorDiv);
    OS << (Bare ? "" : "(");
    sum(N);
    OS << (Bare ? "" : ")");
  }

  ContextImpl &Ctx;
  raw_ostream &OS;
  const std::function<std::string(Expression)> *PythonName;
  bool Failed = false;
};

} // namespace
} // namespace symbolic

using namespace symbolic;

Range Range::intersect(Range Other) const {
  Range R = *this;
  if (Other.Lo && (!R.Lo || *Other.Lo > *R.Lo))
    R.Lo = Other.Lo;
  if (Other.Hi && (!R.Hi || *Other.Hi < *R.Hi))
    R.Hi = Other.Hi;
  return R;
}

std::string Range::str() const {
  std::string Text = "[";
  Text += Lo ? std::to_string(*Lo) : "...";
  Text += ", ";
  Text += Hi ? std::to_string(*Hi) : "...";
  return Text + "]";
}

ExpressionContext &Expression::context() const { return N->Ctx->Owner; }

ExpressionKind Expression::kind() const {
  if (N->isConstant())
    return ExpressionKind::Constant;
  const Atom *A = N->asAtom();
  if (!A)
    return ExpressionKind::Polynomial;
  switch (A->Kind) {
  case AtomKind::Symbol:
    return ExpressionKind::Symbol;
  case AtomKind::Opaque:
    return ExpressionKind::Opaque;
  case AtomKind::FloorDiv:
    return ExpressionKind::FloorDiv;
  case AtomKind::TruncDiv:
    return ExpressionKind::TruncDiv;
  case AtomKind::Min:
    return ExpressionKind::Min;
  case AtomKind::Max:
    return ExpressionKind::Max;
  case AtomKind::SelectGE:
  case AtomKind::SelectEQ:
    return ExpressionKind::Select;
  }
  llvm_unreachable("all kinds are covered");
}

std::optional<int64_t> Expression::constantValue() const {
  if (!N->isConstant())
    return std::nullopt;
  return N->constantTerm();
}

StringRef Expression::name() const {
  const Atom *A = N->asAtom();
  return A ? A->Name : StringRef();
}

unsigned Expression::symbolId() const {
  assert(isSymbol());
  return N->asAtom()->Id;
}

bool Expression::hasOpaque() const { return N->HasOpaque; }

static void collectLeaves(const Node *N, SmallVectorImpl<const Atom *> &Leaves,
                          DenseSet<const Atom *> &Seen) {
  for (const Term &T : N->Terms)
    for (const Atom *A : T.M->Factors) {
      if (!Seen.insert(A).second)
        continue;
      if (A->Kind == AtomKind::Symbol)
        Leaves.push_back(A);
      for (const Node *Arg : A->Args)
        collectLeaves(Arg, Leaves, Seen);
    }
}

SmallVector<Expression, 4> Expression::symbols() const {
  SmallVector<const Atom *, 8> Leaves;
  DenseSet<const Atom *> Seen;
  collectLeaves(N, Leaves, Seen);
  llvm::sort(Leaves, [](const Atom *A, const Atom *B) { return A->Id < B->Id; });
  SmallVector<Expression, 4> Result;
  for (const Atom *A : Leaves)
    Result.push_back(Expression(A->AsNode));
  return Result;
}

bool Expression::dependsOn(Expression Symbol) const {
  assert(Symbol.isSymbol());
  SmallVector<const Atom *, 8> Leaves;
  DenseSet<const Atom *> Seen;
  collectLeaves(N, Leaves, Seen);
  return is_contained(Leaves, Symbol.N->asAtom());
}

unsigned Expression::termCount() const { return N->Terms.size(); }
int64_t Expression::constantTerm() const { return N->constantTerm(); }
uint64_t Expression::content() const { return commonDivisor(N->Terms); }

void Expression::print(raw_ostream &OS) const { Printer(*N->Ctx, OS).sum(N); }

std::optional<std::string>
Expression::python(const std::function<std::string(Expression)> &Name) const {
  std::string Text;
  raw_string_ostream OS(Text);
  Printer P(*N->Ctx, OS, &Name);
  P.sum(N);
  if (P.failed())
    return std::nullopt;
  return OS.str();
}

std::string Expression::str() const {
  std::string Text;
  raw_string_ostream OS(Text);
  print(OS);
  return Text;
}

static const Node *n(Expression E) { return E.node(); }
static ContextImpl &ctx(Expression E) { return *E.node()->Ctx; }

Expression operator+(Expression A, Expression B) {
  return Expression(ctx(A).addScaled(n(A), n(B), 1));
}
Expression operator-(Expression A, Expression B) {
  return Expression(ctx(A).addScaled(n(A), n(B), -1));
}
Expression operator*(Expression A, Expression B) { return Expression(ctx(A).multiply(n(A), n(B))); }
Expression operator-(Expression A) { return Expression(ctx(A).scale(n(A), -1)); }
Expression operator+(Expression A, int64_t B) {
  return Expression(ctx(A).addScaled(n(A), ctx(A).constant(B), 1));
}
Expression operator-(Expression A, int64_t B) {
  return Expression(ctx(A).addScaled(n(A), ctx(A).constant(B), -1));
}
Expression operator*(Expression A, int64_t B) { return Expression(ctx(A).scale(n(A), B)); }

Expression floorDiv(Expression A, Expression B) {
  return Expression(ctx(A).floorDivide(n(A), n(B)));
}
Expression floorDiv(Expression A, int64_t B) { return Expression(ctx(A).floorDivide(n(A), B)); }
Expression ceilDiv(Expression A, Expression B) { return -floorDiv(-A, B); }
Expression ceilDiv(Expression A, int64_t B) {
  // The form that codegen writes, and that `align` has.
  return B > 0 ? floorDiv(A + (B - 1), B) : -floorDiv(-A, B);
}
Expression floorMod(Expression A, int64_t B) {
  if (B == 0) // without a meaning too, unlike A - 0 * floorDiv(A, 0)
    return floorDiv(A, B);
  if (B > 1) {
    // Less multiples of B, so that what is to be subtracted stays small.
    SmallVector<std::pair<const Monomial *, Int128>, 8> Terms;
    for (const Term &T : n(A)->Terms)
      Terms.push_back({T.M, T.M->isOne() ? T.C - B * floorDivide(T.C, B) : Int128(T.C % B)});
    A = Expression(ctx(A).collect(Terms));
  }
  return A - B * floorDiv(A, B);
}
Expression floorMod(Expression A, Expression B) {
  if (std::optional<int64_t> C = B.constantValue())
    return floorMod(A, *C);
  return A - B * floorDiv(A, B);
}
Expression truncDiv(Expression A, Expression B) {
  return Expression(ctx(A).truncDivide(n(A), n(B)));
}
Expression truncRem(Expression A, Expression B) {
  return B.constantValue() == 0 ? truncDiv(A, B) : A - B * truncDiv(A, B);
}
Expression min(Expression A, Expression B) {
  return Expression(ctx(A).extremum(AtomKind::Min, {n(A), n(B)}));
}
Expression max(Expression A, Expression B) {
  return Expression(ctx(A).extremum(AtomKind::Max, {n(A), n(B)}));
}
Expression align(Expression A, int64_t Alignment) {
  if (Alignment <= 0)
    return A.context().opaque("align");
  return Alignment * floorDiv(A + (Alignment - 1), Alignment);
}

Condition Condition::negate() const {
  switch (K) {
  case NonNegative:
    return {Negative, E};
  case Negative:
    return {NonNegative, E};
  case Zero:
    return {NonZero, E};
  case NonZero:
    return {Zero, E};
  }
  llvm_unreachable("all kinds are covered");
}

Expression select(Condition C, Expression A, Expression B) {
  if (C.K == Condition::Negative || C.K == Condition::NonZero) {
    C = C.negate();
    std::swap(A, B);
  }
  AtomKind Kind = C.K == Condition::NonNegative ? AtomKind::SelectGE : AtomKind::SelectEQ;
  return Expression(ctx(A).choose(Kind, n(C.E), n(A), n(B)));
}

Expression substitute(Expression E, function_ref<Expression(Expression)> Replacement) {
  auto Leaf = [&](const Atom *A) -> const Node * {
    if (A->Kind == AtomKind::Symbol)
      if (Expression With = Replacement(Expression(A->AsNode)))
        return With.node();
    return A->AsNode;
  };
  return Expression(Rewriter(ctx(E), Leaf).rewrite(n(E)));
}

void Assignment::set(Expression Symbol, int64_t Value) {
  assert(Symbol.isSymbol());
  for (auto &[S, V] : Values)
    if (S == Symbol) {
      V = Value;
      return;
    }
  Values.push_back({Symbol, Value});
}

std::optional<int64_t> Assignment::lookup(Expression Symbol) const {
  for (const auto &[S, V] : Values)
    if (S == Symbol)
      return V;
  return std::nullopt;
}

std::string Assignment::str() const {
  std::string Text;
  raw_string_ostream OS(Text);
  ListSeparator Comma;
  for (const auto &[S, V] : Values)
    OS << Comma << S.name() << " = " << V;
  return Text;
}

std::optional<int64_t> evaluate(Expression E, const Assignment &Values) {
  Evaluator Eval;
  for (const auto &[S, V] : Values.values())
    Eval.set(S.node()->asAtom(), V);
  return Eval.evaluate(E.node());
}

ExpressionContext::ExpressionContext() : Impl(std::make_unique<ContextImpl>(*this)) {}
ExpressionContext::~ExpressionContext() = default;

Expression ExpressionContext::constant(int64_t Value) { return Expression(Impl->constant(Value)); }
Expression ExpressionContext::symbol(StringRef Name) {
  return Expression(Impl->symbol(Name, false));
}
Expression ExpressionContext::freshSymbol(StringRef Name) {
  return Expression(Impl->symbol(Name, true));
}
Expression ExpressionContext::opaque(StringRef Name, Range Known) {
  return Expression(Impl->opaque(Name, Known));
}
size_t ExpressionContext::memoryUsed() const { return Impl->Memory.getTotalMemory(); }

} // namespace aoti
