#include "Python/PythonLexer.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/ConvertUTF.h"

using llvm::StringRef;

namespace aoti {
namespace {

constexpr unsigned TabWidth = 8;

bool isNameStart(char C) {
  return llvm::isAlpha(C) || C == '_' || static_cast<unsigned char>(C) >= 0x80;
}
bool isNamePart(char C) { return isNameStart(C) || llvm::isDigit(C); }
bool isLineBreak(char C) { return C == '\n' || C == '\r'; }

class Lexer {
public:
  explicit Lexer(StringRef Text) : Text(Text) {}

  PythonTokens run() {
    At = Text.starts_with("\xEF\xBB\xBF") ? 3 : 0;
    LineBegin = At;
    while (At < Text.size()) {
      if (!Modes.empty() && Modes.back().Kind != ModeKind::Field)
        lexStringText();
      else
        lexCode();
    }
    finish();
    return std::move(Result);
  }

private:
  enum class ModeKind {
    Text,  ///< the text of an f-string
    Field, ///< code in braces
    Spec   ///< what says how to print the code, behind its colon
  };
  struct Mode {
    ModeKind Kind;
    /// Where the f-string begins, and its quotes; the same for all modes in it.
    uint32_t String;
    char Quote;
    bool Triple, Raw;
    /// Where a field begins, and how many brackets are open around it.
    uint32_t Begin = 0;
    size_t OpenBrackets = 0;
  };

  void fail(uint32_t Offset, std::string Message) {
    if (!Result.Error)
      Result.Error = PythonLexError{Offset, std::move(Message)};
  }

  void add(PythonTokenKind Kind, size_t Begin, size_t End) {
    PythonToken Token{Kind, Text.slice(Begin, End), static_cast<uint32_t>(Begin), -1};
    if (Kind != PythonTokenKind::Comment) {
      if (AtLineStart && Kind != PythonTokenKind::LineEnd)
        Token.Indent = static_cast<int>(column(Begin));
      AtLineStart = Kind == PythonTokenKind::LineEnd;
    }
    Result.Tokens.push_back(Token);
  }

  unsigned column(size_t Offset) const {
    unsigned Column = 0;
    for (char C : Text.slice(TokenLineBegin, Offset))
      Column = C == '\t' ? (Column / TabWidth + 1) * TabWidth : C == '\f' ? 0 : Column + 1;
    return Column;
  }

  bool inBrackets() const { return !Brackets.empty() || !Modes.empty(); }

  /// Steps over a line break, of one character or two.
  void skipLineBreak() {
    At += Text.substr(At).starts_with("\r\n") ? 2 : 1;
    LineBegin = At;
  }

  void lexCode() {
    char C = Text[At];
    TokenLineBegin = LineBegin;
    if (C == ' ' || C == '\t' || C == '\f') {
      ++At;
    } else if (isLineBreak(C)) {
      size_t Begin = At;
      skipLineBreak();
      if (!inBrackets() && !AtLineStart)
        add(PythonTokenKind::LineEnd, Begin, At);
    } else if (C == '#') {
      size_t Begin = At;
      while (At < Text.size() && !isLineBreak(Text[At]))
        ++At;
      add(PythonTokenKind::Comment, Begin, At);
    } else if (C == '\\' && At + 1 < Text.size() && isLineBreak(Text[At + 1])) {
      ++At;
      skipLineBreak();
    } else if (isNameStart(C)) {
      lexNameOrString();
    } else if (C == '"' || C == '\'') {
      lexString(At);
    } else if (llvm::isDigit(C) ||
               (C == '.' && At + 1 < Text.size() && llvm::isDigit(Text[At + 1]))) {
      lexNumber();
    } else {
      lexOperator();
    }
  }

  void lexNameOrString() {
    size_t Begin = At;
    while (At < Text.size() && isNamePart(Text[At]))
      ++At;
    StringRef Word = Text.slice(Begin, At);
    bool IsPrefix = Word.size() <= 3 && Word.find_first_not_of("rRbBuUfFtT") == StringRef::npos;
    if (IsPrefix && At < Text.size() && (Text[At] == '"' || Text[At] == '\''))
      lexString(Begin);
    else
      add(PythonTokenKind::Name, Begin, At);
  }

