#include "checks/constants/ConstantImageCheck.h"
#include "Facts/CompileCommand.h"
#include "Support/Quote.h"
#include "checks/JsonFile.h"
#include "checks/package/ModelFiles.h"
#include "checks/package/PackageImages.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/CheckedArithmetic.h"
#include <optional>

using llvm::StringRef;

namespace aoti {
namespace {

/// Torch pads each constant to this, unless all of them are on CUDA devices (`ALIGN_BYTES` of
/// codecache.py).
constexpr uint64_t ConstantAlignment = 64;
/// Weights that a library maps out of its own file begin at a multiple of this (`weights_offset` in
/// model_base.h).
constexpr uint64_t MapAlignment = 16384;
/// Behind such weights stands a number that is also in the library.
constexpr uint64_t MagicBytes = sizeof(uint64_t);
/// Files of weights up to this size are read for the number at their end.
constexpr uint64_t MaxBytesForMagic = uint64_t(64) << 20;

/// Where a model keeps its weights.
enum class WeightsForm {
  Linked,   ///< in the library, between two symbols
  Appended, ///< behind the library, which maps its own file (`USE_MMAP_SELF`)
  Beside,   ///< in a file that the loader maps (`USE_MMAP_EXTERNAL`)
};

uint64_t padded(uint64_t Bytes) {
  return (Bytes + ConstantAlignment - 1) / ConstantAlignment * ConstantAlignment;
}

std::string bytesText(uint64_t Bytes) {
  return std::to_string(Bytes) + (Bytes == 1 ? " byte" : " bytes");
}

class ImageComparer {
public:
  ImageComparer(const ModelView &View, const Member &Wrapper, PackageCheck::Reporter Report)
      : View(View), Wrapper(Wrapper), Report(Report),
        Model(View.Summaries.at(&Wrapper)->Models.front()), Text(View.Texts.at(&Wrapper)),
        Source(View.Dialects.at(&Wrapper)) {}

  void run() {
    if (!readTable())
      return;
    if (const Member *Config = findFile("weights_config.json")) {
      comparePickles(*Config);
      return;
    }
    checkOldGpuCursor();
    readMacros();
    compareImages();
    if (!Compared)
      checkTableAlone();
  }

private:
  struct Entry {
    const ConstantSummary *Constant;
    uint64_t Size;
    /// First byte in the image.
    uint64_t Begin;
  };

  // The table.

  Location at(ByteRange R) const { return {Text, R.Begin, R.End}; }

  std::string nameOf(const ConstantSummary &C) const {
    return C.Name ? quoted(*C.Name) : "constant " + std::to_string(C.Index);
  }

  /// The constants that have bytes, in order. False if the table is not known in full: then nothing
  /// can be added up.
  bool readTable() {
    if (!Model.Complete)
      return false;
    for (const ConstantSummary &C : Model.Constants) {
      if (!C.FromFolded || !C.DataSize || *C.DataSize < 0)
        return false;
      if (*C.FromFolded) {
        Folded.push_back(&C);
        continue;
      }
      auto Size = static_cast<uint64_t>(*C.DataSize);
      Entries.push_back({&C, Size, Total});
      std::optional<uint64_t> Sum = llvm::checkedAddUnsigned(Total, Size);
      if (!Sum)
        return false;
      Total = *Sum;
    }
    return true;
  }

  /// Whether torch pads the constants; nullopt if the table does not tell.
  std::optional<bool> isPadded() const {
    bool AllTold = true, AllCuda = true;
    for (const Entry &E : Entries) {
      AllTold &= E.Constant->DeviceType.has_value();
      AllCuda &= E.Constant->DeviceType == "cuda";
    }
    if (AllTold)
      return !AllCuda;
    // Older tables name no devices: on a model for another device none can be on CUDA.
    if (Source.Device == DeviceType::Cpu || Source.Device == DeviceType::Xpu ||
        Source.Device == DeviceType::Mps)
      return true;
    return std::nullopt;
  }

