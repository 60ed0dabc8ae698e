#!/usr/bin/env python3
"""Zips the sources of a package into a .pt2 (the same bytes for the same files)."""
import argparse
import pathlib
import sys
import zipfile


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument('folder', type=pathlib.Path, help='the folder with the files of the package, such as data/aotinductor')
    parser.add_argument('out', type=pathlib.Path, help='the .pt2 to be written')
    options = parser.parse_args()
    folder, out = options.folder, options.out
    if not folder.is_dir():
        parser.error(f'{folder} is no folder')
    out.parent.mkdir(parents=True, exist_ok=True)
    with zipfile.ZipFile(out, 'w', zipfile.ZIP_DEFLATED) as archive:
        for path in sorted(p for p in folder.rglob('*') if p.is_file()):
            info = zipfile.ZipInfo(f'{out.stem}/{path.relative_to(folder).as_posix()}', (1980, 1, 1, 0, 0, 0))
            info.compress_type = zipfile.ZIP_DEFLATED
            info.external_attr = 0o100644 << 16
            archive.writestr(info, path.read_bytes())
    return 0


if __name__ == '__main__':
    sys.exit(main())
