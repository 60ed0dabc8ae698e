"""Builds CUDA packages on a machine without a GPU.

AOTInductor only reads two things from the card while it compiles: what kind it is, and how fast each candidate of a
kernel runs. Here torch and Triton are told of two cards of a fixed kind, tensors are fake (FakeTensorMode: shapes and
devices without memory), and of every kernel the first candidate is taken without a race. Triton compiles and assembles
each kernel for real, and the C++ compiler builds the library for real; only the weights stay outside the package,
since fake tensors have no data.

install() has to come before the first use of Inductor in a process; it cannot be undone.
"""

import inspect
import os
import subprocess
import types
from pathlib import Path

CARDS = 2
CAPABILITY = (8, 0)  # sm_80, unless a model is built for another card
MEMORY = 80 << 30
SHARED_MEMORY = 166912  # bytes a block may use
CARD = types.SimpleNamespace(
    name="card that is not there", major=CAPABILITY[0], minor=CAPABILITY[1], total_memory=MEMORY,
    multi_processor_count=108, regs_per_multiprocessor=65536, max_threads_per_multi_processor=2048,
    max_threads_per_block=1024, warp_size=32, gcnArchName="", shared_memory_per_block=49152,
    shared_memory_per_block_optin=SHARED_MEMORY, shared_memory_per_multiprocessor=167936, L2_cache_size=40 << 20,
    is_integrated=0, is_multi_gpu_board=0, clock_rate=1410000, memory_clock_rate=1593000, memory_bus_width=5120,
    uuid="0", pci_bus_id=0)

_selected = 0
_installed = False


def _select(device):
    """Makes a card the current one; returns the one before."""
    global _selected
    before = _selected
    if device is not None:
        import torch

        index = device if isinstance(device, int) else torch.device(device).index
        if index is not None and index >= 0:
            _selected = index
    return before


def _replace(holder, **answers):
    """Replaces functions that exist; each gets a function object of its own, as Dynamo wants it."""
    for name, answer in answers.items():
        if not hasattr(holder, name):
            continue

        def stand_in(*args, _answer=answer, **kwargs):
            return _answer(*args, **kwargs) if callable(_answer) else _answer

        setattr(holder, name, stand_in)


def _nothing(*_args, **_kwargs):
    return None


def _torch_sees_cards():
    import torch

    current = lambda *_: _selected
    _replace(torch.cuda, is_available=True, is_initialized=True, device_count=CARDS, current_device=current,
             get_device_properties=lambda *_: CARD, get_device_capability=lambda *_: CAPABILITY,
             get_device_name=lambda *_: CARD.name, set_device=_select, synchronize=_nothing, _lazy_init=_nothing,
             init=_nothing, _exchange_device=_select, _maybe_exchange_device=_select, empty_cache=_nothing,
             memory_allocated=0, max_memory_allocated=0, memory_reserved=0, reset_peak_memory_stats=_nothing,
             mem_get_info=lambda *_: (MEMORY, MEMORY), is_bf16_supported=True, is_current_stream_capturing=False,
             get_arch_list=lambda: ["sm_80", "sm_90"], manual_seed=_nothing, manual_seed_all=_nothing,
             seed_all=_nothing, set_rng_state=_nothing,
             get_rng_state=lambda *_: torch.zeros(16, dtype=torch.uint8))
    _replace(torch.cuda.random, manual_seed_all=_nothing)
    _replace(torch._C, _cuda_getDeviceCount=CARDS, _cuda_getDevice=current, _cuda_setDevice=_select,
             _cuda_exchangeDevice=_select, _cuda_maybeExchangeDevice=_select, _cuda_init=_nothing,
             _cuda_synchronize=_nothing, _cuda_getCurrentRawStream=0, _cuda_getCurrentBlasHandle=0)
    if hasattr(torch, "accelerator"):
        _replace(torch.accelerator, is_available=False, device_count=CARDS, empty_cache=_nothing,
                 synchronize=_nothing, current_device_index=current)
    import torch._subclasses.fake_tensor as fake_tensor

    _replace(fake_tensor, init_gpu_context=_nothing, init_cuda_context=_nothing)
    import torch._dynamo.device_interface as interfaces

    raw_stream = torch._C._cuda_getCurrentRawStream if hasattr(torch._C, "_cuda_getCurrentRawStream") else _nothing
    interfaces.get_cuda_stream = raw_stream
    interfaces.CudaInterface.get_raw_stream = staticmethod(raw_stream)
    interfaces.CudaInterface.Worker.get_device_properties = staticmethod(lambda *_: CARD)


