#include "Python/PythonTree.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSet.h"

using llvm::ArrayRef;
using llvm::SmallVector;
using llvm::SmallVectorImpl;
using llvm::StringRef;

namespace aoti {
namespace {

bool isKeyword(StringRef Word) {
  static const llvm::StringSet<> Words = {
      "False", "None",     "True",  "and",    "as",   "assert", "async",  "await",    "break",
      "class", "continue", "def",   "del",    "elif", "else",   "except", "finally",  "for",
      "from",  "global",   "if",    "import", "in",   "is",     "lambda", "nonlocal", "not",
      "or",    "pass",     "raise", "return", "try",  "while",  "with",   "yield"};
  return Words.contains(Word);
}

/// How strongly an operator between two operands binds; 0 for what is none.
unsigned precedence(const PythonToken &Token) {
  if (Token.Kind != PythonTokenKind::Operator)
    return 0;
  StringRef Op = Token.Text;
  if (Op == "|")
    return 1;
  if (Op == "^")
    return 2;
  if (Op == "&")
    return 3;
  if (Op == "<<" || Op == ">>")
    return 4;
  if (Op == "+" || Op == "-")
    return 5;
  if (Op == "*" || Op == "/" || Op == "//" || Op == "%" || Op == "@")
    return 6;
  return 0;
}

bool isAugmentedAssignment(const PythonToken &Token) {
  StringRef Op = Token.Text;
  if (Token.Kind != PythonTokenKind::Operator || Op.size() < 2 || !Op.consume_back("="))
    return false;
  static constexpr StringRef Operators[] = {"+", "-", "*", "/",  "//", "%", "@",
                                            "&", "|", "^", ">>", "<<", "**"};
  return llvm::is_contained(Operators, Op);
}

/// Whether a piece of an f-string is its first: letters and quotes only.
bool beginsFString(const PythonToken &Token) {
  if (Token.Kind != PythonTokenKind::StringPart)
    return false;
  StringRef Quotes = Token.Text.ltrim("rRbBuUfFtT");
  return Quotes.size() < Token.Text.size() &&
         (Quotes == "'" || Quotes == "\"" || Quotes == "'''" || Quotes == "\"\"\"");
}

} // namespace

class PythonParser {
public:
  PythonParser(StringRef Text, uint32_t Base) : Base(Base) {
    PythonTokens Lexed = lexPython(Text);
    Tree.Memory = std::make_unique<llvm::BumpPtrAllocator>();
    Tree.Error = std::move(Lexed.Error);
    if (Tree.Error)
      Tree.Error->Offset += Base;
    Tokens.reserve(Lexed.Tokens.size() + 1);
    for (PythonToken &Token : Lexed.Tokens) {
      Token.Begin += Base;
      if (Token.Kind == PythonTokenKind::Comment)
        Tree.Comments.push_back(Token);
      else
        Tokens.push_back(Token);
    }
    Tokens.push_back(
        {PythonTokenKind::LineEnd, StringRef(), static_cast<uint32_t>(Base + Text.size()), -1});
  }

  PythonTree run() {
    SmallVector<const PythonStmt *, 16> Body;
    while (!atEnd()) {
      if (at().Kind == PythonTokenKind::LineEnd) {
        ++I;
        continue;
      }
      // A first line that is indented sets what all others are measured by.
      PythonBlock Part = block(at().Indent);
      Body.append(Part.begin(), Part.end());
    }
    Tree.Body = copy(Body);
    return std::move(Tree);
  }

private:
  template <typename T> ArrayRef<T> copy(ArrayRef<T> Items) {
    if (Items.empty())
      return {};
    T *Place = Tree.Memory->Allocate<T>(Items.size());
    std::uninitialized_copy(Items.begin(), Items.end(), Place);
    return ArrayRef<T>(Place, Items.size());
  }
  template <typename T, unsigned N> ArrayRef<T> copy(const SmallVector<T, N> &Items) {
    return copy(ArrayRef<T>(Items));
  }

  bool atEnd() const { return I + 1 >= Tokens.size(); }
  const PythonToken &at(size_t Ahead = 0) const {
    return Tokens[std::min(I + Ahead, Tokens.size() - 1)];
  }
  bool is(StringRef Spelling) const { return at().is(Spelling); }
  bool isLineEnd() const { return at().Kind == PythonTokenKind::LineEnd; }
  uint32_t lastEnd() const { return I == 0 ? Base : Tokens[I - 1].end(); }
  bool take(StringRef Spelling) {
    if (!is(Spelling))
      return false;
    ++I;
    return true;
  }
  void fail(const char *Message) {
    if (!Failed && !Trying && !Tree.Error)
      Tree.Error = PythonLexError{at().Begin, Message};
    Failed = true;
  }
  std::nullptr_t failed(const char *Message) {
    fail(Message);
    return nullptr;
  }
  bool expect(StringRef Spelling) {
    if (!Failed && take(Spelling))
      return true;
    fail("this cannot stand here");
    return false;
  }
  StringRef expectName() {
    if (!Failed && at().isName() && !isKeyword(at().Text))
      return Tokens[I++].Text;
    fail("a name is missing here");
    return {};
  }

