#include "Triton/TritonSource.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using llvm::StringRef;

namespace aoti {

uint32_t TritonSource::fileOffset(uint32_t InText) const {
  if (!Unescaped)
    return Begin + InText;
  auto It = llvm::upper_bound(Places, InText,
                              [](uint32_t At, const PythonPlace &P) { return At < P.InValue; });
  if (It == Places.begin())
    return Begin + InText;
  --It;
  return std::min(Begin + It->InLiteral + (InText - It->InValue), End);
}

/// Goes through the comments and raw strings of a file.
class TritonSourceFinder {
public:
  explicit TritonSourceFinder(StringRef File) : File(File) {}

  std::vector<TritonSource> run() {
    size_t I = 0;
    while ((I = File.find_first_of("/\"'", I)) != StringRef::npos) {
      StringRef Rest = File.substr(I);
      if (Rest.starts_with("/*")) {
        size_t End = File.find("*/", I + 2);
        size_t Stop = End == StringRef::npos ? File.size() : End + 2;
        look(I, Stop, I + 2, std::min(End, File.size()), true);
        I = Stop;
      } else if (Rest.starts_with("//")) {
        I = File.find('\n', I);
      } else if (Rest[0] == '"') {
        I = skipString(I);
      } else if (Rest[0] == '\'' && !isSeparator(I)) {
        I = skipQuoted(I);
      } else {
        ++I;
      }
      if (I == StringRef::npos)
        break;
    }
    return std::move(Sources);
  }

private:
  /// Whether a quote stands between digits, as in `1'000`.
  bool isSeparator(size_t I) const {
    return I > 0 && llvm::isAlnum(File[I - 1]) && I + 1 < File.size() && llvm::isAlnum(File[I + 1]);
  }

  /// Where a literal ends that begins at I: behind its quote, or with its line.
  size_t skipQuoted(size_t I) const {
    char Quote = File[I++];
    while (I < File.size() && File[I] != Quote && File[I] != '\n')
      I += File[I] == '\\' ? 2 : 1;
    return std::min(I + 1, File.size());
  }

  size_t skipString(size_t I) {
    if (I == 0 || File[I - 1] != 'R')
      return skipQuoted(I);
    size_t Open = File.find_first_of("( \n\"", I + 1);
    if (Open == StringRef::npos || File[Open] != '(' || Open - I > 17)
      return skipQuoted(I);
    std::string Close = (")" + File.slice(I + 1, Open) + "\"").str();
    size_t End = File.find(Close, Open + 1);
    size_t Stop = End == StringRef::npos ? File.size() : End + Close.size();
    look(I - 1, Stop, Open + 1, std::min(End, File.size()), false);
    return Stop;
  }

  /// Looks for sources from \p Begin to \p End, in a comment or string.
  void look(size_t CommentBegin, size_t CommentEnd, size_t Begin, size_t End, bool IsComment) {
    StringRef Body = File.slice(Begin, End);
    size_t Before = Sources.size(), At = 0;
    constexpr StringRef Call = "async_compile.triton(";
    while ((At = Body.find(Call, At)) != StringRef::npos) {
      size_t Argument = At + Call.size();
      TritonSource S;
      S.CommentBegin = static_cast<uint32_t>(CommentBegin);
      S.CommentEnd = static_cast<uint32_t>(CommentEnd);
      At = readCall(S, Body, Argument, Begin) ? S.End - Begin : Argument;
      if (S.End)
        Sources.push_back(std::move(S));
    }
    if (Sources.size() != Before || !IsComment || !Body.contains("@triton"))
      return;
    TritonSource S;
    S.CommentBegin = static_cast<uint32_t>(CommentBegin);
    S.CommentEnd = static_cast<uint32_t>(CommentEnd);
    S.Begin = static_cast<uint32_t>(Begin);
    S.End = static_cast<uint32_t>(End);
    S.Raw = Body;
    Sources.push_back(std::move(S));
  }

  static void skipSpace(StringRef Text, size_t &I) {
    while (I < Text.size() && (llvm::isSpace(Text[I]) || Text[I] == ','))
      ++I;
  }

  /// Reads a literal; where its body lies, or nothing.
  static std::optional<std::pair<size_t, size_t>> readLiteral(StringRef Text, size_t &I,
                                                              bool &IsRaw) {
    IsRaw = I < Text.size() && (Text[I] == 'r' || Text[I] == 'R');
    I += IsRaw;
    if (I >= Text.size() || (Text[I] != '\'' && Text[I] != '"'))
      return std::nullopt;
    std::string Quote(1, Text[I]);
    if (Text.substr(I).starts_with(Quote + Quote + Quote))
      Quote += Quote + Quote;
    I += Quote.size();
    size_t Begin = I;
    while (I < Text.size() && !Text.substr(I).starts_with(Quote))
      I += Text[I] == '\\' ? 2 : 1;
    if (I >= Text.size())
      return std::nullopt;
    size_t End = I;
    I += Quote.size();
    return std::pair(Begin, End);
  }

  /// Reads `'name', '''source''', device_str='cuda')`.
  bool readCall(TritonSource &S, StringRef Body, size_t I, size_t Offset) {
    bool IsRaw = false;
    skipSpace(Body, I);
    auto Name = readLiteral(Body, I, IsRaw);
    if (!Name)
      return false;
    skipSpace(Body, I);
    auto Source = readLiteral(Body, I, IsRaw);
    if (!Source)
      return false;
    S.Name = Body.slice(Name->first, Name->second).str();
    S.Raw = Body.slice(Source->first, Source->second);
    S.Begin = static_cast<uint32_t>(Offset + Source->first);
    S.End = static_cast<uint32_t>(Offset + Source->second);
    if (!IsRaw && S.Raw.contains('\\')) {
      if (std::optional<std::string> Value = pythonUnescape(S.Raw, S.Places))
        S.Unescaped = std::make_unique<std::string>(std::move(*Value));
      else
        S.Places.clear();
    }
    skipSpace(Body, I);
    if (Body.substr(I).starts_with("device_str=")) {
      I += StringRef("device_str=").size();
      if (auto Device = readLiteral(Body, I, IsRaw))
        S.Device = Body.slice(Device->first, Device->second).str();
    }
    return true;
  }

  StringRef File;
  std::vector<TritonSource> Sources;
};

std::vector<TritonSource> findTritonSources(StringRef File) {
  return TritonSourceFinder(File).run();
}

} // namespace aoti
