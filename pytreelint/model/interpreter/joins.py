"""Names after paths meet."""

from __future__ import annotations

import ast

from pytreelint.knowledge.record import replace
from pytreelint.model.values.frame import Frame
from pytreelint.model.values.identity import restamped
from pytreelint.model.values.meeting import meet
from pytreelint.model.values.states import FACTS
from pytreelint.model.values.value import Container, Object, Value, every, union

Env = dict[str, Value]


def join(first: Env | None, second: Env | None, node: ast.AST | None = None, frame: Frame | None = None) -> Env | None:
    """The names after two flows meet, which a statement has parted; a name bound on one side only keeps its value (else
    Python would raise)."""
    if first is None or second is None:
        alive = first if second is None else second
        return None if alive is None else dict(alive)
    joined = dict(first)
    for name, value in second.items():
        held = joined[name] if name in joined and name != FACTS else value
        joined[name] = value if held is value else union([held, value])
    if FACTS in first or FACTS in second:
        meet(first, second, joined, node, frame)
    return joined


def grown(before: Env, after: Env | None) -> Env:
    """Lists that an iteration made longer, also in fields: what it added is there, as often as the loop runs."""
    grown = dict(before)
    for name, old in before.items():
        new = after.get(name) if after else None
        longer = _longer(old, new) if new is not None and new is not old else None
        if longer is not None and after is not None:
            grown[name] = after[name] = longer
    return grown


def _longer(old: Value, new: Value) -> Value | None:
    if isinstance(old, Object) and isinstance(new, Object):
        if old.cls is not new.cls or old.token is not new.token:
            return None
        before, found = dict(old.fields), dict[str, Value]()
        for name, held in new.fields:
            longer = _longer(before[name], held) if before.get(name, held) is not held else None
            found |= {name: longer} if longer is not None else {}
        fields = tuple((name, found.get(name, held)) for name, held in new.fields)
        return restamped(replace(new, fields=fields), new.token) if found else None
    if not (isinstance(old, Container) and isinstance(new, Container) and old.kind == new.kind == "list"):
        return None
    if old == new:
        return new if old.why is None and new.why is not None else None  # what an iteration says of it
    count = len(old.items)
    if new.items[:count] != old.items:
        return None
    rests = [v for v in (old.rest, *new.items[count:], new.rest) if v is not None]
    longer = Container("list", old.items, (), every(rests), why=new.why)
    return restamped(longer, new.token) if new.token is old.token else longer
