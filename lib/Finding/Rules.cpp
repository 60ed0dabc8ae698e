#include "Finding/Rules.h"
#include "EmbeddedDocs.h"
#include "llvm/ADT/STLExtras.h"

namespace aoti {

static constexpr Category Categories[] = {
    {"AOTI01", "device-mismatch",
     "compiled for one device, loaded on another: 'pointer resides on host memory', 'Expected out "
     "tensor to have device'"},
    {"AOTI02", "input-device", "an input on another device than the model expects"},
    {"AOTI03", "input-shape",
     "an input of another shape, rank, dtype or stride than the model expects"},
    {"AOTI04", "constant-loading", "weights missing, short, shifted or on the wrong device"},
    {"AOTI05", "illegal-memory-access",
     "CUDA illegal memory access, host segfault, silently wrong results from a bad address"},
    {"AOTI06", "triton-index-out-of-bounds", "'index out of bounds: 0 <= tmpN < ksM'"},
    {"AOTI07", "dynamic-shapes",
     "a symbolic size that is specialised, truncated, overflows or is unchecked"},
    {"AOTI08", "custom-op",
     "meta functions and schemas that are not SymInt; the proxy executor's contract"},
    {"AOTI09", "deprecated-api", "the old compile and load API, and packages it made"},
    {"AOTI10", "debug-flags", "printers, NaN checks, debug builds left on"},
    {"AOTI11", "load-environment",
     "undefined symbol, missing cubin or runtime library, CPU ISA or compute capability of another "
     "machine"},
    {"AOTI12", "silent-wrong-result",
     "no error and wrong numbers: dropped error codes, lost sizes, dropped asserts"},
    {"AOTI13", "build-failure", "the generated code or its link fails"},
};

static constexpr Rule AllRules[] = {
#define AOTI_TU_CHECK(NAME, CLASS, GROUP, CATEGORY, LEVEL, TITLE)                                  \
  {NAME, #GROUP, #CATEGORY, Severity::LEVEL, RuleScope::TranslationUnit, TITLE, false},
#define AOTI_PACKAGE_CHECK(NAME, CLASS, GROUP, CATEGORY, LEVEL, TITLE)                             \
  {NAME, #GROUP, #CATEGORY, Severity::LEVEL, RuleScope::Package, TITLE, false},
#define AOTI_FRONTEND_RULE(NAME, GROUP, CATEGORY, LEVEL, TITLE)                                    \
  {NAME, #GROUP, #CATEGORY, Severity::LEVEL, RuleScope::Frontend, TITLE, false},
#include "checks/Checks.def"
// Hidden rules stand behind the others, so that rules() can leave them out.
#define AOTI_HIDDEN_TU_CHECK(NAME, CLASS, GROUP, CATEGORY, LEVEL, TITLE)                           \
  {NAME, #GROUP, #CATEGORY, Severity::LEVEL, RuleScope::TranslationUnit, TITLE, true},
#include "checks/Checks.def"
};

llvm::ArrayRef<Category> categories() { return Categories; }

const Category *findCategory(llvm::StringRef Id) {
  const auto *Found = llvm::find_if(Categories, [&](const Category &C) { return C.Id == Id; });
  return Found == std::end(Categories) ? nullptr : Found;
}

llvm::ArrayRef<Rule> rules() {
  static const size_t Listed = llvm::count_if(AllRules, [](const Rule &R) { return !R.Hidden; });
  return llvm::ArrayRef(AllRules, Listed);
}

const Rule *findRule(llvm::StringRef Name) {
  const auto *Found = llvm::find_if(AllRules, [&](const Rule &R) { return R.Name == Name; });
  return Found == std::end(AllRules) ? nullptr : Found;
}

llvm::StringRef ruleDocumentation(llvm::StringRef Name) {
  std::string File = (Name + ".md").str();
  for (const EmbeddedFile &Doc : embeddedDocs())
    if (Doc.Path == File)
      return Doc.Text;
  return {};
}

} // namespace aoti
