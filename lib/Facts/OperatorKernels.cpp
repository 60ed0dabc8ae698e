#include "Facts/OperatorKernels.h"
#include "Facts/AstQuery.h"
#include "Facts/OperatorIndex.h"
#include "Facts/OperatorRegistrations.h"
#include "Facts/ParserErrors.h"
#include "Facts/TorchTypes.h"
#include "Support/ClangCompat.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DeclTemplate.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringMap.h"

using namespace clang;
using llvm::StringRef;

namespace aoti {

/// No kernel is followed through more functions, which is far above what people write.
static constexpr unsigned MaxFunctions = 500;

bool OperatorKernel::runsOnGpu() const {
  return llvm::any_of(Keys, [](StringRef Key) {
    return !Key.starts_with("Autograd") && !Key.starts_with("Autocast") &&
           (Key.ends_with("CUDA") || Key.ends_with("HIP"));
  });
}

bool OperatorKernel::seesData() const {
  return llvm::any_of(Keys, [](StringRef Key) {
    return !OperatorRegistration::isMetaKey(Key) && !Key.starts_with("Autograd") &&
           !Key.starts_with("Autocast") && !Key.starts_with("Python") && Key != "ADInplaceOrView" &&
           Key != "Functionalize";
  });
}

/// The definition of a function in the input, of a template its pattern; null if it has none there.
static const FunctionDecl *definitionInInput(const FunctionDecl *F, const ASTContext &Context) {
  if (!F)
    return nullptr;
  const FunctionDecl *Pattern = F->getTemplateInstantiationPattern();
  return definitionInView(Pattern ? Pattern : F, Context.getSourceManager());
}

namespace {
struct CalledFunctions : AstVisitor<CalledFunctions> {
  const ASTContext &Context;
  llvm::SetVector<const FunctionDecl *> Found;
  explicit CalledFunctions(const ASTContext &Context) : Context(Context) {}

