#include "checks/device/StaticKernelHandleCheck.h"
#include "Facts/AstQuery.h"
#include "Support/ClangCompat.h"
#include "clang/AST/DeclTemplate.h"
#include "llvm/ADT/SmallPtrSet.h"

using namespace clang;
using llvm::StringRef;

namespace aoti {

namespace {

constexpr unsigned MaxDepth = 6;

/// The name of a handle type of the CUDA or HIP driver, by its name or that of what it points to;
/// empty for other names.
StringRef handleName(StringRef Name) {
  static constexpr std::pair<StringRef, StringRef> Names[] = {
      {"CUfunction", "CUfunction"},
      {"CUfunc_st", "CUfunction"},
      {"CUmodule", "CUmodule"},
      {"CUmod_st", "CUmodule"},
      {"CUkernel", "CUkernel"},
      {"CUkern_st", "CUkernel"},
      {"CUlibrary", "CUlibrary"},
      {"CUlib_st", "CUlibrary"},
      {"hipFunction_t", "hipFunction_t"},
      {"ihipModuleSymbol_t", "hipFunction_t"},
      {"hipModule_t", "hipModule_t"},
      {"ihipModule_t", "hipModule_t"},
      {"cudaKernel_t", "cudaKernel_t"},
      {"cudaLibrary_t", "cudaLibrary_t"},
      {"cudaFunction_t", "cudaFunction_t"}};
  for (auto [From, To] : Names)
    if (From == Name)
      return To;
  return {};
}

bool isInNamespace(const Decl *D, StringRef Name) {
  for (const DeclContext *C = D->getDeclContext(); C; C = C->getParent())
    if (const auto *N = dyn_cast<NamespaceDecl>(C); N && identifierOf(N) == Name)
      return true;
  return false;
}

/// The name of the handle type that a type is or holds; empty if it holds none.
std::string handleIn(QualType T, llvm::SmallPtrSetImpl<const Decl *> &Seen, unsigned Depth = 0) {
  if (T.isNull() || Depth > MaxDepth)
    return {};
  for (QualType Sugar = T; const auto *Typedef = Sugar->getAs<TypedefType>();
       Sugar = Typedef->getDecl()->getUnderlyingType()) {
    StringRef Name = identifierOf(Typedef->getDecl());
    if (StringRef Handle = handleName(Name); !Handle.empty())
      return Handle.str();
    if (Name == "CpuTritonLauncherFn")
      return Name.str();
  }
  T = T.getNonReferenceType();
  if (const auto *Array = T->getAsArrayTypeUnsafe())
    return handleIn(Array->getElementType(), Seen, Depth + 1);
  if (T->isPointerType())
    return handleIn(T->getPointeeType(), Seen, Depth + 1);
  const auto *Record = T->getAsCXXRecordDecl();
  if (!Record || !Seen.insert(Record->getCanonicalDecl()).second)
    return {};
  StringRef Name = identifierOf(Record);
  if (StringRef Handle = handleName(Name); !Handle.empty())
    return Handle.str();
  if (isInNamespace(Record, "sycl"))
    return Name == "kernel" || Name == "kernel_bundle" ? ("sycl::" + Name).str() : std::string();
  if (const auto *Instance = dyn_cast<ClassTemplateSpecializationDecl>(Record)) {
    for (const TemplateArgument &Argument : Instance->getTemplateArgs().asArray())
      if (Argument.getKind() == TemplateArgument::Type)
        if (std::string Found = handleIn(Argument.getAsType(), Seen, Depth + 1); !Found.empty())
          return Found;
  }
  if (Record->isInStdNamespace() || !Record->hasDefinition())
    return {};
  Record = Record->getDefinition();
  for (const FieldDecl *Field : Record->fields())
    if (std::string Found = handleIn(Field->getType(), Seen, Depth + 1); !Found.empty())
      return Found;
  for (const CXXBaseSpecifier &Base : Record->bases())
    if (std::string Found = handleIn(Base.getType(), Seen, Depth + 1); !Found.empty())
      return Found;
  return {};
}

/// Whether a variable is one of the process or of a thread, rather than of a call or an object.
bool isShared(const VarDecl *V) { return V && V->hasGlobalStorage() && !V->hasExternalStorage(); }

/// The variable that an element, a member or a call of a member function is one of; null if there
/// is none.
const VarDecl *rootOf(const Expr *E) {
  for (unsigned Depth = 0; E && Depth < 16; ++Depth) {
    E = stripWrappers(E);
    if (const VarDecl *V = referredVariable(E))
      return V;
    if (auto [Base, Index] = subscript(E); Base)
      E = Base;
    else if (const auto *Member = dyn_cast<MemberExpr>(E))
      E = Member->getBase();
    else if (const auto *Call = dyn_cast<CXXMemberCallExpr>(E))
      E = Call->getImplicitObjectArgument();
    else if (const auto *Call = dyn_cast<CXXOperatorCallExpr>(E); Call && Call->getNumArgs() > 0)
      E = Call->getArg(0);
    else if (const auto *Unary = dyn_cast<UnaryOperator>(E))
      E = Unary->getSubExpr();
    else
      return nullptr;
  }
  return nullptr;
}

/// Whether a name says that a value tells devices, contexts or models apart.
bool namesDevice(StringRef Name) {
  return Name.contains_insensitive("dev") || Name.contains_insensitive("gpu") ||
         Name.contains_insensitive("ordinal") || Name.contains_insensitive("ctx") ||
         Name.contains_insensitive("context");
}

/// Looks in a key for what tells devices, contexts or models apart.
struct DeviceFinder : AstVisitor<DeviceFinder> {
  bool Found = false;
  unsigned Depth = 0;

