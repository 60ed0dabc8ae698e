#include "Facts/BufferWalk.h"
#include "Facts/KernelFacts.h"

using namespace clang;
using llvm::SmallVector;
using llvm::StringRef;

namespace aoti {

static bool anyIn(const Stmt *S, llvm::function_ref<bool(const Stmt *)> Is, unsigned Depth = 0) {
  return S && Depth < 200 &&
         (Is(S) ||
          llvm::any_of(
              S->children(), [&](const Stmt *Child) { return anyIn(Child, Is, Depth + 1); }));
}

/// Whether a statement does no more than to write something out.
static bool onlyPrints(const Stmt *S) {
  if (!S || isa<NullStmt>(S))
    return true;
  if (const auto *Block = dyn_cast<CompoundStmt>(S))
    return llvm::all_of(Block->body(), onlyPrints);
  if (const auto *Declared = dyn_cast<DeclStmt>(S))
    return llvm::all_of(Declared->decls(), [](const Decl *D) {
      const auto *V = dyn_cast<VarDecl>(D);
      return V && V->getType()->isRecordType();
    });
  const auto *E = dyn_cast<Expr>(S);
  if (!E)
    return false;
  E = stripWrappers(E);
  if (const auto *Operator = dyn_cast<CXXOperatorCallExpr>(E))
    return Operator->getOperator() == OO_LessLess;
  const auto *Call = dyn_cast<CallExpr>(E);
  StringRef Name = Call ? calleeName(Call) : StringRef();
  return Name == "printf" || Name == "fprintf" || Name == "fflush" || Name == "puts";
}

bool BufferWalk::isRun() const {
  return Out.Function->getDeclName().isIdentifier() && Out.Function->getName() == "run_impl";
}

ElsewhereTested *BufferWalk::elsewhere(Tensor *T) {
  T = T ? dimensionRoot(T) : nullptr;
  if (!T || !T->In || T->In->From != Storage::Origin::Input || T->In->Index < 0)
    return nullptr;
  return &Buffers.Elsewhere[T->In->Index];
}

void BufferWalk::noteTested(Tensor *T, std::optional<unsigned> Dimension) {
  ElsewhereTested *Of = elsewhere(T);
  if (Of && Dimension)
    Of->Sizes.insert(*Dimension);
  else if (Of)
    Of->AllSizes = true;
}

void BufferWalk::noteTested(Expression E, unsigned Depth) {
  if (!E || Depth > 8)
    return;
  for (Expression Symbol : E.symbols()) {
    const SizeSymbol *S = Out.symbol(Symbol);
    if (!S)
      continue;
    if (S->From == SizeSymbol::Origin::InputSize)
      Buffers.Elsewhere[S->Input].Sizes.insert(S->Dimension);
    if (S->Divisor)
      noteTested(S->Numerator, Depth + 1);
  }
}

void BufferWalk::noteTested(const Stmt *S, unsigned Depth) {
  if (!S || Depth > MaxDepth)
    return;
  // What shims and kernels are given is what the model does, whether or not their errors are
  // tested.
  if (const auto *Call = dyn_cast<CallExpr>(S)) {
    StringRef Name = calleeName(Call);
    const FunctionDecl *F = Call->getDirectCallee();
    if (Name.starts_with("aoti_torch_") || isModelLaunch(Call, Name) ||
        (F && F->isExternC() && !F->getBuiltinID() &&
         isGenerated(F->getLocation(), Context.getSourceManager(), Facts.dialect().GeneratedBegin)))
      return;
  }
  if (const auto *E = dyn_cast<Expr>(S)) {
    if (std::optional<DimensionRead> Read = dimensionRead(E)) {
      if (!Read->IsStride)
        noteTested(Read->T, Read->Index);
      return;
    }
    if (const auto *Ref = dyn_cast<DeclRefExpr>(E))
      if (const auto *V = dyn_cast<VarDecl>(Ref->getDecl())) {
        if (auto It = Integers.find(V); It != Integers.end())
          noteTested(It->second);
        if (auto It = DimensionArrays.find(V); It != DimensionArrays.end() && !It->second.second)
          noteTested(It->second.first, std::nullopt);
        if (auto It = Properties.find(V); It != Properties.end() && It->second.second)
          noteDevice(It->second.first);
      }
  }
  for (const Stmt *Child : S->children())
    noteTested(Child, Depth + 1);
}

void BufferWalk::noteDevice(Tensor *T) {
  if (ElsewhereTested *Of = elsewhere(T))
    Of->Device = true;
}

void BufferWalk::noteUnread(const Expr *Cond, unsigned Depth) {
  if (!Cond || Depth > MaxDepth)
    return;
  Cond = stripWrappers(Cond);
  if (const auto *Unary = dyn_cast<UnaryOperator>(Cond); Unary && Unary->getOpcode() == UO_LNot)
    return noteUnread(Unary->getSubExpr(), Depth + 1);
  const auto *Binary = dyn_cast<BinaryOperator>(Cond);
  if (Binary && Binary->isLogicalOp()) {
    noteUnread(Binary->getLHS(), Depth + 1);
    noteUnread(Binary->getRHS(), Depth + 1);
    return;
  }
  SmallVector<Condition, 2> Found;
  bool IsRead = conditions(Cond, false, Found);
  // What is different in unsigned numbers, and what is compared with its own bound.
  if (IsRead && Binary)
    for (const Expr *Side : {Binary->getLHS(), Binary->getRHS()})
      IsRead &= !(Side->getType()->isUnsignedIntegerType() && !evaluate(Side).constantValue()) &&
                !anyIn(Side, [](const Stmt *S) {
                  if (isa<ConditionalOperator>(S))
                    return true;
                  const auto *Call = dyn_cast<CallExpr>(S);
                  const FunctionDecl *F = Call ? Call->getDirectCallee() : nullptr;
                  return F && F->isInStdNamespace() && !isa<CXXMethodDecl>(F);
                });
  // A check that forbids single sizes may forbid all that are too small.
  if (IsRead && !isRun())
    IsRead = llvm::none_of(Found, [](const Condition &C) {
      return (C.K == Condition::NonZero || C.K == Condition::Zero) && C.E.symbols().size() == 1 &&
             C.E.kind() == ExpressionKind::Symbol;
    });
  if (!IsRead)
    noteTested(Cond);
}

void BufferWalk::noteBranch(const IfStmt *If) {
  if (!isRun() && !(onlyPrints(If->getThen()) && onlyPrints(If->getElse())))
    noteTested(If->getCond());
}

void BufferWalk::noteCall(const CallExpr *Call) {
  const auto *Operator = dyn_cast<CXXOperatorCallExpr>(Call);
  bool IsObject = Operator && Operator->getOperator() == OO_Call;
  if (!IsObject) {
    const FunctionDecl *F = Operator ? nullptr : Call->getDirectCallee();
    if (!F)
      return;
    if (const FunctionDecl *Pattern = F->getTemplateInstantiationPattern())
      F = Pattern;
    StringRef Name = calleeName(Call);
    // `std::div(n, 2)`, of which the rest is tested.
    if (F->isInStdNamespace() || F->isExternC())
      if (Name == "div" || Name == "ldiv" || Name == "lldiv") {
        for (const Expr *Argument : Call->arguments())
          noteTested(Argument);
        return;
      }
    // What headers declare is torch's own.
    const SourceManager &SM = Context.getSourceManager();
    if (!SM.isWrittenInMainFile(SM.getFileLoc(F->getLocation())) ||
        !isGenerated(F->getLocation(), SM, Facts.dialect().GeneratedBegin) || F->isExternC() ||
        isCpuKernelName(Name) || isModelLaunch(Call, Name) || Name.starts_with("aoti_torch_"))
      return;
    // Torch's own, whose meaning is known: a file that stands alone declares it.
    if (Name == "assert_size_stride" && !F->hasBody())
      return;
  }
  for (const Expr *Argument : Call->arguments()) {
    noteTested(Argument);
    if (Argument->getType()->isIntegerType())
      continue;
    if (Tensor *T = tensorOf(Argument)) {
      noteTested(T, std::nullopt);
      noteDevice(T);
    }
  }
}

void BufferWalk::noteTests(const Stmt *S) {
  auto Throws = [](const Stmt *Part) {
    return anyIn(Part, [](const Stmt *S) { return isa<CXXThrowExpr>(S); });
  };
  if (const auto *Choice = dyn_cast<ConditionalOperator>(S)) {
    if (Throws(Choice->getTrueExpr()) || Throws(Choice->getFalseExpr()))
      noteTested(Choice->getCond());
  } else if (const auto *Binary = dyn_cast<BinaryOperator>(S)) {
    if (Binary->isLogicalOp() && Throws(Binary->getRHS()))
      noteTested(Binary->getLHS());
    else if (Binary->isAssignmentOp() && Binary->getLHS()->getType()->isBooleanType())
      noteTested(Binary->getRHS());
  } else if (const auto *Call = dyn_cast<CallExpr>(S)) {
    noteCall(Call);
  } else if (const auto *Ref = dyn_cast<DeclRefExpr>(S)) {
    // Sizes as a whole, or one whose number is not known.
    if (const auto *V = dyn_cast<VarDecl>(Ref->getDecl()))
      if (auto It = DimensionArrays.find(V); It != DimensionArrays.end() && !It->second.second)
        noteTested(It->second.first, std::nullopt);
  }
}

} // namespace aoti
