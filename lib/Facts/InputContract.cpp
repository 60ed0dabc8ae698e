#include "Facts/InputContract.h"
#include "Facts/AstQuery.h"
#include "Facts/ConstantFacts.h"
#include "Facts/TuFacts.h"
#include "Support/Quote.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;
using llvm::StringRef;

namespace aoti {

namespace {

/// The name of a device type by c10's number; empty for others.
StringRef deviceOfNumber(int64_t Number) {
  switch (Number) {
  case 0:
    return "cpu";
  case 1:
    return "cuda";
  case 6:
    return "hip";
  case 12:
    return "xpu";
  case 13:
    return "mps";
  default:
    return {};
  }
}

/// Whether sizes of these widths, each taken at least once and some more often, add up to a total:
/// two or more of them.
bool isSumOfSeveral(llvm::ArrayRef<int64_t> Widths, int64_t Total) {
  constexpr int64_t MaxTotal = 100'000;
  int64_t Least = 0, Second = 0;
  for (int64_t W : Widths) {
    if (!Least || W < Least) {
      Second = Least;
      Least = W;
    } else if (!Second || W < Second) {
      Second = W;
    }
  }
  if (!Second || Least + Second > Total)
    return false;
  if (Total > MaxTotal)
    return true;
  // Bit k of a total: it is a sum of multiples of k different widths, for k of 1 and of 2 or more.
  std::vector<uint8_t> Sums(Total + 1);
  for (int64_t W : Widths) {
    std::vector<uint8_t> Next = Sums;
    for (int64_t T = W; T <= Total; T += W)
      Next[T] |= 1;
    // `With[t]`: sums of others and at least one W.
    std::vector<uint8_t> With(Total + 1);
    for (int64_t T = W; T <= Total; ++T)
      With[T] = With[T - W] || Sums[T - W];
    for (int64_t T = 0; T <= Total; ++T)
      if (With[T])
        Next[T] |= 2;
    Sums = std::move(Next);
  }
  return Sums[Total] & 2;
}

} // namespace

class ContractReader {
public:
  ContractReader(TuFacts &Facts, InputContract &Out)
      : Facts(Facts), Context(Facts.context()), Buffers(Facts.buffers()), Out(Out) {}

  void run() {
    if (Out.Checks.run())
      Out.Run = Buffers.function(Out.Checks.run());
    readInputs();
    if (Out.Run)
      readSymbols();
    for (const InputCheck &Check : Out.Checks.checks())
      if (const FunctionBuffers *F = Buffers.function(Check.Function))
        readFacts(*F, Check.Looks);
    readDeclarations();
    if (Out.Run) {
      readTensors();
      readFacts(*Out.Run, RunsWhen::Always);
      readValues();
      readAlignment();
    }
    readRanks();
    if (Out.Run)
      inferEqualities();
    finish();
  }

private:
  using Kind = Requirement::Kind;

  void readInputs() {
    const ModelTables *Model = nullptr;
    if (Facts.constants().models().size() == 1)
      Model = &Facts.constants().models()[0];
    // What the base class is told only where `run_impl` does not say how many it takes: of a wrong
    // number there other rules speak.
    unsigned Count = Out.Checks.inputCount().value_or(0);
    if (!Out.Checks.inputCount() && Model && Model->NumInputs.isKnown() &&
        Model->NumInputs.Value < (1 << 20))
      Count = static_cast<unsigned>(Model->NumInputs.Value);
    if (!Buffers.inputs().empty())
      Count = std::max(Count, Buffers.inputs().rbegin()->first + 1);
    if (Count > (1 << 20))
      return;
    for (unsigned I = 0; I < Count; ++I) {
      ContractInput &Input = Out.Inputs.emplace_back();
      Input.Index = I;
      const InfoEntry *Entry = Model ? Model->entry(InfoTable::Inputs, I) : nullptr;
      if (Entry && Entry->Name.isSettled())
        Input.Name = Entry->Name.Value;
    }
    if (Out.Run)
      for (const Storage &S : Out.Run->Storages)
        if (S.From == Storage::Origin::Input && S.Index >= 0 &&
            static_cast<size_t>(S.Index) < Out.Inputs.size()) {
          ContractInput &Input = Out.Inputs[S.Index];
          Input.At = S.At;
          if (Input.Name.empty())
            Input.Name = S.Name;
        }
    std::optional<std::string> Spec = Model ? inputSpec(Model->Constructor) : std::nullopt;
    Out.Tree = Spec ? readInputTree(*Spec) : std::nullopt;
    if (Out.Tree && Out.Tree->Paths.size() != Out.Inputs.size())
      Out.Tree.reset();
    if (Out.Tree)
      for (ContractInput &Input : Out.Inputs)
        Input.Path = Out.Tree->Paths[Input.Index];
  }

