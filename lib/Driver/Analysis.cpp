#include "Driver/Analysis.h"
#include "Driver/ProjectHeaders.h"
#include "Facts/KernelFacts.h"
#include "Finding/NoLint.h"
#include "Frontend/SourceScan.h"
#include "Python/PythonNoLint.h"
#include "Python/PythonOperators.h"
#include "Shim/ShimTable.h"
#include "Support/FileNames.h"
#include "checks/AotiModule.h"
#include "checks/PackageCheck.h"
#include "checks/PythonCheck.h"
#include "checks/package/PackageImages.h"
#include "checks/package/ShimNeeds.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/ThreadPool.h"
#include <atomic>
#include <map>
#ifdef __GLIBC__
#include <malloc.h>
#endif

using llvm::StringRef;
namespace path = llvm::sys::path;

namespace aoti {
namespace {

/// One source to analyse, and what came of it.
struct SourceJob {
  const Model *Of = nullptr;
  const Member *Source = nullptr;
  /// Set when the source could not be read.
  std::string ReadError;
  SourceTextPtr Text;
  /// What it is parsed with, from the time it is first parsed until it is analysed.
  std::optional<TranslationUnit> Unit;
  HeaderOptions Headers;
  TranslationUnitResult Result;
  /// Of wrappers, with `--dump-facts`.
  std::optional<TorchNeeds> Needs;
};

/// One package or file with its jobs. Workers touch their own job only; the last one runs the
/// checks on the package.
struct PackageJob {
  OpenedPath Opened;
  std::vector<SourceJob> Sources;
  std::atomic<size_t> Pending{0};
  std::vector<Finding> PackageFindings;
  /// Why libraries, kernels and saved weights of the package could not be read.
  std::vector<std::string> Refusals;
  /// Findings of checks on the package that a comment excuses.
  unsigned Suppressed = 0;
};

/// The path of a file of a model, as `TranslationUnit` names it.
std::string nameInPackage(const Model &Files, const Member &File) {
  StringRef Name = File.path();
  if (!Files.Directory.empty())
    Name.consume_front(Files.Directory + "/");
  if (Files.Layout == ModelLayout::Flat)
    return Name.str();
  return ("data/aotinductor/" + Files.Name + "/" + Name).str();
}

/// The headers in the model's folder that a source of it may include.
std::vector<IncludableFile> packageHeaders(const Package &Container, const Model &Files) {
  std::vector<IncludableFile> Headers;
  for (const Member *M : Files.OtherSources) {
    if (!isHeaderName(M->path()))
      continue;
    auto Text = Container.read(*M);
    if (!Text) {
      llvm::consumeError(Text.takeError());
      continue;
    }
    Headers.push_back({nameInPackage(Files, *M), *Text});
  }
  return Headers;
}

/// What lies beside the wrapper of a model: files of CPU kernels, and that of extern nodes, which
/// gets the wrapper's name.
std::vector<IncludableFile> companionFiles(const Package &Container, const Model &Files,
                                           const Member &Wrapper) {
  std::vector<IncludableFile> Companions;
  std::string Beside = nameInPackage(Files, Wrapper);
  StringRef Folder = path::parent_path(Beside);
  auto Add = [&](const Member &M, StringRef FileName) {
    auto Text = Container.read(M);
    if (!Text)
      return llvm::consumeError(Text.takeError());
    llvm::SmallString<256> Path(Folder);
    path::append(Path, FileName);
    Companions.push_back({Path.str().str(), *Text});
  };
  for (const Member *M : Files.Kernels)
    Add(*M, M->fileName());
  if (const Member *M = Files.externNodesOf(Wrapper))
    Add(*M, Model::externNodesName(Wrapper));
  return Companions;
}

/// The same beside a loose wrapper.
std::vector<IncludableFile> looseCompanionFiles(const Member &Wrapper, const SourceText &Source,
                                                const PackageLimits &Limits) {
  std::vector<IncludableFile> Companions;
  if (!Source.file().ends_with(".wrapper.cpp"))
    return Companions;
  StringRef Folder = path::parent_path(Source.file());
  std::vector<std::string> Names;
  std::error_code Error;
  for (llvm::sys::fs::directory_iterator It(Folder.empty() ? "." : Folder, Error), End;
       !Error && It != End; It.increment(Error))
    if (StringRef Name = path::filename(It->path()); Name.ends_with(".kernel.cpp"))
      Names.push_back(Name.str());
  llvm::sort(Names);
  // With one more than are read it is known that there are more.
  Names.resize(std::min<size_t>(Names.size(), MaxKernelFiles + 1));
  Names.push_back(Model::externNodesName(Wrapper));
  for (const std::string &Name : Names) {
    llvm::SmallString<256> Shown(Folder);
    path::append(Shown, Name);
    uint64_t Size = 0;
    if (!llvm::sys::fs::is_regular_file(Shown) || llvm::sys::fs::file_size(Shown, Size) ||
        Size > Limits.MaxMemberBytes)
      continue;
    if (auto Buffer = llvm::MemoryBuffer::getFile(Shown))
      Companions.push_back(
          {Name, std::make_shared<SourceText>(Shown.str().str(), "", std::move(*Buffer))});
  }
  return Companions;
}

/// Gives a loose source what it includes: custom operators have that somewhere in their project,
/// all others beside them.
void addLooseHeaders(TranslationUnit &Unit, const HeaderOptions &Options) {
  std::vector<std::string> Directories;
  for (StringRef Argument : Options.ExtraArguments)
    for (StringRef Flag : {"-I", "-isystem", "-iquote"})
      if (Argument.consume_front(Flag)) {
        Directories.push_back(Argument.str());
        break;
      }
  StringRef Text = Unit.Main->text();
  SourceScan Scan = scanSource(Text);
  // What includes the runtime of packages is generated, or a piece of that.
  bool Generated = detectDialect(Text).Kind != SourceKind::Other ||
                   llvm::any_of(Scan.Includes, [](const IncludeDirective &Include) {
                     return StringRef(Include.Name).starts_with("torch/csrc/inductor/");
                   });
  ProjectHeaders Found = Scan.UsesTorch && !Generated ? projectHeaders(*Unit.Main, Directories)
                                                      : neighbourHeaders(*Unit.Main);
  Unit.Name = std::move(Found.SourceName);
  Unit.Includable = std::move(Found.Files);
  Unit.IncludeDirectories = std::move(Found.IncludeDirectories);
}

/// Runs the checks on a Python source. Text behind the first place that Python would not read is
/// not analysed.
void analysePython(SourceJob &Source, const AnalysisOptions &Options) {
  TranslationUnitResult &Result = Source.Result;
  StringRef Text = Source.Text->text();
  if (Options.DumpFacts)
    Result.Facts.emplace().Kind = "python";
  std::optional<PythonLexError> Error = findEncodingError(Text);
  PythonTokens Lexed;
  if (!Error) {
    Lexed = lexPython(Text);
    Error = Lexed.Error;
  }
  if (Error) {
    Result.Incomplete = true;
    llvm::erase_if(Lexed.Tokens, [&](const PythonToken &T) { return T.Begin >= Error->Offset; });
    Finding F;
    F.Rule = IncompleteRule.str();
    F.Level = Severity::Error;
    F.At = {Source.Text, Error->Offset, Error->Offset};
    F.Message = "this Python source cannot be read in full (" + Error->Message +
                "), so the analysis is incomplete; see what 'python3 -m py_compile' says of it";
    Result.Findings.push_back(std::move(F));
  }
  if (!Options.RunRules)
    return;
  PythonNoLint NoLint(Lexed, *Source.Text);
  for (const auto &Check :
       makePythonChecks([&](StringRef Rule) { return Options.Rules.isEnabled(Rule); }))
    Check->check(Source.Text, Lexed.Tokens, [&](Finding F) {
      if (NoLint.suppresses(Check->ruleName(), F.At.Source->position(F.At.Begin).Line)) {
        ++Result.Suppressed;
        return;
      }
      F.Rule = Check->ruleName().str();
      Result.Findings.push_back(std::move(F));
    });
}

/// Reads the text of a source, once. \returns whether it could be read.
bool readSource(const PackageJob &Job, SourceJob &Source) {
  if (Source.Text)
    return true;
  auto Text = Job.Opened.Contents->read(*Source.Source);
  if (Text)
    Source.Text = *Text;
  else
    Source.ReadError = llvm::toString(Text.takeError());
  return Source.Text != nullptr;
}

/// What a source is parsed with: for one of a project that is built also what its command says, and
/// the torch that it is built against.
HeaderOptions headersOf(const SourceJob &Source, const AnalysisOptions &Options) {
  HeaderOptions Headers = Options.Headers;
  if (!Options.Build || Source.Of->Layout != ModelLayout::Loose)
    return Headers;
  std::vector<std::string> Flags = Options.Build->of(Source.Text->file());
  for (StringRef Flag : Flags)
    if (Headers.TorchInclude.empty() &&
        (Flag.consume_front("-isystem") || Flag.consume_front("-I")))
      Headers.TorchInclude = findTorchInclude(Flag);
  Headers.ExtraArguments.insert(Headers.ExtraArguments.begin(), Flags.begin(), Flags.end());
  return Headers;
}

/// Gathers what a source is parsed with, once.
TranslationUnit &prepare(const PackageJob &Job, SourceJob &Source, const AnalysisOptions &Options) {
  if (Source.Unit)
    return *Source.Unit;
  TranslationUnit &Unit = Source.Unit.emplace();
  Unit.Main = Source.Text;
  Source.Headers = headersOf(Source, Options);
  const Package &Container = *Job.Opened.Contents;
  const Model &Files = *Source.Of;
  bool IsLoose = Files.Layout == ModelLayout::Loose;
  if (IsLoose) {
    addLooseHeaders(Unit, Source.Headers);
  } else {
    Unit.Name = nameInPackage(Files, *Source.Source);
    Unit.Includable = packageHeaders(Container, Files);
    Unit.IsWrapper = Source.Source->fileName().ends_with(".wrapper.cpp");
  }
  if (llvm::is_contained(Files.Wrappers, Source.Source))
    Unit.Companions = IsLoose ? looseCompanionFiles(*Source.Source, *Source.Text, Options.Limits)
                              : companionFiles(Container, Files, *Source.Source);
  return Unit;
}

/// What a loose source registers of operators. Sources that register none are not parsed.
FileOperators collectOperators(const PackageJob &Job, SourceJob &Source,
                               const AnalysisOptions &Options) {
  if (!readSource(Job, Source))
    return {};
  StringRef Text = Source.Text->text();
  if (llvm::is_contained(Source.Of->Python, Source.Source)) {
    FileOperators Operators;
    Operators.PythonFakes = pythonFakes(lexPython(Text).Tokens);
    return Operators;
  }
  SourceScan Scan = scanSource(Text);
  if (!Scan.UsesTorch || !Scan.RegistersOperators || detectDialect(Text).Kind != SourceKind::Other)
    return {};
  TranslationUnit Unit = prepare(Job, Source, Options);
  Unit.CollectOperators = true;
  return analyseTranslationUnit(Unit, {"-*", {}}, Source.Headers).Operators;
}

void analyseSource(PackageJob &Job, SourceJob &Source, const AnalysisOptions &Options,
                   const OperatorIndex *Operators) {
  if (!readSource(Job, Source))
    return;
  if (llvm::is_contained(Source.Of->Python, Source.Source))
    return analysePython(Source, Options);
  if (Source.Text->text().trim().empty() && !Source.Source->fileName().ends_with(".wrapper.cpp"))
    return;
  TranslationUnit &Unit = prepare(Job, Source, Options);
  Unit.Operators = Operators;
  Unit.DumpFacts = Options.DumpFacts;
  Unit.ProveAccesses = Options.ProveAccesses;
  Unit.NeedsShimUses = Options.DumpFacts || Options.Target.Torch;
  CheckSettings Settings{Options.RunRules ? Options.Rules.tidyChecks() : "-*", {}};
  // Rules that report notes besides, and whether their name asks for those, too.
  struct {
    StringRef Rule;
    bool ByName;
  } const WithNotes[] = {{"aoti-meta-concrete-shape", false},
                         {"aoti-input-check-missing", true},
                         {"aoti-input-contract", true}};
  for (const auto &[Rule, ByName] : WithNotes)
    if (Options.Advice || (ByName && Options.Rules.isNamed(Rule)))
      Settings.Options[(Rule + ".Advice").str()] = "true";
  if (Options.Target.anyMachine())
    Settings.Options["aoti-path-not-relocatable.TargetGiven"] = "true";
  if (Options.Target.Torch)
    Settings.Options["aoti-shim-version.LoadTorch"] = Options.Target.Torch->name();
  Source.Result = analyseTranslationUnit(Unit, Settings, Source.Headers);
  if (Options.Build && Source.Of->Layout == ModelLayout::Loose &&
      Source.Result.SourceDialect.Kind == SourceKind::Other &&
      !isHeaderName(Source.Source->fileName()) && !Options.Build->has(Source.Text->file()))
    Source.Result.Notes.insert(Source.Result.Notes.begin(),
                               {Location{Source.Text, 0, 0},
                                "there is no command for this source in '" +
                                    Options.Build->file().str() +
                                    "', so it was read without its macros and folders of headers"});
  Source.Unit.reset();
}

/// Which releases of torch can load each model, for those that have a wrapper that was analysed.
void findTorchNeeds(PackageJob &Job, PackageImages &Images) {
  const Package &Container = *Job.Opened.Contents;
  for (const Model &Files : Container.models()) {
    TorchNeeds Needs;
    TorchBounds Bounds;
    std::map<std::string, std::string> FileOf;
    std::vector<SourceJob *> Wrappers;
    for (SourceJob &Source : Job.Sources)
      if (Source.Of == &Files && Source.Result.Summary) {
        Wrappers.push_back(&Source);
        for (const std::string &Name : Source.Result.Summary->ShimUses) {
          Bounds.add(Name);
          FileOf.emplace(Name, Source.Source->fileName());
        }
      }
    if (Wrappers.empty())
      continue;
    for (const LibraryNeeds &Library : libraryNeeds(Images, Files)) {
      (Library.IsReadable ? Needs.HasLibrary : Needs.HasUnreadableLibrary) = true;
      for (const std::string &Name : Library.Functions) {
        Bounds.add(Name);
        FileOf.emplace(Name, Library.File->fileName());
      }
    }
    auto End = [&](const std::optional<DecidedRelease> &Decided,
                   std::optional<TorchNeeds::End> &Into) {
      if (Decided)
        Into =
            TorchNeeds::End{Decided->Release.name(), Decided->Function, FileOf[Decided->Function]};
    };
    End(Bounds.Oldest, Needs.Oldest);
    End(Bounds.Newest, Needs.Newest);
    Needs.InNone = Bounds.InNone;
    Needs.LoadsNowhere = Bounds.isEmpty();
    for (SourceJob *Wrapper : Wrappers)
      Wrapper->Needs = Needs;
  }
}

void runPackageChecks(PackageJob &Job, const AnalysisOptions &Options, PackageImages &Images) {
  const Package &Container = *Job.Opened.Contents;
  NoLintComments NoLint;
  for (const Model &Files : Container.models()) {
    if (Files.Layout == ModelLayout::Loose)
      continue;
    ModelView View{Container, Files, Options.Target, Images, {}, {}, {}};
    for (const SourceJob &Source : Job.Sources)
      if (Source.Of == &Files && Source.Text) {
        View.Dialects[Source.Source] = Source.Result.SourceDialect;
        View.Texts[Source.Source] = Source.Text;
        if (Source.Result.Summary)
          View.Summaries[Source.Source] = &*Source.Result.Summary;
      }
    for (const auto &Check :
         makePackageChecks([&](StringRef Rule) { return Options.Rules.isEnabled(Rule); }))
      Check->check(View, [&](Finding F) {
        F.Rule = Check->ruleName().str();
        bool InSource =
            llvm::any_of(View.Texts, [&](const auto &Text) { return Text.second == F.At.Source; });
        if (InSource && NoLint.excuses(F.Rule, F.At)) {
          ++Job.Suppressed;
          return;
        }
        Job.PackageFindings.push_back(std::move(F));
      });
  }
}

void analysePackage(PackageJob &Job, const AnalysisOptions &Options) {
  PackageImages Images(*Job.Opened.Contents);
  if (Options.DumpFacts)
    findTorchNeeds(Job, Images);
  if (Options.RunRules)
    runPackageChecks(Job, Options, Images);
  Job.Refusals = Images.refusals().vec();
}

std::vector<SourceJob> sourceJobs(const Package &Container) {
  std::vector<SourceJob> Jobs;
  for (const Model &Files : Container.models()) {
    auto Add = [&](const std::vector<const Member *> &Members) {
      for (const Member *M : Members) {
        SourceJob Job;
        Job.Of = &Files;
        Job.Source = M;
        Jobs.push_back(std::move(Job));
      }
    };
    Add(Files.Wrappers);
    Add(Files.Kernels);
    Add(Files.Python);
    // A header of a package is analysed as part of the sources that include it.
    std::vector<const Member *> Others = Files.OtherSources;
    if (Files.Layout != ModelLayout::Loose)
      llvm::erase_if(Others, [](const Member *M) { return isHeaderName(M->path()); });
    Add(Others);
  }
  return Jobs;
}

/// Moves what a finished package gave into the report.
void collect(PackageJob &Job, const AnalysisOptions &Options, Report &R) {
  InputReport Input;
  Input.Path = Job.Opened.Path;
  if (!Job.Opened.Contents) {
    Input.Kind = llvm::sys::fs::is_directory(Job.Opened.Path) ? "folder" : "file";
    Input.Status = InputStatus::Unreadable;
    R.Notifications.push_back({Severity::Error, {}, Job.Opened.Failure->message()});
    R.Inputs.push_back(std::move(Input));
    return;
  }
  const Package &Container = *Job.Opened.Contents;
  Input.Kind = packageKindName(Container.kind()).str();
  Input.Models = static_cast<unsigned>(Container.models().size());
  std::vector<std::string> Dialects;
  unsigned Incomplete = 0;
  for (SourceJob &Source : Job.Sources) {
    if (!Source.ReadError.empty()) {
      ++Incomplete;
      R.Notifications.push_back({Severity::Error, {}, Source.ReadError});
      continue;
    }
    ++Input.Sources;
    const Dialect &D = Source.Result.SourceDialect;
    std::string Described = D.Kind == SourceKind::Kernel ? "" : D.describe();
    if (!Described.empty() && !llvm::is_contained(Dialects, Described))
      Dialects.push_back(Described);
    Incomplete += Source.Result.Incomplete;
    R.Suppressed += Source.Result.Suppressed;
    for (AnalysisNote &Note : Source.Result.Notes)
      R.Notifications.push_back({Severity::Note, std::move(Note.At), std::move(Note.Message)});
    if (Options.DumpFacts) {
      DumpedSource Dumped;
      Dumped.File = Source.Text->file().str();
      Dumped.Member = Source.Text->member().str();
      if (Source.Result.Facts)
        Dumped.Facts = std::move(*Source.Result.Facts);
      Dumped.Torch = std::move(Source.Needs);
      for (const Finding &F : Source.Result.Findings)
        if (!Options.RunRules || F.Rule == IncompleteRule)
          Dumped.Incomplete.push_back(F.Message);
      Input.Facts.push_back(std::move(Dumped));
    }
    std::move(Source.Result.Findings.begin(), Source.Result.Findings.end(),
              std::back_inserter(R.Findings));
  }
  for (const std::string &Problem : Container.problems()) {
    ++Incomplete;
    R.Notifications.push_back({Severity::Error, {}, Problem});
  }
  // The sources were analysed all the same.
  for (const std::string &Refusal : Job.Refusals)
    R.Notifications.push_back({Severity::Warning, {}, Refusal});
  std::move(Job.PackageFindings.begin(), Job.PackageFindings.end(), std::back_inserter(R.Findings));
  R.Suppressed += Job.Suppressed;
  Input.Dialect = llvm::join(Dialects, "; ");
  if (Incomplete)
    Input.Status = InputStatus::Incomplete;
  R.Incomplete += Incomplete;
  R.Inputs.push_back(std::move(Input));
}

/// Sources are analysed on threads of their own, whose memory glibc takes from the system in small
/// steps. While they run one after the other, the arena of the main thread serves them all and
/// grows in large ones.
void useOneArena() {
#ifdef __GLIBC__
  mallopt(M_ARENA_MAX, 1);
  mallopt(M_TOP_PAD, 32 << 20);
#endif
}

} // namespace

Report analysePaths(const std::vector<std::string> &Paths, const AnalysisOptions &Options) {
  registerAotiModule();
  registerHiddenModule();
  std::vector<std::unique_ptr<PackageJob>> Jobs;
  for (const std::string &Path : Paths)
    for (OpenedPath &Opened : openPath(Path, Options.Limits)) {
      auto Job = std::make_unique<PackageJob>();
      Job->Opened = std::move(Opened);
      if (Job->Opened.Contents)
        Job->Sources = sourceJobs(*Job->Opened.Contents);
      Job->Pending = Job->Sources.size();
      Jobs.push_back(std::move(Job));
    }

  size_t Total = 0;
  std::vector<std::pair<PackageJob *, SourceJob *>> Loose;
  for (const auto &Job : Jobs) {
    Total += Job->Sources.size();
    for (SourceJob &Source : Job->Sources)
      if (Source.Of->Layout == ModelLayout::Loose)
        Loose.push_back({Job.get(), &Source});
  }
  std::optional<llvm::DefaultThreadPool> Pool;
  if (Options.Jobs <= 1 || Total <= 1)
    useOneArena();
  else
    Pool.emplace(llvm::hardware_concurrency(Options.Jobs));
  auto Run = [&Pool](auto Task) {
    if (Pool)
      Pool->async(std::move(Task));
    else
      Task();
  };
  auto Wait = [&Pool] {
    if (Pool)
      Pool->wait();
  };

  // What a kernel is may stand in another file than the kernel; a single file tells all by itself.
  OperatorIndex Operators;
  bool Together = Loose.size() > 1 && llvm::any_of(Options.Rules.enabled(), [](const Rule *R) {
                    return judgesAcrossFiles(R->Name);
                  });
  if (Together) {
    std::vector<FileOperators> Files(Loose.size());
    for (size_t I = 0; I < Loose.size(); ++I)
      Run([&, I] { Files[I] = collectOperators(*Loose[I].first, *Loose[I].second, Options); });
    Wait();
    for (const FileOperators &File : Files)
      Operators.add(File);
  }

  for (const auto &Job : Jobs)
    for (SourceJob &Source : Job->Sources)
      Run([&, J = Job.get(), S = &Source] {
        analyseSource(*J, *S, Options, Together ? &Operators : nullptr);
        if (--J->Pending == 0)
          analysePackage(*J, Options);
      });
  Wait();
  for (const auto &Job : Jobs)
    if (Job->Sources.empty() && Job->Opened.Contents)
      analysePackage(*Job, Options);

  Report R;
  R.EnabledRules = Options.Rules.enabled();
  for (const auto &Job : Jobs)
    collect(*Job, Options, R);
  finishFindings(R.Findings);
  return R;
}

} // namespace aoti
