#include "Frontend/TranslationUnit.h"
#include "Facts/AstQuery.h"
#include "Facts/OperatorRegistrations.h"
#include "Facts/ParserErrors.h"
#include "Facts/TuFacts.h"
#include "Finding/AotiCheck.h"
#include "Finding/MatcherScope.h"
#include "Finding/Rules.h"
#include "Frontend/ParseErrors.h"
#include "Frontend/PreludeCache.h"
#include "Frontend/RealHeaders.h"
#include "Frontend/SourceScan.h"
#include "Prelude/Prelude.h"
#include "Support/ClangCompat.h"
#include "Support/FileNames.h"
#include "clang-tidy/ClangTidy.h"
#include "clang-tidy/ClangTidyDiagnosticConsumer.h"
#include "clang-tidy/ClangTidyModule.h"
#include "clang/AST/Attr.h"
#include "clang/Basic/DiagnosticOptions.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/FrontendActions.h"
#include "clang/Frontend/MultiplexConsumer.h"
#include "clang/Lex/PPCallbacks.h"
#include "clang/Lex/Preprocessor.h"
#include "clang/Lex/PreprocessorOptions.h"
#include "clang/Sema/Sema.h"
#include "clang/Sema/TemplateInstCallback.h"
#include "llvm/Support/CrashRecoveryContext.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/VirtualFileSystem.h"
#include <csignal>
#include <map>
#include <mutex>
#include <set>

using namespace clang;
using llvm::IntrusiveRefCntPtr;

namespace aoti {
namespace {

constexpr llvm::StringLiteral SourceDirectory = "/aoti-source";
/// What the sources of custom operators mean by torch, whichever of its headers they include.
constexpr llvm::StringLiteral OperatorHeader = "ATen/aoti_ivalue.h";
/// Parsing and walking deep expressions takes stack; pages that are not touched cost nothing.
constexpr unsigned StackBytes = 256u << 20;
/// Each round repairs every place that the round before found, so few are needed.
constexpr unsigned MaxRounds = 8;
constexpr unsigned MaxListedErrors = 3;

/// The in-memory files of one parse.
class SourceFileSystem {
public:
  SourceFileSystem() : FS(llvm::makeIntrusiveRefCnt<llvm::vfs::InMemoryFileSystem>()) {
    FS->setCurrentWorkingDirectory(SourceDirectory);
  }
  void add(llvm::StringRef Path, llvm::StringRef Text) {
    FS->addFileNoOwn(Path, 0, llvm::MemoryBufferRef(Text, Path));
  }
  IntrusiveRefCntPtr<llvm::vfs::InMemoryFileSystem> FS;
};

/// Passes diagnostics on to clang-tidy's consumer and keeps the errors of the parser in full.
class ErrorCollector : public DiagnosticConsumer {
public:
  explicit ErrorCollector(DiagnosticConsumer &Next) : Next(Next) {}

  void BeginSourceFile(const LangOptions &Lang, const Preprocessor *PP) override {
    Next.BeginSourceFile(Lang, PP);
  }
  void EndSourceFile() override { Next.EndSourceFile(); }
  void HandleDiagnostic(DiagnosticsEngine::Level Level, const clang::Diagnostic &Info) override {
    DiagnosticConsumer::HandleDiagnostic(Level, Info);
    // The notes of an error belong to it; clang-tidy's consumer would look for an entry that it
    // never got.
    if (Level == DiagnosticsEngine::Note && InError)
      return;
    InError = Level >= DiagnosticsEngine::Error;
    // A pragma of the source can raise a warning.
    if (InError && DiagnosticIDs().isWarningOrExtension(Info.getID()) &&
        Level != DiagnosticsEngine::Fatal)
      return;
    // Said at the end of a unit, of a function template that is declared only and takes a lambda: a
    // stub of a library, which says nothing of the unit's own code.
    if (Info.getID() == diag::err_undefined_internal_type)
      return;
    if (InError) {
      ParseError Error;
      Error.DiagnosticId = Info.getID();
      llvm::SmallString<128> Message;
      Info.FormatDiagnostic(Message);
      Error.Message = Message.str().str();
      if (Info.getLocation().isValid() && Info.hasSourceManager()) {
        const SourceManager &SM = Info.getSourceManager();
        SourceLocation At = SM.getFileLoc(Info.getLocation());
        if (auto Entry = SM.getFileEntryRefForID(SM.getFileID(At)))
          Error.FileName = Entry->getName().str();
        Error.Offset = SM.getFileOffset(At);
        Places.add(At, SM);
      }
      Errors.push_back(std::move(Error));
      return; // clang-tidy would make an error entry of it that nobody reads
    }
    Next.HandleDiagnostic(Level, Info);
  }

  std::vector<ParseError> Errors;

private:
  DiagnosticConsumer &Next;
  ParserErrors Places;
  /// Whether the last diagnostic that is not a note was an error.
  bool InError = false;
};

/// What one parse may take. Counts, not seconds, so that a result does not depend on the machine.
class ParseBudget {
public:
  /// A line of generated code instantiates a handful of templates, so a long source has more of
  /// them.
  ParseBudget(bool RealHeaders, uint64_t SourceBytes)
      : MaxTokens(RealHeaders ? 64'000'000 : 12'000'000),
        MaxInstantiations(1'000'000 + SourceBytes / 8),
        MaxRepeatedBytes(RealHeaders ? 64'000'000 : 1'000'000 + 4 * SourceBytes) {}