  void readSymbols() {
    for (const SizeSymbol &S : Out.Run->Symbols) {
      if (!S.IsRead)
        continue;
      bool IsStride = S.From == SizeSymbol::Origin::InputStride;
      if (IsStride || S.From == SizeSymbol::Origin::InputSize) {
        Out.Symbols.push_back({S.Symbol, S.Input, S.Dimension, IsStride, {}, 0, S.At});
      } else if (S.Divisor > 1) {
        const SizeSymbol *Of = Out.Run->symbol(S.Numerator.symbols()[0]);
        if (Of && Of->From == SizeSymbol::Origin::InputSize)
          Out.Symbols.push_back(
              {S.Symbol, Of->Input, Of->Dimension, false, S.Numerator, S.Divisor, S.At});
      }
    }
    llvm::sort(Out.Symbols, [](const ContractSymbol &A, const ContractSymbol &B) {
      return std::pair(A.Input, A.Symbol.symbolId()) < std::pair(B.Input, B.Symbol.symbolId());
    });
  }

  const ContractSymbol *contractSymbol(Expression E) const {
    for (const ContractSymbol &S : Out.Symbols)
      if (S.Symbol == E)
        return &S;
    return nullptr;
  }

  /// Whether an expression is one in sizes of inputs.
  bool isOverInputs(Expression E) const {
    return E && !E.hasOpaque() && llvm::all_of(E.symbols(), [&](Expression Symbol) {
             return contractSymbol(Symbol) != nullptr;
           });
  }

  Requirement &add(Kind K, unsigned Input, int Dimension, std::optional<RunsWhen> Tested,
                   SourceRange At) {
    Requirement &R = Out.Requirements.emplace_back();
    R.K = K;
    R.Input = Input;
    R.Dimension = Dimension;
    R.Tested = Tested;
    R.At = At;
    return R;
  }

  /// The expression in the symbols of `run_impl`: a check of its own names the same sizes anew.
  Expression inRun(const FunctionBuffers &F, Expression E) const {
    if (&F == Out.Run)
      return E;
    bool Found = true;
    Expression Result = substitute(E, [&](Expression Symbol) -> Expression {
      const SizeSymbol *S = F.symbol(Symbol);
      for (const ContractSymbol &Own : Out.Symbols)
        if (S && !Own.Divisor && Own.Input == S->Input && Own.Dimension == S->Dimension &&
            Own.IsStride == (S->From == SizeSymbol::Origin::InputStride))
          return Own.Symbol;
      Found = false;
      return {};
    });
    return Found ? Result : Expression();
  }

