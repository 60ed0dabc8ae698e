#include "Output/Paths.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

namespace aoti {

std::string SourceRoot::absolute(llvm::StringRef File) {
  llvm::SmallString<256> Real;
  if (!llvm::sys::fs::real_path(File, Real))
    return Real.str().str();
  llvm::SmallString<256> Absolute(File);
  if (llvm::sys::fs::make_absolute(Absolute))
    return File.str();
  llvm::sys::path::remove_dots(Absolute, /*remove_dot_dot=*/true);
  return Absolute.str().str();
}

SourceRoot::SourceRoot(llvm::StringRef Directory) {
  if (!Directory.empty()) {
    Path = absolute(Directory);
  } else {
    std::string Current = absolute(".");
    Path = Current;
    for (llvm::StringRef At = Current; !At.empty(); At = llvm::sys::path::parent_path(At)) {
      llvm::SmallString<256> Git(At);
      llvm::sys::path::append(Git, ".git");
      if (llvm::sys::fs::exists(Git)) {
        Path = At.str();
        break;
      }
    }
  }
  while (llvm::StringRef(Path).ends_with("/"))
    Path.pop_back();
}

std::optional<std::string> SourceRoot::relative(llvm::StringRef File) const {
  std::string Absolute = absolute(File);
  llvm::StringRef Rest = Absolute;
  if (!Rest.consume_front(Path) || !Rest.consume_front("/") || Rest.empty())
    return std::nullopt;
  return Rest.str();
}

std::string encodeUriPath(llvm::StringRef Path) {
  std::string Encoded;
  Encoded.reserve(Path.size());
  for (char C : Path) {
    if (llvm::isAlnum(C) || llvm::StringRef("-._~/").contains(C))
      Encoded += C;
    else
      Encoded += "%" + llvm::utohexstr(static_cast<unsigned char>(C), false, 2);
  }
  return Encoded;
}

std::string fileUri(llvm::StringRef AbsolutePath) {
  return "file://" + encodeUriPath(AbsolutePath);
}

} // namespace aoti
