"""Names after paths meet."""

from __future__ import annotations

import ast
from collections.abc import Sequence

from pytreelint.knowledge.record import replace
from pytreelint.model.values.frame import Frame
from pytreelint.model.values.identity import CARRIERS, Token, restamped, stamped
from pytreelint.model.values.marks import certain
from pytreelint.model.values.meeting import meet
from pytreelint.model.values.occurring import every
from pytreelint.model.values.states import FACTS
from pytreelint.model.values.value import (
    Array,
    Constant,
    Container,
    Object,
    Scalar,
    Union,
    Value,
    options_of,
    union,
)

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

    A number or array that iterations make a tracer of, under a name or in a field, is one afterwards, however many
    there are: of no layers, who asks?

    Arguments:
        after: the names as they are met, changed here; each_left: those before the loop, and after each iteration.
        runs: whether it certainly has an iteration.
    """
    before, *ends = each_left
    if not ends or not all(ends):
        return
    for name, value in after.items():
        held = before.get(name)
        if held is not None and held is not value and name != FACTS and all(name in end for end in ends):
            after[name] = _iterated(held, [end[name] for end in ends], value, runs)


def _iterated(before: Value, ends: Sequence[Value], value: Value, runs: bool) -> Value:
    """What a name or field holds after a loop that runs: `value` where that is not more than is known."""
    if isinstance(value, Object) and isinstance(before, Object):
        return _with_fields(before, ends, value, runs)
    given = union(ends)
    if type(before) in _PLAIN and isinstance(value, Union):
        return given if given is not value and (runs or certain(given)) and before not in options_of(given) else value
    return given if isinstance(before, Array) and certain(given) and not certain(value) else value


def _with_fields(before: Object, ends: Sequence[Value], value: Object, runs: bool) -> Object:
    """The same of an instance that the iterations assign fields of."""
    same = [end for end in ends if isinstance(end, Object) and end.token is before.token and end.cls is value.cls]
    if len(same) < len(ends) or value.token is not before.token:
        return value
    after = value
    for name, held in value.fields:
        old, left = before.get(name), [end.get(name) for end in same]
        known = [each for each in left if each is not None]
        if old is not None and old is not held and len(known) == len(left):
            after = after.put(name, _iterated(old, known, held, runs))
    return value if after == value else restamped(after, value.token)


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
