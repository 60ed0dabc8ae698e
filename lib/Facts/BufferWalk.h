//===- BufferWalk.h - the walk that fills the facts of buffers ----*- C++ -*-===//
//
// Private to the facts. The parts of the walk lie in files by topic:
//   BufferWalk.cpp          state, control flow, declarations
//   BufferWalkIntegers.cpp  integers, arrays of them, conditions
//   BufferWalkTensors.cpp   tensors and storages
//   BufferWalkTests.cpp    tests of inputs that are not followed
//   BufferWalkCalls.cpp     calls and assignments
//   BufferWalkOperands.cpp  what operations do with their arguments
//   BufferWalkShapes.cpp    shapes of tensors, from whatever tells them
//   ShimResults*.cpp        what shims make of what they are given
//
//===----------------------------------------------------------------------===//
#pragma once

#include "Facts/AstQuery.h"
#include "Facts/BufferFacts.h"
#include "Facts/TuFacts.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"
#include "llvm/ADT/SmallPtrSet.h"
#include <tuple>

namespace aoti {

struct ExternNode;
struct ShimOperator;

/// Whether a function gets its outputs, or its inputs, in an array of this name.
inline bool isOutputArray(llvm::StringRef Name) {
  return Name == "output_handles" || Name == "c_outputs";
}
inline bool isInputArray(llvm::StringRef Name) {
  return Name == "input_handles" || Name == "inputs" || Name == "c_inputs";
}

/// Sizes and strides of a tensor, as many of one as of the other. What is not known is no
/// expression.
struct Geometry {
  ExpressionList Sizes, Strides;

