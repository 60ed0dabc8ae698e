//===- StreamWalk.h - the walk that fills the facts of streams ----*- C++ -*-===//
//
// Private to the facts. The parts of the walk lie in files by topic:
//   StreamWalk.cpp        control flow, guards
//   StreamWalkOrder.cpp   work, events, what is ordered
//
//===----------------------------------------------------------------------===//
#pragma once

#include "Facts/AstQuery.h"
#include "Facts/StreamFacts.h"
#include "Facts/TuFacts.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"
#include "llvm/ADT/DenseSet.h"
#include <map>
#include <memory>

namespace aoti {

/// The name of a runtime function without the prefix of CUDA or ROCm: "EventRecord". Empty for
/// other functions.
llvm::StringRef runtimeName(const clang::CallExpr *Call);

/// The walk through one function.
class StreamWalk {
public:
  StreamWalk(TuFacts &Facts, const FunctionBuffers &Buffers, FunctionStreams &Out)
      : Context(Facts.context()), Buffers(Buffers), Out(Out), Resolver(Context, Out.Function) {}

  void run();

private:
  /// The number of a piece of work in the order of the walk; 0 stands for none.
  using Tick = unsigned;
  /// A stream of the function: 0 for the run's, k for auxiliary stream k.
  using StreamNumber = int64_t;
  /// Up to which work of each stream something comes afterwards.
  using Clock = std::map<StreamNumber, Tick>;

  static void join(Clock &Into, const Clock &From) {
    for (auto [Stream, At] : From)
      if (Tick &Own = Into[Stream]; Own < At)
        Own = At;
  }

  /// The array of events or the variable, and the number in it.
  using EventKey = std::pair<const clang::VarDecl *, int64_t>;

  struct Access {
    const Operation *By;
    StreamNumber Stream;
    Tick At;
    bool Writes;
  };

  /// What is known of the order of work at some place. Where paths meet it is what holds on any of
  /// them, so that nothing is reported that only the meeting leaves open.
  struct Order {
    std::map<StreamNumber, Clock> Streams;
    /// What the host has waited for.
    Clock Host;
    std::map<EventKey, Clock> Events;
    std::map<const Storage *, llvm::SmallVector<Access, 2>> Accesses;
    /// The last work of each auxiliary stream.
    std::map<StreamNumber, Access> Last;

    void merge(const Order &Other) {
      for (const auto &[Stream, At] : Other.Streams)
        join(Streams[Stream], At);
      join(Host, Other.Host);
      for (const auto &[Event, At] : Other.Events)
        join(Events[Event], At);
      for (const auto &[Memory, Theirs] : Other.Accesses) {
        auto &Own = Accesses[Memory];
        for (const Access &A : Theirs)
          if (llvm::none_of(Own, [&](const Access &B) { return B.At == A.At; }))
            Own.push_back(A);
      }
      for (const auto &[Stream, A] : Other.Last)
        if (auto [It, New] = Last.try_emplace(Stream, A); !New && It->second.At < A.At)
          It->second = A;
    }
  };

  /// Numbers of guards that may be in force; 0 stands for what the caller has.
  using GuardSet = llvm::SmallVector<unsigned, 2>;

  static void addTo(GuardSet &Set, const GuardSet &More) {
    for (unsigned I : More)
      if (auto It = llvm::lower_bound(Set, I); It == Set.end() || *It != I)
        Set.insert(It, I);
  }

  /// What a variable may hold: a guard, and what its end brings back; or nothing.
  struct Held {
    unsigned Guard = 0;
    GuardSet Saved;
    bool operator==(const Held &Other) const {
      return Guard == Other.Guard && Saved == Other.Saved;
    }
  };

  struct LiveVariable {
    const clang::VarDecl *Variable;
    unsigned Depth;
    llvm::SmallVector<Held, 1> Alternatives;
    bool operator==(const LiveVariable &Other) const {
      return Variable == Other.Variable && Alternatives == Other.Alternatives;
    }
  };

  struct State {
    GuardSet Current = {0};
    /// The variables that hold guards, in the order of their declaration.
    llvm::SmallVector<LiveVariable, 2> Live;
    /// Whether on all paths something ran without a guard since the last one ended.
    bool SeenUnguarded = false;
    /// The guard that ended last, and where.
    unsigned Ended = 0;
    clang::SourceLocation EndedAt;
    /// Shared until it is changed; null in functions that have one stream.
    std::shared_ptr<Order> Ordered;

