"""edited-tests.test.py AOTI-LINT TESTS FOLDER: edits faulty sources, and compares how many findings a rule has before and after."""
import re
import shutil
import subprocess
import sys
from pathlib import Path

lint, tests, folder = sys.argv[1], Path(sys.argv[2]), Path(sys.argv[3])
shutil.rmtree(folder, ignore_errors=True)
folder.mkdir(parents=True)
failed = False


def findings(rule, text):
    source = folder / "edited.cpp"
    source.write_text(text)
    run = subprocess.run([lint, f"--checks=-*,{rule}", str(source)], capture_output=True, text=True)
    assert run.returncode in (0, 1), run.stderr
    return run.stdout + run.stderr


def check(rule, source, expected, *edits):
    """`edits`: pairs of a text and what all its places become."""
    global failed
    text = re.sub(r"^.*CHECK-(MESSAGES|NOTES).*\n", "", (tests / source).read_text(), flags=re.M)
    for old, new in edits:
        assert old in text, old
        text = text.replace(old, new)
    output = findings(rule, text)
    count = len(re.findall(r"\[%s[\],]" % re.escape(rule), output))
    if count != expected:
        failed = True
        print(f"{rule}, {edits}: {count} findings, expected {expected}\n{output}")
    return output


grid, file = "aoti-triton-grid", "triton/aoti-triton-grid.cpp"
load = "    if (kernels_.triton_poi_fused_sin_0 == nullptr) {"
launch = "    launchKernel(kernels_.triton_poi_fused_sin_0, "
# One launch that may be empty, and one with too many programs along y.
check(grid, file, 2)
for test in (
    "if (xnumel == 0) return;",
    "if (xnumel <= 0) return;",
    "const bool empty = grid_0 == 0; if (empty) return;",
    "bool run = non_zero(grid_0); if (!run) return;",
    "const uint64_t programs = static_cast<uint64_t>(grid_0) * grid_1; if (programs == 0) return;",
    "const auto copied = grid_0; if (copied == 0) return;",
    "while (grid_0 == 0) return;",
    "grid_0 = std::max(grid_0, 1u);",
    "check_grid(grid_0);",
):
    helpers = "static bool non_zero(uint32_t n) { return n != 0; }\nstatic void check_grid(uint32_t n) { if (!n) throw 1; }\nnamespace torch::aot_inductor {"
    check(grid, file, 1, (load, f"    {test}\n{load}"), ("namespace torch::aot_inductor {", helpers))
check(grid, file, 1, (launch, "    if (grid_0 == 0) return;\n    const uint32_t first = grid_0;\n" + launch), (launch + "grid_0", launch + "first"))
check(grid, file, 1, (launch, launch.replace("launchKernel", "grid_0 != 0 ? launchKernel")), ("2, 0, kernel_args_, stream_, false);\n}\ntemplate", "2, 0, kernel_args_, stream_, false) : (void)0;\n}\ntemplate"))
check(grid, file, 2, (load, "    if (grid_1 == 0) return;\n" + load))
call = "    call_triton_poi_fused_sin_0("
# Where a function tests such a value, nothing is said of its calls.
check(grid, file, 0, (call, "    const bool some = s77 > 0;\n    if (some)" + call))
# The number along y.
second = "    if (kernels_.triton_poi_fused_clone_1 == nullptr) {"
for test in ("if (grid_1 > 65535) throw std::runtime_error(\"large\");", "if (grid_1 > 65535) std::swap(grid_0, grid_1);"):
    check(grid, file, 1, (second, f"    {test}\n{second}"))
check(grid, file, 2, (second, f"    if (ynumel == 0) return;\n{second}"))

# Checks of inputs run where they are asked for only, what the function tests itself in every run.
check_of_size = "    if (arg0_1_size[0] < 0) {"
output = check(grid, file, 2, (check_of_size, check_of_size.replace("0)", "2)")))
assert "refuse, the grid of kernel 'triton_poi_fused_sin_0' is empty along x" in output or "refuses, the grid" in output, output
size = "    int64_t s77 = arg0_1_size[0];\n"
check(grid, file, 1, (size, size + "    if (s77 < 1) { throw 1; }\n"))
check(grid, file, 2, (size, size + "    if (s77 < 0) { throw 1; }\n"))
check(grid, file, 1, ("buf0, 64L*s77, this", "buf0, 64L*s77 + 1L, this"))
check(grid, file, 1, ("buf0, 64L*s77, this", "buf0, 64L, this"))
# A helper that nothing is seen to call.
output = check(grid, file, 2, (call + "arg0_1, buf0, 64L*s77, this->device_idx_, stream, kernels, this->cubin_dir_);", ""))
assert "for xnumel = 0 the grid of kernel 'triton_poi_fused_sin_0' is empty along x" in output, output

