#include "Driver/ProjectHeaders.h"
#include "Frontend/SourceScan.h"
#include "Prelude/Prelude.h"
#include "Support/FileNames.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include <set>

using llvm::StringRef;
namespace fs = llvm::sys::fs;
namespace path = llvm::sys::path;

namespace aoti {
namespace {

/// A source can include this many headers of its project, which is far above what people write.
constexpr size_t MaxHeaders = 500;
/// So many folders above a source are looked at.
constexpr unsigned MaxDepth = 12;

/// The headers that need no file, since the prelude or torch has them.
const llvm::StringSet<> &preludeNames() {
  static const llvm::StringSet<> Names = [] {
    llvm::StringSet<> All;
    for (const EmbeddedFile &File : preludeFiles())
      All.insert(File.Path);
    return All;
  }();
  return Names;
}

/// The folder of a project that a folder lies in: itself if there is none.
std::string projectRoot(StringRef Folder) {
  std::string Best = Folder.str();
  StringRef At = Folder;
  for (unsigned I = 0; I < MaxDepth && !At.empty() && At != path::root_path(At);
       ++I, At = path::parent_path(At)) {
    auto Has = [&](StringRef Name) {
      llvm::SmallString<256> Probe(At);
      path::append(Probe, Name);
      return fs::exists(Probe);
    };
    if (Has(".git") || Has(".hg"))
      return At.str();
    if (Has("setup.py") || Has("pyproject.toml") || Has("MODULE.bazel") || Has("WORKSPACE"))
      Best = At.str();
  }
  return Best;
}

/// Whether a path lies in a folder, or is that folder.
bool isIn(StringRef Path, StringRef Folder) {
  return Path.consume_front(Folder) &&
         (Path.empty() || Path.front() == '/' || Folder.ends_with("/"));
}

/// The folder that two folders lie in; empty if only the root of the system, or a folder of it, has
/// both.
std::string commonFolder(StringRef A, StringRef B) {
  while (!isIn(B, A))
    A = path::parent_path(A);
  return A.count('/') < 2 ? std::string() : A.str();
}

/// Whether a folder has the headers of what is installed, which are not of a project that uses
/// them.
bool isInstalled(StringRef Folder) {
  if (Folder.contains("/site-packages/") || Folder.contains("/dist-packages/"))
    return true;
  for (StringRef Name : {"Python.h", "cuda_runtime.h", "torch/library.h", "stdio.h"}) {
    llvm::SmallString<256> Header(Folder);
    path::append(Header, Name);
    if (fs::exists(Header))
      return true;
  }
  return false;
}

/// How a person would name a file of the project: from the name of the source that was given, as
/// far as its folders go.
std::string shownName(StringRef SourceFile, unsigned FoldersBelowRoot, StringRef Root,
                      StringRef Name) {
  StringRef Folder = path::parent_path(SourceFile);
  for (unsigned I = 0; I < FoldersBelowRoot; ++I) {
    StringRef Last = path::filename(Folder);
    if (Folder.empty() || Last == "." || Last == "..") {
      llvm::SmallString<256> Full(Root);
      path::append(Full, Name);
      return Full.str().str();
    }
    Folder = path::parent_path(Folder);
  }
  llvm::SmallString<256> Shown(Folder);
  path::append(Shown, Name);
  return Shown.str().str();
}

class HeaderSearch {
public:
  HeaderSearch(const SourceText &Source, std::string Root, std::string SourceFolder,
               std::vector<std::string> Directories, std::vector<std::string> Readable, bool Angled)
      : Source(Source), Root(std::move(Root)), SourceFolder(std::move(SourceFolder)),
        Directories(std::move(Directories)), Readable(std::move(Readable)), Angled(Angled) {
    Depth = this->SourceFolder.empty() ? 0 : StringRef(this->SourceFolder).count('/') + 1;
  }

