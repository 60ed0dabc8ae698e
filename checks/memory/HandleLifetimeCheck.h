#pragma once

#include "Facts/TuFacts.h"
#include "Finding/UnitCheck.h"
#include <memory>

namespace aoti {

/// Reports a tensor handle that is used after its end, owned twice or never, or missing in an
/// output.
///
/// All paths through a function are followed. What depends on branches that may exclude each other
/// is not reported.
class HandleLifetimeCheck : public UnitCheck {
public:
  using UnitCheck::UnitCheck;

protected:
  void checkUnit(clang::ASTContext &Context) override;

private:
  std::shared_ptr<TuFacts> Facts;
};

} // namespace aoti
