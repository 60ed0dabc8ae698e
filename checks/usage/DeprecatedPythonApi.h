//===- DeprecatedPythonApi.h - the old API in Python --------------*- C++ -*-===//
#pragma once

#include "checks/PythonCheck.h"

namespace aoti {

/// The part of aoti-deprecated-api that looks at Python sources.
class DeprecatedPythonApi : public PythonCheck {
public:
  using PythonCheck::PythonCheck;
  void check(const SourceTextPtr &Source, llvm::ArrayRef<PythonToken> Tokens,
             Reporter Report) override;
};

} // namespace aoti
