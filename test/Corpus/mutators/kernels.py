"""Ways to break how kernels of the host and operators are called."""

import re

from wrapper_text import C_TYPES, call, Edit, indent, split_list, with_argument

from .registry import kind, mutant


def kernel_calls(function):
    """(line, kernel, places, texts) of the calls of C++ kernels."""
    for place in range(function.start, function.end):
        found = call(function.lines[place], r"^\s*(cpp_\w+)\(")
        if found:
            yield place, found[0][1], found[2], found[1]


def prototype(source, kernel, ending):
    """(first line, last line, parameter texts) of a declaration or definition that ends with `;` or `{`."""
    for place, match in source.find(rf'^(?:extern "C")?\s*.*\bvoid\s+{kernel}\('):
        text, last = source.lines[place], place
        while ")" not in source.lines[last] and last + 1 < len(source.lines):
            last += 1
            text += "\n" + source.lines[last]
        end = source.lines[last].rstrip()
        if ending == "{" and not end.endswith("{") and source.lines[last + 1].strip() == "{":
            end += "{"
        if end.endswith(ending):
            inside = text[text.index("(", match.end() - 1) + 1:text.rindex(")")]
            return place, last, [part.strip() for part in split_list(inside)]
    return None


def definition_of(model, kernel):
    """(source, prototype) of a kernel in a file of its own; in the wrapper's, the compiler compares them."""
    for source in model.kernels:
        found = prototype(source, kernel, "{")
        if found:
            return source, found
    return None


def is_apart(model, kernel):
    """Whether a kernel is called once, and defined in a file of its own."""
    return definition_of(model, kernel) is not None and len(list(model.wrapper.find(rf"^\s+{kernel}\("))) == 1


def dtype_behind(model, function, name):
    """The dtype of what stands behind a name, or None."""
    for made in function.allocations:
        if name in function.aliases(made.name):
            return made.dtype
    for constant in model.constants:
        if constant.text("name") == f'"{name}"':
            return constant.dtype()
    known = model.input_types().get(name)
    return known.get("dtype") if known else None


@kind("aoti-kernel-signature")
def pointer_of_other_type(model):
    """A kernel gets a buffer of another type than the one that its pointer says."""
    for function in model.functions:
        for place, _, places, texts in kernel_calls(function):
            pointers = [(where, found[1], found[2]) for where, text in zip(places, texts)
                        if (found := re.match(r"\((?:const )?([\w:]+)\*\)\((\w+)\.data_ptr\(\)\)$", text))]
            for one, (where, type_, name) in enumerate(pointers):
                for other, other_type, other_name in pointers[one + 1:]:
                    first, second = dtype_behind(model, function, name), dtype_behind(model, function, other_name)
                    if (type_ == other_type or not first or not second
                            or type_ in C_TYPES.get(second, {type_}) or other_type in C_TYPES.get(first, {other_type})):
                        continue
                    edit = Edit(model.wrapper)
                    line = function.lines[place]
                    late, early = (other, other_name, name), (where, name, other_name)
                    for at, old, new in (late, early):
                        text = line[at[0]:at[1]].replace(f"({old}.data_ptr", f"({new}.data_ptr")
                        line = with_argument(line, at, text)
                    yield mutant(edit, [edit.replace(place, line)], f"{name} and {other_name} are swapped",
                                 {"aoti-kernel-access-out-of-bounds": None})


@kind("aoti-kernel-signature")
def argument_dropped(model):
    """The wrapper declares a kernel, and calls it, with one parameter less than it has."""
    for function in model.functions:
        for place, kernel, places, texts in kernel_calls(function):
            declared = prototype(model.wrapper, kernel, ";")
            if not declared or len(texts) < 2 or not is_apart(model, kernel):
                continue
            first, last, _ = declared
            edit = Edit(model.wrapper)
            if first == last:
                text = model.wrapper.lines[first]
                made = edit.replace(first, text[:text.rindex(",")] + text[text.rindex(")"):])
            else:
                made = edit.replace(last - 1, re.sub(r",\s*$", ");", model.wrapper.lines[last - 1]))
                edit.drop(last)
            line = function.lines[place]
            called = edit.replace(place, line[:places[-2][1]] + line[places[-1][1]:])
            top = edit.keep(first) if first != last and last - 1 != first else made
            yield mutant(edit, [called], f"{kernel} lacks its last argument", within=[(top, made)])


