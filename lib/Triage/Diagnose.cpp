#include "Triage/Diagnose.h"
#include "Support/Utf8.h"
#include "Triage/LiteralSet.h"
#include "Triage/LogLines.h"
#include "Triage/TextPattern.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/ADT/StringSwitch.h"
#include <optional>
#include <tuple>

using llvm::StringRef;

namespace aoti {
namespace {

/// Of a line with a match, this much is shown around it.
constexpr size_t MaxEvidence = 240;
constexpr size_t MaxDiagnoses = 8, MaxConsequences = 5, MaxUnknown = 5, MaxUnknownTexts = 1000;
/// Messages that a terminal has cut in two are looked for in the ends of lines that are at least
/// this long.
constexpr size_t MinWrapped = 40, WrapTail = 300;
/// A text that goes on in the next line was begun by at least this much.
constexpr size_t MinBegun = 4;
/// A pattern is tried at so many places of a piece of a line.
constexpr unsigned MaxTries = 4;

/// What begins the lines of errors that are not known.
constexpr llvm::StringLiteral ErrorMarks[] = {
    "error: ", "exception: ", "what(): ", "fatal: ", "fatal error"};

/// All patterns, with one set of their anchors.
class PatternTable {
public:
  struct Row {
    TextPattern Pattern;
    unsigned Symptom;
  };

  static const PatternTable &get() {
    static const PatternTable Table;
    return Table;
  }

  llvm::ArrayRef<Row> rows() const { return Rows; }
  const LiteralSet &anchors() const { return *Anchors; }
  /// Literals from this number on are `ErrorMarks`.
  unsigned firstMark() const { return static_cast<unsigned>(Rows.size()); }

private:
  PatternTable() {
    std::vector<StringRef> Literals;
    for (unsigned I = 0; I < symptoms().size(); ++I)
      for (StringRef Spec : symptoms()[I].Patterns) {
        Rows.push_back({TextPattern(Spec), I});
        Literals.push_back(Rows.back().Pattern.anchor());
      }
    Literals.insert(Literals.end(), std::begin(ErrorMarks), std::end(ErrorMarks));
    Anchors.emplace(Literals);
  }

  std::vector<Row> Rows;
  std::optional<LiteralSet> Anchors;
};

/// Where the text of an assertion ends, with what a kernel's runtime prints behind it.
StringRef conditionOf(StringRef Text) {
  Text = Text.take_front(Text.find_first_of("`\""));
  Text = Text.take_front(Text.find("' failed"));
  Text = Text.take_front(Text.find(" failed"));
  return Text.rtrim(" .'");
}

/// The part of a line that has a match.
std::string shownPart(StringRef Text, size_t Begin, size_t End) {
  if (Text.size() <= MaxEvidence)
    return toPrintable(Text.trim());
  size_t Length = std::min(End - Begin, MaxEvidence);
  size_t Before = std::min(Begin, (MaxEvidence - Length) / 2);
  size_t First = Begin - Before;
  size_t Last = std::min(Text.size(), First + MaxEvidence);
  // Characters of more than one byte are not cut.
  auto IsInside = [&](size_t I) {
    return I < Text.size() && (static_cast<unsigned char>(Text[I]) & 0xC0) == 0x80;
  };
  while (First > 0 && IsInside(First))
    --First;
  while (Last < Text.size() && IsInside(Last))
    ++Last;
  return (First ? "..." : "") + toPrintable(Text.slice(First, Last).trim()) +
         (Last < Text.size() ? "..." : "");
}

/// The name in `1(cuda)`, `11(cuda)` (generated code prints the number twice) or `0`: "cuda",
/// "the CPU".
std::string deviceName(StringRef Text) {
  auto [Number, Behind] = Text.split('(');
  StringRef Name = Behind.take_front(Behind.find(')'));
  if (Name.empty())
    // The order of c10::DeviceType.
    Name = llvm::StringSwitch<StringRef>(Number.trim())
               .Case("0", "cpu")
               .Case("1", "cuda")
               .Case("6", "hip")
               .Case("12", "xpu")
               .Case("13", "mps")
               .Default("");
  if (Name.empty())
    return "device type " + Text.str();
  return Name == "cpu" ? "the CPU" : Name.str();
}

/// Whether a message of a few letters, as `OOM`, mixes capitals and small letters: such is no word.
bool isMixedShortWord(StringRef Text) {
  constexpr size_t ShortWord = 4;
  StringRef Word = Text.trim(" .,:;()[]'\"");
  return Word.size() <= ShortWord && Word.lower() != Word && Word.upper() != Word;
}

/// What was seen of one symptom.
struct Sighting {
  uint64_t Count = 0, FirstLine = 0, LastLine = 0;
  LogEvidence Evidence;
  std::map<std::string, std::string> Captures, LastCaptures;
};

class Reader {
public:
  explicit Reader(StringRef Bytes) : Lines(Bytes), Seen(symptoms().size()) {}

