#include "checks/usage/DeprecatedApiCheck.h"
#include "Facts/AstQuery.h"
#include "Facts/TuFacts.h"
#include "Support/ClangCompat.h"
#include "Support/Quote.h"

using namespace clang;

namespace aoti {
namespace {

constexpr llvm::StringLiteral Base = "AOTIModelContainerRunner";

/// Whether a class is a runner for one kind of device. Their base class is what the loader of
/// packages gives access to.
bool isRunner(const CXXRecordDecl *Class) {
  StringRef Name = identifierOf(Class);
  if (!Name.consume_front(Base) || Name.empty())
    return false;
  const auto *Space =
      dyn_cast<NamespaceDecl>(Class->getDeclContext()->getEnclosingNamespaceContext());
  return identifierOf(Space) == "inductor";
}

struct RunnerMade {
  const CXXRecordDecl *Class;
  SourceRange At;
};

class RunnerFinder : public AstVisitor<RunnerFinder> {
public:
  explicit RunnerFinder(const SourceManager &SM) : SM(SM) {}
  std::vector<RunnerMade> Found;

  // Templates are read as they were written.
  bool TraverseDecl(Decl *D) {
    const auto *F = dyn_cast_or_null<FunctionDecl>(D);
    return (F && F->isTemplateInstantiation()) || AstVisitor::TraverseDecl(D);
  }

  bool VisitCXXConstructExpr(CXXConstructExpr *E) {
    if (!E->getConstructor()->isCopyOrMoveConstructor())
      add(E->getConstructor()->getParent(), E->getSourceRange());
    return true;
  }
  bool VisitCallExpr(CallExpr *Call) {
    StringRef Name = calleeName(Call);
    const auto *Ref = dyn_cast<DeclRefExpr>(Call->getCallee()->IgnoreParenImpCasts());
    if ((Name != "make_unique" && Name != "make_shared") || !Ref || !Ref->hasExplicitTemplateArgs())
      return true;
    const TemplateArgument &First = Ref->template_arguments().front().getArgument();
    if (First.getKind() == TemplateArgument::Type)
      add(First.getAsType()->getAsCXXRecordDecl(), Call->getSourceRange());
    return true;
  }

private:
  void add(const CXXRecordDecl *Class, SourceRange At) {
    if (isRunner(Class) && isReportable(At.getBegin(), SM))
      Found.push_back({Class, At});
  }

  const SourceManager &SM;
};

} // namespace

void DeprecatedApiCheck::checkUnit(ASTContext &Context) {
  // What generates packages makes no runners.
  if (TuFacts::of(Context)->dialect().Kind != SourceKind::Other)
    return;
  RunnerFinder Finder(Context.getSourceManager());
  for (Decl *D : Context.getTraversalScope())
    Finder.TraverseDecl(D);
  for (const RunnerMade &Made : Finder.Found) {
    CodeFinding F;
    F.Level = Severity::Warning;
    F.At = charRange(Made.At, Context);
    F.Message = quoted(Made.Class->getName()) +
                " runs a bare library of the old API: it does not read packages, does not compare "
                "the machine with the one that the "
                "library was built for, and knows nothing of the files beside it; compile the "
                "model to a package and load that with "
                "'torch::inductor::AOTIModelPackageLoader' "
                "(torch/csrc/inductor/aoti_package/model_package_loader.h)";
    report(F, Context);
  }
}

} // namespace aoti
