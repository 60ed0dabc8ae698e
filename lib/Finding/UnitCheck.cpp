#include "Finding/UnitCheck.h"

using namespace clang::ast_matchers;

namespace aoti {

void UnitCheck::registerMatchers(MatchFinder *Finder) { Finder->addMatcher(translationUnitDecl(), this); }

void UnitCheck::checkMatch(const MatchFinder::MatchResult &Result) {
  Checked = true;
  checkUnit(*Result.Context);
}

void UnitCheck::onEndOfTranslationUnit() {
  FindingSink *Sink = FindingSink::current();
  if (!Checked && Sink && Sink->Unit) {
    Sink->RunningCheck = ruleName().str();
    checkUnit(*Sink->Unit);
    Sink->RunningCheck.clear();
  }
  Checked = false;
}

} // namespace aoti