# What is handed over is tested before it is made narrow.
rule, file = "aoti-triton-int32-overflow", "triton/aoti-triton-int32-overflow.cpp"
begin = "    uint32_t grid_0 = "
faulty = check(rule, file, 2).count("handed to")
assert faulty
check(rule, file, 0, (begin, "    if (xnumel > 2147483647) { throw std::runtime_error(\"large\"); }\n" + begin))
check(rule, file, 0, (begin, "    const bool fits = xnumel <= INT32_MAX;\n    if (!fits) return;\n" + begin))
check(rule, file, 2, (begin, "    if (xnumel == 0) return;\n" + begin))
bound = "    inputs.clear();\n"
check(rule, file, 0, (bound, bound + "    AOTI_TORCH_CHECK(8192L*s77 <= std::numeric_limits<int32_t>::max(), \"large\");\n"))

rule, file = "aoti-triton-index-out-of-bounds", "triton/aoti-triton-index-out-of-bounds.cpp"
text = (tests / file).read_text()
number = check(rule, file, text.count("[aoti-triton-index-out-of-bounds]")).count("the bound 0")
assert number
condition = "        tl.device_assert(((0 <= tmp4) & (tmp4 < ks0)) | ~(xmask), \"index out of bounds: 0 <= tmp4 < ks0\")\n"
all_of = text.count("[aoti-triton-index-out-of-bounds]")
place = "    int64_t var_3 = ks0;\n"
check(rule, file, all_of - 1, (place, "    if (ks0 < 1) { throw std::runtime_error(\"short\"); }\n" + place))
# Many assertions: three are told, the others counted.
many = "".join(condition.replace("ks0", f"ks0 - {i}") for i in range(3000))
output = check(rule, file, all_of + 2, (condition, many))
assert "2997 more assertions of the kernel are not looked at" in output, output

# Positions in a table of a fixed number of rows: the smallest size that fails, with an upper bound and without.
upper = re.search(r"    if \(arg1_1_size\[0\] > 100\) \{.*?\n    \}\n", text, re.S).group(0)
for rows in (64, 512, 50257):
    table = ("x0 < 64", f"x0 < {rows}")
    for bound_of_size in ("", upper.replace("100", str(rows + 1000))):
        output = check(rule, file, all_of, table, (upper, bound_of_size))
        assert f"for s28 = {rows + 1} the index of 'index out of bounds: x0 < {rows}'" in output and "lies 1 past the end" in output, output
    column = ("x0 = xindex // 4", "x0 = xindex % (xnumel // 4)")
    assert f"for s28 = {rows + 1} " in check(rule, file, all_of, table, (upper, ""), column)
    check(rule, file, all_of - 1, table, (upper, upper.replace("100", str(rows))))
    check(rule, file, all_of - 1, table, (upper, upper.replace("100", str(rows))), column)
    lower = re.search(r"    if \(arg1_1_size\[0\] < \d+\) \{.*?\n    \}\n", text, re.S).group(0)
    check(rule, file, all_of - 1, table, (upper, ""), (lower, ""))

# A bound that the call divides is cut.
divided = ("buf0, s77, ", "buf0, c10::div_floor_integer(static_cast<int64_t>(s77), static_cast<int64_t>(4L)), ")
least = ("    auto arg0_1_size = arg0_1.sizes();\n", "    auto arg0_1_size = arg0_1.sizes();\n    if (arg0_1_size[0] < 2) { throw 1; }\n")
output = check(rule, file, all_of, divided, least)
assert " = 2 'index out of bounds: 0 <= tmp4 < ks0' of kernel 'triton_poi_fused_index_0' has the bound 0" in output, output
check(rule, file, all_of - 1, divided, (least[0], least[1].replace("< 2", "< 4")))

