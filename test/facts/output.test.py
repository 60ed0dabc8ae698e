"""Holds the JSON of --dump-facts to what docs/usage.md says of it: output.test.py ARCHIVE SOURCE"""

import json
import sys


def check(path, kind):
    """(kernels, kinds of operations, operands that are views) of a dump, in which all is as described."""
    document = json.load(open(path))
    assert list(document) == ["version", "tool", "inputs", "known"], list(document)
    assert document["version"] == 1 and document["tool"]["name"] == "aoti-lint"
    (package,) = document["inputs"]
    assert list(package) == ["path", "kind", "dialect", "status", "sources"]
    assert package["kind"] == kind and package["status"] == "analysed"
    wrappers = [source for source in package["sources"] if source["kind"] == "wrapper"]
    (wrapper,) = wrappers
    assert list(wrapper) == ["file", "member", "kind", "torch", "device", "loads", "inputs", "outputs", "constants", "kernels", "operators", "functions",
                             "incomplete", "known"]
    assert wrapper["device"] == "cuda" and wrapper["incomplete"] == []
    for tensor in wrapper["inputs"] + wrapper["outputs"] + wrapper["constants"]:
        assert {"index", "name", "dtype", "device", "sizes", "strides", "line", "unknown"} <= set(tensor)
    run = next(function for function in wrapper["functions"] if function["name"] == "run_impl")
    assert list(run) == ["name", "line", "role", "handles_followed", "symbols", "buffers", "views", "regions", "operations", "guards", "events",
                         "outputs"], list(run)
    assert run["regions"][0]["kind"] == "function" and run["regions"][0]["outer"] is None
    buffers = run["buffers"]
    allocated = [buffer for buffer in buffers if buffer["origin"] == "allocation"]
    assert allocated
    for buffer in allocated:
        assert buffer["dtype"] and buffer["device"] == "cuda" and buffer["device_index"]
        assert len(buffer["sizes"]) == len(buffer["strides"]) and buffer["extent"] and buffer["bytes"]
        assert buffer["first_use"] <= buffer["last_use"] and buffer["unknown"] == []
        # Someone owns each, and lets go of it in the end.
        what = [event["what"] for event in buffer["life"]]
        assert "owned by" in what and what[-1] in ("reset", "released", "output", "deleted with"), buffer["life"]
        assert all(event["name"] and event["line"] for event in buffer["life"])
        assert [event["line"] for event in buffer["life"]] == sorted(event["line"] for event in buffer["life"])
    for kernel in wrapper["kernels"]:
        assert list(kernel) == ["name", "device", "line", "parameters", "file", "file_line", "symbol", "calls", "source_line", "heuristics", "grid",
                                "arguments", "accesses", "launches", "unknown"]
        assert kernel["name"] and kernel["device"] and kernel["calls"] == sorted(kernel["calls"])
    for number, region in enumerate(run["regions"][1:], 1):
        assert 0 <= region["outer"] < number
    for operation in run["operations"]:
        assert 0 <= operation["region"] < len(run["regions"])
        for operand in operation["operands"]:
            assert operand["role"] in ("read", "written", "both", "made", "unknown")
            assert operand["buffers"] and all(0 <= number < len(buffers) for number in operand["buffers"])
            assert operand["view"] is None or 0 <= operand["view"] < len(run["views"])
    for kind, count in document["known"].items():
        assert count == wrapper["known"][kind] and 0 <= count["known"] <= count["total"], kind
    views = [operand for operation in run["operations"] for operand in operation["operands"] if operand["view"] is not None]
    return wrapper["kernels"], {operation["kind"] for operation in run["operations"]}, views


_, kinds, _ = check(sys.argv[1], "archive")
assert "shim" in kinds, kinds
kernels, kinds, views = check(sys.argv[2], "file")
assert kernels and "launch" in kinds and views, (kernels, kinds, views)
