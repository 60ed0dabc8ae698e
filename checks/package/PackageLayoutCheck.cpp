#include "checks/package/PackageLayoutCheck.h"
#include "Facts/CompileCommand.h"
#include "Support/Quote.h"
#include "checks/JsonFile.h"
#include "checks/package/ModelFiles.h"
#include "checks/package/ModelMetadata.h"
#include "checks/package/PackageImages.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include <optional>

using llvm::StringRef;

namespace aoti {
namespace {

class LayoutReader {
public:
  LayoutReader(const ModelView &View, PackageCheck::Reporter Report) : View(View), Report(Report) {
    // What lies in the folder of the model itself stands before what lies deeper.
    for (bool Direct : {true, false})
      for (const Member *M : View.Files.Files)
        if (folderBelow(View.Files, *M).empty() == Direct)
          ByName.try_emplace(M->fileName(), M);
  }

  void run() {
    // What the old API left in a folder is loaded from wherever it lies.
    bool InPackage =
        View.Files.Layout == ModelLayout::Pt2 || View.Files.Layout == ModelLayout::Pt2NoRoot;
    if (InPackage)
      checkWrappers();
    for (const Member *M : View.Files.Files)
      if (isLibraryName(M->fileName()) && (InPackage || isOfWrapper(*M)))
        checkLibrary(*M);
    for (const Member *Wrapper : View.Files.Wrappers) {
      auto Summary = View.Summaries.find(Wrapper);
      auto Text = View.Texts.find(Wrapper);
      if (Text == View.Texts.end())
        continue;
      if (InPackage && Summary != View.Summaries.end()) {
        checkKernels(*Summary->second, Text->second);
        checkMisplaced(*Summary->second, Text->second);
      }
      if (Summary != View.Summaries.end())
        checkExternNodes(*Wrapper, *Summary->second, Text->second);
      if (InPackage)
        checkBlob(*Wrapper, Text->second);
    }
    for (const Member *M : View.Files.ExternNodes)
      if (std::optional<JsonFile> Json = readJson(*M))
        checkCustomObjects(*Json, InPackage);
    if (const Member *M = ByName.lookup("weights_config.json"))
      if (std::optional<JsonFile> Json = readConfig(*M))
        checkWeights(*Json);
    if (InPackage && !ByName.count("weights_config.json"))
      checkWeightsUnnamed();
    for (const Member *M : View.Files.Files)
      if (M->fileName().ends_with("_compile_flags.json") ||
          M->fileName().ends_with("_linker_flags.json"))
        readJson(*M);
  }

private:
  void report(Location At, std::string Message, std::vector<FindingNote> Notes = {}) {
    Finding F;
    F.Level = Severity::Error;
    F.At = std::move(At);
    F.Message = std::move(Message);
    F.Notes = std::move(Notes);
    Report(std::move(F));
  }

  /// The only way of a model's folder is one wrapper: the loader takes whichever it finds last.
  void checkWrappers() {
    if (View.Files.Wrappers.size() < 2)
      return;
    const Member *First = View.Files.Wrappers.front();
    for (const Member *M : llvm::ArrayRef(View.Files.Wrappers).drop_front()) {
      auto Text = View.Texts.find(M);
      if (Text == View.Texts.end())
        continue;
      std::vector<FindingNote> Notes;
      if (auto Other = View.Texts.find(First); Other != View.Texts.end())
        Notes.push_back({{Other->second, 0, 0}, "the other one"});
      report({Text->second, 0, 0},
             "the folder of a model holds this wrapper beside " + quoted(First->fileName()) +
                 ": the loader takes the sources, libraries and metadata that come last in the "
                 "archive, which may belong to different models; package each "
                 "model in a folder of its own",
             std::move(Notes));
    }
  }

  /// Whether a file has the name of a wrapper with another ending.
  bool isOfWrapper(const Member &File) const {
    return llvm::any_of(View.Files.Wrappers, [&](const Member *Wrapper) {
      StringRef Name = Wrapper->fileName();
      return File.fileName().starts_with(Name.take_front(Name.rfind('.') + 1));
    });
  }

