#include "checks/memory/ViewOutOfBoundsCheck.h"
#include "Facts/AstQuery.h"
#include "Facts/BufferFacts.h"
#include "Symbolic/Prover.h"
#include "llvm/ADT/DenseSet.h"
#include <numeric>

using namespace clang;
using namespace clang::ast_matchers;

namespace aoti {

namespace {

/// How far beyond its lower end a size without an upper bound is tried: larger ones may be excluded
/// by what the package does not say.
constexpr int64_t OpenRange = 14;
/// The smallest size of a dimension of which nothing is said; torch compiles sizes 0 and 1 as fixed
/// ones.
constexpr int64_t SmallestSize = 2;
constexpr int64_t LargestDivisor = 4096;

/// Finds admitted sizes for which one expression exceeds another, in one function.
class Comparison {
public:
  explicit Comparison(const FunctionBuffers &Buffers) : Buffers(Buffers) {
    for (unsigned I = 0; I < Buffers.Facts.size(); ++I)
      for (Expression Symbol : Buffers.Facts[I].E.symbols())
        FactsOf[Symbol.symbolId()].push_back(I);
  }

  /// Values for which \p Needed > \p Have, while all of \p Positive are at least 1 and \p Guards
  /// hold. Empty values when there are no symbols.
  std::optional<Assignment> exceeding(Expression Needed, Expression Have,
                                      llvm::ArrayRef<Expression> Positive,
                                      llvm::ArrayRef<Condition> Guards);

private:
  bool assume(llvm::ArrayRef<Expression> Symbols, Assumptions &Known, int64_t Multiple,
              llvm::function_ref<Expression(Expression)> Replace);

