//===- BufferWalk.h - the walk that fills the facts of buffers ----*- C++ -*-===//
//
// Private to the facts. The parts of the walk lie in files by topic:
//   BufferWalk.cpp          state, control flow, declarations
//   BufferWalkIntegers.cpp  integers, arrays of them, conditions
//   BufferWalkTensors.cpp   tensors and storages
//   BufferWalkCalls.cpp     calls and assignments
//
//===----------------------------------------------------------------------===//
#pragma once

#include "Facts/AstQuery.h"
#include "Facts/BufferFacts.h"
#include "Facts/TuFacts.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"
#include <tuple>

namespace aoti {

/// Whether a function gets its outputs, or its inputs, in an array of this name.
inline bool isOutputArray(llvm::StringRef Name) {
  return Name == "output_handles" || Name == "c_outputs";
}
inline bool isInputArray(llvm::StringRef Name) {
  return Name == "input_handles" || Name == "inputs" || Name == "c_inputs";
}

/// The walk through one function.
class BufferWalk {
public:
  BufferWalk(TuFacts &Facts, BufferFacts &Buffers, FunctionBuffers &Out)
      : Facts(Facts), Context(Facts.context()), Buffers(Buffers),
        Expressions(Buffers.expressions()), Out(Out) {}

  void run();

private:
  /// Nesting of expressions beyond which nothing is followed.
  static constexpr unsigned MaxDepth = 400;

  /// `Num / Den` before a conversion to an integer.
  struct Rational {
    Expression Num;
    int64_t Den = 1;
  };
  struct Change {
    const clang::VarDecl *V;
    bool IsTensor;
    Tensor *OldTensor;
    Expression OldInteger;
  };
  struct Loop {
    llvm::DenseMap<const clang::VarDecl *, Tensor *> Merged;
  };
  using Snapshot = llvm::DenseMap<const clang::VarDecl *, std::pair<Tensor *, Expression>>;

  // Control flow. All return whether the end of the statement is reached.
  bool walk(const clang::Stmt *S);
  bool walkIf(const clang::IfStmt *If);
  bool walkLoop(const clang::Stmt *Head, const clang::Expr *Condition, const clang::Stmt *Increment,
                const clang::Stmt *Body);
  void visit(const clang::Stmt *S);
  void declare(const clang::VarDecl *V);

  // Calls and assignments.
  void handleCall(const clang::CallExpr *Call);
  void handleShim(const clang::CallExpr *Call, llvm::StringRef Name);
  void handleAssignment(const clang::Expr *Target, const clang::Expr *Value,
                        const clang::Expr *Whole);
  Operation &operation(Operation::Kind K, const clang::CallExpr *Call, llvm::StringRef Callee,
                       DeviceType Device = DeviceType::Unknown);
  void use(TensorUse::Kind K, const clang::Expr *Argument, Operation &By);
  void useArguments(TensorUse::Kind K, Operation &By);
  Operation &viewOperation(const clang::CallExpr *Call, llvm::StringRef Callee, const Tensor *Base,
                           const clang::Expr *Argument);
  bool isModelLaunch(const clang::CallExpr *Call, llvm::StringRef Name) const;

  // Tensors.
  Tensor *newTensor(Tensor::Kind K, Storage *In, const clang::CallExpr *Call);
  Tensor *newResult(const clang::CallExpr *Call, DeviceType Device, llvm::StringRef Name);
  Tensor *allocate(const clang::CallExpr *Call, const clang::VarDecl *Target);
  Tensor *view(const clang::CallExpr *Call, Tensor::Kind K, Tensor *Base,
               std::optional<uint64_t> Rank, const clang::Expr *Sizes, const clang::Expr *Strides,
               Expression Offset);
  Tensor *poolBlock(const clang::CallExpr *Call);
  Tensor *dtypeView(const clang::CallExpr *Call, Tensor *Base, llvm::StringRef Dtype);
  Tensor *aliasOf(const clang::CallExpr *Call, Tensor *Base);
  Tensor *inputTensor(unsigned Index, clang::SourceRange At, llvm::StringRef Name);
  Tensor *constantTensor(unsigned Index, clang::SourceRange At, llvm::StringRef Name);
  Tensor *stackTensor(const clang::VarDecl *V, const clang::CXXConstructExpr *Construct);
  Tensor *tensorOf(const clang::Expr *E, unsigned Depth = 0);
  void collectTensors(const clang::Expr *E, llvm::SmallVectorImpl<Tensor *> &Found,
                      unsigned Depth = 0);
  /// The variable or output slot that `&x` gives a callee to fill.
  const clang::VarDecl *outVariable(const clang::Expr *Argument) const;
  void bindOut(const clang::Expr *Argument, Tensor *T, Operation &By);
  Tensor *dimensionRoot(Tensor *T);

