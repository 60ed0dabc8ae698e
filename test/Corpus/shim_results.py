#!/usr/bin/env python3
"""Holds what aoti-lint says of the results of shims to what the operators of torch make.

    shim_results.py --aoti-lint BINARY --torch-python PYTHON [--seed N] [--calls N] [--keep FILE]

Writes a wrapper that calls the shims that are known (the table of lib/Facts/ShimResults.cpp) with random operands:
dtypes, sizes, some of them symbols, and layouts: plain, permuted, with gaps, channels last, expanded. Calls the same
operators of the torch of PYTHON with such tensors, and compares dtype, sizes and strides of each result with
`--dump-facts`, where the symbols have the values that torch was given. What is stated has to be right; what is not
stated is counted. Every shim of the table is called but those that are NOT_CALLED, and torch has to take a call of each.

Exit: 0 all that is stated is right, and dtypes and sizes of at least 95 % of the results are; 1 not, or a shim that was
never called or always refused; 2 wrong usage; 77 without a PYTHON.
"""

import argparse
import collections
import json
import math
import random
import re
import subprocess
import sys
import tempfile
from pathlib import Path

TABLE = Path(__file__).resolve().parents[2] / "lib/Facts/ShimResults.cpp"
# They need a card, make no result of their own, or are no shims and go through the proxy executor.
NOT_CALLED = {"_scaled_dot_product_flash_attention", "_scaled_dot_product_efficient_attention",
              "mm_out", "bmm_out", "addmm_out", "baddbmm_out",
              "aten::_linalg_svd", "aten::linalg_inv_ex", "aten::multinomial", "aten::bincount"}
# Their operators are not in every release.
NEWER = {"rand_like_generator", "randn_like_generator"}
# A size of the result depends on values.
COUNTED = {"nonzero", "masked_select", "repeat_interleave_Tensor"}
SYMBOLS = {"s0": 5, "s1": 3, "s2": 7}

HEAD = """#include <torch/csrc/inductor/aoti_include/cpu.h>
%s
CACHE_TORCH_DEVICE(cpu);
CACHE_TORCH_LAYOUT(strided);
namespace torch::aot_inductor {
namespace {
class AOTInductorModelKernels : public AOTInductorModelKernelsBase {
  public:
};
}  // namespace
AOTInductorModel::AOTInductorModel(std::shared_ptr<ConstantMap> constants_map,
                                   std::shared_ptr<std::vector<ConstantHandle>> constants_array,
                                   const std::string& device_str,
                                   std::optional<std::string> cubin_dir)
    : AOTInductorModelBase(1, 0, %d, device_str, std::move(cubin_dir), true) {
    inputs_info_[0].name = "arg0_1";
%s}
} // namespace torch::aot_inductor
using namespace torch::aot_inductor;
namespace torch::aot_inductor {
void AOTInductorModel::run_impl(
    AtenTensorHandle* input_handles,
    AtenTensorHandle* output_handles,
    DeviceStreamType stream,
    AOTIProxyExecutorHandle proxy_executor
) {
    auto inputs = steal_from_raw_handles_to_raii_handles(input_handles, 1);
    auto arg0_1 = std::move(inputs[0]);
    auto arg0_1_size = arg0_1.sizes();
%s    inputs.clear();
"""


class Dim:
    """A size: how the wrapper names it, and its value."""

    def __init__(self, value, symbols=()):
        self.value = value
        self.symbols = tuple(symbols)

    @property
    def text(self):
        factor = self.value
        for symbol in self.symbols:
            factor //= SYMBOLS[symbol]
        parts = ([f"{factor}L"] if factor != 1 or not self.symbols else []) + list(self.symbols)
        return "*".join(parts)

    def __mul__(self, other):
        return Dim(self.value * other.value, self.symbols + other.symbols)