  void checkLibrary(const Member &File) {
    const LibraryFile *Library = View.Images.library(File);
    if (!Library || Library->Image || Library->IsOtherFormat)
      return;
    Location At = placeOfModel(View);
    if (!At.isValid())
      return;
    std::string Name = quoted(File.fileName());
    if (Library->IsGitLfsPointer)
      return report(std::move(At),
                    Name + " is a pointer of Git LFS and not the library itself: the loader cannot "
                           "open it ('invalid ELF header'); run 'git lfs pull' and package the "
                           "model again");
    if (File.size() == 0)
      return report(std::move(At), Name + " is empty: the loader cannot open it ('file too "
                                          "short'); package the model again");
    report(std::move(At), Name + " is damaged (" + Library->Damage +
                              "): the loader cannot open it, or opens what was not compiled; "
                              "package the model again");
  }

  /// Packages of sources are compiled where they are used, and their kernels with them.
  bool isSourcesOnly() const {
    return llvm::any_of(View.Files.Files, [](const Member *M) {
      return M->fileName() == "CMakeLists.txt" || M->fileName().ends_with("_compile_flags.json");
    });
  }

  void checkKernels(const UnitSummary &Summary, const SourceTextPtr &Text) {
    bool SourcesOnly = isSourcesOnly();
    llvm::StringSet<> Reported;
    for (const LoadSummary &Load : Summary.KernelLoads) {
      // Libraries may have been left behind when the sources were taken out of an archive.
      if (!Load.InPackage || !isKernelImageName(Load.FileName))
        continue;
      Location At{Text, Load.At.Begin, Load.At.End};
      auto Found = ByName.find(Load.FileName);
      StringRef Below =
          Found == ByName.end() ? StringRef() : folderBelow(View.Files, *Found->second);
      if (!Below.empty()) {
        if (!SourcesOnly && Reported.insert(Load.FileName).second)
          report(At, quoted(Load.FileName) + ", from which a kernel is loaded here, lies in " +
                         quoted(Below) +
                         " and not in the folder of the model itself, where alone it is looked "
                         "for: the first run stops with 'file not found'; package the model "
                         "again, or put the file beside the wrapper");
        continue;
      }
      if (Found == ByName.end()) {
        if (!SourcesOnly && Reported.insert(Load.FileName).second)
          report(At, "the package has no " + quoted(Load.FileName) +
                         ", from which a kernel is loaded here: the first run stops with 'file not "
                         "found'; package the model again, or put the file "
                         "beside the wrapper");
        continue;
      }
      checkKernelFile(*Found->second, Load, At, Reported);
    }
  }

  /// Kernels for the CPU are compiled from files beside the wrapper.
  void checkMisplaced(const UnitSummary &Summary, const SourceTextPtr &Text) {
    if (!Summary.Misplaced)
      return;
    const MisplacedKernels &Kernels = *Summary.Misplaced;
    std::vector<FindingNote> Notes;
    if (const Member *File = ByName.lookup(Kernels.File))
      if (auto Source = View.Texts.find(File); Source != View.Texts.end())
        Notes.push_back({{Source->second, 0, 0}, "the file of kernels"});
    report({Text, Kernels.At.Begin, Kernels.At.End},
           "no file of kernels in the package defines " + quoted(Kernels.Wanted) +
               ", which is called here: " + quoted(Kernels.File) + " defines " +
               quoted(Kernels.Defined) +
               " instead and belongs to another model, so that the library cannot be made of these "
               "files; take wrapper and kernels from the same package",
           std::move(Notes));
  }

