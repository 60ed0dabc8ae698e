"""Reads the text of generated sources, and changes copies of it, line by line.

What torch writes has one statement a line and names of its own making, from 2.6 on to now, so text is enough to find
its allocations, launches and views.
"""

import dataclasses
import json
import re
from pathlib import Path

RUN = re.compile(r"^\S.*\bAOTInductorModel::(_const_)?run_impl\w*\(")
NAME = re.compile(r"[A-Za-z_]\w*$")
ITEM_BYTES = {"float32": 4, "float64": 8, "float16": 2, "bfloat16": 2, "int64": 8, "int32": 4, "int16": 2, "int8": 1,
              "uint8": 1, "bool": 1, "complex64": 8, "complex128": 16}
C_TYPES = {"float32": {"float"}, "float64": {"double"}, "float16": {"half", "at::Half"},
           "bfloat16": {"bfloat16", "at::BFloat16"}, "int64": {"int64_t"}, "int32": {"int32_t"}, "int16": {"int16_t"},
           "int8": {"int8_t"}, "uint8": {"uint8_t", "unsigned char"}, "bool": {"bool"}}


class Line(str):
    """A line of a source; `origin` is its place in the source as torch wrote it, or None for a line of our own."""

    origin = None


def line_of(text, origin=None):
    made = Line(text)
    made.origin = origin
    return made


class Source:
    """A text file of a package."""

    def __init__(self, root, path):
        self.path = path
        self.name = str(path.relative_to(root))
        text = path.read_text(errors="surrogateescape")
        self.lines = [line_of(line, number) for number, line in enumerate(text.split("\n"))]

    def find(self, pattern, start=0, end=None):
        """(place, match) of the lines of a range that hold a pattern."""
        compiled = re.compile(pattern)
        for place in range(start, len(self.lines) if end is None else end):
            if (match := compiled.search(self.lines[place])):
                yield place, match


class Edit:
    """A changed copy of a source.

    Places are those in the source as it was. Every method returns the line, by which the place of a finding is told
    later.
    """

    def __init__(self, source):
        self.source = source
        self.lines = list(source.lines)

    def _where(self, line):
        return next(place for place, other in enumerate(self.lines) if other is line)

    def keep(self, place):
        """A line that stays as it is."""
        return self.source.lines[place]

    def replace(self, place, text):
        old = self.source.lines[place]
        new = line_of(text, place)
        self.lines[self._where(old)] = new
        return new

    def change(self, place, old, new):
        """Changes the one occurrence of `old` in a line."""
        line = self.source.lines[place]
        if line.count(old) != 1:
            raise ValueError(f"{self.source.name}:{place + 1}: {line.count(old)} times '{old}'")
        return self.replace(place, line.replace(old, new))

    def before(self, place, *texts):
        """Puts lines in front of one that was not changed."""
        return self._insert(self._where(self.source.lines[place]), texts)

    def after(self, place, *texts):
        """Puts lines behind one that was not changed."""
        return self._insert(self._where(self.source.lines[place]) + 1, texts)

    def _insert(self, where, texts):
        made = [line_of(text) for text in texts]
        self.lines[where:where] = made
        return made[0] if len(made) == 1 else made

    def drop(self, place):
        del self.lines[self._where(self.source.lines[place])]

    def move(self, place, before):
        """Moves a line in front of another; both are places in the source as it was."""
        line = self.source.lines[place]
        del self.lines[self._where(line)]
        self.lines.insert(self._where(self.source.lines[before]), line)
        return line

    def number(self, line):
        """The number, from 1, of a line in the changed copy."""
        return self._where(line) + 1


def bare(line):
    """A line without what stands in its strings, and without a comment at its end; places stay as they are."""
    blank = re.sub(r'"(?:[^"\\]|\\.)*"', lambda found: '"' + " " * (len(found[0]) - 2) + '"', line)
    cut = blank.find("//")
    return blank if cut < 0 else blank[:cut]


