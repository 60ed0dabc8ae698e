//===- Package.h - what a path holds ------------------------------*- C++ -*-===//
//
// A `.pt2` archive, an extracted folder, a flat folder with a wrapper, or a loose
// file, seen as one thing: members with contents, and the models among them.
// Every package is untrusted: nothing is written to disk, run or loaded.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "Support/SourceText.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace aoti {

enum class PackageKind { Archive, Folder, File };
/// "archive", "folder" or "file".
llvm::StringRef packageKindName(PackageKind K);

/// True if a file begins as those that Git LFS leaves in place of what it stores elsewhere.
bool isGitLfsPointer(llvm::StringRef FirstBytes);

/// How the files of a model are laid out.
enum class ModelLayout {
  Pt2,       ///< `<root>/data/aotinductor/<model>/` below an archive root (torch 2.7 and newer)
  Pt2NoRoot, ///< `data/aotinductor/<model>/` at the top (torch 2.6)
  Flat,      ///< a folder with a wrapper and no `data/aotinductor` above it
  Loose      ///< a source file that was named by itself
};

/// Why a package or one of its members could not be read. `message()` names the file and what to
/// do.
class PackageError : public llvm::ErrorInfo<PackageError> {
public:
  static char ID;
  enum class Kind {
    NotFound,      ///< no such file or folder, or no permission
    NotAPackage,   ///< readable, but holds nothing to analyse
    Damaged,       ///< truncated or torn archive
    Hostile,       ///< an archive that tries to escape or to exhaust
    LimitExceeded, ///< larger than a limit that an option can raise
  };
  PackageError(Kind K, std::string Path, std::string Message)
      : Reason(K), Path(std::move(Path)), Message(std::move(Message)) {}
  Kind kind() const { return Reason; }
  llvm::StringRef path() const { return Path; }
  void log(llvm::raw_ostream &OS) const override;
  std::error_code convertToErrorCode() const override;

private:
  Kind Reason;
  std::string Path, Message;
};

/// Limits against archives that exhaust; all can be raised by options.
struct PackageLimits {
  static constexpr uint64_t DefaultMaxMembers = 100'000;
  /// Bytes of one member that is read into memory (sources, JSON, images).
  static constexpr uint64_t DefaultMaxMemberBytes = uint64_t(512) << 20;
  /// Bytes of all members that are read into memory.
  static constexpr uint64_t DefaultMaxTotalBytes = uint64_t(2) << 30;
  /// Uncompressed bytes for each compressed byte of a member that is read, above `RatioFloorBytes`.
  static constexpr uint64_t DefaultMaxRatio = 1'000;
  static constexpr uint64_t RatioFloorBytes = uint64_t(16) << 20;

  uint64_t MaxMembers = DefaultMaxMembers;
  uint64_t MaxMemberBytes = DefaultMaxMemberBytes;
  uint64_t MaxTotalBytes = DefaultMaxTotalBytes;
  uint64_t MaxRatio = DefaultMaxRatio;
};

/// One file of a package.
class Member {
public:
  /// '/'-separated, relative to the package; for a loose file its own name.
  llvm::StringRef path() const { return Path; }
  llvm::StringRef fileName() const;
  /// Uncompressed size in bytes.
  uint64_t size() const { return Size; }

private:
  friend class Package;
  std::string Path;
  uint64_t Size = 0;
  uint64_t Index = 0; ///< position in the archive
};

/// The files of one compiled model.
struct Model {
  std::string Name;
  /// Folder of the model inside the package, without a trailing '/'. Empty for loose ones, for flat
  /// ones that lie at the top of the package, and when the folder of the model itself was given.
  std::string Directory;
  ModelLayout Layout = ModelLayout::Pt2;
  /// `*.wrapper.cpp`; in torch 2.6 the one `.cpp` that is no kernel. Loose: any C++ source or
  /// header but a kernel.
  std::vector<const Member *> Wrappers;
  /// `*.kernel.cpp`, and 2.6's kernel sources.
  std::vector<const Member *> Kernels;
  /// Other C++ sources and headers in the folder.
  std::vector<const Member *> OtherSources;
  /// A Python source that was named by itself, or found in a folder; nothing else is in the model
  /// then.
  std::vector<const Member *> Python;
  /// `*_metadata.json`.
  std::vector<const Member *> Metadata;
  /// `<key>.wrapper.json` (2.6: `<key>.json`): the nodes of the proxy executor.
  std::vector<const Member *> ExternNodes;
  /// Everything in the model's folder, sources and JSON too, by path.
  std::vector<const Member *> Files;

