//===- BufferFacts.h - tensors of a wrapper and their memory ------*- C++ -*-===//
//
// One walk through each function that the generator wrote, in the order of its
// control flow: which storages it makes or gets, which tensors lie in them and
// where, how handles change hands, what uses them, and what is known of the sizes.
//
// Where a branch or a loop leaves several possibilities, the tensor is a merged
// one: it has no geometry of its own, and lies in every storage of its sources.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "Facts/Dialect.h"
#include "Symbolic/Expression.h"
#include "Symbolic/Prover.h"
#include "clang/AST/Decl.h"
#include "clang/AST/Expr.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"
#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace aoti {

class TuFacts;

/// Sizes, strides or arguments, each an integer expression.
using ExpressionList = llvm::SmallVector<Expression, 4>;

/// A piece of memory that tensors lie in.
struct Storage {
  enum class Origin {
    Allocation, ///< `aoti_torch_empty_strided` and its kin
    Stack,      ///< an array of the function, under an `ArrayRefTensor`
    Input,      ///< the storage of an input, of which an input may be a part: its size is not known
    Constant,   ///< a constant of the model
    Result,     ///< made by a shim or a custom operator; its size is not known
    Unknown     ///< anything else
  };

  Origin From = Origin::Unknown;
  /// The variable that first held the whole of it; for inputs and constants that of the function.
  /// May be empty.
  std::string Name;
  /// The call or the declaration that made it known, as a range of tokens.
  clang::SourceRange At;
  /// The call that made it; null for inputs, constants and stack arrays.
  const clang::CallExpr *Call = nullptr;
  /// "float32"; empty when it is not known.
  std::string Dtype;
  DeviceType Device = DeviceType::Unknown;
  /// The argument that gives the index of the device; null when there is none.
  const clang::Expr *DeviceIndex = nullptr;
  /// For allocations: what was asked for, in elements; empty for rank 0 and where `Elements` is not
  /// known.
  ExpressionList Sizes, Strides;
  /// How many elements of `Dtype` it has; no expression when that is not known. Holds where all
  /// `Sizes` are at least 1.
  Expression Elements;
  /// The number of the input or of the constant; -1 for others.
  int Index = -1;
};

/// A tensor: what a handle stands for at some place.
struct Tensor {
  enum class Kind {
    Whole,     ///< the tensor that came with its storage
    View,      ///< `reinterpret_tensor_wrapper`
    AsStrided, ///< `aoti_torch_as_strided`
    PoolBlock, ///< `aoti_torch__alloc_from_pool`
    DtypeView, ///< `aoti_torch_<device>_view_dtype`
    Alias,     ///< another handle of the same tensor
    Merged     ///< one of several, depending on the path
  };

  Kind K = Kind::Whole;
  /// Null for merged tensors; see `BufferFacts::storagesOf`.
  const Storage *In = nullptr;
  /// What a view was made of.
  const Tensor *Base = nullptr;
  /// What a merged tensor can be.
  llvm::SmallVector<const Tensor *, 2> Sources;
  /// The call that made it; null for inputs, constants and stack arrays.
  const clang::CallExpr *Call = nullptr;
  /// Where it is made, as a range of tokens: the call, or the declaration that binds it.
  clang::SourceRange At;
  std::string Dtype;
  /// Whether `Offset`, `Sizes` and `Strides` are known.
  bool HasGeometry = false;
  /// First element, counted from the start of the storage, in elements of `Dtype`.
  Expression Offset;
  ExpressionList Sizes, Strides;
  /// For views, pool blocks and `as_strided`: the offset as it was given; for pool blocks in bytes.
  Expression GivenOffset;
  /// What `assert_size_stride` or the input checks say of it, where that is more than the geometry.
  /// A size that nothing says is no expression.
  ExpressionList DeclaredSizes, DeclaredStrides;
  /// Whether it is known how many dimensions it has, although `Offset` may not be.
  bool HasShape = false;
  /// Its shape, from whatever tells it: a declaration as above, the meaning of the shim that made
  /// it, what it is a copy of, or what the operations that take it need. It is what the tensor is
  /// meant to be; nothing need check it. What is not known is no expression.
  ExpressionList ShapeSizes, ShapeStrides;
  /// A tensor whose dtype and device it shares: what it is a copy of, or what a shim computes it
  /// from. Null where nothing says so, and where its own are known.
  const Tensor *Like = nullptr;
  /// For results whose shape is not all known: the tensor whose shape it follows from. Null where
  /// that is not why.
  const Tensor *ShapeOf = nullptr;
  /// How many sizes and strides the call takes from its arrays, and how many those have, where the
  /// arrays are too short.
  std::optional<std::pair<uint64_t, uint64_t>> ShortArray;
  /// The conditions on sizes of the branches that it is made in; those that could not be read are
  /// left out.
  llvm::SmallVector<Condition, 0> Guards;
  /// The block of a pool or the whole storage that the tensor may not leave; null for merged
  /// tensors.
  const Tensor *Frame = nullptr;
};

