// Precompiles a part of the prelude; runs during the build.
#include "Frontend/PreludeCache.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/raw_ostream.h"

using aoti::PreludePart;

int main(int Argc, char **Argv) {
  llvm::StringRef Name = Argc == 3 ? Argv[1] : "";
  if (Name != "standard" && Name != "operators") {
    llvm::errs() << "usage: aoti-prelude-cache standard|operators OUT\n";
    return 2;
  }
  if (llvm::Error Failed = aoti::writePreludeCache(
          Name == "standard" ? PreludePart::Standard : PreludePart::Operators, Argv[2])) {
    llvm::errs() << "aoti-prelude-cache: " << llvm::toString(std::move(Failed)) << '\n';
    return 1;
  }
  return 0;
}
