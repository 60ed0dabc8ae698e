#!/usr/bin/env python3
"""Writes a source of custom operators of about N lines: make_operators.py N OUT.cpp

What real sources have: kernels of the CPU that check and walk their tensors, Meta kernels of which every fourth reads its sizes as plain
integers, schemas and registrations. It compiles with the headers of torch 2.6 and newer.
"""
import sys

HEAD = ['#include <ATen/ATen.h>', '#include <torch/library.h>', '#include <tuple>', '#include <vector>', '', 'namespace demo {']
OPERATOR_LINES = 24


def operator(i):
    """The kernels of operator i."""
    meta = ([f'  std::vector<int64_t> shape{{x.size(0), y.size(1)}};', '  return at::empty(shape, x.options());'] if i % 4 == 0 else
            ['  c10::SymDimVector shape{x.sym_size(0), y.sym_size(1)};', '  return at::empty_symint(shape, x.options());'])
    return [
        f'at::Tensor mix_{i}_cpu(const at::Tensor& x, const at::Tensor& y, double alpha) {{',
        '  TORCH_CHECK(x.dim() == 2 && y.dim() == 2, "two matrices, got ", x.sizes(), " and ", y.sizes());',
        '  TORCH_CHECK(x.scalar_type() == at::kFloat && y.scalar_type() == at::kFloat);',
        '  const auto a = x.contiguous(), b = y.contiguous();',
        '  auto out = at::zeros({a.size(0), b.size(1)}, a.options());',
        '  const float* p = a.const_data_ptr<float>();',
        '  float* q = out.data_ptr<float>();',
        '  const int64_t rows = a.size(0), columns = std::min(a.size(1), b.size(1));',
        '  for (int64_t r = 0; r < rows; ++r)',
        '    for (int64_t c = 0; c < columns; ++c)',
        f'      q[r * out.size(1) + c] = static_cast<float>(alpha * {i + 1}) * p[r * a.size(1) + c];',
        '  return out;',
        '}',
        '',
        f'at::Tensor mix_{i}_meta(const at::Tensor& x, const at::Tensor& y, double alpha) {{',
        '  TORCH_CHECK(x.dim() == 2 && y.dim() == 2, "two matrices, got ", x.sizes(), " and ", y.sizes());',
        *meta,
        '}',
        '']


def main():
    count = max(1, (int(sys.argv[1]) - 12) // OPERATOR_LINES)
    lines = list(HEAD)
    for i in range(count):
        lines += operator(i)
    lines += ['} // namespace demo', '', 'TORCH_LIBRARY(demo, m) {',
              *[f'  m.def("mix_{i}(Tensor x, Tensor y, float alpha) -> Tensor");' for i in range(count)], '}']
    for key, kernel in (('CPU', 'cpu'), ('Meta', 'meta')):
        lines += [f'TORCH_LIBRARY_IMPL(demo, {key}, m) {{', *[f'  m.impl("mix_{i}", &demo::mix_{i}_{kernel});' for i in range(count)], '}']
    open(sys.argv[2], 'w').write('\n'.join(lines) + '\n')


main()