  void token() { spend(Tokens, MaxTokens, "tokens"); }
  void macro() { spend(Macros, MaxTokens, "expansions of macros"); }
  void instantiation() { spend(Instantiations, MaxInstantiations, "instantiations of templates"); }
  /// A file that is included again, and has no guard against it.
  void repeatedInclude(uint64_t Bytes) {
    RepeatedBytes += Bytes;
    if (RepeatedBytes > MaxRepeatedBytes)
      stop("files that are included again and again");
  }
  /// What there was too much of; empty if the parse was not stopped.
  const std::string &exceeded() const { return Exceeded; }

private:
  void spend(uint64_t &Count, uint64_t Max, StringRef Of) {
    if (++Count > Max)
      stop(("more than " + llvm::Twine(Max) + " " + Of).str());
  }

  void stop(std::string Why) {
    Exceeded = std::move(Why);
    // Leaves the parse from within as a crash would, which is the only way out of clang's
    // recursion.
    if (llvm::CrashRecoveryContext *Recovery = llvm::CrashRecoveryContext::GetCurrent())
      Recovery->HandleExit(1);
  }

  uint64_t MaxTokens, MaxInstantiations, MaxRepeatedBytes;
  uint64_t Tokens = 0, Macros = 0, Instantiations = 0, RepeatedBytes = 0;
  std::string Exceeded;
};

class InstantiationCounter : public TemplateInstantiationCallback {
public:
  explicit InstantiationCounter(ParseBudget &Budget) : Budget(Budget) {}
  void initialize(const Sema &) override {}
  void finalize(const Sema &) override {}
  void atTemplateBegin(const Sema &, const Sema::CodeSynthesisContext &) override {
    Budget.instantiation();
  }
  void atTemplateEnd(const Sema &, const Sema::CodeSynthesisContext &) override {}

private:
  ParseBudget &Budget;
};

/// A stack for signal handlers, so that even a thread without any stack left gets out of a crash.
class SignalStack {
public:
  SignalStack() : Memory(Bytes) {}
  /// For the calling thread.
  void use() { set(Memory.data(), Memory.size(), 0); }
  /// Turns it off for the calling thread.
  static void leave() { set(nullptr, 0, SS_DISABLE); }

private:
  static constexpr size_t Bytes = 256u << 10;
  static void set(char *Begin, size_t Size, int Flags) {
    stack_t Stack = {};
    Stack.ss_sp = Begin;
    Stack.ss_size = Size;
    Stack.ss_flags = Flags;
    sigaltstack(&Stack, nullptr);
  }
  std::vector<char> Memory;
};

/// Switches crash recovery on, with handlers that run on a `SignalStack`.
void enableCrashRecovery() {
  static std::once_flag Once;
  std::call_once(Once, [] {
    llvm::CrashRecoveryContext::Enable();
    for (int Signal : {SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGSEGV, SIGTRAP}) {
      struct sigaction Action;
      if (sigaction(Signal, nullptr, &Action) == 0) {
        Action.sa_flags |= SA_ONSTACK;
        sigaction(Signal, &Action, nullptr);
      }
    }
  });
}

/// Lets an include that cannot be resolved pass as an empty header, and remembers its name.
class MissingHeaders : public PPCallbacks {
public:
  MissingHeaders(const SourceManager &SM, std::set<std::string> &Missing, ParseBudget &Budget)
      : SM(SM), Missing(Missing), Budget(Budget) {}
  void FileChanged(SourceLocation At, FileChangeReason Reason, SrcMgr::CharacteristicKind,
                   FileID) override {
    if (Reason != EnterFile)
      return;
    if (OptionalFileEntryRef File = SM.getFileEntryRefForID(SM.getFileID(At));
        File && !Entered.insert(&File->getFileEntry()).second)
      Budget.repeatedInclude(File->getSize());
  }
  void MacroExpands(const Token &, const MacroDefinition &, SourceRange,
                    const MacroArgs *) override {
    Budget.macro();
  }
  bool FileNotFound(StringRef FileName) override {
    Missing.insert(FileName.str());
    return true;
  }
  bool EmbedFileNotFound(StringRef FileName) override {
    Missing.insert(FileName.str());
    return true;
  }

private:
  const SourceManager &SM;
  std::set<std::string> &Missing;
  ParseBudget &Budget;
  llvm::DenseSet<const FileEntry *> Entered;
};

/// Keeps the analysis to what findings are about: leaves out the bodies of functions in system
/// headers and in the library text at the head of a wrapper, and has walks through the unit see the
/// declarations of the input only.
class InputScope : public ASTConsumer {
public:
  InputScope(const SourceManager &SM, uint32_t GeneratedBegin, FindingSink &Sink)
      : SM(SM), GeneratedBegin(GeneratedBegin), Sink(Sink) {}

