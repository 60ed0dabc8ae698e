#pragma once

#include "Finding/UnitCheck.h"

namespace aoti {

/// Crashes on a function named 'aoti_internal_crash'; tests the containment of crashes.
class InternalCrashCheck : public UnitCheck {
public:
  using UnitCheck::UnitCheck;

protected:
  void checkUnit(clang::ASTContext &Context) override;
};

} // namespace aoti
