#include "checks/package/ModelFiles.h"

using llvm::StringRef;

namespace aoti {

bool isLibraryName(StringRef FileName) {
  return FileName.ends_with(".so") || FileName.ends_with(".pyd") || FileName.ends_with(".dll") ||
         FileName.ends_with(".dylib");
}

bool isKernelImageName(StringRef FileName) {
  return FileName.ends_with(".cubin") || FileName.ends_with(".fatbin") ||
         FileName.ends_with(".hsaco") || FileName.ends_with(".ptx");
}

StringRef folderBelow(const Model &Files, const Member &File) {
  StringRef Folder = File.path().drop_back(File.fileName().size());
  Folder.consume_front(Files.Directory);
  Folder.consume_front("/");
  return Folder;
}

std::optional<std::string> dataFolder(const ModelView &View, StringRef Name) {
  StringRef Directory = View.Files.Directory;
  size_t At = ("/" + Directory).str().rfind("/data/aotinductor/");
  if (At == std::string::npos)
    return std::nullopt;
  return (Directory.take_front(At) + "data/" + Name).str();
}

} // namespace aoti