  /// What torch writes for a constant of this shape; nullopt if that is not told.
  std::optional<uint64_t> expectedSize(const ConstantSummary &C) const {
    std::optional<uint64_t> Extent = C.extentBytes();
    std::optional<bool> Padded = isPadded();
    if (!Extent || !Padded || C.Offset != 0)
      return std::nullopt;
    return *Padded ? padded(*Extent) : *Extent;
  }

  void report(Severity Level, Location At, std::string Message,
              std::vector<FindingNote> Notes = {}) {
    Finding F;
    F.Level = Level;
    F.At = std::move(At);
    F.Message = std::move(Message);
    for (const FindingNote &N : Notes)
      F.Flow.push_back({N.At, N.Message});
    F.Notes = std::move(Notes);
    Report(std::move(F));
  }

  // Images.

  const Member *findFile(StringRef Name) const {
    for (const Member *M : View.Files.Files)
      if (M->fileName() == Name)
        return M;
    return nullptr;
  }

  /// `m.wrapper` of `m.wrapper.cpp`.
  StringRef stem() const {
    StringRef Name = Wrapper.fileName();
    return Name.take_front(Name.rfind('.'));
  }

  /// The file that belongs to the wrapper by its name, or the only one of its kind in a folder with
  /// one wrapper.
  const Member *findOwn(StringRef Suffix) const {
    std::vector<const Member *> Found;
    for (const Member *M : View.Files.Files) {
      if (!M->fileName().ends_with(Suffix))
        continue;
      if (M->fileName() == (stem() + Suffix).str())
        return M;
      Found.push_back(M);
    }
    return Found.size() == 1 && View.Files.Wrappers.size() == 1 ? Found.front() : nullptr;
  }

  void readMacros() {
    llvm::StringSet<> Macros;
    if (std::optional<CompileCommand> Command = findCompileCommand(Text->text())) {
      Told = true;
      for (StringRef Definition : Command->definitions())
        Macros.insert(Definition.split('=').first);
    }
    // Packages of sources have the macros in a file.
    if (const Member *Flags = findFile((stem() + "_compile_flags.json").str()))
      if (auto Json = readJsonFile(View, *Flags); Json && Json->root().isObject())
        if (std::optional<JsonValue> List = Json->root().member("definitions")) {
          Told = true;
          for (JsonValue Definition : List->children())
            if (Definition.isString())
              Macros.insert(StringRef(Definition.string()).trim().split('=').first);
        }
    if (Macros.contains("USE_MMAP_SELF"))
      Form = WeightsForm::Appended;
    else if (Macros.contains("USE_MMAP_EXTERNAL"))
      Form = WeightsForm::Beside;
    else if (!Told && findOwn("_serialized_weights.bin"))
      Form = WeightsForm::Appended;
    else if (!Told && findOwn("_weights.blob"))
      Form = WeightsForm::Beside;
  }

  void compareImages() {
    if (Form == WeightsForm::Linked && Model.IncludeWeights != true)
      return;
    for (const Member *M : View.Files.Files) {
      StringRef Name = M->fileName();
      bool IsObject = Name.ends_with(".weights.o");
      if (!IsObject && !isLibraryName(Name))
        continue;
      bool Own = Name.starts_with((stem() + ".").str());
      if (!Own && View.Files.Wrappers.size() != 1)
        continue;
      compareImage(*M, IsObject);
    }
    if (Form == WeightsForm::Appended) {
      if (const Member *File = findOwn("_serialized_weights.bin"))
        compareAppendedFile(*File);
    } else if (Form == WeightsForm::Beside) {
      if (const Member *File = findOwn("_weights.blob"))
        compareSize(File->size(), "the file " + quoted(File->fileName()));
    }
  }

