#include "checks/triton/TritonScratchCheck.h"
#include "Facts/AstQuery.h"
#include "Facts/BufferFacts.h"
#include "Facts/KernelLoads.h"
#include "Facts/LaunchFacts.h"
#include "Support/ClangCompat.h"
#include "Support/Quote.h"
#include "Triton/TritonKernel.h"
#include "llvm/ADT/SmallPtrSet.h"

using namespace clang;

namespace aoti {

namespace {

/// Allocations of a function, by the variable that gets the handle.
class AllocationFinder : public AstVisitor<AllocationFinder> {
public:
  bool VisitCallExpr(CallExpr *Call) {
    // aoti_torch_empty_strided(ndim, sizes, strides, dtype, device_type, device_index, &handle)
    if (calleeName(Call) == "aoti_torch_empty_strided" && Call->getNumArgs() == 7)
      if (const VarDecl *Handle = namedVariable(Call->getArg(6)))
        Allocations.try_emplace(Handle, Call);
    return true;
  }
  llvm::DenseMap<const VarDecl *, const CallExpr *> Allocations;
};

/// The variables in an expression, tables of lazily compiled kernels aside: what these state is
/// stated for one program.
class VariableFinder : public AstVisitor<VariableFinder> {
public:
  bool TraverseMemberExpr(MemberExpr *E) {
    return fieldOfTable(E) || AstVisitor::TraverseMemberExpr(E);
  }
  bool VisitDeclRefExpr(DeclRefExpr *Ref) {
    if (const auto *V = dyn_cast<VarDecl>(Ref->getDecl()))
      Variables.insert(V);
    return true;
  }
  llvm::SmallPtrSet<const VarDecl *, 4> Variables;
};

/// An allocation of scratch memory.
struct Scratch {
  const CallExpr *Call = nullptr;
  /// Where its size is stated, and the size.
  SourceRange SizeAt;
  const Expr *Size = nullptr;
};

/// The allocation behind the address `x_tensor.data_ptr()`, where x_tensor owns a handle, or the
/// one that `allocate_scratch_tensor` makes (torch 2.15).
Scratch allocation(const LaunchArgument &A,
                   const llvm::DenseMap<const VarDecl *, const CallExpr *> &Allocations) {
  Scratch S;
  const auto *Address = dyn_cast_or_null<CallExpr>(A.Value ? stripWrappers(A.Value) : nullptr);
  if (Address && calleeName(Address) == "allocate_scratch_tensor" && Address->getNumArgs() >= 1) {
    const VarDecl *Number = referredVariable(Address->getArg(0));
    if (Number && Number->isLocalVarDecl() && Number->hasInit())
      return {Address, Number->getSourceRange(), Number->getInit()};
    return {Address, Address->getArg(0)->getSourceRange(), Address->getArg(0)};
  }
  if (!Address || memberName(Address) != "data_ptr")
    return S;
  const VarDecl *Owner = referredVariable(memberObject(Address));
  const Expr *Init = Owner && Owner->hasInit() ? stripWrappers(Owner->getInit()) : nullptr;
  if (const auto *Made = dyn_cast_or_null<CXXConstructExpr>(Init); Made && Made->getNumArgs() >= 1)
    Init = Made->getArg(0);
  const VarDecl *Handle = Init ? namedVariable(Init) : nullptr;
  const CallExpr *Call = Handle ? Allocations.lookup(Handle) : nullptr;
  const VarDecl *Sizes = Call ? referredVariable(Call->getArg(1)) : nullptr;
  const auto *List =
      Sizes && Sizes->hasInit() ? dyn_cast<InitListExpr>(stripWrappers(Sizes->getInit())) : nullptr;
  if (!List || List->getNumInits() != 1)
    return S;
  return {Call, Sizes->getSourceRange(), List->getInit(0)};
}

/// The most programs along an axis that any call can ask for; nullopt where there is no end, or
/// none is known.
std::optional<int64_t> mostPrograms(const LaunchFacts &Launches, const KernelLaunch &L,
                                    unsigned Axis, const ASTContext &Context) {
  if (std::optional<int64_t> Fixed = constantInteger(L.Grid[Axis].Value, Context))
    return Fixed;
  if (L.Calls.empty())
    return std::nullopt;
  int64_t Most = 0;
  for (const LaunchCall &C : L.Calls) {
    Expression Programs = Launches.grid(C, Axis);
    if (!Programs)
      return std::nullopt;
    Assumptions Known;
    for (const SizeSymbol &S : C.In->Symbols) {
      Known.addRange(S.Symbol, S.Declared);
      if (S.From == SizeSymbol::Origin::InputSize || S.From == SizeSymbol::Origin::TensorSize)
        Known.addRange(S.Symbol, Range::atLeast(0));
    }
    for (const Condition &Fact : C.In->Facts)
      Known.add(Fact);
    Range Admitted = range(Programs, Known);
    if (!Admitted.Hi)
      return std::nullopt;
    Most = std::max(Most, *Admitted.Hi);
  }
  return Most;
}

} // namespace

void TritonScratchCheck::checkUnit(ASTContext &Context) {
  Facts = TuFacts::of(Context);
  const LaunchFacts &Launches = Facts->launches();
  const FunctionDecl *Function = nullptr;
  AllocationFinder Finder;
  for (const KernelLaunch &L : Launches.launches()) {
    if (!L.IsHelper || llvm::none_of(L.Arguments, [](const LaunchArgument &A) {
          return A.K == LaunchArgument::Kind::Scratch;
        }))
      continue;
    if (L.In != Function) {
      Function = L.In;
      Finder.Allocations.clear();
      Finder.TraverseStmt(Function->getBody());
    }
    for (const LaunchArgument &A : L.Arguments) {
      if (A.K != LaunchArgument::Kind::Scratch)
        continue;
      Scratch S = allocation(A, Finder.Allocations);
      std::optional<int64_t> Bytes = constantInteger(S.Size, Context);
      if (!S.Size || Bytes.value_or(1) <= 0)
        continue;
      VariableFinder In;
      In.TraverseStmt(const_cast<Expr *>(S.Size));
      // What else the size may depend on is not followed.
      unsigned Scaled = 0;
      std::optional<unsigned> Axis;
      std::optional<int64_t> Programs;
      for (unsigned I = 0; I < 3; ++I) {
        const VarDecl *V = L.Grid[I].Argument ? referredVariable(L.Grid[I].Argument) : nullptr;
        if (V && In.Variables.contains(V)) {
          ++Scaled;
          continue;
        }
        if (Axis || !L.Grid[I].Argument)
          continue;
        std::optional<int64_t> Most = mostPrograms(Launches, L, I, Context);
        if (Most && *Most <= 1)
          continue;
        Axis = I;
        Programs = Most;
      }
      if (!Axis || (!Bytes && In.Variables.size() != Scaled))
        continue;
      CodeFinding F;
      F.Level = Severity::Error;
      F.At = charRange(S.SizeAt, Context);
      std::string Kernel =
          "kernel " + quoted(L.Source ? L.Source->name() : llvm::StringRef(L.Kernel));
      std::string Grid = "grid_" + std::to_string(*Axis);
      F.Message = "scratch memory of " + Kernel + " is not made larger with " + quoted(Grid) +
                  ": each program of the grid writes to a part of its own, so all but the first" +
                  (Scaled ? " along that axis" : "") + " write past the end of it" +
                  (Programs ? ", with up to " + std::to_string(*Programs) + " programs there"
                            : " as soon as there are two") +
                  "; multiply the size by 'grid_0 * grid_1 * grid_2' as torch 2.13 does, or "
                  "compile the package again with that";
      CodeNote Axes{charRange(L.Grid[*Axis].Value->getSourceRange(), Context),
                    "the number of programs along axis " + std::to_string(*Axis)};
      CodeNote Made{charRange(S.Call->getSourceRange(), Context), "it is allocated here"};
      CodeNote Launched{charRange(L.Call->getSourceRange(), Context),
                        "the kernel is launched with it here"};
      F.Notes = {Made, Axes, Launched};
      F.Flow = {{F.At, "the size of the scratch memory"}, Made, Axes, Launched};
      if (!L.Calls.empty()) {
        CodeNote Called{charRange(L.Calls.front().By->Call->getSourceRange(), Context),
                        "the model calls it here"};
        F.Notes.push_back(Called);
        F.Flow.push_back(Called);
      }
      report(F, Context);
    }
  }
}

} // namespace aoti
