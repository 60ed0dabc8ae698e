#pragma once

#include "Facts/TuFacts.h"
#include "Finding/UnitCheck.h"
#include <memory>

namespace aoti {

/// Reports a size or an index of a Triton kernel that does not fit in 32 bits for sizes that the
/// input checks admit.
///
/// A dimension without a declared upper bound is no reason: then every dynamic model would be
/// wrong.
class TritonInt32OverflowCheck : public UnitCheck {
public:
  using UnitCheck::UnitCheck;

protected:
  void checkUnit(clang::ASTContext &Context) override;

private:
  std::shared_ptr<TuFacts> Facts;
};

} // namespace aoti
