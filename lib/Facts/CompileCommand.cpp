#include "Facts/CompileCommand.h"
#include "llvm/ADT/SmallVector.h"

using llvm::StringRef;

namespace aoti {

StringRef CompileCommand::find(StringRef Word) const {
  for (StringRef W : Words)
    if (W == Word)
      return W;
  return {};
}

std::vector<StringRef> CompileCommand::definitions() const {
  std::vector<StringRef> Definitions;
  for (size_t I = 0; I < Words.size(); ++I) {
    StringRef Word = Words[I];
    if (!Word.consume_front("-D"))
      continue;
    if (Word.empty() && I + 1 < Words.size())
      Word = Words[++I];
    Definitions.push_back(Word);
  }
  return Definitions;
}

std::optional<CompileCommand> findCompileCommand(StringRef Text) {
  constexpr StringRef Marker = "// Compile cmd\n//";
  size_t At = Text.rfind(Marker);
  if (At == StringRef::npos)
    return std::nullopt;
  size_t Begin = At + Marker.size();
  StringRef Line = Text.substr(Begin).take_until([](char C) { return C == '\n'; });
  CompileCommand Command;
  StringRef Trimmed = Line.trim();
  Command.Begin = static_cast<uint32_t>(Trimmed.data() - Text.data());
  Command.End = Command.Begin + static_cast<uint32_t>(Trimmed.size());
  llvm::SmallVector<StringRef, 64> Words;
  Trimmed.split(Words, ' ', -1, /*KeepEmpty=*/false);
  Command.Words.assign(Words.begin(), Words.end());
  return Command;
}

} // namespace aoti
