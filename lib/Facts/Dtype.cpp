#include "Facts/Dtype.h"
#include "llvm/ADT/StringSwitch.h"

using llvm::StringRef;

namespace aoti {

std::optional<unsigned> itemSize(StringRef DtypeName) {
  return llvm::StringSwitch<std::optional<unsigned>>(DtypeName)
      .Case("uint8", 1)
      .Case("int8", 1)
      .Case("bool", 1)
      .Case("float8_e4m3fn", 1)
      .Case("float8_e5m2", 1)
      .Case("float8_e4m3fnuz", 1)
      .Case("float8_e5m2fnuz", 1)
      .Case("float8_e8m0fnu", 1)
      .Case("float4_e2m1fn_x2", 1)
      .Case("qint8", 1)
      .Case("quint8", 1)
      .Case("int16", 2)
      .Case("uint16", 2)
      .Case("float16", 2)
      .Case("bfloat16", 2)
      .Case("half", 2)
      .Case("int32", 4)
      .Case("uint32", 4)
      .Case("float32", 4)
      .Case("complex32", 4)
      .Case("qint32", 4)
      .Case("int64", 8)
      .Case("uint64", 8)
      .Case("float64", 8)
      .Case("complex64", 8)
      .Case("complex128", 16)
      .Default(std::nullopt);
}

bool isIntegralDtype(StringRef DtypeName) {
  return DtypeName.starts_with("int") || DtypeName.starts_with("uint") || DtypeName == "bool";
}

} // namespace aoti