/// A part of a function that runs together: its body, a branch, the body of a loop.
struct Region {
  enum class Kind { Function, Branch, Loop };
  Kind K = Kind::Function;
  /// Null for the body of the function.
  const Region *Outer = nullptr;
  /// What decides about a branch or ends a loop; null for the function and where there is none.
  const clang::Expr *Condition = nullptr;
  /// For branches: whether it runs where the condition does not hold.
  bool Negated = false;
  /// The statement that it is the body of; null for the function.
  const clang::Stmt *Body = nullptr;
};

/// What an operation does with a tensor that it is given.
enum class OperandRole {
  Unknown,
  Read,
  Written, ///< its values before do not matter
  Both,    ///< read and written
  Made     ///< the operation makes the tensor
};

/// A tensor that an operation is given or makes.
struct Operand {
  const Tensor *T = nullptr;
  /// The argument that names it; null for a tensor that is returned.
  const clang::Expr *Argument = nullptr;
  /// Whether the operation makes it, as opposed to being given it.
  bool IsResult = false;
  OperandRole Role = OperandRole::Unknown;
  /// The name of the parameter: "in_ptr0"; empty where the declaration tells none.
  llvm::StringRef Parameter = {};
  /// Where the argument is an array of addresses: the element that names the tensor.
  const clang::Expr *Element = nullptr;
};

/// An argument of an operation that is no tensor.
struct ScalarArgument {
  const clang::Expr *Argument = nullptr;
  llvm::StringRef Parameter = {};
  /// For integers: its value; none for others.
  Expression Value;
};

/// A call that makes, reads or changes tensors, or that works on a device.
struct Operation {
  enum class Kind {
    Allocation, ///< `aoti_torch_empty_strided` and its kin
    View,       ///< another tensor in the same storage
    Launch,     ///< a kernel of the model's own device, or the helper that launches it
    CpuKernel,  ///< a kernel of the CPU: `cpp_fused_…`
    Shim,       ///< `aoti_torch_<device>_…`, and shims of no device that compute
    Copy,       ///< `aoti_torch_copy_`, `aoti_torch_clone`
    Proxy,      ///< a custom operator
    Item,       ///< a value read by the host
    Check,      ///< an assertion, a query of a property, a debug printer
    Other
  };
  Kind K = Kind::Other;
  const clang::CallExpr *Call = nullptr;
  /// The name of what is called.
  std::string Callee;
  /// The device that it runs on, where its name or the model says so.
  DeviceType Device = DeviceType::Unknown;
  /// The argument that gives the stream; null when there is none.
  const clang::Expr *Stream = nullptr;
  /// For launches: the name of the kernel in the model's table, "triton_poi_fused_0"; for kernels
  /// of the CPU that of the function; for custom operators theirs, "corp::scale". Empty for others,
  /// and where it is not told.
  llvm::StringRef Kernel;
  /// In the order of the arguments.
  llvm::SmallVector<Operand, 4> Operands;
  /// For launches and kernels: the sizes and other numbers that they are given.
  llvm::SmallVector<ScalarArgument, 2> Scalars;
  /// For calls of `launchKernel`: how many programs run along each axis; none where that is not
  /// followed.
  Expression Grid[3];
  /// Arguments that name a tensor of which nothing is known.
  llvm::SmallVector<const clang::Expr *, 0> Unresolved;
  /// Where it stands.
  const Region *In = nullptr;
};

