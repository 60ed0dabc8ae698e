//===- ContractDump.h - the contract of a model as plain data -----*- C++ -*-===//
#pragma once

#include "Facts/FactsDump.h"

namespace aoti {

/// What a model needs of its inputs; none for sources that have no model whose inputs are handles.
std::optional<ContractDump> dumpContract(TuFacts &Facts);

} // namespace aoti
