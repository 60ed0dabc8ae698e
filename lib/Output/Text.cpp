//===- Text.cpp - what a person reads in a terminal -------------------------===//
#include "Output/Writers.h"
#include "Support/Utf8.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Unicode.h"
#include <algorithm>
#include <fmt/format.h>
#include <map>

namespace aoti {

namespace {

/// Rules that come in crowds: beyond `GroupAfter` in one file, their findings are counted in one
/// line.
constexpr llvm::StringLiteral GroupedRules[] = {"aoti-debug-leftover"};
constexpr unsigned GroupAfter = 5;
/// How many sources that could not be analysed fully are printed: a project whose headers are
/// missing has hundreds of them, for the same reason.
constexpr unsigned MaxIncomplete = 20;

constexpr unsigned TabStop = 8;
/// "   12 | " before a source line, as clang prints it.
constexpr unsigned GutterWidth = 8;
constexpr unsigned LineNumberWidth = 5;
constexpr unsigned MinimalSnippetWidth = 32;
constexpr llvm::StringLiteral CutFront = "  ...";
constexpr llvm::StringLiteral CutBack = "...";
/// Of a line that is longer than this, only the bytes around the caret are looked at.
constexpr uint32_t MaxLineBytes = 8192;

std::string counted(unsigned Count, llvm::StringRef Noun) {
  return fmt::format("{} {}{}", Count, Noun.str(), Count == 1 ? "" : "s");
}

/// One character of a source line as it is displayed.
struct Glyph {
  uint32_t Begin; ///< byte offset in the text
  uint32_t End;
  unsigned Column; ///< from 0
  unsigned Width;
  std::string Shown;
  bool Escaped;
};

/// A source line, or the part of a huge one around an offset.
class DisplayedLine {
public:
  DisplayedLine(const SourceText &Source, unsigned Line, uint32_t Around) {
    llvm::StringRef Text = Source.line(Line);
    uint32_t Start = Source.lineStart(Line);
    uint32_t From = 0, To = static_cast<uint32_t>(Text.size());
    if (Text.size() > 2 * MaxLineBytes) {
      uint32_t At = std::min(Around - Start, To);
      From = At > MaxLineBytes ? At - MaxLineBytes : 0;
      To = std::min(To, At + MaxLineBytes);
      auto InsideCharacter = [&](uint32_t I) {
        return I < Text.size() && (static_cast<unsigned char>(Text[I]) & 0xC0) == 0x80;
      };
      while (From < At && InsideCharacter(From))
        ++From;
      while (To > At && InsideCharacter(To))
        --To;
    }
    LineBegin = Start + From;
    LineEnd = Start + To;
    CutLeft = From > 0;
    CutRight = To < Text.size();
    for (llvm::StringRef Rest = Text.slice(From, To); !Rest.empty();) {
      CodePoint C = decodeUtf8(Rest);
      Glyph G{LineEnd - static_cast<uint32_t>(Rest.size()), 0, Width, 1, "", false};
      G.End = G.Begin + C.Length;
      if (C.Value == '\t') {
        G.Width = TabStop - Width % TabStop;
        G.Shown.assign(G.Width, ' ');
      } else {
        G.Shown = printableCharacter(Rest, C);
        G.Escaped = G.Shown != Rest.take_front(C.Length);
        G.Width =
            G.Escaped ? G.Shown.size() : std::max(0, llvm::sys::unicode::columnWidthUTF8(G.Shown));
      }
      Width += G.Width;
      Glyphs.push_back(std::move(G));
      Rest = Rest.drop_front(C.Length);
    }
  }

  llvm::ArrayRef<Glyph> glyphs() const { return Glyphs; }
  unsigned width() const { return Width; }
  bool cutLeft() const { return CutLeft; }
  bool cutRight() const { return CutRight; }
  bool contains(uint32_t Offset) const { return Offset >= LineBegin && Offset <= LineEnd; }
  /// Display column of a byte offset; offsets beyond the line give its end.
  unsigned column(uint32_t Offset) const {
    for (const Glyph &G : Glyphs)
      if (Offset < G.End)
        return G.Column;
    return Width;
  }

private:
  uint32_t LineBegin = 0, LineEnd = 0;
  unsigned Width = 0;
  bool CutLeft = false, CutRight = false;
  std::vector<Glyph> Glyphs;
};

/// The columns of a line that are displayed.
struct ColumnWindow {
  unsigned First = 0;
  unsigned Last = 0; ///< exclusive
  /// Where column `First` would be on the screen, less `First`.
  unsigned Shift = 0;
  bool Front = false, Back = false;

