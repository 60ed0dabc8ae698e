"""The CPU models of the corpus. Kept small: most of a package's build is the C++ compiler's time."""

import os
import subprocess
from pathlib import Path
from typing import Sequence, Tuple

import torch
import torch.nn.functional as F
from torch import nn
from torch.export import Dim

from registry import (Build, Expect, HALF_CUT, INFINITE_AS_TEXT, NODES_OF_BRANCHES, NODES_OF_FOLDING, NODES_UNWRITTEN,
                      NO_INDEX_CHECK, OUTPUT_CLONE_UNCHECKED, PROXY_UNCHECKED, SCATTER_UNCHECKED,
                      SHARED_DIM_UNCHECKED, case, debug_leftover)

VERSION = tuple(int(part) for part in torch.__version__.split("+")[0].split(".")[:2])


def batch(low=2, high=64):
    return Dim("batch", min=low, max=high)


NO_LOWER_BOUND = (Expect("aoti-input-lower-bound", "made with check_lowerbound off", since=(2, 7), must=False),)


class Perceptron(nn.Module):
    """Two layers and a softmax; 8 <= sizes, so that no constant is small enough to be written into the code."""

    def __init__(self, inputs=16, hidden=32, outputs=12):
        super().__init__()
        self.up = nn.Linear(inputs, hidden)
        self.down = nn.Linear(hidden, outputs)

    def forward(self, x):
        return torch.softmax(self.down(torch.relu(self.up(x))), dim=-1)


def perceptron():
    return Build(Perceptron(), (torch.randn(4, 16),))


def perceptron_dynamic():
    return Build(Perceptron(), (torch.randn(4, 16),), {"x": {0: batch()}})


# ---- ordinary models

@case()
def mlp_static():
    """Linear layers, all sizes fixed."""
    return perceptron()


@case()
def mlp_dynamic():
    """Linear layers with a batch between 2 and 64."""
    return perceptron_dynamic()


@case()
def mlp_dynamic_unbounded():
    """A batch without an upper bound."""
    return Build(Perceptron(), (torch.randn(4, 16),), {"x": {0: Dim("batch")}})


@case()
def conv_batchnorm():
    """Convolutions that absorb their batch norm, pooling, a dynamic batch."""
    model = nn.Sequential(nn.Conv2d(3, 8, 3, padding=1), nn.BatchNorm2d(8), nn.ReLU(), nn.MaxPool2d(2),
                          nn.Conv2d(8, 4, 3, stride=2), nn.AdaptiveAvgPool2d(1), nn.Flatten())
    return Build(model, (torch.randn(2, 3, 12, 12),), ({0: batch(2, 8)},))


@case(quick=True)
def embedding_dynamic():
    """Looks up tokens and positions: indices from memory with a bound, two dynamic sizes."""

    class Model(nn.Module):
        def __init__(self):
            super().__init__()
            self.tokens = nn.Embedding(100, 16)
            self.places = nn.Embedding(64, 16)

        def forward(self, tokens):
            places = torch.arange(tokens.shape[1], device=tokens.device)
            return (self.tokens(tokens) * self.places(places)).sum(-1)

    return Build(Model(), (torch.randint(0, 100, (3, 7)),),
                 {"tokens": {0: Dim("batch", min=2, max=32), 1: Dim("time", min=2, max=64)}})


@case(options={"assert_indirect_indexing": False}, expected=NO_INDEX_CHECK)
def embedding_without_checks():
    """As embedding_dynamic, built without checks of the indices."""
    return embedding_dynamic()


class Lookup(nn.Module):
    """Looks up rows of a table that the caller brings along."""

    def forward(self, rows, table):
        return F.embedding(rows, table).relu()


EMPTY_TABLE = {"rows": {0: Dim("count", min=2, max=64)}, "table": {0: Dim("entries", max=1024)}}


@case(options={"aot_inductor.check_lowerbound": False}, expected=NO_LOWER_BOUND)
def empty_table():
    """A table that may be empty, and is read all the same: no index is below its size."""
    return Build(Lookup(), (torch.randint(0, 12, (7,)), torch.randn(12, 16)), EMPTY_TABLE)


@case(expected=(*SHARED_DIM_UNCHECKED, Expect("aoti-input-contract", "nothing compares the sizes that are shared",
                                              before=(2, 13), certain=((2, 9), (2, 10)))))
