#!/usr/bin/env python3
"""Compares checks/Checks.def, the registry of rules, with the classes, pages and tests that belong to the rules.

    check_registry.py [--root DIR] [--rule NAME]...

A rule has to have
  - a name and a class that no other rule has, at its place in the alphabet;
  - checks/<group>/<Class>.h and .cpp, the latter in checks/CMakeLists.txt, the former in checks/AotiModule.cpp, HiddenModule.cpp (rules for tests only)
    or PackageChecks.cpp (rules of the front end: none);
  - the same for each of its parts, in PackageChecks.cpp or PythonChecks.cpp;
  - AOTI_ACROSS_FILES if its class asks for operators that other files register, and only then;
  - docs/checks/<name>.md: first line `# <name>`, a first sentence that is also that of the class's comment, and the sections below;
  - test/<group>/<name>*: one test or more that expects findings of it, one or more that expects none, and one that a comment `NOLINT(<name>)` excuses.
No check file or page may stand there without a rule. Prints what is missing; last line `N passed, N failed`.
"""

import argparse
import re
import sys
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

# What a page answers, by words of its headings.
SECTIONS = {
    "bad code": r"bad|faulty|wrong|reported",
    "good code": r"good|sound|right|correct",
    "why it hurts": r"why|what happens|at run time",
    "options": r"option",
    "limits": r"limit|not reported|not report",
}
GROUPLESS = {"Checks.def", "AotiModule.h", "AotiModule.cpp", "HiddenModule.cpp", "PackageCheck.h", "PackageChecks.cpp", "PythonCheck.h", "PythonChecks.cpp", "CMakeLists.txt"}


@dataclass
class Rule:
    name: str
    group: str
    category: str
    level: str
    title: str
    check_class: str = ""
    hidden: bool = False
    on_packages: bool = False
    # Class and registrar of each part.
    parts: tuple = ()
    across_files: bool = False


def read_registry(root):
    """The rules in the order of Checks.def."""
    text = re.sub(r"//[^\n]*|^#[^\n]*(?:\\\n[^\n]*)*", "", (root / "checks/Checks.def").read_text(), flags=re.M)
    entry = re.compile(r'AOTI_(HIDDEN_TU_CHECK|TU_CHECK|PACKAGE_CHECK|FRONTEND_RULE)\(\s*"([^"]*)"\s*,([^"]*)"((?:[^"\\]|\\.)*)"\s*\)')
    rules = []
    for kind, name, middle, title in entry.findall(text):
        fields = [field.strip() for field in middle.split(",") if field.strip()]
        check_class = fields.pop(0) if kind != "FRONTEND_RULE" else ""
        group, category, level = fields
        rules.append(Rule(name, group, category, level, title, check_class, kind.startswith("HIDDEN"),
                          kind == "PACKAGE_CHECK"))
    parts = re.findall(r'AOTI_(PACKAGE|PYTHON)_PART\(\s*"([^"]*)"\s*,\s*(\w+)\s*,\s*(\w+)\s*\)', text)
    for kind, name, part, group in parts:
        owners = [rule for rule in rules if rule.name == name and rule.group == group]
        if len(owners) != 1:
            raise SystemExit(f"check_registry: {part} in checks/Checks.def is a part of no rule")
        owners[0].parts += ((part, kind.capitalize() + "Checks.cpp"),)
    across = re.findall(r'AOTI_ACROSS_FILES\(\s*"([^"]*)"\s*\)', text)
    for rule in rules:
        rule.across_files = rule.name in across
    if text.count("AOTI_") != len(rules) + len(parts) + sum(rule.across_files for rule in rules):
        raise SystemExit("check_registry: an entry of checks/Checks.def is not understood")
    return rules


def first_sentence(text):
    """Up to the first full stop that ends a sentence, with Markdown's code marks and \\c removed and white space collapsed."""
    text = re.sub(r"\\[cp] ", "", text).replace("`", "")
    text = re.sub(r"\s+", " ", text).strip()
    end = re.search(r"\.(?=\s|$)", text)
    return text[: end.end()] if end else text


