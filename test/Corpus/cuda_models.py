"""The CUDA models of the corpus, built without a GPU (no_gpu.py)."""

import torch
import torch.nn.functional as F
import triton
import triton.language as tl
from torch import nn
from torch.export import Dim

import models
import weights_models
from registry import (Build, CLONE_UNCHECKED, Expect, NO_INDEX_CHECK, PROXY_UNCHECKED, SHARED_DIM_UNCHECKED,
                      case, debug_leftover)

FIRST, SECOND = "cuda:0", "cuda:1"
aten = torch.ops.aten

INDEX_LITERAL = Expect("aoti-device-index-literal", "a device argument keeps the index of the card it was built for")
LAUNCH_NARROW = Expect("aoti-triton-launch-abi", "int where the signature says i64, float where it says fp64",
                       before=(2, 13), must=False)
LAUNCH_OLD = (
    LAUNCH_NARROW,
    Expect("aoti-triton-scratch", "scratch memory of one block only", before=(2, 13), must=False))
COMMON = (CLONE_UNCHECKED, *LAUNCH_OLD)


LAUNCH_ON_CALLERS = Expect("aoti-stream-mismatch", "kernels of the second stream are launched on the caller's",
                           certain=((2, 15), (2, 16)))
GUARD_IN_BRANCH = Expect("aoti-stream-guard-missing", "the guard ends with the branch in which the first kernel is",
                         before=(2, 15), certain=((2, 6), (2, 14)))
BRANCH_ON_HOST = Expect("aoti-device-type-mismatch", "what branches over host tensors make on the card counts as a "
                        "host tensor", since=(2, 7), before=(2, 13), certain=((2, 9), (2, 10)))


def values(*shape, device=FIRST, **options):
    return torch.randn(*shape, device=device, **options)


def numbers(below, *shape, device=FIRST):
    return torch.randint(0, below, shape, device=device)


def on(device, make):
    """Builds a module with its parameters and buffers on a device.

    It is built on the host first: the initialisers ask the driver for a card. Tied weights stay tied.
    """
    module = make()
    moved = {}
    for part in module.modules():
        for table in (part._parameters, part._buffers):
            for name, value in table.items():
                if value is None:
                    continue
                if id(value) not in moved:
                    fresh = torch.empty_strided(value.shape, value.stride(), dtype=value.dtype, device=device)
                    if table is part._parameters:
                        fresh = nn.Parameter(fresh, requires_grad=False)
                    moved[id(value)] = (value, fresh)
                table[name] = moved[id(value)][1]
    return module


def perceptron(dynamic=True, device=FIRST):
    return Build(on(device, models.Perceptron), (values(4, 16, device=device),),
                 {"x": {0: models.batch()}} if dynamic else None)


@case(device="cuda", expected=COMMON)
def mlp_dynamic():
    """Linear layers with a dynamic batch."""
    return perceptron()


@case(device="cuda", expected=COMMON)
def mlp_second_card():
    """As mlp_dynamic, built on the second card."""
    return perceptron(device=SECOND)


@case(device="cuda", expected=COMMON, quick=True)
def embedding_dynamic():
    """Looks up tokens and positions: device asserts, a size of the input in the bound."""

    class Model(nn.Module):
        def __init__(self):
            super().__init__()
            self.tokens = nn.Embedding(100, 16)
            self.places = nn.Embedding(64, 16)

        def forward(self, tokens):
            places = torch.arange(tokens.shape[1], device=tokens.device)
            return (self.tokens(tokens) * self.places(places)).sum(-1)

    return Build(on(FIRST, Model), (numbers(100, 3, 7),),
                 {"tokens": {0: Dim("batch", min=2, max=32), 1: Dim("time", min=2, max=64)}})


@case(device="cuda", options={"aot_inductor.check_lowerbound": False},
      expected=(*COMMON, *models.NO_LOWER_BOUND,
                Expect("aoti-triton-index-out-of-bounds", "made with check_lowerbound off", since=(2, 9), must=False)))