  ColumnWindow(const DisplayedLine &Line, unsigned Caret, unsigned RangeEnd, unsigned Available) {
    Last = Line.width();
    Front = Line.cutLeft();
    Back = Line.cutRight();
    if (!Front && !Back && std::max(Line.width(), Caret + 1) <= Available)
      return;
    constexpr unsigned Margin = CutFront.size() + CutBack.size() + 4;
    RangeEnd = std::clamp(RangeEnd, Caret + 1, Caret + Available - Margin);
    unsigned Slack = (Available - (RangeEnd - Caret)) / 2;
    unsigned Begin = Caret > Slack ? Caret - Slack : 0;
    unsigned Total = std::max(Line.width(), Caret + 1);
    Begin = std::min(Begin, Total > Available ? Total - Available : 0);
    if (Begin > 0 || Front) {
      Front = true;
      First = Begin + CutFront.size();
      Shift = Begin;
    }
    if (Begin + Available < Total || Back) {
      Back = true;
      Last = std::min<unsigned>(Last, Begin + Available - CutBack.size());
    }
  }
};

class Writer {
public:
  Writer(const Report &R, const TextOptions &Options, llvm::raw_ostream &OS)
      : R(R), Options(Options), OS(OS) {
    Available = std::max(Options.Columns, GutterWidth + MinimalSnippetWidth) - GutterWidth;
  }

  void findings() {
    std::map<std::pair<std::string, llvm::StringRef>, unsigned> Printed;
    std::string File;
    unsigned Incomplete = 0;
    for (const Finding &F : R.Findings) {
      if (F.Rule == IncompleteRule && ++Incomplete > MaxIncomplete)
        continue;
      std::string Name = F.At.isValid() ? F.At.Source->displayName() : std::string();
      if (Name != File)
        left(Printed, File);
      File = Name;
      if (llvm::is_contained(GroupedRules, F.Rule) && ++Printed[{Name, F.Rule}] > GroupAfter)
        continue;
      finding(F);
    }
    left(Printed, File);
    if (Incomplete > MaxIncomplete)
      headerNamed("aoti-lint", "note", Severity::Note,
                  fmt::format("and {} more that say why a source could not be analysed fully; "
                              "'-p BUILD' reads the sources of a project with the macros and "
                              "headers that it is built with; --format=json lists all",
                              Incomplete - MaxIncomplete),
                  {});
  }

  void notifications() {
    for (const Notification &N : R.Notifications) {
      if (Options.Quiet && N.Level != Severity::Error)
        continue;
      if (N.At.isValid())
        header(N.At, severityName(N.Level), N.Level, N.Message, {});
      else
        headerNamed("aoti-lint", severityName(N.Level), N.Level, N.Message, {});
    }
  }

  void summary() {
    OS << toPrintable(summaryLine(R)) << "\n";
    bool AnyRule =
        llvm::any_of(R.Findings, [](const Finding &F) { return F.Rule != IncompleteRule; });
    if (AnyRule)
      OS << "run 'aoti-lint --explain=RULE' to learn more\n";
  }

private:
  using Counts = std::map<std::pair<std::string, llvm::StringRef>, unsigned>;

  /// Says how many findings of each grouped rule were not printed for a file.
  void left(const Counts &Printed, const std::string &File) {
    for (llvm::StringRef Rule : GroupedRules) {
      auto Found = Printed.find({File, Rule});
      if (Found != Printed.end() && Found->second > GroupAfter)
        headerNamed(toPrintable(File), "note", Severity::Note,
                    fmt::format("and {} more of '{}' in this file; --format=json lists all",
                                Found->second - GroupAfter, Rule.str()),
                    {});
    }
  }

