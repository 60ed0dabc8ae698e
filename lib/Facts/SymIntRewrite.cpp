#include "Facts/SymIntRewrite.h"
#include "Facts/AstQuery.h"
#include "clang/AST/DeclTemplate.h"
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

/// What surrounds each expression of the code that is run when something is traced.
class SymIntSources {
public:
  explicit SymIntSources(const MetaFacts &Facts)
      : Facts(Facts), Context(Facts.context()), SM(Context.getSourceManager()) {
    for (const FunctionDecl *F : Facts.reached())
      gather(F->getBody(), nullptr, F);
    struct Finder : RecursiveASTVisitor<Finder> {
      SymIntSources &To;
      const FunctionDecl *In = nullptr;
      explicit Finder(SymIntSources &To) : To(To) {}
      bool shouldVisitTemplateInstantiations() const { return true; }
      bool TraverseDecl(Decl *D) {
        const FunctionDecl *Outer = In;
        if (const auto *F = dyn_cast_or_null<FunctionDecl>(D); F && F->getDeclName().isIdentifier())
          In = F;
        bool Result = RecursiveASTVisitor::TraverseDecl(D);
        In = Outer;
        return Result;
      }
      bool VisitDeclRefExpr(DeclRefExpr *Ref) {
        if (const auto *F = dyn_cast<FunctionDecl>(Ref->getDecl()))
          To.NamedIn[F->getCanonicalDecl()].insert(In);
        return true;
      }
    } Names(*this);
    Names.TraverseAST(Context);
  }

  const Stmt *parent(const Stmt *S) const { return Parents.lookup(S); }

  const MetaFacts &Facts;
  ASTContext &Context;
  const SourceManager &SM;
  llvm::DenseMap<const Stmt *, const Stmt *> Parents;
  llvm::DenseMap<const Stmt *, const VarDecl *> InitOf;
  llvm::DenseMap<const Stmt *, const CXXForRangeStmt *> RangeOf;
  llvm::DenseMap<const VarDecl *, const DeclStmt *> DeclaredBy;
  llvm::DenseMap<const VarDecl *, SmallVector<const DeclRefExpr *, 4>> Uses;
  llvm::DenseMap<const FunctionDecl *, SmallVector<const CallExpr *, 4>> Calls;
  /// The function or lambda that a return statement ends.
  llvm::DenseMap<const Stmt *, const FunctionDecl *> ReturnsFrom;
  llvm::DenseMap<const FunctionDecl *, const LambdaExpr *> LambdaOf;
  /// The function that a variable is declared in.
  llvm::DenseMap<const FunctionDecl *, llvm::SmallPtrSet<const FunctionDecl *, 4>> NamedIn;

private:
  void gather(const Stmt *S, const Stmt *Parent, const FunctionDecl *In) {
    if (!S || isa<CXXDefaultArgExpr, CXXDefaultInitExpr>(S))
      return;
    if (Parent)
      Parents[S] = Parent;
    if (const auto *Lambda = dyn_cast<LambdaExpr>(S)) {
      LambdaOf[Lambda->getCallOperator()] = Lambda;
      for (const Expr *Init : Lambda->capture_inits())
        gather(Init, S, In);
      for (const LambdaCapture &Capture : Lambda->captures())
        if (Capture.capturesVariable())
          if (const auto *V = dyn_cast<VarDecl>(Capture.getCapturedVar());
              V && V->isInitCapture() && V->getInit())
            InitOf[V->getInit()] = V;
      gather(Lambda->getBody(), S, Lambda->getCallOperator());
      return;
    }
    if (const auto *Range = dyn_cast<CXXForRangeStmt>(S)) {
      gather(Range->getInit(), S, In);
      gather(Range->getRangeInit(), S, In);
      RangeOf[Range->getRangeInit()] = Range;
      gather(Range->getBody(), S, In);
      return;
    }
    if (const auto *Declaration = dyn_cast<DeclStmt>(S)) {
      for (const Decl *D : Declaration->decls())
        if (const auto *V = dyn_cast<VarDecl>(D)) {
          DeclaredBy[V->getCanonicalDecl()] = Declaration;
          if (V->getInit()) {
            InitOf[V->getInit()] = V;
            gather(V->getInit(), S, In);
          }
        }
      return;
    }
    if (const auto *Ref = dyn_cast<DeclRefExpr>(S)) {
      if (const auto *V = dyn_cast<VarDecl>(Ref->getDecl()))
        Uses[V->getCanonicalDecl()].push_back(Ref);
      return;
    }
    if (isa<ReturnStmt>(S))
      ReturnsFrom[S] = In;
    if (const auto *Call = dyn_cast<CallExpr>(S))
      if (const FunctionDecl *F = Call->getDirectCallee())
        Calls[F->getCanonicalDecl()].push_back(Call);
    for (const Stmt *Child : S->children())
      gather(Child, S, In);
  }
};

