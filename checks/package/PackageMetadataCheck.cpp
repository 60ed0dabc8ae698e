#include "checks/package/PackageMetadataCheck.h"
#include "Support/Quote.h"
#include "checks/JsonFile.h"
#include "checks/package/ModelMetadata.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"
#include <optional>

using llvm::StringRef;

namespace aoti {
namespace {

constexpr llvm::StringLiteral DeviceKey = "AOTI_DEVICE_KEY";

/// A metadata file.
struct MetadataFile {
  const Member *File = nullptr;
  /// Set if it is JSON and an object.
  std::optional<JsonFile> Json;
  /// Whether its device key was reported.
  bool DeviceReported = false;

  JsonValue root() const { return Json->root(); }
  Location at(ByteRange R) const { return Json->at(R); }
};

bool isTold(DeviceType D) { return D != DeviceType::Unknown && D != DeviceType::Other; }

class MetadataReader {
public:
  MetadataReader(const ModelView &View, PackageCheck::Reporter Report)
      : View(View), Report(Report), Layout(View.Files.Layout) {
    // What the old API compiled into a folder is loaded without its metadata. Torch 2.6, whose
    // wrappers are named by their key alone, stands at the beginning of the format.
    Old = !View.Files.Wrappers.empty() && llvm::none_of(View.Files.Wrappers, [](const Member *M) {
      return M->fileName().ends_with(".wrapper.cpp");
    });
    Level = Layout == ModelLayout::Flat || Old ? Severity::Warning : Severity::Error;
  }

  void run() {
    if (Layout == ModelLayout::Loose)
      return;
    findDevice();
    Files.resize(View.Files.Metadata.size());
    for (auto [File, M] : llvm::zip_equal(Files, View.Files.Metadata)) {
      File.File = M;
      ByName.try_emplace(M->fileName(), &File);
      readJson(File);
    }
    for (const Member *M : View.Files.Kernels)
      KernelNames.insert(metadataNameOf(*M));
    checkMissing();

    MetadataFile *Main = nullptr;
    if (View.Files.Wrappers.size() == 1)
      Main = find(*View.Files.Wrappers.front());
    for (MetadataFile &File : Files) {
      if (!File.Json ||
          (Main && &File != Main && Main->Json && sameJson(Main->root(), File.root())))
        continue;
      checkValues(File);
      if (Main && &File != Main && Main->Json)
        continue;
      checkDevice(File);
    }
    if (Main && Main->Json)
      for (MetadataFile &File : Files)
        if (&File != Main && File.Json && isOfKernel(File))
          compare(*Main, File);
  }

private:
  void report(Severity S, Location At, std::string Message, std::vector<FindingNote> Notes = {}) {
    Finding F;
    F.Level = S;
    F.At = std::move(At);
    F.Message = std::move(Message);
    F.Notes = std::move(Notes);
    Report(std::move(F));
  }

  MetadataFile *find(const Member &Source) { return ByName.lookup(metadataNameOf(Source)); }

  bool isOfKernel(const MetadataFile &File) const {
    StringRef Name = File.File->fileName();
    return KernelNames.contains(Name) || Name.ends_with((".kernel" + MetadataSuffix).str());
  }

  /// The device that the wrappers were compiled for, if they agree.
  void findDevice() {
    for (const Member *M : View.Files.Wrappers) {
      auto Found = View.Dialects.find(M);
      if (Found == View.Dialects.end())
        continue;
      DeviceType D = normalizedDevice(Found->second.Device);
      if (Wrapper && D != Device) {
        Device = DeviceType::Unknown;
        return;
      }
      Device = D;
      Wrapper = M;
    }
  }

  void readJson(MetadataFile &File) {
    std::optional<JsonFile> Json =
        readJsonFile(View, *File.File, [&](Location At, StringRef Reason) {
          report(Level, std::move(At),
                 "metadata is not valid JSON: " + Reason.str() +
                     "; the loader stops here and the package cannot be loaded; package the model "
                     "again");
        });
    if (!Json)
      return;
    JsonValue Root = Json->root();
    if (!Root.isObject()) {
      report(Level, Json->at(Root.range()),
             "metadata is " + jsonKindName(Root.kind()).str() +
                 " and not an object of keys and texts: the package cannot be loaded; package the "
                 "model again");
      return;
    }
    File.Json.emplace(std::move(*Json));
  }

