#pragma once

#include "Facts/TuFacts.h"
#include "Finding/UnitCheck.h"
#include <memory>

namespace aoti {

/// Reports work on several streams that no event orders: waits without a record, races, and streams
/// that are not joined.
///
/// Events, host synchronisations and the order of each stream are followed by vector clocks. Where
/// paths meet, what is ordered on one of them counts as ordered.
class StreamEventOrderCheck : public UnitCheck {
public:
  using UnitCheck::UnitCheck;

protected:
  void checkUnit(clang::ASTContext &Context) override;

private:
  std::shared_ptr<TuFacts> Facts;
};

} // namespace aoti
