//===- ProxyDeviceCheck.h - devices that operators are not given --*- C++ -*-===//
#pragma once

#include "checks/PackageCheck.h"

namespace aoti {

/// Finds devices that are an argument of an operator and that the proxy executor silently replaces
/// by the model's own.
///
/// Documentation: docs/checks/aoti-proxy-device.md
class ProxyDeviceCheck : public PackageCheck {
public:
  using PackageCheck::PackageCheck;
  void check(const ModelView &View, Reporter Report) override;
};

} // namespace aoti
