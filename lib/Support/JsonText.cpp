#include "Support/JsonText.h"
#include "Support/Utf8.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/ConvertUTF.h"
#include "llvm/Support/raw_ostream.h"

using llvm::StringRef;

namespace aoti {

char JsonError::ID;

void JsonError::log(llvm::raw_ostream &OS) const { OS << Message << " at byte " << Offset; }

std::error_code JsonError::convertToErrorCode() const {
  return std::make_error_code(std::errc::invalid_argument);
}

StringRef jsonKindName(JsonKind K) {
  switch (K) {
  case JsonKind::Null:
    return "null";
  case JsonKind::Bool:
    return "a boolean";
  case JsonKind::Number:
    return "a number";
  case JsonKind::String:
    return "a string";
  case JsonKind::Array:
    return "an array";
  case JsonKind::Object:
    return "an object";
  }
  llvm_unreachable("kind");
}

namespace {

void appendUtf8(std::string &Out, uint32_t CodePoint) {
  char Buffer[UNI_MAX_UTF8_BYTES_PER_CODE_POINT];
  char *End = Buffer;
  if (llvm::ConvertCodePointToUTF8(CodePoint, End))
    Out.append(Buffer, End);
}

unsigned hexQuad(StringRef Digits) {
  unsigned Value = 0;
  for (char C : Digits.take_front(4))
    Value = Value * 16 + llvm::hexDigitValue(C);
  return Value;
}

/// Resolves the escapes between the quotes of a string that was read without an error.
std::string unescape(StringRef Raw) {
  std::string Out;
  Out.reserve(Raw.size());
  for (size_t I = 0; I < Raw.size();) {
    if (Raw[I] != '\\') {
      Out += Raw[I++];
      continue;
    }
    char C = Raw[I + 1];
    I += 2;
    switch (C) {
    case 'b':
      Out += '\b';
      break;
    case 'f':
      Out += '\f';
      break;
    case 'n':
      Out += '\n';
      break;
    case 'r':
      Out += '\r';
      break;
    case 't':
      Out += '\t';
      break;
    case 'u': {
      uint32_t Value = hexQuad(Raw.substr(I));
      I += 4;
      if (Value >= 0xD800 && Value < 0xDC00) {
        Value = 0x10000 + ((Value - 0xD800) << 10) + (hexQuad(Raw.substr(I + 2)) - 0xDC00);
        I += 6;
      }
      appendUtf8(Out, Value);
      break;
    }
    default:
      Out += C;
    }
  }
  return Out;
}

} // namespace

class JsonReader {
public:
  JsonReader(JsonText &Out, JsonText::Limits L) : Out(Out), Text(Out.Text), L(L) {}

  llvm::Error read() {
    if (!readDocument())
      return llvm::make_error<JsonError>(static_cast<uint32_t>(ErrorAt), std::move(ErrorText));
    return llvm::Error::success();
  }

private:
  struct Frame {
    uint32_t Node;
    uint32_t LastChild = JsonText::None;
    /// Members by name, to find repeated ones.
    llvm::StringMap<uint32_t> Names;
  };

  bool fail(size_t Offset, std::string Message) {
    ErrorAt = std::min(Offset, Text.size());
    ErrorText = std::move(Message);
    return false;
  }

  void skipSpace() {
    while (At < Text.size() &&
           (Text[At] == ' ' || Text[At] == '\t' || Text[At] == '\n' || Text[At] == '\r'))
      ++At;
  }

