#include "Facts/LaunchFacts.h"
#include "Facts/AstQuery.h"
#include "Facts/KernelLoads.h"
#include "Facts/TuFacts.h"
#include "Support/ClangCompat.h"
#include "clang/AST/ExprCXX.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/Support/MathExtras.h"

using namespace clang;
using llvm::StringRef;

namespace aoti {

namespace {

/// The name of the member that an expression names: `kernels_.triton_x`, also in templates.
StringRef tableEntry(const Expr *E) {
  E = stripWrappers(E);
  if (const auto *Member = dyn_cast<MemberExpr>(E))
    return identifierOf(Member->getMemberDecl());
  if (const auto *Member = dyn_cast<CXXDependentScopeMemberExpr>(E))
    return Member->getMember().isIdentifier() ? Member->getMember().getAsIdentifierInfo()->getName()
                                              : StringRef();
  return {};
}

/// The object of such an expression; null if it is none.
const Expr *tableOf(const Expr *E) {
  E = stripWrappers(E);
  if (const auto *Member = dyn_cast<MemberExpr>(E))
    return Member->getBase();
  if (const auto *Member = dyn_cast<CXXDependentScopeMemberExpr>(E))
    return Member->isImplicitAccess() ? nullptr : Member->getBase();
  return nullptr;
}

bool isKernelTable(const Expr *E) {
  const VarDecl *V = E ? referredVariable(E) : nullptr;
  return V && (identifierOf(V) == "kernels_" || identifierOf(V) == "kernels");
}

/// `x_result.xblocks[0]`: a block size in the table of a lazily compiled kernel (torch 2.15). Null
/// for anything else, and for a kernel made of several, which has more than one.
const Expr *lazyBlock(const Expr *E) {
  E = stripWrappers(E);
  const Expr *Table = nullptr;
  if (const auto *Call = dyn_cast<CXXOperatorCallExpr>(E);
      Call && Call->getOperator() == OO_Subscript && Call->getNumArgs() == 2)
    Table = fieldOfTable(Call->getArg(0));
  if (!Table)
    return nullptr;
  // `std::vector<int>{1024}`: the list is somewhere below the construction.
  const Expr *Plain = stripWrappers(Table);
  while (const auto *Made = dyn_cast<CXXConstructExpr>(Plain)) {
    if (Made->getNumArgs() == 0)
      return nullptr;
    Plain = stripWrappers(Made->getArg(0));
  }
  if (const auto *Made = dyn_cast<CXXStdInitializerListExpr>(Plain))
    Plain = stripWrappers(Made->getSubExpr());
  const auto *List = dyn_cast<InitListExpr>(Plain);
  return List && List->getNumInits() == 1 ? List->getInit(0) : nullptr;
}

/// Evaluates what a helper computes, with values for its parameters.
class HelperEvaluator {
public:
  HelperEvaluator(ExpressionContext &Expressions, const ASTContext &Context,
                  llvm::function_ref<Expression(const ParmVarDecl *)> Parameter)
      : Expressions(Expressions), Context(Context), Parameter(Parameter) {}

