"""Ways to break how kernels of Triton are launched."""

import dataclasses
import re

from wrapper_text import call, Edit, indent, literal, split_list, with_argument

from .inputs import check_functions, input_names, main_function, sizes_read, tests
from .registry import kind, mutant

# With other arguments the kernel reaches other memory.
OF_ACCESSES = {"aoti-kernel-access-out-of-bounds": None, "aoti-triton-index-out-of-bounds": None}
# Less is known of sizes that may be 0.
OF_BOUNDS = {"aoti-input-lower-bound": None, "aoti-input-contract": None, "aoti-view-out-of-bounds": None}
LARGEST_GRID = 65535


@dataclasses.dataclass
class Launched:
    """A call of launchKernel with what is around it; lines are counted from 0."""

    place: int
    array: int
    names: list  # of the variables in the array, in their order
    variables: dict  # name -> line of its declaration
    signature: dict  # parameter -> its type in the comment; empty where there is none
    parameters: list  # of the helper that it stands in
    start: int  # the first line of the helper, or of the function of the model
    image: bool  # whether the file that the kernel is loaded from is in the package
    load: int | None  # the line of the load

    def scalars(self, source, type_):
        """(index in the array, line, value) of the variables of a type."""
        for index, name in enumerate(self.names):
            found = re.match(rf"\s*{type_} {name} = (.+);$", source.lines[self.variables.get(name, 0)])
            if found and "scratch" not in name:
                yield index, self.variables[name], found[1]

    def pointers(self, source):
        """(index in the array, line) of the addresses of tensors."""
        for index, name in enumerate(self.names):
            if "scratch" not in name and re.match(rf"\s*CUdeviceptr {name} = reinterpret_cast<CUdeviceptr>",
                                                  source.lines[self.variables.get(name, 0)]):
                yield index, self.variables[name]


def launches(model):
    source, lines = model.wrapper, model.wrapper.lines
    files = {path.name for path in source.path.parent.iterdir()}
    start, parameters, signature, arrays, variables, loads = 0, [], {}, {}, {}, {}
    for place, line in enumerate(lines):
        if line[:1] not in (" ", "}", "", "#") and "call_" in line and line.rstrip().endswith("("):
            start, parameters, signature, arrays, variables = place, [], {}, {}, {}
            for other in range(place + 1, len(lines)):
                if lines[other].startswith(")"):
                    break
                parameters.append(re.search(r"(\w+)(?: = [\w:]+)?,?$", lines[other])[1])
        elif re.match(r"\S.*::run_impl\(|\S.*::_const_run_impl\(", line):
            start, parameters, signature, arrays, variables = place, [], {}, {}, {}
        elif (found := re.search(r"'signature': \{([^{}]*)\}", line)):
            signature = dict(re.findall(r"'(\w+)': '([^']*)'", found[1]))
        elif (found := re.search(r"(\w+) = loadKernel\(\"([^\"]*)\"", line)):
            loads[found[1]] = (place, found[2].rsplit("/", 1)[-1])
        elif (found := re.match(r"\s*void\* (kernel_args_\w*)\[\] = \{(.*)\};$", line)):
            arrays[found[1]] = (place, [part.strip().removeprefix("&") for part in split_list(found[2])])
        elif (found := call(line, r"^\s*launchKernel\(")) and len(found[1]) >= 8 and found[1][6] in arrays:
            array, names = arrays[found[1][6]]
            load = loads.get(found[1][0].split(".")[-1])
            yield Launched(place, array, names, dict(variables), dict(signature), parameters, start,
                           bool(load) and load[1] in files, load[0] if load else None)
        elif (found := re.match(r"\s*(?:CUdeviceptr|u?int\d+_t|int|float|double|bool) (\w+) = ", line)):
            variables[found[1]] = place


