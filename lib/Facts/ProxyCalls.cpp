#include "Facts/ProxyCalls.h"
#include "Facts/AstQuery.h"
#include "Facts/BufferFacts.h"
#include "Facts/MainFile.h"
#include "Facts/SourceComments.h"
#include "Facts/TuFacts.h"
#include "Support/ClangCompat.h"
#include "clang/AST/DeclTemplate.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;
using llvm::SmallVector;
using llvm::StringRef;

namespace aoti {

namespace {

constexpr StringRef CallName = "aoti_torch_proxy_executor_call_function";
constexpr unsigned MaxDepth = 16;

/// What the body of one function says around its calls of the executor.
struct CallVisitor : AstVisitor<CallVisitor> {
  std::vector<const CallExpr *> Calls;
  /// Handles that `aoti_torch_new_uninitialized_tensor` fills.
  llvm::DenseSet<const VarDecl *> NewHandles;
  /// Handles that a call makes of another tensor.
  llvm::DenseMap<const VarDecl *, const Expr *> MadeOf;
  /// The first assertion on a variable that names an operator.
  llvm::DenseMap<const VarDecl *, std::pair<const StringLiteral *, StringRef>> Asserted;

  bool VisitCallExpr(CallExpr *Call) {
    StringRef Name = calleeName(Call);
    unsigned NumArgs = Call->getNumArgs();
    if (Name == CallName && NumArgs == 6) {
      Calls.push_back(Call);
    } else if (Name.starts_with("assert_") && NumArgs >= 2) {
      const VarDecl *V = namedVariable(Call->getArg(0));
      for (const Expr *Argument : llvm::drop_begin(Call->arguments()))
        if (const auto *Text = dyn_cast<StringLiteral>(stripWrappers(Argument));
            V && Text && Text->isOrdinary() && Text->getString().starts_with("torch.ops."))
          Asserted.try_emplace(
              V, Text, NumArgs >= 5 ? torchConstantName(Call->getArg(4), "dtype") : StringRef());
    } else if (Name.starts_with("aoti_torch_") && NumArgs >= 1) {
      const VarDecl *Filled = addressed(Call->getArg(NumArgs - 1));
      if (!Filled)
        return true;
      if (Name == "aoti_torch_new_uninitialized_tensor")
        NewHandles.insert(Filled);
      else if (NumArgs >= 2 &&
               (Name == "aoti_torch_new_tensor_handle" || Name == "aoti_torch_as_strided" ||
                Name == "aoti_torch_assign_tensors_out" ||
                Name == "aoti_torch__reinterpret_tensor" || Name.ends_with("_view_dtype") ||
                Name == "aoti_torch_clone_preserve_strides"))
        MadeOf.try_emplace(Filled, Call->getArg(0));
    }
    return true;
  }

  static const VarDecl *addressed(const Expr *E) {
    const auto *Unary = dyn_cast<UnaryOperator>(stripWrappers(E));
    return Unary && Unary->getOpcode() == UO_AddrOf ? referredVariable(Unary->getSubExpr())
                                                    : nullptr;
  }
};

/// Calls that hand their first argument on, or make a view of it.
bool handsOn(StringRef Name) {
  return handsTensorOn(Name) || Name == "reinterpret_tensor_wrapper" || Name == "move";
}

class Finder {
public:
  explicit Finder(TuFacts &Facts)
      : Facts(Facts), Context(Facts.context()),
        Text(Context.getSourceManager().getBufferData(Context.getSourceManager().getMainFileID())) {
  }

  std::vector<ProxyCall> run() {
    forEachGeneratedFunction(Context, Facts.dialect().GeneratedBegin, [&](const FunctionDecl *F) {
      CallVisitor Visitor;
      Visitor.TraverseStmt(F->getBody());
      // Checked before anything is built: most models have none.
      if (!Visitor.Calls.empty())
        addCalls(F, Visitor);
    });
    llvm::sort(Found,
               [](const ProxyCall &A, const ProxyCall &B) { return A.At.Begin < B.At.Begin; });
    return std::move(Found);
  }

private:
  ByteRange bytes(const Stmt *S) const { return mainFileBytes(S->getSourceRange(), Context); }

  void addCalls(const FunctionDecl *F, const CallVisitor &Visitor) {
    if (!Comments)
      Comments = findSourceComments(Text);
    const FunctionBuffers *Buffers = Facts.buffers().function(F);
    llvm::DenseSet<const VarDecl *> Filled;
    for (const CallExpr *Call : Visitor.Calls) {
      ProxyCall C;
      C.At = bytes(Call);
      // What a macro of the source makes has no places.
      if (C.At.End == 0)
        continue;
      C.Function = identifierOf(F).str();
      C.Node = constantInteger(Call->getArg(1), Context);
      C.NodeAt = bytes(Call->getArg(1));
      fill(C.Integers, Call->getArg(2), Call->getArg(3), [&](const Expr *E) { return integer(E); });
      fill(C.Tensors, Call->getArg(4), Call->getArg(5),
           [&](const Expr *E) { return tensor(E, Visitor, Filled, C); });
      addComment(C);
      if (Buffers)
        addConsumers(C, Call, *Buffers);
      Found.push_back(std::move(C));
    }
  }

