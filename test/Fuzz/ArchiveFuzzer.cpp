// Any bytes as a package: it is opened, all of its files are read, and the checks on packages run.
#include "FindingExpectations.h"
#include "checks/PackageCheck.h"
#include "checks/package/PackageImages.h"
#include <cstdio>
#include <cstdlib>
#include <string>
#include <unistd.h>

using namespace aoti;
using namespace aoti::fuzz;

namespace {

/// A file in memory, where there is such a file system.
class InputFile {
public:
  InputFile() {
    for (const char *Folder : {"/dev/shm", "/tmp"}) {
      Path = std::string(Folder) + "/aoti-fuzz-XXXXXX.pt2";
      Handle = mkstemps(Path.data(), 4);
      if (Handle >= 0)
        return;
    }
    llvm::report_fatal_error("no folder for the input", false);
  }
  ~InputFile() { unlink(Path.c_str()); }
  void write(const uint8_t *Data, size_t Size) {
    expect(ftruncate(Handle, 0) == 0 && pwrite(Handle, Data, Size, 0) == static_cast<ssize_t>(Size),
           "the input cannot be written");
  }
  const std::string &path() const { return Path; }

private:
  std::string Path;
  int Handle = -1;
};

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *Data, size_t Size) {
  static InputFile Input;
  Input.write(Data, Size);
  PackageLimits Limits;
  Limits.MaxMemberBytes = uint64_t(4) << 20;
  Limits.MaxTotalBytes = uint64_t(16) << 20;
  LoadTarget Target;
  std::vector<OpenedPath> All = openPath(Input.path(), Limits);
  expect(!All.empty(), "a path that leads to nothing, not even to an error");
  for (const OpenedPath &Opened : All) {
    expect((Opened.Contents != nullptr) != (Opened.Failure != nullptr),
           "neither contents nor an error, or both");
    if (Opened.Failure) {
      expect(!Opened.Failure->message().empty(), "an error says nothing");
      continue;
    }
    const Package &Container = *Opened.Contents;
    expect(!Container.models().empty(), "a package without a model");
    for (const auto &M : Container.members()) {
      expect(Container.findMember(M->path()) != nullptr, "a member is not found");
      if (auto Text = Container.read(*M))
        expect((*Text)->text().size() == M->size(), "a member has another size than it says");
      else
        expect(!llvm::toString(Text.takeError()).empty(), "an error says nothing");
    }
    PackageImages Images(Container);
    for (const Model &Files : Container.models()) {
      ModelView View{Container, Files, Target, Images, {}, {}, {}};
      for (const auto &Check : makePackageChecks([](llvm::StringRef) { return true; }))
        Check->check(View, [](Finding F) { expectSound(F); });
    }
  }
  return 0;
}
