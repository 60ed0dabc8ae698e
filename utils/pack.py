#!/usr/bin/env python3
"""Zips the sources of a package into a .pt2: pack.py FOLDER OUT.pt2 (the same bytes for the same files)."""
import pathlib
import sys
import zipfile


def main():
    folder, out = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])
    out.parent.mkdir(parents=True, exist_ok=True)
    with zipfile.ZipFile(out, 'w', zipfile.ZIP_DEFLATED) as archive:
        for path in sorted(p for p in folder.rglob('*') if p.is_file()):
            info = zipfile.ZipInfo(f'{out.stem}/{path.relative_to(folder).as_posix()}', (1980, 1, 1, 0, 0, 0))
            info.compress_type = zipfile.ZIP_DEFLATED
            info.external_attr = 0o100644 << 16
            archive.writestr(info, path.read_bytes())


main()