  /// The file of `ExternNodes` that belongs to a wrapper; null if there is none, or it cannot be
  /// told which.
  const Member *externNodesOf(const Member &Wrapper) const;
  /// The name that torch gives that file.
  static std::string externNodesName(const Member &Wrapper);
};

class Package {
public:
  virtual ~Package();

  /// As it was given, or as it was found below a folder that was given.
  llvm::StringRef path() const { return Path; }
  PackageKind kind() const { return Kind; }
  /// By path.
  llvm::ArrayRef<std::unique_ptr<Member>> members() const { return Members; }
  /// By directory. Never empty.
  llvm::ArrayRef<Model> models() const { return Models; }
  /// nullptr if there is no such member.
  const Member *findMember(llvm::StringRef Path) const;

  /// The text of a member; read once, then shared. Thread-safe. Fails with PackageError, also for a
  /// source or JSON that is UTF-16. Everything else is passed on as it is.
  llvm::Expected<SourceTextPtr> read(const Member &M) const;

  /// The first \p MaxBytes bytes of a member, read anew at each call and not kept: for images and
  /// saved weights, which `PackageImages` asks for once. Thread-safe. Fails with PackageError.
  llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>>
  readBytes(const Member &M, uint64_t MaxBytes = UINT64_MAX) const;

  /// How messages name a member: `model.pt2!data/…/x.json`, or the path on disk.
  std::string displayName(const Member &M) const;

  /// What could not be read of what every analysis needs: folders and links that were not followed,
  /// and JSON and headers of the models, each with its reason. The rest is analysed. Other sources
  /// fail in `read`.
  llvm::ArrayRef<std::string> problems() const { return Problems; }

protected:
  Package(std::string Path, PackageKind Kind, PackageLimits Limits);
  /// What is wrong with a member as far as it can be told without reading it.
  virtual llvm::Error check(const Member &M) const { return llvm::Error::success(); }
  /// The first \p MaxBytes bytes of a member; the caller has checked the limits against the size.
  virtual llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>> load(const Member &M,
                                                                   uint64_t MaxBytes) const = 0;
  /// Where a member lies on disk; an archive has no such place.
  virtual std::string diskPath(const Member &M) const { return {}; }

  Member &addMember(std::string MemberPath, uint64_t Size, uint64_t Index);
  void sortMembers();
  static uint64_t indexOf(const Member &M) { return M.Index; }
  /// Finds the models among the members; called once by `openPath`.
  /// \param Above what lies above the package when a folder inside of one was given: empty,
  /// `data/`, `data/aotinductor/` or `data/aotinductor/<model>/`.
  llvm::Error findModels(llvm::StringRef Above = {});

  /// Reads the JSON and the headers of the models, and notes those that cannot be read; called once
  /// by `openPath`.
  void noteUnreadable();

  std::string Path;
  PackageKind Kind;
  PackageLimits Limits;
  std::vector<std::unique_ptr<Member>> Members;
  std::vector<Model> Models;
  std::vector<std::string> Problems;

private:
  struct Cache;
  std::unique_ptr<Cache> Texts;

  void addModel(llvm::StringRef Directory, llvm::ArrayRef<const Member *> Files, ModelLayout Layout,
                llvm::StringRef Name);
  void addFlatModels(llvm::StringRef Directory, llvm::ArrayRef<const Member *> Files);
  bool holdsWrapper(const Member &M) const;
};

/// What one path that the user gave leads to.
struct OpenedPath {
  /// The path of the package or file: the one given, or one found below the folder given.
  std::string Path;
  /// Null when Failure is set.
  std::unique_ptr<Package> Contents;
  std::unique_ptr<PackageError> Failure;
};

/// Opens what a path leads to: a `.pt2`, an extracted folder at any depth above its models, a flat
/// folder with a wrapper, a C++ source or header, or a folder of such things (in order of path;
/// symbolic links that lead out of the folder are not followed). Never fails as a whole: each entry
/// carries its own error.
std::vector<OpenedPath> openPath(llvm::StringRef Path, const PackageLimits &Limits);

} // namespace aoti
