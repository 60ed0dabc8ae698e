"""Analyses each file in a folder on its own: run_hostile.py AOTI-LINT FOLDER

`ok_*` has to give one finding and exit code 1, `bad_*` exit code 3 and a finding of aoti-lint-incomplete or a message; no
source may crash the process, take more than two gigabytes or more than two minutes.
"""

import json
import pathlib
import resource
import subprocess
import sys

tool, folder = sys.argv[1], pathlib.Path(sys.argv[2])
failures = []
files = sorted(folder.glob("*.cpp"))
assert len(files) >= 25
for file in files:
    try:
        run = subprocess.run([tool, "--format=json", str(file)], capture_output=True, timeout=120)
    except subprocess.TimeoutExpired:
        failures.append(f"{file.name}: not finished after two minutes")
        continue
    try:
        report = json.loads(run.stdout)
    except ValueError:
        failures.append(f"{file.name}: exit code {run.returncode} and no report\n{run.stderr[-500:].decode(errors='replace')}")
        continue
    rules = [finding["rule"] for finding in report["findings"]]
    if file.name.startswith("ok_"):
        if run.returncode != 1 or rules != ["aoti-debug-leftover"] or run.stderr:
            failures.append(f"{file.name}: exit code {run.returncode}, {rules}, {run.stderr[-500:]}")
    elif run.returncode != 3 or not ("aoti-lint-incomplete" in rules or b"error: " in run.stderr):
        failures.append(f"{file.name}: exit code {run.returncode}, {rules}")
if resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss > 2 << 20:
    failures.append("more than two gigabytes were used")
sys.exit("\n".join(failures) or 0)