  Expression run(const Expr *E, unsigned Depth = 0) {
    if (!E || Depth > 64)
      return {};
    E = stripWrappers(E);
    if (const Expr *Held = lazyBlock(E))
      E = stripWrappers(Held);
    if (!E->isValueDependent() && !E->isTypeDependent())
      if (std::optional<int64_t> Value = integerLiteral(E, Context))
        return Expressions.constant(*Value);
    if (const VarDecl *V = referredVariable(E)) {
      if (const auto *P = dyn_cast<ParmVarDecl>(V))
        return Parameter(P);
      return V->hasInit() && V->isLocalVarDecl() ? run(V->getInit(), Depth + 1) : Expression();
    }
    if (const auto *Binary = dyn_cast<BinaryOperator>(E)) {
      Expression A = run(Binary->getLHS(), Depth + 1), B = run(Binary->getRHS(), Depth + 1);
      if (!A || !B)
        return {};
      switch (Binary->getOpcode()) {
      case BO_Add:
        return A + B;
      case BO_Sub:
        return A - B;
      case BO_Mul:
        return A * B;
      case BO_Div:
        return B.constantValue() == 0 ? Expression() : truncDiv(A, B);
      case BO_Rem:
        return B.constantValue() == 0 ? Expression() : truncRem(A, B);
      default:
        return {};
      }
    }
    if (const auto *Call = dyn_cast<CallExpr>(E); Call && Call->getNumArgs() == 2) {
      StringRef Name = calleeName(Call);
      if (Name != "div_floor_integer" && Name != "max" && Name != "min")
        return {};
      Expression A = run(Call->getArg(0), Depth + 1), B = run(Call->getArg(1), Depth + 1);
      if (!A || !B || (Name == "div_floor_integer" && B.constantValue() == 0))
        return {};
      return Name == "max" ? max(A, B) : Name == "min" ? min(A, B) : floorDiv(A, B);
    }
    return {};
  }

private:
  ExpressionContext &Expressions;
  const ASTContext &Context;
  llvm::function_ref<Expression(const ParmVarDecl *)> Parameter;
};

} // namespace

/// Reads launches and loads out of one function after the other.
class LaunchReader : public AstVisitor<LaunchReader> {
public:
  LaunchReader(TuFacts &Facts, LaunchFacts &Into) : Context(Facts.context()), Into(Into) {}

  void read(const FunctionDecl *F) {
    Function = F;
    FirstLaunch = Into.Launches.size();
    TraverseStmt(F->getBody());
    const SourceManager &SM = Context.getSourceManager();
    auto Offset = [&](SourceLocation At) {
      std::pair<FileID, unsigned> Place = SM.getDecomposedLoc(SM.getFileLoc(At));
      return Place.first == SM.getMainFileID() ? Place.second : 0;
    };
    uint32_t Begin = Offset(F->getBeginLoc()), End = Offset(F->getEndLoc());
    for (size_t I = FirstLaunch; I < Into.Launches.size(); ++I) {
      KernelLaunch &L = Into.Launches[I];
      // The comment with the source stands in the helper.
      while (NextKernel < Into.Kernels.size() &&
             Into.Kernels[NextKernel]->source().CommentEnd <= Begin)
        ++NextKernel;
      for (size_t K = NextKernel; K < Into.Kernels.size() && L.IsHelper; ++K) {
        const TritonSource &Source = Into.Kernels[K]->source();
        if (Source.CommentBegin >= End)
          break;
        if (!L.Source || Source.Name == L.Kernel)
          L.Source = Into.Kernels[K].get();
      }
    }
  }

  bool VisitBinaryOperator(BinaryOperator *B) {
    if (B->getOpcode() == BO_Assign)
      load(tableEntry(B->getLHS()), B->getRHS());
    return true;
  }
  bool VisitCXXOperatorCallExpr(CXXOperatorCallExpr *C) {
    if (C->getOperator() == OO_Equal && C->getNumArgs() == 2)
      load(tableEntry(C->getArg(0)), C->getArg(1));
    return true;
  }

