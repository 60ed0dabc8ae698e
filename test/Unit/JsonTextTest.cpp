#include "Support/JsonText.h"
#include <gtest/gtest.h>

using namespace aoti;
using llvm::StringRef;

namespace {

struct Failure {
  uint32_t Offset = 0;
  std::string Message;
};

Failure failureOf(StringRef Text, JsonText::Limits L = {}) {
  Failure F;
  llvm::Expected<JsonText> Json = JsonText::parse(Text, L);
  if (Json) {
    ADD_FAILURE() << "accepted: " << Text.take_front(80).str();
    return F;
  }
  llvm::handleAllErrors(Json.takeError(), [&](const JsonError &E) { F = {E.offset(), E.text()}; });
  return F;
}

bool accepts(StringRef Text) {
  llvm::Expected<JsonText> Json = JsonText::parse(Text);
  if (Json)
    return true;
  llvm::consumeError(Json.takeError());
  return false;
}

StringRef slice(const JsonText &Json, ByteRange R) { return Json.text().slice(R.Begin, R.End); }

bool same(StringRef A, StringRef B) {
  JsonText X = llvm::cantFail(JsonText::parse(A)), Y = llvm::cantFail(JsonText::parse(B));
  bool Result = sameJson(X.root(), Y.root());
  EXPECT_EQ(Result, sameJson(Y.root(), X.root()));
  return Result;
}

} // namespace

TEST(JsonText, KnowsThePlacesOfKeysAndValues) {
  StringRef Text = " { \"a\" : [1, -2.5e3 ,true],\n\t\"b\\n\":{\"c\":null} } ";
  JsonText Json = llvm::cantFail(JsonText::parse(Text));
  JsonValue Root = Json.root();
  ASSERT_TRUE(Root.isObject());
  EXPECT_EQ(slice(Json, Root.range()), Text.trim());
  EXPECT_FALSE(Root.hasKey());
  ASSERT_EQ(Root.size(), 2u);

  JsonValue A = *Root.member("a");
  EXPECT_EQ(slice(Json, A.keyRange()), "\"a\"");
  EXPECT_EQ(A.source(), "[1, -2.5e3 ,true]");
  ASSERT_EQ(A.children().size(), 3u);
  EXPECT_EQ(A.children()[0].integer(), 1);
  EXPECT_EQ(A.children()[1].source(), "-2.5e3");
  EXPECT_EQ(A.children()[1].integer(), std::nullopt);
  EXPECT_EQ(A.children()[2].boolean(), true);
  EXPECT_FALSE(A.children()[2].hasKey());

  JsonValue B = Root.children()[1];
  EXPECT_EQ(B.key(), "b\n");
  EXPECT_EQ(slice(Json, B.keyRange()), "\"b\\n\"");
  EXPECT_TRUE(B.member("c")->isNull());
  EXPECT_EQ(B.member("C"), std::nullopt);
  EXPECT_EQ(A.member("c"), std::nullopt);
}

TEST(JsonText, EmptyKeysAndContainers) {
  JsonText Json = llvm::cantFail(JsonText::parse(R"({"":{},"x":[]})"));
  EXPECT_EQ(Json.root().member("")->size(), 0u);
  EXPECT_TRUE(Json.root().children()[0].hasKey());
  EXPECT_EQ(slice(Json, Json.root().children()[0].keyRange()), "\"\"");
  EXPECT_TRUE(Json.root().member("x")->children().empty());
}

TEST(JsonText, ScalarsAtTheTop) {
  EXPECT_EQ(llvm::cantFail(JsonText::parse(" \"x\" ")).text(), " \"x\" ");
  EXPECT_TRUE(accepts("0") && accepts("-0.1E+9") && accepts("null") && accepts("false"));
  EXPECT_TRUE(accepts("\xEF\xBB\xBF{}"));
}

TEST(JsonText, ResolvesEscapes) {
  JsonText Json = llvm::cantFail(JsonText::parse(R"(["\"\\\/\b\f\n\r\t","\u0041\u00e9\u20AC","\ud83d\ude00","é"])"));
  std::vector<JsonValue> V = Json.root().children();
  EXPECT_EQ(V[0].string(), "\"\\/\b\f\n\r\t");
  EXPECT_EQ(V[1].string(), "A\xC3\xA9\xE2\x82\xAC");
  EXPECT_EQ(V[2].string(), "\xF0\x9F\x98\x80");
  EXPECT_EQ(V[3].string(), "\xC3\xA9");
}

TEST(JsonText, IntegersThatDoNotFit) {
  JsonText Json = llvm::cantFail(JsonText::parse("[9223372036854775807,-9223372036854775808,9223372036854775808,1.0,\"1\"]"));
  std::vector<JsonValue> V = Json.root().children();
  EXPECT_EQ(V[0].integer(), INT64_MAX);
  EXPECT_EQ(V[1].integer(), INT64_MIN);
  EXPECT_EQ(V[2].integer(), std::nullopt);
  EXPECT_EQ(V[3].integer(), std::nullopt);
  EXPECT_EQ(V[4].integer(), std::nullopt);
}

TEST(JsonText, FindsRepeatedKeys) {
  JsonText Json = llvm::cantFail(JsonText::parse(R"({"a":1,"b":{"a":2},"\u0061":3,"a":4})"));
  std::vector<JsonText::Duplicate> D = Json.duplicates();
  ASSERT_EQ(D.size(), 2u);
  EXPECT_EQ(D[0].First.source(), "1");
  EXPECT_EQ(D[0].Later.source(), "3");
  EXPECT_EQ(slice(Json, D[0].Later.keyRange()), "\"\\u0061\"");
  EXPECT_EQ(D[1].Later.source(), "4");
  EXPECT_EQ(Json.root().member("a")->source(), "4");
}

