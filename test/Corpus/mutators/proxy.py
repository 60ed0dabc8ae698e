"""Ways to break calls of the proxy executor, and the file that describes them."""

import copy
import dataclasses
import json
import re

from wrapper_text import Edit, split_list, with_argument

from .registry import kind, mutant

LIST = r"(?P<{0}_count>\d+), (?P<{0}_type>std::\w+<\w+(?:, \d+)?>)\{{(?P<{0}>.*{1})\}}\.data\(\)"
CALL = re.compile(r"\baoti_torch_proxy_executor_call_function\(proxy_executor, (?P<node>\d+), "
                  + LIST.format("integers", "?") + ", " + LIST.format("tensors", "") + r"\)")


@dataclasses.dataclass
class Passed:
    """A list of a call. `place` and `count_place` are (begin, end) in the line, with the type and without '.data()'."""

    count: int
    count_place: tuple
    type: str
    parts: list
    place: tuple

    def sized(self):
        return re.search(r", (\d+)>", self.type)


@dataclasses.dataclass
class Call:
    place: int
    line: str
    node: int
    node_place: tuple
    integers: Passed
    tensors: Passed


def calls_of(model):
    """The calls of a wrapper, in the order of its text."""
    for function in model.functions:
        for place in range(function.start, function.end):
            found = CALL.search(function.lines[place])
            if not found:
                continue
            lists = [Passed(int(found[f"{name}_count"]), found.span(f"{name}_count"), found[f"{name}_type"],
                            [part.strip() for part in split_list(found[name])],
                            (found.start(f"{name}_type"), found.end(name) + 1)) for name in ("integers", "tensors")]
            yield Call(place, function.lines[place], int(found["node"]), found.span("node"), *lists)


def nodes_of(model):
    """The file's contents if it has one node for each call."""
    if model.extern is None or len(model.extern.lines) != 1:
        return None
    described = json.loads(model.extern.lines[0])
    found = list(calls_of(model))
    if sorted(one.node for one in found) != list(range(len(described["nodes"]))):
        return None
    return described


def in_code(model, one, line, why, also=None):
    edit = Edit(model.wrapper)
    return mutant(edit, [edit.replace(one.place, line)], why, also)


def with_list(one, passed, parts, announced=None, typed=None):
    """The line with other elements in one of the lists."""
    if typed is None:
        typed = re.sub(r", \d+>", f", {len(parts)}>", passed.type)
    line = with_argument(one.line, passed.place, f"{typed}{{{', '.join(parts)}}}")
    return with_argument(line, passed.count_place, str(len(parts) if announced is None else announced))


@kind("aoti-proxy-contract")
def proxy_node_wrong(model):
    """A call names the node of another operator."""
    described = nodes_of(model)
    for one in calls_of(model) if described else ():
        for other in (one.node - 1, one.node + 1):
            # What another operator takes may be the same but for what stands in the file alone.
            if other < 0 or (other < len(described["nodes"]) and takes(described, other) == takes(described, one.node)):
                continue
            line = with_argument(one.line, one.node_place, str(other))
            yield in_code(model, one, line, f"node {other} instead of {one.node}")


def takes(described, number):
    node = described["nodes"][number]["node"]
    return [argument["arg"] for argument in node["inputs"]] + node["outputs"]


@kind("aoti-proxy-contract")
def proxy_count_wrong(model):
    """A call announces another number of integers or of tensors than it passes."""
    for one in calls_of(model) if model.extern else ():
        for passed in (one.integers, one.tensors):
            for count in {passed.count + 1, max(passed.count - 1, 0)} - {passed.count}:
                line = with_argument(one.line, passed.count_place, str(count))
                yield in_code(model, one, line, f"{count} instead of {passed.count}")


@kind("aoti-proxy-contract")
def proxy_element_lost(model):
    """A call passes one integer or tensor less."""
    for one in calls_of(model) if model.extern else ():
        for passed in (one.integers, one.tensors):
            for lost in range(len(passed.parts)):
                parts = passed.parts[:lost] + passed.parts[lost + 1:]
                line = with_list(one, passed, parts)
                yield in_code(model, one, line, f"without '{passed.parts[lost]}'", {"aoti-handle-lifetime": None})


@kind("aoti-proxy-contract")
def proxy_element_added(model):
    """A call passes an integer or a tensor twice."""
    for one in calls_of(model) if model.extern else ():
        for passed in (one.integers, one.tensors):
            for twice in range(len(passed.parts)):
                parts = passed.parts[:twice + 1] + passed.parts[twice:]
                line = with_list(one, passed, parts)
                yield in_code(model, one, line, f"'{passed.parts[twice]}' twice")


