"""The ways to break a package: one function for each, which yields copies with one change that is truly wrong."""

import dataclasses
import re
from typing import Callable

from wrapper_text import (C_TYPES, ITEM_BYTES, NAME, Edit, arguments, bare, call, extent, indent, literal, split_list,
                          with_argument)

KINDS: dict[str, "Kind"] = {}


@dataclasses.dataclass(frozen=True)
class Kind:
    """A way to break a package. `about` says what is wrong then, `make` yields the changed copies of a model."""

    name: str
    rule: str
    about: str
    make: Callable


@dataclasses.dataclass
class Mutant:
    """A changed source. A finding of the kind's rule has to stand on one of the lines `at`, and none elsewhere;
    a line of another file is (its name, line).

    `also`: rules that may say the same thing in their words, each with the lines where they may (None: anywhere).
    """

    source: object
    lines: list
    at: set
    also: dict
    why: str

    @property
    def text(self):
        return "\n".join(self.lines)


def kind(rule):
    def register(function):
        about = " ".join(function.__doc__.split())
        KINDS[function.__name__] = Kind(function.__name__, rule, about, function)
        return function

    return register


def mutant(edit, at, why, also=None, within=()):
    """`within`: (first, last) lines of a range, all of which are right places, too."""
    lines = {edit.number(line) for line in at}
    for first, last in within:
        lines.update(range(edit.number(first), edit.number(last) + 1))
    places = {rule: None if where is None else {edit.number(line) for line in where}
              for rule, where in (also or {}).items()}
    return Mutant(edit.source, edit.lines, lines, places, why)


def lines_of(edit, places):
    """The lines that stand now where lines of the source stood."""
    wanted = set(places)
    return [line for line in edit.lines if line.origin in wanted]


def needs_device(edit, device):
    """Adds the declaration of a device type where the wrapper has none."""
    if any(f"CACHE_TORCH_DEVICE({device});" in line for line in edit.lines):
        return True
    place = next((place for place, line in enumerate(edit.source.lines) if "CACHE_TORCH_DEVICE(" in line), None)
    if place is None:
        return False
    edit.before(place, f"CACHE_TORCH_DEVICE({device});")
    return True


def gpu_work(function, name):
    """The lines that launch a kernel or call a shim of the card on a buffer, or on what shares its storage."""
    names = function.aliases(name)
    launches = {launch.place: launch for launch in function.launches}
    for place in range(function.start, function.end):
        if place in launches and names & set(launches[place].tensors):
            yield place
        elif place in launches or re.search(r"\baoti_torch_cuda_\w+\(", function.lines[place]):
            if any(re.search(rf"\b{name}\b", function.lines[place]) for name in names):
                yield place


def launch_lines(function):
    return [launch.place for launch in function.launches]


def all_gpu_work(function, start=None):
    begin = function.start if start is None else start
    launched = set(launch_lines(function))
    return [place for place in range(begin, function.end)
            if place in launched or re.search(r"\baoti_torch_cuda_\w+\(", function.lines[place])]


# --- devices


@kind("aoti-device-index-literal")
def literal_index_in_allocation(model):
    """A buffer of the card is allocated on card 0 instead of the model's own."""
    for function in model.functions:
        for made in function.allocations:
            used = list(gpu_work(function, made.name))
            if made.device != "cuda" or made.index != "this->device_idx_" or not used:
                continue
            edit = Edit(model.wrapper)
            _, _, places = call(function.lines[made.place], r"\baoti_torch_empty_strided(?:_pinned)?\(")
            line = edit.replace(made.place, with_argument(function.lines[made.place], places[5], "0"))
            yield mutant(edit, [line], f"{made.name} is on card 0")


@kind("aoti-device-index-literal")
def literal_index_in_guard(model):
    """The guard takes card 0 instead of the model's own."""
    for function in model.functions:
        for place, _ in model.wrapper.find(r"AOTICudaStreamGuard stream_guard\(stream, this->device_idx_\);",
                                           function.start, function.end):
            edit = Edit(model.wrapper)
            line = edit.change(place, "this->device_idx_", "0")
            yield mutant(edit, [line], "the guard takes card 0", {"aoti-stream-mismatch": None})


