#include "Image/SavedTensor.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Endian.h"

using namespace llvm;
using support::endian::read16le;
using support::endian::read32le;
using support::endian::read64le;

namespace aoti {
namespace {

// Records of the zip format (APPNOTE.TXT of PKWARE, 4.3 and 4.5).
constexpr uint32_t EntrySignature = 0x02014b50, EndSignature = 0x06054b50,
                   End64Signature = 0x06064b50, Locator64Signature = 0x07064b50;
constexpr size_t EntryBytes = 46, LocalBytes = 30, EndBytes = 22, End64Bytes = 56,
                 Locator64Bytes = 20;
constexpr uint16_t Zip64Field = 1;

Error torn(const Twine &What) { return createStringError(inconvertibleErrorCode(), What); }

/// Where the directory of an archive lies.
struct ZipDirectory {
  uint64_t Offset = 0, Size = 0, Entries = 0;
};

Expected<ZipDirectory> findDirectory(StringRef Bytes) {
  // Torch writes no comment, but the format has one of up to 64 KiB behind the record.
  constexpr size_t MaxComment = 0xffff;
  if (Bytes.size() < EndBytes)
    return torn("it ends before the directory of the archive");
  size_t Lowest = Bytes.size() > EndBytes + MaxComment ? Bytes.size() - EndBytes - MaxComment : 0;
  for (size_t At = Bytes.size() - EndBytes + 1; At-- > Lowest;) {
    const char *P = Bytes.data() + At;
    if (read32le(P) != EndSignature || At + EndBytes + read16le(P + 20) != Bytes.size())
      continue;
    ZipDirectory D{read32le(P + 16), read32le(P + 12), read16le(P + 10)};
    if (At >= Locator64Bytes && read32le(P - Locator64Bytes) == Locator64Signature) {
      uint64_t End64 = read64le(P - Locator64Bytes + 8);
      if (End64 > Bytes.size() || Bytes.size() - End64 < End64Bytes ||
          read32le(Bytes.data() + End64) != End64Signature)
        return torn("the directory of the archive is damaged");
      const char *Q = Bytes.data() + End64;
      D = {read64le(Q + 48), read64le(Q + 40), read64le(Q + 32)};
    }
    if (D.Offset > Bytes.size() || D.Size > Bytes.size() - D.Offset ||
        D.Entries > D.Size / EntryBytes)
      return torn("the directory of the archive is damaged");
    return D;
  }
  return torn("it ends before the directory of the archive");
}

} // namespace

Expected<std::vector<SavedStorage>> readSavedStorages(StringRef Bytes) {
  Expected<ZipDirectory> Found = findDirectory(Bytes);
  if (!Found)
    return Found.takeError();
  std::vector<SavedStorage> Storages;
  bool HasPickle = false;
  StringRef Rest = Bytes.substr(Found->Offset, Found->Size);
  for (uint64_t I = 0; I < Found->Entries; ++I) {
    const char *P = Rest.data();
    if (Rest.size() < EntryBytes || read32le(P) != EntrySignature)
      return torn("the directory of the archive is damaged");
    size_t NameBytes = read16le(P + 28), ExtraBytes = read16le(P + 30),
           CommentBytes = read16le(P + 32);
    if (Rest.size() - EntryBytes < NameBytes + ExtraBytes + CommentBytes)
      return torn("the directory of the archive is damaged");
    uint64_t Stored = read32le(P + 20), Size = read32le(P + 24), Local = read32le(P + 42);
    // Sizes of 4 GiB and more stand in a field of their own, in this order, as far as they do not
    // fit.
    StringRef Extra = Rest.substr(EntryBytes + NameBytes, ExtraBytes);
    while (Extra.size() >= 4) {
      uint16_t Id = read16le(Extra.data());
      size_t Length = read16le(Extra.data() + 2);
      if (Length > Extra.size() - 4)
        break;
      StringRef Field = Extra.substr(4, Length);
      Extra = Extra.substr(4 + Length);
      if (Id != Zip64Field)
        continue;
      for (uint64_t *Value : {&Size, &Stored, &Local})
        if (*Value == UINT32_MAX && Field.size() >= 8) {
          *Value = read64le(Field.data());
          Field = Field.substr(8);
        }
    }
    StringRef Name = Rest.substr(EntryBytes, NameBytes);
    Rest = Rest.substr(EntryBytes + NameBytes + ExtraBytes + CommentBytes);
    // The bytes themselves have to lie before the directory.
    if (Local > Found->Offset || Found->Offset - Local < LocalBytes ||
        Stored > Found->Offset - Local - LocalBytes)
      return torn("a record lies outside of the archive");
    auto [Root, Path] = Name.split('/');
    HasPickle |= Path == "data.pkl";
    if (Path.consume_front("data/") && !Path.empty() && all_of(Path, isDigit))
      Storages.push_back({Path.str(), Size});
  }
  if (!HasPickle)
    return torn("the archive is not one of 'torch.save'");
  return Storages;
}

} // namespace aoti
