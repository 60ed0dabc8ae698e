#include "checks/inputs/InputContractCheck.h"
#include "Facts/AstQuery.h"
#include "Facts/SizeComparison.h"
#include "Support/Quote.h"
#include "checks/inputs/InputText.h"

using namespace clang;

namespace aoti {

InputContractCheck::InputContractCheck(llvm::StringRef Name, clang::tidy::ClangTidyContext *Context)
    : UnitCheck(Name, Context), Advice(Options.get("Advice", false)) {}

void InputContractCheck::storeOptions(clang::tidy::ClangTidyOptions::OptionMap &Opts) {
  Options.store(Opts, "Advice", Advice);
}

namespace {

class ContractReporter {
public:
  ContractReporter(TuFacts &Facts, llvm::function_ref<void(const CodeFinding &)> Report)
      : Context(Facts.context()), Contract(Facts.contract()), Run(*Contract.run()),
        Buffers(Facts.buffers()), Report(Report) {}

  /// Views of an input that can be larger than it, for inputs that every check lets through.
  /// \returns whether there is one.
  bool checkViews() {
    std::optional<SizeComparison> Sizes;
    std::set<unsigned> Told;
    for (const Tensor &T : Run.Tensors) {
      if (T.K != Tensor::Kind::View || !T.Call || !T.GivenOffset || T.GivenOffset.hasOpaque() ||
          T.Sizes.size() != T.Strides.size() || T.Sizes.empty())
        continue;
      const Tensor *Base = T.Base ? BufferFacts::inputOf(*T.Base) : nullptr;
      if (!Base)
        continue;
      unsigned Input = Base->In->Index;
      if (Told.count(Input) || !hasUntested(Input))
        continue;
      std::optional<ExpressionList> Shape = contiguousShape(*Base);
      if (!Shape)
        continue;
      if (!llvm::all_of(T.Sizes, isKnown) || !llvm::all_of(T.Strides, isKnown))
        continue;
      Expression Needed = viewExtent(Buffers.expressions(), T.Sizes, T.Strides) + T.GivenOffset;
      Expression Have = Buffers.expressions().constant(1);
      for (Expression Size : *Shape)
        Have *= Size;
      llvm::SmallVector<Expression, 8> Positive(T.Sizes.begin(), T.Sizes.end());
      Positive.append(Shape->begin(), Shape->end());
      if (!Sizes)
        Sizes.emplace(Run);
      std::optional<Assignment> Values = Sizes->exceeding(Needed, Have, Positive, T.Guards);
      if (!Values || Values->values().empty())
        continue;
      std::optional<int64_t> N = evaluate(Needed, *Values), H = evaluate(Have, *Values);
      const Requirement *Broken = brokenBy(Input, *Shape, *Values);
      if (!N || !H || !Broken)
        continue;
      Told.insert(Input);
      report(T, *Base, *Broken, *Values, *N, *H);
    }
    return !Told.empty();
  }

  /// All that nothing tests, or that is tested only on demand, where there is more than torch's own
  /// checks say of each input alone.
  void adviseAll() {
    unsigned Never = 0, Asked = 0;
    bool IsMore = false;
    CodeFinding F;
    for (const Requirement &R : Contract.requirements()) {
      if (R.Tested == RunsWhen::Always)
        continue;
      ++(R.Tested ? Asked : Never);
      bool IsOwn = R.K != Requirement::Kind::EqualTo && R.K != Requirement::Kind::Multiple &&
                   !(R.K == Requirement::Kind::Stride && !R.Number);
      IsMore |= !IsOwn;
      if (IsOwn && R.Tested)
        continue;
      F.Notes.push_back({charRange(R.At.isValid() ? R.At : nameRange(Run.Function), Context),
                         Contract.nameOf(R.Input) + ": " + Contract.describe(R) +
                             (R.Tested ? ", which is tested with " + AskForChecks.str() + " only"
                                       : ", which nothing tests")});
    }
    if (!IsMore)
      return;
    auto Are = [](unsigned Count) {
      return Count == 1 ? std::string("one thing is") : std::to_string(Count) + " things are";
    };
    std::string Text;
    if (Asked)
      Text = Are(Asked) + " tested with " + AskForChecks.str() + " only";
    if (Never)
      Text += (Asked ? " and " + std::to_string(Never) : Are(Never) + " tested") + " by nothing";
    F.Level = Severity::Note;
    F.At = charRange(nameRange(Run.Function), Context);
    F.Message = "of what this model needs of its inputs, " + Text +
                "; 'aoti-lint --print-contract' lists them, and '--print-contract=python' prints a "
                "function that tests them before a call";
    Report(F);
  }

private:
  static bool isKnown(Expression E) { return E && !E.hasOpaque(); }

