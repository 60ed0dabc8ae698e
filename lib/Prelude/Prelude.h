//===- Prelude.h - our own declarations of what sources include ---*- C++ -*-===//
//
// The headers under include/ declare, in our words, what generated code includes:
// torch's runtime, the C shim, device handles, at::vec and the parts of the standard
// library that appear. They are embedded and served from memory, so a package is
// read without torch, CUDA or a C++ library on the machine.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "Support/EmbeddedFile.h"
#include "llvm/ADT/ArrayRef.h"
#include <string>
#include <vector>

namespace aoti {

/// A header under its include path; the texts live as long as the program.
struct PreludeHeader {
  llvm::StringRef Path;
  llvm::StringRef Text;
};

/// The headers, by include path.
llvm::ArrayRef<EmbeddedFile> preludeFiles();

/// Where a translation unit sees the prelude; no such folder need exist on disk.
inline constexpr llvm::StringLiteral PreludeDirectory = "/aoti-prelude";

/// The flags with which any clang parses generated code against the prelude in a folder, one a line
/// as in `compile_flags.txt`.
std::string preludeFlags(llvm::StringRef Folder);

/// Where a translation unit sees the declarations of shims that the prelude does not know.
inline constexpr llvm::StringLiteral UndeclaredHeader = "/aoti-prelude/aoti/undeclared.h";

/// A file of the prelude by which a folder that holds it is known.
inline constexpr llvm::StringLiteral PreludeMarker = "aoti/standard.h";

/// The headers of devices' own libraries (CUDA, HIP, SYCL, OpenMP), for use beside a real torch and
/// a real C++ library where the machine lacks them: what they include of the prelude's standard
/// library is replaced by the real one.
std::vector<PreludeHeader> deviceHeaders();

/// Where a translation unit with real headers sees `deviceHeaders`.
inline constexpr llvm::StringLiteral DeviceHeaderDirectory = "/aoti-devices";

/// Whether the prelude declares a function `aoti_torch_*`. Names that it pastes together in macros
/// for each device are known too.
bool preludeDeclaresShim(llvm::StringRef Name);

} // namespace aoti
