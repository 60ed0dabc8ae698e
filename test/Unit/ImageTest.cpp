#include "Image/KernelImage.h"
#include "Image/LibraryImage.h"
#include "Image/SavedTensor.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "gtest/gtest.h"
#include <cstdlib>
#include <filesystem>
#include <string>

using namespace aoti;
using llvm::StringRef;

namespace {

class ImageTest : public testing::Test {
protected:
  static inline std::string Scratch;

  static void SetUpTestSuite() {
    llvm::SmallString<128> Folder;
    ASSERT_FALSE(llvm::sys::fs::createUniqueDirectory("aoti-image", Folder));
    Scratch = Folder.str().str();
  }
  static void TearDownTestSuite() {
    std::error_code Ignored;
    std::filesystem::remove_all(Scratch, Ignored);
  }

  /// The image that test/images.py writes for its arguments; `%` stands for the scratch folder.
  static std::string image(StringRef Kind, StringRef Arguments) {
    std::string File = Scratch + "/image";
    std::string Command = std::string("'" AOTI_PYTHON "' '" AOTI_SOURCE_DIR "/test/images.py' ") +
                          Kind.str() + " '" + File + "' ";
    for (char C : Arguments)
      Command += C == '%' ? Scratch : std::string(1, C);
    EXPECT_EQ(std::system(Command.c_str()), 0) << Command;
    return contents(File);
  }

  static std::string contents(const std::string &File) {
    auto Buffer = llvm::MemoryBuffer::getFile(File);
    EXPECT_TRUE(bool(Buffer)) << File;
    return Buffer ? (*Buffer)->getBuffer().str() : std::string();
  }

