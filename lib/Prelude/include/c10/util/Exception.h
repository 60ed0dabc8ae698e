// Checks that throw.
#pragma once
#include <aoti_std/containers.h>
#include <aoti_std/stream.h>
#include <c10/macros/Macros.h>
namespace c10 {
class Error : public std::exception {
public:
  Error(std::string msg, std::string backtrace);
  const char *what() const noexcept override;
  const std::string &msg() const;
};
class IndexError : public Error { public: using Error::Error; };
class ValueError : public Error { public: using Error::Error; };
class NotImplementedError : public Error { public: using Error::Error; };
namespace detail {
[[noreturn]] void torchCheckFail(const char *func, const char *file, uint32_t line, const std::string &msg);
template <class... A> std::string torchCheckMsgImpl(const A &...) { return {}; }
} // namespace detail
template <class... A> std::string str(const A &...) { return {}; }
void warn(const std::string &msg);
} // namespace c10
#define TORCH_CHECK(cond, ...)                                                 \
  do {                                                                         \
    if (C10_UNLIKELY_OR_CONST(!(cond))) {                                      \
      ::c10::detail::torchCheckFail(__func__, __FILE__, static_cast<uint32_t>(__LINE__), ::c10::detail::torchCheckMsgImpl(__VA_ARGS__)); \
    }                                                                          \
  } while (0)
#define TORCH_INTERNAL_ASSERT(cond, ...) TORCH_CHECK(cond, ##__VA_ARGS__)
#define TORCH_INTERNAL_ASSERT_DEBUG_ONLY(cond, ...) while (false) TORCH_CHECK(cond, ##__VA_ARGS__)
#define TORCH_CHECK_INDEX(cond, ...) TORCH_CHECK(cond, ##__VA_ARGS__)
#define TORCH_CHECK_VALUE(cond, ...) TORCH_CHECK(cond, ##__VA_ARGS__)
#define TORCH_CHECK_TYPE(cond, ...) TORCH_CHECK(cond, ##__VA_ARGS__)
#define TORCH_CHECK_NOT_IMPLEMENTED(cond, ...) TORCH_CHECK(cond, ##__VA_ARGS__)
#define TORCH_CHECK_WITH(E, cond, ...) TORCH_CHECK(cond, ##__VA_ARGS__)
#define TORCH_CHECK_EQ(a, b, ...) TORCH_CHECK((a) == (b), ##__VA_ARGS__)
#define TORCH_CHECK_NE(a, b, ...) TORCH_CHECK((a) != (b), ##__VA_ARGS__)
#define TORCH_CHECK_LT(a, b, ...) TORCH_CHECK((a) < (b), ##__VA_ARGS__)
#define TORCH_CHECK_LE(a, b, ...) TORCH_CHECK((a) <= (b), ##__VA_ARGS__)
#define TORCH_CHECK_GT(a, b, ...) TORCH_CHECK((a) > (b), ##__VA_ARGS__)
#define TORCH_CHECK_GE(a, b, ...) TORCH_CHECK((a) >= (b), ##__VA_ARGS__)
#define TORCH_WARN(...) ::c10::warn(::c10::detail::torchCheckMsgImpl(__VA_ARGS__))
#define TORCH_WARN_ONCE(...) TORCH_WARN(__VA_ARGS__)
#define AT_ASSERT(cond, ...) TORCH_CHECK(cond, ##__VA_ARGS__)
#define AT_ASSERTM(cond, ...) TORCH_CHECK(cond, ##__VA_ARGS__)
#define AT_ERROR(...) TORCH_CHECK(false, ##__VA_ARGS__)
