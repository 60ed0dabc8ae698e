//===- PreludeCache.h - the precompiled part of the prelude -------*- C++ -*-===//
//
// Half the time of reading a wrapper would go into the declarations of the standard
// library. The build precompiles them (tools/prelude-cache) and puts the result into
// the binary. Without it everything works, more slowly.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/VirtualFileSystem.h"
#include <string>
#include <vector>

namespace aoti {

/// The header that is precompiled, as an include path of the prelude.
inline constexpr llvm::StringLiteral PrecompiledHeader = "aoti/standard.h";

/// clang's precompiled form of it, made by this version of clang; empty in a binary that has none.
llvm::StringRef preludeCache();

/// The prelude, and the cache if there is one, under `PreludeDirectory`.
llvm::IntrusiveRefCntPtr<llvm::vfs::InMemoryFileSystem> makePreludeFileSystem();

/// The standard for which the cache is made.
inline constexpr llvm::StringLiteral PreludeStandard = "c++20";

/// The language of a source. Of CUDA, the code of the host is what counts.
enum class SourceLanguage { Cxx, Cuda };

/// cc1 arguments for parsing against the prelude, without those that depend on the source.
std::vector<std::string> preludeArguments(llvm::StringRef Standard, SourceLanguage Language = SourceLanguage::Cxx);

/// Precompiles the header into a file, with the options under which sources are parsed.
llvm::Error writePreludeCache(llvm::StringRef File);

} // namespace aoti
