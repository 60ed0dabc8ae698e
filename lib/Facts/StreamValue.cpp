#include "Facts/StreamValue.h"
#include "Facts/AstQuery.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/RecursiveASTVisitor.h"

using namespace clang;
using llvm::StringRef;

namespace aoti {

namespace {

constexpr unsigned MaxDepth = 16;

/// The name of the record that a type points to; empty if it is no such pointer.
StringRef pointedRecord(QualType T) {
  QualType Canonical = T.getNonReferenceType().getCanonicalType();
  if (!Canonical->isPointerType())
    return {};
  const auto *Record = Canonical->getPointeeType()->getAsCXXRecordDecl();
  return Record ? identifierOf(Record) : StringRef();
}

/// Whether a type is written with one of these names.
bool isWrittenAs(QualType T, llvm::ArrayRef<StringRef> Names) {
  T = T.getNonReferenceType();
  while (const auto *Typedef = T->getAs<TypedefType>()) {
    if (llvm::is_contained(Names, identifierOf(Typedef->getDecl())))
      return true;
    QualType Next = Typedef->desugar();
    if (Next == T)
      break;
    T = Next;
  }
  return false;
}

bool isStreamName(StringRef Name) { return Name == "stream" || Name == "stream_"; }

/// Whether a parameter takes a stream: by its type, or by its name where the type is a bare
/// pointer.
bool isStreamParameter(const ParmVarDecl *P) {
  return !P->isParameterPack() &&
         (isStreamType(P->getType()) ||
          (isStreamName(identifierOf(P)) && P->getType().getNonReferenceType()->isPointerType()));
}

std::optional<unsigned> streamParameter(const FunctionDecl *F) {
  for (unsigned I = 0; I < F->getNumParams(); ++I)
    if (isStreamParameter(F->getParamDecl(I)))
      return I;
  return std::nullopt;
}

struct SettingCollector : RecursiveASTVisitor<SettingCollector> {
  llvm::DenseMap<const VarDecl *, StreamResolver::Setting> &Settings;
  explicit SettingCollector(llvm::DenseMap<const VarDecl *, StreamResolver::Setting> &Settings)
      : Settings(Settings) {}

