//===- Folder.cpp - what a path on disk leads to ------------------------------===//
//
// Files and folders as they were given, and the search below a folder. Nothing that
// lies outside of the folder that was given is read; only regular files are opened.
//
//===----------------------------------------------------------------------===//
#include "Package/Internal.h"
#include "Support/Quote.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include <algorithm>
#include <set>

namespace aoti {

using ErrorKind = PackageError::Kind;
namespace fs = llvm::sys::fs;
namespace path = llvm::sys::path;

namespace {

std::string placeIn(llvm::StringRef Folder, llvm::StringRef Name) {
  llvm::SmallString<256> Out(Folder);
  path::append(Out, Name);
  return Out.str().str();
}

llvm::StringRef specialFileText(fs::file_type Type) {
  switch (Type) {
  case fs::file_type::fifo_file:
    return "a pipe";
  case fs::file_type::socket_file:
    return "a socket";
  case fs::file_type::block_file:
  case fs::file_type::character_file:
    return "a device";
  default:
    return "a special file";
  }
}

/// The first \p MaxBytes bytes of a regular file, copied: the file may change while the analysis
/// runs.
llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>> readFile(llvm::StringRef File,
                                                             uint64_t MaxBytes) {
  auto Failed = [&](const std::error_code &Code) {
    return packageError(ErrorKind::NotFound, File, "cannot be read: " + Code.message());
  };
  // Opening a pipe would wait for its other end.
  fs::file_status Status;
  if (std::error_code Code = fs::status(File, Status))
    return Failed(Code);
  if (Status.type() != fs::file_type::regular_file)
    return packageError(ErrorKind::NotFound, File, "is not a regular file any more");
  auto Opened = fs::openNativeFileForRead(File);
  if (!Opened)
    return Failed(llvm::errorToErrorCode(Opened.takeError()));
  FileCloser Close{*Opened};
  uint64_t Bytes = std::min<uint64_t>(Status.getSize(), MaxBytes);
  auto Buffer = llvm::WritableMemoryBuffer::getNewUninitMemBuffer(Bytes, File);
  if (!Buffer)
    return packageError(ErrorKind::LimitExceeded, File,
                        "there is no memory for its " + sizeText(Bytes) +
                            "; lower the limit with '--max-member-size=MIB' to leave it out");
  llvm::MutableArrayRef<char> Into = Buffer->getBuffer();
  while (!Into.empty()) {
    auto Got = fs::readNativeFile(*Opened, Into);
    if (!Got)
      return Failed(llvm::errorToErrorCode(Got.takeError()));
    if (*Got == 0)
      return packageError(ErrorKind::Damaged, File, "became shorter while it was read; try again");
    Into = Into.drop_front(*Got);
  }
  return std::unique_ptr<llvm::MemoryBuffer>(std::move(Buffer));
}

/// One entry of a folder. A symbolic link has the type of what it leads to.
struct FolderEntry {
  std::string Name;
  fs::file_type Type = fs::file_type::type_unknown;
  bool IsLink = false;
  /// For a link: whether it leads out of the folder that was given, or to nothing.
  bool LeadsOut = false, IsDangling = false;

  bool isFolder() const {
    return Type == fs::file_type::directory_file && !LeadsOut && !IsDangling;
  }
  bool isFile() const { return Type == fs::file_type::regular_file && !LeadsOut && !IsDangling; }
  bool isSpecial() const {
    return !isFolder() && !isFile() && !LeadsOut && !IsDangling &&
           Type != fs::file_type::directory_file && Type != fs::file_type::regular_file;
  }
};

/// Folders that hold tools' own files, never a package.
bool isSkippedFolder(llvm::StringRef Name) {
  if (Name == ".data") // part of an archive
    return false;
  return Name.starts_with(".") || Name == "node_modules" || Name == "__pycache__";
}

/// Reads folders below the one that was given, and knows what lies outside of it.
class Tree {
public:
  explicit Tree(llvm::StringRef Given) : Given(Given.str()) {
    if (fs::real_path(Given, RealGiven))
      RealGiven = Given;
  }

  llvm::StringRef given() const { return Given; }

