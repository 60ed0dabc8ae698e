#pragma once

#include "Facts/TuFacts.h"
#include "Finding/UnitCheck.h"
#include <memory>

namespace aoti {

/// Reports the handle of a kernel or a module that all models of a process share.
///
/// Models are objects, each on its device, and a handle belongs to the context of one device.
/// Handles are known by their type, also inside containers and structures; a place that fills the
/// handles of one model only once in a process is reported as well. Shader libraries of MPS, which
/// has one device, are silent.
class StaticKernelHandleCheck : public UnitCheck {
public:
  using UnitCheck::UnitCheck;

protected:
  void checkUnit(clang::ASTContext &Context) override;

private:
  std::shared_ptr<TuFacts> Facts;
};

} // namespace aoti