    bool sameGuards(const State &Other) const {
      return Current == Other.Current && Live == Other.Live && SeenUnguarded == Other.SeenUnguarded;
    }
  };

  struct Loop {
    std::optional<State> Break, Continue;
    unsigned Depth;
    /// A `switch` does not take `continue`.
    bool IsSwitch;
  };

  // Control flow. All return whether the end of the statement is reached.
  bool walk(const clang::Stmt *S);
  bool walkIf(const clang::IfStmt *If);
  bool walkLoop(const clang::Stmt *Init, const clang::Expr *Condition, const clang::Stmt *Increment,
                const clang::Stmt *Body);
  bool walkOnce(const clang::Stmt *Body);
  void jump(bool IsContinue);
  void visit(const clang::Stmt *S);
  void declare(const clang::VarDecl *V);
  void closeScopes(unsigned Depth, clang::SourceLocation At);
  void finish(clang::SourceLocation At);
  static void mergeInto(State &Into, const State &From);
  static void mergeInto(std::optional<State> &Into, const State &From) {
    if (Into)
      mergeInto(*Into, From);
    else
      Into = From;
  }

  // Guards.
  unsigned guard(const clang::VarDecl *V, const clang::Expr *Made, clang::QualType Class,
                 llvm::ArrayRef<const clang::Expr *> Arguments);
  /// The guard that an expression makes, and that is handed on; 0 if it makes none.
  unsigned guardMadeBy(const clang::VarDecl *V, const clang::Expr *E);
  Held enter(unsigned Guard);
  void leave(const llvm::SmallVectorImpl<Held> &Alternatives, clang::SourceLocation At);
  LiveVariable *live(const clang::VarDecl *V);
  void assign(const clang::VarDecl *V, const clang::Expr *Value, clang::SourceLocation At,
              bool EndsBefore);

  // Work.
  void handleCall(const clang::CallExpr *Call);
  void handleWork(const Operation &Op);
  bool isWork(const Operation &Op) const;
  bool isMismatched(const StreamWork &W) const;
  std::optional<StreamNumber> numberOf(const StreamValue &S) const;
  /// The stream that an operation really goes to; nullopt when that is not certain.
  std::optional<StreamNumber> streamOf(const StreamWork &W) const;
  StreamValue valueOf(StreamNumber N) const;
  std::optional<EventKey> event(const clang::Expr *E) const;
  bool handleSynchronisation(const clang::CallExpr *Call);
  void order(const Operation &Op, std::optional<StreamNumber> Stream);
  Order &ordered() {
    if (Now.Ordered.use_count() > 1)
      Now.Ordered = std::make_shared<Order>(*Now.Ordered);
    return *Now.Ordered;
  }
  /// Whether the argument of an operation is certain to be written.
  bool isWritten(const Operation &Op, const Operand &O) const;
  void fault(OrderFault F);

  clang::ASTContext &Context;
  const FunctionBuffers &Buffers;
  FunctionStreams &Out;
  StreamResolver Resolver;

  State Now;
  std::vector<Loop> Loops;
  unsigned Depth = 0, VisitDepth = 0, LambdaDepth = 0, LoopDepth = 0;
  Tick LastTick = 0;
  /// Whether streams and events are named in a way that cannot be followed.
  bool OrderUndecided = false;
  llvm::DenseMap<const clang::Expr *, unsigned> GuardNumbers;
  llvm::DenseMap<const clang::Expr *, bool> Consumed;
  llvm::DenseMap<const Operation *, StreamWork *> WorkOf;
  llvm::DenseMap<const clang::CallExpr *, bool> SeenQueries;
  std::map<EventKey, const clang::CallExpr *> Records;
  /// The waits that found no record, and whether they are in a loop, where a record later in the
  /// body may serve them from the second round on.
  llvm::DenseMap<const clang::CallExpr *, std::pair<EventKey, bool>> EarlyWaits;
  llvm::DenseSet<std::pair<const clang::CallExpr *, const clang::CallExpr *>> Reported;
};

} // namespace aoti
