//===- UnitCheck.h - base class of checks that ask facts ----------*- C++ -*-===//
//
// A check that does not match single nodes but looks at a translation unit once, as
// a whole: most do, since what they need stands in the facts.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "Finding/AotiCheck.h"

namespace aoti {

class UnitCheck : public AotiCheck {
public:
  using AotiCheck::AotiCheck;
  ~UnitCheck() override;

  void registerMatchers(clang::ast_matchers::MatchFinder *Finder) final;
  /// The tool shows matchers nothing and clangd the declarations of the main file only, so that the
  /// unit is checked here.
  void onEndOfTranslationUnit() final;

protected:
  /// Called once for each translation unit, when all of it is parsed.
  virtual void checkUnit(clang::ASTContext &Context) = 0;

  void checkMatch(const clang::ast_matchers::MatchFinder::MatchResult &Result) final;

private:
  bool Checked = false;
};

} // namespace aoti
