//===- Internal.h - shared by the kinds of packages ---------------*- C++ -*-===//
#pragma once

#include "Package/Package.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/FileSystem.h"
#include <string>

namespace aoti {

/// Folders above a file, counted from the package or from the folder that is searched; no real tree
/// comes near.
constexpr unsigned MaxFolderDepth = 64;
/// Bytes of a member's path; the paths of torch have about 150.
constexpr unsigned MaxPathBytes = 1024;

/// An error whose message begins with the path in quotes; \p Text says what is wrong and what to
/// do. It goes on with the sentence ("is empty"), or begins one, which then stands after a colon.
llvm::Error packageError(PackageError::Kind K, llvm::StringRef Path, const llvm::Twine &Text);

/// Closes a file at the end of a scope.
struct FileCloser {
  llvm::sys::fs::file_t &File;
  ~FileCloser() { llvm::sys::fs::closeFile(File); }
};

/// Opens an archive: reads its directory, refuses it if it is hostile, finds its models.
llvm::Expected<std::unique_ptr<Package>> openArchive(llvm::StringRef Path,
                                                     const PackageLimits &Limits);

/// True if the first bytes of a file are those of a zip archive.
bool looksLikeArchive(llvm::StringRef FirstBytes);

/// True for the names of C++ and CUDA sources and headers.
bool isSourceName(llvm::StringRef FileName);
bool isKernelName(llvm::StringRef FileName);
bool isWrapperName(llvm::StringRef FileName);
bool isPythonName(llvm::StringRef FileName);
/// True for what macOS adds to folders and archives, by one part of a path: `__MACOSX`,
/// `.DS_Store`, and `._x`, which holds the attributes of the file `x`.
bool isMacLeftover(llvm::StringRef Name);

/// Bytes at the head of a source in which a generated wrapper names its class for the first time.
constexpr uint64_t WrapperHeadBytes = 64 << 10;
/// True if \p Text may be the head of a wrapper.
bool mayBeWrapperHead(llvm::StringRef Text);
/// True if \p Text defines members of the generated model class, as only wrappers do.
bool isWrapperText(llvm::StringRef Text);

/// Why something readable holds nothing to analyse, for the message that begins with its path.
std::string noModelText(llvm::ArrayRef<llvm::StringRef> MemberPaths);

/// Sizes for people: "512 MiB", "1.5 GiB", "17 bytes".
std::string sizeText(uint64_t Bytes);
/// \p Bytes in MiB, rounded up: what to give to an option that takes MiB.
uint64_t inMiB(uint64_t Bytes);

} // namespace aoti
