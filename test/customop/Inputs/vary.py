#!/usr/bin/env python3
"""Copies a package and changes one place of one file: vary.py FROM TO FILE OLD NEW.

OLD has to stand there exactly once. FILE is the end of its name. Escapes such as \\n and \\x00 are resolved in both texts.
"""

import shutil
import sys
from pathlib import Path


def main():
    source, target, name, old, new = sys.argv[1:]
    old, new = (text.encode().decode("unicode_escape").encode("latin-1") for text in (old, new))
    shutil.rmtree(target, ignore_errors=True)
    shutil.copytree(source, target)
    files = [path for path in Path(target).rglob("*") if path.is_file() and path.name.endswith(name)]
    if len(files) != 1:
        sys.exit(f"vary.py: {len(files)} files '{name}'")
    text = files[0].read_bytes()
    if text.count(old) != 1:
        sys.exit(f"vary.py: {text.count(old)} times {old!r} in {files[0]}")
    files[0].write_bytes(text.replace(old, new))


main()
