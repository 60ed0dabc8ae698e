#!/usr/bin/env python3
"""Asks the prover of lib/Symbolic and Z3 the same questions about sizes: random ones, or what the rules ask of packages.

    z3_oracle.py BINARY [--questions N] [--seed N] [--timeout MS]
    z3_oracle.py BINARY --recorder BINARY --packages DIR [--timeout MS]
    z3_oracle.py BINARY --from FILE [--timeout MS]

BINARY is SymbolicVerdicts. The recorder is SymbolicQuestions; it runs the rules over the packages below DIR and writes down
what they ask. FILE holds questions that were written down. Up to --questions more are made by changing those a little. A proof for which Z3 finds a point where it fails, a range that does not hold, or a
counterexample that is none is an error; the points are checked by exact evaluation here. What Z3 can prove and the
prover cannot is counted only. Exit 77 (skipped) when Z3 is not installed or there are no packages.
"""

import argparse
import pathlib
import random
import re
import subprocess
import sys
import tempfile

try:
    import z3
except ImportError:
    print("skipped: the Python package 'z3-solver' is not installed")
    sys.exit(77)


class Undefined(Exception):
    pass


class Maker:
    """Random expressions as nested tuples; leaves are integers and names."""

    def __init__(self, rng, names):
        self.rng = rng
        self.names = names

    def leaf(self):
        return self.rng.randint(-4, 24) if self.rng.random() < 0.25 else self.rng.choice(self.names)

    def divisor(self, depth):
        return self.rng.choice([2, 3, 4, 8, 16, 64]) if self.rng.random() < 0.6 else self.expression(depth)

    def expression(self, depth):
        if depth == 0:
            return self.leaf()
        op = self.rng.choices(["+", "-", "*", "c*", "floordiv", "floormod", "truncdiv", "truncrem", "min", "max", "align", "if"],
                              [5, 3, 2, 3, 3, 3, 1, 1, 1, 1, 1, 1])[0]
        if op == "c*":
            return ("*", self.rng.choice([-3, -1, 2, 4, 16]), self.expression(depth - 1))
        if op in ("floordiv", "floormod", "truncdiv", "truncrem"):
            return (op, self.expression(depth - 1), self.divisor(depth - 1))
        if op == "align":
            return (op, self.expression(depth - 1), self.rng.choice([2, 16, 64]))
        if op == "if":
            comparison = (self.rng.choice(["<=", "<", "==", "!="]), self.expression(depth - 1), self.expression(depth - 1))
            return ("if", comparison, self.expression(depth - 1), self.expression(depth - 1))
        return (op, self.expression(depth - 1), self.expression(depth - 1))


class Question:
    def __init__(self):
        self.ranges = {}
        self.ranks = {}
        self.progressions = {}
        self.facts = []
        self.nonzeros = []
        self.sides = None

    def lines(self):
        for name, (lo, hi) in self.ranges.items():
            yield f"range {name} {'*' if lo is None else lo} {'*' if hi is None else hi}"
        for name, rank in self.ranks.items():
            yield f"rank {name} {rank}"
        for name, (init, step) in self.progressions.items():
            yield f"progression {name} {text(init)} {text(step)}"
        for fact in self.facts:
            yield f"fact {text(fact)}"
        for e in self.nonzeros:
            yield f"nonzero {text(e)}"
        yield f"ask {text(self.sides[0])} {text(self.sides[1])}"


def text(e):
    return str(e) if not isinstance(e, tuple) else "(" + " ".join(text(x) for x in e) + ")"


def parsed(line):
    """The values of a line: words, integers and nested tuples."""
    stack = [[]]
    for token in re.findall(r"[()]|[^\s()]+", line):
        if token == "(":
            stack.append([])
        elif token == ")":
            inner = tuple(stack.pop())
            stack[-1].append(inner)
        else:
            stack[-1].append(int(token) if re.fullmatch(r"-?\d+", token) else token)
    return stack[0]


