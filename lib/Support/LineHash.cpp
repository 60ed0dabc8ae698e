#include "Support/LineHash.h"
#include "Support/Utf8.h"
#include "llvm/ADT/StringExtras.h"
#include <array>
#include <unordered_map>

namespace aoti {

namespace {

class Hasher {
public:
  Hasher() {
    for (unsigned I = 0; I < Window; ++I)
      HighestPower *= Base;
    LineInSlot.fill(NoLine);
  }

  void unit(uint16_t Unit) {
    if (Unit == ' ' || Unit == '\t' || (AfterCarriageReturn && Unit == '\n')) {
      AfterCarriageReturn = false;
      return;
    }
    AfterCarriageReturn = Unit == '\r';
    if (AfterCarriageReturn)
      Unit = '\n';
    finishSlot();
    if (AtLineStart) {
      LineInSlot[Slot] = Hashes.size();
      Hashes.emplace_back();
    }
    AtLineStart = Unit == '\n';
    push(Unit);
  }

  std::vector<LineHash> finish() {
    unit(EndOfFile);
    for (unsigned I = 0; I < Window; ++I) {
      finishSlot();
      push(0);
    }
    return std::move(Hashes);
  }

private:
  static constexpr unsigned Window = 100;
  static constexpr uint64_t Base = 37;
  static constexpr uint16_t EndOfFile = 0xFFFF;
  static constexpr size_t NoLine = ~size_t(0);

  /// A line whose start leaves the window has its hash complete.
  void finishSlot() {
    size_t Line = LineInSlot[Slot];
    if (Line == NoLine)
      return;
    Hashes[Line] = {Value, ++Seen[Value]};
    LineInSlot[Slot] = NoLine;
  }

  void push(uint16_t Unit) {
    Value = Base * Value + Unit - HighestPower * Units[Slot];
    Units[Slot] = Unit;
    Slot = (Slot + 1) % Window;
  }

  std::array<uint16_t, Window> Units{};
  std::array<size_t, Window> LineInSlot;
  unsigned Slot = 0;
  uint64_t Value = 0;
  uint64_t HighestPower = 1;
  bool AtLineStart = true;
  bool AfterCarriageReturn = false;
  std::unordered_map<uint64_t, unsigned> Seen;
  std::vector<LineHash> Hashes;
};

} // namespace

std::string LineHash::str() const {
  return llvm::utohexstr(Hash, /*LowerCase=*/true) + ":" + std::to_string(Occurrence);
}

std::vector<LineHash> lineHashes(llvm::StringRef Text) {
  Hasher H;
  while (!Text.empty()) {
    CodePoint C = decodeUtf8(Text);
    Text = Text.drop_front(C.Length);
    if (C.Value > 0xFFFF) {
      H.unit(static_cast<uint16_t>(0xD800 + ((C.Value - 0x10000) >> 10)));
      H.unit(static_cast<uint16_t>(0xDC00 + ((C.Value - 0x10000) & 0x3FF)));
    } else {
      H.unit(static_cast<uint16_t>(C.Value));
    }
  }
  return H.finish();
}

} // namespace aoti
