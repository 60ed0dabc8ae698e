#!/usr/bin/env python3
"""Parse wrappers and kernels of packages with nothing but the prelude.

usage: check_prelude.py [--clang CLANG] [--include DIR] [--time] DIR_OR_FILE...

Every C++ file below the given paths is parsed with the headers of
lib/Prelude/include and the -D flags of its own recorded compile command.
Prints 'N of M parse', then every error. Exit status 1 if a file fails.
"""
import argparse
import concurrent.futures
import os
import re
import statistics
import subprocess
import sys
import tempfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))
SOURCES = (".cpp", ".cc", ".cxx")
SHIM = re.compile(r"\b(aoti_torch_\w+)\s*\(")
HASH_INCLUDE = re.compile(r'^(\s*#\s*include\s*)"(/[^"\n]*/)?[a-z0-9]{30,}\.h"', re.M)
ALL_DEVICES = """
#include <torch/csrc/inductor/aoti_include/cuda.h>
#include <torch/csrc/inductor/aoti_include/mps.h>
#include <torch/csrc/inductor/aoti_torch/c/shim_xpu.h>
"""
# A Python line that some versions of torch print into a C++ function when they
# are asked to synchronise after every kernel: it has to stay an error.
KNOWN_BROKEN = re.compile(r"^\s*torch\.(cuda|xpu)\.synchronize\(\)\s*$", re.M)


def base_command(clang, include):
    return [clang, "-fsyntax-only", "-std=c++20", "-x", "c++", "-nostdinc", "-nostdinc++",
            "-target", "x86_64-unknown-linux-gnu", "-w", "-ferror-limit=0", "-fopenmp",
            "-fno-color-diagnostics", "-fno-caret-diagnostics", "-isystem", include]


def declared_shims(command):
    """Names the prelude declares, as the compiler sees them."""
    out = subprocess.run(command + ["-DUSE_CUDA", "-Xclang", "-ast-list", "-"], input=ALL_DEVICES,
                         capture_output=True, text=True)
    names = set(re.findall(r"\baoti_torch_\w+", out.stdout))
    if out.returncode or len(names) < 100:
        sys.exit("the prelude itself does not parse:\n" + out.stderr)
    return names


def definitions(text, path):
    """-D flags of the recorded compile command, and the device's own."""
    flags = []
    command = re.search(r"^// Compile cmd\s*\n// ?(.*)$", text, re.M)
    if command:
        for value in re.findall(r"(?:^|\s)-D\s*([A-Za-z_]\w*(?:=\S+)?)", command.group(1)):
            flags.append("-D" + value)
    for device in ("CUDA", "XPU", "MPS"):
        low = device.lower()
        if re.search(r"aoti_include/%s\.h|c_shim_%s\.h" % (low, low), text) and "-DUSE_" + device not in flags:
            flags.append("-DUSE_" + device)
    return list(dict.fromkeys(flags))


def check(path, command, known, tmp, number):
    with open(path, encoding="utf-8", errors="surrogateescape") as f:
        text = f.read()
    source = HASH_INCLUDE.sub(r'\1<torch/csrc/inductor/cpp_prefix.h>', text)
    missing = sorted(n for n in set(SHIM.findall(source)) - known
                     if not re.search(r"\b(?:AOTITorchError|void|int32_t|bool)\s+%s\s*\(" % n, source))
    extra = os.path.join(tmp, "%d.h" % number)
    copy = os.path.join(tmp, "%d_%s" % (number, os.path.basename(path)))
    with open(extra, "w") as f:
        f.write("#pragma once\n#include <torch/csrc/inductor/aoti_torch/c/macros.h>\n")
        for name in missing:
            f.write("template <class... A> AOTITorchError %s(A &&...) { return 0; }\n" % name)
    with open(copy, "w", encoding="utf-8", errors="surrogateescape") as f:
        f.write(source)
    run = command + definitions(text, path) + ["-iquote", os.path.dirname(os.path.abspath(path))]
    if missing:
        run += ["-include", extra]
    begin = time.monotonic()
    out = subprocess.run(run + [copy], capture_output=True, text=True, errors="replace")
    spent = time.monotonic() - begin
    errors = [l.replace(copy, path) for l in out.stderr.splitlines() if re.search(r"\b(fatal )?error:", l)]
    if out.returncode and not errors:
        errors = ["%s: compiler ended with status %d: %s" % (path, out.returncode, out.stderr[-300:])]
    broken = bool(KNOWN_BROKEN.search(text))
    if broken:
        line = text[:KNOWN_BROKEN.search(text).start()].count("\n") + 1
        if not errors:
            errors = ["%s:%d: error: a Python line in C++ was accepted" % (path, line)]
        else:
            errors = [e for e in errors if "'torch::cuda'" not in e and "'torch'" not in e and "expected ';'" not in e
                      and "expected unqualified-id" not in e and "namespace name" not in e]
    return errors, spent, broken


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--clang", default="clang++-22")
    parser.add_argument("--include", default=os.path.join(HERE, "..", "..", "lib", "Prelude", "include"))
    parser.add_argument("--std", default="c++20")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--time", action="store_true", help="print the median time of a wrapper and of a kernel")
    parser.add_argument("paths", nargs="+")
    options = parser.parse_args()
    files = []
    for path in options.paths:
        if os.path.isfile(path):
            files.append(path)
        for root, dirs, names in os.walk(path):
            dirs.sort()
            files += [os.path.join(root, n) for n in sorted(names) if n.endswith(SOURCES)]
    if not files:
        sys.exit("no C++ file below the given paths")
    command = base_command(options.clang, os.path.abspath(options.include))
    command[2] = "-std=" + options.std
    known = declared_shims(command)
    failed, broken, times = [], 0, {"wrapper": [], "kernel": []}
    with tempfile.TemporaryDirectory() as tmp, concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        results = pool.map(lambda x: check(x[1], command, known, tmp, x[0]), enumerate(files))
        for path, (errors, spent, is_broken) in zip(files, results):
            times["kernel" if "kernel" in os.path.basename(path) else "wrapper"].append(spent)
            broken += is_broken
            if errors:
                failed.append((path, errors))
    print("%d of %d parse%s" % (len(files) - len(failed), len(files),
                               " (%d of them hold a Python line, the only errors there)" % broken if broken else ""))
    if options.time:
        for kind, spent in times.items():
            if spent:
                print("%s: median %.1f ms of %d" % (kind, 1000 * statistics.median(spent), len(spent)))
    for path, errors in failed:
        for error in errors:
            print(error)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
