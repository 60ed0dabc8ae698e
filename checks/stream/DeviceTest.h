//===- DeviceTest.h - what conditions say of the device -----------*- C++ -*-===//
#pragma once

#include "clang/AST/Expr.h"

namespace aoti {

/// What a condition says of the device when it holds and when it does not: that it is a GPU (1),
/// that it is none (-1), or nothing (0).
struct DeviceTest {
  int IfTrue = 0, IfFalse = 0;
  DeviceTest negated() const { return {IfFalse, IfTrue}; }
  bool saysNothing() const { return !IfTrue && !IfFalse; }
};

/// Of a condition that may be null.
DeviceTest deviceTest(const clang::Expr *Condition, unsigned Depth = 0);

} // namespace aoti
