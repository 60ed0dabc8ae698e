#include "Python/PythonOperators.h"

using llvm::StringRef;

namespace aoti {

/// The text in a plain string literal; empty for other tokens.
static StringRef literalText(const PythonToken &Token) {
  StringRef Text = Token.Text;
  if (Token.Kind != PythonTokenKind::String || Text.size() < 2)
    return {};
  char Quote = Text.front();
  if ((Quote != '"' && Quote != '\'') || Text.back() != Quote)
    return {};
  return Text.drop_front().drop_back();
}

std::vector<std::string> pythonFakes(llvm::ArrayRef<PythonToken> Tokens) {
  std::vector<std::string> Operators;
  for (size_t I = 0; I + 2 < Tokens.size(); ++I) {
    StringRef Called = Tokens[I].Text;
    bool IsFake =
        Called == "register_fake" || Called == "impl_abstract" || Called == "register_meta";
    if ((!IsFake && Called != "impl") || !Tokens[I + 1].is("("))
      continue;
    StringRef Name = literalText(Tokens[I + 2]);
    if (!Name.contains("::"))
      continue;
    for (size_t J = I + 3; !IsFake && J < Tokens.size() && !Tokens[J].is(")"); ++J)
      IsFake = literalText(Tokens[J]) == "Meta";
    if (IsFake)
      Operators.push_back(Name.str());
  }
  return Operators;
}

} // namespace aoti
