"""The CPU models of the corpus that are about constants: where a package keeps them, and what they look like."""

import torch
from torch import nn

import models
from registry import Build, OUTPUT_CLONE_UNCHECKED, case

OUTSIDE = {"aot_inductor.package_constants_in_so": False}
BLOB = {"aot_inductor.package_constants_on_disk_format": "binary_blob"}
PICKLE = {**OUTSIDE, "aot_inductor.package_constants_on_disk_format": "pickle_weights"}
MAPPED = {"aot_inductor.force_mmap_weights": True}
FOLDED = {"aot_inductor.use_runtime_constant_folding": True}
SOURCES = {"aot_inductor.package_cpp_only": True}
FREEZING = {"freezing": True}


class Foldable(nn.Module):
    """Weights of which a part of the graph alone is made, so it can be computed at load."""

    def __init__(self):
        super().__init__()
        self.left = nn.Parameter(torch.randn(16, 16))
        self.right = nn.Parameter(torch.randn(16, 16))
        self.bias = nn.Parameter(torch.randn(16))
        self.register_buffer("scale", torch.randn(16))

    def forward(self, x):
        return x @ (self.left.relu() + self.right.t()) + self.bias * self.scale


@case(options=FOLDED)
def constant_folding():
    """Constants that are computed from others while the model is loaded."""
    return Build(Foldable(), (torch.randn(4, 16),), {"x": {0: models.batch()}})


@case(options=OUTSIDE)
def weights_outside():
    """No weights in the package: the program that loads it brings them."""
    return models.perceptron()


@case(options=BLOB)
def weights_blob():
    """The weights in a file of their own, as they lie in memory."""
    return models.perceptron()


@case(options=PICKLE)
def weights_pickle():
    """Each weight in a file of its own, with a list of them."""
    return models.perceptron()


@case(options=MAPPED, library=True)
def weights_mmap():
    """The weights behind the library, to be mapped."""
    return models.perceptron()


@case(options=BLOB, library=True)
def weights_blob_library():
    """The weights in a file of their own, and the library that says how large it is."""
    return models.perceptron()


@case(options={**MAPPED, **SOURCES})
def weights_mmap_sources():
    """Sources, and the weights that a library is to map in a file beside them."""
    return models.perceptron()


@case(options={"aot_inductor.use_consts_asm_build": False}, library=True)
def weights_array():
    """The weights in the library as an array of C++."""
    return models.perceptron()


class ManyConstants(nn.Module):
    """Constants of many types and sizes, one without elements, and some with gaps between their rows."""

    def __init__(self):
        super().__init__()
        self.weight = nn.Parameter(torch.randn(5, 13))
        self.narrow = nn.Parameter(torch.randn(11, 13).half())
        self.register_buffer("table", torch.arange(77).reshape(7, 11))
        self.register_buffer("mask", torch.rand(3, 13) > 0.5)
        self.register_buffer("small", torch.arange(39, dtype=torch.uint8).reshape(3, 13))
        self.register_buffer("columns", torch.randn(13, 9).t())
        self.register_buffer("nothing", torch.zeros(0, 13))
        self.register_buffer("rows", torch.randn(6, 26)[:, :13])
        self.register_buffer("wide", torch.randn(13, 13, dtype=torch.float64))

    def forward(self, x):
        y = x @ self.weight.t()
        z = x @ self.narrow.float().t()
        taken = x[:, :7] @ self.table.float()
        kept = torch.where(self.mask, x[:3], self.small.float())
        more = torch.cat([self.nothing, self.columns, self.rows, x]) @ self.wide.float()
        return y, z, taken, kept, more


@case(library=True)
def weights_many_kinds():
    """Constants of many types and sizes in the library."""
    return Build(ManyConstants(), (torch.randn(4, 13),))


@case(options=BLOB)
def weights_many_kinds_blob():
    """Constants of many types and sizes in a file of their own."""
    return Build(ManyConstants(), (torch.randn(4, 13),))


@case(options=PICKLE, since=(2, 10))
def weights_many_kinds_pickle():
    """Constants of many types and sizes in files of their own."""
    return Build(ManyConstants(), (torch.randn(4, 13),))


