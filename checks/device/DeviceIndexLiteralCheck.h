#pragma once

#include "Facts/TuFacts.h"
#include "Finding/UnitCheck.h"
#include <memory>

namespace aoti {

/// Reports a literal device index where the index of the device that the model is loaded on
/// belongs.
///
/// Every parameter counts whose declaration names a device index, of functions, constructors and
/// members. A buffer on a literal device that `aoti_torch_copy_` fills and that only goes to the
/// outputs is what the model asks for, and silent.
class DeviceIndexLiteralCheck : public UnitCheck {
public:
  using UnitCheck::UnitCheck;

protected:
  void checkUnit(clang::ASTContext &Context) override;

private:
  std::shared_ptr<TuFacts> Facts;
};

} // namespace aoti
