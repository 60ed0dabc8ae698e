// Algorithms over ranges of iterators, numeric ones included.
#pragma once
#include <aoti_std/core.h>
namespace std {
template <class I, class P> bool all_of(I, I, P) {}
template <class I, class P> bool any_of(I, I, P) {}
template <class I, class P> bool none_of(I, I, P) {}
template <class I, class F> F for_each(I, I, F) {}
template <class I, class N, class F> I for_each_n(I, N, F) {}
template <class I, class T> ptrdiff_t count(I, I, const T &) {}
template <class I, class P> ptrdiff_t count_if(I, I, P) {}
template <class I, class T> I find(I, I, const T &) {}
template <class I, class P> I find_if(I, I, P) {}
template <class I, class P> I find_if_not(I, I, P) {}
template <class I, class J> I find_first_of(I, I, J, J) {}
template <class I, class J> I search(I, I, J, J) {}
template <class I> I adjacent_find(I, I) {}
template <class I, class J> pair<I, J> mismatch(I, I, J) {}
template <class I, class J> bool equal(I, I, J) {}
template <class I, class J> bool equal(I, I, J, J) {}
template <class I, class J, class P> bool equal(I, I, J, P) {}
template <class I, class O> O copy(I, I, O) {}
template <class I, class O, class P> O copy_if(I, I, O, P) {}
template <class I, class N, class O> O copy_n(I, N, O) {}
template <class I, class O> O copy_backward(I, I, O) {}
template <class I, class O> O move(I, I, O) {}
template <class I, class T> void fill(I, I, const T &) {}
template <class I, class N, class T> I fill_n(I, N, const T &) {}
template <class I, class F> void generate(I, I, F) {}
template <class I, class N, class F> I generate_n(I, N, F) {}
template <class I, class O, class F> O transform(I, I, O, F) {}
template <class I, class J, class O, class F> O transform(I, I, J, O, F) {}
template <class I, class T> I remove(I, I, const T &) {}
template <class I, class P> I remove_if(I, I, P) {}
template <class I, class T> void replace(I, I, const T &, const T &) {}
template <class I, class P, class T> void replace_if(I, I, P, const T &) {}
template <class I> void reverse(I, I) {}
template <class I, class O> O reverse_copy(I, I, O) {}
template <class I> I rotate(I, I, I) {}
template <class I, class J> J swap_ranges(I, I, J) {}
template <class I, class J> void iter_swap(I, J) {}
template <class I, class G> void shuffle(I, I, G &&) {}
template <class I> I unique(I, I) {}
template <class I, class P> I unique(I, I, P) {}
template <class I, class P> I partition(I, I, P) {}
template <class I, class P> I stable_partition(I, I, P) {}
template <class I, class P> I partition_point(I, I, P) {}
template <class I> void sort(I, I) {}
template <class I, class C> void sort(I, I, C) {}
template <class I> void stable_sort(I, I) {}
template <class I, class C> void stable_sort(I, I, C) {}
template <class I> void partial_sort(I, I, I) {}
template <class I, class C> void partial_sort(I, I, I, C) {}
template <class I> void nth_element(I, I, I) {}
template <class I, class C> void nth_element(I, I, I, C) {}
template <class I> bool is_sorted(I, I) {}
template <class I, class C> bool is_sorted(I, I, C) {}
template <class I, class T> I lower_bound(I, I, const T &) {}
template <class I, class T, class C> I lower_bound(I, I, const T &, C) {}
template <class I, class T> I upper_bound(I, I, const T &) {}
template <class I, class T, class C> I upper_bound(I, I, const T &, C) {}
template <class I, class T> pair<I, I> equal_range(I, I, const T &) {}
template <class I, class T> bool binary_search(I, I, const T &) {}
template <class I, class T, class C> bool binary_search(I, I, const T &, C) {}
template <class I, class J, class O> O merge(I, I, J, J, O) {}
template <class I, class J> bool includes(I, I, J, J) {}
template <class I, class J, class O> O set_difference(I, I, J, J, O) {}
template <class I, class J, class O> O set_intersection(I, I, J, J, O) {}
template <class I, class J, class O> O set_union(I, I, J, J, O) {}
template <class I> void make_heap(I, I) {}
template <class I, class C> void make_heap(I, I, C) {}
template <class I> void push_heap(I, I) {}
template <class I, class C> void push_heap(I, I, C) {}
template <class I> void pop_heap(I, I) {}
template <class I, class C> void pop_heap(I, I, C) {}
template <class I> void sort_heap(I, I) {}
template <class I> I min_element(I, I) {}
template <class I, class C> I min_element(I, I, C) {}
template <class I> I max_element(I, I) {}
template <class I, class C> I max_element(I, I, C) {}
template <class I> pair<I, I> minmax_element(I, I) {}
template <class T> pair<const T &, const T &> minmax(const T &, const T &) {}
template <class T> pair<T, T> minmax(initializer_list<T>) {}
template <class I, class J> bool lexicographical_compare(I, I, J, J) {}
template <class I> bool next_permutation(I, I) {}
template <class I> bool prev_permutation(I, I) {}
template <class I, class J> bool is_permutation(I, I, J) {}
template <class I, class T> T accumulate(I, I, T) {}
template <class I, class T, class F> T accumulate(I, I, T, F) {}
template <class I> typename iterator_traits<I>::value_type reduce(I, I) {}
template <class I, class T> T reduce(I, I, T) {}
template <class I, class T, class F> T reduce(I, I, T, F) {}
template <class I, class J, class T> T inner_product(I, I, J, T) {}
template <class I, class J, class T, class F, class G> T inner_product(I, I, J, T, F, G) {}
template <class I, class J, class T> T transform_reduce(I, I, J, T) {}
template <class I, class T, class F, class G> T transform_reduce(I, I, T, F, G) {}
template <class I, class O> O partial_sum(I, I, O) {}
template <class I, class O, class F> O partial_sum(I, I, O, F) {}
template <class I, class O> O inclusive_scan(I, I, O) {}
template <class I, class O, class T> O exclusive_scan(I, I, O, T) {}
template <class I, class O> O adjacent_difference(I, I, O) {}
template <class I, class T> void iota(I, I, T) {}
template <class T, class U> common_type_t<T, U> gcd(T, U) {}
template <class T, class U> common_type_t<T, U> lcm(T, U) {}
template <class T> T midpoint(T, T) noexcept {}
} // namespace std
