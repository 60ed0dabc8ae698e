#include "checks/memory/ShimScalarTypeCheck.h"
#include "Facts/AstQuery.h"
#include "Facts/BufferFacts.h"
#include "Facts/Dtype.h"
#include "Facts/KernelFacts.h"
#include "checks/device/TensorDevice.h"
#include "clang/Lex/Lexer.h"
#include "llvm/ADT/DenseSet.h"

using namespace clang;

namespace aoti {

namespace {

/// What torch does with a floating scalar and integer tensors.
enum class Effect {
  Refused,     ///< raises: `alpha_check` in ATen/native/BinaryOps.h
  Promotes,    ///< the result gets a floating dtype
  CannotStore, ///< in place: raises, since the result does not fit the tensor
  Cut          ///< the scalar is converted to the dtype of the tensors: a fraction is lost
};

/// An operator of the C shim, by the positions of its arguments.
struct ScalarOperator {
  llvm::StringLiteral Name;
  Effect Does;
  /// First the tensors that decide the dtype, then the scalars; -1 ends each list.
  int Tensors[4];
  int Scalars[3];
  llvm::StringLiteral ScalarNames[2];
};

constexpr ScalarOperator Operators[] = {
    {"add_Tensor", Effect::Refused, {0, 1, -1}, {2, -1}, {"alpha", ""}},
    {"sub_Tensor", Effect::Refused, {0, 1, -1}, {2, -1}, {"alpha", ""}},
    {"rsub_Tensor", Effect::Refused, {0, 1, -1}, {2, -1}, {"alpha", ""}},
    {"add__Tensor", Effect::Refused, {0, 1, -1}, {2, -1}, {"alpha", ""}},
    {"sub__Tensor", Effect::Refused, {0, 1, -1}, {2, -1}, {"alpha", ""}},
    {"add_out", Effect::Refused, {1, 2, -1}, {3, -1}, {"alpha", ""}},
    {"sub_out", Effect::Refused, {1, 2, -1}, {3, -1}, {"alpha", ""}},
    {"add_Scalar", Effect::Promotes, {0, -1}, {1, -1}, {"other", ""}},
    {"sub_Scalar", Effect::Promotes, {0, -1}, {1, -1}, {"other", ""}},
    {"rsub_Scalar", Effect::Promotes, {0, -1}, {1, -1}, {"other", ""}},
    {"mul_Scalar", Effect::Promotes, {0, -1}, {1, -1}, {"other", ""}},
    {"add__Scalar", Effect::CannotStore, {0, -1}, {1, -1}, {"other", ""}},
    {"sub__Scalar", Effect::CannotStore, {0, -1}, {1, -1}, {"other", ""}},
    {"mul__Scalar", Effect::CannotStore, {0, -1}, {1, -1}, {"other", ""}},
    {"addmm", Effect::Cut, {0, 1, 2, -1}, {3, 4, -1}, {"beta", "alpha"}},
    {"addmm_out", Effect::Cut, {1, 2, 3, -1}, {4, 5, -1}, {"beta", "alpha"}},
    {"addmv", Effect::Cut, {0, 1, 2, -1}, {3, 4, -1}, {"beta", "alpha"}},
    {"addmv_out", Effect::Cut, {1, 2, 3, -1}, {4, 5, -1}, {"beta", "alpha"}},
    {"addbmm", Effect::Cut, {0, 1, 2, -1}, {3, 4, -1}, {"beta", "alpha"}},
    {"addbmm_out", Effect::Cut, {1, 2, 3, -1}, {4, 5, -1}, {"beta", "alpha"}},
    {"baddbmm", Effect::Cut, {0, 1, 2, -1}, {3, 4, -1}, {"beta", "alpha"}},
    {"baddbmm_out", Effect::Cut, {1, 2, 3, -1}, {4, 5, -1}, {"beta", "alpha"}},
};

bool isFloating(llvm::StringRef Dtype) { return !Dtype.empty() && !isIntegralDtype(Dtype); }

const ScalarOperator *findOperator(llvm::StringRef Callee) {
  llvm::StringRef Name = operationName(Callee);
  for (const ScalarOperator &O : Operators)
    if (O.Name == Name)
      return &O;
  return nullptr;
}

class ScalarReporter {
public:
  ScalarReporter(TuFacts &Facts, llvm::function_ref<void(const CodeFinding &)> Report)
      : Context(Facts.context()), Kernels(Facts.kernels()), Report(Report) {
    for (const CpuKernel &K : Kernels.kernels())
      for (const KernelCall &Call : K.Calls)
        for (const KernelArgument &A : Call.Arguments)
          if (A.Buffer && A.Type.isKnown() && isFloating(A.Type.Dtype))
            ReadAsFloating.insert(A.Buffer);
  }

  void check(const FunctionBuffers &Function);

private:
  void checkCall(const ScalarOperator &Operator, const Operation &Did);
  std::string textOf(const Expr *E) const;
  enum class Loss { None, Fraction, Digits };
  /// What a constant loses as a double that is converted to an integer.
  Loss lossOf(const Expr *E) const;

