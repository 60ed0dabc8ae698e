#include "Target/CpuIsa.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/TargetParser/Host.h"
#include <array>

using llvm::StringRef;

namespace aoti {
namespace {

enum Feature : unsigned {
  Sse42,
  Avx,
  Avx2,
  Avx512,
  Avx512Vnni,
  Avx512Bf16,
  Avx512Fp16,
  AmxTile,
  AmxFp16,
  Asimd,
  Sve,
  Sve128,
  Sve256,
  Sve512,
  Vsx,
  ZVector,
  NumFeatures
};

constexpr uint64_t bit(Feature F) { return uint64_t(1) << F; }

struct FeatureInfo {
  Feature Id;
  CpuFamily Family;
  /// As torch writes it.
  llvm::StringLiteral Name;
  /// Directly implied ones; they stand above in the table.
  uint64_t Implies;
};

/// Torch builds with bundles: its AVX2 takes FMA and F16C along, its AVX512 the parts F, DQ, VL and
/// BW, its AMX_TILE the integer and bfloat16 products. The CPUs with AMX have VNNI and bfloat16
/// too.
constexpr std::array<FeatureInfo, NumFeatures> Features = {{
    {Sse42, CpuFamily::X86, "SSE4_2", 0},
    {Avx, CpuFamily::X86, "AVX", bit(Sse42)},
    {Avx2, CpuFamily::X86, "AVX2", bit(Avx)},
    {Avx512, CpuFamily::X86, "AVX512", bit(Avx2)},
    {Avx512Vnni, CpuFamily::X86, "AVX512_VNNI", bit(Avx512)},
    {Avx512Bf16, CpuFamily::X86, "AVX512_BF16", bit(Avx512)},
    {Avx512Fp16, CpuFamily::X86, "AVX512_FP16", bit(Avx512)},
    {AmxTile, CpuFamily::X86, "AMX_TILE", bit(Avx512Vnni) | bit(Avx512Bf16)},
    {AmxFp16, CpuFamily::X86, "AMX_FP16", bit(AmxTile)},
    {Asimd, CpuFamily::Arm, "ASIMD", 0},
    {Sve, CpuFamily::Arm, "SVE", bit(Asimd)},
    {Sve128, CpuFamily::Arm, "SVE128", bit(Sve)},
    {Sve256, CpuFamily::Arm, "SVE256", bit(Sve)},
    {Sve512, CpuFamily::Arm, "SVE512", bit(Sve)},
    {Vsx, CpuFamily::Power, "VSX", 0},
    {ZVector, CpuFamily::S390, "ZVECTOR", 0},
}};

uint64_t closure(uint64_t Bits) {
  for (const FeatureInfo &F : llvm::reverse(Features))
    if (Bits & bit(F.Id))
      Bits |= F.Implies;
  return Bits;
}

/// Names of compilers, macros and users, in lower case and without separators.
std::optional<uint64_t> featureOf(StringRef Name) {
  std::string Plain;
  for (char C : Name)
    if (llvm::isAlnum(C))
      Plain += llvm::toLower(C);
  StringRef P = Plain;
  for (const FeatureInfo &F : Features) {
    std::string Known;
    for (char C : F.Name)
      if (llvm::isAlnum(C))
        Known += llvm::toLower(C);
    if (P == Known)
      return bit(F.Id);
  }
  if (P == "invalidvecisa" || P == "none" || P == "default" || P == "sse2" || P == "x8664" ||
      P == "x8664v1")
    return 0;
  if (P == "x8664v2")
    return bit(Sse42);
  if (P == "x8664v3")
    return bit(Avx2);
  if (P == "x8664v4" || P == "avx512f" || P == "avx512dq" || P == "avx512vl" || P == "avx512bw")
    return bit(Avx512);
  if (P == "amx" || P == "amxint8" || P == "amxbf16")
    return bit(AmxTile);
  if (P == "vnni")
    return bit(Avx512Vnni);
  if (P == "neon")
    return bit(Asimd);
  return std::nullopt;
}

} // namespace

StringRef cpuFamilyName(CpuFamily F) {
  switch (F) {
  case CpuFamily::X86:
    return "x86";
  case CpuFamily::Arm:
    return "Arm";
  case CpuFamily::Power:
    return "Power";
  case CpuFamily::S390:
    return "s390";
  }
  llvm_unreachable("unknown family of CPUs");
}

std::optional<CpuIsa> CpuIsa::named(StringRef Name) {
  std::optional<uint64_t> Found = featureOf(Name);
  if (!Found)
    return std::nullopt;
  return CpuIsa(closure(*Found));
}

bool CpuIsa::has(StringRef Name) const {
  std::optional<uint64_t> Found = featureOf(Name);
  return Found && (Bits & *Found);
}

std::optional<CpuIsa> CpuIsa::parse(StringRef Names, std::string &Unknown) {
  CpuIsa Result;
  llvm::SmallVector<StringRef, 8> Words;
  llvm::SplitString(Names, Words, ", \t");
  for (StringRef Word : Words) {
    std::optional<CpuIsa> One = named(Word);
    if (!One) {
      Unknown = Word.str();
      return std::nullopt;
    }
    Result = Result | *One;
  }
  return Result;
}

CpuIsa CpuIsa::host() {
  llvm::StringMap<bool> Has = llvm::sys::getHostCPUFeatures();
  auto All = [&](std::initializer_list<StringRef> Names) {
    return llvm::all_of(Names, [&](StringRef Name) { return Has.lookup(Name); });
  };
  uint64_t Bits = 0;
  auto Take = [&](Feature F, std::initializer_list<StringRef> Names) {
    if (All(Names))
      Bits |= bit(F);
  };
  Take(Sse42, {"sse4.2"});
  Take(Avx, {"sse4.2", "avx"});
  Take(Avx2, {"avx2", "fma", "f16c"});
  Take(Avx512, {"avx512f", "avx512dq", "avx512vl", "avx512bw", "avx2", "fma"});
  Take(Avx512Vnni, {"avx512vnni"});
  Take(Avx512Bf16, {"avx512bf16"});
  Take(Avx512Fp16, {"avx512fp16"});
  Take(AmxTile, {"amx-tile", "amx-bf16", "amx-int8"});
  Take(AmxFp16, {"amx-fp16"});
  Take(Asimd, {"neon"});
  Take(Sve, {"sve"});
  Take(Vsx, {"vsx"});
  Take(ZVector, {"vector"});
  // What hangs in the air was switched off by the system: not all of what it implies is there.
  for (const FeatureInfo &F : Features)
    if ((F.Implies & Bits) != F.Implies)
      Bits &= ~bit(F.Id);
  return CpuIsa(Bits);
}

CpuIsa CpuIsa::ofArguments(llvm::ArrayRef<StringRef> Arguments) {
  CpuIsa Result;
  auto Add = [&](StringRef Name) {
    if (std::optional<CpuIsa> One = named(Name))
      Result = Result | *One;
  };
  for (StringRef Argument : Arguments) {
    StringRef Rest = Argument.trim();
    // JSON files keep the flags without the dash in front.
    Rest.consume_front("-");
    if (Rest.consume_front("march=") || Rest.consume_front("mcpu=")) {
      auto [Base, Extensions] = Rest.split('+');
      if (Base.starts_with("x86-64"))
        Add(Base);
      llvm::SmallVector<StringRef, 4> Parts;
      Extensions.split(Parts, '+', -1, false);
      for (StringRef Part : Parts)
        Add(Part);
      continue;
    }
    if (Rest.consume_front("msve-vector-bits=")) {
      Add(("sve" + Rest).str());
      continue;
    }
    StringRef Macro = Rest;
    Macro.consume_front("D");
    Macro = Macro.trim();
    if (Macro.consume_front("CPU_CAPABILITY_")) {
      Add(Macro.split('=').first);
      continue;
    }
    // "-mno-avx512f" takes away what nothing of torch gives.
    if (Rest.consume_front("m") && !Rest.starts_with("no-"))
      Add(Rest);
  }
  return Result;
}

std::optional<CpuFamily> CpuIsa::family() const {
  std::optional<CpuFamily> Result;
  for (const FeatureInfo &F : Features) {
    if (!(Bits & bit(F.Id)))
      continue;
    if (Result && *Result != F.Family)
      return std::nullopt;
    Result = F.Family;
  }
  return Result;
}

std::string CpuIsa::names() const {
  std::string Text;
  for (const FeatureInfo &F : Features)
    if (Bits & bit(F.Id))
      Text += (Text.empty() ? "" : ", ") + F.Name.str();
  return Text;
}

std::string CpuIsa::describe() const {
  std::string Text;
  for (const FeatureInfo &F : Features) {
    if (!(Bits & bit(F.Id)))
      continue;
    bool Implied = llvm::any_of(Features, [&](const FeatureInfo &Other) {
      return (Bits & bit(Other.Id)) && (closure(bit(Other.Id)) & bit(F.Id)) && Other.Id != F.Id;
    });
    if (Implied)
      continue;
    if (!Text.empty())
      Text += ", ";
    Text += F.Name;
  }
  return Text;
}

} // namespace aoti
