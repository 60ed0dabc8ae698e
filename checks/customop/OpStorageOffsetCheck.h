#pragma once

#include "Facts/TuFacts.h"
#include "Finding/UnitCheck.h"
#include <memory>

namespace aoti {

/// Reports kernels of custom operators that take the beginning of a storage for the data of a
/// tensor.
///
/// A kernel that asks for a storage offset, or for the size of a storage, anywhere is left out.
class OpStorageOffsetCheck : public UnitCheck {
public:
  using UnitCheck::UnitCheck;

protected:
  void checkUnit(clang::ASTContext &Context) override;

private:
  std::shared_ptr<TuFacts> Facts;
};

} // namespace aoti