  void checkMissing() {
    if (Layout == ModelLayout::Flat)
      return;
    auto Check = [&](const Member *Source, bool IsWrapper) {
      if (find(*Source))
        return;
      auto Text = View.Texts.find(Source);
      if (Text == View.Texts.end())
        return;
      std::string Name = quoted(metadataNameOf(*Source));
      if (IsWrapper)
        report(Level, {Text->second, 0, 0},
               "the package has no " + Name +
                   " for this source: the loader chooses the runner by it and stops with 'No "
                   "device information found.'; "
                   "package the model again");
      else
        report(Severity::Warning, {Text->second, 0, 0},
               "the package has no " + Name +
                   " for this source: the loader reads the metadata of whichever source comes last "
                   "in the archive, and "
                   "stops when it has none; package the model again");
    };
    for (const Member *M : View.Files.Wrappers)
      Check(M, true);
    if (!Old)
      for (const Member *M : View.Files.Kernels)
        Check(M, false);
  }

  void checkValues(const MetadataFile &File) {
    for (JsonValue Member : File.root().children())
      if (!Member.isString())
        report(Level, File.at(Member.keyRange()),
               "the value of " + quoted(Member.key()) + " is " + jsonKindName(Member.kind()).str() +
                   ": the loader takes texts only and the package cannot be loaded; put the value "
                   "in double quotes");
    for (const JsonText::Duplicate &D : File.Json->Parsed.duplicates()) {
      if (D.Later.key() == DeviceKey && !sameJson(D.First, D.Later))
        report(Level, File.at(D.Later.keyRange()),
               "'AOTI_DEVICE_KEY' stands here twice, as " + valueText(D.First) + " and as " +
                   valueText(D.Later) + ": which one holds depends on the reader; remove one",
               {{File.at(D.First.keyRange()), "the first one"}});
      else
        report(Severity::Warning, File.at(D.Later.keyRange()),
               quoted(D.Later.key()) +
                   " stands here twice: which one holds depends on the reader; remove one",
               {{File.at(D.First.keyRange()), "the first one"}});
    }
  }

  static std::string valueText(JsonValue V) { return quoted(V.string()); }

  void checkDevice(MetadataFile &File) {
    JsonValue Root = File.root();
    std::optional<JsonValue> Key = Root.member(DeviceKey);
    std::string Add = isTold(Device) ? ": add it as '" + deviceTypeName(Device).str() +
                                           "', or package the model again"
                                     : ": package the model again";
    if (!Key) {
      File.DeviceReported = true;
      uint32_t Begin = Root.range().Begin;
      std::string Since =
          Old ? " (packages from before the key was introduced have none, and newer "
                "releases do not load them)"
              : "";
      report(Level, File.at({Begin, Begin + 1}),
             "metadata has no 'AOTI_DEVICE_KEY': the loader chooses the runner by it and stops "
             "with 'No device information "
             "found.'" +
                 Since + Add);
      return;
    }
    if (!Key->isString())
      return;
    std::string Name = Key->string();
    auto Report = [&](std::string Message, std::vector<FindingNote> Notes = {}) {
      File.DeviceReported = true;
      report(Level, File.at(Key->keyRange()), std::move(Message), std::move(Notes));
    };
    if (Name.empty())
      return Report("'AOTI_DEVICE_KEY' is empty: the loader chooses the runner by it and stops "
                    "with 'No device information "
                    "found.'" +
                    Add);
    auto [Type, Index] = StringRef(Name).split(':');
    if (Type.size() != Name.size())
      return Report("'AOTI_DEVICE_KEY' is " + quoted(Name) +
                    ", with a device index: the loader knows types of devices only and stops with "
                    "'Unsupported device key "
                    "found'; write " +
                    quoted(Type) + " and choose the index where the package is loaded");
    DeviceType Named = parseDeviceType(Name);
    if (!isTold(Device) || Named == Device)
      return;
    std::vector<FindingNote> Notes;
    if (auto Text = View.Texts.find(Wrapper); Text != View.Texts.end())
      Notes.push_back({deviceEvidence(Text->second),
                       "the code was generated for '" + deviceTypeName(Device).str() + "'"});
    std::string Code = "'" + deviceTypeName(Device).str() + "'";
    if (!isTold(Named) || Named == DeviceType::Hip)
      return Report("'AOTI_DEVICE_KEY' is " + quoted(Name) +
                        ", which torch has no runner for, while the code was generated for " +
                        Code + ": the loader stops with 'Unsupported device key found'; write " +
                        Code + ", or package the model again",
                    std::move(Notes));
    Report("'AOTI_DEVICE_KEY' is " + quoted(Name) + ", but the code was generated for " + Code +
               ": the loader makes a runner for another device, inputs are expected there and the "
               "first run fails; write " +
               Code + ", or package the model again",
           std::move(Notes));
  }

