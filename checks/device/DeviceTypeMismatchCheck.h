#pragma once

#include "Facts/TuFacts.h"
#include "Finding/UnitCheck.h"
#include <memory>

namespace aoti {

/// Reports a kernel or a shim of one device type that gets a tensor which lives on another.
///
/// Tensors are followed through moves, reuse, aliases and views; one that depends on the path is
/// reported only if it lives on the wrong device on every path. Constants are the subject of
/// another rule. Silent are CPU tensors that a launch helper reads as numbers, pinned memory, and
/// shims that take tensors of several devices.
class DeviceTypeMismatchCheck : public UnitCheck {
public:
  using UnitCheck::UnitCheck;

protected:
  void checkUnit(clang::ASTContext &Context) override;

private:
  std::shared_ptr<TuFacts> Facts;
};

} // namespace aoti
