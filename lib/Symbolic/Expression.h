//===- Expression.h - integer expressions over sizes --------------*- C++ -*-===//
//
// Sizes, strides, offsets and indices as polynomials with integer coefficients
// over symbols and over what is not a polynomial: quotients, minima, maxima,
// choices, and values of which nothing is known. An expression stands for a
// mathematical integer: the wrap-around of a machine type is not part of it.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>

namespace llvm {
class raw_ostream;
}

namespace aoti {

class ExpressionContext;

namespace symbolic {
struct Node;
struct ContextImpl;
} // namespace symbolic

/// The integers from `Lo` to `Hi`, both included; a missing end is open.
struct Range {
  std::optional<int64_t> Lo;
  std::optional<int64_t> Hi;

  static Range all() { return {}; }
  static Range exactly(int64_t Value) { return {Value, Value}; }
  static Range atLeast(int64_t Value) { return {Value, std::nullopt}; }
  static Range between(int64_t Lo, int64_t Hi) { return {Lo, Hi}; }

  /// True when no integer lies in it.
  bool isEmpty() const { return Lo && Hi && *Lo > *Hi; }
  bool contains(int64_t Value) const { return !(Lo && Value < *Lo) && !(Hi && Value > *Hi); }
  /// The integers that lie in both.
  Range intersect(Range Other) const;
  /// `[2, 64]`, `[2, ...]`, `[..., 64]`, `[..., ...]`.
  std::string str() const;
  friend bool operator==(const Range &A, const Range &B) { return A.Lo == B.Lo && A.Hi == B.Hi; }
};

/// What an expression is at its root.
enum class ExpressionKind {
  Constant, ///< one integer
  Symbol,   ///< one symbol
  Opaque,   ///< one unknown value
  FloorDiv, ///< one quotient, rounded down
  TruncDiv, ///< one quotient, rounded towards zero, as C++ does
  Min,
  Max,
  Select,
  Polynomial ///< a sum or a product
};

/// An integer expression in normal form. A pointer in size, immutable, valid as long as its
/// context. Two expressions of one context are `==` exactly when their normal forms are equal;
/// unequal ones may still have equal values (see `provesEqual`).
///
/// An operation whose coefficients leave 64 bits gives a fresh opaque value: nothing is known of
/// it, and it equals nothing else, so that nothing wrong can follow from it.
///
/// A quotient has a meaning only where its divisor is not zero. What is said of an expression is
/// said of the places where it has a meaning; what cancels out (`0 * (a / b)`) asks for none.
class Expression {
public:
  /// No expression; only assignment, comparison and the test for it are allowed.
  Expression() = default;
  explicit operator bool() const { return N != nullptr; }

  ExpressionContext &context() const;
  ExpressionKind kind() const;

  bool isConstant() const { return kind() == ExpressionKind::Constant; }
  bool isSymbol() const { return kind() == ExpressionKind::Symbol; }
  bool isOpaque() const { return kind() == ExpressionKind::Opaque; }
  /// The value of a constant.
  std::optional<int64_t> constantValue() const;
  /// The name of a symbol or of an opaque value; empty for everything else.
  llvm::StringRef name() const;
  /// The number of a symbol, distinct for distinct symbols of a context. Only for symbols.
  unsigned symbolId() const;

  /// True when an unknown value takes part anywhere in it.
  bool hasOpaque() const;
  /// True when \p Symbol takes part anywhere in it.
  bool dependsOn(Expression Symbol) const;
  /// The symbols that take part anywhere in it, in the order of their creation.
  llvm::SmallVector<Expression, 4> symbols() const;
  /// The number of its terms, a constant term included.
  unsigned termCount() const;
  /// Its constant term, 0 when it has none.
  int64_t constantTerm() const;
  /// The greatest common divisor of the coefficients of all its terms; 0 for the constant 0.
  /// `16*s0 + 8` has content 8: its value is a multiple of 8 whatever `s0` is.
  uint64_t content() const;

  /// A readable form: `16*s77 + 4`, `(s0 + 3) / 4`, `s0 % 8`, `max(s0, 2)`, `align(4*s31, 64)`.
  std::string str() const;
  void print(llvm::raw_ostream &OS) const;
  /// The same as an expression of Python, with \p Name for each symbol; none where an unknown value
  /// or a division that rounds towards zero takes part.
  std::optional<std::string> python(const std::function<std::string(Expression)> &Name) const;

  friend bool operator==(Expression A, Expression B) { return A.N == B.N; }
  friend bool operator!=(Expression A, Expression B) { return A.N != B.N; }

