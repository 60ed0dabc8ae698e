// Stops a clang-tidy of another LLVM. Classes of clang have another layout there: such a clang-tidy
// would list the checks, report nothing and succeed.

#include "clang/Basic/Version.h"
#include <cstdio>
#include <cstdlib>
#include <string>

namespace {

#define AOTI_TEXT_OF(X) #X
#define AOTI_TEXT(X) AOTI_TEXT_OF(X)
constexpr const char *Built = AOTI_TEXT(CLANG_VERSION_MAJOR) "." AOTI_TEXT(CLANG_VERSION_MINOR);

/// "19.1" of "Debian clang version 19.1.7 (3+b1)"; empty if there is no version in it.
std::string majorMinor(const std::string &Full) {
  size_t At = Full.find_first_of("0123456789");
  if (At == std::string::npos)
    return {};
  size_t Dot = Full.find('.', At);
  if (Dot == std::string::npos)
    return {};
  return Full.substr(At, Full.find_first_not_of("0123456789", Dot + 1) - At);
}

struct VersionGuard {
  VersionGuard() {
    std::string Full = clang::getClangFullVersion(), Loaded = majorMinor(Full);
    if (Loaded == Built)
      return;
    std::fprintf(stderr,
                 "AotiTidyModule: error: this plugin is made for LLVM %s, and a tool of '%s' loads "
                 "it; use that of LLVM %s, "
                 "or build the plugin with -DAOTI_LLVM_VERSION=%s\n",
                 Built, Full.c_str(), Built, Loaded.substr(0, Loaded.find('.')).c_str());
    std::fflush(stderr);
    std::_Exit(2);
  }
};

// Before the objects of this library that rest on clang's classes.
[[gnu::init_priority(101)]] VersionGuard Guard;

} // namespace
