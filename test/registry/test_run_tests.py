#!/usr/bin/env python3
"""Tests the counting of utils/run_tests.py, and the whole of it on a small folder of tests."""

import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "utils"))
sys.dont_write_bytecode = True

import run_tests
from run_tests import Counts

LIT = """-- Testing: 7 tests, 2 workers --
PASS: aoti-lint :: a.cpp (1 of 7)
FAIL: aoti-lint :: b.cpp (2 of 7)

Total Discovered Tests: 7
  Unsupported        : 1 (14.29%)
  Passed             : 3 (42.86%)
  Expectedly Failed  : 1 (14.29%)
  Timed Out          : 1 (14.29%)
  Failed             : 1 (14.29%)
"""
GTEST = """[==========] Running 6 tests from 2 test suites.
[ RUN      ] Expression.Adds
[       OK ] Expression.Adds (0 ms)
[==========] 6 tests from 2 test suites ran. (1 ms total)
[  PASSED  ] 4 tests.
[  SKIPPED ] 1 test, listed below:
[  SKIPPED ] Expression.Skips
[  FAILED  ] 1 test, listed below:
[  FAILED  ] Expression.Fails
"""


class Counting(unittest.TestCase):
    def test_lit(self):
        self.assertEqual(run_tests.counts_of(LIT), Counts(4, 2, 1))

    def test_gtest(self):
        self.assertEqual(run_tests.counts_of(GTEST), Counts(4, 1, 1))

    def test_unittest(self):
        self.assertEqual(run_tests.counts_of("...\nRan 9 tests in 0.1s\n\nFAILED (failures=1, errors=2, skipped=3)\n"), Counts(3, 3, 3))
        self.assertEqual(run_tests.counts_of("Ran 9 tests in 0.1s\n\nOK\n"), Counts(9, 0, 0))
        self.assertEqual(run_tests.counts_of("Ran 9 tests in 0.1s\n\nOK (expected failures=2)\n"), Counts(9, 0, 0))
        self.assertEqual(run_tests.counts_of("Ran 9 tests in 0.1s\n\nFAILED (failures=1, expected failures=2, unexpected successes=3)\n"), Counts(5, 4, 0))

    def test_script(self):
        self.assertEqual(run_tests.counts_of("1 passed, 1 failed\nx\n8 passed, 2 failed, 1 skipped\n"), Counts(8, 2, 1))
        self.assertIsNone(run_tests.counts_of("all is well\n"))

    def test_suites(self):
        self.assertEqual(run_tests.counts_of_suite("run", ""), Counts(1, 0, 0))
        self.assertEqual(run_tests.counts_of_suite("fail", ""), Counts(0, 1, 0))
        self.assertEqual(run_tests.counts_of_suite("fail", "8 passed, 0 failed\n"), Counts(8, 1, 0))
        self.assertEqual(run_tests.counts_of_suite("notrun", ""), Counts(0, 1, 0))
        self.assertEqual(run_tests.counts_of_suite("skipped", "why"), Counts(0, 0, 1))
        self.assertEqual(run_tests.counts_of_suite("disabled", ""), Counts(0, 0, 1))


class Running(unittest.TestCase):
    def run_folder(self, *tests):
        """Runs a folder whose tests are (name, label, Python code)."""
        return self.run_folders(tests)

    def run_folders(self, *folders):
        """Runs several folders at once."""
        with tempfile.TemporaryDirectory() as root:
            builds = []
            for number, tests in enumerate(folders):
                folder = Path(root) / f"build-{number}"
                folder.mkdir()
                builds.append(folder)
                lines = []
                for name, label, code in tests:
                    (folder / (name + ".py")).write_text(code)
                    lines.append(f'add_test({name} "{sys.executable}" "{folder}/{name}.py")\n'
                                 f"set_tests_properties({name} PROPERTIES LABELS {label})\n")
                (folder / "CTestTestfile.cmake").write_text("".join(lines))
            done = subprocess.run([sys.executable, ROOT / "utils/run_tests.py", *builds, "-L", "lit"], capture_output=True, text=True)
            return done.returncode, done.stdout.splitlines()

    def test_all_pass(self):
        code, lines = self.run_folder(("a", "lit", "print('x' * 5000); print('3 passed, 0 failed')"), ("b", "lit", ""),
                                      ("c", "unit", "import sys; sys.exit(1)"))
        self.assertEqual((code, lines[-1]), (0, "4 passed, 0 failed"))

    def test_one_fails(self):
        code, lines = self.run_folder(("a", "lit", "print('3 passed, 2 failed'); import sys; sys.exit(1)"), ("b", "lit", ""))
        self.assertEqual((code, lines[-1]), (1, "4 passed, 2 failed"))

    def test_none_found(self):
        code, lines = self.run_folder(("c", "unit", ""))
        self.assertEqual(code, 1)

    def test_several_folders(self):
        passes, fails = ("a", "lit", "print('3 passed, 0 failed')"), ("b", "lit", "import sys; sys.exit(1)")
        code, lines = self.run_folders([passes], [passes, fails])
        self.assertEqual((code, lines[-1]), (1, "6 passed, 1 failed"))
        self.assertIn("build-1/b: 0 passed, 1 failed", lines)
        self.assertEqual(self.run_folders([passes], [passes])[0], 0)
        self.assertEqual(self.run_folders([passes], [("c", "unit", "")])[0], 1)


if __name__ == "__main__":
    unittest.main()
