#include "checks/inputs/SizeTruncationCheck.h"
#include "Facts/AstQuery.h"
#include "Facts/SizeComparison.h"
#include "Facts/SourceComments.h"
#include "Support/Quote.h"
#include "checks/inputs/InputText.h"
#include "llvm/ADT/StringExtras.h"
#include <cmath>

using namespace clang;
using llvm::StringRef;

namespace aoti {

namespace {

/// How many sizes are tried before none is named.
constexpr int64_t MaxTries = 4096;

/// Torch's symbols of sizes: `s39`, `u0`. `ps0` is a precomputed one, which may be cut on purpose.
bool isSizeSymbol(StringRef Name) {
  return Name.size() > 1 && (Name[0] == 's' || Name[0] == 'u') &&
         llvm::all_of(Name.drop_front(), llvm::isDigit);
}

/// The value of an expression in floating point as the code computes it, with one variable; none
/// where there is more in it.
std::optional<double> inDoubles(const Expr *E, const VarDecl *Variable, double Value,
                                unsigned Depth = 0) {
  if (!E || Depth > 32)
    return std::nullopt;
  E = stripWrappers(E);
  if (const auto *Literal = dyn_cast<FloatingLiteral>(E))
    return Literal->getValueAsApproximateDouble();
  if (const auto *Literal = dyn_cast<IntegerLiteral>(E))
    return Literal->getValue().getActiveBits() < 54
               ? std::optional<double>(static_cast<double>(Literal->getValue().getZExtValue()))
               : std::nullopt;
  if (const VarDecl *V = referredVariable(E))
    return V == Variable ? std::optional<double>(Value) : std::nullopt;
  if (const auto *Unary = dyn_cast<UnaryOperator>(E); Unary && Unary->getOpcode() == UO_Minus) {
    std::optional<double> Of = inDoubles(Unary->getSubExpr(), Variable, Value, Depth + 1);
    return Of ? std::optional<double>(-*Of) : std::nullopt;
  }
  const auto *Binary = dyn_cast<BinaryOperator>(E);
  if (!Binary || !Binary->getType()->isSpecificBuiltinType(BuiltinType::Double))
    return std::nullopt;
  std::optional<double> A = inDoubles(Binary->getLHS(), Variable, Value, Depth + 1),
                        B = inDoubles(Binary->getRHS(), Variable, Value, Depth + 1);
  if (!A || !B)
    return std::nullopt;
  switch (Binary->getOpcode()) {
  case BO_Add:
    return *A + *B;
  case BO_Sub:
    return *A - *B;
  case BO_Mul:
    return *A * *B;
  case BO_Div:
    return *B != 0 ? std::optional<double>(*A / *B) : std::nullopt;
  default:
    return std::nullopt;
  }
}

/// The only variable of an expression; null if there is none or several.
const VarDecl *onlyVariable(const Stmt *S, bool &Several, unsigned Depth = 0) {
  if (!S || Depth > 32)
    return nullptr;
  if (const auto *Ref = dyn_cast<DeclRefExpr>(S))
    return dyn_cast<VarDecl>(Ref->getDecl());
  const VarDecl *Found = nullptr;
  for (const Stmt *Child : S->children()) {
    const VarDecl *V = onlyVariable(Child, Several, Depth + 1);
    Several |= V && Found && V != Found;
    Found = V ? V : Found;
  }
  return Several ? nullptr : Found;
}

/// How often a variable is named.
class References : public AstVisitor<References> {
public:
  explicit References(const VarDecl *Variable) : Variable(Variable) {}
  bool VisitDeclRefExpr(DeclRefExpr *Ref) {
    Count += Ref->getDecl() == Variable;
    return true;
  }
  unsigned Count = 0;

private:
  const VarDecl *Variable;
};

class TruncationFinder {
public:
  TruncationFinder(TuFacts &Facts, llvm::function_ref<void(const CodeFinding &)> Report)
      : Context(Facts.context()), Contract(Facts.contract()), Run(*Contract.run()),
        Buffers(Facts.buffers()), Report(Report) {}

  void run() {
    for (const SizeDivision &D : Run.Divisions)
      if (D.IsFloating || (D.Into && isSizeSymbol(identifierOf(D.Into)))) {
        if (!checkItem(D))
          check(D);
      }
    checkViews();
  }

private:
  /// A symbol that is a size of an input, with the sizes that it may have.
  struct Size {
    const SizeSymbol *Symbol = nullptr;
    Range Admitted;
  };

