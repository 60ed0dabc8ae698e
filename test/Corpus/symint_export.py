#!/usr/bin/env python3
"""Builds custom operators before and after their fixes and exports models with them.

    symint_export.py --aoti-lint BIN --torch-python PYTHON [--sources DIR] [--real-headers] [--keep DIR] [--only NAME]

Each source in DIR (symint/ beside this file) is a small extension whose Meta kernel or schema loses a dynamic
size; its first line says how it is called. Every source must have findings and, after `--fix`, none. Both states are compiled with the headers of the
installed torch and exported with a dynamic dimension: by Dim.AUTO, by Dim.DYNAMIC and with a size that depends on data. Before the fix
no export may keep the dimension; after it all have to, and the exported model has to run with another size.

Prints what is not as expected, and the figures; exit code 0 if all is, 1 if not, 77 without a Python with torch.
"""

import argparse
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

RULES = "--checks=-*,aoti-meta-*,aoti-schema-*"
MODES = ("AUTO", "DYNAMIC", "unbacked")


def lint(binary, files, *options):
    done = subprocess.run([binary, "--format=json", RULES, *options, *map(str, files)], capture_output=True, text=True)
    if done.returncode not in (0, 1):
        print(done.stdout, done.stderr, file=sys.stderr)
        sys.exit(f"aoti-lint: exit code {done.returncode}")
    findings = {}
    for f in json.loads(done.stdout)["findings"]:
        findings.setdefault(Path(f["file"]).stem, []).append((f["line"], f["column"], f["rule"], f["severity"]))
    return findings


def build(files, library, torch):
    """One library of all sources: each has a namespace and operators of its own, and the headers are read once."""
    unity = library.with_suffix(".unity.cpp")
    unity.write_text("".join(f'#include "{f}"\n' for f in files))
    root = Path(torch.__file__).parent
    include = root / "include"
    command = [os.environ.get("CXX", "g++"), "-O0", "-w", "-fPIC", "-shared", "-std=c++20", f"-I{include}", f"-I{include}/torch/csrc/api/include", str(unity), "-o",
               str(library), f"-L{root}/lib", "-ltorch", "-ltorch_cpu", "-lc10", f"-Wl,-rpath,{root}/lib"]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode:
        print(done.stderr[:6000], file=sys.stderr)
        sys.exit(f"{library.name}: does not compile")


def export(torch, name, call, mode):
    """Exports a model that calls the operator. \\returns "dynamic", "fixed", "wrong: …" where it runs with another size and gives
    something else than the operator does, or the error."""
    from torch.export import Dim

    op = getattr(torch.ops, "sym_" + name).op

    class Model(torch.nn.Module):
        def forward(self, x, y):
            if mode == "unbacked":
                rows = (x.sum(1) > -1e30).nonzero().squeeze(1)
                x, y = x[rows], y[rows]
            return eval(call, {"op": op, "x": x, "y": y})

    x, y = torch.randn(16, 8), torch.randn(16, 8)
    shapes = None if mode == "unbacked" else ({0: getattr(Dim, mode)}, {0: getattr(Dim, mode)})
    try:
        program = torch.export.export(Model(), (x, y), dynamic_shapes=shapes)
    except Exception as error:
        return f"{type(error).__name__}: {str(error).strip().splitlines()[0][:100]}"
    value = next(n for n in reversed(list(program.graph.nodes)) if n.op == "output").args[0][0].meta["val"]
    # An operator that only compares sizes returns what it is given, and shows by its run whether a size was fixed.
    rows = 16 if mode == "unbacked" else 23
    x, y = torch.randn(rows, 8), torch.randn(rows, 8)
    if mode == "unbacked":
        x[:5] = -torch.inf
    try:
        got = program.module()(x, y)
    except Exception:
        return "fixed"
    if all(isinstance(s, int) for s in value.shape):
        return "fixed"
    real = Model()(x, y)
    return "dynamic" if got.shape == real.shape else f"wrong: {list(got.shape)} and not {list(real.shape)}"


