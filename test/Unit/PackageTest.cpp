// Packages that test/package/make_archives.py writes: sound, damaged and hostile ones.
//
// With AOTI_TEST_PACKAGES=FOLDER, a folder of extracted packages, each of them is also compared
// with itself as an archive (see test/Corpus for a generator of real ones).

#include "Package/Package.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"
#include <atomic>
#include <cstdlib>
#include <fcntl.h>
#include <filesystem>
#include <random>
#include <sys/stat.h>
#include <thread>
#include <unistd.h>

using namespace aoti;
using Kind = PackageError::Kind;

namespace {

std::string Scratch;

std::string at(llvm::StringRef Name) { return Scratch + "/" + Name.str(); }
std::string archive(llvm::StringRef Name) { return at((Name + ".pt2").str()); }
std::string tree(llvm::StringRef Name) { return at(("trees/" + Name).str()); }

std::string messageOf(const PackageError &Failure) {
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  Failure.log(OS);
  return Text;
}

void writeFile(const std::string &File, llvm::StringRef Text) {
  ASSERT_FALSE(llvm::sys::fs::create_directories(llvm::sys::path::parent_path(File)));
  std::error_code Code;
  llvm::raw_fd_ostream OS(File, Code);
  ASSERT_FALSE(Code) << File << ": " << Code.message();
  OS << Text;
}

std::string slurp(const std::string &File) {
  auto Buffer = llvm::MemoryBuffer::getFile(File);
  return Buffer ? (*Buffer)->getBuffer().str() : std::string();
}

/// The one package behind a path; null, with a failed test, if it is not exactly one.
std::unique_ptr<Package> openOne(const std::string &File, PackageLimits Limits = {}) {
  std::vector<OpenedPath> Opened = openPath(File, Limits);
  if (Opened.size() != 1) {
    ADD_FAILURE() << File << " gave " << Opened.size() << " entries";
    return nullptr;
  }
  if (Opened.front().Failure) {
    ADD_FAILURE() << messageOf(*Opened.front().Failure);
    return nullptr;
  }
  return std::move(Opened.front().Contents);
}

/// The one failure behind a path.
struct Refusal {
  std::optional<Kind> Reason;
  std::string Message;
};
Refusal refusalOf(const std::string &File, PackageLimits Limits = {}) {
  std::vector<OpenedPath> Opened = openPath(File, Limits);
  if (Opened.size() != 1 || !Opened.front().Failure) {
    ADD_FAILURE() << File << " was not refused";
    return {};
  }
  EXPECT_EQ(Opened.front().Contents, nullptr);
  EXPECT_EQ(Opened.front().Failure->path(), Opened.front().Path);
  return {Opened.front().Failure->kind(), messageOf(*Opened.front().Failure)};
}

/// Why a member cannot be read; no reason if it can.
Refusal refusalOf(const Package &P, llvm::StringRef Ending) {
  for (const auto &M : P.members())
    if (M->path().ends_with(Ending)) {
      auto Text = P.read(*M);
      if (Text)
        return {};
      Refusal Out;
      llvm::handleAllErrors(Text.takeError(), [&](const PackageError &Failure) {
        Out = {Failure.kind(), messageOf(Failure)};
      });
      return Out;
    }
  ADD_FAILURE() << "no member " << Ending.str();
  return {};
}

std::vector<std::string> names(llvm::ArrayRef<const Member *> Members) {
  std::vector<std::string> Out;
  for (const Member *M : Members)
    Out.push_back(M->fileName().str());
  return Out;
}

using Names = std::vector<std::string>;

/// Names, folders and files of the models, for comparison. The folder above `data` differs between
/// an archive and its extracted folder.
std::string describe(const Package &P) {
  std::string Out;
  for (const Model &M : P.models()) {
    llvm::StringRef Directory = M.Directory;
    size_t Data = Directory.find("data/aotinductor");
    Out += M.Layout == ModelLayout::Flat ? "flat" : M.Name;
    Out += " " + (Data == llvm::StringRef::npos ? Directory : Directory.drop_front(Data)).str();
    Out += " " + llvm::utostr(unsigned(M.Layout));
    for (const auto *List :
         {&M.Wrappers, &M.Kernels, &M.OtherSources, &M.Metadata, &M.ExternNodes, &M.Files})
      Out += " [" + llvm::join(names(*List), " ") + "]";
    Out += "\n";
  }
  return Out;
}

class PackageTest : public testing::Test {
protected:
  static void SetUpTestSuite() {
    llvm::SmallString<128> Folder;
    ASSERT_FALSE(llvm::sys::fs::createUniqueDirectory("aoti-package", Folder));
    Scratch = Folder.str().str();
    ::chmod(Scratch.c_str(), 0755);
    std::string Command =
        std::string("'" AOTI_PYTHON "' '" AOTI_SOURCE_DIR "/test/package/make_archives.py' '") +
        Scratch + "'";
    ASSERT_EQ(std::system(Command.c_str()), 0);
  }
  static void TearDownTestSuite() {
    // LLVM would leave pipes and sockets behind.
    std::error_code Ignored;
    std::filesystem::remove_all(Scratch, Ignored);
  }
};

//===- sound packages ----------------------------------------------------------===//

TEST_F(PackageTest, EverySoundArchiveHasItsModel) {
  for (llvm::StringRef Name :
       {"ok_stored", "ok_deflated", "ok_zip64", "ok_no_root", "ok_deep_root", "ok_flat",
        "ok_windows_names", "ok_folders", "ok_comment", "ok_case", "ok_utf8_name", "ok_latin1_name",
        "ok_unicode_field", "ok_broken_utf8", "ok_bom", "ok_encrypted_image", "ok_damaged_image",
        "ok_huge_image", "damaged_second_end"}) {
    SCOPED_TRACE(Name.str());
    auto P = openOne(archive(Name));
    ASSERT_TRUE(P);
    EXPECT_EQ(P->kind(), PackageKind::Archive);
    EXPECT_TRUE(P->problems().empty());
    ASSERT_EQ(P->models().size(), 1u);
    const Model &M = P->models().front();
    EXPECT_EQ(M.Name, Name == "ok_flat" ? "ok_flat" : "model");
    EXPECT_EQ(names(M.Wrappers), Names{"ckey.wrapper.cpp"});
    EXPECT_EQ(names(M.Kernels), Names{"ckern.kernel.cpp"});
    EXPECT_EQ(names(M.Metadata),
              (Names{"ckern.kernel_metadata.json", "ckey.wrapper_metadata.json"}));
    EXPECT_EQ(names(M.ExternNodes), Names{"ckey.wrapper.json"});
    EXPECT_TRUE(M.OtherSources.empty());
    EXPECT_EQ(M.Files.size(), Name == "ok_case" ? 7u : 6u);
    for (const auto *List : {&M.Wrappers, &M.Kernels, &M.Metadata, &M.ExternNodes})
      for (const Member *File : *List) {
        auto Text = P->read(*File);
        ASSERT_TRUE(bool(Text)) << llvm::toString(Text.takeError());
        EXPECT_EQ((*Text)->text().size(), File->size());
        EXPECT_EQ((*Text)->displayName(), archive(Name) + "!" + File->path().str());
      }
  }
}

TEST_F(PackageTest, MembersComeInOrderOfPath) {
  auto P = openOne(archive("ok_stored"));
  ASSERT_TRUE(P);
  EXPECT_TRUE(llvm::is_sorted(P->members(),
                              [](const auto &A, const auto &B) { return A->path() < B->path(); }));
  for (const auto &M : P->members())
    EXPECT_EQ(P->findMember(M->path()), M.get());
  EXPECT_EQ(P->findMember("x/data"), nullptr);
  EXPECT_EQ(P->findMember(""), nullptr);
  ASSERT_NE(P->findMember("x/.data/version"), nullptr);
}

TEST_F(PackageTest, TextIsTheMembersBytes) {
  auto Stored = openOne(archive("ok_stored")), Deflated = openOne(archive("ok_deflated"));
  auto Folder = openOne(tree("pt2"));
  ASSERT_TRUE(Stored && Deflated && Folder);
  std::string Inside = "data/aotinductor/model/ckey.wrapper.cpp";
  std::string Expected = slurp(tree("pt2/x/" + Inside));
  ASSERT_GT(Expected.size(), 1000u);
  for (const Package *P : {Stored.get(), Deflated.get()}) {
    auto Text = P->read(*P->findMember("x/" + Inside));
    ASSERT_TRUE(bool(Text)) << llvm::toString(Text.takeError());
    EXPECT_EQ((*Text)->text(), Expected);
    EXPECT_TRUE((*Text)->inArchive());
    EXPECT_EQ((*Text)->member(), "x/" + Inside);
  }
  auto Text = Folder->read(*Folder->findMember(Inside));
  ASSERT_TRUE(bool(Text)) << llvm::toString(Text.takeError());
  EXPECT_EQ((*Text)->text(), Expected);
  EXPECT_FALSE((*Text)->inArchive());
  EXPECT_EQ((*Text)->file(), tree("pt2/x/" + Inside));
  EXPECT_EQ((*Text)->displayName(), tree("pt2/x/" + Inside));
  EXPECT_EQ((*Text)->member(), Inside);
}

TEST_F(PackageTest, BrokenUtf8AndByteOrderMarkStay) {
  auto Broken = openOne(archive("ok_broken_utf8")), Marked = openOne(archive("ok_bom"));
  ASSERT_TRUE(Broken && Marked);
  std::string Kernel = "x/data/aotinductor/model/ckern.kernel.cpp";
  EXPECT_TRUE(llvm::cantFail(Broken->read(*Broken->findMember(Kernel)))
                  ->text()
                  .starts_with("// \xff\xfe\x80"));
  EXPECT_TRUE(llvm::cantFail(Marked->read(*Marked->findMember(Kernel)))
                  ->text()
                  .starts_with("\xef\xbb\xbf//"));
}

TEST_F(PackageTest, NamesOfMembersAreUtf8) {
  auto Latin = openOne(archive("ok_latin1_name")), Field = openOne(archive("ok_unicode_field"));
  ASSERT_TRUE(Latin && Field);
  EXPECT_NE(Latin->findMember("x/extra/mod\xEF\xBF\xBDle.txt"), nullptr);
  EXPECT_NE(Field->findMember("x/extra/mod\xC3\xA8le.txt"), nullptr);
}

TEST_F(PackageTest, ReadingIsSharedAndThreadSafe) {
  auto P = openOne(archive("limit_many")); // no kept handle
  auto First = P->read(*P->findMember("x/archive_format"));
  EXPECT_EQ(llvm::cantFail(std::move(First)).get(),
            llvm::cantFail(P->read(*P->findMember("x/archive_format"))).get());
  std::atomic<unsigned> Wrong = 0;
  std::vector<std::thread> Threads;
  for (unsigned I = 0; I < 4; ++I)
    Threads.emplace_back([&] {
      for (const auto &M : P->members()) {
        auto Text = P->read(*M);
        if (!Text) {
          llvm::consumeError(Text.takeError());
          ++Wrong;
        } else if ((*Text)->text().size() != M->size()) {
          ++Wrong;
        }
        auto Bytes = P->readBytes(*M, 4);
        if (!Bytes) {
          llvm::consumeError(Bytes.takeError());
          ++Wrong;
        }
      }
    });
  for (std::thread &T : Threads)
    T.join();
  EXPECT_EQ(Wrong, 0u);
}

TEST_F(PackageTest, PrefixOfAMember) {
  auto P = openOne(archive("ok_damaged_image"));
  ASSERT_TRUE(P);
  const Member *Image = P->findMember("x/data/aotinductor/model/ckey.wrapper.so");
  ASSERT_NE(Image, nullptr);
  // The damage lies behind the first bytes, and the checksum belongs to all of them.
  auto Head = P->readBytes(*Image, 4);
  ASSERT_TRUE(bool(Head)) << llvm::toString(Head.takeError());
  EXPECT_EQ((*Head)->getBuffer(), "\x7f"
                                  "ELF");
  auto All = P->readBytes(*Image);
  EXPECT_FALSE(bool(All));
  llvm::consumeError(All.takeError());
}

TEST_F(PackageTest, TwoModels) {
  for (const std::string &File : {archive("ok_two_models"), tree("two_models")}) {
    auto P = openOne(File);
    ASSERT_TRUE(P);
    ASSERT_EQ(P->models().size(), 2u);
    EXPECT_EQ(P->models()[0].Name, "decoder");
    EXPECT_EQ(P->models()[1].Name, "encoder");
    EXPECT_EQ(names(P->models()[0].Wrappers), Names{"cdec.wrapper.cpp"});
    EXPECT_EQ(names(P->models()[1].Wrappers), Names{"cenc.wrapper.cpp"});
  }
}

TEST_F(PackageTest, Layouts) {
  auto LayoutOf = [](const std::string &File) { return openOne(File)->models().front().Layout; };
  EXPECT_EQ(LayoutOf(archive("ok_stored")), ModelLayout::Pt2);
  EXPECT_EQ(LayoutOf(archive("ok_torch26")), ModelLayout::Pt2NoRoot);
  EXPECT_EQ(LayoutOf(archive("ok_flat")), ModelLayout::Flat);
  EXPECT_EQ(LayoutOf(tree("pt2")), ModelLayout::Pt2);
  EXPECT_EQ(LayoutOf(tree("torch26")), ModelLayout::Pt2NoRoot);
  EXPECT_EQ(LayoutOf(tree("flat26")), ModelLayout::Flat);
  EXPECT_EQ(LayoutOf(at("loose.cpp")), ModelLayout::Loose);
}

TEST_F(PackageTest, Torch26) {
  auto P = openOne(archive("ok_torch26"));
  ASSERT_TRUE(P);
  const Model &M = P->models().front();
  EXPECT_EQ(M.Directory, "data/aotinductor/model");
  EXPECT_EQ(names(M.Wrappers), Names{"ckey.cpp"});
  EXPECT_EQ(names(M.ExternNodes), Names{"ckey.json"});
  EXPECT_EQ(names(M.Metadata), Names{"ckey_metadata.json"});

  auto WithKernels = openOne(tree("torch26_kernels"));
  ASSERT_TRUE(WithKernels);
  EXPECT_EQ(names(WithKernels->models().front().Wrappers), Names{"ckey.cpp"});
  EXPECT_EQ(names(WithKernels->models().front().Kernels), (Names{"aother.cpp", "ckern1.cpp"}));
}

TEST_F(PackageTest, ArchiveAndFolderAgree) {
  for (llvm::StringRef Name :
       {"pt2", "pt2_no_root", "torch26", "torch26_kernels", "two_models", "flat", "flat26",
        "flat_two", "nested_name", "cpp_only", "image_only"}) {
    SCOPED_TRACE(Name.str());
    auto Folder = openOne(tree(Name)), Zipped = openOne(at(("zipped/" + Name + ".pt2").str()));
    ASSERT_TRUE(Folder && Zipped);
    EXPECT_EQ(describe(*Folder), describe(*Zipped));
  }
}

TEST_F(PackageTest, RealPackagesAgreeWithThemselvesZipped) {
  const char *Packages = std::getenv("AOTI_TEST_PACKAGES");
  if (!Packages || !llvm::sys::fs::is_directory(Packages))
    GTEST_SKIP() << "AOTI_TEST_PACKAGES names no folder of packages";
  unsigned Count = 0;
  for (OpenedPath &Found : openPath(Packages, {})) {
    SCOPED_TRACE(Found.Path);
    ASSERT_TRUE(Found.Contents) << messageOf(*Found.Failure);
    if (Found.Contents->kind() != PackageKind::Folder)
      continue;
    EXPECT_TRUE(Found.Contents->problems().empty());
    std::string Zip = at("real.pt2");
    llvm::sys::fs::remove(Zip);
    std::string Command = std::string("cd '") + Found.Path +
                          "' && '" AOTI_PYTHON "' -m zipfile -c '" + Zip + "' $(ls -A)";
    ASSERT_EQ(std::system(Command.c_str()), 0);
    auto Zipped = openOne(Zip);
    ASSERT_TRUE(Zipped);
    EXPECT_EQ(describe(*Found.Contents), describe(*Zipped));
    ++Count;
  }
  EXPECT_GT(Count, 0u);
}

//===- folders -----------------------------------------------------------------===//

TEST_F(PackageTest, FolderAtAnyDepth) {
  struct {
    std::string Given, Found, Directory;
  } Cases[] = {
      {tree("pt2"), tree("pt2/x"), "data/aotinductor/model"},
      {tree("pt2/"), tree("pt2/x"), "data/aotinductor/model"},
      {tree("pt2/x"), tree("pt2/x"), "data/aotinductor/model"},
      {tree("pt2/x/"), tree("pt2/x/"), "data/aotinductor/model"},
      {tree("pt2/x/data"), tree("pt2/x/data"), "aotinductor/model"},
      {tree("pt2/x/data/aotinductor"), tree("pt2/x/data/aotinductor"), "model"},
      {tree("pt2/x/data/aotinductor/model"), tree("pt2/x/data/aotinductor/model"), ""},
      {tree("pt2/x/data/aotinductor/model/../model/."),
       tree("pt2/x/data/aotinductor/model/../model/."), ""},
      {tree("torch26/data/aotinductor/model"), tree("torch26/data/aotinductor/model"), ""},
  };
  for (const auto &Case : Cases) {
    SCOPED_TRACE(Case.Given);
    auto P = openOne(Case.Given);
    ASSERT_TRUE(P);
    EXPECT_EQ(P->path(), Case.Found);
    EXPECT_EQ(P->kind(), PackageKind::Folder);
    ASSERT_EQ(P->models().size(), 1u);
    EXPECT_EQ(P->models().front().Name, "model");
    EXPECT_EQ(P->models().front().Directory, Case.Directory);
    EXPECT_EQ(P->models().front().Wrappers.size(), 1u);
    auto Text = P->read(*P->models().front().Wrappers.front());
    EXPECT_TRUE(bool(Text)) << llvm::toString(Text.takeError());
  }
}

/// What is found at a path, in order: where, and of how many models it consists (none: refused).
using Findings = std::vector<std::pair<std::string, size_t>>;
Findings findingsAt(const std::string &File) {
  Findings Out;
  for (OpenedPath &Found : openPath(File, {}))
    Out.emplace_back(Found.Path, Found.Contents ? Found.Contents->models().size() : 0);
  return Out;
}

/// What is found in the entries of a folder when each is given by itself, without those that hold
/// nothing.
Findings findingsInEach(const std::string &Folder) {
  Findings Out;
  for (const auto &Entry : std::filesystem::directory_iterator(Folder)) {
    Findings Some = findingsAt(Entry.path().string());
    if (Entry.is_directory() && Some == Findings{{Entry.path().string(), 0}} &&
        !std::filesystem::exists(Entry.path() / "data"))
      continue;
    Out.insert(Out.end(), Some.begin(), Some.end());
  }
  llvm::sort(Out);
  return Out;
}

TEST_F(PackageTest, ManyPackagesInAFolder) {
  Findings Trees = findingsAt(at("trees"));
  EXPECT_TRUE(llvm::is_sorted(Trees));
  for (const auto &[Name, Models] :
       std::initializer_list<std::pair<llvm::StringRef, size_t>>{{"pt2/x", 1},
                                                                 {"two_models/x", 2},
                                                                 {"flat", 1},
                                                                 {"flat_two", 3},
                                                                 {"torch26", 1},
                                                                 {"torch26_kernels", 1},
                                                                 {"loose/a.cpp", 1},
                                                                 {"loose/run.cpp", 1},
                                                                 {"loose/sub/b.cu", 1},
                                                                 {"image_only", 1},
                                                                 {"skipped/kept/a.cpp", 1},
                                                                 {"exported_program/x", 0},
                                                                 {"no_model", 0}})
    EXPECT_TRUE(llvm::is_contained(Trees, std::pair(tree(Name), Models))) << Name.str();
  // Nothing is found but what each of the trees holds; of those without anything nothing is said.
  EXPECT_EQ(Trees, findingsInEach(at("trees")));
  for (llvm::StringRef Name : {"nothing", "empty", "skipped/.git", "loose/readme.md"})
    EXPECT_FALSE(llvm::any_of(Trees, [&](const auto &Found) {
      return llvm::StringRef(Found.first).starts_with(tree(Name));
    })) << Name.str();

  // The archives in a folder, sound or not.
  Findings Archives = findingsAt(at("zipped"));
  EXPECT_TRUE(llvm::is_sorted(Archives));
  for (const auto &[Name, Models] :
       std::initializer_list<std::pair<llvm::StringRef, size_t>>{{"pt2", 1},
                                                                 {"two_models", 2},
                                                                 {"flat_two", 3},
                                                                 {"torch26", 1},
                                                                 {"image_only", 1},
                                                                 {"exported_program", 0},
                                                                 {"loose", 0},
                                                                 {"no_model", 0},
                                                                 {"nothing", 0},
                                                                 {"skipped", 0}})
    EXPECT_TRUE(
        llvm::is_contained(Archives, std::pair(at(("zipped/" + Name + ".pt2").str()), Models)))
        << Name.str();
  EXPECT_EQ(Archives, findingsInEach(at("zipped")));
}

TEST_F(PackageTest, LooseSources) {
  std::vector<std::string> Paths;
  for (OpenedPath &Found : openPath(tree("loose"), {})) {
    ASSERT_TRUE(Found.Contents);
    EXPECT_EQ(Found.Contents->kind(), PackageKind::File);
    ASSERT_EQ(Found.Contents->models().size(), 1u);
    EXPECT_EQ(Found.Contents->models().front().Layout, ModelLayout::Loose);
    EXPECT_EQ(Found.Contents->models().front().Wrappers.size(), 1u);
    auto Text = llvm::cantFail(Found.Contents->read(*Found.Contents->members().front()));
    EXPECT_EQ(Text->displayName(), Found.Path);
    EXPECT_EQ(Text->member(), "");
    Paths.push_back(Found.Path);
  }
  // `run.cpp` names the model class in a comment and through the interface only.
  EXPECT_EQ(Paths, (Names{tree("loose/a.cpp"), tree("loose/run.cpp"), tree("loose/sub/b.cu"),
                          tree("loose/sub/c.hpp")}));
}

TEST_F(PackageTest, FlatFolderWithSeveralWrappers) {
  auto P = openOne(tree("flat_two"));
  ASSERT_TRUE(P);
  ASSERT_EQ(P->models().size(), 3u);
  const Model &A = P->models()[0], &AB = P->models()[1], &B = P->models()[2];
  EXPECT_EQ(A.Name, "ca");
  EXPECT_EQ(AB.Name, "ca.b");
  EXPECT_EQ(B.Name, "cb");
  EXPECT_EQ(names(A.Kernels), Names{"ckern.kernel.cpp"});
  EXPECT_EQ(names(B.Kernels), Names{"cbkern.kernel.cpp"});
  EXPECT_EQ(names(A.Metadata), (Names{"ca.wrapper_metadata.json", "ckern.kernel_metadata.json"}));
  EXPECT_EQ(names(AB.Metadata), Names{"ca.b.wrapper_metadata.json"});
  EXPECT_EQ(names(B.Metadata), Names{"cb.wrapper_metadata.json"});
  EXPECT_EQ(names(A.ExternNodes), Names{"ca.wrapper.json"});
  EXPECT_TRUE(B.ExternNodes.empty());
  for (const Model &M : P->models())
    EXPECT_TRUE(llvm::is_contained(names(M.Files), "shared.cubin"));
}

TEST_F(PackageTest, SkippedFolders) {
  auto P = openOne(tree("skipped"));
  ASSERT_TRUE(P);
  EXPECT_EQ(P->path(), tree("skipped/kept/a.cpp"));
  // A folder that is given is never skipped.
  auto Hidden = openOne(tree("skipped/.hidden"));
  ASSERT_TRUE(Hidden);
  EXPECT_EQ(Hidden->path(), tree("skipped/.hidden/a.cpp"));
}

TEST_F(PackageTest, FolderNamedLikeAModelsFolder) {
  // Packages that happen to lie below some `data/aotinductor/NAME`.
  std::string Base = at("work/data/aotinductor/tmp");
  for (llvm::StringRef Name : {"a", "b"})
    writeFile(Base + "/" + Name.str() + "/data/aotinductor/model/ckey.wrapper.cpp", "int a;\n");
  std::vector<OpenedPath> Found = openPath(Base, {});
  ASSERT_EQ(Found.size(), 2u);
  EXPECT_EQ(Found[0].Path, Base + "/a");
  EXPECT_EQ(Found[1].Path, Base + "/b");
}

TEST_F(PackageTest, PackageBesideOtherThings) {
  // Without the marks of an archive, only what archives have belongs to the package.
  std::string Base = at("mixed");
  writeFile(Base + "/data/aotinductor/model/ckey.wrapper.cpp", "int a;\n");
  writeFile(Base + "/data/train/images.cpp", "int a;\n");
  writeFile(Base + "/src/op.cpp", "int a;\n");
  writeFile(Base + "/top.cpp", "int a;\n");
  std::vector<OpenedPath> Found = openPath(Base, {});
  ASSERT_EQ(Found.size(), 3u);
  EXPECT_EQ(Found[0].Path, Base);
  EXPECT_EQ(Found[0].Contents->findMember("data/train/images.cpp"), nullptr);
  EXPECT_EQ(Found[0].Contents->findMember("src/op.cpp"), nullptr);
  EXPECT_EQ(Found[1].Path, Base + "/src/op.cpp");
  EXPECT_EQ(Found[2].Path, Base + "/top.cpp");
}

TEST_F(PackageTest, RelativePathsStayAsGiven) {
  llvm::SmallString<128> Before;
  ASSERT_FALSE(llvm::sys::fs::current_path(Before));
  ASSERT_FALSE(llvm::sys::fs::set_current_path(tree("pt2/x/data/aotinductor/model")));
  auto Here = openOne(".");
  ASSERT_FALSE(llvm::sys::fs::set_current_path(tree("pt2")));
  auto Above = openOne("x");
  std::string Missing = refusalOf("y").Message;
  ASSERT_FALSE(llvm::sys::fs::set_current_path(Before));
  ASSERT_TRUE(Here && Above);
  EXPECT_EQ(Here->path(), ".");
  EXPECT_EQ(Here->models().front().Name, "model");
  EXPECT_EQ(Above->path(), "x");
  EXPECT_EQ(Above->displayName(*Above->models().front().Wrappers.front()),
            "x/data/aotinductor/model/ckey.wrapper.cpp");
  EXPECT_EQ(Missing, "'y' cannot be opened: No such file or directory");
}

TEST_F(PackageTest, LinksThatLeadOut) {
  std::string Base = at("links");
  writeFile(at("outside/secret.cpp"), "secret\n");
  writeFile(at("outside/deep/data/aotinductor/model/ckey.wrapper.cpp"), "secret\n");
  writeFile(Base + "/p/archive_version", "0");
  writeFile(Base + "/p/data/aotinductor/model/ckey.wrapper.cpp", "int a;\n");
  writeFile(Base + "/p/data/aotinductor/model/real.h", "int a;\n");
  auto Link = [](const std::string &To, const std::string &From) {
    ASSERT_EQ(::symlink(To.c_str(), From.c_str()), 0);
  };
  std::string Model = Base + "/p/data/aotinductor/model";
  Link(at("outside/secret.cpp"), Model + "/out.cpp");
  Link("real.h", Model + "/inside.h");
  Link("nowhere.cpp", Model + "/dangling.cpp");
  Link(at("outside"), Base + "/p/data/aotinductor/other");
  Link(Base + "/p", Model + "/loop");
  Link("self", Base + "/self");
  Link(at("outside/deep"), Base + "/linked_package");
  Link(at("trees/nothing"), Base + "/linked_nothing");
  Link(at("outside/secret.cpp"), Base + "/linked.cpp");

  std::vector<OpenedPath> Found = openPath(Base, {});
  std::vector<std::string> Paths;
  for (OpenedPath &F : Found)
    Paths.push_back(F.Path);
  ASSERT_EQ(Paths, (Names{Base + "/linked.cpp", Base + "/linked_package", Base + "/p"}));
  ASSERT_TRUE(Found[0].Failure && Found[1].Failure && Found[2].Contents);
  EXPECT_NE(
      messageOf(*Found[0].Failure).find("is a symbolic link that leads out of '" + Base + "'"),
      std::string::npos);
  EXPECT_NE(messageOf(*Found[1].Failure).find("leads out of"), std::string::npos);

  const Package &P = *Found[2].Contents;
  ASSERT_EQ(P.problems().size(), 2u) << llvm::join(P.problems(), "\n");
  EXPECT_NE(P.problems()[0].find("/dangling.cpp' is a symbolic link that leads to nothing"),
            std::string::npos);
  EXPECT_NE(P.problems()[1].find("/other' is a symbolic link that leads out of"),
            std::string::npos);
  ASSERT_EQ(P.models().size(), 1u);
  EXPECT_EQ(refusalOf(P, "/inside.h").Reason, std::nullopt);
  Refusal Out = refusalOf(P, "/out.cpp");
  EXPECT_EQ(Out.Reason, Kind::NotFound);
  EXPECT_NE(Out.Message.find("/out.cpp' is a symbolic link that leads out of"), std::string::npos);
  for (const auto &M : P.members()) {
    EXPECT_EQ(M->path().find("loop/"), llvm::StringRef::npos);
    EXPECT_EQ(M->path().find("other/"), llvm::StringRef::npos);
  }
  // Given by itself a link is followed.
  EXPECT_TRUE(openOne(Base + "/linked.cpp"));
  EXPECT_TRUE(openOne(Base + "/linked_package"));
}

TEST_F(PackageTest, ModelsBehindALinkOut) {
  std::string Base = at("linked_models");
  writeFile(Base + "/readme.txt", "x");
  ASSERT_FALSE(llvm::sys::fs::create_directories(Base + "/data"));
  writeFile(at("outside/models/model/ckey.wrapper.cpp"), "secret\n");
  ASSERT_EQ(::symlink(at("outside/models").c_str(), (Base + "/data/aotinductor").c_str()), 0);
  Refusal Out = refusalOf(Base);
  EXPECT_EQ(Out.Reason, Kind::NotFound);
  EXPECT_NE(Out.Message.find("/data/aotinductor' is a symbolic link that leads out of"),
            std::string::npos)
      << Out.Message;
}

TEST_F(PackageTest, SpecialFilesAreNotOpened) {
  std::string Base = at("special");
  std::string Model = Base + "/data/aotinductor/model";
  writeFile(Model + "/ckey.wrapper.cpp", "int a;\n");
  ASSERT_EQ(::mkfifo((Model + "/pipe.cpp").c_str(), 0644), 0);
  ASSERT_EQ(::mkfifo((Base + "/pipe.pt2").c_str(), 0644), 0);
  ASSERT_EQ(::mkfifo((Base + "/pipe.txt").c_str(), 0644), 0);
  std::vector<OpenedPath> Found = openPath(Base, {});
  ASSERT_EQ(Found.size(), 2u);
  ASSERT_TRUE(Found[0].Contents && Found[1].Failure);
  EXPECT_EQ(Found[0].Contents->problems().size(), 1u);
  EXPECT_EQ(Found[0].Contents->problems().front(),
            "'" + Model + "/pipe.cpp' is a pipe and is not opened");
  EXPECT_EQ(messageOf(*Found[1].Failure), "'" + Base + "/pipe.pt2' is a pipe and is not opened");
  EXPECT_EQ(refusalOf(Base + "/pipe.pt2").Message,
            "'" + Base + "/pipe.pt2' is a pipe; give a file or a folder");
  EXPECT_EQ(refusalOf("/dev/null").Reason, Kind::NotAPackage);
}

TEST_F(PackageTest, UnreadableFiles) {
  std::string Base = at("locked");
  writeFile(Base + "/p/data/aotinductor/model/ckey.wrapper.cpp", "int a;\n");
  writeFile(Base + "/p/data/aotinductor/model/ckey.wrapper.json", "{}");
  writeFile(Base + "/closed/a.cpp", "int a;\n");
  writeFile(Base + "/closed.pt2", "PK");
  ::chmod((Base + "/p/data/aotinductor/model/ckey.wrapper.json").c_str(), 0);
  ::chmod((Base + "/closed").c_str(), 0);
  ::chmod((Base + "/closed.pt2").c_str(), 0);
  // The superuser may read everything.
  bool WasRoot = ::geteuid() == 0;
  if (WasRoot)
    ASSERT_EQ(::seteuid(65534), 0);
  std::vector<OpenedPath> Found = openPath(Base, {});
  if (WasRoot)
    ASSERT_EQ(::seteuid(0), 0);
  ::chmod((Base + "/closed").c_str(), 0755);
  ASSERT_EQ(Found.size(), 3u);
  EXPECT_EQ(messageOf(*Found[0].Failure),
            "'" + Base + "/closed' cannot be read: Permission denied");
  EXPECT_EQ(messageOf(*Found[1].Failure),
            "'" + Base + "/closed.pt2' cannot be read: Permission denied");
  ASSERT_TRUE(Found[2].Contents);
  ASSERT_EQ(Found[2].Contents->problems().size(), 1u);
  EXPECT_EQ(Found[2].Contents->problems().front(),
            "'" + Base +
                "/p/data/aotinductor/model/ckey.wrapper.json' cannot be read: Permission denied");
}

TEST_F(PackageTest, DeepFolders) {
  std::string Deep = at("deep");
  for (unsigned I = 0; I < 100; ++I)
    Deep += "/d";
  writeFile(Deep + "/a.cpp", "int a;\n");
  Refusal Out = refusalOf(at("deep"));
  EXPECT_EQ(Out.Reason, Kind::LimitExceeded);
  EXPECT_NE(Out.Message.find("lies more than 64 folders below '" + at("deep") + "'"),
            std::string::npos);
  EXPECT_TRUE(openOne(Deep));
}

TEST_F(PackageTest, LimitsOfAFolder) {
  PackageLimits Limits;
  Limits.MaxMembers = 5;
  Refusal Many = refusalOf(tree("pt2"), Limits);
  EXPECT_EQ(Many.Reason, Kind::LimitExceeded);
  EXPECT_NE(Many.Message.find("'--max-members=N'"), std::string::npos);
  Limits = {};
  Limits.MaxMemberBytes = 1000;
  auto P = openOne(tree("pt2"), Limits);
  ASSERT_TRUE(P);
  EXPECT_EQ(refusalOf(*P, ".wrapper.cpp").Reason, Kind::LimitExceeded);
  EXPECT_EQ(refusalOf(*P, ".wrapper.json").Reason, std::nullopt);
}

//===- what is no package --------------------------------------------------------===//

struct Expected {
  const char *File;
  Kind Reason;
  const char *Text;
};

void expectRefusals(llvm::ArrayRef<Expected> Cases) {
  for (const Expected &Case : Cases) {
    SCOPED_TRACE(Case.File);
    Refusal Out = refusalOf(at(Case.File));
    EXPECT_EQ(Out.Reason, Case.Reason);
    EXPECT_TRUE(llvm::StringRef(Out.Message).starts_with("'" + at(Case.File))) << Out.Message;
    EXPECT_NE(Out.Message.find(Case.Text), std::string::npos) << Out.Message;
    EXPECT_EQ(Out.Message.find('\n'), std::string::npos);
    EXPECT_EQ(Out.Message.find('\x1b'), std::string::npos);
  }
}

TEST_F(PackageTest, NotAPackage) {
  expectRefusals({
      {"none_exported_program.pt2", Kind::NotAPackage,
       "holds no compiled model, only an exported program ('models/' and 'data/weights/' without "
       "'data/aotinductor/'); "
       "compile it with 'torch._inductor.aoti_compile_and_package'"},
      {"none_weights.pt", Kind::NotAPackage, "what 'torch.save' or 'torch.jit.save' wrote"},
      {"none_nested.zip", Kind::NotAPackage, "but 1 '.pt2' archive; unpack it"},
      {"none_no_members.pt2", Kind::NotAPackage, "is empty"},
      {"none_other.zip", Kind::NotAPackage, "holds no compiled model (no 'data/aotinductor/'"},
      {"none_no_model.pt2", Kind::NotAPackage, "'data/aotinductor/' holds no model"},
      {"notes.txt", Kind::NotAPackage, "is neither a '.pt2' archive nor a C++ source"},
      {"model.so", Kind::NotAPackage, "is a binary"},
      {"trees/empty", Kind::NotAPackage, "is an empty folder"},
      {"trees/nothing", Kind::NotAPackage, "holds no compiled model"},
      {"trees/no_model", Kind::NotAPackage, "'data/aotinductor/' holds no model"},
      {"trees/exported_program", Kind::NotAPackage, "only an exported program"},
      {"absent.pt2", Kind::NotFound, "cannot be opened: No such file or directory"},
  });
  EXPECT_EQ(refusalOf(std::string("a\0b", 3)).Reason, Kind::NotFound);
  EXPECT_EQ(refusalOf("").Reason, Kind::NotFound);
}

TEST_F(PackageTest, ContentsDecideNotTheName) {
  auto P = openOne(at("renamed.bin"));
  ASSERT_TRUE(P);
  EXPECT_EQ(P->kind(), PackageKind::Archive);
  EXPECT_EQ(openOne(at("loose.h"))->kind(), PackageKind::File);
}

TEST_F(PackageTest, DamagedArchives) {
  expectRefusals({
      {"text.pt2", Kind::Damaged, "is named as a package but is no zip archive"},
      {"empty.pt2", Kind::Damaged, "is an empty file"},
      {"lfs.pt2", Kind::Damaged, "run 'git lfs pull'"},
      {"page.pt2", Kind::Damaged, "is an HTML page"},
      {"header_only.pt2", Kind::Damaged, "is cut off"},
      {"damaged_cut_end.pt2", Kind::Damaged, "is cut off"},
      {"damaged_cut_directory.pt2", Kind::Damaged, "is cut off"},
      {"damaged_cut_half.pt2", Kind::Damaged, "is cut off"},
      {"damaged_directory.pt2", Kind::Damaged,
       "its directory is damaged at the entry of member 10 of 11"},
      {"damaged_directory_offset.pt2", Kind::Damaged,
       "its directory should lie at byte 2147483647"},
      {"damaged_count.pt2", Kind::Damaged, "too short for the 999 members"},
      {"damaged_zip64.pt2", Kind::Damaged, "ZIP64 directory is out of place"},
      {"damaged_parts.pt2", Kind::Damaged, "one part of an archive in several parts"},
      {"damaged_encrypted_all.pt2", Kind::Damaged, "none of its sources can be read: '"},
      {"damaged_encrypted_all.pt2", Kind::Damaged, "ckey.wrapper.cpp' is encrypted; unpack"},
      {"damaged_bzip2.pt2", Kind::Damaged, "is compressed with method 12 (bzip2)"},
  });
}

TEST_F(PackageTest, HostileArchives) {
  expectRefusals({
      {"hostile_dotdot.pt2", Kind::Hostile,
       "'../../../../tmp/aoti_lint_was_here' leads out of the archive with '..'"},
      {"hostile_dotdot_inside.pt2", Kind::Hostile, "leads out of the archive with '..'"},
      {"hostile_dotdot_backslash.pt2", Kind::Hostile, "leads out of the archive with '..'"},
      {"hostile_absolute.pt2", Kind::Hostile, "'/etc/passwd' has an absolute path"},
      {"hostile_absolute_backslash.pt2", Kind::Hostile, "has an absolute path"},
      {"hostile_drive.pt2", Kind::Hostile, "'C:\\y' has a path with a drive letter"},
      {"hostile_symlink.pt2", Kind::Hostile, "link.cpp' is a symbolic link"},
      {"hostile_pipe.pt2", Kind::Hostile, "is a device, pipe or socket"},
      {"hostile_duplicate.pt2", Kind::Hostile, "ckey.wrapper.cpp' is there twice;"},
      {"hostile_duplicate_dot.pt2", Kind::Hostile, "is there twice, once as 'x/data/"},
      {"hostile_duplicate_backslash.pt2", Kind::Hostile, "is there twice, once as 'x/data/"},
      {"hostile_file_and_folder.pt2", Kind::Hostile, "is a file and the folder of"},
      {"hostile_nul.pt2", Kind::Hostile, "has a zero byte in its name"},
      {"hostile_newline.pt2", Kind::Hostile, "has a control character in its name"},
      {"hostile_escape.pt2", Kind::Hostile, "has a control character in its name"},
      {"hostile_no_name.pt2", Kind::Hostile, "has no name"},
      {"hostile_long_name.pt2", Kind::Hostile, "has a name of 2008 bytes"},
      {"hostile_deep.pt2", Kind::Hostile, "lies more than 64 folders deep"},
      {"hostile_overlap.pt2", Kind::Hostile, "lies on the same bytes as"},
  });
}

TEST_F(PackageTest, DamagedMembersLeaveTheRest) {
  struct {
    const char *File, *Member;
    Kind Reason;
    const char *Text;
  } Cases[] = {
      {"damaged_wrapper_crc", "ckey.wrapper.cpp", Kind::Damaged, "its checksum (CRC-32) is wrong"},
      {"damaged_wrapper_deflate", "ckey.wrapper.cpp", Kind::Damaged,
       "its compressed data are invalid"},
      {"damaged_nodes_crc", "ckey.wrapper.json", Kind::Damaged, "its checksum (CRC-32) is wrong"},
      {"damaged_offset", "ckey.wrapper.cpp", Kind::Damaged,
       "it should end behind the end of the archive"},
      {"damaged_stored_size", "ckey.wrapper.cpp", Kind::Damaged, "but should have 77"},
      {"damaged_size", "ckey.wrapper.cpp", Kind::Damaged, "is cut off: it ends"},
      {"damaged_method", "ckey.wrapper.cpp", Kind::Damaged,
       "is compressed with method 77 (unknown)"},
      {"damaged_encrypted_wrapper", "ckey.wrapper.cpp", Kind::Damaged, "is encrypted"},
      {"damaged_encrypted_aes", "ckey.wrapper.cpp", Kind::Damaged, "is encrypted"},
      {"damaged_utf16", "ckey.wrapper.cpp", Kind::Damaged, "is UTF-16"},
      {"bomb_ratio", "ckey.wrapper.cpp", Kind::Hostile, "would grow from 99.5 KiB to 100 MiB"},
      {"bomb_nodes", "ckey.wrapper.json", Kind::Hostile, "would grow from"},
      {"bomb_declared", "ckey.wrapper.cpp", Kind::Hostile, "would grow from"},
      {"bomb_lying", "ckey.wrapper.cpp", Kind::Hostile, "holds more than the 100 bytes"},
      {"ok_encrypted_image", "ckey.wrapper.so", Kind::Damaged, "is encrypted"},
      {"ok_huge_image", "ckey.wrapper.so", Kind::Hostile, "would grow from"},
  };
  for (const auto &Case : Cases) {
    SCOPED_TRACE(Case.File);
    auto P = openOne(archive(Case.File));
    ASSERT_TRUE(P);
    for (int Twice = 0; Twice < 2; ++Twice) {
      Refusal Out = refusalOf(*P, Case.Member);
      EXPECT_EQ(Out.Reason, Case.Reason);
      EXPECT_NE(Out.Message.find(Case.Text), std::string::npos) << Out.Message;
      EXPECT_TRUE(llvm::StringRef(Out.Message)
                      .starts_with("'" + archive(Case.File) + "!x/data/aotinductor/model/" +
                                   Case.Member + "' "))
          << Out.Message;
    }
    EXPECT_EQ(refusalOf(*P, "ckern.kernel.cpp").Reason, std::nullopt);
  }

  // JSON is asked for by every analysis: the package tells by itself.
  for (const char *Name : {"damaged_nodes_crc", "bomb_nodes"}) {
    auto P = openOne(archive(Name));
    ASSERT_TRUE(P);
    EXPECT_EQ(P->problems().size(), 1u);
    EXPECT_EQ(P->problems().front(), refusalOf(*P, "ckey.wrapper.json").Message);
  }
  EXPECT_TRUE(openOne(archive("damaged_wrapper_crc"))->problems().empty());
}

TEST_F(PackageTest, LimitsOfAnArchive) {
  PackageLimits Limits;
  Limits.MaxMembers = 300;
  Refusal Many = refusalOf(archive("limit_many"), Limits);
  EXPECT_EQ(Many.Reason, Kind::LimitExceeded);
  EXPECT_NE(Many.Message.find("holds 311 members, more than the limit of 300"), std::string::npos)
      << Many.Message;
  EXPECT_NE(Many.Message.find("'--max-members=311'"), std::string::npos) << Many.Message;
  Limits.MaxMembers = 311;
  EXPECT_TRUE(openOne(archive("limit_many"), Limits));
  Limits.MaxMembers = 1000;
  EXPECT_NE(refusalOf(archive("limit_count"), Limits).Message.find("'--max-members=65000'"),
            std::string::npos);

  Limits = {};
  Limits.MaxMemberBytes = 1 << 20;
  auto P = openOne(archive("limit_big"), Limits);
  ASSERT_TRUE(P);
  Refusal Big = refusalOf(*P, "ckern.kernel.cpp");
  EXPECT_EQ(Big.Reason, Kind::LimitExceeded);
  EXPECT_NE(Big.Message.find("holds 3 MiB, more than the limit of 1 MiB"), std::string::npos)
      << Big.Message;
  EXPECT_NE(Big.Message.find("'--max-member-size=4'"), std::string::npos) << Big.Message;
  EXPECT_EQ(refusalOf(*P, "ckey.wrapper.cpp").Reason, std::nullopt);
  Limits.MaxMemberBytes = 4 << 20;
  EXPECT_EQ(refusalOf(*openOne(archive("limit_big"), Limits), "ckern.kernel.cpp").Reason,
            std::nullopt);

  Limits = {};
  Limits.MaxTotalBytes = 2 << 20;
  P = openOne(archive("limit_big"), Limits);
  Refusal Total = refusalOf(*P, "ckern.kernel.cpp");
  EXPECT_EQ(Total.Reason, Kind::LimitExceeded);
  EXPECT_NE(Total.Message.find("'--max-total-size=4'"), std::string::npos) << Total.Message;
  EXPECT_EQ(refusalOf(*P, "ckey.wrapper.cpp").Reason, std::nullopt);
}

TEST_F(PackageTest, ManyMembersShareOneHandle) {
  // Above some hundred members the handle is kept, and threads take turns.
  std::string File = at("thousands.pt2");
  std::string Command =
      std::string("'" AOTI_PYTHON "' -c \"import zipfile, sys\n") +
      "z = zipfile.ZipFile(sys.argv[1], 'w')\n"
      "for i in range(3000): z.writestr('data/aotinductor/model/h%d.h' % i, 'int h%d;' % i)\n"
      "z.close()\" '" +
      File + "'";
  ASSERT_EQ(std::system(Command.c_str()), 0);
  auto P = openOne(File);
  ASSERT_TRUE(P);
  std::atomic<unsigned> Right = 0;
  std::vector<std::thread> Threads;
  for (unsigned I = 0; I < 4; ++I)
    Threads.emplace_back([&, I] {
      for (unsigned Number = I; Number < 3000; Number += 4) {
        const Member *M = P->findMember("data/aotinductor/model/h" + llvm::utostr(Number) + ".h");
        auto Text = M ? P->read(*M) : llvm::Expected<SourceTextPtr>(nullptr);
        if (!Text)
          llvm::consumeError(Text.takeError());
        else if (*Text && (*Text)->text() == "int h" + llvm::utostr(Number) + ";")
          ++Right;
      }
    });
  for (std::thread &T : Threads)
    T.join();
  EXPECT_EQ(Right, 3000u);
}

TEST_F(PackageTest, WeightsOfGigabytes) {
  std::string Command =
      std::string("'" AOTI_PYTHON "' '" AOTI_SOURCE_DIR "/test/package/make_archives.py' '") +
      Scratch + "/large' large";
  ASSERT_EQ(std::system(Command.c_str()), 0);
  auto P = openOne(at("large/large.pt2"));
  ASSERT_TRUE(P);
  const Member *Weights = P->findMember("x/data/weights/weight_0");
  ASSERT_NE(Weights, nullptr);
  EXPECT_EQ(Weights->size(), uint64_t(5) << 30);
  ASSERT_EQ(P->models().size(), 1u);
  auto Text = P->read(*P->models().front().Wrappers.front());
  ASSERT_TRUE(bool(Text)) << llvm::toString(Text.takeError());
  EXPECT_TRUE((*Text)->text().starts_with("#include"));
  auto Head = P->readBytes(*Weights, 16);
  ASSERT_TRUE(bool(Head)) << llvm::toString(Head.takeError());
  EXPECT_EQ((*Head)->getBuffer(), std::string(16, '\0'));
  EXPECT_EQ(refusalOf(*P, "weight_0").Reason, Kind::LimitExceeded);
}

TEST_F(PackageTest, ArchiveThatChangesAfterItWasOpened) {
  std::string File = at("changing.pt2");
  ASSERT_FALSE(llvm::sys::fs::copy_file(archive("ok_stored"), File));
  auto P = openOne(File);
  ASSERT_TRUE(P);
  ASSERT_FALSE(llvm::sys::fs::copy_file(archive("ok_two_models"), File));
  EXPECT_EQ(refusalOf(*P, "ckey.wrapper.cpp").Reason, Kind::Damaged);
  llvm::sys::fs::remove(File);
  EXPECT_EQ(refusalOf(*P, "ckern.kernel.cpp").Reason, Kind::Damaged);
}

//===- any bytes -----------------------------------------------------------------===//

/// Opens what the path leads to and reads all of it. Returns the number of failures.
unsigned readAll(const std::string &File) {
  unsigned Failures = 0;
  for (OpenedPath &Found : openPath(File, {})) {
    if (Found.Failure) {
      EXPECT_NE(messageOf(*Found.Failure).find(File), std::string::npos);
      ++Failures;
      continue;
    }
    for (const auto &M : Found.Contents->members()) {
      auto Text = Found.Contents->read(*M);
      if (!Text) {
        llvm::consumeError(Text.takeError());
        ++Failures;
      }
    }
  }
  return Failures;
}

TEST_F(PackageTest, AnyBytesEndInAMessage) {
  std::mt19937 Random(7);
  std::string File = at("any.pt2");
  unsigned Failures = 0;
  for (const char *From : {"ok_stored", "ok_deflated", "ok_zip64", "ok_torch26"}) {
    std::string Sound = slurp(archive(From));
    for (unsigned Round = 0; Round < 200; ++Round) {
      std::string Bytes = Sound;
      if (Round % 4 == 0)
        Bytes.resize(Random() % Bytes.size());
      // Half of the changes hit the directory at the end.
      for (unsigned Changes = Round % 4; Changes > 0; --Changes) {
        size_t Range = Round % 2 ? Bytes.size() : std::min<size_t>(Bytes.size(), 900);
        if (Range > 0)
          Bytes[Bytes.size() - 1 - Random() % Range] = static_cast<char>(Random());
      }
      writeFile(File, Bytes);
      Failures += readAll(File) != 0;
    }
  }
  // Some changes hit what is never looked at, such as times; most do not.
  EXPECT_GT(Failures, 400u);
}

} // namespace
