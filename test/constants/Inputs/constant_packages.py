"""Writes one package for each way in which constants and their image can agree or differ.

    constant_packages.py DIR

Four constants as torch writes them: 32x16, 32, 12x32 and 12 floats, which take 2048, 128, 1536 and (padded) 64 bytes.
"""

import json
import pathlib
import subprocess
import sys

IMAGES = pathlib.Path(__file__).resolve().parents[2] / "images.py"
SHAPES = [[32, 16], [32], [12, 32], [12]]
SIZES = [2048, 128, 1536, 64]
NAMES = ["up_weight", "up_bias", "down_weight", "down_bias"]
MAGIC = 81985529216486895


def strides(shape):
    out = []
    for size in reversed(shape):
        out.append(out[-1] * last if out else 1)
        last = size
    return out[::-1]


def listing(values):
    return "{" + ", ".join(map(str, values)) + "}"


def wrapper(sizes, device="cpu", include="true", folded=(), shapes=SHAPES, count=None, device_types=None, old=False, macro=""):
    """The constructor of a model with these constants; `folded` are the indices of those that are computed."""
    lines = []
    if old:
        lines += ["#include <torch/csrc/inductor/aoti_runtime/interface.h>", "#include <torch/csrc/inductor/aoti_runtime/model.h>",
                  f"#include <torch/csrc/inductor/aoti_torch/generated/c_shim_{device}.h>",
                  '[[maybe_unused]] static const auto container_delete = &AOTInductorModelContainerDelete;']
    else:
        lines += [f"#include <torch/csrc/inductor/aoti_include/{device}.h>", f"CACHE_TORCH_DEVICE({device});"]
        if device != "cpu" and device_types:
            lines.append("CACHE_TORCH_DEVICE(cpu);")
    lines += ["CACHE_TORCH_DTYPE(float32);", "CACHE_TORCH_LAYOUT(strided);", "namespace torch::aot_inductor {",
              "AOTInductorModel::AOTInductorModel(std::shared_ptr<ConstantMap> constants_map,",
              "                                   std::shared_ptr<std::vector<ConstantHandle>> constants_array,",
              "                                   const std::string& device_str,",
              "                                   std::optional<std::string> cubin_dir" + (",\n                                   bool include_weights" if old else "") + ")",
              f"    : AOTInductorModelBase(0, 0, {len(sizes) if count is None else count}, device_str, {'cubin_dir' if old else 'std::move(cubin_dir)'}, {include}) {{"]
    for i, size in enumerate(sizes):
        at = f"    constants_info_[{i}]."
        name = NAMES[i % 4] if i not in folded else f"_FOLDED_CONST_{i}"
        lines += [f'{at}name = "{name}";',
                  f"{at}dtype = " + ("static_cast<int32_t>(cached_torch_dtype_float32);" if old else "cached_torch_dtype_float32;")]
        if not old:
            lines.append(f"{at}device_type = cached_torch_device_type_{(device_types or [device] * len(sizes))[i]};")
        kind = "FoldedConstant" if i in folded else "Parameter"
        lines += [f"{at}offset = 0;", f"{at}data_size = {size};", f"{at}from_folded = {'true' if i in folded else 'false'};",
                  f"{at}type = static_cast<int32_t>(torch::aot_inductor::ConstantType::{kind});",
                  f"{at}shape = {listing(shapes[i])};", f"{at}stride = {listing(strides(shapes[i]))};",
                  f"{at}layout = static_cast<int32_t>(cached_torch_layout_strided);",
                  f'{at}original_fqn = "{name.replace("_", ".", 1) if i not in folded else name}";']
    lines += ["    update_constants_map(std::move(constants_map));", "    update_constants_array(std::move(constants_array));", "}",
              "void AOTInductorModel::run_impl(AtenTensorHandle *input_handles, AtenTensorHandle *output_handles, DeviceStreamType stream, "
              "AOTIProxyExecutorHandle proxy_executor) {", "}", "}", "", "// Compile cmd", f"// g++ m.wrapper.cpp {macro} -O1 -c -o m.wrapper.o", ""]
    return "\n".join(lines)


