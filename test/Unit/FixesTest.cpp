#include "Driver/Fixes.h"
#include "Reports.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include <fstream>
#include <gtest/gtest.h>
#include <random>
#include <sstream>

using namespace aoti;
using namespace aoti::test;
namespace fs = llvm::sys::fs;

namespace {

/// A folder of its own for each test.
class FixesTest : public testing::Test {
protected:
  void SetUp() override {
    llvm::SmallString<128> Temporary;
    ASSERT_FALSE(fs::createUniqueDirectory("aoti-fixes", Temporary));
    ASSERT_FALSE(fs::real_path(Temporary, Folder));
  }
  void TearDown() override { fs::remove_directories(Folder); }

  std::string path(llvm::StringRef Name) const { return (Folder + "/" + Name).str(); }

  static std::string read(const std::string &Path) {
    std::ifstream In(Path, std::ios::binary);
    std::stringstream Text;
    Text << In.rdbuf();
    return Text.str();
  }

  static void write(const std::string &Path, llvm::StringRef Text) {
    std::ofstream(Path, std::ios::binary)
        .write(Text.data(), static_cast<std::streamsize>(Text.size()));
  }

  /// A file on disk and its text.
  SourceTextPtr file(llvm::StringRef Name, llvm::StringRef Text, std::string Member = {}) const {
    write(path(Name), Text);
    return makeSource(path(Name), Text, std::move(Member));
  }

  size_t entries() const {
    size_t Count = 0;
    std::error_code Failed;
    for (fs::directory_iterator I(Folder, Failed), End; I != End && !Failed; I.increment(Failed))
      ++Count;
    return Count;
  }

  llvm::SmallString<128> Folder;
};

Finding withFix(const Location &At, std::vector<Edit> Edits, bool Safe = true) {
  Finding F = makeFinding("aoti-unchecked-error", Severity::Warning, At, "message");
  F.Fixes.push_back({"mend it", std::move(Edits), Safe});
  return F;
}

Finding replacing(const Location &At, std::string Text, bool Safe = true) {
  return withFix(At, {{At, std::move(Text)}}, Safe);
}

FixResult applied(llvm::ArrayRef<Finding> Findings, bool Unsafe = false) {
  llvm::Expected<FixResult> Result = applyFixes(Findings, Unsafe);
  EXPECT_TRUE(static_cast<bool>(Result)) << (Result ? "" : llvm::toString(Result.takeError()));
  return Result ? std::move(*Result) : FixResult();
}

std::string refused(llvm::ArrayRef<Finding> Findings) {
  llvm::Expected<FixResult> Result = applyFixes(Findings, false);
  EXPECT_FALSE(static_cast<bool>(Result));
  return Result ? std::string() : llvm::toString(Result.takeError());
}

std::string diffOf(llvm::ArrayRef<Finding> Findings, bool Unsafe = false) {
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  writeDiff(Findings, Unsafe, OS);
  return Text;
}

/// Applies the hunks of a diff of one file, insisting that context and removed lines are there.
std::string patched(llvm::StringRef Old, llvm::StringRef Diff) {
  auto Lines = [](llvm::StringRef Text) {
    std::vector<std::string> Split;
    while (!Text.empty()) {
      size_t Length = std::min(Text.find('\n'), Text.size() - 1) + 1;
      Split.push_back(Text.take_front(Length).str());
      Text = Text.drop_front(Length);
    }
    return Split;
  };
  std::vector<std::string> Source = Lines(Old), Patch = Lines(Diff);
  if (Patch.empty())
    return Old.str();
  EXPECT_TRUE(llvm::StringRef(Patch[0]).starts_with("--- "));
  EXPECT_TRUE(llvm::StringRef(Patch[1]).starts_with("+++ "));
  std::string New;
  size_t At = 0;
  for (size_t I = 2; I < Patch.size();) {
    unsigned OldBegin = 0, OldCount = 1, NewBegin = 0, NewCount = 1;
    llvm::StringRef Header = Patch[I++];
    EXPECT_TRUE(Header.consume_front("@@ -")) << Header.str();
    EXPECT_FALSE(Header.consumeInteger(10, OldBegin));
    if (Header.consume_front(","))
      EXPECT_FALSE(Header.consumeInteger(10, OldCount));
    EXPECT_TRUE(Header.consume_front(" +"));
    EXPECT_FALSE(Header.consumeInteger(10, NewBegin));
    if (Header.consume_front(","))
      EXPECT_FALSE(Header.consumeInteger(10, NewCount));
    EXPECT_EQ(Header, " @@\n");
    size_t First = OldCount ? OldBegin - 1 : OldBegin;
    for (; At < First; ++At)
      New += Source.at(At);
    size_t NewLines = llvm::StringRef(New).count('\n');
    EXPECT_EQ(NewLines, NewCount ? NewBegin - 1 : NewBegin);
    while (I < Patch.size() && Patch[I][0] != '@') {
      std::string Line = Patch[I].substr(1);
      char Mark = Patch[I++][0];
      if (I < Patch.size() && Patch[I][0] == '\\') {
        Line.pop_back();
        ++I;
      }
      if (Mark != '+') {
        EXPECT_LT(At, Source.size());
        EXPECT_EQ(Line, Source.at(At));
        ++At;
        --OldCount;
      }
      if (Mark != '-') {
        New += Line;
        --NewCount;
      }
    }
    EXPECT_EQ(OldCount, 0u);
    EXPECT_EQ(NewCount, 0u);
  }
  for (; At < Source.size(); ++At)
    New += Source[At];
  return New;
}

} // namespace

