#include "checks/PythonCheck.h"
#include "checks/usage/DeprecatedPythonApi.h"

namespace aoti {

std::vector<std::unique_ptr<PythonCheck>>
makePythonChecks(llvm::function_ref<bool(llvm::StringRef Rule)> IsEnabled) {
  std::vector<std::unique_ptr<PythonCheck>> Checks;
#define AOTI_PYTHON_PART(NAME, CLASS, GROUP)                                                       \
  if (IsEnabled(NAME))                                                                             \
    Checks.push_back(std::make_unique<CLASS>(NAME));
#include "checks/Checks.def"
  return Checks;
}

} // namespace aoti
