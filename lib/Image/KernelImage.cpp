#include "Image/KernelImage.h"
#include "Image/Elf.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/BinaryFormat/ELF.h"
#include "llvm/Support/Endian.h"

using namespace llvm;
using support::endian::read16le;
using support::endian::read32le;
using support::endian::read64le;

namespace aoti {

StringRef kernelFormName(KernelForm F) {
  switch (F) {
  case KernelForm::Cubin:
    return "cubin";
  case KernelForm::Fatbin:
    return "fatbin";
  case KernelForm::Ptx:
    return "ptx";
  case KernelForm::Hsaco:
    return "hsaco";
  case KernelForm::SpirV:
    return "spir-v";
  }
  return {};
}

namespace {

Error torn(const Twine &What) { return createStringError(inconvertibleErrorCode(), What); }

/// Attributes of `.nv.info` and `.nv.compat` that are read here.
enum NvAttribute : uint8_t {
  CompatAccelerated = 0x09, ///< in `.nv.compat`: 1 for code of one card only
  ParamCBank = 0x0a,        ///< symbol, offset and size of the parameter block
  RequiredThreads = 0x10,   ///< three words
  ParamInfo = 0x17,         ///< a parameter: word, ordinal, offset, size from bit 18 on
  CBankParamSize = 0x19,    ///< size of the parameter block
  RegisterCount = 0x2f,     ///< symbol, registers
  ParamInfoV2 = 0x45,       ///< a parameter: word, ordinal, offset, size; for blocks beyond 4 KiB
};

/// Calls \p Visit for each attribute of a section; its value is what follows the two bytes of
/// format and name, in formats with a length without that.
Error forEachAttribute(StringRef Data,
                       function_ref<void(uint8_t Attribute, StringRef Value)> Visit) {
  size_t At = 0;
  while (At + 4 <= Data.size()) {
    auto Format = static_cast<uint8_t>(Data[At]), Attribute = static_cast<uint8_t>(Data[At + 1]);
    if (Format >= 1 && Format <= 3) {
      Visit(Attribute, Data.substr(At + 2, 2));
      At += 4;
      continue;
    }
    if (Format != 4)
      return torn("the attributes of a kernel have an unknown format");
    uint16_t Length = read16le(Data.data() + At + 2);
    if (Length > Data.size() - At - 4)
      return torn("the attributes of a kernel are cut off");
    Visit(Attribute, Data.substr(At + 4, Length));
    At += 4 + Length;
  }
  return At == Data.size() ? Error::success() : torn("the attributes of a kernel are cut off");
}

/// Symbols with this bit in `st_other` can be launched.
constexpr uint8_t KernelEntryBit = 0x10;
/// From this version of the ABI on, the flags of the header are arranged anew (CUDA 12.8 for new
/// cards, CUDA 13 for all).
constexpr uint8_t NewFlagsAbi = 8;
/// The system takes this much of the shared memory of each block from sm_90 on, and ptxas counts it
/// in.
constexpr uint64_t ReservedSharedBytes = 1024;

class CubinReader {
public:
  explicit CubinReader(const ElfFacts &Facts) : Facts(Facts) {}

