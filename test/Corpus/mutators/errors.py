"""Calls whose errors nobody sees, and what is left of a search for errors."""

import re

from wrapper_text import Edit, indent

from .registry import kind, mutant


@kind("aoti-unchecked-error")
def check_dropped(model):
    """Nothing looks at the error code of a call."""
    for function in model.functions:
        for place in range(function.start, function.end):
            line = function.lines[place]
            found = re.match(r"(\s*)AOTI_TORCH_ERROR_CODE_CHECK\((aoti_torch_.*)\);$", line)
            if found:
                edit = Edit(model.wrapper)
                yield mutant(edit, [edit.replace(place, f"{found[1]}{found[2]};")], "the check is gone")


@kind("aoti-debug-leftover")
def print_left(model):
    """A tensor is printed."""
    yield from debug_call(model, 'aoti_torch_print_tensor_handle({0}, "after_launch - {0}");')


@kind("aoti-debug-leftover")
def save_left(model):
    """A tensor is saved to a file."""
    yield from debug_call(model, 'aoti_torch_save_tensor_handle({0}, "{0}", "after_launch", "kernel");')


@kind("aoti-debug-leftover")
def nan_check_left(model):
    """A tensor is searched for NaN."""
    yield from debug_call(model, 'AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_check_inf_and_nan("{0}", {0}));')


def debug_call(model, text):
    for function in model.functions:
        for made in function.allocations:
            edit = Edit(model.wrapper)
            line = edit.after(made.owner, indent(function.lines[made.owner]) + text.format(made.name))
            yield mutant(edit, [line], f"{made.name} is looked at")
