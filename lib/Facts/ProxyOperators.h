//===- ProxyOperators.h - operators that the proxy executor calls -*- C++ -*-===//
//
// Custom operators, and those of ATen that have no shim, are called by number: the
// file `<wrapper>.json` beside the wrapper says which operator a number stands for, and
// what it is given besides the tensors and sizes of the call.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "clang/Basic/SourceManager.h"
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace aoti {

/// An operator that is called, with what it is given.
struct ProxyOperator {
  struct Input {
    /// The name of the parameter in the operator's schema.
    std::string Name;
    /// The names of the tensors, where it is one or a list of them.
    std::vector<std::string> Tensors;
    /// Its value, where it is an integer or a boolean.
    std::optional<int64_t> Value;
    bool IsNone = false;
  };
  /// "aten::_linalg_svd".
  std::string Target;
  std::vector<Input> Inputs;
  /// The names of the tensors that it makes; empty for what is no tensor.
  std::vector<std::string> Outputs;
};

/// The nodes of the main file's wrapper, by number: from the file of its name, or the only one of
/// its kind beside it. Empty where there is none, or where it is not what torch writes.
std::vector<ProxyOperator> readProxyOperators(const clang::SourceManager &SM);

} // namespace aoti
