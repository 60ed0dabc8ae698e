#include "Facts/AstQuery.h"
#include "Support/ClangCompat.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSwitch.h"

using namespace clang;

namespace aoti {

const Expr *stripWrappers(const Expr *E) {
  while (E) {
    const Expr *Next = E->IgnoreParenCasts();
    if (const auto *Cleanups = dyn_cast<ExprWithCleanups>(Next))
      Next = Cleanups->getSubExpr();
    else if (const auto *Temporary = dyn_cast<MaterializeTemporaryExpr>(Next))
      Next = Temporary->getSubExpr();
    else if (const auto *Bind = dyn_cast<CXXBindTemporaryExpr>(Next))
      Next = Bind->getSubExpr();
    else if (const auto *Default = dyn_cast<CXXDefaultArgExpr>(Next))
      Next = Default->getExpr();
    else if (const auto *Constant = dyn_cast<ConstantExpr>(Next))
      Next = Constant->getSubExpr();
    else if (const auto *Recovered = dyn_cast<SubstNonTypeTemplateParmExpr>(Next))
      Next = Recovered->getReplacement();
    else if (const auto *List = dyn_cast<ParenListExpr>(Next); List && List->getNumExprs() == 1)
      // `T x(value);` in a template.
      Next = List->getExpr(0);
    if (Next == E)
      return E;
    E = Next;
  }
  return E;
}

StringRef calleeName(const CallExpr *Call) {
  if (const FunctionDecl *F = Call->getDirectCallee())
    return F->getDeclName().isIdentifier() ? F->getName() : StringRef();
  const Expr *Callee = Call->getCallee()->IgnoreParenImpCasts();
  DeclarationName Name;
  if (const auto *Lookup = dyn_cast<OverloadExpr>(Callee))
    Name = Lookup->getName();
  else if (const auto *Dependent = dyn_cast<DependentScopeDeclRefExpr>(Callee))
    Name = Dependent->getDeclName();
  else if (const auto *Member = dyn_cast<CXXDependentScopeMemberExpr>(Callee))
    Name = Member->getMember();
  else if (const auto *Ref = dyn_cast<DeclRefExpr>(Callee))
    Name = Ref->getDecl()->getDeclName();
  return Name.isIdentifier() && Name.getAsIdentifierInfo() ? Name.getAsIdentifierInfo()->getName()
                                                           : StringRef();
}

const FunctionDecl *calledPattern(const CallExpr *Call) {
  const FunctionDecl *F = Call->getDirectCallee();
  if (!F) {
    const auto *Lookup = dyn_cast<UnresolvedLookupExpr>(Call->getCallee()->IgnoreParenImpCasts());
    if (!Lookup || Lookup->getNumDecls() != 1)
      return nullptr;
    const NamedDecl *D = (*Lookup->decls_begin())->getUnderlyingDecl();
    if (const auto *Template = dyn_cast<FunctionTemplateDecl>(D))
      return Template->getTemplatedDecl();
    return dyn_cast<FunctionDecl>(D);
  }
  const FunctionDecl *Pattern = F->getTemplateInstantiationPattern();
  return Pattern ? Pattern : F;
}

StringRef identifierOf(const NamedDecl *D) {
  return D && D->getDeclName().isIdentifier() && D->getIdentifier() ? D->getName() : StringRef();
}

std::optional<int64_t> constantInteger(const Expr *E, const ASTContext &Context) {
  Expr::EvalResult Value;
  if (!E || E->isValueDependent() || E->isTypeDependent() || E->getType().isNull() ||
      !E->EvaluateAsInt(Value, Context) || Value.HasSideEffects)
    return std::nullopt;
  return Value.Val.getInt().tryExtValue();
}

std::optional<int64_t> integerLiteral(const Expr *E, const ASTContext &Context) {
  if (!E || E->getType().isNull() || !E->getType()->isIntegralOrUnscopedEnumerationType())
    return std::nullopt;
  // Names are not literals, though a constexpr variable could be evaluated.
  struct NameFinder : AstVisitor<NameFinder> {
    bool Found = false;
    bool VisitDeclRefExpr(DeclRefExpr *) { return !(Found = true); }
    bool VisitMemberExpr(MemberExpr *) { return !(Found = true); }
    bool VisitCallExpr(CallExpr *) { return !(Found = true); }
  } Names;
  Names.TraverseStmt(const_cast<Expr *>(E));
  return Names.Found ? std::nullopt : constantInteger(E, Context);
}

const VarDecl *namedVariable(const Expr *E) {
  while ((E = stripWrappers(E))) {
    if (const auto *Ref = dyn_cast<DeclRefExpr>(E))
      return dyn_cast<VarDecl>(Ref->getDecl());
    if (const auto *Unary = dyn_cast<UnaryOperator>(E)) {
      if (Unary->getOpcode() != UO_AddrOf && Unary->getOpcode() != UO_Deref)
        return nullptr;
      E = Unary->getSubExpr();
    } else if (const auto *Conversion = dyn_cast<CXXMemberCallExpr>(E)) {
      const CXXMethodDecl *Method = Conversion->getMethodDecl();
      if (!Method || !(isa<CXXConversionDecl>(Method) ||
                       (Method->getDeclName().isIdentifier() && Method->getName() == "get")))
        return nullptr;
      E = Conversion->getImplicitObjectArgument();
    } else if (const auto *Construct = dyn_cast<CXXConstructExpr>(E)) {
      if (Construct->getNumArgs() < 1 ||
          (Construct->getNumArgs() > 1 && !isa<CXXDefaultArgExpr>(Construct->getArg(1))))
        return nullptr;
      E = Construct->getArg(0);
    } else if (const auto *Call = dyn_cast<CallExpr>(E)) {
      const FunctionDecl *F = Call->getDirectCallee();
      bool Passes =
          Call->getNumArgs() == 1 && ((F && F->isInStdNamespace() && calleeName(Call) == "move") ||
                                      calleeName(Call) == "move");
      if (!Passes)
        return nullptr;
      E = Call->getArg(0);
    } else {
      return nullptr;
    }
  }
  return nullptr;
}

StringRef torchConstantName(const Expr *E, StringRef What) {
  for (unsigned Depth = 0; E && Depth < 4; ++Depth) {
    const Expr *Stripped = stripWrappers(E);
    if (const auto *Call = dyn_cast<CallExpr>(Stripped)) {
      StringRef Name = calleeName(Call);
      return Name.consume_front("aoti_torch_") && Name.consume_front(What) &&
                     Name.consume_front("_")
                 ? Name
                 : StringRef();
    }
    const VarDecl *Var = namedVariable(Stripped);
    if (!Var)
      return {};
    StringRef Name = Var->getName();
    if (Name.consume_front("cached_torch_") && Name.consume_front(What) && Name.consume_front("_"))
      return Name;
    E = Var->getInit();
  }
  return {};
}

bool isNullArgument(const Expr *E) {
  E = stripWrappers(E);
  if (isa<CXXNullPtrLiteralExpr, GNUNullExpr, ImplicitValueInitExpr>(E))
    return true;
  const auto *Literal = dyn_cast<IntegerLiteral>(E);
  return Literal && Literal->getValue() == 0;
}

const VarDecl *referredVariable(const Expr *E) {
  const auto *Ref = dyn_cast_or_null<DeclRefExpr>(E ? stripWrappers(E) : nullptr);
  return Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
}

StringRef memberName(const CallExpr *Call) {
  const Expr *Callee = Call->getCallee()->IgnoreParenImpCasts();
  if (const auto *Member = dyn_cast<MemberExpr>(Callee))
    return Member->getMemberDecl()->getDeclName().isIdentifier()
               ? Member->getMemberDecl()->getName()
               : StringRef();
  DeclarationName Name;
  if (const auto *Member = dyn_cast<CXXDependentScopeMemberExpr>(Callee))
    Name = Member->getMember();
  else if (const auto *Member = dyn_cast<UnresolvedMemberExpr>(Callee))
    Name = Member->getMemberName();
  return Name.isIdentifier() && Name.getAsIdentifierInfo() ? Name.getAsIdentifierInfo()->getName()
                                                           : StringRef();
}

const Expr *memberObject(const CallExpr *Call) {
  const Expr *Callee = Call->getCallee()->IgnoreParenImpCasts();
  if (const auto *Member = dyn_cast<MemberExpr>(Callee))
    return Member->getBase();
  if (const auto *Member = dyn_cast<CXXDependentScopeMemberExpr>(Callee))
    return Member->isImplicitAccess() ? nullptr : Member->getBase();
  if (const auto *Member = dyn_cast<UnresolvedMemberExpr>(Callee))
    return Member->isImplicitAccess() ? nullptr : Member->getBase();
  return nullptr;
}

bool isDataPointerName(StringRef Name) {
  return Name == "data_ptr" || Name == "mutable_data_ptr" || Name == "const_data_ptr";
}

namespace {
struct ChangedVariables : AstVisitor<ChangedVariables> {
  llvm::SmallSetVector<const VarDecl *, 16> Found;
  void add(const Expr *E) {
    if (const VarDecl *V = referredVariable(E))
      Found.insert(V);
  }
  bool VisitBinaryOperator(BinaryOperator *B) {
    if (B->isAssignmentOp())
      add(B->getLHS());
    return true;
  }
  bool VisitUnaryOperator(UnaryOperator *U) {
    if (U->isIncrementDecrementOp() || U->getOpcode() == UO_AddrOf)
      add(U->getSubExpr());
    return true;
  }
  bool VisitCallExpr(CallExpr *Call) {
    if (const auto *Operator = dyn_cast<CXXOperatorCallExpr>(Call)) {
      if (Operator->isAssignmentOp())
        add(Operator->getArg(0));
    } else if (const Expr *Object = memberObject(Call)) {
      StringRef Name = memberName(Call);
      if (Name == "reset" || Name == "release")
        add(Object);
    } else if (calleeName(Call) == "move" && Call->getNumArgs() == 1) {
      add(Call->getArg(0));
    }
    return true;
  }
};
} // namespace

llvm::SmallSetVector<const VarDecl *, 16> changedVariables(llvm::ArrayRef<const Stmt *> Code) {
  ChangedVariables Changed;
  for (const Stmt *Part : Code)
    if (Part)
      Changed.TraverseStmt(const_cast<Stmt *>(Part));
  return std::move(Changed.Found);
}

const VarDecl *assignedVariable(const Expr *E) {
  for (unsigned Depth = 0; E && Depth < 16; ++Depth) {
    E = stripWrappers(E);
    if (auto [Base, Index] = subscript(E); Base) {
      E = Base;
      continue;
    }
    const auto *Call = dyn_cast<CXXMemberCallExpr>(E);
    StringRef Name = Call ? memberName(Call) : StringRef();
    if (Name != "back" && Name != "front" && Name != "at")
      return referredVariable(E);
    E = memberObject(Call);
  }
  return nullptr;
}

bool isConversion(const CallExpr *Call) {
  const auto *Member = dyn_cast<CXXMemberCallExpr>(Call);
  return Member && isa_and_nonnull<CXXConversionDecl>(Member->getMethodDecl());
}

std::pair<const Expr *, const Expr *> subscript(const Expr *E) {
  if (const auto *Subscript = dyn_cast<ArraySubscriptExpr>(E))
    return {Subscript->getBase(), Subscript->getIdx()};
  if (const auto *Call = dyn_cast<CXXOperatorCallExpr>(E);
      Call && Call->getOperator() == OO_Subscript && Call->getNumArgs() == 2)
    return {Call->getArg(0), Call->getArg(1)};
  return {nullptr, nullptr};
}

StringRef namedArray(const Expr *E) {
  E = E ? stripWrappers(E) : nullptr;
  if (const auto *Ref = dyn_cast_or_null<DeclRefExpr>(E))
    return Ref->getDecl()->getDeclName().isIdentifier() ? Ref->getDecl()->getName() : StringRef();
  if (const auto *Member = dyn_cast_or_null<MemberExpr>(E))
    return Member->getMemberDecl()->getDeclName().isIdentifier()
               ? Member->getMemberDecl()->getName()
               : StringRef();
  return {};
}

const Expr *movedOperand(const Expr *E) {
  E = E ? stripWrappers(E) : nullptr;
  while (const auto *Construct = dyn_cast_or_null<CXXConstructExpr>(E)) {
    if (Construct->getNumArgs() != 1)
      return nullptr;
    E = stripWrappers(Construct->getArg(0));
  }
  const auto *Call = dyn_cast_or_null<CallExpr>(E);
  return Call && Call->getNumArgs() == 1 && calleeName(Call) == "move" ? Call->getArg(0) : nullptr;
}

const LambdaExpr *heldLambda(const Expr *E) {
  for (unsigned Depth = 0; E && Depth < 16; ++Depth) {
    E = stripWrappers(E);
    if (const auto *Lambda = dyn_cast<LambdaExpr>(E))
      return Lambda;
    if (const auto *Construct = dyn_cast<CXXConstructExpr>(E)) {
      E = Construct->getNumArgs() > 0 ? Construct->getArg(0) : nullptr;
      continue;
    }
    // Nothing else can be assigned to a variable whose class is that of a lambda.
    const VarDecl *V = referredVariable(E);
    QualType T = V ? V->getType().getNonReferenceType() : QualType();
    const auto *Record = T.isNull() ? nullptr : T->getAsCXXRecordDecl();
    E = Record && Record->isLambda() ? V->getInit() : nullptr;
  }
  return nullptr;
}

const CXXRecordDecl *recordOf(QualType T) {
  if (T.isNull())
    return nullptr;
  return T.getNonReferenceType().getCanonicalType()->getAsCXXRecordDecl();
}

QualType firstTypeArgument(const CXXRecordDecl *Record) {
  const auto *Specialization = dyn_cast_or_null<ClassTemplateSpecializationDecl>(Record);
  if (!Specialization || Specialization->getTemplateArgs().size() == 0)
    return {};
  const TemplateArgument &First = Specialization->getTemplateArgs()[0];
  return First.getKind() == TemplateArgument::Type ? First.getAsType() : QualType();
}

StringRef recordName(QualType T) { return identifierOf(recordOf(T)); }

bool isOwnerType(QualType T) { return recordName(T) == "RAIIAtenTensorHandle"; }

bool isRawType(QualType T) {
  if (T.isNull())
    return false;
  const auto *Pointer = T.getNonReferenceType().getCanonicalType()->getAs<PointerType>();
  return Pointer && recordName(Pointer->getPointeeType()) == "AtenTensorOpaque";
}

bool isOwnerVector(QualType T) {
  return recordName(T) == "vector" && isOwnerType(firstTypeArgument(recordOf(T)));
}

bool handsTensorOn(StringRef Name) {
  static constexpr StringRef Names[] = {"borrow_arrayref_tensor_as_tensor",
                                        "convert_arrayref_tensor_to_tensor",
                                        "convert_arrayref_tensor_to_borrowed_tensor",
                                        "copy_arrayref_tensor_to_tensor",
                                        "expensive_copy_to_tensor_if_needed",
                                        "temporary_reference",
                                        "unwrap_raii_handle_if_needed",
                                        "wrap_with_raii_handle_if_needed"};
  return llvm::is_contained(Names, Name);
}

std::optional<bool> LoopParts::always(const ASTContext &Context) const {
  if (!Condition)
    return Range ? std::nullopt : std::optional(true);
  bool Holds = false;
  if (Condition->isValueDependent() || !Condition->EvaluateAsBooleanCondition(Holds, Context))
    return std::nullopt;
  return Holds;
}

std::optional<LoopParts> loopParts(const Stmt *S) {
  LoopParts Parts;
  if (const auto *While = dyn_cast<WhileStmt>(S)) {
    Parts.Tested = While->getConditionVariable();
    Parts.Condition = While->getCond();
    Parts.Body = While->getBody();
  } else if (const auto *For = dyn_cast<ForStmt>(S)) {
    Parts.Init = For->getInit();
    Parts.Tested = For->getConditionVariable();
    Parts.Condition = For->getCond();
    Parts.Body = For->getBody();
    Parts.Increment = For->getInc();
  } else if (const auto *Do = dyn_cast<DoStmt>(S)) {
    Parts.Condition = Do->getCond();
    Parts.Body = Do->getBody();
    Parts.BodyFirst = true;
  } else if (const auto *Range = dyn_cast<CXXForRangeStmt>(S)) {
    Parts.Init = Range->getInit();
    Parts.Range = Range->getRangeInit();
    Parts.Element = Range->getLoopVariable();
    Parts.Condition = Range->getCond();
    Parts.Body = Range->getBody();
  } else {
    return std::nullopt;
  }
  return Parts;
}

bool runsOnce(const DoStmt *Do, const ASTContext &Context) {
  bool Holds = true;
  return !Do->getCond()->isValueDependent() &&
         Do->getCond()->EvaluateAsBooleanCondition(Holds, Context) && !Holds;
}

std::string dtypeOfType(QualType T, const ASTContext &Context) {
  if (T.isNull())
    return {};
  T = T.getCanonicalType().getUnqualifiedType();
  if (const auto *Builtin = T->getAs<BuiltinType>()) {
    switch (Builtin->getKind()) {
    case BuiltinType::Float:
      return "float32";
    case BuiltinType::Double:
      return "float64";
    case BuiltinType::Half:
    case BuiltinType::Float16:
      return "float16";
    case BuiltinType::BFloat16:
      return "bfloat16";
    case BuiltinType::Bool:
      return "bool";
    default:
      if (!Builtin->isInteger() || Context.getTypeSize(T) > 64)
        return {};
      return (Builtin->isUnsignedInteger() ? "uint" : "int") +
             std::to_string(Context.getTypeSize(T));
    }
  }
  const auto *Record = T->getAsCXXRecordDecl();
  if (!Record || !Record->getDeclName().isIdentifier())
    return {};
  if (const auto *Special = dyn_cast<ClassTemplateSpecializationDecl>(Record);
      Special && Record->getName() == "complex" && Special->getTemplateArgs().size() == 1 &&
      Special->getTemplateArgs()[0].getKind() == TemplateArgument::Type)
    return llvm::StringSwitch<std::string>(
               dtypeOfType(Special->getTemplateArgs()[0].getAsType(), Context))
        .Case("float16", "complex32")
        .Case("bfloat16", "bcomplex32")
        .Case("float32", "complex64")
        .Case("float64", "complex128")
        .Default({});
  return llvm::StringSwitch<std::string>(Record->getName())
      .Case("Half", "float16")
      .Case("BFloat16", "bfloat16")
      .Case("Float8_e4m3fn", "float8_e4m3fn")
      .Case("Float8_e4m3fnuz", "float8_e4m3fnuz")
      .Case("Float8_e5m2", "float8_e5m2")
      .Case("Float8_e5m2fnuz", "float8_e5m2fnuz")
      .Case("Float8_e8m0fnu", "float8_e8m0fnu")
      .Default({});
}

llvm::ArrayRef<const Expr *> recoveredArguments(const RecoveryExpr *E) {
  if (recoveredCalleeName(E).empty())
    return {};
  return llvm::ArrayRef(const_cast<RecoveryExpr *>(E)->subExpressions()).drop_front();
}

StringRef recoveredCalleeName(const RecoveryExpr *E) {
  auto Parts = const_cast<RecoveryExpr *>(E)->subExpressions();
  if (Parts.empty())
    return {};
  const Expr *Callee = Parts.front()->IgnoreParenImpCasts();
  DeclarationName Name;
  if (const auto *Lookup = dyn_cast<OverloadExpr>(Callee))
    Name = Lookup->getName();
  else if (const auto *Ref = dyn_cast<DeclRefExpr>(Callee);
           Ref && isa<FunctionDecl>(Ref->getDecl()))
    Name = Ref->getDecl()->getDeclName();
  return Name.isIdentifier() && Name.getAsIdentifierInfo() ? Name.getAsIdentifierInfo()->getName()
                                                           : StringRef();
}

std::optional<unsigned> parameterIndex(const FunctionDecl *F, StringRef Name) {
  if (!F)
    return std::nullopt;
  for (unsigned I = 0; I < F->getNumParams(); ++I)
    if (F->getParamDecl(I)->getName() == Name)
      return I;
  return std::nullopt;
}

StringRef outerNamespace(const Decl *D) {
  StringRef Name;
  for (const DeclContext *At = D->getDeclContext(); At; At = At->getParent())
    if (const auto *Space = dyn_cast<NamespaceDecl>(At); Space && Space->getIdentifier())
      Name = Space->getName();
  return Name;
}

bool isInMainFile(SourceLocation At, const SourceManager &SM) {
  return SM.isInMainFile(SM.getFileLoc(At));
}

const FunctionDecl *definitionInView(const FunctionDecl *F, const SourceManager &SM) {
  if (!F)
    return nullptr;
  const FunctionDecl *Definition = nullptr;
  if (!F->hasBody(Definition) || !Definition->getBody()) {
    F = F->getTemplateInstantiationPattern();
    if (!F || !F->hasBody(Definition) || !Definition->getBody())
      return nullptr;
  }
  return isGenerated(Definition->getLocation(), SM, 0) ? Definition : nullptr;
}

bool isGenerated(SourceLocation At, const SourceManager &SM, uint32_t GeneratedBegin) {
  At = SM.getFileLoc(At);
  if (At.isInvalid() || SM.isInSystemHeader(At))
    return false;
  auto [File, Offset] = SM.getDecomposedLoc(At);
  return File != SM.getMainFileID() || Offset >= GeneratedBegin;
}

static void visitFunctions(const DeclContext *Scope, const SourceManager &SM,
                           uint32_t GeneratedBegin,
                           llvm::function_ref<void(const FunctionDecl *)> Visit) {
  // What comes from a precompiled header and was not needed so far is no generated code.
  for (const Decl *D : Scope->noload_decls()) {
    if (D->isImplicit())
      continue;
    if (const auto *Template = dyn_cast<FunctionTemplateDecl>(D))
      D = Template->getTemplatedDecl();
    else if (const auto *ClassTemplate = dyn_cast<ClassTemplateDecl>(D))
      D = ClassTemplate->getTemplatedDecl();
    if (const auto *F = dyn_cast<FunctionDecl>(D)) {
      if (F->doesThisDeclarationHaveABody() && isInMainFile(F->getLocation(), SM) &&
          isGenerated(F->getLocation(), SM, GeneratedBegin))
        Visit(F);
    } else if (isa<NamespaceDecl, LinkageSpecDecl, CXXRecordDecl, ExportDecl>(D)) {
      visitFunctions(cast<DeclContext>(D), SM, GeneratedBegin, Visit);
    }
  }
}

void forEachGeneratedFunction(ASTContext &Context, uint32_t GeneratedBegin,
                              llvm::function_ref<void(const FunctionDecl *)> Visit) {
  visitFunctions(Context.getTranslationUnitDecl(), Context.getSourceManager(), GeneratedBegin,
                 Visit);
}

} // namespace aoti
