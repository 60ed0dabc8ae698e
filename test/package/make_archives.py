#!/usr/bin/env python3
"""Writes packages of every kind into a folder: sound ones, damaged ones, hostile ones, and the same as folders.

    make_archives.py OUT [NAME]...

Without names everything is written but `large`, a sparse file of 5 GiB. `OUT/NAME.pt2` (or the name's own extension) is an archive, `OUT/trees/NAME` a folder.
zipfile writes what it agrees to write; the rest is patched into the bytes: the local header of a member (`Zip.local`), its entry
in the central directory (`Zip.central`), and the end record (`Zip.end`).
"""

import io
import os
import struct
import sys
import warnings
import zipfile
import zlib
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
import images  # noqa: E402

WRAPPER = """\
#include <torch/csrc/inductor/aoti_include/cpu.h>

namespace torch::aot_inductor {

AOTInductorModel::AOTInductorModel(std::shared_ptr<ConstantMap> constants_map,
                                   std::shared_ptr<std::vector<ConstantHandle>> constants_array,
                                   const std::string& device_str,
                                   std::optional<std::string> cubin_dir)
    : AOTInductorModelBase(1,
                           1,
                           0,
                           device_str,
                           std::move(cubin_dir),
                           false) {
    inputs_info_[0].name = "arg0_1";
    outputs_info_[0].name = "output0";
}

AOTI_NOINLINE static void check_input_0(AtenTensorHandle* input_handles) {
    ConstantHandle arg0_1 = ConstantHandle(input_handles[0]);
    int32_t arg0_1_dtype;
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_get_dtype(arg0_1, &arg0_1_dtype));
    int32_t arg0_1_expected_dtype = aoti_torch_dtype_float32();
    if (arg0_1_expected_dtype != arg0_1_dtype) {
        throw std::runtime_error("input_handles[0]: unmatched dtype, expected: float32");
    }
    int32_t arg0_1_device_type;
    AOTI_TORCH_ERROR_CODE_CHECK(aoti_torch_get_device_type(arg0_1, &arg0_1_device_type));
    int32_t arg0_1_expected_device_type = 0;
    if (arg0_1_expected_device_type != arg0_1_device_type) {
        throw std::runtime_error("input_handles[0]: unmatched device type, expected: 0(cpu)");
    }
}
static bool _check_aoti_runtime_check_inputs_env() {
    const static char* env_var_value = getenv("AOTI_RUNTIME_CHECK_INPUTS");
    const static bool result = env_var_value != nullptr && env_var_value[0] != '0';
    return result;
}
AOTI_NOINLINE static void __check_inputs_outputs(AtenTensorHandle* input_handles, AtenTensorHandle* output_handles) {
    if (!_check_aoti_runtime_check_inputs_env()){
        return;
    }
    check_input_0(input_handles);
}
void AOTInductorModel::run_impl(
    AtenTensorHandle*
        input_handles, // array of input AtenTensorHandle; handles
                        // are stolen; the array itself is borrowed
    AtenTensorHandle*
        output_handles, // array for writing output AtenTensorHandle; handles
                        // will be stolen by the caller; the array itself is
                        // borrowed
    DeviceStreamType stream,
    AOTIProxyExecutorHandle proxy_executor
) {
    __check_inputs_outputs(input_handles, output_handles);
    auto inputs = steal_from_raw_handles_to_raii_handles(input_handles, 1);
    auto arg0_1 = std::move(inputs[0]);
    output_handles[0] = arg0_1.release();
} // AOTInductorModel::run_impl
} // namespace torch::aot_inductor
"""

# The first kilobytes of a wrapper of torch 2.6 name the class, as the interface functions there do.
WRAPPER_26 = """\
#include <torch/csrc/inductor/aoti_runtime/interface.h>
#include <torch/csrc/inductor/aoti_runtime/model.h>
// AOTInductorModelContainerCreate and the other functions of the interface
""" + WRAPPER.split("\n", 1)[1]

