#include "Image/Elf.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/BinaryFormat/ELF.h"
#include "llvm/Object/ELF.h"

using namespace llvm;
using namespace llvm::object;

namespace aoti {

const ElfSection *ElfFacts::findSection(StringRef Name) const {
  for (const ElfSection &S : Sections)
    if (S.Name == Name)
      return &S;
  return nullptr;
}

const ElfSection *ElfFacts::sectionOf(const ElfSymbol &S) const {
  return S.Section != ELF::SHN_UNDEF && S.Section < ELF::SHN_LORESERVE &&
                 S.Section < Sections.size()
             ? &Sections[S.Section]
             : nullptr;
}

bool looksLikeElf(StringRef Bytes) { return Bytes.starts_with("\177ELF"); }

namespace {

template <class ELFT> class Reader {
public:
  explicit Reader(const ELFFile<ELFT> &File) : File(File) {}

  Expected<ElfFacts> read() {
    const auto &Header = File.getHeader();
    Facts.Is64 = Header.getFileClass() == ELF::ELFCLASS64;
    Facts.LittleEndian = Header.getDataEncoding() == ELF::ELFDATA2LSB;
    Facts.OsAbi = Header.e_ident[ELF::EI_OSABI];
    Facts.AbiVersion = Header.e_ident[ELF::EI_ABIVERSION];
    Facts.FileType = Header.e_type;
    Facts.Machine = Header.e_machine;
    Facts.Flags = Header.e_flags;
    auto Sections = File.sections();
    if (!Sections)
      return Sections.takeError();
    if (Error E = readSections(*Sections))
      return std::move(E);
    for (const auto &Section : *Sections) {
      if (Section.sh_type == ELF::SHT_SYMTAB)
        if (Error E = readSymbols(Section, *Sections, Facts.Symbols))
          return std::move(E);
      if (Section.sh_type == ELF::SHT_DYNSYM)
        if (Error E = readSymbols(Section, *Sections, Facts.DynamicSymbols))
          return std::move(E);
      if (Section.sh_type == ELF::SHT_DYNAMIC)
        if (Error E = readDynamic(Section, *Sections))
          return std::move(E);
    }
    auto Segments = File.program_headers();
    if (!Segments)
      return Segments.takeError();
    for (const auto &Segment : *Segments)
      if (Segment.p_type == ELF::PT_LOAD)
        Facts.Segments.push_back({Segment.p_offset, Segment.p_vaddr, Segment.p_filesz});
    return std::move(Facts);
  }

private:
  using ShdrRange = typename ELFT::ShdrRange;

  Error readSections(ShdrRange Sections) {
    Expected<StringRef> Names = File.getSectionStringTable(Sections);
    if (!Names)
      return Names.takeError();
    Facts.Sections.reserve(Sections.size());
    for (const auto &Section : Sections) {
      Expected<StringRef> Name = File.getSectionName(Section, *Names);
      if (!Name)
        return Name.takeError();
      ElfSection S;
      S.Name = *Name;
      S.Type = Section.sh_type;
      S.Flags = Section.sh_flags;
      S.Address = Section.sh_addr;
      S.Offset = Section.sh_offset;
      S.Size = Section.sh_size;
      S.Alignment = Section.sh_addralign;
      S.Link = Section.sh_link;
      S.Info = Section.sh_info;
      if (Section.sh_type != ELF::SHT_NOBITS && Section.sh_type != ELF::SHT_NULL) {
        Expected<ArrayRef<uint8_t>> Contents = File.getSectionContents(Section);
        if (!Contents)
          return Contents.takeError();
        S.Contents = toStringRef(*Contents);
      }
      Facts.Sections.push_back(S);
    }
    return Error::success();
  }

  Error readSymbols(const typename ELFT::Shdr &Section, ShdrRange Sections,
                    std::vector<ElfSymbol> &To) {
    auto Symbols = File.symbols(&Section);
    if (!Symbols)
      return Symbols.takeError();
    Expected<StringRef> Names = File.getStringTableForSymtab(Section, Sections);
    if (!Names)
      return Names.takeError();
    To.reserve(To.size() + Symbols->size());
    for (const auto &Symbol : *Symbols) {
      Expected<StringRef> Name = Symbol.getName(*Names);
      if (!Name)
        return Name.takeError();
      To.push_back({*Name, Symbol.st_value, Symbol.st_size, Symbol.getType(), Symbol.getBinding(),
                    Symbol.st_other, Symbol.st_shndx});
    }
    return Error::success();
  }

  Error readDynamic(const typename ELFT::Shdr &Section, ShdrRange Sections) {
    auto Entries = File.template getSectionContentsAsArray<typename ELFT::Dyn>(Section);
    if (!Entries)
      return Entries.takeError();
    if (Section.sh_link >= Sections.size())
      return createStringError(inconvertibleErrorCode(),
                               "the dynamic section names a string table that is not there");
    Expected<StringRef> Names = File.getStringTable(Sections[Section.sh_link]);
    if (!Names)
      return Names.takeError();
    for (const auto &Entry : *Entries) {
      if (Entry.d_tag == ELF::DT_NULL)
        break;
      uint64_t Offset = Entry.getVal();
      // The table ends with a zero byte, so each name does.
      if (Entry.d_tag == ELF::DT_NEEDED && Offset < Names->size())
        Facts.Needed.push_back(StringRef(Names->data() + Offset));
    }
    return Error::success();
  }

  const ELFFile<ELFT> &File;
  ElfFacts Facts;
};

template <class ELFT> Expected<ElfFacts> readAs(StringRef Bytes) {
  Expected<ELFFile<ELFT>> File = ELFFile<ELFT>::create(Bytes);
  if (!File)
    return File.takeError();
  return Reader<ELFT>(*File).read();
}

} // namespace

Expected<ElfFacts> readElf(StringRef Bytes) {
  if (Bytes.size() < ELF::EI_NIDENT || !looksLikeElf(Bytes))
    return createStringError(inconvertibleErrorCode(), "not an ELF file");
  auto Class = static_cast<uint8_t>(Bytes[ELF::EI_CLASS]),
       Encoding = static_cast<uint8_t>(Bytes[ELF::EI_DATA]);
  bool Little = Encoding == ELF::ELFDATA2LSB;
  if ((Class != ELF::ELFCLASS32 && Class != ELF::ELFCLASS64) ||
      (!Little && Encoding != ELF::ELFDATA2MSB))
    return createStringError(inconvertibleErrorCode(),
                             "an ELF file of an unknown class or byte order");
  if (Class == ELF::ELFCLASS64)
    return Little ? readAs<ELF64LE>(Bytes) : readAs<ELF64BE>(Bytes);
  return Little ? readAs<ELF32LE>(Bytes) : readAs<ELF32BE>(Bytes);
}

} // namespace aoti
