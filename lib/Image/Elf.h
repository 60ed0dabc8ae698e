//===- Elf.h - an ELF image as plain data -------------------------*- C++ -*-===//
//
// Reads the tables of an ELF file through LLVM's Object library, which checks every
// offset, into lists that refer to the bytes. For the other readers of this folder.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace aoti {

struct ElfSection {
  llvm::StringRef Name;
  uint32_t Type = 0;
  uint64_t Flags = 0;
  uint64_t Address = 0;
  /// In the file, in bytes.
  uint64_t Offset = 0;
  /// In bytes; of sections without contents the bytes that they take in memory.
  uint64_t Size = 0;
  uint64_t Alignment = 0;
  uint32_t Link = 0, Info = 0;
  /// Empty for sections without contents.
  llvm::StringRef Contents;
};

struct ElfSymbol {
  llvm::StringRef Name;
  uint64_t Value = 0;
  /// In bytes; 0 if it is not told.
  uint64_t Size = 0;
  /// `STT_…` and `STB_…`.
  uint8_t Type = 0, Binding = 0;
  uint8_t Other = 0;
  /// Index of its section, or one of the special ones (`SHN_UNDEF`, `SHN_ABS`).
  uint32_t Section = 0;
};

struct ElfSegment {
  uint64_t Offset = 0, Address = 0, FileSize = 0;
};

/// All of an ELF file that is asked for here; refers to the bytes that it was read from.
struct ElfFacts {
  bool Is64 = true;
  bool LittleEndian = true;
  uint8_t OsAbi = 0, AbiVersion = 0;
  uint16_t FileType = 0, Machine = 0;
  uint32_t Flags = 0;
  std::vector<ElfSection> Sections;
  /// Of `.symtab`; empty when it was stripped.
  std::vector<ElfSymbol> Symbols;
  /// Of `.dynsym`.
  std::vector<ElfSymbol> DynamicSymbols;
  /// Names of the libraries that it needs (`DT_NEEDED`).
  std::vector<llvm::StringRef> Needed;
  /// Those that are loaded from the file (`PT_LOAD`).
  std::vector<ElfSegment> Segments;

  const ElfSection *findSection(llvm::StringRef Name) const;
  /// The section in which a symbol lies; null for undefined and absolute ones.
  const ElfSection *sectionOf(const ElfSymbol &S) const;
};

/// Whether the bytes begin like an ELF file.
bool looksLikeElf(llvm::StringRef Bytes);

/// Fails with a text for people if a table is torn or lies outside of the file; nothing is guessed
/// then.
llvm::Expected<ElfFacts> readElf(llvm::StringRef Bytes);

} // namespace aoti
