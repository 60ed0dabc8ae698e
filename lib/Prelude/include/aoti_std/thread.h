// Condition variables, threads, futures.
#pragma once
#include <aoti_std/chrono.h>
#include <aoti_std/functional.h>
#include <aoti_std/sync.h>
namespace std {
enum class cv_status { no_timeout, timeout };
class condition_variable {
public:
  condition_variable() {}
  ~condition_variable() {}
  condition_variable(const condition_variable &) = delete;
  void notify_one() noexcept {}
  void notify_all() noexcept {}
  void wait(unique_lock<mutex> &) {}
  template <class P> void wait(unique_lock<mutex> &, P) {}
  template <class D> cv_status wait_for(unique_lock<mutex> &, const D &) {}
  template <class D, class P> bool wait_for(unique_lock<mutex> &, const D &, P) {}
  template <class D> cv_status wait_until(unique_lock<mutex> &, const D &) {}
  template <class D, class P> bool wait_until(unique_lock<mutex> &, const D &, P) {}
};
class condition_variable_any {
public:
  void notify_one() noexcept {}
  void notify_all() noexcept {}
  template <class L> void wait(L &) {}
  template <class L, class P> void wait(L &, P) {}
};
class thread {
public:
  class id {
  public:
    friend bool operator==(id, id) noexcept {}
    friend strong_ordering operator<=>(id, id) noexcept {}
  };
  thread() noexcept {}
  template <class F, class... A> requires(!__is_same(__remove_cvref(F), thread)) explicit thread(F &&, A &&...) {}
  thread(thread &&) noexcept {}
  thread(const thread &) = delete;
  thread &operator=(thread &&) noexcept {}
  ~thread() {}
  bool joinable() const noexcept {}
  void join() {}
  void detach() {}
  id get_id() const noexcept {}
  unsigned long native_handle() {}
  void swap(thread &) noexcept {}
  static unsigned hardware_concurrency() noexcept {}
};
using jthread = thread;
namespace this_thread {
thread::id get_id() noexcept;
void yield() noexcept;
template <class D> void sleep_for(const D &) {}
template <class T> void sleep_until(const T &) {}
} // namespace this_thread

enum class launch { async = 1, deferred = 2 };
enum class future_status { ready, timeout, deferred };
template <class T> class shared_future;
template <class T> class future {
public:
  future() noexcept {}
  future(future &&) noexcept {}
  future &operator=(future &&) noexcept {}
  T get() {}
  bool valid() const noexcept {}
  void wait() const {}
  template <class D> future_status wait_for(const D &) const {}
  shared_future<T> share() noexcept {}
};
template <class T> class shared_future {
public:
  const T &get() const {}
  bool valid() const noexcept {}
  void wait() const {}
};
template <class T> class promise {
public:
  promise() {}
  promise(promise &&) noexcept {}
  future<T> get_future() {}
  template <class U> void set_value(U &&) {}
  void set_value() {}
  void set_exception(exception_ptr) {}
};
template <class> class packaged_task;
template <class R, class... A> class packaged_task<R(A...)> {
public:
  packaged_task() noexcept {}
  template <class F> explicit packaged_task(F &&) {}
  packaged_task(packaged_task &&) noexcept {}
  future<R> get_future() {}
  void operator()(A...) {}
};
template <class F, class... A> requires(!__is_same(__remove_cvref(F), launch)) future<invoke_result_t<__decay(F), __decay(A)...>> async(F &&, A &&...) {}
template <class F, class... A> future<invoke_result_t<__decay(F), __decay(A)...>> async(launch, F &&, A &&...) {}
} // namespace std
