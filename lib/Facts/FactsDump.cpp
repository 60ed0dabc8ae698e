#include "Facts/FactsDump.h"
#include "Facts/AstQuery.h"
#include "Facts/BufferFacts.h"
#include "Facts/ConstantFacts.h"
#include "Facts/SourceComments.h"
#include "Facts/StreamFacts.h"
#include "Facts/TuFacts.h"
#include "clang/AST/DeclCXX.h"
#include "clang/Lex/Lexer.h"
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

std::string deviceName(DeviceType D) {
  return D == DeviceType::Unknown ? std::string() : deviceTypeName(D).str();
}

FactRange range(const Range &R) { return {R.Lo, R.Hi}; }

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

/// Gathers the facts of one function.
class FunctionDumper {
public:
  FunctionDumper(TuFacts &Facts, const FunctionBuffers &F, const ModelTables *Model)
      : Facts(Facts), F(F), Model(Model), Context(Facts.context()),
        SM(Facts.context().getSourceManager()) {}

  FunctionDump run(const std::vector<SourceComment> &Comments);

  /// Whether it is the function that launches one kernel.
  static bool isHelper(const FunctionBuffers &F);

private:
  unsigned line(SourceLocation At) const {
    if (At.isInvalid())
      return 0;
    auto [File, Offset] = SM.getDecomposedLoc(SM.getFileLoc(At));
    return File == SM.getMainFileID() ? SM.getLineNumber(File, Offset) : 0;
  }
  uint32_t offset(SourceLocation At) const { return SM.getDecomposedLoc(SM.getFileLoc(At)).second; }
  std::string text(const Expr *E) const {
    return Lexer::getSourceText(Context.getSourceManager().getExpansionRange(E->getSourceRange()),
                                SM, Context.getLangOpts())
        .str();
  }
  std::string spelling(const Expr *E) const {
    return Lexer::getSourceText(CharSourceRange::getTokenRange(SM.getFileLoc(E->getBeginLoc()),
                                                               SM.getFileLoc(E->getEndLoc())),
                                SM, Context.getLangOpts())
        .str();
  }

  void numberTensors();
  std::vector<unsigned> buffersOf(const Tensor &T) const;
  std::string nameOf(const Tensor &T) const;
  std::string operandName(const Operand &Given) const;
  /// The sizes and strides of a tensor, also as assertions declare them; false if they are not
  /// known.
  static bool shape(const Tensor &T, ExpressionList &Sizes, ExpressionList &Strides);
  /// The variable that an argument names, through calls that only hand it on; empty if there is
  /// none.
  static std::string nameOf(const Expr *E);
  BufferDump buffer(const Storage &S, const Tensor *Whole) const;
  /// The dtype as which kernels of the CPU take a buffer; empty if they do not agree.
  std::string dtypeOfUses(const Storage &S) const;
  /// The device of the kernels that a buffer is given to; unknown if they do not agree.
  DeviceType deviceOfUses(const Storage &S) const;
  ViewDump view(const Tensor &T) const;
  OperationDump operation(const Operation &O) const;
  void findStreams();
  void addStreams(FunctionDump &Dump);
  std::string eventName(const Expr *E) const;
  void addLife(FunctionDump &Dump) const;
  void addOutputs(FunctionDump &Dump) const;
  std::string role() const;

  TuFacts &Facts;
  const FunctionBuffers &F;
  const ModelTables *Model;
  ASTContext &Context;
  const SourceManager &SM;
  llvm::DenseMap<const Storage *, unsigned> BufferNumber;
  llvm::DenseMap<const Tensor *, unsigned> ViewNumber;
  llvm::DenseMap<const Storage *, const Tensor *> Wholes;
  llvm::DenseMap<const Region *, unsigned> RegionNumber;
  llvm::DenseMap<const Tensor *, const VarDecl *> FirstVariable;
  const FunctionStreams *Streams = nullptr;
  llvm::DenseMap<const Operation *, const StreamWork *> WorkOf;
};

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

