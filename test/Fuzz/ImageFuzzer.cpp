// Any bytes as an image: a library, a kernel of a graphics card, a file of torch.save. What is told
// lies within the bytes.
#include "FindingExpectations.h"
#include "Image/Elf.h"
#include "Image/KernelImage.h"
#include "Image/LibraryImage.h"
#include "Image/SavedTensor.h"

using namespace aoti;
using namespace aoti::fuzz;
using llvm::StringRef;

namespace {

void expectText(llvm::Error Failure) {
  expect(!llvm::toString(std::move(Failure)).empty(), "an error says nothing");
}

bool within(StringRef Part, StringRef All) {
  return Part.empty() || (Part.begin() >= All.begin() && Part.end() <= All.end());
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *Data, size_t Size) {
  StringRef Bytes(reinterpret_cast<const char *>(Data), Size);
  if (auto Elf = readElf(Bytes)) {
    for (const ElfSection &S : Elf->Sections)
      expect(within(S.Contents, Bytes) && within(S.Name, Bytes),
             "a section lies outside of the file");
    for (const auto *Symbols : {&Elf->Symbols, &Elf->DynamicSymbols})
      for (const ElfSymbol &S : *Symbols) {
        expect(within(S.Name, Bytes), "a name lies outside of the file");
        Elf->sectionOf(S);
      }
  } else {
    expectText(Elf.takeError());
  }
  if (auto Image = readKernelImage(Bytes)) {
    for (const KernelTarget &T : Image->Targets)
      fits(*Image, T.Arch);
    for (const KernelEntry &E : Image->Entries)
      if (E.Parameters)
        for (size_t I = 0; I < E.Parameters->size(); ++I)
          expect((*E.Parameters)[I].Ordinal == I, "parameters are not in order");
  } else {
    expectText(Image.takeError());
  }
  if (auto Library = readLibrary(Bytes)) {
    expect(Library->FileSize == Size, "size of the file");
    expect(!describeImage(*Library).empty(), "description");
    for (const EmbeddedBytes &E : Library->Embedded)
      expect(E.Offset <= Size && E.Size <= Size - E.Offset,
             "embedded bytes lie outside of the file");
  } else {
    expectText(Library.takeError());
  }
  if (auto Storages = readSavedStorages(Bytes)) {
    for (const SavedStorage &S : *Storages)
      expect(!S.Key.empty(), "a storage without a key");
  } else {
    expectText(Storages.takeError());
  }
  return 0;
}