TEST_F(FixesTest, AppliesAndKeepsPermissions) {
  SourceTextPtr A = file("a.cpp", "f(x);\ng(y);\n"), B = file("b.cpp", "h();\n");
  ASSERT_FALSE(fs::setPermissions(path("a.cpp"), static_cast<fs::perms>(0640)));
  FixResult R =
      applied({withFix(at(A, "f(x)"), {{before(A, "f(x)"), "CHECK("}, {after(A, "f(x)"), ")"}}),
               replacing(at(A, "y"), "zz"), replacing(at(B, "h();\n"), "")});
  EXPECT_EQ(read(path("a.cpp")), "CHECK(f(x));\ng(zz);\n");
  EXPECT_EQ(read(path("b.cpp")), "");
  EXPECT_EQ(R.Applied, 3u);
  EXPECT_EQ(R.Skipped + R.Unsafe + R.InArchive, 0u);
  EXPECT_EQ(R.Files, (std::vector<std::string>{path("a.cpp"), path("b.cpp")}));
  EXPECT_FALSE(R.InPackage);
  EXPECT_EQ(entries(), 2u) << "a temporary file is left";
  llvm::ErrorOr<fs::perms> Permissions = fs::getPermissions(path("a.cpp"));
  ASSERT_TRUE(static_cast<bool>(Permissions));
  EXPECT_EQ(static_cast<unsigned>(*Permissions), 0640u);
}

TEST_F(FixesTest, FirstOfOverlappingWins) {
  SourceTextPtr A = file("a.cpp", "abcdef\n");
  FixResult R = applied({replacing(at(A, "bcd"), "1"), replacing(at(A, "def"), "2"),
                         withFix(at(A, "f"), {{at(A, "f"), "3"}, {at(A, "cd"), "4"}}),
                         replacing(at(A, "e"), "5")});
  EXPECT_EQ(read(path("a.cpp")), "a15f\n");
  EXPECT_EQ(R.Applied, 2u);
  EXPECT_EQ(R.Skipped, 2u);
}

TEST_F(FixesTest, SameEditsAreMadeOnce) {
  SourceTextPtr A = file("a.cpp", "f(x)\n");
  Edit Include{{A, 0, 0}, "#include <c>\n"};
  FixResult R = applied({withFix(at(A, "f"), {Include, {at(A, "f"), "g"}}),
                         withFix(at(A, "x"), {Include, {at(A, "x"), "y"}})});
  EXPECT_EQ(read(path("a.cpp")), "#include <c>\ng(y)\n");
  EXPECT_EQ(R.Applied, 2u);
  EXPECT_EQ(R.Skipped, 0u);
}

TEST_F(FixesTest, HalfOfAPairIsNotShared) {
  SourceTextPtr A = file("a.cpp", "f(x)(y)\n");
  Edit Open{before(A, "f(x)"), "CHECK("};
  Finding Inner = withFix(at(A, "f(x)"), {Open, {after(A, "f(x)"), ")"}});
  Finding Outer = withFix(at(A, "f(x)(y)"), {Open, {after(A, "f(x)(y)"), ")"}});
  FixResult R = applied({Inner, Outer, Inner});
  EXPECT_EQ(read(path("a.cpp")), "CHECK(f(x))(y)\n");
  EXPECT_EQ(R.Applied, 2u);
  EXPECT_EQ(R.Skipped, 1u);
}

