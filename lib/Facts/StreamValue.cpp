#include "Facts/StreamValue.h"
#include "Facts/AstQuery.h"
#include "Facts/ParserErrors.h"
#include "Support/ClangCompat.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/ExprCXX.h"

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

/// The variable that a reference stands for; the variable itself if it is none.
const VarDecl *throughReferences(const VarDecl *V) {
  for (unsigned I = 0; V && I < MaxDepth && V->getType()->isReferenceType() && V->getInit(); ++I) {
    const VarDecl *Target = referredVariable(V->getInit());
    if (!Target)
      break;
    V = Target;
  }
  return V;
}

bool isStdFunction(QualType T) {
  const auto *Record = T.getNonReferenceType().getCanonicalType()->getAsCXXRecordDecl();
  return Record && identifierOf(Record) == "function" && isOfStd(Record);
}

/// Whether a class of the standard library holds references to what it is made of.
bool keepsReference(const CXXRecordDecl *Record) {
  if (identifierOf(Record) == "reference_wrapper")
    return true;
  auto IsReference = [](const TemplateArgument &A) {
    return A.getKind() == TemplateArgument::Type && A.getAsType()->isReferenceType();
  };
  const auto *Special = dyn_cast<ClassTemplateSpecializationDecl>(Record);
  return Special &&
         llvm::any_of(Special->getTemplateArgs().asArray(), [&](const TemplateArgument &A) {
           return IsReference(A) || (A.getKind() == TemplateArgument::Pack &&
                                     llvm::any_of(A.pack_elements(), IsReference));
         });
}

struct SettingCollector : AstVisitor<SettingCollector> {
  llvm::DenseMap<const VarDecl *, StreamResolver::Setting> &Settings;
  /// How often the address of a variable is taken, and how often that is for a call.
  llvm::DenseMap<const VarDecl *, std::pair<unsigned, unsigned>> Addresses;
  explicit SettingCollector(llvm::DenseMap<const VarDecl *, StreamResolver::Setting> &Settings)
      : Settings(Settings) {}

  static bool isFollowed(const VarDecl *V) {
    return V && (isStreamType(V->getType()) || isEventType(V->getType()) ||
                 V->getType()->isVoidPointerType() || isStdFunction(V->getType()) ||
                 StringRef(identifierOf(V)).contains("stream"));
  }
  static const VarDecl *followed(const Expr *E) {
    const VarDecl *V = throughReferences(referredVariable(E));
    return isFollowed(V) ? V : nullptr;
  }

  /// A lambda is met in the function around it and where it is called, and a generic one in each of
  /// its instances: what stands in one place counts once. More than one place says all there is to
  /// say.
  template <class Node>
  static void add(llvm::SmallVectorImpl<const Node *> &Places, const Node *N) {
    if (Places.size() < 2 &&
        llvm::none_of(Places, [&](const Node *P) { return P->getBeginLoc() == N->getBeginLoc(); }))
      Places.push_back(N);
  }

