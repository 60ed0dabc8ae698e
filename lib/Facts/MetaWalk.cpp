#include "Facts/MetaWalk.h"
#include "Facts/AstQuery.h"
#include "Facts/MetaDevices.h"
#include "Facts/TorchTypes.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/StringSwitch.h"
#include <set>

using namespace clang;
using llvm::SmallVector;
using llvm::StringRef;

namespace aoti {
namespace {

/// Walks the kernels.
class MetaWalk {
public:
  MetaWalk(ASTContext &Context, const std::vector<MetaKernel> &Kernels, TracedWalk &Found)
      : Context(Context), SM(Context.getSourceManager()), Kernels(Kernels), Found(Found),
        Devices(Context) {}

  void run() {
    for (unsigned I = 0; I < Kernels.size(); ++I) {
      Kernel = I;
      if (const OperatorRegistration *Registration = Kernels[I].Registration)
        bindParameters(Kernels[I].Function, Registration->Kernel, {});
      if (Kernels[I].From == MetaKernel::Origin::Composite)
        walkComposite(Kernels[I].Function);
      else
        visitFunction(Kernels[I].Function);
    }
    // A place is told once, for the first kernel that gets there.
    std::set<std::tuple<SourceLocation, SourceLocation, MetaEventKind>> Seen;
    llvm::erase_if(Found.Events, [&](const MetaEvent &E) {
      return !Seen.insert({E.At->getBeginLoc(), E.At->getEndLoc(), E.Kind}).second;
    });
  }

private:
  static constexpr unsigned MaxDepth = 8;

  enum class Flow { Goes, Ends };

  /// A kernel for all devices does not count if it needs data, nor does what it calls. What that
  /// needs has to be asked again if another kernel has called it.
  void walkComposite(const FunctionDecl *F) {
    TracedWalk Others = std::exchange(Found, TracedWalk());
    auto OthersVisited = std::exchange(Visited, {});
    NeedsData = false;
    visitFunction(F);
    TracedWalk Own = std::exchange(Found, std::move(Others));
    auto OwnVisited = std::exchange(Visited, std::move(OthersVisited));
    if (NeedsData)
      return;
    Visited.insert(OwnVisited.begin(), OwnVisited.end());
    Found.Reached.insert(Own.Reached.begin(), Own.Reached.end());
    Found.Sizes.merge(Own.Sizes);
    std::move(Own.Events.begin(), Own.Events.end(), std::back_inserter(Found.Events));
  }

  void visitFunction(const FunctionDecl *F) {
    if (!F->getBody() || !Visited.insert(F).second)
      return;
    Found.Reached.insert(F);
    Devices.enter(F);
    const FunctionDecl *OuterFunction = std::exchange(Function, F);
    bool OuterCondition = std::exchange(InCondition, false),
         OuterCheck = std::exchange(InCheck, false);
    walk(F->getBody());
    InCondition = OuterCondition;
    InCheck = OuterCheck;
    Function = OuterFunction;
  }

  //===--- statements ----------------------------------------------------===//

  Flow walk(const Stmt *S) {
    if (!S)
      return Flow::Goes;
    if (const auto *E = dyn_cast<Expr>(S))
      return visit(E);
    switch (S->getStmtClass()) {
    case Stmt::CompoundStmtClass:
      for (const Stmt *Child : cast<CompoundStmt>(S)->body())
        if (walk(Child) == Flow::Ends)
          return Flow::Ends;
      return Flow::Goes;
    case Stmt::IfStmtClass:
      return walkIf(cast<IfStmt>(S));
    case Stmt::ReturnStmtClass: {
      const Expr *Value = cast<ReturnStmt>(S)->getRetValue();
      if (Value) {
        visit(Value);
        if (Calls.empty() && !LambdaFunction)
          visitResult(Value);
        flow(Value, Found.Sizes.node(LambdaFunction ? LambdaFunction : Function));
      }
      return Flow::Ends;
    }
    case Stmt::WhileStmtClass:
    case Stmt::DoStmtClass:
    case Stmt::ForStmtClass:
    case Stmt::CXXForRangeStmtClass:
      return walkLoop(*loopParts(S));
    case Stmt::SwitchStmtClass: {
      const auto *Switch = cast<SwitchStmt>(S);
      walk(Switch->getInit());
      walkVariable(Switch->getConditionVariable());
      visitCondition(Switch->getCond(), false);
      // Which of the cases runs on the meta device, and what behind them, is not followed.
      if (Devices.isDeviceOfTensor(Switch->getCond()) || Devices.mayTestDevice(Switch->getCond())) {
        walkUncertain(Switch->getBody());
        return Flow::Ends;
      }
      // Any of its statements may be the first to run.
      if (const auto *Body = dyn_cast_or_null<CompoundStmt>(Switch->getBody()))
        for (const Stmt *Child : Body->body())
          walk(Child);
      else
        walk(Switch->getBody());
      return Flow::Goes;
    }
    case Stmt::CaseStmtClass:
    case Stmt::DefaultStmtClass:
      return walk(cast<SwitchCase>(S)->getSubStmt());
    case Stmt::LabelStmtClass:
      return walk(cast<LabelStmt>(S)->getSubStmt());
    case Stmt::AttributedStmtClass:
      return walk(cast<AttributedStmt>(S)->getSubStmt());
    case Stmt::CXXTryStmtClass:
      return walk(cast<CXXTryStmt>(S)->getTryBlock());
    case Stmt::BreakStmtClass:
    case Stmt::ContinueStmtClass:
    case Stmt::GotoStmtClass:
      return Flow::Ends;
    case Stmt::DeclStmtClass:
      for (const Decl *D : cast<DeclStmt>(S)->decls())
        if (const auto *V = dyn_cast<VarDecl>(D))
          walkVariable(V);
      return Flow::Goes;
    default:
      for (const Stmt *Child : S->children())
        walk(Child);
      return Flow::Goes;
    }
  }

