//===- Nodes.h - how expressions are stored -----------------------*- C++ -*-===//
//
// Internal to lib/Symbolic: normal forms as sorted sums of terms, a term as a
// coefficient times a product of atoms, each of the three stored once.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "Symbolic/Expression.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/Allocator.h"
#include <functional>
#include <vector>

namespace aoti::symbolic {

using Int128 = __int128;

enum class AtomKind : uint8_t {
  Symbol,
  Opaque,
  FloorDiv, ///< Args: dividend, divisor
  TruncDiv, ///< Args: dividend, divisor
  Min,      ///< Args: two or more
  Max,      ///< Args: two or more
  SelectGE, ///< Args: what is compared with 0, value where it is >= 0, value where it is not
  SelectEQ, ///< Args: what is compared with 0, value where it is == 0, value where it is not
};

/// What a polynomial is made of.
struct Atom {
  AtomKind Kind;
  bool HasOpaque;
  unsigned Id;     ///< order of creation
  unsigned Height; ///< 0 for symbols and opaque values, otherwise above all atoms in Args
  llvm::ArrayRef<const Node *> Args;
  llvm::StringRef Name;
  Range Known;        ///< of an opaque value
  const Node *AsNode; ///< the expression that is this atom alone
};

/// A product of atoms, sorted by Id, powers as repetitions; the empty one is 1.
struct Monomial {
  llvm::ArrayRef<const Atom *> Factors;
  unsigned degree() const { return Factors.size(); }
  bool isOne() const { return Factors.empty(); }
};

struct Term {
  const Monomial *M;
  int64_t C; ///< never 0
  friend bool operator==(const Term &A, const Term &B) { return A.M == B.M && A.C == B.C; }
};

/// A sum of terms with distinct monomials: higher degrees first, the constant last.
struct Node {
  ContextImpl *Ctx;
  unsigned Id;
  unsigned Height; ///< the largest of its atoms, 0 for none
  bool HasOpaque;
  llvm::ArrayRef<Term> Terms;

  bool isConstant() const { return Terms.empty() || (Terms.size() == 1 && Terms[0].M->isOne()); }
  /// Its constant term.
  int64_t constantTerm() const {
    return Terms.empty() || !Terms.back().M->isOne() ? 0 : Terms.back().C;
  }
  /// Its terms without the constant one.
  llvm::ArrayRef<Term> variableTerms() const {
    return Terms.empty() || !Terms.back().M->isOne() ? Terms : Terms.drop_back();
  }
  /// The atom, when the expression is one atom with coefficient 1.
  const Atom *asAtom() const {
    return Terms.size() == 1 && Terms[0].C == 1 && Terms[0].M->degree() == 1
               ? Terms[0].M->Factors[0]
               : nullptr;
  }
};

/// True when \p A comes before \p B in a sum.
bool before(const Monomial *A, const Monomial *B);

inline bool fits64(Int128 V) { return V >= INT64_MIN && V <= INT64_MAX; }
/// \p A / \p B rounded down; \p B is not 0.
inline Int128 floorDivide(Int128 A, Int128 B) {
  Int128 Q = A / B;
  return (A % B != 0 && ((A < 0) != (B < 0))) ? Q - 1 : Q;
}

struct AtomInfo {
  struct Key {
    AtomKind Kind;
    llvm::ArrayRef<const Node *> Args;
  };
  static Atom *getEmptyKey() { return llvm::DenseMapInfo<Atom *>::getEmptyKey(); }
  static Atom *getTombstoneKey() { return llvm::DenseMapInfo<Atom *>::getTombstoneKey(); }
  static unsigned getHashValue(const Key &K);
  static unsigned getHashValue(const Atom *A) { return getHashValue(Key{A->Kind, A->Args}); }
  static bool isEqual(const Key &K, const Atom *A) {
    return A != getEmptyKey() && A != getTombstoneKey() && A->Kind == K.Kind && A->Args == K.Args;
  }
  static bool isEqual(const Atom *A, const Atom *B) { return A == B; }
};

struct MonomialInfo {
  using Key = llvm::ArrayRef<const Atom *>;
  static Monomial *getEmptyKey() { return llvm::DenseMapInfo<Monomial *>::getEmptyKey(); }
  static Monomial *getTombstoneKey() { return llvm::DenseMapInfo<Monomial *>::getTombstoneKey(); }
  static unsigned getHashValue(Key K);
  static unsigned getHashValue(const Monomial *M) { return getHashValue(M->Factors); }
  static bool isEqual(Key K, const Monomial *M) {
    return M != getEmptyKey() && M != getTombstoneKey() && M->Factors == K;
  }
  static bool isEqual(const Monomial *A, const Monomial *B) { return A == B; }
};

struct NodeInfo {
  using Key = llvm::ArrayRef<Term>;
  static Node *getEmptyKey() { return llvm::DenseMapInfo<Node *>::getEmptyKey(); }
  static Node *getTombstoneKey() { return llvm::DenseMapInfo<Node *>::getTombstoneKey(); }
  static unsigned getHashValue(Key K);
  static unsigned getHashValue(const Node *N) { return getHashValue(N->Terms); }
  static bool isEqual(Key K, const Node *N) {
    return N != getEmptyKey() && N != getTombstoneKey() && N->Terms == K;
  }
  static bool isEqual(const Node *A, const Node *B) { return A == B; }
};

struct ContextImpl {
  /// A sum of more terms, or an atom that contains more levels of atoms, becomes opaque.
  static constexpr unsigned MaxTerms = 256;
  static constexpr unsigned MaxHeight = 64;
  static constexpr unsigned MaxDegree = 24;

