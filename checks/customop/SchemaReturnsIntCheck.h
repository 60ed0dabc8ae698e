#pragma once

#include "Facts/TuFacts.h"
#include "Finding/UnitCheck.h"
#include <memory>

namespace aoti {

/// Reports operators that compute a plain integer from tensors, which becomes a constant of the
/// exported model.
class SchemaReturnsIntCheck : public UnitCheck {
public:
  using UnitCheck::UnitCheck;

protected:
  void checkUnit(clang::ASTContext &Context) override;

private:
  std::shared_ptr<TuFacts> Facts;
};

} // namespace aoti
