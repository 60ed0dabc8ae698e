//===- AotiModule.h - the checks as a clang-tidy module -----------*- C++ -*-===//
#pragma once

#include "Finding/Finding.h"
#include "checks/PackageCheck.h"
#include <memory>
#include <vector>

namespace aoti {

/// Makes the linker keep the registration of the module; the tool calls it, the plugin need not.
void registerAotiModule();

/// A new instance of each package check for which \p IsEnabled says yes, in the order of the registry.
std::vector<std::unique_ptr<PackageCheck>>
makePackageChecks(llvm::function_ref<bool(llvm::StringRef Rule)> IsEnabled);

} // namespace aoti
