#include "Facts/LiveRanges.h"
#include "Facts/AstQuery.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/MapVector.h"
#include <algorithm>

using namespace clang;
using llvm::SmallVector;
using llvm::StringRef;

namespace aoti {

//===----------------------------------------------------------------------===//
// Access
//===----------------------------------------------------------------------===//

namespace {

StringRef parameterName(const CallExpr *Call, unsigned Index) {
  const FunctionDecl *F = Call->getDirectCallee();
  if (F)
    if (const FunctionDecl *Pattern = F->getTemplateInstantiationPattern())
      F = Pattern;
  if (!F || Index >= F->getNumParams())
    return {};
  const ParmVarDecl *P = F->getParamDecl(Index);
  return P->getDeclName().isIdentifier() ? P->getName() : StringRef();
}

TensorAccess accessByName(StringRef Name) {
  if (Name.starts_with("in_out_ptr"))
    return TensorAccess::ReadWrite;
  if (Name.starts_with("in_ptr"))
    return TensorAccess::Read;
  if (Name.starts_with("out_ptr"))
    return TensorAccess::Write;
  return TensorAccess::Unknown;
}

} // namespace

TensorAccess accessOf(const TensorUse &Use) {
  switch (Use.K) {
  case TensorUse::Kind::Check:
    return TensorAccess::None;
  case TensorUse::Kind::CopyFrom:
  case TensorUse::Kind::Item:
  case TensorUse::Kind::Output:
    return TensorAccess::Read;
  case TensorUse::Kind::CopyInto:
    return TensorAccess::Write;
  case TensorUse::Kind::Proxy:
  case TensorUse::Kind::Other:
    return TensorAccess::Unknown;
  case TensorUse::Kind::Launch:
  case TensorUse::Kind::CpuKernel:
  case TensorUse::Kind::Shim:
    break;
  }
  const auto *Call = dyn_cast_or_null<CallExpr>(Use.At);
  if (!Call || !Use.Argument)
    return TensorAccess::Unknown;
  const auto *It = std::find(Call->getArgs(), Call->getArgs() + Call->getNumArgs(), Use.Argument);
  if (It == Call->getArgs() + Call->getNumArgs())
    return TensorAccess::Unknown;
  unsigned Index = It - Call->getArgs();
  StringRef Name = parameterName(Call, Index);

  if (Use.K == TensorUse::Kind::Shim) {
    StringRef Callee = Use.Callee;
    bool IsOut = Callee.ends_with("_out") || Callee.contains("_out_v");
    if (IsOut && Index == 0)
      return TensorAccess::Write;
    if (IsOut)
      return Name.starts_with("out") ? TensorAccess::Write : TensorAccess::Read;
    // `fill_` and its kin.
    return Index == 0 && Callee.ends_with("_") ? TensorAccess::Unknown : TensorAccess::Read;
  }
  if (Use.K == TensorUse::Kind::CpuKernel)
    if (QualType T = Use.Argument->getType(); T->isPointerType()) {
      if (const FunctionDecl *F = Call->getDirectCallee(); F && Index < F->getNumParams())
        T = F->getParamDecl(Index)->getType();
      if (T->isPointerType() && T->getPointeeType().isConstQualified())
        return TensorAccess::Read;
    }
  return accessByName(Name);
}

//===----------------------------------------------------------------------===//
// Places
//===----------------------------------------------------------------------===//

class FlowPlaces::Builder {
public:
  explicit Builder(FlowPlaces &Out) : Out(Out) {}
  void visit(const Stmt *S, unsigned Region);

private:
  unsigned inside(unsigned Outer, bool IsLoop) {
    Out.Regions.push_back({Outer, IsLoop});
    return Out.Regions.size() - 1;
  }

