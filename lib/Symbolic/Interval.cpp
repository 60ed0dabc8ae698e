//===- Interval.cpp - arithmetic of ends that may be open -----------------===//
#include "Symbolic/Interval.h"
#include <algorithm>

namespace aoti::symbolic {

namespace {

using End = std::optional<Int128>;

End add(End A, End B) {
  Int128 R;
  if (!A || !B || __builtin_add_overflow(*A, *B, &R))
    return std::nullopt;
  return R;
}

/// An end with the infinities as values, for products.
struct Extended {
  int Infinity = 0; ///< -1, 0 or 1
  Int128 V = 0;

  int sign() const { return Infinity ? Infinity : (V > 0) - (V < 0); }
};

Extended lower(const Interval &I) { return I.Lo ? Extended{0, *I.Lo} : Extended{-1, 0}; }
Extended upper(const Interval &I) { return I.Hi ? Extended{0, *I.Hi} : Extended{1, 0}; }

Extended multiply(Extended A, Extended B) {
  int Sign = A.sign() * B.sign();
  if (Sign == 0)
    return {0, 0};
  Int128 R;
  if (A.Infinity || B.Infinity || __builtin_mul_overflow(A.V, B.V, &R))
    return {Sign, 0};
  return {0, R};
}

bool less(const Extended &A, const Extended &B) {
  if (A.Infinity != B.Infinity)
    return A.Infinity < B.Infinity;
  return !A.Infinity && A.V < B.V;
}

} // namespace

Interval operator+(const Interval &A, const Interval &B) {
  return {add(A.Lo, B.Lo), add(A.Hi, B.Hi)};
}

Interval operator*(const Interval &A, const Interval &B) {
  Extended Products[] = {multiply(lower(A), lower(B)), multiply(lower(A), upper(B)),
                         multiply(upper(A), lower(B)), multiply(upper(A), upper(B))};
  auto [Min, Max] = std::minmax_element(std::begin(Products), std::end(Products), less);
  Interval R;
  // An end that is infinite on the other side comes from a product that did not fit.
  if (!Min->Infinity)
    R.Lo = Min->V;
  if (!Max->Infinity)
    R.Hi = Max->V;
  return R;
}

Interval power(const Interval &A, unsigned N) {
  Interval R = A;
  for (unsigned I = 1; I < N; ++I)
    R = R * A;
  if (N % 2 == 0)
    R.narrow({Int128(0), std::nullopt});
  return R;
}

Interval divide(const Interval &A, Interval B, bool Floor) {
  if (!B.Lo || *B.Lo < 1)
    B.Lo = 1;
  auto Quotient = [Floor](Int128 X, Int128 Y) { return Floor ? floorDivide(X, Y) : X / Y; };
  Interval R;
  // The quotient grows with the dividend; with the divisor it moves towards zero.
  if (A.Lo) {
    if (*A.Lo < 0)
      R.Lo = Quotient(*A.Lo, *B.Lo);
    else
      R.Lo = B.Hi ? Quotient(*A.Lo, std::max<Int128>(*B.Hi, 1)) : Int128(0);
  }
  if (A.Hi) {
    if (*A.Hi >= 0)
      R.Hi = Quotient(*A.Hi, *B.Lo);
    else if (B.Hi)
      R.Hi = Quotient(*A.Hi, std::max<Int128>(*B.Hi, 1));
    else
      R.Hi = Floor ? -1 : 0;
  }
  return R;
}

Interval unite(const Interval &A, const Interval &B) {
  Interval R;
  if (A.Lo && B.Lo)
    R.Lo = std::min(*A.Lo, *B.Lo);
  if (A.Hi && B.Hi)
    R.Hi = std::max(*A.Hi, *B.Hi);
  return R;
}

Interval minimum(const Interval &A, const Interval &B) {
  Interval R;
  if (A.Lo && B.Lo)
    R.Lo = std::min(*A.Lo, *B.Lo);
  R.Hi = A.Hi && B.Hi ? std::min(*A.Hi, *B.Hi) : (A.Hi ? A.Hi : B.Hi);
  return R;
}

Interval maximum(const Interval &A, const Interval &B) {
  Interval R;
  if (A.Hi && B.Hi)
    R.Hi = std::max(*A.Hi, *B.Hi);
  R.Lo = A.Lo && B.Lo ? std::max(*A.Lo, *B.Lo) : (A.Lo ? A.Lo : B.Lo);
  return R;
}

} // namespace aoti::symbolic