BufferDump FunctionDumper::buffer(const Storage &S, const Tensor *Whole) const {
  BufferDump B;
  B.Name = S.Name;
  B.Origin = originName(S.From);
  B.Line = line(S.At.getBegin());
  B.Dtype = Whole && !Whole->Dtype.empty() ? Whole->Dtype : S.Dtype;
  B.Device = deviceName(S.Device);
  bool IsAbsent = false;
  auto Doubt = [&](const char *Fact, std::string Why) {
    B.Doubts.push_back({Fact, Why, IsAbsent});
  };
  std::string Maker = B.Origin;
  if (S.Call) {
    // What a custom operator makes is told by nothing but itself.
    const FunctionDecl *Callee = S.Call->getDirectCallee();
    IsAbsent = calleeName(S.Call) == "aoti_torch_new_uninitialized_tensor" ||
               (Callee && SM.isInMainFile(Callee->getLocation()));
    Maker =
        IsAbsent ? "filled by a custom operator" : "result of '" + calleeName(S.Call).str() + "'";
  }
  if (B.Dtype.empty())
    B.Dtype = dtypeOfUses(S);
  if (B.Device.empty())
    B.Device = deviceName(deviceOfUses(S));

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
    Doubt("dtype", Maker + ", and nothing states its dtype");

  ExpressionList Sizes, Strides;
  B.HasShape = Whole && shape(*Whole, Sizes, Strides);
  if (B.HasShape) {
    B.Sizes = texts(Sizes);
    B.Strides = texts(Strides);
    if (!isKnown(Sizes) || !isKnown(Strides))
      Doubt("shape", "a size is computed in a way that is not followed");
  } else if (Whole && Whole->ShortArray) {
    Doubt("shape", "its arrays of sizes and strides are too short");
  } else if (S.From == Storage::Origin::Allocation || S.From == Storage::Origin::Stack) {
    Doubt("shape", "its sizes or strides are given in a form that is not followed");
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
  for (size_t I = 0; I < F.Events.size(); ++I) {
    const HandleEvent &E = F.Events[I];
    if (!E.T)
      continue;
    if (E.K == HandleEvent::Kind::Reset) {
      Add(E.T, "reset", VariableName(E.Variable), E.At.getBegin());
    } else if (E.K == HandleEvent::Kind::Release) {
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
      Add(E.T, "moved to", To ? VariableName(To->Variable) : std::string(), E.At.getBegin());
    }
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
    Symbol.Declared = range(S.Declared);
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
    O.SourceNodes = SourceComment::names(It->Nodes);
    O.SourceOperators = SourceComment::names(It->Operators);
  }
  addLife(Dump);
  addOutputs(Dump);
  addStreams(Dump);
  return Dump;
}

/// The functions of the model, as opposed to those that check its inputs.
bool isShown(const FunctionBuffers &F) {
  // Kernels of the CPU stand in the same file before torch 2.8.
  if (F.Function->isExternC() ||
      (F.Function->getDeclName().isIdentifier() && F.Function->getName().starts_with("cpp_")))
    return false;
  return !F.Operations.empty() || !F.Storages.empty() || !F.Tensors.empty();
}

bool isInputCheck(const FunctionBuffers &F) {
  return !isa<CXXMethodDecl>(F.Function) &&
         llvm::any_of(F.Function->parameters(), [](const ParmVarDecl *P) {
           return P->getDeclName().isIdentifier() && P->getName() == "input_handles";
         });
}

void count(SourceDump &Dump, const FunctionDump &F) {
  if (F.Role == "kernel helper")
    return;
  for (const BufferDump &B : F.Buffers) {
    if (B.Origin == "input" || B.Origin == "constant")
      continue;
    Dump.KnownBuffers.add(B.Doubts.empty());
  }
  for (const ViewDump &V : F.Views)
    if (V.Kind == "pool block")
      Dump.KnownBuffers.add(V.Doubts.empty());
  for (const OperationDump &O : F.Operations) {
    if (O.Kind == "launch" || O.Kind == "cpu kernel")
      Dump.KnownLaunches.add(O.Doubts.empty());
    else if (O.Kind == "shim" || O.Kind == "copy" || O.Kind == "proxy" || O.Kind == "item")
      Dump.KnownShimCalls.add(O.Doubts.empty());
  }
}

void addInputs(SourceDump &Dump, TuFacts &Facts, const ModelTables *Model,
               const FunctionBuffers *Run, const FunctionDump *RunDump) {
  std::map<int64_t, ModelTensorDump> ByIndex;
  if (Model) {
    for (const auto &[Index, Entry] : Model->entries(InfoTable::Inputs))
      if (Entry.Name.isKnown())
        ByIndex[Index].Name = Entry.Name.Value;
    if (Model->NumInputs.isKnown() && Model->NumInputs.Value < (1 << 20))
      for (int64_t I = 0; I < Model->NumInputs.Value; ++I)
        ByIndex[I];
  }
  const auto &Declared = Facts.buffers().inputs();
  for (const auto &[Index, Input] : Declared)
    ByIndex[Index];
  std::map<int64_t, const BufferDump *> Used;
  if (RunDump)
    for (size_t I = 0; I < RunDump->Buffers.size(); ++I)
      if (Run->Storages[I].From == Storage::Origin::Input) {
        ByIndex[Run->Storages[I].Index];
        Used[Run->Storages[I].Index] = &RunDump->Buffers[I];
      }
  std::map<std::pair<unsigned, unsigned>, const SizeSymbol *> Symbols;
  if (Run)
    for (const SizeSymbol &S : Run->Symbols)
      if (S.From == SizeSymbol::Origin::InputSize)
        Symbols.try_emplace({S.Input, S.Dimension}, &S);
  for (auto &[Index, Input] : ByIndex) {
    Input.Index = Index;
    if (auto It = Used.find(Index); It != Used.end()) {
      const BufferDump &B = *It->second;
      Input.Line = B.Line;
      if (Input.Name.empty())
        Input.Name = B.Name;
      Input.Dtype = B.Dtype;
      Input.Device = B.Device;
      Input.HasShape = B.HasShape;
      Input.Sizes = B.Sizes;
      Input.Strides = B.Strides;
    }
    auto It = Declared.find(static_cast<unsigned>(Index));
    if (It != Declared.end()) {
      const InputDeclaration &D = It->second;
      if (Input.Dtype.empty())
        Input.Dtype = D.Dtype;
      size_t Rank = Input.Sizes.size();
      if (!Input.HasShape) {
        for (const auto &[Dimension, R] : D.Sizes)
          Rank = std::max<size_t>(Rank, Dimension + 1);
        for (const auto &[Dimension, R] : D.Strides)
          Rank = std::max<size_t>(Rank, Dimension + 1);
        Input.HasShape = Rank > 0;
        Input.Sizes.assign(Rank, "?");
        Input.Strides.assign(Rank, "?");
        for (const auto &[Dimension, R] : D.Sizes)
          if (R.Lo && R.Hi && *R.Lo == *R.Hi)
            Input.Sizes[Dimension] = std::to_string(*R.Lo);
          else if (auto Symbol = Symbols.find({static_cast<unsigned>(Index), Dimension});
                   Symbol != Symbols.end())
            Input.Sizes[Dimension] = Symbol->second->Symbol.str();
        for (const auto &[Dimension, R] : D.Strides)
          if (R.Lo && R.Hi && *R.Lo == *R.Hi)
            Input.Strides[Dimension] = std::to_string(*R.Lo);
      }
      Input.Ranges.resize(Input.Sizes.size());
      for (const auto &[Dimension, R] : D.Sizes)
        if (Dimension < Input.Ranges.size())
          Input.Ranges[Dimension] = range(R);
    }
    if (Input.Dtype.empty())
      Input.Doubts.push_back({"dtype", "no check states it", true});
    if (Input.Device.empty())
      Input.Doubts.push_back({"device", "no check states it", true});
    if (!Input.HasShape)
      Input.Doubts.push_back({"shape", "no check states it", true});
    else if (llvm::is_contained(Input.Sizes, "?"))
      Input.Doubts.push_back({"shape", "no check states all sizes", true});
    Dump.KnownInputs.add(Input.Doubts.empty());
    Dump.Inputs.push_back(std::move(Input));
  }
}

void addConstants(SourceDump &Dump, const ModelTables &Model, const SourceManager &SM) {
  for (const auto &[Index, Entry] : Model.entries(InfoTable::Constants)) {
    ModelTensorDump Constant;
    Constant.Index = Index;
    auto Take = [&](const auto &Field, auto &Into, const char *Fact) {
      if (Field.isSettled())
        Into = Field.Value;
      else if (!Field.isAbsent())
        Constant.Doubts.push_back(
            {Fact, Field.Repeated ? "the table states it more than once"
                                  : "the table states it in a form that is not followed"});
    };
    Take(Entry.Name, Constant.Name, "name");
    Take(Entry.Dtype, Constant.Dtype, "dtype");
    Take(Entry.DeviceType, Constant.Device, "device");
    // Before 2.13 all of them are on the device of the model.
    if (Entry.DeviceType.isAbsent())
      Constant.Device = Dump.Device;
    Take(Entry.Type, Constant.Type, "type");
    Take(Entry.OriginalFqn, Constant.OriginalName, "original name");
    Take(Entry.DataSize, Constant.Bytes, "size");
    Take(Entry.Offset, Constant.Offset, "offset");
    Take(Entry.FromFolded, Constant.IsFolded, "folding");
    std::vector<int64_t> Shape, Stride;
    Take(Entry.Shape, Shape, "shape");
    Take(Entry.Stride, Stride, "strides");
    Constant.HasShape = Entry.Shape.isSettled();
    for (int64_t Size : Shape)
      Constant.Sizes.push_back(std::to_string(Size));
    for (int64_t S : Stride)
      Constant.Strides.push_back(std::to_string(S));
    if (Entry.Dtype.isAbsent())
      Constant.Doubts.push_back({"dtype", "the table does not state it", true});
    if (Entry.Shape.isAbsent())
      Constant.Doubts.push_back({"shape", "the table does not state it", true});
    if (!Entry.Statements.empty()) {
      SourceLocation At = Model.Assignments[Entry.Statements.front()].Statement.getBegin();
      Constant.Line =
          SM.getLineNumber(SM.getMainFileID(), SM.getDecomposedLoc(SM.getFileLoc(At)).second);
    }
    Dump.KnownConstants.add(Constant.Doubts.empty());
    Dump.Constants.push_back(std::move(Constant));
  }
}

void addOutputs(SourceDump &Dump, const ModelTables *Model, const FunctionDump *Run) {
  std::map<int64_t, ModelTensorDump> ByIndex;
  if (Model)
    for (const auto &[Index, Entry] : Model->entries(InfoTable::Outputs))
      ByIndex[Index];
  if (Run)
    for (const OutputDump &O : Run->Outputs) {
      if (O.Slot < 0)
        continue;
      ModelTensorDump &Output = ByIndex[O.Slot];
      Output.Name += (Output.Name.empty() ? "" : " or ") + O.Name;
      if (Output.Line == 0) {
        Output.Dtype = O.Dtype;
        Output.HasShape = O.HasShape;
        Output.Sizes = O.Sizes;
        Output.Strides = O.Strides;
        Output.Line = O.Line;
        for (unsigned Buffer : O.Buffers) {
          const std::string &Device = Run->Buffers[Buffer].Device;
          Output.Device = Buffer == O.Buffers[0] || Output.Device == Device ? Device : "";
        }
      } else if (Output.Sizes != O.Sizes || Output.Strides != O.Strides) {
        Output.HasShape = false;
      }
    }
  for (auto &[Index, Output] : ByIndex) {
    Output.Index = Index;
    if (Output.Line == 0)
      Output.Doubts.push_back({"value", "no statement that is followed fills it"});
    Dump.Outputs.push_back(std::move(Output));
  }
}

} // namespace

