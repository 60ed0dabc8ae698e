#include "checks/triton/TritonLaunchAbiCheck.h"
#include "Facts/AstQuery.h"
#include "Facts/BufferFacts.h"
#include "Facts/KernelFacts.h"
#include "Facts/LaunchFacts.h"
#include "Support/Quote.h"
#include "Triton/TritonKernel.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Support/MathExtras.h"

using namespace clang;
using llvm::StringRef;

namespace aoti {

namespace {

std::string count(size_t N, StringRef What) {
  return std::to_string(N) + " " + What.str() + (N == 1 ? "" : "s");
}

/// Whether memory of a dtype may be handed to a kernel as another: 16 bits of any kind are often
/// taken for integers, and booleans for bytes.
bool mayStandFor(StringRef Dtype, StringRef Taken) {
  auto Is16BitInteger = [](StringRef Name) { return Name == "int16" || Name == "uint16"; };
  auto Is16BitFloat = [](StringRef Name) { return Name == "float16" || Name == "bfloat16"; };
  auto IsByte = [](StringRef Name) { return Name == "bool" || Name == "int8" || Name == "uint8"; };
  return isSameElement(Dtype, Taken) || (IsByte(Dtype) && IsByte(Taken)) ||
         (Is16BitInteger(Dtype) && (Is16BitFloat(Taken) || Is16BitInteger(Taken))) ||
         (Is16BitInteger(Taken) && Is16BitFloat(Dtype));
}

class LaunchReporter {
public:
  LaunchReporter(const LaunchFacts &Launches, ASTContext &Context,
                 llvm::function_ref<void(const CodeFinding &)> Report)
      : Launches(Launches), Context(Context), Report(Report) {}

  void check(const KernelLaunch &L) {
    checkSharedMemory(L);
    checkWarps(L);
    if (!L.Array)
      return;
    Told.clear();
    if (L.isSourceComplete() && !checkCount(L)) {
      checkOrder(L);
      for (const LaunchArgument &A : L.Arguments)
        checkArgument(L, A);
      for (const LaunchCall &C : L.Calls)
        for (const TritonParameter &P : L.Source->parameters())
          checkMemory(C, P);
    }
    for (const LaunchArgument &A : L.Arguments)
      checkFits(L, A);
  }

private:
  CharSourceRange at(const Expr *E) const { return charRange(E->getSourceRange(), Context); }
  /// Where an argument is made: its variable, or its entry in the array.
  CharSourceRange at(const LaunchArgument &A) const {
    return A.Variable && !isa<ParmVarDecl>(A.Variable)
               ? charRange(A.Variable->getSourceRange(), Context)
               : at(A.Entry);
  }
  static std::string kernel(const KernelLaunch &L) {
    return "kernel " + quoted(L.Source ? L.Source->name() : StringRef(L.Kernel));
  }
  static std::string named(const TritonParameter &P) { return quoted(P.Name); }

  /// Notes and flow from what a kernel takes to where the model runs it.
  void connect(CodeFinding &F, const KernelLaunch &L, const TritonParameter *P,
               const LaunchArgument *A) const {
    if (P) {
      F.Notes.push_back({Launches.range(*P), "the kernel takes " + named(*P) + " as " +
                                                 quoted(P->Type ? P->Type->Spelling : "?")});
      F.Flow.push_back(F.Notes.back());
    }
    F.Flow.push_back({F.At, "this is handed over"});
    if (A && A->Variable && !isa<ParmVarDecl>(A->Variable))
      F.Flow.push_back({at(A->Entry), "its address is in the array of arguments"});
    CodeNote Launched{at(L.Call), "launched here"};
    F.Notes.push_back(Launched);
    F.Flow.push_back(Launched);
    if (!L.Calls.empty() && L.Calls.front().By->Call != L.Call) {
      CodeNote Called{at(L.Calls.front().By->Call), "the model calls it here"};
      F.Notes.push_back(Called);
      F.Flow.push_back(Called);
    }
  }

  bool checkCount(const KernelLaunch &L);
  void checkOrder(const KernelLaunch &L);
  void checkArgument(const KernelLaunch &L, const LaunchArgument &A);
  void checkFits(const KernelLaunch &L, const LaunchArgument &A);
  void checkMemory(const LaunchCall &C, const TritonParameter &P);
  void checkSharedMemory(const KernelLaunch &L);
  void checkWarps(const KernelLaunch &L);