  LogDiagnoses read() {
    LogLine Line;
    while (Lines.next(Line)) {
      if (!Line.IsContinued)
        wrapped(Line);
      bool IsError = false;
      bool Known = scan(Line.Text, Line.Lower, Line.Number, 0, &IsError);
      if (IsError && !Known)
        unknown(Line);
      Tail = Line.Text.size() >= MinWrapped ? StringRef(Line.Text).take_back(WrapTail).str()
                                            : std::string();
      TailLower = StringRef(Line.Lower).take_back(Tail.size()).str();
      Result.Lines = Line.Number;
      TailLine = Line.Number;
    }
    diagnose();
    return std::move(Result);
  }

private:
  struct Match {
    unsigned Symptom;
    PatternMatch Found;
  };

  /// Finds the messages of a text. \param Across if not 0, only those that reach over this offset
  /// count.
  /// \returns whether anything was found.
  bool scan(StringRef Text, StringRef Lower, uint64_t Number, size_t Across, bool *IsError) {
    const PatternTable &Table = PatternTable::get();
    Hits.clear();
    Table.anchors().scan(Lower, [&](unsigned Literal, size_t End) {
      if (Literal >= Table.firstMark()) {
        if (IsError)
          *IsError = true;
      } else {
        Hits.push_back({Literal, End - Table.rows()[Literal].Pattern.anchor().size()});
      }
    });
    if (Hits.empty())
      return false;
    // The first patterns of a symptom tell most.
    llvm::sort(Hits, [](const Hit &A, const Hit &B) {
      return std::tie(A.Row, A.At) < std::tie(B.Row, B.At);
    });
    std::vector<Match> Matches;
    unsigned Tries = 0;
    for (size_t I = 0; I < Hits.size(); ++I) {
      Tries = I && Hits[I].Row == Hits[I - 1].Row ? Tries + 1 : 0;
      unsigned Index = Table.rows()[Hits[I].Row].Symptom;
      if (Tries >= MaxTries || (!Matches.empty() && Matches.back().Symptom == Index))
        continue;
      std::optional<PatternMatch> Found =
          Table.rows()[Hits[I].Row].Pattern.match(Lower, Hits[I].At);
      if (!Found || (Across && (Found->Begin >= Across || Found->End <= Across)))
        continue;
      if (isMixedShortWord(Text.slice(Found->Begin, Found->End)))
        continue;
      const Symptom &S = symptoms()[Index];
      if (S.Accept && !Found->Captures.empty()) {
        const PatternMatch::Capture &First = Found->Captures.front();
        StringRef Captured = Lower.slice(First.Begin, First.End);
        if (!S.Accept(First.Name == "condition" ? conditionOf(Captured) : Captured))
          continue;
      }
      Matches.push_back({Index, std::move(*Found)});
    }

    // Where two messages share words, the one that says more is meant.
    llvm::sort(Matches, [](const Match &A, const Match &B) {
      unsigned Left = symptoms()[A.Symptom].Weight, Right = symptoms()[B.Symptom].Weight;
      return Left != Right ? Left > Right : A.Symptom < B.Symptom;
    });
    for (size_t I = 0; I < Matches.size(); ++I) {
      const Match &M = Matches[I];
      bool IsPart = llvm::any_of(llvm::ArrayRef(Matches).take_front(I), [&](const Match &Other) {
        return symptoms()[Other.Symptom].Weight > symptoms()[M.Symptom].Weight &&
               symptoms()[M.Symptom].Weight != weight::Context && Other.Found.Begin < M.Found.End &&
               M.Found.Begin < Other.Found.End;
      });
      if (!IsPart)
        note(M, Text, Number);
    }
    return !Matches.empty();
  }