@kind("aoti-device-index-literal")
def literal_index_in_launch(model):
    """A launch takes card 0 instead of the model's own."""
    for function in model.functions:
        for launch in function.launches:
            line = function.lines[launch.place]
            found = call(line, r"\bcall_\w+\(")
            if not found or "this->device_idx_" not in found[1]:
                continue
            edit = Edit(model.wrapper)
            made = edit.replace(launch.place,
                                with_argument(line, found[2][found[1].index("this->device_idx_")], "0"))
            yield mutant(edit, [made], f"{launch.kernel} is launched for card 0", {"aoti-stream-mismatch": [made]})


@kind("aoti-device-type-mismatch")
def host_memory_in_launch(model):
    """A kernel gets a buffer that is allocated on the host."""
    for function in model.functions:
        for made in function.allocations:
            launched = [launch.place for launch in function.launches
                        if function.aliases(made.name) & set(launch.tensors)]
            if made.device != "cuda" or not launched:
                continue
            edit = Edit(model.wrapper)
            edit.change(made.place, "cached_torch_device_type_cuda", "cached_torch_device_type_cpu")
            if not needs_device(edit, "cpu"):
                continue
            yield mutant(edit, lines_of(edit, gpu_work(function, made.name)),
                         f"{made.name} is in the memory of the host")


@kind("aoti-device-type-mismatch")
def card_memory_in_host_kernel(model):
    """A kernel of the host gets a buffer that is allocated on the card."""
    for function in model.functions:
        for made in function.allocations:
            if made.device != "cpu":
                continue
            names = function.aliases(made.name)
            read = [place for place in range(function.start, function.end)
                    if (re.match(r"\s*(?:cpp_\w+|kernel_cpp_\w+)\(", function.lines[place])
                        or "aoti_torch_cpu_" in function.lines[place])
                    and any(re.search(rf"\b{name}\b", function.lines[place]) for name in names)]
            kernels = [place for place in read if re.match(r"\s*cpp_\w+\(", function.lines[place])]
            if not kernels:
                continue
            edit = Edit(model.wrapper)
            edit.change(made.place, "cached_torch_device_type_cpu", "cached_torch_device_type_cuda")
            if not needs_device(edit, "cuda"):
                continue
            copied = [place for place in range(made.place, function.end)
                      if re.search(rf"\baoti_torch_copy_\(\D*\b{made.name}\b", function.lines[place])]
            yield mutant(edit, lines_of(edit, read), f"{made.name} is in the memory of the card",
                         {"aoti-package-metadata": None, "aoti-device-copy-lost": lines_of(edit, copied)})


@kind("aoti-device-type-mismatch")
def shim_of_other_device(model):
    """An operator of the other device is called on buffers of this one."""
    for function in model.functions:
        for place in range(function.start, function.end):
            found = call(function.lines[place], r"\baoti_torch_(cpu|cuda)_(addmm_out|mm_out|bmm_out)\(")
            if not found:
                continue
            own, other = found[0][1], "cpu" if found[0][1] == "cuda" else "cuda"
            target = function.by_name.get(found[1][0])
            if not target or target.device != own:
                continue
            edit = Edit(model.wrapper)
            line = edit.change(place, f"aoti_torch_{own}_", f"aoti_torch_{other}_")
            if other == "cuda":
                include = next((at for at, text in enumerate(model.wrapper.lines) if "c_shim_cpu.h" in text), None)
                if include is not None:
                    edit.after(include, "#include <torch/csrc/inductor/aoti_torch/generated/c_shim_cuda.h>")
                else:
                    include = next((at for at, text in enumerate(model.wrapper.lines)
                                    if "aoti_include/cpu.h" in text), None)
                    if include is None:
                        continue
                    edit.after(include, "#include <torch/csrc/inductor/aoti_torch/generated/c_shim_cuda.h>")
            elif not any("c_shim_cpu.h" in text for text in model.wrapper.lines):
                include = next((at for at, text in enumerate(model.wrapper.lines)
                                if "c_shim_cuda.h" in text or "aoti_include/cuda.h" in text), None)
                if include is None:
                    continue
                edit.after(include, "#include <torch/csrc/inductor/aoti_torch/generated/c_shim_cpu.h>")
            yield mutant(edit, [line], f"{other} instead of {own}",
                         {"aoti-stream-guard-missing": [line], "aoti-package-metadata": None})