  bool shouldSkipFunctionBody(Decl *D) override {
    return !isGenerated(D->getLocation(), SM, GeneratedBegin);
  }
  bool HandleTopLevelDecl(DeclGroupRef Group) override {
    for (Decl *D : Group)
      if (isReportable(D->getLocation(), SM))
        Declarations.push_back(D);
    return true;
  }
  void HandleTranslationUnit(ASTContext &Context) override {
    Context.setTraversalScope(Declarations);
    Sink.Unit = &Context;
  }

private:
  const SourceManager &SM;
  uint32_t GeneratedBegin;
  FindingSink &Sink;
  std::vector<Decl *> Declarations;
};

/// Stands before clang-tidy, whose matchers need not walk through the unit.
class MatcherScope : public ASTConsumer {
public:
  void HandleTranslationUnit(ASTContext &Context) override { hideFromMatchers(Context); }
};

/// Stands behind clang-tidy, for units that no check looks at.
class WholeScope : public ASTConsumer {
public:
  void HandleTranslationUnit(ASTContext &Context) override { showInput(Context); }
};

/// Keeps what the checks on packages ask of a wrapper.
class SummaryWriter : public ASTConsumer {
public:
  SummaryWriter(std::optional<UnitSummary> &Summary, bool WithShimUses)
      : Summary(Summary), WithShimUses(WithShimUses) {}
  void HandleTranslationUnit(ASTContext &Context) override {
    Summary = summariseUnit(*TuFacts::of(Context), WithShimUses);
  }

private:
  std::optional<UnitSummary> &Summary;
  const bool WithShimUses;
};

/// Pieces of files, in bytes, by the name of the file.
using DeviceCodeRanges = std::map<std::string, std::vector<std::pair<uint32_t, uint32_t>>>;

/// Gathers the facts of the whole unit.
class FactsConsumer : public ASTConsumer {
public:
  FactsConsumer(std::optional<SourceDump> &Into, bool WithProofs)
      : Into(Into), WithProofs(WithProofs) {}
  void HandleTranslationUnit(ASTContext &Context) override {
    Into = dumpFacts(*TuFacts::of(Context), WithProofs);
  }

private:
  std::optional<SourceDump> &Into;
  bool WithProofs;
};

/// Gathers what a source registers.
class OperatorCollector : public ASTConsumer {
public:
  explicit OperatorCollector(FileOperators &Into) : Into(Into) {}
  void HandleTranslationUnit(ASTContext &Context) override {
    Into = TuFacts::of(Context)->operators().summarise();
  }

private:
  FileOperators &Into;
};

/// Notes where device code stands. It is for another processor and another library, of which only
/// the common functions are declared, so that errors in it say nothing of the host's.
class DeviceCode : public ASTConsumer, AstVisitor<DeviceCode> {
public:
  DeviceCode(const SourceManager &SM, DeviceCodeRanges &Into) : SM(SM), Into(Into) {}
  bool HandleTopLevelDecl(DeclGroupRef Group) override {
    for (Decl *D : Group)
      if (isReportable(D->getLocation(), SM))
        TraverseDecl(D);
    return true;
  }

private:
  // Statements can declare classes with device code; expressions hold lambdas at most, whose errors
  // are those of the function around them.
  bool TraverseStmt(Stmt *S) override { return !S || isa<Expr>(S) || AstVisitor::TraverseStmt(S); }
  bool VisitFunctionDecl(FunctionDecl *F) override {
    bool IsDevice = F->hasAttr<CUDAGlobalAttr>() ||
                    (F->hasAttr<CUDADeviceAttr>() && !F->getAttr<CUDADeviceAttr>()->isImplicit());
    if (IsDevice && F->doesThisDeclarationHaveABody()) {
      SourceLocation Begin = SM.getFileLoc(F->getBeginLoc()), End = SM.getFileLoc(F->getEndLoc());
      if (auto Entry = SM.getFileEntryRefForID(SM.getFileID(Begin)))
        Into[Entry->getName().str()].push_back({SM.getFileOffset(Begin), SM.getFileOffset(End)});
    }
    return true;
  }

