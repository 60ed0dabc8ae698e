"""What a way to break a package is: a function that yields copies with one change that is truly wrong."""

import dataclasses
from typing import Callable

KINDS: dict[str, "Kind"] = {}


@dataclasses.dataclass(frozen=True)
class Kind:
    """A way to break a package. `about` says what is wrong then, `make` yields the changed copies of a model."""

    name: str
    rule: str
    about: str
    make: Callable


@dataclasses.dataclass
class Mutant:
    """A changed source. A finding of the kind's rule has to stand on one of the lines `at`, and none elsewhere;
    a line of another file is (its name, line).

    `also`: rules that may say the same thing in their words, each with the lines where they may (None: anywhere).
    """

    source: object
    lines: list
    at: set
    also: dict
    why: str

    @property
    def text(self):
        return "\n".join(self.lines)


def kind(rule):
    """Registers a function as a kind, of the rule that has to find what it breaks; its docstring says what is wrong."""

    def register(function):
        if function.__name__ in KINDS:
            raise ValueError(f"two kinds are called {function.__name__}")
        about = " ".join(function.__doc__.split())
        KINDS[function.__name__] = Kind(function.__name__, rule, about, function)
        return function

    return register


def mutant(edit, at, why, also=None, within=()):
    """`within`: (first, last) lines of a range, all of which are right places, too."""
    lines = {edit.number(line) for line in at}
    for first, last in within:
        lines.update(range(edit.number(first), edit.number(last) + 1))
    places = {rule: None if where is None else {edit.number(line) for line in where}
              for rule, where in (also or {}).items()}
    return Mutant(edit.source, edit.lines, lines, places, why)


def lines_of(edit, places):
    """The lines that stand now where lines of the source stood."""
    wanted = set(places)
    return [line for line in edit.lines if line.origin in wanted]
