"""Ways to break what a package tests of its inputs, and what it makes of their sizes."""

import re

from wrapper_text import call, Edit, indent, line_of, split_list

from .registry import kind, mutant

# A size that is cut or fixed makes views and buffers of the wrong size.
OF_SIZES = {"aoti-view-out-of-bounds": None, "aoti-input-contract": None}


def main_function(model):
    return next((function for function in model.functions if not function.folds), None)


def check_functions(source):
    """(index of the input, line of the name, line of the '}') of the functions check_input_N."""
    for place, found in source.find(r"static void check_input_(\d+)\("):
        end = next((other for other, _ in source.find(r"^}", place)), None)
        if end is not None:
            yield int(found[1]), place, end


def tests(source, start, end):
    """(first line, last line, condition) of the tests that throw in a range of lines."""
    for place, found in source.find(r"^\s*if \((.*)\) \{$", start, end):
        last = next((other for other, _ in source.find(r"^\s*}$", place, end)), None)
        if last is not None:
            yield place, last, found[1]


def sizes_read(function):
    """(line, symbol, input, dimension) of the sizes of inputs that a function reads."""
    for place, found in function.source.find(r"^\s*int64_t (s\d+) = (\w+)_size\[(\d+)\];$", function.start, function.end):
        yield place, found[1], found[2], int(found[3])


def input_names(function):
    """Name -> index of the inputs."""
    return {found[1]: int(found[2]) for _, found in function.source.find(
        r"auto (\w+) = std::move\(inputs\[(\d+)\]\);", function.start, function.end)}


def makes_tensors(function, symbol):
    """Whether a buffer is allocated, or a kernel called, with a symbol."""
    pattern = re.compile(rf"\b{symbol}\b")
    for made in function.allocations:
        if any(pattern.search(part) for array in (made.sizes, made.strides) for part in function.arrays.get(array, [])):
            return True
    return any(re.search(r"^\s*(?:cpp_fused|call_triton)\w*\(", line) and pattern.search(line)
               for line in function.lines[function.start:function.end])


@kind("aoti-input-check-missing")
def check_not_called(model):
    """The check of an input is not called."""
    source = model.wrapper
    for index, place, _ in check_functions(source):
        called = next((other for other, _ in source.find(rf"^\s*check_input_{index}\(input_handles\);$")), None)
        if called is not None:
            edit = Edit(source)
            edit.drop(called)
            yield mutant(edit, [edit.keep(place)], f"check_input_{index} is not called")


@kind("aoti-input-check-missing")
def no_check_called(model):
    """No check of an input is called."""
    source = model.wrapper
    root = next((place for place, _ in source.find(r"static void __check_inputs_outputs\(")), None)
    called = next((place for place, _ in source.find(r"^\s*__check_inputs_outputs\(input_handles, output_handles\);$")), None)
    if root is not None and called is not None:
        edit = Edit(source)
        edit.drop(called)
        yield mutant(edit, [edit.keep(root)], "the checks are not called")


@kind("aoti-input-check-missing")
def device_not_tested(model):
    """The check of an input does not test its device, while those of others do."""
    source = model.wrapper
    found = list(check_functions(source))
    for index, place, end in found:
        lines = [other for other, _ in source.find(r"_device_type", place, end)]
        if not lines or len(found) < 2:
            continue
        test = next(((first, last) for first, last, condition in tests(source, place, end) if "_device_type" in condition), None)
        if test:
            edit = Edit(source)
            for other in sorted({*lines, *range(test[0], test[1] + 1)}):
                edit.drop(other)
            yield mutant(edit, [edit.keep(place)], f"the device of input {index} is not tested")


@kind("aoti-input-rank")
def dimension_beyond_check(model):
    """A size of an input is read behind all those that its check reads."""
    function = main_function(model)
    # Where lower bounds are left out, no check tells how many dimensions there are.
    if not function or not any(model.wrapper.find(r"_size\[\d+\] < \d+\) \{")):
        return
    checked = {index for index, _, _ in check_functions(model.wrapper)}
    names = input_names(function)
    for place, _, name, dimension in sizes_read(function):
        if names.get(name) in checked:
            edit = Edit(model.wrapper)
            line = edit.change(place, f"_size[{dimension}]", "_size[6]")
            yield mutant(edit, [line], f"size 6 of {name} is read", OF_SIZES)


@kind("aoti-input-lower-bound")
def lower_bound_not_tested(model):
    """The least value of a size that buffers are made of is not tested."""
    function = main_function(model)
    if not function:
        return
    source, names = model.wrapper, input_names(function)
    checks = {index: (place, end) for index, place, end in check_functions(source)}
    for _, symbol, name, dimension in sizes_read(function):
        if names.get(name) not in checks or not makes_tensors(function, symbol):
            continue
        start, end = checks[names[name]]
        found = {condition[1]: (first, last) for first, last, text in tests(source, start, end)
                 if (condition := re.match(rf"\w+_size\[{dimension}\] ([<>]) \d+$", text))}
        if "<" in found:
            edit = Edit(source)
            for other in range(found["<"][0], found["<"][1] + 1):
                edit.drop(other)
            at = edit.keep(found[">"][0] if ">" in found else start)
            yield mutant(edit, [at], f"the lower bound of size {dimension} of {name} is not tested", OF_SIZES)


