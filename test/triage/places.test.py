import json
import subprocess
import sys
from pathlib import Path

tool, inputs, temp = sys.argv[1], Path(sys.argv[2]), Path(sys.argv[3])
temp.mkdir(parents=True, exist_ok=True)
# The log, the package, the text on the line of the first place, and texts on the lines of its notes.
CASES = {
    "triton": ("a.py:3: Assertion `index out of bounds: 0 <= tmp4 < ks0` failed.", "cuda", "    call_triton_poi_fused_index_0(arg0_1",
               ["tl.device_assert", "int64_t s27 = arg1_1_size[0]", "check_input_1(", "dim value is too large at 0"]),
    # Another build numbers its temporaries otherwise.
    "other-build": ("index out of bounds: 0 <= tmp17 < ks0", "cuda", "    call_triton_poi_fused_index_0(arg0_1", ["tl.device_assert"]),
    "no-text": ("CUDA error: device-side assert triggered", "cuda", "    call_triton_poi_fused_index_0(arg0_1", ["tl.device_assert"]),
    "cpu": ("what():  index out of bounds: 0 <= tmp0 < ks1", "cpu", "    cpp_fused_index_0((const int64_t*)", ["AOTI_TORCH_CHECK", "int64_t s27 = arg1_1_size[0]"]),
    "dtype": ("input_handles[1]: unmatched dtype, expected: 6(at::kFloat), but got: 7", "cuda", "input_handles[1]: unmatched dtype", []),
    "small": ("input_handles[0]: dim value is too small at 0, expected it to be >= 2, but got: 1", "cuda", "input_handles[0]: dim value is too small at 0", []),
    "large": ("input_handles[1]: dim value is too large at 0, expected to be <= 1024, but got: 2000", "cuda", "input_handles[1]: dim value is too large at 0", []),
    "constant": ("Constant not found: table.weight", "cuda", 'constants_info_[0].name = "table_weight"', []),
    "constant-name": ("Cannot find constants table_weight in constants_map!", "cuda", 'constants_info_[0].name = "table_weight"', []),
    "runtime": ("Error: Expected u0 >= 2 to be True but received 1", "cuda", "if (!(u0 >= 2L))", ["u0"]),
    "function": ("undefined symbol: aoti_torch_cuda_add_out", "cuda", "aoti_torch_cuda_add_out(buf1", []),
    "sanitizer": ("========= Invalid __global__ read of size 4 bytes\n=========     at triton_poi_fused_index_0+0x1a0 in c.py:8", "cuda",
                  "    call_triton_poi_fused_index_0(arg0_1", []),
}
failures = []
for name, (log, package, expected, notes) in CASES.items():
    file = temp / f"{name}.log"
    file.write_text(log + "\n")
    run = subprocess.run([tool, "triage", "--format=json", f"--package={inputs / package}", str(file)], capture_output=True, text=True, timeout=120)
    if run.returncode != 0:
        failures.append(f"{name}: exit code {run.returncode}: {run.stderr}")
        continue
    result = json.loads(run.stdout)
    if result["notes"]:
        failures.append(f"{name}: {result['notes']}")
    first = result["diagnoses"][0]

    def line_of(place):
        path = Path(place["file"]) if not place["member"] or Path(place["file"]).is_file() else Path(place["file"]) / place["member"]
        return path.read_text().splitlines()[place["line"] - 1]

    if first["place"] is None:
        failures.append(f"{name}: no place")
        continue
    if expected not in line_of(first["place"]):
        failures.append(f"{name}: the place is {line_of(first['place'])!r}")
    told = [line_of(note) for note in (first["places"] or [{"notes": []}])[0]["notes"]]
    for text in notes:
        if not any(text in line for line in told):
            failures.append(f"{name}: no note on a line with {text!r}: {told}")
print("\n".join(failures))
sys.exit(bool(failures))
