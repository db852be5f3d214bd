"""What the evaluator says was created in this iteration, beside Python itself: random loops, run for all flags."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from itertools import product
from random import Random
from typing import Any

import pytest

from pytreelint.model.interpreter import loops
from pytreelint.model.values.frame import Frame
from pytreelint.model.values.regions import fresh, running
from pytreelint.model.values.value import PARAMETER
from tests.model.snippets import Snippet

_PROGRAMS = 120
NAMES = ("b0", "b1", "b2")
HEAD = """\
class Box:
    def __init__(self, number):
        self.number = number
        note(self)


def same(box):
    return box


def made(number):
    return Box(number)


def either(one, two, flag):
    if flag:
        return one
    return two


def main(c0, c1):
    b0, b1, b2 = Box(0), Box(1), Box(2)
    l0 = [b0]
    for i in range(3):
"""


def program(seed: int) -> str:
    """The text of a program with a loop."""
    random = Random(seed)
    lines = [line for _ in range(random.randint(2, 6)) for line in _statement(random, 2)]
    return HEAD + "".join(f"        {line}\n" for line in [*lines, "seen(i, b0, b1, b2)"])


def _statement(random: Random, depth: int) -> Iterator[str]:
    kind = random.random()
    if depth == 0 or kind < 0.7:
        names = (random.choice(NAMES) for _ in range(3))
        yield from random.choice(_SIMPLE).format(*names, random.choice(("c0", "not c1"))).splitlines()
        return
    if kind < 0.85:
        yield f"if {random.choice(('c0', 'c1', 'i == 0', 'i > 0', 'b0 is b1'))}:"
    elif kind < 0.93:
        yield "for j in range(2):"
    else:
        yield "try:"
    for _ in range(random.randint(1, 2)):
        yield from (f"    {line}" for line in _statement(random, depth - 1))
    if kind >= 0.93:
        yield from ("except ValueError:", f"    {random.choice(NAMES)} = Box(i)")


_SIMPLE = (
    *("{0} = Box(i)", "{0} = made(i)", "{0} = {1}", "{0} = same({1})", "{0} = either({1}, {2}, {3})", "l0.append({0})"),
    *("{0} = l0[-1]", "{0} = l0[0]", "{0} = Box(i) if {3} else {1}", "make = lambda: Box(i)\n{0} = make()"),
    *("{0}, {1} = {1}, {0}", "{0} = (lambda: {1})()", "l0 = [{0}]", "{0} = [Box(k) for k in range(2)][1]"),
)


def said(text: str, monkeypatch: pytest.MonkeyPatch) -> set[str]:
    """Returns the names that hold a new object at the end of each later iteration, as the evaluator knows them."""
    snippet = Snippet(text, "")
    main = next(n for n in snippet.module.tree.body if isinstance(n, ast.FunctionDef) and n.name == "main")
    frame = Frame(snippet.module, dict.fromkeys(("c0", "c1"), PARAMETER), snippet.ev.top(snippet.module))
    frame.function = main
    found: list[set[str]] = []

    class Recorded(running):
        def __exit__(self, *error: object) -> None:
            step, env = frame.region, frame.env or {}
            if step is not None and step.node is main.body[-1] and step.steady:
                found.append({name for name in NAMES if fresh(env[name], step, "identity")})
            super().__exit__(*error)

    with monkeypatch.context() as patch:
        patch.setattr(loops, "running", Recorded)
        snippet.ev.body(main.body, frame)
    return found[-1] if found else set()


def denied(text: str) -> set[str]:
    """Returns the names that hold an object of before in some later iteration of some run."""
    created: dict[int, int] = {}
    kept: list[Any] = []
    old: set[str] = set()

    def note(box: Any) -> None:
        kept.append(box)
        created[id(box)] = moment[0]

    def seen(i: int, *boxes: Any) -> None:
        old.update(name for name, box in zip(NAMES, boxes, strict=True) if i and created[id(box)] != moment[0])
        moment[0] = i + 1

    space: dict[str, Any] = {"note": note, "seen": seen}
    exec(compile(text, "program", "exec"), space)
    for given in product((False, True), repeat=2):
        moment = [0]
        space["main"](*given)
    return old


def test_python_never_denies_that_an_object_is_of_this_iteration(monkeypatch: pytest.MonkeyPatch) -> None:
    claims = 0
    for seed in range(_PROGRAMS):
        text = program(seed)
        names = said(text, monkeypatch)
        claims += len(names)
        assert not names & denied(text), (names, text)
    assert claims > _PROGRAMS // 2, claims
