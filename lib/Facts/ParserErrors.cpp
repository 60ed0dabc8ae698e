#include "Facts/ParserErrors.h"

using namespace clang;

namespace aoti {

static thread_local ParserErrors *Current = nullptr;

ParserErrors::ParserErrors() : Outer(Current) { Current = this; }

ParserErrors::~ParserErrors() { Current = Outer; }

void ParserErrors::add(SourceLocation At, const SourceManager &SM) {
  auto [File, Offset] = SM.getDecomposedLoc(At);
  Places.insert({File.getHashValue(), Offset});
}

bool ParserErrors::anyIn(SourceRange Where, const SourceManager &SM) {
  if (!Current || Where.isInvalid())
    return false;
  auto [BeginFile, Begin] = SM.getDecomposedLoc(SM.getFileLoc(Where.getBegin()));
  auto [EndFile, End] = SM.getDecomposedLoc(SM.getFileLoc(Where.getEnd()));
  if (EndFile != BeginFile)
    return false;
  auto It = Current->Places.lower_bound({BeginFile.getHashValue(), Begin});
  return It != Current->Places.end() && It->first == BeginFile.getHashValue() && It->second <= End;
}

} // namespace aoti
