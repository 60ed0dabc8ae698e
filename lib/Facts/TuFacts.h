//===- TuFacts.h - what is known of one translation unit ----------*- C++ -*-===//
//
// The memoised facts of a translation unit: built once, when the first check asks,
// and shared by all of them. A fact is known, absent or undecided; undecided never
// becomes a finding.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "Facts/Dialect.h"
#include "clang/AST/ASTContext.h"
#include <map>
#include <memory>
#include <vector>

namespace aoti {

class ConstantFacts;
class BufferFacts;
class HandleFacts;
struct ConstantFolding;
struct ExternNodes;
struct ModelTables;
struct ShimUse;
class KernelFacts;
class LaunchFacts;
class MetaFacts;
class OperatorKernels;
class OperatorRegistrations;
class InputContract;
class StreamFacts;
class TensorAccesses;

class TuFacts {
public:
  explicit TuFacts(clang::ASTContext &Context);
  ~TuFacts();

  /// The facts of a translation unit. Checks keep the pointer as long as they run on that unit.
  static std::shared_ptr<TuFacts> of(clang::ASTContext &Context);

  clang::ASTContext &context() const { return Context; }
  /// The fingerprint of the main file.
  const Dialect &dialect() const { return SourceDialect; }
  /// The tables that the model's constructor fills; built on the first call.
  const ConstantFacts &constants();
  /// Tensors, their storages and what uses them; built on the first call.
  const BufferFacts &buffers();
  /// Lives of tensor handles; built on the first call.
  const HandleFacts &handles();
  /// CPU kernels, their prototypes, definitions and calls; built on the first call.
  const KernelFacts &kernels();
  /// Kernels of the device, their sources and launches; built on the first call.
  const LaunchFacts &launches();
  /// The file of extern kernels beside the source; empty if there is none. Read on the first call.
  const ExternNodes &externNodes();
  /// Functions of torch's C shim that are used; found on the first call.
  const std::vector<ShimUse> &shimUses();
  /// How a model computes constants when it is loaded; found on the first call for each.
  const ConstantFolding &folding(const ModelTables &Model);
  /// Operators of torch that the source registers, and their kernels; found on the first call.
  const OperatorRegistrations &operators();
  /// What runs when those operators are traced; followed on the first call.
  const MetaFacts &meta();
  /// The kernels of these operators and of those of the run, and what they call; found on the first
  /// call.
  OperatorKernels &operatorKernels();
  /// What these kernels do with their tensors; read on the first call for each.
  TensorAccesses &tensorAccesses();
  /// What the model needs of its inputs, and what tests it; built on the first call.
  const InputContract &contract();
  /// Stream guards, streams and events; built on the first call.
  const StreamFacts &streams();

private:
  clang::ASTContext &Context;
  Dialect SourceDialect;
  std::unique_ptr<ConstantFacts> Constants;
  std::unique_ptr<BufferFacts> Buffers;
  std::unique_ptr<HandleFacts> Handles;
  std::unique_ptr<KernelFacts> Kernels;
  std::unique_ptr<LaunchFacts> Launches;
  std::unique_ptr<InputContract> Contract;
  std::unique_ptr<StreamFacts> Streams;
  std::unique_ptr<OperatorRegistrations> Operators;
  std::unique_ptr<MetaFacts> Meta;
  std::unique_ptr<OperatorKernels> KernelsOfOperators;
  std::unique_ptr<TensorAccesses> Accesses;
  std::unique_ptr<ExternNodes> Externs;
  std::unique_ptr<std::vector<ShimUse>> Shims;
  std::map<const ModelTables *, std::unique_ptr<ConstantFolding>> Foldings;
};

} // namespace aoti
