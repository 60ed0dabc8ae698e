#!/usr/bin/env python3
"""Adds a rule to the tree: its entry in the registry, class, page and tests, ready to build.

    add_rule.py aoti-some-fault --group memory --category AOTI05 --level Warning --title "what it finds, in lower case"
                [--call FUNCTION] [--root DIR]

What it writes finds calls of one function (--call), so that everything from the registry to the tests can be run at once; from
there the matcher, the page and the tests are to be filled with the rule's own. Nothing that exists is overwritten.

Exit code: 0 done, 1 the name is taken or not valid, 2 wrong usage.
"""

import argparse
import re
import sys
from pathlib import Path

HEADER = '''#pragma once

#include "Finding/AotiCheck.h"

namespace aoti {{

/// {sentence}
class {cls} : public AotiCheck {{
public:
  using AotiCheck::AotiCheck;
  void registerMatchers(clang::ast_matchers::MatchFinder *Finder) override;

protected:
  void checkMatch(const clang::ast_matchers::MatchFinder::MatchResult &Result) override;
}};

}} // namespace aoti
'''

SOURCE = '''#include "checks/{group}/{cls}.h"

using namespace clang;
using namespace clang::ast_matchers;

namespace aoti {{

void {cls}::registerMatchers(MatchFinder *Finder) {{
  Finder->addMatcher(callExpr(callee(functionDecl(hasName("{call}")))).bind("call"), this);
}}

void {cls}::checkMatch(const MatchFinder::MatchResult &Result) {{
  const auto *Call = Result.Nodes.getNodeAs<CallExpr>("call");
  if (!isReportable(Call->getBeginLoc(), *Result.SourceManager))
    return;
  CodeFinding F;
  F.Level = Severity::{level};
  F.At = charRange(Call->getSourceRange(), *Result.Context);
  F.Message = "call of '{call}'";
  report(F, *Result.Context);
}}

}} // namespace aoti
'''

PAGE = '''# {name}

{sentence}

## Bad code

```cpp
{call}();
```

## Good code

```cpp
// no call of {call}
```

## Why it hurts

The error text that a person sees at run time stands here.

## Options

None.

## Limits

What the rule does not see stands here.
'''

TEST = '''// RUN: %check_aoti %s {name}

void {call}();

void f() {{
  {call}();
  // CHECK-MESSAGES: :[[@LINE-1]]:3: {severity}: call of '{call}' [{name}]
}}
'''

SILENT_TEST = '''// RUN: %check_aoti %s {name}

void {call}();
void other();

void f() {{
  other();
}}

void g() {{
  {call}(); // NOLINT({name})
}}
'''


def class_name(rule):
    return "".join(word[:1].upper() + word[1:] for word in rule.split("-")[1:]) + "Check"


def add_registry_entry(text, rule, entry):
    """Puts the entry before the first rule whose name comes behind it in the alphabet."""
    listed = re.compile(r'^AOTI_(?:TU_CHECK|PACKAGE_CHECK|FRONTEND_RULE)\(\s*"([^"]+)"[^"]*"(?:[^"\\]|\\.)*"\s*\)\n', re.M)
    end = None
    for match in listed.finditer(text):
        if match[1] > rule:
            return text[: match.start()] + entry + text[match.start():]
        end = match.end()
    if end is None:
        raise ValueError("checks/Checks.def has no entry")
    return text[:end] + entry + text[end:]


def add_sorted_line(text, line, pattern):
    """Puts a line among the first lines of the text that match, which are in alphabetical order, and keeps that."""
    lines = text.split("\n")
    places = [number for number, present in enumerate(lines) if re.fullmatch(pattern, present)]
    # Another list of such lines may follow.
    places = [number for number in places if not any(re.match(r"\w", between) for between in lines[places[0]:number])]
    if not places:
        raise ValueError(f"no line like '{line.strip()}'")
    at = next((number for number in places if lines[number] > line), places[-1] + 1)
    return "\n".join(lines[:at] + [line] + lines[at:])


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("name")
    parser.add_argument("--group", required=True, help="folder below checks/")
    parser.add_argument("--category", required=True, help="AOTI01 and so on")
    parser.add_argument("--level", choices=["Note", "Warning", "Error"], default="Warning")
    parser.add_argument("--title", required=True)
    parser.add_argument("--call", help="the function whose calls the skeleton finds; default from the name")
    parser.add_argument("--root", type=Path, default=Path(__file__).resolve().parents[1])
    options = parser.parse_args()

    registry = options.root / "checks/Checks.def"
    text = registry.read_text()
    if not re.fullmatch(r"aoti(-[a-z0-9]+)+", options.name) or not re.fullmatch(r"[a-z]+", options.group) \
            or not re.fullmatch(r"AOTI\d\d", options.category):
        print("add_rule: the name, group or category is not valid", file=sys.stderr)
        return 1
    cls = class_name(options.name)
    if f'"{options.name}"' in text or re.search(r"\b" + cls + r"\b", text):
        print(f"add_rule: '{options.name}' or its class '{cls}' is in the registry already", file=sys.stderr)
        return 1

    call = options.call or options.name.replace("-", "_")
    title = options.title.replace("\\", "\\\\").replace('"', '\\"')
    values = {"name": options.name, "group": options.group, "cls": cls, "level": options.level, "call": call,
              "severity": options.level.lower(), "sentence": options.title[:1].upper() + options.title[1:] + "."}
    files = {
        f"checks/{options.group}/{cls}.h": HEADER, f"checks/{options.group}/{cls}.cpp": SOURCE,
        f"docs/checks/{options.name}.md": PAGE, f"test/{options.group}/{options.name}.cpp": TEST,
        f"test/{options.group}/{options.name}-silent.cpp": SILENT_TEST,
    }
    for path in files:
        if (options.root / path).exists():
            print(f"add_rule: {path} exists already", file=sys.stderr)
            return 1

    entry = (f'AOTI_TU_CHECK("{options.name}", {cls}, {options.group}, {options.category}, {options.level},\n'
             f'              "{title}")\n')
    edits = {
        registry: add_registry_entry(text, options.name, entry),
        options.root / "checks/CMakeLists.txt": add_sorted_line(
            (options.root / "checks/CMakeLists.txt").read_text(), f"    {options.group}/{cls}.cpp", r"    \w+/\w+\.cpp"),
        options.root / "checks/AotiModule.cpp": add_sorted_line(
            (options.root / "checks/AotiModule.cpp").read_text(), f'#include "checks/{options.group}/{cls}.h"',
            r'#include "checks/\w+/\w+\.h"'),
    }
    for path, content in edits.items():
        path.write_text(content)
    for path, template in files.items():
        target = options.root / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(template.format(**values))
        print(path)
    return 0


if __name__ == "__main__":
    sys.exit(main())
