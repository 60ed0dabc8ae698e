import json
import subprocess
import sys
from pathlib import Path

tool, folder = sys.argv[1], Path(sys.argv[2])
# How many lines look like an error.
UNKNOWN = {"pip": 1, "pytest": 2, "http": 1, "js": 1, "index": 1, "lib": 1}
failures = []
logs = sorted(folder.iterdir())
for log in logs:
    run = subprocess.run([tool, "triage", "--format=json", str(log)], capture_output=True, text=True, timeout=60)
    result = json.loads(run.stdout)
    if run.returncode != 1 or result["diagnoses"]:
        failures.append(f"{log.name}: exit code {run.returncode}, {[d['id'] for d in result['diagnoses']]}")
    if result["unknown_count"] != UNKNOWN.get(log.stem, 0):
        failures.append(f"{log.name}: {result['unknown_count']} unknown: {result['unknown']}")
if not logs:
    failures.append("no logs")
print("\n".join(failures))
sys.exit(bool(failures))
