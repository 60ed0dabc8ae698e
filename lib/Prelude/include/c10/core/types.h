// Scalar types, devices, layouts and memory formats.
#pragma once
#include <aoti_std/containers.h>
#include <aoti_std/stream.h>
#include <c10/util/numeric_ops.h>
namespace c10 {
enum class ScalarType : int8_t { Byte, Char, Short, Int, Long, Half, Float, Double, ComplexHalf, ComplexFloat, ComplexDouble, Bool, QInt8, QUInt8, QInt32, BFloat16, QUInt4x2, QUInt2x4, Bits1x8, Bits2x4, Bits4x2, Bits8, Bits16, Float8_e5m2, Float8_e4m3fn, Float8_e5m2fnuz, Float8_e4m3fnuz, UInt16, UInt32, UInt64, UInt1, UInt2, UInt3, UInt4, UInt5, UInt6, UInt7, Int1, Int2, Int3, Int4, Int5, Int6, Int7, Float8_e8m0fnu, Float4_e2m1fn_x2, Undefined, NumOptions };
enum class DeviceType : int8_t { CPU, CUDA, MKLDNN, OPENGL, OPENCL, IDEEP, HIP, FPGA, MAIA, XLA, Vulkan, Metal, XPU, MPS, Meta, HPU, VE, Lazy, IPU, MTIA, PrivateUse1, COMPILE_TIME_MAX_DEVICE_TYPES };
enum class Layout : int8_t { Strided, Sparse, SparseCsr, Mkldnn, SparseCsc, SparseBsr, SparseBsc, Jagged, NumOptions };
enum class MemoryFormat : int8_t { Contiguous, Preserve, ChannelsLast, ChannelsLast3d, NumOptions };
enum class DispatchKey : uint16_t { Undefined, CPU, CUDA, HIP, XPU, MPS, Meta, PrivateUse1, Autograd, AutogradCPU, AutogradCUDA, AutogradXPU, AutogradPrivateUse1, AutogradMeta, AutogradMPS, AutogradHIP, AutogradOther, AutogradFunctionality, AutogradNestedTensor, ADInplaceOrView, Autocast, AutocastCPU, AutocastCUDA, AutocastXPU, AutocastPrivateUse1, CompositeExplicitAutograd, CompositeExplicitAutogradNonFunctional, CompositeImplicitAutograd, CompositeImplicitAutogradNestedTensor, Functionalize, BackendSelect, Python, FuncTorchBatched, HPU, MTIA, XLA, IPU, Lazy, VE, SparseMeta, QuantizedMeta, NestedTensorCPU, NestedTensorCUDA, NestedTensorMeta, MkldnnCPU, SparseCsrCPU, SparseCsrCUDA, SparseCsrMeta, SparsePrivateUse1, QuantizedPrivateUse1, SparseCPU, SparseCUDA, QuantizedCPU, QuantizedCUDA, CatchAll };
using DeviceIndex = int8_t;
#define AOTI_K(N) constexpr ScalarType k##N = ScalarType::N;
AOTI_K(Byte) AOTI_K(Char) AOTI_K(Short) AOTI_K(Int) AOTI_K(Long) AOTI_K(Half) AOTI_K(Float) AOTI_K(Double) AOTI_K(ComplexHalf) AOTI_K(ComplexFloat) AOTI_K(ComplexDouble) AOTI_K(Bool) AOTI_K(QInt8) AOTI_K(QUInt8) AOTI_K(QInt32) AOTI_K(QUInt4x2) AOTI_K(QUInt2x4) AOTI_K(BFloat16) AOTI_K(Float8_e5m2) AOTI_K(Float8_e4m3fn) AOTI_K(Float8_e5m2fnuz) AOTI_K(Float8_e4m3fnuz) AOTI_K(Float8_e8m0fnu) AOTI_K(Float4_e2m1fn_x2) AOTI_K(UInt16) AOTI_K(UInt32) AOTI_K(UInt64)
#undef AOTI_K
#define AOTI_K(N) constexpr DeviceType k##N = DeviceType::N;
AOTI_K(CPU) AOTI_K(CUDA) AOTI_K(HIP) AOTI_K(XLA) AOTI_K(XPU) AOTI_K(MPS) AOTI_K(Meta) AOTI_K(HPU) AOTI_K(MTIA) AOTI_K(PrivateUse1)
#undef AOTI_K
constexpr Layout kStrided = Layout::Strided, kSparse = Layout::Sparse, kSparseCsr = Layout::SparseCsr, kMkldnn = Layout::Mkldnn, kJagged = Layout::Jagged;
std::string DeviceTypeName(DeviceType d, bool lower_case = false);
const char *toString(ScalarType t);
size_t elementSize(ScalarType t);
bool isFloatingType(ScalarType t);
bool isIntegralType(ScalarType t, bool include_bool);
bool isComplexType(ScalarType t);
bool isReducedFloatingType(ScalarType t);
ScalarType promoteTypes(ScalarType a, ScalarType b);
ScalarType toOpMathType(ScalarType t);
std::ostream &operator<<(std::ostream &, ScalarType);
std::ostream &operator<<(std::ostream &, DeviceType);
std::ostream &operator<<(std::ostream &, Layout);
std::ostream &operator<<(std::ostream &, MemoryFormat);
std::ostream &operator<<(std::ostream &, DispatchKey);
struct Device {
  using Type = DeviceType;
  Device(DeviceType type, DeviceIndex index = -1);
  Device(const std::string &device_string);
  bool operator==(const Device &) const noexcept;
  void set_index(DeviceIndex index);
  DeviceType type() const noexcept;
  DeviceIndex index() const noexcept;
  bool has_index() const noexcept;
  bool is_cuda() const noexcept;
  bool is_hip() const noexcept;
  bool is_xpu() const noexcept;
  bool is_mps() const noexcept;
  bool is_cpu() const noexcept;
  bool is_meta() const noexcept;
  bool is_privateuseone() const noexcept;
  std::string str() const;
};
std::ostream &operator<<(std::ostream &, const Device &);
struct DataPtr {
  DataPtr();
  DataPtr(void *data, Device device);
  DataPtr(void *data, void *ctx, void (*deleter)(void *), Device device);
  void *get() const;
  void *operator->() const;
  operator bool() const;
  Device device() const;
};
struct Allocator {
  virtual ~Allocator();
  virtual DataPtr allocate(size_t bytes);
  void *raw_allocate(size_t bytes);
};
Allocator *GetAllocator(DeviceType);
template <class T> struct CppTypeToScalarType;
#define AOTI_K(T, N) template <> struct CppTypeToScalarType<T> { static constexpr ScalarType value = ScalarType::N; };
AOTI_K(uint8_t, Byte) AOTI_K(int8_t, Char) AOTI_K(int16_t, Short) AOTI_K(int32_t, Int) AOTI_K(int64_t, Long) AOTI_K(float, Float) AOTI_K(double, Double) AOTI_K(bool, Bool) AOTI_K(Half, Half) AOTI_K(BFloat16, BFloat16) AOTI_K(Float8_e5m2, Float8_e5m2) AOTI_K(Float8_e4m3fn, Float8_e4m3fn) AOTI_K(Float8_e5m2fnuz, Float8_e5m2fnuz) AOTI_K(Float8_e4m3fnuz, Float8_e4m3fnuz) AOTI_K(uint16_t, UInt16) AOTI_K(uint32_t, UInt32) AOTI_K(uint64_t, UInt64)
#undef AOTI_K
namespace impl {
template <ScalarType N> struct ScalarTypeToCPPType;
#define AOTI_K(T, N) template <> struct ScalarTypeToCPPType<ScalarType::N> { using type = T; };
AOTI_K(uint8_t, Byte) AOTI_K(int8_t, Char) AOTI_K(int16_t, Short) AOTI_K(int32_t, Int) AOTI_K(int64_t, Long) AOTI_K(float, Float) AOTI_K(double, Double) AOTI_K(bool, Bool) AOTI_K(c10::Half, Half) AOTI_K(c10::BFloat16, BFloat16) AOTI_K(c10::Float8_e5m2, Float8_e5m2) AOTI_K(c10::Float8_e4m3fn, Float8_e4m3fn) AOTI_K(c10::Float8_e5m2fnuz, Float8_e5m2fnuz) AOTI_K(c10::Float8_e4m3fnuz, Float8_e4m3fnuz) AOTI_K(uint16_t, UInt16) AOTI_K(uint32_t, UInt32) AOTI_K(uint64_t, UInt64) AOTI_K(c10::complex<float>, ComplexFloat) AOTI_K(c10::complex<double>, ComplexDouble) AOTI_K(c10::complex<c10::Half>, ComplexHalf)
#undef AOTI_K
template <ScalarType N> using ScalarTypeToCPPTypeT = typename ScalarTypeToCPPType<N>::type;
} // namespace impl
} // namespace c10
namespace at {
namespace internal { constexpr int64_t GRAIN_SIZE = 32768; }
template <class F> void parallel_for(int64_t begin, int64_t end, int64_t grain_size, const F &f) {}
int get_thread_num();
int get_num_threads();
bool in_parallel_region();
c10::Allocator *getCPUAllocator();
} // namespace at
namespace caffe2 {
class TypeMeta {
public:
  size_t itemsize() const noexcept;
  c10::ScalarType toScalarType() const;
  template <class T> bool Match() const { return false; }
  template <class T> static TypeMeta Make() { return {}; }
  bool operator==(const TypeMeta &) const noexcept;
  friend bool operator==(const TypeMeta &, c10::ScalarType) noexcept;
  std::string_view name() const noexcept;
  uint16_t id() const noexcept;
};
std::ostream &operator<<(std::ostream &, TypeMeta);
} // namespace caffe2
namespace c10 { using caffe2::TypeMeta; c10::ScalarType typeMetaToScalarType(caffe2::TypeMeta); std::optional<c10::ScalarType> optTypeMetaToScalarType(std::optional<caffe2::TypeMeta>); caffe2::TypeMeta get_default_dtype(); ScalarType get_default_dtype_as_scalartype(); caffe2::TypeMeta scalarTypeToTypeMeta(ScalarType); }
