"""What an index needs: the bounds of a slice and the index of a list are numbers, a mask says how much it leaves."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from pytreelint.model.algebra.demands import BOUND, INDEX, KEY, MASK, demand, hashing
from pytreelint.model.values import marks
from pytreelint.model.values.value import Array, Container, Scalar, Value

if TYPE_CHECKING:
    from pytreelint.model.values.frame import Frame
    from pytreelint.model.values.protocol import Interpreter


def item(ev: Interpreter, holder: Value, given: Value, index: ast.expr, frame: Frame) -> Value:
    """Returns the item of an array, `given`, with the marks of the array and of the index."""
    values = [given, *_of_array(ev, holder, index, frame)]
    staging = () if isinstance(index, ast.Slice) else frame.staging
    return marks.operated(given, values, staging)


def _of_array(ev: Interpreter, holder: Value, index: ast.expr, frame: Frame) -> list[Value]:
    if isinstance(index, ast.Slice):
        return [bound for bound in bounds(ev, index, frame) if bound is not None]
    if isinstance(index, ast.Tuple):
        return [value for part in index.elts for value in _of_array(ev, holder, part, frame)]
    value = ev.expression(index, frame)
    if isinstance(value, Array) and value.dtype == "bool":
        demand(ev, index, value, MASK, frame)
    elif isinstance(holder, Array) and _is_numpy(holder):
        demand(ev, index, value, "the index of an array of numpy", frame)
    return [value]


def of_axes(index: ast.expr) -> bool:
    """Whether an index is one of an array of several axes, which no tree has: `x[:, 0]`."""
    return isinstance(index, ast.Tuple) and any(isinstance(part, ast.Slice) for part in index.elts)


def _is_numpy(holder: Array) -> bool:
    """Whether an array is certainly one of numpy: many are annotated so that are JAX's."""
    return holder.flavour in ("numpy", "numpy-scalar") and not holder.traces and not holder.declared


def _may_be_array(holder: Container) -> bool:
    """Whether nothing but an annotation says that something is a list of numbers or of arrays: arrays are handed over
    for those."""
    return holder.declared and not holder.items and isinstance(holder.rest, (Scalar, Array))


def bounds(ev: Interpreter, index: ast.Slice, frame: Frame) -> list[Value | None]:
    """The bounds of a slice, which are numbers."""
    found: list[Value | None] = []
    for part in (index.lower, index.upper, index.step):
        value = ev.expression(part, frame) if part is not None else None
        if part is not None and value is not None:
            demand(ev, part, value, BOUND, frame, any_tree=True)
        found.append(value)
    return found


def of_container(ev: Interpreter, holder: Container, key: Value, index: ast.expr, frame: Frame) -> None:
    """Emits the demands of an index: a list needs its value, a dict the hash of its key."""
    if holder.kind in ("list", "tuple") and not _may_be_array(holder):
        demand(ev, index, key, INDEX, frame, any_tree=True)
    elif holder.kind == "dict":
        hashing(ev, index, key, KEY, frame)