def shared_dims():
    """Four inputs that share a batch and a length; one of them is twice the batch."""

    class Model(nn.Module):
        def __init__(self):
            super().__init__()
            self.mix = nn.Linear(12, 12)

        def forward(self, query, keys, mask, extra):
            scores = self.mix(query) @ keys.transpose(1, 2)
            return (scores * mask).sum(-1) + extra[1::2]

    rows, time = Dim("rows", min=2, max=16), Dim("time", min=4, max=512)
    args = (torch.randn(3, 6, 12), torch.randn(3, 6, 12), torch.ones(3, 6, 6), torch.randn(6, 6))
    return Build(Model(), args, {"query": {0: rows, 1: time}, "keys": {0: rows, 1: time},
                                 "mask": {0: rows, 1: time, 2: time}, "extra": {0: 2 * rows, 1: time}})


@case(expected=(HALF_CUT,), since=(2, 7))
def halved_size():
    """A size that is exported as twice a number, and no other input has that number."""

    class Model(nn.Module):
        def forward(self, x):
            return x.reshape(-1, 2).sum(1) * 3

    half = Dim("half", min=2, max=64)
    return Build(Model(), (torch.randn(8),), {"x": {0: 2 * half}})


@case(expected=(HALF_CUT,), since=(2, 7))
def third_of_a_size():
    """As halved_size with a third of a size less one, in a tensor of two dimensions and beside one of the same rows."""

    class Model(nn.Module):
        def forward(self, x, y):
            return x[:, 1:].reshape(x.shape[0], -1, 3).sum(2) * 3 + y.sum(1, keepdim=True)

    third, rows = Dim("third", min=2, max=64), Dim("rows", min=2, max=32)
    return Build(Model(), (torch.randn(5, 13), torch.randn(5, 16)), {"x": {0: rows, 1: 3 * third + 1}, "y": {0: rows}})


@case()
def nested_inputs():
    """Inputs in a list, in a dictionary and by name, with a size that all of them share."""

    class Model(nn.Module):
        def forward(self, pair, table, *, bias):
            return pair[0] * table["scale"] + pair[1] @ table["weights"] + bias

    rows = Dim("rows", min=2, max=32)
    return Build(Model(), ([torch.randn(4, 16), torch.randn(4, 12)],
                           {"weights": torch.randn(12, 16), "scale": torch.randn(4, 16)}),
                 {"pair": [{0: rows}, {0: rows}], "table": {"weights": None, "scale": {0: rows}}, "bias": None},
                 {"bias": torch.randn(16)})


@case()
def reductions():
    """Softmax, layer norm, variance, argmax and a running sum over a dynamic number of rows."""

    class Model(nn.Module):
        def forward(self, x):
            normal = F.layer_norm(x, x.shape[-1:])
            return torch.softmax(normal, -1), x.var(0), x.argmax(1), x.cumsum(1), x.amax()

    return Build(Model(), (torch.randn(6, 40),), {"x": {0: batch(2, 4096)}})


@case(expected=(OUTPUT_CLONE_UNCHECKED,))
def views_and_outputs():
    """Outputs that are views of inputs, of buffers and of each other; as_strided, None, a number, nested structures."""

    class Model(nn.Module):
        def __init__(self):
            super().__init__()
            self.register_buffer("table", torch.randn(12, 10))

        def forward(self, inputs, y):
            x = inputs["x"]
            fresh = x + 1
            window = torch.as_strided(fresh, (3, 4), (16, 2), 5)
            return ({"turned": x.t(), "none": None, "window": window * 2, "same": x, "number": 3},
                    [fresh[1:3, 4:8], self.table.t(), y.permute(1, 0, 2)[1:, ::2] - 1, x[2]])

    return Build(Model(), ({"x": torch.randn(4, 16)}, torch.randn(3, 4, 5)))


@case(expected=SHARED_DIM_UNCHECKED)
def concatenation():
    """Pieces put together in one buffer through views into it, with a dynamic length."""

    class Model(nn.Module):
        def forward(self, x, y):
            both = torch.cat([x.relu(), y.sin(), x * 3], 1)
            return both, torch.stack([x.sum(1), x.prod(1)]), both[:, 2:]

    rows = batch(2, 32)
    return Build(Model(), (torch.randn(4, 5), torch.randn(4, 3)), {"x": {0: rows}, "y": {0: rows}})


