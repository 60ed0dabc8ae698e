#include "Driver/Options.h"

int main(int Argc, char **Argv) {
  auto Parsed = aoti::parseCommandLine(Argc, Argv);
  if (const int *Code = std::get_if<int>(&Parsed))
    return *Code;
  return aoti::runAotiLint(std::get<aoti::DriverOptions>(Parsed));
}
