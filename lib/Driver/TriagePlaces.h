//===- TriagePlaces.h - where in a package a message leads --------*- C++ -*-===//
//
// Joins what a log says with what is known of the package: the facts of its sources,
// what the rules find, and the texts that its code can print.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "Output/Report.h"
#include "Output/TriageReport.h"
#include "Package/Package.h"

namespace aoti {

/// A package as triage knows it.
class TriagedPackage {
public:
  /// Analyses a package, for its facts and for what the rules find. Fails, with a message for the
  /// user, if nothing of it can be read.
  /// \param WithProofs also which accesses of kernels are proved, which `PlaceKind::Memory` asks
  /// for.
  static llvm::Expected<TriagedPackage> open(const std::string &Path, bool WithProofs,
                                             unsigned Jobs);

  TriagePlaces places(const Diagnosis &D) const;
  /// About the analysis: what could not be read, or is incomplete.
  const std::vector<std::string> &notes() const { return Notes; }

private:
  /// A source with what is known of it.
  struct Source {
    SourceTextPtr Text;
    const SourceDump *Facts;
  };

  std::vector<InputReport> Inputs;
  std::vector<Source> Sources;
  std::vector<Finding> Findings;
  std::vector<std::string> Notes;

  void assertPlaces(const Diagnosis &D, TriagePlaces &Where) const;
  void inputPlaces(const Diagnosis &D, TriagePlaces &Where) const;
  void constantPlaces(const Diagnosis &D, TriagePlaces &Where) const;
  void callPlaces(const Diagnosis &D, TriagePlaces &Where) const;
  void messagePlaces(const Diagnosis &D, TriagePlaces &Where) const;
  void suspects(const Diagnosis &D, TriagePlaces &Where) const;
  void causes(const Diagnosis &D, TriagePlaces &Where) const;
};

/// An assertion in a kernel.
struct KernelAssert {
  std::string Kernel;
  /// As the kernel spells it.
  std::string Condition;
  /// The text of its message.
  Location At;
};

/// The index assertions of the kernels in a source, of Triton in comments or of the CPU, whose
/// message says \p Condition, or all if that is empty. Numbers of temporaries (`tmp4`) count only
/// if some assertion has them as they are given.
std::vector<KernelAssert> kernelAsserts(const SourceTextPtr &Source, llvm::StringRef Condition);

} // namespace aoti
