"""Random programs of assignments, aliases, containers, closures, loops, calls and mutations."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random

LISTS, DICTS, BOXES, ANY = ("l0", "l1", "l2"), ("d0", "d1"), ("b0", "b1"), ("x0", "x1")
FLAGS, COUNTS = ("c0", "c1"), ("n0",)
HEAD = """\
class Box:
    def __init__(self, inner):
        self.inner = inner
        self.number = 0

    def push(self, item):
        self.inner.append(item)
        return self

    def renew(self):
        self.inner = [self.number]


def same(first):
    return first


def fresh(first):
    return [first]


def push(first, item):
    first.append(item)
    return first


def put(first, key, item):
    first[key] = item


def either(first, second, flag):
    if flag:
        return first
    return second


def pair(first):
    return [first, first]


def emptied(box):
    box.inner = []
    return box.inner


"""
START = """\
l0, l1, l2 = [1], [2, 3], []
d0, d1 = {"k": l0}, {"k": [4]}
b0, b1 = Box(l1), Box([5])
x0, x1 = 0, l2
"""


def program(seed: int) -> str:
    """The text of a program: a function `main` of flags and counts."""
    random = Random(seed)
    body = [*START.splitlines(), *block(random, random.randint(3, 9), 2)]
    lines = "\n".join(f"    {line}" for line in body)
    return f"{HEAD}def main({', '.join((*FLAGS, *COUNTS))}):\n{lines}\n    return dict(locals())\n"


def block(random: Random, length: int, depth: int) -> Iterator[str]:
    """Some statements."""
    for _ in range(length):
        yield from statement(random, depth)


def statement(random: Random, depth: int) -> Iterator[str]:
    """One statement, with those in it."""
    kind = random.random()
    if depth == 0 or kind < 0.7:
        yield random.choice(_SIMPLE)(random)
    elif kind < 0.82:
        yield f"if {_flag(random)}:"
        yield from _indented(random, depth)
        if random.random() < 0.6:
            yield "else:"
            yield from _indented(random, depth)
    elif kind < 0.92:
        yield random.choice(("for i in range(n0):", "for i in range(3):", "for x0 in list(l0):", "for i in (7, 8):"))
        yield from _indented(random, depth)
        if random.random() < 0.3:
            yield f"    if {_flag(random)}:"
            yield f"        {random.choice(('break', 'continue'))}"
            yield from _indented(random, depth)
    elif kind < 0.96:
        name = random.choice(LISTS)
        yield "def closure():"
        yield f"    {random.choice((f'{name}.append(6)', f'{name}[:] = [0]', 'b0.inner = l1', 'd0[1] = l2'))}"
        yield "closure()"
    else:
        yield "try:"
        yield from _indented(random, depth)
        yield "except ZeroDivisionError:"
        yield from _indented(random, depth)


def _indented(random: Random, depth: int) -> Iterator[str]:
    for line in block(random, random.randint(1, 3), depth - 1):
        yield f"    {line}"


def _flag(random: Random) -> str:
    return random.choice((*FLAGS, "not c0", "n0 > 1", "l0", "x0 is x1", "l0 is l1"))


def _list(random: Random) -> str:
    """An expression that is a list."""
    names = LISTS
    return random.choice(
        (
            *names,
            *names,
            "[]",
            f"[{_any(random)}]",
            f"[{_any(random)}, {_any(random)}]",
            f"{random.choice(names)}[:]",
            f"list({random.choice(names)})",
            f"{random.choice(names)} + [8]",
            f"{random.choice(DICTS)}['k']",
            f"{random.choice(BOXES)}.inner",
            f"same({random.choice(names)})",
            f"fresh({_any(random)})",
            f"push({random.choice(names)}, {_any(random)})",
            f"pair({_any(random)})",
            f"either({random.choice(names)}, {random.choice(names)}, {random.choice(FLAGS)})",
            f"({random.choice(names)} if {random.choice(FLAGS)} else {random.choice(names)})",
            f"({random.choice(names)} or {random.choice(names)})",
            f"[{random.choice((*names, '[]'))} for _ in range(2)]",
            f"emptied({random.choice(BOXES)})",
        )
    )


def _any(random: Random) -> str:
    return random.choice((*LISTS, *DICTS, *BOXES, *ANY, "1", "2", "'a'", "None"))


_SIMPLE: tuple[Callable[[Random], str], ...] = (
    lambda r: f"{r.choice(LISTS)} = {_list(r)}",
    lambda r: f"{r.choice(LISTS)} = {_list(r)}",
    lambda r: f"{r.choice(LISTS)} = {_list(r)}",
    lambda r: f"{r.choice(ANY)} = {_any(r)}",
    lambda r: f"{r.choice(ANY)} = {_list(r)}",
    lambda r: (
        f"{r.choice(DICTS)} = {r.choice((*DICTS, f'{{{chr(39)}k{chr(39)}: {_list(r)}}}', 'dict(d1)', 'd1.copy()'))}"
    ),
    lambda r: f"{r.choice(BOXES)} = {r.choice((*BOXES, f'Box({_list(r)})', 'b0.push(1)', 'same(b1)'))}",
    lambda r: f"{r.choice(DICTS)}['k'] = {_list(r)}",
    lambda r: f"{r.choice(DICTS)}[{r.choice(('0', '1'))}] = {_any(r)}",
    lambda r: f"{r.choice(BOXES)}.inner = {_list(r)}",
    lambda r: f"{r.choice(BOXES)}.number = {r.choice(('1', 'n0'))}",
    lambda r: f"{_list(r)}.append({_any(r)})",
    lambda r: f"{r.choice(LISTS)}.append({_any(r)})",
    lambda r: f"{r.choice(LISTS)}.extend({_list(r)})",
    lambda r: f"{r.choice(LISTS)} += {_list(r)}",
    lambda r: f"{r.choice(LISTS)}[0] = {_any(r)}",
    lambda r: f"{r.choice(LISTS)}.insert(0, {_any(r)})",
    lambda r: f"{r.choice(LISTS)}.pop()",
    lambda r: f"{r.choice(ANY)} = {r.choice(LISTS)}.pop(0)",
    lambda r: f"{r.choice(LISTS)}.clear()",
    lambda r: f"del {r.choice(LISTS)}[0]",
    lambda r: f"{r.choice(LISTS)}.reverse()",
    lambda r: f"{r.choice(ANY)} = {r.choice(LISTS)}[{r.choice(('0', '-1'))}]",
    lambda r: f"push({_list(r)}, {_any(r)})",
    lambda r: f"put({r.choice(DICTS)}, {r.choice(('0', chr(39) + 'k' + chr(39)))}, {_list(r)})",
    lambda r: f"{r.choice(BOXES)}.push({_any(r)})",
    lambda r: f"{r.choice(BOXES)}.renew()",
    lambda r: f"{r.choice(DICTS)}.update({r.choice(DICTS)})",
    lambda r: f"{r.choice(LISTS)}, {r.choice(ANY)} = {_list(r)}, {_any(r)}",
    lambda r: "l0, l1 = l1, l0",
)