def helper_calls(model, launched):
    """(line, arguments by the name of the helper's parameter) of the calls of the helper around a launch."""
    function = main_function(model)
    if not function or not launched.parameters:
        return
    name = re.search(r"(call_\w+)\(", model.wrapper.lines[launched.start])[1]
    for place in range(function.start, function.end):
        found = call(function.lines[place], rf"^\s*{name}\(")
        # Whether a branch is taken may depend on the sizes.
        if found and not function.blocks[place]:
            given = dict(zip(launched.parameters, found[1]))
            for parameter, text in given.items():
                made = [other for _, other in model.wrapper.find(rf"^\s*(?:auto|int64_t) {re.escape(text)} = (.+);$",
                                                                 function.start, place)]
                if made and not re.fullmatch(r"s\d+", text):
                    given[parameter] = made[-1][1]
            yield place, given


def with_array(edit, launched, names):
    line = edit.source.lines[launched.array]
    begin, end = line.index("{"), line.rindex("}")
    return edit.replace(launched.array, line[:begin + 1] + ", ".join("&" + name for name in names) + line[end:])


@kind("aoti-triton-launch-abi")
def launch_argument_dropped(model):
    """A kernel is given one argument less than it takes."""
    for launched in launches(model):
        if not launched.signature and not launched.image:
            continue
        for index, name in enumerate(launched.names):
            if "scratch" not in name and len(launched.names) > 1:
                edit = Edit(model.wrapper)
                line = with_array(edit, launched, launched.names[:index] + launched.names[index + 1:])
                yield mutant(edit, [line], f"{name} is not handed over", OF_ACCESSES)


@kind("aoti-triton-launch-abi")
def launch_argument_twice(model):
    """A kernel is given an argument twice, so that all behind it stand one place too far."""
    for launched in launches(model):
        if not launched.signature and (not launched.image or any("scratch" in name for name in launched.names)):
            continue
        for index, name in enumerate(launched.names):
            if "scratch" not in name:
                edit = Edit(model.wrapper)
                line = with_array(edit, launched, launched.names[:index + 1] + launched.names[index:])
                yield mutant(edit, [line], f"{name} is handed over twice", OF_ACCESSES)


@kind("aoti-triton-launch-abi")
def launch_arguments_swapped(model):
    """A kernel is given the address of a tensor in the place of a number of 32 bits, and that in its place."""
    # Without a source nothing here tells an 'int' for 64 bits, which old releases write, too.
    wide = any(model.wrapper.find(r"^\s*int var_\d+ = \d{10,}L?;$"))
    for launched in launches(model):
        if not launched.signature and (wide or not launched.image):
            continue
        numbers = [(index, value) for type_ in ("int32_t", "int") for index, _, value in launched.scalars(model.wrapper, type_)]
        for pointer, _ in launched.pointers(model.wrapper):
            for number, value in numbers:
                if launched.signature.get(value, "i32") != "i32":
                    continue
                names = list(launched.names)
                names[pointer], names[number] = names[number], names[pointer]
                edit = Edit(model.wrapper)
                line = with_array(edit, launched, names)
                yield mutant(edit, [line], f"{names[number]} and {names[pointer]} are swapped", OF_ACCESSES)


@kind("aoti-triton-launch-abi")
def launch_number_narrow(model):
    """A number that the kernel takes as 64 bits is handed over as 32."""
    for launched in launches(model):
        for _, place, value in launched.scalars(model.wrapper, "int64_t"):
            if launched.signature.get(value) == "i64":
                edit = Edit(model.wrapper)
                line = edit.change(place, "int64_t ", "int32_t ")
                yield mutant(edit, [line], f"{value} is handed over as 32 bits")


@kind("aoti-triton-launch-abi")
def launch_number_wide_float(model):
    """A number that the kernel takes as float is handed over as double."""
    for launched in launches(model):
        for _, place, value in launched.scalars(model.wrapper, "float"):
            if launched.signature.get(value) == "fp32" or (not launched.signature and launched.image):
                edit = Edit(model.wrapper)
                line = edit.change(place, "float ", "double ")
                yield mutant(edit, [line], f"{value} is handed over as double")


