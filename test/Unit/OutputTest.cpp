#include "Output/Paths.h"
#include "Output/Writers.h"
#include "Reports.h"
#include "Support/Utf8.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include <cstdlib>
#include <fstream>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>

using namespace aoti;
using namespace aoti::test;
using Json = nlohmann::ordered_json;

namespace {

std::string textOf(const Report &R, TextOptions Options = {}) {
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  writeText(R, Options, OS);
  return Text;
}

std::string jsonOf(const Report &R) {
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  writeJson(R, OS);
  return Text;
}

std::string sarifOf(const Report &R, SarifOptions Options = {}) {
  if (Options.Root.empty())
    Options.Root = "/nonexistent/repo";
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  writeSarif(R, Options, OS);
  return Text;
}

std::string gitHubOf(const Report &R) {
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  writeGitHub(R, OS, "/nonexistent/repo");
  return Text;
}

Report reportOf(std::vector<Finding> Findings) {
  Report R;
  R.Inputs = {{"/nonexistent/repo/a.cpp", "file", "", InputStatus::Analysed, 1, 0}};
  R.Findings = std::move(Findings);
  finishFindings(R.Findings);
  R.ExitCode = R.Findings.empty() ? 0 : 1;
  return R;
}

Json sarifRun(const Report &R, SarifOptions Options = {}) {
  return Json::parse(sarifOf(R, Options))["runs"][0];
}

void replaceAll(std::string &Text, llvm::StringRef From, llvm::StringRef To) {
  for (size_t At = Text.find(From); At != std::string::npos; At = Text.find(From, At + To.size()))
    Text.replace(At, From.size(), To);
}

/// Compares with a file of test/Unit/Inputs; AOTI_UPDATE_SNAPSHOTS=1 in the environment rewrites
/// it. The version of the tool, which changes with every release, is `@VERSION@` there.
void expectSnapshot(const char *Name, std::string Actual) {
  replaceAll(Actual, toolVersion(), "@VERSION@");
  std::string Path = std::string(AOTI_SOURCE_DIR) + "/test/Unit/Inputs/" + Name;
  if (std::getenv("AOTI_UPDATE_SNAPSHOTS")) {
    std::ofstream(Path, std::ios::binary) << Actual;
    return;
  }
  std::ifstream In(Path, std::ios::binary);
  ASSERT_TRUE(In.good()) << Path;
  std::stringstream Expected;
  Expected << In.rdbuf();
  EXPECT_EQ(Actual, Expected.str()) << "see " << Path;
}

/// Everything that a terminal would obey: control characters other than line ends, and formatting
/// characters.
bool isHarmless(llvm::StringRef Text) {
  while (!Text.empty()) {
    CodePoint C = decodeUtf8(Text);
    if (!C.Valid || (C.Value != '\n' && printableCharacter(Text, C) != Text.take_front(C.Length)))
      return false;
    Text = Text.drop_front(C.Length);
  }
  return true;
}

constexpr llvm::StringLiteral Hostile =
    "a\x1b[31mred\x07\x9b\xff \xE2\x80\xAEtxet\r\n::error::x %0A\t\x7f";

Report hostileReport() {
  SourceTextPtr Source =
      makeSource("/nonexistent/repo/ev\x1bil\n::error::,a:%.cpp",
                 "int \x1b]0;title\x07 a = \xff\xfe \"\xE2\x80\xAE\x7f\"; // \xC2\x9B\n");
  SourceTextPtr Member =
      makeSource("/nonexistent/repo/m\x1b.pt2", "\x1b\n", "da\x1bta/\xff,x:\n.cpp", true);
  Finding A = makeFinding("aoti-x\x1b", Severity::Error, at(Source, "a ="), Hostile.str());
  A.Notes.push_back({at(Source, "int"), Hostile.str()});
  A.Flow.push_back({at(Source, "int"), Hostile.str()});
  A.Fixes.push_back({Hostile.str(), {{at(Source, "a"), "b\x1b[1m"}}, true});
  Finding B = makeFinding("aoti-y", Severity::Warning, at(Member, "\x1b"), Hostile.str());
  B.Notes.push_back({{}, Hostile.str()});
  Report R = reportOf({A, B});
  R.Inputs = {{"p\x1b\xff", "archive", "torch \x1b[0m", InputStatus::Analysed, 1, 1}};
  R.Notifications = {{Severity::Error, at(Source, "int"), Hostile.str()},
                     {Severity::Note, {}, Hostile.str()}};
  return R;
}

} // namespace

//===-- Text ---------------------------------------------------------------===//

TEST(TextOutput, Snapshot) { expectSnapshot("report.txt", textOf(sampleReport())); }

TEST(TextOutput, ColourSnapshot) {
  Report R = sampleReport();
  R.Findings.resize(2);
  expectSnapshot("report-colour.txt", textOf(R, {.Color = true}));
}

