//===- ExternNodes.h - the file of extern kernels -----------------*- C++ -*-===//
//
// `<key>.wrapper.json` (torch 2.6: `<key>.json`) describes the operators that a model
// runs through the proxy executor, in the order in which they were generated
// (ExternKernelNodes of torch/_export/serde/schema.py). The executor reads it when the
// model is loaded (oss_proxy_executor.cpp) and gets at each call what changes from run
// to run: first the integers and tensors of the inputs in the order of the file, then
// those of the outputs.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "Support/JsonText.h"
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace aoti {

/// An integer that the executor takes from the call.
struct ExternInteger {
  std::optional<int64_t> Value;
  /// The name of a size, as sympy prints it; empty for numbers.
  std::string Symbol;
  ByteRange At;
};

/// A tensor that the executor takes from the call.
struct ExternTensor {
  /// Empty if the file does not name it.
  std::string Name;
  ByteRange At;
};

struct ExternDevice {
  /// "cuda".
  std::string Type;
  std::optional<int64_t> Index;
  ByteRange At;
};

/// An input or an output of a node.
struct ExternArgument {
  /// As the schema of the operator calls it; empty for outputs.
  std::string Name;
  /// "as_tensor", "as_sym_ints", …
  std::string Kind;
  /// The key that is the kind.
  ByteRange At;
  std::vector<ExternInteger> Integers;
  std::vector<ExternTensor> Tensors;
  std::optional<ExternDevice> Device;
  /// Of `as_bool`.
  std::optional<bool> Flag;
  /// The dtype of `as_scalar_type` as torch names it: "float32".
  std::string Dtype;
};

struct ExternNode {
  /// "aten::bincount", "ns::op.overload", "call_torchbind".
  std::string Target;
  /// The value of "target"; the node where there is none.
  ByteRange At;
  /// The element of the list.
  ByteRange Whole;
  std::vector<ExternArgument> Inputs, Outputs;
  /// Whether all of it could be read, so that what it takes can be counted.
  bool Complete = true;

  bool isCustom() const;
  /// "ns.op.overload", with "default" for no overload; empty for what is no operator.
  std::string dottedTarget() const;
};

/// What is wrong with the file itself.
struct ExternProblem {
  /// Whether the model cannot be loaded or called; else the file says too little.
  bool Fatal = true;
  ByteRange At;
  /// Says the reason too: "…: the model cannot be loaded".
  std::string Message;
  /// The first of two; empty at 0 if there is none.
  ByteRange First;
};

/// What the file says.
struct ExternNodes {
  std::vector<ExternNode> Nodes;
  std::vector<ExternProblem> Problems;
  /// Whether there is a list of nodes that could be counted.
  bool HasList = false;
  /// The key "nodes".
  ByteRange ListAt;
};

/// Reads the file of extern kernels; what is wrong with it is among the result.
ExternNodes readExternNodes(const JsonText &File);

} // namespace aoti