def read_questions(path):
    questions, q = [], Question()
    for line in pathlib.Path(path).read_text().splitlines():
        verb, *rest = parsed(line)
        if verb == "range":
            q.ranges[rest[0]] = tuple(None if end == "*" else end for end in rest[1:])
        elif verb == "rank":
            q.ranks[rest[0]] = rest[1]
        elif verb == "progression":
            q.progressions[rest[0]] = tuple(rest[1:])
        elif verb == "fact":
            q.facts.append(rest[0])
        elif verb == "nonzero":
            q.nonzeros.append(rest[0])
        else:
            q.sides = tuple(rest)
            questions.append(q)
            q = Question()
    return questions


def record(recorder, packages):
    """What the rules ask of the packages below a folder; none when there are no packages."""
    found = sorted(str(p) for p in packages.rglob("*.pt2")) or sorted(str(p.parent) for p in packages.rglob("*_metadata.json"))
    if not found:
        return []
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "questions"
        subprocess.run([recorder, path, "--checks=aoti-*", "--advice", *found], stdout=subprocess.DEVNULL, check=True)
        return read_questions(path)


def variations(questions, rng, count):
    """Questions beside the given ones: one more or less, twice, the other way round, and sides of two that know the same symbols."""
    made, alike = {}, {}

    def add(q, a, b):
        new = Question()
        new.ranges, new.ranks, new.progressions, new.facts, new.nonzeros, new.sides = q.ranges, q.ranks, q.progressions, q.facts, q.nonzeros, (a, b)
        made.setdefault("\n".join(new.lines()), new)

    for q in questions:
        a, b = q.sides
        for left, right in ((b, a), (("+", a, 1), b), (a, ("-", b, 1)), (a, ("-", b, 64)), (("*", 2, a), b), (a, ("floordiv", b, 2)),
                            (("align", a, 64), b), (a, ("align", b, 64))):
            add(q, left, right)
        alike.setdefault(tuple(sorted(q.ranges.items())), []).append(q)
    groups = [g for g in alike.values() if len(g) > 1]
    for _ in range(8 * count if groups else 0):
        if len(made) >= count:
            break
        q, other = rng.sample(rng.choice(groups), 2)
        if set().union(*map(symbols, other.sides)) <= set(q.ranges):
            add(q, rng.choice(q.sides), rng.choice(other.sides))
    asked = {"\n".join(q.lines()) for q in questions}
    return [q for text, q in made.items() if text not in asked]


def any_question(rng):
    """Anything over three symbols, some of them without an end."""
    q = Question()
    names = ["a", "b", "c"]
    make = Maker(rng, names)
    for name in names:
        lo = rng.choice([0, 0, 1, 2, 2, rng.randint(-5, 5)])
        q.ranges[name] = (lo, rng.choice([None, None, lo + rng.randint(0, 3), lo + rng.randint(0, 100)]))
    for _ in range(rng.choice([0, 0, 1, 2])):
        q.facts.append(("+", make.expression(rng.randint(1, 2)), rng.randint(0, 20)))
    a, b = make.expression(rng.randint(1, 3)), make.expression(rng.randint(0, 3))
    if rng.random() < 0.5:
        b = ("+", b, rng.randint(0, 40))
    q.sides = (a, b)
    return q


