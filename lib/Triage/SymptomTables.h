//===- SymptomTables.h - the tables of messages, by topic ---------*- C++ -*-===//
#pragma once

#include "Triage/Symptom.h"

namespace aoti {

using SymptomTable = std::vector<Symptom>;

/// AOTI01, AOTI02: devices.
SymptomTable deviceSymptoms();
/// AOTI03, AOTI07: inputs and sizes.
SymptomTable shapeSymptoms();
/// AOTI04, AOTI05, AOTI06, AOTI12: weights, memory, numbers.
SymptomTable dataSymptoms();
/// AOTI09, AOTI11: loading.
SymptomTable loadSymptoms();
/// AOTI08, AOTI10, AOTI13: operators and code.
SymptomTable codeSymptoms();

} // namespace aoti