def class_comment(header, check_class):
    """The `///` lines right before the definition of a class; None if there are none."""
    lines = header.split("\n")
    for number, line in enumerate(lines):
        if re.match(r"\s*class " + check_class + r"\b[^;]*$", line):
            comment = []
            while number and lines[number - 1].lstrip().startswith("///"):
                number -= 1
                comment.insert(0, lines[number].lstrip()[3:].strip())
            return "\n".join(comment) if comment else None
    return None


def page_faults(page, rule, root):
    if not page.exists():
        return [f"no page docs/checks/{rule.name}.md"]
    text = page.read_text()
    lines = text.split("\n")
    faults = []
    if lines[0] != "# " + rule.name:
        faults.append(f"the first line of {page.name} is not '# {rule.name}'")
    headings = [line.lstrip("#").strip().lower() for line in lines[1:] if line.startswith("##")]
    for section, words in SECTIONS.items():
        if not any(re.search(words, heading) for heading in headings):
            faults.append(f"{page.name} has no section on {section}")
    if text.count("```") < 4:
        faults.append(f"{page.name} has no code blocks for bad and good code")
    if rule.check_class:
        header = root / "checks" / rule.group / (rule.check_class + ".h")
        comment = class_comment(header.read_text(), rule.check_class) if header.exists() else None
        prose = text.split("\n", 1)[1].strip().split("\n\n")[0] if "\n" in text else ""
        if comment is None:
            faults.append(f"class {rule.check_class} has no comment")
        elif first_sentence(comment) != first_sentence(prose):
            faults.append(f"first sentence of {page.name}: '{first_sentence(prose)}'; of class {rule.check_class}: "
                          f"'{first_sentence(comment)}'")
    return faults


def class_faults(rule, root, cmake):
    if not rule.check_class:
        return []
    faults = []
    registrar = "PackageChecks.cpp" if rule.on_packages else "HiddenModule.cpp" if rule.hidden else "AotiModule.cpp"
    classes = [(rule.check_class, registrar), *rule.parts]
    for name, registrar in classes:
        base = f"{rule.group}/{name}"
        for suffix in (".h", ".cpp"):
            file = root / "checks" / (base + suffix)
            if not file.exists() or not re.search(r"\b" + name + r"\b", file.read_text()):
                faults.append(f"checks/{base}{suffix} does not exist or is empty")
        if not re.search(r"\b" + re.escape(base) + r"\.cpp\b", cmake):
            faults.append(f"{base}.cpp is not in checks/CMakeLists.txt")
        if f'#include "checks/{base}.h"' not in (root / "checks" / registrar).read_text():
            faults.append(f"{base}.h is not included in checks/{registrar}")
    source = root / "checks" / rule.group / (rule.check_class + ".cpp")
    asks = source.exists() and bool(re.search(r"\bOperatorIndex\b|\boperatorKernels\(|\bmeta\(\)", source.read_text()))
    if asks != rule.across_files:
        faults.append(f"AOTI_ACROSS_FILES(\"{rule.name}\") in Checks.def: {rule.across_files}, and checks/{rule.group}/{rule.check_class}.cpp asks what other files register: {asks}")
    return faults


def expectations(text, name):
    """Whether a test expects findings of a rule, and whether it expects none, somewhere."""
    word = re.compile(r"(?<![\w-])" + re.escape(name) + r"(?![\w-])")
    finds = silent = False
    runs = [line for line in text.split("\n") if "RUN:" in line]
    plain_run = False
    for line in runs:
        if "%check_aoti" in line and word.search(line):
            suffixes = re.search(r"-check-suffix(?:es)?[= ](\S+)", line)
            names = [""] if not suffixes else suffixes[1].split(",")
            lines = [l for s in names for l in re.findall(r"CHECK-(?:MESSAGES|NOTES)" + ("-" + s if s else "") + r"(?:-[A-Z]+)?:(.*)", text)]
            finds |= any("[" + name + "]" in l for l in lines)
            silent |= not lines and "%check_aoti" in line and "not %check_aoti" not in line
        elif "%aoti-lint" in line or "%clang_tidy" in line:
            plain_run = True
    if plain_run:
        for directive, rest in re.findall(r"\b[A-Z][A-Z0-9_-]*?(-NOT|-NEXT|-SAME|-DAG|-COUNT-\d+)?:(.*)", text):
            if word.search(rest) and "RUN" not in rest:
                silent |= directive == "-NOT"
                finds |= directive != "-NOT"
        silent |= bool(re.search(r"RUN:.*(?:count 0|--implicit-check-not=\S*" + re.escape(name) + r"|--expect-no-findings)", text))
        silent |= bool(re.search(r"no findings", text))
    return finds, silent