  const symbolic::Node *node() const { return N; }
  explicit Expression(const symbolic::Node *N) : N(N) {}

private:
  const symbolic::Node *N = nullptr;
};

Expression operator+(Expression A, Expression B);
Expression operator-(Expression A, Expression B);
Expression operator*(Expression A, Expression B);
Expression operator-(Expression A);
Expression operator+(Expression A, int64_t B);
Expression operator-(Expression A, int64_t B);
Expression operator*(Expression A, int64_t B);
inline Expression operator+(int64_t A, Expression B) { return B + A; }
inline Expression operator-(int64_t A, Expression B) { return -B + A; }
inline Expression operator*(int64_t A, Expression B) { return B * A; }
inline Expression &operator+=(Expression &A, Expression B) { return A = A + B; }
inline Expression &operator-=(Expression &A, Expression B) { return A = A - B; }
inline Expression &operator*=(Expression &A, Expression B) { return A = A * B; }
inline llvm::raw_ostream &operator<<(llvm::raw_ostream &OS, Expression E) {
  E.print(OS);
  return OS;
}

/// \p A divided by \p B, rounded down, as Python's `//` and `c10::div_floor_integer`.
Expression floorDiv(Expression A, Expression B);
Expression floorDiv(Expression A, int64_t B);
/// \p A divided by \p B, rounded up.
Expression ceilDiv(Expression A, Expression B);
Expression ceilDiv(Expression A, int64_t B);
/// `A - B * floorDiv(A, B)`, as Python's `%`.
Expression floorMod(Expression A, Expression B);
Expression floorMod(Expression A, int64_t B);
/// \p A divided by \p B, rounded towards zero, as C++'s `/`. Equal to `floorDiv` where \p A is not
/// negative and \p B is positive, which `Prover` and `simplify` find out under assumptions.
Expression truncDiv(Expression A, Expression B);
/// `A - B * truncDiv(A, B)`, as C++'s `%`.
Expression truncRem(Expression A, Expression B);
Expression min(Expression A, Expression B);
Expression max(Expression A, Expression B);
/// \p A, rounded up to a multiple of \p Alignment: `(A + Alignment - 1) & -Alignment` for the
/// powers of two. \p Alignment is positive.
Expression align(Expression A, int64_t Alignment);

/// A comparison of two expressions.
struct Condition {
  enum Kind { NonNegative, Negative, Zero, NonZero };
  Kind K;
  Expression E; ///< what is compared with zero

  static Condition le(Expression A, Expression B) { return {NonNegative, B - A}; }
  static Condition lt(Expression A, Expression B) { return {Negative, A - B}; }
  static Condition ge(Expression A, Expression B) { return {NonNegative, A - B}; }
  static Condition gt(Expression A, Expression B) { return {Negative, B - A}; }
  static Condition eq(Expression A, Expression B) { return {Zero, A - B}; }
  static Condition ne(Expression A, Expression B) { return {NonZero, A - B}; }
  /// The condition that holds exactly when this one does not.
  Condition negate() const;
};

/// \p A where \p C holds, otherwise \p B.
Expression select(Condition C, Expression A, Expression B);

/// \p E with every occurrence of a symbol replaced by what \p Replacement gives for it; a symbol
/// for which it gives none stays. Replacements are of the same context, and not replaced again.
Expression substitute(Expression E, llvm::function_ref<Expression(Expression)> Replacement);

/// Values of symbols.
class Assignment {
public:
  /// Gives \p Symbol a value, in place of the one that it has.
  void set(Expression Symbol, int64_t Value);
  std::optional<int64_t> lookup(Expression Symbol) const;
  llvm::ArrayRef<std::pair<Expression, int64_t>> values() const { return Values; }
  /// `s77 = 65, s3 = 2`, in the order in which they were set.
  std::string str() const;

private:
  llvm::SmallVector<std::pair<Expression, int64_t>, 4> Values;
};

/// The exact value of \p E. None when a symbol has no value, when an unknown value or a division
/// by zero is met, or when a value met on the way does not fit in 64 bits.
std::optional<int64_t> evaluate(Expression E, const Assignment &Values);

/// Owns expressions. Not for use by several threads at a time; one per translation unit will do.
class ExpressionContext {
public:
  ExpressionContext();
  ~ExpressionContext();
  ExpressionContext(const ExpressionContext &) = delete;
  ExpressionContext &operator=(const ExpressionContext &) = delete;

  Expression constant(int64_t Value);
  /// The symbol of that name, the same for every call.
  Expression symbol(llvm::StringRef Name);
  /// A new symbol, different from all others, that is printed as \p Name: a loop variable.
  Expression freshSymbol(llvm::StringRef Name);
  /// A new value of which only a range is known. No statement about one is ever refuted.
  Expression opaque(llvm::StringRef Name, Range Known = Range::all());

  /// Bytes used by all expressions so far.
  size_t memoryUsed() const;

  symbolic::ContextImpl &impl() { return *Impl; }

private:
  std::unique_ptr<symbolic::ContextImpl> Impl;
};

} // namespace aoti
