//===- HandleWalk.h - the walk behind HandleFacts ----------------*- C++ -*-===//
//
// Internal to HandleFacts: one object walks one function. Where a statement leaves
// several possibilities, the state holds all of them with the branches they need.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "Facts/AstQuery.h"
#include "Facts/HandleFacts.h"
#include "Facts/HandleState.h"
#include "Facts/TuFacts.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/Allocator.h"
#include <optional>

namespace aoti {

struct SizeSymbol;

/// What an expression stands for.
struct HandleResult {
  enum class Kind {
    Nothing,
    Cell,    ///< a variable or a slot
    Moved,   ///< the same after `std::move`
    Raw,     ///< a raw handle
    Owner,   ///< an owner that has no name yet
    Data,    ///< a pointer to the memory of a tensor
    Address, ///< the address of a variable or a slot
    Vector   ///< a vector of owners
  };
  Kind K = Kind::Nothing;
  unsigned Cell = 0;
  HandleValue Value;
  const clang::VarDecl *Variable = nullptr;

  static HandleResult nothing() { return {}; }
  static HandleResult of(Kind K, unsigned Cell) {
    HandleResult R;
    R.K = K;
    R.Cell = Cell;
    return R;
  }
  static HandleResult of(Kind K, HandleValue Value) {
    HandleResult R;
    R.K = K;
    R.Value = std::move(Value);
    return R;
  }
};

/// What is known of a condition.
struct HandleTest {
  /// Set where it comes out the same at each run.
  std::optional<bool> Known;
  /// The branch that is taken where it holds.
  HandleLiteral Literal;
  /// Whether an earlier branch depends on the same condition.
  bool IsSeen = false;

  static HandleTest known(bool Value) {
    HandleTest T;
    T.Known = Value;
    return T;
  }
};

struct HandleCell {
  enum class Kind { Owner, Raw, Data, Slot, Object };
  Kind K = Kind::Object;
  std::string Name;
  int Output = -1;
  /// The number of an input among those that were taken over; -1 for others.
  int Input = -1;
  /// Whether it lives on after the function.
  bool Outlives = false;
};

/// A tensor object: what a handle points to.
struct HandleObject {
  /// The cell of its state.
  unsigned State = 0;
  /// What made it.
  unsigned MadeBy = 0;
  /// The variable that holds it last.
  std::string Holder;
  /// Whether it was made by an allocation that always runs once, and whether others were made in
  /// its memory as in a pool.
  bool IsAllocation = false, IsPool = false;
  /// The last operation that used it.
  unsigned LastOperation = 0;
  /// The round that made it, as \c Round of the walk; 0 outside of loops that carry something.
  unsigned Round = 0;
  /// The storages that its memory may lie in.
  llvm::SmallVector<unsigned, 1> Memory;
};

struct HandleMemory {
  /// Memory that others may hold too.
  bool Shared = false;
  llvm::SmallVector<unsigned, 2> Objects;
};

class HandleWalk {
public:
  HandleWalk(TuFacts &Facts, FunctionHandles &Out)
      : Facts(Facts), Context(Facts.context()), Out(Out), State(Paths), Steps(1) {}

  /// \returns whether there was any handle.
  bool run();

private:
  /// Nesting of expressions and statements beyond which nothing is followed.
  static constexpr unsigned MaxDepth = 600;
  /// A tensor that may lie in more storages than these is taken to lie in memory of others.
  static constexpr unsigned MaxMemories = 8;
  /// Larger indices are not followed.
  static constexpr int64_t MaxElements = 4096;

