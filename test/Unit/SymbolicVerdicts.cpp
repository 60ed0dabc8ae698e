//===- SymbolicVerdicts.cpp - answers questions about sizes from a pipe ---===//
//
// Reads questions in a small language and writes what the prover says of each,
// for test/Symbolic/z3_oracle.py, which asks a solver the same.
//
//   range S LO HI        a range of a symbol, `*` for an open end
//   rank S N             its nesting depth
//   progression S I STEP a loop variable
//   fact E               E >= 0
//   nonzero E            E != 0
//   ask A B              A <= B? answers and starts afresh:
//                        VERDICT LO HI COUNTEREXAMPLE; the two in the middle are the range of A
//
// Expressions are written in prefix form: (+ a b) (- a b) (* a b) (floordiv a b) (floormod a b)
// (truncdiv a b) (truncrem a b) (min a b) (max a b) (align a 64) (if (<= a b) c d).
//
//===----------------------------------------------------------------------===//
#include "Symbolic/Prover.h"
#include "llvm/ADT/StringRef.h"
#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <optional>
#include <string>

using namespace aoti;
using llvm::StringRef;

namespace {

[[noreturn]] void fail(StringRef What, StringRef Line) {
  std::fprintf(stderr, "%s: %s\n", What.str().c_str(), Line.str().c_str());
  std::exit(2);
}

class Reader {
public:
  Reader(ExpressionContext &Ctx, StringRef Line) : Ctx(Ctx), Line(Line), Rest(Line) {}

  StringRef word() {
    Rest = Rest.ltrim();
    StringRef Word = Rest.take_until([](char C) { return C == ' ' || C == '(' || C == ')'; });
    if (Word.empty())
      Word = Rest.take_front(1);
    Rest = Rest.drop_front(Word.size());
    if (Word.empty())
      fail("unexpected end of line", Line);
    return Word;
  }

  std::optional<int64_t> end() {
    StringRef Word = word();
    int64_t Value;
    if (Word == "*")
      return std::nullopt;
    if (Word.getAsInteger(10, Value))
      fail("not a number", Line);
    return Value;
  }

  Expression expression() {
    StringRef Word = word();
    int64_t Value;
    if (!Word.getAsInteger(10, Value))
      return Ctx.constant(Value);
    if (Word != "(")
      return Ctx.symbol(Word);
    StringRef Op = word();
    Expression Result;
    if (Op == "if") {
      Condition C = condition();
      Expression A = expression();
      Expression B = expression();
      Result = select(C, A, B);
    } else {
      Expression A = expression();
      Expression B = expression();
      Result = binary(Op, A, B);
    }
    if (word() != ")")
      fail("')' expected", Line);
    return Result;
  }

private:
  Condition condition() {
    word();
    StringRef Op = word();
    Expression A = expression();
    Expression B = expression();
    if (word() != ")")
      fail("')' expected", Line);
    if (Op == "<=")
      return Condition::le(A, B);
    if (Op == "<")
      return Condition::lt(A, B);
    if (Op == "==")
      return Condition::eq(A, B);
    if (Op == "!=")
      return Condition::ne(A, B);
    fail("unknown comparison", Line);
  }

  Expression binary(StringRef Op, Expression A, Expression B) {
    if (Op == "+")
      return A + B;
    if (Op == "-")
      return A - B;
    if (Op == "*")
      return A * B;
    if (Op == "floordiv")
      return floorDiv(A, B);
    if (Op == "floormod")
      return floorMod(A, B);
    if (Op == "truncdiv")
      return truncDiv(A, B);
    if (Op == "truncrem")
      return truncRem(A, B);
    if (Op == "min")
      return min(A, B);
    if (Op == "max")
      return max(A, B);
    if (Op == "align")
      return align(A, B.constantValue().value_or(0));
    fail("unknown operator", Line);
  }

  ExpressionContext &Ctx;
  StringRef Line;
  StringRef Rest;
};

} // namespace

int main() {
  auto Ctx = std::make_unique<ExpressionContext>();
  Assumptions Known;
  for (std::string Line; std::getline(std::cin, Line);) {
    Reader In(*Ctx, Line);
    StringRef Verb = In.word();
    if (Verb == "range") {
      Expression S = In.expression();
      Range R;
      R.Lo = In.end();
      R.Hi = In.end();
      Known.addRange(S, R);
    } else if (Verb == "rank") {
      Expression S = In.expression();
      Known.setRank(S, static_cast<unsigned>(In.end().value_or(0)));
    } else if (Verb == "progression") {
      Expression S = In.expression();
      Expression Init = In.expression();
      Known.addProgression(S, Init, In.expression());
    } else if (Verb == "fact") {
      Known.addNonNegative(In.expression());
    } else if (Verb == "nonzero") {
      Known.add({Condition::NonZero, In.expression()});
    } else if (Verb == "ask") {
      Expression A = In.expression();
      Expression B = In.expression();
      Prover P(Known);
      Truth T = P.lessEqual(A, B);
      Range R = P.range(A);
      std::cout << (T == Truth::True    ? "true"
                    : T == Truth::False ? "false"
                                        : "unknown")
                << ' ' << (R.Lo ? std::to_string(*R.Lo) : "*") << ' '
                << (R.Hi ? std::to_string(*R.Hi) : "*") << ' ';
      if (std::optional<Assignment> Point = P.counterexample(A, B))
        for (const auto &[S, V] : Point->values())
          std::cout << S.name().str() << '=' << V << ',';
      else
        std::cout << '-';
      std::cout << '\n';
      Known = Assumptions();
      Ctx = std::make_unique<ExpressionContext>();
    } else {
      fail("unknown line", Line);
    }
  }
  return 0;
}
