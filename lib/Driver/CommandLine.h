//===- CommandLine.h - what the command lines have in common ------*- C++ -*-===//
#pragma once

#include "Driver/Options.h"
#include "llvm/ADT/Twine.h"

namespace aoti {

/// Prints a message for the user. \returns ExitUsage.
int failUsage(const llvm::Twine &Message);
/// Takes away the options of the libraries inside, which are not options of the tool.
void hideForeignOptions();
/// LLVM's complaint about options, in our words. \param Help what shows them.
std::string optionError(llvm::StringRef Errors, llvm::StringRef Help = "'--help'");
std::optional<ColorMode> parseColorMode(llvm::StringRef Name);
/// Whether standard output gets colours.
bool usesColor(ColorMode Mode);

} // namespace aoti
