#include "Triton/TritonWalk.h"
#include "llvm/ADT/Twine.h"

using llvm::SmallVector;
using llvm::StringRef;

namespace aoti {

using Kind = TritonValue::Kind;

namespace {

/// The most ways through a kernel that are followed one by one.
constexpr unsigned MaxPaths = 256;
/// The most turns of a loop that the compiler unrolls.
constexpr int64_t MaxTurns = 16;
/// How deep functions of a kernel may call each other.
constexpr unsigned MaxCalls = 6;

} // namespace

TritonWalk::TritonWalk(TritonBody &Body) : Body(Body), Kernel(Body.Kernel), Context(Body.Context) {
  Predicate P;
  True = makePredicate(P);
  P.K = Predicate::Kind::False;
  False = makePredicate(P);
  Path = True;
}

void TritonWalk::run() {
  Body.ParameterValues.resize(Kernel.parameters().size());
  // What most sources import, for those that are only a part.
  Imports["tl"] = "triton.language";
  Imports["tl_math"] = "triton.language.math";
  bindModule();
  Scope Function;
  Names = &Function;
  if (!Kernel.function())
    return;
  bindParameters();
  Stack.push_back(Kernel.function());
  block(Kernel.function()->Body, true);
  Stack.pop_back();
  Names = nullptr;
}

/// Names that the source binds beside its functions.
void TritonWalk::bindModule() {
  Scope Nothing;
  Names = &Nothing;
  for (const PythonStmt *S : Kernel.tree().Body) {
    switch (S->Kind) {
    case PythonStmtKind::Import:
      for (const PythonImportedName &N : S->names())
        if (!N.Name.empty())
          Imports[N.Name] = N.Path.str();
      break;
    case PythonStmtKind::ImportFrom:
      for (const PythonImportedName &N : S->names())
        if (N.Path != "*")
          Imports[N.Name.empty() ? N.Path : N.Name] = (S->Text + "." + N.Path).str();
      break;
    case PythonStmtKind::Function:
      Functions[S->Text] = S;
      break;
    case PythonStmtKind::Assign:
    case PythonStmtKind::AnnotatedAssign:
      statement(S);
      break;
    case PythonStmtKind::Opaque:
      ++Body.Figure.OpaqueStatements;
      break;
    default:
      break;
    }
  }
  for (auto &Entry : Nothing)
    Globals[Entry.getKey()] = Entry.second;
}

void TritonWalk::bindParameters() {
  const auto &Parameters = Kernel.parameters();
  for (size_t I = 0; I < Parameters.size(); ++I) {
    const TritonParameter &P = Parameters[I];
    Value V;
    if (P.Constant) {
      V = evaluate(P.Constant);
      if (V.is(Kind::Integer)) {
        Body.ParameterValues[I] = V.E;
        if (P.Type && P.Type->Dtype == "int64")
          V.Bits = 64;
        else if (P.Type && P.Type->Dtype == "int32")
          V.Bits = 32;
      }
      (*Names)[P.Name] = std::move(V);
      continue;
    }
    StringRef Dtype = P.Type ? StringRef(P.Type->Dtype) : StringRef();
    unsigned Bits = 0;
    bool IsUnsigned = Dtype.consume_front("u");
    bool IsInteger = Dtype.consume_front("int") && !Dtype.getAsInteger(10, Bits);
    if (P.isPointer() || (!P.Type && !P.IsConstexpr && P.Name.contains("ptr"))) {
      V.K = Kind::Pointer;
      V.Base = static_cast<int16_t>(std::min<size_t>(I, INT16_MAX));
      V.E = constant(0);
    } else if (IsInteger || P.IsConstexpr || (P.Type && P.Type->Dtype == "bool") || !P.Type) {
      V = makeInteger(Context.freshSymbol(P.Name), P.IsConstexpr ? 0 : Bits ? Bits : 64);
      V.IsUnsigned = IsUnsigned;
      TritonSymbol S{TritonSymbol::Kind::Parameter, V.E};
      S.Number = static_cast<unsigned>(I);
      // The size of a block is at least 1; it is known where the kernel is launched.
      if (P.IsConstexpr && P.Name.contains("BLOCK"))
        S.Known = Range::atLeast(1);
      addSymbol(S);
      Body.ParameterValues[I] = V.E;
    } else if (StringRef(P.Type->Dtype).contains("float")) {
      V.K = Kind::Float;
    } else {
      V = unknown(triton_origin::Unknown);
    }
    (*Names)[P.Name] = std::move(V);
  }
}

//===--- Statements --------------------------------------------------------===//

TritonWalk::Ending TritonWalk::block(PythonBlock Statements, bool IsWholeFunction) {
  const Predicate *Outer = Path;
  Ending Result = Ending::Falls;
  for (size_t I = 0; I < Statements.size(); ++I) {
    const PythonStmt *S = Statements[I];
    Ending E;
    if (S->Kind == PythonStmtKind::If) {
      bool WalkedRest = false;
      E = branches(S, Statements.drop_front(I + 1), IsWholeFunction, WalkedRest);
      if (WalkedRest)
        break;
    } else {
      E = statement(S);
    }
    if (E == Ending::Always) {
      Result = Ending::Always;
      break;
    }
    if (E == Ending::Sometimes)
      Result = Ending::Sometimes;
  }
  Path = Outer;
  return Result;
}

void TritonWalk::assign(const PythonExpr *Target, Value V) {
  switch (Target->Kind) {
  case PythonExprKind::Name:
    (*Names)[Target->Text] = nameLane(Target->Text, std::move(V));
    return;
  case PythonExprKind::Starred:
    assign(Target->Children[0], unknown(triton_origin::Unknown, &V));
    return;
  case PythonExprKind::Tuple:
  case PythonExprKind::List: {
    bool IsMatched = V.is(Kind::Tuple) && V.Items->size() == Target->Children.size();
    for (size_t I = 0; I < Target->Children.size(); ++I) {
      if (IsMatched) {
        assign(Target->Children[I], (*V.Items)[I]);
        continue;
      }
      Value Part = unknown(V.Origins ? 0 : unsigned(triton_origin::Unknown), &V);
      Part.E = freshOpaque("value");
      assign(Target->Children[I], std::move(Part));
    }
    return;
  }
  default:
    // Attributes and elements are not followed.
    return;
  }
}

TritonWalk::Ending TritonWalk::statement(const PythonStmt *S) {
  if (!spend())
    return Ending::Falls;
  switch (S->Kind) {
  case PythonStmtKind::Expression:
    evaluate(S->Exprs[0]);
    return Ending::Falls;
  case PythonStmtKind::Assign: {
    Value V = evaluate(S->Exprs.back());
    for (const PythonExpr *Target : S->Exprs.drop_back())
      assign(Target, V);
    return Ending::Falls;
  }
  case PythonStmtKind::AnnotatedAssign:
    if (S->Exprs[2])
      assign(S->Exprs[0], evaluate(S->Exprs[2]));
    return Ending::Falls;
  case PythonStmtKind::AugmentedAssign: {
    Value A = evaluate(S->Exprs[0]), B = evaluate(S->Exprs[1]);
    assign(S->Exprs[0], binary(S->Text, A, B, S->Exprs[1]));
    return Ending::Falls;
  }
  case PythonStmtKind::Return:
    if (Returned)
      Returned->push_back(S->Exprs[0] ? evaluate(S->Exprs[0]) : Value());
    else if (S->Exprs[0])
      evaluate(S->Exprs[0]);
    return Ending::Always;
  case PythonStmtKind::Raise:
  case PythonStmtKind::Break:
  case PythonStmtKind::Continue:
    return Ending::Always;
  case PythonStmtKind::Assert: {
    Value C = evaluate(S->Exprs[0]);
    assertion(TritonAssert::Kind::Static, S->Exprs[0], &C, nullptr);
    return Ending::Falls;
  }
  case PythonStmtKind::For:
    forLoop(S);
    return Ending::Falls;
  case PythonStmtKind::While:
    whileLoop(S);
    return Ending::Falls;
  case PythonStmtKind::With:
    // `with tl.async_task(…)`: the body runs, once.
    return block(S->Body);
  case PythonStmtKind::Function:
    Functions[S->Text] = S;
    return Ending::Falls;
  case PythonStmtKind::Pass:
  case PythonStmtKind::Import:
  case PythonStmtKind::ImportFrom:
  case PythonStmtKind::Global:
  case PythonStmtKind::Nonlocal:
    return Ending::Falls;
  case PythonStmtKind::If: {
    bool WalkedRest = false;
    return branches(S, {}, false, WalkedRest);
  }
  default:
    unread(S);
    return Ending::Falls;
  }
}

/// A statement that is not read may change anything.
void TritonWalk::unread(const PythonStmt *S) {
  ++Body.Figure.OpaqueStatements;
  for (auto &Entry : *Names) {
    Value &V = Entry.second;
    if (V.is(Kind::Name))
      continue;
    V = unknown(triton_origin::Unknown, &V);
    V.E = freshOpaque("value");
  }
}

void TritonWalk::collectAssigned(PythonBlock Statements, llvm::StringSet<> &Into) {
  SmallVector<const PythonExpr *, 8> Targets;
  SmallVector<PythonBlock, 8> Blocks{Statements};
  while (!Blocks.empty()) {
    PythonBlock Block = Blocks.pop_back_val();
    for (const PythonStmt *S : Block) {
      if (S->Kind == PythonStmtKind::Assign)
        Targets.append(S->Exprs.begin(), S->Exprs.end() - 1);
      else if (S->Kind == PythonStmtKind::AugmentedAssign ||
               S->Kind == PythonStmtKind::AnnotatedAssign || S->Kind == PythonStmtKind::For)
        Targets.push_back(S->Exprs[0]);
      Blocks.push_back(S->Body);
      Blocks.push_back(S->OrElse);
      Blocks.push_back(S->finally());
      for (const PythonBranch &B : S->branches())
        Blocks.push_back(B.Body);
      for (const PythonHandler &H : S->handlers())
        Blocks.push_back(H.Body);
    }
  }
  while (!Targets.empty()) {
    const PythonExpr *T = Targets.pop_back_val();
    if (T->is(PythonExprKind::Name))
      Into.insert(T->Text);
    else if (T->is(PythonExprKind::Tuple) || T->is(PythonExprKind::List) ||
             T->is(PythonExprKind::Starred))
      Targets.append(T->Children.begin(), T->Children.end());
  }
}

TritonWalk::Ending TritonWalk::branches(const PythonStmt *S, PythonBlock Rest, bool MaySplit,
                                        bool &WalkedRest) {
  llvm::StringSet<> Assigned;
  for (const PythonBranch &B : S->branches())
    collectAssigned(B.Body, Assigned);
  collectAssigned(S->OrElse, Assigned);
  struct Outcome {
    const Predicate *Condition;
    llvm::StringMap<Value> Values;
  };
  std::vector<Outcome> Outcomes;
  llvm::StringMap<Value> Before;
  for (const auto &Name : Assigned)
    if (auto It = Names->find(Name.getKey()); It != Names->end())
      Before[Name.getKey()] = It->second;
  auto Restore = [&] {
    for (const auto &Name : Assigned) {
      auto It = Before.find(Name.getKey());
      if (It == Before.end())
        Names->erase(Name.getKey());
      else
        (*Names)[Name.getKey()] = It->second;
    }
  };
  const Predicate *Outer = Path, *Left = True;
  bool SomeEnd = false, SomeEndInside = false;
  auto Walk = [&](const Predicate *Condition, PythonBlock Block) {
    Restore();
    Path = both(Outer, both(Left, Condition));
    Ending E = block(Block);
    if (E == Ending::Always) {
      SomeEnd = true;
      return;
    }
    SomeEndInside |= E == Ending::Sometimes;
    Outcome O{both(Left, Condition), {}};
    for (const auto &Name : Assigned)
      if (auto It = Names->find(Name.getKey()); It != Names->end())
        O.Values[Name.getKey()] = It->second;
    Outcomes.push_back(std::move(O));
  };
  bool IsDecided = false;
  for (const PythonBranch &B : S->branches()) {
    Path = both(Outer, Left);
    const Predicate *Condition = truth(evaluate(B.Condition));
    if (!Condition->isFalse())
      Walk(Condition, B.Body);
    Left = both(Left, negate(Condition));
    if (Left->isFalse()) {
      IsDecided = true;
      break;
    }
  }
  if (!IsDecided)
    Walk(True, S->OrElse);
  Restore();
  Path = Outer;
  if (Outcomes.empty())
    return Ending::Always;
  if (Outcomes.size() == 1) {
    for (auto &Entry : Outcomes[0].Values)
      (*Names)[Entry.getKey()] = Entry.second;
    // What follows is reached this way only.
    Path = both(Outer, Outcomes[0].Condition);
    if (SomeEndInside)
      Path = both(Path, unknownPredicate(triton_origin::Unknown));
    return SomeEnd || SomeEndInside ? Ending::Sometimes : Ending::Falls;
  }
  // Where the ways make a pointer another one, the rest is walked for each of them.
  bool Differ = false;
  for (const auto &Name : Assigned) {
    const Value *First = nullptr;
    for (const Outcome &O : Outcomes) {
      auto It = O.Values.find(Name.getKey());
      if (It == O.Values.end())
        continue;
      if (!First)
        First = &It->second;
      bool IsPointer = First->is(Kind::Pointer) || It->second.is(Kind::Pointer) ||
                       First->is(Kind::Block) || It->second.is(Kind::Block);
      Differ |= IsPointer && (First->K != It->second.K || First->Base != It->second.Base ||
                              First->Block != It->second.Block);
    }
  }
  if (Differ && MaySplit && Paths * Outcomes.size() <= MaxPaths) {
    WalkedRest = true;
    unsigned OuterPaths = Paths;
    Paths *= Outcomes.size();
    // The rest may assign more than the branches did.
    Scope Saved = *Names;
    for (Outcome &O : Outcomes) {
      *Names = Saved;
      for (auto &Entry : O.Values)
        (*Names)[Entry.getKey()] = Entry.second;
      Path = both(Outer, O.Condition);
      if (SomeEndInside)
        Path = both(Path, unknownPredicate(triton_origin::Unknown));
      block(Rest, true);
    }
    Paths = OuterPaths;
    Path = Outer;
    return Ending::Falls;
  }
  const Predicate *Reached = False;
  for (const Outcome &O : Outcomes)
    Reached = either(Reached, O.Condition);
  for (const auto &Name : Assigned) {
    std::optional<Value> Merged;
    // From the last to the first, so that the condition of the first decides first.
    for (Outcome &O : llvm::reverse(Outcomes)) {
      auto It = O.Values.find(Name.getKey());
      if (It == O.Values.end())
        continue;
      Merged = Merged ? choose(O.Condition, It->second, *Merged, S->branches()[0].Condition)
                      : It->second;
    }
    if (Merged && Merged->is(Kind::Unknown) && !Merged->E)
      Merged->E = freshOpaque("value");
    if (Merged)
      (*Names)[Name.getKey()] = std::move(*Merged);
  }
  if (SomeEnd)
    Path = both(Outer, Reached);
  if (SomeEndInside)
    Path = both(Path, unknownPredicate(triton_origin::Unknown));
  return SomeEnd || SomeEndInside ? Ending::Sometimes : Ending::Falls;
}

//===--- Loops -------------------------------------------------------------===//

/// Whether an expression calls nothing, so that it may be evaluated once more.
static bool isPure(const PythonExpr *E) {
  if (!E)
    return true;
  if (E->is(PythonExprKind::Call) || E->is(PythonExprKind::Named))
    return false;
  return llvm::all_of(E->Children, isPure);
}

void TritonWalk::loopBody(const PythonStmt *S, int Number) {
  llvm::StringSet<> Assigned;
  collectAssigned(S->Body, Assigned);
  const TritonLoop L = Body.Loops[Number];
  // What a turn leaves to the next one is not known, but for variables that grow by the same in
  // each.
  llvm::StringMap<Value> Before;
  for (const auto &Name : Assigned) {
    auto It = Names->find(Name.getKey());
    if (It == Names->end() || It->second.is(Kind::Name))
      continue;
    Before[Name.getKey()] = It->second;
    Value &V = It->second;
    V.Origins |= triton_origin::Loop;
    if (V.is(Kind::Boolean))
      V.P = unknownPredicate(triton_origin::Loop);
    else if (V.is(Kind::Pointer))
      V.E = {};
    else if (V.is(Kind::Integer) || V.is(Kind::Unknown))
      V.E = freshOpaque("carried");
    else if (V.is(Kind::Block) || V.is(Kind::Tuple))
      V = unknown(triton_origin::Loop, &V);
  }
  llvm::StringMap<unsigned> Count;
  for (const PythonStmt *Inner : S->Body) {
    llvm::StringSet<> One;
    collectAssigned(PythonBlock(Inner), One);
    for (const auto &Name : One)
      ++Count[Name.getKey()];
  }
  llvm::StringMap<Value> Grown;
  for (const PythonStmt *Inner : S->Body) {
    if (!L.Variable || !L.First || !L.Step)
      break;
    bool Adds = Inner->Kind == PythonStmtKind::AugmentedAssign && Inner->Text == "+" &&
                Inner->Exprs[0]->is(PythonExprKind::Name);
    if (!Adds || Count.lookup(Inner->Exprs[0]->Text) != 1)
      continue;
    auto Old = Before.find(Inner->Exprs[0]->Text);
    if (Old == Before.end() || (!Old->second.is(Kind::Integer) && !Old->second.is(Kind::Pointer)) ||
        !isPure(Inner->Exprs[1]))
      continue;
    Value Growth = evaluate(Inner->Exprs[1]);
    if (!Growth.is(Kind::Integer) || Growth.Origins || Growth.E.dependsOn(L.Variable) ||
        !Old->second.E)
      continue;
    Value V = Old->second;
    // The loop has turned (variable - first) / step times.
    V.E = V.E + floorDiv((L.Variable - L.First) * Growth.E, L.Step);
    V.Operation = addOperation(nullptr, {}, 0, false, false, V.Operation, Growth.Operation);
    Grown[Inner->Exprs[0]->Text] = std::move(V);
  }
  for (auto &Entry : Grown)
    (*Names)[Entry.getKey()] = Entry.second;
  int Outer = std::exchange(Loop, Number);
  const Predicate *OuterPath = Path;
  if (!L.Variable)
    Path = both(Path, unknownPredicate(triton_origin::Unknown));
  block(S->Body);
  Path = OuterPath;
  Loop = Outer;
  // What is left behind the loop: of the last turn, or of none.
  for (const auto &Name : Assigned) {
    auto It = Names->find(Name.getKey());
    if (It == Names->end() || It->second.is(Kind::Name))
      continue;
    auto Old = Before.find(Name.getKey());
    Value After =
        unknown(triton_origin::Loop, &It->second, Old == Before.end() ? nullptr : &Old->second);
    if (It->second.is(Kind::Float))
      After.K = Kind::Float;
    else
      After.E = freshOpaque("left");
    if (It->second.is(Kind::Boolean)) {
      After.K = Kind::Boolean;
      After.P = unknownPredicate(triton_origin::Loop);
    }
    It->second = std::move(After);
  }
  if (!S->OrElse.empty())
    block(S->OrElse);
}

void TritonWalk::forLoop(const PythonStmt *S) {
  const PythonExpr *Iterable = S->Exprs[1];
  std::string Function =
      Iterable->is(PythonExprKind::Call) ? pathOf(Iterable->Children[0]) : std::string();
  bool IsRange = Function == "range" || Function == "triton.language.range" ||
                 Function == "triton.language.static_range" ||
                 Function == "triton.language.core.range" ||
                 Function == "triton.language.core.static_range";
  TritonLoop L;
  L.Statement = S;
  L.Outer = Loop;
  Value First = makeInteger(constant(0), 0), End, Step = makeInteger(constant(1), 0);
  if (IsRange) {
    SmallVector<Value, 3> Ends;
    for (const PythonExpr *Part : Iterable->Children.drop_front())
      if (!Part->is(PythonExprKind::Keyword))
        Ends.push_back(evaluate(Part));
    IsRange = !Ends.empty() && Ends.size() <= 3;
    if (IsRange) {
      End = Ends[Ends.size() > 1];
      if (Ends.size() > 1)
        First = Ends[0];
      if (Ends.size() > 2)
        Step = Ends[2];
    }
    for (const Value *V : {&First, &End, &Step}) {
      IsRange &= V->is(Kind::Integer);
      markAddress(V->Operation);
    }
  }
  std::optional<int64_t> A, B, C;
  if (IsRange) {
    A = First.E.constantValue();
    B = End.E.constantValue();
    C = Step.E.constantValue();
  }
  bool IsStatic = StringRef(Function).ends_with("static_range");
  if (IsStatic && A && B && C && *C > 0 && *B > *A && (*B - *A - 1) / *C < MaxTurns) {
    // The compiler writes the body once for each turn.
    for (int64_t I = *A; I < *B; I += *C) {
      assign(S->Exprs[0], makeInteger(constant(I), 0));
      block(S->Body);
    }
    return;
  }
  int Number = static_cast<int>(Body.Loops.size());
  bool IsName = S->Exprs[0]->is(PythonExprKind::Name);
  if (IsRange && IsName && !First.Origins && !Step.Origins && (!C || *C > 0)) {
    L.Variable = Context.freshSymbol(S->Exprs[0]->Text);
    L.First = First.E;
    L.Step = Step.E;
    L.End = End.E;
    TritonSymbol Symbol{TritonSymbol::Kind::Loop, L.Variable};
    Symbol.Number = static_cast<unsigned>(Number);
    if (isNonNegative(First.E))
      Symbol.Known = Range::atLeast(0);
    addSymbol(Symbol);
    Value V = makeInteger(L.Variable, std::max({First.Bits, End.Bits, Step.Bits, uint8_t(32)}));
    join(V, End);
    V.Origins = 0;
    V.Loads.clear();
    Body.Loops.push_back(L);
    assign(S->Exprs[0], V);
  } else {
    Body.Loops.push_back(L);
    Value Iterated =
        evaluate(Iterable->is(PythonExprKind::Call) && !Function.empty() ? nullptr : Iterable);
    Value V = unknown(triton_origin::Unknown, &Iterated);
    V.E = freshOpaque("value");
    assign(S->Exprs[0], std::move(V));
  }
  // The variable itself is not carried; the body may still assign it.
  loopBody(S, Number);
}

void TritonWalk::whileLoop(const PythonStmt *S) {
  int Number = static_cast<int>(Body.Loops.size());
  TritonLoop L;
  L.Statement = S;
  L.Outer = Loop;
  Body.Loops.push_back(L);
  evaluate(S->Exprs[0]);
  loopBody(S, Number);
}

//===--- Functions ---------------------------------------------------------===//

TritonValue TritonWalk::callLocal(const PythonStmt *F, const PythonExpr *Call,
                                  const Arguments &Args) {
  if (Stack.size() > MaxCalls || llvm::is_contained(Stack, F) || !spend())
    return opaqueAccess(F->Text.str(), Call, Args);
  Scope Inner;
  unsigned Position = 0;
  for (const PythonParameter &P : F->parameters()) {
    if (P.K == PythonParameter::Kind::VarPositional || P.K == PythonParameter::Kind::VarKeyword)
      return opaqueAccess(F->Text.str(), Call, Args);
    const Value *Given =
        Args.get(P.K == PythonParameter::Kind::KeywordOnly ? ~0u : Position, P.Name);
    ++Position;
    Inner[P.Name] = Given       ? *Given
                    : P.Default ? evaluate(P.Default)
                                : unknown(triton_origin::Unknown);
  }
  SmallVector<Value, 2> Results;
  Scope *OuterNames = std::exchange(Names, &Inner);
  SmallVector<Value, 2> *OuterResults = std::exchange(Returned, &Results);
  Stack.push_back(F);
  block(F->Body);
  Stack.pop_back();
  Returned = OuterResults;
  Names = OuterNames;
  if (Results.size() == 1)
    return Results[0];
  Value R = data(Args, Results.empty() ? 0 : unsigned(triton_origin::Unknown));
  for (const Value &V : Results)
    join(R, V);
  return R;
}

} // namespace aoti