  Flow walkLoop(const LoopParts &Loop) {
    walk(Loop.Init);
    visit(Loop.Range);
    if (Loop.Element && Loop.Range)
      flow(Loop.Range, Found.Sizes.node(Loop.Element));
    Flow After = Flow::Goes;
    if (Loop.BodyFirst)
      After = walk(Loop.Body);
    else
      walkVariable(Loop.Tested);
    // That of a loop through a range is not written.
    const Expr *Condition = Loop.Range ? nullptr : Loop.Condition;
    bool Never = Condition && Devices.fold(Condition) == std::optional(false);
    if (Condition && !(Never && Loop.BodyFirst))
      visitCondition(Condition, false);
    if (!Loop.BodyFirst && !Never)
      walk(Loop.Body);
    if (!Never)
      walk(Loop.Increment);
    return After;
  }

  void walkVariable(const VarDecl *V) {
    if (!V || !V->getInit())
      return;
    visit(V->getInit());
    flow(V->getInit(), Found.Sizes.node(V));
    if (const auto *Decomposition = dyn_cast<DecompositionDecl>(V))
      for (const BindingDecl *B : Decomposition->bindings())
        if (const VarDecl *Holding = B->getHoldingVar())
          flow(V->getInit(), Found.Sizes.node(Holding));
  }

  Flow walkIf(const IfStmt *If) {
    walk(If->getInit());
    walkVariable(If->getConditionVariable());
    const Expr *Condition = If->getCond();
    bool ThenFails = alwaysFails(If->getThen()),
         ElseFails = If->getElse() && alwaysFails(If->getElse());
    std::optional<bool> Known = Devices.fold(Condition);
    visitCondition(Condition, ThenFails || ElseFails, /*Holds=*/ElseFails || !ThenFails);
    if (Known) {
      const Stmt *Taken = *Known ? If->getThen() : If->getElse();
      bool Fails = *Known ? ThenFails : ElseFails;
      if (Fails) {
        if (const Expr *Test = Devices.deviceTest(Condition))
          add(MetaEventKind::DeviceCheck, Test);
        return Flow::Ends;
      }
      return walk(Taken);
    }
    if (Devices.mayTestDevice(Condition) || Devices.dependsOnParameter(Condition)) {
      // Which of the branches runs on the meta device, or for this kernel, is not known.
      Flow Then = ThenFails ? Flow::Ends : walkUncertain(If->getThen());
      Flow Else = ElseFails ? Flow::Ends : walkUncertain(If->getElse());
      return Then == Flow::Ends || Else == Flow::Ends ? Flow::Ends : Flow::Goes;
    }
    // What a check says when it fails is not run when it holds.
    Flow Then = ThenFails ? Flow::Ends : walk(If->getThen());
    Flow Else = ElseFails ? Flow::Ends : walk(If->getElse());
    return Then == Flow::Ends && Else == Flow::Ends ? Flow::Ends : Flow::Goes;
  }

  /// Walks code that may not run when something is traced: nothing is told of it.
  Flow walkUncertain(const Stmt *S) {
    bool Outer = std::exchange(IsUncertain, true);
    Flow After = walk(S);
    IsUncertain = Outer;
    return After;
  }

  /// Whether a statement is sure to end in an exception or the end of the program.
  bool alwaysFails(const Stmt *S) {
    if (!S)
      return false;
    if (const auto *E = dyn_cast<Expr>(S)) {
      E = stripWrappers(E);
      if (isa<CXXThrowExpr>(E))
        return true;
      if (const auto *Binary = dyn_cast<BinaryOperator>(E);
          Binary && Binary->getOpcode() == BO_Comma)
        return alwaysFails(Binary->getLHS()) || alwaysFails(Binary->getRHS());
      const auto *Call = dyn_cast<CallExpr>(E);
      const FunctionDecl *F = Call ? Call->getDirectCallee() : nullptr;
      return F && (F->isNoReturn() || F->hasAttr<AnalyzerNoReturnAttr>());
    }
    if (const auto *Compound = dyn_cast<CompoundStmt>(S))
      return llvm::any_of(Compound->body(), [&](const Stmt *Child) { return alwaysFails(Child); });
    if (const auto *If = dyn_cast<IfStmt>(S)) {
      // A chain of `else if` is asked at each of its links.
      auto [Place, New] = Failing.try_emplace(If, false);
      if (!New)
        return Place->second;
      std::optional<bool> Known = Devices.fold(If->getCond());
      bool Fails = Known ? alwaysFails(*Known ? If->getThen() : If->getElse())
                         : alwaysFails(If->getThen()) && alwaysFails(If->getElse());
      return Failing[If] = Fails;
    }
    if (const auto *Loop = dyn_cast<DoStmt>(S))
      return alwaysFails(Loop->getBody());
    if (const auto *Attributed = dyn_cast<AttributedStmt>(S))
      return alwaysFails(Attributed->getSubStmt());
    return false;
  }

  //===--- conditions ----------------------------------------------------===//

