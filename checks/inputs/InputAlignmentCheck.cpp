#include "checks/inputs/InputAlignmentCheck.h"
#include "Facts/AstQuery.h"
#include "Facts/Dtype.h"
#include "Facts/LaunchFacts.h"
#include "Support/Quote.h"
#include "checks/inputs/InputText.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include <memory>

using namespace clang;

namespace aoti {

namespace {

/// What kernels are compiled for, in bytes.
constexpr int64_t Alignment = 16;

/// What may test the address of a variable's tensor in a form that the facts do not know.
class AddressUses : public AstVisitor<AddressUses> {
public:
  AddressUses(TuFacts &Facts, const FunctionBuffers &In) : Facts(Facts) {
    for (const AlignmentTest &A : In.Alignments)
      if (llvm::isPowerOf2_64(A.Bytes))
        Tests.insert(A.At.getBegin());
  }

  bool VisitIfStmt(IfStmt *If) {
    if (!Tests.contains(If->getCond()->getBeginLoc()))
      return true;
    if (const auto *Test = dyn_cast<BinaryOperator>(stripWrappers(If->getCond())))
      Understood.insert(stripWrappers(Test->getLHS()));
    if (mayReplace(If->getThen()))
      Replacing.insert(If->getCond()->getBeginLoc());
    return true;
  }
  bool VisitCallExpr(CallExpr *Call) {
    if (mayLookAt(Call))
      for (const Expr *Argument : Call->arguments())
        if (const VarDecl *V = namedVariable(Argument))
          Names.insert(identifierOf(V));
    return true;
  }
  bool VisitBinaryOperator(BinaryOperator *Op) {
    if (Understood.contains(Op))
      return true;
    if (Op->getOpcode() == BO_And || Op->getOpcode() == BO_Rem || Op->isComparisonOp())
      for (const Expr *Side : {Op->getLHS(), Op->getRHS()})
        if (const auto *Address = dyn_cast<CallExpr>(stripWrappers(Side));
            Address && memberName(Address) == "data_ptr")
          if (const VarDecl *V = namedVariable(memberObject(Address)))
            Names.insert(identifierOf(V));
    return true;
  }
  bool VisitUnaryOperator(UnaryOperator *Op) {
    if (Op->getOpcode() == UO_AddrOf)
      if (const VarDecl *V = referredVariable(Op->getSubExpr()))
        Names.insert(identifierOf(V));
    return true;
  }

  llvm::DenseSet<llvm::StringRef> Names;
  /// Conditions of known tests behind which something may be given another tensor.
  llvm::DenseSet<SourceLocation> Replacing;

private:
  /// Whether there is an assignment in it, or something like one.
  static bool mayReplace(const Stmt *S, unsigned Depth = 0) {
    if (!S)
      return false;
    if (Depth > 100)
      return true;
    if (const auto *Binary = dyn_cast<BinaryOperator>(S); Binary && Binary->isAssignmentOp())
      return true;
    if (const auto *Call = dyn_cast<CallExpr>(S)) {
      const auto *Operator = dyn_cast<CXXOperatorCallExpr>(Call);
      llvm::StringRef Name = isa<CXXMemberCallExpr>(Call) ? memberName(Call) : calleeName(Call);
      if (Operator ? Operator->getOperator() == OO_Equal
                   : Name == "swap" || Name == "exchange" || Name == "move" || Name == "reset")
        return true;
    }
    return llvm::any_of(S->children(),
                        [&](const Stmt *Child) { return mayReplace(Child, Depth + 1); });
  }

  /// Lambdas, functions that are neither of torch nor a launch nor a part of the model, and what is
  /// called after alignment.
  bool mayLookAt(const CallExpr *Call) const {
    if (const auto *Operator = dyn_cast<CXXOperatorCallExpr>(Call))
      return Operator->getOperator() == OO_Call;
    if (calleeName(Call).contains_insensitive("align"))
      return true;
    const FunctionDecl *F = isa<CXXMemberCallExpr>(Call) ? nullptr : calledPattern(Call);
    const FunctionDecl *Definition = nullptr;
    if (!F || !F->hasBody(Definition) || Facts.launches().launch(Call) ||
        identifierOf(F).starts_with("check_input"))
      return false;
    const SourceManager &SM = Facts.context().getSourceManager();
    return SM.isInMainFile(SM.getFileLoc(Definition->getLocation())) &&
           llvm::none_of(Facts.buffers().functions(), [&](const FunctionBuffers &B) {
             return (B.Function == Definition || B.Function == F) &&
                    llvm::any_of(B.Operations,
                                 [](const Operation &O) { return O.K == Operation::Kind::Launch; });
           });
  }

  TuFacts &Facts;
  llvm::DenseSet<SourceLocation> Tests;
  llvm::DenseSet<const Expr *> Understood;
};

class AlignmentFinder {
public:
  AlignmentFinder(TuFacts &Facts, llvm::function_ref<void(const CodeFinding &)> Report)
      : Facts(Facts), Context(Facts.context()), Contract(Facts.contract()),
        Launches(Facts.launches()), Report(Report) {}

