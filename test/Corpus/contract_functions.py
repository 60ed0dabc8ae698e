#!/usr/bin/env python3
"""Holds the Python functions of `aoti-lint --print-contract=python` to what exported programs take.

    contract_functions.py --aoti-lint BIN --torch-python PYTHON [--models a,b] [--keep DIR]

Makes packages of models with dynamic, shared and nested inputs with the torch of PYTHON, prints the function of each, and calls it with the
inputs of the model and with inputs that are changed in one respect: sizes, rank, dtype, strides, device, number and nesting of the arguments. Of sizes,
the exported program is asked whether it takes them; of all else, nothing changed may be taken. Inputs that are taken run in the package, too,
and have to give what the program gives.

Prints what is not as expected, and the figures; exit code 0 if all is, 1 if not, 77 without a Python with torch.
"""

import argparse
import importlib.util
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
MODELS = "halved_size,nested_inputs,shared_dims"


def leaves(value, path=()):
    """(path, tensor) of the tensors in nested arguments."""
    if isinstance(value, dict):
        for key in value:
            yield from leaves(value[key], (*path, key))
    elif isinstance(value, (list, tuple)):
        for index, part in enumerate(value):
            yield from leaves(part, (*path, index))
    else:
        yield path, value


def replaced(value, path, new):
    """A copy of nested arguments with another leaf."""
    if not path:
        return new
    if isinstance(value, dict):
        return {key: replaced(part, path[1:], new) if key == path[0] else part for key, part in value.items()}
    return type(value)(replaced(part, path[1:], new) if index == path[0] else part for index, part in enumerate(value))


def resized(torch, tensor, dimension, size):
    shape = list(tensor.shape)
    shape[dimension] = size
    return torch.ones(shape, dtype=tensor.dtype)


def changes(torch, args, kwargs):
    """(what, args, kwargs, whether the program is to be asked) of arguments changed in one respect."""
    whole = (args, kwargs)
    for path, tensor in leaves(whole):
        name = f"{path}"
        for dimension in range(tensor.dim()):
            size = tensor.size(dimension)
            for new in sorted({1, size - 1, size + 1, 2 * size, size + 3, 1000} - {size, 0}):
                yield f"size {dimension} of {name} is {new}", *replaced(whole, path, resized(torch, tensor, dimension, new)), True
        yield f"{name} has another dtype", *replaced(whole, path, tensor.to(torch.float64)), False
        yield f"{name} has one dimension more", *replaced(whole, path, tensor.unsqueeze(0)), False
        yield f"{name} has one dimension less", *replaced(whole, path, tensor.select(0, 0)), False
        yield f"{name} is elsewhere", *replaced(whole, path, tensor.to("meta")), False
        yield f"{name} is no tensor", *replaced(whole, path, 1.0), False
        last = tensor.dim() - 1
        if tensor.size(last) > 1:
            wide = torch.zeros([*tensor.shape[:-1], 2 * tensor.size(last)], dtype=tensor.dtype)[..., ::2]
            yield f"{name} has other strides", *replaced(whole, path, wide), False
    yield "an argument is missing", args[:-1], kwargs, False
    yield "there is one argument more", (*args, args[-1]), kwargs, False
    yield "an argument has a name", args, {**kwargs, "another": torch.ones(1)}, False
    for name in kwargs:
        yield f"'{name}' has another name", args, {name + "_": value for name, value in kwargs.items()}, False
    for index, value in enumerate(args):
        if isinstance(value, list):
            yield "a list is too short", (*args[:index], value[:-1], *args[index + 1:]), kwargs, False
        if isinstance(value, dict):
            wrong = {key + "_": part for key, part in value.items()}
            yield "a dictionary has other keys", (*args[:index], wrong, *args[index + 1:]), kwargs, False


def grown(torch, made, exported):
    """Other arguments that the program takes: every free size is 5."""
    flat = list(leaves((made.args, made.kwargs or {})))
    whole = (made.args, made.kwargs or {})
    for node, (path, tensor) in zip([n for n in exported.graph.nodes if n.op == "placeholder"
                                     and n.name in exported.graph_signature.user_inputs], flat):
        new = list(tensor.shape)
        for dimension, size in enumerate(node.meta["val"].shape):
            symbols = getattr(getattr(size, "node", None), "expr", None)
            if symbols is not None and symbols.free_symbols:
                symbol = next(iter(symbols.free_symbols))
                new[dimension] = int(symbols.subs({symbol: 5}))
        whole = replaced(whole, path, torch.randn(new))
    return whole


