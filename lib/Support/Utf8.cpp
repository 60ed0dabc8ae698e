#include "Support/Utf8.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/ConvertUTF.h"
#include "llvm/Support/Unicode.h"
#include <cassert>

namespace aoti {

CodePoint decodeUtf8(llvm::StringRef Bytes) {
  assert(!Bytes.empty());
  unsigned char First = static_cast<unsigned char>(Bytes.front());
  if (First < 0x80)
    return {First, 1, true};
  const auto *At = reinterpret_cast<const llvm::UTF8 *>(Bytes.bytes_begin());
  const auto *Start = At;
  llvm::UTF32 Value = 0;
  if (llvm::convertUTF8Sequence(&At, reinterpret_cast<const llvm::UTF8 *>(Bytes.bytes_end()),
                                &Value, llvm::strictConversion) != llvm::conversionOK)
    return {0xFFFD, 1, false};
  return {Value, static_cast<unsigned>(At - Start), true};
}

std::string toValidUtf8(llvm::StringRef Bytes) {
  std::string Text;
  Text.reserve(Bytes.size());
  while (!Bytes.empty()) {
    CodePoint C = decodeUtf8(Bytes);
    Text += C.Valid ? Bytes.take_front(C.Length) : llvm::StringRef("\xEF\xBF\xBD");
    Bytes = Bytes.drop_front(C.Length);
  }
  return Text;
}

std::string printableCharacter(llvm::StringRef Bytes, CodePoint C) {
  if (!C.Valid)
    return "<" + llvm::utohexstr(static_cast<unsigned char>(Bytes.front()), false, 2) + ">";
  int Value = static_cast<int>(C.Value);
  if (llvm::sys::unicode::isPrintable(Value) && !llvm::sys::unicode::isFormatting(Value))
    return Bytes.take_front(C.Length).str();
  return "<U+" + llvm::utohexstr(C.Value, false, 4) + ">";
}

std::string toPrintable(llvm::StringRef Bytes) {
  std::string Text;
  Text.reserve(Bytes.size());
  while (!Bytes.empty()) {
    CodePoint C = decodeUtf8(Bytes);
    Text += printableCharacter(Bytes, C);
    Bytes = Bytes.drop_front(C.Length);
  }
  return Text;
}

} // namespace aoti
