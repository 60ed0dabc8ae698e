//===- UnitSummary.h - what a package asks of a wrapper -----------*- C++ -*-===//
//
// Facts of a translation unit that are compared with the other files of a package,
// after the AST is gone: the table of constants, and what the code loads by name.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "Facts/ConstantSummary.h"
#include "Facts/ProxyCalls.h"
#include "Support/JsonText.h"
#include <optional>
#include <string>
#include <vector>

namespace aoti {

class TuFacts;

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

/// A CPU kernel that a wrapper calls, while the files of kernels beside it belong to another one.
struct MisplacedKernels {
  /// The kernel that is called.
  std::string Wanted;
  /// Its prototype.
  ByteRange At;
  /// A kernel that those files define, and the name of the file.
  std::string Defined, File;
};

struct UnitSummary {
  /// In order of the text; a generated wrapper has one.
  std::vector<ModelSummary> Models;
  std::vector<LoadSummary> KernelLoads;
  /// Calls of the proxy executor, which need the file of extern nodes.
  std::vector<ProxyCall> ProxyCalls;
  std::optional<MisplacedKernels> Misplaced;
  /// Functions of torch's C shim that it names, see ShimUses.h; empty if not asked for.
  std::vector<std::string> ShimUses;
};

/// \param WithShimUses whether to look for these, which nothing but the version of torch asks for.
UnitSummary summariseUnit(TuFacts &Facts, bool WithShimUses);

} // namespace aoti
