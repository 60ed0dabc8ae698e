//===- ConstantExtentCheck.h - constants that outgrow their data --*- C++ -*-===//
#pragma once

#include "Finding/UnitCheck.h"
#include <memory>

namespace aoti {

class TuFacts;
struct InfoEntry;
struct ModelTables;

/// Finds constants whose offset, shape and stride reach past the bytes that the package holds for
/// them.
///
/// Documentation: docs/checks/aoti-constant-extent.md
class ConstantExtentCheck : public UnitCheck {
public:
  using UnitCheck::UnitCheck;

protected:
  void checkUnit(clang::ASTContext &Context) override;

private:
  void checkConstant(const ModelTables &Model, const InfoEntry &Constant,
                     const clang::ASTContext &Context);

  std::shared_ptr<TuFacts> Facts;
};

} // namespace aoti
