#!/usr/bin/env python3
"""Holds the plugin to the tool: over all C++ sources of the tests, both find the same (rule, file, offset).

    same_findings.py --aoti-lint=TOOL --clang-tidy=CLANG_TIDY --module=PLUGIN --temp=DIR [--list] ROOT...

The sources are every .cpp below the ROOTs (CUDA sources need a CUDA in clang-tidy); where a RUN line of one tells how check_aoti.py sets it up (`--as`, `--also`, options of the
tool), it is set up so, once for each such line, else it is analysed as it is. The tool is given the rules that the plugin has, and these have to be
those of checks/Checks.def. The plugin parses with the headers and flags that `--emit-prelude` writes, and nothing else.

A source that holds lines which are not C++ is another case: the tool blanks these, names them and analyses the rest, and in the plugin clang itself
complains. There the plugin may find less, but nothing else.

Prints what only one of them finds. Last line: `N passed, N failed`, a source being one test. Exit code: 0 the same, 1 not.
"""

import argparse
import json
import re
import shlex
import shutil
import subprocess
import sys
from collections import defaultdict
from pathlib import Path

REPOSITORY = Path(__file__).resolve().parents[2]
OWN = Path(__file__).resolve().parent


def registered_rules():
    text = (REPOSITORY / "checks/Checks.def").read_text()
    return set(re.findall(r'^AOTI_TU_CHECK\("([^"]+)"', text, re.M))


def options_for_plugin(arguments):
    """The check options that stand for options of the tool; None for options that the plugin has no like of."""
    # The tool is always run with --advice.
    options = {f"{rule}.Advice": "true"
               for rule in ("aoti-meta-concrete-shape", "aoti-input-check-missing", "aoti-input-contract")}
    for argument in arguments:
        name, _, value = argument.partition("=")
        if name == "--load-torch":
            options["aoti-shim-version.LoadTorch"] = value
        elif name in ("--load-device", "--load-arch", "--load-isa", "--load-platform"):
            options["aoti-path-not-relocatable.TargetGiven"] = "true"
        elif name in ("--advice", "--quiet"):
            continue
        else:
            return None
    return options


def setups(source):
    """How the RUN lines of a source set it up: (name, files beside it, options of the tool)."""
    runs = re.findall(r"RUN:\s*(.*?%check_aoti.*)", re.sub(r"\\\n(?://\s*RUN:)?", " ", source.read_text(errors="replace")))
    found = []
    for run in runs:
        words = shlex.split(run.replace("%s", str(source)).replace("%S", str(source.parent)))
        words = words[words.index("%check_aoti") + 1:]
        own, extra = (words[:words.index("--")], words[words.index("--") + 1:]) if "--" in words else (words, [])
        name, beside = source.name, []
        while own:
            word = own.pop(0)
            key, _, value = word.partition("=")
            if key in ("--as", "--also"):
                value = value or own.pop(0)
                if key == "--as":
                    name = value
                else:
                    beside.append(Path(value))
        setup = (name, tuple(beside), tuple(extra))
        if setup not in found and "%" not in run.replace("%check_aoti", "").replace("%s", "").replace("%S", "") and all(b.exists() for b in beside):
            found.append(setup)
    return found or [(source.name, (), ())]


def run_tool(tool, rules, files, extra):
    """Each file by itself, as the plugin sees it: together, what one registers would count for the others."""
    found, broken = set(), set()
    for file in files:
        more, torn = run_tool_on(tool, rules, file, extra)
        found |= more
        broken |= torn
    return found, broken


def run_tool_on(tool, rules, file, extra):
    result = subprocess.run([tool, "--format=json", "--advice", "--checks=-*,aoti-generated-code-error," + ",".join(sorted(rules)), *extra, str(file)],
                            capture_output=True, text=True)
    if result.returncode not in (0, 1, 3):
        sys.exit(f"{tool}: {result.stderr}")
    found, broken = set(), set()
    texts = {}
    for finding in json.loads(result.stdout)["findings"]:
        path = Path(finding["file"]).resolve()
        if finding["rule"] == "aoti-generated-code-error":
            broken.add(path)
        if finding["rule"] not in rules:
            continue
        if path not in texts:
            lines = path.read_bytes().split(b"\n")
            starts = [0]
            for line in lines:
                starts.append(starts[-1] + len(line) + 1)
            texts[path] = starts
        found.add((finding["rule"], path, texts[path][finding["line"] - 1] + finding["column"] - 1))
    return found, broken