  template <typename Element, typename Reader>
  void fill(ProxyList<Element> &List, const Expr *Count, const Expr *Array, Reader Read) {
    List.Count = constantInteger(Count, Context);
    List.CountAt = bytes(Count);
    List.At = bytes(Array);
    const Expr *E = stripWrappers(Array);
    if (isNullArgument(E)) {
      List.Size = 0;
      return;
    }
    if (const auto *Call = dyn_cast<CallExpr>(E)) {
      StringRef Member = memberName(Call);
      if (!memberObject(Call) || (Member != "data" && Member != "begin" && Member != "cbegin"))
        return;
      E = stripWrappers(memberObject(Call));
    }
    if (const VarDecl *V = referredVariable(E)) {
      if (!V->getInit() || V->getType()->isPointerType())
        return;
      E = stripWrappers(V->getInit());
    }
    SmallVector<const Expr *, 8> Elements;
    if (!elements(E, Elements, List.Size))
      return;
    for (const Expr *Item : Elements)
      List.Elements.push_back(Read(Item));
  }

  /// The elements of `std::array<T, N>{…}`, `std::vector<T>{…}` or of a plain array, as written.
  bool elements(const Expr *E, SmallVectorImpl<const Expr *> &Out, std::optional<uint64_t> &Size) {
    // The initialiser of a variable in a template may have none.
    QualType Type = E->getType();
    if (Type.isNull())
      return false;
    std::optional<uint64_t> Fixed;
    if (const auto *Array = Context.getAsConstantArrayType(Type))
      Fixed = Array->getSize().getZExtValue();
    else if (const auto *Special =
                 dyn_cast_or_null<ClassTemplateSpecializationDecl>(Type->getAsCXXRecordDecl());
             Special && identifierOf(Special) == "array" &&
             Special->getTemplateArgs().size() == 2 &&
             Special->getTemplateArgs()[1].getKind() == TemplateArgument::Integral)
      Fixed = Special->getTemplateArgs()[1].getAsIntegral().getZExtValue();
    bool IsVector = !Fixed && Type->getAsCXXRecordDecl() &&
                    identifierOf(Type->getAsCXXRecordDecl()) == "vector";
    if (!Fixed && !IsVector)
      return false;
    const InitListExpr *List = nullptr;
    if (const auto *Construct = dyn_cast<CXXConstructExpr>(E)) {
      // `std::vector<T>{}`
      if (Construct->getNumArgs() == 0 || isa<CXXDefaultArgExpr>(Construct->getArg(0))) {
        Size = Fixed.value_or(0);
        return true;
      }
      const Expr *First = stripWrappers(Construct->getArg(0));
      if (const auto *Initializer = dyn_cast<CXXStdInitializerListExpr>(First))
        First = stripWrappers(Initializer->getSubExpr());
      List = dyn_cast<InitListExpr>(First);
    } else {
      List = dyn_cast<InitListExpr>(E);
    }
    if (!List)
      return false;
    if (List->isSemanticForm() && List->getSyntacticForm())
      List = List->getSyntacticForm();
    if (List->getNumInits() == 1)
      if (const auto *Inner = dyn_cast<InitListExpr>(List->getInit(0)))
        List = Inner;
    for (const Expr *Item : List->inits())
      Out.push_back(Item);
    Size = Fixed.value_or(Out.size());
    return true;
  }

  ProxyInteger integer(const Expr *E) const {
    ProxyInteger I;
    I.At = bytes(E);
    I.Value = constantInteger(E, Context);
    for (unsigned Depth = 0; !I.Value && E && Depth < MaxDepth; ++Depth) {
      const VarDecl *V = referredVariable(E);
      if (!V)
        break;
      I.Names.push_back(identifierOf(V).str());
      E = V->getInit();
      if (constantInteger(E, Context)) {
        // It begins with a number and is set to something else later on, which is not followed.
        I.Names.clear();
        break;
      }
    }
    return I;
  }

  ProxyTensor tensor(const Expr *E, const CallVisitor &Visitor,
                     llvm::DenseSet<const VarDecl *> &Filled, ProxyCall &Call) const {
    ProxyTensor T;
    T.At = bytes(E);
    const VarDecl *V = namedVariable(E);
    if (V && !Filled.contains(V)) {
      const VarDecl *Handle = V;
      if (const auto *Construct = dyn_cast_or_null<CXXConstructExpr>(
              V->getInit() ? stripWrappers(V->getInit()) : nullptr);
          Construct && Construct->getNumArgs() == 1)
        Handle = referredVariable(Construct->getArg(0));
      T.IsNew = Handle && Visitor.NewHandles.contains(Handle);
      if (T.IsNew)
        Filled.insert(V);
    }
    if (T.IsNew && !Call.Asserted)
      if (auto [Text, Dtype] = Visitor.Asserted.lookup(V); Text)
        Call.Asserted = {Text->getString().drop_front(StringRef("torch.ops.").size()).str(),
                         identifierOf(V).str(), Dtype.str(), bytes(Text)};
    addNames(E, Visitor, T.Names);
    return T;
  }

