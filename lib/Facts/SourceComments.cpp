#include "Facts/SourceComments.h"
#include "llvm/ADT/SmallVector.h"

using llvm::StringRef;

namespace aoti {

std::vector<SourceComment> findSourceComments(StringRef Text) {
  constexpr StringRef Mark = "Source Nodes: [";
  std::vector<SourceComment> Found;
  for (size_t At = Text.find(Mark); At != StringRef::npos; At = Text.find(Mark, At + 1)) {
    size_t LineBegin = Text.rfind('\n', At) + 1;
    // Those inside the source of a kernel are not about the wrapper.
    if (!Text.substr(LineBegin, At - LineBegin).ltrim().starts_with("//"))
      continue;
    StringRef Line = Text.substr(At + Mark.size()).take_until([](char C) { return C == '\n'; });
    auto [Nodes, Rest] = Line.split(']');
    StringRef Operators = Rest.split("Original ATen: [").second.split(']').first;
    Found.push_back({static_cast<uint32_t>(At), Nodes, Operators});
  }
  return Found;
}

std::vector<StringRef> SourceComment::names(StringRef List) {
  std::vector<StringRef> Names;
  llvm::SmallVector<StringRef, 4> Parts;
  List.split(Parts, ',', -1, false);
  for (StringRef Part : Parts)
    Names.push_back(Part.trim());
  return Names;
}

} // namespace aoti