def _index_without_card():
    """Python's own indexing takes a guard on the card before it dispatches; the operators behind it do not."""
    import torch

    indexed, negated, read = torch.Tensor.__getitem__, torch.Tensor.__invert__, torch.Tensor.item
    aten = torch.ops.aten

    def index(tensor, key):
        if tensor.device.type != "cuda":
            return indexed(tensor, key)
        parts = list(key) if isinstance(key, tuple) else [key]
        for place, part in enumerate(parts):
            if part is Ellipsis:
                named = sum(other is not None and other is not Ellipsis for other in parts)
                parts[place:place + 1] = [slice(None)] * (tensor.dim() - named)
                break
        gathered, dimension = {}, 0
        for part in parts:
            if part is None:
                tensor = aten.unsqueeze.default(tensor, dimension)
            elif isinstance(part, slice):
                if part != slice(None):
                    tensor = aten.slice.Tensor(tensor, dimension, part.start, part.stop, part.step or 1)
            elif isinstance(part, torch.Tensor):
                gathered[dimension] = part
            else:
                tensor = aten.select.int(tensor, dimension, part)
                continue
            dimension += 1
        if gathered:
            tensor = aten.index.Tensor(tensor, [gathered.get(place) for place in range(max(gathered) + 1)])
        return tensor

    def on_card(operator, otherwise):
        return lambda tensor: operator(tensor) if tensor.device.type == "cuda" else otherwise(tensor)

    torch.Tensor.__getitem__ = index
    torch.Tensor.__invert__ = on_card(aten.bitwise_not.default, negated)
    torch.Tensor.item = on_card(aten._local_scalar_dense.default, read)


class _Tools:
    """Triton's access to the CUDA driver."""

    def __init__(self, values_of_load):
        self._values_of_load = values_of_load

    def load_binary(self, *_args):
        return (1, 1, 32, 0, 1024)[:self._values_of_load]  # module, function, registers, spills, threads

    def get_device_properties(self, _device):
        return {"max_shared_mem": SHARED_MEMORY, "max_num_regs": 65536, "multiprocessor_count": 108, "warpSize": 32,
                "sm_clock_rate": 1410000, "mem_clock_rate": 1593000, "mem_bus_width": 5120}

    def __getattr__(self, _name):
        return lambda *_args, **_kwargs: 0


class _Launcher:
    """What would start a kernel. It is asked for the scratch memory that the kernel wants, and never started."""

    def __init__(self, _source=None, metadata=None):
        self.global_scratch_size = getattr(metadata, "global_scratch_size", 0) or 0
        self.global_scratch_align = getattr(metadata, "global_scratch_align", 1) or 1
        self.profile_scratch_size = getattr(metadata, "profile_scratch_size", 0) or 0
        self.profile_scratch_align = getattr(metadata, "profile_scratch_align", 1) or 1
        self.launch_cooperative_grid = bool(getattr(metadata, "launch_cooperative_grid", False))
        self.launch_pdl = bool(getattr(metadata, "launch_pdl", False))
        self.launch = _nothing

    def __call__(self, *_args, **_kwargs):
        raise RuntimeError("a kernel cannot be started: there is no card")


class _Driver:
    """Triton's driver for a card that is only described."""

    binary_ext = "cubin"
    launcher_cls = _Launcher

    def __init__(self, target_of, values_of_load):
        self._target_of = target_of
        self.utils = _Tools(values_of_load)

    @staticmethod
    def is_active():
        return True

    def get_current_target(self):
        return self._target_of("cuda", CAPABILITY[0] * 10 + CAPABILITY[1], 32)

    def get_current_device(self):
        return _selected

    def set_current_device(self, device):
        _select(device)

    def get_current_stream(self, _device=0):
        return 0

    def get_device_capability(self, _device=0):
        return CAPABILITY

    def get_active_torch_device(self):
        import torch

        return torch.device("cuda", _selected)

    def get_device_interface(self):
        import torch

        return torch.cuda

    def get_benchmarker(self):
        return lambda *_args, **_kwargs: [1.0, 1.0, 1.0]

    def map_python_to_cpp_type(self, kind):
        return "CUdeviceptr" if kind.startswith("*") else kind


