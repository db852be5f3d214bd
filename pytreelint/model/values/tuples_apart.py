"""Tuples of numbers or names of which a choice gives one: a join would say no more than what both begin with.

donate = (0,) if in_place else ()
"""

from __future__ import annotations

from collections.abc import Sequence

from pytreelint.model.values.limits import ALTERNATIVES
from pytreelint.model.values.value import Constant, Container, Union, Value


def kept_apart(value: Value, sides: Sequence[Value]) -> Value:
    """Returns the join of some sides, or one of several tuples where these have different lengths."""
    if type(value) is not Container or value.rest is None or value.kind != "tuple" or len(sides) > ALTERNATIVES:
        return value
    if not all(_is_plain(side) for side in sides):
        return value
    return Union(tuple(dict.fromkeys(sides)))


def _is_plain(value: Value) -> bool:
    if type(value) is not Container or value.rest is not None:
        return False
    return all(isinstance(item, Constant) for item in value.items)
