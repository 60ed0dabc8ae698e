#include "Facts/InputChecks.h"
#include "Facts/AstQuery.h"
#include "Facts/TuFacts.h"
#include "clang/AST/DeclCXX.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"

using namespace clang;
using llvm::StringRef;

namespace aoti {

/// Nesting beyond which nothing is followed.
static constexpr unsigned MaxNesting = 400;

static constexpr StringRef CheckVariable = "AOTI_RUNTIME_CHECK_INPUTS";

/// Whether a piece of code names the environment variable.
static bool namesVariable(const Stmt *S, unsigned Depth = 0) {
  if (!S || Depth > MaxNesting)
    return false;
  if (const auto *Literal = dyn_cast<StringLiteral>(S))
    return Literal->getCharByteWidth() == 1 && Literal->getString() == CheckVariable;
  return llvm::any_of(S->children(),
                      [&](const Stmt *Child) { return namesVariable(Child, Depth + 1); });
}

bool InputChecks::asksForChecks(const Expr *Condition, bool &Negated) {
  Negated = false;
  for (unsigned I = 0; Condition && I < MaxNesting; ++I) {
    Condition = stripWrappers(Condition);
    const auto *Unary = dyn_cast<UnaryOperator>(Condition);
    if (!Unary || Unary->getOpcode() != UO_LNot)
      break;
    Negated = !Negated;
    Condition = Unary->getSubExpr();
  }
  const auto *Call = dyn_cast_or_null<CallExpr>(Condition);
  const FunctionDecl *F = Call ? Call->getDirectCallee() : nullptr;
  if (!F || Call->getNumArgs() != 0)
    return false;
  // Read once into a static variable, as torch does.
  return calleeName(Call) == "_check_aoti_runtime_check_inputs_env" || namesVariable(F->getBody());
}

/// Whether the end of a statement is never reached because it returns; what throws refuses inputs.
static bool returns(const Stmt *S) {
  if (const auto *Block = dyn_cast_or_null<CompoundStmt>(S))
    return !Block->body_empty() && returns(Block->body_back());
  return isa_and_nonnull<ReturnStmt>(S);
}

/// Whether a condition has the same truth in each run; what a macro decides may differ elsewhere.
static std::optional<bool> constantTruth(const Expr *Condition, const ASTContext &Context) {
  bool Holds = false;
  if (Condition->getBeginLoc().isMacroID() || Condition->isValueDependent() ||
      !Condition->EvaluateAsBooleanCondition(Holds, Context))
    return std::nullopt;
  return Holds;
}

class InputCheckWalk {
public:
  InputCheckWalk(TuFacts &Facts, InputChecks &Out) : Context(Facts.context()), Out(Out) {
    const FunctionDecl *Run = nullptr;
    forEachGeneratedFunction(Context, Facts.dialect().GeneratedBegin, [&](const FunctionDecl *F) {
      const ParmVarDecl *Handles = handlesOf(F);
      if (!Handles)
        return;
      if (!isa<CXXMethodDecl>(F)) {
        add(F);
      } else if (!Run && identifierOf(F) == "run_impl") {
        Run = F;
      }
    });
    if (!Run)
      return;
    Out.Run = Run;
    Handles = handlesOf(Run);
    walk(Run->getBody(), RunsWhen::Always);
    // Functions wait here, so that one is walked once for each time that it is called sooner.
    for (size_t I = 0; I < Pending.size(); ++I) {
      auto [Check, When] = Pending[I];
      if (*Check->Runs < When)
        continue;
      Current = Check;
      Handles = parameterOf(Check);
      if (Handles)
        walk(Check->Function->getBody(), When);
    }
    // Those that nothing calls look at inputs, too.
    IsCalled = false;
    for (size_t I = 0; I < Out.Checks.size(); ++I) {
      Current = &Out.Checks[I];
      Handles = parameterOf(Current);
      if (!Current->Runs && Handles)
        walk(Current->Function->getBody(), RunsWhen::Always);
    }
  }

private:
  /// The parameter with the handles of the inputs.
  static const ParmVarDecl *handlesOf(const FunctionDecl *F) {
    for (const ParmVarDecl *P : F->parameters())
      if (P->getType()->isPointerType() &&
          (identifierOf(P) == "input_handles" || identifierOf(P) == "inputs"))
        return P;
    return nullptr;
  }

  const ParmVarDecl *parameterOf(const InputCheck *Check) const {
    if (const ParmVarDecl *Known = Parameters.lookup(Check))
      return Known;
    return handlesOf(Check->Function);
  }

  InputCheck *add(const FunctionDecl *F) {
    InputCheck *&Known = ByFunction[F->getCanonicalDecl()];
    if (!Known) {
      Known = &Out.Checks.emplace_back();
      Known->Function = F;
    }
    return Known;
  }

  bool isHandles(const Expr *E) const {
    const VarDecl *V = E ? referredVariable(E) : nullptr;
    // `&input_handles[0]`
    if (const auto *Unary = E ? dyn_cast<UnaryOperator>(stripWrappers(E)) : nullptr;
        Unary && Unary->getOpcode() == UO_AddrOf)
      if (auto [Base, Index] = subscript(stripWrappers(Unary->getSubExpr()));
          Base && integerLiteral(stripWrappers(Index), Context) == 0)
        V = referredVariable(Base);
    return V && V == Handles;
  }

  void look(const Expr *E, std::optional<int64_t> Index, RunsWhen When) {
    std::set<unsigned> &Inputs = Current ? Current->Inputs : Out.LookedAt;
    if (Index && *Index >= 0 && *Index < (1 << 24))
      Inputs.insert(static_cast<unsigned>(*Index));
    else
      (Current ? Current->LooksAnywhere : Out.LooksAnywhere) = true;
    if (!Current)
      return;
    if (!Current->Look)
      Current->Look = E;
    if (IsCalled && (!Current->Looks || When < *Current->Looks))
      Current->Looks = When;
  }

