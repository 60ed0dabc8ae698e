#include "Facts/Dtype.h"
#include "llvm/ADT/StringSwitch.h"

using llvm::StringRef;

namespace aoti {

std::optional<unsigned> itemSize(StringRef DtypeName) {
  return llvm::StringSwitch<std::optional<unsigned>>(DtypeName)
      .Cases({"uint8", "int8", "bool", "float8_e4m3fn", "float8_e5m2", "float8_e4m3fnuz",
              "float8_e5m2fnuz", "float8_e8m0fnu", "float4_e2m1fn_x2", "qint8", "quint8"},
             1)
      .Cases({"int16", "uint16", "float16", "bfloat16", "half"}, 2)
      .Cases({"int32", "uint32", "float32", "complex32", "qint32"}, 4)
      .Cases({"int64", "uint64", "float64", "complex64"}, 8)
      .Case("complex128", 16)
      .Default(std::nullopt);
}

bool isIntegralDtype(StringRef DtypeName) {
  return DtypeName.starts_with("int") || DtypeName.starts_with("uint") || DtypeName == "bool";
}

} // namespace aoti