  bool found() { return !(Found = true); }
  bool VisitDeclRefExpr(DeclRefExpr *Ref) {
    if (namesDevice(identifierOf(Ref->getDecl())))
      return found();
    const auto *V = dyn_cast<VarDecl>(Ref->getDecl());
    if (!V || !V->getInit() || Depth > 4)
      return true;
    ++Depth;
    TraverseStmt(const_cast<Expr *>(V->getInit()));
    --Depth;
    return !Found;
  }
  bool VisitMemberExpr(MemberExpr *Member) {
    return namesDevice(identifierOf(Member->getMemberDecl())) ? found() : true;
  }
  bool VisitCXXDependentScopeMemberExpr(CXXDependentScopeMemberExpr *Member) {
    const IdentifierInfo *Name = Member->getMember().getAsIdentifierInfo();
    return Name && namesDevice(Name->getName()) ? found() : true;
  }
  bool VisitCallExpr(CallExpr *Call) { return namesDevice(calleeName(Call)) ? found() : true; }
  /// A member of the model does not name the model.
  bool TraverseMemberExpr(MemberExpr *Member) {
    if (!VisitMemberExpr(Member))
      return false;
    return isa<CXXThisExpr>(stripWrappers(Member->getBase())) || TraverseStmt(Member->getBase());
  }
  bool VisitCXXThisExpr(CXXThisExpr *) { return found(); }

  static bool in(const Expr *E) {
    DeviceFinder Finder;
    Finder.TraverseStmt(const_cast<Expr *>(E));
    return Finder.Found;
  }
};

/// Finds where code stores a loaded kernel, and which shared flags it sets.
struct FillFinder : AstVisitor<FillFinder> {
  /// The first assignment of a loaded kernel to something that is not shared.
  const Expr *Fill = nullptr;
  std::string Name;
  llvm::SmallPtrSet<const VarDecl *, 4> SetFlags;

