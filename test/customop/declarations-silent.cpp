// RUN: %expect --silent 0 %t %aoti-lint --quiet %s
// RUN: cp %s %t.cu
// RUN: %expect --silent 0 %t %aoti-lint --quiet %t.cu
// RUN: %expect --silent 0 %t %aoti-lint --quiet --extra-arg=-DTORCH_EXTENSION_NAME=_C %s
//
// What custom operators use of torch and of pybind11 beside tensors is declared: no place of this source is left unread.

#include <ATen/AccumulateType.h>
#include <ATen/Dispatch_v2.h>
#include <ATen/ExpandUtils.h>
#include <ATen/OpMathType.h>
#include <ATen/TensorUtils.h>
#include <ATen/WrapDimUtils.h>
#include <ATen/core/op_registration/op_registration.h>
#include <ATen/native/TensorIterator.h>
#include <c10/util/accumulate.h>
#include <iostream>
#include <pybind11/stl.h>
#include <torch/extension.h>

namespace py = pybind11;
using namespace torch::indexing;

class Square : public torch::autograd::Function<Square> {
public:
  static torch::autograd::variable_list forward(torch::autograd::AutogradContext *ctx, const at::Tensor &x) {
    ctx->set_materialize_grads(false);
    ctx->mark_non_differentiable({x});
    ctx->mark_dirty({x});
    return {x * x};
  }
  static torch::autograd::tensor_list backward(torch::autograd::AutogradContext *ctx, torch::autograd::tensor_list grads) { return grads; }
};

struct Counter : c10::OperatorKernel {
  enum class Mode { Up, Down };
  Counter(int64_t start) : next(start) {}
  at::Tensor operator()(const at::Tensor &x) { return x; }
  int64_t next;
};

at::Tensor scale(const at::Tensor &x, double by) {
  py::gil_scoped_release released;
  C10_LOG_API_USAGE_ONCE("demo.scale");
  TORCH_CHECK(at::is_expandable_to(x.sizes(), x.sizes()) && x.options().type_equal(x.options()), x.sizes(), x.dtype(), x.options(), at::Scalar(1));
  std::cout << x.sizes() << x.sym_sizes() << x.scalar_type() << x.dtype() << x.options() << x.device() << x.layout() << at::Scalar(by) << x;
  at::TensorArg argument(x, "x", 1);
  at::checkAllContiguous("scale", {argument});
  at::checkAllSameGPU("scale", {argument, argument});
  at::checkAllSameType("scale", {argument});
  at::checkSameType("scale", argument, argument);
  at::checkDim("scale", argument, 2);
  at::checkSize("scale", argument, {2, 3});
  at::Tensor row = x.index({Slice(), 0}), last = x.index({"...", None, Ellipsis, true}), picked = x.index({row, Slice(0, 2)});
  row.index_put_({Slice(0, 2)}, 1);
  row.index_put_({row}, last);
  AT_DISPATCH_V2(x.scalar_type(), "scale", AT_WRAP([&] {
                   at::opmath_type<scalar_t> one = 1, two = 2;
                   at::acc_type<scalar_t, true> sum = one + two;
                   (void)sum;
                 }), AT_EXPAND(AT_FLOATING_TYPES), at::kHalf);
  AT_DISPATCH_V2(x.scalar_type(), "scale", AT_WRAP([&] { (void)(scalar_t(3) % scalar_t(2)); }), AT_EXPAND(AT_INTEGRAL_TYPES));
  at::Tensor out = torch::empty_like(x, torch::dtype(x.dtype()).device(x.device()));
  auto iterator = at::TensorIteratorConfig().add_output(out).add_input(x).check_all_same_dtype(false).build();
  iterator.for_each([](char **data, const int64_t *strides, int64_t n) {});
  at::parallel_for(0, x.dim(), at::internal::GRAIN_SIZE, [&](int64_t begin, int64_t end) {});
  int64_t dim = c10::maybe_wrap_dim(-1, x.dim()) + c10::size_to_dim_(1, x.sizes());
  auto generator = at::detail::getDefaultCPUGenerator();
  at::Tensor bare = at::detail::empty_cpu({dim, 2}, x.options()), square = torch::tensor({{1, 2}, {3, 4}});
  (void)x.storage().unsafeGetStorageImpl()->nbytes();
  return out;
}

static auto registry = torch::RegisterOperators("demo::old", [](const at::Tensor &x) { return x; })
                           .op("demo::older(Tensor x) -> Tensor", torch::RegisterOperators::options().catchAllKernel<Counter>(3));

TORCH_LIBRARY(demo, m) {
  m.def("scale(Tensor x, float by) -> Tensor", {at::Tag::pt2_compliant_tag, at::Tag::needs_fixed_stride_order});
  m.def(torch::schema("square(Tensor x) -> Tensor[]", c10::AliasAnalysisKind::PURE_FUNCTION), {at::Tag::core});
  m.impl("scale", torch::kCUDA, &scale);
  m.impl("scale", c10::kCPU, &scale);
  static torch::Library more(torch::Library::FRAGMENT, "demo", std::nullopt, __FILE__, __LINE__);
}
TORCH_LIBRARY_IMPL(demo, Autograd, m) {
  m.impl("square", [](const at::Tensor &x) { return Square::apply(x); });
}

static py::dict describe(py::object of, py::list items, py::tuple pair, py::str name, py::kwargs rest) {
  py::dict d;
  d["n"] = items.size();
  d[name] = of.attr("shape")[py::int_(0)];
  for (auto item : items)
    d["last"] = item.cast<at::Tensor>();
  py::object first = py::cast(pair[0].cast<int64_t>());
  return of.is_none() ? py::dict(py::arg("first") = first) : d;
}

PYBIND11_MODULE(TORCH_EXTENSION_NAME, m) {
  m.doc() = "operators";
  m.def("scale", &scale, "scales", py::arg("x"), py::kw_only(), py::arg("by") = 1.0, py::call_guard<py::gil_scoped_release>());
  m.def("describe", &describe, py::arg("of") = py::none());
  m.def("overloaded", py::overload_cast<const at::Tensor &, double>(&scale));
  py::class_<Counter>(m, "Counter").def(py::init<int64_t>(), py::arg("start")).def("__call__", &Counter::operator()).def_readwrite("next", &Counter::next);
  py::enum_<Counter::Mode>(m, "Mode").value("Up", Counter::Mode::Up).export_values();
}
PYBIND11_MODULE(literal, m) { m.attr("version") = 1; }