  // Integers.
  Expression evaluate(const clang::Expr *E, unsigned Depth = 0);
  Rational number(const clang::Expr *E, unsigned Depth);
  /// The parts of an expression that is a division by a constant, in integers or in floating point;
  /// no numerator if it is none.
  Rational quotient(const clang::Expr *E);
  Expression toInteger(Rational R);
  Expression unknown(llvm::StringRef Name = "?") { return Expressions.opaque(Name); }
  void noteDivisor(Expression By);
  std::optional<ExpressionList> array(const clang::Expr *E, unsigned Depth = 0);
  Expression dimension(Tensor *T, bool IsStride, unsigned Index, llvm::StringRef Name,
                       clang::SourceRange At);
  /// The tensor, the kind and the number of the dimension that an expression reads.
  struct DimensionRead {
    Tensor *T = nullptr;
    bool IsStride = false;
    unsigned Index = 0;
  };
  std::optional<DimensionRead> dimensionRead(const clang::Expr *E);
  Expression newSymbol(llvm::StringRef Name, SizeSymbol::Origin From, Range Declared,
                       clang::SourceRange At);
  bool conditions(const clang::Expr *E, bool Negated, llvm::SmallVectorImpl<Condition> &Found,
                  unsigned Depth = 0);
  void addFacts(const clang::Expr *Cond, bool Negated);
  void checkedProperties(const clang::Expr *Cond);
  /// An input whose alignment is tested lives on the model's device: torch looks at the alignment
  /// of inputs on a GPU only (`should_assume_input_aligned` in torch/_inductor/utils.py).
  void alignmentTest(const clang::Expr *Cond);

  // State and its history.
  void setTensor(const clang::VarDecl *V, Tensor *T);
  void setInteger(const clang::VarDecl *V, Expression E);
  Snapshot rollBack(size_t Mark);
  void merge(const Snapshot &A, bool AEnds, const Snapshot &B, bool BEnds);
  Tensor *mergeTensors(Tensor *A, Tensor *B);
  void event(HandleEvent::Kind K, const clang::VarDecl *V, Tensor *T, clang::SourceRange At) {
    if (V)
      Out.Events.push_back({K, V, T, At});
  }

  TuFacts &Facts;
  clang::ASTContext &Context;
  BufferFacts &Buffers;
  ExpressionContext &Expressions;
  FunctionBuffers &Out;

  llvm::DenseMap<const clang::VarDecl *, Tensor *> Tensors;
  llvm::DenseMap<const clang::VarDecl *, Expression> Integers;
  std::vector<Change> Journal;
  std::vector<Loop> Loops;
  llvm::DenseMap<const clang::VarDecl *, ExpressionList> Arrays;
  llvm::DenseMap<const clang::VarDecl *, llvm::SmallVector<Tensor *, 4>> Groups;
  llvm::DenseMap<const clang::VarDecl *, std::pair<Tensor *, bool>> DimensionArrays;
  llvm::DenseMap<const clang::Expr *, Tensor *> Made;
  llvm::DenseMap<Tensor *, Tensor *> DimensionRoots;
  std::map<std::tuple<Tensor *, bool, unsigned>, Expression> Dimensions;
  std::map<unsigned, Tensor *> InputTensors, ConstantTensors;
  llvm::DenseMap<const clang::VarDecl *, std::pair<Tensor *, bool>>
      Properties; ///< filled by get_dtype and get_device_type
  /// The conditions of the branches around the current place.
  llvm::SmallVector<Condition, 4> Guards;
  unsigned VisitDepth = 0;
};

} // namespace aoti
