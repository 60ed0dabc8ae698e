import json
import subprocess
import sys
from pathlib import Path

tool, inputs, temp = sys.argv[1], Path(sys.argv[2]), Path(sys.argv[3])
temp.mkdir(parents=True, exist_ok=True)
KERNEL = "triton_poi_fused_embedding_relu_0"
# What stands on the line of each step, in order.
TRACE = ["tl.device_assert(((0 <= tmp4)", f"def {KERNEL}(in_ptr0, in_ptr1, out_ptr0, ks0", f"launchKernel(kernels_.{KERNEL}", f"    call_{KERNEL}(arg0_1",
         f"    call_{KERNEL}(arg0_1", "int64_t s70 = arg1_1_size[0];", "static void check_input_1("]
LOG = """/tmp/torchinductor_app/ab/cab.py:31: unknown: block: [0,0,0], thread: [0,0,0] Assertion `index out of bounds: 0 <= tmp4 < ks0` failed.
terminate called after throwing an instance of 'c10::AcceleratorError'
  what():  CUDA error: device-side assert triggered
"""
failures = []


def run(*arguments):
    return json.loads(subprocess.run([tool, *map(str, arguments)], capture_output=True, text=True, timeout=120).stdout)


for torch in ("2.9", "2.13", "2.15"):
    source = inputs / f"empty-table-{torch}.cpp"
    lines = source.read_text().splitlines()
    found = [f for f in run("--format=json", "--checks=aoti-triton-index-out-of-bounds", source)["findings"]]
    if len(found) != 1 or found[0]["rule"] != "aoti-triton-index-out-of-bounds":
        failures.append(f"{torch}: {found}")
        continue
    steps = [lines[step["line"] - 1] for step in found[0]["flow"]]
    if len(steps) != len(TRACE) or not all(text in line for text, line in zip(TRACE, steps)):
        failures.append(f"{torch}: the flow is {steps}")
    if "for s70 = 0" not in found[0]["message"]:
        failures.append(f"{torch}: {found[0]['message']}")
    notes = [note["message"] for note in found[0]["notes"]]
    for text in ("embedding, relu (aten.embedding, aten.relu)", "'ks0' of the kernel is s70", "none bounds it from below", "with AOTI_RUNTIME_CHECK_INPUTS=1 only"):
        if not any(text in note for note in notes):
            failures.append(f"{torch}: no note says {text!r}: {notes}")
    # Bounded from below, or asked for by no index, it is none.
    bounded = temp / f"bounded-{torch}.cpp"
    bounded.write_text(source.read_text().replace("if (arg1_1_size[0] > 1024)", 'if (arg1_1_size[0] < 2) { throw std::runtime_error("too small"); }\n    if (arg1_1_size[0] > 1024)'))
    if rest := run("--format=json", "--checks=aoti-triton-index-out-of-bounds", bounded)["findings"]:
        failures.append(f"{torch}: bounded, and reported: {rest}")

    log = temp / "server.log"
    log.write_text(LOG)
    result = run("triage", "--format=json", "--package", source, log)
    first = result["diagnoses"][0]
    if (first["category"], first["id"]) != ("AOTI06", "index-assert") or len(first["places"]) != 1:
        failures.append(f"{torch}: triage says {first['category']} {first['id']}, {len(first['places'])} places")
        continue
    place = first["places"][0]
    if f"    call_{KERNEL}(" not in lines[place["line"] - 1]:
        failures.append(f"{torch}: the place is {lines[place['line'] - 1]}")
    for text in (f"kernel '{KERNEL}'", "'ks0' is s70 here", "size 0 of input 1 ('arg1_1')", "up to 1024, without a lower bound", "in the model it is embedding, relu"):
        if text not in place["message"]:
            failures.append(f"{torch}: triage does not say {text!r}: {place['message']}")
    told = [lines[note["line"] - 1] for note in place["notes"]]
    for text in ("tl.device_assert", "int64_t s70 = arg1_1_size[0]", "check_input_1(", "dim value is too large at 0"):
        if not any(text in line for line in told):
            failures.append(f"{torch}: no note of triage on a line with {text!r}")
    if [f["rule"] for f in first["findings"]] != ["aoti-triton-index-out-of-bounds"]:
        failures.append(f"{torch}: triage finds {[f['rule'] for f in first['findings']]}")
    flags = {f["name"]: (f["effect"], f["production"]) for f in first["flags"]}
    if flags.get("AOTI_RUNTIME_CHECK_INPUTS") != ("run-time", "off") or flags.get("assert_indirect_indexing") != ("compile-time", "keep"):
        failures.append(f"{torch}: switches {flags}")
    if len(first["steps"]) < 3:
        failures.append(f"{torch}: no next steps")
print("\n".join(failures))
sys.exit(bool(failures))
