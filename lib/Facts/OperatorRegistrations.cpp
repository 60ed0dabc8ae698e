#include "Facts/OperatorRegistrations.h"
#include "Facts/AstQuery.h"
#include "Support/ClangCompat.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Lex/Lexer.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/StringExtras.h"
#include <numeric>
#include <set>
#include <tuple>

using namespace clang;
using llvm::SmallVector;
using llvm::StringRef;

namespace aoti {

bool OperatorRegistration::isMetaKey(StringRef Key) {
  return Key == "Meta" || Key == "SparseMeta" || Key == "QuantizedMeta" ||
         Key == "NestedTensorMeta" || Key == "SparseCsrMeta";
}

bool OperatorRegistration::isCompositeKey(StringRef Key) {
  return Key.empty() || Key == "CatchAll" || Key.starts_with("Composite");
}

std::string qualifiedFunctionName(const FunctionDecl *F) {
  SmallVector<StringRef, 6> Parts;
  std::string Own = F->getNameAsString();
  Parts.push_back(Own);
  for (const DeclContext *At = F->getDeclContext(); At && !At->isTranslationUnit();
       At = At->getParent())
    if (const auto *Named = dyn_cast<NamedDecl>(At); Named && Named->getIdentifier())
      Parts.push_back(Named->getName());
  std::reverse(Parts.begin(), Parts.end());
  return llvm::join(Parts, "::");
}

const FunctionDecl *canonicalFunction(const FunctionDecl *F) {
  if (!F)
    return nullptr;
  if (const FunctionDecl *Pattern = F->getTemplateInstantiationPattern(/*ForDefinition=*/false))
    F = Pattern;
  return F->getCanonicalDecl();
}

/// Whether a function shares its name with others where it is declared.
static bool hasOverloads(const FunctionDecl *F) {
  for (const NamedDecl *Found : F->getDeclContext()->getRedeclContext()->lookup(F->getDeclName())) {
    const NamedDecl *D = Found->getUnderlyingDecl();
    const auto *Other = dyn_cast<FunctionDecl>(D);
    if (const auto *Template = dyn_cast<FunctionTemplateDecl>(D))
      Other = Template->getTemplatedDecl();
    if (Other && canonicalFunction(Other) != canonicalFunction(F))
      return true;
  }
  return false;
}

std::vector<RegisteredElsewhere> registeredElsewhere(ASTContext &Context) {
  std::vector<RegisteredElsewhere> Found;
  const OperatorIndex *Index = OperatorIndex::current();
  if (!Index)
    return Found;
  llvm::StringMap<unsigned> FirstOf;
  forEachGeneratedFunction(Context, 0, [&](const FunctionDecl *F) {
    const auto *Method = dyn_cast<CXXMethodDecl>(F);
    if (!F->getDeclName().isIdentifier() || (Method && !Method->isStatic()))
      return;
    std::string Name = qualifiedFunctionName(F);
    const std::vector<const KernelRecord *> &Records = Index->registrationsOf(Name);
    if (Records.empty())
      return;
    auto [First, New] = FirstOf.try_emplace(Name, Found.size());
    if (!New)
      Found[First->second].IsOverloaded = true;
    Found.push_back({F, Records, !New || hasOverloads(F)});
  });
  return Found;
}

namespace {

/// The library classes of both interfaces.
enum class LibraryKind { None, Torch, Stable };

LibraryKind libraryKind(QualType T) {
  const CXXRecordDecl *Record = recordOf(T);
  StringRef Name = identifierOf(Record);
  if (Name == "StableLibrary")
    return LibraryKind::Stable;
  // Another project may have a class of that name.
  return Name == "Library" && outerNamespace(Record) == "torch" ? LibraryKind::Torch
                                                                : LibraryKind::None;
}

/// The function in a template argument.
const FunctionDecl *functionArgument(ArrayRef<TemplateArgument> Arguments) {
  for (const TemplateArgument &Argument : Arguments) {
    if (Argument.getKind() == TemplateArgument::Declaration)
      if (const auto *F = dyn_cast<FunctionDecl>(Argument.getAsDecl()))
        return F;
    if (Argument.getKind() == TemplateArgument::Expression)
      if (const FunctionDecl *F = namedKernel(Argument.getAsExpr()))
        return F;
  }
  return nullptr;
}

const FunctionDecl *functionArgument(QualType T) {
  if (const auto *Specialization = dyn_cast_or_null<ClassTemplateSpecializationDecl>(
          T.getCanonicalType()->getAsCXXRecordDecl()))
    return functionArgument(Specialization->getTemplateArgs().asArray());
  return nullptr;
}

const FunctionDecl *uniqueOverload(const OverloadExpr *Overloads) {
  const FunctionDecl *Only = nullptr;
  for (const NamedDecl *D : Overloads->decls()) {
    const NamedDecl *Named = D->getUnderlyingDecl();
    const auto *F = dyn_cast<FunctionDecl>(Named);
    if (const auto *Template = dyn_cast<FunctionTemplateDecl>(Named))
      F = Template->getTemplatedDecl();
    if (!F || (Only && canonicalFunction(Only) != canonicalFunction(F)))
      return nullptr;
    Only = F;
  }
  return Only;
}

} // namespace

const FunctionDecl *namedKernel(const Expr *E) {
  for (unsigned I = 0; E && I < 32; ++I) {
    E = stripWrappers(E);
    if (const auto *Lambda = dyn_cast<LambdaExpr>(E))
      return Lambda->getCallOperator();
    if (const auto *Unary = dyn_cast<UnaryOperator>(E)) {
      // `+[](…) {…}` is a pointer to a function too.
      E = Unary->getSubExpr();
      continue;
    }
    if (const auto *Overloads = dyn_cast<OverloadExpr>(E))
      return uniqueOverload(Overloads);
    if (const auto *Ref = dyn_cast<DeclRefExpr>(E)) {
      if (const auto *F = dyn_cast<FunctionDecl>(Ref->getDecl())) {
        // `boxer<decltype(f), &f>::boxed_fn`, but `Kernel<float>::run` is one itself.
        if (const auto *Method = dyn_cast<CXXMethodDecl>(F))
          if (const auto *Specialization =
                  dyn_cast<ClassTemplateSpecializationDecl>(Method->getParent()))
            if (const FunctionDecl *Given =
                    functionArgument(Specialization->getTemplateArgs().asArray()))
              return Given;
        return F;
      }
      const auto *V = dyn_cast<VarDecl>(Ref->getDecl());
      if (!V || isa<ParmVarDecl>(V))
        return nullptr;
      E = V->getAnyInitializer();
      continue;
    }
    if (const auto *Construct = dyn_cast<CXXConstructExpr>(E)) {
      if (const FunctionDecl *F = functionArgument(Construct->getType()))
        return F;
      if (Construct->getNumArgs() == 0)
        return nullptr;
      E = Construct->getArg(0);
      continue;
    }
    if (isa<CXXScalarValueInitExpr, CXXUnresolvedConstructExpr, InitListExpr>(E)) {
      if (const FunctionDecl *F = functionArgument(E->getType()))
        return F;
      if (const auto *List = dyn_cast<InitListExpr>(E); List && List->getNumInits() == 1) {
        E = List->getInit(0);
        continue;
      }
      return nullptr;
    }
    if (const auto *Call = dyn_cast<CallExpr>(E)) {
      StringRef Name = calleeName(Call);
      if (Name == "dispatch" && Call->getNumArgs() == 2) {
        E = Call->getArg(1);
        continue;
      }
      if ((Name == "move" || Name == "forward") && Call->getNumArgs() == 1) {
        E = Call->getArg(0);
        continue;
      }
      // A conversion of a lambda to a pointer.
      if (isConversion(Call)) {
        E = memberObject(Call);
        continue;
      }
      return nullptr;
    }
    return nullptr;
  }
  return nullptr;
}

const StringLiteral *writtenText(const Expr *E) {
  for (unsigned I = 0; E && I < 16; ++I) {
    E = stripWrappers(E);
    if (const auto *Literal = dyn_cast<StringLiteral>(E))
      return Literal->getCharByteWidth() == 1 ? Literal : nullptr;
    if (const auto *Construct = dyn_cast<CXXConstructExpr>(E)) {
      E = Construct->getNumArgs() ? Construct->getArg(0) : nullptr;
    } else if (const auto *Call = dyn_cast<CallExpr>(E)) {
      // torch::schema("…"), torch::detail::SelectiveStr and their operators
      if (isConversion(Call))
        E = memberObject(Call);
      else if ((calleeName(Call) == "schema" || calleeName(Call) == "parseSchema") &&
               Call->getNumArgs())
        E = Call->getArg(0);
      else
        return nullptr;
    } else if (const auto *List = dyn_cast<InitListExpr>(E)) {
      E = List->getNumInits() == 1 ? List->getInit(0) : nullptr;
    } else if (const auto *Ref = dyn_cast<DeclRefExpr>(E)) {
      const auto *V = dyn_cast<VarDecl>(Ref->getDecl());
      E = V && !isa<ParmVarDecl>(V) && V->getType().isConstQualified() ? V->getAnyInitializer()
                                                                       : nullptr;
    } else {
      return nullptr;
    }
  }
  return nullptr;
}

namespace {

/// What a block registers into.
struct Library {
  std::string Namespace;
  std::string Key;
  bool IsKnown = false;
};

/// The key in `c10::DispatchKey::Meta`, `c10::kMeta` or `at::DeviceType::Meta`; nullopt if it is
/// none.
std::optional<std::string> dispatchKey(const Expr *E) {
  E = stripWrappers(E);
  const auto *Ref = dyn_cast_or_null<DeclRefExpr>(E);
  if (const auto *Construct = dyn_cast_or_null<CXXConstructExpr>(E);
      Construct && Construct->getNumArgs() >= 1)
    return dispatchKey(Construct->getArg(0));
  if (!Ref)
    return std::nullopt;
  if (isa<EnumConstantDecl>(Ref->getDecl())) {
    const auto *Enum = cast<EnumDecl>(Ref->getDecl()->getDeclContext());
    if (Enum->getName() == "DispatchKey" || Enum->getName() == "DeviceType")
      return Ref->getDecl()->getNameAsString();
  }
  if (const auto *V = dyn_cast<VarDecl>(Ref->getDecl());
      V && V->getType().isConstQualified() && V->getAnyInitializer() && !isa<ParmVarDecl>(V))
    return dispatchKey(V->getAnyInitializer());
  return std::nullopt;
}

class RegistrationFinder : public AstVisitor<RegistrationFinder> {
public:
  RegistrationFinder(ASTContext &Context, std::vector<OperatorRegistration> &Into)
      : Context(Context), SM(Context.getSourceManager()), Into(Into) {}

