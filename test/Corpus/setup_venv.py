#!/usr/bin/env python3
"""Makes a virtual environment with torch in it, for generate.py.

    setup_venv.py DIR [--torch VERSION] [--cuda] [--full]

The Linux wheels of torch depend on several gigabytes of CUDA libraries. Nothing that the generator does calls into
them, but `import torch` does not start without them. So, unless --full is given, only torch itself and the small
CUDA runtime are installed, and every other library that torch names is replaced with a stub that defines the symbols
which torch wants and, when one of them is called, says which and aborts. If torch does not start with the stubs,
everything is installed after all.

--cuda adds Triton, whose wheel brings its own assembler, and the CUDA headers: with these generate.py makes CUDA
packages, also without a GPU.

An environment that was made with the same options is used again. Exit: 0 ready, 1 could not be made.
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

STAMP = "corpus-venv.json"
PURE_PYTHON = ["filelock", "typing-extensions", "setuptools", "sympy", "networkx", "jinja2", "fsspec", "numpy"]
# The libraries that are called while torch starts: these have to be real. By the distribution that brings them.
REAL_LIBRARIES = ("cuda-runtime", "cuda-cupti")
REAL_EXTRAS = ("cudart", "cupti")
# Version names of the C and C++ runtime: their symbols are never missing.
RUNTIME_VERSIONS = re.compile(r"^(GLIBC|GLIBCXX|CXXABI|GCC|GOMP|OMP|OACC|LIBC|GFORTRAN)")


class Failure(Exception):
    """A step that went wrong, with what the person can do about it."""


def say(text):
    print(text, flush=True)


def run(command, **kwargs):
    return subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, **kwargs)


def pip(python, *arguments):
    done = run([python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", *arguments])
    if done.returncode == 0:
        return
    if re.search(r"NewConnectionError|ConnectTimeout|Temporary failure in name resolution|Could not fetch URL|"
                 r"Network is unreachable|ProxyError|ReadTimeoutError|connection broken", done.stdout):
        raise Failure("the Python package index cannot be reached from here, so torch cannot be installed; "
                      "run this again with network access, or point pip at a mirror (PIP_INDEX_URL)")
    if "(from versions: none)" in done.stdout:
        raise Failure("the Python package index cannot be reached from here, or has no torch for this Python "
                      f"({sys.version.split()[0]}) and machine; run this again with network access, or with another "
                      "Python")
    raise Failure(f"pip install {' '.join(arguments)} failed:\n{done.stdout.strip()[-1500:]}")


def torch_works(python):
    """None if torch starts in the environment, else what it said."""
    code = "import torch, torch._inductor, torch.export; torch.zeros(2).add(1); print(torch.__version__)"
    done = run([python, "-c", code], cwd=tempfile.gettempdir())
    return None if done.returncode == 0 else done.stdout.strip()[-600:]


def site_packages(python):
    return Path(run([python, "-c", "import sysconfig; print(sysconfig.get_paths()['platlib'])"]).stdout.strip())


def requirements(site):
    """The text of each requirement that the installed torch states."""
    metadata = sorted(site.glob("torch-*.dist-info/METADATA"))
    if not metadata:
        raise Failure("pip installed no torch")
    lines = metadata[-1].read_text(encoding="utf-8", errors="replace").splitlines()
    return [line.split(":", 1)[1].strip() for line in lines if line.startswith("Requires-Dist:")]


def runtime_requirements(wanted):
    """Of torch's requirements, those that bring the libraries in REAL_LIBRARIES."""
    found = []
    for text in wanted:
        text = text.split(";")[0].strip()
        toolkit = re.match(r"cuda-toolkit\[[^\]]*\](.*)$", text)
        if toolkit:
            found.append(f"cuda-toolkit[{','.join(REAL_EXTRAS)}]{toolkit.group(1)}")
        elif text.startswith("nvidia-") and any(name in text for name in REAL_LIBRARIES):
            found.append(text)
    return found


