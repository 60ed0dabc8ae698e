#include "Frontend/PluginUnit.h"
#include "Facts/ParserErrors.h"
#include "Finding/AotiCheck.h"
#include "Frontend/SourceScan.h"
#include "Prelude/Prelude.h"
#include "clang/Basic/Diagnostic.h"
#include "clang/Basic/FileManager.h"
#include "clang/Lex/HeaderSearch.h"
#include "clang/Lex/PPCallbacks.h"
#include "clang/Lex/Preprocessor.h"
#include "llvm/Support/Path.h"

using namespace clang;
using llvm::StringRef;
namespace path = llvm::sys::path;

namespace aoti {
namespace {

/// As many headers beside a source are looked through for declarations.
constexpr size_t MaxNeighbours = 500;

/// Passes diagnostics on, and keeps the places of the parser's errors.
class ErrorWatcher : public DiagnosticConsumer {
public:
  /// Stands between the engine and the consumer that it has.
  static void watch(DiagnosticsEngine &Diags, std::weak_ptr<ParserErrors> Places) {
    auto Watcher = std::make_unique<ErrorWatcher>();
    Watcher->Next = Diags.getClient();
    Watcher->Places = std::move(Places);
    Watcher->Owned = Diags.takeClient();
    Diags.setClient(Watcher.release(), /*ShouldOwnClient=*/true);
  }

