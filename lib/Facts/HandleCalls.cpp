#include "Facts/AstQuery.h"
#include "Facts/HandleWalk.h"
#include "Facts/KernelFacts.h"
#include "Support/ClangCompat.h"

using namespace clang;
using llvm::ArrayRef;
using llvm::SmallVector;
using llvm::StringRef;

namespace aoti {

using Alternative = HandleAlternative;
using Is = HandleAlternative::Kind;
using Step = HandleStep::Kind;

void HandleWalk::argument(const HandleResult &R, const Expr *Argument, QualType Parameter,
                          const CallExpr *Call) {
  SourceRange At = Argument->getSourceRange();
  bool Known = !Parameter.isNull();
  // A number that a function gets by reference may be another one afterwards.
  if (Known && Parameter->isLValueReferenceType() &&
      !Parameter->getPointeeType().isConstQualified())
    if (const VarDecl *V = referredVariable(Argument))
      written(V);
  switch (R.K) {
  case HandleResult::Kind::Cell: {
    // Shims take handles by value, however the front end declared them.
    bool IsShim = calleeName(Call).starts_with("aoti_torch_");
    bool Reference = Known && !IsShim && Parameter->isLValueReferenceType() &&
                     !Parameter->getPointeeType().isConstQualified();
    if ((!Known && !IsShim) || Reference) {
      // A template that is not instantiated, or a function that may give it another tensor.
      if (Known || Cells[R.Cell].K == HandleCell::Kind::Slot ||
          llvm::any_of(State.get(R.Cell), [](const Alternative &A) {
            return A.K == Is::Empty || A.K == Is::Uninitialised;
          }))
        escape(R.Cell);
      else
        use(R.Cell, At);
      return;
    }
    if (!IsShim && Parameter->isRValueReferenceType() &&
        Cells[R.Cell].K == HandleCell::Kind::Owner) {
      take(R.Cell, At);
      return;
    }
    use(R.Cell, At);
    return;
  }
  case HandleResult::Kind::Moved:
    if (Cells[R.Cell].K == HandleCell::Kind::Owner)
      take(R.Cell, At);
    return;
  case HandleResult::Kind::Owner:
    destroy(R.Value, Step::EndOfStatement, Call->getSourceRange());
    return;
  case HandleResult::Kind::Raw:
    useObjects(R.Value, {}, At);
    return;
  case HandleResult::Kind::Data:
    useData(R.Value, {}, At);
    return;
  default:
    return;
  }
}

bool HandleWalk::writesOutputs(const FunctionDecl *F, unsigned Parameter, unsigned Level) {
  const FunctionDecl *Definition = nullptr;
  if (!F || Level > 4 || !F->hasBody(Definition) || Parameter >= Definition->getNumParams() ||
      Definition->isTemplated() || Definition->getTemplateInstantiationPattern())
    return true;
  auto [It, New] = Writes.try_emplace({Definition, Parameter}, true);
  if (!New)
    return It->second;
  struct Finder : AstVisitor<Finder> {
    Finder(HandleWalk &Walk, const ParmVarDecl *P, unsigned Level)
        : Walk(Walk), P(P), Level(Level) {}
    bool names(const Expr *E) const {
      const auto *Ref = dyn_cast<DeclRefExpr>(stripWrappers(E));
      return Ref && Ref->getDecl() == P;
    }
    bool VisitDeclRefExpr(DeclRefExpr *Ref) {
      References += Ref->getDecl() == P;
      return true;
    }
    bool VisitCStyleCastExpr(CStyleCastExpr *Cast) {
      Harmless += Cast->getCastKind() == CK_ToVoid && names(Cast->getSubExpr());
      return true;
    }
    bool VisitCallExpr(CallExpr *Call) {
      for (unsigned I = 0; I < Call->getNumArgs(); ++I)
        if (names(Call->getArg(I)) && Call->getDirectCallee())
          Harmless += !Walk.writesOutputs(Call->getDirectCallee(), I, Level + 1);
      return true;
    }
    HandleWalk &Walk;
    const ParmVarDecl *P;
    unsigned Level, References = 0, Harmless = 0;
  } Find(*this, Definition->getParamDecl(Parameter), Level);
  Find.TraverseStmt(Definition->getBody());
  return Writes[{Definition, Parameter}] = Find.References != Find.Harmless;
}

bool HandleWalk::isOperation(const CallExpr *Call, StringRef Name) {
  if (Name == "launchKernel" || isCpuKernelName(Name))
    return true;
  if (Name.consume_front("aoti_torch_"))
    return !(Name.starts_with("print_") || Name.starts_with("save_") || Name.starts_with("check") ||
             Name.starts_with("get_") || Name.starts_with("delete_") ||
             Name.starts_with("empty_") || Name.ends_with("_to_ivalue") || Name == "warn" ||
             Name.contains("uninitialized") || Name.contains("assign_tensors") ||
             Name.contains("new_tensor_handle"));
  // A launch helper, or another function of the wrapper that takes tensors.
  const FunctionDecl *F = Call->getDirectCallee();
  if (F && F->getTemplateInstantiationPattern())
    F = F->getTemplateInstantiationPattern();
  return F &&
         isGenerated(F->getLocation(), Context.getSourceManager(),
                     Facts.dialect().GeneratedBegin) &&
         llvm::any_of(Call->arguments(), [](const Expr *Argument) {
           return isOwnerType(Argument->getType()) || isRawType(Argument->getType()) ||
                  recordName(Argument->getType()) == "ConstantHandle";
         });
}

std::optional<SmallVector<unsigned, 4>>
HandleWalk::writtenBy(const CallExpr *Call, StringRef Name,
                      ArrayRef<HandleResult> Arguments) const {
  const FunctionDecl *F = Call->getDirectCallee();
  if (!F || BranchDepth != RoundBranchDepth || LoopDepth != RoundLoopDepth)
    return std::nullopt;
  bool IsOut = Name.starts_with("aoti_torch_") && Name.ends_with("_out");
  bool IsKernel = isCpuKernelName(Name);
  if (const FunctionDecl *Pattern = F->getTemplateInstantiationPattern())
    F = Pattern;
  else if (!IsOut && !IsKernel)
    return std::nullopt;
  SmallVector<unsigned, 4> Written;
  for (size_t I = 0; I < Arguments.size(); ++I) {
    const HandleResult &R = Arguments[I];
    bool IsHandle = R.K == HandleResult::Kind::Cell;
    const HandleValue &V = IsHandle ? State.get(R.Cell) : R.Value;
    IsHandle |= R.K == HandleResult::Kind::Data || R.K == HandleResult::Kind::Raw;
    const ParmVarDecl *P = I < F->getNumParams() ? F->getParamDecl(I) : nullptr;
    bool Writes;
    if (IsOut) {
      Writes = I == 0;
    } else if (!P) {
      return std::nullopt;
    } else if (IsKernel) {
      const auto *Pointer = P->getType()->getAs<PointerType>();
      Writes = Pointer && !Pointer->getPointeeType().isConstQualified();
    } else {
      Writes = identifierOf(P).starts_with("out_ptr") || identifierOf(P).starts_with("in_out_ptr");
      if (IsHandle && !Writes && !identifierOf(P).starts_with("in_ptr"))
        return std::nullopt;
    }
    if (!Writes)
      continue;
    if (!IsHandle)
      return std::nullopt;
    for (const Alternative &A : V)
      if (A.K != Is::Holds)
        return std::nullopt;
    takeMemory(V, Written);
  }
  return Written;
}

std::optional<HandleResult> HandleWalk::visitExchange(const CallExpr *Call, StringRef Name) {
  const Expr *First = Call->getArg(0), *Second = Call->getArg(1);
  bool IsOwner = isOwnerType(First->getType()), IsRaw = isRawType(First->getType());
  if ((Name != "exchange" && Name != "swap") || (!IsOwner && !IsRaw))
    return std::nullopt;
  auto Follows = [&](const HandleResult &R) {
    return R.K == HandleResult::Kind::Cell &&
           (Cells[R.Cell].K == HandleCell::Kind::Owner || Cells[R.Cell].K == HandleCell::Kind::Raw);
  };
  HandleResult A = visit(First), B = visit(Second);
  if (Name == "swap") {
    if (Follows(A) && Follows(B) && Cells[A.Cell].K == Cells[B.Cell].K &&
        Cells[A.Cell].Outlives == Cells[B.Cell].Outlives) {
      HandleValue Old = State.get(A.Cell);
      State.set(A.Cell, State.get(B.Cell));
      State.set(B.Cell, std::move(Old));
      return HandleResult::nothing();
    }
    for (const HandleResult &R : {A, B})
      if (R.K == HandleResult::Kind::Cell)
        escape(R.Cell);
    return HandleResult::nothing();
  }
  HandleValue New{alternative(Is::Unknown)};
  if (IsOwner) {
    if (B.K == HandleResult::Kind::Owner)
      New = std::move(B.Value);
    else if (B.K == HandleResult::Kind::Moved)
      New = take(B.Cell, Second->getSourceRange());
    else if (B.K == HandleResult::Kind::Cell)
      // The temporary of an argument is moved from, and has nothing to delete then.
      New = take(B.Cell, Second->getSourceRange());
    for (Alternative &N : New)
      if (N.K == Is::Empty && !N.Step)
        N = alternative(Is::Ended,
                        step(Step::Moved, Call->getSourceRange(),
                             A.K == HandleResult::Kind::Cell ? Cells[A.Cell].Name : std::string()));
  } else if (std::optional<HandleValue> Raw = rawValue(B, Second->getSourceRange())) {
    New = std::move(*Raw);
  }
  if (!Follows(A)) {
    if (A.K == HandleResult::Kind::Cell)
      escape(A.Cell);
    return HandleResult::of(IsOwner ? HandleResult::Kind::Owner : HandleResult::Kind::Raw,
                            {alternative(Is::Unknown)});
  }
  HandleValue Old = IsRaw ? *rawValue(A, First->getSourceRange()) : State.get(A.Cell);
  if (Cells[A.Cell].Outlives)
    escape(A.Cell);
  else
    State.set(A.Cell, std::move(New));
  for (Alternative &O : Old)
    if (O.K == Is::Ended)
      O = alternative(Is::Empty, O.Step);
  return HandleResult::of(IsOwner ? HandleResult::Kind::Owner : HandleResult::Kind::Raw,
                          std::move(Old));
}

HandleResult HandleWalk::visitCall(const CallExpr *Call) {
  const FunctionDecl *F = Call->getDirectCallee();
  StringRef Name = calleeName(Call);
  SourceRange At = Call->getSourceRange();
  unsigned NumArgs = Call->getNumArgs();

  if ((Name == "move" || Name == "forward") && NumArgs == 1) {
    HandleResult R = visit(Call->getArg(0));
    return R.K == HandleResult::Kind::Cell && Cells[R.Cell].K == HandleCell::Kind::Owner
               ? HandleResult::of(HandleResult::Kind::Moved, R.Cell)
               : R;
  }
  // What makes an owner comes below.
  bool HandsOn =
      (handsTensorOn(Name) && Name != "wrap_with_raii_handle_if_needed") || Name == "as_const";
  if (NumArgs == 1 && HandsOn) {
    HandleResult R = visit(Call->getArg(0));
    if (isRawType(Call->getType()) && !Call->isGLValue())
      if (std::optional<HandleValue> V = rawValue(R, At))
        return HandleResult::of(HandleResult::Kind::Raw, std::move(*V));
    return R;
  }
  if (Name == "get_data_ptr_wrapper" && NumArgs == 1) {
    std::optional<HandleValue> V = rawValue(visit(Call->getArg(0)), At);
    if (!V)
      return {};
    unsigned StepId = step(Step::Bound, At);
    for (Alternative &A : *V)
      A.Step = StepId;
    return HandleResult::of(HandleResult::Kind::Data, std::move(*V));
  }
  if (Name == "steal_from_raw_handles_to_raii_handles" && NumArgs == 2) {
    visit(Call->getArg(1));
    return {};
  }
  if (F && F->isInStdNamespace() && NumArgs == 2)
    if (std::optional<HandleResult> Exchanged = visitExchange(Call, Name))
      return *Exchanged;

  StringRef OuterCallee = Callee;
  if (Name.starts_with("aoti_torch_") || !Name.empty())
    Callee = Name;
  bool WasInOperation = InOperation, Operation = isOperation(Call, Name);
  InOperation |= Operation;
  llvm::scope_exit Restore([&] {
    Callee = OuterCallee;
    InOperation = WasInOperation;
    LastOperation += Operation;
  });

  if (!F)
    visit(Call->getCallee());
  SmallVector<HandleResult, 8> Results;
  SmallVector<unsigned, 4> Memory;
  for (unsigned I = 0; I < NumArgs; ++I) {
    const Expr *Argument = Call->getArg(I);
    if (OutputArray)
      if (const auto *Ref = dyn_cast<DeclRefExpr>(stripWrappers(Argument));
          Ref && Ref->getDecl() == OutputArray) {
        if (!isa<CXXOperatorCallExpr>(Call) && writesOutputs(F, I))
          escapeOutputs();
        Results.push_back({});
        continue;
      }
    Results.push_back(visit(Argument));
  }
  bool IsShim = Name.starts_with("aoti_torch_");
  bool Proxy = Name.starts_with("aoti_torch_proxy_executor") ||
               Name == "aoti_torch_assign_tensors" || Name == "aoti_torch_call_dispatcher";

  if (Name == "wrap_with_raii_handle_if_needed" && NumArgs == 1) {
    std::optional<HandleValue> V = rawValue(Results[0], At);
    if (!V || !isOwnerType(Call->getType()))
      return Results[0].K == HandleResult::Kind::Owner ? Results[0] : HandleResult::nothing();
    return HandleResult::of(HandleResult::Kind::Owner,
                            wrap(std::move(*V), At, identifierOf(namedVariable(Call->getArg(0)))));
  }

  // The object of an operator that is a member stands before its arguments.
  const auto *Method = dyn_cast_or_null<CXXMethodDecl>(F);
  unsigned Shift = isa<CXXOperatorCallExpr>(Call) && Method && Method->isInstance();
  auto ParameterOf = [&](unsigned I) -> const ParmVarDecl * {
    return F && I >= Shift && I - Shift < F->getNumParams() ? F->getParamDecl(I - Shift) : nullptr;
  };
  for (unsigned I = 0; I < NumArgs; ++I) {
    const ParmVarDecl *P = ParameterOf(I);
    QualType Parameter = P ? P->getType() : F && F->isVariadic() ? Context.IntTy : QualType();
    if (Results[I].K == HandleResult::Kind::Address)
      continue;
    argument(Results[I], Call->getArg(I), Parameter, Call);
    if (Results[I].K == HandleResult::Kind::Raw)
      takeMemory(Results[I].Value, Memory);
    else if (Results[I].K == HandleResult::Kind::Cell)
      takeMemory(State.get(Results[I].Cell), Memory);
    if (Results[I].K == HandleResult::Kind::Raw && !IsShim && !isRawType(Call->getType()))
      // What becomes of it in another function, or in an object that one makes, is not known.
      if (F && (!F->isInStdNamespace() || Call->getType()->isRecordType()))
        setObjects(Results[I].Value, {Is::Unowned}, Is::Unknown, 0);
  }
  if (Name == "aoti_torch_delete_tensor_object" && NumArgs == 1 &&
      Results[0].K == HandleResult::Kind::Raw) {
    HandleValue V = wrap(Results[0].Value, At, identifierOf(namedVariable(Call->getArg(0))));
    destroy(V, Step::Deleted, At);
    return {};
  }
  if (Operation)
    LastWritten = writtenBy(Call, Name, Results);
  if (Name == "aoti_torch__alloc_from_pool" && NumArgs > 0)
    for (const Alternative &A :
         Results[0].K == HandleResult::Kind::Cell ? State.get(Results[0].Cell) : Results[0].Value)
      if (A.K == Is::Holds)
        Objects[A.Object].IsPool = true;
  if (Proxy)
    for (unsigned M : Memory)
      Memories[M].Shared = true;

  // Handles that the call fills.
  for (unsigned I = 0; I < NumArgs; ++I) {
    if (Results[I].K != HandleResult::Kind::Address)
      continue;
    unsigned Cell = Results[I].Cell;
    const ParmVarDecl *P = ParameterOf(I);
    const auto *Pointer = P ? P->getType().getNonReferenceType()->getAs<PointerType>() : nullptr;
    bool HandlePointer = Pointer && isRawType(Pointer->getPointeeType());
    if (Cells[Cell].K == HandleCell::Kind::Data) {
      use(Cell, Call->getArg(I)->getSourceRange());
      continue;
    }
    if (!HandlePointer || !IsShim) {
      if (Cells[Cell].K == HandleCell::Kind::Slot || !HandlePointer ||
          !Pointer->getPointeeType().isConstQualified())
        escape(Cell);
      continue;
    }
    if (Pointer->getPointeeType().isConstQualified()) {
      use(Cell, Call->getArg(I)->getSourceRange());
      continue;
    }
    if (Cells[Cell].Outlives) {
      escape(Cell);
      continue;
    }
    if (Cells[Cell].K == HandleCell::Kind::Slot) {
      fill(Cell, Call, Call->getArg(I), Memory);
      continue;
    }
    bool Result = identifierOf(P).starts_with("ret") || identifierOf(P).starts_with("out");
    bool Fresh = llvm::all_of(State.get(Cell),
                              [](const Alternative &A) { return A.K == Is::Uninitialised; });
    bool Null = llvm::any_of(State.get(Cell), [](const Alternative &A) {
      return A.K == Is::Empty || A.K == Is::Unknown;
    });
    if (Fresh || (Result && !llvm::any_of(State.get(Cell), [](const Alternative &A) {
                    return A.K == Is::Unknown;
                  }))) {
      fill(Cell, Call, Call->getArg(I), Memory);
    } else if (Null) {
      // An optional argument or a result.
      State.set(Cell, alternative(Is::Unknown));
    } else {
      // The handle of an optional argument; or one that is filled again.
      bool Again = llvm::any_of(State.get(Cell), [&](const Alternative &A) {
        return A.K == Is::Holds &&
               llvm::any_of(State.get(Objects[A.Object].State),
                            [](const Alternative &S) { return S.K == Is::Unowned; });
      });
      if (Again && P->getName().empty())
        State.set(Cell, alternative(Is::Unknown));
      else
        use(Cell, Call->getArg(I)->getSourceRange());
    }
  }

  if (neverReturns(Call)) {
    Live = false;
    return {};
  }
  QualType T = Call->getType();
  if (Call->isGLValue())
    return {};
  if (isOwnerType(T)) {
    unsigned Made = step(Step::Wrapped, At);
    if (Memory.empty() || Memory.size() > MaxMemories) {
      for (unsigned M : Memory)
        Memories[M].Shared = true;
      Memory.assign(1, newMemory(Name != "scalar_to_tensor_handle"));
    }
    unsigned Object = newObject(Is::Owned, Made, Memory);
    return HandleResult::of(HandleResult::Kind::Owner, {alternative(Is::Holds, Made, Object)});
  }
  if (isRawType(T)) {
    if (Name == "reinterpret_tensor_wrapper" || Name == "new_tensor_handle") {
      unsigned Made = step(Step::Made, At);
      unsigned Object = newObject(Is::Unowned, Made, Memory);
      return HandleResult::of(HandleResult::Kind::Raw, {alternative(Is::Holds, Made, Object)});
    }
    return HandleResult::of(HandleResult::Kind::Raw, {alternative(Is::Unknown)});
  }
  return {};
}

} // namespace aoti
