//===- DeprecatedApiCheck.h - the old API in C++ ------------------*- C++ -*-===//
#pragma once

#include "Finding/UnitCheck.h"

namespace aoti {

/// Finds the API that was there before packages: in C++ the container runners, in Python
/// `torch._export.aot_compile` and `torch._export.aot_load`.
///
/// Documentation: docs/checks/aoti-deprecated-api.md
class DeprecatedApiCheck : public UnitCheck {
public:
  using UnitCheck::UnitCheck;

protected:
  void checkUnit(clang::ASTContext &Context) override;
};

} // namespace aoti
