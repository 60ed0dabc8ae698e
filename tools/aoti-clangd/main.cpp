#include "Frontend/PluginUnit.h"
#include "checks/AotiModule.h"

namespace clang::clangd {
int clangdMain(int Argc, char *Argv[]);
} // namespace clang::clangd

int main(int Argc, char **Argv) {
  aoti::registerAotiModule();
  aoti::preparePluginUnits();
  return clang::clangd::clangdMain(Argc, Argv);
}
