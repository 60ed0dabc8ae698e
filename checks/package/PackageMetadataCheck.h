//===- PackageMetadataCheck.h - metadata of a model ---------------*- C++ -*-===//
#pragma once

#include "checks/PackageCheck.h"

namespace aoti {

/// Finds metadata files of a model that are missing, cannot be read by the loader, or contradict
/// the code or each other.
///
/// Documentation: docs/checks/aoti-package-metadata.md
class PackageMetadataCheck : public PackageCheck {
public:
  using PackageCheck::PackageCheck;
  void check(const ModelView &View, Reporter Report) override;
};

} // namespace aoti
