#include "checks/PackageCheck.h"
#include "checks/constants/ConstantImageCheck.h"
#include "checks/customop/ProxyContractCheck.h"
#include "checks/customop/ProxyDeviceCheck.h"
#include "checks/package/PackageLayoutCheck.h"
#include "checks/package/PackageMetadataCheck.h"
#include "checks/package/ShimVersionLibrary.h"
#include "checks/package/TargetMismatchCheck.h"
#include "checks/triton/TritonLaunchImage.h"

namespace aoti {

std::vector<std::unique_ptr<PackageCheck>>
makePackageChecks(llvm::function_ref<bool(llvm::StringRef Rule)> IsEnabled) {
  std::vector<std::unique_ptr<PackageCheck>> Checks;
#define AOTI_PACKAGE_CHECK(NAME, CLASS, GROUP, CATEGORY, LEVEL, TITLE)                             \
  AOTI_PACKAGE_PART(NAME, CLASS, GROUP)
#define AOTI_PACKAGE_PART(NAME, CLASS, GROUP)                                                      \
  if (IsEnabled(NAME))                                                                             \
    Checks.push_back(std::make_unique<CLASS>(NAME));
#include "checks/Checks.def"
  return Checks;
}

} // namespace aoti