def test_faults(rule, root):
    finds = silent = excused = False
    folder = root / "test" / rule.group
    for file in sorted(folder.glob(rule.name + "*")) if folder.is_dir() else []:
        if file.suffix in (".cpp", ".cu", ".test"):
            text = file.read_text()
            file_finds, file_silent = expectations(text, rule.name)
            finds, silent = finds or file_finds, silent or file_silent
            excused |= bool(re.search(r"NOLINT(NEXTLINE|BEGIN)?\([^)\n]*(?<![\w-])" + re.escape(rule.name) + r"(?![\w-])", text))
    faults = []
    if not finds:
        faults.append(f"no test/{rule.group}/{rule.name}* expects a finding")
    if not silent:
        faults.append(f"no test/{rule.group}/{rule.name}* expects silence")
    if not excused:
        faults.append(f"no test/{rule.group}/{rule.name}* has a comment NOLINT({rule.name})")
    return faults


def order_faults(rules):
    faults = []
    for what, values in (("name", [r.name for r in rules]), ("class", [r.check_class for r in rules if r.check_class])):
        faults += [f"{what} {value} stands {count} times in Checks.def" for value, count in Counter(values).items() if count > 1]
    listed = [rule.name for rule in rules if not rule.hidden]
    for before, after in zip(listed, listed[1:]):
        if before > after:
            faults.append(f"{after} stands behind {before} in Checks.def")
    for rule in rules:
        if not re.fullmatch(r"aoti(-[a-z0-9]+)+", rule.name):
            faults.append(f"{rule.name} is no name for a rule")
        if not re.fullmatch(r"AOTI\d\d", rule.category) or rule.level not in ("Note", "Warning", "Error"):
            faults.append(f"{rule.name} has no known category or level")
        if not rule.title or rule.title[0].isupper() or rule.title.endswith("."):
            faults.append(f"the title of {rule.name} is not in lower case without a full stop")
    return faults


def stray_faults(rules, root):
    names = {rule.name for rule in rules}
    files = {f"{rule.group}/{rule.check_class}" for rule in rules if rule.check_class}
    faults = [f"docs/checks/{page.name} belongs to no rule" for page in sorted((root / "docs/checks").glob("*.md"))
              if page.stem not in names]
    for file in sorted((root / "checks").rglob("*Check.*")):
        relative = file.relative_to(root / "checks")
        if file.name not in GROUPLESS and file.suffix in (".h", ".cpp") and str(relative.with_suffix("")) not in files:
            faults.append(f"checks/{relative} belongs to no rule")
    return faults


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--root", type=Path, default=Path(__file__).resolve().parents[2])
    parser.add_argument("--rule", action="append", help="only these rules")
    options = parser.parse_args()
    root = options.root
    rules = read_registry(root)
    cmake = (root / "checks/CMakeLists.txt").read_text()

    results = [("order and names", order_faults(rules)), ("strays", stray_faults(rules, root))]
    for rule in rules:
        if options.rule and rule.name not in options.rule:
            continue
        results.append((rule.name + ": class", class_faults(rule, root, cmake)))
        if not rule.hidden:
            results.append((rule.name + ": page", page_faults(root / "docs/checks" / (rule.name + ".md"), rule, root)))
            results.append((rule.name + ": tests", test_faults(rule, root)))
    failed = 0
    for name, faults in results:
        failed += bool(faults)
        for fault in faults:
            print(f"{name}: {fault}")
    print(f"{len(results) - failed} passed, {failed} failed")
    return 1 if failed or len(rules) < 1 else 0


if __name__ == "__main__":
    sys.exit(main())
