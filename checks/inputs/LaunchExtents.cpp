#include "checks/inputs/LaunchExtents.h"
#include "Facts/Dtype.h"
#include "Facts/LaunchProof.h"
#include "Facts/SizeComparison.h"
#include "Facts/TuFacts.h"
#include "checks/triton/LaneConditions.h"

using llvm::SmallVector;
using llvm::StringRef;

namespace aoti {

namespace {

/// An atomic operation that keeps something of what the memory held before.
bool keepsValue(const TritonAccess &A) {
  StringRef Name = StringRef(A.Function).rsplit('.').second;
  return A.K == TritonAccess::Kind::Atomic &&
         (Name == "atomic_add" || Name == "atomic_max" || Name == "atomic_min");
}

class MisfitFinder {
public:
  MisfitFinder(TuFacts &Facts, const FunctionBuffers &Run,
               llvm::function_ref<bool(const SizeSymbol &)> IsRanged,
               llvm::function_ref<void(const LaunchMisfit &)> Visit)
      : Facts(Facts), Launches(Facts.launches()), Run(Run), IsRanged(IsRanged), Visit(Visit) {}

  void run() {
    for (const KernelLaunch &L : Launches.launches())
      for (const LaunchCall &C : L.Calls)
        // What a branch runs for is not known here.
        if (C.In == &Run && C.By && C.By->In && C.By->In->K == Region::Kind::Function && L.Source)
          check(L, C);
  }

private:
  /// A buffer of the function that a launch gets.
  struct Target {
    const Operand *Given = nullptr;
    const Storage *In = nullptr;
    /// The first element that the kernel gets, from the beginning of the buffer.
    Expression Offset;
    bool IsWhole = false;
  };

  std::optional<Target> target(const LaunchCall &C, const TritonParameter &P) const {
    const Operand *Given = Launches.operand(C, P);
    const Tensor *T = Given ? Given->T : nullptr;
    while (T && T->K == Tensor::Kind::Alias && T->Base)
      T = T->Base;
    if (!T || (T->K != Tensor::Kind::Whole && T->K != Tensor::Kind::View) || !T->HasGeometry ||
        !T->In || T->In->From != Storage::Origin::Allocation || !T->In->Call || !T->In->Elements ||
        T->In->Elements.hasOpaque() || !T->Offset || T->Offset.hasOpaque())
      return std::nullopt;
    std::optional<unsigned> Item = itemSize(BufferFacts::dtypeOf(*T));
    if (!Item || Item != itemSize(T->In->Dtype) || !P.Type || P.Type->ElementBits != *Item * 8)
      return std::nullopt;
    return Target{Given, T->In, T->Offset, T->K == Tensor::Kind::Whole};
  }

  bool dependsOnRange(Expression E) const {
    return E && llvm::any_of(E.symbols(), [&](Expression Symbol) {
             const SizeSymbol *S = Run.symbol(Symbol);
             return S && (S->Divisor > 1 ? dependsOnRange(S->Numerator) : IsRanged(*S));
           });
  }

  /// Whether one of the sizes is one that more than one value is admitted for, and no code that is
  /// not followed may refuse any.
  bool isAdmitted(const Assignment &Values) const {
    bool HasRange = false;
    for (auto [Symbol, Value] : Values.values()) {
      const SizeSymbol *S = Run.symbol(Symbol);
      if (!S)
        continue;
      if (S->From == SizeSymbol::Origin::InputSize &&
          Facts.buffers().mayTestSize(S->Input, S->Dimension))
        return false;
      HasRange |= IsRanged(*S);
    }
    return HasRange;
  }

  /// Sizes for which an access goes to an element at \p Limit or behind it.
  std::optional<Assignment> goesBeyond(const LaunchCall &C, const TritonAccess &A, int64_t Limit) {
    if (!A.isUnderstood() || A.Origins || A.Index.hasOpaque() || A.Loop != -1)
      return std::nullopt;
    Expression Index = Launches.bind(C, A.Index);
    if (!Index || Index.hasOpaque())
      return std::nullopt;
    SmallVector<Expression, 4> Positive;
    // A helper that is cut down to its source has no grid.
    if (C.Launch->Call)
      for (unsigned Axis = 0; Axis < 3; ++Axis) {
        Expression Grid = Launches.grid(C, Axis);
        if (!Grid)
          return std::nullopt;
        Positive.push_back(Grid);
      }
    SizeComparison Compare(Run);
    SmallVector<Condition, 8> Guards;
    if (!addLaneConditions(C, Launches, A.Index, A.Mask, *A.Path, Compare, Guards))
      return std::nullopt;
    std::optional<Assignment> Values =
        Compare.exceeding(Index, Index.context().constant(Limit - 1), Positive, Guards);
    return Values && isAdmitted(*Values) ? Values : std::nullopt;
  }