KERNEL = """\
// Triton kernels are embedded as comments in /build/{key}.wrapper.cpp

#include <torch/csrc/inductor/cpp_prefix.h>
extern "C"  void  cpp_fused_relu_0(float* in_out_ptr0)
{{
    for(int64_t x0=static_cast<int64_t>(0L); x0<static_cast<int64_t>(16L); x0+=static_cast<int64_t>(1L))
    {{
        in_out_ptr0[static_cast<int64_t>(x0)] = in_out_ptr0[static_cast<int64_t>(x0)];
    }}
}}
"""

KERNEL_26 = """\
#include "/build/inductor/2r/c2rab.h"
extern "C"  void kernel(float* in_out_ptr0)
{
    in_out_ptr0[0] = 0;
}
"""

# Calls a compiled model; no wrapper, though it names the class.
RUNNER = """\
#include <torch/csrc/inductor/aoti_runtime/interface.h>
// AOTInductorModel::run_impl is what this runs
int main() {
  AOTInductorModelContainerHandle handle;
  return AOTInductorModelContainerCreate(&handle, 1, false, nullptr);
}
"""

METADATA = '{"AOTI_DEVICE_KEY": "cpu"}\n'
LIBRARY = images.Elf("x86_64", 3).bytes()
NODES = '{"nodes": []}\n'
MODEL = "data/aotinductor/model/"
ESCAPING_NAME = "../../../../tmp/aoti_lint_was_here"


def model(folder=MODEL, key="ckey", wrapper=WRAPPER):
    """The members of one model of torch 2.7 and newer."""
    return {
        folder + key + ".wrapper.cpp": wrapper,
        folder + key + ".wrapper_metadata.json": METADATA,
        folder + key + ".wrapper.json": NODES,
        folder + key + ".wrapper.so": LIBRARY,
        folder + "ckern.kernel.cpp": KERNEL.format(key=key),
        folder + "ckern.kernel_metadata.json": METADATA,
    }


def package(root="x/", **more):
    members = {
        "archive_format": "pt2",
        "archive_version": "0",
        "byteorder": "little",
        ".data/version": "6\n",
        ".data/serialization_id": "0123456789",
    }
    members.update(model(**more))
    return {root + name: text for name, text in members.items()}


def package_26():
    return {
        "archive_format": "pt2",
        "version": "6\n",
        MODEL + "ckey.cpp": WRAPPER_26,
        MODEL + "ckey_metadata.json": METADATA,
        MODEL + "ckey.json": NODES,
    }


def with_mac_leftovers():
    double = bytes.fromhex("00051607 00020000") + b"Mac OS X        " + bytes(58)
    return dict(package(), **{
        "__MACOSX/x/" + MODEL + "._ckey.wrapper.cpp": double,
        "__MACOSX/x/" + MODEL + "._ckey.wrapper_metadata.json": double,
        "x/" + MODEL + "._ckey.wrapper.cpp": double,
        "x/" + MODEL + "._ckey.wrapper_metadata.json": double,
        "x/" + MODEL + "._ckey.wrapper.so": double,
        "x/" + MODEL + ".DS_Store": b"\0\0\0\1Bud1",
        "x/data/aotinductor/.DS_Store": b"\0\0\0\1Bud1",
    })


def two_models():
    members = package(folder="data/aotinductor/encoder/", key="cenc")
    members.update({"x/" + name: text for name, text in model("data/aotinductor/decoder/", "cdec").items()})
    members["x/data/weights/weight_0"] = bytes(32)
    return members


def exported_program():
    return {
        "x/archive_format": "pt2",
        "x/archive_version": "0",
        "x/models/model.json": "{}",
        "x/data/weights/weight_0": bytes(16),
        "x/data/weights/model_weights_config.json": "{}",
    }