@kind("aoti-proxy-contract")
def proxy_array_short(model):
    """The array of a call has fewer elements than its type says."""
    for one in calls_of(model) if model.extern else ():
        for passed in (one.integers, one.tensors):
            if not passed.parts or not passed.sized():
                continue
            line = with_list(one, passed, passed.parts[:-1], passed.count, passed.type)
            yield in_code(model, one, line, f"without '{passed.parts[-1]}'", {"aoti-handle-lifetime": None})


@kind("aoti-proxy-contract")
def proxy_elements_exchanged(model):
    """Two integers or two tensors of a call stand in the other order."""
    for one in calls_of(model) if model.extern else ():
        for passed in (one.integers, one.tensors):
            for at, (left, right) in enumerate(zip(passed.parts, passed.parts[1:])):
                if left == right or base(left) == base(right):
                    continue
                parts = passed.parts[:at] + [right, left] + passed.parts[at + 2:]
                line = with_list(one, passed, parts)
                yield in_code(model, one, line, f"'{right}' before '{left}'")


def base(text):
    """The variable that a tensor is a view of."""
    found = re.search(r"reinterpret_tensor_wrapper\((\w+)", text)
    return found[1] if found else text


@kind("aoti-proxy-contract")
def proxy_integer_changed(model):
    """A call passes another number."""
    for one in calls_of(model) if model.extern else ():
        for at, part in enumerate(one.integers.parts):
            if not re.fullmatch(r"-?\d{1,9}", part):
                continue
            parts = list(one.integers.parts)
            parts[at] = str(int(part) + 1)
            line = with_list(one, one.integers, parts)
            yield in_code(model, one, line, f"{parts[at]} instead of {part}")


@kind("aoti-proxy-contract")
def proxy_call_lost(model):
    """A call is not there."""
    described = nodes_of(model)
    for one in calls_of(model) if described else ():
        edit = Edit(model.wrapper)
        edit.drop(one.place)
        made = mutant(edit, [], f"node {one.node} is never run")
        made.at.add((model.extern.name, 1))
        yield made


def in_file(model, described, change, why, numbers=(), rule_also=None):
    """The file after a change; a finding may stand in it or at the calls of some nodes."""
    changed = copy.deepcopy(described)
    change(changed["nodes"])
    edit = Edit(model.extern)
    made = mutant(edit, [edit.replace(0, json.dumps(changed))], why, rule_also)
    for one in calls_of(model):
        if not numbers or one.node in numbers:
            made.at.add((model.wrapper.name, one.place + 1))
    return made


def arguments_of(described):
    """(number of the node, where in its inputs, the kind, the value) of all inputs."""
    for number, node in enumerate(described["nodes"]):
        for at, argument in enumerate(node["node"]["inputs"]):
            (name, value), = argument["arg"].items()
            yield number, at, name, value


def replaced(number, at, argument):
    def change(nodes):
        nodes[number]["node"]["inputs"][at]["arg"] = argument
    return change


@kind("aoti-proxy-contract")
def proxy_node_lost(model):
    """The file lacks a node."""
    described = nodes_of(model)
    for number in range(len(described["nodes"])) if described else ():
        yield in_file(model, described, lambda nodes, number=number: nodes.pop(number), f"node {number} is gone")


@kind("aoti-proxy-contract")
def proxy_nodes_exchanged(model):
    """Two nodes of the file stand in the other order."""
    described = nodes_of(model)
    for number in range(len(described["nodes"]) - 1) if described else ():
        if takes(described, number) == takes(described, number + 1):
            continue

        def change(nodes, number=number):
            nodes[number], nodes[number + 1] = nodes[number + 1], nodes[number]
        yield in_file(model, described, change, f"nodes {number} and {number + 1}", {number, number + 1})


@kind("aoti-proxy-contract")
def proxy_argument_lost(model):
    """The file lacks an argument that the call passes."""
    described = nodes_of(model)
    for number, at, name, value in arguments_of(described) if described else ():
        if name.removeprefix("as_").removeprefix("sym_") not in ("int", "ints", "tensor", "tensors") or value == []:
            continue
        yield in_file(model, described, lambda nodes, n=number, a=at: nodes[n]["node"]["inputs"].pop(a),
                      f"input {at} of node {number} is gone", {number})


@kind("aoti-proxy-contract")
def proxy_argument_none(model):
    """The file says that an argument is absent, and the call passes it."""
    described = nodes_of(model)
    for number, at, name, _ in arguments_of(described) if described else ():
        if name in ("as_int", "as_tensor"):
            yield in_file(model, described, replaced(number, at, {"as_none": True}),
                          f"input {at} of node {number} is none", {number})
        elif name == "as_none":
            yield in_file(model, described, replaced(number, at, {"as_tensor": {"name": "buf0"}}),
                          f"input {at} of node {number} is a tensor", {number})


