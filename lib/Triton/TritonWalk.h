//===- TritonWalk.h - the walk through a kernel -------------------*- C++ -*-===//
//
// Internal to lib/Triton. TritonWalk.cpp goes through statements, TritonExpressions.cpp
// evaluates operators, TritonCalls.cpp the functions of Triton.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "Triton/TritonValue.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"

namespace aoti {

class TritonWalk {
public:
  explicit TritonWalk(TritonBody &Body);
  void run();

private:
  using Value = TritonValue;
  using Kind = TritonValue::Kind;
  using Predicate = TritonPredicate;
  using Scope = llvm::StringMap<Value>;

  /// How a block ends.
  enum class Ending { Falls, Sometimes, Always };

  struct Arguments {
    llvm::SmallVector<Value, 4> Positional;
    llvm::SmallVector<std::pair<llvm::StringRef, Value>, 4> Named;
    const Value *get(unsigned Position, llvm::StringRef Name) const;
  };

  //===--- Statements, TritonWalk.cpp
  void bindParameters();
  void bindModule();
  Ending block(PythonBlock Statements, bool IsWholeFunction = false);
  Ending statement(const PythonStmt *S);
  Ending branches(const PythonStmt *S, PythonBlock Rest, bool MaySplit, bool &WalkedRest);
  void assign(const PythonExpr *Target, Value V);
  void forLoop(const PythonStmt *S);
  void whileLoop(const PythonStmt *S);
  void loopBody(const PythonStmt *S, int Loop);
  void carry(const llvm::StringMap<std::pair<Value, bool>> &Before, PythonBlock Body, int Loop);
  void unread(const PythonStmt *S);
  Value callLocal(const PythonStmt *F, const PythonExpr *Call, const Arguments &Args);
  static void collectAssigned(PythonBlock Statements, llvm::StringSet<> &Names);
  Value nameLane(llvm::StringRef Name, Value V);

  //===--- Expressions, TritonExpressions.cpp
  Value evaluate(const PythonExpr *E);
  Value evaluateName(const PythonExpr *E);
  Value number(const PythonExpr *E);
  Value binary(llvm::StringRef Op, const Value &A, const Value &B, const PythonExpr *Node);
  Value integers(llvm::StringRef Op, const Value &A, const Value &B, const PythonExpr *Node);
  Value compare(llvm::StringRef Op, const Value &A, const Value &B);
  Value subscript(const PythonExpr *E);
  Value attribute(const PythonExpr *E);
  Value convert(const Value &V, llvm::StringRef Type, const PythonExpr *Node);
  Value choose(const Predicate *P, const Value &A, const Value &B, const PythonExpr *Node);
  Expression selectExpression(const Predicate *P, Expression A, Expression B, unsigned &Leaves);
  const Predicate *truth(const Value &V);
  /// \p V as an integer; a new unknown one where it is none.
  Value toInteger(const Value &V, const PythonExpr *Node);
  Value moveDimensions(const Value &V, llvm::ArrayRef<unsigned> NewPositions, unsigned NewRank);
  Expression moveLane(Expression Lane, unsigned Position);
  Expression moveLanes(Expression E, llvm::ArrayRef<unsigned> NewPositions);
  using MovedPredicates = llvm::DenseMap<const Predicate *, const Predicate *>;
  const Predicate *moveLanes(const Predicate *P, llvm::ArrayRef<unsigned> NewPositions,
                             MovedPredicates &Known);

  //===--- Calls, TritonCalls.cpp
  std::string pathOf(const PythonExpr *E);
  Value call(const PythonExpr *E);
  Value triton(llvm::StringRef Name, const PythonExpr *E, const Arguments &Args);
  Value helper(llvm::StringRef Name, const PythonExpr *E, const Arguments &Args);
  Value method(const Value &Object, llvm::StringRef Name, const PythonExpr *E,
               const Arguments &Args);
  Value memory(TritonAccess::Kind K, std::string Function, const PythonExpr *E,
               const Value &Pointer, const Value *Mask, const Value *Check);
  Value loaded(const Value &Pointer, unsigned Access, const PythonExpr *E);
  Value opaqueAccess(std::string Function, const PythonExpr *E, const Arguments &Args);
  Value makeBlock(const PythonExpr *E, const Arguments &Args, bool IsDescriptor);
  Value data(const Arguments &Args, unsigned Origins = 0);
  void assertion(TritonAssert::Kind K, const PythonExpr *E, const Value *Condition,
                 const Value *Message);
  bool list(const Value *V, llvm::SmallVectorImpl<Expression> &Into);

  //===--- Pieces
  static void join(Value &Into, const Value &From);
  Value makeInteger(Expression E, unsigned Bits) const;
  Value makeBoolean(const Predicate *P) const;
  Value makeName(std::string Path);
  /// A value of which nothing is known but where it comes from.
  Value unknown(unsigned Origins, const Value *A = nullptr, const Value *B = nullptr);
  Expression freshOpaque(llvm::StringRef Name, Range R = Range::all());
  Expression constant(int64_t V) const { return Context.constant(V); }
  Expression program(bool IsCount, unsigned Axis);
  Expression lane(Expression Size, unsigned Position);
  unsigned addOperation(const PythonExpr *Node, Expression E, unsigned Bits, bool IsUnsigned,
                        bool IsConversion, unsigned A, unsigned B);
  void markAddress(unsigned Operation);
  unsigned addSymbol(TritonSymbol S);
  bool isNonNegative(Expression E) const;
  bool spend();

  const Predicate *makePredicate(Predicate P);
  const Predicate *compareWith(Condition C);
  const Predicate *both(const Predicate *A, const Predicate *B);
  const Predicate *either(const Predicate *A, const Predicate *B);
  const Predicate *negate(const Predicate *P);
  const Predicate *unknownPredicate(unsigned Origins);

  TritonBody &Body;
  const TritonKernel &Kernel;
  ExpressionContext &Context;
  Scope Globals;
  /// The names of the function that is walked; not those of what calls it.
  Scope *Names = nullptr;
  /// Imported names, and what they stand for.
  llvm::StringMap<std::string> Imports;
  llvm::StringMap<const PythonStmt *> Functions;
  const Predicate *True, *False;
  /// The branches around what is walked.
  const Predicate *Path;
  int Loop = -1;
  llvm::SmallVector<Value, 2> *Returned = nullptr;
  llvm::SmallVector<const PythonStmt *, 4> Stack;

  struct Operation {
    unsigned Arithmetic = Value::NoOperation, A = Value::NoOperation, B = Value::NoOperation;
    bool IsMarked = false;
  };
  std::vector<Operation> Operations;
  std::deque<std::string> Texts;
  llvm::DenseMap<std::pair<const symbolic::Node *, unsigned>, Expression> Lanes;
  llvm::DenseMap<std::pair<const symbolic::Node *, unsigned>, Expression> MovedLanes;
  llvm::DenseMap<const symbolic::Node *, Expression> NamedLanes;
  llvm::DenseMap<unsigned, Expression> Programs;
  llvm::DenseMap<const Predicate *, const Predicate *> Negations;
  static constexpr unsigned MaxDepth = 1000;
  unsigned Ids = 0;
  uint64_t Steps = 0;
  unsigned Depth = 0, Paths = 1;
};

} // namespace aoti
