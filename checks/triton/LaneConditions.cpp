#include "checks/triton/LaneConditions.h"

using llvm::SmallVector;

namespace aoti {

bool addLaneConditions(const LaunchCall &C, const LaunchFacts &Launches, Expression About,
                       const TritonPredicate *Mask, const TritonPredicate &Path,
                       SizeComparison &Compare, llvm::SmallVectorImpl<Condition> &Into) {
  const TritonBody &Body = Launches.body(*C.Launch->Source);
  auto IsLane = [&](Expression Symbol) {
    const TritonSymbol *S = Body.symbol(Symbol);
    return S && S->K != TritonSymbol::Kind::Parameter && S->K != TritonSymbol::Kind::ProgramCount;
  };
  Assumptions Known;
  if (!Body.assume(About, Mask, &Path, -1, Known))
    return false;
  // Only what has to do with the lanes and programs that take part.
  SmallVector<Expression, 8> Symbols;
  auto Add = [&](Expression E) {
    for (Expression S : E.symbols())
      if (IsLane(S) && !llvm::is_contained(Symbols, S))
        Symbols.push_back(S);
  };
  SmallVector<Condition, 8> Needed;
  for (const TritonPredicate *P : {Mask, &Path})
    if (P)
      P->conjuncts(Needed);
  SmallVector<Condition, 8> Masks = Needed;
  auto IsMasked = [&](Expression Program) {
    return llvm::any_of(Masks, [&](const Condition &Part) {
      return llvm::any_of(Part.E.symbols(), [&](Expression Symbol) {
        const TritonSymbol *S = Body.symbol(Symbol);
        return Symbol == Program || (S && S->First && S->First.dependsOn(Program));
      });
    });
  };
  Add(About);
  for (const Condition &Part : Needed)
    Add(Part.E);
  SmallVector<Expression, 8> Open(Known.facts().begin(), Known.facts().end());
  for (size_t Before = Open.size() + 1; Open.size() < Before;) {
    Before = Open.size();
    llvm::erase_if(Open, [&](Expression E) {
      if (llvm::none_of(E.symbols(), [&](Expression S) { return llvm::is_contained(Symbols, S); }))
        return false;
      Add(E);
      Needed.push_back({Condition::NonNegative, E});
      return true;
    });
  }
  for (const Condition &Part : Needed) {
    Condition Bound = Launches.bind(C, Part);
    if (!Bound.E || Bound.E.hasOpaque())
      return false;
    Into.push_back(Bound);
  }
  for (Expression S : Symbols) {
    const TritonSymbol *Symbol = Body.symbol(S);
    if (Symbol->K == TritonSymbol::Kind::ProgramId) {
      if (std::optional<Condition> Bound = Launches.programBound(C, *Symbol))
        Into.push_back(*Bound);
      else if (!IsMasked(S))
        return false;
    }
    // The variable of a loop does not have each value.
    if (Symbol->K == TritonSymbol::Kind::Loop)
      return false;
    Range Values = Symbol->Known.intersect(Known.rangeOfSymbol(S)).intersect(Range::atLeast(0));
    Compare.addFree(S, Values);
  }
  return true;
}

} // namespace aoti
