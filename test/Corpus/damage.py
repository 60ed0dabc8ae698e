#!/usr/bin/env python3
"""Damages copies of real packages at random, and holds aoti-lint to noticing, and to surviving.

    damage.py --aoti-lint BINARY [--count N] [--packages N] [--seed N] [--keep DIR] [-v] FOLDER...

In a FOLDER lie `.pt2` archives and extracted packages, at any depth. A copy is cut, or some of its bytes are changed: of an archive as
a whole, or of one file of an extracted package. Whatever it was, aoti-lint answers within 10 seconds and does not crash. If an archive
or a source or JSON file in it can no longer be read, or a JSON file of a folder is no JSON any more, or a wrapper ends within a block,
the answer is not that all is well: a message or a finding names the file. The same seed gives the same damage.

Exit: 0 all as it should be, 1 not, 2 wrong usage, 77 no package.
"""

import argparse
import json
import random
import shutil
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path

SECONDS = 10
READ = (".cpp", ".h", ".json")


def find_packages(folders):
    found = []
    for folder in folders:
        found += sorted(folder.rglob("*.pt2"))
        found += sorted({wrapper.parent for wrapper in folder.rglob("*.wrapper.cpp")})
    return found


def cut(rng, data):
    return data[: rng.randrange(len(data))]


def flip(rng, data):
    changed = bytearray(data)
    for _ in range(rng.choice((1, 1, 1, 4, 64))):
        changed[rng.randrange(len(changed))] ^= rng.randrange(1, 256)
    return bytes(changed)


def is_json(data):
    try:
        json.loads(data.decode("utf-8-sig"))
    except (ValueError, RecursionError):
        return False
    return True


def unreadable_members(archive):
    """Names of sources and JSON files that Python cannot read any more; None when it is no archive for it."""
    bad = []
    try:
        with zipfile.ZipFile(archive) as opened:
            for member in opened.infolist():
                if member.filename.endswith(READ):
                    try:
                        opened.read(member)
                    except Exception as problem:  # zipfile raises what its parts raise
                        # The name that stands before the data is read by nobody else.
                        if " and header " not in str(problem):
                            bad.append(Path(member.filename).name)
    except Exception:
        return None
    return bad


def code_end(data):
    """Where the last line of a wrapper's code ends."""
    return data.rfind(b"\n}") + 2


def damage(rng, package, scratch):
    """(path of the damaged copy, what was done, names of which one has to be said; empty if nothing has to be)."""
    how = rng.choice((cut, flip))
    if package.is_file():
        copy = scratch / package.name
        data = package.read_bytes()
        copy.write_bytes(how(rng, data))
        bad = unreadable_members(copy)
        return copy, f"{package}: {how.__name__}", [package.name] if bad is None else bad
    copy = scratch / package.name
    shutil.copytree(package, copy)
    files = [file for file in sorted(copy.rglob("*")) if file.is_file() and file.stat().st_size]
    # The sources and JSON files are few beside images.
    chosen = [file for file in files if file.name.endswith(READ)] if rng.random() < 0.8 else files
    file = rng.choice(chosen or files)
    data = file.read_bytes()
    changed = how(rng, data)
    file.write_bytes(changed)
    said = []
    if file.name.endswith(".json") and not is_json(changed):
        said = [file.name]
    elif file.name.endswith(".wrapper.cpp") and how is cut and len(changed) < code_end(data) and changed.count(b"{") != changed.count(b"}"):
        said = [file.name, copy.name]
    return copy, f"{package}: {how.__name__} of {file.name}", said


def faults_of(binary, path, names):
    try:
        done = subprocess.run([binary, "--format=json", path], capture_output=True, timeout=SECONDS)
    except subprocess.TimeoutExpired:
        return [f"no answer within {SECONDS} s"]
    said = done.stderr.decode(errors="replace")
    output = done.stdout.decode(errors="replace")
    if not 0 <= done.returncode <= 3:
        return [f"exit {done.returncode}: {said[-400:]}"]
    if "crashed" in said + output:
        return ["a part crashed: " + said[-400:]]
    try:
        json.loads(output)
    except ValueError:
        return [f"exit {done.returncode} without a report: {said[-400:]}"]
    if done.returncode == 2 and not said.strip():
        return ["exit 2 without a message"]
    if names and done.returncode == 0:
        return [f"exit 0 though it cannot be read: {', '.join(names)}"]
    # An archive may be refused as a whole, and names that are not ASCII are shown in several ways.
    if names and done.returncode != 2 and not any(name in said + output or not name.isascii() for name in names):
        return [f"nothing names {', '.join(names)}: {said[-400:]}"]
    return []


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folders", nargs="+", type=Path)
    parser.add_argument("--aoti-lint", required=True)
    parser.add_argument("--count", type=int, default=2000, help="damaged copies")
    parser.add_argument("--packages", type=int, default=10, help="packages that are taken, at random")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--keep", type=Path, help="where copies with a fault are kept")
    parser.add_argument("-v", "--verbose", action="store_true")
    options = parser.parse_args()
    rng = random.Random(options.seed)
    packages = find_packages(options.folders)
    if not packages:
        print("no package")
        return 77
    packages = rng.sample(packages, min(options.packages, len(packages)))
    passed = failed = noticed = 0
    for number in range(options.count):
        with tempfile.TemporaryDirectory(prefix="aoti-damage-") as scratch:
            path, what, names = damage(rng, packages[number % len(packages)], Path(scratch))
            faults = faults_of(options.aoti_lint, path, names)
            noticed += bool(names)
            failed += bool(faults)
            passed += not faults
            if faults or options.verbose:
                print(f"{number}: {what}: {'; '.join(faults) or 'good'}")
            if faults and options.keep:
                kept = options.keep / str(number)
                kept.mkdir(parents=True, exist_ok=True)
                (shutil.copytree if path.is_dir() else shutil.copy)(path, kept / path.name)
    if not noticed:
        print("no damage that has to be noticed: more copies are needed")
        failed += 1
    print(f"{len(packages)} packages; {noticed} copies that cannot be read")
    print(f"{passed} passed, {failed} failed")
    return 0 if not failed else 1


if __name__ == "__main__":
    sys.exit(main())
