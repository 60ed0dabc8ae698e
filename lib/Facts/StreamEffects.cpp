#include "Facts/ParserErrors.h"
#include "Facts/StreamWalk.h"
#include "Support/ClangCompat.h"
#include "clang/AST/DeclTemplate.h"

using namespace clang;
using llvm::StringRef;

namespace aoti {

StringRef runtimeName(const CallExpr *Call) {
  StringRef Name = calleeName(Call);
  if (Name.consume_front("cuda") || Name.consume_front("hip") || Name.consume_front("cu"))
    return !Name.empty() && llvm::isUpper(Name[0]) ? Name : StringRef();
  return {};
}

bool isNeutral(StringRef Name) {
  static constexpr StringRef Beginnings[] = {
      "Get",         "Set",          "PeekAtLastError", "StreamCreate",  "StreamGet",
      "StreamIs",    "StreamSet",    "StreamDestroy",   "StreamAttach",  "StreamAddCallback",
      "EventCreate", "EventDestroy", "EventElapsed",    "Launch",        "DeviceGet",
      "DeviceCan",   "DeviceSet",    "DeviceEnable",    "DevicePrimary", "CtxGet",
      "CtxSet",      "CtxPush",      "CtxPop",          "Module",        "Library",
      "Func",        "Occupancy",    "Driver",          "Runtime",       "Malloc",
      "FreeAsync",   "MemGet",       "MemPrefetch",     "PointerGet",    "Host",
      "DrvGet",      "Init",         "TensorMap",       "KernelGet",     "ExtModuleLaunch"};
  if (llvm::any_of(Beginnings, [&](StringRef S) { return Name.starts_with(S); }))
    return true;
  return (Name.starts_with("Mem")) && Name.contains("Async");
}

bool StreamEffects::mayOrder(const CallExpr *Call) {
  if (isa<CXXOperatorCallExpr>(Call))
    return false;
  const FunctionDecl *F = Call->getDirectCallee();
  StringRef Name = calleeName(Call);
  if ((F && isOfStd(F)) || isNeutral(runtimeName(Call)))
    return false;
  // The caches of torch hand out streams and events.
  if (isa<CXXMemberCallExpr>(Call) && (Name == "get" || Name == "ensure"))
    return false;
  if (StringRef(Name.lower()).contains("synchroniz"))
    return true;
  if (const auto *Method = dyn_cast_or_null<CXXMethodDecl>(F);
      Method && !isa<CXXConversionDecl>(Method) && Name != "event" &&
      identifierOf(Method->getParent()).ends_with("Event"))
    return true;
  bool OnlyStreams = true, AnyStream = false;
  for (const Expr *Each : Call->arguments()) {
    QualType T = stripWrappers(Each)->getType();
    if (isEventType(T))
      return true;
    AnyStream |= isStreamType(T);
    OnlyStreams &= isStreamType(T) || T->isIntegralOrEnumerationType();
  }
  return AnyStream && OnlyStreams;
}

namespace {

bool isGuardName(StringRef Name) { return Name.ends_with("StreamGuard"); }

/// Whether the body of a function holds something that matters.
struct EffectFinder : AstVisitor<EffectFinder> {
  StreamEffects &Effects;
  bool Found = false;
  explicit EffectFinder(StreamEffects &Effects) : Effects(Effects) {}