# What all programs share is never enough, however much it is.
rule, file = "aoti-triton-scratch", "triton/aoti-triton-scratch.cpp"
check(rule, file, 4)
size = "global_scratch_scratch_3_size[] = {128};"
for bytes_of_all in ("128L * 2", "128L * 3", "4096", "1 << 30"):
    check(rule, file, 4, (size, size.replace("128", bytes_of_all)))
# A name for it changes nothing; what is only known in a run is not followed.
named = "bytes = 128;\n    int64_t global_scratch_scratch_3_size[] = {bytes};"
check(rule, file, 4, (f"int64_t {size}", "static constexpr int64_t " + named))
check(rule, file, 4, (f"int64_t {size}", "const int64_t " + named))
check(rule, file, 2, (f"int64_t {size}", "int64_t " + named))

# The lazy mode of torch 2.15.
file = "triton/aoti-triton-scratch-2.15-cuda.cpp"
check(rule, file, 2)
check(rule, file, 1, ("_result.global_scratch * grid_0;", "_result.global_scratch * grid_0 * grid_1;"))

# The warps of a user's kernel: one of its configurations.
rule, file = "aoti-triton-launch-abi", "triton/aoti-triton-launch-abi-silent.cpp"
for configs, expected in (
    ("[{'BLOCK': 64, 'num_warps': 4, 'num_stages': 3}]", 0),
    ("[{'BLOCK': 64, 'num_warps': 2}, {'BLOCK': 128, 'num_warps': 4}]", 0),
    ("[{'BLOCK': 64, 'num_stages': 3}]", 0),
    ("[{'BLOCK': 64, 'num_warps': 8}]", 1),
    ("[{'BLOCK': 64, 'num_warps': 2}, {'BLOCK': 128, 'num_warps': 8}]", 1),
    ("[{'BLOCK': 64, 'num_warps': W}]", 0),
    ("CONFIGS", 0),
):
    output = check(rule, file, expected, ("configs=[]", f"configs={configs}"))
assert check(rule, file, 1, ("configs=[]", "configs=[{'num_warps': 2}, {'num_warps': 8}]")).count("compiled for 2 or 8") == 1

# A kernel of 64 bits that gets a narrow size.
rule, file = "aoti-triton-int32-overflow", "triton/aoti-triton-int32-overflow.cpp"
offset = "        xoffset = tl.program_id(0) * XBLOCK\n        xindex = xoffset + tl.arange(0, XBLOCK)[:]\n        xmask = xindex < xnumel\n        x0 = xindex\n"
wide = offset.replace("program_id(0)", "program_id(0).to(tl.int64)")
assert (tests / file).read_text().count(offset) >= 1
upper = "arg0_1_size[0] > 1000000"
small = (upper, "arg0_1_size[0] > 64")
check(rule, file, 0, small)
number = (tests / file).read_text().count(offset)
output = check(rule, file, number, small, (offset, wide))
assert "in 32 bits, and the kernel computes its indices in 64" in output, output
check(rule, file, 0, small, (offset, wide), ("int32_t var_2 = xnumel", "int64_t var_2 = xnumel"))
check(rule, file, 0, small, (offset, wide), ("@triton_heuristics.pointwise(", "@triton_heuristics.user_autotune(configs=[],"))
check(rule, file, 0, small, (offset, wide), ("4096L*s77, this", "4096L, this"), ("64L*s77, this", "64L, this"), ("8192L*s77, this", "64L, this"))

# The address of an input.
rule, file = "aoti-input-alignment", "inputs/aoti-input-alignment-2.9-cuda.cpp"
expected = (tests / file).read_text().count("[aoti-input-alignment]")
check(rule, file, expected)
name = re.search(r"nothing aligns (?:input \d+, )?'?(\w+)", check(rule, file, expected)).group(1)
for test in (
    "AOTI_TORCH_CHECK((reinterpret_cast<std::uintptr_t>({0}.data_ptr()) & 15) == 0, \"align\");",
    "ensure({0});",
    "assert_alignment({0}, 16, \"input\");",
    "auto fix = [&](RAIIAtenTensorHandle& t) {{ }}; fix({0});",
    "for (RAIIAtenTensorHandle* t : {{&{0}}}) {{ ensure(*t); }}",
):
    helper = "static void ensure(RAIIAtenTensorHandle& t) {}\nvoid AOTInductorModel::run_impl("
    check(rule, file, expected - 1, (bound, f"    {test.format('arg1_1')}\n" + bound), ("void AOTInductorModel::run_impl(", helper))
sys.exit(failed)
