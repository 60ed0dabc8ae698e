#include "Support/Quote.h"
#include "Support/Utf8.h"

namespace aoti {

std::string quoted(llvm::StringRef Text, size_t MaxBytes) {
  if (Text.size() <= MaxBytes)
    return "'" + toPrintable(Text) + "'";
  auto IsContinuation = [&](size_t At) {
    return (static_cast<unsigned char>(Text[At]) & 0xC0) == 0x80;
  };
  size_t Head = MaxBytes / 2, Tail = Text.size() - MaxBytes / 2;
  for (int Steps = 0; Steps < 3 && Head > 0 && IsContinuation(Head); ++Steps)
    --Head;
  for (int Steps = 0; Steps < 3 && Tail < Text.size() && IsContinuation(Tail); ++Steps)
    ++Tail;
  return "'" + toPrintable(Text.take_front(Head)) + "..." + toPrintable(Text.drop_front(Tail)) +
         "'";
}

} // namespace aoti