def header_requirements(wanted):
    """What brings the CUDA headers that the generated code includes."""
    for text in wanted:
        text = text.split(";")[0].strip()
        toolkit = re.match(r"cuda-toolkit\[[^\]]*\](.*)$", text)
        if toolkit:
            return [f"cuda-toolkit[cudart,crt,cccl]{toolkit.group(1)}"]
        runtime = re.match(r"nvidia-cuda-runtime-(cu\d+)\s*\(?==\s*(\d+\.\d+)", text)
        if runtime:
            return [text, f"nvidia-cuda-cccl-{runtime.group(1)}=={runtime.group(2)}.*"]
    return []


def needed(library):
    text = run(["readelf", "-W", "-d", str(library)]).stdout
    return re.findall(r"\(NEEDED\).*\[(.*?)\]", text)


def symbols(library):
    """(defined names, undefined [(name, version or "", is object)]) of a library's dynamic symbol table."""
    defined, undefined = set(), []
    for line in run(["readelf", "-W", "--dyn-syms", str(library)]).stdout.splitlines():
        field = line.split()
        if len(field) < 8 or not field[0].rstrip(":").isdigit():
            continue
        name, _, version = field[7].partition("@")
        version = version.lstrip("@")
        if field[6] != "UND":
            defined.add(name)
        elif field[4] != "WEAK":
            undefined.append((name, version, field[3] == "OBJECT"))
    return defined, undefined


def version_owners(library):
    """Which library a symbol version is wanted from: {version: library}."""
    owners, current = {}, None
    for line in run(["readelf", "-W", "-V", str(library)]).stdout.splitlines():
        file = re.search(r"\bFile: (\S+)", line)
        name = re.search(r"\bName: (\S+)\s+Flags:", line)
        if file:
            current = file.group(1)
        elif name and current:
            owners[name.group(1)] = current
    return owners


def make_stubs(site):
    """Writes a stub beside torch's own libraries for each library that these need and that is not there."""
    folder = site / "torch" / "lib"
    ours = [path for path in sorted(folder.glob("*.so*")) if "linalg" not in path.name and "nvrtc" not in path.name]
    present = {path.name for path in folder.glob("*.so*")} | {path.name for path in site.glob("nvidia/**/*.so*")}
    missing, defined, undefined, wanted_from = set(), set(), [], {}
    queue = ours + [path for path in site.glob("nvidia/**/*.so.*")]
    for path in queue:
        here, wants = symbols(path)
        defined |= here
        if path in ours:
            undefined += wants
            wanted_from.update(version_owners(path))
        for name in needed(path):
            if name not in present and re.match(r"lib(cu|nv|nccl)", name) and name != "libcuda.so.1":
                missing.add(name)
    if not missing:
        return
    # A symbol with a version belongs to the library that the version names, or, where it names none of ours, to any:
    # the loader looks through all of them.
    owner = {name: [] for name in missing}
    versions = {name: set() for name in missing}
    any_library = sorted(missing)[0]
    seen = set()
    for name, version, is_object in undefined:
        if name in defined or (name, version) in seen or RUNTIME_VERSIONS.match(version):
            continue
        if not version and not re.match(r"(nccl|cu|nv)", name):
            continue
        seen.add((name, version))
        library = wanted_from.get(version, any_library)
        if library not in owner:
            continue
        owner[library].append((name, is_object))
        if version:
            versions[library].add(version)
    compiler = shutil.which("gcc") or shutil.which("cc") or shutil.which("g++")
    if not compiler:
        raise Failure("no C compiler found: AOTInductor needs g++ as well")
    with tempfile.TemporaryDirectory() as scratch:
        for library in sorted(missing):
            source = Path(scratch) / "stub.c"
            body = ["void abort(void); int dprintf(int, const char *, ...);"]
            for name, is_object in owner[library]:
                if is_object:
                    body.append(f"char {name}[64];")
                elif re.fullmatch(r"cudnnGet(Cudart)?Version", name):  # 0: too old to be chosen for anything
                    body.append(f"unsigned long {name}(void) {{ return 0; }}")
                else:
                    body.append(f'void {name}(void) {{ dprintf(2, "{name} called, a stub\\n"); abort(); }}')
            source.write_text("\n".join(body) + "\n")
            command = [compiler, "-x", "c", "-shared", "-fPIC", "-fno-builtin", "-w", str(source), "-o",
                       str(folder / library), f"-Wl,-soname,{library}"]
            if versions[library]:
                script = Path(scratch) / "stub.map"
                script.write_text("".join(f"{version} {{ *; }};\n" for version in sorted(versions[library])))
                command.append(f"-Wl,--version-script={script}")
            done = run(command)
            if done.returncode:
                raise Failure(f"could not make a stub of {library}:\n{done.stdout[-600:]}")
    say(f"made stubs of {len(missing)} CUDA libraries")


