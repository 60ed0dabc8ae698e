//===- PathNotRelocatableCheck.h - ties to the build machine ------*- C++ -*-===//
#pragma once

#include "Finding/UnitCheck.h"
#include <memory>

namespace aoti {

class TuFacts;

/// Finds kernels that are loaded from a path of the machine that compiled the package, and code
/// that was compiled for the very CPU of that machine.
///
/// Documentation: docs/checks/aoti-path-not-relocatable.md
class PathNotRelocatableCheck : public UnitCheck {
public:
  PathNotRelocatableCheck(llvm::StringRef Name, clang::tidy::ClangTidyContext *Context)
      : UnitCheck(Name, Context), TargetGiven(Options.get("TargetGiven", false)) {}

  void storeOptions(clang::tidy::ClangTidyOptions::OptionMap &Opts) override {
    Options.store(Opts, "TargetGiven", TargetGiven);
  }

protected:
  void checkUnit(clang::ASTContext &Context) override;

private:
  void checkLoads(const clang::ASTContext &Context);
  void checkCommand(const clang::ASTContext &Context);

  /// Whether the user told of the machine that the package will be loaded on.
  const bool TargetGiven;
  std::shared_ptr<TuFacts> Facts;
};

} // namespace aoti
