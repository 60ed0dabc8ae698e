#include "checks/constants/ConstantDeviceCheck.h"
#include "Facts/BufferFacts.h"
#include "Facts/ConstantFolding.h"
#include "Facts/TuFacts.h"
#include "checks/device/DeviceDemands.h"
#include "checks/device/TensorDevice.h"
#include "clang/AST/DeclCXX.h"
#include <set>

using namespace clang;

namespace aoti {
namespace {

/// The first release whose table says on which device a constant lives; older ones load all of them
/// on the model's own.
constexpr unsigned KnowsDevice = 10;
/// How many uses of one constant are named.
constexpr size_t MaxUses = 4;

/// Where a constant lives while the model runs.
struct Home {
  enum class Reason {
    Unknown,
    Table,   ///< `device_type` says so
    Runtime, ///< the runtime has one device for all constants
    Folding  ///< it is computed there when the model is loaded
  };
  Reason Why = Reason::Unknown;
  DeviceType Lives = DeviceType::Unknown;
  /// The `device_type`, or the statement that computes it; invalid if there is none.
  SourceRange At;
};

/// A call that works in the memory of a constant.
struct Consumer {
  const Operation *By;
  DeviceDemand Demand;
};

class ConstantDevices {
public:
  ConstantDevices(const ModelTables &Model, TuFacts &Facts, DeviceDemands &Demands,
                  llvm::function_ref<void(CodeFinding)> Report)
      : Model(Model), Facts(Facts), Demands(Demands), Context(Facts.context()), Report(Report),
        Folding(Facts.folding(Model)), Own(normalizedDevice(Facts.dialect().Device)) {}

  void run(llvm::ArrayRef<const FunctionBuffers *> Functions) {
    std::map<int64_t, std::vector<Consumer>> Consumers;
    for (const FunctionBuffers *Buffers : Functions) {
      for (const Operation &O : Buffers->Operations) {
        DeviceDemand Demand = Demands.of(*Buffers, O);
        if (!Demand || isItselfWrong(*Buffers, Demand))
          continue;
        std::set<int64_t> Given;
        for (const Operand *Op : Demand.Operands)
          if (const InfoEntry *Constant = constantIn(*Op->T);
              Constant && Given.insert(Constant->Index).second)
            Consumers[Constant->Index].push_back({&O, Demand});
      }
    }
    for (const auto &[Index, Constant] : Model.entries(InfoTable::Constants)) {
      Home At = homeOf(Constant);
      if (At.Why != Home::Reason::Unknown)
        check(Constant, At, Consumers[Index]);
    }
  }

private:
  /// Whether an operation works on another device than all that it gets besides constants: then it
  /// is the wrong one, which aoti-device-type-mismatch says.
  bool isItselfWrong(const FunctionBuffers &Buffers, const DeviceDemand &Demand) const {
    bool Elsewhere = false;
    for (const Operand *Op : Demand.Operands) {
      DeviceType Lives = constantIn(*Op->T) ? DeviceType::Unknown
                                            : normalizedDevice(certainDevice(Buffers, *Op->T));
      if (Lives == DeviceType::Unknown)
        continue;
      if (Lives == normalizedDevice(Demand.Runs))
        return false;
      Elsewhere = true;
    }
    return Elsewhere;
  }

  /// The one constant that a tensor lies in, whatever the path.
  const InfoEntry *constantIn(const Tensor &T) const {
    const InfoEntry *Result = nullptr;
    for (const Storage *S : BufferFacts::storagesOf(T)) {
      if (S->From != Storage::Origin::Constant)
        return nullptr;
      const InfoEntry *Constant = Model.constant(S->Index);
      if (!Constant || (Result && Result != Constant))
        return nullptr;
      Result = Constant;
    }
    return Result;
  }

