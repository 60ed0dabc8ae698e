// A view of an array that crosses the boundary of the library.
#pragma once
#include <aoti_std/containers.h>
namespace torch::aot_inductor {
template <class T> class MiniArrayRef final {
public:
  using iterator = T *;
  using const_iterator = const T *;
  using size_type = size_t;
  using value_type = T;
  using reverse_iterator = std::reverse_iterator<iterator>;
  constexpr MiniArrayRef() : Data(nullptr), Length(0) {}
  constexpr MiniArrayRef(const T &elt) : Data(const_cast<T *>(&elt)), Length(1) {}
  constexpr MiniArrayRef(T *data, size_t length) : Data(data), Length(length) {}
  constexpr MiniArrayRef(T *begin, T *end) : Data(begin), Length(end - begin) {}
  template <class C, class = std::enable_if_t<std::is_same_v<std::remove_const_t<decltype(std::declval<C>().data())>, T *>>> MiniArrayRef(C &container) : Data(container.data()), Length(container.size()) {}
  template <class A> MiniArrayRef(const std::vector<T, A> &vec);
  template <size_t N> constexpr MiniArrayRef(std::array<T, N> &arr) : Data(arr.data()), Length(N) {}
  template <size_t N> constexpr MiniArrayRef(T (&arr)[N]) : Data(arr), Length(N) {}
  constexpr MiniArrayRef(const volatile void *) : Data(nullptr), Length(0) {}
  constexpr MiniArrayRef(const std::initializer_list<T> &list) : Data(const_cast<T *>(list.begin())), Length(list.size()) {}
  constexpr T *begin() const { return Data; }
  constexpr T *end() const { return Data + Length; }
  constexpr const T *cbegin() const { return Data; }
  constexpr const T *cend() const { return Data + Length; }
  constexpr reverse_iterator rbegin() const { return reverse_iterator(end()); }
  constexpr reverse_iterator rend() const { return reverse_iterator(begin()); }
  constexpr bool empty() const { return Length == 0; }
  constexpr T *data() const { return Data; }
  constexpr size_t size() const { return Length; }
  constexpr bool equals(MiniArrayRef other) const;
  constexpr const T &operator[](size_t index) const { return Data[index]; }

private:
  T *Data;
  size_t Length;
};
using MiniIntArrayRef = MiniArrayRef<int64_t>;
} // namespace torch::aot_inductor
