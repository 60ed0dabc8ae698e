// The stable C interface that wrappers call. Parameter names are roles.
#pragma once
#include <aoti_std/core.h>
#include <c10/util/numeric.h>
#include <torch/csrc/inductor/aoti_torch/c/macros.h>
extern "C" {
#define AOTI_DTYPE(N) int32_t aoti_torch_dtype_##N();
AOTI_DTYPE(float8_e5m2) AOTI_DTYPE(float8_e4m3fn) AOTI_DTYPE(float8_e5m2fnuz) AOTI_DTYPE(float8_e4m3fnuz) AOTI_DTYPE(float8_e8m0fnu) AOTI_DTYPE(float4_e2m1fn_x2) AOTI_DTYPE(bfloat16) AOTI_DTYPE(float16) AOTI_DTYPE(float32) AOTI_DTYPE(float64) AOTI_DTYPE(uint8) AOTI_DTYPE(uint16) AOTI_DTYPE(uint32) AOTI_DTYPE(uint64) AOTI_DTYPE(int8) AOTI_DTYPE(int16) AOTI_DTYPE(int32) AOTI_DTYPE(int64) AOTI_DTYPE(bool) AOTI_DTYPE(complex32) AOTI_DTYPE(complex64) AOTI_DTYPE(complex128)
#undef AOTI_DTYPE
size_t aoti_torch_dtype_element_size(int32_t dtype);
#define AOTI_DEVICE(N) int32_t aoti_torch_device_type_##N();
AOTI_DEVICE(cpu) AOTI_DEVICE(cuda) AOTI_DEVICE(hip) AOTI_DEVICE(xpu) AOTI_DEVICE(mps) AOTI_DEVICE(meta) AOTI_DEVICE(mtia) AOTI_DEVICE(hpu) AOTI_DEVICE(privateuse1)
#undef AOTI_DEVICE
#define AOTI_LAYOUT(N) int32_t aoti_torch_layout_##N();
AOTI_LAYOUT(strided) AOTI_LAYOUT(sparse_coo) AOTI_LAYOUT(sparse_csr) AOTI_LAYOUT(sparse_csc) AOTI_LAYOUT(sparse_bsr) AOTI_LAYOUT(sparse_bsc) AOTI_LAYOUT(_mkldnn) AOTI_LAYOUT(jagged)
#undef AOTI_LAYOUT
#define AOTI_FORMAT(N) int32_t aoti_torch_memory_format_##N();
AOTI_FORMAT(contiguous_format) AOTI_FORMAT(channels_last) AOTI_FORMAT(channels_last_3d) AOTI_FORMAT(preserve_format)
#undef AOTI_FORMAT
#define AOTI_SCALAR(N, T)                                                      \
  AOTITorchError aoti_torch_item_##N(AtenTensorHandle tensor, T *ret_value);   \
  AOTITorchError aoti_torch_scalar_to_tensor_##N(T value, AtenTensorHandle *ret_new_tensor);
AOTI_SCALAR(float16, c10::Half) AOTI_SCALAR(bfloat16, c10::BFloat16) AOTI_SCALAR(float32, float) AOTI_SCALAR(float64, double)
AOTI_SCALAR(uint8, uint8_t) AOTI_SCALAR(uint16, uint16_t) AOTI_SCALAR(uint32, uint32_t) AOTI_SCALAR(uint64, uint64_t)
AOTI_SCALAR(int8, int8_t) AOTI_SCALAR(int16, int16_t) AOTI_SCALAR(int32, int32_t) AOTI_SCALAR(int64, int64_t) AOTI_SCALAR(bool, bool)
AOTI_SCALAR(complex64, c10::complex<float>) AOTI_SCALAR(complex128, c10::complex<double>)
#undef AOTI_SCALAR
bool aoti_torch_grad_mode_is_enabled();
void aoti_torch_grad_mode_set_enabled(bool enabled);
AOTITorchError aoti_torch_delete_tensor_object(AtenTensorHandle tensor);
AOTITorchError aoti_torch_get_data_ptr(AtenTensorHandle tensor, void **ret_data_ptr);
AOTITorchError aoti_torch_get_storage_size(AtenTensorHandle tensor, int64_t *ret_size);
AOTITorchError aoti_torch_get_dim(AtenTensorHandle tensor, int64_t *ret_dim);
AOTITorchError aoti_torch_get_numel(AtenTensorHandle tensor, int64_t *ret_numel);
AOTITorchError aoti_torch_get_storage_numel(AtenTensorHandle tensor, int64_t *ret_numel);
AOTITorchError aoti_torch_get_sizes(AtenTensorHandle tensor, int64_t **ret_sizes);
AOTITorchError aoti_torch_get_size(AtenTensorHandle tensor, int64_t d, int64_t *ret_size);
AOTITorchError aoti_torch_get_strides(AtenTensorHandle tensor, int64_t **ret_strides);
AOTITorchError aoti_torch_get_stride(AtenTensorHandle tensor, int64_t d, int64_t *ret_stride);
AOTITorchError aoti_torch_get_dtype(AtenTensorHandle tensor, int32_t *ret_dtype);
AOTITorchError aoti_torch_get_device_type(AtenTensorHandle tensor, int32_t *ret_device_type);
AOTITorchError aoti_torch_get_device_index(AtenTensorHandle tensor, int32_t *ret_device_index);
AOTITorchError aoti_torch_get_storage_offset(AtenTensorHandle tensor, int64_t *ret_storage_offset);
AOTITorchError aoti_torch__alloc_from_pool(AtenTensorHandle self, int64_t offset_bytes, int32_t dtype, int64_t ndim, const int64_t *sizes_ptr, const int64_t *strides_ptr, AtenTensorHandle *ret_new_tensor);
AOTITorchError aoti_torch__reinterpret_tensor(AtenTensorHandle self, int64_t ndim, const int64_t *sizes_ptr, const int64_t *strides_ptr, int64_t storage_offset, AtenTensorHandle *ret_new_tensor);
AOTITorchError aoti_torch_empty_strided(int64_t ndim, const int64_t *sizes_ptr, const int64_t *strides_ptr, int32_t dtype, int32_t device_type, int32_t device_index, AtenTensorHandle *ret_new_tensor);
AOTITorchError aoti_torch_create_tensor_from_blob(void *data, int64_t ndim, const int64_t *sizes_ptr, const int64_t *strides_ptr, int64_t storage_offset, int32_t dtype, int32_t device_type, int32_t device_index, AtenTensorHandle *ret);
AOTITorchError aoti_torch_create_tensor_from_blob_v2(void *data, int64_t ndim, const int64_t *sizes_ptr, const int64_t *strides_ptr, int64_t storage_offset, int32_t dtype, int32_t device_type, int32_t device_index, AtenTensorHandle *ret, int32_t layout, const uint8_t *opaque_metadata, int64_t opaque_metadata_size);
AOTITorchError aoti_torch__embedding_bag(AtenTensorHandle weight, AtenTensorHandle indices, AtenTensorHandle offsets, int32_t scale_grad_by_freq, int32_t mode, int32_t sparse, AtenTensorHandle per_sample_weights, int32_t include_last_offset, int32_t padding_idx, AtenTensorHandle *ret0, AtenTensorHandle *ret1, AtenTensorHandle *ret2, AtenTensorHandle *ret3);
AOTITorchError aoti_torch__fft_c2c(AtenTensorHandle self, const int64_t *dim_ptr, int64_t dim_size, int64_t normalization, int32_t forward, AtenTensorHandle *ret);
AOTITorchError aoti_torch__scaled_dot_product_flash_attention(AtenTensorHandle query, AtenTensorHandle key, AtenTensorHandle value, double dropout_p, bool is_causal, bool return_debug_mask, double scale, AtenTensorHandle *ret0, AtenTensorHandle *ret1, AtenTensorHandle *ret2, AtenTensorHandle *ret3, int64_t *ret4, int64_t *ret5, AtenTensorHandle *ret6, AtenTensorHandle *ret7, AtenTensorHandle *ret8);
AOTITorchError aoti_torch__scaled_dot_product_flash_attention_v2(AtenTensorHandle query, AtenTensorHandle key, AtenTensorHandle value, double dropout_p, int is_causal, int return_debug_mask, double *scale, AtenTensorHandle *ret0, AtenTensorHandle *ret1, AtenTensorHandle *ret2, AtenTensorHandle *ret3, int64_t *ret4, int64_t *ret5, AtenTensorHandle *ret6, AtenTensorHandle *ret7, AtenTensorHandle *ret8);
AOTITorchError aoti_torch__scaled_dot_product_efficient_attention(AtenTensorHandle query, AtenTensorHandle key, AtenTensorHandle value, AtenTensorHandle attn_bias, int compute_log_sumexp, double dropout_p, int is_causal, double *scale, AtenTensorHandle *ret0, AtenTensorHandle *ret1, AtenTensorHandle *ret2, AtenTensorHandle *ret3);
AOTITorchError aoti_torch__scaled_mm(AtenTensorHandle self, AtenTensorHandle mat2, AtenTensorHandle bias, int32_t *out_dtype, AtenTensorHandle scale_a, AtenTensorHandle scale_b, AtenTensorHandle scale_result, int8_t use_fast_accum, AtenTensorHandle *ret0, AtenTensorHandle *ret1);
AOTITorchError aoti_torch__scaled_mm_v2(AtenTensorHandle self, AtenTensorHandle mat2, AtenTensorHandle scale_a, AtenTensorHandle scale_b, AtenTensorHandle bias, AtenTensorHandle scale_result, int32_t *out_dtype, int8_t use_fast_accum, AtenTensorHandle *ret0);
AOTITorchError aoti_torch_convolution(AtenTensorHandle input, AtenTensorHandle weight, AtenTensorHandle bias, const int64_t *stride_ptr, int64_t stride_size, const int64_t *padding_ptr, int64_t padding_size, const int64_t *dilation_ptr, int64_t dilation_size, int transposed, const int64_t *output_padding_ptr, int64_t output_padding_size, int64_t groups, AtenTensorHandle *ret);
AOTITorchError aoti_torch_new_uninitialized_tensor(AtenTensorHandle *ret);
AOTITorchError aoti_torch_tensor_copy_(AtenTensorHandle src, AtenTensorHandle dst);
AOTITorchError aoti_torch_assign_tensors(AtenTensorHandle src, AtenTensorHandle dst);
AOTITorchError aoti_torch_assign_tensors_out(AtenTensorHandle src, AtenTensorHandle *ret_dst);
AOTITorchError aoti_torch_clone(AtenTensorHandle self, AtenTensorHandle *ret);
AOTITorchError aoti_torch_addmm_out(AtenTensorHandle out, AtenTensorHandle self, AtenTensorHandle mat1, AtenTensorHandle mat2, float beta, float alpha);
AOTITorchError aoti_torch_bmm_out(AtenTensorHandle out, AtenTensorHandle self, AtenTensorHandle mat2);
AOTITorchError aoti_torch_copy_(AtenTensorHandle self, AtenTensorHandle src, int32_t non_blocking);
AOTITorchError aoti_torch_mm_out(AtenTensorHandle out, AtenTensorHandle self, AtenTensorHandle mat2);
AOTITorchError aoti_torch__mm_plus_mm_out(AtenTensorHandle out, AtenTensorHandle a, AtenTensorHandle b, AtenTensorHandle c, AtenTensorHandle d);
AOTITorchError aoti_torch_nonzero(AtenTensorHandle self, AtenTensorHandle *out);
AOTITorchError aoti_torch_zero_(AtenTensorHandle self);
AOTITorchError aoti_torch_repeat_interleave_Tensor(AtenTensorHandle repeats, int64_t *output_size, AtenTensorHandle *out);
AOTITorchError aoti_torch_check_inf_and_nan(const char *tensor_name, AtenTensorHandle tensor);
AOTITorchError aoti_torch_scatter_out(AtenTensorHandle out, AtenTensorHandle self, int64_t dim, AtenTensorHandle index, AtenTensorHandle src);
AOTITorchError aoti_torch_scatter_reduce_out(AtenTensorHandle out, AtenTensorHandle self, int64_t dim, AtenTensorHandle index, AtenTensorHandle src, const char *reduce, int32_t include_self);
AOTITorchError aoti_torch_index_put_out(AtenTensorHandle out, AtenTensorHandle self, const AtenTensorHandle *indices, const uint32_t num_indices, const AtenTensorHandle values, bool accumulate);
AOTITorchError aoti_torch_view_as_real(AtenTensorHandle self, AtenTensorHandle *ret);
AOTITorchError aoti_torch_view_dtype(AtenTensorHandle self, int32_t dtype, AtenTensorHandle *ret);
void aoti_torch_print_tensor_handle(AtenTensorHandle self, const char *msg);
void aoti_torch_save_tensor_handle(AtenTensorHandle self, const char *tensor_name, const char *launch_prefix, const char *kernel_name);
AOTITorchError aoti_torch_create_cuda_guard(int32_t device_index, CUDAGuardHandle *ret_guard);
AOTITorchError aoti_torch_delete_cuda_guard(CUDAGuardHandle guard);
AOTITorchError aoti_torch_cuda_guard_set_index(CUDAGuardHandle guard, int32_t device_index);
AOTITorchError aoti_torch_create_cuda_stream_guard(void *stream, int32_t device_index, CUDAStreamGuardHandle *ret_guard);
AOTITorchError aoti_torch_delete_cuda_stream_guard(CUDAStreamGuardHandle guard);
AOTITorchError aoti_torch_get_current_cuda_stream(int32_t device_index, void **ret_stream);
AOTITorchError aoti_torch_proxy_executor_call_function(AOTIProxyExecutorHandle proxy_executor, int extern_node_index, int num_ints, int64_t *flatten_int_args, int num_tensors, AtenTensorHandle *flatten_tensor_args);
void aoti_torch_check(bool cond, const char *func, const char *file, uint32_t line, const char *msg);
uint64_t aoti_torch_abi_version();
AOTITorchError aoti_torch_get_layout(AtenTensorHandle tensor, int32_t *ret_layout);
AOTITorchError aoti_torch_is_contiguous(AtenTensorHandle tensor, bool *ret_is_contiguous);
AOTITorchError aoti_torch_is_defined(AtenTensorHandle tensor, bool *ret_is_defined);
AOTITorchError aoti_torch_new_tensor_handle(AtenTensorHandle orig_handle, AtenTensorHandle *new_handle);
AOTITorchError aoti_torch_empty_strided_pinned(int64_t ndim, const int64_t *sizes_ptr, const int64_t *strides_ptr, int32_t dtype, int32_t device_type, int32_t device_index, AtenTensorHandle *ret_new_tensor);
AOTITorchError aoti_torch_as_strided(AtenTensorHandle self, const int64_t *sizes_ptr, const int64_t *strides_ptr, AtenTensorHandle *ret);
AOTITorchError aoti_torch_clone_preserve_strides(AtenTensorHandle self, AtenTensorHandle *ret);
AOTITorchError aoti_record_function_start(const char *name, IValueMapHandle kwargs, const C10IValueHandle *inputs, const uint64_t n_inputs, AtenRecordFunctionHandle *guard);
AOTITorchError aoti_record_function_end(AtenRecordFunctionHandle guard);
AOTITorchError aoti_torch_library_init_impl(const char *ns, const char *k, const char *file, uint32_t line, TorchLibraryHandle *ret_new_torch_lib);
AOTITorchError aoti_torch_library_init_def(const char *ns, const char *file, uint32_t line, TorchLibraryHandle *ret_new_torch_lib);
AOTITorchError aoti_torch_library_init_fragment(const char *ns, const char *file, uint32_t line, TorchLibraryHandle *ret_new_torch_lib);
AOTITorchError aoti_torch_library_impl(TorchLibraryHandle self, const char *name, void (*fn)(StableIValue*, uint64_t, uint64_t));
AOTITorchError aoti_torch_library_def(TorchLibraryHandle self, const char *schema);
AOTITorchError aoti_torch_delete_library_object(TorchLibraryHandle tlh);
AOTITorchError aoti_torch_call_dispatcher(const char *opName, const char *overloadName, StableIValue *stack);
AOTITorchError aoti_torch_create_device_guard(int32_t device_index, DeviceGuardHandle *ret_guard);
AOTITorchError aoti_torch_delete_device_guard(DeviceGuardHandle guard);
AOTITorchError aoti_torch_device_guard_set_index(DeviceGuardHandle guard, int32_t device_index);
AOTITorchError aoti_torch_delete_stream(StreamHandle stream);
AOTITorchError aoti_torch_stream_id(StreamHandle stream, int64_t *ret_stream_id);
AOTITorchError aoti_torch_get_current_stream(int32_t device_index, StreamHandle *ret_stream);
AOTITorchError aoti_torch_get_current_device_index(int32_t *ret_device_index);
void aoti_torch_warn(const char *func, const char *file, uint32_t line, const char *msg);
AOTITorchError aoti_torch_int64_to_ivalue(int64_t val, C10IValueHandle *ivalue);
AOTITorchError aoti_torch_strlist_to_ivalue(const char **val, int64_t len, C10IValueHandle *ivalue);
AOTITorchError aoti_torch_str_to_ivalue(const char *val, C10IValueHandle *ivalue);
AOTITorchError aoti_torch_tensor_to_ivalue(AtenTensorHandle val, C10IValueHandle *ivalue);
AOTITorchError aoti_torch_delete_c10_value_object(C10IValueHandle handle);
AOTITorchError aoti_torch_cuda_caching_allocator_raw_alloc(uint64_t nbytes, void **ret_ptr);
AOTITorchError aoti_torch_cuda_caching_allocator_raw_delete(void *ptr);
AOTITorchError aoti_torch_bool_to_ivalue(bool val, C10IValueHandle *ivalue);
AOTITorchError aoti_torch_double_to_ivalue(double val, C10IValueHandle *ivalue);
}
template <class T> int32_t aoti_torch_dtype() = delete;
#define AOTI_DTYPE(T, N) template <> inline int32_t aoti_torch_dtype<T>() { return aoti_torch_dtype_##N(); }
AOTI_DTYPE(c10::BFloat16, bfloat16) AOTI_DTYPE(c10::Half, float16) AOTI_DTYPE(c10::Float8_e5m2, float8_e5m2) AOTI_DTYPE(c10::Float8_e4m3fn, float8_e4m3fn) AOTI_DTYPE(c10::Float8_e5m2fnuz, float8_e5m2fnuz) AOTI_DTYPE(c10::Float8_e4m3fnuz, float8_e4m3fnuz)
AOTI_DTYPE(c10::complex<float>, complex64) AOTI_DTYPE(float, float32) AOTI_DTYPE(double, float64) AOTI_DTYPE(uint8_t, uint8) AOTI_DTYPE(int8_t, int8) AOTI_DTYPE(int16_t, int16) AOTI_DTYPE(int32_t, int32) AOTI_DTYPE(int64_t, int64) AOTI_DTYPE(bool, bool)
#undef AOTI_DTYPE
template <class... A> const char *AotiCheckMessage(const A &...) {}
#define AOTI_TORCH_CHECK(cond, ...)                                            \
  if (!(cond)) {                                                               \
    aoti_torch_check(false, __func__, __FILE__, static_cast<uint32_t>(__LINE__), AotiCheckMessage(__VA_ARGS__)); \
  }
#define AOTI_TORCH_WARN(...) aoti_torch_warn(__func__, __FILE__, static_cast<uint32_t>(__LINE__), #__VA_ARGS__);
#define STD_TORCH_CHECK(cond, ...)                                             \
  if (!(cond)) {                                                               \
    aoti_torch_check(false, __func__, __FILE__, static_cast<uint32_t>(__LINE__), AotiCheckMessage(__VA_ARGS__)); \
  }
