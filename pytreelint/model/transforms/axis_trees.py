"""Arguments of maps whose axes are trees: which parts are mapped.

jax.vmap(step, in_axes=({"weight": 0, "rate": None}, 0))  # `state["rate"]` is what it is outside
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from pytreelint.knowledge.record import replace
from pytreelint.model.transforms.traces import children_of
from pytreelint.model.values.marks import FLAT
from pytreelint.model.values.value import NONE, Constant, Container, Object, Transformed, Value, union

if TYPE_CHECKING:
    from pytreelint.model.values.protocol import Interpreter


def axes_of(wrapper: Transformed, index: int) -> Value | None:
    """The tree of axes that a map is given for one of its arguments; None where it is none."""
    params = wrapper.transform.axes_params if wrapper.transform.checks == "mapped" else ()
    axes = wrapper.option(params[0][1]) if params else None
    if not isinstance(axes, Container) or axes.kind not in ("tuple", "list") or axes.rest is not None:
        return None
    held = axes.items[index] if 0 <= index < len(axes.items) else None
    return held if isinstance(held, (Container, Object)) else None


def by_axes(ev: Interpreter, value: Value, axes: Value, mapped: Callable[[Value], Value]) -> Value:
    """An argument as a mapped function receives it: the parts that have an axis are mapped, those with None are not."""
    if axes == NONE:
        return value
    if isinstance(axes, Constant):
        return mapped(value)
    if isinstance(axes, Container) and isinstance(value, Container) and _alike(axes, value):
        items = tuple(by_axes(ev, *pair, mapped) for pair in zip(value.items, _in_order(axes, value), strict=True))
        return replace(value, items=items)
    if isinstance(axes, Object) and isinstance(value, Object) and axes.cls is value.cls and value.cls.pytree == "yes":
        children = children_of(ev, value)
        parts = ((name, held, axes.get(name)) for name, held in value.fields)
        fields = [
            (name, held if name not in children or axis is None else by_axes(ev, held, axis, mapped))
            for name, held, axis in parts
        ]
        return replace(value, fields=tuple(fields))
    return union([value, mapped(value)])


def _alike(axes: Container, value: Container) -> bool:
    """Whether two containers have the same, known parts."""
    known = axes.kind == value.kind and axes.kind in FLAT and axes.rest is None and value.rest is None
    return known and (set(axes.keys) == set(value.keys) if axes.kind == "dict" else len(axes.items) == len(value.items))


def _in_order(axes: Container, value: Container) -> tuple[Value, ...]:
    """The axes of the parts of a container."""
    if axes.kind != "dict":
        return axes.items
    return tuple(axes.items[axes.keys.index(key)] for key in value.keys)
