#include "Support/ClangCompat.h"
#include "checks/AotiModule.h"
#include "checks/usage/InternalCrashCheck.h"

namespace aoti {
namespace {

class HiddenModule : public clang::tidy::ClangTidyModule {
public:
  void addCheckFactories(clang::tidy::ClangTidyCheckFactories &Factories) override {
#define AOTI_HIDDEN_TU_CHECK(NAME, CLASS, GROUP, CATEGORY, LEVEL, TITLE)                           \
  Factories.registerCheck<CLASS>(NAME);
#include "checks/Checks.def"
  }
};

clang::tidy::ClangTidyModuleRegistry::Add<HiddenModule> Registration("aoti-hidden",
                                                                     "Checks for tests only");

} // namespace

void registerHiddenModule() { (void)&Registration; }

} // namespace aoti
