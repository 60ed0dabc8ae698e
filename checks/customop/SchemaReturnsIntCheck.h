#pragma once

#include "Finding/UnitCheck.h"

namespace aoti {

/// Reports operators that compute a plain integer from tensors, which becomes a constant of the
/// exported model.
class SchemaReturnsIntCheck : public UnitCheck {
public:
  using UnitCheck::UnitCheck;

protected:
  void checkUnit(clang::ASTContext &Context) override;
};

} // namespace aoti
