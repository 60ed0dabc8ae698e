#include "checks/memory/PoolOverlap.h"
#include "Facts/AstQuery.h"
#include "Facts/LiveRanges.h"
#include "llvm/ADT/MapVector.h"

using namespace clang;

namespace aoti {

namespace {

/// A block of a pool in bytes.
struct Extent {
  Expression Begin, End;
  /// Whether each byte of it belongs to an element.
  bool Dense = false;
};

std::optional<Extent> extentOf(const Tensor &T) {
  std::optional<unsigned> Size = itemSize(T.Dtype);
  if (!T.HasGeometry || !Size)
    return std::nullopt;
  ExpressionContext &E = T.Offset.context();
  Extent Result;
  Expression Elements = viewExtent(E, T.Sizes, T.Strides), Count = E.constant(1);
  for (Expression One : T.Sizes) {
    if (One.constantValue().value_or(1) <= 0)
      return std::nullopt;
    Count *= One;
  }
  Result.Begin = T.Offset * *Size;
  Result.End = Result.Begin + Elements * *Size;
  Result.Dense = Count == Elements;
  return Result;
}

class OverlapReporter {
public:
  OverlapReporter(const FunctionBuffers &Buffers, ASTContext &Context, SizeComparison &Compare,
                  const llvm::DenseSet<const Tensor *> &Wrong)
      : Buffers(Buffers), Context(Context), Compare(Compare), Wrong(Wrong) {}

  void run(llvm::function_ref<void(const CodeFinding &)> Report);

private:
  /// Sizes for which two blocks share a byte that holds a value of each.
  std::optional<Assignment> overlap(const Tensor &A, const Tensor &B);
  CodeFinding describe(const Tensor &Blamed, llvm::ArrayRef<const BlockConflict *> Conflicts);
  std::string name(const Tensor &T) const;
  std::string bytes(const Tensor &T, const Assignment &Values) const;
  CharSourceRange range(SourceRange R) const { return charRange(R, Context); }
  CharSourceRange place(const TensorUse &U) const { return range(U.At->getSourceRange()); }

