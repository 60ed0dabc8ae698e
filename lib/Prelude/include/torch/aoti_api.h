// Tensors and their operations as custom operators use them: the shapes of the
// signatures are real where sizes, symbols, streams or devices pass through.
#pragma once
#include <aoti_std/algorithm.h>
#include <aoti_std/assoc.h>
#include <aoti_std/filesystem.h>
#include <aoti_std/functional.h>
#include <aoti_std/math.h>
#include <aoti_std/misc.h>
#include <aoti_std/thread.h>
#include <ATen/aoti_accumulate.h>
#include <c10/core/types.h>
#include <c10/util/ArrayRef.h>
#include <c10/util/Exception.h>
#include <c10/util/generic_math.h>
#include <c10/util/irange.h>
namespace at { class Tensor; class Generator; }
namespace c10 {
template <class T> class intrusive_ptr {
public:
  intrusive_ptr() noexcept;
  intrusive_ptr(std::nullptr_t) noexcept;
  intrusive_ptr(const intrusive_ptr &) noexcept {}
  intrusive_ptr(intrusive_ptr &&) noexcept {}
  template <class U> intrusive_ptr(intrusive_ptr<U>) noexcept {}
  ~intrusive_ptr() {}
  intrusive_ptr &operator=(const intrusive_ptr &) noexcept {}
  intrusive_ptr &operator=(intrusive_ptr &&) noexcept {}
  T *get() const noexcept {}
  T &operator*() const noexcept {}
  T *operator->() const noexcept {}
  explicit operator bool() const noexcept {}
  bool defined() const noexcept {}
  size_t use_count() const noexcept {}
  void reset() noexcept {}
};
template <class T, class... A> intrusive_ptr<T> make_intrusive(A &&...) {}
class intrusive_ptr_target { public: virtual ~intrusive_ptr_target(); };
struct OperatorKernel : intrusive_ptr_target {};
class FunctionSchema;
enum class AliasAnalysisKind : uint8_t { INTERNAL_SPECIAL_CASE, CONSERVATIVE, FROM_SCHEMA, PURE_FUNCTION };
void LogAPIUsage(const std::string &context);
namespace detail { bool LogAPIUsageFakeReturn(const std::string &context); }
#define C10_LOG_API_USAGE_ONCE(...) [[maybe_unused]] static bool C10_ANONYMOUS_VARIABLE(logFlag) = ::c10::detail::LogAPIUsageFakeReturn(__VA_ARGS__);
template <class T> struct MaybeOwned {
  const T &operator*() const {}
  const T *operator->() const {}
  static MaybeOwned borrowed(const T &) {}
  static MaybeOwned owned(T &&) {}
};
template <class T, unsigned N = 6> class SmallVector : public std::vector<T> {
public:
  using std::vector<T>::vector;
  SmallVector() {}
  template <class U> explicit SmallVector(ArrayRef<U>) {}
};
using DimVector = SmallVector<int64_t, 5>;
template <class T> using optional = std::optional<T>;
using std::nullopt;
using std::nullopt_t;
using string_view = std::string_view;

class SymBool {
public:
  SymBool(bool b);
  SymBool();
  bool guard_bool(const char *file, int64_t line) const;
  bool expect_true(const char *file, int64_t line) const;
  bool guard_or_false(const char *file, int64_t line) const;
  bool guard_or_true(const char *file, int64_t line) const;
  SymBool sym_and(const SymBool &) const;
  SymBool sym_or(const SymBool &) const;
  SymBool sym_not() const;
  SymBool operator&(const SymBool &) const;
  SymBool operator|(const SymBool &) const;
  SymBool operator~() const;
  std::optional<bool> maybe_as_bool() const;
  bool is_heap_allocated() const;
};
class SymFloat;
class SymInt {
public:
  SymInt(int64_t d);
  SymInt();
  SymInt clone() const;
  int64_t guard_int(const char *file, int64_t line) const;
  int64_t expect_int() const;
  bool has_hint() const;
  bool expect_size(const char *file, int64_t line) const;
  bool is_symbolic() const;
  bool is_heap_allocated() const;
  bool is_int() const;
  std::optional<int64_t> maybe_as_int() const;
  int64_t as_int_unchecked() const;
  SymInt min(const SymInt &) const;
  SymInt max(const SymInt &) const;
  operator SymFloat() const;
  SymInt operator*(const SymInt &) const;
  SymInt operator+(const SymInt &) const;
  SymInt operator-(const SymInt &) const;
  SymInt operator/(const SymInt &) const;
  SymInt operator%(const SymInt &) const;
  void operator*=(const SymInt &);
  void operator+=(const SymInt &);
  void operator/=(const SymInt &);
  SymBool sym_eq(const SymInt &) const;
  SymBool sym_ne(const SymInt &) const;
  SymBool sym_lt(const SymInt &) const;
  SymBool sym_le(const SymInt &) const;
  SymBool sym_gt(const SymInt &) const;
  SymBool sym_ge(const SymInt &) const;
  bool operator==(const SymInt &) const;
  bool operator!=(const SymInt &) const;
  bool operator<(const SymInt &) const;
  bool operator<=(const SymInt &) const;
  bool operator>(const SymInt &) const;
  bool operator>=(const SymInt &) const;
};
#define AOTI_SYM(T)                                                            \
  SymInt operator+(const SymInt &, T);                                         \
  SymInt operator-(const SymInt &, T);                                         \
  SymInt operator*(const SymInt &, T);                                         \
  SymInt operator/(const SymInt &, T);                                         \
  SymInt operator%(const SymInt &, T);                                         \
  SymInt operator+(T, const SymInt &);                                         \
  SymInt operator-(T, const SymInt &);                                         \
  SymInt operator*(T, const SymInt &);                                         \
  SymInt operator/(T, const SymInt &);                                         \
  SymInt operator%(T, const SymInt &);                                         \
  bool operator==(const SymInt &, T);                                          \
  bool operator!=(const SymInt &, T);                                          \
  bool operator<(const SymInt &, T);                                           \
  bool operator<=(const SymInt &, T);                                          \
  bool operator>(const SymInt &, T);                                           \
  bool operator>=(const SymInt &, T);                                          \
  bool operator==(T, const SymInt &);                                          \
  bool operator!=(T, const SymInt &);                                          \
  bool operator<(T, const SymInt &);                                           \
  bool operator<=(T, const SymInt &);                                          \
  bool operator>(T, const SymInt &);                                           \
  bool operator>=(T, const SymInt &);
AOTI_SYM(int64_t) AOTI_SYM(int32_t) AOTI_SYM(uint64_t) AOTI_SYM(uint32_t) AOTI_SYM(long long) AOTI_SYM(unsigned long long)
#undef AOTI_SYM
class SymFloat;
#define AOTI_SYM(T)                                                            \
  SymFloat operator+(const SymInt &, T);                                       \
  SymFloat operator-(const SymInt &, T);                                       \
  SymFloat operator*(const SymInt &, T);                                       \
  SymFloat operator/(const SymInt &, T);                                       \
  SymFloat operator+(T, const SymInt &);                                       \
  SymFloat operator-(T, const SymInt &);                                       \
  SymFloat operator*(T, const SymInt &);                                       \
  SymFloat operator/(T, const SymInt &);
AOTI_SYM(double) AOTI_SYM(float)
#undef AOTI_SYM
SymInt operator-(const SymInt &);
std::ostream &operator<<(std::ostream &, const SymInt &);
class SymFloat {
public:
  SymFloat(double d);
  SymFloat();
  double guard_float(const char *file, int64_t line) const;
  double expect_float() const;
  bool is_symbolic() const;
  SymFloat operator+(const SymFloat &) const;
  SymFloat operator-(const SymFloat &) const;
  SymFloat operator*(const SymFloat &) const;
  SymFloat operator/(const SymFloat &) const;
};
using SymIntArrayRef = ArrayRef<SymInt>;
template <class T> class OptionalArrayRef {
public:
  constexpr OptionalArrayRef() {}
  constexpr OptionalArrayRef(std::nullopt_t) {}
  constexpr OptionalArrayRef(const T &) {}
  constexpr OptionalArrayRef(std::initializer_list<T>) {}
  template <class C> requires(std::is_convertible_v<const C &, ArrayRef<T>> && !std::is_convertible_v<const C &, const T &>) OptionalArrayRef(const C &) {}
  template <class C> OptionalArrayRef(const std::optional<C> &) {}
  bool has_value() const {}
  explicit operator bool() const {}
  ArrayRef<T> value() const {}
  ArrayRef<T> operator*() const {}
  const ArrayRef<T> *operator->() const {}
};
using OptionalIntArrayRef = OptionalArrayRef<int64_t>;
using OptionalSymIntArrayRef = OptionalArrayRef<SymInt>;
using SymDimVector = SmallVector<SymInt, 5>;
SymIntArrayRef fromIntArrayRefSlow(IntArrayRef);
SymIntArrayRef fromIntArrayRefUnchecked(IntArrayRef);
IntArrayRef asIntArrayRefSlow(SymIntArrayRef, const char *file, int64_t line);
IntArrayRef asIntArrayRefUnchecked(SymIntArrayRef);
std::optional<IntArrayRef> asIntArrayRefSlowOpt(SymIntArrayRef);
DimVector asIntArrayRefSlowAlloc(SymIntArrayRef, const char *file, int64_t line);
SymBool sym_equals(SymIntArrayRef, SymIntArrayRef);
#define C10_AS_INTARRAYREF_SLOW(a) c10::asIntArrayRefSlow(a, __FILE__, __LINE__)
#define C10_AS_INTARRAYREF_SLOW_ALLOC(a) c10::asIntArrayRefSlowAlloc(a, __FILE__, __LINE__)
SymInt multiply_integers(SymIntArrayRef);
int64_t multiply_integers(IntArrayRef);
int64_t multiply_integers(const std::vector<int64_t> &);
template <class I> auto multiply_integers(I begin, I end) { return multiply_integers(ArrayRef<std::remove_cvref_t<decltype(*begin)>>()); }
int64_t maybe_wrap_dim(int64_t dim, int64_t dim_post_expr, bool wrap_scalar = true);
SymInt maybe_wrap_dim(SymInt dim, SymInt dim_post_expr, bool wrap_scalar = true);
int64_t size_from_dim_(int k, IntArrayRef dims);
int64_t size_to_dim_(int k, IntArrayRef dims);
int64_t size_between_dim_(int k, int l, IntArrayRef dims);
SymBool sym_eq(const SymInt &, const SymInt &);
SymBool sym_ne(const SymInt &, const SymInt &);
SymBool sym_lt(const SymInt &, const SymInt &);
SymBool sym_le(const SymInt &, const SymInt &);
SymBool sym_gt(const SymInt &, const SymInt &);
SymBool sym_ge(const SymInt &, const SymInt &);
#define TORCH_GUARD_SIZE_OBLIVIOUS(c) (c)
#define TORCH_SYM_CHECK(cond, ...) TORCH_CHECK((cond).expect_true(__FILE__, __LINE__), ##__VA_ARGS__)
#define TORCH_SYM_INTERNAL_ASSERT(cond, ...) TORCH_SYM_CHECK(cond, ##__VA_ARGS__)
#define TORCH_GUARD_OR_FALSE(c) ((c).guard_or_false(__FILE__, __LINE__))
#define TORCH_GUARD_OR_TRUE(c) ((c).guard_or_true(__FILE__, __LINE__))

class Scalar {
public:
  Scalar();
  Scalar(int);
  Scalar(long);
  Scalar(long long);
  Scalar(unsigned);
  Scalar(unsigned long);
  Scalar(uint8_t);
  Scalar(int8_t);
  Scalar(int16_t);
  Scalar(float);
  Scalar(double);
  Scalar(bool);
  Scalar(Half);
  Scalar(BFloat16);
  Scalar(complex<float>);
  Scalar(complex<double>);
  Scalar(const SymInt &);
  Scalar(const SymFloat &);
  template <class T> T to() const {}
  int toInt() const;
  int64_t toLong() const;
  float toFloat() const;
  double toDouble() const;
  bool toBool() const;
  Half toHalf() const;
  SymInt toSymInt() const;
  SymFloat toSymFloat() const;
  complex<double> toComplexDouble() const;
  ScalarType type() const;
  bool isFloatingPoint() const;
  bool isIntegral(bool include_bool) const;
  bool isComplex() const;
  bool isBoolean() const;
  bool isSymbolic() const;
  bool equal(double) const;
  Scalar operator-() const;
};
std::ostream &operator<<(std::ostream &, const Scalar &);
class TensorOptions {
public:
  TensorOptions();
  TensorOptions(ScalarType dtype);
  TensorOptions(caffe2::TypeMeta dtype);
  TensorOptions(Layout layout);
  TensorOptions(MemoryFormat format);
  TensorOptions(const Device &device);
  TensorOptions(DeviceType device);
  TensorOptions device(std::optional<Device> device) const noexcept;
  TensorOptions device(const char *name) const;
  TensorOptions device(DeviceType type, DeviceIndex index) const noexcept;
  TensorOptions device_index(DeviceIndex index) const noexcept;
  TensorOptions dtype(std::optional<ScalarType> dtype) const noexcept;
  TensorOptions dtype(caffe2::TypeMeta dtype) const noexcept;
  TensorOptions layout(std::optional<Layout> layout) const noexcept;
  TensorOptions requires_grad(std::optional<bool>) const noexcept;
  TensorOptions pinned_memory(std::optional<bool>) const noexcept;
  TensorOptions memory_format(std::optional<MemoryFormat>) const noexcept;
  Device device() const noexcept;
  std::optional<Device> device_opt() const noexcept;
  DeviceIndex device_index() const noexcept;
  caffe2::TypeMeta dtype() const noexcept;
  Layout layout() const noexcept;
  bool requires_grad() const noexcept;
  bool pinned_memory() const noexcept;
  TensorOptions merge_in(TensorOptions) const noexcept;
  std::optional<caffe2::TypeMeta> dtype_opt() const noexcept;
  std::optional<Layout> layout_opt() const noexcept;
  std::optional<bool> pinned_memory_opt() const noexcept;
  std::optional<MemoryFormat> memory_format_opt() const noexcept;
  bool has_device() const noexcept;
  bool has_dtype() const noexcept;
  bool has_layout() const noexcept;
  bool has_requires_grad() const noexcept;
  bool has_pinned_memory() const noexcept;
  bool has_memory_format() const noexcept;
  bool is_sparse() const;
  bool type_equal(const TensorOptions &other) const;
  template <class T> TensorOptions dtype() const { return {}; }
};
std::ostream &operator<<(std::ostream &, const TensorOptions &);
TensorOptions dtype(caffe2::TypeMeta);
TensorOptions dtype(ScalarType);
template <class T> TensorOptions dtype() { return {}; }
TensorOptions device(Device);
TensorOptions layout(Layout);
TensorOptions requires_grad(bool = true);
TensorOptions memory_format(MemoryFormat);
class StorageImpl : public intrusive_ptr_target {
public:
  const void *data() const;
  void *mutable_data();
  const DataPtr &data_ptr() const;
  DataPtr &mutable_data_ptr();
  DataPtr set_data_ptr(DataPtr &&data_ptr);
  size_t nbytes() const;
  SymInt sym_nbytes() const;
  void set_nbytes(size_t size_bytes);
  bool resizable() const;
  Allocator *allocator();
  Device device() const;
  DeviceType device_type() const;
};
class Storage {
public:
  Storage();
  const void *data() const;
  void *mutable_data() const;
  const DataPtr &data_ptr() const;
  size_t nbytes() const;
  SymInt sym_nbytes() const;
  Device device() const;
  DeviceType device_type() const;
  bool is_alias_of(const Storage &) const;
  size_t use_count() const;
  StorageImpl *unsafeGetStorageImpl() const noexcept;
  operator bool() const;
};
class DispatchKeySet {
public:
  DispatchKeySet();
  DispatchKeySet(DispatchKey);
  bool has(DispatchKey) const;
};
class TensorImpl : public intrusive_ptr_target {
public:
  bool is_meta() const;
  bool is_contiguous(MemoryFormat format = MemoryFormat::Contiguous) const;
  bool has_storage() const;
  const Storage &storage() const;
  const Storage &unsafe_storage() const;
  int64_t storage_offset() const;
  SymInt sym_storage_offset() const;
  int64_t dim() const;
  int64_t numel() const;
  SymInt sym_numel() const;
  int64_t size(int64_t dim) const;
  int64_t stride(int64_t dim) const;
  IntArrayRef sizes() const;
  IntArrayRef strides() const;
  SymIntArrayRef sym_sizes() const;
  SymIntArrayRef sym_strides() const;
  const void *data() const;
  void *mutable_data();
  size_t itemsize() const;
  caffe2::TypeMeta dtype() const;
  Device device() const;
  DeviceType device_type() const;
  Layout layout() const;
  DispatchKeySet key_set() const;
  void set_sizes_contiguous(IntArrayRef new_size);
  void set_sizes_and_strides(IntArrayRef new_size, IntArrayRef new_stride, std::optional<int64_t> storage_offset = std::nullopt);
  void set_storage_offset(int64_t storage_offset);
};
class Stream {
public:
  Device device() const noexcept;
  DeviceType device_type() const noexcept;
  DeviceIndex device_index() const noexcept;
  int64_t id() const noexcept;
  void synchronize() const;
  bool operator==(const Stream &) const noexcept;
};
class DeviceGuard {
public:
  explicit DeviceGuard(Device device);
  ~DeviceGuard();
  void set_index(DeviceIndex index);
  void reset_device(Device device);
  Device original_device() const;
  Device current_device() const;
};
class OptionalDeviceGuard {
public:
  explicit OptionalDeviceGuard();
  explicit OptionalDeviceGuard(Device device);
  explicit OptionalDeviceGuard(std::optional<Device> device);
  ~OptionalDeviceGuard();
  void reset_device(Device device);
};
class StreamGuard {
public:
  explicit StreamGuard(Stream stream);
  ~StreamGuard();
};
struct InferenceMode { explicit InferenceMode(bool enabled = true); ~InferenceMode(); static bool is_enabled(); };
struct AutoGradMode { AutoGradMode(bool enabled); ~AutoGradMode(); };
struct GradMode { static bool is_enabled(); static void set_enabled(bool enabled); };
struct NoGradGuard { NoGradGuard(); ~NoGradGuard(); };
namespace impl {
class ExcludeDispatchKeyGuard {
public:
  ExcludeDispatchKeyGuard(DispatchKeySet);
  ExcludeDispatchKeyGuard(DispatchKey);
  ~ExcludeDispatchKeyGuard();
};
bool tls_is_dispatch_key_excluded(DispatchKey);
} // namespace impl
} // namespace c10

