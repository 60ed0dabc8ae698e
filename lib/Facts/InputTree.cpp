#include "Facts/InputTree.h"
#include "Facts/AstQuery.h"
#include "Support/JsonText.h"
#include "Support/Utf8.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/StringExtras.h"

using namespace clang;
using llvm::StringRef;

namespace aoti {

std::string pythonText(StringRef Text) {
  std::string Result = "'";
  while (!Text.empty()) {
    CodePoint C = decodeUtf8(Text);
    StringRef Bytes = Text.take_front(C.Length);
    Text = Text.drop_front(C.Length);
    if (C.Value == '\'' || C.Value == '\\') {
      Result += '\\';
      Result += static_cast<char>(C.Value);
    } else if (C.Value >= 0x20 && C.Value < 0x7f) {
      Result += Bytes;
    } else {
      std::string Digits = llvm::utohexstr(C.Value, true);
      size_t Width = C.Value > 0xffff ? 8 : 4;
      Result += Width == 8 ? "\\U" : "\\u";
      Result.append(Width - Digits.size(), '0');
      Result += Digits;
    }
  }
  return Result + "'";
}

namespace {

class TreeReader {
public:
  explicit TreeReader(InputTree &Out) : Out(Out) {}

  bool run(JsonValue Root) {
    // `[version, tree]`
    std::vector<JsonValue> Parts = Root.children();
    if (!Root.isArray() || Parts.size() != 2 || Parts[0].integer() != 1)
      return false;
    std::vector<JsonValue> Arguments;
    if (typeOf(Parts[1]) != "builtins.tuple" || !children(Parts[1], Arguments) ||
        Arguments.size() != 2)
      return false;
    std::vector<JsonValue> Positional, Named;
    std::vector<std::string> Names;
    if (typeOf(Arguments[0]) != "builtins.tuple" || !children(Arguments[0], Positional) ||
        typeOf(Arguments[1]) != "builtins.dict" || !children(Arguments[1], Named) ||
        !keys(Arguments[1], Names) || Names.size() != Named.size())
      return false;
    Out.Positional = static_cast<unsigned>(Positional.size());
    Out.Keywords = Names;
    for (size_t I = 0; I < Positional.size(); ++I)
      if (!read(Positional[I], "args[" + std::to_string(I) + "]", 0))
        return false;
    for (size_t I = 0; I < Named.size(); ++I)
      if (!read(Named[I], "kwargs[" + Names[I] + "]", 0))
        return false;
    return true;
  }

private:
  static constexpr unsigned MaxDepth = 100;

  /// Empty for a leaf, "?" for what is no node.
  static std::string typeOf(JsonValue Node) {
    std::optional<JsonValue> Type = Node.member("type");
    if (!Type)
      return "?";
    return Type->isNull() ? "" : Type->isString() ? Type->string() : "?";
  }

  static bool children(JsonValue Node, std::vector<JsonValue> &Into) {
    std::optional<JsonValue> List = Node.member("children_spec");
    if (!List || !List->isArray())
      return false;
    Into = List->children();
    return true;
  }

  /// The keys of a dictionary, which stand as JSON in a text.
  static bool keys(JsonValue Node, std::vector<std::string> &Into) {
    std::optional<JsonValue> Context = Node.member("context");
    if (!Context || !Context->isString())
      return false;
    std::string Text = Context->string();
    auto Json = JsonText::parse(Text);
    if (!Json) {
      llvm::consumeError(Json.takeError());
      return false;
    }
    if (!Json->root().isArray())
      return false;
    for (JsonValue Key : Json->root().children()) {
      if (Key.isString())
        Into.push_back(pythonText(Key.string()));
      else if (std::optional<int64_t> Number = Key.integer())
        Into.push_back(std::to_string(*Number));
      else
        return false;
    }
    return true;
  }

  bool read(JsonValue Node, const std::string &Path, unsigned Depth) {
    std::string Type = typeOf(Node);
    if (Type.empty()) {
      Out.Paths.push_back(Path);
      return true;
    }
    std::vector<JsonValue> Parts;
    if (Depth > MaxDepth || !children(Node, Parts))
      return false;
    std::vector<std::string> Indices;
    if (Type == "builtins.tuple" || Type == "builtins.list") {
      for (size_t I = 0; I < Parts.size(); ++I)
        Indices.push_back(std::to_string(I));
    } else if (Type != "builtins.dict" && Type != "collections.OrderedDict") {
      return false;
    } else if (!keys(Node, Indices) || Indices.size() != Parts.size()) {
      return false;
    }
    for (size_t I = 0; I < Parts.size(); ++I)
      if (!read(Parts[I], Path + "[" + Indices[I] + "]", Depth + 1))
        return false;
    return true;
  }

  InputTree &Out;
};

} // namespace

std::optional<InputTree> readInputTree(StringRef Spec) {
  auto Json = JsonText::parse(Spec);
  if (!Json) {
    llvm::consumeError(Json.takeError());
    return std::nullopt;
  }
  InputTree Tree;
  if (!TreeReader(Tree).run(Json->root()))
    return std::nullopt;
  return Tree;
}

std::optional<std::string> inputSpec(const CXXConstructorDecl *Constructor) {
  const auto *Body = Constructor ? dyn_cast_or_null<CompoundStmt>(Constructor->getBody()) : nullptr;
  std::optional<std::string> Found;
  for (const Stmt *S :
       Body ? Body->body() : llvm::iterator_range<Stmt *const *>(nullptr, nullptr)) {
    const auto *E = dyn_cast<Expr>(S);
    E = E ? stripWrappers(E) : nullptr;
    const Expr *Left = nullptr, *Right = nullptr;
    if (const auto *Call = dyn_cast_or_null<CXXOperatorCallExpr>(E);
        Call && Call->getOperator() == OO_Equal && Call->getNumArgs() == 2) {
      Left = Call->getArg(0);
      Right = Call->getArg(1);
    } else if (const auto *Binary = dyn_cast_or_null<BinaryOperator>(E);
               Binary && Binary->getOpcode() == BO_Assign) {
      Left = Binary->getLHS();
      Right = Binary->getRHS();
    }
    if (!Left || namedArray(Left) != "in_spec_")
      continue;
    Right = stripWrappers(Right);
    while (const auto *Construct = dyn_cast<CXXConstructExpr>(Right)) {
      if (Construct->getNumArgs() == 0)
        break;
      Right = stripWrappers(Construct->getArg(0));
    }
    const auto *Literal = dyn_cast<StringLiteral>(Right);
    if (!Literal || Literal->getCharByteWidth() != 1)
      return std::nullopt;
    Found = Literal->getString().str();
  }
  return Found;
}

} // namespace aoti
