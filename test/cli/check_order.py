"""Checks the order of the findings in a report, and that two reports have the same ones: check_order.py JSON [JSON]"""

import json
import sys

reports = []
for path in sys.argv[1:]:
    findings = json.load(open(path))["findings"]
    keys = [(f["file"], f["member"] or "", f["line"], f["column"], f["rule"], f["message"]) for f in findings]
    if len(keys) < 10 or keys != sorted(keys):
        sys.exit(f"{path}: not in order")
    if len(set(keys)) != len(keys):
        sys.exit(f"{path}: findings occur twice")
    reports.append({key + (f["fingerprint"],) for key, f in zip(keys, findings)})
if len(reports) == 2 and reports[0] != reports[1]:
    sys.exit(f"different findings: {reports[0] ^ reports[1]}")