@case()
def tied_weights():
    """One weight under two names, buffers, a constant without elements, a scalar constant."""

    class Model(nn.Module):
        def __init__(self):
            super().__init__()
            self.embed = nn.Embedding(32, 16)
            self.head = nn.Linear(16, 32, bias=False)
            self.head.weight = self.embed.weight
            self.register_buffer("shift", torch.randn(16))
            self.register_buffer("scale", torch.tensor(0.5))
            self.register_buffer("nothing", torch.zeros(0, 32))

        def forward(self, tokens):
            hidden = self.embed(tokens).relu() * self.scale + self.shift
            flat = self.head(hidden).reshape(-1, 32)
            return torch.cat([flat, self.nothing])

    return Build(Model(), (torch.randint(0, 32, (4, 5)),), {"tokens": {0: batch(2, 16)}})


@case()
def dtype_zoo():
    """One buffer and one input of many types, a complex one among them."""
    kinds = [torch.float16, torch.bfloat16, torch.float64, torch.int8, torch.uint8, torch.int16, torch.int32,
             torch.bool]

    class Model(nn.Module):
        def __init__(self):
            super().__init__()
            for kind in kinds:
                self.register_buffer("of_" + str(kind).split(".")[1], torch.ones(3, 5).to(kind))

        def forward(self, half, brain, double, byte, wide, truth, phase):
            return (half + self.of_float16, brain * self.of_bfloat16, double - self.of_float64,
                    byte + self.of_int8, wide + self.of_int32, truth & self.of_bool, (phase * 2).real,
                    half.to(torch.float32) + self.of_uint8 + self.of_int16)

    ones = torch.ones(3, 5)
    return Build(Model(), (ones.half(), ones.bfloat16(), ones.double(), ones.to(torch.int8), ones.to(torch.int64),
                           ones.bool(), ones.to(torch.complex64)))


# ---- memory

class Block(nn.Module):
    """A small attention block: enough buffers to be worth a plan."""

    def __init__(self, width=16):
        super().__init__()
        self.norm = nn.LayerNorm(width)
        self.mix = nn.Linear(width, 3 * width)
        self.out = nn.Linear(width, width)

    def forward(self, x):
        query, keys, values = self.mix(self.norm(x)).chunk(3, -1)
        weights = torch.softmax(query @ keys.transpose(1, 2), -1)
        return x + self.out(weights @ values).tanh()


@case(options={"memory_planning": True},
      expected=(Expect("aoti-handle-lifetime", "a block of a pool has no owner: each run leaks it", before=(2, 9),
                       certain=((0, 0), (2, 7))),))
def memory_planned():
    """All buffers in pools, sizes fixed."""
    return Build(Block(), (torch.randn(2, 8, 16),))


@case(options={"memory_planning": True, "memory_pool": "combined"}, quick=True)
def memory_planned_dynamic():
    """All buffers in one pool whose offsets depend on two sizes."""
    return Build(Block(), (torch.randn(2, 8, 16),), {"x": {0: batch(2, 16), 1: Dim("time", min=2, max=256)}})


class Scaled(nn.Module):
    """Only kernels of Inductor's own: one call into torch, and no buffer goes to the stack."""

    def __init__(self):
        super().__init__()
        self.scale = nn.Parameter(torch.randn(16))

    def forward(self, x):
        weights = torch.softmax(x * self.scale, dim=-1)
        return (weights - weights.mean(0)).tanh(), weights.sum(1)


@case(options={"aot_inductor.allow_stack_allocation": True})
def stack_allocation():
    """Small buffers on the stack."""
    return Build(Scaled(), (torch.randn(4, 16),))


@case(options={"aot_inductor.allow_stack_allocation": True})
def stack_allocation_refused():
    """As stack_allocation, but a call into torch keeps the buffers where they are."""
    return perceptron()


@case(options={"aot_inductor.allow_stack_allocation": True, "aot_inductor.use_minimal_arrayref_interface": True})
def minimal_arrayref():
    """The interface without tensors, for small models."""
    return Build(Scaled(), (torch.randn(4, 16),))


@case(expected=SHARED_DIM_UNCHECKED)
def mutated_inputs():
    """A cache that the model keeps, and inputs that it writes to."""

    class Model(nn.Module):
        def __init__(self):
            super().__init__()
            self.register_buffer("cache", torch.zeros(2, 32, 12))

        def forward(self, x, places, out):
            self.cache.index_copy_(1, places, x)
            out[:, 1:3].add_(1)
            return self.cache.sum(1)

    time = Dim("time", min=2, max=16)
    return Build(Model(), (torch.randn(2, 3, 12), torch.arange(3), torch.zeros(4, 5)),
                 {"x": {1: time}, "places": {0: time}, "out": None})


