//===- PackageLayoutCheck.h - files that a model needs ------------*- C++ -*-===//
#pragma once

#include "checks/PackageCheck.h"

namespace aoti {

/// Finds files that the code of a model needs and the package lacks, files that are damaged or
/// belong to another model, and folders that hold more than one model.
///
/// Documentation: docs/checks/aoti-package-layout.md
class PackageLayoutCheck : public PackageCheck {
public:
  using PackageCheck::PackageCheck;
  void check(const ModelView &View, Reporter Report) override;
};

} // namespace aoti