  std::optional<Size> sizeIn(Expression Numerator) const {
    auto Symbols = Numerator.symbols();
    const SizeSymbol *S = Symbols.size() == 1 ? Run.symbol(Symbols[0]) : nullptr;
    if (!S || S->From != SizeSymbol::Origin::InputSize)
      return std::nullopt;
    return Size{S, S->Declared.intersect(Range::atLeast(S->Declared.Lo ? *S->Declared.Lo : 2))};
  }

  /// The test that no rest is left, if one always runs.
  bool isTested(const Size &Of, Expression Numerator, int64_t Divisor) const {
    if (Buffers.mayTestSize(Of.Symbol->Input, Of.Symbol->Dimension))
      return true;
    return llvm::any_of(Contract.requirements(), [&](const Requirement &R) {
      return R.K == Requirement::Kind::Multiple && R.Tested == RunsWhen::Always &&
             R.Input == Of.Symbol->Input && R.Dimension == static_cast<int>(Of.Symbol->Dimension) &&
             R.Number && *R.Number % Divisor == 0 && R.Value &&
             (R.Value - Numerator).constantValue().value_or(1) % Divisor == 0;
    });
  }

  /// The requirement that a test with the environment variable set holds to; null if there is none.
  const Requirement *testedWhenAsked(const Size &Of, int64_t Divisor) const {
    for (const Requirement &R : Contract.requirements())
      if (R.K == Requirement::Kind::Multiple && R.Tested == RunsWhen::ChecksAsked &&
          R.Input == Of.Symbol->Input && R.Dimension == static_cast<int>(Of.Symbol->Dimension) &&
          R.Number == Divisor)
        return &R;
    return nullptr;
  }

  static std::optional<int64_t> valueAt(Expression E, const SizeSymbol &Symbol, int64_t Size) {
    Assignment Values;
    Values.set(Symbol.Symbol, Size);
    return evaluate(E, Values);
  }

  /// Whether an equality that `run_impl` tests does not hold for a size, as `2*s17 == n0` does not
  /// where a rest is left.
  bool isRefused(const Size &Of, int64_t N) const {
    Assignment Values;
    Values.set(Of.Symbol->Symbol, N);
    for (const SizeSymbol &S : Run.Symbols)
      if (S.Divisor > 1)
        if (std::optional<int64_t> Whole = valueAt(S.Numerator, *Of.Symbol, N);
            Whole && *Whole >= 0)
          Values.set(S.Symbol, *Whole / S.Divisor);
    // That a division leaves no rest is what its own declaration takes for granted.
    auto IsDeclared = [&](const KnownCondition &C) {
      return llvm::any_of(C.E.symbols(), [&](Expression Symbol) {
        const SizeSymbol *S = Run.symbol(Symbol);
        return S && S->Divisor > 1 && S->At == C.At;
      });
    };
    return llvm::any_of(Run.Facts, [&](const KnownCondition &C) {
      if (IsDeclared(C))
        return false;
      std::optional<int64_t> Is =
          C.K == Condition::Zero && !C.E.hasOpaque() ? evaluate(C.E, Values) : std::nullopt;
      return Is && *Is != 0;
    });
  }

  /// `(n + 1) / 2` rounds up on purpose, and `n * 1.5` divides nothing.
  bool isMeant(const SizeDivision &D, const Size &Of) const {
    std::optional<int64_t> Added = (D.Numerator - Of.Symbol->Symbol).constantValue();
    const auto *Binary = D.Value ? dyn_cast<BinaryOperator>(stripWrappers(D.Value)) : nullptr;
    if (!D.IsFloating)
      return Binary && Binary->getOpcode() == BO_Div && Added == D.Divisor - 1;
    std::optional<int64_t> At1 = valueAt(D.Numerator, *Of.Symbol, 1),
                           At2 = valueAt(D.Numerator, *Of.Symbol, 2);
    return At1 && At2 && *At2 - *At1 > D.Divisor && !(D.Into && isSizeSymbol(identifierOf(D.Into)));
  }

  /// The least admitted size that leaves a rest.
  std::optional<int64_t> sizeWithRest(const Size &Of, Expression Numerator, int64_t Divisor) const {
    for (int64_t N = *Of.Admitted.Lo, I = 0; I < MaxTries && Of.Admitted.contains(N); ++N, ++I)
      if (std::optional<int64_t> Value = valueAt(Numerator, *Of.Symbol, N);
          Value && *Value > 0 && *Value % Divisor != 0 && !isRefused(Of, N))
        return N;
    return std::nullopt;
  }

