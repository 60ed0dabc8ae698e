#include "Facts/BufferFacts.h"
#include "Facts/BufferWalk.h"
#include "llvm/ADT/SmallPtrSet.h"

using namespace clang;
using llvm::SmallVector;
using llvm::StringRef;

namespace aoti {

const SizeSymbol *FunctionBuffers::symbol(Expression E) const {
  if (!E || !E.isSymbol())
    return nullptr;
  auto It = SymbolNumber.find(E.symbolId());
  return It == SymbolNumber.end() ? nullptr : &Symbols[It->second];
}

llvm::ArrayRef<const TensorUse *> FunctionBuffers::usesOf(const Storage &S) const {
  auto It = UsesByStorage.find(&S);
  return It == UsesByStorage.end() ? llvm::ArrayRef<const TensorUse *>()
                                   : llvm::ArrayRef(It->second);
}

void BufferFacts::forEachSource(const Tensor &T, llvm::function_ref<bool(const Tensor &)> Visit) {
  llvm::SmallPtrSet<const Tensor *, 8> Seen;
  SmallVector<const Tensor *, 8> Pending{&T};
  while (!Pending.empty()) {
    const Tensor *Next = Pending.pop_back_val();
    if (Seen.insert(Next).second && Visit(*Next))
      Pending.append(Next->Sources.begin(), Next->Sources.end());
  }
}

SmallVector<const Storage *, 2> BufferFacts::storagesOf(const Tensor &T) {
  SmallVector<const Storage *, 2> Found;
  forEachSource(T, [&](const Tensor &Source) {
    if (Source.In && !llvm::is_contained(Found, Source.In))
      Found.push_back(Source.In);
    return !Source.In;
  });
  return Found;
}

const Tensor *BufferFacts::inputOf(const Tensor &T) {
  const Tensor *Input = nullptr;
  bool IsOther = false;
  auto IsInput = [](const Tensor *Is) {
    return Is && Is->K == Tensor::Kind::Whole && Is->In && Is->In->From == Storage::Origin::Input &&
           Is->In->Index >= 0;
  };
  forEachSource(T, [&](const Tensor &Source) {
    if (Source.K == Tensor::Kind::Merged)
      return true;
    const Tensor *Is = &Source;
    while (Is->K == Tensor::Kind::Alias && Is->Base)
      Is = Is->Base;
    if (Is->K == Tensor::Kind::Merged)
      return true;
    if (!IsInput(Is))
      Is = Is->Call && Is->K == Tensor::Kind::Whole ? Is->Like : nullptr;
    if (!IsInput(Is) || (Input && Input != Is))
      IsOther = true;
    else
      Input = Is;
    return false;
  });
  return IsOther ? nullptr : Input;
}

std::string BufferFacts::dtypeOf(const Tensor &T) {
  std::string Dtype;
  bool Agree = true;
  forEachSource(T, [&](const Tensor &Source) {
    // An alias of a merged tensor is made before all of its sources are known.
    if (Source.Dtype.empty() && !Source.Sources.empty() &&
        (Source.K == Tensor::Kind::Merged || Source.K == Tensor::Kind::Alias))
      return true;
    Agree &= !Source.Dtype.empty() && (Dtype.empty() || Dtype == Source.Dtype);
    Dtype = Source.Dtype;
    return false;
  });
  return Agree ? Dtype : std::string();
}

BufferFacts::BufferFacts(TuFacts &Facts) : Expressions(std::make_unique<ExpressionContext>()) {
  std::vector<FunctionBuffers *> Checks, Others;
  forEachGeneratedFunction(
      Facts.context(), Facts.dialect().GeneratedBegin, [&](const FunctionDecl *F) {
        FunctionBuffers &Buffers = Functions.emplace_back();
        Buffers.Function = F;
        bool TakesInputs = llvm::any_of(F->parameters(), [](const ParmVarDecl *P) {
          return P->getDeclName().isIdentifier() && P->getName() == "input_handles";
        });
        (TakesInputs && !isa<CXXMethodDecl>(F) ? Checks : Others).push_back(&Buffers);
      });
  // What the checks say of the inputs is known before the functions that use them are walked.
  for (FunctionBuffers *Check : Checks) {
    BufferWalk(Facts, *this, *Check).run();
    for (const SizeSymbol &S : Check->Symbols)
      if (S.From == SizeSymbol::Origin::InputSize || S.From == SizeSymbol::Origin::InputStride) {
        InputDeclaration &Input = Inputs[S.Input];
        Range &Known =
            (S.From == SizeSymbol::Origin::InputStride ? Input.Strides : Input.Sizes)[S.Dimension];
        Known = Known.intersect(S.Declared);
      }
  }
  findRanks(Facts.dialect());
  for (FunctionBuffers *Other : Others)
    BufferWalk(Facts, *this, *Other).run();
}

void BufferFacts::findRanks(const Dialect &D) {
  // The generator compares a fixed size with its value, and any other with its bounds; the lower
  // one is always finite. Newer releases leave that test out on request, and then a dimension may
  // leave no trace at all (`check_lowerbound` in torch/_inductor/config.py).
  bool AllCompared = D.isBefore(10), SomeLeftOut = false;
  for (const auto &[Index, Input] : Inputs)
    for (const auto &[Dimension, R] : Input.Sizes) {
      bool IsFixed = R.Lo && R.Hi && *R.Lo == *R.Hi;
      AllCompared |= R.Lo && !IsFixed;
      SomeLeftOut |= R.Hi && !R.Lo;
    }
  for (auto &[Index, Input] : Inputs) {
    unsigned AtLeast = 0;
    for (const auto *Ranges : {&Input.Sizes, &Input.Strides})
      if (!Ranges->empty())
        AtLeast = std::max(AtLeast, Ranges->rbegin()->first + 1);
    if (AllCompared ? AtLeast > 0 || !Input.Dtype.empty() : AtLeast > 0 && !SomeLeftOut)
      Input.Rank = AtLeast;
  }
}

BufferFacts::~BufferFacts() = default;

const FunctionBuffers *BufferFacts::function(const FunctionDecl *F) const {
  for (const FunctionBuffers &Buffers : Functions)
    if (Buffers.Function == F)
      return &Buffers;
  return nullptr;
}

} // namespace aoti