def empty_table():
    """A table that may be empty, and is read all the same: the assertion of the kernel stops the device."""
    return Build(models.Lookup(), (numbers(12, 7), values(12, 16)), models.EMPTY_TABLE)


@case(device="cuda", options={"assert_indirect_indexing": False}, expected=(*COMMON, *NO_INDEX_CHECK))
def embedding_without_checks():
    """As embedding_dynamic, without device asserts."""
    return embedding_dynamic()


@case(device="cuda", expected=(*COMMON, *SHARED_DIM_UNCHECKED,
                               Expect("aoti-unchecked-error", "index_put is a call whose result is not looked at",
                                      before=(2, 15), must=False)))
def scatter_gather():
    """Gather, index, index_put and scatter_add with dynamic sizes."""

    class Model(nn.Module):
        def forward(self, x, places, source):
            rows = torch.remainder(places, x.shape[0])
            wide = rows.unsqueeze(1).expand(-1, x.shape[1])
            return (aten.index.Tensor(x, [places]) * 2 + torch.gather(x, 0, wide),
                    aten.index_put(x.clone(), [places], source, True), x.clone().scatter_add(0, wide, source))

    rows, count = Dim("rows", min=2, max=128), Dim("count", min=2, max=64)
    return Build(Model(), (values(10, 12), numbers(10, 6), values(6, 12)),
                 {"x": {0: rows}, "places": {0: count}, "source": {0: count}})


@case(device="cuda", expected=COMMON)
def reductions():
    """Softmax, layer norm, variance, argmax and a running sum over long rows: split and persistent reductions."""

    class Model(nn.Module):
        def forward(self, x):
            return (x.sum(), torch.softmax(x, -1), x.var(0), x.argmax(1), x.cumsum(1),
                    F.layer_norm(x, x.shape[-1:]))

    return Build(Model(), (values(64, 5000),), {"x": {0: Dim("rows", min=2, max=4096)}})


@case(device="cuda", expected=COMMON)
def conv_batchnorm():
    """Convolutions through torch's own, batch norm and pooling in Triton."""
    model = on(FIRST, lambda: nn.Sequential(nn.Conv2d(3, 8, 3, padding=1), nn.BatchNorm2d(8), nn.ReLU(),
                                            nn.MaxPool2d(2), nn.Conv2d(8, 4, 3, stride=2), nn.AdaptiveAvgPool2d(1),
                                            nn.Flatten()))
    return Build(model, (values(2, 3, 16, 16),), ({0: models.batch(2, 8)},))


@case(device="cuda", expected=(INDEX_LITERAL, *COMMON))
def random_numbers():
    """randperm and randint: operators that take the device as an argument."""

    class Model(nn.Module):
        def forward(self, x):
            return (x + torch.rand_like(x), F.dropout(x, 0.5, True), torch.randperm(8, device=FIRST),
                    aten.randint.low(0, 5, [3], device=torch.device(FIRST)))

    return Build(Model(), (values(4, 16),))


@case(device="cuda", expected=(INDEX_LITERAL, *COMMON))
def random_second_card():
    """randperm on the second card, on which the whole model is."""

    class Model(nn.Module):
        def forward(self, x):
            return x * 2, torch.randperm(8, device=SECOND)

    return Build(Model(), (values(4, 16, device=SECOND),))


@case(device="cuda", expected=(
    *COMMON,
    Expect("aoti-device-index-literal", "the target of the copy keeps the index that it was built with",
           since=(2, 13)),
    Expect("aoti-device-index-literal", "the target of the copy keeps the index that it was built with",
           since=(2, 10), before=(2, 13), must=False),
    Expect("aoti-device-copy-lost", "the target of the copy is allocated on the model's own card", before=(2, 10)),
    Expect("aoti-device-copy-lost", "the target of the copy is allocated on the model's own card", since=(2, 10),
           before=(2, 13), must=False),
    Expect("aoti-constant-device", "constants have no device of their own", before=(2, 10), must=False)))