  struct Nested {
    explicit Nested(PythonParser &P) : P(P) {
      if (++P.Nesting > PythonTree::MaxNesting)
        P.fail("this is nested too deeply");
    }
    ~Nested() { --P.Nesting; }
    PythonParser &P;
  };

  //===--- Expressions ---------------------------------------------------===//

  const PythonExpr *make(PythonExprKind Kind, uint32_t Begin, StringRef Text,
                         ArrayRef<const PythonExpr *> Children,
                         const PythonExpr::Extra *More = nullptr) {
    if (Failed)
      return nullptr;
    unsigned Depth = 1;
    auto Count = [&](const PythonExpr *E) {
      if (E)
        Depth = std::max(Depth, E->Depth + 1u);
    };
    llvm::for_each(Children, Count);
    if (More) {
      for (const PythonParameter &P : More->Parameters) {
        Count(P.Default);
        Count(P.Annotation);
      }
      for (const PythonClause &C : More->Clauses) {
        Count(C.Target);
        Count(C.Iterable);
        llvm::for_each(C.Conditions, Count);
      }
    }
    if (Depth > PythonTree::MaxDepth)
      return failed("this is nested too deeply");
    auto *E = new (Tree.Memory->Allocate<PythonExpr>()) PythonExpr;
    E->Kind = Kind;
    E->Depth = static_cast<uint16_t>(Depth);
    E->Begin = Begin;
    E->End = lastEnd();
    E->Text = Text;
    E->Children = copy(Children);
    if (More)
      E->More = new (Tree.Memory->Allocate<PythonExpr::Extra>()) PythonExpr::Extra(*More);
    return E;
  }

  /// An expression, or `name := value`.
  const PythonExpr *namedExpression() {
    if (at().isName() && !isKeyword(at().Text) && at(1).is(":=")) {
      uint32_t Begin = at().Begin;
      const PythonExpr *Target = atom();
      ++I;
      const PythonExpr *Value = expression();
      return make(PythonExprKind::Named, Begin, {}, {Target, Value});
    }
    return expression();
  }

  const PythonExpr *starOrNamed() {
    if (is("*"))
      return starred();
    return namedExpression();
  }

  const PythonExpr *starred() {
    uint32_t Begin = at().Begin;
    ++I;
    const PythonExpr *Value = binary(1);
    return make(PythonExprKind::Starred, Begin, {}, {Value});
  }

  /// Expressions with commas between, as in an assignment: a tuple if there is a comma.
  const PythonExpr *expressionList() {
    if (is("yield"))
      return yield();
    uint32_t Begin = at().Begin;
    const PythonExpr *First = starOrNamed();
    if (Failed || !is(","))
      return First;
    SmallVector<const PythonExpr *, 4> Items{First};
    while (!Failed && take(",")) {
      if (!beginsExpression() && !is("*"))
        break;
      Items.push_back(starOrNamed());
    }
    return make(PythonExprKind::Tuple, Begin, {}, Items);
  }

  bool beginsExpression() const {
    const PythonToken &T = at();
    switch (T.Kind) {
    case PythonTokenKind::Number:
    case PythonTokenKind::String:
    case PythonTokenKind::StringPart:
      return true;
    case PythonTokenKind::Name:
      return !isKeyword(T.Text) || T.is("True") || T.is("False") || T.is("None") || T.is("not") ||
             T.is("lambda") || T.is("await");
    case PythonTokenKind::Operator:
      return T.is("(") || T.is("[") || T.is("{") || T.is("-") || T.is("+") || T.is("~") ||
             T.is("...");
    default:
      return false;
    }
  }

  const PythonExpr *yield() {
    uint32_t Begin = at().Begin;
    ++I;
    if (take("from")) {
      const PythonExpr *Value = expression();
      return make(PythonExprKind::Yield, Begin, "yield from", {Value});
    }
    const PythonExpr *Value = beginsExpression() || is("*") ? expressionList() : nullptr;
    return make(PythonExprKind::Yield, Begin, "yield", {Value});
  }

  const PythonExpr *expression() {
    if (Failed)
      return nullptr;
    if (is("lambda"))
      return lambda();
    uint32_t Begin = at().Begin;
    const PythonExpr *Value = boolean(false);
    if (Failed || !take("if"))
      return Value;
    Nested Here(*this);
    const PythonExpr *Condition = boolean(false);
    expect("else");
    const PythonExpr *Other = expression();
    return make(PythonExprKind::Conditional, Begin, {}, {Condition, Value, Other});
  }

  /// Operands of `or`, or of `and`.
  const PythonExpr *boolean(bool IsAnd) {
    StringRef Word = IsAnd ? "and" : "or";
    uint32_t Begin = at().Begin;
    const PythonExpr *First = IsAnd ? inversion() : boolean(true);
    if (Failed || !is(Word))
      return First;
    SmallVector<const PythonExpr *, 4> Operands{First};
    while (!Failed && take(Word))
      Operands.push_back(IsAnd ? inversion() : boolean(true));
    return make(PythonExprKind::BoolOp, Begin, Word, Operands);
  }

