#pragma once
#include <aoti_std/core.h>
#include <c10/macros/Macros.h>
namespace c10 {
template <class I> struct integer_iterator {
  using value_type = I;
  using reference = I;
  using pointer = I *;
  using difference_type = ptrdiff_t;
  using iterator_category = std::input_iterator_tag;
  I value;
  I operator*() const { return value; }
  integer_iterator &operator++() { ++value; return *this; }
  bool operator==(const integer_iterator &other) const { return value == other.value; }
};
template <class I> struct integer_range {
  I first, last;
  integer_iterator<I> begin() const { return {first}; }
  integer_iterator<I> end() const { return {last}; }
};
template <class B, class E> integer_range<E> irange(B begin, E end) { return {static_cast<E>(begin), end}; }
template <class E> integer_range<E> irange(E end) { return {E(), end}; }
} // namespace c10
