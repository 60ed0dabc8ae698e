// Error codes and the file system.
#pragma once
#include <aoti_std/path.h>
namespace std {
class error_category {
public:
  virtual ~error_category();
  virtual const char *name() const noexcept = 0;
  virtual string message(int) const = 0;
};
const error_category &generic_category() noexcept;
const error_category &system_category() noexcept;
enum class errc { no_such_file_or_directory = 2, invalid_argument = 22 };
class error_code {
public:
  error_code() noexcept;
  error_code(int, const error_category &) noexcept;
  int value() const noexcept;
  string message() const;
  void clear() noexcept;
  const error_category &category() const noexcept;
  explicit operator bool() const noexcept;
  friend bool operator==(const error_code &, const error_code &) noexcept;
  friend bool operator==(const error_code &, errc) noexcept;
};
error_code make_error_code(errc) noexcept;
class system_error : public runtime_error {
public:
  system_error(error_code);
  system_error(error_code, const string &);
  system_error(int, const error_category &);
  system_error(int, const error_category &, const string &);
  const error_code &code() const noexcept;
};
namespace filesystem {
class filesystem_error : public system_error {
public:
  filesystem_error(const string &, error_code);
  const path &path1() const noexcept;
};
enum class file_type { none, not_found, regular, directory, symlink };
enum class perms : unsigned { none = 0, owner_all = 0700, all = 0777 };
enum class copy_options : unsigned { none = 0, overwrite_existing = 2, recursive = 8 };
class file_status {
public:
  file_type type() const noexcept {}
  perms permissions() const noexcept {}
};
class directory_entry {
public:
  const filesystem::path &path() const noexcept {}
  operator const filesystem::path &() const noexcept {}
  bool exists() const {}
  bool is_directory() const {}
  bool is_regular_file() const {}
  uintmax_t file_size() const {}
};
class directory_iterator {
public:
  directory_iterator() noexcept {}
  explicit directory_iterator(const path &) {}
  directory_iterator(const path &, error_code &) {}
  const directory_entry &operator*() const {}
  const directory_entry *operator->() const {}
  directory_iterator &operator++() {}
  friend bool operator==(const directory_iterator &, const directory_iterator &) {}
  friend directory_iterator begin(directory_iterator) noexcept {}
  friend directory_iterator end(const directory_iterator &) noexcept {}
};
using recursive_directory_iterator = directory_iterator;
struct space_info { uintmax_t capacity, free, available; };
using file_time_type = long;
#define AOTI_FS(R, N)                                                          \
  R N(const path &) {}                                                           \
  R N(const path &, error_code &) {}
AOTI_FS(bool, is_directory) AOTI_FS(bool, is_regular_file) AOTI_FS(bool, is_symlink) AOTI_FS(bool, is_empty) AOTI_FS(bool, remove) AOTI_FS(uintmax_t, remove_all) AOTI_FS(bool, create_directory) AOTI_FS(bool, create_directories) AOTI_FS(uintmax_t, file_size) AOTI_FS(path, canonical) AOTI_FS(path, weakly_canonical) AOTI_FS(path, absolute) AOTI_FS(path, read_symlink) AOTI_FS(file_status, status) AOTI_FS(space_info, space) AOTI_FS(file_time_type, last_write_time)
#undef AOTI_FS
void current_path(const path &);
path temp_directory_path();
path relative(const path &, const path & = current_path());
void rename(const path &, const path &);
void copy(const path &, const path &);
void copy(const path &, const path &, copy_options);
bool copy_file(const path &, const path &);
bool copy_file(const path &, const path &, copy_options);
void permissions(const path &, perms);
void create_symlink(const path &, const path &);
void resize_file(const path &, uintmax_t);
} // namespace filesystem
} // namespace std