  // Steps, cells, objects
  unsigned step(HandleStep::Kind K, clang::SourceRange At, llvm::StringRef Name = {}) {
    Steps.push_back({K, At, Name.str()});
    return Steps.size() - 1;
  }
  unsigned newCell(HandleCell::Kind K, llvm::StringRef Name, HandleValue Initial = {}) {
    unsigned Cell = State.add(std::move(Initial));
    Cells.resize(Cell + 1);
    Cells[Cell].K = K;
    Cells[Cell].Name = Name.str();
    return Cell;
  }
  /// A new tensor object; its memory is new unless given.
  unsigned newObject(HandleAlternative::Kind StateKind, unsigned MadeBy,
                     llvm::ArrayRef<unsigned> Memory, bool Always = false);
  unsigned newMemory(bool Shared) {
    Memories.emplace_back().Shared = Shared;
    return Memories.size() - 1;
  }
  static HandleAlternative alternative(HandleAlternative::Kind K, unsigned StepId = 0,
                                       unsigned Object = 0) {
    HandleAlternative A;
    A.K = K;
    A.Step = StepId;
    A.Object = Object;
    return A;
  }
  unsigned cellOf(const clang::VarDecl *V, HandleCell::Kind K);
  unsigned slot(const clang::VarDecl *Array, int64_t Index);
  unsigned element(const clang::VarDecl *Vector, int64_t Index);
  void takeMemory(const HandleValue &V, llvm::SmallVectorImpl<unsigned> &Memory) const;

  // Faults
  /// Whether what is walked runs only in a certain environment.
  bool onlyWithChecks() const {
    return llvm::any_of(Branches, [&](const HandleLiteral &L) { return Paths.isIndependent(L); });
  }
  bool certain(unsigned Path) const {
    return Paths.within(Path, Branches) == HandlePaths::Feasibility::Yes;
  }
  bool certain(unsigned A, unsigned B) const {
    return Paths.together(A, B) == HandlePaths::Feasibility::Yes && certain(A) && certain(B);
  }
  /// Whether all that \p V points to is in one of some states, so that no path has to be named.
  bool allObjects(const HandleValue &V, llvm::ArrayRef<HandleAlternative::Kind> States) const;
  void fault(HandleFault F, llvm::ArrayRef<unsigned> StepIds, llvm::ArrayRef<unsigned> PathIds);

  // What happens to handles
  /// The tensor of a handle is used: reports what is wrong with that.
  /// \returns false if something was.
  bool use(unsigned Cell, clang::SourceRange At);
  bool useObjects(const HandleValue &V, llvm::StringRef Name, clang::SourceRange At);
  bool useData(const HandleValue &V, llvm::StringRef Name, clang::SourceRange At);
  /// Changes the state of what \p V points to, where it is in one of the states \p From.
  void setObjects(const HandleValue &V, llvm::ArrayRef<HandleAlternative::Kind> From,
                  HandleAlternative::Kind To, unsigned StepId);
  void destroy(const HandleValue &V, HandleStep::Kind K, clang::SourceRange At,
               llvm::StringRef Name = {});
  HandleValue take(unsigned Cell, clang::SourceRange At);
  HandleValue wrap(HandleValue V, clang::SourceRange At, llvm::StringRef Name);
  void setOwner(unsigned Cell, HandleValue V, clang::SourceRange At);
  void setSlot(unsigned Cell, HandleValue V, clang::SourceRange At);
  void escape(unsigned Cell);
  void escapeOutputs();
  void fill(unsigned Cell, const clang::CallExpr *Call, const clang::Expr *Argument,
            llvm::ArrayRef<unsigned> Memory);
  bool isOperation(const clang::CallExpr *Call, llvm::StringRef Name);
  void noteOperation(const HandleValue &V);
  std::optional<llvm::SmallVector<unsigned, 4>>
  writtenBy(const clang::CallExpr *Call, llvm::StringRef Name,
            llvm::ArrayRef<HandleResult> Arguments) const;
  /// A tensor that is left at the end of the function or of a round, though what is left is no
  /// result only in the last operation; only of \p Among, unless that is null.
  std::optional<unsigned> leftTensor(const llvm::DenseSet<unsigned> *Among = nullptr) const;
  void checkCarried(llvm::ArrayRef<const clang::VarDecl *> Carried, const HandleState::Delta &Back,
                    const clang::Stmt *Loop, const HandleObject &Lost);
  void checkMissingOutputs();
  void checkEnd(clang::SourceRange At);

