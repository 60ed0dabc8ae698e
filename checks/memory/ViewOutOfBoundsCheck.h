#pragma once

#include "Facts/TuFacts.h"
#include "Finding/UnitCheck.h"
#include <memory>

namespace aoti {

struct FunctionBuffers;
struct Tensor;

/// Reports a view, a block of a pool or a stack tensor that reaches past the memory it lies in.
///
/// Sizes, strides and offsets may hold symbols; a finding names admitted values of them for which
/// it happens. What cannot be decided is not reported, nor are views of an input, which may be a
/// part of a larger tensor.
class ViewOutOfBoundsCheck : public UnitCheck {
public:
  using UnitCheck::UnitCheck;

protected:
  void checkUnit(clang::ASTContext &Context) override;

private:
  std::shared_ptr<TuFacts> Facts;
};

} // namespace aoti