  void finding(const Finding &F) {
    const Fix *Shown = F.Fixes.empty() ? nullptr : &F.Fixes.front();
    header(F.At, severityName(F.Level), F.Level, F.Message, F.Rule);
    bool FixPrinted = snippet(F.At, Shown);
    bool ShowsFlow = hasNewPlaces(F);
    for (const FindingNote &N : F.Notes) {
      if (ShowsFlow && isStep(F, N))
        continue;
      header(N.At, "note", Severity::Note, N.Message, {});
      snippet(N.At, nullptr);
    }
    for (size_t I = 0; ShowsFlow && I < F.Flow.size(); ++I) {
      header(F.Flow[I].At, "note", Severity::Note,
             fmt::format("step {} of {}: {}", I + 1, F.Flow.size(), F.Flow[I].Message), {});
      snippet(F.Flow[I].At, nullptr);
    }
    if (Shown && !FixPrinted && !Shown->Edits.empty())
      header(Shown->Edits.front().At, "note", Severity::Note, "fix: " + Shown->Description, {});
  }

  /// Whether the trace of a finding leads through places that the finding and its notes do not
  /// show.
  static bool hasNewPlaces(const Finding &F) {
    auto Overlap = [](const Location &A, const Location &B) {
      return A.isValid() && A.Source == B.Source && A.Begin <= B.End && B.Begin <= A.End;
    };
    return !llvm::all_of(F.Flow, [&](const FlowStep &Step) {
      return Overlap(Step.At, F.At) ||
             llvm::any_of(F.Notes, [&](const FindingNote &N) { return Overlap(Step.At, N.At); });
    });
  }

  void color(llvm::StringRef Code) {
    if (Options.Color)
      OS << "\x1b[" << Code << "m";
  }

  void header(const Location &At, llvm::StringRef Kind, Severity Level, llvm::StringRef Message,
              llvm::StringRef Rule) {
    if (!At.isValid()) {
      headerNamed(Kind == "note" ? "" : "aoti-lint", Kind, Level, Message, Rule);
      return;
    }
    LineColumn Begin = At.begin();
    headerNamed(
        fmt::format("{}:{}:{}", toPrintable(At.Source->displayName()), Begin.Line, Begin.Column),
        Kind, Level, Message, Rule);
  }

  /// \p Place is printable already.
  void headerNamed(llvm::StringRef Place, llvm::StringRef Kind, Severity Level,
                   llvm::StringRef Message, llvm::StringRef Rule) {
    if (!Place.empty()) {
      color("1");
      OS << Place << ": ";
      color("0");
    }
    static constexpr llvm::StringLiteral Colors[] = {"0;1;36", "0;1;35", "0;1;31"};
    color(Colors[static_cast<unsigned>(Level)]);
    OS << Kind << ": ";
    color("0");
    bool Bold = Level != Severity::Note;
    if (Bold)
      color("1");
    OS << toPrintable(Message);
    if (!Rule.empty())
      OS << " [" << toPrintable(Rule) << "]";
    if (Bold)
      color("0");
    OS << "\n";
  }

  void gutter(std::optional<unsigned> Line) {
    OS << (Line ? fmt::format("{:>{}} | ", *Line, LineNumberWidth)
                : std::string(LineNumberWidth, ' ') + " | ");
  }

  /// Prints the first line of a place with a caret. \returns whether an edit of the fix was printed
  /// with it.
  bool snippet(const Location &At, const Fix *Fix) {
    if (!At.isValid() || At.Source->text().empty())
      return false;
    unsigned Number = At.begin().Line;
    DisplayedLine Line(*At.Source, Number, At.Begin);
    unsigned Caret = Line.column(At.Begin);
    unsigned RangeEnd = Line.column(At.End);
    ColumnWindow Window(Line, Caret, RangeEnd, Available);

    gutter(Number);
    if (Window.Front)
      OS << CutFront;
    unsigned Column = Window.First;
    bool First = true;
    for (const Glyph &G : Line.glyphs()) {
      if (G.Column < Window.First || G.Column + G.Width > Window.Last ||
          (First && Window.Front && G.Width == 0))
        continue;
      // A wide character that the window cuts leaves a gap.
      OS.indent(G.Column - Column);
      if (G.Escaped)
        color("7");
      OS << G.Shown;
      if (G.Escaped)
        color("0");
      Column = G.Column + G.Width;
      First = false;
    }
    if (Window.Back) {
      OS.indent(Window.Last - Column);
      OS << CutBack;
    }
    OS << "\n";

    gutter(std::nullopt);
    OS.indent(Caret - Window.Shift);
    color("0;1;32");
    OS << '^'
       << std::string(std::max(std::min(RangeEnd, std::max(Window.Last, Caret)), Caret + 1) -
                          Caret - 1,
                      '~');
    color("0");
    OS << "\n";

    std::string Insertions = Fix ? insertions(*Fix, At, Line, Window) : std::string();
    if (Insertions.empty())
      return false;
    gutter(std::nullopt);
    color("0;32");
    OS << Insertions;
    color("0");
    OS << "\n";
    return true;
  }