TEST(TextOutput, ColoursAddNothingElse) {
  std::string Coloured = textOf(sampleReport(), {.Color = true}), Plain;
  for (size_t I = 0; I < Coloured.size(); ++I) {
    if (Coloured[I] == '\x1b')
      I = Coloured.find('m', I);
    else
      Plain += Coloured[I];
  }
  EXPECT_EQ(Plain, textOf(sampleReport()));
}

TEST(TextOutput, Quiet) {
  Report R = sampleReport();
  R.Findings.resize(1);
  EXPECT_EQ(textOf(R, {.Quiet = true}),
            "models/mod el.pt2!data/aotinductor/model/c1.wrapper.cpp:3:43: warning: device index "
            "'0' is a literal, so "
            "the model fails when it is loaded on another GPU; pass 'this->device_idx_' "
            "[aoti-device-index-literal]\n"
            "    3 |   aoti_torch_empty_strided(2, s, t, 6, 1, 0, &buf0);\n"
            "      |                                           ^\n"
            "      |                                           this->device_idx_\n"
            "models/mod el.pt2!data/aotinductor/model/c1.wrapper.cpp:4:3: note: 'buf0' is used by "
            "a kernel of the "
            "model's own device here\n"
            "    4 |   call_kernel(buf0, stream);\n"
            "      |   ^~~~~~~~~~~\n"
            "aoti-lint: error: 'missing.pt2' could not be read: no such file\n");
}

TEST(TextOutput, TracesThatShowNothingNewAreLeftOut) {
  SourceTextPtr A = makeSource("a.cpp", "make(x, 0);\nmove(x);\nuse(x);\n");
  Finding F = makeFinding("r", Severity::Error, at(A, "0"), "m");
  F.Notes = {{at(A, "use(x)"), "used here"}};
  F.Flow = {{at(A, "make(x, 0)"), "made"}, {at(A, "use(x)"), "used"}};
  std::string WithoutTrace = textOf(reportOf({F}), {.Quiet = true});
  EXPECT_EQ(WithoutTrace, "a.cpp:1:9: error: m [r]\n"
                          "    1 | make(x, 0);\n"
                          "      |         ^\n"
                          "a.cpp:3:1: note: used here\n"
                          "    3 | use(x);\n"
                          "      | ^~~~~~\n");
  F.Flow.insert(F.Flow.begin() + 1, {at(A, "move(x)"), "moved"});
  EXPECT_EQ(textOf(reportOf({F}), {.Quiet = true}), WithoutTrace +
                                                        "a.cpp:1:1: note: step 1 of 3: made\n"
                                                        "    1 | make(x, 0);\n"
                                                        "      | ^~~~~~~~~~\n"
                                                        "a.cpp:2:1: note: step 2 of 3: moved\n"
                                                        "    2 | move(x);\n"
                                                        "      | ^~~~~~~\n"
                                                        "a.cpp:3:1: note: step 3 of 3: used\n"
                                                        "    3 | use(x);\n"
                                                        "      | ^~~~~~\n");
}

TEST(TextOutput, NotesThatAreStepsArePrintedOnce) {
  SourceTextPtr A = makeSource("a.cpp", "make(x, 0);\nmove(x);\nuse(x);\n");
  Finding F = makeFinding("r", Severity::Error, at(A, "0"), "m");
  F.Notes = {{at(A, "use(x)"), "used here"}, {at(A, "make(x, 0)"), "made with nothing in it"}};
  F.Flow = {{at(A, "make(x, 0)"), "made"}, {at(A, "use(x)"), "used here"}};
  std::string WithoutTrace = textOf(reportOf({F}), {.Quiet = true});
  EXPECT_EQ(WithoutTrace, "a.cpp:1:9: error: m [r]\n"
                          "    1 | make(x, 0);\n"
                          "      |         ^\n"
                          "a.cpp:3:1: note: used here\n"
                          "    3 | use(x);\n"
                          "      | ^~~~~~\n"
                          "a.cpp:1:1: note: made with nothing in it\n"
                          "    1 | make(x, 0);\n"
                          "      | ^~~~~~~~~~\n");
  F.Flow.insert(F.Flow.begin() + 1, {at(A, "move(x)"), "moved"});
  EXPECT_EQ(textOf(reportOf({F}), {.Quiet = true}), "a.cpp:1:9: error: m [r]\n"
                                                    "    1 | make(x, 0);\n"
                                                    "      |         ^\n"
                                                    "a.cpp:1:1: note: made with nothing in it\n"
                                                    "    1 | make(x, 0);\n"
                                                    "      | ^~~~~~~~~~\n"
                                                    "a.cpp:1:1: note: step 1 of 3: made\n"
                                                    "    1 | make(x, 0);\n"
                                                    "      | ^~~~~~~~~~\n"
                                                    "a.cpp:2:1: note: step 2 of 3: moved\n"
                                                    "    2 | move(x);\n"
                                                    "      | ^~~~~~~\n"
                                                    "a.cpp:3:1: note: step 3 of 3: used here\n"
                                                    "    3 | use(x);\n"
                                                    "      | ^~~~~~\n");
}

