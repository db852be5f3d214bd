"""Which part of a result stands for an argument: the state that a step gives back."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from pytreelint.model.types.leaves import leaves
from pytreelint.model.values.value import Array, Container, Object, Union, Unknown, Value, options_of

if TYPE_CHECKING:
    from pytreelint.model.values.protocol import Interpreter


def comes_back(value: Value, result: Value) -> tuple[int, ...] | None:
    """Returns where in a result the argument comes back with its structure; None where no single part is certain."""
    if _stands_for(value, result):
        return ()
    if not isinstance(result, Container) or result.kind != "tuple" or result.rest is not None:
        return None
    found = [index for index, item in enumerate(result.items) if _stands_for(value, item)]
    return (found[0],) if len(found) == 1 else None


def _stands_for(value: Value, part: Value) -> bool:
    if isinstance(value, Object) and isinstance(part, Object):
        return value.cls is part.cls
    renewed = part.token.updates if part.token is not None else None
    return value.token is not None and bool(renewed) and value.token in (renewed or ())


def comes_updated(ev: Interpreter, value: Object, result: Value) -> bool:
    """Returns whether an instance is in a result with all of its arrays anew."""
    return any(_is_updated(ev, value, tree) for tree in _trees(result))


def _is_updated(ev: Interpreter, value: Object, tree: Value) -> bool:
    """Whether a tree of the result is an instance of the same class, with arrays wherever the donated one has them.

    The half of a model that `partition` leaves without arrays is of that class, too.
    """
    if not isinstance(tree, Object) or tree.cls is not value.cls:
        return False
    donated_leaves = _array_paths(ev, value)
    return bool(donated_leaves) and donated_leaves <= _array_paths(ev, tree) | _paths_of_options(ev, tree)


def _array_paths(ev: Interpreter, value: Value) -> set[str]:
    return {leaf.path for leaf in leaves(ev, value) if any(map(_may_be_array, options_of(leaf.value)))}


def _paths_of_options(ev: Interpreter, tree: Value) -> set[str]:
    """The arrays in parts that are one of several trees, or unknown, as the parameters after one of two updates."""
    parts = [
        (leaf.path, each) for leaf in leaves(ev, tree) for each in options_of(leaf.value) if each is not leaf.value
    ]
    return {part + path for part, each in parts for path in _array_paths(ev, each)}


def _may_be_array(value: Value) -> bool:
    return isinstance(value, (Array, Unknown))


def _trees(value: Value) -> Iterator[Value]:
    yield value
    for part in value.items if isinstance(value, Container) else value.options if isinstance(value, Union) else ():
        yield from _trees(part)
