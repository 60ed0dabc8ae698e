#include "Image/LibraryImage.h"
#include "Image/Elf.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/BinaryFormat/COFF.h"
#include "llvm/BinaryFormat/ELF.h"
#include "llvm/BinaryFormat/MachO.h"
#include "llvm/Object/COFF.h"
#include "llvm/Object/MachO.h"
#include "llvm/Support/Endian.h"
#include <memory>

using namespace llvm;

namespace aoti {
namespace {

constexpr StringLiteral StartSymbol = "_binary_constants_bin_start";
constexpr StringLiteral EndSymbol = "_binary_constants_bin_end";

/// The words of a little- or big-endian file at a place, at most two.
std::vector<uint64_t> wordsAt(StringRef Bytes, uint64_t Offset, uint64_t Available, bool Little) {
  std::vector<uint64_t> Words;
  for (uint64_t I = 0; I < 2; ++I) {
    uint64_t At = Offset + I * sizeof(uint64_t);
    if (Offset > Bytes.size() || At + sizeof(uint64_t) > Bytes.size() ||
        (I + 1) * sizeof(uint64_t) > Available)
      break;
    const char *P = Bytes.data() + At;
    Words.push_back(Little ? support::endian::read64le(P) : support::endian::read64be(P));
  }
  return Words;
}

std::optional<Machine> machineOfElf(uint16_t M, bool Little) {
  switch (M) {
  case ELF::EM_X86_64:
    return Machine::X86_64;
  case ELF::EM_386:
    return Machine::X86;
  case ELF::EM_AARCH64:
    return Machine::Aarch64;
  case ELF::EM_ARM:
    return Machine::Arm;
  case ELF::EM_PPC64:
    return Little ? std::optional(Machine::Ppc64Le) : std::nullopt;
  case ELF::EM_S390:
    return Machine::S390x;
  case ELF::EM_RISCV:
    return Machine::RiscV64;
  default:
    return std::nullopt;
  }
}

class ElfLibrary {
public:
  ElfLibrary(const ElfFacts &Facts, StringRef Bytes) : Facts(Facts), Bytes(Bytes) {}

  LibraryImage read() {
    Image.Processor = machineOfElf(Facts.Machine, Facts.LittleEndian);
    Image.Relocatable = Facts.FileType == ELF::ET_REL;
    for (StringRef Name : Facts.Needed)
      Image.Needed.push_back(Name.str());
    for (const ElfSymbol &S : Facts.DynamicSymbols) {
      if (S.Name.empty() || S.Binding == ELF::STB_LOCAL)
        continue;
      (S.Section == ELF::SHN_UNDEF ? Image.UndefinedSymbols : Image.DefinedSymbols)
          .push_back(S.Name.str());
    }
    // A stripped library keeps the dynamic ones, and they come first.
    std::vector<const ElfSymbol *> All;
    StringMap<const ElfSymbol *> Ends;
    for (const auto *Table : {&Facts.DynamicSymbols, &Facts.Symbols})
      for (const ElfSymbol &S : *Table) {
        if (!Facts.sectionOf(S))
          continue;
        All.push_back(&S);
        if (S.Name.ends_with("_end"))
          Ends.try_emplace(S.Name, &S);
      }
    StringMap<bool> Seen;
    for (const ElfSymbol *S : All) {
      StringRef Name = S->Name;
      if (Name == StartSymbol && !Image.Constants)
        readConstants(*S, Ends.lookup(EndSymbol));
      if (!Name.consume_front("__") || !Name.consume_back("_start") || Name.empty())
        continue;
      const ElfSymbol *End = Ends.lookup(("__" + Name + "_end").str());
      if (End && Seen.try_emplace(Name, true).second)
        if (std::optional<std::pair<uint64_t, uint64_t>> Range = rangeOf(*S, *End))
          Image.Embedded.push_back({Name.str(), Range->first, Range->second});
    }
    return std::move(Image);
  }

private:
  /// Where a symbol lies in the file; nullopt for symbols of sections without contents.
  std::optional<uint64_t> fileOffset(const ElfSymbol &S) const {
    const ElfSection *Section = Facts.sectionOf(S);
    if (!Section || Section->Type == ELF::SHT_NOBITS)
      return std::nullopt;
    // In an object file the value counts from the beginning of the section.
    uint64_t Base = Image.Relocatable ? 0 : Section->Address;
    if (S.Value < Base || S.Value - Base > Section->Size)
      return std::nullopt;
    return Section->Offset + (S.Value - Base);
  }

  /// Offset and size of what lies between two symbols of one section.
  std::optional<std::pair<uint64_t, uint64_t>> rangeOf(const ElfSymbol &Start,
                                                       const ElfSymbol &End) const {
    std::optional<uint64_t> Begin = fileOffset(Start), Behind = fileOffset(End);
    if (!Begin || !Behind || Start.Section != End.Section || *Behind < *Begin)
      return std::nullopt;
    return std::pair(*Begin, *Behind - *Begin);
  }

