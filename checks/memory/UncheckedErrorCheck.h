#pragma once

#include "Facts/TuFacts.h"
#include "Finding/UnitCheck.h"
#include <memory>

namespace aoti {

/// Finds calls of `aoti_torch_*` functions whose error code is dropped. The C interface of torch
/// turns every exception into such a code, so a failure that nobody looks at is swallowed and the
/// run goes on with stale or undefined tensors.
class UncheckedErrorCheck : public UnitCheck {
public:
  using UnitCheck::UnitCheck;

protected:
  void preprocess(const clang::SourceManager &SM, clang::Preprocessor &PP) override;
  void checkUnit(clang::ASTContext &Context) override;

private:
  clang::Preprocessor *Macros = nullptr;
  std::shared_ptr<TuFacts> Facts;
};

} // namespace aoti