  // A call that another is made on stands before that.
  bool shouldTraversePostOrder() const { return true; }

  void run() {
    BlockFinder Blocks(*this);
    Blocks.TraverseAST(Context);
    for (const FunctionDecl *F : Functions) {
      auto Found = Libraries.find(F->getCanonicalDecl());
      if (Found != Libraries.end())
        visitBlock(F, Found->second);
      else if (std::optional<Library> Written = libraryOfMacro(F))
        visitBlock(F, *Written);
    }
    // Helpers that no block calls: what they register is known, but not where.
    for (const FunctionDecl *F : Functions)
      if (!Reached.contains(F))
        visitBlock(F, Library());
    // Calls of one macro stand at one place and keep the order of their expansion.
    std::vector<size_t> Order(Into.size());
    std::iota(Order.begin(), Order.end(), 0);
    llvm::sort(Order, [&](size_t A, size_t B) {
      SourceLocation PlaceA = Into[A].Call->getBeginLoc(), PlaceB = Into[B].Call->getBeginLoc();
      return PlaceA == PlaceB ? A < B : SM.isBeforeInTranslationUnit(PlaceA, PlaceB);
    });
    std::vector<OperatorRegistration> Sorted;
    for (size_t I : Order)
      Sorted.push_back(std::move(Into[I]));
    Into = std::move(Sorted);
  }