  bool VisitBinaryOperator(BinaryOperator *B) {
    if (B->isAssignmentOp())
      if (const VarDecl *V = followed(B->getLHS())) {
        if (B->getOpcode() == BO_Assign)
          add<Expr>(Settings[V].Assigned, B->getRHS());
        else
          Settings[V].Otherwise = true;
      }
    return true;
  }
  bool VisitUnaryOperator(UnaryOperator *U) {
    if (U->getOpcode() == UO_AddrOf)
      if (const VarDecl *V = followed(U->getSubExpr()))
        ++Addresses[V].first;
    return true;
  }
  bool VisitCXXOperatorCallExpr(CXXOperatorCallExpr *Call) {
    if (Call->getOperator() == OO_Equal && Call->getNumArgs() == 2)
      if (const VarDecl *V = followed(Call->getArg(0)))
        add<Expr>(Settings[V].Assigned, Call->getArg(1));
    return true;
  }
  bool VisitCallExpr(CallExpr *Call) {
    const FunctionDecl *F = Call->getDirectCallee();
    for (const Expr *Each : Call->arguments()) {
      const auto *Address = dyn_cast<UnaryOperator>(stripWrappers(Each));
      if (Address && Address->getOpcode() == UO_AddrOf)
        if (const VarDecl *V = followed(Address->getSubExpr())) {
          add<CallExpr>(Settings[V].Filled, Call);
          ++Addresses[V].second;
        }
    }
    // The functions of the standard library forward references to what they make.
    StringRef Name = calleeName(Call);
    bool Forwards =
        F && isOfStd(F) && Name != "tie" && Name != "swap" && Name != "exchange" && Name != "ref";
    bool IsMemberOperator = isa<CXXOperatorCallExpr>(Call) && F && isa<CXXMethodDecl>(F);
    if (F && !Forwards && calleeName(Call) != "move")
      references(F, llvm::ArrayRef(Call->getArgs(), Call->getNumArgs())
                        .drop_front(IsMemberOperator && Call->getNumArgs() ? 1 : 0));
    return true;
  }
  bool VisitCXXConstructExpr(CXXConstructExpr *Construct) {
    const CXXConstructorDecl *Constructor = Construct->getConstructor();
    if (!isOfStd(Constructor) || keepsReference(Constructor->getParent()))
      references(Constructor, llvm::ArrayRef(Construct->getArgs(), Construct->getNumArgs()));
    return true;
  }
  void references(const FunctionDecl *F, llvm::ArrayRef<const Expr *> Arguments) {
    for (unsigned I = 0; I < Arguments.size() && I < F->getNumParams(); ++I) {
      QualType T = F->getParamDecl(I)->getType();
      if (T->isLValueReferenceType() && !T->getPointeeType().isConstQualified())
        if (const VarDecl *V = followed(Arguments[I]))
          Settings[V].Otherwise = true;
    }
  }
  void finish() {
    for (auto [V, Times] : Addresses)
      if (Times.first > Times.second)
        Settings[V].Otherwise = true;
  }
};

bool isMadeBy(const CallExpr *Call, StringRef What) {
  return calleeName(Call).contains(What) && calleeName(Call).contains("Create");
}

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

