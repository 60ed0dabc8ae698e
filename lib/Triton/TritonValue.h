//===- TritonValue.h - values while a kernel is walked ------------*- C++ -*-===//
//
// Internal to lib/Triton.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "Triton/TritonBody.h"
#include <memory>

namespace aoti {

/// A pointer to a block, with the tensor that it lies in: `tl.make_block_ptr`, or a descriptor.
struct TritonBlock {
  llvm::SmallVector<Expression, 3> Shape, Strides, Offsets, Sizes;
  bool IsDescriptor = false;
};

struct TritonValue {
  enum class Kind : uint8_t {
    Unknown, ///< may be a number; `E` where it was used as one
    Integer,
    Float,
    Boolean,
    Pointer,
    Block,
    Tuple,
    String,
    Type, ///< `Text` is "int32"
    None,
    Name ///< a function or a module; `Text` is its path
  };
  static constexpr unsigned NoOperation = ~0u;

  Kind K = Kind::Unknown;
  /// Of integers; 0 for numbers of Python, which take the type of what they meet.
  uint8_t Bits = 0;
  bool IsUnsigned = false;
  uint8_t Rank = 0;
  /// See `triton_origin`.
  uint8_t Origins = 0;
  /// For pointers the parameter.
  int16_t Base = -1;
  /// The operation that computed it, as a number in the list of the walk.
  unsigned Operation = NoOperation;
  /// An integer, or the offset of a pointer.
  Expression E;
  const TritonPredicate *P = nullptr;
  /// At most a few; more are left out.
  llvm::SmallVector<unsigned, 2> Loads;
  llvm::StringRef Text;
  std::shared_ptr<std::vector<TritonValue>> Items;
  std::shared_ptr<TritonBlock> Block;

  bool is(Kind Which) const { return K == Which; }
  bool isNumber() const {
    return K == Kind::Integer || K == Kind::Boolean || K == Kind::Unknown || K == Kind::Float;
  }
  /// A number of Python, or a constant of the compiler.
  bool isPython() const { return K == Kind::Integer && Bits == 0; }
};

} // namespace aoti
