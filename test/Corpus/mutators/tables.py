"""Ways to break the tables of a model and its metadata."""

import re

from wrapper_text import Edit, extent, ITEM_BYTES

from .registry import kind, lines_of, mutant


@kind("aoti-constant-table")
def constant_count_wrong(model):
    """The base class is told of one constant more."""
    yield from wrong_count(model, 2, 1)


@kind("aoti-constant-table")
def input_count_wrong(model):
    """The base class is told of one input more."""
    yield from wrong_count(model, 0, 1)


@kind("aoti-constant-table")
def output_count_wrong(model):
    """The base class is told of one output less."""
    yield from wrong_count(model, 1, -1)


def wrong_count(model, which, step):
    found = model.base_arguments()
    if not found:
        return
    place, (begin, end) = found[which]
    line = model.wrapper.lines[place]
    value = int(line[begin:end])
    table = ("inputs_info_", "outputs_info_", "constants_info_")[which]
    entries = [other for other, _ in model.wrapper.find(rf"^\s*{table}\[")]
    if value + step < 0 or not entries:
        return
    edit = Edit(model.wrapper)
    made = edit.replace(place, f"{line[:begin]}{value + step}{line[end:]}")
    yield mutant(edit, [made], f"{value + step} instead of {value}")


@kind("aoti-constant-table")
def constant_duplicate(model):
    """A constant has the index of another."""
    for one, other in zip(model.constants, model.constants[1:]):
        edit = Edit(model.wrapper)
        at = [edit.change(place, f"constants_info_[{other.index}]", f"constants_info_[{one.index}]")
              for place, _ in sorted(other.fields.values())]
        yield mutant(edit, at, f"constant {other.index} has the index {one.index}",
                     {"aoti-constant-extent": None})


@kind("aoti-constant-table")
def constant_gap(model):
    """A constant has an index past the end of the table."""
    count = len(model.constants)
    for one in model.constants:
        edit = Edit(model.wrapper)
        at = [edit.change(place, f"constants_info_[{one.index}]", f"constants_info_[{count}]")
              for place, _ in sorted(one.fields.values())]
        yield mutant(edit, at, f"constant {one.index} has the index {count}")


@kind("aoti-constant-table")
def constant_swapped(model):
    """Two constants are taken by one another's index."""
    for function in model.functions:
        taken = [(place, found) for place, found in
                 model.wrapper.find(r"\bauto&? (\w+) = constants_->at\((\d+)\);", function.start, function.end)]
        for (place, one), (other, two) in zip(taken, taken[1:]):
            edit = Edit(model.wrapper)
            at = [edit.change(place, f"at({one[2]})", f"at({two[2]})"),
                  edit.change(other, f"at({two[2]})", f"at({one[2]})")]
            yield mutant(edit, at, f"{one[1]} and {two[1]} are swapped",
                         {"aoti-view-out-of-bounds": None, "aoti-kernel-signature": None,
                          "aoti-kernel-access-out-of-bounds": None})


@kind("aoti-constant-table")
def input_count_stolen(model):
    """One input less is taken over than the model has."""
    for function in model.functions:
        for place, found in model.wrapper.find(r"steal_from_raw_handles_to_raii_handles\(input_handles, (\d+)\);",
                                               function.start, function.end):
            if int(found[1]) > 1:
                edit = Edit(model.wrapper)
                line = edit.change(place, f"input_handles, {found[1]})", f"input_handles, {int(found[1]) - 1})")
                last = [other for other, _ in model.wrapper.find(rf"\binputs\[{int(found[1]) - 1}\]", place,
                                                                 function.end)]
                yield mutant(edit, [line, *lines_of(edit, last)], f"{int(found[1]) - 1} instead of {found[1]}")


def strided(model):
    for constant in model.constants:
        size = ITEM_BYTES.get(constant.dtype())
        if (size and constant.text("from_folded") == "false" and "strided" in (constant.text("layout") or "")
                and "opaque_metadata" not in constant.fields and "data_size" in constant.fields):
            yield constant, size, extent(constant.numbers("shape"), constant.numbers("stride")) * size


def sizes_also(model):
    """Where data_size is changed: the sum of what is really there may differ, too."""
    return {"aoti-constant-image": None}


@kind("aoti-constant-extent")
def data_size_too_small(model):
    """A constant has fewer bytes than its shape needs."""
    for constant, size, need in strided(model):
        if need <= size:
            continue
        place, text = constant.fields["data_size"]
        edit = Edit(model.wrapper)
        line = edit.change(place, f"= {text};", f"= {need - size};")
        shape = [edit.keep(constant.fields[field][0]) for field in ("shape", "stride")]
        yield mutant(edit, [line, *shape], f"constant {constant.index} needs {need} bytes",
                     {**sizes_also(model), "aoti-view-out-of-bounds": None})


@kind("aoti-constant-extent")
def shape_too_large(model):
    """A constant has more rows than bytes."""
    for constant, size, need in strided(model):
        shape, stride = constant.numbers("shape"), constant.numbers("stride")
        if not need or not shape or stride[0] < 1:
            continue
        rows = shape[0] + int(constant.text("data_size")) // (stride[0] * size) + 1
        place, text = constant.fields["shape"]
        edit = Edit(model.wrapper)
        line = edit.change(place, f"= {text};", "= {" + ", ".join(map(str, [rows, *shape[1:]])) + "};")
        rest = [edit.keep(constant.fields[field][0]) for field in ("data_size", "stride")]
        yield mutant(edit, [line, *rest], f"constant {constant.index} has {rows} rows")


@kind("aoti-constant-extent")
def offset_past_end(model):
    """A constant begins where its data ends."""
    for constant, size, need in strided(model):
        if not need or "offset" not in constant.fields:
            continue
        place, text = constant.fields["offset"]
        edit = Edit(model.wrapper)
        line = edit.change(place, f"= {text};", f"= {int(constant.text('data_size')) // size};")
        yield mutant(edit, [line], f"constant {constant.index} begins at its end", {"aoti-view-out-of-bounds": None})


@kind("aoti-package-metadata")
def metadata_key_missing(model):
    """The metadata do not say for which device the package is."""
    yield from metadata(model, lambda text: re.sub(r'"AOTI_DEVICE_KEY": "\w+"(?:, )?', "", text), "no device")


@kind("aoti-package-metadata")
def metadata_with_index(model):
    """The metadata name a card, and not only its type."""
    yield from metadata(model, lambda text: re.sub(r'("AOTI_DEVICE_KEY": "\w+)"', r'\1:0"', text), "an index")


@kind("aoti-package-metadata")
def metadata_of_other_device(model):
    """The metadata say another device than the code."""
    other = "cpu" if model.cuda else "cuda"
    yield from metadata(model, lambda text: re.sub(r'("AOTI_DEVICE_KEY": )"\w+"', rf'\1"{other}"', text), other)


def metadata(model, change, why):
    for source in model.metadata:
        for place, line in enumerate(source.lines):
            changed = change(line)
            if changed != line:
                edit = Edit(source)
                yield mutant(edit, [edit.replace(place, changed)], why)