TEST(TextOutput, OfManySourcesThatAreNotReadInFullSomeArePrinted) {
  std::vector<Finding> Findings;
  for (int I = 10; I < 35; ++I)
    Findings.push_back(makeFinding("aoti-lint-incomplete", Severity::Error,
                                   at(makeSource("a" + std::to_string(I) + ".cpp", "x\n"), "x"),
                                   "cannot parse"));
  auto Count = [](llvm::StringRef Text) { return Text.count("error: cannot parse"); };
  std::string All = textOf(reportOf(Findings), {.Quiet = true});
  EXPECT_EQ(Count(All), 20u);
  EXPECT_NE(All.find("aoti-lint: note: and 5 more that say why a source could not be analysed"),
            std::string::npos);
  Findings.resize(20);
  std::string Few = textOf(reportOf(Findings), {.Quiet = true});
  EXPECT_EQ(Count(Few), 20u);
  EXPECT_EQ(Few.find("more that say"), std::string::npos);
}

TEST(TextOutput, TabsStopAtEight) {
  SourceTextPtr A = makeSource("a.cpp", "\ta\tbcd\te\n");
  EXPECT_EQ(
      textOf(reportOf({makeFinding("r", Severity::Error, at(A, "bcd\te"), "m")}), {.Quiet = true}),
      "a.cpp:1:4: error: m [r]\n"
      "    1 |         a       bcd     e\n"
      "      |                 ^~~~~~~~~\n");
}

TEST(TextOutput, CombiningAndWideCharactersKeepTheCaretInPlace) {
  // e + combining acute, a wide character, an emoji: 1, 2 and 2 columns.
  SourceTextPtr A = makeSource("a.cpp", "\"e\xCC\x81\xE4\xB8\x96\xF0\x9F\x98\x80\", here\n");
  EXPECT_EQ(
      textOf(reportOf({makeFinding("r", Severity::Error, at(A, "here"), "m")}), {.Quiet = true}),
      "a.cpp:1:15: error: m [r]\n"
      "    1 | \"e\xCC\x81\xE4\xB8\x96\xF0\x9F\x98\x80\", here\n"
      "      |          ^~~~\n");
}

TEST(TextOutput, CaretAtTheEndOfALineAndOfTheText) {
  SourceTextPtr A = makeSource("a.cpp", "ab\n");
  EXPECT_EQ(textOf(reportOf({makeFinding("r", Severity::Error, {A, 2, 2}, "m"),
                             makeFinding("r", Severity::Error, {A, 3, 3}, "m")}),
                   {.Quiet = true}),
            "a.cpp:1:3: error: m [r]\n"
            "    1 | ab\n"
            "      |   ^\n"
            "a.cpp:2:1: error: m [r]\n"
            "    2 | \n"
            "      | ^\n");
}

TEST(TextOutput, RangesOfSeveralLinesEndWithTheFirst) {
  SourceTextPtr A = makeSource("a.cpp", "f(a,\n  b);\n");
  EXPECT_EQ(textOf(reportOf({makeFinding("r", Severity::Note, at(A, "f(a,\n  b)"), "m")}),
                   {.Quiet = true}),
            "a.cpp:1:1: note: m [r]\n"
            "    1 | f(a,\n"
            "      | ^~~~\n");
}

TEST(TextOutput, LongLinesAreShownAroundTheCaret) {
  std::string Line = "start " + std::string(300, 'x') + " here " + std::string(300, 'y') + " end";
  SourceTextPtr A = makeSource("a.cpp", Line + "\n");
  Finding F = makeFinding("r", Severity::Error, at(A, "here"), "m");
  F.Fixes.push_back({"f", {{at(A, "here"), "there"}, {at(A, "end"), "unseen"}}, true});
  EXPECT_EQ(textOf(reportOf({F}), {.Quiet = true, .Columns = 60}),
            "a.cpp:1:308: error: m [r]\n"
            "    1 |   ...xxxxxxxxxxxxxxxxxx here yyyyyyyyyyyyyyyyyyyy...\n"
            "      |                         ^~~~\n"
            "      |                         there\n");
  // At both ends only one side is cut.
  EXPECT_EQ(textOf(reportOf({makeFinding("r", Severity::Error, at(A, "start"), "m")}),
                   {.Quiet = true, .Columns = 40}),
            "a.cpp:1:1: error: m [r]\n"
            "    1 | start xxxxxxxxxxxxxxxxxxxxxxx...\n"
            "      | ^~~~~\n");
  EXPECT_EQ(textOf(reportOf({makeFinding("r", Severity::Error, at(A, "end"), "m")}),
                   {.Quiet = true, .Columns = 40}),
            "a.cpp:1:614: error: m [r]\n"
            "    1 |   ...yyyyyyyyyyyyyyyyyyyyyyy end\n"
            "      |                              ^~~\n");
}