  bool VisitCallExpr(CallExpr *Call) {
    noteItem(Call);
    if (calleeName(Call) == "launchKernel" && Call->getNumArgs() >= 7) {
      KernelLaunch &L = launch(Call);
      L.Kernel = tableEntry(Call->getArg(0)).str();
      if (L.Kernel.empty())
        if (const VarDecl *V = referredVariable(Call->getArg(0)))
          L.Kernel = identifierOf(V).str();
      for (unsigned Axis = 0; Axis < 3; ++Axis)
        grid(L.Grid[Axis], Call->getArg(1 + Axis));
      L.Warps = Call->getArg(4);
      L.SharedMemory = Call->getArg(5);
      arguments(L, Call->getArg(6));
      if (Call->getNumArgs() > 7)
        L.Stream = Call->getArg(7);
      return true;
    }
    // kernels_.x_launcher_fn(gridX, gridY, gridZ, threads, args_arr, kernels_.x_kernel_fn)
    StringRef Entry = tableEntry(Call->getCallee());
    if (Entry.consume_back("_launcher_fn") && Call->getNumArgs() >= 5 &&
        isKernelTable(tableOf(Call->getCallee()))) {
      KernelLaunch &L = launch(Call);
      L.IsCpu = true;
      L.Kernel = Entry.str();
      for (unsigned Axis = 0; Axis < 3; ++Axis)
        grid(L.Grid[Axis], Call->getArg(Axis));
      arguments(L, Call->getArg(4));
    }
    return true;
  }

  /// What is loaded into an entry of the table; null if nothing is.
  const KernelImageLoad *loadOf(StringRef Entry) const { return LoadByEntry.lookup(Entry); }

private:
  KernelLaunch &launch(CallExpr *Call) {
    KernelLaunch &L = Into.Launches.emplace_back();
    L.Call = Call;
    L.In = Function;
    L.IsHelper = llvm::any_of(Function->parameters(), [](const ParmVarDecl *P) {
      return identifierOf(P) == "kernels_" || identifierOf(P) == "stream_";
    });
    return L;
  }

  void load(StringRef Entry, const Expr *Value) {
    const auto *Call = dyn_cast<CallExpr>(stripWrappers(Value));
    StringRef Name = Call ? calleeName(Call) : StringRef();
    bool IsCpu = Name == "loadCpuTritonKernel";
    if (Entry.empty() || (!IsCpu && Name != "loadKernel") || Call->getNumArgs() < 2)
      return;
    KernelImageLoad &L = Into.Loads.emplace_back();
    L.Call = Call;
    if (const StringLiteral *Path = loadedLiteral(Call->getArg(0))) {
      StringRef Text = Path->getString();
      L.File = Text.substr(Text.find_last_of("/\\") + 1).str();
    } else if (const VarDecl *V = referredVariable(Call->getArg(0))) {
      L.Symbol = identifierOf(V).str();
    }
    // An image of the library may have its end as the second argument.
    for (unsigned I = 1; I < 3 && I < Call->getNumArgs() && L.Entry.empty(); ++I)
      if (const StringLiteral *Text = loadedLiteral(Call->getArg(I))) {
        L.Entry = Text->getString().str();
        if (!IsCpu && I + 1 < Call->getNumArgs())
          L.SharedMemory = Call->getArg(I + 1);
      }
    if (IsCpu)
      Entry.consume_back("_kernel_fn");
    LoadByEntry.try_emplace(Entry, &L);
  }

  void grid(LaunchGrid &G, const Expr *Argument) {
    G.Argument = Argument;
    const Expr *E = stripWrappers(Argument);
    if (const auto *Member = dyn_cast<MemberExpr>(E))
      G.Of = referredVariable(Member->getBase());
    for (unsigned I = 0; I < 8; ++I) {
      const VarDecl *V = referredVariable(E);
      if (!V || isa<ParmVarDecl>(V) || !V->hasInit() || !V->isLocalVarDecl())
        break;
      E = stripWrappers(V->getInit());
    }
    G.Value = E;
    if (const auto *P = dyn_cast_or_null<ParmVarDecl>(referredVariable(E))) {
      G.Size = P;
      G.Block = 1;
      return;
    }
    // (n + (B - 1)) / B
    const auto *Division = dyn_cast<BinaryOperator>(E);
    if (!Division || Division->getOpcode() != BO_Div)
      return;
    std::optional<int64_t> Block = blockSize(Division->getRHS());
    const auto *Sum = dyn_cast<BinaryOperator>(stripWrappers(Division->getLHS()));
    if (!Block || *Block < 1 || !Sum || Sum->getOpcode() != BO_Add)
      return;
    // B - 1, as a number or as a difference.
    const auto *Less = dyn_cast<BinaryOperator>(stripWrappers(Sum->getRHS()));
    if (integer(Sum->getRHS()) != *Block - 1 &&
        (!Less || Less->getOpcode() != BO_Sub || integer(Less->getRHS()) != 1 ||
         blockSize(Less->getLHS()) != Block))
      return;
    if (const auto *P = dyn_cast_or_null<ParmVarDecl>(referredVariable(Sum->getLHS()))) {
      G.Size = P;
      G.Block = Block;
    }
  }