def inside(folder):
    """In a Python with torch: calls the functions in a folder, and prints how it went as JSON."""
    import torch

    sys.path.insert(0, str(HERE))
    import models  # noqa: F401
    from registry import CASES

    version = tuple(int(part) for part in torch.__version__.split("+")[0].split(".")[:2])
    problems, taken, refused = [], 0, 0
    for module_file in sorted(folder.glob("*.py")):
        name = module_file.stem
        spec = importlib.util.spec_from_file_location(name, module_file)
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
        torch.manual_seed(0)
        made = CASES["cpu", name].make()
        kwargs = made.kwargs or {}
        exported = torch.export.export(made.model.eval(), made.args, made.kwargs, dynamic_shapes=made.dynamic)
        program = exported.module()
        package = torch._inductor.aoti_load_package(str(folder / "cpu" / f"{name}.pt2"))

        def verdict(args, keywords):
            try:
                module.check_inputs(*args, **keywords)
            except ValueError:
                return False
            return True

        def takes(args, keywords):
            try:
                program(*args, **keywords)
            except Exception:
                return False
            return True

        def check(what, args, keywords, wanted):
            nonlocal taken, refused
            got = verdict(args, keywords)
            taken += got
            refused += not got
            if got != wanted:
                problems.append(f"{name}: {what}: {'taken' if got else 'refused'}")
            elif got and not (name == "third_of_a_size" and version < (2, 15)):  # cut in floating point, see aoti-size-truncation
                one, other = package(*args, **keywords), program(*args, **keywords)
                pairs = zip([leaf for _, leaf in leaves(one)], [leaf for _, leaf in leaves(other)])
                if not all(torch.allclose(*pair, atol=1e-4) for pair in pairs):
                    problems.append(f"{name}: {what}: taken, and the package gives something else than the program")

        try:
            module.check_inputs(*made.args, **kwargs)
        except ValueError as error:
            problems.append(f"{name}: its own inputs are refused: {error}")
            continue
        taken += 1
        args, keywords = grown(torch, made, exported)
        check("other sizes", args, keywords, takes(args, keywords))
        for what, args, keywords, ask in changes(torch, made.args, kwargs):
            check(what, args, keywords, ask and takes(args, keywords))
    print(json.dumps({"problems": problems, "taken": taken, "refused": refused}))


def main():
    if len(sys.argv) == 3 and sys.argv[1] == "--inside":
        return inside(Path(sys.argv[2]))
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--aoti-lint", required=True)
    parser.add_argument("--torch-python", default="")
    parser.add_argument("--models", default=MODELS)
    parser.add_argument("--keep", type=Path)
    options = parser.parse_args()
    if not options.torch_python:
        print("no environment with torch: make one with setup_venv.py and configure with -DAOTI_TORCH_PYTHON=DIR/bin/python")
        return 77
    with tempfile.TemporaryDirectory() as temporary:
        folder = options.keep or Path(temporary)
        folder.mkdir(parents=True, exist_ok=True)
        if subprocess.run([options.torch_python, HERE / "generate.py", "--out", folder, "--device", "cpu", "--models", options.models,
                           "-j", "2"]).returncode:
            return 1
        for package in sorted((folder / "cpu").glob("*.pt2")):
            printed = subprocess.run([options.aoti_lint, "--print-contract=python", package], capture_output=True, text=True)
            if printed.returncode or printed.stderr:
                print(f"{package.name}: exit {printed.returncode}: {printed.stderr}")
                return 1
            (folder / f"{package.stem}.py").write_text(printed.stdout)
        environment = {**os.environ, "AOTI_RUNTIME_CHECK_INPUTS": "0"}
        run = subprocess.run([options.torch_python, __file__, "--inside", folder], stdout=subprocess.PIPE, text=True, env=environment)
        if run.returncode:
            return 1
        result = json.loads(run.stdout.strip().splitlines()[-1])
    for problem in result["problems"]:
        print(problem)
    print(f"{result['taken']} calls taken, {result['refused']} refused, {len(result['problems'])} not as expected")
    return 1 if result["problems"] or not result["taken"] or not result["refused"] else 0


if __name__ == "__main__":
    sys.exit(main())
