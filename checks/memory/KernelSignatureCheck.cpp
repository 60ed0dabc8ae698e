#include "checks/memory/KernelSignatureCheck.h"
#include "Facts/AstQuery.h"
#include "Facts/BufferFacts.h"
#include "Facts/KernelFacts.h"
#include "llvm/ADT/SmallSet.h"

using namespace clang;

namespace aoti {

namespace {

std::string quoted(llvm::StringRef Text) { return "'" + Text.str() + "'"; }

std::string count(size_t N, llvm::StringRef What) {
  return std::to_string(N) + " " + What.str() + (N == 1 ? "" : "s");
}

/// How two types of a parameter differ for the machine code that is called with one and compiled
/// with the other.
enum class Difference { None, Kind, Element, Const };

Difference difference(const KernelType &A, const KernelType &B) {
  if (A.IsPointer != B.IsPointer)
    // A value of an unknown type may be a pointer by another name.
    return (A.IsPointer || A.isKnown()) && (B.IsPointer || B.isKnown()) ? Difference::Kind
                                                                        : Difference::None;
  if (!isSameElement(A.Dtype, B.Dtype) ||
      (!A.IsPointer && A.isKnown() && B.isKnown() && A.Dtype != B.Dtype))
    return Difference::Element;
  return A.IsConst != B.IsConst ? Difference::Const : Difference::None;
}

class KernelReporter {
public:
  KernelReporter(const KernelFacts &Kernels, ASTContext &Context,
                 llvm::function_ref<void(const CodeFinding &)> Report)
      : Kernels(Kernels), Context(Context), Report(Report) {}

  void check(const CpuKernel &Kernel);
  /// What clang refuses and a finding tells of.
  std::vector<SourceRange> Explained;

  void checkDefined(const CpuKernel &Kernel);

private:
  /// Both return whether something is wrong with what they look at.
  bool checkPrototype(const CpuKernel &Kernel, const KernelDeclaration &Prototype,
                      const KernelDeclaration &Definition);
  bool checkCall(const CpuKernel &Kernel, const KernelDeclaration &Callee, const KernelCall &Call);
  bool misfits(const KernelArgument &A, const CpuKernelParameter &P) const;
  CharSourceRange at(const Expr *E) const { return charRange(E->getSourceRange(), Context); }
  std::string named(const CpuKernelParameter &P, size_t I) const {
    return "parameter " + std::to_string(I + 1) +
           (P.Name.empty() ? std::string() : " " + quoted(P.Name));
  }
  std::string bufferName(const KernelArgument &A) const;