  void run() {
    for (const KernelLaunch &L : Launches.launches()) {
      if (!L.Source || L.IsCpu)
        continue;
      for (const TritonParameter &P : L.Source->parameters())
        if (P.isPointer() && P.isPassed() && P.IsDivisibleBy16)
          for (const LaunchCall &C : L.Calls)
            if (const Operand *Given = Launches.operand(C, P); Given && Given->T)
              check(L, P, C, *Given);
    }
  }

private:
  const AddressUses &usesIn(const FunctionBuffers &In) {
    std::unique_ptr<AddressUses> &Uses = Used[In.Function];
    if (!Uses) {
      Uses = std::make_unique<AddressUses>(Facts, In);
      if (In.Function && In.Function->hasBody())
        Uses->TraverseStmt(In.Function->getBody());
    }
    return *Uses;
  }

  llvm::ArrayRef<const AlignmentTest *> testsOf(const FunctionBuffers &In, const Tensor &Input) {
    if (Sorted.insert(&In).second)
      for (const AlignmentTest &A : In.Alignments)
        if (const Tensor *Of = A.T ? BufferFacts::inputOf(*A.T) : nullptr)
          Tests[Of].push_back(&A);
    auto It = Tests.find(&Input);
    return It == Tests.end() ? llvm::ArrayRef<const AlignmentTest *>() : llvm::ArrayRef(It->second);
  }

  /// A test of the address of an input that does not help a launch, if that is all there is.
  struct UselessTest {
    const AlignmentTest *Test = nullptr;
    llvm::StringRef Why;
  };

  /// Whether an input is refused or copied where its data is not aligned.
  /// \param T what a launch gets, or a view of it is made of: the input or a copy.
  bool isTested(const LaunchCall &C, const Tensor &Input, const Tensor &T, UselessTest &Useless) {
    const SourceManager &SM = Context.getSourceManager();
    const Tensor *Is = &T;
    while (Is->K == Tensor::Kind::Alias && Is->Base)
      Is = Is->Base;
    for (const AlignmentTest *Test : testsOf(*C.In, Input)) {
      const AlignmentTest &A = *Test;
      if (A.Bytes % Alignment != 0) {
        Useless = {Test, "this tests for fewer bytes"};
        continue;
      }
      if (Is != &Input)
        return true;
      if (SM.isBeforeInTranslationUnit(C.By->Call->getBeginLoc(), A.At.getBegin()))
        Useless = {Test, "this tests it behind the launch only"};
      else if (A.Refuses || usesIn(*C.In).Replacing.contains(A.At.getBegin()))
        return true;
      else
        Useless = {Test, "this tests it, and the kernel gets it all the same"};
    }
    return false;
  }

  /// Whether something else than such a test uses its address.
  bool mayBeTested(const FunctionBuffers &In, const Tensor &Input) {
    return !In.Function || !In.Function->hasBody() || usesIn(In).Names.contains(Input.In->Name);
  }

  void check(const KernelLaunch &L, const TritonParameter &P, const LaunchCall &C,
             const Operand &Given) {
    const Tensor *T = Given.T;
    while (T->K == Tensor::Kind::Alias && T->Base)
      T = T->Base;
    const Tensor *Whole = T;
    while (Whole->K == Tensor::Kind::View && Whole->Base)
      Whole = Whole->Base;
    if (const Tensor *Input = BufferFacts::inputOf(*Whole)) {
      UselessTest Useless;
      if (!isTested(C, *Input, *Whole, Useless)) {
        if (!mayBeTested(*C.In, *Input))
          reportInput(L, P, *Input, Given, T == Whole ? nullptr : T, Useless);
        return;
      }
    }
    checkView(L, P, C, *T, Given);
  }

  /// Bytes from something that is aligned to the first element; no expression where that is not
  /// known.
  static Expression bytesBefore(const TritonParameter &P, const Tensor &T) {
    std::optional<unsigned> Size = itemSize(T.Dtype);
    // Of a constant without an entry the kernel alone tells what it is made of.
    bool IsConstant = T.In && T.In->From == Storage::Origin::Constant;
    if (!Size && T.Dtype.empty() && IsConstant && P.Type && P.Type->ElementBits % 8 == 0)
      Size = P.Type->ElementBits / 8;
    if (!Size || !*Size)
      return {};
    if (T.K == Tensor::Kind::PoolBlock)
      return T.GivenOffset;
    if (T.K != Tensor::Kind::View || !T.GivenOffset)
      return {};
    const Tensor *Input = T.Base ? BufferFacts::inputOf(*T.Base) : nullptr;
    if (Input || (IsConstant && T.Base && T.Base->K == Tensor::Kind::Whole))
      return T.GivenOffset * *Size;
    // Allocations and constants begin at a multiple of 64 at least.
    if (!T.HasGeometry || !T.In ||
        (T.In->From != Storage::Origin::Allocation && T.In->From != Storage::Origin::Constant))
      return {};
    return T.Offset * *Size;
  }

