#!/usr/bin/env python3
"""Which functions of torch's C shim each release has: makes and checks lib/Shim/data/shim_functions.tsv.

    shim_table.py update TORCH...       puts releases into the table: folders of an installed `torch`, or its wheels
    shim_table.py check [TORCH]         compares a release with the table; without one, or without torch in it, exit code 77

A wheel comes from `pip download torch==X --no-deps`; with `--platform manylinux_2_28_aarch64 --only-binary=:all: --python-version 3.11`
the smallest one for Linux.

The functions are those that the headers of the C shim declare. Where the libraries are at hand, they are asked too: what they
export is in the table, and a function that the headers declare and the library of its device does not export is told (some are left
out of some builds, as those that need MKL).

A package exports functions too (`AOTInductorModel*`), which the loader looks up. They are not in the table: from 2.6 on all that a
loader cannot do without have been there, with the same signatures.

A line of the table is a name, the first and the last release that has it in this form (`-`: the newest known), and its form: a letter
for the result, and one for each parameter in parentheses. See KINDS.
"""

import argparse
import mmap
import re
import struct
import subprocess
import sys
import zipfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
TABLE = ROOT / "lib" / "Shim" / "data" / "shim_functions.tsv"
HEADER_FOLDERS = ("torch/csrc/inductor/aoti_torch/", "torch/csrc/stable/", "torch/csrc/shim")
NAME = re.compile(r"(?:aoti_)?torch_\w+")

# What a parameter is in a call: tensors and other handles, integers by width, floating numbers, and pointers to these.
KINDS = {
    "void": "v", "bool": "b", "char": "c", "int8_t": "a", "uint8_t": "A", "int16_t": "s", "uint16_t": "S",
    "int32_t": "i", "uint32_t": "I", "int": "i", "int64_t": "l", "uint64_t": "L", "size_t": "L", "float": "f", "double": "d",
    "AOTITorchError": "e", "AtenTensorHandle": "T", "StableIValue": "L", "c10::Half": "h", "c10::BFloat16": "g",
    "c10::complex<float>": "x", "c10::complex<double>": "X",
}


def kind_of(text):
    """One parameter, or the type of a result, as a letter with a `*` for each pointer; `H` is a handle of another kind, `F` a function."""
    if "(" in text:
        return "F"
    text = re.sub(r"\b(const|struct|unsigned(?= char))\b", " ", text)
    stars = text.count("*")
    words = text.replace("*", " ").split()
    for length in (len(words), len(words) - 1):
        base = " ".join(words[:length])
        if base in KINDS:
            return KINDS[base] + "*" * stars
    return "H" + "*" * stars


def parameters_of(text):
    parts, depth, start = [], 0, 0
    for at, char in enumerate(text):
        depth += char in "(<["
        depth -= char in ")>]"
        if char == "," and depth == 0:
            parts.append(text[start:at])
            start = at + 1
    parts.append(text[start:])
    return [p.strip() for p in parts if p.strip() and p.strip() != "void"]


def declarations(text):
    """The exported functions of a header with their signatures: `e(TTd)`."""
    text = re.sub(r"/\*.*?\*/", " ", text, flags=re.S)
    text = re.sub(r"//[^\n]*", " ", text)
    text = re.sub(r"^[ \t]*#(?:[^\n]*\\\n)*[^\n]*", " ", text, flags=re.M)
    text = re.sub(r"\[\[.*?\]\]", " ", text, flags=re.S)
    for found in re.finditer(r"\bAOTI_TORCH_EXPORT\s+([\w:<>*\s]*?)\b(" + NAME.pattern + r")\s*\(", text):
        depth, at = 1, found.end()
        while depth and at < len(text):
            depth += text[at] == "("
            depth -= text[at] == ")"
            at += 1
        rest = text[at:].lstrip()
        if rest[:1] not in (";", "{"):
            continue
        result = kind_of(found.group(1))
        yield found.group(2), result + "(" + "".join(kind_of(p) for p in parameters_of(text[found.end():at - 1])) + ")"


