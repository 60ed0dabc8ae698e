#!/usr/bin/env python3
"""Runs aoti-lint over packages made by generate.py and holds it to what their manifest says.

    lint_corpus.py --aoti-lint BINARY [--models a,b] [-v] DIR...

Each DIR is a folder with a manifest.json. Every package has to give exit 0 or 1 and valid JSON, be analysed to the
end, show no finding above a note but those that its manifest expects, and show each that has to be there; where it was
also extracted, the folder has to give the same findings as the .pt2. One line a package, then a count.

Exit: 0 all as expected, 1 not, 2 wrong usage.
"""

import argparse
import collections
import json
import subprocess
import sys
import time
from pathlib import Path

ABOVE_NOTE = ("error", "warning")
TIME_LIMIT = 300  # seconds for one package


def lint(binary, path):
    """(report or None, faults) of one run."""
    command = [str(binary), "--format=json", str(path)]
    try:
        done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=TIME_LIMIT)
    except subprocess.TimeoutExpired:
        return None, [f"no answer within {TIME_LIMIT} s"]
    said = done.stderr.decode(errors="replace").strip()
    faults = []
    if done.returncode not in (0, 1):
        faults.append(f"exit {done.returncode}: {said[-400:]}")
    try:
        report = json.loads(done.stdout)
        findings, summary = report["findings"], report["summary"]
        above = [f for f in findings if f["severity"] in ABOVE_NOTE]
    except (ValueError, KeyError, TypeError) as problem:
        return None, faults + [f"not the JSON that it should be ({problem!r})"]
    if summary.get("incomplete"):
        faults.append(f"{summary['incomplete']} incomplete: {said[-400:]}")
    if not report.get("inputs"):
        faults.append("no input was looked at")
    if done.returncode in (0, 1) and done.returncode != bool(above):
        faults.append(f"exit {done.returncode} with {len(above)} findings above a note")
    for severity in ABOVE_NOTE + ("note",):
        counted = sum(f["severity"] == severity for f in findings)
        if summary.get(severity) != counted:
            faults.append(f"the summary says {summary.get(severity)} {severity}, there are {counted}")
    return report, faults


def place(finding):
    return f"{finding.get('member') or finding.get('file')}:{finding.get('line')}:{finding.get('column')}"


def key(finding, root):
    """What has to be the same in the .pt2 and in the extracted folder: all but the path in front of the member."""
    path = finding.get("member") or finding.get("file") or ""
    prefix = str(root).rstrip("/") + "/"
    if path.startswith(prefix):
        path = path[len(prefix):]
    return (finding["rule"], finding["severity"], Path(path).name, finding.get("line"), finding.get("column"),
            finding["message"].replace(prefix, ""))


def check(binary, base, package):
    """(faults, findings above a note, or None without a report) of one package of a manifest."""
    archive = base / package["path"]
    report, faults = lint(binary, archive)
    if report is None:
        return faults, None
    above = [f for f in report["findings"] if f["severity"] in ABOVE_NOTE]
    allowed = {expect["rule"] for expect in package["expected"]}
    for finding in above:
        if finding["rule"] not in allowed:
            faults.append(f"unexpected {finding['severity']} {place(finding)}: {finding['message']} "
                          f"[{finding['rule']}]")
    found = {finding["rule"] for finding in report["findings"]}
    for expect in package["expected"]:
        if expect["must"] and expect["rule"] not in found:
            faults.append(f"missing {expect['rule']}: {expect['because']}")
    if package.get("extracted"):
        folder = base / package["extracted"]
        beside, more = lint(binary, folder)
        faults += [f"extracted: {fault}" for fault in more]
        if beside is not None:
            one = collections.Counter(key(f, archive) for f in report["findings"])
            two = collections.Counter(key(f, folder) for f in beside["findings"])
            for where, difference in (("the .pt2", one - two), ("the folder", two - one)):
                for found_key in difference:
                    faults.append(f"only in {where}: {found_key[2]}:{found_key[3]}: {found_key[5]} [{found_key[0]}]")
    return faults, above


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--aoti-lint", required=True, type=Path, metavar="BINARY")
    parser.add_argument("--models", metavar="NAMES", help="only these, with commas between")
    parser.add_argument("-v", "--verbose", action="store_true", help="also show the findings that are right")
    parser.add_argument("directories", nargs="+", type=Path, metavar="DIR")
    options = parser.parse_args()
    if not options.aoti_lint.is_file():
        parser.error(f"no binary at '{options.aoti_lint}'")
    binary = options.aoti_lint.absolute()
    passed = failed = 0
    for base in options.directories:
        try:
            manifest = json.loads((base / "manifest.json").read_text())
        except (OSError, ValueError) as problem:
            parser.error(f"'{base}' has no manifest that can be read: {problem}")
        for package in manifest["packages"]:
            if options.models and package["name"] not in options.models.split(","):
                continue
            started = time.monotonic()
            faults, above = check(binary, base, package)
            rules = collections.Counter(finding["rule"] for finding in above or [])
            shown = ", ".join(f"{count} {rule}" for rule, count in sorted(rules.items()))
            shown = shown or ("no report" if above is None else "no finding")
            print(f"{'FAIL' if faults else 'ok  '} {manifest['torch']} {package['device']}/{package['name']}: {shown} "
                  f"({time.monotonic() - started:.2f} s)")
            for fault in faults:
                print("     " + fault.replace("\n", "\n       "))
            if options.verbose:
                for finding in above or []:
                    print(f"     {finding['severity']} {place(finding)}: {finding['message']} [{finding['rule']}]")
            passed += not faults
            failed += bool(faults)
    print(f"{passed} passed, {failed} failed")
    if not passed + failed:
        print("lint_corpus.py: no package to look at", file=sys.stderr)
    return 0 if passed and not failed else 1


if __name__ == "__main__":
    sys.exit(main())