  void note(const Match &M, StringRef Text, uint64_t Number) {
    Sighting &S = Seen[M.Symptom];
    std::map<std::string, std::string> Captures;
    for (const PatternMatch::Capture &C : M.Found.Captures) {
      StringRef Value = Text.slice(C.Begin, C.End).trim();
      if (C.Name == "condition")
        Value = conditionOf(Value);
      Captures.emplace(C.Name.str(), toPrintable(Value));
    }
    if (!S.Count || (S.Captures.empty() && !Captures.empty())) {
      S.Evidence = {Number, shownPart(Text, M.Found.Begin, M.Found.End)};
      S.Captures = Captures;
      if (!S.Count)
        S.FirstLine = Number;
    }
    S.Count += S.LastLine != Number;
    S.LastLine = Number;
    if (!Captures.empty())
      S.LastCaptures = std::move(Captures);
  }

  /// Looks for messages that begin at the end of the line before and end in this one.
  void wrapped(const LogLine &Line) {
    if (Tail.empty() || Line.Text.empty())
      return;
    const LiteralSet &Anchors = PatternTable::get().anchors();
    for (StringRef Between : {"", " "}) {
      std::string End = StringRef(TailLower).take_back(64).str() + Between.str();
      if (Anchors.scan(End, [](unsigned, size_t) {}) < MinBegun)
        continue;
      std::string Text = Tail + Between.str(), Lower = TailLower + Between.str();
      size_t Across = Text.size();
      Text += StringRef(Line.Text).take_front(WrapTail);
      Lower += StringRef(Line.Lower).take_front(WrapTail);
      if (scan(Text, Lower, TailLine, Across, nullptr))
        return;
    }
  }

  void unknown(const LogLine &Line) {
    // Many lines that are the same but for their time are one; of a flood of different ones the
    // rest is counted only.
    StringRef Text = Line.Text;
    size_t At = StringRef::npos;
    for (StringRef Mark : ErrorMarks)
      At = std::min(At, StringRef(Line.Lower).find(Mark));
    if (UnknownTexts.size() < MaxUnknownTexts &&
        !UnknownTexts.insert(Text.drop_front(std::min(At, Text.size())).take_front(MaxEvidence))
             .second)
      return;
    ++Result.UnknownCount;
    if (Result.Unknown.size() < MaxUnknown)
      Result.Unknown.push_back({Line.Number, shownPart(Text, At, std::min(Text.size(), At + 1))});
  }

  Sighting *find(StringRef Id) {
    for (unsigned I = 0; I < symptoms().size(); ++I)
      if (symptoms()[I].Id == Id)
        return Seen[I].Count ? &Seen[I] : nullptr;
    return nullptr;
  }

  /// Makes one of several sightings that mean something together.
  void combine() {
    llvm::StringSet<> Used;
    for (unsigned I = 0; I < symptoms().size(); ++I) {
      const Symptom &S = symptoms()[I];
      if (S.With.empty() || !llvm::all_of(S.With, [&](StringRef Id) { return find(Id); }))
        continue;
      Seen[I] = *find(S.With.front());
      for (StringRef Id : S.With)
        Used.insert(Id);
    }
    for (unsigned I = 0; I < symptoms().size(); ++I)
      if (Used.contains(symptoms()[I].Id))
        Seen[I].Count = 0;
  }

  /// What a report of a sanitizer, or the printer of kernels, says of the kernel at fault.
  void addKernel(Diagnosis &D) {
    if (D.Of->Place != PlaceKind::Memory && D.Of->Group != "assert")
      return;
    if (const Sighting *Frame = find("sanitizer-frame")) {
      D.Captures.insert(Frame->Captures.begin(), Frame->Captures.end());
    } else if (const Sighting *Printed = find("printer")) {
      auto Kernel = Printed->LastCaptures.find("kernel");
      if (Kernel == Printed->LastCaptures.end() || Printed->FirstLine > D.Evidence.Line)
        return;
      D.Captures.emplace("kernel", Kernel->second);
      D.Detail += (D.Detail.empty() ? "" : " ") +
                  ("The last kernel that was printed is '" + Kernel->second + "'.");
    }
  }

