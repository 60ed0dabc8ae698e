#include "Output/Report.h"
#include "Output/Writers.h"
#include "llvm/ADT/StringSwitch.h"

namespace aoti {

llvm::StringRef inputStatusName(InputStatus S) {
  switch (S) {
  case InputStatus::Analysed:
    return "analysed";
  case InputStatus::Incomplete:
    return "incomplete";
  case InputStatus::Unreadable:
    return "unreadable";
  }
  llvm_unreachable("input status");
}

llvm::StringRef toolVersion() { return AOTI_VERSION; }

llvm::StringRef projectUrl() { return AOTI_HOMEPAGE; }

unsigned SeverityCounts::of(Severity S) const {
  switch (S) {
  case Severity::Error:
    return Errors;
  case Severity::Warning:
    return Warnings;
  case Severity::Note:
    return Notes;
  }
  llvm_unreachable("severity");
}

SeverityCounts countBySeverity(llvm::ArrayRef<Finding> Findings) {
  SeverityCounts Counts;
  for (const Finding &F : Findings) {
    switch (F.Level) {
    case Severity::Error:
      ++Counts.Errors;
      break;
    case Severity::Warning:
      ++Counts.Warnings;
      break;
    case Severity::Note:
      ++Counts.Notes;
      break;
    }
  }
  return Counts;
}

std::optional<OutputFormat> parseOutputFormat(llvm::StringRef Name) {
  return llvm::StringSwitch<std::optional<OutputFormat>>(Name)
      .Case("text", OutputFormat::Text)
      .Case("json", OutputFormat::Json)
      .Case("sarif", OutputFormat::Sarif)
      .Case("github", OutputFormat::GitHub)
      .Default(std::nullopt);
}

} // namespace aoti
