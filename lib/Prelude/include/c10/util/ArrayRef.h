#pragma once
#include <aoti_std/containers.h>
#include <aoti_std/stream.h>
#include <c10/macros/Macros.h>
namespace c10 {
template <class T> class ArrayRef {
  const T *Data = nullptr;
  size_t Length = 0;

public:
  using iterator = const T *;
  using const_iterator = const T *;
  using size_type = size_t;
  using value_type = T;
  constexpr ArrayRef() {}
  constexpr ArrayRef(const T &elt) : Data(&elt), Length(1) {}
  constexpr ArrayRef(const T *data, size_t length) : Data(data), Length(length) {}
  constexpr ArrayRef(const T *begin, const T *end) : Data(begin), Length(end - begin) {}
  template <class C> requires(std::is_convertible_v<decltype(std::declval<const C &>().data()), const T *> && !std::is_same_v<C, ArrayRef>) ArrayRef(const C &container) : Data(container.data()), Length(container.size()) {}
  template <size_t N> constexpr ArrayRef(const T (&arr)[N]) : Data(arr), Length(N) {}
  constexpr ArrayRef(const std::initializer_list<T> &list) : Data(list.begin()), Length(list.size()) {}
  constexpr const T *begin() const { return Data; }
  constexpr const T *end() const { return Data + Length; }
  constexpr const T *cbegin() const { return Data; }
  constexpr const T *cend() const { return Data + Length; }
  constexpr std::reverse_iterator<const T *> rbegin() const;
  constexpr std::reverse_iterator<const T *> rend() const;
  constexpr bool empty() const { return Length == 0; }
  constexpr const T *data() const { return Data; }
  constexpr size_t size() const { return Length; }
  constexpr const T &front() const { return Data[0]; }
  constexpr const T &back() const { return Data[Length - 1]; }
  constexpr bool equals(ArrayRef) const;
  constexpr ArrayRef slice(size_t n, size_t m) const;
  constexpr ArrayRef slice(size_t n) const;
  constexpr const T &operator[](size_t index) const { return Data[index]; }
  constexpr const T &at(size_t index) const { return Data[index]; }
  std::vector<T> vec() const { return {}; }
};
template <class T> bool operator==(ArrayRef<T>, std::type_identity_t<ArrayRef<T>>) {}
template <class T> ArrayRef<T> makeArrayRef(const std::vector<T> &v) { return v; }
template <class T> std::ostream &operator<<(std::ostream &out, ArrayRef<T>) { return out; }
using IntArrayRef = ArrayRef<int64_t>;
} // namespace c10