def in_child(work):
    """Runs something in a process of its own. \\returns the text that it gives."""
    read, write = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            os.close(read)
            os.dup2(os.open(os.devnull, os.O_WRONLY), 2)
            os.write(write, work().encode())
        finally:
            os._exit(0)
    os.close(write)
    with os.fdopen(read) as pipe:
        text = pipe.read()
    os.waitpid(child, 0)
    return text


def export_all(torch, sources, library):
    """Both libraries have the same operators, so each is loaded in a process of its own; and each export has one, since a failed trace leaves torch in a
    bad state. The names of the extensions and of the modes map to what came of it."""

    def work():
        torch.ops.load_library(library)
        return json.dumps([[name, mode, in_child(lambda: export(torch, name, call, mode)) or "died"] for name, call in sources for mode in MODES])

    return {(name, mode): value for name, mode, value in json.loads(in_child(work))}


def check_findings(options, torch, files, sources):
    """What is found before, and that nothing is left after `--fix`. \\returns the problems."""
    problems = []
    found = lint(options.aoti_lint, files["before"])
    subprocess.run([options.aoti_lint, RULES, "--fix", *map(str, files["after"])], capture_output=True)
    left = lint(options.aoti_lint, files["after"])
    for name, _ in sources:
        if name not in found:
            problems.append(f"{name}: nothing found")
        problems += [f"{name}: left after the fix: {finding}" for finding in left.get(name, [])]
    if options.real_headers:
        real = lint(options.aoti_lint, files["before"], f"--torch={Path(torch.__file__).parent}")
        problems += [f"{name}: {real.get(name)} with real headers, {found.get(name)} without" for name, _ in sources if real.get(name) != found.get(name)]
    return problems


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--aoti-lint", required=True)
    parser.add_argument("--torch-python", default="", help="a Python with torch; without it, nothing is tested (exit code 77)")
    parser.add_argument("--sources", type=Path, default=Path(__file__).resolve().parent / "symint")
    parser.add_argument("--real-headers", action="store_true", help="also lint with the headers of the installed torch")
    parser.add_argument("--keep", type=Path, help="folder to work in; kept")
    parser.add_argument("--only", default="", help="part of a name")
    options = parser.parse_args()
    if not options.torch_python:
        return 77
    if not os.environ.get("AOTI_SYMINT_EXPORT"):
        return subprocess.run([options.torch_python, __file__, *sys.argv[1:]], env={**os.environ, "AOTI_SYMINT_EXPORT": "1"}).returncode
    import torch

    # What every export needs is imported once.
    torch.export.export(torch.nn.Linear(2, 2), (torch.randn(3, 2),), dynamic_shapes=({0: torch.export.Dim.AUTO},))
    with tempfile.TemporaryDirectory() as temporary:
        folder = (options.keep or Path(temporary)).resolve()
        sources, files = [], {}
        for state in ("before", "after"):
            shutil.rmtree(folder / state, ignore_errors=True)
            (folder / state).mkdir(parents=True)
        for source in sorted(options.sources.glob("*.cpp")):
            if options.only in source.name:
                sources.append((source.stem, re.match(r"// CALL: (.*)", source.read_text())[1]))
                for state in ("before", "after"):
                    shutil.copy(source, folder / state)
                    files.setdefault(state, []).append(folder / state / source.name)
        problems = check_findings(options, torch, files, sources)
        results = {}
        for state in ("before", "after"):
            build(files[state], folder / f"{state}.so", torch)
            results[state] = export_all(torch, sources, folder / f"{state}.so")
        for name, _ in sources:
            for mode in MODES:
                was, now = results["before"][name, mode], results["after"][name, mode]
                if was == "dynamic" or now != "dynamic":
                    problems.append(f"{name}, {mode}: '{was}' before the fix, '{now}' after it")
    for problem in problems:
        print(problem)
    kept = sum(value == "dynamic" for value in results["after"].values())
    print(f"{len(sources)} extensions, {kept} of {len(sources) * len(MODES)} exports keep their dynamic size after the fix, "
          f"{sum(value == 'dynamic' for value in results['before'].values())} before it")
    return 1 if problems or not sources else 0


if __name__ == "__main__":
    sys.exit(main())