  void compareImage(const Member &File, bool IsObject) {
    const LibraryFile *Library = View.Images.library(File);
    if (!Library)
      return;
    const std::optional<LibraryImage> &Image = Library->Image;
    std::string Name = quoted(File.fileName());
    if (!Image) {
      Compared = true;
      // A damaged library is told by aoti-package-layout, whatever is in it.
      if (IsObject && !Entries.empty())
        report(Severity::Error, at(Entries.front().Constant->At),
               Name + ", which holds the constants, is damaged (" + Library->Damage +
                   "): it cannot be linked; package the model again");
      return;
    }
    if (!Image->Constants)
      return;
    const EmbeddedConstants &Constants = *Image->Constants;
    std::string Where = (IsObject ? "the object file " : "the library ") + Name;
    switch (Form) {
    case WeightsForm::Linked:
      // Without constants, one byte of padding is assembled.
      if (Constants.Size && !(Total == 0 && *Constants.Size <= 1))
        compareSize(*Constants.Size, Where);
      break;
    case WeightsForm::Beside:
      if (Constants.Words.size() >= 1)
        compareSize(Constants.Words[0], "the note on their size in " + Where);
      break;
    case WeightsForm::Appended:
      if (Constants.Words.size() < 2)
        break;
      Magic = Constants.Words[1];
      if (Constants.Words[0] < MagicBytes)
        break;
      if (compareSize(Constants.Words[0] - MagicBytes, "the note on their size in " + Where) &&
          !IsObject)
        compareTail(*Library, Constants.Words[0], Name);
      break;
    }
  }

  /// The weights behind a library: the loader takes the last bytes of the file for them, and checks
  /// what is checked here.
  void compareTail(const LibraryFile &Library, uint64_t Size, const std::string &Name) {
    if (Entries.empty())
      return;
    std::string Problem;
    uint64_t FileSize = Library.Image->FileSize;
    if (FileSize < Size)
      Problem = "is smaller than the weights in it: the loader stops with 'Shared library file is "
                "smaller than embedded weights size'";
    else if ((FileSize - Size) % MapAlignment != 0)
      Problem = "does not end where its weights do, or was cut: the loader stops with "
                "'weights_offset must be aligned to 16K boundary'";
    else if (Library.LastWord != Magic)
      Problem = "does not end with the number that belongs behind its weights: the loader stops "
                "with 'Weights data seems corrupt'";
    if (!Problem.empty())
      report(Severity::Error, at(Entries.front().Constant->At),
             Name + ", which maps the constants out of its own file, " + Problem +
                 "; package the model again");
  }

  void compareAppendedFile(const Member &File) {
    std::string Where = "the file " + quoted(File.fileName());
    if (File.size() < MagicBytes)
      return void(compareSize(0, Where));
    if (!compareSize(File.size() - MagicBytes, Where) || !Magic || File.size() > MaxBytesForMagic ||
        Entries.empty())
      return;
    if (std::optional<uint64_t> Last = View.Images.lastWord(File); Last && Last != Magic)
      report(Severity::Error, at(Entries.front().Constant->At),
             quoted(File.fileName()) + " is not the file of weights that the code was made for: "
                                       "the number behind them is another one than in the object "
                                       "file, and the loader stops with 'Weights data seems "
                                       "corrupt'; package the model again");
  }

