#include "Finding/Finding.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/xxhash.h"
#include <algorithm>
#include <numeric>
#include <tuple>

namespace aoti {

llvm::StringRef severityName(Severity S) {
  switch (S) {
  case Severity::Note:
    return "note";
  case Severity::Warning:
    return "warning";
  case Severity::Error:
    return "error";
  }
  llvm_unreachable("severity");
}

std::optional<Severity> parseSeverity(llvm::StringRef Name) {
  for (Severity S : {Severity::Note, Severity::Warning, Severity::Error})
    if (severityName(S) == Name)
      return S;
  return std::nullopt;
}

bool isStep(const Finding &F, const FindingNote &N) {
  return llvm::any_of(F.Flow, [&](const FlowStep &Step) {
    return Step.At.Source == N.At.Source && Step.At.Begin == N.At.Begin &&
           Step.At.End == N.At.End && Step.Message == N.Message;
  });
}

bool operator<(const Finding &A, const Finding &B) {
  if (A.At < B.At)
    return true;
  if (B.At < A.At)
    return false;
  return std::tie(A.Rule, A.Message) < std::tie(B.Rule, B.Message);
}

void finishFindings(std::vector<Finding> &Findings) {
  // Equal ones come from one place in the order in which they were found; the indices keep that
  // order.
  std::vector<size_t> Order(Findings.size());
  std::iota(Order.begin(), Order.end(), size_t(0));
  std::sort(Order.begin(), Order.end(), [&](size_t A, size_t B) {
    if (Findings[A] < Findings[B])
      return true;
    return !(Findings[B] < Findings[A]) && A < B;
  });
  std::vector<Finding> Sorted;
  Sorted.reserve(Findings.size());
  for (size_t I : Order)
    Sorted.push_back(std::move(Findings[I]));
  Findings = std::move(Sorted);
  auto Same = [](const Finding &A, const Finding &B) { return !(A < B) && !(B < A); };
  Findings.erase(std::unique(Findings.begin(), Findings.end(), Same), Findings.end());

  // Lines move and hashes in file stems change with every build; what stays is the rule, the line's
  // own text and how often the two were seen before.
  llvm::StringMap<unsigned> Seen;
  for (Finding &F : Findings) {
    std::string Key = F.Rule + "\n" + F.Message + "\n";
    if (F.At.isValid())
      Key += F.At.Source->line(F.At.begin().Line).trim();
    Key += "\n" + std::to_string(Seen[Key]++);
    uint64_t Hash = llvm::xxh3_64bits(Key);
    F.Fingerprint = llvm::utohexstr(Hash, /*LowerCase=*/true, /*Width=*/16);
  }
}

} // namespace aoti