  const LaunchFacts &Launches;
  ASTContext &Context;
  llvm::function_ref<void(const CodeFinding &)> Report;
  /// Arguments of the current launch that a finding is about.
  llvm::SmallPtrSet<const LaunchArgument *, 4> Told;
};

bool LaunchReporter::checkCount(const KernelLaunch &L) {
  // A launcher for the CPU has an entry for every parameter.
  if (L.IsCpu)
    return false;
  size_t Given = llvm::count_if(
      L.Arguments, [](const LaunchArgument &A) { return A.K != LaunchArgument::Kind::Scratch; });
  size_t Taken =
      llvm::count_if(L.Source->parameters(), [](const TritonParameter &P) { return P.isPassed(); });
  if (Given == Taken)
    return false;
  CodeFinding F;
  F.Level = Severity::Error;
  F.At = charRange(L.Array->getSourceRange(), Context);
  F.Message = "launch of " + kernel(L) + " hands over " + count(Given, "argument") +
              ", but the kernel takes " + std::to_string(Taken);
  // Which one is missing is told where the others have the names of their parameters.
  const TritonParameter *Missing = nullptr;
  if (Given < Taken) {
    llvm::SmallPtrSet<const TritonParameter *, 16> Named;
    for (const LaunchArgument &A : L.Arguments)
      if (A.ByName)
        Named.insert(A.ByName);
    for (const TritonParameter &P : L.Source->parameters())
      if (!Missing && P.isPassed() && !Named.contains(&P))
        Missing = &P;
  }
  // A superfluous one may be a constant of the kernel, which nobody hands over.
  const TritonParameter *Superfluous = nullptr;
  if (Given > Taken)
    for (const LaunchArgument &A : L.Arguments)
      if (!Superfluous && A.ByName && !A.ByName->isPassed())
        Superfluous = A.ByName;
  if (Missing)
    F.Message += ", " + named(*Missing) + " among them";
  else if (Superfluous)
    F.Message += ", to which " + named(*Superfluous) + " is a constant that it is compiled with";
  F.Message += Given < Taken ? ": the driver takes what it finds in its place, and reads addresses "
                               "behind the end of the array"
                             : ": what follows the superfluous one is taken for another parameter";
  F.Message += ", so the kernel reads and writes the wrong memory on every input; hand over what "
               "the signature in the comment names, in its order";
  connect(F, L, Missing, nullptr);
  Report(F);
  return true;
}

void LaunchReporter::checkOrder(const KernelLaunch &L) {
  const LaunchArgument *First = nullptr;
  for (const LaunchArgument &A : L.Arguments)
    if (A.ByPosition && A.ByName && A.ByName != A.ByPosition && A.ByName->isPassed() &&
        A.ByPosition->isPassed()) {
      Told.insert(&A);
      if (!First)
        First = &A;
    }
  if (!First)
    return;
  CodeFinding F;
  F.Level = Severity::Error;
  F.At = at(First->Entry);
  F.Message = "launch of " + kernel(L) + " hands over " + named(*First->ByName) +
              " where the kernel takes " + named(*First->ByPosition) +
              ": the driver goes by the order alone, so the kernel takes each for the other on "
              "every input; put the entries of the array in the order of the kernel's parameters";
  connect(F, L, First->ByPosition, nullptr);
  Report(F);
}

void LaunchReporter::checkArgument(const KernelLaunch &L, const LaunchArgument &A) {
  using Kind = LaunchArgument::Kind;
  const TritonParameter *P = A.ByPosition;
  if (!P || !P->isPassed() || Told.contains(&A))
    return;
  const TritonType &T = *P->Type;
  CodeFinding F;
  F.Level = Severity::Error;
  F.At = at(A);
  std::string To = named(*P) + " of " + kernel(L);
  if (A.K == Kind::Pointer) {
    if (T.IsPointer || T.Spelling.empty() || T.Dtype.empty())
      return;
    F.Message = "address of a tensor's memory for " + To + ", which is " + quoted(T.Spelling) +
                ": the kernel takes the address for a number, on every input; hand over the value";
    connect(F, L, P, &A);
    Told.insert(&A);
    Report(F);
    return;
  }
  if ((A.K != Kind::Scalar && A.K != Kind::Item) || !A.Variable || !A.Bytes)
    return;
  QualType Type = A.Variable->getType().getNonReferenceType();
  bool IsFloat = Type->isRealFloatingType();
  bool IsInteger = Type->isIntegralOrEnumerationType();
  if (!IsFloat && !IsInteger)
    return;
  std::string Has = quoted(Type.getUnqualifiedType().getAsString(Context.getPrintingPolicy()));
  if (T.IsPointer) {
    // Addresses are unsigned integers of the driver.
    if (IsInteger && !Type->isSignedIntegerType() && !Type->isBooleanType())
      return;
    F.Message = Has + " for " + To + ", which is " + quoted(T.Spelling) +
                ": the kernel takes the number for an address, on every input; hand over the "
                "memory of the tensor";
  } else {
    unsigned Takes = T.argumentBytes();
    bool TakesFloat = StringRef(T.Dtype).starts_with("float");
    // Half-precision scalars are passed in several ways.
    if (!Takes || T.Dtype == "float16" || T.Dtype == "bfloat16")
      return;
    if (IsFloat != TakesFloat) {
      F.Message = Has + " for " + To + ", which is " + quoted(T.Spelling) +
                  ": the kernel takes the bits of " +
                  (IsFloat ? "a floating-point number for an integer"
                           : "an integer for a floating-point number") +
                  ", on every input; declare the variable as the kernel takes it";
    } else if (*A.Bytes < Takes) {
      F.Message = Has + " of " + count(*A.Bytes, "byte") + " for " + To + ", which is " +
                  quoted(T.Spelling) + ": the kernel reads " + count(Takes, "byte") +
                  ", the last " + std::to_string(Takes - *A.Bytes) +
                  " of which are whatever stands behind the variable on the stack" +
                  (IsFloat ? "" : ", and larger values are cut") + "; declare it as " +
                  (IsFloat ? "'double'" : quoted("int" + std::to_string(Takes * 8) + "_t"));
    } else if (IsFloat && *A.Bytes > Takes) {
      F.Message = Has + " for " + To + ", which is " + quoted(T.Spelling) + ": the kernel takes " +
                  std::to_string(Takes) + " of its " + std::to_string(*A.Bytes) +
                  " bytes for a number of its own, a wrong one for nearly every value; declare it "
                  "as 'float'";
    } else {
      // The lower bytes of a wider integer are the value that the kernel takes.
      return;
    }
  }
  connect(F, L, P, &A);
  Told.insert(&A);
  Report(F);
}

/// A constant that its variable cannot hold; nothing of the kernel need be known.
void LaunchReporter::checkFits(const KernelLaunch &L, const LaunchArgument &A) {
  std::optional<int64_t> Number = Told.contains(&A) ? std::nullopt : A.cutConstant(Context);
  if (!Number)
    return;
  QualType Type = A.Variable->getType().getNonReferenceType();
  unsigned Bits = static_cast<unsigned>(*A.Bytes * 8);
  CodeFinding F;
  F.Level = Severity::Error;
  F.At = at(A);
  int64_t Cut = llvm::SignExtend64(static_cast<uint64_t>(*Number), Bits);
  F.Message = "argument " + std::to_string(*Number) + " of " + kernel(L) + " does not fit into " +
              quoted(Type.getUnqualifiedType().getAsString(Context.getPrintingPolicy())) +
              ": the kernel gets " + std::to_string(Cut) +
              ", or that and what stands behind the variable on the stack; declare it as "
              "'int64_t', and compile the kernel for 64-bit sizes";
  connect(F, L, A.ByPosition, &A);
  Told.insert(&A);
  Report(F);
}

void LaunchReporter::checkMemory(const LaunchCall &C, const TritonParameter &P) {
  if (!P.isPassed() || !P.isPointer() || P.Type->Dtype.empty())
    return;
  const LaunchArgument *A = C.Launch->argument(P);
  if (!A || Told.contains(A))
    return;
  const Operand *O = Launches.operand(C, P);
  if (!O || !O->T || !O->Argument)
    return;
  std::string Dtype = BufferFacts::dtypeOf(*O->T);
  if (Dtype.empty() || mayStandFor(Dtype, P.Type->Dtype))
    return;
  CodeFinding F;
  F.Level = Severity::Error;
  F.At = at(O->Argument);
  F.Message = "tensor of dtype " + Dtype + " for " + named(P) + " of " + kernel(*C.Launch) +
              ", which is " + quoted(P.Type->Spelling) +
              ": the kernel takes the bytes of each element for " + P.Type->Dtype;
  std::optional<unsigned> Has = itemSize(Dtype);
  unsigned Takes = P.Type->ElementBits / 8;
  if (Has && *Has < Takes)
    F.Message += " and reaches past the end of the memory, " + count(Takes, "byte") + " for each " +
                 std::to_string(*Has);
  F.Message += "; hand over the tensor that the kernel was compiled for, or compile the package "
               "again";
  CodeNote Parameter{Launches.range(P),
                     "the kernel takes " + named(P) + " as " + quoted(P.Type->Spelling)};
  const Tensor *Made = O->T;
  while (!Made->At.isValid() && Made->Base)
    Made = Made->Base;
  if (Made->At.isValid()) {
    CodeNote MadeAt{charRange(Made->At, Context), "the tensor is made here, as " + Dtype};
    F.Notes.push_back(MadeAt);
    F.Flow.push_back(MadeAt);
  }
  F.Flow.push_back({F.At, "it is handed over here"});
  if (C.By->Call != C.Launch->Call)
    F.Flow.push_back({at(C.Launch->Call), "the kernel is launched with it here"});
  F.Notes.push_back(Parameter);
  F.Flow.push_back(Parameter);
  Report(F);
}

/// Shared memory is stated twice: the load allows it, the launch takes it.
void LaunchReporter::checkSharedMemory(const KernelLaunch &L) {
  if (!L.SharedMemory || !L.Load || !L.Load->SharedMemory || L.SharedMemory->isValueDependent() ||
      L.Load->SharedMemory->isValueDependent())
    return;
  std::optional<int64_t> Launched = integerLiteral(L.SharedMemory, Context),
                         Allowed = integerLiteral(L.Load->SharedMemory, Context);
  if (!Launched || !Allowed || *Launched == *Allowed)
    return;
  CodeFinding F;
  F.Level = Severity::Error;
  F.At = at(L.SharedMemory);
  F.Message = "launch of " + kernel(L) + " gives " + count(static_cast<size_t>(*Launched), "byte") +
              " of shared memory, its load " + std::to_string(*Allowed) +
              ": both are the size that the kernel was compiled for; with too little it reaches "
              "past what it has, and more than the load allows is refused with 'invalid "
              "argument'; make both what the compiler of the kernel said";
  CodeNote Loaded{at(L.Load->SharedMemory), "it is loaded with " + std::to_string(*Allowed)};
  F.Notes.push_back(Loaded);
  F.Flow = {Loaded, {F.At, "it is launched with " + std::to_string(*Launched)}};
  Report(F);
}

/// The decorators of templates fix the number of warps, those of users' kernels state one for each
/// configuration.
void LaunchReporter::checkWarps(const KernelLaunch &L) {
  llvm::ArrayRef<int64_t> Compiled = L.warpsOfSource();
  if (Compiled.empty() || !L.Warps || L.Warps->isValueDependent())
    return;
  std::optional<int64_t> Launched = integerLiteral(L.Warps, Context);
  if (!Launched || llvm::is_contained(Compiled, *Launched))
    return;
  std::string Numbers = std::to_string(Compiled.front());
  for (size_t I = 1; I < Compiled.size(); ++I)
    Numbers += (I + 1 == Compiled.size() ? " or " : ", ") + std::to_string(Compiled[I]);
  CodeFinding F;
  F.Level = Severity::Error;
  F.At = at(L.Warps);
  F.Message = "launch of " + kernel(L) + " with " + count(static_cast<size_t>(*Launched), "warp") +
              ", but it is compiled for " + Numbers +
              ": the work of a block is spread over as many threads as it is compiled for, so "
              "elements are left out, or the driver refuses the launch; launch it with " +
              (Compiled.size() == 1 ? Numbers : "those of the configuration that was chosen");
  if (const PythonExpr *Argument = L.Source->warpsArgument()) {
    CodeNote Stated{Launches.range(*L.Source, Argument),
                    Compiled.size() == 1 ? "the kernel is compiled for these"
                                         : "the kernel is compiled for one of these"};
    F.Notes.push_back(Stated);
    F.Flow = {Stated, {F.At, "it is launched with these"}};
  }
  Report(F);
}

} // namespace

void TritonLaunchAbiCheck::checkUnit(ASTContext &Context) {
  Facts = TuFacts::of(Context);
  const LaunchFacts &Launches = Facts->launches();
  auto Report = [&](const CodeFinding &F) { report(F, Context); };
  LaunchReporter Reporter(Launches, Context, Report);
  for (const KernelLaunch &L : Launches.launches())
    Reporter.check(L);
}

} // namespace aoti