  FlowPlaces &Out;
  unsigned Order = 0, Depth = 0;
};

void FlowPlaces::Builder::visit(const Stmt *S, unsigned Region) {
  constexpr unsigned MaxDepth = 2000;
  if (!S || Depth > MaxDepth)
    return;
  ++Depth;
  auto Loop = [&](std::initializer_list<const Stmt *> Parts) {
    unsigned Inner = inside(Region, /*IsLoop=*/true);
    for (const Stmt *Part : Parts)
      visit(Part, Inner);
  };
  if (const auto *If = dyn_cast<IfStmt>(S)) {
    visit(If->getInit(), Region);
    visit(If->getConditionVariableDeclStmt(), Region);
    visit(If->getCond(), Region);
    // A launch that is left out for a grid without blocks stands where it stands.
    const auto *Test = dyn_cast<CallExpr>(stripWrappers(If->getCond()));
    bool IsGrid = Test && memberName(Test) == "is_non_zero" && !If->getElse();
    visit(If->getThen(), IsGrid ? Region : inside(Region, false));
    if (If->getElse())
      visit(If->getElse(), inside(Region, false));
  } else if (const auto *While = dyn_cast<WhileStmt>(S)) {
    Loop({While->getCond(), While->getBody()});
  } else if (const auto *For = dyn_cast<ForStmt>(S)) {
    visit(For->getInit(), Region);
    Loop({For->getCond(), For->getBody(), For->getInc()});
  } else if (const auto *Range = dyn_cast<CXXForRangeStmt>(S)) {
    visit(Range->getRangeInit(), Region);
    Loop({Range->getBody()});
  } else if (const auto *Do = dyn_cast<DoStmt>(S)) {
    const auto *Once = dyn_cast<CXXBoolLiteralExpr>(Do->getCond()->IgnoreParenImpCasts());
    const auto *Zero = dyn_cast<IntegerLiteral>(Do->getCond()->IgnoreParenImpCasts());
    if ((Once && !Once->getValue()) || (Zero && Zero->getValue() == 0))
      visit(Do->getBody(), Region);
    else
      Loop({Do->getBody(), Do->getCond()});
  } else if (const auto *Switch = dyn_cast<SwitchStmt>(S)) {
    visit(Switch->getCond(), Region);
    // A part up to the next label is a branch of its own.
    unsigned Part = inside(Region, false);
    for (const Stmt *Child : Switch->getBody()->children()) {
      if (isa_and_nonnull<SwitchCase>(Child))
        Part = inside(Region, false);
      visit(Child, Part);
    }
  } else if (const auto *Try = dyn_cast<CXXTryStmt>(S)) {
    visit(Try->getTryBlock(), Region);
    for (unsigned I = 0; I < Try->getNumHandlers(); ++I)
      visit(Try->getHandler(I)->getHandlerBlock(), inside(Region, false));
  } else if (const auto *Choice = dyn_cast<AbstractConditionalOperator>(S)) {
    visit(Choice->getCond(), Region);
    visit(Choice->getTrueExpr(), inside(Region, false));
    visit(Choice->getFalseExpr(), inside(Region, false));
  } else if (const auto *Binary = dyn_cast<BinaryOperator>(S); Binary && Binary->isLogicalOp()) {
    visit(Binary->getLHS(), Region);
    visit(Binary->getRHS(), inside(Region, false));
  } else if (const auto *Lambda = dyn_cast<LambdaExpr>(S)) {
    visit(Lambda->getBody(), Region);
  } else {
    for (const Stmt *Child : S->children())
      visit(Child, Region);
    if (const auto *E = dyn_cast<Expr>(S))
      if (isa<CallExpr, BinaryOperator, UnaryOperator>(E))
        Out.Places[E] = {++Order, Region};
  }
  --Depth;
}

FlowPlaces::FlowPlaces(const FunctionDecl &Function) {
  Builder(*this).visit(Function.getBody(), 0);
}

const FlowPlaces::Place *FlowPlaces::find(const Expr *E) const {
  auto It = Places.find(E);
  return It == Places.end() ? nullptr : &It->second;
}

bool FlowPlaces::encloses(unsigned Outer, unsigned Inner) const {
  // Inner regions have larger numbers.
  while (Inner > Outer)
    Inner = Regions[Inner].Outer;
  return Inner == Outer;
}

bool FlowPlaces::onOnePath(llvm::ArrayRef<unsigned> Places) const {
  unsigned Deepest = *llvm::max_element(Places);
  return llvm::all_of(Places, [&](unsigned R) { return encloses(R, Deepest); });
}

unsigned FlowPlaces::loopOf(unsigned Region) const {
  while (Region && !Regions[Region].IsLoop)
    Region = Regions[Region].Outer;
  return Region;
}

//===----------------------------------------------------------------------===//
// Conflicts
//===----------------------------------------------------------------------===//

namespace {

/// Of a pool that is wrong all over, so many are enough.
constexpr size_t MaxConflicts = 500;

struct BlockUse {
  const TensorUse *Use;
  const FlowPlaces::Place *At;
  TensorAccess Access;
  /// False for a tensor that may lie in another block.
  bool Certain;
};

struct Block {
  const Tensor *T;
  SmallVector<BlockUse, 4> Uses;
  /// The order of the last use; that of the end of a loop for uses in one.
  unsigned Last = 0;
  /// Where its handles change owner.
  SmallVector<SourceLocation, 1> Moves;
};

class ConflictSearch {
public:
  ConflictSearch(const FunctionBuffers &Buffers, const ASTContext &Context,
                 llvm::function_ref<bool(const Tensor &, const Tensor &)> Overlap)
      : Buffers(Buffers), Sources(Context.getSourceManager()), Overlap(Overlap) {}

