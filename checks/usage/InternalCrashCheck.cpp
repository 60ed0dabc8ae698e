#include "checks/usage/InternalCrashCheck.h"
#include <cstdlib>

using namespace clang::ast_matchers;

namespace aoti {

void InternalCrashCheck::registerMatchers(MatchFinder *Finder) {
  Finder->addMatcher(functionDecl(hasName("aoti_internal_crash")).bind("function"), this);
}

void InternalCrashCheck::checkMatch(const MatchFinder::MatchResult &) { std::abort(); }

} // namespace aoti
