"""Methods that count their calls in an attribute of their instance: `self.step += 1`, in each call another number."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from pytreelint.model.types.by_functions import BY_METHOD
from pytreelint.model.values.counting import counts
from pytreelint.model.values.value import Constant, Scalar, Value, options_of

if TYPE_CHECKING:
    from pytreelint.model.values.frame import Frame

_NUMBERS = ("int", "float")


def counted(target: ast.expr, before: Value, after: Value, frame: Frame) -> Value:
    """Returns the value after `self.step += 1`: a count of calls, where a method is entered by itself and comes by in
    each call, and the constructor begins with a number.
    """
    entry = frame.region
    if entry is None or entry.kind != "entry" or entry.node is not frame.function or not _is_own(target, frame):
        return after
    options = options_of(before)
    begun = [each for each in options if isinstance(each, (Constant, Scalar)) and each.kind in _NUMBERS]
    if not begun or any(each not in begun and each != BY_METHOD for each in options):
        return after
    return counts(Scalar(begun[0].kind, why=after.why), entry.node)  # type: ignore[arg-type]  # a kind of number


def _is_own(target: ast.expr, frame: Frame) -> bool:
    """Whether it is an attribute of the instance of a method."""
    spec = getattr(frame.function, "args", None)
    first = next(iter((*spec.posonlyargs, *spec.args)), None) if spec is not None else None
    if frame.method.owner is None or first is None or not isinstance(target, ast.Attribute):
        return False
    return isinstance(target.value, ast.Name) and target.value.id == first.arg