  void check(const KernelLaunch &L, const LaunchCall &C) {
    bool IsDynamic = llvm::any_of(C.By->Scalars,
                                  [&](const ScalarArgument &S) { return dependsOnRange(S.Value); });
    const std::vector<TritonParameter> &Parameters = L.Source->parameters();
    for (unsigned I = 0; I < Parameters.size(); ++I) {
      const TritonParameter &P = Parameters[I];
      if (!P.isPointer() || !P.isPassed())
        continue;
      std::optional<Target> T = target(C, P);
      if (!T)
        continue;
      std::optional<int64_t> Fixed = T->In->Elements.constantValue(),
                             Offset = T->Offset.constantValue();
      if (Fixed && Offset && IsDynamic)
        checkOverrun(C, I, *T, *Fixed, *Offset);
      else if (!Fixed && T->IsWhole && dependsOnRange(T->In->Elements))
        checkUnwritten(C, I, *T);
    }
  }

  void checkOverrun(const LaunchCall &C, unsigned Parameter, const Target &T, int64_t Fixed,
                    int64_t Offset) {
    for (const TritonAccess &A : Launches.body(*C.Launch->Source).accesses()) {
      if (A.Parameter != static_cast<int>(Parameter) || !A.writes())
        continue;
      std::optional<Assignment> Values = goesBeyond(C, A, Fixed - Offset);
      std::optional<int64_t> At =
          Values ? evaluate(Launches.bind(C, A.Index), *Values) : std::nullopt;
      if (!At)
        continue;
      Visit({LaunchMisfit::Kind::Overrun, &C, T.Given, T.In, &A, Fixed, Offset + *At, *Values});
      return;
    }
  }

  /// The elements from the first on that a launch writes at most; none where that is not known.
  std::optional<int64_t> written(const LaunchCall &C, unsigned Parameter,
                                 const TritonAccess *&Store) {
    const TritonBody &Body = Launches.body(*C.Launch->Source);
    if (Body.figure().IsCut || Body.figure().OpaqueStatements || Body.figure().OpaqueCalls)
      return std::nullopt;
    std::optional<int64_t> Behind;
    for (const TritonAccess &A : Body.accesses()) {
      if (A.K == TritonAccess::Kind::Call || (A.writes() && A.Parameter < 0))
        return std::nullopt;
      if (A.Parameter != static_cast<int>(Parameter))
        continue;
      Expression Index = A.isUnderstood() && !A.Origins ? Launches.bind(C, A.Index) : Expression();
      if (A.K != TritonAccess::Kind::Store || !Index || Index.hasOpaque())
        return std::nullopt;
      Range Reached = range(Index, knownAt(A, C, Facts));
      if (!Reached.Hi || *Reached.Hi < 0 || *Reached.Hi >= INT32_MAX)
        return std::nullopt;
      if (!Behind || *Reached.Hi + 1 > *Behind) {
        Behind = *Reached.Hi + 1;
        Store = &A;
      }
    }
    return Behind;
  }

