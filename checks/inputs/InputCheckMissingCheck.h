#pragma once

#include "Facts/TuFacts.h"
#include "Finding/UnitCheck.h"
#include <memory>

namespace aoti {

/// Reports an input whose dtype, sizes and device no check of the package looks at, not even with
/// AOTI_RUNTIME_CHECK_INPUTS set.
class InputCheckMissingCheck : public UnitCheck {
public:
  InputCheckMissingCheck(llvm::StringRef Name, clang::tidy::ClangTidyContext *Context);
  void storeOptions(clang::tidy::ClangTidyOptions::OptionMap &Opts) override;

protected:
  void checkUnit(clang::ASTContext &Context) override;

private:
  std::shared_ptr<TuFacts> Facts;
  /// Whether packages of torch 2.6, which have no checks by default, are named too.
  bool Advice;
};

} // namespace aoti
