#include "Python/PythonTree.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/ConvertUTF.h"

using llvm::StringRef;

namespace aoti {

std::optional<int64_t> pythonInteger(const PythonExpr *E) {
  bool IsNegative = false;
  while (E && E->is(PythonExprKind::Unary) && (E->Text == "-" || E->Text == "+")) {
    IsNegative ^= E->Text == "-";
    E = E->Children[0];
  }
  if (!E || !E->is(PythonExprKind::Number))
    return std::nullopt;
  std::string Digits;
  for (char C : E->Text)
    if (C != '_')
      Digits += llvm::toLower(C);
  StringRef Text = Digits;
  unsigned Radix = Text.consume_front("0x")   ? 16
                   : Text.consume_front("0o") ? 8
                   : Text.consume_front("0b") ? 2
                                              : 10;
  uint64_t Value;
  if (Text.getAsInteger(Radix, Value) || Value > static_cast<uint64_t>(INT64_MAX) + IsNegative)
    return std::nullopt;
  return IsNegative ? static_cast<int64_t>(0 - Value) : static_cast<int64_t>(Value);
}

/// Appends a character; false if there is none of that number.
static bool appendCharacter(std::string &Out, uint32_t CodePoint, bool IsBytes) {
  if (IsBytes) {
    Out += static_cast<char>(CodePoint);
    return CodePoint < 256;
  }
  char Bytes[4], *End = Bytes;
  if (!llvm::ConvertCodePointToUTF8(CodePoint, End))
    return false;
  Out.append(Bytes, End);
  return true;
}

/// Appends what stands between the quotes of a literal, escapes replaced.
static bool appendUnescaped(std::string &Out, StringRef Body, bool IsBytes,
                            std::vector<PythonPlace> *Places) {
  bool IsBehindEscape = true;
  for (size_t I = 0; I < Body.size();) {
    if (Places && IsBehindEscape)
      Places->push_back({static_cast<uint32_t>(Out.size()), static_cast<uint32_t>(I)});
    IsBehindEscape = Body[I] == '\r' || Body[I] == '\\';
    char C = Body[I];
    if (C == '\r') {
      // Python reads all line ends as one.
      Out += '\n';
      I += Body.substr(I).starts_with("\r\n") ? 2 : 1;
      continue;
    }
    if (C != '\\' || I + 1 >= Body.size()) {
      Out += C;
      ++I;
      continue;
    }
    char Next = Body[I + 1];
    I += 2;
    unsigned Digits = Next == 'x'               ? 2
                      : Next == 'u' && !IsBytes ? 4
                      : Next == 'U' && !IsBytes ? 8
                                                : 0;
    uint32_t Value = 0;
    if (Digits) {
      if (Body.substr(I, Digits).size() < Digits ||
          Body.substr(I, Digits).getAsInteger(16, Value) || !appendCharacter(Out, Value, IsBytes))
        return false;
      I += Digits;
    } else if (Next >= '0' && Next <= '7') {
      StringRef Octal =
          Body.substr(I - 1, 3).take_while([](char D) { return D >= '0' && D <= '7'; });
      Octal.getAsInteger(8, Value);
      if (!appendCharacter(Out, Value, IsBytes))
        return false;
      I += Octal.size() - 1;
    } else if (Next == 'N' && !IsBytes) {
      return false;
    } else if (Next == '\r') {
      I += I < Body.size() && Body[I] == '\n';
    } else if (Next != '\n') {
      constexpr StringRef From = "abfnrtv\\'\"", To = "\a\b\f\n\r\t\v\\'\"";
      size_t At = From.find(Next);
      if (At == StringRef::npos)
        Out += '\\';
      Out += At == StringRef::npos ? Next : To[At];
    }
  }
  return true;
}

std::optional<std::string> pythonUnescape(StringRef Body, std::vector<PythonPlace> &Places) {
  std::string Value;
  if (!appendUnescaped(Value, Body, false, &Places))
    return std::nullopt;
  return Value;
}

std::optional<std::string> pythonString(const PythonExpr *E) {
  if (!E || !E->is(PythonExprKind::String))
    return std::nullopt;
  std::string Value;
  for (const PythonToken &Token : lexPython(E->Text).Tokens) {
    if (Token.Kind != PythonTokenKind::String)
      continue;
    StringRef Text = Token.Text;
    StringRef Prefix = Text.take_while([](char C) { return llvm::isAlpha(C); });
    Text = Text.drop_front(Prefix.size());
    size_t Quotes = Text.starts_with("'''") || Text.starts_with("\"\"\"") ? 3 : 1;
    if (Text.size() < 2 * Quotes || !Text.ends_with(Text.take_front(Quotes)))
      return std::nullopt;
    Text = Text.drop_front(Quotes).drop_back(Quotes);
    if (Prefix.find_first_of("rR") != StringRef::npos)
      Value += Text;
    else if (!appendUnescaped(Value, Text, Prefix.find_first_of("bB") != StringRef::npos, nullptr))
      return std::nullopt;
  }
  return Value;
}

std::optional<bool> pythonBool(const PythonExpr *E) {
  if (E && E->isConstant("True"))
    return true;
  if (E && E->isConstant("False"))
    return false;
  return std::nullopt;
}

const PythonExpr *pythonEntry(const PythonExpr *Dict, StringRef Key) {
  if (!Dict || !Dict->is(PythonExprKind::Dict))
    return nullptr;
  for (size_t I = 0; I + 1 < Dict->Children.size(); I += 2)
    if (pythonString(Dict->Children[I]) == Key)
      return Dict->Children[I + 1];
  return nullptr;
}

const PythonExpr *pythonArgument(const PythonExpr *Call, StringRef Name) {
  if (!Call || !Call->is(PythonExprKind::Call))
    return nullptr;
  for (const PythonExpr *Part : Call->Children.drop_front())
    if (Part->is(PythonExprKind::Keyword) && Part->Text == Name)
      return Part->Children[0];
  return nullptr;
}

llvm::SmallVector<const PythonExpr *, 4> pythonPositional(const PythonExpr *Call) {
  llvm::SmallVector<const PythonExpr *, 4> Arguments;
  if (Call && Call->is(PythonExprKind::Call))
    for (const PythonExpr *Part : Call->Children.drop_front())
      if (!Part->is(PythonExprKind::Keyword))
        Arguments.push_back(Part);
  return Arguments;
}

std::string pythonDottedName(const PythonExpr *E) {
  llvm::SmallVector<StringRef, 4> Parts;
  while (E && E->is(PythonExprKind::Attribute)) {
    Parts.push_back(E->Text);
    E = E->Children[0];
  }
  if (!E || !E->is(PythonExprKind::Name))
    return {};
  Parts.push_back(E->Text);
  return llvm::join(llvm::reverse(Parts), ".");
}

} // namespace aoti
