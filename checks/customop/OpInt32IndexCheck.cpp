#include "checks/customop/OpInt32IndexCheck.h"
#include "Facts/AstQuery.h"
#include "Facts/OperatorKernels.h"
#include "Support/ClangCompat.h"
#include "clang/AST/Attr.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include <map>
#include <set>

using namespace clang;
using llvm::StringRef;

namespace aoti {

namespace {

constexpr unsigned MaxDepth = 24;

/// What decides how large a number can be.
enum class Extent {
  Other,
  Size, ///< the size or the stride of a tensor
  Row,  ///< runs over a size: a block of the grid, the variable of a loop, an index that the
        ///< operator is given
};

/// How the variables of all functions get their values.
struct VariableFacts {
  llvm::DenseMap<const VarDecl *, const Expr *> LoopEnd;
  llvm::DenseSet<const VarDecl *> Assigned;
};

/// What one function indexes and what it passes on.
class FunctionFacts : public AstVisitor<FunctionFacts> {
public:
  FunctionFacts(const ASTContext &Context, VariableFacts &Variables)
      : Context(Context), Variables(Variables) {}

  /// What is used as an index, in the order of the text.
  std::vector<const Expr *> Indices;
  /// What parameters of others stand for.
  std::vector<std::pair<const ParmVarDecl *, const Expr *>> Passed;
  /// Numbers are compared with the largest one of 32 bits, or torch is asked.
  bool ChecksRange = false;

  bool VisitCallExpr(CallExpr *Call) {
    StringRef Name = calleeName(Call);
    ChecksRange |= Name == "canUse32BitIndexMath" || Name.contains_insensitive("int32") ||
                   Name.contains_insensitive("overflow");
    if (Name == "max" && Call->getNumArgs() == 0 && Call->getType()->isIntegerType() &&
        Context.getTypeSize(Call->getType()) == 32)
      ChecksRange = true;
    bind(passedArguments(Call, Context));
    return true;
  }
  bool VisitCXXConstructExpr(CXXConstructExpr *Construct) {
    bind(passedArguments(Construct, Context));
    return true;
  }
  bool VisitIntegerLiteral(IntegerLiteral *Literal) {
    ChecksRange |= Literal->getValue() == 0x7fffffff || Literal->getValue() == 0xffffffff ||
                   Literal->getValue() == 0x80000000;
    return true;
  }
  bool VisitForStmt(ForStmt *For) {
    if (const auto *Condition = dyn_cast_or_null<BinaryOperator>(For->getCond());
        Condition && (Condition->getOpcode() == BO_LT || Condition->getOpcode() == BO_LE))
      if (const VarDecl *V = referredVariable(Condition->getLHS()))
        Variables.LoopEnd[V] = Condition->getRHS();
    return true;
  }
  bool VisitArraySubscriptExpr(ArraySubscriptExpr *Subscript) {
    if (!isLocalArray(Subscript->getBase()))
      Indices.push_back(Subscript->getIdx());
    return true;
  }
  bool VisitBinaryOperator(BinaryOperator *B) {
    if (B->isAssignmentOp())
      if (const VarDecl *V = referredVariable(B->getLHS()))
        Variables.Assigned.insert(V);
    if (B->getOpcode() != BO_Add && B->getOpcode() != BO_AddAssign)
      return true;
    auto IsPointer = [](const Expr *E) {
      return !E->getType().isNull() && E->getType()->isPointerType();
    };
    if (IsPointer(B->getLHS()) && !isLocalArray(B->getLHS()))
      Indices.push_back(B->getRHS());
    else if (IsPointer(B->getRHS()) && B->getOpcode() == BO_Add && !isLocalArray(B->getRHS()))
      Indices.push_back(B->getLHS());
    return true;
  }

private:
  /// Memory of a block or of the stack, which is small.
  static bool isLocalArray(const Expr *E) {
    const VarDecl *V = referredVariable(E);
    return V && (V->hasAttr<CUDASharedAttr>() || V->getType()->isArrayType());
  }

  void bind(const PassedArguments &Arguments) {
    if (!Arguments.Callee)
      return;
    for (unsigned I = 0; I < Arguments.Arguments.size() && I < Arguments.Callee->getNumParams();
         ++I)
      Passed.push_back({Arguments.Callee->getParamDecl(I), Arguments.Arguments[I]});
  }

