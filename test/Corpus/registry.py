"""What a model of the corpus says about itself: how it is built, with which options, and the findings to expect."""

import dataclasses
from typing import Any, Callable

CASES: dict[tuple[str, str], "Case"] = {}


class Skip(Exception):
    """Raised by a model that this torch or this machine cannot build, with the reason."""


@dataclasses.dataclass(frozen=True)
class Expect:
    """A finding that torch itself causes in the package.

    `since` and `before` bound the torch versions that cause it. `must`: the finding has to be there; otherwise it only
    may be. `certain` bounds the versions for which `must` holds, where the change in torch lies between two that were
    looked at.
    """

    rule: str
    because: str
    since: tuple[int, int] = (0, 0)
    before: tuple[int, int] = (99, 0)
    must: bool = True
    certain: tuple[tuple[int, int], tuple[int, int]] = ((0, 0), (99, 0))

    def at(self, version):
        """The manifest's entry for this torch version, or None where the finding would be wrong."""
        if not self.since <= version < self.before:
            return None
        must = self.must and self.certain[0] <= version < self.certain[1]
        return {"rule": self.rule, "must": must, "because": self.because}


@dataclasses.dataclass
class Build:
    """A model, ready for export. `dynamic` is the dynamic_shapes of torch.export."""

    model: Any
    args: tuple
    dynamic: Any = None
    kwargs: Any = None


@dataclasses.dataclass(frozen=True)
class Case:
    """One package to be made.

    `make` returns a Build, or, where `packs`, writes the package itself and gets its path. `library`: the package makes
    no sense without the compiled library. `card`: the compute capability of the card that it is built for, if not the
    usual one.
    """

    name: str
    device: str
    about: str
    make: Callable
    options: dict
    expected: tuple[Expect, ...]
    since: tuple[int, int]
    before: tuple[int, int]
    quick: bool
    packs: bool
    library: bool
    card: tuple[int, int] | None

    def expected_at(self, version):
        """The expected findings, for the manifest of packages made with this torch version."""
        return [found for found in (expect.at(version) for expect in self.expected) if found]


def case(device="cpu", options=None, expected=(), since=(2, 6), before=(99, 0), quick=False, packs=False,
         library=False, card=None):
    """Registers a function as a model. Its name is the package's name, its docstring says what the package is for."""

    def register(function):
        key = (device, function.__name__)
        if key in CASES:
            raise ValueError(f"two models are called {device}/{function.__name__}")
        about = " ".join((function.__doc__ or "").split())
        if not about:
            raise ValueError(f"{device}/{function.__name__} does not say what it is for")
        CASES[key] = Case(function.__name__, device, about, function, dict(options or {}), tuple(expected), since,
                          before, quick, packs, library, card)
        return function

    return register


def debug_leftover(why):
    return Expect("aoti-debug-leftover", why)


PROXY_UNCHECKED = Expect("aoti-unchecked-error", "the result of a proxy executor call is not looked at",
                         before=(2, 13), certain=((2, 6), (2, 10)))
# In old torch the nodes of branches and loops, and in newer ones those of folded constants, count from 0 like those of
# the model, and are not in its file.
NODES_OF_BRANCHES = Expect("aoti-proxy-contract", "calls in branches name nodes of the model's", before=(2, 9),
                           certain=((2, 6), (2, 7)))
NODES_OF_FOLDING = Expect("aoti-proxy-contract", "calls that fold constants name nodes of the model's",
                          before=(2, 15), certain=((2, 6), (2, 14)))
NODES_UNWRITTEN = Expect("aoti-package-layout", "the nodes of other graphs than the model's are written to no file",
                         before=(2, 9), certain=((2, 6), (2, 7)))
INFINITE_AS_TEXT = Expect("aoti-proxy-contract", "a number without end is written as a text, which cannot be loaded")
SCATTER_UNCHECKED = Expect("aoti-unchecked-error", "the result of a scatter call is not looked at",
                           before=(2, 15), certain=((2, 6), (2, 14)))
OUTPUT_CLONE_UNCHECKED = Expect("aoti-unchecked-error",
                                "a constant that is an output is copied by a call whose result is not looked at",
                                before=(2, 15), certain=((2, 6), (2, 14)))
CLONE_UNCHECKED = Expect("aoti-unchecked-error",
                         "the copy of a misaligned input is made by a call whose result is not looked at",
                         since=(2, 7), before=(2, 15), certain=((2, 9), (2, 14)))
SHARED_DIM_UNCHECKED = (
    Expect("aoti-kernel-access-out-of-bounds", "nothing compares a size that two inputs share", before=(2, 13),
           must=False),
    Expect("aoti-input-contract", "nothing compares a size that two inputs share", before=(2, 13), must=False),
    Expect("aoti-triton-index-out-of-bounds", "nothing compares a size that two inputs share", before=(2, 13),
           must=False))
HALF_CUT = Expect("aoti-size-truncation", "a number that a size is solved for is cut where the size is no multiple",
                  since=(2, 7), certain=((2, 9), (99, 0)))
NO_INDEX_CHECK = (
    Expect("aoti-kernel-access-out-of-bounds", "an index from memory that no check bounds", must=False),
    Expect("aoti-triton-index-out-of-bounds", "an index from memory that no check bounds", must=False))
