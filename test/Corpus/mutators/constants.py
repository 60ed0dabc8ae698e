"""Ways to break what a model says of its constants: where they live, what they are called, how they are computed."""

import re

from wrapper_text import Edit, extent, ITEM_BYTES

from .common import needs_device
from .registry import kind, mutant

# Operators that compute in the memory of all their tensors.
OWN = r"\baoti_torch_(cpu|cuda)_(?:mm_out|addmm_out|bmm_out|baddbmm_out|cat|topk)\("
LOCAL = r"\bauto&? (\w+) = constants_->at\((\d+)\);"
NAMES = r'^(\s*folded_constants_map\[")(\w+)("\] = output_handles\[)(\d+)(\];)$'


def value_of(edit, constant, field, value):
    place, text = constant.fields[field]
    return edit.change(place, f"= {text};", f"= {value};")


def users(function, index):
    """{device: lines} of the calls that need the memory of a constant."""
    local = next((found[1] for _, found in function.source.find(LOCAL, function.start, function.end)
                  if int(found[2]) == index), None)
    found = {}
    if local is None:
        return found
    names = function.aliases(local)
    launched = {launch.place for launch in function.launches if names & set(launch.tensors)}
    for place in range(function.start, function.end):
        line = function.lines[place]
        if place in launched:
            found.setdefault("cuda", []).append(place)
        elif any(re.search(rf"\b{name}\b", line) for name in names):
            if re.match(r"\s*(?:kernel_)?cpp_\w+\(", line):
                found.setdefault("cpu", []).append(place)
            elif (shim := re.search(OWN, line)):
                found.setdefault(shim[1], []).append(place)
    return found


@kind("aoti-constant-device")
def constant_on_other_device(model):
    """A constant is loaded on the device that the code which uses it does not run on."""
    for constant in model.constants:
        device = model.device_of_constant(constant)
        if device not in ("cpu", "cuda") or constant.text("from_folded") != "false":
            continue
        used = {}
        for function in model.functions:
            for where, places in users(function, constant.index).items():
                used.setdefault(where, []).extend(places)
        if set(used) != {device}:
            continue
        other = "cuda" if device == "cpu" else "cpu"
        edit = Edit(model.wrapper)
        line = value_of(edit, constant, "device_type", f"cached_torch_device_type_{other}")
        if not needs_device(edit, other):
            continue
        yield mutant(edit, [line], f"constant {constant.index} is on {other}",
                     {"aoti-package-metadata": None, "aoti-constant-image": None})


# ---- constants that are computed at load

def folding(model):
    """(number of the slot, line of its name, found, line where it is filled or None, line of its memo)."""
    graph = next((function for function in model.functions if function.folds), None)
    filled = {}
    if graph:
        for place, found in model.wrapper.find(r"^\s*output_handles\[(\d+)\] = \w+\.release\(\);$", graph.start, graph.end):
            filled[int(found[1])] = place
    memo = {int(found[1]): place for place, found
            in model.wrapper.find(r"^\s*output_handles\[(\d+)\] = constants_->at\(\d+\);$")}
    for place, found in model.wrapper.find(NAMES):
        slot = int(found[4])
        yield slot, place, found, filled.get(slot), memo.get(slot)


@kind("aoti-folded-constant")
def folded_not_marked(model):
    """A constant that is computed at load is not marked so."""
    for constant in model.constants:
        if constant.text("from_folded") == "true":
            edit = Edit(model.wrapper)
            line = value_of(edit, constant, "from_folded", "false")
            yield mutant(edit, [line], f"constant {constant.index} is computed", {"aoti-constant-image": None})


@kind("aoti-folded-constant")
def weight_marked_folded(model):
    """A weight is marked as computed at load."""
    for constant in model.constants:
        if constant.text("from_folded") != "false" or "Unknown" in (constant.text("type") or "Unknown"):
            continue
        if not any(constant.text("name") == f'"{found[2]}"' for _, _, found, _, _ in folding(model)):
            edit = Edit(model.wrapper)
            line = value_of(edit, constant, "from_folded", "true")
            yield mutant(edit, [line], f"constant {constant.index} is a weight", {"aoti-constant-image": None})


@kind("aoti-folded-constant")
def folded_not_returned(model):
    """A constant is computed and not returned."""
    for _, place, found, _, memo in folding(model):
        edit = Edit(model.wrapper)
        edit.drop(place)
        yield mutant(edit, [edit.keep(memo)], f"{found[2]} is not returned")


