// string_view, string, array, vector, optional and smart pointers: what a
// wrapper uses on every page. Declared, not implemented.
#pragma once
#include <aoti_std/c.h>
#include <aoti_std/core.h>
namespace std {
#define AOTI_CONTAINER(T, I, CI)                                               \
  using value_type = T;                                                        \
  using reference = T &;                                                       \
  using const_reference = const T &;                                           \
  using pointer = T *;                                                         \
  using const_pointer = const T *;                                             \
  using size_type = size_t;                                                    \
  using difference_type = ptrdiff_t;                                           \
  using iterator = I;                                                          \
  using const_iterator = CI;                                                   \
  iterator begin() noexcept {}                                         \
  const_iterator begin() const noexcept {}                             \
  const_iterator cbegin() const noexcept {}                            \
  iterator end() noexcept {}                                           \
  const_iterator end() const noexcept {}                               \
  const_iterator cend() const noexcept {}                              \
  size_t size() const noexcept {}                                      \
  size_t max_size() const noexcept {}                                  \
  [[nodiscard]] bool empty() const noexcept {}
#define AOTI_REVERSIBLE                                                        \
  using reverse_iterator = std::reverse_iterator<iterator>;                    \
  using const_reverse_iterator = std::reverse_iterator<const_iterator>;        \
  reverse_iterator rbegin() noexcept {}                                \
  const_reverse_iterator rbegin() const noexcept {}                    \
  const_reverse_iterator crbegin() const noexcept {}                   \
  reverse_iterator rend() noexcept {}                                  \
  const_reverse_iterator rend() const noexcept {}                      \
  const_reverse_iterator crend() const noexcept {}
template <class I> concept AotiIterator = !__is_integral(I) && requires(I &It) { *It; ++It; };

template <class C> struct char_traits {
  using char_type = C;
  using int_type = int;
  using pos_type = long;
  using off_type = long;
  static size_t length(const C *) {}
  static int compare(const C *, const C *, size_t) {}
  static C *copy(C *, const C *, size_t) {}
  static constexpr int_type eof() noexcept { return -1; }
};
template <class C, class Tr = char_traits<C>> class basic_string_view {
  const C *Data = nullptr;
  size_t Size = 0;
public:
  using traits_type = Tr;
  using value_type = C;
  using pointer = const C *;
  using const_pointer = const C *;
  using reference = const C &;
  using const_reference = const C &;
  using iterator = const C *;
  using const_iterator = const C *;
  using size_type = size_t;
  using difference_type = ptrdiff_t;
  static constexpr size_t npos = size_t(-1);
  constexpr basic_string_view() noexcept = default;
  constexpr basic_string_view(const C *S) : Data(S), Size(S ? __builtin_strlen(S) : 0) {}
  constexpr basic_string_view(const C *S, size_t N) : Data(S), Size(N) {}
  template <AotiIterator I> constexpr basic_string_view(I, I) {}
  basic_string_view(nullptr_t) = delete;
  constexpr const C *begin() const noexcept { return Data; }
  constexpr const C *end() const noexcept { return Data + Size; }
  constexpr const C *cbegin() const noexcept { return Data; }
  constexpr const C *cend() const noexcept { return Data + Size; }
  std::reverse_iterator<const C *> rbegin() const noexcept {}
  std::reverse_iterator<const C *> rend() const noexcept {}
  constexpr size_t size() const noexcept { return Size; }
  constexpr size_t length() const noexcept { return Size; }
  constexpr bool empty() const noexcept { return Size == 0; }
  constexpr const C *data() const noexcept { return Data; }
  constexpr const C &operator[](size_t N) const { return Data[N]; }
  constexpr const C &at(size_t N) const { return Data[N]; }
  constexpr const C &front() const { return Data[0]; }
  constexpr const C &back() const { return Data[Size - 1]; }
  void remove_prefix(size_t) {}
  void remove_suffix(size_t) {}
  basic_string_view substr(size_t = 0, size_t = npos) const {}
  int compare(basic_string_view) const noexcept {}
  bool starts_with(basic_string_view) const noexcept {}
  bool starts_with(C) const noexcept {}
  bool ends_with(basic_string_view) const noexcept {}
  bool ends_with(C) const noexcept {}
  bool contains(basic_string_view) const noexcept {}
#define AOTI_FIND(F)                                                           \
  size_t F(basic_string_view, size_t = 0) const noexcept {}            \
  size_t F(C, size_t = 0) const noexcept {}                            \
  size_t F(const C *, size_t, size_t) const {}                         \
  size_t F(const C *, size_t = 0) const {}
  AOTI_FIND(find) AOTI_FIND(rfind) AOTI_FIND(find_first_of) AOTI_FIND(find_last_of) AOTI_FIND(find_first_not_of) AOTI_FIND(find_last_not_of)
#undef AOTI_FIND
};
template <class C, class Tr> bool operator==(basic_string_view<C, Tr>, type_identity_t<basic_string_view<C, Tr>>) noexcept {}
template <class C, class Tr> strong_ordering operator<=>(basic_string_view<C, Tr>, type_identity_t<basic_string_view<C, Tr>>) noexcept {}
using string_view = basic_string_view<char>;
using wstring_view = basic_string_view<wchar_t>;

template <class C, class Tr = char_traits<C>, class A = allocator<C>> class basic_string {
public:
  AOTI_CONTAINER(C, C *, const C *)
  AOTI_REVERSIBLE
  using traits_type = Tr;
  using allocator_type = A;
  using AotiView = basic_string_view<C, Tr>;
  static constexpr size_t npos = size_t(-1);
  constexpr basic_string() noexcept;
  constexpr explicit basic_string(const A &) noexcept;
  constexpr basic_string(const basic_string &);
  constexpr basic_string(basic_string &&) noexcept;
  constexpr basic_string(const basic_string &, size_t, size_t = npos);
  constexpr basic_string(const C *, size_t, const A & = A());
  constexpr basic_string(const C *, const A & = A());
  constexpr basic_string(size_t, C, const A & = A());
  template <AotiIterator I> constexpr basic_string(I, I, const A & = A()) {}
  constexpr basic_string(initializer_list<C>, const A & = A());
  template <class T> requires(__is_convertible(const T &, AotiView) && !__is_convertible(const T &, const C *))
  constexpr explicit basic_string(const T &, const A & = A());
  basic_string(nullptr_t) = delete;
  constexpr ~basic_string();
  basic_string &operator=(const basic_string &);
  basic_string &operator=(basic_string &&) noexcept;
  basic_string &operator=(const C *);
  basic_string &operator=(C);
  basic_string &operator=(initializer_list<C>);
  template <class T> requires(__is_convertible(const T &, AotiView) && !__is_convertible(const T &, const C *))
  basic_string &operator=(const T &);
  operator AotiView() const noexcept;
  size_t length() const noexcept;
  size_t capacity() const noexcept;
  void reserve(size_t = 0);
  void resize(size_t);
  void resize(size_t, C);
  void shrink_to_fit();
  void clear() noexcept;
  C &operator[](size_t);
  const C &operator[](size_t) const;
  C &at(size_t);
  const C &at(size_t) const;
  C &front();
  const C &front() const;
  C &back();
  const C &back() const;
  const C *c_str() const noexcept;
  const C *data() const noexcept;
  C *data() noexcept;
  basic_string &operator+=(const basic_string &);
  basic_string &operator+=(const C *);
  basic_string &operator+=(C);
  basic_string &operator+=(initializer_list<C>);
  template <class T> requires(__is_convertible(const T &, AotiView) && !__is_convertible(const T &, const C *))
  basic_string &operator+=(const T &);
  void push_back(C);
  void pop_back();
#define AOTI_STR(F)                                                            \
  basic_string &F(const basic_string &);                             \
  basic_string &F(const basic_string &, size_t, size_t = npos);      \
  basic_string &F(const C *, size_t);                                \
  basic_string &F(const C *);                                        \
  basic_string &F(size_t, C);                                        \
  template <AotiIterator I> basic_string &F(I, I) {}                   \
  basic_string &F(initializer_list<C>);                              \
  template <class T> requires(__is_convertible(const T &, AotiView) && !__is_convertible(const T &, const C *)) basic_string &F(const T &) {}
  AOTI_STR(append) AOTI_STR(assign)
#undef AOTI_STR
  basic_string &insert(size_t, const basic_string &);
  basic_string &insert(size_t, const C *);
  basic_string &insert(size_t, size_t, C);
  iterator insert(const_iterator, C);
  template <AotiIterator I> iterator insert(const_iterator, I, I) {}
  basic_string &erase(size_t = 0, size_t = npos);
  iterator erase(const_iterator);
  iterator erase(const_iterator, const_iterator);
  basic_string &replace(size_t, size_t, const basic_string &);
  basic_string &replace(size_t, size_t, const C *);
  basic_string &replace(const_iterator, const_iterator, const basic_string &);
  size_t copy(C *, size_t, size_t = 0) const;
  void swap(basic_string &) noexcept;
  basic_string substr(size_t = 0, size_t = npos) const;
  int compare(const basic_string &) const noexcept;
  int compare(const C *) const;
  int compare(size_t, size_t, const basic_string &) const;
  int compare(size_t, size_t, const C *) const;
  bool starts_with(AotiView) const noexcept;
  bool starts_with(C) const noexcept;
  bool starts_with(const C *) const;
  bool ends_with(AotiView) const noexcept;
  bool ends_with(C) const noexcept;
  bool ends_with(const C *) const;
  bool contains(AotiView) const noexcept;
  bool contains(C) const noexcept;
  bool contains(const C *) const;
#define AOTI_FIND(F)                                                           \
  size_t F(const basic_string &, size_t = 0) const noexcept;         \
  size_t F(C, size_t = 0) const noexcept;                            \
  size_t F(const C *, size_t, size_t) const;                         \
  size_t F(const C *, size_t = 0) const;                             \
  template <class T> requires(__is_convertible(const T &, AotiView) && !__is_convertible(const T &, const C *)) size_t F(const T &, size_t = 0) const noexcept {}
  AOTI_FIND(find) AOTI_FIND(rfind) AOTI_FIND(find_first_of) AOTI_FIND(find_last_of) AOTI_FIND(find_first_not_of) AOTI_FIND(find_last_not_of)
#undef AOTI_FIND
};
#define AOTI_S basic_string<C, Tr, A>
#define AOTI_ST template <class C, class Tr, class A>
AOTI_ST AOTI_S operator+(const AOTI_S &, const AOTI_S &) {}
AOTI_ST AOTI_S operator+(const C *, const AOTI_S &) {}
AOTI_ST AOTI_S operator+(C, const AOTI_S &) {}
AOTI_ST AOTI_S operator+(const AOTI_S &, const C *) {}
AOTI_ST AOTI_S operator+(const AOTI_S &, C) {}
AOTI_ST AOTI_S operator+(AOTI_S &&, const AOTI_S &) {}
AOTI_ST AOTI_S operator+(const AOTI_S &, AOTI_S &&) {}
AOTI_ST AOTI_S operator+(AOTI_S &&, AOTI_S &&) {}
AOTI_ST AOTI_S operator+(const C *, AOTI_S &&) {}
AOTI_ST AOTI_S operator+(C, AOTI_S &&) {}
AOTI_ST AOTI_S operator+(AOTI_S &&, const C *) {}
AOTI_ST AOTI_S operator+(AOTI_S &&, C) {}
AOTI_ST bool operator==(const AOTI_S &, const AOTI_S &) noexcept {}
AOTI_ST bool operator==(const AOTI_S &, const C *) {}
AOTI_ST strong_ordering operator<=>(const AOTI_S &, const AOTI_S &) noexcept {}
AOTI_ST strong_ordering operator<=>(const AOTI_S &, const C *) {}
#undef AOTI_S
#undef AOTI_ST
using string = basic_string<char>;
using wstring = basic_string<wchar_t>;
using u16string = basic_string<char16_t>;
using u32string = basic_string<char32_t>;
#define AOTI_TO_STRING(T) string to_string(T);
AOTI_TO_STRING(int) AOTI_TO_STRING(unsigned) AOTI_TO_STRING(long) AOTI_TO_STRING(unsigned long) AOTI_TO_STRING(long long) AOTI_TO_STRING(unsigned long long) AOTI_TO_STRING(float) AOTI_TO_STRING(double) AOTI_TO_STRING(long double)
#undef AOTI_TO_STRING
int stoi(const string &, size_t * = nullptr, int = 10);
long stol(const string &, size_t * = nullptr, int = 10);
unsigned long stoul(const string &, size_t * = nullptr, int = 10);
long long stoll(const string &, size_t * = nullptr, int = 10);
unsigned long long stoull(const string &, size_t * = nullptr, int = 10);
float stof(const string &, size_t * = nullptr);
double stod(const string &, size_t * = nullptr);
long double stold(const string &, size_t * = nullptr);
template <class C, class P> size_t erase_if(C &, P) {}
template <class C, class T> size_t erase(C &, const T &) {}
inline namespace literals {
inline namespace string_literals {
string operator""s(const char *, size_t);
}
inline namespace string_view_literals {
constexpr string_view operator""sv(const char *S, size_t N) noexcept { return {S, N}; }
}
} // namespace literals

template <class T, size_t N> struct array {
  T AotiElems[N];
  using value_type = T;
  using reference = T &;
  using const_reference = const T &;
  using pointer = T *;
  using const_pointer = const T *;
  using size_type = size_t;
  using difference_type = ptrdiff_t;
  using iterator = T *;
  using const_iterator = const T *;
  constexpr T *begin() noexcept { return AotiElems; }
  constexpr const T *begin() const noexcept { return AotiElems; }
  constexpr const T *cbegin() const noexcept { return AotiElems; }
  constexpr T *end() noexcept { return AotiElems + N; }
  constexpr const T *end() const noexcept { return AotiElems + N; }
  constexpr const T *cend() const noexcept { return AotiElems + N; }
  std::reverse_iterator<T *> rbegin() noexcept {}
  std::reverse_iterator<const T *> rbegin() const noexcept {}
  std::reverse_iterator<T *> rend() noexcept {}
  std::reverse_iterator<const T *> rend() const noexcept {}
  constexpr size_t size() const noexcept { return N; }
  constexpr size_t max_size() const noexcept { return N; }
  constexpr bool empty() const noexcept { return N == 0; }
  constexpr T *data() noexcept { return AotiElems; }
  constexpr const T *data() const noexcept { return AotiElems; }
  constexpr T &operator[](size_t I) { return AotiElems[I]; }
  constexpr const T &operator[](size_t I) const { return AotiElems[I]; }
  constexpr T &at(size_t I) { return AotiElems[I]; }
  constexpr const T &at(size_t I) const { return AotiElems[I]; }
  constexpr T &front() { return AotiElems[0]; }
  constexpr const T &front() const { return AotiElems[0]; }
  constexpr T &back() { return AotiElems[N - 1]; }
  constexpr const T &back() const { return AotiElems[N - 1]; }
  constexpr void fill(const T &V) { for (T &E : AotiElems) E = V; }
  void swap(array &) noexcept {}
};
template <class T> struct array<T, 0> {
  using value_type = T;
  using iterator = T *;
  using const_iterator = const T *;
  constexpr T *begin() noexcept { return nullptr; }
  constexpr const T *begin() const noexcept { return nullptr; }
  constexpr const T *cbegin() const noexcept { return nullptr; }
  constexpr T *end() noexcept { return nullptr; }
  constexpr const T *end() const noexcept { return nullptr; }
  constexpr const T *cend() const noexcept { return nullptr; }
  constexpr size_t size() const noexcept { return 0; }
  constexpr bool empty() const noexcept { return true; }
  constexpr T *data() noexcept { return nullptr; }
  constexpr const T *data() const noexcept { return nullptr; }
  T &operator[](size_t) {}
  const T &operator[](size_t) const {}
  T &at(size_t) {}
  constexpr void fill(const T &) {}
};
template <class T, class... U> array(T, U...) -> array<T, 1 + sizeof...(U)>;
template <class T, size_t N> bool operator==(const array<T, N> &, const array<T, N> &) {}
template <class T, size_t N> strong_ordering operator<=>(const array<T, N> &, const array<T, N> &) {}
template <size_t I, class T, size_t N> constexpr T &get(array<T, N> &X) noexcept { return X.AotiElems[I]; }
template <size_t I, class T, size_t N> constexpr const T &get(const array<T, N> &X) noexcept { return X.AotiElems[I]; }
template <class T, size_t N> struct tuple_size<array<T, N>> : integral_constant<size_t, N> {};
template <size_t I, class T, size_t N> struct tuple_element<I, array<T, N>> { using type = T; };
template <class T, size_t N> array<__remove_cv(T), N> to_array(T (&)[N]) {}
template <class T, size_t N> array<__remove_cv(T), N> to_array(T (&&)[N]) {}

template <class T, class A = allocator<T>> class vector {
public:
  AOTI_CONTAINER(T, T *, const T *)
  AOTI_REVERSIBLE
  using allocator_type = A;
  constexpr vector() noexcept {}
  constexpr explicit vector(const A &) noexcept {}
  constexpr explicit vector(size_t, const A & = A()) {}
  constexpr vector(size_t, const T &, const A & = A()) {}
  template <AotiIterator I> constexpr vector(I, I, const A & = A()) {}
  constexpr vector(const vector &) {}
  constexpr vector(vector &&) noexcept {}
  constexpr vector(initializer_list<T>, const A & = A()) {}
  constexpr ~vector() {}
  vector &operator=(const vector &) {}
  vector &operator=(vector &&) noexcept {}
  vector &operator=(initializer_list<T>) {}
  void assign(size_t, const T &) {}
  template <AotiIterator I> void assign(I, I) {}
  void assign(initializer_list<T>) {}
  size_t capacity() const noexcept {}
  void reserve(size_t) {}
  void resize(size_t) {}
  void resize(size_t, const T &) {}
  void shrink_to_fit() {}
  T &operator[](size_t) noexcept {}
  const T &operator[](size_t) const noexcept {}
  T &at(size_t) {}
  const T &at(size_t) const {}
  T &front() {}
  const T &front() const {}
  T &back() {}
  const T &back() const {}
  T *data() noexcept {}
  const T *data() const noexcept {}
  void push_back(const T &) {}
  void push_back(T &&) {}
  template <class... X> T &emplace_back(X &&...) {}
  template <class... X> iterator emplace(const_iterator, X &&...) {}
  void pop_back() {}
  iterator insert(const_iterator, const T &) {}
  iterator insert(const_iterator, T &&) {}
  iterator insert(const_iterator, size_t, const T &) {}
  template <AotiIterator I> iterator insert(const_iterator, I, I) {}
  iterator insert(const_iterator, initializer_list<T>) {}
  iterator erase(const_iterator) {}
  iterator erase(const_iterator, const_iterator) {}
  void swap(vector &) noexcept {}
  void clear() noexcept {}
};
template <AotiIterator I> vector(I, I) -> vector<typename iterator_traits<I>::value_type>;
template <class T, class A> bool operator==(const vector<T, A> &, const vector<T, A> &) {}
template <class T, class A> strong_ordering operator<=>(const vector<T, A> &, const vector<T, A> &) {}

struct nullopt_t { explicit constexpr nullopt_t(int) {} };
inline constexpr nullopt_t nullopt{0};
class bad_optional_access : public exception {};
template <class T> class optional;
template <class T> inline constexpr bool AotiIsOptional = false;
template <class T> inline constexpr bool AotiIsOptional<optional<T>> = true;
template <class T> class optional {
public:
  using value_type = T;
  constexpr optional() noexcept {}
  constexpr optional(nullopt_t) noexcept {}
  constexpr optional(const optional &) {}
  constexpr optional(optional &&) noexcept {}
  template <class... X> constexpr explicit optional(in_place_t, X &&...) {}
  template <class U = T>
    requires(__is_constructible(T, U) && !__is_same(__remove_cvref(U), optional) && !__is_same(__remove_cvref(U), in_place_t) && !__is_same(__remove_cvref(U), nullopt_t) && (!AotiIsOptional<__remove_cvref(U)> || AotiIsOptional<T>))
  constexpr explicit(!__is_convertible(U, T)) optional(U &&) {}
  template <class U>
    requires(__is_constructible(T, const U &) && !__is_same(U, T))
  constexpr explicit(!__is_convertible(const U &, T)) optional(const optional<U> &) {}
  template <class U>
    requires(__is_constructible(T, U) && !__is_same(U, T))
  constexpr explicit(!__is_convertible(U, T)) optional(optional<U> &&) {}
  constexpr ~optional() {}
  optional &operator=(nullopt_t) noexcept {}
  optional &operator=(const optional &) {}
  optional &operator=(optional &&) noexcept {}
  template <class U = T>
    requires(__is_constructible(T, U) && !__is_same(__remove_cvref(U), optional) && !AotiIsOptional<__remove_cvref(U)>)
  optional &operator=(U &&) {}
  template <class... X> T &emplace(X &&...) {}
  void reset() noexcept {}
  void swap(optional &) {}
  T *operator->() noexcept {}
  const T *operator->() const noexcept {}
  T &operator*() & noexcept {}
  const T &operator*() const & noexcept {}
  T &&operator*() && noexcept {}
  explicit operator bool() const noexcept {}
  bool has_value() const noexcept {}
  T &value() & {}
  const T &value() const & {}
  T &&value() && {}
  template <class U> T value_or(U &&) const {}
  template <class F> auto and_then(F &&) {}
  template <class F> auto transform(F &&) {}
  template <class F> optional or_else(F &&) {}
};
template <class T> optional(T) -> optional<T>;
template <class T> bool operator==(const optional<T> &, nullopt_t) noexcept {}
template <class T, class U> bool operator==(const optional<T> &, const optional<U> &) {}
template <class T, class U> requires(!AotiIsOptional<U>) bool operator==(const optional<T> &, const U &) {}
template <class T, class U> strong_ordering operator<=>(const optional<T> &, const optional<U> &) {}
template <class T> optional<__decay(T)> make_optional(T &&) {}
template <class T, class... X> optional<T> make_optional(X &&...) {}

template <class T> struct default_delete {
  constexpr default_delete() noexcept = default;
  template <class U> requires(__is_convertible(U *, T *)) constexpr default_delete(const default_delete<U> &) noexcept {}
  void operator()(T *) const {}
};
template <class T> struct default_delete<T[]> {
  template <class U> void operator()(U *) const {}
};
template <class T, class D = default_delete<T>> class unique_ptr {
public:
  using element_type = T;
  using pointer = T *;
  using deleter_type = D;
  constexpr unique_ptr() noexcept {}
  constexpr unique_ptr(nullptr_t) noexcept {}
  constexpr explicit unique_ptr(T *) noexcept {}
  template <class E> requires(__is_constructible(D, E)) constexpr unique_ptr(T *, E &&) noexcept {}
  constexpr unique_ptr(unique_ptr &&) noexcept {}
  template <class U, class E> requires(__is_convertible(U *, T *)) constexpr unique_ptr(unique_ptr<U, E> &&) noexcept {}
  unique_ptr(const unique_ptr &) = delete;
  constexpr ~unique_ptr() {}
  unique_ptr &operator=(unique_ptr &&) noexcept {}
  template <class U, class E> requires(__is_convertible(U *, T *)) unique_ptr &operator=(unique_ptr<U, E> &&) noexcept {}
  unique_ptr &operator=(nullptr_t) noexcept {}
  unique_ptr &operator=(const unique_ptr &) = delete;
  constexpr __add_lvalue_reference(T) operator*() const {}
  T *operator->() const noexcept {}
  T *get() const noexcept {}
  D &get_deleter() noexcept {}
  const D &get_deleter() const noexcept {}
  explicit operator bool() const noexcept {}
  T *release() noexcept {}
  void reset(T * = nullptr) noexcept {}
  void swap(unique_ptr &) noexcept {}
};
template <class T, class D> class unique_ptr<T[], D> {
public:
  using element_type = T;
  using pointer = T *;
  using deleter_type = D;
  constexpr unique_ptr() noexcept {}
  constexpr unique_ptr(nullptr_t) noexcept {}
  constexpr explicit unique_ptr(T *) noexcept {}
  template <class E> constexpr unique_ptr(T *, E &&) noexcept {}
  constexpr unique_ptr(unique_ptr &&) noexcept {}
  unique_ptr(const unique_ptr &) = delete;
  constexpr ~unique_ptr() {}
  unique_ptr &operator=(unique_ptr &&) noexcept {}
  unique_ptr &operator=(nullptr_t) noexcept {}
  unique_ptr &operator=(const unique_ptr &) = delete;
  T &operator[](size_t) const {}
  T *get() const noexcept {}
  D &get_deleter() noexcept {}
  explicit operator bool() const noexcept {}
  T *release() noexcept {}
  void reset(T * = nullptr) noexcept {}
  void swap(unique_ptr &) noexcept {}
};
template <class T, class D, class U, class E> bool operator==(const unique_ptr<T, D> &, const unique_ptr<U, E> &) {}
template <class T, class D> bool operator==(const unique_ptr<T, D> &, nullptr_t) noexcept {}
template <class T, class... X> requires(!__is_array(T)) unique_ptr<T> make_unique(X &&...) {}
template <class T> requires(is_unbounded_array_v<T>) unique_ptr<T> make_unique(size_t) {}
template <class T> unique_ptr<T> make_unique_for_overwrite(size_t) {}

template <class T> class weak_ptr;
template <class T> class shared_ptr {
public:
  using element_type = __remove_extent(T);
  using weak_type = weak_ptr<T>;
  constexpr shared_ptr() noexcept {}
  constexpr shared_ptr(nullptr_t) noexcept {}
  template <class U> requires(__is_convertible(U *, element_type *)) explicit shared_ptr(U *) {}
  template <class U, class D> requires(__is_convertible(U *, element_type *)) shared_ptr(U *, D) {}
  template <class D> shared_ptr(nullptr_t, D) {}
  template <class U> shared_ptr(const shared_ptr<U> &, element_type *) noexcept {}
  shared_ptr(const shared_ptr &) noexcept {}
  shared_ptr(shared_ptr &&) noexcept {}
  template <class U> requires(__is_convertible(U *, T *)) shared_ptr(const shared_ptr<U> &) noexcept {}
  template <class U> requires(__is_convertible(U *, T *)) shared_ptr(shared_ptr<U> &&) noexcept {}
  template <class U> explicit shared_ptr(const weak_ptr<U> &) {}
  template <class U, class D> requires(__is_convertible(U *, element_type *)) shared_ptr(unique_ptr<U, D> &&) {}
  ~shared_ptr() {}
  shared_ptr &operator=(const shared_ptr &) noexcept {}
  shared_ptr &operator=(shared_ptr &&) noexcept {}
  template <class U> shared_ptr &operator=(const shared_ptr<U> &) noexcept {}
  template <class U> shared_ptr &operator=(shared_ptr<U> &&) noexcept {}
  template <class U, class D> shared_ptr &operator=(unique_ptr<U, D> &&) {}
  void swap(shared_ptr &) noexcept {}
  void reset() noexcept {}
  template <class U> void reset(U *) {}
  template <class U, class D> void reset(U *, D) {}
  element_type *get() const noexcept {}
  __add_lvalue_reference(element_type) operator*() const noexcept {}
  element_type *operator->() const noexcept {}
  __add_lvalue_reference(element_type) operator[](ptrdiff_t) const {}
  long use_count() const noexcept {}
  explicit operator bool() const noexcept {}
};
template <class T> class weak_ptr {
public:
  constexpr weak_ptr() noexcept {}
  template <class U> weak_ptr(const shared_ptr<U> &) noexcept {}
  weak_ptr(const weak_ptr &) noexcept {}
  weak_ptr(weak_ptr &&) noexcept {}
  ~weak_ptr() {}
  weak_ptr &operator=(const weak_ptr &) noexcept {}
  weak_ptr &operator=(weak_ptr &&) noexcept {}
  template <class U> weak_ptr &operator=(const shared_ptr<U> &) noexcept {}
  shared_ptr<T> lock() const noexcept {}
  bool expired() const noexcept {}
  long use_count() const noexcept {}
  void reset() noexcept {}
};
template <class T, class D> shared_ptr(unique_ptr<T, D>) -> shared_ptr<T>;
template <class T, class U> bool operator==(const shared_ptr<T> &, const shared_ptr<U> &) noexcept {}
template <class T> bool operator==(const shared_ptr<T> &, nullptr_t) noexcept {}
template <class T, class U> strong_ordering operator<=>(const shared_ptr<T> &, const shared_ptr<U> &) noexcept {}
template <class T, class... X> shared_ptr<T> make_shared(X &&...) {}
template <class T, class A, class... X> shared_ptr<T> allocate_shared(const A &, X &&...) {}
template <class T, class U> shared_ptr<T> static_pointer_cast(const shared_ptr<U> &) noexcept {}
template <class T, class U> shared_ptr<T> dynamic_pointer_cast(const shared_ptr<U> &) noexcept {}
template <class T, class U> shared_ptr<T> const_pointer_cast(const shared_ptr<U> &) noexcept {}
template <class T, class U> shared_ptr<T> reinterpret_pointer_cast(const shared_ptr<U> &) noexcept {}
template <class T> class enable_shared_from_this {
protected:
  constexpr enable_shared_from_this() noexcept {}
  enable_shared_from_this(const enable_shared_from_this &) noexcept {}
  ~enable_shared_from_this() {}
public:
  shared_ptr<T> shared_from_this() {}
  shared_ptr<const T> shared_from_this() const {}
  weak_ptr<T> weak_from_this() noexcept {}
};
void *align(size_t, size_t, void *&, size_t &);
template <size_t N, class T> constexpr T *assume_aligned(T *P) { return P; }
template <class T> constexpr T *to_address(T *P) noexcept { return P; }
template <class T, class... X> T *construct_at(T *, X &&...) {}
template <class T> void destroy_at(T *) {}
template <class I, class O> O uninitialized_copy(I, I, O) {}
template <class I, class T> void uninitialized_fill(I, I, const T &) {}

class logic_error : public exception {
public:
  explicit logic_error(const string &);
  explicit logic_error(const char *);
  const char *what() const noexcept override;
};
class runtime_error : public exception {
public:
  explicit runtime_error(const string &) {}
  explicit runtime_error(const char *) {}
  const char *what() const noexcept override {}
};
#define AOTI_ERROR(N, B)                                                       \
  class N : public B {                                                         \
  public:                                                                      \
    explicit N(const string &);                                                \
    explicit N(const char *);                                                  \
  };
AOTI_ERROR(domain_error, logic_error) AOTI_ERROR(invalid_argument, logic_error) AOTI_ERROR(length_error, logic_error) AOTI_ERROR(out_of_range, logic_error)
AOTI_ERROR(range_error, runtime_error) AOTI_ERROR(overflow_error, runtime_error) AOTI_ERROR(underflow_error, runtime_error)
#undef AOTI_ERROR
} // namespace std