  const PythonExpr *inversion() {
    if (!is("not"))
      return comparison();
    Nested Here(*this);
    uint32_t Begin = at().Begin;
    ++I;
    const PythonExpr *Operand = Failed ? nullptr : inversion();
    return make(PythonExprKind::Unary, Begin, "not", {Operand});
  }

  /// Takes an operator that compares; empty if there is none.
  StringRef comparisonOperator() {
    for (StringRef Op : {"==", "!=", "<=", ">=", "<", ">", "in"})
      if (take(Op))
        return Op;
    if (take("is"))
      return take("not") ? "is not" : "is";
    if (is("not") && at(1).is("in")) {
      I += 2;
      return "not in";
    }
    return {};
  }

  const PythonExpr *comparison() {
    uint32_t Begin = at().Begin;
    const PythonExpr *First = binary(1);
    SmallVector<const PythonExpr *, 2> Operands{First};
    SmallVector<StringRef, 1> Operators;
    while (!Failed) {
      StringRef Op = comparisonOperator();
      if (Op.empty())
        break;
      Operators.push_back(Op);
      Operands.push_back(binary(1));
    }
    if (Operators.empty() || Failed)
      return First;
    PythonExpr::Extra More;
    More.Operators = copy(Operators);
    return make(PythonExprKind::Compare, Begin, {}, Operands, &More);
  }

  const PythonExpr *binary(unsigned Least) {
    uint32_t Begin = at().Begin;
    const PythonExpr *Left = unary();
    while (!Failed) {
      unsigned Strength = precedence(at());
      if (Strength < Least || Strength == 0)
        break;
      StringRef Op = Tokens[I++].Text;
      const PythonExpr *Right = binary(Strength + 1);
      Left = make(PythonExprKind::Binary, Begin, Op, {Left, Right});
    }
    return Left;
  }

  const PythonExpr *unary() {
    if (!is("-") && !is("+") && !is("~"))
      return power();
    Nested Here(*this);
    uint32_t Begin = at().Begin;
    StringRef Op = Tokens[I++].Text;
    const PythonExpr *Operand = Failed ? nullptr : unary();
    return make(PythonExprKind::Unary, Begin, Op, {Operand});
  }

  const PythonExpr *power() {
    uint32_t Begin = at().Begin;
    const PythonExpr *Left;
    if (take("await")) {
      const PythonExpr *Operand = primary();
      Left = make(PythonExprKind::Await, Begin, {}, {Operand});
    } else {
      Left = primary();
    }
    if (Failed || !is("**"))
      return Left;
    Nested Here(*this);
    ++I;
    const PythonExpr *Right = Failed ? nullptr : unary();
    return make(PythonExprKind::Binary, Begin, "**", {Left, Right});
  }

  const PythonExpr *primary() {
    uint32_t Begin = at().Begin;
    const PythonExpr *E = atom();
    while (!Failed) {
      if (take(".")) {
        StringRef Name = expectName();
        E = make(PythonExprKind::Attribute, Begin, Name, {E});
      } else if (is("(")) {
        E = call(Begin, E);
      } else if (take("[")) {
        const PythonExpr *Index = subscript();
        expect("]");
        E = make(PythonExprKind::Subscript, Begin, {}, {E, Index});
      } else {
        break;
      }
    }
    return E;
  }

  const PythonExpr *call(uint32_t Begin, const PythonExpr *Callee) {
    Nested Here(*this);
    uint32_t Open = at().Begin;
    ++I;
    SmallVector<const PythonExpr *, 8> Parts{Callee};
    while (!Failed && !is(")")) {
      uint32_t At = at().Begin;
      if (take("**")) {
        const PythonExpr *Value = expression();
        Parts.push_back(make(PythonExprKind::Keyword, At, {}, {Value}));
      } else if (take("*")) {
        const PythonExpr *Value = expression();
        Parts.push_back(make(PythonExprKind::Starred, At, {}, {Value}));
      } else if (at().isName() && at(1).is("=")) {
        StringRef Name = expectName();
        ++I;
        const PythonExpr *Value = expression();
        Parts.push_back(make(PythonExprKind::Keyword, At, Name, {Value}));
      } else {
        const PythonExpr *Value = namedExpression();
        if (!Failed && (is("for") || is("async"))) {
          // A generator without brackets of its own has those of the call.
          if (Parts.size() > 1)
            return failed("a generator among other arguments needs brackets");
          SmallVector<PythonClause, 1> Clauses = clauses();
          expect(")");
          PythonExpr::Extra More;
          More.Clauses = copy(Clauses);
          Parts.push_back(make(PythonExprKind::Comprehension, Open, "generator", {Value}, &More));
          return make(PythonExprKind::Call, Begin, {}, Parts);
        }
        Parts.push_back(Value);
      }
      if (!take(","))
        break;
    }
    expect(")");
    return make(PythonExprKind::Call, Begin, {}, Parts);
  }