def two_cards():
    """An input on the second card, copied to the first, on which all is computed."""

    class Model(nn.Module):
        def forward(self, x, y):
            return x.to(FIRST) * y + 1

    return Build(Model(), (values(4, 16, device=SECOND), values(4, 16)))


@case(device="cuda", expected=(
    *COMMON, *SHARED_DIM_UNCHECKED,
    Expect("aoti-device-type-mismatch", "the product on the host is computed by the shim of the card", before=(2, 7)),
    Expect("aoti-device-type-mismatch", "the product on the host is computed by the shim of the card", since=(2, 7),
           before=(2, 9), must=False),
    Expect("aoti-constant-device", "constants have no device of their own", before=(2, 13),
           certain=((2, 6), (2, 10)))))
def host_and_card():
    """A weight and an input on the host, a copy to the card and one back."""

    class Model(nn.Module):
        def __init__(self):
            super().__init__()
            self.weight = nn.Parameter(torch.randn(16, 16), requires_grad=False)
            self.register_buffer("shift", torch.randn(16))

        def forward(self, x, y):
            hidden = (x @ self.weight).to(FIRST) + y
            return hidden.relu(), hidden.sum(0).cpu() + self.shift

    rows = models.batch()
    return Build(Model(), (torch.randn(4, 16), values(4, 16)), {"x": {0: rows}, "y": {0: rows}})


@case(device="cuda", expected=COMMON)
def host_scalars():
    """Numbers that lie on the host as tensors and go to a kernel by value."""

    class Model(nn.Module):
        def forward(self, x, factor, shift):
            return x * factor + shift

    return Build(Model(), (values(4, 16), torch.tensor(2.5), torch.tensor(3)))


@triton.jit
def weighted_sum(left, right, out, count, weight, BLOCK: tl.constexpr):
    place = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    inside = place < count
    total = tl.load(left + place, mask=inside) + weight * tl.load(right + place, mask=inside)
    tl.store(out + place, total, mask=inside)


@case(device="cuda", expected=(*COMMON, *SHARED_DIM_UNCHECKED))
def user_kernel():
    """A Triton kernel of the user's own, with a grid that depends on the size."""

    class Model(nn.Module):
        def forward(self, x, y):
            out = torch.empty_like(x)
            count = x.numel()
            torch.library.wrap_triton(weighted_sum)[(triton.cdiv(count, 128),)](x, y, out, count, 2.5, BLOCK=128)
            return out.relu() + 1

    rows = models.batch()
    return Build(Model(), (values(4, 16), values(4, 16)), {"x": {0: rows}, "y": {0: rows}})


@triton.jit
def normalise_rows(source, out, stride, columns, BLOCK: tl.constexpr):
    row = tl.program_id(0)
    lanes = tl.arange(0, BLOCK)
    inside = lanes < columns
    values = tl.load(source + row * stride + lanes, mask=inside, other=-float("inf"))
    values = tl.exp(values - tl.max(values, axis=0))
    tl.store(out + row * stride + lanes, values / tl.sum(values, axis=0), mask=inside)


@case(device="cuda", expected=COMMON)
def program_for_each_row():
    """A kernel of the user's own with a program for each row, which only the grid bounds."""

    class Model(nn.Module):
        def forward(self, x):
            out = torch.empty_like(x)
            torch.library.wrap_triton(normalise_rows)[(x.shape[0],)](x, out, x.stride(0), x.shape[1], BLOCK=64)
            return out + 1

    return Build(Model(), (values(4, 48),), {"x": {0: models.batch()}})


