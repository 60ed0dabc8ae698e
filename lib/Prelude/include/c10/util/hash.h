#pragma once
#include <aoti_std/core.h>
#include <c10/macros/Macros.h>
namespace c10 {
size_t hash_combine(size_t seed, size_t value);
template <class T> struct hash { size_t operator()(const T &) const { return 0; } };
template <class... T> size_t get_hash(const T &...) { return 0; }
} // namespace c10
