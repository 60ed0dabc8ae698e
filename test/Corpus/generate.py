#!/usr/bin/env python3
"""Makes real AOTInductor packages with the torch of the Python that runs this, and a manifest of them.

    generate.py --out DIR [--device cpu|cuda|all] [--models quick|all|a,b] [--extract] [--no-library] [-j N]
    generate.py --list | --refresh --out DIR

Every model is built in a process of its own (a fork of one that has torch loaded), so that no option or state of one
gets into another. DIR gets
DEVICE/MODEL.pt2, with --extract also the folder DEVICE/MODEL, and manifest.json: what was made, with which torch and
options, which findings of aoti-lint are right for it and why, and what was left out for which reason. Models made
before in DIR with the same torch stay in the manifest.

CUDA packages need Triton and no GPU: see no_gpu.py.

Most of the time goes into the C++ compiler. With --no-library it is not run and the packages hold no .so: all sources,
JSON files, weights files and Triton binaries are as they would be.

Exit: 0 all made or left out with a reason, 1 a model failed, 2 wrong usage.
"""

import argparse
import concurrent.futures
import json
import os
import queue
import re
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import traceback
import zipfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
MANIFEST = "manifest.json"
MINIMUM = (2, 6)
TIME_LIMIT = 900  # seconds for one model
WEIGHTS_MARK = (0x1234567899ABCDEF).to_bytes(8, "little") + bytes(64)


def fail(text):
    print(f"generate.py: {text}", file=sys.stderr)
    return 2


def load_cases(device):
    """Imports the models of a device. For CUDA this makes torch believe in a GPU, for the rest of the process."""
    if str(HERE) not in sys.path:
        sys.path.insert(0, str(HERE))
    if device == "cuda":
        import no_gpu

        no_gpu.install()
        import cuda_models  # noqa: F401
    else:
        import models  # noqa: F401
        import weights_models  # noqa: F401
    from registry import CASES

    return {name: found for (where, name), found in CASES.items() if where == device}


def settings_of(version, options):
    """The case's options in the names of this torch; raises Skip where it has none for one of them."""
    import torch._inductor.config as config

    from registry import Skip

    # The option of before 2.10 for what is an on-disk format now.
    if options.get("aot_inductor.package_constants_on_disk_format") == "pickle_weights" and version < (2, 10):
        options = {key: value for key, value in options.items() if not key.endswith("on_disk_format")}
        options["aot_inductor.package_constants_on_disk"] = True
    for name in options:
        holder = config
        for part in name.split("."):
            if not hasattr(holder, part):
                raise Skip(f"this torch has no option '{name}'")
            holder = getattr(holder, part)
    return options


def leave_out_library():
    """Makes Inductor write an empty file for every library. drop_library takes these out of the package again."""
    import torch._inductor.codecache as codecache
    import torch._inductor.config as config
    import torch._inductor.cpp_builder as cpp_builder
    from torch._inductor.cpu_vec_isa import pick_vec_isa

    pick_vec_isa()  # tries instruction sets by compiling, and has to see the compiler's answer

    def build(self, *_args, **_kwargs):
        target = Path(self.get_target_file_path())
        target.parent.mkdir(parents=True, exist_ok=True)
        # Weights are written into the object file, at the place of a mark that Inductor put there.
        target.write_bytes(WEIGHTS_MARK if target.suffix == ".o" else b"")

    cpp_builder.CppBuilder.build = build
    if hasattr(config.aot_inductor, "precompile_headers"):
        config.aot_inductor.precompile_headers = False
    if hasattr(codecache, "run_command_and_check"):  # what torch 2.6 compiles with
        def run(command):
            words = shlex.split(command) if isinstance(command, str) else list(command)
            target = Path(words[words.index("-o") + 1])
            target.write_bytes(WEIGHTS_MARK if target.suffix == ".o" else b"")

        codecache.run_command_and_check = run


def drop_library(target):
    """Takes the empty files out of a package."""
    kept = target.with_suffix(".part")
    with zipfile.ZipFile(target) as package, zipfile.ZipFile(kept, "w", zipfile.ZIP_STORED) as copy:
        for member in package.infolist():
            if member.file_size or not member.filename.endswith(".so"):
                copy.writestr(member.filename, package.read(member))
    kept.replace(target)


