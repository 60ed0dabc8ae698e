#include "checks/device/DeviceIndexLiteralCheck.h"
#include "Facts/AstQuery.h"
#include "Facts/BufferFacts.h"
#include "Support/ClangCompat.h"
#include "clang/AST/DeclTemplate.h"
#include "llvm/ADT/DenseSet.h"

using namespace clang;
using namespace clang::ast_matchers;
using llvm::StringRef;

namespace aoti {

namespace {

/// Lower case, without underscores.
std::string folded(StringRef Name) {
  std::string Text = Name.lower();
  llvm::erase(Text, '_');
  return Text;
}

bool isDeviceIndexName(StringRef Name) {
  static constexpr StringRef Names[] = {
      "deviceindex", "deviceidx", "deviceid",   "deviceno",      "devicenum",
      "devindex",    "devidx",    "devid",      "deviceordinal", "gpuindex",
      "gpuidx",      "gpuid",     "cudadevice", "cudadeviceid",  "targetdeviceindex"};
  return llvm::is_contained(Names, folded(Name));
}

bool isDeviceName(StringRef Name) {
  std::string Text = folded(Name);
  return Text == "device" || Text == "dev" || Text == "gpu";
}

/// Whether a type is written as a typedef `DeviceIndex`.
bool isDeviceIndexType(QualType T) {
  const auto *Typedef = T->getAs<TypedefType>();
  return Typedef && identifierOf(Typedef->getDecl()) == "DeviceIndex";
}

/// The declared parameters of what is called, without packs: a parameter of a pack has no role of
/// its own.
struct Parameters {
  llvm::SmallVector<const ParmVarDecl *, 8> Declared;

  explicit Parameters(const FunctionDecl *F) {
    if (!F)
      return;
    const FunctionDecl *Pattern = F->getTemplateInstantiationPattern();
    const FunctionDecl *Source = Pattern ? Pattern : F;
    for (const ParmVarDecl *P : Source->parameters()) {
      if (P->isParameterPack())
        break;
      Declared.push_back(P);
    }
  }
  StringRef name(unsigned I) const {
    return I < Declared.size() ? identifierOf(Declared[I]) : StringRef();
  }
  QualType type(unsigned I) const {
    return I < Declared.size() ? Declared[I]->getType() : QualType();
  }

  bool isIndex(unsigned I) const {
    if (I >= Declared.size() || type(I)->isPointerType() || type(I)->isReferenceType())
      return false;
    if (isDeviceIndexName(name(I)) || isDeviceIndexType(type(I)))
      return true;
    // A plain `device` is a type of device where an index follows it.
    return isDeviceName(name(I)) && type(I)->isIntegerType() && !isIndex(I + 1);
  }
};

bool hasDeviceIndexField(const CXXRecordDecl *Class, unsigned Depth = 0) {
  Class = Class ? Class->getDefinition() : nullptr;
  if (!Class || Depth > 8)
    return false;
  for (const FieldDecl *Field : Class->fields())
    if (identifierOf(Field) == "device_idx_")
      return true;
  for (const CXXBaseSpecifier &Base : Class->bases()) {
    const CXXRecordDecl *Record = Base.getType()->getAsCXXRecordDecl();
    if (!Record)
      if (const auto *Specialization = Base.getType()->getAs<TemplateSpecializationType>())
        if (const auto *Template = dyn_cast_or_null<ClassTemplateDecl>(
                Specialization->getTemplateName().getAsTemplateDecl()))
          Record = Template->getTemplatedDecl();
    if (hasDeviceIndexField(Record, Depth + 1))
      return true;
  }
  return false;
}

class LiteralFinder : public AstVisitor<LiteralFinder> {
public:
  LiteralFinder(ASTContext &Context, TuFacts &Facts, const FunctionDecl *Function,
                llvm::function_ref<void(const CodeFinding &)> Report)
      : Context(Context), Facts(Facts), Function(Function), Report(Report) {}

  void run() { TraverseStmt(Function->getBody()); }

