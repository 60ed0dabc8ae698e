//===- LaunchTrace.h - from a kernel back to the inputs -----------*- C++ -*-===//
//
// The notes that lead from a kernel of the device to the call that launches it, to the
// number that it gets and to the size of an input that this comes from.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "Facts/LaunchFacts.h"
#include "Finding/AotiCheck.h"

namespace aoti {

/// The argument of a call that a parameter of the helper of this name gets; null if there is none.
const ScalarArgument *scalarArgument(const LaunchCall &C, llvm::StringRef Parameter);

/// The same for a parameter of the kernel.
const ScalarArgument *scalarArgument(const LaunchCall &C, const TritonParameter &P);

/// The name of a kernel in quotes, as far as it is known.
std::string kernelName(const KernelLaunch &L);

/// A note and a step of the flow at the same place.
void addStep(CodeFinding &F, clang::CharSourceRange At, const std::string &Message);

/// Says of each size among \p Values where it is read, of which input it is, and what the checks
/// admit.
void addSizes(CodeFinding &F, const LaunchCall &C, const Assignment &Values, TuFacts &Facts);

/// Says from which nodes of the model's graph the kernel was made, as far as the package tells.
void addSourceNodes(CodeFinding &F, const LaunchCall &C, TuFacts &Facts);

/// Whether the checks bound every size in an expression from above by something that a tensor can
/// have.
bool isBoundedAbove(const FunctionBuffers &In, Expression E);

/// What to do about sizes that are too large or too small: \p OfSizes, or for those that are data,
/// which no check of an input can bound, something else.
std::string adviceOn(const FunctionBuffers &Buffers, const Assignment &Values,
                     llvm::StringRef OfSizes);

/// "for s0 = 0 "; empty where no size takes part.
std::string forSizes(const FunctionBuffers &Buffers, const Assignment &Values);

} // namespace aoti
