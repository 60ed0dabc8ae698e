// Bindings of functions and classes to Python, as extensions of torch write them.
#pragma once
#include <torch/aoti_api.h>
struct _object;
typedef _object PyObject;
namespace pybind11 {
class object;
class handle;
enum class return_value_policy : uint8_t { automatic, automatic_reference, take_ownership, copy, move, reference, reference_internal };
namespace detail {
struct accessor;
struct args_proxy;
// what objects and handles share
template <class D> struct object_api {
  accessor operator[](const char *key) const;
  accessor operator[](handle key) const;
  accessor attr(const char *key) const;
  accessor attr(handle key) const;
  args_proxy operator*() const;
  template <return_value_policy P = return_value_policy::automatic_reference, class... A> object operator()(A &&...args) const;
  template <class T> bool contains(T &&) const { return false; }
  bool is(const object_api &) const;
  bool is_none() const;
  bool equal(const handle &) const;
  object operator+(const handle &) const;
  object operator-(const handle &) const;
  object operator*(const handle &) const;
};
} // namespace detail
class handle : public detail::object_api<handle> {
public:
  handle();
  handle(std::nullptr_t);
  handle(PyObject *ptr);
  PyObject *ptr() const;
  const handle &inc_ref() const &;
  const handle &dec_ref() const &;
  template <class T> T cast() const;
  explicit operator bool() const;
  bool operator==(const handle &) const;
  bool operator!=(const handle &) const;
};
class object : public handle {
public:
  object();
  object(handle h, bool is_borrowed);
  object(const object &);
  object(object &&) noexcept;
  ~object();
  object &operator=(const object &);
  object &operator=(object &&) noexcept;
  handle release();
};
namespace detail {
struct accessor : object_api<accessor> {
  template <class T> const accessor &operator=(T &&) const { return *this; }
  operator object() const;
  PyObject *ptr() const;
  template <class T> T cast() const;
};
struct args_proxy : object { args_proxy operator*() const; };
struct iterator {
  handle operator*() const;
  iterator &operator++();
  bool operator!=(const iterator &) const;
};
struct dict_iterator {
  std::pair<handle, handle> operator*() const;
  dict_iterator &operator++();
  bool operator!=(const dict_iterator &) const;
};
template <class D> template <return_value_policy P, class... A> object object_api<D>::operator()(A &&...args) const { return object(); }
} // namespace detail
template <class T> T handle::cast() const { return *static_cast<std::remove_reference_t<T> *>(nullptr); }
template <class T> T detail::accessor::cast() const { return *static_cast<std::remove_reference_t<T> *>(nullptr); }
#define AOTI_PY_INDEX using object::operator[]; template <class I> requires std::is_integral_v<I> detail::accessor operator[](I index) const { return {}; }
#define AOTI_PY_OBJECT(N)                                                      \
  N();                                                                         \
  N(const object &);                                                           \
  N(const detail::accessor &);                                                 \
  N(handle h, bool is_borrowed);
class iterator : public object { public: AOTI_PY_OBJECT(iterator) handle operator*() const; iterator &operator++(); bool operator!=(const iterator &) const; };
class iterable : public object { public: AOTI_PY_OBJECT(iterable) };
class str : public object { public: AOTI_PY_OBJECT(str) str(const char *); str(const std::string &); str(std::string_view); explicit str(handle); operator std::string() const; template <class... A> str format(A &&...) const { return *this; } };
class bytes : public object { public: AOTI_PY_OBJECT(bytes) bytes(const char *); bytes(const std::string &); bytes(const char *data, size_t size); operator std::string() const; };
class bytearray : public object { public: AOTI_PY_OBJECT(bytearray) bytearray(const char *data, size_t size); size_t size() const; };
class none : public object { public: none(); };
class ellipsis : public object { public: ellipsis(); };
class bool_ : public object { public: AOTI_PY_OBJECT(bool_) bool_(bool); operator bool() const; };
class int_ : public object { public: AOTI_PY_OBJECT(int_) template <class T> requires std::is_integral_v<T> int_(T) {} template <class T> requires std::is_integral_v<T> operator T() const { return T(); } };
class float_ : public object { public: AOTI_PY_OBJECT(float_) float_(float); float_(double); operator float() const; operator double() const; };
class slice : public object { public: AOTI_PY_OBJECT(slice) slice(handle start, handle stop, handle step); };
class type : public object { public: AOTI_PY_OBJECT(type) static type of(handle); };
class capsule : public object {
public:
  AOTI_PY_OBJECT(capsule)
  capsule(const void *value, const char *name = nullptr, void (*destructor)(PyObject *) = nullptr);
  capsule(const void *value, void (*destructor)(void *));
  capsule(void (*destructor)());
  template <class T = void> T *get_pointer() const { return nullptr; }
  template <class T> operator T *() const { return nullptr; }
};
class tuple : public object { public: AOTI_PY_OBJECT(tuple) AOTI_PY_INDEX explicit tuple(size_t size); size_t size() const; bool empty() const; detail::iterator begin() const; detail::iterator end() const; };
class list : public object { public: AOTI_PY_OBJECT(list) AOTI_PY_INDEX explicit list(size_t size); size_t size() const; bool empty() const; template <class T> void append(T &&) const {} template <class T> void insert(size_t, T &&) const {} void clear() const; detail::iterator begin() const; detail::iterator end() const; };
class dict : public object { public: AOTI_PY_OBJECT(dict) template <class... A> requires(sizeof...(A) > 0 && !(std::is_convertible_v<A, const object &> && ...)) explicit dict(A &&...) {} size_t size() const; bool empty() const; void clear() const; detail::dict_iterator begin() const; detail::dict_iterator end() const; };
class set : public object { public: AOTI_PY_OBJECT(set) size_t size() const; template <class T> bool add(T &&) const { return true; } };
class sequence : public object { public: AOTI_PY_OBJECT(sequence) AOTI_PY_INDEX size_t size() const; detail::iterator begin() const; detail::iterator end() const; };
class function : public object { public: AOTI_PY_OBJECT(function) };
class args : public tuple { public: using tuple::tuple; };
class kwargs : public dict { public: using dict::dict; };
class buffer : public object { public: AOTI_PY_OBJECT(buffer) };
#undef AOTI_PY_OBJECT
#undef AOTI_PY_INDEX
size_t len(handle h);
str repr(handle h);
void print();
template <class... A> void print(A &&...) {}
template <class T> bool isinstance(handle) { return false; }
bool isinstance(handle obj, handle type);
bool hasattr(handle obj, const char *name);
object getattr(handle obj, const char *name);
template <class T> object getattr(handle, const char *, T &&) { return object(); }
template <class T> void setattr(handle, const char *, T &&) {}
template <class T> T reinterpret_borrow(handle) { return T(); }
template <class T> T reinterpret_steal(handle) { return T(); }
template <class T> T cast(const handle &) { return *static_cast<std::remove_reference_t<T> *>(nullptr); }
template <class T> requires(!std::is_base_of_v<handle, std::remove_cvref_t<T>>) object cast(T &&, return_value_policy = return_value_policy::automatic_reference, handle parent = {}) { return object(); }
template <return_value_policy P = return_value_policy::automatic_reference, class... A> tuple make_tuple(A &&...) { return tuple(); }
dict globals();
struct arg_v;
struct arg {
  constexpr explicit arg(const char *name = nullptr) {}
  template <class T> arg_v operator=(T &&value) const;
  arg &noconvert(bool flag = true);
  arg &none(bool flag = true);
};
struct arg_v : arg {
  template <class T> arg_v(arg &&, T &&, const char *descr = nullptr) {}
  arg_v();
  arg_v &noconvert(bool flag = true);
  arg_v &none(bool flag = true);
};
template <class T> arg_v arg::operator=(T &&value) const { return arg_v(); }
inline namespace literals { constexpr arg operator""_a(const char *name, size_t) { return arg(name); } }
struct kw_only {};
struct pos_only {};
struct doc { doc(const char *); };
struct name { name(const char *); };
struct scope { scope(handle); };
struct sibling { sibling(handle); };
struct is_method { is_method(handle); };
struct prepend {};
struct dynamic_attr {};
struct buffer_protocol {};
struct arithmetic {};
struct multiple_inheritance {};
struct module_local { constexpr module_local(bool value = true) {} };
template <class... T> struct call_guard {};
template <size_t Nurse, size_t Patient> struct keep_alive {};
class gil_scoped_release { public: explicit gil_scoped_release(bool disassociate = false); ~gil_scoped_release(); void disarm(); };
class gil_scoped_acquire { public: gil_scoped_acquire(); ~gil_scoped_acquire(); };
class cpp_function : public function {
public:
  cpp_function();
  template <class F, class... X> cpp_function(F &&, const X &...) {}
};
class module_ : public object {
public:
  using object::object;
  template <class F, class... X> module_ &def(const char *name, F &&f, const X &...extra) { return *this; }
  module_ def_submodule(const char *name, const char *doc = nullptr);
  static module_ import(const char *name);
  void reload();
  template <class T> void add_object(const char *, T &&, bool overwrite = false) {}
  const char *&doc();
};
using module = module_;
template <class... A> struct aoti_init {};
template <class... A> aoti_init<A...> init() { return {}; }
template <class F, class... G> aoti_init<> init(F &&, G &&...) { return {}; }
template <class G, class S> aoti_init<> pickle(G &&, S &&) { return {}; }
template <class... A> struct aoti_overload_cast {
  template <class R> constexpr R (*operator()(R (*f)(A...)) const)(A...) { return f; }
  template <class R, class C> constexpr auto operator()(R (C::*f)(A...)) const { return f; }
};
template <class... A> constexpr aoti_overload_cast<A...> overload_cast{};
#define AOTI_PY_DEF(C, F) template <class... X> C &F(const char *name, X &&...extra) { return *this; }
template <class T, class... Options> class class_ : public object {
public:
  template <class... X> class_(handle scope, const char *name, const X &...extra) {}
  template <class... A, class... X> class_ &def(aoti_init<A...>, const X &...extra) { return *this; }
  template <class F> class_ &def_buffer(F &&) { return *this; }
  AOTI_PY_DEF(class_, def) AOTI_PY_DEF(class_, def_static) AOTI_PY_DEF(class_, def_readwrite) AOTI_PY_DEF(class_, def_readonly) AOTI_PY_DEF(class_, def_readwrite_static) AOTI_PY_DEF(class_, def_readonly_static) AOTI_PY_DEF(class_, def_property) AOTI_PY_DEF(class_, def_property_readonly) AOTI_PY_DEF(class_, def_property_static) AOTI_PY_DEF(class_, def_property_readonly_static)
};
template <class T> class enum_ : public class_<T> {
public:
  using class_<T>::class_;
  enum_ &value(const char *name, T value, const char *doc = nullptr);
  enum_ &export_values();
};
template <class T> class exception : public object { public: exception(handle scope, const char *name, handle base = {}); };
#undef AOTI_PY_DEF
class error_already_set : public std::runtime_error { public: using std::runtime_error::runtime_error; bool matches(handle exc) const; void restore(); };
#define AOTI_PY_ERROR(N) class N : public std::runtime_error { public: using std::runtime_error::runtime_error; N(); };
AOTI_PY_ERROR(value_error) AOTI_PY_ERROR(type_error) AOTI_PY_ERROR(index_error) AOTI_PY_ERROR(key_error) AOTI_PY_ERROR(attribute_error) AOTI_PY_ERROR(import_error) AOTI_PY_ERROR(stop_iteration) AOTI_PY_ERROR(cast_error)
#undef AOTI_PY_ERROR
class dtype : public object { public: template <class T> static dtype of() { return dtype(); } dtype(); explicit dtype(const std::string &format); int64_t itemsize() const; char kind() const; };
struct buffer_info { void *ptr; int64_t itemsize; int64_t size; std::string format; int64_t ndim; std::vector<int64_t> shape; std::vector<int64_t> strides; bool readonly; };
class array : public buffer {
public:
  enum { c_style = 1, f_style = 2, forcecast = 16 };
  array();
  template <class... A> requires(sizeof...(A) > 0) explicit array(const A &...) {}
  int64_t size() const;
  int64_t itemsize() const;
  int64_t nbytes() const;
  int64_t ndim() const;
  const int64_t *shape() const;
  int64_t shape(int64_t index) const;
  const int64_t *strides() const;
  int64_t strides(int64_t index) const;
  const void *data() const;
  void *mutable_data();
  buffer_info request(bool writable = false) const;
  pybind11::dtype dtype() const;
};
template <class T, int Flags = array::forcecast> class array_t : public array {
public:
  using array::array;
  template <class... I> const T *data(I...) const { return nullptr; }
  template <class... I> T *mutable_data(I...) { return nullptr; }
  template <class... I> T &mutable_at(I...) { return *static_cast<T *>(nullptr); }
  template <class... I> const T &at(I...) const { return *static_cast<const T *>(nullptr); }
};
} // namespace pybind11
#define PYBIND11_MODULE(NAME, VARIABLE, ...)                                   \
  static void AOTI_CAT(pybind11_init_, NAME)(::pybind11::module_ &);           \
  extern "C" PyObject *AOTI_CAT(PyInit_, NAME)() {                             \
    ::pybind11::module_ m;                                                     \
    AOTI_CAT(pybind11_init_, NAME)(m);                                         \
    return m.ptr();                                                            \
  }                                                                            \
  void AOTI_CAT(pybind11_init_, NAME)([[maybe_unused]] ::pybind11::module_ & VARIABLE)
#define PYBIND11_DECLARE_HOLDER_TYPE(...)
#define PYBIND11_MAKE_OPAQUE(...)