  /// \p Holds: what a check has to be for the kernel to go on.
  void visitCondition(const Expr *E, bool IsCheck, bool Holds = true) {
    bool OuterCondition = std::exchange(InCondition, true),
         OuterCheck = std::exchange(InCheck, InCheck || IsCheck),
         OuterHolds = std::exchange(CheckHolds, Holds);
    visit(E);
    InCondition = OuterCondition;
    InCheck = OuterCheck;
    CheckHolds = OuterHolds;
  }

  //===--- expressions ---------------------------------------------------===//

  Flow visit(const Expr *E) {
    if (!E)
      return Flow::Goes;
    if (const auto *Default = dyn_cast<CXXDefaultArgExpr>(E);
        Default || isa<UnaryExprOrTypeTraitExpr, CXXNoexceptExpr, TypeTraitExpr, CXXTypeidExpr>(E))
      return Flow::Goes;
    if (const auto *Lambda = dyn_cast<LambdaExpr>(E)) {
      visitLambda(Lambda);
      return Flow::Goes;
    }
    if (const auto *Rewritten = dyn_cast<CXXRewrittenBinaryOperator>(E))
      return visit(Rewritten->getSemanticForm());
    if (const auto *Conditional = dyn_cast<ConditionalOperator>(E)) {
      visitCondition(Conditional->getCond(), false);
      std::optional<bool> Known = Devices.fold(Conditional->getCond());
      bool Outer = IsUncertain;
      IsUncertain |= !Known && (Devices.mayTestDevice(Conditional->getCond()) ||
                                Devices.dependsOnParameter(Conditional->getCond()));
      if (Known != std::optional(false))
        visit(Conditional->getTrueExpr());
      if (Known != std::optional(true))
        visit(Conditional->getFalseExpr());
      IsUncertain = Outer;
      return Flow::Goes;
    }
    if (const auto *Unary = dyn_cast<UnaryOperator>(E); Unary && Unary->getOpcode() == UO_LNot) {
      CheckHolds = !CheckHolds;
      visit(Unary->getSubExpr());
      CheckHolds = !CheckHolds;
      return Flow::Goes;
    }
    if (const auto *Binary = dyn_cast<BinaryOperator>(E)) {
      visit(Binary->getLHS());
      if (Binary->isLogicalOp()) {
        std::optional<bool> Left = Devices.fold(Binary->getLHS());
        if (Left && *Left == (Binary->getOpcode() == BO_LOr))
          return Flow::Goes;
      }
      visit(Binary->getRHS());
      if (Binary->isAssignmentOp())
        assign(Binary->getLHS(), Binary->getRHS());
      return Flow::Goes;
    }
    if (const auto *Recovery = dyn_cast<RecoveryExpr>(E)) {
      visitRecovery(Recovery);
      return Flow::Goes;
    }
    if (const auto *List = dyn_cast<InitListExpr>(E)) {
      for (const Expr *Init : List->inits())
        visit(Init);
      return Flow::Goes;
    }
    if (const auto *Call = dyn_cast<CallExpr>(E))
      return visitCall(Call);
    for (const Stmt *Child : E->children())
      if (const auto *Part = dyn_cast_or_null<Expr>(Child))
        visit(Part);
      else if (Child)
        walk(Child);
    return Flow::Goes;
  }

  void visitLambda(const LambdaExpr *Lambda) {
    for (const Expr *Init : Lambda->capture_inits())
      visit(Init);
    const FunctionDecl *Outer = std::exchange(LambdaFunction, Lambda->getCallOperator());
    bool OuterCondition = std::exchange(InCondition, false),
         OuterCheck = std::exchange(InCheck, false);
    walk(Lambda->getBody());
    InCondition = OuterCondition;
    InCheck = OuterCheck;
    LambdaFunction = Outer;
  }

  /// A call of something unknown: of what is named like a check only the condition is run.
  void visitRecovery(const RecoveryExpr *Recovery) {
    StringRef Name = recoveredCalleeName(Recovery);
    ArrayRef<const Expr *> Arguments = recoveredArguments(Recovery);
    if (isCheckName(Name) && !Arguments.empty()) {
      visitCondition(Arguments.front(), true);
      return;
    }
    if (!Arguments.empty() &&
        llvm::any_of(Arguments, [](const Expr *A) { return holdsTensor(A->getType()); }))
      NeedsData = true;
    for (const Expr *Part : Recovery->subExpressions())
      visit(Part);
  }

  void add(MetaEventKind Kind, const Expr *At) {
    if (Kind >= MetaEventKind::Item) {
      // Sizes that depend on data are traced in kernels for all devices.
      NeedsData |= Kind != MetaEventKind::DataDependentSize;
      if (Kernels[Kernel].From == MetaKernel::Origin::Composite)
        return;
    }
    if (IsUncertain)
      return;
    Found.Events.push_back({Kind, At, Function, Kernel, Calls, InCondition, InCheck});
  }