  bool readDocument() {
    if (Text.size() > UINT32_MAX)
      return fail(0, "the text is longer than 4 GiB");
    if (Text.starts_with("\xEF\xBB\xBF"))
      At = 3;
    skipSpace();
    if (At == Text.size())
      return fail(At, "the text is empty");
    enum { Value, ValueOrEnd, Key, KeyOrEnd, CommaOrEnd } Expected = Value;
    ByteRange PendingKey;
    while (true) {
      skipSpace();
      if (At == Text.size())
        return fail(At, "the text ends inside of " +
                            jsonKindName(Out.Nodes[Frames.back().Node].Kind).str());
      char C = Text[At];
      switch (Expected) {
      case CommaOrEnd: {
        bool Object = Out.Nodes[Frames.back().Node].Kind == JsonKind::Object;
        if (C == ',') {
          ++At;
          Expected = Object ? Key : Value;
        } else if (C == (Object ? '}' : ']')) {
          close();
          if (Frames.empty())
            return finish();
        } else {
          return fail(At, Object ? "expected ',' or '}'" : "expected ',' or ']'");
        }
        continue;
      }
      case KeyOrEnd:
        if (C == '}') {
          close();
          if (Frames.empty())
            return finish();
          Expected = CommaOrEnd;
          continue;
        }
        [[fallthrough]];
      case Key: {
        if (C != '"')
          return fail(At, Expected == Key ? "expected a key in double quotes"
                                          : "expected a key in double quotes or '}'");
        uint32_t Begin = static_cast<uint32_t>(At);
        if (!readString())
          return false;
        PendingKey = {Begin, static_cast<uint32_t>(At)};
        skipSpace();
        if (At == Text.size() || Text[At] != ':')
          return fail(At, "expected ':' behind a key");
        ++At;
        Expected = Value;
        continue;
      }
      case ValueOrEnd:
        if (C == ']') {
          close();
          if (Frames.empty())
            return finish();
          Expected = CommaOrEnd;
          continue;
        }
        [[fallthrough]];
      case Value:
        break;
      }

      uint32_t Begin = static_cast<uint32_t>(At);
      if (C == '{' || C == '[') {
        if (Frames.size() >= L.MaxDepth)
          return fail(At, "nested deeper than " + std::to_string(L.MaxDepth) + " levels");
        ++At;
        JsonKind Kind = C == '{' ? JsonKind::Object : JsonKind::Array;
        uint32_t Node;
        if (!add(Kind, {Begin, Begin + 1}, PendingKey, Node))
          return false;
        Frames.emplace_back().Node = Node;
        Expected = C == '{' ? KeyOrEnd : ValueOrEnd;
      } else {
        JsonKind Kind;
        if (!readScalar(Kind))
          return false;
        uint32_t Node;
        if (!add(Kind, {Begin, static_cast<uint32_t>(At)}, PendingKey, Node))
          return false;
        if (Frames.empty())
          return finish();
        Expected = CommaOrEnd;
      }
      PendingKey = {};
    }
  }

  bool add(JsonKind Kind, ByteRange Range, ByteRange Key, uint32_t &Index) {
    if (Out.Nodes.size() >= L.MaxValues)
      return fail(Range.Begin, "more than " + std::to_string(L.MaxValues) + " values");
    Index = static_cast<uint32_t>(Out.Nodes.size());
    Out.Nodes.push_back({Kind, Range, Key});
    if (Frames.empty())
      return true;
    Frame &Parent = Frames.back();
    JsonText::Node &Whole = Out.Nodes[Parent.Node];
    (Parent.LastChild == JsonText::None ? Whole.FirstChild : Out.Nodes[Parent.LastChild].Next) =
        Index;
    Parent.LastChild = Index;
    ++Whole.Size;
    if (Key.End) {
      auto [Earlier, New] =
          Parent.Names.try_emplace(unescape(Text.slice(Key.Begin + 1, Key.End - 1)), Index);
      if (!New)
        Out.Repeated.push_back({Earlier->second, Index});
    }
    return true;
  }

  void close() {
    ++At;
    Out.Nodes[Frames.back().Node].Range.End = static_cast<uint32_t>(At);
    Frames.pop_back();
  }

  bool finish() {
    skipSpace();
    return At == Text.size() || fail(At, "text behind the end of the document");
  }

