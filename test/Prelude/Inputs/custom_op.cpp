// A custom operator with sizes, symbols and dispatch on types.
#include <torch/aoti_api.h>
at::Tensor f(const at::Tensor& x, int64_t k, c10::SymInt n) { TORCH_CHECK(x.is_cuda(), "x", 1); auto y = at::empty({x.size(0), k}, x.options()); auto z = at::empty_symint({n, x.sym_size(0)*2}, x.options().dtype(at::kFloat)); auto w = x.view({-1, 2}).contiguous() + 1; w.mul_(2.0); auto q = torch::zeros_like(x); AT_DISPATCH_FLOATING_TYPES(x.scalar_type(), "f", [&] { auto p = x.data_ptr<scalar_t>(); p[0] = scalar_t(1); }); auto [a, b] = x.max(1); auto s = x.sum(1); auto s2 = x.sum({1,2}, true); at::parallel_for(0, 10, 1, [&](int64_t b, int64_t e){}); auto acc = x.accessor<float, 2>(); acc[0][1] = 2; torch::NoGradGuard g; return at::cat({y, z}, 0); }
TORCH_LIBRARY(my, m) { m.def("f(Tensor x, int k, SymInt n) -> Tensor"); }
TORCH_LIBRARY_IMPL(my, CUDA, m) { m.impl("f", &f); m.impl("f", torch::dispatch(c10::DispatchKey::CPU, TORCH_FN(f))); }
