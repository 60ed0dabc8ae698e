#include "Facts/ParserErrors.h"

using namespace clang;

namespace aoti {

static thread_local ParserErrors *Current = nullptr;

ParserErrors::ParserErrors() : Outer(Current) { Current = this; }

ParserErrors::~ParserErrors() { Current = Outer; }

bool ParserErrors::anyIn(SourceRange Where, const SourceManager &SM) {
  if (!Current || Where.isInvalid())
    return false;
  auto [BeginFile, Begin] = SM.getDecomposedLoc(SM.getFileLoc(Where.getBegin()));
  auto [EndFile, End] = SM.getDecomposedLoc(SM.getFileLoc(Where.getEnd()));
  if (BeginFile != SM.getMainFileID() || EndFile != BeginFile)
    return false;
  auto It = Current->Offsets.lower_bound(Begin);
  return It != Current->Offsets.end() && *It <= End;
}

} // namespace aoti
