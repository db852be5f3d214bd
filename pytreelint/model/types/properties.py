"""Properties: functions of an instance that run where an attribute is read or assigned."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from pytreelint.model.algebra.demands import guarding
from pytreelint.model.values.arguments import Arguments
from pytreelint.model.values.frame import Frame
from pytreelint.model.values.value import Value

if TYPE_CHECKING:
    from pytreelint.model.values.protocol import Interpreter

NAMES = {"builtins.property", "functools.cached_property"}


def read(ev: Interpreter, getter: Value, instance: Value, node: ast.expr, frame: Frame, is_cached: bool) -> Value:
    """Returns what a getter gives; one that `is_cached` may have run before any transform did."""
    arguments = Arguments((instance,), {}, node, frame)
    staging, frame.staging = frame.staging, () if is_cached else frame.staging
    with guarding(frame, is_cached):
        value = ev.call_value(getter, arguments)
    frame.staging = staging
    _write_back(ev, arguments, node)
    return value


def write(ev: Interpreter, setter: Value, instance: Value, value: Value, node: ast.expr, frame: Frame) -> None:
    """Runs a setter for `instance.name = value`."""
    arguments = Arguments((instance, value), {}, node, frame)
    ev.call_value(setter, arguments)
    _write_back(ev, arguments, node)


def _write_back(ev: Interpreter, arguments: Arguments, node: ast.expr) -> None:
    """What a getter or setter assigned in its instance (`self._grid = ...`) is there afterwards."""
    holder = node.value if isinstance(node, ast.Attribute) else None
    if 0 in arguments.changed and isinstance(holder, (ast.Name, ast.Attribute, ast.Subscript)):
        ev.changed(holder, arguments.changed[0], arguments.frame)