  void add(const FunctionDecl *F) {
    if (F)
      Found.insert(F);
  }
  bool VisitCallExpr(CallExpr *Call) {
    add(passedArguments(Call, Context).Callee);
    return true;
  }
  bool VisitCXXConstructExpr(CXXConstructExpr *Construct) {
    add(passedArguments(Construct, Context).Callee);
    return true;
  }
  // A function that is handed on may be called.
  bool VisitDeclRefExpr(DeclRefExpr *Ref) {
    if (const auto *F = dyn_cast<FunctionDecl>(Ref->getDecl()))
      add(definitionInInput(F, Context));
    return true;
  }
};
} // namespace

OperatorKernels::OperatorKernels(TuFacts &Facts) : Context(Facts.context()) {
  llvm::DenseMap<const FunctionDecl *, unsigned> Known;
  auto Add = [&](const FunctionDecl *F, StringRef Operator, StringRef Key) {
    auto [It, New] = Known.try_emplace(F, Kernels.size());
    if (New)
      Kernels.push_back({F, Operator.str(), {}});
    OperatorKernel &Kernel = Kernels[It->second];
    if (!llvm::is_contained(Kernel.Keys, Key))
      Kernel.Keys.push_back(Key.str());
  };
  for (const OperatorRegistration &R : Facts.operators().all())
    if (R.IsKeyKnown)
      if (const FunctionDecl *F = definitionInInput(R.Kernel, Context))
        Add(F, R.Operator, R.Key);
  if (const OperatorIndex *Index = OperatorIndex::current()) {
    // Of overloads, only one is registered, and another file does not say which.
    llvm::StringMap<llvm::SmallVector<const FunctionDecl *, 1>> ByName;
    forEachGeneratedFunction(Facts.context(), 0, [&](const FunctionDecl *F) {
      if (F->getDeclName().isIdentifier() && !isa<CXXMethodDecl>(F))
        ByName[qualifiedFunctionName(F)].push_back(F);
    });
    for (const auto &[Name, Functions] : ByName)
      if (Functions.size() == 1)
        for (const KernelRecord *Record : Index->registrationsOf(Name))
          Add(Functions.front(), Record->Operator, Record->Key);
  }
  const SourceManager &SM = Context.getSourceManager();
  llvm::sort(Kernels, [&](const OperatorKernel &A, const OperatorKernel &B) {
    return SM.isBeforeInTranslationUnit(A.Function->getBeginLoc(), B.Function->getBeginLoc());
  });
}

const OperatorKernels::FunctionCode &OperatorKernels::code(const FunctionDecl *F) {
  auto [It, New] = Code.try_emplace(F);
  if (New) {
    FunctionCode &Into = It->second;
    Into.IsReadable = !F->isInvalidDecl() &&
                      !ParserErrors::anyIn(F->getSourceRange(), Context.getSourceManager());
    CalledFunctions Calls(Context);
    forEachPartOf(F, [&](const Stmt *Part) { Calls.TraverseStmt(const_cast<Stmt *>(Part)); });
    Into.Called.assign(Calls.Found.begin(), Calls.Found.end());
  }
  return It->second;
}

std::vector<const FunctionDecl *> OperatorKernels::reached(const FunctionDecl *Kernel,
                                                           bool WithDeviceCode) {
  llvm::SetVector<const FunctionDecl *> Found;
  Found.insert(Kernel);
  for (unsigned I = 0; I < Found.size(); ++I) {
    for (const FunctionDecl *F : calledBy(Found[I]))
      if (WithDeviceCode || !isDeviceCode(F))
        Found.insert(F);
    if (Found.size() > MaxFunctions)
      return {};
  }
  return {Found.begin(), Found.end()};
}

llvm::ArrayRef<const FunctionDecl *> OperatorKernels::functionsOf(const FunctionDecl *Kernel) {
  auto [It, New] = All.try_emplace(Kernel);
  if (New)
    It->second = reached(Kernel, /*WithDeviceCode=*/true);
  return It->second;
}

llvm::ArrayRef<const FunctionDecl *> OperatorKernels::hostFunctionsOf(const FunctionDecl *Kernel) {
  auto [It, New] = OnHost.try_emplace(Kernel);
  if (New) {
    std::vector<const FunctionDecl *> Found = reached(Kernel, /*WithDeviceCode=*/false);
    if (llvm::all_of(Found, [&](const FunctionDecl *F) { return isReadable(F); }))
      It->second = std::move(Found);
  }
  return It->second;
}

PassedArguments passedArguments(const Expr *E, const ASTContext &Context) {
  if (const auto *Construct = dyn_cast<CXXConstructExpr>(E))
    return {definitionInInput(Construct->getConstructor(), Context),
            {Construct->getArgs(), Construct->getNumArgs()}};
  const auto *Call = cast<CallExpr>(E);
  llvm::ArrayRef<const Expr *> Arguments(Call->getArgs(), Call->getNumArgs());
  const FunctionDecl *F = definitionInInput(calledPattern(Call), Context);
  const auto *Method = dyn_cast_or_null<CXXMethodDecl>(Call->getDirectCallee());
  if (isa<CXXOperatorCallExpr>(Call) && Method && !Method->isStatic() && !Arguments.empty())
    Arguments = Arguments.drop_front();
  return {F, Arguments};
}

void forEachPartOf(const FunctionDecl *F, llvm::function_ref<void(const Stmt *)> Visit) {
  if (const auto *Constructor = dyn_cast<CXXConstructorDecl>(F))
    for (const CXXCtorInitializer *Initializer : Constructor->inits())
      if (Initializer->getInit())
        Visit(Initializer->getInit());
  if (F->getBody())
    Visit(F->getBody());
}

bool isDeviceCode(const FunctionDecl *F) {
  const auto *Device = F->getAttr<CUDADeviceAttr>();
  return F->hasAttr<CUDAGlobalAttr>() || (Device && !F->hasAttr<CUDAHostAttr>());
}

bool isTensorOrOptional(QualType T) {
  if (T.isNull())
    return false;
  if (isTensorType(T))
    return true;
  const auto *Special = dyn_cast_or_null<ClassTemplateSpecializationDecl>(
      T.getNonReferenceType().getCanonicalType()->getAsCXXRecordDecl());
  return Special && (identifierOf(Special) == "optional" || identifierOf(Special) == "Optional") &&
         Special->getTemplateArgs().size() > 0 &&
         Special->getTemplateArgs()[0].getKind() == TemplateArgument::Type &&
         isTensorType(Special->getTemplateArgs()[0].getAsType());
}

const DeclRefExpr *tensorReference(const Expr *E) {
  for (unsigned I = 0; E && I < 16; ++I) {
    E = stripWrappers(E);
    if (const auto *Ref = dyn_cast<DeclRefExpr>(E))
      return isa<VarDecl>(Ref->getDecl()) && isTensorOrOptional(Ref->getDecl()->getType())
                 ? Ref
                 : nullptr;
    if (const auto *Unary = dyn_cast<UnaryOperator>(E)) {
      if (Unary->getOpcode() != UO_Deref)
        return nullptr;
      E = Unary->getSubExpr();
    } else if (const auto *Operator = dyn_cast<CXXOperatorCallExpr>(E)) {
      if (Operator->getNumArgs() != 1 ||
          (Operator->getOperator() != OO_Star && Operator->getOperator() != OO_Arrow))
        return nullptr;
      E = Operator->getArg(0);
    } else if (const auto *Construct = dyn_cast<CXXConstructExpr>(E)) {
      if (Construct->getNumArgs() != 1)
        return nullptr;
      E = Construct->getArg(0);
    } else if (const auto *Call = dyn_cast<CallExpr>(E)) {
      if (const Expr *Object = memberObject(Call);
          Object && calleeName(Call) == "value" && Call->getNumArgs() == 0)
        E = Object;
      else if (!Object && Call->getNumArgs() == 1 &&
               (calleeName(Call) == "move" || calleeName(Call) == "forward"))
        E = Call->getArg(0);
      else
        return nullptr;
    } else {
      return nullptr;
    }
  }
  return nullptr;
}

std::string shownFunctionName(const FunctionDecl *F) {
  const auto *Method = dyn_cast<CXXMethodDecl>(F);
  return Method && Method->getParent()->isLambda() ? "this lambda"
                                                   : "'" + F->getNameAsString() + "'";
}

} // namespace aoti
