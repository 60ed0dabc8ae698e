// What surrounds a value that is symbolic now.
#include "Facts/AstQuery.h"
#include "Facts/SymIntPropagation.h"
#include "Facts/TorchTypes.h"
#include "Support/ClangCompat.h"
#include "clang/AST/DeclFriend.h"
#include "clang/AST/StmtCXX.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Lex/Lexer.h"
#include "llvm/ADT/StringSwitch.h"

using namespace clang;
using llvm::StringRef;

namespace aoti {

void SymIntPropagation::climb(const Expr *E) {
  while (!failed()) {
    if (const VarDecl *V = Code.initialisedBy(E)) {
      if (isTensorType(V->getType()) || isSymbolicType(V->getType()))
        return;
      return makeVariable(V);
    }
    if (const CXXForRangeStmt *Range = Code.loopThrough(E)) {
      if (const VarDecl *V = Range->getLoopVariable())
        makeVariable(V);
      return;
    }
    const Stmt *P = Code.parent(E);
    if (!P)
      return;
    if (const auto *Return = dyn_cast<ReturnStmt>(P)) {
      const FunctionDecl *F = Code.endedBy(Return);
      if (!F || isSymbolicType(F->getReturnType()) || isTensorType(F->getReturnType()))
        return;
      return makeResult(F, P);
    }
    const auto *Parent = dyn_cast<Expr>(P);
    if (!Parent) {
      if (const auto *Switch = dyn_cast<SwitchStmt>(P); Switch && Switch->getCond() == E)
        withhold(E, "a 'switch' cannot be on a c10::SymInt");
      return; // a statement of its own
    }
    if (!step(E, Parent))
      return;
    E = Parent;
  }
}

bool SymIntPropagation::step(const Expr *E, const Expr *P) {
  switch (P->getStmtClass()) {
  case Stmt::ParenExprClass:
  case Stmt::ExprWithCleanupsClass:
  case Stmt::MaterializeTemporaryExprClass:
  case Stmt::CXXBindTemporaryExprClass:
  case Stmt::ConstantExprClass:
  case Stmt::CXXStdInitializerListExprClass:
  case Stmt::CXXRewrittenBinaryOperatorClass:
    return true;
  case Stmt::ImplicitCastExprClass:
    return stepImplicit(E, cast<ImplicitCastExpr>(P));
  case Stmt::InitListExprClass: {
    QualType T = P->getType();
    if (T->isArrayType() || sizeCarrierOf(T, Context) != SizeCarrier::None || T->isVoidType())
      return true;
    withhold(E, "it is put into a '" + T.getAsString(Context.getPrintingPolicy()) + "'");
    return false;
  }
  case Stmt::CXXConstructExprClass:
  case Stmt::CXXTemporaryObjectExprClass:
    return stepConstruct(E, cast<CXXConstructExpr>(P));
  case Stmt::CXXStaticCastExprClass:
  case Stmt::CStyleCastExprClass:
  case Stmt::CXXFunctionalCastExprClass:
    return stepCast(E, cast<ExplicitCastExpr>(P));
  case Stmt::BinaryOperatorClass:
  case Stmt::CompoundAssignOperatorClass:
    return stepBinary(E, cast<BinaryOperator>(P));
  case Stmt::UnaryOperatorClass:
    if (cast<UnaryOperator>(P)->getOpcode() == UO_Minus)
      return true;
    withhold(P, "'" + UnaryOperator::getOpcodeStr(cast<UnaryOperator>(P)->getOpcode()) +
                    "' is not there for a c10::SymInt");
    return false;
  case Stmt::ConditionalOperatorClass: {
    const auto *Conditional = cast<ConditionalOperator>(P);
    if (Conditional->getCond() == E) {
      withhold(E, "it is used as a condition");
      return false;
    }
    if (sizeCarrierOf(P->getType(), Context) == SizeCarrier::List)
      demandList(Conditional->getTrueExpr() == E ? Conditional->getFalseExpr()
                                                 : Conditional->getTrueExpr());
    return true;
  }
  case Stmt::ArraySubscriptExprClass:
    if (cast<ArraySubscriptExpr>(P)->getBase() == E)
      return true;
    withhold(E, "it is used as an index");
    return false;
  case Stmt::MemberExprClass:
    return stepMember(E, cast<MemberExpr>(P));
  case Stmt::CXXOperatorCallExprClass:
    return stepOperator(E, cast<CXXOperatorCallExpr>(P));
  case Stmt::CXXMemberCallExprClass:
  case Stmt::CallExprClass:
    return stepCall(E, cast<CallExpr>(P));
  case Stmt::LambdaExprClass:
    return false; // a capture; the uses inside name the same variable
  case Stmt::RecoveryExprClass: {
    if (!isCheckName(recoveredCalleeName(cast<RecoveryExpr>(P))))
      withhold(P, "what it is given to is not known");
    return false;
  }
  default:
    withhold(P, "it is used in a way that is not followed");
    return false;
  }
}

bool SymIntPropagation::stepImplicit(const Expr *E, const ImplicitCastExpr *Cast) {
  switch (Cast->getCastKind()) {
  case CK_IntegralCast:
    if (Context.getTypeSize(Cast->getType()) == 64)
      return true;
    withhold(E, "it is cut to '" + Cast->getType().getAsString(Context.getPrintingPolicy()) + "'");
    return false;
  case CK_IntegralToBoolean:
    withhold(E, "it is used as a condition");
    return false;
  case CK_IntegralToFloating:
    withhold(E, "it is used in floating point");
    return false;
  default:
    return true;
  }
}

bool SymIntPropagation::stepConstruct(const Expr *E, const CXXConstructExpr *P) {
  QualType T = P->getType();
  if (isSymbolicType(T))
    return false;
  StringRef Name = recordName(T);
  // These take a symbolic integer as well.
  if (Name == "Scalar" || Name == "Slice")
    return false;
  SizeCarrier Kind = sizeCarrierOf(T, Context);
  if (Kind == SizeCarrier::None) {
    withhold(E, "it is put into a '" + T.getAsString(Context.getPrintingPolicy()) + "'");
    return false;
  }
  if (Name == "vector" || Name == "SmallVector") {
    bool IsCount = P->getNumArgs() >= 1 && stripWrappers(P->getArg(0)) == stripWrappers(E) &&
                   E->getType()->isIntegerType() && !P->isListInitialization() &&
                   P->getConstructor()->getNumParams() >= 1 &&
                   P->getConstructor()->getParamDecl(0)->getType()->isIntegerType();
    if (IsCount) {
      withhold(E, "the length of a list depends on it");
      return false;
    }
    for (const Expr *Argument : P->arguments())
      if (isIterator(Argument))
        demandList(Argument);
  }
  if (const auto *Temporary = dyn_cast<CXXTemporaryObjectExpr>(P))
    editType(Temporary->getTypeSourceInfo()->getTypeLoc(), P->getBeginLoc(), "list");
  return true;
}

bool SymIntPropagation::stepCast(const Expr *E, const ExplicitCastExpr *P) {
  QualType T = P->getType();
  SizeCarrier Kind = sizeCarrierOf(T, Context);
  if (isSymbolicType(T))
    return false;
  if (T->isVoidType())
    return false;
  if (Kind == SizeCarrier::None) {
    withhold(E, "it is cast to '" + T.getAsString(Context.getPrintingPolicy()) + "'");
    return false;
  }
  if (!Nodes.insert(P).second)
    return false;
  TypeLoc Loc = P->getTypeInfoAsWritten()->getTypeLoc();
  if (Kind == SizeCarrier::Number) {
    if (const auto *Static = dyn_cast<CXXStaticCastExpr>(P))
      edit(P->getBeginLoc(), Static->getAngleBrackets().getEnd(), "c10::SymInt");
    else if (const auto *CStyle = dyn_cast<CStyleCastExpr>(P))
      edit(CStyle->getLParenLoc(), CStyle->getRParenLoc(), "");
    else
      edit(Loc.getBeginLoc(), Loc.getEndLoc(), "c10::SymInt");
  } else if (isa<CXXFunctionalCastExpr>(P)) {
    editType(Loc, P->getBeginLoc(), "list");
  } else {
    withhold(P, "the cast has an unusual form");
  }
  return true;
}

bool SymIntPropagation::stepBinary(const Expr *E, const BinaryOperator *P) {
  const Expr *Other = P->getLHS() == E ? P->getRHS() : P->getLHS();
  if (P->isComparisonOp()) {
    // Pointers into lists are compared as before.
    if (E->getType()->isIntegerType())
      requireOperator(P);
    return false;
  }
  if (P->isAssignmentOp()) {
    BinaryOperatorKind Op = P->getOpcode();
    if (Op != BO_Assign && E->getType()->isIntegerType())
      requireOperator(P);
    if (Op == BO_Assign || Op == BO_AddAssign || Op == BO_MulAssign || Op == BO_DivAssign) {
      if (P->getRHS() == E)
        makeTarget(P->getLHS());
      return false;
    }
    withhold(P, "'" + P->getOpcodeStr() + "' is not there for a c10::SymInt");
    return false;
  }
  switch (P->getOpcode()) {
  case BO_Add:
  case BO_Sub:
    if (P->getType()->isPointerType()) {
      if (E->getType()->isPointerType())
        return true;
      withhold(E, "it is used as an offset");
      return false;
    }
    return arithmetic(P, Other);
  case BO_Mul:
  case BO_Div:
  case BO_Rem:
    return arithmetic(P, Other);
  case BO_Comma:
    return P->getRHS() == E;
  default:
    withhold(P, "'" + P->getOpcodeStr() + "' is not there for a c10::SymInt");
    return false;
  }
}

bool SymIntPropagation::arithmetic(const BinaryOperator *P, const Expr *Other) {
  if (P->getType()->isIntegerType()) {
    requireOperator(P);
    return !failed();
  }
  withhold(P, "it is used in floating point");
  return false;
}

const CXXRecordDecl *SymIntPropagation::symIntRecord() const {
  ASTContext &Ast = Code.context();
  for (const NamedDecl *Space : Ast.getTranslationUnitDecl()->lookup(&Ast.Idents.get("c10")))
    if (const auto *C10 = dyn_cast<NamespaceDecl>(Space))
      for (const NamedDecl *D : C10->lookup(&Ast.Idents.get("SymInt")))
        if (const auto *Record = dyn_cast<CXXRecordDecl>(D); Record && Record->hasDefinition())
          return Record->getDefinition();
  return nullptr;
}

void SymIntPropagation::requireOperator(const BinaryOperator *P) {
  DeclarationName Name = Code.context().DeclarationNames.getCXXOperatorName(
      BinaryOperator::getOverloadedOperator(P->getOpcode()));
  const CXXRecordDecl *SymInt = symIntRecord();
  if (!SymInt || !SymInt->lookup(Name).empty() || !SymInt->getDeclContext()->lookup(Name).empty() ||
      llvm::any_of(SymInt->friends(), [&](const FriendDecl *F) {
        return F->getFriendDecl() && F->getFriendDecl()->getDeclName() == Name;
      }))
    return;
  withhold(P, "'" + P->getOpcodeStr() + "' is not declared for a c10::SymInt");
}

bool SymIntPropagation::stepMember(const Expr *E, const MemberExpr *P) {
  const auto *Call = dyn_cast_or_null<CXXMemberCallExpr>(Code.parent(P));
  if (!Call) {
    withhold(P, "it is used in a way that is not followed");
    return false;
  }
  StringRef Name = memberName(Call);
  enum class Does { Nothing, Value, Takes, Unknown };
  Does What = llvm::StringSwitch<Does>(Name)
                  .Case("size", Does::Nothing)
                  .Case("empty", Does::Nothing)
                  .Case("reserve", Does::Nothing)
                  .Case("pop_back", Does::Nothing)
                  .Case("clear", Does::Nothing)
                  .Case("erase", Does::Nothing)
                  .Case("push_back", Does::Nothing)
                  .Case("emplace_back", Does::Nothing)
                  .Case("resize", Does::Nothing)
                  .Case("has_value", Does::Nothing)
                  .Case("reset", Does::Nothing)
                  .Case("fill", Does::Nothing)
                  .Case("insert", Does::Takes)
                  .Case("assign", Does::Takes)
                  .Case("append", Does::Takes)
                  .Case("back", Does::Value)
                  .Case("front", Does::Value)
                  .Case("at", Does::Value)
                  .Case("vec", Does::Value)
                  .Case("slice", Does::Value)
                  .Case("value", Does::Value)
                  .Case("value_or", Does::Value)
                  .Case("emplace", Does::Value)
                  .Case("drop_front", Does::Value)
                  .Case("drop_back", Does::Value)
                  .Default(isIteratorName(Name) ? Does::Value : Does::Unknown);
  if (isConversion(Call) && recordName(E->getType()) == "optional")
    return false; // whether it has a value
  switch (What) {
  case Does::Nothing:
    return false;
  case Does::Takes:
    for (const Expr *Argument : Call->arguments())
      if (isIterator(Argument) && !sameObject(Argument, E))
        demandList(Argument);
    return false;
  case Does::Value:
    climb(Call);
    return false;
  case Does::Unknown:
    withhold(P, "'" + Name + "' is not followed");
    return false;
  }
  return false;
}

bool SymIntPropagation::sameObject(const Expr *Iterator, const Expr *Object) {
  const auto *Call = dyn_cast<CXXMemberCallExpr>(stripWrappers(Iterator));
  const VarDecl *A = Call && memberObject(Call) ? referredVariable(memberObject(Call)) : nullptr;
  return A && A == referredVariable(Object);
}

bool SymIntPropagation::stepOperator(const Expr *E, const CXXOperatorCallExpr *P) {
  unsigned I = 0;
  while (I < P->getNumArgs() && P->getArg(I) != E)
    ++I;
  switch (P->getOperator()) {
  case OO_Subscript:
    if (I == 0)
      return !isTensorType(P->getType());
    if (isTensorType(P->getArg(0)->getType())) {
      withhold(E, "it selects a part of a tensor");
      return false;
    }
    withhold(E, "it is used as an index");
    return false;
  case OO_EqualEqual:
  case OO_ExclaimEqual:
    if (sizeCarrierOf(E->getType(), Context) == SizeCarrier::List)
      demandList(P->getArg(1 - I));
    return false;
  case OO_Less:
  case OO_LessEqual:
  case OO_Greater:
  case OO_GreaterEqual:
  case OO_LessLess: // printing
    return false;
  case OO_Equal:
    if (isTensorType(P->getType()))
      break;
    if (I == 1) {
      makeTarget(P->getArg(0));
    } else if (sizeCarrierOf(P->getArg(1)->getType(), Context) == SizeCarrier::List) {
      demandList(P->getArg(1));
    }
    return false;
  case OO_PlusEqual:
  case OO_StarEqual:
  case OO_SlashEqual:
    return false;
  case OO_Plus:
  case OO_Minus:
  case OO_Star:
  case OO_Slash:
  case OO_Percent:
    if (isSymIntType(P->getType()))
      return false; // was symbolic before
    if (P->getOperator() == OO_Star && P->getNumArgs() == 1 &&
        sizeCarrierOf(E->getType(), Context) == SizeCarrier::Optional)
      return true;
    break;
  case OO_Arrow:
    break;
  case OO_Call:
    if (I >= 1)
      return stepFunctionObject(P, I - 1);
    return false;
  default:
    break;
  }
  withhold(P, "it is used in a way that is not followed");
  return false;
}

bool SymIntPropagation::stepFunctionObject(const CXXOperatorCallExpr *Call, unsigned I) {
  const VarDecl *V = referredVariable(Call->getArg(0));
  const auto *Method = dyn_cast_or_null<CXXMethodDecl>(Call->getDirectCallee());
  if (Method && Method->getParent()->isLambda()) {
    if (Method->getParent()->isGenericLambda())
      return true;
    if (I < Method->getNumParams())
      makeVariable(Method->getParamDecl(I));
    return false;
  }
  if (V && recordName(V->getType()) == "function" && V->getInit())
    if (const LambdaExpr *Lambda = heldLambda(V->getInit())) {
      checkLambda(Lambda);
      return false;
    }
  withhold(Call, "what it is given to is not known");
  return false;
}

bool SymIntPropagation::stepCall(const Expr *E, const CallExpr *P) {
  if (P->getCallee() == E)
    return false;
  unsigned I = 0;
  while (I < P->getNumArgs() && P->getArg(I) != E)
    ++I;
  if (I == P->getNumArgs())
    return false;
  const FunctionDecl *F = P->getDirectCallee();
  if (!F) {
    withhold(P, "what it is given to is not known");
    return false;
  }
  StringRef Name = identifierOf(F);
  const auto *Member = dyn_cast<CXXMemberCallExpr>(P);
  if (Member && memberObject(Member)) {
    const Expr *Object = memberObject(Member);
    if (sizeCarrierOf(Object->getType(), Context) != SizeCarrier::None) {
      if (llvm::StringSwitch<bool>(Name)
              .Case("push_back", true)
              .Case("emplace_back", true)
              .Case("insert", true)
              .Case("assign", true)
              .Case("append", true)
              .Case("emplace", true)
              .Case("value_or", true)
              .Case("fill", true)
              .Default(false)) {
        makeTarget(Object);
        return false;
      }
      if (Name == "resize" && I == 1) {
        makeTarget(Object);
        return false;
      }
      withhold(E, "the length of a list depends on it");
      return false;
    }
    if (isSymbolicType(Object->getType()))
      return false;
  }
  if (I < F->getNumParams() && isSymbolicType(F->getParamDecl(I)->getType()))
    return false;
  if (const FunctionDecl *Form = symbolicForm(F)) {
    renameCall(P, F, Form);
    return sizeCarrierOf(F->getReturnType(), Context) != SizeCarrier::None;
  }
  StringRef Space =
      identifierOf(dyn_cast<NamedDecl>(F->getDeclContext()->getEnclosingNamespaceContext()));
  if (I < F->getNumParams() && recordName(F->getParamDecl(I)->getType()) == "Scalar")
    return false;
  if ((Name == "max" || Name == "min") && F->isInStdNamespace() && P->getNumArgs() == 2)
    return makeExtreme(P);
  if ((Name == "move" || Name == "forward") && F->isInStdNamespace())
    return true;
  if (Name == "swap" && F->isInStdNamespace() && P->getNumArgs() == 2) {
    for (const Expr *Side : P->arguments())
      makeTarget(Side);
    return false;
  }
  if (Name == "multiply_integers")
    return true;
  // Texts are put together of anything that can be printed.
  if (Name.starts_with("torchCheckMsg") || Name == "str" || Name == "warn" || printsArguments(F))
    return false;
  if (isa<CXXMethodDecl>(F) || F->isTemplateInstantiation() || I >= F->getNumParams() ||
      Space == "at" || Space == "torch" || Space == "c10" || F->isInStdNamespace()) {
    withhold(P, "'" + shownCallee(F) + "' takes it as a plain integer");
    return false;
  }
  const FunctionDecl *Definition = nullptr;
  if (!F->hasBody(Definition) || !Facts.reached().contains(Definition)) {
    withhold(P, "'" + F->getNameAsString() + "' takes it as a plain integer");
    return false;
  }
  makeVariable(Definition->getParamDecl(I));
  return false;
}

bool SymIntPropagation::printsArguments(const FunctionDecl *F) const {
  const FunctionDecl *Pattern = F->getTemplateInstantiationPattern();
  if (!Pattern || Pattern->getNumParams() == 0 ||
      !Pattern->getParamDecl(Pattern->getNumParams() - 1)->isParameterPack() ||
      !Pattern->hasBody(Pattern))
    return false;
  struct Finder : AstVisitor<Finder> {
    bool Prints = false;
    bool VisitCXXFoldExpr(CXXFoldExpr *Fold) {
      Prints |= Fold->getOperator() == BO_Shl;
      return true;
    }
  } Body;
  Body.TraverseStmt(Pattern->getBody());
  return Body.Prints;
}

void SymIntPropagation::renameCall(const CallExpr *P, const FunctionDecl *F,
                                   const FunctionDecl *Form) {
  if (!Nodes.insert(P).second)
    return;
  const Expr *Callee = P->getCallee()->IgnoreParenImpCasts();
  SourceLocation At;
  if (const auto *Member = dyn_cast<MemberExpr>(Callee))
    At = Member->getMemberLoc();
  else if (const auto *Ref = dyn_cast<DeclRefExpr>(Callee))
    At = Ref->getNameInfo().getLoc();
  if (At.isInvalid())
    return withhold(P, "the call has an unusual form");
  edit(At, At, Form->getName());
  for (unsigned I = 0; I < P->getNumArgs() && I < F->getNumParams(); ++I)
    if (sizeCarrierOf(F->getParamDecl(I)->getType(), Context) == SizeCarrier::List &&
        isSymbolicType(Form->getParamDecl(I)->getType()))
      demandArgument(P->getArg(I));
}

void SymIntPropagation::embrace(const Expr *E) {
  if (!Nodes.insert(E).second)
    return;
  SourceLocation Begin = written(E->getBeginLoc()), Last = written(E->getEndLoc());
  if (Begin.isInvalid() || Last.isInvalid())
    return withhold(E, "it stands in a macro or in a header");
  SourceLocation End =
      Last.getLocWithOffset(Lexer::MeasureTokenLength(Last, SM, Context.getLangOpts()));
  editCharacters(Begin, Begin, "{");
  editCharacters(End, End, "}");
}

void SymIntPropagation::demandArgument(const Expr *E) {
  if (isa<CXXDefaultArgExpr>(E))
    return;
  const Expr *Inner = stripWrappers(E);
  if (const auto *Construct = dyn_cast<CXXConstructExpr>(Inner);
      Construct && Construct->getNumArgs() == 1 &&
      sizeCarrierOf(Construct->getType(), Context) == SizeCarrier::List) {
    const Expr *Argument = stripWrappers(Construct->getArg(0));
    if (Argument->getType()->isIntegerType())
      return embrace(Construct->getArg(0));
  }
  demandList(E);
}

bool SymIntPropagation::makeExtreme(const CallExpr *P) {
  if (!Nodes.insert(P).second)
    return false;
  const auto *Ref = dyn_cast<DeclRefExpr>(P->getCallee()->IgnoreParenImpCasts());
  SourceLocation Begin = Ref ? written(Ref->getBeginLoc()) : SourceLocation();
  SourceLocation First = written(P->getArg(0)->getBeginLoc()),
                 FirstEnd = written(P->getArg(0)->getEndLoc());
  SourceLocation Second = written(P->getArg(1)->getBeginLoc());
  if (Begin.isInvalid() || First.isInvalid() || FirstEnd.isInvalid() || Second.isInvalid()) {
    withhold(P, "it stands in a macro or in a header");
    return false;
  }
  editCharacters(Begin, First, "c10::SymInt(");
  editCharacters(
      FirstEnd.getLocWithOffset(Lexer::MeasureTokenLength(FirstEnd, SM, Context.getLangOpts())),
      Second, (")." + identifierOf(P->getDirectCallee()) + "(").str());
  return true;
}

} // namespace aoti