class Zip:
    """The bytes of an archive, with the places of its records."""

    def __init__(self, members, method=zipfile.ZIP_STORED, comment=b"", zip64=False):
        out = io.BytesIO()
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # duplicate names are wanted
            with zipfile.ZipFile(out, "w", method) as archive:
                for name, data in members.items() if isinstance(members, dict) else members:
                    info = name if isinstance(name, zipfile.ZipInfo) else zipfile.ZipInfo(name, (2026, 1, 1, 0, 0, 0))
                    info.compress_type = method
                    if isinstance(data, str):
                        data = data.encode()
                    with archive.open(info, "w", force_zip64=zip64) as stream:
                        stream.write(data)
                archive.comment = comment
        self.bytes = bytearray(out.getvalue())

    def end(self):
        return self.bytes.rindex(b"PK\5\6")

    def central(self, name):
        at = self.bytes.index(name.encode(), self.begin()) - 46
        assert self.bytes[at : at + 4] == b"PK\1\2"
        return at

    def local(self, name):
        return struct.unpack_from("<I", self.bytes, self.central(name) + 42)[0]

    def data(self, name):
        at = self.local(name)
        lengths = struct.unpack_from("<HH", self.bytes, at + 26)
        return at + 30 + sum(lengths)

    def begin(self):
        return struct.unpack_from("<I", self.bytes, self.end() + 16)[0]

    def put(self, at, format, value):
        struct.pack_into("<" + format, self.bytes, at, value)
        return self

    def sizes(self, name, compressed=None, size=None):
        """Sets the sizes in both headers."""
        for value, local, central in ((compressed, 18, 20), (size, 22, 24)):
            if value is not None:
                self.put(self.local(name) + local, "I", value)
                self.put(self.central(name) + central, "I", value)
        return self

    def flags(self, name, bits):
        self.put(self.local(name) + 6, "H", bits)
        return self.put(self.central(name) + 8, "H", bits)

    def method(self, name, method):
        self.put(self.local(name) + 8, "H", method)
        return self.put(self.central(name) + 10, "H", method)

    def rename(self, old, new):
        """Same length only: the records keep their places."""
        assert len(old) == len(new)
        self.bytes = self.bytes.replace(old, new)
        return self

    def flip(self, name, offset=8):
        self.bytes[self.data(name) + offset] ^= 0x55
        return self

    def cut(self, count):
        del self.bytes[len(self.bytes) - count :]
        return self

    def pad(self, count):
        self.bytes += bytes(count)
        return self


WRAPPER_PATH = "x/" + MODEL + "ckey.wrapper.cpp"
KERNEL_PATH = "x/" + MODEL + "ckern.kernel.cpp"
NODES_PATH = "x/" + MODEL + "ckey.wrapper.json"
IMAGE_PATH = "x/" + MODEL + "ckey.wrapper.so"


def extra(name, data="text"):
    return Zip(list(package().items()) + [(name, data)])


def with_mode(mode, data="/etc/passwd"):
    info = zipfile.ZipInfo("x/" + MODEL + "link.cpp")
    info.create_system = 3
    info.external_attr = mode << 16
    return extra(info, data)


def bomb(path, size):
    members = package()
    members[path] = b" " * size
    return Zip(members, zipfile.ZIP_DEFLATED)


def no_name(archive):
    """The last entry of the directory takes its name for its comment."""
    at = archive.bytes.rindex(b"PK\1\2")
    (length,) = struct.unpack_from("<H", archive.bytes, at + 28)
    return archive.put(at + 28, "H", 0).put(at + 32, "H", length)


def overlap():
    """Two entries of the directory for the same bytes."""
    archive = Zip(package())
    return archive.put(archive.central(KERNEL_PATH) + 42, "I", archive.local(WRAPPER_PATH))


def lying(size):
    """A deflated wrapper whose size in the directory is not its own."""
    return Zip(package(), zipfile.ZIP_DEFLATED).sizes(WRAPPER_PATH, size=size)