@triton.jit
def copy_tiles(source, out, rows, columns, ROWS: tl.constexpr, COLUMNS: tl.constexpr):
    first = tl.program_id(0) * ROWS
    read = tl.make_tensor_descriptor(source, shape=[rows, columns], strides=[columns, 1], block_shape=[ROWS, COLUMNS])
    written = tl.make_tensor_descriptor(out, shape=[rows, columns], strides=[columns, 1], block_shape=[ROWS, COLUMNS])
    written.store([first, 0], read.load([first, 0]) * 2)


@case(device="cuda", card=(9, 0), since=(2, 9), expected=(CLONE_UNCHECKED, LAUNCH_NARROW, Expect(
    "aoti-triton-scratch", "scratch memory of one block only", before=(2, 13), certain=((2, 9), (2, 10)))))
def device_descriptors():
    """A kernel of the user's own that makes descriptors of tensors on the card, in memory that the launch gives it."""

    class Model(nn.Module):
        def forward(self, x):
            out = torch.empty_like(x)
            torch.library.wrap_triton(copy_tiles)[(triton.cdiv(x.shape[0], 16),)](x, out, x.shape[0], 64, ROWS=16,
                                                                                  COLUMNS=64)
            return out + 1

    return Build(Model(), (values(48, 64),), {"x": {0: Dim("rows", min=16, max=4096)}})


@triton.jit
def shift(source, out, count, by: tl.int64, scale, BLOCK: tl.constexpr):
    place = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    inside = place < count
    tl.store(out + place, tl.load(source + place, mask=inside) * scale + by, mask=inside)


@case(device="cuda", since=(2, 9), expected=(CLONE_UNCHECKED, Expect(
    "aoti-triton-launch-abi", "int where the signature says i64", before=(2, 13), certain=((2, 9), (2, 10)))))
def wide_numbers():
    """A kernel of the user's own that is given a number of 64 bits; torch 2.6 takes none that are larger than 32."""

    class Model(nn.Module):
        def forward(self, x):
            out = torch.empty_like(x)
            torch.library.wrap_triton(shift)[(triton.cdiv(x.numel(), 128),)](x, out, x.numel(), 1 << 40, 2.5, BLOCK=128)
            return out + 1

    return Build(Model(), (values(48, 64),), {"x": {0: Dim("rows", min=2, max=4096)}})


@case(device="cuda", expected=(CLONE_UNCHECKED, Expect(
    "aoti-triton-launch-abi", "int where the signature says i64", before=(2, 13), certain=((2, 6), (2, 10)))))
def wide_index():
    """More elements than 32 bits count."""

    class Model(nn.Module):
        def forward(self, x):
            return x + 1

    return Build(Model(), (torch.empty(70000, 70000, device=FIRST, dtype=torch.int8),))


@case(device="cuda", expected=COMMON)
def branches():
    """torch.cond whose branches launch kernels."""

    class Model(nn.Module):
        def __init__(self):
            super().__init__()
            self.warm = nn.Linear(12, 12)
            self.cold = nn.Linear(12, 12)

        def forward(self, which, x):
            chosen = torch.cond(which, lambda t: self.warm(t).relu() + 1, lambda t: self.cold(t).sin() * 2, (x,))
            return chosen + x.sum()

    return Build(on(FIRST, Model), (torch.ones((), dtype=torch.bool, device=FIRST), values(4, 12)),
                 {"which": None, "x": {0: models.batch()}})


class BranchFirst(nn.Module):
    """A branch of torch.cond is the first to use the card."""

    def forward(self, which, x, y):
        chosen = torch.cond(which, lambda t: t.to(FIRST).sin() * 2, lambda t: t.to(FIRST).cos() + 1, (x,))
        return self.after(chosen, y)


@case(device="cuda", expected=(*COMMON, *SHARED_DIM_UNCHECKED, GUARD_IN_BRANCH, BRANCH_ON_HOST))
def branch_first():
    """The branches of a torch.cond over host tensors are the first to use the card; a kernel follows."""

    class Model(BranchFirst):
        def after(self, chosen, y):
            return chosen * y + chosen.sum()

    rows = models.batch()
    return Build(Model(), (torch.ones((), dtype=torch.bool), torch.randn(4, 12), values(4, 12)),
                 {"which": None, "x": {0: rows}, "y": {0: rows}})


