#include "Frontend/ParseErrors.h"
#include "clang/Basic/DiagnosticLex.h"
#include "clang/Basic/DiagnosticParse.h"
#include "clang/Basic/DiagnosticSema.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"

using llvm::StringRef;

namespace aoti {
namespace {

bool isNameChar(char C) { return llvm::isAlnum(C) || C == '_'; }

/// Whether an error says that a `;` is missing.
bool lacksSemicolon(const ParseError &Error) {
  using namespace clang;
  static const unsigned Ids[] = {
      diag::err_expected_semi_after_expr, diag::err_expected_semi_after_stmt,
      diag::err_expected_semi_declaration, diag::err_expected_semi_decl_list};
  return llvm::is_contained(Ids, Error.DiagnosticId);
}

/// Byte range of the line that holds an offset, without its line end.
std::pair<size_t, size_t> lineAround(StringRef Text, size_t Offset) {
  Offset = std::min(Offset, Text.size());
  size_t Begin = Text.substr(0, Offset).rfind('\n');
  Begin = Begin == StringRef::npos ? 0 : Begin + 1;
  size_t End = Text.find('\n', Offset);
  return {Begin, End == StringRef::npos ? Text.size() : End};
}

/// `torch.cuda.synchronize()`, `extern_kernels.mm(a, b, out=c)`: attribute access on a name,
/// called, and no ';' behind it.
bool isPythonCall(StringRef Line) {
  StringRef Root = Line.take_while(isNameChar);
  if (!llvm::StringSwitch<bool>(Root)
           .Cases({"torch", "aten", "extern_kernels", "triton", "async_compile", "inductor_ops",
                   "prims", "math", "np"},
                  true)
           .Default(false))
    return false;
  StringRef Rest = Line.substr(Root.size());
  // `torch` is a namespace in C++, also where a `;` follows.
  return Rest.starts_with(".") &&
         (Rest.ends_with(")") || (Root == "torch" && Rest.ends_with(");")));
}

/// The word that starts a Python statement which no C++ statement can look like; empty if the line
/// is none.
StringRef pythonStatement(StringRef Line) {
  if (Line.ends_with(";") || Line.ends_with("{"))
    return {};
  StringRef Word = Line.take_while(isNameChar);
  StringRef Rest = Line.substr(Word.size());
  bool Spaced = Rest.starts_with(" ");
  bool BlockOpener =
      llvm::StringSwitch<bool>(Word)
          .Cases({"with", "if", "elif", "else", "for", "while", "def", "try", "except", "finally"},
                 true)
          .Default(false);
  if (BlockOpener && Line.ends_with(":") && !Rest.starts_with("("))
    return Word;
  bool Simple = llvm::StringSwitch<bool>(Word)
                    .Cases({"import", "from", "del", "assert", "raise", "global", "nonlocal"}, true)
                    .Default(false);
  if (Simple && Spaced)
    return Word;
  bool Bare = llvm::StringSwitch<bool>(Line)
                  .Cases({"pass", "else:", "try:", "finally:"}, true)
                  .Default(false);
  if (Bare || (Word == "lambda" && Spaced && Line.contains(':')))
    return Word;
  return {};
}

/// Whether brackets and quotes that a line opens are closed in it.
bool isBalanced(StringRef Line) {
  llvm::SmallVector<char, 16> Open;
  char Quote = 0;
  for (size_t I = 0; I < Line.size(); ++I) {
    char C = Line[I];
    if (Quote) {
      if (C == '\\')
        ++I;
      else if (C == Quote)
        Quote = 0;
    } else if (C == '"' || C == '\'') {
      Quote = C;
    } else if (C == '(' || C == '[' || C == '{') {
      Open.push_back(C == '(' ? ')' : C == '[' ? ']' : '}');
    } else if (C == ')' || C == ']' || C == '}') {
      if (Open.empty() || Open.pop_back_val() != C)
        return false;
    }
  }
  return !Quote && Open.empty();
}

/// Whether a name in capital letters is called: a macro may bring what a statement lacks.
bool callsMacro(StringRef Line) {
  for (size_t At = Line.find('('); At != StringRef::npos; At = Line.find('(', At + 1)) {
    size_t Begin = At;
    while (Begin > 0 && isNameChar(Line[Begin - 1]))
      --Begin;
    StringRef Name = Line.slice(Begin, At);
    if (!Name.empty() && llvm::none_of(Name, llvm::isLower))
      return true;
  }
  return false;
}

/// Functions of Python wrappers that a line may call as its whole statement.
bool isPythonFunction(StringRef Name) {
  return llvm::StringSwitch<bool>(Name)
      .Cases({"print", "assert_size_stride", "assert_alignment", "assert_numel", "breakpoint"},
             true)
      .Default(false);
}

/// Whether a line is a statement in itself that lacks a `;`, in a form that a Python statement has:
/// an assignment to a name without a type, a call of an attribute, a return, a call of a function
/// of Python wrappers. \p Code is the line without the blanks around it, which starts at \p Begin
/// of \p Text.
bool isUnendedStatement(StringRef Text, size_t Begin, StringRef Code) {
  if (Code.empty() || !isNameChar(Code.front()) || llvm::isDigit(Code.front()) ||
      !isBalanced(Code) || callsMacro(Code))
    return false;
  char Last = Code.back();
  if (!isNameChar(Last) && Last != ')' && Last != ']' && Last != '"')
    return false;
  // It starts where a statement may start, and what follows starts one.
  StringRef Before = Text.take_front(Begin).rtrim();
  while (true) {
    auto [LineBegin, LineEnd] = lineAround(Text, Before.size());
    StringRef Line = Text.slice(LineBegin, std::min(LineEnd, Before.size()));
    size_t Comment = Line.find("//");
    if (Comment == StringRef::npos || LineBegin == 0)
      break;
    Before = Text.take_front(LineBegin + Comment).rtrim();
  }
  if (Before.empty() || !StringRef(";{}").contains(Before.back()))
    return false;
  StringRef After = Text.substr(Begin + Code.size());
  After = After.substr(std::min(After.find('\n'), After.size())).ltrim();
  while (After.starts_with("//"))
    After = After.substr(std::min(After.find('\n'), After.size())).ltrim();
  if (After.empty() || (!isNameChar(After.front()) && After.front() != '}' && After.front() != '['))
    return false;

  StringRef Word = Code.take_while(isNameChar);
  StringRef Rest = Code.substr(Word.size());
  if (Word == "return")
    return Rest.starts_with(" ");
  if (Rest.starts_with("("))
    return Last == ')' && isPythonFunction(Word);
  bool Attribute = false;
  while (Rest.starts_with(".")) {
    StringRef Name = Rest.drop_front().take_while(isNameChar);
    if (Name.empty())
      return false;
    Attribute = true;
    Rest = Rest.substr(1 + Name.size());
  }
  if (Rest.starts_with(" = "))
    return true;
  return Attribute && Rest.starts_with("(") && Last == ')';
}

/// A line of Python without the comment behind it; `#` in C++ can only stand at the start of a
/// line, or in quotes.
StringRef withoutPythonComment(StringRef Line) {
  size_t At = Line.find(" #");
  return At == StringRef::npos || Line.take_front(At).contains('"') ? Line
                                                                    : Line.take_front(At).rtrim();
}

} // namespace

std::optional<SourceRepair> findRepair(StringRef Text, const ParseError &Error) {
  // clang notices a line without ';' at the line itself, or at the first token behind it.
  auto [Begin, End] = lineAround(Text, Error.Offset);
  for (unsigned Back = 0; Back < 2; ++Back) {
    // A comment behind the line stays, since it may be a NOLINT.
    StringRef Line = Text.slice(Begin, End);
    StringRef Code = Line.take_front(Line.find("//")).trim();
    size_t CodeBegin = Code.empty() ? Begin : Code.begin() - Text.begin();
    std::string What;
    StringRef Statement = withoutPythonComment(Code);
    if (isPythonCall(Statement) || !pythonStatement(Statement).empty() ||
        !pythonStatement(Statement.rsplit("; ").second).empty() ||
        (!lacksSemicolon(Error) && isUnendedStatement(Text, CodeBegin, Statement)))
      What = "the line '" + Code.take_front(60).str() + (Code.size() > 60 ? "…" : "") +
             "' is Python, not C++, so the generated code does not compile";
    if (!What.empty()) {
      if (Code.contains("synchronize"))
        What += "; compile the model again without 'triton.debug_sync_graph' and "
                "'triton.debug_sync_kernel', or with torch 2.15 or "
                "newer";
      else
        What += "; compile the model again with a newer torch, or without the option that printed "
                "the line";
      return SourceRepair{static_cast<uint32_t>(CodeBegin),
                          static_cast<uint32_t>(CodeBegin + Code.size()),
                          std::string(Code.size(), ' '), What};
    }
    if (Begin == 0)
      break;
    // The line before, past empty ones.
    size_t Before = Text.substr(0, Begin).rtrim().size();
    std::tie(Begin, End) = lineAround(Text, Before);
    if (Before == 0)
      break;
  }

  if (Error.DiagnosticId == clang::diag::err_undeclared_var_use ||
      Error.DiagnosticId == clang::diag::err_undeclared_var_use_suggest) {
    StringRef Name = Text.substr(Error.Offset).take_while(isNameChar);
    StringRef InCpp = llvm::StringSwitch<StringRef>(Name)
                          .Case("True", "true")
                          .Case("False", "false")
                          .Case("None", "0")
                          .Default("");
    if (!InCpp.empty())
      return SourceRepair{Error.Offset, static_cast<uint32_t>(Error.Offset + Name.size()),
                          InCpp.str() + std::string(Name.size() - InCpp.size(), ' '),
                          "Python's '" + Name.str() +
                              "' stands in C++, so the generated code does not compile; pass an "
                              "int or a float instead of a "
                              "bool or None in the model, or compile the model with a newer torch"};
  }

  return std::nullopt;
}

std::optional<SourceRepair> findSemicolonRepair(StringRef Text, const ParseError &Error) {
  if (!lacksSemicolon(Error) || isTruncation(Text, Error))
    return std::nullopt;
  StringRef Blanks = Text.substr(Error.Offset).take_while([](char C) { return llvm::isSpace(C); });
  // A line end stays, so that lines keep their numbers and directives their lines.
  size_t At = Blanks.find_first_not_of('\n');
  if (At == StringRef::npos || (Blanks[At] == '\r' && !Blanks.substr(At).starts_with("\r\n")))
    return std::nullopt;
  uint32_t Begin = Error.Offset + static_cast<uint32_t>(At);
  return SourceRepair{Begin, Begin + 1, ";", {}};
}

bool isTruncation(StringRef Text, const ParseError &Error) {
  // What follows the last token can only be space and comments.
  StringRef Rest = Text.substr(Error.Offset).ltrim();
  while (Rest.starts_with("//"))
    Rest = Rest.substr(std::min(Rest.find('\n'), Rest.size())).ltrim();
  return Rest.empty() || Error.DiagnosticId == clang::diag::err_unterminated_block_comment ||
         Error.DiagnosticId == clang::diag::err_unterminated_raw_string;
}

bool isSyntaxError(StringRef Text, const ParseError &Error) {
  if (isTruncation(Text, Error))
    return false;
  using namespace clang;
  static const unsigned Ids[] = {
      diag::err_expected_semi_after_expr,
      diag::err_expected_semi_after_stmt,
      diag::err_expected_semi_declaration,
      diag::err_expected_semi_decl_list,
      diag::err_expected_semi_for,
      diag::err_expected_expression,
      diag::err_expected_statement,
      diag::err_extraneous_closing_brace,
      diag::err_extraneous_rparen_in_condition,
      diag::err_expected,
      diag::err_pp_invalid_directive,
  };
  return llvm::is_contained(Ids, Error.DiagnosticId);
}

StringRef undeclaredShim(const ParseError &Error) {
  StringRef Message = Error.Message;
  if (!Message.consume_front("use of undeclared identifier '"))
    return {};
  StringRef Name = Message.take_until([](char C) { return C == '\''; });
  return Name.starts_with("aoti_torch_") ? Name : StringRef();
}

} // namespace aoti