def make(directory, options):
    python = str(directory / "bin" / "python")
    stamp = directory / STAMP
    asked = {"torch": options.torch or "newest", "full": options.full}
    before = {}
    if stamp.is_file() and os.path.exists(python):
        before = json.loads(stamp.read_text())
    usable = all(before.get(key) == value for key, value in asked.items()) and torch_works(python) is None
    if not usable:
        if directory.exists() and any(directory.iterdir()):
            if not stamp.is_file() and not (directory / "pyvenv.cfg").is_file():
                raise Failure(f"'{directory}' is not empty and is no virtual environment: name another folder")
            shutil.rmtree(directory)
            before = {}
        done = run([sys.executable, "-m", "venv", str(directory)])
        if done.returncode:
            raise Failure("python3 -m venv does not work here; on Debian and Ubuntu install python3-venv\n"
                          + done.stdout.strip()[-600:])
        torch = "torch==" + options.torch if options.torch else "torch"
        if options.full or not sys.platform.startswith("linux"):
            pip(python, torch, "numpy")
        else:
            pip(python, "--no-deps", torch)
            pip(python, *PURE_PYTHON)
            site = site_packages(python)
            small = runtime_requirements(requirements(site))
            if small:
                pip(python, *small)
            make_stubs(site)
        problem = torch_works(python)
        if problem and not options.full:
            say(f"torch does not start with stubs, so all that it depends on is installed: {problem.splitlines()[-1]}")
            pip(python, "--force-reinstall", torch, "numpy")
            problem = torch_works(python)
        if problem:
            raise Failure(f"torch was installed and does not start:\n{problem}")
    if options.cuda and not before.get("cuda"):
        wanted = requirements(site_packages(python))
        exact = [re.sub(r"[ ()]", "", text.split(";")[0]) for text in wanted if re.match(r"triton\b", text)]
        pip(python, "--no-deps", *(exact or ["triton"]))
        pip(python, *header_requirements(wanted))
    stamp.write_text(json.dumps({**asked, "cuda": options.cuda or bool(before.get("cuda"))}) + "\n")
    version = run([python, "-c", "import torch; print(torch.__version__)"]).stdout.strip()
    cuda = run([python, "-c", "import triton; print(triton.__version__)"])
    say(f"{'using' if usable else 'made'} {directory}: torch {version}, "
        + (f"triton {cuda.stdout.strip()}" if cuda.returncode == 0 else "no triton: CPU packages only"))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("directory", type=Path, metavar="DIR", help="the folder of the environment")
    parser.add_argument("--torch", metavar="VERSION", help="torch of this version, instead of the newest")
    parser.add_argument("--cuda", action="store_true", help="also install Triton, for CUDA packages")
    parser.add_argument("--full", action="store_true", help="install everything that torch depends on")
    options = parser.parse_args()
    if sys.version_info < (3, 10):
        parser.error("Python 3.10 or newer is needed")
    try:
        make(options.directory.absolute(), options)
    except Failure as failure:
        print(f"setup_venv.py: {failure}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