  const ASTContext &Context;
  VariableFacts &Variables;
};

bool isIndexName(StringRef Name) {
  std::string Lower = Name.lower();
  for (StringRef Part : {"idx", "index", "row", "token", "batch", "pos", "offset", "slot", "page"})
    if (StringRef(Lower).contains(Part))
      return true;
  return false;
}

/// Finds the products among the indices of one kernel.
class IndexProducts {
public:
  using BoundParameters = llvm::DenseMap<const ParmVarDecl *, SmallVector<const Expr *, 2>>;

  IndexProducts(const ASTContext &Context, const VariableFacts &Variables,
                const BoundParameters &Bound, const FunctionDecl *Kernel)
      : Context(Context), Variables(Variables), Bound(Bound), Kernel(Kernel) {}

  struct Product {
    const BinaryOperator *At = nullptr;
    const Expr *Size = nullptr, *Row = nullptr;
  };
  std::vector<Product> Found;

  void index(const Expr *E) { index(E, 0); }

private:
  bool is32Bit(const Expr *E) const {
    QualType T = E->getType();
    return !T.isNull() && !T->isDependentType() && T->isIntegerType() &&
           Context.getTypeSize(T) == 32;
  }

  /// Looks for a product among what an index is a sum of.
  void index(const Expr *E, unsigned Depth) {
    E = stripWrappers(E);
    if (!E || Depth > MaxDepth)
      return;
    if (const auto *B = dyn_cast<BinaryOperator>(E)) {
      if (B->isAdditiveOp()) {
        index(B->getLHS(), Depth + 1);
        index(B->getRHS(), Depth + 1);
      } else if (B->getOpcode() == BO_Mul) {
        product(B, Depth);
      }
      return;
    }
    // `int offset = row * stride;`, also where the product is widened only then.
    if (const VarDecl *V = referredVariable(E);
        V && V->isLocalVarDecl() && V->getType()->isIntegerType() && V->getInit() &&
        !Variables.Assigned.count(V) && !Variables.LoopEnd.count(V))
      index(V->getInit(), Depth + 1);
  }

  void product(const BinaryOperator *B, unsigned Depth) {
    if (!is32Bit(B)) {
      // Where one side is wide, the product within the other one need not be.
      for (const Expr *Side : {B->getLHS(), B->getRHS()})
        index(Side, Depth + 1);
      return;
    }
    Extent L = extent(B->getLHS(), 0), R = extent(B->getRHS(), 0);
    if ((L == Extent::Size && R == Extent::Row) || (L == Extent::Row && R == Extent::Size)) {
      bool IsLeft = L == Extent::Size;
      Found.push_back({B, IsLeft ? B->getLHS() : B->getRHS(), IsLeft ? B->getRHS() : B->getLHS()});
      return;
    }
    for (const Expr *Side : {B->getLHS(), B->getRHS()})
      index(Side, Depth + 1);
  }

  Extent extent(const Expr *E, unsigned Depth) {
    E = stripWrappers(E);
    if (!E || Depth > MaxDepth)
      return Extent::Other;
    if (const auto *Call = dyn_cast<CallExpr>(E)) {
      StringRef Name = calleeName(Call);
      const Expr *Object = memberObject(Call);
      bool AsksSize = Object && tensorReference(Object) &&
                      (Name == "size" || Name == "numel" || Name == "stride");
      return AsksSize ? Extent::Size : Extent::Other;
    }
    if (const auto *Member = dyn_cast<MemberExpr>(E)) {
      const VarDecl *Base = referredVariable(Member->getBase());
      return Base && identifierOf(Base) == "blockIdx" ? Extent::Row : Extent::Other;
    }
    if (const auto *B = dyn_cast<BinaryOperator>(E)) {
      Extent L = extent(B->getLHS(), Depth + 1), R = extent(B->getRHS(), Depth + 1);
      if (B->getOpcode() == BO_Mul || B->isAdditiveOp())
        return L == Extent::Row || R == Extent::Row     ? Extent::Row
               : L == Extent::Size || R == Extent::Size ? Extent::Size
                                                        : Extent::Other;
      // `hidden / 8` grows with `hidden`; divided by something unknown, a block becomes a part of
      // it.
      if (B->getOpcode() == BO_Div &&
          integerLiteral(B->getRHS(), Context).value_or(INT64_MAX) <= 64)
        return L;
      return Extent::Other;
    }
    const VarDecl *V = referredVariable(E);
    if (!V || !V->getType().getNonReferenceType()->isIntegerType() ||
        (Variables.Assigned.count(V) && !Variables.LoopEnd.count(V)))
      return Extent::Other;
    if (auto It = Known.find(V); It != Known.end())
      return It->second;
    Known[V] = Extent::Other; // while it is looked at
    Extent Result = variable(V, Depth);
    return Known[V] = Result;
  }

