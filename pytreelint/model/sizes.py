"""How large a value is: what grows with each line of a program is not followed for ever."""

from __future__ import annotations

from pytreelint.model.values import Container, Object, Partial, Union, Value

LARGEST = 20_000  # parts of a value that is worth following: `x = (x, x)` has a billion soon


def size(value: Value) -> int:
    """How many values a walk through one meets: a part counts as often as it is there, but is counted once."""
    if not isinstance(value, Container | Object | Union | Partial):
        return 1
    if value._size:
        return value._size
    parts: tuple[Value, ...]
    match value:
        case Container():
            parts = (*value.items, value.rest) if value.rest is not None else value.items
        case Object():
            parts = tuple(held for _, held in value.fields)
        case Union():
            parts = value.options
        case Partial():
            parts = (value.function, *value.args, *(held for _, held in value.keywords))
    known = 1 + sum(map(size, parts))
    object.__setattr__(value, "_size", known)
    return known