  void BeginSourceFile(const LangOptions &Lang, const Preprocessor *PP) override {
    Next->BeginSourceFile(Lang, PP);
  }
  void EndSourceFile() override { Next->EndSourceFile(); }
  void finish() override { Next->finish(); }
  bool IncludeInDiagnosticCounts() const override { return Next->IncludeInDiagnosticCounts(); }
  void HandleDiagnostic(DiagnosticsEngine::Level Level, const clang::Diagnostic &Info) override {
    DiagnosticConsumer::HandleDiagnostic(Level, Info);
    // What checks report has no number of clang's.
    if (Level >= DiagnosticsEngine::Error && Info.getID() < diag::DIAG_UPPER_LIMIT &&
        Info.getLocation().isValid() && Info.hasSourceManager()) {
      const SourceManager &SM = Info.getSourceManager();
      SourceLocation At = SM.getFileLoc(Info.getLocation());
      if (std::shared_ptr<ParserErrors> Kept = Places.lock())
        Kept->add(At, SM);
    }
    Next->HandleDiagnostic(Level, Info);
  }

private:
  DiagnosticConsumer *Next = nullptr;
  std::unique_ptr<DiagnosticConsumer> Owned;
  /// Gone when the thread is at another unit.
  std::weak_ptr<ParserErrors> Places;
};

bool usesPrelude(Preprocessor &PP) {
  FileManager &Files = PP.getFileManager();
  for (const DirectoryLookup &Folder : PP.getHeaderSearchInfo().search_dir_range()) {
    if (!Folder.isNormalDir())
      continue;
    llvm::SmallString<256> Marker(Folder.getName());
    path::append(Marker, PreludeMarker);
    if (Files.getOptionalFileRef(Marker))
      return true;
  }
  return false;
}

/// The functions `aoti_torch_*` that are named in headers which a source includes with quotes, and
/// in those that they include.
llvm::StringSet<> shimsOfNeighbours(const SourceScan &Scan, StringRef MainPath,
                                    FileManager &Files) {
  llvm::StringSet<> Names, Seen;
  std::vector<std::string> Open;
  auto AddIncludes = [&](const SourceScan &Of, StringRef Path) {
    for (const IncludeDirective &Include : Of.Includes) {
      if (Include.Angled)
        continue;
      llvm::SmallString<256> Name(path::parent_path(Path));
      path::append(Name, Include.Name);
      path::remove_dots(Name, /*remove_dot_dot=*/true);
      if (Open.size() < MaxNeighbours && Seen.insert(Name).second)
        Open.push_back(Name.str().str());
    }
  };
  AddIncludes(Scan, MainPath);
  for (size_t I = 0; I < Open.size(); ++I)
    if (auto Text = Files.getBufferForFile(Open[I])) {
      addShimNames((*Text)->getBuffer(), Names);
      AddIncludes(scanSource((*Text)->getBuffer()), std::string(Open[I]));
    }
  return Names;
}

/// Puts a text where an include finds it. \returns the path.
std::string addFile(SourceManager &SM, StringRef Path, StringRef Text) {
  FileEntryRef File =
      SM.getFileManager().getVirtualFileRef(Path, static_cast<off_t>(Text.size()), 0);
  SM.overrideFileContents(File, llvm::MemoryBuffer::getMemBufferCopy(Text, Path));
  return Path.str();
}

/// Gives a source what the front end of the tool would have given it on clang's command line.
void extendPredefines(Preprocessor &PP, StringRef Text, StringRef MainPath, const Dialect &Of) {
  SourceScan Scan = scanSource(Text);
  std::string Before, Behind;
  for (StringRef Definition : sourceDefinitions(recordedCommand(Text), Of)) {
    auto [Name, Value] = Definition.split('=');
    Before += ("#define " + Name + " " + (Definition.contains('=') ? Value : "1") + "\n").str();
  }
  if (std::vector<std::string> Shims =
          undeclaredShims(Scan, shimsOfNeighbours(Scan, MainPath, PP.getFileManager()));
      !Shims.empty())
    Behind += "#include \"" +
              addFile(PP.getSourceManager(), UndeclaredHeader, shimDeclarations(Shims)) + "\"\n";
  for (const IncludeDirective &Include : Scan.Includes)
    if (!Include.Angled && isHashNamedPrefix(Include.Name) &&
        !PP.getFileManager().getOptionalFileRef(Include.Name)) {
      Behind += "#include <torch/csrc/inductor/cpp_prefix.h>\n";
      break;
    }
  PP.setPredefines(Before + std::string(PP.getPredefines()) + Behind);
}

/// Lives as long as the preprocessor of a translation unit.
class PluginUnit : public PPCallbacks {
public:
  explicit PluginUnit(Preprocessor &PP) : Own(std::make_shared<State>(State{&PP, true})) {
    Current = Own;
    Errors.reset();
    Errors = std::make_shared<ParserErrors>();
    const SourceManager &SM = PP.getSourceManager();
    ErrorWatcher::watch(PP.getDiagnostics(), Errors);
    StringRef Text = SM.getBufferData(SM.getMainFileID());
    Dialect Of = detectDialect(Text);
    Own->Analysed = Of.Kind != SourceKind::UnsupportedWrapper && Of.Kind != SourceKind::JitWrapper;
    WithPrelude = usesPrelude(PP);
    OptionalFileEntryRef Main = SM.getFileEntryRefForID(SM.getMainFileID());
    if (WithPrelude && Main)
      extendPredefines(PP, Text, Main->getName(), Of);
  }

  bool FileNotFound(StringRef) override { return WithPrelude; }

  /// Called for every check; the first one of a translation unit prepares it.
  static bool prepare(Preprocessor &PP) {
    std::shared_ptr<State> Known = Current.lock();
    if (!Known || Known->PP != &PP) {
      PP.addPPCallbacks(std::make_unique<PluginUnit>(PP));
      Known = Current.lock();
    }
    return Known->Analysed;
  }

private:
  struct State {
    Preprocessor *PP;
    bool Analysed;
  };
  /// The unit that this thread prepared last. It may end in another thread, in clangd.
  static thread_local std::weak_ptr<State> Current;
  /// Of that unit; the thread's own, since the last one that is there counts for a thread.
  static thread_local std::shared_ptr<ParserErrors> Errors;
  std::shared_ptr<State> Own;
  bool WithPrelude = false;
};

thread_local std::weak_ptr<PluginUnit::State> PluginUnit::Current;
thread_local std::shared_ptr<ParserErrors> PluginUnit::Errors;

} // namespace

void preparePluginUnits() { AotiCheck::setUnitHook(PluginUnit::prepare); }

} // namespace aoti