  const FunctionBuffers &Buffers;
  ASTContext &Context;
  SizeComparison &Compare;
  const llvm::DenseSet<const Tensor *> &Wrong;
  llvm::DenseMap<const Tensor *, std::optional<Extent>> Extents;
  llvm::DenseMap<std::pair<const Tensor *, const Tensor *>, std::optional<Assignment>> Known;
  /// Comparisons of symbols that are still made.
  unsigned Budget = 4000;
};

std::optional<Assignment> OverlapReporter::overlap(const Tensor &A, const Tensor &B) {
  auto Of = [&](const Tensor &T) -> const std::optional<Extent> & {
    auto [It, New] = Extents.try_emplace(&T);
    if (New)
      It->second = extentOf(T);
    return It->second;
  };
  // The map may grow between two look-ups.
  std::optional<Extent> One = Of(A), Other = Of(B);
  if (!One || !Other || Wrong.count(&A) || Wrong.count(&B))
    return std::nullopt;
  llvm::SmallVector<Expression, 8> Positive(A.Sizes.begin(), A.Sizes.end());
  Positive.append(B.Sizes.begin(), B.Sizes.end());
  for (auto [First, Second] : {std::pair(*One, *Other), std::pair(*Other, *One)}) {
    // Where a block starts there is an element of it.
    if (!First.Dense)
      continue;
    Expression Gap = Second.Begin - First.End, Lead = Second.Begin - First.Begin;
    std::optional<int64_t> GapValue = Gap.constantValue(), LeadValue = Lead.constantValue();
    if ((GapValue && *GapValue >= 0) || (LeadValue && *LeadValue < 0))
      continue;
    if ((!GapValue || !LeadValue) && Budget-- == 0) {
      Budget = 0;
      return std::nullopt;
    }
    llvm::SmallVector<Condition, 4> Guards(A.Guards.begin(), A.Guards.end());
    Guards.append(B.Guards.begin(), B.Guards.end());
    Guards.push_back(Condition::ge(Second.Begin, First.Begin));
    if (std::optional<Assignment> Values =
            Compare.exceeding(First.End, Second.Begin, Positive, Guards))
      return Values;
  }
  return std::nullopt;
}

std::string OverlapReporter::name(const Tensor &T) const {
  std::string Name = boundName(Buffers, T);
  return Name.empty() ? "a block" : "'" + Name + "'";
}

std::string OverlapReporter::bytes(const Tensor &T, const Assignment &Values) const {
  const std::optional<Extent> &E = Extents.find(&T)->second;
  // A symbol that only one of the two has may lack a value.
  std::optional<int64_t> Begin = evaluate(E->Begin, Values), End = evaluate(E->End, Values);
  if (!Begin || !End)
    return "bytes from " + E->Begin.str() + " up to " + E->End.str();
  return "bytes " + std::to_string(*Begin) + " to " + std::to_string(*End - 1);
}

CodeFinding OverlapReporter::describe(const Tensor &Blamed,
                                      llvm::ArrayRef<const BlockConflict *> Conflicts) {
  const BlockConflict &C = *Conflicts.front();
  const Tensor &Other = C.Victim == &Blamed ? *C.Intruder : *C.Victim;
  const Assignment &Values = *Known.find({C.Victim, C.Intruder})->second;
  std::string Sizes = Values.values().empty() ? std::string() : "for " + Values.str() + " ";
  CodeFinding F;
  F.Level = Severity::Error;
  F.At = range(Blamed.At);
  F.Message = Sizes + name(Blamed) + " at " + bytes(Blamed, Values) + " of '" + Blamed.In->Name +
              "' shares memory with " + name(Other) + " at " + bytes(Other, Values) + ", ";
  std::string Intruder = name(*C.Intruder), Victim = name(*C.Victim);
  switch (C.K) {
  case BlockConflict::Kind::Overwritten:
    F.Message += "and " + Intruder + " is written over " + Victim + " before that is read";
    break;
  case BlockConflict::Kind::NextIteration:
    F.Message += "and " + Intruder + " is written over " + Victim +
                 " before the next round of the loop reads it";
    break;
  case BlockConflict::Kind::SameCall:
    F.Message += "and one call reads " + Victim + " and writes " + Intruder;
    break;
  case BlockConflict::Kind::BothWritten:
    F.Message += "and one call writes both";
    break;
  }
  F.Message += ": results are silently wrong; give them places that do not overlap, or do not keep "
               "them at the same time";

  F.Notes.push_back({range(Other.At), name(Other) + " is placed here"});
  constexpr size_t MostNamed = 4;
  for (const BlockConflict *More : Conflicts.drop_front().take_front(MostNamed)) {
    const Tensor &Third = More->Victim == &Blamed ? *More->Intruder : *More->Victim;
    F.Notes.push_back({range(Third.At), "it shares memory with " + name(Third) + " too"});
  }

  F.Flow.push_back({range(Blamed.In->At), "the pool '" + Blamed.In->Name + "' is made here"});
  F.Flow.push_back({range(C.Victim->At), Victim + " is placed here"});
  if (C.K == BlockConflict::Kind::BothWritten) {
    F.Flow.push_back({range(C.Intruder->At), Intruder + " is placed here"});
    F.Flow.push_back({place(*C.Overwritten), "this call writes both"});
    return F;
  }
  F.Flow.push_back({place(*C.Written), Victim + " is written here"});
  F.Flow.push_back({range(C.Intruder->At), Intruder + " is placed here"});
  F.Flow.push_back({place(*C.Overwritten), Intruder + " is written here, over " + Victim});
  if (C.K != BlockConflict::Kind::SameCall)
    F.Flow.push_back({place(*C.Read), "the value of " + Victim + " is needed here"});
  return F;
}

void OverlapReporter::run(llvm::function_ref<void(const CodeFinding &)> Report) {
  std::vector<BlockConflict> Conflicts =
      findBlockConflicts(Buffers, Context, [&](const Tensor &A, const Tensor &B) {
        auto [It, New] = Known.try_emplace({&A, &B});
        if (New)
          It->second = overlap(A, B);
        return It->second.has_value();
      });
  // A block at a wrong place meets several others; it is the one that is named.
  llvm::MapVector<const Tensor *, std::vector<const BlockConflict *>> Of;
  for (const BlockConflict &C : Conflicts) {
    Of[C.Victim].push_back(&C);
    Of[C.Intruder].push_back(&C);
  }
  llvm::SmallPtrSet<const BlockConflict *, 16> Told;
  auto Left = [&](const std::vector<const BlockConflict *> &All) {
    std::vector<const BlockConflict *> Result;
    llvm::copy_if(All, std::back_inserter(Result),
                  [&](const BlockConflict *C) { return !Told.count(C); });
    return Result;
  };
  while (Told.size() < Conflicts.size()) {
    const Tensor *Blamed = nullptr;
    std::vector<const BlockConflict *> Most;
    for (auto &[T, All] : Of) {
      All = Left(All);
      // Of two alike it is the later one.
      if (!All.empty() &&
          (All.size() > Most.size() ||
           (All.size() == Most.size() && Context.getSourceManager().isBeforeInTranslationUnit(
                                             Blamed->At.getBegin(), T->At.getBegin())))) {
        Blamed = T;
        Most = All;
      }
    }
    Report(describe(*Blamed, Most));
    Told.insert(Most.begin(), Most.end());
  }
}

} // namespace

std::string boundName(const FunctionBuffers &Buffers, const Tensor &T) {
  std::string Handle;
  for (const HandleEvent &E : Buffers.Events) {
    if (E.T != &T || !E.Variable || !E.Variable->getDeclName().isIdentifier())
      continue;
    if (E.K == HandleEvent::Kind::Bind || E.K == HandleEvent::Kind::Alias)
      return E.Variable->getName().str();
    if (E.K == HandleEvent::Kind::Assign && Handle.empty())
      Handle = E.Variable->getName().str();
  }
  return Handle;
}

void reportPoolOverlaps(const FunctionBuffers &Buffers, ASTContext &Context,
                        SizeComparison &Compare, const llvm::DenseSet<const Tensor *> &Wrong,
                        llvm::function_ref<void(const CodeFinding &)> Report) {
  OverlapReporter(Buffers, Context, Compare, Wrong).run(Report);
}

} // namespace aoti
