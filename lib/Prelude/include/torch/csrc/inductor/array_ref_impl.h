// Conversions between handles and stack tensors.
#pragma once
#include <torch/csrc/inductor/aoti_runtime/thread_local.h>
namespace torch::aot_inductor {
template <class T> void convert_output_to_handle(const ArrayRefTensor<T> &output, AtenTensorHandle &handle) {}
template <class... T> void convert_outputs_to_handles(const std::tuple<ArrayRefTensor<T>...> &outputs, AtenTensorHandle *output_handles) {}
template <class T> void convert_handle_to_arrayref_tensor(AtenTensorHandle handle, ArrayRefTensor<T> &input) {}
template <class... T> void convert_handles_to_inputs(AtenTensorHandle *input_handles, std::tuple<ArrayRefTensor<T>...> &inputs) {}
template <class T> void assert_numel(const ArrayRefTensor<T> &tensor, uint64_t numel) {}
} // namespace torch::aot_inductor