@kind("aoti-folded-constant")
def folded_not_filled(model):
    """A slot is returned that nothing fills."""
    for _, place, found, filled, _ in folding(model):
        if filled is None:
            continue
        edit = Edit(model.wrapper)
        edit.drop(filled)
        yield mutant(edit, [edit.keep(place)], f"{found[2]} is not computed", {"aoti-handle-lifetime": None})


@kind("aoti-folded-constant")
def folded_filled_twice(model):
    """A slot is filled twice and another one never."""
    slots = [(slot, filled) for slot, _, _, filled, _ in folding(model) if filled is not None]
    for (one, _), (two, place) in zip(slots, slots[1:]):
        edit = Edit(model.wrapper)
        line = edit.change(place, f"output_handles[{two}]", f"output_handles[{one}]")
        yield mutant(edit, [line], f"slot {one} is filled twice", {"aoti-handle-lifetime": None})


@kind("aoti-folded-constant")
def folded_of_other_name(model):
    """Two constants are returned under one another's name."""
    slots = list(folding(model))
    for one, two in zip(slots, slots[1:]):
        edit = Edit(model.wrapper)
        changed = [edit.change(one[1], f'"{one[2][2]}"', f'"{two[2][2]}"'),
                   edit.change(two[1], f'"{two[2][2]}"', f'"{one[2][2]}"')]
        yield mutant(edit, [*changed, edit.keep(one[4]), edit.keep(two[4])], f"{one[2][2]} and {two[2][2]} are swapped")


@kind("aoti-folded-constant")
def folded_twice(model):
    """Two slots are returned under one name."""
    slots = list(folding(model))
    for one, two in zip(slots, slots[1:]):
        edit = Edit(model.wrapper)
        line = edit.change(two[1], f'"{two[2][2]}"', f'"{one[2][2]}"')
        yield mutant(edit, [line], f"{one[2][2]} is returned twice")


@kind("aoti-folded-constant")
def folded_of_no_name(model):
    """A constant is returned under a name that no constant has."""
    for _, place, found, _, _ in folding(model):
        edit = Edit(model.wrapper)
        line = edit.change(place, f'"{found[2]}"', f'"{found[2]}_other"')
        yield mutant(edit, [line], f"{found[2]} is returned under another name")


@kind("aoti-folded-constant")
def folded_without_room(model):
    """There is a slot less than constants that are computed."""
    slots = list(folding(model))
    for place, found in model.wrapper.find(r"^\s*std::vector<AtenTensorHandle> output_handles\((\d+)\);"):
        if slots and int(found[1]) == len(slots):
            edit = Edit(model.wrapper)
            line = edit.change(place, f"output_handles({found[1]})", f"output_handles({len(slots) - 1})")
            yield mutant(edit, [line], f"{len(slots)} are computed")


@kind("aoti-folded-constant")
def folding_not_called(model):
    """What computes the constants is not called."""
    if not any(filled is not None for _, _, _, filled, _ in folding(model)):
        return
    for place, _ in model.wrapper.find(r"^\s*_const_run_impl\(output_handles, stream, proxy_executor\);"):
        edit = Edit(model.wrapper)
        edit.drop(place)
        first = min(place for _, place, _, _, _ in folding(model))
        yield mutant(edit, [edit.keep(first)], "_const_run_impl is not called")


# ---- names, ranks and types

@kind("aoti-constant-table")
def constant_name_taken(model):
    """Two constants have one name."""
    for one, two in zip(model.constants, model.constants[1:]):
        edit = Edit(model.wrapper)
        line = value_of(edit, two, "name", one.text("name"))
        yield mutant(edit, [line], f"constants {one.index} and {two.index} have one name",
                     {"aoti-folded-constant": None})


@kind("aoti-constant-table")
def fqn_taken(model):
    """Two weights that differ have one original name."""
    weights = [constant for constant in model.constants
               if re.search(r"::(Parameter|Buffer)\)", constant.text("type") or "")]
    for one, two in zip(weights, weights[1:]):
        same = all(one.text(field) == two.text(field) for field in ("dtype", "shape", "stride", "data_size"))
        if same or one.text("original_fqn") == two.text("original_fqn"):
            continue
        edit = Edit(model.wrapper)
        line = value_of(edit, two, "original_fqn", one.text("original_fqn"))
        yield mutant(edit, [line], f"constants {one.index} and {two.index} have one original name",
                     {"aoti-constant-image": None})


