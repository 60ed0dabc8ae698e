//===- PythonTree.h - Python text as a tree -----------------------*- C++ -*-===//
//
// Statements and expressions of a Python source, each with its place. What cannot be
// read becomes an opaque statement, with the block that belongs to it, and the rest is
// read all the same. Places are those that Python's own `ast` gives, in bytes.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "Python/PythonLexer.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/Allocator.h"
#include <memory>

namespace aoti {

enum class PythonExprKind : uint8_t {
  Name,
  Number,      ///< `Text` as it is written
  String,      ///< one literal or several side by side, with prefixes and quotes
  FString,     ///< the same where one of them is an f-string; what is in it is not read
  Constant,    ///< `True`, `False`, `None`, `...`
  Attribute,   ///< the object; `Text` is the name behind the dot
  Subscript,   ///< the object, and what stands in brackets: a tuple where there are commas
  Call,        ///< what is called, then the arguments in the order of the text
  Keyword,     ///< an argument `Text=value`; `Text` is empty for `**value`
  Starred,     ///< `*value`
  Unary,       ///< `Text` is `-`, `+`, `~` or `not`
  Binary,      ///< two operands
  BoolOp,      ///< two or more operands of `and` or of `or`
  Compare,     ///< two or more operands, with `operators()` between
  Conditional, ///< the condition, the value where it holds, the other value
  Tuple,
  List,
  Set,
  Dict,          ///< keys and values in turn; the key of `**value` is null
  Slice,         ///< lower end, upper end and step, each null where it is left out
  Lambda,        ///< the body, with `parameters()`
  Comprehension, ///< the element, or key and value; `Text` is "list", "set", "dict", "generator"
  Named,         ///< `name := value`
  Await,
  Yield ///< the value, null for none; `Text` is `yield` or `yield from`
};

struct PythonExpr;

/// A parameter of a function or of a lambda.
struct PythonParameter {
  enum class Kind : uint8_t { PositionalOnly, Plain, VarPositional, KeywordOnly, VarKeyword };
  Kind K = Kind::Plain;
  llvm::StringRef Name;
  /// From the name to the end of the annotation; the default is not part of it.
  uint32_t Begin = 0, End = 0;
  /// Null where there is none.
  const PythonExpr *Annotation = nullptr, *Default = nullptr;
};

/// `for Target in Iterable if Conditions…` in a comprehension.
struct PythonClause {
  const PythonExpr *Target = nullptr, *Iterable = nullptr;
  llvm::ArrayRef<const PythonExpr *> Conditions;
  bool IsAsync = false;
};

struct PythonExpr {
  PythonExprKind Kind = PythonExprKind::Name;
  /// Of the nodes below it the longest chain, itself included; never above
  /// `PythonTree::MaxDepth`.
  uint16_t Depth = 1;
  /// Bytes from the beginning of the file. Brackets around an expression are not part of it but for
  /// tuples and generators; those around an operand at its edge are.
  uint32_t Begin = 0, End = 0;
  /// The name, the operator, the literal.
  llvm::StringRef Text;
  llvm::ArrayRef<const PythonExpr *> Children;

  llvm::ArrayRef<llvm::StringRef> operators() const {
    return More ? More->Operators : llvm::ArrayRef<llvm::StringRef>();
  }
  llvm::ArrayRef<PythonParameter> parameters() const {
    return More ? More->Parameters : llvm::ArrayRef<PythonParameter>();
  }
  llvm::ArrayRef<PythonClause> clauses() const {
    return More ? More->Clauses : llvm::ArrayRef<PythonClause>();
  }

  bool is(PythonExprKind K) const { return Kind == K; }
  bool isName(llvm::StringRef Name) const { return Kind == PythonExprKind::Name && Text == Name; }
  bool isConstant(llvm::StringRef Name) const {
    return Kind == PythonExprKind::Constant && Text == Name;
  }

