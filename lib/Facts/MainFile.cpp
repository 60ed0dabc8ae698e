#include "Facts/MainFile.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Lex/Lexer.h"

using namespace clang;

namespace aoti {

ByteRange mainFileBytes(SourceRange Tokens, const ASTContext &Context) {
  const SourceManager &SM = Context.getSourceManager();
  const LangOptions &Lang = Context.getLangOpts();
  CharSourceRange Chars =
      Lexer::makeFileCharRange(CharSourceRange::getTokenRange(Tokens), SM, Lang);
  if (Chars.isInvalid())
    Chars = Lexer::getAsCharRange(SM.getExpansionRange(Tokens), SM, Lang);
  auto [BeginFile, Begin] = SM.getDecomposedLoc(Chars.getBegin());
  auto [EndFile, End] = SM.getDecomposedLoc(Chars.getEnd());
  if (BeginFile != SM.getMainFileID() || EndFile != BeginFile || End < Begin)
    return {};
  return {Begin, End};
}

} // namespace aoti
