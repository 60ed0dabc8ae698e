#pragma once

#include "Facts/TuFacts.h"
#include "Finding/UnitCheck.h"
#include <memory>

namespace aoti {

/// Reports Meta kernels that read data, launch work, ask for the device or allocate on a real one,
/// which a tensor without data cannot take.
///
/// What is a Meta kernel is decided by registration, in any file of the run.
class MetaDataAccessCheck : public UnitCheck {
public:
  using UnitCheck::UnitCheck;

protected:
  void checkUnit(clang::ASTContext &Context) override;

private:
  std::shared_ptr<TuFacts> Facts;
};

} // namespace aoti