class Wrapper:
    """Grows the wrapper, and calls the operators beside it."""

    def __init__(self, torch, seed):
        self.torch, self.random = torch, random.Random(seed)
        torch.manual_seed(seed)
        self.body, self.constants, self.dtypes = [], [], set()
        self.results = []  # (name of the variable, shim, dtype, sizes, strides)
        self.count = 0
        self.called = set()
        self.refused = collections.Counter()

    def name(self, prefix="buf"):
        self.count += 1
        return f"{prefix}{self.count}"

    def dims(self, *sizes):
        """Sizes of which some become symbols: an int stays, None is any."""
        made = []
        for size in sizes:
            if size is not None:
                made.append(Dim(size))
            elif self.random.random() < 0.35:
                symbol = self.random.choice(sorted(SYMBOLS))
                made.append(Dim(SYMBOLS[symbol], (symbol,)))
            else:
                made.append(Dim(self.random.choice((1, 2, 3, 4, 6, 9))))
        return made

    def tensor(self, dims, dtype="float32", layout=None, low=0, high=8):
        """A tensor of these sizes, in a random layout: (name, tensor)."""
        torch, rank = self.torch, len(dims)
        if layout is None:
            layout = self.random.choice(("plain", "plain", "permuted", "gaps", "channels last", "expanded", "odd"))
        order = list(range(rank))
        if layout == "permuted":
            self.random.shuffle(order)
        elif layout == "channels last" and rank in (4, 5):
            order = [0] + list(range(2, rank)) + [1]
        elif layout == "gaps" and self.random.random() < 0.5:
            self.random.shuffle(order)
        strides, inner = [None] * rank, Dim(1)
        for position in reversed(order):
            strides[position] = inner
            inner = inner * dims[position]
            if layout == "gaps" and self.random.random() < 0.5:
                inner = inner * Dim(self.random.choice((2, 3)))
        if layout == "expanded" and rank:
            strides[self.random.randrange(rank)] = Dim(0)
        if layout == "odd":
            # Strides of a size 1 may be anything.
            for position in range(rank):
                if dims[position].value == 1 and not dims[position].symbols:
                    strides[position] = Dim(self.random.choice((1, 3, 40)))
        shape, steps = [d.value for d in dims], [s.value for s in strides]
        room = 1 + sum((size - 1) * step for size, step in zip(shape, steps))
        kind = getattr(torch, dtype)
        if kind.is_floating_point or kind.is_complex:
            memory = torch.randn(room, dtype=kind) if dtype not in ("float16", "bfloat16") else torch.randn(room).to(kind)
        else:
            memory = torch.randint(low, 2 if dtype == "bool" else high, (room,)).to(kind)
        value = memory.as_strided(shape, steps)
        name = self.name()
        self.dtypes.add(dtype)
        listed = lambda values: ", ".join(v.text for v in values)
        if rank:
            self.body.append(f"const int64_t {name}_sizes[] = {{{listed(dims)}}};")
            self.body.append(f"const int64_t {name}_strides[] = {{{listed(strides)}}};")
            arrays = f"{name}_sizes, {name}_strides"
        else:
            arrays = "nullptr, nullptr"
        self.body.append(f"AtenTensorHandle {name}_handle;")
        self.body.append(f"AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_empty_strided({rank}, {arrays}, cached_torch_dtype_{dtype}, "
                         f"cached_torch_device_type_cpu, this->device_idx_, &{name}_handle));")
        self.body.append(f"RAIIAtenTensorHandle {name}({name}_handle);")
        return name, value

    def packed(self, value, dtype, sizes):
        """A constant in a format of oneDNN: its name."""
        name = self.name("frozen")
        index = len(self.constants)
        self.dtypes.add(dtype)
        self.constants.append([f'name = "{name}"', f"dtype = static_cast<int32_t>(cached_torch_dtype_{dtype})", "offset = 0",
                               f"data_size = {4 * math.prod(sizes)}", "from_folded = false",
                               "type = static_cast<int32_t>(torch::aot_inductor::ConstantType::Parameter)",
                               f"shape = {{{', '.join(map(str, sizes))}}}",
                               f"stride = {{{', '.join('0' for _ in sizes)}}}",
                               "layout = static_cast<int32_t>(cached_torch_layout__mkldnn)"])
        self.body.append(f"[[maybe_unused]] auto& {name} = constants_->at({index});")
        return name

    def number(self, kind, value):
        """The address of a variable with this value."""
        name = self.name("var_")
        self.body.append(f"{kind} {name} = {value};")
        return f"&{name}"

    def dtype(self, dtype):
        if dtype is None:
            return "nullptr"
        self.dtypes.add(dtype)
        return self.number("int32_t", f"cached_torch_dtype_{dtype}")

    @staticmethod
    def array(values):
        if not values:
            return "nullptr, 0"
        return f"std::array<int64_t, {len(values)}>{{{', '.join(f'{v}L' for v in values)}}}.cbegin(), {len(values)}"

    def optional(self, name):
        return f"&temporary_reference({name}.get())" if name else "nullptr"

    def call(self, shim, arguments, operator, *variants):
        """Calls a shim, and in torch each of the operators; they have to make the same."""
        self.called.add(shim)
        made = []
        for make in (operator, *variants):
            try:
                value = make()
            except (RuntimeError, IndexError, NotImplementedError, AttributeError) as problem:
                self.refused[f"{shim}: {str(problem).splitlines()[0][:80]}"] += 1
                return
            value = value if isinstance(value, (tuple, list)) else (value,)
            made.append([(str(t.dtype).removeprefix("torch."), list(t.shape), list(t.stride())) for t in value])
        if any(other != made[0] for other in made):
            # What depends on the machine is not to be stated: the strides differ.
            made[0] = [(dtype, sizes, [tuple(other[i][2] for other in made) for _ in strides])
                       for i, (dtype, sizes, strides) in enumerate(made[0])]
        names = [self.name() for _ in made[0]]
        for name in names:
            self.body.append(f"AtenTensorHandle {name}_handle;")
        outs = ", ".join(f"&{name}_handle" for name in names)
        self.body.append(f"AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_cpu_{shim}({', '.join(map(str, arguments))}, {outs}));")
        for name, (dtype, sizes, strides) in zip(names, made[0]):
            self.body.append(f"RAIIAtenTensorHandle {name}({name}_handle);")
            self.results.append((name, shim, dtype, sizes, strides))

    def text(self):
        constants = "".join(f"    constants_info_[{i}].{line};\n" for i, lines in enumerate(self.constants) for line in lines)
        if self.constants:
            constants += "    update_constants_map(std::move(constants_map));\n"
        dtypes = "\n".join(f"CACHE_TORCH_DTYPE({dtype});" for dtype in sorted(self.dtypes))
        reads = "".join(f"    int64_t {symbol} = arg0_1_size[{i}];\n" for i, symbol in enumerate(sorted(SYMBOLS)))
        layouts = "CACHE_TORCH_LAYOUT(_mkldnn);\n" if self.constants else ""
        head = HEAD % (dtypes + "\n" + layouts, len(self.constants), constants, reads)
        return head + "".join(f"    {line}\n" for line in self.body) + "} // AOTInductorModel::run_impl\n} // namespace torch::aot_inductor\n"