  explicit ContextImpl(ExpressionContext &Owner);

  const Node *constant(Int128 Value);
  const Node *symbol(llvm::StringRef Name, bool Fresh);
  const Node *opaque(llvm::StringRef Name, Range Known);
  const Node *overflow() { return opaque("overflow", Range::all()); }
  /// The expression that is this compound atom; opaque when it is too deep.
  const Node *compound(AtomKind Kind, llvm::ArrayRef<const Node *> Args);
  const Monomial *monomial(llvm::ArrayRef<const Atom *> Factors);
  const Monomial *product(const Monomial *A, const Monomial *B);
  /// The node of terms that are sorted, distinct and not 0.
  const Node *node(llvm::ArrayRef<Term> Terms);
  /// The node of terms in any order; coefficients may be 0 or large.
  const Node *collect(llvm::SmallVectorImpl<std::pair<const Monomial *, Int128>> &Terms);

  /// A + Scale * B
  const Node *addScaled(const Node *A, const Node *B, int64_t Scale);
  const Node *scale(const Node *A, int64_t Scale);
  const Node *multiply(const Node *A, const Node *B);
  const Node *floorDivide(const Node *A, const Node *B);
  const Node *floorDivide(const Node *A, int64_t B);
  const Node *truncDivide(const Node *A, const Node *B);
  const Node *extremum(AtomKind Kind, llvm::ArrayRef<const Node *> Args);
  const Node *choose(AtomKind Kind, const Node *E, const Node *Then, const Node *Else);
  /// The expression of an atom of that kind with other arguments, in normal form.
  const Node *rebuild(AtomKind Kind, llvm::ArrayRef<const Node *> Args);

  ExpressionContext &Owner;
  llvm::BumpPtrAllocator Memory;
  llvm::DenseSet<Atom *, AtomInfo> Atoms;
  llvm::DenseSet<Monomial *, MonomialInfo> Monomials;
  llvm::DenseSet<Node *, NodeInfo> Nodes;
  llvm::StringMap<const Node *> Symbols;
  const Monomial *One;
  const Node *Zero;
  unsigned AtomCount = 0;
  unsigned NodeCount = 0;

private:
  Atom *newAtom(AtomKind Kind, llvm::StringRef Name);
};

/// Builds expressions again with other leaves, in the same context or in another one.
class Rewriter {
public:
  /// \param Leaf gives what a symbol or an unknown value becomes.
  Rewriter(ContextImpl &To, std::function<const Node *(const Atom *)> Leaf)
      : To(To), Leaf(std::move(Leaf)) {}
  const Node *rewrite(const Node *N);

private:
  const Node *rewrite(const Atom *A);

  ContextImpl &To;
  std::function<const Node *(const Atom *)> Leaf;
  llvm::DenseMap<const Node *, const Node *> Done;
  llvm::DenseMap<const Atom *, const Node *> DoneAtoms;
};

/// Exact values of expressions at one point.
class Evaluator {
public:
  void set(const Atom *Symbol, int64_t Value) { Values[Symbol] = {Value, true}; }
  std::optional<int64_t> evaluate(const Node *N);
  void clear() { Values.clear(); }

private:
  std::optional<int64_t> evaluate(const Atom *A);
  llvm::DenseMap<const Atom *, std::pair<int64_t, bool>> Values;
};

} // namespace aoti::symbolic
