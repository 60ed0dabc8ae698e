#include "checks/triton/LaunchTrace.h"
#include "Facts/AstQuery.h"
#include "Facts/InputContract.h"
#include "Facts/SourceComments.h"
#include "Facts/TuFacts.h"
#include "llvm/ADT/StringExtras.h"

using namespace clang;
using llvm::StringRef;

namespace aoti {

const ScalarArgument *scalarArgument(const LaunchCall &C, StringRef Parameter) {
  for (const ScalarArgument &S : C.By->Scalars)
    if (!Parameter.empty() && S.Parameter == Parameter)
      return &S;
  return nullptr;
}

const ScalarArgument *scalarArgument(const LaunchCall &C, const TritonParameter &P) {
  const LaunchArgument *A = C.Launch->argument(P);
  return scalarArgument(C, A && A->From ? identifierOf(A->From) : P.Name);
}

std::string kernelName(const KernelLaunch &L) {
  StringRef Name = L.Kernel;
  if (Name.empty() && L.Source)
    Name = L.Source->name();
  if (Name.empty() && L.In && identifierOf(L.In).starts_with("call_"))
    Name = identifierOf(L.In).drop_front(5);
  return Name.empty() ? "of unknown name" : "'" + Name.str() + "'";
}

void addStep(CodeFinding &F, CharSourceRange At, const std::string &Message) {
  F.Notes.push_back({At, Message});
  F.Flow.push_back({At, Message});
}

static std::string admitted(const Range &R) {
  if (R.Lo && R.Hi)
    return "the checks admit " + std::to_string(*R.Lo) + " to " + std::to_string(*R.Hi);
  if (R.Lo)
    return "the checks admit " + std::to_string(*R.Lo) + " and more";
  if (R.Hi)
    return "the checks admit at most " + std::to_string(*R.Hi) + ", and none bounds it from below";
  return "no check bounds it";
}

/// Adds the function that looks at an input before the model runs, and when it does.
static void addCheckOf(CodeFinding &F, unsigned Input, TuFacts &Facts) {
  for (const InputCheck &Check : Facts.contract().checks().checks()) {
    if (!Check.Function || !Check.Inputs.count(Input) || !Check.Looks)
      continue;
    CharSourceRange At = charRange(Check.Function->getLocation(), Facts.context());
    addStep(F, At,
            "this is where the sizes of the input are checked" +
                std::string(*Check.Looks == RunsWhen::Always ? ", in every run"
                            : *Check.Looks == RunsWhen::ChecksAsked
                                ? ", in runs with AOTI_RUNTIME_CHECK_INPUTS=1 only"
                                : ", under a condition"));
    return;
  }
}

void addSizes(CodeFinding &F, const LaunchCall &C, const Assignment &Values, TuFacts &Facts) {
  for (const auto &[Symbol, Value] : Values.values()) {
    const SizeSymbol *S = C.In->symbol(Symbol);
    if (!S || S->At.isInvalid())
      continue;
    std::string Text = "'" + Symbol.name().str() + "' is ";
    switch (S->From) {
    case SizeSymbol::Origin::InputSize:
    case SizeSymbol::Origin::InputStride: {
      bool IsSize = S->From == SizeSymbol::Origin::InputSize;
      Text += (IsSize ? "size " : "stride ") + std::to_string(S->Dimension) + " of input " +
              std::to_string(S->Input);
      for (const Storage &In : C.In->Storages)
        if (In.From == Storage::Origin::Input && In.Index == int(S->Input) && !In.Name.empty()) {
          Text += ", '" + In.Name + "'";
          break;
        }
      break;
    }
    default:
      Text += "read here";
    }
    addStep(F, charRange(S->At, Facts.context()), Text + "; " + admitted(S->Declared));
    if (S->From == SizeSymbol::Origin::InputSize)
      addCheckOf(F, S->Input, Facts);
  }
}

void addSourceNodes(CodeFinding &F, const LaunchCall &C, TuFacts &Facts) {
  const SourceManager &SM = Facts.context().getSourceManager();
  if (const TritonKernel *K = C.Launch->Source; K && !K->sourceNodes().empty()) {
    std::string Text =
        "the kernel computes these nodes of the model: " + llvm::join(K->sourceNodes(), ", ");
    if (!K->sourceOperators().empty())
      Text += " (" + llvm::join(K->sourceOperators(), ", ") + ")";
    F.Notes.push_back({charRange(C.By->Call->getSourceRange(), Facts.context()), Text});
    return;
  }
  auto [File, At] = SM.getDecomposedLoc(SM.getFileLoc(C.By->Call->getBeginLoc()));
  if (File != SM.getMainFileID())
    return;
  // The last comment before the call, with no other kernel or operator between the two.
  uint32_t Before = 0;
  for (const Operation &O : C.In->Operations)
    if (&O != C.By && O.Call &&
        (O.K == Operation::Kind::Launch || O.K == Operation::Kind::CpuKernel ||
         O.K == Operation::Kind::Shim || O.K == Operation::Kind::Proxy))
      if (auto [Other, Begin] = SM.getDecomposedLoc(SM.getFileLoc(O.Call->getBeginLoc()));
          Other == File && Begin < At)
        Before = std::max<uint32_t>(Before, Begin);
  auto Comments = findSourceComments(SM.getBufferData(File));
  const SourceComment *Last = nullptr;
  for (const SourceComment &Comment : Comments)
    if (Comment.Begin > Before && Comment.Begin < At)
      Last = &Comment;
  if (!Last)
    return;
  SourceLocation Begin = SM.getComposedLoc(File, Last->Begin);
  std::string Text = "the kernel computes these nodes of the model: " + Last->Nodes.str();
  if (!Last->Operators.empty())
    Text += " (" + Last->Operators.str() + ")";
  F.Notes.push_back({CharSourceRange::getCharRange(Begin, Begin.getLocWithOffset(12)), Text});
}

bool isBoundedAbove(const FunctionBuffers &In, Expression E) {
  constexpr int64_t LargestBound = int64_t(1) << 40;
  return llvm::all_of(E.symbols(), [&](Expression Symbol) {
    const SizeSymbol *S = In.symbol(Symbol);
    return !S || (S->Declared.Hi && *S->Declared.Hi <= LargestBound);
  });
}

std::string adviceOn(const FunctionBuffers &Buffers, const Assignment &Values, StringRef OfSizes) {
  for (const auto &[Symbol, Value] : Values.values())
    if (const SizeSymbol *S = Buffers.symbol(Symbol);
        S && (S->From == SizeSymbol::Origin::Item || S->From == SizeSymbol::Origin::TensorSize))
      return "bound '" + Symbol.name().str() +
             "', which is data, by 'torch._check' in the model, which becomes a test before the "
             "kernel runs";
  return OfSizes.str();
}

std::string forSizes(const FunctionBuffers &Buffers, const Assignment &Values) {
  Assignment Sizes;
  for (const auto &[Symbol, Value] : Values.values())
    if (Buffers.symbol(Symbol))
      Sizes.set(Symbol, Value);
  return Sizes.values().empty() ? std::string() : "for " + Sizes.str() + " ";
}

} // namespace aoti