def run_plugin(options, files, settings, rules):
    exported = options.temp / "export.yaml"
    exported.unlink(missing_ok=True)
    config = {"Checks": "-*,aoti-*", "HeaderFilterRegex": ".*", "CheckOptions": settings}
    result = subprocess.run([options.clang_tidy, f"--load={options.module}", f"--config={json.dumps(config)}", "--quiet",
                             f"-p={options.temp / 'prelude'}", f"--export-fixes={exported}", *map(str, files)],
                            capture_output=True, text=True)
    # 1 says that a source has errors.
    if result.returncode not in (0, 1):
        sys.exit(f"{options.clang_tidy}: {result.returncode} {result.stderr[-3000:]}")
    found, errors = set(), defaultdict(list)
    text = exported.read_text() if exported.exists() else ""
    for entry in re.split(r"^  - DiagnosticName:", text, flags=re.M)[1:]:
        rule = entry.split("\n", 1)[0].strip().strip("'")
        path, offset = re.search(r"FilePath: +'?(.*?)'?\n +FileOffset: +(\d+)", entry).groups()
        if rule in rules:
            found.add((rule, Path(path).resolve(), int(offset)))
        elif path:
            errors[Path(path).resolve()].append(entry)
    return found, errors


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--aoti-lint", required=True)
    parser.add_argument("--clang-tidy", required=True)
    parser.add_argument("--module", required=True)
    parser.add_argument("--temp", type=Path, required=True)
    parser.add_argument("--list", action="store_true", help="print what is compared")
    parser.add_argument("roots", type=Path, nargs="+")
    options = parser.parse_args()

    shutil.rmtree(options.temp, ignore_errors=True)
    options.temp = options.temp.absolute()
    options.temp.mkdir(parents=True)
    subprocess.run([options.aoti_lint, f"--emit-prelude={options.temp / 'prelude'}"], check=True)
    listed = subprocess.run([options.clang_tidy, f"--load={options.module}", "--checks=-*,aoti-*", "--list-checks"],
                            capture_output=True, text=True, check=True).stdout
    rules = set(re.findall(r"^ +(aoti-\S+)$", listed, re.M))
    failed = 0
    if rules != registered_rules():
        failed += 1
        print(f"the plugin has other rules than Checks.def: {sorted(rules ^ registered_rules())}")

    # Sources by the options that they are analysed with.
    groups = defaultdict(list)
    number = 0
    for root in options.roots:
        for source in sorted(p for p in root.resolve().rglob("*") if p.suffix == ".cpp"):
            if OWN in source.parents or {"Unit", "Fuzz", "Prelude", "Corpus"} & set(source.relative_to(root.resolve()).parts[:-1]):
                continue
            inputs = "Inputs" in source.parts or not re.search("RUN:", source.read_text(errors="replace"))
            for name, beside, extra in ([(source.name, (), ())] if inputs else setups(source)):
                if options_for_plugin(extra) is None:
                    continue
                number += 1
                folder = options.temp / "sources" / str(number)
                folder.mkdir(parents=True)
                neighbours = beside
                if inputs:
                    neighbours = [p for p in source.parent.iterdir() if p.is_file() and p != source]
                for file in neighbours:
                    shutil.copy(file, folder)
                shutil.copy(source, folder / name)
                groups[extra].append((folder / name, source))

    total = 0
    findings = 0
    for extra, sources in groups.items():
        files = [file for file, _ in sources]
        tool, broken = run_tool(options.aoti_lint, rules, files, extra)
        plugin, errors = run_plugin(options, files, options_for_plugin(extra), rules)
        findings += len(tool)
        for file, source in sources:
            total += 1
            # A header beside the source belongs to it.
            here = lambda found: {f for f in found if f[1].parent == file.parent}
            if options.list:
                print(f"{source}: {len(here(tool))} findings{' (broken)' if file in broken else ''} {' '.join(extra)}")
            if here(tool) == here(plugin) or (file in broken and file in errors and here(plugin) < here(tool)):
                continue
            failed += 1
            for who, only in (("the tool", here(tool) - here(plugin)), ("the plugin", here(plugin) - here(tool))):
                for rule, path, offset in sorted(only):
                    line = path.read_bytes()[:offset].count(b"\n") + 1
                    print(f"{source}:{line}: only {who} finds {rule} at {offset} of {path}")
            for entry in errors.get(file, [])[:3]:
                print("  clang: " + " ".join(re.findall(r"Message: +(.*)", entry)[:1]))
    print(f"{findings} findings in {total} sources")
    if not findings:
        failed += 1
        print("nothing was found, so nothing was compared")
    print(f"{total - failed} passed, {failed} failed")
    sys.exit(1 if failed else 0)


main()
