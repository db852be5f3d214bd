"""How large a value is: what grows with each line of a program is not followed for ever."""

from __future__ import annotations

from collections.abc import Iterable

from pytreelint.model.values import Container, Object, Partial, Union, Value

LARGEST = 20_000  # parts of a value that is worth following: `x = (x, x)` has a billion soon


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
