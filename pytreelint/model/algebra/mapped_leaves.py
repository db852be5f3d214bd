"""The leaves that `jax.tree.map` runs a function on: which are alike for it, and whether it gives them back, as
`jax.tree.map(lambda x: x, params)`, which copies none.
"""

from __future__ import annotations

import ast

from pytreelint.knowledge.objects import SAME
from pytreelint.knowledge.record import replace
from pytreelint.model.values.identity import parted, stamped
from pytreelint.model.values.value import Array, Container, Function, Library, Object, Value

_DEPTH = 6  # trees inside of each other


def is_plain(leaf: Value) -> bool:
    """Whether two leaves of which this is known are alike for a function: arrays, whose numbers it may not read."""
    return isinstance(leaf, Array) and leaf.flavour != "key" and leaf.number_by is None and not leaf.came_back


def is_anew(result: Value) -> bool:
    """Whether a result is an array that no leaf has led to: it is no other object, and has no evidence."""
    return isinstance(result, Array) and result.flavour != "key" and result.token is None and result.why is None


def gives_back(function: Value) -> bool:
    """Whether a function gives back what it is given: `lambda x: x`, or a conversion that changes no array of JAX."""
    if isinstance(function, Library):
        return function.name in SAME
    node = function.node if isinstance(function, Function) else None
    if not isinstance(node, ast.Lambda) or len(node.args.args) != 1:
        return False
    return isinstance(node.body, ast.Name) and node.body.id == node.args.args[0].arg


def shared(made: Value, tree: Value, depth: int = 0) -> Value:
    """A new tree whose leaves are the arrays of another one.

    made: what is known of the new one, a tree of the same structure.
    """
    if depth > _DEPTH:
        return made
    if isinstance(made, Container) and made.rest is None:
        steps = [("[]", key) for key in (made.keys if made.kind == "dict" else range(len(made.items)))]
        held = [stamped(parted(tree, step, part), None) for step, part in zip(steps, made.items, strict=True)]
        whole = [parted(tree, step, part) for step, part in zip(steps, made.items, strict=True)]
        items = [_shared(part, each, depth) for part, each in zip(held, whole, strict=True)]
        return stamped(replace(made, items=tuple(items)), None)
    if isinstance(made, Object):
        fields = [(name, _shared(part, parted(tree, (".", name), part), depth)) for name, part in made.fields]
        return stamped(replace(made, fields=tuple(fields)), None)
    return made


def _shared(part: Value, whole: Value, depth: int) -> Value:
    return shared(part, whole, depth + 1) if isinstance(part, (Container, Object)) else whole