namespace at {
using namespace c10;
using TensorList = c10::ArrayRef<Tensor>;
using ITensorListRef = TensorList;
using OptionalTensorRef = std::optional<Tensor>;
namespace indexing { struct TensorIndex; }
class Dimname;
using DimnameList = c10::ArrayRef<Dimname>;
enum class Tag { core, cudagraph_unsafe, data_dependent_output, dynamic_output_shape, flexible_layout, generated, inplace, inplace_view, maybe_aliasing_or_mutating, needs_contiguous_strides, needs_exact_strides, needs_fixed_stride_order, nondeterministic_bitwise, nondeterministic_seeded, out, out_variant, pointwise, pt2_compliant_tag, reduction, view_copy };
template <class T> struct DefaultPtrTraits { using PtrType = T *; };
template <class T> struct RestrictPtrTraits { using PtrType = T *__restrict; };
template <class T, size_t N, template <class> class P = DefaultPtrTraits, class I = int64_t> class TensorAccessor {
public:
  using PtrType = typename P<T>::PtrType;
  TensorAccessor() {}
  TensorAccessor(PtrType data, const I *sizes, const I *strides) {}
  decltype(auto) operator[](int64_t) const {
    if constexpr (N == 1) return *static_cast<T *>(nullptr);
    else return TensorAccessor<T, N - 1, P, I>();
  }
  int64_t size(int64_t) const {}
  int64_t stride(int64_t) const {}
  T *data() const {}
  IntArrayRef sizes() const {}
  IntArrayRef strides() const {}
};
template <class T, size_t N, template <class> class P = DefaultPtrTraits, class I = int64_t> using TensorAccessorBase = TensorAccessor<T, N, P, I>;
template <class T, size_t N, template <class> class P = DefaultPtrTraits, class I = int64_t> using GenericPackedTensorAccessor = TensorAccessor<T, N, P, I>;
template <class T, size_t N, template <class> class P = DefaultPtrTraits, class I = int64_t> using GenericPackedTensorAccessorBase = TensorAccessor<T, N, P, I>;
template <class T, size_t N, template <class> class P = DefaultPtrTraits> using PackedTensorAccessor32 = TensorAccessor<T, N, P, int32_t>;
template <class T, size_t N, template <class> class P = DefaultPtrTraits> using PackedTensorAccessor64 = TensorAccessor<T, N, P, int64_t>;
class Generator {
public:
  Generator();
  bool defined() const;
  uint64_t current_seed() const;
  uint64_t seed();
  void set_current_seed(uint64_t);
  Device device() const;
  std::mutex &mutex();
};
namespace Reduction { enum Reduction { None, Mean, Sum, END }; }
#define AOTI_ORDER std::optional<at::ScalarType> dtype = std::nullopt
// (self) -> Tensor, as function and as method
#define AOTI_UNARY(X)                                                          \
  X(abs) X(absolute) X(acos) X(acosh) X(alias) X(all) X(angle) X(any) X(argwhere) X(asin) X(asinh) X(atan) X(atanh) X(bitwise_not) X(ceil) X(conj) X(conj_physical) X(cos) X(cosh) X(deg2rad) X(det) X(detach) X(digamma) X(erf) X(erfc) X(erfinv) X(exp) X(exp2) X(expm1) X(fix) X(fliplr) X(flipud) X(floor) X(frac) X(imag) X(inverse) X(isfinite) X(isinf) X(isnan) X(isneginf) X(isposinf) X(isreal) X(lgamma) X(log) X(log10) X(log1p) X(log2) X(logdet) X(logical_not) X(logit) X(matrix_exp) X(neg) X(negative) X(nonzero) X(positive) X(rad2deg) X(ravel) X(real) X(reciprocal) X(relu) X(resolve_conj) X(resolve_neg) X(round) X(rsqrt) X(selu) X(sgn) X(sigmoid) X(sign) X(signbit) X(sin) X(sinc) X(sinh) X(sqrt) X(square) X(t) X(tan) X(tanh) X(trace) X(trunc) X(view_as_complex) X(view_as_real) X(max) X(min) X(median)
// in place, methods
#define AOTI_UNARY_INPLACE(X)                                                  \
  X(abs_) X(acos_) X(asin_) X(atan_) X(bitwise_not_) X(ceil_) X(cos_) X(cosh_) X(detach_) X(erf_) X(erfc_) X(erfinv_) X(exp_) X(exp2_) X(expm1_) X(floor_) X(frac_) X(lgamma_) X(log_) X(log10_) X(log1p_) X(log2_) X(logical_not_) X(neg_) X(reciprocal_) X(relu_) X(round_) X(rsqrt_) X(sigmoid_) X(sign_) X(sin_) X(sinh_) X(sqrt_) X(square_) X(t_) X(tan_) X(tanh_) X(trunc_) X(zero_)
// (self, Tensor|Scalar) -> Tensor
#define AOTI_BINARY(X)                                                         \
  X(bitwise_and) X(bitwise_or) X(bitwise_xor) X(bitwise_left_shift) X(bitwise_right_shift) X(div) X(divide) X(eq) X(floor_divide) X(fmod) X(ge) X(gt) X(le) X(lt) X(mul) X(multiply) X(ne) X(not_equal) X(pow) X(float_power) X(remainder) X(true_divide) X(greater) X(less) X(copysign) X(clamp_min) X(clamp_max) X(xlogy)
// (self, Tensor) -> Tensor
#define AOTI_BINARY_TENSOR(X)                                                  \
  X(matmul) X(mm) X(bmm) X(mv) X(dot) X(vdot) X(outer) X(ger) X(inner) X(kron) X(maximum) X(minimum) X(fmax) X(fmin) X(max) X(min) X(atan2) X(arctan2) X(hypot) X(nextafter) X(logaddexp) X(logaddexp2) X(logical_and) X(logical_or) X(logical_xor) X(heaviside) X(igamma) X(igammac) X(gcd) X(lcm) X(expand_as) X(view_as) X(reshape_as) X(type_as) X(cross) X(isin) X(take) X(masked_select) X(cholesky_solve)
#define AOTI_BINARY_INPLACE(X)                                                 \
  X(add_) X(sub_) X(mul_) X(div_) X(pow_) X(fmod_) X(remainder_) X(floor_divide_) X(bitwise_and_) X(bitwise_or_) X(bitwise_xor_) X(eq_) X(ne_) X(lt_) X(gt_) X(clamp_min_) X(clamp_max_) X(fill_) X(logical_and_) X(logical_or_)
// (self, dim, keepdim, dtype)
#define AOTI_REDUCE(X) X(sum) X(mean) X(nansum) X(nanmean)
#define AOTI_SCAN(X) X(softmax) X(log_softmax) X(cumsum) X(cumprod) X(logcumsumexp)

class TensorBase {
public:
  bool defined() const;
  int64_t dim() const;
  int64_t ndimension() const;
  int64_t size(int64_t dim) const;
  int64_t stride(int64_t dim) const;
  c10::SymInt sym_size(int64_t dim) const;
  c10::SymInt sym_stride(int64_t dim) const;
  IntArrayRef sizes() const;
  IntArrayRef strides() const;
  c10::SymIntArrayRef sym_sizes() const;
  c10::SymIntArrayRef sym_strides() const;
  int64_t numel() const;
  c10::SymInt sym_numel() const;
  size_t nbytes() const;
  c10::SymInt sym_nbytes() const;
  size_t itemsize() const;
  int64_t element_size() const;
  int64_t storage_offset() const;
  c10::SymInt sym_storage_offset() const;
  bool is_contiguous(MemoryFormat format = MemoryFormat::Contiguous) const;
  c10::SymBool sym_is_contiguous(MemoryFormat format = MemoryFormat::Contiguous) const;
  bool is_non_overlapping_and_dense() const;
  MemoryFormat suggest_memory_format(bool channels_last_strides_exact_match = false) const;
  bool is_alias_of(const TensorBase &) const;
  bool has_storage() const;
  const Storage &storage() const;
  ScalarType scalar_type() const;
  caffe2::TypeMeta dtype() const;
  Device device() const;
  int64_t get_device() const;
  Layout layout() const;
  TensorOptions options() const;
  DispatchKeySet key_set() const;
  bool is_cuda() const;
  bool is_hip() const;
  bool is_xpu() const;
  bool is_cpu() const;
  bool is_mps() const;
  bool is_mtia() const;
  bool is_hpu() const;
  bool is_xla() const;
  bool is_meta() const;
  bool is_privateuseone() const;
  bool is_sparse_csr() const;
  bool is_sparse() const;
  bool is_quantized() const;
  bool is_mkldnn() const;
  bool is_nested() const;
  bool is_complex() const;
  bool is_floating_point() const;
  bool is_signed() const;
  bool is_conj() const;
  bool is_neg() const;
  bool is_inference() const;
  bool is_leaf() const;
  bool requires_grad() const;
  const TensorBase &set_requires_grad(bool) const;
  void *data_ptr() const;
  void *mutable_data_ptr() const;
  const void *const_data_ptr() const;
  template <class T> T *data_ptr() const {}
  template <class T> T *mutable_data_ptr() const {}
  template <class T> const T *const_data_ptr() const {}
  template <class T> T *data() const {}
  template <class T, size_t N> TensorAccessor<T, N> accessor() const {}
  template <class T, size_t N, template <class> class P = DefaultPtrTraits> PackedTensorAccessor32<T, N, P> packed_accessor32() const {}
  template <class T, size_t N, template <class> class P = DefaultPtrTraits> PackedTensorAccessor64<T, N, P> packed_accessor64() const {}
  template <class T, size_t N, template <class> class P = DefaultPtrTraits, class I = int64_t> GenericPackedTensorAccessor<T, N, P, I> packed_accessor() const {}
  template <class T, size_t N, template <class> class P = DefaultPtrTraits, class I = int64_t> GenericPackedTensorAccessor<T, N, P, I> generic_packed_accessor() const {}
  bool is_same(const TensorBase &) const noexcept;
  size_t use_count() const noexcept;
  TensorImpl *unsafeGetTensorImpl() const noexcept;
  TensorImpl *unsafeReleaseTensorImpl();
  std::string toString() const;
  void print() const;
  void reset();
};
class Tensor : public TensorBase {
public:
  Tensor();
  Tensor(const Tensor &);
  Tensor(Tensor &&) noexcept;
  explicit Tensor(const TensorBase &);
  Tensor(TensorBase &&) noexcept;
  ~Tensor();
  Tensor &operator=(const Tensor &) &;
  Tensor &operator=(Tensor &&) & noexcept;
  Tensor &operator=(const Scalar &) &&;
  Tensor &operator=(const Tensor &) &&;
#define X(F) Tensor F() const;
  AOTI_UNARY(X)
#undef X
#define X(F) Tensor &F() const;
  AOTI_UNARY_INPLACE(X)
#undef X
#define X(F)                                                                   \
  Tensor F(const Tensor &other) const;                                         \
  Tensor F(const Scalar &other) const;
  AOTI_BINARY(X)
#undef X
#define X(F) Tensor F(const Tensor &other) const;
  AOTI_BINARY_TENSOR(X)
#undef X
#define X(F)                                                                   \
  Tensor &F(const Tensor &other) const;                                        \
  Tensor &F(const Scalar &other) const;
  AOTI_BINARY_INPLACE(X)
#undef X
#define X(F)                                                                   \
  Tensor F(AOTI_ORDER) const;                                                  \
  Tensor F(OptionalIntArrayRef dim, bool keepdim = false, AOTI_ORDER) const;
  AOTI_REDUCE(X)
#undef X
#define X(F) Tensor F(int64_t dim, AOTI_ORDER) const;
  AOTI_SCAN(X)
#undef X
#include <ATen/aoti_symint_methods.h>
#include <ATen/aoti_methods.h>
#define AOTI_NUMERIC(F)                                                        \
  Tensor &operator F##=(const Tensor &);                                       \
  Tensor &operator F##=(const Scalar &);
  AOTI_NUMERIC(+) AOTI_NUMERIC(-) AOTI_NUMERIC(*) AOTI_NUMERIC(/)
#undef AOTI_NUMERIC
  Tensor operator[](int64_t index) const;
  Tensor operator[](const Tensor &index) const;
  Tensor operator[](const Scalar &index) const;
  Tensor operator-() const;
  Tensor operator~() const;
  Tensor index(std::initializer_list<indexing::TensorIndex> indices) const;
  Tensor index(ArrayRef<indexing::TensorIndex> indices) const;
  template <class T> Tensor index(const T &indices) const {}
  Tensor &index_put_(std::initializer_list<indexing::TensorIndex> indices, const Tensor &rhs);
  Tensor &index_put_(std::initializer_list<indexing::TensorIndex> indices, const Scalar &v);
  Tensor &index_put_(ArrayRef<indexing::TensorIndex> indices, const Tensor &rhs);
  Tensor &index_put_(ArrayRef<indexing::TensorIndex> indices, const Scalar &v);
  Tensor &index_put_(const std::vector<std::optional<Tensor>> &indices, const Tensor &values, bool accumulate = false) const;
  template <class T> Tensor &index_put_(const T &indices, const Tensor &values, bool accumulate = false) const { return const_cast<Tensor &>(*this); }
  Tensor contiguous(MemoryFormat format = MemoryFormat::Contiguous) const;
  Tensor clone(std::optional<MemoryFormat> format = std::nullopt) const;
  Tensor &copy_(const Tensor &src, bool non_blocking = false) const;
  Tensor to(TensorOptions options = {}, bool non_blocking = false, bool copy = false, std::optional<MemoryFormat> format = std::nullopt) const;
  Tensor to(Device device, ScalarType dtype, bool non_blocking = false, bool copy = false, std::optional<MemoryFormat> format = std::nullopt) const;
  Tensor to(ScalarType dtype, bool non_blocking = false, bool copy = false, std::optional<MemoryFormat> format = std::nullopt) const;
  Tensor to(Device device, bool non_blocking = false) const;
  Tensor to(DeviceType device, bool non_blocking = false) const;
  Tensor to(const char *device) const;
  Tensor to(const Tensor &other, bool non_blocking = false, bool copy = false) const;
  Tensor cpu() const;
  Tensor cuda() const;
  Tensor hip() const;
  Tensor pin_memory() const;
  bool is_pinned() const;
  Tensor toType(ScalarType) const;
  Scalar item() const;
  template <class T> T item() const {}
  bool equal(const Tensor &other) const;
  bool is_same_size(const Tensor &other) const;
  bool is_nonzero() const;
  bool allclose(const Tensor &other, double rtol = 1e-5, double atol = 1e-8, bool equal_nan = false) const;
  Tensor isclose(const Tensor &other, double rtol = 1e-5, double atol = 1e-8, bool equal_nan = false) const;
  Tensor add(const Tensor &other, const Scalar &alpha = 1) const;
  Tensor add(const Scalar &other, const Scalar &alpha = 1) const;
  Tensor &add_(const Tensor &other, const Scalar &alpha) const;
  Tensor sub(const Tensor &other, const Scalar &alpha = 1) const;
  Tensor sub(const Scalar &other, const Scalar &alpha = 1) const;
  Tensor &sub_(const Tensor &other, const Scalar &alpha) const;
  Tensor div(const Tensor &other, std::optional<std::string_view> rounding_mode) const;
  Tensor addmm(const Tensor &mat1, const Tensor &mat2, const Scalar &beta = 1, const Scalar &alpha = 1) const;
  Tensor &addmm_(const Tensor &mat1, const Tensor &mat2, const Scalar &beta = 1, const Scalar &alpha = 1) const;
  Tensor addcmul(const Tensor &a, const Tensor &b, const Scalar &value = 1) const;
  Tensor addcdiv(const Tensor &a, const Tensor &b, const Scalar &value = 1) const;
  Tensor &addcmul_(const Tensor &a, const Tensor &b, const Scalar &value = 1) const;
  Tensor clamp(const std::optional<Scalar> &min, const std::optional<Scalar> &max = std::nullopt) const;
  Tensor &clamp_(const std::optional<Scalar> &min, const std::optional<Scalar> &max = std::nullopt) const;
  Tensor where(const Tensor &condition, const Tensor &other) const;
  Tensor transpose(int64_t dim0, int64_t dim1) const;
  Tensor &transpose_(int64_t dim0, int64_t dim1) const;
  Tensor swapaxes(int64_t dim0, int64_t dim1) const;
  Tensor permute(IntArrayRef dims) const;
  Tensor movedim(int64_t source, int64_t destination) const;
  Tensor squeeze() const;
  Tensor squeeze(int64_t dim) const;
  Tensor squeeze(IntArrayRef dim) const;
  Tensor unsqueeze(int64_t dim) const;
  Tensor &squeeze_(int64_t dim) const;
  Tensor &unsqueeze_(int64_t dim) const;
  Tensor flatten(int64_t start_dim = 0, int64_t end_dim = -1) const;
  std::vector<Tensor> chunk(int64_t chunks, int64_t dim = 0) const;
  std::vector<Tensor> unbind(int64_t dim = 0) const;
  Tensor diagonal(int64_t offset = 0, int64_t dim1 = 0, int64_t dim2 = 1) const;
  Tensor diag(int64_t diagonal = 0) const;
  Tensor unfold(int64_t dim, int64_t size, int64_t step) const;
  Tensor flip(IntArrayRef dims) const;
  Tensor all(int64_t dim, bool keepdim = false) const;
  Tensor any(int64_t dim, bool keepdim = false) const;
  Tensor amax(IntArrayRef dim = {}, bool keepdim = false) const;
  Tensor amin(IntArrayRef dim = {}, bool keepdim = false) const;
  std::tuple<Tensor, Tensor> max(int64_t dim, bool keepdim = false) const;
  std::tuple<Tensor, Tensor> min(int64_t dim, bool keepdim = false) const;
  Tensor argmax(std::optional<int64_t> dim = std::nullopt, bool keepdim = false) const;
  Tensor argmin(std::optional<int64_t> dim = std::nullopt, bool keepdim = false) const;
  Tensor argsort(int64_t dim = -1, bool descending = false) const;
  std::tuple<Tensor, Tensor> sort(int64_t dim = -1, bool descending = false) const;
  Tensor prod(AOTI_ORDER) const;
  Tensor prod(int64_t dim, bool keepdim = false, AOTI_ORDER) const;
  Tensor norm(const Scalar &p = 2) const;
  Tensor norm(const std::optional<Scalar> &p, IntArrayRef dim, bool keepdim = false) const;
  Tensor std(bool unbiased = true) const;
  Tensor std(OptionalIntArrayRef dim, bool unbiased = true, bool keepdim = false) const;
  Tensor var(bool unbiased = true) const;
  Tensor var(OptionalIntArrayRef dim, bool unbiased = true, bool keepdim = false) const;
  Tensor logsumexp(IntArrayRef dim, bool keepdim = false) const;
  Tensor gather(int64_t dim, const Tensor &index, bool sparse_grad = false) const;
  Tensor scatter(int64_t dim, const Tensor &index, const Tensor &src) const;
  Tensor &scatter_(int64_t dim, const Tensor &index, const Tensor &src) const;
  Tensor &scatter_(int64_t dim, const Tensor &index, const Scalar &value) const;
  Tensor scatter_add(int64_t dim, const Tensor &index, const Tensor &src) const;
  Tensor &scatter_add_(int64_t dim, const Tensor &index, const Tensor &src) const;
  Tensor &scatter_reduce_(int64_t dim, const Tensor &index, const Tensor &src, std::string_view reduce, bool include_self = true) const;
  Tensor index_select(int64_t dim, const Tensor &index) const;
  Tensor index_add(int64_t dim, const Tensor &index, const Tensor &source, const Scalar &alpha = 1) const;
  Tensor &index_add_(int64_t dim, const Tensor &index, const Tensor &source, const Scalar &alpha = 1) const;
  Tensor &index_copy_(int64_t dim, const Tensor &index, const Tensor &source) const;
  Tensor &index_fill_(int64_t dim, const Tensor &index, const Scalar &value) const;
  Tensor masked_fill(const Tensor &mask, const Scalar &value) const;
  Tensor &masked_fill_(const Tensor &mask, const Scalar &value) const;
  const Tensor &resize_(IntArrayRef size, std::optional<MemoryFormat> format = std::nullopt) const;
  const Tensor &resize__symint(c10::SymIntArrayRef size, std::optional<MemoryFormat> format = std::nullopt) const;
  Tensor &normal_(double mean = 0, double std = 1, std::optional<Generator> generator = std::nullopt) const;
  Tensor &uniform_(double from = 0, double to = 1, std::optional<Generator> generator = std::nullopt) const;
  Tensor &random_(std::optional<Generator> generator = std::nullopt) const;
  Tensor &bernoulli_(double p = 0.5, std::optional<Generator> generator = std::nullopt) const;
  Tensor bernoulli(std::optional<Generator> generator = std::nullopt) const;
  std::tuple<Tensor, Tensor, Tensor> svd(bool some = true, bool compute_uv = true) const;
  Tensor lerp(const Tensor &end, const Scalar &weight) const;
  Tensor quantize_per_tensor(double scale, int64_t zero_point, ScalarType dtype) const;
  Tensor dequantize() const;
  double q_scale() const;
  int64_t q_zero_point() const;
  Tensor to_dense(AOTI_ORDER) const;
  Tensor to_sparse() const;
  Tensor indices() const;
  Tensor values() const;
  Tensor crow_indices() const;
  Tensor col_indices() const;
  Tensor coalesce() const;
  void backward(const Tensor &gradient = {}, std::optional<bool> retain_graph = std::nullopt, bool create_graph = false) const;
  const Tensor &grad() const;
  Tensor &mutable_grad() const;
  const Tensor &requires_grad_(bool requires_grad = true) const;
  bool retains_grad() const;
  void retain_grad() const;
  void record_stream(c10::Stream s) const;
  Tensor data() const;
  using TensorBase::data;
  Tensor tensor_data() const;
  Tensor variable_data() const;
  int64_t _version() const;
  c10::MaybeOwned<Tensor> expect_contiguous(MemoryFormat format = MemoryFormat::Contiguous) const;
};
std::ostream &operator<<(std::ostream &, const Tensor &);
std::optional<Device> device_of(const Tensor &t);
std::optional<Device> device_of(TensorList t);
#define AOTI_OPERATOR(O)                                                       \
  Tensor operator O(const Tensor &, const Tensor &);                           \
  Tensor operator O(const Tensor &, const Scalar &);                           \
  Tensor operator O(const Scalar &, const Tensor &);
AOTI_OPERATOR(+) AOTI_OPERATOR(-) AOTI_OPERATOR(*) AOTI_OPERATOR(/) AOTI_OPERATOR(%) AOTI_OPERATOR(&) AOTI_OPERATOR(|) AOTI_OPERATOR(^) AOTI_OPERATOR(<) AOTI_OPERATOR(<=) AOTI_OPERATOR(>) AOTI_OPERATOR(>=) AOTI_OPERATOR(==) AOTI_OPERATOR(!=)
#undef AOTI_OPERATOR
#define X(F)                                                                   \
  Tensor F(const Tensor &self);                                                \
  Tensor &F##_out(Tensor &out, const Tensor &self);
AOTI_UNARY(X)
#undef X
#define X(F) Tensor &F(Tensor &self);
AOTI_UNARY_INPLACE(X)
#undef X
#define X(F)                                                                   \
  Tensor F(const Tensor &self, const Tensor &other);                           \
  Tensor F(const Tensor &self, const Scalar &other);                           \
  Tensor &F##_out(Tensor &out, const Tensor &self, const Tensor &other);
AOTI_BINARY(X)
#undef X
#define X(F)                                                                   \
  Tensor F(const Tensor &self, const Tensor &other);                           \
  Tensor &F##_out(Tensor &out, const Tensor &self, const Tensor &other);
AOTI_BINARY_TENSOR(X)
#undef X
#define X(F)                                                                   \
  Tensor F(const Tensor &self, AOTI_ORDER);                                    \
  Tensor F(const Tensor &self, OptionalIntArrayRef dim, bool keepdim = false, AOTI_ORDER);
AOTI_REDUCE(X)
#undef X
#define X(F) Tensor F(const Tensor &self, int64_t dim, AOTI_ORDER);
AOTI_SCAN(X)
#undef X
#include <ATen/aoti_symint_functions.h>
#include <ATen/aoti_functions.h>
#define AOTI_LIKE(F) Tensor F##_like(const Tensor &self, TensorOptions options = {}, std::optional<MemoryFormat> format = std::nullopt);
AOTI_LIKE(zeros) AOTI_LIKE(ones) AOTI_LIKE(rand) AOTI_LIKE(randn)
#undef AOTI_LIKE
Tensor empty_like(const Tensor &self, TensorOptions options = {}, std::optional<MemoryFormat> format = std::nullopt);
Tensor full_like(const Tensor &self, const Scalar &fill_value, TensorOptions options = {}, std::optional<MemoryFormat> format = std::nullopt);
Tensor scalar_tensor(const Scalar &s, TensorOptions options = {});
Tensor range(const Scalar &start, const Scalar &end, TensorOptions options = {});
Tensor range(const Scalar &start, const Scalar &end, const Scalar &step, TensorOptions options = {});
Tensor arange(const Scalar &end, TensorOptions options = {});
Tensor arange(const Scalar &start, const Scalar &end, TensorOptions options = {});
Tensor arange(const Scalar &start, const Scalar &end, const Scalar &step, TensorOptions options = {});
Tensor linspace(const Scalar &start, const Scalar &end, int64_t steps, TensorOptions options = {});
Tensor tensor(std::initializer_list<double> values, TensorOptions options = {});
template <class T> Tensor tensor(const T &values, TensorOptions options = {}) {}
Tensor from_blob(void *data, IntArrayRef sizes, TensorOptions options = {});
Tensor from_blob(void *data, IntArrayRef sizes, IntArrayRef strides, TensorOptions options = {});
Tensor from_blob(void *data, IntArrayRef sizes, const std::function<void(void *)> &deleter, TensorOptions options = {});
Tensor from_blob(void *data, IntArrayRef sizes, IntArrayRef strides, const std::function<void(void *)> &deleter, TensorOptions options = {}, std::optional<Device> target_device = std::nullopt);
Tensor cat(TensorList tensors, int64_t dim = 0);
Tensor concat(TensorList tensors, int64_t dim = 0);
Tensor stack(TensorList tensors, int64_t dim = 0);
Tensor hstack(TensorList tensors);
Tensor vstack(TensorList tensors);
std::vector<Tensor> chunk(const Tensor &self, int64_t chunks, int64_t dim = 0);
std::vector<Tensor> unbind(const Tensor &self, int64_t dim = 0);
std::vector<Tensor> meshgrid(TensorList tensors);
std::vector<Tensor> broadcast_tensors(TensorList tensors);
Tensor clone(const Tensor &self, std::optional<MemoryFormat> format = std::nullopt);
Tensor where(const Tensor &condition, const Tensor &self, const Tensor &other);
Tensor where(const Tensor &condition, const Tensor &self, const Scalar &other);
Tensor where(const Tensor &condition, const Scalar &self, const Tensor &other);
std::vector<Tensor> where(const Tensor &condition);
Tensor clamp(const Tensor &self, const std::optional<Scalar> &min, const std::optional<Scalar> &max = std::nullopt);
Tensor add(const Tensor &self, const Tensor &other, const Scalar &alpha = 1);
Tensor add(const Tensor &self, const Scalar &other, const Scalar &alpha = 1);
Tensor &add_out(Tensor &out, const Tensor &self, const Tensor &other, const Scalar &alpha = 1);
Tensor sub(const Tensor &self, const Tensor &other, const Scalar &alpha = 1);
Tensor sub(const Tensor &self, const Scalar &other, const Scalar &alpha = 1);
Tensor addmm(const Tensor &self, const Tensor &mat1, const Tensor &mat2, const Scalar &beta = 1, const Scalar &alpha = 1);
Tensor &addmm_out(Tensor &out, const Tensor &self, const Tensor &mat1, const Tensor &mat2, const Scalar &beta = 1, const Scalar &alpha = 1);
Tensor addmv(const Tensor &self, const Tensor &mat, const Tensor &vec, const Scalar &beta = 1, const Scalar &alpha = 1);
Tensor baddbmm(const Tensor &self, const Tensor &batch1, const Tensor &batch2, const Scalar &beta = 1, const Scalar &alpha = 1);
Tensor addcmul(const Tensor &self, const Tensor &a, const Tensor &b, const Scalar &value = 1);
Tensor addcdiv(const Tensor &self, const Tensor &a, const Tensor &b, const Scalar &value = 1);
Tensor einsum(std::string_view equation, TensorList tensors, OptionalIntArrayRef path = std::nullopt);
Tensor tensordot(const Tensor &self, const Tensor &other, IntArrayRef dims_self, IntArrayRef dims_other);
Tensor linear(const Tensor &input, const Tensor &weight, const std::optional<Tensor> &bias = {});
Tensor gelu(const Tensor &self, std::string_view approximate = "none");
Tensor silu(const Tensor &self);
Tensor mish(const Tensor &self);
Tensor softplus(const Tensor &self, const Scalar &beta = 1, const Scalar &threshold = 20);
Tensor leaky_relu(const Tensor &self, const Scalar &negative_slope = 0.01);
Tensor elu(const Tensor &self, const Scalar &alpha = 1);
Tensor hardswish(const Tensor &self);
Tensor glu(const Tensor &self, int64_t dim = -1);
Tensor dropout(const Tensor &input, double p, bool train);
Tensor group_norm(const Tensor &input, int64_t num_groups, const std::optional<Tensor> &weight = {}, const std::optional<Tensor> &bias = {}, double eps = 1e-5, bool cudnn_enabled = true);
Tensor batch_norm(const Tensor &input, const std::optional<Tensor> &weight, const std::optional<Tensor> &bias, const std::optional<Tensor> &running_mean, const std::optional<Tensor> &running_var, bool training, double momentum, double eps, bool cudnn_enabled);
Tensor max_pool2d(const Tensor &self, IntArrayRef kernel_size, IntArrayRef stride = {}, IntArrayRef padding = 0, IntArrayRef dilation = 1, bool ceil_mode = false);
Tensor avg_pool2d(const Tensor &self, IntArrayRef kernel_size, IntArrayRef stride = {}, IntArrayRef padding = 0, bool ceil_mode = false, bool count_include_pad = true);
Tensor one_hot(const Tensor &self, int64_t num_classes = -1);
Tensor scaled_dot_product_attention(const Tensor &query, const Tensor &key, const Tensor &value, const std::optional<Tensor> &attn_mask = {}, double dropout_p = 0.0, bool is_causal = false, std::optional<double> scale = std::nullopt, bool enable_gqa = false);
Tensor cosine_similarity(const Tensor &x1, const Tensor &x2, int64_t dim = 1, double eps = 1e-8);
Tensor cdist(const Tensor &x1, const Tensor &x2, double p = 2);
Tensor mse_loss(const Tensor &self, const Tensor &target, int64_t reduction = 1);
Tensor transpose(const Tensor &self, int64_t dim0, int64_t dim1);
Tensor permute(const Tensor &self, IntArrayRef dims);
Tensor squeeze(const Tensor &self);
Tensor squeeze(const Tensor &self, int64_t dim);
Tensor unsqueeze(const Tensor &self, int64_t dim);
Tensor flatten(const Tensor &self, int64_t start_dim = 0, int64_t end_dim = -1);
Tensor gather(const Tensor &self, int64_t dim, const Tensor &index, bool sparse_grad = false);
Tensor scatter(const Tensor &self, int64_t dim, const Tensor &index, const Tensor &src);
Tensor scatter_add(const Tensor &self, int64_t dim, const Tensor &index, const Tensor &src);
Tensor index_select(const Tensor &self, int64_t dim, const Tensor &index);
Tensor index_add(const Tensor &self, int64_t dim, const Tensor &index, const Tensor &source, const Scalar &alpha = 1);
Tensor index(const Tensor &self, const std::vector<std::optional<Tensor>> &indices);
Tensor masked_fill(const Tensor &self, const Tensor &mask, const Scalar &value);
Tensor flip(const Tensor &self, IntArrayRef dims);
Tensor diagonal(const Tensor &self, int64_t offset = 0, int64_t dim1 = 0, int64_t dim2 = 1);
Tensor diag(const Tensor &self, int64_t diagonal = 0);
Tensor amax(const Tensor &self, IntArrayRef dim = {}, bool keepdim = false);
Tensor amin(const Tensor &self, IntArrayRef dim = {}, bool keepdim = false);
std::tuple<Tensor, Tensor> max(const Tensor &self, int64_t dim, bool keepdim = false);
std::tuple<Tensor, Tensor> min(const Tensor &self, int64_t dim, bool keepdim = false);
Tensor argmax(const Tensor &self, std::optional<int64_t> dim = std::nullopt, bool keepdim = false);
Tensor argmin(const Tensor &self, std::optional<int64_t> dim = std::nullopt, bool keepdim = false);
Tensor argsort(const Tensor &self, int64_t dim = -1, bool descending = false);
std::tuple<Tensor, Tensor> sort(const Tensor &self, int64_t dim = -1, bool descending = false);
Tensor norm(const Tensor &self, const Scalar &p = 2);
Tensor prod(const Tensor &self, AOTI_ORDER);
Tensor std(const Tensor &self, bool unbiased = true);
Tensor var(const Tensor &self, bool unbiased = true);
Tensor logsumexp(const Tensor &self, IntArrayRef dim, bool keepdim = false);
Tensor searchsorted(const Tensor &sorted_sequence, const Tensor &self, bool out_int32 = false, bool right = false);
Tensor bucketize(const Tensor &self, const Tensor &boundaries, bool out_int32 = false, bool right = false);
Tensor bernoulli(const Tensor &self);
Tensor lerp(const Tensor &self, const Tensor &end, const Scalar &weight);
Tensor quantize_per_tensor(const Tensor &self, double scale, int64_t zero_point, ScalarType dtype);
bool equal(const Tensor &self, const Tensor &other);
bool is_same_size(const Tensor &self, const Tensor &other);
bool allclose(const Tensor &self, const Tensor &other, double rtol = 1e-5, double atol = 1e-8, bool equal_nan = false);
bool is_floating_point(const Tensor &self);
bool is_complex(const Tensor &self);
Tensor &fill_(Tensor &self, const Scalar &value);
ScalarType result_type(const Tensor &tensor, const Tensor &other);
ScalarType promote_types(ScalarType a, ScalarType b);
std::vector<int64_t> infer_size(IntArrayRef a, IntArrayRef b);
std::vector<c10::SymInt> infer_size_symint(c10::SymIntArrayRef a, c10::SymIntArrayRef b);
c10::SymDimVector infer_size_symdimvector(c10::SymIntArrayRef a, c10::SymIntArrayRef b);
using c10::maybe_wrap_dim;
int64_t maybe_wrap_dim(int64_t dim, c10::TensorImpl *tensor);
int64_t maybe_wrap_dim(int64_t dim, TensorList tensors);
bool is_expandable_to(IntArrayRef shape, IntArrayRef desired);
bool is_expandable_to(c10::SymIntArrayRef shape, c10::SymIntArrayRef desired);
Tensor sum_to(Tensor tensor, IntArrayRef shape, bool always_return_non_view = false);
Tensor sum_to(Tensor tensor, c10::SymIntArrayRef shape, bool always_return_non_view = false);
namespace detail {
const Generator &getDefaultCPUGenerator();
Generator createCPUGenerator(uint64_t seed_val = 42);
#define AOTI_EMPTY(F)                                                          \
  TensorBase F(IntArrayRef size, ScalarType dtype, std::optional<MemoryFormat> memory_format = std::nullopt); \
  TensorBase F(IntArrayRef size, std::optional<ScalarType> dtype, std::optional<Layout> layout, std::optional<Device> device, std::optional<bool> pin_memory, std::optional<MemoryFormat> memory_format = std::nullopt); \
  TensorBase F(IntArrayRef size, const TensorOptions &options);
AOTI_EMPTY(empty_cpu) AOTI_EMPTY(empty_meta)
TensorBase empty_cpu(IntArrayRef size, ScalarType dtype, bool pin_memory, std::optional<MemoryFormat> memory_format = std::nullopt);
TensorBase empty_cuda(IntArrayRef size, ScalarType dtype, std::optional<Device> device, std::optional<MemoryFormat> memory_format);
TensorBase empty_cuda(IntArrayRef size, std::optional<ScalarType> dtype, std::optional<Layout> layout, std::optional<Device> device, std::optional<bool> pin_memory, std::optional<MemoryFormat> memory_format);
TensorBase empty_cuda(IntArrayRef size, const TensorOptions &options);
TensorBase empty_symint_meta(c10::SymIntArrayRef size, std::optional<ScalarType> dtype, std::optional<Layout> layout, std::optional<Device> device, std::optional<bool> pin_memory, std::optional<MemoryFormat> memory_format = std::nullopt);
#undef AOTI_EMPTY
#define AOTI_EMPTY(F, SIZES)                                                   \
  TensorBase F(SIZES size, SIZES stride, ScalarType dtype);                    \
  TensorBase F(SIZES size, SIZES stride, std::optional<ScalarType> dtype, std::optional<Layout> layout, std::optional<Device> device, std::optional<bool> pin_memory); \
  TensorBase F(SIZES size, SIZES stride, const TensorOptions &options);
AOTI_EMPTY(empty_strided_cpu, IntArrayRef) AOTI_EMPTY(empty_strided_meta, IntArrayRef) AOTI_EMPTY(empty_strided_cuda, IntArrayRef) AOTI_EMPTY(empty_strided_symint_meta, c10::SymIntArrayRef)
#undef AOTI_EMPTY
} // namespace detail
void manual_seed(uint64_t seed);
void set_num_threads(int threads);
template <class T, class F, class R> T parallel_reduce(int64_t begin, int64_t end, int64_t grain_size, T ident, const F &f, const R &r) {}
struct Half2;
ScalarType toAccumulateType(ScalarType type, bool is_cuda);
struct AutoDispatchBelowADInplaceOrView { AutoDispatchBelowADInplaceOrView(); ~AutoDispatchBelowADInplaceOrView(); };
struct AutoDispatchBelowAutograd { AutoDispatchBelowAutograd(); ~AutoDispatchBelowAutograd(); };
using AutoNonVariableTypeMode = AutoDispatchBelowADInplaceOrView;
class Context {
public:
  bool hasCUDA() const;
  bool deterministicAlgorithms() const;
  void alertNotDeterministic(std::string_view) const;
  bool allowTF32CuBLAS() const;
  const Generator &defaultGenerator(Device);
};
Context &globalContext();
namespace autocast {
Tensor cached_cast(ScalarType to_type, const Tensor &arg, DeviceType device_type = DeviceType::CUDA);
template <class... A> ScalarType promote_type(ScalarType current, A &&...) { return current; }
ScalarType get_autocast_dtype(DeviceType device_type);
bool is_autocast_enabled(DeviceType device_type);
} // namespace autocast
namespace native {
bool resize_output(const Tensor &output, IntArrayRef shape);
bool resize_output_symint(const Tensor &output, c10::SymIntArrayRef shape);
using at::empty;
using at::empty_like;
using at::zeros;
using at::zeros_like;
Tensor empty_meta_symint(c10::SymIntArrayRef size, std::optional<ScalarType> dtype = {}, std::optional<Layout> layout = {}, std::optional<Device> device = {}, std::optional<bool> pin_memory = {}, std::optional<MemoryFormat> format = {});
Tensor empty_strided_meta_symint(c10::SymIntArrayRef size, c10::SymIntArrayRef stride, std::optional<ScalarType> dtype = {}, std::optional<Layout> layout = {}, std::optional<Device> device = {}, std::optional<bool> pin_memory = {});
} // namespace native
namespace indexing {
struct Slice { Slice(std::optional<c10::SymInt> start = std::nullopt, std::optional<c10::SymInt> stop = std::nullopt, std::optional<c10::SymInt> step = std::nullopt); };
struct EllipsisIndexType {};
inline constexpr EllipsisIndexType Ellipsis{};
inline constexpr std::nullopt_t None = std::nullopt;
struct TensorIndex {
  TensorIndex(std::nullopt_t);
  TensorIndex(EllipsisIndexType);
  TensorIndex(const char *);
  TensorIndex(c10::SymInt);
  TensorIndex(int64_t);
  TensorIndex(int);
  template <class T> requires std::is_same_v<T, bool> TensorIndex(T) {}
  TensorIndex(Slice);
  TensorIndex(Tensor);
  bool is_none() const;
  bool is_ellipsis() const;
  bool is_integer() const;
  bool is_boolean() const;
  bool is_slice() const;
  bool is_tensor() const;
  c10::SymInt integer() const;
  const Slice &slice() const;
  const Tensor &tensor() const;
};
} // namespace indexing
class TensorGeometry {
public:
  TensorGeometry();
  explicit TensorGeometry(const TensorBase &);
  explicit TensorGeometry(c10::SymIntArrayRef sizes);
  int64_t dim() const;
  int64_t size(int64_t dim) const;
  int64_t stride(int64_t dim) const;
  IntArrayRef sizes() const;
  IntArrayRef strides() const;
  c10::SymIntArrayRef sym_sizes() const;
  int64_t numel() const;
  int64_t storage_offset() const;
  bool is_contiguous() const;
};
struct TensorArg {
  const Tensor &tensor;
  const char *name;
  int pos;
  TensorArg(const Tensor &tensor, const char *name, int pos);
  TensorArg(Tensor &&tensor, const char *name, int pos) = delete;
  const Tensor *operator->() const;
  const Tensor &operator*() const;
};
struct TensorGeometryArg {
  TensorGeometry tensor;
  const char *name;
  int pos;
  TensorGeometryArg(TensorArg arg);
  TensorGeometryArg(TensorGeometry tensor, const char *name, int pos);
  const TensorGeometry *operator->() const;
  const TensorGeometry &operator*() const;
};
using CheckedFrom = const char *;
void checkDim(CheckedFrom c, const Tensor &tensor, const char *name, int pos, int64_t dim);
void checkDim(CheckedFrom c, const TensorGeometryArg &t, int64_t dim);
void checkDimRange(CheckedFrom c, const TensorGeometryArg &t, int64_t dim_start, int64_t dim_end);
void checkSameDim(CheckedFrom c, const TensorGeometryArg &t1, const TensorGeometryArg &t2);
void checkContiguous(CheckedFrom c, const TensorGeometryArg &t);
void checkSize(CheckedFrom c, const TensorGeometryArg &t, IntArrayRef sizes);
void checkSize(CheckedFrom c, const TensorGeometryArg &t, int64_t dim, int64_t size);
void checkSize_symint(CheckedFrom c, const TensorGeometryArg &t, c10::SymIntArrayRef sizes);
void checkSize_symint(CheckedFrom c, const TensorGeometryArg &t, int64_t dim, const c10::SymInt &size);
void checkNumel(CheckedFrom c, const TensorGeometryArg &t, int64_t numel);
void checkScalarType(CheckedFrom c, const TensorArg &t, ScalarType s);
void checkScalarTypes(CheckedFrom c, const TensorArg &t, ArrayRef<ScalarType> l);
void checkDefined(CheckedFrom c, const TensorArg &t);
#define AOTI_CHECKS(F)                                                         \
  void checkSame##F(CheckedFrom c, const TensorArg &t1, const TensorArg &t2);  \
  void checkAllSame##F(CheckedFrom c, ArrayRef<TensorArg> tensors);
AOTI_CHECKS(GPU) AOTI_CHECKS(Type) AOTI_CHECKS(Size) AOTI_CHECKS(Numel)
#undef AOTI_CHECKS
void checkAllContiguous(CheckedFrom c, ArrayRef<TensorArg> ts);
void checkAllDefined(CheckedFrom c, ArrayRef<TensorArg> t);
void checkDeviceType(CheckedFrom c, ArrayRef<Tensor> tensors, DeviceType device_type);
void checkLayout(CheckedFrom c, const Tensor &t, Layout layout);
void checkLayout(CheckedFrom c, ArrayRef<Tensor> tensors, Layout layout);
void check_dim_size(const Tensor &tensor, int64_t dim, int64_t dim_size, int64_t size);
class Dimname {
public:
  static Dimname wildcard();
  bool isWildcard() const;
  bool isBasic() const;
};
class TensorIteratorConfig;
struct TensorIteratorBase {
  void build(TensorIteratorConfig &);
  int ndim() const;
  IntArrayRef shape() const;
  int64_t numel() const;
  int ntensors() const;
  int noutputs() const;
  int ninputs() const;
  int64_t num_output_elements() const;
  bool is_trivial_1d() const;
  bool is_contiguous() const;
  IntArrayRef strides(int64_t arg) const;
  void *data_ptr(int64_t arg) const;
  ScalarType dtype(int64_t arg = 0) const;
  ScalarType common_dtype() const;
  ScalarType input_dtype(int64_t arg = 0) const;
  Device device(int64_t arg = 0) const;
  DeviceType device_type(int64_t arg = 0) const;
  int64_t element_size(int64_t arg) const;
  bool is_scalar(int64_t arg) const;
  bool is_cpu_scalar(int64_t arg) const;
  const TensorBase &tensor_base(int64_t arg) const;
  const Tensor &tensor(int64_t arg) const;
  const Tensor &output(int64_t arg = 0) const;
  const Tensor &input(int64_t arg = 0) const;
  void cast_outputs();
  void remove_operand(int64_t arg);
  template <class T> T scalar_value(int64_t arg) { return {}; }
  template <class F> void for_each(F loop, int64_t grain_size = at::internal::GRAIN_SIZE) {}
  template <class F> void parallel_reduce(F loop) {}
  template <class F> void foreach_reduced_elt(F loop, bool parallelize = true) {}
  bool can_use_32bit_indexing() const;
  std::vector<TensorIteratorBase> with_32bit_indexing() const;
};
struct TensorIterator : TensorIteratorBase {
  static TensorIterator binary_op(TensorBase &out, const TensorBase &a, const TensorBase &b);
  static TensorIterator borrowing_binary_op(const TensorBase &out, const TensorBase &a, const TensorBase &b);
  static TensorIterator comparison_op(TensorBase &out, const TensorBase &a, const TensorBase &b);
  static TensorIterator unary_op(TensorBase &out, const TensorBase &a);
  static TensorIterator nullary_op(TensorBase &out);
  static TensorIterator reduce_op(TensorBase &out, const TensorBase &a);
};
class TensorIteratorConfig {
public:
#define AOTI_CONFIG(F) TensorIteratorConfig &add_##F(const TensorBase &); TensorIteratorConfig &add_owned_##F(const TensorBase &); TensorIteratorConfig &add_borrowed_##F(const TensorBase &);
  AOTI_CONFIG(output) AOTI_CONFIG(input) AOTI_CONFIG(const_input)
#undef AOTI_CONFIG
#define AOTI_CONFIG(F) TensorIteratorConfig &F(bool);
  AOTI_CONFIG(set_check_mem_overlap) AOTI_CONFIG(check_all_same_dtype) AOTI_CONFIG(check_all_same_device) AOTI_CONFIG(enforce_safe_casting_to_output) AOTI_CONFIG(promote_inputs_to_common_dtype) AOTI_CONFIG(promote_integer_inputs_to_float) AOTI_CONFIG(is_reduction) AOTI_CONFIG(allow_cpu_scalars) AOTI_CONFIG(cast_common_dtype_to_outputs) AOTI_CONFIG(resize_outputs)
#undef AOTI_CONFIG
  TensorIteratorConfig &enforce_linear_iteration(bool enforce_linear_iteration = true);
  TensorIteratorConfig &declare_static_dtype_and_device(ScalarType dtype, Device device);
  TensorIteratorConfig &declare_static_dtype(ScalarType dtype);
  TensorIteratorConfig &declare_static_device(Device device);
  TensorIteratorConfig &declare_static_shape(IntArrayRef shape);
  TensorIteratorConfig &declare_static_shape(IntArrayRef shape, IntArrayRef squash_dims);
  TensorIterator build();
};
template <c10::ScalarType First, c10::ScalarType... Others> struct AotiFirstType { using type = c10::impl::ScalarTypeToCPPTypeT<First>; };
#undef AOTI_ORDER
} // namespace at