@kind("aoti-constant-table")
def stride_lost(model):
    """A constant has a stride less than sizes."""
    for constant in model.constants:
        stride = constant.numbers("stride")
        if not stride:
            continue
        edit = Edit(model.wrapper)
        line = value_of(edit, constant, "stride", "{" + ", ".join(map(str, stride[:-1])) + "}")
        shape = edit.keep(constant.fields["shape"][0])
        yield mutant(edit, [line, shape], f"constant {constant.index} has {len(stride) - 1} strides",
                     {"aoti-constant-image": None})


@kind("aoti-constant-table")
def dimension_added(model):
    """A constant has a size more than strides."""
    for constant in model.constants:
        shape = constant.numbers("shape")
        edit = Edit(model.wrapper)
        line = value_of(edit, constant, "shape", "{" + ", ".join(map(str, [1, *shape])) + "}")
        stride = edit.keep(constant.fields["stride"][0])
        yield mutant(edit, [line, stride], f"constant {constant.index} has {len(shape) + 1} sizes",
                     {"aoti-folded-constant": None, "aoti-constant-image": None})


@kind("aoti-constant-table")
def layout_packed(model):
    """A constant as it lies in memory is marked as packed for mkldnn."""
    for constant in model.constants:
        if "cached_torch_layout_strided" not in (constant.text("layout") or "") or "opaque_metadata" in constant.fields:
            continue
        edit = Edit(model.wrapper)
        line = edit.change(constant.fields["layout"][0], "cached_torch_layout_strided", "cached_torch_layout__mkldnn")
        declared = [other for other, _ in model.wrapper.find(r"CACHE_TORCH_LAYOUT\(_mkldnn\);")]
        if not declared:
            strided = next((other for other, _ in model.wrapper.find(r"^CACHE_TORCH_LAYOUT\(strided\);")), None)
            if strided is None:
                continue
            edit.after(strided, "CACHE_TORCH_LAYOUT(_mkldnn);")
        yield mutant(edit, [line], f"constant {constant.index} is packed")


@kind("aoti-constant-table")
def input_name_taken(model):
    """Two inputs have one name."""
    named = [(place, found) for place, found in model.wrapper.find(r'^\s*inputs_info_\[(\d+)\]\.name = "(.*)";$')]
    for (_, one), (place, two) in zip(named, named[1:]):
        edit = Edit(model.wrapper)
        line = edit.change(place, f'"{two[2]}"', f'"{one[2]}"')
        yield mutant(edit, [line], f"inputs {one[1]} and {two[1]} have one name")


@kind("aoti-constant-extent")
def dtype_wider(model):
    """A constant is of a type whose elements are twice as large as its data has room for."""
    for constant in model.constants:
        size = ITEM_BYTES.get(constant.dtype())
        wider = {2: "float32", 4: "float64", 1: "int16"}.get(size)
        if (not wider or constant.text("from_folded") != "false" or "opaque_metadata" in constant.fields
                or "strided" not in (constant.text("layout") or "")):
            continue
        need = extent(constant.numbers("shape"), constant.numbers("stride")) * ITEM_BYTES[wider]
        if need <= int(constant.text("data_size")):
            continue
        edit = Edit(model.wrapper)
        line = edit.change(constant.fields["dtype"][0], f"cached_torch_dtype_{constant.dtype()}",
                           f"cached_torch_dtype_{wider}")
        declared = rf"CACHE_TORCH_DTYPE\({wider}\);"
        if not any(True for _ in model.wrapper.find(declared)):
            first = next((other for other, _ in model.wrapper.find(r"^CACHE_TORCH_DTYPE\(")), None)
            if first is None:
                continue
            edit.before(first, f"CACHE_TORCH_DTYPE({wider});")
        rest = [edit.keep(constant.fields[field][0]) for field in ("data_size", "shape", "stride")]
        yield mutant(edit, [line, *rest], f"constant {constant.index} is of {wider}",
                     {"aoti-kernel-signature": None, "aoti-triton-launch-abi": None, "aoti-view-out-of-bounds": None,
                      "aoti-shim-scalar-type": None, "aoti-kernel-access-out-of-bounds": None,
                      "aoti-constant-image": None, "aoti-folded-constant": None})
