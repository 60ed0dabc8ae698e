#!/usr/bin/env python3
"""Writes small images for tests: libraries, object files, kernels for graphics cards, saved tensors.

    images.py cubin FILE --arch 90a [--abi 7|8] [--flag header|attribute|tool] [--kernel NAME=SIZE,SIZE,...]...
                         [--threads N] [--shared BYTES] [--registers N]
    images.py fatbin FILE PART...          a part is elf:90a, elf:80=CUBIN, packed:80 or ptx:80
    images.py library FILE [--machine x86_64|aarch64] [--constants N] [--made asm|cpp|none] [--word N]... [--tail N]
                           [--undefined NAME]... [--defined NAME]... [--needed NAME]... [--embed NAME=FILE]... [--stripped]
    images.py object FILE --constants N [--made asm|cpp]
    images.py hsaco FILE --arch gfx90a [--kernel NAME]...
    images.py saved FILE BYTES...          what torch.save writes for storages of these sizes, without a pickle to run

They are ELF files and archives as compilers, ptxas, fatbinary and torch lay them out, with nothing to run inside.
"""

import argparse
import struct
import sys
import zipfile

MACHINES = {"x86_64": 62, "aarch64": 183, "ppc64le": 21, "cuda": 190, "amdgpu": 224}
GFX = {"gfx900": 0x2C, "gfx906": 0x2F, "gfx908": 0x30, "gfx90a": 0x3F, "gfx942": 0x4C, "gfx1100": 0x41}
NOBITS, PROGBITS, SYMTAB, STRTAB, DYNAMIC, NOTE, DYNSYM, NV_INFO = 8, 1, 2, 3, 6, 7, 11, 0x70000000
NOTYPE, OBJECT, FUNC = 0, 1, 2


class Elf:
    """An ELF file of 64 bits, little endian."""

    def __init__(self, machine, kind, flags=0, os_abi=0, abi_version=0, version=1):
        self.machine, self.kind, self.flags = MACHINES[machine], kind, flags
        self.os_abi, self.abi_version, self.version = os_abi, abi_version, version
        self.sections = [("", 0, 0, b"", 0, 0, 0, 0, 0)]
        self.symbols, self.dynamic = [], []

    def section(self, name, kind, data=b"", size=None, address=0, align=1, entry=0, link=0, info=0, flags=0):
        self.sections.append((name, kind, flags, data, len(data) if size is None else size, address, align, entry,
                              (link, info)))
        return len(self.sections) - 1

    def symbol(self, name, section, value=0, size=0, kind=NOTYPE, local=False, other=0, dynamic=False):
        table = self.dynamic if dynamic else self.symbols
        table.append((name, section, value, size, kind | (0 if local else 0x10), other))
        return len(table)  # symbol 0 is empty

    def _table(self, symbols, section_name, kind, strings_name):
        strings, rows = b"\0", [bytes(24)]
        for name, section, value, size, info, other in symbols:
            rows.append(struct.pack("<IBBHQQ", len(strings), info, other, section, value, size))
            strings += name.encode() + b"\0"
        link = self.section(strings_name, STRTAB, strings)
        self.section(section_name, kind, b"".join(rows), align=8, entry=24, link=link,
                     info=1 + sum(1 for s in symbols if s[4] < 0x10))

    def bytes(self):
        if self.dynamic:
            self._table(self.dynamic, ".dynsym", DYNSYM, ".dynstr")
        if self.symbols:
            self._table(self.symbols, ".symtab", SYMTAB, ".strtab")
        names = b"\0"
        offsets = {}
        for name in [s[0] for s in self.sections] + [".shstrtab"]:
            if name and name not in offsets:
                offsets[name] = len(names)
                names += name.encode() + b"\0"
        self.section(".shstrtab", STRTAB, names)
        body, headers = b"", []
        for name, kind, flags, data, size, address, align, entry, link in self.sections:
            body += bytes(-(64 + len(body)) % max(align, 1))
            link, info = link if link else (0, 0)
            headers.append(struct.pack("<IIQQQQIIQQ", offsets.get(name, 0), kind, flags, address,
                                       64 + len(body) if kind else 0, size, link, info, align, entry))
            if kind != NOBITS:
                body += data
        body += bytes(-(64 + len(body)) % 8)
        ident = b"\x7fELF" + bytes([2, 1, 1, self.os_abi, self.abi_version]) + bytes(7)
        head = ident + struct.pack("<HHIQQQIHHHHHH", self.kind, self.machine, self.version, 0, 0, 64 + len(body),
                                   self.flags, 64, 56, 0, 64, len(self.sections), len(self.sections) - 1)
        return head + body + b"".join(headers)


def attribute(number, data, form=4):
    if form == 4:
        return struct.pack("<BBH", form, number, len(data)) + data
    return struct.pack("<BB", form, number) + data[:2].ljust(2, b"\0")


