#include "checks/inputs/DynamicDimSpecialisedCheck.h"
#include "Facts/AstQuery.h"
#include "Support/Quote.h"
#include "checks/inputs/InputText.h"
#include "checks/inputs/LaunchExtents.h"

using namespace clang;
using llvm::StringRef;

namespace aoti {

namespace {

class SpecialisedFinder {
public:
  SpecialisedFinder(TuFacts &Facts, llvm::function_ref<void(const CodeFinding &)> Report)
      : Facts(Facts), Context(Facts.context()), Contract(Facts.contract()), Run(*Contract.run()),
        Buffers(Facts.buffers()), Report(Report) {}

  void run() {
    checkAssertions();
    checkUnread();
    checkProducts();
    checkCopies();
    checkLaunches();
  }

private:
  /// What the check of an input admits for a size, where that is more than one value.
  std::optional<Range> rangeOf(unsigned Input, unsigned Dimension) const {
    auto D = Buffers.inputs().find(Input);
    if (D == Buffers.inputs().end())
      return std::nullopt;
    auto R = D->second.Sizes.find(Dimension);
    if (R == D->second.Sizes.end() || (!R->second.Lo && !R->second.Hi) ||
        (R->second.Lo && R->second.Hi && *R->second.Lo >= *R->second.Hi))
      return std::nullopt;
    // A later test may admit the one size only.
    if (Buffers.mayTestSize(Input, Dimension) ||
        llvm::any_of(Contract.requirements(), [&](const Requirement &Other) {
          return Other.K == Requirement::Kind::Size && Other.Input == Input &&
                 Other.Dimension == static_cast<int>(Dimension) && Other.Tested == RunsWhen::Always;
        }))
      return std::nullopt;
    return R->second;
  }

  static std::string text(const Range &R) {
    if (R.Lo && R.Hi)
      return "from " + std::to_string(*R.Lo) + " to " + std::to_string(*R.Hi);
    return R.Lo ? "from " + std::to_string(*R.Lo) + " on" : "up to " + std::to_string(*R.Hi);
  }

  static constexpr StringRef AnyHarm =
      "every other size gives wrong results or is read out of bounds";

  /// \param Harm what happens for other sizes.
  /// \param Steps what leads to it, behind the check of the size.
  void report(unsigned Input, unsigned Dimension, const Range &Admitted, SourceRange At,
              const std::string &What, llvm::ArrayRef<CodeNote> Steps = {},
              StringRef Harm = AnyHarm) {
    CodeFinding F;
    F.At = charRange(At, Context);
    F.Message = "the check of " + Contract.nameOf(Input) + " admits a size " +
                std::to_string(Dimension) + " " + text(Admitted) + ", and " + What + ": " +
                Harm.str() +
                "; export the model again with that dimension dynamic, and look for what makes it "
                "fixed (TORCH_LOGS=\"dynamic\")";
    for (const Requirement &R : Contract.requirements())
      if (R.Input == Input && R.Dimension == static_cast<int>(Dimension) &&
          (R.K == Requirement::Kind::AtLeast || R.K == Requirement::Kind::AtMost)) {
        F.Notes.push_back({charRange(R.At, Context), "the size is checked here"});
        break;
      }
    F.Notes.insert(F.Notes.end(), Steps.begin(), Steps.end());
    F.Flow.assign(Steps.begin(), Steps.end());
    Report(F);
  }

  /// `assert_size_stride(x, {4L, 16L}, …)` where the check of x admits other sizes than 4.
  void checkAssertions() {
    for (const Operation &O : Run.Operations) {
      if (O.K != Operation::Kind::Check || O.Callee != "assert_size_stride" || O.Operands.empty() ||
          !O.Operands[0].T)
        continue;
      const Tensor *Given = BufferFacts::inputOf(*O.Operands[0].T);
      if (!Given)
        continue;
      const Tensor &T = *Given;
      for (size_t I = 0; I < T.DeclaredSizes.size(); ++I) {
        Expression Size = T.DeclaredSizes[I];
        if (!Size || !Size.isConstant())
          continue;
        unsigned Input = T.In->Index;
        std::optional<Range> Admitted = rangeOf(Input, static_cast<unsigned>(I));
        if (Admitted && Told.insert({Input, static_cast<unsigned>(I)}).second)
          report(Input, static_cast<unsigned>(I), *Admitted, O.Call->getSourceRange(),
                 "the model takes " + std::to_string(*Size.constantValue()) + " only");
      }
    }
  }

