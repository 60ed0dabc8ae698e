#pragma once

#include "Facts/TuFacts.h"
#include "Finding/UnitCheck.h"
#include <memory>

namespace aoti {

/// Reports a scalar that the C shim hands to an addition, subtraction or multiplication of integer
/// tensors as a floating-point number.
///
/// The shim has `double` where the operator has a `Scalar`, so that torch takes the scalar for a
/// floating one whatever was written. Tensors whose dtype is not known are not looked at.
class ShimScalarTypeCheck : public UnitCheck {
public:
  using UnitCheck::UnitCheck;

protected:
  void checkUnit(clang::ASTContext &Context) override;

private:
  std::shared_ptr<TuFacts> Facts;
};

} // namespace aoti