  /// Compares the sum of the sizes with what an image holds, and reports a difference once.
  /// \returns whether they are equal.
  bool compareSize(uint64_t Holds, const std::string &Where) {
    Compared = true;
    if (Holds == Total)
      return true;
    if (Reported || Entries.empty())
      return false;
    Reported = true;
    if (const Entry *Empty = emptyCulprit(Holds)) {
      reportEmpty(*Empty, Where);
      return false;
    }
    const Entry *Culprit = nullptr;
    for (const Entry &E : Entries) {
      std::optional<uint64_t> Expected = expectedSize(*E.Constant);
      if (Expected && *Expected != E.Size && Total - E.Size + *Expected == Holds) {
        Culprit = &E;
        break;
      }
    }
    std::vector<FindingNote> Notes;
    Notes.push_back({at(Entries.front().Constant->DataSizeAt),
                     "the constants are read one behind the other, from this one on"});
    std::string Sums = "the constants take " + bytesText(Total) + " and " + Where + " holds " +
                       std::to_string(Holds);
    if (Culprit) {
      uint64_t Right = Holds - (Total - Culprit->Size);
      bool Late = Culprit->Size > Right;
      report(Severity::Error, at(Culprit->Constant->DataSizeAt),
             nameOf(*Culprit->Constant) + " has a data_size of " + std::to_string(Culprit->Size) +
                 ", but its elements take " + bytesText(Right) +
                 (isPadded() == true ? " (padded to 64)" : "") + ": " + Sums +
                 ", so that every constant behind this one is read " +
                 bytesText(Late ? Culprit->Size - Right : Right - Culprit->Size) +
                 (Late ? " too late" : " too early") +
                 " (wrong results without an error); package the model again",
             std::move(Notes));
      return false;
    }
    if (Holds < Total) {
      const Entry *First = nullptr;
      for (const Entry &E : Entries)
        if (E.Begin + E.Size > Holds && E.Size) {
          First = &E;
          break;
        }
      report(Severity::Error, at(First->Constant->DataSizeAt),
             Sums + ": " + nameOf(*First->Constant) + " (bytes " + std::to_string(First->Begin) +
                 " to " + std::to_string(First->Begin + First->Size) +
                 ") reaches past their end, and nothing compares the two at run time: what lies "
                 "behind is taken for weights (wrong results or a crash); "
                 "package the model again",
             std::move(Notes));
      return false;
    }
    const Entry &Last = Entries.back();
    report(Severity::Error, at(Last.Constant->DataSizeAt),
           Sums + ": " + bytesText(Holds - Total) +
               " are read for no constant, so one is missing or too small, and those behind it are "
               "read from each "
               "other's bytes (wrong results without an error); package the model again",
           std::move(Notes));
    return false;
  }

  // Without elements torch writes no bytes, but may print the size of the whole storage.

  static bool isEmpty(const Entry &E) { return E.Size > 0 && E.Constant->numElements() == 0; }

  /// The first constant without elements, if all of these together are what an image lacks.
  const Entry *emptyCulprit(uint64_t Holds) const {
    uint64_t Lacking = 0;
    const Entry *First = nullptr;
    for (const Entry &E : Entries)
      if (isEmpty(E)) {
        Lacking += E.Size;
        First = First ? First : &E;
      }
    return First && Holds < Total && Total - Holds == Lacking ? First : nullptr;
  }

  void reportEmpty(const Entry &E, const std::string &Where) {
    std::string Image = Where.empty() ? "torch writes none for it" : Where + " holds none for it";
    report(Severity::Error, at(E.Constant->DataSizeAt),
           nameOf(*E.Constant) + " has no elements and a data_size of " + std::to_string(E.Size) +
               ", but " + Image + ": every constant behind it is read " + bytesText(E.Size) +
               " too late (wrong results without an error), and the last ones past the end; "
               "clone the empty tensor in the model, so that it has a storage of its own",
           {{at(E.Constant->ShapeAt), "no elements"}});
  }

  // What the table alone shows.

  void checkTableAlone() {
    if (Form == WeightsForm::Linked && Model.IncludeWeights != true)
      return;
    for (const Entry &E : Entries)
      if (isEmpty(E) && &E != &Entries.back())
        return reportEmpty(E, "");
    if (isPadded() != true)
      return;
    for (const Entry &E : Entries)
      if (E.Size % ConstantAlignment != 0 && &E != &Entries.back()) {
        report(
            Severity::Error, at(E.Constant->DataSizeAt),
            nameOf(*E.Constant) + " has a data_size of " + std::to_string(E.Size) +
                ", which is no multiple of 64, in a model whose constants are not all "
                "on CUDA: torch pads them to 64 bytes there, so every constant behind this one is "
                "read "
                "from a shifted place (wrong results without an error); package the model again");
        return;
      }
  }