@kind("aoti-proxy-contract")
def proxy_value_changed(model):
    """The file names another number or another tensor than the call passes."""
    described = nodes_of(model)
    for number, at, name, value in arguments_of(described) if described else ():
        if name == "as_int":
            yield in_file(model, described, replaced(number, at, {name: value - 1}),
                          f"{value - 1} for {value} in node {number}", {number})
        elif name == "as_tensor":
            yield in_file(model, described, replaced(number, at, {name: {"name": "another"}}),
                          f"another tensor than {value['name']} in node {number}", {number})
        elif name == "as_sym_int":
            yield in_file(model, described, replaced(number, at, {name: {"as_name": "s999"}}),
                          f"another size in node {number}", {number})
        elif name in ("as_ints", "as_sym_ints") and value:
            yield in_file(model, described, replaced(number, at, {name: value[:-1]}),
                          f"one size less in node {number}", {number})


@kind("aoti-proxy-contract")
def proxy_results_changed(model):
    """The file names other results than the call passes, or one less."""
    described = nodes_of(model)
    for number, node in enumerate(described["nodes"]) if described else ():
        results = node["node"]["outputs"]
        named = [at for at, result in enumerate(results) if "as_tensor" in result]
        for at in named:
            yield in_file(model, described, lambda nodes, n=number, a=at: nodes[n]["node"]["outputs"].pop(a),
                          f"result {at} of node {number} is gone", {number})
        if len(named) > 1:
            def change(nodes, number=number, one=named[0], other=named[1]):
                outputs = nodes[number]["node"]["outputs"]
                outputs[one], outputs[other] = outputs[other], outputs[one]
            yield in_file(model, described, change, f"results of node {number} exchanged", {number})


@kind("aoti-proxy-contract")
def proxy_operator_renamed(model):
    """The file names another operator than the code was written for."""
    described = nodes_of(model)
    for one in calls_of(model) if described else ():
        target = described["nodes"][one.node]["node"]["target"]
        namespace, name = target.split("::")
        dotted = f"{namespace}.{name}" + ("" if "." in name else ".default")
        asserted = any(f'"torch.ops.{dotted}"' in line for line in model.wrapper.lines[one.place:one.place + 8])
        told = namespace != "aten" and any(
            f"{namespace}.{name.split('.')[0]}" in line and "Original ATen" in line
            for line in model.wrapper.lines[max(0, one.place - 12):one.place])
        if not (asserted and described["nodes"][one.node]["node"]["outputs"]) and not told:
            continue

        def change(nodes, number=one.node):
            nodes[number]["node"]["target"] = f"{namespace}::other_{name}"
        yield in_file(model, described, change, f"other_{name}", {one.node})


@kind("aoti-proxy-contract")
def proxy_kind_unknown(model):
    """The file gives an argument in a way that no executor knows."""
    described = nodes_of(model)
    for number, at, name, value in arguments_of(described) if described else ():
        yield in_file(model, described, replaced(number, at, {name + "_": value}),
                      f"{name}_ in node {number}", {number})


@kind("aoti-proxy-contract")
def proxy_type_wrong(model):
    """A value of the file has another type than its kind says."""
    described = nodes_of(model)
    wrong = {"as_tensors": {}, "as_ints": 3, "as_sym_ints": None, "as_float": "Infinity", "as_bool": 1,
             "as_string": 2, "as_scalar_type": 99, "as_device": {"type": 1}, "as_int": "3"}
    for number, at, name, _ in arguments_of(described) if described else ():
        if name in wrong:
            yield in_file(model, described, replaced(number, at, {name: wrong[name]}),
                          f"{name} of node {number}", {number})


@kind("aoti-proxy-contract")
def proxy_key_twice(model):
    """A node names its operator twice, and not the same."""
    described = nodes_of(model)
    for node in described["nodes"] if described else ():
        target = f'"target": {json.dumps(node["node"]["target"])}'
        if model.extern.lines[0].count(target) != 1:
            continue
        edit = Edit(model.extern)
        line = model.extern.lines[0].replace(target, f'"target": "ns::first", {target}')
        yield mutant(edit, [edit.replace(0, line)], node["node"]["target"])


@kind("aoti-package-layout")
def proxy_file_torn(model):
    """The file of operators ends in the middle."""
    if model.extern is None:
        return
    line = model.extern.lines[0]
    for part in (1, 2, 3):
        edit = Edit(model.extern)
        yield mutant(edit, [edit.replace(0, line[:len(line) * part // 4])], f"{part} of 4 parts")


@kind("aoti-proxy-device")
def proxy_device_other(model):
    """An operator asks for another type of device than the model's."""
    described = nodes_of(model)
    for number, at, name, _ in arguments_of(described) if described else ():
        if name != "as_device":
            continue
        other = {"type": "cpu" if model.cuda else "cuda", "index": None if model.cuda else 0}
        yield in_file(model, described, replaced(number, at, {name: other}), f"{other['type']} in node {number}",
                      {number})
