#include "Facts/ConstantSummary.h"
#include "Facts/Dtype.h"
#include "llvm/Support/CheckedArithmetic.h"

namespace aoti {

std::optional<uint64_t> ConstantSummary::numElements() const {
  if (!Shape)
    return std::nullopt;
  std::optional<uint64_t> Count = 1;
  for (int64_t Size : *Shape) {
    if (Size < 0)
      return std::nullopt;
    if (Size == 0)
      return 0;
    if (Count)
      Count = llvm::checkedMulUnsigned<uint64_t>(*Count, static_cast<uint64_t>(Size));
  }
  return Count;
}

std::optional<uint64_t> ConstantSummary::extentBytes() const {
  std::optional<unsigned> Item = Dtype ? itemSize(*Dtype) : std::nullopt;
  std::optional<uint64_t> Count = numElements();
  if (!Item || !Shape || !Stride || !Offset || *Offset < 0 || Shape->size() != Stride->size() ||
      Layout != "strided" || !Count)
    return std::nullopt;
  if (*Count == 0)
    return 0;
  std::optional<uint64_t> Last = static_cast<uint64_t>(*Offset);
  for (size_t D = 0; D < Shape->size() && Last; ++D) {
    if ((*Stride)[D] < 0)
      return std::nullopt;
    Last = llvm::checkedMulAddUnsigned<uint64_t>(static_cast<uint64_t>((*Shape)[D] - 1),
                                                 static_cast<uint64_t>((*Stride)[D]), *Last);
  }
  std::optional<uint64_t> Elements =
      Last ? llvm::checkedAddUnsigned<uint64_t>(*Last, 1) : std::nullopt;
  return Elements ? llvm::checkedMulUnsigned<uint64_t>(*Elements, *Item) : std::nullopt;
}

} // namespace aoti