@kind("aoti-device-copy-lost")
def copy_to_own_card(model):
    """An output is copied to another card, by a torch that allocates on the model's own card whatever is asked for."""
    newer = r"\]\.device_type = |\bassert_size_stride\(|std::move\(ss\)\.str\(\)|LazyKernelCompileResult"
    if any(True for _ in model.wrapper.find(newer)):
        return
    for function in model.functions:
        for made in function.allocations:
            if made.device != "cuda" or made.index != "this->device_idx_" or made.depth:
                continue
            given = [place for place, _ in model.wrapper.find(rf"^\s+output_handles\[\d+\] = {made.name}\.release\(\);$",
                                                              made.owner, function.end)
                     if function.same_block(made.place, place)]
            written = [launch for launch in function.launches if made.name in launch.tensors]
            if len(given) != 1 or not written:
                continue
            edit = Edit(model.wrapper)
            space = indent(function.lines[given[0]])
            checked = re.sub(rf"\b{made.name}_handle\b", "sent_handle", function.lines[made.place])
            lines = edit.before(given[0], f"{space}AtenTensorHandle sent_handle;", checked,
                                f"{space}RAIIAtenTensorHandle sent(sent_handle);",
                                f"{space}AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_copy_(sent, {made.name}, 0));")
            edit.change(given[0], f"{made.name}.release()", "sent.release()")
            yield mutant(edit, [lines[3]], f"{made.name} is sent to the model's own card")


@kind("aoti-static-kernel-handle")
def static_kernel_field(model):
    """All models of the process share the handle of a kernel: it is a static field."""
    for place, found in model.wrapper.find(r"^\s+CUfunction (\w+)\{nullptr\};"):
        edit = Edit(model.wrapper)
        line = edit.change(place, "CUfunction", "static inline CUfunction")
        loads = [other for other, _ in model.wrapper.find(rf"kernels_?\.{found[1]} = loadKernel\(")]
        yield mutant(edit, [line, *lines_of(edit, loads)], f"{found[1]} is static")


@kind("aoti-static-kernel-handle")
def static_kernel_local(model):
    """All models of the process share the handle of a kernel: it is a static variable of the launch helper."""
    for place, found in model.wrapper.find(r"^\s+if \(kernels_?\.(\w+) == nullptr\) \{"):
        lines = model.wrapper.lines
        end = next((other for other in range(place, min(place + 60, len(lines)))
                    if re.search(rf"\blaunchKernel\(kernels_?\.{found[1]},", lines[other])), None)
        if end is None or not re.search(rf"kernels_?\.{found[1]} = loadKernel\(", lines[place + 1]):
            continue
        edit = Edit(model.wrapper)
        declared = edit.before(place, f"{indent(lines[place])}static CUfunction handle_of_{found[1]} = nullptr;")
        at = [declared]
        for other in range(place, end + 1):
            changed = re.sub(rf"\bkernels_?\.{found[1]}\b", f"handle_of_{found[1]}", lines[other])
            if changed != lines[other]:
                at.append(edit.replace(other, changed))
        yield mutant(edit, at, f"{found[1]} is held in a static variable")


@kind("aoti-static-kernel-handle")
def kernel_loaded_once(model):
    """Only the first model of the process loads a kernel: the load stands under std::call_once."""
    for place, found in model.wrapper.find(r"^\s+(kernels_?\.(\w+) = loadKernel\(.*\);)\s*$"):
        edit = Edit(model.wrapper)
        space = indent(model.wrapper.lines[place])
        first = edit.before(place, f"{space}static std::once_flag loaded_{found[2]};")
        second = edit.replace(place, f"{space}std::call_once(loaded_{found[2]}, [&]() {{ {found[1]} }});")
        if not any("#include <mutex>" in line for line in model.wrapper.lines):
            edit.before(0, "#include <mutex>")
        yield mutant(edit, [first, second], f"{found[2]} is loaded once in the process")


# --- streams


