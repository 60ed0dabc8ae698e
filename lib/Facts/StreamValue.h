//===- StreamValue.h - which stream an expression names -----------*- C++ -*-===//
//
// Generated code names few streams: the one that the model is run with, auxiliary
// ones of a cache, and, where something is wrong, others.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "clang/AST/ASTContext.h"
#include "clang/AST/Expr.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"
#include <optional>
#include <string>

namespace aoti {

/// Whether a type is a stream of CUDA or ROCm, or a pointer to a queue of SYCL.
bool isStreamType(clang::QualType T);
/// Whether a type is an event of CUDA or ROCm.
bool isEventType(clang::QualType T);

/// The number of the argument that a call passes as a stream: by the type or the name of the
/// parameter, and for calls without a declaration by what the arguments are. nullopt if there is
/// none.
std::optional<unsigned> streamArgumentIndex(const clang::CallExpr *Call);

/// A stream that work can go to.
struct StreamValue {
  enum class Kind {
    Run,       ///< the stream that the function is given: `stream`, in launch helpers `stream_`
    Aux,       ///< `_aoti_aux_stream_cache.get(k, …)`
    Current,   ///< the current one of the model's device
    Queried,   ///< the current one of a device with a literal index
    Null,      ///< the default stream of the device: null, `cudaStreamLegacy`
    PerThread, ///< `cudaStreamPerThread`
    Created,   ///< made by the function itself
    Unknown
  };
  Kind K = Kind::Unknown;
  /// For `Aux` its number, for `Queried` the index of the device.
  int64_t Index = 0;
  /// For `Run` the parameter, for `Created` what holds the stream.
  const clang::VarDecl *Variable = nullptr;
  /// The call that asked for it, of `Queried` and `Current`.
  const clang::CallExpr *Query = nullptr;

  bool operator==(const StreamValue &Other) const {
    return K == Other.K && Index == Other.Index && Variable == Other.Variable;
  }
  /// Whether the two are certain to be different streams.
  static bool areDistinct(const StreamValue &A, const StreamValue &B);
  /// "the stream of the run", "auxiliary stream 1".
  std::string describe() const;
};

/// Finds what the stream expressions of one function stand for, through its variables.
class StreamResolver {
public:
  StreamResolver(const clang::ASTContext &Context, const clang::FunctionDecl *Function);

  /// The parameter that gives the function its stream; null if there is none.
  const clang::ParmVarDecl *runParameter() const { return Run; }
  StreamValue resolve(const clang::Expr *E, unsigned Depth = 0);
  /// What a call that asks for a stream gives: by its name and its first argument.
  StreamValue resolveCall(const clang::CallExpr *Call, unsigned Depth = 0);

  /// How the function sets a variable, apart from its initialiser.
  struct Setting {
    llvm::SmallVector<const clang::Expr *, 1> Assigned;
    /// The calls that get its address.
    llvm::SmallVector<const clang::CallExpr *, 1> Filled;
    /// Whether it is set in a way that cannot be followed.
    bool Otherwise = false;
  };

private:
  StreamValue variable(const clang::VarDecl *V, unsigned Depth);
  void collect();

  const clang::ASTContext &Context;
  const clang::FunctionDecl *Function;
  const clang::ParmVarDecl *Run = nullptr;
  bool Collected = false;
  llvm::DenseMap<const clang::VarDecl *, Setting> Settings;
};

} // namespace aoti
