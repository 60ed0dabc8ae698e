#pragma once

#include "Facts/TuFacts.h"
#include "Finding/UnitCheck.h"
#include <memory>

namespace aoti {

/// What a condition says of the device when it holds and when it does not: that it is a GPU (1),
/// that it is none (-1), or nothing (0).
struct DeviceTest {
  int IfTrue = 0, IfFalse = 0;
  DeviceTest negated() const { return {IfFalse, IfTrue}; }
  bool saysNothing() const { return !IfTrue && !IfFalse; }
};

/// Of a condition that may be null.
DeviceTest deviceTest(const clang::Expr *Condition, unsigned Depth = 0);

/// Reports work that is launched on the default stream instead of the current one, in wrappers and
/// in custom operators.
///
/// Also a stream that an operator asks for and then does not use.
class DefaultStreamCheck : public UnitCheck {
public:
  using UnitCheck::UnitCheck;

protected:
  void checkUnit(clang::ASTContext &Context) override;

private:
  std::shared_ptr<TuFacts> Facts;
};

} // namespace aoti
