#include "Python/PythonNoLint.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/GlobPattern.h"

using llvm::StringRef;

namespace aoti {

PythonNoLint::PythonNoLint(const PythonTokens &Tokens, const SourceText &Source) {
  constexpr llvm::StringLiteral Word = "NOLINT";
  std::vector<Region> Open;
  for (const PythonToken &Token : Tokens.Tokens) {
    if (Token.Kind != PythonTokenKind::Comment)
      continue;
    unsigned Line = Source.position(Token.Begin).Line;
    StringRef Rest = Token.Text;
    for (size_t At = Rest.find(Word); At != StringRef::npos; At = Rest.find(Word)) {
      Rest = Rest.substr(At + Word.size());
      StringRef Kind = Rest.take_while([](char C) { return llvm::isAlpha(C); });
      Rest = Rest.substr(Kind.size());
      StringRef Rules;
      if (Rest.consume_front("("))
        std::tie(Rules, Rest) = Rest.split(')');
      if (Kind.empty())
        Regions.push_back({Line, Line, Rules});
      else if (Kind == "NEXTLINE")
        Regions.push_back({Line + 1, Line + 1, Rules});
      else if (Kind == "BEGIN")
        Open.push_back({Line, Line, Rules});
      else if (Kind == "END" && !Open.empty() && Open.back().Rules == Rules) {
        // A region without its end excuses nothing.
        Regions.push_back({Open.back().First, Line, Rules});
        Open.pop_back();
      }
    }
  }
}

bool PythonNoLint::suppresses(StringRef Rule, unsigned Line) const {
  return llvm::any_of(Regions, [&](const Region &R) {
    if (Line < R.First || Line > R.Last)
      return false;
    if (R.Rules.trim().empty())
      return true;
    // As in --checks, the last glob that matches decides.
    bool Excused = false;
    for (StringRef Glob : llvm::split(R.Rules, ',')) {
      Glob = Glob.trim();
      bool Excludes = Glob.consume_front("-");
      auto Pattern = llvm::GlobPattern::create(Glob);
      if (!Pattern)
        llvm::consumeError(Pattern.takeError());
      else if (Pattern->match(Rule))
        Excused = !Excludes;
    }
    return Excused;
  });
}

} // namespace aoti
