//===- InputContract.h - what a model takes for its inputs --------*- C++ -*-===//
//
// All that a wrapper needs of its inputs, from whatever tells it, and what tests it:
// the input checks, assertions and exceptions of `run_impl`, the sizes that it reads
// and divides. Most of it is tested only where AOTI_RUNTIME_CHECK_INPUTS is set, and some
// of it by nothing at all.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "Facts/BufferFacts.h"
#include "Facts/InputChecks.h"
#include "Facts/InputTree.h"
#include <optional>
#include <string>
#include <vector>

namespace aoti {

/// One thing that a model needs of an input.
struct Requirement {
  enum class Kind {
    Dtype,    ///< `Text`: "float32"
    Device,   ///< `Text`: "cuda"
    Rank,     ///< exactly `Number` dimensions
    MinRank,  ///< at least `Number` dimensions
    Size,     ///< the size is `Number`
    AtLeast,  ///< the size is at least `Number`
    AtMost,   ///< the size is at most `Number`
    EqualTo,  ///< the size is `Value`, in sizes of inputs
    Multiple, ///< `Value`, the size or a part of it, is a multiple of `Number`
    Stride,   ///< the stride is `Value`
    Elements, ///< it has `Number` elements in all
    Aligned,  ///< its data lies at a multiple of `Number` bytes
    Content   ///< its single element is from `Number` to `Limit`
  };
  Kind K;
  unsigned Input = 0;
  /// -1 for what is not about one dimension.
  int Dimension = -1;
  std::string Text;
  std::optional<int64_t> Number, Limit;
  Expression Value;
  /// When a run tests it; none where nothing does.
  std::optional<RunsWhen> Tested;
  /// The test; for what nothing tests, the code that needs it.
  clang::SourceRange At;
  /// Whether nothing in the source says it: the generator reads each size that is no function of
  /// those read before, and there is one such function that fits.
  bool IsInferred = false;
};

/// A size or a stride of an input that others are measured by.
struct ContractSymbol {
  Expression Symbol;
  unsigned Input = 0, Dimension = 0;
  bool IsStride = false;
  /// For what is solved for: `Numerator`, in the size of that dimension, divided by `Divisor`.
  Expression Numerator;
  int64_t Divisor = 0;
  clang::SourceRange At;
};

struct ContractInput {
  unsigned Index = 0;
  /// In `inputs_info_`, else that of the variable; may be empty.
  std::string Name;
  /// How Python gets at it, see InputTree; empty where that is not known.
  std::string Path;
  clang::SourceRange At;
};

class InputContract {
public:
  explicit InputContract(TuFacts &Facts);

  const InputChecks &checks() const { return Checks; }
  /// `run_impl` with what it does; null if there is none.
  const FunctionBuffers *run() const { return Run; }
  /// In their order.
  const std::vector<ContractInput> &inputs() const { return Inputs; }
  /// The arguments of a call; none where they are not told.
  const std::optional<InputTree> &tree() const { return Tree; }
  /// By input, kind and dimension.
  const std::vector<Requirement> &requirements() const { return Requirements; }
  /// By input; one that is solved for behind the size that it is computed from.
  const std::vector<ContractSymbol> &symbols() const { return Symbols; }

  /// How a message names an input: `'x'`, or `input 3`.
  std::string nameOf(unsigned Input) const;
  /// An expression in sizes of inputs, as a person reads it: `size 0 of 'x'`, `2*(size 0 of 'x')`.
  std::string describe(Expression E) const;
  /// What is needed, without the name of the input: "size 0 is a multiple of 2".
  std::string describe(const Requirement &R) const;

private:
  friend class ContractReader;
  InputChecks Checks;
  const FunctionBuffers *Run = nullptr;
  std::vector<ContractInput> Inputs;
  std::optional<InputTree> Tree;
  std::vector<Requirement> Requirements;
  std::vector<ContractSymbol> Symbols;
};

} // namespace aoti