  /// What tests of single sizes say.
  void readFacts(const FunctionBuffers &F, std::optional<RunsWhen> Tested) {
    for (const KnownCondition &C : F.Facts) {
      auto Symbols = C.E.symbols();
      if (Symbols.empty() || C.E.hasOpaque())
        continue;
      const SizeSymbol *S = F.symbol(Symbols.back());
      if (Symbols.size() > 1) {
        // `size 0 of y == size 0 of x`
        if (!S || S->From != SizeSymbol::Origin::InputSize || C.K != Condition::Zero)
          continue;
        Expression Other =
            (C.E - S->Symbol).dependsOn(S->Symbol) ? S->Symbol + C.E : S->Symbol - C.E;
        Other = Other.dependsOn(S->Symbol) ? Expression() : inRun(F, Other);
        if (Other && isOverInputs(Other))
          add(Kind::EqualTo, S->Input, S->Dimension, Tested, C.At).Value = Other;
        continue;
      }
      if (!S ||
          (S->From != SizeSymbol::Origin::InputSize && S->From != SizeSymbol::Origin::InputStride))
        continue;
      bool IsStride = S->From == SizeSymbol::Origin::InputStride;
      auto AtLeastZero = [&](Expression E) {
        if (IsStride)
          return;
        if (std::optional<int64_t> Less = (E - S->Symbol).constantValue())
          add(Kind::AtLeast, S->Input, S->Dimension, Tested, C.At).Number = -*Less;
        else if (std::optional<int64_t> Limit = (E + S->Symbol).constantValue())
          add(Kind::AtMost, S->Input, S->Dimension, Tested, C.At).Number = *Limit;
      };
      switch (C.K) {
      case Condition::NonNegative:
        AtLeastZero(C.E);
        break;
      case Condition::Negative:
        AtLeastZero(-C.E - 1);
        break;
      case Condition::NonZero:
        break;
      case Condition::Zero: {
        std::optional<int64_t> Value = (S->Symbol - C.E).constantValue();
        if (!Value)
          Value = (S->Symbol + C.E).constantValue();
        if (Value) {
          Requirement &R =
              add(IsStride ? Kind::Stride : Kind::Size, S->Input, S->Dimension, Tested, C.At);
          R.Number = Value;
          R.Value = C.E.context().constant(*Value);
        } else if (!IsStride) {
          readRest(F, *S, C, Tested);
        }
        break;
      }
      }
    }
  }

  /// `size % 100 == 0`
  void readRest(const FunctionBuffers &F, const SizeSymbol &S, const KnownCondition &C,
                std::optional<RunsWhen> Tested) {
    for (int64_t Divisor : F.Divisors) {
      if (Divisor < 2)
        continue;
      Expression By = C.E.context().constant(Divisor);
      // With what is added before the division.
      for (int64_t Added = 0; Added < std::min<int64_t>(Divisor, 64); ++Added) {
        Expression Whole = S.Symbol - Added;
        if (C.E != floorMod(Whole, By) && C.E != truncRem(Whole, By) &&
            C.E != -floorMod(Whole, By) && C.E != -truncRem(Whole, By))
          continue;
        Expression Value = inRun(F, Whole);
        Requirement &R = add(Kind::Multiple, S.Input, S.Dimension, Tested, C.At);
        R.Number = Divisor;
        R.Value = Value ? Value : Whole;
        return;
      }
    }
  }

  void readDeclarations() {
    for (const auto &[Index, D] : Buffers.inputs()) {
      auto When = [&](const FunctionDecl *F) -> std::optional<RunsWhen> {
        const InputCheck *Check = F ? Out.Checks.check(F) : nullptr;
        return Check ? Check->Looks : std::nullopt;
      };
      if (!D.Dtype.empty())
        add(Kind::Dtype, Index, -1, When(D.DtypeIn), D.DtypeAt).Text = D.Dtype;
      if (StringRef Device = deviceOfNumber(D.DeviceType); !Device.empty())
        add(Kind::Device, Index, -1, When(D.DeviceIn), D.DeviceAt).Text = Device.str();
    }
  }

  /// When something in a region of `run_impl` runs.
  RunsWhen whenRuns(const Region *R) const {
    RunsWhen When = RunsWhen::Always;
    for (; R; R = R->Outer) {
      if (R->K == Region::Kind::Loop)
        When = RunsWhen::Sometimes;
      if (R->K != Region::Kind::Branch)
        continue;
      bool Negated;
      bool Asks = InputChecks::asksForChecks(R->Condition, Negated) && Negated == R->Negated;
      When = std::max(When, Asks ? RunsWhen::ChecksAsked : RunsWhen::Sometimes);
    }
    return When;
  }

  static const Tensor *inputOf(const Tensor *T) { return T ? BufferFacts::inputOf(*T) : nullptr; }

