#include "checks/customop/ProxyDeviceCheck.h"
#include "Facts/ExternNodes.h"
#include "Support/Quote.h"
#include "checks/JsonFile.h"
#include "checks/package/ModelMetadata.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"

using llvm::StringRef;

namespace aoti {
namespace {

/// The index of the card for which the kernels of a wrapper were compiled, as their sources say it
/// (torch 2.7 and newer keep them in comments).
std::optional<int64_t> compiledIndex(StringRef Text) {
  constexpr StringRef Mark = "DeviceProperties(type='";
  std::optional<int64_t> Index;
  for (size_t At = Text.find(Mark); At != StringRef::npos; At = Text.find(Mark, At + 1)) {
    StringRef Rest = Text.substr(At + Mark.size()).split('\'').second;
    int64_t Number;
    if (!Rest.consume_front(", index=") || Rest.consumeInteger(10, Number))
      continue;
    if (Index && *Index != Number)
      return std::nullopt;
    Index = Number;
  }
  return Index;
}

std::string deviceText(const ExternDevice &D) {
  return quoted(D.Type + (D.Index ? ":" + std::to_string(*D.Index) : ""));
}

class DeviceReader {
public:
  DeviceReader(const JsonFile &Json, const ExternNodes &File, const SourceTextPtr &Source,
               const std::vector<ProxyCall> &Calls, DeviceType Model, PackageCheck::Reporter Report)
      : Json(Json), File(File), Source(Source), Model(Model), Report(Report) {
    for (const ProxyCall &Call : Calls)
      if (Call.Node)
        FirstCalls.try_emplace(*Call.Node, &Call);
  }

  void run() {
    for (size_t N = 0; N < File.Nodes.size(); ++N)
      for (const ExternArgument &A : File.Nodes[N].Inputs)
        if (A.Device)
          checkDevice(N, A);
  }

private:
  void checkDevice(size_t N, const ExternArgument &A) {
    const ExternDevice &D = *A.Device;
    const ExternNode &Node = File.Nodes[N];
    DeviceType Asked = normalizedDevice(parseDeviceType(D.Type));
    const ProxyCall *Call = FirstCalls.lookup(static_cast<int64_t>(N));
    std::string ModelName = "'" + deviceTypeName(Model).str() + "'";
    std::string Says = "the argument " + quoted(A.Name) + " of " + quoted(Node.Target) +
                       " asks for the device " + deviceText(D);
    if (Asked != Model) {
      const ProxyConsumer *User = consumer(Call, Asked);
      report(Severity::Warning, A, Call, User,
             Says + ", and the proxy executor silently gives the device of the model instead, " +
                 ModelName + ": " +
                 (User
                      ? "the result lies there, and " + quoted(User->Callee) +
                            " takes it for memory of " + quoted(D.Type)
                      : std::string("what the operator makes there lies on another device than the "
                                    "program says")) +
                 "; take the device out of the operator's arguments, and copy its result");
      return;
    }
    // A factory of ATen makes its result on the device that it is given.
    if (StringRef(Node.Target).starts_with("aten::") && A.Name == "device" &&
        Model != DeviceType::Cpu)
      if (const ProxyConsumer *User = consumer(Call, DeviceType::Cpu); User && !User->Dtype.empty())
        return report(Severity::Warning, A, Call, User,
                      Says + ", where its result will lie, and " + quoted(User->Callee) +
                          " takes that for memory of the host; package the model again");
    if (Model == DeviceType::Cpu || !D.Index)
      return;
    // Without kernels that say it the index is taken for that of one card alone.
    if (!IsCompiledKnown) {
      Compiled = compiledIndex(Source->text());
      IsCompiledKnown = true;
    }
    if (*D.Index == Compiled.value_or(0)) {
      if (*D.Index != 0)
        report(Severity::Note, A, Call, nullptr,
               Says + ", on which the model was compiled, and the proxy executor gives the device "
                      "that the model is loaded on instead: another card unless the package is "
                      "loaded with that index");
      return;
    }
    report(Severity::Warning, A, Call, nullptr,
           Says +
               ", and the proxy executor silently gives the device that the model is loaded on "
               "instead" +
               (Compiled ? ", for which '" + deviceTypeName(Model).str() + ":" +
                               std::to_string(*Compiled) + "' was compiled"
                         : std::string()) +
               ": the operator never works on the card that the program says; keep the model on "
               "one card, or copy the result of the operator");
  }

  /// A use of a result by code of a device.
  static const ProxyConsumer *consumer(const ProxyCall *Call, DeviceType Device) {
    if (!Call || Device == DeviceType::Unknown || Device == DeviceType::Other)
      return nullptr;
    auto Found =
        llvm::find_if(Call->Consumers, [&](const ProxyConsumer &C) { return C.Device == Device; });
    return Found == Call->Consumers.end() ? nullptr : &*Found;
  }

  void report(Severity Level, const ExternArgument &A, const ProxyCall *Call,
              const ProxyConsumer *User, std::string Message) {
    Finding F;
    F.Level = Level;
    F.At = Json.at(A.At);
    F.Message = std::move(Message);
    if (Call)
      F.Notes.push_back({{Source, Call->At.Begin, Call->At.End}, "the call of the operator"});
    if (User) {
      Location Use{Source, User->At.Begin, User->At.End};
      F.Notes.push_back({Use, "its result " + quoted(User->Result) + " is used here"});
      F.Flow = {{F.At, "the device that the operator asks for"},
                {{Source, Call->At.Begin, Call->At.End}, "the operator is called"},
                {Use, "its result is used"}};
    }
    Report(std::move(F));
  }

  const JsonFile &Json;
  const ExternNodes &File;
  SourceTextPtr Source;
  /// The first call of each node.
  llvm::DenseMap<int64_t, const ProxyCall *> FirstCalls;
  DeviceType Model;
  PackageCheck::Reporter Report;
  /// The card of the kernels, once it was asked for.
  std::optional<int64_t> Compiled;
  bool IsCompiledKnown = false;
};

} // namespace

void ProxyDeviceCheck::check(const ModelView &View, Reporter Report) {
  DeviceType Model = deviceOfWrappers(View);
  if (Model == DeviceType::Unknown || Model == DeviceType::Other)
    return;
  for (const Member *Wrapper : View.Files.Wrappers) {
    auto Text = View.Texts.find(Wrapper);
    const Member *M = View.Files.externNodesOf(*Wrapper);
    if (!M || Text == View.Texts.end())
      continue;
    std::optional<JsonFile> Json = readJsonFile(View, *M);
    if (!Json)
      continue;
    static const std::vector<ProxyCall> NoCalls;
    auto Summary = View.Summaries.find(Wrapper);
    DeviceReader(*Json, readExternNodes(Json->Parsed), Text->second,
                 Summary == View.Summaries.end() ? NoCalls : Summary->second->ProxyCalls, Model,
                 Report)
        .run();
  }
}

} // namespace aoti
