"""What Python runs on an instance where no call is written: special methods, getters and setters."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from typing import TYPE_CHECKING

from pytreelint.model.values.arguments import INSTANCE, Arguments
from pytreelint.model.values.frame import Frame
from pytreelint.model.values.value import Bound, Object, Value

if TYPE_CHECKING:
    from pytreelint.model.values.protocol import Interpreter


def run(
    ev: Interpreter, instance: Value, names: Sequence[str], given: tuple[Value, ...], holder: ast.expr, frame: Frame
) -> Value | None:
    """Runs the first of some special methods that the class of an instance has, if it has one.

    Arguments:
        holder: the expression that gives the instance.
    """
    found = next((name for name in names if instance.cls.method(name)), None) if isinstance(instance, Object) else None
    if found is None:
        return None
    method = ev.attribute(instance, found, holder, frame)
    return call(ev, method, given, holder, holder, frame) if isinstance(method, Bound) else None


def call(
    ev: Interpreter, method: Bound, given: tuple[Value, ...], node: ast.expr, holder: ast.expr, frame: Frame
) -> Value:
    """Calls a method; what it assigned in its instance (`self._grid = ...`) is there afterwards."""
    arguments = Arguments(given, {}, node, frame)
    value = ev.call_value(method, arguments)
    after = arguments.changed.get(INSTANCE)
    if after is not None:
        ev.changed(holder, after, frame, method.instance)
    return value