  bool VisitCallExpr(CallExpr *Call) {
    if (isa<CXXOperatorCallExpr>(Call))
      return true;
    const FunctionDecl *F = Call->getDirectCallee();
    if (!F)
      F = calledPattern(Call);
    StringRef Name = calleeName(Call);
    if (F && F->isInStdNamespace()) {
      checkForwarded(Call, F);
      return true;
    }
    llvm::SmallVector<const Expr *, 8> Arguments(Call->arguments());
    check(Call, Name, Parameters(F), Arguments);
    return true;
  }

  bool VisitCXXConstructExpr(CXXConstructExpr *Construct) {
    const CXXConstructorDecl *C = Construct->getConstructor();
    if (C->getParent()->isInStdNamespace() || Construct->getNumArgs() < 1)
      return true;
    llvm::SmallVector<const Expr *, 8> Arguments(Construct->arguments());
    check(Construct, identifierOf(C->getParent()), Parameters(C), Arguments);
    return true;
  }

private:
  /// `std::make_unique<T>(…)` and `emplace` hand their arguments to a constructor of T.
  void checkForwarded(const CallExpr *Call, const FunctionDecl *F) {
    StringRef Name = identifierOf(F);
    if (Name != "make_unique" && Name != "make_shared" && Name != "make_optional")
      return;
    const TemplateArgumentList *Arguments = F->getTemplateSpecializationArgs();
    if (!Arguments || Arguments->size() == 0 ||
        Arguments->get(0).getKind() != TemplateArgument::Type)
      return;
    const CXXRecordDecl *Class = Arguments->get(0).getAsType()->getAsCXXRecordDecl();
    Class = Class ? Class->getDefinition() : nullptr;
    if (!Class)
      return;
    llvm::SmallVector<const Expr *, 8> Given(Call->arguments());
    const CXXConstructorDecl *Fitting = nullptr;
    for (const CXXConstructorDecl *C : Class->ctors())
      if (!C->isCopyOrMoveConstructor() && C->getMinRequiredArguments() <= Given.size() &&
          C->getNumParams() >= Given.size()) {
        if (Fitting)
          return;
        Fitting = C;
      }
    if (Fitting)
      check(Call, identifierOf(Class), Parameters(Fitting), Given);
  }

  struct Literal {
    int64_t Value;
    /// The variable whose initialiser it is; null when it stands in the argument.
    const VarDecl *Through = nullptr;
  };

  std::optional<Literal> literal(const Expr *E) {
    const Expr *Stripped = stripWrappers(E);
    if (Stripped->isTypeDependent() || Stripped->isValueDependent() ||
        Stripped->getType().isNull() || !Stripped->getType()->isIntegerType() ||
        Stripped->getType()->isBooleanType())
      return std::nullopt;
    if (std::optional<int64_t> Value = integerLiteral(Stripped, Context))
      return *Value >= 0 ? std::optional<Literal>({*Value, nullptr}) : std::nullopt;
    const auto *Ref = dyn_cast<DeclRefExpr>(Stripped);
    const auto *V = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
    if (!V || isa<ParmVarDecl>(V) || !V->getInit() || V->getType()->isReferenceType())
      return std::nullopt;
    std::optional<int64_t> Value = integerLiteral(stripWrappers(V->getInit()), Context);
    if (!Value || *Value < 0)
      return std::nullopt;
    if (!V->getType().isConstQualified()) {
      if (!V->isLocalVarDecl())
        return std::nullopt;
      if (!Changes)
        Changes = changedVariables(Function->getBody());
      if (Changes->contains(V))
        return std::nullopt;
    }
    return Literal{*Value, V};
  }

  /// The device type that an argument names, by itself or through `&var`.
  DeviceType deviceTypeOf(const Expr *E) const {
    if (StringRef Name = torchConstantName(E, "device_type"); !Name.empty())
      return parseDeviceType(Name);
    return DeviceType::Unknown;
  }

