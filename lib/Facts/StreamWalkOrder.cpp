#include "Facts/ParserErrors.h"
#include "Facts/StreamWalk.h"
#include "llvm/ADT/MapVector.h"

using namespace clang;
using llvm::SmallVector;
using llvm::StringRef;

namespace aoti {

//===----------------------------------------------------------------------===//
// Work
//===----------------------------------------------------------------------===//

void StreamWalk::handleCall(const CallExpr *Call) {
  if (handleGuardCall(Call))
    return;
  bool IsOperator = isa<CXXOperatorCallExpr>(Call);
  if (!walkCall(Call, nullptr)) {
    visitChildren(Call);
    handOn(Resolver.arguments(Call), Call->getDirectCallee(), Call);
    if (IsOperator || handleSynchronisation(Call))
      return;
    handleUnknown(Call);
  }
  StreamValue Asked = Resolver.resolveCall(Call);
  if (Asked.K == StreamValue::Kind::Queried || Asked.K == StreamValue::Kind::Current) {
    auto [It, New] = QueriedUnder.try_emplace(Call);
    addTo(It->second, Now.Current);
    if (New)
      Out.Queries.push_back({Call, Asked});
  }
  if (const Operation *Op = IsOperator ? nullptr : Buffers.operation(Call))
    handleWork(*Op);
}

void StreamWalk::handleUnknown(const CallExpr *Call) {
  if (!Now.Ordered || !StreamEffects::mayOrder(Call))
    return;
  // What is looked into has been found to order nothing.
  const FunctionDecl *F = Resolver.visibleCallee(Call);
  if (F && !ParserErrors::anyIn(F->getSourceRange(), Context.getSourceManager()))
    return;
  if (const Operation *Op = Buffers.operation(Call); Op && Op->K != Operation::Kind::Other)
    return;
  OrderUndecided = true;
}

bool StreamWalk::isWork(const Operation &Op) const {
  switch (Op.K) {
  case Operation::Kind::Launch:
    return isGpu(Op.Device);
  case Operation::Kind::Shim: {
    if (!isGpu(Op.Device) || StringRef(Op.Callee).contains("caching_allocator"))
      return false;
    // torch 2.6 calls the shims of the model's device for tensors of the host, too.
    bool OnHost = false, OnGpu = false;
    for (const Operand &O : Op.Operands)
      if (O.T->In && O.T->In->From == Storage::Origin::Allocation) {
        OnHost |= O.T->In->Device == DeviceType::Cpu;
        OnGpu |= isGpu(O.T->In->Device);
      }
    return OnGpu || !OnHost;
  }
  case Operation::Kind::Copy:
    // A copy into memory that the function made on its device. The copies that align inputs come
    // before all guards.
    return !Op.Operands.empty() && Op.Operands.front().T->In &&
           Op.Operands.front().T->In->From == Storage::Origin::Allocation &&
           isGpu(Op.Operands.front().T->In->Device) && !Op.Operands.front().IsResult &&
           StringRef(Op.Callee).ends_with("copy_");
  default:
    return false;
  }
}

bool StreamWalk::isMismatched(const StreamWork &W) const {
  return W.Stream.K != StreamValue::Kind::Current && !W.isUnguarded() && !W.Guards.empty() &&
         llvm::all_of(W.Guards, [&](const StreamGuard *G) {
           return StreamValue::areDistinct(G->Stream, W.Stream);
         });
}

void StreamWalk::handleWork(const Operation &Op) {
  bool Works = isWork(Op);
  std::optional<StreamNumber> Stream;
  StreamWork Here;
  Here.By = &Op;
  Here.Stream = {StreamValue::Kind::Current, 0, nullptr};
  if (Op.Stream)
    Here.Stream = Resolver.resolve(Op.Stream);
  for (unsigned I : Now.Current)
    Here.Guards.push_back(I ? &Out.Guards[I - 1] : nullptr);

  if (Works) {
    StreamWork *&Known = WorkOf[&Op];
    if (!Known) {
      Known = &Out.Work.emplace_back();
      *Known = Here;
    }
    for (const StreamGuard *G : Here.Guards)
      if (!llvm::is_contained(Known->Guards, G))
        Known->Guards.push_back(G);
    // In a branch the guard may be there whenever the branch is taken.
    bool IsCertain = !Now.isMixed() || (!Now.IsCorrelated && BranchDepth <= Now.MixedAt);
    if (Here.isUnguarded() && IsCertain) {
      if (!Now.SeenUnguarded) {
        Known->IsFirstUnguarded = true;
        if (Now.Ended) {
          Known->Ended = &Out.Guards[Now.Ended - 1];
          Known->EndedAt = Now.EndedAt;
        }
      }
      Now.SeenUnguarded = true;
    }
  }
  if (!Now.Ordered)
    return;
  if (isMismatched(Here)) {
    // The run's stream in the region of another one is a fault whatever orders it.
    bool InRegion = Here.Stream.K == StreamValue::Kind::Run &&
                    Here.Guards.front()->Stream.K == StreamValue::Kind::Aux;
    if (!InRegion && (Stream = streamOf(Here))) {
      Mismatched.insert(Op.Call);
      ordered().Mismatched[Op.Call] = {*Stream, LastTick + 1};
    }
  } else if (DeferredDepth == 0) {
    Stream = streamOf(Here);
  }
  switch (Op.K) {
  case Operation::Kind::Launch:
  case Operation::Kind::Shim:
    if (Works)
      order(Op, Stream);
    return;
  case Operation::Kind::Copy:
  case Operation::Kind::Proxy:
    order(Op, Stream);
    return;
  case Operation::Kind::Item:
    order(Op, Stream);
    // The host waits for the value.
    if (Stream)
      join(ordered().Host, ordered().Streams[*Stream]);
    else
      waitForAll();
    return;
  default:
    return;
  }
}

//===----------------------------------------------------------------------===//
// Order of work
//===----------------------------------------------------------------------===//

std::optional<StreamWalk::StreamNumber> StreamWalk::numberOf(const StreamValue &S) {
  if (S.K == StreamValue::Kind::Run)
    return 0;
  if (S.K == StreamValue::Kind::Aux && S.Index > 0)
    return S.Index;
  if (S.K == StreamValue::Kind::Created && S.Variable)
    return MadeStreams.try_emplace(S.Variable, -1 - StreamNumber(MadeStreams.size())).first->second;
  return std::nullopt;
}

StreamValue StreamWalk::valueOf(StreamNumber N) const {
  if (N == 0)
    return {StreamValue::Kind::Run, 0, Out.Run};
  for (auto [V, Number] : MadeStreams)
    if (Number == N)
      return {StreamValue::Kind::Created, 0, V};
  return {StreamValue::Kind::Aux, N, nullptr};
}

std::optional<StreamWalk::StreamNumber> StreamWalk::streamOf(const StreamWork &W) {
  if (W.Stream.K != StreamValue::Kind::Current)
    return numberOf(W.Stream);
  llvm::SmallVector<const StreamGuard *, 2> Guards = W.Guards;
  if (W.Stream.Query) {
    Guards.clear();
    for (unsigned I : QueriedUnder.lookup(W.Stream.Query))
      Guards.push_back(I ? &Out.Guards[I - 1] : nullptr);
  }
  std::optional<StreamNumber> Found;
  for (const StreamGuard *G : Guards) {
    std::optional<StreamNumber> N = G ? numberOf(G->Stream) : std::nullopt;
    if (!N || (Found && Found != N))
      return std::nullopt;
    Found = N;
  }
  return Found;
}

bool StreamWalk::handleSynchronisation(const CallExpr *Call) {
  StringRef Name = runtimeName(Call);
  if (Name.empty() || isNeutral(Name))
    return false;
  Out.Synchronises = true;
  if (!Now.Ordered)
    return true;
  Order &O = ordered();
  if (Name.starts_with("EventRecord") && Call->getNumArgs() >= 1) {
    std::optional<EventKey> Key = Resolver.resolveEvent(Call->getArg(0));
    std::optional<StreamNumber> Stream;
    if (Call->getNumArgs() >= 2)
      Stream = numberOf(Resolver.resolve(Call->getArg(1)));
    if (Key && Stream) {
      O.Events[*Key] = O.Streams[*Stream];
      Records[*Key] = Call;
      return true;
    }
  } else if (Name == "StreamWaitEvent" && Call->getNumArgs() >= 2) {
    std::optional<EventKey> Key = Resolver.resolveEvent(Call->getArg(1));
    StreamValue Waiting = Resolver.resolve(Call->getArg(0));
    std::optional<StreamNumber> Stream = numberOf(Waiting);
    if (Key && Stream) {
      auto Recorded = O.Events.find(*Key);
      if (Recorded != O.Events.end()) {
        join(O.Streams[*Stream], Recorded->second);
        return true;
      }
      OrderFault F;
      F.K = OrderFault::Kind::WaitWithoutRecord;
      F.At = !Frames.empty() && Frames.front().Call ? Frames.front().Call : Call;
      F.Stream = Waiting;
      F.Event = Key->second;
      EarlyWaits.try_emplace(F.At, *Key, LoopDepth > 0);
      fault(F);
      leaveUnordered();
      // As if it were ordered, so that nothing is reported that follows from this.
      Clock All;
      for (const auto &[Other, At] : O.Streams)
        join(All, At);
      join(O.Streams[*Stream], All);
      return true;
    }
  } else if (Name == "StreamSynchronize" && Call->getNumArgs() >= 1) {
    if (std::optional<StreamNumber> Stream = numberOf(Resolver.resolve(Call->getArg(0)))) {
      join(O.Host, O.Streams[*Stream]);
      return true;
    }
  } else if (Name == "EventSynchronize" && Call->getNumArgs() >= 1) {
    std::optional<EventKey> Key = Resolver.resolveEvent(Call->getArg(0));
    auto It = Key ? O.Events.find(*Key) : O.Events.end();
    if (It != O.Events.end()) {
      join(O.Host, It->second);
      return true;
    }
  }
  // Whatever the host waits for, nothing is reported that might be it.
  if (Name.ends_with("Synchronize") || Name.ends_with("Query") || Name == "Memcpy" ||
      Name == "Memset" || Name == "Free")
    waitForAll();
  else
    OrderUndecided = true;
  return true;
}

void StreamWalk::waitForAll() {
  Order &O = ordered();
  for (const auto &[Stream, At] : O.Streams)
    join(O.Host, At);
}

bool StreamWalk::isWritten(const Operation &Op, const Operand &O) const {
  if (O.IsResult)
    return true;
  if (!O.Argument)
    return false;
  std::optional<unsigned> Index;
  for (unsigned I = 0; I < Op.Call->getNumArgs(); ++I)
    if (Op.Call->getArg(I) == O.Argument)
      Index = I;
  if (!Index)
    return false;
  if (Op.K == Operation::Kind::Launch) {
    const FunctionDecl *F = calledPattern(Op.Call);
    StringRef Name =
        F && *Index < F->getNumParams() ? identifierOf(F->getParamDecl(*Index)) : StringRef();
    return Name.starts_with("out_ptr") || Name.starts_with("in_out_ptr");
  }
  if (Op.K == Operation::Kind::Copy)
    return StringRef(Op.Callee).ends_with("copy_") && *Index == 0;
  if (Op.K == Operation::Kind::Shim)
    return StringRef(Op.Callee).ends_with("_out") && *Index == 0;
  return false;
}

void StreamWalk::order(const Operation &Op, std::optional<StreamNumber> Stream) {
  Order &O = ordered();
  Tick At = ++LastTick;
  Clock *Own = nullptr;
  if (Stream) {
    Own = &O.Streams[*Stream];
    join(*Own, O.Host);
  }
  // Reads come first: an argument that is read and written waits for the same work.
  llvm::MapVector<const Storage *, bool> Touched;
  for (const Operand &Each : Op.Operands) {
    SmallVector<const Storage *, 2> In = BufferFacts::storagesOf(*Each.T);
    if (In.size() != 1 || !Stream) {
      // It is not certain which memory this is, or when it is used.
      for (const Storage *S : In)
        O.Accesses[S].clear();
      continue;
    }
    Touched[In.front()] |= isWritten(Op, Each);
  }
  if (!Stream)
    return;
  bool IsWork = isWork(Op);
  for (auto &[Memory, Writes] : Touched) {
    auto &List = O.Accesses[Memory];
    // Memory that was just made holds nothing to be read.
    if (List.empty() && IsWork && Memory->From == Storage::Origin::Allocation)
      Writes = true;
    bool AllBefore = true;
    for (const Access &Earlier : List) {
      if (Earlier.Stream == *Stream)
        continue;
      auto Known = Own->find(Earlier.Stream);
      if (Known != Own->end() && Known->second >= Earlier.At)
        continue;
      AllBefore = false;
      if (!Earlier.Writes && !Writes)
        continue;
      OrderFault F;
      F.K = OrderFault::Kind::Race;
      F.At = Op.Call;
      F.Stream = valueOf(*Stream);
      F.Other = Earlier.By->Call;
      F.OtherStream = valueOf(Earlier.Stream);
      F.Memory = Memory;
      F.OtherWrites = Earlier.Writes;
      F.Writes = Writes;
      if (!fault(F))
        continue;
      // As if it were ordered, so that nothing is reported that follows from this.
      Clock Theirs = O.Streams[Earlier.Stream];
      Own = &O.Streams[*Stream];
      join(*Own, Theirs);
    }
    if (Writes && AllBefore)
      List.clear();
    llvm::erase_if(List,
                   [&](const Access &A) { return A.Stream == *Stream && A.Writes == Writes; });
    List.push_back({&Op, *Stream, At, Writes});
  }
  (*Own)[*Stream] = At;
  if (*Stream != 0 && IsWork)
    O.Last.insert_or_assign(*Stream, Access{&Op, *Stream, At, true});
}

bool StreamWalk::isJoined(StreamNumber Stream, Tick At) const {
  const Order &O = *Now.Ordered;
  auto Reaches = [&](const Clock &C) {
    auto It = C.find(Stream);
    return It != C.end() && It->second >= At;
  };
  auto Run = O.Streams.find(0);
  return Reaches(O.Host) || (Run != O.Streams.end() && Reaches(Run->second));
}

void StreamWalk::leaveUnordered() {
  for (const auto &[Call, Where] : Now.Ordered->Mismatched)
    if (!isJoined(Where.first, Where.second))
      Unordered.insert(Call);
}

bool StreamWalk::fault(OrderFault F) {
  // That a launch goes to the wrong stream explains what follows from it.
  bool Explained = false;
  for (const CallExpr *Call : {F.At, F.Other})
    if (Call && Mismatched.contains(Call)) {
      Unordered.insert(Call);
      Explained = true;
    }
  if (!Explained && Reported.insert({F.At, F.Other}).second)
    Out.Faults.push_back(F);
  return !Explained;
}

} // namespace aoti