  const PythonExpr *slice() {
    uint32_t Begin = at().Begin;
    const PythonExpr *Lower = nullptr, *Upper = nullptr, *Step = nullptr;
    if (is("*"))
      return starred();
    if (!is(":")) {
      Lower = namedExpression();
      if (Failed || !is(":"))
        return Lower;
    }
    expect(":");
    if (beginsExpression())
      Upper = expression();
    if (!Failed && take(":") && beginsExpression())
      Step = expression();
    return make(PythonExprKind::Slice, Begin, {}, {Lower, Upper, Step});
  }

  const PythonExpr *subscript() {
    Nested Here(*this);
    if (Failed)
      return nullptr;
    uint32_t Begin = at().Begin;
    const PythonExpr *First = slice();
    if (!Failed && is(",")) {
      SmallVector<const PythonExpr *, 4> Items{First};
      while (!Failed && take(",")) {
        if (is("]"))
          break;
        Items.push_back(slice());
      }
      First = make(PythonExprKind::Tuple, Begin, {}, Items);
    } else if (!Failed && First->is(PythonExprKind::Starred)) {
      First = make(PythonExprKind::Tuple, Begin, {}, {First});
    }
    return First;
  }

  const PythonExpr *atom() {
    if (Failed)
      return nullptr;
    const PythonToken &T = at();
    uint32_t Begin = T.Begin;
    switch (T.Kind) {
    case PythonTokenKind::Number:
      ++I;
      return make(PythonExprKind::Number, Begin, T.Text, {});
    case PythonTokenKind::String:
    case PythonTokenKind::StringPart:
      return strings();
    case PythonTokenKind::Name:
      if (!isKeyword(T.Text)) {
        ++I;
        return make(PythonExprKind::Name, Begin, T.Text, {});
      }
      if (T.is("True") || T.is("False") || T.is("None")) {
        ++I;
        return make(PythonExprKind::Constant, Begin, T.Text, {});
      }
      break;
    case PythonTokenKind::Operator: {
      if (T.is("...")) {
        ++I;
        return make(PythonExprKind::Constant, Begin, T.Text, {});
      }
      if (T.is("("))
        return parenthesis();
      if (T.is("["))
        return list();
      if (T.is("{"))
        return braces();
      break;
    }
    default:
      break;
    }
    return failed("this cannot stand here");
  }

  const PythonExpr *strings() {
    uint32_t Begin = at().Begin;
    size_t First = I;
    bool IsFormatted = false;
    while (at().Kind == PythonTokenKind::String || beginsFString(at())) {
      if (at().Kind == PythonTokenKind::String) {
        ++I;
      } else {
        IsFormatted = true;
        skipFString();
      }
      if (Failed)
        return nullptr;
    }
    if (I == First)
      return failed("this cannot stand here");
    StringRef Text(Tokens[First].Text.data(), Tokens[I - 1].Text.end() - Tokens[First].Text.data());
    return make(IsFormatted ? PythonExprKind::FString : PythonExprKind::String, Begin, Text, {});
  }

  /// Steps behind an f-string: its pieces, and the code in its braces.
  void skipFString() {
    SmallVector<StringRef, 2> Quotes;
    while (!atEnd()) {
      const PythonToken &T = Tokens[I++];
      if (T.Kind == PythonTokenKind::LineEnd)
        break;
      if (T.Kind != PythonTokenKind::StringPart)
        continue;
      if (beginsFString(T) && (Quotes.empty() || !continuesText(I - 1))) {
        Quotes.push_back(T.Text.ltrim("rRbBuUfFtT"));
        continue;
      }
      bool BeforeCode = is("{") && at().Begin == T.end();
      if (T.Text.ends_with(Quotes.back()) && !BeforeCode) {
        Quotes.pop_back();
        if (Quotes.empty())
          return;
      }
    }
    fail("the string that begins here has no end");
  }
  /// Whether a piece of an f-string goes on directly behind another or behind code in braces.
  bool continuesText(size_t Piece) const {
    const PythonToken &Before = Tokens[Piece - 1];
    return Before.end() == Tokens[Piece].Begin &&
           (Before.is("}") || Before.Kind == PythonTokenKind::StringPart);
  }

  const PythonExpr *parenthesis() {
    Nested Here(*this);
    uint32_t Begin = at().Begin;
    ++I;
    if (take(")"))
      return make(PythonExprKind::Tuple, Begin, {}, {});
    if (Failed)
      return nullptr;
    if (is("yield")) {
      const PythonExpr *E = yield();
      expect(")");
      return Failed ? nullptr : E;
    }
    const PythonExpr *First = starOrNamed();
    if (!Failed && (is("for") || is("async"))) {
      SmallVector<PythonClause, 1> Clauses = clauses();
      expect(")");
      PythonExpr::Extra More;
      More.Clauses = copy(Clauses);
      return make(PythonExprKind::Comprehension, Begin, "generator", {First}, &More);
    }
    if (Failed || (!is(",") && !First->is(PythonExprKind::Starred))) {
      expect(")");
      return Failed ? nullptr : First;
    }
    SmallVector<const PythonExpr *, 4> Items{First};
    while (!Failed && take(",")) {
      if (is(")"))
        break;
      Items.push_back(starOrNamed());
    }
    expect(")");
    return make(PythonExprKind::Tuple, Begin, {}, Items);
  }

