#include "Support/LineHash.h"
#include <gtest/gtest.h>

using namespace aoti;

static std::vector<std::string> hashes(llvm::StringRef Text) {
  std::vector<std::string> Written;
  for (const LineHash &H : lineHashes(Text))
    Written.push_back(H.str());
  return Written;
}

using Strings = std::vector<std::string>;

// The vectors of the upload action's own test.
TEST(LineHash, KnownVectors) {
  EXPECT_EQ(hashes(""), (Strings{"c129715d7a2bc9a3:1"}));
  EXPECT_EQ(hashes(" a\nb\n  \t\tc\n d"), (Strings{"271789c17abda88f:1", "54703d4cd895b18:1",
                                                   "180aee12dab6264:1", "a23a3dc5e078b07b:1"}));
  Strings Code = hashes("x = 2\nx = 1\nprint(x)\nx = 3\nprint(x)\nx = 4\nprint(x)\n");
  ASSERT_EQ(Code.size(), 8u);
  EXPECT_EQ(Code.front(), "e54938cc54b302f1:1");
}

TEST(LineHash, CountsEqualHashes) {
  std::string Text;
  for (int I = 0; I < 10; ++I)
    Text += "Lorem ipsum dolor sit amet.\n";
  Strings Lines = hashes(Text);
  ASSERT_EQ(Lines.size(), 11u);
  EXPECT_EQ(Lines[0], "a7f2ff13bc495cf2:1");
  EXPECT_EQ(Lines[5], "a7f2ff13bc495cf2:6");
  EXPECT_EQ(Lines[6], "a7f2ff1481e87703:1");
  EXPECT_EQ(Lines[7], "a9cf91f7bbf1862b:1");
}

TEST(LineHash, LineEndsAndBlanksDoNotCount) {
  Strings Plain = hashes("int a;\nint b;\n");
  EXPECT_EQ(hashes("int a;\r\nint b;\r\n"), Plain);
  EXPECT_EQ(hashes("int a;\rint b;\r"), Plain);
  EXPECT_EQ(hashes("\tint  a ;\n  intb;  \n"), Plain);
  EXPECT_NE(hashes("int a;\nint c;\n"), Plain);
}

TEST(LineHash, CharactersBeyondTheFirstPlaneAreTwoUnits) {
  // 98 letters and one such character fill the window of 100 units: what follows belongs to no hash
  // of line 1.
  std::string Start = std::string(98, 'a') + "\xF0\x9F\x98\x80";
  EXPECT_EQ(hashes(Start + "x")[0], hashes(Start + "y")[0]);
  std::string Shorter = std::string(97, 'a') + "\xF0\x9F\x98\x80";
  EXPECT_NE(hashes(Shorter + "x")[0], hashes(Shorter + "y")[0]);
}

TEST(LineHash, InvalidBytesCountAsReplacementCharacter) {
  EXPECT_EQ(hashes("a\xFF"), hashes("a\xEF\xBF\xBD"));
  EXPECT_EQ(hashes("a\xE4\xB8"), hashes("a\xEF\xBF\xBD\xEF\xBF\xBD"));
}

TEST(LineHash, OneEntryForEachLine) {
  EXPECT_EQ(lineHashes("\n\n\n").size(), 4u);
  EXPECT_EQ(lineHashes("a").size(), 1u);
  std::string Long(10'000, 'x');
  EXPECT_EQ(lineHashes(Long + "\n" + Long).size(), 2u);
}
