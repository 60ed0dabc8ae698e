#include "Facts/SymIntRewrite.h"
#include "Facts/AstQuery.h"
#include "Facts/SymIntPropagation.h"
#include "Facts/TorchTypes.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/IntEqClasses.h"
#include "llvm/ADT/STLExtras.h"
#include <memory>

using namespace clang;
using llvm::ArrayRef;
using llvm::SmallVector;

namespace aoti {

static SymIntRewrite resultOf(const SymIntPropagation &Found) {
  SymIntRewrite Rewrite;
  Rewrite.Reads = Found.reads();
  Rewrite.Withheld = Found.withheld();
  Rewrite.WithheldAt = Found.withheldAt();
  if (!Found.failed())
    Rewrite.Edits = Found.edits();
  return Rewrite;
}

SymIntRewriter::SymIntRewriter(const MetaFacts &Facts) : Facts(Facts) {
  const SourceManager &SM = Facts.context().getSourceManager();
  std::vector<const Expr *> Seeds;
  for (const MetaEvent &E : Facts.events()) {
    if (E.Kind > MetaEventKind::ConcreteArray || E.Kind == MetaEventKind::Stride ||
        E.Kind == MetaEventKind::Strides)
      continue;
    const auto *Member = dyn_cast<CXXMemberCallExpr>(E.At);
    if (!Member || !memberObject(Member) || !isStableTensorType(memberObject(Member)->getType()))
      Seeds.push_back(E.At);
  }
  // Changes that touch the same declaration or call are one.
  llvm::IntEqClasses Groups(static_cast<unsigned>(Seeds.size()));
  llvm::DenseMap<const void *, unsigned> FirstOf;
  for (unsigned I = 0; I < Seeds.size(); ++I) {
    SymIntPropagation Alone(Facts);
    Alone.addRead(Seeds[I]);
    for (const void *Node : Alone.nodes())
      if (auto [First, New] = FirstOf.try_emplace(Node, I); !New)
        Groups.join(First->second, I);
  }
  Groups.compress();
  struct Part {
    SymIntPropagation Found;
    SmallVector<const Expr *, 4> Seeds;
  };
  std::vector<std::unique_ptr<Part>> Parts(Groups.getNumClasses());
  for (unsigned I = 0; I < Seeds.size(); ++I) {
    std::unique_ptr<Part> &P = Parts[Groups[I]];
    if (!P)
      P = std::make_unique<Part>(Part{SymIntPropagation(Facts), {}});
    P->Seeds.push_back(Seeds[I]);
    P->Found.addRead(Seeds[I]);
  }
  for (const auto &P : Parts) {
    SymIntRewrite Rewrite = resultOf(P->Found);
    Rewrite.Reads.assign(P->Seeds.begin(), P->Seeds.end());
    llvm::sort(Rewrite.Reads, [&](const Expr *A, const Expr *B) {
      return SM.isBeforeInTranslationUnit(SM.getFileLoc(A->getExprLoc()),
                                          SM.getFileLoc(B->getExprLoc()));
    });
    for (const Expr *Read : Rewrite.Reads)
      OfRead[Read] = static_cast<unsigned>(Rewrites.size());
    Rewrites.push_back(std::move(Rewrite));
  }
}

const SymIntRewrite *SymIntRewriter::of(const Expr *Read) const {
  auto Found = OfRead.find(Read);
  return Found == OfRead.end() ? nullptr : &Rewrites[Found->second];
}

SymIntRewrite SymIntRewriter::ofParameters(ArrayRef<const ParmVarDecl *> Parameters) const {
  SymIntPropagation Found(Facts);
  Found.addParameters(Parameters);
  return resultOf(Found);
}

} // namespace aoti