  DeviceType deviceOf(unsigned Index, StringRef Callee, const Parameters &P,
                      llvm::ArrayRef<const Expr *> Arguments) {
    if (Index > 0)
      if (DeviceType D = deviceTypeOf(Arguments[Index - 1]); D != DeviceType::Unknown)
        return D;
    for (unsigned I = 0; I < Arguments.size(); ++I) {
      if (I == Index || (P.name(I) != "device_type" && !isDeviceName(P.name(I))))
        continue;
      if (DeviceType D = deviceTypeOf(Arguments[I]); D != DeviceType::Unknown)
        return D;
      if (std::optional<int64_t> Value = integerLiteral(stripWrappers(Arguments[I]), Context))
        return *Value == 0    ? DeviceType::Cpu
               : *Value == 1  ? DeviceType::Cuda
               : *Value == 6  ? DeviceType::Hip
               : *Value == 12 ? DeviceType::Xpu
               : *Value == 13 ? DeviceType::Mps
                              : DeviceType::Other;
    }
    std::string Lower = Callee.lower();
    for (DeviceType D : {DeviceType::Cuda, DeviceType::Hip, DeviceType::Xpu, DeviceType::Mps})
      if (StringRef(Lower).contains(deviceTypeName(D)))
        return D;
    if (StringRef(Lower).contains("_cpu_"))
      return DeviceType::Cpu;
    return Facts.dialect().Device;
  }

  void check(const Expr *Call, StringRef Callee, const Parameters &P,
             llvm::ArrayRef<const Expr *> Arguments) {
    if (Arguments.size() > 4096)
      return;
    for (unsigned I = 0; I < Arguments.size(); ++I) {
      if (isa<CXXDefaultArgExpr>(Arguments[I]))
        continue;
      bool IsIndex = P.isIndex(I);
      // Without a name, an integer behind a device type is its index.
      if (!IsIndex && P.name(I).empty() && I > 0 && !Callee.empty())
        IsIndex =
            deviceTypeOf(Arguments[I - 1]) != DeviceType::Unknown && isUnnamedIndex(Callee, I, P);
      if (!IsIndex && P.name(I).empty())
        IsIndex = knownIndex(Callee) == I;
      if (!IsIndex)
        continue;
      // Without a device behind the pointer before it, a shim does not read the index.
      if (I > 0 && isNullPointer(Arguments[I - 1]))
        continue;
      std::optional<Literal> Found = literal(Arguments[I]);
      if (!Found)
        continue;
      switch (deviceOf(I, Callee, P, Arguments)) {
      case DeviceType::Cuda:
      case DeviceType::Hip:
      case DeviceType::Xpu:
        reportLiteral(Call, Callee, Arguments[I], *Found, deviceOf(I, Callee, P, Arguments));
        break;
      default:
        break;
      }
    }
  }

  bool isNullPointer(const Expr *E) const {
    return !E->isTypeDependent() && !E->isValueDependent() && !E->getType().isNull() &&
           E->getType()->isPointerType() &&
           E->isNullPointerConstant(Context, Expr::NPC_NeverValueDependent) != Expr::NPCK_NotNull;
  }

  /// Whether an unnamed parameter behind a device type is an index: of a shim, and not of a helper
  /// that takes what it likes.
  static bool isUnnamedIndex(StringRef Callee, unsigned I, const Parameters &P) {
    return Callee.starts_with("aoti_torch_") &&
           (I >= P.Declared.size() || P.type(I)->isIntegerType());
  }

  /// Which argument of functions and classes of torch and of the runtimes is an index, for
  /// declarations that do not name it.
  static std::optional<unsigned> knownIndex(StringRef Callee) {
    static constexpr std::pair<StringRef, unsigned> Known[] = {
        {"AOTICudaGuard", 0},
        {"AOTICudaStreamGuard", 1},
        {"AOTIXpuGuard", 0},
        {"AOTIXpuStreamGuard", 1},
        {"aoti_torch_create_cuda_guard", 0},
        {"aoti_torch_create_cuda_stream_guard", 1},
        {"aoti_torch_create_xpu_guard", 0},
        {"aoti_torch_cuda_guard_set_index", 1},
        {"aoti_torch_get_current_cuda_stream", 0},
        {"aoti_torch_get_current_xpu_stream", 0},
        {"aoti_torch_xpu_guard_set_index", 1},
        {"cudaSetDevice", 0},
        {"hipSetDevice", 0}};
    for (auto [Name, Index] : Known)
      if (Name == Callee)
        return Index;
    return std::nullopt;
  }

  const FunctionBuffers *buffers() {
    if (!Looked) {
      Looked = true;
      Buffers = Facts.buffers().function(Function);
    }
    return Buffers;
  }