  std::vector<IncludableFile> run() {
    std::vector<std::pair<std::string, StringRef>> Open = {{SourceFolder, Source.text()}};
    while (!Open.empty() && Files.size() < MaxHeaders) {
      auto [Folder, Text] = Open.back();
      Open.pop_back();
      for (const IncludeDirective &Include : scanSource(Text).Includes) {
        if (path::is_absolute(Include.Name) || (Include.Angled && !Angled))
          continue;
        if (!Include.Angled && find(Folder, Include.Name, Open))
          continue;
        if (preludeNames().contains(Include.Name) || isTorchHeader(Include.Name))
          continue;
        for (const std::string &Directory : Directories)
          if (find(Directory, Include.Name, Open))
            break;
      }
    }
    return std::move(Files);
  }

private:
  /// Whether a folder has the header; it is taken when it is new.
  bool find(StringRef Folder, StringRef Include,
            std::vector<std::pair<std::string, StringRef>> &Open) {
    llvm::SmallString<256> Name(Folder);
    path::append(Name, Include);
    path::remove_dots(Name, true);
    if (Name.str().starts_with(".."))
      return false;
    auto [Known, New] = Seen.try_emplace(Name, false);
    if (!New)
      return Known->second;
    llvm::SmallString<256> Full(Root), Real;
    path::append(Full, Name);
    if (!fs::is_regular_file(Full) || fs::real_path(Full, Real) ||
        llvm::none_of(Readable, [&](StringRef Folder) { return isIn(Real, Folder); }))
      return false;
    auto Buffer = llvm::MemoryBuffer::getFile(Real);
    if (!Buffer)
      return false;
    Known->second = true;
    auto Header = std::make_shared<SourceText>(shownName(Source.file(), Depth, Root, Name), "",
                                               std::move(*Buffer));
    Open.push_back({path::parent_path(Name).str(), Header->text()});
    Files.push_back({Name.str().str(), std::move(Header)});
    return true;
  }

  const SourceText &Source;
  const std::string Root;
  /// Relative to the root, as are the directories.
  const std::string SourceFolder;
  const std::vector<std::string> Directories;
  /// The folders that headers may lie in, absolute.
  const std::vector<std::string> Readable;
  const bool Angled;
  unsigned Depth = 0;
  llvm::StringMap<bool> Seen;
  std::vector<IncludableFile> Files;
};

/// The folder of a source without links; empty if it is not there.
std::string realFolder(const SourceText &Source) {
  llvm::SmallString<256> Real;
  StringRef Folder = path::parent_path(Source.file());
  if (fs::real_path(Folder.empty() ? "." : Folder, Real))
    return {};
  return Real.str().str();
}

} // namespace

ProjectHeaders neighbourHeaders(const SourceText &Source) {
  ProjectHeaders Found;
  Found.SourceName = path::filename(Source.file()).str();
  if (std::string Folder = realFolder(Source); !Folder.empty())
    Found.Files = HeaderSearch(Source, Folder, "", {""}, {Folder}, /*Angled=*/false).run();
  return Found;
}

ProjectHeaders projectHeaders(const SourceText &Source, const std::vector<std::string> &Extra) {
  std::string Folder = realFolder(Source);
  if (Folder.empty())
    return neighbourHeaders(Source);
  const std::string Project = projectRoot(Folder);
  std::string Root = Project;
  // What is named outright belongs to the project, also where nothing marks its folder.
  std::vector<std::string> Readable = {Project}, Given;
  for (const std::string &Directory : Extra) {
    llvm::SmallString<256> Real;
    if (fs::real_path(Directory, Real) || !fs::is_directory(Real))
      continue;
    std::string Common =
        isIn(Real, Project) || isInstalled(Real) ? std::string() : commonFolder(Root, Real);
    if (!Common.empty()) {
      Root = std::move(Common);
      Readable.push_back(Real.str().str());
    } else if (!isIn(Real, Project)) {
      continue;
    }
    Given.push_back(Real.str().str());
  }
  auto BelowRoot = [&](StringRef Full) {
    Full.consume_front(Root);
    return Full.ltrim('/');
  };
  StringRef Below = BelowRoot(Folder), Top = BelowRoot(Project);

  ProjectHeaders Found;
  std::set<std::string> Listed;
  auto AddDirectory = [&](StringRef Directory) {
    llvm::SmallString<256> Full(Root);
    path::append(Full, Directory);
    if (Listed.insert(Directory.str()).second && fs::is_directory(Full))
      Found.IncludeDirectories.push_back(Directory.str());
  };
  for (StringRef Directory : Given)
    AddDirectory(BelowRoot(Directory));
  for (StringRef At = Below;; At = path::parent_path(At)) {
    for (StringRef Tail : {"", "include", "csrc", "src", "csrc/include"}) {
      llvm::SmallString<256> Directory(At);
      path::append(Directory, Tail);
      AddDirectory(Directory);
    }
    if (At == Top)
      break;
  }
  llvm::SmallString<256> Name(Below);
  path::append(Name, path::filename(Source.file()));
  Found.SourceName = Name.str().str();
  Found.Files = HeaderSearch(Source, Root, Below.str(), Found.IncludeDirectories,
                             std::move(Readable), /*Angled=*/true)
                    .run();
  return Found;
}

} // namespace aoti
