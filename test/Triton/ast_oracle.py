#!/usr/bin/env python3
"""Compares the trees that the parser of Python makes with those of Python's own `ast`: ast_oracle.py TRITON_TREES PATH...

Takes Python files, C++ files with kernels of Triton in their comments, folders and packages (.pt2) of these. All trees must be equal, with
the places of all nodes, and the kernels of a C++ file must be those that a look at its text finds."""

import argparse
import ast
import json
import os
import re
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path

UNREAD = (ast.AsyncFunctionDef, ast.AsyncFor, ast.AsyncWith, ast.Match, getattr(ast, "TypeAlias", ast.Match))
TRY_STAR = getattr(ast, "TryStar", ast.Match)
BINARY = {ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.MatMult: "@", ast.Div: "/", ast.Mod: "%", ast.Pow: "**", ast.LShift: "<<",
          ast.RShift: ">>", ast.BitOr: "|", ast.BitXor: "^", ast.BitAnd: "&", ast.FloorDiv: "//"}
UNARY = {ast.Invert: "~", ast.Not: "not", ast.UAdd: "+", ast.USub: "-"}
COMPARE = {ast.Eq: "==", ast.NotEq: "!=", ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">=", ast.Is: "is", ast.IsNot: "is not",
           ast.In: "in", ast.NotIn: "not in"}


ROOT = Path(__file__).resolve().parents[2]