  void checkKernelFile(const Member &File, const LoadSummary &Load, const Location &At,
                       llvm::StringSet<> &Reported) {
    const KernelFile *Kernels = View.Images.kernels(File);
    if (!Kernels)
      return;
    const std::optional<KernelImage> &Image = Kernels->Image;
    if (!Image) {
      if (Reported.insert(Load.FileName).second)
        report(At, quoted(Load.FileName) + ", from which a kernel is loaded here, is damaged (" +
                       Kernels->Damage +
                       "): the first run stops when the driver reads it; package the model again");
      return;
    }
    if (Load.Kernel.empty() || Image->Entries.empty() ||
        llvm::any_of(Image->Entries, [&](const KernelEntry &E) { return E.Name == Load.Kernel; }))
      return;
    std::string Holds;
    for (const KernelEntry &E : llvm::ArrayRef(Image->Entries).take_front(3))
      Holds += (Holds.empty() ? "" : ", ") + quoted(E.Name);
    if (Reported.insert(Load.FileName).second)
      report(At, quoted(Load.FileName) + " holds " + Holds + " and not the kernel " +
                     quoted(Load.Kernel) +
                     ", which is loaded from it here: the first run stops with 'named symbol not "
                     "found'; the file belongs to another kernel, so package "
                     "the model again");
  }

  void checkExternNodes(const Member &Wrapper, const UnitSummary &Summary,
                        const SourceTextPtr &Text) {
    if (Summary.ProxyCalls.empty())
      return;
    if (View.Files.externNodesOf(Wrapper))
      return;
    std::string Wanted = Model::externNodesName(Wrapper);
    report({Text, Summary.ProxyCalls.front().At.Begin, Summary.ProxyCalls.front().At.End},
           "the package has no " + quoted(Wanted) +
               ", in which the operators that are called here are described: the proxy executor "
               "knows none of them and the first run fails; package the "
               "model again, or put the file beside the wrapper");
  }

  /// Weights that the loader maps from a file beside the library.
  void checkBlob(const Member &Wrapper, const SourceTextPtr &Text) {
    std::optional<CompileCommand> Command = findCompileCommand(Text->text());
    if (!Command)
      return;
    std::vector<StringRef> Definitions = Command->definitions();
    auto Macro = llvm::find(Definitions, "USE_MMAP_EXTERNAL");
    if (Macro == Definitions.end() || llvm::any_of(View.Files.Files, [](const Member *M) {
          return M->fileName().ends_with("_weights.blob");
        }))
      return;
    StringRef Name = Wrapper.fileName();
    auto Begin = static_cast<uint32_t>(Macro->data() - Text->text().data());
    report({Text, Begin, Begin + static_cast<uint32_t>(Macro->size())},
           "the package has no " +
               quoted((Name.take_front(Name.rfind('.')) + "_weights.blob").str()) +
               ", from which the model was compiled to take its weights: the loader stops, or the "
               "model runs without weights; package the model again, or "
               "put the file beside the wrapper");
  }

  /// Parses a file once; one that is torn is reported.
  std::optional<JsonFile> readJson(const Member &File) {
    return readJsonFile(View, File, [&](Location At, StringRef Reason) {
      report(std::move(At), quoted(File.fileName()) + " is not valid JSON: " + Reason.str() +
                                "; whoever reads the package stops here; package the model again");
    });
  }

  /// A file that says for each name which file it is in.
  std::optional<JsonFile> readConfig(const Member &File) {
    std::optional<JsonFile> Json = readJson(File);
    if (!Json)
      return std::nullopt;
    JsonValue Root = Json->root();
    if (!Root.isObject()) {
      report(Json->at({Root.range().Begin, Root.range().Begin + 1}),
             quoted(File.fileName()) + " is " + jsonKindName(Root.kind()).str() +
                 " and not an object with a key for each name: the package cannot be loaded; "
                 "package the model again");
      return std::nullopt;
    }
    for (const JsonText::Duplicate &D : Json->Parsed.duplicates())
      if (!sameJson(D.First, D.Later))
        report(Json->at(D.Later.keyRange()),
               quoted(D.Later.key()) +
                   " stands here twice with different values: which one holds depends on the "
                   "reader; remove one",
               {{Json->at(D.First.keyRange()), "the first one"}});
    return Json;
  }

