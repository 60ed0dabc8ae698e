//===- Interval.h - arithmetic of ends that may be open -----------*- C++ -*-===//
//
// Internal to lib/Symbolic: intervals of integers in 128 bits; an end that does
// not fit becomes open, so that a result always holds all values.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "Symbolic/Nodes.h"
#include <optional>

namespace aoti::symbolic {

/// The integers from Lo to Hi, both included; a missing end is open.
struct Interval {
  std::optional<Int128> Lo;
  std::optional<Int128> Hi;

  static Interval exactly(Int128 V) { return {V, V}; }
  static Interval of(Range R) {
    Interval I;
    if (R.Lo)
      I.Lo = *R.Lo;
    if (R.Hi)
      I.Hi = *R.Hi;
    return I;
  }
  /// Ends that do not fit in 64 bits are open there.
  Range range() const {
    Range R;
    if (Lo && fits64(*Lo))
      R.Lo = static_cast<int64_t>(*Lo);
    if (Hi && fits64(*Hi))
      R.Hi = static_cast<int64_t>(*Hi);
    return R;
  }
  bool isEmpty() const { return Lo && Hi && *Lo > *Hi; }
  /// Keeps what lies in \p Other too; true when that is less.
  bool narrow(const Interval &Other) {
    bool Changed = false;
    if (Other.Lo && (!Lo || *Other.Lo > *Lo)) {
      Lo = Other.Lo;
      Changed = true;
    }
    if (Other.Hi && (!Hi || *Other.Hi < *Hi)) {
      Hi = Other.Hi;
      Changed = true;
    }
    return Changed;
  }
};

Interval operator+(const Interval &A, const Interval &B);
Interval operator*(const Interval &A, const Interval &B);
/// The interval of x ** N for N >= 1.
Interval power(const Interval &A, unsigned N);
/// Quotients with a divisor that is known to be at least 1; its interval may say less.
Interval divide(const Interval &A, Interval B, bool Floor);
Interval unite(const Interval &A, const Interval &B);
Interval minimum(const Interval &A, const Interval &B);
Interval maximum(const Interval &A, const Interval &B);

} // namespace aoti::symbolic
