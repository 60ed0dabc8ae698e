//===- AotiCheck.h - base class of the checks on C++ sources ------*- C++ -*-===//
//
// A check is a clang-tidy check that reports CodeFindings: the diagnostic goes the
// usual way (NOLINT, filters, fix-its, plugin), and what a diagnostic cannot carry
// goes to the FindingSink of the running analysis, to be joined afterwards.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "Finding/Finding.h"
#include "clang-tidy/ClangTidyCheck.h"
#include "clang/Basic/SourceLocation.h"
#include <functional>
#include <string>
#include <utility>
#include <vector>

namespace clang {
class Preprocessor;
}

namespace aoti {

/// A place in a translation unit with what it is.
struct CodeNote {
  /// A range of characters; `charRange()` makes one from tokens.
  clang::CharSourceRange At;
  std::string Message;
};

/// A set of fix-its that belong together.
struct CodeFix {
  std::string Description;
  std::vector<clang::FixItHint> Edits;
  bool Safe = true;
};

/// A finding in terms of a translation unit.
struct CodeFinding {
  Severity Level = Severity::Warning;
  clang::CharSourceRange At;
  /// Lower case, without a full stop: what is wrong, what makes it fail, what to do.
  std::string Message;
  std::vector<CodeNote> Notes;
  std::vector<CodeNote> Flow;
  std::vector<CodeFix> Fixes;
};

/// Collects the findings of one translation unit in full, suppressed ones too.
class FindingSink {
public:
  /// Gives the text of a file as the file system of the translation unit names it; null for files
  /// that are not part of the input (the prelude, real headers).
  using Resolver = std::function<SourceTextPtr(llvm::StringRef FileName)>;

  explicit FindingSink(Resolver Resolve) : Resolve(std::move(Resolve)) {}

  /// \returns the finding with its places resolved; its location is invalid if it lies in none of
  /// the input's files.
  Finding convert(llvm::StringRef Rule, const CodeFinding &F, const clang::SourceManager &SM,
                  const clang::LangOptions &Lang) const;
  void add(Finding F) { Findings.push_back(std::move(F)); }

  /// Says that an error of the parser in these bytes of the main file is what a finding is about,
  /// so that the analysis is complete in spite of it.
  void explain(uint32_t Begin, uint32_t End) { Explained.emplace_back(Begin, End); }
  /// Whether the place of an error was explained.
  bool explains(uint32_t Offset) const;

  std::vector<Finding> Findings;
  /// The translation unit, once all of it is parsed.
  clang::ASTContext *Unit = nullptr;
  /// The check whose code is running, for the report of a crash; empty outside of checks.
  std::string RunningCheck;

  /// The sink of the translation unit that this thread analyses; null in the plugin.
  static FindingSink *current();

  /// Makes a sink the current one of this thread for its lifetime.
  class Scope {
  public:
    explicit Scope(FindingSink &Sink);
    ~Scope();
    Scope(const Scope &) = delete;
    Scope &operator=(const Scope &) = delete;

  private:
    FindingSink *Previous;
  };

private:
  Resolver Resolve;
  std::vector<std::pair<uint32_t, uint32_t>> Explained;
};

class AotiCheck : public clang::tidy::ClangTidyCheck {
public:
  AotiCheck(llvm::StringRef Name, clang::tidy::ClangTidyContext *Context);

  bool isLanguageVersionSupported(const clang::LangOptions &Lang) const override {
    return Lang.CPlusPlus;
  }

  /// Prepares a translation unit before it is parsed, once for each check that runs on it. \returns
  /// whether it is to be analysed.
  using UnitHook = bool (*)(clang::Preprocessor &);
  /// Set by the plugin; the tool has a front end for that.
  static void setUnitHook(UnitHook Hook);

  /// Has the unit prepared, then calls \c preprocess.
  void registerPPCallbacks(const clang::SourceManager &SM, clang::Preprocessor *PP,
                           clang::Preprocessor *Expander) final;
  /// Notes the running check, then calls \c checkMatch.
  void check(const clang::ast_matchers::MatchFinder::MatchResult &Result) final;

protected:
  /// For checks that follow the preprocessor, before the unit is parsed.
  virtual void preprocess(const clang::SourceManager &SM, clang::Preprocessor &PP) {}
  virtual void checkMatch(const clang::ast_matchers::MatchFinder::MatchResult &Result) = 0;

  /// Whether the source is one that is analysed at all.
  bool isAnalysed() const { return Analysed; }
  /// The name under which the check was registered.
  llvm::StringRef ruleName() const { return Name; }

  void report(const CodeFinding &F, const clang::ASTContext &Context);
  /// Marks what clang refuses in a range of the main file as told by a finding of this check.
  void explainErrors(clang::SourceRange Tokens, const clang::ASTContext &Context);

private:
  std::string Name;
  bool Analysed = true;
};

/// The characters that a range of tokens covers, at the place where the code is spelled in the
/// file: an argument of a macro stays where it was written, anything else of a macro is its
/// expansion.
clang::CharSourceRange charRange(clang::SourceRange Tokens, const clang::ASTContext &Context);

/// Whether a place lies in text that findings are about: the main file, or a header that is not a
/// system header.
bool isReportable(clang::SourceLocation At, const clang::SourceManager &SM);

} // namespace aoti
