#!/usr/bin/env python3
"""Tests utils/add_rule.py on a copy of what it edits, and the registry's test on trees that are made wrong."""

import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
RULE = "aoti-middle-example"
ARGUMENTS = ["--group", "memory", "--category", "AOTI05", "--level", "Error", "--title", "example of \"a\" rule"]


class Tree(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = Path(folder.name)
        for path in ("checks", "docs/checks", "test"):
            shutil.copytree(ROOT / path, self.root / path, ignore=shutil.ignore_patterns("Corpus", "Inputs", "node_modules"))

    def add(self, *arguments):
        return subprocess.run([sys.executable, ROOT / "utils/add_rule.py", *arguments, "--root", self.root],
                              capture_output=True, text=True)

    def registry(self, *arguments):
        return subprocess.run([sys.executable, ROOT / "test/registry/check_registry.py", "--root", self.root, *arguments],
                              capture_output=True, text=True)

    def edit(self, path, old, new):
        file = self.root / path
        text = file.read_text()
        self.assertIn(old, text)
        file.write_text(text.replace(old, new, 1))

    def added(self):
        done = self.add(RULE, *ARGUMENTS)
        self.assertEqual(done.returncode, 0, done.stderr)

    def fault(self, expected):
        done = self.registry("--rule", RULE)
        self.assertEqual(done.returncode, 1, done.stdout)
        self.assertIn(expected, done.stdout)

    def test_added_rule_passes(self):
        before = self.registry()
        self.added()
        done = self.registry("--rule", RULE)
        self.assertNotIn(RULE, done.stdout)
        self.assertEqual(done.returncode, self.registry("--rule", "none").returncode)
        # Nothing that was right before is wrong now.
        self.assertEqual(before.stdout.splitlines()[:-1], self.registry().stdout.splitlines()[:-1])

    def test_added_rule_stands_in_its_place(self):
        self.added()
        names = [line.split('"')[1] for line in (self.root / "checks/Checks.def").read_text().split("\n")
                 if line.startswith(("AOTI_TU_CHECK(\"", "AOTI_PACKAGE_CHECK(\"", "AOTI_FRONTEND_RULE(\""))]
        self.assertIn(RULE, names)
        self.assertEqual(names, sorted(names))

    def test_first_and_last_name(self):
        for name in ("aoti-0", "aoti-zzz"):
            self.assertEqual(self.add(name, *ARGUMENTS).returncode, 0)
        self.assertNotIn("stands behind", self.registry().stdout)

    def test_taken_name(self):
        self.added()
        before = (self.root / "checks/Checks.def").read_text()
        done = self.add(RULE, *ARGUMENTS)
        self.assertEqual(done.returncode, 1)
        self.assertIn("already", done.stderr)
        self.assertEqual(before, (self.root / "checks/Checks.def").read_text())

    def test_invalid_name(self):
        self.assertEqual(self.add("unchecked", *ARGUMENTS).returncode, 1)

    def test_missing_class(self):
        self.added()
        (self.root / "checks/memory/MiddleExampleCheck.cpp").unlink()
        self.fault("checks/memory/MiddleExampleCheck.cpp does not exist or is empty")

    def test_class_that_is_not_built(self):
        self.added()
        self.edit("checks/CMakeLists.txt", "    memory/MiddleExampleCheck.cpp\n", "")
        self.fault("not in checks/CMakeLists.txt")

    def test_missing_page(self):
        self.added()
        (self.root / f"docs/checks/{RULE}.md").unlink()
        self.fault("no page")

    def test_page_without_a_section(self):
        self.added()
        self.edit(f"docs/checks/{RULE}.md", "## Limits", "## Others")
        self.fault("no section on limits")

    def test_page_with_another_first_sentence(self):
        self.added()
        self.edit(f"docs/checks/{RULE}.md", "Example of", "An example of")
        self.fault("first sentence of")

    def test_no_test_with_findings(self):
        self.added()
        (self.root / f"test/memory/{RULE}.cpp").unlink()
        self.fault("expects a finding")

    def test_no_silent_test(self):
        self.added()
        (self.root / f"test/memory/{RULE}-silent.cpp").unlink()
        self.fault("expects silence")

    def test_no_test_with_nolint(self):
        self.added()
        self.edit(f"test/memory/{RULE}-silent.cpp", f"// NOLINT({RULE})", f"// NOLINT({RULE}-2)")
        self.fault(f"has a comment NOLINT({RULE})")

    def test_name_twice(self):
        self.added()
        self.edit("checks/Checks.def", "AOTI_TU_CHECK(\"" + RULE, f'AOTI_TU_CHECK("{RULE}", OtherCheck, memory, AOTI05, Error, "x")\n'
                  "AOTI_TU_CHECK(\"" + RULE)
        self.fault("stands 2 times")

    def test_part_without_a_rule(self):
        self.edit("checks/Checks.def", "AOTI_HIDDEN_TU_CHECK(\"", 'AOTI_PACKAGE_PART("aoti-no-such-rule", Part, memory)\n\nAOTI_HIDDEN_TU_CHECK("')
        self.assertIn("is a part of no rule", self.registry().stderr)

    def test_part_without_a_file(self):
        self.added()
        self.edit("checks/Checks.def", "AOTI_HIDDEN_TU_CHECK(\"",
                  f'AOTI_PACKAGE_PART("{RULE}", MiddlePart, memory)\n\nAOTI_HIDDEN_TU_CHECK("')
        self.fault("checks/memory/MiddlePart.cpp does not exist or is empty")

    def test_across_files(self):
        self.added()
        self.edit("checks/Checks.def", "AOTI_HIDDEN_TU_CHECK(\"", f'AOTI_ACROSS_FILES("{RULE}")\n\nAOTI_HIDDEN_TU_CHECK("')
        self.fault("asks what other files register: False")

    def test_order(self):
        self.added()
        self.edit("checks/Checks.def", "AOTI_TU_CHECK(\"" + RULE, 'AOTI_FRONTEND_RULE("aoti-zzz", memory, AOTI05, Error, "x")\n'
                  "AOTI_TU_CHECK(\"" + RULE)
        self.fault(f"{RULE} stands behind aoti-zzz")

    def test_strays(self):
        self.added()
        (self.root / "docs/checks/aoti-stray.md").write_text("# aoti-stray\n")
        (self.root / "checks/memory/StrayCheck.cpp").write_text("class StrayCheck;\n")
        self.fault("docs/checks/aoti-stray.md belongs to no rule")
        self.fault("checks/memory/StrayCheck.cpp belongs to no rule")


if __name__ == "__main__":
    unittest.main()
