// Boxed values, schemas and the dispatcher, as generated and registering code uses them.
#pragma once
#include <torch/aoti_api.h>
namespace c10 {
struct IValue;
namespace ivalue {
struct Tuple {
  static intrusive_ptr<Tuple> create(std::vector<IValue> elements);
  const std::vector<IValue> &elements() const;
};
struct Object {};
} // namespace ivalue
template <class T> class List {
public:
  List() {}
  List(std::initializer_list<T>) {}
  explicit List(ArrayRef<T>) {}
  size_t size() const {}
  bool empty() const {}
  void push_back(T) const {}
  void reserve(size_t) const {}
  template <class... A> void emplace_back(A &&...) const {}
  T get(size_t) const {}
  void set(size_t, T) const {}
  T operator[](size_t) const {}
  std::vector<T> vec() const {}
  const T *begin() const {}
  const T *end() const {}
};
template <class K, class V> class Dict {
public:
  size_t size() const {}
  V at(const K &) const {}
  bool contains(const K &) const {}
  template <class A, class B> void insert(A &&, B &&) const {}
};
#define AOTI_TYPES(X) X(TensorType) X(IntType) X(FloatType) X(BoolType) X(StringType) X(NumberType) X(NoneType) X(SymIntType) X(SymFloatType) X(SymBoolType) X(DeviceObjType) X(ScalarTypeType) X(LayoutType) X(MemoryFormatType) X(ListType) X(OptionalType) X(TupleType) X(AnyType)
struct Type { virtual ~Type(); std::string str() const; };
template <class T> struct AotiSingleton {
  T *operator->() const { return nullptr; }
  T &operator*() const { return *static_cast<T *>(nullptr); }
};
using TypePtr = std::shared_ptr<Type>;
#define AOTI_TYPE(N)                                                           \
  struct N : Type {                                                            \
    static TypePtr get();                                                      \
    template <class... A> static TypePtr create(A &&...) { return {}; }        \
  };
AOTI_TYPES(AOTI_TYPE)
#undef AOTI_TYPE
#undef AOTI_TYPES
namespace impl {
struct GenericList {
  GenericList(TypePtr);
  void reserve(size_t);
  void push_back(IValue);
  template <class... A> void emplace_back(A &&...) {}
  size_t size() const;
};
} // namespace impl
struct IValue {
  IValue();
  IValue(const IValue &);
  IValue(IValue &&) noexcept;
  template <class T> requires(!std::is_same_v<std::decay_t<T>, IValue>) IValue(T &&) {}
  ~IValue();
  IValue &operator=(const IValue &);
  IValue &operator=(IValue &&) noexcept;
  bool isTensor() const;
  bool isNone() const;
  bool isInt() const;
  bool isDouble() const;
  bool isBool() const;
  bool isString() const;
  bool isList() const;
  bool isTensorList() const;
  bool isTuple() const;
  bool isSymInt() const;
  bool isDevice() const;
  at::Tensor toTensor() const;
  int64_t toInt() const;
  double toDouble() const;
  bool toBool() const;
  const std::string &toStringRef() const;
  std::string_view toStringView() const;
  Device toDevice() const;
  Scalar toScalar() const;
  SymInt toSymInt() const;
  std::vector<int64_t> toIntVector() const;
  std::vector<at::Tensor> toTensorVector() const;
  List<at::Tensor> toTensorList() const;
  intrusive_ptr<ivalue::Tuple> toTuple() const;
  List<IValue> toList() const;
  template <class T> T to() const {}
  template <class T> std::optional<T> toOptional() const {}
};
struct OperatorName {
  std::string name;
  std::string overload_name;
  OperatorName(std::string name, std::string overload_name);
};
class Argument { public: const std::string &name() const; TypePtr type() const; };
class FunctionSchema { public: void setAliasAnalysis(AliasAnalysisKind); const std::string &name() const; const std::string &overload_name() const; const std::vector<Argument> &arguments() const; const std::vector<Argument> &returns() const; };
template <class F> class TypedOperatorHandle;
template <class R, class... A> class TypedOperatorHandle<R(A...)> {
public:
  R call(A... args) const {}
  R redispatch(DispatchKeySet, A... args) const {}
};
class OperatorHandle {
public:
  const FunctionSchema &schema() const;
  void callBoxed(std::vector<IValue> *stack) const;
  void callBoxed(std::vector<IValue> &stack) const;
  template <class F> TypedOperatorHandle<F> typed() const { return {}; }
};
class Dispatcher {
public:
  static Dispatcher &singleton();
  std::optional<OperatorHandle> findSchema(const OperatorName &);
  OperatorHandle findSchemaOrThrow(const char *name, const char *overload_name);
};
class RegisterOperators {
public:
  class Options {
  public:
    Options &&schema(const std::string &) &&;
    Options &&aliasAnalysis(AliasAnalysisKind) &&;
    template <class K, class... A> Options &&kernel(DispatchKey key, A &&...) && { return static_cast<Options &&>(*this); }
    template <class F, F *f> Options &&kernel(DispatchKey key) && { return static_cast<Options &&>(*this); }
    template <class F> Options &&kernel(DispatchKey key, F &&f) && { return static_cast<Options &&>(*this); }
    template <class K, class... A> Options &&catchAllKernel(A &&...) && { return static_cast<Options &&>(*this); }
    template <class F, F *f> Options &&catchAllKernel() && { return static_cast<Options &&>(*this); }
    template <class F> Options &&catchAllKernel(F &&f) && { return static_cast<Options &&>(*this); }
  };
  static Options options();
  RegisterOperators();
  explicit RegisterOperators(const std::string &schema, Options &&options = RegisterOperators::options());
  template <class F> explicit RegisterOperators(const std::string &schema, F &&f, Options &&options = RegisterOperators::options()) {}
  RegisterOperators &&op(const std::string &schema, Options &&options = RegisterOperators::options()) &&;
  RegisterOperators &&op(Options &&options) &&;
  template <class F> RegisterOperators &&op(const std::string &schema, F &&f, Options &&options = RegisterOperators::options()) && { return static_cast<RegisterOperators &&>(*this); }
};
} // namespace c10
namespace torch {
using c10::RegisterOperators;
namespace jit {
c10::FunctionSchema parseSchema(const std::string &schema, bool allow_typevars = true);
using IValue = c10::IValue;
template <class... A> void push(A &&...) {}
template <class... A> void pop(A &&...) {}
template <class... A> void drop(A &&...) {}
} // namespace jit
} // namespace torch
namespace at {
using c10::IValue;
struct RecordFunction {
  template <class... A> RecordFunction(A &&...) {}
  ~RecordFunction() {}
};
enum class RecordScope : uint8_t { FUNCTION, BACKWARD_FUNCTION, TORCHSCRIPT_FUNCTION, USER_SCOPE };
} // namespace at
#define RECORD_FUNCTION(...) at::RecordFunction AOTI_CAT(AotiGuard, __LINE__)(__VA_ARGS__)
#define RECORD_USER_SCOPE(fn) RECORD_FUNCTION(fn)
