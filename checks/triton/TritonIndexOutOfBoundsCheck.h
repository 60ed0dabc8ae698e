#pragma once

#include "Facts/TuFacts.h"
#include "Finding/UnitCheck.h"
#include <memory>

namespace aoti {

/// Reports a launch of a Triton kernel whose index is out of bounds for a size that the package
/// admits, or goes unchecked.
///
/// An assertion of the kernel fails whatever the data is where its bound is empty while the kernel
/// still runs, and where its index follows from sizes alone and exceeds it. An index that is data
/// is left to the assertion; a kernel that was compiled without them has none.
class TritonIndexOutOfBoundsCheck : public UnitCheck {
public:
  using UnitCheck::UnitCheck;

protected:
  void checkUnit(clang::ASTContext &Context) override;

private:
  std::shared_ptr<TuFacts> Facts;
};

} // namespace aoti