  bool VisitCallExpr(CallExpr *Call) {
    if (auto *Member = dyn_cast<CXXMemberCallExpr>(Call)) {
      visitMember(Member);
      return true;
    }
    const FunctionDecl *F = Call->getDirectCallee();
    const FunctionDecl *Definition = F ? F->getDefinition() : nullptr;
    if (Definition && llvm::any_of(F->parameters(), [](const ParmVarDecl *P) {
          return libraryKind(P->getType()) != LibraryKind::None;
        }))
      visitHelper(Definition);
    return true;
  }

private:
  /// Finds the functions that are given a library, and what the static objects of the macros say of
  /// them.
  class BlockFinder : public AstVisitor<BlockFinder> {
  public:
    explicit BlockFinder(RegistrationFinder &Of) : Of(Of) {}
    bool VisitFunctionDecl(FunctionDecl *F) {
      if (F->isThisDeclarationADefinition() && F->getNumParams() == 1 &&
          libraryKind(F->getParamDecl(0)->getType()) != LibraryKind::None)
        Of.Functions.push_back(F);
      return true;
    }
    bool VisitVarDecl(VarDecl *V) {
      const auto *Construct =
          dyn_cast_or_null<CXXConstructExpr>(V->getInit() ? stripWrappers(V->getInit()) : nullptr);
      if (Construct &&
          identifierOf(Construct->getType()->getAsCXXRecordDecl()).ends_with("TorchLibraryInit"))
        Of.readInitializer(Construct);
      return true;
    }

  private:
    RegistrationFinder &Of;
  };

