#include "Triage/Diagnose.h"
#include "Triage/LiteralSet.h"
#include "Triage/LogLines.h"
#include "Triage/TextPattern.h"
#include "llvm/ADT/StringSet.h"
#include "gtest/gtest.h"

using namespace aoti;
using llvm::StringRef;

namespace {

/// The captures of a match in a text, as `name=text`; "no" if there is none.
std::string match(StringRef Spec, StringRef Text) {
  TextPattern Pattern(Spec);
  for (size_t At = Text.find(Pattern.anchor()); At != StringRef::npos;
       At = Text.find(Pattern.anchor(), At + 1))
    if (auto Found = Pattern.match(Text, At)) {
      std::string Result = "yes";
      for (const auto &C : Found->Captures)
        Result += " " + C.Name.str() + "=" + Text.slice(C.Begin, C.End).str();
      return Result;
    }
  return "no";
}

TEST(TriageTest, PatternsMatchTextsAndCaptures) {
  EXPECT_EQ(match("on the same device", "all on the same device, but"), "yes");
  EXPECT_EQ(match("on the same device", "all on the same devic"), "no");
  EXPECT_EQ(match("device {a:w} and {b:w}!", "device cuda:0 and cpu!"), "yes a=cuda:0 b=cpu");
  EXPECT_EQ(match("got: {n:n}", "but got: -12x"), "yes n=-12");
  EXPECT_EQ(match("got: {n:n}", "but got: x"), "no");
  EXPECT_EQ(match("'{s:s}' was not declared", "error: 's1' was not declared"), "yes s=s1");
  EXPECT_EQ(match("'{s:s}' was not declared", "error: 'half' was not declared"), "no");
  EXPECT_EQ(match("'{s:s}' was not declared", "error: 's1x' was not declared"), "no");
  EXPECT_EQ(match("if {s:s} {o:o} {n:n}", "if zuf0 >= 2"), "yes s=zuf0 o=>= n=2");
  EXPECT_EQ(match("from {a} to {b}", "from x y to the end  "), "yes a=x y b=the end");
  EXPECT_EQ(match("op: {op:w}.", "op: my::op.default. next"), "yes op=my::op.default");
  EXPECT_EQ(match("schema for {op:w}", "schema for my::op.default."), "yes op=my::op.default");
  EXPECT_EQ(match("a*b", "a" + std::string(TextPattern::MaxGap, ' ') + "b"), "yes");
  EXPECT_EQ(match("a*b", "a" + std::string(TextPattern::MaxGap + 1, ' ') + "b"), "no");
}

TEST(TriageTest, PatternsKnowTheEndsOfWords) {
  EXPECT_EQ(match("|segfault|", "a segfault."), "yes");
  EXPECT_EQ(match("|segfault|", "segfaults"), "no");
  EXPECT_EQ(match("|segfault", "asegfault"), "no");
  EXPECT_EQ(match("|segfault|", "segfault"), "yes");
}

TEST(TriageTest, AnchorIsTheLongestText) {
  EXPECT_EQ(TextPattern("a {x} longest of all {y:n} b").anchor(), " longest of all ");
}

TEST(TriageTest, LiteralsAreFoundTogether) {
  LiteralSet Set({"he", "she", "his", "hers", "he"});
  std::vector<std::pair<unsigned, size_t>> Found;
  size_t Depth =
      Set.scan("ushers", [&](unsigned Literal, size_t End) { Found.push_back({Literal, End}); });
  EXPECT_EQ(Found, (std::vector<std::pair<unsigned, size_t>>{{1, 4}, {0, 4}, {4, 4}, {3, 6}}));
  EXPECT_EQ(Depth, 4u);
  EXPECT_EQ(Set.scan("xxsh", [](unsigned, size_t) {}), 2u);
}

std::vector<std::string> lines(StringRef Bytes) {
  LogLines Reader(Bytes);
  LogLine Line;
  std::vector<std::string> Result;
  while (Reader.next(Line)) {
    EXPECT_EQ(Line.Text.size(), Line.Lower.size());
    Result.push_back(std::to_string(Line.Number) + ":" + Line.Text);
  }
  return Result;
}

TEST(TriageTest, LinesArePlainText) {
  using Strings = std::vector<std::string>;
  EXPECT_EQ(lines("a\r\n\n  b\t c  \n"), (Strings{"1:a", "2:", "3:b c"}));
  EXPECT_EQ(lines("\x1b[31mred\x1b[0m \x1b]0;title\a!"), (Strings{"1:red !"}));
  EXPECT_EQ(lines("\xe2\x80\x98x\xe2\x80\x99 \xe2\x80\x9cy\xe2\x80\x9d"), (Strings{"1:'x' \"y\""}));
  EXPECT_EQ(lines("{\"msg\": \"one\\ntwo \\\"x\\\" \\u001b[1mbold\"}\nthree"),
            (Strings{"1:{\"msg\": \"one", "1:two \"x\" bold\"}", "2:three"}));
  // A path of Windows is no end of a line.
  EXPECT_EQ(lines("C:\\models\\new.pt2"), (Strings{"1:C:\\models\\new.pt2"}));
  EXPECT_EQ(lines(StringRef("a\0b", 3)), (Strings{"1:a b"}));
}

TEST(TriageTest, BytesAreNoLines) {
  EXPECT_EQ(lines("\x81\xfe\x03 OOM \xd0\x12\x90\xc0\x07\xff\x88\x9a\x02 x\ntext"),
            (std::vector<std::string>{"1:", "2:text"}));
  // Letters of other languages, and one that is cut.
  EXPECT_EQ(lines("\xd0\x9e\xd1\x88\xd0\xb8\xd0\xb1\xd0\xba\xd0\xb0: no memory \xd0"),
            (std::vector<std::string>{
                "1:\xd0\x9e\xd1\x88\xd0\xb8\xd0\xb1\xd0\xba\xd0\xb0: no memory \xd0"}));
}

TEST(TriageTest, LongLinesComeInPieces) {
  std::string Text(3 * LogLines::MaxPiece, 'x');
  LogLines Reader(Text);
  LogLine Line;
  unsigned Pieces = 0;
  while (Reader.next(Line)) {
    EXPECT_EQ(Line.Number, 1u);
    EXPECT_EQ(Line.IsContinued, Pieces > 0);
    EXPECT_LE(Line.Text.size(), LogLines::MaxPiece);
    ++Pieces;
  }
  EXPECT_EQ(Pieces, 4u);
}

TEST(TriageTest, TableIsSound) {
  llvm::StringSet<> Ids;
  for (const Symptom &S : symptoms()) {
    EXPECT_TRUE(Ids.insert(S.Id).second) << S.Id.str();
    EXPECT_FALSE(S.Title.empty()) << S.Id.str();
    ASSERT_NE(S.What, nullptr) << S.Id.str();
    EXPECT_FALSE(S.What->Meaning.empty()) << S.Id.str();
    EXPECT_NE(S.Patterns.empty(), S.With.empty()) << S.Id.str();
    for (StringRef Pattern : S.Patterns) {
      EXPECT_EQ(Pattern, Pattern.lower()) << S.Id.str();
      EXPECT_GE(TextPattern(Pattern).anchor().size(), 3u) << Pattern.str();
    }
  }
  for (const Symptom &S : symptoms())
    for (StringRef Id : S.With)
      EXPECT_TRUE(Ids.contains(Id)) << Id.str();
}

/// The categories of what is found, best first.
std::string categories(StringRef Log) {
  std::string Result;
  for (const Diagnosis &D : diagnoseLog(Log).Diagnoses)
    Result += (Result.empty() ? "" : " ") + D.Of->Category.str();
  return Result;
}

TEST(TriageTest, ShortWordsAreWrittenAsOne) {
  EXPECT_EQ(categories("worker 3: OOM"), "AOTI11");
  EXPECT_EQ(categories("worker 3: oom"), "AOTI11");
  EXPECT_EQ(categories("x% oOM @q"), "");
  EXPECT_EQ(categories("room OOMS"), "");
}

TEST(TriageTest, DevicesAreNamed) {
  auto Detail = [](StringRef Log) { return diagnoseLog(Log).Diagnoses.at(0).Detail; };
  std::string Begin = "Error: input_handles[2]: unmatched device type, expected: ";
  EXPECT_EQ(Detail(Begin + "11(cuda), but got: 0"),
            "Input 2 is on the CPU, the package wants cuda.");
  EXPECT_EQ(Detail(Begin + "0(cpu), but got: 1(cuda)"),
            "Input 2 is on cuda, the package wants the CPU.");
  EXPECT_EQ(Detail(Begin + "1(cuda), but got: 20"),
            "Input 2 is on device type 20, the package wants cuda.");
}

TEST(TriageTest, MemoryOfXpu) {
  EXPECT_EQ(categories("RuntimeError: UR error: 40 (UR_RESULT_ERROR_OUT_OF_RESOURCES)"), "AOTI11");
}

TEST(TriageTest, SpecificMessagesOutrankGeneralOnes) {
  EXPECT_EQ(categories("error: 's1' was not declared in this scope"), "AOTI07");
  EXPECT_EQ(categories("error: 'half' was not declared in this scope"), "AOTI13");
  EXPECT_EQ(categories("undefined symbol: aoti_torch_x"), "AOTI11");
  EXPECT_EQ(categories("Segmentation fault"), "AOTI05");
  EXPECT_EQ(categories("Cannot find constants w in constants_map!\nSegmentation fault"), "AOTI04");
  EXPECT_EQ(categories("RuntimeError: run_func_( x ) API call failed"), "AOTI03");
  EXPECT_EQ(categories("Error: u45 >= 2\nRuntimeError: run_func_( x ) API call failed"), "AOTI07");
  // What torch prints below every error of the card says nothing.
  EXPECT_EQ(categories("Compile with `TORCH_USE_CUDA_DSA` to enable device-side assertions.\n"
                       "For debugging consider passing CUDA_LAUNCH_BLOCKING=1"),
            "");
}

TEST(TriageTest, SeveralMessagesMeanSomethingTogether) {
  EXPECT_EQ(categories("#1 AOTInductorModelBase<AOTInductorModel>::load_constants()\nSIGSEGV"),
            "AOTI01");
  EXPECT_EQ(categories("CUDA error: invalid argument\ncreate_func_( x ) API call failed"),
            "AOTI01");
  EXPECT_EQ(categories("CUDA error: invalid argument"), "AOTI07");
  EXPECT_EQ(categories("Specified device cuda:1 does not match device of data cuda:0\n"
                       "#1 AOTInductorModelBase<AOTInductorModel>::load_constants()\nSIGSEGV"),
            "AOTI01");
  EXPECT_EQ(categories("expected size 1==2, stride 1==1 at dim=0\nError in op: input"), "AOTI03");
  EXPECT_EQ(categories("expected size 1==2, stride 1==1 at dim=0\nError in op: torch.ops.a.b"),
            "AOTI08");
}

TEST(TriageTest, ConditionsOfSizesAreNoOtherErrors) {
  EXPECT_EQ(categories("Error: Eq(Mod(s3, 8), 0)"), "AOTI07");
  EXPECT_EQ(categories("Error: 2L <= u0"), "AOTI07");
  EXPECT_EQ(categories("Error: x >= 2"), "");
  EXPECT_EQ(categories("Error: s3 bucket not found"), "");
  EXPECT_EQ(categories("Error: u0"), "");
}

TEST(TriageTest, MessagesAcrossTheEndOfALine) {
  std::string Before(60, '.');
  EXPECT_EQ(categories(Before + " an illegal mem\nory access was encountered"), "AOTI05");
  EXPECT_EQ(categories(Before + " an illegal\nmemory access was encountered"), "AOTI05");
  EXPECT_EQ(categories("an illegal\nmemory access"), "");
}

TEST(TriageTest, KernelsOfReportsAreNamed) {
  LogDiagnoses Found = diagnoseLog("[ before_launch: triton_poi_a_0 ]\n[ before_launch: "
                                   "triton_poi_b_1 ]\nCUDA error: an illegal memory access");
  ASSERT_FALSE(Found.Diagnoses.empty());
  EXPECT_EQ(Found.Diagnoses[0].capture("kernel"), "triton_poi_b_1");
  EXPECT_NE(Found.Diagnoses[0].Detail.find("triton_poi_b_1"), std::string::npos);
  Found = diagnoseLog("========= Invalid __global__ write of size 8 bytes\n=========     at "
                      "triton_red_c_2+0x1a0 in c.py:3");
  ASSERT_FALSE(Found.Diagnoses.empty());
  EXPECT_EQ(Found.Diagnoses[0].capture("kernel"), "triton_red_c_2");
  EXPECT_EQ(Found.Diagnoses[0].Detail, "The access is a write of 8 bytes.");
}

TEST(TriageTest, CountsAndFirstLines) {
  LogDiagnoses Found =
      diagnoseLog("x\nmisaligned address\nmisaligned address misaligned address\n");
  ASSERT_EQ(Found.Diagnoses.size(), 1u);
  EXPECT_EQ(Found.Diagnoses[0].Evidence.Line, 2u);
  EXPECT_EQ(Found.Diagnoses[0].Count, 2u);
  EXPECT_EQ(Found.Lines, 3u);
}

} // namespace
