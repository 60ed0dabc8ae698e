//===- TritonBody.h - what a kernel does with memory --------------*- C++ -*-===//
//
// One walk through the statements of a kernel: every access with the index that it goes
// to, its mask and the assertions before it, as expressions over the parameters, the
// number of the program, and lanes.
//
// A tensor of Triton has a value for each lane. It is held as one expression over
// symbols that stand for the lanes: `tl.arange(0, XBLOCK)` is a symbol from 0 to
// XBLOCK - 1, the same wherever the same range lies along the same dimension. So an
// index and its mask speak of the same lane. A variable that is such a range and
// something before it, `xindex = xoffset + tl.arange(0, XBLOCK)`, is a symbol again.
//
// Numbers from memory and from floating point are unknown values (`Expression::opaque`),
// and it is told which loads they come from. What is not understood is unknown too, and
// is counted. Nothing is ever taken for known that is not.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "Symbolic/Prover.h"
#include "Triton/TritonKernel.h"
#include "llvm/ADT/DenseMap.h"
#include <deque>

namespace aoti {

/// What an unknown value comes from; several may hold.
namespace triton_origin {
enum : unsigned {
  Memory = 1,  ///< what was loaded, or computed from that
  Float = 2,   ///< floating point
  Random = 4,  ///< random numbers
  Loop = 8,    ///< what a loop leaves behind, or carries from one turn to the next
  Unknown = 16 ///< something that is not understood
};
} // namespace triton_origin

/// A condition on the values of one lane. Immutable; lives as long as the body.
struct TritonPredicate {
  enum class Kind : uint8_t {
    True,
    False,
    Compare, ///< `C`
    And,     ///< of `A` and `B`
    Or,
    Unknown ///< nothing is known of it; it is equal to those of the same `Id` and `IsNegated`
  };
  Kind K = Kind::True;
  bool IsNegated = false;
  unsigned Id = 0;
  /// What its unknown parts come from.
  unsigned Origins = 0;
  Condition C = {Condition::Zero, Expression()};
  const TritonPredicate *A = nullptr, *B = nullptr;

  bool isTrue() const { return K == Kind::True; }
  bool isFalse() const { return K == Kind::False; }
  /// Appends comparisons that hold where it does; true when together they are all of it.
  bool conjuncts(llvm::SmallVectorImpl<Condition> &Into) const;
  /// Whether each part of \p Other, taken apart at `and`, is a part of this one too, so that \p
  /// Other holds where this one does.
  bool includes(const TritonPredicate &Other) const;
  /// `xindex < xnumel and ?`.
  std::string str() const;
};

/// A symbol in the expressions of a body.
struct TritonSymbol {
  enum class Kind {
    Parameter,    ///< of the kernel
    ProgramId,    ///< `tl.program_id(Axis)`: from 0 to below the grid
    ProgramCount, ///< `tl.num_programs(Axis)`: the grid
    Lane,         ///< from `First` to below `First + Size`
    Loop          ///< the variable of a loop
  };
  Kind K = Kind::Parameter;
  Expression Symbol = {};
  /// For parameters the number of it; for programs the axis; for loops the number of the loop; for
  /// lanes the dimension, the last one being 0.
  unsigned Number = 0;
  /// For lanes. `First` is 0 for a plain range.
  Expression First = {}, Size = {};
  /// For lanes whose `First` is not 0: the symbol of the plain range.
  Expression Range = {};
  /// Of the values that it can have; open where that depends on others.
  ::aoti::Range Known = {};
};

/// `for Variable in range(First, End, Step)`.
struct TritonLoop {
  const PythonStmt *Statement = nullptr;
  /// The loop around it; -1 for none.
  int Outer = -1;
  /// None for `while` and for loops over something else.
  Expression Variable;
  /// None where they are not understood.
  Expression First, End, Step;
};

struct TritonAccess {
  enum class Kind {
    Load,
    Store,
    Atomic,
    /// A function that gets at memory through a pointer by itself: a search in a sorted tensor, a
    /// barrier. Where it reads and writes is not known.
    Call
  };
  Kind K = Kind::Load;
  /// The call.
  const PythonExpr *Call = nullptr;
  /// "tl.load", "tl.atomic_add".
  std::string Function;
  /// The parameter that the pointer comes from; -1 where that is not known.
  int Parameter = -1;
  /// How many elements of the parameter's type lie between its pointer and the lane's element; none
  /// where that is not known. It may have unknown values in it: see `Origins`.
  Expression Index;
  /// What its unknown values come from; 0 when it has none.
  unsigned Origins = 0;
  /// The accesses that loaded them.
  llvm::SmallVector<unsigned, 2> Loads;
  /// Bits of the integer that was added to the pointer last: 32 or 64; 0 for constants.
  unsigned IndexBits = 0;
  /// The lanes that take part; never null.
  const TritonPredicate *Mask = nullptr;
  /// Where the access is reached: the branches around it. Never null.
  const TritonPredicate *Path = nullptr;
  /// The innermost loop around it; -1 for none.
  int Loop = -1;