TEST(TextOutput, LinesFitTheTerminal) {
  std::string Line;
  for (int I = 0; I < 4000; ++I)
    Line += I % 7 == 0 ? "\xE4\xB8\x96" : I % 5 == 0 ? "\t" : I % 11 == 0 ? "\x01" : "ab";
  SourceTextPtr A = makeSource("a.cpp", Line);
  for (unsigned Columns : {20u, 60u, 100u, 101u})
    for (uint32_t At = 0; At < Line.size(); At += 97) {
      std::string Text =
          textOf(reportOf({makeFinding("r", Severity::Error, {A, At, At + 300}, "m")}),
                 {.Quiet = true, .Columns = Columns});
      auto [Header, Snippet] = llvm::StringRef(Text).split('\n');
      auto [Source, Caret] = Snippet.rtrim('\n').split('\n');
      EXPECT_LE(Source.size() - 2 * Source.count("\xE4\xB8\x96") + Source.count("\xE4\xB8\x96"),
                std::max(Columns, 40u));
      EXPECT_LE(Caret.size(), std::max(Columns, 40u));
      EXPECT_TRUE(Caret.contains('^'));
    }
}

TEST(TextOutput, HugeLinesAreCheap) {
  std::string Line(64 << 20, 'x');
  Line.replace(Line.size() / 2, 4, "here");
  SourceTextPtr A = makeSource("a.cpp", Line);
  std::string Text = textOf(reportOf({makeFinding("r", Severity::Error, at(A, "here"), "m")}),
                            {.Quiet = true, .Columns = 60});
  EXPECT_EQ(Text, "a.cpp:1:33554433: error: m [r]\n"
                  "    1 |   ...xxxxxxxxxxxxxxxxxxxherexxxxxxxxxxxxxxxxxxxxx...\n"
                  "      |                         ^~~~\n");
}

TEST(TextOutput, HostileTextDoesNotReachTheTerminal) {
  std::string Text = textOf(hostileReport());
  EXPECT_TRUE(isHarmless(Text)) << Text;
  EXPECT_NE(Text.find("a<U+001B>[31mred<U+0007><9B><FF> <U+202E>txet<U+000D><U+000A>::error::x"),
            std::string::npos);
  EXPECT_NE(
      Text.find(
          "    1 | int <U+001B>]0;title<U+0007> a = <FF><FE> \"<U+202E><U+007F>\"; // <U+009B>\n"),
      std::string::npos)
      << Text;
}

TEST(TextOutput, GroupsByFile) {
  SourceTextPtr A = makeSource("a.cpp", std::string(20, 'x')),
                B = makeSource("b.cpp", std::string(20, 'x'));
  std::vector<Finding> Findings;
  for (uint32_t I = 0; I < 17; ++I)
    Findings.push_back(makeFinding("aoti-debug-leftover", Severity::Warning, {A, I, I}, "m"));
  for (uint32_t I = 0; I < 5; ++I)
    Findings.push_back(makeFinding("aoti-debug-leftover", Severity::Warning, {B, I, I}, "m"));
  for (uint32_t I = 0; I < 7; ++I)
    Findings.push_back(makeFinding("aoti-unchecked-error", Severity::Warning, {B, I, I}, "m"));
  llvm::StringRef Text;
  std::string Written = textOf(reportOf(Findings));
  Text = Written;
  EXPECT_EQ(Text.count("[aoti-debug-leftover]"), 10u);
  EXPECT_EQ(Text.count("[aoti-unchecked-error]"), 7u);
  EXPECT_EQ(Text.count(" more of "), 1u);
  EXPECT_TRUE(Text.contains(
      "\na.cpp: note: and 12 more of 'aoti-debug-leftover' in this file; --format=json lists all\n"
      "b.cpp:1:1: "))
      << Written;
  EXPECT_TRUE(Text.contains("\n29 warnings in 1 file\n"));
}

TEST(TextOutput, Summaries) {
  Report R;
  EXPECT_EQ(textOf(R), "nothing was analysed\n");
  R.Inputs = {{"m.pt2", "archive", "torch 2.13 to 2.14, cuda", InputStatus::Analysed, 2, 1}};
  EXPECT_EQ(textOf(R), "no findings in 1 package (2 sources, torch 2.13 to 2.14, cuda)\n");
  R.Suppressed = 3;
  R.Inputs.push_back({"n", "folder", "torch 2.13 to 2.14, cuda", InputStatus::Analysed, 3, 1});
  R.Inputs.push_back({"a.cpp", "file", "torch 2.6, cpu", InputStatus::Analysed, 1, 1});
  EXPECT_EQ(summaryLine(R),
            "no findings in 2 packages and 1 file (6 sources, torch 2.13 to 2.14, cuda; torch 2.6, "
            "cpu); 3 suppressed");
  R.Suppressed = 0;
  R.Incomplete = 1;
  R.Inputs.resize(1);
  EXPECT_EQ(summaryLine(R),
            "no findings in 1 package (2 sources, torch 2.13 to 2.14, cuda); incomplete: 1 source "
            "could not be analysed fully");
  R.Incomplete = 0;
  R.Inputs[0].Status = InputStatus::Unreadable;
  EXPECT_EQ(summaryLine(R), "nothing was analysed; 1 input could not be read");
  R.Inputs.clear();
  for (char Minor = '0'; Minor < '5'; ++Minor)
    R.Inputs.push_back({"a", "file", std::string("torch 2.") + Minor, InputStatus::Analysed, 1, 1});
  EXPECT_EQ(summaryLine(R),
            "no findings in 5 files (torch 2.0; torch 2.1; torch 2.2; and 2 other versions)");
}