  size_t rank() const { return Sizes.size(); }
  bool hasSizes() const {
    return llvm::all_of(Sizes, [](Expression E) { return bool(E); });
  }
  bool hasStrides() const {
    return llvm::all_of(Strides, [](Expression E) { return bool(E); });
  }
};

/// Which of two sizes or strides is the larger, for all sizes of at least 1: -1, 0 or 1; none where
/// that is not certain.
std::optional<int> compareSizes(Expression A, Expression B);

/// A call of a shim whose results follow from what it is given, with that as it was at the call.
struct ShimCall {
  struct Argument {
    const clang::Expr *Given = nullptr;
    Tensor *T = nullptr;
    /// For arrays of tensors.
    llvm::SmallVector<Tensor *, 2> Tensors;
    /// For integers.
    Expression Value;
    /// For arrays of integers.
    std::optional<ExpressionList> List;
    /// Whether it is left out.
    bool IsNull = false;
  };
  /// Its name without `aoti_torch_` and the device; with the namespace where it has no shim.
  llvm::StringRef Op;
  const ShimOperator *Operator = nullptr;
  DeviceType Device = DeviceType::Unknown;
  llvm::SmallVector<Argument, 8> Arguments;
  /// In the order of the arguments that they are stored through.
  llvm::SmallVector<Tensor *, 2> Results;
};

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
    llvm::MapVector<const clang::VarDecl *, Tensor *> Merged;
  };
  using Snapshot = llvm::MapVector<const clang::VarDecl *, std::pair<Tensor *, Expression>>;

  // Control flow. All return whether the end of the statement is reached.
  bool walk(const clang::Stmt *S);
  bool walkIf(const clang::IfStmt *If);
  const Region *enter(Region::Kind K, const clang::Expr *Condition, bool Negated,
                      const clang::Stmt *Body);
  bool walkLoop(const LoopParts &Parts);
  /// The variables of a block come to their end with it.
  void endScope(const clang::CompoundStmt *Block);
  void visit(const clang::Stmt *S);
  void declare(const clang::VarDecl *V);
  /// Makes a variable that is computed from a single dimension by a division a symbol of its own;
  /// false if it is none.
  bool solveSymbol(const clang::VarDecl *V, llvm::StringRef Name);

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
  void output(Tensor *T, const clang::Expr *At, const clang::Expr *Slot,
              const Operation *By = nullptr);

  // Shapes. Where they depend on what is not known, nothing is said.
  friend class ShimResults;
  /// What is known of the shape of a tensor; nothing where the number of its dimensions is not.
  std::optional<Geometry> geometryOf(Tensor *T);
  /// What the checks say of an input.
  std::optional<Geometry> inputGeometry(Tensor *T);
  ExpressionList contiguousStrides(const ExpressionList &Sizes);
  bool isContiguous(const Geometry &G);
  /// The strides of a new tensor of these sizes that keeps the order of dimensions and, where they
  /// leave no gaps, the strides of \p G, as `empty_like` does.
  ExpressionList stridesLike(const Geometry &G);
  /// States what a shape is meant to be, where nothing did yet.
  void setShape(Tensor *T, ExpressionList Sizes, ExpressionList Strides);
  /// The same for what an assertion says, which is taken before anything else.
  void assertShape(Tensor *T, const ExpressionList &Sizes, const ExpressionList &Strides);
  void declareDtype(Tensor *T, llvm::StringRef Dtype);
  /// The dtype that `&x` or `x` names.
  llvm::StringRef dtypeArgument(const clang::Expr *E);
  /// Takes note of a call, and says what is known of its results.
  void describeResults(const clang::CallExpr *Call, llvm::StringRef Op, DeviceType Device,
                       llvm::ArrayRef<Tensor *> Results);
  /// The same for an operator that the proxy executor calls.
  void describeExternResults(const clang::CallExpr *Call, const ExternNode &Node,
                             llvm::ArrayRef<Tensor *> Results);
  void describe(ShimCall &Call);
  /// Gives results whose first size depends on values the symbol that it is read into, or a new
  /// one.
  void nameCounts(ShimCall &Call);
  Tensor *viewAsReal(const clang::CallExpr *Call, Tensor *Base);
  /// At the end of the walk: what is known by now of tensors that had no shape when they were made.
  void completeGeometry();
  /// One round of that; returns whether anything became known.
  bool completeOnce();

  // Operands. These complete an operation whose arguments are used already.
  void describeHelperLaunch(Operation &O);
  void describeKernelLaunch(Operation &O);
  void describeCpuKernel(Operation &O);
  void describeMetalLaunch(Operation &O);
  void describeShim(Operation &O);
  void describeProxyCall(Operation &O);
  /// Goes through the arguments of a call: those that are tensors, those that are numbers, and
  /// those of which nothing is known.
  void describeArguments(Operation &O, llvm::function_ref<OperandRole(const Operand &)> Role,
                         bool WithScalars);
  /// The arguments in a list, or `data()` of one, that name no known tensor though they have to.
  void collectUnresolved(const clang::Expr *E, llvm::SmallVectorImpl<const clang::Expr *> &Found,
                         unsigned Depth = 0);
  /// The names after `'mutated_arg_names':` in the comment of a launching helper.
  llvm::ArrayRef<llvm::StringRef> mutatedArguments(const clang::FunctionDecl *Helper);
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
  /// The same value with the least divisor that makes it: (3*s0 - 3)/9 becomes (s0 - 1)/3.
  static Rational reduced(Rational R);
  Expression toInteger(Rational R);
  /// Takes note of a value in floating point that is cut to an integer.
  void noteCut(const clang::Expr *Value, const Rational &R);
  Expression unknown(llvm::StringRef Name = "?") { return Expressions.opaque(Name); }
  void noteDivisor(Expression By);
  std::optional<ExpressionList> array(const clang::Expr *E, unsigned Depth = 0);
  /// A size or a stride of a tensor. \p IsRead: the code reads it, at \p At.
  Expression dimension(Tensor *T, bool IsStride, unsigned Index, llvm::StringRef Name,
                       clang::SourceRange At, bool IsRead = true);
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

  // Tests that are not followed: what they may say of an input is taken note of.
  bool isRun() const;
  /// What goes elsewhere of the input that a tensor is; null if it is none.
  ElsewhereTested *elsewhere(Tensor *T);
  /// A size of an input goes where it may be tested; without a dimension all of them do.
  void noteTested(Tensor *T, std::optional<unsigned> Dimension);
  void noteTested(Expression E, unsigned Depth = 0);
  /// The same for all sizes and devices that a piece of code reads.
  void noteTested(const clang::Stmt *S, unsigned Depth = 0);
  void noteDevice(Tensor *T);
  /// The parts of a condition that cannot be read.
  void noteUnread(const clang::Expr *Cond, unsigned Depth = 0);
  /// A branch after which the function goes on in any case, as `if (x < 2) ok = false;` does.
  void noteBranch(const clang::IfStmt *If);
  void noteCall(const clang::CallExpr *Call);
  void noteTests(const clang::Stmt *S);
  void checkedProperties(const clang::Expr *Cond);
  /// An input whose alignment is tested lives on the model's device: torch looks at the alignment
  /// of inputs on a GPU only (`should_assume_input_aligned` in torch/_inductor/utils.py).
  /// Returns the number of the test, if it is one.
  std::optional<size_t> alignmentTest(const clang::Expr *Cond);

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
  const Region *CurrentRegion = nullptr;
  llvm::DenseMap<const clang::FunctionDecl *, llvm::SmallVector<llvm::StringRef, 2>> MutatedNames;
  /// The operations inside a lambda that a variable holds, as positions in the list.
  llvm::DenseMap<const clang::LambdaExpr *, std::pair<size_t, size_t>> LambdaOperations;
  /// The calls whose results follow from what they are given.
  std::vector<ShimCall> ShimCalls;
  /// Whether the shape or the dtype of a tensor was told since it was last asked.
  bool IsAnythingNew = false;
  /// Handles that `aoti_torch_new_uninitialized_tensor` made and no custom operator filled yet.
  llvm::SmallPtrSet<const Tensor *, 8> Uninitialized;
  /// The conditions of the branches around the current place.
  llvm::SmallVector<Condition, 4> Guards;
  unsigned VisitDepth = 0;
  /// What `noteCut` saw.
  llvm::SmallPtrSet<const clang::Expr *, 4> Cuts;
};

} // namespace aoti
