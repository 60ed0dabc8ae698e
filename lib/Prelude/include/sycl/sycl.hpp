// SYCL and Level Zero: what an XPU wrapper names.
#pragma once
#include <aoti_std/containers.h>
#include <aoti_std/functional.h>
extern "C" {
typedef struct _ze_context_handle_t *ze_context_handle_t;
typedef struct _ze_device_handle_t *ze_device_handle_t;
typedef struct _ze_module_handle_t *ze_module_handle_t;
typedef struct _ze_kernel_handle_t *ze_kernel_handle_t;
typedef struct _ze_command_list_handle_t *ze_command_list_handle_t;
typedef struct _ze_module_build_log_handle_t *ze_module_build_log_handle_t;
enum ze_result_t { ZE_RESULT_SUCCESS = 0, ZE_RESULT_NOT_READY = 1, ZE_RESULT_ERROR_UNKNOWN = 0x7ffffffe };
enum ze_module_format_t { ZE_MODULE_FORMAT_IL_SPIRV = 0, ZE_MODULE_FORMAT_NATIVE = 1 };
enum ze_structure_type_t { ZE_STRUCTURE_TYPE_MODULE_DESC = 0x1b, ZE_STRUCTURE_TYPE_KERNEL_DESC = 0x1d };
enum { ZE_KERNEL_FLAG_FORCE_RESIDENCY = 1 };
struct ze_module_desc_t { ze_structure_type_t stype; const void *pNext; ze_module_format_t format; size_t inputSize; const uint8_t *pInputModule; const char *pBuildFlags; const void *pConstants; };
struct ze_kernel_desc_t { ze_structure_type_t stype; const void *pNext; uint32_t flags; const char *pKernelName; };
ze_result_t zeModuleCreate(ze_context_handle_t context, ze_device_handle_t device, const ze_module_desc_t *desc, ze_module_handle_t *module, ze_module_build_log_handle_t *log);
ze_result_t zeModuleBuildLogGetString(ze_module_build_log_handle_t log, size_t *size, char *text);
ze_result_t zeModuleBuildLogDestroy(ze_module_build_log_handle_t log);
ze_result_t zeModuleDestroy(ze_module_handle_t module);
ze_result_t zeKernelCreate(ze_module_handle_t module, const ze_kernel_desc_t *desc, ze_kernel_handle_t *kernel);
ze_result_t zeKernelDestroy(ze_kernel_handle_t kernel);
}
namespace sycl {
enum class backend { ext_oneapi_level_zero, opencl };
enum class bundle_state { input, object, executable };
namespace ext::oneapi::level_zero { enum class ownership { transfer, keep }; }
namespace info {
namespace kernel { struct num_args {}; }
namespace kernel_device_specific { struct compile_sub_group_size {}; struct max_sub_group_size {}; }
namespace device { struct max_compute_units {}; struct name {}; }
enum class event_command_status { submitted, running, complete };
namespace event { struct command_execution_status {}; }
} // namespace info
class context {};
class device {
public:
  template <class P> uint32_t get_info() const { return 0; }
};
template <int D = 1> struct range {
  range(size_t);
  range(size_t, size_t);
  range(size_t, size_t, size_t);
  size_t operator[](int) const;
};
template <int D = 1> struct id { size_t operator[](int) const; operator size_t() const; };
template <int D = 1> struct item { size_t get_id(int) const; operator size_t() const; };
template <int D = 1> struct nd_item { size_t get_global_id(int) const; size_t get_local_id(int) const; size_t get_group(int) const; void barrier(); };
template <int D = 1> struct nd_range { nd_range(range<D>, range<D>); };
class event {
public:
  void wait();
  void wait_and_throw();
  template <class P> info::event_command_status get_info() const { return {}; }
};
class kernel {
public:
  template <class P> uint32_t get_info() const { return 0; }
  template <class P> uint32_t get_info(const device &) const { return 0; }
};
template <class T, int D = 1> class local_accessor {
public:
  template <class H> local_accessor(size_t, H &) {}
};
class handler {
public:
  template <class T> void set_arg(int, T &&) {}
  template <class R> void parallel_for(R, const kernel &) {}
  template <class R, class F> void parallel_for(R, F &&) {}
  template <class F> void single_task(F &&) {}
  void depends_on(event);
};
class queue {
public:
  queue();
  template <class F> event submit(F &&) { return {}; }
  event memcpy(void *dst, const void *src, size_t bytes);
  event memset(void *dst, int value, size_t bytes);
  event ext_oneapi_submit_barrier();
  void wait();
  void wait_and_throw();
  device get_device() const;
  context get_context() const;
};
void *malloc_device(size_t bytes, const queue &);
void *malloc_shared(size_t bytes, const queue &);
void *malloc_host(size_t bytes, const queue &);
void free(void *ptr, const queue &);
} // namespace sycl