  /// A size that leaves none, and for which floating point is a little below the whole number all
  /// the same: `(-1.0/3.0) + (1.0/3.0)*13` is 3.9999999999999996.
  struct Inexact {
    int64_t Size, Wanted, Got;
  };
  std::optional<Inexact> sizeThatIsInexact(const Size &Of, const SizeDivision &D) const {
    bool Several = false;
    const VarDecl *Variable = D.IsFloating ? onlyVariable(D.Value, Several) : nullptr;
    if (!Variable || Several)
      return std::nullopt;
    for (int64_t N = *Of.Admitted.Lo, I = 0; I < MaxTries && Of.Admitted.contains(N); ++N, ++I) {
      std::optional<int64_t> Value = valueAt(D.Numerator, *Of.Symbol, N);
      if (!Value || *Value <= 0 || *Value % D.Divisor != 0)
        continue;
      std::optional<double> Got = inDoubles(D.Value, Variable, static_cast<double>(N));
      if (!Got || !(std::fabs(*Got) < 1e15))
        return std::nullopt;
      if (static_cast<int64_t>(*Got) != *Value / D.Divisor)
        return Inexact{N, *Value / D.Divisor, static_cast<int64_t>(*Got)};
    }
    return std::nullopt;
  }

  /// `auto u0 = u0_raw / 8L;`, where the program says of the value of an input that it is a
  /// multiple.
  /// \returns whether it is a division of such a value.
  bool checkItem(const SizeDivision &D) {
    const SizeSymbol *S = Run.symbol(D.Numerator);
    if (!S || S->From != SizeSymbol::Origin::Item)
      return false;
    bool Several = false;
    const VarDecl *Raw = onlyVariable(D.Value, Several);
    if (D.IsFloating || !D.Into || !identifierOf(D.Into).starts_with("u") || !Raw || Several ||
        !S->Source || !S->Source->In || S->Source->In->Index < 0 ||
        !SizeComparison(Run).isCallersValue(*S))
      return true;
    const CallExpr *Use = sizedBy(S->Symbol);
    std::optional<int64_t> Odd = Use ? valueWithRest(*S, D.Divisor) : std::nullopt;
    if (!Odd || !Run.Function || !Run.Function->hasBody())
      return true;
    // It is read once and divided once: whatever else is done with it may be a test.
    References Named(Raw);
    Named.TraverseStmt(Run.Function->getBody());
    if (Named.Count != 2)
      return true;
    std::string Name = "the value of " + Contract.nameOf(S->Source->In->Index);
    int64_t Rest = *Odd % D.Divisor;
    CodeFinding F;
    F.Level = Severity::Error;
    F.At = charRange(D.Into->getSourceRange(), Context);
    F.Message = quoted(identifierOf(D.Into)) + " is " + Name + " divided by " +
                std::to_string(D.Divisor) +
                " and cut to a whole number, and nothing tests that no rest is left: of " +
                std::to_string(*Odd) + " the last " +
                (Rest == 1 ? "one is" : std::to_string(Rest) + " are") +
                " dropped; the model returns a wrong result without an error: test before the "
                "call that the value is a multiple of " +
                std::to_string(D.Divisor);
    F.Notes.push_back({charRange(S->At, Context), "the value is read here"});
    F.Notes.push_back({charRange(Use->getSourceRange(), Context), "it is a size here"});
    F.Flow.push_back({charRange(S->At, Context), Name + " is read"});
    F.Flow.push_back({F.At, "it is divided by " + std::to_string(D.Divisor) + " and cut"});
    F.Flow.push_back({charRange(Use->getSourceRange(), Context), "it is a size here"});
    Report(F);
    return true;
  }

  /// The first allocation or view that has a symbol in its sizes; null if there is none.
  const CallExpr *sizedBy(Expression Symbol) const {
    for (const Tensor &T : Run.Tensors)
      if (T.Call && llvm::any_of(T.Sizes, [&](Expression E) { return E && E.dependsOn(Symbol); }))
        return T.Call;
    return nullptr;
  }

