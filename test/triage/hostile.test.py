import sys
from pathlib import Path

folder = Path(sys.argv[1])
# One line of 20 MB with the message across the end of a piece, wherever the pieces end.
(folder / "line.log").write_bytes(b"x" * 10_000_000 + b" Cannot find constants layer_1 in constants_map! " + b"y" * 10_000_000)
# Beginnings of messages that never go on.
begun = b"expected all tensors to be on the same dev cannot open shared object fil undefined symbol index out of bound error: error: was not declared in this scop "
(folder / "anchors.log").write_bytes(begun * 50_000 + b"\nSegmentation fault\n")
(folder / "repeated.log").write_bytes(b"k.py:3: Assertion `index out of bounds: 0 <= tmp1 < ks0` failed.\n" * 200_000)
(folder / "errors.log").write_bytes(b"".join(b"Error: thing %d is odd\n" % i for i in range(100_000)))
(folder / "zeros.log").write_bytes(b"\0" * 5_000_000 + b"\nan illegal memory access\0\0\n" + b"\0\n" * 100_000)
(folder / "escapes.log").write_bytes(b"\x1b[" * 2_000_000 + b"\x1b]0;" * 500_000 + b"\\u001b[" * 100_000)