bool isOfStd(const Decl *D) {
  const DeclContext *In = D->getDeclContext();
  while (In && In->isRecord())
    In = In->getParent();
  return In && In->getRedeclContext()->isStdNamespace();
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

void StreamResolver::collect(const FunctionDecl *F) {
  if (!Collected.insert(F).second || !F->getBody())
    return;
  SettingCollector Collector(Settings);
  Collector.TraverseStmt(F->getBody());
  Collector.finish();
}

std::optional<std::pair<const Expr *, const CallExpr *>>
StreamResolver::onlySetting(const VarDecl *V) {
  collect(Function);
  auto It = Settings.find(V);
  if (It != Settings.end() && It->second.Otherwise)
    return std::nullopt;
  size_t Ways = It == Settings.end() ? 0 : It->second.Assigned.size() + It->second.Filled.size();
  const Expr *Init = V->getInit();
  const Expr *Bare = Init ? stripWrappers(Init) : nullptr;
  bool IsSet = Bare && !isa<ImplicitValueInitExpr, CXXNullPtrLiteralExpr>(Bare) &&
               !(isa<InitListExpr>(Bare) && cast<InitListExpr>(Bare)->getNumInits() == 0) &&
               !(isa<CXXConstructExpr>(Bare) && cast<CXXConstructExpr>(Bare)->getNumArgs() == 0);
  if (Ways + IsSet > 1)
    return std::nullopt;
  if (IsSet)
    return std::pair(Init, nullptr);
  if (Ways == 0)
    return std::pair(nullptr, nullptr);
  if (!It->second.Assigned.empty())
    return std::pair(It->second.Assigned.front(), nullptr);
  return std::pair(nullptr, It->second.Filled.front());
}

const VarDecl *StreamResolver::resolveVariable(const Expr *E) const {
  const VarDecl *V = throughReferences(referredVariable(E));
  for (unsigned I = 0; V && I < MaxDepth; ++I) {
    auto It = Bindings.find(V);
    if (It == Bindings.end() || !It->second.Variable)
      break;
    V = It->second.Variable;
  }
  return V;
}

StreamValue StreamResolver::variable(const VarDecl *V, unsigned Depth) {
  V = throughReferences(V);
  if (isa<ParmVarDecl>(V)) {
    collect(Function);
    if (Settings.count(V))
      return {};
    if (auto It = Bindings.find(V); It != Bindings.end())
      return It->second.Stream;
    return V == Run ? StreamValue{StreamValue::Kind::Run, 0, V} : StreamValue();
  }
  if (!V->isLocalVarDecl())
    return V->getType().isConstQualified() && V->getInit() ? resolve(V->getInit(), Depth + 1)
                                                           : StreamValue();
  std::optional<std::pair<const Expr *, const CallExpr *>> Only = onlySetting(V);
  if (!Only)
    return {};
  if (Only->first)
    return resolve(Only->first, Depth + 1);
  const CallExpr *By = Only->second;
  if (!By)
    // Whatever is not set is null at best, unless what sets it is what the parser could not read.
    return isStreamType(V->getType()) && !V->isInvalidDecl() &&
                   !ParserErrors::anyIn(Function->getSourceRange(), Context.getSourceManager())
               ? StreamValue{StreamValue::Kind::Null, 0, nullptr}
               : StreamValue();
  if (isMadeBy(By, "Stream"))
    return {StreamValue::Kind::Created, 0, V, By};
  return resolveCall(By, Depth + 1);
}

const FunctionDecl *StreamResolver::visibleCallee(const CallExpr *Call) {
  const FunctionDecl *F = Call->getDirectCallee();
  if (!F)
    return nullptr;
  if (const auto *Operator = dyn_cast<CXXOperatorCallExpr>(Call);
      Operator && Operator->getOperator() == OO_Call &&
      isStdFunction(Operator->getArg(0)->getType())) {
    const VarDecl *V = throughReferences(referredVariable(Operator->getArg(0)));
    if (!V || !V->isLocalVarDecl())
      return nullptr;
    std::optional<std::pair<const Expr *, const CallExpr *>> Only = onlySetting(V);
    const LambdaExpr *Lambda = Only ? heldLambda(Only->first) : nullptr;
    return Lambda && !Lambda->isGenericLambda() ? Lambda->getCallOperator() : nullptr;
  }
  if (const auto *Method = dyn_cast<CXXMethodDecl>(F); Method && Method->isVirtual())
    return nullptr;
  if (const FunctionDecl *Pattern = F->getTemplateInstantiationPattern(); Pattern && !F->hasBody())
    F = Pattern;
  const FunctionDecl *Definition = nullptr;
  if (isOfStd(F) || !F->hasBody(Definition) || !Definition->getBody() ||
      Context.getSourceManager().isInSystemHeader(Definition->getLocation()))
    return nullptr;
  return Definition;
}

llvm::ArrayRef<const Expr *> StreamResolver::arguments(const CallExpr *Call) {
  llvm::ArrayRef<const Expr *> All(Call->getArgs(), Call->getNumArgs());
  const FunctionDecl *F = Call->getDirectCallee();
  return isa<CXXOperatorCallExpr>(Call) && isa_and_nonnull<CXXMethodDecl>(F) && !All.empty()
             ? All.drop_front()
             : All;
}

void StreamResolver::bind(const FunctionDecl *Callee, llvm::ArrayRef<const Expr *> Arguments) {
  collect(Callee);
  llvm::SmallVector<std::pair<const VarDecl *, Binding>, 4> Bound;
  for (unsigned I = 0; I < Callee->getNumParams(); ++I) {
    const ParmVarDecl *P = Callee->getParamDecl(I);
    Binding B;
    if (I < Arguments.size() && !P->isParameterPack()) {
      const Expr *Given = Arguments[I];
      QualType T = P->getType().getNonReferenceType();
      if (T->isIntegralOrEnumerationType())
        B.Integer = resolveInteger(Given);
      else
        B.Stream = resolve(Given);
      if (isEventType(T))
        B.Event = resolveEvent(Given);
      if (P->getType()->isReferenceType())
        B.Variable = resolveVariable(Given);
    }
    Bound.push_back({P, B});
  }
  for (auto &[P, B] : Bound)
    Bindings[P] = B;
}

const Expr *StreamResolver::returned(const CallExpr *Call) {
  const FunctionDecl *F = visibleCallee(Call);
  const auto *Body = F ? dyn_cast_or_null<CompoundStmt>(F->getBody()) : nullptr;
  if (!Body || Body->body_empty())
    return nullptr;
  for (const Stmt *S : Body->body())
    if (S != Body->body_back() && !isa<DeclStmt>(S))
      return nullptr;
  const auto *Return = dyn_cast<ReturnStmt>(Body->body_back());
  if (!Return)
    return nullptr;
  bind(F, arguments(Call));
  return Return->getRetValue();
}

std::optional<int64_t> StreamResolver::resolveInteger(const Expr *E, unsigned Depth) {
  E = E ? stripWrappers(E) : nullptr;
  if (!E || Depth > MaxDepth)
    return std::nullopt;
  if (const VarDecl *V = throughReferences(referredVariable(E))) {
    if (auto It = Bindings.find(V); It != Bindings.end())
      return It->second.Integer;
    return V->getType().isConstQualified() && V->getInit() ? resolveInteger(V->getInit(), Depth + 1)
                                                           : std::nullopt;
  }
  if (const auto *List = dyn_cast<InitListExpr>(E))
    return List->getNumInits() == 1 ? resolveInteger(List->getInit(0), Depth + 1) : std::nullopt;
  if (const auto *Ref = dyn_cast<DeclRefExpr>(E))
    if (const auto *Constant = dyn_cast<EnumConstantDecl>(Ref->getDecl()))
      return Constant->getInitVal().getExtValue();
  if (const auto *Binary = dyn_cast<BinaryOperator>(E)) {
    std::optional<int64_t> Left = resolveInteger(Binary->getLHS(), Depth + 1);
    std::optional<int64_t> Right =
        Left ? resolveInteger(Binary->getRHS(), Depth + 1) : std::nullopt;
    int64_t Sum;
    if (Right && Binary->getOpcode() == BO_Add && !llvm::AddOverflow(*Left, *Right, Sum))
      return Sum;
    if (Right && Binary->getOpcode() == BO_Sub && !llvm::SubOverflow(*Left, *Right, Sum))
      return Sum;
  }
  return integerLiteral(E, Context);
}

std::optional<EventKey> StreamResolver::resolveEvent(const Expr *E, unsigned Depth) {
  E = E ? stripWrappers(E) : nullptr;
  if (!E || Depth > MaxDepth)
    return std::nullopt;
  if (const VarDecl *V = throughReferences(referredVariable(E))) {
    collect(Function);
    if (isa<ParmVarDecl>(V)) {
      auto It = Bindings.find(V);
      return It == Bindings.end() || Settings.count(V) ? std::nullopt : It->second.Event;
    }
    // What holds it outside of the function may have been recorded by others.
    if (!V->isLocalVarDecl() || V->isStaticLocal())
      return std::nullopt;
    std::optional<std::pair<const Expr *, const CallExpr *>> Only = onlySetting(V);
    if (!Only)
      return std::nullopt;
    if (Only->second)
      return isMadeBy(Only->second, "Event") ? std::optional(EventKey(V, -1)) : std::nullopt;
    return Only->first ? resolveEvent(Only->first, Depth + 1) : std::nullopt;
  }
  if (const auto *List = dyn_cast<InitListExpr>(E))
    return List->getNumInits() == 1 ? resolveEvent(List->getInit(0), Depth + 1) : std::nullopt;
  const auto *Call = dyn_cast<CallExpr>(E);
  if (!Call)
    return std::nullopt;
  if (const auto *Member = dyn_cast<CXXMemberCallExpr>(Call);
      Member && calleeName(Call) == "get" && Call->getNumArgs() >= 1) {
    const VarDecl *Cache = resolveVariable(Member->getImplicitObjectArgument());
    std::optional<int64_t> Index = resolveInteger(Call->getArg(0));
    if (!Cache || !Index || *Index < 0)
      return std::nullopt;
    return EventKey(Cache, *Index);
  }
  if (isEventType(Call->getType()))
    if (const Expr *Result = returned(Call))
      return resolveEvent(Result, Depth + 1);
  return std::nullopt;
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
  if (E->getType().isNull())
    return {};
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
      if (std::optional<int64_t> Index = resolveInteger(Call->getArg(0), Depth + 1))
        return {StreamValue::Kind::Aux, *Index, nullptr};
  }
  if (StringRef Name = calleeName(Call);
      Call->getNumArgs() == 1 && (Name == "move" || Name == "forward" || Name == "as_const"))
    return resolve(Call->getArg(0), Depth + 1);
  if (StreamValue Asked = resolveCall(Call, Depth); Asked.K != StreamValue::Kind::Unknown)
    return Asked;
  if (isStreamType(Call->getType()) || Call->getType()->isVoidPointerType())
    if (const Expr *Result = returned(Call))
      return resolve(Result, Depth + 1);
  return {};
}

} // namespace aoti