// dispatch on the scalar type: the body is kept, once, with float
#define AT_DISPATCH_SWITCH(TYPE, NAME, ...)                                    \
  [&] {                                                                        \
    const auto &the_type = TYPE;                                               \
    (void)the_type;                                                            \
    constexpr const char *at_dispatch_name = NAME;                             \
    (void)at_dispatch_name;                                                    \
    __VA_ARGS__                                                                \
  }()
#define AT_DISPATCH_CASE(ENUM, ...) { using scalar_t [[maybe_unused]] = float; __VA_ARGS__(); }
#define AOTI_DISPATCH(TYPE, NAME, T, ...)                                      \
  [&] {                                                                        \
    const auto &the_type = TYPE;                                               \
    (void)the_type;                                                            \
    (void)NAME;                                                                \
    using scalar_t [[maybe_unused]] = T;                                       \
    return __VA_ARGS__();                                                      \
  }()
#define AT_DISPATCH_CASE_FLOATING_TYPES(...) AT_DISPATCH_CASE(at::ScalarType::Float, __VA_ARGS__)
#define AT_DISPATCH_CASE_INTEGRAL_TYPES(...) AT_DISPATCH_CASE(at::ScalarType::Long, __VA_ARGS__)
#define AT_DISPATCH_CASE_ALL_TYPES(...) AT_DISPATCH_CASE(at::ScalarType::Float, __VA_ARGS__)
#define AT_DISPATCH_FLOATING_TYPES(TYPE, NAME, ...) AOTI_DISPATCH(TYPE, NAME, float, __VA_ARGS__)
#define AT_DISPATCH_FLOATING_TYPES_AND_HALF(TYPE, NAME, ...) AOTI_DISPATCH(TYPE, NAME, float, __VA_ARGS__)
#define AT_DISPATCH_FLOATING_TYPES_AND(S, TYPE, NAME, ...) AOTI_DISPATCH(TYPE, NAME, float, __VA_ARGS__)
#define AT_DISPATCH_FLOATING_TYPES_AND2(S1, S2, TYPE, NAME, ...) AOTI_DISPATCH(TYPE, NAME, float, __VA_ARGS__)
#define AT_DISPATCH_FLOATING_TYPES_AND3(S1, S2, S3, TYPE, NAME, ...) AOTI_DISPATCH(TYPE, NAME, float, __VA_ARGS__)
#define AT_DISPATCH_REDUCED_FLOATING_TYPES(TYPE, NAME, ...) AOTI_DISPATCH(TYPE, NAME, at::Half, __VA_ARGS__)
#define AT_DISPATCH_INTEGRAL_TYPES(TYPE, NAME, ...) AOTI_DISPATCH(TYPE, NAME, int64_t, __VA_ARGS__)
#define AT_DISPATCH_INTEGRAL_TYPES_AND(S, TYPE, NAME, ...) AOTI_DISPATCH(TYPE, NAME, int64_t, __VA_ARGS__)
#define AT_DISPATCH_ALL_TYPES(TYPE, NAME, ...) AOTI_DISPATCH(TYPE, NAME, float, __VA_ARGS__)
#define AT_DISPATCH_ALL_TYPES_AND(S, TYPE, NAME, ...) AOTI_DISPATCH(TYPE, NAME, float, __VA_ARGS__)
#define AT_DISPATCH_ALL_TYPES_AND2(S1, S2, TYPE, NAME, ...) AOTI_DISPATCH(TYPE, NAME, float, __VA_ARGS__)
#define AT_DISPATCH_ALL_TYPES_AND3(S1, S2, S3, TYPE, NAME, ...) AOTI_DISPATCH(TYPE, NAME, float, __VA_ARGS__)
#define AT_DISPATCH_ALL_TYPES_AND_COMPLEX(TYPE, NAME, ...) AOTI_DISPATCH(TYPE, NAME, float, __VA_ARGS__)
#define AT_DISPATCH_INDEX_TYPES(TYPE, NAME, ...)                               \
  [&] {                                                                        \
    (void)(TYPE);                                                              \
    using index_t [[maybe_unused]] = int64_t;                                  \
    return __VA_ARGS__();                                                      \
  }()
