#include "Frontend/RealHeaders.h"
#include "Prelude/Prelude.h"
#include "clang/Driver/CreateInvocationFromArgs.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Program.h"

using llvm::StringRef;
namespace fs = llvm::sys::fs;
namespace path = llvm::sys::path;

namespace aoti {
namespace {

/// `include` of a torch package folder, if it has the headers of the AOTInductor runtime.
std::string torchIncludeBelow(StringRef Folder) {
  for (StringRef Tail : {"include", "", "torch/include"}) {
    llvm::SmallString<256> Candidate(Folder);
    if (!Tail.empty())
      path::append(Candidate, Tail);
    llvm::SmallString<256> Probe(Candidate);
    path::append(Probe, "torch", "csrc", "inductor");
    if (fs::is_directory(Probe))
      return Candidate.str().str();
  }
  return {};
}

/// Looks into `lib/python3*/site-packages` and `dist-packages` below an installation prefix.
std::string torchIncludeOfPrefix(StringRef Prefix) {
  for (StringRef Lib : {"lib", "lib64", "local/lib"}) {
    llvm::SmallString<256> Folder(Prefix);
    path::append(Folder, Lib);
    std::error_code Failed;
    std::vector<std::string> Pythons;
    for (fs::directory_iterator It(Folder, Failed), End; It != End && !Failed; It.increment(Failed))
      if (path::filename(It->path()).starts_with("python3"))
        Pythons.push_back(It->path());
    llvm::sort(Pythons);
    for (const std::string &Python : Pythons)
      for (StringRef Packages : {"site-packages", "dist-packages"}) {
        llvm::SmallString<256> Torch(Python);
        path::append(Torch, Packages, "torch");
        if (std::string Found = torchIncludeBelow(Torch); !Found.empty())
          return Found;
      }
  }
  return {};
}

/// The folder of clang's own headers (stddef.h, immintrin.h) that fit the parser in this binary.
std::string resourceDirectory() {
  for (StringRef Candidate : {AOTI_CLANG_RESOURCE_DIR}) {
    llvm::SmallString<256> Probe(Candidate);
    path::append(Probe, "include", "stddef.h");
    if (fs::exists(Probe))
      return Candidate.str();
  }
  return {};
}

/// `<site-packages>` of `<site-packages>/torch/include`; CUDA's toolkit lies there too.
StringRef packagesOf(StringRef TorchInclude) {
  return path::parent_path(path::parent_path(TorchInclude));
}

/// Shows the folders of headers and hides the rest of the machine, which a hostile source could try
/// to include.
class HeaderFolders : public llvm::vfs::ProxyFileSystem {
public:
  HeaderFolders(llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> FS, std::vector<std::string> Roots)
      : ProxyFileSystem(std::move(FS)), Roots(std::move(Roots)) {}

