//===- HandleFacts.h - lives of tensor handles --------------------*- C++ -*-===//
//
// A walk along all paths of each function of the generator that follows tensor
// objects from the call that makes them to their end: who owns them, which handles
// and pointers lead to them, which output slots get them. What contradicts itself
// is a fault; what depends on branches that may exclude each other is none.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "clang/AST/Decl.h"
#include "clang/AST/Expr.h"
#include "llvm/ADT/SmallVector.h"
#include <map>
#include <string>
#include <vector>

namespace aoti {

class TuFacts;

/// Something that happens to a handle or to its tensor.
struct HandleStep {
  enum class Kind {
    Declared,       ///< a variable without a tensor
    Filled,         ///< a call made the tensor and stored its raw handle
    Made,           ///< a call returned a raw handle that its caller has to own
    Received,       ///< taken over from the caller
    Bound,          ///< a constant of the model
    Wrapped,        ///< an owner took over the raw handle
    Moved,          ///< `std::move` took it out of the variable
    Released,       ///< `release()` took it out of the variable
    Reset,          ///< `reset()` deleted it
    Cleared,        ///< `clear()` deleted all of an array
    Deleted,        ///< `aoti_torch_delete_tensor_object`
    Overwritten,    ///< its owner got another tensor
    EndOfStatement, ///< its owner was a temporary
    EndOfScope,     ///< its owner was a variable of a block that is left
    Carried,        ///< set to the first value of what a loop carries
    Output          ///< given to the caller
  };
  Kind K = Kind::Declared;
  /// A range of tokens.
  clang::SourceRange At;
  /// The variable that it happens to; may be empty.
  std::string Name;
};

/// A branch that a path takes.
struct HandleBranch {
  /// The statement that branches: an `if`, a loop, a `switch`, a conditional operator.
  const clang::Stmt *At = nullptr;
  /// Whether its first branch is taken, as it is written; for loops whether it is a later
  /// iteration.
  bool Taken = true;
};

/// A place where the life of a handle goes wrong.
struct HandleFault {
  enum class Kind {
    UseAfterEnd,     ///< a handle is used that has no tensor any more, or whose tensor is deleted
    UseUnfilled,     ///< a raw handle is used before it has a value
    UseEmpty,        ///< an owner is used that never got a tensor
    PointerAfterEnd, ///< the memory of a deleted tensor is used
    SecondOwner,     ///< a tensor gets an owner though it has one, or was given to the caller
    OutputOwned,     ///< the caller gets a tensor that an owner deletes too
    ConstantOwned,   ///< a constant of the model gets an owner, or is given to the caller
    NeverOwned,      ///< a tensor is made that nobody deletes
    OutputUnset,     ///< an output is set on some paths and not on others
    OutputTwice,     ///< an output is set again: the first tensor is lost
    OutputMissing,   ///< an output is never set, while a tensor is computed and left
    NotCarried       ///< a variable that a loop carries is not changed, and a tensor is lost in it
  };
  Kind K;
  /// The variable; for temporaries empty.
  std::string Name;
  /// The number of the output; -1 where it is about none.
  int Output = -1;
  /// The place of the fault, as a range of tokens.
  clang::SourceRange At;
  /// The function that the handle is passed to there; may be empty.
  std::string Callee;
  /// For `NotCarried`: what is computed in each round and lost; its step is the last.
  std::string Lost;
  /// A use that the same end makes wrong.
  struct Other {
    clang::SourceRange At;
    /// The variable; may be empty.
    std::string Name;
  };
  /// In the order of the walk.
  std::vector<Other> Others;
  /// What led to it, in order. The last one contradicts what is done at the place.
  std::vector<HandleStep> Steps;
  /// The branches that lead to it; empty when all paths do.
  llvm::SmallVector<HandleBranch, 2> Path;
};

/// The handles of one function.
struct FunctionHandles {
  const clang::FunctionDecl *Function = nullptr;
  /// In the order of the walk.
  std::vector<HandleFault> Faults;
  /// Where each output is set.
  std::map<int, llvm::SmallVector<clang::SourceRange, 1>> Outputs;
  /// Set for functions that jump: nothing is known of them.
  bool Undecided = false;
};

class HandleFacts {
public:
  explicit HandleFacts(TuFacts &Facts);

  /// The functions of the generator that have handles, in the order of the text.
  const std::vector<FunctionHandles> &functions() const { return Functions; }

private:
  std::vector<FunctionHandles> Functions;
};

} // namespace aoti
