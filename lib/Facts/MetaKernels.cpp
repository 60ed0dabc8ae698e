#include "Facts/MetaKernels.h"
#include "Facts/AstQuery.h"
#include "Facts/MetaWalk.h"
#include "Facts/TuFacts.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/STLExtras.h"
#include <deque>

using namespace clang;
using llvm::SmallVector;
using llvm::StringRef;

namespace aoti {

bool isInputText(SourceLocation At, const SourceManager &SM) { return isGenerated(At, SM, 0); }

const CXXRecordDecl *recordOf(QualType T) {
  T = T.getNonReferenceType();
  if (const auto *Pointer = T->getAs<PointerType>())
    T = Pointer->getPointeeType();
  return T.getCanonicalType()->getAsCXXRecordDecl();
}

StringRef outerNamespace(const Decl *D) {
  StringRef Name;
  for (const DeclContext *At = D->getDeclContext(); At; At = At->getParent())
    if (const auto *Space = dyn_cast<NamespaceDecl>(At); Space && Space->getIdentifier())
      Name = Space->getName();
  return Name;
}

bool isTensorRecord(const CXXRecordDecl *Record) {
  StringRef Name = identifierOf(Record);
  if (Name != "Tensor" && Name != "TensorBase")
    return false;
  StringRef Space = outerNamespace(Record);
  return Space == "at" || Space == "torch" || Space == "c10";
}

static bool isStableRecord(const CXXRecordDecl *Record) {
  return isTensorRecord(Record) && outerNamespace(Record) == "torch";
}

bool isTensorType(QualType T) { return isTensorRecord(recordOf(T)); }
bool isStableTensorType(QualType T) { return isStableRecord(recordOf(T)); }

bool isSymIntType(QualType T) {
  return identifierOf(T.getNonReferenceType().getCanonicalType()->getAsCXXRecordDecl()) == "SymInt";
}

const FunctionDecl *symbolicForm(const FunctionDecl *F) {
  if (!F || !F->getDeclName().isIdentifier() || F->getName().ends_with("_symint"))
    return nullptr;
  StringRef Space = outerNamespace(F);
  if (Space != "at" && Space != "torch" && Space != "c10")
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

bool holdsTensor(QualType T, unsigned Depth) {
  if (isTensorType(T))
    return true;
  const auto *Specialization = dyn_cast_or_null<ClassTemplateSpecializationDecl>(
      T.getNonReferenceType().getCanonicalType()->getAsCXXRecordDecl());
  if (!Specialization || Depth > 3)
    return false;
  auto Holds = [&](const TemplateArgument &A) {
    return A.getKind() == TemplateArgument::Type && holdsTensor(A.getAsType(), Depth + 1);
  };
  for (const TemplateArgument &A : Specialization->getTemplateArgs().asArray())
    if (Holds(A) ||
        (A.getKind() == TemplateArgument::Pack && llvm::any_of(A.pack_elements(), Holds)))
      return true;
  return false;
}

const FunctionDecl *definitionInView(const FunctionDecl *F, const SourceManager &SM) {
  if (!F)
    return nullptr;
  const FunctionDecl *Definition = nullptr;
  if (!F->hasBody(Definition) || !Definition->getBody()) {
    F = F->getTemplateInstantiationPattern();
    if (!F || !F->hasBody(Definition) || !Definition->getBody())
      return nullptr;
  }
  return isInputText(Definition->getLocation(), SM) ? Definition : nullptr;
}

MetaFacts::~MetaFacts() = default;

std::shared_ptr<MetaFacts> MetaFacts::of(ASTContext &Context) {
  static thread_local std::weak_ptr<MetaFacts> Current;
  std::shared_ptr<MetaFacts> Facts = Current.lock();
  if (!Facts || &Facts->Context != &Context) {
    Facts = std::make_shared<MetaFacts>(Context);
    Current = Facts;
  }
  return Facts;
}

MetaFacts::MetaFacts(ASTContext &Context)
    : Context(Context), Unit(TuFacts::of(Context)), Operators(&Unit->operators()),
      Sizes(std::make_unique<SizeGraph>()) {
  if (Unit->dialect().Kind != SourceKind::Other)
    return;
  findKernels();
  walkMetaKernels(Context, Kernels, Events, Reached, *Sizes);
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

void MetaFacts::findKernels() {
  const SourceManager &SM = Context.getSourceManager();
  const OperatorIndex *Index = OperatorIndex::current();
  auto HasOtherFake = [&](StringRef Operator) {
    for (const OperatorRegistration &R : Operators->all())
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
  for (const OperatorRegistration &R : Operators->all()) {
    if (!R.Kernel || !(R.isMeta() || (R.isComposite() && !HasOtherFake(R.Operator))))
      continue;
    const FunctionDecl *Definition = definitionInView(R.Kernel, SM);
    if (Definition && Known.insert(Definition).second)
      Kernels.push_back(
          {Definition, R.isMeta() ? MetaKernel::Origin::Registered : MetaKernel::Origin::Composite,
           R.Operator, &R, nullptr});
  }

  struct Finder : RecursiveASTVisitor<Finder> {
    std::vector<const FunctionDecl *> Found;
    bool VisitFunctionDecl(FunctionDecl *F) {
      if (F->isThisDeclarationADefinition() && F->getDeclName().isIdentifier() &&
          F->getIdentifier())
        Found.push_back(F);
      return true;
    }
  } Functions;
  Functions.TraverseAST(Context);
  for (const FunctionDecl *F : Functions.Found) {
    if (!F->getBody() || Known.contains(F) || !Operators->of(F).empty() ||
        !isInputText(F->getLocation(), SM))
      continue;
    if (Index) {
      const auto &Records = Index->registrationsOf(qualifiedFunctionName(F));
      const KernelRecord *Meta = nullptr;
      for (const KernelRecord *Record : Records) {
        bool IsMeta = OperatorRegistration::isMetaKey(Record->Key);
        if (IsMeta || (!Meta && OperatorRegistration::isCompositeKey(Record->Key) &&
                       !HasOtherFake(Record->Operator)))
          Meta = Record;
        if (IsMeta)
          break;
      }
      if (Meta) {
        bool IsMeta = OperatorRegistration::isMetaKey(Meta->Key);
        Kernels.push_back({F,
                           IsMeta ? MetaKernel::Origin::Registered : MetaKernel::Origin::Composite,
                           Meta->Operator, nullptr, Meta});
        continue;
      }
      if (!Records.empty())
        continue;
    }
    addByName(F);
  }
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
  bool IsHeader = File.ends_with(".h") || File.ends_with(".hpp") || File.ends_with(".cuh") ||
                  File.ends_with(".hh") || File.ends_with(".inl");
  if (!F->isExternallyVisible() && !IsHeader)
    return;
  if (llvm::none_of(F->parameters(),
                    [](const ParmVarDecl *P) { return holdsTensor(P->getType()); }))
    return;
  Kernels.push_back({F, MetaKernel::Origin::ByName, "", nullptr, nullptr});
}

} // namespace aoti