  /// What a finding says of the memory that a call makes.
  struct Destiny {
    /// All that happens to it is a copy from elsewhere and the way to the outputs.
    bool OnlyCopied = false;
    const TensorUse *Copy = nullptr;
    const TensorUse *Consumer = nullptr;
    std::string Name;
  };

  Destiny destiny(const CallExpr *Call, const Literal &L) {
    Destiny D;
    const FunctionBuffers *B = Call ? buffers() : nullptr;
    if (!B)
      return D;
    const Storage *S = nullptr;
    if (StorageOfCall.empty())
      for (const Storage &Candidate : B->Storages)
        if (Candidate.Call)
          StorageOfCall[Candidate.Call] = &Candidate;
    S = StorageOfCall.lookup(Call);
    if (!S)
      return D;
    D.Name = S->Name;
    bool Elsewhere = false, Foreign = false;
    for (const TensorUse *U : B->usesOf(*S)) {
      switch (U->K) {
      case TensorUse::Kind::CopyInto:
        if (comesFromElsewhere(*B, *U, L)) {
          Foreign = true;
          if (!D.Copy)
            D.Copy = U;
        }
        break;
      case TensorUse::Kind::CopyFrom:
      case TensorUse::Kind::Output:
      case TensorUse::Kind::Check:
      case TensorUse::Kind::Item:
        break;
      case TensorUse::Kind::Launch:
        Elsewhere = true;
        if (!D.Consumer)
          D.Consumer = U;
        break;
      case TensorUse::Kind::Shim:
        Elsewhere = true;
        if (!D.Consumer && U->Device != DeviceType::Cpu && U->At != Call)
          D.Consumer = U;
        break;
      case TensorUse::Kind::CpuKernel:
      case TensorUse::Kind::Proxy:
      case TensorUse::Kind::Other:
        Elsewhere = true;
        break;
      }
    }
    D.OnlyCopied = Foreign && !Elsewhere;
    return D;
  }

  /// Whether a copy has a source that is not on the same literal device.
  bool comesFromElsewhere(const FunctionBuffers &B, const TensorUse &Copy, const Literal &L) {
    if (CopySources.empty())
      for (const TensorUse &U : B.Uses)
        if (U.K == TensorUse::Kind::CopyFrom)
          CopySources[U.At].push_back(U.T);
    for (const Tensor *Source : CopySources.lookup(Copy.At)) {
      for (const Storage *S : BufferFacts::storagesOf(*Source))
        if (S->DeviceIndex)
          if (std::optional<Literal> Other = literal(S->DeviceIndex);
              Other && Other->Value == L.Value && S->Device != DeviceType::Cpu)
            return false;
    }
    return true;
  }

  std::string ownIndex() const {
    for (const ParmVarDecl *P : Function->parameters())
      if (identifierOf(P) == "device_idx_")
        return "device_idx_";
    if (const auto *Method = dyn_cast<CXXMethodDecl>(Function))
      if (Method->isInstance() && hasDeviceIndexField(Method->getParent()))
        return "this->device_idx_";
    return {};
  }