@case(options=FOLDED, library=True)
def weights_folded_library():
    """Constants that are computed from others, and a library that holds the others only."""
    return Build(Foldable(), (torch.randn(4, 16),), {"x": {0: models.batch()}})


@case(library=True)
def weights_none():
    """A model without weights, and the library of it."""

    class Model(nn.Module):
        def forward(self, x):
            return x.relu() + 1

    return Build(Model(), (torch.randn(4, 16),))


@case(options=FREEZING)
def frozen():
    """Constants packed for mkldnn at build time, where the machine has it."""
    model = nn.Sequential(nn.Linear(16, 32), nn.ReLU(), nn.Linear(32, 12))
    return Build(model, (torch.randn(4, 16),))


# ---- constants that are easily taken for wrong ones

class Shared(nn.Module):
    """Buffers that are views of one storage, with offsets, gaps and steps of 0 and in another order."""

    def __init__(self):
        super().__init__()
        base = torch.randn(12, 32)
        self.register_buffer("middle", base[3:9])
        self.register_buffer("turned", base.t()[8:24])
        self.register_buffer("tail", base[9:, 5:21])
        self.register_buffer("same_row", torch.randn(1, 32).expand(9, 32))
        self.register_buffer("same_number", torch.randn(1, 1).expand(9, 32))
        self.register_buffer("nothing_left", base[12:])
        self.register_buffer("one", torch.tensor(2.5))
        self.tied = nn.Parameter(torch.randn(32, 32))
        self.tied_again = self.tied

    def forward(self, x):
        y = torch.cat([x, self.middle, self.same_row, self.same_number, self.nothing_left]) * self.one
        return y @ self.tied, y @ self.tied_again.t(), y[:, :16] @ self.turned, self.tail * 2


def shared():
    return Build(Shared(), (torch.randn(9, 32),))


@case(options=BLOB)
def weights_views_blob():
    """Views of one storage, expanded ones and tied weights, in a file of their own."""
    return shared()


@case(library=True)
def weights_views_library():
    """Views of one storage, expanded ones and tied weights, in the library."""
    return shared()


@case(options=PICKLE, since=(2, 15))
def weights_views_pickle():
    """Views of one storage, expanded ones and tied weights, in files of their own."""
    return shared()


@case(options={**MAPPED, **SOURCES})
def weights_views_mmap_sources():
    """Sources, and views of one storage in a file that a library is to map."""
    return shared()


@case(options=FOLDED, expected=(OUTPUT_CLONE_UNCHECKED,))
def weights_views_folded():
    """Views of one storage, with parts of the graph that are computed while the model is loaded."""
    return shared()


class Unusual(nn.Module):
    """Constants of the types that few models have."""

    def __init__(self):
        super().__init__()
        self.register_buffer("truth", torch.rand(5, 13) > 0.5)
        self.register_buffer("brain", torch.randn(5, 13).bfloat16())
        self.register_buffer("eighth", torch.randn(5, 13).to(torch.float8_e4m3fn))
        self.register_buffer("eighth_wide", torch.randn(3, 13).to(torch.float8_e5m2))
        self.register_buffer("phase", torch.randn(5, 13, dtype=torch.complex64))
        self.register_buffer("phase_wide", torch.randn(5, 13, dtype=torch.complex128))
        self.register_buffer("whole", torch.arange(65).reshape(5, 13).to(torch.int16))

    def forward(self, x):
        kept = torch.where(self.truth, x, self.brain.float()) + self.eighth.float() + self.whole
        return kept, self.eighth_wide.float().sum(0) + x, torch.view_as_real(self.phase * 2), torch.view_as_real(self.phase_wide + 1)


@case(library=True)
def weights_unusual_types():
    """Truth values, bfloat16, 8-bit floats and complex numbers in the library."""
    return Build(Unusual(), (torch.randn(5, 13),))


@case(options=BLOB)
def weights_unusual_types_blob():
    """Truth values, bfloat16, 8-bit floats and complex numbers in a file of their own."""
    return Build(Unusual(), (torch.randn(5, 13),))


def many_layers():
    layers = []
    for width in range(40):
        layers += [nn.Linear(12, 12), nn.Tanh() if width % 2 else nn.ReLU()]
    return Build(nn.Sequential(*layers), (torch.randn(4, 12),))


