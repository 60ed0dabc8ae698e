#include "Facts/SizeComparison.h"
#include <numeric>

namespace aoti {

namespace {

/// How far beyond its lower end a size without an upper bound is tried.
constexpr int64_t OpenRange = 14;
constexpr int64_t SmallestSize = 2;
constexpr int64_t LargestDivisor = 4096;
/// How far a value of the caller is tried.
constexpr int64_t SmallValue = 64, LargeValue = 1 << 20;

void addSymbols(Expression E, llvm::SmallVectorImpl<Expression> &Symbols) {
  for (Expression Symbol : E.symbols())
    if (!llvm::is_contained(Symbols, Symbol))
      Symbols.push_back(Symbol);
}

bool divides(Expression E) {
  std::string Text = E.str();
  return Text.find_first_of("/%") != std::string::npos;
}

} // namespace

/// A comparison with what is known of its symbols; symbols that only count at multiples are
/// replaced.
struct SizeComparison::Question {
  Expression Needed, Have;
  llvm::SmallVector<Expression, 8> Symbols;
  /// How many of them the two sides hold.
  unsigned Named = 0;
  int64_t Multiple = 1;
  bool OnlyIfAlways = false;
  llvm::DenseMap<unsigned, Expression> Scaled;
  const llvm::DenseMap<unsigned, Range> *Free = nullptr;
  Assumptions Known;