  /// The entries of a folder by name.
  std::error_code list(llvm::StringRef Folder, std::vector<FolderEntry> &Entries) const {
    std::error_code Code;
    for (fs::directory_iterator At(Folder, Code, /*follow_symlinks=*/false), End;
         At != End && !Code; At.increment(Code)) {
      FolderEntry E;
      E.Name = path::filename(At->path()).str();
      if (isMacLeftover(E.Name))
        continue;
      E.Type = At->type();
      if (E.Type == fs::file_type::type_unknown || E.Type == fs::file_type::status_error) {
        fs::file_status Status;
        fs::status(At->path(), Status, /*follow=*/false);
        E.Type = Status.type();
      }
      if (E.Type == fs::file_type::symlink_file)
        resolve(At->path(), E);
      Entries.push_back(std::move(E));
    }
    llvm::sort(Entries, [](const FolderEntry &A, const FolderEntry &B) { return A.Name < B.Name; });
    return Code;
  }

private:
  void resolve(llvm::StringRef Link, FolderEntry &E) const {
    E.IsLink = true;
    llvm::SmallString<256> Real;
    fs::file_status Status;
    if (fs::real_path(Link, Real) || fs::status(Real, Status)) {
      E.IsDangling = true;
      return;
    }
    E.Type = Status.type();
    llvm::StringRef Rest = Real;
    E.LeadsOut = !(Rest.consume_front(RealGiven) &&
                   (Rest.empty() || Rest.starts_with("/") || RealGiven.str() == "/"));
  }

  std::string Given;
  llvm::SmallString<256> RealGiven;
};

std::string leadsOutText(llvm::StringRef Given) {
  return "is a symbolic link that leads out of " + quoted(Given) +
         " and is not followed; give its target as a path of its own, or copy it";
}

/// How much of a folder is the package.
enum class Extent {
  Whole,   ///< all of it
  Parts,   ///< its own files, and the folders that archives have
  OwnFiles ///< its own files
};

/// True for the folders of an archive, by path.
bool isArchiveFolder(llvm::StringRef Inside) {
  for (llvm::StringRef Known : {"data/aotinductor", "data/weights", "data/constants",
                                "data/sample_inputs", "models", "extra"})
    if (Inside == Known || (Inside.starts_with(Known) && Inside[Known.size()] == '/'))
      return true;
  return Inside == "data";
}

class FolderPackage final : public Package {
public:
  FolderPackage(llvm::StringRef Path, const Tree &In, const PackageLimits &Limits)
      : Package(Path.str(), PackageKind::Folder, Limits), Given(In.given().str()) {}

  /// Takes in the files below the package's folder.
  llvm::Error addFiles(const Tree &In, Extent Which);

