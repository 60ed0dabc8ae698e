//===- ConstantImageCheck.h - constants and the bytes of them -----*- C++ -*-===//
#pragma once

#include "checks/PackageCheck.h"

namespace aoti {

/// Finds constants whose sizes do not add up to the bytes that the package holds for them, be they
/// in the library, beside it or in files of their own.
///
/// Documentation: docs/checks/aoti-constant-image.md
class ConstantImageCheck : public PackageCheck {
public:
  using PackageCheck::PackageCheck;
  void check(const ModelView &View, Reporter Report) override;
};

} // namespace aoti
