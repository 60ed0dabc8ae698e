#include "checks/stream/DeviceTest.h"
#include "Facts/AstQuery.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/StringExtras.h"
#include <string>

using namespace clang;
using llvm::StringRef;

namespace aoti {

/// Of `A == B`.
static DeviceTest equalityTest(const Expr *Left, const Expr *Right, unsigned Depth) {
  DeviceTest L = deviceTest(Left, Depth), R = deviceTest(Right, Depth);
  // Whether two tensors are on the same device, or something with another meaning, says nothing.
  if (L.saysNothing() == R.saysNothing())
    return {};
  const Expr *Asked = stripWrappers(L.saysNothing() ? Right : Left);
  const Expr *Other = stripWrappers(L.saysNothing() ? Left : Right);
  DeviceTest Test = L.saysNothing() ? R : L;
  if (const auto *Literal = dyn_cast<CXXBoolLiteralExpr>(Other))
    return Literal->getValue() ? Test : Test.negated();
  if (const auto *Literal = dyn_cast<IntegerLiteral>(Other))
    return Literal->getValue().isZero() ? Test.negated() : Test;
  QualType T = Asked->getType();
  return !T.isNull() && T->isBooleanType() ? DeviceTest() : Test;
}

DeviceTest deviceTest(const Expr *Condition, unsigned Depth) {
  const Expr *E = Condition ? stripWrappers(Condition) : nullptr;
  if (!E || Depth > 16)
    return {};
  ++Depth;
  if (const auto *Unary = dyn_cast<UnaryOperator>(E))
    return Unary->getOpcode() == UO_LNot ? deviceTest(Unary->getSubExpr(), Depth).negated()
                                         : DeviceTest();
  if (const auto *Binary = dyn_cast<BinaryOperator>(E)) {
    if (Binary->isEqualityOp()) {
      DeviceTest Equal = equalityTest(Binary->getLHS(), Binary->getRHS(), Depth);
      return Binary->getOpcode() == BO_EQ ? Equal : Equal.negated();
    }
    if (!Binary->isLogicalOp())
      return {};
    DeviceTest L = deviceTest(Binary->getLHS(), Depth), R = deviceTest(Binary->getRHS(), Depth);
    // One side decides where both have to be as they are, else they have to agree.
    auto Either = [](int A, int B) { return A ? A : B; };
    auto Both = [](int A, int B) { return A == B ? A : 0; };
    if (Binary->getOpcode() == BO_LAnd)
      return {Either(L.IfTrue, R.IfTrue), Both(L.IfFalse, R.IfFalse)};
    return {Both(L.IfTrue, R.IfTrue), Either(L.IfFalse, R.IfFalse)};
  }
  if (const auto *Operator = dyn_cast<CXXOperatorCallExpr>(E);
      Operator && Operator->getNumArgs() == 2) {
    DeviceTest Equal = equalityTest(Operator->getArg(0), Operator->getArg(1), Depth);
    return Operator->getOperator() == OO_EqualEqual     ? Equal
           : Operator->getOperator() == OO_ExclaimEqual ? Equal.negated()
                                                        : DeviceTest();
  }
  StringRef Name;
  if (const auto *Call = dyn_cast<CallExpr>(E))
    Name = calleeName(Call);
  else if (const auto *Ref = dyn_cast<DeclRefExpr>(E))
    Name = identifierOf(Ref->getDecl());
  else if (const auto *Member = dyn_cast<MemberExpr>(E))
    Name = identifierOf(Member->getMemberDecl());
  // Functions and codes of CUDA itself.
  if (Name.size() > 4 && Name.starts_with("cuda") && llvm::isUpper(Name[4]))
    return {};
  std::string Lower = Name.lower();
  StringRef Folded = Lower;
  if (Folded.contains("cpu"))
    return {-1, 1};
  if (Folded.contains("cuda") || Folded.contains("gpu") || Folded.ends_with("hip"))
    return {1, -1};
  return {};
}

} // namespace aoti
