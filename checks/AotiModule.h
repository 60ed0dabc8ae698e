//===- AotiModule.h - the checks as a clang-tidy module -----------*- C++ -*-===//
#pragma once

namespace aoti {

/// Makes the linker keep the registration of the module; the tool calls it, the plugin need not.
void registerAotiModule();

} // namespace aoti