TEST_F(FixesTest, InsertionsAtOnePlace) {
  SourceTextPtr A = file("a.cpp", "f(x)\n");
  FixResult R = applied({withFix(at(A, "x"), {{before(A, "x"), "1"}, {before(A, "x"), "2"}}),
                         withFix(at(A, "x"), {{before(A, "x"), "3"}}),
                         withFix(at(A, "x"), {{at(A, "x"), "y"}, {after(A, "x"), "4"}})});
  EXPECT_EQ(read(path("a.cpp")), "f(12y4)\n");
  EXPECT_EQ(R.Applied, 2u);
  EXPECT_EQ(R.Skipped, 1u);
}

TEST_F(FixesTest, UnsafeOnlyWhenAskedFor) {
  SourceTextPtr A = file("a.cpp", "ab\n");
  Finding Both = replacing(at(A, "a"), "unsafe", false);
  Both.Fixes.push_back({"safe one", {{at(A, "a"), "safe"}}, true});
  std::vector<Finding> Findings = {Both, replacing(at(A, "b"), "B", false)};
  FixResult R = applied(Findings);
  EXPECT_EQ(read(path("a.cpp")), "safeb\n");
  EXPECT_EQ(R.Applied, 1u);
  EXPECT_EQ(R.Unsafe, 1u);
  write(path("a.cpp"), "ab\n");
  R = applied(Findings, true);
  EXPECT_EQ(read(path("a.cpp")), "unsafeB\n");
  EXPECT_EQ(R.Applied, 2u);
  EXPECT_EQ(R.Unsafe, 0u);
}

TEST_F(FixesTest, ArchivesAreNeverChanged) {
  write(path("m.pt2"), "zip");
  SourceTextPtr Inner = makeSource(path("m.pt2"), "a\n", "data/x.cpp", true);
  FixResult R = applied({replacing(at(Inner, "a"), "b")});
  EXPECT_EQ(read(path("m.pt2")), "zip");
  EXPECT_EQ(R.Applied, 0u);
  EXPECT_EQ(R.InArchive, 1u);
  EXPECT_TRUE(R.Files.empty());
}

TEST_F(FixesTest, NothingIsWrittenWhenAFileHasChanged) {
  SourceTextPtr A = file("a.cpp", "a\n"), B = file("b.cpp", "b\n");
  write(path("b.cpp"), "b \n");
  std::string Message = refused({replacing(at(A, "a"), "x"), replacing(at(B, "b"), "y")});
  EXPECT_EQ(Message,
            "'" + path("b.cpp") +
                "' was not changed: it has changed since it was analysed; run aoti-lint again");
  EXPECT_EQ(read(path("a.cpp")), "a\n");
  EXPECT_EQ(read(path("b.cpp")), "b \n");
}

TEST_F(FixesTest, MissingFile) {
  SourceTextPtr A = makeSource(path("gone.cpp"), "a\n");
  EXPECT_NE(refused({replacing(at(A, "a"), "x")}).find("gone.cpp' was not changed"),
            std::string::npos);
}

TEST_F(FixesTest, LinksOutOfTheFolderAreRefused) {
  ASSERT_FALSE(fs::create_directory(path("package")));
  ASSERT_FALSE(fs::create_directory(path("package/inner")));
  write(path("outside.cpp"), "a\n");
  write(path("package/real.cpp"), "a\n");
  ASSERT_FALSE(fs::create_link(path("outside.cpp"), path("package/inner/out.cpp")));
  ASSERT_FALSE(fs::create_link(path("package/real.cpp"), path("package/inner/in.cpp")));

  SourceTextPtr Out = makeSource(path("package/inner/out.cpp"), "a\n", "inner/out.cpp");
  EXPECT_EQ(refused({replacing(at(Out, "a"), "x")}),
            "'" + path("package/inner/out.cpp") +
                "' was not changed: a symbolic link leads out of its folder to '" +
                path("outside.cpp") + "'; name that file to change it");
  EXPECT_EQ(read(path("outside.cpp")), "a\n");

  SourceTextPtr Loose = makeSource(path("package/inner/in.cpp"), "a\n");
  EXPECT_NE(refused({replacing(at(Loose, "a"), "x")}).find("a symbolic link leads out"),
            std::string::npos);

  // Inside of the package, the file behind the link changes and the link stays one.
  SourceTextPtr In = makeSource(path("package/inner/in.cpp"), "a\n", "inner/in.cpp");
  FixResult R = applied({replacing(at(In, "a"), "x")});
  EXPECT_TRUE(R.InPackage);
  EXPECT_EQ(read(path("package/real.cpp")), "x\n");
  EXPECT_TRUE(fs::is_symlink_file(path("package/inner/in.cpp")));
}

