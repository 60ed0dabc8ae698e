#include "checks/inputs/InputLowerBoundCheck.h"
#include "Facts/AstQuery.h"
#include "Support/Quote.h"
#include "checks/inputs/InputText.h"
#include "llvm/ADT/DenseMap.h"

using namespace clang;

namespace aoti {

namespace {

/// Where sizes go: the first place that makes a tensor or starts a kernel with each symbol.
class SizeUses {
public:
  struct Use {
    SourceRange At;
    const char *What;
  };

  explicit SizeUses(const FunctionBuffers &Run) : Run(Run) {
    for (const Storage &S : Run.Storages)
      if (S.From == Storage::Origin::Allocation && S.Call)
        for (const ExpressionList *List : {&S.Sizes, &S.Strides})
          for (Expression E : *List)
            add(E, S.Call->getSourceRange(), "a tensor is allocated with it here");
    for (const Operation &O : Run.Operations) {
      if (O.K == Operation::Kind::Launch || O.K == Operation::Kind::CpuKernel)
        for (const ScalarArgument &Argument : O.Scalars)
          add(Argument.Value, O.Call->getSourceRange(), "a kernel is started with it here");
    }
    for (const Tensor &T : Run.Tensors)
      if (T.Call && (T.K == Tensor::Kind::View || T.K == Tensor::Kind::AsStrided))
        for (const ExpressionList *List : {&T.Sizes, &T.Strides})
          for (Expression E : *List)
            add(E, T.Call->getSourceRange(), "a view is made with it here");
  }

  const Use *of(Expression Symbol) const {
    auto It = First.find(Symbol.symbolId());
    return It == First.end() ? nullptr : &It->second;
  }

private:
  void add(Expression E, SourceRange At, const char *What) {
    if (!E || !Seen.insert({E.node(), What}).second)
      return;
    for (Expression Symbol : E.symbols()) {
      First.try_emplace(Symbol.symbolId(), Use{At, What});
      // What is solved for comes from a size.
      if (const SizeSymbol *S = Run.symbol(Symbol); S && S->Divisor)
        add(S->Numerator, At, What);
    }
  }

  const FunctionBuffers &Run;
  llvm::DenseMap<unsigned, Use> First;
  llvm::DenseSet<std::pair<const void *, const void *>> Seen;
};

} // namespace

void InputLowerBoundCheck::checkUnit(ASTContext &Context) {
  Facts = TuFacts::of(Context);
  if (Facts->dialect().Kind != SourceKind::Wrapper)
    return;
  const InputContract &Contract = Facts->contract();
  if (!Contract.run())
    return;
  const auto &Inputs = Facts->buffers().inputs();
  std::optional<SizeUses> Uses;
  for (const ContractSymbol &S : Contract.symbols()) {
    auto D = Inputs.find(S.Input);
    if (S.Divisor || S.IsStride || D == Inputs.end() ||
        (D->second.Rank && S.Dimension >= *D->second.Rank))
      continue;
    const SizeSymbol *Known = Contract.run()->symbol(S.Symbol);
    if (!Known || Known->Declared.Lo || Facts->buffers().mayTestSize(S.Input, S.Dimension))
      continue;
    const InputCheck *Check = nullptr;
    for (const InputCheck &Other : Contract.checks().checks())
      if (Other.Inputs.count(S.Input) && !Check)
        Check = &Other;
    // A check that tells neither the dtype nor a size is none of torch's.
    if (!Check || (D->second.Dtype.empty() && D->second.Sizes.empty()))
      continue;
    if (!Uses)
      Uses.emplace(*Contract.run());
    const SizeUses::Use *Use = Uses->of(S.Symbol);
    if (!Use)
      continue;

    CodeFinding F;
    SourceRange At = nameRange(Check->Function);
    std::string Tests = " does not test it";
    for (const Requirement &R : Contract.requirements())
      if (R.K == Requirement::Kind::AtMost && R.Input == S.Input &&
          R.Dimension == static_cast<int>(S.Dimension)) {
        At = R.At;
        Tests = " only tests that it is at most " + std::to_string(*R.Number);
      }
    F.At = charRange(At, Context);
    F.Message = "nothing says how small " + sizeText(Contract, S.Input, S.Dimension) +
                " may be: " + quoted(identifierOf(Check->Function)) + Tests +
                ", so that an empty input, or one of size 1, is taken even where the model was "
                "exported for "
                "more, and kernels then read past its end; export with a least size as in "
                "Dim(\"n\", min=2), and leave aot_inductor.check_lowerbound on";
    F.Notes.push_back({charRange(S.At, Context), "the size is read here"});
    F.Notes.push_back({charRange(Use->At, Context), Use->What});
    report(F, Context);
  }
}

} // namespace aoti