  void checkCustomObjects(const JsonFile &Nodes, bool InPackage) {
    if (!Nodes.root().isObject())
      return;
    std::optional<JsonValue> List = Nodes.root().member("nodes");
    if (!List || !List->isArray())
      return;
    std::optional<JsonFile> Config;
    llvm::StringMap<JsonValue> Objects;
    if (const Member *M = ByName.lookup("custom_objs_config.json")) {
      Config = readConfig(*M);
      if (!Config)
        return;
      for (JsonValue Entry : Config->root().children())
        Objects.insert_or_assign(Entry.key(), Entry);
    }
    llvm::StringSet<> Seen;
    for (JsonValue Node : List->children()) {
      std::optional<JsonValue> Inner = Node.isObject() ? Node.member("node") : std::nullopt;
      std::optional<JsonValue> Inputs =
          Inner && Inner->isObject() ? Inner->member("inputs") : std::nullopt;
      if (!Inputs || !Inputs->isArray())
        continue;
      for (JsonValue Input : Inputs->children()) {
        std::optional<JsonValue> Argument = Input.isObject() ? Input.member("arg") : std::nullopt;
        std::optional<JsonValue> Object =
            Argument && Argument->isObject() ? Argument->member("as_custom_obj") : std::nullopt;
        std::optional<JsonValue> Name =
            Object && Object->isObject() ? Object->member("name") : std::nullopt;
        if (!Name || !Name->isString() || !Seen.insert(Name->string()).second)
          continue;
        checkCustomObject(Nodes, *Name, Config ? &*Config : nullptr, Objects, InPackage);
      }
    }
  }

  void checkCustomObject(const JsonFile &Nodes, JsonValue Name, const JsonFile *Config,
                         const llvm::StringMap<JsonValue> &Objects, bool InPackage) {
    std::string Object = quoted(Name.string());
    if (!Config)
      return report(Nodes.at(Name.range()),
                    "the object " + Object +
                        " is used here, but the package has no 'custom_objs_config.json' that says "
                        "which file it is "
                        "in: the package cannot be loaded; package the model again");
    auto Entry = Objects.find(Name.string());
    if (Entry == Objects.end())
      return report(Nodes.at(Name.range()),
                    "the object " + Object +
                        " is used here, but 'custom_objs_config.json' does not say which file it "
                        "is in: the package cannot be loaded; package the "
                        "model again",
                    {{Config->at({0, 0}), "the objects that the package has"}});
    const JsonValue *File = &Entry->second;
    if (!File->isString() || !InPackage || ByName.count(File->string()))
      return;
    std::optional<std::string> Folder = dataFolder(View, "constants");
    if (Folder && !View.Container.findMember(*Folder + "/" + File->string()))
      report(Config->at(File->range()),
             "the package has no file " + quoted("data/constants/" + File->string()) +
                 " for the object " + Object +
                 ": the package cannot be loaded; package the model again",
             {{Nodes.at(Name.range()), "used here"}});
  }

  /// Whether the package has a file of this kind at this place.
  bool holds(StringRef Folder, llvm::function_ref<bool(StringRef Name)> IsWanted) const {
    return llvm::any_of(View.Container.members(), [&](const std::unique_ptr<Member> &M) {
      StringRef Name = M->path();
      return Name.consume_front(Folder) && Name.consume_front("/") && IsWanted(Name);
    });
  }