def with_stream(function, launch, text):
    """The text of a launch with another stream, or None."""
    line = function.lines[launch.place]
    found = call(line, r"\b(?:launchKernel|call_\w+)\(")
    if not found or "stream" not in found[1]:
        return None
    return with_argument(line, found[2][found[1].index("stream")], text)


@kind("aoti-stream-mismatch")
def launch_on_new_stream(model):
    """A launch takes a stream of its own, which nothing orders with that of the guard."""
    for function in model.functions:
        for launch in function.launches:
            text = with_stream(function, launch, "own_stream")
            if not text:
                continue
            edit = Edit(model.wrapper)
            space = indent(function.lines[launch.place])
            _, made = edit.before(launch.place, f"{space}cudaStream_t own_stream;",
                                  f"{space}cudaStreamCreateWithFlags(&own_stream, cudaStreamNonBlocking);")
            yield mutant(edit, [edit.replace(launch.place, text)], f"{launch.kernel} has its own stream",
                         {"aoti-unchecked-error": [made], "aoti-stream-event-order": None})


@kind("aoti-stream-mismatch")
def stream_of_literal_card(model):
    """A launch takes the current stream of card 0."""
    for function in model.functions:
        for launch in function.launches:
            text = with_stream(function, launch, "stream0")
            if not text:
                continue
            edit = Edit(model.wrapper)
            space = indent(function.lines[launch.place])
            _, asked = edit.before(launch.place, f"{space}cudaStream_t stream0;",
                                   f"{space}AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_get_current_cuda_stream("
                                   "0, (void**)&stream0));")
            made = edit.replace(launch.place, text)
            yield mutant(edit, [asked, made], f"{launch.kernel} takes the current stream of card 0",
                         {"aoti-device-index-literal": [asked]})


@kind("aoti-stream-mismatch")
def guard_of_other_card(model):
    """The guard holds card 1 while the launches are for the model's own."""
    for function in model.functions:
        for place, _ in model.wrapper.find(r"AOTICudaStreamGuard stream_guard\(stream, this->device_idx_\);",
                                           function.start, function.end):
            work = [launch.place for launch in function.launches if launch.place > place]
            if not work:
                continue
            edit = Edit(model.wrapper)
            line = edit.change(place, "this->device_idx_", "1")
            yield mutant(edit, [line, *lines_of(edit, work)], "the guard holds card 1",
                         {"aoti-device-index-literal": [line]})


def regions(function):
    """(enter, exit) of the parts of a function that run on another stream (torch 2.15)."""
    enter = None
    for place in range(function.start, function.end):
        line = function.lines[place]
        if "_aoti_current_stream_guard = std::make_unique" in line:
            enter = place
        elif "_aoti_current_stream_guard.reset();" in line and enter is not None:
            yield enter, place
            enter = None


@kind("aoti-stream-mismatch")
def launch_in_region(model):
    """A launch on the caller's stream gets into the part that is for another."""
    for function in model.functions:
        for enter, left in regions(function):
            before = [launch for launch in function.launches if launch.place < enter
                      and function.same_block(launch.place, enter)]
            opened = enter - 1 if "_aoti_current_stream_guard.reset();" in function.lines[enter - 1] else enter
            inside = [launch.place for launch in function.launches if enter < launch.place < left]
            if not before or inside:
                continue
            edit = Edit(model.wrapper)
            edit.move(enter, before[-1].place)
            yield mutant(edit, [edit.keep(before[-1].place)], f"{before[-1].kernel} runs beside the guard's stream",
                         {"aoti-stream-event-order": None} if opened else None)


@kind("aoti-stream-guard-missing")
def guard_dropped(model):
    """Nothing sets the stream and the card."""
    yield from guards(model, lambda edit, place, line: edit.drop(place), "the guard is gone")


@kind("aoti-stream-guard-missing")
def guard_in_block(model):
    """The guard ends before the work begins."""
    yield from guards(model, lambda edit, place, line: edit.replace(place, f"{indent(line)}{{ {line.strip()} }}"),
                      "the guard ends with its block")


@kind("aoti-stream-guard-missing")
def guard_in_branch(model):
    """The guard is there under a condition only."""
    def under_condition(edit, place, line):
        edit.replace(place, f"{indent(line)}if (this->num_inputs() > 1) {{ {line.strip()} }}")

    yield from guards(model, under_condition, "the guard ends with its branch")


