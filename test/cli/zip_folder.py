"""Zips a folder, always to the same bytes: zip_folder.py FOLDER ARCHIVE"""

import pathlib
import sys
import zipfile

folder = pathlib.Path(sys.argv[1])
with zipfile.ZipFile(sys.argv[2], "w") as archive:
    for file in sorted(folder.rglob("*")):
        if file.is_file():
            archive.writestr(zipfile.ZipInfo(file.relative_to(folder).as_posix()), file.read_bytes())