def build_one(device, name, target, library):
    """In a process for this model alone: writes its package to `target` and returns the manifest's entry for it."""
    cases = load_cases(device)
    import torch
    import torch._inductor

    from registry import Skip

    version = version_of(torch.__version__)
    case = cases[name]
    entry = {"name": name, "device": device, "torch": torch.__version__, "about": case.about}
    try:
        if version < case.since:
            raise Skip(f"needs torch {'.'.join(map(str, case.since))} or newer")
        if version >= case.before:
            raise Skip(f"torch {'.'.join(map(str, case.before))} and newer cannot build it")
        options = settings_of(version, case.options)
        sources_only = options.get("aot_inductor.package_cpp_only", False)
        if not library and not sources_only:
            if case.library:
                raise Skip("it is about the library, which --no-library leaves out")
            leave_out_library()
        torch.manual_seed(0)
        started = time.monotonic()
        with torch.no_grad():
            if case.packs:
                case.make(target)
            elif device == "cuda":
                import no_gpu

                if case.card:
                    no_gpu.use_card(case.card)
                no_gpu.build(case.make, target, options)
            else:
                made = case.make()
                exported = torch.export.export(made.model.eval(), made.args, made.kwargs,
                                               dynamic_shapes=made.dynamic)
                torch._inductor.aoti_compile_and_package(exported, package_path=str(target),
                                                         inductor_configs=options)
    except Skip as reason:
        return {**entry, "skipped": str(reason)}
    if not zipfile.is_zipfile(target):
        raise RuntimeError("no package was written")
    if not library and not sources_only:
        drop_library(target)
    return {**entry, "options": options, "library": library and not sources_only,
            "seconds": round(time.monotonic() - started, 1),
            "bytes": target.stat().st_size,
            "expected": case.expected_at(version)}


def serve(device):
    """Entry of a server process: builds the models that its input names, each in a fork that torch is loaded in.

    A line of input is JSON: name, target, result, log, cache, library. The answer is one line: the fork's exit status.
    """
    answers = os.fdopen(os.dup(1), "w")
    cases = load_cases(device)
    import torch.export
    import torch._inductor.compile_fx  # noqa: F401
    from torch._inductor.cpu_vec_isa import pick_vec_isa

    pick_vec_isa()  # tries instruction sets by compiling: once for all models
    print("ready", json.dumps({name: case.quick for name, case in cases.items()}), file=answers, flush=True)
    for line in sys.stdin:
        job = json.loads(line)
        child = os.fork()
        if not child:
            os.setsid()
            status = 1
            try:
                log = os.open(job["log"], os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o644)
                os.dup2(log, 1)
                os.dup2(log, 2)
                # Of its own: Inductor adds to a source of the same name and content that it finds there.
                os.environ["TORCHINDUCTOR_CACHE_DIR"] = job["cache"]
                entry = build_one(device, job["name"], Path(job["target"]), job["library"])
                Path(job["result"]).write_text(json.dumps(entry))
                status = 0
            except BaseException:
                traceback.print_exc()
            finally:
                sys.stdout.flush()
                sys.stderr.flush()
                os._exit(status)
        limit = time.monotonic() + TIME_LIMIT
        done, status = os.waitpid(child, os.WNOHANG)
        while not done:
            if time.monotonic() > limit:
                os.killpg(child, signal.SIGKILL)
                done, status = os.waitpid(child, 0)
                print(f"stopped after {TIME_LIMIT} s", file=answers, flush=True)
                break
            time.sleep(0.02)
            done, status = os.waitpid(child, os.WNOHANG)
        else:
            print("exit", os.waitstatus_to_exitcode(status), file=answers, flush=True)
    return 0


class Server:
    """A server process of one device, kept for the next model."""

    def __init__(self, device, scratch):
        temporary = scratch / "tmp"  # also holds precompiled headers
        temporary.mkdir(exist_ok=True)
        environment = {**os.environ, "TMPDIR": str(temporary), "TORCHINDUCTOR_CACHE_DIR": str(scratch / "inductor"),
                       "TRITON_CACHE_DIR": str(scratch / "triton"), "AOTI_CORPUS_SCRATCH": str(scratch),
                       "TORCHINDUCTOR_COMPILE_THREADS": "1", "OMP_NUM_THREADS": "1",
                       "TORCHINDUCTOR_FX_GRAPH_CACHE": "0"}
        errors = scratch / f"{device}.log"
        with open(errors, "w") as log:
            self.process = subprocess.Popen([sys.executable, str(HERE / "generate.py"), "--serve", device],
                                            cwd=scratch, env=environment, stdin=subprocess.PIPE,
                                            stdout=subprocess.PIPE, stderr=log, text=True)
        self.cases = None  # {model: is in quick}; None if the process did not start
        for line in self.process.stdout:
            if line.startswith("ready "):
                self.cases = json.loads(line[6:])
                break
        self.trouble = "" if self.cases is not None else errors.read_text(errors="replace")

    def ask(self, job):
        """The server's answer to one job; "" if it is gone."""
        try:
            self.process.stdin.write(json.dumps(job) + "\n")
            self.process.stdin.flush()
        except BrokenPipeError:
            return ""
        for line in self.process.stdout:
            if re.match(r"exit -?\d+$|stopped after", line):
                return line.strip()
        return ""

    def close(self):
        self.process.stdin.close()
        self.process.wait()


