#!/usr/bin/env python3
"""Runs aoti-lint on a copy of a test file and compares what it finds and mends with the comments in that file.

    check_aoti.py [options] FILE RULE [-- options of aoti-lint]

RULE is a rule, or several with commas (globs as in --checks). In the comments of FILE:

    // CHECK-MESSAGES: :[[@LINE-1]]:COL: warning: text [aoti-rule]
    // CHECK-NOTES: ...    the same, and then notes and flow steps have to be complete too
    // CHECK-FIXES: text   a whole line of the file after --fix, indentation aside

Every finding is one line `FILE:LINE:COL: severity: message [rule]`; its notes (`note: `) and then the steps of its flow (`flow: `)
follow it, without a rule. Findings come in the order of their places. A finding without a line that expects it is a failure. A file
without any CHECK line has to be free of findings, with exit code 0.

Whenever a finding brings a fix, the fixes are applied to the copy and the result is analysed once more: it has to be analysed
completely, and no finding that has a fix may be left.

Exit code: 0 as expected, 1 not, 2 wrong usage.
"""

import argparse
import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

KINDS = ("MESSAGES", "NOTES", "FIXES")
DIRECTIVES = r"(?:-(?:NEXT|SAME|NOT|DAG|EMPTY|LABEL|COUNT-\d+))?(?:\{LITERAL\})?"


class Failure(Exception):
    pass


def parse_arguments(arguments):
    own, extra = arguments, []
    if "--" in arguments:
        at = arguments.index("--")
        own, extra = arguments[:at], arguments[at + 1:]
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file", type=Path)
    parser.add_argument("rule")
    parser.add_argument("--aoti-lint", required=True)
    parser.add_argument("--filecheck", default="FileCheck")
    parser.add_argument("--temp", type=Path, required=True, help="folder for the copy; emptied first")
    parser.add_argument("--as", dest="name", help="name of the copy, where the name matters")
    parser.add_argument("--also", type=Path, action="append", default=[], help="a further file to copy beside it")
    parser.add_argument("--expect-exit", type=int, help="exit code, where it does not follow from the findings")
    parser.add_argument("-check-suffix", "-check-suffixes", "--check-suffixes", dest="suffixes", default="",
                        help="take CHECK-MESSAGES-SUFFIX and so on; several with commas, an empty one for the plain names")
    parser.add_argument("--fix-all", action="store_true", help="apply the fixes that are not marked as safe too")
    parser.add_argument("--no-refix", action="store_true", help="findings with a fix may be left after fixing")
    return parser.parse_args(own), extra


def prefixes_in(text, suffixes):
    """The prefixes of FileCheck that occur, by kind."""
    found = {}
    for kind in KINDS:
        names = ["CHECK-" + kind + ("-" + suffix if suffix else "") for suffix in suffixes]
        found[kind] = [name for name in names if re.search(r"\b" + name + DIRECTIVES + ":", text)]
    return found


def run_lint(options, source, extra, *more):
    """What the tool reports about a file, its exit code and what it wrote to stderr. `extra` may hold `-- flags of the compiler`."""
    at = extra.index("--") if "--" in extra else len(extra)
    command = [options.aoti_lint, "--checks=-*," + options.rule, "--color=never", "--format=json", *more, *extra[:at],
               str(source), *extra[at:]]
    done = subprocess.run(command, capture_output=True)
    errors = done.stderr.decode(errors="replace")
    try:
        report = json.loads(done.stdout.decode())
    except ValueError:
        raise Failure(f"exit code {done.returncode} and no JSON on stdout from: {' '.join(command)}\n{errors}"
                      f"{done.stdout.decode(errors='replace')}")
    return report, done.returncode, errors


def place(entry):
    file = entry.get("member") or entry.get("file") or ""
    return f"{Path(file).name}:{entry.get('line') or 0}:{entry.get('column') or 0}"


def render(report):
    lines = []
    for finding in report["findings"]:
        lines.append(f"{place(finding)}: {finding['severity']}: {finding['message']} [{finding['rule']}]")
        lines += [f"{place(note)}: note: {note['message']}" for note in finding.get("notes", [])]
        lines += [f"{place(step)}: flow: {step['message']}" for step in finding.get("flow", [])]
    return "".join(line + "\n" for line in lines)


def expected_exit(report, extra):
    """1 with a finding at the level of --fail-on or above it. A source that is not analysed completely has to be expected by --expect-exit=3."""
    levels = ["note", "warning", "error", "never"]
    fail_on = "warning"
    for option in extra:
        if option.startswith("--fail-on="):
            fail_on = option.partition("=")[2]
    return int(any(levels.index(f["severity"]) >= levels.index(fail_on) for f in report["findings"]))


def file_check(options, prefixes, checked, *arguments):
    command = [options.filecheck, "--input-file=" + str(checked), "--allow-empty",
               "--check-prefixes=" + ",".join(prefixes), str(options.file), *arguments]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode:
        raise Failure(f"{' '.join(prefixes)} of {options.file} and {checked} differ:\n{done.stderr}")


def has_fix(finding, options):
    return any(options.fix_all or fix.get("safe", True) for fix in finding.get("fixes", []))


def check_fixes(options, extra, source, prefixes):
    run_lint(options, source, extra, "--fix=all" if options.fix_all else "--fix")
    if prefixes:
        file_check(options, prefixes, source, "--match-full-lines")
    again, code, errors = run_lint(options, source, extra)
    left = [f for f in again["findings"] if has_fix(f, options)]
    if code not in (0, 1):
        raise Failure(f"the fixed file is not analysed completely (exit code {code}):\n{errors}{render(again)}"
                      f"{source.read_text()}")
    if left and not options.no_refix:
        raise Failure(f"findings with a fix are left after fixing:\n{render({'findings': left})}{source.read_text()}")


def main():
    options, extra = parse_arguments(sys.argv[1:])
    text = options.file.read_bytes().decode()
    prefixes = prefixes_in(text, options.suffixes.split(","))

    shutil.rmtree(options.temp, ignore_errors=True)
    options.temp.mkdir(parents=True)
    source = options.temp / (options.name or options.file.name)
    for other in options.also:
        shutil.copy(other, options.temp / other.name)
    # The expectations may not match themselves, and lines have to keep their numbers.
    source.write_bytes(re.sub(r"// *CHECK-[A-Z0-9_-]+(?:\{LITERAL\})?:[^\r\n]*", "//", text).encode())

    report, code, errors = run_lint(options, source, extra)
    rendered = render(report)
    output = options.temp / "findings.txt"
    output.write_text(rendered)

    want = expected_exit(report, extra) if options.expect_exit is None else options.expect_exit
    if code != want:
        raise Failure(f"exit code {code}, expected {want}:\n{errors}{rendered}")

    messages = prefixes["MESSAGES"] + prefixes["NOTES"]
    if messages:
        kinds = "(warning|error|note|flow): " if prefixes["NOTES"] else r"((warning|error): |note: .*\[aoti-)"
        pattern = "{{:[0-9]+:[0-9]+: " + kinds + "}}"
        file_check(options, messages, output, "--implicit-check-not=" + pattern)
    elif rendered:
        raise Failure(f"findings where none are expected:\n{rendered}")
    elif code == 0 and errors.strip():
        raise Failure(f"no findings, but messages:\n{errors}")

    if prefixes["FIXES"] or any(has_fix(f, options) for f in report["findings"]):
        check_fixes(options, extra, source, prefixes["FIXES"])


if __name__ == "__main__":
    try:
        main()
    except Failure as failure:
        print("check_aoti:", failure, file=sys.stderr)
        sys.exit(1)
