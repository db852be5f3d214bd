"""Trees that are built anew of leaves which another tree has: each leaf stays the object that it was."""

from __future__ import annotations

from pytreelint.knowledge.record import replace
from pytreelint.model.values.identity import CARRIERS, LEAVES, Token, plain, stamped
from pytreelint.model.values.value import Array, Container, Object, Union, Value

_DEPTH = 5  # how far into a tree leaves keep their tokens


def kept(tree: Value, token: Token | None = None, depth: int = 0) -> Value:
    """A tree whose leaves carry their tokens, and its nodes none: those that are built of the leaves are others.

    Arguments:
        token: that of the tree as a part of what holds it.
    """
    token = tree.token or token
    if token is None or depth > _DEPTH or isinstance(tree, Union):
        return plain(tree) if not isinstance(tree, (Container, Object)) or depth > _DEPTH else _node(tree, None, depth)
    if isinstance(tree, (Container, Object)):
        return _node(tree, token, depth)
    if isinstance(tree, Array):
        return stamped(tree, token)
    return stamped(tree, token.part(LEAVES)) if type(tree) in CARRIERS else tree


def _node(tree: Container | Object, token: Token | None, depth: int) -> Value:
    def part(kind: str, name: object, held: Value) -> Value:
        return kept(held, token.part((kind, name)) if token is not None else None, depth + 1)

    if isinstance(tree, Object):
        return replace(tree, fields=tuple((name, part(".", name, held)) for name, held in tree.fields))
    steps = tree.keys if tree.kind == "dict" else range(len(tree.items))
    items = tuple(part("[]", step, held) for step, held in zip(steps, tree.items, strict=True))
    return replace(tree, items=items, rest=plain(tree.rest) if tree.rest is not None else None)
