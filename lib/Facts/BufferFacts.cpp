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

SmallVector<const Storage *, 2> BufferFacts::storagesOf(const Tensor &T) {
  SmallVector<const Storage *, 2> Found;
  if (T.In) {
    Found.push_back(T.In);
    return Found;
  }
  llvm::SmallPtrSet<const Tensor *, 8> Seen;
  SmallVector<const Tensor *, 8> Pending{&T};
  while (!Pending.empty()) {
    const Tensor *Next = Pending.pop_back_val();
    if (!Seen.insert(Next).second)
      continue;
    if (Next->In) {
      if (!llvm::is_contained(Found, Next->In))
        Found.push_back(Next->In);
      continue;
    }
    Pending.append(Next->Sources.begin(), Next->Sources.end());
  }
  return Found;
}

std::string BufferFacts::dtypeOf(const Tensor &T) {
  if (!T.Dtype.empty() || T.K != Tensor::Kind::Merged)
    return T.Dtype;
  std::string Dtype;
  llvm::SmallPtrSet<const Tensor *, 8> Seen;
  SmallVector<const Tensor *, 8> Pending{&T};
  while (!Pending.empty()) {
    const Tensor *Next = Pending.pop_back_val();
    if (!Seen.insert(Next).second)
      continue;
    if (Next->Dtype.empty() && Next->K == Tensor::Kind::Merged) {
      Pending.append(Next->Sources.begin(), Next->Sources.end());
      continue;
    }
    if (Next->Dtype.empty() || (!Dtype.empty() && Dtype != Next->Dtype))
      return {};
    Dtype = Next->Dtype;
  }
  return Dtype;
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
  for (FunctionBuffers *Other : Others)
    BufferWalk(Facts, *this, *Other).run();
}

BufferFacts::~BufferFacts() = default;

const FunctionBuffers *BufferFacts::function(const FunctionDecl *F) const {
  for (const FunctionBuffers &Buffers : Functions)
    if (Buffers.Function == F)
      return &Buffers;
  return nullptr;
}

} // namespace aoti
