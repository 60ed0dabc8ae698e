// The parts of the C++ library that nearly every other part needs: compare,
// utility, initializer_list, pair, tuple, iterator, limits, hash, functors.
#pragma once
#include <aoti_std/traits.h>
namespace std {
class partial_ordering;
class weak_ordering;
class strong_ordering;
struct AotiZero { consteval AotiZero(int) noexcept {} };
#define AOTI_ORDERING(C)                                                       \
  signed char AotiValue;                                                       \
  friend constexpr bool operator==(C A, AotiZero) noexcept { return A.AotiValue == 0; } \
  friend constexpr bool operator==(C, C) noexcept = default;                   \
  friend constexpr bool operator<(C A, AotiZero) noexcept { return A.AotiValue == -1; } \
  friend constexpr bool operator>(C A, AotiZero) noexcept { return A.AotiValue == 1; } \
  friend constexpr bool operator<=(C A, AotiZero) noexcept { return A.AotiValue <= 0; } \
  friend constexpr bool operator>=(C A, AotiZero) noexcept { return A.AotiValue == 0 || A.AotiValue == 1; }
class strong_ordering {
public:
  AOTI_ORDERING(strong_ordering)
  static const strong_ordering less, equal, equivalent, greater;
  constexpr operator partial_ordering() const noexcept;
  constexpr operator weak_ordering() const noexcept;
};
inline constexpr strong_ordering strong_ordering::less{-1}, strong_ordering::equal{0}, strong_ordering::equivalent{0}, strong_ordering::greater{1};

template <class T> constexpr __remove_reference_t(T) &&move(T &&V) noexcept { return static_cast<__remove_reference_t(T) &&>(V); }
template <class T> constexpr T &&forward(__remove_reference_t(T) &V) noexcept { return static_cast<T &&>(V); }
template <class T> constexpr T &&forward(__remove_reference_t(T) &&V) noexcept { return static_cast<T &&>(V); }
template <class T> constexpr T &&move_if_noexcept(T &V) noexcept { return static_cast<T &&>(V); }
template <class T> constexpr const T &as_const(T &V) noexcept { return V; }
template <class T> void as_const(const T &&) = delete;
template <class T> void swap(T &A, T &B) noexcept {}
template <class T, size_t N> void swap(T (&A)[N], T (&B)[N]) noexcept {}
template <class T, class U = T> T exchange(T &Obj, U &&New) noexcept {}
template <class T> constexpr T *addressof(T &V) noexcept { return __builtin_addressof(V); }
template <class T> const T *addressof(const T &&) = delete;
template <class T> constexpr T *launder(T *P) noexcept { return P; }
template <class E> constexpr __underlying_type(E) to_underlying(E V) noexcept { return static_cast<__underlying_type(E)>(V); }
[[noreturn]] inline void unreachable() { __builtin_unreachable(); }
template <class A, class B> bool cmp_less(A, B) noexcept {}
template <class A, class B> bool cmp_greater(A, B) noexcept {}
template <class A, class B> bool cmp_less_equal(A, B) noexcept {}
template <class A, class B> bool cmp_greater_equal(A, B) noexcept {}
template <class A, class B> bool cmp_equal(A, B) noexcept {}
template <class A, class B> bool cmp_not_equal(A, B) noexcept {}
template <class R, class T> bool in_range(T) noexcept {}

struct piecewise_construct_t { explicit piecewise_construct_t() = default; };
inline constexpr piecewise_construct_t piecewise_construct{};
struct in_place_t { explicit in_place_t() = default; };
inline constexpr in_place_t in_place{};
template <class T> struct in_place_type_t { explicit in_place_type_t() = default; };
template <class T> inline constexpr in_place_type_t<T> in_place_type{};
template <size_t I> struct in_place_index_t { explicit in_place_index_t() = default; };
template <size_t I> inline constexpr in_place_index_t<I> in_place_index{};
struct allocator_arg_t { explicit allocator_arg_t() = default; };
inline constexpr allocator_arg_t allocator_arg{};

template <class T, T... I> struct integer_sequence {
  using value_type = T;
  static constexpr size_t size() noexcept { return sizeof...(I); }
};
template <class T, T N> using make_integer_sequence = __make_integer_seq<integer_sequence, T, N>;
template <size_t... I> using index_sequence = integer_sequence<size_t, I...>;
template <size_t N> using make_index_sequence = make_integer_sequence<size_t, N>;
template <class... T> using index_sequence_for = make_index_sequence<sizeof...(T)>;

template <class T> class initializer_list {
  const T *Begin = nullptr;
  size_t Size = 0;
public:
  using value_type = T;
  using reference = const T &;
  using const_reference = const T &;
  using size_type = size_t;
  using iterator = const T *;
  using const_iterator = const T *;
  constexpr initializer_list() noexcept = default;
  constexpr size_t size() const noexcept { return Size; }
  constexpr const T *begin() const noexcept { return Begin; }
  constexpr const T *end() const noexcept { return Begin + Size; }
};

// iterators
struct input_iterator_tag {};
struct output_iterator_tag {};
struct forward_iterator_tag : input_iterator_tag {};
struct bidirectional_iterator_tag : forward_iterator_tag {};
struct random_access_iterator_tag : bidirectional_iterator_tag {};
struct contiguous_iterator_tag : random_access_iterator_tag {};
template <class I> struct iterator_traits {
  using value_type = __remove_cvref(decltype(*std::declval<I &>()));
  using reference = decltype(*std::declval<I &>());
  using pointer = __add_pointer(reference);
  using difference_type = ptrdiff_t;
  using iterator_category = random_access_iterator_tag;
};
template <class I> using iter_value_t = typename iterator_traits<I>::value_type;
template <class I> using iter_reference_t = decltype(*std::declval<I &>());
template <class I> using iter_difference_t = ptrdiff_t;
template <class I> class reverse_iterator {
  I Current;
public:
  using iterator_type = I;
  using value_type = typename iterator_traits<I>::value_type;
  using reference = typename iterator_traits<I>::reference;
  using pointer = typename iterator_traits<I>::pointer;
  using difference_type = ptrdiff_t;
  using iterator_category = random_access_iterator_tag;
  constexpr reverse_iterator() : Current() {}
  constexpr explicit reverse_iterator(I It) : Current(It) {}
  template <class U> constexpr reverse_iterator(const reverse_iterator<U> &) {}
  I base() const {}
  reference operator*() const {}
  pointer operator->() const {}
  reverse_iterator &operator++() {}
  reverse_iterator operator++(int) {}
  reverse_iterator &operator--() {}
  reverse_iterator operator--(int) {}
  reverse_iterator operator+(ptrdiff_t) const {}
  reverse_iterator operator-(ptrdiff_t) const {}
  reverse_iterator &operator+=(ptrdiff_t) {}
  reverse_iterator &operator-=(ptrdiff_t) {}
  reference operator[](ptrdiff_t) const {}
  friend bool operator==(const reverse_iterator &, const reverse_iterator &) {}
  friend strong_ordering operator<=>(const reverse_iterator &, const reverse_iterator &) {}
  friend ptrdiff_t operator-(const reverse_iterator &, const reverse_iterator &) {}
};
template <class I> reverse_iterator<I> make_reverse_iterator(I) {}
template <class I> class move_iterator {
public:
  using value_type = typename iterator_traits<I>::value_type;
  using reference = value_type &&;
  using pointer = I;
  using difference_type = ptrdiff_t;
  using iterator_category = input_iterator_tag;
  constexpr explicit move_iterator(I) {}
  reference operator*() const {}
  move_iterator &operator++() {}
  friend bool operator==(const move_iterator &, const move_iterator &) {}
};
template <class I> move_iterator<I> make_move_iterator(I) {}
// A bidirectional iterator of a node based container.
template <class T> class AotiNodeIter {
public:
  using value_type = __remove_const(T);
  using reference = T &;
  using pointer = T *;
  using difference_type = ptrdiff_t;
  using iterator_category = bidirectional_iterator_tag;
  AotiNodeIter() {}
  template <class U> requires(__is_same(const U, T)) AotiNodeIter(const AotiNodeIter<U> &) {}
  T &operator*() const {}
  T *operator->() const {}
  AotiNodeIter &operator++() {}
  AotiNodeIter operator++(int) {}
  AotiNodeIter &operator--() {}
  AotiNodeIter operator--(int) {}
  template <class U> friend bool operator==(const AotiNodeIter &, const AotiNodeIter<U> &) {}
};
template <class C> class back_insert_iterator {
public:
  using iterator_category = output_iterator_tag;
  using value_type = void;
  using difference_type = ptrdiff_t;
  using container_type = C;
  explicit back_insert_iterator(C &) {}
  template <class T> back_insert_iterator &operator=(T &&) {}
  back_insert_iterator &operator*() {}
  back_insert_iterator &operator++() {}
  back_insert_iterator operator++(int) {}
};
template <class C> back_insert_iterator<C> back_inserter(C &) {}
template <class C> back_insert_iterator<C> front_inserter(C &) {}
template <class C, class I> back_insert_iterator<C> inserter(C &, I) {}
template <class I> ptrdiff_t distance(I, I) {}
template <class I, class D> void advance(I &, D) {}
template <class I> I next(I, ptrdiff_t = 1) {}
template <class I> I prev(I, ptrdiff_t = 1) {}
template <class C> constexpr auto begin(C &X) -> decltype(X.begin()) { return X.begin(); }
template <class C> constexpr auto begin(const C &X) -> decltype(X.begin()) { return X.begin(); }
template <class C> constexpr auto end(C &X) -> decltype(X.end()) { return X.end(); }
template <class C> constexpr auto end(const C &X) -> decltype(X.end()) { return X.end(); }
template <class T, size_t N> constexpr T *begin(T (&X)[N]) noexcept { return X; }
template <class T, size_t N> constexpr T *end(T (&X)[N]) noexcept { return X + N; }
template <class C> constexpr auto cbegin(const C &X) -> decltype(std::begin(X)) { return std::begin(X); }
template <class C> constexpr auto cend(const C &X) -> decltype(std::end(X)) { return std::end(X); }
template <class C> constexpr auto rbegin(C &X) -> decltype(X.rbegin()) { return X.rbegin(); }
template <class C> constexpr auto rend(C &X) -> decltype(X.rend()) { return X.rend(); }
template <class C> constexpr auto size(const C &X) -> decltype(X.size()) { return X.size(); }
template <class T, size_t N> constexpr size_t size(const T (&)[N]) noexcept { return N; }
template <class C> constexpr ptrdiff_t ssize(const C &X) { return X.size(); }
template <class T, size_t N> constexpr ptrdiff_t ssize(const T (&)[N]) noexcept { return N; }
template <class C> constexpr auto empty(const C &X) -> decltype(X.empty()) { return X.empty(); }
template <class C> constexpr auto data(C &X) -> decltype(X.data()) { return X.data(); }
template <class C> constexpr auto data(const C &X) -> decltype(X.data()) { return X.data(); }
template <class T, size_t N> constexpr T *data(T (&X)[N]) noexcept { return X; }

// pair and tuple
template <class... T> class tuple;
template <class T> struct tuple_size;
template <class T> struct tuple_size<const T> : tuple_size<T> {};
template <class T> inline constexpr size_t tuple_size_v = tuple_size<T>::value;
template <size_t I, class T> struct tuple_element;
template <size_t I, class T> struct tuple_element<I, const T> { using type = const typename tuple_element<I, T>::type; };
template <size_t I, class T> using tuple_element_t = typename tuple_element<I, T>::type;
template <class A, class B> struct pair {
  using first_type = A;
  using second_type = B;
  A first;
  B second;
  constexpr pair() requires(__is_constructible(A) && __is_constructible(B)) : first(), second() {}
  constexpr pair(const A &X, const B &Y) requires(__is_constructible(A, const A &) && __is_constructible(B, const B &)) : first(X), second(Y) {}
  template <class U = A, class V = B>
    requires(__is_constructible(A, U) && __is_constructible(B, V))
  constexpr explicit(!__is_convertible(U, A) || !__is_convertible(V, B)) pair(U &&X, V &&Y) : first(static_cast<U &&>(X)), second(static_cast<V &&>(Y)) {}
  template <class U, class V>
    requires(__is_constructible(A, const U &) && __is_constructible(B, const V &))
  constexpr pair(const pair<U, V> &P) : first(P.first), second(P.second) {}
  template <class U, class V>
    requires(__is_constructible(A, U) && __is_constructible(B, V))
  constexpr pair(pair<U, V> &&P) : first(static_cast<U &&>(P.first)), second(static_cast<V &&>(P.second)) {}
  template <class... X, class... Y> pair(piecewise_construct_t, tuple<X...>, tuple<Y...>) {}
  pair(const pair &) = default;
  pair(pair &&) = default;
  pair &operator=(const pair &) = default;
  pair &operator=(pair &&) = default;
  template <class U, class V> pair &operator=(const pair<U, V> &) {}
  template <class U, class V> pair &operator=(pair<U, V> &&) {}
  void swap(pair &) {}
};
template <class A, class B> pair(A, B) -> pair<A, B>;
template <class A, class B, class C, class D> bool operator==(const pair<A, B> &, const pair<C, D> &) {}
template <class A, class B, class C, class D> strong_ordering operator<=>(const pair<A, B> &, const pair<C, D> &) {}
template <class A, class B> constexpr pair<unwrap_ref_decay_t<A>, unwrap_ref_decay_t<B>> make_pair(A &&X, B &&Y) { return {static_cast<A &&>(X), static_cast<B &&>(Y)}; }
template <class A, class B> struct tuple_size<pair<A, B>> : integral_constant<size_t, 2> {};
template <size_t I, class A, class B> struct tuple_element<I, pair<A, B>> { using type = __type_pack_element<I, A, B>; };
template <size_t I, class A, class B> constexpr __type_pack_element<I, A, B> &get(pair<A, B> &P) noexcept {
  if constexpr (I == 0) return P.first; else return P.second;
}
template <size_t I, class A, class B> constexpr const __type_pack_element<I, A, B> &get(const pair<A, B> &P) noexcept {
  if constexpr (I == 0) return P.first; else return P.second;
}
template <size_t I, class A, class B> constexpr __type_pack_element<I, A, B> &&get(pair<A, B> &&P) noexcept {
  if constexpr (I == 0) return static_cast<A &&>(P.first); else return static_cast<B &&>(P.second);
}

template <size_t I, class T> struct AotiLeaf { [[no_unique_address]] T Value; };
template <class S, class... T> struct AotiLeaves;
template <size_t... I, class... T> struct AotiLeaves<index_sequence<I...>, T...> : AotiLeaf<I, T>... {
  constexpr AotiLeaves() : AotiLeaf<I, T>()... {}
  template <class... U> constexpr explicit AotiLeaves(int, U &&...X) : AotiLeaf<I, T>{static_cast<U &&>(X)}... {}
};
template <class... T> class tuple : AotiLeaves<index_sequence_for<T...>, T...> {
  using Base = AotiLeaves<index_sequence_for<T...>, T...>;
  template <size_t I, class... U> friend constexpr __type_pack_element<I, U...> &get(tuple<U...> &) noexcept;
  template <size_t I, class... U> friend constexpr const __type_pack_element<I, U...> &get(const tuple<U...> &) noexcept;
public:
  constexpr tuple() = default;
  constexpr tuple(const T &...X) requires(sizeof...(T) > 0 && (__is_constructible(T, const T &) && ...)) : Base(0, X...) {}
  template <class... U>
    requires(sizeof...(U) == sizeof...(T) && sizeof...(T) > 0 && !(sizeof...(U) == 1 && (__is_same(__remove_cvref(U), tuple) && ...)) && (__is_constructible(T, U) && ...))
  constexpr explicit(!(__is_convertible(U, T) && ...)) tuple(U &&...X) : Base(0, static_cast<U &&>(X)...) {}
  template <class... U>
    requires(sizeof...(U) == sizeof...(T) && !__is_same(tuple<U...>, tuple))
  tuple(const tuple<U...> &) {}
  template <class... U>
    requires(sizeof...(U) == sizeof...(T) && !__is_same(tuple<U...>, tuple))
  tuple(tuple<U...> &&) {}
  template <class U, class V> requires(sizeof...(T) == 2) tuple(const pair<U, V> &) {}
  template <class U, class V> requires(sizeof...(T) == 2) tuple(pair<U, V> &&) {}
  tuple(const tuple &) = default;
  tuple(tuple &&) = default;
  tuple &operator=(const tuple &) {}
  tuple &operator=(tuple &&) {}
  template <class... U> tuple &operator=(const tuple<U...> &) {}
  template <class... U> tuple &operator=(tuple<U...> &&) {}
  template <class U, class V> tuple &operator=(const pair<U, V> &) {}
  template <class U, class V> tuple &operator=(pair<U, V> &&) {}
  void swap(tuple &) {}
};
template <class... T> tuple(T...) -> tuple<T...>;
template <class A, class B> tuple(pair<A, B>) -> tuple<A, B>;
template <class... T, class... U> bool operator==(const tuple<T...> &, const tuple<U...> &) {}
template <class... T, class... U> strong_ordering operator<=>(const tuple<T...> &, const tuple<U...> &) {}
template <class... T> struct tuple_size<tuple<T...>> : integral_constant<size_t, sizeof...(T)> {};
template <size_t I, class... T> struct tuple_element<I, tuple<T...>> { using type = __type_pack_element<I, T...>; };
template <size_t I, class... T> constexpr __type_pack_element<I, T...> &get(tuple<T...> &X) noexcept {
  return static_cast<AotiLeaf<I, __type_pack_element<I, T...>> &>(X).Value;
}
template <size_t I, class... T> constexpr const __type_pack_element<I, T...> &get(const tuple<T...> &X) noexcept {
  return static_cast<const AotiLeaf<I, __type_pack_element<I, T...>> &>(X).Value;
}
template <size_t I, class... T> constexpr __type_pack_element<I, T...> &&get(tuple<T...> &&X) noexcept {
  return static_cast<__type_pack_element<I, T...> &&>(get<I>(X));
}
template <class U, class... T> U &get(tuple<T...> &) noexcept {}
template <class U, class... T> const U &get(const tuple<T...> &) noexcept {}
template <class U, class... T> U &&get(tuple<T...> &&) noexcept {}
template <class... T> constexpr tuple<unwrap_ref_decay_t<T>...> make_tuple(T &&...X) { return tuple<unwrap_ref_decay_t<T>...>(static_cast<T &&>(X)...); }
template <class... T> constexpr tuple<T &...> tie(T &...X) noexcept { return tuple<T &...>(X...); }
template <class... T> constexpr tuple<T &&...> forward_as_tuple(T &&...X) noexcept { return tuple<T &&...>(static_cast<T &&>(X)...); }
template <class... T> struct AotiCat;
template <> struct AotiCat<> { using type = tuple<>; };
template <class... A> struct AotiCat<tuple<A...>> { using type = tuple<A...>; };
template <class... A, class... B, class... R> struct AotiCat<tuple<A...>, tuple<B...>, R...> : AotiCat<tuple<A..., B...>, R...> {};
template <class... T> typename AotiCat<__remove_cvref(T)...>::type tuple_cat(T &&...) {}
template <class F, class T, size_t... I> constexpr decltype(auto) AotiApply(F &&Fn, T &&X, index_sequence<I...>) {
  return static_cast<F &&>(Fn)(std::get<I>(static_cast<T &&>(X))...);
}
template <class F, class T> constexpr decltype(auto) apply(F &&Fn, T &&X) {
  return AotiApply(static_cast<F &&>(Fn), static_cast<T &&>(X), make_index_sequence<tuple_size_v<__remove_reference_t(T)>>{});
}
template <class T, class U> T make_from_tuple(U &&) {}
struct AotiIgnore { template <class T> constexpr const AotiIgnore &operator=(const T &) const { return *this; } };
inline constexpr AotiIgnore ignore{};

// numeric limits
enum float_round_style { round_indeterminate = -1, round_toward_zero = 0, round_to_nearest = 1, round_toward_infinity = 2, round_toward_neg_infinity = 3 };
enum float_denorm_style { denorm_indeterminate = -1, denorm_absent = 0, denorm_present = 1 };
template <class T> struct AotiNoLimits {
  static constexpr bool is_specialized = false, is_signed = false, is_integer = false, is_exact = false, has_infinity = false, has_quiet_NaN = false, has_signaling_NaN = false, is_iec559 = false, is_bounded = false, is_modulo = false, traps = false, tinyness_before = false;
  static constexpr int digits = 0, digits10 = 0, max_digits10 = 0, radix = 0, min_exponent = 0, max_exponent = 0;
  static constexpr T min() noexcept { return T(); }
  static constexpr T max() noexcept { return T(); }
  static constexpr T lowest() noexcept { return T(); }
  static constexpr T epsilon() noexcept { return T(); }
  static constexpr T infinity() noexcept { return T(); }
  static constexpr T quiet_NaN() noexcept { return T(); }
  static constexpr T signaling_NaN() noexcept { return T(); }
  static constexpr T denorm_min() noexcept { return T(); }
  static constexpr T round_error() noexcept { return T(); }
};
template <class T> struct numeric_limits : AotiNoLimits<T> {};
template <class T> struct numeric_limits<const T> : numeric_limits<T> {};
template <class T> requires(__is_integral(T) && !__is_const(T) && !__is_volatile(T))
struct numeric_limits<T> : AotiNoLimits<T> {
  static constexpr bool is_specialized = true, is_signed = T(-1) < T(0), is_integer = true, is_exact = true, is_bounded = true, is_modulo = !is_signed;
  static constexpr int digits = __is_same(T, bool) ? 1 : int(sizeof(T) * 8) - is_signed, radix = 2, digits10 = digits * 643 / 2136;
  static constexpr T max() noexcept { return __is_same(T, bool) ? T(1) : T(((T(1) << (digits - 1)) - 1) * 2 + 1); }
  static constexpr T min() noexcept { return T(is_signed ? -max() - 1 : 0); }
  static constexpr T lowest() noexcept { return min(); }
};
#define AOTI_FLOAT(T, P) (sizeof(T) == 4 ? __FLT_##P : sizeof(T) == 8 ? __DBL_##P : __LDBL_##P)
template <class T> requires(__is_floating_point(T) && !__is_const(T) && !__is_volatile(T))
struct numeric_limits<T> {
  static constexpr bool is_specialized = true, is_signed = true, is_integer = false, is_exact = false, has_infinity = true, has_quiet_NaN = true, has_signaling_NaN = true, is_iec559 = true, is_bounded = true, is_modulo = false, traps = false, tinyness_before = false;
  static constexpr int digits = AOTI_FLOAT(T, MANT_DIG__), digits10 = AOTI_FLOAT(T, DIG__), max_digits10 = AOTI_FLOAT(T, DECIMAL_DIG__), radix = 2, min_exponent = AOTI_FLOAT(T, MIN_EXP__), max_exponent = AOTI_FLOAT(T, MAX_EXP__), min_exponent10 = AOTI_FLOAT(T, MIN_10_EXP__), max_exponent10 = AOTI_FLOAT(T, MAX_10_EXP__);
  static constexpr float_denorm_style has_denorm = denorm_present;
  static constexpr float_round_style round_style = round_to_nearest;
  static constexpr T min() noexcept { return T(AOTI_FLOAT(T, MIN__)); }
  static constexpr T max() noexcept { return T(AOTI_FLOAT(T, MAX__)); }
  static constexpr T lowest() noexcept { return -max(); }
  static constexpr T epsilon() noexcept { return T(AOTI_FLOAT(T, EPSILON__)); }
  static constexpr T denorm_min() noexcept { return T(AOTI_FLOAT(T, DENORM_MIN__)); }
  static constexpr T round_error() noexcept { return T(0.5); }
  static constexpr T infinity() noexcept { return T(__builtin_huge_valf()); }
  static constexpr T quiet_NaN() noexcept { return T(__builtin_nanf("")); }
  static constexpr T signaling_NaN() noexcept { return T(__builtin_nanf("")); }
};
#undef AOTI_FLOAT

// functors, hash
template <class T> struct hash { size_t operator()(const T &) const noexcept; };
#define AOTI_FUNCTOR2(N, O)                                                    \
  template <class T = void> struct N {                                         \
    template <class A, class B> constexpr auto operator()(A &&X, B &&Y) const -> decltype(static_cast<A &&>(X) O static_cast<B &&>(Y)) { return static_cast<A &&>(X) O static_cast<B &&>(Y); } \
  };
AOTI_FUNCTOR2(equal_to, ==) AOTI_FUNCTOR2(less, <) AOTI_FUNCTOR2(greater, >)
// min and max are used in constants of generated kernels
template <class T> constexpr const T &min(const T &A, const T &B) { return B < A ? B : A; }
template <class T, class C> constexpr const T &min(const T &A, const T &B, C Cmp) { return Cmp(B, A) ? B : A; }
template <class T> constexpr T min(initializer_list<T> L) {
  T R = *L.begin();
  for (const T &V : L) if (V < R) R = V;
  return R;
}
template <class T, class C> T min(initializer_list<T>, C) {}
template <class T> constexpr const T &max(const T &A, const T &B) { return A < B ? B : A; }
template <class T, class C> constexpr const T &max(const T &A, const T &B, C Cmp) { return Cmp(A, B) ? B : A; }
template <class T> constexpr T max(initializer_list<T> L) {
  T R = *L.begin();
  for (const T &V : L) if (R < V) R = V;
  return R;
}
template <class T, class C> T max(initializer_list<T>, C) {}
template <class T> constexpr const T &clamp(const T &V, const T &Lo, const T &Hi) { return V < Lo ? Lo : Hi < V ? Hi : V; }
template <class T, class C> const T &clamp(const T &V, const T &Lo, const T &Hi, C Cmp) {}

// allocation
template <class T> class allocator {
public:
  using value_type = T;
  using size_type = size_t;
  using difference_type = ptrdiff_t;
  constexpr allocator() noexcept = default;
  template <class U> constexpr allocator(const allocator<U> &) noexcept {}
  T *allocate(size_t) {}
  void deallocate(T *, size_t) {}
  friend constexpr bool operator==(const allocator &, const allocator &) noexcept { return true; }
};
template <class A> struct allocator_traits {
  using allocator_type = A;
  using value_type = typename A::value_type;
  using pointer = value_type *;
  using size_type = size_t;
  template <class U> using rebind_alloc = allocator<U>;
  static pointer allocate(A &, size_t) {}
  static void deallocate(A &, pointer, size_t) {}
  template <class T, class... X> static void construct(A &, T *, X &&...) {}
  template <class T> static void destroy(A &, T *) {}
};

// exceptions and run-time types
class exception {
public:
  exception() noexcept;
  exception(const exception &) noexcept;
  exception &operator=(const exception &) noexcept;
  virtual ~exception();
  virtual const char *what() const noexcept;
};
class bad_exception : public exception {};
class bad_alloc : public exception {};
class bad_array_new_length : public bad_alloc {};
class bad_cast : public exception {};
class bad_typeid : public exception {};
class type_info {
public:
  virtual ~type_info();
  const char *name() const noexcept;
  size_t hash_code() const noexcept;
  bool before(const type_info &) const noexcept;
  bool operator==(const type_info &) const noexcept;
  type_info(const type_info &) = delete;
};
class exception_ptr {
public:
  exception_ptr() noexcept;
  exception_ptr(nullptr_t) noexcept;
  explicit operator bool() const noexcept;
  friend bool operator==(const exception_ptr &, const exception_ptr &) noexcept;
};
exception_ptr current_exception() noexcept;
[[noreturn]] void rethrow_exception(exception_ptr);
template <class E> exception_ptr make_exception_ptr(E) noexcept {}
template <class T> [[noreturn]] void throw_with_nested(T &&) {}
template <class T> void rethrow_if_nested(const T &) {}
[[noreturn]] void terminate() noexcept;
using terminate_handler = void (*)();
terminate_handler set_terminate(terminate_handler) noexcept;
int uncaught_exceptions() noexcept;
bool uncaught_exception() noexcept;

enum class align_val_t : size_t {};
struct nothrow_t { explicit nothrow_t() = default; };
extern const nothrow_t nothrow;
inline constexpr size_t hardware_destructive_interference_size = 64, hardware_constructive_interference_size = 64;
} // namespace std
#ifdef __CUDA__ // these are of the host, as clang declares them itself
#pragma clang force_cuda_host_device end
#endif
inline void *operator new(size_t, void *P) noexcept { return P; }
inline void *operator new[](size_t, void *P) noexcept { return P; }
inline void operator delete(void *, void *) noexcept {}
void *operator new(size_t, const std::nothrow_t &) noexcept;
void *operator new[](size_t, const std::nothrow_t &) noexcept;
void *operator new(size_t, std::align_val_t);
void operator delete(void *, std::align_val_t) noexcept;
#ifdef __CUDA__
#pragma clang force_cuda_host_device begin
#endif
