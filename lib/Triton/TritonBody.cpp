#include "Triton/TritonBody.h"
#include "Triton/TritonWalk.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Support/raw_ostream.h"

using llvm::SmallVector;
using llvm::SmallVectorImpl;

namespace aoti {

namespace {

/// The parts of a predicate, taken apart at `and`. Parts may be shared, and each is visited once.
template <typename F> void forEachPart(const TritonPredicate &P, F Visit) {
  SmallVector<const TritonPredicate *, 8> Left{&P};
  llvm::SmallPtrSet<const TritonPredicate *, 8> Seen;
  while (!Left.empty()) {
    const TritonPredicate *Part = Left.pop_back_val();
    if (!Seen.insert(Part).second)
      continue;
    if (Part->K == TritonPredicate::Kind::And) {
      Left.push_back(Part->B);
      Left.push_back(Part->A);
    } else {
      Visit(*Part);
    }
  }
}

/// The comparisons anywhere in a predicate.
template <typename F> void forEachComparison(const TritonPredicate &P, F Visit) {
  SmallVector<const TritonPredicate *, 8> Left{&P};
  llvm::SmallPtrSet<const TritonPredicate *, 8> Seen;
  while (!Left.empty()) {
    const TritonPredicate *Part = Left.pop_back_val();
    if (!Seen.insert(Part).second)
      continue;
    if (Part->K == TritonPredicate::Kind::Compare)
      Visit(Part->C);
    for (const TritonPredicate *Inner : {Part->A, Part->B})
      if (Inner)
        Left.push_back(Inner);
  }
}

bool isSame(const TritonPredicate &A, const TritonPredicate &B) {
  if (&A == &B)
    return true;
  if (A.K != B.K)
    return false;
  switch (A.K) {
  case TritonPredicate::Kind::True:
  case TritonPredicate::Kind::False:
    return true;
  case TritonPredicate::Kind::Compare:
    return A.C.K == B.C.K && A.C.E == B.C.E;
  case TritonPredicate::Kind::Unknown:
    return A.Id == B.Id && A.IsNegated == B.IsNegated;
  default:
    return false;
  }
}

bool isOpposite(const TritonPredicate &A, const TritonPredicate &B) {
  if (A.K != B.K)
    return false;
  if (A.K == TritonPredicate::Kind::Compare) {
    Condition C = B.C.negate();
    return A.C.K == C.K && A.C.E == C.E;
  }
  return A.K == TritonPredicate::Kind::Unknown && A.Id == B.Id && A.IsNegated != B.IsNegated;
}

} // namespace

bool TritonPredicate::conjuncts(SmallVectorImpl<Condition> &Into) const {
  bool IsAll = true;
  forEachPart(*this, [&](const TritonPredicate &Part) {
    if (Part.K == Kind::Compare)
      Into.push_back(Part.C);
    else
      IsAll &= Part.isTrue();
  });
  return IsAll;
}

bool TritonPredicate::includes(const TritonPredicate &Other) const {
  bool IsAll = true;
  forEachPart(Other, [&](const TritonPredicate &Wanted) {
    bool IsFound = Wanted.isTrue();
    if (!IsFound)
      forEachPart(*this, [&](const TritonPredicate &Part) {
        IsFound |= isSame(Part, Wanted) || Part.isFalse();
      });
    IsAll &= IsFound;
  });
  return IsAll;
}

static void print(const TritonPredicate &P, llvm::raw_ostream &OS, unsigned Depth) {
  using Kind = TritonPredicate::Kind;
  static constexpr const char *Operators[] = {" >= 0", " < 0", " == 0", " != 0"};
  switch (P.K) {
  case Kind::True:
    OS << "true";
    break;
  case Kind::False:
    OS << "false";
    break;
  case Kind::Unknown:
    OS << "?";
    break;
  case Kind::Compare:
    OS << P.C.E.str() << Operators[P.C.K];
    break;
  default:
    // Parts may be shared, so that all of it may be without end.
    if (Depth > 50 || OS.tell() > 2000) {
      OS << "...";
      break;
    }
    OS << '(';
    print(*P.A, OS, Depth + 1);
    OS << (P.K == Kind::And ? " and " : " or ");
    print(*P.B, OS, Depth + 1);
    OS << ')';
  }
}

std::string TritonPredicate::str() const {
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  print(*this, OS, 0);
  return Text;
}

TritonBody::TritonBody(const TritonKernel &Kernel, ExpressionContext &Context)
    : Kernel(Kernel), Context(Context) {
  TritonWalk(*this).run();
}

const TritonSymbol *TritonBody::symbol(Expression E) const {
  auto It = E ? SymbolNumber.find(E.node()) : SymbolNumber.end();
  return It == SymbolNumber.end() ? nullptr : &Symbols[It->second];
}

const TritonPredicate *TritonBody::bound(const TritonAssert &A,
                                         SmallVectorImpl<::aoti::Condition> &Into) {
  if (A.Condition->K != TritonPredicate::Kind::Or) {
    A.Condition->conjuncts(Into);
    return nullptr;
  }
  A.Condition->A->conjuncts(Into);
  return A.Condition->B;
}

/// Whether a predicate holds for no lane for which \p Mask holds: each of its parts, taken apart at
/// `or`, is the opposite of a part of the mask.
static bool isExcluded(const TritonPredicate &P, const TritonPredicate &Mask) {
  SmallVector<const TritonPredicate *, 4> Left{&P};
  for (unsigned Steps = 0; !Left.empty(); ++Steps) {
    const TritonPredicate *Part = Left.pop_back_val();
    if (Part->K == TritonPredicate::Kind::Or && Steps < 1000) {
      Left.push_back(Part->A);
      Left.push_back(Part->B);
      continue;
    }
    bool IsOpposite = Part->isFalse();
    forEachPart(Mask, [&](const TritonPredicate &M) { IsOpposite |= isOpposite(*Part, M); });
    if (!IsOpposite)
      return false;
  }
  return true;
}

void TritonBody::assertsAt(const TritonAccess &A,
                           SmallVectorImpl<const TritonAssert *> &Into) const {
  size_t Position = &A - Accesses.data();
  for (const TritonAssert &Assert : Asserts) {
    if (Assert.Position > Position)
      break;
    bool InLoop = Assert.Loop == -1;
    for (int L = A.Loop; L != -1 && !InLoop; L = Loops[L].Outer)
      InLoop = L == Assert.Loop;
    if (!InLoop || !A.Path->includes(*Assert.Path))
      continue;
    if (Assert.Condition->K == TritonPredicate::Kind::Or &&
        !isExcluded(*Assert.Condition->B, *A.Mask))
      continue;
    Into.push_back(&Assert);
  }
}

bool TritonBody::assume(Expression About, const TritonPredicate *Mask, const TritonPredicate *Path,
                        int Loop, Assumptions &Into) const {
  bool IsAll = true;
  SmallVector<Condition, 8> Conditions;
  for (const TritonPredicate *P : {Mask, Path})
    if (P)
      IsAll &= P->conjuncts(Conditions);
  llvm::DenseMap<const symbolic::Node *, unsigned> Uses;
  auto Count = [&](Expression E) {
    for (Expression S : E.symbols())
      ++Uses[S.node()];
  };
  if (About)
    Count(About);
  for (const Condition &C : Conditions) {
    Into.add(C);
    Count(C.E);
    IsAll &= !C.E.hasOpaque();
  }
  constexpr unsigned ProgramRank = 1, LoopRank = 2, LaneRank = 40;
  for (const TritonSymbol &S : Symbols) {
    if (S.Known.Lo || S.Known.Hi)
      Into.addRange(S.Symbol, S.Known);
    if (S.K == TritonSymbol::Kind::ProgramId) {
      Into.setRank(S.Symbol, ProgramRank);
      for (const TritonSymbol &Other : Symbols)
        if (Other.K == TritonSymbol::Kind::ProgramCount && Other.Number == S.Number)
          Into.addLess(S.Symbol, Other.Symbol);
    } else if (S.K == TritonSymbol::Kind::Lane) {
      Into.setRank(S.Symbol, LaneRank);
      bool IsPlain = S.First.constantValue() == 0;
      bool IsBounded = false, IsBound = IsPlain || Uses.lookup(S.Range.node()) != 0;
      for (const Condition &C : Conditions)
        IsBounded |= C.E.dependsOn(S.Symbol);
      for (Expression Part : S.First.symbols())
        IsBound |= Uses.lookup(Part.node()) != 0 &&
                   (!symbol(Part) || symbol(Part)->K != TritonSymbol::Kind::Parameter);
      if (IsPlain || IsBound || !IsBounded) {
        Into.addLessEqual(S.First, S.Symbol);
        Into.addLess(S.Symbol, S.First + S.Size);
      }
      if (!IsPlain && Uses.lookup(S.Range.node()) != 0)
        Into.addEqual(S.Symbol, S.First + S.Range);
    }
  }
  unsigned Nesting = 0;
  for (int L = Loop; L != -1; L = Loops[L].Outer)
    ++Nesting;
  for (int L = Loop; L != -1; L = Loops[L].Outer) {
    const TritonLoop &Outer = Loops[L];
    if (!Outer.Variable || !Outer.First || !Outer.End || !Outer.Step) {
      IsAll = false;
      continue;
    }
    Into.setRank(Outer.Variable, LoopRank + Nesting--);
    Into.addProgression(Outer.Variable, Outer.First, Outer.Step);
    Into.addLess(Outer.Variable, Outer.End);
  }
  return IsAll;
}

} // namespace aoti
