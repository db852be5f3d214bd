"""How large and how deep a value is: what grows with each line of a program is not followed for ever."""

from __future__ import annotations

from collections.abc import Sequence

from pytreelint.knowledge.record import replace
from pytreelint.model.values.limits import ADDED, NESTED_VALUES, PARTS
from pytreelint.model.values.value import Bound, Container, Object, Partial, Transformed, Union, Unknown, Value, union

_HOLDING = frozenset([Bound, Container, Object, Partial, Transformed, Union])


def bounded(value: Value) -> Value:
    """Returns a value that just grew; if too large, an object becomes unknown, a container loses its length."""
    if isinstance(value, Object) and len(value.fields) > ADDED:
        return Unknown("too large")
    if isinstance(value, Container) and len(value.items) <= ADDED and is_too_large(value):
        return Unknown("too large")
    return shortened(value) if isinstance(value, Container) else value


def shortened(value: Container) -> Container:
    """Returns a container; of too many items only their types are kept."""
    if len(value.items) <= ADDED:
        return value
    parts = value.items if value.rest is None else (*value.items, value.rest)
    return replace(value, items=(), keys=(), rest=union(parts))


def size(value: Value) -> int:
    """Returns the number of values that a walk through a value visits; shared parts are counted each time."""
    if type(value) not in _HOLDING:
        return 1
    if type(value) is Union:
        return sum(map(size, value.options))  # a few, none of which is a union
    if type(value) is Transformed or type(value) is Bound:
        return 1
    assert type(value) is Container or type(value) is Object or type(value) is Partial
    if not value._size:
        _measure(value)
    return value._size


def depth(value: Value) -> int:
    """How many values stand inside of each other, at most."""
    if type(value) not in _HOLDING:
        return 1
    if type(value) is Union:
        return max(map(depth, value.options))
    if type(value) is Transformed:
        return 1 + depth(value.function)
    if type(value) is Bound:
        return 1 + depth(value.instance)
    assert type(value) is Container or type(value) is Object or type(value) is Partial
    if not value._depth:
        _measure(value)
    return value._depth


def _measure(value: Container | Object | Partial) -> None:
    """Remembers the size and the depth of a value; most of its parts have none of their own."""
    parts = _parts(value)
    total, deepest = 1, 1 if parts else 0
    for part in parts:
        if type(part) in _HOLDING:
            total += size(part)
            deepest = max(deepest, depth(part))
        else:
            total += 1
    object.__setattr__(value, "_size", total)
    object.__setattr__(value, "_depth", 1 + deepest)


def is_too_large(value: Value) -> bool:
    """Whether a walk through a value would take too long, or too many calls inside of each other."""
    if type(value) is Container or type(value) is Object:  # as most that have parts
        if not value._size:
            _measure(value)
        return value._size > PARTS or value._depth > NESTED_VALUES
    if type(value) is Union and _HOLDING.isdisjoint(map(type, value.options)):
        return False
    return size(value) > PARTS or depth(value) > NESTED_VALUES


def _parts(value: Container | Object | Partial) -> Sequence[Value]:
    if isinstance(value, Container):
        return (*value.items, value.rest) if value.rest is not None else value.items
    if isinstance(value, Object):
        return [held for _, held in value.fields]
    return (value.function, *value.args, *(held for _, held in value.keywords))
