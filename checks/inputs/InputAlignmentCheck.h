#pragma once

#include "Facts/TuFacts.h"
#include "Finding/UnitCheck.h"
#include <memory>

namespace aoti {

/// Reports an input, or a view at an offset, whose address a Triton kernel takes for a multiple of
/// 16 bytes while nothing makes it one.
///
/// A kernel is compiled with `tt.divisibility` for the pointers that were aligned then, and loads
/// 16 bytes at a time from them. For inputs, `run_impl` tests the address first: torch 2.6 refuses
/// one that is not aligned, newer releases copy it.
class InputAlignmentCheck : public UnitCheck {
public:
  using UnitCheck::UnitCheck;

protected:
  void checkUnit(clang::ASTContext &Context) override;

private:
  std::shared_ptr<TuFacts> Facts;
};

} // namespace aoti
