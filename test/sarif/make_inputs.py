"""Makes inputs of every kind below a folder: make_inputs.py TEST-FOLDER EXAMPLE OUT

OUT is a repository of its own, so that paths in logs are relative to it. OUT/rules holds each test source that expects findings, and packages with them,
OUT/package an extracted package with findings, OUT/model.pt2 the same zipped; OUT/clean.cpp, OUT/incomplete.cpp, OUT/missing.cpp,
OUT/broken.pt2 and "OUT/odd names/" what their names say.
"""

import pathlib
import re
import shutil
import sys
import zipfile

tests, example, out = map(pathlib.Path, sys.argv[1:])
shutil.rmtree(out, ignore_errors=True)
(out / "rules").mkdir(parents=True)
(out / ".git").mkdir()
for source in sorted([*tests.glob("*/*.cpp"), *tests.glob("*/*.cu")]):
    text = source.read_bytes()
    # All of them can be analysed to their end.
    if (b"CHECK-MESSAGES" in text or b"CHECK-NOTES" in text) and b"aoti-lint-incomplete" not in text:
        # A folder for each, so that none is taken for a neighbour.
        (out / "rules" / source.stem).mkdir(exist_ok=True)
        (out / "rules" / source.stem / source.name).write_bytes(re.sub(rb"// *CHECK-[^\r\n]*", b"//", text))
# Rules that compare a wrapper with the file beside it are tested on packages, of which one change makes a faulty one.
for rule, name, right, wrong in (("aoti-proxy-contract", "m.wrapper.cpp", "proxy_executor, 0, 3,", "proxy_executor, 4, 3,"),
                                 ("aoti-proxy-device", "m.wrapper.json", '{"type": "cuda", "index": 0}', '{"type": "cpu", "index": null}')):
    parts = re.split(r"^(?:#|//)--- (\S+)\n", (tests / "customop" / f"{rule}.test").read_text(), flags=re.M)[1:]
    for path, text in zip(parts[::2], parts[1::2]):
        target = out / "rules" / rule / path
        target.parent.mkdir(parents=True, exist_ok=True)
        if target.name == name:
            assert right in text, f"{rule}: nothing to change"
            text = text.replace(right, wrong, 1)
        target.write_text(text)
shutil.copytree(example, out / "package")
with zipfile.ZipFile(out / "model.pt2", "w") as archive:
    for file in sorted(example.rglob("*")):
        if file.is_file():
            archive.writestr(zipfile.ZipInfo("model/" + file.relative_to(example).as_posix()), file.read_bytes())
include = "#include <torch/csrc/inductor/aoti_include/cpu.h>\n"
(out / "clean.cpp").write_text(include + "int x;\n")
(out / "incomplete.cpp").write_text(include + "void f(AtenTensorHandle x) {\n  Unheard<int> of;\n  aoti_torch_print_tensor_handle(x, \"a\");\n}\n")
(out / "missing.cpp").write_text(include + '#include "not/there.h"\nint x;\n')
(out / "broken.pt2").write_bytes(b"PK\3\4 this is no archive")
(out / "odd names %20 é").mkdir()
(out / "odd names %20 é" / "a [b](c) #1?.cpp").write_text(
    include + 'void f(AtenTensorHandle x) {\n  /* \U0001F600é\U0001F600 */ aoti_torch_print_tensor_handle(x, "a[0](1) {0} \U0001F600"); aoti_torch_copy_(x, x, 1);\n}\n',
    encoding="utf-8")
