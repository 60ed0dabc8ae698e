#include "Facts/Dialect.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"

using llvm::StringRef;

namespace aoti {

StringRef deviceTypeName(DeviceType D) {
  switch (D) {
  case DeviceType::Unknown:
  case DeviceType::Other:
    return "unknown";
  case DeviceType::Cpu:
    return "cpu";
  case DeviceType::Cuda:
    return "cuda";
  case DeviceType::Hip:
    return "hip";
  case DeviceType::Xpu:
    return "xpu";
  case DeviceType::Mps:
    return "mps";
  }
  llvm_unreachable("device type");
}

DeviceType parseDeviceType(StringRef Name) {
  return llvm::StringSwitch<DeviceType>(Name)
      .Case("cpu", DeviceType::Cpu)
      .Case("cuda", DeviceType::Cuda)
      .Case("hip", DeviceType::Hip)
      .Case("xpu", DeviceType::Xpu)
      .Case("mps", DeviceType::Mps)
      .Default(Name.empty() ? DeviceType::Unknown : DeviceType::Other);
}

bool isGpu(DeviceType D) {
  return D == DeviceType::Cuda || D == DeviceType::Hip || D == DeviceType::Xpu;
}

std::string Dialect::describe() const {
  switch (Kind) {
  case SourceKind::Other:
    return {};
  case SourceKind::Kernel:
    return Device == DeviceType::Cpu ? "cpu kernels" : "no cpu kernels";
  case SourceKind::JitWrapper:
    return "torch.compile wrapper, not a package";
  case SourceKind::UnsupportedWrapper:
    return "torch before 2.6";
  case SourceKind::Wrapper:
    break;
  }
  auto Name = [](TorchVersion V) { return "2." + std::to_string(V.Minor); };
  std::string Text = "torch ";
  if (Oldest && Newest)
    Text += Oldest->Minor == Newest->Minor ? Name(*Oldest) : Name(*Oldest) + " to " + Name(*Newest);
  else if (Oldest)
    Text += Name(*Oldest) + " or newer";
  else if (Newest)
    Text += Name(*Newest) + " or older";
  else
    Text += "of unknown version";
  if (Device != DeviceType::Unknown)
    Text += ", " + deviceTypeName(Device).str();
  return Text;
}

namespace {

/// The text behind a name at its first place as a whole word, or npos.
size_t findWord(StringRef Text, StringRef Word, size_t From = 0) {
  auto IsWordChar = [](char C) { return llvm::isAlnum(C) || C == '_'; };
  for (size_t At = Text.find(Word, From); At != StringRef::npos; At = Text.find(Word, At + 1)) {
    size_t End = At + Word.size();
    if ((At == 0 || !IsWordChar(Text[At - 1])) && (End == Text.size() || !IsWordChar(Text[End])))
      return At;
  }
  return StringRef::npos;
}

bool hasWord(StringRef Text, StringRef Word) { return findWord(Text, Word) != StringRef::npos; }

/// Where generated lines begin behind the library text that starts with the interface header.
uint32_t findGeneratedBegin(StringRef Text) {
  size_t Interface = Text.find("aoti_runtime/interface.h>");
  // Without the definitions of the interface there is no library text to skip.
  if (Interface == StringRef::npos ||
      Text.find("AOTInductorModelContainerDelete") == StringRef::npos)
    return 0;
  size_t At = Text.find("AOTInductorModelContainerDelete");
  while ((At = Text.find('\n', At)) != StringRef::npos) {
    ++At;
    StringRef Line = Text.substr(At, 200).take_until([](char C) { return C == '\n'; });
    bool IsKernelPrefix =
        Line.starts_with("#include") && (Line.contains("cpp_prefix.h") || Line.contains("\"/"));
    StringRef Signature = Line;
    bool IsKernel = Signature.consume_front("extern \"C\"") &&
                    Signature.ltrim().consume_front("void ") && Line.contains("cpp_");
    if (Line.starts_with("CACHE_TORCH_") || Line.starts_with("class AOTInductorModelKernels") ||
        IsKernelPrefix || IsKernel)
      return static_cast<uint32_t>(At);
  }
  return 0;
}

DeviceType findDevice(StringRef Text) {
  // The headers of 2.9 and newer name it. A model that also works on the host includes both, in any
  // order.
  DeviceType Included = DeviceType::Unknown;
  constexpr StringRef Include = "aoti_include/";
  for (size_t At = Text.find(Include); At != StringRef::npos; At = Text.find(Include, At + 1)) {
    DeviceType D = parseDeviceType(Text.substr(At + Include.size()).take_while(llvm::isAlpha));
    if (D == DeviceType::Other || D == DeviceType::Unknown)
      continue;
    if (Included == DeviceType::Unknown || Included == DeviceType::Cpu)
      Included = D;
  }
  if (Included == DeviceType::Cuda && hasWord(Text, "hipStream_t"))
    return DeviceType::Hip;
  if (Included != DeviceType::Unknown)
    return Included;
  if (Text.contains("c_shim_cuda.h") || hasWord(Text, "AOTICudaStreamGuard") ||
      hasWord(Text, "cached_torch_device_type_cuda"))
    return hasWord(Text, "hipStream_t") ? DeviceType::Hip : DeviceType::Cuda;
  if (hasWord(Text, "AOTIXpuStreamGuard") || hasWord(Text, "cached_torch_device_type_xpu"))
    return DeviceType::Xpu;
  if (Text.contains("aoti_torch_mps_") || hasWord(Text, "cached_torch_device_type_mps"))
    return DeviceType::Mps;
  if (hasWord(Text, "cached_torch_device_type_cpu") || Text.contains("CACHE_TORCH_DEVICE(cpu)") ||
      Text.contains("c_shim_cpu.h") || Text.contains("cpp_prefix.h"))
    return DeviceType::Cpu;
  return DeviceType::Unknown;
}

/// Number of arguments of the call whose opening parenthesis is at \p Open; nullopt if it does not
/// end.
std::optional<unsigned> countArguments(StringRef Text, size_t Open) {
  unsigned Depth = 0, Commas = 0;
  bool Any = false;
  for (size_t I = Open; I < Text.size(); ++I) {
    char C = Text[I];
    if (C == '(' || C == '{' || C == '[') {
      Any |= Depth > 0;
      ++Depth;
    } else if (C == ')' || C == '}' || C == ']') {
      if (--Depth == 0)
        return Any ? Commas + 1 : 0;
    } else if (C == ',' && Depth == 1) {
      ++Commas;
    } else if (!llvm::isSpace(C)) {
      Any = true;
    }
  }
  return std::nullopt;
}

} // namespace

Dialect detectDialect(StringRef Text) {
  Dialect D;
  // The commands at the end repeat the names of flags and files; they say nothing about the code.
  StringRef Code = Text.substr(0, Text.find("\n// Compile cmd"));

  if (hasWord(Code, "inductor_entry_impl") || hasWord(Code, "inductor_entry_cpp")) {
    D.Kind = SourceKind::JitWrapper;
    D.Device = findDevice(Code);
    return D;
  }

  // Models that are linked statically have a class of their own name.
  bool HasModel = hasWord(Code, "AOTInductorModel") || Code.contains(": AOTInductorModelBase(");
  bool HasKernelPrefix = Code.contains("inductor/cpp_prefix.h");
  if (!HasModel) {
    // What goes beside every wrapper, be there kernels of the CPU or not. That comment names the
    // file that has the others.
    constexpr StringRef Mark = "// Triton kernels are embedded as comments in ";
    if (Code.starts_with(Mark) && Code.substr(Code.find('\n')).trim().empty()) {
      D.Kind = SourceKind::Kernel;
      return D;
    }
    if (HasKernelPrefix || (Code.contains("#include \"/") && Code.contains("cpp_fused"))) {
      D.Kind = SourceKind::Kernel;
      D.Device = DeviceType::Cpu;
    }
    return D;
  }

  D.Kind = SourceKind::Wrapper;
  D.Device = findDevice(Code);
  D.GeneratedBegin = findGeneratedBegin(Code);

  size_t Base = Code.find(": AOTInductorModelBase(");
  if (Base != StringRef::npos) {
    auto Arguments = countArguments(Code, Code.find('(', Base));
    if (Arguments && *Arguments < 6) {
      D.Kind = SourceKind::UnsupportedWrapper;
      D.Newest = TorchVersion{5};
      return D;
    }
  }

  // Interface functions stand in every wrapper of a release, whatever the model; the first release
  // that has them is known to within the releases looked at (2.6.0, 2.9.1, 2.13.0, 2.15.0). A
  // hand-made wrapper without the interface stays without a range.
  bool HasInterface = Code.contains("AOTInductorModelContainerDelete");
  auto Interface = [&](StringRef Suffix) { return Code.contains(("AOTInductor" + Suffix).str()); };
  if (!HasInterface) {
    if (Code.contains(".device_type = cached_torch_device_type_") ||
        Code.contains("assert_size_stride("))
      D.Oldest = TorchVersion{10};
    return D;
  }
  if (Interface("ModelContainerCreateWithExternalConstants")) {
    D.Oldest = TorchVersion{14};
  } else if (Interface("GetLastError")) {
    D.Oldest = TorchVersion{10};
    D.Newest = TorchVersion{14};
    if (Code.contains("std::move(ss).str()"))
      D.Oldest = TorchVersion{11};
  } else if (Interface("ModelContainerGetConstantDataSize")) {
    D.Oldest = TorchVersion{8};
    D.Newest = TorchVersion{12};
    if (Code.contains(".device_type = cached_torch_device_type_"))
      D.Oldest = TorchVersion{10};
    else if (Code.contains("constants_info_["))
      D.Newest = TorchVersion{9};
  } else {
    D.Oldest = TorchVersion{6};
    D.Newest = TorchVersion{8};
    if (Code.contains("bool include_weights)\n") && !Interface("ModelContainerRunSingleThreaded") &&
        !Code.contains("std::array<"))
      D.Newest = TorchVersion{7};
  }
  return D;
}

} // namespace aoti