  const PythonExpr *list() {
    Nested Here(*this);
    uint32_t Begin = at().Begin;
    ++I;
    SmallVector<const PythonExpr *, 8> Items;
    while (!Failed && !is("]")) {
      Items.push_back(starOrNamed());
      if (!Failed && Items.size() == 1 && (is("for") || is("async"))) {
        SmallVector<PythonClause, 1> Clauses = clauses();
        expect("]");
        PythonExpr::Extra More;
        More.Clauses = copy(Clauses);
        return make(PythonExprKind::Comprehension, Begin, "list", Items, &More);
      }
      if (!take(","))
        break;
    }
    expect("]");
    return make(PythonExprKind::List, Begin, {}, Items);
  }

  const PythonExpr *braces() {
    Nested Here(*this);
    uint32_t Begin = at().Begin;
    ++I;
    SmallVector<const PythonExpr *, 8> Items;
    bool IsDict = is("}") || is("**"), IsFirst = true;
    while (!Failed && !is("}")) {
      if (take("**")) {
        Items.push_back(nullptr);
        Items.push_back(binary(1));
        if (!IsDict)
          fail("this cannot stand here");
      } else {
        Items.push_back(starOrNamed());
        if (Failed)
          break;
        if (IsFirst)
          IsDict = is(":");
        if (IsDict) {
          expect(":");
          Items.push_back(expression());
        }
      }
      if (!Failed && IsFirst && (is("for") || is("async"))) {
        SmallVector<PythonClause, 1> Clauses = clauses();
        expect("}");
        PythonExpr::Extra More;
        More.Clauses = copy(Clauses);
        return make(PythonExprKind::Comprehension, Begin, IsDict ? "dict" : "set", Items, &More);
      }
      IsFirst = false;
      if (!take(","))
        break;
    }
    expect("}");
    return make(IsDict ? PythonExprKind::Dict : PythonExprKind::Set, Begin, {}, Items);
  }

  SmallVector<PythonClause, 1> clauses() {
    SmallVector<PythonClause, 1> Clauses;
    while (!Failed && (is("for") || is("async"))) {
      PythonClause C;
      C.IsAsync = take("async");
      expect("for");
      C.Target = targets();
      expect("in");
      C.Iterable = boolean(false);
      SmallVector<const PythonExpr *, 1> Conditions;
      while (!Failed && take("if"))
        Conditions.push_back(boolean(false));
      C.Conditions = copy(Conditions);
      Clauses.push_back(C);
    }
    return Clauses;
  }

  /// What `for` binds: operands of comparisons, so that `in` ends them.
  const PythonExpr *targets() {
    uint32_t Begin = at().Begin;
    const PythonExpr *First = is("*") ? starred() : binary(1);
    if (!Failed && is(",")) {
      SmallVector<const PythonExpr *, 4> Items{First};
      while (!Failed && take(",")) {
        if (is("in") || is("="))
          break;
        Items.push_back(is("*") ? starred() : binary(1));
      }
      First = make(PythonExprKind::Tuple, Begin, {}, Items);
    }
    return Failed ? nullptr : First;
  }

  const PythonExpr *lambda() {
    Nested Here(*this);
    uint32_t Begin = at().Begin;
    ++I;
    PythonExpr::Extra More;
    SmallVector<PythonParameter, 4> Parameters = parameters(":", false);
    More.Parameters = copy(Parameters);
    expect(":");
    const PythonExpr *Body = expression();
    return make(PythonExprKind::Lambda, Begin, {}, {Body}, &More);
  }

  /// Parameters up to what closes them, which is not taken.
  SmallVector<PythonParameter, 4> parameters(StringRef Close, bool HasAnnotations) {
    SmallVector<PythonParameter, 4> Result;
    bool KeywordOnly = false;
    while (!Failed && !is(Close)) {
      if (take("/")) {
        for (PythonParameter &P : Result)
          P.K = PythonParameter::Kind::PositionalOnly;
      } else if (is("*") && (at(1).is(",") || at(1).is(Close))) {
        ++I;
        KeywordOnly = true;
      } else {
        PythonParameter P;
        P.K = KeywordOnly ? PythonParameter::Kind::KeywordOnly : PythonParameter::Kind::Plain;
        if (take("*")) {
          P.K = PythonParameter::Kind::VarPositional;
          KeywordOnly = true;
        } else if (take("**")) {
          P.K = PythonParameter::Kind::VarKeyword;
        }
        P.Begin = at().Begin;
        P.Name = expectName();
        if (HasAnnotations && !Failed && take(":"))
          P.Annotation = is("*") ? starred() : expression();
        P.End = lastEnd();
        if (!Failed && take("="))
          P.Default = expression();
        Result.push_back(P);
      }
      if (!take(","))
        break;
    }
    return Result;
  }

  //===--- Statements ----------------------------------------------------===//

