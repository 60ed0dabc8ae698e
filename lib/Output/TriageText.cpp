#include "Finding/Rules.h"
#include "Output/TriageReport.h"
#include "Output/Writers.h"
#include "Support/Utf8.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include <fmt/format.h>

using llvm::StringRef;

namespace aoti {
namespace {

constexpr size_t Columns = 100;
/// Suspects that are shown with their source line.
constexpr size_t MaxShown = 3;

class TriageWriter {
public:
  TriageWriter(const TriageReport &R, bool Color, llvm::raw_ostream &OS)
      : R(R), Color(Color), OS(OS) {}

  void write() {
    const LogDiagnoses &Log = R.Log;
    for (size_t I = 0; I < Log.Diagnoses.size(); ++I) {
      if (I)
        OS << "\n";
      diagnosis(Log.Diagnoses[I], I < R.Places.size() ? &R.Places[I] : nullptr);
    }
    if (Log.Diagnoses.empty())
      nothingKnown();
    if (!Log.Consequences.empty()) {
      OS << "\nwhat follows from it:\n";
      for (const LogEvidence &E : Log.Consequences)
        evidence(E);
    }
    if (!Log.Unknown.empty()) {
      OS << "\n" << (Log.Diagnoses.empty() ? "" : "other ") << "errors that are not known:\n";
      for (const LogEvidence &E : Log.Unknown)
        evidence(E);
      if (Log.UnknownCount > Log.Unknown.size())
        OS << "  and " << Log.UnknownCount - Log.Unknown.size() << " more\n";
    }
    for (const std::string &Note : R.Notes)
      OS << "\nnote: " << toPrintable(Note) << "\n";
  }

private:
  void color(StringRef Code) {
    if (Color)
      OS << "\x1b[" << Code << "m";
  }

  void heading(StringRef Text) {
    OS << "\n";
    color("1");
    OS << "  " << Text << "\n";
    color("0");
  }

  /// Breaks a text into lines. \param First stands before the first one.
  void paragraph(StringRef Text, StringRef First) {
    std::string Indent(First.size(), ' ');
    std::string Line = First.str();
    llvm::SmallVector<StringRef, 32> Words;
    Text.split(Words, ' ', -1, false);
    for (StringRef Word : Words) {
      if (Line.size() > Indent.size() && Line.size() + 1 + Word.size() > Columns) {
        OS << Line << "\n";
        Line = Indent;
      }
      if (Line.size() > Indent.size())
        Line += ' ';
      Line += Word;
    }
    OS << Line << "\n";
  }

  void evidence(const LogEvidence &E) {
    OS << "  " << toPrintable(R.LogName == "-" ? "standard input" : R.LogName) << ":" << E.Line
       << ": " << E.Text << "\n";
  }

  void diagnosis(const Diagnosis &D, const TriagePlaces *Where) {
    const Category *C = findCategory(D.Of->Category);
    color("1");
    OS << D.Of->Category << " " << (C ? StringRef(C->Name) : StringRef()) << ": " << D.Of->Title
       << "\n";
    color("0");
    evidence(D.Evidence);
    if (D.Count > 1)
      OS << "  on " << D.Count << " lines\n";

    heading("what it means");
    if (!D.Detail.empty())
      paragraph(D.Detail, "  ");
    paragraph(withKnownRules(D.Of->What->Meaning), "  ");
    if (D.confidence() == Confidence::Low)
      paragraph("The log says little, so this is a guess.", "  ");

    if (Where)
      places(*Where);

    heading("what to do");
    unsigned Number = 0;
    for (const std::string &Step : stepsOf(R, D.Of))
      paragraph(Step, fmt::format("  {}. ", ++Number));

    if (D.Of->What->Flags.empty())
      return;
    heading("switches");
    std::vector<std::string> Names;
    size_t Width = 0;
    for (const Flag *F : D.Of->What->Flags) {
      Names.push_back(fmt::format("{}={}", F->Name.str(), F->Value.str()));
      Width = std::max(Width, Names.back().size());
    }
    for (size_t I = 0; I < Names.size(); ++I) {
      const Flag *F = D.Of->What->Flags[I];
      OS << fmt::format("  {:<{}}  {:<12}  {}\n", Names[I], Width,
                        F->AtRunTime ? "run time" : "compile time",
                        F->Keep ? "keep in production" : "turn off in production");
      paragraph(F->Purpose, "    ");
    }
  }

