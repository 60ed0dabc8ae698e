// The two weaker orderings.
#pragma once
#include <aoti_std/core.h>
namespace std {
class partial_ordering {
public:
  AOTI_ORDERING(partial_ordering)
  static const partial_ordering less, equivalent, greater, unordered;
};
inline constexpr partial_ordering partial_ordering::less{-1}, partial_ordering::equivalent{0}, partial_ordering::greater{1}, partial_ordering::unordered{2};
class weak_ordering {
public:
  AOTI_ORDERING(weak_ordering)
  static const weak_ordering less, equivalent, greater;
  constexpr operator partial_ordering() const noexcept { return {AotiValue}; }
};
inline constexpr weak_ordering weak_ordering::less{-1}, weak_ordering::equivalent{0}, weak_ordering::greater{1};
constexpr strong_ordering::operator partial_ordering() const noexcept { return {AotiValue}; }
constexpr strong_ordering::operator weak_ordering() const noexcept { return {AotiValue}; }
constexpr bool is_eq(partial_ordering O) noexcept { return O == 0; }
constexpr bool is_lt(partial_ordering O) noexcept { return O < 0; }
constexpr bool is_gt(partial_ordering O) noexcept { return O > 0; }
#undef AOTI_ORDERING
} // namespace std