  using Package::findModels;
  using Package::noteUnreadable;

protected:
  llvm::Error check(const Member &M) const override {
    if (Outside.contains(indexOf(M)))
      return packageError(ErrorKind::NotFound, diskPath(M), leadsOutText(Given));
    return llvm::Error::success();
  }
  llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>> load(const Member &M,
                                                           uint64_t MaxBytes) const override {
    return readFile(diskPath(M), MaxBytes);
  }
  std::string diskPath(const Member &M) const override { return placeIn(Path, M.path()); }

private:
  std::string Given;                ///< the folder that the user named, for messages
  llvm::DenseSet<uint64_t> Outside; ///< members whose links lead out of the folder that was given
};

llvm::Error FolderPackage::addFiles(const Tree &In, Extent Which) {
  // Real folders first: a link to a folder is followed only if nothing else leads there.
  std::vector<std::string> Pending = {std::string()}, Links;
  std::set<fs::UniqueID> Visited;
  auto IsWanted = [&](const FolderEntry &E, llvm::StringRef Inside) {
    return !isSkippedFolder(E.Name) &&
           (Which == Extent::Whole || (Which == Extent::Parts && isArchiveFolder(Inside)));
  };
  while (!Pending.empty() || !Links.empty()) {
    if (Pending.empty()) {
      Pending.push_back(std::move(Links.back()));
      Links.pop_back();
    }
    std::string Inside = std::move(Pending.back());
    Pending.pop_back();
    std::string OnDisk = Inside.empty() ? Path : placeIn(Path, Inside);
    fs::UniqueID Id;
    if (!fs::getUniqueID(OnDisk, Id) && !Visited.insert(Id).second)
      continue;
    if (llvm::StringRef(Inside).count('/') >= MaxFolderDepth) {
      Problems.push_back(quoted(OnDisk) + " lies more than " + llvm::utostr(MaxFolderDepth) +
                         " folders deep and is not read");
      continue;
    }
    std::vector<FolderEntry> Entries;
    if (std::error_code Code = In.list(OnDisk, Entries))
      Problems.push_back(quoted(OnDisk) + " cannot be read: " + Code.message());
    for (const FolderEntry &E : llvm::reverse(Entries)) {
      std::string Name = Inside.empty() ? E.Name : Inside + "/" + E.Name;
      std::string Place = placeIn(Path, Name);
      bool Matters = isSourceName(E.Name) || llvm::StringRef(E.Name).ends_with(".json");
      if (E.isFolder()) {
        if (IsWanted(E, Name))
          (E.IsLink ? Links : Pending).push_back(Name);
      } else if (E.Type == fs::file_type::regular_file && !E.IsDangling) {
        // A file that a link leads out to is there (weights often are), but never read.
        uint64_t Size = 0;
        if (std::error_code Code = fs::file_size(Place, Size)) {
          Problems.push_back(quoted(Place) + " cannot be read: " + Code.message());
          continue;
        }
        if (E.LeadsOut)
          Outside.insert(Members.size());
        addMember(Name, Size, Members.size());
        if (Members.size() > Limits.MaxMembers)
          return packageError(
              ErrorKind::LimitExceeded, Path,
              "holds more than " + llvm::Twine(Limits.MaxMembers) +
                  " files; if you trust it, raise the limit with '--max-members=N'");
      } else if (E.IsDangling) {
        if (Matters)
          Problems.push_back(quoted(Place) + " is a symbolic link that leads to nothing");
      } else if (E.Type == fs::file_type::directory_file) {
        if (IsWanted(E, Name))
          Problems.push_back(quoted(Place) + " " + leadsOutText(In.given()));
      } else if (Matters) {
        Problems.push_back(quoted(Place) + " is " + specialFileText(E.Type).str() +
                           " and is not opened");
      }
    }
  }
  llvm::sort(Problems);
  return llvm::Error::success();
}

/// One source file that was named by itself.
class LoosePackage final : public Package {
public:
  LoosePackage(llvm::StringRef Path, uint64_t Size, const PackageLimits &Limits)
      : Package(Path.str(), PackageKind::File, Limits) {
    addMember(path::filename(Path).str(), Size, 0);
    llvm::cantFail(findModels());
  }

protected:
  llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>> load(const Member &,
                                                           uint64_t MaxBytes) const override {
    return readFile(Path, MaxBytes);
  }
  std::string diskPath(const Member &) const override { return Path; }
};

/// What a file is that is neither an archive nor a C++ source, and what to give instead.
llvm::Error refuse(llvm::StringRef File, llvm::StringRef Head, uint64_t Size) {
  llvm::StringRef Extension = path::extension(File);
  bool NamedAsPackage = Extension.equals_insensitive(".pt2");
  ErrorKind Kind = NamedAsPackage ? ErrorKind::Damaged : ErrorKind::NotAPackage;
  if (Size == 0)
    return packageError(Kind, File,
                        NamedAsPackage ? "is an empty file; copy or download the package again"
                                       : "is an empty file");
  if (isGitLfsPointer(Head))
    return packageError(Kind, File,
                        "is a pointer of Git LFS, not the file itself; run 'git lfs pull'");
  llvm::StringRef Text = Head.ltrim();
  if (Text.starts_with_insensitive("<!doctype html") || Text.starts_with_insensitive("<html"))
    return packageError(
        Kind, File, "is an HTML page, as a failed download leaves it; download the package again");
  if (NamedAsPackage)
    return packageError(
        Kind, File,
        "is named as a package but is no zip archive; copy or download the package again");
  if (Head.starts_with("\x7F"
                       "ELF"))
    return packageError(
        Kind, File,
        "is a binary; give the '.pt2' archive or the folder that holds the sources it "
        "was built from");
  return packageError(
      Kind, File,
      "is neither a '.pt2' archive nor a C++ source ('.cpp', '.cc', '.cxx', '.cu', '.h', "
      "'.hpp', '.cuh') nor a Python source ('.py')");
}

llvm::Expected<std::unique_ptr<Package>> openFile(llvm::StringRef File,
                                                  const PackageLimits &Limits) {
  uint64_t Size = 0;
  if (std::error_code Code = fs::file_size(File, Size))
    return packageError(ErrorKind::NotFound, File, "cannot be read: " + Code.message());
  auto Head = readFile(File, 1024);
  if (!Head)
    return Head.takeError();
  if (looksLikeArchive((*Head)->getBuffer()))
    return openArchive(File, Limits);
  if (isSourceName(File) || isPythonName(File))
    return std::make_unique<LoosePackage>(File, Size, Limits);
  return refuse(File, (*Head)->getBuffer(), Size);
}

/// The search for packages and sources below a folder.
class FolderSearch {
public:
  FolderSearch(llvm::StringRef Given, const PackageLimits &Limits) : In(Given), Limits(Limits) {}

