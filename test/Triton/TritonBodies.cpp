//===- TritonBodies.cpp - how much of the bodies of kernels is understood -===//
//
// TritonBodies [--show] [--least PERCENT] PATH...: reads the kernels in C++ files and in
// the files below folders, and counts the indices that are understood. With --show it
// prints every access; without, those that are not understood.
//
//===----------------------------------------------------------------------===//
#include "Triton/TritonBody.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"
#include <algorithm>

using namespace aoti;
using llvm::StringRef;

namespace {

struct Sums {
  unsigned Kernels = 0, Accesses = 0, Understood = 0, OpaqueStatements = 0, OpaqueCalls = 0;
};

void show(const TritonBody &Body, const TritonAccess &A, unsigned Line) {
  const TritonKernel &K = Body.kernel();
  llvm::outs() << "  " << Line << ": " << A.Function << ' ';
  llvm::outs() << (A.Parameter >= 0 ? K.parameters()[A.Parameter].Name : StringRef("?")) << " [";
  llvm::outs() << (A.Index ? A.Index.str() : "?") << "] where " << A.Mask->str();
  if (!A.Path->isTrue())
    llvm::outs() << " if " << A.Path->str();
  if (A.Origins)
    llvm::outs() << " origins " << A.Origins;
  llvm::outs() << ' ' << A.IndexBits << " bits\n";
}

void look(StringRef Path, bool ShowsAll, Sums &All) {
  auto Buffer = llvm::MemoryBuffer::getFile(Path);
  if (!Buffer)
    return;
  StringRef Text = (*Buffer)->getBuffer();
  for (const auto &Kernel : readTritonKernels(Text)) {
    ExpressionContext Context;
    TritonBody Body(*Kernel, Context);
    const TritonFigure &F = Body.figure();
    ++All.Kernels;
    All.Accesses += F.Accesses;
    All.Understood += F.Understood;
    All.OpaqueStatements += F.OpaqueStatements;
    All.OpaqueCalls += F.OpaqueCalls;
    bool IsShown = ShowsAll || F.Understood != F.Accesses || F.OpaqueCalls || F.OpaqueStatements;
    if (!IsShown)
      continue;
    llvm::outs() << Path << ": " << Kernel->name() << " (" << Kernel->heuristics() << ", "
                 << F.Understood << " of " << F.Accesses << ", " << F.OpaqueCalls
                 << " opaque calls, " << F.OpaqueStatements << " opaque statements)\n";
    for (const TritonAccess &A : Body.accesses())
      if (ShowsAll || !A.isUnderstood())
        show(Body, A,
             static_cast<unsigned>(Text.take_front(Kernel->fileOffset(A.Call->Begin)).count('\n') +
                                   1));
    if (ShowsAll)
      for (const TritonAssert &A : Body.asserts())
        llvm::outs() << "  assert " << A.Condition->str() << '\n';
  }
}

} // namespace

int main(int argc, char **argv) {
  bool ShowsAll = false;
  unsigned Least = 0;
  std::vector<std::string> Files;
  for (int I = 1; I < argc; ++I) {
    StringRef Argument = argv[I];
    if (Argument == "--show") {
      ShowsAll = true;
    } else if (Argument == "--least" && I + 1 < argc) {
      Least = static_cast<unsigned>(std::atoi(argv[++I]));
    } else if (llvm::sys::fs::is_directory(Argument)) {
      std::error_code Error;
      for (llvm::sys::fs::recursive_directory_iterator It(Argument, Error), End;
           It != End && !Error; It.increment(Error))
        if (StringRef(It->path()).ends_with(".cpp"))
          Files.push_back(It->path());
    } else {
      Files.push_back(Argument.str());
    }
  }
  std::sort(Files.begin(), Files.end());
  Sums All;
  for (const std::string &File : Files)
    look(File, ShowsAll, All);
  llvm::outs() << All.Kernels << " kernels, " << All.Understood << " of " << All.Accesses
               << " indices understood";
  if (All.Accesses)
    llvm::outs() << llvm::format(" (%.1f %%)", 100.0 * All.Understood / All.Accesses);
  llvm::outs() << ", " << All.OpaqueCalls << " opaque calls, " << All.OpaqueStatements
               << " opaque statements\n";
  bool IsEnough =
      All.Accesses > 0 && All.Understood * 100ull >= All.Accesses * static_cast<uint64_t>(Least);
  return Least && !IsEnough;
}