class Shower:
    """Python's tree in the form in which TritonTrees prints ours."""

    def __init__(self, text):
        self.text = text.encode()
        # A piece that is indented as a whole stands in a block of its own.
        first = next((line for line in text.split("\n") if line.strip() and not line.lstrip().startswith("#")), "")
        self.is_indented = first[:1] in (" ", "\t")
        self.shift = len("if 1:\n") if self.is_indented else 0
        source = self.text if not self.is_indented else b"if 1:\n" + self.text
        self.starts = [0]
        for line in re.findall(rb"[^\n]*\n|[^\n]+$", source):
            self.starts.append(self.starts[-1] + len(line))
        self.tree = ast.parse(source)

    def place(self, line, column):
        return self.starts[line - 1] + column - self.shift

    def begin(self, node):
        return self.place(node.lineno, node.col_offset)

    def end(self, node):
        return self.place(node.end_lineno, node.end_col_offset)

    def show(self):
        body = self.tree.body[0].body if self.is_indented else self.tree.body
        # What follows the block with less indentation stands beside it.
        return [self.stmt(s) for s in body + (self.tree.body[1:] if self.is_indented else [])]

    def node(self, kind, e, text, children, *more):
        return [kind, self.begin(e), self.end(e), text, children, *more]

    def exprs(self, items):
        return [self.expr(e) for e in items]

    def in_order(self, *groups):
        return self.exprs(sorted((e for group in groups for e in group), key=self.begin))

    def expr(self, e):
        if e is None:
            return None
        match e:
            case ast.Name():
                return self.node("Name", e, e.id, [])
            case ast.Constant() if e.value is None or isinstance(e.value, bool) or e.value is Ellipsis:
                return self.node("Constant", e, "..." if e.value is Ellipsis else repr(e.value), [])
            case ast.Constant(value=str() | bytes()):
                written = self.text[self.begin(e):self.end(e)]
                value = e.value
                try:
                    value = value.decode() if isinstance(value, bytes) else value.encode().decode()
                except UnicodeError:
                    value = None
                if re.search(rb"(?<!\\)(\\\\)*\\N\{", written) and b"r" not in written[:2].lower():
                    value = None
                return self.node("String", e, value, [])
            case ast.Constant():
                written = self.text[self.begin(e):self.end(e)].decode()
                if ast.literal_eval(written) != e.value and e.value == e.value:
                    raise ValueError(f"{written} is not {e.value}")
                return self.node("Number", e, written, [])
            case ast.JoinedStr():
                return self.node("FString", e, None, [])
            case ast.Attribute():
                return self.node("Attribute", e, e.attr, [self.expr(e.value)])
            case ast.Subscript():
                return self.node("Subscript", e, "", [self.expr(e.value), self.expr(e.slice)])
            case ast.Call():
                return self.node("Call", e, "", [self.expr(e.func), *self.in_order(e.args, e.keywords)])
            case ast.keyword():
                return self.node("Keyword", e, e.arg or "", [self.expr(e.value)])
            case ast.Starred():
                return self.node("Starred", e, "", [self.expr(e.value)])
            case ast.UnaryOp():
                return self.node("Unary", e, UNARY[type(e.op)], [self.expr(e.operand)])
            case ast.BinOp():
                return self.node("Binary", e, BINARY[type(e.op)], [self.expr(e.left), self.expr(e.right)])
            case ast.BoolOp():
                return self.node("BoolOp", e, "and" if isinstance(e.op, ast.And) else "or", self.exprs(e.values))
            case ast.Compare():
                return self.node("Compare", e, "", self.exprs([e.left, *e.comparators]), [COMPARE[type(op)] for op in e.ops])
            case ast.IfExp():
                return self.node("Conditional", e, "", self.exprs([e.test, e.body, e.orelse]))
            case ast.Tuple() | ast.List() | ast.Set():
                return self.node(type(e).__name__, e, "", self.exprs(e.elts))
            case ast.Dict():
                return self.node("Dict", e, "", self.exprs(x for pair in zip(e.keys, e.values) for x in pair))
            case ast.Slice():
                return self.node("Slice", e, "", self.exprs([e.lower, e.upper, e.step]))
            case ast.Lambda():
                return self.node("Lambda", e, "", [self.expr(e.body)], self.parameters(e.args))
            case ast.ListComp() | ast.SetComp() | ast.GeneratorExp():
                kind = {ast.ListComp: "list", ast.SetComp: "set", ast.GeneratorExp: "generator"}[type(e)]
                return self.node("Comprehension", e, kind, [self.expr(e.elt)], self.clauses(e))
            case ast.DictComp():
                return self.node("Comprehension", e, "dict", self.exprs([e.key, e.value]), self.clauses(e))
            case ast.NamedExpr():
                return self.node("Named", e, "", self.exprs([e.target, e.value]))
            case ast.Await():
                return self.node("Await", e, "", [self.expr(e.value)])
            case ast.Yield() | ast.YieldFrom():
                return self.node("Yield", e, "yield" if isinstance(e, ast.Yield) else "yield from", [self.expr(e.value)])
        raise TypeError(type(e))

    def clauses(self, e):
        return [[self.expr(g.target), self.expr(g.iter), self.exprs(g.ifs), bool(g.is_async)] for g in e.generators]

    def parameters(self, a):
        plain = a.posonlyargs + a.args
        defaults = [None] * (len(plain) - len(a.defaults)) + a.defaults

        def one(kind, arg, default):
            return [kind, self.begin(arg), self.end(arg), arg.arg, self.expr(arg.annotation), self.expr(default)]
        result = [one("PositionalOnly" if i < len(a.posonlyargs) else "Plain", arg, d) for i, (arg, d) in enumerate(zip(plain, defaults))]
        if a.vararg:
            result.append(one("VarPositional", a.vararg, None))
        result += [one("KeywordOnly", arg, d) for arg, d in zip(a.kwonlyargs, a.kw_defaults)]
        if a.kwarg:
            result.append(one("VarKeyword", a.kwarg, None))
        return result

    def stmts(self, items):
        return [self.stmt(s) for s in items]

    def branches(self, s):
        """The chain of `if` and `elif`, and what stands behind `else`."""
        result = []
        while True:
            result.append([self.begin(s), self.expr(s.test), self.stmts(s.body)])
            rest = s.orelse
            if len(rest) == 1 and isinstance(rest[0], ast.If) and self.text[self.begin(rest[0]):].startswith(b"elif"):
                s = rest[0]
            else:
                return result, self.stmts(rest)

    def stmt(self, s):
        if isinstance(s, UNREAD):
            decorators = getattr(s, "decorator_list", [])
            return ["Opaque", self.begin(decorators[0]) - 1 if decorators else self.begin(s), self.end(s)]
        kind, text, exprs, body, other, branches, handlers, names, decorators, parameters, final = "", "", [], [], [], [], [], [], [], [], []
        match s:
            case ast.Expr():
                kind, exprs = "Expression", [s.value]
            case ast.Assign():
                kind, exprs = "Assign", [*s.targets, s.value]
            case ast.AugAssign():
                kind, text, exprs = "AugmentedAssign", BINARY[type(s.op)], [s.target, s.value]
            case ast.AnnAssign():
                kind, exprs = "AnnotatedAssign", [s.target, s.annotation, s.value]
            case ast.Return():
                kind, exprs = "Return", [s.value]
            case ast.Raise():
                kind, exprs = "Raise", [s.exc, s.cause]
            case ast.Assert():
                kind, exprs = "Assert", [s.test, s.msg]
            case ast.Delete():
                kind, exprs = "Delete", s.targets
            case ast.Pass() | ast.Break() | ast.Continue():
                kind = type(s).__name__
            case ast.Global() | ast.Nonlocal():
                kind, names = type(s).__name__, [[n, ""] for n in s.names]
            case ast.Import():
                kind, names = "Import", [[a.name, a.asname or ""] for a in s.names]
            case ast.ImportFrom():
                kind, text, names = "ImportFrom", "." * s.level + (s.module or ""), [[a.name, a.asname or ""] for a in s.names]
            case ast.If():
                kind = "If"
                branches, other = self.branches(s)
            case ast.For():
                kind, exprs, body, other = "For", [s.target, s.iter], self.stmts(s.body), self.stmts(s.orelse)
            case ast.While():
                kind, exprs, body, other = "While", [s.test], self.stmts(s.body), self.stmts(s.orelse)
            case ast.With():
                kind, exprs, body = "With", [x for i in s.items for x in (i.context_expr, i.optional_vars)], self.stmts(s.body)
            case ast.Try() | TRY_STAR():
                kind, text, body, other, final = "Try", "*" if isinstance(s, TRY_STAR) else "", self.stmts(s.body), self.stmts(s.orelse), self.stmts(s.finalbody)
                handlers = [[self.begin(h), self.end(h), self.expr(h.type), h.name or "", self.stmts(h.body)] for h in s.handlers]
            case ast.FunctionDef():
                kind, text, exprs, body = "Function", s.name, [s.returns], self.stmts(s.body)
                decorators, parameters = self.exprs(s.decorator_list), self.parameters(s.args)
            case ast.ClassDef():
                kind, text, body, decorators = "Class", s.name, self.stmts(s.body), self.exprs(s.decorator_list)
                exprs = self.in_order(s.bases, s.keywords)
            case _:
                raise TypeError(type(s))
        if kind != "Class":
            exprs = self.exprs(exprs)
        return [kind, self.begin(s), self.end(s), text, exprs, body, other, branches, handlers, names, decorators, parameters, final]