def guards(model, change, why):
    for function in model.functions:
        found = list(model.wrapper.find(r"^\s*AOTICudaStreamGuard stream_guard\(stream, this->device_idx_\);",
                                        function.start, function.end))
        for place, _ in found:
            # Those of branches (2.15) are followed by others.
            inner = [other for other, _ in found if other != place]
            block = function.blocks[place]
            end = block_end(function, place)
            work = [other for other in all_gpu_work(function, place) if other < end]
            covered = [other for other in inner if other < end and place < other]
            if not work or (covered and work[0] > covered[0]):
                continue
            if any(other < place and function.blocks[other] == block[:len(function.blocks[other])]
                   for other in inner):
                continue
            edit = Edit(model.wrapper)
            change(edit, place, function.lines[place])
            missing = [other for other in all_gpu_work(function, place)
                       if function.blocks[other][:len(block)] == block]
            yield mutant(edit, lines_of(edit, missing), why)


def block_end(function, place):
    """The line that ends the block in which a line stands."""
    depth = function.depths[place]
    return next((other for other in range(place + 1, function.end) if function.depths[other] < depth), function.end)


@kind("aoti-stream-guard-missing")
def guard_late(model):
    """The guard comes after the first launch."""
    for function in model.functions:
        for place, _ in model.wrapper.find(r"^\s*AOTICudaStreamGuard stream_guard\(stream, this->device_idx_\);",
                                           function.start, function.end):
            end = block_end(function, place)
            work = [other for other in all_gpu_work(function, place) if other < end]
            # torch 2.6 launches inside an `if`.
            behind = next((other for other in range(work[0] + 1, end)
                           if function.blocks[other] == function.blocks[place]
                           and not function.lines[other].strip().startswith("}")), None) if work else None
            if behind is None or any(function.blocks[place] != function.blocks[other] and
                                     not re.search(r"_grid_\d+\.is_non_zero\(\)",
                                                   function.lines[function.blocks[other][-1]])
                                     for other in work[:1]):
                continue
            edit = Edit(model.wrapper)
            edit.move(place, behind)
            early = [other for other in work if other < behind]
            yield mutant(edit, lines_of(edit, early), "the guard comes after the first launch")


def events(function):
    """(line, 'record' or 'wait', event, stream) of torch 2.15."""
    for place in range(function.start, function.end):
        line = function.lines[place]
        found = re.search(r"\bcuda(EventRecord|StreamWaitEvent)\(", line)
        number = re.search(r"_aoti_event_cache\.get\((\d+),", line)
        if not found or not number:
            continue
        other = re.search(r"_aoti_aux_stream_cache\.get\((\d+),", line)
        yield (place, "record" if found[1] == "EventRecord" else "wait", int(number[1]),
               int(other[1]) if other else 0)


@kind("aoti-stream-event-order")
def record_dropped(model):
    """A stream waits for an event that nothing records."""
    for function in model.functions:
        found = list(events(function))
        for place, what, event, _ in found:
            waits = [other for other, does, number, _ in found if does == "wait" and number == event and other > place]
            if what == "record" and waits:
                edit = Edit(model.wrapper)
                edit.drop(place)
                yield mutant(edit, lines_of(edit, waits), f"nothing records event {event}")


@kind("aoti-stream-event-order")
def wait_before_record(model):
    """A stream waits for an event that is recorded only after it."""
    for function in model.functions:
        found = list(events(function))
        for place, what, event, _ in found:
            waits = [other for other, does, number, _ in found if does == "wait" and number == event and other > place]
            if what == "record" and len(waits) == 1 and function.same_block(place, waits[0]):
                edit = Edit(model.wrapper)
                edit.move(waits[0], place)
                yield mutant(edit, [edit.keep(waits[0])], f"the wait for event {event} comes before its record")


@kind("aoti-stream-event-order")
def join_dropped(model):
    """The caller's stream does not wait for the other."""
    for function in model.functions:
        found = list(events(function))
        for enter, left in regions(function):
            joins = [place for place, what, _, stream in found if what == "wait" and not stream and place > left]
            if not joins:
                continue
            edit = Edit(model.wrapper)
            edit.drop(joins[0])
            yield mutant(edit, [], "nothing joins the other stream",
                         within=[(edit.keep(enter), edit.keep(left)), (edit.keep(joins[0] + 1),
                                                                       edit.keep(function.end))])


