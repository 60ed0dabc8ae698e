"""Every form of statement and expression that the parser reads.

A string over several lines comes first: the lines behind it count their columns from their own beginning."""
import os, sys as system
import os.path as path
from . import sibling
from ..pkg.mod import (first, second as renamed,)
from math import *

if True: x = 1; y = 2;
elif x == y: pass
else: del x, y[0], (system), [path]

if x:
    pass
else:
    if y:
        pass


@decorated
@decorated.with_call(1, key=2)
def function(a, /, b: int, c: tl.constexpr = 3, *rest: str, d, e=5, **more) -> "result":
    '''Text.'''
    global x, y
    nonlocal_ = a if b else c if d else e
    return


def no_parameters(): return *rest, 1

def bare_star(a, *, b=lambda: 0, **kw):
    nonlocal a
    yield
    value = yield a, b
    value += yield from b
    return (yield)


class Plain: pass

class Derived(Base, metaclass=Meta, *others, **options):
    field: int
    other: dict[str, int] = {}
    a.b[c]: float = 1.5
    async def method(self):
        await self.other()
    async with a as b:
        pass


for i in range(10): continue
for (a, b), *c in d, e:
    break
else:
    pass
for x[i in y] in z:
    pass
while (n := next_one()) is not None and not done:
    n -= 1
else:
    raise Fault from cause

with open(a) as f, b: pass
with (open(a) as f, b as (c, d),):
    pass
with (a + b) * c as e:
    pass
with (yield):
    pass
with (a, b): pass

try:
    risky()
except Fault: pass
except (A, B) as error:
    raise
except:
    raise error
else:
    pass
finally:
    tidy()
try: pass
finally: pass
try:
    pass
except* Group:
    pass

assert a, "message"
assert (a, b)
a = b = c, = d = 1, *e
a, b = b, a
a += 1; b -= 1; c *= 1; d /= 1; e //= 2; f %= 1; g @= h; i **= 2; j <<= 1; k >>= 1; l &= 1; m |= 1; n ^= 1
a[b] = a.b = 7
(a) = 1
(a): int = 2

numbers = 0, 1_000, 0xFF_ff, 0o17, 0b1010, 1., .5, 1e-5, 1E+5, 1_0.0_1e1_0, 3j, 9223372036854775808, -9223372036854775808
strings = 'a' "b" '''c
d''' r'\n' u'é' '\N{BULLET}' '\u00e9\U0001F600\x41\101\0\
continued' "\a\b\f\n\r\t\v\\\'\"\z"
some_bytes = b'\x00\377' rb"\q" b'\xc3'
formatted = f"{x}" f'{x!r:>{width}}' f"""{
    y['a']}""" 'plain' rf"\{z}" f"{{}}" f'' f"a{f'b{c}d'}e" f"{x:{'{'}>10}" F'{lambda_:x}'
constants = None, True, False, ...

operators = a + b - c * d / e // f % g @ h ** i ** -j
shifts = a << b >> c & d ^ e | f
signs = -a ** -b + +c - ~d, - -x, not not y
compared = a < b <= c == d != e > f >= g is h is not i in j not in k
joined = a and b or c and not d or e
chosen = (lambda x, *y, z=1, **w: x) if a else lambda: (b)
walrus = (y := f(x), z := 2)
called = f(), f(a), f(a, *b, c=1, **d), f(x for x in y), f((x for x in y), 2), f(*a, b), f(a)(b)[c].d, (f)(a), f(a,), f(k=(yield)), f(x := 1)
indexed = a[0], a[b, c], a[:], a[1:], a[:2], a[1:2], a[::3], a[1:2:3], a[::], a[:, None], a[..., 0], a[b:=1], a[x, *y], a[()], a[f(1):g(2), ::h]
grouped = (), (a,), (a), (a, b), ((a, b), c), [], [a], [a, *b], {a}, {a, *b}, {}, {a: b}, {**a, 'b': c, **d}, {'k': (1, [2, {3: 4}])}
listed = [x for x in y if x if y for z in w], {x for x in y}, {k: v for k, v in z}, (x for x, in y), [a async for a in b]
spread = [
    a,  # with comments
    b,

    c,
]
long = a + \
    b
call(
    a
).attribute
x = (a
     + b)
if a: b
if a:
    b; c;
match value:
    case 1 | 2:
        pass
    case {"a": b}:
        pass
async def coroutine():
    async for x in y:
        pass
@decorated
async def decorated_coroutine(): pass
tmp0 = (libdevice.signbit(tmp1) != 0) if (tmp1).dtype is tl.float32 else tmp1 < 0
tl.store(out_ptr0 + (x0 + 4*x1), tmp2, xmask & ymask); tl.device_assert((0 <= a) & (a < 4) | ~(xmask), "out of bounds: 0 <= a < 4")