  void readTensors() {
    for (const Operation &O : Out.Run->Operations) {
      const Tensor *Given =
          O.K == Operation::Kind::Check && !O.Operands.empty() ? inputOf(O.Operands[0].T) : nullptr;
      if (!Given)
        continue;
      const Tensor &T = *Given;
      unsigned Input = T.In->Index;
      RunsWhen When = whenRuns(O.In);
      SourceRange At = O.Call->getSourceRange();
      if (O.Callee == "assert_numel" && O.Call->getNumArgs() == 2) {
        if (std::optional<int64_t> N = integerLiteral(stripWrappers(O.Call->getArg(1)), Context))
          add(Kind::Elements, Input, -1, When, At).Number = *N;
      } else if (O.Callee == "assert_size_stride" && O.Call->getNumArgs() >= 3 &&
                 !T.DeclaredSizes.empty()) {
        Asserted.insert(Input);
        readAssertion(T, When, At);
      } else if (O.Callee == "assert_alignment" && O.Call->getNumArgs() >= 2) {
        if (std::optional<int64_t> N = integerLiteral(stripWrappers(O.Call->getArg(1)), Context))
          add(Kind::Aligned, Input, -1, When, At).Number = *N;
      }
    }
    // What is solved for loses its rest where nothing tests that there is none.
    for (const ContractSymbol &S : Out.Symbols) {
      if (!S.Divisor)
        continue;
      std::optional<RunsWhen> Tested;
      SourceRange At = S.At;
      for (const Requirement &R : Out.Requirements)
        if (R.K == Kind::EqualTo && R.Input == S.Input &&
            R.Dimension == static_cast<int>(S.Dimension) && R.Value.dependsOn(S.Symbol) &&
            (!Tested || *R.Tested < *Tested)) {
          Tested = R.Tested;
          At = R.At;
        }
      Requirement &R = add(Kind::Multiple, S.Input, S.Dimension, Tested, At);
      R.Number = S.Divisor;
      R.Value = S.Numerator;
    }
    // Which is what such an assertion comes to.
    llvm::erase_if(Out.Requirements, [&](const Requirement &R) {
      return R.K == Kind::EqualTo && llvm::any_of(Out.Symbols, [&](const ContractSymbol &S) {
               return S.Divisor && R.Input == S.Input &&
                      R.Dimension == static_cast<int>(S.Dimension) && R.Value.dependsOn(S.Symbol) &&
                      R.Value.symbols().size() == 1;
             });
    });
  }

  void readAssertion(const Tensor &T, RunsWhen When, SourceRange At) {
    unsigned Input = T.In->Index;
    add(Kind::Rank, Input, -1, When, At).Number = static_cast<int64_t>(T.DeclaredSizes.size());
    for (size_t I = 0; I < T.DeclaredSizes.size(); ++I) {
      Expression Size = T.DeclaredSizes[I], Stride = T.DeclaredStrides[I];
      int Dimension = static_cast<int>(I);
      if (Size) {
        if (std::optional<int64_t> Value = Size.constantValue()) {
          Requirement &R = add(Kind::Size, Input, Dimension, When, At);
          R.Number = Value;
          R.Value = Size;
        } else if (isOverInputs(Size) && !isOwn(Size, Input, I, false)) {
          add(Kind::EqualTo, Input, Dimension, When, At).Value = Size;
        }
      }
      if (Stride && isOverInputs(Stride) && !isOwn(Stride, Input, I, true)) {
        Requirement &R = add(Kind::Stride, Input, Dimension, When, At);
        R.Value = Stride;
        R.Number = Stride.constantValue();
      }
    }
  }

  /// Whether an expression is the size, or the stride, of that very dimension.
  bool isOwn(Expression E, unsigned Input, size_t Dimension, bool IsStride) const {
    const ContractSymbol *S = E.isSymbol() ? contractSymbol(E) : nullptr;
    return S && !S->Divisor && S->Input == Input && S->Dimension == Dimension &&
           S->IsStride == IsStride;
  }

  /// Values that the host reads from an input and tests.
  void readValues() {
    for (const SizeSymbol &S : Out.Run->Symbols) {
      const Tensor *Source = S.From == SizeSymbol::Origin::Item ? inputOf(S.Source) : nullptr;
      if (!Source || (!S.Declared.Lo && !S.Declared.Hi))
        continue;
      Requirement &R = add(Kind::Content, Source->In->Index, -1, RunsWhen::Always, S.At);
      R.Number = S.Declared.Lo;
      R.Limit = S.Declared.Hi;
    }
  }