@kind("aoti-size-truncation")
def size_cut(model):
    """A number is half of a size of an input, cut to a whole one."""
    function = main_function(model)
    if not function:
        return
    for place, symbol, name, dimension in sizes_read(function):
        edit = Edit(model.wrapper)
        line = function.lines[place]
        edit.before(place, f"{indent(line)}int64_t {name}_size_{dimension} = {name}_size[{dimension}];")
        at = edit.replace(place, f"{indent(line)}int64_t {symbol} = (1.0/2.0)*{name}_size_{dimension};")
        yield mutant(edit, [at], f"{symbol} is half of size {dimension} of {name}",
                     {**OF_SIZES, "aoti-input-lower-bound": None})


@kind("aoti-size-truncation")
def size_divided(model):
    """A number is a third of a size of an input, rounded down."""
    for found in size_cut(model):
        place = min(found.at) - 1
        line = found.lines[place]
        third = r"c10::div_floor_integer(static_cast<int64_t>(\1), static_cast<int64_t>(3L));"
        found.lines[place] = line_of(re.sub(r"\(1\.0/2\.0\)\*(\w+);", third, line), line.origin)
        found.why = found.why.replace("half", "a third")
        yield found


@kind("aoti-dynamic-dim-specialised")
def assertion_of_one_size(model):
    """An assertion takes one value of a size for which the check has a range."""
    function = main_function(model)
    if not function:
        return
    names = input_names(function)
    checked = {index for index, _, _ in check_functions(model.wrapper)}
    for place, found in model.wrapper.find(r'assert_size_stride\((\w+), \{([^}]*)\}, \{', function.start, function.end):
        sizes = [part.strip() for part in split_list(found[2]) if part.strip()]
        if names.get(found[1]) not in checked:
            continue
        for dimension, size in enumerate(sizes):
            if re.fullmatch(r"s\d+", size):
                edit = Edit(model.wrapper)
                fixed = [*sizes[:dimension], "4L", *sizes[dimension + 1:]]
                line = edit.change(place, "{" + found[2] + "}, {", "{" + ", ".join(fixed) + ", }, {")
                yield mutant(edit, [line], f"{found[1]} has to have a size {dimension} of 4", OF_SIZES)


@kind("aoti-dynamic-dim-specialised")
def rows_of_one_size(model):
    """The buffer for a matrix product has a fixed number of rows, its first factor that of an input."""
    function = main_function(model)
    if not function:
        return
    rows, names = {symbol for _, symbol, _, _ in sizes_read(function)}, input_names(function)
    for place in range(function.start, function.end):
        found = call(function.lines[place], r"\baoti_torch_(?:cpu|cuda)_(?:mm|addmm)_out\(")
        made = function.by_name.get(found[1][0]) if found else None
        if not made or not made.sizes or "_out(buf" not in function.lines[place]:
            continue
        factor = found[1][2 if "_addmm_out" in found[0][0] else 1]
        sizes = function.arrays.get(made.sizes, [])
        viewed = re.match(r"wrap_with_raii_handle_if_needed\(reinterpret_tensor_wrapper\(\w+, \d+, (\w+),", factor)
        other = function.by_name.get(factor)
        of = function.arrays.get(viewed[1] if viewed else other.sizes if other else "", [])
        if factor in names:
            of = [symbol for _, symbol, name, dimension in sizes_read(function) if name == factor and dimension == 0]
        if len(sizes) == 2 and sizes[0] in rows and of[:1] == sizes[:1]:
            array = next((line for line, _ in model.wrapper.find(rf"int64_t {made.sizes}\[\] = ", function.start, made.place)), None)
            uses = [line for line in function.uses(made.sizes) if line != array]
            if array is None or len(uses) != 1:
                continue
            edit = Edit(model.wrapper)
            edit.change(array, "{" + sizes[0] + ",", "{4L,")
            yield mutant(edit, [edit.keep(made.place)], f"{made.name} has 4 rows",
                         {**OF_SIZES, "aoti-handle-lifetime": None})


@kind("aoti-input-alignment")
def input_not_aligned(model):
    """Nothing copies an input whose address a kernel takes for a multiple of 16."""
    function = main_function(model)
    if not function or model.old:
        return
    source = model.wrapper
    for first, last, condition in tests(source, function.start, function.end):
        found = re.search(r"\((\w+)\.data_ptr\(\)\) & \(16 ?- ?1\)\) != 0", condition)
        launches = [launch for launch in function.launches if found and launch.place > last and found[1] in launch.tensors]
        at = {launch.place for launch in launches if takes_aligned(source, launch, found[1])}
        if at:
            edit = Edit(source)
            for other in range(first, last + 1):
                edit.drop(other)
            yield mutant(edit, [edit.keep(place) for place in at], f"{found[1]} is not aligned", OF_SIZES)


def takes_aligned(source, launch, name):
    """Whether the kernel of a launch was compiled for addresses of a tensor that are multiples of 16."""
    line = source.lines[launch.place]
    given = call(line, r"\bcall_\w+\(")
    start = next((place for place, _ in source.find(rf"^static .*\bcall_{launch.kernel}\($")), None)
    if not given or start is None:
        return False
    meta = next((found for place, found in source.find(r"triton_meta=\{(.*)", start) if place < start + 200), None)
    numbers = {int(number) for number in re.findall(r"\((\d+),\): \[\['tt\.divisibility', 16\]\]", meta[1])} if meta else set()
    return any(part == name and number in numbers for number, part in enumerate(given[1]))
