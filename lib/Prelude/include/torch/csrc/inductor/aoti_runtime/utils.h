// Owning handles, error macros and cached enumerators of the runtime.
#pragma once
#include <aoti_std/containers.h>
#include <aoti_std/stream.h>
#include <torch/csrc/inductor/aoti_torch/c/shim.h>
#define AOTI_NOINLINE __attribute__((noinline))
namespace torch::headeronly::detail {
[[noreturn]] void throw_exception(const char *call, const char *file, int64_t line);
}
#define AOTI_TORCH_ERROR_CODE_CHECK(call)                                      \
  do {                                                                         \
    if ((call) != AOTI_TORCH_SUCCESS) {                                        \
      torch::headeronly::detail::throw_exception(#call, __FILE__, __LINE__);   \
    }                                                                          \
  } while (0)
using AOTIRuntimeError = int32_t;
#define AOTI_RUNTIME_SUCCESS 0
#define AOTI_RUNTIME_FAILURE 1
#define AOTI_RUNTIME_ERROR_CODE_CHECK(call)                                    \
  do {                                                                         \
    if ((call) != AOTI_RUNTIME_SUCCESS) {                                      \
      torch::headeronly::detail::throw_exception(#call, __FILE__, __LINE__);   \
    }                                                                          \
  } while (0)
#define AOTI_RUNTIME_CHECK(EXPR, MSG)                                          \
  do {                                                                         \
    if (!(EXPR)) {                                                             \
      throw std::runtime_error(MSG);                                           \
    }                                                                          \
  } while (0)
namespace torch::aot_inductor {
using DeleterFnPtr = void (*)(void *);
void noop_deleter(void *);
void delete_record_function_object(void *ptr);
void delete_tensor_object(void *ptr);
void delete_c10_value_object(void *ptr);

#define AOTI_RAII(N, H)                                                        \
  N();                                                                         \
  N(const N &other) = delete;                                                  \
  N &operator=(const N &other) = delete;                                       \
  N(N &&other);                                                                \
  N &operator=(N &&other);                                                     \
  N(H handle);                                                                 \
  ~N();                                                                        \
  operator H() const;                                                          \
  H release();                                                                 \
  H get() const;                                                               \
  void reset();
class RAIIAtenRecordFunctionHandle {
public:
  AOTI_RAII(RAIIAtenRecordFunctionHandle, AtenRecordFunctionHandle)
  RAIIAtenRecordFunctionHandle(const char *name, IValueMapHandle kwargs);
  RAIIAtenRecordFunctionHandle(const char *name, IValueMapHandle kwargs, std::vector<C10IValueHandle> inputs);
};
class RAIIC10IValueHandle {
public:
  AOTI_RAII(RAIIC10IValueHandle, C10IValueHandle)
};
class RAIIAtenTensorHandle {
public:
  AOTI_RAII(RAIIAtenTensorHandle, AtenTensorHandle)
  int64_t size(int64_t d);
  int64_t stride(int64_t d);
  int64_t storage_offset();
  void *data_ptr() const;
  int64_t *sizes() const;
  int64_t *strides() const;
};
class MaybeOwningAtenTensorHandle {
public:
  AOTI_RAII(MaybeOwningAtenTensorHandle, AtenTensorHandle)
  MaybeOwningAtenTensorHandle(RAIIAtenTensorHandle &&other);
  MaybeOwningAtenTensorHandle &operator=(RAIIAtenTensorHandle &&other);
  MaybeOwningAtenTensorHandle(AtenTensorHandle handle, bool user_managed);
  int64_t size(int64_t d);
  int64_t stride(int64_t d);
  int64_t storage_offset();
};
#undef AOTI_RAII
class ConstantHandle {
public:
  ConstantHandle() = default;
  explicit ConstantHandle(AtenTensorHandle handle);
  operator AtenTensorHandle() const;
  AtenTensorHandle tensor() const;
  AtenTensorHandle get() const;
  void *data_ptr() const;
  int64_t *sizes() const;
  int64_t *strides() const;

private:
  AtenTensorHandle handle_{};
  void *data_ = nullptr;
};
std::vector<RAIIAtenTensorHandle> steal_from_raw_handles_to_raii_handles(AtenTensorHandle *handles, size_t size);
AtenTensorHandle reinterpret_tensor_wrapper(AtenTensorHandle self, int64_t ndim, const int64_t *sizes_ptr, const int64_t *strides_ptr, int64_t storage_offset);
void *get_data_ptr_wrapper(AtenTensorHandle tensor);
void *get_data_ptr_wrapper(const ConstantHandle &constant);
AtenTensorHandle unwrap_raii_handle_if_needed(const RAIIAtenTensorHandle &handle);
const ConstantHandle &unwrap_raii_handle_if_needed(const ConstantHandle &handle);
RAIIAtenTensorHandle wrap_with_raii_handle_if_needed(AtenTensorHandle handle);
AtenTensorHandle wrap_with_raii_handle_if_needed(const ConstantHandle &handle) = delete;
AtenTensorHandle new_tensor_handle(AtenTensorHandle handle);
template <class DevicePtr> DevicePtr allocate_scratch_tensor(int64_t numel, int32_t dtype, int32_t device_type, int32_t device_index, RAIIAtenTensorHandle &scratch_tensor) { return 0; }
void assert_size_stride(AtenTensorHandle tensor, std::initializer_list<int64_t> expected_sizes, std::initializer_list<int64_t> expected_strides, const char *op_name = nullptr);
void assert_size_stride(AtenTensorHandle tensor, std::initializer_list<int64_t> expected_sizes, std::initializer_list<int64_t> expected_strides, const char *op_name, int32_t expected_dtype, const char *expected_dtype_name);
void assert_alignment(AtenTensorHandle tensor, size_t alignment, const char *op_name = nullptr);
template <class T> T &temporary_reference(T &&t) { return t; }
#define CACHE_TORCH_DTYPE(typename) static auto cached_torch_dtype_##typename = aoti_torch_dtype_##typename()
#define CACHE_TORCH_DEVICE(device) static auto cached_torch_device_type_##device = aoti_torch_device_type_##device()
#define CACHE_TORCH_LAYOUT(layout) static auto cached_torch_layout_##layout = aoti_torch_layout_##layout()
#define CACHE_TORCH_MEMORY_FORMAT(format) static auto cached_torch_memory_format_##format = aoti_torch_memory_format_##format()
} // namespace torch::aot_inductor