# ---- control flow and sizes that are data

@case()
def branches():
    """torch.cond on an input, with a dynamic batch."""

    class Model(nn.Module):
        def __init__(self):
            super().__init__()
            self.warm = nn.Linear(12, 12)
            self.cold = nn.Linear(12, 12)

        def forward(self, which, x):
            chosen = torch.cond(which, lambda t: self.warm(t).relu() + 1, lambda t: self.cold(t).sin() * 2, (x,))
            return chosen + x.sum()

    return Build(Model(), (torch.tensor(True), torch.randn(4, 12)), {"which": None, "x": {0: batch()}})


@case()
def loop():
    """while_loop with a counter and a matrix."""
    from torch._higher_order_ops.while_loop import while_loop

    class Model(nn.Module):
        def __init__(self):
            super().__init__()
            self.step = nn.Linear(12, 12)

        def forward(self, times, x):
            return while_loop(lambda n, t: n > 0, lambda n, t: (n - 1, self.step(t).tanh()), (times, x))

    return Build(Model(), (torch.tensor(3), torch.randn(4, 12)))


@case()
def sizes_from_data():
    """A size that is an input's value, and one that is a count of elements."""

    class Model(nn.Module):
        def forward(self, x, count):
            places = torch.nonzero(x)
            n = count.item()
            torch._check(n >= 2)
            torch._check(n <= 20)
            return places * 2, torch.zeros(n, 3).sum(0) + x[0, :3], x.sum() + n

    return Build(Model(), (torch.randn(5, 6), torch.tensor(4)))


# ---- calls into torch

@case(expected=(SCATTER_UNCHECKED,))
def scatter_calls():
    """A scatter that Inductor leaves to torch."""

    class Model(nn.Module):
        def forward(self, x, places, source):
            return x.scatter_reduce(0, places, source, "prod", include_self=True) * 2

    return Build(Model(), (torch.randn(6, 5), torch.randint(0, 6, (4, 5)), torch.randn(4, 5)))


@case()
def masked_writes():
    """Writes where a mask says so."""

    class Model(nn.Module):
        def forward(self, x, mask, source):
            y = x.clone()
            y[mask] = 2.0
            return y, x.masked_scatter(mask, source), torch.ops.aten.index_put(x, [mask], source[0, 0])

    return Build(Model(), (torch.randn(6, 5), torch.rand(6, 5) > 0.5, torch.randn(6, 5)))


@case(expected=(PROXY_UNCHECKED,))
def library_calls():
    """Operators that have a C function, and operators that go through the proxy executor."""

    class Model(nn.Module):
        def forward(self, x, y):
            ordered, places = torch.sort(x, -1)
            best, which = torch.topk(x, 3)
            values = torch.linalg.svd(x, full_matrices=False)[1]
            return (ordered, places, best, which, values, torch.histc(y, 8, 0.0, 1.0), torch.searchsorted(y, x),
                    torch.bucketize(x, y), torch.cdist(x, x))

    return Build(Model(), (torch.randn(5, 6), torch.rand(20).sort()[0]))


@case(expected=(PROXY_UNCHECKED,))
def random_numbers():
    """Random operators on the CPU."""

    class Model(nn.Module):
        def forward(self, x):
            return (x + torch.rand_like(x), F.dropout(x, 0.5, True), torch.randperm(8), torch.randint(0, 5, (3,)),
                    torch.multinomial(x.abs() + 0.1, 2))

    return Build(Model(), (torch.randn(4, 16),))


@case(expected=(PROXY_UNCHECKED,), quick=True)
def custom_op_python():
    """Custom operators that Python registers: numbers, lists, text, several outputs, a changed argument."""

    @torch.library.custom_op("aoticorpus::scaled", mutates_args=())
    def scaled(x: torch.Tensor, factor: float, sizes: Sequence[int], note: str, flag: bool = True) -> torch.Tensor:
        return x * factor + sum(sizes)

    @scaled.register_fake
    def _(x, factor, sizes, note, flag=True):
        return torch.empty_like(x)

    @torch.library.custom_op("aoticorpus::split", mutates_args=())
    def split(x: torch.Tensor) -> Tuple[torch.Tensor, torch.Tensor]:
        return x + 1, x.sum(0)

    @split.register_fake
    def _(x):
        return torch.empty_like(x), x.new_empty(x.shape[1:])

    @torch.library.custom_op("aoticorpus::raised", mutates_args=("x",))
    def raised(x: torch.Tensor, by: int) -> None:
        x.add_(by)

    @raised.register_fake
    def _(x, by):
        return None

    class Model(nn.Module):
        def forward(self, x):
            ops = torch.ops.aoticorpus
            y = ops.scaled(x.relu(), 2.5, size_list(x.shape[0], 3), 'a "quoted" note', False)
            whole, total = ops.split(y)
            twice = whole * 2
            ops.raised(twice, x.shape[0])
            return twice + total

    return Build(Model(), (torch.randn(4, 12),), {"x": {0: batch()}})


