//===- ConstantSummary.h - an entry of the table of constants -----*- C++ -*-===//
#pragma once

#include "Support/JsonText.h"
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace aoti {

/// An entry of `constants_info_`. What is not settled by exactly one statement is absent.
struct ConstantSummary {
  int64_t Index = 0;
  std::optional<std::string> Name, Dtype, DeviceType, Layout, Fqn;
  /// Offset into the storage, in elements.
  std::optional<int64_t> Offset;
  /// Bytes of the whole storage.
  std::optional<int64_t> DataSize;
  std::optional<bool> FromFolded;
  /// Strides in elements.
  std::optional<std::vector<int64_t>> Shape, Stride;
  /// Its first statement, and the one of its `data_size` and `shape`, in the main file; empty at 0
  /// for those elsewhere.
  ByteRange At, DataSizeAt, ShapeAt;

  /// Elements by its shape; nullopt if that is unknown or too large.
  std::optional<uint64_t> numElements() const;
  /// Bytes of the storage up to the end of the last element, with the offset; nullopt if a part is
  /// unknown, too large, or not laid out in strides. 0 without elements.
  std::optional<uint64_t> extentBytes() const;
};

} // namespace aoti