def prefixed_comment():
    """A second end record, in the comment, that leads nowhere."""
    return Zip(package(), comment=b"PK\5\6" + bytes(30))


def utf16(text):
    return b"\xff\xfe" + text.encode("utf-16-le")


def replaced(path, data):
    members = package()
    members[path] = data
    return members


def aes():
    """WinZip's encryption: method 99, and the method below it in an extra field."""
    members = []
    for name, data in package().items():
        info = zipfile.ZipInfo(name, (2026, 1, 1, 0, 0, 0))
        if name == WRAPPER_PATH:
            info.extra = struct.pack("<HHH2sBH", 0x9901, 7, 2, b"AE", 3, 0)
        members.append((info, data))
    archive = Zip(members)
    return archive.flags(WRAPPER_PATH, 1).method(WRAPPER_PATH, 99)


def unicode_name():
    """Info-ZIP's extra field with the name in UTF-8 beside one in another encoding."""
    raw, name = b"x/extra/mod_le.txt", "x/extra/modèle.txt"
    info = zipfile.ZipInfo(raw.decode(), (2026, 1, 1, 0, 0, 0))
    field = struct.pack("<BI", 1, zlib.crc32(raw)) + name.encode()
    info.extra = struct.pack("<HH", 0x7075, len(field)) + field
    return Zip(list(package().items()) + [(info, "text")])


def all_encrypted():
    archive = Zip(package())
    for path in (WRAPPER_PATH, KERNEL_PATH):
        archive.flags(path, 1)
    return archive


def zip64_end():
    """The end record says that ZIP64 has the numbers, and a locator leads out of the file."""
    archive = Zip(package())
    at = archive.end()
    archive.put(at + 16, "I", 0xFFFFFFFF)
    locator = struct.pack("<4sIQI", b"PK\6\7", 0, 1 << 60, 1)
    archive.bytes[at:at] = locator
    return archive


