#include "Facts/SymIntPropagation.h"
#include "Facts/AstQuery.h"
#include "Facts/TorchTypes.h"
#include "Support/ClangCompat.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Lex/Lexer.h"
#include "llvm/ADT/StringSwitch.h"

using namespace clang;
using llvm::StringRef;

namespace aoti {

//===--- edits -----------------------------------------------------------===//

void SymIntPropagation::addRead(const Expr *Read) {
  if (!Nodes.insert(Read).second)
    return;
  Reads.push_back(Read);
  editRead(Read);
  climb(Read);
}

void SymIntPropagation::addParameters(ArrayRef<const ParmVarDecl *> Parameters) {
  Wanted.insert(Parameters.begin(), Parameters.end());
  for (const ParmVarDecl *P : Parameters)
    makeVariable(P);
}

std::vector<SymIntEdit> SymIntPropagation::edits() const {
  std::vector<SymIntEdit> Sorted;
  for (const auto &[Range, Text] : Edits)
    Sorted.push_back(
        {CharSourceRange::getCharRange(location(Range.first), location(Range.second)), Text});
  return Sorted;
}

SourceLocation SymIntPropagation::location(unsigned Offset) const {
  return SM.getLocForStartOfFile(SM.getMainFileID()).getLocWithOffset(Offset);
}

void SymIntPropagation::withhold(SourceLocation At, const llvm::Twine &Why) {
  if (failed())
    return;
  Withheld = Why.str();
  WithheldAt = At;
}

//===--- edits -----------------------------------------------------------===//

SourceLocation SymIntPropagation::written(SourceLocation At) const {
  while (At.isMacroID()) {
    if (!SM.isMacroArgExpansion(At))
      return {};
    At = SM.getImmediateSpellingLoc(At);
  }
  return SM.isInMainFile(At) ? At : SourceLocation();
}

void SymIntPropagation::edit(SourceLocation Begin, SourceLocation EndToken, StringRef Text) {
  SourceLocation From = written(Begin), Last = written(EndToken);
  if (From.isInvalid() || Last.isInvalid())
    return withhold(Begin, "it stands in a macro or in a header");
  editCharacters(From,
                 Last.getLocWithOffset(Lexer::MeasureTokenLength(Last, SM, Context.getLangOpts())),
                 Text);
}

void SymIntPropagation::editCharacters(SourceLocation From, SourceLocation End, StringRef Text) {
  std::pair<unsigned, unsigned> Range{SM.getFileOffset(From), SM.getFileOffset(End)};
  auto [Known, New] = Edits.try_emplace(Range, Text.str());
  if (!New && Known->second != Text)
    withhold(From, "two changes meet here");
}

void SymIntPropagation::editRead(const Expr *Read) {
  if (const auto *Call = dyn_cast<CXXMemberCallExpr>(Read)) {
    const auto *Member = dyn_cast<MemberExpr>(Call->getCallee()->IgnoreParens());
    StringRef Name = memberName(Call);
    if (!Member)
      return withhold(Read, "the call has an unusual form");
    if (Name == "guard_int" || Name == "expect_int") {
      SourceLocation Dot = written(Member->getOperatorLoc()), End = written(Call->getEndLoc());
      if (Dot.isInvalid() || End.isInvalid())
        return withhold(Read, "it stands in a macro or in a header");
      return editCharacters(Dot, End.getLocWithOffset(1), "");
    }
    return edit(Member->getMemberLoc(), Member->getMemberLoc(), ("sym_" + Name).str());
  }
  if (const auto *Call = cast<CallExpr>(Read);
      calleeName(Call) == "asIntArrayRefSlow" && Call->getNumArgs() >= 1) {
    // The macro that adds the place goes with it.
    CharSourceRange Whole = SM.getExpansionRange(Call->getSourceRange());
    SourceLocation First = written(Call->getArg(0)->getBeginLoc()),
                   Last = written(Call->getArg(0)->getEndLoc());
    if (First.isInvalid() || Last.isInvalid() || !SM.isInMainFile(Whole.getBegin()))
      return withhold(Read, "it stands in a macro or in a header");
    auto EndOf = [&](SourceLocation Token) {
      return Token.getLocWithOffset(Lexer::MeasureTokenLength(Token, SM, Context.getLangOpts()));
    };
    SourceLocation End = Whole.isTokenRange() ? EndOf(Whole.getEnd()) : Whole.getEnd();
    editCharacters(Whole.getBegin(), First, "");
    return editCharacters(EndOf(Last), End, "");
  }
  withhold(Read,
           "'" + calleeName(cast<CallExpr>(Read)) + "' has no form that gives a symbolic integer");
}

void SymIntPropagation::editType(TypeLoc Loc, SourceLocation At, StringRef Name) {
  while (true) {
    if (auto Qualified = Loc.getAs<QualifiedTypeLoc>())
      Loc = Qualified.getUnqualifiedLoc();
    else if (auto Reference = Loc.getAs<ReferenceTypeLoc>())
      Loc = Reference.getPointeeLoc();
    else if (TypeLoc Named = withoutQualifier(Loc); Named != Loc)
      Loc = Named;
    else
      break;
  }
  if (Loc.getAs<AutoTypeLoc>() || Loc.getType()->getContainedAutoType())
    return;
  QualType T = Loc.getType();
  SizeCarrier Kind = sizeCarrierOf(T, Context);
  if (Kind == SizeCarrier::None)
    return withhold(At, "'" + Name.str() + "' is a '" +
                            T.getUnqualifiedType().getAsString(Context.getPrintingPolicy()) + "'");
  if (Kind == SizeCarrier::Number)
    return edit(Loc.getBeginLoc(), Loc.getEndLoc(), "c10::SymInt");
  if (auto Template = Loc.getAs<TemplateSpecializationTypeLoc>()) {
    for (unsigned I = 0; I < Template.getNumArgs(); ++I) {
      const TypeSourceInfo *Argument = Template.getArgLoc(I).getTypeSourceInfo();
      if (Argument && sizeCarrierOf(Argument->getType(), Context) == SizeCarrier::Number)
        return edit(Argument->getTypeLoc().getBeginLoc(), Argument->getTypeLoc().getEndLoc(),
                    "c10::SymInt");
    }
    return withhold(At, "the type of '" + Name.str() + "' has an unusual form");
  }
  StringRef Written = Lexer::getSourceText(CharSourceRange::getTokenRange(Loc.getSourceRange()), SM,
                                           Context.getLangOpts());
  StringRef Last = Written.rsplit("::").second.empty() ? Written : Written.rsplit("::").second;
  StringRef New = llvm::StringSwitch<StringRef>(Last)
                      .Case("IntArrayRef", "c10::SymIntArrayRef")
                      .Case("OptionalIntArrayRef", "at::OptionalSymIntArrayRef")
                      .Case("DimVector", "c10::SymDimVector")
                      .Case("IntList", "c10::SymIntArrayRef")
                      .Default({});
  if (New.empty())
    return withhold(At, "the type of '" + Name.str() + "' is written as '" + Written.str() + "'");
  edit(Loc.getBeginLoc(), Loc.getEndLoc(), New);
}

//===--- declarations ----------------------------------------------------===//

void SymIntPropagation::makeVariable(const VarDecl *V) {
  V = V->getCanonicalDecl();
  if (failed() || isSymbolicType(V->getType()) || !Nodes.insert(V).second)
    return;
  std::string Name = V->getNameAsString();
  if (isa<DecompositionDecl>(V))
    return withhold(V->getLocation(), "it is taken apart by a structured binding");
  if (!V->isLocalVarDeclOrParm() || V->isStaticLocal() || V->isConstexpr())
    return withhold(V->getLocation(), "'" + Name + "' is not a plain local variable");
  if (const auto *P = dyn_cast<ParmVarDecl>(V)) {
    if (!makeParameter(P))
      return;
  } else if (!V->isInitCapture()) {
    // A declaration has one type for all of its variables.
    if (const DeclStmt *Declaration = Code.declaredBy(V))
      for (const Decl *D : Declaration->decls())
        if (const auto *Other = dyn_cast<VarDecl>(D);
            Other && !Other->getType()->getContainedAutoType())
          makeVariable(Other);
    if (V->getTypeSourceInfo())
      editType(V->getTypeSourceInfo()->getTypeLoc(), V->getLocation(), Name);
    // A list that was made of another list of plain integers needs that to be symbolic too.
    if (sizeCarrierOf(V->getType(), Context) == SizeCarrier::List && V->getInit())
      demandList(V->getInit());
  }
  if (!V->getType()->isReferenceType() || V->getType().getNonReferenceType().isConstQualified() ||
      V->getType()->getContainedAutoType() || isa<ParmVarDecl>(V)) {
  } else {
    return withhold(V->getLocation(),
                    "'" + Name + "' is a reference to what may be changed elsewhere");
  }
  if (V->getType()->isPointerType() && !V->getType()->getContainedAutoType())
    return withhold(V->getLocation(), "'" + Name + "' is a pointer");
  for (const DeclRefExpr *Use : Code.uses(V))
    climb(Use);
}

bool SymIntPropagation::isPrivate(const FunctionDecl *F) const {
  if (F->isExternallyVisible() || F->isTemplateInstantiation() || F->isTemplated() ||
      isa<CXXMethodDecl>(F))
    return false;
  return Code.isNamedHereAlone(F);
}

bool SymIntPropagation::makeParameter(const ParmVarDecl *P) {
  const auto *F = cast<FunctionDecl>(P->getDeclContext());
  std::string Name = P->getNameAsString();
  bool IsWanted = Wanted.contains(P);
  const auto *Method = dyn_cast<CXXMethodDecl>(F);
  if (Method && Method->getParent()->isLambda()) {
    if (P->getTypeSourceInfo())
      editType(P->getTypeSourceInfo()->getTypeLoc(), P->getLocation(), Name);
    if (const LambdaExpr *Lambda = Code.lambdaOf(Method))
      checkLambda(Lambda);
    return true;
  }
  if (!IsWanted && !isPrivate(F)) {
    withhold(P->getLocation(), "'" + F->getNameAsString() + "' takes '" + Name +
                                   "' as a plain integer and is not used here alone");
    return false;
  }
  if (P->getType()->isReferenceType() && !P->getType().getNonReferenceType().isConstQualified()) {
    withhold(P->getLocation(), "'" + Name + "' is a reference to what may be changed elsewhere");
    return false;
  }
  for (const FunctionDecl *Declaration : F->redecls()) {
    const ParmVarDecl *Other = Declaration->getParamDecl(P->getFunctionScopeIndex());
    if (!Other->getTypeSourceInfo())
      continue;
    TypeLoc Type = Other->getTypeSourceInfo()->getTypeLoc();
    // What torch takes for `SymInt` is a c10::SymInt by value, for `SymInt[]` a
    // c10::SymIntArrayRef.
    if (IsWanted && sizeCarrierOf(P->getType(), Context) == SizeCarrier::List &&
        recordName(P->getType()) != "ArrayRef" && recordName(P->getType()) != "OptionalArrayRef") {
      withhold(P->getLocation(),
               "'" + Name +
                   "' is a list of its own; torch takes 'SymInt[]' as a c10::SymIntArrayRef");
      return false;
    }
    if (IsWanted && P->getType()->isReferenceType()) {
      edit(Other->getBeginLoc(), Type.getEndLoc(),
           sizeCarrierOf(P->getType(), Context) == SizeCarrier::List ? "c10::SymIntArrayRef"
           : sizeCarrierOf(P->getType(), Context) == SizeCarrier::Optional
               ? "std::optional<c10::SymInt>"
               : "c10::SymInt");
      continue;
    }
    editType(Type, Other->getLocation(), Name);
  }
  return !failed();
}

void SymIntPropagation::checkLambda(const LambdaExpr *Lambda) {
  if (!Nodes.insert(Lambda).second)
    return;
  const VarDecl *Holder = holderOf(Lambda);
  if (!Holder)
    return withhold(Lambda, "the lambda is given to something else");
  for (const DeclRefExpr *Use : Code.uses(Holder))
    if (!calledBy(Use))
      return withhold(Use, "'" + Holder->getNameAsString() + "' is given to something else");
  if (recordName(Holder->getType()) == "function")
    makeFunctionObject(Holder, Lambda);
}

const VarDecl *SymIntPropagation::holderOf(const Stmt *E) const {
  for (const Stmt *At = E; At; At = Code.parent(At)) {
    if (const VarDecl *V = Code.initialisedBy(At))
      return V;
    if (!isa<Expr>(At) || isa<CallExpr>(At))
      return nullptr;
  }
  return nullptr;
}

const CXXOperatorCallExpr *SymIntPropagation::calledBy(const DeclRefExpr *Use) const {
  const Stmt *At = Code.parent(Use);
  while (At && isa<ImplicitCastExpr, ParenExpr>(At))
    At = Code.parent(At);
  const auto *Call = dyn_cast_or_null<CXXOperatorCallExpr>(At);
  return Call && Call->getOperator() == OO_Call && stripWrappers(Call->getArg(0)) == Use ? Call
                                                                                         : nullptr;
}

void SymIntPropagation::makeFunctionObject(const VarDecl *V, const LambdaExpr *Lambda) {
  if (!Nodes.insert(V->getCanonicalDecl()).second)
    return;
  struct Finder : AstVisitor<Finder> {
    std::vector<FunctionTypeLoc> Found;
    bool VisitFunctionTypeLoc(FunctionTypeLoc Loc) {
      Found.push_back(Loc);
      return true;
    }
  } Types;
  if (V->getTypeSourceInfo())
    Types.TraverseTypeLoc(V->getTypeSourceInfo()->getTypeLoc());
  if (Types.Found.size() != 1)
    return withhold(V->getLocation(),
                    "the type of '" + V->getNameAsString() + "' has an unusual form");
  FunctionTypeLoc Loc = Types.Found[0];
  auto Change = [&](TypeLoc Part) {
    if (sizeCarrierOf(Part.getType(), Context) != SizeCarrier::None)
      editType(Part, V->getLocation(), V->getNameAsString());
  };
  Change(Loc.getReturnLoc());
  for (const ParmVarDecl *P : Loc.getParams())
    if (P && P->getTypeSourceInfo())
      Change(P->getTypeSourceInfo()->getTypeLoc());
  const CXXMethodDecl *Method = Lambda->getCallOperator();
  for (const ParmVarDecl *P : Method->parameters())
    if (sizeCarrierOf(P->getType(), Context) != SizeCarrier::None)
      makeVariable(P);
  if (sizeCarrierOf(Method->getReturnType(), Context) != SizeCarrier::None)
    makeResult(Method, Lambda);
  for (const DeclRefExpr *Use : Code.uses(V))
    if (const CXXOperatorCallExpr *Call = calledBy(Use))
      climb(Call);
}

void SymIntPropagation::makeResult(const FunctionDecl *F, const Stmt *At) {
  F = F->getCanonicalDecl();
  if (isSymbolicType(F->getReturnType()) || !Nodes.insert(F).second)
    return;
  const auto *Method = dyn_cast<CXXMethodDecl>(F);
  bool IsLambda = Method && Method->getParent()->isLambda();
  if (!IsLambda && !isPrivate(F))
    return withhold(At, "'" + F->getNameAsString() +
                            "' returns it as a plain integer and is not used here alone");
  for (const FunctionDecl *Declaration : F->redecls())
    if (const TypeSourceInfo *Info = Declaration->getTypeSourceInfo())
      if (FunctionTypeLoc Type = Info->getTypeLoc().getAsAdjusted<FunctionTypeLoc>();
          !IsLambda || Code.lambdaOf(F)->hasExplicitResultType())
        editType(Type.getReturnLoc(), F->getLocation(), F->getNameAsString());
  if (IsLambda) {
    const LambdaExpr *Lambda = Code.lambdaOf(F);
    checkLambda(Lambda);
  }
  for (const CallExpr *Call : Code.calls(F))
    climb(Call);
}

//===--- lists that have to be symbolic ----------------------------------===//

void SymIntPropagation::demandList(const Expr *E) {
  if (failed() || !E || isa<CXXDefaultArgExpr>(E))
    return;
  E = stripWrappers(E);
  if (isSymbolicType(E->getType()))
    return;
  if (const auto *Init = dyn_cast<CXXStdInitializerListExpr>(E); Init || isa<InitListExpr>(E))
    return; // of numbers, each of which is converted
  if (const auto *Conditional = dyn_cast<ConditionalOperator>(E)) {
    demandList(Conditional->getTrueExpr());
    demandList(Conditional->getFalseExpr());
    return;
  }
  if (const VarDecl *V = referredVariable(E))
    return makeVariable(V);
  if (const auto *Construct = dyn_cast<CXXConstructExpr>(E)) {
    if (Construct->getNumArgs() == 0)
      return;
    if (const auto *Temporary = dyn_cast<CXXTemporaryObjectExpr>(E))
      editType(Temporary->getTypeSourceInfo()->getTypeLoc(), E->getBeginLoc(), "list");
    for (const Expr *Argument : Construct->arguments()) {
      QualType T = Argument->getType().getNonReferenceType();
      if (sizeCarrierOf(T, Context) == SizeCarrier::List || isIterator(Argument))
        demandList(Argument);
    }
    return;
  }
  if (const auto *Call = dyn_cast<CXXMemberCallExpr>(E)) {
    const Expr *Object = memberObject(Call);
    StringRef Name = memberName(Call);
    if (Object && isTensorType(Object->getType()) && (Name == "sizes" || Name == "strides")) {
      // It may be a read of its own that is reported, or a stride, which is not.
      addRead(Call);
      return;
    }
    if (isIteratorName(Name) || Name == "vec" || Name == "slice")
      return demandList(Object);
  }
  if (const auto *Call = dyn_cast<CallExpr>(E); Call && calleeName(Call) == "asIntArrayRefSlow")
    return addRead(Call);
  if (const auto *Binary = dyn_cast<BinaryOperator>(E);
      Binary && Binary->isAdditiveOp() && E->getType()->isPointerType())
    return demandList(Binary->getLHS()->getType()->isPointerType() ? Binary->getLHS()
                                                                   : Binary->getRHS());
  if (E->getType()->isIntegerType())
    return withhold(E, "a single plain integer stands for a list of sizes; put it into braces");
  withhold(E, "this list of plain integers comes from elsewhere");
}

bool SymIntPropagation::isIterator(const Expr *E) const {
  const auto *Call = dyn_cast<CXXMemberCallExpr>(stripWrappers(E));
  if (!Call)
    return E->getType()->isPointerType() &&
           sizeCarrierOf(E->getType()->getPointeeType(), Context) == SizeCarrier::Number;
  return isIteratorName(memberName(Call)) && memberObject(Call) &&
         sizeCarrierOf(memberObject(Call)->getType(), Context) == SizeCarrier::List;
}

void SymIntPropagation::makeTarget(const Expr *E) {
  if (const VarDecl *V = assignedVariable(E))
    return makeVariable(V);
  withhold(E, "it is kept in something that is not a local variable");
}

} // namespace aoti
