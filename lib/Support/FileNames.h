//===- FileNames.h - what the name of a file says -----------------*- C++ -*-===//
//
// Questions that more than one stage asks of the names of files.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "llvm/ADT/StringRef.h"

namespace aoti {

/// True for the names of headers of C++ and CUDA, by their endings.
bool isHeaderName(llvm::StringRef FileName);

/// True for a header of torch's C++ interface, as an include names it.
bool isTorchHeader(llvm::StringRef Include);

} // namespace aoti
