//===- PreludeCache.h - the precompiled part of the prelude -------*- C++ -*-===//
//
// Half the time of reading a wrapper would go into the declarations of the standard
// library, and half the time of reading a custom operator into those of torch. The build
// precompiles both (tools/prelude-cache) and puts the results into the binary. Without
// them everything works, more slowly.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/VirtualFileSystem.h"
#include <string>
#include <vector>

namespace aoti {

/// A part of the prelude that is precompiled.
enum class PreludePart {
  Standard,  ///< the standard library, for generated code
  Operators, ///< the standard library and torch's C++ API, for custom operators
};

/// The header that is precompiled, as an include path of the prelude.
llvm::StringRef precompiledHeader(PreludePart Part);

/// clang's precompiled form of it, made by this version of clang; empty in a binary that has none.
llvm::StringRef preludeCache(PreludePart Part);

/// The prelude, and the caches if there are any, under `PreludeDirectory`.
llvm::IntrusiveRefCntPtr<llvm::vfs::InMemoryFileSystem> makePreludeFileSystem();

/// The standard for which the caches are made.
inline constexpr llvm::StringLiteral PreludeStandard = "c++20";

/// The language of a source. Of CUDA, the code of the host is what counts.
enum class SourceLanguage { Cxx, Cuda };

/// cc1 arguments for parsing against the prelude, without those that depend on the source. `Part`
/// is what the source may find declared before its first line.
std::vector<std::string> preludeArguments(llvm::StringRef Standard,
                                          SourceLanguage Language = SourceLanguage::Cxx,
                                          PreludePart Part = PreludePart::Standard);

/// Precompiles the header of a part into a file, with the options under which sources are parsed.
llvm::Error writePreludeCache(PreludePart Part, llvm::StringRef File);

} // namespace aoti