namespace {

/// The kinds of types that carry sizes.
enum class Carrier { None, Number, List, Optional };

Carrier carrierOf(QualType T, const ASTContext &Context, unsigned Depth = 0) {
  T = T.getNonReferenceType().getCanonicalType().getUnqualifiedType();
  if (T->isIntegerType() && !T->isBooleanType() && !T->isEnumeralType())
    return Context.getTypeSize(T) == 64 ? Carrier::Number : Carrier::None;
  const auto *Record = dyn_cast_or_null<ClassTemplateSpecializationDecl>(T->getAsCXXRecordDecl());
  if (!Record || Depth)
    return Carrier::None;
  StringRef Name = identifierOf(Record);
  bool IsList = llvm::StringSwitch<bool>(Name)
                    .Case("ArrayRef", true)
                    .Case("vector", true)
                    .Case("SmallVector", true)
                    .Case("SmallVectorImpl", true)
                    .Case("array", true)
                    .Case("initializer_list", true)
                    .Case("OptionalArrayRef", true)
                    .Default(false);
  if (!IsList && Name != "optional")
    return Carrier::None;
  const TemplateArgument &Element = Record->getTemplateArgs()[0];
  if (Element.getKind() != TemplateArgument::Type ||
      carrierOf(Element.getAsType(), Context, 1) != Carrier::Number)
    return Carrier::None;
  return IsList ? Carrier::List : Carrier::Optional;
}

/// Whether a type is symbolic, or holds symbolic integers.
bool isSymbolic(QualType T) {
  if (isSymIntType(T))
    return true;
  const CXXRecordDecl *Record = T.getNonReferenceType().getCanonicalType()->getAsCXXRecordDecl();
  // A stand-in for torch's headers may have classes of these names.
  if (StringRef Name = identifierOf(Record);
      Name == "SymIntArrayRef" || Name == "OptionalSymIntArrayRef" || Name == "SymDimVector")
    return true;
  const auto *Specialization = dyn_cast_or_null<ClassTemplateSpecializationDecl>(Record);
  if (!Specialization || Specialization->getTemplateArgs().size() == 0)
    return false;
  const TemplateArgument &First = Specialization->getTemplateArgs()[0];
  return First.getKind() == TemplateArgument::Type && isSymIntType(First.getAsType());
}

/// Makes everything symbolic that follows from some reads or parameters.
class Propagation {
public:
  explicit Propagation(const SymIntSources &Sources)
      : S(Sources), Context(Sources.Context), SM(Sources.SM) {}

