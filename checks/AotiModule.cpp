#include "checks/AotiModule.h"
#include "Support/ClangCompat.h"
#include "checks/constants/ConstantDeviceCheck.h"
#include "checks/constants/ConstantExtentCheck.h"
#include "checks/constants/ConstantTableCheck.h"
#include "checks/constants/FoldedConstantCheck.h"
#include "checks/customop/MetaConcreteShapeCheck.h"
#include "checks/customop/MetaDataAccessCheck.h"
#include "checks/customop/OpContiguityCheck.h"
#include "checks/customop/OpDtypeCheck.h"
#include "checks/customop/OpInt32IndexCheck.h"
#include "checks/customop/OpStorageOffsetCheck.h"
#include "checks/customop/SchemaReturnsIntCheck.h"
#include "checks/customop/SchemaSymintCheck.h"
#include "checks/device/DeviceCopyLostCheck.h"
#include "checks/device/DeviceIndexLiteralCheck.h"
#include "checks/device/DeviceTypeMismatchCheck.h"
#include "checks/device/StaticKernelHandleCheck.h"
#include "checks/inputs/DynamicDimSpecialisedCheck.h"
#include "checks/inputs/InputAlignmentCheck.h"
#include "checks/inputs/InputCheckMissingCheck.h"
#include "checks/inputs/InputContractCheck.h"
#include "checks/inputs/InputLowerBoundCheck.h"
#include "checks/inputs/InputRankCheck.h"
#include "checks/inputs/SizeTruncationCheck.h"
#include "checks/memory/HandleLifetimeCheck.h"
#include "checks/memory/KernelSignatureCheck.h"
#include "checks/memory/ShimScalarTypeCheck.h"
#include "checks/memory/UncheckedErrorCheck.h"
#include "checks/memory/ViewOutOfBoundsCheck.h"
#include "checks/package/PathNotRelocatableCheck.h"
#include "checks/package/ShimVersionCheck.h"
#include "checks/stream/DefaultStreamCheck.h"
#include "checks/stream/DeviceGuardMissingCheck.h"
#include "checks/stream/StreamEventOrderCheck.h"
#include "checks/stream/StreamGuardMissingCheck.h"
#include "checks/stream/StreamMismatchCheck.h"
#include "checks/triton/TritonGridCheck.h"
#include "checks/triton/TritonIndexOutOfBoundsCheck.h"
#include "checks/triton/TritonInt32OverflowCheck.h"
#include "checks/triton/TritonLaunchAbiCheck.h"
#include "checks/triton/TritonScratchCheck.h"
#include "checks/usage/DebugLeftoverCheck.h"
#include "checks/usage/DeprecatedApiCheck.h"
#include "llvm/ADT/STLExtras.h"

namespace aoti {
namespace {

class AotiModule : public clang::tidy::ClangTidyModule {
public:
  void addCheckFactories(clang::tidy::ClangTidyCheckFactories &Factories) override {
#define AOTI_TU_CHECK(NAME, CLASS, GROUP, CATEGORY, LEVEL, TITLE)                                  \
  Factories.registerCheck<CLASS>(NAME);
#include "checks/Checks.def"
  }
};

clang::tidy::ClangTidyModuleRegistry::Add<AotiModule>
    Registration("aoti", "Checks for what AOTInductor generates");

} // namespace

void registerAotiModule() { (void)&Registration; }

bool judgesAcrossFiles(llvm::StringRef Rule) {
  static constexpr llvm::StringLiteral Names[] = {
#define AOTI_ACROSS_FILES(NAME) NAME,
#include "checks/Checks.def"
  };
  return llvm::is_contained(Names, Rule);
}

} // namespace aoti
