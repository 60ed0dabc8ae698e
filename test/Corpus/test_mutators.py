#!/usr/bin/env python3
"""Checks the mutators themselves, on sources in the form of three releases: the test `mutators` of ctest."""

import json
import re
import sys
import tempfile
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))

from mutate import Copy, judge
from mutators import KINDS
from wrapper_text import Edit, Function, arguments, call, extent, literal, models_of, split_list

ALLOCATE = ("    AtenTensorHandle {0}_handle;\n"
            "    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_empty_strided({1}, {2}, {3}, cached_torch_dtype_{4}, "
            "cached_torch_device_type_{5}, this->device_idx_, &{0}_handle));\n"
            "    RAIIAtenTensorHandle {0}({0}_handle);\n")
BEGIN = """void AOTInductorModel::run_impl(
    AtenTensorHandle* input_handles,
    AtenTensorHandle* output_handles,
    DeviceStreamType stream,
    AOTIProxyExecutorHandle proxy_executor
) {
"""
TABLE = """    : AOTInductorModelBase(1,
                           1,
                           2,
                           device_str) {
    inputs_info_[0].name = "arg0_1";
    constants_info_[0].name = "weight";
    constants_info_[0].dtype = static_cast<int32_t>(cached_torch_dtype_float32);
    constants_info_[0].offset = 0;
    constants_info_[0].data_size = 2048;
    constants_info_[0].from_folded = false;
    constants_info_[0].shape = {32, 16};
    constants_info_[0].stride = {16, 1};
    constants_info_[0].layout = static_cast<int32_t>(cached_torch_layout_strided);
    constants_info_[1].name = "places";
    constants_info_[1].dtype = static_cast<int32_t>(cached_torch_dtype_int64);
    constants_info_[1].offset = 0;
    constants_info_[1].data_size = 128;
    constants_info_[1].from_folded = false;
    constants_info_[1].shape = {16};
    constants_info_[1].stride = {1};
    constants_info_[1].layout = static_cast<int32_t>(cached_torch_layout_strided);
    outputs_info_[0].name = "output0";
}
"""
HOST = ('extern "C"  void  cpp_fused_add_0(const float* in_ptr0,\n                       const int64_t* in_ptr1,\n'
        "                       float* out_ptr0);\n"
        "CACHE_TORCH_DEVICE(cpu);\n" + "AOTInductorModel::AOTInductorModel()\n" + TABLE + BEGIN +
        "    auto inputs = steal_from_raw_handles_to_raii_handles(input_handles, 1);\n"
        "    auto arg0_1 = std::move(inputs[0]);\n"
        "    [[maybe_unused]] auto& weight = constants_->at(0);\n"
        "    [[maybe_unused]] auto& places = constants_->at(1);\n"
        "    static constexpr int64_t int_array_0[] = {4L, 32L};\n"
        "    static constexpr int64_t int_array_1[] = {32L, 1L};\n" +
        ALLOCATE.format("buf0", 2, "int_array_0", "int_array_1", "float32", "cpu") +
        "    static constexpr int64_t int_array_2[] = {16L, 32L};\n"
        "    static constexpr int64_t int_array_3[] = {1L, 16L};\n"
        "    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_cpu_mm_out(buf0, arg0_1, wrap_with_raii_handle_if_needed("
        "reinterpret_tensor_wrapper(weight, 2, int_array_2, int_array_3, 0L))));\n"
        "    arg0_1.reset();\n"
        "    auto buf1 = std::move(buf0);  // reuse\n" +
        ALLOCATE.format("buf2", 2, "int_array_0", "int_array_1", "float32", "cpu") +
        "    cpp_fused_add_0((const float*)(buf1.data_ptr()), (const int64_t*)(places.data_ptr()), "
        "(float*)(buf2.data_ptr()));\n"
        "    buf1.reset();\n"
        "    output_handles[0] = buf2.release();\n"
        "} // AOTInductorModel::run_impl\n")
KERNEL = ('extern "C"  void  cpp_fused_add_0(const float* in_ptr0,\n                       const int64_t* in_ptr1,\n'
          "                       float* out_ptr0)\n{\n    out_ptr0[0] = in_ptr0[in_ptr1[0]];\n}\n")
CARD = ("CACHE_TORCH_DEVICE(cuda);\n" + "AOTInductorModel::AOTInductorModel()\n" + TABLE + BEGIN +
        "    auto inputs = steal_from_raw_handles_to_raii_handles(input_handles, 1);\n"
        "    auto arg0_1 = std::move(inputs[0]);\n"
        "    AOTICudaStreamGuard stream_guard(stream, this->device_idx_);\n"
        "    const int64_t int_array_0[] = {s77, 32L};\n"
        "    static constexpr int64_t int_array_1[] = {32L, 1L};\n" +
        ALLOCATE.format("buf0", 2, "int_array_0", "int_array_1", "float32", "cuda") +
        "    call_triton_poi_fused_0(arg0_1, buf0, 32L*s77, this->device_idx_, stream, kernels, this->cubin_dir_);\n"
        "    arg0_1.reset();\n" +
        ALLOCATE.format("buf1", 2, "int_array_0", "int_array_1", "float32", "cuda") +
        "    call_triton_poi_fused_1(wrap_with_raii_handle_if_needed(reinterpret_tensor_wrapper(buf0, 2, int_array_0, "
        "int_array_1, 0L)), buf1, 32L*s77, this->device_idx_, stream, kernels, this->cubin_dir_);\n"
        "    buf0.reset();\n"
        "    output_handles[0] = buf1.release();\n"
        "} // AOTInductorModel::run_impl\n")