@case(library=True)
def weights_eighty():
    """80 constants of two sizes in the library."""
    return many_layers()


@case(options=BLOB)
def weights_eighty_blob():
    """80 constants of two sizes in a file of their own."""
    return many_layers()


class Quantised(nn.Module):
    """8-bit weights with their scales and zero points."""

    def __init__(self):
        super().__init__()
        self.register_buffer("weight", torch.randint(-128, 127, (24, 16), dtype=torch.int8))
        self.register_buffer("scales", torch.rand(24) + 0.1)
        self.register_buffer("zeros", torch.randint(-4, 4, (24,), dtype=torch.int8))

    def forward(self, x):
        weight = (self.weight.float() - self.zeros.float()[:, None]) * self.scales[:, None]
        return x @ weight.t(), (x @ self.weight.t().float()) * self.scales


@case(library=True)
def weights_quantised():
    """8-bit weights in the library."""
    return Build(Quantised(), (torch.randn(4, 16),))


@case(options={**FREEZING, **BLOB})
def weights_quantised_frozen():
    """8-bit weights that are computed at build time, in a file of their own."""
    return Build(Quantised(), (torch.randn(4, 16),))


@case(options=FREEZING, library=True)
def weights_packed_library():
    """Weights packed for mkldnn in the library."""
    model = nn.Sequential(nn.Linear(16, 32), nn.ReLU(), nn.Linear(32, 12))
    return Build(model, (torch.randn(4, 16),))


@case(options={**FREEZING, **BLOB})
def weights_packed_convolution_blob():
    """Convolutions whose weights are packed for mkldnn, in a file of their own."""
    model = nn.Sequential(nn.Conv2d(3, 16, 3, padding=1), nn.ReLU(), nn.Conv2d(16, 8, 3))
    return Build(model, (torch.randn(2, 3, 12, 12),))


@case(options={**SOURCES, **BLOB})
def weights_blob_sources():
    """Sources, and the weights in a file of their own."""
    return models.perceptron()


@case(options={**SOURCES, **OUTSIDE})
def weights_outside_sources():
    """Sources without weights."""
    return models.perceptron()


@case(options=SOURCES)
def weights_many_kinds_sources():
    """Sources, and constants of many types in an object file."""
    return Build(ManyConstants(), (torch.randn(4, 13),))


class FoldableViews(nn.Module):
    """What is computed from constants alone is turned, sliced, expanded, of other types, and a constant itself."""

    def __init__(self):
        super().__init__()
        self.weight = nn.Parameter(torch.randn(24, 16))
        self.tied = self.weight
        self.register_buffer("mask", torch.rand(24, 16) > 0.5)
        self.register_buffer("places", torch.arange(24).flip(0))

    def forward(self, x):
        turned = (self.weight * 2).t()
        part = self.tied.relu()[4:12, 2:14]
        wide = self.weight.sum(1, keepdim=True).expand(24, 16)
        kept = torch.where(self.mask, self.weight, 0.0).half()
        return (x @ turned, x[:, :12] @ part.t(), (x @ wide.t()).tanh(), x.half() @ kept.t(), x @ self.weight[self.places].t(),
                self.mask.t() & (x[:1, :1] > 0))


@case(options=FOLDED, expected=(OUTPUT_CLONE_UNCHECKED,))
def folded_views():
    """Computed constants that are turned, sliced and expanded."""
    return Build(FoldableViews(), (torch.randn(4, 16),), {"x": {0: models.batch()}})


@case(options={**FOLDED, **BLOB}, expected=(OUTPUT_CLONE_UNCHECKED,))
def folded_tied_blob():
    """Tied weights, which folding at load keeps apart, with the weights in a file of their own."""

    class Model(nn.Module):
        def __init__(self):
            super().__init__()
            self.embed = nn.Embedding(32, 16)
            self.head = nn.Linear(16, 32, bias=False)
            self.head.weight = self.embed.weight
            self.register_buffer("shift", torch.randn(16))

        def forward(self, tokens):
            return self.head(self.embed(tokens).relu() + self.shift.exp()) * 2

    return Build(Model(), (torch.randint(0, 32, (4, 5)),))