@kind("aoti-triton-launch-abi")
def launch_warps_changed(model):
    """A kernel is launched with twice the warps that it was compiled for."""
    for launched in launches(model):
        line = model.wrapper.lines[launched.place]
        _, texts, places = call(line, r"launchKernel\(")
        if launched.image and re.fullmatch(r"\d+", texts[4]):
            edit = Edit(model.wrapper)
            made = edit.replace(launched.place, with_argument(line, places[4], str(2 * int(texts[4]))))
            yield mutant(edit, [made], f"{2 * int(texts[4])} warps instead of {texts[4]}")


@kind("aoti-triton-launch-abi")
def launch_shared_less(model):
    """A kernel is launched with less shared memory than it is loaded with."""
    for launched in launches(model):
        line = model.wrapper.lines[launched.place]
        _, texts, places = call(line, r"launchKernel\(")
        if re.fullmatch(r"[1-9]\d*", texts[5]) and launched.load is not None:
            edit = Edit(model.wrapper)
            made = edit.replace(launched.place, with_argument(line, places[5], str(int(texts[5]) // 2)))
            yield mutant(edit, [made], f"{int(texts[5]) // 2} bytes instead of {texts[5]}")


@kind("aoti-triton-launch-abi")
def launch_shared_none(model):
    """A kernel that uses shared memory of the launch is loaded and launched with none."""
    for launched in launches(model):
        line = model.wrapper.lines[launched.place]
        _, texts, places = call(line, r"launchKernel\(")
        if not launched.image or not re.fullmatch(r"[1-9]\d*", texts[5]):
            continue
        loaded = call(model.wrapper.lines[launched.load], r"loadKernel\(")
        if loaded and loaded[1][2] == texts[5]:
            edit = Edit(model.wrapper)
            edit.replace(launched.load, with_argument(model.wrapper.lines[launched.load], loaded[2][2], "0"))
            made = edit.replace(launched.place, with_argument(line, places[5], "0"))
            yield mutant(edit, [made], f"no shared memory instead of {texts[5]} bytes")


@kind("aoti-triton-grid")
def grid_too_large(model):
    """A kernel is launched with more programs along y or z than a card takes."""
    for launched in launches(model):
        if not any(helper_calls(model, launched)):
            continue
        for place in range(launched.start, launched.place):
            if (found := re.match(r"(\s*uint32_t grid_[12] = )1;$", model.wrapper.lines[place])):
                edit = Edit(model.wrapper)
                edit.replace(place, f"{found[1]}{LARGEST_GRID + 1};")
                yield mutant(edit, [edit.keep(launched.place)], f"{LARGEST_GRID + 1} programs")


def bounds_of(model, symbol):
    """{"<": lines of the test of the lower bound, ">": …} of the size of an input that a symbol is."""
    function = main_function(model)
    checks = {index: (place, end) for index, place, end in check_functions(model.wrapper)}
    names = input_names(function)
    for _, name, given, dimension in sizes_read(function):
        if name == symbol and names.get(given) in checks:
            start, end = checks[names[given]]
            return {condition[1]: first for first, _, text in tests(model.wrapper, start, end)
                    if (condition := re.match(rf"\w+_size\[{dimension}\] ([<>]) -?\d+$", text))}
    return {}


def bound_changed(edit, place, number):
    line = edit.source.lines[place]
    return edit.replace(place, re.sub(r"([<>]) -?\d+\) \{$", rf"\1 {number}) {{", line))


@kind("aoti-triton-grid")
def empty_grid_launched(model):
    """The grid is empty for a size that only checks which are asked for refuse, and nothing tests that."""
    for launched in launches(model):
        test = next((place for place in range(launched.start, launched.place)
                     if re.match(r"\s*if \(grid_0 == 0.*\) return;$", model.wrapper.lines[place])), None)
        size = next((found[1] for place in range(launched.start, launched.place)
                     if (found := re.match(r"\s*uint32_t grid_0 = \(*(\w+)\b", model.wrapper.lines[place]))), None)
        if test is None:
            continue
        for _, given in helper_calls(model, launched):
            value = re.fullmatch(r"(?:\d+L\*)?(s\d+)", given.get(size, ""))
            if value:
                edit = Edit(model.wrapper)
                edit.drop(test)
                yield mutant(edit, [edit.keep(launched.place)], f"{value[1]} may be 0")
                break


@kind("aoti-triton-int32-overflow")
def number_of_elements_overflows(model):
    """The checks admit a size for which a number of 32 bits overflows."""
    for launched in launches(model):
        for place, given in helper_calls(model, launched):
            for parameter, value in given.items():
                found = re.fullmatch(r"(\d+)L\*(s\d+)", value)
                if not found or launched.signature.get(parameter) != "i32" or int(found[1]) < 2:
                    continue
                upper = bounds_of(model, found[2]).get(">")
                if upper is None:
                    continue
                narrow = [line for _, line, number in launched.scalars(model.wrapper, "int(?:32_t)?") if number == parameter]
                edit = Edit(model.wrapper)
                bound_changed(edit, upper, 2 ** 31 - 1)
                yield mutant(edit, [edit.keep(line) for line in narrow], f"{parameter} is {value}",
                             {**OF_BOUNDS, **OF_ACCESSES, "aoti-triton-int32-overflow": None, "aoti-triton-grid": None})


@kind("aoti-triton-index-out-of-bounds")
def bound_of_index_empty(model):
    """A size that an index is held to may be 0 while the kernel runs."""
    for launched in launches(model):
        text = model.wrapper.lines[launched.start:launched.place]
        bounds = {found[1] for line in text if (found := re.search(r'"index out of bounds: 0 <= tmp\d+ < (ks\d+)"', line))}
        for place, given in helper_calls(model, launched):
            for bound in sorted(bounds):
                symbol = given.get(bound, "")
                others = [value for parameter, value in given.items() if parameter.endswith("numel")]
                if not re.fullmatch(r"s\d+", symbol) or not others or any(symbol in value for value in others):
                    continue
                lower = bounds_of(model, symbol).get("<")
                if lower is not None:
                    edit = Edit(model.wrapper)
                    bound_changed(edit, lower, 0)
                    yield mutant(edit, [edit.keep(place)], f"{symbol} may be 0",
                                 {**OF_BOUNDS, **OF_ACCESSES, "aoti-triton-grid": None})


@kind("aoti-triton-index-out-of-bounds")
def index_not_asserted(model):
    """An index from memory is held to no bound."""
    for launched in launches(model):
        asserts = [place for place in range(launched.start, launched.place)
                   if re.match(r"\s*tl\.device_assert\(.*\)$", model.wrapper.lines[place])]
        meta = next((place for place in range(launched.start, launched.place)
                     if "'assert_indirect_indexing': True" in model.wrapper.lines[place]), None)
        calls = list(helper_calls(model, launched))
        # An index that is made of a position alone needs no assertion.
        loads = any(re.search(r"tmp\d+ = tl\.load\(in_ptr\d+ \+ \(.*\btmp\d+\b", model.wrapper.lines[place])
                    for place in range(launched.start, launched.place))
        if any("0 <= tmp" in model.wrapper.lines[place] for place in asserts) and meta is not None and calls and loads:
            edit = Edit(model.wrapper)
            edit.change(meta, "'assert_indirect_indexing': True", "'assert_indirect_indexing': False")
            for place in asserts:
                edit.drop(place)
            yield mutant(edit, [edit.keep(calls[0][0])], "no assertions", OF_ACCESSES)


@kind("aoti-triton-scratch")
def scratch_not_scaled(model):
    """Scratch memory is made for one program of many."""
    for place, found in model.wrapper.find(r"_scratch_\w+_size\[\] = \{static_cast<int64_t>\((\d+)\) \* grid_0"):
        if literal(found[1]):
            edit = Edit(model.wrapper)
            line = model.wrapper.lines[place]
            made = edit.replace(place, line[:line.index("{")] + "{" + found[1] + "};")
            yield mutant(edit, [made], f"{found[1]} bytes for all programs")
