"""Lists whose items are known, after items were put in, taken out or turned round at known places."""

from __future__ import annotations

from pytreelint.model.values.parts import items_of
from pytreelint.model.values.value import Constant, Container, Value, constant

LAST = constant(-1)


def place(held: Container, index: Value) -> int | None:
    """The position of an item that an index names, where all items of a list are known."""
    if held.kind != "list" or held.rest is not None or not isinstance(index, Constant) or index.kind != "int":
        return None
    at = index.value + len(held.items) if index.value < 0 else index.value
    return at if 0 <= at < len(held.items) else None


def without(held: Container, at: int) -> Container:
    """A list without one item."""
    items = items_of(held)
    return Container("list", (*items[:at], *items[at + 1 :]))


def inserted(held: Container, index: Value, value: Value) -> Container | None:
    """A list with one item more."""
    end = isinstance(index, Constant) and index.kind == "int" and index.value in (0, len(held.items))
    at = index.value if end and isinstance(index, Constant) else place(held, index)
    if held.kind != "list" or held.rest is not None or at is None:
        return None
    return Container("list", (*held.items[:at], value, *held.items[at:]))


def turned(held: Container) -> Container | None:
    """A list in reverse order."""
    return Container("list", held.items[::-1]) if held.kind == "list" and held.rest is None else None
