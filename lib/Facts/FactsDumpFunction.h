//===- FactsDumpFunction.h - the facts of one function ------------*- C++ -*-===//
//
// Private to the dump of facts: what a function does with tensors, as plain data.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "Facts/BufferFacts.h"
#include "Facts/ConstantFacts.h"
#include "Facts/FactsDump.h"
#include "Facts/LaunchFacts.h"
#include "Facts/SourceComments.h"
#include "Facts/StreamFacts.h"
#include "Facts/TuFacts.h"
#include "clang/Lex/Lexer.h"

namespace aoti {

/// Gathers the facts of one function.
class FunctionDumper {
public:
  /// The launches whose accesses are to be proved.
  using CallsToProve = llvm::DenseMap<const Operation *, const LaunchCall *>;

  FunctionDumper(TuFacts &Facts, const FunctionBuffers &F, const ModelTables *Model,
                 const CallsToProve &ToProve)
      : Facts(Facts), F(F), Model(Model), ToProve(ToProve), Context(Facts.context()),
        SM(Facts.context().getSourceManager()) {}

  FunctionDump run(const std::vector<SourceComment> &Comments);

  /// Whether it is the function that launches one kernel.
  static bool isHelper(const FunctionBuffers &F);

private:
  unsigned line(clang::SourceLocation At) const {
    if (At.isInvalid())
      return 0;
    auto [File, Offset] = SM.getDecomposedLoc(SM.getFileLoc(At));
    return File == SM.getMainFileID() ? SM.getLineNumber(File, Offset) : 0;
  }
  uint32_t offset(clang::SourceLocation At) const {
    return SM.getDecomposedLoc(SM.getFileLoc(At)).second;
  }
  std::string spelling(const clang::Expr *E) const {
    return clang::Lexer::getSourceText(
               clang::CharSourceRange::getTokenRange(SM.getFileLoc(E->getBeginLoc()),
                                                     SM.getFileLoc(E->getEndLoc())),
               SM, Context.getLangOpts())
        .str();
  }

  void numberTensors();
  std::vector<unsigned> buffersOf(const Tensor &T) const;
  std::string nameOf(const Tensor &T) const;
  std::string operandName(const Operand &Given) const;
  /// The sizes and strides of a tensor, also as assertions declare them; false if they are not
  /// known.
  static bool shape(const Tensor &T, ExpressionList &Sizes, ExpressionList &Strides);
  /// The variable that an argument names, through calls that only hand it on; empty if there is
  /// none.
  static std::string nameOf(const clang::Expr *E);
  BufferDump buffer(const Storage &S, const Tensor *Whole) const;
  /// The dtype and the device of a tensor, from whatever tells them.
  std::string dtypeOf(const Tensor &T) const;
  DeviceType deviceOf(const Tensor &T) const;
  /// Whether no text of the package states the shape of a tensor, or what it follows from.
  bool isShapeAbsent(const Tensor &T) const;
  /// The same of its dtype.
  bool isDtypeAbsent(const Tensor &T) const;
  /// Whether a custom operator made what lies in a storage.
  bool isCustom(const Storage &S) const;
  /// The dtype as which kernels of the CPU take a buffer; empty if they do not agree.
  std::string dtypeOfUses(const Storage &S) const;
  /// The device of the kernels that a buffer is given to; unknown if they do not agree.
  DeviceType deviceOfUses(const Storage &S) const;
  ViewDump view(const Tensor &T) const;
  OperationDump operation(const Operation &O) const;
  LaunchProofDump proof(const LaunchCall &C) const;
  void findStreams();
  void addStreams(FunctionDump &Dump);
  std::string eventName(const clang::Expr *E) const;
  void addLife(FunctionDump &Dump) const;
  /// What the tensors of a variable are owned by: it, where the type of the variable says so.
  static bool isOwner(const clang::VarDecl *V);
  void addOutputs(FunctionDump &Dump) const;
  std::string role() const;

  TuFacts &Facts;
  const FunctionBuffers &F;
  const ModelTables *Model;
  const CallsToProve &ToProve;
  clang::ASTContext &Context;
  const clang::SourceManager &SM;
  llvm::DenseMap<const Storage *, unsigned> BufferNumber;
  llvm::DenseMap<const Tensor *, unsigned> ViewNumber;
  llvm::DenseMap<const Storage *, const Tensor *> Wholes;
  llvm::DenseMap<const Region *, unsigned> RegionNumber;
  llvm::DenseMap<const Tensor *, const clang::VarDecl *> FirstVariable;
  const FunctionStreams *Streams = nullptr;
  llvm::DenseMap<const Operation *, const StreamWork *> WorkOf;
};

/// The name of a device; empty if it is not known.
std::string deviceName(DeviceType D);
FactRange dumpRange(const Range &R);

} // namespace aoti
