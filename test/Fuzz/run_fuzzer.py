#!/usr/bin/env python3
"""Runs a fuzzer for a while from its seeds; an input that it stops at is kept.

    run_fuzzer.py FUZZER SEEDS KEEP [--seconds N]

It fails too when the fuzzer runs no input, or sees nothing that the seeds do not reach: then it tests nothing. The last line is
`N passed, N failed`.
"""

import argparse
import re
import subprocess
import sys
import tempfile
from pathlib import Path


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("fuzzer", type=Path)
    parser.add_argument("seeds", type=Path)
    parser.add_argument("keep", type=Path)
    parser.add_argument("--seconds", type=int, default=20)
    options = parser.parse_args()
    if not any(options.seeds.iterdir()):
        sys.exit(f"'{options.seeds}' holds no seeds")
    options.keep.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as corpus:
        run = subprocess.run([options.fuzzer, f"-max_total_time={options.seconds}", "-timeout=10", "-rss_limit_mb=2048",
                              "-max_len=65536", f"-artifact_prefix={options.keep}/", "-print_final_stats=1", corpus,
                              options.seeds], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                             text=True, errors="replace", check=False)
        found = len(list(Path(corpus).iterdir()))
    executed = re.search(r"stat::number_of_executed_units: (\d+)", run.stdout)
    count = int(executed[1]) if executed else 0
    print(f"{options.fuzzer.name}: {count} inputs, {found} of them reached something new")
    good = run.returncode == 0 and count > 0 and found > 0
    if not good:
        print(run.stdout[-20000:])
    print(f"{int(good)} passed, {int(not good)} failed")
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
