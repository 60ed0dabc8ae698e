#include "Driver/Options.h"
#include "Driver/Triage.h"
#include <string_view>

int main(int Argc, char **Argv) {
  if (Argc > 1 && std::string_view(Argv[1]) == "triage")
    return aoti::runTriage(Argc - 1, Argv + 1);
  auto Parsed = aoti::parseCommandLine(Argc, Argv);
  if (const int *Code = std::get_if<int>(&Parsed))
    return *Code;
  return aoti::runAotiLint(std::get<aoti::DriverOptions>(Parsed));
}
