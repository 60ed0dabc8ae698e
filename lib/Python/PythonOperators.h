//===- PythonOperators.h - operators that Python gives kernels ----*- C++ -*-===//
#pragma once

#include "Python/PythonLexer.h"
#include "llvm/ADT/ArrayRef.h"
#include <string>
#include <vector>

namespace aoti {

/// The operators ("ns::name") that a Python source gives a Meta kernel: by
/// `register_fake("ns::name")`, `impl_abstract("ns::name")`, or `impl("ns::name", …, "Meta")`, as a
/// call or a decorator. Names that are no literal, or have no namespace, are not among them.
std::vector<std::string> pythonFakes(llvm::ArrayRef<PythonToken> Tokens);

} // namespace aoti
