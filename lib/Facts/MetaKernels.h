//===- MetaKernels.h - what runs when an operator is traced -------*- C++ -*-===//
//
// The functions of a source that torch runs on tensors without data, and what they do
// there that such tensors cannot take: reads of concrete sizes, of data, of the device.
//
// A kernel is followed statement by statement, with what it calls, as far as the code is
// in view. Branches that cannot be taken (a test for a CPU tensor, a false template
// argument) are left out, and so is what only runs when a check has failed.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "Facts/OperatorRegistrations.h"
#include "clang/AST/ASTContext.h"
#include "llvm/ADT/SetVector.h"
#include <memory>
#include <string>
#include <vector>

namespace aoti {

/// A function that is run when an operator is traced.
struct MetaKernel {
  enum class Origin {
    Registered, ///< for the key Meta
    Composite,  ///< for all devices, and no other kernel for tracing is in view
    ByName      ///< nothing is registered in view, and the name says it
  };

  /// The definition.
  const clang::FunctionDecl *Function = nullptr;
  Origin From = Origin::ByName;
  /// Empty if nothing is registered in view.
  std::string Operator;
  /// The registration, if it stands in the same translation unit, or the record of another file;
  /// both null for kernels by name.
  const OperatorRegistration *Registration = nullptr;
  const KernelRecord *Record = nullptr;

  bool isStable() const {
    return Registration ? Registration->IsStable : Record && Record->IsStable;
  }
};

enum class MetaEventKind {
  // sizes, strides and counts of a tensor as plain integers
  Size,
  Sizes,
  Numel,
  Nbytes,
  StorageOffset,
  Stride,
  Strides,
  // symbolic integers that are made plain
  GuardInt,
  ExpectInt,
  ConcreteArray,
  // comparisons of symbolic integers
  SymEquality,
  SymComparison,
  /// a function that has a form with symbolic sizes is given plain ones that come from reads
  IntOverload,
  // what needs data, or a device
  Item,
  DataPointer,
  UntypedDataPointer,
  Accessor,
  Transfer,
  /// a result whose size depends on data
  DataDependentSize,
  Launch,
  DefaultDevice,
  RealDevice,
  DeviceCheck
};

/// Something that a kernel does, once for each place.
struct MetaEvent {
  MetaEventKind Kind;
  const clang::Expr *At = nullptr;
  /// The function that it stands in.
  const clang::FunctionDecl *In = nullptr;
  /// The first kernel that gets there, by its number.
  unsigned Kernel = 0;
  /// The calls that lead there from the kernel; empty if it stands in the kernel itself.
  llvm::SmallVector<const clang::CallExpr *, 2> Calls;
  /// It stands in the condition of a branch or of a check.
  bool InCondition = false;
  /// It stands in the condition of a check, which ends the kernel when it fails.
  bool InCheck = false;
};

struct SizeGraph;
class SymIntRewriter;
class TracedCode;
class TuFacts;

/// A declaration or an expression that carries a size, on its way from the read to a shape.
struct SizeStep {
  const clang::Expr *Expression = nullptr; ///< a read, or the call that makes the shape
  const clang::VarDecl *Variable = nullptr;
  const clang::FunctionDecl *Result = nullptr; ///< what a function returns
};

class MetaFacts {
public:
  explicit MetaFacts(TuFacts &Unit);
  ~MetaFacts();

  clang::ASTContext &context() const { return Context; }
  const OperatorRegistrations &operators() const { return Operators; }
  const std::vector<MetaKernel> &kernels() const { return Kernels; }
  /// In the order in which they were met; of kernels that are Composite, only if they do nothing
  /// that needs data.
  const std::vector<MetaEvent> &events() const { return Events; }
  /// The functions that run when something is traced: the kernels and what they call, in the order
  /// in which they are met.
  const llvm::SetVector<const clang::FunctionDecl *> &reached() const { return Reached; }
  /// The shortest way of a size from a read to a call that makes a shape of it, both included;
  /// empty if it reaches none.
  std::vector<SizeStep> wayToShape(const clang::Expr *Read) const;

  /// What surrounds each expression of the functions that are reached; gathered on the first call.
  const TracedCode &code() const;
  /// What has to change for sizes to stay symbolic.
  const SymIntRewriter &rewriter() const;

private:
  void findKernels();
  void addByName(const clang::FunctionDecl *F);

  clang::ASTContext &Context;
  const OperatorRegistrations &Operators;
  std::vector<MetaKernel> Kernels;
  std::vector<MetaEvent> Events;
  llvm::SetVector<const clang::FunctionDecl *> Reached;
  std::unique_ptr<SizeGraph> Sizes;
  mutable std::unique_ptr<TracedCode> Code;
  mutable std::unique_ptr<SymIntRewriter> Rewriter;
};

/// The function that does the same with symbolic sizes, `empty_symint` for `empty`; null if there
/// is none, or it is one itself.
const clang::FunctionDecl *symbolicForm(const clang::FunctionDecl *F);

/// How a call is named to a person: "at::empty", "Tensor::view".
std::string shownCallee(const clang::FunctionDecl *F);

} // namespace aoti