  void places(const TriagePlaces &Where) {
    if (!Where.Places.empty()) {
      heading("where");
      findings(Where.Places);
    }
    if (!Where.Suspects.empty()) {
      heading("suspects, best first");
      std::vector<Finding> Shown;
      for (const TriageSuspect &S : Where.Suspects) {
        Finding F;
        F.Level = Severity::Note;
        F.At = S.At;
        F.Message = "'" + S.Kernel + "': " + S.Reason;
        Shown.push_back(std::move(F));
      }
      size_t Count = std::min(Shown.size(), MaxShown);
      findings(llvm::ArrayRef(Shown).take_front(Count).vec());
      for (const Finding &F : llvm::ArrayRef(Shown).drop_front(Count))
        OS << "  line " << F.At.begin().Line << ": " << toPrintable(F.Message) << "\n";
      if (Where.MoreSuspects)
        OS << "  and " << Where.MoreSuspects << " more\n";
      launches(Where, "other ");
      OS << "  to see what they are given, compile with\n    "
            "AOT_INDUCTOR_DEBUG_INTERMEDIATE_VALUE_PRINTER=2 "
            "AOT_INDUCTOR_FILTERED_KERNELS_TO_PRINT="
         << toPrintable(suspectFilter(Where)) << "\n";
    }
    if (!Where.Causes.empty()) {
      heading("what the rules find in the package");
      findings(Where.Causes);
    }
    if (Where.Places.empty() && Where.Suspects.empty() && Where.Causes.empty()) {
      heading("where");
      OS << "  nothing in the package points to it\n";
      launches(Where, "");
    }
  }

  /// How many launches are no suspects. \param Which "other " beside suspects.
  void launches(const TriagePlaces &Where, StringRef Which) {
    auto Launches = [&](unsigned N) {
      return fmt::format("{} {}{}", N, Which.str(), N == 1 ? "launch" : "launches");
    };
    if (unsigned N = Where.ProvedLaunches)
      paragraph(
          fmt::format("{} {} proved to stay within {} tensors, whatever sizes the inputs have",
                      Launches(N), N == 1 ? "is" : "are", N == 1 ? "its" : "their"),
          "  ");
    if (unsigned N = Where.OtherLaunches)
      paragraph(fmt::format("nothing speaks against {}, of which the code is not looked into",
                            Launches(N)),
                "  ");
  }

  void findings(std::vector<Finding> List) {
    Report Shown;
    Shown.Findings = std::move(List);
    TextOptions Options;
    Options.Color = Color;
    Options.Quiet = true;
    writeText(Shown, Options, OS);
  }

  void nothingKnown() {
    color("1");
    OS << "nothing that is known";
    color("0");
    OS << " in " << toPrintable(R.LogName == "-" ? "standard input" : R.LogName) << " ("
       << R.Log.Lines << (R.Log.Lines == 1 ? " line" : " lines") << ")\n";
    if (R.Log.Unknown.empty())
      paragraph(
          "No line looks like an error: either the run was fine, or its errors went elsewhere.",
          "  ");
    heading("what to do");
    unsigned Number = 0;
    for (const std::string &Step : stepsOf(R, nullptr))
      paragraph(Step, fmt::format("  {}. ", ++Number));
  }

  const TriageReport &R;
  bool Color;
  llvm::raw_ostream &OS;
};

} // namespace

std::string suspectFilter(const TriagePlaces &Where) {
  std::vector<std::string> Names;
  for (const TriageSuspect &S : Where.Suspects)
    if (!llvm::is_contained(Names, S.Kernel))
      Names.push_back(S.Kernel);
  return llvm::join(Names, ",");
}

std::string withKnownRules(StringRef Advice) {
  std::string Text;
  while (!Advice.empty()) {
    size_t At = Advice.find("aoti-");
    Text += Advice.take_front(At);
    if (At == StringRef::npos)
      break;
    Advice = Advice.drop_front(At);
    StringRef Name = Advice.take_while([](char C) { return llvm::isAlnum(C) || C == '-'; });
    Advice = Advice.drop_front(Name.size());
    if (Name == "aoti-lint" || findRule(Name))
      Text += Name;
    else if (!Advice.consume_front(", ") && StringRef(Text).ends_with(", "))
      Text.resize(Text.size() - 2);
  }
  // A list that lost all its names goes, too.
  for (StringRef Left : {" ()", ": )"})
    for (size_t At = Text.find(Left); At != std::string::npos; At = Text.find(Left))
      Text.replace(At, Left.size(), Left == ": )" ? ")" : "");
  return Text;
}

std::vector<std::string> stepsOf(const TriageReport &R, const Symptom *Of) {
  constexpr StringRef WithPackage = ", or 'aoti-lint triage --package model.pt2 LOG',";
  std::vector<std::string> Steps;
  // Without an error there is nothing to say about devices and inputs.
  bool NoError = !Of && R.Log.Unknown.empty();
  for (StringRef Step : (Of ? *Of->What : UnknownAdvice).Steps) {
    if ((NoError && !Step.starts_with("Take the whole standard error")) ||
        (Of && Of->IsOfInputChecks && Step.starts_with("Run once with AOTI_RUNTIME_CHECK_INPUTS")))
      continue;
    std::string Text = withKnownRules(Step);
    if (!R.Package.empty()) {
      if (size_t At = Text.find(WithPackage); At != std::string::npos)
        Text.erase(At, WithPackage.size());
      if (StringRef(Text).contains("'aoti-lint triage --package"))
        continue;
    }
    Steps.push_back(std::move(Text));
  }
  return Steps;
}

void writeTriageText(const TriageReport &R, bool Color, llvm::raw_ostream &OS) {
  TriageWriter(R, Color, OS).write();
}

} // namespace aoti
