#!/usr/bin/env python3
"""Writes a synthetic CPU wrapper of about N lines in the form of torch 2.13: make_wrapper.py N OUT.cpp

It repeats what real wrappers repeat: constants, input checks, allocations, shim calls, kernel calls, views, moves and releases.
"""
import sys

LAYER_LINES = 58  # lines that a layer adds, all sections together
WIDTH = 64


def constant(index, name, shape, stride):
    size = 4 * shape[0] * (shape[1] if len(shape) > 1 else 1)
    fields = [
        f'name = "{name}"', 'dtype = cached_torch_dtype_float32', 'device_type = cached_torch_device_type_cpu', 'offset = 0',
        f'data_size = {size}', 'from_folded = false',
        'type = static_cast<int32_t>(torch::aot_inductor::ConstantType::Parameter)',
        f'shape = {{{", ".join(map(str, shape))}}}', f'stride = {{{", ".join(map(str, stride))}}}',
        'layout = static_cast<int32_t>(cached_torch_layout_strided)', f'original_fqn = "{name.replace("_", ".")}"']
    return [f'    constants_info_[{index}].{f};' for f in fields]


def layer(i):
    """Statements of run_impl for layer i, which turns buffer `cur` into `buf{2*i+1}`."""
    source = 'arg0_1' if i == 0 else f'buf{2 * i - 1}'
    b, r = f'buf{2 * i}', f'buf{2 * i + 1}'
    return [
        f'    AtenTensorHandle {b}_handle;',
        '    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_empty_strided(2, int_array_0, int_array_1, cached_torch_dtype_float32, '
        f'cached_torch_device_type_cpu, this->device_idx_, &{b}_handle));',
        f'    RAIIAtenTensorHandle {b}({b}_handle);',
        f'    // Topologically Sorted Source Nodes: [linear_{i}], Original ATen: [aten.addmm]',
        f'    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_cpu_addmm_out({b}, l{i}_bias, {source}, '
        f'wrap_with_raii_handle_if_needed(reinterpret_tensor_wrapper(l{i}_weight, 2, int_array_2, int_array_3, 0L)), 1L, 1L));',
        f'    {source}.reset();',
        f'    auto {r} = std::move({b});  // reuse',
        f'    cpp_fused_relu_{i}((float*)({r}.data_ptr()), s77);',
    ]


def main():
    lines, out = int(sys.argv[1]), sys.argv[2]
    layers = max(1, lines // LAYER_LINES)
    text = ['#include <torch/csrc/inductor/aoti_include/cpu.h>', '']
    for i in range(layers):
        text += [f'extern "C"  void  cpp_fused_relu_{i}(float* in_out_ptr0,', '                       const int64_t ks0);']
    text += ['CACHE_TORCH_DTYPE(float32);', 'CACHE_TORCH_DEVICE(cpu);', 'CACHE_TORCH_LAYOUT(strided);',
             'namespace torch::aot_inductor {', 'namespace {', 'class AOTInductorModelKernels : public AOTInductorModelKernelsBase {',
             '  public:', '};', '}  // namespace', '',
             'AOTInductorModel::AOTInductorModel(std::shared_ptr<ConstantMap> constants_map,',
             '                                   std::shared_ptr<std::vector<ConstantHandle>> constants_array,',
             '                                   const std::string& device_str,',
             '                                   std::optional<std::string> cubin_dir)',
             '    : AOTInductorModelBase(1,', '                           1,', f'                           {2 * layers},',
             '                           device_str,', '                           std::move(cubin_dir),',
             '                           true) {', '    inputs_info_[0].name = "arg0_1";']
    for i in range(layers):
        text += constant(2 * i, f'l{i}_weight', (WIDTH, WIDTH), (WIDTH, 1)) + constant(2 * i + 1, f'l{i}_bias', (WIDTH,), (1,))
    text += ['    update_constants_map(std::move(constants_map));', '    update_constants_array(std::move(constants_array));',
             '    outputs_info_[0].name = "output0";', '    this->kernels_ = std::make_unique<AOTInductorModelKernels>();', '}', '',
             'AOTI_NOINLINE static void check_input_0(', '    AtenTensorHandle* input_handles', ') {',
             '    ConstantHandle arg0_1 = ConstantHandle(input_handles[0]);', '    auto arg0_1_size = arg0_1.sizes();',
             '    if (arg0_1_size[0] < 2) {', '        std::stringstream ss;', '        ss << "input_handles[0]: dim value is too small at 0";',
             '        throw std::runtime_error(std::move(ss).str());', '    }', '    if (arg0_1_size[0] > 1024) {',
             '        std::stringstream ss;', '        ss << "input_handles[0]: dim value is too large at 0";',
             '        throw std::runtime_error(std::move(ss).str());', '    }', '}', '',
             'void AOTInductorModel::run_impl(', '    AtenTensorHandle* input_handles,', '    AtenTensorHandle* output_handles,',
             '    DeviceStreamType stream,', '    AOTIProxyExecutorHandle proxy_executor', ') {', '    check_input_0(input_handles);',
             '    auto inputs = steal_from_raw_handles_to_raii_handles(input_handles, 1);', '    auto arg0_1 = std::move(inputs[0]);']
    for i in range(layers):
        text += [f'    [[maybe_unused]] auto& l{i}_weight = constants_->at({2 * i});',
                 f'    [[maybe_unused]] auto& l{i}_bias = constants_->at({2 * i + 1});']
    text += ['    auto arg0_1_size = arg0_1.sizes();', '    int64_t s77 = arg0_1_size[0];', '    inputs.clear();',
             f'    const int64_t int_array_0[] = {{s77, {WIDTH}L}};', f'    static constexpr int64_t int_array_1[] = {{{WIDTH}L, 1L}};',
             f'    static constexpr int64_t int_array_2[] = {{{WIDTH}L, {WIDTH}L}};',
             f'    static constexpr int64_t int_array_3[] = {{1L, {WIDTH}L}};']
    # Real code fills the rest with comments and checks; the remainder of a layer's lines is spent on views that are used once.
    for i in range(layers):
        text += layer(i)
        for k in range(LAYER_LINES - 22 - 2 - 2 - 8):
            text.append(f'    auto var_{i}_{k} = wrap_with_raii_handle_if_needed(reinterpret_tensor_wrapper(buf{2 * i + 1}, 2, '
                        f'int_array_0, int_array_1, 0L));')
    text += [f'    output_handles[0] = buf{2 * layers - 1}.release();', '} // AOTInductorModel::run_impl', '} // namespace torch::aot_inductor', '']
    with open(out, 'w', encoding='utf-8') as f:
        f.write('\n'.join(text))


main()
