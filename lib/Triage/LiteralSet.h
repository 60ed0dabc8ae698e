//===- LiteralSet.h - many texts looked for at once ---------------*- C++ -*-===//
#pragma once

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include <array>
#include <cstdint>
#include <vector>

namespace aoti {

/// Finds all occurrences of a set of texts in one pass (Aho and Corasick): the time does not depend
/// on how many texts there are.
class LiteralSet {
public:
  /// \param Literals none of them empty; the same text may stand there more than once.
  explicit LiteralSet(llvm::ArrayRef<llvm::StringRef> Literals);

  /// Calls \p Found with the number of a literal and the offset behind it.
  /// \returns how many bytes at the end of the text are the beginning of a literal.
  size_t scan(llvm::StringRef Text, llvm::function_ref<void(unsigned, size_t)> Found) const;

private:
  using State = uint32_t;
  State step(State S, char C) const {
    return Next[S * Width + Class[static_cast<unsigned char>(C)]];
  }

  /// Bytes that stand in no literal are one class.
  std::array<uint8_t, 256> Class{};
  size_t Width = 1;
  std::vector<State> Next;
  std::vector<uint16_t> Depth;
  /// The literals that end in a state, and the next shorter state in which one ends.
  std::vector<std::vector<unsigned>> Ending;
  std::vector<State> Shorter;
};

} // namespace aoti
