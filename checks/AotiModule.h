//===- AotiModule.h - the checks as clang-tidy modules ------------*- C++ -*-===//
#pragma once

#include "llvm/ADT/StringRef.h"

namespace aoti {

/// Makes the linker keep the registration of the module; the tool and the plugin call it.
void registerAotiModule();

/// The same for the checks that are for tests only; the plugin has none of them.
void registerHiddenModule();

/// Whether a rule judges a source by what other files of the run register.
bool judgesAcrossFiles(llvm::StringRef Rule);

} // namespace aoti
