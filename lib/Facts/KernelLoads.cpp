#include "Facts/KernelLoads.h"
#include "Facts/AstQuery.h"
#include "Support/ClangCompat.h"

using namespace clang;

namespace aoti {

llvm::StringRef KernelLoad::fileName() const {
  llvm::StringRef Name = Path;
  return Name.substr(Name.find_last_of("/\\") + 1);
}

bool KernelLoad::isAbsolute() const {
  llvm::StringRef P = Path;
  return P.starts_with("/") || P.starts_with("\\\\") ||
         (P.size() > 2 && llvm::isAlpha(P[0]) && P[1] == ':' && (P[2] == '\\' || P[2] == '/'));
}

namespace {

/// The position of the first argument that can be the folder: behind path, name and shared memory,
/// or path and name.
std::optional<unsigned> directoryPosition(llvm::StringRef Function) {
  if (Function == "loadKernel")
    return 3;
  if (Function == "loadCpuTritonKernel")
    return 2;
  return std::nullopt;
}

/// An argument that names a folder: anything but `std::nullopt` and the address of the list of
/// loaded modules.
bool isDirectory(const Expr *E) {
  if (isa<CXXDefaultArgExpr>(E))
    return false;
  const Expr *Plain = stripWrappers(E);
  if (recordName(Plain->getType()) == "nullopt_t" || isa<CXXNullPtrLiteralExpr>(Plain))
    return false;
  // `{}`, and a conversion of nothing.
  if (const auto *List = dyn_cast<InitListExpr>(Plain))
    return List->getNumInits() > 0;
  if (const auto *Construct = dyn_cast<CXXConstructExpr>(Plain)) {
    if (Construct->getNumArgs() == 0)
      return false;
    return isDirectory(Construct->getArg(0));
  }
  if (const auto *Operator = dyn_cast<UnaryOperator>(Plain))
    return Operator->getOpcode() != UO_AddrOf;
  return true;
}

} // namespace

const Expr *fieldOfTable(const Expr *E) {
  const auto *Member = dyn_cast<MemberExpr>(stripWrappers(E));
  const auto *Field = Member ? dyn_cast<FieldDecl>(Member->getMemberDecl()) : nullptr;
  const VarDecl *Table = Field ? namedVariable(Member->getBase()) : nullptr;
  const auto *List =
      Table && Table->hasInit() ? dyn_cast<InitListExpr>(stripWrappers(Table->getInit())) : nullptr;
  if (!List)
    return nullptr;
  if (const InitListExpr *Semantic = List->getSemanticForm())
    List = Semantic;
  unsigned Index = Field->getFieldIndex();
  return Index < List->getNumInits() ? List->getInit(Index) : nullptr;
}

const StringLiteral *loadedLiteral(const Expr *E) {
  const Expr *Plain = stripWrappers(E);
  if (isa<MemberExpr>(Plain)) {
    const Expr *Held = fieldOfTable(Plain);
    if (!Held || isa<MemberExpr>(stripWrappers(Held)))
      return nullptr;
    return loadedLiteral(Held);
  }
  if (const auto *Construct = dyn_cast<CXXConstructExpr>(Plain)) {
    if (Construct->getNumArgs() == 0)
      return nullptr;
    return loadedLiteral(Construct->getArg(0));
  }
  const auto *Literal = dyn_cast<StringLiteral>(Plain);
  return Literal && Literal->getCharByteWidth() == 1 ? Literal : nullptr;
}

namespace {

class Finder : public AstVisitor<Finder> {
public:
  explicit Finder(std::vector<KernelLoad> &Loads) : Loads(Loads) {}

  bool VisitCallExpr(CallExpr *Call) {
    std::optional<unsigned> Position = directoryPosition(calleeName(Call));
    if (!Position || Call->getNumArgs() < 2)
      return true;
    const StringLiteral *Literal = loadedLiteral(Call->getArg(0));
    if (!Literal)
      return true;
    KernelLoad Load;
    Load.Call = Call;
    Load.Literal = Literal;
    Load.Path = Literal->getString().str();
    if (const StringLiteral *Name = loadedLiteral(Call->getArg(1)))
      Load.Kernel = Name->getString().str();
    for (unsigned I = *Position; I < Call->getNumArgs() && !Load.Directory; ++I)
      if (isDirectory(Call->getArg(I)))
        Load.Directory = Call->getArg(I);
    Loads.push_back(std::move(Load));
    return true;
  }

private:
  std::vector<KernelLoad> &Loads;
};

} // namespace

std::vector<KernelLoad> findKernelLoads(ASTContext &Context, uint32_t GeneratedBegin) {
  std::vector<KernelLoad> Loads;
  forEachGeneratedFunction(Context, GeneratedBegin, [&](const FunctionDecl *F) {
    if (Stmt *Body = F->getBody())
      Finder(Loads).TraverseStmt(Body);
  });
  return Loads;
}

} // namespace aoti