def arguments(line, opening):
    """(begin, end) of the arguments of the call whose '(' stands at `opening`; None where it ends on another line."""
    text = bare(line)
    found, depth, begin = [], 0, opening + 1
    for place in range(opening, len(text)):
        letter = text[place]
        if letter in "([{":
            depth += 1
        elif letter in ")]}":
            depth -= 1
        if (letter == "," and depth == 1) or depth == 0:
            raw = line[begin:place]
            if raw.strip():
                found.append((begin + len(raw) - len(raw.lstrip()), begin + len(raw.rstrip())))
            begin = place + 1
            if depth == 0:
                return found
    return None


def call(line, pattern):
    """(match, argument texts, argument places) of the first call in a line whose name and '(' match."""
    match = re.search(pattern, line)
    if not match:
        return None
    places = arguments(line, match.end() - 1)
    if places is None:
        return None
    return match, [line[begin:end] for begin, end in places], places


def with_argument(line, place, text):
    return line[:place[0]] + text + line[place[1]:]


def indent(line):
    return line[:len(line) - len(line.lstrip())]


@dataclasses.dataclass
class Allocation:
    """aoti_torch_empty_strided. `name` is that of the buffer, without _handle."""

    place: int
    name: str
    sizes: str
    strides: str
    dtype: str
    device: str
    index: str
    owner: int  # the line of its RAIIAtenTensorHandle
    depth: int


@dataclasses.dataclass
class Launch:
    """A Triton kernel that is launched, with the tensors it gets by name."""

    place: int
    kernel: str
    tensors: list
    depth: int


class Function:
    """run_impl or _const_run_impl."""

    def __init__(self, source, start, end, folds=False):
        self.source = source
        self.folds = folds  # whether it is _const_run_impl
        self.start = start  # the line after the one with the '{'
        self.end = end  # the line of the '}'
        self.lines = source.lines
        self.depths = {}
        depth = 0
        self.blocks = {}  # line -> the lines that opened the blocks around it
        stack = []
        for place in range(start, end):
            text = bare(self.lines[place])
            if text.lstrip().startswith("}"):
                self.depths[place] = depth - 1
            else:
                self.depths[place] = depth
            for letter in text:
                if letter == "{":
                    stack.append(place)
                    depth += 1
                elif letter == "}":
                    depth -= 1
                    if stack:
                        stack.pop()
            self.blocks[place] = tuple(opened for opened in stack if opened < place)
        self.arrays = {}
        for place, found in source.find(r"int64_t (\w+)\[\] = \{(.*)\};", start, end):
            self.arrays[found[1]] = [part.strip() for part in split_list(found[2])]
        for _, found in source.find(r"int64_t \*(\w+)=nullptr;", start, end):
            self.arrays[found[1]] = []
        self.allocations = list(self._allocations())
        self.by_name = {found.name: found for found in self.allocations}
        self.launches = list(self._launches())

    def _allocations(self):
        for place in range(self.start, self.end):
            found = call(self.lines[place], r"\baoti_torch_empty_strided(?:_pinned)?\(")
            if not found or len(found[1]) != 7:
                continue
            _, parts, _ = found
            owner = re.match(r"&(\w+)_handle$", parts[6])
            dtype = re.match(r"cached_torch_dtype_(\w+)$", parts[3])
            device = re.match(r"cached_torch_device_type_(\w+)$", parts[4])
            if not (owner and dtype and device):
                continue
            made = f"RAIIAtenTensorHandle {owner[1]}({owner[1]}_handle);"
            line = next((other for other in range(place, min(place + 4, self.end)) if made in self.lines[other]), None)
            if line is None:
                continue
            yield Allocation(place, owner[1], parts[1], parts[2], dtype[1], device[1], parts[5], line,
                             self.depths[place])

    def _launches(self):
        addresses, lists = {}, {}
        for place in range(self.start, self.end):
            line = self.lines[place]
            if (found := re.search(r"CUdeviceptr (\w+) = reinterpret_cast<CUdeviceptr>\((\w+)\.data_ptr\(\)\);", line)):
                addresses[found[1]] = found[2]
            elif (found := re.search(r"void\* (kernel_args_\w+)\[\] = \{(.*)\};", line)):
                lists[found[1]] = re.findall(r"&(\w+)", found[2])
            elif (found := call(line, r"\blaunchKernel\(")):  # torch 2.6
                kernel = found[1][0].split(".")[-1]
                used = lists.get(found[1][6], []) if len(found[1]) > 6 else []
                yield Launch(place, kernel, [addresses[name] for name in used if name in addresses],
                             self.depths[place])
            elif (found := call(line, r"\bcall_(\w+)\(")) and "stream" in found[1]:
                cut = found[1].index("this->device_idx_") if "this->device_idx_" in found[1] else len(found[1])
                yield Launch(place, found[0][1], [part for part in found[1][:cut] if NAME.match(part)],
                             self.depths[place])

    def uses(self, name, start=None, end=None):
        """The lines of a range in which a name stands."""
        pattern = re.compile(rf"(?<![\w.>]){re.escape(name)}\b")
        for place in range(self.start if start is None else start, self.end if end is None else end):
            if pattern.search(bare(self.lines[place])):
                yield place

    def numbers(self, array):
        """The values of an array, if all are literals."""
        try:
            return [literal(part) for part in self.arrays[array]]
        except (KeyError, ValueError):
            return None

    def aliases(self, name):
        """A name and those that get its storage by being moved to or as a view of it."""
        found = {name}
        for place in range(self.start, self.end):
            line = self.lines[place]
            moved = re.match(r"\s*(?:decltype\(auto\)|auto&?|RAIIAtenTensorHandle)?\s*(\w+) = ", line)
            if moved and any(re.search(rf"std::move\({old}\)|reinterpret_tensor_wrapper\({old},|= {old};", line)
                             for old in found):
                found.add(moved[1])
            copied = re.search(r"aoti_torch_assign_tensors_out\((\w+), &(\w+)_handle\)", line)
            if copied and copied[1] in found:
                found.add(copied[2])
            shared = re.search(r"aoti_torch_new_tensor_handle\((\w+), &(\w+)\)", line)
            if shared and shared[1] in found:
                found.add(shared[2])
            owned = re.search(r"RAIIAtenTensorHandle (\w+_raii)\((\w+)\);", line)
            if owned and owned[2] in found:
                found.add(owned[1])
        return found

    def block_end(self, place):
        """The line that ends the block in which a line stands."""
        depth = self.depths[place]
        return next((other for other in range(place + 1, self.end) if self.depths[other] < depth), self.end)

    def is_guarded(self, place):
        """Whether a guard of the run's stream is in force on a line."""
        return any("AOTICudaStreamGuard stream_guard(stream," in self.lines[other]
                   and self.blocks[place][:len(self.blocks[other])] == self.blocks[other]
                   for other in range(self.start, place))

    def same_block(self, one, two):
        return self.blocks.get(one) == self.blocks.get(two)


