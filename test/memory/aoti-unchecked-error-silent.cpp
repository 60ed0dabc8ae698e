// RUN: %check_aoti %s aoti-unchecked-error
//
// Calls whose code is looked at, and calls that have none or whose code does not matter.

#include <cassert>
#include <torch/csrc/inductor/aoti_include/cpu.h>

extern "C" AOTITorchError aoti_torch_cpu_mine_(AtenTensorHandle self);
extern "C" AOTITorchError aoti_torch_mine_to_ivalue(AtenTensorHandle self, void **ret);
extern "C" int32_t aoti_torch_mine_count(AtenTensorHandle self);

namespace torch::aot_inductor {

AOTITorchError passed_on(AtenTensorHandle x) { return aoti_torch_cpu_mine_(x); }

bool looked_at(AtenTensorHandle x, bool flag) {
  AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_cpu_mine_(x));
  if (aoti_torch_cpu_mine_(x))
    return false;
  while (aoti_torch_cpu_mine_(x) != AOTI_TORCH_SUCCESS)
    flag = !flag;
  AOTITorchError code = aoti_torch_cpu_mine_(x);
  if (code != AOTI_TORCH_SUCCESS)
    throw std::runtime_error("mine");
  AOTITorchError all = 0;
  all |= aoti_torch_cpu_mine_(x);
  code = aoti_torch_cpu_mine_(x);
  AOTITorchError captured = aoti_torch_cpu_mine_(x);
  auto later = [captured] { return captured == AOTI_TORCH_SUCCESS; };
  AOTITorchError codes[] = {aoti_torch_cpu_mine_(x), aoti_torch_cpu_mine_(x)};
  return later() && codes[0] == codes[1] && aoti_torch_cpu_mine_(x) == AOTI_TORCH_SUCCESS;
}

void without_a_code(AtenTensorHandle x) {
  aoti_torch_grad_mode_set_enabled(false);
  aoti_torch_print_tensor_handle(x, "x");
  aoti_torch_dtype_float32();
  aoti_torch_mine_count(x);
}

void without_consequence(AtenTensorHandle x) {
  void *value;
  aoti_torch_mine_to_ivalue(x, &value);
  aoti_torch_delete_tensor_object(x);
}

void suppressed(AtenTensorHandle x) {
  aoti_torch_cpu_mine_(x); // NOLINT(aoti-unchecked-error)
  // NOLINTNEXTLINE(aoti-unchecked-error)
  aoti_torch_cpu_mine_(x);
  aoti_torch_cpu_mine_(x); // NOLINT
}

} // namespace torch::aot_inductor