  void readAlignment() {
    for (const AlignmentTest &A : Out.Run->Alignments)
      if (const Tensor *T = A.Refuses ? inputOf(A.T) : nullptr)
        add(Kind::Aligned, T->In->Index, -1, RunsWhen::Always, A.At).Number = A.Bytes;
  }

  void readRanks() {
    std::map<unsigned, unsigned> Needed;
    for (const ContractSymbol &S : Out.Symbols)
      Needed[S.Input] = std::max(Needed[S.Input], S.Dimension + 1);
    for (const ContractInput &Input : Out.Inputs) {
      auto D = Buffers.inputs().find(Input.Index);
      if (D != Buffers.inputs().end() && D->second.Rank) {
        add(Kind::Rank, Input.Index, -1, std::nullopt, Input.At).Number = *D->second.Rank;
      } else if (auto It = Needed.find(Input.Index);
                 It != Needed.end() && !Asserted.count(Input.Index)) {
        add(Kind::MinRank, Input.Index, -1, std::nullopt, Input.At).Number = It->second;
      }
    }
  }

  /// Torch 2.7 and newer read each size that is not told by those read before. What such a size is
  /// equal to stands nowhere up to 2.9; its bounds may leave one possibility.
  void inferEqualities() {
    struct Candidate {
      Expression Symbol;
      Range R;
    };
    std::vector<Candidate> Candidates;
    std::vector<int64_t> Widths;
    for (const ContractSymbol &S : Out.Symbols) {
      if (S.IsStride)
        continue;
      const SizeSymbol *Known = Out.Run->symbol(S.Symbol);
      bool IsSolved = llvm::any_of(Out.Symbols, [&](const ContractSymbol &Other) {
        return Other.Divisor && Other.Numerator.dependsOn(S.Symbol);
      });
      if (IsSolved)
        continue;
      Candidates.push_back({S.Symbol, Known->Declared});
      if (Known->Declared.Lo && Known->Declared.Hi)
        Widths.push_back(*Known->Declared.Hi - *Known->Declared.Lo);
    }
    if (Candidates.empty())
      return;
    for (const auto &[Index, D] : Buffers.inputs()) {
      if (Asserted.count(Index))
        continue;
      for (const auto &[Dimension, R] : D.Sizes) {
        bool IsRead = llvm::any_of(Out.Symbols, [&, I = Index, Dim = Dimension](const auto &S) {
          return !S.IsStride && S.Input == I && S.Dimension == Dim;
        });
        if (IsRead || !R.Lo || (R.Hi && *R.Hi <= *R.Lo))
          continue;
        Expression Found;
        if (!R.Hi) {
          if (Candidates.size() == 1 && !Candidates[0].R.Hi && Candidates[0].R.Lo == R.Lo)
            Found = Candidates[0].Symbol;
        } else {
          int64_t Width = *R.Hi - *R.Lo;
          unsigned Solutions = 0;
          for (const Candidate &C : Candidates) {
            if (!C.R.Lo || !C.R.Hi || *C.R.Hi <= *C.R.Lo)
              continue;
            int64_t Own = *C.R.Hi - *C.R.Lo;
            if (Width % Own != 0)
              continue;
            ++Solutions;
            int64_t Factor = Width / Own;
            Found = C.Symbol * Factor + (*R.Lo - Factor * *C.R.Lo);
          }
          if (Solutions != 1 || isSumOfSeveral(Widths, Width))
            Found = Expression();
        }
        if (!Found)
          continue;
        SourceRange At;
        for (const Requirement &Bound : Out.Requirements)
          if (Bound.Input == Index && Bound.Dimension == static_cast<int>(Dimension) &&
              Bound.K == Kind::AtLeast)
            At = Bound.At;
        Requirement &Equal =
            add(Kind::EqualTo, Index, static_cast<int>(Dimension), std::nullopt, At);
        Equal.Value = Found;
        Equal.IsInferred = true;
      }
    }
  }