@kind("aoti-stream-event-order")
def wait_of_side_dropped(model):
    """The other stream does not wait for what the first made, and reads it."""
    for function in model.functions:
        found = list(events(function))
        for enter, left in regions(function):
            waits = [place for place, what, _, stream in found if what == "wait" and stream and place < enter]
            made = {made.name for made in function.allocations
                    if any(made.name in launch.tensors and launch.place < enter for launch in function.launches)}
            reads = [place for place in range(enter, left)
                     if any(re.search(rf"\b{name}\b", bare(function.lines[place])) for name in made)]
            if not waits or not reads:
                continue
            edit = Edit(model.wrapper)
            edit.drop(waits[-1])
            yield mutant(edit, [], "the other stream reads what may not be there yet",
                         within=[(edit.keep(enter), edit.keep(left))])


@kind("aoti-default-stream")
def null_stream(model):
    """A kernel is launched on the default stream: nullptr."""
    yield from default_stream(model, "nullptr")


@kind("aoti-default-stream")
def zero_stream(model):
    """A kernel is launched on the default stream: 0."""
    yield from default_stream(model, "0")


def default_stream(model, text):
    for function in model.functions:
        for launch in function.launches:
            changed = with_stream(function, launch, text)
            if changed:
                edit = Edit(model.wrapper)
                yield mutant(edit, [edit.replace(launch.place, changed)], f"{launch.kernel} on the default stream")


@kind("aoti-default-stream")
def null_stream_in_helper(model):
    """A launch helper ignores the stream that it is given."""
    for place, found in model.wrapper.find(r"^\s+launchKernel\(kernels_\.(\w+),"):
        if model.wrapper.lines[place].count("stream_") == 1:
            edit = Edit(model.wrapper)
            yield mutant(edit, [edit.change(place, "stream_", "nullptr")], f"{found[1]} on the default stream")


# --- owners


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
                    and re.search(rf"(?:aoti_torch_|cpp_|call_|data_ptr|std::move\()", function.lines[other])]
            # What holds only a part of the statement (2.6: an address that is taken before the launch) is no use.
            if not uses or "CUdeviceptr" in function.lines[uses[-1]]:
                continue
            edit = Edit(model.wrapper)
            edit.move(place, uses[-1])
            yield mutant(edit, [edit.keep(uses[-1])], f"{name} is given up before its last use",
                         {"aoti-stream-event-order": None})


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
                        and re.search(r"aoti_torch_|cpp_\w+\(|call_\w+\(|launchKernel\(|data_ptr", function.lines[other])
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
            yield mutant(edit, [line], f"{first} is released twice")


def output_lines(model, function):
    """(line, index, buffer) of the outputs that are buffers of the function."""
    for place, found in model.wrapper.find(r"^\s*output_handles\[(\d+)\] = (\w+)\.release\(\);", function.start,
                                           function.end):
        if not function.blocks[place]:
            yield place, int(found[1]), found[2]


@kind("aoti-handle-lifetime")
def output_missing(model):
    """An output is not handed over."""
    for function in model.functions:
        for place, index, name in output_lines(model, function):
            edit = Edit(model.wrapper)
            edit.drop(place)
            yield mutant(edit, [], f"output {index} ({name}) is not handed over", {"aoti-constant-table": None},
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
            end = block_end(function, place)
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


# --- memory


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
            for dimension, stride in sorted(enumerate(strides), key=lambda found: -found[1]):
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
        for place, places, texts in views(model, function):
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
        for at, (place, places, texts, block, total) in enumerate(found):
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


# --- kernels of the host


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
        for place, kernel, places, texts in kernel_calls(function):
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
            first, last, parameters = declared
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
        for place, kernel, places, texts in kernel_calls(function):
            declared, defined = prototype(model.wrapper, kernel, ";"), definition_of(model, kernel)
            if not declared or not defined:
                continue
            source, (first, last, parameters) = defined
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


# --- errors and debugging


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


# --- tables


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


# --- metadata


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