  Expected<KernelImage> read() {
    KernelImage Image;
    Image.Form = KernelForm::Cubin;
    bool NewFlags = Facts.AbiVersion >= NewFlagsAbi;
    GpuArch Arch;
    Arch.Sm = NewFlags ? (Facts.Flags & ELF::EF_CUDA_SM_MASK) >> ELF::EF_CUDA_SM_OFFSET
                       : Facts.Flags & ELF::EF_CUDA_SM;
    if (Arch.Sm < 20)
      return torn("the header of the cubin names no architecture");
    if (Facts.Flags & (NewFlags ? ELF::EF_CUDA_ACCELERATORS : ELF::EF_CUDA_ACCELERATORS_V1))
      Arch.Suffix = 'a';
    if (Error E = readSuffix(Arch))
      return std::move(E);
    Image.Targets.push_back({Arch, false});

    StringMap<unsigned> Registers;
    if (const ElfSection *Info = Facts.findSection(".nv.info"))
      if (Error E = forEachAttribute(Info->Contents, [&](uint8_t Attribute, StringRef Value) {
            if (Attribute != RegisterCount || Value.size() != 8)
              return;
            uint32_t Symbol = read32le(Value.data());
            if (Symbol < Facts.Symbols.size())
              Registers[Facts.Symbols[Symbol].Name] = read32le(Value.data() + 4);
          }))
        return std::move(E);

    StringMap<const ElfSection *> ByName;
    for (const ElfSection &S : Facts.Sections)
      ByName.try_emplace(S.Name, &S);
    for (const ElfSymbol &S : Facts.Symbols) {
      if (S.Type != ELF::STT_FUNC || S.Binding == ELF::STB_LOCAL || !(S.Other & KernelEntryBit) ||
          !Facts.sectionOf(S))
        continue;
      KernelEntry Entry;
      Entry.Name = S.Name.str();
      if (const ElfSection *Info = ByName.lookup((".nv.info." + S.Name).str()))
        if (Error E = readInfo(Info->Contents, Entry))
          return std::move(E);
      const ElfSection *Shared = ByName.lookup((".nv.shared." + S.Name).str());
      if (Shared) {
        Entry.StaticSharedBytes = Shared->Size;
        if (Arch.Sm >= 90 && Entry.StaticSharedBytes >= ReservedSharedBytes)
          Entry.StaticSharedBytes -= ReservedSharedBytes;
      }
      // Memory of the launch alone has a section of no bytes. Beside memory of the kernel's own it
      // is not seen, and cards from sm_100 on were not looked at.
      if (Arch.Sm < 100 && !Entry.StaticSharedBytes)
        Entry.UsesSharedOfLaunch = Shared != nullptr;
      if (auto Found = Registers.find(S.Name); Found != Registers.end())
        Entry.Registers = Found->second;
      Image.Entries.push_back(std::move(Entry));
    }
    return Image;
  }

private:
  /// ptxas of CUDA 13 leaves the flag out of the header. It is an attribute there, and the command
  /// line that ptxas notes tells families apart.
  Error readSuffix(GpuArch &Arch) {
    if (const ElfSection *Compat = Facts.findSection(".nv.compat"))
      if (Error E = forEachAttribute(Compat->Contents, [&](uint8_t Attribute, StringRef Value) {
            if (Attribute == CompatAccelerated && !Value.empty() && Value[0] == 1)
              Arch.Suffix = 'a';
          }))
        return E;
    if (Arch.Suffix)
      return Error::success();
    const ElfSection *Tool = Facts.findSection(".note.nv.tkinfo");
    if (!Tool)
      return Error::success();
    std::string Number = "sm_" + std::to_string(Arch.Sm);
    for (StringRef Rest = Tool->Contents;;) {
      size_t At = Rest.find(Number);
      if (At == StringRef::npos)
        return Error::success();
      Rest = Rest.substr(At + Number.size());
      if (Rest.starts_with("a") || Rest.starts_with("f"))
        if (Rest.size() == 1 || !isAlnum(Rest[1])) {
          Arch.Suffix = Rest[0];
          return Error::success();
        }
    }
  }

  static Error readInfo(StringRef Data, KernelEntry &Entry) {
    std::vector<KernelParameter> Parameters;
    bool Odd = false;
    if (Error E = forEachAttribute(Data, [&](uint8_t Attribute, StringRef Value) {
          switch (Attribute) {
          case ParamInfo:
          case ParamInfoV2: {
            if (Value.size() != 12) {
              Odd = true;
              return;
            }
            uint32_t Last = read32le(Value.data() + 8);
            uint32_t Size = Attribute == ParamInfo ? Last >> 18 : Last & 0xffff;
            KernelParameter P{read16le(Value.data() + 4), read16le(Value.data() + 6), Size};
            // Some releases of ptxas write the table twice.
            if (!is_contained(Parameters, P))
              Parameters.push_back(P);
            return;
          }
          case CBankParamSize:
            Entry.ParameterBytes = read16le(Value.data());
            return;
          case RequiredThreads:
            if (Value.size() == 12)
              Entry.RequiredThreads = {read32le(Value.data()), read32le(Value.data() + 4),
                                       read32le(Value.data() + 8)};
            return;
          default:
            return;
          }
        }))
      return E;
    if (Odd)
      return Error::success();
    sort(Parameters,
         [](const KernelParameter &A, const KernelParameter &B) { return A.Ordinal < B.Ordinal; });
    for (size_t I = 0; I < Parameters.size(); ++I)
      if (Parameters[I].Ordinal != I)
        return Error::success();
    Entry.Parameters = std::move(Parameters);
    return Error::success();
  }