TEST(TextOutput, FindingWithoutAPlace) {
  EXPECT_EQ(textOf(reportOf({makeFinding(IncompleteRule.str(), Severity::Error, {}, "m")})),
            "aoti-lint: error: m [aoti-lint-incomplete]\n1 error in 1 file\n");
}

//===-- JSON ---------------------------------------------------------------===//

TEST(JsonOutput, Snapshot) { expectSnapshot("report.json", jsonOf(sampleReport())); }

TEST(JsonOutput, NothingToSay) {
  EXPECT_EQ(
      jsonOf(Report()),
      "{\n  \"version\": 1,\n  \"tool\": {\n    \"name\": \"aoti-lint\",\n    \"version\": \"" +
          toolVersion().str() +
          "\"\n  },\n  \"inputs\": [],\n  \"findings\": [],\n  \"notifications\": [],\n"
          "  \"summary\": {\n    \"error\": 0,\n    \"warning\": 0,\n    \"note\": 0,\n"
          "    \"suppressed\": 0,\n    \"incomplete\": 0\n  }\n}\n");
}

TEST(JsonOutput, UnreadableInput) {
  Report R;
  R.Inputs = {{"m.pt2", "archive", "", InputStatus::Unreadable, 0, 0}};
  R.Notifications = {{Severity::Error, {}, "'m.pt2' could not be read"}};
  Json J = Json::parse(jsonOf(R));
  EXPECT_EQ(J["inputs"][0]["status"], "unreadable");
  EXPECT_EQ(J["notifications"][0]["message"], "'m.pt2' could not be read");
  EXPECT_EQ(J["notifications"][0]["severity"], "error");
  EXPECT_TRUE(J["notifications"][0]["file"].is_null());
}

TEST(JsonOutput, HostileTextStaysJson) {
  Json J = Json::parse(jsonOf(hostileReport()));
  EXPECT_EQ(J["inputs"][0]["path"], "p\x1b\xEF\xBF\xBD");
  EXPECT_EQ(J["findings"][0]["message"],
            "a\x1b[31mred\x07\xEF\xBF\xBD\xEF\xBF\xBD \xE2\x80\xAEtxet\r\n::error::x %0A\t\x7f");
  EXPECT_EQ(J["findings"][1]["member"], "da\x1bta/\xEF\xBF\xBD,x:\n.cpp");
}

TEST(JsonOutput, ColumnsAreBytes) {
  SourceTextPtr A = makeSource("a.cpp", "\xE4\xB8\x96 x\ny\n");
  Json F = Json::parse(
      jsonOf(reportOf({makeFinding("r", Severity::Note, at(A, "x\ny"), "m")})))["findings"][0];
  EXPECT_EQ(F["line"], 1);
  EXPECT_EQ(F["column"], 5);
  EXPECT_EQ(F["end_line"], 2);
  EXPECT_EQ(F["end_column"], 2);
  EXPECT_TRUE(F["category"].is_null());
  EXPECT_TRUE(F["member"].is_null());
}

//===-- SARIF --------------------------------------------------------------===//

TEST(SarifOutput, Snapshot) {
  std::string Document = sarifOf(sampleReport("/nonexistent/repo/"));
  Json Parsed = Json::parse(Document);
  EXPECT_EQ(Parsed.dump(2) + "\n", Document);
  // The documentation pages are pinned elsewhere.
  for (Json &Rule : Parsed["runs"][0]["tool"]["driver"]["rules"]) {
    std::string Name = Rule["id"];
    if (Name == IncompleteRule)
      continue;
    llvm::StringRef Page = ruleDocumentation(Name);
    EXPECT_EQ(Rule["help"]["text"],
              Page.empty() ? Rule["shortDescription"]["text"] : Json(Page.str()));
    EXPECT_EQ(Rule["help"].contains("markdown"), !Page.empty());
    EXPECT_LE(Rule["fullDescription"]["text"].get<std::string>().size(), 1024u);
    EXPECT_EQ(Rule["helpUri"], Page.empty()
                                   ? projectUrl().str()
                                   : projectUrl().str() + "/blob/main/docs/checks/" + Name + ".md");
    for (const char *Key : {"help", "fullDescription", "helpUri"})
      Rule[Key] = "@PAGE@";
  }
  expectSnapshot("report.sarif", Parsed.dump(2) + "\n");
}

