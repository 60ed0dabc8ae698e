#!/usr/bin/env python3
"""Runs `aoti-lint triage` on logs and compares what stands first with a table.

    check_logs.py AOTI_LINT FOLDER

FOLDER holds logs/NAME.log and expected.tsv with a line NAME <tab> CATEGORY <tab> TITLE for each of them.
"""

import json
import re
import subprocess
import sys
from pathlib import Path

tool, folder = sys.argv[1], Path(sys.argv[2])
expected = [line.split("\t") for line in (folder / "expected.tsv").read_text().splitlines()]
failures = []
names = {name for name, _, _ in expected}
for log in sorted((folder / "logs").iterdir()):
    if log.stem not in names:
        failures.append(f"{log.name}: not in expected.tsv")
seen = {category for _, category, _ in expected}
for number in range(1, 14):
    if f"AOTI{number:02}" not in seen:
        failures.append(f"no log for AOTI{number:02}")

named = set()
for name, category, title in expected:
    log = folder / "logs" / f"{name}.log"
    run = subprocess.run([tool, "triage", "--format=json", str(log)], capture_output=True, timeout=60)
    if run.returncode != 0 or run.stderr:
        failures.append(f"{name}: exit code {run.returncode}, {run.stderr.decode()}")
        continue
    result = json.loads(run.stdout)
    if result["version"] != 1 or result["log"] != str(log):
        failures.append(f"{name}: version or name of the log")
    first = result["diagnoses"][0]
    if (first["category"], first["title"]) != (category, title):
        failures.append(f"{name}: {first['category']} {first['title']!r} instead of {category} {title!r}")
    for step in first["steps"]:
        named |= set(re.findall(r"aoti-(?!lint)[a-z0-9-]+", step))
        if " ()" in step or ": )" in step:  # what stays where a name was left out
            failures.append(f"{name}: {step}")
    if not (first["meaning"] and first["steps"] and all(first["steps"])):
        failures.append(f"{name}: no advice")
    if not 1 <= first["evidence"]["line"] <= result["lines"] or not first["evidence"]["text"]:
        failures.append(f"{name}: evidence {first['evidence']}")
    for flag in first["flags"]:
        if flag["effect"] not in ("compile-time", "run-time") or flag["production"] not in ("off", "keep"):
            failures.append(f"{name}: flag {flag}")
    if first["place"] is not None:
        failures.append(f"{name}: a place without a package")

# What is advised can be looked up.
rules = {line.split()[0] for line in subprocess.run([tool, "--list-checks"], capture_output=True, text=True).stdout.splitlines()}
for rule in sorted(named - rules):
    failures.append(f"advice names {rule}, which is no rule")
if not named:
    failures.append("no rule is named")

print("\n".join(failures))
sys.exit(bool(failures))