  ASTContext &Context;
  const KernelFacts &Kernels;
  llvm::function_ref<void(const CodeFinding &)> Report;
  llvm::DenseSet<const Tensor *> ReadAsFloating;
};

std::string ScalarReporter::textOf(const Expr *E) const {
  return Lexer::getSourceText(charRange(E->getSourceRange(), Context), Context.getSourceManager(),
                              Context.getLangOpts())
      .str();
}

ScalarReporter::Loss ScalarReporter::lossOf(const Expr *E) const {
  Expr::EvalResult Result;
  if (E->isValueDependent() || !E->EvaluateAsRValue(Result, Context))
    return Loss::None;
  if (Result.Val.isFloat())
    return Result.Val.getFloat().isInteger() ? Loss::None : Loss::Fraction;
  if (!Result.Val.isInt() || Result.Val.getInt().getSignificantBits() > 64)
    return Loss::None;
  llvm::APFloat AsDouble(llvm::APFloat::IEEEdouble());
  return AsDouble.convertFromAPInt(Result.Val.getInt(), Result.Val.getInt().isSigned(),
                                   llvm::APFloat::rmNearestTiesToEven) == llvm::APFloat::opOK
             ? Loss::None
             : Loss::Digits;
}

void ScalarReporter::check(const FunctionBuffers &Function) {
  for (const Operation &O : Function.Operations)
    if (const ScalarOperator *Operator =
            O.K == Operation::Kind::Shim ? findOperator(O.Callee) : nullptr)
      checkCall(*Operator, O);
}

void ScalarReporter::checkCall(const ScalarOperator &Operator, const Operation &Did) {
  const CallExpr *Call = Did.Call;
  const Tensor *Result = nullptr;
  llvm::SmallDenseMap<const Expr *, const Tensor *, 4> Tensors;
  for (const Operand &Given : Did.Operands)
    if (Given.IsResult)
      Result = Given.T;
    else
      Tensors.try_emplace(Given.Argument, Given.T);
  llvm::SmallVector<const Tensor *, 4> Integral;
  for (const int *I = Operator.Tensors; *I >= 0; ++I) {
    const Tensor *T =
        static_cast<unsigned>(*I) < Call->getNumArgs() ? Tensors.lookup(Call->getArg(*I)) : nullptr;
    if (!T || !isIntegralDtype(BufferFacts::dtypeOf(*T)))
      return;
    Integral.push_back(T);
  }
  for (unsigned I = 0; Operator.Scalars[I] >= 0; ++I) {
    unsigned Number = Operator.Scalars[I];
    if (Number >= Call->getNumArgs())
      return;
    // A shim of another release may take something else.
    const FunctionDecl *F = Call->getDirectCallee();
    if (F && !F->isTemplateInstantiation() &&
        (Number >= F->getNumParams() || !F->getParamDecl(Number)->getType()->isFloatingType()))
      return;
    const Expr *Scalar = Call->getArg(Number), *Written = Scalar->IgnoreParenImpCasts();
    std::string Dtype = BufferFacts::dtypeOf(*Integral.front());
    std::string What = Operator.ScalarNames[I].str() + " '" + textOf(Written) + "' of '" +
                       calleeName(Call).str() + "'";
    CodeFinding Found;
    switch (Operator.Does) {
    case Effect::Refused:
      Found.Message =
          What + " is a double in the C shim, and the tensors are integers (" + Dtype +
          "): every run fails with 'For integral input tensors, argument alpha must not be a "
          "floating point number'; compile the model again so that the operator becomes part of a "
          "kernel or goes through the proxy executor";
      break;
    case Effect::CannotStore:
      Found.Message = What + " is a double in the C shim, and the tensor is " + Dtype +
                      ": the result is a floating tensor that torch refuses to store in an integer "
                      "one, so every run fails; compile the model again so that the operator "
                      "becomes part of a kernel or goes through the proxy executor";
      break;
    case Effect::Promotes: {
      bool IsInteger = Written->getType()->isIntegerType();
      std::string Expected = Result ? BufferFacts::dtypeOf(*Result) : std::string();
      if (isFloating(Expected) || (Result && ReadAsFloating.contains(Result)))
        return;
      Found.Message = What + " is a double in the C shim, and the tensor is " + Dtype +
                      ": torch makes the result a floating tensor, which holds fewer digits than " +
                      "the integers" +
                      (IsInteger || isIntegralDtype(Expected)
                           ? std::string(" and whose bytes are then taken for integers")
                           : std::string(", and what was compiled for an integer result reads "
                                         "its bytes as integers")) +
                      "; compile the model again so that the operator becomes part of a kernel or "
                      "goes through the proxy executor";
      break;
    }
    case Effect::Cut:
      switch (lossOf(Written)) {
      case Loss::None:
        continue;
      case Loss::Fraction:
        Found.Message = What + " is not exact as " + Dtype +
                        ": torch cuts the fraction without an error; scale in floating point, or "
                        "use an exact factor";
        break;
      case Loss::Digits:
        Found.Message = What + " is a double in the C shim, which does not hold every integer this "
                               "large: torch multiplies by the nearest one without an error; use a "
                               "smaller factor";
        break;
      }
      break;
    }
    Found.Level = Severity::Warning;
    Found.At = charRange(Scalar->getSourceRange(), Context);
    const Tensor *Origin = Integral.front();
    while (!Origin->At.isValid() && Origin->Base)
      Origin = Origin->Base;
    if (Origin->At.isValid()) {
      CharSourceRange MadeAt = charRange(Origin->At, Context);
      Found.Notes.push_back({MadeAt, "the tensor is made here, as " + Dtype});
      Found.Flow.push_back({MadeAt, "an integer tensor is made here"});
    }
    Found.Flow.push_back({Found.At, "the scalar is handed over as a double here"});
    Report(Found);
  }
}

} // namespace

void ShimScalarTypeCheck::checkUnit(ASTContext &Context) {
  Facts = TuFacts::of(Context);
  auto Report = [&](const CodeFinding &F) { report(F, Context); };
  ScalarReporter Reporter(*Facts, Report);
  for (const FunctionBuffers &Function : Facts->buffers().functions())
    Reporter.check(Function);
}

} // namespace aoti
