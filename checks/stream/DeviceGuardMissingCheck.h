#pragma once

#include "Facts/TuFacts.h"
#include "Finding/UnitCheck.h"
#include <memory>

namespace aoti {

/// Reports kernels of custom operators for CUDA that launch work with no device guard on the way to
/// it.
///
/// Judged are functions that are registered for CUDA or ROCm, with what they call. A guard, or a
/// call that sets the device, counts from where it stands to the end of its block. Reported is the
/// launch that comes first without one.
class DeviceGuardMissingCheck : public UnitCheck {
public:
  using UnitCheck::UnitCheck;

protected:
  void checkUnit(clang::ASTContext &Context) override;

private:
  std::shared_ptr<TuFacts> Facts;
};

} // namespace aoti
