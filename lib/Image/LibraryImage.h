//===- LibraryImage.h - compiled code of a package ----------------*- C++ -*-===//
//
// What a model's library (`*.so`, `.pyd`) or the object file with its weights
// (`*.weights.o`) says of itself. Only read: nothing is ever loaded.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "Target/LoadTarget.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace aoti {

/// The constants that were linked into an image, between the symbols `_binary_constants_bin_start`
/// and `…_end` of torch's codecache.py.
struct EmbeddedConstants {
  /// Bytes between the two symbols, or of the array that the first one names; nullopt if neither is
  /// told. An assembled image without constants has one byte of padding.
  std::optional<uint64_t> Size;
  /// Whether the constants were assembled, so that an end marker bounds them; else C++ made them an
  /// array.
  bool Assembled = false;
  /// Where they begin in the file, in bytes.
  uint64_t FileOffset = 0;
  /// The first two 64-bit words, as far as they are there: a library that maps its weights keeps
  /// their size there, with the magic number that ends them.
  std::vector<uint64_t> Words;
  /// Alignment of the section in bytes.
  uint64_t Alignment = 0;
};

/// Machine code for a graphics card that is a part of a library.
struct EmbeddedBytes {
  /// As in `__NAME_start`.
  std::string Name;
  /// Range in the file.
  uint64_t Offset = 0, Size = 0;
};

struct LibraryImage {
  enum class ImageFormat { Elf, MachO, Coff };
  ImageFormat Format = ImageFormat::Elf;
  /// nullopt for processors that are not known here.
  std::optional<Machine> Processor;
  System OperatingSystem = System::Linux;
  /// An object file, to be linked.
  bool Relocatable = false;
  /// nullopt if the image has no such symbol, or is one whose symbols are not read (COFF).
  std::optional<EmbeddedConstants> Constants;
  /// Things between symbols `__NAME_start` and `__NAME_end`, as kernels are linked into a library.
  std::vector<EmbeddedBytes> Embedded;
  /// Names that the dynamic linker has to find elsewhere, without versions.
  std::vector<std::string> UndefinedSymbols;
  /// Names that it offers to others.
  std::vector<std::string> DefinedSymbols;
  /// Libraries that it asks for.
  std::vector<std::string> Needed;
  /// Size of the file in bytes.
  uint64_t FileSize = 0;
};

/// Whether the bytes are a library in a format that is not read here, but that a system may load: a
/// universal Mach-O, XCOFF, WebAssembly.
bool isOtherLibrary(llvm::StringRef Bytes);

/// Reads an ELF, Mach-O or PE/COFF image. Fails with a text for people when the file is none or is
/// torn.
llvm::Expected<LibraryImage> readLibrary(llvm::StringRef Bytes);

/// "an ELF library for x86_64".
std::string describeImage(const LibraryImage &Image);

} // namespace aoti
