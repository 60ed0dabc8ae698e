// RUN: %check_aoti %s aoti-meta-concrete-shape,aoti-meta-data-access
//
// What may not run when something is traced, and forms that do not end by themselves.

#include <ATen/ATen.h>
#include <torch/library.h>
#include <tuple>
#include <vector>

bool has_fast_path(const at::Tensor &x);
void find_device(const at::Tensor &x, bool *on_meta);
static void detect(const at::Tensor &x, bool &m) { m = x.is_meta(); }
static std::tuple<bool, int64_t> both(const at::Tensor &x) { return {x.is_meta(), 2}; }
static bool on_meta(const at::Tensor &x) { return x.is_meta(); }
static bool traced(const at::Tensor &x) {
  auto device = x.device();
  return device.is_meta();
}

// Changed by reference, by address, through a reference, in a branch, with others.
at::Tensor by_reference(const at::Tensor &x) {
  bool m = false;
  detect(x, m);
  if (m)
    return at::empty_like(x);
  x.item();
  return at::empty({x.size(0)}, x.options());
}
at::Tensor by_address(const at::Tensor &x) {
  bool m = false;
  find_device(x, &m);
  return m ? at::empty_like(x) : at::empty({x.size(0)});
}
at::Tensor by_alias(const at::Tensor &x) {
  bool m = false;
  bool &also = m;
  also = x.is_meta();
  if (!m)
    x.item();
  return at::empty_like(x);
}
at::Tensor by_branch(const at::Tensor &x) {
  bool m = false;
  if (x.device().type() == at::kMeta)
    m = true;
  if (!m)
    x.item();
  return at::empty_like(x);
}
at::Tensor by_tie(const at::Tensor &x) {
  bool m = false;
  int64_t n = 0;
  std::tie(m, n) = both(x);
  if (!m)
    x.item();
  return at::empty_like(x);
}

// Asked in functions: of one that says no more the answer is known, of others it may be anything.
at::Tensor asks(const at::Tensor &x) {
  if (on_meta(x))
    return at::empty_like(x);
  x.item();
  return x;
}
at::Tensor asks_more(const at::Tensor &x) {
  if (traced(x))
    return at::empty_like(x);
  x.item();
  return x;
}
at::Tensor asks_elsewhere(const at::Tensor &x) {
  if (has_fast_path(x))
    x.item();
  return at::empty_like(x);
}
at::Tensor asks_all(const at::Tensor &x, const std::vector<at::Tensor> &list) {
  if (!std::all_of(list.begin(), list.end(), [](const at::Tensor &t) { return t.is_meta(); }))
    x.item();
  return at::empty_like(x);
}
at::Tensor switches(const at::Tensor &x) {
  switch (x.device().type()) {
  case c10::DeviceType::Meta:
    return at::empty_like(x);
  default:
    break;
  }
  x.item();
  return x;
}

// Of itself nothing is known.
at::Tensor itself(const at::Tensor &x) {
  bool ok = x.is_cuda() || ok;
  c10::DeviceType type = type;
  if (ok || x.device().type() == type)
    return at::empty_like(x);
  return at::empty_like(x);
}
static bool forever(const at::Tensor &x) { return forever(x); }
at::Tensor recursive(const at::Tensor &x) { return forever(x) ? x : at::empty_like(x); }
at::Tensor doubled(const at::Tensor &x, bool b0) {
  bool b1 = b0 && b0, b2 = b1 && b1, b3 = b2 && b2, b4 = b3 && b3, b5 = b4 && b4, b6 = b5 && b5;
  bool b7 = b6 && b6, b8 = b7 && b7, b9 = b8 && b8, c0 = b9 && b9, c1 = c0 && c0, c2 = c1 && c1;
  bool c3 = c2 && c2, c4 = c3 && c3, c5 = c4 && c4, c6 = c5 && c5, c7 = c6 && c6, c8 = c7 && c7;
  bool c9 = c8 && c8, d0 = c9 && c9, d1 = d0 && d0, d2 = d1 && d1, d3 = d2 && d2, d4 = d3 && d3;
  bool d5 = d4 && d4, d6 = d5 && d5, d7 = d6 && d6, d8 = d7 && d7, d9 = d8 && d8, e0 = d9 && d9;
  return e0 ? at::empty_like(x) : x;
}

// A template leaves open what its initialisers do.
template <class T> at::Tensor open_meta(const at::Tensor &x, T t) {
  std::vector<T> sizes(2, t);
  T where(t, 2);
  if (where == at::kCPU)
    return x;
  return at::empty_like(x);
}

// One for all devices that needs data does not count, nor does what only it calls.
static int64_t rows(const at::Tensor &x) { return x.size(0); }
at::Tensor everywhere(const at::Tensor &x) {
  x.data_ptr<float>();
  return at::empty({rows(x)}, x.options());
}

// The library has its Meta kernels in Python, also what a helper defines.
at::Tensor stubbed(const at::Tensor &x) { return at::empty({x.size(0)}, x.options()); }
static void define(torch::Library &library) { library.def("stubbed(Tensor x) -> Tensor", &stubbed); }

TORCH_LIBRARY(fakes, m) {
  m.set_python_module("fakes");
  define(m);
}
TORCH_LIBRARY(demo, m) { m.def("everywhere(Tensor x) -> Tensor", &everywhere); }
TORCH_LIBRARY_IMPL(demo, Meta, m) {
  m.impl("by_reference", &by_reference);
  m.impl("by_address", &by_address);
  m.impl("by_alias", &by_alias);
  m.impl("by_branch", &by_branch);
  m.impl("by_tie", &by_tie);
  m.impl("asks", &asks);
  m.impl("asks_more", &asks_more);
  m.impl("asks_elsewhere", &asks_elsewhere);
  m.impl("asks_all", &asks_all);
  m.impl("switches", &switches);
  m.impl("itself", &itself);
  m.impl("recursive", &recursive);
  m.impl("doubled", &doubled);
}
