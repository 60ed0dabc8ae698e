#include "Facts/OperatorSchema.h"
#include "llvm/ADT/StringExtras.h"

using llvm::StringRef;

namespace aoti {
namespace {

class SchemaParser {
public:
  explicit SchemaParser(StringRef Text) : Text(Text) {}

  std::optional<OperatorSchema> parse() {
    OperatorSchema Schema;
    skipBlanks();
    Schema.Name = takeWhile([](char C) { return llvm::isAlnum(C) || C == '_' || C == ':'; }).str();
    if (Schema.Name.empty())
      return std::nullopt;
    if (take('.'))
      Schema.Overload = takeWhile([](char C) { return llvm::isAlnum(C) || C == '_'; }).str();
    skipBlanks();
    if (At == Text.size())
      return Schema;
    Schema.HasSignature = true;
    if (!take('(') || !parseList(Schema.Arguments, /*Named=*/true))
      return std::nullopt;
    skipBlanks();
    if (!take('-') || !take('>'))
      return std::nullopt;
    skipBlanks();
    if (take('(')) {
      if (!parseList(Schema.Results, /*Named=*/false))
        return std::nullopt;
    } else {
      SchemaArgument Result;
      if (!parseType(Result.Type))
        return std::nullopt;
      skipBlanks();
      Result.Name = takeName().str();
      Schema.Results.push_back(std::move(Result));
    }
    skipBlanks();
    if (At != Text.size())
      return std::nullopt;
    return Schema;
  }

private:
  void skipBlanks() {
    while (At < Text.size() && llvm::isSpace(Text[At]))
      ++At;
  }
  bool take(char C) {
    if (At >= Text.size() || Text[At] != C)
      return false;
    ++At;
    return true;
  }
  template <class F> StringRef takeWhile(F Accept) {
    size_t Begin = At;
    while (At < Text.size() && Accept(Text[At]))
      ++At;
    return Text.slice(Begin, At);
  }
  StringRef takeName() {
    return takeWhile([](char C) { return llvm::isAlnum(C) || C == '_'; });
  }

  /// What stands between the current place, behind an opening bracket, and the bracket that closes
  /// it.
  bool skipBrackets(char Open, char Close) {
    unsigned Depth = 1;
    for (; At < Text.size(); ++At) {
      if (Text[At] == Open)
        ++Depth;
      else if (Text[At] == Close && --Depth == 0) {
        ++At;
        return true;
      }
    }
    return false;
  }

  bool parseType(SchemaType &Type) {
    skipBlanks();
    Type.Begin = static_cast<uint32_t>(At);
    StringRef Base = takeWhile([](char C) { return llvm::isAlnum(C) || C == '_' || C == '.'; });
    if (Base.empty())
      return false;
    if ((Base == "Dict" || Base == "Future" || Base == "RRef" || Base == "Await") && take('(')) {
      if (!skipBrackets('(', ')'))
        return false;
      Base = Text.slice(Type.Begin, At);
    }
    Type.End = static_cast<uint32_t>(At);
    Type.Base = Base.str();
    while (At < Text.size()) {
      if (take('(')) {
        // Which tensors it shares memory with.
        if (!skipBrackets('(', ')'))
          return false;
      } else if (take('[')) {
        if (!skipBrackets('[', ']'))
          return false;
        Type.Suffix += "[]";
      } else if (take('?')) {
        Type.Suffix += "?";
      } else {
        break;
      }
    }
    return true;
  }

  /// Arguments or results behind the opening parenthesis, with the closing one.
  bool parseList(std::vector<SchemaArgument> &Into, bool Named) {
    skipBlanks();
    if (take(')'))
      return true;
    while (true) {
      skipBlanks();
      if (!Named || Text.substr(At, 1) != "*") {
        SchemaArgument Argument;
        if (!parseType(Argument.Type))
          return false;
        skipBlanks();
        Argument.Name = takeName().str();
        if (Named && Argument.Name.empty())
          return false;
        skipBlanks();
        if (take('='))
          Argument.Default = parseDefault();
        Into.push_back(std::move(Argument));
      } else {
        ++At;
      }
      skipBlanks();
      if (take(')'))
        return true;
      if (!take(','))
        return false;
    }
  }

  std::string parseDefault() {
    skipBlanks();
    size_t Begin = At;
    unsigned Depth = 0;
    char Quote = 0;
    for (; At < Text.size(); ++At) {
      char C = Text[At];
      if (Quote) {
        if (C == '\\')
          ++At;
        else if (C == Quote)
          Quote = 0;
      } else if (C == '"' || C == '\'') {
        Quote = C;
      } else if (C == '[' || C == '(') {
        ++Depth;
      } else if ((C == ']' || C == ')') && Depth) {
        --Depth;
      } else if (!Depth && (C == ',' || C == ')')) {
        break;
      }
    }
    return Text.slice(Begin, std::min(At, Text.size())).trim().str();
  }

  StringRef Text;
  size_t At = 0;
};

} // namespace

std::optional<OperatorSchema> parseOperatorSchema(StringRef Text) {
  return SchemaParser(Text).parse();
}

} // namespace aoti
