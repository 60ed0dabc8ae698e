// Shims that take a device by type and index: those whose literal arguments
// matter when a package is moved. One list, four devices.
#pragma once
#include <torch/csrc/inductor/aoti_torch/c/shim.h>
#define AOTI_OPTIONS int32_t *dtype, int32_t *layout, int32_t *device, int32_t device_index_, int32_t *pin_memory
#define AOTI_LIKE int32_t *dtype, int32_t *layout, int32_t *device, int32_t device_index_, int32_t *pin_memory, int32_t *memory_format, AtenTensorHandle *ret0
#define AOTI_FACTORIES(D)                                                      \
  AOTITorchError aoti_torch_##D##__efficientzerotensor(const int64_t *size, int64_t size_len_, AOTI_OPTIONS, AtenTensorHandle *ret0); \
  AOTITorchError aoti_torch_##D##_hann_window(int64_t window_length, AOTI_OPTIONS, AtenTensorHandle *ret0); \
  AOTITorchError aoti_torch_##D##_rand(const int64_t *size, int64_t size_len_, AOTI_OPTIONS, AtenTensorHandle *ret0); \
  AOTITorchError aoti_torch_##D##_rand_generator(const int64_t *size, int64_t size_len_, AtenGeneratorHandle *generator, AOTI_OPTIONS, AtenTensorHandle *ret0); \
  AOTITorchError aoti_torch_##D##_rand_like(AtenTensorHandle self, AOTI_LIKE); \
  AOTITorchError aoti_torch_##D##_rand_like_generator(AtenTensorHandle self, AtenGeneratorHandle *generator, AOTI_LIKE); \
  AOTITorchError aoti_torch_##D##_randint(int64_t high, const int64_t *size, int64_t size_len_, AOTI_OPTIONS, AtenTensorHandle *ret0); \
  AOTITorchError aoti_torch_##D##_randint_generator(int64_t high, const int64_t *size, int64_t size_len_, AtenGeneratorHandle *generator, AOTI_OPTIONS, AtenTensorHandle *ret0); \
  AOTITorchError aoti_torch_##D##_randint_low(int64_t low, int64_t high, const int64_t *size, int64_t size_len_, AOTI_OPTIONS, AtenTensorHandle *ret0); \
  AOTITorchError aoti_torch_##D##_randint_like(AtenTensorHandle self, int64_t high, AOTI_LIKE); \
  AOTITorchError aoti_torch_##D##_randint_like_low_dtype(AtenTensorHandle self, int64_t low, int64_t high, AOTI_LIKE); \
  AOTITorchError aoti_torch_##D##_randn(const int64_t *size, int64_t size_len_, AOTI_OPTIONS, AtenTensorHandle *ret0); \
  AOTITorchError aoti_torch_##D##_randn_generator(const int64_t *size, int64_t size_len_, AtenGeneratorHandle *generator, AOTI_OPTIONS, AtenTensorHandle *ret0); \
  AOTITorchError aoti_torch_##D##_randn_like(AtenTensorHandle self, AOTI_LIKE); \
  AOTITorchError aoti_torch_##D##_randn_like_generator(AtenTensorHandle self, AtenGeneratorHandle *generator, AOTI_LIKE); \
  AOTITorchError aoti_torch_##D##_randperm(int64_t n, AOTI_OPTIONS, AtenTensorHandle *ret0);
extern "C" {
AOTITorchError aoti_torch_aten_full(const int64_t *size, int64_t size_len_, double fill_value, AOTI_OPTIONS, AtenTensorHandle *ret0);
AOTITorchError aoti_torch_aten_new_empty(AtenTensorHandle self, const int64_t *size, int64_t size_len_, AOTI_OPTIONS, AtenTensorHandle *ret0);
AOTITorchError aoti_torch_aten_new_zeros(AtenTensorHandle self, const int64_t *size, int64_t size_len_, AOTI_OPTIONS, AtenTensorHandle *ret0);
}