  /// A string whose prefix begins at \p Begin and whose quotes begin at At.
  void lexString(size_t Begin) {
    StringRef Prefix = Text.slice(Begin, At);
    char Quote = Text[At];
    char Three[] = {Quote, Quote, Quote, 0};
    bool Triple = Text.substr(At).starts_with(Three);
    At += Triple ? 3 : 1;
    if (Prefix.find_first_of("fFtT") != StringRef::npos) {
      Modes.push_back({ModeKind::Text, static_cast<uint32_t>(Begin), Quote, Triple,
                       Prefix.find_first_of("rR") != StringRef::npos, 0, 0});
      add(PythonTokenKind::StringPart, Begin, At);
      return;
    }
    while (At < Text.size()) {
      char C = Text[At];
      if (C == '\\') {
        // A quote behind a backslash is none, in raw strings too.
        ++At;
        if (At < Text.size() && isLineBreak(Text[At]))
          skipLineBreak();
        else
          ++At;
      } else if (isLineBreak(C)) {
        if (!Triple)
          break;
        skipLineBreak();
      } else if (C == Quote && (!Triple || Text.substr(At).starts_with(Three))) {
        At += Triple ? 3 : 1;
        add(PythonTokenKind::String, Begin, At);
        return;
      } else {
        ++At;
      }
    }
    At = std::min(At, Text.size());
    fail(static_cast<uint32_t>(Begin), "the string that begins here has no end");
    add(PythonTokenKind::String, Begin, At);
  }

  void lexStringText() {
    size_t Begin = At;
    const Mode String = Modes.back();
    bool InSpec = String.Kind == ModeKind::Spec;
    char Three[] = {String.Quote, String.Quote, String.Quote, 0};
    auto Emit = [&] {
      if (At > Begin)
        add(PythonTokenKind::StringPart, Begin, At);
    };
    while (At < Text.size()) {
      char C = Text[At];
      if (C == String.Quote && (!String.Triple || Text.substr(At).starts_with(Three))) {
        // Whatever is open in a format ends with the string.
        if (InSpec)
          fail(String.Begin, "the brace that is opened here is not closed");
        while (Modes.back().Kind != ModeKind::Text)
          Modes.pop_back();
        Modes.pop_back();
        At += String.Triple ? 3 : 1;
        return Emit();
      }
      if (isLineBreak(C)) {
        if (!String.Triple) {
          fail(String.String, "the string that begins here has no end");
          Emit();
          Modes.clear();
          Brackets.clear();
          return;
        }
        skipLineBreak();
      } else if (!String.Raw && Text.substr(At).starts_with("\\N{")) {
        // A character by its name.
        At = std::min(Text.find_first_of("}\n\r", At), Text.size());
      } else if (C == '\\' && !String.Raw && At + 1 < Text.size() && Text[At + 1] != '{' &&
                 Text[At + 1] != '}') {
        ++At;
        if (isLineBreak(Text[At]))
          skipLineBreak();
        else
          ++At;
      } else if (C == '\\' && String.Raw && At + 1 < Text.size() && Text[At + 1] == String.Quote) {
        At += 2;
      } else if (C == '{' && !InSpec && Text.substr(At).starts_with("{{")) {
        At += 2;
      } else if (C == '{') {
        Emit();
        Modes.push_back({ModeKind::Field, String.String, String.Quote, String.Triple, String.Raw,
                         static_cast<uint32_t>(At), Brackets.size()});
        add(PythonTokenKind::Operator, At, At + 1);
        ++At;
        return;
      } else if (C == '}' && InSpec) {
        Emit();
        Modes.pop_back();
        add(PythonTokenKind::Operator, At, At + 1);
        ++At;
        return;
      } else {
        ++At;
      }
    }
    Emit();
  }

  void lexNumber() {
    size_t Begin = At;
    while (At < Text.size()) {
      char C = Text[At];
      bool IsSign = (C == '+' || C == '-') && (Text[At - 1] == 'e' || Text[At - 1] == 'E') &&
                    !Text.slice(Begin, At).starts_with_insensitive("0x");
      if (!(isNamePart(C) || C == '.' || IsSign))
        break;
      ++At;
    }
    add(PythonTokenKind::Number, Begin, At);
  }

