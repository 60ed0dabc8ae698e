//===- OperatorSchema.h - the signature of an operator, as text ---*- C++ -*-===//
//
// Reads what `m.def("ns::name.overload(Tensor x, SymInt n=1) -> Tensor")` is given.
// Offsets are bytes of that text, so that a place in it can be named and changed.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace aoti {

/// A type such as `Tensor(a!)`, `SymInt[]?` or `int[2]`.
struct SchemaType {
  /// "Tensor", "SymInt", "int", "ScalarType", "__torch__.torch.classes.ns.C", "Dict(str, int)".
  std::string Base;
  /// What follows it, without the sizes of lists: "", "?", "[]", "[]?", "?[]".
  std::string Suffix;
  /// Offsets of `Base` in the text.
  uint32_t Begin = 0, End = 0;

  std::string text() const { return Base + Suffix; }
};

struct SchemaArgument {
  SchemaType Type;
  /// Empty for results without a name.
  std::string Name;
  /// The default as it is written; empty if there is none.
  std::string Default;
};

struct OperatorSchema {
  /// With its namespace if the text has one, and without the overload: "ns::name".
  std::string Name;
  std::string Overload;
  /// Whether more than the name is given; torch infers the rest from the kernel otherwise.
  bool HasSignature = false;
  std::vector<SchemaArgument> Arguments;
  std::vector<SchemaArgument> Results;
};

/// \returns nullopt for text that is no schema, or has a form that is not known.
std::optional<OperatorSchema> parseOperatorSchema(llvm::StringRef Text);

} // namespace aoti