  void readConstants(const ElfSymbol &Start, const ElfSymbol *End) {
    std::optional<uint64_t> Begin = fileOffset(Start);
    if (!Begin)
      return;
    EmbeddedConstants Constants;
    Constants.FileOffset = *Begin;
    const ElfSection *Section = Facts.sectionOf(Start);
    Constants.Alignment = Section->Alignment;
    if (Start.Size) {
      // An array of C++, beside which the end is a variable of its own.
      Constants.Size = Start.Size;
    } else if (End && Start.Type != ELF::STT_OBJECT) {
      Constants.Assembled = true;
      if (auto Range = rangeOf(Start, *End))
        Constants.Size = Range->second;
    }
    uint64_t Behind = Section->Offset + Section->Size;
    Constants.Words =
        wordsAt(Bytes, *Begin, Constants.Size.value_or(Behind - *Begin), Facts.LittleEndian);
    Image.Constants = std::move(Constants);
  }

  const ElfFacts &Facts;
  StringRef Bytes;
  LibraryImage Image;
};

Expected<LibraryImage> readMachO(StringRef Bytes) {
  Expected<std::unique_ptr<object::MachOObjectFile>> File =
      object::ObjectFile::createMachOObjectFile(MemoryBufferRef(Bytes, ""));
  if (!File)
    return File.takeError();
  LibraryImage Image;
  Image.Format = LibraryImage::ImageFormat::MachO;
  Image.OperatingSystem = System::Darwin;
  switch ((*File)->getHeader().cputype) {
  case MachO::CPU_TYPE_X86_64:
    Image.Processor = Machine::X86_64;
    break;
  case MachO::CPU_TYPE_ARM64:
    Image.Processor = Machine::Aarch64;
    break;
  default:
    break;
  }
  Image.Relocatable = (*File)->getHeader().filetype == MachO::MH_OBJECT;
  for (const object::SymbolRef &Symbol : (*File)->symbols()) {
    Expected<StringRef> Name = Symbol.getName();
    if (!Name)
      return Name.takeError();
    Expected<uint32_t> Flags = Symbol.getFlags();
    if (!Flags)
      return Flags.takeError();
    StringRef Plain = *Name;
    Plain.consume_front("_");
    if (*Flags & object::SymbolRef::SF_Undefined)
      Image.UndefinedSymbols.push_back(Plain.str());
    else if (*Flags & object::SymbolRef::SF_Global)
      Image.DefinedSymbols.push_back(Plain.str());
  }
  return Image;
}

Expected<LibraryImage> readCoff(StringRef Bytes) {
  Expected<std::unique_ptr<object::COFFObjectFile>> File =
      object::ObjectFile::createCOFFObjectFile(MemoryBufferRef(Bytes, ""));
  if (!File)
    return File.takeError();
  LibraryImage Image;
  Image.Format = LibraryImage::ImageFormat::Coff;
  Image.OperatingSystem = System::Windows;
  switch ((*File)->getMachine()) {
  case COFF::IMAGE_FILE_MACHINE_AMD64:
    Image.Processor = Machine::X86_64;
    break;
  case COFF::IMAGE_FILE_MACHINE_ARM64:
    Image.Processor = Machine::Aarch64;
    break;
  case COFF::IMAGE_FILE_MACHINE_I386:
    Image.Processor = Machine::X86;
    break;
  default:
    break;
  }
  Image.Relocatable = (*File)->isRelocatableObject();
  return Image;
}

} // namespace

bool isOtherLibrary(StringRef Bytes) {
  switch (identify_magic(Bytes)) {
  case file_magic::macho_universal_binary:
  case file_magic::macho_dynamically_linked_shared_lib_stub:
  case file_magic::tapi_file:
  case file_magic::xcoff_object_32:
  case file_magic::xcoff_object_64:
  case file_magic::wasm_object:
    return true;
  default:
    return false;
  }
}

Expected<LibraryImage> readLibrary(StringRef Bytes) {
  auto Finish = [&](Expected<LibraryImage> Image) -> Expected<LibraryImage> {
    if (Image)
      Image->FileSize = Bytes.size();
    return Image;
  };
  if (looksLikeElf(Bytes)) {
    Expected<ElfFacts> Facts = readElf(Bytes);
    if (!Facts)
      return Facts.takeError();
    return Finish(ElfLibrary(*Facts, Bytes).read());
  }
  switch (identify_magic(Bytes)) {
  case file_magic::macho_object:
  case file_magic::macho_dynamically_linked_shared_lib:
  case file_magic::macho_bundle:
    return Finish(readMachO(Bytes));
  case file_magic::coff_object:
  case file_magic::pecoff_executable:
    return Finish(readCoff(Bytes));
  default:
    return createStringError(inconvertibleErrorCode(),
                             "not a library: neither ELF nor Mach-O nor PE");
  }
}

std::string describeImage(const LibraryImage &Image) {
  std::string Text;
  switch (Image.Format) {
  case LibraryImage::ImageFormat::Elf:
    Text = "an ELF ";
    break;
  case LibraryImage::ImageFormat::MachO:
    Text = "a Mach-O ";
    break;
  case LibraryImage::ImageFormat::Coff:
    Text = "a PE ";
    break;
  }
  Text += Image.Relocatable ? "object file" : "library";
  if (Image.Processor)
    Text += " for " + machineName(*Image.Processor).str();
  return Text;
}

} // namespace aoti