/// A place where a function uses a tensor.
struct TensorUse {
  enum class Kind {
    Launch,    ///< a kernel of the model's own device
    CpuKernel, ///< a kernel of the CPU: `cpp_fused_…`
    Shim,      ///< `aoti_torch_<device>_…`
    CopyInto,  ///< target of `aoti_torch_copy_`
    CopyFrom,  ///< source of `aoti_torch_copy_`
    Proxy,     ///< a custom operator
    Item,      ///< a value read by the host
    Output,    ///< given to the caller
    Check,     ///< an assertion, a query of a property, a debug printer
    Other
  };
  Kind K = Kind::Other;
  const Tensor *T = nullptr;
  /// The call or the assignment that uses it.
  const clang::Expr *At = nullptr;
  /// The name of what is called; empty for outputs.
  std::string Callee;
  /// The device that a shim or a launch runs on, where its name says so.
  DeviceType Device = DeviceType::Unknown;
  /// The operation that uses it; null for outputs that are assigned or returned.
  const Operation *By = nullptr;
  /// The argument that gives the tensor, or an array of tensors; null where it is none of a call.
  const clang::Expr *Argument = nullptr;
  /// For outputs: the number of the output; -1 where it is not told.
  int Slot = -1;
};

/// How a handle changes hands.
struct HandleEvent {
  enum class Kind {
    Bind,    ///< a variable is declared with a tensor
    Alias,   ///< a reference is bound: nothing is moved
    Assign,  ///< a variable gets another tensor
    Move,    ///< the tensor leaves the variable by `std::move`
    Release, ///< the handle leaves the variable by `release()`
    Reset,   ///< the variable lets go of it
    End      ///< the block ends that the variable is declared in, which still has it
  };
  Kind K;
  const clang::VarDecl *Variable;
  const Tensor *T;
  clang::SourceRange At;
};

/// A size or an integer that is not fixed.
struct SizeSymbol {
  enum class Origin { InputSize, InputStride, TensorSize, Item, Parameter, Derived, Other };
  Expression Symbol;
  Origin From = Origin::Other;
  /// The number of the input, and of its dimension.
  unsigned Input = 0, Dimension = 0;
  /// What the checks of the package admit: `check_input_N`, and asserts that always run. A size is
  /// never negative, which is not repeated here.
  Range Declared;
  /// Where its value is read; for sizes that the code does not read, what they belong to.
  clang::SourceRange At;
  /// For sizes and strides: whether the code reads it, as opposed to one that only a check tells
  /// of.
  bool IsRead = true;
  /// For items: the tensor that holds the value.
  const Tensor *Source = nullptr;
  /// For items: the width of the integer.
  unsigned Bits = 64;
  /// For what torch solved for, `(Numerator) / Divisor` under the contract without a rest.
  Expression Numerator;
  int64_t Divisor = 0;
};

/// A condition that holds behind some place of a function.
struct KnownCondition : Condition {
  KnownCondition(Condition C, clang::SourceRange At) : Condition(C), At(At) {}
  /// The test that throws or returns otherwise; for symbols that are solved for, their declaration.
  clang::SourceRange At;
};

/// An integer that is made of sizes by a division, and cut where that leaves a rest.
struct SizeDivision {
  /// The variable that it is stored in; null where it is a part of something else.
  const clang::VarDecl *Into = nullptr;
  /// The whole value, before it is converted to an integer.
  const clang::Expr *Value = nullptr;
  Expression Numerator;
  int64_t Divisor = 1;
  /// Whether it is computed in floating point.
  bool IsFloating = false;
};

/// What the input checks say of one input. Most packages run them only when
/// `AOTI_RUNTIME_CHECK_INPUTS` is set.
struct InputDeclaration {
  /// By dimension; a dimension that is missing or open at both ends is not checked.
  std::map<unsigned, Range> Sizes, Strides;
  /// How many dimensions they tell it to have; none where they do not tell.
  std::optional<unsigned> Rank;
  std::string Dtype;
  /// c10's number of the device type; -1 when that is not checked.
  int64_t DeviceType = -1;
  /// The tests of the dtype and of the device, and the functions that they stand in.
  clang::SourceRange DtypeAt, DeviceAt;
  const clang::FunctionDecl *DtypeIn = nullptr, *DeviceIn = nullptr;
};

/// What of an input goes to code that is not followed, such as a function that may test it: of
/// these, nobody can say that nothing tests them.
struct ElsewhereTested {
  /// By dimension.
  std::set<unsigned> Sizes;
  bool AllSizes = false;
  bool Device = false;
  /// Whether the number of its dimensions is asked for.
  bool Rank = false;
};