FLOATS = ("float32", "float32", "float64", "bfloat16")


def reductions(w):
    aten, r = w.torch.ops.aten, w.random
    rank = r.choice((1, 2, 3, 4))
    dims = w.dims(*[None] * rank)
    dim = r.randrange(-rank, rank)
    name, x = w.tensor(dims, r.choice(FLOATS + ("int32", "int64")))
    descending = r.randrange(2)
    w.call("sort_stable", (name, w.number("int32_t", 0), f"{dim}L", descending),
           lambda: aten.sort.stable(x, stable=False, dim=dim, descending=bool(descending)))
    w.call("sort", (name, f"{dim}L", descending), lambda: aten.sort(x, dim, bool(descending)))
    k = r.randint(1, x.shape[dim])
    w.call("topk", (name, f"{k}L", f"{dim}L", 1, 1), lambda: aten.topk(x, k, dim))
    keep = r.randrange(2)
    w.call("kthvalue", (name, f"{k}L", f"{dim}L", keep), lambda: aten.kthvalue(x, k, dim, bool(keep)))
    w.call("mode", (name, f"{dim}L", keep), lambda: aten.mode(x, dim, bool(keep)))
    w.call("median", (name,), lambda: aten.median(x))
    w.call("nanmedian", (name,), lambda: aten.nanmedian(x))
    dtype = r.choice((None, None, "float64", "int32"))
    kind = dtype and getattr(w.torch, dtype)
    w.call("cumsum", (name, f"{dim}L", w.dtype(dtype)), lambda: aten.cumsum(x, dim, dtype=kind))
    w.call("cumprod", (name, f"{dim}L", w.dtype(dtype)), lambda: aten.cumprod(x, dim, dtype=kind))
    w.call("cummax", (name, f"{dim}L"), lambda: aten.cummax(x, dim))
    w.call("cummin", (name, f"{dim}L"), lambda: aten.cummin(x, dim))
    if x.dtype.is_floating_point:
        w.call("logcumsumexp", (name, f"{dim}L"), lambda: aten.logcumsumexp(x, dim))
        w.call("histc", (name, "8L", "0.0", "1.0"), lambda: aten.histc(x, 8, 0.0, 1.0))
        w.call("uniform", (name, "0.0", "1.0", "nullptr"), lambda: aten.uniform(x))
        w.call("normal_functional", (name, "0.0", "1.0", "nullptr"), lambda: aten.normal_functional(x))
        w.call("exponential", (name, "1.0", "nullptr"), lambda: aten.exponential(x))
        w.call("mul_Scalar", (name, "2.0"), lambda: aten.mul.Scalar(x, 2.0))
        w.call("add_Scalar", (name, "2.0", "1.0"), lambda: aten.add.Scalar(x, 2.0))
        w.call("pow_Tensor_Scalar", (name, "2.0"), lambda: aten.pow.Tensor_Scalar(x, 2.0))
        for shim, make in (("rand_like", aten.rand_like), ("randn_like", aten.randn_like)):
            w.call(shim, (name, "nullptr, nullptr, nullptr, 0, nullptr, nullptr"), lambda: make(x))
    w.call("nonzero", (name,), lambda: aten.nonzero(x))
    w.call("nonzero_static", (name, "6L", "-1L"), lambda: aten.nonzero_static(x, size=6))
    mask, m = w.tensor(dims, "bool")
    w.call("masked_select", (name, mask), lambda: aten.masked_select(x, m))
    source, s = w.tensor(w.dims(9000), str(x.dtype).removeprefix("torch."), "plain")
    w.call("masked_scatter", (name, mask, source), lambda: aten.masked_scatter(x, m, s))
    lengths, n = w.tensor(w.dims(None), r.choice(("int32", "int64")))
    w.call("repeat_interleave_Tensor", (lengths, "nullptr"), lambda: aten.repeat_interleave.Tensor(n))


