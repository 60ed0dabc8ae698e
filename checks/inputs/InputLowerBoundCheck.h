#pragma once

#include "Facts/TuFacts.h"
#include "Finding/UnitCheck.h"
#include <memory>

namespace aoti {

/// Reports a dynamic size of an input that its check bounds from above only, or not at all, and
/// that tensors, views or kernels are made of.
///
/// The generator compares such a size with the least that the model was exported for, unless
/// `aot_inductor.check_lowerbound` is off.
class InputLowerBoundCheck : public UnitCheck {
public:
  using UnitCheck::UnitCheck;

protected:
  void checkUnit(clang::ASTContext &Context) override;

private:
  std::shared_ptr<TuFacts> Facts;
};

} // namespace aoti
