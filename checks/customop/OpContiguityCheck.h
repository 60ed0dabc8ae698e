#pragma once

#include "Facts/TuFacts.h"
#include "Finding/UnitCheck.h"
#include <memory>

namespace aoti {

/// Reports tensors that a kernel of a custom operator walks as if they were contiguous while
/// nothing checks that.
///
/// Only tensors of which all uses are followed: what is asked for its strides, copied, viewed or
/// handed to code that is not seen is left out.
class OpContiguityCheck : public UnitCheck {
public:
  using UnitCheck::UnitCheck;

protected:
  void checkUnit(clang::ASTContext &Context) override;

private:
  std::shared_ptr<TuFacts> Facts;
};

} // namespace aoti
