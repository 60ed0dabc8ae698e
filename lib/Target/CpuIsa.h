//===- CpuIsa.h - vector instruction sets of a CPU ----------------*- C++ -*-===//
//
// Which instructions a package was compiled with and which a CPU has, as sets: one
// instruction set implies others, so a package for AVX2 runs on a CPU with AVX-512
// and not the other way round. The names are those that torch writes into
// `AOTI_CPU_ISA`, those of its macros `CPU_CAPABILITY_*`, and those of compilers.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace aoti {

enum class CpuFamily { X86, Arm, Power, S390 };
/// "x86", "Arm", "Power", "s390".
llvm::StringRef cpuFamilyName(CpuFamily F);

/// A set of instruction sets, with all that they imply.
class CpuIsa {
public:
  CpuIsa() = default;

  /// The instruction set of one name: "AVX512", "avx512_vnni", "x86-64-v3"; empty sets for "none",
  /// "default" and `INVALID_VEC_ISA`, torch's word for a build without vector code. nullopt for
  /// unknown names.
  static std::optional<CpuIsa> named(llvm::StringRef Name);

  /// A list of names with spaces or commas between them.
  /// \param[out] Unknown the first name that is not known, if the result is nullopt.
  static std::optional<CpuIsa> parse(llvm::StringRef Names, std::string &Unknown);

  /// What the machine has that this runs on.
  static CpuIsa host();

  /// Instruction sets that arguments of a compiler ask for: `-mavx2`, `-march=armv8-a+sve`,
  /// `-DCPU_CAPABILITY_AVX2`,
  /// `-D CPU_CAPABILITY_AVX512`. Other arguments do not count, `-march=native` least of all.
  static CpuIsa ofArguments(llvm::ArrayRef<llvm::StringRef> Arguments);

  bool empty() const { return Bits == 0; }
  /// Whether the instruction set of a name is in the set, be it that only what it implies is not.
  bool has(llvm::StringRef Name) const;
  bool contains(const CpuIsa &Other) const { return (Other.Bits & ~Bits) == 0; }
  CpuIsa without(const CpuIsa &Other) const { return CpuIsa(Bits & ~Other.Bits); }
  CpuIsa operator|(const CpuIsa &Other) const { return CpuIsa(Bits | Other.Bits); }
  bool operator==(const CpuIsa &) const = default;

  /// The family of the instruction sets; nullopt for the empty set, and for a mixture, which no CPU
  /// has.
  std::optional<CpuFamily> family() const;

  /// The names of those that no other one in the set implies, as torch writes them: "AVX512_VNNI,
  /// AMX_TILE".
  std::string describe() const;

  /// The names of all of them: "AVX512, AVX512_VNNI, AMX_TILE".
  std::string names() const;

private:
  explicit CpuIsa(uint64_t Bits) : Bits(Bits) {}
  uint64_t Bits = 0;
};

} // namespace aoti