  llvm::ErrorOr<llvm::vfs::Status> status(const llvm::Twine &Path) override {
    return isVisible(Path) ? ProxyFileSystem::status(Path) : llvm::errc::no_such_file_or_directory;
  }
  llvm::ErrorOr<std::unique_ptr<llvm::vfs::File>>
  openFileForRead(const llvm::Twine &Path) override {
    return isVisible(Path) ? ProxyFileSystem::openFileForRead(Path)
                           : llvm::errc::no_such_file_or_directory;
  }
  llvm::vfs::directory_iterator dir_begin(const llvm::Twine &Path,
                                          std::error_code &Error) override {
    if (isVisible(Path))
      return ProxyFileSystem::dir_begin(Path, Error);
    Error = llvm::make_error_code(llvm::errc::no_such_file_or_directory);
    return {};
  }
  bool exists(const llvm::Twine &Path) override {
    return isVisible(Path) && ProxyFileSystem::exists(Path);
  }

private:
  bool isVisible(const llvm::Twine &Path) const {
    llvm::SmallString<256> Whole;
    Path.toVector(Whole);
    path::remove_dots(Whole, /*remove_dot_dot=*/true);
    return llvm::any_of(Roots, [&](StringRef Root) {
      StringRef Rest = Whole;
      return Rest.consume_front(Root) &&
             (Rest.empty() || Rest.starts_with("/") || Root.ends_with("/"));
    });
  }
  std::vector<std::string> Roots;
};

} // namespace

std::string kernelPrefixHeader(StringRef TorchInclude) {
  llvm::SmallString<256> Path(TorchInclude);
  path::append(Path, "torch", "csrc", "inductor", "cpp_prefix.h");
  if (!fs::exists(Path)) {
    Path = path::parent_path(TorchInclude);
    path::append(Path, "_inductor", "codegen", "cpp_prefix.h");
  }
  return Path.str().str();
}

llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem>
makeRealHeaderFileSystem(const HeaderOptions &Headers) {
  std::vector<std::string> Roots = {
      "/usr",
      "/lib",
      "/lib64",
      resourceDirectory(),
      Headers.TorchInclude,
      path::parent_path(kernelPrefixHeader(Headers.TorchInclude)).str(),
      (packagesOf(Headers.TorchInclude) + "/nvidia").str()};
  for (StringRef Argument : Headers.ExtraArguments)
    if (Argument.consume_front("-I") || Argument.consume_front("-isystem") ||
        Argument.consume_front("-iquote"))
      Roots.push_back(Argument.str());
  llvm::erase_if(Roots, [](const std::string &Root) { return Root.empty(); });
  // Not the process-wide file system, whose current folder belongs to all threads.
  llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> Machine(
      llvm::vfs::createPhysicalFileSystem().release());
  auto Overlay = llvm::makeIntrusiveRefCnt<llvm::vfs::OverlayFileSystem>(
      llvm::makeIntrusiveRefCnt<HeaderFolders>(std::move(Machine), std::move(Roots)));
  auto Devices = llvm::makeIntrusiveRefCnt<llvm::vfs::InMemoryFileSystem>();
  for (const PreludeHeader &Header : deviceHeaders()) {
    std::string Path = (DeviceHeaderDirectory + "/" + Header.Path).str();
    Devices->addFileNoOwn(Path, 0, llvm::MemoryBufferRef(Header.Text, Path));
  }
  Overlay->pushOverlay(Devices);
  return Overlay;
}

std::string findTorchInclude(StringRef Where) {
  if (Where != "auto")
    return torchIncludeBelow(Where);
  for (const char *Variable : {"VIRTUAL_ENV", "CONDA_PREFIX"})
    if (const char *Prefix = std::getenv(Variable))
      if (std::string Found = torchIncludeOfPrefix(Prefix); !Found.empty())
        return Found;
  for (StringRef Name : {"python3", "python"})
    if (auto Python = llvm::sys::findProgramByName(Name)) {
      llvm::SmallString<256> Real;
      fs::real_path(*Python, Real);
      for (StringRef Program : {StringRef(*Python), StringRef(Real)})
        if (std::string Found = torchIncludeOfPrefix(path::parent_path(path::parent_path(Program)));
            !Found.empty())
          return Found;
    }
  return {};
}

std::shared_ptr<clang::CompilerInvocation>
makeRealHeaderInvocation(StringRef MainPath, StringRef Standard,
                         const std::vector<std::string> &Definitions, const HeaderOptions &Headers,
                         clang::DiagnosticsEngine &Diags,
                         llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> FS) {
  // The driver looks for the machine's C++ library from where it thinks to be installed.
  std::vector<std::string> Arguments = {
      "/usr/bin/clang++", "-fsyntax-only", "-std=" + Standard.str(), "-xc++", "-w",
      "-ferror-limit=0"};
  if (std::string Resource = resourceDirectory(); !Resource.empty())
    Arguments.push_back("-resource-dir=" + Resource);
  Arguments.push_back("-isystem" + Headers.TorchInclude);
  llvm::SmallString<256> Api(Headers.TorchInclude);
  path::append(Api, "torch", "csrc", "api", "include");
  Arguments.push_back(("-isystem" + Api).str());
  // CUDA's headers come in packages of their own.
  llvm::SmallString<256> Packages(packagesOf(Headers.TorchInclude));
  path::append(Packages, "nvidia");
  std::error_code Failed;
  std::vector<std::string> Toolkits;
  for (fs::directory_iterator It(Packages, Failed), End; It != End && !Failed;
       It.increment(Failed)) {
    llvm::SmallString<256> Include(It->path());
    path::append(Include, "include");
    if (fs::is_directory(Include))
      Toolkits.push_back(Include.str().str());
  }
  llvm::sort(Toolkits);
  // A toolkit in parts may lack what its own headers include; then the declarations below serve
  // better.
  auto Has = [&](StringRef Header) {
    return llvm::any_of(Toolkits, [&](StringRef Toolkit) {
      llvm::SmallString<256> Path(Toolkit);
      path::append(Path, Header);
      return fs::exists(Path);
    });
  };
  if (Has("cuda_runtime_api.h") && Has("crt/host_defines.h"))
    for (const std::string &Toolkit : Toolkits)
      Arguments.push_back("-isystem" + Toolkit);
  // Declarations of what the machine lacks, such as CUDA's driver.
  Arguments.push_back("-idirafter" + DeviceHeaderDirectory.str());
  llvm::append_range(Arguments, Definitions);
  llvm::append_range(Arguments, Headers.ExtraArguments);
  Arguments.push_back("-include");
  Arguments.push_back((PreludeDirectory + "/aoti/undeclared.h").str());
  Arguments.push_back(MainPath.str());

  std::vector<const char *> Pointers;
  for (const std::string &Argument : Arguments)
    Pointers.push_back(Argument.c_str());
  clang::CreateInvocationOptions Options;
  Options.Diags = &Diags;
  Options.VFS = FS;
  return std::shared_ptr<clang::CompilerInvocation>(clang::createInvocation(Pointers, Options));
}

} // namespace aoti
