"""Ways to break who owns a tensor, and until when."""

import re

from wrapper_text import call, Edit, indent, line_of, with_argument

from .registry import kind, lines_of, mutant

# What other rules may say where an output is lost: the outputs of _const_run_impl are the folded constants.
OF_OUTPUTS = {"aoti-folded-constant": None}


def owners(function):
    """(name, line of its reset) of the tensors that are given up by a line `name.reset();`, and used before."""
    for place in range(function.start, function.end):
        found = re.match(r"\s*(\w+)\.reset\(\);$", function.lines[place])
        if found and not found[1].startswith("_aoti"):
            yield found[1], place


@kind("aoti-handle-lifetime")
def use_after_reset(model):
    """A tensor is given up before its last use."""
    for function in model.functions:
        for name, place in owners(function):
            uses = [other for other in function.uses(name, end=place)
                    if function.same_block(other, place) and "assert_" not in function.lines[other]
                    and not re.search(rf"RAIIAtenTensorHandle {name}\(|auto&?&? {name} =|\b{name} = |\b{name}\.reset",
                                      function.lines[other])
                    and re.search(r"(?:aoti_torch_|cpp_|call_|data_ptr|std::move\()", function.lines[other])]
            # What holds only a part of the statement (2.6: an address that is taken before the launch) is no use.
            if not uses or "CUdeviceptr" in function.lines[uses[-1]]:
                continue
            edit = Edit(model.wrapper)
            edit.move(place, uses[-1])
            yield mutant(edit, [edit.keep(uses[-1])], f"{name} is given up before its last use",
                         {"aoti-stream-event-order": None})


@kind("aoti-handle-lifetime")
def reset_on_one_path(model):
    """A tensor may be given up before its last use."""
    for found in use_after_reset(model):
        where = min(found.at) - 2
        line = found.lines[where]
        found.lines[where] = line_of(f"{indent(line)}if (this->num_inputs() > 1) {{ {line.strip()} }}", line.origin)
        found.why = found.why.replace("is given", "may be given")
        yield found


@kind("aoti-handle-lifetime")
def temporary_kept(model):
    """A handle is kept of a view that is gone at the end of its statement."""
    for function in model.functions:
        for place in range(function.start, function.end):
            line = function.lines[place]
            found = call(line, r"\baoti_torch_\w+(?:_out|_)\(")
            if not found or "ERROR_CODE_CHECK" not in line:
                continue
            for text, where in zip(found[1], found[2]):
                if text.startswith("wrap_with_raii_handle_if_needed(reinterpret_tensor_wrapper("):
                    edit = Edit(model.wrapper)
                    kept = edit.before(place, f"{indent(line)}AtenTensorHandle kept_handle = {text};")
                    yield mutant(edit, [kept, edit.replace(place, with_argument(line, where, "kept_handle"))],
                                 "the view is gone before it is used")
                    break


@kind("aoti-handle-lifetime")
def moved_twice(model):
    """A tensor is moved from twice."""
    for function in model.functions:
        for place, found in model.wrapper.find(r"^(\s*)auto (\w+) = std::move\((\w+)\);  // reuse", function.start,
                                               function.end):
            edit = Edit(model.wrapper)
            line = edit.after(place, f"{found[1]}auto {found[2]}_again = std::move({found[3]});")
            yield mutant(edit, [line], f"{found[3]} is moved from twice")


@kind("aoti-handle-lifetime")
def used_after_move(model):
    """A tensor is used after it was moved from."""
    for function in model.functions:
        for place, found in model.wrapper.find(r"^\s*auto (\w+) = std::move\((\w+)\);  // reuse", function.start,
                                               function.end):
            use = next((other for other in function.uses(found[1], place + 1)
                        if function.same_block(other, place)
                        and re.search(r"aoti_torch_|cpp_\w+\(|call_\w+\(|launchKernel\(|data_ptr",
                                      function.lines[other])
                        and "assert_" not in function.lines[other]), None)
            if use is None:
                continue
            edit = Edit(model.wrapper)
            line = edit.replace(use, re.sub(rf"\b{found[1]}\b", found[2], function.lines[use]))
            yield mutant(edit, [line], f"{found[2]} is used after it was moved from",
                         {"aoti-kernel-signature": [line], "aoti-view-out-of-bounds": [line]})


@kind("aoti-handle-lifetime")
def owned_twice(model):
    """Two owners hold one handle."""
    for function in model.functions:
        for made in function.allocations:
            edit = Edit(model.wrapper)
            space = indent(function.lines[made.owner])
            line = edit.after(made.owner, f"{space}RAIIAtenTensorHandle {made.name}_again({made.name}_handle);")
            yield mutant(edit, [line], f"{made.name}_handle has two owners")


@kind("aoti-handle-lifetime")
def never_owned(model):
    """A handle gets no owner: its memory is lost with every run."""
    for function in model.functions:
        for made in function.allocations:
            edit = Edit(model.wrapper)
            space = indent(function.lines[made.place])
            text = function.lines[made.place].replace(f"&{made.name}_handle", "&spare_handle")
            yield mutant(edit, edit.after(made.owner, f"{space}AtenTensorHandle spare_handle;", text),
                         "spare_handle has no owner")