TEST(SarifOutput, EmptyRun) {
  Report R;
  Json Run = sarifRun(R);
  EXPECT_TRUE(Run["results"].is_array());
  EXPECT_TRUE(Run["results"].empty());
  EXPECT_EQ(Run["invocations"][0]["executionSuccessful"], true);
  EXPECT_EQ(Run["tool"]["driver"]["rules"].size(), 1u)
      << "a file that cannot be analysed is always reported";
}

TEST(SarifOutput, IncompleteRun) {
  Json Run = sarifRun(sampleReport());
  EXPECT_EQ(Run["invocations"][0]["executionSuccessful"], false);
  EXPECT_EQ(Run["invocations"][0]["exitCode"], 3);
  EXPECT_EQ(Run["invocations"][0]["toolExecutionNotifications"].size(), 2u);
}

TEST(SarifOutput, EveryResultHasALocationAndAPeriod) {
  Report R = hostileReport();
  R.Findings.push_back(makeFinding("aoti-z", Severity::Note, {}, "no place!"));
  Json Run = sarifRun(R);
  EXPECT_EQ(Run["results"].size(), 3u);
  for (const Json &Result : Run["results"]) {
    EXPECT_EQ(Result["locations"].size(), 1u);
    EXPECT_TRUE(Result["locations"][0]["physicalLocation"]["artifactLocation"].contains("uri"));
    EXPECT_TRUE(Result["locations"][0]["physicalLocation"]["region"].contains("endColumn"));
    std::string Text = Result["message"]["text"];
    EXPECT_TRUE(llvm::StringRef(".!?").contains(Text.back())) << Text;
  }
}

TEST(SarifOutput, ColumnsAreUtf16Units) {
  SourceTextPtr A = makeSource("/nonexistent/repo/a.cpp", "\xE4\xB8\x96\xF0\x9F\x98\x80 x\n");
  Json Region = sarifRun(
      reportOf({makeFinding("r", Severity::Note, at(A, "x"),
                            "m")}))["results"][0]["locations"][0]["physicalLocation"]["region"];
  EXPECT_EQ(Region["startColumn"], 5);
  EXPECT_EQ(Region["endColumn"], 6);
}

TEST(SarifOutput, LinksAreOnlyOurs) {
  SourceTextPtr A = makeSource("/nonexistent/repo/a.cpp", "x y\n");
  Finding F = makeFinding("r", Severity::Note, at(A, "x"),
                          "see [this](http://example.invalid) and a[0](1)");
  F.Notes.push_back({at(A, "y"), "note [x](y)"});
  Json Result = sarifRun(reportOf({F}))["results"][0];
  EXPECT_EQ(Result["message"]["text"],
            "see \\[this\\](http://example.invalid) and a\\[0\\](1). See [note 1](1).");
  EXPECT_EQ(Result["relatedLocations"][0]["message"]["text"], "note \\[x\\](y).");
}

TEST(SarifOutput, FilesOutsideOfTheRoot) {
  SourceTextPtr A = makeSource("/nonexistent/other/a b.cpp", "x\n");
  SourceTextPtr B = makeSource("/nonexistent/repository/b.cpp", "x\n");
  SourceTextPtr C = makeSource("/nonexistent/repo/sub/../c:d.cpp", "x\n");
  Json Run = sarifRun(reportOf({makeFinding("r", Severity::Note, at(A, "x"), "m"),
                                makeFinding("r", Severity::Note, at(B, "x"), "m"),
                                makeFinding("r", Severity::Note, at(C, "x"), "m")}));
  std::set<std::string> Uris;
  for (const Json &Result : Run["results"]) {
    const Json &Place = Result["locations"][0]["physicalLocation"]["artifactLocation"];
    Uris.insert(Place["uriBaseId"].get<std::string>() + " " + Place["uri"].get<std::string>());
    EXPECT_EQ(Run["artifacts"][Place["index"].get<size_t>()]["location"]["uri"], Place["uri"]);
  }
  EXPECT_EQ(Uris, (std::set<std::string>{"FILESYSTEM nonexistent/other/a%20b.cpp",
                                         "FILESYSTEM nonexistent/repository/b.cpp",
                                         "SRCROOT c%3Ad.cpp"}));
  EXPECT_EQ(Run["originalUriBaseIds"]["SRCROOT"]["uri"], "file:///nonexistent/repo/");
  EXPECT_EQ(Run["originalUriBaseIds"]["FILESYSTEM"]["uri"], "file:///");
}

TEST(SarifOutput, LineHashesOfFilesAndMembers) {
  std::string Text = "int a;\nint b;\n";
  SourceTextPtr File = makeSource("/nonexistent/repo/a.cpp", Text);
  SourceTextPtr First = makeSource("/nonexistent/repo/m.pt2", Text, "data/one/x.cpp", true);
  SourceTextPtr Second = makeSource("/nonexistent/repo/m.pt2", Text, "data/two/x.cpp", true);
  SourceTextPtr Renamed = makeSource("/nonexistent/repo/m.pt2", Text, "data/two/y.cpp", true);
  auto Hash = [](const SourceTextPtr &Source) {
    return sarifRun(reportOf(
        {makeFinding("r", Severity::Note, at(Source, "int b"),
                     "m")}))["results"][0]["partialFingerprints"]["primaryLocationLineHash"]
        .get<std::string>();
  };
  // By the port of the upload action's hash.
  EXPECT_EQ(Hash(File), "bd39bb1f00ad510d:1");
  EXPECT_NE(Hash(First), Hash(Second));
  EXPECT_EQ(Hash(Second), Hash(Renamed));
}