  static bool isSame(const Requirement &A, const Requirement &B) {
    return A.K == B.K && A.Input == B.Input && A.Dimension == B.Dimension && A.Text == B.Text &&
           A.Number == B.Number && A.Limit == B.Limit && A.Value == B.Value;
  }

  /// Puts them in order; what is said twice is kept where it is tested soonest.
  void finish() {
    const std::vector<Requirement> &All = Out.Requirements;
    auto Key = [&](size_t I) {
      const Requirement &R = All[I];
      return std::tuple(R.Input, R.Dimension < 0 ? static_cast<int>(R.K) : 100 + R.Dimension,
                        static_cast<int>(R.K), R.Tested ? static_cast<int>(*R.Tested) : 99, I);
    };
    std::vector<size_t> Order(All.size());
    for (size_t I = 0; I < Order.size(); ++I)
      Order[I] = I;
    llvm::sort(Order, [&](size_t A, size_t B) { return Key(A) < Key(B); });
    std::vector<Requirement> Kept;
    for (size_t Number : Order) {
      bool Known = false;
      for (size_t I = Kept.size(); I-- > 0 && Kept[I].Input == All[Number].Input && !Known;)
        Known = isSame(Kept[I], All[Number]);
      if (!Known)
        Kept.push_back(All[Number]);
    }
    Out.Requirements = std::move(Kept);
  }

  TuFacts &Facts;
  ASTContext &Context;
  const BufferFacts &Buffers;
  InputContract &Out;
  /// The inputs that an assertion of `run_impl` tells the shape of.
  std::set<unsigned> Asserted;
};

InputContract::InputContract(TuFacts &Facts) : Checks(Facts) { ContractReader(Facts, *this).run(); }

std::string InputContract::nameOf(unsigned Input) const {
  if (Input < Inputs.size() && !Inputs[Input].Name.empty())
    return quoted(Inputs[Input].Name);
  return "input " + std::to_string(Input);
}

std::string InputContract::describe(Expression E) const {
  for (const ContractSymbol &S : Symbols) {
    if (S.Symbol != E)
      continue;
    if (S.Divisor)
      return describe(S.Numerator) + " divided by " + std::to_string(S.Divisor);
    return (S.IsStride ? "stride " : "size ") + std::to_string(S.Dimension) + " of " +
           nameOf(S.Input);
  }
  auto Text = E.python([&](Expression Symbol) { return "(" + describe(Symbol) + ")"; });
  return Text ? *Text : E.str();
}

std::string InputContract::describe(const Requirement &R) const {
  using Kind = Requirement::Kind;
  std::string Size = "size " + std::to_string(R.Dimension);
  std::string Number = R.Number ? std::to_string(*R.Number) : "";
  switch (R.K) {
  case Kind::Dtype:
    return "the dtype is " + R.Text;
  case Kind::Device:
    return "it is on " + R.Text;
  case Kind::Rank:
    return "it has " + Number + (R.Number == 1 ? " dimension" : " dimensions");
  case Kind::MinRank:
    return "it has at least " + Number + (R.Number == 1 ? " dimension" : " dimensions");
  case Kind::Size:
    return Size + " is " + Number;
  case Kind::AtLeast:
    return Size + " is at least " + Number;
  case Kind::AtMost:
    return Size + " is at most " + Number;
  case Kind::EqualTo:
    return Size + " is " + describe(R.Value);
  case Kind::Multiple:
    return (R.Value.isSymbol() ? Size
                               : Size + (R.Value.constantTerm() < 0 ? " less " : " plus ") +
                                     std::to_string(std::abs(R.Value.constantTerm()))) +
           " is a multiple of " + Number;
  case Kind::Stride:
    return "stride " + std::to_string(R.Dimension) + " is " + describe(R.Value);
  case Kind::Elements:
    return "it has " + Number + (R.Number == 1 ? " element" : " elements");
  case Kind::Aligned:
    return "its data lies at a multiple of " + Number + " bytes";
  case Kind::Content:
    if (!R.Limit)
      return "its value is at least " + Number;
    if (!R.Number)
      return "its value is at most " + std::to_string(*R.Limit);
    return "its value is from " + Number + " to " + std::to_string(*R.Limit);
  }
  llvm_unreachable("all kinds are covered");
}

} // namespace aoti
