#include "checks/memory/ViewOutOfBoundsCheck.h"
#include "Facts/AstQuery.h"
#include "Facts/BufferFacts.h"
#include "Facts/LiveRanges.h"
#include "Facts/SizeComparison.h"
#include "checks/memory/PoolOverlap.h"
#include "llvm/ADT/DenseSet.h"

using namespace clang;
using namespace clang::ast_matchers;

namespace aoti {

namespace {

std::string count(int64_t N, llvm::StringRef Unit) {
  return std::to_string(N) + " " + Unit.str() + (N == 1 ? "" : "s");
}

/// Where the elements of a tensor lie.
struct Placement {
  /// The block of a pool, the whole of a storage, or what is declared of a tensor whose storage is
  /// not known.
  const Tensor *Root = nullptr;
  /// Its first element, counted in elements of \p Dtype from the start of the storage of the root;
  /// from the first element of the root where only a declaration is known.
  Expression Offset;
  std::string Dtype;
  bool IsDeclared = false;
  /// Whether it is one of several places, depending on the path.
  bool IsOneOfSeveral = false;
};

class FunctionReporter {
public:
  FunctionReporter(const FunctionBuffers &Buffers, TuFacts &Facts, bool RestridesInputs,
                   llvm::function_ref<void(const CodeFinding &)> Report);

  void run();

private:
  void check(const Tensor &T);
  void reportShortArray(const Tensor &T);
  bool checkAlignment(const Tensor &T);
  bool checkStart(const Tensor &T, const Placement &P);
  bool checkEnd(const Tensor &T, const Placement &P);
  void addTakeovers(const Tensor &Base, const Tensor &T, CodeFinding &F);
  void finish(const Tensor &T, const Placement &P, const Assignment &Values, CodeFinding F);

  std::optional<Assignment> exceeding(const Tensor &T, const Placement &P, Expression Needed,
                                      Expression Have, llvm::ArrayRef<Expression> Positive);
  void placements(const Tensor &T, llvm::SmallVectorImpl<Placement> &Found);
  bool declaredGeometry(const Tensor &Root, ExpressionList &Sizes, ExpressionList &Strides) const;
  bool isAlwaysReached(const Tensor &T);
  bool holdsCallersValue(Expression E) const {
    return llvm::any_of(E.symbols(), [&](Expression Symbol) {
      const SizeSymbol *S = Buffers.symbol(Symbol);
      return S && Compare.isCallersValue(*S);
    });
  }
  const TensorUse *assertionOf(const Tensor &Root) const;

  std::string what(const Tensor &T) const;
  std::string baseName(const Tensor &T) const;
  static std::string given(const Assignment &Values) {
    return Values.values().empty() ? std::string() : "for " + Values.str() + " the ";
  }