TEST(SarifOutput, TruncatesBySeverity) {
  SourceTextPtr A = makeSource("/nonexistent/repo/a.cpp", std::string(40, 'x'));
  std::vector<Finding> Findings;
  for (uint32_t I = 0; I < 40; ++I)
    Findings.push_back(makeFinding("r",
                                   I % 4 == 3   ? Severity::Error
                                   : I % 4 == 2 ? Severity::Warning
                                                : Severity::Note,
                                   {A, I, I}, "m"));
  SarifOptions Options;
  Options.MaxResults = 15;
  Json Run = sarifRun(reportOf(Findings), Options);
  std::vector<unsigned> Columns;
  unsigned Errors = 0;
  for (const Json &Result : Run["results"]) {
    Columns.push_back(Result["locations"][0]["physicalLocation"]["region"]["startColumn"]);
    Errors += Result["level"] == "error";
    EXPECT_NE(Result["level"], "note");
  }
  EXPECT_EQ(Columns.size(), 15u);
  EXPECT_EQ(Errors, 10u);
  EXPECT_TRUE(llvm::is_sorted(Columns));
  EXPECT_EQ(Columns.front(), 3u) << "the first warning stays";
  std::string Text = Run["invocations"][0]["toolExecutionNotifications"][0]["message"]["text"];
  EXPECT_TRUE(llvm::StringRef(Text).starts_with("25 of 40 findings")) << Text;
}

TEST(SarifOutput, TruncatesBySize) {
  SourceTextPtr A = makeSource("/nonexistent/repo/a.cpp", std::string(4000, 'x'));
  std::vector<Finding> Findings;
  for (uint32_t I = 0; I < 4000; ++I)
    Findings.push_back(
        makeFinding("r", I == 3999 ? Severity::Error : Severity::Note, {A, I, I}, "m"));
  SarifOptions Options;
  Options.MaxCompressedBytes = 40'000;
  Json Run = sarifRun(reportOf(Findings), Options);
  size_t Kept = Run["results"].size();
  EXPECT_LT(Kept, 4000u);
  EXPECT_GT(Kept, 100u);
  EXPECT_EQ(Run["results"].back()["level"], "error");
  EXPECT_EQ(Run["invocations"][0]["toolExecutionNotifications"].size(), 1u);
}