  /// The new texts of the edits on a line, each below its place.
  std::string insertions(const Fix &F, const Location &At, const DisplayedLine &Line,
                         const ColumnWindow &Window) {
    std::vector<const Edit *> Edits;
    for (const Edit &E : F.Edits)
      if (E.At.Source == At.Source && Line.contains(E.At.Begin) && !E.Replacement.empty() &&
          llvm::StringRef(E.Replacement).find_first_of("\r\n") == llvm::StringRef::npos)
        Edits.push_back(&E);
    // They stand in one vector, so their addresses are their order.
    llvm::sort(Edits, [](const Edit *A, const Edit *B) {
      return A->At.Begin != B->At.Begin ? A->At.Begin < B->At.Begin : A < B;
    });
    std::string Text;
    unsigned Width = 0;
    for (const Edit *E : Edits) {
      unsigned Column = Line.column(E->At.Begin);
      if (Column < Window.First || Column > Window.Last)
        continue;
      Column -= Window.Shift;
      // Two texts do not run into each other.
      if (Width > 0 && Column < Width)
        Column = Width + 1;
      Text.append(Column - Width, ' ');
      std::string Shown = toPrintable(E->Replacement);
      Text += Shown;
      Width = Column + std::max(0, llvm::sys::unicode::columnWidthUTF8(Shown));
    }
    return Text;
  }

  const Report &R;
  const TextOptions &Options;
  llvm::raw_ostream &OS;
  unsigned Available;
};

/// "2 sources, torch 2.13 to 2.14, cuda".
std::string inputDetails(const Report &R, bool WithSources) {
  constexpr size_t MaxDialects = 3;
  unsigned Sources = 0;
  std::vector<std::string> Parts;
  for (const InputReport &I : R.Inputs) {
    if (I.Status == InputStatus::Unreadable)
      continue;
    Sources += I.Sources;
    if (!I.Dialect.empty() && !llvm::is_contained(Parts, I.Dialect))
      Parts.push_back(I.Dialect);
  }
  if (Parts.size() > MaxDialects) {
    std::string More = fmt::format("and {} other versions", Parts.size() - MaxDialects);
    Parts.resize(MaxDialects);
    Parts.push_back(std::move(More));
  }
  std::string Details = llvm::join(Parts, "; ");
  if (!WithSources)
    return Details;
  return counted(Sources, "source") + (Details.empty() ? "" : ", " + Details);
}

} // namespace

std::string summaryLine(const Report &R) {
  unsigned Packages = 0, Files = 0, Unreadable = 0;
  for (const InputReport &I : R.Inputs)
    ++(I.Status == InputStatus::Unreadable ? Unreadable : I.Kind == "file" ? Files : Packages);

  SeverityCounts Counts = countBySeverity(R.Findings);
  std::vector<std::string> Parts;
  for (Severity S : {Severity::Error, Severity::Warning, Severity::Note})
    if (unsigned Count = Counts.of(S))
      Parts.push_back(counted(Count, severityName(S)));
  std::string Line;
  if (!Parts.empty())
    Line = llvm::join(Parts, ", ");
  else
    Line = Packages + Files > 0 ? "no findings" : "nothing was analysed";

  Parts.clear();
  if (Packages)
    Parts.push_back(counted(Packages, "package"));
  if (Files)
    Parts.push_back(counted(Files, "file"));
  if (!Parts.empty()) {
    Line += " in " + llvm::join(Parts, " and ");
    if (std::string Details = inputDetails(R, Packages > 0); !Details.empty())
      Line += " (" + Details + ")";
  }
  if (R.Suppressed)
    Line += fmt::format("; {} suppressed", R.Suppressed);
  if (Unreadable)
    Line += "; " + counted(Unreadable, "input") + " could not be read";
  if (R.Incomplete)
    Line += "; incomplete: " + counted(R.Incomplete, "source") + " could not be analysed fully";
  return Line;
}

void writeText(const Report &R, const TextOptions &Options, llvm::raw_ostream &OS) {
  Writer W(R, Options, OS);
  W.findings();
  W.notifications();
  if (!Options.Quiet)
    W.summary();
}

} // namespace aoti