SourceDump dumpFacts(TuFacts &Facts) {
  SourceDump Dump;
  const Dialect &D = Facts.dialect();
  Dump.Kind = D.Kind == SourceKind::Wrapper  ? "wrapper"
              : D.Kind == SourceKind::Kernel ? "kernel"
                                             : "other";
  Dump.Dialect = D.describe();
  Dump.Device = deviceName(D.Device);
  if (D.Oldest)
    Dump.OldestTorch = D.Oldest->Minor;
  if (D.Newest)
    Dump.NewestTorch = D.Newest->Minor;

  const SourceManager &SM = Facts.context().getSourceManager();
  std::vector<SourceComment> Comments = findSourceComments(SM.getBufferData(SM.getMainFileID()));
  const ModelTables *Model =
      Facts.constants().models().size() == 1 ? &Facts.constants().models()[0] : nullptr;
  const FunctionBuffers *Run = nullptr;
  std::optional<size_t> RunNumber;
  for (const FunctionBuffers &F : Facts.buffers().functions()) {
    if (!isShown(F) || isInputCheck(F) || D.Kind == SourceKind::Kernel)
      continue;
    Dump.Functions.push_back(FunctionDumper(Facts, F, Model).run(Comments));
    count(Dump, Dump.Functions.back());
    // With the interface of array references the plain one only hands its inputs on.
    if (Dump.Functions.back().Role == "run" &&
        (!Run || F.Operations.size() > Run->Operations.size())) {
      Run = &F;
      RunNumber = Dump.Functions.size() - 1;
    }
  }
  const FunctionDump *RunDump = RunNumber ? &Dump.Functions[*RunNumber] : nullptr;
  addInputs(Dump, Facts, Model, Run, RunDump);
  if (Model)
    addConstants(Dump, *Model, SM);
  addOutputs(Dump, Model, RunDump);
  return Dump;
}

} // namespace aoti
