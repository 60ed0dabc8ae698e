// Atomics, locks and call_once.
#pragma once
#include <aoti_std/core.h>
namespace std {
enum class memory_order : int { relaxed, consume, acquire, release, acq_rel, seq_cst };
inline constexpr memory_order memory_order_relaxed = memory_order::relaxed, memory_order_consume = memory_order::consume, memory_order_acquire = memory_order::acquire, memory_order_release = memory_order::release, memory_order_acq_rel = memory_order::acq_rel, memory_order_seq_cst = memory_order::seq_cst;
template <class T> class atomic {
  T Value;
public:
  using value_type = T;
  using difference_type = conditional_t<__is_pointer(T), ptrdiff_t, T>;
  static constexpr bool is_always_lock_free = true;
  constexpr atomic() noexcept : Value() {}
  constexpr atomic(T V) noexcept : Value(V) {}
  atomic(const atomic &) = delete;
  atomic &operator=(const atomic &) = delete;
  T operator=(T) noexcept {}
  T operator=(T) volatile noexcept {}
  operator T() const noexcept {}
  operator T() const volatile noexcept {}
  T load(memory_order = memory_order::seq_cst) const noexcept {}
  T load(memory_order = memory_order::seq_cst) const volatile noexcept {}
  void store(T, memory_order = memory_order::seq_cst) noexcept {}
  void store(T, memory_order = memory_order::seq_cst) volatile noexcept {}
  T exchange(T, memory_order = memory_order::seq_cst) noexcept {}
  bool compare_exchange_weak(T &, T, memory_order, memory_order) noexcept {}
  bool compare_exchange_weak(T &, T, memory_order = memory_order::seq_cst) noexcept {}
  bool compare_exchange_strong(T &, T, memory_order, memory_order) noexcept {}
  bool compare_exchange_strong(T &, T, memory_order = memory_order::seq_cst) noexcept {}
  T fetch_add(difference_type, memory_order = memory_order::seq_cst) noexcept {}
  T fetch_sub(difference_type, memory_order = memory_order::seq_cst) noexcept {}
  T fetch_and(T, memory_order = memory_order::seq_cst) noexcept {}
  T fetch_or(T, memory_order = memory_order::seq_cst) noexcept {}
  T fetch_xor(T, memory_order = memory_order::seq_cst) noexcept {}
  T operator++() noexcept {}
  T operator++(int) noexcept {}
  T operator--() noexcept {}
  T operator--(int) noexcept {}
  T operator+=(difference_type) noexcept {}
  T operator-=(difference_type) noexcept {}
  T operator&=(T) noexcept {}
  T operator|=(T) noexcept {}
  bool is_lock_free() const noexcept {}
  void wait(T, memory_order = memory_order::seq_cst) const noexcept {}
  void notify_one() noexcept {}
  void notify_all() noexcept {}
};
template <class T> class atomic_ref {
public:
  explicit atomic_ref(T &) {}
  T load(memory_order = memory_order::seq_cst) const noexcept {}
  void store(T, memory_order = memory_order::seq_cst) const noexcept {}
  T fetch_add(T, memory_order = memory_order::seq_cst) const noexcept {}
};
using atomic_bool = atomic<bool>;
using atomic_int = atomic<int>;
using atomic_uint = atomic<unsigned>;
using atomic_long = atomic<long>;
using atomic_size_t = atomic<size_t>;
using atomic_int32_t = atomic<int32_t>;
using atomic_int64_t = atomic<int64_t>;
using atomic_uint32_t = atomic<uint32_t>;
using atomic_uint64_t = atomic<uint64_t>;
class atomic_flag {
public:
  bool test_and_set(memory_order = memory_order::seq_cst) noexcept {}
  void clear(memory_order = memory_order::seq_cst) noexcept {}
  bool test(memory_order = memory_order::seq_cst) const noexcept {}
};
#define ATOMIC_FLAG_INIT {}
#define ATOMIC_VAR_INIT(V) (V)
void atomic_thread_fence(memory_order) noexcept;
void atomic_signal_fence(memory_order) noexcept;

struct defer_lock_t { explicit defer_lock_t() = default; };
struct try_to_lock_t { explicit try_to_lock_t() = default; };
struct adopt_lock_t { explicit adopt_lock_t() = default; };
inline constexpr defer_lock_t defer_lock{};
inline constexpr try_to_lock_t try_to_lock{};
inline constexpr adopt_lock_t adopt_lock{};
#define AOTI_MUTEX(N)                                                          \
  class N {                                                                    \
  public:                                                                      \
    constexpr N() noexcept {}                                                    \
    ~N() {}                                                                      \
    N(const N &) = delete;                                                     \
    N &operator=(const N &) = delete;                                          \
    void lock() {}                                                               \
    bool try_lock() {}                                                           \
    void unlock() {}                                                             \
    void lock_shared() {}                                                        \
    bool try_lock_shared() {}                                                    \
    void unlock_shared() {}                                                      \
  };
AOTI_MUTEX(mutex) AOTI_MUTEX(recursive_mutex) AOTI_MUTEX(timed_mutex) AOTI_MUTEX(recursive_timed_mutex) AOTI_MUTEX(shared_mutex) AOTI_MUTEX(shared_timed_mutex)
#undef AOTI_MUTEX
template <class M> class lock_guard {
public:
  using mutex_type = M;
  explicit lock_guard(M &) {}
  lock_guard(M &, adopt_lock_t) {}
  ~lock_guard() {}
  lock_guard(const lock_guard &) = delete;
  lock_guard &operator=(const lock_guard &) = delete;
};
template <class... M> class scoped_lock {
public:
  explicit scoped_lock(M &...) {}
  ~scoped_lock() {}
  scoped_lock(const scoped_lock &) = delete;
};
template <class M> class unique_lock {
public:
  using mutex_type = M;
  unique_lock() noexcept {}
  explicit unique_lock(M &) {}
  unique_lock(M &, defer_lock_t) noexcept {}
  unique_lock(M &, try_to_lock_t) {}
  unique_lock(M &, adopt_lock_t) {}
  unique_lock(unique_lock &&) noexcept {}
  unique_lock &operator=(unique_lock &&) noexcept {}
  ~unique_lock() {}
  void lock() {}
  bool try_lock() {}
  void unlock() {}
  bool owns_lock() const noexcept {}
  explicit operator bool() const noexcept {}
  M *mutex() const noexcept {}
  M *release() noexcept {}
};
template <class M> class shared_lock {
public:
  shared_lock() noexcept {}
  explicit shared_lock(M &) {}
  shared_lock(M &, defer_lock_t) noexcept {}
  shared_lock(M &, try_to_lock_t) {}
  shared_lock(shared_lock &&) noexcept {}
  shared_lock &operator=(shared_lock &&) noexcept {}
  ~shared_lock() {}
  void lock() {}
  bool try_lock() {}
  void unlock() {}
  bool owns_lock() const noexcept {}
  explicit operator bool() const noexcept {}
};
template <class... M> void lock(M &...) {}
struct once_flag {
  constexpr once_flag() noexcept = default;
  once_flag(const once_flag &) = delete;
};
template <class F, class... A> void call_once(once_flag &, F &&, A &&...) {}

} // namespace std
