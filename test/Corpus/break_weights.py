#!/usr/bin/env python3
"""Breaks the weights in copies of real packages, and holds aoti-lint to finding that.

    break_weights.py --aoti-lint BINARY [-v] FOLDER...

A FOLDER was made by generate.py --extract. Of every package in it that holds weights (in a library, an object file, a file
beside the library, or saved tensors) copies are made in which the table of constants or the file is changed: a constant is
shortened, two are exchanged, one is left out, a file is cut or grows. Each has to be reported by a rule on constants (a file
that is cut also by the one on files that cannot be read), and what other rules say has to stay as it is. The package itself must be free of findings of these rules.

Exit: 0 all found and nothing else, 1 not, 2 wrong usage, 77 no package with weights.
"""

import argparse
import collections
import json
import re
import shutil
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path

RULES = {"aoti-constant-image", "aoti-constant-extent", "aoti-constant-table"}
FILES = "aoti-package-layout"
FIELD = re.compile(r"^\s*constants_info_\[(\d+)\]\.(\w+) = (.*);$")
COUNT = re.compile(r"^(\s*)(\d+),$")


class Model:
    """A model's folder with its table of constants."""

    def __init__(self, wrapper):
        self.wrapper = wrapper
        self.folder = wrapper.parent
        self.lines = wrapper.read_text().split("\n")
        self.constants = collections.defaultdict(dict)  # index: {field: (line, text)}
        for place, line in enumerate(self.lines):
            if found := FIELD.match(line):
                self.constants[int(found[1])][found[2]] = (place, found[3])

    def held(self):
        """Indices of the constants that have bytes, in order."""
        return [i for i in sorted(self.constants)
                if self.constants[i].get("from_folded", (0, ""))[1] == "false" and int(self.constants[i]["data_size"][1]) > 0]

    def files(self, *endings):
        return sorted(f for f in self.folder.iterdir() if f.name.endswith(endings))


def with_lines(changes):
    """A change of the wrapper: {line: new text}, or None for a line that is left out."""
    def apply(model):
        lines = [changes.get(i, line) for i, line in enumerate(model.lines)]
        model.wrapper.write_text("\n".join(line for line in lines if line is not None))
    return apply


def with_file(name, change):
    def apply(model):
        path = model.folder / name
        path.write_bytes(change(path.read_bytes()))
    return apply


def resave(path, size):
    """Saves a tensor's archive again with a storage of another size."""
    with zipfile.ZipFile(path) as old:
        members = [(m.filename, old.read(m)) for m in old.infolist()]
    with zipfile.ZipFile(path, "w", zipfile.ZIP_STORED) as new:
        for name, data in members:
            new.writestr(name, data[:size] if re.search(r"/data/\d+$", name) else data)


