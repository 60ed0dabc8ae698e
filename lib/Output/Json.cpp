//===- Json.cpp - the tool's own JSON ---------------------------------------===//
#include "Output/Writers.h"
#include "Support/Utf8.h"
#include <nlohmann/json.hpp>

namespace aoti {

namespace {

using Json = nlohmann::ordered_json;

Json text(llvm::StringRef Text) { return toValidUtf8(Text); }

/// The six fields of a place, null where there is none.
void addPlace(Json &Object, const Location &At) {
  if (!At.isValid()) {
    for (const char *Key : {"file", "member", "line", "column", "end_line", "end_column"})
      Object[Key] = nullptr;
    return;
  }
  LineColumn Begin = At.begin(), End = At.end();
  Object["file"] = text(At.Source->file());
  Object["member"] = At.Source->member().empty() ? Json(nullptr) : text(At.Source->member());
  Object["line"] = Begin.Line;
  Object["column"] = Begin.Column;
  Object["end_line"] = End.Line;
  Object["end_column"] = End.Column;
}

/// Notes and steps have the same fields.
template <class Place> Json places(const std::vector<Place> &Places) {
  Json List = Json::array();
  for (const Place &P : Places) {
    Json Object;
    Object["message"] = text(P.Message);
    addPlace(Object, P.At);
    List.push_back(std::move(Object));
  }
  return List;
}

Json fixes(const std::vector<Fix> &Fixes) {
  Json List = Json::array();
  for (const Fix &F : Fixes) {
    Json Edits = Json::array();
    for (const Edit &E : F.Edits) {
      Json Object;
      addPlace(Object, E.At);
      Object["offset"] = E.At.Begin;
      Object["length"] = E.At.End - E.At.Begin;
      Object["replacement"] = text(E.Replacement);
      Edits.push_back(std::move(Object));
    }
    List.push_back(
        {{"description", text(F.Description)}, {"safe", F.Safe}, {"edits", std::move(Edits)}});
  }
  return List;
}

Json finding(const Finding &F) {
  const Rule *R = findRule(F.Rule);
  Json Object;
  Object["rule"] = text(F.Rule);
  Object["category"] = R ? text(R->CategoryId) : Json(nullptr);
  Object["severity"] = text(severityName(F.Level));
  Object["message"] = text(F.Message);
  addPlace(Object, F.At);
  Object["notes"] = places(F.Notes);
  Object["flow"] = places(F.Flow);
  Object["fixes"] = fixes(F.Fixes);
  Object["fingerprint"] = text(F.Fingerprint);
  return Object;
}

} // namespace

void writeJson(const Report &R, llvm::raw_ostream &OS) {
  Json Inputs = Json::array();
  for (const InputReport &I : R.Inputs)
    Inputs.push_back({{"path", text(I.Path)},
                      {"kind", text(I.Kind)},
                      {"dialect", I.Dialect.empty() ? Json(nullptr) : text(I.Dialect)},
                      {"status", text(inputStatusName(I.Status))}});

  Json Findings = Json::array();
  for (const Finding &F : R.Findings)
    Findings.push_back(finding(F));

  Json Notifications = Json::array();
  for (const Notification &N : R.Notifications) {
    Json Object;
    Object["severity"] = text(severityName(N.Level));
    Object["message"] = text(N.Message);
    addPlace(Object, N.At);
    Notifications.push_back(std::move(Object));
  }

  SeverityCounts Counts = countBySeverity(R.Findings);
  Json Document;
  Document["version"] = 1;
  Document["tool"] = {{"name", "aoti-lint"}, {"version", text(toolVersion())}};
  Document["inputs"] = std::move(Inputs);
  Document["findings"] = std::move(Findings);
  Document["notifications"] = std::move(Notifications);
  Document["summary"] = {{"error", Counts.Errors},
                         {"warning", Counts.Warnings},
                         {"note", Counts.Notes},
                         {"suppressed", R.Suppressed},
                         {"incomplete", R.Incomplete}};
  OS << Document.dump(2) << "\n";
}

} // namespace aoti
