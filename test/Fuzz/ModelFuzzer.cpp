// A model's files with any contents, past the archive around them: metadata, nodes of the proxy
// executor, configurations of weights, images. A file begins with a line `==> NAME`; what a wrapper
// says is the same each time.
#include "FindingExpectations.h"
#include "checks/PackageCheck.h"
#include "checks/package/PackageImages.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"

using namespace aoti;
using namespace aoti::fuzz;
using llvm::StringRef;

namespace {

constexpr StringRef Mark = "\n==> ";
constexpr size_t MaxFiles = 64;

class MemoryPackage final : public Package {
public:
  explicit MemoryPackage(StringRef Input) : Package("model.pt2", PackageKind::Archive, {}) {
    while (!Input.empty() && Contents.size() < MaxFiles) {
      auto [File, Rest] = Input.split(Mark);
      Input = Rest;
      auto [Name, Bytes] = File.split('\n');
      bool Plain =
          !Name.empty() && Name.size() < 200 &&
          llvm::all_of(
              Name, [](char C) { return llvm::isAlnum(C) || StringRef("_-./ ").contains(C); });
      if (!Plain || Name.starts_with("/") || Name.ends_with("/") || Name.contains("//") ||
          Name.contains("..") || !Contents.try_emplace(Name, Bytes).second)
        continue;
      addMember(Name.str(), Bytes.size(), 0);
    }
    sortMembers();
  }

  bool open() {
    if (llvm::Error Failure = findModels()) {
      expect(!llvm::toString(std::move(Failure)).empty(), "an error says nothing");
      return false;
    }
    noteUnreadable();
    return true;
  }

protected:
  llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>> load(const Member &M,
                                                           uint64_t MaxBytes) const override {
    return llvm::MemoryBuffer::getMemBufferCopy(Contents.lookup(M.path()).take_front(MaxBytes),
                                                M.path());
  }

private:
  llvm::StringMap<StringRef> Contents;
};

ConstantSummary constant(int64_t Index, const char *Dtype, std::vector<int64_t> Shape,
                         int64_t DataSize) {
  ConstantSummary C;
  C.Index = Index;
  C.Name = "w" + std::to_string(Index);
  C.Fqn = "layer.w" + std::to_string(Index);
  C.Dtype = Dtype;
  C.DeviceType = "cpu";
  C.Layout = "strided";
  C.Offset = 0;
  C.DataSize = DataSize;
  C.FromFolded = false;
  C.Stride.emplace(Shape.size(), 1);
  for (size_t I = Shape.size(); I > 1; --I)
    (*C.Stride)[I - 2] = (*C.Stride)[I - 1] * Shape[I - 1];
  C.Shape = std::move(Shape);
  return C;
}

UnitSummary summary(std::optional<bool> IncludeWeights) {
  UnitSummary S;
  ModelSummary M;
  M.Constants = {constant(0, "float32", {2, 3}, 24), constant(1, "int64", {}, 8),
                 constant(2, "bool", {0, 4}, 0), constant(3, "bfloat16", {33}, 66)};
  M.Complete = true;
  M.IncludeWeights = IncludeWeights;
  S.Models.push_back(std::move(M));
  S.KernelLoads = {{"k0.cubin", "triton_poi_fused_0", true, {}},
                   {"k1.fatbin", "", true, {}},
                   {"k2.hsaco", "k", false, {}}};
  // One for each node of the seeds, with what they take.
  ProxyCall Call;
  Call.Node = 0;
  Call.Integers.Count = 2;
  Call.Integers.Size = 2;
  Call.Integers.Elements.resize(2);
  Call.Integers.Elements[0].Value = 3;
  Call.Tensors.Count = 4;
  Call.Tensors.Size = 4;
  for (const char *Name : {"arg0_1", "buf0", "buf1", "buf2"})
    Call.Tensors.Elements.push_back({{Name}, StringRef(Name).starts_with("buf"), {}});
  S.ProxyCalls.push_back(std::move(Call));
  return S;
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *Data, size_t Size) {
  static const UnitSummary Summaries[] = {summary(std::nullopt), summary(true), summary(false)};
  if (Size < 2)
    return 0;
  StringRef Input(reinterpret_cast<const char *>(Data), Size);
  // The first byte chooses what the wrapper says of its weights, and the machine.
  unsigned Choice = static_cast<unsigned char>(Input.front());
  Input = Input.drop_front();
  Input.consume_front(Mark);
  MemoryPackage Container(Input);
  if (!Container.open())
    return 0;
  LoadTarget Target;
  if (Choice & 4) {
    auto Given = parseLoadTarget("cuda", "sm_90", "avx2", "linux-x86_64", "2.6.0");
    if (Given)
      Target = *Given;
    else
      llvm::report_fatal_error(Given.takeError(), false);
  }
  PackageImages Images(Container);
  for (const Model &Files : Container.models()) {
    ModelView View{Container, Files, Target, Images, {}, {}, {}};
    for (const auto *Sources : {&Files.Wrappers, &Files.Kernels, &Files.OtherSources})
      for (const Member *M : *Sources)
        if (auto Text = Container.read(*M)) {
          View.Texts[M] = *Text;
          View.Dialects[M] = detectDialect((*Text)->text());
          if (Sources == &Files.Wrappers)
            View.Summaries[M] = &Summaries[Choice % 3];
        } else {
          llvm::consumeError(Text.takeError());
        }
    std::vector<Finding> Findings;
    for (const auto &Check : makePackageChecks([](StringRef) { return true; }))
      Check->check(View, [&](Finding F) {
        expectSound(F);
        F.Rule = Check->ruleName().str();
        Findings.push_back(std::move(F));
      });
    finishFindings(Findings);
  }
  return 0;
}