  static bool isFollowed(const VarDecl *V) {
    return V && (isStreamType(V->getType()) || V->getType()->isVoidPointerType() ||
                 StringRef(identifierOf(V)).contains("stream"));
  }
  bool VisitBinaryOperator(BinaryOperator *B) {
    if (B->getOpcode() == BO_Assign)
      if (const VarDecl *V = referredVariable(B->getLHS()); isFollowed(V))
        Settings[V].Assigned.push_back(B->getRHS());
    return true;
  }
  bool VisitCXXOperatorCallExpr(CXXOperatorCallExpr *Call) {
    if (Call->getOperator() == OO_Equal && Call->getNumArgs() == 2)
      if (const VarDecl *V = referredVariable(Call->getArg(0)); isFollowed(V))
        Settings[V].Assigned.push_back(Call->getArg(1));
    return true;
  }
  bool VisitCallExpr(CallExpr *Call) {
    const FunctionDecl *F = Call->getDirectCallee();
    for (unsigned I = 0; I < Call->getNumArgs(); ++I) {
      const Expr *Argument = stripWrappers(Call->getArg(I));
      const auto *Address = dyn_cast<UnaryOperator>(Argument);
      if (Address && Address->getOpcode() == UO_AddrOf) {
        if (const VarDecl *V = referredVariable(Address->getSubExpr()); isFollowed(V))
          Settings[V].Filled.push_back(Call);
      } else if (const VarDecl *V = referredVariable(Argument);
                 isFollowed(V) && F && !F->isInStdNamespace() && I < F->getNumParams() &&
                 !isa<CXXOperatorCallExpr>(Call)) {
        QualType T = F->getParamDecl(I)->getType();
        if (T->isLValueReferenceType() && !T->getPointeeType().isConstQualified())
          Settings[V].Otherwise = true;
      }
    }
    return true;
  }
};

} // namespace

bool isStreamType(QualType T) {
  if (T.isNull())
    return false;
  StringRef Record = pointedRecord(T);
  if (Record == "CUstream_st" || Record == "ihipStream_t")
    return true;
  if (Record == "queue")
    return StringRef(T.getNonReferenceType().getCanonicalType().getAsString()).contains("sycl");
  return isWrittenAs(T, {"cudaStream_t", "hipStream_t", "CUstream"});
}

bool isEventType(QualType T) {
  if (T.isNull())
    return false;
  StringRef Record = pointedRecord(T);
  return Record == "CUevent_st" || Record == "ihipEvent_t" ||
         isWrittenAs(T, {"cudaEvent_t", "hipEvent_t", "CUevent"});
}

std::optional<unsigned> streamArgumentIndex(const CallExpr *Call) {
  if (const FunctionDecl *F = calledPattern(Call)) {
    std::optional<unsigned> I = streamParameter(F);
    return I && *I < Call->getNumArgs() ? I : std::nullopt;
  }
  if (const auto *Lookup =
          dyn_cast<UnresolvedLookupExpr>(Call->getCallee()->IgnoreParenImpCasts())) {
    // Overloads count where all of them that can take the arguments have it in the same place.
    std::optional<unsigned> Common;
    bool Agree = true;
    for (const NamedDecl *D : Lookup->decls()) {
      D = D->getUnderlyingDecl();
      const auto *Template = dyn_cast<FunctionTemplateDecl>(D);
      const auto *F = Template ? Template->getTemplatedDecl() : dyn_cast<FunctionDecl>(D);
      if (!F || F->getMinRequiredArguments() > Call->getNumArgs() ||
          F->getNumParams() < Call->getNumArgs())
        continue;
      std::optional<unsigned> I = streamParameter(F);
      Agree &= I && (!Common || Common == I);
      Common = I;
    }
    if (Common && Agree && *Common < Call->getNumArgs())
      return Common;
  }
  for (unsigned I = 0; I < Call->getNumArgs(); ++I) {
    const Expr *Argument = Call->getArg(I);
    if (isStreamType(Argument->getType()))
      return I;
    if (const VarDecl *V = referredVariable(Argument);
        V && (isStreamName(identifierOf(V)) || isStreamType(V->getType())))
      return I;
  }
  return std::nullopt;
}

bool StreamValue::areDistinct(const StreamValue &A, const StreamValue &B) {
  auto IsKnown = [](const StreamValue &S) {
    return S.K == Kind::Run || S.K == Kind::Aux || S.K == Kind::PerThread || S.K == Kind::Created;
  };
  return IsKnown(A) && IsKnown(B) && !(A == B);
}

std::string StreamValue::describe() const {
  switch (K) {
  case Kind::Run:
    return "the stream of the run";
  case Kind::Aux:
    return "auxiliary stream " + std::to_string(Index);
  case Kind::Current:
    return "the current stream";
  case Kind::Queried:
    return "the current stream of device " + std::to_string(Index);
  case Kind::Null:
    return "the default stream";
  case Kind::PerThread:
    return "the default stream of the thread";
  case Kind::Created:
    return Variable ? "the stream '" + identifierOf(Variable).str() + "'" : "a stream of its own";
  case Kind::Unknown:
    break;
  }
  return "an unknown stream";
}

StreamResolver::StreamResolver(const ASTContext &Context, const FunctionDecl *Function)
    : Context(Context), Function(Function) {
  for (const ParmVarDecl *P : Function->parameters())
    if (isStreamParameter(P)) {
      // With several streams none of them is the one.
      if (Run) {
        Run = nullptr;
        break;
      }
      Run = P;
    }
}

void StreamResolver::collect() {
  Collected = true;
  if (Stmt *Body = Function->getBody())
    SettingCollector(Settings).TraverseStmt(Body);
}

StreamValue StreamResolver::variable(const VarDecl *V, unsigned Depth) {
  if (!Collected)
    collect();
  auto It = Settings.find(V);
  if (isa<ParmVarDecl>(V)) {
    StreamValue Value;
    if (V == Run && It == Settings.end())
      Value = {StreamValue::Kind::Run, 0, V};
    return Value;
  }
  if (!V->isLocalVarDecl())
    return V->getType().isConstQualified() && V->getInit() ? resolve(V->getInit(), Depth + 1)
                                                           : StreamValue();
  if (It != Settings.end() && It->second.Otherwise)
    return {};
  size_t Ways = It == Settings.end() ? 0 : It->second.Assigned.size() + It->second.Filled.size();
  const Expr *Init = V->getInit();
  const Expr *Bare = Init ? stripWrappers(Init) : nullptr;
  bool IsSet = Bare && !isa<ImplicitValueInitExpr, CXXNullPtrLiteralExpr>(Bare) &&
               !(isa<InitListExpr>(Bare) && cast<InitListExpr>(Bare)->getNumInits() == 0) &&
               !(isa<CXXConstructExpr>(Bare) && cast<CXXConstructExpr>(Bare)->getNumArgs() == 0);
  if (Ways + IsSet > 1)
    return {};
  if (IsSet)
    return resolve(Init, Depth + 1);
  if (Ways == 0)
    // Whatever is not set is null at best.
    return isStreamType(V->getType()) ? StreamValue{StreamValue::Kind::Null, 0, nullptr}
                                      : StreamValue();
  if (!It->second.Assigned.empty())
    return resolve(It->second.Assigned.front(), Depth + 1);
  const CallExpr *By = It->second.Filled.front();
  StringRef Name = calleeName(By);
  if (Name.contains("StreamCreate"))
    return {StreamValue::Kind::Created, 0, V, By};
  return resolveCall(By, Depth + 1);
}

StreamValue StreamResolver::resolveCall(const CallExpr *Call, unsigned Depth) {
  StringRef Name = calleeName(Call);
  std::string Lower = Name.lower();
  StringRef Folded = Lower;
  if (!Folded.contains("stream"))
    return {};
  if (Folded.contains("getdefault"))
    return {StreamValue::Kind::Null, 0, nullptr, Call};
  if (Folded.contains("getstreamfrompool"))
    return {StreamValue::Kind::Created, 0, nullptr, Call};
  if ((Folded.contains("get_current") || Folded.contains("getcurrent"))) {
    if (Call->getNumArgs() > 0 && !isa<CXXDefaultArgExpr>(Call->getArg(0)))
      if (std::optional<int64_t> Device = integerLiteral(stripWrappers(Call->getArg(0)), Context);
          Device && *Device >= 0)
        return {StreamValue::Kind::Queried, *Device, nullptr, Call};
    return {StreamValue::Kind::Current, 0, nullptr, Call};
  }
  return {};
}

StreamValue StreamResolver::resolve(const Expr *E, unsigned Depth) {
  if (!E || Depth > MaxDepth)
    return {};
  E = stripWrappers(E);
  if (isa<CXXNullPtrLiteralExpr, GNUNullExpr, ImplicitValueInitExpr, CXXScalarValueInitExpr>(E))
    return {StreamValue::Kind::Null, 0, nullptr};
  if (const auto *List = dyn_cast<InitListExpr>(E)) {
    if (List->getNumInits() == 0)
      return {StreamValue::Kind::Null, 0, nullptr};
    return List->getNumInits() == 1 ? resolve(List->getInit(0), Depth + 1) : StreamValue();
  }
  if (const VarDecl *V = referredVariable(E))
    return variable(V, Depth);
  if (E->getType()->isIntegerType()) {
    std::optional<int64_t> Value = integerLiteral(E, Context);
    if (!Value)
      return {};
    return {*Value == 0 || *Value == 1 ? StreamValue::Kind::Null
            : *Value == 2              ? StreamValue::Kind::PerThread
                                       : StreamValue::Kind::Unknown,
            0, nullptr};
  }
  if (const auto *Unary = dyn_cast<UnaryOperator>(E)) {
    if (Unary->getOpcode() == UO_AddrOf)
      if (const VarDecl *V = referredVariable(Unary->getSubExpr());
          V && V->isLocalVarDecl() && !V->getType()->isReferenceType() &&
          V->getType()->isRecordType())
        return {StreamValue::Kind::Created, 0, V};
    return Unary->getOpcode() == UO_AddrOf || Unary->getOpcode() == UO_Deref
               ? resolve(Unary->getSubExpr(), Depth + 1)
               : StreamValue();
  }
  if (isa<CXXNewExpr>(E))
    return {StreamValue::Kind::Created, 0, nullptr};
  if (const auto *Construct = dyn_cast<CXXConstructExpr>(E))
    return Construct->getNumArgs() == 1 ? resolve(Construct->getArg(0), Depth + 1) : StreamValue();
  if (const auto *Conditional = dyn_cast<ConditionalOperator>(E)) {
    StreamValue A = resolve(Conditional->getTrueExpr(), Depth + 1);
    return A == resolve(Conditional->getFalseExpr(), Depth + 1) ? A : StreamValue();
  }
  const auto *Call = dyn_cast<CallExpr>(E);
  if (!Call)
    return {};
  if (const auto *Member = dyn_cast<CXXMemberCallExpr>(Call)) {
    const CXXMethodDecl *Method = Member->getMethodDecl();
    StringRef Name = identifierOf(Method);
    const Expr *Object = Member->getImplicitObjectArgument();
    if (Method && (isa<CXXConversionDecl>(Method) ||
                   ((Name == "stream" || Name == "queue") && Call->getNumArgs() == 0)))
      return resolve(Object, Depth + 1);
    if (Name == "get" && Call->getNumArgs() > 0 && isStreamType(Call->getType()))
      if (std::optional<int64_t> Index = integerLiteral(stripWrappers(Call->getArg(0)), Context))
        return {StreamValue::Kind::Aux, *Index, nullptr};
    return {};
  }
  return resolveCall(Call, Depth);
}

} // namespace aoti
