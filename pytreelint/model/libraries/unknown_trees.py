"""`tree.map` over trees of which the structure is not known: what its function makes of any leaf."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from pytreelint.knowledge.record import replace
from pytreelint.model.values.marks import of
from pytreelint.model.values.unknowns import ArrayTree, Returned, beyond
from pytreelint.model.values.value import Array, Unknown, Value

if TYPE_CHECKING:
    from pytreelint.model.values.protocol import Interpreter


def of_unknown(tree: Unknown, each: Callable[[Value], Value]) -> Value:
    """An unknown tree after a function: one of tracers only where it makes a tracer of one, no size or shape."""
    if not tree.traces:
        return tree
    result = each(Array("any", traces=tree.traces))
    return tree if of(result) else replace(tree, traces=(), certain=False)


def of_arrays(ev: Interpreter, tree: ArrayTree, each: Callable[[Value], Value], of_leaves: bool) -> Value:
    """A tree of arrays after a function: one of arrays, where it makes an array of an array.

    `of_leaves`: it is given each leaf, which is a tracer where those of the tree are.
    """
    leaf = Array("jax" if isinstance(tree, Returned) else "any")
    if tree.traces and of_leaves:
        result = each(replace(leaf, traces=tree.traces))
        tree = tree if of(result) else replace(tree, traces=(), certain=False)
    else:
        with ev.doubt():
            result = each(leaf)
    return tree if isinstance(result, (Array, ArrayTree)) else beyond(result)