  const SourceManager &SM;
  DeviceCodeRanges &Into;
};

/// What is wanted of a parse besides findings; null for what is not.
struct WantedFacts {
  std::optional<UnitSummary> *Summary = nullptr;
  bool WithShimUses = false;
  std::optional<SourceDump> *Dump = nullptr;
  bool WithProofs = false;
  FileOperators *Operators = nullptr;
  DeviceCodeRanges *DeviceCode = nullptr;
};

/// Runs the checks on the AST, then \p AtEnd while places of the source can still be reported.
class CheckAction : public ASTFrontendAction {
public:
  CheckAction(tidy::ClangTidyASTConsumerFactory &Factory, uint32_t GeneratedBegin,
              std::set<std::string> &Missing, ParseBudget &Budget, WantedFacts Wanted,
              llvm::function_ref<void(const SourceManager &)> AtEnd)
      : Factory(Factory), GeneratedBegin(GeneratedBegin), Missing(Missing), Budget(Budget),
        Wanted(Wanted), AtEnd(AtEnd) {}

protected:
  void EndSourceFileAction() override { AtEnd(getCompilerInstance().getSourceManager()); }
  std::unique_ptr<ASTConsumer> CreateASTConsumer(CompilerInstance &Compiler,
                                                 StringRef File) override {
    Preprocessor &PP = Compiler.getPreprocessor();
    PP.addPPCallbacks(
        std::make_unique<MissingHeaders>(Compiler.getSourceManager(), Missing, Budget));
    PP.setTokenWatcher([this](const Token &) { Budget.token(); });
    std::vector<std::unique_ptr<ASTConsumer>> Consumers;
    Consumers.push_back(std::make_unique<InputScope>(Compiler.getSourceManager(), GeneratedBegin,
                                                     *FindingSink::current()));
    if (Wanted.DeviceCode)
      Consumers.push_back(
          std::make_unique<DeviceCode>(Compiler.getSourceManager(), *Wanted.DeviceCode));
    if (Wanted.Dump)
      Consumers.push_back(std::make_unique<FactsConsumer>(*Wanted.Dump, Wanted.WithProofs));
    if (Wanted.Operators)
      Consumers.push_back(std::make_unique<OperatorCollector>(*Wanted.Operators));
    Consumers.push_back(std::make_unique<MatcherScope>());
    Consumers.push_back(Factory.createASTConsumer(Compiler, File));
    Consumers.push_back(std::make_unique<WholeScope>());
    if (Wanted.Summary)
      Consumers.push_back(std::make_unique<SummaryWriter>(*Wanted.Summary, Wanted.WithShimUses));
    return std::make_unique<MultiplexConsumer>(std::move(Consumers));
  }
  void ExecuteAction() override {
    CompilerInstance &Compiler = getCompilerInstance();
    if (!Compiler.hasPreprocessor())
      return;
    Compiler.createSema(getTranslationUnitKind(), nullptr);
    Compiler.getSema().TemplateInstCallbacks.push_back(
        std::make_unique<InstantiationCounter>(Budget));
    ASTFrontendAction::ExecuteAction();
  }

private:
  tidy::ClangTidyASTConsumerFactory &Factory;
  uint32_t GeneratedBegin;
  std::set<std::string> &Missing;
  ParseBudget &Budget;
  WantedFacts Wanted;
  llvm::function_ref<void(const SourceManager &)> AtEnd;
};

/// What one parse gave.
struct Round {
  std::vector<ParseError> Errors;
  /// How many of the errors, from the first on, are reported as findings.
  size_t Explained = 0;
  std::set<std::string> MissingHeaders;
  std::vector<Finding> Findings;
  unsigned Suppressed = 0;
  std::optional<UnitSummary> Summary;
  std::optional<SourceDump> Facts;
  FileOperators Operators;
};

/// The macros that a project's build for torch defines, as far as its source and headers tell: code
/// that is compiled with and without torch says so by a macro of its own.
std::vector<std::string> buildMacros(llvm::ArrayRef<SourceScan> Scans) {
  std::set<std::string> Asked, Defined;
  for (const SourceScan &Of : Scans) {
    Asked.insert(Of.AskedMacros.begin(), Of.AskedMacros.end());
    Defined.insert(Of.DefinedMacros.begin(), Of.DefinedMacros.end());
  }
  std::vector<std::string> Macros;
  for (const std::string &Macro : Asked) {
    StringRef Name = Macro;
    llvm::SmallVector<StringRef, 8> Words;
    Name.split(Words, '_');
    bool NamesTorch = llvm::any_of(Words, [](StringRef Word) {
      return Word == "ATEN" || Word == "TORCH" || Word == "PYTORCH";
    });
    if (NamesTorch && Words.size() > 1 && Words.front() != "TORCH" && Words.front() != "AT" &&
        !Defined.count(Macro))
      Macros.push_back(Macro);
  }
  return Macros;
}

class UnitAnalysis {
public:
  UnitAnalysis(const TranslationUnit &Unit, const CheckSettings &Settings,
               const HeaderOptions &Headers)
      : Unit(Unit), Settings(Settings), Checks(Settings.Checks), Headers(Headers),
        Text(withoutLineDirectives(Unit.Main->text())) {
    Result.SourceDialect = detectDialect(Text);
    MainPath = (SourceDirectory + "/" + Unit.Name).str();
    Command = recordedCommand(Text);
    Scan = scanSource(Text);
    if (Result.SourceDialect.Kind == SourceKind::Other && Scan.UsesTorch && !Scan.DefinesTorch) {
      std::vector<SourceScan> Scans = {Scan};
      for (const IncludableFile &File : Unit.Includable)
        Scans.push_back(scanSource(File.Text->text()));
      IsCustomOperator = llvm::none_of(Scans, [](const SourceScan &Of) { return Of.DefinesTorch; });
      if (IsCustomOperator)
        BuildMacros = buildMacros(Scans);
    }
    StringRef Extension = llvm::sys::path::extension(Unit.Name);
    IsCuda = Result.SourceDialect.Kind == SourceKind::Other &&
             (Extension == ".cu" || Extension == ".hip");
    // Real headers of torch need those of the CUDA toolkit and its compiler.
    if (IsCuda)
      this->Headers.TorchInclude.clear();
  }

  TranslationUnitResult run();

private:
  /// Parses, repairs and parses again until nothing is left to repair.
  void parseUntilClean();
  Round parse();
  std::shared_ptr<CompilerInvocation> makeInvocation(DiagnosticsEngine &Diags,
                                                     IntrusiveRefCntPtr<llvm::vfs::FileSystem> FS);
  IntrusiveRefCntPtr<llvm::vfs::OverlayFileSystem> makeFileSystem();
  void declareShims();
  /// Reports what the repairs and the errors of this parse tell of the generated code, the way
  /// checks report, so that NOLINT counts.
  /// \returns how many errors are explained by it, from the first on.
  size_t reportGeneratedCodeErrors(const std::vector<ParseError> &Errors,
                                   tidy::ClangTidyContext &Context, const SourceManager &SM);
  /// Whether torch generated the source, as opposed to a custom operator that a person wrote.
  bool madeByTorch() const;
  void reportErrors();
  /// Tells of errors in the source of custom operators that come of headers which are nowhere to be
  /// found. The analysis is as complete as it can be without them. \returns whether that is so.
  bool reportUnknownNames(size_t Explained);
  void reportIncomplete(Location At, std::string Message, std::vector<FindingNote> Notes = {});
  Location mainLocation(uint32_t Begin, uint32_t End) const { return {Unit.Main, Begin, End}; }
  Location errorLocation(const ParseError &Error) const;

