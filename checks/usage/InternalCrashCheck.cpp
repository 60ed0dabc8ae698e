#include "checks/usage/InternalCrashCheck.h"
#include <cstdlib>

using namespace clang;

namespace aoti {

void InternalCrashCheck::checkUnit(ASTContext &Context) {
  if (!Context.getTranslationUnitDecl()->lookup(&Context.Idents.get("aoti_internal_crash")).empty())
    std::abort();
}

} // namespace aoti
