#pragma once

#include "Facts/TuFacts.h"
#include "Finding/UnitCheck.h"
#include <memory>

namespace aoti {

/// Reports a size or a stride of an input that the model reads beyond the dimensions that the check
/// of that input knows.
///
/// No torch up to 2.15 compares the rank of an input in `check_input_N`: it indexes the sizes, as
/// `run_impl` does. Where both read the same dimensions an input of another rank is a matter of the
/// contract; where `run_impl` reads more, inputs that the check lets through are read past the end
/// of their sizes.
class InputRankCheck : public UnitCheck {
public:
  using UnitCheck::UnitCheck;

protected:
  void checkUnit(clang::ASTContext &Context) override;

private:
  std::shared_ptr<TuFacts> Facts;
};

} // namespace aoti
