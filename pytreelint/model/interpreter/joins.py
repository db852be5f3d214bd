"""Names after paths meet."""

from __future__ import annotations

import ast

from pytreelint.knowledge.record import replace
from pytreelint.model.values.frame import Frame
from pytreelint.model.values.identity import CARRIERS, Token, restamped, stamped
from pytreelint.model.values.marks import certain
from pytreelint.model.values.meeting import meet
from pytreelint.model.values.states import FACTS
from pytreelint.model.values.value import Constant, Container, Object, Scalar, Union, Value, every, options_of, union

Env = dict[str, Value]
_PLAIN = frozenset([Constant, Scalar])


def join(first: Env | None, second: Env | None, node: ast.AST | None = None, frame: Frame | None = None) -> Env | None:
    """The names after two flows meet, which a statement has parted; a name bound on one side only keeps its value (else
    Python would raise)."""
    if first is None or second is None:
        alive = first if second is None else second
        return None if alive is None else dict(alive)
    joined = dict(first)
    for name, value in second.items():
        held = joined[name] if name in joined and name != FACTS else value
        joined[name] = value if held is value else _one(held, value)
    if FACTS in first or FACTS in second:
        meet(first, second, joined, node, frame)
    return joined


def _one(first: Value, second: Value) -> Value:
    """What a name holds that has held one of two values: one object from here on, also where one is not known."""
    both = union([first, second])
    known = both.token is not None or type(both) not in CARRIERS or first.token is second.token
    return both if known else stamped(both, Token())


def as_iterated(after: Env, each_left: list[Env], runs: bool) -> None:
    """Names that begin as a number or None hold, after a loop that runs, what its iterations leave, and that no more.

    A number that iterations make a tracer of is one afterwards, however many there are: of no layers, who asks?

    Arguments:
        after: the names as they are met, changed here; each_left: those before the loop, and after each iteration.
        runs: whether it certainly has an iteration.
    """
    before, *ends = each_left
    if not ends or not all(ends):
        return
    for name, value in after.items():
        if isinstance(value, Union) and type(before.get(name)) in _PLAIN and all(name in end for end in ends):
            given = union([end[name] for end in ends])
            if given is not value and (runs or certain(given)) and before[name] not in options_of(given):
                after[name] = given


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