def build_with(server, device, name, out, scratch, extract, library):
    """Has a server build one model; returns (entry or None, what it said)."""
    folder = out / device
    folder.mkdir(parents=True, exist_ok=True)
    target = folder / f"{name}.pt2"
    target.unlink(missing_ok=True)
    beside = folder / name
    if beside.exists():
        shutil.rmtree(beside)
    result = scratch / f"{device}-{name}.json"
    result.unlink(missing_ok=True)
    log = scratch / f"{device}-{name}.log"
    log.unlink(missing_ok=True)
    cache = scratch / f"{device}-{name}.cache"
    shutil.rmtree(cache, ignore_errors=True)
    answer = server.ask({"name": name, "target": str(target), "result": str(result), "log": str(log),
                         "cache": str(cache), "library": library})
    shutil.rmtree(cache, ignore_errors=True)
    said = log.read_text(errors="replace") if log.exists() else ""
    if answer != "exit 0" or not result.exists():
        return None, said + "\n" + (answer or "the process that builds models ended")
    entry = json.loads(result.read_text())
    if "skipped" not in entry:
        entry["path"] = str(target.relative_to(out))
        if extract:
            with zipfile.ZipFile(target) as package:
                package.extractall(beside)
            entry["extracted"] = str(beside.relative_to(out))
    return entry, said


def version_of(text):
    """The first two numbers of a version of torch."""
    return tuple(int(part) for part in text.split("+")[0].split(".")[:2])


def refresh(out):
    """Writes the findings that the models expect now into the manifest of packages made before."""
    sys.path.insert(0, str(HERE))
    import models  # noqa: F401
    import weights_models  # noqa: F401
    from registry import CASES

    manifest = out / MANIFEST
    known = json.loads(manifest.read_text())
    if any(entry["device"] == "cuda" for entry in known["packages"]):
        import cuda_models  # noqa: F401
    kept = []
    for entry in known["packages"]:
        case = CASES.get((entry["device"], entry["name"]))
        if case is None:
            print(f"dropped {entry['device']}/{entry['name']}: no such model any more")
            continue
        entry["expected"] = case.expected_at(version_of(entry["torch"]))
        kept.append(entry)
    known["packages"] = kept
    manifest.write_text(json.dumps(known, indent=1) + "\n")
    print(f"{len(kept)} packages refreshed")
    return 0


def list_cases(devices):
    for device in devices:
        for name, case in load_cases(device).items():
            needs = [f"torch >= {case.since[0]}.{case.since[1]}"] if case.since > MINIMUM else []
            needs += [f"torch < {case.before[0]}.{case.before[1]}"] if case.before < (99, 0) else []
            needs += [f"{key}={value}" for key, value in case.options.items()]
            mark = "*" if case.quick else " "
            print(f"{device:4} {mark} {name:26} {case.about}" + (f" [{', '.join(needs)}]" if needs else ""))