@kind("aoti-handle-lifetime")
def output_released_twice(model):
    """Two outputs are the same handle, released twice: the second is empty."""
    for function in model.functions:
        outputs = list(output_lines(model, function))
        for (_, _, first), (place, _, second) in zip(outputs, outputs[1:]):
            if first == second or not function.same_block(place, place - 1):
                continue
            edit = Edit(model.wrapper)
            line = edit.change(place, f"{second}.release()", f"{first}.release()")
            # The tensor that is lost may be missed where an output is None.
            others = lines_of(edit, [other for other, _, _ in outputs])
            yield mutant(edit, [line], f"{first} is released twice", {**OF_OUTPUTS, "aoti-handle-lifetime": others})


@kind("aoti-handle-lifetime")
def output_slot_twice(model):
    """Two tensors are handed over as one output: the first is lost, and another output is never set."""
    for function in model.functions:
        outputs = list(output_lines(model, function))
        for (first, one, _), (place, two, _) in zip(outputs, outputs[1:]):
            edit = Edit(model.wrapper)
            line = edit.change(place, f"output_handles[{two}]", f"output_handles[{one}]")
            yield mutant(edit, [line, edit.keep(first), edit.keep(function.end), edit.keep(function.start - 1)],
                         f"output {one} is set twice", OF_OUTPUTS)


def output_lines(model, function):
    """(line, index, buffer) of the outputs that are buffers of the function."""
    for place, found in model.wrapper.find(r"^\s*output_handles\[(\d+)\] = (\w+)\.release\(\);", function.start,
                                           function.end):
        if not function.blocks[place]:
            yield place, int(found[1]), found[2]


@kind("aoti-handle-lifetime")
def output_missing(model):
    """An output is not handed over, and what was computed for it is lost; else it could be an output of None."""
    for function in model.functions:
        outputs = list(output_lines(model, function))
        operations = [other for other in range(function.start, function.end)
                      if re.search(r"\bcpp_\w+\(|\baoti_torch_(?:cpu|cuda)_\w+\(", function.lines[other])]
        operations += [launch.place for launch in function.launches]
        for place, index, name in outputs if not function.folds else ():
            made = next((made for made in function.allocations if name in function.aliases(made.name)), None)
            view = any(re.search(rf"\b{name} = .*reinterpret_tensor_wrapper", function.lines[other])
                       for other in function.uses(name, end=place))
            last = max((other for other in function.uses(name, end=place)
                        if not re.search(rf"assert_|RAIIAtenTensorHandle {name}\(| {name} = ", function.lines[other])),
                       default=None)
            kernels = {launch.place for launch in function.launches if name in launch.tensors}
            if not made or made.depth or view or last is None or not (
                    re.match(r"\s*cpp_\w+\(", function.lines[last]) or last in kernels):
                continue
            # What the last operation writes beside an output, or beside an input, may be scratch memory.
            written = re.findall(r"\((?!const )[\w:]+\*\)\(", function.lines[last])
            if last == max(operations) and (len(outputs) > 1 or len(written) > 1):
                continue
            edit = Edit(model.wrapper)
            edit.drop(place)
            yield mutant(edit, [], f"output {index} ({name}) is not handed over", OF_OUTPUTS,
                         within=[(edit.keep(function.start - 1), edit.keep(function.end))])


@kind("aoti-handle-lifetime")
def output_in_branch(model):
    """An output is handed over under a condition only."""
    for function in model.functions:
        for place, index, _ in output_lines(model, function):
            edit = Edit(model.wrapper)
            line = function.lines[place]
            changed = edit.replace(place, f"{indent(line)}if (this->num_inputs() > 1) {{ {line.strip()} }}")
            yield mutant(edit, [changed, edit.keep(function.end)], f"output {index} is handed over on one path only",
                         OF_OUTPUTS,
                         within=[(edit.keep(function.start - 1), edit.keep(function.start - 1))])


@kind("aoti-handle-lifetime")
def branch_without_result(model):
    """A branch leaves its result unset."""
    for function in model.functions:
        for place, found in model.wrapper.find(r"^\s+(\w+) = std::move\((\w+graph_\w+)\);", function.start,
                                               function.end):
            if not function.blocks[place]:
                continue
            opened = function.lines[function.blocks[place][-1]]
            if not re.match(r"\s*(?:if|\} else)", opened):
                continue
            edit = Edit(model.wrapper)
            edit.drop(place)
            end = function.block_end(place)
            yield mutant(edit, [], f"{found[1]} stays empty in one branch",
                         within=[(edit.keep(function.blocks[place][-1]), edit.keep(place - 1)),
                                 (edit.keep(end), edit.keep(function.end))])


@kind("aoti-handle-lifetime")
def loop_without_result(model):
    """A loop does not hand a tensor on to its next turn."""
    for function in model.functions:
        for place, found in model.wrapper.find(r"^\s+(\w+) = std::move\((\w+graph_\w+)\);", function.start,
                                               function.end):
            blocks = function.blocks[place]
            if not blocks or "while (1)" not in function.lines[blocks[-1]]:
                continue
            edit = Edit(model.wrapper)
            edit.drop(place)
            yield mutant(edit, [], f"{found[1]} is empty in the next turn",
                         within=[(edit.keep(blocks[-1]), edit.keep(function.end))])
