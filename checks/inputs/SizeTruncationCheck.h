#pragma once

#include "Facts/TuFacts.h"
#include "Finding/UnitCheck.h"
#include <memory>

namespace aoti {

/// Reports a size that is made of an input's size by a division and cut where that leaves a rest.
///
/// Where a model is exported with a size of `2*h`, the code reads the size and divides it to get
/// `h`: by a multiplication with `1.0/2.0` up to torch 2.14, by a division that rounds down since
/// then. No test that runs by default says that no rest is left.
class SizeTruncationCheck : public UnitCheck {
public:
  using UnitCheck::UnitCheck;

protected:
  void checkUnit(clang::ASTContext &Context) override;

private:
  std::shared_ptr<TuFacts> Facts;
};

} // namespace aoti