def searching(w):
    aten, r = w.torch.ops.aten, w.random
    row, sequence = w.tensor(w.dims(None), "float32", "plain")
    name, x = w.tensor(w.dims(*[None] * r.choice((0, 1, 2, 3))), "float32")
    narrow = r.randrange(2)
    w.call("searchsorted_Tensor", (row, name, narrow, 0, "nullptr", "nullptr"),
           lambda: aten.searchsorted.Tensor(sequence, x, out_int32=bool(narrow)))
    w.call("searchsorted_Scalar", (row, "0.5", narrow, 0, "nullptr", "nullptr"),
           lambda: aten.searchsorted.Scalar(sequence, 0.5, out_int32=bool(narrow)))
    w.call("bucketize_Tensor", (name, row, narrow, 0), lambda: aten.bucketize.Tensor(x, sequence, out_int32=bool(narrow)))
    batch = w.dims(*[None] * r.choice((0, 0, 1)))
    width, points, others = w.dims(None, None, None)
    dtype = r.choice(("float32", "float64"))
    left, a = w.tensor(batch + [points, width], dtype)
    right, b = w.tensor((batch if r.random() < 0.7 else batch and [Dim(1)]) + [others, width], dtype)
    for p in ("2.0", "1.0"):
        w.call("_cdist_forward", (left, right, p, "nullptr"), lambda: aten._cdist_forward(a, b, float(p), None))


