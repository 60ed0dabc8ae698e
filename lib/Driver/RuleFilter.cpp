#include "Driver/RuleFilter.h"
#include "clang-tidy/GlobList.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"

using llvm::StringRef;

namespace aoti {

/// The rule whose name is nearest to a word that was typed.
static StringRef nearestRule(StringRef Word) {
  StringRef Best;
  unsigned BestDistance = 8;
  for (const Rule &R : rules()) {
    unsigned Distance = Word.edit_distance(R.Name, true, BestDistance);
    if (Distance < BestDistance) {
      BestDistance = Distance;
      Best = R.Name;
    }
  }
  return Best;
}

llvm::Expected<RuleFilter> RuleFilter::create(StringRef Globs, bool Advice) {
  llvm::SmallVector<StringRef, 8> Patterns;
  llvm::SmallVector<StringRef, 8> Lines;
  Globs.split(Lines, '\n', -1, false);
  for (StringRef Line : Lines)
    Line.split(Patterns, ',', -1, false);
  // What is only taken away is taken from all.
  std::string All;
  if (llvm::all_of(Patterns,
                   [](StringRef P) { return P.trim().empty() || P.trim().starts_with("-"); }))
    All = ("aoti-*," + Globs).str();
  if (!All.empty())
    Globs = All;
  llvm::SmallVector<StringRef, 8> Named;
  for (StringRef &Pattern : Patterns) {
    Pattern = Pattern.trim();
    StringRef Body = Pattern;
    bool Negative = Body.consume_front("-");
    if (!Negative)
      Named.push_back(Body);
    clang::tidy::GlobList Glob(Body);
    bool Matches = findRule(Body) ||
                   llvm::any_of(rules(), [&](const Rule &R) { return Glob.contains(R.Name); });
    if (Matches || Negative)
      continue;
    std::string Message = "--checks: no rule matches '" + Body.str() + "'";
    if (StringRef Near = nearestRule(Body); !Near.empty())
      Message += " (did you mean '" + Near.str() + "'?)";
    return llvm::createStringError(Message + "; '--list-checks' lists all");
  }

  RuleFilter Filter;
  Filter.Names.assign(Named.begin(), Named.end());
  clang::tidy::GlobList List(Globs);
  auto Consider = [&](const Rule &R) {
    bool OnlyByName = R.Hidden || (R.DefaultLevel == Severity::Note && !Advice);
    if (List.contains(R.Name) && (!OnlyByName || llvm::is_contained(Named, StringRef(R.Name))))
      Filter.Enabled.push_back(&R);
  };
  for (const Rule &R : rules())
    Consider(R);
  for (StringRef Name : Named)
    if (const Rule *R = findRule(Name); R && R->Hidden)
      Consider(*R);
  if (Filter.Enabled.empty())
    return llvm::createStringError(
        "--checks: no rule is left to run" +
        std::string(
            llvm::any_of(rules(), [&](const Rule &R) { return List.contains(R.Name); })
                ? "; rules at note level run with '--advice', or when their whole name is given"
                : "; '--list-checks' lists all"));
  return Filter;
}

bool RuleFilter::isEnabled(StringRef Name) const {
  return llvm::any_of(Enabled, [&](const Rule *R) { return R->Name == Name; });
}

bool RuleFilter::isNamed(StringRef Rule) const {
  return isEnabled(Rule) && llvm::is_contained(Names, Rule);
}

std::string RuleFilter::tidyChecks() const {
  std::string Checks = "-*";
  for (const Rule *R : Enabled)
    if (R->Scope != RuleScope::Package)
      Checks += "," + R->Name.str();
  return Checks;
}

} // namespace aoti
