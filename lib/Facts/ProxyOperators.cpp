#include "Facts/ProxyOperators.h"
#include "Support/JsonText.h"
#include "clang/Basic/FileManager.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/VirtualFileSystem.h"

using llvm::StringRef;

namespace aoti {

namespace {

/// Entries of a folder beyond which it is not searched.
constexpr unsigned MaxFolderEntries = 100'000;

std::optional<std::string> findFile(const clang::SourceManager &SM) {
  clang::OptionalFileEntryRef Main = SM.getFileEntryRefForID(SM.getMainFileID());
  if (!Main)
    return std::nullopt;
  llvm::SmallString<128> Path(Main->getName());
  llvm::sys::path::replace_extension(Path, ".json");
  llvm::vfs::FileSystem &Files = SM.getFileManager().getVirtualFileSystem();
  if (Files.exists(Path))
    return Path.str().str();
  StringRef Folder = llvm::sys::path::parent_path(Main->getName());
  std::optional<std::string> Found;
  std::error_code Error;
  unsigned Entries = 0;
  for (llvm::vfs::directory_iterator It = Files.dir_begin(Folder.empty() ? "." : Folder, Error),
                                     End;
       !Error && It != End; It.increment(Error)) {
    if (++Entries > MaxFolderEntries)
      return std::nullopt;
    if (!StringRef(It->path()).ends_with(".wrapper.json"))
      continue;
    if (Found)
      return std::nullopt;
    Found = It->path().str();
  }
  return Found;
}

std::optional<std::string> text(std::optional<JsonValue> V) {
  return V && V->isString() ? std::optional(V->string()) : std::nullopt;
}

/// The name of `{"name": "buf1"}`.
std::string tensorName(JsonValue V) { return text(V.member("name")).value_or(std::string()); }

ProxyOperator::Input input(JsonValue Given) {
  ProxyOperator::Input Input;
  Input.Name = text(Given.member("name")).value_or(std::string());
  std::optional<JsonValue> Argument = Given.member("arg");
  if (!Argument || !Argument->isObject() || Argument->size() != 1)
    return Input;
  JsonValue Value = Argument->children().front();
  std::string Kind = Value.key();
  if (Kind == "as_none") {
    Input.IsNone = true;
  } else if (Kind == "as_tensor") {
    Input.Tensors.push_back(tensorName(Value));
  } else if (Kind == "as_tensors" && Value.isArray()) {
    for (JsonValue Element : Value.children())
      Input.Tensors.push_back(tensorName(Element));
  } else if (Kind == "as_int") {
    Input.Value = Value.integer();
  } else if (Kind == "as_sym_int") {
    if (std::optional<JsonValue> Fixed = Value.member("as_int"))
      Input.Value = Fixed->integer();
  } else if (Kind == "as_bool") {
    if (std::optional<bool> Flag = Value.boolean())
      Input.Value = *Flag;
  }
  return Input;
}

} // namespace

std::vector<ProxyOperator> readProxyOperators(const clang::SourceManager &SM) {
  std::vector<ProxyOperator> Nodes;
  std::optional<std::string> Path = findFile(SM);
  if (!Path)
    return Nodes;
  auto Buffer = SM.getFileManager().getVirtualFileSystem().getBufferForFile(*Path);
  if (!Buffer)
    return Nodes;
  llvm::Expected<JsonText> Json = JsonText::parse((*Buffer)->getBuffer());
  if (!Json) {
    llvm::consumeError(Json.takeError());
    return Nodes;
  }
  std::optional<JsonValue> List = Json->root().member("nodes");
  if (!List || !List->isArray())
    return Nodes;
  for (JsonValue Outer : List->children()) {
    ProxyOperator &Node = Nodes.emplace_back();
    std::optional<JsonValue> Inner = Outer.member("node");
    if (!Inner)
      continue;
    Node.Target = text(Inner->member("target")).value_or(std::string());
    if (std::optional<JsonValue> Inputs = Inner->member("inputs"))
      for (JsonValue Given : Inputs->children())
        Node.Inputs.push_back(input(Given));
    if (std::optional<JsonValue> Outputs = Inner->member("outputs"))
      for (JsonValue Made : Outputs->children()) {
        std::optional<JsonValue> Tensor = Made.member("as_tensor");
        Node.Outputs.push_back(Tensor ? tensorName(*Tensor) : std::string());
      }
  }
  return Nodes;
}

} // namespace aoti
