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

/// An entry of the array of arguments that a kernel of the device is launched with.
struct LaunchArgumentSummary {
  ByteRange At;
  /// Bytes and type of the variable whose address it is; nullopt and empty where that is not told.
  std::optional<uint64_t> Bytes;
  std::string Type;
  bool IsPointer = false, IsFloat = false;
  /// Memory that Triton asks for besides the arguments.
  bool IsScratch = false;
  /// The variable cannot hold the constant that it is given.
  bool IsCut = false;
  /// Where the source of the kernel says of every argument what it is: the bytes that it takes of
  /// this one; 0 where that is not told.
  unsigned BytesOfSource = 0;
  /// The name of the parameter there; empty where that is not told.
  std::string Parameter;
};

/// A launch of a kernel of the device that was loaded from an image.
struct LaunchSummary {
  /// The name that the model has for the kernel, and that of the kernel in the image.
  std::string Kernel, Entry;
  /// The image: a file by its name, or the symbol at its beginning in the library.
  std::string FileName, Symbol;
  /// The call of the launch, the load, and the first call of a helper that launches it; empty for
  /// launches without one.
  ByteRange At, LoadAt, CallAt;
  /// The array of arguments; nullopt if it is not followed.
  std::optional<std::vector<LaunchArgumentSummary>> Arguments;
  ByteRange ArgumentsAt;
  /// How many arguments the source of the kernel takes, where it says what each of them is.
  std::optional<size_t> ArgumentsOfSource;
  /// Nullopt where they are no numbers.
  std::optional<int64_t> Warps, SharedBytes, SharedBytesOfLoad;
  /// The numbers of warps that the source admits; empty where it does not say.
  std::vector<int64_t> WarpsOfSource;
  ByteRange WarpsAt, SharedBytesAt;
};

struct UnitSummary {
  /// In order of the text; a generated wrapper has one.
  std::vector<ModelSummary> Models;
  std::vector<LoadSummary> KernelLoads;
  /// In order of the text; those of helpers once. Only launches whose image is named.
  std::vector<LaunchSummary> Launches;
  /// Calls of the proxy executor, which need the file of extern nodes.
  std::vector<ProxyCall> ProxyCalls;
  std::optional<MisplacedKernels> Misplaced;
  /// Functions of torch's C shim that it names, see ShimUses.h; empty if not asked for.
  std::vector<std::string> ShimUses;
};

/// \param WithShimUses whether to look for these, which nothing but the version of torch asks for.
UnitSummary summariseUnit(TuFacts &Facts, bool WithShimUses);

} // namespace aoti