def split_arch(text):
    return (int(text[:-1]), text[-1]) if text[-1].isalpha() else (int(text), "")


def cubin(arch, abi=7, flag=None, kernels=(), threads=0, shared=None, registers=0):
    """A cubin; `flag` is where a suffix of the architecture is noted: in the header, an attribute, or by the tool.

    `shared` is the shared memory of each kernel besides what the launch gives it; 0 if it uses the latter alone.
    """
    number, suffix = split_arch(arch)
    flag = flag or ("header" if abi == 7 else "attribute")
    in_header = suffix == "a" and flag == "header"
    if abi == 7:
        flags = number | 0x500 | number << 16 | (0x800 if in_header else 0)
    else:
        flags = 0x6000004 | number << 8 | (0x8 if in_header else 0)
    image = Elf("cuda", 2, flags, 0x33 if abi == 7 else 0x41, abi, 0x80 if abi == 7 else 1)
    if abi != 7:
        image.section(".note.nv.tkinfo", NOTE, struct.pack("<III", 12, 32, 2000) + b"NVIDIA Corp\0ptxas\0-arch sm_" +
                      arch.encode() + b" \0", align=4)
        image.section(".nv.compat", NV_INFO + 0x86,
                      attribute(0x09, bytes([suffix == "a" and flag == "attribute"]), 2) + attribute(0x0b, bytes(8)),
                      align=4)
    common, index = b"", {}
    for name, sizes in kernels:
        index[name] = text = image.section(".text." + name, PROGBITS, bytes(16), align=128, flags=6)
        symbol = image.symbol(name, text, 0, 16, FUNC, other=0x10)
        common += attribute(0x2F, struct.pack("<II", symbol, registers)) if registers else b""
        info, offset, rows = b"", 0, []
        for ordinal, size in enumerate(sizes):
            offset += -offset % min(max(size, 1), 8)
            rows.append((ordinal, offset, size))
            offset += size
        large = offset > 4096
        for ordinal, at, size in reversed(rows):
            last = size if large else size << 18 | 0x1F000
            info += attribute(0x45 if large else 0x17, struct.pack("<IHHI", 0, ordinal, at, last))
        if rows:
            info += attribute(0x0A, struct.pack("<IHH", 1, 0x160, offset)) + attribute(0x19, struct.pack("<H", offset), 3)
        if threads:
            info += attribute(0x10, struct.pack("<III", threads, 1, 1))
        image.section(".nv.info." + name, NV_INFO, info, align=4, info=text)
        if shared is not None:
            image.section(".nv.shared." + name, NOBITS, size=shared + (1024 if number >= 90 else 0), align=4)
    image.section(".nv.info", NV_INFO, common, align=4)
    return image.bytes()


def fatbin(parts):
    body = b""
    for part in parts:
        kind, _, rest = part.partition(":")
        arch, _, file = rest.partition("=")
        number, suffix = split_arch(arch)
        packed = kind == "packed"
        if file:
            with open(file, "rb") as opened:
                data = opened.read()
        else:
            data = b"(\xb5/\xfd" + bytes(60) if kind != "elf" else cubin(arch, kernels=[("k", (8,))])
        data += bytes(-len(data) % 8)
        flags = 0x11 | (0x100000 if suffix == "a" else 0x200000 if suffix == "f" else 0)
        body += struct.pack("<HHIQIIHHIIIQQQ", 1 if kind == "ptx" else 2, 0x101, 64, len(data),
                            len(data) if packed or kind == "ptx" else 0, 0, 1, 8, number, 0, 0, flags, 0, 0) + data
    return struct.pack("<IHHQ", 0xBA55ED50, 1, 16, len(body)) + body


def constants_of(image, size, made, words, address, dynamic):
    """The constants of a model and the symbols around them."""
    data = b"".join(struct.pack("<Q", word) for word in words)
    data += bytes((7 * i) & 0xFF for i in range(max(size - len(data), 0)))
    if made == "asm" and not data:
        data = b"\0"
    section = image.section(".lrodata", PROGBITS, data, address=address, align=64, flags=2)
    both = (False, True) if dynamic else (False,)
    for table in both:
        if made == "asm":
            image.symbol("_binary_constants_bin_start", section, address, dynamic=table)
            image.symbol("_binary_constants_bin_end", section, address + len(data), dynamic=table)
        else:
            image.symbol("_binary_constants_bin_start", section, address, size, OBJECT, dynamic=table)
    if made == "cpp":
        end = image.section(".bss", NOBITS, size=8, address=address + 0x10000, align=8, flags=3)
        for table in both:
            image.symbol("_binary_constants_bin_end", end, address + 0x10000, 8, OBJECT, dynamic=table)