  const KernelFacts &Kernels;
  ASTContext &Context;
  llvm::function_ref<void(const CodeFinding &)> Report;
  /// Positions of the parameters of the current kernel in which prototype and definition differ.
  llvm::SmallSet<size_t, 4> Differing;
  bool DiffersInCount = false;
};

std::string KernelReporter::bufferName(const KernelArgument &A) const {
  const Expr *E = A.Value->IgnoreParenCasts();
  if (const auto *Call = dyn_cast<CXXMemberCallExpr>(E))
    E = Call->getImplicitObjectArgument();
  if (const VarDecl *V = namedVariable(E); V && V->getDeclName().isIdentifier()) {
    // The pointer of a tensor is kept in a variable of its own.
    if (V->getType()->isPointerType() && V->getInit())
      if (const auto *Call = dyn_cast<CallExpr>(stripWrappers(V->getInit()));
          Call && Call->getNumArgs() >= 1)
        if (const VarDecl *Owner = namedVariable(Call->getArg(0)))
          V = Owner;
    return quoted(V->getName());
  }
  if (A.Buffer && A.Buffer->In && !A.Buffer->In->Name.empty())
    return quoted(A.Buffer->In->Name);
  return "a tensor";
}

/// Whether an argument cannot be what a parameter takes: clang refuses the call.
bool KernelReporter::misfits(const KernelArgument &A, const CpuKernelParameter &P) const {
  const KernelType &From = A.Type, &To = P.Type;
  if (From.IsPointer != To.IsPointer) {
    if (From.IsPointer)
      return To.isKnown();
    return From.isKnown() && !A.Value->IgnoreParenImpCasts()->isNullPointerConstant(
                                 Context, Expr::NPC_ValueDependentIsNull);
  }
  if (!To.IsPointer)
    return false;
  if (From.isKnown() && To.isKnown() && From.Dtype != To.Dtype)
    return true;
  return From.IsConst && !To.IsConst && From.isKnown() && To.isKnown();
}

bool KernelReporter::checkPrototype(const CpuKernel &Kernel, const KernelDeclaration &Prototype,
                                    const KernelDeclaration &Definition) {
  CodeFinding F;
  F.Level = Severity::Error;
  CodeNote Defined{Definition.At, {}};
  size_t Declared = Prototype.Parameters.size(), Taken = Definition.Parameters.size();
  const KernelCall &Call = Kernel.Calls.front();
  if (Declared != Taken) {
    DiffersInCount = true;
    F.At = Prototype.At;
    F.Message = "the prototype of kernel " + quoted(Kernel.Name) + " has " +
                count(Declared, "parameter") + ", its definition " + std::to_string(Taken) +
                ": the linker compares names only, so each call hands over arguments that the "
                "kernel takes for others, or leaves some unset; make the two agree, or build "
                "wrapper and kernels again together";
    Defined.Message = "the definition takes " + count(Taken, "parameter");
  } else {
    std::optional<size_t> First;
    size_t More = 0;
    for (size_t I = 0; I < Declared; ++I)
      if (difference(Prototype.Parameters[I].Type, Definition.Parameters[I].Type) !=
          Difference::None) {
        Differing.insert(I);
        if (!First)
          First = I;
        else
          ++More;
      }
    if (!First)
      return false;
    const CpuKernelParameter &P = Prototype.Parameters[*First], &D = Definition.Parameters[*First];
    F.At = P.At;
    F.Message =
        named(P, *First) + " of kernel " + quoted(Kernel.Name) + " is " + quoted(P.Type.Spelling) +
        " in the prototype and " + quoted(D.Type.Spelling) + " in the definition" +
        (More ? ", and " + count(More, "more parameter") + (More == 1 ? " differs" : " differ")
              : std::string());
    if (difference(P.Type, D.Type) == Difference::Const)
      F.Message += P.Type.IsConst
                       ? ": the wrapper hands over memory that it takes for unchanged, and the "
                         "kernel may write to it"
                       : ": the wrapper expects the kernel to write what it only reads";
    else
      F.Message += ": the linker compares names only, so the kernel takes each call's argument for "
                   "what it is not, and reads and writes the wrong bytes";
    F.Message += "; make the two agree, or build wrapper and kernels again together";
    Defined.At = D.At;
    Defined.Message = "the definition takes " + quoted(D.Type.Spelling) + " here";
  }
  F.Notes.push_back(Defined);
  F.Notes.push_back({at(Call.Call), "called here"});
  F.Flow.push_back({F.At, "kernel " + quoted(Kernel.Name) + " is declared here"});
  F.Flow.push_back({at(Call.Call), "it is called here"});
  F.Flow.push_back({Defined.At, "it is defined here, with other parameters"});
  Report(F);
  return true;
}

bool KernelReporter::checkCall(const CpuKernel &Kernel, const KernelDeclaration &Callee,
                               const KernelCall &Call) {
  CodeFinding F;
  F.Level = Severity::Error;
  size_t Given = Call.Arguments.size(), Taken = Callee.Parameters.size();
  if (Given != Taken) {
    // Where only the prototype is wrong, that is what was reported.
    if (DiffersInCount)
      return true;
    F.At = at(Call.Call);
    F.Message = "call of kernel " + quoted(Kernel.Name) + " has " + count(Given, "argument") +
                ", but the kernel takes " + std::to_string(Taken) +
                ": the wrapper does not compile; hand over what the prototype names, in its order";
    F.Notes.push_back({Callee.At, "declared here"});
    F.Flow.push_back({Callee.At, "the kernel is declared here"});
    F.Flow.push_back({F.At, "it is called with other arguments here"});
    Report(F);
    return true;
  }

  struct Fault {
    size_t Number;
    bool IsBuffer;
  };
  llvm::SmallVector<Fault, 2> Faults;
  for (size_t I = 0; I < Given; ++I) {
    if (Differing.contains(I))
      continue;
    const KernelArgument &A = Call.Arguments[I];
    const CpuKernelParameter &P = Callee.Parameters[I];
    if (misfits(A, P))
      Faults.push_back({I, false});
    else if (A.Type.IsPointer && !isSameElement(A.Type.Dtype, A.BufferDtype))
      Faults.push_back({I, true});
  }
  if (Faults.empty())
    return !Differing.empty();
  auto Describe = [&](const Fault &Of) {
    const KernelArgument &A = Call.Arguments[Of.Number];
    const CpuKernelParameter &P = Callee.Parameters[Of.Number];
    std::string What =
        "argument " + std::to_string(Of.Number + 1) + " of kernel " + quoted(Kernel.Name);
    if (Of.IsBuffer)
      return What + " is " + bufferName(A) + " of dtype " + A.BufferDtype + ", cast to " +
             quoted(A.Type.Spelling);
    What += " is " + quoted(A.Type.Spelling) + ", but its " + named(P, Of.Number) + " is " +
            quoted(P.Type.Spelling);
    return What;
  };
  const Fault &First = Faults.front();
  const KernelArgument &A = Call.Arguments[First.Number];
  F.At = at(A.Value);
  F.Message = Describe(First);
  if (!First.IsBuffer) {
    F.Message += ": the wrapper does not compile; hand over what the prototype names, in its order";
  } else {
    std::optional<unsigned> Has = itemSize(A.BufferDtype), Read = itemSize(A.Type.Dtype);
    F.Message += ": the kernel takes the bytes of each element for " + A.Type.Dtype;
    if (Has && Read && *Has < *Read)
      F.Message += " and reaches past the end of the memory, " + std::to_string(*Read) +
                   " bytes for each " + std::to_string(*Has);
    F.Message += "; hand over the tensor that the kernel was made for, or correct the cast";
  }
  for (const Fault &Next : llvm::drop_begin(Faults))
    F.Notes.push_back({at(Call.Arguments[Next.Number].Value), Describe(Next)});
  const CpuKernelParameter &P = Callee.Parameters[First.Number];
  F.Notes.push_back({P.At, "the parameter is declared here"});
  if (First.IsBuffer && A.Buffer) {
    const Tensor *Made = A.Buffer;
    while (!Made->At.isValid() && Made->Base)
      Made = Made->Base;
    if (Made->At.isValid()) {
      CharSourceRange MadeAt = charRange(Made->At, Context);
      F.Notes.push_back({MadeAt, "the tensor is made here, as " + A.BufferDtype});
      F.Flow.push_back({MadeAt, bufferName(A) + " is made here, as " + A.BufferDtype});
    }
  }
  F.Flow.push_back({P.At, "the kernel declares what it takes here"});
  F.Flow.push_back({F.At, "it is handed something else here"});
  Report(F);
  return true;
}

void KernelReporter::check(const CpuKernel &Kernel) {
  if (Kernel.Calls.empty())
    return;
  Differing.clear();
  DiffersInCount = false;
  const KernelDeclaration *Prototype = Kernel.prototype(), *Definition = Kernel.definition();
  if (Prototype && Definition && checkPrototype(Kernel, *Prototype, *Definition))
    for (const KernelDeclaration &D : Kernel.Declarations)
      if (D.Function && D.Function->isInvalidDecl())
        Explained.push_back(D.At.getAsRange());
  const KernelDeclaration *Callee = Prototype;
  if (!Callee)
    for (const KernelDeclaration &D : Kernel.Declarations)
      if (D.Function && !Callee)
        Callee = &D;
  if (!Callee)
    return;
  for (const KernelCall &Call : Kernel.Calls)
    if (checkCall(Kernel, *Callee, Call) && Call.IsInvalid)
      Explained.push_back(Call.Call->getSourceRange());
}

void KernelReporter::checkDefined(const CpuKernel &Kernel) {
  const KernelDeclaration *Prototype = Kernel.prototype();
  if (!Prototype || Kernel.Calls.empty() || !isCpuKernelName(Kernel.Name) || Kernel.isDefined() ||
      Kernels.isNamedInFiles(Kernel.Name))
    return;
  CodeFinding F;
  F.Level = Severity::Error;
  F.At = Prototype->At;
  F.Message = "kernel " + quoted(Kernel.Name) +
              " is defined neither here nor in the files of kernels beside the wrapper, which "
              "belong to it: the library cannot be linked, or lacks a symbol when it is "
              "loaded; take wrapper and kernels from the same package";
  F.Notes.push_back({at(Kernel.Calls.front().Call), "called here"});
  F.Flow.push_back({F.At, "the kernel is declared here"});
  F.Flow.push_back({at(Kernel.Calls.front().Call), "it is called here"});
  // Where one kernel has another name in its file, that is the one.
  if (const CpuKernel *Renamed = Kernels.undeclaredLike(*Prototype)) {
    CharSourceRange Defined = Renamed->definition()->At;
    std::string Text = quoted(Renamed->Name) +
                       ", which the wrapper does not declare, is defined here with the same "
                       "parameters";
    F.Notes.push_back({Defined, Text});
    F.Flow.push_back({Defined, Text});
  }
  Report(F);
}

} // namespace

void KernelSignatureCheck::checkUnit(ASTContext &Context) {
  Facts = TuFacts::of(Context);
  const KernelFacts &Kernels = Facts->kernels();
  auto Report = [&](const CodeFinding &F) { report(F, Context); };
  KernelReporter Reporter(Kernels, Context, Report);
  bool DefinedInFiles = false, DefinedHere = false;
  for (const CpuKernel &Kernel : Kernels.kernels()) {
    Reporter.check(Kernel);
    for (const KernelDeclaration &D : Kernel.Declarations)
      if (D.IsDefinition)
        (D.Function ? DefinedHere : DefinedInFiles) = true;
  }
  if ((DefinedInFiles || Kernels.hasOwnFile()) && !DefinedHere && Kernels.readAllFiles())
    for (const CpuKernel &Kernel : Kernels.kernels())
      Reporter.checkDefined(Kernel);
  for (SourceRange Tokens : Reporter.Explained)
    explainErrors(Tokens, Context);
}

} // namespace aoti
