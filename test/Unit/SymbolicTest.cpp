//===- SymbolicTest.cpp - normal forms, proofs and counterexamples --------===//
#include "Symbolic/Expression.h"
#include "Symbolic/Prover.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include <array>
#include <functional>
#include <gtest/gtest.h>
#include <random>

using namespace aoti;

namespace {

using Wide = __int128;

/// A random expression together with what it means, computed without any normal form.
struct Sample {
  Expression E;
  /// The value at a point, none where a divisor is zero.
  std::function<std::optional<Wide>(llvm::ArrayRef<int64_t>)> Value;
};

Wide floorDivide(Wide A, Wide B) {
  Wide Q = A / B;
  return A % B != 0 && ((A < 0) != (B < 0)) ? Q - 1 : Q;
}

/// Makes random expressions over given symbols.
class Maker {
public:
  Maker(ExpressionContext &Ctx, llvm::ArrayRef<Expression> Symbols, unsigned Seed)
      : Ctx(Ctx), Symbols(Symbols), Random(Seed) {}

  int64_t number(int64_t Lo, int64_t Hi) {
    return std::uniform_int_distribution<int64_t>(Lo, Hi)(Random);
  }

  Sample leaf() {
    if (number(0, 3) == 0) {
      int64_t C = number(-9, 20);
      return {Ctx.constant(C), [C](auto) { return std::optional<Wide>(C); }};
    }
    size_t I = number(0, Symbols.size() - 1);
    return {Symbols[I], [I](llvm::ArrayRef<int64_t> P) { return std::optional<Wide>(P[I]); }};
  }

  template <class F> static auto both(const Sample &A, const Sample &B, F Op) {
    return [VA = A.Value, VB = B.Value, Op](llvm::ArrayRef<int64_t> P) -> std::optional<Wide> {
      std::optional<Wide> X = VA(P), Y = VB(P);
      if (!X || !Y)
        return std::nullopt;
      return Op(*X, *Y);
    };
  }

  /// A divisor: mostly a positive number, sometimes anything.
  Sample divisor(unsigned Depth) {
    if (number(0, 3) != 0) {
      int64_t C = number(1, 8);
      return {Ctx.constant(C), [C](auto) { return std::optional<Wide>(C); }};
    }
    return make(Depth);
  }

  Sample make(unsigned Depth) {
    using R = std::optional<Wide>;
    if (Depth == 0)
      return leaf();
    switch (number(0, 15)) {
    case 0:
    case 1:
    case 2:
    case 3: {
      Sample A = make(Depth - 1), B = make(Depth - 1);
      return {A.E + B.E, both(A, B, [](Wide X, Wide Y) { return R(X + Y); })};
    }
    case 4:
    case 5: {
      Sample A = make(Depth - 1), B = make(Depth - 1);
      return {A.E - B.E, both(A, B, [](Wide X, Wide Y) { return R(X - Y); })};
    }
    case 6: {
      Sample A = make(Depth - 1), B = make(Depth - 1);
      return {A.E * B.E, both(A, B, [](Wide X, Wide Y) { return R(X * Y); })};
    }
    case 7: {
      Sample A = make(Depth - 1);
      int64_t C = number(-5, 17);
      return {A.E * C, [V = A.Value, C](llvm::ArrayRef<int64_t> P) {
                R X = V(P);
                return X ? R(*X * C) : R();
              }};
    }
    case 8:
    case 9: {
      Sample A = make(Depth - 1), B = divisor(Depth - 1);
      return {floorDiv(A.E, B.E),
              both(A, B, [](Wide X, Wide Y) { return Y ? R(floorDivide(X, Y)) : R(); })};
    }
    case 10: {
      Sample A = make(Depth - 1), B = divisor(Depth - 1);
      return {floorMod(A.E, B.E),
              both(A, B, [](Wide X, Wide Y) { return Y ? R(X - Y * floorDivide(X, Y)) : R(); })};
    }
    case 11: {
      Sample A = make(Depth - 1), B = divisor(Depth - 1);
      if (number(0, 1))
        return {truncDiv(A.E, B.E), both(A, B, [](Wide X, Wide Y) { return Y ? R(X / Y) : R(); })};
      return {truncRem(A.E, B.E), both(A, B, [](Wide X, Wide Y) { return Y ? R(X % Y) : R(); })};
    }
    case 12: {
      Sample A = make(Depth - 1), B = make(Depth - 1);
      return {min(A.E, B.E), both(A, B, [](Wide X, Wide Y) { return R(std::min(X, Y)); })};
    }
    case 13: {
      Sample A = make(Depth - 1), B = make(Depth - 1);
      return {max(A.E, B.E), both(A, B, [](Wide X, Wide Y) { return R(std::max(X, Y)); })};
    }
    case 14: {
      Sample A = make(Depth - 1);
      int64_t C = int64_t(1) << number(0, 4);
      return {align(A.E, C), [V = A.Value, C](llvm::ArrayRef<int64_t> P) {
                R X = V(P);
                return X ? R((*X + C - 1) & -Wide(C)) : R();
              }};
    }
    default: {
      Sample L = make(Depth - 1), M = make(Depth - 1), A = make(Depth - 1), B = make(Depth - 1);
      auto Kind = number(0, 5);
      Condition C = Kind == 0   ? Condition::le(L.E, M.E)
                    : Kind == 1 ? Condition::lt(L.E, M.E)
                    : Kind == 2 ? Condition::ge(L.E, M.E)
                    : Kind == 3 ? Condition::gt(L.E, M.E)
                    : Kind == 4 ? Condition::eq(L.E, M.E)
                                : Condition::ne(L.E, M.E);
      return {select(C, A.E, B.E),
              [Kind, L = L.Value, M = M.Value, A = A.Value, B = B.Value](auto P) {
                R X = L(P), Y = M(P);
                if (!X || !Y)
                  return R();
                bool Holds = Kind == 0   ? *X <= *Y
                             : Kind == 1 ? *X < *Y
                             : Kind == 2 ? *X >= *Y
                             : Kind == 3 ? *X > *Y
                             : Kind == 4 ? *X == *Y
                                         : *X != *Y;
                return Holds ? A(P) : B(P);
              }};
    }
    }
  }

private:
  ExpressionContext &Ctx;
  llvm::ArrayRef<Expression> Symbols;
  std::mt19937 Random;
};

class SymbolicTest : public testing::Test {
protected:
  ExpressionContext Ctx;
  Expression A = Ctx.symbol("a"), B = Ctx.symbol("b"), C = Ctx.symbol("c");
  Expression S = Ctx.symbol("s77"), T = Ctx.symbol("s3"), K = Ctx.symbol("ks0");
  Expression num(int64_t V) { return Ctx.constant(V); }

