//===- Reports.h - reports made by hand, for the tests of the writers ------===//
#pragma once

#include "Output/Report.h"
#include "llvm/Support/MemoryBuffer.h"
#include <cassert>
#include <memory>
#include <string>

namespace aoti::test {

inline SourceTextPtr makeSource(std::string File, llvm::StringRef Text, std::string Member = {},
                                bool InArchive = false) {
  auto Source = std::make_shared<SourceText>(std::move(File), std::move(Member),
                                             llvm::MemoryBuffer::getMemBufferCopy(Text));
  Source->setInArchive(InArchive);
  return Source;
}

/// The place of the \p Occurrence-th \p Marked in a text; the occurrences count from 0.
inline Location at(const SourceTextPtr &Source, llvm::StringRef Marked, unsigned Occurrence = 0) {
  size_t Begin = Source->text().find(Marked);
  for (; Occurrence > 0; --Occurrence)
    Begin = Source->text().find(Marked, Begin + 1);
  assert(Begin != llvm::StringRef::npos);
  return {Source, static_cast<uint32_t>(Begin), static_cast<uint32_t>(Begin + Marked.size())};
}

/// A point before \p Marked.
inline Location before(const SourceTextPtr &Source, llvm::StringRef Marked) {
  Location L = at(Source, Marked);
  L.End = L.Begin;
  return L;
}

/// A point behind \p Marked.
inline Location after(const SourceTextPtr &Source, llvm::StringRef Marked) {
  Location L = at(Source, Marked);
  L.Begin = L.End;
  return L;
}

inline Finding makeFinding(std::string Rule, Severity Level, Location At, std::string Message) {
  Finding F;
  F.Rule = std::move(Rule);
  F.Level = Level;
  F.At = std::move(At);
  F.Message = std::move(Message);
  return F;
}

/// What every format has to show: an archive's member and a loose file with tabs and wide
/// characters, notes, a flow, safe and unsafe fixes, a rule that is grouped, an incomplete file,
/// notifications.
/// \param Prefix Stands before the names of files on disk.
inline Report sampleReport(const std::string &Prefix = {}) {
  SourceTextPtr Member = makeSource(Prefix + "models/mod el.pt2",
                                    "void run() {\n"
                                    "  AtenTensorHandle buf0;\n"
                                    "  aoti_torch_empty_strided(2, s, t, 6, 1, 0, &buf0);\n"
                                    "  call_kernel(buf0, stream);\n"
                                    "}\n",
                                    "data/aotinductor/model/c1.wrapper.cpp", true);
  SourceTextPtr Loose =
      makeSource(Prefix + "src/op.cpp",
                 "// h\xC3\xA9llo \xE4\xB8\x96\xE7\x95\x8C \xF0\x9F\x98\x80\n"
                 "\tcheck(x, \"\xE4\xB8\x96\xE7\x95\x8C\xF0\x9F\x98\x80\", call(y)); // tail\n"
                 "  print(1);\n  print(2);\n  print(3);\n  print(4);\n  print(5);\n"
                 "  print(6);\n  print(7);\n"
                 "  aoti_torch_zero_(z);\n");
  Report R;
  R.Inputs = {{Prefix + "models/mod el.pt2", "archive", "torch 2.13 to 2.14, cuda",
               InputStatus::Analysed, 2, 1},
              {Prefix + "src/op.cpp", "file", "", InputStatus::Incomplete, 1, 0},
              {"missing.pt2", "archive", "", InputStatus::Unreadable, 0, 0}};

  Finding Device = makeFinding(
      "aoti-device-index-literal", Severity::Warning, at(Member, "0, &buf0"),
      "device index '0' is a literal, so the model fails when it is loaded on another GPU; "
      "pass 'this->device_idx_'");
  Device.At.End = Device.At.Begin + 1;
  Device.Notes.push_back(
      {at(Member, "call_kernel"), "'buf0' is used by a kernel of the model's own device here"});
  Device.Fixes.push_back(
      {"use the model's device index", {{Device.At, "this->device_idx_"}}, true});

  Finding Call =
      makeFinding("aoti-unchecked-error", Severity::Error, at(Loose, "call(y)"),
                  "error code of 'call' is dropped; wrap it in 'AOTI_TORCH_ERROR_CODE_CHECK'");
  Call.Flow = {{at(Loose, "check"), "the argument is evaluated"},
               {at(Loose, "call(y)"), "the call fails and its code is dropped"}};
  Call.Fixes.push_back({"wrap the call in 'CHECK'",
                        {{before(Loose, "call(y)"), "CHECK("}, {after(Loose, "call(y)"), ")"}},
                        true});
  Finding Zero =
      makeFinding("aoti-unchecked-error", Severity::Warning, at(Loose, "aoti_torch_zero_(z)"),
                  "error code of 'aoti_torch_zero_' is dropped");
  Zero.Fixes.push_back({"remove the call", {{at(Loose, "  aoti_torch_zero_(z);\n"), ""}}, false});

  R.Findings = {Device, Call, Zero};
  for (unsigned I = 1; I <= 7; ++I)
    R.Findings.push_back(makeFinding("aoti-debug-leftover", Severity::Warning,
                                     at(Loose, "print(" + std::to_string(I) + ")"),
                                     "debug output is left in"));
  R.Findings.push_back(
      makeFinding(IncompleteRule.str(), Severity::Error, at(Loose, "// tail"),
                  "the file could not be parsed: expected '}'; findings may be missing"));
  finishFindings(R.Findings);

  R.Notifications = {
      {Severity::Error, {}, "'missing.pt2' could not be read: no such file"},
      {Severity::Note, at(Loose, "// h"), "the include 'x.h' was not found and counts as empty"}};
  // Titles of its own, so that the snapshots stay when those of the registry are worded better.
  static const Rule Enabled[] = {{"aoti-debug-leftover", "usage", "AOTI10", Severity::Warning,
                                  RuleScope::TranslationUnit, "debug code left over", false},
                                 {"aoti-device-index-literal", "device", "AOTI01",
                                  Severity::Warning, RuleScope::TranslationUnit, "literal index",
                                  false},
                                 {"aoti-package-metadata", "package", "AOTI01", Severity::Error,
                                  RuleScope::Package, "wrong metadata", false},
                                 {"aoti-unchecked-error", "memory", "AOTI12", Severity::Error,
                                  RuleScope::TranslationUnit, "dropped error code", false}};
  for (const Rule &Known : Enabled)
    R.EnabledRules.push_back(&Known);
  R.Suppressed = 1;
  R.Incomplete = 1;
  R.ExitCode = 3;
  return R;
}

} // namespace aoti::test
