//===- InputChecks.h - which inputs are looked at, and when -------*- C++ -*-===//
//
// Functions that get the handles of the inputs before the model takes them:
// `__check_inputs_outputs`, `check_input_0`… What they test is in BufferFacts; here is
// which of them run, under which condition, and which inputs they look at at all.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "clang/AST/Decl.h"
#include "clang/AST/Expr.h"
#include <deque>
#include <optional>
#include <set>
#include <vector>

namespace aoti {

class TuFacts;

/// When something in a model runs. Later ones are weaker.
enum class RunsWhen {
  Always,
  ChecksAsked, ///< the environment variable AOTI_RUNTIME_CHECK_INPUTS is set
  Sometimes    ///< under some other condition
};

/// A function that gets the handles of the inputs.
struct InputCheck {
  const clang::FunctionDecl *Function = nullptr;
  /// When it is called in a run of the model; none where nothing calls it.
  std::optional<RunsWhen> Runs;
  /// The first such call; null if there is none.
  const clang::CallExpr *Call = nullptr;
  /// Whether there is a call of it at all, be it in a function that nothing calls.
  bool IsNamed = false;
  /// The functions that it hands the handles to.
  std::vector<const clang::FunctionDecl *> Calls;
  /// When it looks at a handle in a run, its own conditions included; none where it never does.
  std::optional<RunsWhen> Looks;
  /// The inputs whose handles it looks at itself.
  std::set<unsigned> Inputs;
  /// The first look at a handle; null if it only hands them on.
  const clang::Expr *Look = nullptr;
  /// Whether it uses the handles in a way that does not tell which.
  bool LooksAnywhere = false;
};

class InputChecks {
public:
  /// Takes time linear in the size of the functions that get the handles.
  explicit InputChecks(TuFacts &Facts);

  /// `run_impl`; null if the unit has none that gets its inputs as handles.
  const clang::FunctionDecl *run() const { return Run; }
  /// `steal_from_raw_handles_to_raii_handles(input_handles, n)` in it, or what makes array
  /// references of the handles; null if there is none.
  const clang::CallExpr *steal() const { return Steal; }
  /// The n; none if it is no literal.
  std::optional<unsigned> inputCount() const { return Count; }
  /// The functions of the main file in the order of the text, then those of headers that are
  /// called.
  const std::deque<InputCheck> &checks() const { return Checks; }
  /// Null if it is none of them.
  const InputCheck *check(const clang::FunctionDecl *F) const;
  /// Whether a function that a run calls looks at an input, or may.
  bool isLookedAt(unsigned Input) const;

  /// Whether a condition asks for AOTI_RUNTIME_CHECK_INPUTS. \p Negated is then set to whether it
  /// holds where that is not set.
  static bool asksForChecks(const clang::Expr *Condition, bool &Negated);

private:
  friend class InputCheckWalk;
  const clang::FunctionDecl *Run = nullptr;
  const clang::CallExpr *Steal = nullptr;
  std::optional<unsigned> Count;
  std::deque<InputCheck> Checks;
  /// What a run looks at, itself or in the functions that it calls.
  bool LooksAnywhere = false;
  std::set<unsigned> LookedAt;
};

} // namespace aoti
