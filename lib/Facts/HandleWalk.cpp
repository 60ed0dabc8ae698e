#include "Facts/HandleWalk.h"
#include "Facts/AstQuery.h"
#include "Facts/ConstantFacts.h"

using namespace clang;
using llvm::ArrayRef;
using llvm::SmallVector;
using llvm::StringRef;

namespace aoti {

using Alternative = HandleAlternative;
using Is = HandleAlternative::Kind;
using Step = HandleStep::Kind;
using Fault = HandleFault::Kind;

//===----------------------------------------------------------------------===//
// Cells and objects
//===----------------------------------------------------------------------===//

unsigned HandleWalk::newObject(Is StateKind, unsigned MadeBy, ArrayRef<unsigned> Memory,
                               bool Always) {
  unsigned Id = Objects.size();
  HandleObject &O = Objects.emplace_back();
  Alternative A = alternative(StateKind, MadeBy);
  if (Always) {
    O.State = newCell(HandleCell::Kind::Object, {}, HandleValue{A});
  } else {
    O.State = newCell(HandleCell::Kind::Object, {});
    State.set(O.State, A);
  }
  O.MadeBy = MadeBy;
  O.Round = Round;
  O.Memory.assign(Memory.begin(), Memory.end());
  if (O.Memory.empty())
    O.Memory.push_back(newMemory(false));
  for (unsigned M : O.Memory)
    Memories[M].Objects.push_back(Id);
  return Id;
}

unsigned HandleWalk::cellOf(const VarDecl *V, HandleCell::Kind K) {
  auto [It, New] = Variables.try_emplace(V, 0);
  if (New) {
    unsigned Cell = newCell(K, identifierOf(V));
    Cells[Cell].Outlives = !V->hasLocalStorage();
    Variables[V] = Cell;
    Any = true;
    return Cell;
  }
  return It->second;
}

unsigned HandleWalk::slot(const VarDecl *Array, int64_t Index) {
  auto [It, New] = Elements.try_emplace({Array, Index}, 0);
  if (!New)
    return It->second;
  Alternative Initial = alternative(OutputsEscaped ? Is::Unknown : Is::Uninitialised);
  unsigned Cell = newCell(HandleCell::Kind::Slot, "output_handles[" + std::to_string(Index) + "]",
                          HandleValue{Initial});
  Cells[Cell].Output = static_cast<int>(Index);
  Elements[{Array, Index}] = Cell;
  OutputSlots.push_back(Cell);
  Any = true;
  return Cell;
}

unsigned HandleWalk::element(const VarDecl *Vector, int64_t Index) {
  auto [It, New] = Elements.try_emplace({Vector, Index}, 0);
  if (!New)
    return It->second;
  std::string Name = (identifierOf(Vector) + "[" + llvm::Twine(Index) + "]").str();
  unsigned Received = step(Step::Received, Vector->getSourceRange(), Name);
  unsigned Object = newObject(Is::Owned, Received, {newMemory(true)}, true);
  unsigned Cell =
      newCell(HandleCell::Kind::Owner, Name, HandleValue{alternative(Is::Holds, Received, Object)});
  Elements[{Vector, Index}] = Cell;
  Cells[Cell].Input = static_cast<int>(Index);
  Any = true;
  return Cell;
}

void HandleWalk::takeMemory(const HandleValue &V, SmallVectorImpl<unsigned> &Memory) const {
  for (const Alternative &A : V)
    if (A.K == Is::Holds)
      for (unsigned M : Objects[A.Object].Memory)
        if (!llvm::is_contained(Memory, M))
          Memory.push_back(M);
}

//===----------------------------------------------------------------------===//
// Faults
//===----------------------------------------------------------------------===//

void HandleWalk::fault(HandleFault F, ArrayRef<unsigned> StepIds, ArrayRef<unsigned> PathIds) {
  if (Muted || F.At.isInvalid())
    return;
  if (!Reported.insert({static_cast<unsigned>(F.K), F.At.getBegin().getRawEncoding()}).second)
    return;
  for (unsigned Id : StepIds)
    if (Id && Steps[Id].At.isValid())
      F.Steps.push_back(Steps[Id]);
  for (unsigned Id : PathIds)
    for (const HandleLiteral &L : Paths.path(Id).Literals)
      if (llvm::none_of(F.Path,
                        [&](const HandleBranch &B) { return B.At == L.At && B.Taken == L.Taken; }))
        F.Path.push_back({L.At, L.Taken});
  F.Callee = Callee.str();
  Out.Faults.push_back(std::move(F));
  OnlyWithChecks.push_back(onlyWithChecks());
}

bool HandleWalk::allObjects(const HandleValue &V, ArrayRef<Is> States) const {
  return llvm::all_of(V, [&](const Alternative &A) {
    return A.K == Is::Holds &&
           llvm::all_of(State.get(Objects[A.Object].State),
                        [&](const Alternative &S) { return llvm::is_contained(States, S.K); });
  });
}

void HandleWalk::noteOperation(const HandleValue &V) {
  if (InOperation)
    for (const Alternative &A : V)
      if (A.K == Is::Holds)
        Objects[A.Object].LastOperation = LastOperation + 1;
}

bool HandleWalk::useObjects(const HandleValue &V, StringRef Name, SourceRange At) {
  noteOperation(V);
  for (const Alternative &A : V) {
    if (A.K != Is::Holds)
      continue;
    const HandleObject &O = Objects[A.Object];
    for (const Alternative &S : State.get(O.State)) {
      if (S.K != Is::Dead || !certain(A.Path, S.Path))
        continue;
      HandleFault F;
      F.K = Fault::UseAfterEnd;
      F.Name = Name.str();
      F.At = At;
      if (allObjects(V, {Is::Dead}))
        fault(std::move(F), {O.MadeBy, S.Step}, {});
      else
        fault(std::move(F), {O.MadeBy, S.Step}, {A.Path, S.Path});
      return false;
    }
  }
  return true;
}

bool HandleWalk::useData(const HandleValue &V, StringRef Name, SourceRange At) {
  noteOperation(V);
  for (const Alternative &A : V) {
    if (A.K != Is::Holds)
      continue;
    const HandleObject &O = Objects[A.Object];
    if (llvm::none_of(State.get(O.State), [](const Alternative &S) { return S.K == Is::Dead; }))
      continue;
    // As long as one tensor lies in the memory, it is there.
    bool Gone = llvm::all_of(O.Memory, [&](unsigned M) {
      return !Memories[M].Shared && llvm::all_of(Memories[M].Objects, [&](unsigned Other) {
        return llvm::all_of(State.get(Objects[Other].State),
                            [](const Alternative &S) { return S.K == Is::Dead; }) ||
               Other == A.Object;
      });
    });
    if (!Gone)
      continue;
    for (const Alternative &S : State.get(O.State)) {
      if (S.K != Is::Dead || !certain(A.Path, S.Path))
        continue;
      HandleFault F;
      F.K = Fault::PointerAfterEnd;
      F.Name = Name.str();
      F.At = At;
      fault(std::move(F), {O.MadeBy, A.Step, S.Step}, {A.Path, S.Path});
      return false;
    }
  }
  return true;
}

bool HandleWalk::use(unsigned Cell, SourceRange At) {
  const HandleCell &Info = Cells[Cell];
  if (Info.K == HandleCell::Kind::Data)
    return useData(State.get(Cell), Info.Name, At);
  for (const Alternative &A : State.get(Cell)) {
    HandleFault F;
    F.Name = Info.Name;
    F.At = At;
    switch (A.K) {
    case Is::Uninitialised:
      F.K = Fault::UseUnfilled;
      // The host has set outputs to null.
      if (Info.K == HandleCell::Kind::Slot)
        continue;
      break;
    case Is::Empty:
      F.K = Fault::UseEmpty;
      if (Info.K != HandleCell::Kind::Owner)
        continue;
      break;
    case Is::Ended:
      F.K = Fault::UseAfterEnd;
      break;
    default:
      continue;
    }
    if (!certain(A.Path))
      continue;
    bool Always = llvm::all_of(State.get(Cell), [](const Alternative &Other) {
      return Other.K == Is::Uninitialised || Other.K == Is::Empty || Other.K == Is::Ended;
    });
    fault(std::move(F), {A.Step}, {Always ? 0 : A.Path});
    // Once is enough; but what is wrong in a check that is switched off is also wrong behind it.
    if (!onlyWithChecks())
      State.set(Cell, alternative(Is::Unknown));
    return false;
  }
  if (!useObjects(State.get(Cell), Info.Name, At)) {
    if (!onlyWithChecks())
      State.set(Cell, alternative(Is::Unknown));
    return false;
  }
  return true;
}

void HandleWalk::setObjects(const HandleValue &V, ArrayRef<Is> From, Is To, unsigned StepId) {
  for (const Alternative &A : V) {
    if (A.K != Is::Holds)
      continue;
    unsigned Cell = Objects[A.Object].State;
    HandleValue Changed = State.get(Cell);
    bool Different = false;
    for (Alternative &S : Changed) {
      if (!llvm::is_contained(From, S.K))
        continue;
      switch (Paths.together(A.Path, S.Path)) {
      case HandlePaths::Feasibility::No:
        continue;
      case HandlePaths::Feasibility::Yes:
        // What happens on some of its paths only is both.
        if (Paths.path(A.Path).Literals.size() > Paths.path(S.Path).Literals.size()) {
          S.K = Is::Unknown;
          break;
        }
        S.K = To;
        S.Step = StepId;
        break;
      case HandlePaths::Feasibility::Undecided:
        S.K = Is::Unknown;
        break;
      }
      Different = true;
    }
    if (Different)
      State.set(Cell, std::move(Changed));
  }
}

void HandleWalk::destroy(const HandleValue &V, Step K, SourceRange At, StringRef Name) {
  if (llvm::any_of(V, [](const Alternative &A) { return A.K == Is::Holds; }))
    setObjects(V, {Is::Owned, Is::Unowned, Is::Given}, Is::Dead, step(K, At, Name));
}

HandleValue HandleWalk::take(unsigned Cell, SourceRange At) {
  HandleValue Taken = State.get(Cell);
  // An owner that got no tensor yet, be it in the first round of a loop, hands on that it has none.
  auto IsFirstRound = [&](const Alternative &A) {
    return llvm::any_of(Paths.path(A.Path).Literals, [](const HandleLiteral &L) {
      return isa_and_nonnull<WhileStmt, ForStmt, DoStmt, CXXForRangeStmt>(L.At) && !L.Taken;
    });
  };
  bool AllEmpty = llvm::all_of(Taken, [](const Alternative &A) { return A.K == Is::Empty; });
  if (!Taken.empty() &&
      llvm::all_of(Taken,
                   [&](const Alternative &A) {
                     return A.K == Is::Holds || (A.K == Is::Empty && (AllEmpty || IsFirstRound(A)));
                   }) &&
      llvm::any_of(Taken, [](const Alternative &A) { return A.K == Is::Empty; })) {
    if (!AllEmpty)
      State.set(Cell, alternative(Is::Ended, step(Step::Moved, At, Cells[Cell].Name)));
    return Taken;
  }
  use(Cell, At);
  Taken = State.get(Cell);
  State.set(Cell, alternative(Is::Ended, step(Step::Moved, At, Cells[Cell].Name)));
  for (Alternative &A : Taken)
    if (A.K != Is::Holds && A.K != Is::Constant)
      A.K = Is::Unknown;
  return Taken;
}

HandleValue HandleWalk::wrap(HandleValue V, SourceRange At, StringRef Name) {
  for (Alternative &A : V) {
    if (A.K == Is::Constant) {
      if (certain(A.Path)) {
        HandleFault F;
        F.K = Fault::ConstantOwned;
        F.Name = Name.str();
        F.At = At;
        fault(std::move(F), {A.Step}, {A.Path});
      }
      A.K = Is::Unknown;
      continue;
    }
    if (A.K != Is::Holds) {
      A.K = Is::Unknown;
      continue;
    }
    const HandleObject &O = Objects[A.Object];
    for (const Alternative &S : State.get(O.State)) {
      if ((S.K != Is::Owned && S.K != Is::Given) || !certain(A.Path, S.Path))
        continue;
      HandleFault F;
      F.K = Fault::SecondOwner;
      F.Name = Name.empty() ? O.Holder : Name.str();
      F.At = At;
      if (allObjects(V, {Is::Owned, Is::Given}))
        fault(std::move(F), {O.MadeBy, S.Step}, {});
      else
        fault(std::move(F), {O.MadeBy, S.Step}, {A.Path, S.Path});
      // Which of the two deletes it first is of no interest.
      State.set(O.State, alternative(Is::Unknown));
      break;
    }
  }
  if (llvm::any_of(V, [](const Alternative &A) { return A.K == Is::Holds; }))
    setObjects(V, {Is::Unowned}, Is::Owned, step(Step::Wrapped, At, Name));
  return V;
}

void HandleWalk::setOwner(unsigned Cell, HandleValue V, SourceRange At) {
  HandleValue Old = State.get(Cell);
  if (!Cells[Cell].Outlives)
    destroy(Old, Step::Overwritten, At, Cells[Cell].Name);
  for (const Alternative &A : V)
    if (A.K == Is::Holds)
      Objects[A.Object].Holder = Cells[Cell].Name;
  State.set(Cell, std::move(V));
}

void HandleWalk::setSlot(unsigned Cell, HandleValue V, SourceRange At) {
  HandleCell Info = Cells[Cell];
  HandleValue Old = State.get(Cell);
  unsigned Given = step(Step::Output, At, Info.Name);
  for (const Alternative &A : Old) {
    bool Set = A.K == Is::Holds || (A.K == Is::Unknown && A.Step);
    bool SameObject = A.K == Is::Holds && llvm::any_of(V, [&](const Alternative &B) {
                        return B.K == Is::Holds && B.Object == A.Object;
                      });
    if (!Set || SameObject || !certain(A.Path))
      continue;
    // What is wrong with the new tensor was said.
    if (!Out.Faults.empty() && Out.Faults.back().K == Fault::UseAfterEnd &&
        At.fullyContains(Out.Faults.back().At))
      break;
    HandleFault F;
    F.K = Fault::OutputTwice;
    F.Output = Info.Output;
    F.Name = Info.Name;
    F.At = At;
    bool Always = llvm::all_of(Old, [](const Alternative &Other) {
      return Other.K == Is::Holds || (Other.K == Is::Unknown && Other.Step);
    });
    fault(std::move(F), {A.Step}, {Always ? 0 : A.Path});
    break;
  }
  setObjects(V, {Is::Unowned}, Is::Given, Given);
  for (Alternative &A : V) {
    if (A.K == Is::Constant && certain(A.Path)) {
      HandleFault F;
      F.K = Fault::ConstantOwned;
      F.Output = Info.Output;
      F.At = At;
      fault(std::move(F), {A.Step}, {A.Path});
    }
    if (A.K == Is::Uninitialised || A.K == Is::Constant || A.K == Is::Ended)
      A.K = Is::Unknown;
    A.Step = Given;
  }
  if (!Muted && !llvm::is_contained(Out.Outputs[Info.Output], At))
    Out.Outputs[Info.Output].push_back(At);
  State.set(Cell, std::move(V));
}

void HandleWalk::escape(unsigned Cell) {
  HandleValue Old = State.get(Cell);
  setObjects(Old, {Is::Unowned, Is::Owned, Is::Given, Is::Dead}, Is::Unknown, 0);
  State.set(Cell, alternative(Is::Unknown));
}

void HandleWalk::escapeOutputs() {
  OutputsEscaped = true;
  for (unsigned Cell : OutputSlots)
    escape(Cell);
}

/// Whether the tensor that a call makes can lie in the memory of its arguments.
static bool makesMemory(StringRef Name) {
  return Name.starts_with("aoti_torch_empty_strided") || Name == "aoti_torch_clone" ||
         Name == "aoti_torch_clone_preserve_strides" || Name.ends_with("_full") ||
         Name.ends_with("_randperm");
}

void HandleWalk::fill(unsigned Cell, const CallExpr *Call, const Expr *Argument,
                      ArrayRef<unsigned> Memory) {
  const HandleCell Info = Cells[Cell];
  StringRef Name = calleeName(Call);
  SmallVector<unsigned, 2> Shared;
  if (!makesMemory(Name))
    Shared.assign(Memory.begin(), Memory.end());
  if (Name == "aoti_torch_new_uninitialized_tensor" || Name == "aoti_torch_create_tensor_from_blob")
    Shared.push_back(newMemory(true));
  else if (Shared.empty() || !Name.contains("assign_tensors"))
    Shared.push_back(newMemory(false));
  if (Shared.size() > MaxMemories) {
    for (unsigned M : Shared)
      Memories[M].Shared = true;
    Shared.assign(1, newMemory(true));
  }
  unsigned Filled = step(Step::Filled, Call->getSourceRange(), Info.Name);
  if (Info.K == HandleCell::Kind::Slot) {
    unsigned Object = newObject(Is::Unowned, Filled, Shared);
    setSlot(Cell, {alternative(Is::Holds, Filled, Object)}, Argument->getSourceRange());
    return;
  }
  unsigned Object = newObject(Is::Unowned, Filled, Shared);
  Objects[Object].Holder = Info.Name;
  Objects[Object].IsAllocation = Name.starts_with("aoti_torch_empty_strided") &&
                                 BranchDepth == RoundBranchDepth && LoopDepth == RoundLoopDepth;
  State.set(Cell, alternative(Is::Holds, Filled, Object));
}

void HandleWalk::checkEnd(SourceRange At) {
  if (Muted)
    return;
  for (size_t Id = 0; Id < Objects.size(); ++Id)
    for (const Alternative &S : State.get(Objects[Id].State))
      if (S.K == Is::Unowned && certain(S.Path)) {
        HandleFault F;
        F.K = Fault::NeverOwned;
        F.Name = Objects[Id].Holder;
        F.At = Steps[S.Step].At;
        fault(std::move(F), {}, {S.Path});
      }
  for (unsigned Cell : OutputSlots)
    for (const Alternative &A : State.get(Cell)) {
      if (A.K == Is::Uninitialised && certain(A.Path)) {
        Unset.push_back({Cell, A.Path, At});
        continue;
      }
      if (A.K != Is::Holds)
        continue;
      const HandleObject &O = Objects[A.Object];
      for (const Alternative &S : State.get(O.State)) {
        if ((S.K != Is::Owned && S.K != Is::Dead) || !certain(A.Path, S.Path))
          continue;
        HandleFault F;
        F.K = Fault::OutputOwned;
        F.Output = Cells[Cell].Output;
        F.Name = O.Holder;
        F.At = Steps[A.Step].At;
        if (allObjects(State.get(Cell), {Is::Owned, Is::Dead}))
          fault(std::move(F), {O.MadeBy, S.Step}, {});
        else
          fault(std::move(F), {O.MadeBy, S.Step}, {A.Path, S.Path});
        break;
      }
    }
}

void HandleWalk::checkCarried(ArrayRef<const VarDecl *> Carried, const HandleState::Delta &Back,
                              const Stmt *Loop, const HandleObject &Lost) {
  for (const VarDecl *V : Carried) {
    auto It = Variables.find(V);
    if (It == Variables.end() || Back.count(It->second))
      continue;
    HandleFault F;
    F.K = Fault::NotCarried;
    F.Name = identifierOf(V).str();
    F.Lost = Lost.Holder;
    F.At = Loop->getBeginLoc();
    fault(std::move(F), {step(Step::Carried, V->getSourceRange(), identifierOf(V)), Lost.MadeBy},
          {});
  }
}

std::optional<unsigned> HandleWalk::leftTensor(const llvm::DenseSet<unsigned> *Among) const {
  auto IsLeft = [&](unsigned Id) {
    const HandleObject &O = Objects[Id];
    const HandleValue &S = State.get(O.State);
    return O.IsAllocation && !O.IsPool && O.Round == Round && (!Among || Among->contains(Id)) &&
           S.size() == 1 && S[0].K == Is::Owned && S[0].Path == 0 &&
           llvm::none_of(O.Memory, [&](unsigned M) { return Memories[M].Shared; });
  };
  // What is computed is freed after its last use, unless that is in the last operation.
  for (unsigned Id = 0; Id < Objects.size(); ++Id) {
    const HandleObject &O = Objects[Id];
    if (O.LastOperation > 0 && O.LastOperation < LastOperation && IsLeft(Id) &&
        llvm::all_of(O.Memory, [&](unsigned M) { return Memories[M].Objects.size() == 1; }))
      return Id;
  }
  // The last operation is there because something that it writes is used.
  if (!LastWritten || LastWritten->empty())
    return std::nullopt;
  std::optional<unsigned> Left;
  for (unsigned M : *LastWritten) {
    bool Ours = false;
    for (unsigned Id : Memories[M].Objects) {
      const HandleObject &O = Objects[Id];
      for (const HandleAlternative &S : State.get(O.State))
        if (S.K != Is::Owned && S.K != Is::Dead)
          return std::nullopt;
      Ours |= O.IsAllocation;
      if (IsLeft(Id))
        Left = Id;
    }
    if (!Ours || Memories[M].Shared)
      return std::nullopt;
  }
  return Left;
}

void HandleWalk::checkMissingOutputs() {
  if (OutputsEscaped || !OutputArray || Facts.constants().models().size() != 1 ||
      llvm::any_of(Out.Faults, [](const HandleFault &F) { return F.K == Fault::OutputTwice; }))
    return;
  const ModelTables &Model = Facts.constants().models()[0];
  const WrittenInteger &Count = Model.count(InfoTable::Outputs);
  bool IsRun = llvm::any_of(Model.Functions, [&](const FunctionUses &F) {
    return F.Role == FunctionUses::FunctionRole::Run &&
           F.Function->getCanonicalDecl() == Out.Function->getCanonicalDecl();
  });
  if (!IsRun || !Count.isKnown() || Count.Value > MaxElements)
    return;
  std::optional<int> Missing;
  for (int I = 0; I < Count.Value && !Missing; ++I)
    if (!Out.Outputs.count(I))
      Missing = I;
  // An output that nothing sets may be None; but a tensor that is left was meant for one.
  std::optional<unsigned> Left = Missing ? leftTensor() : std::nullopt;
  if (!Left)
    return;
  HandleFault F;
  F.K = Fault::OutputMissing;
  F.Output = *Missing;
  F.Name = Objects[*Left].Holder;
  F.At = SourceRange(Out.Function->getBody()->getEndLoc());
  if (!Out.Outputs.empty()) {
    auto After = Out.Outputs.upper_bound(F.Output);
    F.At = (After == Out.Outputs.begin() ? After : std::prev(After))->second.front();
  }
  fault(std::move(F), {Objects[*Left].MadeBy}, {});
}

} // namespace aoti
