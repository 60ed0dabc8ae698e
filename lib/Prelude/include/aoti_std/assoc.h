// Ordered and unordered maps and sets: one table of members, eight names.
#pragma once
#include <aoti_std/containers.h>
namespace std {
template <class K, class V> class AotiNodeHandle {
public:
  bool empty() const noexcept {}
  explicit operator bool() const noexcept {}
  K &key() const {}
  V &mapped() const {}
  V &value() const {}
};
template <class K, class V, bool Multi, class E = V> class AotiAssoc {
public:
  using key_type = K;
  using insert_result = conditional_t<Multi, AotiNodeIter<E>, pair<AotiNodeIter<E>, bool>>;
  AOTI_CONTAINER(V, AotiNodeIter<E>, AotiNodeIter<const E>)
  AOTI_REVERSIBLE
  void clear() noexcept {}
  insert_result insert(const V &) {}
  insert_result insert(V &&) {}
  template <class P> requires(__is_constructible(V, P)) insert_result insert(P &&) {}
  iterator insert(const_iterator, const V &) {}
  template <AotiIterator I> void insert(I, I) {}
  void insert(initializer_list<V>) {}
  template <class... X> insert_result emplace(X &&...) {}
  template <class... X> iterator emplace_hint(const_iterator, X &&...) {}
  iterator erase(const_iterator) {}
  iterator erase(iterator) requires(!__is_same(E, const E)) {}
  iterator erase(const_iterator, const_iterator) {}
  size_t erase(const K &) {}
  AotiNodeHandle<K, V> extract(const K &) {}
  AotiNodeHandle<K, V> extract(const_iterator) {}
  iterator find(const K &) {}
  const_iterator find(const K &) const {}
  template <class Q> requires(!__is_convertible(Q, const K &)) iterator find(const Q &) {}
  template <class Q> requires(!__is_convertible(Q, const K &)) const_iterator find(const Q &) const {}
  size_t count(const K &) const {}
  bool contains(const K &) const {}
  template <class Q> requires(!__is_convertible(Q, const K &)) bool contains(const Q &) const {}
  pair<iterator, iterator> equal_range(const K &) {}
  pair<const_iterator, const_iterator> equal_range(const K &) const {}
  iterator lower_bound(const K &) {}
  const_iterator lower_bound(const K &) const {}
  iterator upper_bound(const K &) {}
  const_iterator upper_bound(const K &) const {}
  void reserve(size_t) {}
  void rehash(size_t) {}
  size_t bucket_count() const noexcept {}
  float load_factor() const noexcept {}
  float max_load_factor() const noexcept {}
  void max_load_factor(float) {}
  friend bool operator==(const AotiAssoc &, const AotiAssoc &) {}
};
template <class K, class M, bool Multi> class AotiMap : public AotiAssoc<K, pair<const K, M>, Multi> {
public:
  using mapped_type = M;
  using iterator = AotiNodeIter<pair<const K, M>>;
  M &operator[](const K &) {}
  M &operator[](K &&) {}
  M &at(const K &) {}
  const M &at(const K &) const {}
  template <class Q> requires(!__is_convertible(Q, const K &)) M &at(const Q &) {}
  template <class... X> pair<iterator, bool> try_emplace(const K &, X &&...) {}
  template <class... X> pair<iterator, bool> try_emplace(K &&, X &&...) {}
  template <class U> pair<iterator, bool> insert_or_assign(const K &, U &&) {}
  template <class U> pair<iterator, bool> insert_or_assign(K &&, U &&) {}
};
#define AOTI_MEMBERS(N, B)                                                     \
public:                                                                        \
  using value_type = typename B::value_type;                                   \
  N() {}                                                                         \
  N(const N &) {}                                                                \
  N(N &&) noexcept {}                                                            \
  template <AotiIterator I> N(I, I) {}                                           \
  ~N() {}                                                                        \
  N &operator=(const N &) {}                                                     \
  N &operator=(N &&) noexcept {}                                                 \
  N &operator=(initializer_list<value_type>) {}                                  \
  void swap(N &) noexcept {}                                                     \
  template <class O> void merge(O &&) {}
#define AOTI_ORDERED(N, B)                                                     \
  AOTI_MEMBERS(N, B)                                                           \
  N(initializer_list<value_type>, const C & = C()) {}                            \
  explicit N(const C &) {}                                                       \
  using key_compare = C;
#define AOTI_UNORDERED(N, B)                                                   \
  AOTI_MEMBERS(N, B)                                                           \
  N(initializer_list<value_type>, size_t = 0, const S & = S(), const E & = E()) {} \
  explicit N(size_t, const S & = S(), const E & = E()) {}                        \
  using hasher = S;                                                            \
  using key_equal = E;
template <class K, class M, class C = less<K>, class A = allocator<pair<const K, M>>> class map : public AotiMap<K, M, false> {
  using AotiBase = AotiMap<K, M, false>;
  AOTI_ORDERED(map, AotiBase)
};
template <class K, class M, class C = less<K>, class A = allocator<pair<const K, M>>> class multimap : public AotiAssoc<K, pair<const K, M>, true> {
  using AotiBase = AotiAssoc<K, pair<const K, M>, true>;
  AOTI_ORDERED(multimap, AotiBase)
};
template <class K, class C = less<K>, class A = allocator<K>> class set : public AotiAssoc<K, K, false, const K> {
  using AotiBase = AotiAssoc<K, K, false, const K>;
  AOTI_ORDERED(set, AotiBase)
};
template <class K, class C = less<K>, class A = allocator<K>> class multiset : public AotiAssoc<K, K, true, const K> {
  using AotiBase = AotiAssoc<K, K, true, const K>;
  AOTI_ORDERED(multiset, AotiBase)
};
template <class K, class M, class S = hash<K>, class E = equal_to<K>, class A = allocator<pair<const K, M>>> class unordered_map : public AotiMap<K, M, false> {
  using AotiBase = AotiMap<K, M, false>;
  AOTI_UNORDERED(unordered_map, AotiBase)
};
template <class K, class M, class S = hash<K>, class E = equal_to<K>, class A = allocator<pair<const K, M>>> class unordered_multimap : public AotiAssoc<K, pair<const K, M>, true> {
  using AotiBase = AotiAssoc<K, pair<const K, M>, true>;
  AOTI_UNORDERED(unordered_multimap, AotiBase)
};
template <class K, class S = hash<K>, class E = equal_to<K>, class A = allocator<K>> class unordered_set : public AotiAssoc<K, K, false, const K> {
  using AotiBase = AotiAssoc<K, K, false, const K>;
  AOTI_UNORDERED(unordered_set, AotiBase)
};
template <class K, class S = hash<K>, class E = equal_to<K>, class A = allocator<K>> class unordered_multiset : public AotiAssoc<K, K, true, const K> {
  using AotiBase = AotiAssoc<K, K, true, const K>;
  AOTI_UNORDERED(unordered_multiset, AotiBase)
};
#undef AOTI_MEMBERS
#undef AOTI_ORDERED
#undef AOTI_UNORDERED
} // namespace std
