//===- TritonLaunchImage.h - launches and the images of kernels ---*- C++ -*-===//
#pragma once

#include "checks/PackageCheck.h"

namespace aoti {

/// The part of aoti-triton-launch-abi that compares launches with the machine code that is
/// launched: the table of its parameters, the threads that it was compiled for, and whether it uses
/// the shared memory of the launch. What the source of a kernel says alike is left to the rest of
/// the rule.
class TritonLaunchImage : public PackageCheck {
public:
  using PackageCheck::PackageCheck;
  void check(const ModelView &View, Reporter Report) override;
};

} // namespace aoti
