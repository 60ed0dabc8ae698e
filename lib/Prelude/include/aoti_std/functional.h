// function, bind, reference_wrapper, variant, any.
#pragma once
#include <aoti_std/core.h>
namespace std {
AOTI_FUNCTOR2(plus, +) AOTI_FUNCTOR2(minus, -) AOTI_FUNCTOR2(multiplies, *) AOTI_FUNCTOR2(divides, /) AOTI_FUNCTOR2(modulus, %) AOTI_FUNCTOR2(bit_and, &) AOTI_FUNCTOR2(bit_or, |) AOTI_FUNCTOR2(bit_xor, ^) AOTI_FUNCTOR2(logical_and, &&) AOTI_FUNCTOR2(logical_or, ||) AOTI_FUNCTOR2(not_equal_to, !=) AOTI_FUNCTOR2(less_equal, <=) AOTI_FUNCTOR2(greater_equal, >=)
#undef AOTI_FUNCTOR2
template <class T = void> struct negate { constexpr T operator()(const T &A) const { return -A; } };
template <class T = void> struct logical_not { constexpr bool operator()(const T &A) const { return !A; } };
template <class T = void> struct bit_not { constexpr T operator()(const T &A) const { return ~A; } };
struct identity { template <class T> constexpr T &&operator()(T &&V) const noexcept { return static_cast<T &&>(V); } };

template <class F, class... A> invoke_result_t<F, A...> invoke(F &&, A &&...) {}
template <class> class function;
class bad_function_call : public exception {};
template <class R, class... A> class function<R(A...)> {
public:
  using result_type = R;
  function() noexcept {}
  function(nullptr_t) noexcept {}
  function(const function &) {}
  function(function &&) noexcept {}
  template <class F> requires(!__is_same(__remove_cvref(F), function) && is_invocable_r_v<R, __decay(F) &, A...>) function(F &&) {}
  ~function() {}
  function &operator=(const function &) {}
  function &operator=(function &&) noexcept {}
  function &operator=(nullptr_t) noexcept {}
  template <class F> requires(!__is_same(__remove_cvref(F), function) && is_invocable_r_v<R, __decay(F) &, A...>) function &operator=(F &&) {}
  void swap(function &) noexcept {}
  explicit operator bool() const noexcept {}
  R operator()(A...) const {}
  const type_info &target_type() const noexcept {}
  template <class T> T *target() noexcept {}
};
template <class R, class... A> function(R (*)(A...)) -> function<R(A...)>;
template <class F> struct AotiCall;
template <class R, class C, class... A> struct AotiCall<R (C::*)(A...)> { using type = R(A...); };
template <class R, class C, class... A> struct AotiCall<R (C::*)(A...) const> { using type = R(A...); };
template <class F> function(F) -> function<typename AotiCall<decltype(&F::operator())>::type>;
template <class R, class... A> bool operator==(const function<R(A...)> &, nullptr_t) noexcept {}
template <class T> class move_only_function;
template <class T> class reference_wrapper {
public:
  using type = T;
  reference_wrapper(T &) noexcept {}
  operator T &() const noexcept {}
  T &get() const noexcept {}
};
template <class T> reference_wrapper(T &) -> reference_wrapper<T>;
template <class T> reference_wrapper<T> ref(T &) noexcept {}
template <class T> reference_wrapper<const T> cref(const T &) noexcept {}
template <class F> struct AotiBind { template <class... A> auto operator()(A &&...) const -> int; template <class R, class... A> operator function<R(A...)>() const; };
template <class F, class... A> AotiBind<__decay(F)> bind(F &&, A &&...) {}
template <class F, class... A> AotiBind<__decay(F)> bind_front(F &&, A &&...) {}
template <class M, class C> struct AotiMemFn { template <class... A> constexpr auto operator()(A &&...X) const -> decltype(AotiInvoke(std::declval<M C::*>(), static_cast<A &&>(X)...)); };
template <class M, class C> AotiMemFn<M, C> mem_fn(M C::*) noexcept {}
template <class F> auto not_fn(F &&) {}
namespace placeholders {
struct AotiPlace {};
inline constexpr AotiPlace _1, _2, _3, _4, _5, _6;
} // namespace placeholders

struct monostate { friend constexpr bool operator==(monostate, monostate) noexcept { return true; } };
inline constexpr size_t variant_npos = size_t(-1);
class bad_variant_access : public exception {};
template <class T, class... U> inline constexpr bool AotiOneOf = (__is_same(T, U) || ...);
template <class... T> class variant {
public:
  constexpr variant() noexcept {}
  variant(const variant &) {}
  variant(variant &&) noexcept {}
  template <class U> requires(!__is_same(__remove_cvref(U), variant) && (__is_convertible(U, T) || ...)) constexpr variant(U &&) {}
  template <class U, class... X> constexpr explicit variant(in_place_type_t<U>, X &&...) {}
  template <size_t I, class... X> constexpr explicit variant(in_place_index_t<I>, X &&...) {}
  ~variant() {}
  variant &operator=(const variant &) {}
  variant &operator=(variant &&) noexcept {}
  template <class U> requires(!__is_same(__remove_cvref(U), variant)) variant &operator=(U &&) {}
  size_t index() const noexcept {}
  bool valueless_by_exception() const noexcept {}
  template <class U, class... X> U &emplace(X &&...) {}
  template <size_t I, class... X> __type_pack_element<I, T...> &emplace(X &&...) {}
  void swap(variant &) {}
  friend bool operator==(const variant &, const variant &) {}
};
template <class T> struct variant_size;
template <class... T> struct variant_size<variant<T...>> : integral_constant<size_t, sizeof...(T)> {};
template <class T> inline constexpr size_t variant_size_v = variant_size<T>::value;
template <size_t I, class T> struct variant_alternative;
template <size_t I, class... T> struct variant_alternative<I, variant<T...>> { using type = __type_pack_element<I, T...>; };
template <size_t I, class T> using variant_alternative_t = typename variant_alternative<I, T>::type;
template <class U, class... T> bool holds_alternative(const variant<T...> &) noexcept {}
template <class U, class... T> U &get(variant<T...> &) {}
template <class U, class... T> const U &get(const variant<T...> &) {}
template <class U, class... T> U &&get(variant<T...> &&) {}
template <size_t I, class... T> __type_pack_element<I, T...> &get(variant<T...> &) {}
template <size_t I, class... T> const __type_pack_element<I, T...> &get(const variant<T...> &) {}
template <class U, class... T> U *get_if(variant<T...> *) noexcept {}
template <class U, class... T> const U *get_if(const variant<T...> *) noexcept {}
template <size_t I, class... T> __type_pack_element<I, T...> *get_if(variant<T...> *) noexcept {}
template <class V> struct AotiFirst;
template <class T, class... U> struct AotiFirst<variant<T, U...>> { using type = T; };
template <class F, class V> auto visit(F &&Fn, V &&X) -> decltype(static_cast<F &&>(Fn)(std::declval<typename AotiFirst<__remove_cvref(V)>::type &>())) {}
template <class F, class V, class W> auto visit(F &&Fn, V &&X, W &&Y) -> decltype(static_cast<F &&>(Fn)(std::declval<typename AotiFirst<__remove_cvref(V)>::type &>(), std::declval<typename AotiFirst<__remove_cvref(W)>::type &>())) {}
template <class R, class F, class... V> R visit(F &&, V &&...) {}

class bad_any_cast : public bad_cast {};
class any {
public:
  constexpr any() noexcept {}
  any(const any &) {}
  any(any &&) noexcept {}
  template <class T> requires(!__is_same(__remove_cvref(T), any)) any(T &&) {}
  ~any() {}
  any &operator=(const any &) {}
  any &operator=(any &&) noexcept {}
  template <class T> requires(!__is_same(__remove_cvref(T), any)) any &operator=(T &&) {}
  template <class T, class... X> __decay(T) & emplace(X &&...) {}
  void reset() noexcept {}
  bool has_value() const noexcept {}
  const type_info &type() const noexcept {}
};
template <class T> T any_cast(const any &) {}
template <class T> T any_cast(any &) {}
template <class T> T any_cast(any &&) {}
template <class T> const T *any_cast(const any *) noexcept {}
template <class T> T *any_cast(any *) noexcept {}
template <class T> any make_any() {}
} // namespace std
