"""Writes a text without its colours, of which it has to have some: strip_colours.py FROM TO"""

import re
import sys

text = open(sys.argv[1], "rb").read()
stripped, count = re.subn(rb"\x1b\[[0-9;]*m", b"", text)
if not count:
    sys.exit("no colours")
open(sys.argv[2], "wb").write(stripped)
