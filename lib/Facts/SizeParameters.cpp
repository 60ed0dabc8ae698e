#include "Facts/SizeParameters.h"
#include "Facts/AstQuery.h"
#include "Facts/TorchTypes.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringSwitch.h"

using namespace clang;
using llvm::SmallVector;
using llvm::StringRef;

namespace aoti {
namespace {

/// Arguments that describe how something is computed, and stay the same for all inputs of a model.
bool isSetting(StringRef Name) {
  SmallVector<StringRef, 6> Words;
  std::string Lower = Name.lower();
  StringRef(Lower).split(Words, '_', -1, false);
  auto IsSetting = [](StringRef Word) {
    return llvm::StringSwitch<bool>(Word)
        .Case("dim", true)
        .Case("dims", true)
        .Case("axis", true)
        .Case("axes", true)
        .Case("pad", true)
        .Case("padding", true)
        .Case("stride", true)
        .Case("strides", true)
        .Case("dilation", true)
        .Case("kernel", true)
        .Case("group", true)
        .Case("groups", true)
        .Case("head", true)
        .Case("heads", true)
        .Case("bit", true)
        .Case("bits", true)
        .Case("block", true)
        .Case("tile", true)
        .Case("align", true)
        .Case("alignment", true)
        .Case("channel", true)
        .Case("channels", true)
        .Case("feature", true)
        .Case("features", true)
        .Case("hidden", true)
        .Case("dtype", true)
        .Case("mode", true)
        .Case("flag", true)
        .Case("topk", true)
        .Case("k", true)
        .Case("class", true)
        .Case("classes", true)
        .Case("expert", true)
        .Case("experts", true)
        .Case("rank", true)
        .Case("world", true)
        .Case("ndim", true)
        .Case("version", true)
        .Case("device", true)
        .Default(false);
  };
  return llvm::any_of(Words, IsSetting);
}

/// Whether a call makes a tensor of the sizes it is given, in the parameter \p I.
bool takesSizes(const FunctionDecl *F, unsigned I) {
  if (!F || I >= F->getNumParams() || !isTensorType(F->getReturnType()))
    return false;
  StringRef Name = identifierOf(F);
  Name.consume_back("_symint");
  Name.consume_back("_meta");
  StringRef Made = Name;
  Made.consume_front("new_");
  // The first argument of `randint` is a value.
  bool First = (Name != "randint" && isTensorFactory(Made)) || llvm::StringSwitch<bool>(Name)
                                                                   .Case("view", true)
                                                                   .Case("reshape", true)
                                                                   .Case("expand", true)
                                                                   .Case("broadcast_to", true)
                                                                   .Case("resize_", true)
                                                                   .Case("as_strided", true)
                                                                   .Default(false);
  if (!First)
    return false;
  // Free functions on a tensor have that first.
  unsigned At = !isa<CXXMethodDecl>(F) && isTensorType(F->getParamDecl(0)->getType()) ? 1 : 0;
  return I == At;
}

class Tracer {
public:
  explicit Tracer(const TracedCode &Code) : Code(Code) {}

  const CallExpr *run(const ParmVarDecl *P) {
    follow(P);
    return Excluded ? nullptr : Found;
  }

private:
  void follow(const VarDecl *V) {
    if (!Followed.insert(V->getCanonicalDecl()).second)
      return;
    for (const DeclRefExpr *Use : Code.uses(V))
      climb(Use);
  }

  static bool isOperator(const Stmt *S, BinaryOperatorKind &Op) {
    if (const auto *Binary = dyn_cast<BinaryOperator>(S)) {
      Op = Binary->getOpcode();
      return true;
    }
    if (const auto *Call = dyn_cast<CXXOperatorCallExpr>(S); Call && Call->getNumArgs() == 2) {
      switch (Call->getOperator()) {
      case OO_Plus:
        Op = BO_Add;
        return true;
      case OO_Minus:
        Op = BO_Sub;
        return true;
      case OO_Star:
        Op = BO_Mul;
        return true;
      case OO_Slash:
        Op = BO_Div;
        return true;
      case OO_Percent:
        Op = BO_Rem;
        return true;
      case OO_Equal:
        Op = BO_Assign;
        return true;
      default:
        return false;
      }
    }
    return false;
  }

