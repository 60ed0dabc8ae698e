#pragma once

#include "Facts/TuFacts.h"
#include "Finding/UnitCheck.h"
#include <memory>

namespace aoti {

/// Reports a copy from a GPU into a new buffer on the model's own device, which a program asks for
/// only between two devices.
///
/// torch before 2.13 allocates every buffer with the index of the model's own device, so that a
/// copy to a second device of that type does nothing. Silent are copies between device types, those
/// that convert, and those into memory that something else has written.
class DeviceCopyLostCheck : public UnitCheck {
public:
  using UnitCheck::UnitCheck;

protected:
  void checkUnit(clang::ASTContext &Context) override;

private:
  std::shared_ptr<TuFacts> Facts;
};

} // namespace aoti
