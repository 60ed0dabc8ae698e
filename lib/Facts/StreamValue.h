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
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/SmallVector.h"
#include <optional>
#include <string>
#include <utility>

namespace aoti {

/// Whether a type is a stream of CUDA or ROCm, or a pointer to a queue of SYCL.
bool isStreamType(clang::QualType T);
/// Whether a declaration belongs to the standard library, also as a member of one of its classes.
bool isOfStd(const clang::Decl *D);
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

/// An event: the cache that gives it out and its number there, or the variable that holds it and
/// -1.
using EventKey = std::pair<const clang::VarDecl *, int64_t>;

/// Finds what the expressions of one function stand for that name streams and events, through its
/// variables, and through the parameters of what it calls while these are bound.
class StreamResolver {
public:
  StreamResolver(const clang::ASTContext &Context, const clang::FunctionDecl *Function);

  /// The parameter that gives the function its stream; null if there is none.
  const clang::ParmVarDecl *runParameter() const { return Run; }
  StreamValue resolve(const clang::Expr *E, unsigned Depth = 0);
  /// What a call that asks for a stream gives: by its name and its first argument.
  StreamValue resolveCall(const clang::CallExpr *Call, unsigned Depth = 0);
  /// The event that an expression names; nullopt if that is not certain.
  std::optional<EventKey> resolveEvent(const clang::Expr *E, unsigned Depth = 0);
  /// The value of an integer that is a literal, also through constants and bound parameters.
  std::optional<int64_t> resolveInteger(const clang::Expr *E, unsigned Depth = 0);
  /// The variable that an expression names, through references and bound parameters; null if none.
  const clang::VarDecl *resolveVariable(const clang::Expr *E) const;

  /// The function that a call runs, where its body is part of the input: a function, a member
  /// function, a lambda, also one that a `std::function` holds. Null if there is none.
  const clang::FunctionDecl *visibleCallee(const clang::CallExpr *Call);
  /// The arguments of a call that stand for parameters: without the object of an operator.
  static llvm::ArrayRef<const clang::Expr *> arguments(const clang::CallExpr *Call);
  /// Makes the parameters of a function stand for arguments, until it is called again.
  void bind(const clang::FunctionDecl *Callee, llvm::ArrayRef<const clang::Expr *> Arguments);

  /// How the function sets a variable, apart from its initialiser.
  struct Setting {
    llvm::SmallVector<const clang::Expr *, 1> Assigned;
    /// The calls that get its address.
    llvm::SmallVector<const clang::CallExpr *, 1> Filled;
    /// Whether it is set in a way that cannot be followed.
    bool Otherwise = false;
  };

private:
  /// What a parameter of a function that is called stands for.
  struct Binding {
    StreamValue Stream;
    std::optional<EventKey> Event;
    std::optional<int64_t> Integer;
    const clang::VarDecl *Variable = nullptr;
  };

  StreamValue variable(const clang::VarDecl *V, unsigned Depth);
  /// What the only statement of a function returns; null if it has more.
  const clang::Expr *returned(const clang::CallExpr *Call);
  /// The only thing that a local variable is ever set to: an expression, or the call that fills it.
  /// Both null where it is never set; nullopt where there are several or one cannot tell.
  std::optional<std::pair<const clang::Expr *, const clang::CallExpr *>>
  onlySetting(const clang::VarDecl *V);
  void collect(const clang::FunctionDecl *F);

  const clang::ASTContext &Context;
  const clang::FunctionDecl *Function;
  const clang::ParmVarDecl *Run = nullptr;
  llvm::DenseSet<const clang::FunctionDecl *> Collected;
  llvm::DenseMap<const clang::VarDecl *, Setting> Settings;
  llvm::DenseMap<const clang::VarDecl *, Binding> Bindings;
};

} // namespace aoti
