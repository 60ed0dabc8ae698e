#include "Target/GpuArch.h"
#include "llvm/ADT/StringExtras.h"

using llvm::StringRef;

namespace aoti {

std::string GpuArch::name() const {
  if (Vendor == GpuVendor::Amd)
    return Gfx;
  std::string Name = "sm_" + std::to_string(Sm);
  if (Suffix)
    Name += Suffix;
  return Name;
}

std::optional<GpuArch> parseGpuArch(StringRef Text) {
  std::string Lower = Text.trim().lower();
  StringRef Rest = Lower;
  GpuArch Arch;
  if (Rest.consume_front("gfx")) {
    // "gfx90a", "gfx1100"; features such as ":sramecc+" are no part of the processor.
    StringRef Processor = Rest.split(':').first;
    if (Processor.size() < 3 || Processor.size() > 4 || !llvm::all_of(Processor, llvm::isHexDigit))
      return std::nullopt;
    Arch.Vendor = GpuVendor::Amd;
    Arch.Gfx = ("gfx" + Processor).str();
    return Arch;
  }
  bool Prefixed =
      Rest.consume_front("sm_") || Rest.consume_front("compute_") || Rest.consume_front("sm");
  if (!Rest.empty() && (Rest.back() == 'a' || Rest.back() == 'f')) {
    Arch.Suffix = Rest.back();
    Rest = Rest.drop_back();
  }
  if (!Prefixed && Rest.contains('.')) {
    auto [Major, Minor] = Rest.split('.');
    unsigned High = 0, Low = 0;
    if (Major.getAsInteger(10, High) || Minor.getAsInteger(10, Low) || Minor.size() != 1 ||
        High > 99)
      return std::nullopt;
    Arch.Sm = High * 10 + Low;
  } else if (Rest.size() < 2 || Rest.size() > 3 || Rest.getAsInteger(10, Arch.Sm)) {
    return std::nullopt;
  }
  // The first cards with kernels were 1.0; CUDA has forgotten those before 2.0.
  if (Arch.Sm < 20)
    return std::nullopt;
  return Arch;
}

/// Tegra modules: NVIDIA promises nothing between them and the desktop cards.
static bool isTegra(unsigned Sm) {
  return Sm == 53 || Sm == 62 || Sm == 72 || Sm == 87 || Sm == 101 || Sm == 110;
}

RunsOn machineCodeRunsOn(const GpuArch &Code, const GpuArch &Card) {
  if (Code.Vendor != Card.Vendor)
    return RunsOn::No;
  if (Code.Vendor == GpuVendor::Amd)
    // Generic processors ("gfx9-generic") have no names of this form.
    return Code.Gfx == Card.Gfx ? RunsOn::Yes : RunsOn::No;
  if (Code.Sm == Card.Sm)
    return RunsOn::Yes;
  // 10.1 was given the name 11.0 by CUDA 13.
  auto IsRenamed = [](unsigned A, unsigned B) { return A == 101 && B == 110; };
  if (IsRenamed(Code.Sm, Card.Sm) || IsRenamed(Card.Sm, Code.Sm))
    return RunsOn::Unknown;
  if (Code.major() != Card.major())
    return RunsOn::No;
  if (Code.Suffix == 'a')
    return RunsOn::No;
  if (Code.Sm > Card.Sm)
    return RunsOn::No;
  return isTegra(Code.Sm) || isTegra(Card.Sm) ? RunsOn::Unknown : RunsOn::Yes;
}

RunsOn ptxRunsOn(const GpuArch &Code, const GpuArch &Card) {
  if (Code.Vendor != GpuVendor::Nvidia || Card.Vendor != GpuVendor::Nvidia)
    return RunsOn::No;
  if (Code.Suffix == 'a')
    return Code.Sm == Card.Sm ? RunsOn::Yes : RunsOn::No;
  if (Code.Suffix == 'f')
    return machineCodeRunsOn(Code, Card);
  return Code.Sm <= Card.Sm ? RunsOn::Yes : RunsOn::No;
}

} // namespace aoti
