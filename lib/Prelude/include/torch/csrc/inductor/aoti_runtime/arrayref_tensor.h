// Tensors on the stack, for packages without libtorch allocation.
#pragma once
#include <torch/csrc/inductor/aoti_runtime/interface.h>
#include <torch/csrc/inductor/aoti_runtime/mini_array_ref.h>
#include <torch/csrc/inductor/aoti_runtime/utils.h>
namespace torch::aot_inductor {
bool is_contiguous_strides_for_shape(int64_t ndim, const int64_t *strides_ptr, const int64_t *sizes_ptr);
template <class T> class ArrayRefTensor {
public:
  using value_type = T;
  ArrayRefTensor() = default;
  explicit ArrayRefTensor(MiniArrayRef<T> arr, MiniArrayRef<const int64_t> sizes, MiniArrayRef<const int64_t> strides, int32_t device_type, int32_t device_idx) : arrayRef_(arr), sizes_(sizes), strides_(strides), device_type_(device_type), device_idx_(device_idx) {}
  AtenTensorHandle expensiveCopyToTensor() const { return nullptr; }
  AtenTensorHandle release() { return nullptr; }
  AtenTensorHandle borrowAsTensor() const { return nullptr; }
  void reset() {}
  auto sizes() const { return sizes_; }
  auto strides() const { return strides_; }
  auto device_type() const { return device_type_; }
  auto device_idx() const { return device_idx_; }
  T *data() const { return arrayRef_.data(); }
  auto numel() const { return arrayRef_.size(); }
  void set_arrayref(MiniArrayRef<T> new_arrayref) { arrayRef_ = new_arrayref; }

private:
  MiniArrayRef<T> arrayRef_;
  MiniArrayRef<const int64_t> sizes_;
  MiniArrayRef<const int64_t> strides_;
  int32_t device_type_ = 0;
  int32_t device_idx_ = 0;
  int32_t unusedDoNotRemoveForABICompatibility_ = 0;
};
template <class T> struct is_arrayref_tensor_type : std::false_type {};
template <class T> struct is_arrayref_tensor_type<ArrayRefTensor<T>> : std::true_type {};
template <class T> inline constexpr bool is_arrayref_tensor_type_v = is_arrayref_tensor_type<T>::value;
template <class T> ArrayRefTensor<T> reinterpret_tensor_wrapper(const ArrayRefTensor<T> &self, int64_t ndim, const int64_t *sizes_ptr, const int64_t *strides_ptr, int64_t storage_offset) { return self; }
template <class T> T *get_data_ptr_wrapper(ArrayRefTensor<T> &tensor) { return tensor.data(); }
template <class T> T *get_data_ptr_wrapper(const MiniArrayRef<T> &arr) { return arr.data(); }
template <class T> const ArrayRefTensor<T> &unwrap_raii_handle_if_needed(const ArrayRefTensor<T> &tensor) { return tensor; }
template <class T> ArrayRefTensor<T> &unwrap_raii_handle_if_needed(ArrayRefTensor<T> &tensor) { return tensor; }
template <class T> const ArrayRefTensor<T> &wrap_with_raii_handle_if_needed(const ArrayRefTensor<T> &tensor) { return tensor; }
template <class T> ArrayRefTensor<T> &wrap_with_raii_handle_if_needed(ArrayRefTensor<T> &tensor) { return tensor; }
template <class T> ArrayRefTensor<T> wrap_with_raii_handle_if_needed(ArrayRefTensor<T> &&tensor) { return tensor; }
template <class T> RAIIAtenTensorHandle expensive_copy_to_tensor_if_needed(const ArrayRefTensor<T> &tensor) { return tensor.expensiveCopyToTensor(); }
AtenTensorHandle expensive_copy_to_tensor_if_needed(AtenTensorHandle handle);
template <class T> const T &convert_arrayref_tensor_to_tensor(const T &t) { return t; }
template <class T> RAIIAtenTensorHandle convert_arrayref_tensor_to_tensor(const ArrayRefTensor<T> &art) { return art.expensiveCopyToTensor(); }
template <class T> const T &copy_arrayref_tensor_to_tensor(const T &t) { return t; }
template <class T> RAIIAtenTensorHandle copy_arrayref_tensor_to_tensor(const ArrayRefTensor<T> &art) { return art.expensiveCopyToTensor(); }
template <class T> const T &borrow_arrayref_tensor_as_tensor(const T &t) { return t; }
template <class T> RAIIAtenTensorHandle borrow_arrayref_tensor_as_tensor(const ArrayRefTensor<T> &art) { return art.borrowAsTensor(); }
template <class T> const T &convert_arrayref_tensor_to_borrowed_tensor(const T &t) { return t; }
template <class T> RAIIAtenTensorHandle convert_arrayref_tensor_to_borrowed_tensor(const ArrayRefTensor<T> &art) { return art.borrowAsTensor(); }
template <class T> void arrayref_tensor_to_c(const ArrayRefTensor<T> &tensor, AOTInductorArrayRefTensor &result) {}
template <class T> AOTInductorArrayRefTensor arrayref_tensor_to_c(const ArrayRefTensor<T> &tensor) { return {}; }
template <class T> ArrayRefTensor<T> c_to_arrayref_tensor(const AOTInductorArrayRefTensor &tensor) { return {}; }
} // namespace torch::aot_inductor
