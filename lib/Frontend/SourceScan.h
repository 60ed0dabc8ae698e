//===- SourceScan.h - what a source needs before it is parsed -----*- C++ -*-===//
//
// One pass of the raw lexer over a source: its includes, the shim functions it
// calls, and the macros of the command that compiled it. The tool's front end makes
// clang's command line of it, the plugin adds it to the predefined text.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "Facts/Dialect.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/StringSet.h"
#include <cstdint>
#include <string>
#include <vector>

namespace aoti {

struct IncludeDirective {
  std::string Name;
  bool Angled = false;
  /// Byte range of the name with its delimiters.
  uint32_t Begin = 0, End = 0;
};

struct SourceScan {
  std::vector<IncludeDirective> Includes;
  /// Functions `aoti_torch_*` that are called, in the order of their first call, and not declared
  /// in the source itself.
  std::vector<std::string> ShimCalls;
  /// Torch's C++ interface is used: one of its headers, `at::`, `c10::`, `torch::`, or a macro that
  /// registers operators.
  bool UsesTorch = false;
  /// It defines classes of torch's own namespaces: a stand-in for torch's headers.
  bool DefinesTorch = false;
  /// It registers operators: a macro or a call says so.
  bool RegistersOperators = false;
  /// Macros that are asked for by `#ifdef`, `#if defined(X)` and the like, and those that are
  /// defined.
  std::vector<std::string> AskedMacros, DefinedMacros;
};

/// Never fails; what is no C++ is skipped.
SourceScan scanSource(llvm::StringRef Text);

/// The text with blanks for its `#line` directives and line markers: a package must not be able to
/// name other files in messages, or to call its own code a system header, in which nothing is
/// reported. All offsets stay.
std::string withoutLineDirectives(llvm::StringRef Text);

/// Macro definitions (`NAME` or `NAME=VALUE`) and the standard of the last "// Compile cmd" line at
/// the end of a source, as far as they are on the list of those that decide what generated code
/// means. Nothing else of a recorded command is ever used.
struct RecordedCommand {
  std::vector<std::string> Definitions;
  /// "c++17", "c++20", …; empty if none is recorded.
  std::string Standard;
};
RecordedCommand recordedCommand(llvm::StringRef Text);

/// The macro definitions (`NAME` or `NAME=VALUE`) that a source was compiled with: the recorded
/// ones, and that of its device.
std::vector<std::string> sourceDefinitions(const RecordedCommand &Command, const Dialect &Of);

/// Adds the names `aoti_torch_*` that occur in a text.
void addShimNames(llvm::StringRef Text, llvm::StringSet<> &Names);

/// The functions `aoti_torch_*` that a source calls and that neither it, nor the prelude, nor one
/// of \p Declared declares. To declare one of those again would harm: the template would win over
/// the conversion of a handle.
std::vector<std::string> undeclaredShims(const SourceScan &Scan, const llvm::StringSet<> &Declared);

/// C++ that declares such functions for whatever they are called with.
std::string shimDeclarations(llvm::ArrayRef<std::string> Names);

/// Whether an include is that of torch 2.6's kernels, which include cpp_prefix.h under the absolute
/// path of a hash-named copy.
bool isHashNamedPrefix(llvm::StringRef Include);

} // namespace aoti