  Flow visitCall(const CallExpr *Call) {
    const FunctionDecl *Callee = Call->getDirectCallee();
    StringRef Name = calleeName(Call);
    if (isa<CUDAKernelCallExpr>(Call))
      add(MetaEventKind::Launch, Call);

    bool IsRead = false;
    if (const auto *Member = dyn_cast<CXXMemberCallExpr>(Call)) {
      if (const Expr *Object = memberObject(Member)) {
        const CXXRecordDecl *Record = objectRecord(stripWrappers(Object)->getType());
        if (const CXXMethodDecl *Method = Member->getMethodDecl();
            Method && isTensorRecord(Method->getParent()))
          Record = Method->getParent();
        if (isTensorRecord(Record))
          IsRead = visitTensorMember(Member, Name, Object);
        else if (identifierOf(Record) == "SymInt")
          IsRead = visitSymIntMember(Member, Name);
      }
      visit(Member->getCallee());
    } else {
      IsRead = visitFunctionCall(Call, Callee, Name);
      if (!Callee) {
        // `x.data_ptr<T>()` in a template that is looked at as it is written.
        const Expr *Object = memberObject(Call);
        if (Object && isTensorType(stripWrappers(Object)->getType()))
          if (std::optional<MetaEventKind> Access = accessOf(memberName(Call)))
            add(*Access, Call);
        visit(Call->getCallee());
      }
    }
    // Of unknown functions that are named like checks only the condition is run.
    bool IsUnknownCheck = !Callee && isCheckName(Name) && !isa<CXXMemberCallExpr>(Call);
    for (unsigned I = 0; I < Call->getNumArgs(); ++I) {
      if (IsUnknownCheck && I > 0)
        break;
      visit(Call->getArg(I));
    }
    if (const auto *Operator = dyn_cast<CXXOperatorCallExpr>(Call))
      visitOperator(Operator);
    if (!IsRead)
      flowIntoContainer(Call, Name);

    visitShape(Call, Callee);
    follow(Call, Callee);
    if (Callee && Callee->isNoReturn())
      return Flow::Ends;
    return Flow::Goes;
  }

  /// What a member function of a tensor needs that is not there; nullopt for others.
  static std::optional<MetaEventKind> accessOf(StringRef Name) {
    return llvm::StringSwitch<std::optional<MetaEventKind>>(Name)
        .Case("item", MetaEventKind::Item)
        .Case("is_nonzero", MetaEventKind::Item)
        .Case("equal", MetaEventKind::Item)
        .Case("data_ptr", MetaEventKind::DataPointer)
        .Case("mutable_data_ptr", MetaEventKind::DataPointer)
        .Case("accessor", MetaEventKind::Accessor)
        .Case("packed_accessor", MetaEventKind::Accessor)
        .Case("packed_accessor32", MetaEventKind::Accessor)
        .Case("packed_accessor64", MetaEventKind::Accessor)
        .Case("generic_packed_accessor", MetaEventKind::Accessor)
        .Case("cpu", MetaEventKind::Transfer)
        .Case("cuda", MetaEventKind::Transfer)
        .Default(std::nullopt);
  }

  /// \returns whether it is a read.
  bool visitTensorMember(const CXXMemberCallExpr *Call, StringRef Name, const Expr *Object) {
    bool Stable = isStableTensorType(Object->getType());
    auto Kind = llvm::StringSwitch<std::optional<MetaEventKind>>(Name)
                    .Case("size", MetaEventKind::Size)
                    .Case("sizes", MetaEventKind::Sizes)
                    .Case("numel", MetaEventKind::Numel)
                    .Case("nbytes", MetaEventKind::Nbytes)
                    .Case("storage_offset", MetaEventKind::StorageOffset)
                    .Case("stride", MetaEventKind::Stride)
                    .Case("strides", MetaEventKind::Strides)
                    .Default(std::nullopt);
    if (Kind) {
      if (hasFixedShape(Object))
        return false;
      add(*Kind, Call);
      Found.Sizes.node(Call);
      return true;
    }
    std::optional<MetaEventKind> Access = accessOf(Name);
    if (Name == "const_data_ptr" && !Call->getMethodDecl()->isTemplateInstantiation() && !Stable)
      Access = MetaEventKind::UntypedDataPointer;
    using Place = MetaDevices::Place;
    if (Name == "to" && Call->getNumArgs() >= 1) {
      StringRef Device = Devices.deviceTypeName(Call->getArg(0));
      const Expr *Target = Call->getArg(0);
      Place Where = recordName(Target->getType()) == "TensorOptions" ? Devices.ofOptions(Target)
                                                                     : Devices.ofDevice(Target);
      if (Device == "CPU" || Device == "CUDA" ||
          (recordName(Target->getType()) == "TensorOptions" && Where == Place::Real))
        Access = MetaEventKind::Transfer;
      else if (Where == Place::Input || Where == Place::Meta)
        // What is made on the CPU can be brought to the meta device.
        BroughtToMeta.insert(stripWrappers(Object));
    }
    if (Name == "nonzero" || Name == "nonzero_numpy" || Name == "argwhere" ||
        Name == "masked_select" || Name == "unique_consecutive" || Name == "unique_dim" ||
        Name == "allclose" ||
        (Name == "index" && Call->getNumArgs() == 1 && hasBooleanMask(Call->getArg(0))))
      Access = MetaEventKind::DataDependentSize;
    if (Name == "allclose")
      Access = MetaEventKind::Item;
    if (Access)
      add(*Access, Call);
    if (Name.starts_with("new_") && givenPlace(Call, Call->getMethodDecl()) == Place::Real)
      add(MetaEventKind::RealDevice, Call);
    // A typed pointer alone does no harm, but a kernel that takes it is written for tensors with
    // data.
    if (Name == "const_data_ptr")
      NeedsData = true;
    return false;
  }

  bool visitSymIntMember(const CXXMemberCallExpr *Call, StringRef Name) {
    if (Name == "guard_int" || Name == "expect_int" || Name == "as_int_unchecked") {
      if (Name != "as_int_unchecked")
        add(Name == "guard_int" ? MetaEventKind::GuardInt : MetaEventKind::ExpectInt, Call);
      Found.Sizes.node(Call);
      return true;
    }
    return false;
  }