  bool VisitBinaryOperator(BinaryOperator *B) {
    if (B->getOpcode() == BO_Assign)
      assigned(B->getLHS(), B->getRHS(), B);
    return true;
  }
  bool VisitCXXOperatorCallExpr(CXXOperatorCallExpr *Call) {
    if (Call->getOperator() == OO_Equal && Call->getNumArgs() == 2)
      assigned(Call->getArg(0), Call->getArg(1), Call);
    return true;
  }
  bool VisitCallExpr(CallExpr *Call) {
    StringRef Callee = calleeName(Call);
    if ((Callee == "cuModuleGetFunction" || Callee == "hipModuleGetFunction" ||
         Callee.starts_with("cuModuleLoad") || Callee.starts_with("hipModuleLoad")) &&
        Call->getNumArgs() > 0)
      if (const auto *Out = dyn_cast<UnaryOperator>(stripWrappers(Call->getArg(0)));
          Out && Out->getOpcode() == UO_AddrOf)
        note(Out->getSubExpr(), Call);
    return true;
  }

private:
  void assigned(const Expr *Target, const Expr *Value, const Expr *Whole) {
    if (const VarDecl *V = referredVariable(Target); isShared(V))
      SetFlags.insert(V);
    const auto *Call = dyn_cast<CallExpr>(stripWrappers(Value));
    StringRef Loader = Call ? calleeName(Call) : StringRef();
    if (Loader == "loadKernel" || Loader.starts_with("loadCpuTriton"))
      note(Target, Whole);
  }

  /// A member of an object is one of a model unless the object is shared itself.
  void note(const Expr *Target, const Expr *Whole) {
    const Expr *E = stripWrappers(Target);
    const Expr *Base = nullptr;
    StringRef Member;
    if (const auto *M = dyn_cast<MemberExpr>(E)) {
      Base = M->getBase();
      Member = identifierOf(M->getMemberDecl());
      if (isShared(dyn_cast<VarDecl>(M->getMemberDecl())))
        return;
    } else if (const auto *M = dyn_cast<CXXDependentScopeMemberExpr>(E)) {
      Base = M->isImplicitAccess() ? nullptr : M->getBase();
      Member = M->getMember().isIdentifier() ? M->getMember().getAsIdentifierInfo()->getName()
                                             : StringRef();
    } else {
      return;
    }
    const VarDecl *Object = Base ? referredVariable(Base) : nullptr;
    if (Fill || (isShared(Object) && !Object->getType()->isReferenceType()))
      return;
    Fill = Whole;
    Name = Member.str();
  }
};

class HandleFinder : public AstVisitor<HandleFinder> {
public:
  HandleFinder(ASTContext &Context, uint32_t GeneratedBegin,
               llvm::function_ref<void(const CodeFinding &)> Report)
      : Context(Context), SM(Context.getSourceManager()), GeneratedBegin(GeneratedBegin),
        Report(Report) {}

  void run() {
    traverse(Context.getTranslationUnitDecl());
    for (const auto &[V, Handle] : Variables)
      if (!ByDevice.contains(V))
        reportVariable(V, Handle);
  }

  bool VisitVarDecl(VarDecl *V) {
    if (isa<ParmVarDecl>(V) || !isShared(V) ||
        V->isThisDeclarationADefinition() == VarDecl::DeclarationOnly)
      return true;
    llvm::SmallPtrSet<const Decl *, 16> Seen;
    // A reference is bound to the kernels of the first model.
    std::string Handle = handleIn(V->getType(), Seen);
    if (Handle.empty())
      checkInitializer(V);
    else
      Variables.emplace_back(V, Handle);
    return true;
  }

  bool VisitBinaryOperator(BinaryOperator *B) {
    if (B->getOpcode() == BO_Assign)
      if (const VarDecl *V = referredVariable(B->getLHS()); isShared(V))
        Assigned.try_emplace(V, B);
    return true;
  }

  bool VisitCXXOperatorCallExpr(CXXOperatorCallExpr *Call) {
    if (Call->getOperator() == OO_Equal && Call->getNumArgs() == 2)
      if (const VarDecl *V = referredVariable(Call->getArg(0)); isShared(V))
        Assigned.try_emplace(V, Call);
    return true;
  }

  bool VisitArraySubscriptExpr(ArraySubscriptExpr *E) {
    keyed(E->getBase(), E->getIdx());
    return true;
  }