def size_list(symbol, number):
    """A list of a dynamic size and a number, where torch can put that into a package."""
    return [symbol, number] if VERSION >= (2, 9) else [symbol, symbol]


def load_compiled_ops():
    """Builds and loads the C++ operators that lie beside this file."""
    source = Path(__file__).with_name("custom_ops.cpp")
    library = Path(os.environ["AOTI_CORPUS_SCRATCH"]) / "libcorpusops.so"
    if not library.exists():
        home = Path(torch.__file__).parent
        standard = "c++20" if VERSION >= (2, 11) else "c++17"
        command = [os.environ.get("CXX", "g++"), f"-std={standard}", "-O0", "-shared", "-fPIC", str(source), "-o",
                   str(library), f"-I{home}/include", f"-I{home}/include/torch/csrc/api/include", f"-L{home}/lib",
                   "-ltorch_cpu", "-lc10", f"-D_GLIBCXX_USE_CXX11_ABI={int(torch._C._GLIBCXX_USE_CXX11_ABI)}"]
        done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        if done.returncode:
            raise RuntimeError("the C++ operators do not compile:\n" + done.stdout[-2000:])
    torch.ops.load_library(str(library))


@case(expected=(PROXY_UNCHECKED,))
def custom_op_cpp():
    """Custom operators in C++: a type and a device as arguments, SymInt sizes, lists of tensors, an absent tensor."""
    load_compiled_ops()

    class Model(nn.Module):
        def forward(self, x):
            ops = torch.ops.aoticorpuscpp
            rows = x.shape[0]
            moved = ops.shifted(x.relu(), 3, 1.5, torch.float32, torch.device("cpu"))
            several = ops.each([x, moved], None, "ab")
            return moved + several[0] + several[1], ops.padded(x, rows, size_list(rows, 3)) * 2

    return Build(Model(), (torch.randn(4, 12),), {"x": {0: batch()}})


@case(expected=(PROXY_UNCHECKED,))
def custom_op_arguments():
    """A C++ operator whose arguments are lists with gaps, absent, numbers of either kind, flags."""
    load_compiled_ops()

    class Model(nn.Module):
        def forward(self, x, y):
            ops = torch.ops.aoticorpuscpp
            one = ops.picked(x.relu(), [None, y, None, x], y, [1, -1], 5, 3, [])
            two = ops.picked(one, [y], None, [], None, 2.5, [True, False])
            ops.raise_(two, 4)
            return two * 2, ops.picked(two.t(), [None], x.t(), [0], 9223372036854775807, -2, [])

    return Build(Model(), (torch.randn(4, 12), torch.randn(4, 12)), {"x": {0: batch()}, "y": {0: batch()}})


@case(expected=(PROXY_UNCHECKED, NODES_OF_BRANCHES))
def custom_op_branches():
    """C++ operators in both branches of a condition, and behind it."""
    load_compiled_ops()
    ops = torch.ops.aoticorpuscpp

    class Model(nn.Module):
        def forward(self, which, x):
            def warm(t):
                return ops.each([t.relu(), t], None, "w")[1] + 1

            def cold(t):
                return ops.padded(t, 3, [4, 12]) + ops.each([t.sin()], t, "c")[0]

            before = ops.each([x, x], x, "before")[0]
            chosen = torch.cond(which, warm, cold, (before,))
            return ops.padded(chosen, 2, [4, 12]) * 2

    return Build(Model(), (torch.tensor(True), torch.randn(4, 12)))


@case(expected=(PROXY_UNCHECKED, NODES_UNWRITTEN))
def custom_op_loop():
    """A C++ operator in the body of a loop, and one in its condition."""
    from torch._higher_order_ops.while_loop import while_loop
    load_compiled_ops()
    ops = torch.ops.aoticorpuscpp

    class Model(nn.Module):
        def forward(self, times, x):
            def more(n, t):
                return ops.each([n], None, "ab")[0] > 0

            def step(n, t):
                return n - 1, ops.padded(t.tanh(), 3, [4, 12])

            return while_loop(more, step, (times, x))

    return Build(Model(), (torch.tensor(3), torch.randn(4, 12)))


