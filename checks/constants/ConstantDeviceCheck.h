//===- ConstantDeviceCheck.h - constants on the wrong device ------*- C++ -*-===//
#pragma once

#include "Finding/UnitCheck.h"
#include <memory>

namespace aoti {

class TuFacts;

/// Finds constants that are loaded on another device than that of the kernels and shims that work
/// in their memory, or on one that the loader refuses.
///
/// Documentation: docs/checks/aoti-constant-device.md
class ConstantDeviceCheck : public UnitCheck {
public:
  using UnitCheck::UnitCheck;

protected:
  void checkUnit(clang::ASTContext &Context) override;

private:
  std::shared_ptr<TuFacts> Facts;
};

} // namespace aoti
