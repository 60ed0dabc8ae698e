#include "Triage/LogLines.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/ConvertUTF.h"

using llvm::StringRef;

namespace aoti {
namespace {

/// Terminal sequences are short; what looks like a longer one is text.
constexpr size_t MaxEscape = 64;

/// Bytes of the control sequence whose `[` stands at the beginning; 0 if it does not end.
size_t controlSequence(StringRef Text) {
  for (size_t I = 1; I < Text.size() && I < MaxEscape; ++I)
    if (Text[I] >= 0x40 && Text[I] <= 0x7e)
      return I + 1;
  return 0;
}

/// Bytes of an escape sequence at the beginning, as the terminal gets it or as JSON and shells
/// spell it; 0 if there is none.
size_t escapeSequence(StringRef Text) {
  size_t Mark = 0;
  if (Text[0] == '\x1b') {
    Mark = 1;
  } else {
    for (StringRef Spelling : {"\\u001b", "\\x1b", "\\033", "\\e"})
      if (Text.starts_with_insensitive(Spelling)) {
        Mark = Spelling.size();
        break;
      }
    if (Mark == 0 || !Text.drop_front(Mark).starts_with("["))
      return 0;
  }
  StringRef After = Text.drop_front(Mark);
  if (After.starts_with("["))
    return Mark + std::max<size_t>(controlSequence(After), 1);
  if (After.starts_with("]")) {
    size_t End = After.take_front(MaxEscape).find_first_of("\a\x1b");
    return Mark + (End == StringRef::npos ? 1 : End + 1);
  }
  return Mark;
}

/// Whether a piece of a line is bytes of something else: of an image, a core, a compressed file.
bool isBinary(StringRef Raw) {
  constexpr size_t MinBytes = 16;
  size_t Strange = 0;
  for (size_t I = 0; I < Raw.size();) {
    unsigned char C = Raw[I];
    if (C < 0x80) {
      // Blanks, colours, erased letters and NUL, of which UTF-16 without its mark is made.
      Strange +=
          (C < 0x20 && C != 0 && C != 0x1b && C != '\b' && !(C >= '\t' && C <= '\r')) || C == 0x7f;
      ++I;
      continue;
    }
    size_t Length = C >= 0xf0 ? 4 : C >= 0xe0 ? 3 : C >= 0xc2 ? 2 : 0, Found = 1;
    while (Found < Length && I + Found < Raw.size() &&
           (static_cast<unsigned char>(Raw[I + Found]) & 0xc0) == 0x80)
      ++Found;
    Strange += Found != Length;
    I += Found;
  }
  return Raw.size() >= MinBytes && Strange * 5 > Raw.size();
}

void append(LogLine &Line, char C) {
  if (C == ' ' && (Line.Text.empty() || Line.Text.back() == ' '))
    return;
  Line.Text += C;
  Line.Lower += llvm::toLower(C);
}

void normalise(StringRef Raw, bool IsJson, LogLine &Line) {
  Line.Text.clear();
  Line.Lower.clear();
  for (size_t I = 0; I < Raw.size();) {
    StringRef At = Raw.drop_front(I);
    char C = At[0];
    if (C == '\x1b' || C == '\\') {
      if (size_t Length = escapeSequence(At)) {
        I += Length;
        continue;
      }
      if (IsJson && At.size() > 1 && (At[1] == '"' || At[1] == 't')) {
        append(Line, At[1] == '"' ? '"' : ' ');
        I += 2;
        continue;
      }
    }
    // The quotation marks of GCC in a UTF-8 locale.
    if (C == '\xe2' && At.size() > 2 && At[1] == '\x80' && (At[2] & ~5) == '\x98') {
      append(Line, (At[2] & 4) ? '"' : '\'');
      I += 3;
      continue;
    }
    append(Line, static_cast<unsigned char>(C) < 0x20 || C == 0x7f ? ' ' : C);
    ++I;
  }
  while (!Line.Text.empty() && Line.Text.back() == ' ') {
    Line.Text.pop_back();
    Line.Lower.pop_back();
  }
}

} // namespace

bool LogLines::next(LogLine &Line) {
  if (!InLine) {
    if (Rest.empty())
      return false;
    size_t End = Rest.find('\n');
    Current = Rest.take_front(End);
    Rest = End == StringRef::npos ? StringRef() : Rest.drop_front(End + 1);
    ++Number;
    InLine = true;
    IsContinued = false;
    // A text inside of quotation marks spells its line ends.
    StringRef Head = Current.take_front(MaxPiece);
    size_t Quote = Head.find('"');
    IsJson = Quote != StringRef::npos && Head.find("\\n", Quote) != StringRef::npos;
  }
  StringRef Piece = Current.take_front(MaxPiece);
  size_t Spelled = IsJson ? Piece.find("\\n") : StringRef::npos;
  Line.IsContinued = IsContinued;
  if (Spelled != StringRef::npos) {
    Piece = Piece.take_front(Spelled);
    Current = Current.drop_front(Spelled + 2);
    IsContinued = false;
  } else if (Current.size() > MaxPiece) {
    Current = Current.drop_front(MaxPiece - Overlap);
    IsContinued = true;
  } else {
    InLine = false;
  }
  Line.Number = Number;
  normalise(isBinary(Piece) ? StringRef() : Piece, IsJson, Line);
  return true;
}

StringRef decodeLog(StringRef Bytes, std::string &Storage) {
  if (!Bytes.starts_with("\xff\xfe") && !Bytes.starts_with("\xfe\xff"))
    return Bytes;
  // A log in UTF-16 is half zeros; other bytes can begin as one by chance.
  StringRef Head = Bytes.take_front(4096);
  if (Head.count('\0') * 4 < Head.size())
    return Bytes;
  // A half character at the end would make the whole text invalid.
  Bytes = Bytes.take_front(Bytes.size() & ~size_t(1));
  if (!llvm::convertUTF16ToUTF8String(llvm::ArrayRef(Bytes.data(), Bytes.size()), Storage))
    return Bytes;
  return Storage;
}

} // namespace aoti
