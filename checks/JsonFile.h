//===- JsonFile.h - a JSON file of a package that was read --------*- C++ -*-===//
#pragma once

#include "Support/JsonText.h"
#include "checks/PackageCheck.h"
#include <optional>

namespace aoti {

/// The text of a JSON file with its tree, so that findings can point into it.
struct JsonFile {
  SourceTextPtr Source;
  JsonText Parsed;

  JsonValue root() const { return Parsed.root(); }
  Location at(ByteRange R) const { return {Source, R.Begin, R.End}; }
};

/// Reads a JSON file of a package. nullopt if it cannot be read, which the package says itself, or
/// is no JSON: then \p NoJson, if it is given, gets the byte at which reading stopped, or the end
/// of the text, and the reason in lower case.
std::optional<JsonFile>
readJsonFile(const ModelView &View, const Member &File,
             llvm::function_ref<void(Location At, llvm::StringRef Reason)> NoJson = nullptr);

} // namespace aoti
