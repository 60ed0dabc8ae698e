#pragma once

#include "Facts/TuFacts.h"
#include "Finding/UnitCheck.h"
#include <memory>

namespace aoti {

struct FunctionBuffers;
struct Tensor;

/// Reports a view, a block of a pool or a stack tensor that reaches past the memory it lies in, and
/// blocks that overwrite each other.
///
/// Sizes, strides and offsets may hold symbols; a finding names admitted values of them for which
/// it happens. What cannot be decided is not reported. Of inputs and of results of operators, whose
/// storage is not known, what is declared counts, unless the model is made to look at more.
class ViewOutOfBoundsCheck : public UnitCheck {
public:
  using UnitCheck::UnitCheck;

protected:
  void checkUnit(clang::ASTContext &Context) override;

private:
  std::shared_ptr<TuFacts> Facts;
};

} // namespace aoti
