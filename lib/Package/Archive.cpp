//===- Archive.cpp - packages in a zip archive --------------------------------===//
//
// The central directory is read here first: it tells what libzip does not show
// (NUL in names, where members lie) and bounds what libzip may allocate. libzip then
// reads the members; both have to agree on what the archive holds.
//
//===----------------------------------------------------------------------===//
#include "Package/Internal.h"
#include "Support/Quote.h"
#include "Support/Utf8.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/CRC.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/FileSystem.h"
#include <algorithm>
#include <mutex>
#include <tuple>
#include <zip.h>

namespace aoti {

using ErrorKind = PackageError::Kind;
using llvm::support::endian::read16le;
using llvm::support::endian::read32le;
using llvm::support::endian::read64le;

static constexpr llvm::StringLiteral GetAgain =
    "copy or download the package again, or write it anew";

bool looksLikeArchive(llvm::StringRef FirstBytes) {
  return FirstBytes.starts_with("PK\x03\x04") || FirstBytes.starts_with("PK\x05\x06");
}

namespace {

/// Stands for WinZip's encryption; libzip shows the method below it.
constexpr uint16_t AesMethod = 99;

/// What the central directory says about one member.
struct Entry {
  std::string RawName;
  uint64_t CompressedSize = 0;
  uint64_t Size = 0;
  uint64_t Offset = 0; ///< of the local header
  uint32_t Mode = 0;   ///< upper half of the external attributes: the Unix mode, if any
  uint16_t Flags = 0;
  uint16_t Method = 0;
  uint16_t NameBytes = 0; ///< of the name in the header; RawName may come from an extra field

  bool isEncrypted() const { return (Flags & 1) != 0 || Method == AesMethod; }
  bool isFolder() const {
    return !RawName.empty() && (RawName.back() == '/' || RawName.back() == '\\');
  }
};

constexpr uint64_t LocalHeaderBytes = 30;
constexpr uint64_t CentralHeaderBytes = 46;
constexpr uint64_t EndRecordBytes = 22;

/// Reads the central directory of an archive from its file.
class DirectoryReader {
public:
  DirectoryReader(llvm::StringRef Path, const PackageLimits &Limits) : Path(Path), Limits(Limits) {}

  llvm::Error read(std::vector<Entry> &Entries);
  uint64_t fileSize() const { return FileSize; }

private:
  llvm::Error readAt(uint64_t Offset, llvm::MutableArrayRef<char> Into);
  llvm::Error findEnd();
  /// Says what stands before the zeros that fill the end of the file; success if that is not told.
  llvm::Error explainZeros();
  llvm::Error parse(llvm::StringRef Bytes, std::vector<Entry> &Entries);

  llvm::Error damaged(const llvm::Twine &Text) {
    return packageError(ErrorKind::Damaged, Path, Text + "; " + GetAgain);
  }