TEST_F(FixesTest, LinkedFolderOutOfThePackage) {
  ASSERT_FALSE(fs::create_directory(path("package")));
  ASSERT_FALSE(fs::create_directory(path("packageother")));
  write(path("packageother/a.cpp"), "a\n");
  ASSERT_FALSE(fs::create_link(path("packageother"), path("package/sub")));
  SourceTextPtr A = makeSource(path("package/sub/a.cpp"), "a\n", "sub/a.cpp");
  EXPECT_NE(refused({replacing(at(A, "a"), "x")}).find("a symbolic link leads out"),
            std::string::npos);
  EXPECT_EQ(read(path("packageother/a.cpp")), "a\n");
}

TEST_F(FixesTest, EditsBeyondTheTextAreIgnored) {
  SourceTextPtr A = file("a.cpp", "a\n");
  FixResult R =
      applied({replacing({A, 1, 100}, "x"), replacing({A, 2, 1}, "x"), replacing({}, "x")});
  EXPECT_EQ(R.Applied + R.Skipped + R.Unsafe, 0u);
  EXPECT_EQ(read(path("a.cpp")), "a\n");
}

TEST(DiffTest, Snapshot) {
  std::string Expected =
      "--- models/mod el.pt2!data/aotinductor/model/c1.wrapper.cpp\t\n"
      "+++ models/mod el.pt2!data/aotinductor/model/c1.wrapper.cpp\t\n"
      "@@ -1,5 +1,5 @@\n"
      " void run() {\n"
      "   AtenTensorHandle buf0;\n"
      "-  aoti_torch_empty_strided(2, s, t, 6, 1, 0, &buf0);\n"
      "+  aoti_torch_empty_strided(2, s, t, 6, 1, this->device_idx_, &buf0);\n"
      "   call_kernel(buf0, stream);\n"
      " }\n"
      "--- src/op.cpp\n"
      "+++ src/op.cpp\n"
      "@@ -1,5 +1,5 @@\n"
      " // h\xC3\xA9llo \xE4\xB8\x96\xE7\x95\x8C \xF0\x9F\x98\x80\n"
      "-\tcheck(x, \"\xE4\xB8\x96\xE7\x95\x8C\xF0\x9F\x98\x80\", call(y)); // tail\n"
      "+\tcheck(x, \"\xE4\xB8\x96\xE7\x95\x8C\xF0\x9F\x98\x80\", CHECK(call(y))); // tail\n"
      "   print(1);\n"
      "   print(2);\n"
      "   print(3);\n";
  EXPECT_EQ(diffOf(sampleReport().Findings), Expected);
  EXPECT_EQ(diffOf(sampleReport().Findings, true), Expected + "@@ -7,4 +7,3 @@\n"
                                                              "   print(5);\n"
                                                              "   print(6);\n"
                                                              "   print(7);\n"
                                                              "-  aoti_torch_zero_(z);\n");
}

TEST(DiffTest, NoNewlineAtTheEnd) {
  SourceTextPtr A = makeSource("a.cpp", "a\nb");
  EXPECT_EQ(diffOf({replacing(at(A, "b"), "c")}),
            "--- a.cpp\n+++ a.cpp\n@@ -1,2 +1,2 @@\n a\n-b\n"
            "\\ No newline at end of file\n+c\n\\ No newline at end of file\n");
  EXPECT_EQ(diffOf({replacing({A, 3, 3}, "\n")}),
            "--- a.cpp\n+++ a.cpp\n@@ -1,2 +1,2 @@\n a\n-b\n\\ No newline at end of file\n+b\n");
}

TEST(DiffTest, NamesThatNeedQuotes) {
  SourceTextPtr A = makeSource("we\"ird\n\xC3\xA9.cpp", "a\n");
  EXPECT_EQ(diffOf({replacing(at(A, "a"), "b")}),
            "--- \"we\\\"ird\\012\\303\\251.cpp\"\n+++ "
            "\"we\\\"ird\\012\\303\\251.cpp\"\n@@ -1 +1 @@\n-a\n+b\n");
}

TEST(DiffTest, NothingToDo) {
  SourceTextPtr A = makeSource("a.cpp", "a\n");
  EXPECT_EQ(diffOf({}), "");
  EXPECT_EQ(diffOf({replacing(at(A, "a"), "a")}), "")
      << "an edit that changes nothing is no difference";
}