  /// Sizes for which some bytes are no multiple of 16; empty values where there are no sizes in it.
  std::optional<Assignment> misaligned(const FunctionBuffers &In, Expression Bytes) const {
    auto Symbols = Bytes.symbols();
    if (Bytes.hasOpaque() || Bytes.content() % Alignment == 0 || Symbols.size() > 4)
      return std::nullopt;
    for (unsigned Choice = 0; Choice < (1U << Symbols.size()); ++Choice) {
      Assignment Values;
      bool Admitted = true;
      for (size_t I = 0; I < Symbols.size(); ++I) {
        const SizeSymbol *S = In.symbol(Symbols[I]);
        if (!S || S->From != SizeSymbol::Origin::InputSize)
          return std::nullopt;
        int64_t Value = std::max<int64_t>(S->Declared.Lo.value_or(2), 2) + ((Choice >> I) & 1);
        Admitted &= S->Declared.contains(Value);
        Values.set(Symbols[I], Value);
      }
      if (std::optional<int64_t> At = evaluate(Bytes, Values);
          Admitted && At && *At >= 0 && *At % Alignment != 0)
        return Values;
    }
    return std::nullopt;
  }

  std::string parameterText(const KernelLaunch &L, const TritonParameter &P) const {
    return "kernel " + quoted(L.Kernel) + " was compiled for addresses in " + quoted(P.Name) +
           " that are multiples of 16";
  }

  void addNotes(CodeFinding &F, const TritonParameter &P) const {
    F.Notes.push_back({Launches.range(P), "the parameter of the kernel is here"});
  }

  /// \param View what the kernel gets of it; null for all of it.
  void reportInput(const KernelLaunch &L, const TritonParameter &P, const Tensor &T,
                   const Operand &Given, const Tensor *View, const UselessTest &Useless) {
    if (!Told.insert({&T, nullptr}).second)
      return;
    CodeFinding F;
    F.At = charRange(Given.Argument->getSourceRange(), Context);
    std::string Name = Contract.nameOf(T.In->Index);
    F.Message = parameterText(L, P) + ", and nothing aligns " + Name +
                " or refuses it: with a slice as x[1:] it reads from the wrong place ('CUDA error: "
                "misaligned address'); hand over tensors that begin at such an address, as "
                "x.clone() does, or compile the model again";
    addNotes(F, P);
    F.Notes.push_back({charRange(T.At, Context), "the input is taken here"});
    if (View && View->Call)
      F.Notes.push_back(
          {charRange(View->Call->getSourceRange(), Context), "the kernel gets this view of it"});
    if (Useless.Test)
      F.Notes.push_back({charRange(Useless.Test->At, Context), Useless.Why.str()});
    Report(F);
  }

  void checkView(const KernelLaunch &L, const TritonParameter &P, const LaunchCall &C,
                 const Tensor &T, const Operand &Given) {
    Expression Bytes = bytesBefore(P, T);
    std::optional<Assignment> Values = Bytes ? misaligned(*C.In, Bytes) : std::nullopt;
    if (!Values || !Told.insert({&T, Given.Argument}).second)
      return;
    std::string For;
    for (auto [Symbol, Value] : Values->values()) {
      const SizeSymbol *S = C.In->symbol(Symbol);
      For += (For.empty() ? ", for " : ", ") + sizeText(Contract, S->Input, S->Dimension) + " = " +
             std::to_string(Value);
    }
    CodeFinding F;
    F.At = charRange(Given.Argument->getSourceRange(), Context);
    F.Message = parameterText(L, P) + ", and this tensor begins " +
                std::to_string(*evaluate(Bytes, *Values)) + " bytes behind one" + For +
                ": it reads from the wrong place ('CUDA error: misaligned address'); copy the "
                "slice in the model, as x[1:].clone() does, or compile the model again";
    addNotes(F, P);
    if (T.Call)
      F.Notes.push_back({charRange(T.Call->getSourceRange(), Context), "the tensor is made here"});
    Report(F);
  }

  TuFacts &Facts;
  ASTContext &Context;
  const InputContract &Contract;
  const LaunchFacts &Launches;
  llvm::function_ref<void(const CodeFinding &)> Report;
  llvm::DenseSet<std::pair<const void *, const void *>> Told;
  llvm::DenseMap<const FunctionDecl *, std::unique_ptr<AddressUses>> Used;
  llvm::DenseSet<const FunctionBuffers *> Sorted;
  llvm::DenseMap<const Tensor *, llvm::SmallVector<const AlignmentTest *, 1>> Tests;
};

} // namespace

void InputAlignmentCheck::checkUnit(ASTContext &Context) {
  Facts = TuFacts::of(Context);
  if (Facts->dialect().Kind != SourceKind::Wrapper || !isGpu(Facts->dialect().Device))
    return;
  auto Report = [&](const CodeFinding &F) { report(F, Context); };
  AlignmentFinder(*Facts, Report).run();
}

} // namespace aoti