  bool found(bool Is = true) {
    Found |= Is;
    return !Found;
  }
  bool callee(const FunctionDecl *F) {
    if (F && !F->hasBody() && F->getTemplateInstantiationPattern())
      F = F->getTemplateInstantiationPattern();
    const FunctionDecl *Definition = nullptr;
    return F && !isOfStd(F) && F->hasBody(Definition) && Effects.has(Definition);
  }
  bool VisitCallExpr(CallExpr *Call) {
    StringRef Runtime = runtimeName(Call);
    if (!Runtime.empty())
      return found(!isNeutral(Runtime));
    std::string Lower = calleeName(Call).lower();
    StringRef Name = Lower;
    if (Name.contains("stream_guard") ||
        ((Name.contains("setcurrent") || Name.contains("set_current")) && Name.contains("stream")))
      return found();
    const FunctionDecl *F = Call->getDirectCallee();
    const FunctionDecl *Definition = nullptr;
    if (F && F->hasBody(Definition))
      return found(callee(F));
    return found(StreamEffects::mayOrder(Call));
  }
  bool VisitCXXConstructExpr(CXXConstructExpr *Construct) {
    return found(callee(Construct->getConstructor()));
  }
  bool VisitVarDecl(VarDecl *V) {
    return found(Effects.holder(V->getType()) != GuardHolder::None || Effects.atEnd(V->getType()));
  }
  bool VisitMemberExpr(MemberExpr *Member) {
    return found(isa<FieldDecl>(Member->getMemberDecl()) &&
                 Effects.holder(Member->getType()) != GuardHolder::None);
  }
  bool VisitCXXNewExpr(CXXNewExpr *New) {
    return found(Effects.holder(New->getAllocatedType()) != GuardHolder::None);
  }
};

} // namespace

bool StreamEffects::has(const FunctionDecl *F) {
  return Effects.of(F, [&] {
    EffectFinder Finder(*this);
    for (const ParmVarDecl *P : F->parameters())
      Finder.Found |= holder(P->getType()) != GuardHolder::None;
    if (const auto *Constructor = dyn_cast<CXXConstructorDecl>(F))
      for (const CXXCtorInitializer *Init : Constructor->inits())
        if (!Finder.Found && Init->getInit())
          Finder.TraverseStmt(Init->getInit());
    if (!Finder.Found)
      Finder.TraverseStmt(F->getBody());
    const SourceManager &SM = F->getASTContext().getSourceManager();
    return Finder.Found || holder(F->getReturnType()) != GuardHolder::None ||
           ParserErrors::anyIn(F->getSourceRange(), SM);
  });
}

bool StreamEffects::atEnd(QualType T) {
  if (T.isNull() || T->isDependentType() || T->isReferenceType())
    return false;
  const auto *Record = T.getCanonicalType()->getAsCXXRecordDecl();
  Record = Record ? Record->getDefinition() : nullptr;
  if (!Record || isOfStd(Record) || !Record->hasNonTrivialDestructor() ||
      isGuardName(identifierOf(Record)))
    return false;
  return Effects.of(Record, [&] {
    bool Has = false;
    const FunctionDecl *Definition = nullptr;
    if (const CXXDestructorDecl *Destructor = Record->getDestructor();
        Destructor && Destructor->isUserProvided() && Destructor->hasBody(Definition))
      Has = has(Definition);
    for (const CXXBaseSpecifier &Base : Record->bases())
      Has |= atEnd(Base.getType());
    for (const FieldDecl *Field : Record->fields())
      Has |= atEnd(Field->getType());
    return Has;
  });
}

GuardHolder StreamEffects::holder(QualType T) {
  if (T.isNull() || T->isDependentType())
    return GuardHolder::None;
  T = T.getNonReferenceType().getCanonicalType();
  if (T->isPointerType()) {
    const auto *Pointee = T->getPointeeType()->getAsCXXRecordDecl();
    if (!Pointee)
      return GuardHolder::None;
    StringRef Name = identifierOf(Pointee);
    return isGuardName(Name) || Name.ends_with("StreamGuardOpaque") ||
                   holder(T->getPointeeType()) != GuardHolder::None
               ? GuardHolder::Handle
               : GuardHolder::None;
  }
  if (const auto *Array = dyn_cast<ArrayType>(T))
    return holder(Array->getElementType()) == GuardHolder::None ? GuardHolder::None
                                                                : GuardHolder::Other;
  const auto *Record = T->getAsCXXRecordDecl();
  if (!Record)
    return GuardHolder::None;
  return Holders.of(Record, [&] { return holderOf(Record); });
}

GuardHolder StreamEffects::holderOf(const CXXRecordDecl *Record) {
  StringRef Name = identifierOf(Record);
  if (isGuardName(Name))
    return GuardHolder::Guard;
  if (Name.ends_with("StreamGuardOpaque"))
    return GuardHolder::Other;
  auto Holds = [&](QualType T) { return holder(T) != GuardHolder::None; };
  if (Record->isLambda()) {
    for (const LambdaCapture &Capture : Record->captures())
      if (Capture.capturesVariable() && Capture.getCaptureKind() == LCK_ByCopy &&
          Holds(Capture.getCapturedVar()->getType()))
        return GuardHolder::Other;
    return GuardHolder::None;
  }
  if (isOfStd(Record)) {
    const auto *Special = dyn_cast<ClassTemplateSpecializationDecl>(Record);
    if (!Special)
      return GuardHolder::None;
    bool IsPointer = Name == "unique_ptr" || Name == "shared_ptr" || Name == "optional";
    for (const TemplateArgument &Argument : Special->getTemplateArgs().asArray()) {
      llvm::ArrayRef<TemplateArgument> Each(Argument);
      if (Argument.getKind() == TemplateArgument::Pack)
        Each = Argument.pack_elements();
      for (const TemplateArgument &A : Each)
        if (A.getKind() == TemplateArgument::Type)
          if (GuardHolder Of = holder(A.getAsType()); Of != GuardHolder::None)
            return IsPointer && Of == GuardHolder::Guard ? GuardHolder::Pointer
                                                         : GuardHolder::Other;
    }
    return GuardHolder::None;
  }
  const CXXRecordDecl *Definition = Record->getDefinition();
  if (!Definition)
    return GuardHolder::None;
  for (const CXXBaseSpecifier &Base : Definition->bases())
    if (Holds(Base.getType()))
      return GuardHolder::Other;
  for (const FieldDecl *Field : Definition->fields())
    if (Holds(Field->getType()))
      return GuardHolder::Other;
  return GuardHolder::None;
}

} // namespace aoti
