//===- LaunchFacts.h - kernels of the device and their launches ---*- C++ -*-===//
//
// From the text of a kernel to the memory that it gets: the source in the comment, the
// call that launches it with an array of arguments, the calls of the helper that does so,
// and the image that the kernel is loaded from.
//
//   call_triton_x(buf0, 16L*s0, …)          LaunchCall: what the model hands over
//     call_triton_x: kernel_args_, grid_0…   KernelLaunch: what the kernel is given
//       /* def triton_x(in_ptr0, xnumel) */  TritonKernel: what it takes
//       loadKernel("….cubin", "triton_x")    KernelImageLoad: what is run
//
// Before torch 2.7 there is neither a helper nor a source: launches stand in `run_impl`.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "Facts/BufferFacts.h"
#include "Triton/TritonBody.h"
#include "clang/Basic/SourceLocation.h"

namespace aoti {

class TuFacts;
struct KernelLaunch;

/// One entry of the array of arguments that a kernel is launched with.
struct LaunchArgument {
  enum class Kind {
    Pointer, ///< the address of a tensor's data
    Scalar,  ///< a number
    Item,    ///< a number that is read from a tensor before the launch
    Scratch, ///< memory that Triton asks for besides: `global_scratch`, `profile_scratch`
    Absent,  ///< `nullptr`, where the kernel for the CPU takes no argument
    Unknown
  };
  Kind K = Kind::Unknown;
  /// The entry: `&var_0`.
  const clang::Expr *Entry = nullptr;
  /// The variable whose address it is; null for others.
  const clang::VarDecl *Variable = nullptr;
  /// Bytes of that variable, which is what may be read; none where its type depends on a template.
  std::optional<uint64_t> Bytes;
  /// What the variable is initialised with; the tensor for items; null where it is not told.
  const clang::Expr *Value = nullptr;
  /// The parameter of the helper whose memory or value it is; null if it is none.
  const clang::ParmVarDecl *From = nullptr;
  /// The parameter of the kernel that stands at this place among those that are passed; null for
  /// scratch, and where that cannot be told. Where the kernel takes another number of arguments,
  /// the one that has the name.
  const TritonParameter *ByPosition = nullptr;
  /// The parameter of the kernel that has the name of `From`; null if none has.
  const TritonParameter *ByName = nullptr;

  /// The constant that the variable is initialised with and cannot hold.
  std::optional<int64_t> cutConstant(const clang::ASTContext &Context) const;
};

/// How many programs are launched along one axis.
struct LaunchGrid {
  /// The argument, and what it says through local variables; null where there is none.
  const clang::Expr *Argument = nullptr, *Value = nullptr;
  /// Where the argument is `x_grid_0.grid_x`: the variable of the three numbers; null for others.
  const clang::VarDecl *Of = nullptr;
  /// Where it is `(xnumel + (B - 1)) / B`, or `xnumel`: the parameter, and B.
  const clang::ParmVarDecl *Size = nullptr;
  std::optional<int64_t> Block;
};

/// A call of `loadKernel` or `loadCpuTritonKernel`.
struct KernelImageLoad {
  const clang::CallExpr *Call = nullptr;
  /// The last part of the path of its file; empty for images that are embedded in the library.
  std::string File;
  /// The name of the kernel in the image; empty if it is no literal.
  std::string Entry;
  /// For images in the library: the symbol at their beginning, "__triton_x_start".
  std::string Symbol;
  /// The bytes of shared memory that the kernel is allowed; null where that is not given.
  const clang::Expr *SharedMemory = nullptr;
};

/// A call of the model that leads to a launch: of a helper, or the launch itself.
struct LaunchCall {
  const FunctionBuffers *In = nullptr;
  const Operation *By = nullptr;
  const KernelLaunch *Launch = nullptr;
};

/// A call of `launchKernel`, or of the launcher of a kernel for the CPU.
struct KernelLaunch {
  const clang::CallExpr *Call = nullptr;
  /// The helper that it stands in, or a function of the model.
  const clang::FunctionDecl *In = nullptr;
  /// Whether `In` is a helper: a template that gets tensors and sizes.
  bool IsHelper = false;
  /// Whether the kernel runs on the CPU.
  bool IsCpu = false;
  /// The entry in the model's table of kernels: "triton_poi_fused_add_0".
  std::string Kernel;
  /// Its source; null where the package has none.
  const TritonKernel *Source = nullptr;
  /// Where the kernel is loaded from; null where that is not found.
  const KernelImageLoad *Load = nullptr;
  /// The declaration of the array of arguments; null where it is not found, and then there are no
  /// `Arguments`.
  const clang::VarDecl *Array = nullptr;
  std::vector<LaunchArgument> Arguments;
  /// Parameters that are passed, but for which the array has no entry.
  llvm::SmallVector<const TritonParameter *, 0> Missing;
  LaunchGrid Grid[3];
  /// Null where they are not there.
  const clang::Expr *Warps = nullptr, *SharedMemory = nullptr, *Stream = nullptr;
  /// The calls of the model that lead here.
  std::vector<LaunchCall> Calls;