def making(w):
    aten, r, torch = w.torch.ops.aten, w.random, w.torch
    n, sizes = r.randint(1, 9), [r.randint(1, 5) for _ in range(r.randint(0, 4))]
    rest = "nullptr, nullptr, 0, nullptr"
    dtype = r.choice((None, "float64", "int32"))
    kind = dtype and getattr(torch, dtype)
    w.call("randperm", (f"{n}L", w.dtype(dtype), rest), lambda: aten.randperm(n, dtype=kind or torch.int64))
    w.call("randint", ("9L", w.array(sizes), w.dtype(dtype), rest), lambda: aten.randint(9, sizes, dtype=kind or torch.int64))
    w.call("randint_generator", ("9L", w.array(sizes), "nullptr", w.dtype(dtype), rest),
           lambda: aten.randint.generator(9, sizes, generator=None, dtype=kind or torch.int64))
    w.call("randint_low", ("1L", "9L", w.array(sizes), w.dtype(dtype), rest),
           lambda: aten.randint.low(1, 9, sizes, dtype=kind or torch.int64))
    dtype = r.choice((None, "float64"))
    kind = dtype and getattr(torch, dtype)
    for shim, make in (("rand", aten.rand), ("randn", aten.randn)):
        w.call(shim, (w.array(sizes), w.dtype(dtype), rest), lambda: make(sizes, dtype=kind))
        w.call(f"{shim}_generator", (w.array(sizes), "nullptr", w.dtype(dtype), rest),
               lambda: make.generator(sizes, generator=None, dtype=kind))
    w.call("hann_window", (f"{n}L", w.dtype(dtype), rest), lambda: aten.hann_window(n, dtype=kind))
    name, x = w.tensor(w.dims(*[None] * r.choice((1, 2, 4))), "float32")
    w.call("randint_like", (name, "9L", w.dtype("int64"), "nullptr, nullptr, 0, nullptr, nullptr"),
           lambda: aten.randint_like(x, 9, dtype=torch.int64))
    w.call("randint_like_low_dtype", (name, "1L", "9L", w.dtype("int64"), "nullptr, nullptr, 0, nullptr, nullptr"),
           lambda: aten.randint_like.low_dtype(x, 1, 9, dtype=torch.int64))
    for shim, make in (("rand_like", aten.rand_like), ("randn_like", aten.randn_like)):
        w.call(f"{shim}_generator", (name, "nullptr, nullptr, nullptr, nullptr, 0, nullptr, nullptr"),
               lambda: make.generator(x, generator=None))


def without_onednn(torch, make):
    def run():
        with torch.backends.mkldnn.flags(enabled=False):
            return make()
    return run


