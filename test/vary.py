#!/usr/bin/env python3
"""Copies a folder and changes places of one file of it: vary.py FROM TO FILE (OLD NEW)...

Each OLD has to stand there exactly once when its turn comes. FILE is the end of the file's name. Escapes such as \\n and \\x00 are resolved in all texts.
"""

import shutil
import sys
from pathlib import Path


def main():
    source, target, name, *texts = sys.argv[1:]
    texts = [text.encode().decode("unicode_escape").encode("latin-1") for text in texts]
    shutil.rmtree(target, ignore_errors=True)
    shutil.copytree(source, target)
    files = [path for path in Path(target).rglob("*") if path.is_file() and path.name.endswith(name)]
    if len(files) != 1:
        sys.exit(f"vary.py: {len(files)} files '{name}'")
    data = files[0].read_bytes()
    for old, new in zip(texts[::2], texts[1::2], strict=True):
        if data.count(old) != 1:
            sys.exit(f"vary.py: {data.count(old)} times {old!r} in {files[0]}")
        data = data.replace(old, new)
    files[0].write_bytes(data)


main()
