//===- ShimNeeds.h - what the libraries of a model ask of torch ---*- C++ -*-===//
#pragma once

#include "Package/Package.h"
#include <string>
#include <vector>

namespace aoti {

class PackageImages;

/// A library and the functions of torch's C shim that the dynamic linker has to find for it.
struct LibraryNeeds {
  const Member *File = nullptr;
  /// False if it is damaged or too large; then nothing is known of it.
  bool IsReadable = true;
  /// In the order of the library's table.
  std::vector<std::string> Functions;
};

/// The libraries of a model, by path. Functions that another library of the model
/// brings are not among those that are needed.
std::vector<LibraryNeeds> libraryNeeds(PackageImages &Images, const Model &Files);

} // namespace aoti
