#include "Facts/SymIntRewrite.h"
#include "Facts/AstQuery.h"
#include "Facts/TorchTypes.h"
#include "Facts/TracedCode.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include "clang/AST/StmtCXX.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Lex/Lexer.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/IntEqClasses.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/StringSwitch.h"
#include <map>

using namespace clang;
using llvm::SmallVector;
using llvm::StringRef;

namespace aoti {

namespace {

/// Makes everything symbolic that follows from some reads or parameters.
class Propagation {
public:
  explicit Propagation(const MetaFacts &Facts)
      : Facts(Facts), Code(Facts.code()), Context(Facts.context()), SM(Context.getSourceManager()) {
  }

  void addRead(const Expr *Read) {
    if (!Nodes.insert(Read).second)
      return;
    Reads.push_back(Read);
    editRead(Read);
    climb(Read);
  }
  void addParameters(ArrayRef<const ParmVarDecl *> Parameters) {
    Wanted.insert(Parameters.begin(), Parameters.end());
    for (const ParmVarDecl *P : Parameters)
      makeVariable(P);
  }

  bool failed() const { return !Withheld.empty(); }

  std::vector<SymIntEdit> edits() const {
    std::vector<SymIntEdit> Sorted;
    for (const auto &[Range, Text] : Edits)
      Sorted.push_back(
          {CharSourceRange::getCharRange(location(Range.first), location(Range.second)), Text});
    return Sorted;
  }

  std::string Withheld;
  SourceLocation WithheldAt;
  std::vector<const Expr *> Reads;
  /// Reads, variables and calls that are changed.
  llvm::DenseSet<const void *> Nodes;

private:
  SourceLocation location(unsigned Offset) const {
    return SM.getLocForStartOfFile(SM.getMainFileID()).getLocWithOffset(Offset);
  }

  void withhold(SourceLocation At, const llvm::Twine &Why) {
    if (failed())
      return;
    Withheld = Why.str();
    WithheldAt = At;
  }
  void withhold(const Stmt *At, const llvm::Twine &Why) { withhold(At->getBeginLoc(), Why); }

  //===--- edits ---------------------------------------------------------===//

  /// The place of a token in the main file: where it is written, also as an argument of a macro.
  /// Invalid if it comes out of a macro.
  SourceLocation written(SourceLocation At) const {
    while (At.isMacroID()) {
      if (!SM.isMacroArgExpansion(At))
        return {};
      At = SM.getImmediateSpellingLoc(At);
    }
    return SM.isInMainFile(At) ? At : SourceLocation();
  }

  void edit(SourceLocation Begin, SourceLocation EndToken, StringRef Text) {
    SourceLocation From = written(Begin), Last = written(EndToken);
    if (From.isInvalid() || Last.isInvalid())
      return withhold(Begin, "it stands in a macro or in a header");
    editCharacters(
        From, Last.getLocWithOffset(Lexer::MeasureTokenLength(Last, SM, Context.getLangOpts())),
        Text);
  }

  void editCharacters(SourceLocation From, SourceLocation End, StringRef Text) {
    std::pair<unsigned, unsigned> Range{SM.getFileOffset(From), SM.getFileOffset(End)};
    auto [Known, New] = Edits.try_emplace(Range, Text.str());
    if (!New && Known->second != Text)
      withhold(From, "two changes meet here");
  }

  void editRead(const Expr *Read) {
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
    withhold(Read, "'" + calleeName(cast<CallExpr>(Read)) +
                       "' has no form that gives a symbolic integer");
  }