  void lexOperator() {
    static constexpr StringRef Long[] = {
        "**=", "//=", "<<=", ">>=", "...", "->", ":=", "==", "!=", "<=", ">=", "+=", "-=",
        "*=",  "/=",  "%=",  "&=",  "|=",  "^=", "@=", "**", "//", "<<", ">>", "<>"};
    size_t Length = 1;
    bool InField = !Modes.empty() && Modes.back().OpenBrackets == Brackets.size();
    for (StringRef Op : Long)
      if (Length == 1 && Text.substr(At).starts_with(Op))
        Length = Op.size();
    char C = Text[At];
    // In a field the first colon outside of brackets begins the format.
    if (InField && C == ':')
      Length = 1;
    if (Length == 1 && InField && (C == '}' || C == ':')) {
      add(PythonTokenKind::Operator, At, At + 1);
      ++At;
      if (C == ':')
        Modes.back().Kind = ModeKind::Spec;
      else
        Modes.pop_back();
      return;
    }
    if (Length == 1 && StringRef("([{").contains(C)) {
      Brackets.push_back({C, static_cast<uint32_t>(At)});
    } else if (Length == 1 && StringRef(")]}").contains(C)) {
      char Open = C == ')' ? '(' : C == ']' ? '[' : '{';
      size_t Floor = Modes.empty() ? 0 : Modes.back().OpenBrackets;
      if (Brackets.size() > Floor && Brackets.back().first == Open)
        Brackets.pop_back();
      else
        fail(static_cast<uint32_t>(At), "nothing is open that this bracket closes");
    } else if (C == '\\' || C == '\0') {
      fail(static_cast<uint32_t>(At), "this character cannot stand here");
    }
    add(PythonTokenKind::Operator, At, At + Length);
    At += Length;
  }

  void finish() {
    if (!Modes.empty())
      fail(Modes.back().String, "the string that begins here has no end");
    if (!Brackets.empty())
      fail(Brackets.back().second, "the bracket that is opened here is not closed");
    if (!AtLineStart)
      add(PythonTokenKind::LineEnd, Text.size(), Text.size());
  }

  StringRef Text;
  size_t At = 0, LineBegin = 0;
  /// The beginning of the line that the token begins in; a string may end in another.
  size_t TokenLineBegin = 0;
  /// Whether the next token is the first one of a logical line.
  bool AtLineStart = true;
  std::vector<Mode> Modes;
  std::vector<std::pair<char, uint32_t>> Brackets;
  PythonTokens Result;
};

/// The encoding that a line of comment names, as Python finds it: `coding:` or `coding=` and a
/// name.
StringRef namedEncoding(StringRef Line) {
  StringRef Text = Line.ltrim(" \t\f");
  if (!Text.starts_with("#"))
    return {};
  for (size_t At = Text.find("coding"); At != StringRef::npos; At = Text.find("coding", At + 1)) {
    StringRef Rest = Text.substr(At + 6);
    if (!Rest.consume_front(":") && !Rest.consume_front("="))
      continue;
    return Rest.ltrim(" \t").take_while(
        [](char C) { return llvm::isAlnum(C) || C == '-' || C == '_' || C == '.'; });
  }
  return {};
}

} // namespace

PythonTokens lexPython(StringRef Text) { return Lexer(Text).run(); }

std::optional<PythonLexError> findEncodingError(StringRef Text) {
  auto [First, Rest] = Text.split('\n');
  StringRef Encoding = namedEncoding(First);
  if (Encoding.empty() && (First.trim().empty() || First.ltrim().starts_with("#")))
    Encoding = namedEncoding(Rest.split('\n').first);
  if (!Encoding.empty() && !Encoding.starts_with_insensitive("utf-8") &&
      !Encoding.starts_with_insensitive("utf8"))
    return std::nullopt;
  const auto *At = reinterpret_cast<const llvm::UTF8 *>(Text.begin());
  const auto *End = reinterpret_cast<const llvm::UTF8 *>(Text.end());
  if (llvm::isLegalUTF8String(&At, End))
    return std::nullopt;
  return PythonLexError{
      static_cast<uint32_t>(At - reinterpret_cast<const llvm::UTF8 *>(Text.begin())),
      "the file is not UTF-8 from here on and names no other encoding"};
}

} // namespace aoti
