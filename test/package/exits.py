"""Runs a command and checks its exit code. What the command prints is passed on: standard output, then standard error.

    exits.py [--stdout|--stderr] CODE COMMAND...
    exits.py [--stdout|--stderr] CODE COMMAND... --each FILE...     once for each file, with a line `== NAME` before

With --stdout or --stderr only that is passed on.
"""

import os
import subprocess
import sys

arguments = sys.argv[1:]
shown = {"--stdout": ["stdout"], "--stderr": ["stderr"]}.get(arguments[0])
if shown:
    del arguments[0]
expected, command = int(arguments[0]), arguments[1:]
files = [None]
if "--each" in command:
    at = command.index("--each")
    command, files = command[:at], command[at + 1 :]

failed = False
for file in files:
    result = subprocess.run(command + ([file] if file else []), timeout=120, capture_output=True)
    if file:
        print("==", os.path.basename(file), flush=True)
    for stream in shown or ["stdout", "stderr"]:
        sys.stdout.buffer.write(getattr(result, stream))
    sys.stdout.flush()
    if result.returncode != expected:
        failed = True
        print(f"exit code {result.returncode} instead of {expected}: {file or command}", file=sys.stderr)
        sys.stderr.write(result.stderr.decode(errors="replace"))
sys.exit(failed)