OLD = ("CACHE_TORCH_DEVICE(cuda);\n" + BEGIN +
       "    AOTICudaStreamGuard stream_guard(stream, this->device_idx_);\n"
       "    static constexpr int64_t int_array_0[] = {4L, 32L};\n"
       "    static constexpr int64_t int_array_1[] = {32L, 1L};\n" +
       ALLOCATE.format("buf0", 2, "int_array_0", "int_array_1", "float32", "cuda") +
       "    if (kernels.triton_0 == nullptr) {\n"
       '        kernels.triton_0 = loadKernel("a.cubin", "triton_0", 0, this->cubin_dir_);\n'
       "    }\n"
       "    CUdeviceptr var_0 = reinterpret_cast<CUdeviceptr>(buf0.data_ptr());\n"
       "    void* kernel_args_var_0[] = {&var_0};\n"
       "    Grid triton_0_grid_0 = Grid(1L, 1L, 1L);\n"
       "    if (triton_0_grid_0.is_non_zero()) {\n"
       "        launchKernel(kernels.triton_0, triton_0_grid_0.grid_x, triton_0_grid_0.grid_y, "
       "triton_0_grid_0.grid_z, 1, 0, kernel_args_var_0, stream);\n"
       "    }\n"
       "    output_handles[0] = buf0.release();\n"
       "} // AOTInductorModel::run_impl\n")

FOLDING = ("CACHE_TORCH_DEVICE(cpu);\n" + "AOTInductorModel::AOTInductorModel()\n" +
           TABLE.replace("[1].from_folded = false", "[1].from_folded = true") +
           "std::unordered_map<std::string, AtenTensorHandle> AOTInductorModel::const_run_impl(bool initialization) {\n"
           "    std::vector<AtenTensorHandle> output_handles(2);\n"
           "    output_handles[0] = constants_->at(0);\n"
           "    output_handles[1] = constants_->at(1);\n"
           "    _const_run_impl(output_handles, stream, proxy_executor);\n"
           '    folded_constants_map["weight"] = output_handles[0];\n'
           '    folded_constants_map["places"] = output_handles[1];\n'
           "    return folded_constants_map;\n"
           "}\n"
           "void AOTInductorModel::_const_run_impl(\n"
           "    std::vector<AtenTensorHandle>& output_handles\n"
           ") {\n"
           "    output_handles[0] = buf0.release();\n"
           "    output_handles[1] = buf1.release();\n"
           "} // AOTInductorModel::_const_run_impl\n")

# What newer releases say of constants, too.
TYPED = ("CACHE_TORCH_DTYPE(float32);\nCACHE_TORCH_LAYOUT(strided);\nCACHE_TORCH_DEVICE(cpu);\n"
         "AOTInductorModel::AOTInductorModel()\n" +
         TABLE.replace("AOTInductorModelBase(1,", "AOTInductorModelBase(2,").replace(
             'name = "arg0_1";\n', 'name = "arg0_1";\n    inputs_info_[1].name = "arg1_1";\n'))
for index, (name, what) in enumerate((("weight", "Parameter"), ("places", "Buffer"))):
    TYPED = TYPED.replace(
        f"    constants_info_[{index}].offset = 0;\n",
        f"    constants_info_[{index}].device_type = cached_torch_device_type_cpu;\n"
        f"    constants_info_[{index}].offset = 0;\n"
        f"    constants_info_[{index}].type = static_cast<int32_t>(torch::aot_inductor::ConstantType::{what});\n"
        f'    constants_info_[{index}].original_fqn = "layer.{name}";\n')
HELPER = ("#include <torch/csrc/inductor/aoti_include/cuda.h>\n"
          "class AOTInductorModelKernels : public AOTInductorModelKernelsBase {\n"
          "  public:\n"
          "    CUfunction triton_poi_fused_0{nullptr};\n"
          "};\n"
          "static inline void call_triton_poi_fused_0(\n"
          "    const in_ptr0_type_& in_ptr0,\n"
          "    cudaStream_t stream_\n"
          ") {\n"
          "    if (kernels_.triton_poi_fused_0 == nullptr) {\n"
          '        kernels_.triton_poi_fused_0 = loadKernel("a.cubin", "triton_poi_fused_0", 0, cubin_dir_);\n'
          "    }\n"
          "    launchKernel(kernels_.triton_poi_fused_0, grid_0, grid_1, grid_2, 1, 0, kernel_args_, stream_);\n"
          "}\n")
ALIGNED = (HELPER.replace("    if (kernels_", "    /* triton_meta={'configs': [{(0,): [['tt.divisibility', 16]]}]}, */\n    if (kernels_") +
           "CACHE_TORCH_DEVICE(cuda);\n" + BEGIN +
           "    auto inputs = steal_from_raw_handles_to_raii_handles(input_handles, 1);\n"
           "    auto arg0_1 = std::move(inputs[0]);\n"
           "    if ((reinterpret_cast<std::uintptr_t>(arg0_1.data_ptr()) & (16 -1)) != 0) {\n"
           "        AtenTensorHandle arg0_1_aligned;\n"
           "        aoti_torch_clone_preserve_strides(arg0_1, &arg0_1_aligned);\n"
           "        arg0_1 = std::move(RAIIAtenTensorHandle(arg0_1_aligned));\n"
           "    }\n"
           "    AOTICudaStreamGuard stream_guard(stream, this->device_idx_);\n"
           "    call_triton_poi_fused_0(arg0_1, 256L, this->device_idx_, stream, kernels, this->cubin_dir_);\n"
           "    output_handles[0] = arg0_1.release();\n"
           "} // AOTInductorModel::run_impl\n")