@case(device="cuda", expected=(*COMMON, GUARD_IN_BRANCH, BRANCH_ON_HOST))
def branch_first_extern():
    """As branch_first, with a product of matrices after the branches, which follows the current stream."""

    class Model(BranchFirst):
        def after(self, chosen, y):
            return chosen @ y

    return Build(Model(), (torch.ones((), dtype=torch.bool), torch.randn(4, 12), values(12, 8)))


@case(device="cuda", expected=(*COMMON, *SHARED_DIM_UNCHECKED))
def cache():
    """A cache that the model keeps and writes to by index."""

    class Model(nn.Module):
        def __init__(self):
            super().__init__()
            self.register_buffer("cache", torch.zeros(2, 32, 12))

        def forward(self, x, places):
            self.cache.index_copy_(1, places, x)
            return self.cache.sum(1)

    time = Dim("time", min=2, max=16)
    return Build(on(FIRST, Model), (values(2, 3, 12), torch.arange(3, device=FIRST)),
                 {"x": {1: time}, "places": {0: time}})


@case(device="cuda", options={"memory_planning": True}, expected=COMMON)
def memory_planned_dynamic():
    """All buffers in pools, with two dynamic sizes."""
    return Build(on(FIRST, models.Block), (values(2, 8, 16),),
                 {"x": {0: models.batch(2, 16), 1: Dim("time", min=2, max=256)}})


@case(device="cuda", options={"aot_inductor.use_runtime_constant_folding": True},
      expected=(*COMMON, Expect("aoti-package-layout", "not all cubins are in the package", before=(2, 9),
                                certain=((2, 6), (2, 7)))))
def constant_folding():
    """Constants computed on the card while the model is loaded."""
    return Build(on(FIRST, weights_models.Foldable), (values(4, 16),))


@case(device="cuda", expected=(*COMMON, PROXY_UNCHECKED,
                               Expect("aoti-proxy-device", "the device argument is replaced by the model's device",
                                      must=False),
                               Expect("aoti-device-index-literal", "the device argument keeps its index",
                                      must=False)))
def custom_op_second_card():
    """A C++ operator with a device among its arguments, on the second card."""
    models.load_compiled_ops()

    class Model(nn.Module):
        def forward(self, x):
            return torch.ops.aoticorpuscpp.shifted(x.relu(), 3, 1.5, torch.float32, torch.device(SECOND)) * 2

    return Build(Model(), (values(4, 16, device=SECOND),))


@case(device="cuda", options={"aot_inductor.debug_intermediate_value_printer": "2"},
      expected=(*COMMON, debug_leftover("made with the printer of intermediate values")))
def printer():
    """The printer of intermediate values left on."""
    return perceptron()


@case(device="cuda", options={"nan_asserts": True}, expected=(*COMMON, debug_leftover("made with nan_asserts")))
def nan_asserts():
    """Checks for NaN and infinity left on."""
    return perceptron(dynamic=False)


@case(device="cuda", options={"triton.debug_sync_graph": True, "triton.debug_sync_kernel": True},
      expected=(*COMMON, Expect("aoti-generated-code-error", "a line of Python in the middle of run_impl",
                                before=(2, 15)),
                Expect("aoti-debug-leftover", "made with debug_sync", must=False)))
def debug_sync():
    """A wait for the card after every kernel."""
    return perceptron(dynamic=False)


@case(device="cuda", options={"aot_inductor.embed_kernel_binary": True}, expected=COMMON)
def embedded_kernels():
    """The kernels inside the library instead of files beside it."""
    return perceptron()


@case(device="cuda", options={"triton.autotune_at_compile_time": False}, since=(2, 15), expected=(
    Expect("aoti-path-not-relocatable", "paths of the build machine in defines", must=False),
    Expect("aoti-package-layout", "the cubins that the defines name are not in the package")))
