#pragma once

#include "Facts/TuFacts.h"
#include "Finding/UnitCheck.h"
#include <memory>

namespace aoti {

/// Reports indices of custom operators that are a product of 32-bit numbers of which tensor sizes
/// decide.
///
/// Of the host and of the device. A kernel that compares with the largest 32-bit number anywhere is
/// left out.
class OpInt32IndexCheck : public UnitCheck {
public:
  using UnitCheck::UnitCheck;

protected:
  void checkUnit(clang::ASTContext &Context) override;

private:
  std::shared_ptr<TuFacts> Facts;
};

} // namespace aoti
