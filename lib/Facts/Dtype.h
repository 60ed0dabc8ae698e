//===- Dtype.h - element types by their names in torch ------------*- C++ -*-===//
#pragma once

#include "llvm/ADT/StringRef.h"
#include <optional>

namespace aoti {

/// Size in bytes of an element of a dtype by its name ("float32"); nullopt for unknown ones.
std::optional<unsigned> itemSize(llvm::StringRef DtypeName);

/// Whether torch counts a dtype among the integers (`c10::isIntegralType` with bool): not quantised
/// ones.
bool isIntegralDtype(llvm::StringRef DtypeName);

} // namespace aoti
