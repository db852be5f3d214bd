"""Properties: functions of an instance that run where an attribute is read or assigned."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from pytreelint.model.algebra import caches, special
from pytreelint.model.algebra.demands import guarding
from pytreelint.model.values.frame import Frame
from pytreelint.model.values.marks import holds_tracers
from pytreelint.model.values.value import Bound, Function, Object, Value

if TYPE_CHECKING:
    from pytreelint.model.values.protocol import Interpreter

PROPERTY = "builtins.property"
NAMES = {PROPERTY, "functools.cached_property"}


def read(ev: Interpreter, getter: Value, instance: Value, node: ast.expr, frame: Frame, is_cached: bool) -> Value:
    """Returns what a getter gives; one that `is_cached` may have run before any transform did.

    Not on tracers: an instance that holds them was made in the trace, and so was all that is kept beside them.
    """
    if not is_cached:
        return special.call(ev, Bound(getter, instance), (), node, _holder(node), frame)
    traced, frame.staging, frame.tracing = (frame.staging, frame.tracing), (), ()
    with guarding(frame, not holds_tracers(instance)):
        value = special.call(ev, Bound(getter, instance), (), node, _holder(node), frame)
    frame.staging, frame.tracing = traced
    if isinstance(getter, Function) and not _is_filled(instance, getter.name):
        caches.read(ev, getter, instance, _as_first(ev, getter, instance, node, frame) or value, node, frame)
    return value


def _is_filled(instance: Value, name: str) -> bool:
    from pytreelint.model.types.by_functions import filled_by_constructor

    return isinstance(instance, Object) and filled_by_constructor(instance.cls, name)


def _as_first(ev: Interpreter, getter: Function, instance: Value, node: ast.expr, frame: Frame) -> Value | None:
    """What a property gives where a transform traces it, and nothing has run it before."""
    if not frame.staging:
        return None
    with ev.aside():
        return special.call(ev, Bound(getter, instance), (), node, _holder(node), frame)


def write(ev: Interpreter, setter: Value, instance: Value, value: Value, node: ast.expr, frame: Frame) -> None:
    """Runs a setter for `instance.name = value`."""
    special.call(ev, Bound(setter, instance), (value,), node, _holder(node), frame)


def _holder(node: ast.expr) -> ast.expr:
    return node.value if isinstance(node, ast.Attribute) else node