def _triton_sees_cards():
    from triton.backends.compiler import GPUTarget
    from triton.compiler.compiler import CompiledKernel
    from triton.runtime import driver

    load = inspect.getsource(CompiledKernel._init_handles)
    made = _Driver(GPUTarget, 5 if "n_max_threads" in load else 4)
    driver.set_active(made)
    from torch._inductor.runtime import triton_helpers

    _replace(triton_helpers, set_driver_to_gpu=_nothing, set_driver_to_cpu=_nothing)


def _take_first_candidates(scope):
    """Compiles the first candidate of each kernel in `scope` and notes it as the winner."""
    import torch._inductor.runtime.triton_heuristics as heuristics

    def note(kernel):
        if not kernel.launchers:
            kernel.precompile()
        arguments = (0, kernel.launchers[0])
        if "grid" in inspect.signature(kernel.save_gpu_kernel).parameters:
            arguments = ((1, 1, 1), *arguments)
        kernel.save_gpu_kernel(*arguments)

    for value in list(scope.values()):
        if hasattr(value, "result") and type(value).__name__.endswith("Future"):
            value = value.result()
        if isinstance(value, heuristics.CachingAutotuner):
            note(value)


def _no_race():
    """Kernels are compiled and noted, never run."""
    import torch._inductor.codegen.wrapper as wrapper
    import torch._inductor.graph as graph
    import torch._inductor.runtime.triton_heuristics as heuristics

    precompile = heuristics.CachingAutotuner.precompile

    def precompile_first(self, *args, **kwargs):
        if self.configs:
            self.configs = self.configs[:1]
        return precompile(self, *args, **kwargs)

    heuristics.CachingAutotuner.precompile = precompile_first

    def compile_only(self):
        self.kernel_autotune_defs.splice("\nasync_compile.wait(globals())\ndel async_compile\n")
        scope = {}
        exec(self.kernel_autotune_defs.getvalue(), scope)
        _take_first_candidates(scope)

    wrapper.PythonWrapperCodegen.generate_and_run_autotune_block = compile_only

    if hasattr(graph.GraphLowering, "_run_jit_variant_for_autotune"):
        def compile_lazy(self, _wrapper_code, _kernel_code, _extract, names):
            from torch._inductor.async_compile import AsyncCompile

            scope = {}
            for name in names:
                body = self.wrapper_code._kernel_name_to_body[name]
                if "async_compile.triton" in body:
                    inside = {"async_compile": AsyncCompile()}
                    exec("import torch, triton\nimport triton.language as tl\n"
                         "from torch._inductor.runtime.triton_heuristics import start_graph, end_graph\n", inside)
                    scope[name] = eval(body.strip(), inside)
                else:
                    scope[name] = AsyncCompile().triton(name, body, device_str="cuda")
            _take_first_candidates(scope)

        graph.GraphLowering._run_jit_variant_for_autotune = compile_lazy


def _toolkit(scratch):
    """A folder that looks like a CUDA toolkit to the C++ build: headers from the wheels, and an empty libcuda."""
    import triton

    home = scratch / "cuda"
    library = home / "lib64" / "libcuda.so"
    library.parent.mkdir(parents=True, exist_ok=True)
    import torch.utils.cpp_extension as extension

    site = Path(triton.__file__).parent.parent
    folders = [*sorted(site.glob("nvidia/*/include")), Path(triton.__file__).parent / "backends/nvidia/include"]
    include = home / "include"
    if not include.exists():
        include.mkdir()
        for folder in folders:
            for header in folder.iterdir():
                if not (include / header.name).exists():
                    (include / header.name).symlink_to(header)
    if not library.exists():
        subprocess.run([os.environ.get("CXX", "g++"), "-x", "c", "-shared", "-fPIC", os.devnull, "-o", str(library),
                        "-Wl,-soname,libcuda.so.1"], check=True)
    os.environ["CUDA_HOME"] = str(home)
    extension.CUDA_HOME = str(home)