  bool VisitCallExpr(CallExpr *Call) {
    // `table[device]`, `table.at(device)`, `find(table, device)`
    const Expr *Table = nullptr;
    if (const auto *Member = dyn_cast<CXXMemberCallExpr>(Call))
      Table = Member->getImplicitObjectArgument();
    else if (auto [Base, Index] = subscript(Call); Base)
      Table = Base;
    else
      for (const Expr *Argument : Call->arguments())
        if (const VarDecl *V = namedVariable(Argument);
            isShared(V) && isTable(V->getType()) &&
            (!V->getType()->getAsCXXRecordDecl() ||
             V->getType()->getAsCXXRecordDecl()->isInStdNamespace()) &&
            !V->getType()->isReferenceType())
          Table = Argument;
    if (Table)
      for (const Expr *Argument : Call->arguments())
        if (Argument != Table)
          keyed(Table, Argument);
    if (calleeName(Call) != "call_once" || Call->getNumArgs() < 2)
      return true;
    const VarDecl *Flag = rootOf(Call->getArg(0));
    if (!isShared(Flag))
      return true;
    FillFinder Found;
    if (const Stmt *Body = bodyOf(Call->getArg(1)))
      Found.TraverseStmt(const_cast<Stmt *>(Body));
    if (Found.Fill)
      reportFill(Call, Flag, Found, "'std::call_once'",
                 referredVariable(Call->getArg(0)) ? "in a process"
                                                   : "for each element of its flags");
    return true;
  }

  /// `if (!loaded) { kernels.f = loadKernel(…); loaded = true; }` with a shared flag.
  bool VisitIfStmt(IfStmt *If) {
    FlagFinder Read;
    Read.TraverseStmt(If->getCond());
    if (Read.Found.empty())
      return true;
    FillFinder Found;
    Found.TraverseStmt(If->getThen());
    if (!Found.Fill)
      return true;
    for (const VarDecl *Flag : Read.Found)
      if (Found.SetFlags.contains(Flag)) {
        reportFill(Found.Fill, Flag, Found, "'" + identifierOf(Flag).str() + "'");
        break;
      }
    return true;
  }

private:
  /// Remembers tables with one handle for each device.
  void keyed(const Expr *Table, const Expr *Key) {
    const VarDecl *V = rootOf(Table);
    if (isShared(V) && !ByDevice.contains(V) && isTable(V->getType()) && DeviceFinder::in(Key))
      ByDevice.insert(V);
  }

  /// Whether a variable can hold several handles.
  static bool isTable(QualType T) {
    T = T.getNonReferenceType();
    return T->isArrayType() || T->isRecordType() ||
           (T->isPointerType() && T->getPointeeType()->isPointerType());
  }

  void traverse(const DeclContext *Scope) {
    for (Decl *D : Scope->noload_decls()) {
      if (D->isImplicit())
        continue;
      if (isa<NamespaceDecl, LinkageSpecDecl>(D))
        traverse(cast<DeclContext>(D));
      else if (SM.isInMainFile(SM.getFileLoc(D->getLocation())) &&
               isGenerated(D->getLocation(), SM, GeneratedBegin))
        TraverseDecl(D);
    }
  }

  /// Shared variables that an expression reads.
  struct FlagFinder : AstVisitor<FlagFinder> {
    llvm::SmallPtrSet<const VarDecl *, 2> Found;
    bool VisitDeclRefExpr(DeclRefExpr *Ref) {
      if (const auto *V = dyn_cast<VarDecl>(Ref->getDecl()); isShared(V))
        Found.insert(V);
      return true;
    }
  };

  /// The body of a lambda, or of a function or a variable that holds one.
  static const Stmt *bodyOf(const Expr *E, unsigned Depth = 0) {
    if (const LambdaExpr *Lambda = heldLambda(E))
      return Lambda->getBody();
    E = stripWrappers(E);
    while (const auto *Construct = dyn_cast<CXXConstructExpr>(E)) {
      if (Construct->getNumArgs() != 1)
        return nullptr;
      E = stripWrappers(Construct->getArg(0));
    }
    if (const auto *Unary = dyn_cast<UnaryOperator>(E))
      E = stripWrappers(Unary->getSubExpr());
    const auto *Ref = dyn_cast<DeclRefExpr>(E);
    if (!Ref || Depth > 2)
      return nullptr;
    if (const auto *F = dyn_cast<FunctionDecl>(Ref->getDecl()))
      return F->getBody();
    const auto *V = dyn_cast<VarDecl>(Ref->getDecl());
    return V && V->getInit() ? bodyOf(V->getInit(), Depth + 1) : nullptr;
  }