  /// Whether a size of an input has to be one that it is not compared with.
  bool isUntested(const Requirement &R, unsigned Input) const {
    return R.Input == Input && R.K == Requirement::Kind::EqualTo && !R.Tested &&
           !Buffers.mayTestSize(Input, static_cast<unsigned>(R.Dimension));
  }
  bool hasUntested(unsigned Input) const {
    return llvm::any_of(Contract.requirements(),
                        [&](const Requirement &R) { return isUntested(R, Input); });
  }

  /// The first of them that does not hold for some sizes; null if all do.
  const Requirement *brokenBy(unsigned Input, const ExpressionList &Shape,
                              const Assignment &Values) const {
    for (const Requirement &R : Contract.requirements()) {
      if (!isUntested(R, Input) || static_cast<size_t>(R.Dimension) >= Shape.size())
        continue;
      std::optional<int64_t> Is = evaluate(Shape[R.Dimension], Values),
                             Wanted = evaluate(R.Value, Values);
      if (Is && Wanted && Is != Wanted)
        return &R;
    }
    return nullptr;
  }

  /// The sizes of an input, where a dense tensor of them passes its check.
  std::optional<ExpressionList> contiguousShape(const Tensor &T) const {
    if (!T.HasShape || !llvm::all_of(T.ShapeSizes, isKnown))
      return std::nullopt;
    auto D = Buffers.inputs().find(T.In->Index);
    if (D == Buffers.inputs().end() || !D->second.Rank)
      return std::nullopt;
    for (const auto &[Dimension, R] : D->second.Strides) {
      if (!R.Lo || R.Lo != R.Hi)
        continue;
      Expression Dense = Buffers.expressions().constant(1);
      for (size_t I = Dimension + 1; I < T.ShapeSizes.size(); ++I)
        Dense *= T.ShapeSizes[I];
      if (Dense.constantValue() != *R.Lo)
        return std::nullopt;
    }
    return T.ShapeSizes;
  }

  void report(const Tensor &T, const Tensor &Base, const Requirement &Broken,
              const Assignment &Values, int64_t Needed, int64_t Have) {
    CodeFinding F;
    F.Level = Severity::Error;
    F.At = charRange(T.Call->getSourceRange(), Context);
    std::string Given;
    for (auto [Symbol, Value] : Values.values()) {
      const SizeSymbol *S = Run.symbol(Symbol);
      if (!S || S->From != SizeSymbol::Origin::InputSize)
        continue;
      Given += (Given.empty() ? "" : ", ") + sizeText(Contract, S->Input, S->Dimension) + " = " +
               std::to_string(Value);
    }
    std::string Name = Contract.nameOf(Broken.Input);
    F.Message = "nothing tests that " + sizeText(Contract, Broken.Input, Broken.Dimension) +
                " is " + Contract.describe(Broken.Value) + ", not even with " + AskForChecks.str() +
                ": given " + Given + " this view takes " + std::to_string(Needed) +
                " elements of " + Name + ", which has " + std::to_string(Have) +
                ", and the model reads foreign memory without an error; test the sizes before the "
                "call ('aoti-lint --print-contract=python' prints how), or compile the model with "
                "torch 2.13 or newer";
    F.Notes.push_back({charRange(Base.At, Context), "the input is taken here"});
    if (Broken.At.isValid())
      F.Notes.push_back({charRange(Broken.At, Context), "its size is only bounded, here"});
    for (Expression Symbol : Broken.Value.symbols())
      if (const SizeSymbol *S = Run.symbol(Symbol))
        F.Flow.push_back(
            {charRange(S->At, Context), sizeText(Contract, S->Input, S->Dimension) + " is read"});
    F.Flow.push_back({F.At, "it is taken for a size of " + Name});
    Report(F);
  }

  ASTContext &Context;
  const InputContract &Contract;
  const FunctionBuffers &Run;
  const BufferFacts &Buffers;
  llvm::function_ref<void(const CodeFinding &)> Report;
};

} // namespace

void InputContractCheck::checkUnit(ASTContext &Context) {
  Facts = TuFacts::of(Context);
  if (Facts->dialect().Kind != SourceKind::Wrapper || !Facts->contract().run())
    return;
  auto Report = [&](const CodeFinding &F) { report(F, Context); };
  ContractReporter Reporter(*Facts, Report);
  // The advice is for models of which nothing worse is known.
  if (!Reporter.checkViews() && Advice)
    Reporter.adviseAll();
}

} // namespace aoti