  /// `TorchLibraryInit(kind, &function, "ns", key, file, line)`, in the order of each interface.
  void readInitializer(const CXXConstructExpr *Init) {
    const FunctionDecl *Function = nullptr;
    Library L;
    SmallVector<StringRef, 4> Texts;
    std::optional<std::string> Key;
    for (const Expr *Argument : Init->arguments()) {
      if (const StringLiteral *Text = writtenText(Argument)) {
        Texts.push_back(Text->getString());
        continue;
      }
      if (std::optional<std::string> Found = findKey(Argument))
        Key = std::move(Found);
      if (!Function)
        Function = findFunction(Argument);
    }
    if (!Function || Texts.empty())
      return;
    L.Namespace = Texts[0].str();
    if (Key)
      L.Key = *Key;
    else if (Texts.size() >= 3)
      L.Key = Texts[1].str();
    L.IsKnown = true;
    Libraries[Function->getCanonicalDecl()] = std::move(L);
  }

  /// The function of a block, also inside of `allowed(key) ? &f : +[](Library &) {}`.
  const FunctionDecl *findFunction(const Expr *E) {
    struct Finder : AstVisitor<Finder> {
      const FunctionDecl *Found = nullptr;
      bool VisitDeclRefExpr(DeclRefExpr *Ref) {
        const auto *F = dyn_cast<FunctionDecl>(Ref->getDecl());
        if (F && F->getNumParams() == 1 &&
            libraryKind(F->getParamDecl(0)->getType()) != LibraryKind::None)
          Found = F;
        return !Found;
      }
    } Walk;
    Walk.TraverseStmt(const_cast<Expr *>(E));
    return Walk.Found;
  }

  std::optional<std::string> findKey(const Expr *E) {
    struct Finder : AstVisitor<Finder> {
      std::optional<std::string> Found;
      bool VisitDeclRefExpr(DeclRefExpr *Ref) {
        if (!Found && isa<EnumConstantDecl>(Ref->getDecl()))
          Found = dispatchKey(Ref);
        return true;
      }
    } Walk;
    Walk.TraverseStmt(const_cast<Expr *>(E));
    return Walk.Found;
  }

  /// A block of a macro without an object that registers it: what the macro is given says what it
  /// registers into.
  std::optional<Library> libraryOfMacro(const FunctionDecl *F) {
    SourceLocation At = F->getLocation();
    if (!At.isMacroID())
      return std::nullopt;
    CharSourceRange Range = SM.getExpansionRange(At);
    StringRef Text = Lexer::getSourceText(Range, SM, Context.getLangOpts());
    if (!Text.contains("TORCH_LIBRARY"))
      return std::nullopt;
    auto [Macro, Rest] = Text.split('(');
    SmallVector<StringRef, 3> Arguments;
    Rest.take_until([](char C) { return C == ')'; }).split(Arguments, ',');
    Library L;
    L.IsKnown = true;
    if (Arguments.size() >= 2)
      L.Namespace = Arguments[0].trim().str();
    if (Arguments.size() == 3 && Macro.trim().ends_with("_IMPL"))
      L.Key = Arguments[1].trim().str();
    return L;
  }

  void visitBlock(const FunctionDecl *F, const Library &L) {
    Current = L;
    HasPythonStub = false;
    visitHelper(F);
  }

  /// A function that registers into the current library, as often as it is given another one.
  void visitHelper(const FunctionDecl *F) {
    Reached.insert(F);
    if (Visited.insert({F, Current.Namespace, Current.Key, Current.IsKnown, HasPythonStub}).second)
      TraverseStmt(F->getBody());
  }

  std::string operatorName(StringRef Written) const {
    if (Written.contains("::") || Current.Namespace.empty() || Current.Namespace == "_")
      return Written.str();
    return Current.Namespace + "::" + Written.str();
  }