OTHER_STREAM = "_aoti_aux_stream_cache.get(1, this->device_idx_, stream)"
STREAMS = (HELPER + "CACHE_TORCH_DEVICE(cuda);\n" + BEGIN +
           "    auto inputs = steal_from_raw_handles_to_raii_handles(input_handles, 2);\n"
           "    auto arg0_1 = std::move(inputs[0]);\n"
           "    auto arg1_1 = std::move(inputs[1]);\n"
           "    AOTICudaStreamGuard stream_guard(stream, this->device_idx_);\n"
           "    _aoti_aux_stream_cache.ensure(2, this->device_idx_, stream);\n"
           "    std::unique_ptr<AOTICudaStreamGuard> _aoti_current_stream_guard;\n"
           "    static constexpr int64_t int_array_0[] = {16L, 16L};\n"
           "    static constexpr int64_t int_array_1[] = {16L, 1L};\n" +
           ALLOCATE.format("buf0", 2, "int_array_0", "int_array_1", "float32", "cuda") +
           "    call_triton_poi_fused_0(arg0_1, buf0, 256L, this->device_idx_, stream, kernels, this->cubin_dir_);\n"
           "    AOTI_RUNTIME_CUDA_CHECK(cudaEventRecord(_aoti_event_cache.get(0, this->device_idx_), stream));\n"
           f"    AOTI_RUNTIME_CUDA_CHECK(cudaStreamWaitEvent({OTHER_STREAM}, "
           "_aoti_event_cache.get(0, this->device_idx_), 0));\n"
           "    _aoti_current_stream_guard.reset();\n"
           f"    _aoti_current_stream_guard = std::make_unique<AOTICudaStreamGuard>({OTHER_STREAM}, "
           "this->device_idx_);\n" +
           ALLOCATE.format("buf1", 2, "int_array_0", "int_array_1", "float32", "cuda") +
           "    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_cuda_mm_out(buf1, buf0, arg1_1));\n"
           "    _aoti_current_stream_guard.reset();\n"
           f"    AOTI_RUNTIME_CUDA_CHECK(cudaEventRecord(_aoti_event_cache.get(1, this->device_idx_), {OTHER_STREAM}));\n"
           "    AOTI_RUNTIME_CUDA_CHECK(cudaStreamWaitEvent(stream, _aoti_event_cache.get(1, this->device_idx_), 0));\n" +
           ALLOCATE.format("buf2", 2, "int_array_0", "int_array_1", "int64", "cuda") +
           "    call_triton_poi_fused_0(buf0, buf1, buf2, 256L, this->device_idx_, stream, kernels, "
           "this->cubin_dir_);\n"
           "    output_handles[0] = buf2.release();\n"
           "} // AOTInductorModel::run_impl\n")
# Checks of inputs, a size that is read, an assertion and a product that have it.
TEST = ("    if ({0}) {{\n"
        "        std::stringstream ss;\n"
        "        throw std::runtime_error(std::move(ss).str());\n"
        "    }}\n")
CHECKED = ("CACHE_TORCH_DEVICE(cpu);\n" + "AOTInductorModel::AOTInductorModel()\n" + TABLE + "".join(
    f"AOTI_NOINLINE static void check_input_{number}(\n    AtenTensorHandle* input_handles\n) {{\n"
    f"    ConstantHandle arg{number}_1 = ConstantHandle(input_handles[{number}]);\n"
    f"    auto arg{number}_1_size = arg{number}_1.sizes();\n\n" +
    TEST.format(f"arg{number}_1_size[0] < 2") + TEST.format(f"arg{number}_1_size[0] > 64") +
    TEST.format(f"16 != arg{number}_1_size[1]") +
    f"    int32_t arg{number}_1_device_type;\n"
    f"    int32_t arg{number}_1_expected_device_type = 0;\n" +
    TEST.format(f"arg{number}_1_expected_device_type != arg{number}_1_device_type") + "}\n" for number in (0, 1)) +
    "AOTI_NOINLINE static void __check_inputs_outputs(\n    AtenTensorHandle* input_handles\n) {\n"
    "    check_input_0(input_handles);\n    check_input_1(input_handles);\n}\n" + BEGIN +
    "    __check_inputs_outputs(input_handles, output_handles);\n"
    "    auto inputs = steal_from_raw_handles_to_raii_handles(input_handles, 2);\n"
    "    auto arg0_1 = std::move(inputs[0]);\n"
    "    auto arg1_1 = std::move(inputs[1]);\n"
    "    auto arg0_1_size = arg0_1.sizes();\n"
    "    int64_t s77 = arg0_1_size[0];\n"
    '    if (_check_aoti_runtime_check_inputs_env()) { assert_size_stride(arg0_1, {s77, 16L}, {16L, 1L}, "input"); }\n'
    "    const int64_t int_array_0[] = {s77, 16L};\n"
    "    static constexpr int64_t int_array_1[] = {16L, 1L};\n" +
    ALLOCATE.format("buf0", 2, "int_array_0", "int_array_1", "float32", "cpu") +
    "    const int64_t int_array_2[] = {s77, 16L};\n"
    "    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_cpu_mm_out(buf0, wrap_with_raii_handle_if_needed("
    "reinterpret_tensor_wrapper(arg0_1, 2, int_array_2, int_array_1, 0L)), arg1_1));\n"
    "    output_handles[0] = buf0.release();\n"
    "} // AOTInductorModel::run_impl\n")