  /// The least value above the divisor that leaves a rest and that no test refuses.
  std::optional<int64_t> valueWithRest(const SizeSymbol &S, int64_t Divisor) const {
    for (int64_t I = 0, N = Divisor + 1; I < MaxTries; ++I, ++N) {
      if (N % Divisor == 0 || !S.Declared.contains(N))
        continue;
      Assignment Values;
      Values.set(S.Symbol, N);
      bool IsRefused = llvm::any_of(Run.Facts, [&](const KnownCondition &C) {
        if (!C.E.dependsOn(S.Symbol))
          return false;
        std::optional<int64_t> Is = evaluate(C.E, Values);
        return !Is || !(C.K == Condition::NonNegative ? *Is >= 0
                        : C.K == Condition::Negative  ? *Is < 0
                        : C.K == Condition::Zero      ? *Is == 0
                                                      : *Is != 0);
      });
      if (!IsRefused)
        return N;
    }
    return std::nullopt;
  }

  /// "(size 0 of 'x' - 1)", what is divided.
  std::string quotientText(const Size &Of, Expression Numerator) const {
    std::string Name = sizeText(Contract, Of.Symbol->Input, Of.Symbol->Dimension);
    int64_t Added = Numerator.constantTerm();
    if ((Numerator - Of.Symbol->Symbol).isConstant())
      return "(" + Name + (Added < 0 ? " - " : " + ") + std::to_string(std::abs(Added)) + ")";
    return "(" + Contract.describe(Numerator) + ")";
  }

  void check(const SizeDivision &D) {
    std::optional<Size> Of = sizeIn(D.Numerator);
    if (!Of || isMeant(D, *Of))
      return;
    std::string Name = sizeText(Contract, Of->Symbol->Input, Of->Symbol->Dimension);
    std::string What = D.Into ? quoted(identifierOf(D.Into)) : std::string("this size");
    std::string By = std::to_string(D.Divisor);
    std::string From = D.Numerator.isSymbol() ? Name + " divided by " + By
                                              : quotientText(*Of, D.Numerator) + " / " + By;
    CodeFinding F;
    F.Level = Severity::Error;
    SourceRange At = D.Into ? D.Into->getSourceRange() : D.Value->getSourceRange();
    F.At = charRange(At, Context);
    std::optional<Inexact> Wrong = sizeThatIsInexact(*Of, D);
    bool Tested = isTested(*Of, D.Numerator, D.Divisor);
    std::optional<int64_t> Odd = Tested ? std::nullopt : sizeWithRest(*Of, D.Numerator, D.Divisor);
    if (!Odd && !Wrong)
      return;
    const Requirement *Asked = testedWhenAsked(*Of, D.Divisor);
    F.Message = What + " is " + From + (D.IsFloating ? " in floating point" : "") +
                " and cut to a whole number";
    if (Wrong)
      F.Message += ", which is " + std::to_string(Wrong->Got) + " instead of " +
                   std::to_string(Wrong->Wanted) + " for the size " + std::to_string(Wrong->Size) +
                   ", one that the model is made for";
    if (Odd) {
      int64_t Whole = *valueAt(D.Numerator, *Of->Symbol, *Odd);
      F.Message += std::string(Wrong ? "; and" : ", and") +
                   (Asked ? " nothing tests by default" : " nothing tests") +
                   " that no rest is left: of " + std::to_string(*Odd) + " the last " +
                   std::to_string(Whole % D.Divisor) + " are dropped";
      if (Whole % D.Divisor == 1)
        F.Message.replace(F.Message.rfind("the last 1 are dropped"), std::string::npos,
                          "the last one is dropped");
    }
    F.Message += "; the model returns a wrong result without an error: ";
    if (Wrong)
      F.Message += "compile it with torch 2.15 or newer";
    if (Odd)
      F.Message += (Wrong ? ", and call" : "call") + std::string(" it with sizes that leave none") +
                   (Asked ? ", or with " + AskForChecks.str() + " at run time" : "") +
                   " ('aoti-lint --print-contract=python' prints a test)";
    F.Notes.push_back({charRange(Of->Symbol->At, Context), "the size is read here"});
    F.Flow.push_back({charRange(Of->Symbol->At, Context), Name + " is read"});
    F.Flow.push_back({F.At, "it is divided by " + std::to_string(D.Divisor) + " and cut"});
    if (Asked && Odd)
      F.Notes.push_back({charRange(Asked->At, Context),
                         "only this would tell, and it runs with " + AskForChecks.str()});
    Report(F);
  }

