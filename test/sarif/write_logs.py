"""Writes logs of the inputs of make_inputs.py, twice each: write_logs.py AOTI-LINT INPUTS LOGS

The second run has eight workers and has to give the same bytes. The log of the rules has to have findings of every rule that works on
one source, and the log of the package one of a rule on packages.
"""

import json
import pathlib
import shutil
import subprocess
import sys

tool, inputs, logs = sys.argv[1], pathlib.Path(sys.argv[2]), pathlib.Path(sys.argv[3])
shutil.rmtree(logs, ignore_errors=True)
logs.mkdir(parents=True)


def write(name, code, *paths):
    output = logs / (name + ".sarif")
    for jobs in ("-j1", "-j8"):
        command = [tool, "--advice", jobs, "--format=sarif", *paths]
        run = subprocess.run(command, cwd=inputs, capture_output=True, timeout=300)
        if run.returncode != code:
            sys.exit(f"{name}: exit code {run.returncode} instead of {code}\n{run.stderr.decode()}")
        if output.exists() and output.read_bytes() != run.stdout:
            sys.exit(f"{name}: the bytes depend on the number of workers")
        output.write_bytes(run.stdout)
    return {result["ruleId"] for result in json.loads(run.stdout)["runs"][0]["results"]}


found = write("rules", 1, "rules")
listed = json.loads(subprocess.run([tool, "--list-checks=json"], capture_output=True, check=True).stdout)
package = write("package", 1, "package")
if write("archive", 1, "model.pt2") != package or "aoti-package-metadata" not in package:
    sys.exit("the archive and the folder differ")
packages = {rule["name"] for rule in listed if rule["group"] == "package"}
if missing := {rule["name"] for rule in listed} - packages - found:
    sys.exit(f"no source gives findings of {sorted(missing)}")
if "aoti-generated-code-error" not in found:
    sys.exit("no source gives code that is not C++")
if write("clean", 0, "clean.cpp") or write("missing", 0, "missing.cpp"):
    sys.exit("findings in what is clean")
if write("incomplete", 3, "incomplete.cpp") != {"aoti-lint-incomplete", "aoti-debug-leftover"}:
    sys.exit("findings of what is incomplete")
write("unreadable", 2, "broken.pt2", "package")
write("odd", 1, "odd names %20 é")
write("everything", 3, ".")
