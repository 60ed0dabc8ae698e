//===- PythonCheck.h - base class of checks on Python sources -----*- C++ -*-===//
//
// Runs on a Python source that was given beside packages and C++.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "Finding/Finding.h"
#include "Python/PythonLexer.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <memory>
#include <string>
#include <vector>

namespace aoti {

class PythonCheck {
public:
  /// Takes a finding. The rule is set by the caller, which also drops what comments excuse.
  using Reporter = llvm::function_ref<void(Finding)>;

  explicit PythonCheck(llvm::StringRef Name) : Name(Name) {}
  virtual ~PythonCheck() = default;
  llvm::StringRef ruleName() const { return Name; }
  /// \p Tokens are those of \p Source up to the first error.
  virtual void check(const SourceTextPtr &Source, llvm::ArrayRef<PythonToken> Tokens,
                     Reporter Report) = 0;

private:
  std::string Name;
};

/// A new instance of each check on Python sources for which \p IsEnabled says yes, in the order of
/// the registry.
std::vector<std::unique_ptr<PythonCheck>>
makePythonChecks(llvm::function_ref<bool(llvm::StringRef Rule)> IsEnabled);

} // namespace aoti