  void climb(const Expr *E) {
    for (unsigned I = 0; I < 64; ++I) {
      if (const VarDecl *V = Code.initialisedBy(E)) {
        // What is cut to a narrower type is no size of data.
        QualType T = V->getType().getNonReferenceType();
        if (!T->isIntegerType() || V->getASTContext().getTypeSize(T) == 64)
          follow(V);
        return;
      }
      const auto *P = dyn_cast_or_null<Expr>(Code.parent(E));
      if (!P)
        return;
      BinaryOperatorKind Op;
      if (isOperator(P, Op)) {
        if (Op == BO_Div || Op == BO_Rem) {
          const Expr *Right = isa<BinaryOperator>(P) ? cast<BinaryOperator>(P)->getRHS()
                                                     : cast<CXXOperatorCallExpr>(P)->getArg(1);
          if (Right == E)
            Excluded = true;
          return;
        }
        if (Op == BO_Assign) {
          const Expr *Left = isa<BinaryOperator>(P) ? cast<BinaryOperator>(P)->getLHS()
                                                    : cast<CXXOperatorCallExpr>(P)->getArg(0);
          if (Left == E)
            return;
          auto [Base, Index] = subscript(stripWrappers(Left));
          if (const VarDecl *V = referredVariable(Base ? Base : Left))
            follow(V);
          return;
        }
        if (Op != BO_Add && Op != BO_Sub && Op != BO_Mul)
          return;
      } else if (const auto *Conditional = dyn_cast<ConditionalOperator>(P)) {
        if (Conditional->getCond() == E)
          return;
      } else if (const auto *Member = dyn_cast<MemberExpr>(P)) {
        const auto *Call = dyn_cast_or_null<CXXMemberCallExpr>(Code.parent(Member));
        StringRef Name = Call ? memberName(Call) : StringRef();
        if (Name != "value" && Name != "value_or" && Name != "vec")
          return;
        E = Call;
        continue;
      } else if (const auto *Call = dyn_cast<CallExpr>(P)) {
        visitCall(Call, E);
        if (const auto *Operator = dyn_cast<CXXOperatorCallExpr>(Call);
            Operator && Operator->getOperator() == OO_Star && Operator->getNumArgs() == 1) {
          E = P;
          continue;
        }
        return;
      } else if (!isa<CastExpr, ParenExpr, FullExpr, MaterializeTemporaryExpr, CXXBindTemporaryExpr,
                      InitListExpr, CXXStdInitializerListExpr, CXXConstructExpr, UnaryOperator>(
                     P)) {
        return;
      } else if (const auto *Unary = dyn_cast<UnaryOperator>(P);
                 Unary && Unary->getOpcode() != UO_Minus && Unary->getOpcode() != UO_Plus) {
        return;
      } else if (const auto *Cast = dyn_cast<CastExpr>(P)) {
        QualType T = Cast->getType();
        bool IsNarrow = T->isIntegerType() && Code.context().getTypeSize(T) < 64;
        if (T->isEnumeralType() || T->isFloatingType() || IsNarrow)
          return;
      }
      E = P;
    }
  }

  void visitCall(const CallExpr *Call, const Expr *E) {
    const FunctionDecl *F = Call->getDirectCallee();
    if (!F)
      return;
    for (unsigned I = 0; I < Call->getNumArgs(); ++I)
      if (Call->getArg(I) == E && takesSizes(F, I) && !Found)
        Found = Call;
    if (const auto *Member = dyn_cast<CXXMemberCallExpr>(Call))
      if (StringRef Name = memberName(Member); Name == "push_back" || Name == "emplace_back")
        if (const VarDecl *V = referredVariable(memberObject(Member)))
          follow(V);
  }

  const TracedCode &Code;
  llvm::SmallPtrSet<const VarDecl *, 8> Followed;
  const CallExpr *Found = nullptr;
  bool Excluded = false;
};

} // namespace

const CallExpr *shapeOfParameter(const ParmVarDecl *Parameter, const TracedCode &Code) {
  return isSetting(identifierOf(Parameter)) ? nullptr : Tracer(Code).run(Parameter);
}

} // namespace aoti
