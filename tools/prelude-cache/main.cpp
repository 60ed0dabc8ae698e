// Precompiles the standard library part of the prelude; runs during the build.
#include "Frontend/PreludeCache.h"
#include "llvm/Support/raw_ostream.h"

int main(int Argc, char **Argv) {
  if (Argc != 2) {
    llvm::errs() << "usage: aoti-prelude-cache OUT\n";
    return 2;
  }
  if (llvm::Error Failed = aoti::writePreludeCache(Argv[1])) {
    llvm::errs() << "aoti-prelude-cache: " << llvm::toString(std::move(Failed)) << '\n';
    return 1;
  }
  return 0;
}
