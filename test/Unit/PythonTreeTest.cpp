// The trees of Python sources: what is read, where it stands, and what becomes of what is not. That
// the trees are right is shown by test/Triton/ast_oracle.py.
#include "Python/PythonTree.h"
#include "llvm/ADT/StringExtras.h"
#include <chrono>
#include <gtest/gtest.h>

using namespace aoti;
using llvm::StringRef;

namespace {

StringRef textOf(const PythonExpr *E, StringRef Source) { return Source.slice(E->Begin, E->End); }

std::string error(StringRef Text) {
  PythonTree Tree = parsePython(Text);
  return Tree.Error ? std::to_string(Tree.Error->Offset) + " " + Tree.Error->Message : "";
}

/// The kinds of the statements of a source, as letters.
std::string kinds(PythonBlock Block) {
  std::string Result;
  for (const PythonStmt *S : Block) {
    Result += "EA+:RrxdpbcgnifI4wWtFC?"[static_cast<int>(S->Kind)];
    std::string Inner = kinds(S->Body);
    for (const PythonBranch &B : S->branches())
      Inner += "|" + kinds(B.Body);
    if (!Inner.empty())
      Result += "(" + Inner + ")";
  }
  return Result;
}

std::string shape(StringRef Text) { return kinds(parsePython(Text).Body); }

TEST(PythonTree, Statements) {
  EXPECT_EQ(shape(""), "");
  EXPECT_EQ(shape("x = 1; y += 2\nz: int\nreturn\n"), "A+:R");
  EXPECT_EQ(shape("if a:\n  pass\nelif b: x\nelse:\n  y\nz"), "I(|p|E)E");
  EXPECT_EQ(shape("@d\ndef f(x):\n    for i in y:\n        g()\n    return x\nclass C: pass"),
            "F(4(E)R)C(p)");
  EXPECT_EQ(shape("    # indented as a whole\n    a = 1\n    if a:\n        b\n    c\n"),
            "AI(|E)E");
}

TEST(PythonTree, Places) {
  StringRef Source = "y = (a + b)*c[0, :].d(k=1)\n";
  PythonTree Tree = parsePython(Source, 100);
  ASSERT_EQ(Tree.Body.size(), 1u);
  EXPECT_EQ(Tree.Body[0]->Begin, 100u);
  EXPECT_EQ(Tree.Body[0]->End, 100u + Source.size() - 1);
  Tree = parsePython(Source);
  const PythonExpr *Product = Tree.Body[0]->Exprs[1];
  EXPECT_EQ(textOf(Product, Source), "(a + b)*c[0, :].d(k=1)");
  EXPECT_EQ(textOf(Product->Children[0], Source), "a + b");
  const PythonExpr *Call = Product->Children[1];
  EXPECT_EQ(textOf(Call->Children[0]->Children[0]->Children[1], Source), "0, :");
  EXPECT_EQ(textOf(pythonArgument(Call, "k"), Source), "1");
  EXPECT_EQ(pythonArgument(Call, "other"), nullptr);
}

TEST(PythonTree, WhatCannotBeRead) {
  EXPECT_EQ(shape("a = 1\nb = = 2\nc = 3"), "A?A");
  EXPECT_EQ(error("a = 1\nb = = 2\nc = 3"), "10 this cannot stand here");
  EXPECT_EQ(shape("match x:\n  case 1:\n    pass\ny"), "?E");
  EXPECT_EQ(shape("@d\nasync def f():\n    pass\nx = 2"), "?A");
  EXPECT_EQ(shape("def f():\n    a b\n    c\nd"), "F(?E)E");
  EXPECT_EQ(shape("def f(\nd"), "?");
  EXPECT_EQ(shape("a\ndef f(x, y):\n\n"), "EF");
  EXPECT_EQ(shape("def f(x):\nd"), "?E");
  EXPECT_EQ(shape("if x:\ny"), "?E");
  EXPECT_EQ(error("if x:\ny"), "6 an indented block is missing here");
  EXPECT_EQ(shape("a\n  b\nc"), "E?E");
  EXPECT_EQ(shape("x = 'no end\ny = 1"), "AA");
  EXPECT_EQ(error("x = 'no end\ny = 1"), "4 the string that begins here has no end");
  EXPECT_EQ(pythonString(parsePython("x = 'no end\n").Body[0]->Exprs[1]), std::nullopt);
  EXPECT_EQ(parsePython("a b\nc d\n").OpaqueCount, 2u);
  EXPECT_EQ(parsePython("if x:\n  @d\n").Body[0]->End, 10u);
}

TEST(PythonTree, Literals) {
  auto Value = [](StringRef Text) {
    PythonTree Tree = parsePython(Text);
    return pythonString(Tree.Body[0]->Exprs[0]).value_or("?");
  };
  EXPECT_EQ(Value(R"('a' "b" r'\n' '\n\x41\u00e9\101\'\q')"), "ab\\n\nA\xC3\xA9"
                                                              "A'\\q");
  EXPECT_EQ(Value("'\\N{BULLET}'"), "?");
  EXPECT_EQ(Value("f'{x}'"), "?");
  EXPECT_EQ(Value("'\\ud800'"), "?");
  auto Number = [](StringRef Text) {
    PythonTree Tree = parsePython(Text);
    return pythonInteger(Tree.Body[0]->Exprs[0]);
  };
  EXPECT_EQ(Number("-0x_10"), -16);
  EXPECT_EQ(Number("9223372036854775807"), INT64_MAX);
  EXPECT_EQ(Number("-9223372036854775808"), INT64_MIN);
  EXPECT_EQ(Number("9223372036854775808"), std::nullopt);
  EXPECT_EQ(Number("1.5"), std::nullopt);
  PythonTree Tree = parsePython("{'a': 1, **b, 'c': a.b.c, 'd': True}");
  const PythonExpr *Dict = Tree.Body[0]->Exprs[0];
  EXPECT_EQ(pythonInteger(pythonEntry(Dict, "a")), 1);
  EXPECT_EQ(pythonDottedName(pythonEntry(Dict, "c")), "a.b.c");
  EXPECT_EQ(pythonBool(pythonEntry(Dict, "d")), true);
  EXPECT_EQ(pythonEntry(Dict, "e"), nullptr);
}

TEST(PythonTree, UnescapedPlaces) {
  std::vector<PythonPlace> Places;
  StringRef Body = R"(ab\'cd\\e)";
  EXPECT_EQ(pythonUnescape(Body, Places), "ab'cd\\e");
  auto Place = [&](uint32_t InValue) {
    PythonPlace Last;
    for (const PythonPlace &P : Places)
      if (P.InValue <= InValue)
        Last = P;
    return Last.InLiteral + InValue - Last.InValue;
  };
  EXPECT_EQ(Place(0), 0u);
  EXPECT_EQ(Place(2), 2u);
  EXPECT_EQ(Place(3), 4u);
  EXPECT_EQ(Place(6), 8u);
}

TEST(PythonTree, DepthIsLimited) {
  std::string Deep = std::string(100000, '(') + "x" + std::string(100000, ')') + "\ny = 1\n";
  EXPECT_EQ(shape(Deep), "?A");
  EXPECT_EQ(error(Deep), "200 this is nested too deeply");
  std::string Chain = "x";
  for (int I = 0; I < 100000; ++I)
    Chain += "+x.y";
  EXPECT_EQ(shape(Chain + "\ny = 1"), "?A");
  EXPECT_EQ(shape(std::string(100000, '-') + "x\ny"), "?E");
  std::string Blocks;
  for (int I = 0; I < 1000; ++I)
    Blocks += std::string(I, ' ') + "if x:\n";
  EXPECT_EQ(parsePython(Blocks + "y").OpaqueCount, 1u);
  std::string Powers = "x";
  for (int I = 0; I < 100000; ++I)
    Powers += "**x";
  EXPECT_EQ(shape(Powers), "?");
}

TEST(PythonTree, TakesLinearTime) {
  auto Seconds = [](const std::string &Text) {
    auto Start = std::chrono::steady_clock::now();
    parsePython(Text);
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - Start).count();
  };
  auto Repeat = [](StringRef Piece, unsigned Times) {
    std::string Text;
    for (unsigned I = 0; I < Times; ++I)
      Text += Piece;
    return Text;
  };
  for (StringRef Piece : {"tmp = tl.load(in_ptr0 + (x0 + 4*x1), xmask)\n", "with (a) as b: c\n",
                          "a b\n", "if x:\n  y z\n", "elif x: y\n", "x = [", "f'{", "@d\n",
                          "   x\n y\n", "lambda: ", "a, ", "'''", "{'a': {1}, "}) {
    double Small = Seconds(Repeat(Piece, 5000));
    double Large = Seconds(Repeat(Piece, 50000));
    EXPECT_LT(Large, 0.05 + 40 * Small) << Piece.str();
  }
}

} // namespace
