//===- TargetMismatchCheck.h - machine that a package is loaded on *- C++ -*-===//
#pragma once

#include "checks/PackageCheck.h"

namespace aoti {

/// Finds packages that were compiled for another device, graphics card, instruction set, system or
/// processor than those of the machine that they will be loaded on.
///
/// Documentation: docs/checks/aoti-target-mismatch.md
class TargetMismatchCheck : public PackageCheck {
public:
  using PackageCheck::PackageCheck;
  void check(const ModelView &View, Reporter Report) override;
};

} // namespace aoti
