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
  explicit AddressUses(TuFacts &Facts) : Facts(Facts) {}

  bool VisitCallExpr(CallExpr *Call) {
    if (mayLookAt(Call))
      for (const Expr *Argument : Call->arguments())
        if (const VarDecl *V = namedVariable(Argument))
          Names.insert(identifierOf(V));
    return true;
  }
  bool VisitBinaryOperator(BinaryOperator *Op) {
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

private:
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
  /// Whether an input is refused or copied where its data is not aligned.
  static bool isTested(const FunctionBuffers &In, const Tensor &Input) {
    return llvm::any_of(In.Alignments, [&](const AlignmentTest &A) {
      return A.Bytes % Alignment == 0 && A.T && BufferFacts::inputOf(*A.T) == &Input;
    });
  }

  /// Whether something else than such a test uses its address.
  bool mayBeTested(const FunctionBuffers &In, const Tensor &Input) {
    if (!In.Function || !In.Function->hasBody())
      return false;
    std::unique_ptr<AddressUses> &Uses = Used[In.Function];
    if (!Uses) {
      Uses = std::make_unique<AddressUses>(Facts);
      Uses->TraverseStmt(In.Function->getBody());
    }
    return Uses->Names.contains(Input.In->Name);
  }

  void check(const KernelLaunch &L, const TritonParameter &P, const LaunchCall &C,
             const Operand &Given) {
    const Tensor *T = Given.T;
    while (T->K == Tensor::Kind::Alias && T->Base)
      T = T->Base;
    if (T->K == Tensor::Kind::Whole && T->In && T->In->From == Storage::Origin::Input &&
        T->In->Index >= 0) {
      if (!isTested(*C.In, *T) && !mayBeTested(*C.In, *T))
        reportInput(L, P, *T, Given);
      return;
    }
    checkView(L, P, C, *T, Given);
  }

  /// Bytes from something that is aligned to the first element; no expression where that is not
  /// known.
  Expression bytesBefore(const FunctionBuffers &In, const Tensor &T) const {
    std::optional<unsigned> Size = itemSize(T.Dtype);
    if (!Size)
      return {};
    if (T.K == Tensor::Kind::PoolBlock)
      return T.GivenOffset;
    if (T.K != Tensor::Kind::View || !T.GivenOffset)
      return {};
    const Tensor *Input = T.Base ? BufferFacts::inputOf(*T.Base) : nullptr;
    if (Input)
      return isTested(In, *Input) ? T.GivenOffset * *Size : Expression();
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

  void reportInput(const KernelLaunch &L, const TritonParameter &P, const Tensor &T,
                   const Operand &Given) {
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
    Report(F);
  }

  void checkView(const KernelLaunch &L, const TritonParameter &P, const LaunchCall &C,
                 const Tensor &T, const Operand &Given) {
    Expression Bytes = bytesBefore(*C.In, T);
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
