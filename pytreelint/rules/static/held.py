"""Instances in static fields that are another one in each step of a loop, and have arrays in them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pytreelint.model.types.held import held_array
from pytreelint.model.types.leaves import Leaf, arrays
from pytreelint.model.values.sites import FreshField
from pytreelint.model.values.value import Object

if TYPE_CHECKING:
    from pytreelint.model.values.protocol import Model


def fresh_holder(site: FreshField, model: Model) -> tuple[Object, Leaf] | None:
    """The new instance that a static field gets in each step, and the array in it."""
    value = site.value
    if not isinstance(value, Object) or site.field.static is not True:
        return None
    leaf = next(arrays(model, value), None)
    if leaf is not None:
        return value, leaf
    for name, item in value.fields:
        array = held_array(item)
        if array is not None:
            return value, Leaf(f".{name}", array, (), value.cls, name)
    return None
