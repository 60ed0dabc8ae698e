//===- UnitSummary.h - what a package asks of a wrapper -----------*- C++ -*-===//
//
// Facts of a translation unit that are compared with the other files of a package,
// after the AST is gone: the table of constants, and what the code loads by name.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "Support/JsonText.h"
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace aoti {

class TuFacts;

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

struct ModelSummary {
  /// By index. Empty when the table is filled in a way that is not followed.
  std::vector<ConstantSummary> Constants;
  /// Whether the table is complete: indices from 0 on without gaps, as many as the base constructor
  /// was told.
  bool Complete = false;
  /// Whether the weights are in the library; nullopt if the base constructor is not told so by a
  /// literal.
  std::optional<bool> IncludeWeights;
};

/// A file that is loaded by a literal path.
struct LoadSummary {
  std::string FileName;
  /// The name of the kernel in the file; empty if it is no literal.
  std::string Kernel;
  /// Whether the file is looked for in the folder of the package.
  bool InPackage = false;
  ByteRange At;
};

struct UnitSummary {
  /// In order of the text; a generated wrapper has one.
  std::vector<ModelSummary> Models;
  std::vector<LoadSummary> KernelLoads;
  /// The first call of the proxy executor, which needs the file of extern nodes.
  std::optional<ByteRange> ProxyCall;
};

UnitSummary summariseUnit(TuFacts &Facts);

} // namespace aoti