  /// Whether it is known where it goes, but for numbers from memory or at random.
  bool isUnderstood() const {
    constexpr unsigned Computed = triton_origin::Float | triton_origin::Loop;
    return Index && (Origins & triton_origin::Unknown) == 0 &&
           ((Origins & Computed) == 0 || (Origins & triton_origin::Memory) != 0);
  }
  bool writes() const { return K == Kind::Store || K == Kind::Atomic; }
};

/// `tl.device_assert(Condition, Message)`.
struct TritonAssert {
  enum class Kind {
    Device, ///< checked when the kernel runs, if it was compiled so: `TritonKernel::assertsIndices`
    Static, ///< checked by the compiler
    Assume  ///< promised to the compiler, and checked by nobody
  };
  Kind K = Kind::Device;
  const PythonExpr *Call = nullptr;
  /// Never null. Those of generated kernels have the form `Bound or not Mask`: see `bound`.
  const TritonPredicate *Condition = nullptr;
  std::string Message;
  const TritonPredicate *Path = nullptr;
  int Loop = -1;
  /// How many accesses stand before it.
  unsigned Position = 0;
};

/// An operation on integers of fewer than 64 bits: it wraps around where its mathematical value
/// does not fit.
struct TritonArithmetic {
  const PythonExpr *Node = nullptr;
  /// The mathematical value.
  Expression Value;
  unsigned Bits = 32;
  bool IsUnsigned = false;
  /// Whether an address, or the bound of a loop, is computed from it.
  bool FeedsAddress = false;
  /// Whether it is a conversion from more bits.
  bool IsConversion = false;
  const TritonPredicate *Path = nullptr;
  int Loop = -1;
};

/// Of how much everything is known.
struct TritonFigure {
  /// Accesses with an index of their own: all but calls.
  unsigned Accesses = 0, Understood = 0;
  /// Statements that were not read, or whose effect is not followed.
  unsigned OpaqueStatements = 0;
  /// Calls that get at memory and are not understood.
  unsigned OpaqueCalls = 0;
  /// Whether the walk was given up, since it took too long: there are accesses that are not told
  /// of.
  bool IsCut = false;
};

class TritonBody {
public:
  /// Walks through a kernel, in time linear in its length, but for functions that it calls and for
  /// branches that make a pointer another one, of which only so many are followed.
  /// \param Context must outlive the body. Symbols are its own: those of two bodies differ.
  TritonBody(const TritonKernel &Kernel, ExpressionContext &Context);
  TritonBody(const TritonBody &) = delete;

  const TritonKernel &kernel() const { return Kernel; }
  const std::vector<TritonSymbol> &symbols() const { return Symbols; }
  /// The symbol of an expression that is one; null if it is none of this body.
  const TritonSymbol *symbol(Expression E) const;
  /// The symbol of an integer parameter, or the constant that the kernel was compiled for; none for
  /// pointers, for others, and for constexpr parameters that are no integers.
  Expression parameter(unsigned Number) const { return ParameterValues[Number]; }

  /// In the order of the walk. Where branches choose between pointers, an access stands there once
  /// for each choice.
  const std::vector<TritonAccess> &accesses() const { return Accesses; }
  const std::vector<TritonAssert> &asserts() const { return Asserts; }
  const std::vector<TritonLoop> &loops() const { return Loops; }
  const std::vector<TritonArithmetic> &arithmetic() const { return Arithmetic; }
  const TritonFigure &figure() const { return Figure; }

  /// Appends the comparisons of an assertion of the form `Bound or not Mask`, as torch writes them,
  /// or without a mask.
  /// \returns what excuses a lane from them, `not Mask`; null for nothing.
  static const TritonPredicate *bound(const TritonAssert &A,
                                      llvm::SmallVectorImpl<::aoti::Condition> &Into);

  /// Appends the assertions that hold at an access for the lanes that take part in it: those that
  /// stand before it, on its path and in its loops, and whose mask the access has too.
  void assertsAt(const TritonAccess &A, llvm::SmallVectorImpl<const TritonAssert *> &Into) const;

  /// Appends what holds at an access whatever is asserted: its mask, its path, and that lanes,
  /// programs and loops stay within their ends. Loops are told to \p Into as progressions. That
  /// `xindex` lies in the block of its program is left out where a comparison bounds it and nothing
  /// else depends on the program: there is a program for each value then.
  /// \returns whether that is everything that decides whether the access happens. If not, one may
  /// prove with it, but not refute: there may be more that keeps the access from happening.
  bool assume(const TritonAccess &A, Assumptions &Into) const {
    return assume(A.Index, A.Mask, A.Path, A.Loop, Into);
  }
  /// The same for an expression at any place; \p Mask may be null.
  bool assume(Expression About, const TritonPredicate *Mask, const TritonPredicate *Path, int Loop,
              Assumptions &Into) const;

private:
  friend class TritonWalk;
  const TritonKernel &Kernel;
  ExpressionContext &Context;
  std::deque<TritonPredicate> Predicates;
  std::vector<TritonSymbol> Symbols;
  llvm::DenseMap<const symbolic::Node *, unsigned> SymbolNumber;
  std::vector<Expression> ParameterValues;
  std::vector<TritonAccess> Accesses;
  std::vector<TritonAssert> Asserts;
  std::vector<TritonLoop> Loops;
  std::vector<TritonArithmetic> Arithmetic;
  TritonFigure Figure;
};

} // namespace aoti
