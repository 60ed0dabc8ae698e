#pragma once

#include "Facts/TuFacts.h"
#include "Finding/UnitCheck.h"
#include <memory>

namespace aoti {

/// Reports scratch memory of a Triton kernel that is not made larger with the number of its
/// programs.
///
/// Triton states how many bytes each program of the grid writes to; torch up to 2.9 allocates them
/// once for all.
class TritonScratchCheck : public UnitCheck {
public:
  using UnitCheck::UnitCheck;

protected:
  void checkUnit(clang::ASTContext &Context) override;

private:
  std::shared_ptr<TuFacts> Facts;
};

} // namespace aoti