def index_question(rng):
    """An index of a loop nest against the extent of a buffer, as generated code has them; often off by a little."""
    q = Question()
    sizes = ["s0", "s1", "s2"]
    for name in sizes:
        lo = rng.choice([0, 0, 1, 2])
        q.ranges[name] = (lo, rng.choice([None, None, 64, 1024]))
    dims = [rng.choice(sizes + [8, 16, 3, ("*", 2, "s0"), ("+", "s1", 1)]) for _ in range(rng.randint(1, 3))]
    total = 1
    for d in dims:
        total = ("*", total, d)
    slack = rng.choice([0, 0, 0, 1, 2, -1])
    kind = rng.randrange(4)
    if kind == 0:  # a nest
        index = 0
        for i, d in enumerate(dims):
            name = f"x{i}"
            q.ranges[name] = (0, None)
            q.ranks[name] = i + 1
            q.facts.append(("-", ("-", d, 1), name))
            index = ("+", ("*", index, d), name)
        if rng.random() < 0.3 and len(dims) == 2:
            index = ("+", "x0", ("*", "x1", dims[0]))
        q.sides = (("+", index, 1 + slack), total)
    elif kind == 1:  # vectors
        step = rng.choice([4, 8, 16])
        q.ranges["x0"] = (0, None)
        q.progressions["x0"] = (0, step)
        end = rng.choice([total, ("*", step, ("floordiv", total, step)), ("floordiv", total, 2)])
        q.facts.append(("-", ("-", end, 1), "x0"))
        q.sides = (("+", "x0", rng.choice([1, step, step, step + 1])), total)
    elif kind == 2:  # one index, taken apart
        q.ranges["x0"] = (0, None)
        q.ranks["x0"] = 1
        q.facts.append(("-", ("-", total, 1), "x0"))
        rest, index, stride = "x0", 0, 1
        parts = []
        for d in reversed(dims):
            parts.append((("floormod", rest, d), d))
            rest = ("floordiv", rest, d)
        rng.shuffle(parts)
        for part, d in parts:
            index = ("+", index, ("*", stride, part))
            stride = ("*", stride, d)
        q.sides = (("+", index, 1 + slack), total)
    else:  # a view
        strides, stride = [], 1
        for d in reversed(dims):
            strides.insert(0, stride)
            stride = ("*", stride, d)
        extent = 1
        for d, s in zip(dims, strides):
            extent = ("+", extent, ("*", ("-", d, 1), s))
        view = list(zip(dims, strides))
        rng.shuffle(view)
        offset = rng.choice([0, 0, rng.randint(0, 20), "s2"])
        size = ("+", 1, offset)
        for d, s in view:
            d = rng.choice([d, d, d, ("floordiv", d, 2), ("min", d, 4), ("-", d, 1)])
            size = ("+", size, ("*", ("-", d, 1), s))
        if rng.random() < 0.3:
            size, extent = ("align", ("*", 4, size), 64), ("+", ("*", 4, extent), rng.choice([60, 63, 32]))
        q.sides = (size, extent)
    return q


def value(e, point):
    """The value of an expression at a point, by Python's integers."""
    if isinstance(e, int):
        return e
    if isinstance(e, str):
        return point[e]
    op = e[0]
    if op == "if":
        c, x, y = e[1][0], value(e[1][1], point), value(e[1][2], point)
        holds = {"<=": x <= y, "<": x < y, "==": x == y, "!=": x != y}[c]
        return value(e[2 if holds else 3], point)
    x, y = value(e[1], point), value(e[2], point)
    if op in ("floordiv", "floormod", "truncdiv", "truncrem") and y == 0:
        raise Undefined
    if op == "+":
        return x + y
    if op == "-":
        return x - y
    if op == "*":
        return x * y
    if op == "floordiv":
        return x // y
    if op == "floormod":
        return x % y
    if op == "truncdiv":
        return abs(x) // abs(y) * (1 if (x < 0) == (y < 0) else -1)
    if op == "truncrem":
        return abs(x) % abs(y) * (-1 if x < 0 else 1)
    if op == "min":
        return min(x, y)
    if op == "max":
        return max(x, y)
    if op == "align":
        return (x + y - 1) & -y
    raise AssertionError(op)


def admitted(q, point):
    for name, (lo, hi) in q.ranges.items():
        if name in point and ((lo is not None and point[name] < lo) or (hi is not None and point[name] > hi)):
            return False
    for name, (init, step) in q.progressions.items():
        init, step = value(init, point), value(step, point)
        if step < 1 or point[name] < init or (point[name] - init) % step:
            return False
    return all(value(f, point) >= 0 for f in q.facts) and all(value(e, point) != 0 for e in q.nonzeros)