  const FunctionBuffers &Buffers;
  llvm::DenseMap<unsigned, llvm::SmallVector<unsigned, 2>> FactsOf;
};

void addSymbols(Expression E, llvm::SmallVectorImpl<Expression> &Symbols) {
  for (Expression Symbol : E.symbols())
    if (!llvm::is_contained(Symbols, Symbol))
      Symbols.push_back(Symbol);
}

bool divides(Expression E) {
  std::string Text = E.str();
  return Text.find_first_of("/%") != std::string::npos;
}

bool Comparison::assume(llvm::ArrayRef<Expression> Symbols, Assumptions &Known, int64_t Multiple,
                        llvm::function_ref<Expression(Expression)> Replace) {
  for (Expression Symbol : Symbols) {
    const SizeSymbol *S = Buffers.symbol(Symbol);
    if (!S)
      return false;
    Range Admitted = S->Declared;
    switch (S->From) {
    case SizeSymbol::Origin::InputSize:
    case SizeSymbol::Origin::Derived:
      if (!Admitted.Lo)
        Admitted.Lo = SmallestSize;
      Admitted.Lo = std::max<int64_t>(*Admitted.Lo, 0);
      break;
    case SizeSymbol::Origin::InputStride:
    case SizeSymbol::Origin::TensorSize:
      // Which values occur is up to data and operators; only what an assert admits counts.
      if (!Admitted.Lo && !Admitted.Hi)
        return false;
      Admitted.Lo = std::max<int64_t>(Admitted.Lo.value_or(0), 0);
      break;
    case SizeSymbol::Origin::Item:
      if (!Admitted.Lo)
        return false;
      break;
    case SizeSymbol::Origin::Parameter:
    case SizeSymbol::Origin::Other:
      return false;
    }
    if (!Admitted.Hi)
      Admitted.Hi =
          *Admitted.Lo > (int64_t(1) << 40) ? *Admitted.Lo : *Admitted.Lo + OpenRange * Multiple;
    if (Multiple > 1) {
      // Towards the inside of the range, for either sign.
      auto Floor = [&](int64_t V) { return V / Multiple - (V % Multiple < 0); };
      Admitted = Range::between(Floor(*Admitted.Lo + Multiple - 1), Floor(*Admitted.Hi));
    }
    if (Admitted.isEmpty())
      return false;
    Known.addRange(Replace(Symbol), Admitted);
  }
  llvm::SmallDenseSet<unsigned> Added;
  for (Expression Symbol : Symbols)
    if (auto It = FactsOf.find(Symbol.symbolId()); It != FactsOf.end())
      for (unsigned I : It->second)
        if (Added.insert(I).second) {
          Condition C = Buffers.Facts[I];
          C.E = substitute(C.E, [&](Expression S) { return Replace(S) * Multiple; });
          Known.add(C);
        }
  return true;
}

std::optional<Assignment> Comparison::exceeding(Expression Needed, Expression Have,
                                                llvm::ArrayRef<Expression> Positive,
                                                llvm::ArrayRef<Condition> Guards) {
  if (!Needed || !Have || Needed.hasOpaque() || Have.hasOpaque())
    return std::nullopt;
  Expression Slack = Have - Needed;
  if (std::optional<int64_t> Value = Slack.constantValue(); Value && *Value >= 0)
    return std::nullopt;

  llvm::SmallVector<Expression, 8> Symbols;
  addSymbols(Needed, Symbols);
  addSymbols(Have, Symbols);
  unsigned Named = Symbols.size();
  for (Expression E : Positive) {
    if (E.hasOpaque())
      return std::nullopt;
    addSymbols(E, Symbols);
  }
  llvm::SmallVector<Condition, 4> Relevant;
  for (const Condition &C : Guards)
    if (llvm::any_of(C.E.symbols(), [&](Expression S) { return llvm::is_contained(Symbols, S); })) {
      Relevant.push_back(C);
      addSymbols(C.E, Symbols);
    }
  // Symbols that facts tie to these.
  for (unsigned I = 0; I < Symbols.size() && I < 64; ++I)
    if (auto It = FactsOf.find(Symbols[I].symbolId()); It != FactsOf.end())
      for (unsigned Fact : It->second)
        addSymbols(Buffers.Facts[Fact].E, Symbols);

  // A size that is divided somewhere may be known, to the compiler alone, to be a multiple: then
  // only multiples count.
  int64_t Multiple = 1;
  bool OnlyIfAlways = false;
  if (divides(Slack)) {
    for (int64_t Divisor : Buffers.Divisors) {
      if (Divisor == 0 || Divisor == INT64_MIN || Multiple > LargestDivisor) {
        OnlyIfAlways = true;
        break;
      }
      Multiple = std::lcm(Multiple, std::abs(Divisor));
    }
    if (Multiple > LargestDivisor) {
      Multiple = 1;
      OnlyIfAlways = true;
    }
  }

  ExpressionContext &Context = Needed.context();
  llvm::DenseMap<unsigned, Expression> Scaled;
  auto Replace = [&](Expression Symbol) -> Expression {
    if (Multiple == 1)
      return Symbol;
    Expression &Fresh = Scaled[Symbol.symbolId()];
    if (!Fresh)
      Fresh = Context.freshSymbol(Symbol.name());
    return Fresh;
  };
  auto Scale = [&](Expression E) {
    return Multiple == 1 ? E : substitute(E, [&](Expression S) { return Replace(S) * Multiple; });
  };
  Assumptions Known;
  if (!assume(Symbols, Known, Multiple, Replace))
    return std::nullopt;
  for (Expression E : Positive)
    if (!E.isConstant())
      Known.addNonNegative(Scale(E) - 1);

  for (Condition C : Relevant) {
    C.E = Scale(C.E);
    Known.add(C);
  }

  Prover P(Known, {600, 1500});
  Expression A = Scale(Needed), B = Scale(Have);
  Truth Answer = P.lessEqual(A, B);
  if (Answer == Truth::True || (OnlyIfAlways && Answer != Truth::False))
    return std::nullopt;
  std::optional<Assignment> Found = P.counterexample(A, B);
  if (!Found)
    return std::nullopt;
  // What the finding says is computed from the expressions as they are.
  Assignment Values;
  for (Expression Symbol : llvm::ArrayRef(Symbols).take_front(Named)) {
    std::optional<int64_t> Value = Found->lookup(Replace(Symbol));
    if (!Value)
      return std::nullopt;
    Values.set(Symbol, *Value * Multiple);
  }
  std::optional<int64_t> N = evaluate(Needed, Values), H = evaluate(Have, Values);
  if (!N || !H || *N <= *H)
    return std::nullopt;
  return Values;
}

std::string count(int64_t N, llvm::StringRef Unit) {
  return std::to_string(N) + " " + Unit.str() + (N == 1 ? "" : "s");
}

class FunctionReporter {
public:
  FunctionReporter(const FunctionBuffers &Buffers, ASTContext &Context,
                   llvm::function_ref<void(const CodeFinding &)> Report)
      : Context(Context), Compare(Buffers), Report(Report) {}

