//===- KernelFacts.h - the CPU kernels of a wrapper ---------------*- C++ -*-===//
//
// A CPU kernel stands in three places that nothing compares: its prototype in the
// wrapper, its definition in a `*.kernel.cpp` beside it (or in the wrapper itself: torch
// 2.6, packages of sources only), and its calls, which cast untyped memory to what the
// kernel takes. The linker sees names only, since kernels have C linkage.
//
// Definitions in other files are read from the file system of the translation unit, with
// the lexer alone: that is linear, and needs no headers. In its first line such a file names
// the wrapper that it was made with. One that names another wrapper is read in the folder of a
// model only, where the wrapper may have been given another name; any other folder can hold the
// files of many models.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "clang/AST/Decl.h"
#include "clang/AST/Expr.h"
#include "clang/Basic/SourceLocation.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringRef.h"
#include <deque>
#include <string>
#include <vector>

namespace aoti {

class TuFacts;
struct Tensor;

/// The type of a parameter of a kernel, or of a cast at its call.
struct KernelType {
  /// Whether it is a pointer to elements; else it is passed by value.
  bool IsPointer = false;
  /// For pointers: whether the elements are const.
  bool IsConst = false;
  /// Of an element, or of the value, as torch names it: "float32"; empty when it is none of
  /// torch's.
  std::string Dtype;
  /// As it is written, without the name of the parameter: "const float*".
  std::string Spelling;

  bool isKnown() const { return !Dtype.empty(); }
};

/// Whether memory of one dtype may be taken for another without harm, as generated code does:
/// the same, bool and uint8, a type of 8 bits and bytes, a complex number and its parts. Empty
/// names agree with everything.
bool isSameElement(llvm::StringRef A, llvm::StringRef B);

struct CpuKernelParameter {
  KernelType Type;
  /// Empty if it has none.
  std::string Name;
  /// From the type to the name.
  clang::CharSourceRange At;
};

/// A prototype or a definition.
struct KernelDeclaration {
  std::vector<CpuKernelParameter> Parameters;
  /// The name, and from the name to the closing parenthesis.
  clang::CharSourceRange NameAt, At;
  /// Null for those of another file.
  const clang::FunctionDecl *Function = nullptr;
  bool IsDefinition = false;

  /// What it takes, whatever its parameters are called: as text that is the same for declarations
  /// that agree, and for no others.
  std::string signature() const;
};

/// What one call hands to one parameter.
struct KernelArgument {
  const clang::Expr *Value = nullptr;
  /// The type that it is cast to; a pointer without a cast has the type of the expression.
  KernelType Type;
  /// The tensor whose memory is handed over; null if it is none or not known.
  const Tensor *Buffer = nullptr;
  /// The dtype of that tensor on every path; empty if it is not known.
  std::string BufferDtype;
};

struct KernelCall {
  /// A `CallExpr`, or the `RecoveryExpr` of a call that does not fit the prototype.
  const clang::Expr *Call = nullptr;
  std::vector<KernelArgument> Arguments;
  /// Whether clang refuses the call, and with it the wrapper.
  bool IsInvalid = false;
};

/// A CPU kernel by its name.
struct CpuKernel {
  std::string Name;
  /// In the order of the text, first those of the wrapper.
  std::deque<KernelDeclaration> Declarations;
  std::vector<KernelCall> Calls;

  /// The first declaration in the wrapper that is no definition; null if there is none.
  const KernelDeclaration *prototype() const;
  /// The definition that the wrapper is linked with; null if there is none or more than one that
  /// differ.
  const KernelDeclaration *definition() const;
  /// Whether there is a definition at all.
  bool isDefined() const;
};

/// Whether a function has a name of the kind that torch gives to CPU kernels: `cpp_fused_add_0`.
bool isCpuKernelName(llvm::StringRef Name);

/// More files of kernels than these, which is far above what is generated, are not read.
constexpr unsigned MaxKernelFiles = 500;

class KernelFacts {
public:
  /// Takes time linear in the sizes of the wrapper and of the files of kernels.
  explicit KernelFacts(TuFacts &Facts);

  /// The kernels that the wrapper declares, in the order of the text.
  const std::deque<CpuKernel> &kernels() const { return Kernels; }
  /// The files of kernels that were read, in the order of their names.
  llvm::ArrayRef<clang::FileID> kernelFiles() const { return Files; }
  /// Whether the text of every file of kernels beside the wrapper was read to its end.
  bool readAllFiles() const { return Complete; }
  /// Whether a file of kernels says that it was made with this wrapper.
  bool hasOwnFile() const { return OwnFile; }
  /// A kernel of another wrapper: where the files of kernels define kernels, but none of those that
  /// this wrapper declares, and none says that it was made with this wrapper, one that they define.
  /// Null otherwise.
  const CpuKernel *kernelOfAnother() const { return OfAnother; }
  /// Whether the name of a kernel that is not defined stands as a word anywhere in the files that
  /// were read, be it in a form that is not followed.
  bool isNamedInFiles(llvm::StringRef Name) const { return Words.contains(Name); }
  /// The only kernel that is defined in those files, that the wrapper does not declare, and that
  /// takes what \p D takes; null if there is none or there are several. For kernels that are not
  /// defined.
  const CpuKernel *undeclaredLike(const KernelDeclaration &D) const {
    return UndeclaredLike.lookup(D.signature());
  }

private:
  friend class KernelReader;
  std::deque<CpuKernel> Kernels;
  /// What the files of kernels declare and the wrapper does not.
  std::deque<CpuKernel> Undeclared;
  llvm::StringMap<CpuKernel *> ByName;
  /// By what they take; null where several take the same.
  llvm::StringMap<const CpuKernel *> UndeclaredLike;
  llvm::SmallVector<clang::FileID, 2> Files;
  /// The words of those files, where a kernel is not defined in them.
  llvm::DenseSet<llvm::StringRef> Words;
  const CpuKernel *OfAnother = nullptr;
  bool Complete = true, OwnFile = false;
};

} // namespace aoti
