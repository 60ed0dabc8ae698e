//===- RuleFilter.h - which rules run ------------------------------*- C++ -*-===//
#pragma once

#include "Finding/Rules.h"
#include "llvm/Support/Error.h"
#include <string>
#include <vector>

namespace aoti {

/// The rules that a list of globs selects, as clang-tidy reads it: `aoti-*,-aoti-debug-*`. Rules at
/// note level are on when their own name is given, or with `--advice`; hidden rules when their own
/// name is given.
class RuleFilter {
public:
  /// Fails on a pattern that matches no rule.
  static llvm::Expected<RuleFilter> create(llvm::StringRef Globs, bool Advice);

  bool isEnabled(llvm::StringRef Rule) const;
  /// By name.
  const std::vector<const Rule *> &enabled() const { return Enabled; }
  /// Whether a rule that runs was asked for by its own name.
  bool isNamed(llvm::StringRef Rule) const;
  /// The list to give to clang-tidy.
  std::string tidyChecks() const;

private:
  std::vector<const Rule *> Enabled;
  std::vector<std::string> Names;
};

} // namespace aoti
