#include "Facts/TracedCode.h"
#include "Support/ClangCompat.h"

using namespace clang;

namespace aoti {

TracedCode::TracedCode(ASTContext &Context, llvm::ArrayRef<const FunctionDecl *> Gathered)
    : Context(Context), Functions(Gathered.begin(), Gathered.end()) {
  for (const FunctionDecl *F : Gathered)
    gather(F->getBody(), nullptr, F);
  findNames();
}

void TracedCode::findNames() {
  struct Finder : AstVisitor<Finder> {
    TracedCode &To;
    /// The function whose code is visited; for the lambda that a kernel is, its call operator.
    const FunctionDecl *In = nullptr;
    explicit Finder(TracedCode &To) : To(To) { ShouldVisitTemplateInstantiations = true; }
    bool TraverseDecl(Decl *D) {
      const FunctionDecl *Outer = In;
      if (const auto *F = dyn_cast_or_null<FunctionDecl>(D); F && F->getDeclName().isIdentifier())
        In = F;
      bool Result = AstVisitor::TraverseDecl(D);
      In = Outer;
      return Result;
    }
    bool TraverseLambdaExpr(LambdaExpr *Lambda) {
      const FunctionDecl *Outer = In;
      if (To.Functions.contains(Lambda->getCallOperator()))
        In = Lambda->getCallOperator();
      bool Result = AstVisitor::TraverseLambdaExpr(Lambda);
      In = Outer;
      return Result;
    }
    bool VisitDeclRefExpr(DeclRefExpr *Ref) {
      const auto *F = dyn_cast<FunctionDecl>(Ref->getDecl());
      if (F && !To.Functions.contains(In))
        To.NamedElsewhere.insert(F->getCanonicalDecl());
      return true;
    }
  } Names(*this);
  Names.TraverseAST(Context);
}

bool TracedCode::isNamedHereAlone(const FunctionDecl *F) const {
  return !NamedElsewhere.contains(F->getCanonicalDecl());
}

void TracedCode::gather(const Stmt *S, const Stmt *Parent, const FunctionDecl *In) {
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

} // namespace aoti