@case(options={"aot_inductor.use_runtime_constant_folding": True}, expected=(PROXY_UNCHECKED, NODES_OF_FOLDING))
def custom_op_folded():
    """C++ operators on weights, computed while the model is loaded, and on its input."""
    load_compiled_ops()
    ops = torch.ops.aoticorpuscpp

    class Model(nn.Module):
        def __init__(self):
            super().__init__()
            self.left = nn.Parameter(torch.randn(16, 12))
            self.right = nn.Parameter(torch.randn(12, 16))

        def forward(self, x):
            weight = ops.each([self.left.relu(), self.right.t()], None, "abc")
            return ops.padded(x @ weight[0] + x @ weight[1], 1, [4, 12]) * 2

    return Build(Model(), (torch.randn(4, 16),))


@case(expected=(PROXY_UNCHECKED,), since=(2, 7))
def custom_op_named():
    """A C++ operator with a named argument that is given and one that is not, and a number among its results."""
    load_compiled_ops()

    class Model(nn.Module):
        def forward(self, x):
            return torch.ops.aoticorpuscpp.named(x.relu(), 0.25, bias=x)[0] * 2

    return Build(Model(), (torch.randn(4, 12),))


@case(expected=(PROXY_UNCHECKED, INFINITE_AS_TEXT), since=(2, 7))
def custom_op_infinite():
    """A C++ operator that is given a number without end."""
    load_compiled_ops()

    class Model(nn.Module):
        def forward(self, x):
            return torch.ops.aoticorpuscpp.named(x.relu(), float("-inf"), times=3)[0] * 2

    return Build(Model(), (torch.randn(4, 12),))


# ---- options that leave their mark

@case(options={"aot_inductor.debug_intermediate_value_printer": "2"},
      expected=(debug_leftover("made with the printer of intermediate values"),))
def printer():
    """The printer of intermediate values left on."""
    return perceptron_dynamic()


@case(options={"aot_inductor.debug_intermediate_value_printer": "1"},
      expected=(debug_leftover("made with intermediate values saved to files"),))
def saver():
    """Intermediate values saved to files."""
    return perceptron()


@case(options={"nan_asserts": True},
      expected=(Expect("aoti-debug-leftover", "made with nan_asserts, which older torch ignores on the CPU",
                       since=(2, 10), certain=((2, 13), (99, 0))),))
def nan_asserts():
    """Checks for NaN and infinity left on."""
    return perceptron()


@case(options={"cpp.enable_kernel_profile": True},
      expected=(Expect("aoti-debug-leftover", "made with the kernel profile", must=False),))
def kernel_profile():
    """Records of each kernel for the profiler."""
    return perceptron()


@case(options={"aot_inductor.check_lowerbound": False}, expected=NO_LOWER_BOUND)
def no_lower_bound():
    """A dynamic size of which only the upper bound is checked."""
    return perceptron_dynamic()


@case(options={"aot_inductor.compile_wrapper_opt_level": "O0"})
def wrapper_unoptimised():
    """The wrapper alone built without optimisation, as torch offers it for large models: no fault."""
    return perceptron()


@case(options={"aot_inductor.debug_compile": True},
      expected=(debug_leftover("all of it built without optimisation and with debug information"),))
def debug_build():
    """The whole library built for a debugger."""
    return perceptron()


@case(options={"aot_inductor.package_cpp_only": True}, quick=True)
def sources_only():
    """Sources and a build file instead of a library."""
    return perceptron_dynamic()


@case(options={"aot_inductor.model_name_for_generated_files": "my_model"})
def named_files():
    """Files that bear a name given by the user."""
    return perceptron()


# ---- several models in one package

def compiled(build, **options):
    """The files of one model, not packaged yet."""
    exported = torch.export.export(build.model.eval(), build.args, dynamic_shapes=build.dynamic)
    return torch._inductor.aot_compile(exported.module(), build.args,
                                       options={"aot_inductor.package": True, **options})


@case(packs=True)
def several_models(path):
    """Two models in one package, one of them with a dot in its name."""
    from torch._inductor.package import package_aoti

    files = {"small": compiled(perceptron()), "embed.v2": compiled(embedding_dynamic())}
    return package_aoti(str(path), files)