  void visitMember(CXXMemberCallExpr *Call) {
    const CXXMethodDecl *Method = Call->getMethodDecl();
    StringRef Name = identifierOf(Method);
    const Expr *Object = Call->getImplicitObjectArgument();
    LibraryKind Kind = Object ? libraryKind(Object->getType()) : LibraryKind::None;
    if (Kind == LibraryKind::None || !Call->getNumArgs())
      return;
    if (Name == "set_python_module" || Name == "impl_abstract_pystub") {
      HasPythonStub = true;
      return;
    }
    if (Name != "def" && Name != "impl" && Name != "impl_UNBOXED")
      return;
    OperatorRegistration R;
    R.Call = Call;
    R.IsStable = Kind == LibraryKind::Stable;
    R.IsDefinition = Name == "def";
    const StringLiteral *Text = writtenText(Call->getArg(0));
    if (R.IsDefinition) {
      R.SchemaText = Text;
      R.HasPythonStub = HasPythonStub;
      if (Text)
        R.Schema = parseOperatorSchema(Text->getString());
      if (!R.Schema)
        return;
      R.Operator = operatorName(R.Schema->Name);
      if (!R.Schema->Overload.empty())
        R.Operator += "." + R.Schema->Overload;
    } else {
      if (!Text)
        return;
      R.Operator = operatorName(Text->getString().trim());
    }
    R.Key = Current.Key;
    R.IsKeyKnown = Current.IsKnown;
    for (unsigned I = 1; I < Call->getNumArgs(); ++I) {
      const Expr *Argument = Call->getArg(I);
      if (isa<CXXDefaultArgExpr>(Argument))
        continue;
      if (std::optional<std::string> Key = dispatchKey(Argument)) {
        R.Key = *Key;
        R.IsKeyKnown = true;
        continue;
      }
      const auto *Dispatch = dyn_cast<CallExpr>(stripConstructions(Argument));
      if (Dispatch && calleeName(Dispatch) == "dispatch" && Dispatch->getNumArgs() == 2) {
        std::optional<std::string> Key = dispatchKey(Dispatch->getArg(0));
        R.IsKeyKnown = Key.has_value();
        R.Key = Key.value_or("");
      }
      if (const FunctionDecl *Kernel = namedKernel(Argument)) {
        R.Kernel = Kernel;
        R.KernelExpr = Argument;
      }
    }
    Into.push_back(std::move(R));
  }

  static const Expr *stripConstructions(const Expr *E) {
    for (unsigned I = 0; I < 8; ++I) {
      E = stripWrappers(E);
      const auto *Construct = dyn_cast<CXXConstructExpr>(E);
      if (!Construct || Construct->getNumArgs() == 0)
        return E;
      E = Construct->getArg(0);
    }
    return E;
  }

  ASTContext &Context;
  const SourceManager &SM;
  std::vector<OperatorRegistration> &Into;
  std::vector<const FunctionDecl *> Functions;
  llvm::DenseMap<const FunctionDecl *, Library> Libraries;
  llvm::SmallPtrSet<const FunctionDecl *, 8> Reached;
  /// Functions with the library that they were given: its namespace and key, whether these are
  /// known, and whether Python has the Meta kernels.
  std::set<std::tuple<const FunctionDecl *, std::string, std::string, bool, bool>> Visited;
  Library Current;
  bool HasPythonStub = false;
};

} // namespace

OperatorRegistrations::OperatorRegistrations(ASTContext &Context) : Context(Context) {
  RegistrationFinder(Context, Registrations).run();
  for (unsigned I = 0; I < Registrations.size(); ++I)
    if (const FunctionDecl *F = canonicalFunction(Registrations[I].Kernel))
      ByKernel[F].push_back(I);
}

SmallVector<const OperatorRegistration *, 2>
OperatorRegistrations::of(const FunctionDecl *F) const {
  SmallVector<const OperatorRegistration *, 2> Found;
  auto It = ByKernel.find(canonicalFunction(F));
  if (It != ByKernel.end())
    for (unsigned I : It->second)
      Found.push_back(&Registrations[I]);
  return Found;
}

FileOperators OperatorRegistrations::summarise() const {
  const SourceManager &SM = Context.getSourceManager();
  FileOperators File;
  for (const OperatorRegistration &R : Registrations) {
    PresumedLoc At = SM.getPresumedLoc(SM.getFileLoc(R.Call->getBeginLoc()));
    OperatorPlace Place;
    if (At.isValid())
      Place = {At.getFilename(), At.getLine()};
    if (R.IsDefinition) {
      File.Schemas.push_back({R.Operator, R.SchemaText->getString().str(), Place});
      if (R.HasPythonStub)
        File.PythonFakes.push_back(R.Operator);
    }
    if (!R.Kernel || !R.IsKeyKnown)
      continue;
    KernelRecord Kernel{R.Operator, R.Key, "", false, R.IsStable, Place};
    if (R.Kernel->getDeclName().isIdentifier()) {
      Kernel.Function = qualifiedFunctionName(R.Kernel);
      // Whoever includes a header has a function of its own, and means the same one.
      const FunctionDecl *Definition = nullptr;
      R.Kernel->hasBody(Definition);
      Kernel.IsLocal =
          !R.Kernel->isExternallyVisible() &&
          SM.isInMainFile(SM.getExpansionLoc((Definition ? Definition : R.Kernel)->getLocation()));
    }
    File.Kernels.push_back(std::move(Kernel));
  }
  return File;
}

} // namespace aoti