  std::optional<int64_t> blockSize(const Expr *E) const {
    if (const Expr *Held = lazyBlock(E))
      return integer(Held);
    return integer(E);
  }

  std::optional<int64_t> integer(const Expr *E) const {
    return E->isValueDependent() || E->isTypeDependent()
               ? std::nullopt
               : integerLiteral(stripWrappers(E), Context);
  }

  void arguments(KernelLaunch &L, const Expr *Array) {
    L.Array = referredVariable(Array);
    const auto *Init = L.Array && L.Array->hasInit()
                           ? dyn_cast<InitListExpr>(stripWrappers(L.Array->getInit()))
                           : nullptr;
    if (!Init) {
      L.Array = nullptr;
      return;
    }
    for (const Expr *Entry : Init->inits())
      L.Arguments.push_back(argument(Entry));
  }

  LaunchArgument argument(const Expr *Entry) {
    LaunchArgument A;
    A.Entry = Entry;
    const Expr *E = stripWrappers(Entry);
    if (isNullArgument(E)) {
      A.K = LaunchArgument::Kind::Absent;
      return A;
    }
    if (const auto *Call = dyn_cast<CallExpr>(E); Call && memberName(Call) == "data_ptr") {
      A.K = LaunchArgument::Kind::Pointer;
      A.Value = E;
      A.From = dyn_cast_or_null<ParmVarDecl>(referredVariable(memberObject(Call)));
      return A;
    }
    const auto *Address = dyn_cast<UnaryOperator>(E);
    if (!Address || Address->getOpcode() != UO_AddrOf)
      return A;
    A.Variable = referredVariable(Address->getSubExpr());
    if (!A.Variable)
      return A;
    QualType Type = A.Variable->getType();
    if (!Type->isDependentType() && !Type->isIncompleteType() && !Type->isUndeducedType())
      A.Bytes = static_cast<uint64_t>(Context.getTypeSizeInChars(Type).getQuantity());
    StringRef Name = identifierOf(A.Variable);
    if (Name.contains("scratch")) {
      A.K = LaunchArgument::Kind::Scratch;
      A.Value = A.Variable->getInit();
      return A;
    }
    if (const auto *P = dyn_cast<ParmVarDecl>(A.Variable)) {
      A.K = LaunchArgument::Kind::Scalar;
      A.From = P;
      return A;
    }
    if (!A.Variable->hasInit()) {
      auto Item = Items.find(A.Variable);
      if (Item != Items.end()) {
        A.K = LaunchArgument::Kind::Item;
        A.Value = Item->second;
        A.From = dyn_cast_or_null<ParmVarDecl>(referredVariable(Item->second));
      }
      return A;
    }
    A.Value = A.Variable->getInit();
    const Expr *Value = stripWrappers(A.Value);
    if (const auto *Call = dyn_cast<CallExpr>(Value); Call && memberName(Call) == "data_ptr") {
      A.K = LaunchArgument::Kind::Pointer;
      A.From = dyn_cast_or_null<ParmVarDecl>(referredVariable(memberObject(Call)));
    } else {
      A.K = LaunchArgument::Kind::Scalar;
      A.From = dyn_cast_or_null<ParmVarDecl>(referredVariable(Value));
    }
    return A;
  }

