// deque, list, forward_list, queue, stack, span, bitset, valarray.
#pragma once
#include <aoti_std/containers.h>
namespace std {
template <class T, class A = allocator<T>, class I = T *, class CI = const T *> class AotiSequence {
public:
  AOTI_CONTAINER(T, I, CI)
  AOTI_REVERSIBLE
  AotiSequence() {}
  explicit AotiSequence(size_t) {}
  AotiSequence(size_t, const T &) {}
  template <AotiIterator J> AotiSequence(J, J) {}
  AotiSequence(initializer_list<T>) {}
  AotiSequence(const AotiSequence &) {}
  AotiSequence(AotiSequence &&) noexcept {}
  ~AotiSequence() {}
  AotiSequence &operator=(const AotiSequence &) {}
  AotiSequence &operator=(AotiSequence &&) noexcept {}
  AotiSequence &operator=(initializer_list<T>) {}
  void assign(size_t, const T &) {}
  template <AotiIterator J> void assign(J, J) {}
  void resize(size_t) {}
  void resize(size_t, const T &) {}
  T &front() {}
  const T &front() const {}
  T &back() {}
  const T &back() const {}
  void push_back(const T &) {}
  void push_back(T &&) {}
  void push_front(const T &) {}
  void push_front(T &&) {}
  template <class... X> T &emplace_back(X &&...) {}
  template <class... X> T &emplace_front(X &&...) {}
  template <class... X> iterator emplace(const_iterator, X &&...) {}
  void pop_back() {}
  void pop_front() {}
  iterator insert(const_iterator, const T &) {}
  iterator insert(const_iterator, T &&) {}
  template <AotiIterator J> iterator insert(const_iterator, J, J) {}
  iterator erase(const_iterator) {}
  iterator erase(const_iterator, const_iterator) {}
  void clear() noexcept {}
  friend bool operator==(const AotiSequence &, const AotiSequence &) {}
};
template <class T, class A = allocator<T>> class deque : public AotiSequence<T, A> {
public:
  using AotiSequence<T, A>::AotiSequence;
  using AotiSequence<T, A>::operator=;
  T &operator[](size_t) {}
  const T &operator[](size_t) const {}
  T &at(size_t) {}
  const T &at(size_t) const {}
  void shrink_to_fit() {}
  void swap(deque &) noexcept {}
};
template <class T, class A = allocator<T>> class list : public AotiSequence<T, A, AotiNodeIter<T>, AotiNodeIter<const T>> {
  using Base = AotiSequence<T, A, AotiNodeIter<T>, AotiNodeIter<const T>>;
public:
  using Base::Base;
  using Base::operator=;
  using const_iterator = AotiNodeIter<const T>;
  void splice(const_iterator, list &) {}
  void splice(const_iterator, list &, const_iterator) {}
  void splice(const_iterator, list &, const_iterator, const_iterator) {}
  size_t remove(const T &) {}
  template <class P> size_t remove_if(P) {}
  void sort() {}
  template <class C> void sort(C) {}
  void merge(list &) {}
  void reverse() noexcept {}
  size_t unique() {}
  void swap(list &) noexcept {}
};
template <class T, class A = allocator<T>> class forward_list : public AotiSequence<T, A, AotiNodeIter<T>, AotiNodeIter<const T>> {
  using Base = AotiSequence<T, A, AotiNodeIter<T>, AotiNodeIter<const T>>;
public:
  using Base::Base;
  AotiNodeIter<T> before_begin() noexcept {}
  AotiNodeIter<T> insert_after(AotiNodeIter<const T>, const T &) {}
  AotiNodeIter<T> erase_after(AotiNodeIter<const T>) {}
};
template <class T, class C = deque<T>> class queue {
public:
  using value_type = T;
  queue() {}
  explicit queue(C) {}
  bool empty() const {}
  size_t size() const {}
  T &front() {}
  const T &front() const {}
  T &back() {}
  const T &back() const {}
  void push(const T &) {}
  void push(T &&) {}
  template <class... X> T &emplace(X &&...) {}
  void pop() {}
  void swap(queue &) noexcept {}
};
template <class T, class C = vector<T>, class L = less<T>> class priority_queue {
public:
  using value_type = T;
  priority_queue() {}
  explicit priority_queue(const L &) {}
  priority_queue(const L &, C) {}
  template <AotiIterator I> priority_queue(I, I) {}
  bool empty() const {}
  size_t size() const {}
  const T &top() const {}
  void push(const T &) {}
  void push(T &&) {}
  template <class... X> void emplace(X &&...) {}
  void pop() {}
};
template <class T, class C = deque<T>> class stack {
public:
  using value_type = T;
  stack() {}
  bool empty() const {}
  size_t size() const {}
  T &top() {}
  const T &top() const {}
  void push(const T &) {}
  void push(T &&) {}
  template <class... X> T &emplace(X &&...) {}
  void pop() {}
};
inline constexpr size_t dynamic_extent = size_t(-1);
template <class T, size_t E = dynamic_extent> class span {
  T *Data = nullptr;
  size_t Size = 0;
public:
  using element_type = T;
  using value_type = __remove_cv(T);
  using iterator = T *;
  using size_type = size_t;
  using reference = T &;
  using pointer = T *;
  static constexpr size_t extent = E;
  constexpr span() noexcept = default;
  template <class I> requires(__is_convertible(I, T *)) constexpr span(I P, size_t N) : Data(P), Size(N) {}
  constexpr span(T *B, T *L) : Data(B), Size(L - B) {}
  template <size_t N> constexpr span(T (&X)[N]) noexcept : Data(X), Size(N) {}
  template <class C> requires(requires(C &X) { X.data(); X.size(); } && !__is_same(__remove_cvref(C), span)) constexpr span(C &&X) : Data(X.data()), Size(X.size()) {}
  constexpr T *begin() const noexcept { return Data; }
  constexpr T *end() const noexcept { return Data + Size; }
  std::reverse_iterator<T *> rbegin() const noexcept {}
  std::reverse_iterator<T *> rend() const noexcept {}
  constexpr T &operator[](size_t I) const { return Data[I]; }
  constexpr T &front() const { return Data[0]; }
  constexpr T &back() const { return Data[Size - 1]; }
  constexpr T *data() const noexcept { return Data; }
  constexpr size_t size() const noexcept { return Size; }
  constexpr size_t size_bytes() const noexcept { return Size * sizeof(T); }
  constexpr bool empty() const noexcept { return Size == 0; }
  span<T> first(size_t) const {}
  span<T> last(size_t) const {}
  span<T> subspan(size_t, size_t = dynamic_extent) const {}
};
template <class T, size_t N> span(T (&)[N]) -> span<T, N>;
template <class T, size_t N> span(array<T, N> &) -> span<T, N>;
template <class T, size_t N> span(const array<T, N> &) -> span<const T, N>;
template <class C> span(C &&) -> span<__remove_pointer(decltype(std::declval<C &>().data()))>;
template <class T> span(T *, size_t) -> span<T>;
template <class T, size_t E> span<const byte> as_bytes(span<T, E>) noexcept {}
template <class T, size_t E> span<byte> as_writable_bytes(span<T, E>) noexcept {}
template <size_t N> class bitset {
public:
  constexpr bitset() noexcept {}
  constexpr bitset(unsigned long long) noexcept {}
  explicit bitset(const string &) {}
  class reference {
  public:
    reference &operator=(bool) noexcept {}
    operator bool() const noexcept {}
  };
  bool operator[](size_t) const {}
  reference operator[](size_t) {}
  bool test(size_t) const {}
  bool any() const noexcept {}
  bool all() const noexcept {}
  bool none() const noexcept {}
  size_t count() const noexcept {}
  constexpr size_t size() const noexcept { return N; }
  bitset &set() noexcept {}
  bitset &set(size_t, bool = true) {}
  bitset &reset() noexcept {}
  bitset &reset(size_t) {}
  bitset &flip() noexcept {}
  bitset operator~() const noexcept {}
  bitset &operator&=(const bitset &) noexcept {}
  bitset &operator|=(const bitset &) noexcept {}
  friend bitset operator&(const bitset &, const bitset &) noexcept {}
  friend bitset operator|(const bitset &, const bitset &) noexcept {}
  friend bool operator==(const bitset &, const bitset &) noexcept {}
  unsigned long to_ulong() const {}
  unsigned long long to_ullong() const {}
  string to_string() const {}
};
} // namespace std