ARCHIVES = {
    # Sound.
    "ok_stored": lambda: Zip(package()),
    "ok_deflated": lambda: Zip(package(), zipfile.ZIP_DEFLATED),
    "ok_zip64": lambda: Zip(package(), zip64=True),
    "ok_torch26": lambda: Zip(package_26(), zipfile.ZIP_DEFLATED),
    "ok_two_models": lambda: Zip(two_models()),
    "ok_no_root": lambda: Zip(package(root="")),
    "ok_deep_root": lambda: Zip(package(root="a/b/c/")),
    "ok_flat": lambda: Zip(model(folder="")),
    "ok_windows_names": lambda: Zip({n.replace("/", "\\"): t for n, t in package().items()}),
    "ok_folders": lambda: Zip([("x/", ""), ("x/data/", "")] + list(package().items()) + [("x/data/", "")]),
    "ok_comment": lambda: Zip(package(), comment=b"made by hand"),
    "ok_case": lambda: extra("x/" + MODEL + "CKEY.WRAPPER.SO"),
    "ok_utf8_name": lambda: extra("x/extra/modèle.txt"),
    "ok_latin1_name": lambda: extra("x/extra/mod_le.txt").rename(b"mod_le", b"mod\xe8le"),
    "ok_unicode_field": unicode_name,
    "ok_broken_utf8": lambda: Zip(replaced(KERNEL_PATH, b"// \xff\xfe\x80 broken\n" + KERNEL.format(key="ckey").encode())),
    "ok_bom": lambda: Zip(replaced(KERNEL_PATH, b"\xef\xbb\xbf" + KERNEL.format(key="ckey").encode())),
    # What nobody reads may be as bad as it likes.
    "ok_encrypted_image": lambda: Zip(package()).flags(IMAGE_PATH, 1),
    "ok_damaged_image": lambda: Zip(package()).flip(IMAGE_PATH),
    "ok_huge_image": lambda: Zip(package(), zipfile.ZIP_DEFLATED).sizes(IMAGE_PATH, size=0xF0000000),
    # Hostile names.
    "hostile_dotdot": lambda: extra(ESCAPING_NAME),
    "hostile_dotdot_inside": lambda: extra("x/data/../../../y"),
    "hostile_dotdot_backslash": lambda: extra("..\\..\\y"),
    "hostile_absolute": lambda: extra("/etc/passwd"),
    "hostile_absolute_backslash": lambda: extra("\\windows\\system32\\y"),
    "hostile_drive": lambda: extra("C:\\y"),
    "hostile_symlink": lambda: with_mode(0o120777),
    "hostile_pipe": lambda: with_mode(0o010644, ""),
    "hostile_duplicate": lambda: extra(WRAPPER_PATH, WRAPPER),
    "hostile_duplicate_dot": lambda: extra("x/./data//aotinductor/model/ckey.wrapper.cpp", WRAPPER),
    "hostile_duplicate_backslash": lambda: extra(WRAPPER_PATH.replace("/", "\\"), WRAPPER),
    "hostile_file_and_folder": lambda: extra(WRAPPER_PATH + "/inside"),
    "hostile_nul": lambda: extra("x/extra/name!.cpp").rename(b"name!.cpp", b"name\0.cpp"),
    "hostile_newline": lambda: extra("x/extra/a!error.txt").rename(b"a!error", b"a\nerror"),
    "hostile_escape": lambda: extra("x/extra/a![31m.txt").rename(b"a![31m", b"a\x1b[31m"),
    "hostile_no_name": lambda: no_name(extra("x/extra/q", "")),
    "hostile_long_name": lambda: extra("x/extra/" + "n" * 2000),
    "hostile_deep": lambda: extra("x/" + "d/" * 200 + "y"),
    "hostile_overlap": overlap,
    # Bombs.
    "bomb_ratio": lambda: bomb(WRAPPER_PATH, 100 << 20),
    "bomb_declared": lambda: Zip(package(), zipfile.ZIP_DEFLATED).sizes(WRAPPER_PATH, size=0xF0000000),
    "bomb_nodes": lambda: bomb(NODES_PATH, 100 << 20),
    "bomb_lying": lambda: lying(100),
    # Damaged.
    "damaged_size": lambda: lying(100000),
    "damaged_cut_end": lambda: Zip(package()).cut(10),
    "damaged_cut_directory": lambda: Zip(package()).cut(200),
    "damaged_cut_half": lambda: Zip(package()).cut(3000),
    "damaged_directory": lambda: (lambda z: z.put(z.central(KERNEL_PATH), "I", 0))(Zip(package())),
    "damaged_directory_offset": lambda: (lambda z: z.put(z.end() + 16, "I", 0x7FFFFFFF))(Zip(package())),
    "damaged_count": lambda: (lambda z: z.put(z.end() + 8, "H", 999).put(z.end() + 10, "H", 999))(Zip(package())),
    "damaged_zip64": zip64_end,
    "damaged_parts": lambda: (lambda z: z.put(z.end() + 4, "H", 3))(Zip(package())),
    "damaged_wrapper_crc": lambda: Zip(package()).flip(WRAPPER_PATH),
    "damaged_wrapper_deflate": lambda: Zip(package(), zipfile.ZIP_DEFLATED).flip(WRAPPER_PATH, 0),
    "damaged_nodes_crc": lambda: Zip(package()).flip(NODES_PATH),
    "damaged_offset": lambda: (lambda z: z.put(z.central(WRAPPER_PATH) + 42, "I", 0x7FFFFFFF))(Zip(package())),
    "damaged_stored_size": lambda: Zip(package()).sizes(WRAPPER_PATH, size=77),
    "damaged_method": lambda: Zip(package()).method(WRAPPER_PATH, 77),
    "damaged_bzip2": lambda: Zip(package(), zipfile.ZIP_BZIP2),
    "damaged_encrypted_wrapper": lambda: Zip(package()).flags(WRAPPER_PATH, 1),
    "damaged_encrypted_aes": aes,
    "damaged_encrypted_all": all_encrypted,
    "damaged_utf16": lambda: Zip(replaced(WRAPPER_PATH, utf16(WRAPPER))),
    "damaged_second_end": prefixed_comment,
    # Limits.
    "limit_many": lambda: Zip(list(package().items()) + [(f"x/extra/{i}", "") for i in range(300)]),
    "limit_count": lambda: (lambda z: z.put(z.end() + 8, "H", 65000).put(z.end() + 10, "H", 65000))(Zip(package())),
    "limit_big": lambda: Zip(replaced(KERNEL_PATH, KERNEL.format(key="ckey") + "// fill\n" * (3 << 17))),
    # What macOS adds.
    "ok_mac": lambda: Zip(with_mac_leftovers()),
    "damaged_padded": lambda: Zip(package()).pad(70_000),
    "damaged_padded_far": lambda: Zip(package()).pad(3 << 20),
    "damaged_zeros": lambda: Zip(package()).cut(300).pad(70_000),
    # No packages.
    "none_exported_program": lambda: Zip(exported_program()),
    "none_weights.pt": lambda: Zip({"archive/data.pkl": b"\x80\x02.", "archive/data/0": bytes(16), "archive/version": "3\n"}),
    "none_nested.zip": lambda: Zip({"a.pt2": bytes(Zip(package()).bytes)}),
    "none_no_members": lambda: Zip({}),
    "none_other.zip": lambda: Zip({"readme.txt": "nothing here"}),
    "none_no_model": lambda: Zip({"x/data/aotinductor/readme.txt": "nothing here"}),
}

