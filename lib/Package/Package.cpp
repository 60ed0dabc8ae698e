#include "Package/Package.h"
#include "Package/Internal.h"
#include "Support/Quote.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/Twine.h"
#include <algorithm>
#include <atomic>
#include <mutex>
#include <unordered_map>

namespace aoti {

char PackageError::ID = 0;

void PackageError::log(llvm::raw_ostream &OS) const { OS << Message; }

std::error_code PackageError::convertToErrorCode() const {
  switch (Reason) {
  case Kind::NotFound:
    return std::make_error_code(std::errc::no_such_file_or_directory);
  case Kind::LimitExceeded:
    return std::make_error_code(std::errc::file_too_large);
  case Kind::NotAPackage:
  case Kind::Damaged:
  case Kind::Hostile:
    break;
  }
  return std::make_error_code(std::errc::invalid_argument);
}

llvm::Error packageError(PackageError::Kind K, llvm::StringRef Path, const llvm::Twine &Text) {
  std::string Message = Text.str();
  static constexpr llvm::StringLiteral Verbs[] = {"is ",     "cannot ", "has ", "holds ",
                                                  "became ", "would ",  "lies "};
  bool IsPredicate = llvm::any_of(
      Verbs, [&](llvm::StringRef Verb) { return llvm::StringRef(Message).starts_with(Verb); });
  return llvm::make_error<PackageError>(K, Path.str(),
                                        quoted(Path) + (IsPredicate ? " " : ": ") + Message);
}

llvm::StringRef packageKindName(PackageKind K) {
  switch (K) {
  case PackageKind::Archive:
    return "archive";
  case PackageKind::Folder:
    return "folder";
  case PackageKind::File:
    return "file";
  }
  llvm_unreachable("unknown kind of package");
}

bool isGitLfsPointer(llvm::StringRef FirstBytes) {
  return FirstBytes.starts_with("version https://git-lfs.github.com/spec/");
}

std::string sizeText(uint64_t Bytes) {
  auto Scaled = [Bytes](unsigned Shift, llvm::StringRef Unit) {
    uint64_t Tenths =
        (Bytes >> Shift) * 10 + (((Bytes & ((uint64_t(1) << Shift) - 1)) * 10) >> Shift);
    std::string Text = llvm::utostr(Tenths / 10);
    if (Tenths % 10 != 0)
      Text += "." + llvm::utostr(Tenths % 10);
    return Text + " " + Unit.str();
  };
  if (Bytes >= uint64_t(1) << 30)
    return Scaled(30, "GiB");
  if (Bytes >= uint64_t(1) << 20)
    return Scaled(20, "MiB");
  if (Bytes >= uint64_t(1) << 10)
    return Scaled(10, "KiB");
  return llvm::utostr(Bytes) + (Bytes == 1 ? " byte" : " bytes");
}

uint64_t inMiB(uint64_t Bytes) { return (Bytes >> 20) + ((Bytes & 0xFFFFF) != 0 ? 1 : 0); }

llvm::StringRef Member::fileName() const {
  llvm::StringRef Name = Path;
  return Name.substr(Name.rfind('/') + 1);
}

struct Package::Cache {
  struct Slot {
    std::once_flag Once;
    SourceTextPtr Text;
    std::unique_ptr<PackageError> Failure;
  };
  std::mutex Lock;
  std::unordered_map<const Member *, std::unique_ptr<Slot>> Slots;
  /// Bytes that were read into memory so far.
  std::atomic<uint64_t> TotalBytes{0};
};

Package::Package(std::string Path, PackageKind Kind, PackageLimits Limits)
    : Path(std::move(Path)), Kind(Kind), Limits(Limits), Texts(std::make_unique<Cache>()) {}

Package::~Package() = default;

Member &Package::addMember(std::string MemberPath, uint64_t Size, uint64_t Index) {
  auto M = std::make_unique<Member>();
  M->Path = std::move(MemberPath);
  M->Size = Size;
  M->Index = Index;
  Members.push_back(std::move(M));
  return *Members.back();
}

void Package::sortMembers() {
  std::sort(Members.begin(), Members.end(),
            [](const auto &A, const auto &B) { return A->Path < B->Path; });
}

const Member *Package::findMember(llvm::StringRef MemberPath) const {
  auto At =
      std::lower_bound(Members.begin(), Members.end(), MemberPath,
                       [](const auto &M, llvm::StringRef Wanted) { return M->path() < Wanted; });
  return At != Members.end() && (*At)->path() == MemberPath ? At->get() : nullptr;
}

std::string Package::displayName(const Member &M) const {
  return Kind == PackageKind::Archive ? Path + "!" + M.Path : diskPath(M);
}

llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>> Package::readBytes(const Member &M,
                                                                       uint64_t MaxBytes) const {
  if (llvm::Error Failure = check(M))
    return std::move(Failure);
  uint64_t Wanted = std::min(M.size(), MaxBytes);
  if (Wanted > Limits.MaxMemberBytes)
    return packageError(PackageError::Kind::LimitExceeded, displayName(M),
                        llvm::Twine("holds ") + sizeText(Wanted) + ", more than the limit of " +
                            sizeText(Limits.MaxMemberBytes) +
                            "; if you trust it, raise the limit with '--max-member-size=" +
                            llvm::Twine(inMiB(Wanted)) + "'");
  uint64_t Total = Texts->TotalBytes.fetch_add(Wanted) + Wanted;
  if (Total > Limits.MaxTotalBytes) {
    Texts->TotalBytes.fetch_sub(Wanted);
    return packageError(
        PackageError::Kind::LimitExceeded, displayName(M),
        llvm::Twine("with it, more than ") + sizeText(Limits.MaxTotalBytes) + " of " +
            quoted(Path) +
            " would be read; if you trust it, raise the limit with '--max-total-size=" +
            llvm::Twine(inMiB(Total)) + "'");
  }
  return load(M, MaxBytes);
}

/// True for the two byte order marks of UTF-16, and for the beginning of ASCII in UTF-16 without
/// one.
static bool isUtf16(llvm::StringRef Text) {
  if (Text.starts_with("\xFF\xFE") || Text.starts_with("\xFE\xFF"))
    return true;
  if (Text.size() < 8)
    return false;
  unsigned ZerosAt[2] = {0, 0};
  for (size_t I = 0; I < 8; ++I)
    ZerosAt[I % 2] += Text[I] == '\0';
  return (ZerosAt[0] == 4 && ZerosAt[1] == 0) || (ZerosAt[0] == 0 && ZerosAt[1] == 4);
}

llvm::Expected<SourceTextPtr> Package::read(const Member &M) const {
  Cache::Slot *Slot = nullptr;
  {
    std::lock_guard<std::mutex> Guard(Texts->Lock);
    std::unique_ptr<Cache::Slot> &Entry = Texts->Slots[&M];
    if (!Entry)
      Entry = std::make_unique<Cache::Slot>();
    Slot = Entry.get();
  }
  std::call_once(Slot->Once, [&] {
    auto Fail = [&](llvm::Error Failure) {
      llvm::handleAllErrors(std::move(Failure), [&](std::unique_ptr<PackageError> Reason) {
        Slot->Failure = std::move(Reason);
      });
    };
    // Places in a text are 32 bits wide, as in clang.
    if (M.size() >= UINT32_MAX)
      return Fail(packageError(PackageError::Kind::LimitExceeded, displayName(M),
                               llvm::Twine("holds ") + sizeText(M.size()) +
                                   "; no more than 4 GiB of text can be analysed"));
    auto Buffer = readBytes(M);
    if (!Buffer)
      return Fail(Buffer.takeError());
    if ((isSourceName(M.fileName()) || M.fileName().ends_with(".json")) &&
        isUtf16((*Buffer)->getBuffer()))
      return Fail(packageError(PackageError::Kind::Damaged, displayName(M),
                               "is UTF-16, which neither the compiler nor the loader reads; "
                               "convert it to UTF-8 ('iconv -f UTF-16 -t UTF-8')"));
    auto Text = Kind == PackageKind::Archive
                    ? std::make_shared<SourceText>(Path, M.Path, std::move(*Buffer))
                    : std::make_shared<SourceText>(
                          diskPath(M), Kind == PackageKind::File ? std::string() : M.Path,
                          std::move(*Buffer));
    Text->setInArchive(Kind == PackageKind::Archive);
    Slot->Text = std::move(Text);
  });
  if (Slot->Failure) {
    std::string Message;
    llvm::raw_string_ostream OS(Message);
    Slot->Failure->log(OS);
    return llvm::make_error<PackageError>(Slot->Failure->kind(), Slot->Failure->path().str(),
                                          std::move(Message));
  }
  return Slot->Text;
}

} // namespace aoti
