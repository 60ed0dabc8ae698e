// Schemas of operators, and the Meta kernels that Python sources register.
#include "Facts/OperatorSchema.h"
#include "Python/PythonLexer.h"
#include "Python/PythonOperators.h"
#include "llvm/ADT/StringExtras.h"
#include <gtest/gtest.h>

using namespace aoti;
using llvm::StringRef;

namespace {

void show(const std::vector<SchemaArgument> &Arguments, StringRef Text, std::string &Out) {
  for (const SchemaArgument &A : Arguments) {
    EXPECT_EQ(Text.slice(A.Type.Begin, A.Type.End), A.Type.Base);
    Out += "|" + A.Type.text() + " " + A.Name;
    if (!A.Default.empty())
      Out += "=" + A.Default;
  }
}

/// "name.overload|type argument=default|…->|type result"; "none" for text that is no schema.
std::string shown(StringRef Text) {
  std::optional<OperatorSchema> Schema = parseOperatorSchema(Text);
  if (!Schema)
    return "none";
  std::string Out = Schema->Name + "." + Schema->Overload;
  if (!Schema->HasSignature)
    return Out;
  show(Schema->Arguments, Text, Out);
  Out += "->";
  show(Schema->Results, Text, Out);
  return Out;
}

TEST(OperatorSchema, Names) {
  EXPECT_EQ(shown("f"), "f.");
  EXPECT_EQ(shown("  ns::f.out "), "ns::f.out");
  EXPECT_EQ(shown("f() -> ()"), "f.->");
  EXPECT_EQ(shown(""), "none");
  EXPECT_EQ(shown("(Tensor x) -> Tensor"), "none");
}

TEST(OperatorSchema, Types) {
  EXPECT_EQ(shown("f(Tensor x, Tensor(a!) y, Tensor(b -> *)[] z) -> Tensor(a!)"),
            "f.|Tensor x|Tensor y|Tensor[] z->|Tensor ");
  EXPECT_EQ(shown("f(SymInt n, SymInt[] sizes, SymInt[2] pair, SymInt[]? maybe, Tensor?[] list) "
                  "-> (Tensor, int count)"),
            "f.|SymInt n|SymInt[] sizes|SymInt[] pair|SymInt[]? maybe|Tensor?[] list"
            "->|Tensor |int count");
  EXPECT_EQ(shown("f(__torch__.torch.classes.ns.C c, Dict(str, int)? d) -> Tensor[]"),
            "f.|__torch__.torch.classes.ns.C c|Dict(str, int)? d->|Tensor[] ");
  EXPECT_EQ(shown("f(\tTensor x,\n Tensor y\n) ->Tensor\n"), "f.|Tensor x|Tensor y->|Tensor ");
}

TEST(OperatorSchema, Defaults) {
  EXPECT_EQ(
      shown("f(Tensor x, *, int n=-1, float s = 1e-5, int[2] p=[0, 1], str t=\"a, b) \\\"c\", "
            "bool? b=None) -> Tensor"),
      "f.|Tensor x|int n=-1|float s=1e-5|int[] p=[0, 1]|str t=\"a, b) \\\"c\"|bool? b=None"
      "->|Tensor ");
}

TEST(OperatorSchema, Broken) {
  for (StringRef Text :
       {"f(", "f(Tensor", "f(Tensor)", "f(Tensor x", "f(Tensor x,", "f(Tensor x)", "f(Tensor x) -",
        "f(Tensor x) ->", "f(Tensor x) -> Tensor garbage!", "f(Tensor(a! x) -> Tensor",
        "f(Tensor[ x) -> Tensor", "f(Dict(str x) -> Tensor", "f(int n=[1) -> Tensor", "f x",
        "f(Tensor x) -> (Tensor", "f(Tensor x -> Tensor"})
    EXPECT_EQ(shown(Text), "none") << Text.str();
}

std::string fakes(StringRef Text) { return llvm::join(pythonFakes(lexPython(Text).Tokens), " "); }

TEST(PythonFakes, Forms) {
  EXPECT_EQ(fakes("@torch.library.register_fake(\"a::f\")\ndef _(x): return x\n"), "a::f");
  EXPECT_EQ(fakes("torch.library.impl_abstract('a::f')(shape)\nregister_meta('a::g', lib=l)\n"),
            "a::f a::g");
  EXPECT_EQ(fakes("@torch.library.impl('a::f', 'Meta')\ndef _(x): ...\n"), "a::f");
  EXPECT_EQ(fakes("lib.impl('a::f', lambda x: x.new_empty((2, len(x))), 'Meta')\n"), "a::f");
  EXPECT_EQ(fakes("impl('a::f', ['CPU', 'Meta'])\n"), "a::f");
  EXPECT_EQ(fakes("impl('a::f',  # shapes\n     make(),\n     \"Meta\",\n)\n"), "a::f");
}

TEST(PythonFakes, Others) {
  EXPECT_EQ(fakes("impl('a::f', kernel, 'CPU')\nimpl('a::g')\nprint('Meta')\n"), "");
  EXPECT_EQ(fakes("lib.impl('f', kernel, 'Meta')\n"), "") << "the namespace is not told";
  EXPECT_EQ(fakes("register_fake(name)\n# register_fake('a::f')\n's = register_fake(\"a::f\")'\n"),
            "");
  EXPECT_EQ(fakes("impl('a::f', impl('a::g', 'Meta'), 'CPU')\n"), "a::g");
  EXPECT_EQ(fakes("impl('a::f', 'CPU'); g(x, 'Meta')\n"), "");
  EXPECT_EQ(fakes("impl('a::f', 'CPU'\n"), "");
  EXPECT_EQ(fakes("]) impl"), "");
}

} // namespace
