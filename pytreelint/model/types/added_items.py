"""What a trace adds to containers that were there before it: `history.append(loss)`, `seen += [x]`."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from pytreelint.model.types.changers import changer_of
from pytreelint.model.types.item_containers import is_item_container, without_subscripts
from pytreelint.model.types.leaks import is_kept_container, is_modules_own, refused, stored
from pytreelint.model.types.origins import origin
from pytreelint.model.values.holders import held_by
from pytreelint.model.values.value import Container, Value

if TYPE_CHECKING:
    from pytreelint.model.values.arguments import Arguments
    from pytreelint.model.values.frame import Frame
    from pytreelint.model.values.protocol import Interpreter

_ADDING = frozenset({"append", "add", "extend", "insert", "setdefault", "appendleft", "reset", "update"})


def added(ev: Interpreter, call: ast.Call, arguments: Arguments, frame: Frame) -> None:
    """`history.append(loss)` for a list of the module, of which nothing is known as the module changes it,
    `self.history.append(loss)`, and `metrics.update(loss=loss)`, which an object of a library may refuse."""
    method = call.func
    if not frame.tracing or not isinstance(method, ast.Attribute) or method.attr not in _ADDING:
        return
    if not frame.guarded and (changer := changer_of(ev, method, frame)) is not None:
        refused(ev, call, method.value, method.attr, frame, changer)
        return
    place = (held_by(method.value, frame) if isinstance(method.value, ast.Call) else None) or method.value
    whole, home = origin(ev, without_subscripts(place), frame)
    if method.attr == "reset" or (isinstance(place, ast.Subscript) and not is_item_container(ev, method.value, frame)):
        return
    if method.attr != "update":
        given = tuple(map(_as_item, arguments.args)) if is_kept_container(ev, whole, home) else ()
    elif is_modules_own(ev, whole, home) or isinstance(_held(ev, whole, home), Container):
        named = arguments.keywords
        given = (*arguments.args, Container("dict", tuple(named.values()), tuple(named)))
        given = tuple(each for each in given if isinstance(each, Container))
    else:
        return
    for value in given:
        stored(ev, place, value, frame, in_place=True)


def _held(ev: Interpreter, node: ast.expr, frame: Frame) -> Value | None:
    return ev.expression(node, frame) if isinstance(node, (ast.Name, ast.Attribute)) else None


def extended(ev: Interpreter, target: ast.expr, value: Value, frame: Frame) -> None:
    """`seen += [x]` for a list of the module, of which nothing is known as the module changes it."""
    if isinstance(value, Container) and isinstance(target, ast.Name) and target.id in frame.globals:
        if is_modules_own(ev, target, frame):
            stored(ev, target, value, frame, in_place=True)


def _as_item(value: Value) -> Value:
    """A dict that is put into a list, as a part of that: perhaps none but its names are read."""
    return Container("list", (value,)) if type(value) is Container and value.kind == "dict" else value