  /// Whether nothing but one launch writes a buffer, and something takes all of it.
  bool isTaken(const LaunchCall &C, const Storage &In, int64_t Written) {
    bool IsTaken = false;
    for (const TensorUse *U : Run.usesOf(In)) {
      if (U->By == C.By || U->K == TensorUse::Kind::Check)
        continue;
      bool IsWhole = U->T && U->T->In == &In &&
                     (U->T->K == Tensor::Kind::Whole || U->T->K == Tensor::Kind::Alias);
      switch (U->K) {
      case TensorUse::Kind::Output:
        IsTaken |= IsWhole;
        break;
      case TensorUse::Kind::Launch: {
        const KernelLaunch *L = U->By ? Launches.launch(U->By->Call) : nullptr;
        const LaunchCall *Other = nullptr;
        if (L && L->Source)
          for (const LaunchCall &Call : L->Calls)
            if (Call.By == U->By)
              Other = &Call;
        if (!Other || !onlyAdds(*Other, In, Written, IsTaken))
          return false;
        break;
      }
      case TensorUse::Kind::Shim: {
        const Operand *Given = nullptr;
        if (U->By)
          for (const Operand &O : U->By->Operands)
            if (O.T && llvm::is_contained(BufferFacts::storagesOf(*O.T), &In)) {
              if (O.Role != OperandRole::Read)
                return false;
              Given = &O;
            }
        if (!Given)
          return false;
        // `mm_out` and its kin compute with all of it; others may take a part.
        IsTaken |= IsWhole && StringRef(U->Callee).ends_with("_out");
        break;
      }
      default:
        return false;
      }
    }
    return IsTaken;
  }

  /// Whether a launch writes nothing to a buffer that does not depend on what it held.
  bool onlyAdds(const LaunchCall &C, const Storage &In, int64_t Written, bool &IsTaken) {
    const std::vector<TritonParameter> &Parameters = C.Launch->Source->parameters();
    llvm::SmallDenseSet<int> Gets;
    unsigned Found = 0, Handed = 0;
    for (const Operand &O : C.By->Operands)
      Handed += O.T && llvm::is_contained(BufferFacts::storagesOf(*O.T), &In);
    for (unsigned I = 0; I < Parameters.size(); ++I)
      if (Parameters[I].isPointer() && Parameters[I].isPassed())
        if (const Operand *O = Launches.operand(C, Parameters[I]);
            O && O->T && llvm::is_contained(BufferFacts::storagesOf(*O->T), &In)) {
          std::optional<Target> T = target(C, Parameters[I]);
          ++Found;
          if (T && T->IsWhole)
            Gets.insert(static_cast<int>(I));
        }
    if (Found != Handed || Gets.size() != Found)
      return false;
    const TritonBody &Body = Launches.body(*C.Launch->Source);
    if (Body.figure().IsCut || Body.figure().OpaqueStatements || Body.figure().OpaqueCalls)
      return false;
    for (const TritonAccess &A : Body.accesses()) {
      if (A.K == TritonAccess::Kind::Call || A.Parameter < 0)
        return false;
      if (!Gets.contains(A.Parameter))
        continue;
      if (A.writes() && !keepsValue(A))
        return false;
      IsTaken |= A.K == TritonAccess::Kind::Load && goesBeyond(C, A, Written).has_value();
    }
    return true;
  }

  void checkUnwritten(const LaunchCall &C, unsigned Parameter, const Target &T) {
    unsigned Times = 0;
    for (const Operand &O : C.By->Operands)
      Times += O.T && llvm::is_contained(BufferFacts::storagesOf(*O.T), T.In);
    const TritonAccess *Store = nullptr;
    std::optional<int64_t> Written = Times == 1 ? written(C, Parameter, Store) : std::nullopt;
    if (!Written)
      return;
    Expression Have = T.In->Elements;
    std::optional<Assignment> Values =
        SizeComparison(Run).exceeding(Have, Have.context().constant(*Written), T.In->Sizes, {});
    std::optional<int64_t> Has =
        Values && isAdmitted(*Values) ? evaluate(Have, *Values) : std::nullopt;
    if (Has && isTaken(C, *T.In, *Written))
      Visit({LaunchMisfit::Kind::Unwritten, &C, T.Given, T.In, Store, *Has, *Written, *Values});
  }

  TuFacts &Facts;
  const LaunchFacts &Launches;
  const FunctionBuffers &Run;
  llvm::function_ref<bool(const SizeSymbol &)> IsRanged;
  llvm::function_ref<void(const LaunchMisfit &)> Visit;
};

} // namespace

void findLaunchMisfits(TuFacts &Facts, const FunctionBuffers &Run,
                       llvm::function_ref<bool(const SizeSymbol &)> IsRanged,
                       llvm::function_ref<void(const LaunchMisfit &)> Visit) {
  MisfitFinder(Facts, Run, IsRanged, Visit).run();
}

} // namespace aoti