  /// What few kinds have.
  struct Extra {
    llvm::ArrayRef<llvm::StringRef> Operators;
    llvm::ArrayRef<PythonParameter> Parameters;
    llvm::ArrayRef<PythonClause> Clauses;
  };
  const Extra *More = nullptr;
};

enum class PythonStmtKind : uint8_t {
  Expression,      ///< the value
  Assign,          ///< the targets, then the value
  AugmentedAssign, ///< target and value; `Text` is the operator without its `=`
  AnnotatedAssign, ///< target, annotation, and the value or null
  Return,          ///< the value or null
  Raise,           ///< the exception and its cause, each or null
  Assert,          ///< the condition, and the message or null
  Delete,          ///< the targets
  Pass,
  Break,
  Continue,
  Global,
  Nonlocal,
  Import,     ///< `names()`
  ImportFrom, ///< `names()` of the module `Text`, with its leading dots
  If,         ///< `branches()`, `OrElse`
  For,        ///< target and iterable, `Body`, `OrElse`
  While,      ///< the condition, `Body`, `OrElse`
  With,       ///< contexts and the variables they are bound to, or null, in turn; `Body`
  Try,        ///< `Body`, `handlers()`, `OrElse`, `finally()`; `Text` is `*` for those of groups
  Function, ///< `Text` is its name; `decorators()`, `parameters()`; the annotation of its result or
            ///< null; `Body`
  Class,    ///< `Text` is its name; `decorators()`; bases and keywords; `Body`
  Opaque    ///< what is not read, with its block
};

struct PythonStmt;
using PythonBlock = llvm::ArrayRef<const PythonStmt *>;

/// `if` or `elif` with what runs where its condition is the first to hold.
struct PythonBranch {
  /// Of the word `if` or `elif`.
  uint32_t Begin = 0;
  const PythonExpr *Condition = nullptr;
  PythonBlock Body;
};

/// `except Type as Name`.
struct PythonHandler {
  uint32_t Begin = 0, End = 0;
  /// Null for all exceptions.
  const PythonExpr *Type = nullptr;
  llvm::StringRef Name;
  PythonBlock Body;
};

/// `Path as Name`; `Name` is empty where there is no `as`. The path of `*` is "*".
struct PythonImportedName {
  llvm::StringRef Path, Name;
};

struct PythonStmt {
  PythonStmtKind Kind = PythonStmtKind::Opaque;
  /// Bytes from the beginning of the file; decorators stand in front of it.
  uint32_t Begin = 0, End = 0;
  llvm::StringRef Text;
  llvm::ArrayRef<const PythonExpr *> Exprs;
  PythonBlock Body, OrElse;

  llvm::ArrayRef<PythonBranch> branches() const {
    return More ? More->Branches : llvm::ArrayRef<PythonBranch>();
  }
  llvm::ArrayRef<PythonHandler> handlers() const {
    return More ? More->Handlers : llvm::ArrayRef<PythonHandler>();
  }
  llvm::ArrayRef<PythonImportedName> names() const {
    return More ? More->Names : llvm::ArrayRef<PythonImportedName>();
  }
  llvm::ArrayRef<const PythonExpr *> decorators() const {
    return More ? More->Decorators : llvm::ArrayRef<const PythonExpr *>();
  }
  llvm::ArrayRef<PythonParameter> parameters() const {
    return More ? More->Parameters : llvm::ArrayRef<PythonParameter>();
  }
  PythonBlock finally() const { return More ? More->Finally : PythonBlock(); }

  struct Extra {
    llvm::ArrayRef<PythonBranch> Branches;
    llvm::ArrayRef<PythonHandler> Handlers;
    llvm::ArrayRef<PythonImportedName> Names;
    llvm::ArrayRef<const PythonExpr *> Decorators;
    llvm::ArrayRef<PythonParameter> Parameters;
    PythonBlock Finally;
  };
  const Extra *More = nullptr;
};

/// The statements of a source. The text must outlive it.
class PythonTree {
public:
  /// The longest chain of expressions within each other. What is deeper is opaque.
  static constexpr unsigned MaxDepth = 800;
  /// How deep brackets, operators in front of their operands and blocks may stand in each other.
  static constexpr unsigned MaxNesting = 200;

  PythonBlock Body;
  /// In order.
  std::vector<PythonToken> Comments;
  /// How many statements are opaque.
  unsigned OpaqueCount = 0;
  /// The first thing that Python would not read, or that is nested too deeply.
  std::optional<PythonLexError> Error;

private:
  friend class PythonParser;
  std::unique_ptr<llvm::BumpPtrAllocator> Memory;
};

/// Reads a source, or a piece of one that is indented as a whole. Takes time linear in its length.
/// \param Base what is added to all offsets.
PythonTree parsePython(llvm::StringRef Text, uint32_t Base = 0);

/// The value of a decimal, hexadecimal, octal or binary literal, with a minus sign or without; none
/// for everything else, and where it does not fit.
std::optional<int64_t> pythonInteger(const PythonExpr *E);
/// The value of a string literal, escapes replaced; none for f-strings and everything else. Names
/// of characters (`\N{…}`) are not known.
std::optional<std::string> pythonString(const PythonExpr *E);
/// From a place in the value of a string literal on, up to the next one, value and literal are the
/// same, byte for byte.
struct PythonPlace {
  uint32_t InValue = 0, InLiteral = 0;
};
/// The value of what stands between the quotes of a literal that is not raw, and where its pieces
/// come from; none as above.
std::optional<std::string> pythonUnescape(llvm::StringRef Body, std::vector<PythonPlace> &Places);
/// `True` or `False`.
std::optional<bool> pythonBool(const PythonExpr *E);
/// The value of a key that is a string literal, in a dict; null if there is none.
const PythonExpr *pythonEntry(const PythonExpr *Dict, llvm::StringRef Key);
/// The value of an argument that is given by name; null if there is none.
const PythonExpr *pythonArgument(const PythonExpr *Call, llvm::StringRef Name);
/// The arguments of a call that are given by position, starred ones included.
llvm::SmallVector<const PythonExpr *, 4> pythonPositional(const PythonExpr *Call);
/// `a.b.c` as it is written; empty where it is no chain of names.
std::string pythonDottedName(const PythonExpr *E);

} // namespace aoti
