#include "Facts/ShimUses.h"
#include "Facts/AstQuery.h"
#include "Shim/ShimTable.h"
#include "Support/ClangCompat.h"
#include "clang/AST/DeclTemplate.h"
#include "llvm/ADT/StringMap.h"

using namespace clang;

namespace aoti {
namespace {

/// A function that every release of the shim has: the header that declares it is the shim.
constexpr llvm::StringLiteral Landmark = "aoti_torch_empty_strided";

/// Whether code is made for a function: for what other files can call, and what this one refers to.
bool isEmitted(const FunctionDecl *F) {
  if (const FunctionTemplateDecl *Template = F->getDescribedFunctionTemplate())
    return Template->isReferenced() || !Template->specializations().empty();
  if (F->isTemplated())
    return true;
  if (const auto *Method = dyn_cast<CXXMethodDecl>(F))
    if (Method->isVirtual() || isa<CXXConstructorDecl, CXXDestructorDecl>(Method))
      return true;
  return F->isReferenced() || F->isUsed() || (F->isExternallyVisible() && !F->isInlined());
}

class UseFinder : public AstVisitor<UseFinder> {
public:
  UseFinder(ASTContext &Context, uint32_t GeneratedBegin)
      : Context(Context), SM(Context.getSourceManager()), GeneratedBegin(GeneratedBegin) {}

  std::vector<ShimUse> run() {
    for (Decl *D : Context.getTraversalScope())
      TraverseDecl(D);
    return std::move(Uses);
  }

  bool TraverseDecl(Decl *D) {
    const auto *F = dyn_cast_or_null<FunctionDecl>(D);
    if (const auto *Template = dyn_cast_or_null<FunctionTemplateDecl>(D))
      F = Template->getTemplatedDecl();
    // Templates are read as they were written.
    if (F && (F->isTemplateInstantiation() || (F->doesThisDeclarationHaveABody() && !isEmitted(F))))
      return true;
    return AstVisitor::TraverseDecl(D);
  }
  // What types are made of is not evaluated.
  bool TraverseTypeLoc(TypeLoc, bool = true) { return true; }
  bool TraverseUnaryExprOrTypeTraitExpr(UnaryExprOrTypeTraitExpr *) { return true; }
  bool TraverseCXXNoexceptExpr(CXXNoexceptExpr *) { return true; }

  bool VisitCallExpr(CallExpr *Call) {
    if (ShimUse *Use = find(calleeName(Call), calledPattern(Call), Call->getCallee()))
      if (llvm::none_of(Use->Calls, [&](const ShimUse::Call &C) {
            return C.NumArguments == Call->getNumArgs();
          }))
        Use->Calls.push_back({Call->getNumArgs(), Call->getSourceRange()});
    return true;
  }
  bool VisitDeclRefExpr(DeclRefExpr *Ref) {
    if (const auto *F = dyn_cast<FunctionDecl>(Ref->getDecl()))
      count(find(identifierOf(F), F, Ref));
    return true;
  }
  bool VisitUnresolvedLookupExpr(UnresolvedLookupExpr *Lookup) {
    if (Lookup->getName().isIdentifier() && Lookup->getNumDecls() == 1) {
      const NamedDecl *D = (*Lookup->decls_begin())->getUnderlyingDecl();
      count(find(identifierOf(D), D->getAsFunction(), Lookup));
    }
    return true;
  }

private:
  static void count(ShimUse *Use) {
    if (Use)
      ++Use->Count;
  }

  /// The entry for a use; null if it is none.
  ShimUse *find(StringRef Name, const FunctionDecl *F, const Expr *At) {
    if (!F || !(Name.starts_with("aoti_torch_") || Name.starts_with("torch_")) ||
        !isGenerated(At->getBeginLoc(), SM, GeneratedBegin))
      return nullptr;
    auto [Known, IsNew] = ByName.try_emplace(Name, -1);
    if (IsNew && (findShimFunction(Name) || findUnversioned(Name)) && !isOwn(F)) {
      Known->second = static_cast<int>(Uses.size());
      Uses.push_back({Name.str(), At->getSourceRange(), 0, {}});
    }
    return Known->second < 0 ? nullptr : &Uses[Known->second];
  }

  /// Whether the input brings the function itself.
  bool isOwn(const FunctionDecl *F) {
    for (const FunctionDecl *D : F->redecls()) {
      if (!isInput(D))
        continue;
      SourceLocation Place = SM.getFileLoc(D->getLocation());
      if (D->doesThisDeclarationHaveABody() || SM.isInMainFile(Place) ||
          !isShim(SM.getFileID(Place)))
        return true;
    }
    return false;
  }
  /// Whether a declaration stands in the input. What the tool declares for the input is included
  /// before its first line.
  bool isInput(const Decl *D) const {
    SourceLocation At = SM.getFileLoc(D->getLocation());
    if (At.isInvalid() || SM.isInSystemHeader(At))
      return false;
    SourceLocation From = SM.getIncludeLoc(SM.getFileID(At));
    return From.isInvalid() ||
           !(SM.isWrittenInCommandLineFile(From) || SM.isWrittenInBuiltinFile(From));
  }
  bool isShim(FileID Header) {
    auto [Known, IsNew] = Headers.try_emplace(Header, false);
    if (IsNew)
      for (const NamedDecl *D :
           Context.getTranslationUnitDecl()->lookup(DeclarationName(&Context.Idents.get(Landmark))))
        for (const Decl *Again : D->redecls())
          Known->second |= SM.getFileID(SM.getFileLoc(Again->getLocation())) == Header;
    return Known->second;
  }

  ASTContext &Context;
  const SourceManager &SM;
  uint32_t GeneratedBegin;
  std::vector<ShimUse> Uses;
  /// Positions in Uses; -1 for functions that are none.
  llvm::StringMap<int> ByName;
  llvm::DenseMap<FileID, bool> Headers;
};

} // namespace

std::vector<ShimUse> findShimUses(ASTContext &Context, uint32_t GeneratedBegin) {
  return UseFinder(Context, GeneratedBegin).run();
}

} // namespace aoti
