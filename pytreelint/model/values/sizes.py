"""How large a value is: what grows with each line of a program is not followed for ever."""

from __future__ import annotations

from collections.abc import Iterable

from pytreelint.knowledge.record import replace
from pytreelint.model.values.value import Container, Object, Partial, Union, Unknown, Value, union

LARGEST = 20_000  # parts of a value that is worth following: `x = (x, x)` has a billion soon
MOST_ADDED = 1_000  # fields or items of what grows one by one: each of them makes a copy of all

MOST_WALKED = 200_000  # parts of large trees that transforms meet in one file: ten walks of some 2 us for each part
LARGE = 100  # parts of a tree from which on they are counted


def bounded(value: Value) -> Value:
    """A value that just grew: nothing is known of an object with too many fields, of a container only what it holds."""
    if isinstance(value, Object) and len(value.fields) > MOST_ADDED:
        return Unknown("too large")
    return shortened(value) if isinstance(value, Container) else value


def shortened(value: Container) -> Container:
    """A container; of too many items only what they are is known."""
    if len(value.items) <= MOST_ADDED:
        return value
    parts = value.items if value.rest is None else (*value.items, value.rest)
    return replace(value, items=(), keys=(), rest=union(parts))


def size(value: Value) -> int:
    """How many values a walk through one meets: a part counts as often as it is there, but is counted once."""
    if isinstance(value, Union):
        return sum(map(size, value.options))  # a few, none of which is a union
    if not isinstance(value, (Container, Object, Partial)):
        return 1
    if not value._size:
        object.__setattr__(value, "_size", 1 + sum(map(size, _parts(value))))
    return value._size


def _parts(value: Container | Object | Partial) -> Iterable[Value]:
    match value:
        case Container():
            return (*value.items, value.rest) if value.rest is not None else value.items
        case Object():
            return (held for _, held in value.fields)
    return (value.function, *value.args, *(held for _, held in value.keywords))
