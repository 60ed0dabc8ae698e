#include "Facts/UnitSummary.h"
#include "Facts/AstQuery.h"
#include "Facts/ConstantFacts.h"
#include "Facts/KernelFacts.h"
#include "Facts/KernelLoads.h"
#include "Facts/LaunchFacts.h"
#include "Facts/MainFile.h"
#include "Facts/ShimUses.h"
#include "Facts/TuFacts.h"
#include "llvm/Support/Path.h"

using namespace clang;

namespace aoti {

namespace {

class Summariser {
public:
  Summariser(TuFacts &Facts, bool WithShimUses)
      : Facts(Facts), Context(Facts.context()), WithShimUses(WithShimUses) {}

  UnitSummary run() {
    for (const ModelTables &Tables : Facts.constants().models())
      Summary.Models.push_back(summarise(Tables));
    for (const KernelLoad &Load : findKernelLoads(Context, Facts.dialect().GeneratedBegin))
      Summary.KernelLoads.push_back({Load.fileName().str(), Load.Kernel, Load.Directory != nullptr,
                                     mainFileBytes(Load.Literal->getSourceRange(), Context)});
    for (const KernelLaunch &L : Facts.launches().launches())
      if (L.Load && !L.IsCpu)
        Summary.Launches.push_back(summarise(L));
    Summary.ProxyCalls = findProxyCalls(Facts);
    Summary.Misplaced = misplacedKernels();
    if (WithShimUses)
      for (const ShimUse &Use : Facts.shimUses())
        Summary.ShimUses.push_back(Use.Name);
    return std::move(Summary);
  }

private:
  template <typename T> static std::optional<T> settled(const FieldFact<T> &Field) {
    return Field.isSettled() ? std::optional<T>(Field.Value) : std::nullopt;
  }

  std::optional<MisplacedKernels> misplacedKernels() const {
    const CpuKernel *Other = Facts.kernels().kernelOfAnother();
    if (!Other)
      return std::nullopt;
    for (const CpuKernel &Kernel : Facts.kernels().kernels()) {
      const KernelDeclaration *Prototype = Kernel.prototype();
      if (!Prototype || Kernel.Calls.empty() || !isCpuKernelName(Kernel.Name))
        continue;
      const SourceManager &SM = Context.getSourceManager();
      const KernelDeclaration &Definition = Other->Declarations.front();
      return MisplacedKernels{
          Kernel.Name, mainFileBytes(Prototype->NameAt.getAsRange(), Context), Other->Name,
          llvm::sys::path::filename(SM.getFilename(SM.getFileLoc(Definition.At.getBegin()))).str()};
    }
    return std::nullopt;
  }

  ByteRange placeOf(const Expr *E) const {
    return E ? mainFileBytes(E->getSourceRange(), Context) : ByteRange();
  }

  /// A number that is written, or stands in the table of a lazily compiled kernel.
  std::optional<int64_t> number(const Expr *E) const {
    if (const Expr *Held = E ? fieldOfTable(E) : nullptr)
      E = Held;
    return E && !E->isValueDependent() ? integerLiteral(E, Context) : std::nullopt;
  }

  LaunchSummary summarise(const KernelLaunch &L) const {
    LaunchSummary Launch;
    Launch.Kernel = (L.Source ? L.Source->name() : llvm::StringRef(L.Kernel)).str();
    Launch.Entry = L.Load->Entry;
    Launch.FileName = L.Load->File;
    Launch.Symbol = L.Load->Symbol;
    Launch.At = placeOf(L.Call);
    Launch.LoadAt = placeOf(L.Load->Call);
    if (!L.Calls.empty() && L.Calls.front().By->Call != L.Call)
      Launch.CallAt = placeOf(L.Calls.front().By->Call);
    Launch.Warps = number(L.Warps);
    Launch.WarpsOfSource = L.warpsOfSource().vec();
    Launch.WarpsAt = placeOf(L.Warps);
    Launch.SharedBytes = number(L.SharedMemory);
    Launch.SharedBytesOfLoad = number(L.Load->SharedMemory);
    Launch.SharedBytesAt = placeOf(L.SharedMemory);
    if (!L.Array)
      return Launch;
    bool IsComplete = L.isSourceComplete();
    if (IsComplete)
      Launch.ArgumentsOfSource = llvm::count_if(
          L.Source->parameters(), [](const TritonParameter &P) { return P.isPassed(); });
    Launch.ArgumentsAt = mainFileBytes(L.Array->getSourceRange(), Context);
    Launch.Arguments.emplace();
    for (const LaunchArgument &A : L.Arguments)
      Launch.Arguments->push_back(summarise(A, IsComplete));
    return Launch;
  }

