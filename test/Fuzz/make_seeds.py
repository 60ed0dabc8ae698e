#!/usr/bin/env python3
"""Writes the inputs that the fuzzers begin with: make_seeds.py OUT gives OUT/archive, OUT/image, OUT/json, OUT/log, OUT/model and OUT/triton."""

import io
import json
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
EXAMPLE = ROOT / "examples/quickstart"
IMAGES = {
    "sm80.cubin": ["cubin", "--arch", "80", "--kernel", "k=8,8,4"],
    "shared.cubin": ["cubin", "--arch", "90", "--kernel", "k=8,8,4", "--threads", "64", "--shared", "0"],
    "large.cubin": ["cubin", "--arch", "90", "--kernel", "k=128,8,4000,4,8"],
    "sm90a.cubin": ["cubin", "--arch", "90a", "--abi", "8", "--kernel", "k=8,8", "--threads", "128", "--shared", "64"],
    "sm100.cubin": ["cubin", "--arch", "100", "--kernel", "a=8", "--kernel", "b=4,4", "--registers", "32"],
    "gfx90a.hsaco": ["hsaco", "--arch", "gfx90a", "--kernel", "k"],
    "several.fatbin": ["fatbin", "elf:90a", "packed:80", "ptx:80"],
    "asm.so": ["library", "--constants", "98", "--undefined", "aoti_torch_cpu_mm_out", "--needed", "libtorch_cpu.so"],
    "cpp.so": ["library", "--constants", "98", "--made", "cpp", "--defined", "AOTInductorModelRun"],
    "stripped.so": ["library", "--machine", "aarch64", "--constants", "98", "--stripped"],
    "mapped.so": ["library", "--constants", "98", "--word", "98", "--word", "77", "--tail", "98"],
    "weights.o": ["object", "--constants", "98"],
    "saved.pt": ["saved", "24", "8", "66"],
}
METADATA = {"AOTI_DEVICE_KEY": "cuda", "AOTI_COMPUTE_CAPABILITY": "80", "AOTI_PLATFORM": "linux", "AOTI_MACHINE": "x86_64",
            "AOTI_CPU_ISA": "AVX512"}
NODES = {"nodes": [{"name": "buf0", "node": {"target": "mylib::op", "inputs": [
    {"name": "x", "arg": {"as_tensor": {"name": "arg0_1"}}, "kind": 1},
    {"name": "n", "arg": {"as_int": 3}, "kind": 1}, {"name": "o", "arg": {"as_none": True}, "kind": 1},
    {"name": "l", "arg": {"as_ints": [1, 2]}, "kind": 1}, {"name": "c", "arg": {"as_custom_obj": {"name": "_torchbind_obj0", "class_fqn": "a.B"}}}],
    "outputs": [{"as_tensor": {"name": "buf0"}}, {"as_tensors": [{"name": "buf1"}, {"name": "buf2"}]}], "metadata": {}}}]}
WEIGHTS = {"config": {f"layer.w{i}": {"path_name": f"weight_{i}", "is_param": True, "use_pickle": False, "tensor_meta": {
    "dtype": 7, "sizes": [{"as_int": 2}, {"as_int": 3}], "strides": [{"as_int": 3}, {"as_int": 1}], "storage_offset": {"as_int": 0},
    "device": {"type": "cpu", "index": None}, "layout": 7, "requires_grad": False}} for i in range(2)}}
NUMBERS = '[0, -0, 1.5e10, 9223372036854775807, 9223372036854775808, -9223372036854775808, 1E400, "\\u0000\\ud83d\\ude00", {"a": 1, "a": 2}, [[[[]]]]]'


KERNELS = ROOT / "test/Triton/Inputs"


def images():
    made = {}
    with tempfile.TemporaryDirectory() as folder:
        for name, (kind, *options) in IMAGES.items():
            out = Path(folder) / name
            subprocess.run([sys.executable, ROOT / "test/images.py", kind, out, *options], check=True)
            made[name] = out.read_bytes()
    return made


def example():
    return {str(file.relative_to(EXAMPLE)): file.read_bytes() for file in sorted(EXAMPLE.rglob("*")) if file.is_file()}


def archive(files, method):
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", method) as written:
        for name, data in files.items():
            written.writestr(zipfile.ZipInfo(f"quickstart/{name}"), data, method)
    return out.getvalue()


def container(choice, files):
    return bytes([choice]) + b"".join(b"\n==> " + name.encode() + b"\n" + data for name, data in files.items())


def main():
    out = Path(sys.argv[1])
    made, files = images(), example()
    folder = next(name for name in files if name.endswith(".wrapper.cpp")).rpartition("/")[0]
    wrapper = next(name for name in files if name.endswith(".wrapper.cpp"))
    small = {name: data for name, data in files.items() if name != wrapper} | {wrapper: files[wrapper][:600]}
    texts = [json.dumps(METADATA), json.dumps(NODES), json.dumps(WEIGHTS, indent=2), NUMBERS]
    stem = wrapper.rpartition("/")[2].removesuffix(".cpp")
    full = dict(files) | {
        f"{folder}/{stem}_metadata.json": texts[0].encode(), f"{folder}/{stem}.json": texts[1].encode(),
        "data/weights/weights_config.json": texts[2].encode(), "data/weights/weight_0": made["saved.pt"],
        "data/weights/weight_1": bytes(24), f"{folder}/k0.cubin": made["sm80.cubin"], f"{folder}/k1.fatbin": made["several.fatbin"],
        f"{folder}/{stem}.so": made["asm.so"]}
    seeds = {
        "archive": [archive(files, zipfile.ZIP_STORED), archive(files, zipfile.ZIP_DEFLATED), archive(small, zipfile.ZIP_STORED), archive({}, zipfile.ZIP_STORED)],
        "image": list(made.values()),
        "json": [text.encode() for text in texts],
        "log": [file.read_bytes() for file in sorted((ROOT / "test/triage/Inputs/logs").iterdir())],
        "triton": [b"c" + file.read_bytes() for file in sorted(KERNELS.glob("*.cpp"))] + [
            b"p" + file.read_bytes() for file in sorted(KERNELS.glob("*.py"))],
        "model": [container(choice, full) for choice in (0, 1, 2, 4)] + [
            container(1, files | {f"{folder}/{stem}.so": made["mapped.so"]}),
            container(2, files | {f"{folder}/{stem}_weights.blob": bytes(256)})],
    }
    for kind, inputs in seeds.items():
        (out / kind).mkdir(parents=True, exist_ok=True)
        for number, data in enumerate(inputs):
            (out / kind / str(number)).write_bytes(data)
    print(sum(len(inputs) for inputs in seeds.values()), "seeds")


if __name__ == "__main__":
    main()
