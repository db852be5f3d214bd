"""What `filter_jit` says of structures and leaves that cannot be compared with those of an earlier call."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from jax.tree_util import tree_leaves, tree_structure

from pytreelint.runtime.jit.binding import Binder
from pytreelint.runtime.jit.plan import Family
from pytreelint.runtime.keys.function_keys import FUNCTIONS
from pytreelint.runtime.keys.scalar_keys import SCALARS
from pytreelint.runtime.trees.leaves import is_array

# The equality of plain values, and of all that has none of its own.
_SAFE = {kind.__eq__ for kind in (*SCALARS, *FUNCTIONS, object, type)}


def incomparable_leaves(leaves: list[Any], family: Family, call: tuple[Any, ...]) -> str:
    """Which static leaves are compared by an `==` of their own, which must return a boolean."""
    names = family.names(call)
    own = [(names[i], leaves[raw]) for i, raw in family.statics if type(leaves[raw]).__eq__ not in _SAFE]
    shown = ", ".join(f"`{name}` of type `{type(leaf).__qualname__}`" for name, leaf in own)
    return f"raised by the `==` of a static leaf, which is compared with that of an earlier call: {shown}"


def uncomparable(call: tuple[Any, ...], binder: Binder) -> str:
    """Why two structures of a call `(args, kwargs)` cannot be compared: the node whose static part holds an array."""
    args, kwargs = call
    given = [*args, *(kwargs[name] for name in sorted(kwargs))]
    for argument in binder.bind(len(args), kwargs).arguments:
        for kind, static in _nodes(tree_structure(given[argument.source])):
            if any(map(is_array, tree_leaves(static))):
                name = f"{kind.__module__}.{kind.__qualname__}"
                return (
                    f"the static part (static fields, aux data) of a `{name}` in argument `{argument.name}` holds an "
                    "array, which cannot be compared from call to call; make it a leaf"
                )
    return "static fields or aux data of the call cannot be compared with those of an earlier call"


def _nodes(treedef: Any) -> Iterator[tuple[type, Any]]:
    """Type and static part of each node."""
    data = treedef.node_data()
    if data is not None:
        yield data
    for child in treedef.children():
        yield from _nodes(child)
