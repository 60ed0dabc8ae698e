//===- ProxyContractCheck.h - calls against their description -----*- C++ -*-===//
#pragma once

#include "checks/PackageCheck.h"

namespace aoti {

/// Finds calls of operators through the proxy executor that disagree with the file in which these
/// operators are described: another node, other numbers of integers or tensors, others than the
/// file names, and a file that the executor cannot read.
///
/// Documentation: docs/checks/aoti-proxy-contract.md
class ProxyContractCheck : public PackageCheck {
public:
  using PackageCheck::PackageCheck;
  void check(const ModelView &View, Reporter Report) override;
};

} // namespace aoti
