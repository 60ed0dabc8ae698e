#include "Facts/LaunchProof.h"
#include "Facts/AstQuery.h"
#include "Facts/Dtype.h"
#include "Facts/TuFacts.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/StringExtras.h"

using namespace clang;
using llvm::SmallVector;
using llvm::StringRef;

namespace aoti {

namespace {

/// Tensors that one merged tensor may be, of which more are not looked at.
constexpr unsigned MaxTensors = 16;
/// A proof for each of many accesses has to be cheap; real ones take less than 100 goals.
constexpr ProofLimits Limits = {600, 1};
/// Expressions that are longer are not shown.
constexpr size_t MaxShown = 48;

/// The elements that an access may reach, counted from the pointer: from `First` to below `Behind`.
struct Reach {
  Expression First, Behind;
  /// Sizes of which each has to be at least 1 for that to hold.
  ExpressionList Sizes;
};

class LaunchProver {
public:
  LaunchProver(const LaunchCall &C, TuFacts &Facts)
      : C(C), K(*C.Launch->Source), Facts(Facts), Launches(Facts.launches()),
        Body(Launches.body(K)) {}

  AccessProof prove(const TritonAccess &A);
  Assumptions assume(const TritonAccess &A, bool Declared, bool &IsAsserted) const;

private:
  bool findReach(const Tensor &T, SmallVectorImpl<Reach> &Into) const;
  bool isWithin(Expression Index, llvm::ArrayRef<SmallVector<Reach, 2>> Tensors,
                const Assumptions &Known) const;
  std::string tensorName(const Operand &O) const;
  std::string declaredSizes(const TritonAccess &A,
                            llvm::ArrayRef<SmallVector<Reach, 2>> Tensors) const;