TEST_F(FixesTest, DiffsOfRandomEditsGiveWhatIsApplied) {
  std::mt19937 Random(7);
  auto Below = [&](size_t Limit) {
    return std::uniform_int_distribution<size_t>(0, Limit - 1)(Random);
  };
  const char *Pieces[] = {"a", "b\n", "\n", "cc", "\r\n", "\td\n", ""};
  for (int Round = 0; Round < 400; ++Round) {
    std::string Text;
    for (size_t I = Below(60); I > 0; --I)
      Text += Pieces[Below(std::size(Pieces))];
    SourceTextPtr A = file("a.cpp", Text);
    std::vector<Finding> Findings;
    for (size_t I = Below(5) + 1; I > 0; --I) {
      uint32_t Begin = Below(Text.size() + 1);
      uint32_t End = std::min<uint32_t>(Begin + Below(6), Text.size());
      Findings.push_back(replacing({A, Begin, End}, std::string(Pieces[Below(std::size(Pieces))]) +
                                                        Pieces[Below(std::size(Pieces))]));
    }
    std::string Diff = diffOf(Findings);
    applied(Findings);
    ASSERT_EQ(patched(Text, Diff), read(path("a.cpp"))) << Diff;
  }
}

TEST(FixesYaml, Snapshot) {
  SourceTextPtr A = makeSource("/nonexistent/a.cpp", "f(x);\n");
  SourceTextPtr Inner = makeSource("m.pt2", "a\n", "x.cpp", true);
  Finding F = withFix(at(A, "f(x)"),
                      {{before(A, "f(x)"), "C("}, {at(A, "f(x)"), "g"}, {after(A, "f(x)"), ")"}});
  F.Message = "it's wrong";
  F.Notes.push_back({at(A, "x"), "here"});
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  writeFixesYaml({F, replacing(at(Inner, "a"), "b"), replacing(at(A, "x"), "y", false)}, false, OS);
  llvm::SmallString<128> Current;
  ASSERT_FALSE(fs::current_path(Current));
  std::string Directory = "    BuildDirectory:  '" + Current.str().str() + "'\n";
  EXPECT_EQ(Text, "---\n"
                  "MainSourceFile:  '/nonexistent/a.cpp'\n"
                  "Diagnostics:\n"
                  "  - DiagnosticName:  aoti-unchecked-error\n"
                  "    DiagnosticMessage:\n"
                  "      Message:         'it''s wrong'\n"
                  "      FilePath:        '/nonexistent/a.cpp'\n"
                  "      FileOffset:      0\n"
                  "      Replacements:\n"
                  "        - FilePath:        '/nonexistent/a.cpp'\n"
                  "          Offset:          0\n"
                  "          Length:          4\n"
                  "          ReplacementText: 'C(g)'\n"
                  "      Ranges:\n"
                  "        - FilePath:        '/nonexistent/a.cpp'\n"
                  "          FileOffset:      0\n"
                  "          Length:          4\n"
                  "    Notes:\n"
                  "      - Message:         here\n"
                  "        FilePath:        '/nonexistent/a.cpp'\n"
                  "        FileOffset:      2\n"
                  "        Replacements:    []\n"
                  "        Ranges:\n"
                  "          - FilePath:        '/nonexistent/a.cpp'\n"
                  "            FileOffset:      2\n"
                  "            Length:          1\n"
                  "    Level:           Warning\n" +
                      Directory +
                      "  - DiagnosticName:  aoti-unchecked-error\n"
                      "    DiagnosticMessage:\n"
                      "      Message:         message\n"
                      "      FilePath:        '/nonexistent/a.cpp'\n"
                      "      FileOffset:      2\n"
                      "      Replacements:    []\n"
                      "      Ranges:\n"
                      "        - FilePath:        '/nonexistent/a.cpp'\n"
                      "          FileOffset:      2\n"
                      "          Length:          1\n"
                      "    Level:           Warning\n" +
                      Directory + "...\n");
}

TEST(FixReport, SaysWhatIsLeftToDo) {
  auto Written = [](const FixResult &R) {
    std::string Text;
    llvm::raw_string_ostream OS(Text);
    writeFixReport(R, OS);
    return Text;
  };
  EXPECT_EQ(Written({}), "no fixes applied\n");
  FixResult R;
  R.Applied = 1;
  R.Files = {"a.cpp"};
  EXPECT_EQ(Written(R), "applied 1 fix in 1 file\n");
  R.Applied = 3;
  R.Skipped = 1;
  R.Unsafe = 2;
  R.InArchive = 1;
  R.InPackage = true;
  R.Files.push_back("b.cpp");
  EXPECT_EQ(
      Written(R),
      "applied 3 fixes in 2 files\n"
      "skipped 1 fix that overlaps another one; run again to apply the rest\n"
      "left out 2 fixes that may change what the code does; --fix=all applies them too\n"
      "1 fix is inside of an archive, which is never changed; extract it, or see --diff\n"
      "the compiled library of the package is still the old one; compile the package again\n");
}