def encode(e, names, defined):
    """The Z3 term of an expression; adds what makes it meaningful to `defined`."""
    if isinstance(e, int):
        return z3.IntVal(e)
    if isinstance(e, str):
        return names.setdefault(e, z3.Int(e))
    op = e[0]
    if op == "if":
        x, y = encode(e[1][1], names, defined), encode(e[1][2], names, defined)
        c = {"<=": x <= y, "<": x < y, "==": x == y, "!=": x != y}[e[1][0]]
        left, right = [], []
        a, b = encode(e[2], names, left), encode(e[3], names, right)
        defined += [z3.Implies(c, d) for d in left] + [z3.Implies(z3.Not(c), d) for d in right]
        return z3.If(c, a, b)
    x, y = encode(e[1], names, defined), encode(e[2], names, defined)
    if op == "+":
        return x + y
    if op == "-":
        return x - y
    if op == "*":
        return x * y
    if op == "min":
        return z3.If(x <= y, x, y)
    if op == "max":
        return z3.If(x >= y, x, y)
    if op == "align":
        return (x + y - 1) / y * y
    defined.append(y != 0)
    positive = isinstance(e[2], int) and e[2] > 0
    up, vp = (x, y) if positive else (z3.If(y > 0, x, -x), z3.If(y > 0, y, -y))
    if op == "floordiv":
        return up / vp
    if op == "floormod":
        return x - y * (up / vp)
    quotient = z3.If(up >= 0, up / vp, -((-up) / vp))
    return quotient if op == "truncdiv" else x - y * quotient


