"""Tests that a function asks twice: what was so where one came out true, is so where it does again.

if train:
    x, drop_key = dropout(x, key), key
else:
    drop_key = None
...
if train:
    x = dropout(x, drop_key)  # draws from the same key, which is no None
"""

from __future__ import annotations

import ast
from functools import lru_cache
from typing import TYPE_CHECKING

from pytreelint.knowledge.record import replace
from pytreelint.model.syntax.parameters import bound_once, steady_parameters
from pytreelint.model.syntax.walking import inside, statements, walk
from pytreelint.model.values.happenings import DrawnIf
from pytreelint.model.values.regions import innermost_loop
from pytreelint.model.values.states import FACTS, Event, Events, Facts, facts, facts_in, put
from pytreelint.model.values.value import Array, Container, Object, Union

if TYPE_CHECKING:
    from pytreelint.model.values.frame import Frame
    from pytreelint.model.values.protocol import Interpreter
    from pytreelint.model.values.value import Value

_FUNCTIONS = 1_024  # whose tests are held at a time
_MET = frozenset([Array, Container, Object, Union])  # of what the values are made anew where branches meet
_NOTHING: dict[str, tuple[Value, Value, Value]] = {}
_READS = (ast.Name, ast.Attribute, ast.Constant, ast.Compare, ast.BoolOp, ast.UnaryOp)


def asked(ev: Interpreter, test: ast.expr, frame: Frame) -> DrawnIf | None:
    """What a test asks, if its function asks the same in another place."""
    words = _asked_twice(frame.function).get(test) if frame.function is not None else None
    if words is None:
        return None
    with ev.aside():
        read = [ev.expression(n, frame) for n in walk(test) if isinstance(n, (ast.Name, ast.Attribute))]
    return DrawnIf(words, True, tuple(v.token or v for v in read), innermost_loop(frame.region))


@lru_cache(maxsize=_FUNCTIONS)
def _asked_twice(function: ast.AST) -> dict[ast.expr, str]:
    """The tests that stand in several places, in words; of names that nothing rebinds, and of their attributes."""
    if not any(type(each) is ast.If for each in statements(function)):
        return {}
    nodes = inside(function)
    tests = [each.test for each in nodes if type(each) is ast.If or type(each) is ast.IfExp]
    if len(tests) > 1:
        tests = [test for test in tests if all(isinstance(node, _READS) for node in inside(test))]
    if len(tests) < 2:
        return {}
    words = {test: ast.dump(test) for test in tests}
    several = list(words.values())
    words = {test: text for test, text in words.items() if several.count(text) > 1}
    if not words:
        return {}
    names = frozenset().union(*map(_names, words))
    steady = steady_parameters(function)
    steady |= bound_once(function, names - steady)
    changed = {n.attr for n in nodes if isinstance(n, ast.Attribute) and not isinstance(n.ctx, ast.Load)}
    return {t: text for t, text in words.items() if _names(t) <= steady and changed.isdisjoint(_attributes(t))}


def answered(asks: DrawnIf, sides: tuple[dict[str, Value], dict[str, Value]], frame: Frame) -> None:
    """Two branches have met: remembers what each of them has left of the names in which they differ."""
    first, second = sides
    held: dict[str, tuple[Value, Value, Value]] = {}
    for name, value in (frame.env or {}).items():
        if type(value) in _MET and name in first and name in second:
            if value is not first[name] and value is not second[name]:
                held[name] = value, first[name], second[name]
    if held:
        frame.answered = {**frame.answered, asks.test: (asks.read, held)}


def take(asks: DrawnIf, yes: dict[str, Value], no: dict[str, Value], frame: Frame) -> None:
    """Two branches begin: what the same answer has left of a name, and what nothing has changed since, is there."""
    read, held = frame.answered.get(asks.test, ((), _NOTHING))
    if held and read == asks.read:
        names = frame.env or {}
        for name, (value, first, second) in held.items():
            for side, left in ((yes, first), (no, second)):
                if side.get(name, names.get(name)) is value:
                    side[name] = left


def _names(test: ast.expr) -> set[str]:
    return {node.id for node in inside(test) if isinstance(node, ast.Name)}


def _attributes(test: ast.expr) -> set[str]:
    return {node.attr for node in inside(test) if isinstance(node, ast.Attribute)}


def know(now: DrawnIf, yes: dict[str, Value], no: dict[str, Value]) -> None:
    """Two branches begin: what was drawn from where the same came out alike has happened in them, too."""
    for names, each in ((yes, now), (no, replace(now, outcome=False))):
        held = facts_in(names).events
        again: Events = {("drawn", token): event for (kind, token), event in held.items() if kind == each}
        if again:
            names[FACTS] = Facts({**held, **again})


def _is_on_one_path(event: Event, test: ast.expr) -> bool:
    """Whether it happened on one side of the branches that have met now."""
    met = event.when[-1] if event.when else None
    return isinstance(met, ast.If) and met.test is test


def parted(
    ev: Interpreter, test: ast.expr, before: DrawnIf, sides: tuple[dict[str, Value], dict[str, Value]], frame: Frame
) -> None:
    """Two branches have met: what only one of them has drawn from is kept, unless they have changed what is asked."""
    held: Events = dict(facts(frame).events)
    for side, outcome in zip(sides, (True, False), strict=True):
        for (kind, token), event in facts_in(side).events.items():
            known = held.get((kind, token))
            if kind == "drawn" and (known is None or _is_on_one_path(known, test)):
                held[replace(before, outcome=outcome), token] = event
    if len(held) > len(facts(frame).events) and asked(ev, test, frame) == before:
        put(frame, Facts(held))