  const ElfFacts &Facts;
};

/// Names of AMD's kernels end with this; the symbol is the descriptor that is launched.
constexpr StringLiteral DescriptorSuffix = ".kd";

/// The processors that torch's ROCm builds know. LLVM has a longer list, but its reader takes any
/// other number for impossible.
StringRef amdProcessor(uint32_t Flags) {
  switch (Flags & ELF::EF_AMDGPU_MACH) {
  case ELF::EF_AMDGPU_MACH_AMDGCN_GFX900:
    return "gfx900";
  case ELF::EF_AMDGPU_MACH_AMDGCN_GFX906:
    return "gfx906";
  case ELF::EF_AMDGPU_MACH_AMDGCN_GFX908:
    return "gfx908";
  case ELF::EF_AMDGPU_MACH_AMDGCN_GFX90A:
    return "gfx90a";
  case ELF::EF_AMDGPU_MACH_AMDGCN_GFX942:
    return "gfx942";
  case ELF::EF_AMDGPU_MACH_AMDGCN_GFX950:
    return "gfx950";
  case ELF::EF_AMDGPU_MACH_AMDGCN_GFX1030:
    return "gfx1030";
  case ELF::EF_AMDGPU_MACH_AMDGCN_GFX1100:
    return "gfx1100";
  case ELF::EF_AMDGPU_MACH_AMDGCN_GFX1101:
    return "gfx1101";
  case ELF::EF_AMDGPU_MACH_AMDGCN_GFX1102:
    return "gfx1102";
  case ELF::EF_AMDGPU_MACH_AMDGCN_GFX1103:
    return "gfx1103";
  case ELF::EF_AMDGPU_MACH_AMDGCN_GFX1150:
    return "gfx1150";
  case ELF::EF_AMDGPU_MACH_AMDGCN_GFX1151:
    return "gfx1151";
  case ELF::EF_AMDGPU_MACH_AMDGCN_GFX1200:
    return "gfx1200";
  case ELF::EF_AMDGPU_MACH_AMDGCN_GFX1201:
    return "gfx1201";
  default:
    return {};
  }
}

KernelImage readHsaco(const ElfFacts &Facts) {
  KernelImage Image;
  Image.Form = KernelForm::Hsaco;
  if (std::optional<GpuArch> Arch = parseGpuArch(amdProcessor(Facts.Flags)))
    Image.Targets.push_back({*Arch, false});
  for (const ElfSymbol &S : Facts.DynamicSymbols) {
    StringRef Name = S.Name;
    if (!Facts.sectionOf(S) || !Name.consume_back(DescriptorSuffix))
      continue;
    KernelEntry Entry;
    Entry.Name = Name.str();
    Image.Entries.push_back(std::move(Entry));
  }
  return Image;
}

Expected<KernelImage> readElfKernels(StringRef Bytes) {
  Expected<ElfFacts> Facts = readElf(Bytes);
  if (!Facts)
    return Facts.takeError();
  if (Facts->Machine == ELF::EM_CUDA)
    return CubinReader(*Facts).read();
  if (Facts->Machine == ELF::EM_AMDGPU)
    return readHsaco(*Facts);
  return torn("an ELF file for a processor and not for a graphics card");
}

constexpr uint32_t FatbinMagic = 0xBA55ED50;
constexpr uint32_t SpirvMagic = 0x07230203;

/// A fatbin: its header, then parts with a header each (fatbinary of CUDA 12.4 to 13.4).
Expected<KernelImage> readFatbin(StringRef Bytes) {
  constexpr size_t HeaderBytes = 16, PartHeaderBytes = 64;
  constexpr uint16_t PtxPart = 1, ElfPart = 2;
  constexpr uint64_t OneCardOnly = 1 << 20, OneFamilyOnly = 1 << 21;
  if (Bytes.size() < HeaderBytes)
    return torn("the fatbin is cut off");
  size_t Begin = read16le(Bytes.data() + 6);
  uint64_t Size = read64le(Bytes.data() + 8);
  if (Begin < HeaderBytes || Begin > Bytes.size() || Size > Bytes.size() - Begin)
    return torn("the fatbin is cut off");
  KernelImage Image;
  Image.Form = KernelForm::Fatbin;
  StringRef Rest = Bytes.substr(Begin, Size);
  // What is behind the last part is padding.
  while (Rest.size() >= PartHeaderBytes) {
    const char *P = Rest.data();
    uint16_t Kind = read16le(P);
    uint64_t Header = read32le(P + 4), Part = read64le(P + 8);
    if (Header < PartHeaderBytes || Header > Rest.size() || Part > Rest.size() - Header)
      return torn("a part of the fatbin is cut off");
    uint32_t CompressedSize = read32le(P + 16);
    uint64_t Flags = read64le(P + 40);
    GpuArch Arch;
    Arch.Sm = read32le(P + 28);
    if (Flags & OneCardOnly)
      Arch.Suffix = 'a';
    else if (Flags & OneFamilyOnly)
      Arch.Suffix = 'f';
    if (Kind == PtxPart || Kind == ElfPart)
      Image.Targets.push_back({Arch, Kind == PtxPart});
    StringRef Contents = Rest.substr(Header, Part);
    if (Kind == ElfPart && !CompressedSize && Image.Entries.empty() && looksLikeElf(Contents)) {
      Expected<KernelImage> Cubin = readElfKernels(Contents);
      if (!Cubin)
        return Cubin.takeError();
      Image.Entries = std::move(Cubin->Entries);
    }
    Rest = Rest.substr(Header + Part);
  }
  if (Image.Targets.empty())
    return torn("the fatbin holds no kernel");
  return Image;
}

/// PTX names its card in a directive near the top.
std::optional<KernelImage> readPtx(StringRef Bytes) {
  constexpr size_t HeadBytes = 4096;
  StringRef Head = Bytes.take_front(HeadBytes);
  if (Head.contains('\0'))
    return std::nullopt;
  size_t Version = Head.find(".version"), Target = Head.find(".target");
  if (Version == StringRef::npos || Target == StringRef::npos || Target < Version)
    return std::nullopt;
  StringRef Name = Head.substr(Target + StringRef(".target").size()).ltrim().take_while([](char C) {
    return isAlnum(C) || C == '_';
  });
  std::optional<GpuArch> Arch = parseGpuArch(Name);
  if (!Arch || Arch->Vendor != GpuVendor::Nvidia)
    return std::nullopt;
  KernelImage Image;
  Image.Form = KernelForm::Ptx;
  Image.Targets.push_back({*Arch, true});
  return Image;
}

} // namespace

Expected<KernelImage> readKernelImage(StringRef Bytes) {
  if (looksLikeElf(Bytes))
    return readElfKernels(Bytes);
  if (Bytes.size() >= 4) {
    uint32_t Magic = read32le(Bytes.data());
    if (Magic == FatbinMagic)
      return readFatbin(Bytes);
    if (Magic == SpirvMagic || byteswap(Magic) == SpirvMagic) {
      KernelImage Image;
      Image.Form = KernelForm::SpirV;
      return Image;
    }
  }
  if (std::optional<KernelImage> Ptx = readPtx(Bytes))
    return *Ptx;
  return torn("no machine code for a graphics card that is known here");
}

ImageFit fits(const KernelImage &Image, const GpuArch &Card) {
  ImageFit Fit;
  if (Image.Targets.empty())
    return Fit;
  Fit.Runs = RunsOn::No;
  for (const KernelTarget &Target : Image.Targets) {
    RunsOn One = Target.Ptx ? ptxRunsOn(Target.Arch, Card) : machineCodeRunsOn(Target.Arch, Card);
    if (One == RunsOn::Yes) {
      if (!Target.Ptx)
        return {RunsOn::Yes, false};
      Fit = {RunsOn::Yes, true};
    } else if (One == RunsOn::Unknown && Fit.Runs == RunsOn::No) {
      Fit.Runs = RunsOn::Unknown;
    }
  }
  return Fit;
}

} // namespace aoti
