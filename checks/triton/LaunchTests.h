//===- LaunchTests.h - what a function tests before a launch ------*- C++ -*-===//
//
// Which numbers the conditions of a function look at: a grid that is tested before the
// launch, a size that is refused. A test is one of the number itself, of what it is
// computed from, or of what is computed from it. What the test decides is not followed:
// where there is one, nothing is said.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "Facts/LaunchFacts.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include <memory>

namespace aoti {

/// The tests in one function.
class FunctionTests {
public:
  FunctionTests(const clang::FunctionDecl &F, const LaunchFacts &Launches);

  /// Whether a condition looks at a variable, at numbers that it is computed from or at numbers
  /// that are computed from these.
  bool isTested(const clang::VarDecl *V) const { return hasTest(V, true); }
  /// The same without comparisons with 0, which bound nothing from above.
  bool isBounded(const clang::VarDecl *V) const { return hasTest(V, false); }
  /// Whether a condition other than a comparison with 0 looks at a parameter, or at numbers that
  /// are computed from it, the grids of \p L left aside.
  bool isBounded(const clang::ParmVarDecl *P, const KernelLaunch &L) const;
  /// The same with comparisons with 0.
  bool isTested(const clang::ParmVarDecl *P, const KernelLaunch &L) const;
  /// Whether a condition looks at a truth value that was computed from numbers.
  bool testsFlagOfSizes() const { return HasFlag; }

private:
  friend class TestFinder;
  using Variables = llvm::DenseSet<const clang::VarDecl *>;

  bool hasTest(const clang::VarDecl *V, bool WithZero) const;
  bool hasTest(const Variables &Among, bool WithZero) const;
  void addComputed(Variables &Found, const Variables &Without) const;
  Variables computedFrom(const clang::ParmVarDecl *P, const KernelLaunch &L) const;

  /// From a number to those it is computed from, and the other way round.
  llvm::DenseMap<const clang::VarDecl *, llvm::SmallVector<const clang::VarDecl *, 2>> Sources,
      Results;
  /// What is compared with 0, and what is looked at otherwise.
  Variables Zero, Other;
  bool HasFlag = false;
};

/// The tests of all functions with launches; each is looked at when it is asked for first.
class LaunchTests {
public:
  explicit LaunchTests(const LaunchFacts &Launches) : Launches(Launches) {}

  const FunctionTests &of(const clang::FunctionDecl &F);
  /// Whether every branch around a call is one of a condition on data, which no size decides.
  bool isReachedForAllSizes(const LaunchCall &C);

private:
  const LaunchFacts &Launches;
  llvm::DenseMap<const clang::FunctionDecl *, std::unique_ptr<FunctionTests>> Known;
};

} // namespace aoti
