#pragma once

#include "Finding/UnitCheck.h"

namespace aoti {

/// Reports schemas of custom operators that lose symbolic sizes, or that their kernels do not fit.
///
/// An `int` that a Meta kernel makes a size of, a Meta kernel that takes plain integers for
/// `SymInt`, and types that torch refuses when the kernel is registered.
class SchemaSymintCheck : public UnitCheck {
public:
  using UnitCheck::UnitCheck;

protected:
  void checkUnit(clang::ASTContext &Context) override;
};

} // namespace aoti