  bool readScalar(JsonKind &Kind) {
    char C = Text[At];
    if (C == '"') {
      Kind = JsonKind::String;
      return readString();
    }
    if (C == '-' || llvm::isDigit(C)) {
      Kind = JsonKind::Number;
      return readNumber();
    }
    StringRef Word =
        Text.substr(At).take_while([](char W) { return llvm::isAlnum(W) || W == '_'; });
    Kind = Word == "null" ? JsonKind::Null : JsonKind::Bool;
    if (Word != "null" && Word != "true" && Word != "false") {
      if (Word == "NaN" || Word == "Infinity")
        return fail(At, "'" + Word.str() + "' is no JSON number");
      return fail(At, "expected a value");
    }
    At += Word.size();
    return true;
  }

  bool readNumber() {
    size_t Begin = At;
    auto Digits = [&] {
      size_t First = At;
      while (At < Text.size() && llvm::isDigit(Text[At]))
        ++At;
      return At > First;
    };
    if (Text[At] == '-')
      ++At;
    size_t First = At;
    if (!Digits())
      return fail(Begin, "a number without digits");
    if (Text[First] == '0' && At - First > 1)
      return fail(Begin, "a number that begins with 0");
    if (At < Text.size() && Text[At] == '.') {
      ++At;
      if (!Digits())
        return fail(Begin, "a number that ends with '.'");
    }
    if (At < Text.size() && (Text[At] == 'e' || Text[At] == 'E')) {
      ++At;
      if (At < Text.size() && (Text[At] == '+' || Text[At] == '-'))
        ++At;
      if (!Digits())
        return fail(Begin, "a number without an exponent");
    }
    return true;
  }

  bool readString() {
    size_t Begin = At++;
    while (At < Text.size()) {
      unsigned char C = Text[At];
      if (C == '"') {
        ++At;
        return true;
      }
      if (C < 0x20)
        return fail(At, C == '\n' || C == '\r' ? "a string is not closed on its line"
                                               : "a control character in a string");
      if (C == '\\') {
        if (!readEscape())
          return false;
      } else if (C < 0x80) {
        ++At;
      } else {
        CodePoint Point = decodeUtf8(Text.substr(At));
        if (!Point.Valid)
          return fail(At, "a string is not valid UTF-8");
        At += Point.Length;
      }
    }
    return fail(Begin, "a string is not closed");
  }

  bool isQuad(size_t Where) const {
    return Where + 4 <= Text.size() &&
           llvm::all_of(Text.substr(Where, 4), [](char C) { return llvm::isHexDigit(C); });
  }

  bool readEscape() {
    size_t Begin = At;
    if (At + 1 >= Text.size())
      return fail(Begin, "a string is not closed");
    char C = Text[At + 1];
    At += 2;
    if (C != 'u')
      return StringRef("\"\\/bfnrt").contains(C) ||
             fail(Begin, "an escape that JSON does not have");
    if (!isQuad(At))
      return fail(Begin, "an escape '\\u' without four hexadecimal digits");
    unsigned Value = hexQuad(Text.substr(At));
    At += 4;
    if (Value >= 0xDC00 && Value < 0xE000)
      return fail(Begin, "half of a surrogate pair");
    if (Value >= 0xD800 && Value < 0xDC00) {
      if (!Text.substr(At).starts_with("\\u") || !isQuad(At + 2))
        return fail(Begin, "half of a surrogate pair");
      unsigned Low = hexQuad(Text.substr(At + 2));
      if (Low < 0xDC00 || Low >= 0xE000)
        return fail(Begin, "half of a surrogate pair");
      At += 6;
    }
    return true;
  }

