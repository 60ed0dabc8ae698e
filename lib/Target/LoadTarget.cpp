#include "Target/LoadTarget.h"
#include "Support/Quote.h"
#include "llvm/ADT/StringSwitch.h"

using llvm::StringRef;

namespace aoti {

StringRef systemName(System S) {
  switch (S) {
  case System::Linux:
    return "linux";
  case System::Darwin:
    return "darwin";
  case System::Windows:
    return "win32";
  }
  return {};
}

std::optional<System> parseSystem(StringRef Name) {
  return llvm::StringSwitch<std::optional<System>>(Name.lower())
      .Case("linux", System::Linux)
      .Case("linux2", System::Linux)
      .Case("darwin", System::Darwin)
      .Case("macos", System::Darwin)
      .Case("osx", System::Darwin)
      .Case("win32", System::Windows)
      .Case("windows", System::Windows)
      .Case("win", System::Windows)
      .Default(std::nullopt);
}

StringRef machineName(Machine M) {
  switch (M) {
  case Machine::X86_64:
    return "x86_64";
  case Machine::Aarch64:
    return "aarch64";
  case Machine::Ppc64Le:
    return "ppc64le";
  case Machine::S390x:
    return "s390x";
  case Machine::RiscV64:
    return "riscv64";
  case Machine::X86:
    return "i686";
  case Machine::Arm:
    return "armv7l";
  }
  return {};
}

std::optional<Machine> parseMachine(StringRef Name) {
  return llvm::StringSwitch<std::optional<Machine>>(Name.lower())
      .Case("x86_64", Machine::X86_64)
      .Case("amd64", Machine::X86_64)
      .Case("x64", Machine::X86_64)
      .Case("x86-64", Machine::X86_64)
      .Case("aarch64", Machine::Aarch64)
      .Case("arm64", Machine::Aarch64)
      .Case("ppc64le", Machine::Ppc64Le)
      .Case("s390x", Machine::S390x)
      .Case("riscv64", Machine::RiscV64)
      .Case("i386", Machine::X86)
      .Case("i486", Machine::X86)
      .Case("i586", Machine::X86)
      .Case("i686", Machine::X86)
      .Case("x86", Machine::X86)
      .Case("armv7l", Machine::Arm)
      .Case("armv7", Machine::Arm)
      .Case("armhf", Machine::Arm)
      .Case("arm", Machine::Arm)
      .Default(std::nullopt);
}

static llvm::Error wrong(const llvm::Twine &Message) {
  return llvm::createStringError(llvm::inconvertibleErrorCode(), Message);
}

llvm::Expected<LoadTarget> parseLoadTarget(StringRef Device, StringRef Arch, StringRef Isa,
                                           StringRef Platform, StringRef Torch) {
  LoadTarget Target;
  if (!Device.empty()) {
    auto [Type, Index] = Device.split(':');
    std::string Name = Type.lower();
    // ROCm builds of torch call their device "cuda".
    if (Name == "hip")
      Name = "cuda";
    if (Name != "cpu" && Name != "cuda" && Name != "xpu" && Name != "mps")
      return wrong("--load-device: " + quoted(Device) +
                   " is none of cpu, cuda, xpu, mps, or one of them with an index as 'cuda:1'");
    Target.Device = Name;
    if (Type.size() != Device.size()) {
      unsigned Number = 0;
      if (Index.getAsInteger(10, Number) || Number > 255)
        return wrong("--load-device: the index of " + quoted(Device) +
                     " is not a small whole number");
      Target.DeviceIndex = Number;
    }
  }
  if (!Arch.empty()) {
    Target.Arch = parseGpuArch(Arch);
    if (!Target.Arch)
      return wrong("--load-arch: " + quoted(Arch) +
                   " is not an architecture such as 'sm_90', '9.0' or 'gfx90a'");
  }
  if (!Isa.empty()) {
    Target.IsaText = Isa.str();
    if (Isa.equals_insensitive("host")) {
      Target.Isa = CpuIsa::host();
    } else {
      std::string Unknown;
      Target.Isa = CpuIsa::parse(Isa, Unknown);
      if (!Target.Isa)
        return wrong("--load-isa: " + quoted(Unknown) +
                     " is not an instruction set such as 'avx2', 'avx512', 'amx_tile' or 'asimd'; "
                     "'host' takes those of "
                     "this machine");
    }
  }
  if (!Platform.empty()) {
    auto [First, Rest] = Platform.split('-');
    Target.OperatingSystem = parseSystem(First);
    if (!Rest.empty())
      Target.Processor = parseMachine(Rest);
    else if (!Target.OperatingSystem)
      Target.Processor = parseMachine(Platform);
    if ((!Target.OperatingSystem && !Target.Processor) ||
        (!Rest.empty() && !(Target.OperatingSystem && Target.Processor)))
      return wrong("--load-platform: " + quoted(Platform) +
                   " is not a system with a processor such as 'linux-x86_64', 'linux-aarch64' or "
                   "'darwin-arm64'");
  }
  if (!Torch.empty()) {
    Target.Torch = parseTorchReleases(Torch);
    if (!Target.Torch)
      return wrong("--load-torch: " + quoted(Torch) +
                   " is not a release of torch such as '2.9' or '2.9.1'");
  }
  return Target;
}

} // namespace aoti
