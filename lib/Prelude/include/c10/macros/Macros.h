// Attribute and branch macros, and the namespaces that share names.
#pragma once
#define C10_LIKELY(E) (__builtin_expect(static_cast<bool>(E), 1))
#define C10_UNLIKELY(E) (__builtin_expect(static_cast<bool>(E), 0))
#define C10_LIKELY_OR_CONST(E) C10_LIKELY(E)
#define C10_UNLIKELY_OR_CONST(E) C10_UNLIKELY(E)
#define C10_ALWAYS_INLINE __attribute__((__always_inline__)) inline
#define C10_ALWAYS_INLINE_ATTRIBUTE __attribute__((__always_inline__))
#define C10_NOINLINE __attribute__((noinline))
#define C10_ATTR_VISIBILITY_HIDDEN __attribute__((__visibility__("hidden")))
#define C10_ERASE C10_ALWAYS_INLINE C10_ATTR_VISIBILITY_HIDDEN
#define C10_UNUSED __attribute__((__unused__))
#define C10_USED __attribute__((__used__))
#define C10_NODISCARD [[nodiscard]]
#define C10_RESTRICT __restrict
#define C10_HOST_DEVICE
#define C10_HOST
#define C10_DEVICE
#define C10_API __attribute__((__visibility__("default")))
#define C10_EXPORT C10_API
#define C10_CUDA_API C10_API
#define TORCH_API C10_API
#define TORCH_CUDA_CU_API C10_API
#define TORCH_CUDA_CPP_API C10_API
#define C10_CONCATENATE_IMPL(A, B) A##B
#define C10_CONCATENATE(A, B) C10_CONCATENATE_IMPL(A, B)
#define C10_STRINGIZE_IMPL(X) #X
#define C10_STRINGIZE(X) C10_STRINGIZE_IMPL(X)
#define C10_UID __COUNTER__
#define C10_ANONYMOUS_VARIABLE(X) C10_CONCATENATE(X, __COUNTER__)
#define C10_FALLTHROUGH [[fallthrough]]
namespace c10 {}
namespace c10::cuda {}
namespace c10::hip {}
namespace c10::xpu {}
namespace at { using namespace c10; }
namespace at::cuda { using namespace c10::cuda; }
namespace at::hip { using namespace c10::hip; }
namespace at::xpu { using namespace c10::xpu; }
namespace torch { using namespace at; }
namespace torch::headeronly { using namespace c10; }
namespace torch::aot_inductor {}
