#include "Finding/UnitCheck.h"
#include "Finding/MatcherScope.h"
#include "clang/ASTMatchers/ASTMatchersMacros.h"

using namespace clang;
using namespace clang::ast_matchers;

namespace aoti {
namespace {

/// The translation unit of this thread, as soon as a match told of it.
thread_local ASTContext *Seen = nullptr;
/// The check that waits for such a match for all others of its finder.
thread_local const UnitCheck *Watcher = nullptr;
thread_local const MatchFinder *WatchedFinder = nullptr;

/// The unit whose declarations are hidden, and these.
thread_local const ASTContext *HiddenUnit = nullptr;
thread_local std::vector<Decl *> Hidden;

AST_MATCHER(Decl, isFirstSeen) { return !Seen; }

} // namespace

void hideFromMatchers(ASTContext &Context) {
  HiddenUnit = &Context;
  Hidden = Context.getTraversalScope();
  Context.setTraversalScope({});
}

void showInput(ASTContext &Context) {
  if (HiddenUnit != &Context)
    return;
  HiddenUnit = nullptr;
  Context.setTraversalScope(Hidden);
  Hidden.clear();
}

void UnitCheck::registerMatchers(MatchFinder *Finder) {
  Seen = nullptr;
  Finder->addMatcher(translationUnitDecl().bind("unit"), this);
  // clangd shows matchers the declarations of the main file only; the first of them knows the unit.
  if (!FindingSink::current() && (!Watcher || WatchedFinder != Finder)) {
    Watcher = this;
    WatchedFinder = Finder;
    Finder->addMatcher(decl(isFirstSeen()), this);
  }
}

UnitCheck::~UnitCheck() {
  if (Watcher == this)
    Watcher = nullptr;
}

void UnitCheck::checkMatch(const MatchFinder::MatchResult &Result) {
  Seen = Result.Context;
  // In the tool the declarations are still hidden.
  if (FindingSink::current() || !Result.Nodes.getNodeAs<TranslationUnitDecl>("unit"))
    return;
  Checked = true;
  checkUnit(*Result.Context);
}

void UnitCheck::onEndOfTranslationUnit() {
  FindingSink *Sink = FindingSink::current();
  ASTContext *Unit = Sink ? Sink->Unit : Seen;
  if (!Checked && isAnalysed() && Unit) {
    if (Sink) {
      Sink->RunningCheck = ruleName().str();
      showInput(*Unit);
    }
    checkUnit(*Unit);
    if (Sink)
      Sink->RunningCheck.clear();
  }
  Checked = false;
}

} // namespace aoti