/// A test whether the data of an input lies at a multiple of some bytes.
struct AlignmentTest {
  const Tensor *T = nullptr;
  int64_t Bytes = 0;
  /// The condition.
  clang::SourceRange At;
  /// Whether the function throws where it does not, as torch 2.6 does; newer ones make a copy.
  bool Refuses = false;
};

/// What one function does with tensors.
struct FunctionBuffers {
  const clang::FunctionDecl *Function = nullptr;
  std::deque<Storage> Storages;
  /// In the order of the walk.
  std::deque<Tensor> Tensors;
  /// In the order of the walk.
  std::deque<Operation> Operations;
  /// The first is the body; a region stands before those inside it.
  std::deque<Region> Regions;
  std::vector<TensorUse> Uses;
  std::vector<HandleEvent> Events;
  std::vector<SizeSymbol> Symbols;
  /// What holds where the function goes on after a test that throws or returns; branches are not
  /// told apart, so that these are at least as many facts as hold at any one place.
  std::vector<KnownCondition> Facts;
  /// Divisions of sizes that cut, in the order of the walk; not those by `floor` and its like,
  /// which are meant to.
  std::vector<SizeDivision> Divisions;
  std::vector<AlignmentTest> Alignments;
  /// The divisors that sizes are divided by; 0 stands for one that is not constant.
  llvm::SmallVector<int64_t, 2> Divisors;

  /// The symbol of an expression that is one; null if it is none of this function.
  const SizeSymbol *symbol(Expression E) const;
  /// The uses of tensors that lie, or may lie, in a storage, in order.
  llvm::ArrayRef<const TensorUse *> usesOf(const Storage &S) const;
  /// The operation of a call; null if it is none.
  const Operation *operation(const clang::CallExpr *Call) const {
    return OperationByCall.lookup(Call);
  }

  /// Filled at the end of the walk.
  llvm::DenseMap<const Storage *, std::vector<const TensorUse *>> UsesByStorage;
  llvm::DenseMap<unsigned, unsigned> SymbolNumber;
  llvm::DenseMap<const clang::CallExpr *, const Operation *> OperationByCall;
};

class BufferFacts {
public:
  explicit BufferFacts(TuFacts &Facts);
  ~BufferFacts();

  /// The context of all expressions of the translation unit.
  ExpressionContext &expressions() const { return *Expressions; }
  /// The functions of the generator, in the order of the text.
  const std::deque<FunctionBuffers> &functions() const { return Functions; }
  /// What the input checks say of the inputs that they look at, by the number of the input.
  const std::map<unsigned, InputDeclaration> &inputs() const { return Inputs; }
  /// Whether a size, the device or the rank of an input may be tested by code that is not followed.
  bool mayTestSize(unsigned Input, unsigned Dimension) const {
    auto It = Elsewhere.find(Input);
    return It != Elsewhere.end() && (It->second.AllSizes || It->second.Sizes.count(Dimension));
  }
  bool mayTestDevice(unsigned Input) const {
    auto It = Elsewhere.find(Input);
    return It != Elsewhere.end() && It->second.Device;
  }
  bool mayTestRank(unsigned Input) const {
    auto It = Elsewhere.find(Input);
    return It != Elsewhere.end() && It->second.Rank;
  }
  /// The function that was walked for a declaration; null if there is none.
  const FunctionBuffers *function(const clang::FunctionDecl *F) const;

  /// Calls \p Visit for a tensor and, while it returns true, for what that can be or was made of;
  /// each once.
  static void forEachSource(const Tensor &T, llvm::function_ref<bool(const Tensor &)> Visit);
  /// All storages that a tensor can lie in.
  static llvm::SmallVector<const Storage *, 2> storagesOf(const Tensor &T);
  /// The input that a tensor is: the whole of one, or the copy that newer releases make where its
  /// data is not aligned. Null if it is none on some path.
  static const Tensor *inputOf(const Tensor &T);
  /// The dtype of a tensor, for a merged one that of all its sources; empty if that is not known.
  static std::string dtypeOf(const Tensor &T);

private:
  friend class BufferWalk;
  void findRanks(const Dialect &D);
  std::unique_ptr<ExpressionContext> Expressions;
  std::deque<FunctionBuffers> Functions;
  std::map<unsigned, InputDeclaration> Inputs;
  std::map<unsigned, ElsewhereTested> Elsewhere;
};

} // namespace aoti
