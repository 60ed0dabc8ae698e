//===- StreamWalk.h - the walk that fills the facts of streams ----*- C++ -*-===//
//
// Private to the facts. The parts lie in files by topic:
//   StreamEffects.cpp     what functions and types have to do with guards and order
//   StreamWalk.cpp        control flow
//   StreamWalkGuards.cpp  guards and what holds them
//   StreamWalkCalls.cpp   functions and lambdas that are walked where they are called
//   StreamWalkOrder.cpp   work, events, what is ordered
//
//===----------------------------------------------------------------------===//
#pragma once

#include "Facts/AstQuery.h"
#include "Facts/StreamFacts.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/SmallPtrSet.h"
#include <map>
#include <memory>

namespace aoti {

/// The name of a runtime function without the prefix of CUDA or ROCm: "EventRecord". Empty for
/// other functions.
llvm::StringRef runtimeName(const clang::CallExpr *Call);
/// Whether a runtime function neither orders work nor waits for any: "EventCreate".
bool isNeutral(llvm::StringRef RuntimeName);

/// How a type holds a stream guard.
enum class GuardHolder {
  None,
  Guard,   ///< it is one
  Pointer, ///< an owner of one or none: a smart pointer, an optional
  Handle,  ///< a bare pointer or the handle of the C interface: its end is no end of the guard
  Other    ///< a container, or a class with a member that is one of these
};

/// Answers to a question about declarations that rests on the answers about others, which may come
/// back to the first. The answer is `Value()` unless something says otherwise; while a question is
/// open it counts as that, and what rests on it is kept only if it turns out so.
template <class Value> class CyclicAnswers {
public:
  template <class Finder> Value of(const clang::Decl *D, Finder Find) {
    auto [It, New] = Known.try_emplace(D, Answer{Value(), Open + 1});
    if (!New) {
      RestsOn = std::min(RestsOn, It->second.RestsOn);
      return It->second.Is;
    }
    const unsigned Own = ++Open, Outer = std::exchange(RestsOn, Settled);
    const size_t Mark = Unsettled.size();
    Unsettled.push_back(D);
    const Value Is = Find();
    --Open;
    if (Is == Value() && RestsOn < Own) {
      Known[D].RestsOn = RestsOn;
      RestsOn = std::min(RestsOn, Outer);
      return Is;
    }
    for (const clang::Decl *Each : llvm::ArrayRef(Unsettled).drop_front(Mark + 1))
      if (Is == Value())
        Known[Each].RestsOn = Settled;
      else
        Known.erase(Each);
    Unsettled.resize(Mark);
    Known[D] = {Is, Settled};
    RestsOn = Outer;
    return Is;
  }

private:
  static constexpr unsigned Settled = ~0u;
  struct Answer {
    Value Is;
    /// The number of the outermost open question that it rests on.
    unsigned RestsOn = Settled;
  };
  llvm::DenseMap<const clang::Decl *, Answer> Known;
  std::vector<const clang::Decl *> Unsettled;
  /// How many questions are open, and what the answer to the last one rests on so far.
  unsigned Open = 0, RestsOn = Settled;
};

/// What functions and types have to do with guards and with the order of streams: found once for a
/// translation unit.
class StreamEffects {
public:
  /// Whether a function or what it calls makes or ends guards, or orders streams.
  bool has(const clang::FunctionDecl *F);
  /// Whether the end of an object does so, apart from the end of the guards that it holds.
  bool atEnd(clang::QualType T);
  /// Whether something that is called without its body being known may order streams.
  static bool mayOrder(const clang::CallExpr *Call);
  GuardHolder holder(clang::QualType T);

private:
  GuardHolder holderOf(const clang::CXXRecordDecl *Record);

  /// Of functions, and of classes whose objects come to their end.
  CyclicAnswers<bool> Effects;
  CyclicAnswers<GuardHolder> Holders;
};

/// The walk through one function.
class StreamWalk {
public:
  StreamWalk(clang::ASTContext &Context, StreamEffects &Effects, const FunctionBuffers &Buffers,
             FunctionStreams &Out)
      : Context(Context), Effects(Effects), Buffers(Buffers), Out(Out),
        Resolver(Context, Out.Function) {}

  void run();

private:
  /// The number of a piece of work in the order of the walk; 0 stands for none.
  using Tick = unsigned;
  /// A stream of the function: 0 for the run's, k for auxiliary stream k, numbers below zero for
  /// those that it makes.
  using StreamNumber = int64_t;
  /// Up to which work of each stream something comes afterwards.
  using Clock = std::map<StreamNumber, Tick>;