@kind("aoti-kernel-signature")
def declaration_changed(model):
    """The wrapper declares a parameter of a kernel with another type, and calls it so."""
    for function in model.functions:
        for place, kernel, places, texts in kernel_calls(function):
            declared = prototype(model.wrapper, kernel, ";")
            if not declared or not is_apart(model, kernel):
                continue
            first, last, parameters = declared
            pointers = [at for at, text in enumerate(texts) if re.match(r"\((?:const )?float\*\)", text)]
            if not pointers or len(parameters) != len(texts) or last - first + 1 != len(parameters):
                continue
            at = pointers[-1]
            if model.wrapper.lines[first + at].count("float*") != 1:
                continue
            edit = Edit(model.wrapper)
            made = edit.change(first + at, "float*", "double*")
            line = function.lines[place]
            called = edit.replace(place, with_argument(line, places[at], texts[at].replace("float*", "double*", 1)))
            start = made if at == 0 else edit.keep(first)
            end = made if first + at == last else edit.keep(last)
            yield mutant(edit, [called], f"parameter {at} of {kernel} is declared as double*", within=[(start, end)])


@kind("aoti-kernel-signature")
def definition_changed(model):
    """A kernel takes another type than the wrapper declares."""
    for function in model.functions:
        for place, kernel, _, _ in kernel_calls(function):
            declared, defined = prototype(model.wrapper, kernel, ";"), definition_of(model, kernel)
            if not declared or not defined:
                continue
            source, (first, last, _) = defined
            at = next((line for line in range(first, last + 1)
                       if re.search(r"\bfloat\* ", source.lines[line]) and source.lines[line].count("float*") == 1),
                      None)
            if at is None:
                continue
            edit = Edit(source)
            made = edit.change(at, "float*", "double*")
            start = made if at == first else edit.keep(first)
            end = made if at == last else edit.keep(last)
            found = mutant(edit, [], f"{kernel} takes double*", within=[(start, end)])
            wrapper = set(range(declared[0] + 1, declared[1] + 2)) | {place + 1}
            found.at = {(source.name, line) for line in found.at} | {(model.wrapper.name, line) for line in wrapper}
            yield found


@kind("aoti-kernel-signature")
def definition_renamed(model):
    """A kernel has another name where it is defined."""
    for function in model.functions:
        for _, kernel, _, _ in kernel_calls(function):
            declared, defined = prototype(model.wrapper, kernel, ";"), definition_of(model, kernel)
            if not declared or not defined:
                continue
            source, (first, _, _) = defined
            if source.lines[first].count(kernel) != 1:
                continue
            edit = Edit(source)
            edit.change(first, kernel, f"{kernel}_again")
            found = mutant(edit, [], f"{kernel} is called {kernel}_again")
            found.at = {(model.wrapper.name, line) for line in range(declared[0] + 1, declared[1] + 2)}
            yield found


INTEGERS = {"int64", "int32", "int16", "int8", "uint8"}


@kind("aoti-shim-scalar-type")
def floating_alpha(model):
    """Integers are added with a floating factor."""
    for function in model.functions:
        for made in function.allocations:
            if made.dtype not in INTEGERS or made.device != ("cuda" if model.cuda else "cpu"):
                continue
            if not any("c_shim" in line or "aoti_include" in line for line in model.wrapper.lines):
                continue
            edit = Edit(model.wrapper)
            space = indent(function.lines[made.owner])
            total = f"{made.name}_sum"
            _, line, _ = edit.after(made.owner, f"{space}AtenTensorHandle {total}_handle;",
                                    f"{space}AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_{made.device}_add_Tensor("
                                    f"{made.name}, {made.name}, 1.5, &{total}_handle));",
                                    f"{space}RAIIAtenTensorHandle {total}({total}_handle);")
            yield mutant(edit, [line], f"{made.name} is of {made.dtype}", {"aoti-stream-guard-missing": [line]})
