// Type traits, over the compiler's own.
#pragma once
#include <aoti_std/types.h>
namespace std {
template <class T, T V> struct integral_constant {
  static constexpr T value = V;
  using value_type = T;
  using type = integral_constant;
  constexpr operator T() const noexcept { return V; }
  constexpr T operator()() const noexcept { return V; }
};
template <bool B> using bool_constant = integral_constant<bool, B>;
using true_type = bool_constant<true>;
using false_type = bool_constant<false>;

#define AOTI_TRAIT(N, B)                                                       \
  template <class T> struct N : bool_constant<B(T)> {};                        \
  template <class T> inline constexpr bool N##_v = B(T);
#define AOTI_TRAIT2(N, B)                                                      \
  template <class T, class U> struct N : bool_constant<B(T, U)> {};            \
  template <class T, class U> inline constexpr bool N##_v = B(T, U);
#define AOTI_TRAITS(N, B)                                                      \
  template <class T, class... A> struct N : bool_constant<B(T, A...)> {};      \
  template <class T, class... A> inline constexpr bool N##_v = B(T, A...);
AOTI_TRAIT(is_void, __is_void)
AOTI_TRAIT(is_integral, __is_integral)
AOTI_TRAIT(is_floating_point, __is_floating_point)
AOTI_TRAIT(is_array, __is_array)
AOTI_TRAIT(is_pointer, __is_pointer)
AOTI_TRAIT(is_reference, __is_reference)
AOTI_TRAIT(is_lvalue_reference, __is_lvalue_reference)
AOTI_TRAIT(is_rvalue_reference, __is_rvalue_reference)
AOTI_TRAIT(is_enum, __is_enum)
AOTI_TRAIT(is_union, __is_union)
AOTI_TRAIT(is_class, __is_class)
AOTI_TRAIT(is_function, __is_function)
AOTI_TRAIT(is_member_pointer, __is_member_pointer)
AOTI_TRAIT(is_member_object_pointer, __is_member_object_pointer)
AOTI_TRAIT(is_member_function_pointer, __is_member_function_pointer)
AOTI_TRAIT(is_const, __is_const)
AOTI_TRAIT(is_volatile, __is_volatile)
AOTI_TRAIT(is_signed, __is_signed)
AOTI_TRAIT(is_unsigned, __is_unsigned)
AOTI_TRAIT(is_arithmetic, __is_arithmetic)
AOTI_TRAIT(is_fundamental, __is_fundamental)
AOTI_TRAIT(is_scalar, __is_scalar)
AOTI_TRAIT(is_object, __is_object)
AOTI_TRAIT(is_compound, __is_compound)
AOTI_TRAIT(is_trivial, __is_trivial)
AOTI_TRAIT(is_trivially_copyable, __is_trivially_copyable)
AOTI_TRAIT(is_standard_layout, __is_standard_layout)
AOTI_TRAIT(is_pod, __is_pod)
AOTI_TRAIT(is_literal_type, __is_literal)
AOTI_TRAIT(is_empty, __is_empty)
AOTI_TRAIT(is_polymorphic, __is_polymorphic)
AOTI_TRAIT(is_abstract, __is_abstract)
AOTI_TRAIT(is_final, __is_final)
AOTI_TRAIT(is_aggregate, __is_aggregate)
AOTI_TRAIT(has_virtual_destructor, __has_virtual_destructor)
AOTI_TRAIT(is_destructible, __is_destructible)
AOTI_TRAIT(is_nothrow_destructible, __is_nothrow_destructible)
AOTI_TRAIT(is_trivially_destructible, __is_trivially_destructible)
AOTI_TRAIT(has_unique_object_representations, __has_unique_object_representations)
AOTI_TRAIT2(is_same, __is_same)
AOTI_TRAIT2(is_base_of, __is_base_of)
AOTI_TRAIT2(is_convertible, __is_convertible)
AOTI_TRAIT2(is_assignable, __is_assignable)
AOTI_TRAIT2(is_nothrow_assignable, __is_nothrow_assignable)
AOTI_TRAIT2(is_trivially_assignable, __is_trivially_assignable)
AOTI_TRAITS(is_constructible, __is_constructible)
AOTI_TRAITS(is_nothrow_constructible, __is_nothrow_constructible)
AOTI_TRAITS(is_trivially_constructible, __is_trivially_constructible)
#undef AOTI_TRAIT
#undef AOTI_TRAIT2
#undef AOTI_TRAITS

#define AOTI_ALIAS(N, B)                                                       \
  template <class T> struct N { using type = B(T); };                          \
  template <class T> using N##_t = B(T);
AOTI_ALIAS(remove_const, __remove_const)
AOTI_ALIAS(remove_volatile, __remove_volatile)
AOTI_ALIAS(remove_cv, __remove_cv)
AOTI_ALIAS(remove_reference, __remove_reference_t)
AOTI_ALIAS(remove_cvref, __remove_cvref)
AOTI_ALIAS(remove_pointer, __remove_pointer)
AOTI_ALIAS(remove_extent, __remove_extent)
AOTI_ALIAS(remove_all_extents, __remove_all_extents)
AOTI_ALIAS(add_lvalue_reference, __add_lvalue_reference)
AOTI_ALIAS(add_rvalue_reference, __add_rvalue_reference)
AOTI_ALIAS(add_pointer, __add_pointer)
AOTI_ALIAS(decay, __decay)
AOTI_ALIAS(make_signed, __make_signed)
AOTI_ALIAS(make_unsigned, __make_unsigned)
AOTI_ALIAS(underlying_type, __underlying_type)
#undef AOTI_ALIAS
template <class T> struct add_const { using type = const T; };
template <class T> using add_const_t = const T;
template <class T> struct add_volatile { using type = volatile T; };
template <class T> using add_volatile_t = volatile T;
template <class T> struct add_cv { using type = const volatile T; };
template <class T> using add_cv_t = const volatile T;
template <class T> struct type_identity { using type = T; };
template <class T> using type_identity_t = typename type_identity<T>::type;
template <class...> using void_t = void;

template <bool, class T = void> struct enable_if {};
template <class T> struct enable_if<true, T> { using type = T; };
template <bool B, class T = void> using enable_if_t = typename enable_if<B, T>::type;
template <bool, class T, class> struct conditional { using type = T; };
template <class T, class F> struct conditional<false, T, F> { using type = F; };
template <bool B, class T, class F> using conditional_t = typename conditional<B, T, F>::type;

template <class... B> struct conjunction : bool_constant<(bool(B::value) && ...)> {};
template <class... B> inline constexpr bool conjunction_v = conjunction<B...>::value;
template <class... B> struct disjunction : bool_constant<(bool(B::value) || ...)> {};
template <class... B> inline constexpr bool disjunction_v = disjunction<B...>::value;
template <class B> struct negation : bool_constant<!bool(B::value)> {};
template <class B> inline constexpr bool negation_v = !bool(B::value);

template <class T> struct is_null_pointer : bool_constant<__is_same(__remove_cv(T), decltype(nullptr))> {};
template <class T> inline constexpr bool is_null_pointer_v = is_null_pointer<T>::value;
template <class T> struct is_bounded_array : false_type {};
template <class T, size_t N> struct is_bounded_array<T[N]> : true_type {};
template <class T> inline constexpr bool is_bounded_array_v = is_bounded_array<T>::value;
template <class T> struct is_unbounded_array : false_type {};
template <class T> struct is_unbounded_array<T[]> : true_type {};
template <class T> inline constexpr bool is_unbounded_array_v = is_unbounded_array<T>::value;
template <class T> struct is_scoped_enum : bool_constant<__is_enum(T)> {};
#define AOTI_MADE(N, E)                                                        \
  template <class T> inline constexpr bool N##_v = E;                          \
  template <class T> struct N : bool_constant<E> {};
AOTI_MADE(is_default_constructible, __is_constructible(T))
AOTI_MADE(is_copy_constructible, __is_constructible(T, __add_lvalue_reference(const T)))
AOTI_MADE(is_move_constructible, __is_constructible(T, __add_rvalue_reference(T)))
AOTI_MADE(is_copy_assignable, __is_assignable(__add_lvalue_reference(T), __add_lvalue_reference(const T)))
AOTI_MADE(is_move_assignable, __is_assignable(__add_lvalue_reference(T), __add_rvalue_reference(T)))
AOTI_MADE(is_nothrow_default_constructible, __is_nothrow_constructible(T))
AOTI_MADE(is_nothrow_copy_constructible, __is_nothrow_constructible(T, __add_lvalue_reference(const T)))
AOTI_MADE(is_nothrow_move_constructible, __is_nothrow_constructible(T, __add_rvalue_reference(T)))
AOTI_MADE(is_nothrow_copy_assignable, __is_nothrow_assignable(__add_lvalue_reference(T), __add_lvalue_reference(const T)))
AOTI_MADE(is_nothrow_move_assignable, __is_nothrow_assignable(__add_lvalue_reference(T), __add_rvalue_reference(T)))
AOTI_MADE(is_trivially_default_constructible, __is_trivially_constructible(T))
AOTI_MADE(is_trivially_copy_constructible, __is_trivially_constructible(T, __add_lvalue_reference(const T)))
AOTI_MADE(is_trivially_move_constructible, __is_trivially_constructible(T, __add_rvalue_reference(T)))
AOTI_MADE(is_trivially_copy_assignable, __is_trivially_assignable(__add_lvalue_reference(T), __add_lvalue_reference(const T)))
AOTI_MADE(is_trivially_move_assignable, __is_trivially_assignable(__add_lvalue_reference(T), __add_rvalue_reference(T)))
#undef AOTI_MADE
template <class T> struct alignment_of : integral_constant<size_t, alignof(T)> {};
template <class T> inline constexpr size_t alignment_of_v = alignof(T);
template <class T> struct rank : integral_constant<size_t, __array_rank(T)> {};
template <class T> inline constexpr size_t rank_v = __array_rank(T);
template <class T, unsigned I = 0> struct extent : integral_constant<size_t, 0> {};
template <class T> struct extent<T[], 0> : integral_constant<size_t, 0> {};
template <class T, size_t N> struct extent<T[N], 0> : integral_constant<size_t, N> {};
template <class T, size_t N, unsigned I> struct extent<T[N], I> : extent<T, I - 1> {};
template <class T, unsigned I = 0> inline constexpr size_t extent_v = extent<T, I>::value;
template <size_t L, size_t A = alignof(max_align_t)> struct aligned_storage {
  struct type { alignas(A) unsigned char AotiData[L]; };
};
template <size_t L, size_t A = alignof(max_align_t)> using aligned_storage_t = typename aligned_storage<L, A>::type;

template <class T> __add_rvalue_reference(T) declval() noexcept;
template <class... T> struct common_type {};
template <class... T> using common_type_t = typename common_type<T...>::type;
template <class T> struct common_type<T> { using type = __decay(T); };
template <class A, class B>
  requires requires { false ? std::declval<A>() : std::declval<B>(); }
struct common_type<A, B> { using type = __decay(decltype(false ? std::declval<A>() : std::declval<B>())); };
template <class A, class B, class C, class... R>
struct common_type<A, B, C, R...> : common_type<common_type_t<A, B>, C, R...> {};

template <class F, class... A> constexpr auto AotiInvoke(F &&Fn, A &&...Args) -> decltype(static_cast<F &&>(Fn)(static_cast<A &&>(Args)...));
template <class M, class C, class O, class... A> constexpr auto AotiInvoke(M C::*P, O &&Obj, A &&...Args) -> decltype((static_cast<O &&>(Obj).*P)(static_cast<A &&>(Args)...));
template <class M, class C, class O, class... A> constexpr auto AotiInvoke(M C::*P, O &&Obj, A &&...Args) -> decltype(((*static_cast<O &&>(Obj)).*P)(static_cast<A &&>(Args)...));
template <class M, class C, class O> constexpr auto AotiInvoke(M C::*P, O &&Obj) -> decltype((static_cast<O &&>(Obj).*P));
template <class F, class... A> struct invoke_result {};
template <class F, class... A>
  requires requires { AotiInvoke(std::declval<F>(), std::declval<A>()...); }
struct invoke_result<F, A...> { using type = decltype(AotiInvoke(std::declval<F>(), std::declval<A>()...)); };
template <class F, class... A> using invoke_result_t = typename invoke_result<F, A...>::type;
template <class F, class... A> inline constexpr bool is_invocable_v = requires { AotiInvoke(std::declval<F>(), std::declval<A>()...); };
template <class F, class... A> struct is_invocable : bool_constant<is_invocable_v<F, A...>> {};
template <class R, class F, class... A> inline constexpr bool is_invocable_r_v = false;
template <class R, class F, class... A>
  requires is_invocable_v<F, A...>
inline constexpr bool is_invocable_r_v<R, F, A...> = __is_void(R) || __is_convertible(invoke_result_t<F, A...>, R);
template <class R, class F, class... A> struct is_invocable_r : bool_constant<is_invocable_r_v<R, F, A...>> {};
template <class F, class... A> struct is_nothrow_invocable : is_invocable<F, A...> {};
template <class F, class... A> inline constexpr bool is_nothrow_invocable_v = is_invocable_v<F, A...>;
template <class T> struct is_swappable : true_type {};
template <class T> inline constexpr bool is_swappable_v = true;
template <class T> struct is_nothrow_swappable : true_type {};
template <class T> inline constexpr bool is_nothrow_swappable_v = true;
constexpr bool is_constant_evaluated() noexcept { return __builtin_is_constant_evaluated(); }
template <class T> class reference_wrapper;
template <class T> struct unwrap_reference { using type = T; };
template <class T> struct unwrap_reference<reference_wrapper<T>> { using type = T &; };
template <class T> using unwrap_ref_decay_t = typename unwrap_reference<__decay(T)>::type;
} // namespace std