FILES = {
    "text.pt2": b"this is no archive\n",
    "empty.pt2": b"",
    "lfs.pt2": b"version https://git-lfs.github.com/spec/v1\noid sha256:00\nsize 12\n",
    "page.pt2": b"<!DOCTYPE html>\n<html><body>404</body></html>\n",
    "header_only.pt2": b"PK\3\4" + bytes(40),
    "notes.txt": b"nothing here\n",
    "model.so": b"\x7fELF" + bytes(60),
    "renamed.bin": lambda: bytes(Zip(package()).bytes),
    "loose.cpp": WRAPPER.encode(),
    "loose.h": b"#pragma once\ninline int twice(int x) { return 2 * x; }\n",
}

TREES = {
    "pt2": package,
    "pt2_no_root": lambda: package(root=""),
    "torch26": package_26,
    "torch26_kernels": lambda: dict(package_26(), **{MODEL + "ckern1.cpp": KERNEL_26, MODEL + "aother.cpp": KERNEL_26}),
    "two_models": two_models,
    "flat": lambda: model(folder=""),
    "flat26": lambda: {"ckey.cpp": WRAPPER_26, "ckey_metadata.json": METADATA, "ckey.json": NODES},
    "flat_two": lambda: dict(
        model(folder="", key="ca"),
        **{
            "cb.wrapper.cpp": WRAPPER,
            "cb.wrapper_metadata.json": METADATA,
            "cbkern.kernel.cpp": KERNEL.format(key="cb"),
            "shared.cubin": b"\x7fELF",
            "ca.b.wrapper.cpp": WRAPPER,
            "ca.b.wrapper_metadata.json": METADATA,
        },
    ),
    "nested_name": lambda: {name.replace("/model/", "/group/model/"): text for name, text in package().items()},
    "cpp_only": lambda: {n: t for n, t in package().items() if ".so" not in n and "kernel" not in n},
    "loose": lambda: {"a.cpp": "int a;\n", "sub/b.cu": "int b;\n", "sub/c.hpp": "int c;\n", "run.cpp": RUNNER, "readme.md": "x"},
    "skipped": lambda: {
        ".git/a.cpp": "int a;\n",
        "node_modules/a.cpp": "int a;\n",
        "__pycache__/a.cpp": "int a;\n",
        ".hidden/a.cpp": "int a;\n",
        "kept/a.cpp": "int a;\n",
    },
    "mac": lambda: with_mac_leftovers(),
    "exported_program": exported_program,
    "nothing": lambda: {"readme.txt": "nothing here"},
    "no_model": lambda: {"data/aotinductor/readme.txt": "nothing here"},
    "image_only": lambda: {MODEL + "ckey.wrapper.so": LIBRARY, MODEL + "ckey.wrapper_metadata.json": METADATA},
}


