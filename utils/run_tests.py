#!/usr/bin/env python3
"""Runs the tests of build folders and counts them one by one.

    run_tests.py BUILD... [-L LABEL]... [-R REGEX] [-j N] [-v]

ctest runs the suites; the counts come from what each of them prints: lit, GoogleTest, Python's unittest, and scripts that end
with a line `N passed, N failed` (and `, N skipped`). A suite that prints none of these counts as one test. The output of suites
with failures is shown. The very last line is

    N passed, N failed[, N skipped]

Exit code: 0 when all passed, 1 when a test failed or none was found, 2 when ctest could not run.
"""

import argparse
import re
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as ElementTree
from dataclasses import dataclass
from pathlib import Path


@dataclass
class Counts:
    passed: int = 0
    failed: int = 0
    skipped: int = 0

    def __add__(self, other):
        return Counts(self.passed + other.passed, self.failed + other.failed, self.skipped + other.skipped)

    def __str__(self):
        text = f"{self.passed} passed, {self.failed} failed"
        return text + f", {self.skipped} skipped" if self.skipped else text


def sum_of(pattern, output):
    return sum(int(number) for number in re.findall(pattern, output, re.M))


def counts_of(output):
    """What the output of one suite says; None if it says nothing that is understood."""
    own = re.findall(r"^(\d+) passed, (\d+) failed(?:, (\d+) skipped)?\s*$", output, re.M)
    if own:
        passed, failed, skipped = own[-1]
        return Counts(int(passed), int(failed), int(skipped or 0))
    if re.search(r"^Total Discovered Tests: \d+", output, re.M):
        lit = lambda *names: sum_of(r"^ +(?:" + "|".join(names) + r") *: +(\d+)", output)
        return Counts(lit("Passed", "Passed With Retry", "Expectedly Failed"),
                      lit("Failed", "Unexpectedly Passed", "Timed Out", "Unresolved"), lit("Unsupported", "Skipped", "Excluded"))
    if re.search(r"^\[==========\] (?:\d+|Running) ", output, re.M):
        return Counts(sum_of(r"^\[  PASSED  \] (\d+) tests?\.", output), sum_of(r"^\[  FAILED  \] (\d+) tests?, listed", output),
                      sum_of(r"^\[  SKIPPED \] (\d+) tests?, listed", output))
    ran = re.search(r"^Ran (\d+) tests? in ", output, re.M)
    if ran:
        last = output[ran.end():]
        failed = sum_of(r"(?:(?<!expected )failures|errors|unexpected successes)=(\d+)", last)
        skipped = sum_of(r"skipped=(\d+)", last)
        return Counts(max(0, int(ran[1]) - failed - skipped), failed, skipped)
    return None


def counts_of_suite(status, output):
    """The counts of a suite as ctest's report gives it: a suite that failed has at least one failed test."""
    if status in ("skipped", "disabled"):
        return Counts(skipped=1)
    if status == "notrun":
        return Counts(failed=1)
    failed = status == "fail"
    counts = counts_of(output)
    if counts is None:
        return Counts(failed=1) if failed else Counts(passed=1)
    if failed and not counts.failed:
        counts.failed = 1
    return counts


def read_report(path):
    """(name, status, output) of each suite in a JUnit report of ctest, which says `notrun` of a suite that skips itself too."""
    for case in ElementTree.parse(path).getroot().iter("testcase"):
        status, skipped = case.get("status"), case.find("skipped")
        if status == "notrun" and skipped is not None and "SKIP_RETURN_CODE" in skipped.get("message", ""):
            status = "skipped"
        yield case.get("name"), status, case.findtext("system-out") or ""


def run_build(build, options):
    """Runs the tests of a build folder: their counts, None if they could not be run, and the exit code of ctest."""
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder) / "report.xml"
        command = ["ctest", "--test-dir", str(build), "-j", str(options.jobs), "--output-junit", str(report),
                   "--test-output-size-passed", "100000000", "--test-output-size-failed", "100000000"]
        if options.label:
            command += ["-L", "^(" + "|".join(re.escape(label) for label in options.label) + ")$"]
        if options.regex:
            command += ["-R", options.regex]
        try:
            code = subprocess.run(command, stdout=sys.stderr).returncode
        except OSError as error:
            print(f"run_tests: {error}", file=sys.stderr)
            return None, 2
        if not report.exists():
            print(f"run_tests: ctest wrote no report (exit code {code})", file=sys.stderr)
            return None, 2
        total = Counts()
        for name, status, output in read_report(report):
            if len(options.builds) > 1:
                name = f"{build.name}/{name}"
            counts = counts_of_suite(status, output)
            total += counts
            if options.verbose or counts.failed:
                print(f"---- {name}")
                print(output.rstrip())
            print(f"{name}: {counts}")
    return total, code


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("builds", type=Path, nargs="+", metavar="build", help="build folder")
    parser.add_argument("-L", "--label", action="append", default=[], help="only tests with one of these labels")
    parser.add_argument("-R", "--regex", help="only tests whose name matches")
    parser.add_argument("-j", "--jobs", type=int, default=1, help="suites at the same time; those that use all cores by themselves run alone")
    parser.add_argument("-v", "--verbose", action="store_true", help="show the output of all suites")
    options = parser.parse_args()

    total, failed = Counts(), False
    for build in options.builds:
        counts, code = run_build(build, options)
        if counts is None:
            return 2
        if code and not counts.failed:
            counts.failed = 1
        total += counts
        failed |= bool(counts.failed) or not counts.passed + counts.skipped
    print(total)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
