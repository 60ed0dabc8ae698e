#!/usr/bin/env python3
"""Tests check_aoti.py with a small program in the place of aoti-lint, so that every way to fail can be had."""

import os
import shutil
import subprocess
import sys
import tempfile
import textwrap
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
FILECHECK = os.environ.get("FILECHECK") or shutil.which("FileCheck-22") or shutil.which("FileCheck")

# Reports each `BAD`, with a note and a fix that makes it `GOOD`; `WORSE` has no fix, `HINT` is a note, `STUBBORN` a fix that changes nothing.
LINT = r'''#!/usr/bin/env python3
import json, re, sys
path = sys.argv[-1]
text = open(path).read()
if any(a.startswith("--fix") for a in sys.argv):
    open(path, "w").write(re.sub(r"\bBAD\b", "TORN" if "MAKES_TORN" in text else "GOOD", text))
findings = []
for number, line in enumerate(text.split("\n"), 1):
    for m in re.finditer(r"\b(BAD|WORSE|HINT|STUBBORN)\b", line):
        at = {"file": path, "member": None, "line": number, "column": m.start() + 1}
        findings.append({"rule": "aoti-x", "severity": {"HINT": "note", "WORSE": "error"}.get(m[1], "warning"), "message": f"'{m[1]}' here", **at,
                         "notes": [{"message": "noted", **at}], "flow": [],
                         "fixes": [{"safe": True, "edits": []}] if m[1] in ("BAD", "STUBBORN") else []})
incomplete = int("TORN" in re.sub("MAKES_TORN", "", text))
print(json.dumps({"version": 1, "findings": findings, "summary": {"incomplete": incomplete}}))
if "TALKS" in text: print("words", file=sys.stderr)
sys.exit(3 if incomplete else int("LIES" in text) ^ int(any(f["severity"] != "note" for f in findings)))
'''


class CheckAoti(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        lint = self.folder / "aoti-lint"
        lint.write_text(LINT)
        lint.chmod(0o755)

    def check(self, text, *arguments):
        file = self.folder / "input.cpp"
        file.write_text(textwrap.dedent(text))
        return subprocess.run([sys.executable, ROOT / "test/check_aoti.py", f"--aoti-lint={self.folder}/aoti-lint", f"--filecheck={FILECHECK}",
                               f"--temp={self.folder}/copy", file, "aoti-x", *arguments], capture_output=True, text=True)

    def passes(self, text, *arguments):
        done = self.check(text, *arguments)
        self.assertEqual(done.returncode, 0, done.stderr)

    def fails(self, expected, text, *arguments):
        done = self.check(text, *arguments)
        self.assertEqual(done.returncode, 1, done.stderr)
        self.assertIn(expected, done.stderr)

    def test_silent(self):
        self.passes("int x;\n")
        self.fails("findings where none are expected", "WORSE\n")
        self.fails("no findings, but messages", "TALKS\n")

    def test_messages(self):
        self.passes("  WORSE\n// CHECK-MESSAGES: :[[@LINE-1]]:3: error: 'WORSE' here [aoti-x]\n")
        self.fails("differ", "  WORSE\n// CHECK-MESSAGES: :[[@LINE-1]]:4: error: 'WORSE' here [aoti-x]\n")
        self.fails("differ", "  WORSE WORSE\n// CHECK-MESSAGES: :[[@LINE-1]]:3: error: 'WORSE' here [aoti-x]\n")
        self.fails("differ", "  WORSE HINT\n// CHECK-MESSAGES: :[[@LINE-1]]:3: error: 'WORSE' here [aoti-x]\n")
        self.fails("differ", "// CHECK-MESSAGES: error: 'WORSE' here [aoti-x]\n")

    def test_notes(self):
        text = "  WORSE\n// CHECK-NOTES: :[[@LINE-1]]:3: error: 'WORSE' here [aoti-x]\n"
        self.fails("differ", text)
        self.passes(text + "// CHECK-NOTES: :[[@LINE-2]]:3: note: noted\n")

    def test_level_note(self):
        self.passes("HINT\n// CHECK-MESSAGES: :[[@LINE-1]]:1: note: 'HINT' here [aoti-x]\n")

    def test_fixes(self):
        text = "BAD\n// CHECK-MESSAGES: :[[@LINE-1]]:1: warning: 'BAD' here [aoti-x]\n"
        self.passes(text)
        self.passes(text + "// CHECK-FIXES: GOOD\n")
        self.fails("differ", text + "// CHECK-FIXES: GOO\n")
        self.fails("differ", text + "// CHECK-FIXES: BAD\n")

    def test_fix_that_leaves_the_finding(self):
        text = "STUBBORN\n// CHECK-MESSAGES: :[[@LINE-1]]:1: warning: 'STUBBORN' here [aoti-x]\n"
        self.fails("left after fixing", text)
        self.passes(text, "--no-refix")

    def test_fix_that_breaks_the_file(self):
        self.fails("not analysed completely", "BAD MAKES_TORN\n// CHECK-MESSAGES: :[[@LINE-1]]:1: warning: 'BAD' here [aoti-x]\n")

    def test_exit_code(self):
        text = "WORSE LIES\n// CHECK-MESSAGES: :[[@LINE-1]]:1: error: 'WORSE' here [aoti-x]\n"
        self.fails("exit code 0, expected 1", text)
        self.passes(text, "--expect-exit=0")
        self.fails("exit code 1, expected 0", "LIES\n")

    def test_suffixes(self):
        text = ("WORSE\n// CHECK-MESSAGES-ONE: :[[@LINE-1]]:1: error: 'WORSE' here [aoti-x]\n"
                "// CHECK-MESSAGES-TWO: :[[@LINE-2]]:2: error: 'WORSE' here [aoti-x]\n")
        self.passes(text, "-check-suffix=ONE")
        self.fails("differ", text, "-check-suffix=TWO")
        self.fails("none are expected", text)

    def test_expectations_are_not_part_of_the_input(self):
        self.passes("int x;\n// CHECK-MESSAGES-ONE: BAD\n")


if __name__ == "__main__":
    unittest.main()