  llvm::StringRef Path;
  const PackageLimits &Limits;
  llvm::sys::fs::file_t File = llvm::sys::fs::kInvalidFile;
  uint64_t FileSize = 0;
  uint64_t Count = 0, Begin = 0, Size = 0; ///< of the central directory
};

llvm::Error DirectoryReader::readAt(uint64_t Offset, llvm::MutableArrayRef<char> Into) {
  while (!Into.empty()) {
    auto Got = llvm::sys::fs::readNativeFileSlice(File, Into, Offset);
    if (!Got)
      return packageError(ErrorKind::NotFound, Path,
                          "cannot be read: " + llvm::toString(Got.takeError()));
    if (*Got == 0)
      return damaged("is shorter than it was when it was opened");
    Into = Into.drop_front(*Got);
    Offset += *Got;
  }
  return llvm::Error::success();
}

llvm::Error DirectoryReader::explainZeros() {
  // Farther back than any padding; sparse files may be larger than what can be read.
  constexpr uint64_t BlockBytes = 1 << 20, MaxBytes = uint64_t(256) << 20;
  std::string Block;
  uint64_t End = FileSize;
  size_t Last = llvm::StringRef::npos;
  while (Last == llvm::StringRef::npos && End > 0 && FileSize - End < MaxBytes) {
    Block.resize(std::min(End, BlockBytes));
    if (llvm::Error Failure = readAt(End - Block.size(), {Block.data(), Block.size()}))
      return Failure;
    End -= Block.size();
    Last = llvm::StringRef(Block).find_last_not_of('\0');
  }
  if (Last == llvm::StringRef::npos)
    return damaged("has nothing but zeros in its last " + sizeText(FileSize - End) +
                   ", where the directory of the archive should be");
  // The end record may end with zeros itself.
  uint64_t Zeros = End + Last + 1;
  uint64_t From = Zeros - std::min<uint64_t>(Zeros, EndRecordBytes + UINT16_MAX);
  Block.resize(std::min(FileSize, Zeros + EndRecordBytes) - From);
  if (llvm::Error Failure = readAt(From, {Block.data(), Block.size()}))
    return Failure;
  size_t At = llvm::StringRef(Block).rfind("PK\x05\x06");
  if (At == llvm::StringRef::npos || Block.size() - At < EndRecordBytes)
    return damaged("has " + llvm::Twine(FileSize - Zeros) +
                   " zero bytes at its end, where the directory of the archive should be");
  uint64_t Whole = From + At + EndRecordBytes + read16le(Block.data() + At + 20);
  return packageError(ErrorKind::Damaged, Path,
                      "is padded with " + llvm::Twine(FileSize - Whole) +
                          " zero bytes, behind which no reader finds the directory of the archive; "
                          "cut them off ('truncate --size=" +
                          llvm::Twine(Whole) + "'), or copy or download the package again");
}

llvm::Error DirectoryReader::findEnd() {
  // The end record is followed by a comment of at most 64 KiB.
  uint64_t TailBytes = std::min<uint64_t>(FileSize, EndRecordBytes + UINT16_MAX);
  std::string Tail(TailBytes, '\0');
  if (llvm::Error Failure = readAt(FileSize - TailBytes, {Tail.data(), Tail.size()}))
    return Failure;
  llvm::StringRef Bytes = Tail;
  size_t Found = llvm::StringRef::npos;
  for (size_t At = Bytes.rfind("PK\x05\x06"); At != llvm::StringRef::npos;
       At = Bytes.take_front(At).rfind("PK\x05\x06")) {
    if (Bytes.size() - At < EndRecordBytes)
      continue;
    uint64_t Comment = read16le(Bytes.data() + At + 20);
    if (Comment == Bytes.size() - At - EndRecordBytes) {
      Found = At;
      break;
    }
    if (Found == llvm::StringRef::npos && Comment < Bytes.size() - At - EndRecordBytes)
      Found = At;
  }
  if (Found == llvm::StringRef::npos) {
    if (Bytes.find_first_not_of('\0') == llvm::StringRef::npos)
      if (llvm::Error Failure = explainZeros())
        return Failure;
    return damaged("is cut off: the directory at the end of the archive is missing");
  }

  const char *End = Bytes.data() + Found;
  uint64_t EndAt = FileSize - TailBytes + Found;
  uint16_t Disk = read16le(End + 4);
  Count = read16le(End + 10);
  Size = read32le(End + 12);
  Begin = read32le(End + 16);
  constexpr uint64_t LocatorBytes = 20, End64Bytes = 56;
  if ((Count == UINT16_MAX || Size == UINT32_MAX || Begin == UINT32_MAX) && EndAt >= LocatorBytes) {
    char Locator[LocatorBytes], End64[End64Bytes];
    if (llvm::Error Failure = readAt(EndAt - LocatorBytes, Locator))
      return Failure;
    if (llvm::StringRef(Locator, 4) == "PK\x06\x07") {
      uint64_t At = read64le(Locator + 8);
      if (At > EndAt - LocatorBytes || EndAt - LocatorBytes - At < End64Bytes)
        return damaged("its ZIP64 directory is out of place");
      if (llvm::Error Failure = readAt(At, End64))
        return Failure;
      if (llvm::StringRef(End64, 4) != "PK\x06\x06")
        return damaged("its ZIP64 directory is out of place");
      Count = read64le(End64 + 32);
      Size = read64le(End64 + 40);
      Begin = read64le(End64 + 48);
      EndAt = At;
    }
  } else if (Disk != 0) {
    return packageError(ErrorKind::Damaged, Path,
                        "is one part of an archive in several parts; join them first");
  }
  if (Begin > EndAt || Size > EndAt - Begin)
    return damaged("is cut off or damaged: its directory should lie at byte " + llvm::Twine(Begin) +
                   " and take " + llvm::Twine(Size) + " bytes, but the file has " +
                   llvm::Twine(FileSize));
  if (Count > Limits.MaxMembers)
    return packageError(
        ErrorKind::LimitExceeded, Path,
        "says that it holds " + llvm::Twine(Count) + " members, more than the limit of " +
            llvm::Twine(Limits.MaxMembers) +
            "; if you trust it, raise the limit with '--max-members=" + llvm::Twine(Count) + "'");
  if (Count > Size / CentralHeaderBytes)
    return damaged("its directory is too short for the " + llvm::Twine(Count) +
                   " members that it should name");
  // Room for names, comments and extra fields far beyond what torch writes.
  constexpr uint64_t BytesPerMember = 1024, MinBytes = 1 << 20;
  if (Size > std::max(MinBytes, Limits.MaxMembers * BytesPerMember))
    return packageError(ErrorKind::LimitExceeded, Path,
                        "its directory takes " + sizeText(Size) +
                            "; if you trust it, raise the limit with '--max-members=" +
                            llvm::Twine(Size / BytesPerMember + 1) + "'");
  return llvm::Error::success();
}

/// Takes the sizes that do not fit into 32 bits from the ZIP64 extra field.
static bool readZip64(llvm::StringRef Extra, Entry &E) {
  bool NeedsSize = E.Size == UINT32_MAX, NeedsCompressed = E.CompressedSize == UINT32_MAX,
       NeedsOffset = E.Offset == UINT32_MAX;
  if (!NeedsSize && !NeedsCompressed && !NeedsOffset)
    return true;
  while (Extra.size() >= 4) {
    uint16_t Id = read16le(Extra.data()), Length = read16le(Extra.data() + 2);
    Extra = Extra.drop_front(4);
    if (Length > Extra.size())
      return false;
    if (Id != 1) {
      Extra = Extra.drop_front(Length);
      continue;
    }
    llvm::StringRef Field = Extra.take_front(Length);
    for (auto [Needed, Value] : {std::pair{NeedsSize, &E.Size},
                                 {NeedsCompressed, &E.CompressedSize},
                                 {NeedsOffset, &E.Offset}}) {
      if (!Needed)
        continue;
      if (Field.size() < 8)
        return false;
      *Value = read64le(Field.data());
      Field = Field.drop_front(8);
    }
    return true;
  }
  return true; // no ZIP64 field: the values are what they say
}

/// The UTF-8 name from Info-ZIP's extra field, if it belongs to this raw name.
static std::string unicodeName(llvm::StringRef Extra, llvm::StringRef RawName) {
  while (Extra.size() >= 4) {
    uint16_t Id = read16le(Extra.data()), Length = read16le(Extra.data() + 2);
    Extra = Extra.drop_front(4);
    if (Length > Extra.size())
      break;
    llvm::StringRef Field = Extra.take_front(Length);
    Extra = Extra.drop_front(Length);
    if (Id == 0x7075 && Field.size() > 5 && Field[0] == 1 &&
        read32le(Field.data() + 1) == llvm::crc32(llvm::arrayRefFromStringRef(RawName)))
      return Field.drop_front(5).str();
  }
  return RawName.str();
}

llvm::Error DirectoryReader::parse(llvm::StringRef Bytes, std::vector<Entry> &Entries) {
  Entries.reserve(Count);
  for (uint64_t I = 0; I < Count; ++I) {
    if (Bytes.size() < CentralHeaderBytes || !Bytes.starts_with("PK\x01\x02"))
      return damaged("its directory is damaged at the entry of member " + llvm::Twine(I + 1) +
                     " of " + llvm::Twine(Count));
    const char *At = Bytes.data();
    uint64_t NameBytes = read16le(At + 28), ExtraBytes = read16le(At + 30),
             CommentBytes = read16le(At + 32);
    if (Bytes.size() - CentralHeaderBytes < NameBytes + ExtraBytes + CommentBytes)
      return damaged("its directory is cut off at the entry of member " + llvm::Twine(I + 1) +
                     " of " + llvm::Twine(Count));
    Entry E;
    E.Flags = read16le(At + 8);
    E.Method = read16le(At + 10);
    E.CompressedSize = read32le(At + 20);
    E.Size = read32le(At + 24);
    E.Mode = read32le(At + 38) >> 16;
    E.Offset = read32le(At + 42);
    llvm::StringRef Extra = Bytes.substr(CentralHeaderBytes + NameBytes, ExtraBytes);
    E.RawName = unicodeName(Extra, Bytes.substr(CentralHeaderBytes, NameBytes));
    E.NameBytes = static_cast<uint16_t>(NameBytes);
    if (!readZip64(Extra, E))
      return damaged("the ZIP64 sizes of its member " + quoted(E.RawName) + " are damaged");
    Entries.push_back(std::move(E));
    Bytes = Bytes.drop_front(CentralHeaderBytes + NameBytes + ExtraBytes + CommentBytes);
  }
  return llvm::Error::success();
}

llvm::Error DirectoryReader::read(std::vector<Entry> &Entries) {
  auto Opened = llvm::sys::fs::openNativeFileForRead(Path);
  if (!Opened)
    return packageError(ErrorKind::NotFound, Path,
                        "cannot be opened: " + llvm::toString(Opened.takeError()));
  File = *Opened;
  FileCloser Close{File};
  llvm::sys::fs::file_status Status;
  if (std::error_code Code = llvm::sys::fs::status(File, Status))
    return packageError(ErrorKind::NotFound, Path, "cannot be read: " + Code.message());
  FileSize = Status.getSize();
  if (llvm::Error Failure = findEnd())
    return Failure;
  std::string Bytes(Size, '\0');
  if (llvm::Error Failure = readAt(Begin, {Bytes.data(), Bytes.size()}))
    return Failure;
  return parse(Bytes, Entries);
}

/// Closes a handle of libzip without writing.
struct Discard {
  void operator()(zip_t *Handle) const { zip_discard(Handle); }
};
using ZipHandle = std::unique_ptr<zip_t, Discard>;

struct CloseMember {
  void operator()(zip_file_t *File) const { zip_fclose(File); }
};

std::string zipErrorText(int Code) {
  zip_error_t Error;
  zip_error_init_with_code(&Error, Code);
  std::string Text = zip_error_strerror(&Error);
  zip_error_fini(&Error);
  return Text;
}

class ArchivePackage final : public Package {
public:
  ArchivePackage(llvm::StringRef Path, const PackageLimits &Limits)
      : Package(Path.str(), PackageKind::Archive, Limits) {}