  static void join(Clock &Into, const Clock &From) {
    for (auto [Stream, At] : From)
      if (Tick &Own = Into[Stream]; Own < At)
        Own = At;
  }

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
    /// The launches on another stream than that of the guard.
    std::map<const clang::CallExpr *, std::pair<StreamNumber, Tick>> Mismatched;

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
      Mismatched.insert(Other.Mismatched.begin(), Other.Mismatched.end());
    }
  };

  using DeclSet = llvm::SmallPtrSet<const clang::ValueDecl *, 4>;

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
  /// One of several, depending on the path.
  using Holding = llvm::SmallVector<Held, 1>;

  struct LiveVariable {
    const clang::VarDecl *Variable;
    GuardHolder Kind;
    unsigned Depth;
    Holding Holds;
    /// Whether something else may hold its guard, too.
    bool Escaped = false;
    bool operator==(const LiveVariable &Other) const {
      return Variable == Other.Variable && Holds == Other.Holds && Escaped == Other.Escaped;
    }
  };

  struct State {
    GuardSet Current = {0};
    /// The variables that hold guards, in the order of their declaration.
    llvm::SmallVector<LiveVariable, 2> Live;
    /// Whether on all paths something ran without a guard since the last one ended.
    bool SeenUnguarded = false;
    /// The nesting of branches at the place where a path with a guard met one without, what decided
    /// between them, and whether something else has asked for the same since.
    unsigned MixedAt = 0;
    std::shared_ptr<const DeclSet> MixedOn;
    bool IsCorrelated = false;
    /// The guard that ended last, and where.
    unsigned Ended = 0;
    clang::SourceLocation EndedAt;
    /// Shared until it is changed; null in functions that have one stream.
    std::shared_ptr<Order> Ordered;

    bool isMixed() const { return Current.size() > 1 && Current.front() == 0; }
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

  /// A function that is walked where it is called.
  struct Frame {
    const clang::FunctionDecl *Function;
    /// Null for a constructor.
    const clang::CallExpr *Call;
    /// The nesting around it.
    unsigned Depth;
    std::optional<State> Returned;
    /// What the result holds.
    Holding Result;
  };

  // Control flow. All return whether the end of the statement is reached.
  bool walk(const clang::Stmt *S);
  bool walkIf(const clang::IfStmt *If);
  bool walkTry(const clang::CXXTryStmt *Try);
  bool walkSwitch(const clang::SwitchStmt *Switch);
  bool walkLoop(const LoopParts &Parts);
  /// The variable of a range-based loop gets the next element.
  void declareElement(const LoopParts &Parts);
  bool walkOnce(const clang::Stmt *Body);
  bool walkExpression(const clang::Expr *E);
  bool walkReturn(const clang::ReturnStmt *Return);
  void jump(bool IsContinue);
  void visit(const clang::Stmt *S);
  void visitChildren(const clang::Stmt *S);
  void declare(const clang::VarDecl *V);
  void closeScopes(unsigned Depth, clang::SourceLocation At);
  void finish();
  void mergeInto(State &Into, const State &From);
  /// What a condition rests on: variables and members, through what local variables are made of.
  std::shared_ptr<const DeclSet> decidedBy(const clang::Expr *Condition) const;
  /// A branch on a condition begins.
  void decide(const clang::Expr *Condition);
  /// The branches on it have met.
  void decided(const clang::Expr *Condition, bool WasMixed);
  void mergeInto(std::optional<State> &Into, const State &From) {
    if (Into)
      mergeInto(*Into, From);
    else
      Into = From;
  }

  // Guards.
  unsigned guard(const clang::VarDecl *V, const clang::Expr *Made, llvm::StringRef Class,
                 llvm::ArrayRef<const clang::Expr *> Arguments);
  /// Visits an expression, and takes what guard its value holds.
  Holding take(const clang::VarDecl *V, const clang::Expr *E);
  Holding takeConstruction(const clang::VarDecl *V, const clang::CXXConstructExpr *Construct);
  Holding takeCall(const clang::VarDecl *V, const clang::CallExpr *Call);
  /// What a constructor puts into the members of its class.
  Holding takeMembers(const clang::VarDecl *V, const clang::CXXConstructExpr *Construct);
  Holding takeArguments(const clang::VarDecl *V, const clang::Expr *Made,
                        llvm::ArrayRef<const clang::Expr *> Arguments);
  /// What is given to something else without a name.
  void drop(const clang::Expr *E);
  /// What several parts of one object hold together.
  Holding together(const clang::Expr *Made, const GuardSet &Before, llvm::ArrayRef<Holding> Parts);
  Holding makeGuard(const clang::VarDecl *V, const clang::Expr *Made, llvm::StringRef Class,
                    llvm::ArrayRef<const clang::Expr *> Arguments);
  Held enter(unsigned Guard);
  void leave(const Holding &Holds, clang::SourceLocation At);
  LiveVariable *live(const clang::VarDecl *V);
  /// The live variable that an expression names, directly or by what it points to.
  /// \p Inside tells whether it is the guard that a holder points to.
  LiveVariable *liveNamed(const clang::Expr *E, bool *Inside = nullptr);
  /// The live variable that an expression lies in: a member, an element.
  LiveVariable *liveAround(const clang::Expr *E);
  /// Takes what a condition says of variables that hold a guard or none, where it holds or does
  /// not.
  /// \returns whether that can be.
  bool assume(const clang::Expr *Condition, bool Holds, unsigned Nesting = 0);
  bool assumeHolding(LiveVariable &L, bool HoldsOne);
  /// A variable has changed in a way that cannot be followed: some guard or none is in force.
  void touch(LiveVariable &L, const clang::Expr *By, bool Escapes);
  /// A guard came into force, or may have ended, that nothing names.
  void untracked(const clang::Expr *By);
  void swap(const clang::CallExpr *Call, const clang::Expr *A, const clang::Expr *B);
  /// \p By, as a whole, gives a variable another guard; none where there is no value.
  void assign(LiveVariable &L, const clang::Expr *Value, const clang::Expr *By);
  /// Calls that make, hand on or end guards, with all that is in them. \returns whether it is one.
  bool handleGuardCall(const clang::CallExpr *Call);
  bool handleAssignment(const clang::Expr *Target, const clang::Expr *Value, const clang::Expr *By);
  bool handleMember(const clang::CallExpr *Call, const clang::Expr *Object);
  bool handleGuardShim(const clang::CallExpr *Call);
  /// The variables that hold guards and that others are given.
  void handOn(llvm::ArrayRef<const clang::Expr *> Arguments, const clang::FunctionDecl *F,
              const clang::Expr *By);

  // Calls.
  /// Walks what a call runs. \returns whether that is known; fills what its result holds.
  bool walkCall(const clang::CallExpr *Call, Holding *Result);
  void walkBody(const clang::FunctionDecl *F, const clang::CallExpr *Call,
                llvm::ArrayRef<const clang::Expr *> Arguments, llvm::function_ref<void()> Begin,
                Holding &Result);
  /// Whether there is room for one more function that is walked where it is called.
  bool mayEnter(const clang::FunctionDecl *F);
  /// A lambda is given to something that may call it.
  void handOnLambda(const clang::LambdaExpr *Lambda);

  // Work.
  void handleCall(const clang::CallExpr *Call);
  void handleWork(const Operation &Op);
  bool isWork(const Operation &Op) const;
  bool isMismatched(const StreamWork &W) const;
  std::optional<StreamNumber> numberOf(const StreamValue &S);
  /// The stream that an operation really goes to; nullopt when that is not certain.
  std::optional<StreamNumber> streamOf(const StreamWork &W);
  StreamValue valueOf(StreamNumber N) const;
  bool handleSynchronisation(const clang::CallExpr *Call);
  /// A call of something unknown that is given streams or events.
  void handleUnknown(const clang::CallExpr *Call);
  /// The host waits for all work before.
  void waitForAll();
  void order(const Operation &Op, std::optional<StreamNumber> Stream);
  Order &ordered() {
    if (Now.Ordered.use_count() > 1)
      Now.Ordered = std::make_shared<Order>(*Now.Ordered);
    return *Now.Ordered;
  }
  /// Whether the argument of an operation is certain to be written.
  bool isWritten(const Operation &Op, const Operand &O) const;
  /// Notes the mismatched launches that neither the host nor the stream of the run has waited for.
  void leaveUnordered();
  bool isJoined(StreamNumber Stream, Tick At) const;
  /// \returns whether it is kept as a fault of the order.
  bool fault(OrderFault F);

  clang::ASTContext &Context;
  StreamEffects &Effects;
  const FunctionBuffers &Buffers;
  FunctionStreams &Out;
  StreamResolver Resolver;

  State Now;
  std::vector<Loop> Loops;
  std::vector<Frame> Frames;
  unsigned Depth = 0, VisitDepth = 0, LoopDepth = 0, BranchDepth = 0;
  /// How many of the frames are lambdas that are called elsewhere than where they are written.
  unsigned DeferredDepth = 0;
  /// How many functions may still be walked where they are called.
  unsigned CallBudget = 20000;
  /// How often a guard came into force that nothing names.
  unsigned Untracked = 0;
  /// Whether what is taken is given to the caller.
  bool IsReturning = false;
  Tick LastTick = 0;
  /// Whether streams and events are named in a way that cannot be followed.
  bool OrderUndecided = false;
  llvm::DenseMap<const clang::Expr *, llvm::SmallVector<unsigned, 1>> GuardNumbers;
  /// References and pointers to variables that hold guards.
  llvm::DenseMap<const clang::VarDecl *, const clang::VarDecl *> Aliases;
  std::map<const clang::VarDecl *, StreamNumber> MadeStreams;
  llvm::DenseMap<const Operation *, StreamWork *> WorkOf;
  /// The guards in force where the current stream was asked for.
  llvm::DenseMap<const clang::CallExpr *, GuardSet> QueriedUnder;
  std::map<EventKey, const clang::CallExpr *> Records;
  /// The waits that found no record, and whether they are in a loop, where a record later in the
  /// body may serve them from the second round on.
  llvm::DenseMap<const clang::CallExpr *, std::pair<EventKey, bool>> EarlyWaits;
  llvm::DenseSet<std::pair<const clang::CallExpr *, const clang::CallExpr *>> Reported;
  /// The launches on another stream than that of the guard, and those of them that nothing orders.
  llvm::DenseSet<const clang::CallExpr *> Mismatched, Unordered;
};

} // namespace aoti
