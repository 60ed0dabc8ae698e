//===- SizeComparison.h - sizes for which one is too large --------*- C++ -*-===//
//
// Compares expressions over the sizes of a function, under what its checks admit,
// and names sizes for which one exceeds the other. What is named was computed from
// the expressions as they stand in the code.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "Facts/BufferFacts.h"
#include "Symbolic/Prover.h"
#include "llvm/ADT/DenseSet.h"

namespace aoti {

/// Finds admitted sizes for which one expression exceeds another, in one function.
///
/// A size of which nothing is said counts from 2, as torch compiles 0 and 1 as fixed ones, and one
/// without an upper bound is tried a little above its lower one only: others may be excluded by
/// what the package does not say. Sizes that the function divides are tried at multiples of the
/// divisors. Values that the host reads from a tensor count as far as a test that throws admits
/// them; where the tensor is an input of which nothing else is known, any value may come.
class SizeComparison {
public:
  explicit SizeComparison(const FunctionBuffers &Buffers);

  /// Counts sizes of inputs from 0 where there are checks of the input and none bounds the size
  /// from below: torch states the lower end of every size unless it is told not to.
  void admitEmpty(const std::map<unsigned, InputDeclaration> &Inputs) { Checked = &Inputs; }
  /// Counts sizes of inputs from 0 whatever the checks of the inputs bound them by: torch runs
  /// these where they are asked for only. What the function tests itself holds still. Sizes of
  /// other tensors and values that become sizes count from 0, too.
  void admitUnchecked() { IsUnchecked = true; }
  /// Tries all sizes that are divided, not only multiples of the divisors: for divisions that are
  /// meant to cut.
  void admitRests() { TakesRests = true; }
  /// Tries sizes that checks bound from below only up to \p Size at least.
  void tryUpTo(int64_t Size) { Furthest = Size; }
  /// A symbol that is no size of the function, as the number of a lane is; it may have each value
  /// of \p Values that the guards of a question admit.
  void addFree(Expression Symbol, Range Values) { Free[Symbol.symbolId()] = Values; }

  /// Values for which \p Needed > \p Have, while all of \p Positive are at least 1 and \p Guards
  /// hold. Empty values when there are no symbols; none when there are no such values or when that
  /// cannot be told.
  std::optional<Assignment> exceeding(Expression Needed, Expression Have,
                                      llvm::ArrayRef<Expression> Positive,
                                      llvm::ArrayRef<Condition> Guards);
  /// The same with sizes of inputs as small as they are found, one after the other.
  std::optional<Assignment> smallestExceeding(Expression Needed, Expression Have,
                                              llvm::ArrayRef<Expression> Positive,
                                              llvm::ArrayRef<Condition> Guards);
  /// True when \p Needed > \p Have for all admitted values, under the same conditions.
  bool alwaysExceeds(Expression Needed, Expression Have, llvm::ArrayRef<Expression> Positive,
                     llvm::ArrayRef<Condition> Guards);

  /// Whether the value of a symbol comes from the caller's data, and a test may or may not bound
  /// it.
  bool isCallersValue(const SizeSymbol &S) const;

private:
  /// How far values of the caller are tried, where nothing bounds them.
  enum class Reach { None, Small, Large, Negative };
  struct Question;

  bool prepare(Question &Q, Expression Needed, Expression Have, llvm::ArrayRef<Expression> Positive,
               llvm::ArrayRef<Condition> Guards, Reach Values);
  bool assume(Question &Q, Reach Values);
  void simplify(Assignment &Point, Expression Needed, Expression Have,
                llvm::ArrayRef<Expression> Positive, llvm::ArrayRef<Condition> Guards) const;

  const FunctionBuffers &Buffers;
  const std::map<unsigned, InputDeclaration> *Checked = nullptr;
  bool IsUnchecked = false, TakesRests = false;
  std::optional<int64_t> Furthest;
  /// Upper ends for sizes, while smaller ones are looked for.
  llvm::DenseMap<unsigned, int64_t> Ceilings;
  llvm::DenseMap<unsigned, Range> Free;
  llvm::DenseMap<unsigned, llvm::SmallVector<unsigned, 2>> FactsOf;
  /// Inputs that something other than a read of a value uses: it may look at the values too.
  llvm::DenseSet<const Storage *> LookedAt;
};

} // namespace aoti
