#include "Facts/HandleState.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"

namespace aoti {

/// Longer paths and more alternatives than these are not followed.
static constexpr unsigned MaxLiterals = 6;
static constexpr unsigned MaxAlternatives = 8;

HandlePaths::Relation HandlePaths::relate(const HandleLiteral &A, const HandleLiteral &B) const {
  if (A.Condition == B.Condition)
    return A.Holds == B.Holds ? Relation::Same : Relation::Excluded;
  const HandleCondition &CA = Conditions[A.Condition], &CB = Conditions[B.Condition];
  if (CA.Subject && CA.Subject == CB.Subject && CA.EqualTo != CB.EqualTo && A.Holds && B.Holds)
    return Relation::Excluded;
  if (CA.K == HandleCondition::Kind::Independent || CB.K == HandleCondition::Kind::Independent)
    return Relation::Free;
  return Relation::Unclear;
}

std::optional<unsigned> HandlePaths::extend(unsigned Path, const HandleLiteral &L) {
  HandlePath Longer = Paths[Path];
  Longer.Undecided |= isDoubtful(L);
  for (const HandleLiteral &Known : Longer.Literals) {
    switch (relate(Known, L)) {
    case Relation::Same:
      return Path;
    case Relation::Excluded:
      return std::nullopt;
    case Relation::Free:
      break;
    case Relation::Unclear:
      // A branch inside of the one that is left was taken on the same way.
      Longer.Undecided |= Known.Instance < L.Instance;
      break;
    }
  }
  if (Longer.Literals.size() == MaxLiterals)
    Longer.Undecided = true;
  else
    Longer.Literals.push_back(L);
  Paths.push_back(std::move(Longer));
  return Paths.size() - 1;
}

bool HandlePaths::excludes(unsigned Path, const HandleLiteral &Branch) const {
  return llvm::any_of(Paths[Path].Literals, [&](const HandleLiteral &L) {
    return relate(L, Branch) == Relation::Excluded;
  });
}

bool HandlePaths::isOneOfSeveral(const HandleLiteral &L,
                                 llvm::ArrayRef<HandleLiteral> Branches) const {
  unsigned Subject = Conditions[L.Condition].Subject;
  return Subject && L.Holds && llvm::any_of(Branches, [&](const HandleLiteral &B) {
           return !B.Holds && Conditions[B.Condition].Subject == Subject;
         });
}

std::optional<HandleLiteral> HandlePaths::separating(llvm::ArrayRef<unsigned> A,
                                                     llvm::ArrayRef<unsigned> B) const {
  if (A.empty() || B.empty())
    return std::nullopt;
  auto All = [&](llvm::ArrayRef<unsigned> Ids, const HandleLiteral &L) {
    return llvm::all_of(Ids, [&](unsigned Id) {
      return llvm::any_of(Paths[Id].Literals, [&](const HandleLiteral &Other) {
        return Other.Condition == L.Condition && Other.Holds == L.Holds;
      });
    });
  };
  for (const HandleLiteral &L : Paths[A.front()].Literals)
    if (!isIndependent(L) && All(A, L) && All(B, !L))
      return L;
  return std::nullopt;
}

bool HandlePaths::contains(const HandlePath &Outer, const HandlePath &Inner) const {
  return llvm::all_of(Inner.Literals, [&](const HandleLiteral &L) {
    return Conditions[L.Condition].K == HandleCondition::Kind::Independent ||
           llvm::any_of(Outer.Literals, [&](const HandleLiteral &Other) {
             return relate(L, Other) == Relation::Same;
           });
  });
}

HandlePaths::Feasibility HandlePaths::together(unsigned A, unsigned B) const {
  const HandlePath &PA = Paths[A], &PB = Paths[B];
  for (const HandleLiteral &LA : PA.Literals)
    for (const HandleLiteral &LB : PB.Literals)
      if (relate(LA, LB) == Relation::Excluded)
        return Feasibility::No;
  if (PA.Undecided || PB.Undecided)
    return Feasibility::Undecided;
  return contains(PA, PB) || contains(PB, PA) ? Feasibility::Yes : Feasibility::Undecided;
}

HandlePaths::Feasibility HandlePaths::within(unsigned Path,
                                             llvm::ArrayRef<HandleLiteral> Branches) const {
  const HandlePath &P = Paths[Path];
  if (P.Literals.empty())
    return P.Undecided ? Feasibility::Undecided : Feasibility::Yes;
  Feasibility Answer = P.Undecided ? Feasibility::Undecided : Feasibility::Yes;
  for (const HandleLiteral &Branch : Branches)
    for (const HandleLiteral &L : P.Literals) {
      Relation R = relate(L, Branch);
      if (R == Relation::Excluded)
        return Feasibility::No;
      if (R == Relation::Unclear && L.Instance < Branch.Instance)
        Answer = Feasibility::Undecided;
    }
  return Answer;
}

void HandleState::set(unsigned Cell, HandleValue Value) {
  if (!Frames.empty())
    Frames.back().try_emplace(Cell, Cells[Cell]);
  Cells[Cell] = std::move(Value);
}

HandleState::Delta HandleState::changesSince(unsigned Frame) const {
  Delta Changes;
  for (unsigned I = Frame; I < Frames.size(); ++I)
    for (const auto &Entry : Frames[I])
      Changes.try_emplace(Entry.first, Cells[Entry.first]);
  return Changes;
}

void HandleState::rewind(unsigned Frame) {
  Delta Before;
  for (unsigned I = Frame; I < Frames.size(); ++I)
    for (const auto &Entry : Frames[I])
      Before.try_emplace(Entry.first, Entry.second);
  apply(Before);
}

HandleState::Delta HandleState::pop() {
  Delta Before = std::move(Frames.back());
  Frames.pop_back();
  for (auto &Entry : Before)
    std::swap(Entry.second, Cells[Entry.first]);
  return Before;
}

void HandleState::apply(const Delta &Changes) {
  for (const auto &Entry : Changes)
    set(Entry.first, Entry.second);
}

void HandleState::assume(llvm::ArrayRef<HandleLiteral> Branches, unsigned Frame) {
  if (Branches.empty())
    return;
  llvm::SmallVector<std::pair<unsigned, HandleValue>, 8> Results;
  llvm::DenseSet<unsigned> Seen;
  for (unsigned I = Frame; I < Frames.size(); ++I)
    for (const auto &Entry : Frames[I]) {
      if (!Seen.insert(Entry.first).second)
        continue;
      HandleValue Value = Cells[Entry.first];
      size_t Before = Value.size();
      llvm::erase_if(Value, [&](const HandleAlternative &A) {
        return A.Path && llvm::any_of(Branches, [&](const HandleLiteral &L) {
                 return Paths.excludes(A.Path, L);
               });
      });
      if (!Value.empty() && Value.size() != Before)
        Results.push_back({Entry.first, std::move(Value)});
    }
  for (auto &[Cell, Value] : Results)
    set(Cell, std::move(Value));
}

HandleValue HandleState::joined(const HandleValue &A, const HandleLiteral &LiteralA,
                                const HandleValue &B, const HandleLiteral &LiteralB) {
  // What does not exist on one way cannot be meant there.
  if (A.empty() || A == B)
    return B;
  if (B.empty())
    return A;
  HandleValue Result;
  auto Add = [&](const HandleValue &From, const HandleValue &Other, const HandleLiteral &L) {
    for (HandleAlternative Alternative : From) {
      if (!llvm::is_contained(Other, Alternative)) {
        std::optional<unsigned> Path = Paths.extend(Alternative.Path, L);
        if (!Path)
          continue;
        Alternative.Path = *Path;
      }
      if (!llvm::is_contained(Result, Alternative))
        Result.push_back(Alternative);
    }
  };
  Add(A, B, LiteralA);
  Add(B, A, LiteralB);
  if (Result.empty() || Result.size() > MaxAlternatives)
    return {HandleAlternative()};
  return Result;
}

void HandleState::join(const Delta &A, const HandleLiteral &LiteralA, const Delta &B,
                       const HandleLiteral &LiteralB) {
  auto Other = [&](const Delta &D, unsigned Cell) -> const HandleValue & {
    auto It = D.find(Cell);
    return It == D.end() ? Cells[Cell] : It->second;
  };
  // The results are computed before any cell is changed.
  llvm::SmallVector<std::pair<unsigned, HandleValue>, 8> Results;
  for (const auto &Entry : A)
    Results.push_back(
        {Entry.first, joined(Entry.second, LiteralA, Other(B, Entry.first), LiteralB)});
  for (const auto &Entry : B)
    if (!A.count(Entry.first))
      Results.push_back(
          {Entry.first, joined(Cells[Entry.first], LiteralA, Entry.second, LiteralB)});
  for (auto &[Cell, Value] : Results)
    set(Cell, std::move(Value));
}

} // namespace aoti
