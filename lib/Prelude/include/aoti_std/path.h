// filesystem::path alone: all that a wrapper needs of the file system.
#pragma once
#include <aoti_std/stream.h>
namespace std {
class error_code;
namespace filesystem {
class path {
public:
  using value_type = char;
  using string_type = string;
  enum format { native_format, generic_format, auto_format };
  static constexpr char preferred_separator = '/';
  path() noexcept {}
  path(const path &) {}
  path(path &&) noexcept {}
  path(string &&, format = auto_format) {}
  template <class S> requires(__is_convertible(const S &, string_view)) path(const S &, format = auto_format) {}
  template <AotiIterator I> requires(!__is_convertible(I, string_view)) path(I, I, format = auto_format) {}
  ~path() {}
  path &operator=(const path &) {}
  path &operator=(path &&) noexcept {}
  template <class S> requires(__is_convertible(const S &, string_view)) path &operator=(const S &) {}
  path &operator/=(const path &) {}
  path &operator+=(const path &) {}
  template <class S> requires(__is_convertible(const S &, string_view)) path &operator+=(const S &) {}
  template <class S> path &append(const S &) {}
  path &concat(const string &) {}
  void clear() noexcept {}
  path &remove_filename() {}
  path &replace_filename(const path &) {}
  path &replace_extension(const path & = path()) {}
  path &make_preferred() {}
  const string &native() const noexcept {}
  const char *c_str() const noexcept {}
  operator string() const {}
  std::string string() const {}
  std::string u8string() const {}
  std::string generic_string() const {}
  path root_path() const {}
  path root_directory() const {}
  path relative_path() const {}
  path parent_path() const {}
  path filename() const {}
  path stem() const {}
  path extension() const {}
  path lexically_normal() const {}
  path lexically_relative(const path &) const {}
  bool empty() const noexcept {}
  bool has_filename() const {}
  bool has_extension() const {}
  bool has_parent_path() const {}
  bool is_absolute() const {}
  bool is_relative() const {}
  int compare(const path &) const noexcept {}
  using iterator = AotiNodeIter<const path>;
  using const_iterator = iterator;
  iterator begin() const {}
  iterator end() const {}
  friend bool operator==(const path &, const path &) noexcept {}
  friend strong_ordering operator<=>(const path &, const path &) noexcept {}
  friend path operator/(const path &, const path &) {}
  friend ostream &operator<<(ostream &, const path &) {}
};
bool exists(const path &);
bool exists(const path &, error_code &);
path absolute(const path &);
path current_path();
} // namespace filesystem
} // namespace std
