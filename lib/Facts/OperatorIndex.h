//===- OperatorIndex.h - the operators of all files of a run ------*- C++ -*-===//
//
// Operators are defined in one file, their kernels registered in another and written
// in a third. What the files of a run register is gathered before any rule runs, so
// that each of them is judged with what the others say.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/StringSet.h"
#include <memory>
#include <string>
#include <vector>

namespace aoti {

/// A place in a file of the run, for messages.
struct OperatorPlace {
  /// As the user named it.
  std::string File;
  unsigned Line = 0;
};

/// `m.def("name(…) -> …")`.
struct SchemaRecord {
  /// "ns::name", with ".overload" if there is one.
  std::string Operator;
  /// As it is written, with all its literals joined.
  std::string Text;
  OperatorPlace At;
};

/// `m.impl("name", kernel)`.
struct KernelRecord {
  /// "ns::name", with ".overload" if there is one.
  std::string Operator;
  /// "Meta", "CPU"…; empty for kernels of all devices, which torch calls CompositeImplicitAutograd.
  std::string Key;
  /// With its namespaces; empty for lambdas.
  std::string Function;
  /// Whether the function can only be that of its own file.
  bool IsLocal = false;
  /// Registered through the stable ABI.
  bool IsStable = false;
  OperatorPlace At;
};

/// What one file registers.
struct FileOperators {
  std::vector<SchemaRecord> Schemas;
  std::vector<KernelRecord> Kernels;
  /// Operators whose Meta kernel is written in Python.
  std::vector<std::string> PythonFakes;
};

class OperatorIndex {
public:
  void add(const FileOperators &File);

  /// The schemas of an operator, in the order of the files.
  const std::vector<SchemaRecord> &schemas(llvm::StringRef Operator) const;
  /// The kernels of an operator.
  const std::vector<const KernelRecord *> &kernels(llvm::StringRef Operator) const;
  /// What a function is registered as, by its qualified name; functions that are local to another
  /// file are not among them.
  const std::vector<const KernelRecord *> &registrationsOf(llvm::StringRef Function) const;
  /// Whether a Python source of the run has the Meta kernel of an operator.
  bool hasPythonFake(llvm::StringRef Operator) const { return PythonFakes.contains(Operator); }

  /// The index of the run that this thread analyses a source of; null if there is none.
  static const OperatorIndex *current();

  /// Makes an index the current one of this thread for its lifetime; null is none.
  class Scope {
  public:
    explicit Scope(const OperatorIndex *Index);
    ~Scope();
    Scope(const Scope &) = delete;
    Scope &operator=(const Scope &) = delete;

  private:
    const OperatorIndex *Previous;
  };

private:
  llvm::StringMap<std::vector<SchemaRecord>> Schemas;
  std::vector<std::unique_ptr<KernelRecord>> Kernels;
  llvm::StringMap<std::vector<const KernelRecord *>> ByOperator, ByFunction;
  llvm::StringSet<> PythonFakes;
};

} // namespace aoti
