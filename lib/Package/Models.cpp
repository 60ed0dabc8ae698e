#include "Package/Internal.h"
#include "Support/FileNames.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/Path.h"
#include <map>
#include <set>
#include <tuple>

namespace aoti {

static constexpr llvm::StringLiteral ModelsFolder = "data/aotinductor/";

/// The part of a path before the last '/', empty if there is none.
static llvm::StringRef folderOf(llvm::StringRef Path) {
  size_t Slash = Path.rfind('/');
  return Slash == llvm::StringRef::npos ? llvm::StringRef() : Path.take_front(Slash);
}

static llvm::StringRef lastPart(llvm::StringRef Path) { return Path.substr(Path.rfind('/') + 1); }

bool isSourceName(llvm::StringRef FileName) {
  llvm::StringRef Extension = llvm::sys::path::extension(FileName);
  for (llvm::StringRef Known : {".cpp", ".cc", ".cxx", ".cu", ".hip"})
    if (Extension.equals_insensitive(Known))
      return true;
  return isHeaderName(FileName);
}

bool isPythonName(llvm::StringRef FileName) {
  return llvm::sys::path::extension(FileName).equals_insensitive(".py");
}

bool isMacLeftover(llvm::StringRef Name) {
  return Name == "__MACOSX" || Name == ".DS_Store" || Name.starts_with("._");
}

bool isKernelName(llvm::StringRef FileName) { return FileName.ends_with(".kernel.cpp"); }
bool isWrapperName(llvm::StringRef FileName) { return FileName.ends_with(".wrapper.cpp"); }

/// `x` of `x.wrapper.cpp` and of `x.cpp`.
static llvm::StringRef stemOfWrapper(llvm::StringRef FileName) {
  if (!FileName.consume_back(".wrapper.cpp"))
    FileName.consume_back(".cpp");
  return FileName;
}

static bool isPlainCppName(llvm::StringRef FileName) {
  return FileName.ends_with(".cpp") && !isKernelName(FileName) && !isWrapperName(FileName);
}

static constexpr llvm::StringLiteral ModelClass = "AOTInductorModel";

bool mayBeWrapperHead(llvm::StringRef Text) {
  // The interface functions at the head of a wrapper name the class within the first kilobytes.
  return Text.contains(ModelClass);
}

bool isWrapperText(llvm::StringRef Text) {
  auto IsIdentifier = [](char C) { return llvm::isAlnum(C) || C == '_'; };
  size_t LineBegin = 0, Next = 0;
  for (size_t At = Text.find(ModelClass); At != llvm::StringRef::npos;
       At = Text.find(ModelClass, Next)) {
    // Only what lies between two matches is looked at again, so that long lines cost no more than
    // short ones.
    if (size_t Break = Text.slice(Next, At).rfind('\n'); Break != llvm::StringRef::npos)
      LineBegin = Next + Break + 1;
    Next = At + ModelClass.size();
    if (At > 0 && IsIdentifier(Text[At - 1]))
      continue;
    llvm::StringRef Class = Text.drop_front(At).take_while(IsIdentifier);
    llvm::StringRef Rest = Text.drop_front(At + Class.size()).ltrim();
    if (!Rest.consume_front("::"))
      continue;
    llvm::StringRef Function = Rest.ltrim().take_while(IsIdentifier);
    if (Function != Class && Function != "run_impl" && Function != "_const_run_impl" &&
        Function != "const_run_impl")
      continue;
    if (!Text.slice(LineBegin, At).contains("//"))
      return true;
    Next = Text.find('\n', At);
    if (Next == llvm::StringRef::npos)
      return false;
  }
  return false;
}

std::string noModelText(llvm::ArrayRef<llvm::StringRef> MemberPaths) {
  bool Program = false, Weights = false, Script = false, Models = false;
  size_t Archives = 0;
  for (llvm::StringRef Path : MemberPaths) {
    std::string Slashed = ("/" + Path).str();
    llvm::StringRef P = Slashed;
    Program |= P.contains("/models/") && P.ends_with(".json");
    Weights |= P.contains("/data/weights/") || P.contains("/data/constants/");
    Script |= P.ends_with("/data.pkl") || P.ends_with("/constants.pkl");
    Models |= P.contains("/data/aotinductor/");
    Archives += P.ends_with(".pt2");
  }
  if (Program || Weights)
    return "holds no compiled model, only an exported program ('models/' and 'data/weights/' "
           "without "
           "'data/aotinductor/'); compile it with 'torch._inductor.aoti_compile_and_package'";
  if (Models)
    return "'data/aotinductor/' holds no model; it has to hold one folder for each model, as "
           "'torch._inductor.aoti_compile_and_package' writes it";
  if (Script)
    return "holds no compiled model, but what 'torch.save' or 'torch.jit.save' wrote; export the "
           "model and compile "
           "it with 'torch._inductor.aoti_compile_and_package'";
  if (Archives != 0)
    return "holds no compiled model itself, but " + llvm::utostr(Archives) + " '.pt2' " +
           (Archives == 1 ? "archive" : "archives") + "; unpack it and give the folder";
  return "holds no compiled model (no 'data/aotinductor/', no '*.wrapper.cpp'); give a package "
         "that "
         "'torch._inductor.aoti_compile_and_package' wrote, or a C++ source";
}

bool Package::holdsWrapper(const Member &M) const {
  // An unreadable source is no wrapper here; whoever analyses it is told why.
  auto Contains = [&](uint64_t MaxBytes, bool (*Test)(llvm::StringRef)) {
    auto Buffer = readBytes(M, MaxBytes);
    if (!Buffer) {
      llvm::consumeError(Buffer.takeError());
      return false;
    }
    return Test((*Buffer)->getBuffer());
  };
  return Contains(WrapperHeadBytes, mayBeWrapperHead) && Contains(UINT64_MAX, isWrapperText);
}

void Package::addModel(llvm::StringRef Directory, llvm::ArrayRef<const Member *> Files,
                       ModelLayout Layout, llvm::StringRef Name) {
  Model Out;
  Out.Name = Name.str();
  Out.Directory = Directory.str();
  Out.Layout = Layout;
  Out.Files.assign(Files.begin(), Files.end());

  auto IsDirect = [&](const Member *M) { return folderOf(M->path()) == Directory; };
  llvm::SmallVector<const Member *> Plain;
  for (const Member *M : Files) {
    llvm::StringRef FileName = M->fileName();
    if (!IsDirect(M)) {
      if (isSourceName(FileName))
        Out.OtherSources.push_back(M);
    } else if (isWrapperName(FileName)) {
      Out.Wrappers.push_back(M);
    } else if (isKernelName(FileName)) {
      Out.Kernels.push_back(M);
    } else if (isPlainCppName(FileName)) {
      Plain.push_back(M);
    } else if (isSourceName(FileName)) {
      Out.OtherSources.push_back(M);
    }
  }
  if (!Out.Wrappers.empty()) {
    llvm::append_range(Out.OtherSources, Plain);
  } else if (Plain.size() == 1) {
    Out.Wrappers = {Plain.front()};
  } else {
    // torch 2.6: the wrapper is told from the kernels beside it by what it defines.
    for (const Member *M : Plain)
      (holdsWrapper(*M) ? Out.Wrappers : Out.Kernels).push_back(M);
  }

  llvm::StringSet<> Stems;
  for (const Member *M : Out.Wrappers)
    Stems.insert(llvm::sys::path::stem(M->fileName()));
  for (const Member *M : Files) {
    llvm::StringRef FileName = M->fileName();
    if (!IsDirect(M) || !FileName.ends_with(".json"))
      continue;
    if (FileName.ends_with("_metadata.json"))
      Out.Metadata.push_back(M);
    else if (FileName.ends_with(".wrapper.json") || Stems.contains(FileName.drop_back(5)))
      Out.ExternNodes.push_back(M);
  }
  auto ByPath = [](const Member *A, const Member *B) { return A->path() < B->path(); };
  llvm::sort(Out.Kernels, ByPath);
  llvm::sort(Out.OtherSources, ByPath);
  Models.push_back(std::move(Out));
}

void Package::addFlatModels(llvm::StringRef Directory, llvm::ArrayRef<const Member *> Files) {
  llvm::SmallVector<const Member *> Wrappers;
  for (const Member *M : Files)
    if (isWrapperName(M->fileName()))
      Wrappers.push_back(M);
  if (Wrappers.empty())
    for (const Member *M : Files)
      if (isPlainCppName(M->fileName()) && holdsWrapper(*M))
        Wrappers.push_back(M);
  if (Wrappers.empty())
    return;

  std::string FolderName = lastPart(Directory).str();
  if (FolderName.empty()) {
    llvm::StringRef Own = llvm::sys::path::filename(llvm::StringRef(Path).rtrim('/'));
    FolderName = (Kind == PackageKind::Archive ? llvm::sys::path::stem(Own) : Own).str();
  }
  llvm::StringMap<const Member *> ByStem, ByName;
  for (const Member *M : Wrappers) {
    ByStem[stemOfWrapper(M->fileName())] = M;
    ByName[M->fileName()] = M;
  }

  std::map<const Member *, std::vector<const Member *>> Claimed;
  std::vector<const Member *> Shared;
  auto Claim = [&](const Member *Owner, const Member *M) {
    if (Owner)
      Claimed[Owner].push_back(M);
    else
      Shared.push_back(M);
  };
  for (const Member *M : Files) {
    llvm::StringRef FileName = M->fileName();
    if (!isSourceName(FileName))
      continue;
    const Member *Owner = ByName.lookup(FileName);
    if (!Owner && isKernelName(FileName)) {
      // The first line of a kernel source names its wrapper.
      if (auto Head = readBytes(*M, 4096))
        Owner = ByName.lookup(lastPart((*Head)->getBuffer().split('\n').first.rtrim("\r ")));
      else
        llvm::consumeError(Head.takeError());
      // Its metadata go with it.
      if (Owner)
        ByStem.try_emplace(FileName.drop_back(llvm::StringRef(".cpp").size()), Owner);
    }
    Claim(Owner, M);
  }
  for (const Member *M : Files) {
    llvm::StringRef FileName = M->fileName();
    if (isSourceName(FileName))
      continue;
    // The longest stem wins: "a.b" claims "a.b_metadata.json" before "a" does.
    const Member *Owner = nullptr;
    for (size_t End = FileName.find_last_of("._"); !Owner && End != llvm::StringRef::npos;
         End = FileName.take_front(End).find_last_of("._"))
      Owner = ByStem.lookup(FileName.take_front(End));
    Claim(Owner, M);
  }
  // What no wrapper claims may belong to each: sources are given to the first, to be analysed once,
  // but headers, which are analysed with each source that includes them.
  constexpr size_t MaxShares = 10'000'000;
  bool Share = Shared.size() <= MaxShares / Wrappers.size();

  for (const Member *Wrapper : Wrappers) {
    Model Out;
    Out.Layout = ModelLayout::Flat;
    Out.Directory = Directory.str();
    Out.Name = Wrappers.size() == 1 ? FolderName : stemOfWrapper(Wrapper->fileName()).str();
    Out.Wrappers = {Wrapper};
    Out.Files = Claimed[Wrapper];
    bool IsFirst = Wrapper == Wrappers.front();
    if (IsFirst || Share)
      llvm::copy_if(Shared, std::back_inserter(Out.Files), [&](const Member *M) {
        return IsFirst || !isSourceName(M->fileName()) || isHeaderName(M->fileName());
      });
    llvm::sort(Out.Files, [](const Member *A, const Member *B) { return A->path() < B->path(); });
    std::string NodesName = llvm::sys::path::stem(Wrapper->fileName()).str() + ".json";
    for (const Member *M : Out.Files) {
      llvm::StringRef FileName = M->fileName();
      if (M == Wrapper)
        continue;
      if (isKernelName(FileName))
        Out.Kernels.push_back(M);
      else if (isSourceName(FileName))
        Out.OtherSources.push_back(M);
      else if (FileName.ends_with("_metadata.json"))
        Out.Metadata.push_back(M);
      else if (FileName == NodesName ||
               (Wrappers.size() == 1 && FileName.ends_with(".wrapper.json")))
        Out.ExternNodes.push_back(M);
    }
    Models.push_back(std::move(Out));
  }
}

llvm::Error Package::findModels(llvm::StringRef Above) {
  sortMembers();

  // Folders that directly hold files, below "data/aotinductor/" and elsewhere.
  struct Place {
    std::string Root; ///< what lies before "data/aotinductor/", with Above
    std::vector<const Member *> Files;
  };
  std::map<std::string, Place> ModelPlaces;
  std::map<std::string, std::vector<const Member *>> OtherPlaces;
  llvm::StringSet<> RootFiles;
  llvm::StringSet<> DirectFolders;
  std::string Full;
  auto FullPath = [&](const Member &M) -> llvm::StringRef {
    Full = (Above + M.path()).str();
    return Full;
  };
  // The last one on the way down: packages may lie in a folder of that name.
  auto ModelsAt = [](llvm::StringRef FullName) {
    size_t At = FullName.rfind(("/" + ModelsFolder).str());
    if (At != llvm::StringRef::npos)
      return At + 1;
    return FullName.starts_with(ModelsFolder) ? size_t(0) : At;
  };
  for (const auto &M : Members) {
    RootFiles.insert(FullPath(*M));
    DirectFolders.insert(folderOf(Full));
  }
  for (const auto &M : Members) {
    llvm::StringRef Name = FullPath(*M);
    size_t At = ModelsAt(Name);
    llvm::StringRef Below =
        At == llvm::StringRef::npos ? llvm::StringRef() : Name.drop_front(At + ModelsFolder.size());
    if (!Below.contains('/')) {
      OtherPlaces[folderOf(M->path()).str()].push_back(M.get());
      continue;
    }
    // The model's folder is the first one on the way down that holds files itself; names may
    // contain '/'.
    size_t Slash = Below.find('/');
    size_t Start = At + ModelsFolder.size();
    while (!DirectFolders.contains(Name.take_front(Start + Slash)))
      Slash = Below.find('/', Slash + 1);
    Place &P = ModelPlaces[Name.take_front(Start + Slash).str()];
    P.Root = Name.take_front(At).str();
    P.Files.push_back(M.get());
  }

  for (const auto &[FullDirectory, P] : ModelPlaces) {
    llvm::StringRef Directory = FullDirectory;
    llvm::StringRef Name = Directory.drop_front(P.Root.size() + ModelsFolder.size());
    ModelLayout Layout = ModelLayout::Pt2;
    if (!Above.empty()) {
      // The top of the package is not seen: only the names of torch 2.7 and newer tell.
      if (llvm::none_of(P.Files, [](const Member *M) { return isWrapperName(M->fileName()); }))
        Layout = ModelLayout::Pt2NoRoot;
      Directory =
          Directory.size() < Above.size() ? llvm::StringRef() : Directory.drop_front(Above.size());
    } else {
      auto HasAtRoot = [&](llvm::StringRef File) {
        return RootFiles.contains(P.Root + File.str());
      };
      bool WithRoot =
          HasAtRoot("archive_version") || HasAtRoot("byteorder") || HasAtRoot(".data/version");
      // torch 2.6 writes no folder above "data", but an extracted archive may lie in one.
      if (!WithRoot && (P.Root.empty() || HasAtRoot("version")))
        Layout = ModelLayout::Pt2NoRoot;
    }
    addModel(Directory, P.Files, Layout, Name);
  }
  if (Kind == PackageKind::File) {
    const Member *M = Members.front().get();
    Model Out;
    Out.Name = llvm::sys::path::stem(M->fileName()).str();
    Out.Layout = ModelLayout::Loose;
    (isPythonName(M->fileName())   ? Out.Python
     : isKernelName(M->fileName()) ? Out.Kernels
                                   : Out.Wrappers)
        .push_back(M);
    Out.Files.push_back(M);
    Models.clear();
    Models.push_back(std::move(Out));
    return llvm::Error::success();
  }
  for (const auto &[Directory, Files] : OtherPlaces)
    addFlatModels(Directory, Files);
  if (Models.empty()) {
    std::vector<llvm::StringRef> Paths;
    for (const auto &M : Members)
      Paths.push_back(M->path());
    return packageError(PackageError::Kind::NotAPackage, Path,
                        Members.empty()
                            ? std::string("is empty; give a package that "
                                          "'torch._inductor.aoti_compile_and_package' wrote")
                            : noModelText(Paths));
  }
  // Names are unique within a folder.
  llvm::sort(Models, [](const Model &A, const Model &B) {
    return std::tie(A.Directory, A.Name) < std::tie(B.Directory, B.Name);
  });
  return llvm::Error::success();
}

std::string Model::externNodesName(const Member &Wrapper) {
  llvm::StringRef Name = Wrapper.fileName();
  return (Name.take_front(Name.rfind('.')) + ".json").str();
}

const Member *Model::externNodesOf(const Member &Wrapper) const {
  std::string Wanted = externNodesName(Wrapper);
  for (const Member *M : ExternNodes)
    if (M->fileName() == Wanted)
      return M;
  // Another name is as good when there is one file of its kind only.
  return ExternNodes.size() == 1 && Wrappers.size() == 1 ? ExternNodes.front() : nullptr;
}

void Package::noteUnreadable() {
  std::set<const Member *> Seen;
  for (const Model &Of : Models)
    for (const Member *M : Of.Files) {
      // Sources are read by whoever analyses them; headers come with the sources.
      if ((!M->fileName().ends_with(".json") && !isHeaderName(M->fileName())) ||
          !Seen.insert(M).second)
        continue;
      if (auto Text = read(*M); !Text)
        Problems.push_back(llvm::toString(Text.takeError()));
    }
  llvm::sort(Problems);
}

} // namespace aoti
