"""Cuts a sound source at many places: cut_everywhere.py AOTI-LINT SOURCE OUT

Behind the beginning of the first namespace and before its last brace, each part has to end in exit code 3 with a finding of
aoti-lint-incomplete. All of them are analysed in one run.
"""

import json
import pathlib
import shutil
import subprocess
import sys

tool, source, out = sys.argv[1], pathlib.Path(sys.argv[2]), pathlib.Path(sys.argv[3])
text = source.read_bytes()
first = text.index(b"namespace torch") + len(b"namespace torch::aot_inductor {")
last = text.rindex(b"}")
shutil.rmtree(out, ignore_errors=True)
out.mkdir(parents=True)
names = []
for at in range(first, last + 1, 17):
    name = out / f"cut{at:05}.cpp"
    name.write_bytes(text[:at])
    names.append(str(name))
(out / "whole.cpp").write_bytes(text)
run = subprocess.run([tool, "--format=json", *names, str(out / "whole.cpp")], capture_output=True, timeout=300)
report = json.loads(run.stdout)
incomplete = {f["file"] for f in report["findings"] if f["rule"] == "aoti-lint-incomplete"}
if run.returncode != 3 or run.stderr or len(names) < 50:
    sys.exit(f"exit code {run.returncode}, {len(names)} files\n{run.stderr.decode()}")
if missed := set(names) - incomplete:
    sys.exit(f"taken for whole: {sorted(missed)}")
if str(out / "whole.cpp") in incomplete:
    sys.exit("the whole file is not sound")
if "crashed" in run.stdout.decode():
    sys.exit("a crash")
