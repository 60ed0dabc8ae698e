#include "Frontend/PluginUnit.h"
#include "checks/AotiModule.h"

namespace {

struct Loaded {
  Loaded() {
    aoti::registerAotiModule();
    aoti::preparePluginUnits();
  }
};

Loaded Now;

} // namespace
