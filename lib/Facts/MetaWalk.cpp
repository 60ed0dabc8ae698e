#include "Facts/MetaWalk.h"
#include "Facts/AstQuery.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"
#include "llvm/ADT/SmallPtrSet.h"
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
  MetaWalk(ASTContext &Context, const std::vector<MetaKernel> &Kernels,
           std::vector<MetaEvent> &Events, llvm::DenseSet<const FunctionDecl *> &Reached,
           SizeGraph &Graph)
      : Context(Context), SM(Context.getSourceManager()), Kernels(Kernels), Events(Events),
        Reached(Reached), Graph(Graph) {}

  void run() {
    for (unsigned I = 0; I < Kernels.size(); ++I) {
      Kernel = I;
      const MetaKernel &K = Kernels[I];
      size_t Before = Events.size();
      NeedsData = false;
      if (K.From == MetaKernel::Origin::Composite) {
        // What it calls may have been followed for another kernel, and what it needs is not known
        // then.
        auto Old = std::exchange(Visited, {});
        visitFunction(K.Function);
        for (const FunctionDecl *F : Old)
          Visited.insert(F);
        if (NeedsData)
          Events.resize(Before);
      } else {
        visitFunction(K.Function);
      }
    }
    // A place is told once, for the first kernel that gets there.
    std::set<std::tuple<SourceLocation, SourceLocation, MetaEventKind>> Seen;
    llvm::erase_if(Events, [&](const MetaEvent &E) {
      return !Seen.insert({E.At->getBeginLoc(), E.At->getEndLoc(), E.Kind}).second;
    });
  }

