#!/usr/bin/env python3
"""Makes the undefined symbols of a shared library weak, in place.

    weaken.py LIBRARY

A plugin takes the classes of the program that loads it. If that is another release, the dynamic linker meets a name that is gone and refuses the
plugin before a line of it ran, with a message that tells nobody what to do. With weak symbols the plugin is loaded, and says so itself
(tools/tidy-module/VersionGuard.cpp). ELF of 64 bits only; what is weak already stays so.

Exit code: 0 done, 1 not a library of that kind.
"""

import struct
import sys

STB_GLOBAL, STB_WEAK, SHT_DYNSYM = 1, 2, 11


def weaken(data):
    """The number of symbols that were made weak in the bytearray; None if it is no ELF library of 64 bits."""
    if data[:5] != b"\x7fELF\x02" or data[5] not in (1, 2):
        return None
    order = "<" if data[5] == 1 else ">"
    sections, = struct.unpack_from(order + "Q", data, 0x28)
    size, count = struct.unpack_from(order + "HH", data, 0x3A)
    changed = 0
    for number in range(count):
        header = sections + number * size
        kind, = struct.unpack_from(order + "I", data, header + 4)
        if kind != SHT_DYNSYM:
            continue
        begin, length = struct.unpack_from(order + "QQ", data, header + 0x18)
        entry, = struct.unpack_from(order + "Q", data, header + 0x38)
        for at in range(begin, begin + length, entry):
            info = data[at + 4]
            index, = struct.unpack_from(order + "H", data, at + 6)
            if index == 0 and info >> 4 == STB_GLOBAL:
                data[at + 4] = STB_WEAK << 4 | info & 15
                changed += 1
    return changed


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    with open(sys.argv[1], "r+b") as file:
        data = bytearray(file.read())
        changed = weaken(data)
        if changed is None:
            sys.exit(f"weaken.py: '{sys.argv[1]}' is no ELF library of 64 bits")
        file.seek(0)
        file.write(data)


main()