def satisfiable(q, goal, timeout):
    """A point that is admitted and where `goal(A, B)` holds; True for a point of values too large to check; None when
    there is none; "unknown"."""
    names, defined = {}, []
    solver = z3.Solver()
    solver.set("timeout", timeout)
    for fact in q.facts:
        solver.add(encode(fact, names, defined) >= 0)
    for e in q.nonzeros:
        solver.add(encode(e, names, defined) != 0)
    a, b = (encode(e, names, defined) for e in q.sides)
    for name, (init, step) in q.progressions.items():
        k = z3.Int(name + "!k")
        solver.add(k >= 0, names.setdefault(name, z3.Int(name)) == encode(init, names, defined) + k * encode(step, names, defined))
    for name, (lo, hi) in q.ranges.items():
        symbol = names.setdefault(name, z3.Int(name))
        if lo is not None:
            solver.add(symbol >= lo)
        if hi is not None:
            solver.add(symbol <= hi)
    solver.add(*defined)
    solver.add(goal(a, b))
    answer = solver.check()
    if answer == z3.unsat:
        return None
    if answer == z3.unknown:
        return "unknown"
    model = solver.model()
    return {name: model.eval(symbol, model_completion=True).as_long() for name, symbol in names.items()}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("binary")
    parser.add_argument("--questions", type=int, default=3000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--timeout", type=int, default=100, help="milliseconds for one question to Z3")
    parser.add_argument("--all", action="store_true", help="ask Z3 about what the prover left open too")
    parser.add_argument("--show", action="store_true", help="print what Z3 proves and the prover does not")
    parser.add_argument("--recorder", help="SymbolicQuestions")
    parser.add_argument("--packages", type=pathlib.Path, help="ask what the rules ask of the packages below this folder")
    parser.add_argument("--from", dest="source", help="ask the questions of this file")
    options = parser.parse_args()

    is_random = not options.packages and not options.source
    rng = random.Random(options.seed)
    if options.packages:
        questions = record(options.recorder, options.packages)
        if not questions:
            print(f"skipped: no packages in '{options.packages}'")
            return 77
    elif options.source:
        questions = read_questions(options.source)
    else:
        questions = [index_question(rng) if i % 2 else any_question(rng) for i in range(options.questions)]
    if not is_random:
        recorded = len(questions)
        questions += variations(questions, rng, options.questions)
        print(f"{recorded} questions of the rules, and {len(questions) - recorded} beside them")

    sent = "".join(line + "\n" for q in questions for line in q.lines())
    done = subprocess.run([options.binary], input=sent, capture_output=True, text=True)
    if done.returncode != 0:
        print(f"the prover failed with {done.returncode}: {done.stderr}")
        return 1
    answers = done.stdout.splitlines()
    if len(answers) != len(questions):
        print(f"{len(questions)} questions, {len(answers)} answers")
        return 1

    count = {}

    def tally(what):
        count[what] = count.get(what, 0) + 1

    errors = 0

    def error(what, q, answer, point):
        nonlocal errors
        errors += 1
        print(f"error: {what} at {point}\n  " + "\n  ".join(q.lines()) + f"\n  answer {answer}")

    def check(what, q, answer, goal, holds):
        """No admitted point may satisfy `goal`; a point of Z3 counts when `holds` says so too."""
        point = satisfiable(q, goal, options.timeout)
        if point is None:
            tally(what + " confirmed")
        elif point == "unknown":
            tally(what + " not decided by Z3")
        else:
            try:
                real = admitted(q, point) and holds(*(value(e, point) for e in q.sides))
            except Undefined:
                real = False
            if real:
                error(what + " is wrong", q, answer, point)
            else:
                tally(what + " with a wrong point of Z3")

    for q, answer in zip(questions, answers):
        verdict, lo, hi, found = answer.split(" ")
        tally(verdict)
        if verdict == "true":
            check("proof", q, answer, lambda a, b: a > b, lambda a, b: a > b)
        elif verdict == "false":
            check("disproof", q, answer, lambda a, b: a <= b, lambda a, b: a <= b)
        elif options.all and found == "-":
            if satisfiable(q, lambda a, b: a > b, options.timeout) is None:
                tally("proved by Z3 only")
                if options.show:
                    print("\n  ".join(["proved by Z3 only:", *q.lines()]))
        if lo != "*":
            check("lower end", q, answer, lambda a, b: a < int(lo), lambda a, b: a < int(lo))
        if hi != "*":
            check("upper end", q, answer, lambda a, b: a > int(hi), lambda a, b: a > int(hi))
        if found != "-":
            point = {name: int(v) for name, v in (pair.split("=") for pair in found.split(",") if pair)}
            for name, (low, high) in q.ranges.items():  # those that do not matter
                point.setdefault(name, low if low is not None else high if high is not None else 0)
            missing = [f for f in q.facts if not all(n in found.replace("=", " ").replace(",", " ").split() for n in symbols(f))]
            try:
                related = Question()
                related.ranges, related.progressions = q.ranges, {n: p for n, p in q.progressions.items() if n + "=" in found}
                related.facts = [f for f in q.facts if f not in missing]
                related.nonzeros = [e for e in q.nonzeros if all(n + "=" in found for n in symbols(e))]
                real = admitted(related, point) and value(q.sides[0], point) > value(q.sides[1], point)
            except Undefined:  # a quotient that cancels out
                tally("counterexample where a divisor is zero")
                continue
            if real:
                tally("counterexample confirmed")
            else:
                error("counterexample is wrong", q, answer, point)

    for what in sorted(count):
        print(f"{count[what]:6} {what}")
    expected = {what: options.questions // 50 for what in ("true", "false", "counterexample confirmed", "proof confirmed")}
    if not is_random:  # sound packages give proofs
        expected = {"proof confirmed": len(questions) // 10}
    for what, least in expected.items():
        if count.get(what, 0) < least:
            print(f"error: too few questions say anything about '{what}'")
            errors += 1
    print(f"{len(questions)} questions, {errors} errors")
    return 1 if errors else 0


def symbols(e):
    if isinstance(e, str):
        return {e}
    if isinstance(e, tuple):
        return set().union(*(symbols(x) for x in e[1:] if not isinstance(x, str) or x.isidentifier()))
    return set()


if __name__ == "__main__":
    sys.exit(main())