  /// `aoti_torch_item_float32(in_ptr1, &var_1)`, before the array of arguments.
  void noteItem(const CallExpr *Call) {
    if (!calleeName(Call).starts_with("aoti_torch_item_") || Call->getNumArgs() != 2)
      return;
    const auto *Address = dyn_cast<UnaryOperator>(stripWrappers(Call->getArg(1)));
    if (const VarDecl *V = Address ? referredVariable(Address->getSubExpr()) : nullptr)
      Items[V] = Call->getArg(0);
  }

  ASTContext &Context;
  LaunchFacts &Into;
  const FunctionDecl *Function = nullptr;
  size_t FirstLaunch = 0, NextKernel = 0;
  llvm::StringMap<const KernelImageLoad *> LoadByEntry;
  llvm::DenseMap<const VarDecl *, const Expr *> Items;
};

bool KernelLaunch::isSourceComplete() const {
  if (!Array || !Source || !Source->function() || !Source->hasSignature() ||
      !Source->unmatched().empty())
    return false;
  for (const TritonParameter &P : Source->parameters())
    if (P.isPassed() && (!P.Type || P.Type->IsDescriptor))
      return false;
  return llvm::none_of(
      Arguments, [](const LaunchArgument &A) { return A.K == LaunchArgument::Kind::Unknown; });
}

llvm::ArrayRef<int64_t> KernelLaunch::warpsOfSource() const {
  if (IsCpu || !Source || Source->source().text().contains("warp_spec") ||
      Source->source().text().contains("consumer_group"))
    return {};
  return Source->warps();
}

std::optional<int64_t> LaunchArgument::cutConstant(const ASTContext &Context) const {
  if (K != Kind::Scalar || !Bytes || *Bytes > 4 || !Variable || !Value)
    return std::nullopt;
  QualType Type = Variable->getType().getNonReferenceType();
  const Expr *Plain = stripWrappers(Value);
  if (!Type->isIntegerType() || Type->isBooleanType() || Plain->isValueDependent() ||
      Plain->isTypeDependent())
    return std::nullopt;
  std::optional<int64_t> Number = integerLiteral(Plain, Context);
  unsigned Bits = static_cast<unsigned>(*Bytes * 8);
  // Negative numbers in unsigned variables mean their bits.
  if (!Number || llvm::isIntN(Bits, *Number) ||
      (*Number >= 0 && llvm::isUIntN(Bits, static_cast<uint64_t>(*Number)) &&
       !Type->isSignedIntegerType()))
    return std::nullopt;
  return Number;
}

const LaunchArgument *KernelLaunch::argument(const TritonParameter &P) const {
  for (const LaunchArgument &A : Arguments)
    if (A.ByPosition == &P)
      return &A;
  return nullptr;
}

std::optional<int64_t> KernelLaunch::block(StringRef Name) const {
  StringRef Prefix = Name;
  if (!Prefix.consume_back("BLOCK"))
    return std::nullopt;
  for (const LaunchGrid &G : Grid)
    if (G.Size && G.Block && identifierOf(G.Size).equals_insensitive((Prefix + "numel").str()))
      return G.Block;
  return std::nullopt;
}

/// Says of each argument which parameter of the kernel it is for.
static void matchParameters(KernelLaunch &L) {
  if (!L.Source || !L.Source->function())
    return;
  const auto &Parameters = L.Source->parameters();
  size_t Next = 0;
  // A descriptor takes several arguments, so that the place of what follows is not told.
  bool IsKnown = L.Source->hasSignature();
  for (LaunchArgument &A : L.Arguments) {
    if (A.From)
      A.ByName = L.Source->parameter(identifierOf(A.From));
    if (A.K == LaunchArgument::Kind::Scratch || !IsKnown)
      continue;
    // Launchers for the CPU count all parameters.
    while (!L.IsCpu && Next < Parameters.size() && !Parameters[Next].isPassed())
      ++Next;
    if (Next >= Parameters.size())
      continue;
    if (Parameters[Next].Type && Parameters[Next].Type->IsDescriptor) {
      IsKnown = false;
      continue;
    }
    A.ByPosition = &Parameters[Next++];
  }
  if (!IsKnown || !L.Array)
    return;
  for (; Next < Parameters.size(); ++Next)
    if (Parameters[Next].isPassed())
      L.Missing.push_back(&Parameters[Next]);
  // With another number of arguments no place says which parameter is meant.
  if (!L.IsCpu && (!L.Missing.empty() || llvm::any_of(L.Arguments, [](const LaunchArgument &A) {
        return A.K != LaunchArgument::Kind::Scratch && !A.ByPosition;
      })))
    for (LaunchArgument &A : L.Arguments)
      A.ByPosition = A.ByName && A.ByName->isPassed() ? A.ByName : nullptr;
}

LaunchFacts::LaunchFacts(TuFacts &Facts) : Facts(Facts) {
  ASTContext &Context = Facts.context();
  const SourceManager &SM = Context.getSourceManager();
  Kernels = readTritonKernels(SM.getBufferData(SM.getMainFileID()));
  LaunchReader Reader(Facts, *this);
  forEachGeneratedFunction(Context, Facts.dialect().GeneratedBegin,
                           [&](const FunctionDecl *F) { Reader.read(F); });
  llvm::StringMap<const TritonKernel *> ByName;
  for (const auto &Kernel : Kernels)
    ByName.try_emplace(Kernel->name(), Kernel.get());
  llvm::DenseMap<const FunctionDecl *, KernelLaunch *> ByHelper;
  for (KernelLaunch &L : Launches) {
    L.Load = Reader.loadOf(L.Kernel);
    if (!L.Source)
      L.Source = ByName.lookup(L.Kernel);
    matchParameters(L);
    ByCall[L.Call] = &L;
    if (L.IsHelper)
      ByHelper.try_emplace(L.In->getCanonicalDecl(), &L);
  }
  if (Launches.empty())
    return;
  for (const FunctionBuffers &F : Facts.buffers().functions())
    for (const Operation &O : F.Operations) {
      if (O.K != Operation::Kind::Launch)
        continue;
      KernelLaunch *L = const_cast<KernelLaunch *>(ByCall.lookup(O.Call));
      if (L && L->IsHelper)
        continue;
      if (!L)
        if (const FunctionDecl *Called = calledPattern(O.Call))
          L = ByHelper.lookup(Called->getCanonicalDecl());
      if (!L)
        continue;
      L->Calls.push_back({&F, &O, L});
      ByCall[O.Call] = L;
    }
}

LaunchFacts::~LaunchFacts() = default;

const TritonBody &LaunchFacts::body(const TritonKernel &K) const {
  std::unique_ptr<TritonBody> &Known = Bodies[&K];
  if (!Known)
    Known = std::make_unique<TritonBody>(K, Facts.buffers().expressions());
  return *Known;
}

SourceLocation LaunchFacts::place(const TritonKernel &K, uint32_t InText) const {
  const SourceManager &SM = Facts.context().getSourceManager();
  return SM.getLocForStartOfFile(SM.getMainFileID())
      .getLocWithOffset(static_cast<int>(K.fileOffset(InText)));
}

CharSourceRange LaunchFacts::range(const TritonKernel &K, const PythonExpr *E) const {
  return CharSourceRange::getCharRange(place(K, E->Begin), place(K, E->End));
}

CharSourceRange LaunchFacts::range(const TritonParameter &P) const {
  const SourceManager &SM = Facts.context().getSourceManager();
  SourceLocation Start = SM.getLocForStartOfFile(SM.getMainFileID());
  return CharSourceRange::getCharRange(Start.getLocWithOffset(static_cast<int>(P.Begin)),
                                       Start.getLocWithOffset(static_cast<int>(P.End)));
}

/// The name of the helper's parameter that ends up in a parameter of the kernel.
static StringRef helperParameter(const KernelLaunch &L, const TritonParameter &P) {
  const LaunchArgument *A = L.argument(P);
  // What a kernel takes by name only is no argument: constants that the helper computes the grid
  // with.
  return A && A->From ? identifierOf(A->From) : A ? StringRef() : P.Name;
}

const Operand *LaunchFacts::operand(const LaunchCall &C, const TritonParameter &P) const {
  const KernelLaunch &L = *C.Launch;
  const LaunchArgument *A = L.argument(P);
  if (!A || A->K != LaunchArgument::Kind::Pointer)
    return nullptr;
  if (!L.IsHelper) {
    for (const Operand &O : C.By->Operands)
      if (O.Element == A->Entry)
        return &O;
    return nullptr;
  }
  StringRef Name = helperParameter(L, P);
  for (const Operand &O : C.By->Operands)
    if (!Name.empty() && O.Parameter == Name)
      return &O;
  return nullptr;
}

static Expression scalar(const LaunchCall &C, StringRef Name) {
  for (const ScalarArgument &S : C.By->Scalars)
    if (!Name.empty() && S.Parameter == Name)
      return S.Value;
  return {};
}

Expression LaunchFacts::value(const LaunchCall &C, const TritonParameter &P) const {
  const KernelLaunch &L = *C.Launch;
  if (std::optional<int64_t> Constant = pythonInteger(P.Constant))
    return Facts.buffers().expressions().constant(*Constant);
  if (!L.IsHelper) {
    const LaunchArgument *A = L.argument(P);
    for (const ScalarArgument &S : C.By->Scalars)
      if (A && A->Variable && referredVariable(S.Argument) == A->Variable)
        return S.Value;
    return {};
  }
  if (Expression Value = scalar(C, helperParameter(L, P)))
    return Value;
  const LaunchArgument *A = L.argument(P);
  if (!A || A->From || A->K != LaunchArgument::Kind::Scalar || !A->Value)
    return {};
  return HelperEvaluator(Facts.buffers().expressions(), Facts.context(),
                         [&](const ParmVarDecl *From) { return scalar(C, identifierOf(From)); })
      .run(A->Value);
}

Expression LaunchFacts::grid(const LaunchCall &C, unsigned Axis) const {
  if (Axis >= 3)
    return {};
  if (!C.Launch->IsHelper)
    return C.By->Grid[Axis];
  return grid(*C.Launch, Axis,
              [&](const ParmVarDecl *From) { return scalar(C, identifierOf(From)); });
}

Expression LaunchFacts::grid(const KernelLaunch &L, unsigned Axis,
                             llvm::function_ref<Expression(const ParmVarDecl *)> Parameter) const {
  return HelperEvaluator(Facts.buffers().expressions(), Facts.context(), Parameter)
      .run(L.Grid[Axis].Argument);
}

std::optional<Condition> LaunchFacts::programBound(const LaunchCall &C,
                                                   const TritonSymbol &Program) const {
  Expression Grid = grid(C, Program.Number);
  if (!Grid || Grid.hasOpaque())
    return std::nullopt;
  return Condition{Condition::NonNegative, Grid - Program.Symbol - 1};
}

Expression LaunchFacts::bind(const LaunchCall &C, Expression E) const {
  if (!E || !C.Launch->Source)
    return E;
  const TritonKernel &K = *C.Launch->Source;
  const TritonBody &Body = body(K);
  return substitute(E, [&](Expression Symbol) -> Expression {
    const TritonSymbol *S = Body.symbol(Symbol);
    if (!S)
      return {};
    if (S->K == TritonSymbol::Kind::ProgramCount)
      return grid(C, S->Number);
    if (S->K != TritonSymbol::Kind::Parameter)
      return {};
    const TritonParameter &P = K.parameters()[S->Number];
    if (P.IsConstexpr)
      if (std::optional<int64_t> Block = C.Launch->block(P.Name))
        return Facts.buffers().expressions().constant(*Block);
    return value(C, P);
  });
}

} // namespace aoti