def exported_names(data):
    """The names that a 64-bit little-endian ELF library defines for others."""
    if bytes(data[:6]) != b"\x7fELF\x02\x01":
        raise ValueError("not a 64-bit ELF library")
    sections, = struct.unpack_from("<Q", data, 0x28)
    size, count = struct.unpack_from("<HH", data, 0x3A)
    headers = [struct.unpack_from("<IIQQQQIIQQ", data, sections + i * size) for i in range(count)]
    names = set()
    for header in headers:
        if header[1] != 11:  # SHT_DYNSYM
            continue
        strings = headers[header[6]]
        for at in range(header[4], header[4] + header[5], 24):
            name, info, other, section = struct.unpack_from("<IBBH", data, at)
            if section != 0 and (other & 3) in (0, 3) and info >> 4:
                start = strings[4] + name
                end = data.find(b"\0", start)
                names.add(data[start:end].decode("latin-1"))
    return names


class Installed:
    """The folder of an installed torch."""

    def __init__(self, path):
        self.path = path
        self.version = re.search(r"__version__\s*=\s*['\"]([^'\"]+)", (path / "version.py").read_text()).group(1)

    def headers(self):
        base = self.path / "include"
        for folder in HEADER_FOLDERS:
            for file in sorted((base / folder).parent.glob("**/*.h")):
                name = file.relative_to(base).as_posix()
                if name.startswith(folder):
                    yield name, file.read_text(encoding="utf-8", errors="replace")

    def libraries(self):
        for file in sorted((self.path / "lib").glob("libtorch*.so")):
            with open(file, "rb") as f, mmap.mmap(f.fileno(), 0, access=mmap.ACCESS_READ) as data:
                yield file.name, exported_names(data)


class Wheel:
    def __init__(self, path):
        self.zip = zipfile.ZipFile(path)
        self.version = path.name.split("-")[1]

    def headers(self):
        for name in sorted(self.zip.namelist()):
            if name.startswith("torch/include/") and name.endswith(".h") and name[len("torch/include/"):].startswith(HEADER_FOLDERS):
                yield name[len("torch/include/"):], self.zip.read(name).decode(errors="replace")

    def libraries(self):
        for name in sorted(self.zip.namelist()):
            if re.fullmatch(r"torch/lib/libtorch\w*\.so", name):
                yield name.rsplit("/", 1)[1], exported_names(self.zip.read(name))


def open_torch(path):
    path = Path(path)
    if path.suffix == ".whl":
        return Wheel(path)
    if not (path / "version.py").is_file():
        raise SystemExit(f"shim_table: '{path}' is neither the folder of an installed torch nor a wheel of it")
    return Installed(path)


def release_of(version):
    """`2.13.0` of `2.13.0+cpu`; a pre-release counts as the release that it leads to."""
    return re.match(r"\d+\.\d+\.\d+", version).group(0)


def observe(torch):
    """What a release declares, by name, and what its libraries export; None where there are none."""
    declared, exported, libraries = {}, set(), []
    for file, text in torch.headers():
        for name, form in declarations(text):
            if declared.setdefault(name, form) != form:
                raise SystemExit(f"shim_table: torch {torch.version} declares '{name}' as {declared[name]} and in '{file}' as {form}")
    for library, names in torch.libraries():
        libraries.append(library)
        exported |= {name for name in names if NAME.fullmatch(name)}
    if not declared:
        raise SystemExit(f"shim_table: torch {torch.version} has no headers of the C shim")
    return declared, exported, libraries


def library_of(name):
    """The library that a function of the shim lies in; None for those that no build for Linux has for certain."""
    if re.search(r"_(xpu|mps)(_|$)|sycl|mkl_linear", name):
        return None
    return "libtorch_cuda.so" if re.search(r"(?<!tag)_cuda(_|$)", name) else "libtorch_cpu.so"


def disagreements(declared, exported, libraries):
    """How headers and libraries of one release differ."""
    for name in sorted(declared):
        if library_of(name) in libraries and name not in exported:
            yield f"'{name}' is declared, and '{library_of(name)}' does not export it"
    for name in sorted(exported - set(declared)):
        if name.startswith("aoti_torch_"):
            yield f"'{name}' is exported, and no header declares it"


def key(release):
    return [int(number) for number in release.split(".")]