def difference(ours, theirs, path=""):
    """Where two trees first differ."""
    if isinstance(ours, list) and isinstance(theirs, list):
        for i, (a, b) in enumerate(zip(ours, theirs)):
            if a != b:
                return difference(a, b, f"{path}/{ours[0] if i and isinstance(ours[0], str) else ''}{i}")
    return f"{path}: {json.dumps(ours)[:300]} is {json.dumps(theirs)[:300]} for Python"


def kernels_of(text):
    """Names of the kernels in the comments of a C++ file, by a look at its text."""
    return re.findall(r"(?s)async_compile\.triton\('([^']*)', '''(?:\\.|[^\\])*?'''", re.sub(r"(?m)^\s*//.*", "", text))


def sources(paths, scratch):
    for path in map(Path, paths):
        if path.suffix == ".pt2":
            with zipfile.ZipFile(path) as archive:
                for name in archive.namelist():
                    if name.endswith((".cpp", ".h")):
                        file = Path(tempfile.mkdtemp(dir=scratch)) / Path(name).name
                        file.write_bytes(archive.read(name))
                        yield file
        elif path.is_dir():
            for folder, _, names in sorted(os.walk(path)):
                for name in sorted(names):
                    if name.endswith((".cpp", ".h", ".py", ".pt2")):
                        yield from sources([Path(folder) / name], scratch)
        else:
            yield path


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("binary")
    parser.add_argument("paths", nargs="+")
    parser.add_argument("--least", type=int, default=1, help="how many trees there must be")
    args = parser.parse_args()
    compared = opaque = 0
    faults = []
    with tempfile.TemporaryDirectory() as scratch:
        files = list(sources(args.paths, scratch))
        for first in range(0, len(files), 50):
            batch = files[first:first + 50]
            out = subprocess.run([args.binary, *batch], stdout=subprocess.PIPE, check=True, text=True).stdout
            found = {}
            for line in filter(None, out.split("\n")):
                entry = json.loads(line)
                found.setdefault(entry["file"], []).append(entry)
            for file in batch:
                entries = found.get(str(file), [])
                text = file.read_bytes()
                if file.suffix != ".py":
                    names = kernels_of(text.decode(errors="replace"))
                    if names != [e["name"] for e in entries if e["name"]]:
                        faults.append(f"{file}: kernels {names}, found {[e['name'] for e in entries]}")
                for entry in entries:
                    label = f"{file}: {entry.get('name', '')}"
                    if "begin" in entry:
                        written = text[entry["begin"]:entry["end"]].decode()
                        value = written if "'''" in written else ast.literal_eval("'''" + written + "'''")
                        if value != entry["text"]:
                            faults.append(f"{label}: the text is another one than Python has")
                    try:
                        shower = Shower(entry["text"])
                        theirs = shower.show()
                    except SyntaxError as error:
                        # Both must refuse the same sources.
                        if entry["error"] is None or ROOT in file.resolve().parents:
                            faults.append(f"{label}: Python refuses it: {error}")
                        continue
                    compared += 1
                    opaque += entry["opaque"]
                    if entry["error"] and not any(isinstance(n, UNREAD) for n in ast.walk(shower.tree)):
                        faults.append(f"{label}: refused: {entry['error']}")
                    if entry["tree"] != theirs:
                        faults.append(f"{label}: {difference(entry['tree'], theirs)}")
    for fault in faults:
        print(fault)
    print(f"{compared} trees compared, {len(faults)} faults, {opaque} statements not read")
    if compared < args.least:
        print(f"at least {args.least} were expected")
    return bool(faults) or compared < args.least


if __name__ == "__main__":
    sys.exit(main())