  Home homeOf(const InfoEntry &C) {
    if (C.FromFolded.Repeated || C.FromFolded.State == FactState::Undecided)
      return {};
    if (isFolded(C))
      return homeOfFolded(C);
    if (C.DeviceType.isSettled()) {
      DeviceType Lives = normalizedDevice(parseDeviceType(C.DeviceType.Value));
      // Of devices that torch itself does not have the wrapper does not tell whether they are its
      // own.
      if (Lives == DeviceType::Unknown || Lives == DeviceType::Other)
        return {};
      return {Home::Reason::Table, Lives, Model.Assignments[C.DeviceType.Assignment].ValueAt};
    }
    if (!C.DeviceType.isAbsent() || !Facts.dialect().isBefore(KnowsDevice) ||
        Own == DeviceType::Unknown)
      return {};
    return {Home::Reason::Runtime, Own, {}};
  }

  /// What `_const_run_impl` computes stays where it is computed; before torch 2.10 it is copied to
  /// the model's own device.
  Home homeOfFolded(const InfoEntry &C) {
    std::optional<int64_t> Slot = Folding.slotOf(C);
    if (!Folding.Followed || !Folding.Graph || !Slot)
      return {};
    Home Result;
    const FunctionBuffers *Graph = Facts.buffers().function(Folding.Graph->Function);
    if (!Graph)
      return {};
    for (const TensorUse *Use : Folding.Contents.lookup(*Slot)) {
      if (!Use->T || !Use->At)
        continue;
      DeviceType Lives = certainDevice(*Graph, *Use->T);
      if (Lives == DeviceType::Unknown ||
          (Result.Why != Home::Reason::Unknown && Result.Lives != Lives))
        return {};
      Result = {Home::Reason::Folding, Lives, Use->At->getSourceRange()};
    }
    if (Facts.dialect().isBefore(KnowsDevice) && Result.Lives != Own)
      return {};
    return Result;
  }

  void check(const InfoEntry &C, const Home &At, llvm::ArrayRef<Consumer> Consumers) {
    // The loader takes constants on the model's device and on the host, and nothing runs without
    // it.
    if (At.Why == Home::Reason::Table && At.Lives != DeviceType::Cpu &&
        Own != DeviceType::Unknown && At.Lives != Own) {
      reportRefused(C, At);
      return;
    }
    llvm::SmallVector<const Consumer *, 4> Wrong, Right;
    for (const Consumer &Use : Consumers)
      (normalizedDevice(Use.Demand.Runs) == At.Lives ? Right : Wrong).push_back(&Use);
    if (!Wrong.empty())
      reportUses(C, At, Wrong, Right);
  }

  static std::string worksOn(const Consumer &Use) {
    std::string Callee = "'" + Use.By->Callee + "'";
    if (Use.Demand.Why == DeviceDemand::Reason::Together)
      return Callee + " has its other tensors on " + deviceText(Use.Demand.Runs);
    return Callee + " works on " + deviceText(Use.Demand.Runs);
  }

  /// "constant 'w'"
  static std::string constantText(const InfoEntry &C) {
    return (C.Name.isSettled() ? "constant " : "") + named(C);
  }

  CharSourceRange chars(SourceRange Tokens) const { return charRange(Tokens, Context); }
  CharSourceRange callOf(const Consumer &Use) const {
    return chars(Use.By->Call->getSourceRange());
  }

  /// The statement that says where a constant lives, and what it says.
  std::pair<CharSourceRange, std::string> originOf(const InfoEntry &C, const Home &At) const {
    std::string On = deviceText(At.Lives);
    switch (At.Why) {
    case Home::Reason::Folding:
      return {chars(At.At), named(C) + " is computed on " + On + " when the model is loaded"};
    case Home::Reason::Table:
      return {chars(Model.Assignments[C.DeviceType.Assignment].Statement),
              named(C) + " is loaded on " + On};
    default:
      return {chars(Model.Assignments[C.Statements.front()].Statement),
              named(C) + " is loaded on " + On + ", as all constants are before torch 2.10"};
    }
  }

  /// Says through which variable a call gets a constant.
  void addBinding(const InfoEntry &C, const Consumer &Use, CodeFinding &F) const {
    for (const Operand *Op : Use.Demand.Operands) {
      if (constantIn(*Op->T) != &C)
        continue;
      for (const Storage *S : BufferFacts::storagesOf(*Op->T))
        if (CharSourceRange At = chars(S->At); At.isValid()) {
          F.Flow.push_back({At, named(C) + " is taken here"});
          return;
        }
    }
  }

