#include "checks/customop/OpInt32IndexCheck.h"
#include "Facts/AstQuery.h"
#include "Facts/OperatorKernels.h"
#include "Facts/ParserErrors.h"
#include "Facts/TuFacts.h"
#include "clang/AST/Attr.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SetVector.h"
#include <set>

using namespace clang;
using llvm::StringRef;

namespace aoti {

namespace {

constexpr unsigned MaxFunctions = 500;
constexpr unsigned MaxDepth = 24;

/// What decides how large a number can be.
enum class Extent {
  Other,
  Size, ///< the size or the stride of a tensor
  Row,  ///< runs over a size: a block of the grid, the variable of a loop, an index that the
        ///< operator is given
};

/// What functions of one kernel pass to each other, and how their loops run.
class FunctionFacts : public RecursiveASTVisitor<FunctionFacts> {
public:
  explicit FunctionFacts(const ASTContext &Context) : Context(Context) {}

  llvm::SmallSetVector<const FunctionDecl *, 16> Functions;
  llvm::DenseMap<const ParmVarDecl *, SmallVector<const Expr *, 2>> Bound;
  llvm::DenseMap<const VarDecl *, const Expr *> LoopEnd;
  llvm::DenseMap<const VarDecl *, SmallVector<const Expr *, 1>> Assigned;
  /// Numbers are compared with the largest one of 32 bits, or torch is asked.
  bool ChecksRange = false;

  void run(const FunctionDecl *Kernel) {
    Functions.insert(Kernel);
    for (unsigned I = 0; I < Functions.size(); ++I)
      TraverseStmt(Functions[I]->getBody());
  }

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
        LoopEnd[V] = Condition->getRHS();
    return true;
  }
  bool VisitBinaryOperator(BinaryOperator *B) {
    if (B->isAssignmentOp())
      if (const VarDecl *V = referredVariable(B->getLHS()))
        Assigned[V].push_back(B->getRHS());
    return true;
  }

private:
  void bind(const PassedArguments &Passed) {
    if (!Passed.Callee)
      return;
    if (Functions.size() < MaxFunctions)
      Functions.insert(Passed.Callee);
    for (unsigned I = 0; I < Passed.Arguments.size() && I < Passed.Callee->getNumParams(); ++I)
      Bound[Passed.Callee->getParamDecl(I)].push_back(Passed.Arguments[I]);
  }

  const ASTContext &Context;
};

bool isIndexName(StringRef Name) {
  std::string Lower = Name.lower();
  for (StringRef Part : {"idx", "index", "row", "token", "batch", "pos", "offset", "slot", "page"})
    if (StringRef(Lower).contains(Part))
      return true;
  return false;
}

class IndexProducts : public RecursiveASTVisitor<IndexProducts> {
public:
  IndexProducts(const ASTContext &Context, const FunctionFacts &Facts, const FunctionDecl *Kernel)
      : Context(Context), Facts(Facts), Kernel(Kernel) {}

  struct Product {
    const BinaryOperator *At = nullptr;
    const Expr *Size = nullptr, *Row = nullptr;
  };
  std::vector<Product> Found;

  bool VisitArraySubscriptExpr(ArraySubscriptExpr *Subscript) {
    if (!isLocalArray(Subscript->getBase()))
      index(Subscript->getIdx(), 0);
    return true;
  }
  bool VisitBinaryOperator(BinaryOperator *B) {
    if (B->getOpcode() != BO_Add && B->getOpcode() != BO_AddAssign)
      return true;
    auto IsPointer = [](const Expr *E) {
      return !E->getType().isNull() && E->getType()->isPointerType();
    };
    if (IsPointer(B->getLHS()) && !isLocalArray(B->getLHS()))
      index(B->getRHS(), 0);
    else if (IsPointer(B->getRHS()) && B->getOpcode() == BO_Add && !isLocalArray(B->getRHS()))
      index(B->getLHS(), 0);
    return true;
  }

private:
  /// Memory of a block or of the stack, which is small.
  static bool isLocalArray(const Expr *E) {
    const VarDecl *V = referredVariable(E);
    return V && (V->hasAttr<CUDASharedAttr>() || V->getType()->isArrayType());
  }

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
    // `int offset = row * stride;`
    if (const VarDecl *V = referredVariable(E); V && V->isLocalVarDecl() && is32Bit(E) &&
                                                V->getInit() && !Facts.Assigned.count(V) &&
                                                !Facts.LoopEnd.count(V))
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
      const Expr *Object = calledObject(Call);
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
        (Facts.Assigned.count(V) && !Facts.LoopEnd.count(V)))
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
      auto It = Facts.Bound.find(P);
      if (It == Facts.Bound.end())
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
    if (auto It = Facts.LoopEnd.find(V); It != Facts.LoopEnd.end())
      return extent(It->second, Depth + 1) == Extent::Size ? Extent::Row : Extent::Other;
    if (V->isConstexpr() || !V->getInit() || !V->isLocalVarDecl())
      return Extent::Other;
    return extent(V->getInit(), Depth + 1);
  }

  const ASTContext &Context;
  const FunctionFacts &Facts;
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
  std::shared_ptr<TuFacts> Facts = TuFacts::of(Context);
  if (Facts->dialect().Kind != SourceKind::Other)
    return;
  const SourceManager &SM = Context.getSourceManager();
  std::set<SourceLocation> Told;
  for (const OperatorKernel &Kernel : operatorKernels(*Facts)) {
    if (!Kernel.seesData() || hostFunctionsOf(Kernel.Function, Context).empty())
      continue;
    FunctionFacts Passed(Context);
    Passed.run(Kernel.Function);
    if (Passed.ChecksRange)
      continue;
    for (const FunctionDecl *Function : Passed.Functions) {
      if (Function->isInvalidDecl() || ParserErrors::anyIn(Function->getSourceRange(), SM))
        continue;
      IndexProducts Products(Context, Passed, Kernel.Function);
      Products.TraverseStmt(Function->getBody());
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