def library(options):
    image = Elf(options.machine, 3)
    image.section(".text", PROGBITS, bytes(16), address=0x1000, align=16, flags=6)
    for name in options.undefined:
        image.symbol(name, 0, kind=FUNC, dynamic=True)
    for name in options.defined:
        image.symbol(name, 1, 0x1000, 16, FUNC, dynamic=True)
    for item in options.embed:
        name, _, file = item.partition("=")
        with open(file, "rb") as opened:
            data = opened.read()
        section = image.section(".rodata." + name, PROGBITS, data, address=0x3000, align=16, flags=2)
        image.symbol(f"__{name}_start", section, 0x3000)
        image.symbol(f"__{name}_end", section, 0x3000 + len(data))
    if options.made != "none":
        constants_of(image, options.constants, options.made, options.word, 0x4E100, True)
    if options.needed:
        strings, rows = b"\0", b""
        for name in options.needed:
            rows += struct.pack("<QQ", 1, len(strings))
            strings += name.encode() + b"\0"
        link = image.section(".neededstr", STRTAB, strings)
        image.section(".dynamic", DYNAMIC, rows + bytes(16), align=8, entry=16, link=link, flags=3)
    if options.stripped:
        image.symbols = []
    data = image.bytes()
    if options.tail is not None:  # weights that the library maps out of its own file, and their magic number
        page = 16384
        data += b" " * (page - len(data) % page) + bytes(options.tail) + struct.pack("<Q", options.word[-1])
    return data


def object_file(options):
    image = Elf("x86_64", 1)
    constants_of(image, options.constants, options.made, [], 0, False)
    return image.bytes()


def hsaco(options):
    image = Elf("amdgpu", 3, GFX[options.arch], 64, 3)
    text = image.section(".rodata", PROGBITS, bytes(64), align=64, flags=2)
    for name in options.kernel:
        image.symbol(name + ".kd", text, 0, 64, OBJECT, dynamic=True)
    return image.bytes()


def saved(file, sizes):
    with zipfile.ZipFile(file, "w", zipfile.ZIP_STORED) as archive:
        archive.writestr("archive/data.pkl", b"")
        archive.writestr("archive/byteorder", "little")
        for key, size in enumerate(sizes):
            archive.writestr(f"archive/data/{key}", bytes(size))
        archive.writestr("archive/version", "3\n")
        archive.writestr("archive/.data/serialization_id", "0" * 40)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    kinds = parser.add_subparsers(dest="kind", required=True)
    one = kinds.add_parser("cubin")
    one.add_argument("file")
    one.add_argument("--arch", required=True)
    one.add_argument("--abi", type=int, default=7)
    one.add_argument("--flag", choices=["header", "attribute", "tool"])
    one.add_argument("--kernel", action="append", default=[])
    one.add_argument("--shared", type=int)
    for name in ("threads", "registers"):
        one.add_argument("--" + name, type=int, default=0)
    one = kinds.add_parser("fatbin")
    one.add_argument("file")
    one.add_argument("parts", nargs="+")
    one = kinds.add_parser("library")
    one.add_argument("file")
    one.add_argument("--machine", default="x86_64", choices=MACHINES)
    one.add_argument("--constants", type=int, default=0)
    one.add_argument("--made", default="asm", choices=["asm", "cpp", "none"])
    one.add_argument("--word", type=int, action="append", default=[])
    one.add_argument("--tail", type=int)
    one.add_argument("--stripped", action="store_true")
    for name in ("undefined", "defined", "needed", "embed"):
        one.add_argument("--" + name, action="append", default=[])
    one = kinds.add_parser("object")
    one.add_argument("file")
    one.add_argument("--constants", type=int, required=True)
    one.add_argument("--made", default="asm", choices=["asm", "cpp"])
    one = kinds.add_parser("hsaco")
    one.add_argument("file")
    one.add_argument("--arch", required=True, choices=GFX)
    one.add_argument("--kernel", action="append", default=[])
    one = kinds.add_parser("saved")
    one.add_argument("file")
    one.add_argument("sizes", nargs="*", type=int)
    options = parser.parse_args()
    if options.kind == "saved":
        saved(options.file, options.sizes)
        return 0
    if options.kind == "cubin":
        kernels = [(name, [int(size) for size in sizes.split(",") if size])
                   for name, _, sizes in (kernel.partition("=") for kernel in options.kernel)]
        data = cubin(options.arch, options.abi, options.flag, kernels, options.threads, options.shared, options.registers)
    elif options.kind == "fatbin":
        data = fatbin(options.parts)
    else:
        data = {"library": library, "object": object_file, "hsaco": hsaco}[options.kind](options)
    with open(options.file, "wb") as file:
        file.write(data)
    return 0


if __name__ == "__main__":
    sys.exit(main())
