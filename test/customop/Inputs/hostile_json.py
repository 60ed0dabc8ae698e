#!/usr/bin/env python3
"""Holds aoti-lint to reading damaged files of operators: hostile_json.py BINARY PACKAGE SCRATCH.

Copies of the package get files that are cut, nested too deep, too long, or in which a value is another than it should be.
No run may crash or stay incomplete; what is wrong elsewhere in the package (a call whose error nobody looks at) has to be
found as ever; and a file that is no JSON has to be reported at the place where reading stops.
"""

import copy
import json
import random
import shutil
import subprocess
import sys
from pathlib import Path

NAME = "data/aotinductor/model/m.wrapper.json"
ODD = [None, True, 0, -1, 10**30, 0.5, "", "x\x00y", "\ud83d\ude00", [], {}, [[]], {"": {}}]


def cuts(text):
    for end in range(0, len(text), 61):
        yield f"cut{end}", text[:end].encode(), True
    yield "tail", text.encode() + b"\x00", True
    yield "latin", text.replace("mine", "m\u00edne").encode("latin-1"), True
    yield "deep", b'{"nodes": ' + b"[" * 5000 + b"]" * 5000 + b"}", True
    yield "long", b'{"nodes": [' + b"0," * 4_100_000 + b"0]}", True
    yield "members", b'{"nodes": [], ' + b",".join(b'"k%d":0' % i for i in range(300_000)) + b"}", False
    yield "lines", text.replace("\n", "\r\n").encode(), False
    yield "mark", b"\xef\xbb\xbf" + text.encode(), False
    yield "tabs", text.replace("  ", "\t").encode(), False


def places(value, path=()):
    yield path
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, inner in items:
        yield from places(inner, path + (key,))


def odd_values(text):
    choose = random.Random(5)
    whole = json.loads(text)
    every = [path for path in places(whole) if path]
    for number in range(60):
        changed = copy.deepcopy(whole)
        for path in choose.sample(every, 1 + number % 3):
            holder = changed
            try:
                for key in path[:-1]:
                    holder = holder[key]
                if number % 4 == 3:
                    del holder[path[-1]]
                else:
                    holder[path[-1]] = choose.choice(ODD)
            except (KeyError, IndexError, TypeError):
                pass  # the other change took it away
        yield f"odd{number}", json.dumps(changed, indent=1).encode(), False


def main():
    binary, package, scratch = sys.argv[1:]
    text = (Path(package) / NAME).read_text()
    shutil.rmtree(scratch, ignore_errors=True)
    torn = {}
    for name, contents, is_torn in [*cuts(text), *odd_values(text)]:
        target = Path(scratch) / name
        shutil.copytree(package, target)
        (target / NAME).write_bytes(contents)
        torn[name] = is_torn
    run = subprocess.run([binary, "--format=json", "-j", "2", "--checks=-*,aoti-proxy-*,aoti-package-*,aoti-unchecked-error", scratch],
                         stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    if run.returncode != 1:
        sys.exit(f"exit code {run.returncode}: {run.stderr.decode()[-1000:]}")
    report = json.loads(run.stdout)
    found = {name: [] for name in torn}
    for finding in report["findings"]:
        found[Path(finding["file"]).relative_to(scratch).parts[0]].append(finding)
    bad = []
    for name, is_torn in torn.items():
        rules = [finding["rule"] for finding in found[name]]
        if "aoti-unchecked-error" not in rules:
            bad.append(f"{name}: the wrapper was not analysed")
        at = [finding for finding in found[name] if finding["file"].endswith(".json")]
        if is_torn != any(finding["rule"] == "aoti-package-layout" for finding in at):
            bad.append(f"{name}: {[(finding['rule'], finding['line'], finding['message']) for finding in at]}")
        if any(finding["line"] < 1 or finding["column"] < 1 for finding in at):
            bad.append(f"{name}: a finding without a place")
    print("\n".join(bad) or f"{len(torn)} files: as expected")
    sys.exit(1 if bad else 0)


main()