  /// Weights in files of their own without the file that says which constants they are for. Torch
  /// writes one for each model of the package, and an exported program has its own.
  void checkWeightsUnnamed() {
    std::optional<std::string> Models = dataFolder(View, "aotinductor"),
                               Folder = dataFolder(View, "weights");
    if (!Models)
      return;
    if (holds(*Models, [](StringRef Name) { return Name.ends_with("/weights_config.json"); })) {
      if (Location At = placeOfModel(View); At.isValid())
        report(std::move(At),
               "other models of the package have a 'weights_config.json' and this one has none: "
               "'load_pt2' reads one for each model, and the package cannot be loaded with its "
               "weights; package the models again");
      return;
    }
    StringRef Root = StringRef(*Models).drop_back(StringRef("data/aotinductor").size());
    auto IsWeight = [](StringRef Name) {
      return Name.consume_front("weight_") && !Name.empty() && llvm::all_of(Name, llvm::isDigit);
    };
    if (!holds(*Folder, IsWeight) ||
        holds(*Folder, [](StringRef Name) { return Name.ends_with(".json"); }) ||
        holds((Root + "models").str(), [](StringRef) { return true; }))
      return;
    for (const Member *Wrapper : View.Files.Wrappers) {
      auto Summary = View.Summaries.find(Wrapper);
      auto Text = View.Texts.find(Wrapper);
      if (Summary == View.Summaries.end() || Text == View.Texts.end() ||
          Summary->second->Models.size() != 1)
        continue;
      const ModelSummary &Of = Summary->second->Models.front();
      auto Loaded = llvm::find_if(Of.Constants, [](const ConstantSummary &C) {
        return C.FromFolded == false && C.DataSize.value_or(0) > 0;
      });
      if (Of.IncludeWeights == false && Loaded != Of.Constants.end())
        report({Text->second, Loaded->At.Begin, Loaded->At.End},
               "the package has weights in 'data/weights/' and no 'weights_config.json' that says "
               "which constants they are for: the model is loaded without them and the first run "
               "crashes; package the model again");
    }
  }

  /// What an entry of `weights_config.json` is that `load_pt2` cannot take apart; empty if it can.
  static std::string problemOfWeights(JsonValue Entry) {
    if (!Entry.isArray())
      return jsonKindName(Entry.kind()).str();
    std::vector<JsonValue> Parts = Entry.children();
    if (Parts.size() != 4)
      return "a list of " + std::to_string(Parts.size());
    if (!Parts[0].isString())
      return "a list whose file is " + jsonKindName(Parts[0].kind()).str();
    auto NotInteger = [](JsonValue V) -> std::string {
      if (V.integer())
        return {};
      return V.kind() == JsonKind::Number ? "no integer" : jsonKindName(V.kind()).str();
    };
    for (auto [Part, Name] : {std::pair(Parts[1], "shape"), {Parts[2], "stride"}}) {
      if (!Part.isArray())
        return std::string("a list whose ") + Name + " is " + jsonKindName(Part.kind()).str();
      for (JsonValue Element : Part.children())
        if (std::string Kind = NotInteger(Element); !Kind.empty())
          return std::string("a list whose ") + Name + " holds " + Kind;
    }
    if (std::string Kind = NotInteger(Parts[3]); !Kind.empty() && !Parts[3].isNull())
      return "a list whose offset is " + Kind;
    return {};
  }

  void checkWeights(const JsonFile &Config) {
    std::optional<std::string> Folder = dataFolder(View, "weights");
    for (JsonValue Entry : Config.root().children()) {
      if (std::string Problem = problemOfWeights(Entry); !Problem.empty()) {
        report(Config.at(Entry.range()),
               "the weights of " + quoted(Entry.key()) + " are " + Problem +
                   ": 'load_pt2' takes a list of the file, the shape, the stride and the offset, "
                   "and the package cannot be loaded with its weights; package the model again");
        continue;
      }
      std::vector<JsonValue> Parts = Entry.children();
      if (!Folder)
        continue;
      if (!View.Container.findMember(*Folder + "/" + Parts[0].string()))
        report(Config.at(Parts[0].range()),
               "the package has no file " + quoted("data/weights/" + Parts[0].string()) +
                   " for the weights of " + quoted(Entry.key()) +
                   ": the package cannot be loaded; package the model again");
    }
  }

  const ModelView &View;
  PackageCheck::Reporter Report;
  llvm::StringMap<const Member *> ByName;
};

} // namespace

void PackageLayoutCheck::check(const ModelView &View, Reporter Report) {
  LayoutReader(View, Report).run();
}

} // namespace aoti
