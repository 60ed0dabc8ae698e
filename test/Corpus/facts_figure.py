#!/usr/bin/env python3
"""Says of how many buffers, launches and shim calls of packages everything is known, and how many launches are connected.

    facts_figure.py --aoti-lint BINARY [--known PERCENT] [--undecided PERCENT] [--list N] PATH...

Runs `aoti-lint --dump-facts=json` on each PATH (a package, or a folder of them), counts what is fully known over all
functions of the models, and prints the figure for each class and path, then what is not known and why, most frequent
first (`--list` of them, by default 40; 0 lists all). A buffer, a launch or a call of which something is not known counts
as undecided where the package states it in a form that is not followed, and as absent where the package does not state it.

A launch of a kernel in Triton is connected where its call in the model, the array of its arguments, its grid and the image
that is loaded were found; that its source is in the wrapper and its image in the package is counted besides.

Exit: 0 at least 98 % (`--known`) of all three classes together are fully known, at most 1 % (`--undecided`) are
undecided, and at least 98 % (`--connected`) of the launches are connected, 1 not, or a dump that is not in order, 2 wrong usage, 77 no PATH is there.
"""

import argparse
import collections
import json
import re
import subprocess
import sys
import zipfile
from pathlib import Path

CLASSES = ("buffers", "launches", "shim_calls")
OPERATIONS = {"launch": "launches", "cpu kernel": "launches", "shim": "shim_calls", "copy": "shim_calls",
              "proxy": "shim_calls", "item": "shim_calls"}


