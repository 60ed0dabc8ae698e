#pragma once

#include "Facts/TuFacts.h"
#include "Finding/UnitCheck.h"
#include <memory>

namespace aoti {

/// Reports a CPU kernel whose prototype, definition and calls disagree, or that is handed a tensor
/// of another dtype.
///
/// The definition is looked for in the wrapper and in the files of kernels beside it. What is not
/// known, a tensor's dtype or a kernel's definition, is not compared.
class KernelSignatureCheck : public UnitCheck {
public:
  using UnitCheck::UnitCheck;

protected:
  void checkUnit(clang::ASTContext &Context) override;

private:
  std::shared_ptr<TuFacts> Facts;
};

} // namespace aoti