  /// Changes what is written as a type: `int64_t` by itself and as an argument of a template, and
  /// the short names of lists.
  void editType(TypeLoc Loc, SourceLocation At, StringRef Name) {
    while (true) {
      if (auto Qualified = Loc.getAs<QualifiedTypeLoc>())
        Loc = Qualified.getUnqualifiedLoc();
      else if (auto Reference = Loc.getAs<ReferenceTypeLoc>())
        Loc = Reference.getPointeeLoc();
#if LLVM_VERSION_MAJOR < 22
      else if (auto Elaborated = Loc.getAs<ElaboratedTypeLoc>())
        Loc = Elaborated.getNamedTypeLoc();
#endif
      else
        break;
    }
    if (Loc.getAs<AutoTypeLoc>() || Loc.getType()->getContainedAutoType())
      return;
    QualType T = Loc.getType();
    SizeCarrier Kind = sizeCarrierOf(T, Context);
    if (Kind == SizeCarrier::None)
      return withhold(At, "'" + Name.str() + "' is a '" +
                              T.getUnqualifiedType().getAsString(Context.getPrintingPolicy()) +
                              "'");
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
    StringRef Written = Lexer::getSourceText(CharSourceRange::getTokenRange(Loc.getSourceRange()),
                                             SM, Context.getLangOpts());
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

  //===--- declarations --------------------------------------------------===//

  void makeVariable(const VarDecl *V) {
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

  /// Whether all uses of a function are in code that is traced, so that its type can be changed.
  bool isPrivate(const FunctionDecl *F) const {
    if (F->isExternallyVisible() || F->isTemplateInstantiation() || F->isTemplated() ||
        isa<CXXMethodDecl>(F))
      return false;
    return Code.isNamedHereAlone(F);
  }

  bool makeParameter(const ParmVarDecl *P) {
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
          recordName(P->getType()) != "ArrayRef" &&
          recordName(P->getType()) != "OptionalArrayRef") {
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

  /// A lambda can be changed where it is only called, or held by a `std::function` that is only
  /// called.
  void checkLambda(const LambdaExpr *Lambda) {
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

  /// The variable that is initialised with a lambda, through conversions.
  const VarDecl *holderOf(const Stmt *E) const {
    for (const Stmt *At = E; At; At = Code.parent(At)) {
      if (const VarDecl *V = Code.initialisedBy(At))
        return V;
      if (!isa<Expr>(At) || isa<CallExpr>(At))
        return nullptr;
    }
    return nullptr;
  }

  /// The call that a name is the function object of; null if it is used otherwise.
  const CXXOperatorCallExpr *calledBy(const DeclRefExpr *Use) const {
    const Stmt *At = Code.parent(Use);
    while (At && isa<ImplicitCastExpr, ParenExpr>(At))
      At = Code.parent(At);
    const auto *Call = dyn_cast_or_null<CXXOperatorCallExpr>(At);
    return Call && Call->getOperator() == OO_Call && stripWrappers(Call->getArg(0)) == Use
               ? Call
               : nullptr;
  }

  /// `std::function<int64_t(int64_t, int64_t)>`: every plain integer in it becomes symbolic, and
  /// the lambda with it.
  void makeFunctionObject(const VarDecl *V, const LambdaExpr *Lambda) {
    if (!Nodes.insert(V->getCanonicalDecl()).second)
      return;
    struct Finder : RecursiveASTVisitor<Finder> {
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

  /// What a function or a lambda returns becomes symbolic.
  void makeResult(const FunctionDecl *F, const Stmt *At) {
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

  //===--- lists that have to be symbolic --------------------------------===//

  void demandList(const Expr *E) {
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
    if (const auto *Binary = dyn_cast<BinaryOperator>(E);
        Binary && Binary->isAdditiveOp() && E->getType()->isPointerType())
      return demandList(Binary->getLHS()->getType()->isPointerType() ? Binary->getLHS()
                                                                     : Binary->getRHS());
    if (E->getType()->isIntegerType())
      return withhold(E, "a single plain integer stands for a list of sizes; put it into braces");
    withhold(E, "this list of plain integers comes from elsewhere");
  }

  bool isIterator(const Expr *E) const {
    const auto *Call = dyn_cast<CXXMemberCallExpr>(stripWrappers(E));
    if (!Call)
      return E->getType()->isPointerType() &&
             sizeCarrierOf(E->getType()->getPointeeType(), Context) == SizeCarrier::Number;
    return isIteratorName(memberName(Call)) && memberObject(Call) &&
           sizeCarrierOf(memberObject(Call)->getType(), Context) == SizeCarrier::List;
  }

  void makeTarget(const Expr *E) {
    if (const VarDecl *V = assignedVariable(E))
      return makeVariable(V);
    withhold(E, "it is kept in something that is not a local variable");
  }

  //===--- what surrounds a value ----------------------------------------===//

  /// The value of an expression is symbolic now: everything that it is given to has to take that.
  void climb(const Expr *E) {
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

  /// Looks at an expression whose operand \p E is symbolic. \returns whether its own value is
  /// symbolic, so that what surrounds it has to be looked at.
  bool step(const Expr *E, const Expr *P) {
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

  bool stepImplicit(const Expr *E, const ImplicitCastExpr *Cast) {
    switch (Cast->getCastKind()) {
    case CK_IntegralCast:
      if (Context.getTypeSize(Cast->getType()) == 64)
        return true;
      withhold(E,
               "it is cut to '" + Cast->getType().getAsString(Context.getPrintingPolicy()) + "'");
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

  bool stepConstruct(const Expr *E, const CXXConstructExpr *P) {
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

  bool stepCast(const Expr *E, const ExplicitCastExpr *P) {
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

  bool stepBinary(const Expr *E, const BinaryOperator *P) {
    const Expr *Other = P->getLHS() == E ? P->getRHS() : P->getLHS();
    if (P->isComparisonOp()) {
      // Pointers into lists are compared as before.
      return false;
    }
    if (P->isAssignmentOp()) {
      BinaryOperatorKind Op = P->getOpcode();
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

  bool arithmetic(const BinaryOperator *P, const Expr *Other) {
    if (P->getType()->isIntegerType())
      return true;
    withhold(P, "it is used in floating point");
    return false;
  }

  bool stepMember(const Expr *E, const MemberExpr *P) {
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

  /// Whether an iterator is one of a list that is symbolic already.
  static bool sameObject(const Expr *Iterator, const Expr *Object) {
    const auto *Call = dyn_cast<CXXMemberCallExpr>(stripWrappers(Iterator));
    const VarDecl *A = Call && memberObject(Call) ? referredVariable(memberObject(Call)) : nullptr;
    return A && A == referredVariable(Object);
  }

  bool stepOperator(const Expr *E, const CXXOperatorCallExpr *P) {
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

  /// An argument of a lambda or of a `std::function`.
  bool stepFunctionObject(const CXXOperatorCallExpr *Call, unsigned I) {
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

  bool stepCall(const Expr *E, const CallExpr *P) {
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

  /// Whether a function is a template that writes all that it is given into a stream, as those do
  /// that make the texts of checks.
  bool printsArguments(const FunctionDecl *F) const {
    const FunctionDecl *Pattern = F->getTemplateInstantiationPattern();
    if (!Pattern || Pattern->getNumParams() == 0 ||
        !Pattern->getParamDecl(Pattern->getNumParams() - 1)->isParameterPack() ||
        !Pattern->hasBody(Pattern))
      return false;
    struct Finder : RecursiveASTVisitor<Finder> {
      bool Prints = false;
      bool VisitCXXFoldExpr(CXXFoldExpr *Fold) {
        Prints |= Fold->getOperator() == BO_Shl;
        return true;
      }
    } Body;
    Body.TraverseStmt(Pattern->getBody());
    return Body.Prints;
  }

  void renameCall(const CallExpr *P, const FunctionDecl *F, const FunctionDecl *Form) {
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

  /// A number that stands for a list of one: no two conversions lead from it to a list of symbolic
  /// integers.
  void embrace(const Expr *E) {
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

  /// An argument for a list of sizes.
  void demandArgument(const Expr *E) {
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

  /// `std::max(a, b)` becomes `c10::SymInt(a).max(b)`, which compares no sizes while it is traced.
  bool makeExtreme(const CallExpr *P) {
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

  const MetaFacts &Facts;
  const TracedCode &Code;
  const ASTContext &Context;
  const SourceManager &SM;
  /// The parameters of a kernel that are to become symbolic.
  llvm::SmallPtrSet<const ParmVarDecl *, 4> Wanted;
  /// By begin and end in the main file.
  std::map<std::pair<unsigned, unsigned>, std::string> Edits;
};

} // namespace

static SymIntRewrite resultOf(const Propagation &Found) {
  SymIntRewrite Rewrite;
  Rewrite.Reads = Found.Reads;
  Rewrite.Withheld = Found.Withheld;
  Rewrite.WithheldAt = Found.WithheldAt;
  if (!Found.failed())
    Rewrite.Edits = Found.edits();
  return Rewrite;
}

SymIntRewriter::SymIntRewriter(const MetaFacts &Facts) : Facts(Facts) {
  const SourceManager &SM = Facts.context().getSourceManager();
  std::vector<const Expr *> Seeds;
  for (const MetaEvent &E : Facts.events()) {
    if (E.Kind > MetaEventKind::ConcreteArray || E.Kind == MetaEventKind::Stride ||
        E.Kind == MetaEventKind::Strides)
      continue;
    const auto *Member = dyn_cast<CXXMemberCallExpr>(E.At);
    if (!Member || !memberObject(Member) || !isStableTensorType(memberObject(Member)->getType()))
      Seeds.push_back(E.At);
  }
  // Changes that touch the same declaration or call are one.
  llvm::IntEqClasses Groups(static_cast<unsigned>(Seeds.size()));
  llvm::DenseMap<const void *, unsigned> FirstOf;
  for (unsigned I = 0; I < Seeds.size(); ++I) {
    Propagation Alone(Facts);
    Alone.addRead(Seeds[I]);
    for (const void *Node : Alone.Nodes)
      if (auto [First, New] = FirstOf.try_emplace(Node, I); !New)
        Groups.join(First->second, I);
  }
  Groups.compress();
  struct Part {
    Propagation Found;
    SmallVector<const Expr *, 4> Seeds;
  };
  std::vector<std::unique_ptr<Part>> Parts(Groups.getNumClasses());
  for (unsigned I = 0; I < Seeds.size(); ++I) {
    std::unique_ptr<Part> &P = Parts[Groups[I]];
    if (!P)
      P = std::make_unique<Part>(Part{Propagation(Facts), {}});
    P->Seeds.push_back(Seeds[I]);
    P->Found.addRead(Seeds[I]);
  }
  for (const auto &P : Parts) {
    SymIntRewrite Rewrite = resultOf(P->Found);
    Rewrite.Reads.assign(P->Seeds.begin(), P->Seeds.end());
    llvm::sort(Rewrite.Reads, [&](const Expr *A, const Expr *B) {
      return SM.isBeforeInTranslationUnit(SM.getFileLoc(A->getExprLoc()),
                                          SM.getFileLoc(B->getExprLoc()));
    });
    for (const Expr *Read : Rewrite.Reads)
      OfRead[Read] = static_cast<unsigned>(Rewrites.size());
    Rewrites.push_back(std::move(Rewrite));
  }
}

const SymIntRewrite *SymIntRewriter::of(const Expr *Read) const {
  auto Found = OfRead.find(Read);
  return Found == OfRead.end() ? nullptr : &Rewrites[Found->second];
}

SymIntRewrite SymIntRewriter::ofParameters(ArrayRef<const ParmVarDecl *> Parameters) const {
  Propagation Found(Facts);
  Found.addParameters(Parameters);
  return resultOf(Found);
}

} // namespace aoti