  std::vector<BlockConflict> run();

private:
  void collect();
  void setLast();
  bool writes(const Block &B) const;
  bool reads(const Block &B, const BlockUse &U) const;
  void compare(const Block &Victim, const Block &Intruder);
  bool sameRange(const Tensor &A, const Tensor &B) const {
    return A.Dtype == B.Dtype && A.Offset == B.Offset && A.Sizes == B.Sizes &&
           A.Strides == B.Strides;
  }

  const FunctionBuffers &Buffers;
  const SourceManager &Sources;
  llvm::function_ref<bool(const Tensor &, const Tensor &)> Overlap;
  std::unique_ptr<FlowPlaces> Places;
  llvm::MapVector<const Tensor *, Block> Blocks;
  std::vector<BlockConflict> Found;
};

void framesOf(const Tensor &T, SmallVectorImpl<const Tensor *> &Frames) {
  BufferFacts::forEachSource(T, [&](const Tensor &Source) {
    if (Source.Frame && !llvm::is_contained(Frames, Source.Frame))
      Frames.push_back(Source.Frame);
    return !Source.Frame;
  });
}

void ConflictSearch::collect() {
  for (const Tensor &T : Buffers.Tensors)
    if (T.K == Tensor::Kind::PoolBlock && T.HasGeometry && T.In)
      Blocks[&T].T = &T;
  if (Blocks.size() < 2)
    return;
  Places = std::make_unique<FlowPlaces>(*Buffers.Function);
  SmallVector<const Tensor *, 2> Frames;
  for (const TensorUse &U : Buffers.Uses) {
    Frames.clear();
    framesOf(*U.T, Frames);
    for (const Tensor *Frame : Frames) {
      auto It = Blocks.find(Frame);
      if (It == Blocks.end())
        continue;
      // A pool itself may be given away: then all bets are off, and blocks are not concerned.
      TensorAccess Access = accessOf(U);
      if (Access != TensorAccess::None)
        It->second.Uses.push_back({&U, Places->find(U.At), Access, Frames.size() == 1});
    }
  }
  for (const HandleEvent &E : Buffers.Events)
    if (E.K == HandleEvent::Kind::Move && E.T && E.T->Frame)
      if (auto It = Blocks.find(E.T->Frame); It != Blocks.end())
        It->second.Moves.push_back(Sources.getExpansionLoc(E.At.getBegin()));
}

void ConflictSearch::setLast() {
  llvm::DenseMap<unsigned, unsigned> LoopEnds;
  auto Outermost = [&](unsigned Region) {
    unsigned Found = 0;
    for (unsigned L = Places->loopOf(Region); L; L = Places->loopOf(Places->outer(L)))
      Found = L;
    return Found;
  };
  for (auto &[T, B] : Blocks)
    for (const BlockUse &U : B.Uses)
      if (U.At)
        if (unsigned L = Outermost(U.At->Region)) {
          unsigned &End = LoopEnds[L];
          End = std::max(End, U.At->Order);
        }
  for (auto &[T, B] : Blocks)
    for (const BlockUse &U : B.Uses) {
      if (!U.At || U.Use->K == TensorUse::Kind::Output) {
        B.Last = UINT_MAX;
        continue;
      }
      unsigned L = Outermost(U.At->Region);
      B.Last = std::max(B.Last, L ? LoopEnds[L] : U.At->Order);
    }
}

/// Whether the first use writes the block: before it there is nothing to be read.
bool ConflictSearch::writes(const Block &B) const {
  const BlockUse &First = B.Uses.front();
  if (!First.Certain || !First.At || First.Use->T->K == Tensor::Kind::Merged)
    return false;
  switch (First.Access) {
  case TensorAccess::Write:
  case TensorAccess::ReadWrite:
    return true;
  case TensorAccess::Unknown:
    return First.Use->K != TensorUse::Kind::Other;
  default:
    return false;
  }
}

/// Whether a later use needs what the block holds.
bool ConflictSearch::reads(const Block &B, const BlockUse &U) const {
  if (!U.Certain || !U.At)
    return false;
  if (U.Access == TensorAccess::Read || U.Access == TensorAccess::ReadWrite)
    return true;
  // A buffer is written as a whole once: under the same name, later uses read it.
  const BlockUse &First = B.Uses.front();
  if (U.Access != TensorAccess::Unknown || U.Use->K != TensorUse::Kind::Launch ||
      U.Use->T != First.Use->T)
    return false;
  SourceLocation From = Sources.getExpansionLoc(First.Use->At->getBeginLoc()),
                 To = Sources.getExpansionLoc(U.Use->At->getBeginLoc());
  return llvm::none_of(B.Moves, [&](SourceLocation Move) {
    return Sources.isBeforeInTranslationUnit(From, Move) &&
           Sources.isBeforeInTranslationUnit(Move, To);
  });
}

void ConflictSearch::compare(const Block &Victim, const Block &Intruder) {
  const BlockUse &Written = Victim.Uses.front(), &Overwritten = Intruder.Uses.front();
  unsigned When = Overwritten.At->Order;
  bool SameCall = Written.Use->At == Overwritten.Use->At;
  BlockConflict C;
  C.Victim = Victim.T;
  C.Intruder = Intruder.T;
  C.Written = Written.Use;
  C.Overwritten = Overwritten.Use;

  if (SameCall) {
    auto IsWritten = [](const BlockUse &U) {
      return U.Access == TensorAccess::Write || U.Access == TensorAccess::ReadWrite;
    };
    if (!IsWritten(Written) || !IsWritten(Overwritten) || !Overlap(*Victim.T, *Intruder.T))
      return;
    C.K = BlockConflict::Kind::BothWritten;
    Found.push_back(C);
    return;
  }

  // What the call that writes the other does with it, then the next use after that.
  const BlockUse *Beside = nullptr, *Next = nullptr, *Given = nullptr;
  for (const BlockUse &U : Victim.Uses) {
    if (U.Use->K == TensorUse::Kind::Output && U.At && U.Certain)
      Given = &U;
    if (U.Use->At == Overwritten.Use->At)
      Beside = &U;
    else if (!Next && U.At && U.At->Order > When)
      Next = &U;
  }
  auto Report = [&](BlockConflict::Kind K, const BlockUse &Read) {
    if (!Places->onOnePath({Written.At->Region, Overwritten.At->Region, Read.At->Region}) ||
        !Overlap(*Victim.T, *Intruder.T))
      return;
    C.K = K;
    C.Read = Read.Use;
    Found.push_back(C);
  };
  // In place, element by element, is fine.
  if (Beside && Beside->Certain &&
      (Beside->Access == TensorAccess::Read || Beside->Access == TensorAccess::ReadWrite) &&
      (Overwritten.Access == TensorAccess::Write ||
       Overwritten.Access == TensorAccess::ReadWrite)) {
    if (!sameRange(*Victim.T, *Intruder.T) || Overwritten.Use->K == TensorUse::Kind::Shim)
      return Report(BlockConflict::Kind::SameCall, *Beside);
    return;
  }
  if (Beside && Beside->Access != TensorAccess::Unknown)
    return;
  if (Next) {
    if (reads(Victim, *Next))
      Report(BlockConflict::Kind::Overwritten, *Next);
    return;
  }
  if (Given)
    return Report(BlockConflict::Kind::Overwritten, *Given);
  // The next round of a loop.
  unsigned Loop = Places->loopOf(Overwritten.At->Region);
  if (!Loop || Places->encloses(Loop, Written.At->Region))
    return;
  for (const BlockUse &U : Victim.Uses) {
    if (!U.At || !Places->encloses(Loop, U.At->Region))
      continue;
    if (reads(Victim, U))
      Report(BlockConflict::Kind::NextIteration, U);
    return;
  }
}

std::vector<BlockConflict> ConflictSearch::run() {
  collect();
  if (!Places)
    return {};
  setLast();
  llvm::DenseMap<const Storage *, std::vector<const Block *>> Active;
  std::vector<const Block *> Order;
  for (auto &[T, B] : Blocks)
    if (!B.Uses.empty() && writes(B))
      Order.push_back(&B);
  llvm::sort(Order, [](const Block *A, const Block *B) {
    return A->Uses.front().At->Order < B->Uses.front().At->Order;
  });
  for (const Block *B : Order) {
    std::vector<const Block *> &Live = Active[B->T->In];
    unsigned Now = B->Uses.front().At->Order;
    llvm::erase_if(Live, [&](const Block *A) { return A->Last < Now; });
    for (const Block *A : Live)
      if (Found.size() < MaxConflicts)
        compare(*A, *B);
    Live.push_back(B);
  }
  return std::move(Found);
}

} // namespace

std::vector<BlockConflict>
findBlockConflicts(const FunctionBuffers &Buffers, const ASTContext &Context,
                   llvm::function_ref<bool(const Tensor &, const Tensor &)> Overlap) {
  return ConflictSearch(Buffers, Context, Overlap).run();
}

} // namespace aoti
