#pragma once

#include "Facts/TuFacts.h"
#include "Finding/UnitCheck.h"
#include <memory>

namespace aoti {

/// Reports data pointers that a kernel of a custom operator casts to a type while nothing checks
/// the dtype.
///
/// A typed `data_ptr<T>()` checks it itself.
class OpDtypeCheck : public UnitCheck {
public:
  using UnitCheck::UnitCheck;

protected:
  void checkUnit(clang::ASTContext &Context) override;

private:
  std::shared_ptr<TuFacts> Facts;
};

} // namespace aoti