  static bool isFixed(const ExpressionList &List) {
    return !List.empty() && llvm::all_of(List, [](Expression E) { return E && E.isConstant(); });
  }

  /// Torch 2.7 and newer read each dynamic size of an input, or what it follows from. Where a model
  /// reads no size at all, a dimension with a range is a fixed one in its code.
  void checkUnread() {
    for (const SizeSymbol &S : Run.Symbols)
      if (S.From != SizeSymbol::Origin::Parameter && S.IsRead)
        return;
    for (const auto &[Input, D] : Buffers.inputs())
      for (const auto &[Dimension, R] : D.Sizes) {
        std::optional<Range> Admitted = rangeOf(Input, Dimension);
        if (!Admitted || Told.count({Input, Dimension}))
          continue;
        SourceRange At;
        std::string What;
        if (findFixedUse(Input, At, What) && Told.insert({Input, Dimension}).second)
          report(Input, Dimension, *Admitted, At, What);
      }
  }

  bool findFixedUse(unsigned Input, SourceRange &At, std::string &What) const {
    for (const Operation &O : Run.Operations)
      for (const Operand &Given : O.Operands) {
        const Tensor *Is = Given.T && !Given.IsResult ? BufferFacts::inputOf(*Given.T) : nullptr;
        if (!Is || Is->In->Index != static_cast<int>(Input))
          continue;
        if (O.K == Operation::Kind::View) {
          for (const Tensor &T : Run.Tensors)
            if (T.Call == O.Call && T.K == Tensor::Kind::View && isFixed(T.Sizes)) {
              At = O.Call->getSourceRange();
              What = "this view of it has fixed sizes, while no size of an input is read";
              return true;
            }
        } else if (O.K == Operation::Kind::CpuKernel || O.K == Operation::Kind::Launch) {
          bool Fixed = llvm::all_of(O.Scalars, [](const ScalarArgument &Argument) {
            return Argument.Value && Argument.Value.isConstant();
          });
          if (Fixed) {
            At = O.Call->getSourceRange();
            What = "this kernel gets it with no size but fixed ones, while no size of an input is "
                   "read";
            return true;
          }
        }
      }
    return false;
  }

  /// `mm_out(out, a, b)`: the rows of the result are those of the first factor.
  void checkProducts() {
    for (const Operation &O : Run.Operations) {
      if (O.K != Operation::Kind::Shim)
        continue;
      unsigned First = 0;
      StringRef Name = O.Callee;
      if (Name.ends_with("_addmm_out") || Name.ends_with("_baddbmm_out"))
        First = 2;
      else if (Name.ends_with("_mm_out") || Name.ends_with("_bmm_out"))
        First = 1;
      if (!First || O.Call->getNumArgs() <= First + 1)
        continue;
      const Tensor *Result = operand(O, 0), *Factor = operand(O, First);
      if (!Result || !Factor || !Result->In || Result->In->From != Storage::Origin::Allocation ||
          !Result->HasGeometry)
        continue;
      if (const Tensor *Input = BufferFacts::inputOf(*Factor))
        Factor = Input;
      const ExpressionList &Of = Factor->Sizes.empty() ? Factor->ShapeSizes : Factor->Sizes;
      if (Of.size() != Result->Sizes.size() || Of.size() < 2)
        continue;
      for (size_t I = 0; I + 1 < Of.size(); ++I) {
        std::optional<int64_t> Fixed = Result->Sizes[I].constantValue();
        const SizeSymbol *S = Of[I] ? Run.symbol(Of[I]) : nullptr;
        if (!Fixed || !S || S->From != SizeSymbol::Origin::InputSize)
          continue;
        std::optional<Range> Admitted = rangeOf(S->Input, S->Dimension);
        if (!Admitted || !Told.insert({S->Input, S->Dimension}).second)
          continue;
        CodeNote Use{charRange(O.Call->getSourceRange(), Context),
                     "its rows are " + sizeText(Contract, S->Input, S->Dimension) + " here"};
        report(S->Input, S->Dimension, *Admitted, Result->In->At,
               "this buffer has room for " + std::to_string(*Fixed), Use);
      }
    }
  }

