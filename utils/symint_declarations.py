#!/usr/bin/env python3
"""Writes the prelude's declarations of torch's functions that take symbolic sizes.

    symint_declarations.py TORCH_INCLUDE [--root DIR]

For every function and method NAME of ATen that has a form NAME_symint, both are declared with the parameters that the headers in
TORCH_INCLUDE give them: lib/Prelude/include/ATen/aoti_symint_functions.h (to be included in namespace at) and
aoti_symint_methods.h (to be included in class at::Tensor). Forms for single back ends, gradients and output arguments are left out: kernels
of custom operators do not call them.
"""

import argparse
import re
import sys
from pathlib import Path

FUNCTION = re.compile(r"^inline (?P<result>[^(]+?) (?P<name>\w+)\((?P<parameters>.*)\) \{$")
METHOD = re.compile(r"^  (?P<result>[\w:<>, &]+?) (?P<name>\w+)\((?P<parameters>.*)\) const;$")
LEFT_OUT = re.compile(r"cudnn|miopen|mkldnn|mps_|slow_conv|thnn|_backward|_outf?$|_for_|_copy_|fft_|embedding_|resize_|quantized")
UNKNOWN_TYPES = ("Dimname", "DimnameList", "c10::List")


def declarations(texts, pattern):
    """Yields (name, declaration) in the order of the texts; templates are skipped."""
    for text in texts:
        previous = ""
        for line in text.splitlines():
            found = pattern.match(line)
            if found and not previous.strip().startswith("template") and "symint" not in found["result"]:
                if not any(t in found["parameters"] for t in UNKNOWN_TYPES):
                    yield found["name"], f"{found['result'].strip()} {found['name']}({found['parameters']})"
            previous = line


def shorten(text):
    """Drops the qualification that the place of inclusion makes needless."""
    text = text.replace("::std::", "std::").replace("at::", "").replace("c10::", "")
    text = re.sub(r"\s*=\s*", " = ", text)
    return re.sub(r",(?=\S)", ", ", text).replace(" & ", " &")


def select(found):
    """The declarations of the names that have both forms, without what is left out; one for each text."""
    names = {name for name, _ in found}
    both = {n for n in names if n + "_symint" in names and not LEFT_OUT.search(n) and not n.startswith("_")}
    chosen = dict.fromkeys(shorten(d) for n, d in found if n in both or n.removesuffix("_symint") in both)
    return sorted(chosen, key=lambda d: (re.search(r"(\w+)\(", d)[1], d))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("torch", type=Path, metavar="TORCH_INCLUDE")
    parser.add_argument("--root", type=Path, default=Path(__file__).resolve().parent.parent)
    options = parser.parse_args()
    operators = sorted((options.torch / "ATen" / "ops").glob("*.h"))
    body = options.torch / "ATen" / "core" / "TensorBody.h"
    if not operators or not body.exists():
        sys.exit(f"{options.torch} has no headers of ATen")
    target = options.root / "lib" / "Prelude" / "include" / "ATen"
    functions = select(list(declarations((p.read_text() for p in operators if not p.name.endswith(("_ops.h", "_native.h", "_dispatch.h"))), FUNCTION)))
    methods = select(list(declarations([body.read_text()], METHOD)))
    head = "// Made by utils/symint_declarations.py: what has a form with symbolic sizes, in both forms.\n"
    (target / "aoti_symint_functions.h").write_text(head + "".join(f"{d};\n" for d in functions))
    (target / "aoti_symint_methods.h").write_text(head + "".join(f"{d} const;\n" for d in methods))
    print(f"{len(functions)} functions, {len(methods)} methods")


if __name__ == "__main__":
    main()
