//===- ShimVersionCheck.h - functions that a torch does not have --*- C++ -*-===//
#pragma once

#include "Facts/TuFacts.h"
#include "Finding/UnitCheck.h"
#include "Target/TorchRelease.h"
#include <memory>
#include <optional>
#include <string>

namespace aoti {

struct ShimFunction;
struct ShimUse;

/// Finds functions of torch's C shim that the torch named by `--load-torch` does not have, or that
/// it has with other parameters.
///
/// Documentation: docs/checks/aoti-shim-version.md
class ShimVersionCheck : public UnitCheck {
public:
  ShimVersionCheck(llvm::StringRef Name, clang::tidy::ClangTidyContext *Context);

  void storeOptions(clang::tidy::ClangTidyOptions::OptionMap &Opts) override {
    Options.store(Opts, "LoadTorch", LoadTorch);
  }

protected:
  void checkUnit(clang::ASTContext &Context) override;

private:
  void checkForm(const ShimUse &Use, const ShimFunction &F, const clang::ASTContext &Context);

  /// The release that the package will be loaded with, as it was given; empty if it was not.
  const std::string LoadTorch;
  std::optional<TorchReleases> Torch;
  std::shared_ptr<TuFacts> Facts;
};

} // namespace aoti