def breaks(model):
    """(what is wrong, a function that does it to a copy of the model) for each way."""
    table, held = model.constants, model.held()
    config = model.folder / "weights_config.json"
    weights = model.folder.parents[1] / "weights"
    pickled = config.exists() and weights.is_dir()
    images = model.files(".so", ".weights.o", "_weights.blob", "_serialized_weights.bin")
    # What is linked holds no weights where the model says so: the caller hands them over.
    if re.search(r"AOTInductorModelBase\([^{}]*\bfalse\s*\)", "\n".join(model.lines)):
        images = [image for image in images if image.suffix not in (".so", ".o")]
    if not pickled and not images or not held:
        return

    def statement(index, field, value):
        place, text = table[index][field]
        return place, model.lines[place].replace(f"= {text};", f"= {value};")

    size = {i: int(table[i]["data_size"][1]) for i in held}
    if not pickled:
        for i in held[:3]:
            place, line = statement(i, "data_size", max(size[i] - 64, 0))
            yield f"constant {i} takes 64 bytes less", with_lines({place: line})
            place, line = statement(i, "data_size", size[i] + 64)
            yield f"constant {i} takes 64 bytes more", with_lines({place: line})
        for one, other in zip(held, held[1:]):
            # How much room a packed constant needs is not known: exchanged sizes may fit.
            packed = any("opaque_metadata" in table[i] for i in (one, other))
            if size[one] != size[other] and not packed:
                yield (f"constants {one} and {other} have each other's size",
                       with_lines(dict([statement(one, "data_size", size[other]), statement(other, "data_size", size[one])])))
                break
        for image in images:
            # What is cut of a library that holds its weights is its tables.
            for cut in (1, 64, 4000):
                if image.stat().st_size > cut:
                    yield f"{image.name} lacks {cut} bytes at its end", with_file(image.name, lambda data, cut=cut: data[:-cut])
            if image.name.endswith((".blob", ".bin")):
                yield f"{image.name} has 64 bytes more", with_file(image.name, lambda data: data + bytes(64))
    last = max(table)
    if last in held:
        gone = {place: None for place, _ in table[last].values()}
        # Inputs, outputs and constants stand in lines of their own, the first of them behind the class.
        third = next((i for i, line in enumerate(model.lines) if "AOTInductorModelBase(" in line), -3) + 2
        if (count := COUNT.match(model.lines[third])) and int(count[2]) == last + 1:
            gone[third] = f"{count[1]}{last},"
            yield f"constant {last} is left out of the table", with_lines(gone)
    if pickled:
        entries = json.loads(config.read_text())
        names = list(entries)

        def with_config(change):
            def apply(model):
                changed = json.loads(json.dumps(entries))
                change(changed)
                (model.folder / "weights_config.json").write_text(json.dumps(changed))
            return apply

        first = names[0]
        yield f"{first} has no weights", with_config(lambda c: c.pop(first))
        yield f"{first} has another shape", with_config(lambda c: c[first].__setitem__(1, [d + 1 for d in c[first][1]]))
        other = next((n for n in names if entries[n][1] != entries[first][1]), None)
        if other:
            yield (f"{first} and {other} are exchanged",
                   with_config(lambda c: c.update({first: entries[other], other: entries[first]})))
        file = entries[first][0]

        def shorten(model):
            path = model.folder.parents[1] / "weights" / file
            with zipfile.ZipFile(path) as archive:
                whole = next(m.file_size for m in archive.infolist() if re.search(r"/data/\d+$", m.filename))
            resave(path, whole - 1)

        def cut(model):
            path = model.folder.parents[1] / "weights" / file
            path.write_bytes(path.read_bytes()[:-20])
        yield f"the file of {first} lacks a byte of its weights", shorten
        yield f"the file of {first} is cut", cut


def lint(binary, folder):
    run = subprocess.run([binary, "--format=json", "--fail-on=never", str(folder)], capture_output=True, timeout=600)
    report = json.loads(run.stdout)
    if report["summary"]["incomplete"]:
        raise RuntimeError(f"{folder} was not analysed in full: {report['notifications']}")
    found = collections.Counter((f["rule"], f["message"]) for f in report["findings"])
    return (collections.Counter({key: n for key, n in found.items() if key[0] in RULES}),
            collections.Counter({key: n for key, n in found.items() if key[0] not in RULES}))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--aoti-lint", required=True)
    parser.add_argument("-v", action="store_true")
    parser.add_argument("folders", nargs="+", type=Path)
    options = parser.parse_args()
    made = missed = wrong = 0
    for top in options.folders:
        for wrapper in sorted(top.rglob("data/aotinductor/*/*.cpp")):
            model = Model(wrapper)
            ways = list(breaks(model))
            if not ways:
                continue
            package = wrapper.parents[3]
            sound, before = lint(options.aoti_lint, package)
            for rule, message in sound:
                wrong += 1
                print(f"{package}: {rule}: {message}")
            for what, apply in ways:
                made += 1
                with tempfile.TemporaryDirectory(prefix="aoti-weights-") as scratch:
                    copy = Path(scratch) / package.name
                    shutil.copytree(package, copy)
                    apply(Model(copy / wrapper.relative_to(package)))
                    found, rest = lint(options.aoti_lint, copy)
                if options.v:
                    print(f"{package}: {what}: " + "; ".join(f"{rule}: {message}" for rule, message in found))
                others = rest - before
                damaged = [key for key in others if key[0] == FILES] if what.endswith((" at its end", " is cut")) else []
                if not found and not damaged:
                    missed += 1
                    print(f"missed in {package}: {what}")
                for rule, message in others:
                    if (rule, message) not in damaged:
                        wrong += 1
                        print(f"{package}: {what}: {rule}: {message}")
    print(f"{made} copies, {wrong} findings that do not belong to the change")
    print(f"{made - missed} passed, {missed + wrong} failed")
    return 77 if not made else 1 if missed or wrong else 0


if __name__ == "__main__":
    sys.exit(main())