  const FunctionBuffers &Buffers;
  TuFacts &Facts;
  ASTContext &Context;
  const bool RestridesInputs;
  SizeComparison Compare;
  std::unique_ptr<FlowPlaces> Places;
  llvm::function_ref<void(const CodeFinding &)> Report;
  /// What was reported; what is made of it is wrong for the same reason.
  llvm::DenseSet<const Tensor *> Wrong;
  /// Tensors that an operator gets as they are; its origin in the model is named beside it.
  llvm::DenseSet<const Tensor *> GivenToShims;
};

FunctionReporter::FunctionReporter(const FunctionBuffers &Buffers, TuFacts &Facts,
                                   bool RestridesInputs,
                                   llvm::function_ref<void(const CodeFinding &)> Report)
    : Buffers(Buffers), Facts(Facts), Context(Facts.context()), RestridesInputs(RestridesInputs),
      Compare(Buffers), Report(Report) {
  for (const TensorUse &U : Buffers.Uses)
    if (U.K == TensorUse::Kind::Shim || U.K == TensorUse::Kind::Proxy)
      GivenToShims.insert(U.T);
}

void FunctionReporter::run() {
  for (const Tensor &T : Buffers.Tensors)
    check(T);
  reportPoolOverlaps(Buffers, Context, Compare, Wrong, Report);
}

//===----------------------------------------------------------------------===//
// Places
//===----------------------------------------------------------------------===//

/// Whether the place of a tensor in the code is reached on each path, but for loops.
bool FunctionReporter::isAlwaysReached(const Tensor &T) {
  if (!Places)
    Places = std::make_unique<FlowPlaces>(*Buffers.Function);
  const FlowPlaces::Place *At = T.Call ? Places->find(T.Call) : nullptr;
  if (!At)
    return false;
  unsigned Region = At->Region;
  while (Region && Places->loopOf(Region) == Region)
    Region = Places->outer(Region);
  return Region == 0;
}

bool FunctionReporter::declaredGeometry(const Tensor &Root, ExpressionList &Sizes,
                                        ExpressionList &Strides) const {
  Sizes = Root.DeclaredSizes;
  Strides = Root.DeclaredStrides;
  if (!Sizes.empty() && Sizes.size() == Strides.size())
    return llvm::all_of(Sizes, [](Expression E) { return bool(E); }) &&
           llvm::all_of(Strides, [](Expression E) { return bool(E); });
  if (Root.In->From != Storage::Origin::Input)
    return false;
  // Every size and stride is fixed.
  const auto &Inputs = Facts.buffers().inputs();
  auto It = Inputs.find(Root.In->Index);
  if (It == Inputs.end() || It->second.Sizes.empty())
    return false;
  unsigned Rank = It->second.Sizes.rbegin()->first + 1;
  if (It->second.Sizes.size() != Rank || It->second.Strides.size() != Rank ||
      It->second.Strides.rbegin()->first + 1 != Rank)
    return false;
  ExpressionContext &E = Facts.buffers().expressions();
  for (auto [Ranges, List] :
       {std::pair(&It->second.Sizes, &Sizes), std::pair(&It->second.Strides, &Strides)}) {
    List->clear();
    for (const auto &[Dimension, Range] : *Ranges) {
      if (!Range.Lo || Range.Lo != Range.Hi)
        return false;
      List->push_back(E.constant(*Range.Lo));
    }
  }
  return true;
}

/// Follows views of what has no geometry of its own: one of several tensors, or a tensor whose
/// storage is not known.
void FunctionReporter::placements(const Tensor &T, llvm::SmallVectorImpl<Placement> &Found) {
  struct Step {
    const Tensor *T;
    Expression Offset;
    bool IsOneOfSeveral;
  };
  ExpressionContext &E = Facts.buffers().expressions();
  llvm::SmallVector<Step, 4> Pending{{&T, E.constant(0), false}};
  for (unsigned Count = 0; !Pending.empty() && Count < 64; ++Count) {
    Step S = Pending.pop_back_val();
    if (S.T->HasGeometry) {
      if (S.T->Frame)
        Found.push_back({S.T->Frame, S.T->Offset + S.Offset, S.T->Dtype, false, S.IsOneOfSeveral});
      continue;
    }
    switch (S.T->K) {
    case Tensor::Kind::View:
    case Tensor::Kind::AsStrided:
      if (S.T->Base && S.T->GivenOffset)
        Pending.push_back({S.T->Base, S.Offset + S.T->GivenOffset, S.IsOneOfSeveral});
      break;
    case Tensor::Kind::Alias:
      if (S.T->Base)
        Pending.push_back({S.T->Base, S.Offset, S.IsOneOfSeveral});
      break;
    case Tensor::Kind::Merged:
      // What a loop changes more than once may never get to its head.
      if (S.T->Sources.size() <= 2 && isAlwaysReached(T))
        for (const Tensor *Source : S.T->Sources)
          Pending.push_back({Source, S.Offset, true});
      break;
    case Tensor::Kind::Whole:
      if (S.T->In &&
          (S.T->In->From == Storage::Origin::Input || S.T->In->From == Storage::Origin::Result))
        Found.push_back({S.T, S.Offset, S.T->Dtype, true, S.IsOneOfSeveral});
      break;
    default:
      break;
    }
  }
}

const TensorUse *FunctionReporter::assertionOf(const Tensor &Root) const {
  for (const TensorUse *U : Buffers.usesOf(*Root.In))
    if (U->T == &Root && U->Callee == "assert_size_stride")
      return U;
  return nullptr;
}

std::optional<Assignment> FunctionReporter::exceeding(const Tensor &T, const Placement &P,
                                                      Expression Needed, Expression Have,
                                                      llvm::ArrayRef<Expression> Positive) {
  // The sizes that lead to one of several places are not known.
  if (P.IsOneOfSeveral && !Compare.alwaysExceeds(Needed, Have, Positive, T.Guards))
    return std::nullopt;
  return Compare.exceeding(Needed, Have, Positive, T.Guards);
}

//===----------------------------------------------------------------------===//
// Findings
//===----------------------------------------------------------------------===//

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

/// Adds where a variable takes \p Base over from another one, up to the place of \p T.
void FunctionReporter::addTakeovers(const Tensor &Base, const Tensor &T, CodeFinding &F) {
  const std::vector<HandleEvent> &Events = Buffers.Events;
  auto IsNew = [&](size_t I, HandleEvent::Kind K) {
    return I < Events.size() && Events[I].T == &Base && Events[I].K == K;
  };
  for (size_t I = 0; I < Events.size(); ++I) {
    const HandleEvent &E = Events[I];
    if (E.T != &Base || E.K != HandleEvent::Kind::Move || !E.Variable->getIdentifier() ||
        Context.getSourceManager().isBeforeInTranslationUnit(T.At.getBegin(), E.At.getBegin()))
      continue;
    // A declaration stands before the move out of its initialiser, an assignment behind it.
    const HandleEvent *To = I > 0 && IsNew(I - 1, HandleEvent::Kind::Bind) ? &Events[I - 1]
                            : IsNew(I + 1, HandleEvent::Kind::Assign)      ? &Events[I + 1]
                                                                           : nullptr;
    if (To && To->Variable->getIdentifier() && To->Variable != E.Variable)
      F.Flow.push_back({charRange(To->At, Context), "'" + To->Variable->getName().str() +
                                                        "' takes it over from '" +
                                                        E.Variable->getName().str() + "' here"});
  }
}

void FunctionReporter::finish(const Tensor &T, const Placement &P, const Assignment &Values,
                              CodeFinding F) {
  Wrong.insert(&T);
  F.Level = Severity::Error;
  F.At = charRange(T.At, Context);
  const Storage &S = *P.Root->In;
  std::string Name = S.Name.empty() ? "the tensor" : "'" + S.Name + "'";
  F.Flow.push_back({charRange(S.At, Context), "the memory of " + Name + " comes from here"});
  for (const auto &[Symbol, Value] : Values.values())
    if (const SizeSymbol *Read = Buffers.symbol(Symbol); Read && Compare.isCallersValue(*Read)) {
      std::string Text = "'" + Symbol.name().str() + "' is read here from '" +
                         Read->Source->In->Name + "', and nothing bounds it" +
                         (Read->Declared.Lo   ? " from above"
                          : Read->Declared.Hi ? " from below"
                                              : "");
      F.Notes.push_back({charRange(Read->At, Context), Text});
      F.Flow.push_back({charRange(Read->At, Context), Text});
    }
  // From the storage to the view, with the variables that take a tensor over.
  llvm::SmallVector<const Tensor *, 8> Chain;
  for (const Tensor *Base = T.Base; Base && Chain.size() < 8; Base = Base->Base)
    Chain.push_back(Base);
  for (const Tensor *Base : llvm::reverse(Chain)) {
    if (Base->Call && Base->K != Tensor::Kind::Whole)
      F.Flow.push_back(
          {charRange(Base->Call->getSourceRange(), Context), what(*Base) + " is made here"});
    addTakeovers(*Base, T, F);
  }
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

bool FunctionReporter::checkAlignment(const Tensor &T) {
  std::optional<unsigned> Size = itemSize(T.Dtype);
  if (T.K != Tensor::Kind::PoolBlock || !T.In || !T.GivenOffset || !Size || *Size == 1)
    return false;
  Expression Rest = floorMod(T.GivenOffset, *Size);
  ExpressionContext &E = Rest.context();
  std::optional<Assignment> Values = Compare.exceeding(Rest, E.constant(0), {}, T.Guards);
  if (!Values)
    return false;
  std::optional<int64_t> Offset = evaluate(T.GivenOffset, *Values);
  CodeFinding F;
  if (!Offset) {
    // The rest is the same for all sizes, of which none was needed.
    std::optional<int64_t> Past = evaluate(Rest, *Values);
    if (!Past)
      return false;
    F.Message = given(*Values) + what(T) + " starts " + count(*Past, "byte") +
                " past a multiple of the " + std::to_string(*Size) + " bytes of a " + T.Dtype +
                ": torch cuts them off the offset, and where the block then starts another may "
                "lie; align the offset";
    finish(T, {&T, T.Offset, T.Dtype}, *Values, std::move(F));
    return true;
  }
  if (*Offset < 0)
    return false;
  F.Message = given(*Values) + what(T) + " starts at byte " + std::to_string(*Offset) +
              ", which is not a multiple of the " + std::to_string(*Size) + " bytes of a " +
              T.Dtype + ": torch cuts the offset to byte " +
              std::to_string(*Offset - *Offset % *Size) +
              ", where another block may lie; align the offset";
  finish(T, {&T, T.Offset, T.Dtype}, *Values, std::move(F));
  return true;
}

/// What stands at the end of a message about a value of the caller.
static std::string advice(bool CallersValue, llvm::StringRef Otherwise) {
  return CallersValue ? "test the value before and throw" : Otherwise.str();
}

bool FunctionReporter::checkStart(const Tensor &T, const Placement &P) {
  if (!T.GivenOffset || T.GivenOffset.constantValue().value_or(-1) >= 0)
    return false;
  bool CallersValue = holdsCallersValue(P.Offset);
  // A view stays inside the block of the pool that it is made of.
  const Tensor &Frame = *P.Root;
  bool InBlock = &Frame != &T && Frame.K == Tensor::Kind::PoolBlock && Frame.HasGeometry;
  ExpressionContext &E = P.Offset.context();
  Expression Begin = E.constant(0), Offset = P.Offset;
  llvm::StringRef Unit = "element";
  if (InBlock) {
    std::optional<unsigned> Own = itemSize(P.Dtype), Theirs = itemSize(Frame.Dtype);
    if (!Own || !Theirs)
      return false;
    Begin = Frame.Offset;
    if (*Own != *Theirs) {
      Begin = Begin * *Theirs;
      Offset = Offset * *Own;
      Unit = "byte";
    }
  }
  std::optional<Assignment> Values = exceeding(T, P, Begin, Offset, T.Sizes);
  std::optional<int64_t> Before = Values ? evaluate(Begin - Offset, *Values) : std::nullopt;
  if (!Before)
    return false;
  CodeFinding F;
  F.Message = given(*Values) + what(T) + " starts " + count(*Before, Unit) + " before its " +
              (P.IsDeclared ? "first one"
               : InBlock    ? "block of the pool"
                            : "storage") +
              (InBlock ? ": it reaches into other buffers of the pool, reads their values and "
                         "overwrites them; "
                       : "; nothing checks this at run time, so that reads return foreign memory "
                         "and writes corrupt it: ") +
              advice(CallersValue, "correct the offset");
  F.Notes.push_back({charRange(InBlock ? Frame.At : Frame.In->At, Context),
                     InBlock ? "block made here" : "the memory comes from here"});
  finish(T, P, *Values, std::move(F));
  return true;
}

bool FunctionReporter::checkEnd(const Tensor &T, const Placement &P) {
  const Storage &S = *P.Root->In;
  auto IsEmpty = [](Expression Size) { return Size.constantValue().value_or(1) <= 0; };
  if (llvm::any_of(T.Sizes, IsEmpty))
    return false;
  ExpressionContext &E = P.Offset.context();
  Expression Needed = P.Offset + viewExtent(E, T.Sizes, T.Strides);
  llvm::SmallVector<Expression, 8> Positive(T.Sizes.begin(), T.Sizes.end());

  // A view stays inside the block of the pool that it is made of; everything else inside the
  // storage.
  const Tensor *Frame = P.Root;
  bool InBlock = Frame != &T && Frame->K == Tensor::Kind::PoolBlock;
  if (InBlock && !Frame->HasGeometry)
    return false;
  Expression Have, Start = E.constant(0);
  std::string HaveDtype;
  if (P.IsDeclared) {
    ExpressionList Sizes, Strides;
    if (!declaredGeometry(*Frame, Sizes, Strides) || llvm::any_of(Sizes, IsEmpty))
      return false;
    Have = viewExtent(E, Sizes, Strides);
    HaveDtype = P.Dtype;
    Positive.append(Sizes.begin(), Sizes.end());
  } else if (InBlock) {
    Start = Frame->Offset;
    Have = viewExtent(E, Frame->Sizes, Frame->Strides);
    HaveDtype = Frame->Dtype;
    Positive.append(Frame->Sizes.begin(), Frame->Sizes.end());
    if (llvm::any_of(Frame->Sizes, IsEmpty))
      return false;
  } else {
    if (!S.Elements)
      return false;
    Have = S.Elements;
    HaveDtype = S.Dtype;
    if (S.Elements.constantValue() != 0)
      Positive.append(S.Sizes.begin(), S.Sizes.end());
  }

  llvm::StringRef Unit = "element";
  if (P.Dtype != HaveDtype) {
    std::optional<unsigned> Own = itemSize(P.Dtype), Theirs = itemSize(HaveDtype);
    if (!Own || !Theirs)
      return false;
    if (*Own != *Theirs) {
      Unit = "byte";
      Needed = Needed * *Own;
      Have = Have * *Theirs;
      Start = Start * *Theirs;
    }
  }
  std::optional<Assignment> Values = exceeding(T, P, Needed, Start + Have, Positive);
  if (!Values)
    return false;
  std::optional<int64_t> StartsAt = evaluate(Start, *Values);
  std::optional<int64_t> N = evaluate(Needed, *Values), H = evaluate(Start + Have, *Values);
  if (!StartsAt || !N || !H)
    return false;
  *N -= *StartsAt;
  *H -= *StartsAt;
  bool CallersValue = holdsCallersValue(Needed) || holdsCallersValue(Have);

  CodeFinding F;
  std::string Memory = P.IsDeclared                          ? "what is declared of it"
                       : InBlock                             ? "its block of the pool"
                       : T.K == Tensor::Kind::PoolBlock      ? "the pool"
                       : S.From == Storage::Origin::Constant ? "the constant's data"
                       : S.From == Storage::Origin::Stack    ? "its array on the stack"
                                                             : "its storage";
  F.Message = given(*Values) + what(T) + " needs " + count(*N, Unit) + " from the start of " +
              Memory + ", which has " + std::to_string(*H);
  if (InBlock)
    F.Message += ": it reaches into other buffers of the pool, reads their values and overwrites "
                 "them; ";
  else if (T.K == Tensor::Kind::AsStrided)
    F.Message += "; torch refuses it when the model runs ('setStorage: ... are out of bounds for "
                 "storage'): ";
  else
    F.Message += "; nothing checks this at run time, so that reads return foreign memory and "
                 "writes corrupt it: ";
  F.Message += advice(
      CallersValue,
      std::string("correct its sizes, strides or offset") +
          (P.IsDeclared || S.From == Storage::Origin::Constant ? "" : ", or make room for it"));

  const Expression Room = InBlock || P.IsDeclared || Unit == "byte" ? Have : S.Elements;
  std::string Amount =
      Room.isConstant() ? count(*Room.constantValue(), Unit) : Room.str() + " " + Unit.str() + "s";
  SourceRange Origin = InBlock ? Frame->Call->getSourceRange() : S.At;
  std::string Verb = InBlock                               ? "block made here with "
                     : S.From == Storage::Origin::Constant ? "constant bound here, with "
                     : S.From == Storage::Origin::Stack    ? "declared here with "
                                                           : "allocated here with ";
  if (P.IsDeclared) {
    Verb = S.From == Storage::Origin::Input ? "input bound here; the input checks say that it has "
                                            : "constant bound here; it is declared with ";
    if (const TensorUse *Assertion = assertionOf(*Frame)) {
      Origin = Assertion->At->getSourceRange();
      Verb = "asserted here to have ";
    }
  }
  F.Notes.push_back({charRange(Origin, Context), Verb + Amount});
  finish(T, P, *Values, std::move(F));
  return true;
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
  if (checkAlignment(T))
    return;
  if (T.HasGeometry && T.In && T.Frame) {
    switch (T.In->From) {
    case Storage::Origin::Allocation:
    case Storage::Origin::Stack:
    case Storage::Origin::Constant: {
      Placement P{T.Frame, T.Offset, T.Dtype};
      if (!checkEnd(T, P))
        checkStart(T, P);
      return;
    }
    default:
      return;
    }
  }
  if (T.HasGeometry || T.K != Tensor::Kind::View || T.Sizes.size() != T.Strides.size() ||
      !T.GivenOffset)
    return;
  llvm::SmallVector<Placement, 4> Found;
  placements(T, Found);
  for (const Placement &P : Found) {
    if (P.IsDeclared) {
      // Such a view may be meant to look at more than the tensor: then an `as_strided` of the model
      // is named where an operator gets it.
      if (RestridesInputs || (!holdsCallersValue(P.Offset) && !GivenToShims.count(&T)))
        continue;
    }
    if (checkEnd(T, P) || checkStart(T, P))
      return;
  }
}

/// Whether the generator names an `as_strided` of the model, in a comment or in the name of a
/// kernel.
bool namesAsStrided(TuFacts &Facts) {
  const SourceManager &SM = Facts.context().getSourceManager();
  llvm::StringRef Text = SM.getBufferData(SM.getMainFileID());
  Text = Text.drop_front(std::min<size_t>(Facts.dialect().GeneratedBegin, Text.size()));
  constexpr llvm::StringRef Word = "as_strided", Shim = "aoti_torch_";
  for (size_t At = Text.find(Word); At != llvm::StringRef::npos;
       At = Text.find(Word, At + Word.size()))
    if (!Text.take_front(At).ends_with(Shim))
      return true;
  return false;
}

} // namespace

void ViewOutOfBoundsCheck::checkUnit(ASTContext &Context) {
  Facts = TuFacts::of(Context);
  if (Facts->dialect().Kind == SourceKind::JitWrapper ||
      Facts->dialect().Kind == SourceKind::UnsupportedWrapper)
    return;
  auto Report = [&](const CodeFinding &F) { report(F, Context); };
  bool RestridesInputs = namesAsStrided(*Facts);
  for (const FunctionBuffers &Buffers : Facts->buffers().functions())
    FunctionReporter(Buffers, *Facts, RestridesInputs, Report).run();
}

} // namespace aoti
