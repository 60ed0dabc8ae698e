// The tokens of Python sources, what comments excuse, and what names stand for.
#include "Python/PythonNoLint.h"
#include "Python/PythonLexer.h"
#include "Python/PythonNames.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include <chrono>
#include <gtest/gtest.h>

using namespace aoti;
using llvm::StringRef;

namespace {

/// The tokens with a letter for their kind: "n:x o:= 1:7 .".
std::string shown(StringRef Text) {
  std::vector<std::string> Out;
  for (const PythonToken &T : lexPython(Text).Tokens) {
    if (T.Kind == PythonTokenKind::LineEnd) {
      Out.push_back(".");
      continue;
    }
    const char *Kind = T.Kind == PythonTokenKind::Name         ? "n:"
                       : T.Kind == PythonTokenKind::Number     ? "1:"
                       : T.Kind == PythonTokenKind::String     ? "s:"
                       : T.Kind == PythonTokenKind::StringPart ? "f:"
                       : T.Kind == PythonTokenKind::Comment    ? "#:"
                                                               : "o:";
    Out.push_back(Kind + T.Text.str());
  }
  return llvm::join(Out, " ");
}

std::string error(StringRef Text) {
  std::optional<PythonLexError> Error = lexPython(Text).Error;
  return Error ? std::to_string(Error->Offset) + " " + Error->Message : "";
}

TEST(PythonLexer, Tokens) {
  EXPECT_EQ(shown(""), "");
  EXPECT_EQ(shown("\n\n# only\n"), "#:# only");
  EXPECT_EQ(shown("x = 7"), "n:x o:= 1:7 .");
  EXPECT_EQ(shown("a.b(c)\r\nd\re"), "n:a o:. n:b o:( n:c o:) . n:d . n:e .");
  EXPECT_EQ(shown("x = (1,  # one\n 2)\ny"), "n:x o:= o:( 1:1 o:, #:# one 1:2 o:) . n:y .");
  EXPECT_EQ(shown("x = \\\n  y\n"), "n:x o:= n:y .");
  EXPECT_EQ(shown("1e-5 0x1E+2 1_0j .5 1..real"), "1:1e-5 1:0x1E o:+ 1:2 1:1_0j 1:.5 1:1..real .");
  EXPECT_EQ(shown("a//=b**c->d:=e...f<>g"),
            "n:a o://= n:b o:** n:c o:-> n:d o::= n:e o:... n:f o:<> n:g .");
  EXPECT_EQ(shown("\xEF\xBB\xBF"
                  "gr\xC3\xBC\xC3\x9F"
                  "e"),
            "n:gr\xC3\xBC\xC3\x9F"
            "e .");
}

TEST(PythonLexer, Strings) {
  EXPECT_EQ(shown(R"py('a' "b\"c" r'\'' b"#")py"), R"py(s:'a' s:"b\"c" s:r'\'' s:b"#" .)py");
  EXPECT_EQ(shown("'''a\n'b''' \"\"\"c\"\"\""), "s:'''a\n'b''' s:\"\"\"c\"\"\" .");
  EXPECT_EQ(shown("'a\\\nb'"), "s:'a\\\nb' .");
  EXPECT_EQ(shown("Rb'x' bR\"y\" u'z' xb'w'"), "s:Rb'x' s:bR\"y\" s:u'z' n:xb s:'w' .");
  EXPECT_EQ(error("x = 'a\ny = 1\n"), "4 the string that begins here has no end");
  EXPECT_EQ(error("x = '''a\ny = 1\n"), "4 the string that begins here has no end");
  EXPECT_EQ(error("'\\"), "0 the string that begins here has no end");
}

TEST(PythonLexer, FormattedStrings) {
  EXPECT_EQ(shown("f'a{b}c'"), "f:f' f:a o:{ n:b o:} f:c' .");
  EXPECT_EQ(shown("f'{{a}}'"), "f:f' f:{{a}}' .");
  EXPECT_EQ(shown("f'{a!r:>{w}.2f}x'"),
            "f:f' o:{ n:a o:! n:r o:: f:> o:{ n:w o:} f:.2f o:} f:x' .");
  EXPECT_EQ(shown("f\"{d[\"k\"]}\""), "f:f\" o:{ n:d o:[ s:\"k\" o:] o:} f:\" .");
  EXPECT_EQ(shown("f'{ {1: 2}[1] }'"), "f:f' o:{ o:{ 1:1 o:: 1:2 o:} o:[ 1:1 o:] o:} f:' .");
  EXPECT_EQ(shown("rf'\\{x}' f'\\N{DASH}' f'\\\\{y}'"),
            "f:rf' f:\\ o:{ n:x o:} f:' f:f' f:\\N{DASH}' f:f' f:\\\\ o:{ n:y o:} f:' .");
  EXPECT_EQ(shown("f'''a\n{b\n}\n'''\nc"), "f:f''' f:a\n o:{ n:b o:} f:\n''' . n:c .");
  EXPECT_EQ(shown("f'{f'{f'{a}'}'}'"), "f:f' o:{ f:f' o:{ f:f' o:{ n:a o:} f:' o:} f:' o:} f:' .");
  EXPECT_EQ(shown("f'{x:=5}' t'{y}'"), "f:f' o:{ n:x o:: f:=5 o:} f:' f:t' o:{ n:y o:} f:' .");
  EXPECT_EQ(error("f'{x}"), "0 the string that begins here has no end");
  EXPECT_EQ(error("f'a{x'"), "5 the string that begins here has no end");
}

TEST(PythonLexer, Errors) {
  EXPECT_EQ(error("x = (1, [2, 3)"), "13 nothing is open that this bracket closes");
  EXPECT_EQ(error("f(\nx"), "1 the bracket that is opened here is not closed");
  EXPECT_EQ(error("x)"), "1 nothing is open that this bracket closes");
  EXPECT_EQ(error(StringRef("x\0y", 3)), "1 this character cannot stand here");
  EXPECT_EQ(error("x \\ y"), "2 this character cannot stand here");
  EXPECT_EQ(error("print 'old', `x` ? $"), "");
  EXPECT_FALSE(findEncodingError("x = '\xC3\xBC'"));
  EXPECT_EQ(findEncodingError("x = '\xFC'")->Offset, 5u);
  EXPECT_FALSE(findEncodingError("#!/usr/bin/python\n# -*- coding: latin-1 -*-\nx = '\xFC'"));
  EXPECT_TRUE(findEncodingError("x = 1\n# coding: latin-1\ny = '\xFC'"));
  EXPECT_TRUE(findEncodingError("# coding: utf-8\ny = '\xFC'"));
}

TEST(PythonLexer, Indentation) {
  std::vector<int> Indents;
  PythonTokens Lexed = lexPython("if x:\n# c\n  y = (1,\n2)\n\tz\n \t w; v\n");
  for (const PythonToken &T : Lexed.Tokens)
    if (T.Indent >= 0)
      Indents.push_back(T.Indent);
  EXPECT_EQ(Indents, (std::vector<int>{0, 2, 8, 9}));
}

TEST(PythonLexer, TakesTimeInProportion) {
  using std::chrono::steady_clock;
  // Nested ever deeper, a quadratic reader would take minutes for these.
  constexpr std::chrono::seconds Most(20);
  for (StringRef Piece :
       {"f'{", "f'{x:{", "(", "lambda ", "for ", "as (", "'''", "a.", "x = ", "def f(x): "}) {
    std::string Text;
    while (Text.size() < 1'000'000)
      Text += Piece;
    steady_clock::time_point Start = steady_clock::now();
    PythonTokens Lexed = lexPython(Text);
    resolvePythonNames(Lexed.Tokens);
    EXPECT_LT(steady_clock::now() - Start, Most) << Piece.str();
    EXPECT_FALSE(Lexed.Tokens.empty()) << Piece.str();
  }
  std::string Aliases = "import torch\n";
  for (unsigned I = 0; I < 20'000; ++I)
    for (StringRef Text : {"b = a\n", "a = b\n", "c = b.x\n", "b = c\n"})
      Aliases += Text;
  steady_clock::time_point Start = steady_clock::now();
  resolvePythonNames(lexPython(Aliases).Tokens);
  EXPECT_LT(steady_clock::now() - Start, Most);
}

/// The paths that the chains of a source stand for.
std::string paths(StringRef Text) {
  std::vector<std::string> Out;
  PythonTokens Lexed = lexPython(Text);
  for (const PythonReference &R : resolvePythonNames(Lexed.Tokens).References)
    Out.push_back(R.Path);
  return llvm::join(Out, " ");
}

TEST(PythonNames, Imports) {
  EXPECT_EQ(paths("import a.b\na.b.c()"), "a.b.c");
  EXPECT_EQ(paths("import a.b as x, c\nx.y + c.z"), "a.b.y c.z");
  EXPECT_EQ(paths("from a.b import (c as x,\n d)\nx; d.e"), "a.b.c a.b.d.e");
  EXPECT_EQ(paths("from . import c\nc.d"), "");
  EXPECT_EQ(paths("from .a import c\nc.d"), "");
  EXPECT_EQ(paths("from a import *\nb"), "a.b");
  EXPECT_EQ(paths("from a import *\nfrom c import *\nb"), "");
  EXPECT_EQ(paths("x.y.z"), "");
}

TEST(PythonNames, OtherBindings) {
  for (StringRef Other : {"a = f()",
                          "a, b = f()",
                          "(b, a) = f()",
                          "a += 1",
                          "a: int = 3",
                          "for a in x: pass",
                          "with f() as a: pass",
                          "with f() as (b, a): pass",
                          "def a(): pass",
                          "class a: pass",
                          "del a",
                          "x = [a for a in y]",
                          "(a := 3)",
                          "try: pass\nexcept E as a: pass",
                          "from c import a",
                          "import c as a",
                          "from .c import a",
                          "f = lambda a: 0",
                          "match x:\n  case a: pass",
                          "async def a(): pass",
                          "def g():\n  global a\n  a = 3"})
    EXPECT_EQ(paths(("import a\n" + Other + "\na.q").str()).find("a.q"), std::string::npos)
        << Other.str();
  for (StringRef Same :
       {"a.b = 1", "a[0] = 1", "import a.c", "f(a=1)", "def f(a): pass", "class C:\n  a = 1",
        "def f():\n  a = 1", "a = None", "x = a", "def f(x: int = 1, *b, **c): pass"})
    EXPECT_NE(paths(("import a\n" + Same + "\na.q").str()).find("a.q"), std::string::npos)
        << Same.str();
}

TEST(PythonNames, Scopes) {
  EXPECT_EQ(paths("def f():\n  import a\n  a.b\na.c"), "a.b");
  EXPECT_EQ(paths("import a\ndef f(a):\n  a.b\na.c"), "a.c");
  EXPECT_EQ(paths("import a\nclass C:\n  a = 1\n  a.b\n  def f(self):\n    a.c"), "a.c");
  EXPECT_EQ(paths("import a\ndef f(x=a.b): return a.c"), "a.b a.c");
  EXPECT_EQ(paths("if x: import a\nelse: a.b"), "a.b");
  EXPECT_EQ(paths("import a; a.b"), "a.b");
  EXPECT_EQ(paths("import a\nif x:\n  y\n# c\na.b"), "a.b");
}

TEST(PythonNames, Assignments) {
  EXPECT_EQ(paths("import a\nb = a.c\nb.d"), "a.c a.c.d");
  EXPECT_EQ(paths("import a\nb = a.c()\nb.d"), "a.c");
  EXPECT_EQ(paths("a = b\nb = a\na.c"), "");
  EXPECT_EQ(paths("import a\na.b = 1\nx = a.b.c = 2"), "");
}

TEST(NoLint, Comments) {
  StringRef Text = "a # NOLINT\nb # NOLINT(x-*,-x-y)\n# NOLINTNEXTLINE(x-y)\nc\n'# NOLINT'\n# "
                   "NOLINTBEGIN\nd\n# NOLINTEND\n# NOLINTBEGIN\ne\n";
  SourceText Source("a.py", "", llvm::MemoryBuffer::getMemBuffer(Text));
  PythonTokens Lexed = lexPython(Text);
  PythonNoLint Comments(Lexed, Source);
  auto Lines = [&](StringRef Rule) {
    std::vector<unsigned> Out;
    for (unsigned Line = 1; Line <= 10; ++Line)
      if (Comments.suppresses(Rule, Line))
        Out.push_back(Line);
    return Out;
  };
  EXPECT_EQ(Lines("x-y"), (std::vector<unsigned>{1, 4, 6, 7, 8}));
  EXPECT_EQ(Lines("x-z"), (std::vector<unsigned>{1, 2, 6, 7, 8}));
}

} // namespace
