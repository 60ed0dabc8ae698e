//===- HandleState.h - what is known of handles at one place -----*- C++ -*-===//
//
// The state of a walk through a function: for each variable, output slot and tensor
// object the things it can be, each with the branches that make it so. Branches are
// recorded as differences, so that the cost of a branch is what it changes.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"
#include <cstdint>
#include <optional>
#include <vector>

namespace clang {
class Stmt;
}

namespace aoti {

/// A condition that branches depend on; the same for all branches that test the same expression
/// with the same values.
struct HandleCondition {
  enum class Kind {
    Data,        ///< depends on sizes or values; two of them may depend on each other
    Independent, ///< the environment, or whether a loop goes round again: agrees with anything
  };
  Kind K = Kind::Data;
  /// Conditions that compare the same expression with different constants exclude each other.
  unsigned Subject = 0;
  std::optional<int64_t> EqualTo;
  /// Whether it may be that it never holds, or that it always does: then nothing is certain of the
  /// ways on which it would.
  bool MayNeverHold = false, MayNeverFail = false;
};

/// One branch of a path: a condition and how it came out.
struct HandleLiteral {
  unsigned Condition = 0;
  bool Holds = true;
  /// Which execution of which statement: grows along the walk, so that branches inside of this one
  /// have larger numbers.
  unsigned Instance = 0;
  /// The statement that branches.
  const clang::Stmt *At = nullptr;
  /// Whether it is the first of its branches, as it is written; for loops a later iteration.
  bool Taken = true;

  /// The other branch.
  HandleLiteral operator!() const {
    HandleLiteral Other = *this;
    Other.Holds = !Holds;
    Other.Taken = !Taken;
    return Other;
  }
};

/// The branches that must be taken for something to be so.
struct HandlePath {
  llvm::SmallVector<HandleLiteral, 2> Literals;
  /// Set when it is not known whether such a path can be taken.
  bool Undecided = false;
};

/// One of the things that a cell can be.
struct HandleAlternative {
  enum class Kind : uint8_t {
    Unknown,       ///< anything; never a fault
    Uninitialised, ///< a raw handle without a value, or an output slot that is not set
    Empty,         ///< holds no tensor
    Ended,         ///< its tensor was moved, released or reset; see the step
    Holds,         ///< holds or points to a tensor object
    Constant,      ///< holds the handle of a constant
    Unowned,       ///< (tensor object) nobody deletes it yet
    Owned,         ///< (tensor object) an owner deletes it
    Given,         ///< (tensor object) the caller deletes it
    Dead           ///< (tensor object) deleted
  };
  Kind K = Kind::Unknown;
  /// For `Holds`: the number of the tensor object.
  uint32_t Object = 0;
  /// What made it so; 0 for nothing in particular.
  uint32_t Step = 0;
  /// The number of the path; 0 for all of them.
  uint32_t Path = 0;

  bool operator==(const HandleAlternative &) const = default;
};

/// All the things that a cell can be; empty where it does not exist yet.
using HandleValue = llvm::SmallVector<HandleAlternative, 1>;

/// Paths and conditions of one function.
class HandlePaths {
public:
  enum class Feasibility { Yes, No, Undecided };

  HandlePaths() : Paths(1), Conditions(1) {}

  unsigned addCondition(HandleCondition C) {
    Conditions.push_back(C);
    return Conditions.size() - 1;
  }
  const HandlePath &path(unsigned Id) const { return Paths[Id]; }
  bool isIndependent(const HandleLiteral &L) const {
    return Conditions[L.Condition].K == HandleCondition::Kind::Independent;
  }
  /// Whether it may be that the branch is never taken.
  bool isDoubtful(const HandleLiteral &L) const {
    const HandleCondition &C = Conditions[L.Condition];
    return L.Holds ? C.MayNeverHold : C.MayNeverFail;
  }
  /// Whether what needs \p Path cannot be so where a branch is taken.
  bool excludes(unsigned Path, const HandleLiteral &Branch) const;
  /// Whether a branch compares what one of \p Branches has found different from another value.
  bool isOneOfSeveral(const HandleLiteral &L, llvm::ArrayRef<HandleLiteral> Branches) const;
  /// A branch that is taken exactly where what needs one of \p A is so, and not where what needs
  /// one of \p B is; nullopt if none is known.
  std::optional<HandleLiteral> separating(llvm::ArrayRef<unsigned> A,
                                          llvm::ArrayRef<unsigned> B) const;

  /// The path with one more branch, which is left; nullopt if it cannot be taken.
  std::optional<unsigned> extend(unsigned Path, const HandleLiteral &L);
  /// Whether what needs \p A and what needs \p B can be so at once.
  Feasibility together(unsigned A, unsigned B) const;
  /// Whether what needs \p Path can be so inside of branches.
  Feasibility within(unsigned Path, llvm::ArrayRef<HandleLiteral> Branches) const;

private:
  enum class Relation { Same, Excluded, Free, Unclear };
  Relation relate(const HandleLiteral &A, const HandleLiteral &B) const;
  bool contains(const HandlePath &Outer, const HandlePath &Inner) const;

  std::vector<HandlePath> Paths;
  std::vector<HandleCondition> Conditions;
};

/// The cells with their values.
class HandleState {
public:
  using Delta = llvm::DenseMap<unsigned, HandleValue>;

  explicit HandleState(HandlePaths &Paths) : Paths(Paths) {}

  /// Adds a cell. What it is then, it also is in branches that are left already.
  unsigned add(HandleValue Initial = {}) {
    Cells.push_back(std::move(Initial));
    return Cells.size() - 1;
  }
  const HandleValue &get(unsigned Cell) const { return Cells[Cell]; }
  void set(unsigned Cell, HandleValue Value);
  void set(unsigned Cell, HandleAlternative Value) { set(Cell, HandleValue{Value}); }

  /// Begins to record changes.
  void push() { Frames.emplace_back(); }
  /// Takes back what was changed since the matching \c push, and says what it was.
  Delta pop();
  /// How many times changes are being recorded.
  unsigned frames() const { return Frames.size(); }
  /// What is different from the state in which the recording number \p Frame began.
  Delta changesSince(unsigned Frame) const;
  /// Goes back to that state, as a change like any other.
  void rewind(unsigned Frame);
  void apply(const Delta &Changes);
  /// Forgets, in what changed since the recording number \p Frame began, what cannot be so where
  /// \p Branches are taken.
  void assume(llvm::ArrayRef<HandleLiteral> Branches, unsigned Frame);
  /// Joins two ways on which the state changed differently.
  void join(const Delta &A, const HandleLiteral &LiteralA, const Delta &B,
            const HandleLiteral &LiteralB);
  HandleValue joined(const HandleValue &A, const HandleLiteral &LiteralA, const HandleValue &B,
                     const HandleLiteral &LiteralB);

private:
  HandlePaths &Paths;
  std::vector<HandleValue> Cells;
  std::vector<Delta> Frames;
};

} // namespace aoti