  Assumptions sizes(int64_t Lo = 1) {
    Assumptions Known;
    for (Expression E : {S, T, K})
      Known.addRange(E, Range::atLeast(Lo));
    return Known;
  }
};

/// Calls \p F for every point of a box.
void forEachPoint(llvm::ArrayRef<Range> Box, llvm::function_ref<void(llvm::ArrayRef<int64_t>)> F) {
  std::vector<int64_t> P;
  for (Range R : Box)
    P.push_back(*R.Lo);
  while (true) {
    F(P);
    size_t I = 0;
    while (I < P.size() && ++P[I] > *Box[I].Hi) {
      P[I] = *Box[I].Lo;
      ++I;
    }
    if (I == P.size())
      return;
  }
}

Assignment assign(llvm::ArrayRef<Expression> Symbols, llvm::ArrayRef<int64_t> P) {
  Assignment Values;
  for (auto [E, V] : llvm::zip_equal(Symbols, P))
    Values.set(E, V);
  return Values;
}

//===----------------------------------------------------------------------===//
// Normal form
//===----------------------------------------------------------------------===//

TEST_F(SymbolicTest, ArithmeticLaws) {
  EXPECT_EQ(A + B, B + A);
  EXPECT_EQ((A + B) + C, A + (B + C));
  EXPECT_EQ(A * B, B * A);
  EXPECT_EQ((A * B) * C, A * (B * C));
  EXPECT_EQ(A * (B + C), A * B + A * C);
  EXPECT_EQ(A - A, num(0));
  EXPECT_EQ(A * 0, num(0));
  EXPECT_EQ(A * num(1), A);
  EXPECT_EQ(-(-A), A);
  EXPECT_EQ((A + B) * (A - B), A * A - B * B);
  EXPECT_EQ(3 - A, -A + 3);
  EXPECT_NE(A, B);
  EXPECT_NE(A * B, A + B);
  EXPECT_EQ(min(A, min(B, C)), min(min(C, A), B));
  EXPECT_EQ(max(A, A), A);
  EXPECT_EQ(max(A + 3, A), A + 3);
  EXPECT_EQ(min(A + 3, A), A);
  EXPECT_EQ(max(num(3), num(5)), num(5));
}

TEST_F(SymbolicTest, SymbolsAreKnownByNameUnlessFresh) {
  EXPECT_EQ(Ctx.symbol("s77"), S);
  Expression X = Ctx.freshSymbol("x0"), Y = Ctx.freshSymbol("x0");
  EXPECT_NE(X, Y);
  EXPECT_NE(X.symbolId(), Y.symbolId());
  EXPECT_EQ(X.name(), Y.name());
  EXPECT_NE(Ctx.symbol("x0"), X);
  EXPECT_NE(Ctx.opaque("f"), Ctx.opaque("f"));
}

TEST_F(SymbolicTest, QuotientsTakeOutWhatDivides) {
  EXPECT_EQ(floorDiv(16 * S + T, 16), S + floorDiv(T, 16));
  EXPECT_EQ(floorDiv(16 * S + 35, 16), S + 2);
  EXPECT_EQ(floorDiv(4 * S + 6, 8), floorDiv(2 * S + 3, 4));
  EXPECT_EQ(floorDiv(4 * S + 7, 8), floorDiv(S + 1, 2));
  EXPECT_EQ(floorDiv(floorDiv(S, 4), 8), floorDiv(S, 32));
  EXPECT_EQ(floorDiv(floorDiv(S, K) + 1, 3), floorDiv(S + K, 3 * K));
  EXPECT_EQ(floorDiv(S, -3), floorDiv(-S, 3));
  EXPECT_EQ(floorDiv(num(-7), 2), num(-4));
  EXPECT_EQ(truncDiv(num(-7), num(2)), num(-3));
  EXPECT_EQ(truncRem(num(-7), num(2)), num(-1));
  EXPECT_EQ(floorMod(num(-7), 2), num(1));
  EXPECT_EQ(truncDiv(-6 * S, num(3)), -2 * S);
  EXPECT_NE(truncDiv(S, num(3)), floorDiv(S, 3));
}

TEST_F(SymbolicTest, RemaindersAddUp) {
  EXPECT_EQ(16 * floorDiv(S, 16) + floorMod(S, 16), S);
  EXPECT_EQ(K * floorDiv(S, K) + floorMod(S, K), S);
  EXPECT_EQ(floorMod(16 * S + T, 16), floorMod(T, 16));
  EXPECT_EQ(K * truncDiv(S, K) + truncRem(S, K), S);
}

TEST_F(SymbolicTest, AlignmentIsTheBitTrick) {
  EXPECT_EQ(align(num(1), 64), num(64));
  EXPECT_EQ(align(num(64), 64), num(64));
  EXPECT_EQ(align(num(-1), 64), num(0));
  EXPECT_EQ(align(64 * S, 64), 64 * S);
  EXPECT_EQ(align(align(4 * S, 64), 64), align(4 * S, 64));
  EXPECT_EQ(align(4 * S + 64, 64), align(4 * S, 64) + 64);
  EXPECT_TRUE(align(S, 0).isOpaque());
}

TEST_F(SymbolicTest, ChoicesAreRecognised) {
  EXPECT_EQ(select(Condition::lt(S, T), S, T), min(S, T));
  EXPECT_EQ(select(Condition::le(S, T), S, T), min(S, T));
  EXPECT_EQ(select(Condition::gt(S, T), S, T), max(S, T));
  EXPECT_EQ(select(Condition::ge(S, T), S, T), max(S, T));
  EXPECT_EQ(select(Condition::lt(S, T), T, S), max(S, T));
  EXPECT_EQ(select(Condition::eq(S, T), K, K), K);
  EXPECT_EQ(select(Condition::lt(num(2), num(3)), S, T), S);
  EXPECT_EQ(select(Condition::eq(2 * S, num(3)), S, T), T);
  EXPECT_EQ(select(Condition::ne(S, T), A, B), select(Condition::eq(T, S), B, A));
}

TEST_F(SymbolicTest, Prints) {
  EXPECT_EQ((16 * S + 4).str(), "16*s77 + 4");
  EXPECT_EQ((-S - 1).str(), "-s77 - 1");
  EXPECT_EQ(num(0).str(), "0");
  EXPECT_EQ((S * T - 2 * K).str(), "s77*s3 - 2*ks0");
  EXPECT_EQ(ceilDiv(S, 4).str(), "(s77 + 3) / 4");
  EXPECT_EQ((5 * floorDiv(S, K)).str(), "5*(s77 / ks0)");
  EXPECT_EQ(floorMod(S, 8).str(), "s77 % 8");
  EXPECT_EQ((3 * floorMod(S + 1, K) + T).str(), "s3 + 3*((s77 + 1) % ks0)");
  EXPECT_EQ(align(4 * S, 64).str(), "align(4*s77, 64)");
  EXPECT_EQ((4 * S + align(4 * S, 64)).str(), "4*s77 + align(4*s77, 64)");
  EXPECT_EQ(max(S, num(2)).str(), "max(s77, 2)");
  EXPECT_EQ(min(S, 2 * T + 1).str(), "min(s77, 2*s3 + 1)");
  EXPECT_EQ(truncDiv(S - 1, K).str(), "quotient(s77 - 1, ks0)");
  EXPECT_EQ(truncRem(S - 1, K).str(), "remainder(s77 - 1, ks0)");
  EXPECT_EQ(select(Condition::ge(S, num(5)), T, num(1)).str(), "(s77 - 5 >= 0 ? s3 : 1)");
  EXPECT_EQ(Ctx.opaque("u0").str(), "u0");
  EXPECT_EQ(num(INT64_MIN).str(), "-9223372036854775808");
  EXPECT_EQ(Range::between(2, 64).str(), "[2, 64]");
  EXPECT_EQ(Range::atLeast(0).str(), "[0, ...]");
}

TEST_F(SymbolicTest, Structure) {
  EXPECT_EQ(num(3).constantValue(), 3);
  EXPECT_FALSE(S.constantValue());
  EXPECT_TRUE(S.isSymbol());
  EXPECT_EQ((S + 1).kind(), ExpressionKind::Polynomial);
  EXPECT_EQ(floorDiv(S, K).kind(), ExpressionKind::FloorDiv);
  EXPECT_EQ((16 * S + 8).content(), 8u);
  EXPECT_EQ(num(0).content(), 0u);
  EXPECT_EQ((16 * S + 8).constantTerm(), 8);
  EXPECT_EQ((16 * S * T + S + 8).termCount(), 3u);
  EXPECT_TRUE(floorDiv(S + 1, K).dependsOn(K));
  EXPECT_FALSE(floorDiv(S + 1, K).dependsOn(T));
  EXPECT_EQ(max(K, floorDiv(T, 2)).symbols().size(), 2u);
  Expression U = Ctx.opaque("u", Range::atLeast(0));
  EXPECT_TRUE((S + floorDiv(U, 2)).hasOpaque());
  EXPECT_FALSE((U - U).hasOpaque());
}

TEST_F(SymbolicTest, Substitutes) {
  Expression E = floorDiv(S + 3, K) + max(S, T);
  auto Result = substitute(E, [&](Expression X) {
    return X == S ? 4 * T + 1 : X == K ? num(4) : Expression();
  });
  EXPECT_EQ(Result, T + 1 + max(4 * T + 1, T));
  EXPECT_EQ(substitute(E, [](Expression) { return Expression(); }), E);
  // Not replaced again: a swap is a swap.
  EXPECT_EQ(substitute(S - 2 * T, [&](Expression X) { return X == S ? T : S; }), T - 2 * S);
}

TEST_F(SymbolicTest, OverflowIsOpaque) {
  Expression Max = num(INT64_MAX), Min = num(INT64_MIN);
  for (Expression E : {Max + 1, Min - 1, -Min, Max * 2, Min * num(-1), Max * S + S, Min * S * -1,
                       Max * S * num(3), floorDiv(Min, -1), truncDiv(Min, num(-1))}) {
    EXPECT_TRUE(E.hasOpaque()) << E.str();
    EXPECT_FALSE(evaluate(E, Assignment()));
  }
  EXPECT_NE(Max + 1, Max + 1);
  EXPECT_EQ(Max - 1 + 1, Max);
  EXPECT_EQ(floorDiv(Min, 2), num(INT64_MIN / 2));
  EXPECT_EQ(floorMod(Min, 10), num(2));
  EXPECT_EQ(floorMod(Max, 10), num(7));
  EXPECT_EQ(floorDiv(Min * S + 5, 2), num(INT64_MIN / 2) * S + 2);
  EXPECT_EQ(Min * S, S * Min);

  Assumptions Known;
  Known.addRange(S, Range::between(1, 2));
  EXPECT_EQ(lessEqual(num(0), Max * S + S, Known), Truth::Unknown);
  EXPECT_FALSE(counterexample(Max * S + S, num(0), Known));
  // True as integers; no value of it fits, so nothing is refuted by evaluation.
  EXPECT_EQ(lessEqual(Max * S * 1, Max, Known), Truth::Unknown);
  auto Found = counterexample(Max * S, num(5), Known);
  ASSERT_TRUE(Found);
  EXPECT_EQ(Found->lookup(S), 1);
}

TEST_F(SymbolicTest, EvaluationIsExactOrNothing) {
  Assignment P;
  P.set(S, INT64_MAX);
  EXPECT_FALSE(evaluate(S + 1, P));
  EXPECT_FALSE(evaluate(S * S, P));
  EXPECT_EQ(evaluate(S - 1, P), INT64_MAX - 1);
  EXPECT_FALSE(evaluate(S + T, P));
  P.set(T, 0);
  EXPECT_FALSE(evaluate(floorDiv(S, T), P));
  EXPECT_FALSE(evaluate(floorDiv(S, 0), P));
  EXPECT_FALSE(evaluate(floorMod(S, 0), P));
  EXPECT_FALSE(evaluate(truncRem(S, num(0)), P));
  // The branch that is not taken is not looked at.
  EXPECT_EQ(evaluate(select(Condition::eq(T, num(0)), num(7), floorDiv(S, T)), P), 7);
  P.set(S, INT64_MIN);
  P.set(T, -1);
  EXPECT_FALSE(evaluate(floorDiv(S, T), P));
  EXPECT_EQ(P.str(), "s77 = -9223372036854775808, s3 = -1");
}

TEST_F(SymbolicTest, HugeInputsAreContained) {
  // Products and nesting that would not end well become opaque.
  Expression E = A + B + C + S + T + K + 1, P = num(1);
  for (int I = 0; I < 40; ++I)
    P = P * E;
  EXPECT_TRUE(P.hasOpaque());
  Expression N = S;
  for (int I = 0; I < 2000; ++I)
    N = max(floorDiv(N * T + 1, 3), K);
  EXPECT_TRUE(N.hasOpaque());
  EXPECT_FALSE(N.str().empty());
  EXPECT_FALSE(provesNonNegative(-N, sizes()));
}

TEST(SymbolicRandom, NormalFormKeepsTheValue) {
  ExpressionContext Ctx;
  std::array<Expression, 3> Symbols = {Ctx.symbol("a"), Ctx.symbol("b"), Ctx.symbol("c")};
  Maker Make(Ctx, Symbols, 20240501);
  unsigned Compared = 0;
  for (int I = 0; I < 20000; ++I) {
    Sample X = Make.make(4);
    if (X.E.hasOpaque())
      continue;
    for (int J = 0; J < 12; ++J) {
      std::array<int64_t, 3> P;
      for (int64_t &V : P)
        V = Make.number(-12, 40);
      std::optional<Wide> Expected = X.Value(P);
      if (!Expected || *Expected > INT64_MAX || *Expected < INT64_MIN)
        continue;
      std::optional<int64_t> Got = evaluate(X.E, assign(Symbols, P));
      if (!Got)
        continue; // a value on the way did not fit
      ++Compared;
      ASSERT_EQ(*Got, static_cast<int64_t>(*Expected))
          << X.E.str() << " at " << assign(Symbols, P).str();
    }
  }
  EXPECT_GT(Compared, 150000u);
}

TEST(SymbolicRandom, SubstitutionKeepsTheValue) {
  ExpressionContext Ctx;
  std::array<Expression, 3> Symbols = {Ctx.symbol("a"), Ctx.symbol("b"), Ctx.symbol("c")};
  Maker Make(Ctx, Symbols, 77);
  unsigned Compared = 0;
  for (int I = 0; I < 4000; ++I) {
    Expression E = Make.make(3).E, With = Make.make(2).E;
    Expression Got = substitute(E, [&](Expression X) { return X == Symbols[1] ? With : X; });
    for (int J = 0; J < 8; ++J) {
      std::array<int64_t, 3> P;
      for (int64_t &V : P)
        V = Make.number(-12, 40);
      std::optional<int64_t> Inner = evaluate(With, assign(Symbols, P));
      std::optional<int64_t> After = evaluate(Got, assign(Symbols, P));
      if (!Inner)
        continue;
      P[1] = *Inner;
      std::optional<int64_t> Before = evaluate(E, assign(Symbols, P));
      if (!Before || !After)
        continue;
      ++Compared;
      ASSERT_EQ(*Before, *After) << E.str() << " with b = " << With.str();
    }
  }
  EXPECT_GT(Compared, 20000u);
}

//===----------------------------------------------------------------------===//
// Proofs
//===----------------------------------------------------------------------===//

TEST_F(SymbolicTest, Ranges) {
  Assumptions Known;
  Known.addRange(S, Range::between(2, 64));
  Known.addRange(T, Range::atLeast(1));
  EXPECT_EQ(range(16 * S + 4, Known), Range::between(36, 1028));
  EXPECT_EQ(range(-S, Known), Range::between(-64, -2));
  EXPECT_EQ(range(S * T, Known), Range::atLeast(2));
  EXPECT_EQ(range(S - T, Known), (Range{std::nullopt, 63}));
  EXPECT_EQ(range(floorDiv(S, 5), Known), Range::between(0, 12));
  EXPECT_EQ(range(floorMod(S, 8), Known), Range::between(0, 7));
  EXPECT_EQ(range(3 * floorMod(K, 8) + S, Known), Range::between(2, 85));
  EXPECT_EQ(range(floorMod(K, S), Known), Range::between(0, 63));
  EXPECT_EQ(range(max(S, T), Known), Range::atLeast(2));
  EXPECT_EQ(range(min(S, T), Known), Range::between(1, 64));
  EXPECT_EQ(range(select(Condition::ge(K, num(0)), S, num(-1)), Known), Range::between(-1, 64));
  EXPECT_EQ(range(K, Known), Range::all());
  EXPECT_EQ(range(K * K, Known), Range::atLeast(0));
  Known.addRange(S, Range::atLeast(3));
  EXPECT_EQ(range(S, Known), Range::between(3, 64));
  // What a fact says of a symbol.
  Known.addLessEqual(4 * K, S + 1);
  Known.addNonNegative(K);
  EXPECT_EQ(range(K, Known), Range::between(0, 16));
  // A product that is positive has no factor 0.
  Assumptions Product;
  Product.addRange(S, Range::atLeast(0));
  Product.addRange(T, Range::atLeast(0));
  Product.addLess(num(0), S * T);
  EXPECT_EQ(range(S, Product), Range::atLeast(1));
  EXPECT_EQ(range(T, Product), Range::atLeast(1));
}

TEST_F(SymbolicTest, RangesOfNegativeQuotients) {
  Assumptions Known;
  Known.addRange(S, Range::between(-10, -5));
  Known.addRange(K, Range::atLeast(1));
  EXPECT_EQ(range(truncDiv(S, K), Known), Range::between(-10, 0));
  EXPECT_EQ(range(floorDiv(S, K), Known), Range::between(-10, -1));
  EXPECT_EQ(range(truncDiv(S, num(4)), Known), Range::between(-2, -1));
  EXPECT_EQ(range(floorDiv(S, 4), Known), Range::between(-3, -2));
}

TEST_F(SymbolicTest, WhatHoldsInOneCaseIsForgottenAfterIt) {
  Expression X = Ctx.symbol("x"), NotLess = X - max(X, num(0));
  Prover P{Assumptions()};
  EXPECT_TRUE(P.provesNonNegative(select(Condition::ge(X, num(0)), NotLess, num(0))));
  EXPECT_FALSE(P.provesNonNegative(NotLess));
  EXPECT_TRUE(P.counterexample(num(0), NotLess));
}

TEST_F(SymbolicTest, ViewsWithinTheirBase) {
  Assumptions Known;
  Known.addRange(S, Range::between(2, 64));
  // A slice of the last 8 of 16 columns of s77 x 16.
  Expression Extent = viewExtent(Ctx, {S, num(16)}, {num(16), num(1)});
  EXPECT_EQ(Extent, 16 * S);
  Expression View = 8 + viewExtent(Ctx, {S, num(8)}, {num(16), num(1)});
  EXPECT_EQ(lessEqual(View, Extent, Known), Truth::True);
  EXPECT_FALSE(counterexample(View, Extent, Known));
  // One too far, for every size.
  EXPECT_EQ(lessEqual(View + 1, Extent, Known), Truth::False);
  ASSERT_TRUE(counterexample(View + 1, Extent, Known));
  // A fixed offset that only some sizes have.
  Expression Row = 16 * 5 + viewExtent(Ctx, {num(1), num(16)}, {num(16), num(1)});
  EXPECT_EQ(lessEqual(Row, Extent, Known), Truth::Unknown);
  auto Found = counterexample(Row, Extent, Known);
  ASSERT_TRUE(Found);
  EXPECT_EQ(Found->str(), "s77 = 2");
  Known.addRange(S, Range::atLeast(6));
  EXPECT_EQ(lessEqual(Row, Extent, Known), Truth::True);
  // A transposed view, and one of the same elements in another shape.
  Known.addRange(T, Range::atLeast(1));
  Known.addRange(K, Range::atLeast(1));
  Expression Base = viewExtent(Ctx, {S, T, K}, {T * K, K, num(1)});
  EXPECT_EQ(lessEqual(viewExtent(Ctx, {K, S, T}, {num(1), T * K, K}), Base, Known), Truth::True);
  EXPECT_EQ(lessEqual(viewExtent(Ctx, {S * T, K}, {K, num(1)}), Base, Known), Truth::True);
  EXPECT_EQ(lessEqual(viewExtent(Ctx, {S * T, K}, {K, num(1)}) + 1, Base, Known), Truth::False);
  EXPECT_EQ(lessEqual(viewExtent(Ctx, {S, K, T}, {T * K, num(1), K}) + K, Base, Known),
            Truth::False);
}

TEST_F(SymbolicTest, PoolsWithAlignment) {
  Assumptions Known = sizes();
  Expression Pool = max(64 * S, 4 * S + align(4 * S, 64));
  EXPECT_EQ(lessEqual(align(4 * S, 64) + 4 * S, Pool, Known), Truth::True);
  EXPECT_EQ(lessEqual(64 * S, Pool, Known), Truth::True);
  EXPECT_NE(lessEqual(64 * S + 1, Pool, Known), Truth::True);
  EXPECT_EQ(lessEqual(4 * S, align(4 * S, 64), Known), Truth::True);
  EXPECT_EQ(lessEqual(align(4 * S, 64), 4 * S + 63, Known), Truth::True);
  EXPECT_EQ(lessEqual(align(4 * S, 64), 4 * S + 60, Known), Truth::True);
  EXPECT_EQ(lessEqual(align(4 * S, 64), 4 * S + 59, Known), Truth::Unknown);
  auto Found = counterexample(align(4 * S, 64), 4 * S + 59, Known);
  ASSERT_TRUE(Found);
  EXPECT_EQ(*evaluate(align(4 * S, 64) - 4 * S, *Found), 60);
  EXPECT_EQ(lessEqual(align(4 * S + 8 * T, 64), align(4 * S, 64) + align(8 * T, 64), Known),
            Truth::True);
}

TEST_F(SymbolicTest, LoopsOfVectors) {
  // for (x0 = 0; x0 < N; x0 += 16), main part and tail.
  Expression X = Ctx.freshSymbol("x0"), N = S * T;
  Assumptions Main = sizes(0);
  Main.addProgression(X, num(0), num(16));
  Main.addLess(X, 16 * floorDiv(N, 16));
  EXPECT_TRUE(provesNonNegative(X, Main));
  EXPECT_TRUE(provesLessEqual(X + 16, N, Main));
  EXPECT_FALSE(provesLessEqual(X + 17, N, Main));
  auto Found = counterexample(X + 17, N, Main);
  ASSERT_TRUE(Found);

  Assumptions Guarded = sizes(0);
  Guarded.addProgression(X, num(0), num(16));
  Guarded.addLess(X, N);
  EXPECT_FALSE(provesLessEqual(X + 16, N, Guarded));
  EXPECT_TRUE(counterexample(X + 16, N, Guarded));
  Assumptions Full = Guarded;
  Full.addLess(X, 16 * floorDiv(N, 16));
  EXPECT_TRUE(provesLessEqual(X + 16, N, Full));
  Assumptions Tail = Guarded;
  Tail.addLessEqual(16 * floorDiv(N, 16), X);
  EXPECT_TRUE(provesLessEqual(X + 1, N, Tail));
  // The tail loads N - 16*(N/16) elements from where it stands.
  EXPECT_TRUE(provesLessEqual(X + N - 16 * floorDiv(N, 16), N, Tail));
  EXPECT_TRUE(provesLessEqual(N - X, num(15), Tail));

  // A 2-d nest: x1 + ks * x0 within s77 * s3.
  Expression Y = Ctx.freshSymbol("x1");
  Assumptions Nest = sizes(0);
  Nest.addRange(X, Range::atLeast(0));
  Nest.addRange(Y, Range::atLeast(0));
  Nest.addLess(X, S);
  Nest.addLess(Y, T);
  Nest.setRank(X, 1);
  Nest.setRank(Y, 2);
  EXPECT_TRUE(provesLess(Y + T * X, S * T, Nest));
  EXPECT_TRUE(provesLess(X + S * Y, S * T, Nest));
  EXPECT_FALSE(provesLess(Y + T * X + 1, S * T, Nest));
  auto Past = counterexample(Y + T * X + 2, S * T, Nest);
  ASSERT_TRUE(Past);
  EXPECT_EQ(Past->str(), "s77 = 1, s3 = 1, x0 = 0, x1 = 0");
  // Sizes of loops that run are at least 1.
  EXPECT_TRUE(provesLessEqual(num(1), S, Nest));
  EXPECT_TRUE(provesLessEqual(num(1), T, Nest));
}

TEST_F(SymbolicTest, IndexArithmetic) {
  // xindex in [0, s77 * s3 * ks0), taken apart and put together again.
  Expression X = Ctx.freshSymbol("xindex");
  Assumptions Known = sizes(0);
  Known.setRank(X, 1);
  Known.addRange(X, Range::atLeast(0));
  Known.addLess(X, S * T * K);
  Expression I0 = floorMod(X, K), I1 = floorMod(floorDiv(X, K), T), I2 = floorDiv(X, T * K);
  EXPECT_TRUE(provesLess(I0, K, Known));
  EXPECT_TRUE(provesNonNegative(I1, Known));
  EXPECT_TRUE(provesLess(I1, T, Known));
  EXPECT_TRUE(provesLess(I2, S, Known));
  EXPECT_TRUE(provesLess(I0 + K * I1 + K * T * I2, S * T * K, Known));
  EXPECT_TRUE(provesLess(I2 + S * I1 + S * T * I0, S * T * K, Known));
  EXPECT_TRUE(provesLess(floorDiv(X, K), S * T, Known));
  EXPECT_FALSE(provesLess(floorDiv(X, K) + 1, S * T, Known));

  // Constant inner sizes, as in transposed copies.
  Assumptions Fixed;
  Fixed.addRange(S, Range::between(2, 64));
  Fixed.addRange(X, Range::atLeast(0));
  Fixed.setRank(X, 1);
  Fixed.addLess(X, 128 * S);
  EXPECT_TRUE(
      provesLess(floorMod(X, 16) + 16 * floorDiv(X, 128) + 16 * S * floorMod(floorDiv(X, 16), 8),
                 128 * S, Fixed));
  EXPECT_FALSE(
      provesLess(floorMod(X, 16) + 16 * floorDiv(X, 128) + 16 * S * floorMod(floorDiv(X, 16), 8),
                 128 * S - 1, Fixed));
  // A product written out.
  Assumptions Expanded;
  Expanded.addRange(S, Range::atLeast(0));
  Expanded.addRange(T, Range::atLeast(0));
  Expanded.addRange(X, Range::atLeast(0));
  Expanded.setRank(X, 1);
  Expanded.addLess(X, 15 + 5 * S + 3 * T + S * T);
  EXPECT_TRUE(provesLess(floorDiv(X, T + 5), 3 + S, Expanded));
}

TEST_F(SymbolicTest, ReflectionsAndClamps) {
  Expression X = Ctx.freshSymbol("x0");
  Assumptions Known;
  Known.addRange(S, Range::atLeast(3));
  Known.addRange(X, Range::atLeast(0));
  Known.setRank(X, 1);
  Known.addLess(X, S + 4);
  auto Abs = [](Expression E) { return max(E, -E); };
  // Reflection by 2: s77 - 1 - |s77 - 1 - |x0 - 2||.
  Expression Reflected = S - 1 - Abs(S - 1 - Abs(X - 2));
  EXPECT_TRUE(provesNonNegative(Reflected, Known));
  EXPECT_TRUE(provesLess(Reflected, S, Known));
  Expression Clamped = min(max(X - 2, num(0)), S - 1);
  EXPECT_TRUE(provesNonNegative(Clamped, Known));
  EXPECT_TRUE(provesLess(Clamped, S, Known));
  // A negative index is wrapped, and checked.
  Expression I = Ctx.opaque("tmp0"), Wrapped = select(Condition::lt(I, num(0)), I + S, I);
  Assumptions Checked = Known;
  EXPECT_FALSE(provesLess(Wrapped, S, Checked));
  Checked.addNonNegative(Wrapped);
  Checked.addLess(Wrapped, S);
  EXPECT_TRUE(provesNonNegative(Wrapped, Checked));
  EXPECT_TRUE(provesLess(16 * Wrapped + 15, 16 * S, Checked));
}

TEST_F(SymbolicTest, TruncatingOperators) {
  Assumptions Known = sizes();
  EXPECT_TRUE(provesLess(truncRem(S, K), K, Known));
  EXPECT_TRUE(provesNonNegative(truncRem(S, K), Known));
  Prover P(Known);
  EXPECT_EQ(P.simplify(truncDiv(S, K)), floorDiv(S, K));
  EXPECT_EQ(P.simplify(truncRem(S + T, K)), floorMod(S + T, K));
  EXPECT_TRUE(P.provesEqual(truncDiv(S + 1, num(4)), floorDiv(S + 1, 4)));
  // Of a negative number the remainder is negative.
  Expression X = Ctx.symbol("x");
  EXPECT_FALSE(provesNonNegative(truncRem(X, num(4)), Known));
  auto Found = counterexample(num(0), truncRem(X, num(4)), Known);
  ASSERT_TRUE(Found);
  EXPECT_LT(*evaluate(truncRem(X, num(4)), *Found), 0);
  EXPECT_TRUE(provesLessEqual(num(-3), truncRem(X, num(4)), Known));
}

TEST_F(SymbolicTest, Simplifies) {
  Assumptions Known = sizes();
  Prover P(Known);
  EXPECT_EQ(P.simplify(floorDiv(S * K + T * K, K)), S + T);
  EXPECT_EQ(P.simplify(max(S, num(0))), S);
  EXPECT_EQ(P.simplify(floorDiv(floorMod(S, K), K)), num(0));
  EXPECT_EQ(P.simplify(min(S, S + T)), S);
  EXPECT_EQ(P.simplify(select(Condition::gt(S, num(0)), T, K)), T);
  EXPECT_EQ(P.simplify(select(Condition::eq(S, num(0)), T, K)), K);
  EXPECT_EQ(P.simplify(S + T), S + T);
  EXPECT_TRUE(P.provesEqual(floorDiv(S * K, K), S));
  EXPECT_FALSE(P.provesEqual(floorDiv(S * K, T), S));
  Expression U = Ctx.opaque("u", Range::between(0, 3));
  EXPECT_EQ(P.simplify(max(S + U, num(0))), S + U);
}

TEST_F(SymbolicTest, UnknownValuesAreNeverRefuted) {
  Assumptions Known = sizes();
  Expression U = Ctx.opaque("extent", Range::between(0, 10));
  EXPECT_EQ(lessEqual(U, num(10), Known), Truth::True);
  EXPECT_EQ(lessEqual(U, num(9), Known), Truth::Unknown);
  EXPECT_FALSE(counterexample(U, num(9), Known));
  EXPECT_FALSE(counterexample(S, U, Known));
  // A fact about it that matters is in the way, one that does not is not.
  Assumptions Related = Known;
  Related.addLessEqual(U, S);
  EXPECT_FALSE(counterexample(S, num(5), Related));
  Assumptions Unrelated = Known;
  Unrelated.addLessEqual(U, T);
  EXPECT_TRUE(counterexample(S, num(5), Unrelated));
}

TEST_F(SymbolicTest, CounterexamplesHonourAssumptions) {
  Assumptions Known;
  Known.addRange(S, Range::between(2, 1000));
  Known.addRange(T, Range::between(2, 1000));
  Known.addEqual(T, 3 * S + 1);
  auto Found = counterexample(T, num(700), Known);
  ASSERT_TRUE(Found);
  EXPECT_EQ(*Found->lookup(T), 3 * *Found->lookup(S) + 1);
  EXPECT_GT(*Found->lookup(T), 700);
  EXPECT_FALSE(counterexample(T, num(1000), Known));
  EXPECT_FALSE(counterexample(S, num(333), Known));
  EXPECT_TRUE(counterexample(S, num(332), Known));
  // The first size that is too large.
  Assumptions Open;
  Open.addRange(S, Range::atLeast(2));
  auto First = counterexample(16 * S, num(1024), Open);
  ASSERT_TRUE(First);
  EXPECT_EQ(First->str(), "s77 = 65");
  auto Over = counterexample(S * T, num(INT32_MAX), sizes());
  ASSERT_TRUE(Over);
  EXPECT_GT(*evaluate(S * T, *Over), INT32_MAX);
  // Not a multiple.
  Open.add(Condition::ne(S, num(3)));
  auto Odd = counterexample(S, 2 * floorDiv(S, 2), Open);
  ASSERT_TRUE(Odd);
  EXPECT_NE(Odd->lookup(S), 3);
  EXPECT_EQ(*Odd->lookup(S) % 2, 1);
  // Steps of a loop variable.
  Expression X = Ctx.freshSymbol("x0");
  Open.addProgression(X, num(3), num(10));
  Open.addLess(X, 2 * S);
  auto Step = counterexample(X, num(20), Open);
  ASSERT_TRUE(Step);
  EXPECT_EQ(*Step->lookup(X) % 10, 3);
  // No point where a divisor is 0.
  Assumptions Zero;
  Zero.addRange(K, Range::between(0, 1));
  auto Divided = counterexample(floorDiv(num(9), K), num(3), Zero);
  ASSERT_TRUE(Divided);
  EXPECT_EQ(Divided->str(), "ks0 = 1");
}

TEST_F(SymbolicTest, ContradictionsAdmitNothing) {
  Assumptions Known;
  Known.addRange(S, Range::between(2, 1));
  Known.addNonNegative(S - 3);
  EXPECT_EQ(lessEqual(num(1), num(0), Known), Truth::True);
  EXPECT_FALSE(counterexample(num(1), num(0), Known));
  Assumptions Facts;
  Facts.addRange(S, Range::between(2, 8));
  Facts.addLess(num(8), S);
  EXPECT_FALSE(counterexample(S, num(0), Facts));
}

TEST_F(SymbolicTest, WorkIsBounded) {
  // Goals of many terms that do not hold: an answer within the limits, not a search without end.
  Assumptions Known;
  std::vector<Expression> V;
  Expression Sum = num(-1), Product = num(0);
  for (int I = 0; I < 12; ++I) {
    V.push_back(Ctx.symbol("v" + std::to_string(I)));
    Known.addRange(V[I], Range::between(0, 100));
    if (I)
      Known.addLessEqual(V[I - 1], V[I] + 3);
    Sum = Sum + (I % 2 ? 3 : -3) * V[I];
    Product = Product + floorMod(V[I] * Sum + 7, 5 + V[I / 2]) - max(V[I], V[I / 2] * 2);
  }
  Prover P(Known);
  EXPECT_FALSE(P.provesNonNegative(Sum));
  EXPECT_FALSE(P.provesNonNegative(Product));
  auto Found = P.counterexample(num(0), Sum);
  ASSERT_TRUE(Found);
}

/// Random questions over small boxes, each answer compared with all points.
class Exhaustive : public testing::TestWithParam<unsigned> {};

TEST_P(Exhaustive, AnswersHoldAtEveryPoint) {
  unsigned True = 0, False = 0, Refuted = 0, Failing = 0, Holding = 0;
  for (unsigned Round = 0; Round < 1500; ++Round) {
    ExpressionContext Ctx;
    std::array<Expression, 3> Symbols = {Ctx.symbol("a"), Ctx.symbol("b"), Ctx.symbol("c")};
    Maker Make(Ctx, Symbols, GetParam() * 100000 + Round);
    Assumptions Known;
    std::array<Range, 3> Box;
    for (size_t I = 0; I < 3; ++I) {
      int64_t Lo = Make.number(0, 3) ? Make.number(0, 2) : Make.number(-6, 6);
      Box[I] = Range::between(Lo, Lo + Make.number(0, 7));
      Known.addRange(Symbols[I], Box[I]);
      Known.setRank(Symbols[I], I);
    }
    std::optional<int64_t> Init, Step;
    if (Make.number(0, 2) == 0) {
      Init = *Box[2].Lo;
      Step = Make.number(1, 4);
      Known.addProgression(Symbols[2], Ctx.constant(*Init), Ctx.constant(*Step));
    }
    for (int I = Make.number(0, 3); I > 0; --I) {
      if (Make.number(0, 3) == 0) {
        Sample L = Make.make(1), M = Make.make(1);
        Known.add(Make.number(0, 1) ? Condition::eq(L.E, M.E) : Condition::ne(L.E, M.E));
      } else {
        Known.addNonNegative(Make.make(Make.number(1, 2)).E + Make.number(0, 9));
      }
    }
    Expression L = Make.make(Make.number(1, 3)).E, M = Make.make(Make.number(0, 3)).E;
    if (Make.number(0, 1))
      M = M + Make.number(0, 30);

    Prover P(Known);
    Truth Answer = P.lessEqual(L, M);
    std::optional<Assignment> Point = P.counterexample(L, M);
    Range Interval = P.range(L);
    Expression Simple = P.simplify(L);
    bool Equal = P.provesEqual(L, M);

    unsigned Admitted = 0, Holds = 0;
    bool PointSeen = false;
    forEachPoint(Box, [&](llvm::ArrayRef<int64_t> V) {
      Assignment At = assign(Symbols, V);
      if (Step && (V[2] - *Init) % *Step != 0)
        return;
      for (Expression F : Known.facts()) {
        std::optional<int64_t> X = evaluate(F, At);
        if (!X || *X < 0)
          return;
      }
      for (Expression F : Known.nonZeros()) {
        std::optional<int64_t> X = evaluate(F, At);
        if (!X || *X == 0)
          return;
      }
      std::optional<int64_t> X = evaluate(L, At), Y = evaluate(M, At);
      if (X) {
        EXPECT_TRUE(Interval.contains(*X)) << L.str() << " at " << At.str();
        EXPECT_EQ(evaluate(Simple, At), X)
            << L.str() << " is not " << Simple.str() << " at " << At.str();
      }
      if (!X || !Y)
        return;
      ++Admitted;
      Holds += *X <= *Y;
      if (Equal) {
        EXPECT_EQ(*X, *Y) << L.str() << " == " << M.str() << " at " << At.str();
      }
      if (Answer == Truth::True) {
        EXPECT_LE(*X, *Y) << L.str() << " <= " << M.str() << " at " << At.str();
      }
      if (Answer == Truth::False) {
        EXPECT_GT(*X, *Y) << L.str() << " > " << M.str() << " at " << At.str();
      }
      if (Point && llvm::all_of(At.values(), [&](const auto &SV) {
            std::optional<int64_t> Given = Point->lookup(SV.first);
            return !Given || *Given == SV.second;
          })) {
        PointSeen = true;
        EXPECT_GT(*X, *Y) << L.str() << " <= " << M.str() << " at " << At.str();
      }
    });
    if (Point) {
      EXPECT_TRUE(PointSeen || Point->values().size() < 3)
          << L.str() << " <= " << M.str() << " at " << Point->str();
      EXPECT_NE(Answer, Truth::True);
    }
    if (Admitted && Holds == Admitted) {
      ++Holding;
      True += Answer == Truth::True;
    }
    if (Admitted && Holds < Admitted) {
      ++Failing;
      Refuted += Point.has_value();
    }
    False += Answer == Truth::False;
    if (testing::Test::HasFailure())
      return;
  }
  // Weak answers are no proof of a working prover.
  RecordProperty("holding", Holding);
  RecordProperty("proved", True);
  RecordProperty("failing", Failing);
  RecordProperty("refuted", Refuted);
  std::cout << "holding " << Holding << ", proved " << True << "; failing " << Failing
            << ", refuted " << Refuted << "; never " << False << std::endl;
  EXPECT_GT(True * 10, Holding * 6);
  EXPECT_GT(Refuted * 10, Failing * 9);
}

INSTANTIATE_TEST_SUITE_P(Seeds, Exhaustive, testing::Range(1u, 9u));

} // namespace