  // Expressions
  HandleResult visit(const clang::Expr *E);
  HandleResult visitStripped(const clang::Expr *E);
  HandleResult visitCall(const clang::CallExpr *Call);
  /// `std::exchange` and `std::swap` of handles; nullopt for other calls.
  std::optional<HandleResult> visitExchange(const clang::CallExpr *Call, llvm::StringRef Name);
  HandleResult visitMember(const clang::CXXMemberCallExpr *Call);
  HandleResult visitOperator(const clang::CXXOperatorCallExpr *Call);
  HandleResult visitConstruct(const clang::CXXConstructExpr *Construct);
  HandleResult visitConditional(const clang::AbstractConditionalOperator *Choice);
  HandleResult visitLambda(const clang::LambdaExpr *Lambda);
  HandleResult visitSubscript(const clang::Expr *Base, const clang::Expr *Index,
                              const clang::Expr *Whole);
  HandleResult assign(const clang::Expr *Target, const clang::Expr *Value,
                      const clang::Expr *Whole);
  HandleResult ownerCall(const clang::CallExpr *Call, llvm::StringRef Member, HandleResult Object);
  void argument(const HandleResult &R, const clang::Expr *Argument, clang::QualType Parameter,
                const clang::CallExpr *Call);
  /// The handle that an expression reads.
  std::optional<HandleValue> rawValue(const HandleResult &R, clang::SourceRange At);
  bool isModelConstant(const clang::Expr *E);
  /// Whether a variable has the name of another input than the one that it is initialised with:
  /// then the index is wrong, and not what is done with the handle.
  bool namesOtherInput(const clang::VarDecl *V, int Index);
  HandleValue constantValue(const clang::Expr *E);
  /// Whether a function may set outputs through the array that a parameter of it gets; \p Level
  /// counts the calls between it and the model.
  bool writesOutputs(const clang::FunctionDecl *F, unsigned Parameter, unsigned Level = 0);

  // Statements
  void walk(const clang::Stmt *S);
  void walkCompound(const clang::CompoundStmt *S);
  void walkBody(const clang::CompoundStmt *S);
  void walkIf(const clang::IfStmt *If);
  /// How many rounds a loop has.
  enum class RoundCount { Any, One, Several };
  static RoundCount countOf(std::optional<uint64_t> Rounds);
  /// \p Rounds is how many there are, where that is known.
  void walkLoop(const clang::Stmt *Whole, const LoopParts &Parts, std::optional<uint64_t> Rounds);
  void walkSwitch(const clang::SwitchStmt *Switch);
  void walkTry(const clang::CXXTryStmt *Try);
  void declare(const clang::VarDecl *V);
  void fullExpression(const clang::Expr *E, bool Discarded);
  void endTemporaries(size_t Mark, clang::SourceRange At);
  void endScope(size_t Mark, clang::SourceRange At);
  void joinBranches(HandleState::Delta A, bool EndsA, HandleState::Delta B, bool EndsB,
                    HandleLiteral L, std::optional<HandleLiteral> Other = std::nullopt);
  /// Joins what changed since a recording began, on ways that cannot be told apart.
  HandleState::Delta joinWays(const HandleState::Delta &A, const HandleState::Delta &B,
                              unsigned Frame, const clang::Stmt *At, bool MayNeverComeToB = false);

  // Conditions
  /// `x`, `x.get() != nullptr`, `!x`, `x.has_value()`: a question for a handle or a pointer.
  struct NullTest {
    const clang::Expr *Subject = nullptr;
    bool HoldsForNull = false;
  };
  std::optional<NullTest> nullTest(const clang::Expr *E);
  /// A branch at a statement, on a condition of its own.
  HandleLiteral newLiteral(const HandleCondition &C, const clang::Stmt *At) {
    HandleLiteral L;
    L.Condition = Paths.addCondition(C);
    L.Instance = ++LastInstance;
    L.At = At;
    return L;
  }
  /// The cell of a handle that an expression looks at without using its tensor.
  std::optional<unsigned> peek(const clang::Expr *E);
  /// Visits a question for a handle, which uses no tensor. \returns false if it is none.
  bool visitNullTest(const clang::Expr *E);
  HandleTest holdsTensor(const clang::Expr *Subject);
  /// What the checks of the inputs tell of a comparison.
  std::optional<bool> sizeTest(const clang::BinaryOperator *Binary);
  HandleTest meaning(const clang::Expr *E);
  /// What is known of a condition that \p At branches on, behind its evaluation.
  HandleTest test(const clang::Expr *Condition, const clang::Stmt *At);
  /// How many rounds a loop over a number has, where its bounds are constants.
  std::optional<uint64_t> rounds(const clang::ForStmt *For) const;
  bool neverReturns(const clang::CallExpr *Call);
  bool alwaysThrows(const clang::FunctionDecl *F, unsigned Level);
  void written(const clang::VarDecl *V) { Versions[V] = ++LastVersion; }

