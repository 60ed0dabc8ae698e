#!/usr/bin/env python3
"""Writes the prelude's declarations of ATen's functions and methods that are not declared there by hand.

    aten_declarations.py TORCH_INCLUDE [--root DIR] [--clang CLANG++]

Four files in lib/Prelude/include/ATen, with the parameters that the headers in TORCH_INCLUDE give:
aoti_symint_functions.h and aoti_symint_methods.h hold what has a form NAME_symint, in both forms; aoti_functions.h and
aoti_methods.h all other names that the rest of the prelude does not declare. Functions are to be included in namespace at,
methods in class at::Tensor. Forms for single back ends, gradients and the like are left out: kernels of custom operators do not
call them.
"""

import argparse
import re
import subprocess
import sys
from pathlib import Path

FUNCTION = re.compile(r"^inline (?P<result>[^(]+?) (?P<name>\w+)\((?P<parameters>.*)\) \{$")
METHOD = re.compile(r"^  (?P<result>[\w:<>, &]+?) (?P<name>\w+)\((?P<parameters>.*)\) const;$")
LEFT_OUT = re.compile(r"cudnn|miopen|mkldnn|mps_|slow_conv|thnn|_backward|_outf?$|_for_|_copy_|fft_|embedding_|resize_|quantized")
# Of what has no form with symbolic sizes; `_out` forms of operators that are public stay.
INTERNAL = re.compile(r"^__|cudnn|miopen|mkldnn|mps_|slow_conv|thnn|_backward|_double_backward|_outf$|_symint|_copy(_|$)|^_.*_out$|^_foreach|^_amp|^_test|"
                      r"^_functional|^_nested|^_sparse|^_thnn|^_validate|^_fused|^_pad|^_transformer|^_cufft|fbgemm|^_fw_|^_dispatch|_batch_dim|_dim_arange|^_debug|"
                      r"^_make_d|^_dirichlet|^_standard_gamma|^_use_|^_version|^_has_|^_assert|^_cast|^_mixed|^_fake|^_batch_norm")
UNKNOWN_TYPES = ("Dimname", "DimnameList", "c10::List", "QScheme")
NAME = re.compile(r"(\w+)\(")


def declarations(texts, pattern):
    """Yields (name, declaration) in the order of the texts; templates are skipped."""
    for text in texts:
        previous = ""
        for line in text.splitlines():
            found = pattern.match(line)
            if found and not previous.strip().startswith("template") and "symint" not in found["result"]:
                if not any(t in found["parameters"] + found["result"] for t in UNKNOWN_TYPES):
                    yield found["name"], f"{found['result'].strip()} {found['name']}({found['parameters']})"
            previous = line


def shorten(text):
    """Drops the qualification that the place of inclusion makes needless."""
    text = re.sub(r"(?<!\w)(::)?(at|c10)::", "", text.replace("::std::", "std::"))
    text = re.sub(r"\s*=\s*", " = ", text)
    return re.sub(r",(?=\S)", ", ", text).replace(" & ", " &")


def in_order(chosen):
    return sorted(dict.fromkeys(map(shorten, chosen)), key=lambda d: (NAME.search(d)[1], d))


def with_symint(found):
    """The declarations of the names that have both forms, without what is left out."""
    names = {name for name, _ in found}
    both = {n for n in names if n + "_symint" in names and not LEFT_OUT.search(n) and not n.startswith("_")}
    return in_order(d for n, d in found if n in both or n.removesuffix("_symint") in both)


def others(found, declared):
    return in_order(d for n, d in found if n not in declared and not INTERNAL.search(n))


def write(target, kind, suffix, symint, rest):
    head = "// Made by utils/aten_declarations.py: "
    for name, what, texts in (("aoti_symint_", "what has a form with symbolic sizes, in both forms", symint), ("aoti_", "what is not declared by hand", rest)):
        (target / f"{name}{kind}.h").write_text(f"{head}{what}.\n" + "".join(f"{d}{suffix};\n" for d in texts))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("torch", type=Path, metavar="TORCH_INCLUDE")
    parser.add_argument("--root", type=Path, default=Path(__file__).resolve().parent.parent)
    parser.add_argument("--clang", default="clang++-22")
    options = parser.parse_args()
    operators = sorted((options.torch / "ATen" / "ops").glob("*.h"))
    body = options.torch / "ATen" / "core" / "TensorBody.h"
    if not operators or not body.exists():
        sys.exit(f"{options.torch} has no headers of ATen")
    prelude = options.root / "lib" / "Prelude" / "include"
    functions = list(declarations((p.read_text() for p in operators if not p.name.endswith(("_ops.h", "_native.h", "_dispatch.h"))), FUNCTION))
    methods = list(declarations([body.read_text()], METHOD))
    write(prelude / "ATen", "functions", "", with_symint(functions), [])
    write(prelude / "ATen", "methods", " const", with_symint(methods), [])
    # What there is besides, with macros expanded.
    command = [options.clang, "-E", "-P", "-xc++", "-std=c++20", "-nostdinc", "-nostdinc++", "-isystem", prelude, "-"]
    text = subprocess.run(command, input="#include <torch/extension.h>\n", capture_output=True, text=True, check=True).stdout
    begin = text.index("class TensorBase {")
    end = text.index("\n};", text.index("class Tensor : public TensorBase {"))
    own_functions, own_methods = NAME.findall(text[:begin] + text[end:]), NAME.findall(text[begin:end])
    write(prelude / "ATen", "functions", "", with_symint(functions), others(functions, set(own_functions)))
    write(prelude / "ATen", "methods", " const", with_symint(methods), others(methods, set(own_methods)))
    for file in sorted((prelude / "ATen").glob("aoti_*s.h")):
        print(f"{file.name}: {len(file.read_text().splitlines()) - 1}")


if __name__ == "__main__":
    main()
