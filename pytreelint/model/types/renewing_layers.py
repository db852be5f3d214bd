"""Layers of libraries that change themselves when they are called, where no mode forbids it: dropout draws its keys."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from pytreelint.knowledge.in_place import DRAWN_WITH, MODES, RENEWING_LAYERS
from pytreelint.model.types import leaks
from pytreelint.model.types.changers import is_stream
from pytreelint.model.values.nodes import Node
from pytreelint.model.values.value import Constant, Object, Value

if TYPE_CHECKING:
    from pytreelint.model.values.arguments import Arguments
    from pytreelint.model.values.frame import Frame
    from pytreelint.model.values.protocol import Interpreter

KINDS = (Object, Node)  # of what is called


def called(ev: Interpreter, node: ast.Call, function: Value, arguments: Arguments, frame: Frame) -> None:
    """Emits a site where a trace calls a layer from outside of it that changes itself, which its library refuses."""
    if is_stream(function) and isinstance(function, Node):
        _drawn(ev, node, function, frame)
        return
    if not isinstance(function, Object) or (mode := RENEWING_LAYERS.get(function.cls.qualified)) is None:
        return
    if frame.guarded or frame.module.origin != "project" or not arguments.complete:
        return
    if not _is_off(function.get(mode)) or not _is_off(arguments.keywords.get(mode)) or _is_idle(function):
        return
    modules = {frame.module, *(trace.module for trace in frame.tracing)}
    if DRAWN_WITH in arguments.keywords or len(arguments.args) > 1 or any(each.has_word(MODES) for each in modules):
        return  # a mode may be set for a whole model, which is not followed
    name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
    leaks.refused(ev, node, node.func, name or function.cls.name, frame, function)


def _drawn(ev: Interpreter, node: ast.Call, stream: Node, frame: Frame) -> None:
    """A stream of keys counts in itself what is drawn: `rngs()`, `rngs.dropout()`."""
    holder = node.func.value if isinstance(node.func, ast.Attribute) else node.func
    if isinstance(holder, ast.Name) and not frame.guarded and frame.module.origin == "project":
        leaks.refused(ev, node, holder, holder.id, frame, stream)


def _is_off(flag: Value | None) -> bool:
    return flag is None or (isinstance(flag, Constant) and flag.value in (False, None))


def _is_idle(layer: Object) -> bool:
    """Whether nothing is dropped: by a rate of zero, or of which nothing is known."""
    rate = layer.get("rate")
    return rate is not None and not (isinstance(rate, Constant) and bool(rate.value))
