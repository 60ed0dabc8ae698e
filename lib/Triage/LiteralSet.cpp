#include "Triage/LiteralSet.h"
#include <cassert>
#include <deque>

using llvm::StringRef;

namespace aoti {

LiteralSet::LiteralSet(llvm::ArrayRef<StringRef> Literals) {
  for (StringRef Literal : Literals)
    for (char C : Literal)
      if (uint8_t &Of = Class[static_cast<unsigned char>(C)]; !Of)
        Of = static_cast<uint8_t>(Width++);
  assert(Width <= 255 && "classes of bytes are counted in one byte");

  auto AddState = [&](unsigned D) {
    Next.resize(Next.size() + Width, 0);
    Depth.push_back(static_cast<uint16_t>(D));
    Ending.emplace_back();
    return static_cast<State>(Depth.size() - 1);
  };
  AddState(0);
  for (unsigned I = 0; I < Literals.size(); ++I) {
    assert(!Literals[I].empty() && "nothing is found everywhere");
    State S = 0;
    for (char C : Literals[I]) {
      size_t Edge = S * Width + Class[static_cast<unsigned char>(C)];
      State To = Next[Edge];
      if (!To) {
        To = AddState(Depth[S] + 1);
        Next[Edge] = To;
      }
      S = To;
    }
    Ending[S].push_back(I);
  }

  // Where nothing goes on, the longest end that begins a literal does.
  std::vector<State> Fail(Depth.size(), 0);
  Shorter.assign(Depth.size(), 0);
  std::deque<State> Open;
  for (size_t C = 0; C < Width; ++C)
    if (Next[C])
      Open.push_back(Next[C]);
  for (; !Open.empty(); Open.pop_front()) {
    State S = Open.front();
    Shorter[S] = Ending[Fail[S]].empty() ? Shorter[Fail[S]] : Fail[S];
    for (size_t C = 0; C < Width; ++C) {
      State &To = Next[S * Width + C];
      State Else = Next[Fail[S] * Width + C];
      if (!To) {
        To = Else;
      } else {
        Fail[To] = Else;
        Open.push_back(To);
      }
    }
  }
}

size_t LiteralSet::scan(StringRef Text, llvm::function_ref<void(unsigned, size_t)> Found) const {
  State S = 0;
  for (size_t I = 0; I < Text.size(); ++I) {
    S = step(S, Text[I]);
    for (State E = Ending[S].empty() ? Shorter[S] : S; E; E = Shorter[E])
      for (unsigned Literal : Ending[E])
        Found(Literal, I + 1);
  }
  return Depth[S];
}

} // namespace aoti
