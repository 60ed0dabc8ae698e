//===- Symptom.h - the messages that triage knows -----------------*- C++ -*-===//
//
// The table of messages, by the category of fault that they come of, each with its
// texts over the releases of torch, CUDA and the tools around them, and the advice
// that goes with it. Adding a message is adding a row to one of Symptoms*.cpp.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <vector>

namespace aoti {

/// A switch of torch, of a package or of the system that helps to find a fault.
struct Flag {
  /// A variable of the environment, or an option of the compiler's configuration.
  llvm::StringLiteral Name;
  llvm::StringLiteral Value;
  /// Whether it acts when the package runs; else when it is compiled.
  bool AtRunTime;
  /// Whether production can keep it; else it is to be turned off there.
  bool Keep;
  /// What it does, lower case.
  llvm::StringLiteral Purpose;
};

/// What a kind of fault means, and what to do, in order.
struct Advice {
  llvm::StringRef Meaning;
  std::vector<llvm::StringRef> Steps;
  std::vector<const Flag *> Flags;
};

/// What of a package a message speaks of, beyond what the rules of its category find there.
enum class PlaceKind {
  None,
  Assert,   ///< `condition`: an assertion of a kernel
  Memory,   ///< a launch, the one of the kernel `kernel` if that is known
  Input,    ///< `input`, `dim` and what the check says of it
  Constant, ///< `constant`: its name in the code or in the model
  Operator, ///< `op`: a custom operator
  Function, ///< `function`: a function of torch's C shim
  Message,  ///< a text that the generated code itself throws
};

/// How much a message says.
namespace weight {
/// The message names the fault and what has it.
inline constexpr unsigned Exact = 95;
/// It names the fault.
inline constexpr unsigned Clear = 88;
/// It names the kind of fault, as of a library that knows nothing of packages.
inline constexpr unsigned General = 75;
/// A person's words, or a tool's summary.
inline constexpr unsigned Words = 58;
/// It says that something failed.
inline constexpr unsigned Vague = 48;
/// What comes of a fault that another message would name.
inline constexpr unsigned Effect = 40;
/// Worth knowing, and not what made the run fail.
inline constexpr unsigned Remark = 30;
/// The call that failed, without the reason.
inline constexpr unsigned Envelope = 20;
/// Counts together with others only.
inline constexpr unsigned Context = 0;
} // namespace weight

struct Symptom {
  llvm::StringRef Id;
  /// "AOTI01".
  llvm::StringRef Category;
  /// One line, lower case.
  llvm::StringRef Title;
  unsigned Weight = weight::Clear;
  const Advice *What = nullptr;
  /// See TextPattern.h.
  std::vector<llvm::StringRef> Patterns = {};
  /// Looks at the first capture of a match, in lower case; null takes all.
  bool (*Accept)(llvm::StringRef) = nullptr;
  /// What the message says here: a sentence with `{capture}`, used if all of them are known;
  /// `{capture:device}` names a number of a device type.
  llvm::StringRef Detail = {};
  PlaceKind Place = PlaceKind::None;
  /// Of the symptoms with the same group only the weightiest counts.
  llvm::StringRef Group = {};
  /// It counts if all these were seen too, by their ids, and then these do not count by themselves.
  std::vector<llvm::StringRef> With = {};
  /// It exists only where the inputs are checked: AOTI_RUNTIME_CHECK_INPUTS=1 is no news.
  bool IsOfInputChecks = false;
};

/// All symptoms, in no particular order.
const std::vector<Symptom> &symptoms();

/// Advice for what is not known, and for what says too little.
extern const Advice UnknownAdvice;

} // namespace aoti