  void check(const Tensor &T);

private:
  void reportShortArray(const Tensor &T);
  void checkAlignment(const Tensor &T);
  void checkStart(const Tensor &T);
  void checkEnd(const Tensor &T);
  void finish(const Tensor &T, CodeFinding F);

  std::string what(const Tensor &T) const;
  std::string baseName(const Tensor &T) const;
  static std::string given(const Assignment &Values) {
    return Values.values().empty() ? std::string() : "for " + Values.str() + " the ";
  }

  ASTContext &Context;
  Comparison Compare;
  llvm::function_ref<void(const CodeFinding &)> Report;
  /// What was reported; what is made of it is wrong for the same reason.
  llvm::DenseSet<const Tensor *> Wrong;
};

std::string FunctionReporter::baseName(const Tensor &T) const {
  if (T.Call && T.Call->getNumArgs() > 0 && T.K != Tensor::Kind::Whole)
    if (const VarDecl *V = namedVariable(T.Call->getArg(0)); V && V->getDeclName().isIdentifier()) {
      llvm::StringRef Name = V->getName();
      Name.consume_back("_handle");
      return "'" + Name.str() + "'";
    }
  return T.In && !T.In->Name.empty() ? "'" + T.In->Name + "'" : "a tensor";
}

std::string FunctionReporter::what(const Tensor &T) const {
  switch (T.K) {
  case Tensor::Kind::PoolBlock:
    return "block of " + baseName(T);
  case Tensor::Kind::Whole:
    return "tensor " + baseName(T);
  default:
    return "view of " + baseName(T);
  }
}

void FunctionReporter::finish(const Tensor &T, CodeFinding F) {
  Wrong.insert(&T);
  F.Level = Severity::Error;
  F.At = charRange(T.At, Context);
  llvm::SmallVector<const Tensor *, 4> Chain;
  for (const Tensor *Base = T.Base; Base && Chain.size() < 8; Base = Base->Base)
    Chain.push_back(Base);
  if (T.In)
    F.Flow.push_back(
        {charRange(T.In->At, Context), "the memory of '" + T.In->Name + "' comes from here"});
  for (const Tensor *Base : llvm::reverse(Chain))
    if (Base->Call && Base->K != Tensor::Kind::Whole)
      F.Flow.push_back(
          {charRange(Base->Call->getSourceRange(), Context), what(*Base) + " is made here"});
  F.Flow.push_back({F.At, what(T) + " reaches outside of it here"});
  Report(F);
}

void FunctionReporter::reportShortArray(const Tensor &T) {
  CodeFinding F;
  auto [Rank, Length] = *T.ShortArray;
  F.Message = what(T) + " reads " + std::to_string(Rank) +
              " sizes and strides from an array that has " + std::to_string(Length) +
              ": the rest is whatever lies behind it in memory, so that the tensor gets random "
              "sizes; make the rank and "
              "the arrays agree";
  F.Level = Severity::Error;
  F.At = charRange(T.At, Context);
  Report(F);
}

void FunctionReporter::checkAlignment(const Tensor &T) {
  std::optional<unsigned> Size = itemSize(T.Dtype);
  if (T.K != Tensor::Kind::PoolBlock || !T.GivenOffset || !Size || *Size == 1)
    return;
  Expression Rest = floorMod(T.GivenOffset, *Size);
  ExpressionContext &E = Rest.context();
  std::optional<Assignment> Values = Compare.exceeding(Rest, E.constant(0), {}, T.Guards);
  if (!Values)
    return;
  std::optional<int64_t> Offset = evaluate(T.GivenOffset, *Values);
  CodeFinding F;
  if (!Offset) {
    // The rest is the same for all sizes, of which none was needed.
    std::optional<int64_t> Past = evaluate(Rest, *Values);
    if (!Past)
      return;
    F.Message = given(*Values) + what(T) + " starts " + count(*Past, "byte") +
                " past a multiple of the " + std::to_string(*Size) + " bytes of a " + T.Dtype +
                ": torch cuts them off the offset, and where the block then starts another may "
                "lie; align the offset";
    finish(T, std::move(F));
    return;
  }
  if (*Offset < 0)
    return;
  F.Message = given(*Values) + what(T) + " starts at byte " + std::to_string(*Offset) +
              ", which is not a multiple of the " + std::to_string(*Size) + " bytes of a " +
              T.Dtype + ": torch cuts the offset to byte " +
              std::to_string(*Offset - *Offset % *Size) +
              ", where another block may lie; align the offset";
  finish(T, std::move(F));
}

void FunctionReporter::checkStart(const Tensor &T) {
  if (!T.GivenOffset || T.GivenOffset.constantValue().value_or(-1) >= 0)
    return;
  ExpressionContext &E = T.Offset.context();
  std::optional<Assignment> Values = Compare.exceeding(E.constant(0), T.Offset, T.Sizes, T.Guards);
  std::optional<int64_t> Offset = Values ? evaluate(T.Offset, *Values) : std::nullopt;
  if (!Offset)
    return;
  CodeFinding F;
  F.Message = given(*Values) + what(T) + " starts " + count(-*Offset, "element") +
              " before its storage; nothing checks this at run time, so that reads return foreign "
              "memory and writes "
              "corrupt it: correct the offset";
  finish(T, std::move(F));
}

void FunctionReporter::checkEnd(const Tensor &T) {
  const Storage &S = *T.In;
  if (llvm::any_of(T.Sizes, [](Expression Size) {
        std::optional<int64_t> Value = Size.constantValue();
        return Value && *Value <= 0;
      }))
    return;
  ExpressionContext &E = T.Offset.context();
  Expression Needed = T.Offset + viewExtent(E, T.Sizes, T.Strides);
  llvm::SmallVector<Expression, 8> Positive(T.Sizes.begin(), T.Sizes.end());

  // A view stays inside the block of the pool that it is made of; everything else inside the
  // storage.
  const Tensor *Frame = T.Frame;
  bool InBlock = Frame && Frame != &T && Frame->K == Tensor::Kind::PoolBlock;
  if (InBlock && !Frame->HasGeometry)
    return;
  Expression Have, Start = E.constant(0);
  std::string HaveDtype;
  if (InBlock) {
    Start = Frame->Offset;
    Have = viewExtent(E, Frame->Sizes, Frame->Strides);
    HaveDtype = Frame->Dtype;
    Positive.append(Frame->Sizes.begin(), Frame->Sizes.end());
    if (llvm::any_of(Frame->Sizes, [](Expression Size) { return Size.constantValue() == 0; }))
      return;
  } else {
    if (!S.Elements)
      return;
    Have = S.Elements;
    HaveDtype = S.Dtype;
    if (S.Elements.constantValue() != 0)
      Positive.append(S.Sizes.begin(), S.Sizes.end());
  }

  llvm::StringRef Unit = "element";
  if (T.Dtype != HaveDtype) {
    std::optional<unsigned> Own = itemSize(T.Dtype), Theirs = itemSize(HaveDtype);
    if (!Own || !Theirs)
      return;
    if (*Own != *Theirs) {
      Unit = "byte";
      Needed = Needed * *Own;
      Have = Have * *Theirs;
      Start = Start * *Theirs;
    }
  }
  std::optional<Assignment> Values = Compare.exceeding(Needed, Start + Have, Positive, T.Guards);
  if (!Values)
    return;
  std::optional<int64_t> StartsAt = evaluate(Start, *Values);
  std::optional<int64_t> N = evaluate(Needed, *Values), H = evaluate(Start + Have, *Values);
  if (!StartsAt || !N || !H)
    return;
  *N -= *StartsAt;
  *H -= *StartsAt;

  CodeFinding F;
  std::string Memory = InBlock                               ? "its block of the pool"
                       : T.K == Tensor::Kind::PoolBlock      ? "the pool"
                       : S.From == Storage::Origin::Constant ? "the constant's data"
                       : S.From == Storage::Origin::Stack    ? "its array on the stack"
                                                             : "its storage";
  F.Message =
      given(*Values) + what(T) + " needs " + count(*N, Unit) + " from the start of " + Memory +
      ", which has " + std::to_string(*H) +
      (InBlock
           ? ": it reaches into other buffers of the pool, reads their values and overwrites them; "
           : "; nothing checks this at run time, so that reads return foreign memory and writes "
             "corrupt it: ") +
      "correct its sizes, strides or offset" +
      (S.From == Storage::Origin::Constant ? "" : ", or make room for it");

  const Expression Room = InBlock ? Have : Unit == "byte" ? Have : S.Elements;
  std::string Amount =
      Room.isConstant() ? count(*Room.constantValue(), Unit) : Room.str() + " " + Unit.str() + "s";
  SourceRange Origin = InBlock ? Frame->Call->getSourceRange() : S.At;
  std::string Verb = InBlock                               ? "block made here with "
                     : S.From == Storage::Origin::Constant ? "constant bound here, with "
                     : S.From == Storage::Origin::Stack    ? "declared here with "
                                                           : "allocated here with ";
  F.Notes.push_back({charRange(Origin, Context), Verb + Amount});
  finish(T, std::move(F));
}

void FunctionReporter::check(const Tensor &T) {
  switch (T.K) {
  case Tensor::Kind::View:
  case Tensor::Kind::AsStrided:
  case Tensor::Kind::PoolBlock:
    break;
  case Tensor::Kind::Whole:
    if (T.ShortArray && T.Call) {
      reportShortArray(T);
      return;
    }
    if (!T.In || T.In->From != Storage::Origin::Stack)
      return;
    break;
  default:
    return;
  }
  if (T.ShortArray) {
    reportShortArray(T);
    return;
  }
  for (const Tensor *Base = T.Base; Base; Base = Base->Base)
    if (Wrong.count(Base)) {
      Wrong.insert(&T);
      return;
    }
  checkAlignment(T);
  if (!T.HasGeometry || !T.In)
    return;
  switch (T.In->From) {
  case Storage::Origin::Allocation:
  case Storage::Origin::Stack:
  case Storage::Origin::Constant:
    checkStart(T);
    checkEnd(T);
    return;
  default:
    return;
  }
}

} // namespace

void ViewOutOfBoundsCheck::checkUnit(ASTContext &Context) {
  Facts = TuFacts::of(Context);
  if (Facts->dialect().Kind == SourceKind::JitWrapper ||
      Facts->dialect().Kind == SourceKind::UnsupportedWrapper)
    return;
  auto Report = [&](const CodeFinding &F) { report(F, Context); };
  for (const FunctionBuffers &Buffers : Facts->buffers().functions()) {
    FunctionReporter Reporter(Buffers, Context, Report);
    for (const Tensor &T : Buffers.Tensors)
      Reporter.check(T);
  }
}

} // namespace aoti
