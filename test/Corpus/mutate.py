#!/usr/bin/env python3
"""Breaks copies of real packages, each in one way, and holds aoti-lint to finding just that.

    mutate.py --aoti-lint BINARY [--kinds a,b] [--packages N] [--each N] [--seed S] [-j N] [--keep DIR] [-v] FOLDER...
    mutate.py --list

A FOLDER was made by generate.py --extract, or holds extracted packages at any depth. Of every model in it, up to
--each copies are broken in every way that its code allows (mutators/); which places, --seed decides. A copy has to
give a finding of the kind's rule at the right line. What the whole package is reported for may be reported for the
copy, too, on the line where it stands now; nothing else.

Prints how many copies there were of each kind, in how many the change was found at its place, in how many not, and how
many other findings there were.

Exit: 0 all found and nothing else, 1 not, 2 wrong usage or a rule that does not exist, 77 no package in the folders.
"""

import argparse
import collections
import concurrent.futures
import dataclasses
import itertools
import json
import os
import random
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from mutators import KINDS
from wrapper_text import models_of

AT_A_TIME = 48  # copies for one run of aoti-lint
TIME_LIMIT = 900


@dataclasses.dataclass
class Copy:
    """A broken copy of a package, and what aoti-lint said of it."""

    kind: object
    model: object
    mutant: object
    folder: Path
    found: bool = False
    other: list = dataclasses.field(default_factory=list)
    trouble: str = ""

    def is_bad(self):
        return not self.found or bool(self.other) or bool(self.trouble)


