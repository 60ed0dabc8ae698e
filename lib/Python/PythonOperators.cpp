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
  struct Call {
    StringRef Operator;
    bool IsFake = false;
  };
  std::vector<Call> Calls;
  // The call that the code within each open bracket is an argument of; 0 if there is none, else its
  // number from 1.
  std::vector<size_t> Open;
  for (size_t I = 0; I < Tokens.size(); ++I) {
    const PythonToken &T = Tokens[I];
    if (T.is("(") || T.is("[") || T.is("{")) {
      size_t Owner = Open.empty() ? 0 : Open.back();
      StringRef Called = T.is("(") && I > 0 ? Tokens[I - 1].Text : StringRef();
      bool IsFake =
          Called == "register_fake" || Called == "impl_abstract" || Called == "register_meta";
      StringRef Name = I + 1 < Tokens.size() ? literalText(Tokens[I + 1]) : StringRef();
      if ((IsFake || Called == "impl") && Name.contains("::")) {
        Calls.push_back({Name, IsFake});
        Owner = Calls.size();
      }
      Open.push_back(Owner);
    } else if (T.is(")") || T.is("]") || T.is("}")) {
      if (!Open.empty())
        Open.pop_back();
    } else if (!Open.empty() && Open.back() && literalText(T) == "Meta") {
      Calls[Open.back() - 1].IsFake = true;
    }
  }
  std::vector<std::string> Operators;
  for (const Call &C : Calls)
    if (C.IsFake)
      Operators.push_back(C.Operator.str());
  return Operators;
}

} // namespace aoti
