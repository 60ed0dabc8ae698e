#include "Triage/Symptom.h"
#include "Triage/SymptomTables.h"

namespace aoti {

const std::vector<Symptom> &symptoms() {
  static const std::vector<Symptom> All = [] {
    std::vector<Symptom> List;
    for (SymptomTable Table :
         {deviceSymptoms(), shapeSymptoms(), dataSymptoms(), loadSymptoms(), codeSymptoms()})
      for (Symptom &S : Table)
        List.push_back(std::move(S));
    return List;
  }();
  return All;
}

} // namespace aoti