  void diagnose() {
    combine();
    std::vector<Diagnosis> Found;
    for (unsigned I = 0; I < symptoms().size(); ++I) {
      const Symptom &S = symptoms()[I];
      if (!Seen[I].Count || S.Weight == weight::Context)
        continue;
      Diagnosis D{&S, Seen[I].Evidence, Seen[I].Count, {}, Seen[I].Captures};
      D.Detail = detail(S, D.Captures);
      addKernel(D);
      Found.push_back(std::move(D));
    }
    llvm::sort(Found, [](const Diagnosis &A, const Diagnosis &B) {
      if (A.Of->Weight != B.Of->Weight)
        return A.Of->Weight > B.Of->Weight;
      return std::tie(A.Evidence.Line, A.Of->Id) < std::tie(B.Evidence.Line, B.Of->Id);
    });
    unsigned Best = Found.empty() ? 0 : Found.front().Of->Weight;
    llvm::StringSet<> Groups;
    std::vector<LogEvidence> Following;
    for (Diagnosis &D : Found) {
      unsigned W = D.Of->Weight;
      bool IsCrash = W >= weight::Effect && W < weight::Vague, IsCall = W <= weight::Envelope + 3;
      if (!D.Of->Group.empty() && !Groups.insert(D.Of->Group).second)
        continue;
      // Words are noise beside a message.
      if (W >= weight::Vague && W <= weight::Words + 4 && Best >= weight::General - 5)
        continue;
      bool IsTogether = !D.Of->With.empty() && W < weight::General;
      if ((IsCrash && Best >= weight::Vague) || (IsCall && Best >= weight::Effect) ||
          (IsTogether && Best >= weight::General))
        Following.push_back(D.Evidence);
      else if (Result.Diagnoses.size() < MaxDiagnoses)
        Result.Diagnoses.push_back(std::move(D));
    }
    llvm::sort(Following, [](const LogEvidence &A, const LogEvidence &B) {
      return std::tie(A.Line, A.Text) < std::tie(B.Line, B.Text);
    });
    Following.resize(std::min(Following.size(), MaxConsequences));
    Result.Consequences = std::move(Following);
  }

  static std::string detail(const Symptom &S, const std::map<std::string, std::string> &Captures) {
    std::string Text;
    StringRef Rest = S.Detail;
    while (!Rest.empty()) {
      auto [Plain, After] = Rest.split('{');
      Text += Plain;
      if (After.empty())
        break;
      auto [Field, Behind] = After.split('}');
      auto [Name, Form] = Field.split(':');
      auto Value = Captures.find(Name.str());
      if (Value == Captures.end())
        return {};
      Text += Form == "device" ? deviceName(Value->second) : Value->second;
      Rest = Behind;
    }
    return Text;
  }

  struct Hit {
    unsigned Row;
    size_t At;
  };

  LogLines Lines;
  std::vector<Sighting> Seen;
  std::vector<Hit> Hits;
  std::string Tail, TailLower;
  uint64_t TailLine = 0;
  llvm::StringSet<> UnknownTexts;
  LogDiagnoses Result;
};

} // namespace

StringRef confidenceName(Confidence C) {
  static constexpr llvm::StringLiteral Names[] = {"low", "medium", "high"};
  return Names[static_cast<unsigned>(C)];
}

Confidence Diagnosis::confidence() const {
  unsigned W = Of->Weight;
  return W >= weight::General + 3 || (W >= weight::Remark && W < weight::Effect) ? Confidence::High
         : W >= weight::Vague ? Confidence::Medium
                              : Confidence::Low;
}

StringRef Diagnosis::capture(StringRef Name) const {
  auto It = Captures.find(Name.str());
  return It == Captures.end() ? StringRef() : StringRef(It->second);
}

LogDiagnoses diagnoseLog(StringRef Bytes) {
  std::string Storage;
  return Reader(decodeLog(Bytes, Storage)).read();
}

} // namespace aoti