  void reportUses(const InfoEntry &C, const Home &At, llvm::ArrayRef<const Consumer *> Wrong,
                  llvm::ArrayRef<const Consumer *> Right) {
    const Consumer &First = *Wrong.front();
    std::string On = deviceText(At.Lives), Device = deviceText(First.Demand.Runs);
    auto [Origin, OriginText] = originOf(C, At);
    // Where no use agrees with the table, it is the table that is wrong.
    bool InTable = At.Why == Home::Reason::Table && Right.empty();
    bool IsKernel = First.Demand.Why == DeviceDemand::Reason::Kernel;
    CodeFinding F;
    F.Level = Severity::Error;
    F.At = InTable ? chars(At.At) : callOf(First);
    F.Message = constantText(C) + " is " +
                (At.Why == Home::Reason::Folding ? "computed" : "loaded") + " on " + On + ", but " +
                worksOn(First) + " and gets " + (IsKernel ? "its address: " : "it: ") +
                wrongDeviceEffect(First.Demand).str() + "; ";
    switch (At.Why) {
    case Home::Reason::Table:
      F.Message += InTable ? "compile the model again with the constant on " + Device +
                                 ", or correct the device_type"
                           : "copy it to " + Device + " in the model and compile it again";
      break;
    case Home::Reason::Runtime:
      F.Message += "the runtime of torch before 2.10 has one device for all constants: compile the "
                   "model with a newer one, or make the constant an input";
      break;
    default:
      F.Message += "copy it to " + Device +
                   " in the model and compile it again, or compile it "
                   "without 'use_runtime_constant_folding'";
      break;
    }
    if (!InTable && Origin.isValid())
      F.Notes.push_back({Origin, OriginText});
    for (const Consumer *Use : Wrong.take_front(MaxUses))
      if (InTable || Use != &First)
        F.Notes.push_back({callOf(*Use), worksOn(*Use)});
    if (!Right.empty())
      F.Notes.push_back({callOf(*Right.front()), worksOn(*Right.front())});
    if (Origin.isValid())
      F.Flow.push_back({Origin, OriginText});
    addBinding(C, First, F);
    F.Flow.push_back({callOf(First), worksOn(First)});
    Report(std::move(F));
  }

  void reportRefused(const InfoEntry &C, const Home &At) {
    CodeFinding F;
    F.Level = Severity::Error;
    F.At = chars(At.At);
    F.Message = constantText(C) + " is on " + deviceText(At.Lives) + " in a model for " +
                deviceText(Own) +
                ": the model cannot be loaded (mixed-device constants are only "
                "supported when the secondary device is CPU); compile the model again with the "
                "constant on " +
                deviceText(Own) + ", or correct the device_type";
    Report(std::move(F));
  }

  const ModelTables &Model;
  TuFacts &Facts;
  DeviceDemands &Demands;
  const ASTContext &Context;
  llvm::function_ref<void(CodeFinding)> Report;
  const ConstantFolding &Folding;
  /// The device that the model was compiled for.
  DeviceType Own;
};

} // namespace

void ConstantDeviceCheck::checkUnit(ASTContext &Context) {
  Facts = TuFacts::of(Context);
  if (Facts->dialect().Kind != SourceKind::Wrapper || Facts->constants().models().empty())
    return;
  DeviceDemands Demands(Context, Facts->buffers());
  llvm::ArrayRef<ModelTables> Models = Facts->constants().models();
  for (const ModelTables &Model : Models) {
    // Another statement may still change what the fields say.
    if (Model.isOpaque(InfoTable::Constants))
      continue;
    std::vector<const FunctionBuffers *> Functions;
    for (const FunctionBuffers &Buffers : Facts->buffers().functions()) {
      const auto *Method = dyn_cast<CXXMethodDecl>(Buffers.Function);
      if (Method ? Method->getParent()->getCanonicalDecl() == Model.Class : Models.size() == 1)
        Functions.push_back(&Buffers);
    }
    ConstantDevices(Model, *Facts, Demands, [&](CodeFinding F) {
      report(F, Context);
    }).run(Functions);
  }
}

} // namespace aoti
