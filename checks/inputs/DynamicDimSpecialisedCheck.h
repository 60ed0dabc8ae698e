#pragma once

#include "Facts/TuFacts.h"
#include "Finding/UnitCheck.h"
#include <memory>

namespace aoti {

/// Reports a dimension that the checks of the package admit a range for while the code was made for
/// a single size.
class DynamicDimSpecialisedCheck : public UnitCheck {
public:
  using UnitCheck::UnitCheck;

protected:
  void checkUnit(clang::ASTContext &Context) override;

private:
  std::shared_ptr<TuFacts> Facts;
};

} // namespace aoti
