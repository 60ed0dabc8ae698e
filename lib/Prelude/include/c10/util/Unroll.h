#pragma once
#include <aoti_std/core.h>
#include <c10/macros/Macros.h>
namespace c10 {
template <int N> struct ForcedUnroll {
  template <class F, class... A> void operator()(const F &f, A... args) const {}
};
} // namespace c10