  /// `aoti_torch_copy_(buf0, arg0_1)` into a buffer of a fixed size: only a size of 1 is repeated.
  void checkCopies() {
    for (const Operation &O : Run.Operations) {
      if (O.K != Operation::Kind::Copy || O.Callee != "aoti_torch_copy_" ||
          O.Call->getNumArgs() < 2 || !O.In || O.In->K != Region::Kind::Function)
        continue;
      const Tensor *Into = operand(O, 0), *From = operand(O, 1);
      const Tensor *Input = From ? BufferFacts::inputOf(*From) : nullptr;
      while (Into && Into->K == Tensor::Kind::Alias && Into->Base)
        Into = Into->Base;
      if (!Input || !Into || Into->K != Tensor::Kind::Whole || !Into->In || !Into->HasGeometry ||
          Into->In->From != Storage::Origin::Allocation)
        continue;
      unsigned Index = static_cast<unsigned>(Input->In->Index);
      auto D = Buffers.inputs().find(Index);
      if (D == Buffers.inputs().end() || D->second.Rank != Into->Sizes.size())
        continue;
      for (unsigned I = 0; I < Into->Sizes.size(); ++I) {
        std::optional<int64_t> Fixed = Into->Sizes[I].constantValue();
        std::optional<Range> Admitted = Fixed ? rangeOf(Index, I) : std::nullopt;
        if (!Admitted || Admitted->intersect(Range::atLeast(2)).isEmpty() ||
            !Told.insert({Index, I}).second)
          continue;
        CodeNote Use{charRange(O.Call->getSourceRange(), Context),
                     Contract.nameOf(Index) + " is copied to it here"};
        report(Index, I, *Admitted, Into->In->At,
               "this buffer, which it is copied to, has the size " + std::to_string(*Fixed), Use,
               "the copy throws for every other size");
      }
    }
  }

  /// Buffers and launches, one of them for a single size and the other for all.
  void checkLaunches() {
    auto IsRanged = [&](const SizeSymbol &S) {
      return S.From == SizeSymbol::Origin::InputSize && rangeOf(S.Input, S.Dimension).has_value();
    };
    findLaunchMisfits(Facts, Run, IsRanged, [&](const LaunchMisfit &Misfit) {
      const SizeSymbol *S = nullptr;
      std::string For;
      for (auto [Symbol, Value] : Misfit.Sizes.values()) {
        const SizeSymbol *Of = Run.symbol(Symbol);
        if (!Of || Of->From != SizeSymbol::Origin::InputSize)
          continue;
        if (!S && IsRanged(*Of))
          S = Of;
        For += (For.empty() ? "for " : ", ") + sizeText(Contract, Of->Input, Of->Dimension) +
               " = " + std::to_string(Value);
      }
      if (!S || !Told.insert({S->Input, S->Dimension}).second)
        return;
      Range Admitted = *rangeOf(S->Input, S->Dimension);
      std::string Has = std::to_string(Misfit.Has), Reaches = std::to_string(Misfit.Reaches);
      CodeNote Launch{charRange(Misfit.Call->By->Call->getSourceRange(), Context),
                      "the kernel is launched here"};
      CodeNote Buffer{charRange(Misfit.Buffer->At, Context), "the buffer is allocated here"};
      CodeNote Store{Facts.launches().range(*Misfit.Call->Launch->Source, Misfit.Access->Call),
                     "the kernel writes to it here"};
      if (Misfit.K == LaunchMisfit::Kind::Overrun)
        report(S->Input, S->Dimension, Admitted, Misfit.Buffer->At,
               "this buffer has room for " + Has + (Misfit.Has == 1 ? " element" : " elements"),
               {Launch, Store},
               For + " a kernel writes to its element " + Reaches +
                   ", counted from 0, which is other memory");
      else
        report(S->Input, S->Dimension, Admitted, Misfit.Call->By->Call->getSourceRange(),
               "this launch writes " + Reaches + (Misfit.Reaches == 1 ? " element" : " elements") +
                   " of a buffer that nothing else fills",
               {Buffer, Store},
               For + " the buffer has " + Has + ", and the rest holds whatever was in memory");
    });
  }

  static const Tensor *operand(const Operation &O, unsigned Argument) {
    for (const Operand &Given : O.Operands)
      if (Given.Argument == O.Call->getArg(Argument))
        return Given.T;
    return nullptr;
  }

  TuFacts &Facts;
  ASTContext &Context;
  const InputContract &Contract;
  const FunctionBuffers &Run;
  const BufferFacts &Buffers;
  llvm::function_ref<void(const CodeFinding &)> Report;
  std::set<std::pair<unsigned, unsigned>> Told;
};

} // namespace

void DynamicDimSpecialisedCheck::checkUnit(ASTContext &Context) {
  Facts = TuFacts::of(Context);
  if (Facts->dialect().Kind != SourceKind::Wrapper || !Facts->contract().run())
    return;
  SpecialisedFinder(*Facts, [&](const CodeFinding &F) { report(F, Context); }).run();
}

} // namespace aoti
