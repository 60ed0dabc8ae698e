"""Ways to break where tensors and kernels are."""

import re

from wrapper_text import call, Edit, indent, with_argument

from .common import gpu_work, needs_device
from .registry import kind, lines_of, mutant


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
            # Without a guard, the first work on the card is a finding of its own, and this is no work on it any more.
            if made.device != "cuda" or not launched or not all(function.is_guarded(other) for other in launched):
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
            output = rf"^\s+output_handles\[\d+\] = {made.name}\.release\(\);$"
            given = [place for place, _ in model.wrapper.find(output, made.owner, function.end)
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