private:
  static constexpr unsigned MaxDepth = 8;

  enum class Flow { Goes, Ends };

  void visitFunction(const FunctionDecl *F) {
    if (!F->getBody() || !Visited.insert(F).second)
      return;
    Reached.insert(F);
    const FunctionDecl *OuterFunction = std::exchange(Function, F);
    auto OuterChanged = std::exchange(Reassigned, {});
    auto OuterOptions = InCondition;
    bool OuterCheck = InCheck;
    InCondition = InCheck = false;
    for (const VarDecl *V : changedVariables({F->getBody()}))
      Reassigned.insert(V);
    walk(F->getBody());
    InCondition = OuterOptions;
    InCheck = OuterCheck;
    Reassigned = std::move(OuterChanged);
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
        flow(Value, Graph.node(LambdaFunction ? LambdaFunction : Function));
      }
      return Flow::Ends;
    }
    case Stmt::WhileStmtClass: {
      const auto *Loop = cast<WhileStmt>(S);
      if (fold(Loop->getCond()) == std::optional(false))
        return Flow::Goes;
      visitCondition(Loop->getCond(), false);
      walk(Loop->getBody());
      return Flow::Goes;
    }
    case Stmt::DoStmtClass: {
      const auto *Loop = cast<DoStmt>(S);
      Flow After = walk(Loop->getBody());
      if (fold(Loop->getCond()) != std::optional(false))
        visitCondition(Loop->getCond(), false);
      return After;
    }
    case Stmt::ForStmtClass: {
      const auto *Loop = cast<ForStmt>(S);
      walk(Loop->getInit());
      if (Loop->getCond())
        visitCondition(Loop->getCond(), false);
      walk(Loop->getBody());
      if (Loop->getInc())
        visit(Loop->getInc());
      return Flow::Goes;
    }
    case Stmt::CXXForRangeStmtClass: {
      const auto *Loop = cast<CXXForRangeStmt>(S);
      walk(Loop->getInit());
      visit(Loop->getRangeInit());
      if (const VarDecl *V = Loop->getLoopVariable())
        flow(Loop->getRangeInit(), Graph.node(V));
      walk(Loop->getBody());
      return Flow::Goes;
    }
    case Stmt::SwitchStmtClass: {
      const auto *Switch = cast<SwitchStmt>(S);
      walk(Switch->getInit());
      visitCondition(Switch->getCond(), false);
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

  void walkVariable(const VarDecl *V) {
    if (!V->getInit())
      return;
    visit(V->getInit());
    flow(V->getInit(), Graph.node(V));
    if (const auto *Decomposition = dyn_cast<DecompositionDecl>(V))
      for (const BindingDecl *B : Decomposition->bindings())
        if (const VarDecl *Holding = B->getHoldingVar())
          flow(V->getInit(), Graph.node(Holding));
  }

  Flow walkIf(const IfStmt *If) {
    walk(If->getInit());
    if (const VarDecl *V = If->getConditionVariable())
      walkVariable(V);
    const Expr *Condition = If->getCond();
    bool ThenFails = alwaysFails(If->getThen()),
         ElseFails = If->getElse() && alwaysFails(If->getElse());
    std::optional<bool> Known = fold(Condition);
    visitCondition(Condition, ThenFails || ElseFails);
    if (Known) {
      const Stmt *Taken = *Known ? If->getThen() : If->getElse();
      bool Fails = *Known ? ThenFails : ElseFails;
      if (Fails) {
        if (const Expr *Test = deviceTest(Condition))
          add(MetaEventKind::DeviceCheck, Test);
        return Flow::Ends;
      }
      return walk(Taken);
    }
    // What a check says when it fails is not run when it holds.
    Flow Then = ThenFails ? Flow::Ends : walk(If->getThen());
    Flow Else = ElseFails ? Flow::Ends : walk(If->getElse());
    return Then == Flow::Ends && Else == Flow::Ends ? Flow::Ends : Flow::Goes;
  }

  /// Whether a statement is sure to end in an exception or the end of the program.
  bool alwaysFails(const Stmt *S) const {
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
      std::optional<bool> Known = fold(If->getCond());
      if (Known)
        return alwaysFails(*Known ? If->getThen() : If->getElse());
      return alwaysFails(If->getThen()) && alwaysFails(If->getElse());
    }
    if (const auto *Loop = dyn_cast<DoStmt>(S))
      return alwaysFails(Loop->getBody());
    if (const auto *Attributed = dyn_cast<AttributedStmt>(S))
      return alwaysFails(Attributed->getSubStmt());
    return false;
  }

  //===--- conditions ----------------------------------------------------===//

  void visitCondition(const Expr *E, bool IsCheck) {
    bool OuterCondition = std::exchange(InCondition, true),
         OuterCheck = std::exchange(InCheck, InCheck || IsCheck);
    visit(E);
    InCondition = OuterCondition;
    InCheck = OuterCheck;
  }

  /// Whether an object is a tensor, or the device of one.
  bool isDeviceOfTensor(const Expr *Object) const {
    if (!Object)
      return false;
    Object = stripWrappers(Object);
    if (isTensorType(Object->getType()))
      return true;
    if (const auto *Call = dyn_cast<CXXMemberCallExpr>(Object))
      return (memberName(Call) == "device" || memberName(Call) == "options") &&
             isDeviceOfTensor(memberObject(Call));
    if (const auto *Ref = dyn_cast<DeclRefExpr>(Object))
      if (const auto *V = dyn_cast<VarDecl>(Ref->getDecl());
          V && !isa<ParmVarDecl>(V) && V->hasInit() && !Reassigned.count(V))
        return !isa<DeclRefExpr>(stripWrappers(V->getInit())) &&
               isDeviceOfTensor(copied(V->getInit()));
    return false;
  }

  static const Expr *copied(const Expr *E) {
    E = stripWrappers(E);
    while (const auto *Construct = dyn_cast<CXXConstructExpr>(E)) {
      if (Construct->getNumArgs() != 1)
        break;
      E = stripWrappers(Construct->getArg(0));
    }
    return E;
  }

  /// The name of a device type: "Meta", "CPU", "CUDA"; empty if an expression names none.
  StringRef deviceTypeName(const Expr *E) const {
    E = copied(E);
    if (const auto *Construct = dyn_cast<CXXConstructExpr>(E);
        Construct && Construct->getNumArgs() >= 1)
      return deviceTypeName(Construct->getArg(0));
    if (const auto *List = dyn_cast<InitListExpr>(E); List && List->getNumInits())
      return deviceTypeName(List->getInit(0));
    if (const auto *Literal = dyn_cast<StringLiteral>(E)) {
      StringRef Text = Literal->getString().split(':').first;
      return Text == "meta"   ? "Meta"
             : Text == "cpu"  ? "CPU"
             : Text == "cuda" ? "CUDA"
             : Text.empty()   ? StringRef()
                              : "other";
    }
    if (const auto *Call = dyn_cast<CallExpr>(E);
        Call && (calleeName(Call) == "make_optional" || calleeName(Call) == "move") &&
        Call->getNumArgs() == 1)
      return deviceTypeName(Call->getArg(0));
    const auto *Ref = dyn_cast<DeclRefExpr>(E);
    if (!Ref)
      return {};
    StringRef Type = identifierOf(Ref->getType()
                                      .getNonReferenceType()
                                      .getUnqualifiedType()
                                      .getCanonicalType()
                                      ->getAsTagDecl());
    if (const auto *Enumerator = dyn_cast<EnumConstantDecl>(Ref->getDecl());
        Enumerator && Type == "DeviceType") {
      StringRef Name = Enumerator->getName();
      return Name.consume_front("k") ? Name : Enumerator->getName();
    }
    const auto *V = dyn_cast<VarDecl>(Ref->getDecl());
    if (!V || isa<ParmVarDecl>(V) || !V->getAnyInitializer() || Reassigned.count(V))
      return {};
    if (Type == "DeviceType" || Type == "Device")
      return deviceTypeName(V->getAnyInitializer());
    return {};
  }

  /// What a test of a device gives where all tensors are on the meta device.
  std::optional<bool> foldDevice(const Expr *E) const {
    if (const auto *Call = dyn_cast<CXXMemberCallExpr>(E)) {
      StringRef Name = memberName(Call);
      bool IsTest = llvm::StringSwitch<bool>(Name)
                        .Case("is_cpu", true)
                        .Case("is_cuda", true)
                        .Case("is_hip", true)
                        .Case("is_xpu", true)
                        .Case("is_mps", true)
                        .Case("is_privateuseone", true)
                        .Case("is_xla", true)
                        .Case("is_hpu", true)
                        .Case("is_mtia", true)
                        .Default(false);
      if ((IsTest || Name == "is_meta") && isDeviceOfTensor(memberObject(Call)))
        return Name == "is_meta";
      return std::nullopt;
    }
    const Expr *Left = nullptr, *Right = nullptr;
    bool Equal = true;
    if (const auto *Binary = dyn_cast<BinaryOperator>(E); Binary && Binary->isEqualityOp()) {
      Left = Binary->getLHS();
      Right = Binary->getRHS();
      Equal = Binary->getOpcode() == BO_EQ;
    } else if (const auto *Call = dyn_cast<CXXOperatorCallExpr>(E);
               Call && Call->getNumArgs() == 2 &&
               (Call->getOperator() == OO_EqualEqual || Call->getOperator() == OO_ExclaimEqual)) {
      Left = Call->getArg(0);
      Right = Call->getArg(1);
      Equal = Call->getOperator() == OO_EqualEqual;
    }
    if (!Left)
      return std::nullopt;
    for (unsigned I = 0; I < 2; ++I, std::swap(Left, Right)) {
      const Expr *Type = stripWrappers(Left);
      if (const auto *Call = dyn_cast<CXXMemberCallExpr>(Type); Call && memberName(Call) == "type")
        Type = stripWrappers(memberObject(Call));
      else if (const auto *Call = dyn_cast<CXXMemberCallExpr>(Type);
               Call && memberName(Call) == "device_type")
        Type = stripWrappers(memberObject(Call));
      if (isTensorType(Type->getType()) && Type == stripWrappers(Left))
        continue;
      if (!isDeviceOfTensor(Type))
        continue;
      if (StringRef Name = deviceTypeName(Right); !Name.empty())
        return (Name == "Meta") == Equal;
    }
    return std::nullopt;
  }

  std::optional<bool> fold(const Expr *E) const {
    if (!E)
      return std::nullopt;
    E = stripWrappers(E);
    if (const auto *Rewritten = dyn_cast<CXXRewrittenBinaryOperator>(E))
      E = Rewritten->getSemanticForm();
    if (const auto *Unary = dyn_cast<UnaryOperator>(E); Unary && Unary->getOpcode() == UO_LNot) {
      std::optional<bool> Value = fold(Unary->getSubExpr());
      return Value ? std::optional(!*Value) : std::nullopt;
    }
    if (const auto *Binary = dyn_cast<BinaryOperator>(E); Binary && Binary->isLogicalOp()) {
      std::optional<bool> Left = fold(Binary->getLHS()), Right = fold(Binary->getRHS());
      bool Decisive = Binary->getOpcode() == BO_LOr;
      if (Left == std::optional(Decisive) || Right == std::optional(Decisive))
        return Decisive;
      return Left && Right ? std::optional(!Decisive) : std::nullopt;
    }
    if (const auto *Call = dyn_cast<CallExpr>(E);
        Call && calleeName(Call).starts_with("__builtin_expect") && Call->getNumArgs() >= 2)
      return fold(Call->getArg(0));
    if (std::optional<bool> Device = foldDevice(E))
      return Device;
    if (const auto *Ref = dyn_cast<DeclRefExpr>(E))
      if (const auto *V = dyn_cast<VarDecl>(Ref->getDecl()); V && V->isLocalVarDecl() &&
                                                             V->getType()->isBooleanType() &&
                                                             V->hasInit() && !Reassigned.count(V))
        return fold(V->getInit());
    bool Value = false;
    if (!E->isValueDependent() && !E->getType().isNull() && !E->containsErrors() &&
        E->EvaluateAsBooleanCondition(Value, Context))
      return Value;
    return std::nullopt;
  }

  /// The test of a device that decides a condition; null if there is none.
  const Expr *deviceTest(const Expr *E) const {
    E = stripWrappers(E);
    if (foldDevice(E))
      return E;
    if (const auto *Ref = dyn_cast<DeclRefExpr>(E)) {
      const auto *V = dyn_cast<VarDecl>(Ref->getDecl());
      return V && V->isLocalVarDecl() && V->hasInit() && V->getType()->isBooleanType()
                 ? deviceTest(V->getInit())
                 : nullptr;
    }
    for (const Stmt *Child : E->children())
      if (const auto *Part = dyn_cast_or_null<Expr>(Child))
        if (const Expr *Found = deviceTest(Part))
          return Found;
    return nullptr;
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
      std::optional<bool> Known = fold(Conditional->getCond());
      if (Known != std::optional(false))
        visit(Conditional->getTrueExpr());
      if (Known != std::optional(true))
        visit(Conditional->getFalseExpr());
      return Flow::Goes;
    }
    if (const auto *Binary = dyn_cast<BinaryOperator>(E)) {
      visit(Binary->getLHS());
      if (Binary->isLogicalOp()) {
        std::optional<bool> Left = fold(Binary->getLHS());
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

  static bool isCheckName(StringRef Name) {
    std::string Upper = Name.upper();
    return StringRef(Upper).contains("CHECK") || StringRef(Upper).contains("ASSERT") ||
           StringRef(Upper).contains("ENFORCE");
  }

  void add(MetaEventKind Kind, const Expr *At) {
    if (Kind >= MetaEventKind::Item) {
      NeedsData = true;
      if (Kernels[Kernel].From == MetaKernel::Origin::Composite)
        return;
    }
    Events.push_back({Kind, At, Function, Kernel, Calls, InCondition, InCheck});
  }

  Flow visitCall(const CallExpr *Call) {
    const FunctionDecl *Callee = Call->getDirectCallee();
    StringRef Name = calleeName(Call);
    if (isa<CUDAKernelCallExpr>(Call))
      add(MetaEventKind::Launch, Call);

    bool IsRead = false;
    if (const auto *Member = dyn_cast<CXXMemberCallExpr>(Call)) {
      if (const Expr *Object = memberObject(Member)) {
        const CXXRecordDecl *Record = recordOf(stripWrappers(Object)->getType());
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
      if (!Callee)
        visit(Call->getCallee());
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
      Graph.node(Call);
      return true;
    }
    auto Access = llvm::StringSwitch<std::optional<MetaEventKind>>(Name)
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
    if (Name == "const_data_ptr" && !Call->getMethodDecl()->isTemplateInstantiation() && !Stable)
      Access = MetaEventKind::UntypedDataPointer;
    if (Name == "to" && Call->getNumArgs() >= 1)
      if (StringRef Device = deviceTypeName(Call->getArg(0)); Device == "CPU" || Device == "CUDA")
        Access = MetaEventKind::Transfer;
    if (Access)
      add(*Access, Call);
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
      Graph.node(Call);
      return true;
    }
    return false;
  }

  bool visitFunctionCall(const CallExpr *Call, const FunctionDecl *Callee, StringRef Name) {
    if (Name == "asIntArrayRefSlow" || Name == "asIntArrayRefSlowAlloc") {
      add(Name == "asIntArrayRefSlow" ? MetaEventKind::ConcreteArray : MetaEventKind::GuardInt,
          Call);
      Graph.node(Call);
      return true;
    }
    if (!Callee)
      return false;
    StringRef Space = outerNamespace(Callee);
    if (Name == "size" && Space == "at" && Call->getNumArgs() == 2 &&
        isTensorType(Call->getArg(0)->getType()) && !hasFixedShape(Call->getArg(0))) {
      add(MetaEventKind::Size, Call);
      Graph.node(Call);
      return true;
    }
    if (Space.empty() &&
        (Name.starts_with("cudaMemcpy") || Name.starts_with("cudaMemset") ||
         Name.starts_with("cudaLaunchKernel") || Name.starts_with("cudaMalloc") ||
         Name.starts_with("hipMemcpy") || Name.starts_with("hipMemset") ||
         Name.starts_with("hipLaunchKernel") || Name.starts_with("hipModuleLaunchKernel") ||
         Name.starts_with("hipMalloc")))
      add(MetaEventKind::Launch, Call);
    if ((Space == "at" || Space == "torch") && (Name == "equal" || Name == "_local_scalar_dense"))
      add(MetaEventKind::Item, Call);
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
      if (Constant)
        return add(Equality && !InCheck ? MetaEventKind::SymEquality : MetaEventKind::SymComparison,
                   Call);
    }
  }

  /// The value of an integer that is written as a constant, also as a symbolic integer.
  std::optional<int64_t> constantSize(const Expr *E) const {
    E = stripWrappers(E);
    if (const auto *Construct = dyn_cast<CXXConstructExpr>(E);
        Construct && isSymIntType(Construct->getType()) && Construct->getNumArgs() == 1)
      E = stripWrappers(Construct->getArg(0));
    Expr::EvalResult Value;
    if (!E->isValueDependent() && E->getType()->isIntegralOrEnumerationType() &&
        E->EvaluateAsInt(Value, Context))
      return Value.Val.getInt().getExtValue();
    return std::nullopt;
  }

  //===--- tensors with sizes that are constant --------------------------===//

  /// Whether a tensor is a local one that is made with constant sizes and not assigned again.
  bool hasFixedShape(const Expr *Object) const {
    Object = stripWrappers(Object);
    if (const auto *Call = dyn_cast<CallExpr>(Object))
      return makesFixedShape(Call);
    const auto *Ref = dyn_cast<DeclRefExpr>(Object);
    const auto *V = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
    if (!V || !V->isLocalVarDecl() || !V->hasInit() || isAssignedTensor(V))
      return false;
    const auto *Call = dyn_cast<CallExpr>(copied(V->getInit()));
    return Call && makesFixedShape(Call);
  }

  bool isAssignedTensor(const VarDecl *V) const { return Reassigned.count(V); }

  bool makesFixedShape(const CallExpr *Call) const {
    const FunctionDecl *Callee = Call->getDirectCallee();
    if (!Callee || !isFactoryName(identifierOf(Callee)) || Call->getNumArgs() == 0)
      return false;
    StringRef Space = outerNamespace(Callee);
    if (Space != "at" && Space != "torch")
      return false;
    return isConstantList(Call->getArg(0));
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

  static bool isFactoryName(StringRef Name) {
    Name.consume_back("_symint");
    return llvm::StringSwitch<bool>(Name)
        .Case("empty", true)
        .Case("zeros", true)
        .Case("ones", true)
        .Case("full", true)
        .Case("rand", true)
        .Case("randn", true)
        .Case("randint", true)
        .Case("eye", true)
        .Case("empty_strided", true)
        .Case("empty_permuted", true)
        .Default(false);
  }

  enum class Place { Meta, Input, Default, Real, Unknown };

  void visitFactory(const CallExpr *Call, const FunctionDecl *Callee, StringRef Name) {
    if (!isFactoryName(Name))
      return;
    Place Where = Place::Default;
    for (unsigned I = 0; I < Call->getNumArgs() && I < Callee->getNumParams(); ++I) {
      QualType Type = Callee->getParamDecl(I)->getType().getNonReferenceType();
      StringRef Record = identifierOf(recordOf(Type));
      const Expr *Argument = Call->getArg(I);
      if (Record == "TensorOptions") {
        Where = isa<CXXDefaultArgExpr>(Argument) ? Place::Default : optionsPlace(Argument);
      } else if (Record == "optional") {
        const auto *Optional = cast<ClassTemplateSpecializationDecl>(recordOf(Type));
        QualType Held = Optional->getTemplateArgs()[0].getKind() == TemplateArgument::Type
                            ? Optional->getTemplateArgs()[0].getAsType()
                            : QualType();
        if (!Held.isNull() && identifierOf(recordOf(Held)) == "Device")
          Where = isa<CXXDefaultArgExpr>(Argument) ? Place::Default : devicePlace(Argument);
      }
    }
    if (Where == Place::Default)
      add(MetaEventKind::DefaultDevice, Call);
    else if (Where == Place::Real)
      add(MetaEventKind::RealDevice, Call);
  }

  Place devicePlace(const Expr *E) const {
    E = copied(E);
    if (const auto *Call = dyn_cast<CallExpr>(E);
        Call && calleeName(Call) == "make_optional" && Call->getNumArgs() == 1)
      E = copied(Call->getArg(0));
    if (isDeviceOfTensor(E))
      return Place::Input;
    if (const auto *Ref = dyn_cast<DeclRefExpr>(E);
        Ref && identifierOf(Ref->getDecl()) == "nullopt")
      return Place::Default;
    StringRef Name = deviceTypeName(E);
    if (Name == "Meta")
      return Place::Meta;
    return Name.empty() ? Place::Unknown : Place::Real;
  }

  Place optionsPlace(const Expr *E, unsigned Depth = 0) const {
    E = stripWrappers(E);
    if (Depth > 16)
      return Place::Unknown;
    if (const auto *Member = dyn_cast<CXXMemberCallExpr>(E)) {
      StringRef Name = memberName(Member);
      const Expr *Object = memberObject(Member);
      if (Name == "device" && Member->getNumArgs() >= 1)
        return devicePlace(Member->getArg(0));
      if (Name == "options" && Object && isTensorType(Object->getType()))
        return Place::Input;
      if (llvm::StringSwitch<bool>(Name)
              .Case("dtype", true)
              .Case("layout", true)
              .Case("requires_grad", true)
              .Case("pinned_memory", true)
              .Case("memory_format", true)
              .Case("device_index", true)
              .Default(false) &&
          Object && identifierOf(recordOf(stripWrappers(Object)->getType())) == "TensorOptions")
        return optionsPlace(Object, Depth + 1);
      return Place::Unknown;
    }
    if (const auto *Call = dyn_cast<CallExpr>(E)) {
      StringRef Name = calleeName(Call);
      if (Name == "device" && Call->getNumArgs() >= 1)
        return devicePlace(Call->getArg(0));
      if (Name == "dtype" || Name == "layout" || Name == "requires_grad" || Name == "memory_format")
        return Place::Default;
      return Place::Unknown;
    }
    if (const auto *Construct = dyn_cast<CXXConstructExpr>(E)) {
      if (Construct->getNumArgs() == 0 || isa<CXXDefaultArgExpr>(Construct->getArg(0)))
        return Place::Default;
      const Expr *Argument = Construct->getArg(0);
      StringRef Type = identifierOf(
          copied(Argument)->getType().getNonReferenceType().getCanonicalType()->getAsTagDecl());
      if (Type == "TensorOptions")
        return optionsPlace(Argument, Depth + 1);
      if (Type == "Device" || Type == "DeviceType")
        return devicePlace(Argument);
      if (Type == "ScalarType" || Type == "TypeMeta" || Type == "Layout" || Type == "MemoryFormat")
        return Place::Default;
      return Place::Unknown;
    }
    if (const auto *List = dyn_cast<InitListExpr>(E); List && List->getNumInits() == 0)
      return Place::Default;
    if (const auto *Ref = dyn_cast<DeclRefExpr>(E)) {
      const auto *V = dyn_cast<VarDecl>(Ref->getDecl());
      if (V && V->isLocalVarDecl() && V->hasInit() && !Reassigned.count(V))
        return optionsPlace(V->getInit(), Depth + 1);
    }
    return Place::Unknown;
  }

  //===--- the flow of sizes ---------------------------------------------===//

  using Node = SizeGraph::Node;

  /// Everything that the value of an expression may come from flows to a node.
  void flow(const Expr *From, Node To) {
    if (!From)
      return;
    From = stripWrappers(From);
    if (Graph.Steps.count(From) && isa<CallExpr>(From) && Graph.Steps[From].Expression == From &&
        !Graph.Shapes.count(From)) {
      Graph.add(From, To);
      return;
    }
    if (isa<LambdaExpr, CXXDefaultArgExpr>(From) || isTensorType(From->getType()))
      return;
    if (isa<CXXRewrittenBinaryOperator>(From))
      return;
    if (const auto *Ref = dyn_cast<DeclRefExpr>(From)) {
      if (const auto *V = dyn_cast<VarDecl>(Ref->getDecl()))
        Graph.add(Graph.node(V), To);
      else if (const auto *B = dyn_cast<BindingDecl>(Ref->getDecl()))
        if (const auto *D = dyn_cast_or_null<VarDecl>(B->getDecomposedDecl()))
          Graph.add(Graph.node(D), To);
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
          Graph.add(Graph.node(static_cast<const FunctionDecl *>(Method)), To);
      if (const FunctionDecl *Definition = definitionInView(Callee, SM);
          Definition && !isa<CXXOperatorCallExpr>(Call)) {
        Graph.add(Graph.node(Definition), To);
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

  /// The variable that an assignment changes: itself, or the one whose element it is.
  static const VarDecl *target(const Expr *E) {
    for (unsigned I = 0; E && I < 8; ++I) {
      E = stripWrappers(E);
      if (auto [Base, Index] = subscript(E); Base) {
        E = Base;
        continue;
      }
      if (const auto *Call = dyn_cast<CXXMemberCallExpr>(E);
          Call &&
          (memberName(Call) == "back" || memberName(Call) == "front" || memberName(Call) == "at")) {
        E = memberObject(Call);
        continue;
      }
      break;
    }
    return E ? referredVariable(E) : nullptr;
  }

  void assign(const Expr *To, const Expr *From) {
    if (const VarDecl *V = target(To))
      flow(From, Graph.node(V));
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
    const VarDecl *V = target(memberObject(Member));
    if (!V)
      return;
    for (const Expr *Argument : Call->arguments())
      flow(Argument, Graph.node(V));
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
    Graph.Shapes.insert(Graph.node(static_cast<const Expr *>(Call)));
    for (unsigned I = 0; I < Call->getNumArgs(); ++I) {
      QualType Type = I < Callee->getNumParams()
                          ? Callee->getParamDecl(I)->getType().getNonReferenceType()
                          : Call->getArg(I)->getType();
      if (isTensorType(Type) || identifierOf(recordOf(Type)) == "TensorOptions")
        continue;
      flowIntoShape(Call->getArg(I), Call);
    }
    if (symbolicForm(Callee))
      add(MetaEventKind::IntOverload, Call);
  }

  void flowIntoShape(const Expr *Argument, const CallExpr *Call) { flow(Argument, Call); }

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
      StringRef Space = outerNamespace(Callee);
      bool IsTorch = Space == "at" || Space == "torch" || Space == "c10" || Space == "std" ||
                     !isInputText(Callee->getLocation(), SM);
      if (!IsTorch && llvm::any_of(Callee->parameters(),
                                   [](const ParmVarDecl *P) { return holdsTensor(P->getType()); }))
        NeedsData = true;
      return;
    }
    passArguments(Call, Definition,
                  isa<CXXOperatorCallExpr>(Call) && isa<CXXMethodDecl>(Definition) ? 1 : 0);
    if (Calls.size() >= MaxDepth)
      return;
    Calls.push_back(Call);
    const FunctionDecl *OuterLambda = std::exchange(LambdaFunction, nullptr);
    visitFunction(Definition);
    LambdaFunction = OuterLambda;
    Calls.pop_back();
  }

  void passArguments(const CallExpr *Call, const FunctionDecl *Callee, unsigned First) {
    for (unsigned I = First; I < Call->getNumArgs() && I - First < Callee->getNumParams(); ++I)
      flow(Call->getArg(I),
           Graph.node(static_cast<const VarDecl *>(Callee->getParamDecl(I - First))));
  }

  ASTContext &Context;
  const SourceManager &SM;
  const std::vector<MetaKernel> &Kernels;
  std::vector<MetaEvent> &Events;
  llvm::DenseSet<const FunctionDecl *> &Reached;
  SizeGraph &Graph;
  unsigned Kernel = 0;
  const FunctionDecl *Function = nullptr;
  /// Set while the body of a lambda is walked.
  const FunctionDecl *LambdaFunction = nullptr;
  SmallVector<const CallExpr *, 2> Calls;
  llvm::DenseSet<const FunctionDecl *> Visited;
  /// Variables of the current function that change after their initialisation.
  llvm::SmallPtrSet<const VarDecl *, 16> Reassigned;
  bool InCondition = false, InCheck = false;
  /// The kernel that is walked does something with data.
  bool NeedsData = false;
};

} // namespace

void walkMetaKernels(ASTContext &Context, const std::vector<MetaKernel> &Kernels,
                     std::vector<MetaEvent> &Events, llvm::DenseSet<const FunctionDecl *> &Reached,
                     SizeGraph &Sizes) {
  MetaWalk(Context, Kernels, Events, Reached, Sizes).run();
}

} // namespace aoti