  bool visitFunctionCall(const CallExpr *Call, const FunctionDecl *Callee, StringRef Name) {
    if (Name == "asIntArrayRefSlow" || Name == "asIntArrayRefSlowAlloc") {
      add(Name == "asIntArrayRefSlow" ? MetaEventKind::ConcreteArray : MetaEventKind::GuardInt,
          Call);
      Found.Sizes.node(Call);
      return true;
    }
    if (!Callee)
      return false;
    StringRef Space = outerNamespace(Callee);
    if (Name == "size" && Space == "at" && Call->getNumArgs() == 2 &&
        isTensorType(Call->getArg(0)->getType()) && !hasFixedShape(Call->getArg(0))) {
      add(MetaEventKind::Size, Call);
      Found.Sizes.node(Call);
      return true;
    }
    if (Space.empty() &&
        (Name.starts_with("cudaMemcpy") || Name.starts_with("cudaMemset") ||
         Name.starts_with("cudaLaunchKernel") || Name.starts_with("cudaMalloc") ||
         Name.starts_with("hipMemcpy") || Name.starts_with("hipMemset") ||
         Name.starts_with("hipLaunchKernel") || Name.starts_with("hipModuleLaunchKernel") ||
         Name.starts_with("hipMalloc")))
      add(MetaEventKind::Launch, Call);
    bool IsOfTorch = (Space == "at" || Space == "torch") && !isa<CXXMethodDecl>(Callee);
    if (IsOfTorch && (Name == "equal" || Name == "_local_scalar_dense" || Name == "allclose"))
      add(MetaEventKind::Item, Call);
    if (IsOfTorch && dependsOnData(Call, Name))
      add(MetaEventKind::DataDependentSize, Call);
    if ((Space == "at" || Space == "torch") && !isa<CXXMethodDecl>(Callee) &&
        isTensorType(Callee->getReturnType()) && !isStableTensorType(Callee->getReturnType()))
      visitFactory(Call, Callee, Name);
    return false;
  }

  void visitOperator(const CXXOperatorCallExpr *Call) {
    if (Call->getNumArgs() != 2)
      return;
    OverloadedOperatorKind Operator = Call->getOperator();
    if (Operator == OO_Equal || Operator == OO_PlusEqual || Operator == OO_MinusEqual ||
        Operator == OO_StarEqual || Operator == OO_SlashEqual) {
      assign(Call->getArg(0), Call->getArg(1));
      return;
    }
    bool Equality = Operator == OO_EqualEqual || Operator == OO_ExclaimEqual;
    bool Order = Operator == OO_Less || Operator == OO_LessEqual || Operator == OO_Greater ||
                 Operator == OO_GreaterEqual;
    if ((!Equality && !Order) || !InCondition)
      return;
    for (unsigned I = 0; I < 2; ++I) {
      if (!isSymIntType(Call->getArg(I)->getType()))
        continue;
      std::optional<int64_t> Constant = constantSize(Call->getArg(1 - I));
      if (!Constant)
        continue;
      // Sizes of 0 and 1 are never symbolic, so that nothing is fixed. A check that a size is
      // another one only keeps it from that.
      bool Fixes = Equality && *Constant != 0 && *Constant != 1 &&
                   (!InCheck || CheckHolds == (Operator == OO_EqualEqual));
      return add(Fixes ? MetaEventKind::SymEquality : MetaEventKind::SymComparison, Call);
    }
  }

  /// The value of an integer that the compiler can compute, also as a symbolic integer.
  std::optional<int64_t> constantSize(const Expr *E) const {
    if (const auto *Construct = dyn_cast<CXXConstructExpr>(stripWrappers(E));
        Construct && isSymIntType(Construct->getType()) && Construct->getNumArgs() == 1)
      E = Construct->getArg(0);
    return constantInteger(E, Context);
  }

  //===--- tensors with sizes that are constant --------------------------===//

  /// Whether a tensor is a local one that is made with constant sizes and not assigned again.
  bool hasFixedShape(const Expr *Object, unsigned Depth = 0) const {
    Object = stripWrappers(Object);
    if (const auto *Call = dyn_cast<CallExpr>(Object))
      return makesFixedShape(Call, Depth);
    const auto *Ref = dyn_cast<DeclRefExpr>(Object);
    const auto *V = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
    if (!V || !V->isLocalVarDecl() || !V->hasInit() || Devices.isReassigned(V))
      return false;
    const auto *Call = dyn_cast<CallExpr>(MetaDevices::copied(V->getInit()));
    return Call && makesFixedShape(Call, Depth);
  }

  bool makesFixedShape(const CallExpr *Call, unsigned Depth) const {
    const FunctionDecl *Callee = Call->getDirectCallee();
    if (!Callee || Call->getNumArgs() == 0 || Depth > MaxDepth)
      return false;
    StringRef Name = identifierOf(Callee);
    if (const auto *Method = dyn_cast<CXXMethodDecl>(Callee))
      return isTensorRecord(Method->getParent()) && Name.consume_front("new_") &&
             isTensorFactory(Name) && isConstantList(Call->getArg(0));
    StringRef Space = outerNamespace(Callee);
    if (Space != "at" && Space != "torch")
      return false;
    // The tensor of that shape comes first.
    if (Name.ends_with("_like"))
      return isTensorType(Call->getArg(0)->getType()) && hasFixedShape(Call->getArg(0), Depth + 1);
    return isTensorFactory(Name) && isConstantList(Call->getArg(0));
  }