  std::vector<OpenedPath> run();

private:
  /// A folder that is still to be looked at.
  struct Stop {
    std::string Folder;
    unsigned Depth = 0;
  };

  bool openInside();
  void visit(const Stop &At);
  bool addPackage(llvm::StringRef Folder, const std::vector<FolderEntry> &Entries);
  void addSources(llvm::StringRef Folder, const std::vector<FolderEntry> &Entries);
  bool isWorthReading(llvm::StringRef Folder) const;
  void noteUnread(llvm::StringRef Place, const FolderEntry &E);

  void addFolder(std::unique_ptr<FolderPackage> Opened) {
    Opened->noteUnreadable();
    std::string Folder = Opened->path().str();
    add(Folder, std::unique_ptr<Package>(std::move(Opened)));
  }
  void add(llvm::StringRef Path, llvm::Expected<std::unique_ptr<Package>> Opened) {
    OpenedPath Out;
    Out.Path = Path.str();
    if (Opened)
      Out.Contents = std::move(*Opened);
    else
      llvm::handleAllErrors(Opened.takeError(), [&](std::unique_ptr<PackageError> Failure) {
        Out.Failure = std::move(Failure);
      });
    Found.push_back(std::move(Out));
  }

  Tree In;
  const PackageLimits &Limits;
  std::vector<OpenedPath> Found;
  std::vector<Stop> Pending, Links;
  std::set<fs::UniqueID> Visited;
};

bool isFolderAt(llvm::StringRef Folder, llvm::StringRef Sub) {
  return fs::is_directory(placeIn(Folder, Sub));
}

/// True if a folder was given that lies inside of a package: `data`, `data/aotinductor` or a
/// model's folder.
bool FolderSearch::openInside() {
  llvm::SmallString<256> Absolute(In.given());
  if (fs::make_absolute(Absolute))
    return false;
  path::remove_dots(Absolute, /*remove_dot_dot=*/true);
  llvm::SmallVector<llvm::StringRef> Parts(path::begin(Absolute), path::end(Absolute));
  size_t N = Parts.size();
  std::string Above;
  if (N >= 3 && Parts[N - 3] == "data" && Parts[N - 2] == "aotinductor")
    Above = ("data/aotinductor/" + Parts[N - 1] + "/").str();
  else if (N >= 2 && Parts[N - 2] == "data" && Parts[N - 1] == "aotinductor")
    Above = "data/aotinductor/";
  else if (N >= 1 && Parts[N - 1] == "data" && isFolderAt(In.given(), "aotinductor"))
    Above = "data/";
  else
    return false;

  auto Opened = std::make_unique<FolderPackage>(In.given(), In, Limits);
  llvm::Error Failure = Opened->addFiles(In, Extent::Whole);
  if (!Failure)
    Failure = Opened->findModels(Above);
  if (Failure) {
    llvm::consumeError(std::move(Failure));
    return false;
  }
  // A folder of this name may hold other packages.
  for (const Model &M : Opened->models())
    if (M.Layout == ModelLayout::Flat || (M.Wrappers.empty() && M.Metadata.empty()) ||
        llvm::StringRef(M.Directory).contains("data/aotinductor/"))
      return false;
  addFolder(std::move(Opened));
  return true;
}

/// Looks at names only: whether a folder that a link leads out to seems to hold something to
/// analyse.
bool FolderSearch::isWorthReading(llvm::StringRef Folder) const {
  if (isFolderAt(Folder, "data/aotinductor") || isFolderAt(Folder, "aotinductor"))
    return true;
  std::vector<FolderEntry> Entries;
  In.list(Folder, Entries);
  return llvm::any_of(Entries, [](const FolderEntry &E) {
    return isSourceName(E.Name) || path::extension(E.Name).equals_insensitive(".pt2");
  });
}

void FolderSearch::noteUnread(llvm::StringRef Place, const FolderEntry &E) {
  bool Named = isSourceName(E.Name) || path::extension(E.Name).equals_insensitive(".pt2");
  if (E.LeadsOut && E.Type == fs::file_type::directory_file)
    Named = !isSkippedFolder(E.Name) && isWorthReading(Place);
  if (!Named)
    return;
  if (E.IsDangling)
    add(Place,
        packageError(ErrorKind::NotFound, Place, "is a symbolic link that leads to nothing"));
  else if (E.LeadsOut)
    add(Place, packageError(ErrorKind::NotFound, Place, leadsOutText(In.given())));
  else
    add(Place, packageError(ErrorKind::NotAPackage, Place,
                            "is " + specialFileText(E.Type).str() + " and is not opened"));
}

/// Takes the package whose `data` folder lies in \p Folder. True if nothing else there is to be
/// searched.
bool FolderSearch::addPackage(llvm::StringRef Folder, const std::vector<FolderEntry> &Entries) {
  auto Has = [&](llvm::StringRef Name) {
    return llvm::any_of(Entries, [&](const FolderEntry &E) { return E.Name == Name; });
  };
  // With the marks of an archive the whole folder is one; otherwise only what archives have.
  bool IsWhole = Has("archive_format") || Has("archive_version") || Has(".data");
  auto Opened = std::make_unique<FolderPackage>(Folder, In, Limits);
  llvm::Error Failure = Opened->addFiles(In, IsWhole ? Extent::Whole : Extent::Parts);
  if (!Failure) {
    Failure = Opened->findModels();
    if (Failure && !Opened->problems().empty()) {
      llvm::consumeError(std::move(Failure));
      Failure =
          packageError(ErrorKind::NotFound, Folder,
                       "holds no compiled model that can be read: " + Opened->problems().front());
    }
  }
  if (Failure)
    add(Folder, std::move(Failure));
  else
    addFolder(std::move(Opened));
  return IsWhole;
}

/// Takes the folder's own sources: a flat package if there is a wrapper among them, loose files
/// otherwise.
void FolderSearch::addSources(llvm::StringRef Folder, const std::vector<FolderEntry> &Entries) {
  bool HasPlainCpp = false, HasWrapper = false;
  for (const FolderEntry &E : Entries) {
    HasWrapper |= E.isFile() && isWrapperName(E.Name);
    HasPlainCpp |= E.isFile() && llvm::StringRef(E.Name).ends_with(".cpp");
  }
  if (HasWrapper || HasPlainCpp) {
    auto Opened = std::make_unique<FolderPackage>(Folder, In, Limits);
    llvm::Error Failure = Opened->addFiles(In, Extent::OwnFiles);
    if (!Failure)
      Failure = Opened->findModels();
    if (!Failure)
      return addFolder(std::move(Opened));
    bool TooLarge = false;
    Failure = llvm::handleErrors(std::move(Failure), [&](std::unique_ptr<PackageError> Reason) {
      TooLarge = Reason->kind() == ErrorKind::LimitExceeded;
      return TooLarge ? llvm::Error(std::move(Reason)) : llvm::Error::success();
    });
    if (TooLarge)
      return add(Folder, std::move(Failure));
    llvm::cantFail(std::move(Failure));
  }
  for (const FolderEntry &E : Entries) {
    std::string Place = placeIn(Folder, E.Name);
    if (E.isFile() && isSourceName(E.Name))
      add(Place, openFile(Place, Limits));
    else if (isSourceName(E.Name) && !E.isFolder())
      noteUnread(Place, E);
  }
}

void FolderSearch::visit(const Stop &At) {
  fs::UniqueID Id;
  if (!fs::getUniqueID(At.Folder, Id) && !Visited.insert(Id).second)
    return;
  if (At.Depth > MaxFolderDepth)
    return add(At.Folder,
               packageError(ErrorKind::LimitExceeded, At.Folder,
                            "lies more than " + llvm::Twine(MaxFolderDepth) + " folders below " +
                                quoted(In.given()) +
                                " and is not searched; give a folder nearer to the package"));
  std::vector<FolderEntry> Entries;
  if (std::error_code Code = In.list(At.Folder, Entries))
    add(At.Folder,
        packageError(ErrorKind::NotFound, At.Folder, "cannot be read: " + Code.message()));

  auto Find = [&](llvm::StringRef Name) {
    return llvm::find_if(Entries, [&](const FolderEntry &E) { return E.Name == Name; });
  };
  auto Data = Find("data");
  bool HasData = Data != Entries.end() && Data->isFolder();
  bool IsPackage = HasData && isFolderAt(At.Folder, "data/aotinductor");
  bool IsWhole = IsPackage && addPackage(At.Folder, Entries);
  if (!IsPackage && HasData && Find("archive_format") != Entries.end() &&
      Find("models") != Entries.end()) {
    llvm::StringRef Seen[] = {"models/x.json", "data/weights/x"};
    return add(At.Folder, packageError(ErrorKind::NotAPackage, At.Folder, noModelText(Seen)));
  }
  addSources(At.Folder, Entries);
  for (const FolderEntry &E : llvm::reverse(Entries)) {
    std::string Place = placeIn(At.Folder, E.Name);
    bool IsArchive = path::extension(E.Name).equals_insensitive(".pt2");
    if (E.isFolder()) {
      bool IsPart = IsPackage && (E.Name == "data" || E.Name == "models" || E.Name == "extra");
      if (!IsWhole && !IsPart && !isSkippedFolder(E.Name))
        (E.IsLink ? Links : Pending).push_back({Place, At.Depth + 1});
    } else if ((IsArchive || (isPythonName(E.Name) && !IsWhole)) && E.isFile()) {
      add(Place, openFile(Place, Limits));
    } else if (!isSourceName(E.Name)) {
      noteUnread(Place, E);
    }
  }
}

std::vector<OpenedPath> FolderSearch::run() {
  if (!isFolderAt(In.given(), "data/aotinductor") && openInside())
    return std::move(Found);
  Pending.push_back({In.given().str(), 0});
  // Real folders first: a link to a folder is followed only if nothing else leads there.
  while (!Pending.empty() || !Links.empty()) {
    std::vector<Stop> &From = Pending.empty() ? Links : Pending;
    Stop Next = std::move(From.back());
    From.pop_back();
    visit(Next);
  }
  if (Found.empty()) {
    std::vector<FolderEntry> Entries;
    In.list(In.given(), Entries);
    add(In.given(),
        packageError(ErrorKind::NotAPackage, In.given(),
                     Entries.empty() ? "is an empty folder"
                                     : "holds no compiled model (no 'data/aotinductor/', no "
                                       "'*.wrapper.cpp', no '.pt2') and no C++ or Python source"));
  }
  // A folder that could be read only in part is there twice; its failure comes after its contents.
  llvm::sort(Found, [](const OpenedPath &A, const OpenedPath &B) {
    if (int Order = A.Path.compare(B.Path))
      return Order < 0;
    return A.Contents && !B.Contents;
  });
  return std::move(Found);
}

} // namespace

std::vector<OpenedPath> openPath(llvm::StringRef Path, const PackageLimits &Limits) {
  std::vector<OpenedPath> Out;
  auto Add = [&](llvm::Expected<std::unique_ptr<Package>> Opened) {
    OpenedPath Entry;
    Entry.Path = Path.str();
    if (Opened)
      Entry.Contents = std::move(*Opened);
    else
      llvm::handleAllErrors(Opened.takeError(), [&](std::unique_ptr<PackageError> Failure) {
        Entry.Failure = std::move(Failure);
      });
    Out.push_back(std::move(Entry));
  };
  fs::file_status Status;
  if (Path.contains('\0'))
    Add(packageError(ErrorKind::NotFound, Path, "is no path: it holds a zero byte"));
  else if (std::error_code Code = fs::status(Path, Status))
    Add(packageError(ErrorKind::NotFound, Path, "cannot be opened: " + Code.message()));
  else if (Status.type() == fs::file_type::directory_file)
    return FolderSearch(Path, Limits).run();
  else if (Status.type() != fs::file_type::regular_file)
    Add(packageError(ErrorKind::NotAPackage, Path,
                     "is " + specialFileText(Status.type()).str() + "; give a file or a folder"));
  else
    Add(openFile(Path, Limits));
  return Out;
}

} // namespace aoti