# A kernel with an assertion, numbers of each width, shared memory and scratch memory, and its image.
LAUNCHED = (CHECKED[:CHECKED.index("AOTI_NOINLINE static void __check")] +
            "static __attribute__((noinline)) void call_triton_red_0(\n"
            "    const in_ptr0_type_& in_ptr0,\n"
            "    const out_ptr0_type_& out_ptr0,\n"
            "    int64_t ks0,\n"
            "    int64_t xnumel,\n"
            "    double factor,\n"
            "    int32_t device_idx_,\n"
            "    cudaStream_t stream_,\n"
            "    kernels_type_& kernels_,\n"
            "    const std::optional<std::string>& cubin_dir_ = std::nullopt\n"
            "){\n"
            "    /*\n"
            "    triton_meta={'signature': {'in_ptr0': '*fp32', 'out_ptr0': '*fp32', 'ks0': 'i64', 'xnumel': 'i32', "
            "'factor': 'fp32'}},\n"
            "    inductor_meta={'assert_indirect_indexing': True},\n"
            "    tmp0 = tl.load(in_ptr0 + (x0), xmask)\n"
            '    tl.device_assert((0 <= tmp0) & (tmp0 < ks0), "index out of bounds: 0 <= tmp0 < ks0")\n'
            "    tmp1 = tl.load(in_ptr0 + (x0 + 16*tmp0), xmask)\n"
            "    */\n"
            "    uint32_t grid_0 = ((xnumel + (64 - 1)) / (64));\n"
            "    uint32_t grid_1 = 1;\n"
            "    uint32_t grid_2 = 1;\n"
            "    if (grid_0 == 0 || grid_1 == 0 || grid_2 == 0) return;\n"
            "    if (kernels_.triton_red_0 == nullptr) {\n"
            '        kernels_.triton_red_0 = loadKernel("/tmp/c/k.cubin", "triton_red_0", 64, cubin_dir_);\n'
            "    }\n"
            "    CUdeviceptr var_0 = reinterpret_cast<CUdeviceptr>(in_ptr0.data_ptr());\n"
            "    CUdeviceptr var_1 = reinterpret_cast<CUdeviceptr>(out_ptr0.data_ptr());\n"
            "    int64_t var_2 = ks0;\n"
            "    int32_t var_3 = xnumel;\n"
            "    float var_4 = factor;\n"
            "    int64_t global_scratch_scratch_5_size[] = {static_cast<int64_t>(256) * grid_0 * grid_1 * grid_2};\n"
            "    CUdeviceptr global_scratch_scratch_5 = reinterpret_cast<CUdeviceptr>(scratch.data_ptr());\n"
            "    void* kernel_args_[] = {&var_0, &var_1, &var_2, &var_3, &var_4, &global_scratch_scratch_5};\n"
            "    launchKernel(kernels_.triton_red_0, grid_0, grid_1, grid_2, 4, 64, kernel_args_, stream_);\n"
            "}\n" + BEGIN +
            "    auto inputs = steal_from_raw_handles_to_raii_handles(input_handles, 2);\n"
            "    auto arg0_1 = std::move(inputs[0]);\n"
            "    auto arg1_1 = std::move(inputs[1]);\n"
            "    auto arg0_1_size = arg0_1.sizes();\n"
            "    int64_t s77 = arg0_1_size[0];\n"
            "    auto arg1_1_size = arg1_1.sizes();\n"
            "    int64_t s28 = arg1_1_size[0];\n"
            "    int64_t triton_red_0_xnumel = 16L*s28;\n"
            "    call_triton_red_0(arg0_1, arg1_1, s77, triton_red_0_xnumel, 2.5, this->device_idx_, stream, kernels, "
            "this->cubin_dir_);\n"
            "    output_handles[0] = arg1_1.release();\n"
            "} // AOTInductorModel::run_impl\n")
# A pool, a view of a buffer, a branch and a loop.
BLOCKS = (TYPED + BEGIN +
          "    auto inputs = steal_from_raw_handles_to_raii_handles(input_handles, 2);\n"
          "    auto arg0_1 = std::move(inputs[0]);\n"
          "    auto arg1_1 = std::move(inputs[1]);\n"
          "    [[maybe_unused]] auto& weight = constants_->at(0);\n"
          "    static constexpr int64_t int_array_0[] = {512L, };\n"
          "    static constexpr int64_t int_array_1[] = {1L, };\n"
          "    static constexpr int64_t int_array_2[] = {4L, 8L};\n"
          "    static constexpr int64_t int_array_3[] = {8L, 1L};\n"
          "    static constexpr int64_t int_array_4[] = {8L, 4L};\n"
          "    static constexpr int64_t int_array_5[] = {4L, 1L};\n" +
          ALLOCATE.format("pool0", 1, "int_array_0", "int_array_1", "uint8", "cpu") + "".join(
              f"    AtenTensorHandle tmp_tensor_handle_{number};\n"
              f"    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch__alloc_from_pool(pool0, {128 * number}, "
              f"cached_torch_dtype_float32, 2, int_array_2, int_array_3, &tmp_tensor_handle_{number}));\n"
              f"    auto buf{number} = RAIIAtenTensorHandle(tmp_tensor_handle_{number});\n" for number in (0, 1)) +
          "    cpp_fused_add_0((const float*)(weight.data_ptr()), (float*)(buf0.data_ptr()), "
          "(float*)(buf1.data_ptr()));\n" +
          ALLOCATE.format("buf2", 2, "int_array_2", "int_array_3", "float32", "cpu") +
          "    cpp_fused_mul_1((const float*)(buf0.data_ptr()), (const float*)(buf1.data_ptr()), "
          "(float*)(buf2.data_ptr()));\n" +
          ALLOCATE.format("buf3", 2, "int_array_2", "int_array_3", "float32", "cpu") +
          "    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_cpu_mm_out(buf3, arg0_1, wrap_with_raii_handle_if_needed("
          "reinterpret_tensor_wrapper(buf2, 2, int_array_4, int_array_5, 0L))));\n"
          "    RAIIAtenTensorHandle buf4;\n"
          "    if (arg1_1_scalar) {\n"
          "        // subgraph: true_graph_0\n"
          "        auto true_graph_0_buf0 = std::move(buf2);\n"
          "        buf4 = std::move(true_graph_0_buf0);\n"
          "    } else {\n"
          "        // subgraph: false_graph_0\n"
          "        auto false_graph_0_buf0 = std::move(buf3);\n"
          "        buf4 = std::move(false_graph_0_buf0);\n"
          "    }\n"
          "    while (1) {\n"
          "        if (!buf5_cond_result_scalar) break;\n"
          "        // subgraph: while_loop_body_graph_0\n"
          "        auto while_loop_body_graph_0_buf0 = std::move(buf4);\n"
          "        buf4 = std::move(while_loop_body_graph_0_buf0);\n"
          "    }\n"
          "    output_handles[0] = buf4.release();\n"
          "} // AOTInductorModel::run_impl\n")