  /// Whether the program itself drops the end of something, as far as the generator's comments and
  /// the names of its kernels tell.
  bool namesSlices() const {
    static constexpr StringRef Words[] = {"slice",  "narrow", "split", "chunk",
                                          "unfold", "pool",   "select"};
    auto HasWord = [](StringRef Text) {
      return llvm::any_of(Words, [&](StringRef Word) { return Text.contains(Word); });
    };
    const SourceManager &SM = Context.getSourceManager();
    for (const SourceComment &Comment : findSourceComments(SM.getBufferData(SM.getMainFileID())))
      if (HasWord(Comment.Operators))
        return true;
    return llvm::any_of(Run.Operations, [&](const Operation &O) {
      return HasWord(O.Kernel.empty() ? StringRef(O.Callee) : O.Kernel);
    });
  }

  /// `x.view(100, -1)`: a view of both the divisor and the quotient of a size takes less of the
  /// tensor than there is.
  void checkViews() {
    std::optional<bool> Slices;
    llvm::DenseSet<const void *> Told;
    for (const Tensor &T : Run.Tensors) {
      if (T.K != Tensor::Kind::View || !T.Call || T.Call->getNumArgs() < 5 || !T.GivenOffset ||
          T.GivenOffset.constantValue() != 0 || !T.Base || !BufferFacts::inputOf(*T.Base))
        continue;
      for (Expression Quotient : T.Sizes) {
        if (!Quotient || Quotient.hasOpaque() ||
            (Quotient.kind() != ExpressionKind::FloorDiv &&
             Quotient.kind() != ExpressionKind::TruncDiv) ||
            Quotient.symbols().size() != 1)
          continue;
        std::optional<Size> Of = sizeIn(Quotient);
        if (!Of)
          continue;
        for (Expression By : T.Sizes) {
          std::optional<int64_t> Divisor = By ? By.constantValue() : std::nullopt;
          if (!Divisor || *Divisor < 2 ||
              (Quotient != floorDiv(Of->Symbol->Symbol, *Divisor) &&
               Quotient != truncDiv(Of->Symbol->Symbol, By)) ||
              isTested(*Of, Of->Symbol->Symbol, *Divisor) ||
              !sizeWithRest(*Of, Of->Symbol->Symbol, *Divisor))
            continue;
          if (!Slices)
            Slices = namesSlices();
          if (*Slices)
            return;
          const Expr *Sizes = T.Call->getArg(2);
          const VarDecl *Array = referredVariable(Sizes);
          if (!Told.insert(Array ? static_cast<const void *>(Array) : Sizes).second)
            continue;
          report(T, *Of, *Divisor, Array ? Array->getSourceRange() : Sizes->getSourceRange());
        }
      }
    }
  }

  void report(const Tensor &T, const Size &Of, int64_t Divisor, SourceRange At) {
    std::string Name = sizeText(Contract, Of.Symbol->Input, Of.Symbol->Dimension);
    int64_t Odd = *sizeWithRest(Of, Of.Symbol->Symbol, Divisor);
    CodeFinding F;
    F.Level = Severity::Error;
    F.At = charRange(At, Context);
    F.Message = "this view has " + std::to_string(Divisor) + " times " + Name + " divided by " +
                std::to_string(Divisor) + ", and nothing tests that no rest is left: of " +
                std::to_string(Odd) + " the model takes " +
                std::to_string(Odd / Divisor * Divisor) +
                " and drops the rest without an error; test the size before the call, or export "
                "with torch._check(x.size(" +
                std::to_string(Of.Symbol->Dimension) + ") % " + std::to_string(Divisor) + " == 0)";
    F.Notes.push_back({charRange(Of.Symbol->At, Context), "the size is read here"});
    F.Notes.push_back({charRange(T.Call->getSourceRange(), Context), "the view is made here"});
    Report(F);
  }

  ASTContext &Context;
  const InputContract &Contract;
  const FunctionBuffers &Run;
  const BufferFacts &Buffers;
  llvm::function_ref<void(const CodeFinding &)> Report;
};

} // namespace

void SizeTruncationCheck::checkUnit(ASTContext &Context) {
  Facts = TuFacts::of(Context);
  if (Facts->dialect().Kind != SourceKind::Wrapper || !Facts->contract().run())
    return;
  TruncationFinder(*Facts, [&](const CodeFinding &F) { report(F, Context); }).run();
}

} // namespace aoti
