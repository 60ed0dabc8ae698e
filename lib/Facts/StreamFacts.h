//===- StreamFacts.h - which stream work goes to ------------------*- C++ -*-===//
//
// One walk through each function that the generator wrote, in the order of its
// control flow: which stream guards live, which stream each piece of work goes to,
// and what record and wait order it against.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "Facts/BufferFacts.h"
#include "Facts/StreamValue.h"
#include "clang/AST/Decl.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"
#include <deque>

namespace aoti {

class TuFacts;

/// An object that makes a stream the current one for as long as it lives: `AOTICudaStreamGuard`
/// and its kin.
struct StreamGuard {
  /// What holds it; null for a temporary.
  const clang::VarDecl *Variable = nullptr;
  /// The construction.
  const clang::Expr *Made = nullptr;
  /// The name of its class.
  std::string Class;
  StreamValue Stream;
  /// Null when it gets none.
  const clang::Expr *StreamArgument = nullptr;
  /// The index of the device; null when it gets none.
  const clang::Expr *Device = nullptr;
  /// Whether it dies at the end of the statement that makes it.
  bool IsTemporary = false;
};

/// A call that runs something on the model's own device.
struct StreamWork {
  const Operation *By = nullptr;
  /// The stream that it is given; `Current` when it is given none.
  StreamValue Stream;
  /// The guards of which one is in force, depending on the path; null stands for none of them.
  llvm::SmallVector<const StreamGuard *, 2> Guards;
  /// Whether on some path no guard is in force, and nothing before it on that path ran without one
  /// since the function began or since the last guard ended.
  bool IsFirstUnguarded = false;
  /// Where no guard is in force: the one that ended last, and the place where it did; null when
  /// there was none.
  const StreamGuard *Ended = nullptr;
  clang::SourceLocation EndedAt;
  /// For a launch on another stream than that of the guard: whether events order the two, or one
  /// cannot tell.
  bool IsOrdered = false;

  bool isUnguarded() const { return llvm::is_contained(Guards, nullptr); }
};

/// A call that asks for the current stream of a device.
struct StreamQuery {
  const clang::CallExpr *Call = nullptr;
  /// `Queried` or `Current`.
  StreamValue Value;
};

/// Work that nothing orders.
struct OrderFault {
  enum class Kind {
    WaitWithoutRecord, ///< an event is waited for that nothing has recorded
    Race,              ///< two accesses of the same memory on two streams, one of which writes
    NotJoined          ///< the function ends while an auxiliary stream still works
  };
  Kind K = Kind::Race;
  /// The wait, the later access, or the last work of the stream.
  const clang::CallExpr *At = nullptr;
  /// The stream that waits, that the later access runs on, or that is not joined.
  StreamValue Stream;
  /// The record of the event that comes too late, or the earlier access; null if there is none.
  const clang::CallExpr *Other = nullptr;
  StreamValue OtherStream;
  /// For races: the memory, whether the earlier access writes it, and whether the later one does.
  const Storage *Memory = nullptr;
  bool OtherWrites = false, Writes = false;
  /// For waits: the number of the event; -1 when it has none.
  int64_t Event = -1;
};

/// What one function does with streams.
struct FunctionStreams {
  const clang::FunctionDecl *Function = nullptr;
  /// The parameter that is the stream of the run; null if there is none.
  const clang::ParmVarDecl *Run = nullptr;
  /// Whether torch calls the function with a stream that need not be the current one: `run_impl`
  /// and `_const_run_impl`. The guards of others are in force already when they are called.
  bool IsEntry = false;
  /// Whether the control flow cannot be followed, or the parser met errors; nothing is certain
  /// then.
  bool IsUndecided = false;
  /// Whether it orders streams by events, or waits for work.
  bool Synchronises = false;
  std::deque<StreamGuard> Guards;
  /// In the order of the walk.
  std::deque<StreamWork> Work;
  std::vector<StreamQuery> Queries;
  std::vector<OrderFault> Faults;
};

class StreamFacts {
public:
  explicit StreamFacts(TuFacts &Facts);

  /// The functions of the generator, in the order of the text; none in sources for the CPU and for
  /// MPS.
  const std::deque<FunctionStreams> &functions() const { return Functions; }

private:
  std::deque<FunctionStreams> Functions;
};

} // namespace aoti