  /// The runtime of 2.6 for GPUs counts folded constants, for which the image holds nothing.
  void checkOldGpuCursor() {
    if (!isGpu(Source.Device))
      return;
    // 2.7 writes the same wrappers.
    if (!Source.Newest || Source.Newest->Minor > 7 || Model.IncludeWeights != true)
      return;
    for (const ConstantSummary *F : Folded) {
      if (*F->DataSize == 0)
        continue;
      for (const Entry &E : Entries)
        if (E.Constant->Index > F->Index && E.Size) {
          report(Severity::Error, at(F->At),
                 "the folded constant " + nameOf(*F) + " stands before " + nameOf(*E.Constant) +
                     ": the runtime of torch 2.6 on a GPU steps over its " +
                     bytesText(static_cast<uint64_t>(*F->DataSize)) +
                     " in the image, where it has none, so every constant behind it is read from a "
                     "shifted place (wrong results without an error); compile the "
                     "model with a newer torch, or with 'use_runtime_constant_folding' off",
                 {{at(E.Constant->At), "the first constant that is read from a shifted place"}});
          return;
        }
    }
  }

  // Weights in files of their own.

  static std::optional<std::vector<int64_t>> integers(JsonValue List) {
    if (!List.isArray())
      return std::nullopt;
    std::vector<int64_t> Values;
    for (JsonValue V : List.children()) {
      std::optional<int64_t> Value = V.integer();
      if (!Value)
        return std::nullopt;
      Values.push_back(*Value);
    }
    return Values;
  }

  static std::string listText(const std::vector<int64_t> &Values) {
    std::string Out = "{";
    for (size_t I = 0; I < Values.size(); ++I)
      Out += (I ? ", " : "") + std::to_string(Values[I]);
    return Out + "}";
  }

  void comparePickles(const Member &Config) {
    std::optional<JsonFile> Json = readJsonFile(View, Config);
    if (!Json || !Json->root().isObject())
      return;
    auto In = [&](ByteRange R) { return Json->at(R); };
    llvm::StringMap<JsonValue> ByName;
    for (JsonValue V : Json->root().children())
      ByName.insert_or_assign(V.key(), V);
    llvm::StringSet<> Used;
    for (const Entry &E : Entries) {
      const ConstantSummary &C = *E.Constant;
      if (!C.Fqn || !C.Name)
        return;
      auto Found = ByName.find(*C.Fqn);
      if (Found == ByName.end())
        Found = ByName.find(*C.Name);
      if (Found == ByName.end()) {
        report(Severity::Error, at(C.At),
               "'weights_config.json' names no weights for " + quoted(*C.Fqn) +
                   ": the package cannot be loaded ('Cannot find constants " + *C.Name +
                   " in constants_map'); package the model again",
               {{In({0, 0}), "the weights that the package has"}});
        continue;
      }
      Used.insert(Found->first());
      comparePickle(C, Found->second, In);
    }
    for (const auto &V : ByName)
      if (!Used.contains(V.first()) && llvm::none_of(Folded, [&](const ConstantSummary *F) {
            return F->Fqn == V.first().str() || F->Name == V.first().str();
          }))
        report(
            Severity::Error, In(V.second.keyRange()),
            "the model has no constant " + quoted(V.first()) +
                ": the package cannot be loaded ('Constant not found'); package the model again");
  }

