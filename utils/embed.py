#!/usr/bin/env python3
"""Puts the files of a folder into a C++ source: embed.py FUNCTION FOLDER OUT.h OUT.cpp [SUFFIX]

OUT.h declares `llvm::ArrayRef<aoti::EmbeddedFile> aoti::FUNCTION()`, in the order of the paths.
"""
import pathlib
import sys

CHUNK = 12000  # compilers limit the length of one literal


def literal(text):
    delimiter = 'aoti'
    while f'){delimiter}"' in text:
        delimiter += '_'
    chunks = [text[i:i + CHUNK] for i in range(0, len(text), CHUNK)] or ['']
    return '\n'.join(f'R"{delimiter}({c}){delimiter}"' for c in chunks)


def main():
    function, folder, header, source = sys.argv[1], pathlib.Path(sys.argv[2]), *map(pathlib.Path, sys.argv[3:5])
    suffix = sys.argv[5] if len(sys.argv) > 5 else ''
    files = sorted(p for p in folder.rglob('*') if p.is_file() and p.name.endswith(suffix))
    header.parent.mkdir(parents=True, exist_ok=True)
    header.write_text('#pragma once\n#include "Support/EmbeddedFile.h"\n#include "llvm/ADT/ArrayRef.h"\n\n'
                      f'namespace aoti {{\nllvm::ArrayRef<EmbeddedFile> {function}();\n}}\n')
    rows = ',\n'.join(f'{{"{p.relative_to(folder).as_posix()}",\n{literal(p.read_text(encoding="utf-8"))}}}' for p in files)
    body = f'static constexpr EmbeddedFile Files[] = {{\n{rows}}};\n' if files else ''
    result = 'Files' if files else '{}'
    source.write_text(f'#include "{header.name}"\n\nnamespace aoti {{\n{body}\nllvm::ArrayRef<EmbeddedFile> {function}() {{ return {result}; }}\n}}\n')


main()