#define AT_ALL_TYPES at::ScalarType::Float
#define AT_ALL_TYPES_AND_COMPLEX at::ScalarType::Float
#define AT_FLOATING_TYPES at::ScalarType::Float
#define AT_REDUCED_FLOATING_TYPES at::ScalarType::Half
#define AT_INTEGRAL_TYPES at::ScalarType::Long
#define AT_INTEGRAL_TYPES_V2 at::ScalarType::Long
#define AT_BAREBONES_UNSIGNED_TYPES at::ScalarType::UInt32
#define AT_COMPLEX_TYPES at::ScalarType::ComplexFloat
#define AT_FLOAT8_TYPES at::ScalarType::Float8_e4m3fn
#define AT_WRAP(...) __VA_ARGS__
#define AT_EXPAND(X) X
#define AT_DISPATCH_V2(TYPE, NAME, BODY, ...)                                  \
  [&] {                                                                        \
    const auto &the_type = TYPE;                                               \
    (void)the_type;                                                            \
    (void)NAME;                                                                \
    using scalar_t [[maybe_unused]] = at::AotiFirstType<__VA_ARGS__>::type;    \
    return BODY();                                                             \
  }()

namespace torch {
using namespace at;
using at::IntArrayRef;
using at::Tensor;
using at::TensorList;
using at::TensorOptions;
using at::Device;
using c10::NoGradGuard;
using c10::AutoGradMode;
using Dtype = at::ScalarType;
#define AOTI_K(N) using at::k##N;
AOTI_K(Byte) AOTI_K(Char) AOTI_K(Short) AOTI_K(Int) AOTI_K(Long) AOTI_K(Half) AOTI_K(Float) AOTI_K(Double) AOTI_K(Bool) AOTI_K(BFloat16) AOTI_K(CPU) AOTI_K(CUDA) AOTI_K(XPU) AOTI_K(MPS) AOTI_K(Meta) AOTI_K(Strided)
#undef AOTI_K
constexpr auto kUInt8 = at::kByte, kInt8 = at::kChar, kInt16 = at::kShort, kInt32 = at::kInt, kInt64 = at::kLong, kFloat16 = at::kHalf, kFloat32 = at::kFloat, kFloat64 = at::kDouble;
using at::tensor;
namespace detail {
struct TensorDataContainer {
  template <class T> requires std::is_arithmetic_v<T> TensorDataContainer(T) {}
  TensorDataContainer(std::initializer_list<TensorDataContainer>);
};
} // namespace detail
Tensor tensor(std::initializer_list<detail::TensorDataContainer> data, TensorOptions options = {});
namespace cuda { bool is_available(); size_t device_count(); void synchronize(int64_t device_index = -1); }
namespace nn::functional {}
namespace autograd {
using Variable = at::Tensor;
using variable_list = std::vector<Variable>;
using tensor_list = std::vector<at::Tensor>;
struct AutogradContext {
  void save_for_backward(variable_list to_save);
  variable_list get_saved_variables() const;
  void mark_dirty(const variable_list &inputs);
  void mark_non_differentiable(const variable_list &outputs);
  bool needs_input_grad(size_t index) const;
  void set_materialize_grads(bool value);
  struct Saved {
    template <class T> Saved &operator=(T &&) { return *this; }
    int64_t toInt() const; double toDouble() const; bool toBool() const; at::Tensor toTensor() const; std::vector<int64_t> toIntVector() const; c10::SymInt toSymInt() const; std::vector<c10::SymInt> toSymIntVector() const; std::vector<double> toDoubleVector() const; std::string toStringRef() const; c10::ScalarType toScalarType() const; bool isNone() const; template <class T> std::optional<T> toOptional() const { return {}; }
  };
  struct SavedMap { Saved &operator[](const std::string &); };
  SavedMap saved_data;
};
template <class T> struct Function {
  template <class... A> static auto apply(A &&...args) { return T::forward(static_cast<AutogradContext *>(nullptr), static_cast<A &&>(args)...); }
};
} // namespace autograd

class CppFunction {
public:
  template <class F> CppFunction(F *f) {}
  template <class F> requires(!std::is_same_v<std::decay_t<F>, CppFunction>) CppFunction(F &&f) {}
  static CppFunction makeFallthrough();
  template <auto *F> static CppFunction makeFromBoxedFunction() { return makeFallthrough(); }
};
namespace autograd {
CppFunction autogradNotImplementedFallback();
CppFunction autogradNotImplementedInplaceOrViewFallback();
} // namespace autograd
CppFunction dispatch(c10::DispatchKey, CppFunction &&);
CppFunction dispatch(c10::DeviceType, CppFunction &&);
template <class F> CppFunction dispatch(c10::DeviceType, F &&f) { return CppFunction(static_cast<F &&>(f)); }
template <class F> CppFunction dispatch(c10::DispatchKey, F &&f) { return CppFunction(static_cast<F &&>(f)); }
class Library final {
public:
  enum Kind { DEF, IMPL, FRAGMENT };
  Library(Kind kind, std::string ns, std::optional<c10::DispatchKey> key, const char *file, uint32_t line);
  Library &def(const char *schema, const std::vector<at::Tag> &tags = {});
  Library &def(const std::string &schema);
  Library &def(c10::FunctionSchema &&schema, const std::vector<at::Tag> &tags = {});
  template <class F> Library &def(const char *schema, F &&f, const std::vector<at::Tag> &tags = {}) & { return *this; }
  template <class F> Library &def(c10::FunctionSchema &&schema, F &&f, const std::vector<at::Tag> &tags = {}) & { return *this; }
  template <class F> Library &impl(const char *name, F &&f) & { return *this; }
  template <class F> Library &impl(const char *name, c10::DispatchKey key, F &&f) & { return *this; }
  template <class F> Library &impl(const char *name, c10::DeviceType key, F &&f) & { return *this; }
  template <class F> Library &fallback(F &&f) & { return *this; }
  Library &set_python_module(const char *module, const char *context = "");
  Library &impl_abstract_pystub(const char *module, const char *context = "");
  template <class C> struct AotiClass {
    template <class... A> AotiClass &def(A &&...) { return *this; }
    template <class... A> AotiClass &def_pickle(A &&...) { return *this; }
    template <class... A> AotiClass &def_readwrite(A &&...) { return *this; }
  };
  template <class C> AotiClass<C> class_(const std::string &name) { return {}; }
};
c10::FunctionSchema schema(const char *str, c10::AliasAnalysisKind k, bool allow_typevars = false);
c10::FunctionSchema schema(const char *str, bool allow_typevars = false);
template <class... A> struct init {};
using c10::OperatorKernel;
using CustomClassHolder = c10::intrusive_ptr_target;
namespace detail {
struct TorchLibraryInit {
  TorchLibraryInit(void (*fn)(Library &), const char *ns, const char *key, const char *file, uint32_t line);
};
} // namespace detail
namespace jit {
using Stack = std::vector<int>;
}
} // namespace torch
#define AOTI_CAT_(A, B) A##B
#define AOTI_CAT(A, B) AOTI_CAT_(A, B)
#define AOTI_TORCH_LIBRARY(NS, KEY, M, FN)                                     \
  static void FN(torch::Library &);                                            \
  static const torch::detail::TorchLibraryInit AOTI_CAT(FN, _static)(&FN, #NS, KEY, __FILE__, __LINE__); \
  void FN(torch::Library &M)
#define TORCH_LIBRARY(ns, m) AOTI_TORCH_LIBRARY(ns, "", m, TORCH_LIBRARY_init_##ns)
#define TORCH_LIBRARY_FRAGMENT(ns, m) AOTI_TORCH_LIBRARY(ns, "", m, AOTI_CAT(TORCH_LIBRARY_FRAGMENT_init_##ns##_, __COUNTER__))
#define TORCH_LIBRARY_IMPL(ns, k, m) AOTI_TORCH_LIBRARY(ns, #k, m, AOTI_CAT(TORCH_LIBRARY_IMPL_init_##ns##_##k##_, __COUNTER__))
#define TORCH_FN(F) (&F)
#define TORCH_SELECTIVE_NAME(N) N
#define TORCH_SELECTIVE_SCHEMA(N) N
namespace c10 {
using torch::CppFunction;
namespace impl { using torch::Library; }
} // namespace c10
