//===- RealHeaders.h - parsing with an installed torch ------------*- C++ -*-===//
#pragma once

#include "Frontend/TranslationUnit.h"
#include "clang/Basic/Diagnostic.h"
#include "clang/Frontend/CompilerInvocation.h"
#include "llvm/Support/VirtualFileSystem.h"
#include <memory>

namespace aoti {

/// The invocation for a source that is parsed with the headers of `Headers.TorchInclude`, the
/// machine's C++ library and clang's own headers; CUDA's come from the toolkit beside torch, or as
/// declarations from the prelude.
std::shared_ptr<clang::CompilerInvocation>
makeRealHeaderInvocation(llvm::StringRef MainPath, llvm::StringRef Standard,
                         const std::vector<std::string> &Definitions, const HeaderOptions &Headers,
                         clang::DiagnosticsEngine &Diags,
                         llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> FS);

/// The header that CPU kernels include, in a torch installation: among the C++ headers, or (2.6)
/// among the Python sources.
std::string kernelPrefixHeader(llvm::StringRef TorchInclude);

/// The files that a source sees beside its own when real headers are used: those of torch, of the
/// machine's C and C++ libraries and of clang, of folders named in `Headers.ExtraArguments`, and
/// `deviceHeaders` for what the machine lacks. Nothing else of the machine can be read.
llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem>
makeRealHeaderFileSystem(const HeaderOptions &Headers);

} // namespace aoti
