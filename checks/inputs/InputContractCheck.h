#pragma once

#include "Facts/TuFacts.h"
#include "Finding/UnitCheck.h"
#include <memory>

namespace aoti {

/// Reports what a model needs of its inputs and nothing tests: equal sizes of two inputs, sizes
/// that are a multiple of a number, strides.
///
/// An error is a requirement that the package cannot test at all and that, not held, makes it read
/// memory beyond an input. All of the contract is one note, which `--advice` or the name of the
/// rule asks for.
class InputContractCheck : public UnitCheck {
public:
  InputContractCheck(llvm::StringRef Name, clang::tidy::ClangTidyContext *Context);
  void storeOptions(clang::tidy::ClangTidyOptions::OptionMap &Opts) override;

protected:
  void checkUnit(clang::ASTContext &Context) override;

private:
  std::shared_ptr<TuFacts> Facts;
  /// Whether the contract is told where nothing certainly goes wrong.
  bool Advice;
};

} // namespace aoti
