#include "Triton/TritonWalk.h"
#include "llvm/ADT/Twine.h"

using llvm::SmallVector;
using llvm::SmallVectorImpl;
using llvm::StringRef;

namespace aoti {

using Kind = TritonValue::Kind;

const TritonValue *TritonWalk::Arguments::get(unsigned Position, StringRef Name) const {
  for (const auto &[N, V] : Named)
    if (N == Name)
      return &V;
  return Position < Positional.size() ? &Positional[Position] : nullptr;
}

/// What a chain of names stands for: "triton.language.load"; empty if it begins with a variable or
/// is no chain.
std::string TritonWalk::pathOf(const PythonExpr *E) {
  std::string Written = pythonDottedName(E);
  if (Written.empty())
    return {};
  auto [Root, Rest] = StringRef(Written).split('.');
  for (Scope *S : {Names, &Globals}) {
    auto It = S->find(Root);
    if (It == S->end())
      continue;
    if (!It->second.is(Kind::Name))
      return {};
    Root = It->second.Text;
    break;
  }
  auto It = Imports.find(Root);
  std::string Path = It == Imports.end() ? Root.str() : It->second;
  return Rest.empty() ? Path : Path + "." + Rest.str();
}

/// A value that is computed from others, and of which nothing else is known.
TritonValue TritonWalk::data(const Arguments &Args, unsigned Origins) {
  Value V;
  bool IsFloat = false;
  auto Add = [&](const Value &Argument) {
    join(V, Argument);
    IsFloat |= Argument.is(Kind::Float);
    if (Argument.is(Kind::Tuple))
      for (const Value &Item : *Argument.Items)
        join(V, Item);
  };
  for (const Value &Argument : Args.Positional)
    Add(Argument);
  for (const auto &[Name, Argument] : Args.Named)
    Add(Argument);
  V.Origins |= Origins;
  if (IsFloat) {
    V.K = Kind::Float;
  } else {
    if (!V.Origins)
      V.Origins = triton_origin::Unknown;
    V.E = freshOpaque("value");
  }
  return V;
}

bool TritonWalk::list(const Value *V, SmallVectorImpl<Expression> &Into) {
  if (!V)
    return false;
  if (V->is(Kind::Tuple)) {
    for (const Value &Item : *V->Items) {
      if (!Item.is(Kind::Integer) || Item.Origins)
        return false;
      Into.push_back(Item.E);
    }
    return true;
  }
  if (!V->is(Kind::Integer))
    return false;
  Into.push_back(V->E);
  return true;
}

TritonValue TritonWalk::call(const PythonExpr *E) {
  const PythonExpr *Callee = E->Children[0];
  std::string Path = pathOf(Callee);
  bool IsMethod = Path.empty() && Callee->is(PythonExprKind::Attribute);
  Value Object;
  if (IsMethod)
    Object = evaluate(Callee->Children[0]);
  else if (Path.empty())
    evaluate(Callee);
  Arguments Args;
  bool IsSpread = false;
  for (const PythonExpr *Part : E->Children.drop_front()) {
    if (Part->is(PythonExprKind::Keyword)) {
      Value V = evaluate(Part->Children[0]);
      IsSpread |= Part->Text.empty();
      Args.Named.push_back({Part->Text, std::move(V)});
    } else if (Part->is(PythonExprKind::Starred)) {
      Value V = evaluate(Part->Children[0]);
      if (V.is(Kind::Tuple) && !IsSpread)
        Args.Positional.append(V.Items->begin(), V.Items->end());
      else
        IsSpread = true;
    } else {
      Args.Positional.push_back(evaluate(Part));
    }
  }
  if (IsSpread)
    return opaqueAccess(Path.empty() ? Callee->Text.str() : Path, E, Args);
  if (IsMethod)
    return method(Object, Callee->Text, E, Args);
  StringRef Name = Path;
  if (auto It = Functions.find(Name); It != Functions.end())
    return callLocal(It->second, E, Args);
  if (Name.contains("libdevice."))
    return data(Args, 0);
  if (Name.consume_front("triton.language.")) {
    for (StringRef Module : {"core.", "standard.", "math.", "random."})
      Name.consume_front(Module);
    return triton(Name, E, Args);
  }
  size_t Helpers = Name.find("triton_helpers.");
  if (Helpers != StringRef::npos) {
    Name = Name.substr(Helpers + StringRef("triton_helpers.").size());
    // Its `math` is that of Triton.
    if (Name.consume_front("math."))
      return triton(Name, E, Args);
    return helper(Name, E, Args);
  }
  if (Name == "min" || Name == "max")
    return triton(Name == "min" ? "minimum" : "maximum", E, Args);
  if (Name == "abs" || Name == "float" || Name == "int" || Name == "bool") {
    const Value *V = Args.get(0, "");
    if (!V || Args.Positional.size() != 1)
      return data(Args, triton_origin::Unknown);
    if (Name == "abs")
      return triton(Name, E, Args);
    if (Name == "int" && V->is(Kind::Integer))
      return *V;
    return Name == "float" || V->is(Kind::String)
               ? convert(Value(), "float32", E)
               : convert(*V, Name == "int" ? "int32" : "int1", E);
  }
  if (Name == "len") {
    const Value *V = Args.get(0, "");
    return V && V->is(Kind::Tuple)
               ? makeInteger(constant(static_cast<int64_t>(V->Items->size())), 0)
               : data(Args, triton_origin::Unknown);
  }
  if (Name == "print")
    return Value();
  if (Name == "triton.cdiv")
    return triton("cdiv", E, Args);
  return opaqueAccess(Name.str(), E, Args);
}

/// A call that is not understood; it may do anything with the pointers that it gets.
TritonValue TritonWalk::opaqueAccess(std::string Function, const PythonExpr *E,
                                     const Arguments &Args) {
  auto Look = [&](const Value &V) {
    if (!V.is(Kind::Pointer) && !V.is(Kind::Block))
      return;
    TritonAccess A;
    A.K = TritonAccess::Kind::Call;
    A.Call = E;
    A.Function = Function;
    A.Parameter = V.Base;
    A.Origins = triton_origin::Unknown;
    A.Mask = True;
    A.Path = Path;
    A.Loop = Loop;
    Body.Accesses.push_back(std::move(A));
  };
  unsigned Before = static_cast<unsigned>(Body.Accesses.size());
  for (const Value &V : Args.Positional)
    Look(V);
  for (const auto &[Name, V] : Args.Named)
    Look(V);
  if (Body.Accesses.size() != Before)
    ++Body.Figure.OpaqueCalls;
  Value R = data(Args, triton_origin::Unknown);
  return R;
}

TritonValue TritonWalk::memory(TritonAccess::Kind K, std::string Function, const PythonExpr *E,
                               const Value &Pointer, const Value *Mask, const Value *Check) {
  TritonAccess A;
  A.K = K;
  A.Call = E;
  A.Function = std::move(Function);
  A.Path = Path;
  A.Loop = Loop;
  A.Mask = Mask && !Mask->is(Kind::None) ? truth(*Mask) : True;
  A.Origins = Pointer.Origins;
  A.Loads = Pointer.Loads;
  if (Pointer.is(Kind::Pointer)) {
    A.Parameter = Pointer.Base;
    A.Index = Pointer.E;
    A.IndexBits = Pointer.Bits;
    markAddress(Pointer.Operation);
  } else if (Pointer.is(Kind::Block)) {
    const TritonBlock &B = *Pointer.Block;
    A.Parameter = Pointer.Base;
    A.Index = Pointer.E;
    A.IndexBits = 64;
    SmallVector<Expression, 2> Checked;
    bool ChecksAll = B.IsDescriptor || (Check && !list(Check, Checked) && !Check->is(Kind::None));
    for (unsigned I = 0, Rank = B.Sizes.size(); I < Rank && A.Index; ++I) {
      Expression Place = B.Offsets[I] + lane(B.Sizes[I], Rank - 1 - I);
      A.Index += Place * B.Strides[I];
      bool IsChecked = ChecksAll;
      for (Expression C : Checked)
        IsChecked |= C.constantValue() == static_cast<int64_t>(I);
      if (IsChecked)
        A.Mask = both(A.Mask, both(compareWith(Condition::ge(Place, constant(0))),
                                   compareWith(Condition::lt(Place, B.Shape[I]))));
    }
  } else {
    A.Origins |= triton_origin::Unknown;
  }
  unsigned Number = static_cast<unsigned>(Body.Accesses.size());
  ++Body.Figure.Accesses;
  Body.Figure.Understood += A.isUnderstood();
  Body.Accesses.push_back(std::move(A));
  return K == TritonAccess::Kind::Store ? Value() : loaded(Pointer, Number, E);
}

/// What an access gives.
TritonValue TritonWalk::loaded(const Value &Pointer, unsigned Access, const PythonExpr *E) {
  Value V;
  V.Rank = Pointer.is(Kind::Block) ? Pointer.Block->Sizes.size() : Pointer.Rank;
  V.Origins = triton_origin::Memory;
  V.Loads.push_back(Access);
  const TritonParameter *P = Pointer.Base >= 0 ? &Kernel.parameters()[Pointer.Base] : nullptr;
  StringRef Dtype = P && P->Type ? StringRef(P->Type->Dtype) : StringRef();
  if (Dtype == "bool") {
    V.K = Kind::Boolean;
    V.P = unknownPredicate(triton_origin::Memory);
    return V;
  }
  bool IsUnsigned = Dtype.consume_front("u");
  unsigned Bits = 0;
  if (Dtype.consume_front("int") && !Dtype.getAsInteger(10, Bits)) {
    V.K = Kind::Integer;
    V.Bits = static_cast<uint8_t>(Bits);
    V.IsUnsigned = IsUnsigned;
    Range R = Range::all();
    if (Bits < 64)
      R = IsUnsigned ? Range::between(0, (int64_t(1) << Bits) - 1)
                     : Range::between(-(int64_t(1) << (Bits - 1)), (int64_t(1) << (Bits - 1)) - 1);
    V.E = freshOpaque("loaded", R);
    return V;
  }
  if (Dtype.contains("float")) {
    V.K = Kind::Float;
    Texts.push_back(("float" + llvm::Twine(P->Type->ElementBits)).str());
    V.Text = P->Type->Dtype == "bfloat16" ? StringRef("bfloat16") : StringRef(Texts.back());
    return V;
  }
  V.E = freshOpaque("loaded");
  return V;
}

void TritonWalk::assertion(TritonAssert::Kind K, const PythonExpr *E, const Value *Condition,
                           const Value *Message) {
  TritonAssert A;
  A.K = K;
  A.Call = E;
  A.Condition = Condition ? truth(*Condition) : True;
  if (Message && Message->is(Kind::String))
    A.Message = Message->Text.str();
  A.Path = Path;
  A.Loop = Loop;
  A.Position = static_cast<unsigned>(Body.Accesses.size());
  Body.Asserts.push_back(std::move(A));
}

TritonValue TritonWalk::makeBlock(const PythonExpr *E, const Arguments &Args, bool IsDescriptor) {
  const Value *Base = Args.get(0, "base");
  auto B = std::make_shared<TritonBlock>();
  B->IsDescriptor = IsDescriptor;
  bool IsKnown = Base && Base->is(Kind::Pointer) && list(Args.get(1, "shape"), B->Shape) &&
                 list(Args.get(2, "strides"), B->Strides) &&
                 list(Args.get(IsDescriptor ? 3 : 4, "block_shape"), B->Sizes);
  if (IsKnown && IsDescriptor)
    B->Offsets.assign(B->Sizes.size(), constant(0));
  else
    IsKnown = IsKnown && list(Args.get(3, "offsets"), B->Offsets);
  size_t Rank = B->Sizes.size();
  if (!IsKnown || B->Shape.size() != Rank || B->Strides.size() != Rank || B->Offsets.size() != Rank)
    return opaqueAccess(IsDescriptor ? "tl.make_tensor_descriptor" : "tl.make_block_ptr", E, Args);
  Value V = *Base;
  V.K = Kind::Block;
  V.Block = std::move(B);
  return V;
}

TritonValue TritonWalk::triton(StringRef Name, const PythonExpr *E, const Arguments &Args) {
  const Value *First = Args.get(0, "input");
  auto Full = ("tl." + Name).str();
  if (Name == "load" || Name == "store" || Name.starts_with("atomic_")) {
    const Value *Pointer = Args.get(0, "pointer");
    bool IsLoad = Name == "load", IsStore = Name == "store", Compares = Name == "atomic_cas";
    if (!Pointer)
      return opaqueAccess(Full, E, Args);
    TritonAccess::Kind K = IsLoad    ? TritonAccess::Kind::Load
                           : IsStore ? TritonAccess::Kind::Store
                                     : TritonAccess::Kind::Atomic;
    // What is stored is no part of the place, but the call may be one of a block.
    return memory(K, Full, E, *Pointer, Compares ? nullptr : Args.get(IsLoad ? 1 : 2, "mask"),
                  Args.get(3, "boundary_check"));
  }
  if (Name == "device_assert" || Name == "static_assert" || Name == "assume") {
    assertion(Name == "assume"          ? TritonAssert::Kind::Assume
              : Name == "device_assert" ? TritonAssert::Kind::Device
                                        : TritonAssert::Kind::Static,
              E, Args.get(0, "cond"), Args.get(1, "msg"));
    return Value();
  }
  if (Name == "program_id" || Name == "num_programs") {
    const Value *Axis = Args.get(0, "axis");
    std::optional<int64_t> A =
        Axis && Axis->is(Kind::Integer) ? Axis->E.constantValue() : std::nullopt;
    if (!A || *A < 0 || *A > 2)
      return data(Args, triton_origin::Unknown);
    return makeInteger(program(Name == "num_programs", static_cast<unsigned>(*A)), 32);
  }
  if (Name == "arange") {
    const Value *Start = Args.get(0, "start"), *End = Args.get(1, "end");
    if (!Start || !End || !Start->is(Kind::Integer) || !End->is(Kind::Integer) || Start->Origins ||
        End->Origins)
      return data(Args, triton_origin::Unknown);
    Value V = makeInteger(Start->E + lane(End->E - Start->E, 0), 32);
    V.Rank = 1;
    return V;
  }
  if (Name == "full" || Name == "zeros") {
    const Value *Type = Args.get(Name == "full" ? 2 : 1, "dtype"), *Filled = Args.get(1, "value");
    Value V = Name == "full" && Filled ? *Filled : makeInteger(constant(0), 0);
    if (const Value *Shape = Args.get(0, "shape"); Shape && Shape->is(Kind::Tuple))
      V.Rank = static_cast<uint8_t>(Shape->Items->size());
    return Type && Type->is(Kind::Type) && !Type->Text.empty()
               ? convert(V, Type->Text, nullptr)
               : unknown(triton_origin::Unknown, &V);
  }
  if (Name == "cast") {
    const Value *Type = Args.get(1, "dtype");
    if (First && Type && Type->is(Kind::Type) && !Args.get(3, "bitcast"))
      return convert(*First, Type->Text, E);
    return data(Args, triton_origin::Unknown);
  }
  if (Name == "broadcast_to" || Name == "max_contiguous" || Name == "multiple_of" ||
      Name == "max_constancy" || Name == "constexpr" || Name == "to_tensor" ||
      Name == "promote_to_tensor") {
    const Value *V = First ? First : Args.get(0, "value");
    return V ? *V : Value();
  }
  if (Name == "broadcast" && Args.Positional.size() == 2) {
    Value V;
    V.K = Kind::Tuple;
    V.Items = std::make_shared<std::vector<Value>>(Args.Positional.begin(), Args.Positional.end());
    return V;
  }
  if (Name == "expand_dims" && First && First->isNumber()) {
    const Value *Axis = Args.get(1, "axis");
    std::optional<int64_t> A =
        Axis && Axis->is(Kind::Integer) ? Axis->E.constantValue() : std::nullopt;
    unsigned Rank = First->Rank;
    if (A && *A >= -static_cast<int64_t>(Rank) - 1 && *A <= static_cast<int64_t>(Rank)) {
      unsigned At = static_cast<unsigned>(*A < 0 ? *A + Rank + 1 : *A);
      SmallVector<unsigned, 4> Positions;
      for (unsigned P = 0; P < Rank; ++P)
        Positions.push_back(P + (Rank - At <= P));
      return moveDimensions(*First, Positions, Rank + 1);
    }
    return data(Args, triton_origin::Unknown);
  }
  if (Name == "trans" && First && First->isNumber() && First->Rank == 2 &&
      Args.Positional.size() == 1)
    return moveDimensions(*First, {1, 0}, 2);
  if (Name == "where") {
    const Value *C = Args.get(0, "condition"), *A = Args.get(1, "x"), *B = Args.get(2, "y");
    if (C && A && B) {
      Value R = choose(truth(*C), *A, *B, E);
      R.Rank = std::max({C->Rank, A->Rank, B->Rank});
      join(R, *C);
      return R;
    }
  }
  bool IsMin = Name == "minimum";
  if (IsMin || Name == "maximum") {
    const Value *A = Args.get(0, "x"), *B = Args.get(1, "y");
    if (A && B && !A->is(Kind::Float) && !B->is(Kind::Float) && A->isNumber() && B->isNumber()) {
      Value X = toInteger(*A, E), Y = toInteger(*B, E);
      Value R = makeInteger(IsMin ? min(X.E, Y.E) : max(X.E, Y.E), std::max(X.Bits, Y.Bits));
      join(R, X);
      join(R, Y);
      R.Operation = addOperation(nullptr, {}, 0, false, false, X.Operation, Y.Operation);
      return R;
    }
    return data(Args, 0);
  }
  if (Name == "clamp" && First && First->is(Kind::Integer)) {
    const Value *Low = Args.get(1, "min"), *High = Args.get(2, "max");
    if (Low && High && Low->is(Kind::Integer) && High->is(Kind::Integer)) {
      Value R = *First;
      R.E = min(max(First->E, Low->E), High->E);
      join(R, *Low);
      join(R, *High);
      return R;
    }
  }
  if (Name == "abs" && First && First->is(Kind::Integer)) {
    Value R = *First;
    R.E = max(R.E, -R.E);
    return R;
  }
  if (Name == "cdiv") {
    const Value *A = Args.get(0, "x"), *B = Args.get(1, "div");
    if (A && B && A->is(Kind::Integer) && B->is(Kind::Integer)) {
      Value Sum = integers("-", integers("+", *A, *B, E), makeInteger(constant(1), 0), E);
      return integers("//", Sum, *B, E);
    }
    return data(Args, triton_origin::Unknown);
  }
  if (Name == "make_block_ptr")
    return makeBlock(E, Args, false);
  if (Name == "make_tensor_descriptor" || Name == "_experimental_make_tensor_descriptor")
    return makeBlock(E, Args, true);
  if (Name == "advance") {
    const Value *Base = Args.get(0, "base");
    SmallVector<Expression, 3> Offsets;
    if (Base && Base->is(Kind::Block) && list(Args.get(1, "offsets"), Offsets) &&
        Offsets.size() == Base->Block->Offsets.size()) {
      Value V = *Base;
      V.Block = std::make_shared<TritonBlock>(*Base->Block);
      for (size_t I = 0; I < Offsets.size(); ++I)
        V.Block->Offsets[I] += Offsets[I];
      return V;
    }
    return opaqueAccess(Full, E, Args);
  }
  if (Name.starts_with("rand"))
    return data(Args, triton_origin::Random);
  if (Name == "debug_barrier" || Name == "static_print" || Name == "device_print")
    return Value();
  // What takes no pointer computes; what takes one may do anything with it.
  for (const Value &V : Args.Positional)
    if (V.is(Kind::Pointer) || V.is(Kind::Block))
      return opaqueAccess(Full, E, Args);
  return data(Args, 0);
}

TritonValue TritonWalk::helper(StringRef Name, const PythonExpr *E, const Arguments &Args) {
  const Value *A = Args.get(0, "a"), *B = Args.get(1, "b");
  if (Name == "minimum" || Name == "maximum") {
    Arguments Plain;
    if (A && B)
      Plain.Positional = {*A, *B};
    return triton(Name, E, Plain);
  }
  if ((Name == "div_floor_integer" || Name == "remainder_integer") && A && B &&
      A->is(Kind::Integer) && B->is(Kind::Integer) && B->E.constantValue() != 0) {
    Value R = integers("//", *A, *B, nullptr);
    R.E = Name == "div_floor_integer" ? floorDiv(A->E, B->E) : floorMod(A->E, B->E);
    return R;
  }
  if (Name == "promote_to_tensor" && Args.Positional.size() == 1)
    return Args.Positional[0];
  if (Name == "is_floating" && Args.Positional.size() == 1 && !Args.Positional[0].is(Kind::Unknown))
    return makeBoolean(Args.Positional[0].is(Kind::Float) ? True : False);
  if (Name == "device_assert_then") {
    assertion(TritonAssert::Kind::Device, E, Args.get(0, "cond"), Args.get(1, "msg"));
    const Value *R = Args.get(2, "r");
    return R ? *R : Value();
  }
  if (Name == "randint64") {
    Value V = data(Args, triton_origin::Random);
    const Value *Low = Args.get(2, "low"), *High = Args.get(3, "high");
    V.K = Kind::Integer;
    V.Bits = 64;
    Range R = Range::all();
    if (Low && Low->is(Kind::Integer))
      R.Lo = Low->E.constantValue();
    if (High && High->is(Kind::Integer) && High->E.constantValue())
      R.Hi = *High->E.constantValue() - 1;
    V.E = freshOpaque("random", R);
    return V;
  }
  if (Name.starts_with("rand"))
    return data(Args, triton_origin::Random);
  if (Name == "set_driver_to_gpu" || Name == "set_driver_to_cpu")
    return Value();
  for (const Value &V : Args.Positional)
    if (V.is(Kind::Pointer))
      return opaqueAccess(("triton_helpers." + Name).str(), E, Args);
  return data(Args, 0);
}

TritonValue TritonWalk::method(const Value &Object, StringRef Name, const PythonExpr *E,
                               const Arguments &Args) {
  if (Name == "to") {
    const Value *Type = Args.get(0, "dtype"), *Bitcast = Args.get(2, "bitcast");
    bool IsBitcast = Bitcast && !(Bitcast->is(Kind::Boolean) && Bitcast->P->isFalse());
    if (Type && Type->is(Kind::Type) && !Type->Text.empty() && !IsBitcast)
      return convert(Object, Type->Text, E);
    return unknown(Object.Origins ? 0 : unsigned(triton_origin::Unknown), &Object);
  }
  if (Object.is(Kind::Block) && Object.Block->IsDescriptor && (Name == "load" || Name == "store")) {
    SmallVector<Expression, 3> Offsets;
    if (list(Args.get(0, "offsets"), Offsets) && Offsets.size() == Object.Block->Sizes.size()) {
      Value Moved = Object;
      Moved.Block = std::make_shared<TritonBlock>(*Object.Block);
      Moved.Block->Offsets.assign(Offsets.begin(), Offsets.end());
      return memory(Name == "load" ? TritonAccess::Kind::Load : TritonAccess::Kind::Store,
                    ("tl.descriptor." + Name).str(), E, Moved, nullptr, nullptr);
    }
  }
  if (Object.is(Kind::Pointer) || Object.is(Kind::Block)) {
    Arguments All;
    All.Positional.push_back(Object);
    return opaqueAccess(Name.str(), E, All);
  }
  // Methods of tensors are functions whose first argument is the tensor.
  Arguments All = Args;
  All.Positional.insert(All.Positional.begin(), Object);
  return triton(Name, E, All);
}

} // namespace aoti