TEST(JsonText, SaysWhereAndWhyItStops) {
  struct Case {
    StringRef Text;
    uint32_t Offset;
    StringRef Message;
  };
  const Case Cases[] = {
      {"", 0, "the text is empty"},
      {" \n", 2, "the text is empty"},
      {"{", 1, "the text ends inside of an object"},
      {"[1,", 3, "the text ends inside of an array"},
      {"{\"a\" 1}", 5, "expected ':' behind a key"},
      {"{\"a\"", 4, "expected ':' behind a key"},
      {"{a:1}", 1, "expected a key in double quotes or '}'"},
      {"{\"a\":1,}", 7, "expected a key in double quotes"},
      {"[1,]", 3, "expected a value"},
      {"[1 2]", 3, "expected ',' or ']'"},
      {"{\"a\":1]", 6, "expected ',' or '}'"},
      {"[1}", 2, "expected ',' or ']'"},
      {"{} x", 3, "text behind the end of the document"},
      {"1 2", 2, "text behind the end of the document"},
      {"[nul]", 1, "expected a value"},
      {"[True]", 1, "expected a value"},
      {"[nullx]", 1, "expected a value"},
      {"[NaN]", 1, "'NaN' is no JSON number"},
      {"[-Infinity]", 1, "a number without digits"},
      {"[01]", 1, "a number that begins with 0"},
      {"[1.]", 1, "a number that ends with '.'"},
      {"[1e]", 1, "a number without an exponent"},
      {"[+1]", 1, "expected a value"},
      {"[\"a]", 1, "a string is not closed"},
      {"[\"a\n\"]", 3, "a string is not closed on its line"},
      {"[\"a\x01\"]", 3, "a control character in a string"},
      {"[\"\\x\"]", 2, "an escape that JSON does not have"},
      {"[\"\\u12g4\"]", 2, "an escape '\\u' without four hexadecimal digits"},
      {"[\"\\ud800\"]", 2, "half of a surrogate pair"},
      {"[\"\\ud800\\u0041\"]", 2, "half of a surrogate pair"},
      {"[\"\\udc00\"]", 2, "half of a surrogate pair"},
      {"[\"\\", 2, "a string is not closed"},
      {"[\"\xC3\"]", 2, "a string is not valid UTF-8"},
      {"['a']", 1, "expected a value"},
      {"}", 0, "expected a value"},
      {"// c\n{}", 0, "expected a value"},
  };
  for (const Case &C : Cases) {
    Failure F = failureOf(C.Text);
    EXPECT_EQ(F.Message, C.Message.str()) << C.Text.str();
    EXPECT_EQ(F.Offset, C.Offset) << C.Text.str();
  }
  // A NUL is a byte like others.
  EXPECT_EQ(failureOf(StringRef("[\"\0\"]", 5)).Message, "a control character in a string");
  EXPECT_EQ(failureOf(StringRef("{}\0", 3)).Offset, 2u);
}

TEST(JsonText, StopsAtEveryCut) {
  StringRef Whole = "{\"a\":[1,{\"b\\u00e9\":\"c\"},null],\"d\":-1.5e+3}";
  ASSERT_TRUE(accepts(Whole));
  for (size_t End = 0; End < Whole.size(); ++End)
    EXPECT_LE(failureOf(Whole.take_front(End)).Offset, End);
}

TEST(JsonText, NestingIsLimitedAndNeedsNoStack) {
  std::string Deep = std::string(512, '[') + std::string(512, ']');
  EXPECT_TRUE(accepts(Deep));
  Failure F = failureOf("[" + Deep + "]");
  EXPECT_EQ(F.Message, "nested deeper than 512 levels");
  EXPECT_EQ(F.Offset, 512u);

  std::string Deeper = std::string(1'000'000, '[') + std::string(1'000'000, ']');
  JsonText::Limits L;
  L.MaxDepth = 1'000'000;
  JsonText A = llvm::cantFail(JsonText::parse(Deeper, L)), B = llvm::cantFail(JsonText::parse(Deeper, L));
  EXPECT_TRUE(sameJson(A.root(), B.root()));
  EXPECT_EQ(failureOf(std::string(5'000'000, '[')).Offset, 512u);
}

TEST(JsonText, ValuesAreLimited) {
  JsonText::Limits L;
  L.MaxValues = 4;
  EXPECT_EQ(llvm::cantFail(JsonText::parse("[1,2,3]", L)).root().size(), 3u);
  EXPECT_EQ(failureOf("[1,2,3,4]", L).Message, "more than 4 values");
}

TEST(JsonText, ComparesByMeaning) {
  EXPECT_TRUE(same(R"({"a":1,"b":[true,null,"x"]})", R"({ "b" : [ true , null , "\u0078" ], "a" : 1.0 })"));
  EXPECT_FALSE(same(R"({"a":1})", R"({"a":"1"})"));
  EXPECT_FALSE(same(R"({"a":1})", R"({"b":1})"));
  EXPECT_FALSE(same(R"({"a":1})", R"({"a":1,"b":1})"));
  EXPECT_FALSE(same("[1,2]", "[2,1]"));
  EXPECT_FALSE(same("[1]", "[1,1]"));
  EXPECT_FALSE(same("true", "false"));
  EXPECT_FALSE(same("9007199254740993", "9007199254740992"));
  EXPECT_TRUE(same("100", "1e2"));
  // The last of repeated members holds.
  EXPECT_TRUE(same(R"({"a":1,"a":2})", R"({"a":2})"));
}