  static void keep(StringRef Name, StringRef Bytes) {
    std::error_code Error;
    llvm::raw_fd_ostream OS(Scratch + "/" + Name.str(), Error);
    ASSERT_FALSE(Error);
    OS << Bytes;
  }
};

KernelImage kernels(StringRef Bytes) {
  llvm::Expected<KernelImage> Image = readKernelImage(Bytes);
  if (!Image) {
    ADD_FAILURE() << llvm::toString(Image.takeError());
    return {};
  }
  return std::move(*Image);
}

LibraryImage library(StringRef Bytes) {
  llvm::Expected<LibraryImage> Image = readLibrary(Bytes);
  if (!Image) {
    ADD_FAILURE() << llvm::toString(Image.takeError());
    return {};
  }
  return std::move(*Image);
}

std::string archOf(const KernelImage &Image) {
  std::vector<std::string> Names;
  for (const KernelTarget &T : Image.Targets)
    Names.push_back(T.Arch.name() + (T.Ptx ? " ptx" : ""));
  return llvm::join(Names, ", ");
}

/// Everything that can be read of an image, so that sanitizers see all of it used.
size_t readAll(StringRef Bytes) {
  size_t Sum = 0;
  if (auto Image = readKernelImage(Bytes)) {
    for (const KernelEntry &E : Image->Entries)
      Sum += E.Name.size() + (E.Parameters ? E.Parameters->size() : 0);
    Sum += archOf(*Image).size();
  } else {
    Sum += llvm::toString(Image.takeError()).size();
  }
  if (auto Image = readLibrary(Bytes)) {
    for (const auto *List : {&Image->UndefinedSymbols, &Image->DefinedSymbols, &Image->Needed})
      for (const std::string &Name : *List)
        Sum += Name.size();
    for (const EmbeddedBytes &Part : Image->Embedded) {
      EXPECT_LE(Part.Offset, Bytes.size());
      EXPECT_LE(Part.Size, Bytes.size() - Part.Offset);
    }
    if (Image->Constants)
      Sum += Image->Constants->Words.size();
    Sum += describeImage(*Image).size();
  } else {
    Sum += llvm::toString(Image.takeError()).size();
  }
  if (auto Storages = readSavedStorages(Bytes))
    Sum += Storages->size();
  else
    Sum += llvm::toString(Storages.takeError()).size();
  return Sum;
}

//===- kernels -----------------------------------------------------------------===//

TEST_F(ImageTest, CubinsNameTheirCardInBothLayoutsOfTheHeader) {
  for (StringRef Arch : {"70", "75", "80", "86", "89", "90", "120"})
    for (StringRef Abi : {"7", "8"})
      EXPECT_EQ(archOf(kernels(image("cubin", ("--arch " + Arch + " --abi " + Abi).str()))),
                ("sm_" + Arch).str())
          << Abi.str();
}

TEST_F(ImageTest, SuffixesOfTheCardAreNotedInThreePlaces) {
  EXPECT_EQ(archOf(kernels(image("cubin", "--arch 90a --abi 7"))), "sm_90a");
  EXPECT_EQ(archOf(kernels(image("cubin", "--arch 100a --abi 8 --flag header"))), "sm_100a");
  EXPECT_EQ(archOf(kernels(image("cubin", "--arch 90a --abi 8 --flag attribute"))), "sm_90a");
  EXPECT_EQ(archOf(kernels(image("cubin", "--arch 100f --abi 8 --flag tool"))), "sm_100f");
  // What looks like a suffix and belongs to another word.
  std::string Bytes = image("cubin", "--arch 90 --abi 8");
  size_t At = StringRef(Bytes).find("-arch sm_90 ");
  ASSERT_NE(At, StringRef::npos);
  Bytes[At + 11] = 'x';
  EXPECT_EQ(archOf(kernels(Bytes)), "sm_90");
}

TEST_F(ImageTest, CubinsTellTheParametersOfTheirKernels) {
  KernelImage Image = kernels(image("cubin", "--arch 80 --kernel triton_poi=8,8,4,8 --kernel none= "
                                             "--threads 128 --shared 256 --registers 18"));
  ASSERT_EQ(Image.Entries.size(), 2u);
  const KernelEntry &E = Image.Entries[0];
  EXPECT_EQ(E.Name, "triton_poi");
  ASSERT_TRUE(E.Parameters);
  EXPECT_EQ(*E.Parameters,
            (std::vector<KernelParameter>{{0, 0, 8}, {1, 8, 8}, {2, 16, 4}, {3, 24, 8}}));
  EXPECT_EQ(E.ParameterBytes, 32u);
  EXPECT_EQ(E.Registers, 18u);
  EXPECT_EQ(E.StaticSharedBytes, 256u);
  EXPECT_EQ(E.RequiredThreads, (std::array<uint32_t, 3>{128, 1, 1}));
  EXPECT_EQ(Image.Entries[1].Name, "none");
  ASSERT_TRUE(Image.Entries[1].Parameters);
  EXPECT_TRUE(Image.Entries[1].Parameters->empty());
  EXPECT_FALSE(Image.Entries[1].ParameterBytes);
}

TEST_F(ImageTest, LargeParameterBlocksHaveATableOfTheirOwn) {
  KernelImage Image = kernels(image("cubin", "--arch 90 --kernel k=8000,4,8"));
  ASSERT_EQ(Image.Entries.size(), 1u);
  ASSERT_TRUE(Image.Entries[0].Parameters);
  EXPECT_EQ(*Image.Entries[0].Parameters,
            (std::vector<KernelParameter>{{0, 0, 8000}, {1, 8000, 4}, {2, 8008, 8}}));
}

TEST_F(ImageTest, SharedMemoryOfTheSystemIsNotTheKernels) {
  KernelImage Image = kernels(image("cubin", "--arch 90 --kernel k=8 --shared 256"));
  ASSERT_EQ(Image.Entries.size(), 1u);
  EXPECT_EQ(Image.Entries[0].StaticSharedBytes, 256u);
}

TEST_F(ImageTest, CubinsTellWhetherTheSharedMemoryOfTheLaunchIsUsed) {
  auto Uses = [&](const std::string &Options) {
    KernelImage Image = kernels(image("cubin", "--kernel k=8 " + Options));
    EXPECT_EQ(Image.Entries.size(), 1u);
    return Image.Entries[0].UsesSharedOfLaunch;
  };
  EXPECT_EQ(Uses("--arch 80"), false);
  EXPECT_EQ(Uses("--arch 80 --shared 0"), true);
  EXPECT_EQ(Uses("--arch 90"), false);
  EXPECT_EQ(Uses("--arch 90 --shared 0"), true);
  // Beside memory of the kernel's own it is not seen.
  EXPECT_EQ(Uses("--arch 80 --shared 256"), std::nullopt);
  EXPECT_EQ(Uses("--arch 120 --shared 0"), std::nullopt);
}

TEST_F(ImageTest, FatbinsListTheirParts) {
  keep("k.cubin", image("cubin", "--arch 80 --kernel k=8,4"));
  KernelImage Image = kernels(image("fatbin", "elf:80=%/k.cubin packed:90a elf:100f ptx:90"));
  EXPECT_EQ(Image.Form, KernelForm::Fatbin);
  EXPECT_EQ(archOf(Image), "sm_80, sm_90a, sm_100f, sm_90 ptx");
  ASSERT_EQ(Image.Entries.size(), 1u);
  EXPECT_EQ(Image.Entries[0].Name, "k");
}

TEST_F(ImageTest, OtherFormsOfKernels) {
  KernelImage Image = kernels(image("hsaco", "--arch gfx90a --kernel triton_add"));
  EXPECT_EQ(Image.Form, KernelForm::Hsaco);
  EXPECT_EQ(archOf(Image), "gfx90a");
  ASSERT_EQ(Image.Entries.size(), 1u);
  EXPECT_EQ(Image.Entries[0].Name, "triton_add");
  Image = kernels("//\n// Generated by LLVM NVPTX Back-End\n//\n\n.version 8.4\n.target sm_90a, "
                  "debug\n.address_size 64\n");
  EXPECT_EQ(Image.Form, KernelForm::Ptx);
  EXPECT_EQ(archOf(Image), "sm_90a ptx");
  Image = kernels(StringRef("\x03\x02\x23\x07\0\0\1\0", 8));
  EXPECT_EQ(Image.Form, KernelForm::SpirV);
  EXPECT_EQ(archOf(Image), "");
}

TEST_F(ImageTest, WhatIsNoKernelIsRefused) {
  for (std::string Bytes : {std::string(), std::string("\177ELF"), std::string("#!/bin/sh\n"),
                            std::string("int version; // .target"),
                            image("library", "--constants 64"), image("cubin", "--arch 10")}) {
    llvm::Expected<KernelImage> Image = readKernelImage(Bytes);
    EXPECT_FALSE(bool(Image));
    if (!Image)
      EXPECT_FALSE(llvm::toString(Image.takeError()).empty());
  }
}

TEST_F(ImageTest, ImagesRunOnTheCardsOfTheirGeneration) {
  auto Runs = [](StringRef Parts, StringRef Card) {
    ImageFit Fit = fits(kernels(image("fatbin", Parts)), *parseGpuArch(Card));
    return std::string(Fit.Runs == RunsOn::Yes  ? "yes"
                       : Fit.Runs == RunsOn::No ? "no"
                                                : "unknown") +
           (Fit.NeedsDriverCompiler ? ", compiled" : "");
  };
  EXPECT_EQ(Runs("elf:80", "sm_80"), "yes");
  EXPECT_EQ(Runs("elf:80", "sm_86"), "yes");
  EXPECT_EQ(Runs("elf:86", "sm_80"), "no");
  EXPECT_EQ(Runs("elf:80", "sm_90"), "no");
  EXPECT_EQ(Runs("elf:80 ptx:80", "sm_90"), "yes, compiled");
  EXPECT_EQ(Runs("ptx:90", "sm_80"), "no");
  EXPECT_EQ(Runs("elf:75 elf:80", "sm_89"), "yes");
  EXPECT_EQ(Runs("elf:90a", "sm_90"), "yes");
  EXPECT_EQ(Runs("elf:100a", "sm_103"), "no");
  EXPECT_EQ(Runs("elf:100f", "sm_103"), "yes");
  EXPECT_EQ(Runs("elf:80", "sm_87"), "unknown");
  EXPECT_EQ(Runs("elf:80", "gfx90a"), "no");
}

//===- libraries ---------------------------------------------------------------===//

TEST_F(ImageTest, LibrariesTellWhatTheyAreAndNeed) {
  LibraryImage Image = library(image(
      "library",
      "--machine aarch64 --constants 128 --undefined aoti_torch_empty --undefined memcpy --defined "
      "AOTInductorModelRun --needed libtorch_cpu.so --needed libc.so.6"));
  EXPECT_EQ(Image.Format, LibraryImage::ImageFormat::Elf);
  EXPECT_EQ(Image.Processor, Machine::Aarch64);
  EXPECT_FALSE(Image.Relocatable);
  EXPECT_EQ(llvm::join(Image.UndefinedSymbols, " "), "aoti_torch_empty memcpy");
  EXPECT_EQ(llvm::join(Image.DefinedSymbols, " "),
            "AOTInductorModelRun _binary_constants_bin_start _binary_constants_bin_end");
  EXPECT_EQ(llvm::join(Image.Needed, " "), "libtorch_cpu.so libc.so.6");
  EXPECT_EQ(describeImage(Image), "an ELF library for aarch64");
}

TEST_F(ImageTest, ConstantsAreMeasuredHoweverTheyWereMade) {
  struct Case {
    StringRef Kind, Arguments;
    uint64_t Size;
    bool Assembled;
  };
  for (const Case &C : {Case{"library", "--constants 2240", 2240, true},
                        Case{"library", "--constants 2240 --stripped", 2240, true},
                        Case{"library", "--constants 2240 --made cpp", 2240, false},
                        Case{"object", "--constants 3776", 3776, true},
                        Case{"object", "--constants 3776 --made cpp", 3776, false},
                        Case{"library", "--constants 0", 1, true}}) {
    LibraryImage Image = library(image(C.Kind, C.Arguments));
    ASSERT_TRUE(Image.Constants) << C.Arguments.str();
    EXPECT_EQ(Image.Constants->Size, C.Size) << C.Arguments.str();
    EXPECT_EQ(Image.Constants->Assembled, C.Assembled) << C.Arguments.str();
    EXPECT_EQ(Image.Constants->Alignment, 64u);
    EXPECT_EQ(Image.Relocatable, C.Kind == "object");
  }
  EXPECT_FALSE(library(image("library", "--made none")).Constants);
}

TEST_F(ImageTest, WordsInFrontOfTheConstantsAreRead) {
  LibraryImage Image =
      library(image("library", "--constants 16 --word 3784 --word 81985529216486895 --tail 3776"));
  ASSERT_TRUE(Image.Constants);
  EXPECT_EQ(Image.Constants->Size, 16u);
  EXPECT_EQ(Image.Constants->Words, (std::vector<uint64_t>{3784, 81985529216486895}));
  EXPECT_EQ(Image.FileSize % 16384, 3784u);
}

TEST_F(ImageTest, KernelsInsideOfALibraryAreFound) {
  keep("k.cubin", image("cubin", "--arch 80 --kernel k=8"));
  std::string Bytes = image("library", "--constants 64 --embed triton_add=%/k.cubin");
  LibraryImage Image = library(Bytes);
  ASSERT_EQ(Image.Embedded.size(), 1u);
  EXPECT_EQ(Image.Embedded[0].Name, "triton_add");
  EXPECT_EQ(
      archOf(kernels(StringRef(Bytes).substr(Image.Embedded[0].Offset, Image.Embedded[0].Size))),
      "sm_80");
}

TEST_F(ImageTest, LibrariesOfOtherSystemsAreTold) {
  // The header of a Mach-O library, and that of a PE image without sections.
  std::string MachO(
      "\xcf\xfa\xed\xfe\x0c\0\0\x01\0\0\0\0\x08\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0", 32);
  EXPECT_EQ(describeImage(library(MachO)), "a Mach-O library for aarch64");
  EXPECT_EQ(library(MachO).OperatingSystem, System::Darwin);
  std::string Pe = "MZ" + std::string(58, '\0') + std::string("\x40\0\0\0", 4) +
                   std::string("PE\0\0\x64\x86\0\0", 8) + std::string(12, '\0') +
                   std::string("\xf0\0\x22\x20\x0b\x02", 6) + std::string(238, '\0');
  EXPECT_EQ(describeImage(library(Pe)), "a PE library for x86_64");
  EXPECT_EQ(library(Pe).OperatingSystem, System::Windows);
}

//===- saved tensors -----------------------------------------------------------===//

TEST_F(ImageTest, SavedTensorsTellTheSizesOfTheirStorages) {
  llvm::Expected<std::vector<SavedStorage>> Storages = readSavedStorages(image("saved", "2048 12"));
  ASSERT_TRUE(bool(Storages));
  ASSERT_EQ(Storages->size(), 2u);
  EXPECT_EQ((*Storages)[0].Key, "0");
  EXPECT_EQ((*Storages)[0].Bytes, 2048u);
  EXPECT_EQ((*Storages)[1].Bytes, 12u);
}

TEST_F(ImageTest, WhatIsNoSavedTensorIsRefused) {
  std::string Whole = image("saved", "2048");
  for (std::string Bytes : {std::string(), std::string("PK"), Whole.substr(0, Whole.size() - 1),
                            Whole.substr(100), image("object", "--constants 8")}) {
    llvm::Expected<std::vector<SavedStorage>> Storages = readSavedStorages(Bytes);
    EXPECT_FALSE(bool(Storages));
    if (!Storages)
      EXPECT_FALSE(llvm::toString(Storages.takeError()).empty());
  }
}

//===- hostile images ----------------------------------------------------------===//

TEST_F(ImageTest, NoTornImageBringsAReaderDown) {
  keep("k.cubin", image("cubin", "--arch 80 --kernel k=8,4"));
  std::vector<std::string> Images = {
      image("cubin", "--arch 80 --kernel k=8,4,8 --threads 32 --shared 64 --registers 9"),
      image("cubin", "--arch 90a --abi 8 --kernel k=8 --registers 9"),
      image("fatbin", "elf:80=%/k.cubin ptx:90"),
      image("hsaco", "--arch gfx90a --kernel k"),
      image("library", "--constants 40 --word 48 --word 7 --undefined f --defined g --needed "
                       "libc.so --embed k=%/k.cubin"),
      image("object", "--constants 24 --made cpp"),
      image("saved", "24"),
      std::string("\xcf\xfa\xed\xfe\x0c\0\0\x01\0\0\0\0\x06\0\0\0\x01\0\0\0\x18\0\0\0\0\0\0\0\0\0\0"
                  "\0\x02\0\0\0\x18\0\0\0\x38\0\0\0\x01\0\0\0\x48\0\0\0\x08\0"
                  "\0\0\x01\0\0\0\x0f\x01\0\0\0\0\0\0\0\0\0\0\0_f\0\0\0\0\0\0",
                  80)};
  size_t Sum = 0;
  for (const std::string &Whole : Images) {
    for (size_t Length = 0; Length < Whole.size(); ++Length)
      // A copy of its own size, so that reading past its end is seen.
      Sum += readAll(std::string(Whole.data(), Length));
    for (size_t At = 0; At < Whole.size(); ++At)
      for (char Flip : {'\xff', '\x01', '\x80'}) {
        std::string Flipped = Whole;
        Flipped[At] ^= Flip;
        Sum += readAll(Flipped);
      }
  }
  EXPECT_GT(Sum, 0u);
}

} // namespace
