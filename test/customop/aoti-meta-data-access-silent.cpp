// RUN: %check_aoti %s aoti-meta-data-access
//
// Meta kernels that only compute shapes, and kernels of devices that may do what they want.

#include <ATen/ATen.h>
#include <torch/library.h>

at::Tensor shape_meta(const at::Tensor &x, c10::Device where) {
  auto device = x.device();
  if (x.is_cuda()) {
    x.item();
  }
  TORCH_CHECK(x.is_meta() || x.is_cuda(), "x is on ", x.device());
  auto options = at::TensorOptions().dtype(at::kByte).device(device);
  auto a = at::empty({4}, options);
  auto b = at::empty({4}, at::dtype(at::kFloat).device(at::kMeta));
  auto c = at::empty({4}, at::TensorOptions().device(where));
  auto d = at::native::empty_meta_symint({x.sym_size(0)}, std::make_optional(x.scalar_type()), std::nullopt, std::make_optional(c10::Device(c10::kMeta)), std::nullopt);
  return at::zeros_like(x) * at::scalar_tensor(2.0);
}

at::Tensor shape_cpu(const at::Tensor &x, c10::Device where) {
  TORCH_CHECK(x.is_cpu());
  at::Tensor out = at::zeros({x.size(0)});
  out.data_ptr<float>()[0] = x.item<float>();
  return out;
}

static at::TensorOptions like(const at::Tensor &t) { return t.options().dtype(at::kFloat); }

at::Tensor ranges_meta(const at::Tensor &x) {
  auto a = at::arange(0, 16, x.options());
  auto b = at::arange(16, at::TensorOptions().device(x.device()));
  auto c = at::arange(16).to(x.device());
  auto d = at::scalar_tensor(3.) * x + at::scalar_tensor(3., at::kCPU);
  auto e = x.new_empty({2}, at::TensorOptions().dtype(at::kFloat));
  auto f = at::empty_like(x, at::kFloat);
  auto g = at::empty_symint({x.sym_size(0)}, like(x));
  auto h = x.to(x.options().dtype(at::kFloat));
  auto i = at::where(x > 0, x, x);
  auto j = x.index({at::arange(4, x.options())});
  TORCH_CHECK(x.get_device() == -1 || x.device() == a.device());
  return at::scalar_tensor(3., x.options());
}

// A flag whose value is not known decides what runs.
template <typename T, bool kIsMeta> at::Tensor typed(const at::Tensor &x) {
  auto out = at::empty_like(x);
  if (!kIsMeta) {
    TORCH_CHECK(x.is_cuda());
    out.mutable_data_ptr<T>();
    out.data_ptr();
  }
  return out;
}
template <typename T, bool kIsMeta> at::Tensor left(const at::Tensor &x) {
  if (kIsMeta)
    return at::empty_like(x);
  x.data_ptr();
  return at::empty_like(x);
}
template <typename T, class Mode> at::Tensor unknown(const at::Tensor &x) { return left<T, Mode::value>(x); }
struct Traced {
  static constexpr bool value = true;
};
template <bool kIsMeta> at::Tensor dispatch(const at::Tensor &x) {
  auto run = [&](auto tag) {
    left<decltype(tag), kIsMeta>(x);
    unknown<decltype(tag), Traced>(x);
    return typed<decltype(tag), kIsMeta>(x);
  };
  return run(float{});
}

TORCH_LIBRARY_IMPL(demo, Meta, m) {
  m.impl("shape", &shape_meta);
  m.impl("ranges", &ranges_meta);
  m.impl("typed", &dispatch<true>);
}
TORCH_LIBRARY_IMPL(demo, CPU, m) { m.impl("shape", &shape_cpu); }