TEST(SarifOutput, LongNotesAndFlowsAreCutWithANotification) {
  SourceTextPtr A = makeSource("/nonexistent/repo/a.cpp", "x\n");
  Finding F = makeFinding("r", Severity::Note, at(A, "x"), "m");
  F.Notes.assign(1001, {at(A, "x"), "n"});
  F.Flow.assign(10'001, {at(A, "x"), "s"});
  Json Run = sarifRun(reportOf({F}));
  EXPECT_EQ(Run["results"][0]["relatedLocations"].size(), 1000u);
  EXPECT_EQ(Run["results"][0]["codeFlows"][0]["threadFlows"][0]["locations"].size(), 10'000u);
  EXPECT_EQ(Run["invocations"][0]["toolExecutionNotifications"].size(), 1u);
}

TEST(SarifOutput, FixesOfMembersAreLeftOut) {
  SourceTextPtr Inner = makeSource("/nonexistent/repo/m.pt2", "x\n", "data/x.cpp", true);
  Finding F = makeFinding("r", Severity::Note, at(Inner, "x"), "m");
  F.Fixes.push_back({"f", {{at(Inner, "x"), "y"}}, true});
  Json Result = sarifRun(reportOf({F}))["results"][0];
  EXPECT_FALSE(Result.contains("fixes"));
  EXPECT_EQ(Result["properties"]["member"], "data/x.cpp");
  EXPECT_EQ(Result["locations"][0]["logicalLocations"][0]["fullyQualifiedName"], "data/x.cpp:1:1");
}

TEST(SarifOutput, HashesFilesFromDisk) {
  llvm::SmallString<128> Path;
  int Descriptor = -1;
  ASSERT_FALSE(llvm::sys::fs::createTemporaryFile("aoti-output", "pt2", Descriptor, Path));
  llvm::raw_fd_ostream(Descriptor, true) << "abc";
  Report R;
  R.Inputs = {{Path.str().str(), "archive", "", InputStatus::Analysed, 1, 1}};
  SarifOptions Options;
  Json Artifact = sarifRun(R, Options)["artifacts"][0];
  EXPECT_EQ(Artifact["hashes"]["sha-256"],
            "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  EXPECT_EQ(Artifact["mimeType"], "application/zip");
  Options.MaxHashedBytes = 2;
  EXPECT_FALSE(sarifRun(R, Options)["artifacts"][0].contains("hashes"));
  llvm::sys::fs::remove(Path);
}

TEST(SarifOutput, SameBytesEveryTime) {
  EXPECT_EQ(sarifOf(sampleReport()), sarifOf(sampleReport()));
  EXPECT_EQ(sarifOf(hostileReport()), sarifOf(hostileReport()));
}

//===-- GitHub -------------------------------------------------------------===//

TEST(GitHubOutput, Snapshot) {
  expectSnapshot("report.github", gitHubOf(sampleReport("/nonexistent/repo/")));
}

TEST(GitHubOutput, NothingToSay) { EXPECT_EQ(gitHubOf(Report()), ""); }

TEST(GitHubOutput, Escapes) {
  SourceTextPtr A = makeSource("/nonexistent/repo/a,b:c%.cpp", "x\n");
  EXPECT_EQ(
      gitHubOf(
          reportOf({makeFinding("r,:", Severity::Note, at(A, "x"), "100%, a:b\nc\r::error::d")})),
      "::notice file=a%2Cb%3Ac%25.cpp,line=1,endLine=1,col=1,endColumn=2,title=r%2C%3A::100%25, "
      "a:b<U+000A>c"
      "<U+000D>::error::d\n");
}

TEST(GitHubOutput, ColumnsOnlyOnOneLine) {
  SourceTextPtr A = makeSource("/nonexistent/repo/a.cpp", "x\ny\n");
  EXPECT_EQ(gitHubOf(reportOf({makeFinding("r", Severity::Error, at(A, "x\ny"), "m")})),
            "::error file=a.cpp,line=1,endLine=2,title=r::m\n");
}

TEST(GitHubOutput, HostileTextMakesNoCommand) {
  std::string Text = gitHubOf(hostileReport());
  EXPECT_TRUE(isHarmless(Text)) << Text;
  llvm::StringRef Rest = Text;
  size_t Commands = 0;
  while (!Rest.empty()) {
    auto [Line, Next] = Rest.split('\n');
    Rest = Next;
    ++Commands;
    EXPECT_TRUE(Line.starts_with("::error ") || Line.starts_with("::warning ") ||
                Line.starts_with("::notice "))
        << Line.str();
  }
  EXPECT_EQ(Commands, 4u);
}

//===-- Paths and formats --------------------------------------------------===//

TEST(OutputPaths, UriEncoding) {
  EXPECT_EQ(encodeUriPath("a b/c:d%\xC3\xA9#?\xff.cpp"), "a%20b/c%3Ad%25%C3%A9%23%3F%FF.cpp");
  EXPECT_EQ(fileUri("/x y/z"), "file:///x%20y/z");
}

TEST(OutputPaths, RootIsTheRepository) {
  llvm::SmallString<128> Folder, Before;
  ASSERT_FALSE(llvm::sys::fs::current_path(Before));
  ASSERT_FALSE(llvm::sys::fs::createUniqueDirectory("aoti-root", Folder));
  std::string Real = SourceRoot::absolute(Folder);
  ASSERT_FALSE(llvm::sys::fs::create_directories(Real + "/sub/deep"));
  ASSERT_FALSE(llvm::sys::fs::set_current_path(Real + "/sub/deep"));
  EXPECT_EQ(SourceRoot(Real).relative("a.cpp"), "sub/deep/a.cpp");
  EXPECT_EQ(SourceRoot(Real + "/sub/").relative(Real + "/sub/a.cpp"), "a.cpp");
  EXPECT_EQ(SourceRoot(Real + "/sub").relative(Real + "/a.cpp"), std::nullopt);
  EXPECT_EQ(SourceRoot(Real + "/sub").relative(Real + "/subway.cpp"), std::nullopt);
  ASSERT_FALSE(llvm::sys::fs::create_directory(Real + "/.git"));
  EXPECT_EQ(SourceRoot().path(), Real);
  // Code scanning knows files by their own names, not by those of links.
  ASSERT_FALSE(llvm::sys::fs::create_directory(Real + "/real"));
  std::ofstream(Real + "/real/x.cpp") << "x";
  ASSERT_FALSE(llvm::sys::fs::create_link(Real + "/real", Real + "/link"));
  EXPECT_EQ(SourceRoot().relative(Real + "/link/x.cpp"), "real/x.cpp");
  ASSERT_FALSE(llvm::sys::fs::set_current_path(Before));
  llvm::sys::fs::remove_directories(Real);
}

TEST(OutputFormats, Names) {
  EXPECT_EQ(parseOutputFormat("text"), OutputFormat::Text);
  EXPECT_EQ(parseOutputFormat("json"), OutputFormat::Json);
  EXPECT_EQ(parseOutputFormat("sarif"), OutputFormat::Sarif);
  EXPECT_EQ(parseOutputFormat("github"), OutputFormat::GitHub);
  EXPECT_EQ(parseOutputFormat("Text"), std::nullopt);
  EXPECT_EQ(parseOutputFormat(""), std::nullopt);
}