def split_list(text):
    """The parts of a list between commas at the top level."""
    parts, depth, begin = [], 0, 0
    for place, letter in enumerate(text):
        depth += letter in "([{"
        depth -= letter in ")]}"
        if letter == "," and not depth:
            parts.append(text[begin:place])
            begin = place + 1
    parts.append(text[begin:])
    return [part for part in parts if part.strip()]


def literal(text):
    found = re.fullmatch(r"\s*(-?\d+)L?L?\s*", text)
    if not found:
        raise ValueError(text)
    return int(found[1])


def extent(sizes, strides):
    """Elements from the first to one past the last; 0 for none."""
    if 0 in sizes:
        return 0
    return sum((size - 1) * stride for size, stride in zip(sizes, strides)) + 1


@dataclasses.dataclass
class Constant:
    """An entry of constants_info_: field name -> (line, text of its value)."""

    index: int
    fields: dict

    def text(self, field):
        return self.fields[field][1] if field in self.fields else None

    def dtype(self):
        found = re.search(r"cached_torch_dtype_(\w+)", self.text("dtype") or "")
        return found[1] if found else None

    def numbers(self, field):
        text = self.text(field) or ""
        return [int(part) for part in text.strip("{} ").split(",") if part.strip()]


class Model:
    """The folder of one model: its wrapper, its kernels and its JSON files."""

    def __init__(self, root, folder, label):
        self.root = root
        self.folder = folder
        self.label = label
        names = sorted(folder.iterdir())
        wrappers = [path for path in names if path.name.endswith(".wrapper.cpp")]
        if not wrappers:  # torch 2.6
            wrappers = [path for path in names if path.suffix == ".cpp" and not path.name.endswith(".kernel.cpp")]
        if len(wrappers) != 1:
            raise ValueError(f"{folder}: {len(wrappers)} wrappers")
        self.wrapper = Source(root, wrappers[0])
        self.kernels = [Source(root, path) for path in names if path.name.endswith(".kernel.cpp")]
        self.metadata = [Source(root, path) for path in names if path.name.endswith("_metadata.json")]
        # The operators of the proxy executor.
        nodes = folder / f"{wrappers[0].name[:-len('.cpp')]}.json"
        self.extern = Source(root, nodes) if nodes.is_file() else None
        lines = self.wrapper.lines
        self.cuda = any("cached_torch_device_type_cuda" in line for line in lines)
        self.old = not wrappers[0].name.endswith(".wrapper.cpp")
        self.functions = list(self._functions())
        self.constants = list(self._constants())

    def _functions(self):
        lines = self.wrapper.lines
        for place, line in enumerate(lines):
            if not RUN.match(line) or line.rstrip().endswith(";"):
                continue
            opened = next((other for other in range(place, min(place + 30, len(lines)))
                           if lines[other].rstrip().endswith("{") or lines[other].rstrip().endswith(";")), None)
            if opened is None or lines[opened].rstrip().endswith(";"):
                continue
            closed = next((other for other in range(opened + 1, len(lines)) if lines[other].startswith("}")), None)
            if closed is not None:
                yield Function(self.wrapper, opened + 1, closed, "_const_run_impl" in line)

    def _constants(self):
        entries = {}
        for place, found in self.wrapper.find(r"^\s*constants_info_\[(\d+)\]\.(\w+) = (.*);$"):
            entries.setdefault(int(found[1]), {})[found[2]] = (place, found[3])
        for index, fields in sorted(entries.items()):
            yield Constant(index, fields)

    def base_arguments(self):
        """(line, match) of the numbers of inputs, outputs and constants that the base class is given, or None."""
        lines = self.wrapper.lines
        for place, found in self.wrapper.find(r": AOTInductorModelBase\((\d+),"):
            if (one := re.search(r"\((\d+),\s*(\d+),\s*(\d+),", lines[place])):
                return [(place, one.span(1)), (place, one.span(2)), (place, one.span(3))]
            rest = [(place, found.span(1))]
            for other in (place + 1, place + 2):
                number = re.match(r"\s*(\d+),", lines[other])
                if not number:
                    return None
                rest.append((other, number.span(1)))
            return rest
        return None

    def device_of_constant(self, constant):
        found = re.search(r"cached_torch_device_type_(\w+)", constant.text("device_type") or "")
        return found[1] if found else None

    def input_types(self):
        """Index of an input -> (dtype, type of device) where a check function of the wrapper tells them."""
        types = {}
        for _, found in self.wrapper.find(r"int32_t (\w+)_expected_dtype = aoti_torch_dtype_(\w+)\(\);"):
            types.setdefault(found[1], {})["dtype"] = found[2]
        for _, found in self.wrapper.find(r"int32_t (\w+)_expected_device_type = (\d+);"):
            types.setdefault(found[1], {})["device"] = {"0": "cpu", "1": "cuda"}.get(found[2])
        return types


def models_of(folder):
    """The models below a folder, with a name for each, without those inside an archive."""
    folder = Path(folder)
    manifest = folder / "manifest.json"
    if manifest.is_file():
        known = json.loads(manifest.read_text())
        for package in known["packages"]:
            if package.get("extracted"):
                yield from models_below(folder / package["extracted"],
                                        f"{known['torch'].split('+')[0]}/{package['device']}/{package['name']}")
        return
    roots = sorted({path for path in folder.rglob("aotinductor") if path.is_dir() and path.parent.name == "data"})
    for root in roots:
        package = root.parent.parent
        while package != folder and sum(1 for _ in package.parent.iterdir()) == 1:
            package = package.parent
        yield from models_below(package, str(package.relative_to(folder)) if package != folder else folder.name)


def models_below(package, label):
    found = sorted(path for path in package.rglob("*") if path.is_dir() and path.parent.name == "aotinductor")
    for path in found:
        try:
            yield Model(package, path, label if len(found) == 1 else f"{label}#{path.name}")
        except ValueError as problem:
            print(f"left out: {problem}")
