//===- ShimVersionLibrary.h - what a library asks of torch --------*- C++ -*-===//
#pragma once

#include "checks/PackageCheck.h"

namespace aoti {

/// The part of aoti-shim-version that looks into the libraries of a package, which ask for more
/// than the wrapper shows: torch's runtime is a part of them.
class ShimVersionLibrary : public PackageCheck {
public:
  using PackageCheck::PackageCheck;
  void check(const ModelView &View, Reporter Report) override;
};

} // namespace aoti
