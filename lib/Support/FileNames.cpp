#include "Support/FileNames.h"
#include "llvm/Support/Path.h"

using llvm::StringRef;

namespace aoti {

bool isHeaderName(StringRef FileName) {
  StringRef Extension = llvm::sys::path::extension(FileName);
  for (StringRef Known : {".h", ".hpp", ".cuh", ".hh", ".hxx"})
    if (Extension.equals_insensitive(Known))
      return true;
  return false;
}

bool isTorchHeader(StringRef Include) {
  return Include.starts_with("ATen/") || Include.starts_with("c10/") ||
         Include.starts_with("torch/");
}

} // namespace aoti