def lint(binary, folders):
    """(findings of each folder, what was said of each that could not be read) of one run."""
    run = subprocess.run([str(binary), "--format=json", "--fail-on=never", *map(str, folders)], timeout=TIME_LIMIT,
                         stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    try:
        report = json.loads(run.stdout)
    except ValueError:
        raise RuntimeError(f"exit {run.returncode}, no JSON: {run.stderr.decode(errors='replace')[-2000:]}") from None
    findings, trouble = collections.defaultdict(list), collections.defaultdict(list)

    def folder_of(path):
        return next((folder for folder in [Path(path), *Path(path).parents] if folder in wanted), None)

    wanted = set(folders)
    for finding in report["findings"]:
        folder = folder_of(finding["file"])
        if folder is None:
            raise RuntimeError(f"a finding in '{finding['file']}', which was not asked for")
        name = str(Path(finding["file"]).relative_to(folder))
        findings[folder].append((finding["rule"], name, finding["line"], finding["message"]))
    for note in report["notifications"]:
        folder = folder_of(note.get("file") or note.get("path") or "")
        trouble[folder].append(json.dumps(note))
    return findings, trouble


def copy_of(package, target, changed, text):
    """Copies a package with one file changed; the other files are links where that is possible."""
    def link(source, to):
        try:
            os.link(source, to)
        except OSError:
            shutil.copy2(source, to)

    shutil.copytree(package, target, copy_function=link)
    path = target / changed
    path.unlink()
    path.write_text(text, errors="surrogateescape")


def places_now(source, text_lines, baseline):
    """The findings of the whole package, on the lines where they stand in the changed source."""
    moved = {line.origin + 1: number for number, line in enumerate(text_lines, 1) if line.origin is not None}
    now = collections.Counter()
    for rule, name, line, _ in baseline:
        if name == source.name:
            line = moved.get(line, 0)
        now[rule, name, line] += 1
    return now


def judge(copy, findings, baseline):
    """Sets what was found and what else."""
    mutant = copy.mutant
    right = {place if isinstance(place, tuple) else (mutant.source.name, place) for place in mutant.at}
    known = places_now(mutant.source, mutant.lines, baseline)
    for rule, name, line, message in findings:
        if rule == copy.kind.rule and (name, line) in right:
            copy.found = True
            if known[rule, name, line] > 0:
                known[rule, name, line] -= 1
            continue
        if known[rule, name, line] > 0:
            known[rule, name, line] -= 1
            continue
        allowed = mutant.also.get(rule, ())
        if allowed is None or line in allowed:
            continue
        copy.other.append(f"{name}:{line}: {message} [{rule}]")


def chosen(model, kinds, each, random_numbers):
    """The changes that are made to a model."""
    for kind in kinds:
        candidates = list(kind.make(model))
        if len(candidates) > each:
            candidates = random_numbers.sample(candidates, each)
        for mutant in candidates:
            yield kind, mutant


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--aoti-lint", type=Path, metavar="BINARY")
    parser.add_argument("--list", action="store_true", help="list the kinds and stop")
    parser.add_argument("--kinds", metavar="NAMES", help="only these kinds or rules, with commas between")
    parser.add_argument("--packages", type=int, metavar="N", help="only N models of each folder, chosen by the seed")
    parser.add_argument("--each", type=int, default=2, metavar="N", help="copies of a kind and a model (default 2)")
    parser.add_argument("--seed", type=int, default=1, metavar="S", help="what is chosen (default 1)")
    parser.add_argument("-j", type=int, default=os.cpu_count() or 1, metavar="N", help="runs at a time")
    parser.add_argument("--keep", type=Path, metavar="DIR", help="keep the copies that were not as expected here")
    parser.add_argument("-v", "--verbose", action="store_true", help="also show what was found")
    parser.add_argument("folders", nargs="*", type=Path, metavar="FOLDER")
    options = parser.parse_args()
    kinds = list(KINDS.values())
    if options.kinds:
        names = options.kinds.split(",")
        kinds = [kind for kind in kinds if kind.name in names or kind.rule in names]
        known = {kind.name for kind in kinds} | {kind.rule for kind in kinds}
        if set(names) - known:
            parser.error(f"no kind or rule {', '.join(sorted(set(names) - known))}")
    if options.list:
        for kind in kinds:
            print(f"{kind.name:28} {kind.rule:28} {kind.about}")
        return 0
    if not options.aoti_lint or not options.aoti_lint.is_file() or not options.folders:
        parser.error("needs --aoti-lint and a folder")
    binary = options.aoti_lint.absolute()
    listed = subprocess.run([str(binary), "--list-checks"], stdout=subprocess.PIPE, text=True, check=True).stdout
    rules = {line.split()[0] for line in listed.splitlines() if line.strip()}
    absent = sorted({kind.rule for kind in kinds} - rules)
    if absent:
        print(f"mutate.py: {binary} has no rule {', '.join(absent)}", file=sys.stderr)
        return 2

    random_numbers = random.Random(options.seed)
    models = []
    for folder in options.folders:
        below = list(models_of(folder.absolute()))
        if options.packages is not None and len(below) > options.packages:
            below = random_numbers.sample(below, options.packages)
        models += below
    if not models:
        print("mutate.py: no package in these folders; make them with generate.py --extract", file=sys.stderr)
        return 77

    with tempfile.TemporaryDirectory(prefix="aoti-mutants-") as scratch:
        return run(binary, models, kinds, options, random_numbers, Path(scratch).resolve())


def parts_of(some):
    """Lists of what an iterator gives, of as many as go into one run."""
    some = iter(some)
    while part := list(itertools.islice(some, AT_A_TIME)):
        yield part


def try_out(binary, copies, baseline, keep):
    """Makes copies, runs aoti-lint on them and judges."""
    for copy in copies:
        copy_of(copy.model.root, copy.folder, copy.mutant.source.name, copy.mutant.text)
    findings, trouble = lint(binary, [copy.folder for copy in copies])
    for copy in copies:
        copy.trouble = "; ".join(trouble[copy.folder] + trouble[None])
        judge(copy, findings[copy.folder], baseline[copy.model.root])
        if keep and copy.is_bad():
            shutil.copytree(copy.folder, keep / f"{copy.kind.name}-{copy.folder.name}", dirs_exist_ok=True)
        shutil.rmtree(copy.folder)
        copy.mutant.lines = None
    return copies


def run(binary, models, kinds, options, random_numbers, scratch):
    copies = []
    with concurrent.futures.ThreadPoolExecutor(max(1, options.j)) as pool:
        baseline, unread = collections.defaultdict(list), {}
        for found, said in pool.map(lambda part: lint(binary, part), parts_of(sorted({m.root for m in models}))):
            baseline.update(found)
            unread.update(said)
        numbers = itertools.count()

        def candidates():
            for model in models:
                if model.root in unread:
                    print(f"left out: {model.label} cannot be read to the end as it is")
                    continue
                for kind, mutant in chosen(model, kinds, options.each, random_numbers):
                    yield Copy(kind, model, mutant, scratch / f"{next(numbers):05}")

        waiting = collections.deque()
        for part in parts_of(candidates()):
            waiting.append(pool.submit(try_out, binary, part, baseline, options.keep))
            if len(waiting) > 2 * max(1, options.j):
                copies += waiting.popleft().result()
        for task in waiting:
            copies += task.result()
    return show(copies, kinds, options)


def show(copies, kinds, options):
    counts = {kind.name: collections.Counter() for kind in kinds}
    for copy in copies:
        count = counts[copy.kind.name]
        count["tried"] += 1
        count["found" if copy.found else "missed"] += 1
        count["other"] += len(copy.other) + bool(copy.trouble)
        bad = copy.is_bad()
        if bad or options.verbose:
            at = sorted(copy.mutant.at, key=str)
            where = ", ".join(f"{place[0]}:{place[1]}" if isinstance(place, tuple) else str(place) for place in at[:6])
            print(f"{'BAD' if bad else 'ok '} {copy.kind.name} {copy.model.label}: {copy.mutant.why} "
                  f"({copy.mutant.source.name}:{where}{', …' if len(at) > 6 else ''})")
            if not copy.found:
                print(f"      missed: no {copy.kind.rule} there")
            for text in copy.other:
                print(f"      other: {text}")
            if copy.trouble:
                print(f"      could not be read: {copy.trouble}")
    print(f"{'kind':28} {'rule':28} tried found missed other")
    for kind in kinds:
        count = counts[kind.name]
        print(f"{kind.name:28} {kind.rule:28} {count['tried']:5} {count['found']:5} {count['missed']:6} "
              f"{count['other']:5}")
    total = sum(counts.values(), collections.Counter())
    print(f"{total['tried']} copies of {len({copy.model.label for copy in copies})} models: {total['found']} found, "
          f"{total['missed']} missed, {total['other']} other findings")
    if not copies:
        print("mutate.py: nothing to break in these packages", file=sys.stderr)
    return 1 if total["missed"] or total["other"] or not copies else 0


if __name__ == "__main__":
    sys.exit(main())
