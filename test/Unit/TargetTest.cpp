#include "Target/CpuIsa.h"
#include "Target/GpuArch.h"
#include "Target/LoadTarget.h"
#include "gtest/gtest.h"

using namespace aoti;
using llvm::StringRef;

namespace {

CpuIsa isa(StringRef Names) {
  std::string Unknown;
  std::optional<CpuIsa> Result = CpuIsa::parse(Names, Unknown);
  EXPECT_TRUE(Result) << Unknown;
  return Result.value_or(CpuIsa());
}

TEST(TargetTest, InstructionSetsImplyOthers) {
  EXPECT_TRUE(isa("avx512").contains(isa("AVX2")));
  EXPECT_FALSE(isa("avx2").contains(isa("AVX512")));
  EXPECT_FALSE(isa("avx512").contains(isa("AVX512 AVX512_VNNI")));
  EXPECT_TRUE(isa("amx_tile").contains(isa("AVX512 AVX512_VNNI AMX_TILE")));
  EXPECT_TRUE(isa("avx2").contains(isa("INVALID_VEC_ISA")));
  EXPECT_FALSE(isa("avx512").contains(isa("ASIMD")));
  EXPECT_TRUE(isa("sve256").contains(isa("asimd")));
  EXPECT_FALSE(isa("sve512").contains(isa("sve256")));
  EXPECT_TRUE(isa("x86-64-v4").contains(isa("avx512,avx2")));
  EXPECT_EQ(isa("AVX512_VNNI AVX512 AMX_TILE").describe(), "AMX_TILE");
  EXPECT_EQ(isa("AVX512 AVX512_VNNI AMX_TILE").without(isa("avx512")).describe(), "AMX_TILE");
  EXPECT_EQ(isa("AVX512_VNNI").without(isa("avx2")).names(), "AVX512, AVX512_VNNI");
  EXPECT_EQ(isa("avx512_bf16 avx512_vnni").describe(), "AVX512_VNNI, AVX512_BF16");
  EXPECT_EQ(isa("avx2").family(), CpuFamily::X86);
  EXPECT_EQ(isa("none").family(), std::nullopt);
  EXPECT_EQ(isa("avx2 asimd").family(), std::nullopt);
}

TEST(TargetTest, UnknownInstructionSetsAreNamed) {
  std::string Unknown;
  EXPECT_FALSE(CpuIsa::parse("avx2, avx1024", Unknown));
  EXPECT_EQ(Unknown, "avx1024");
}

TEST(TargetTest, ArgumentsOfCompilersAskForInstructionSets) {
  auto Of = [](std::initializer_list<StringRef> Words) {
    return CpuIsa::ofArguments(Words).describe();
  };
  EXPECT_EQ(Of({"g++", "-march=native", "-O3", "-mfma"}), "");
  EXPECT_EQ(Of({"-mavx2", "-mfma", "-mf16c"}), "AVX2");
  EXPECT_EQ(Of({"-D", "CPU_CAPABILITY_AVX512"}), "AVX512");
  EXPECT_EQ(Of({"-DCPU_CAPABILITY_AVX2"}), "AVX2");
  EXPECT_EQ(Of({"-mavx512f", "-mavx512dq", "-mavx512vnni", "-mamx-tile", "-mamx-int8"}),
            "AMX_TILE");
  EXPECT_EQ(Of({"march=armv8-a+sve+bf16", "msve-vector-bits=256"}), "SVE256");
  EXPECT_EQ(Of({"-march=x86-64-v3"}), "AVX2");
  EXPECT_EQ(Of({"/tmp/mavx2.cpp", "-mno-avx512f"}), "");
}

TEST(TargetTest, TheHostHasASoundSet) {
  CpuIsa Host = CpuIsa::host();
  for (StringRef Name : {"avx", "avx2", "avx512", "avx512_vnni", "amx_tile", "sve"})
    if (std::optional<CpuIsa> One = CpuIsa::named(Name); Host.has(Name) && One)
      EXPECT_TRUE(Host.contains(*One)) << Name.str();
}

TEST(TargetTest, CardsHaveManyNames) {
  for (StringRef Text : {"sm_90", "SM_90", "sm90", "compute_90", "9.0", "90"})
    EXPECT_EQ(parseGpuArch(Text).value_or(GpuArch()).name(), "sm_90") << Text.str();
  EXPECT_EQ(parseGpuArch("sm_90a")->name(), "sm_90a");
  EXPECT_EQ(parseGpuArch("12.0")->Sm, 120u);
  EXPECT_EQ(parseGpuArch("sm_103f")->major(), 10u);
  EXPECT_EQ(parseGpuArch("gfx90a:sramecc+:xnack-")->name(), "gfx90a");
  for (StringRef Text : {"", "sm_", "sm_9", "sm_9000", "9.10", "0.5", "x", "gfx", "sm_90b", "-90",
                         "9.", ".9", "hopper"})
    EXPECT_FALSE(parseGpuArch(Text)) << Text.str();
}

TEST(TargetTest, OptionsAreReadOrRefused) {
  auto Read = [](StringRef Device, StringRef Arch, StringRef Isa, StringRef Platform) {
    llvm::Expected<LoadTarget> T = parseLoadTarget(Device, Arch, Isa, Platform, "");
    return T ? std::string("ok") : llvm::toString(T.takeError());
  };
  EXPECT_EQ(Read("", "", "", ""), "ok");
  EXPECT_EQ(Read("cuda:1", "sm_90", "avx2", "linux-x86_64"), "ok");
  EXPECT_EQ(Read("hip", "", "host", "aarch64"), "ok");
  EXPECT_EQ(Read("gpu", "", "", ""), "--load-device: 'gpu' is none of cpu, cuda, xpu, mps, or one "
                                     "of them with an index as 'cuda:1'");
  EXPECT_EQ(Read("cuda:x", "", "", ""),
            "--load-device: the index of 'cuda:x' is not a small whole number");
  EXPECT_EQ(Read("", "h100", "", ""),
            "--load-arch: 'h100' is not an architecture such as 'sm_90', '9.0' or 'gfx90a'");
  EXPECT_TRUE(StringRef(Read("", "", "avx3", ""))
                  .starts_with("--load-isa: 'avx3' is not an instruction set"));
  EXPECT_TRUE(StringRef(Read("", "", "", "linux-z80"))
                  .starts_with("--load-platform: 'linux-z80' is not a system with a processor"));
  EXPECT_TRUE(StringRef(Read("", "", "", "beos")).starts_with("--load-platform"));
  EXPECT_EQ(llvm::toString(parseLoadTarget("", "", "", "", "2").takeError()),
            "--load-torch: '2' is not a release of torch such as '2.9' or '2.9.1'");
  llvm::Expected<LoadTarget> T = parseLoadTarget("cuda:1", "", "", "Windows-AMD64", "2.9.1+cu128");
  ASSERT_TRUE(bool(T));
  EXPECT_EQ(T->Device, "cuda");
  EXPECT_EQ(T->DeviceIndex, 1u);
  EXPECT_EQ(T->OperatingSystem, System::Windows);
  EXPECT_EQ(T->Processor, Machine::X86_64);
  EXPECT_EQ(T->Torch->name(), "2.9.1");
  EXPECT_TRUE(T->anyMachine());
  EXPECT_FALSE(LoadTarget().anyMachine());
}

} // namespace
