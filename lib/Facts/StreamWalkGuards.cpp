#include "Facts/StreamWalk.h"
#include "clang/AST/DeclTemplate.h"

using namespace clang;
using llvm::ArrayRef;
using llvm::StringRef;

namespace aoti {

namespace {

/// The class of guards that a call of `make_unique` and its kin makes; null if it is none.
const CXXRecordDecl *madeGuard(const CallExpr *Call, StreamEffects &Effects) {
  StringRef Name = calleeName(Call);
  const FunctionDecl *F = Call->getDirectCallee();
  const TemplateArgumentList *Types = F ? F->getTemplateSpecializationArgs() : nullptr;
  if ((Name != "make_unique" && Name != "make_shared" && Name != "make_optional") || !Types ||
      Types->size() == 0 || Types->get(0).getKind() != TemplateArgument::Type)
    return nullptr;
  QualType Made = Types->get(0).getAsType();
  return Effects.holder(Made) == GuardHolder::Guard ? Made.getCanonicalType()->getAsCXXRecordDecl()
                                                    : nullptr;
}

/// Whether a function of a container only looks at it, or gives out a place in it.
bool looksOnly(StringRef Name) {
  static constexpr StringRef Names[] = {"begin", "end",   "front",     "back",    "at",    "data",
                                        "size",  "get",   "empty",     "reserve", "value", "find",
                                        "count", "top",   "has_value", "cbegin",  "cend",  "rbegin",
                                        "rend",  "first", "second"};
  return llvm::is_contained(Names, Name);
}

bool isEmptyValue(const Expr *E) {
  return isa<CXXNullPtrLiteralExpr, GNUNullExpr, ImplicitValueInitExpr, CXXScalarValueInitExpr>(
             E) ||
         recordName(E->getType()) == "nullopt_t" || isa<IntegerLiteral>(E);
}

} // namespace

//===----------------------------------------------------------------------===//
// What is in force
//===----------------------------------------------------------------------===//

unsigned StreamWalk::guard(const VarDecl *V, const Expr *Made, StringRef Class,
                           ArrayRef<const Expr *> Arguments) {
  StreamValue Stream;
  if (!Arguments.empty())
    Stream = Resolver.resolve(Arguments[0]);
  // What makes guards for several callers makes several of them.
  for (unsigned Number : GuardNumbers[Made])
    if (Out.Guards[Number - 1].Stream == Stream)
      return Number;
  StreamGuard &G = Out.Guards.emplace_back();
  GuardNumbers[Made].push_back(Out.Guards.size());
  G.Variable = V;
  G.Made = Made;
  G.Class = Class.str();
  G.Stream = Stream;
  // The names of another function mean nothing in this one.
  if (Frames.empty() && !Arguments.empty())
    G.StreamArgument = Arguments[0];
  if (Frames.empty() && Arguments.size() > 1 && !isa<CXXDefaultArgExpr>(Arguments[1]))
    G.Device = Arguments[1];
  return Out.Guards.size();
}

StreamWalk::Held StreamWalk::enter(unsigned Guard) {
  Held H{Guard, Now.Current};
  Now.Current = {Guard};
  Now.SeenUnguarded = false;
  return H;
}

void StreamWalk::leave(const Holding &Holds, SourceLocation At) {
  GuardSet Result;
  for (const Held &H : Holds) {
    addTo(Result, H.Guard ? H.Saved : Now.Current);
    // Inside of what is called, it ends where that is called.
    if (!Frames.empty() && Frames.front().Call)
      At = Frames.front().Call->getBeginLoc();
    if (H.Guard && llvm::is_contained(H.Saved, 0u)) {
      Now.Ended = H.Guard;
      if (At.isValid())
        Now.EndedAt = At;
    }
  }
  if (!Holds.empty()) {
    bool WasMixed = Now.isMixed();
    Now.Current = Result;
    if (Now.isMixed() && !WasMixed)
      Now.MixedAt = BranchDepth;
  }
}

void StreamWalk::untracked(const Expr *By) {
  enter(guard(nullptr, By, "", {}));
  ++Untracked;
}

void StreamWalk::touch(LiveVariable &L, const Expr *By, bool Escapes) {
  GuardSet Saved = Now.Current;
  for (const Held &H : L.Holds)
    if (H.Guard) {
      Saved = H.Saved;
      break;
    }
  const VarDecl *V = L.Variable;
  Held H = enter(guard(V, By, "", {}));
  H.Saved = Saved;
  L.Holds = {H};
  L.Escaped |= Escapes;
}

//===----------------------------------------------------------------------===//
// What holds a guard
//===----------------------------------------------------------------------===//

StreamWalk::LiveVariable *StreamWalk::live(const VarDecl *V) {
  if (!V)
    return nullptr;
  if (auto It = Aliases.find(V); It != Aliases.end())
    V = It->second;
  for (LiveVariable &L : llvm::reverse(Now.Live))
    if (L.Variable == V)
      return &L;
  return nullptr;
}

StreamWalk::LiveVariable *StreamWalk::liveNamed(const Expr *E, bool *Inside) {
  for (unsigned I = 0; E && I < 16; ++I) {
    E = stripWrappers(E);
    if (const VarDecl *V = referredVariable(E))
      return live(V);
    if (const auto *Unary = dyn_cast<UnaryOperator>(E)) {
      if (Unary->getOpcode() != UO_AddrOf && Unary->getOpcode() != UO_Deref)
        return nullptr;
      E = Unary->getSubExpr();
      continue;
    }
    const auto *Call = dyn_cast<CallExpr>(E);
    if (!Call)
      return nullptr;
    StringRef Name = calleeName(Call);
    const auto *Operator = dyn_cast<CXXOperatorCallExpr>(Call);
    const auto *Member = dyn_cast<CXXMemberCallExpr>(Call);
    if (Operator && (Operator->getOperator() == OO_Arrow || Operator->getOperator() == OO_Star)) {
      E = Operator->getArg(0);
    } else if (Member && (Name == "get" || Name == "value")) {
      E = Member->getImplicitObjectArgument();
    } else if (!Member && Call->getNumArgs() == 1 && (Name == "move" || Name == "forward")) {
      E = Call->getArg(0);
      continue;
    } else {
      return nullptr;
    }
    if (Inside)
      *Inside = true;
  }
  return nullptr;
}

StreamWalk::LiveVariable *StreamWalk::liveAround(const Expr *E) {
  for (unsigned I = 0; E && I < 16; ++I) {
    E = stripWrappers(E);
    if (const auto *Ref = dyn_cast<DeclRefExpr>(E)) {
      const ValueDecl *D = Ref->getDecl();
      if (const auto *Binding = dyn_cast<BindingDecl>(D))
        D = Binding->getDecomposedDecl();
      return live(dyn_cast_or_null<VarDecl>(D));
    }
    if (const auto *Member = dyn_cast<MemberExpr>(E))
      E = Member->getBase();
    else if (const auto *Unary = dyn_cast<UnaryOperator>(E))
      E = Unary->getSubExpr();
    else if (const auto *Subscript = dyn_cast<ArraySubscriptExpr>(E))
      E = Subscript->getBase();
    else if (const auto *Member = dyn_cast<CXXMemberCallExpr>(E))
      E = Member->getImplicitObjectArgument();
    else if (const auto *Call = dyn_cast<CallExpr>(E); Call && Call->getNumArgs() > 0)
      E = Call->getArg(0);
    else
      return nullptr;
  }
  return nullptr;
}

bool StreamWalk::assumeHolding(LiveVariable &L, bool HoldsOne) {
  // What was changed somehow may hold nothing now.
  bool IsKnown = llvm::all_of(L.Holds, [&](const Held &H) {
    return H.Guard == 0 || !Out.Guards[H.Guard - 1].Class.empty();
  });
  if (L.Escaped || !IsKnown || (L.Kind != GuardHolder::Pointer && L.Kind != GuardHolder::Handle))
    return true;
  Holding Kept;
  GuardSet Own, Around;
  for (const Held &H : L.Holds) {
    if ((H.Guard != 0) == HoldsOne)
      Kept.push_back(H);
    if (H.Guard != 0) {
      addTo(Own, {H.Guard});
      addTo(Around, H.Saved);
    }
  }
  if (Kept.empty())
    return false;
  L.Holds = std::move(Kept);
  GuardSet Left;
  for (unsigned I : Now.Current) {
    bool IsOwn = llvm::is_contained(Own, I);
    if (!IsOwn && !llvm::is_contained(Around, I))
      return true;
    if (IsOwn == HoldsOne)
      Left.push_back(I);
  }
  if (!Left.empty())
    Now.Current = std::move(Left);
  return true;
}

bool StreamWalk::assume(const Expr *Condition, bool Holds, unsigned Nesting) {
  if (Now.Live.empty() || Nesting > 16)
    return true;
  const Expr *E = stripWrappers(Condition);
  if (const auto *Unary = dyn_cast<UnaryOperator>(E); Unary && Unary->getOpcode() == UO_LNot)
    return assume(Unary->getSubExpr(), !Holds, Nesting + 1);
  const Expr *Left = nullptr, *Right = nullptr;
  bool IsEqual = false;
  if (const auto *Binary = dyn_cast<BinaryOperator>(E)) {
    if (Binary->isLogicalOp())
      return (Binary->getOpcode() == BO_LAnd) != Holds ||
             (assume(Binary->getLHS(), Holds, Nesting + 1) &&
              assume(Binary->getRHS(), Holds, Nesting + 1));
    if (!Binary->isEqualityOp())
      return true;
    Left = Binary->getLHS();
    Right = Binary->getRHS();
    IsEqual = Binary->getOpcode() == BO_EQ;
  } else if (const auto *Rewritten = dyn_cast<CXXRewrittenBinaryOperator>(E)) {
    CXXRewrittenBinaryOperator::DecomposedForm Form = Rewritten->getDecomposedForm();
    if (Form.Opcode != BO_EQ && Form.Opcode != BO_NE)
      return true;
    Left = Form.LHS;
    Right = Form.RHS;
    IsEqual = Form.Opcode == BO_EQ;
  } else if (const auto *Operator = dyn_cast<CXXOperatorCallExpr>(E)) {
    if ((Operator->getOperator() != OO_EqualEqual && Operator->getOperator() != OO_ExclaimEqual) ||
        Operator->getNumArgs() != 2)
      return true;
    Left = Operator->getArg(0);
    Right = Operator->getArg(1);
    IsEqual = Operator->getOperator() == OO_EqualEqual;
  }
  if (Left) {
    if (isEmptyValue(stripWrappers(Left)))
      std::swap(Left, Right);
    LiveVariable *L = isEmptyValue(stripWrappers(Right)) ? liveNamed(Left) : nullptr;
    return !L || assumeHolding(*L, IsEqual != Holds);
  }
  if (const auto *Member = dyn_cast<CXXMemberCallExpr>(E);
      Member && (isConversion(Member) || calleeName(Member) == "has_value"))
    E = Member->getImplicitObjectArgument();
  LiveVariable *L = liveNamed(E);
  return !L || assumeHolding(*L, Holds);
}

void StreamWalk::declare(const VarDecl *V) {
  const Expr *Init = V->getInit();
  QualType T = V->getType();
  GuardHolder Kind = Effects.holder(T);
  if (Kind == GuardHolder::None) {
    unsigned Before = Untracked;
    GuardSet Outside = Now.Current;
    visit(Init);
    // Something of an unknown type that has made a guard ends it.
    if (Untracked != Before && !T->isReferenceType() && !V->isStaticLocal())
      Now.Live.push_back({V, GuardHolder::Other, Depth, {Held{Now.Current.back(), Outside}}});
    if (Now.Ordered && Effects.atEnd(T))
      OrderUndecided = true;
    return;
  }
  if (Init && T->isReferenceType()) {
    const Expr *Bound = Init;
    if (const auto *Cleanups = dyn_cast<ExprWithCleanups>(Bound))
      Bound = Cleanups->getSubExpr();
    if (!isa<MaterializeTemporaryExpr>(Bound->IgnoreParenImpCasts())) {
      LiveVariable *L = liveNamed(Init);
      if (!L)
        L = liveAround(Init);
      if (L)
        Aliases[V] = L->Variable;
      else
        visit(Init);
      return;
    }
  }
  if (Init && Kind == GuardHolder::Handle)
    if (LiveVariable *L = liveNamed(Init)) {
      Aliases[V] = L->Variable;
      return;
    }
  Aliases.erase(V);
  Holding Holds{Held()};
  if (Init)
    Holds = take(V, Init);
  if (Now.Ordered && Effects.atEnd(T))
    OrderUndecided = true;
  if (!V->isStaticLocal())
    Now.Live.push_back({V, Kind, Depth, std::move(Holds)});
}

//===----------------------------------------------------------------------===//
// What an expression makes or hands on
//===----------------------------------------------------------------------===//

StreamWalk::Holding StreamWalk::makeGuard(const VarDecl *V, const Expr *Made, StringRef Class,
                                          ArrayRef<const Expr *> Arguments) {
  for (const Expr *Each : Arguments)
    visit(Each);
  return {enter(guard(V, Made, Class, Arguments))};
}

StreamWalk::Holding StreamWalk::together(const Expr *Made, const GuardSet &Before,
                                         ArrayRef<Holding> Parts) {
  const Holding *Only = nullptr;
  for (const Holding &Part : Parts)
    if (llvm::any_of(Part, [](const Held &H) { return H.Guard != 0; })) {
      if (Only)
        return {Held{enter(guard(nullptr, Made, "", {})).Guard, Before}};
      Only = &Part;
    }
  return Only ? *Only : Holding{Held()};
}

StreamWalk::Holding StreamWalk::takeArguments(const VarDecl *V, const Expr *Made,
                                              ArrayRef<const Expr *> Arguments) {
  GuardSet Before = Now.Current;
  llvm::SmallVector<Holding, 2> Parts;
  for (const Expr *Each : Arguments)
    if (Effects.holder(Each->getType()) != GuardHolder::None)
      Parts.push_back(take(V, Each));
    else
      visit(Each);
  return together(Made, Before, Parts);
}

StreamWalk::Holding StreamWalk::take(const VarDecl *V, const Expr *E) {
  if (!E)
    return {Held()};
  E = stripWrappers(E);
  if (isEmptyValue(E))
    return {Held()};
  if (const auto *Default = dyn_cast<CXXDefaultInitExpr>(E))
    return take(V, Default->getExpr());
  if (const auto *List = dyn_cast<CXXStdInitializerListExpr>(E))
    return take(V, List->getSubExpr());
  if (const auto *List = dyn_cast<InitListExpr>(E))
    return takeArguments(V, E, List->inits());
  if (const auto *Construct = dyn_cast<CXXConstructExpr>(E))
    return takeConstruction(V, Construct);
  if (const auto *New = dyn_cast<CXXNewExpr>(E)) {
    const CXXConstructExpr *Construct = New->getConstructExpr();
    ArrayRef<const Expr *> Arguments;
    if (Construct)
      Arguments = ArrayRef(Construct->getArgs(), Construct->getNumArgs());
    if (Effects.holder(New->getAllocatedType()) == GuardHolder::Guard)
      return makeGuard(V, New, recordName(New->getAllocatedType()), Arguments);
    return Construct ? takeConstruction(V, Construct) : Holding{Held()};
  }
  if (const auto *Lambda = dyn_cast<LambdaExpr>(E)) {
    llvm::SmallVector<const Expr *, 2> Kept;
    for (const Expr *Init : Lambda->capture_inits())
      if (Init && Init->isPRValue())
        Kept.push_back(Init);
    return takeArguments(V, E, Kept);
  }
  if (const auto *Call = dyn_cast<CallExpr>(E))
    return takeCall(V, Call);
  if (const auto *Conditional = dyn_cast<ConditionalOperator>(E)) {
    visit(Conditional->getCond());
    bool WasMixed = Now.isMixed();
    State Before = Now;
    ++BranchDepth;
    Holding Holds = take(V, Conditional->getTrueExpr());
    State True = std::exchange(Now, std::move(Before));
    for (const Held &H : take(V, Conditional->getFalseExpr()))
      if (!llvm::is_contained(Holds, H))
        Holds.push_back(H);
    --BranchDepth;
    mergeInto(Now, True);
    decided(Conditional->getCond(), WasMixed);
    return Holds;
  }
  if (LiveVariable *L = liveNamed(E)) {
    // A variable of a function moves out of it.
    if (IsReturning && referredVariable(E) == L->Variable && L->Depth > Frames.back().Depth &&
        !L->Escaped)
      return std::exchange(L->Holds, Holding{Held()});
    // A copy: both keep the guard.
    touch(*L, E, true);
    return {Held()};
  }
  visitChildren(E);
  return makeGuard(V, E, "", {});
}

StreamWalk::Holding StreamWalk::takeConstruction(const VarDecl *V,
                                                 const CXXConstructExpr *Construct) {
  const CXXConstructorDecl *Constructor = Construct->getConstructor();
  ArrayRef<const Expr *> Arguments(Construct->getArgs(), Construct->getNumArgs());
  while (!Arguments.empty() && isa<CXXDefaultArgExpr>(Arguments.back()))
    Arguments = Arguments.drop_back();
  GuardHolder Kind = Effects.holder(Construct->getType());
  if (Constructor->isCopyOrMoveConstructor() && !Arguments.empty())
    return take(V, Arguments[0]);
  if (Kind == GuardHolder::Guard)
    return makeGuard(V, Construct, recordName(Construct->getType()), Arguments);
  if (Arguments.empty() && isOfStd(Constructor))
    return {Held()};
  if (Kind == GuardHolder::Pointer) {
    if (recordName(Arguments[0]->getType()).starts_with("in_place")) {
      QualType Guard = cast<ClassTemplateSpecializationDecl>(Constructor->getParent())
                           ->getTemplateArgs()[0]
                           .getAsType();
      return makeGuard(V, Construct, recordName(Guard), Arguments.drop_front());
    }
    const Expr *Given = stripWrappers(Arguments[0]);
    if (isEmptyValue(Given) || Effects.holder(Given->getType()) != GuardHolder::None) {
      Holding Holds = take(V, Given);
      for (const Expr *Each : Arguments.drop_front())
        visit(Each);
      return Holds;
    }
    return makeGuard(V, Construct, "", {});
  }
  if (!isOfStd(Constructor))
    return takeMembers(V, Construct);
  // Containers: of nothing, of elements, or of something else.
  bool IsKnown = llvm::all_of(Arguments, [&](const Expr *Each) {
    const Expr *Bare = stripWrappers(Each);
    return Each->getType()->isIntegralOrEnumerationType() || isa<CXXStdInitializerListExpr>(Bare) ||
           Effects.holder(Bare->getType()) != GuardHolder::None;
  });
  if (IsKnown)
    return takeArguments(V, Construct, Arguments);
  return makeGuard(V, Construct, "", {});
}

StreamWalk::Holding StreamWalk::takeMembers(const VarDecl *V, const CXXConstructExpr *Construct) {
  const CXXConstructorDecl *Constructor = Construct->getConstructor();
  ArrayRef<const Expr *> Arguments(Construct->getArgs(), Construct->getNumArgs());
  const FunctionDecl *Definition = nullptr;
  if (Constructor->isInheritingConstructor())
    return makeGuard(V, Construct, "", {});
  if (!Constructor->hasBody(Definition)) {
    if (Constructor->isImplicit() || Constructor->isDefaulted())
      return takeArguments(V, Construct, Arguments);
    return makeGuard(V, Construct, "", {});
  }
  if (!mayEnter(Definition))
    return makeGuard(V, Construct, "", {});
  GuardSet Before = Now.Current;
  unsigned UntrackedBefore = Untracked;
  llvm::SmallVector<Holding, 2> Parts;
  Holding None;
  walkBody(
      Definition, nullptr, Arguments,
      [&] {
        for (const CXXCtorInitializer *Init : cast<CXXConstructorDecl>(Definition)->inits()) {
          QualType T = Init->isMemberInitializer() ? Init->getMember()->getType()
                                                   : Init->getInit()->getType();
          if (Effects.holder(T) != GuardHolder::None)
            Parts.push_back(take(V, Init->getInit()));
          else
            visit(Init->getInit());
        }
      },
      None);
  // The body has done something with a member.
  if (Untracked != UntrackedBefore)
    return {Held{Now.Current.back(), Before}};
  return together(Construct, Before, Parts);
}

StreamWalk::Holding StreamWalk::takeCall(const VarDecl *V, const CallExpr *Call) {
  StringRef Name = calleeName(Call);
  const FunctionDecl *F = Call->getDirectCallee();
  ArrayRef<const Expr *> Arguments(Call->getArgs(), Call->getNumArgs());
  bool InStd = F && isOfStd(F);
  if (const CXXRecordDecl *Class = madeGuard(Call, Effects))
    return makeGuard(V, Call, identifierOf(Class), Arguments);
  if (InStd && Arguments.size() >= 1 &&
      (Name == "move" || Name == "forward" || Name == "exchange")) {
    bool Inside = false;
    LiveVariable *L = liveNamed(Arguments[0], &Inside);
    if (L && !Inside && !L->Escaped) {
      const VarDecl *From = L->Variable;
      Holding New{Held()};
      if (Name == "exchange" && Arguments.size() == 2)
        New = take(From, Arguments[1]);
      L = live(From);
      return L ? std::exchange(L->Holds, std::move(New)) : Holding{Held()};
    }
    if (L || (L = liveAround(Arguments[0])))
      touch(*L, Call, true);
    for (const Expr *Each : Arguments.drop_front())
      visit(Each);
    return makeGuard(V, Call, "", {});
  }
  if (InStd && (Name == "make_pair" || Name == "make_tuple" || Name == "forward_as_tuple"))
    return takeArguments(V, Call, Arguments);
  if (const auto *Member = dyn_cast<CXXMemberCallExpr>(Call)) {
    bool Inside = false;
    LiveVariable *L = liveNamed(Member->getImplicitObjectArgument(), &Inside);
    if (L && !Inside && L->Kind == GuardHolder::Pointer) {
      if (Name == "release")
        return std::exchange(L->Holds, Holding{Held()});
      if (Name == "get" || Name == "value")
        return {Held()};
    }
  }
  Holding Result;
  if (walkCall(Call, &Result))
    return Result.empty() ? Holding{Held()} : Result;
  visitChildren(Call);
  handOn(Resolver.arguments(Call), F, Call);
  if (LiveVariable *L = liveAround(Call))
    touch(*L, Call, true);
  return makeGuard(V, Call, "", {});
}

void StreamWalk::drop(const Expr *E) {
  Holding Holds = take(nullptr, E);
  if (llvm::any_of(Holds, [](const Held &H) { return H.Guard != 0; }))
    untracked(E);
}

//===----------------------------------------------------------------------===//
// Calls on what holds a guard
//===----------------------------------------------------------------------===//

void StreamWalk::assign(LiveVariable &L, const Expr *Value, const Expr *By) {
  const VarDecl *V = L.Variable;
  Holding New{Held()};
  if (Value)
    New = take(V, Value);
  LiveVariable *After = live(V);
  if (!After)
    return;
  Holding Old = std::exchange(After->Holds, std::move(New));
  if (After->Escaped)
    untracked(By);
  else
    leave(Old, By->getBeginLoc());
}

void StreamWalk::swap(const CallExpr *Call, const Expr *A, const Expr *B) {
  bool Inside = false;
  LiveVariable *Left = liveNamed(A, &Inside), *Right = liveNamed(B, &Inside);
  if (Left && Right && !Inside) {
    std::swap(Left->Holds, Right->Holds);
    std::swap(Left->Escaped, Right->Escaped);
    return;
  }
  for (const Expr *Side : {A, B})
    if (LiveVariable *L = liveAround(Side))
      touch(*L, Call, true);
  untracked(Call);
}

bool StreamWalk::handleAssignment(const Expr *Target, const Expr *Value, const Expr *By) {
  if (Effects.holder(Target->getType()) == GuardHolder::None)
    return false;
  bool Inside = false;
  bool IsPointer = Effects.holder(Target->getType()) == GuardHolder::Handle;
  if (LiveVariable *L = liveNamed(Target, &Inside); L && !Inside && L->Kind != GuardHolder::Other &&
                                                    !isa<UnaryOperator>(stripWrappers(Target)) &&
                                                    IsPointer == (L->Kind == GuardHolder::Handle)) {
    // A bare pointer takes no end with it.
    if (L->Kind == GuardHolder::Handle) {
      const VarDecl *V = L->Variable;
      Holding New = take(V, Value);
      if ((L = live(V)))
        L->Holds = std::move(New);
    } else {
      assign(*L, Value, By);
    }
    return true;
  }
  take(nullptr, Value);
  LiveVariable *L = liveNamed(Target);
  if (!L)
    L = liveAround(Target);
  if (L)
    touch(*L, By, false);
  else
    untracked(By);
  return true;
}

bool StreamWalk::handleGuardShim(const CallExpr *Call) {
  StringRef Name = calleeName(Call);
  if (!Name.consume_front("aoti_torch_") || !Name.ends_with("stream_guard"))
    return false;
  if (Name.starts_with("create") && Call->getNumArgs() >= 3) {
    const Expr *Target = stripWrappers(Call->getArg(2));
    LiveVariable *L = liveNamed(Target);
    Holding Made =
        makeGuard(L ? L->Variable : nullptr, Call, calleeName(Call), ArrayRef(Call->getArgs(), 2));
    if (L && L->Kind == GuardHolder::Handle) {
      L->Holds = std::move(Made);
      return true;
    }
    if (!L)
      L = liveAround(Target);
    if (L)
      touch(*L, Call, false);
    else
      untracked(Call);
    return true;
  }
  if (!Name.starts_with("delete") || Call->getNumArgs() < 1)
    return false;
  if (LiveVariable *L = liveNamed(Call->getArg(0)); L && L->Kind == GuardHolder::Handle) {
    Holding Old = std::exchange(L->Holds, Holding{Held()});
    leave(Old, Call->getBeginLoc());
  } else if (L || (L = liveAround(Call->getArg(0)))) {
    touch(*L, Call, false);
  } else {
    untracked(Call);
  }
  return true;
}

bool StreamWalk::handleMember(const CallExpr *Call, const Expr *Object) {
  StringRef Name = calleeName(Call);
  const auto *Method = dyn_cast_or_null<CXXMethodDecl>(Call->getDirectCallee());
  if (!Method || Method->isStatic() || Method->isConst() || Name == "swap")
    return false;
  ArrayRef<const Expr *> Arguments(Call->getArgs(), Call->getNumArgs());
  bool Inside = false;
  LiveVariable *L = liveNamed(Object, &Inside);
  if (L && isa<CXXDestructorDecl>(Method)) {
    Holding Old = std::exchange(L->Holds, Holding{Held()});
    leave(Old, Call->getBeginLoc());
    return true;
  }
  const VarDecl *V = L ? L->Variable : nullptr;
  GuardSet Before = Now.Current;
  if (L && !Inside && L->Kind == GuardHolder::Pointer) {
    if (looksOnly(Name) || Name.empty())
      return false;
    if (Name == "reset") {
      assign(*L, Arguments.empty() ? nullptr : stripWrappers(Arguments[0]), Call);
      return true;
    }
    if (Name == "emplace") {
      Holding Old = std::exchange(L->Holds, Holding{Held()});
      leave(Old, Call->getBeginLoc());
      const auto *Record = cast<ClassTemplateSpecializationDecl>(
          V->getType().getNonReferenceType().getCanonicalType()->getAsCXXRecordDecl());
      Holding New =
          makeGuard(V, Call, recordName(Record->getTemplateArgs()[0].getAsType()), Arguments);
      if ((L = live(V)))
        L->Holds = std::move(New);
      return true;
    }
    if (Name == "release") {
      // It stays in force.
      L->Holds = {Held()};
      return true;
    }
  }
  if (!L)
    L = liveAround(Object);
  if (L) {
    if (looksOnly(Name) || isa<CXXConversionDecl>(Method) || Name.empty())
      return false;
    V = L->Variable;
    bool IsPut = Name == "push_back" || Name == "emplace_back" || Name == "push" ||
                 Name == "emplace" || Name == "emplace_front" || Name == "push_front";
    if (IsPut && Arguments.size() == 1 && L->Kind == GuardHolder::Other &&
        Effects.holder(Arguments[0]->getType()) != GuardHolder::None) {
      Holding New = take(V, Arguments[0]);
      if (!(L = live(V)))
        return true;
      if (llvm::all_of(L->Holds, [](const Held &H) { return H.Guard == 0; })) {
        L->Holds = std::move(New);
        return true;
      }
    } else if (!walkCall(Call, nullptr)) {
      for (const Expr *Each : Arguments)
        visit(Each);
      handOn(Arguments, Method, Call);
    }
    Now.Current = Before;
    if ((L = live(V)))
      touch(*L, Call, false);
    return true;
  }
  GuardHolder Kind = Effects.holder(Object->getType());
  if ((Kind == GuardHolder::Pointer && !looksOnly(Name) && !Name.empty()) ||
      Kind == GuardHolder::Guard) {
    for (const Expr *Each : Arguments)
      visit(Each);
    untracked(Call);
    return true;
  }
  return false;
}

bool StreamWalk::handleGuardCall(const CallExpr *Call) {
  if (handleGuardShim(Call))
    return true;
  StringRef Name = calleeName(Call);
  if (const auto *Operator = dyn_cast<CXXOperatorCallExpr>(Call))
    return Operator->getOperator() == OO_Equal && Operator->getNumArgs() == 2 &&
           handleAssignment(Operator->getArg(0), Operator->getArg(1), Operator);
  const auto *Member = dyn_cast<CXXMemberCallExpr>(Call);
  if (Name == "swap") {
    const Expr *A = Member ? Member->getImplicitObjectArgument()
                           : (Call->getNumArgs() == 2 ? Call->getArg(0) : nullptr);
    if (A && Call->getNumArgs() >= 1 && Effects.holder(A->getType()) != GuardHolder::None) {
      swap(Call, A, Call->getArg(Call->getNumArgs() - 1));
      return true;
    }
  }
  if (Member && handleMember(Call, Member->getImplicitObjectArgument()))
    return true;
  std::string Lower = Name.lower();
  StringRef Folded = Lower;
  if (Folded.contains("stream") &&
      (Folded.contains("setcurrent") || Folded.contains("set_current"))) {
    visitChildren(Call);
    untracked(Call);
    return true;
  }
  return false;
}

void StreamWalk::handOn(ArrayRef<const Expr *> Arguments, const FunctionDecl *F, const Expr *By) {
  StringRef Name = F ? identifierOf(F) : StringRef();
  bool IsHarmless = F && isOfStd(F) && (Name == "move" || Name == "forward" || Name == "as_const");
  if (IsHarmless)
    return;
  for (unsigned I = 0; I < Arguments.size(); ++I) {
    const Expr *Bare = stripWrappers(Arguments[I]);
    for (unsigned Depth = 0; Depth < 4; ++Depth) {
      const auto *Construct = dyn_cast<CXXConstructExpr>(Bare);
      if (!Construct || Construct->getNumArgs() < 1)
        break;
      Bare = stripWrappers(Construct->getArg(0));
    }
    const LambdaExpr *Lambda = heldLambda(Bare);
    // A `std::function` may hold another one by now, but it may hold this one too.
    if (const VarDecl *V = referredVariable(Bare); V && !Lambda)
      Lambda = heldLambda(V->getInit());
    if (Lambda) {
      handOnLambda(Lambda);
      continue;
    }
    const auto *Address = dyn_cast<UnaryOperator>(Bare);
    LiveVariable *L = nullptr;
    if (Address && Address->getOpcode() == UO_AddrOf)
      L = liveNamed(Address->getSubExpr());
    else if (const VarDecl *V = referredVariable(Bare))
      L = live(V);
    if (!L)
      continue;
    QualType T = F && I < F->getNumParams() ? F->getParamDecl(I)->getType() : QualType();
    bool IsConst = !T.isNull() && (T->isReferenceType() || T->isPointerType()) &&
                   T->getPointeeType().isConstQualified();
    if (!IsConst)
      touch(*L, By, true);
  }
}

} // namespace aoti