  void call(const CallExpr *Call, const FunctionDecl *Callee, unsigned Argument, RunsWhen When) {
    const FunctionDecl *Body = nullptr;
    if (Callee->hasBody(Body) && Body && Argument < Body->getNumParams()) {
      InputCheck *Check = add(Body);
      Parameters[Check] = Body->getParamDecl(Argument);
      Check->IsNamed = true;
      if (Current)
        Current->Calls.push_back(Body);
      if (!IsCalled || (Check->Runs && *Check->Runs <= When))
        return;
      Check->Runs = When;
      if (!Check->Call)
        Check->Call = Call;
      Pending.push_back({Check, When});
      return;
    }
    look(Call, std::nullopt, When);
  }

  void walk(const Stmt *S, RunsWhen When, unsigned Depth = 0) {
    if (!S || Depth > MaxNesting)
      return;
    if (const auto *Block = dyn_cast<CompoundStmt>(S)) {
      bool IsDead = false;
      for (const Stmt *Child : Block->body()) {
        IsDead = IsDead && !isa<SwitchCase, LabelStmt>(Child);
        if (IsDead)
          continue;
        walk(Child, When, Depth + 1);
        IsDead = returns(Child);
        const auto *If = dyn_cast<IfStmt>(Child);
        if (!If || !returns(If->getThen()) || If->getElse())
          continue;
        bool Negated;
        bool Asks = InputChecks::asksForChecks(If->getCond(), Negated);
        When = std::max(When, Asks && Negated ? RunsWhen::ChecksAsked : RunsWhen::Sometimes);
      }
      return;
    }
    if (const auto *If = dyn_cast<IfStmt>(S)) {
      bool Negated;
      bool Asks = InputChecks::asksForChecks(If->getCond(), Negated);
      auto In = [&](bool Else) {
        return std::max(When,
                        Asks && Negated == Else ? RunsWhen::ChecksAsked : RunsWhen::Sometimes);
      };
      walk(If->getInit(), When, Depth + 1);
      walk(If->getCond(), When, Depth + 1);
      if (std::optional<bool> Holds = constantTruth(If->getCond(), Context)) {
        walk(*Holds ? If->getThen() : If->getElse(), When, Depth + 1);
        return;
      }
      walk(If->getThen(), In(false), Depth + 1);
      walk(If->getElse(), In(true), Depth + 1);
      return;
    }
    if (const auto *E = dyn_cast<Expr>(S)) {
      if (auto [Base, Index] = subscript(E); Base && isHandles(Base)) {
        look(E, integerLiteral(stripWrappers(Index), Context), When);
        return;
      }
      if (const auto *Call = dyn_cast<CallExpr>(E)) {
        const FunctionDecl *Callee = Call->getDirectCallee();
        StringRef Name = calleeName(Call);
        if ((Name == "steal_from_raw_handles_to_raii_handles" ||
             Name == "convert_handles_to_inputs") &&
            Call->getNumArgs() == 2 && isHandles(Call->getArg(0))) {
          if (!Current && !Out.Steal) {
            Out.Steal = Call;
            if (std::optional<int64_t> N = integerLiteral(stripWrappers(Call->getArg(1)), Context);
                N && *N >= 0 && *N < (1 << 24))
              Out.Count = static_cast<unsigned>(*N);
          }
          return;
        }
        for (unsigned I = 0; I < Call->getNumArgs(); ++I) {
          if (Callee && isHandles(Call->getArg(I)))
            call(Call, Callee, I, When);
          else
            walk(Call->getArg(I), When, Depth + 1);
        }
        walk(Call->getCallee(), When, Depth + 1);
        return;
      }
      if (isHandles(E)) {
        look(E, std::nullopt, When);
        return;
      }
    }
    if (const auto *Declared = dyn_cast<DeclStmt>(S)) {
      for (const Decl *D : Declared->decls())
        if (const auto *V = dyn_cast<VarDecl>(D))
          walk(V->getInit(), When, Depth + 1);
      return;
    }
    bool IsLoop = isa<ForStmt, WhileStmt, CXXForRangeStmt, SwitchStmt, ConditionalOperator>(S);
    for (const Stmt *Child : S->children())
      walk(Child, IsLoop ? std::max(When, RunsWhen::Sometimes) : When, Depth + 1);
  }

  ASTContext &Context;
  InputChecks &Out;
  /// Null while `run_impl` is walked.
  InputCheck *Current = nullptr;
  const ParmVarDecl *Handles = nullptr;
  bool IsCalled = true;
  llvm::DenseMap<const FunctionDecl *, InputCheck *> ByFunction;
  llvm::DenseMap<const InputCheck *, const ParmVarDecl *> Parameters;
  std::vector<std::pair<InputCheck *, RunsWhen>> Pending;
};

InputChecks::InputChecks(TuFacts &Facts) {
  InputCheckWalk(Facts, *this);
  for (const InputCheck &Check : Checks)
    if (Check.Runs) {
      LooksAnywhere |= Check.LooksAnywhere;
      LookedAt.insert(Check.Inputs.begin(), Check.Inputs.end());
    }
}

const InputCheck *InputChecks::check(const FunctionDecl *F) const {
  for (const InputCheck &Check : Checks)
    if (Check.Function == F)
      return &Check;
  return nullptr;
}

bool InputChecks::isLookedAt(unsigned Input) const {
  return LooksAnywhere || LookedAt.count(Input);
}

} // namespace aoti