PROXY_CALL = ("    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_proxy_executor_call_function(proxy_executor, {0}, {1}, "
              "std::array<int64_t, {1}>{{{2}}}.data(), {3}, std::array<AtenTensorHandle, {3}>{{{4}}}.data()));\n")
PROXY = ("CACHE_TORCH_DEVICE(cpu);\n" + BEGIN +
         "    auto inputs = steal_from_raw_handles_to_raii_handles(input_handles, 1);\n"
         "    auto arg0_1 = std::move(inputs[0]);\n"
         "    // Topologically Sorted Source Nodes: [shift], Original ATen: [mine.shift]\n" +
         PROXY_CALL.format(0, 3, "7, s77, 3", 2, "arg0_1, buf1") +
         "    // Topologically Sorted Source Nodes: [both], Original ATen: [mine.both]\n" +
         PROXY_CALL.format(1, 0, "", 3, "buf1, buf3, buf4") +
         "    output_handles[0] = buf3.release();\n"
         "    output_handles[1] = buf4.release();\n"
         "} // AOTInductorModel::run_impl\n")


def node(name, target, outputs, **inputs):
    return {"name": name, "node": {
        "target": target, "inputs": [{"name": given, "arg": {what: value}, "kind": 1}
                                     for given, (what, value) in inputs.items()],
        "outputs": [{"as_tensor": {"name": made}} for made in outputs], "metadata": {}}}


NODES = json.dumps({"nodes": [
    node("buf1", "mine::shift", ["buf1"], x=("as_tensor", {"name": "arg0_1"}), by=("as_int", 7),
         sizes=("as_sym_ints", [{"as_name": "s77"}, {"as_int": 3}]), none=("as_none", True),
         device=("as_device", {"type": "cpu", "index": None})),
    node("buf2", "mine::both", ["buf3", "buf4"], x=("as_tensor", {"name": "buf1"}), factor=("as_float", 1.5))]})
# (wrapper, kernel, whether it is of torch 2.6, device, the file of operators, an image). Every kind has a place in one.
MODELS = ((HOST, KERNEL, False, "cpu", ""), (CARD, "", False, "cuda", ""), (OLD, "", True, "cuda", ""),
          (FOLDING, "", False, "cpu", ""), (STREAMS, "", False, "cuda", ""), (BLOCKS, "", False, "cpu", ""),
          (PROXY, "", False, "cpu", NODES), (CHECKED, "", False, "cpu", ""), (ALIGNED, "", False, "cuda", ""),
          (LAUNCHED, "", False, "cuda", "", "k.cubin"), (OLD, "", True, "cuda", "", "a.cubin"))


