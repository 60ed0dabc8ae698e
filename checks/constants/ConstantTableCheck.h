//===- ConstantTableCheck.h - tables that disagree ----------------*- C++ -*-===//
#pragma once

#include "Finding/UnitCheck.h"
#include <memory>

namespace aoti {

class TuFacts;

/// Finds disagreements between what the constructor of a model declares and what the model indexes:
/// the counts handed to the base class, the tables of inputs, outputs and constants, and the places
/// where the model takes them by index.
///
/// Documentation: docs/checks/aoti-constant-table.md
class ConstantTableCheck : public UnitCheck {
public:
  using UnitCheck::UnitCheck;

protected:
  void checkUnit(clang::ASTContext &Context) override;

private:
  std::shared_ptr<TuFacts> Facts;
};

} // namespace aoti
