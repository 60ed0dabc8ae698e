//===- ProxyCalls.h - calls of the proxy executor -----------------*- C++ -*-===//
//
// A wrapper runs an operator for which there is no C shim through
//   aoti_torch_proxy_executor_call_function(proxy_executor, node, ints, {…}, tensors, {…})
// The node is a number in the JSON file of extern kernels, which says the rest of the
// call. This is the wrapper's side of it as plain data, for comparison with the file.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "Facts/Dialect.h"
#include "Support/JsonText.h"
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace aoti {

class TuFacts;

/// An integer that a call passes.
struct ProxyInteger {
  /// What it is whenever the call runs; nullopt if that depends on the run.
  std::optional<int64_t> Value;
  /// The variable, and what that was made of as another name of the same number; empty if the
  /// expression is not followed.
  std::vector<std::string> Names;
  ByteRange At;
};

/// A tensor that a call passes.
struct ProxyTensor {
  /// The variable, and what that was made of as another view or handle of the same tensor; empty if
  /// the expression is not followed.
  std::vector<std::string> Names;
  /// Whether it is a handle that was made for a result of the call
  /// (`aoti_torch_new_uninitialized_tensor`).
  bool IsNew = false;
  ByteRange At;
};

/// One of the two lists of a call.
template <typename Element> struct ProxyList {
  /// How many elements are announced to the executor; nullopt if it is not constant.
  std::optional<int64_t> Count;
  ByteRange CountAt;
  /// How many elements the array has; nullopt if it is not followed.
  std::optional<uint64_t> Size;
  ByteRange At;
  /// As written; a `std::array` can have more elements, which are 0.
  std::vector<Element> Elements;
};

/// A place where a result of a call is used by code of a certain device.
struct ProxyConsumer {
  /// The variable of the result.
  std::string Result;
  DeviceType Device = DeviceType::Unknown;
  /// The dtype that a kernel of the CPU takes it as; empty for others.
  std::string Dtype;
  /// What uses it.
  std::string Callee;
  ByteRange At;
};

/// What code says of the operator that a call runs.
struct ProxyEvidence {
  /// "ns.op.overload" as assertions on its results name it, or "ns.op" as a comment does.
  std::string Operator;
  /// The result that an assertion is about.
  std::string Result;
  /// The dtype that an assertion expects of the result (torch 2.15 and newer); empty for others.
  std::string Dtype;
  ByteRange At;
};

struct ProxyCall {
  /// The call without its semicolon.
  ByteRange At;
  /// The function that it stands in: "run_impl", "_const_run_impl".
  std::string Function;
  /// The number of the node; nullopt if it is not constant.
  std::optional<int64_t> Node;
  ByteRange NodeAt;
  ProxyList<ProxyInteger> Integers;
  ProxyList<ProxyTensor> Tensors;
  /// The operator that an assertion on a result names (torch 2.13 and newer).
  std::optional<ProxyEvidence> Asserted;
  /// The operators of the comment before the call; empty if there is none.
  std::vector<ProxyEvidence> Commented;
  /// The first use of each result by code of a certain device.
  std::vector<ProxyConsumer> Consumers;
};

/// The calls of a wrapper in the order of its text.
std::vector<ProxyCall> findProxyCalls(TuFacts &Facts);

} // namespace aoti
