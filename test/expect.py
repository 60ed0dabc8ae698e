#!/usr/bin/env python3
"""Runs a command, checks its exit code, and keeps what it prints.

    expect.py [--limit=SECONDS] [--silent] [--no-stdout] [--no-stderr] CODE PREFIX COMMAND...

Standard output goes to PREFIX.out, standard error to PREFIX.err. A command that is killed, crashes or takes longer than the limit
(120 seconds) is a failure, and so is output on a stream that has to be silent.
"""

import subprocess
import sys

arguments = sys.argv[1:]
limit, silent = 120.0, set()
while arguments[0].startswith("--"):
    option = arguments.pop(0)
    if option.startswith("--limit="):
        limit = float(option.partition("=")[2])
    elif option == "--silent":
        silent |= {"stdout", "stderr"}
    elif option in ("--no-stdout", "--no-stderr"):
        silent.add(option[5:])
    else:
        sys.exit(f"expect.py: unknown option {option}")
code, prefix, command = int(arguments[0]), arguments[1], arguments[2:]

try:
    result = subprocess.run(command, capture_output=True, timeout=limit)
except subprocess.TimeoutExpired:
    sys.exit(f"expect.py: not finished after {limit:g} seconds: {command}")
failed = False
for stream, suffix in (("stdout", ".out"), ("stderr", ".err")):
    data = getattr(result, stream)
    with open(prefix + suffix, "wb") as file:
        file.write(data)
    if stream in silent and data:
        failed = True
        print(f"expect.py: {stream} is not empty:\n{data.decode(errors='replace')}", file=sys.stderr)
if result.returncode != code:
    failed = True
    print(f"expect.py: exit code {result.returncode} instead of {code}: {command}\n"
          f"{result.stdout[-2000:].decode(errors='replace')}{result.stderr[-2000:].decode(errors='replace')}", file=sys.stderr)
sys.exit(failed)
