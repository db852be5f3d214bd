"""Carries that come back deeper than they were, or as one of their parts; parts that are known by what a body does.

def step(carry, x):
    weights, moments = carry
    return jax.tree.map(jnp.add, weights, x), moments  # the carry is a pair, and comes back as its first part
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pytreelint.knowledge.record import replace
from pytreelint.model.values.identity import Token
from pytreelint.model.values.marks import FLAT
from pytreelint.model.values.states import facts
from pytreelint.model.values.value import Array, Container, Union, Unknown, Value

if TYPE_CHECKING:
    from pytreelint.model.values.frame import Frame

_DEPTH = 8  # containers inside of each other


def nested(token: Token, left: Value, path: str = "", depth: int = 0) -> tuple[str, Value] | None:
    """Returns the part of a tree that holds what has the structure of the object that stood in its place, one level
    deeper: no tree is like that.

    Args:
        token: that object's; left: the tree that is there now.

    Returns:
        the way to the part, and the part.
    """
    if isinstance(left, Union) and not left.each:
        each = [nested(token, option, path, depth) for option in left.options]
        return each[0] if None not in each else None
    if not isinstance(left, Container) or left.kind not in FLAT or depth > _DEPTH:
        return None
    if any(_holds(item, token, depth) for item in left.items):
        return path, left
    steps = left.keys if left.kind == "dict" else range(len(left.items))
    for step, item in zip(steps, left.items, strict=False):
        found = nested(token.part(("[]", step)), item, f"{path}[{step!r}]", depth + 1)
        if found is not None:
            return found
    return None


def _holds(value: Value, token: Token, depth: int) -> bool:
    """Whether a tree certainly is an object, or like it, or has it as a part."""
    if depth > _DEPTH or _is_like(value, token):
        return depth <= _DEPTH
    if isinstance(value, Union):
        return not value.each and all(_holds(option, token, depth + 1) for option in value.options)
    return isinstance(value, Container) and value.kind in FLAT and any(_holds(i, token, depth + 1) for i in value.items)


def _is_like(value: Value, token: Token) -> bool:
    """Whether a value is an object, or has its structure."""
    return value.token is not None and (value.token is token or token in value.token.updates)


def part_alone(token: Token, given: Value, left: Value) -> tuple[str, Value] | None:
    """Returns the known container that a tree was, where it comes back as one of its own items."""
    if not isinstance(given, Container) or given.kind not in FLAT or given.declared:
        return None
    steps = given.keys if given.kind == "dict" else range(len(given.items))
    return ("", given) if any(_is_like(left, token.part(("[]", step))) for step in steps) else None


def with_keys(token: Token, given: Value, frame: Frame, depth: int = 0) -> Value:
    """Returns what a carry begins with: of which a body draws, or splits it, that is a key, and no container."""
    if isinstance(given, Unknown):
        return Array("key") if ("drawn", token) in facts(frame).events else given
    if not isinstance(given, Container) or given.kind not in FLAT or given.rest is not None or depth > _DEPTH:
        return given
    steps = given.keys if given.kind == "dict" else range(len(given.items))
    pairs = zip(steps, given.items, strict=True)
    return replace(given, items=tuple([with_keys(token.part(("[]", s)), i, frame, depth + 1) for s, i in pairs]))