  LaunchArgumentSummary summarise(const LaunchArgument &A, bool IsComplete) const {
    LaunchArgumentSummary Argument;
    Argument.IsPointer = A.K == LaunchArgument::Kind::Pointer;
    Argument.IsScratch = A.K == LaunchArgument::Kind::Scratch;
    Argument.IsCut = A.cutConstant(Context).has_value();
    Argument.Bytes = A.Bytes;
    if (A.ByPosition) {
      Argument.Parameter = A.ByPosition->Name.str();
      if (IsComplete && A.ByPosition->isPassed())
        Argument.BytesOfSource = A.ByPosition->Type->argumentBytes();
    }
    bool IsLocal = A.Variable && !isa<ParmVarDecl>(A.Variable);
    Argument.At = IsLocal ? mainFileBytes(A.Variable->getSourceRange(), Context) : placeOf(A.Entry);
    if (A.Variable && A.Bytes) {
      QualType Type = A.Variable->getType().getNonReferenceType().getUnqualifiedType();
      Argument.Type = Type.getAsString(Context.getPrintingPolicy());
      Argument.IsFloat = Type->isRealFloatingType();
    }
    return Argument;
  }

  ModelSummary summarise(const ModelTables &Tables) {
    ModelSummary Model;
    Model.IncludeWeights = settled(Tables.IncludeWeights);
    if (Tables.isOpaque(InfoTable::Constants))
      return Model;
    const auto &Entries = Tables.entries(InfoTable::Constants);
    Model.Complete = Tables.NumConstants.isKnown() &&
                     Tables.NumConstants.Value == static_cast<int64_t>(Entries.size());
    int64_t Next = 0;
    for (const auto &[Index, Entry] : Entries) {
      Model.Complete &= Index == Next++;
      ConstantSummary C;
      C.Index = Index;
      C.Name = settled(Entry.Name);
      C.Dtype = settled(Entry.Dtype);
      C.DeviceType = settled(Entry.DeviceType);
      C.Layout = settled(Entry.Layout);
      C.Fqn = settled(Entry.OriginalFqn);
      C.Offset = settled(Entry.Offset);
      C.DataSize = settled(Entry.DataSize);
      C.FromFolded = settled(Entry.FromFolded);
      C.Shape = settled(Entry.Shape);
      C.Stride = settled(Entry.Stride);
      if (!Entry.Statements.empty())
        C.At = mainFileBytes(Tables.Assignments[Entry.Statements.front()].Statement, Context);
      if (!Entry.DataSize.isAbsent())
        C.DataSizeAt =
            mainFileBytes(Tables.Assignments[Entry.DataSize.Assignment].Statement, Context);
      if (!Entry.Shape.isAbsent())
        C.ShapeAt = mainFileBytes(Tables.Assignments[Entry.Shape.Assignment].Statement, Context);
      Model.Constants.push_back(std::move(C));
    }
    return Model;
  }

  TuFacts &Facts;
  ASTContext &Context;
  const bool WithShimUses;
  UnitSummary Summary;
};

} // namespace

UnitSummary summariseUnit(TuFacts &Facts, bool WithShimUses) {
  return Summariser(Facts, WithShimUses).run();
}

} // namespace aoti
