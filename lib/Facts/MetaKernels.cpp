#include "Facts/MetaKernels.h"
#include "Facts/AstQuery.h"
#include "Facts/MetaWalk.h"
#include "Facts/SymIntRewrite.h"
#include "Facts/TorchTypes.h"
#include "Facts/TracedCode.h"
#include "Facts/TuFacts.h"
#include "Support/FileNames.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include <deque>

using namespace clang;
using llvm::SmallVector;
using llvm::StringRef;

namespace aoti {

const FunctionDecl *symbolicForm(const FunctionDecl *F) {
  if (!F || !F->getDeclName().isIdentifier() || F->getName().ends_with("_symint"))
    return nullptr;
  if (!isOfTorch(F))
    return nullptr;
  const auto *Method = dyn_cast<CXXMethodDecl>(F);
  if (Method && !isTensorRecord(Method->getParent()))
    return nullptr;
  const ASTContext &Context = F->getASTContext();
  IdentifierInfo &Name = Context.Idents.get((F->getName() + "_symint").str());
  for (const NamedDecl *Found : F->getDeclContext()->lookup(&Name)) {
    const auto *Form = dyn_cast<FunctionDecl>(Found);
    if (!Form || Form->getNumParams() != F->getNumParams())
      continue;
    // Apart from the sizes, the parameters are the same.
    bool Same = true, Differs = false;
    for (unsigned I = 0; I < F->getNumParams(); ++I) {
      QualType A = F->getParamDecl(I)->getType().getCanonicalType(),
               B = Form->getParamDecl(I)->getType().getCanonicalType();
      if (A == B)
        continue;
      Differs = true;
      // Of a list and a number only the same one can be meant.
      bool Number = A.getNonReferenceType()->isIntegerType();
      if (Number != isSymIntType(B))
        Same = false;
    }
    if (Same && Differs)
      return Form;
  }
  return nullptr;
}

std::string shownCallee(const FunctionDecl *F) {
  if (const auto *Method = dyn_cast<CXXMethodDecl>(F))
    return (identifierOf(Method->getParent()) + "::" + identifierOf(F)).str();
  return qualifiedFunctionName(F);
}

MetaFacts::~MetaFacts() = default;

MetaFacts::MetaFacts(TuFacts &Unit)
    : Context(Unit.context()), Operators(Unit.operators()), Sizes(std::make_unique<SizeGraph>()) {
  if (Unit.dialect().Kind != SourceKind::Other)
    return;
  findKernels();
  TracedWalk Walk;
  walkMetaKernels(Context, Kernels, Walk);
  Events = std::move(Walk.Events);
  Reached = std::move(Walk.Reached);
  *Sizes = std::move(Walk.Sizes);
  // What is fed by no read is no fault.
  llvm::DenseSet<SizeGraph::Node> Fed;
  std::deque<SizeGraph::Node> Open;
  for (const MetaEvent &E : Events)
    if (E.Kind <= MetaEventKind::ConcreteArray && E.Kind != MetaEventKind::Stride &&
        E.Kind != MetaEventKind::Strides)
      Open.push_back(E.At);
  while (!Open.empty()) {
    SizeGraph::Node N = Open.front();
    Open.pop_front();
    for (SizeGraph::Node Next : Sizes->Edges.lookup(N))
      if (Fed.insert(Next).second)
        Open.push_back(Next);
  }
  llvm::erase_if(Events, [&](const MetaEvent &E) {
    return E.Kind == MetaEventKind::IntOverload && !Fed.contains(E.At);
  });
}

std::vector<SizeStep> MetaFacts::wayToShape(const Expr *Read) const {
  llvm::DenseMap<SizeGraph::Node, SizeGraph::Node> From;
  std::deque<SizeGraph::Node> Open = {Read};
  From[Read] = nullptr;
  while (!Open.empty()) {
    SizeGraph::Node N = Open.front();
    Open.pop_front();
    if (N != Read && Sizes->Shapes.contains(N)) {
      std::vector<SizeStep> Way;
      for (SizeGraph::Node At = N; At; At = From[At])
        Way.push_back(Sizes->Steps.lookup(At));
      std::reverse(Way.begin(), Way.end());
      return Way;
    }
    for (SizeGraph::Node Next : Sizes->Edges.lookup(N))
      if (From.try_emplace(Next, N).second)
        Open.push_back(Next);
  }
  return {};
}

const TracedCode &MetaFacts::code() const {
  if (!Code)
    Code = std::make_unique<TracedCode>(Context, Reached.getArrayRef());
  return *Code;
}

const SymIntRewriter &MetaFacts::rewriter() const {
  if (!Rewriter)
    Rewriter = std::make_unique<SymIntRewriter>(*this);
  return *Rewriter;
}

void MetaFacts::findKernels() {
  const SourceManager &SM = Context.getSourceManager();
  const OperatorIndex *Index = OperatorIndex::current();
  auto HasOtherFake = [&](StringRef Operator) {
    for (const OperatorRegistration &R : Operators.all())
      if (R.Operator == Operator && (R.isMeta() || R.HasPythonStub))
        return true;
    if (!Index)
      return false;
    return Index->hasPythonFake(Operator) ||
           llvm::any_of(Index->kernels(Operator), [](const KernelRecord *K) {
             return OperatorRegistration::isMetaKey(K->Key);
           });
  };
  llvm::DenseSet<const FunctionDecl *> Known;
  for (const OperatorRegistration &R : Operators.all()) {
    if (!R.Kernel || !(R.isMeta() || (R.isComposite() && !HasOtherFake(R.Operator))))
      continue;
    const FunctionDecl *Definition = definitionInView(R.Kernel, SM);
    if (Definition && Known.insert(Definition).second)
      Kernels.push_back(
          {Definition, R.isMeta() ? MetaKernel::Origin::Registered : MetaKernel::Origin::Composite,
           R.Operator, &R, nullptr});
  }

  llvm::DenseSet<const FunctionDecl *> Elsewhere;
  for (const RegisteredElsewhere &R : registeredElsewhere(Context)) {
    Elsewhere.insert(R.Function);
    if (R.IsOverloaded || Known.contains(R.Function) || !Operators.of(R.Function).empty())
      continue;
    const KernelRecord *Meta = nullptr;
    for (const KernelRecord *Record : R.Records) {
      bool IsMeta = OperatorRegistration::isMetaKey(Record->Key);
      if (IsMeta || (!Meta && OperatorRegistration::isCompositeKey(Record->Key) &&
                     !HasOtherFake(Record->Operator)))
        Meta = Record;
      if (IsMeta)
        break;
    }
    if (!Meta)
      continue;
    bool IsMeta = OperatorRegistration::isMetaKey(Meta->Key);
    Kernels.push_back({R.Function,
                       IsMeta ? MetaKernel::Origin::Registered : MetaKernel::Origin::Composite,
                       Meta->Operator, nullptr, Meta});
  }
  forEachGeneratedFunction(Context, 0, [&](const FunctionDecl *F) {
    if (F->getDeclName().isIdentifier() && !Known.contains(F) && !Elsewhere.contains(F) &&
        Operators.of(F).empty())
      addByName(F);
  });
  // Registered kernels first: what they do is told for them.
  std::vector<MetaKernel> Sorted;
  for (MetaKernel::Origin From :
       {MetaKernel::Origin::Registered, MetaKernel::Origin::Composite, MetaKernel::Origin::ByName})
    llvm::copy_if(Kernels, std::back_inserter(Sorted),
                  [&](const MetaKernel &K) { return K.From == From; });
  Kernels = std::move(Sorted);
}

void MetaFacts::addByName(const FunctionDecl *F) {
  StringRef Name = F->getName();
  if (!(Name.ends_with("_meta") || Name.ends_with("_fake") || Name.ends_with("_abstract")) ||
      !holdsTensor(F->getReturnType()))
    return;
  const SourceManager &SM = Context.getSourceManager();
  // What only its own file can name would be registered there; a header is registered by who
  // includes it.
  OptionalFileEntryRef Main = SM.getFileEntryRefForID(SM.getMainFileID());
  StringRef File = Main ? Main->getName() : StringRef();
  if (!F->isExternallyVisible() && !isHeaderName(File))
    return;
  if (llvm::none_of(F->parameters(),
                    [](const ParmVarDecl *P) { return holdsTensor(P->getType()); }))
    return;
  Kernels.push_back({F, MetaKernel::Origin::ByName, "", nullptr, nullptr});
}

} // namespace aoti