  const PythonStmt *makeStmt(PythonStmtKind Kind, uint32_t Begin, StringRef Text,
                             ArrayRef<const PythonExpr *> Exprs, PythonBlock Body = {},
                             PythonBlock OrElse = {}, const PythonStmt::Extra *More = nullptr) {
    if (Failed)
      return nullptr;
    auto *S = new (Tree.Memory->Allocate<PythonStmt>()) PythonStmt;
    S->Kind = Kind;
    S->Begin = Begin;
    S->End = lastTokenEnd();
    S->Text = Text;
    S->Exprs = copy(Exprs);
    S->Body = Body;
    S->OrElse = OrElse;
    if (More)
      S->More = new (Tree.Memory->Allocate<PythonStmt::Extra>()) PythonStmt::Extra(*More);
    return S;
  }
  /// Where the last token ends that is no end of a line; it belongs to the statement that is made.
  uint32_t lastTokenEnd() const {
    size_t J = I;
    while (J > 0 && Tokens[J - 1].Kind == PythonTokenKind::LineEnd)
      --J;
    return J == 0 ? Base : Tokens[J - 1].end();
  }

  /// Statements from here on whose lines have a column, up to one with a smaller one.
  PythonBlock block(int Indent) {
    SmallVector<const PythonStmt *, 16> Body;
    while (!atEnd()) {
      if (isLineEnd()) {
        ++I;
        continue;
      }
      if (at().Indent < Indent)
        break;
      if (at().Indent > Indent) {
        fail("this line is indented more than the one before it");
        Failed = false;
        Body.push_back(opaque(I));
        continue;
      }
      line(Body);
    }
    return copy(Body);
  }

  /// The statements of a logical line, with the blocks that belong to them.
  void line(SmallVectorImpl<const PythonStmt *> &Into) {
    size_t First = I;
    size_t Before = Into.size();
    if (const PythonStmt *S = compound()) {
      Into.push_back(S);
      return;
    }
    if (!Failed) {
      simpleStatements(Into);
      if (!Failed)
        return;
    }
    Into.truncate(Before);
    Failed = false;
    Into.push_back(opaque(First));
  }

  /// What begins at a token and cannot be read: the rest of its line, and lines that are indented
  /// more.
  const PythonStmt *opaque(size_t First) {
    int Indent = Tokens[First].Indent;
    I = First;
    auto SkipLine = [&] {
      while (!atEnd() && !isLineEnd())
        ++I;
    };
    // What is decorated belongs to its decorators.
    while (is("@") && at().Indent == Indent) {
      SkipLine();
      while (!atEnd() && isLineEnd())
        ++I;
    }
    if (!atEnd() && at().Indent == Indent)
      SkipLine();
    size_t Last = I - 1;
    while (Last > First && Tokens[Last].Kind == PythonTokenKind::LineEnd)
      --Last;
    while (!atEnd()) {
      if (isLineEnd()) {
        ++I;
      } else if (at().Indent > Indent || at().Indent < 0) {
        Last = I++;
      } else {
        break;
      }
    }
    ++Tree.OpaqueCount;
    auto *S = new (Tree.Memory->Allocate<PythonStmt>()) PythonStmt;
    S->Kind = PythonStmtKind::Opaque;
    S->Begin = Tokens[First].Begin;
    S->End = Tokens[Last].end();
    return S;
  }

  void simpleStatements(SmallVectorImpl<const PythonStmt *> &Into) {
    while (!Failed) {
      const PythonStmt *S = simple();
      if (Failed)
        return;
      Into.push_back(S);
      if (!take(";"))
        break;
      if (isLineEnd())
        break;
    }
    if (!isLineEnd())
      return fail("this cannot stand here");
    ++I;
  }

  /// What follows a colon: statements on the same line, or an indented block.
  PythonBlock suite() {
    expect(":");
    Nested Here(*this);
    if (Failed)
      return {};
    if (!isLineEnd()) {
      SmallVector<const PythonStmt *, 2> Body;
      simpleStatements(Body);
      return copy(Body);
    }
    while (isLineEnd() && !atEnd())
      ++I;
    if (atEnd() || at().Indent <= CompoundIndent) {
      fail("an indented block is missing here");
      return {};
    }
    int Outer = CompoundIndent;
    PythonBlock Body = block(at().Indent);
    CompoundIndent = Outer;
    return Body;
  }

  /// Whether a word stands first in a line of the same column: `else` behind the block of an `if`.
  bool continues(StringRef Word) const {
    return !Failed && is(Word) && at().Indent == CompoundIndent;
  }

  PythonBlock orElse() {
    if (!continues("else"))
      return {};
    ++I;
    return suite();
  }

  /// A statement with a block; null, without failure, where none begins.
  const PythonStmt *compound() {
    CompoundIndent = at().Indent;
    uint32_t Begin = at().Begin;
    if (is("if"))
      return ifStatement();
    if (is("for")) {
      ++I;
      const PythonExpr *Target = targets();
      expect("in");
      const PythonExpr *Iterable = Failed ? nullptr : expressionList();
      PythonBlock Body = suite();
      PythonBlock Else = orElse();
      return makeStmt(PythonStmtKind::For, Begin, {}, {Target, Iterable}, Body, Else);
    }
    if (is("while")) {
      ++I;
      const PythonExpr *Condition = namedExpression();
      PythonBlock Body = suite();
      PythonBlock Else = orElse();
      return makeStmt(PythonStmtKind::While, Begin, {}, {Condition}, Body, Else);
    }
    if (is("with"))
      return withStatement();
    if (is("try"))
      return tryStatement();
    if (is("@") || is("def") || is("class"))
      return definition();
    return nullptr;
  }

