#include "checks/package/ModelMetadata.h"
#include "checks/JsonFile.h"

using llvm::StringRef;

namespace aoti {

std::string metadataNameOf(const Member &Source) {
  StringRef Name = Source.fileName();
  return (Name.take_front(Name.rfind('.')) + MetadataSuffix).str();
}

ModelMetadata::ModelMetadata(const ModelView &View) {
  std::vector<const Member *> InOrder;
  for (const Member *Wrapper : View.Files.Wrappers)
    for (const Member *M : View.Files.Metadata)
      if (M->fileName() == metadataNameOf(*Wrapper))
        InOrder.push_back(M);
  InOrder.insert(InOrder.end(), View.Files.Metadata.begin(), View.Files.Metadata.end());
  for (const Member *M : InOrder) {
    std::optional<JsonFile> Json = readJsonFile(View, *M);
    if (!Json || !Json->root().isObject())
      continue;
    // The last member of a name holds.
    for (JsonValue Member : Json->root().children())
      if (Member.isString())
        Values[Member.key()] = {Member.string(), Json->at(Member.range())};
    return;
  }
}

const ModelMetadata::Value *ModelMetadata::find(StringRef Key) const {
  auto Found = Values.find(Key);
  return Found == Values.end() ? nullptr : &Found->second;
}

Location deviceEvidence(const SourceTextPtr &Wrapper) {
  StringRef Text = Wrapper->text();
  for (StringRef Sign : {"aoti_include/", "c_shim_cuda.h", "c_shim_xpu.h", "c_shim_mps.h"}) {
    size_t At = Text.find(Sign);
    if (At == StringRef::npos)
      continue;
    size_t Line = Text.rfind('\n', At);
    uint32_t Begin = Line == StringRef::npos ? 0 : static_cast<uint32_t>(Line + 1);
    uint32_t End = static_cast<uint32_t>(std::min(Text.find('\n', At), Text.size()));
    return {Wrapper, Begin, End};
  }
  return {Wrapper, 0, 0};
}

Location beginningOfWrapper(const ModelView &View) {
  for (const Member *M : View.Files.Wrappers)
    if (auto Found = View.Texts.find(M); Found != View.Texts.end())
      return {Found->second, 0, 0};
  return {};
}

Location placeOfModel(const ModelView &View) {
  if (Location At = beginningOfWrapper(View); At.isValid())
    return At;
  for (const Member *M : View.Files.Metadata) {
    if (auto Text = View.Container.read(*M))
      return {*Text, 0, 0};
    else
      llvm::consumeError(Text.takeError());
  }
  return {};
}

DeviceType deviceOfWrappers(const ModelView &View) {
  DeviceType Device = DeviceType::Unknown;
  bool First = true;
  for (const Member *M : View.Files.Wrappers) {
    auto Found = View.Dialects.find(M);
    if (Found == View.Dialects.end())
      continue;
    DeviceType D = normalizedDevice(Found->second.Device);
    if (!First && D != Device)
      return DeviceType::Unknown;
    Device = D;
    First = false;
  }
  return Device;
}

} // namespace aoti
