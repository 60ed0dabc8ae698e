//===- ModelFiles.h - kinds of files in a model's folder ----------*- C++ -*-===//
#pragma once

#include "checks/PackageCheck.h"
#include <optional>
#include <string>

namespace aoti {

/// Libraries by their names on all systems.
bool isLibraryName(llvm::StringRef FileName);

/// Machine code for graphics cards, or text that becomes such when it is loaded.
bool isKernelImageName(llvm::StringRef FileName);

/// The folder of a file inside of the model's, with a slash behind it; empty for files that lie in
/// the model's folder itself.
llvm::StringRef folderBelow(const Model &Files, const Member &File);

/// `<root>/data/<Name>`, which the models of a package share. nullopt if the package is given from
/// a point below `data/` on, so that the folder cannot be seen.
std::optional<std::string> dataFolder(const ModelView &View, llvm::StringRef Name);

} // namespace aoti