  const PythonStmt *ifStatement() {
    uint32_t Begin = at().Begin;
    SmallVector<PythonBranch, 2> Branches;
    do {
      PythonBranch B;
      B.Begin = at().Begin;
      ++I;
      B.Condition = namedExpression();
      B.Body = suite();
      Branches.push_back(B);
    } while (continues("elif"));
    PythonBlock Else = orElse();
    PythonStmt::Extra More;
    More.Branches = copy(Branches);
    return makeStmt(PythonStmtKind::If, Begin, {}, {}, {}, Else, &More);
  }

  bool withItems(SmallVectorImpl<const PythonExpr *> &Items, StringRef Close) {
    do {
      if (is(Close) && !Items.empty())
        break;
      Items.push_back(expression());
      Items.push_back(nullptr);
      if (!Failed && take("as"))
        Items.back() = is("*") ? starred() : binary(1);
    } while (!Failed && take(","));
    return !Failed && is(Close);
  }

  const PythonStmt *withStatement() {
    uint32_t Begin = at().Begin;
    ++I;
    SmallVector<const PythonExpr *, 2> Items;
    size_t Start = I;
    bool IsRead = false;
    if (take("(")) {
      // Brackets around all items, or around an expression that an item begins with.
      bool Outer = std::exchange(Trying, true);
      IsRead = withItems(Items, ")") && take(")") && is(":");
      Trying = Outer;
      if (!IsRead) {
        I = Start;
        Failed = false;
        Items.clear();
      }
    }
    if (!IsRead)
      withItems(Items, ":");
    PythonBlock Body = suite();
    return makeStmt(PythonStmtKind::With, Begin, {}, Items, Body);
  }

  const PythonStmt *tryStatement() {
    uint32_t Begin = at().Begin;
    ++I;
    PythonBlock Body = suite();
    SmallVector<PythonHandler, 1> Handlers;
    bool IsGroup = false;
    while (continues("except")) {
      PythonHandler H;
      H.Begin = at().Begin;
      ++I;
      IsGroup |= take("*");
      if (!is(":"))
        H.Type = expression();
      if (!Failed && take("as"))
        H.Name = expectName();
      H.Body = suite();
      H.End = lastTokenEnd();
      Handlers.push_back(H);
    }
    PythonBlock Else = orElse();
    PythonStmt::Extra More;
    if (continues("finally")) {
      ++I;
      More.Finally = suite();
    }
    if (Handlers.empty() && More.Finally.empty())
      fail("'except' or 'finally' is missing here");
    More.Handlers = copy(Handlers);
    return makeStmt(PythonStmtKind::Try, Begin, IsGroup ? "*" : "", {}, Body, Else, &More);
  }

  const PythonStmt *definition() {
    PythonStmt::Extra More;
    SmallVector<const PythonExpr *, 2> Decorators;
    while (!Failed && take("@")) {
      Decorators.push_back(namedExpression());
      if (!isLineEnd())
        fail("this cannot stand here");
      while (isLineEnd() && !atEnd())
        ++I;
      if (atEnd() || at().Indent != CompoundIndent)
        fail("a definition is missing here");
    }
    More.Decorators = copy(Decorators);
    uint32_t Begin = at().Begin;
    if (!Failed && take("class")) {
      StringRef Name = expectName();
      SmallVector<const PythonExpr *, 2> Bases;
      if (!Failed && is("("))
        if (const PythonExpr *Call = call(at().Begin, nullptr))
          Bases.append(Call->Children.begin() + 1, Call->Children.end());
      PythonBlock Body = suite();
      return makeStmt(PythonStmtKind::Class, Begin, Name, Bases, Body, {}, &More);
    }
    expect("def");
    StringRef Name = expectName();
    expect("(");
    SmallVector<PythonParameter, 4> Parameters = parameters(")", true);
    More.Parameters = copy(Parameters);
    expect(")");
    const PythonExpr *Result = !Failed && take("->") ? expression() : nullptr;
    size_t Colon = I;
    bool HasHead = !Failed && is(":");
    PythonBlock Body = suite();
    // A text that ends behind the head of its last function still tells what that takes.
    if (HasHead && atEnd() && Tokens[Colon + 1].Kind == PythonTokenKind::LineEnd)
      Failed = false;
    return makeStmt(PythonStmtKind::Function, Begin, Name, {Result}, Body, {}, &More);
  }

