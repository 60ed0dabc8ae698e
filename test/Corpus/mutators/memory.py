"""Ways to break what lies where in memory."""

import re

from wrapper_text import arguments, call, Edit, extent, indent, ITEM_BYTES, literal, NAME, with_argument

from .registry import kind, lines_of, mutant


def storage(model, function, name):
    """Elements of the storage behind a name: a number, or text where sizes are symbols; None where it is not known."""
    made = function.by_name.get(name)
    if made:
        sizes, strides = function.arrays.get(made.sizes), function.arrays.get(made.strides)
        if sizes is None or strides is None:
            return None
        try:
            return extent([literal(part) for part in sizes], [literal(part) for part in strides])
        except ValueError:
            return contiguous(sizes, strides)
    for constant in model.constants:
        if constant.text("name") == f'"{name}"' and "mkldnn" not in (constant.text("layout") or ""):
            size = ITEM_BYTES.get(constant.dtype())
            return constant.numbers("data_size")[0] // size if size else None
    return None


def contiguous(sizes, strides):
    """The product of the sizes, as text, where the strides are those of a dense tensor of them."""
    rest = []
    for size, stride in zip(reversed(sizes), reversed(strides)):
        wanted = product(rest)
        if wanted != product([stride]):
            return None
        rest.append(size)
    numbers, names = product(rest)
    return "*".join([f"{numbers}L", *names])


def product(factors):
    """(number, names) of a product, each factor itself a product, as torch writes it."""
    numbers, names = 1, []
    for factor in factors:
        for part in factor.split("*"):
            part = part.strip()
            try:
                numbers *= literal(part)
            except ValueError:
                names.append(part)
    return numbers, sorted(names)


def views(model, function):
    """(line, places of arguments, texts) of the views whose base is known, where it is not used up yet."""
    for place in range(function.start, function.end):
        line = function.lines[place]
        for match in re.finditer(r"\breinterpret_tensor_wrapper\(", line):
            places = arguments(line, match.end() - 1)
            if places is None or len(places) != 5:
                continue
            texts = [line[begin:end] for begin, end in places]
            if NAME.match(texts[0]) and storage(model, function, texts[0]) is not None:
                yield place, places, texts


def is_empty(function, array):
    return "0L" in function.arrays.get(array, ["0L"]) or "0" in function.arrays.get(array, ["0L"])


@kind("aoti-view-out-of-bounds")
def view_offset_past_end(model):
    """A view begins where its storage ends."""
    for function in model.functions:
        for place, places, texts in views(model, function):
            if is_empty(function, texts[2]):
                continue
            size = storage(model, function, texts[0])
            text = f"{size}L" if isinstance(size, int) else size
            edit = Edit(model.wrapper)
            line = edit.replace(place, with_argument(function.lines[place], places[4], text))
            yield mutant(edit, [line], f"the view of {texts[0]} begins at its end")


@kind("aoti-view-out-of-bounds")
def view_too_large(model):
    """A view has one row more than its storage."""
    for function in model.functions:
        for place, places, texts in views(model, function):
            sizes, strides = function.numbers(texts[2]), function.numbers(texts[3])
            size, offset = storage(model, function, texts[0]), texts[4]
            if not sizes or not strides or not isinstance(size, int) or not re.fullmatch(r"\d+L?", offset):
                continue
            for dimension in sorted(range(len(strides)), key=lambda at: -strides[at]):
                larger = list(sizes)
                larger[dimension] += 1
                if 0 in larger or literal(offset) + extent(larger, strides) <= size:
                    continue
                edit = Edit(model.wrapper)
                space = indent(function.lines[place])
                edit.before(place, f"{space}static constexpr int64_t larger_array[] = {{{values_of(larger)}}};")
                line = edit.replace(place, with_argument(function.lines[place], places[2], "larger_array"))
                yield mutant(edit, [line], f"the view of {texts[0]} is {larger}, of {size} elements",
                             {"aoti-kernel-access-out-of-bounds": None})
                break


@kind("aoti-view-out-of-bounds")
def storage_too_small(model):
    """A buffer is allocated with fewer elements than its view has."""
    for function in model.functions:
        seen = set()
        for _, _, texts in views(model, function):
            made = function.by_name.get(texts[0])
            if not made or made.name in seen:
                continue
            sizes, strides = function.numbers(made.sizes), function.numbers(made.strides)
            seen_sizes, seen_strides = function.numbers(texts[2]), function.numbers(texts[3])
            if not sizes or not strides or not seen_sizes or not seen_strides or not re.fullmatch(r"\d+L?", texts[4]):
                continue
            reach = literal(texts[4]) + extent(seen_sizes, seen_strides)
            dimension = max(range(len(sizes)), key=lambda at: strides[at])
            smaller = list(sizes)
            smaller[dimension] -= 1
            if smaller[dimension] < 1 or 0 in seen_sizes or reach <= extent(smaller, strides):
                continue
            seen.add(made.name)
            edit = Edit(model.wrapper)
            space = indent(function.lines[made.place])
            edit.before(made.place, f"{space}static constexpr int64_t smaller_array[] = {{{values_of(smaller)}}};")
            line = function.lines[made.place]
            _, _, where = call(line, r"\baoti_torch_empty_strided(?:_pinned)?\(")
            edit.replace(made.place, with_argument(line, where[1], "smaller_array"))
            over = [other for other, _, args in views(model, function) if args[0] == made.name]
            yield mutant(edit, lines_of(edit, over), f"{made.name} has {extent(smaller, strides)} elements",
                         {"aoti-kernel-access-out-of-bounds": None})


