#pragma once

#include "Finding/AotiCheck.h"

namespace aoti {

/// Crashes on a function named 'aoti_internal_crash'; tests the containment of crashes.
class InternalCrashCheck : public AotiCheck {
public:
  using AotiCheck::AotiCheck;
  void registerMatchers(clang::ast_matchers::MatchFinder *Finder) override;

protected:
  void checkMatch(const clang::ast_matchers::MatchFinder::MatchResult &Result) override;
};

} // namespace aoti