  void reportLiteral(const Expr *Call, StringRef Callee, const Expr *Argument, const Literal &L,
                     DeviceType Device) {
    CharSourceRange At = charRange(Argument->getSourceRange(), Context);
    if (!Reported.insert(At.getBegin()).second)
      return;
    bool IsAllocation = Callee.starts_with("aoti_torch_empty_strided");
    Destiny D = destiny(dyn_cast<CallExpr>(Call), L);
    if (IsAllocation && D.OnlyCopied)
      return;

    std::string Number = std::to_string(L.Value);
    std::string Place = deviceTypeName(Device).str() + ":" + Number;
    std::string Own = ownIndex();
    std::string Buffer = D.Name.empty() ? "a buffer" : "'" + D.Name + "'";
    std::string Only = "the package works only when it is loaded with device_index=" + Number +
                       ", and on another device ";
    std::string Use = Own.empty() ? "use the index of the device that the model is loaded on"
                                  : "use '" + Own + "'";

    CodeFinding F;
    F.At = At;
    bool Safe = true;
    if (isa<CXXConstructExpr>(Call) || StringRef(Callee.lower()).contains("guard") ||
        Callee.starts_with("cudaSetDevice") || Callee.starts_with("hipSetDevice")) {
      F.Message = "'" + Callee.str() + "' selects the literal device " + Place + ": " + Only +
                  "the model's buffers and kernels belong to one device and its work goes to " +
                  Place + " (illegal memory access, or work on the wrong stream); " + Use;
    } else if (IsAllocation && D.Consumer) {
      F.Message = Buffer + " is allocated on the literal device " + Place + ", and '" +
                  D.Consumer->Callee + "', which runs on the model's own device, uses it: " + Only +
                  "that is an access to the memory of a foreign device (illegal memory access); " +
                  Use;
      Safe = !D.Copy;
    } else if (IsAllocation) {
      F.Message = Buffer + " is allocated on the literal device " + Place + ": " + Only +
                  "it stays on " + Place +
                  ", so that kernels fail with an illegal memory access or the caller gets a "
                  "tensor on a foreign device; " +
                  Use;
    } else if (Callee.contains("current") && Callee.contains("stream")) {
      F.Message = "'" + Callee.str() + "' asks for the stream of the literal device " + Place +
                  ": " + Only +
                  "work goes to a stream of a foreign device (invalid resource handle); use the "
                  "stream that the model "
                  "is run with";
      Safe = false;
    } else if (isLaunch(Call)) {
      F.Message = "'" + Callee.str() + "' gets the literal device index " + Number + ": " + Only +
                  "it works with the memory of " + Place + " (illegal memory access); " + Use;
    } else {
      F.Message = "'" + Callee.str() + "' gets the literal device index " + Number + ": " + Only +
                  "its tensors stay on " + Place +
                  ", so that kernels fail with an illegal memory access or the caller "
                  "gets a tensor on a foreign device; " +
                  Use;
      // The program may have named this device.
      Safe = false;
    }

    if (L.Through)
      F.Notes.push_back(
          {charRange(L.Through->getSourceRange(), Context), "the index comes from this literal"});
    CharSourceRange Whole = charRange(Call->getSourceRange(), Context);
    F.Flow.push_back({Whole, Buffer + " is made on " + Place});
    if (D.Copy)
      F.Flow.push_back(
          {charRange(D.Copy->At->getSourceRange(), Context), "data is copied to " + Place});
    if (D.Consumer) {
      CharSourceRange Used = charRange(D.Consumer->At->getSourceRange(), Context);
      std::string By =
          "used here by '" + D.Consumer->Callee + "', which runs on the model's own device";
      F.Notes.push_back({Used, By});
      F.Flow.push_back({Used, By});
    }
    if (F.Flow.size() < 2)
      F.Flow.clear();
    if (!Own.empty())
      F.Fixes.push_back({"use the index of the device that the model is loaded on",
                         {FixItHint::CreateReplacement(At, Own)},
                         Safe});
    Report(F);
  }

  bool isLaunch(const Expr *Call) const {
    const auto *C = dyn_cast<CallExpr>(Call);
    const FunctionDecl *F = C ? C->getDirectCallee() : nullptr;
    return F && llvm::any_of(F->parameters(),
                             [](const ParmVarDecl *P) { return identifierOf(P) == "kernels_"; });
  }

  ASTContext &Context;
  TuFacts &Facts;
  const FunctionDecl *Function;
  llvm::function_ref<void(const CodeFinding &)> Report;
  std::optional<llvm::SmallSetVector<const VarDecl *, 16>> Changes;
  llvm::DenseMap<const CallExpr *, const Storage *> StorageOfCall;
  llvm::DenseMap<const Expr *, llvm::SmallVector<const Tensor *, 1>> CopySources;
  llvm::DenseSet<SourceLocation> Reported;
  const FunctionBuffers *Buffers = nullptr;
  bool Looked = false;
};

} // namespace

void DeviceIndexLiteralCheck::checkUnit(ASTContext &Context) {
  Facts = TuFacts::of(Context);
  if (Facts->dialect().Kind != SourceKind::Wrapper)
    return;
  auto Report = [&](const CodeFinding &F) { report(F, Context); };
  forEachGeneratedFunction(Context, Facts->dialect().GeneratedBegin,
                           [&](const FunctionDecl *Function) {
                             if (Function->getBody())
                               LiteralFinder(Context, *Facts, Function, Report).run();
                           });
}

} // namespace aoti
