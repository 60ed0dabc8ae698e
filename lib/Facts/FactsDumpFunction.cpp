#include "Facts/FactsDumpFunction.h"
#include "Facts/AstQuery.h"
#include "Facts/HandleFacts.h"
#include "Facts/LaunchProof.h"
#include "clang/AST/DeclCXX.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/StringExtras.h"

using namespace clang;
using llvm::SmallVector;
using llvm::StringRef;

namespace aoti {

namespace {

/// Whether a comment on source nodes can be about an operation.
bool computes(const Operation &O) {
  return O.K == Operation::Kind::Launch || O.K == Operation::Kind::CpuKernel ||
         O.K == Operation::Kind::Shim || O.K == Operation::Kind::Copy ||
         O.K == Operation::Kind::Proxy;
}

std::string operationKind(Operation::Kind K) {
  switch (K) {
  case Operation::Kind::Allocation:
    return "allocation";
  case Operation::Kind::View:
    return "view";
  case Operation::Kind::Launch:
    return "launch";
  case Operation::Kind::CpuKernel:
    return "cpu kernel";
  case Operation::Kind::Shim:
    return "shim";
  case Operation::Kind::Copy:
    return "copy";
  case Operation::Kind::Proxy:
    return "proxy";
  case Operation::Kind::Item:
    return "item";
  case Operation::Kind::Check:
    return "check";
  case Operation::Kind::Other:
    return "other";
  }
  return {};
}

std::string originName(Storage::Origin O) {
  switch (O) {
  case Storage::Origin::Allocation:
    return "allocation";
  case Storage::Origin::Stack:
    return "stack";
  case Storage::Origin::Input:
    return "input";
  case Storage::Origin::Constant:
    return "constant";
  case Storage::Origin::Result:
    return "result";
  case Storage::Origin::Unknown:
    return "unknown";
  }
  return {};
}

std::string kindName(Tensor::Kind K) {
  switch (K) {
  case Tensor::Kind::Whole:
    return "whole";
  case Tensor::Kind::View:
    return "view";
  case Tensor::Kind::AsStrided:
    return "as_strided";
  case Tensor::Kind::PoolBlock:
    return "pool block";
  case Tensor::Kind::DtypeView:
    return "dtype view";
  case Tensor::Kind::Alias:
    return "alias";
  case Tensor::Kind::Merged:
    return "merged";
  }
  return {};
}

std::string streamName(const StreamValue &S) {
  switch (S.K) {
  case StreamValue::Kind::Run:
    return "run";
  case StreamValue::Kind::Aux:
    return "aux " + std::to_string(S.Index);
  case StreamValue::Kind::Current:
    return "current";
  case StreamValue::Kind::Queried:
    return "current of device " + std::to_string(S.Index);
  case StreamValue::Kind::Null:
    return "default";
  case StreamValue::Kind::PerThread:
    return "default of the thread";
  case StreamValue::Kind::Created:
    return S.Variable && S.Variable->getDeclName().isIdentifier() ? S.Variable->getName().str()
                                                                  : "own";
  case StreamValue::Kind::Unknown:
    break;
  }
  return {};
}

std::string roleName(OperandRole R) {
  switch (R) {
  case OperandRole::Unknown:
    return "unknown";
  case OperandRole::Read:
    return "read";
  case OperandRole::Written:
    return "written";
  case OperandRole::Both:
    return "both";
  case OperandRole::Made:
    return "made";
  }
  return {};
}

bool isKnown(Expression E) { return E && !E.hasOpaque(); }
bool isKnown(const ExpressionList &List) {
  return llvm::all_of(List, [](Expression E) { return isKnown(E); });
}

std::vector<std::string> texts(const ExpressionList &List) {
  std::vector<std::string> Texts;
  for (Expression E : List)
    Texts.push_back(E ? E.str() : "?");
  return Texts;
}

} // namespace

std::string deviceName(DeviceType D) {
  return D == DeviceType::Unknown ? std::string() : deviceTypeName(D).str();
}

FactRange dumpRange(const Range &R) { return {R.Lo, R.Hi}; }

bool FunctionDumper::isHelper(const FunctionBuffers &F) {
  return llvm::any_of(F.Function->parameters(), [](const ParmVarDecl *P) {
    return P->getDeclName().isIdentifier() && P->getName() == "kernels_";
  });
}

std::string FunctionDumper::role() const {
  if (isHelper(F))
    return "kernel helper";
  if (Model)
    for (const FunctionUses &Uses : Model->Functions)
      if (Uses.Function->getCanonicalDecl() == F.Function->getCanonicalDecl()) {
        switch (Uses.Role) {
        case FunctionUses::FunctionRole::Run:
          return "run";
        case FunctionUses::FunctionRole::FoldingDriver:
        case FunctionUses::FunctionRole::FoldingGraph:
          return "constant folding";
        case FunctionUses::FunctionRole::Other:
          break;
        }
      }
  return "other";
}

void FunctionDumper::numberTensors() {
  for (const Storage &S : F.Storages)
    BufferNumber[&S] = BufferNumber.size();
  for (const HandleEvent &E : F.Events)
    if (E.K == HandleEvent::Kind::Bind || E.K == HandleEvent::Kind::Alias ||
        E.K == HandleEvent::Kind::Assign)
      FirstVariable.try_emplace(E.T, E.Variable);
  for (const Tensor &T : F.Tensors) {
    if (T.K == Tensor::Kind::Whole && T.In)
      Wholes.try_emplace(T.In, &T);
    else
      ViewNumber[&T] = ViewNumber.size();
  }
  for (const Region &R : F.Regions)
    RegionNumber[&R] = RegionNumber.size();
}

std::vector<unsigned> FunctionDumper::buffersOf(const Tensor &T) const {
  std::vector<unsigned> Numbers;
  for (const Storage *S : BufferFacts::storagesOf(T))
    if (auto It = BufferNumber.find(S); It != BufferNumber.end())
      Numbers.push_back(It->second);
  llvm::sort(Numbers);
  return Numbers;
}

std::string FunctionDumper::nameOf(const Tensor &T) const {
  if (const VarDecl *V = FirstVariable.lookup(&T); V && V->getDeclName().isIdentifier()) {
    StringRef Name = V->getName();
    Name.consume_back("_handle");
    return Name.str();
  }
  if (T.In)
    return T.In->Name;
  return {};
}

std::string FunctionDumper::nameOf(const Expr *E) {
  for (unsigned I = 0; E && I < 16; ++I) {
    E = stripWrappers(E);
    if (const VarDecl *V = referredVariable(E)) {
      // `CUdeviceptr var_0` and handles that a call fills stand for something that has a name.
      StringRef Name = V->getDeclName().isIdentifier() ? V->getName() : StringRef();
      if (V->getType()->isIntegerType() && V->getInit()) {
        E = V->getInit();
        continue;
      }
      if (Name.ends_with("_handle"))
        break;
      return Name.str();
    }
    if (const auto *Unary = dyn_cast<UnaryOperator>(E))
      E = Unary->getSubExpr();
    else if (const auto *Call = dyn_cast<CallExpr>(E); Call && memberObject(Call))
      E = memberObject(Call);
    else if (isa<CallExpr>(E) && cast<CallExpr>(E)->getNumArgs() == 1)
      E = cast<CallExpr>(E)->getArg(0);
    else
      break;
  }
  return {};
}

std::string FunctionDumper::operandName(const Operand &Given) const {
  const Expr *Named = Given.Element ? Given.Element : Given.Argument;
  std::string Name = Named ? nameOf(Named) : std::string();
  return Name.empty() ? nameOf(*Given.T) : Name;
}

bool FunctionDumper::shape(const Tensor &T, ExpressionList &Sizes, ExpressionList &Strides) {
  if (T.K == Tensor::Kind::Merged) {
    // What all of them agree on.
    llvm::SmallPtrSet<const Tensor *, 8> Seen;
    SmallVector<const Tensor *, 8> Pending(T.Sources.begin(), T.Sources.end());
    bool IsFirst = true;
    while (!Pending.empty()) {
      const Tensor *Next = Pending.pop_back_val();
      if (!Seen.insert(Next).second || Seen.size() > 256)
        continue;
      if (Next->K == Tensor::Kind::Merged) {
        Pending.append(Next->Sources.begin(), Next->Sources.end());
        continue;
      }
      ExpressionList OtherSizes, OtherStrides;
      if (!shape(*Next, OtherSizes, OtherStrides) ||
          (!IsFirst && (OtherSizes != Sizes || OtherStrides != Strides)))
        return false;
      Sizes = OtherSizes;
      Strides = OtherStrides;
      IsFirst = false;
    }
    return !IsFirst && Seen.size() <= 256;
  }
  if (T.HasGeometry) {
    Sizes = T.Sizes;
    Strides = T.Strides;
    return true;
  }
  if (T.HasShape) {
    Sizes = T.ShapeSizes;
    Strides = T.ShapeStrides;
    return true;
  }
  return false;
}

/// Tensors that are asked for one that is not known.
constexpr unsigned MaxAsked = 64;

/// A tensor and those that its dtype and device follow from, the nearest first.
static SmallVector<const Tensor *, 4> family(const Tensor &T) {
  SmallVector<const Tensor *, 4> Members;
  for (const Tensor *M = &T; M && Members.size() < MaxAsked; M = M->Like)
    Members.push_back(M);
  return Members;
}

std::string FunctionDumper::dtypeOf(const Tensor &T) const {
  for (const Tensor *Member : family(T)) {
    if (!Member->Dtype.empty())
      return Member->Dtype;
    if (Member->K != Tensor::Kind::Whole || !Member->In)
      continue;
    if (std::string Dtype =
            Member->In->Dtype.empty() ? dtypeOfUses(*Member->In) : Member->In->Dtype;
        !Dtype.empty())
      return Dtype;
  }
  return {};
}

DeviceType FunctionDumper::deviceOf(const Tensor &T) const {
  for (const Tensor *Member : family(T)) {
    if (!Member->In)
      continue;
    DeviceType Device =
        Member->In->Device == DeviceType::Unknown ? deviceOfUses(*Member->In) : Member->In->Device;
    if (Device != DeviceType::Unknown)
      return Device;
  }
  return DeviceType::Unknown;
}

bool FunctionDumper::isCustom(const Storage &S) const {
  if (!S.Call)
    return false;
  const FunctionDecl *Callee = S.Call->getDirectCallee();
  StringRef Name = calleeName(S.Call);
  // The wrapper itself declares the shims of custom operators.
  return Name == "aoti_torch_new_uninitialized_tensor" ||
         (Callee && SM.isInMainFile(Callee->getLocation()));
}

bool FunctionDumper::isShapeAbsent(const Tensor &T) const {
  const Tensor *Root = &T;
  llvm::SmallPtrSet<const Tensor *, 8> Seen;
  while (Seen.insert(Root).second) {
    if (Root->ShapeOf)
      Root = Root->ShapeOf;
    else if (Root->K == Tensor::Kind::Alias && Root->Base)
      Root = Root->Base;
    else if (Root->K == Tensor::Kind::Whole && Root->Like && Root->Call &&
             calleeName(Root->Call).starts_with("aoti_torch_clone"))
      Root = Root->Like;
  }
  if (Root->K != Tensor::Kind::Whole || !Root->In)
    return false;
  return Root->In->From == Storage::Origin::Input || isCustom(*Root->In);
}

bool FunctionDumper::isDtypeAbsent(const Tensor &T) const {
  llvm::SmallPtrSet<const Tensor *, 8> Seen;
  SmallVector<const Tensor *, 8> Open = {&T};
  while (!Open.empty() && Seen.size() < MaxAsked) {
    const Tensor *Next = Open.pop_back_val();
    if (!Seen.insert(Next).second || Next->K != Tensor::Kind::Whole || !Next->In ||
        !dtypeOf(*Next).empty())
      continue;
    if (Next->In->From == Storage::Origin::Input || isCustom(*Next->In))
      return true;
    // It follows from that of an operand.
    if (const Operation *Maker = Next->Call ? F.operation(Next->Call) : nullptr)
      for (const Operand &Given : Maker->Operands)
        if (!Given.IsResult)
          Open.push_back(Given.T);
  }
  return false;
}

BufferDump FunctionDumper::buffer(const Storage &S, const Tensor *Whole) const {
  BufferDump B;
  B.Name = S.Name;
  B.Origin = originName(S.From);
  B.Line = line(S.At.getBegin());
  B.Dtype = Whole && !Whole->Dtype.empty() ? Whole->Dtype : S.Dtype;
  B.Device = deviceName(S.Device);
  // What a custom operator makes is told by nothing but itself.
  bool IsAbsent = isCustom(S);
  std::string Maker = IsAbsent ? "filled by a custom operator"
                      : S.Call ? "result of '" + calleeName(S.Call).str() + "'"
                               : B.Origin;
  auto Doubt = [&](const char *Fact, std::string Why, bool Absent = false) {
    B.Doubts.push_back({Fact, Why, Absent || IsAbsent});
  };
  if (B.Dtype.empty())
    B.Dtype = Whole ? dtypeOf(*Whole) : dtypeOfUses(S);
  if (B.Device.empty())
    B.Device = deviceName(Whole ? deviceOf(*Whole) : deviceOfUses(S));

  if (S.DeviceIndex) {
    std::optional<int64_t> Literal = integerLiteral(stripWrappers(S.DeviceIndex), Context);
    const Expr *Named = stripWrappers(S.DeviceIndex);
    const auto *Member = dyn_cast<MemberExpr>(Named);
    if (Literal)
      B.DeviceIndex = std::to_string(*Literal);
    else if (Member && Member->getMemberDecl()->getDeclName().isIdentifier())
      B.DeviceIndex = Member->getMemberDecl()->getName().str();
    else
      B.DeviceIndex = spelling(Named);
  }
  if (B.Name.empty() && Whole)
    B.Name = nameOf(*Whole);
  if (B.Device.empty())
    Doubt("device", Maker + ", and nothing states its device");
  if (B.Dtype.empty())
    Doubt("dtype", Maker + ", and nothing states its dtype", Whole && isDtypeAbsent(*Whole));

  ExpressionList Sizes, Strides;
  B.HasShape = Whole && shape(*Whole, Sizes, Strides);
  if (B.HasShape) {
    B.Sizes = texts(Sizes);
    B.Strides = texts(Strides);
    // Sizes that nothing states follow from those of something else, or from values.
    auto IsStated = [](const ExpressionList &List) {
      return llvm::all_of(List, [](Expression E) { return bool(E); });
    };
    std::string From = Whole->ShapeOf ? nameOf(*Whole->ShapeOf) : std::string();
    std::string Why = From.empty() ? "" : ", and follows from that of '" + From + "'";
    if (!IsStated(Sizes))
      Doubt("shape", Maker + Why + "; nothing states all sizes", isShapeAbsent(*Whole));
    else if (!isKnown(Sizes))
      Doubt("shape", "a size is computed in a way that is not followed");
    else if (!IsStated(Strides))
      Doubt("strides", Maker + Why + "; nothing states how it lies in memory",
            isShapeAbsent(*Whole));
    else if (!isKnown(Strides))
      Doubt("shape", "a stride is computed in a way that is not followed");
  } else if (Whole && Whole->ShortArray) {
    Doubt("shape", "its arrays of sizes and strides are too short");
  } else if (S.From == Storage::Origin::Allocation || S.From == Storage::Origin::Stack) {
    Doubt("shape", "its sizes or strides are given in a form that is not followed");
  } else if (std::string From = Whole && Whole->ShapeOf ? nameOf(*Whole->ShapeOf) : std::string();
             !From.empty()) {
    Doubt("shape", Maker + "; it follows from that of '" + From + "', which nothing states",
          isShapeAbsent(*Whole));
  } else {
    Doubt("shape", Maker + ", and nothing states its shape");
  }

  Expression Elements = S.Elements;
  if (!Elements && B.HasShape && isKnown(Sizes) && isKnown(Strides) &&
      Sizes.size() == Strides.size()) {
    ExpressionContext &Expressions = Facts.buffers().expressions();
    bool Empty = llvm::any_of(Sizes, [](Expression E) { return E.constantValue() == 0; });
    Elements = Empty ? Expressions.constant(0) : viewExtent(Expressions, Sizes, Strides);
  }
  if (Elements && !Elements.hasOpaque()) {
    B.Extent = Elements.str();
    if (std::optional<unsigned> Item = itemSize(B.Dtype)) {
      Expression Bytes = Elements * static_cast<int64_t>(*Item);
      B.Bytes = Bytes.str();
      B.StaticBytes = Bytes.constantValue();
    }
  } else if (B.HasShape && isKnown(Sizes) && isKnown(Strides)) {
    Doubt("extent", "it is resized, or its sizes and strides differ in number");
  }
  for (const TensorUse *U : F.usesOf(S)) {
    unsigned Line = line(U->At->getBeginLoc());
    B.FirstUse = B.FirstUse ? std::min(B.FirstUse, Line) : Line;
    B.LastUse = std::max(B.LastUse, Line);
  }
  return B;
}

std::string FunctionDumper::dtypeOfUses(const Storage &S) const {
  std::string Found;
  for (const TensorUse *U : F.usesOf(S)) {
    if (U->K != TensorUse::Kind::CpuKernel || U->T->In != &S || !U->By)
      continue;
    // Views keep the dtype but for those that are there to change it.
    const Tensor *T = U->T;
    while (T && T->K != Tensor::Kind::Whole && T->K != Tensor::Kind::DtypeView &&
           T->K != Tensor::Kind::PoolBlock)
      T = T->Base;
    if (!T || T->K != Tensor::Kind::Whole)
      continue;
    for (const Operand &Given : U->By->Operands) {
      if (Given.T != U->T || !Given.Argument || !Given.Argument->getType()->isPointerType())
        continue;
      std::string Dtype = dtypeOfType(Given.Argument->getType()->getPointeeType(), Context);
      if (Dtype.empty() || (!Found.empty() && Found != Dtype))
        return {};
      Found = Dtype;
    }
  }
  return Found;
}

DeviceType FunctionDumper::deviceOfUses(const Storage &S) const {
  if (S.From == Storage::Origin::Constant)
    // Before 2.10 no table states devices, and all constants are on that of the model.
    return Facts.dialect().isBefore(10) ? Facts.dialect().Device : DeviceType::Unknown;
  DeviceType Found = DeviceType::Unknown;
  for (const TensorUse *U : F.usesOf(S)) {
    if ((U->K != TensorUse::Kind::CpuKernel && U->K != TensorUse::Kind::Launch) || U->T->In != &S)
      continue;
    DeviceType Device = U->K == TensorUse::Kind::CpuKernel ? DeviceType::Cpu : U->Device;
    if (Device == DeviceType::Unknown || (Found != DeviceType::Unknown && Found != Device))
      return DeviceType::Unknown;
    Found = Device;
  }
  return Found;
}

ViewDump FunctionDumper::view(const Tensor &T) const {
  ViewDump V;
  V.Name = nameOf(T);
  V.Kind = kindName(T.K);
  V.Line = line(T.At.getBegin());
  V.Buffers = buffersOf(T);
  V.Dtype = T.Dtype;
  ExpressionList Sizes, Strides;
  V.HasShape = shape(T, Sizes, Strides);
  V.Sizes = texts(Sizes);
  V.Strides = texts(Strides);
  if (T.HasGeometry && T.Offset)
    V.Offset = T.Offset.str();
  else if (T.K == Tensor::Kind::View && T.Base && T.Base->K == Tensor::Kind::Whole && T.GivenOffset)
    V.Offset = T.GivenOffset.str();
  if (T.K == Tensor::Kind::PoolBlock && T.GivenOffset)
    V.OffsetBytes = T.GivenOffset.str();
  if (T.K == Tensor::Kind::Merged || T.K == Tensor::Kind::Alias)
    return V;
  if (V.Dtype.empty())
    V.Doubts.push_back({"dtype", "the dtype of what it is a view of is not known"});
  if (!V.HasShape)
    V.Doubts.push_back(
        {"shape", T.ShortArray ? "its arrays of sizes and strides are too short"
                  : T.Base && !T.Base->HasGeometry
                      ? "the shape of what it is a view of is not known"
                      : "its sizes or strides are given in a form that is not followed"});
  else if (!isKnown(Sizes) || !isKnown(Strides))
    V.Doubts.push_back({"shape", "a size is computed in a way that is not followed"});
  if (T.K == Tensor::Kind::PoolBlock && !(T.HasGeometry && isKnown(T.Offset)))
    V.Doubts.push_back(
        {"offset", "its place in the pool is computed in a way that is not followed"});
  return V;
}

LaunchProofDump FunctionDumper::proof(const LaunchCall &C) const {
  static constexpr const char *Names[] = {"proved", "declared", "unknown", "open", "unasserted"};
  LaunchProofDump Dump;
  std::vector<AccessProof> Proofs = proveAccesses(C, Facts);
  Dump.Accesses = static_cast<unsigned>(Proofs.size());
  llvm::erase_if(Proofs, [](const AccessProof &P) { return P.Truth == AccessTruth::Proved; });
  // The accesses stand in one vector, so their addresses are their order.
  llvm::sort(Proofs, [](const AccessProof &A, const AccessProof &B) {
    return A.Truth != B.Truth ? A.Truth > B.Truth : A.Access < B.Access;
  });
  for (AccessProof &P : Proofs)
    Dump.Unproved.push_back({line(Facts.launches().place(*C.Launch->Source, P.Access->Call->Begin)),
                             Names[static_cast<int>(P.Truth)], std::move(P.Why)});
  return Dump;
}

OperationDump FunctionDumper::operation(const Operation &O) const {
  OperationDump Dump;
  Dump.Line = line(O.Call->getBeginLoc());
  Dump.Kind = operationKind(O.K);
  Dump.Callee = O.Callee;
  Dump.Kernel = O.Kernel.str();
  Dump.Device = deviceName(O.Device);
  Dump.Region = RegionNumber.lookup(O.In);
  auto GuardName = [](const StreamGuard *G) {
    return !G                                                         ? std::string("none")
           : G->Variable && G->Variable->getDeclName().isIdentifier() ? G->Variable->getName().str()
                                                                      : "a temporary";
  };
  if (const StreamWork *Work = WorkOf.lookup(&O)) {
    std::vector<std::string> Names;
    for (const StreamGuard *G : Work->Guards)
      if (std::string Name = GuardName(G); !llvm::is_contained(Names, Name))
        Names.push_back(Name);
    Dump.Guard = llvm::join(Names, " or ");
    // Without a stream of its own it goes to that of the guard.
    bool IsGuarded =
        Work->Stream.K == StreamValue::Kind::Current && Work->Guards.size() == 1 && Work->Guards[0];
    Dump.Stream = streamName(IsGuarded ? Work->Guards[0]->Stream : Work->Stream);
  }
  if (O.Stream && Dump.Stream.empty())
    Dump.Stream = spelling(O.Stream);
  auto Doubt = [&](const char *Fact, std::string Why) {
    Dump.Doubts.push_back({Fact, Why, false});
  };
  for (const Operand &Given : O.Operands) {
    OperandDump Operand;
    Operand.Name = operandName(Given);
    Operand.Parameter = Given.Parameter.str();
    Operand.Role = roleName(Given.Role);
    Operand.Buffers = buffersOf(*Given.T);
    if (auto It = ViewNumber.find(Given.T); It != ViewNumber.end()) {
      Operand.View = static_cast<int>(It->second);
      ExpressionList Sizes, Strides;
      if (Given.T->K != Tensor::Kind::Alias && Given.T->K != Tensor::Kind::Merged &&
          shape(*Given.T, Sizes, Strides)) {
        Operand.HasShape = true;
        Operand.Sizes = texts(Sizes);
      }
    }
    if (Operand.Buffers.empty())
      Doubt("operand", "what '" + Operand.Name + "' holds here is not known");
    Dump.Operands.push_back(std::move(Operand));
  }
  for (const Expr *E : O.Unresolved)
    Doubt("operand", "what '" + spelling(E) + "' holds here is not known");
  for (const ScalarArgument &S : O.Scalars) {
    ScalarDump Scalar;
    Scalar.Parameter = S.Parameter.str();
    Scalar.IsKnown = !S.Value || !S.Value.hasOpaque();
    Scalar.Value = S.Value && Scalar.IsKnown ? S.Value.str() : spelling(S.Argument);
    if (!Scalar.IsKnown)
      Doubt("scalar", "'" + Scalar.Value + "' is computed in a way that is not followed");
    Dump.Scalars.push_back(std::move(Scalar));
  }
  if (const LaunchCall *C = ToProve.lookup(&O))
    Dump.Proof = proof(*C);
  if (O.K == Operation::Kind::Launch) {
    if (Dump.Kernel.empty())
      Doubt("kernel", "the kernel is named in a form that is not followed");
    if (Dump.Device.empty())
      Doubt("device", "the source does not tell the device of the model");
    if (Dump.Stream.empty() && O.Device != DeviceType::Cpu && O.Device != DeviceType::Mps)
      Doubt("stream", "no argument is a stream");
  } else if (O.K == Operation::Kind::Shim && Dump.Device.empty()) {
    Doubt("device", "neither the name nor the operands tell the device");
  }
  return Dump;
}

bool FunctionDumper::isOwner(const VarDecl *V) {
  const CXXRecordDecl *Type = V ? V->getType()->getAsCXXRecordDecl() : nullptr;
  return Type && Type->getDeclName().isIdentifier() && Type->getName() == "RAIIAtenTensorHandle";
}

void FunctionDumper::addLife(FunctionDump &Dump) const {
  auto Add = [&](const Tensor *T, const char *What, std::string Name, SourceLocation At) {
    for (unsigned Number : buffersOf(*T))
      Dump.Buffers[Number].Life.push_back({What, Name, line(At)});
  };
  auto VariableName = [](const VarDecl *V) {
    return V && V->getDeclName().isIdentifier() ? V->getName().str() : std::string();
  };
  llvm::DenseSet<unsigned> OutputLines;
  for (const TensorUse &U : F.Uses)
    if (U.K == TensorUse::Kind::Output)
      OutputLines.insert(line(U.At->getBeginLoc()));
  llvm::DenseSet<const HandleEvent *> Targets;
  llvm::DenseSet<const VarDecl *> Given;
  for (size_t I = 0; I < F.Events.size(); ++I) {
    const HandleEvent &E = F.Events[I];
    if (!E.T)
      continue;
    if (E.K == HandleEvent::Kind::Reset) {
      Add(E.T, "reset", VariableName(E.Variable), E.At.getBegin());
    } else if (E.K == HandleEvent::Kind::Release) {
      Given.insert(E.Variable);
      if (!OutputLines.contains(line(E.At.getBegin())))
        Add(E.T, "released", VariableName(E.Variable), E.At.getBegin());
    } else if (E.K == HandleEvent::Kind::Move) {
      // The other end stands beside it: a declaration before, an assignment behind.
      const HandleEvent *To = nullptr;
      auto IsOther = [&](const HandleEvent &Other, HandleEvent::Kind K) {
        return Other.T == E.T && Other.K == K && Other.Variable != E.Variable;
      };
      if (I + 1 < F.Events.size() && IsOther(F.Events[I + 1], HandleEvent::Kind::Assign))
        To = &F.Events[I + 1];
      else if (I > 0 && IsOther(F.Events[I - 1], HandleEvent::Kind::Bind))
        To = &F.Events[I - 1];
      Targets.insert(To);
      Add(E.T, "moved to", To ? VariableName(To->Variable) : std::string(), E.At.getBegin());
    }
  }
  for (const HandleEvent &E : F.Events) {
    if (!E.T || !isOwner(E.Variable) || Targets.contains(&E))
      continue;
    if (E.K == HandleEvent::Kind::Bind || E.K == HandleEvent::Kind::Assign)
      Add(E.T, "owned by", VariableName(E.Variable), E.At.getBegin());
    // What was released is no longer deleted with the variable.
    else if (E.K == HandleEvent::Kind::End && !Given.contains(E.Variable))
      Add(E.T, "deleted with", VariableName(E.Variable), E.At.getBegin());
  }
  for (const TensorUse &U : F.Uses)
    if (U.K == TensorUse::Kind::Output && U.Slot >= 0)
      Add(U.T, "output", std::to_string(U.Slot), U.At->getBeginLoc());
  for (BufferDump &B : Dump.Buffers) {
    std::vector<std::pair<unsigned, size_t>> Order;
    for (const BufferEventDump &E : B.Life)
      Order.push_back({E.Line, Order.size()});
    llvm::sort(Order);
    std::vector<BufferEventDump> Sorted;
    for (auto [Line, I] : Order)
      Sorted.push_back(std::move(B.Life[I]));
    B.Life = std::move(Sorted);
  }
}

void FunctionDumper::addOutputs(FunctionDump &Dump) const {
  for (const TensorUse &U : F.Uses) {
    if (U.K != TensorUse::Kind::Output)
      continue;
    OutputDump Output;
    Output.Slot = U.Slot;
    const Expr *Value = U.At;
    if (const auto *Binary = dyn_cast<BinaryOperator>(Value); Binary && Binary->isAssignmentOp())
      Value = Binary->getRHS();
    else if (const auto *Operator = dyn_cast<CXXOperatorCallExpr>(Value);
             Operator && Operator->isAssignmentOp() && Operator->getNumArgs() == 2)
      Value = Operator->getArg(1);
    Output.Name = nameOf(Value);
    if (Output.Name.empty())
      Output.Name = nameOf(*U.T);
    Output.Buffers = buffersOf(*U.T);
    Output.Dtype = U.T->Dtype;
    ExpressionList Sizes, Strides;
    Output.HasShape = shape(*U.T, Sizes, Strides);
    Output.Sizes = texts(Sizes);
    Output.Strides = texts(Strides);
    Output.Line = line(U.At->getBeginLoc());
    Dump.Outputs.push_back(std::move(Output));
  }
}

void FunctionDumper::findStreams() {
  for (const FunctionStreams &S : Facts.streams().functions())
    if (S.Function->getCanonicalDecl() == F.Function->getCanonicalDecl())
      Streams = &S;
  if (!Streams || Streams->IsUndecided)
    return;
  for (const StreamWork &Work : Streams->Work)
    WorkOf.try_emplace(Work.By, &Work);
}

std::string FunctionDumper::eventName(const Expr *E) const {
  for (unsigned I = 0; I < 8; ++I) {
    E = stripWrappers(E);
    const VarDecl *V = referredVariable(E);
    if (!V)
      break;
    if (!V->isLocalVarDecl() || !V->getInit() ||
        !isa<CXXMemberCallExpr>(stripWrappers(V->getInit())))
      return V->getNameAsString();
    E = V->getInit();
  }
  if (const auto *Call = dyn_cast<CallExpr>(E);
      Call && memberName(Call) == "get" && Call->getNumArgs() >= 1)
    return spelling(stripWrappers(Call->getArg(0)));
  return spelling(E);
}

void FunctionDumper::addStreams(FunctionDump &Dump) {
  if (!Streams)
    return;
  for (const StreamGuard &G : Streams->Guards) {
    GuardDump Guard;
    Guard.Line = line(G.Made->getBeginLoc());
    if (G.Variable && G.Variable->getDeclName().isIdentifier())
      Guard.Name = G.Variable->getName().str();
    Guard.Class = G.Class;
    Guard.Stream = streamName(G.Stream);
    if (G.Device)
      Guard.DeviceIndex = spelling(G.Device);
    Dump.Guards.push_back(std::move(Guard));
  }
  StreamResolver Resolver(Context, F.Function);
  for (const Operation &O : F.Operations) {
    StringRef Name = O.Callee;
    if (!Name.consume_front("cuda") && !Name.consume_front("hip"))
      continue;
    bool IsRecord = Name.starts_with("EventRecord"), IsWait = Name == "StreamWaitEvent";
    if ((!IsRecord && !IsWait) || O.Call->getNumArgs() < 2)
      continue;
    EventDump Event;
    Event.Line = line(O.Call->getBeginLoc());
    Event.What = IsRecord ? "record" : "wait";
    Event.Event = eventName(O.Call->getArg(IsRecord ? 0 : 1));
    Event.Stream = streamName(Resolver.resolve(O.Call->getArg(IsRecord ? 1 : 0)));
    Dump.Events.push_back(std::move(Event));
  }
}

FunctionDump FunctionDumper::run(const std::vector<SourceComment> &Comments) {
  numberTensors();
  findStreams();
  FunctionDump Dump;
  Dump.Name = F.Function->getDeclName().isIdentifier() ? F.Function->getName().str()
                                                       : F.Function->getNameAsString();
  Dump.Line = line(F.Function->getBeginLoc());
  Dump.Role = role();
  for (const Storage &S : F.Storages)
    Dump.Buffers.push_back(buffer(S, Wholes.lookup(&S)));
  for (const Tensor &T : F.Tensors)
    if (ViewNumber.count(&T))
      Dump.Views.push_back(view(T));
  for (const Region &R : F.Regions) {
    RegionDump Region;
    Region.Kind = R.K == Region::Kind::Function ? "function"
                  : R.K == Region::Kind::Loop   ? "loop"
                  : R.Negated                   ? "else"
                                                : "if";
    Region.Outer = R.Outer ? static_cast<int>(RegionNumber.lookup(R.Outer)) : -1;
    if (R.Condition)
      Region.Condition = spelling(R.Condition);
    Region.Line = line(R.Body ? R.Body->getBeginLoc() : F.Function->getBeginLoc());
    Dump.Regions.push_back(std::move(Region));
  }
  for (const SizeSymbol &S : F.Symbols) {
    SymbolDump Symbol;
    Symbol.Name = S.Symbol.str();
    Symbol.Declared = dumpRange(S.Declared);
    Symbol.Line = line(S.At.getBegin());
    std::string Of = std::to_string(S.Dimension) + " of input " + std::to_string(S.Input);
    switch (S.From) {
    case SizeSymbol::Origin::InputSize:
      Symbol.Origin = "size " + Of;
      break;
    case SizeSymbol::Origin::InputStride:
      Symbol.Origin = "stride " + Of;
      break;
    case SizeSymbol::Origin::TensorSize:
      Symbol.Origin = "size of a tensor";
      break;
    case SizeSymbol::Origin::Item:
      Symbol.Origin = "value read from a tensor";
      break;
    case SizeSymbol::Origin::Parameter:
      Symbol.Origin = "parameter";
      break;
    case SizeSymbol::Origin::Derived:
      Symbol.Origin = "solved from a size of an input";
      break;
    case SizeSymbol::Origin::Other:
      Symbol.Origin = "other";
      break;
    }
    Dump.Symbols.push_back(std::move(Symbol));
  }

  // A comment is about the first operation behind it that computes.
  std::vector<std::pair<uint32_t, size_t>> ByPlace;
  for (const Operation &O : F.Operations) {
    // What only sets a launch up is part of it.
    if (StringRef(O.Callee).starts_with("aoti_torch_mps_set_arg_") ||
        StringRef(O.Callee).starts_with("aoti_torch_mps_dispatch_") ||
        O.Callee == "aoti_torch_mps_start_encoding")
      continue;
    // What only asks or stops has no tensors.
    if (O.K == Operation::Kind::Other && O.Operands.empty() && O.Unresolved.empty())
      continue;
    if (computes(O))
      ByPlace.push_back({offset(O.Call->getBeginLoc()), Dump.Operations.size()});
    Dump.Operations.push_back(operation(O));
  }
  llvm::sort(ByPlace);
  uint32_t Begin = offset(F.Function->getBeginLoc()), End = offset(F.Function->getEndLoc());
  for (auto It = llvm::lower_bound(
           Comments, Begin, [](const SourceComment &C, uint32_t Place) { return C.Begin < Place; });
       It != Comments.end() && It->Begin < End; ++It) {
    auto Next = llvm::lower_bound(ByPlace, std::pair<uint32_t, size_t>(It->Begin, 0));
    if (Next == ByPlace.end())
      break;
    OperationDump &O = Dump.Operations[Next->second];
    for (StringRef Name : SourceComment::names(It->Nodes))
      O.SourceNodes.push_back(Name.str());
    for (StringRef Name : SourceComment::names(It->Operators))
      O.SourceOperators.push_back(Name.str());
  }
  for (const FunctionHandles &Handles : Facts.handles().functions())
    if (Handles.Function->getCanonicalDecl() == F.Function->getCanonicalDecl())
      Dump.FollowsHandles = !Handles.Undecided;
  addLife(Dump);
  addOutputs(Dump);
  addStreams(Dump);
  return Dump;
}

} // namespace aoti
