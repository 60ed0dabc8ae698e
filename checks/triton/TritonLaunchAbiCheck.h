#pragma once

#include "Facts/TuFacts.h"
#include "Finding/UnitCheck.h"
#include <memory>

namespace aoti {

/// Reports a launch of a Triton kernel whose arguments are not those that the kernel was compiled
/// for.
///
/// What a kernel takes stands in the source that the generator left in a comment. A launch without
/// one is compared with itself and with the load of its image only.
class TritonLaunchAbiCheck : public UnitCheck {
public:
  using UnitCheck::UnitCheck;

protected:
  void checkUnit(clang::ASTContext &Context) override;

private:
  std::shared_ptr<TuFacts> Facts;
};

} // namespace aoti
