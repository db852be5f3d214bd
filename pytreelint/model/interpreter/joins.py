"""Names after paths meet."""

from __future__ import annotations

import ast

from pytreelint.model.values.frame import Frame
from pytreelint.model.values.meeting import meet
from pytreelint.model.values.states import FACTS
from pytreelint.model.values.value import Container, Value, every, union

Env = dict[str, Value]


def join(first: Env | None, second: Env | None, node: ast.AST | None = None, frame: Frame | None = None) -> Env | None:
    """The names after two flows meet, which a statement has parted; a name bound on one side only keeps its value (else
    Python would raise)."""
    if first is None or second is None:
        alive = first if second is None else second
        return None if alive is None else dict(alive)
    joined = dict(first)
    for name, value in second.items():
        held = joined.get(name) if name != FACTS else value
        joined[name] = value if held is None or held is value else union([held, value])
    if FACTS in first or FACTS in second:
        meet(first, second, joined, node, frame)
    return joined


def grown(before: Env, after: Env | None) -> Env:
    """Lists that an iteration made longer: what it added is there, as often as the loop runs."""
    grown = dict(before)
    for name, old in before.items():
        new = after.get(name) if after else None
        if isinstance(old, Container) and isinstance(new, Container) and old.kind == new.kind == "list":
            count = len(old.items)
            if old != new and new.items[:count] == old.items:
                rests = [v for v in (old.rest, *new.items[count:], new.rest) if v is not None]
                assert after is not None
                grown[name] = after[name] = Container("list", old.items, (), every(rests))
    return grown
