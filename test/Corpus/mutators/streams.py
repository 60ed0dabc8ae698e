"""Ways to break in which order and on which stream work is done."""

import re

from wrapper_text import bare, call, Edit, indent, with_argument

from .common import all_gpu_work
from .registry import kind, lines_of, mutant


def with_stream(function, launch, text):
    """The text of a launch under a guard with another stream, or None."""
    line = function.lines[launch.place]
    if not function.is_guarded(launch.place):
        return None
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
    """The guard holds card 1 while the launches under it are for card 0."""
    for function in model.functions:
        for place, _ in model.wrapper.find(r"AOTICudaStreamGuard stream_guard\(stream, this->device_idx_\);",
                                           function.start, function.end):
            end = function.block_end(place)
            inner = {other for other, _ in model.wrapper.find("AOTICudaStreamGuard stream_guard", place + 1, end)}
            work = [launch.place for launch in function.launches if place < launch.place < end
                    and function.lines[launch.place].count("this->device_idx_") == 1
                    and not any(other < launch.place for other in inner)]
            if not work:
                continue
            edit = Edit(model.wrapper)
            guard = edit.change(place, "this->device_idx_", "1")
            launched = [edit.change(other, "this->device_idx_", "0") for other in work]
            yield mutant(edit, launched, "the guard holds card 1, the launches are for card 0",
                         {"aoti-device-index-literal": [guard, *launched]})


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


@kind("aoti-stream-mismatch")
def region_not_left(model):
    """The guard of the other stream stays in force, and launches on the caller's follow."""
    for function in model.functions:
        for _, left in regions(function):
            after = next((place for place in range(left + 1, function.end)
                          if "_aoti_current_stream_guard" in function.lines[place]), function.end)
            later = [launch.place for launch in function.launches if left < launch.place < after]
            if later:
                edit = Edit(model.wrapper)
                edit.drop(left)
                yield mutant(edit, lines_of(edit, later), "the guard of the other stream stays")


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
            end = function.block_end(place)
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


@kind("aoti-stream-guard-missing")
def guard_late(model):
    """The guard comes after the first launch."""
    for function in model.functions:
        for place, _ in model.wrapper.find(r"^\s*AOTICudaStreamGuard stream_guard\(stream, this->device_idx_\);",
                                           function.start, function.end):
            end = function.block_end(place)
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
            # Kernels are launched on the caller's stream even there; operators are not.
            work = [place for place in range(enter, left) if "aoti_torch_cuda_" in function.lines[place]]
            if not joins or not work:
                continue
            edit = Edit(model.wrapper)
            edit.drop(joins[0])
            yield mutant(edit, [], "nothing joins the other stream",
                         within=[(edit.keep(enter), edit.keep(left)), (edit.keep(joins[0] + 1),
                                                                       edit.keep(function.end))])


@kind("aoti-stream-event-order")
def wait_for_other_event(model):
    """A stream waits for another event than the one that was recorded for it."""
    for function in model.functions:
        found = list(events(function))
        for place, what, event, _ in found:
            if what == "wait":
                edit = Edit(model.wrapper)
                line = edit.change(place, f"_aoti_event_cache.get({event},", "_aoti_event_cache.get(7,")
                yield mutant(edit, [line], "nothing records event 7",
                             within=[(line, edit.keep(function.end))])


@kind("aoti-stream-event-order")
def record_on_own_stream(model):
    """The event that says that the other stream is done is recorded on the caller's."""
    for function in model.functions:
        for enter, left in regions(function):
            work = [place for place in range(enter, left) if "aoti_torch_cuda_" in function.lines[place]]
            done = [place for place, what, _, stream in events(function)
                    if what == "record" and stream and place > left]
            if work and done:
                edit = Edit(model.wrapper)
                line = edit.replace(done[0], re.sub(r"_aoti_aux_stream_cache\.get\(\d+, this->device_idx_, stream\)",
                                                    "stream", function.lines[done[0]]))
                yield mutant(edit, [], "the event says nothing of the other stream",
                             within=[(edit.keep(enter), edit.keep(left)), (line, edit.keep(function.end))])


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