def main():
    root = pathlib.Path(sys.argv[1])

    def package(name, text, old=False):
        folder = root / name / "data" / "aotinductor" / "model"
        folder.mkdir(parents=True)
        stem = "m" if old else "m.wrapper"
        (folder / (stem + ".cpp")).write_text(text)
        (folder / (stem + "_metadata.json")).write_text('{"AOTI_DEVICE_KEY": "cpu"}')
        return folder

    def image(*arguments):
        subprocess.run([sys.executable, str(IMAGES), *map(str, arguments)], check=True)

    def library(name, text, *arguments, old=False):
        folder = package(name, text, old)
        image("library", folder / ("m.so" if old else "m.wrapper.so"), *arguments)
        return folder

    whole = sum(SIZES)
    mapped = "-D  USE_MMAP_SELF"
    # Sound ones.
    library("ok-linked", wrapper(SIZES), "--constants", whole)
    library("ok-cpp", wrapper(SIZES), "--constants", whole, "--made", "cpp")
    library("ok-none", wrapper([], count=0), "--constants", 0)
    library("ok-stripped", wrapper(SIZES), "--constants", whole, "--stripped")
    library("ok-folded", wrapper(SIZES + [4096], folded=[4], shapes=SHAPES + [[32, 32]]), "--constants", whole)
    library("ok-outside", wrapper(SIZES, include="false"), "--constants", 0)
    library("ok-cuda", wrapper([2048, 128, 1536, 48], "cuda"), "--constants", 2048 + 128 + 1536 + 48)
    library("ok-empty", wrapper([2048, 0, 1536, 64], shapes=[[32, 16], [0], [12, 32], [12]]), "--constants", 2048 + 1536 + 64)
    library("ok-mapped", wrapper(SIZES, macro=mapped), "--constants", 16, "--word", whole + 8, "--word", MAGIC, "--tail", whole)
    library("ok-old", wrapper(SIZES + [4096], "cuda", folded=[4], shapes=SHAPES + [[32, 32]], old=True), "--constants", whole, old=True)
    image("object", package("ok-object", wrapper(SIZES)) / "x.weights.o", "--constants", whole)
    (package("ok-bin", wrapper(SIZES, macro=mapped)) / "m.wrapper_serialized_weights.bin").write_bytes(bytes(whole + 8))
    (package("ok-blob", wrapper(SIZES, include="false", macro="-D USE_MMAP_EXTERNAL")) / "m.wrapper_weights.blob").write_bytes(bytes(whole))
    package("ok-sources", wrapper(SIZES))

    # One size is wrong.
    library("size", wrapper([2048, 64, 1536, 64]), "--constants", whole)
    library("size-cpp", wrapper([2048, 192, 1536, 64]), "--constants", whole, "--made", "cpp")
    library("cuda-size", wrapper([2048, 128, 1536, 64], "cuda"), "--constants", 2048 + 128 + 1536 + 48)
    # Nobody can say which: the image was cut, or holds more.
    library("short", wrapper(SIZES), "--constants", whole - 192)
    library("long", wrapper(SIZES), "--constants", whole + 640)
    library("dropped", wrapper(SIZES[:3]), "--constants", whole)
    library("empty", wrapper([2048, 128, 1536, 64], shapes=[[32, 16], [0], [12, 32], [12]]), "--constants", whole - 128)
    package("empty-alone", wrapper([2048, 128, 1536, 64], shapes=[[32, 16], [0], [12, 32], [12]]))
    package("unpadded", wrapper([2048, 128, 1538, 64]))
    package("unpadded-mixed", wrapper([2048, 128, 1538, 64], "cuda", device_types=["cuda", "cuda", "cuda", "cpu"]))
    package("ok-unpadded-outside", wrapper([2048, 128, 1538, 64], include="false"))
    package("ok-unpadded-cuda", wrapper([2048, 128, 1538, 64], "cuda"))
    library("old-gpu", wrapper([2048, 128, 4096, 1536], "cuda", folded=[2], shapes=[[32, 16], [32], [32, 32], [12, 32]], old=True),
            "--constants", 2048 + 128 + 1536, old=True)
    folder = library("torn", wrapper(SIZES), "--constants", whole)
    (folder / "m.wrapper.so").write_bytes((folder / "m.wrapper.so").read_bytes()[:-100])
    # Mapped weights.
    library("mapped-size", wrapper([2048, 64, 1536, 64], macro=mapped), "--constants", 16, "--word", whole + 8, "--word", MAGIC, "--tail", whole)
    folder = library("mapped-cut", wrapper(SIZES, macro=mapped), "--constants", 16, "--word", whole + 8, "--word", MAGIC, "--tail", whole)
    (folder / "m.wrapper.so").write_bytes((folder / "m.wrapper.so").read_bytes()[:-100])
    folder = library("mapped-magic", wrapper(SIZES, macro=mapped), "--constants", 16, "--word", whole + 8, "--word", MAGIC, "--tail", whole)
    data = bytearray((folder / "m.wrapper.so").read_bytes())
    data[-1] ^= 1
    (folder / "m.wrapper.so").write_bytes(data)
    library("mapped-small", wrapper([1 << 30], shapes=[[1 << 28]], macro=mapped), "--constants", 16, "--word", (1 << 30) + 8, "--word", MAGIC)
    # Files beside the library.
    image("object", package("object", wrapper(SIZES)) / "x.weights.o", "--constants", whole - 64)
    (package("bin", wrapper(SIZES, macro=mapped)) / "m.wrapper_serialized_weights.bin").write_bytes(bytes(whole))
    (package("blob", wrapper(SIZES, include="false", macro="-D USE_MMAP_EXTERNAL")) / "m.wrapper_weights.blob").write_bytes(bytes(whole - 64))
    folder = library("blob-library", wrapper(SIZES, include="false", macro="-D USE_MMAP_EXTERNAL"), "--constants", 8, "--word", whole - 128)
    (folder / "m.wrapper_weights.blob").write_bytes(bytes(whole))

    # Saved tensors.
    def pickles(name, change=lambda config, sizes: None):
        folder = package(name, wrapper(SIZES, include="false"))
        config = {n.replace("_", ".", 1): [f"weight_{i}", SHAPES[i], strides(SHAPES[i]), 0] for i, n in enumerate(NAMES)}
        sizes = [2048, 128, 1536, 48]
        change(config, sizes)
        (folder / "weights_config.json").write_text(json.dumps(config, indent=1))
        weights = root / name / "data" / "weights"
        weights.mkdir()
        for i, size in enumerate(sizes):
            image("saved", weights / f"weight_{i}", size)
        return weights

    pickles("ok-pickles")
    pickles("pickle-short", lambda config, sizes: sizes.__setitem__(2, 1532))
    pickles("pickle-shape", lambda config, sizes: config["down.weight"].__setitem__(1, [32, 12]))
    pickles("pickle-stride", lambda config, sizes: config["down.weight"].__setitem__(2, [1, 12]))
    pickles("pickle-dropped", lambda config, sizes: config.pop("up.bias"))
    pickles("pickle-extra", lambda config, sizes: config.__setitem__("other", config["up.bias"]))
    weights = pickles("pickle-swapped", lambda config, sizes: (config["up.bias"].__setitem__(0, "weight_3"), config["down.bias"].__setitem__(0, "weight_1")))
    weights = pickles("pickle-torn")
    (weights / "weight_0").write_bytes((weights / "weight_0").read_bytes()[:-30])


main()