  const LaunchCall &C;
  const TritonKernel &K;
  TuFacts &Facts;
  const LaunchFacts &Launches;
  const TritonBody &Body;
};

/// What holds where an access happens, in the sizes of the function that calls.
Assumptions LaunchProver::assume(const TritonAccess &A, bool Declared, bool &IsAsserted) const {
  Assumptions InKernel, Known;
  Body.assume(A, InKernel);
  SmallVector<const TritonAssert *, 4> Asserts;
  Body.assertsAt(A, Asserts);
  IsAsserted = false;
  for (const TritonAssert *Assert : Asserts) {
    if (Assert->K == TritonAssert::Kind::Device && K.assertsIndices() == false)
      continue;
    IsAsserted |= Assert->K == TritonAssert::Kind::Device;
    SmallVector<Condition, 4> Bound;
    TritonBody::bound(*Assert, Bound);
    for (const Condition &Part : Bound)
      InKernel.add(Part);
  }

  for (const auto &[Symbol, Values] : InKernel.ranges()) {
    Expression Bound = Launches.bind(C, Symbol);
    if (Bound == Symbol) {
      Known.addRange(Symbol, Values);
      continue;
    }
    if (Values.Lo)
      Known.addNonNegative(Bound - *Values.Lo);
    if (Values.Hi)
      Known.addNonNegative(-Bound + *Values.Hi);
  }
  for (const auto &[Symbol, Rank] : InKernel.ranks())
    Known.setRank(Symbol, Rank);
  for (Expression Fact : InKernel.facts())
    Known.addNonNegative(Launches.bind(C, Fact));
  for (Expression E : InKernel.nonZeros())
    Known.add({Condition::NonZero, Launches.bind(C, E)});
  for (const Assumptions::Progression &P : InKernel.progressions())
    Known.addProgression(P.Symbol, Launches.bind(C, P.Init), Launches.bind(C, P.Step));

  // The kernel runs, so there are programs along each axis.
  if (C.Launch->Call)
    for (unsigned Axis = 0; Axis < 3; ++Axis)
      if (Expression Programs = Launches.grid(C, Axis))
        Known.addNonNegative(Programs - 1);
  for (const TritonSymbol &S : Body.symbols())
    if (S.K == TritonSymbol::Kind::ProgramId)
      if (std::optional<Condition> Bound = Launches.programBound(C, S))
        Known.add(*Bound);
  for (const SizeSymbol &S : C.In->Symbols) {
    bool IsSize =
        S.From == SizeSymbol::Origin::InputSize || S.From == SizeSymbol::Origin::TensorSize;
    if (IsSize)
      Known.addRange(S.Symbol, Range::atLeast(0));
    if (Declared || S.From != SizeSymbol::Origin::InputSize)
      Known.addRange(S.Symbol, S.Declared);
  }
  for (const Condition &Fact : C.In->Facts)
    Known.add(Fact);
  return Known;
}

/// \returns false where the extent of the tensor is not known.
bool LaunchProver::findReach(const Tensor &T, SmallVectorImpl<Reach> &Into) const {
  const Tensor *Of = &T;
  for (unsigned I = 0; I < MaxTensors && Of->K == Tensor::Kind::Alias && !Of->HasGeometry &&
                       !Of->HasShape && Of->Base;
       ++I)
    Of = Of->Base;
  auto IsKnown = [](const ExpressionList &List) {
    return llvm::all_of(List, [](Expression E) { return E && !E.hasOpaque(); });
  };
  ExpressionContext &Context = Facts.buffers().expressions();
  const ExpressionList &Sizes = Of->HasGeometry ? Of->Sizes : Of->ShapeSizes;
  const ExpressionList &Strides = Of->HasGeometry ? Of->Strides : Of->ShapeStrides;
  if ((Of->HasGeometry || Of->HasShape) && Sizes.size() == Strides.size() && IsKnown(Sizes) &&
      IsKnown(Strides))
    Into.push_back({Context.constant(0), viewExtent(Context, Sizes, Strides), Sizes});
  // What a view leaves out of its storage may be reached all the same.
  const Storage *In = Of->In;
  if (In && Of->HasGeometry && Of->Offset && !Of->Offset.hasOpaque() && In->Elements &&
      !In->Elements.hasOpaque() && Of->Frame && Of->Frame->K == Tensor::Kind::Whole &&
      itemSize(BufferFacts::dtypeOf(*Of)) == itemSize(In->Dtype))
    Into.push_back({-Of->Offset, In->Elements - Of->Offset, In->Sizes});
  return !Into.empty();
}

bool LaunchProver::isWithin(Expression Index, llvm::ArrayRef<SmallVector<Reach, 2>> Tensors,
                            const Assumptions &Known) const {
  Prover P(Known, Limits);
  return llvm::all_of(Tensors, [&](const SmallVector<Reach, 2> &Ways) {
    return llvm::any_of(Ways, [&](const Reach &R) {
      return P.provesLessEqual(R.First, Index) && P.provesLess(Index, R.Behind) &&
             llvm::all_of(R.Sizes, [&](Expression Size) {
               return Size.constantValue().value_or(0) >= 1 || P.provesNonNegative(Size - 1);
             });
    });
  });
}

std::string LaunchProver::tensorName(const Operand &O) const {
  for (const Expr *E : {O.Element, O.Argument})
    if (const VarDecl *V = E ? referredVariable(stripWrappers(E)) : nullptr;
        V && V->getDeclName().isIdentifier())
      return V->getName().str();
  return O.T && O.T->In ? O.T->In->Name : std::string();
}

/// The sizes of inputs that take part, with what the package admits for them.
std::string LaunchProver::declaredSizes(const TritonAccess &A,
                                        llvm::ArrayRef<SmallVector<Reach, 2>> Tensors) const {
  SmallVector<Expression, 8> Symbols(Launches.bind(C, A.Index).symbols());
  SmallVector<Condition, 4> Conditions;
  for (const TritonPredicate *P : {A.Mask, A.Path})
    P->conjuncts(Conditions);
  for (const Condition &Part : Conditions)
    llvm::append_range(Symbols, Launches.bind(C, Part.E).symbols());
  for (const SmallVector<Reach, 2> &Ways : Tensors)
    for (const Reach &R : Ways)
      llvm::append_range(Symbols, R.Behind.symbols());
  std::vector<std::string> Texts;
  for (Expression Symbol : Symbols) {
    const SizeSymbol *S = C.In->symbol(Symbol);
    if (!S || S->From != SizeSymbol::Origin::InputSize || (!S->Declared.Lo && !S->Declared.Hi))
      continue;
    std::string Text = "'" + Symbol.name().str() + "'";
    if (S->Declared.Lo)
      Text += " from " + std::to_string(*S->Declared.Lo);
    if (S->Declared.Hi)
      Text += (S->Declared.Lo ? " to " : " up to ") + std::to_string(*S->Declared.Hi);
    if (!llvm::is_contained(Texts, Text))
      Texts.push_back(Text);
  }
  if (Texts.size() > 3)
    Texts.resize(3);
  return llvm::join(Texts, ", ");
}

AccessProof LaunchProver::prove(const TritonAccess &A) {
  AccessProof Proof{&A, AccessTruth::Unknown, {}};
  if (A.K == TritonAccess::Kind::Call || A.Parameter < 0 || !A.Index) {
    Proof.Why = "where '" + A.Function + "' goes is not known";
    return Proof;
  }
  const TritonParameter &P = K.parameters()[A.Parameter];
  const Operand *Given = Launches.operand(C, P);
  std::string Name = Given ? tensorName(*Given) : std::string();
  std::string Access = (A.K == TritonAccess::Kind::Load    ? "the load from '"
                        : A.K == TritonAccess::Kind::Store ? "the store to '"
                                                           : "the atomic operation on '") +
                       P.Name.str() + "'" +
                       (Name.empty() ? "," : ", which is '" + Name + "' here,");
  bool IsAsserted = false;
  Assumptions Known = assume(A, true, IsAsserted);
  bool FromMemory = (A.Origins & triton_origin::Memory) != 0;
  // Of torch's own kernels all indices are asserted that can be out of bounds; others have none.
  if (FromMemory && !IsAsserted) {
    Proof.Truth = AccessTruth::Unasserted;
    Proof.Why = Access + " has an index from memory that no assertion checks";
  } else {
    Proof.Why = Access + " has an index that is not understood";
  }
  if (!A.isUnderstood())
    return Proof;

  SmallVector<SmallVector<Reach, 2>, 2> Tensors;
  SmallVector<const Tensor *, 4> Pending;
  llvm::SmallPtrSet<const Tensor *, 8> Seen;
  bool HasSizes = Given && Given->T;
  if (HasSizes)
    Pending.push_back(Given->T);
  while (!Pending.empty() && HasSizes) {
    const Tensor *T = Pending.pop_back_val();
    if (!Seen.insert(T).second)
      continue;
    if (Seen.size() > MaxTensors) {
      HasSizes = false;
    } else if (T->K == Tensor::Kind::Merged) {
      Pending.append(T->Sources.begin(), T->Sources.end());
      HasSizes = !T->Sources.empty();
    } else {
      HasSizes = findReach(*T, Tensors.emplace_back());
      std::optional<unsigned> Item = itemSize(BufferFacts::dtypeOf(*T));
      if (HasSizes && Item && P.Type && P.Type->ElementBits && *Item * 8 != P.Type->ElementBits) {
        Proof.Why = Access + " takes it for '" + P.Type->Spelling + "', and it is " +
                    BufferFacts::dtypeOf(*T);
        return Proof;
      }
    }
  }
  if (!HasSizes) {
    if (Proof.Truth != AccessTruth::Unasserted)
      Proof.Why = Access + " cannot be judged: how large that is, is not known";
    return Proof;
  }

  Expression Index = Launches.bind(C, A.Index);
  if (isWithin(Index, Tensors, Known)) {
    bool Ignored = false;
    Proof.Truth = AccessTruth::Proved;
    Proof.Why.clear();
    std::string Sizes = declaredSizes(A, Tensors);
    if (!Sizes.empty() && !isWithin(Index, Tensors, assume(A, false, Ignored))) {
      Proof.Truth = AccessTruth::Declared;
      Proof.Why = Access + " stays within it only for the sizes that the package declares (" +
                  Sizes + "), which nothing checks unless AOTI_RUNTIME_CHECK_INPUTS is set";
    }
    return Proof;
  }
  if (Proof.Truth == AccessTruth::Unasserted)
    return Proof;
  Proof.Truth = AccessTruth::Open;
  std::string Have = Tensors.front().front().Behind.str();
  Proof.Why = Access + " is not proved to stay within its " +
              (Have.size() <= MaxShown ? Have + " elements" : "elements");
  return Proof;
}

} // namespace

std::vector<AccessProof> proveAccesses(const LaunchCall &C, TuFacts &Facts) {
  std::vector<AccessProof> Proofs;
  if (!C.Launch || !C.Launch->Source || !C.In || !C.By)
    return Proofs;
  LaunchProver Prover(C, Facts);
  for (const TritonAccess &A : Facts.launches().body(*C.Launch->Source).accesses())
    Proofs.push_back(Prover.prove(A));
  return Proofs;
}

Assumptions knownAt(const TritonAccess &A, const LaunchCall &C, TuFacts &Facts) {
  bool IsAsserted = false;
  return LaunchProver(C, Facts).assume(A, true, IsAsserted);
}

} // namespace aoti