  struct Loop {
    /// States where a round ends early, and where the loop ends, against that at its head.
    std::vector<HandleState::Delta> Continues, Breaks;
    enum class Kind { Loop, Switch, Once } K = Kind::Loop;
    /// The recording of changes that began at its head, and how many branches were known there.
    unsigned Frame = 0;
    size_t Branches = 0;
  };

  TuFacts &Facts;
  clang::ASTContext &Context;
  FunctionHandles &Out;
  HandlePaths Paths;
  HandleState State;
  std::vector<HandleStep> Steps;
  std::vector<HandleCell> Cells;
  std::vector<HandleObject> Objects;
  std::vector<HandleMemory> Memories;

  llvm::DenseMap<const clang::VarDecl *, unsigned> Variables;
  /// What was put into arrays, vectors and lambdas.
  llvm::DenseMap<const clang::VarDecl *, llvm::SmallVector<HandleResult, 4>> Collections;
  llvm::DenseMap<std::pair<const clang::VarDecl *, int64_t>, unsigned> Elements;
  llvm::DenseMap<const clang::VarDecl *, int64_t> ElementCount;
  std::vector<unsigned> OutputSlots;
  const clang::VarDecl *OutputArray = nullptr;
  struct UnsetOutput {
    unsigned Cell, Path;
    clang::SourceRange At;
  };
  /// Outputs that are not set at an end of the function.
  std::vector<UnsetOutput> Unset;
  /// Whether slots may have been set in a way that is not followed.
  bool OutputsEscaped = false;

  /// The branches that are taken where the walk is; also those past which a way went that ended.
  std::vector<HandleLiteral> Branches;
  /// How many branches are open, and what that was at the start of the function or of the round.
  unsigned BranchDepth = 0, RoundBranchDepth = 0, RoundLoopDepth = 0;
  /// The round of a loop that carries something; a new number for each.
  unsigned Round = 0, LastRound = 0;
  /// The body of the loop that is walked, and what its round leaves behind.
  const clang::Stmt *RoundBody = nullptr;
  std::optional<unsigned> LostInRound;
  /// Counts what leaves a way other than by an exception.
  unsigned Jumps = 0;
  llvm::BumpPtrAllocator KeyMemory;
  std::map<std::vector<unsigned>, unsigned> SubjectOf;
  std::map<std::pair<unsigned, int64_t>, unsigned> EqualityOf;
  llvm::DenseMap<const clang::VarDecl *, unsigned> Versions;
  /// What the initialiser of a variable asks, with the version that it is the value of.
  llvm::DenseMap<const clang::VarDecl *, std::pair<unsigned, HandleTest>> Meanings;
  llvm::StringMap<const SizeSymbol *> Sizes;
  bool SizesRead = false;
  unsigned LastVersion = 0, LastInstance = 0, LastSubject = 0;

  std::vector<Loop> Loops;
  std::vector<unsigned> Temporaries;
  std::vector<const clang::VarDecl *> Scope;
  /// The results of what is put into a collection that is being declared.
  llvm::SmallVectorImpl<HandleResult> *Sink = nullptr;
  llvm::StringRef Callee;
  bool Live = true;
  bool Any = false;
  /// Whether arguments of a kernel or of an operator are visited, and how many there were.
  bool InOperation = false;
  unsigned LastOperation = 0;
  /// The storages that the last of them writes; nullopt where that is not known.
  std::optional<llvm::SmallVector<unsigned, 4>> LastWritten;
  /// The variables that the loop which follows carries from round to round.
  llvm::SmallVector<const clang::VarDecl *, 4> Carried;
  /// By fault: whether it happens only where checks are switched on.
  std::vector<bool> OnlyWithChecks;
  unsigned Muted = 0, LoopDepth = 0, Depth = 0;
  std::map<std::pair<const clang::FunctionDecl *, unsigned>, bool> Writes;
  std::map<const clang::FunctionDecl *, bool> Throws;
  llvm::DenseSet<std::pair<unsigned, unsigned>> Reported;
};

} // namespace aoti
