//===- TritonKernel.h - what the source of a kernel says of it ----*- C++ -*-===//
//
// The function, its parameters with their types in the compiled kernel, and what the
// decorator of torch says: how it is launched, for which device it was compiled, and
// from which operations of the model it was made.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "Triton/TritonSource.h"
#include "llvm/ADT/SmallVector.h"
#include <optional>

namespace aoti {

/// The type of a parameter in `triton_meta['signature']`: "*fp32", "i32", "constexpr".
struct TritonType {
  std::string Spelling;
  bool IsPointer = false;
  /// A descriptor of a tensor for its copy by hardware ("tensordesc<…>", "nvTmaDesc").
  bool IsDescriptor = false;
  /// Of the elements of a pointer or of the value, as torch names it: "float32"; empty for others.
  std::string Dtype;
  /// Bits of an element or of the value in memory; 0 where that is not known. For "i1" 8: a byte.
  unsigned ElementBits = 0;

  bool isConstexpr() const { return Spelling == "constexpr"; }
  /// Bytes that the argument takes in the parameters of the compiled kernel; 0 if it is none of
  /// them, or not known.
  unsigned argumentBytes() const { return IsPointer ? 8 : isConstexpr() ? 0 : ElementBits / 8; }
  static TritonType read(llvm::StringRef Spelling);
};

struct TritonParameter {
  llvm::StringRef Name;
  /// Of its name and annotation, in bytes from the beginning of the file.
  uint32_t Begin = 0, End = 0;
  /// Annotated as `tl.constexpr`, or so in the signature: its value is part of the compiled kernel.
  bool IsConstexpr = false;
  /// As the signature says; absent where it says nothing.
  std::optional<TritonType> Type;
  /// The value that the kernel was compiled for, from `triton_meta['constants']` or a default of a
  /// constexpr parameter; null where it is not stated.
  const PythonExpr *Constant = nullptr;
  /// Whether the kernel was compiled for values, or addresses, that are multiples of 16.
  bool IsDivisibleBy16 = false;
  /// Whether `inductor_meta['mutated_arg_names']` names it.
  bool IsMutated = false;

  bool isPointer() const { return Type && Type->IsPointer; }
  /// Whether it is one of the arguments of the compiled kernel, as opposed to a part of it.
  bool isPassed() const { return !IsConstexpr && !Constant; }
};

/// How torch tunes and launches a kernel: the name behind `triton_heuristics.`
enum class TritonKind {
  Unknown, ///< no such decorator, or another name
  Pointwise,
  Reduction,
  PersistentReduction,
  CooperativeReduction,
  SplitScan,
  Template,
  FixedConfig,
  UserAutotune, ///< a kernel of the user
  Foreach       ///< several kernels in one
};

/// `DeviceProperties(…)`: the device that the kernel was compiled on.
struct TritonDevice {
  /// "cuda".
  std::string Type;
  std::optional<int64_t> Index, MultiProcessors, WarpSize;
  /// 80 for CUDA; for HIP it is a name: "gfx90a".
  std::string Capability;
};

class TritonKernel {
public:
  /// Reads a source. A source without a function gives a kernel without one.
  explicit TritonKernel(TritonSource Source);

  const TritonSource &source() const { return Source; }
  const PythonTree &tree() const { return Tree; }
  /// Where a byte of the source, as in the places of nodes, stands in the file.
  uint32_t fileOffset(uint32_t InText) const { return Source.fileOffset(InText); }

  /// The name that the package knows it by: that which the source is compiled under, or the name of
  /// the function.
  llvm::StringRef name() const;
  /// The function that is launched; null if there is none.
  const PythonStmt *function() const { return Function; }
  TritonKind kind() const { return Kind; }
  /// "pointwise"; empty if there is no decorator of torch.
  llvm::StringRef heuristics() const { return Heuristics; }
  /// The call in that decorator; null if there is none.
  const PythonExpr *decorator() const { return Decorator; }

  /// In the order of the function.
  const std::vector<TritonParameter> &parameters() const { return Parameters; }
  const TritonParameter *parameter(llvm::StringRef Name) const;
  /// Names in the signature that are no parameters of the function.
  llvm::ArrayRef<std::string> unmatched() const { return Unmatched; }
  /// Whether there is a signature at all.
  bool hasSignature() const { return Signature != nullptr; }

  /// The entries of the metadata that are not read here; null if they are not there.
  const PythonExpr *tritonMeta(llvm::StringRef Key) const { return pythonEntry(TritonMeta, Key); }
  const PythonExpr *inductorMeta(llvm::StringRef Key) const {
    return pythonEntry(InductorMeta, Key);
  }
  const std::optional<TritonDevice> &device() const { return Device; }
  /// The sizes that it was tuned for, by the name of the dimension: x, y, r0_.
  llvm::ArrayRef<std::pair<std::string, int64_t>> sizeHints() const { return SizeHints; }
  /// "Grid1D", "Grid2DWithYZOverflow", "FixedGrid"…; empty where it is not stated.
  const std::string &gridType() const { return GridType; }
  /// Whether `tl.device_assert` is compiled in for indices from memory; absent where it is not
  /// stated.
  std::optional<bool> assertsIndices() const { return AssertsIndices; }
  /// Arguments of the launcher that are none of the kernel's: "_grid_0", "_launcher_s0".
  llvm::ArrayRef<std::string> extraLauncherArguments() const { return ExtraLauncherArguments; }
  /// The numbers of warps that the decorator admits: its own `num_warps`, or those of the
  /// configurations of a user's kernel, of which one was chosen; empty where it does not say.
  llvm::ArrayRef<int64_t> warps() const { return Warps; }
  /// What says so; null where nothing does, and for the one that Triton takes by itself.
  const PythonExpr *warpsArgument() const { return WarpsArgument; }

  /// Nodes of the model's graph and operators of ATen, from a comment in the source, and the lines
  /// of the fragment of the graph that it was made from. Most packages have them at the call only.
  llvm::ArrayRef<std::string> sourceNodes() const { return SourceNodes; }
  llvm::ArrayRef<std::string> sourceOperators() const { return SourceOperators; }
  llvm::ArrayRef<std::string> graphFragment() const { return GraphFragment; }

private:
  void findFunction();
  void readAssignedMetadata();
  void readSignature();
  void readParameters();
  void readMetadata();
  void readWarps();
  void readDivisibility();
  void readComments();
  TritonParameter *find(const PythonExpr *Key);

  TritonSource Source;
  PythonTree Tree;
  const PythonStmt *Function = nullptr;
  const PythonExpr *Decorator = nullptr, *TritonMeta = nullptr, *InductorMeta = nullptr,
                   *Signature = nullptr;
  TritonKind Kind = TritonKind::Unknown;
  llvm::StringRef Heuristics;
  std::vector<TritonParameter> Parameters;
  std::vector<std::string> Unmatched, ExtraLauncherArguments, SourceNodes, SourceOperators,
      GraphFragment;
  std::optional<TritonDevice> Device;
  std::vector<std::pair<std::string, int64_t>> SizeHints;
  std::string GridType;
  std::optional<bool> AssertsIndices;
  llvm::SmallVector<int64_t, 2> Warps;
  const PythonExpr *WarpsArgument = nullptr;
};

/// The kernels in a C++ file, in order.
std::vector<std::unique_ptr<TritonKernel>> readTritonKernels(llvm::StringRef File);

} // namespace aoti
