#include "Finding/AotiCheck.h"
#include "clang/AST/ASTContext.h"
#include "clang/Lex/Lexer.h"

namespace aoti {

static thread_local FindingSink *CurrentSink = nullptr;

FindingSink *FindingSink::current() { return CurrentSink; }

FindingSink::Scope::Scope(FindingSink &Sink) : Previous(CurrentSink) { CurrentSink = &Sink; }
FindingSink::Scope::~Scope() { CurrentSink = Previous; }

Finding FindingSink::convert(llvm::StringRef Rule, const CodeFinding &F,
                             const clang::SourceManager &SM, const clang::LangOptions &Lang) const {
  auto Convert = [&](clang::CharSourceRange Range) {
    Location At;
    clang::CharSourceRange Chars = clang::Lexer::makeFileCharRange(Range, SM, Lang);
    if (Chars.isInvalid()) {
      clang::SourceLocation Begin = SM.getFileLoc(Range.getBegin());
      Chars = clang::CharSourceRange::getCharRange(Begin, Begin);
    }
    auto [File, Begin] = SM.getDecomposedLoc(Chars.getBegin());
    auto Entry = SM.getFileEntryRefForID(File);
    if (!Entry)
      return At;
    At.Source = Resolve(Entry->getName());
    At.Begin = Begin;
    At.End = std::max(Begin, SM.getFileOffset(Chars.getEnd()));
    return At;
  };
  auto ConvertNotes = [&](const std::vector<CodeNote> &Notes, auto &Out) {
    for (const CodeNote &N : Notes)
      if (Location At = Convert(N.At); At.isValid())
        Out.push_back({std::move(At), N.Message});
  };

  Finding Result;
  Result.Rule = Rule.str();
  Result.Level = F.Level;
  Result.Message = F.Message;
  Result.At = Convert(F.At);
  ConvertNotes(F.Notes, Result.Notes);
  ConvertNotes(F.Flow, Result.Flow);
  for (const CodeFix &Given : F.Fixes) {
    Fix Converted{Given.Description, {}, Given.Safe};
    bool Whole = true;
    for (const clang::FixItHint &Hint : Given.Edits) {
      clang::CharSourceRange Range = Hint.RemoveRange;
      Location At = Convert(Range);
      Whole &= At.isValid();
      Converted.Edits.push_back({std::move(At), Hint.CodeToInsert});
    }
    if (Whole)
      Result.Fixes.push_back(std::move(Converted));
  }
  return Result;
}

bool FindingSink::explains(uint32_t Offset) const {
  for (auto [Begin, End] : Explained)
    if (Offset >= Begin && Offset < End)
      return true;
  return false;
}

AotiCheck::AotiCheck(llvm::StringRef Name, clang::tidy::ClangTidyContext *Context)
    : ClangTidyCheck(Name, Context), Name(Name) {}

static AotiCheck::UnitHook PrepareUnit = nullptr;

void AotiCheck::setUnitHook(UnitHook Hook) { PrepareUnit = Hook; }

void AotiCheck::registerPPCallbacks(const clang::SourceManager &SM, clang::Preprocessor *PP,
                                    clang::Preprocessor *) {
  if (PrepareUnit)
    Analysed = PrepareUnit(*PP);
  preprocess(SM, *PP);
}

void AotiCheck::check(const clang::ast_matchers::MatchFinder::MatchResult &Result) {
  if (!Analysed)
    return;
  FindingSink *Sink = FindingSink::current();
  if (Sink)
    Sink->RunningCheck = Name;
  checkMatch(Result);
  if (Sink)
    Sink->RunningCheck.clear();
}

/// The first fix of a finding that is safe, or that is not; null if there is none.
static const CodeFix *firstFix(const CodeFinding &F, bool Safe) {
  for (const CodeFix &Offered : F.Fixes)
    if (Offered.Safe == Safe)
      return &Offered;
  return nullptr;
}

void AotiCheck::report(const CodeFinding &F, const clang::ASTContext &Context) {
  const clang::SourceManager &SM = Context.getSourceManager();
  clang::SourceLocation At = SM.getFileLoc(F.At.getBegin());
  if (FindingSink *Sink = FindingSink::current()) {
    Finding Whole = Sink->convert(Name, F, SM, Context.getLangOpts());
    if (Whole.At.isValid())
      Sink->add(std::move(Whole));
  }
  // The level stays a warning: clang-tidy does not let NOLINT suppress errors.
  {
    auto Builder = diag(At, "%0") << F.Message << F.At;
    if (const CodeFix *Safe = firstFix(F, true))
      for (const clang::FixItHint &Hint : Safe->Edits)
        Builder << Hint;
  }
  for (const CodeNote &N : F.Notes)
    diag(SM.getFileLoc(N.At.getBegin()), "%0", clang::DiagnosticIDs::Note) << N.Message;
  // A fix on a note waits for --fix-notes, as this one for the tool's --fix=all.
  if (const CodeFix *Other = firstFix(F, false); Other && !firstFix(F, true)) {
    auto Builder = diag(At, "%0", clang::DiagnosticIDs::Note)
                   << Other->Description + ", if that is what is meant";
    for (const clang::FixItHint &Hint : Other->Edits)
      Builder << Hint;
  }
}

void AotiCheck::explainErrors(clang::SourceRange Tokens, const clang::ASTContext &Context) {
  const clang::SourceManager &SM = Context.getSourceManager();
  clang::CharSourceRange Chars = charRange(Tokens, Context);
  auto [File, Begin] = SM.getDecomposedLoc(Chars.getBegin());
  if (FindingSink *Sink = FindingSink::current(); Sink && File == SM.getMainFileID())
    Sink->explain(Begin, SM.getFileOffset(Chars.getEnd()));
}

clang::CharSourceRange charRange(clang::SourceRange Tokens, const clang::ASTContext &Context) {
  const clang::SourceManager &SM = Context.getSourceManager();
  const clang::LangOptions &Lang = Context.getLangOpts();
  clang::CharSourceRange Chars =
      clang::Lexer::makeFileCharRange(clang::CharSourceRange::getTokenRange(Tokens), SM, Lang);
  if (Chars.isValid())
    return Chars;
  return clang::Lexer::getAsCharRange(SM.getExpansionRange(Tokens), SM, Lang);
}

bool isReportable(clang::SourceLocation At, const clang::SourceManager &SM) {
  At = SM.getFileLoc(At);
  return At.isValid() && !SM.isInSystemHeader(At) && !SM.isWrittenInBuiltinFile(At) &&
         !SM.isWrittenInCommandLineFile(At);
}

} // namespace aoti