  int64_t multiple(Expression Symbol) const {
    return Free->contains(Symbol.symbolId()) ? 1 : Multiple;
  }
  Expression replaced(Expression Symbol) {
    if (multiple(Symbol) == 1)
      return Symbol;
    Expression &Fresh = Scaled[Symbol.symbolId()];
    if (!Fresh)
      Fresh = Symbol.context().freshSymbol(Symbol.name());
    return Fresh;
  }
  Expression scaled(Expression E) {
    return Multiple == 1 ? E
                         : substitute(E, [&](Expression S) { return replaced(S) * multiple(S); });
  }
};

SizeComparison::SizeComparison(const FunctionBuffers &Buffers) : Buffers(Buffers) {
  for (unsigned I = 0; I < Buffers.Facts.size(); ++I)
    for (Expression Symbol : Buffers.Facts[I].E.symbols())
      FactsOf[Symbol.symbolId()].push_back(I);
  for (const TensorUse &U : Buffers.Uses)
    if (U.K != TensorUse::Kind::Item && U.K != TensorUse::Kind::Output &&
        (U.K != TensorUse::Kind::Check || llvm::StringRef(U.Callee).contains("assert_async")))
      for (const Storage *S : BufferFacts::storagesOf(*U.T))
        LookedAt.insert(S);
}

bool SizeComparison::isCallersValue(const SizeSymbol &S) const {
  return S.From == SizeSymbol::Origin::Item && !(S.Declared.Lo && S.Declared.Hi) && S.Source &&
         S.Source->In && S.Source->In->From == Storage::Origin::Input &&
         !LookedAt.contains(S.Source->In);
}

/// Puts values of the caller as near to 0 as they can be.
void SizeComparison::simplify(Assignment &Point, Expression Needed, Expression Have,
                              llvm::ArrayRef<Expression> Positive,
                              llvm::ArrayRef<Condition> Guards) const {
  const Assignment Found = Point;
  for (const auto &[Symbol, Value] : Found.values()) {
    const SizeSymbol *S = Buffers.symbol(Symbol);
    if (!S || !isCallersValue(*S))
      continue;
    auto Holds = [&](const Condition &C, const Assignment &At) {
      std::optional<int64_t> V = evaluate(C.E, At);
      return V && (C.K == Condition::NonNegative ? *V >= 0
                   : C.K == Condition::Negative  ? *V < 0
                   : C.K == Condition::Zero      ? *V == 0
                                                 : *V != 0);
    };
    auto Admits = [&](int64_t Other) {
      if (!S->Declared.contains(Other))
        return false;
      Assignment At = Point;
      At.set(Symbol, Other);
      if (auto It = FactsOf.find(Symbol.symbolId()); It != FactsOf.end())
        for (unsigned I : It->second)
          if (!Holds(Buffers.Facts[I], At))
            return false;
      for (const Condition &C : Guards)
        if (C.E.dependsOn(Symbol) && !Holds(C, At))
          return false;
      for (Expression E : Positive)
        if (E.dependsOn(Symbol) && evaluate(E, At).value_or(0) < 1)
          return false;
      std::optional<int64_t> N = evaluate(Needed, At), H = evaluate(Have, At);
      return N && H && *N > *H;
    };
    for (int64_t Near = 0; Near <= SmallValue; ++Near)
      if (Admits(Near) || Admits(-Near)) {
        Point.set(Symbol, Admits(Near) ? Near : -Near);
        break;
      }
  }
}

bool SizeComparison::assume(Question &Q, Reach Values) {
  for (Expression Symbol : Q.Symbols) {
    if (auto It = Free.find(Symbol.symbolId()); It != Free.end()) {
      Q.Known.addRange(Symbol, It->second);
      continue;
    }
    const SizeSymbol *S = Buffers.symbol(Symbol);
    if (!S)
      return false;
    Range Admitted = S->Declared;
    int64_t Multiple = Q.Multiple;
    switch (S->From) {
    case SizeSymbol::Origin::InputSize:
    case SizeSymbol::Origin::Derived:
      if (IsUnchecked)
        Admitted.Lo = 0;
      else if (!Admitted.Lo)
        Admitted.Lo =
            S->From == SizeSymbol::Origin::InputSize && Checked && Checked->count(S->Input)
                ? 0
                : SmallestSize;
      Admitted.Lo = std::max<int64_t>(*Admitted.Lo, 0);
      break;
    case SizeSymbol::Origin::InputStride:
    case SizeSymbol::Origin::TensorSize:
      // Which values occur is up to data and operators; only what an assert admits counts.
      if (!Admitted.Lo && !Admitted.Hi &&
          !(IsUnchecked && S->From == SizeSymbol::Origin::TensorSize))
        return false;
      Admitted.Lo = std::max<int64_t>(Admitted.Lo.value_or(0), 0);
      break;
    case SizeSymbol::Origin::Item:
      if (isCallersValue(*S) && Values != Reach::None) {
        int64_t Far = Values == Reach::Small ? SmallValue : LargeValue;
        if (S->Bits < 32)
          Far = std::min<int64_t>(Far, (int64_t(1) << (S->Bits - 1)) - 1);
        if (!Admitted.Lo)
          Admitted.Lo = Values == Reach::Negative
                            ? (Admitted.Hi ? std::min(*Admitted.Hi, -Far) : -Far)
                            : int64_t(0);
        if (!Admitted.Hi)
          Admitted.Hi = std::max(*Admitted.Lo, Far);
        break;
      }
      if (!Admitted.Lo && IsUnchecked)
        Admitted.Lo = 0;
      if (!Admitted.Lo)
        return false;
      break;
    case SizeSymbol::Origin::Parameter:
    case SizeSymbol::Origin::Other:
      return false;
    }
    if (!Admitted.Hi) {
      Admitted.Hi =
          *Admitted.Lo > (int64_t(1) << 40) ? *Admitted.Lo : *Admitted.Lo + OpenRange * Multiple;
      if (Furthest && S->From == SizeSymbol::Origin::InputSize && S->Declared.Lo)
        Admitted.Hi = std::max(*Admitted.Hi, *Furthest);
    }
    if (auto Ceiling = Ceilings.find(Symbol.symbolId()); Ceiling != Ceilings.end())
      Admitted.Hi = std::min(*Admitted.Hi, Ceiling->second);
    if (Multiple > 1) {
      // Towards the inside of the range, for either sign.
      auto Floor = [&](int64_t V) { return V / Multiple - (V % Multiple < 0); };
      Admitted = Range::between(Floor(*Admitted.Lo + Multiple - 1), Floor(*Admitted.Hi));
    }
    if (Admitted.isEmpty())
      return false;
    Q.Known.addRange(Q.replaced(Symbol), Admitted);
  }
  llvm::SmallDenseSet<unsigned> Added;
  for (Expression Symbol : Q.Symbols)
    if (auto It = FactsOf.find(Symbol.symbolId()); It != FactsOf.end())
      for (unsigned I : It->second)
        if (Added.insert(I).second) {
          Condition C = Buffers.Facts[I];
          C.E = Q.scaled(C.E);
          Q.Known.add(C);
        }
  return true;
}

bool SizeComparison::prepare(Question &Q, Expression Needed, Expression Have,
                             llvm::ArrayRef<Expression> Positive, llvm::ArrayRef<Condition> Guards,
                             Reach Values) {
  if (!Needed || !Have || Needed.hasOpaque() || Have.hasOpaque())
    return false;
  Q.Free = &Free;
  Expression Slack = Have - Needed;
  // Tests see what is known of such a question too.
  if (Slack.constantValue().value_or(-1) >= 0 && !QuestionObserver::Current)
    return false;

  addSymbols(Needed, Q.Symbols);
  addSymbols(Have, Q.Symbols);
  Q.Named = Q.Symbols.size();
  for (Expression E : Positive) {
    if (E.hasOpaque() || E.constantValue().value_or(1) < 1)
      return false;
    addSymbols(E, Q.Symbols);
  }
  llvm::SmallVector<Condition, 4> Relevant, Open;
  for (const Condition &C : Guards) {
    if (std::optional<int64_t> Value = C.E.constantValue()) {
      bool Holds = C.K == Condition::NonNegative ? *Value >= 0
                   : C.K == Condition::Negative  ? *Value < 0
                   : C.K == Condition::Zero      ? *Value == 0
                                                 : *Value != 0;
      if (!Holds)
        return false;
      continue;
    }
    Open.push_back(C);
  }
  // One that is relevant makes others so.
  for (size_t Before = Open.size() + 1; Open.size() < Before;) {
    Before = Open.size();
    llvm::erase_if(Open, [&](const Condition &C) {
      if (llvm::none_of(C.E.symbols(),
                        [&](Expression S) { return llvm::is_contained(Q.Symbols, S); }))
        return false;
      Relevant.push_back(C);
      addSymbols(C.E, Q.Symbols);
      return true;
    });
  }
  // Symbols that facts tie to these.
  for (unsigned I = 0; I < Q.Symbols.size() && I < 64; ++I)
    if (auto It = FactsOf.find(Q.Symbols[I].symbolId()); It != FactsOf.end())
      for (unsigned Fact : It->second)
        addSymbols(Buffers.Facts[Fact].E, Q.Symbols);

  // A size that is divided somewhere may be known, to the compiler alone, to be a multiple: then
  // only multiples count.
  if (!TakesRests && divides(Slack)) {
    for (int64_t Divisor : Buffers.Divisors) {
      if (Divisor == 0 || Divisor == INT64_MIN || Q.Multiple > LargestDivisor) {
        Q.OnlyIfAlways = true;
        break;
      }
      Q.Multiple = std::lcm(Q.Multiple, std::abs(Divisor));
    }
    if (Q.Multiple > LargestDivisor) {
      Q.Multiple = 1;
      Q.OnlyIfAlways = true;
    }
  }
  if (!assume(Q, Values))
    return false;
  for (Expression E : Positive)
    if (!E.isConstant())
      Q.Known.addNonNegative(Q.scaled(E) - 1);
  for (Condition C : Relevant) {
    C.E = Q.scaled(C.E);
    Q.Known.add(C);
  }
  Q.Needed = Q.scaled(Needed);
  Q.Have = Q.scaled(Have);
  return true;
}

std::optional<Assignment> SizeComparison::exceeding(Expression Needed, Expression Have,
                                                    llvm::ArrayRef<Expression> Positive,
                                                    llvm::ArrayRef<Condition> Guards) {
  bool Callers = Needed && Have && llvm::any_of(Buffers.Symbols, [&](const SizeSymbol &S) {
                   return S.From == SizeSymbol::Origin::Item &&
                          (Needed.dependsOn(S.Symbol) || Have.dependsOn(S.Symbol)) &&
                          isCallersValue(S);
                 });
  static constexpr Reach Plain[] = {Reach::None},
                         Further[] = {Reach::Small, Reach::Large, Reach::Negative};
  for (Reach Values : Callers ? llvm::ArrayRef(Further) : llvm::ArrayRef(Plain)) {
    Question Q;
    if (!prepare(Q, Needed, Have, Positive, Guards, Values))
      return std::nullopt;
    Prover P(Q.Known, {600, 1500});
    Truth Answer = P.lessEqual(Q.Needed, Q.Have);
    if (Answer == Truth::True || (Q.OnlyIfAlways && Answer != Truth::False))
      continue;
    std::optional<Assignment> Found = P.counterexample(Q.Needed, Q.Have);
    if (!Found)
      continue;
    // What the finding says is computed from the expressions as they are.
    Assignment Point;
    bool Known = true;
    // A lane is told with the sizes that admit it.
    unsigned Named = Free.empty() ? Q.Named : Q.Symbols.size();
    for (unsigned I = 0; I < Named; ++I) {
      Expression Symbol = Q.Symbols[I];
      std::optional<int64_t> Value = Found->lookup(Q.replaced(Symbol));
      if (Value)
        Point.set(Symbol, *Value * Q.multiple(Symbol));
      Known &= Value.has_value() || I >= Q.Named;
    }
    std::optional<int64_t> N = evaluate(Needed, Point), H = evaluate(Have, Point);
    if (!Known || !N || !H || *N <= *H)
      continue;
    simplify(Point, Needed, Have, Positive, Guards);
    return Point;
  }
  return std::nullopt;
}

std::optional<Assignment> SizeComparison::smallestExceeding(Expression Needed, Expression Have,
                                                            llvm::ArrayRef<Expression> Positive,
                                                            llvm::ArrayRef<Condition> Guards) {
  std::optional<Assignment> Smallest = exceeding(Needed, Have, Positive, Guards);
  if (!Smallest)
    return std::nullopt;
  const Assignment Found = *Smallest;
  for (const auto &[Symbol, Value] : Found.values()) {
    const SizeSymbol *S = Buffers.symbol(Symbol);
    if (!S || S->From != SizeSymbol::Origin::InputSize)
      continue;
    int64_t Low = 0, High = Smallest->lookup(Symbol).value_or(Value);
    while (Low < High) {
      int64_t Middle = Low + (High - Low) / 2;
      Ceilings[Symbol.symbolId()] = Middle;
      if (std::optional<Assignment> Other = exceeding(Needed, Have, Positive, Guards)) {
        High = std::min(Middle, Other->lookup(Symbol).value_or(Middle));
        Smallest = std::move(Other);
      } else {
        Low = Middle + 1;
      }
    }
    Ceilings[Symbol.symbolId()] = High;
  }
  Ceilings.clear();
  return Smallest;
}

bool SizeComparison::alwaysExceeds(Expression Needed, Expression Have,
                                   llvm::ArrayRef<Expression> Positive,
                                   llvm::ArrayRef<Condition> Guards) {
  Question Q;
  if (!prepare(Q, Needed, Have, Positive, Guards, Reach::None))
    return false;
  Prover P(Q.Known, {600, 1500});
  return P.lessEqual(Q.Needed, Q.Have) == Truth::False &&
         P.counterexample(Q.Needed, Q.Have).has_value();
}

} // namespace aoti