  /// Whether all integers in an expression are constants.
  bool isConstantList(const Expr *E) const {
    E = stripWrappers(E);
    if (const auto *List = dyn_cast<InitListExpr>(E))
      return llvm::all_of(List->inits(), [&](const Expr *Part) { return isConstantList(Part); });
    if (const auto *List = dyn_cast<CXXStdInitializerListExpr>(E))
      return isConstantList(List->getSubExpr());
    if (const auto *Construct = dyn_cast<CXXConstructExpr>(E))
      return llvm::all_of(Construct->arguments(),
                          [&](const Expr *Part) { return isConstantList(Part); });
    return constantSize(E).has_value();
  }

  //===--- factories -----------------------------------------------------===//

  /// Where the tensor is made that a function of torch gives, by the options or the device that it
  /// is given; nowhere in particular if there are none.
  MetaDevices::Place givenPlace(const CallExpr *Call, const FunctionDecl *Callee) const {
    using Place = MetaDevices::Place;
    Place Where = Place::Default;
    for (unsigned I = 0; Callee && I < Call->getNumArgs() && I < Callee->getNumParams(); ++I) {
      QualType Type = Callee->getParamDecl(I)->getType();
      const Expr *Argument = Call->getArg(I);
      bool IsGiven = !isa<CXXDefaultArgExpr>(Argument);
      if (recordName(Type) == "TensorOptions")
        Where = IsGiven ? Devices.ofOptions(Argument) : Place::Default;
      else if (recordName(Type) == "optional" &&
               recordName(firstTypeArgument(recordOf(Type))) == "Device")
        Where = IsGiven ? Devices.ofDevice(Argument) : Place::Default;
    }
    return Where;
  }

  void visitFactory(const CallExpr *Call, const FunctionDecl *Callee, StringRef Name) {
    using Place = MetaDevices::Place;
    if (Name.ends_with("_like")) {
      // Without a device it is made where the other tensor is.
      if (givenPlace(Call, Callee) == Place::Real)
        add(MetaEventKind::RealDevice, Call);
      return;
    }
    bool IsOfValues = isValueFactory(Name);
    if (!isTensorFactory(Name) && !IsOfValues)
      return;
    // A number on the CPU goes together with tensors of any device.
    if (isNumberFactory(Name) || (IsOfValues && BroughtToMeta.contains(Call)))
      return;
    addPlace(Call, givenPlace(Call, Callee));
  }

  /// Tells of a tensor that is not made on the meta device.
  void addPlace(const CallExpr *Call, MetaDevices::Place Where) {
    if (Where == MetaDevices::Place::Default)
      add(MetaEventKind::DefaultDevice, Call);
    else if (Where == MetaDevices::Place::Real)
      add(MetaEventKind::RealDevice, Call);
  }

  /// What a kernel returns must not be made of numbers on the CPU.
  void visitResult(const Expr *E, unsigned Depth = 0) {
    if (!E || Depth > MaxDepth)
      return;
    E = MetaDevices::copied(E);
    if (const auto *List = dyn_cast<CXXStdInitializerListExpr>(E))
      E = stripWrappers(List->getSubExpr());
    if (isa<InitListExpr, CXXConstructExpr>(E)) {
      for (const Stmt *Part : E->children())
        visitResult(dyn_cast_or_null<Expr>(Part), Depth + 1);
      return;
    }
    if (const auto *Conditional = dyn_cast<ConditionalOperator>(E)) {
      visitResult(Conditional->getTrueExpr(), Depth + 1);
      visitResult(Conditional->getFalseExpr(), Depth + 1);
      return;
    }
    if (const auto *Ref = dyn_cast<DeclRefExpr>(E)) {
      const auto *V = dyn_cast<VarDecl>(Ref->getDecl());
      if (V && V->isLocalVarDecl() && !Devices.isReassigned(V))
        visitResult(V->getInit(), Depth + 1);
      return;
    }
    const auto *Call = dyn_cast<CallExpr>(E);
    const FunctionDecl *Callee = Call ? Call->getDirectCallee() : nullptr;
    if (!Callee)
      return;
    StringRef Name = identifierOf(Callee), Space = outerNamespace(Callee);
    bool IsOfTorch = Space == "at" || Space == "torch";
    if (Callee->isInStdNamespace()
            ? Name == "make_tuple" || Name == "make_pair" || Name == "move"
            : IsOfTorch && !isa<CXXMethodDecl>(Callee) && (Name == "stack" || Name == "cat")) {
      for (const Expr *Argument : Call->arguments())
        visitResult(Argument, Depth + 1);
      return;
    }
    if (IsOfTorch && isNumberFactory(Name))
      addPlace(Call, givenPlace(Call, Callee));
  }

  //===--- results whose sizes depend on data ------------------------------===//

  /// Whether the size of what a function of torch gives depends on the values that it is given.
  static bool dependsOnData(const CallExpr *Call, StringRef Name) {
    return llvm::StringSwitch<bool>(Name)
        .Case("nonzero", true)
        .Case("nonzero_numpy", true)
        .Case("argwhere", true)
        .Case("masked_select", true)
        .Case("_unique", true)
        .Case("_unique2", true)
        .Case("unique_consecutive", true)
        .Case("unique_dim", true)
        .Case("where", Call->getNumArgs() == 1)
        .Default(false);
  }