def write_tree(folder, members):
    for name, data in members.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data.encode() if isinstance(data, str) else data)


def write_large(path):
    """An archive with five gibibytes of weights in front of its model: everything behind them needs ZIP64. The file is sparse."""
    size = 5 << 30
    directory = b""
    with open(path, "wb") as out:

        def add(name, data, length, hole):
            nonlocal directory
            name, offset, crc = name.encode(), out.tell(), zlib.crc32(data)
            field = struct.pack("<HHQQ", 1, 16, length, length)
            fixed = (45, 0, 0, 0, 0x21, crc, 0xFFFFFFFF, 0xFFFFFFFF, len(name))
            out.write(b"PK\3\4" + struct.pack("<HHHHHIIIHH", *fixed, len(field)) + name + field + data)
            out.seek(hole, os.SEEK_CUR)
            field = struct.pack("<HHQQQ", 1, 24, length, length, offset)
            directory += b"PK\1\2" + struct.pack("<HHHHHHIIIHHHHHII", 45, *fixed, len(field), 0, 0, 0, 0, 0xFFFFFFFF) + name + field

        members = package()
        add("x/data/weights/weight_0", b"", size, size)
        for name, text in members.items():
            data = text if isinstance(text, bytes) else text.encode()
            add(name, data, len(data), 0)
        begin = out.tell()
        count = len(members) + 1
        out.write(directory)
        end = out.tell()
        out.write(b"PK\6\6" + struct.pack("<QHHIIQQQQ", 44, 45, 45, 0, 0, count, count, len(directory), begin))
        out.write(b"PK\6\7" + struct.pack("<IQI", 0, end, 1))
        out.write(b"PK\5\6" + struct.pack("<HHHHIIH", 0, 0, 0xFFFF, 0xFFFF, 0xFFFFFFFF, 0xFFFFFFFF, 0))


def main(arguments):
    out = Path(arguments[0])
    wanted = set(arguments[1:])
    out.mkdir(parents=True, exist_ok=True)
    if "large" in wanted:
        write_large(out / "large.pt2")
        wanted.discard("large")
        if not wanted:
            return
    known = set(ARCHIVES) | set(FILES) | set(TREES)
    if wanted - known:
        sys.exit(f"unknown: {sorted(wanted - known)}")

    for name, make in ARCHIVES.items():
        if wanted and name not in wanted:
            continue
        (out / (name if "." in name else name + ".pt2")).write_bytes(make().bytes)
    for name, data in FILES.items():
        if not wanted or name in wanted:
            (out / name).write_bytes(data() if callable(data) else data)
    for name, members in TREES.items():
        if not wanted or name in wanted:
            write_tree(out / "trees" / name, members())
            if name == "nothing":
                (out / "trees" / "empty").mkdir(exist_ok=True)
    # The folders again as archives.
    if not wanted:
        (out / "zipped").mkdir(exist_ok=True)
        for name, members in TREES.items():
            (out / "zipped" / (name + ".pt2")).write_bytes(Zip(members(), zipfile.ZIP_DEFLATED).bytes)


if __name__ == "__main__":
    main(sys.argv[1:])
