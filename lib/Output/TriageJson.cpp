#include "Finding/Rules.h"
#include "Output/TriageReport.h"
#include "Support/Utf8.h"
#include <nlohmann/json.hpp>

namespace aoti {
namespace {

using Json = nlohmann::ordered_json;

Json text(llvm::StringRef Text) { return toValidUtf8(Text); }

Json evidence(const LogEvidence &E) { return {{"line", E.Line}, {"text", text(E.Text)}}; }

Json evidences(const std::vector<LogEvidence> &List) {
  Json Array = Json::array();
  for (const LogEvidence &E : List)
    Array.push_back(evidence(E));
  return Array;
}

/// A place with what is there; null if there is none.
Json place(const Location &At, llvm::StringRef Message) {
  if (!At.isValid())
    return nullptr;
  return {{"file", text(At.Source->file())},
          {"member", At.Source->member().empty() ? Json(nullptr) : text(At.Source->member())},
          {"line", At.begin().Line},
          {"column", At.begin().Column},
          {"message", text(Message)}};
}

Json withNotes(const Finding &F) {
  Json Object = place(F.At, F.Message);
  Json Notes = Json::array();
  for (const FindingNote &N : F.Notes)
    if (Json At = place(N.At, N.Message); !At.is_null())
      Notes.push_back(std::move(At));
  if (!Object.is_null())
    Object["notes"] = std::move(Notes);
  return Object;
}

Json flags(const Advice &What) {
  Json Array = Json::array();
  for (const Flag *F : What.Flags)
    Array.push_back({{"name", text(F->Name)},
                     {"value", text(F->Value)},
                     {"effect", F->AtRunTime ? "run-time" : "compile-time"},
                     {"production", F->Keep ? "keep" : "off"},
                     {"purpose", text(F->Purpose)}});
  return Array;
}

Json diagnosis(const TriageReport &R, const Diagnosis &D, const TriagePlaces *Where) {
  const Category *C = findCategory(D.Of->Category);
  Json Object;
  Object["category"] = text(D.Of->Category);
  Object["category_name"] = C ? text(C->Name) : Json(nullptr);
  Object["id"] = text(D.Of->Id);
  Object["title"] = text(D.Of->Title);
  Object["confidence"] = text(confidenceName(D.confidence()));
  Object["evidence"] = evidence(D.Evidence);
  Object["count"] = D.Count;
  Object["detail"] = D.Detail.empty() ? Json(nullptr) : text(D.Detail);
  Object["meaning"] = text(withKnownRules(D.Of->What->Meaning));
  Json Steps = Json::array();
  for (const std::string &Step : stepsOf(R, D.Of))
    Steps.push_back(text(Step));
  Object["steps"] = std::move(Steps);
  Object["flags"] = flags(*D.Of->What);
  Object["place"] = nullptr;
  Object["places"] = Json::array();
  Object["suspects"] = Json::array();
  Object["findings"] = Json::array();
  if (!Where)
    return Object;
  for (const Finding &F : Where->Places)
    Object["places"].push_back(withNotes(F));
  for (const TriageSuspect &S : Where->Suspects) {
    Json Suspect = place(S.At, S.Reason);
    if (Suspect.is_null())
      continue;
    Suspect["kernel"] = text(S.Kernel);
    Object["suspects"].push_back(std::move(Suspect));
  }
  for (const Finding &F : Where->Causes) {
    Json Cause = withNotes(F);
    if (Cause.is_null())
      continue;
    Cause["rule"] = text(F.Rule);
    Cause["severity"] = text(severityName(F.Level));
    Object["findings"].push_back(std::move(Cause));
  }
  if (!Where->Suspects.empty() || Where->ProvedLaunches || Where->OtherLaunches)
    Object["launches"] = {{"more_suspects", Where->MoreSuspects},
                          {"proved", Where->ProvedLaunches},
                          {"not_judged", Where->OtherLaunches}};
  if (!Where->Suspects.empty())
    Object["filter"] = text(suspectFilter(*Where));
  for (const char *Key : {"places", "suspects", "findings"})
    if (!Object[Key].empty()) {
      Object["place"] = Object[Key].front();
      Object["place"].erase("notes");
      break;
    }
  return Object;
}

} // namespace

void writeTriageJson(const TriageReport &R, llvm::raw_ostream &OS) {
  Json Diagnoses = Json::array();
  for (size_t I = 0; I < R.Log.Diagnoses.size(); ++I)
    Diagnoses.push_back(
        diagnosis(R, R.Log.Diagnoses[I], I < R.Places.size() ? &R.Places[I] : nullptr));
  Json Notes = Json::array();
  for (const std::string &Note : R.Notes)
    Notes.push_back(text(Note));
  Json Document;
  Document["version"] = 1;
  Document["log"] = text(R.LogName);
  Document["package"] = R.Package.empty() ? Json(nullptr) : text(R.Package);
  Document["lines"] = R.Log.Lines;
  Document["diagnoses"] = std::move(Diagnoses);
  Document["consequences"] = evidences(R.Log.Consequences);
  Document["unknown"] = evidences(R.Log.Unknown);
  Document["unknown_count"] = R.Log.UnknownCount;
  Document["notes"] = std::move(Notes);
  OS << Document.dump(2) << "\n";
}

} // namespace aoti