def dump(binary, path):
    done = subprocess.run([binary, "--dump-facts=json", path], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    if done.returncode not in (0, 3):
        raise ValueError(f"exit {done.returncode}: {done.stderr.decode(errors='replace').strip()[-400:]}")
    document = json.loads(done.stdout)
    if document["version"] != 1:
        raise ValueError(f"version {document['version']} of the format is not known")
    return document


def things(function):
    """(class, line, name, what is not known) of everything that is counted in a function."""
    if function["role"] == "kernel helper":
        return
    for buffer in function["buffers"]:
        if buffer["origin"] not in ("input", "constant"):
            yield "buffers", buffer["line"], buffer["name"], buffer["unknown"]
    for view in function["views"]:
        if view["kind"] == "pool block":
            yield "buffers", view["line"], view["name"], view["unknown"]
    for operation in function["operations"]:
        if operation["kind"] in OPERATIONS:
            yield (OPERATIONS[operation["kind"]], operation["line"], operation["kernel"] or operation["callee"],
                   operation["unknown"])


def files_of(path):
    """The names of the files in a package, without folders."""
    path = Path(path)
    if path.is_dir():
        return {file.name for file in path.rglob("*")}
    if zipfile.is_zipfile(path):
        with zipfile.ZipFile(path) as package:
            return {name.rsplit("/", 1)[-1] for name in package.namelist()}
    return {file.name for file in path.parent.iterdir()}


def connections(source, files):
    """(line, kernel, what is not found, whether its source is there, whether its image is) of the launches of a source."""
    for kernel in source["kernels"]:
        if kernel["device"] in ("cpu", "mps"):
            continue
        found = {launch["line"]: launch["grid"] for launch in kernel["launches"]}
        image = kernel["file"] or kernel["symbol"]
        for line in kernel["calls"]:
            lacks = [what for what, is_there in (
                ("launch", line in found), ("grid", len(found.get(line, [])) == 3 and all(found[line])),
                ("arguments", kernel["arguments"]), ("image", image)) if not is_there]
            # What is a part of the library is not looked for.
            yield (line, kernel["name"], lacks, kernel["source_line"] is not None,
                   bool(kernel["symbol"]) or kernel["file"] in files)


def percent(known, total):
    return 100.0 if total == 0 else 100.0 * known / total


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--aoti-lint", required=True)
    parser.add_argument("--known", type=float, default=98.0)
    parser.add_argument("--undecided", type=float, default=1.0)
    parser.add_argument("--connected", type=float, default=98.0)
    parser.add_argument("--list", type=int, default=40)
    parser.add_argument("paths", nargs="+")
    arguments = parser.parse_args()

    if not any(Path(path).exists() for path in arguments.paths):
        print("there are no packages: the test 'corpus' makes them")
        return 77
    known, total, undecided = collections.Counter(), collections.Counter(), collections.Counter()
    reasons, examples, faults, linked = collections.Counter(), {}, [], collections.Counter()
    for path in arguments.paths:
        try:
            document = dump(arguments.aoti_lint, path)
        except (ValueError, KeyError) as problem:
            faults.append(f"{path}: {problem}")
            continue
        here_known, here_total = collections.Counter(), collections.Counter()
        for package in document["inputs"]:
            files = files_of(package["path"])
            for source in package["sources"]:
                if source["incomplete"]:
                    faults.append(f"{source['member'] or source['file']}: {source['incomplete'][0]}")
                for line, name, lacks, has_source, has_image in connections(source, files):
                    linked.update({"all": 1, "connected": not lacks, "source": has_source, "image": has_image})
                    if lacks:
                        reason = ("connections", ", ".join(lacks), "undecided", "not found")
                        reasons[reason] += 1
                        examples.setdefault(reason, f"{package['path']} line {line}, {name}")
                for function in source["functions"]:
                    for kind, line, name, unknown in things(function):
                        here_total[kind] += 1
                        here_known[kind] += not unknown
                        undecided[kind] += any(doubt["state"] == "undecided" for doubt in unknown)
                        for doubt in unknown:
                            why = re.sub(r"buf\d+|arg\d+_\d+", "N", doubt["why"])
                            reason = (kind, doubt["fact"], doubt["state"], why)
                            reasons[reason] += 1
                            examples.setdefault(reason, f"{package['path']} line {line}, {name}")
        for kind in CLASSES:
            if here_total[kind] != document["known"][kind]["total"] or \
                    here_known[kind] != document["known"][kind]["known"]:
                faults.append(f"{path}: the summary of {kind} does not agree with what is listed")
        print(f"{path}: " + ", ".join(f"{here_known[kind]} of {here_total[kind]} {kind.replace('_', ' ')}"
                                      for kind in CLASSES))
        known.update(here_known)
        total.update(here_total)

    for kind in (*CLASSES, "all"):
        of, yes, no = (sum(counter.values()) if kind == "all" else counter[kind] for counter in (total, known, undecided))
        print(f"{kind.replace('_', ' ')}: {yes} of {of} fully known ({percent(yes, of):.2f} %), {no} undecided "
              f"({percent(no, of) if of else 0:.2f} %), {of - yes - no} absent")
    print(f"launches of kernels in Triton: {linked['connected']} of {linked['all']} connected "
          f"({percent(linked['connected'], linked['all']):.2f} %), {linked['source']} with their source, {linked['image']} "
          "with their image in the package")
    if reasons:
        print("not known:")
    for reason, count in reasons.most_common(arguments.list or None):
        kind, fact, state, why = reason
        print(f"  {count:5} {kind.replace('_', ' ')}: {fact} {state}: {why} (as in {examples[reason]})")
    for fault in faults:
        print(f"fault: {fault}")
    count = sum(total.values())
    if count == 0:
        print("fault: nothing was counted")
        return 1
    enough = percent(sum(known.values()), count) >= arguments.known
    decided = percent(sum(undecided.values()), count) <= arguments.undecided
    if not enough or not decided:
        print(f"fault: at least {arguments.known} % have to be known, and at most {arguments.undecided} % undecided")
    joined = percent(linked["connected"], linked["all"]) >= arguments.connected
    if not joined:
        print(f"fault: at least {arguments.connected} % of the launches have to be connected")
    return 1 if faults or not enough or not decided or not joined else 0


if __name__ == "__main__":
    sys.exit(main())
