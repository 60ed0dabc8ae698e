"""Makes packages out of one: make_packages.py PACKAGE OUT

OUT gets five archives, two folders, a loose source and a broken archive, whose sources differ in how many findings they have.
"""

import pathlib
import shutil
import sys
import zipfile

package, out = map(pathlib.Path, sys.argv[1:])
shutil.rmtree(out, ignore_errors=True)
out.mkdir(parents=True)
files = {file.relative_to(package).as_posix(): file.read_bytes() for file in sorted(package.rglob("*")) if file.is_file()}
source = next(name for name in files if name.endswith(".wrapper.cpp"))


def variant(number):
    text = files[source].decode()
    line = '    aoti_torch_print_tensor_handle(buf0, "after_launch - aoti_torch_cuda_mm_out - buf0");\n'
    assert line in text
    text = text.replace(line, line * number)
    if number == 3:
        text = text.replace(line, "    torch.cuda.synchronize()\n", 1)
    if number == 4:
        text = text.replace(line, "    Unheard<int> of;\n", 1)
    return {**files, source: text.encode()}


for number in range(5):
    with zipfile.ZipFile(out / f"model{4 - number}.pt2", "w") as archive:
        for name, data in variant(number).items():
            archive.writestr(zipfile.ZipInfo(name), data)
for number in (1, 2):
    for name, data in variant(number).items():
        file = out / f"extracted{number}" / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(data)
(out / "loose").mkdir()
(out / "loose" / "a.cpp").write_bytes(variant(2)[source])
(out / "broken.pt2").write_bytes(b"PK\3\4 this is no archive")
