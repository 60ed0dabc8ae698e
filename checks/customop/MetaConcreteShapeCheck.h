#pragma once

#include "Facts/TuFacts.h"
#include "Finding/UnitCheck.h"
#include <memory>

namespace aoti {

/// Reports sizes that a Meta kernel reads as plain integers, so that a dynamic dimension becomes a
/// constant or the trace fails.
///
/// What is a Meta kernel is decided by registration, in any file of the run.
class MetaConcreteShapeCheck : public UnitCheck {
public:
  MetaConcreteShapeCheck(llvm::StringRef Name, clang::tidy::ClangTidyContext *Context);
  void storeOptions(clang::tidy::ClangTidyOptions::OptionMap &Options) override;

protected:
  void checkUnit(clang::ASTContext &Context) override;

private:
  /// Also reports what only matters for some inputs, as notes.
  const bool Advice;
  std::shared_ptr<TuFacts> Facts;
};

} // namespace aoti
