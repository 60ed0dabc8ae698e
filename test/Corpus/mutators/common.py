"""What several ways to break a package ask of a model."""

import re


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


def all_gpu_work(function, start=None):
    """The lines that launch a kernel, call a shim of the card, or copy to or from the card."""
    begin = function.start if start is None else start
    launched = {launch.place for launch in function.launches}
    on_card = {made.name for made in function.allocations if made.device == "cuda"}
    return [place for place in range(begin, function.end)
            if place in launched or re.search(r"\baoti_torch_cuda_\w+\(", function.lines[place])
            or ("aoti_torch_copy_(" in function.lines[place]
                and on_card & set(re.findall(r"\w+", function.lines[place])))]
