#pragma once

#include "Facts/TuFacts.h"
#include "Finding/UnitCheck.h"
#include <memory>
#include <string>
#include <vector>

namespace aoti {

/// Finds what the debug options of AOTInductor leave in a package: printers and savers of tensors,
/// NaN checks, profiling, forced waits for the device, and flags of a debug build. Nearly all of
/// these options act when the package is compiled and cannot be switched off later.
class DebugLeftoverCheck : public UnitCheck {
public:
  using UnitCheck::UnitCheck;

  /// An expansion of RECORD_FUNCTION in the main file and the name that it records, if that is a
  /// literal.
  struct RecordMacro {
    clang::SourceRange At;
    std::string Name;
  };

protected:
  void preprocess(const clang::SourceManager &SM, clang::Preprocessor &PP) override;
  void checkUnit(clang::ASTContext &Context) override;

private:
  std::vector<RecordMacro> RecordMacros;
  std::shared_ptr<TuFacts> Facts;
};

} // namespace aoti
