//===- Prover.h - comparing expressions under assumptions ---------*- C++ -*-===//
//
// Decides inequalities between expressions for all values that the ranges of the
// symbols and further facts admit: by proof, or by a point at which they fail.
// Three answers, and "unknown" is the usual one when in doubt.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "Symbolic/Expression.h"
#include <memory>
#include <optional>
#include <vector>

namespace aoti {

/// What is known of the symbols: a range for each, facts, and how loop variables run.
class Assumptions {
public:
  /// A symbol that takes the values `Init`, `Init + Step`, `Init + 2 * Step`, ...; `Step` >= 1.
  struct Progression {
    Expression Symbol;
    Expression Init;
    Expression Step;
  };

  /// Says that the value of \p Symbol lies in \p R, besides what was said before.
  void addRange(Expression Symbol, Range R);
  /// Says that \p E >= 0.
  void addNonNegative(Expression E);
  /// Says that \p A <= \p B.
  void addLessEqual(Expression A, Expression B) { addNonNegative(B - A); }
  /// Says that \p A < \p B.
  void addLess(Expression A, Expression B) { addNonNegative(B - A - 1); }
  /// Says that \p A == \p B.
  void addEqual(Expression A, Expression B);
  /// Says that \p C holds. `NonZero` helps a proof only where the sign is known.
  void add(Condition C);
  /// Says that \p Symbol is a loop variable that starts at \p Init and grows by \p Step (>= 1).
  /// Its end is a fact: `addLess(Symbol, End)`.
  void addProgression(Expression Symbol, Expression Init, Expression Step);
  /// The nesting depth of a symbol: 0 for sizes, 1 for an outermost loop variable, and so on.
  /// Deeper ones are bounded in terms of shallower ones first.
  void setRank(Expression Symbol, unsigned Rank);

  /// What was said of the range of a symbol; open when nothing was.
  Range rangeOfSymbol(Expression Symbol) const;
  unsigned rank(Expression Symbol) const;
  const Progression *progression(Expression Symbol) const;
  /// All facts, each of them >= 0.
  llvm::ArrayRef<Expression> facts() const { return Facts; }
  /// All expressions that are known to be other than 0.
  llvm::ArrayRef<Expression> nonZeros() const { return NonZeros; }
  llvm::ArrayRef<Progression> progressions() const { return Progressions; }
  llvm::ArrayRef<std::pair<Expression, Range>> ranges() const { return Ranges; }
  llvm::ArrayRef<std::pair<Expression, unsigned>> ranks() const { return Ranks; }

private:
  std::vector<std::pair<Expression, Range>> Ranges;
  std::vector<std::pair<Expression, unsigned>> Ranks;
  std::vector<Expression> Facts;
  std::vector<Expression> NonZeros;
  std::vector<Progression> Progressions;
};

/// The answer to a question about all admitted values.
enum class Truth {
  False,   ///< it fails for every admitted value
  True,    ///< it holds for every admitted value
  Unknown, ///< neither was proved
};

/// Sees the questions that provers are asked, so that a test can ask another prover the same.
class QuestionObserver {
public:
  virtual ~QuestionObserver() = default;
  /// Whether \p A <= \p B was asked, or where that fails. May be called by several threads.
  virtual void asked(const Assumptions &Known, Expression A, Expression B) = 0;
  /// The one that sees them; null outside of tests. Set before other threads ask.
  static QuestionObserver *Current;
};

/// How much work one question may cost.
struct ProofLimits {
  /// Goals looked at before a proof is given up; one of many terms counts as several.
  unsigned MaxGoals = 3000;
  /// Points tried before the search for a counterexample is given up.
  unsigned MaxPoints = 3000;
};

/// Answers questions under one set of assumptions; keeps what it proved for the next question.
/// The assumptions are read when it is made; later changes of them are not seen.
class Prover {
public:
  explicit Prover(const Assumptions &Known, ProofLimits Limits = {});
  ~Prover();
  Prover(Prover &&);

  /// True when \p E >= 0 is proved for all admitted values.
  bool provesNonNegative(Expression E);
  bool provesLessEqual(Expression A, Expression B);
  bool provesLess(Expression A, Expression B);
  bool provesEqual(Expression A, Expression B);
  /// `A <= B` for all admitted values, for none, or not known.
  Truth lessEqual(Expression A, Expression B);

  /// Admitted values of all symbols that matter, at which \p A > \p B. Each is checked by exact
  /// evaluation, the assumptions included. None when no such point was found, or when an unknown
  /// value takes part.
  ///
  /// A fact that shares no symbol with the question, directly or through other facts, is not
  /// looked at.
  std::optional<Assignment> counterexample(Expression A, Expression B);

  /// The interval in which the value of \p E lies: from the ranges of symbols and from the facts,
  /// without search.
  Range range(Expression E);
  /// \p E with quotients, minima, maxima and choices that the assumptions decide put in simpler
  /// terms: `truncDiv` becomes `floorDiv`, `(q*s)/s` becomes `q` where `s >= 1`, `max(s, 0)`
  /// becomes `s`.
  Expression simplify(Expression E);

private:
  class Impl;
  std::unique_ptr<Impl> P;
};

/// One question; see `Prover`, which is cheaper for many under the same assumptions.
bool provesNonNegative(Expression E, const Assumptions &Known);
bool provesLessEqual(Expression A, Expression B, const Assumptions &Known);
bool provesLess(Expression A, Expression B, const Assumptions &Known);
Truth lessEqual(Expression A, Expression B, const Assumptions &Known);
std::optional<Assignment> counterexample(Expression A, Expression B, const Assumptions &Known);
Range range(Expression E, const Assumptions &Known);

/// One more than the largest element offset that a view of these sizes and strides reaches from
/// its first element: `1 + sum((size - 1) * stride)`. Holds for strides >= 0 and a view that has
/// elements; \p Sizes and \p Strides are of equal length.
Expression viewExtent(ExpressionContext &Context, llvm::ArrayRef<Expression> Sizes,
                      llvm::ArrayRef<Expression> Strides);

} // namespace aoti
