#pragma once

#include "Facts/TuFacts.h"
#include "Finding/UnitCheck.h"
#include <memory>

namespace aoti {

/// Reports work on the GPU that is not dominated by a live stream guard.
///
/// Judged are the functions that torch calls with a stream, `run_impl` and `_const_run_impl`; the
/// launch helpers run under the guard of their caller. Reported is the work that comes first on
/// some path without a guard.
class StreamGuardMissingCheck : public UnitCheck {
public:
  using UnitCheck::UnitCheck;

protected:
  void checkUnit(clang::ASTContext &Context) override;

private:
  std::shared_ptr<TuFacts> Facts;
};

} // namespace aoti
