//===- Rules.h - metadata of the rules ----------------------------*- C++ -*-===//
//
// What is known of each rule besides its code: name, category, default severity,
// title, documentation page. Made from checks/Checks.def, the one registry.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "Finding/Finding.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

namespace aoti {

/// The name under which a file that could not be analysed is reported. Not a rule: it cannot be
/// switched off.
inline constexpr llvm::StringLiteral IncompleteRule = "aoti-lint-incomplete";

/// A category of the `aoti-debug` taxonomy.
struct Category {
  llvm::StringLiteral Id;       ///< "AOTI01"
  llvm::StringLiteral Name;     ///< "device-mismatch"
  llvm::StringLiteral Question; ///< what a person arrives with
};

/// All categories, by id.
llvm::ArrayRef<Category> categories();
/// The category of an id such as "AOTI01"; nullptr if there is none.
const Category *findCategory(llvm::StringRef Id);

/// What a rule looks at.
enum class RuleScope {
  TranslationUnit, ///< an AotiCheck on the AST of one source
  Package,         ///< a PackageCheck on a model of a package
  Frontend         ///< reported by the front end itself while parsing
};

struct Rule {
  llvm::StringLiteral Name;       ///< "aoti-unchecked-error"
  llvm::StringLiteral Group;      ///< folder below checks/: "memory"
  llvm::StringLiteral CategoryId; ///< "AOTI12"
  Severity DefaultLevel;          ///< the highest one that the rule reports by default
  RuleScope Scope;
  llvm::StringLiteral Title; ///< one line, lower case, for lists and SARIF's short description
  bool Hidden;               ///< exists for tests only: in no list, on only by its full name
};

/// All rules that are not hidden, by name.
llvm::ArrayRef<Rule> rules();
/// Looks among all rules, hidden ones too; nullptr if there is none.
const Rule *findRule(llvm::StringRef Name);

/// The documentation page of a rule (Markdown, docs/checks/<rule>.md, embedded in the binary);
/// empty if there is none.
llvm::StringRef ruleDocumentation(llvm::StringRef Name);

} // namespace aoti