  /// The variable that an expression names, and those that this one was made of.
  void addNames(const Expr *E, const CallVisitor &Visitor, std::vector<std::string> &Names) const {
    for (unsigned Depth = 0; E && Depth < MaxDepth; ++Depth) {
      E = stripWrappers(E);
      if (const VarDecl *V = namedVariable(E)) {
        Names.push_back(identifierOf(V).str());
        E = V->getInit();
        if (const Expr *Source = Visitor.MadeOf.lookup(V))
          E = Source;
        continue;
      }
      if (const auto *Construct = dyn_cast<CXXConstructExpr>(E)) {
        E = Construct->getNumArgs() == 1 ? Construct->getArg(0) : nullptr;
        continue;
      }
      const auto *Call = dyn_cast<CallExpr>(E);
      E = Call && Call->getNumArgs() > 0 && handsOn(calleeName(Call)) ? Call->getArg(0) : nullptr;
    }
  }

  /// The comment before a call, if only what prepares the call stands between them.
  void addComment(ProxyCall &C) const {
    auto After =
        llvm::lower_bound(*Comments, C.At.Begin, [](const SourceComment &Comment, uint32_t Place) {
          return Comment.Begin < Place;
        });
    if (After == Comments->begin())
      return;
    const SourceComment &Comment = *std::prev(After);
    StringRef Between = Text.slice(Comment.Begin, C.At.Begin).split('\n').second;
    // A result has three lines.
    constexpr size_t MaxBytes = 64 << 10;
    if (Between.size() > MaxBytes)
      return;
    while (Between.contains('\n')) {
      auto [Line, Rest] = Between.split('\n');
      Line = Line.trim();
      Line.consume_front("AOTI_TORCH_ERROR_CODE_CHECK(");
      static constexpr StringRef Prepares[] = {"//",
                                               "AtenTensorHandle ",
                                               "RAIIAtenTensorHandle ",
                                               "RAIIAtenRecordFunctionHandle ",
                                               "aoti_torch_new_uninitialized_tensor(",
                                               "static constexpr int64_t ",
                                               "const int64_t ",
                                               "int64_t int_array_",
                                               "auto tmp_tensor_handle_"};
      if (!Line.empty() &&
          llvm::none_of(Prepares, [&](StringRef P) { return Line.starts_with(P); }))
        return;
      Between = Rest;
    }
    for (StringRef Name : SourceComment::names(Comment.Operators)) {
      auto Begin = static_cast<uint32_t>(Name.data() - Text.data());
      C.Commented.push_back(
          {Name.str(), {}, {}, {Begin, Begin + static_cast<uint32_t>(Name.size())}});
    }
  }

  void addConsumers(ProxyCall &C, const CallExpr *Call, const FunctionBuffers &Buffers) const {
    const Operation *Op = Buffers.operation(Call);
    if (!Op)
      return;
    for (const Operand &Given : Op->Operands) {
      if (Given.Role != OperandRole::Written || !Given.T)
        continue;
      for (const Storage *S : BufferFacts::storagesOf(*Given.T)) {
        if (S->From != Storage::Origin::Result)
          continue;
        for (const TensorUse *Use : Buffers.usesOf(*S))
          if (addConsumer(C, *S, *Use))
            break;
      }
    }
  }

  bool addConsumer(ProxyCall &C, const Storage &S, const TensorUse &Use) const {
    ProxyConsumer Consumer;
    switch (Use.K) {
    case TensorUse::Kind::CpuKernel:
      Consumer.Device = DeviceType::Cpu;
      if (Use.Argument && Use.Argument->getType()->isPointerType())
        Consumer.Dtype = dtypeOfType(Use.Argument->getType()->getPointeeType(), Context);
      break;
    case TensorUse::Kind::Launch:
    case TensorUse::Kind::Shim:
      Consumer.Device = Use.Device;
      break;
    default:
      return false;
    }
    if (Consumer.Device == DeviceType::Unknown || !Use.At)
      return false;
    Consumer.At = bytes(Use.At);
    if (Consumer.At.Begin < C.At.End)
      return false;
    Consumer.Result = S.Name;
    Consumer.Callee = Use.Callee;
    C.Consumers.push_back(std::move(Consumer));
    return true;
  }

  TuFacts &Facts;
  ASTContext &Context;
  StringRef Text;
  std::optional<std::vector<SourceComment>> Comments;
  std::vector<ProxyCall> Found;
};

} // namespace

std::vector<ProxyCall> findProxyCalls(TuFacts &Facts) { return Finder(Facts).run(); }

} // namespace aoti
