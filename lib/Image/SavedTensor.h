//===- SavedTensor.h - the size of what torch.save wrote ----------*- C++ -*-===//
//
// The storages in a file of `torch.save`, from the directory of its zip archive. The
// pickle inside is code, and is not looked at.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <cstdint>
#include <string>
#include <vector>

namespace aoti {

struct SavedStorage {
  /// As in `<root>/data/<key>`: "0".
  std::string Key;
  /// Size in bytes.
  uint64_t Bytes = 0;
};

/// The storages that a file of `torch.save` holds, in order of its directory. Fails with a text for
/// people when the file is not such an archive or is torn.
llvm::Expected<std::vector<SavedStorage>> readSavedStorages(llvm::StringRef Bytes);

} // namespace aoti