@kind("aoti-view-out-of-bounds")
def larger_reuse(model):
    """A buffer is taken over for a tensor that is larger than it."""
    for function in model.functions:
        for place, found in model.wrapper.find(r"^(\s*)auto (\w+) = std::move\((\w+)\);  // reuse", function.start,
                                               function.end):
            made = function.by_name.get(found[3])
            if not made:
                continue
            sizes, strides = function.numbers(made.sizes), function.numbers(made.strides)
            if not sizes or not strides or 0 in sizes or max(strides) < 1:
                continue
            dimension = strides.index(max(strides))
            larger = [size + (at == dimension) for at, size in enumerate(sizes)]
            edit = Edit(model.wrapper)
            array, taken = f"larger_{found[2]}", f"taken_{found[2]}"
            view = f"reinterpret_tensor_wrapper({found[3]}, {len(larger)}, {array}, {made.strides}, 0L)"
            edit.before(place, f"{found[1]}static constexpr int64_t {array}[] = {{{values_of(larger)}}};")
            if model.old:
                at = edit.before(place, f"{found[1]}auto {taken} = {view};",
                                 f"{found[1]}RAIIAtenTensorHandle {taken}_raii({taken});")
                last = edit.replace(place, f"{found[1]}auto {found[2]} = std::move({taken}_raii);  // reuse")
            else:
                at = []
                last = edit.replace(place, f"{found[1]}auto {found[2]} = wrap_with_raii_handle_if_needed({view});"
                                           "  // reuse")
            yield mutant(edit, [*at, last], f"{found[2]} is {larger}, {found[3]} is {sizes}",
                         {"aoti-kernel-access-out-of-bounds": None})


def values_of(sizes):
    return "".join(f"{size}L, " for size in sizes)


def blocks_of_pools(function):
    """(line, places, texts, bytes of the block, bytes of the pool) of what is taken from a pool; sizes in numbers."""
    for place in range(function.start, function.end):
        found = call(function.lines[place], r"\baoti_torch__alloc_from_pool\(")
        if not found or len(found[1]) != 7:
            continue
        _, texts, places = found
        pool = function.by_name.get(texts[0])
        dtype = re.match(r"cached_torch_dtype_(\w+)$", texts[2])
        if not pool or not dtype or dtype[1] not in ITEM_BYTES or pool.dtype not in ITEM_BYTES:
            continue
        sizes, strides = function.numbers(texts[4]), function.numbers(texts[5])
        whole, steps = function.numbers(pool.sizes), function.numbers(pool.strides)
        block = extent(sizes, strides) * ITEM_BYTES[dtype[1]] if sizes is not None and strides is not None else None
        total = extent(whole, steps) * ITEM_BYTES[pool.dtype] if whole is not None and steps is not None else None
        yield place, places, texts, block, total


@kind("aoti-view-out-of-bounds")
def pool_block_past_end(model):
    """A block begins where its pool ends."""
    for function in model.functions:
        for place, places, texts, block, _ in blocks_of_pools(function):
            pool = function.by_name[texts[0]]
            whole = function.arrays[pool.sizes]
            if block == 0 or len(whole) != 1:
                continue
            size = ITEM_BYTES[pool.dtype]
            text = whole[0] if size == 1 else f"{size}L*({whole[0]})"
            edit = Edit(model.wrapper)
            line = edit.replace(place, with_argument(function.lines[place], places[1], text))
            yield mutant(edit, [line], f"the block begins at the end of {texts[0]}")


@kind("aoti-view-out-of-bounds")
def pool_blocks_overlap(model):
    """Two blocks of a pool lie on one another while both are in use."""
    for function in model.functions:
        found = list(blocks_of_pools(function))
        for at, (place, _, texts, block, total) in enumerate(found):
            name = block_name(function, place)
            for other, _, args, size, _ in found[at + 1:]:
                second = block_name(function, other)
                if (args[0] != texts[0] or args[1] == texts[1] or not name or not second
                        or not block or not size or block < 8 or size < 8):
                    continue
                used = last_use(function, name)
                first = next(iter(function.uses(second, other + 2)), None)
                if first is None or used < first or size + literal_or(texts[1], total) > total:
                    continue
                # What is read and given up by a kernel may lie where the kernel writes; two results may not.
                if used == first and not all(writes(function, first, written) for written in (name, second)):
                    continue
                edit = Edit(model.wrapper)
                line = function.lines[other]
                where = call(line, r"\baoti_torch__alloc_from_pool\(")[2]
                made = edit.replace(other, with_argument(line, where[1], texts[1]))
                yield mutant(edit, [made, edit.keep(place)], f"{name} and {second} lie on one another")
                break


def writes(function, place, name):
    """Whether a kernel of the host that is called on a line writes to a buffer."""
    return any(re.search(rf"\((?!const )[\w:]+\*\)\({alias}\.data_ptr\(\)\)", function.lines[place])
               for alias in function.aliases(name))


def literal_or(text, otherwise):
    try:
        return literal(text)
    except ValueError:
        return otherwise


def block_name(function, place):
    found = re.match(r"\s*auto (\w+) = RAIIAtenTensorHandle\(\w+\);", function.lines[place + 1])
    return found[1] if found else None


def last_use(function, name):
    return max((place for alias in function.aliases(name) for place in function.uses(alias)), default=-1)