  const PythonStmt *simple() {
    uint32_t Begin = at().Begin;
    static constexpr std::pair<StringRef, PythonStmtKind> Words[] = {
        {"pass", PythonStmtKind::Pass},
        {"break", PythonStmtKind::Break},
        {"continue", PythonStmtKind::Continue}};
    for (auto [Word, Kind] : Words)
      if (take(Word))
        return makeStmt(Kind, Begin, {}, {});
    if (take("return")) {
      const PythonExpr *Value = beginsExpression() || is("*") ? expressionList() : nullptr;
      return makeStmt(PythonStmtKind::Return, Begin, {}, {Value});
    }
    if (take("raise")) {
      const PythonExpr *Value = beginsExpression() ? expression() : nullptr;
      const PythonExpr *Cause = !Failed && Value && take("from") ? expression() : nullptr;
      return makeStmt(PythonStmtKind::Raise, Begin, {}, {Value, Cause});
    }
    if (take("assert")) {
      const PythonExpr *Condition = expression();
      const PythonExpr *Message = !Failed && take(",") ? expression() : nullptr;
      return makeStmt(PythonStmtKind::Assert, Begin, {}, {Condition, Message});
    }
    if (take("del"))
      return deleteStatement(Begin);
    if (is("global") || is("nonlocal")) {
      PythonStmtKind Kind = is("global") ? PythonStmtKind::Global : PythonStmtKind::Nonlocal;
      ++I;
      SmallVector<PythonImportedName, 1> Names;
      do
        Names.push_back({expectName(), {}});
      while (!Failed && take(","));
      PythonStmt::Extra More;
      More.Names = copy(Names);
      return makeStmt(Kind, Begin, {}, {}, {}, {}, &More);
    }
    if (is("import") || is("from"))
      return import();
    return assignment();
  }

  const PythonStmt *deleteStatement(uint32_t Begin) {
    SmallVector<const PythonExpr *, 1> Targets;
    do {
      if (isLineEnd() || is(";"))
        break;
      Targets.push_back(binary(1));
    } while (!Failed && take(","));
    if (Targets.empty())
      fail("a name is missing here");
    return makeStmt(PythonStmtKind::Delete, Begin, {}, Targets);
  }

  StringRef dottedName() {
    size_t First = I;
    do
      expectName();
    while (!Failed && take("."));
    if (Failed)
      return {};
    return StringRef(Tokens[First].Text.data(),
                     Tokens[I - 1].Text.end() - Tokens[First].Text.data());
  }

  const PythonStmt *import() {
    uint32_t Begin = at().Begin;
    SmallVector<PythonImportedName, 2> Names;
    PythonStmt::Extra More;
    if (take("import")) {
      do {
        PythonImportedName N;
        N.Path = dottedName();
        if (!Failed && take("as"))
          N.Name = expectName();
        Names.push_back(N);
      } while (!Failed && take(","));
      More.Names = copy(Names);
      return makeStmt(PythonStmtKind::Import, Begin, {}, {}, {}, {}, &More);
    }
    ++I;
    size_t First = I;
    while (is(".") || is("..."))
      ++I;
    if (!is("import"))
      dottedName();
    if (Failed || I == First)
      return failed("the name of a module is missing here");
    StringRef Module(Tokens[First].Text.data(),
                     Tokens[I - 1].Text.end() - Tokens[First].Text.data());
    expect("import");
    bool InBrackets = !Failed && take("(");
    if (!Failed && take("*")) {
      Names.push_back({"*", {}});
    } else {
      do {
        if (InBrackets && is(")") && !Names.empty())
          break;
        PythonImportedName N;
        N.Path = expectName();
        if (!Failed && take("as"))
          N.Name = expectName();
        Names.push_back(N);
      } while (!Failed && take(","));
      if (InBrackets)
        expect(")");
    }
    More.Names = copy(Names);
    return makeStmt(PythonStmtKind::ImportFrom, Begin, Module, {}, {}, {}, &More);
  }

  const PythonStmt *assignment() {
    uint32_t Begin = at().Begin;
    const PythonExpr *First = expressionList();
    if (Failed)
      return nullptr;
    if (take(":")) {
      const PythonExpr *Annotation = expression();
      const PythonExpr *Value = !Failed && take("=") ? expressionList() : nullptr;
      return makeStmt(PythonStmtKind::AnnotatedAssign, Begin, {}, {First, Annotation, Value});
    }
    if (isAugmentedAssignment(at())) {
      StringRef Op = Tokens[I++].Text.drop_back();
      const PythonExpr *Value = expressionList();
      return makeStmt(PythonStmtKind::AugmentedAssign, Begin, Op, {First, Value});
    }
    if (!is("="))
      return makeStmt(PythonStmtKind::Expression, Begin, {}, {First});
    SmallVector<const PythonExpr *, 2> Parts{First};
    while (!Failed && take("="))
      Parts.push_back(expressionList());
    return makeStmt(PythonStmtKind::Assign, Begin, {}, Parts);
  }

  PythonTree Tree;
  std::vector<PythonToken> Tokens;
  uint32_t Base;
  size_t I = 0;
  unsigned Nesting = 0;
  /// The column of the statement whose block is read.
  int CompoundIndent = 0;
  bool Failed = false;
  /// Whether another reading is left if this one fails.
  bool Trying = false;
};

PythonTree parsePython(StringRef Text, uint32_t Base) { return PythonParser(Text, Base).run(); }

} // namespace aoti
