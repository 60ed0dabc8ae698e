// The stable ABI of custom operators: tensors, operators on them, and their registration. It has no symbolic sizes.
#pragma once
#include <torch/aoti_api.h>
namespace torch::headeronly {
template <class T> using HeaderOnlyArrayRef = c10::ArrayRef<T>;
using IntHeaderOnlyArrayRef = c10::IntArrayRef;
template <class T> using DefaultPtrTraits = at::DefaultPtrTraits<T>;
template <class T, size_t N, template <class> class P = at::DefaultPtrTraits, class I = int64_t> using HeaderOnlyTensorAccessor = at::TensorAccessor<T, N, P, I>;
template <class T, size_t N, template <class> class P = at::DefaultPtrTraits, class I = int64_t> using HeaderOnlyGenericPackedTensorAccessor = at::TensorAccessor<T, N, P, I>;
} // namespace torch::headeronly
struct AtenTensorOpaque;
namespace torch::stable {
using c10::DeviceType;
using c10::Layout;
using c10::MemoryFormat;
using c10::ScalarType;
using torch::headeronly::IntHeaderOnlyArrayRef;
namespace accelerator {
using DeviceIndex = int32_t;
using StreamId = int64_t;
class DeviceGuard {
public:
  explicit DeviceGuard(DeviceIndex device_index);
  ~DeviceGuard();
  void set_index(DeviceIndex device_index);
};
class Stream {
public:
  StreamId id() const;
  void *nativeHandle() const;
};
Stream getCurrentStream(DeviceIndex device_index);
DeviceIndex getCurrentDeviceIndex();
} // namespace accelerator
using DeviceIndex = accelerator::DeviceIndex;
class Device {
public:
  Device(DeviceType type, DeviceIndex index = -1);
  Device(const std::string &device_string);
  bool operator==(const Device &) const noexcept;
  DeviceType type() const noexcept;
  DeviceIndex index() const noexcept;
  bool has_index() const noexcept;
  bool is_cuda() const noexcept;
  bool is_cpu() const noexcept;
  void set_index(DeviceIndex index);
};
class Tensor {
public:
  Tensor();
  explicit Tensor(AtenTensorOpaque *);
  Tensor(const Tensor &);
  Tensor(Tensor &&) noexcept;
  ~Tensor();
  Tensor &operator=(const Tensor &);
  Tensor &operator=(Tensor &&) noexcept;
  AtenTensorOpaque *get() const;
  void *data_ptr() const;
  void *mutable_data_ptr() const;
  const void *const_data_ptr() const;
  template <class T> T *mutable_data_ptr() const {}
  template <class T> const T *const_data_ptr() const {}
  const Tensor &set_requires_grad(bool requires_grad) const;
  int64_t dim() const;
  int64_t numel() const;
  IntHeaderOnlyArrayRef sizes() const;
  IntHeaderOnlyArrayRef strides() const;
  bool is_contiguous() const;
  int64_t stride(int64_t dim) const;
  int8_t get_device() const;
  DeviceIndex get_device_index() const;
  bool is_cuda() const;
  bool is_cpu() const;
  int64_t size(int64_t dim) const;
  bool defined() const;
  int64_t storage_offset() const;
  size_t element_size() const;
  ScalarType scalar_type() const;
  Device device() const;
  Layout layout() const;
};
Tensor empty_like(const Tensor &self);
Tensor fill_(const Tensor &self, double value);
Tensor narrow(Tensor &self, int64_t dim, int64_t start, int64_t length);
Tensor new_empty(const Tensor &self, IntHeaderOnlyArrayRef size, std::optional<ScalarType> dtype = std::nullopt, std::optional<Layout> layout = std::nullopt, std::optional<Device> device = std::nullopt, std::optional<bool> pin_memory = std::nullopt);
Tensor new_zeros(const Tensor &self, IntHeaderOnlyArrayRef size, std::optional<ScalarType> dtype = std::nullopt, std::optional<Layout> layout = std::nullopt, std::optional<Device> device = std::nullopt, std::optional<bool> pin_memory = std::nullopt);
Tensor pad(const Tensor &self, IntHeaderOnlyArrayRef pad, const std::string &mode = "constant", double value = 0.0);
Tensor amax(const Tensor &self, int64_t dim, bool keepdim = false);
Tensor amax(const Tensor &self, IntHeaderOnlyArrayRef dims, bool keepdim = false);
Tensor transpose(const Tensor &self, int64_t dim0, int64_t dim1);
Tensor zero_(Tensor &self);
Tensor copy_(Tensor &self, const Tensor &src, std::optional<bool> non_blocking = std::nullopt);
Tensor clone(const Tensor &self);
Tensor flatten(const Tensor &self, int64_t start_dim = 0, int64_t end_dim = -1);
Tensor unsqueeze(const Tensor &self, int64_t dim);
Tensor squeeze(const Tensor &self, int64_t dim);
Tensor select(const Tensor &self, int64_t dim, int64_t index);
Tensor matmul(const Tensor &self, const Tensor &other);
template <class F> void parallel_for(int64_t begin, int64_t end, int64_t grain_size, const F &f) {}
uint32_t get_num_threads();
Tensor empty(IntHeaderOnlyArrayRef size, std::optional<ScalarType> dtype = std::nullopt, std::optional<Layout> layout = std::nullopt, std::optional<Device> device = std::nullopt, std::optional<bool> pin_memory = std::nullopt, std::optional<MemoryFormat> memory_format = std::nullopt);
Tensor full(IntHeaderOnlyArrayRef size, double fill_value, std::optional<ScalarType> dtype = std::nullopt, std::optional<Layout> layout = std::nullopt, std::optional<Device> device = std::nullopt, std::optional<bool> pin_memory = std::nullopt);
Tensor reshape(const Tensor &self, IntHeaderOnlyArrayRef shape);
Tensor view(const Tensor &self, IntHeaderOnlyArrayRef size);
Tensor view(const Tensor &self, ScalarType dtype);
Tensor to(const Tensor &self, std::optional<ScalarType> dtype = std::nullopt, std::optional<Layout> layout = std::nullopt, std::optional<Device> device = std::nullopt, std::optional<bool> pin_memory = std::nullopt, bool non_blocking = false, bool copy = false, std::optional<MemoryFormat> memory_format = std::nullopt);
Tensor to(const Tensor &self, Device device, bool non_blocking = false, bool copy = false);
Tensor contiguous(const Tensor &self, MemoryFormat memory_format = MemoryFormat::Contiguous);
Tensor sum(const Tensor &self, std::optional<IntHeaderOnlyArrayRef> dim = std::nullopt, bool keepdim = false, std::optional<ScalarType> dtype = std::nullopt);
Tensor subtract(const Tensor &self, const Tensor &other, double alpha = 1.0);
Tensor permute(const Tensor &self, IntHeaderOnlyArrayRef dims);
Tensor index_select(const Tensor &self, int64_t dim, const Tensor &index);
namespace detail {
template <class T> uint64_t from(T &&) { return 0; }
template <class T> T to(uint64_t) {}
class StableLibrary final {
public:
  StableLibrary &impl(const char *name, void (*fn)(uint64_t *, uint64_t, uint64_t));
  StableLibrary &def(const char *schema);
  StableLibrary &def(const char *schema, const std::vector<int> &tags);
  StableLibrary &set_python_module(const char *module, const char *context = "");
};
struct StableTorchLibraryInit {
  StableTorchLibraryInit(void (*fn)(StableLibrary &), const char *ns, const char *key, const char *file, uint32_t line);
};
template <class F, F *f> struct boxer { static void boxed_fn(uint64_t *stack, uint64_t num_args, uint64_t num_outputs); };
} // namespace detail
} // namespace torch::stable
using StableIValue = uint64_t;
#define TORCH_ERROR_CODE_CHECK(call) TORCH_CHECK((call) == 0, "API call failed")
#define STABLE_TORCH_ERROR_CODE_CHECK(call) TORCH_ERROR_CODE_CHECK(call)
#define TORCH_BOX(func) torch::stable::detail::boxer<std::remove_pointer_t<std::remove_reference_t<decltype(func)>>, (func)>::boxed_fn
#define AOTI_STABLE_LIBRARY(NS, KEY, M, FN)                                    \
  static void FN(torch::stable::detail::StableLibrary &);                      \
  static const torch::stable::detail::StableTorchLibraryInit AOTI_CAT(FN, _static)(&FN, #NS, KEY, __FILE__, __LINE__); \
  void FN(torch::stable::detail::StableLibrary &M)
#define STABLE_TORCH_LIBRARY(ns, m) AOTI_STABLE_LIBRARY(ns, "", m, STABLE_TORCH_LIBRARY_init_##ns)
#define STABLE_TORCH_LIBRARY_FRAGMENT(ns, m) AOTI_STABLE_LIBRARY(ns, "", m, AOTI_CAT(STABLE_TORCH_LIBRARY_FRAGMENT_init_##ns##_, __COUNTER__))
#define STABLE_TORCH_LIBRARY_IMPL(ns, k, m) AOTI_STABLE_LIBRARY(ns, #k, m, AOTI_CAT(STABLE_TORCH_LIBRARY_IMPL_init_##ns##_##k##_, __COUNTER__))
#ifndef STD_TORCH_CHECK
#define STD_TORCH_CHECK(cond, ...) TORCH_CHECK(cond, ##__VA_ARGS__)
#endif
#define STD_TORCH_CHECK_NOT_IMPLEMENTED(cond, ...) TORCH_CHECK(cond, ##__VA_ARGS__)
#define STD_CUDA_CHECK(EXPR) do { (void)(EXPR); } while (0)
#define STD_CUDA_KERNEL_LAUNCH_CHECK() do {} while (0)
#define THO_DISPATCH_SWITCH(TYPE, NAME, ...) AT_DISPATCH_SWITCH(TYPE, NAME, __VA_ARGS__)
#define THO_DISPATCH_CASE(ENUM, ...) AT_DISPATCH_CASE(ENUM, __VA_ARGS__)