  /// The loader reads the file of whichever source it sees last, so both have to say the same.
  void compare(const MetadataFile &Main, const MetadataFile &Other) {
    JsonValue A = Main.root(), B = Other.root();
    if (sameJson(A, B))
      return;
    std::string Which = "; the loader reads the file of whichever source comes last in the "
                        "archive; package the model again, or "
                        "make both files the same";
    auto LevelOf = [&](StringRef Key) { return Key == DeviceKey ? Level : Severity::Warning; };
    // The last member of a name holds.
    auto ByKey = [](JsonValue Object) {
      llvm::StringMap<std::optional<JsonValue>> Members;
      for (JsonValue Member : Object.children())
        Members[Member.key()] = Member;
      return Members;
    };
    auto InMain = ByKey(A), InOther = ByKey(B);
    llvm::StringSet<> Seen;
    for (JsonValue Member : B.children()) {
      std::string Key = Member.key();
      if (!Seen.insert(Key).second)
        continue;
      JsonValue Value = *InOther.lookup(Key);
      std::optional<JsonValue> Same = InMain.lookup(Key);
      if (Same && sameJson(*Same, Value))
        continue;
      // Values of another kind are findings of their own.
      if (!Value.isString() || (Same && !Same->isString()))
        continue;
      // The wrapper's own value was found wrong: this one may well be right.
      if (Key == DeviceKey && Main.DeviceReported)
        continue;
      if (!Same)
        report(LevelOf(Key), Other.at(Value.keyRange()),
               quoted(Key) +
                   " stands in the metadata of the kernels and not in that of the wrapper" + Which);
      else
        report(LevelOf(Key), Other.at(Value.keyRange()),
               quoted(Key) + " is " + valueText(Value) + " here and " + valueText(*Same) +
                   " in the metadata of the wrapper" + Which,
               {{Main.at(Same->keyRange()), "the wrapper says " + valueText(*Same)}});
    }
    for (JsonValue Member : A.children()) {
      std::string Key = Member.key();
      if (!Seen.insert(Key).second)
        continue;
      Location Stands = Main.at(InMain.lookup(Key)->keyRange());
      if (Key == DeviceKey)
        report(Level, Other.at({B.range().Begin, B.range().Begin + 1}),
               "the metadata of the kernels have no 'AOTI_DEVICE_KEY': when their source comes "
               "last in the archive, the "
               "loader reads this file and stops with 'No device information found.'; package the "
               "model again, or make "
               "both files the same",
               {{std::move(Stands), "the metadata of the wrapper have it"}});
      else
        report(Severity::Warning, std::move(Stands),
               quoted(Key) +
                   " stands in the metadata of the wrapper and not in that of the kernels" + Which);
    }
  }

  const ModelView &View;
  PackageCheck::Reporter Report;
  ModelLayout Layout;
  Severity Level;
  /// Whether the sources are named as by torch 2.6.
  bool Old;
  std::vector<MetadataFile> Files;
  llvm::StringMap<MetadataFile *> ByName;
  llvm::StringSet<> KernelNames;
  DeviceType Device = DeviceType::Unknown;
  const Member *Wrapper = nullptr;
};

} // namespace

void PackageMetadataCheck::check(const ModelView &View, Reporter Report) {
  MetadataReader(View, Report).run();
}

} // namespace aoti