  const TranslationUnit &Unit;
  const CheckSettings &Settings;
  /// Without those that crashed.
  std::string Checks;
  HeaderOptions Headers;
  std::string MainPath;
  /// The main file as clang gets it: the original with repairs of the same length.
  std::string Text;
  RecordedCommand Command;
  SourceScan Scan;
  /// Macros that a project's build for torch defines, so far as its sources tell.
  std::vector<std::string> BuildMacros;
  /// Whether it is the source of custom operators, or of something else that uses torch's C++
  /// interface.
  bool IsCustomOperator = false;
  /// Whether it is written in CUDA: its device code is parsed as far as it can be.
  bool IsCuda = false;
  std::string UndeclaredText;
  /// Stands for the copy of cpp_prefix.h that a source includes under the name of its hash.
  std::string PrefixForward;
  std::vector<std::string> UndeclaredShims;
  std::map<std::string, SourceTextPtr> FilesByPath;
  std::vector<SourceRepair> Repairs;
  /// On the heap, so that the name of the running check outlives the stack of a thread that
  /// crashed.
  std::unique_ptr<FindingSink> Sink;
  /// On the heap for the same reason.
  std::unique_ptr<ParseBudget> Budget;
  Round Last;
  TranslationUnitResult Result;
};

std::string invalidMessage(const ParseError &Error) {
  return "the generated code is not valid C++: " + Error.Message +
         "; compile the model again with another torch release, or undo the edit of this file";
}

IntrusiveRefCntPtr<llvm::vfs::OverlayFileSystem> UnitAnalysis::makeFileSystem() {
  SourceFileSystem Sources;
  FilesByPath.clear();
  Sources.add(MainPath, Text);
  FilesByPath[MainPath] = Unit.Main;
  for (const auto *Files : {&Unit.Includable, &Unit.Companions})
    for (const IncludableFile &File : *Files) {
      llvm::SmallString<128> Path(SourceDirectory);
      llvm::sys::path::append(Path, File.Name);
      llvm::sys::path::remove_dots(Path, /*remove_dot_dot=*/true);
      if (Path == MainPath || !FilesByPath.try_emplace(Path.str().str(), File.Text).second)
        continue;
      Sources.add(Path, File.Text->text());
    }
  PrefixForward = Headers.TorchInclude.empty()
                      ? "#include <torch/csrc/inductor/cpp_prefix.h>\n"
                      : "#include \"" + kernelPrefixHeader(Headers.TorchInclude) + "\"\n";
  for (const IncludeDirective &Include : Scan.Includes)
    if (!Include.Angled && isHashNamedPrefix(Include.Name))
      Sources.add(Include.Name, PrefixForward);
  Sources.add(UndeclaredHeader, UndeclaredText);

  auto Overlay = llvm::makeIntrusiveRefCnt<llvm::vfs::OverlayFileSystem>(
      Headers.TorchInclude.empty()
          ? IntrusiveRefCntPtr<llvm::vfs::FileSystem>(makePreludeFileSystem())
          : makeRealHeaderFileSystem(Headers));
  Overlay->pushOverlay(Sources.FS);
  Overlay->setCurrentWorkingDirectory(SourceDirectory);
  return Overlay;
}

std::shared_ptr<CompilerInvocation>
UnitAnalysis::makeInvocation(DiagnosticsEngine &Diags,
                             IntrusiveRefCntPtr<llvm::vfs::FileSystem> FS) {
  std::vector<std::string> Arguments;
  for (const std::string &Definition : sourceDefinitions(Command, Result.SourceDialect))
    Arguments.push_back("-D" + Definition);
  // Newer headers need the newer standard, and generated code of any release is valid in it.
  std::string Standard =
      StringRef(Command.Standard).ends_with("23") ? "c++23" : PreludeStandard.str();

  for (const std::string &Directory : Unit.IncludeDirectories)
    Arguments.push_back(("-I" + SourceDirectory + "/" + Directory).str());
  for (const std::string &Macro : BuildMacros)
    Arguments.push_back("-D" + Macro);
  if (!Headers.TorchInclude.empty())
    return makeRealHeaderInvocation(MainPath, Standard, Arguments, Headers, Diags, FS);

  std::vector<std::string> All =
      preludeArguments(Standard, IsCuda ? SourceLanguage::Cuda : SourceLanguage::Cxx,
                       IsCustomOperator ? PreludePart::Operators : PreludePart::Standard);
  All.insert(All.end(), {"-include", UndeclaredHeader.str()});
  if (IsCustomOperator && IsCuda)
    All.push_back("-DAOTI_OPERATOR_SOURCE");
  else if (IsCustomOperator)
    All.insert(All.end(), {"-include", (PreludeDirectory + "/" + OperatorHeader).str()});
  llvm::append_range(All, Arguments);
  if (Result.SourceDialect.Kind == SourceKind::Other)
    for (StringRef Argument : Headers.ExtraArguments)
      if (Argument.starts_with("-D") || Argument.starts_with("-U"))
        All.push_back(Argument.str());
  All.push_back(MainPath);
  std::vector<const char *> Pointers;
  for (const std::string &Argument : All)
    Pointers.push_back(Argument.c_str());
  auto Invocation = std::make_shared<CompilerInvocation>();
  CompilerInvocation::CreateFromArgs(*Invocation, Pointers, Diags);
  return Invocation;
}

Round UnitAnalysis::parse() {
  Round R;
  tidy::ClangTidyGlobalOptions Global;
  tidy::ClangTidyOptions Options = tidy::ClangTidyOptions::getDefaults();
  Options.Checks = Checks;
  for (const auto &[Name, Value] : Settings.Options)
    Options.CheckOptions[Name] = StringRef(Value);
  Options.HeaderFilterRegex = "";
  auto Context = std::make_unique<tidy::ClangTidyContext>(
      std::make_unique<tidy::DefaultOptionsProvider>(Global, Options));
  tidy::ClangTidyDiagnosticConsumer Consumer(*Context, nullptr, /*RemoveIncompatibleErrors=*/false);
  ErrorCollector Collector(Consumer);
  auto DiagOpts = std::make_unique<DiagnosticOptions>();
  auto Diags =
      llvm::makeIntrusiveRefCnt<DiagnosticsEngine>(DiagnosticIDs::create(), *DiagOpts, &Collector,
                                                   /*ShouldOwnClient=*/false);
  // The findings of checks are warnings too, but not built-in ones.
  Diags->setSeverityForAll(diag::Flavor::WarningOrError, diag::Severity::Ignored);
  Context->setDiagnosticsEngine(std::move(DiagOpts), Diags.get());

  auto FS = makeFileSystem();
  std::shared_ptr<CompilerInvocation> Invocation = makeInvocation(*Diags, FS);
  if (!Invocation) {
    R.Errors = std::move(Collector.Errors);
    return R;
  }
  Invocation->getFrontendOpts().SkipFunctionBodies = true; // where InputScope says so
  Invocation->getDiagnosticOpts().ShowCarets =
      false; // else it prints how many diagnostics there were
  Invocation->getPreprocessorOpts().DisablePragmaDebugCrash = true;
  CompilerInstance Compiler(Invocation);
  Compiler.setVirtualFileSystem(FS);
  Compiler.setDiagnostics(Diags);
  Compiler.createFileManager();
  Compiler.createSourceManager();

  Sink = std::make_unique<FindingSink>([this](StringRef FileName) -> SourceTextPtr {
    auto Found = FilesByPath.find(FileName.str());
    return Found == FilesByPath.end() ? nullptr : Found->second;
  });
  DeviceCodeRanges DeviceCode;
  {
    FindingSink::Scope Scope(*Sink);
    OperatorIndex::Scope Index(Unit.Operators);
    tidy::ClangTidyASTConsumerFactory Factory(*Context);
    Budget = std::make_unique<ParseBudget>(!Headers.TorchInclude.empty(), Unit.Main->text().size());
    auto AtEnd = [&](const SourceManager &SM) {
      R.Explained = reportGeneratedCodeErrors(Collector.Errors, *Context, SM);
    };
    WantedFacts Wanted{Result.SourceDialect.Kind == SourceKind::Wrapper ? &R.Summary : nullptr,
                       Unit.NeedsShimUses,
                       Unit.DumpFacts ? &R.Facts : nullptr,
                       Unit.ProveAccesses,
                       Unit.CollectOperators ? &R.Operators : nullptr,
                       IsCuda ? &DeviceCode : nullptr};
    CheckAction Action(Factory, Result.SourceDialect.GeneratedBegin, R.MissingHeaders, *Budget,
                       Wanted, AtEnd);
    Compiler.ExecuteAction(Action);
  }
  R.Errors = std::move(Collector.Errors);
  llvm::erase_if(R.Errors, [&](const ParseError &Error) {
    auto Found = DeviceCode.find(Error.FileName);
    return Found != DeviceCode.end() && llvm::any_of(Found->second, [&](auto Range) {
             return Range.first <= Error.Offset && Error.Offset <= Range.second;
           });
  });
  // What a check tells of, in its own words, is no gap in the analysis.
  llvm::erase_if(R.Errors, [&](const ParseError &Error) {
    return Error.FileName == MainPath && Sink->explains(Error.Offset);
  });

  // What clang-tidy let through, by what identifies it there.
  std::set<std::tuple<std::string, unsigned, std::string>> Passed;
  for (const tidy::ClangTidyError &Error : Consumer.take())
    Passed.insert({Error.DiagnosticName, Error.Message.FileOffset, Error.Message.Message});
  std::set<std::tuple<std::string, unsigned, std::string>> Suppressed;
  for (Finding &F : Sink->Findings) {
    std::tuple<std::string, unsigned, std::string> Key{F.Rule, F.At.Begin, F.Message};
    if (Passed.count(Key))
      R.Findings.push_back(std::move(F));
    else
      Suppressed.insert(Key);
  }
  R.Suppressed = static_cast<unsigned>(Suppressed.size());
  return R;
}

void UnitAnalysis::declareShims() { UndeclaredText = shimDeclarations(UndeclaredShims); }

void UnitAnalysis::parseUntilClean() {
  std::set<std::string> Known;
  if (Headers.TorchInclude.empty()) {
    llvm::StringSet<> Declared;
    for (const IncludableFile &File : Unit.Includable)
      addShimNames(File.Text->text(), Declared);
    UndeclaredShims = undeclaredShims(Scan, Declared);
    Known.insert(UndeclaredShims.begin(), UndeclaredShims.end());
  }
  declareShims();

  for (unsigned I = 0; I < MaxRounds; ++I) {
    Last = parse();
    bool Changed = false;
    for (const ParseError &Error : Last.Errors) {
      if (StringRef Name = undeclaredShim(Error);
          !Name.empty() && Known.insert(Name.str()).second) {
        UndeclaredShims.push_back(Name.str());
        Changed = true;
      } else if (Error.FileName == MainPath && madeByTorch()) {
        if (std::optional<SourceRepair> Repair = findRepair(Text, Error)) {
          Text.replace(Repair->Begin, Repair->End - Repair->Begin, Repair->Replacement);
          Repairs.push_back(std::move(*Repair));
          Changed = true;
        }
      }
    }
    // Only the first error can be trusted to stand where the fault is.
    if (!Changed && !Last.Errors.empty() && Last.Errors.front().FileName == MainPath &&
        madeByTorch()) {
      const ParseError &First = Last.Errors.front();
      if (std::optional<SourceRepair> Repair = findSemicolonRepair(Text, First)) {
        Text.replace(Repair->Begin, Repair->End - Repair->Begin, Repair->Replacement);
        Repair->Begin = Repair->End = First.Offset;
        Repair->Message = invalidMessage(First);
        Repairs.push_back(std::move(*Repair));
        Changed = true;
      }
    }
    if (!Changed)
      return;
    declareShims();
  }
}

Location UnitAnalysis::errorLocation(const ParseError &Error) const {
  auto Found = FilesByPath.find(Error.FileName);
  if (Found == FilesByPath.end())
    return mainLocation(0, 0);
  return {Found->second, Error.Offset, Error.Offset};
}

void UnitAnalysis::reportIncomplete(Location At, std::string Message,
                                    std::vector<FindingNote> Notes) {
  Result.Incomplete = true;
  Finding F;
  F.Rule = IncompleteRule.str();
  F.Level = Severity::Error;
  F.At = std::move(At);
  F.Message = std::move(Message);
  F.Notes = std::move(Notes);
  Result.Findings.push_back(std::move(F));
}

size_t UnitAnalysis::reportGeneratedCodeErrors(const std::vector<ParseError> &Errors,
                                               tidy::ClangTidyContext &Context,
                                               const SourceManager &SM) {
  constexpr llvm::StringLiteral Rule = "aoti-generated-code-error";
  auto Report = [&](uint32_t Begin, uint32_t End, const std::string &Message) {
    if (!Context.isCheckEnabled(Rule))
      return;
    Finding F;
    F.Rule = Rule.str();
    F.Level = Severity::Error;
    F.At = mainLocation(Begin, End);
    F.Message = Message;
    Sink->add(std::move(F));
    SourceLocation At = SM.getLocForStartOfFile(SM.getMainFileID()).getLocWithOffset(Begin);
    Context.diag(Rule, At, "%0") << Message;
  };
  for (const SourceRepair &Repair : Repairs)
    Report(Repair.Begin, Repair.End, Repair.Message);
  // Only the first error can be trusted to stand where the fault is; those behind it may follow
  // from it.
  if (Errors.empty() || Errors.front().FileName != MainPath || !madeByTorch() ||
      !isSyntaxError(Text, Errors.front()))
    return 0;
  const ParseError &First = Errors.front();
  Report(First.Offset, First.Offset, invalidMessage(First));
  return 1;
}

bool UnitAnalysis::reportUnknownNames(size_t Explained) {
  std::vector<std::string> Missing;
  llvm::copy_if(Last.MissingHeaders, std::back_inserter(Missing),
                [](StringRef Name) { return !isTorchHeader(Name); });
  if (!IsCustomOperator || Missing.empty())
    return false;
  for (size_t I = Explained; I < Last.Errors.size(); ++I)
    if (Last.Errors[I].FileName == MainPath && isTruncation(Text, Last.Errors[I]))
      return false;
  const ParseError &First = Last.Errors[Explained];
  size_t Count = Last.Errors.size() - Explained;
  Result.Notes.push_back(
      {errorLocation(First), (Count == 1 ? std::string("one place uses what")
                                         : std::to_string(Count) + " places use what") +
                                 " unknown headers declare, the first one here (" + First.Message +
                                 "); what is done there is not judged; headers are looked for in "
                                 "the project, up to the folder with '.git', "
                                 "'setup.py' or 'pyproject.toml': give other folders with "
                                 "'--extra-arg=-IDIR', or '-p BUILD'"});
  return true;
}

bool UnitAnalysis::madeByTorch() const {
  return !IsCustomOperator || llvm::any_of(Scan.Includes, [](const IncludeDirective &Include) {
    return StringRef(Include.Name).starts_with("torch/csrc/inductor/");
  });
}

void UnitAnalysis::reportErrors() {
  size_t Explained = Last.Explained;
  if (Last.Errors.size() <= Explained)
    return;
  const ParseError &Shown = Last.Errors[Explained];
  if (reportUnknownNames(Explained))
    return;
  std::vector<FindingNote> Notes;
  for (size_t I = Explained + 1; I < Last.Errors.size() && I <= Explained + MaxListedErrors; ++I)
    Notes.push_back({errorLocation(Last.Errors[I]), Last.Errors[I].Message});
  std::string Message;
  if (Shown.FileName == MainPath && isTruncation(Text, Shown))
    Message = "the file ends too early (" + Shown.Message +
              "), so the analysis is incomplete; extract or build the package again";
  else
    Message = "cannot parse this source in full (" + Shown.Message +
              (FilesByPath.count(Shown.FileName) || Shown.FileName.empty()
                   ? ""
                   : ", in '" + Shown.FileName + "'") +
              "), so the analysis is incomplete; try '--torch=DIR' with the headers of the torch " +
              (madeByTorch() ? "that made it" : "it is built against");
  size_t More = Last.Errors.size() - Explained - 1;
  if (More > MaxListedErrors)
    Message += "; " + std::to_string(More) + " more errors follow";
  reportIncomplete(errorLocation(Shown), Message, std::move(Notes));
}

TranslationUnitResult UnitAnalysis::run() {
  switch (Result.SourceDialect.Kind) {
  case SourceKind::UnsupportedWrapper:
    reportIncomplete(mainLocation(0, 0), "wrappers of torch before 2.6 are not supported; compile "
                                         "the model again with torch 2.6 or newer");
    return std::move(Result);
  case SourceKind::JitWrapper:
    reportIncomplete(mainLocation(0, 0), "this is a C++ wrapper of torch.compile, not of an "
                                         "AOTInductor package; it is not analysed");
    return std::move(Result);
  case SourceKind::Other:
    if (Unit.IsWrapper) {
      reportIncomplete(mainLocation(0, 0),
                       "this file is named like a wrapper and defines no model, so there is "
                       "nothing to analyse in it; extract or build the package again");
      return std::move(Result);
    }
    break;
  default:
    break;
  }

  enableCrashRecovery();
  std::set<std::string> Crashed;
  while (true) {
    llvm::CrashRecoveryContext Recovery;
    SignalStack ForSignals;
    bool Whole = Recovery.RunSafelyOnThread(
        [this, &ForSignals] {
          ForSignals.use();
          parseUntilClean();
          SignalStack::leave();
        },
        StackBytes);
    if (Whole)
      break;
    if (Budget && !Budget->exceeded().empty()) {
      (void)Sink.release();
      Last = Round();
      reportIncomplete(mainLocation(0, 0),
                       "this source was not analysed because parsing it takes " +
                           Budget->exceeded() +
                           "; no generated code needs that: look at what the file really is");
      return std::move(Result);
    }
    // What the crashed thread owned is lost; what is kept here is made anew by the next try.
    std::string Check = Sink ? Sink->RunningCheck : "";
    (void)Sink.release();
    Last = Round();
    UndeclaredShims.clear();
    if (Check.empty() || !Crashed.insert(Check).second) {
      reportIncomplete(
          mainLocation(0, 0),
          "clang crashed on this source, so it was not analysed; please report this with the file");
      return std::move(Result);
    }
    Checks += ",-" + Check;
    reportIncomplete(
        mainLocation(0, 0),
        "the check '" + Check +
            "' crashed on this source, so its findings are missing; the other checks ran; please "
            "report this with the file, and use '--checks=-" +
            Check + "' until then");
  }

  reportErrors();
  std::move(Last.Findings.begin(), Last.Findings.end(), std::back_inserter(Result.Findings));
  Result.Suppressed = Last.Suppressed;
  if (!Result.Incomplete)
    Result.Summary = std::move(Last.Summary);
  Result.Facts = std::move(Last.Facts);
  Result.Operators = std::move(Last.Operators);
  auto Name = [this](OperatorPlace &At) {
    if (auto Found = FilesByPath.find(At.File); Found != FilesByPath.end())
      At.File = Found->second->file().str();
  };
  for (SchemaRecord &Record : Result.Operators.Schemas)
    Name(Record.At);
  for (KernelRecord &Record : Result.Operators.Kernels)
    Name(Record.At);
  for (const std::string &Name : Last.MissingHeaders) {
    if (IsCustomOperator && isTorchHeader(Name))
      continue;
    Location At = mainLocation(0, 0);
    for (const IncludeDirective &Include : Scan.Includes)
      if (Include.Name == Name)
        At = mainLocation(Include.Begin, Include.End);
    Result.Notes.push_back({At, "the header '" + Name + "' is not known and was taken as empty"});
  }
  llvm::sort(Result.Notes, [](const AnalysisNote &A, const AnalysisNote &B) {
    return std::tie(A.At.Begin, A.Message) < std::tie(B.At.Begin, B.Message);
  });
  return std::move(Result);
}

} // namespace

TranslationUnitResult analyseTranslationUnit(const TranslationUnit &Unit,
                                             const CheckSettings &Settings,
                                             const HeaderOptions &Headers) {
  return UnitAnalysis(Unit, Settings, Headers).run();
}

} // namespace aoti
