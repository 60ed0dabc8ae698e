//===- PackageCheck.h - base class of the checks on packages ------*- C++ -*-===//
//
// Runs on a model of a package after its sources were analysed, for what stands in
// JSON, in images, or in several files at once.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "Facts/Dialect.h"
#include "Facts/UnitSummary.h"
#include "Finding/Finding.h"
#include "Package/Package.h"
#include "Target/LoadTarget.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace aoti {

class PackageImages;

/// A model with what its sources said.
struct ModelView {
  const Package &Container;
  const Model &Files;
  /// The machine that the package will be loaded on, as far as the user told.
  const LoadTarget &Target;
  /// The libraries, kernels and saved weights of the package.
  PackageImages &Images;
  /// By member; only sources that were read.
  std::map<const Member *, Dialect> Dialects;
  /// Texts of the sources, by member.
  std::map<const Member *, SourceTextPtr> Texts;
  /// What wrappers say, by member; only those that were analysed in full.
  std::map<const Member *, const UnitSummary *> Summaries;
};

class PackageCheck {
public:
  /// Takes a finding. The rule is set by the caller.
  using Reporter = llvm::function_ref<void(Finding)>;

  explicit PackageCheck(llvm::StringRef Name) : Name(Name) {}
  virtual ~PackageCheck() = default;
  llvm::StringRef ruleName() const { return Name; }
  virtual void check(const ModelView &View, Reporter Report) = 0;

private:
  std::string Name;
};

/// A new instance of each package check for which \p IsEnabled says yes, in the order of the
/// registry.
std::vector<std::unique_ptr<PackageCheck>>
makePackageChecks(llvm::function_ref<bool(llvm::StringRef Rule)> IsEnabled);

} // namespace aoti