  /// `static bool loaded = [&] { kernels.f = loadKernel(…); return true; }();`
  void checkInitializer(const VarDecl *V) {
    if (!V->isStaticLocal() || !V->getInit())
      return;
    FillFinder Found;
    Found.TraverseStmt(const_cast<Expr *>(V->getInit()));
    if (Found.Fill)
      reportFill(V->getInit(), V, Found, "the initialiser of '" + identifierOf(V).str() + "'");
  }

  void reportVariable(const VarDecl *V, StringRef Handle) {
    std::string Name = identifierOf(V).str();
    bool OfThread = V->getTSCSpec() != TSCS_unspecified;
    StringRef Storage = OfThread                                                  ? "thread_local"
                        : V->isStaticLocal() || V->getStorageClass() == SC_Static ? "static"
                                                                                  : "global";
    bool IsCpu = Handle == "CpuTritonLauncherFn";
    bool IsModule = Handle.contains_insensitive("module") || Handle.contains_insensitive("library");
    CodeFinding F;
    F.At = charRange(V->getSourceRange(), Context);
    std::string What = IsModule ? "module" : "kernel";
    F.Message = "'" + Name + "' holds the handle of a " + What + " (" + Handle.str() + ") and is " +
                Storage.str() + ": every model " +
                (OfThread ? "that a thread runs" : "of the process") +
                " shares what the first one loaded, ";
    F.Message += IsCpu ? "from the folder that the first one was unpacked to"
                       : "so that a model on another device launches a kernel of a foreign context "
                         "(invalid resource handle)";
    F.Message += "; make it a member of the model's kernels ('this->kernels_')";
    if (const Expr *Use = Assigned.lookup(V)) {
      CharSourceRange At = charRange(Use->getSourceRange(), Context);
      std::string Text = "the first model fills it here, for all";
      F.Notes.push_back({At, Text});
      F.Flow.push_back({F.At, "one handle for the whole process"});
      F.Flow.push_back({At, Text});
    }
    Report(F);
  }

  void reportFill(const Expr *At, const VarDecl *Flag, const FillFinder &Found, StringRef Once,
                  StringRef Scope = "in a process") {
    if (!Reported.insert(Found.Fill).second)
      return;
    CodeFinding F;
    F.At = charRange(At->getSourceRange(), Context);
    F.Message = "'" + Found.Name + "' is a member of each model's kernels, and " + Once.str() +
                " loads it once " + Scope.str() +
                ": only the first model that runs gets a kernel, and another one launches a null "
                "handle (a second runner, or a second load of the "
                "package); load it where the handle of this model is still null";
    CharSourceRange FlagAt = charRange(Flag->getSourceRange(), Context),
                    FillAt = charRange(Found.Fill->getSourceRange(), Context);
    std::string FlagText = "'" + identifierOf(Flag).str() + "' is one for the whole process";
    std::string FillText = "'" + Found.Name + "' of one model is filled here";
    F.Notes.push_back({FlagAt, FlagText});
    F.Notes.push_back({FillAt, FillText});
    F.Flow.push_back({FlagAt, FlagText});
    F.Flow.push_back({FillAt, FillText});
    Report(F);
  }

  ASTContext &Context;
  const SourceManager &SM;
  uint32_t GeneratedBegin;
  llvm::function_ref<void(const CodeFinding &)> Report;
  std::vector<std::pair<const VarDecl *, std::string>> Variables;
  llvm::DenseMap<const VarDecl *, const Expr *> Assigned;
  /// Tables whose elements are those of one device.
  llvm::SmallPtrSet<const VarDecl *, 8> ByDevice;
  llvm::SmallPtrSet<const Expr *, 8> Reported;
};

} // namespace

void StaticKernelHandleCheck::checkUnit(ASTContext &Context) {
  Facts = TuFacts::of(Context);
  if (Facts->dialect().Kind != SourceKind::Wrapper)
    return;
  auto Report = [&](const CodeFinding &F) { report(F, Context); };
  HandleFinder(Context, Facts->dialect().GeneratedBegin, Report).run();
}

} // namespace aoti