class Mutators(unittest.TestCase):
    def model(self, wrapper, kernel="", old=False, device="cpu", extern="", image=""):
        scratch = tempfile.TemporaryDirectory()
        self.addCleanup(scratch.cleanup)
        root = Path(scratch.name) / "package"
        folder = root / "data/aotinductor/model"
        folder.mkdir(parents=True)
        stem = "c" if old else "c.wrapper"
        (folder / f"{stem}.cpp").write_text(wrapper)
        (folder / f"{stem}_metadata.json").write_text(f'{{"AOTI_DEVICE_KEY": "{device}"}}')
        if extern:
            (folder / f"{stem}.json").write_text(extern)
        if image:
            (folder / image).write_bytes(b"")
        if kernel:
            (folder / "k.kernel.cpp").write_text(kernel)
        models = list(models_of(root))
        self.assertEqual(len(models), 1)
        return models[0]

    def made(self, kind, model, count=None):
        found = list(KINDS[kind].make(model))
        if count is not None:
            self.assertEqual(len(found), count, kind)
        self.assertTrue(found, kind)
        return found

    def changed(self, mutant):
        """The lines that are not as they were, numbered from 1."""
        return {number: str(line) for number, line in enumerate(mutant.lines, 1)
                if line.origin is None or str(line) != mutant.source.lines[line.origin]}

    def stripped(self, mutant):
        return [line.strip() for line in self.changed(mutant).values()]

    def function(self, model, mutant):
        """run_impl of the changed text."""
        source = type("Changed", (), {"lines": mutant.lines})()
        source.find = lambda pattern, start=0, end=None: (
            (place, found) for place in range(start, len(mutant.lines) if end is None else end)
            if (found := re.search(pattern, mutant.lines[place])))
        start = next(place for place, line in enumerate(mutant.lines) if line.startswith(") {")) + 1
        end = next(place for place in range(start, len(mutant.lines)) if mutant.lines[place].startswith("}"))
        return Function(source, start, end)

    def test_reads_arguments(self):
        line = 'f(a, g(b, {1, 2}), "x, (y", h<int>(c)); // z)'
        self.assertEqual([line[begin:end] for begin, end in arguments(line, 1)],
                         ["a", "g(b, {1, 2})", '"x, (y"', "h<int>(c)"])
        self.assertIsNone(arguments("f(a,", 1))
        self.assertIsNone(call("g(a)", r"\bf\("))
        self.assertEqual(split_list("4L, f(a, b), "), ["4L", " f(a, b)"])
        self.assertEqual([literal("7L"), literal("7"), literal(" -1L")], [7, 7, -1])
        self.assertRaises(ValueError, literal, "s77")
        self.assertEqual([extent([4, 32], [32, 1]), extent([4, 0], [1, 1]), extent([], [])], [128, 0, 1])

    def test_reads_a_host_wrapper(self):
        model = self.model(HOST, KERNEL)
        function, = model.functions
        self.assertEqual([(made.name, made.dtype, made.device) for made in function.allocations],
                         [("buf0", "float32", "cpu"), ("buf2", "float32", "cpu")])
        self.assertEqual(function.numbers("int_array_0"), [4, 32])
        self.assertEqual(function.aliases("buf0"), {"buf0", "buf1"})
        self.assertEqual([(c.index, c.dtype(), c.numbers("shape")) for c in model.constants],
                         [(0, "float32", [32, 16]), (1, "int64", [16])])
        self.assertFalse(model.cuda)

    def test_reads_a_card_wrapper(self):
        for text, old, kernels in ((CARD, False, ["triton_poi_fused_0", "triton_poi_fused_1"]),
                                   (OLD, True, ["triton_0"])):
            with self.subTest(old=old):
                model = self.model(text, old=old, device="cuda")
                function, = model.functions
                self.assertTrue(model.cuda)
                self.assertEqual(model.old, old)
                self.assertEqual([launch.kernel for launch in function.launches], kernels)
                self.assertIn("buf0", function.launches[0].tensors)
                self.assertIsNone(function.numbers("int_array_none"))

    def test_every_change_is_one_and_at_its_place(self):
        made = set()
        for values in MODELS:
            model = self.model(*values)
            files = {source.name: source for source in (model.wrapper, model.extern, *model.kernels, *model.metadata)
                     if source}
            for name, kind in KINDS.items():
                for mutant in kind.make(model):
                    made.add(name)
                    with self.subTest(kind=name, why=mutant.why):
                        before = [str(line) for line in mutant.source.lines]
                        after = [str(line) for line in mutant.lines]
                        self.assertNotEqual(before, after)
                        self.assertTrue(mutant.at)
                        for opening, closing in ("()", "{}", "[]") if name != "proxy_file_torn" else ():
                            self.assertEqual(mutant.text.count(opening), mutant.text.count(closing))
                        for place in mutant.at:
                            file, line = place if isinstance(place, tuple) else (mutant.source.name, place)
                            count = len(after) if file == mutant.source.name else len(files[file].lines)
                            self.assertTrue(0 < line <= count)
        self.assertEqual(set(KINDS) - made, set())

    def test_views_reach_past_their_storage(self):
        model = self.model(HOST, KERNEL)
        past, = self.made("view_offset_past_end", model, 1)
        (number, line), = self.changed(past).items()
        self.assertIn("reinterpret_tensor_wrapper(weight, 2, int_array_2, int_array_3, 512L)", line)
        self.assertEqual(past.at, {number})
        large, = self.made("view_too_large", model, 1)
        function = self.function(model, large)
        self.assertGreater(extent(function.numbers("larger_array"), function.numbers("int_array_3")), 512)
        reuse, = self.made("larger_reuse", model, 1)
        function = self.function(model, reuse)
        self.assertGreater(extent(function.numbers("larger_buf1"), function.numbers("int_array_1")), 128)

    def test_symbolic_views_reach_past_their_storage(self):
        model = self.model(CARD, device="cuda")
        past, = self.made("view_offset_past_end", model, 1)
        self.assertIn("int_array_1, 32L*s77))", self.changed(past).popitem()[1])
        self.assertEqual(list(KINDS["view_too_large"].make(model)), [])

    def test_inputs_are_not_tested(self):
        model = self.model(CHECKED)
        bound, = self.made("lower_bound_not_tested", model, 1)
        self.assertNotIn("arg0_1_size[0] < 2", bound.text)
        self.assertIn("arg0_1_size[0] > 64", bound.lines[min(bound.at) - 1])
        cut, = self.made("size_cut", model, 1)
        self.assertIn("int64_t s77 = (1.0/2.0)*arg0_1_size_0;", cut.lines[min(cut.at) - 1])
        fixed, = self.made("rows_of_one_size", model, 1)
        self.assertIn("int_array_0[] = {4L, 16L};", fixed.text)
        aligned, = self.made("input_not_aligned", self.model(ALIGNED, device="cuda"), 1)
        self.assertNotIn("clone_preserve_strides", aligned.text)
        self.assertIn("call_triton_poi_fused_0(arg0_1", aligned.lines[min(aligned.at) - 1])
        first, second = self.made("device_not_tested", model, 2)
        self.assertNotIn("arg0_1_device_type", first.text)
        self.assertIn("arg1_1_device_type", first.text)
        self.assertIn("check_input_1", second.lines[min(second.at) - 1])

    def test_constants_reach_past_their_data(self):
        model = self.model(HOST, KERNEL)
        small = self.made("data_size_too_small", model, 2)
        self.assertEqual([self.changed(mutant).popitem()[1].split(" = ")[1] for mutant in small], ["2044;", "120;"])
        offset = self.made("offset_past_end", model, 2)
        self.assertEqual([self.changed(mutant).popitem()[1].split(" = ")[1] for mutant in offset], ["512;", "16;"])
        for mutant in self.made("shape_too_large", model, 2):
            rows = int(re.search(r"= \{(\d+)", self.changed(mutant).popitem()[1])[1])
            self.assertGreater(rows, 16)

    def test_guards_are_not_in_force(self):
        model = self.model(CARD, device="cuda")
        dropped, = self.made("guard_dropped", model, 1)
        self.assertNotIn("AOTICudaStreamGuard", dropped.text)
        launches = {number for number, line in enumerate(dropped.lines, 1) if "call_triton" in line}
        self.assertEqual(dropped.at, launches)
        late, = self.made("guard_late", model, 1)
        lines = [str(line) for line in late.lines]
        guard = next(number for number, line in enumerate(lines, 1) if "AOTICudaStreamGuard" in line)
        first, second = (number for number, line in enumerate(lines, 1) if "call_triton" in line)
        self.assertTrue(first < guard < second)
        self.assertEqual(late.at, {first})

    def test_late_guard_of_an_old_wrapper(self):
        model = self.model(OLD, old=True, device="cuda")
        late, = self.made("guard_late", model, 1)
        lines = [str(line) for line in late.lines]
        guard = next(place for place, line in enumerate(lines) if "AOTICudaStreamGuard" in line)
        launch = next(place for place, line in enumerate(lines) if "launchKernel(" in line)
        self.assertEqual(lines[guard - 1].strip(), "}")
        self.assertGreater(guard, launch)

    def test_owners(self):
        model = self.model(HOST, KERNEL)
        used = self.made("use_after_reset", model, 2)
        for mutant in used:
            number, = mutant.at
            name = re.match(r"\s*(\w+)\.reset", mutant.lines[number - 2])[1]
            self.assertRegex(mutant.lines[number - 1], rf"\b{name}\b")
        moved, = self.made("used_after_move", model, 1)
        self.assertIn("(buf0.data_ptr())", self.changed(moved).popitem()[1])
        twice = self.made("owned_twice", model, 2)
        self.assertEqual([self.changed(mutant).popitem()[1].strip() for mutant in twice],
                         ["RAIIAtenTensorHandle buf0_again(buf0_handle);",
                          "RAIIAtenTensorHandle buf2_again(buf2_handle);"])

    def test_kernels(self):
        model = self.model(HOST, KERNEL)
        swapped, *_ = self.made("pointer_of_other_type", model)
        line = self.changed(swapped).popitem()[1]
        self.assertIn("(const float*)(places.data_ptr())", line)
        self.assertIn("(const int64_t*)(buf1.data_ptr())", line)
        dropped, = self.made("argument_dropped", model, 1)
        self.assertEqual(dropped.text.count("out_ptr0"), 0)
        self.assertIn("cpp_fused_add_0((const float*)(buf1.data_ptr()), (const int64_t*)(places.data_ptr()));",
                      dropped.text)
        defined, = self.made("definition_changed", model, 1)
        self.assertTrue(defined.source.name.endswith("k.kernel.cpp"))
        self.assertEqual({name for name, _ in defined.at}, {defined.source.name, model.wrapper.name})
        renamed, = self.made("definition_renamed", model, 1)
        self.assertTrue(renamed.source.name.endswith("k.kernel.cpp"))
        self.assertIn(" cpp_fused_add_0_again(", renamed.text)
        self.assertEqual({name for name, _ in renamed.at}, {model.wrapper.name})

    def test_launches(self):
        model = self.model(LAUNCHED, device="cuda", image="k.cubin")

        def now(kind, count):
            return [self.stripped(mutant) for mutant in self.made(kind, model, count)]

        arrays = [line for line, in now("launch_argument_dropped", 5)]
        self.assertEqual(arrays[3], "void* kernel_args_[] = {&var_0, &var_1, &var_2, &var_4, &global_scratch_scratch_5};")
        self.assertEqual([array.count("&") for array in arrays], [5] * 5)
        self.assertEqual([line.count("&") for line, in now("launch_argument_twice", 5)], [7] * 5)
        swapped = [line for line, in now("launch_arguments_swapped", 2)]
        self.assertIn("{&var_3, &var_1, &var_2, &var_0, ", swapped[0])
        self.assertEqual(now("launch_number_narrow", 1), [["int32_t var_2 = ks0;"]])
        self.assertEqual(now("launch_number_wide_float", 1), [["double var_4 = factor;"]])
        launch = "launchKernel(kernels_.triton_red_0, grid_0, grid_1, grid_2, {}, kernel_args_, stream_);"
        self.assertEqual(now("launch_warps_changed", 1), [[launch.format("8, 64")]])
        self.assertEqual(now("launch_shared_less", 1), [[launch.format("4, 32")]])
        load = 'kernels_.triton_red_0 = loadKernel("/tmp/c/k.cubin", "triton_red_0", 0, cubin_dir_);'
        self.assertEqual(now("launch_shared_none", 1), [[load, launch.format("4, 0")]])
        self.assertEqual(now("grid_too_large", 2), [["uint32_t grid_1 = 65536;"], ["uint32_t grid_2 = 65536;"]])
        self.assertEqual(now("scratch_not_scaled", 1), [["int64_t global_scratch_scratch_5_size[] = {256};"]])

    def test_sizes_of_launches(self):
        model = self.model(LAUNCHED, device="cuda", image="k.cubin")
        empty, = self.made("empty_grid_launched", model, 1)
        # What the checks that are asked for refuse is taken by default.
        self.assertIn("if (arg1_1_size[0] < 2) {", empty.text)
        self.assertNotIn("grid_0 == 0", empty.text)
        self.assertIn("launchKernel(", empty.lines[min(empty.at) - 1])
        large, = self.made("number_of_elements_overflows", model, 1)
        self.assertIn("if (arg1_1_size[0] > 2147483647) {", large.text)
        bound, = self.made("bound_of_index_empty", model, 1)
        self.assertIn("if (arg0_1_size[0] < 0) {", bound.text)
        self.assertIn("    call_triton_red_0(", bound.lines[min(bound.at) - 1])
        free, = self.made("index_not_asserted", model, 1)
        self.assertNotIn("device_assert", free.text)
        self.assertIn("'assert_indirect_indexing': False", free.text)
        # Without the image nothing tells how many warps and how much shared memory it takes.
        bare = self.model(LAUNCHED, device="cuda")
        for kind in ("launch_warps_changed", "launch_shared_none"):
            self.assertEqual(list(KINDS[kind].make(bare)), [])
        old = self.model(OLD, old=True, device="cuda")
        self.assertEqual(list(KINDS["launch_argument_twice"].make(old)), [])

    def test_folding(self):
        model = self.model(FOLDING)
        dropped = self.made("folded_not_returned", model, 2)
        for mutant, slot in zip(dropped, "01"):
            number, = mutant.at
            self.assertEqual(mutant.lines[number - 1].strip(), f"output_handles[{slot}] = constants_->at({slot});")
            self.assertEqual(mutant.text.count(f"] = output_handles[{slot}];"), 0)
        empty = self.made("folded_not_filled", model, 2)
        for mutant, slot in zip(empty, "01"):
            number, = mutant.at
            self.assertIn(f"= output_handles[{slot}];", mutant.lines[number - 1])
            self.assertNotIn(f"output_handles[{slot}] = buf", mutant.text)
        twice, = self.made("folded_filled_twice", model, 1)
        self.assertEqual(self.changed(twice).popitem()[1].strip(), "output_handles[0] = buf1.release();")
        swapped, = self.made("folded_of_other_name", model, 1)
        self.assertEqual([line.strip() for line in self.changed(swapped).values()],
                         ['folded_constants_map["places"] = output_handles[0];',
                          'folded_constants_map["weight"] = output_handles[1];'])
        unmarked, = self.made("folded_not_marked", model, 1)
        self.assertIn("constants_info_[1].from_folded = false;", self.changed(unmarked).popitem()[1])
        again, = self.made("folded_twice", model, 1)
        self.assertEqual(self.stripped(again), ['folded_constants_map["weight"] = output_handles[1];'])
        self.assertEqual(again.at, set(self.changed(again)))
        others = self.made("folded_of_no_name", model, 2)
        for mutant, name, slot in zip(others, ("weight", "places"), "01"):
            self.assertEqual(self.stripped(mutant), [f'folded_constants_map["{name}_other"] = output_handles[{slot}];'])
            self.assertEqual(mutant.at, set(self.changed(mutant)))
        short, = self.made("folded_without_room", model, 1)
        self.assertEqual(self.stripped(short), ["std::vector<AtenTensorHandle> output_handles(1);"])
        self.assertEqual(short.at, set(self.changed(short)))
        uncalled, = self.made("folding_not_called", model, 1)
        self.assertNotIn(" _const_run_impl(output_handles", uncalled.text)
        number, = uncalled.at
        self.assertEqual(uncalled.lines[number - 1].strip(), 'folded_constants_map["weight"] = output_handles[0];')
        marked = self.made("weight_marked_folded", self.model(BLOCKS), 2)
        for mutant, index in zip(marked, "01"):
            self.assertEqual(self.stripped(mutant), [f"constants_info_[{index}].from_folded = true;"])
            self.assertEqual(mutant.at, set(self.changed(mutant)))
        # What is computed is no weight, and what has no type may be computed.
        folded = FOLDING.replace("].offset = 0;", "].type = static_cast<int32_t>(ConstantType::Parameter);")
        self.assertEqual(list(KINDS["weight_marked_folded"].make(self.model(folded))), [])
        self.assertEqual(list(KINDS["weight_marked_folded"].make(self.model(HOST, KERNEL))), [])

    def test_operators_of_the_executor(self):
        model = self.model(PROXY, extern=NODES)
        calls = [number for number, line in enumerate(model.wrapper.lines, 1) if "proxy_executor_call" in line]
        wrong = self.made("proxy_node_wrong", model, 3)
        self.assertEqual([mutant.at for mutant in wrong], [{calls[0]}, {calls[1]}, {calls[1]}])
        changed = self.made("proxy_value_changed", model)
        for mutant in changed:
            described = json.loads(mutant.text)
            self.assertEqual([node["name"] for node in described["nodes"]], ["buf1", "buf2"])
            number = re.search(r"node (\d)", mutant.why)[1]
            self.assertEqual(mutant.at, {1, (model.wrapper.name, calls[int(number)])})
        device, = self.made("proxy_device_other", model, 1)
        self.assertIn('{"as_device": {"type": "cuda", "index": 0}}', device.text)
        self.assertEqual(device.at, {1, (model.wrapper.name, calls[0])})
        lost = self.made("proxy_call_lost", model, 2)
        for mutant in lost:
            self.assertEqual(mutant.text.count("proxy_executor_call"), 1)
            self.assertEqual(mutant.at, {(model.extern.name, 1)})

    def test_constants_on_another_device(self):
        newer = HOST.replace("].offset = 0;", "].device_type = cached_torch_device_type_cpu;", 1)
        moved, = self.made("constant_on_other_device", self.model(newer, KERNEL), 1)
        number, = moved.at
        self.assertEqual(moved.lines[number - 1].strip(),
                         "constants_info_[0].device_type = cached_torch_device_type_cuda;")
        self.assertIn("CACHE_TORCH_DEVICE(cuda);", moved.text)
        self.assertEqual(list(KINDS["constant_on_other_device"].make(self.model(HOST, KERNEL))), [])

    def test_edit_keeps_track_of_lines(self):
        model = self.model(HOST, KERNEL)
        edit = Edit(model.wrapper)
        made = edit.before(5, "new")
        kept = edit.keep(5)
        edit.drop(2)
        self.assertEqual((edit.number(made), edit.number(kept)), (5, 6))
        self.assertRaises(ValueError, edit.change, 0, "no such text", "")

    def test_judge(self):
        model = self.model(HOST, KERNEL)
        mutant = self.made("owned_twice", model)[0]
        name, (line,) = mutant.source.name, mutant.at
        rule = KINDS["owned_twice"].rule
        before = [("aoti-debug-leftover", name, line + 3, "a"), ("aoti-debug-leftover", "other.cpp", 9, "b")]

        def judged(*findings):
            copy = Copy(KINDS["owned_twice"], model, mutant, Path("."))
            judge(copy, findings, before)
            return copy.found, len(copy.other)

        same = (("aoti-debug-leftover", name, line + 4, "a"), ("aoti-debug-leftover", "other.cpp", 9, "b"))
        self.assertEqual(judged((rule, name, line, "c"), *same), (True, 0))
        self.assertEqual(judged(*same), (False, 0))
        self.assertEqual(judged((rule, name, line + 1, "c"), *same), (False, 1))
        self.assertEqual(judged((rule, name, line, "c"), *same, same[0]), (True, 1))
        self.assertEqual(judged((rule, "other.cpp", line, "c")), (False, 1))
        self.assertEqual(judged((rule, name, line, "c"), ("aoti-debug-leftover", name, line + 3, "a")), (True, 1))


if __name__ == "__main__":
    unittest.main()