  /// Whether the source says what the compiled kernel takes, and it is known what each entry of the
  /// array is.
  bool isSourceComplete() const;
  /// The numbers of warps that the decorator of the source admits; none where warps are
  /// specialised, since then more are launched.
  llvm::ArrayRef<int64_t> warpsOfSource() const;
  /// The argument that a parameter of the kernel gets, by its place; null if it gets none.
  const LaunchArgument *argument(const TritonParameter &P) const;
  /// The value of a block size, `XBLOCK`, where the grid tells it.
  std::optional<int64_t> block(llvm::StringRef Name) const;
};

class LaunchFacts {
public:
  /// Takes time linear in the size of the source.
  explicit LaunchFacts(TuFacts &Facts);
  ~LaunchFacts();

  /// The sources of kernels in the main file, in order; also those that nothing launches.
  const std::vector<std::unique_ptr<TritonKernel>> &kernels() const { return Kernels; }
  /// In the order of the text.
  const std::deque<KernelLaunch> &launches() const { return Launches; }
  /// The launch that a call leads to: one of a helper, or the launch itself; null if it is none.
  const KernelLaunch *launch(const clang::CallExpr *Call) const { return ByCall.lookup(Call); }
  /// What a kernel does with memory; walked when it is asked for first. Its expressions are of the
  /// context of `BufferFacts`.
  const TritonBody &body(const TritonKernel &K) const;

  /// The place of a byte of a kernel's source, as nodes of its tree have it, in the C++ file.
  clang::SourceLocation place(const TritonKernel &K, uint32_t InText) const;
  /// The place of a node of its tree.
  clang::CharSourceRange range(const TritonKernel &K, const PythonExpr *E) const;
  /// The place of a parameter in its source.
  clang::CharSourceRange range(const TritonParameter &P) const;

  /// The tensor that a call hands to a pointer parameter; null where that is not known.
  const Operand *operand(const LaunchCall &C, const TritonParameter &P) const;
  /// The number that a call hands to another parameter, in the sizes of the function that calls;
  /// none where that is not known. It is the value before it is made as narrow as the kernel takes
  /// it.
  Expression value(const LaunchCall &C, const TritonParameter &P) const;
  /// How many programs run along an axis for a call; none where that is not known.
  Expression grid(const LaunchCall &C, unsigned Axis) const;
  /// The same for given values of the helper's parameters, of which none means that it is not
  /// known.
  Expression grid(const KernelLaunch &L, unsigned Axis,
                  llvm::function_ref<Expression(const clang::ParmVarDecl *)> Parameter) const;
  /// That the number of a program is below the number of those that run along its axis; none where
  /// the grid is not known. Kernels with a program for each row are bounded by nothing else.
  std::optional<Condition> programBound(const LaunchCall &C, const TritonSymbol &Program) const;
  /// An expression of the kernel's body in the sizes of the function that calls: parameters, block
  /// sizes and the grid are replaced; programs, lanes and loops stay, and what is not known.
  Expression bind(const LaunchCall &C, Expression E) const;
  /// A condition in the same way.
  Condition bind(const LaunchCall &C, Condition A) const { return {A.K, bind(C, A.E)}; }

private:
  friend class LaunchReader;
  TuFacts &Facts;
  std::vector<std::unique_ptr<TritonKernel>> Kernels;
  std::deque<KernelImageLoad> Loads;
  std::deque<KernelLaunch> Launches;
  llvm::DenseMap<const clang::CallExpr *, const KernelLaunch *> ByCall;
  mutable llvm::DenseMap<const TritonKernel *, std::unique_ptr<TritonBody>> Bodies;
};

} // namespace aoti