  /// Whether one of the indices of a tensor is a comparison of tensors.
  bool hasBooleanMask(const Expr *E, unsigned Depth = 0) const {
    if (!E || Depth > MaxDepth)
      return false;
    E = MetaDevices::copied(E);
    if (const auto *Operator = dyn_cast<CXXOperatorCallExpr>(E))
      return isTensorType(E->getType()) && Operator->isComparisonOp();
    if (const auto *Ref = dyn_cast<DeclRefExpr>(E)) {
      const auto *V = dyn_cast<VarDecl>(Ref->getDecl());
      return V && V->isLocalVarDecl() && isTensorType(V->getType()) && !Devices.isReassigned(V) &&
             hasBooleanMask(V->getInit(), Depth + 1);
    }
    if (!isa<InitListExpr, CXXStdInitializerListExpr, CXXConstructExpr>(E))
      return false;
    return llvm::any_of(E->children(), [&](const Stmt *Part) {
      return hasBooleanMask(dyn_cast_or_null<Expr>(Part), Depth + 1);
    });
  }

  //===--- the flow of sizes ---------------------------------------------===//

  using Node = SizeGraph::Node;

  /// Everything that the value of an expression may come from flows to a node.
  void flow(const Expr *From, Node To) {
    if (!From)
      return;
    From = stripWrappers(From);
    if (Found.Sizes.Steps.count(From) && isa<CallExpr>(From) &&
        Found.Sizes.Steps[From].Expression == From && !Found.Sizes.Shapes.count(From)) {
      Found.Sizes.add(From, To);
      return;
    }
    if (isa<LambdaExpr, CXXDefaultArgExpr>(From) || isTensorType(From->getType()))
      return;
    if (isa<CXXRewrittenBinaryOperator>(From))
      return;
    if (const auto *Ref = dyn_cast<DeclRefExpr>(From)) {
      if (const auto *V = dyn_cast<VarDecl>(Ref->getDecl()))
        Found.Sizes.add(Found.Sizes.node(V), To);
      else if (const auto *B = dyn_cast<BindingDecl>(Ref->getDecl()))
        if (const auto *D = dyn_cast_or_null<VarDecl>(B->getDecomposedDecl()))
          Found.Sizes.add(Found.Sizes.node(D), To);
      return;
    }
    if (const auto *Binary = dyn_cast<BinaryOperator>(From);
        Binary && (Binary->isComparisonOp() || Binary->isLogicalOp()))
      return;
    if (const auto *Conditional = dyn_cast<ConditionalOperator>(From)) {
      flow(Conditional->getTrueExpr(), To);
      flow(Conditional->getFalseExpr(), To);
      return;
    }
    if (const auto *Call = dyn_cast<CallExpr>(From)) {
      const FunctionDecl *Callee = Call->getDirectCallee();
      if (const auto *Operator = dyn_cast<CXXOperatorCallExpr>(Call);
          Operator && Operator->getOperator() == OO_Call)
        if (const auto *Method = dyn_cast_or_null<CXXMethodDecl>(Callee);
            Method && Method->getParent()->isLambda())
          Found.Sizes.add(Found.Sizes.node(static_cast<const FunctionDecl *>(Method)), To);
      if (const FunctionDecl *Definition = definitionInView(Callee, SM);
          Definition && !isa<CXXOperatorCallExpr>(Call)) {
        Found.Sizes.add(Found.Sizes.node(Definition), To);
        return;
      }
      if (const auto *Member = dyn_cast<CXXMemberCallExpr>(Call)) {
        // How long a list is does not depend on what is in it.
        if (memberName(Member) == "size" || memberName(Member) == "empty" ||
            memberName(Member) == "dim")
          return;
        flow(memberObject(Member), To);
      }
      for (const Expr *Argument : Call->arguments())
        flow(Argument, To);
      return;
    }
    for (const Stmt *Child : From->children())
      if (const auto *Part = dyn_cast_or_null<Expr>(Child))
        flow(Part, To);
  }

  void assign(const Expr *To, const Expr *From) {
    if (const VarDecl *V = assignedVariable(To))
      flow(From, Found.Sizes.node(V));
  }

  void flowIntoContainer(const CallExpr *Call, StringRef Name) {
    const auto *Member = dyn_cast<CXXMemberCallExpr>(Call);
    if (!Member)
      return;
    if (!llvm::StringSwitch<bool>(Name)
             .Case("push_back", true)
             .Case("emplace_back", true)
             .Case("insert", true)
             .Case("assign", true)
             .Case("append", true)
             .Case("resize", true)
             .Case("emplace", true)
             .Default(false))
      return;
    const VarDecl *V = assignedVariable(memberObject(Member));
    if (!V)
      return;
    for (const Expr *Argument : Call->arguments())
      flow(Argument, Found.Sizes.node(V));
  }

  /// A call that makes a tensor of sizes.
  void visitShape(const CallExpr *Call, const FunctionDecl *Callee) {
    if (!Callee)
      return;
    StringRef Space = outerNamespace(Callee);
    const auto *Method = dyn_cast<CXXMethodDecl>(Callee);
    if (Method ? !isTensorRecord(Method->getParent()) : Space != "at" && Space != "torch")
      return;
    if (!holdsTensor(Callee->getReturnType()) || isa<CXXOperatorCallExpr>(Call))
      return;
    Found.Sizes.Shapes.insert(Found.Sizes.node(static_cast<const Expr *>(Call)));
    for (unsigned I = 0; I < Call->getNumArgs(); ++I) {
      QualType Type = I < Callee->getNumParams()
                          ? Callee->getParamDecl(I)->getType().getNonReferenceType()
                          : Call->getArg(I)->getType();
      if (isTensorType(Type) || recordName(Type) == "TensorOptions")
        continue;
      flow(Call->getArg(I), Found.Sizes.node(static_cast<const Expr *>(Call)));
    }
    if (symbolicForm(Callee))
      add(MetaEventKind::IntOverload, Call);
  }