def convolutions(w):
    aten, r, torch = w.torch.ops.aten, w.random, w.torch
    spatial = r.choice((1, 2, 2, 3))
    groups = r.choice((1, 1, 1, 2, 3))
    inner, outer = r.choice((1, 2, 3, 4)) * groups, r.choice((1, 2, 4)) * groups
    transposed = r.random() < 0.25
    dtype = r.choice(FLOATS)
    kernel = [r.choice((1, 2, 3)) for _ in range(spatial)]
    image = [Dim(SYMBOLS["s2"], ("s2",)) if r.random() < 0.2 else Dim(r.choice((3, 7, 8))) for _ in range(spatial)]
    batch = w.dims(None)
    name, x = w.tensor(batch + [Dim(inner)] + image, dtype)
    shape = [inner, outer // groups] if transposed else [outer, inner // groups]
    weight, k = w.tensor(w.dims(*shape, *kernel), dtype)
    bias, b = w.tensor(w.dims(outer), dtype, "plain") if r.random() < 0.5 else (None, None)
    stride, padding = [r.choice((1, 2)) for _ in kernel], [r.choice((0, 1)) for _ in kernel]
    dilation = [r.choice((1, 1, 2)) for _ in kernel]
    extra = [r.randrange(s) if transposed else 0 for s in stride]
    make = lambda: aten.convolution(x, k, b, stride, padding, dilation, transposed, extra, groups)
    w.call("convolution", (name, weight, w.optional(bias), w.array(stride), w.array(padding), w.array(dilation),
                           int(transposed), w.array(extra), f"{groups}L"), make, without_onednn(torch, make))
    if transposed or dtype == "float64":
        return
    tail = (f"{groups}L", '"none"', "nullptr, 0", "nullptr")
    lists = (w.array(padding), w.array(stride), w.array(dilation))
    if spatial > 1:
        w.call("mkldnn__convolution_pointwise", (name, weight, w.optional(bias), *lists, *tail),
               lambda: torch.ops.mkldnn._convolution_pointwise(x, k, b, padding, stride, dilation, groups, "none", [], ""))
    if spatial == 2 and not any(d.symbols for d in batch + image):
        try:
            frozen = torch.ops.mkldnn._reorder_convolution_weight(k.contiguous(), padding, stride, dilation, groups,
                                                                  list(x.shape))
        except RuntimeError:
            return
        constant = w.packed(frozen, dtype, k.shape)
        w.call("mkldnn__convolution_pointwise", (name, constant, w.optional(bias), *lists, *tail),
               lambda: torch.ops.mkldnn._convolution_pointwise(x, frozen, b, padding, stride, dilation, groups, "none", [], ""))
        made = aten.convolution(x, k, b, stride, padding, dilation, False, extra, groups)
        other, o = w.tensor([Dim(size) for size in made.shape], dtype)
        w.call("mkldnn__convolution_pointwise_binary",
               (name, other, constant, w.optional(bias), *lists, f"{groups}L", '"add"', "nullptr", "nullptr", "nullptr, 0",
                "nullptr"),
               lambda: torch.ops.mkldnn._convolution_pointwise.binary(x, o, frozen, b, padding, stride, dilation, groups,
                                                                      "add", None, None, [], None))


def layers(w):
    aten, r, torch = w.torch.ops.aten, w.random, w.torch
    inner, outer = r.choice((4, 8)), r.choice((3, 16))
    dims = w.dims(*[None] * r.choice((1, 2))) + [Dim(inner)]
    name, x = w.tensor(dims, r.choice(("float32", "bfloat16")), r.choice(("plain", "permuted", "gaps")))
    dtype = str(x.dtype).removeprefix("torch.")
    value = torch.randn(outer, inner).to(x.dtype)
    frozen = torch.ops.mkldnn._reorder_linear_weight(value, x.numel() // inner)
    weight = w.packed(frozen, dtype, (outer, inner))
    w.call("_linear_pointwise", (name, weight, "nullptr", '"none"', "nullptr, 0", "nullptr"),
           lambda: torch.ops.mkldnn._linear_pointwise(x, frozen, None, "none", [], ""))
    out = [*dims[:-1], Dim(outer)]
    other, o = w.tensor(out, dtype, "plain")
    w.call("_linear_pointwise_binary", (name, other, weight, "nullptr", '"add"'),
           lambda: torch.ops.mkldnn._linear_pointwise.binary(x, o, frozen, None, "add"))
    if dtype == "float32":
        rows = x.numel() // inner
        plain, k = w.tensor([Dim(outer), Dim(inner)], dtype, "plain")
        ordered = torch.ops.mkl._mkl_reorder_linear_weight(k, rows)
        constant = w.packed(ordered, dtype, (outer, inner))
        w.call("_mkl_linear", (name, constant, plain, "nullptr", f"{rows}L"),
               lambda: torch.ops.mkl._mkl_linear(x, ordered, k, None, rows))
    dtype = r.choice(FLOATS)
    batch, heads, rows, width, others = w.dims(None, None, None, r.choice((4, 8)), None)
    query, q = w.tensor([batch, heads, rows, width], dtype, r.choice(("plain", "permuted", "gaps", "odd")))
    key, k = w.tensor([batch, heads, others, width], dtype, "plain")
    if q.stride(-1) == 1:
        w.call("_scaled_dot_product_flash_attention_for_cpu", (query, key, key, "0.0", 0, "nullptr", "nullptr"),
               lambda: aten._scaled_dot_product_flash_attention_for_cpu(q, k, k))
    table, t = w.tensor(w.dims(16, None), r.choice(("float32", "float64")), r.choice(("plain", "gaps")))
    at, indices = w.tensor(w.dims(12), "int64", "plain")
    bags, offsets = w.tensor(w.dims(4), "int64", "plain")
    offsets.copy_(torch.tensor([0, 3, 5, 9]))
    mode, last = r.choice((0, 1, 2)), r.randrange(2)
    for shim in ("_embedding_bag", "_embedding_bag_forward_only"):
        w.call(shim, (table, at, bags, 0, f"{mode}L", 0, "nullptr", last, "-1L"),
               lambda: getattr(aten, shim)(t, indices, offsets, False, mode, False, None, bool(last), -1))
    name, x = w.tensor(w.dims(*[None] * r.choice((1, 2, 3))), r.choice(("float32", "float64")))
    at, half = sorted(r.sample(range(x.dim()), r.randint(1, x.dim()))), r.randrange(2)
    w.call("_fft_r2c", (name, w.array(at), "0L", half), lambda: aten._fft_r2c(x, at, 0, bool(half)))
    name, c = w.tensor(w.dims(*[None] * x.dim()), "complex64")
    w.call("_fft_c2c", (name, w.array(at), "0L", 1), lambda: aten._fft_c2c(c, at, 0, True))


def pools(w):
    aten, r = w.torch.ops.aten, w.random
    spatial = r.choice((2, 2, 3))
    image = [Dim(SYMBOLS["s2"], ("s2",)) if r.random() < 0.2 else Dim(r.choice((4, 7, 9))) for _ in range(spatial)]
    dims = w.dims(*[None] * r.choice((1, 2, 2))) + image
    name, x = w.tensor(dims, r.choice(("float32", "float64")))
    kernel = [r.choice((2, 3)) for _ in range(r.choice((1, spatial)))]
    stride = r.choice(([], [2], [1] * spatial, [r.choice((1, 2, 3)) for _ in range(spatial)]))
    padding, ceil = r.choice(([0], [1], [0] * spatial)), r.randrange(2)
    dilation = r.choice(([1], [1] * spatial, [2]))
    most = getattr(aten, f"max_pool{spatial}d_with_indices")
    w.call(f"max_pool{spatial}d_with_indices",
           (name, w.array(kernel), w.array(stride), w.array(padding), w.array(dilation), ceil),
           lambda: most(x, kernel, stride, padding, dilation, bool(ceil)))
    mean = getattr(aten, f"avg_pool{spatial}d")
    w.call(f"avg_pool{spatial}d", (name, w.array(kernel), w.array(stride), w.array(padding), ceil, 1, "nullptr"),
           lambda: mean(x, kernel, stride, padding, bool(ceil), True, None))
    out = [r.randint(1, 3) for _ in range(spatial)]
    adaptive = getattr(aten, f"_adaptive_avg_pool{spatial}d")
    w.call(f"_adaptive_avg_pool{spatial}d", (name, w.array(out)), lambda: adaptive(x, out))
    most = getattr(aten, f"adaptive_max_pool{spatial}d")
    w.call(f"adaptive_max_pool{spatial}d", (name, w.array(out)), lambda: most(x, out))


def pointwise(w):
    aten, r, torch = w.torch.ops.aten, w.random, w.torch
    rank = r.choice((0, 1, 2, 3, 4))
    dims = w.dims(*[None] * rank)
    first, a = w.tensor(dims, r.choice(("float32", "float64", "int64", "complex64")))
    others = [d if r.random() < 0.7 else Dim(1) for d in dims][r.choice((0, 0, rank)):]
    second, b = w.tensor(others, r.choice((str(a.dtype).removeprefix("torch."), "float32", "int64")))
    w.call("add_Tensor", (first, second, "1.0"), lambda: aten.add.Tensor(a, b))
    w.call("sub_Tensor", (first, second, "1.0"), lambda: aten.sub.Tensor(a, b))
    w.call("mul_Tensor", (first, second), lambda: aten.mul.Tensor(a, b))
    w.call("gcd", (first, second), lambda: aten.gcd(a, b))
    if rank == 0:
        return
    dim = r.randrange(-rank, rank)
    parts, values = [first], [a]
    for _ in range(r.randint(1, 2)):
        sizes = list(dims)
        sizes[dim] = w.dims(None)[0]
        name, value = w.tensor(sizes, str(a.dtype).removeprefix("torch."))
        parts.append(name)
        values.append(value)
    listed = f"std::array<AtenTensorHandle, {len(parts)}>{{{', '.join(parts)}}}.data(), {len(parts)}"
    w.call("cat", (listed, f"{dim}L"), lambda: aten.cat(values, dim))
    at, index = w.tensor(w.dims(2), "int64", "plain", high=1)
    source, s = w.tensor([*dims[:dim % rank], Dim(2), *dims[dim % rank + 1:]], str(a.dtype).removeprefix("torch."))
    row, i = w.tensor([Dim(2)], "int64", "plain", high=1)
    value, v = w.tensor([], str(a.dtype).removeprefix("torch."), "plain")
    indices = f"std::array<AtenTensorHandle*, 1>{{&temporary_reference({row}.get())}}.data(), 1"
    w.call("index_put", (first, indices, value, 0), lambda: aten.index_put(a, [i], v))
    if a.dtype != torch.complex64:
        w.call("index_reduce", (first, f"{dim}L", at, source, '"prod"', 1), lambda: aten.index_reduce(a, dim, index, s, "prod"))


GROUPS = (reductions, searching, making, convolutions, convolutions, layers, pools, pointwise)


def make(seed, calls, out):
    import warnings
    warnings.simplefilter("ignore")
    import torch
    wrapper = Wrapper(torch, seed)
    for _ in range(calls):
        for group in GROUPS:
            group(wrapper)
    Path(out, "shims.wrapper.cpp").write_text(wrapper.text())
    Path(out, "truth.json").write_text(json.dumps({"torch": torch.__version__, "results": wrapper.results,
                                                   "called": sorted(wrapper.called), "refused": wrapper.refused}))


def align(size, to):
    return (size + to - 1) // to * to


def value(text):
    """The value of an expression of the dump; None where it is not known."""
    if text == "?":
        return None
    if re.search(r"buf\d+", text):
        return "counted"  # a size that depends on values
    return eval(text.replace("/", "//"), {"__builtins__": {}, "max": max, "min": min, "align": align}, dict(SYMBOLS))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--aoti-lint", required=True)
    parser.add_argument("--torch-python", default="")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--calls", type=int, default=25)
    parser.add_argument("--keep", help="where the wrapper is kept")
    parser.add_argument("--make", help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.make:
        make(arguments.seed, arguments.calls, arguments.make)
        return 0
    if not arguments.torch_python:
        print("no environment with torch: make one with setup_venv.py and give its python")
        return 77

    with tempfile.TemporaryDirectory() as folder:
        made = subprocess.run([arguments.torch_python, __file__, "--aoti-lint", "-", "--make", folder, "--seed",
                               str(arguments.seed), "--calls", str(arguments.calls)])
        if made.returncode:
            return 1
        wrapper = Path(folder, "shims.wrapper.cpp")
        if arguments.keep:
            Path(arguments.keep).write_text(wrapper.read_text())
        truth = json.loads(Path(folder, "truth.json").read_text())
        done = subprocess.run([arguments.aoti_lint, "--dump-facts=json", str(wrapper)], stdout=subprocess.PIPE,
                              stderr=subprocess.PIPE)
        if done.returncode:
            print(f"exit {done.returncode}: {done.stderr.decode(errors='replace').strip()[-2000:]}")
            return 1
        source = json.loads(done.stdout)["inputs"][0]["sources"][0]
    run = next(f for f in source["functions"] if f["name"] == "run_impl")
    buffers = {b["name"]: b for b in run["buffers"]}

    wrong, total, known = [], collections.Counter(), collections.defaultdict(collections.Counter)
    for name, shim, dtype, sizes, strides in truth["results"]:
        buffer = buffers.get(name)
        if not buffer:
            wrong.append(f"{shim} {name}: not in the dump")
            continue
        total[shim] += 1
        if buffer["dtype"]:
            known["dtype"][shim] += 1
            if buffer["dtype"] != dtype:
                wrong.append(f"{shim} {name}: dtype {buffer['dtype']}, but torch makes {dtype}")
        for what, stated, real in (("sizes", buffer["sizes"], sizes), ("strides", buffer["strides"], strides)):
            if stated is None:
                continue
            values = [value(text) for text in stated]
            known[what][shim] += None not in values
            if shim in COUNTED:
                values = [r if v == "counted" else v for v, r in zip(values, real)] if len(values) == len(real) else values
            if len(values) != len(real) or any(v is not None and v != r for v, r in zip(values, real)):
                wrong.append(f"{shim} {name}: {what} {stated} = {values}, but torch makes {real}")
    count = sum(total.values())
    print(f"torch {truth['torch']}: {count} results of {len(total)} shims; "
          + ", ".join(f"{what} of {sum(known[what].values())}" for what in ("dtype", "sizes", "strides")) + " stated")
    for shim in sorted(total):
        print(f"  {shim}: {total[shim]} results, "
              + ", ".join(f"{what} of {known[what][shim]}" for what in ("dtype", "sizes", "strides")))
    for refusal, times in sorted(truth["refused"].items()):
        print(f"  torch refused {times} calls of {refusal}")
    table = set(re.findall(r'^ +\{"([\w:]+)", \{&S::', TABLE.read_text(), re.MULTILINE))
    called = set(truth["called"])
    for what, shims in (("not in the table", (called | NOT_CALLED) - table),
                        ("never called", table - NOT_CALLED - called),
                        ("always refused", called - set(total) - NEWER)):
        wrong += [f"{shim}: {what}" for shim in sorted(shims)]
    for line in wrong:
        print(f"wrong: {line}")
    enough = all(sum(known[what].values()) >= 0.95 * count for what in ("dtype", "sizes"))
    if not enough:
        print("too little is stated")
    return 1 if wrong or not enough or not count else 0


if __name__ == "__main__":
    sys.exit(main())
