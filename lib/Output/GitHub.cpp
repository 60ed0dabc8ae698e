//===- GitHub.cpp - workflow commands for annotations ----------------------===//
#include "Output/Paths.h"
#include "Output/Writers.h"
#include "Support/Utf8.h"
#include <fmt/format.h>

namespace aoti {

namespace {

std::string escapeData(llvm::StringRef Text) {
  std::string Escaped;
  for (char C : Text) {
    switch (C) {
    case '%':
      Escaped += "%25";
      break;
    case '\r':
      Escaped += "%0D";
      break;
    case '\n':
      Escaped += "%0A";
      break;
    default:
      Escaped += C;
    }
  }
  return Escaped;
}

std::string escapeProperty(llvm::StringRef Text) {
  std::string Escaped;
  for (char C : escapeData(Text)) {
    if (C == ':')
      Escaped += "%3A";
    else if (C == ',')
      Escaped += "%2C";
    else
      Escaped += C;
  }
  return Escaped;
}

const char *commandName(Severity S) {
  switch (S) {
  case Severity::Error:
    return "error";
  case Severity::Warning:
    return "warning";
  case Severity::Note:
    return "notice";
  }
  llvm_unreachable("severity");
}

class Writer {
public:
  Writer(llvm::StringRef Root, llvm::raw_ostream &OS) : Root(Root), OS(OS) {}

  void command(Severity Level, const Location &At, llvm::StringRef Title, llvm::StringRef Message) {
    std::string Properties;
    if (At.isValid()) {
      std::string Path =
          toPrintable(Root.relative(At.Source->file()).value_or(At.Source->file().str()));
      Properties += "file=" + escapeProperty(Path);
      if (At.Source->inArchive()) {
        // An annotation in a binary file has no other line.
        Properties += ",line=1";
      } else {
        unsigned First = At.begin().Line, Last = At.end().Line;
        Properties += fmt::format(",line={},endLine={}", First, Last);
        // The runner refuses columns of a range of several lines.
        if (First == Last)
          Properties += fmt::format(",col={},endColumn={}", At.Source->utf16Column(At.Begin),
                                    At.Source->utf16Column(At.End));
      }
      Properties += ",";
    }
    OS << "::" << commandName(Level) << " " << Properties
       << "title=" << escapeProperty(toPrintable(Title)) << "::" << escapeData(Message) << "\n";
  }

  void finding(const Finding &F) {
    std::string Message = toPrintable(F.Message);
    if (F.At.isValid() && F.At.Source->inArchive())
      Message += " (at " + placeName(F.At) + ")";
    for (const FindingNote &N : F.Notes)
      if (!isStep(F, N))
        Message += "\n" + noteLine(N.At, toPrintable(N.Message));
    for (size_t I = 0; I < F.Flow.size(); ++I)
      Message +=
          "\n" + noteLine(F.Flow[I].At, fmt::format("step {} of {}: {}", I + 1, F.Flow.size(),
                                                    toPrintable(F.Flow[I].Message)));
    command(F.Level, F.At, F.Rule, Message);
  }

private:
  /// Where in an archive, or in a file.
  std::string placeName(const Location &At) const {
    LineColumn Begin = At.begin();
    llvm::StringRef Name = At.Source->inArchive() ? At.Source->member() : At.Source->file();
    return fmt::format("{}:{}:{}", toPrintable(Name), Begin.Line, Begin.Column);
  }

  std::string noteLine(const Location &At, const std::string &Message) const {
    return (At.isValid() ? placeName(At) + ": note: " : "note: ") + Message;
  }

  SourceRoot Root;
  llvm::raw_ostream &OS;
};

} // namespace

void writeGitHub(const Report &R, llvm::raw_ostream &OS, llvm::StringRef Root) {
  Writer W(Root, OS);
  for (const Finding &F : R.Findings)
    W.finding(F);
  for (const Notification &N : R.Notifications)
    W.command(N.Level, N.At, "aoti-lint", toPrintable(N.Message));
}

} // namespace aoti