  void addRead(const Expr *Read) {
    if (!Nodes.insert(Read).second)
      return;
    Reads.push_back(Read);
    editRead(Read);
    climb(Read);
  }
  void addParameter(const ParmVarDecl *P) {
    Wanted = P;
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
    withhold(Read, "'" + calleeName(dyn_cast<CallExpr>(Read)) +
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
    Carrier Kind = carrierOf(T, Context);
    if (Kind == Carrier::None)
      return withhold(At, "'" + Name.str() + "' is a '" +
                              T.getUnqualifiedType().getAsString(Context.getPrintingPolicy()) +
                              "'");
    if (Kind == Carrier::Number)
      return edit(Loc.getBeginLoc(), Loc.getEndLoc(), "c10::SymInt");
    if (auto Template = Loc.getAs<TemplateSpecializationTypeLoc>()) {
      for (unsigned I = 0; I < Template.getNumArgs(); ++I) {
        const TypeSourceInfo *Argument = Template.getArgLoc(I).getTypeSourceInfo();
        if (Argument && carrierOf(Argument->getType(), Context) == Carrier::Number)
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
    if (failed() || isSymbolic(V->getType()) || !Nodes.insert(V).second)
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
      if (const DeclStmt *Declaration = S.DeclaredBy.lookup(V))
        for (const Decl *D : Declaration->decls())
          if (const auto *Other = dyn_cast<VarDecl>(D);
              Other && !Other->getType()->getContainedAutoType())
            makeVariable(Other);
      if (V->getTypeSourceInfo())
        editType(V->getTypeSourceInfo()->getTypeLoc(), V->getLocation(), Name);
      // A list that was made of another list of plain integers needs that to be symbolic too.
      if (carrierOf(V->getType(), Context) == Carrier::List && V->getInit())
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
    for (const DeclRefExpr *Use : S.Uses.lookup(V))
      climb(Use);
  }

  /// Whether all uses of a function are in code that is traced, so that its type can be changed.
  bool isPrivate(const FunctionDecl *F) const {
    if (F->isExternallyVisible() || F->isTemplateInstantiation() || F->isTemplated() ||
        isa<CXXMethodDecl>(F))
      return false;
    auto Found = S.NamedIn.find(F->getCanonicalDecl());
    if (Found == S.NamedIn.end())
      return true;
    return llvm::all_of(Found->second, [&](const FunctionDecl *In) {
      return In && S.Facts.reached().contains(In);
    });
  }

  bool makeParameter(const ParmVarDecl *P) {
    const auto *F = cast<FunctionDecl>(P->getDeclContext());
    std::string Name = P->getNameAsString();
    const auto *Method = dyn_cast<CXXMethodDecl>(F);
    if (Method && Method->getParent()->isLambda()) {
      if (P->getTypeSourceInfo())
        editType(P->getTypeSourceInfo()->getTypeLoc(), P->getLocation(), Name);
      if (const LambdaExpr *Lambda = S.LambdaOf.lookup(Method))
        checkLambda(Lambda);
      return true;
    }
    if (P != Wanted && !isPrivate(F)) {
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
      if (P == Wanted && carrierOf(P->getType(), Context) == Carrier::List &&
          identifierOf(P->getType().getNonReferenceType()->getAsCXXRecordDecl()) != "ArrayRef" &&
          identifierOf(P->getType().getNonReferenceType()->getAsCXXRecordDecl()) !=
              "OptionalArrayRef") {
        withhold(P->getLocation(),
                 "'" + Name +
                     "' is a list of its own; torch takes 'SymInt[]' as a c10::SymIntArrayRef");
        return false;
      }
      if (P == Wanted && P->getType()->isReferenceType()) {
        edit(Other->getBeginLoc(), Type.getEndLoc(),
             carrierOf(P->getType(), Context) == Carrier::List       ? "c10::SymIntArrayRef"
             : carrierOf(P->getType(), Context) == Carrier::Optional ? "std::optional<c10::SymInt>"
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
    for (const DeclRefExpr *Use : S.Uses.lookup(Holder->getCanonicalDecl()))
      if (!calledBy(Use))
        return withhold(Use, "'" + Holder->getNameAsString() + "' is given to something else");
    if (isFunctionObject(Holder->getType()))
      makeFunctionObject(Holder, Lambda);
  }

  static bool isFunctionObject(QualType T) {
    return identifierOf(T.getNonReferenceType().getCanonicalType()->getAsCXXRecordDecl()) ==
           "function";
  }

  /// The variable that is initialised with a lambda, through conversions.
  const VarDecl *holderOf(const Stmt *E) const {
    for (const Stmt *At = E; At; At = S.parent(At)) {
      if (const VarDecl *V = S.InitOf.lookup(At))
        return V;
      if (!isa<Expr>(At) || isa<CallExpr>(At))
        return nullptr;
    }
    return nullptr;
  }

  /// The call that a name is the function object of; null if it is used otherwise.
  const CXXOperatorCallExpr *calledBy(const DeclRefExpr *Use) const {
    const Stmt *At = S.parent(Use);
    while (At && isa<ImplicitCastExpr, ParenExpr>(At))
      At = S.parent(At);
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
      if (carrierOf(Part.getType(), Context) != Carrier::None)
        editType(Part, V->getLocation(), V->getNameAsString());
    };
    Change(Loc.getReturnLoc());
    for (const ParmVarDecl *P : Loc.getParams())
      if (P && P->getTypeSourceInfo())
        Change(P->getTypeSourceInfo()->getTypeLoc());
    const CXXMethodDecl *Method = Lambda->getCallOperator();
    for (const ParmVarDecl *P : Method->parameters())
      if (carrierOf(P->getType(), Context) != Carrier::None)
        makeVariable(P);
    if (carrierOf(Method->getReturnType(), Context) != Carrier::None)
      makeResult(Method, Lambda);
    for (const DeclRefExpr *Use : S.Uses.lookup(V->getCanonicalDecl()))
      if (const CXXOperatorCallExpr *Call = calledBy(Use))
        climb(Call);
  }

  /// What a function or a lambda returns becomes symbolic.
  void makeResult(const FunctionDecl *F, const Stmt *At) {
    F = F->getCanonicalDecl();
    if (isSymbolic(F->getReturnType()) || !Nodes.insert(F).second)
      return;
    const auto *Method = dyn_cast<CXXMethodDecl>(F);
    bool IsLambda = Method && Method->getParent()->isLambda();
    if (!IsLambda && !isPrivate(F))
      return withhold(At, "'" + F->getNameAsString() +
                              "' returns it as a plain integer and is not used here alone");
    for (const FunctionDecl *Declaration : F->redecls())
      if (const TypeSourceInfo *Info = Declaration->getTypeSourceInfo())
        if (FunctionTypeLoc Type = Info->getTypeLoc().getAsAdjusted<FunctionTypeLoc>();
            !IsLambda || S.LambdaOf.lookup(F)->hasExplicitResultType())
          editType(Type.getReturnLoc(), F->getLocation(), F->getNameAsString());
    if (IsLambda) {
      const LambdaExpr *Lambda = S.LambdaOf.lookup(F);
      checkLambda(Lambda);
    }
    for (const CallExpr *Call : S.Calls.lookup(F))
      climb(Call);
  }

  //===--- lists that have to be symbolic --------------------------------===//

  void demandList(const Expr *E) {
    if (failed() || !E || isa<CXXDefaultArgExpr>(E))
      return;
    E = stripWrappers(E);
    if (isSymbolic(E->getType()))
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
        if (carrierOf(T, Context) == Carrier::List || isIterator(Argument))
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
      if (llvm::StringSwitch<bool>(Name)
              .Case("begin", true)
              .Case("end", true)
              .Case("cbegin", true)
              .Case("cend", true)
              .Case("rbegin", true)
              .Case("rend", true)
              .Case("data", true)
              .Case("vec", true)
              .Case("slice", true)
              .Default(false))
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
             carrierOf(E->getType()->getPointeeType(), Context) == Carrier::Number;
    return llvm::StringSwitch<bool>(memberName(Call))
               .Case("begin", true)
               .Case("end", true)
               .Case("cbegin", true)
               .Case("cend", true)
               .Case("rbegin", true)
               .Case("rend", true)
               .Case("data", true)
               .Default(false) &&
           memberObject(Call) && carrierOf(memberObject(Call)->getType(), Context) == Carrier::List;
  }

  void makeTarget(const Expr *E) {
    for (unsigned I = 0; I < 8; ++I) {
      E = stripWrappers(E);
      if (auto [Base, Index] = subscript(E); Base) {
        E = Base;
        continue;
      }
      const auto *Call = dyn_cast<CXXMemberCallExpr>(E);
      if (!Call ||
          !(memberName(Call) == "back" || memberName(Call) == "front" || memberName(Call) == "at"))
        break;
      E = memberObject(Call);
    }
    if (const VarDecl *V = referredVariable(E))
      return makeVariable(V);
    withhold(E, "it is kept in something that is not a local variable");
  }

  //===--- what surrounds a value ----------------------------------------===//

  /// The value of an expression is symbolic now: everything that it is given to has to take that.
  void climb(const Expr *E) {
    while (!failed()) {
      if (const VarDecl *V = S.InitOf.lookup(E)) {
        if (isTensorType(V->getType()) || isSymbolic(V->getType()))
          return;
        return makeVariable(V);
      }
      if (const CXXForRangeStmt *Range = S.RangeOf.lookup(E)) {
        if (const VarDecl *V = Range->getLoopVariable())
          makeVariable(V);
        return;
      }
      const Stmt *P = S.parent(E);
      if (!P)
        return;
      if (isa<ReturnStmt>(P)) {
        const FunctionDecl *F = S.ReturnsFrom.lookup(P);
        if (!F || isSymbolic(F->getReturnType()) || isTensorType(F->getReturnType()))
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
      if (T->isArrayType() || carrierOf(T, Context) != Carrier::None || T->isVoidType())
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
      if (carrierOf(P->getType(), Context) == Carrier::List)
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
      std::string Name = recoveredCalleeName(cast<RecoveryExpr>(P)).upper();
      if (!StringRef(Name).contains("CHECK") && !StringRef(Name).contains("ASSERT"))
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
    if (isSymbolic(T))
      return false;
    StringRef Name = identifierOf(T->getAsCXXRecordDecl());
    // These take a symbolic integer as well.
    if (Name == "Scalar" || Name == "Slice")
      return false;
    Carrier Kind = carrierOf(T, Context);
    if (Kind == Carrier::None) {
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
    Carrier Kind = carrierOf(T, Context);
    if (isSymbolic(T))
      return false;
    if (T->isVoidType())
      return false;
    if (Kind == Carrier::None) {
      withhold(E, "it is cast to '" + T.getAsString(Context.getPrintingPolicy()) + "'");
      return false;
    }
    if (!Nodes.insert(P).second)
      return false;
    TypeLoc Loc = P->getTypeInfoAsWritten()->getTypeLoc();
    if (Kind == Carrier::Number) {
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
    const auto *Call = dyn_cast_or_null<CXXMemberCallExpr>(S.parent(P));
    if (!Call) {
      withhold(P, "it is used in a way that is not followed");
      return false;
    }
    StringRef Name = memberName(Call);
    enum class Does { Nothing, Value, Iterator, Takes, Unknown };
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
                    .Case("begin", Does::Iterator)
                    .Case("end", Does::Iterator)
                    .Case("cbegin", Does::Iterator)
                    .Case("cend", Does::Iterator)
                    .Case("rbegin", Does::Iterator)
                    .Case("rend", Does::Iterator)
                    .Case("data", Does::Iterator)
                    .Default(Does::Unknown);
    if (isConversion(Call) &&
        identifierOf(E->getType().getNonReferenceType().getCanonicalType()->getAsCXXRecordDecl()) ==
            "optional")
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
    case Does::Iterator:
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
      if (carrierOf(E->getType(), Context) == Carrier::List)
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
      } else if (carrierOf(P->getArg(1)->getType(), Context) == Carrier::List) {
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
          carrierOf(E->getType(), Context) == Carrier::Optional)
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
    if (V && isFunctionObject(V->getType()) && V->getInit())
      if (const LambdaExpr *Lambda = lambdaIn(V->getInit())) {
        checkLambda(Lambda);
        return false;
      }
    withhold(Call, "what it is given to is not known");
    return false;
  }

  static const LambdaExpr *lambdaIn(const Expr *E) {
    for (unsigned I = 0; E && I < 8; ++I) {
      E = stripWrappers(E);
      if (const auto *Lambda = dyn_cast<LambdaExpr>(E))
        return Lambda;
      const auto *Construct = dyn_cast<CXXConstructExpr>(E);
      E = Construct && Construct->getNumArgs() ? Construct->getArg(0) : nullptr;
    }
    return nullptr;
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
      if (carrierOf(Object->getType(), Context) != Carrier::None) {
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
      if (isSymbolic(Object->getType()))
        return false;
    }
    if (I < F->getNumParams() && isSymbolic(F->getParamDecl(I)->getType()))
      return false;
    if (const FunctionDecl *Form = symbolicForm(F)) {
      renameCall(P, F, Form);
      return carrierOf(F->getReturnType(), Context) != Carrier::None;
    }
    StringRef Space =
        identifierOf(dyn_cast<NamedDecl>(F->getDeclContext()->getEnclosingNamespaceContext()));
    if (I < F->getNumParams() &&
        identifierOf(F->getParamDecl(I)->getType().getNonReferenceType()->getAsCXXRecordDecl()) ==
            "Scalar")
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
    if (!F->hasBody(Definition) || !S.Facts.reached().contains(Definition)) {
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
      if (carrierOf(F->getParamDecl(I)->getType(), Context) == Carrier::List &&
          isSymbolic(Form->getParamDecl(I)->getType()))
        demandArgument(P->getArg(I));
  }

  /// An argument for a list of sizes: one that is a number on its way already needs nothing.
  void demandArgument(const Expr *E) {
    if (isa<CXXDefaultArgExpr>(E))
      return;
    const Expr *Inner = stripWrappers(E);
    if (const auto *Construct = dyn_cast<CXXConstructExpr>(Inner);
        Construct && Construct->getNumArgs() == 1 &&
        carrierOf(Construct->getType(), Context) == Carrier::List) {
      const Expr *Argument = stripWrappers(Construct->getArg(0));
      if (Argument->getType()->isIntegerType()) {
        Singles.push_back(Argument);
        return;
      }
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

  const SymIntSources &S;
  ASTContext &Context;
  const SourceManager &SM;
  /// The parameter of a kernel that is to become symbolic.
  const ParmVarDecl *Wanted = nullptr;
  /// By begin and end in the main file.
  std::map<std::pair<unsigned, unsigned>, std::string> Edits;

public:
  /// Single numbers that stand for a list; they have to be symbolic themselves.
  SmallVector<const Expr *, 2> Singles;
};

} // namespace

SymIntRewriter::~SymIntRewriter() = default;

SymIntRewriter::SymIntRewriter(const MetaFacts &Facts)
    : Sources(std::make_unique<SymIntSources>(Facts)) {
  const SourceManager &SM = Sources->SM;
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
    Propagation Alone(*Sources);
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
      P = std::make_unique<Part>(Part{Propagation(*Sources), {}});
    P->Seeds.push_back(Seeds[I]);
    P->Found.addRead(Seeds[I]);
  }
  for (const auto &P : Parts) {
    SymIntRewrite Rewrite;
    Rewrite.Reads.assign(P->Seeds.begin(), P->Seeds.end());
    llvm::sort(Rewrite.Reads, [&](const Expr *A, const Expr *B) {
      return SM.isBeforeInTranslationUnit(SM.getFileLoc(A->getExprLoc()),
                                          SM.getFileLoc(B->getExprLoc()));
    });
    Rewrite.Withheld = P->Found.Withheld;
    Rewrite.WithheldAt = P->Found.WithheldAt;
    if (!P->Found.failed())
      Rewrite.Edits = P->Found.edits();
    Rewrites.push_back(std::move(Rewrite));
  }
}

const SymIntRewrite *SymIntRewriter::of(const Expr *Read) const {
  for (const SymIntRewrite &Rewrite : Rewrites)
    if (llvm::is_contained(Rewrite.Reads, Read))
      return &Rewrite;
  return nullptr;
}

SymIntRewrite SymIntRewriter::ofParameter(const ParmVarDecl *Parameter) const {
  Propagation Found(*Sources);
  Found.addParameter(Parameter);
  SymIntRewrite Rewrite;
  Rewrite.Reads = Found.Reads;
  Rewrite.Withheld = Found.Withheld;
  Rewrite.WithheldAt = Found.WithheldAt;
  if (!Found.failed())
    Rewrite.Edits = Found.edits();
  return Rewrite;
}

} // namespace aoti