  /// Follows a call into code that is in view.
  void follow(const CallExpr *Call, const FunctionDecl *Callee) {
    if (!Callee) {
      const FunctionDecl *Pattern = calledPattern(Call);
      Callee = Pattern;
    }
    if (!Callee)
      return;
    if (const auto *Method = dyn_cast<CXXMethodDecl>(Callee);
        Method && Method->getParent()->isLambda()) {
      passArguments(Call, Callee, isa<CXXOperatorCallExpr>(Call) ? 1 : 0);
      return;
    }
    const FunctionDecl *Definition = definitionInView(Callee, SM);
    if (!Definition) {
      // A function of another file may do anything with the data of its tensors.
      bool IsOfProject = !isOfTorch(Callee) && !Callee->isInStdNamespace() &&
                         isGenerated(Callee->getLocation(), SM, 0);
      if (IsOfProject && llvm::any_of(Callee->parameters(), [](const ParmVarDecl *P) {
            return holdsTensor(P->getType());
          }))
        NeedsData = true;
      return;
    }
    passArguments(Call, Definition,
                  isa<CXXOperatorCallExpr>(Call) && isa<CXXMethodDecl>(Definition) ? 1 : 0);
    if (IsUncertain || Calls.size() >= MaxDepth) {
      // What it would be found to do is not known.
      NeedsData |= llvm::any_of(Definition->parameters(),
                                [](const ParmVarDecl *P) { return holdsTensor(P->getType()); });
      return;
    }
    if (!Visited.contains(Definition)) {
      const auto *Lookup = dyn_cast<OverloadExpr>(Call->getCallee()->IgnoreParenImpCasts());
      bindParameters(Definition, Call->getDirectCallee(),
                     Lookup ? Lookup->template_arguments() : ArrayRef<TemplateArgumentLoc>());
    }
    Calls.push_back(Call);
    const FunctionDecl *OuterLambda = std::exchange(LambdaFunction, nullptr);
    visitFunction(Definition);
    LambdaFunction = OuterLambda;
    Calls.pop_back();
  }

  /// Where a template is looked at as it is written, its parameters have the values of a
  /// specialisation, or those that are written.
  void bindParameters(const FunctionDecl *Definition, const FunctionDecl *Specialisation,
                      ArrayRef<TemplateArgumentLoc> Written) {
    const FunctionTemplateDecl *Template = Definition->getDescribedFunctionTemplate();
    if (!Template)
      return;
    const TemplateParameterList &Parameters = *Template->getTemplateParameters();
    const TemplateArgumentList *Deduced =
        Specialisation ? Specialisation->getTemplateSpecializationArgs() : nullptr;
    bool IsPack = false;
    for (unsigned I = 0; I < Parameters.size(); ++I) {
      IsPack |= Parameters.getParam(I)->isTemplateParameterPack();
      const auto *P = dyn_cast<NonTypeTemplateParmDecl>(Parameters.getParam(I));
      if (!P)
        continue;
      std::optional<int64_t> Value;
      if (!IsPack && Deduced && I < Deduced->size()) {
        Value = integerOf(Deduced->get(I));
      } else if (!IsPack && I < Written.size()) {
        const TemplateArgument &Argument = Written[I].getArgument();
        Value = Argument.getKind() == TemplateArgument::Expression
                    ? Devices.integer(Argument.getAsExpr())
                    : integerOf(Argument);
      } else if (!IsPack && !Deduced && P->hasDefaultArgument()) {
        const TemplateArgument &Argument = P->getDefaultArgument().getArgument();
        if (Argument.getKind() == TemplateArgument::Expression)
          Value = constantInteger(Argument.getAsExpr(), Context);
      }
      Devices.bind(P, Value);
    }
  }

  static std::optional<int64_t> integerOf(const TemplateArgument &Argument) {
    return Argument.getKind() == TemplateArgument::Integral ? Argument.getAsIntegral().tryExtValue()
                                                            : std::nullopt;
  }

  void passArguments(const CallExpr *Call, const FunctionDecl *Callee, unsigned First) {
    for (unsigned I = First; I < Call->getNumArgs() && I - First < Callee->getNumParams(); ++I)
      flow(Call->getArg(I),
           Found.Sizes.node(static_cast<const VarDecl *>(Callee->getParamDecl(I - First))));
  }

  ASTContext &Context;
  const SourceManager &SM;
  const std::vector<MetaKernel> &Kernels;
  TracedWalk &Found;
  MetaDevices Devices;
  unsigned Kernel = 0;
  const FunctionDecl *Function = nullptr;
  /// Set while the body of a lambda is walked.
  const FunctionDecl *LambdaFunction = nullptr;
  SmallVector<const CallExpr *, 2> Calls;
  llvm::DenseSet<const FunctionDecl *> Visited;
  llvm::DenseMap<const IfStmt *, bool> Failing;
  /// Tensors that are moved to the meta device where they are made.
  llvm::DenseSet<const Expr *> BroughtToMeta;
  bool InCondition = false, InCheck = false;
  /// In a check: what the expression has to be for the kernel to go on.
  bool CheckHolds = true;
  /// Whether code that may not run at all is walked.
  bool IsUncertain = false;
  /// The kernel that is walked does something with data.
  bool NeedsData = false;
};

} // namespace

void walkMetaKernels(ASTContext &Context, const std::vector<MetaKernel> &Kernels,
                     TracedWalk &Found) {
  MetaWalk(Context, Kernels, Found).run();
}

} // namespace aoti
