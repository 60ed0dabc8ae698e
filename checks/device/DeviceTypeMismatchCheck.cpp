#include "checks/device/DeviceTypeMismatchCheck.h"
#include "Facts/AstQuery.h"
#include "Facts/BufferFacts.h"
#include "checks/device/DeviceDemands.h"
#include "checks/device/TensorDevice.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/StringExtras.h"

using namespace clang;
using llvm::StringRef;

namespace aoti {

namespace {

bool isPinned(const Tensor &T) {
  return llvm::any_of(BufferFacts::storagesOf(T), [](const Storage *S) {
    return S->Call && calleeName(S->Call).contains("pinned");
  });
}

class MismatchFinder {
public:
  MismatchFinder(ASTContext &Context, TuFacts &Facts,
                 llvm::function_ref<void(const CodeFinding &)> Report)
      : Context(Context), Demands(Context, Facts.buffers()), Report(Report) {}

  void check(const FunctionBuffers &Buffers) {
    for (const Operation &O : Buffers.Operations) {
      DeviceDemand Demand = Demands.of(Buffers, O);
      if (!Demand || Demand.Why == DeviceDemand::Reason::Together)
        continue;
      Wrong Found;
      for (const Operand *Op : Demand.Operands) {
        DeviceType Lives = certainDevice(Buffers, *Op->T);
        if (Lives == DeviceType::Unknown || Lives == normalizedDevice(Demand.Runs))
          continue;
        // A kernel on a GPU reads pinned memory of the host.
        if (O.K != Operation::Kind::Launch || Demand.Runs == DeviceType::Cpu ||
            (Lives == DeviceType::Cpu && !isPinned(*Op->T)))
          Found.push_back(Op);
      }
      report(Buffers, O, Found, Demand);
    }
  }

private:
  using Wrong = llvm::SmallVector<const Operand *, 2>;

  void report(const FunctionBuffers &Buffers, const Operation &O, const Wrong &Found,
              const DeviceDemand &Demand) {
    if (Found.empty() || !Reported.insert(O.Call).second)
      return;
    DeviceType Runs = Demand.Runs;
    llvm::SmallVector<const Tensor *, 4> Named;
    std::vector<std::string> Names;
    DeviceType Lives = certainDevice(Buffers, *Found[0]->T);
    CodeFinding F;
    F.Level = Severity::Error;
    F.At = charRange(O.Call->getSourceRange(), Context);
    for (const Operand *Op : Found) {
      if (llvm::is_contained(Named, Op->T))
        continue;
      Named.push_back(Op->T);
      std::string Name = tensorText(*Op);
      Names.push_back(Name);
      explain(Buffers, *Op->T, Name, F);
    }
    std::string Callee = "'" + O.Callee + "'";
    std::string Tensors = llvm::join(Names, " and ");
    std::string Verb = Names.size() == 1 ? "lives" : "live";
    std::string On = deviceText(Lives), Device = deviceText(Runs);
    bool IsShim = O.K == Operation::Kind::Shim;
    F.Message = Callee + " works on " + Device + " and gets " + (IsShim ? "" : "the address of ") +
                Tensors + ", which " + Verb + " on " + On + ": ";
    F.Message += wrongDeviceEffect(Demand);
    F.Message += "; ";
    // Where nothing lies on the device of the shim, it is the shim that is wrong.
    std::string Other;
    if (IsShim && llvm::none_of(O.Operands, [&](const Operand &Op) {
          return !Op.IsResult && certainDevice(Buffers, *Op.T) == Runs;
        }))
      Other = otherShim(O.Callee, Lives);
    F.Message += "copy " + Tensors + " to " + Device + " before this call";
    if (!Other.empty())
      F.Message += ", or call '" + Other + "'";
    F.Flow.push_back({F.At, Callee + " works on " + Device});
    Report(F);
  }

  /// The shim of the same operation for another device.
  static std::string otherShim(StringRef Callee, DeviceType D) {
    StringRef Rest = Callee;
    Rest.consume_front("aoti_torch_");
    Rest = Rest.split('_').second;
    if (Rest.starts_with("mkldnn") || Rest.starts_with("set_") || Rest.starts_with("_") ||
        D == DeviceType::Unknown || D == DeviceType::Other)
      return {};
    return ("aoti_torch_" + deviceTypeName(D) + "_" + Rest).str();
  }

  /// Says where a tensor got to its device, and what it was made of on the way.
  void explain(const FunctionBuffers &Buffers, const Tensor &T, StringRef Name, CodeFinding &F) {
    for (const Storage *S : BufferFacts::storagesOf(T)) {
      std::string On = deviceText(certainDevice(Buffers, T));
      std::string What;
      switch (S->From) {
      case Storage::Origin::Input:
        What = "input " + std::to_string(S->Index) + " is taken here, and is to be on " + On;
        break;
      case Storage::Origin::Allocation:
        What = "memory is allocated on " + On + " here";
        break;
      default:
        What = "made on " + On + " here";
        break;
      }
      if (!S->Name.empty() && Name != "'" + S->Name + "'")
        What += " as '" + S->Name + "'";
      What = Name.str() + ": " + What;
      CharSourceRange At = charRange(S->At, Context);
      if (!At.isValid())
        continue;
      F.Notes.push_back({At, What});
      F.Flow.push_back({At, What});
    }
  }

  ASTContext &Context;
  DeviceDemands Demands;
  llvm::function_ref<void(const CodeFinding &)> Report;
  llvm::SmallPtrSet<const CallExpr *, 16> Reported;
};

} // namespace

void DeviceTypeMismatchCheck::checkUnit(ASTContext &Context) {
  Facts = TuFacts::of(Context);
  if (Facts->dialect().Kind != SourceKind::Wrapper)
    return;
  auto Report = [&](const CodeFinding &F) { report(F, Context); };
  MismatchFinder Finder(Context, *Facts, Report);
  for (const FunctionBuffers &Buffers : Facts->buffers().functions())
    Finder.check(Buffers);
}

} // namespace aoti