def _inductor_settings():
    import torch
    import torch._inductor.config as config

    config.shape_padding = False  # it measures
    config.joint_graph_constant_folding = False  # it computes on the card
    config.always_keep_tensor_constants = True  # a fake constant cannot be read, so not be written into the code
    config.triton.autotune_at_compile_time = True
    for holder, name in ((config, "fx_graph_cache"), (config, "use_static_cuda_launcher"),
                         (config, "use_static_triton_launcher"), (config.triton, "autotune_with_sample_inputs")):
        if hasattr(holder, name):
            setattr(holder, name, False)
    import torch._inductor.fx_passes.fuse_attention as attention
    import torch._inductor.fx_passes.misc_patterns as patterns
    import torch._inductor.fx_passes.pad_mm as padding

    # These trace their patterns on the card.
    _replace(attention, _sfdp_init=_nothing)
    _replace(padding, _pad_mm_init=_nothing)
    _replace(patterns, _misc_patterns_init=_nothing)
    import torch._inductor.graph as graph
    import torch._inductor.utils as utils

    def same(one, two):
        if one is two:
            return True
        tensors = isinstance(one, torch.Tensor) and isinstance(two, torch.Tensor)
        return (tensors and (one.dtype, one.size(), one.stride(), one.device, one.storage_offset())
                == (two.dtype, two.size(), two.stride(), two.device, two.storage_offset())
                and one.untyped_storage()._cdata == two.untyped_storage()._cdata)

    for holder in (graph, utils):
        if hasattr(holder, "is_same_tensor"):
            holder.is_same_tensor = same


def install():
    global _installed
    if _installed:
        return
    _installed = True
    os.environ.setdefault("TORCHINDUCTOR_USE_STATIC_CUDA_LAUNCHER", "0")
    os.environ.setdefault("TORCHINDUCTOR_USE_STATIC_TRITON_LAUNCHER", "0")
    _torch_sees_cards()
    _index_without_card()
    _triton_sees_cards()
    if os.environ.get("AOTI_CORPUS_SCRATCH"):
        _toolkit(Path(os.environ["AOTI_CORPUS_SCRATCH"]))
    _no_race()
    _inductor_settings()


def use_card(capability):
    """Describes another card, for the rest of the process. Inductor keeps what it was told, so nothing may be built before."""
    global CAPABILITY
    CAPABILITY = capability
    CARD.major, CARD.minor = capability


def fake_mode():
    import torch._subclasses.fake_tensor as fake_tensor
    from torch.fx.experimental.symbolic_shapes import ShapeEnv

    settings = {"allow_non_fake_inputs": True, "shape_env": ShapeEnv(tracked_fakes=[])}
    if "export" in inspect.signature(fake_tensor.FakeTensorMode.__init__).parameters:
        settings["export"] = True
    return fake_tensor.FakeTensorMode(**settings)


def build(make, target, options):
    """Exports and packages what `make` returns, on fake tensors."""
    import torch

    from registry import Skip

    include = Path(os.environ["CUDA_HOME"]) / "include"
    lacking = [name for name in ("cuda.h", "cuda_runtime_api.h", "crt", "nv/target") if not (include / name).exists()]
    if lacking:
        raise Skip(f"no CUDA headers ({', '.join(lacking)}): setup_venv.py --cuda installs them")

    # The parameters belong to the mode of the export; inputs of the same mode would keep Dim() from making sizes of
    # their own, so they are made in another.
    weights = fake_mode()
    with weights:
        model = make().model.eval()
    with fake_mode():
        inputs = make()
    options = {"aot_inductor.package_constants_in_so": False, **options}
    # What models annotate (streams) is to reach the graph.
    with torch._guards.tracing(torch._guards.TracingContext(weights)), torch.fx.traceback.preserve_node_meta():
        exported = torch.export.export(model, inputs.args, dynamic_shapes=inputs.dynamic, strict=False)
    torch._inductor.aoti_compile_and_package(exported, package_path=str(target), inductor_configs=options)
