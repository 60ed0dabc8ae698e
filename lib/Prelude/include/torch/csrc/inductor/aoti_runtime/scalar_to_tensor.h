#pragma once
#include <c10/util/numeric.h>
#include <torch/csrc/inductor/aoti_runtime/utils.h>
namespace torch::aot_inductor {
template <class T> RAIIAtenTensorHandle scalar_to_tensor_handle(T value) { return {}; }
}