  void comparePickle(const ConstantSummary &C, JsonValue Value,
                     llvm::function_ref<Location(ByteRange)> In) {
    std::vector<JsonValue> Parts = Value.children();
    if (!Value.isArray() || Parts.size() != 4 || !Parts[0].isString())
      return;
    std::optional<std::vector<int64_t>> Shape = integers(Parts[1]), Stride = integers(Parts[2]);
    std::optional<int64_t> Offset = Parts[3].integer();
    std::string Name = quoted(*C.Fqn);
    if (C.Shape && Shape && *Shape != *C.Shape) {
      report(Severity::Error, In(Parts[1].range()),
             "the weights of " + Name + " are " + listText(*Shape) + " here and " +
                 listText(*C.Shape) +
                 " in the code, which is not compared at run time: the kernels read past their end "
                 "or at other places; package the model again",
             {{at(C.ShapeAt), "the code expects " + listText(*C.Shape)}});
      return;
    }
    if (C.Stride && Stride && *Stride != *C.Stride && C.numElements() != 0 &&
        C.Layout == "strided") {
      report(Severity::Error, In(Parts[2].range()),
             "the weights of " + Name + " have the strides " + listText(*Stride) + " here and " +
                 listText(*C.Stride) +
                 " in the code, which is not compared at run time: the kernels read other elements "
                 "(wrong results without an error); package the model again",
             {{at(C.At), "the code expects " + listText(*C.Stride)}});
      return;
    }
    const Member *File = findWeights(Parts[0].string());
    if (!File || !Shape || !Stride || !Offset)
      return;
    const SavedFile *Saved = View.Images.saved(*File);
    if (!Saved)
      return;
    const std::optional<std::vector<SavedStorage>> &Storages = Saved->Storages;
    if (!Storages) {
      report(Severity::Error, In(Parts[0].range()),
             quoted(File->fileName()) + ", which holds the weights of " + Name + ", is damaged (" +
                 Saved->Damage + "): the package cannot be loaded; package the model again");
      return;
    }
    // A tensor has one storage.
    if (Storages->size() != 1)
      return;
    ConstantSummary Stored = C;
    Stored.Shape = Shape;
    Stored.Stride = Stride;
    Stored.Offset = Offset;
    std::optional<uint64_t> Needs = Stored.extentBytes();
    uint64_t Holds = Storages->front().Bytes;
    if (Needs && Holds < *Needs)
      report(Severity::Error, In(Parts[0].range()),
             quoted(File->fileName()) + " holds " + bytesText(Holds) + " and the weights of " +
                 Name + " take " + std::to_string(*Needs) +
                 ": the package cannot be loaded ('setStorage: ... are out of bounds for "
                 "storage'); package the model again",
             {{at(C.ShapeAt), "their shape"}});
  }

  /// A file of `data/weights/` of the archive; null if the package is not given from there on.
  const Member *findWeights(StringRef Name) const {
    std::optional<std::string> Folder = dataFolder(View, "weights");
    return Folder ? View.Container.findMember(*Folder + "/" + Name.str()) : nullptr;
  }

  const ModelView &View;
  const Member &Wrapper;
  PackageCheck::Reporter Report;
  const ModelSummary &Model;
  const SourceTextPtr Text;
  const Dialect &Source;
  std::vector<Entry> Entries;
  std::vector<const ConstantSummary *> Folded;
  /// Bytes of all constants that have some.
  uint64_t Total = 0;
  WeightsForm Form = WeightsForm::Linked;
  /// Whether the package tells the macros it was compiled with.
  bool Told = false;
  /// The number behind appended weights, from the image.
  std::optional<uint64_t> Magic;
  /// Whether the sum could be compared with something.
  bool Compared = false;
  bool Reported = false;
};

} // namespace

void ConstantImageCheck::check(const ModelView &View, Reporter Report) {
  for (const Member *Wrapper : View.Files.Wrappers) {
    auto Found = View.Summaries.find(Wrapper);
    // A wrapper with several models in it is no work of torch.
    if (Found != View.Summaries.end() && Found->second->Models.size() == 1 &&
        View.Texts.count(Wrapper) && View.Dialects.count(Wrapper))
      ImageComparer(View, *Wrapper, Report).run();
  }
}

} // namespace aoti
