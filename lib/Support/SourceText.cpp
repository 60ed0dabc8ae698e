#include "Support/SourceText.h"
#include "llvm/Support/ConvertUTF.h"
#include <algorithm>
#include <tuple>

namespace aoti {

SourceText::SourceText(std::string File, std::string Member,
                       std::unique_ptr<llvm::MemoryBuffer> Text)
    : File(std::move(File)), Member(std::move(Member)), Buffer(std::move(Text)) {
  llvm::StringRef Bytes = text();
  LineStarts.push_back(0);
  for (size_t At = Bytes.find('\n'); At != llvm::StringRef::npos; At = Bytes.find('\n', At + 1))
    LineStarts.push_back(static_cast<uint32_t>(At + 1));
}

std::string SourceText::displayName() const {
  if (Member.empty() || !Archive)
    return File;
  return File + "!" + Member;
}

LineColumn SourceText::position(uint32_t Offset) const {
  Offset = std::min<uint32_t>(Offset, static_cast<uint32_t>(text().size()));
  auto Next = std::upper_bound(LineStarts.begin(), LineStarts.end(), Offset);
  unsigned Line = static_cast<unsigned>(Next - LineStarts.begin());
  return {Line, Offset - LineStarts[Line - 1] + 1};
}

unsigned SourceText::utf16Column(uint32_t Offset) const {
  Offset = std::min<uint32_t>(Offset, static_cast<uint32_t>(text().size()));
  uint32_t Start = lineStart(position(Offset).Line);
  return utf16Length(text().slice(Start, Offset)) + 1;
}

llvm::StringRef SourceText::line(unsigned Line) const {
  if (Line == 0 || Line > LineStarts.size())
    return {};
  uint32_t Start = LineStarts[Line - 1];
  size_t End = Line < LineStarts.size() ? LineStarts[Line] - 1 : text().size();
  return text().slice(Start, End).rtrim('\r');
}

uint32_t SourceText::lineStart(unsigned Line) const {
  assert(Line >= 1 && Line <= LineStarts.size());
  return LineStarts[Line - 1];
}

bool operator<(const Location &A, const Location &B) {
  auto Key = [](const Location &L) {
    return std::make_tuple(L.Source ? L.Source->file() : llvm::StringRef(),
                           L.Source ? L.Source->member() : llvm::StringRef(), L.Begin, L.End);
  };
  return Key(A) < Key(B);
}

unsigned utf16Length(llvm::StringRef Text) {
  unsigned Units = 0;
  const auto *At = reinterpret_cast<const llvm::UTF8 *>(Text.bytes_begin());
  const auto *End = reinterpret_cast<const llvm::UTF8 *>(Text.bytes_end());
  while (At < End) {
    if (*At < 0x80) {
      ++At;
      ++Units;
      continue;
    }
    llvm::UTF32 Scalar = 0;
    const llvm::UTF8 *Next = At;
    if (llvm::convertUTF8Sequence(&Next, End, &Scalar, llvm::strictConversion) ==
        llvm::conversionOK) {
      At = Next;
      Units += Scalar > 0xFFFF ? 2 : 1;
    } else {
      ++At;
      ++Units;
    }
  }
  return Units;
}

} // namespace aoti