  llvm::Error open();

protected:
  llvm::Error check(const Member &M) const override;
  llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>> load(const Member &M,
                                                           uint64_t MaxBytes) const override;

private:
  llvm::Error hostile(const Entry &E, const llvm::Twine &Text) const {
    return packageError(ErrorKind::Hostile, Path,
                        "its member " + quoted(E.RawName) + " " + Text +
                            "; torch writes no such member: do not unpack the archive, and get the "
                            "package again from a source that you trust");
  }
  llvm::Expected<std::string> normalizedName(const Entry &E) const;
  llvm::Error checkPlaces() const;
  llvm::Error checkAgreement(zip_t *Handle, uint64_t Index) const;
  llvm::Error checkSources() const;
  llvm::Expected<ZipHandle> openHandle() const;
  llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>> inflate(zip_t *Handle, const Member &M,
                                                              uint64_t Bytes) const;

  /// Above this number of members the handle is kept: opening it anew for each read would cost too
  /// much. Below it every read has its own, so that reads run side by side and thousands of
  /// packages need no open file each.
  static constexpr size_t KeptHandleMembers = 500;

  std::vector<Entry> Entries;
  uint64_t FileSize = 0;
  mutable std::mutex KeptLock;
  ZipHandle Kept; ///< guarded by KeptLock
};

/// The name with '/' only and without "." and empty parts; fails if it would lead out of the
/// archive.
llvm::Expected<std::string> ArchivePackage::normalizedName(const Entry &E) const {
  if (E.RawName.empty())
    return hostile(E, "has no name");
  if (E.RawName.size() > MaxPathBytes)
    return hostile(E, "has a name of " + llvm::Twine(E.RawName.size()) + " bytes");
  for (unsigned char C : E.RawName)
    if (C < 0x20 || C == 0x7F)
      return hostile(E, C == 0 ? "has a zero byte in its name"
                               : "has a control character in its name");
  std::string Slashed = toValidUtf8(E.RawName);
  std::replace(Slashed.begin(), Slashed.end(), '\\', '/');
  llvm::StringRef Name = Slashed;
  if (Name.starts_with("/"))
    return hostile(E, "has an absolute path");
  if (Name.size() >= 2 && llvm::isAlpha(Name[0]) && Name[1] == ':')
    return hostile(E, "has a path with a drive letter");
  std::string Out;
  unsigned Parts = 0;
  for (llvm::StringRef Part : llvm::split(Name, '/')) {
    if (++Parts > MaxFolderDepth)
      return hostile(E, "lies more than " + llvm::Twine(MaxFolderDepth) + " folders deep");
    if (Part.empty() || Part == ".")
      continue;
    if (Part == "..")
      return hostile(E, "leads out of the archive with '..'");
    if (!Out.empty())
      Out += '/';
    Out += Part;
  }
  return Out;
}

llvm::Error ArchivePackage::checkPlaces() const {
  // Bombs let many members share the same bytes.
  std::vector<const Entry *> ByOffset;
  ByOffset.reserve(Entries.size());
  uint64_t Sum = 0;
  for (const Entry &E : Entries) {
    ByOffset.push_back(&E);
    // A member that ends behind the file is damaged; it is refused when it is read.
    Sum += std::min(E.CompressedSize, FileSize);
  }
  // Pointers into one array: the order of the directory where offsets are the same.
  llvm::sort(ByOffset, [](const Entry *A, const Entry *B) {
    return std::tie(A->Offset, A) < std::tie(B->Offset, B);
  });
  const Entry *Before = nullptr;
  uint64_t End = 0;
  for (const Entry *E : ByOffset) {
    if (E->Offset > FileSize || E->CompressedSize > FileSize - E->Offset)
      continue;
    if (Before && E->Offset < End)
      return hostile(*E, "lies on the same bytes as " + quoted(Before->RawName) +
                             ", as in a zip bomb (" + sizeText(Sum) + " of members in a file of " +
                             sizeText(FileSize) + ")");
    Before = E;
    End = E->Offset + LocalHeaderBytes + E->NameBytes + E->CompressedSize;
  }
  return llvm::Error::success();
}

llvm::Error ArchivePackage::checkAgreement(zip_t *Handle, uint64_t Index) const {
  const Entry &E = Entries[Index];
  zip_stat_t Stat;
  const char *Name = zip_get_name(Handle, Index, ZIP_FL_ENC_RAW);
  if (!Name || zip_stat_index(Handle, Index, 0, &Stat) != 0 || E.RawName != Name ||
      Stat.size != E.Size || Stat.comp_size != E.CompressedSize ||
      (Stat.comp_method != E.Method && E.Method != AesMethod))
    return packageError(ErrorKind::Damaged, Path,
                        "has two directories that differ, first for the member " +
                            quoted(E.RawName) + ", or was changed while it was read; " + GetAgain);
  return llvm::Error::success();
}

llvm::Expected<ZipHandle> ArchivePackage::openHandle() const {
  int Code = 0;
  ZipHandle Handle(zip_open(Path.c_str(), ZIP_RDONLY, &Code));
  if (!Handle)
    return packageError(ErrorKind::Damaged, Path,
                        "is damaged (" + llvm::Twine(zipErrorText(Code)) + "); " + GetAgain);
  if (zip_get_num_entries(Handle.get(), 0) != static_cast<zip_int64_t>(Entries.size()))
    return packageError(
        ErrorKind::Damaged, Path,
        "has two directories that differ in the number of members, or was changed while "
        "it was read; " +
            llvm::Twine(GetAgain));
  return std::move(Handle);
}

llvm::Error ArchivePackage::open() {
  DirectoryReader Reader(Path, Limits);
  if (llvm::Error Failure = Reader.read(Entries))
    return Failure;
  FileSize = Reader.fileSize();

  llvm::StringMap<uint64_t> Files;
  for (uint64_t I = 0; I < Entries.size(); ++I) {
    const Entry &E = Entries[I];
    auto Name = normalizedName(E);
    if (!Name)
      return Name.takeError();
    // The file types of a Unix mode; archives made elsewhere hold 0.
    constexpr uint32_t TypeMask = 0170000, Link = 0120000, Pipe = 0010000,
                       CharacterDevice = 0020000, BlockDevice = 0060000, Socket = 0140000;
    uint32_t Type = E.Mode & TypeMask;
    if (Type == Link)
      return hostile(E, "is a symbolic link");
    if (Type == Pipe || Type == CharacterDevice || Type == BlockDevice || Type == Socket)
      return hostile(E, "is a device, pipe or socket");
    if (E.isFolder() || Name->empty())
      continue;
    if (!Files.try_emplace(*Name, I).second)
      return hostile(E, *Name == E.RawName ? std::string("is there twice")
                                           : "is there twice, once as " + quoted(*Name));
    if (llvm::any_of(llvm::split(*Name, '/'), isMacLeftover))
      continue;
    addMember(std::move(*Name), E.Size, I);
  }
  sortMembers();
  for (const auto &M : Members) {
    std::string AsFolder = (M->path() + "/").str();
    auto Inside = llvm::lower_bound(
        Members, AsFolder, [](const auto &A, const std::string &B) { return A->path() < B; });
    if (Inside != Members.end() && (*Inside)->path().starts_with(AsFolder))
      return hostile(Entries[indexOf(*M)],
                     "is a file and the folder of " + quoted((*Inside)->path()));
  }
  if (llvm::Error Failure = checkPlaces())
    return Failure;

  auto Handle = openHandle();
  if (!Handle)
    return Handle.takeError();
  for (uint64_t I = 0; I < Entries.size(); ++I)
    if (llvm::Error Failure = checkAgreement(Handle->get(), I))
      return Failure;
  if (Entries.size() > KeptHandleMembers)
    Kept = std::move(*Handle);
  if (llvm::Error Failure = findModels())
    return Failure;
  if (llvm::Error Failure = checkSources())
    return Failure;
  noteUnreadable();
  return llvm::Error::success();
}

/// One message instead of one for each source, when none of them can be read.
llvm::Error ArchivePackage::checkSources() const {
  std::string FirstReason;
  for (const Model &M : Models)
    for (const auto *List : {&M.Wrappers, &M.Kernels, &M.OtherSources})
      for (const Member *Source : *List) {
        llvm::Error Reason = check(*Source);
        if (!Reason)
          return llvm::Error::success();
        std::string Text = llvm::toString(std::move(Reason));
        if (FirstReason.empty())
          FirstReason = std::move(Text);
      }
  if (FirstReason.empty())
    return llvm::Error::success();
  return packageError(ErrorKind::Damaged, Path, "none of its sources can be read: " + FirstReason);
}

static llvm::StringRef methodName(uint16_t Method) {
  switch (Method) {
  case 1:
    return "shrink";
  case 6:
    return "implode";
  case 9:
    return "deflate64";
  case 12:
    return "bzip2";
  case 14:
    return "lzma";
  case 93:
    return "zstd";
  case 95:
    return "xz";
  case 98:
    return "ppmd";
  default:
    return "unknown";
  }
}

llvm::Error ArchivePackage::check(const Member &M) const {
  const Entry &E = Entries[indexOf(M)];
  auto Damaged = [&](const llvm::Twine &Text) {
    return packageError(ErrorKind::Damaged, displayName(M), Text);
  };
  if (E.isEncrypted())
    return Damaged("is encrypted; unpack the archive with its password and give the folder");
  if (E.Method != ZIP_CM_STORE && E.Method != ZIP_CM_DEFLATE)
    return Damaged("is compressed with method " + llvm::Twine(E.Method) + " (" +
                   methodName(E.Method) +
                   "), which torch does not read either; pack it again, stored or deflated");
  if (E.Offset > FileSize || FileSize - E.Offset < LocalHeaderBytes ||
      FileSize - E.Offset - LocalHeaderBytes < E.CompressedSize)
    return Damaged(llvm::Twine("is cut off: it should end behind the end of the archive; ") +
                   GetAgain);
  if (E.Method == ZIP_CM_STORE && E.Size != E.CompressedSize)
    return Damaged("is stored in " + llvm::Twine(E.CompressedSize) + " bytes but should have " +
                   llvm::Twine(E.Size) + "; " + GetAgain);
  if (E.Size > PackageLimits::RatioFloorBytes && E.Size / Limits.MaxRatio > E.CompressedSize)
    return packageError(
        ErrorKind::Hostile, displayName(M),
        llvm::Twine("would grow from ") + sizeText(E.CompressedSize) + " to " + sizeText(E.Size) +
            ", as in a zip bomb; get the package again from a source that you trust");
  return llvm::Error::success();
}

llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>> ArchivePackage::load(const Member &M,
                                                                         uint64_t MaxBytes) const {
  uint64_t Bytes = std::min(Entries[indexOf(M)].Size, MaxBytes);
  if (Entries.size() > KeptHandleMembers) {
    std::lock_guard<std::mutex> Guard(KeptLock);
    return inflate(Kept.get(), M, Bytes);
  }
  auto Handle = openHandle();
  if (!Handle)
    return Handle.takeError();
  if (llvm::Error Failure = checkAgreement(Handle->get(), indexOf(M)))
    return std::move(Failure);
  return inflate(Handle->get(), M, Bytes);
}

llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>>
ArchivePackage::inflate(zip_t *Handle, const Member &M, uint64_t Bytes) const {
  auto Damaged = [&](const llvm::Twine &Text) {
    return packageError(ErrorKind::Damaged, displayName(M), Text + "; " + GetAgain);
  };
  auto Reason = [&](zip_error_t *Error) -> std::string {
    switch (zip_error_code_zip(Error)) {
    case ZIP_ER_CRC:
      return "is damaged: its checksum (CRC-32) is wrong";
    case ZIP_ER_EOF:
      return "is cut off";
    case ZIP_ER_ZLIB:
    case ZIP_ER_COMPRESSED_DATA:
      return "is damaged: its compressed data are invalid";
    case ZIP_ER_INCONS:
      return "is damaged: it is not as long as the directory of the archive says";
    default:
      return std::string("is damaged (") + zip_error_strerror(Error) + ")";
    }
  };
  std::unique_ptr<zip_file_t, CloseMember> Opened(zip_fopen_index(Handle, indexOf(M), 0));
  if (!Opened)
    return Damaged(Reason(zip_get_error(Handle)));
  zip_file_t *File = Opened.get();
  auto Buffer = llvm::WritableMemoryBuffer::getNewUninitMemBuffer(Bytes, displayName(M));
  if (!Buffer)
    return packageError(ErrorKind::LimitExceeded, displayName(M),
                        "there is no memory for its " + sizeText(Bytes) +
                            "; lower the limit with '--max-member-size=MIB' to leave it out");
  char *At = Buffer->getBufferStart();
  for (uint64_t Left = Bytes; Left > 0;) {
    zip_int64_t Got = zip_fread(File, At, Left);
    if (Got < 0)
      return Damaged(Reason(zip_file_get_error(File)));
    if (Got == 0)
      return Damaged("is cut off: it ends " + llvm::Twine(Left) + " bytes early");
    At += Got;
    Left -= static_cast<uint64_t>(Got);
  }
  if (Bytes == M.size()) {
    // The checksum is compared at the end of the data.
    char More;
    zip_int64_t Got = zip_fread(File, &More, 1);
    if (Got < 0)
      return Damaged(Reason(zip_file_get_error(File)));
    if (Got > 0)
      return packageError(ErrorKind::Hostile, displayName(M),
                          llvm::Twine("holds more than the ") + sizeText(Bytes) +
                              " that the directory of the archive says, as in a zip bomb; get the "
                              "package again from a source that you trust");
  }
  return std::unique_ptr<llvm::MemoryBuffer>(std::move(Buffer));
}

} // namespace

llvm::Expected<std::unique_ptr<Package>> openArchive(llvm::StringRef Path,
                                                     const PackageLimits &Limits) {
  auto Archive = std::make_unique<ArchivePackage>(Path, Limits);
  if (llvm::Error Failure = Archive->open())
    return std::move(Failure);
  return std::unique_ptr<Package>(std::move(Archive));
}

} // namespace aoti
