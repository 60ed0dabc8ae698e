#pragma once

#include "Facts/TuFacts.h"
#include "Finding/UnitCheck.h"
#include <memory>

namespace aoti {

/// Reports work that is launched on another stream or device than the stream guard in force makes
/// the current one.
///
/// Also the query of the current stream of a device with a literal index, which no package needs.
/// Where the guard or the stream depends on the path, a launch is reported if it is wrong on all of
/// them.
class StreamMismatchCheck : public UnitCheck {
public:
  using UnitCheck::UnitCheck;

protected:
  void checkUnit(clang::ASTContext &Context) override;

private:
  std::shared_ptr<TuFacts> Facts;
};

} // namespace aoti