def read_table(path):
    """The releases in the table, and of each name its form in each of them."""
    releases, forms = [], {}
    if not path.exists():
        return releases, forms
    for line in path.read_text().splitlines():
        if line.startswith("# releases: "):
            releases = line.partition(": ")[2].split()
        elif line and not line.startswith("#"):
            name, first, last, form = line.split("\t")
            last = releases[-1] if last == "-" else last
            for release in releases[releases.index(first):releases.index(last) + 1]:
                forms.setdefault(name, {})[release] = form
    return releases, forms


def write_table(path, releases, forms):
    releases = sorted(releases, key=key)
    lines = ["# Functions of torch's C shim: name, first and last release, form. Made by utils/shim_table.py.",
             "# releases: " + " ".join(releases)]
    for name in sorted(forms):
        start = None
        for at, release in enumerate(releases):
            form = forms[name].get(release)
            if form and start is None:
                start = release
            following = forms[name].get(releases[at + 1]) if at + 1 < len(releases) else None
            if form and form != following:
                lines.append(f"{name}\t{start}\t{'-' if at + 1 == len(releases) else release}\t{form}")
                start = None
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("\n".join(lines) + "\n")


def update(options):
    releases, forms = read_table(options.table)
    for path in options.torch:
        torch = open_torch(path)
        release = release_of(torch.version)
        declared, exported, libraries = observe(torch)
        for text in disagreements(declared, exported, libraries):
            print(f"shim_table: torch {release}: {text}", file=sys.stderr)
        if release not in releases:
            releases.append(release)
        for known in forms.values():
            known.pop(release, None)
        for name, form in declared.items():
            forms.setdefault(name, {})[release] = form
        print(f"torch {release}: {len(declared)} functions, {', '.join(libraries) or 'no libraries'}")
    write_table(options.table, releases, {name: known for name, known in forms.items() if known})


def folder_of_torch(path):
    """The folder of torch for a folder, a wheel, or the Python of an environment; None if there is none."""
    if path is None or not path.exists():
        return None
    if path.suffix == ".whl" or path.is_dir():
        return path
    find = "import importlib.util as u; s = u.find_spec('torch'); print(s.submodule_search_locations[0] if s else '')"
    done = subprocess.run([path, "-c", find], capture_output=True, text=True)
    found = done.stdout.strip()
    return Path(found) if done.returncode == 0 and found else None


def check(options):
    folder = folder_of_torch(options.torch)
    if folder is None:
        print("shim_table: skipped, no torch to compare with; give one, or the Python of an environment with one")
        return 77
    releases, forms = read_table(options.table)
    torch = open_torch(folder)
    release = release_of(torch.version)
    declared, exported, libraries = observe(torch)
    column = release if release in releases else releases[-1]
    wrong = list(disagreements(declared, exported, libraries))
    expected = {name: known[column] for name, known in forms.items() if column in known}
    wrong += [f"'{name}' is not there" for name in sorted(set(expected) - set(declared))]
    wrong += [f"'{name}' is {declared[name]}, not {form}" for name, form in sorted(expected.items())
              if declared.get(name, form) != form]
    added = sorted(set(declared) - set(expected))
    if column == release:
        wrong += [f"'{name}' is missing in the table" for name in added]
    for text in wrong:
        print(f"shim_table: torch {release}: {text}")
    if wrong:
        print(f"shim_table: {len(wrong)} differences from {options.table}; if torch is right, run 'utils/shim_table.py update {folder}'")
        return 1
    if column != release:
        print(f"shim_table: skipped, the table ends with torch {column} and this is {release} ({len(added)} functions more); "
              f"run 'utils/shim_table.py update {folder}'")
        return 77
    print(f"shim_table: torch {release} has the {len(declared)} functions of the table")
    return 0


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--table", type=Path, default=TABLE)
    commands = parser.add_subparsers(required=True)
    command = commands.add_parser("update")
    command.add_argument("torch", nargs="+", type=Path)
    command.set_defaults(run=update)
    command = commands.add_parser("check")
    command.add_argument("torch", nargs="?", type=Path, help="a folder, a wheel, or the Python of an environment")
    command.set_defaults(run=check)
    options = parser.parse_args()
    sys.exit(options.run(options))


if __name__ == "__main__":
    main()
