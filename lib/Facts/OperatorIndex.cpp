#include "Facts/OperatorIndex.h"

using llvm::StringRef;

namespace aoti {

static thread_local const OperatorIndex *CurrentIndex = nullptr;

const OperatorIndex *OperatorIndex::current() { return CurrentIndex; }

OperatorIndex::Scope::Scope(const OperatorIndex *Index) : Previous(CurrentIndex) {
  CurrentIndex = Index;
}
OperatorIndex::Scope::~Scope() { CurrentIndex = Previous; }

void OperatorIndex::add(const FileOperators &File) {
  for (const SchemaRecord &Schema : File.Schemas)
    Schemas[Schema.Operator].push_back(Schema);
  for (const KernelRecord &Kernel : File.Kernels) {
    Kernels.push_back(std::make_unique<KernelRecord>(Kernel));
    ByOperator[Kernel.Operator].push_back(Kernels.back().get());
    if (!Kernel.Function.empty() && !Kernel.IsLocal)
      ByFunction[Kernel.Function].push_back(Kernels.back().get());
  }
  for (const std::string &Operator : File.PythonFakes)
    PythonFakes.insert(Operator);
}

const std::vector<SchemaRecord> &OperatorIndex::schemas(StringRef Operator) const {
  static const std::vector<SchemaRecord> None;
  auto Found = Schemas.find(Operator);
  return Found == Schemas.end() ? None : Found->second;
}

static const std::vector<const KernelRecord *> &
lookUp(const llvm::StringMap<std::vector<const KernelRecord *>> &Map, StringRef Name) {
  static const std::vector<const KernelRecord *> None;
  auto Found = Map.find(Name);
  return Found == Map.end() ? None : Found->second;
}

const std::vector<const KernelRecord *> &OperatorIndex::kernels(StringRef Operator) const {
  return lookUp(ByOperator, Operator);
}

const std::vector<const KernelRecord *> &OperatorIndex::registrationsOf(StringRef Function) const {
  return lookUp(ByFunction, Function);
}

} // namespace aoti
