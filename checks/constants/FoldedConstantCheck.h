//===- FoldedConstantCheck.h - constants computed at load ---------*- C++ -*-===//
#pragma once

#include "Finding/UnitCheck.h"
#include <memory>

namespace aoti {

class TuFacts;

/// Finds constants that are to be computed while the model is loaded and are not, are computed
/// twice, or are computed as something else than the table says.
///
/// Documentation: docs/checks/aoti-folded-constant.md
class FoldedConstantCheck : public UnitCheck {
public:
  using UnitCheck::UnitCheck;

protected:
  void checkUnit(clang::ASTContext &Context) override;

private:
  std::shared_ptr<TuFacts> Facts;
};

} // namespace aoti