def main():
    if sys.argv[1:2] == ["--serve"]:
        return serve(sys.argv[2])
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--out", type=Path, metavar="DIR", help="where the packages go")
    parser.add_argument("--device", choices=["cpu", "cuda", "all"], default="all")
    parser.add_argument("--models", default="all", metavar="NAMES", help="quick, all, or names with commas between")
    parser.add_argument("--extract", action="store_true", help="also extract each package beside itself")
    parser.add_argument("--no-library", action="store_true", help="do not run the C++ compiler: packages without .so")
    parser.add_argument("--list", action="store_true", help="list the models (* is in quick) and stop")
    parser.add_argument("--refresh", action="store_true",
                        help="build nothing: write what the models expect now into DIR's manifest")
    parser.add_argument("--keep", type=Path, metavar="DIR",
                        help="a folder for compiler caches, kept: the next run is quicker")
    parser.add_argument("-j", type=int, default=1, metavar="N", help="models at a time (default 1)")
    options = parser.parse_args()
    try:
        import torch
    except ImportError as problem:
        return fail(f"{sys.executable} has no torch ({problem}); make an environment with setup_venv.py")
    if version_of(torch.__version__) < MINIMUM:
        return fail(f"torch {torch.__version__} is too old: 2.6 is the first with packages")
    devices = ["cpu", "cuda"] if options.device == "all" else [options.device]
    skipped = []
    if "cuda" in devices:
        try:
            import triton  # noqa: F401
        except ImportError:
            print("skip cuda: no triton in this environment, and CUDA packages hold compiled Triton kernels; "
                  "see setup_venv.py --cuda")
            skipped.append({"name": "*", "device": "cuda", "reason": "no triton in this environment"})
            devices.remove("cuda")
    if options.list:
        list_cases(devices)
        return 0
    if not options.out:
        return fail("--out DIR is needed")
    if options.refresh:
        return refresh(options.out)
    if options.j < 1:
        return fail("-j needs a number above 0")
    if "cpu" in devices and not (shutil.which(os.environ.get("CXX", "g++"))):
        return fail("no C++ compiler found: AOTInductor needs g++ (or CXX)")
    temporary = None if options.keep else tempfile.TemporaryDirectory(prefix="aoti-corpus-")
    scratch = (options.keep or Path(temporary.name)).absolute()
    scratch.mkdir(parents=True, exist_ok=True)
    servers = {device: queue.SimpleQueue() for device in devices}
    jobs, known = [], set()
    for device in devices:
        first = Server(device, scratch)
        if first.cases is None:
            print(first.trouble, file=sys.stderr)
            return fail(f"the {device} models do not load")
        servers[device].put(first)
        cases = first.cases
        known |= set(cases)
        wanted = ([name for name in cases if options.models == "all" or cases[name]]
                  if options.models in ("all", "quick") else options.models.split(","))
        jobs += [(device, name) for name in wanted if name in cases]
    unknown = [] if options.models in ("all", "quick") else [n for n in options.models.split(",") if n not in known]
    if unknown:
        return fail(f"no model called {', '.join(unknown)}: see --list")
    out = options.out.absolute()
    out.mkdir(parents=True, exist_ok=True)
    entries = {}
    manifest = out / MANIFEST
    if manifest.exists():
        before = json.loads(manifest.read_text())
        entries = {(e["device"], e["name"]): e for e in before["packages"] if e["torch"] == torch.__version__}
    failed = []
    begun = time.monotonic()

    def build(device, name):
        try:
            server = servers[device].get_nowait()
        except queue.Empty:
            server = Server(device, scratch)
        try:
            return build_with(server, device, name, out, scratch, options.extract, not options.no_library)
        finally:
            if server.process.poll() is None:
                servers[device].put(server)

    with concurrent.futures.ThreadPoolExecutor(options.j) as pool:
        running = {pool.submit(build, device, name): (device, name) for device, name in jobs}
        for done in concurrent.futures.as_completed(running):
            device, name = running[done]
            entry, said = done.result()
            entries.pop((device, name), None)
            if entry is None:
                failed.append((device, name))
                print(f"FAIL {device}/{name}\n{said[-4000:]}", flush=True)
            elif "skipped" in entry:
                skipped.append({"name": name, "device": device, "reason": entry["skipped"]})
                print(f"skip {device}/{name}: {entry['skipped']}", flush=True)
            else:
                entries[device, name] = entry
                print(f"made {device}/{name}: {entry['bytes']} bytes, {entry['seconds']} s", flush=True)
            order = sorted(entries.values(), key=lambda e: (e["device"], e["name"]))
            manifest.write_text(json.dumps({"version": 1, "torch": torch.__version__, "packages": order,
                                            "skipped": skipped}, indent=1) + "\n")
    for idle in servers.values():
        while not idle.empty():
            idle.get().close()
    if temporary:
        temporary.cleanup()
    print(f"{len(jobs) - len(failed) - sum(s['name'] != '*' for s in skipped)} made, {len(skipped)} skipped, "
          f"{len(failed)} failed with torch {torch.__version__} in {time.monotonic() - begun:.0f} s")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
