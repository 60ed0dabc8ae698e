#include "checks/JsonFile.h"

namespace aoti {

std::optional<JsonFile>
readJsonFile(const ModelView &View, const Member &File,
             llvm::function_ref<void(Location At, llvm::StringRef Reason)> NoJson) {
  llvm::Expected<SourceTextPtr> Source = View.Container.read(File);
  if (!Source) {
    llvm::consumeError(Source.takeError());
    return std::nullopt;
  }
  llvm::Expected<JsonText> Json = JsonText::parse((*Source)->text());
  if (Json)
    return JsonFile{*Source, std::move(*Json)};
  llvm::handleAllErrors(Json.takeError(), [&](const JsonError &E) {
    uint32_t End = static_cast<uint32_t>(std::min<size_t>((*Source)->text().size(), UINT32_MAX));
    if (NoJson)
      NoJson({*Source, E.offset(), std::min(E.offset() + 1, End)}, E.text());
  });
  return std::nullopt;
}

} // namespace aoti
