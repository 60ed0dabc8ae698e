#include "checks/customop/MetaConcreteShapeCheck.h"
#include "Facts/AstQuery.h"
#include "Facts/SymIntRewrite.h"
#include "Facts/TorchTypes.h"
#include "checks/customop/MetaKernelText.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/DenseSet.h"

using namespace clang;
using llvm::StringRef;

namespace aoti {

MetaConcreteShapeCheck::MetaConcreteShapeCheck(StringRef Name, tidy::ClangTidyContext *Context)
    : UnitCheck(Name, Context), Advice(Options.get("Advice", false)) {}

void MetaConcreteShapeCheck::storeOptions(tidy::ClangTidyOptions::OptionMap &Opts) {
  Options.store(Opts, "Advice", Advice);
}

namespace {

constexpr llvm::StringLiteral Specialises =
    "torch.export fixes a dynamic size to that of the example: without a word for Dim.AUTO, with "
    "'Constraints violated' for Dim.DYNAMIC, with "
    "'Could not extract specialized integer from data-dependent expression' for an unbacked size";

/// What a read is called when it gives a symbolic integer: `sym_size(0)` for `size(0)`.
std::string symbolicRead(const MetaEvent &E, const ASTContext &Context) {
  const auto *Call = dyn_cast<CXXMemberCallExpr>(E.At);
  if (!Call)
    return "sym_size";
  const Expr *Object = memberObject(Call);
  std::string Whole = writtenCode(E.At, Context);
  std::string Name = memberName(Call).str();
  size_t At = Whole.rfind(Name + "(");
  if (!Object || At == std::string::npos)
    return "sym_" + Name;
  return Whole.substr(0, At) + "sym_" + Whole.substr(At);
}

std::string message(const MetaEvent &E, const MetaKernel &K, const ASTContext &Context) {
  std::string Code = shownCode(E, Context), In = " in " + describe(K);
  switch (E.Kind) {
  case MetaEventKind::Size:
  case MetaEventKind::Sizes:
    if (E.InCondition)
      return Code + " is tested as a plain integer" + In + ", so " + Specialises.str() + "; use '" +
             symbolicRead(E, Context) + "'";
    return Code + " reads a size as a plain integer" + In + ", so " + Specialises.str() +
           "; use '" + symbolicRead(E, Context) + "'";
  case MetaEventKind::Numel:
  case MetaEventKind::Nbytes:
    return Code + In +
           " raises 'Cannot call numel() on tensor with symbolic sizes/strides' when a size is "
           "dynamic; use '" +
           symbolicRead(E, Context) + "'";
  case MetaEventKind::StorageOffset:
    return Code + In +
           " raises 'Cannot call storage_offset() on tensor with symbolic sizes/strides' when a "
           "size is dynamic; use '" +
           symbolicRead(E, Context) + "'";
  case MetaEventKind::Stride:
  case MetaEventKind::Strides:
    return Code + " reads a stride as a plain integer" + In +
           ", which fixes the dynamic size that it depends on; use '" + symbolicRead(E, Context) +
           "' unless it is constant";
  case MetaEventKind::GuardInt:
    return Code + " makes a symbolic size a plain integer" + In + ", so " + Specialises.str() +
           "; keep the c10::SymInt";
  case MetaEventKind::ExpectInt:
    return Code + In +
           " raises 'when unpacking SymInt, expected int' when the size is dynamic; keep the "
           "c10::SymInt";
  case MetaEventKind::ConcreteArray:
    return Code + In +
           " raises 'SymIntArrayRef expected to contain only concrete integers' when a size is "
           "dynamic; keep the c10::SymIntArrayRef";
  case MetaEventKind::SymEquality:
    if (E.InCheck)
      return Code + In +
             " fixes a dynamic size to the constant, since the check lets no other pass: without a "
             "word for Dim.AUTO, with 'Constraints violated' for Dim.DYNAMIC; leave the check to "
             "the kernels of the devices";
    return Code + In +
           " fixes a dynamic size to the constant whenever the example has that size; branch on "
           "the rank or on an argument instead, or check it with TORCH_SYM_CHECK if nothing else "
           "is supported";
  case MetaEventKind::SymComparison:
    return Code + In +
           " limits the dynamic size to what the example has, and raises 'Could not guard on "
           "data-dependent expression' for an unbacked size";
  case MetaEventKind::IntOverload: {
    const auto *Call = cast<CallExpr>(E.At);
    const FunctionDecl *F = Call->getDirectCallee();
    return "'" + shownCallee(F) + "'" + shownPlace(E, Context.getSourceManager()) +
           " gets sizes of tensors as plain integers" + In +
           ", so the shape it makes is fixed to that of the example; use '" +
           shownCallee(symbolicForm(F)) + "'";
  }
  default:
    return {};
  }
}

std::string stepText(const SizeStep &Step, bool IsFirst, const ASTContext &Context) {
  if (const auto *Bound = dyn_cast_or_null<DecompositionDecl>(Step.Variable)) {
    std::string Names;
    for (const BindingDecl *B : Bound->bindings())
      Names += (Names.empty() ? "" : ", ") + B->getNameAsString();
    return "goes into '[" + Names + "]'";
  }
  if (Step.Variable)
    return "goes into '" + Step.Variable->getNameAsString() + "'";
  if (Step.Result)
    return "is returned by " + shownName(Step.Result);
  if (IsFirst)
    return "the size is read as a plain integer";
  const auto *Call = dyn_cast_or_null<CallExpr>(Step.Expression);
  const FunctionDecl *F = Call ? Call->getDirectCallee() : nullptr;
  return F ? "becomes the shape of what '" + shownCallee(F) + "' makes" : "becomes a shape";
}

std::vector<CodeNote> flowOf(const std::vector<SizeStep> &Way, const ASTContext &Context) {
  std::vector<CodeNote> Flow;
  for (size_t I = 0; I < Way.size(); ++I) {
    SourceRange At = Way[I].Expression ? Way[I].Expression->getSourceRange()
                     : Way[I].Variable ? SourceRange(Way[I].Variable->getLocation())
                     : Way[I].Result   ? SourceRange(Way[I].Result->getLocation())
                                       : SourceRange();
    if (At.isValid())
      Flow.push_back({charRange(At, Context), stepText(Way[I], I == 0, Context)});
  }
  return Flow;
}

/// The first read that a change belongs to carries it; the others say where it is.
void addFix(CodeFinding &F, const MetaEvent &E, const SymIntRewriter &Rewriter,
            const ASTContext &Context) {
  const SymIntRewrite *Rewrite = Rewriter.of(E.At);
  if (!Rewrite)
    return;
  bool IsFirst = Rewrite->Reads.front() == E.At;
  if (!Rewrite->Withheld.empty()) {
    if (IsFirst)
      F.Notes.push_back({charRange(SourceRange(Rewrite->WithheldAt), Context),
                         "not fixed automatically: " + Rewrite->Withheld});
    return;
  }
  if (!IsFirst) {
    F.Notes.push_back(
        {callRange(Rewrite->Reads.front(), Context), "fixed together with this read"});
    return;
  }
  CodeFix Fix;
  Fix.Description = "keep the size symbolic, from the read to the shape";
  for (const SymIntEdit &Change : Rewrite->Edits)
    Fix.Edits.push_back(FixItHint::CreateReplacement(Change.At, Change.Replacement));
  F.Fixes.push_back(std::move(Fix));
}

Severity levelOf(const MetaEvent &E, const MetaKernel &K, bool ReachesShape) {
  Severity Level = Severity::Warning;
  switch (E.Kind) {
  case MetaEventKind::Numel:
  case MetaEventKind::Nbytes:
  case MetaEventKind::StorageOffset:
  case MetaEventKind::ExpectInt:
  case MetaEventKind::ConcreteArray:
    Level = Severity::Error;
    break;
  case MetaEventKind::Stride:
  case MetaEventKind::Strides:
  case MetaEventKind::SymComparison:
    return Severity::Note;
  default:
    break;
  }
  // A name is weaker evidence than a registration.
  if (K.From == MetaKernel::Origin::ByName) {
    if (Level == Severity::Error)
      return Severity::Warning;
    return ReachesShape ? Severity::Warning : Severity::Note;
  }
  return Level;
}

} // namespace

void MetaConcreteShapeCheck::checkUnit(ASTContext &Context) {
  Facts = TuFacts::of(Context);
  const MetaFacts &Meta = Facts->meta();
  const SourceManager &SM = Context.getSourceManager();
  // The stable ABI has no symbolic sizes, so one finding says all there is to say of a kernel.
  llvm::DenseSet<unsigned> StableTold;
  for (const MetaEvent &E : Meta.events()) {
    if (E.Kind >= MetaEventKind::Item)
      continue;
    const MetaKernel &K = Meta.kernels()[E.Kernel];
    const Expr *Place = reportedExpression(E, SM);
    if (!Place)
      continue;
    std::vector<SizeStep> Way;
    if (E.Kind <= MetaEventKind::ConcreteArray)
      Way = Meta.wayToShape(E.At);
    bool ReachesShape = !Way.empty() || E.Kind == MetaEventKind::IntOverload;
    if (K.From == MetaKernel::Origin::Composite && !ReachesShape)
      continue;

    const auto *Member = dyn_cast<CXXMemberCallExpr>(E.At);
    bool IsStable = K.isStable() || (Member && memberObject(Member) &&
                                     isStableTensorType(memberObject(Member)->getType()));
    CodeFinding F;
    F.Level = levelOf(E, K, ReachesShape);
    F.At = callRange(Place, Context);
    if (IsStable) {
      if (E.Kind == MetaEventKind::Stride || E.Kind == MetaEventKind::Strides ||
          E.Kind == MetaEventKind::IntOverload || !StableTold.insert(E.Kernel).second)
        continue;
      F.Level = Severity::Warning;
      F.Message = shownCode(E, Context) + " in " + describe(K) +
                  " reads a size as a plain integer, and the stable ABI has no other way: " +
                  Specialises.str() +
                  "; write the Meta kernel in Python, with torch.library.register_fake('" +
                  K.Operator + "')";
    } else {
      F.Message = message(E, K, Context);
    }
    if (F.Level == Severity::Note && !Advice)
      continue;
    F.Notes = originNotes(E, K, Context);
    F.Flow = flowOf(Way, Context);
    if (!IsStable && E.Kind <= MetaEventKind::ConcreteArray)
      addFix(F, E, Meta.rewriter(), Context);
    report(F, Context);
  }
}

} // namespace aoti