def lazy_kernels():
    """Kernels that are tuned when the model first runs."""
    return embedding_dynamic()


@case(device="cuda", options={"triton.autotune_at_compile_time": False}, since=(2, 15), expected=(
    Expect("aoti-path-not-relocatable", "paths of the build machine in defines", must=False),
    Expect("aoti-package-layout", "the cubins that the defines name are not in the package")))
def custom_op_lazy():
    """C++ operators in a loop and in branches, whose code is written twice where kernels are tuned at the first run."""
    from torch._higher_order_ops.while_loop import while_loop
    models.load_compiled_ops()
    ops = torch.ops.aoticorpuscpp

    class Model(nn.Module):
        def forward(self, times, x, which):
            def step(n, t):
                return n - 1, ops.padded(t.tanh(), 3, [4, 16])

            y = while_loop(lambda n, t: n > 0, step, (times, ops.each([x], None, "a")[0]))[1]
            z = torch.cond(which, lambda t: ops.padded(t.sin(), 2, [4, 16]),
                           lambda t: ops.padded(t.cos(), 1, [4, 16]), (y,))
            return ops.padded(z, 4, [4, 16]) * 2

    return Build(Model(), (torch.ones((), dtype=torch.int64, device=FIRST), values(4, 16),
                           torch.ones((), dtype=torch.bool, device=FIRST)))


@case(device="cuda", expected=(*COMMON, Expect("aoti-proxy-device", "the device that the operator asks for")))
def custom_op_devices():
    """A C++ operator that asks for the host and for another card."""
    models.load_compiled_ops()
    ops = torch.ops.aoticorpuscpp

    class Model(nn.Module):
        def forward(self, x):
            there = ops.shifted(x.relu(), 3, 1.5, torch.float32, torch.device("cpu"))
            beside = ops.shifted(x.relu(), 3, 1.5, torch.float32, torch.device(SECOND))
            return there.cpu().sin() + 1, beside.to(FIRST) * 2

    return Build(Model(), (values(4, 16),))


def beside(work):
    """Runs `work` on stream 1 between two events: 0 when its inputs are there, 1 when it is done."""
    events = torch.ops.streams
    events.record_event(0, 0)
    events.wait_event(0, 1)
    with torch.fx.traceback.annotate({"stream": 1}):
        result = work()
    events.record_event(1, 1)
    events.wait_event(1, 0)
    return result


@case(device="cuda", since=(2, 15), expected=(LAUNCH_ON_CALLERS,))
def side_stream_kernel():
    """A fused kernel on a second stream."""

    class Model(nn.Module):
        def forward(self, x, y):
            warm = x.relu()
            cold = beside(lambda: y.sin() * 2)
            return warm + cold

    return Build(Model(), (values(4, 16), values(4, 16)))


@case(device="cuda", since=(2, 15))
def side_stream_extern():
    """A product of matrices on a second stream, of what the first made: it follows the guard, so all is well."""

    class Model(nn.Module):
        def forward(self, x, y):
            warm = x.relu()
            cold = beside(lambda: torch.mm(warm, y))
            return warm + cold

    return Build(Model(), (values(16, 16), values(16, 16)))


@case(device="cuda", since=(2, 15), expected=(LAUNCH_ON_CALLERS,))
def side_stream_mixed():
    """Products of matrices and kernels in turn on a second stream, with a dynamic batch."""

    class Model(nn.Module):
        def __init__(self):
            super().__init__()
            self.first = nn.Linear(16, 32)
            self.second = nn.Linear(32, 16)

        def forward(self, x):
            warm = x.cos()
            cold = beside(lambda: self.second(self.first(x).relu()).sigmoid())
            return warm + cold, cold.sum()

    return Build(on(FIRST, Model), (values(4, 16),), {"x": {0: models.batch()}})
