"""Holds what --print-contract prints to what the sources beside this file say: contract.test.py CASE JSON PYTHON

The Python functions are parsed by Python, and called with tensors that have no data: a module stands for torch that has all that they ask for.
"""

import ast
import json
import sys
import types


class Tensor:
    def __init__(self, *shape, dtype="float32", device="cpu", stride=None, address=64):
        self.shape = shape
        self.dtype = dtype
        self.device = types.SimpleNamespace(type=device)
        self.address = address
        self.strides = stride
        if stride is None:
            self.strides = []
            for size in reversed(shape):
                self.strides.insert(0, self.strides[0] * self.shape[len(shape) - len(self.strides)] if self.strides else 1)

    def dim(self):
        return len(self.shape)

    def size(self, dimension):
        return self.shape[dimension]

    def stride(self, dimension):
        return self.strides[dimension]

    def numel(self):
        count = 1
        for size in self.shape:
            count *= size
        return count

    def data_ptr(self):
        return self.address


def function_of(path):
    text = open(path, encoding="ascii").read()
    names = [node.name for node in ast.parse(text).body if isinstance(node, ast.FunctionDef)]
    assert names == ["check_inputs"], names
    torch = types.ModuleType("torch")
    torch.Tensor = Tensor
    for dtype in ("float32", "int64"):
        setattr(torch, dtype, dtype)
    sys.modules["torch"] = torch
    space = {}
    exec(compile(text, path, "exec"), space)
    return space["check_inputs"]


def refused(call, *args, because, **kwargs):
    try:
        call(*args, **kwargs)
    except ValueError as error:
        assert because in str(error), (because, str(error))
        return
    raise AssertionError(f"taken, though {because}")


def asserted(document, call):
    contract, = document["contracts"]
    assert contract["arguments"] == {"positional": 2, "named": ["'bias'"]}, contract["arguments"]
    assert [i["path"] for i in contract["inputs"]] == ["args[0]", "args[1][0]", "args[1][1]", "kwargs['bias']['it\\'s']"]
    assert [i["name"] for i in contract["inputs"]] == ["arg0_1", "arg1_1", "arg2_1", "arg3_1"]
    kinds = {(r["kind"], r["input"], r["dimension"]): r for r in contract["requirements"]}
    assert len(kinds) == len(contract["requirements"])
    assert kinds["dtype", 1, None]["value"] == "int64"
    assert (kinds["min", 1, 0]["number"], kinds["max", 1, 0]["number"]) == (7, 193)
    assert ("max", 2, 1) not in kinds
    assert kinds["multiple", 1, 0]["value"] == "size - 1" and kinds["multiple", 1, 0]["number"] == 3
    assert kinds["equal", 2, 0]["value"] == "2*s77" and not kinds["equal", 2, 0]["inferred"]
    assert kinds["stride", 2, 0]["value"] == "s31" and kinds["stride", 2, 1]["number"] == 1
    assert kinds["rank", 3, None]["number"] == 1
    assert {r["tested"] for r in kinds.values()} == {"asked"}
    assert all(r["line"] for r in kinds.values())

    def arguments(x=Tensor(4, 16), y=Tensor(10, dtype="int64"), z=Tensor(8, 6), w=Tensor(16)):
        return (x, [y, z]), {"bias": {"it's": w}}

    def good(**changed):
        args, kwargs = arguments(**changed)
        call(*args, **kwargs)

    def bad(because, **changed):
        args, kwargs = arguments(**changed)
        refused(call, *args, because=because, **kwargs)

    good()
    good(x=Tensor(32, 16), z=Tensor(64, 100))
    good(y=Tensor(7, dtype="int64"))
    good(z=Tensor(8, 6, stride=[6, 1]))
    good(w=Tensor(16, stride=[1]))
    bad("args[0] has a size 0 of 33; the model takes at most 32", x=Tensor(33, 16), z=Tensor(66, 6))
    bad("args[0] has a size 0 of 1; the model takes 2 or more", x=Tensor(1, 16), z=Tensor(2, 6))
    bad("args[0] has a size 1 of 15; the model takes 16", x=Tensor(4, 15))
    bad("args[0] has a rank of 3; the model takes 2", x=Tensor(4, 16, 1))
    bad("args[0] has the dtype int64; the model takes torch.float32", x=Tensor(4, 16, dtype="int64"))
    bad("args[0] is on cuda; the model takes cpu", x=Tensor(4, 16, device="cuda"))
    bad("args[0] has a stride 0 of 1; the model takes 16", x=Tensor(4, 16, stride=[1, 4]))
    bad("args[0] is no tensor, but", x=4)
    bad("args[1][0] has a size 0 of 11; the model takes one for which size - 1 is a multiple of 3", y=Tensor(11, dtype="int64"))
    bad("args[1][1] has a size 0 of 9; the model takes 8 here, since size 0 is 2*(size 0 of 'arg0_1')", z=Tensor(9, 6))
    bad("args[1][1] has a stride 0 of 8; the model takes 6", z=Tensor(8, 6, stride=[8, 1]))
    bad("kwargs['bias']['it\\'s'] has a size 0 of 17; the model takes 16", w=Tensor(17))
    args, kwargs = arguments()
    refused(call, *args, args[0], because="the model takes 2 arguments by position, and got 3", **kwargs)
    refused(call, *args, because="the model takes by name ['bias'], and got []")
    refused(call, *args, because="the arguments are not nested as the model takes them", bias={})
    refused(call, args[0], [args[1][0]], because="the arguments are not nested as the model takes them", **kwargs)


def bounded(document, call):
    contract, = document["contracts"]
    assert contract["arguments"] is None and contract["inputs"][1]["path"] is None
    equal = {(r["input"], r["dimension"]): (r["value"], r["tested"], r["inferred"])
             for r in contract["requirements"] if r["kind"] == "equal"}
    assert equal == {(1, 0): ("2*s17", "never", True), (1, 1): ("s27", "never", True)}, equal
    ranks = [(r["number"], r["tested"]) for r in contract["requirements"] if r["kind"] == "rank"]
    assert ranks == [(3, "never")] * 2, ranks
    call(Tensor(3, 5, 8), Tensor(6, 5, 8))
    refused(call, Tensor(3, 5, 8), Tensor(4, 5, 8), because="input 1 has a size 0 of 4; the model takes 6")
    refused(call, Tensor(3, 5, 8), Tensor(6, 6, 8), because="input 1 has a size 1 of 6; the model takes 5")
    refused(call, Tensor(3, 5, 8), because="the model takes 2 tensors, and got 1")


def read(document, call):
    contract, = document["contracts"]
    found = {r["kind"]: (r["input"], r["number"], r["tested"]) for r in contract["requirements"]}
    assert found == {"min_rank": (0, 1, "never"), "aligned": (0, 16, "always"), "content": (1, 2, "always")}, found
    call(Tensor(3), Tensor())
    call(Tensor(3, 4, dtype="int64"), Tensor(5))
    refused(call, Tensor(), Tensor(), because="input 0 has a rank of 0; the model takes 1 or more")
    refused(call, Tensor(3, address=72), Tensor(), because="input 0 has its data at address 72; the model takes multiples of 16")


case, document, module = sys.argv[1:]
{"asserted": asserted, "bounded": bounded, "read": read}[case](json.load(open(document, encoding="utf-8")), function_of(module))