  Extent variable(const VarDecl *V, unsigned Depth) {
    if (const auto *P = dyn_cast<ParmVarDecl>(V)) {
      // The operator's own numbers are 64 bits wide; a product of 32 bits is of a parameter that
      // one of them is narrowed to.
      if (P->getDeclContext() == Kernel)
        return isIndexName(identifierOf(P)) ? Extent::Row : Extent::Other;
      auto It = Bound.find(P);
      if (It == Bound.end())
        return Extent::Other;
      // All calls have to agree.
      std::optional<Extent> Common;
      for (const Expr *Argument : It->second) {
        Extent Each = extent(Argument, Depth + 1);
        if (Common && *Common != Each)
          return Extent::Other;
        Common = Each;
      }
      return Common.value_or(Extent::Other);
    }
    if (auto It = Variables.LoopEnd.find(V); It != Variables.LoopEnd.end())
      return extent(It->second, Depth + 1) == Extent::Size ? Extent::Row : Extent::Other;
    if (V->isConstexpr() || !V->getInit() || !V->isLocalVarDecl())
      return Extent::Other;
    return extent(V->getInit(), Depth + 1);
  }

  const ASTContext &Context;
  const VariableFacts &Variables;
  const BoundParameters &Bound;
  const FunctionDecl *Kernel;
  llvm::DenseMap<const VarDecl *, Extent> Known;
};

std::string shownText(const Expr *E, const ASTContext &Context) {
  std::string Text;
  llvm::raw_string_ostream Stream(Text);
  stripWrappers(E)->printPretty(Stream, nullptr, Context.getPrintingPolicy());
  return Text;
}

} // namespace

void OpInt32IndexCheck::checkUnit(ASTContext &Context) {
  Facts = TuFacts::of(Context);
  if (Facts->dialect().Kind != SourceKind::Other)
    return;
  const SourceManager &SM = Context.getSourceManager();
  OperatorKernels &Kernels = Facts->operatorKernels();
  VariableFacts Variables;
  std::map<const FunctionDecl *, FunctionFacts> Known;
  auto FactsOf = [&](const FunctionDecl *F) -> const FunctionFacts & {
    auto [It, New] = Known.try_emplace(F, Context, Variables);
    if (New)
      forEachPartOf(F,
                    [&](const Stmt *Part) { It->second.TraverseStmt(const_cast<Stmt *>(Part)); });
    return It->second;
  };
  std::set<SourceLocation> Told;
  for (const OperatorKernel &Kernel : Kernels.all()) {
    if (!Kernel.seesData() || Kernels.hostFunctionsOf(Kernel.Function).empty())
      continue;
    llvm::ArrayRef<const FunctionDecl *> Functions = Kernels.functionsOf(Kernel.Function);
    IndexProducts::BoundParameters Bound;
    bool ChecksRange = false;
    for (const FunctionDecl *F : Functions) {
      const FunctionFacts &Of = FactsOf(F);
      ChecksRange |= Of.ChecksRange;
      for (const auto &[Parameter, Argument] : Of.Passed)
        Bound[Parameter].push_back(Argument);
    }
    if (ChecksRange)
      continue;
    for (const FunctionDecl *Function : Functions) {
      if (!Kernels.isReadable(Function))
        continue;
      IndexProducts Products(Context, Variables, Bound, Kernel.Function);
      for (const Expr *Index : FactsOf(Function).Indices)
        Products.index(Index);
      for (const IndexProducts::Product &P : Products.Found) {
        if (!Told.insert(SM.getFileLoc(P.At->getBeginLoc())).second)
          continue;
        CodeFinding F;
        F.Level = Severity::Note;
        F.At = charRange(P.At->getSourceRange(), Context);
        std::string Limit = P.At->getType()->isUnsignedIntegerType() ? "4294967295" : "2147483647";
        F.Message = "'" + shownText(P.At, Context) +
                    "' is computed in 32 bits and used as an index: beyond " + Limit +
                    " elements it wraps around, and the kernel of '" + Kernel.Operator +
                    "' reads or writes elsewhere (illegal memory access, wrong results); make one "
                    "of the factors 'int64_t'";
        CharSourceRange Entry = charRange(Kernel.Function->getNameInfo().getSourceRange(), Context);
        F.Notes.push_back(
            {Entry, "'" + shownText(P.Size, Context) +
                        "' comes from the size of a tensor that this kernel is given"});
        F.Flow = {{Entry, "a tensor of any size comes in here"},
                  {F.At, "and its size is multiplied in 32 bits here"}};
        report(F, Context);
      }
    }
  }
}

} // namespace aoti