  JsonText &Out;
  StringRef Text;
  JsonText::Limits L;
  size_t At = 0;
  std::vector<Frame> Frames;
  size_t ErrorAt = 0;
  std::string ErrorText;
};

llvm::Expected<JsonText> JsonText::parse(StringRef Text, Limits L) {
  JsonText Result;
  Result.Text = Text;
  if (llvm::Error E = JsonReader(Result, L).read())
    return std::move(E);
  return std::move(Result);
}

std::vector<JsonText::Duplicate> JsonText::duplicates() const {
  std::vector<Duplicate> Result;
  Result.reserve(Repeated.size());
  for (auto [First, Later] : Repeated)
    Result.push_back({JsonValue(this, First), JsonValue(this, Later)});
  return Result;
}

JsonKind JsonValue::kind() const { return Text->Nodes[Index].Kind; }
ByteRange JsonValue::range() const { return Text->Nodes[Index].Range; }

StringRef JsonValue::source() const {
  ByteRange R = range();
  return Text->Text.slice(R.Begin, R.End);
}

std::string JsonValue::string() const {
  return isString() ? unescape(source().drop_front().drop_back()) : source().str();
}

std::optional<int64_t> JsonValue::integer() const {
  int64_t Value;
  if (kind() != JsonKind::Number || source().getAsInteger(10, Value))
    return std::nullopt;
  return Value;
}

std::optional<bool> JsonValue::boolean() const {
  return kind() == JsonKind::Bool ? std::optional(source() == "true") : std::nullopt;
}

uint32_t JsonValue::size() const { return Text->Nodes[Index].Size; }

std::vector<JsonValue> JsonValue::children() const {
  std::vector<JsonValue> Result;
  Result.reserve(size());
  for (uint32_t I = Text->Nodes[Index].FirstChild; I != JsonText::None; I = Text->Nodes[I].Next)
    Result.push_back(JsonValue(Text, I));
  return Result;
}

std::optional<JsonValue> JsonValue::member(StringRef Name) const {
  std::optional<JsonValue> Result;
  if (isObject())
    for (JsonValue Member : children())
      if (Member.key() == Name)
        Result = Member;
  return Result;
}

bool JsonValue::hasKey() const { return Text->Nodes[Index].Key.End != 0; }
ByteRange JsonValue::keyRange() const { return Text->Nodes[Index].Key; }

std::string JsonValue::key() const {
  ByteRange R = keyRange();
  return R.End ? unescape(Text->Text.slice(R.Begin + 1, R.End - 1)) : std::string();
}

bool sameJson(JsonValue A, JsonValue B) {
  std::vector<std::pair<JsonValue, JsonValue>> Pending = {{A, B}};
  while (!Pending.empty()) {
    auto [Left, Right] = Pending.back();
    Pending.pop_back();
    if (Left.kind() != Right.kind())
      return false;
    switch (Left.kind()) {
    case JsonKind::Null:
      break;
    case JsonKind::Bool:
      if (Left.source() != Right.source())
        return false;
      break;
    case JsonKind::Number: {
      if (Left.source() == Right.source())
        break;
      double X = 0, Y = 0;
      if (Left.source().getAsDouble(X) || Right.source().getAsDouble(Y) || X != Y)
        return false;
      // Doubles do not tell large integers apart.
      if (auto LeftInteger = Left.integer(), RightInteger = Right.integer();
          LeftInteger && RightInteger && *LeftInteger != *RightInteger)
        return false;
      break;
    }
    case JsonKind::String:
      if (Left.string() != Right.string())
        return false;
      break;
    case JsonKind::Array: {
      if (Left.size() != Right.size())
        return false;
      std::vector<JsonValue> X = Left.children(), Y = Right.children();
      for (size_t I = 0; I < X.size(); ++I)
        Pending.push_back({X[I], Y[I]});
      break;
    }
    case JsonKind::Object: {
      llvm::StringMap<JsonValue *> Names;
      std::vector<JsonValue> X = Left.children(), Y = Right.children();
      for (JsonValue &Member : X)
        Names[Member.key()] = &Member;
      llvm::StringMap<JsonValue *> Others;
      for (JsonValue &Member : Y)
        Others[Member.key()] = &Member;
      if (Names.size() != Others.size())
        return false;
      for (const auto &Entry : Names) {
        auto Other = Others.find(Entry.getKey());
        if (Other == Others.end())
          return false;
        Pending.push_back({*Entry.getValue(), *Other->getValue()});
      }
      break;
    }
    }
  }
  return true;
}

} // namespace aoti
