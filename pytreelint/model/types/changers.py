"""Methods of libraries that change an instance in place."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from pytreelint.knowledge.in_place import CHANGING, STREAMS
from pytreelint.model.types.first_bound import first_bound
from pytreelint.model.values.nodes import Node
from pytreelint.model.values.value import Array, Object, Unknown, Value

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pytreelint.model.values.frame import Frame
    from pytreelint.model.values.protocol import Interpreter


def changed_by(value: Value | None, method: str) -> tuple[int, ...] | None:
    """The positions of the arguments that a method changes besides the instance; None if it is not known to do so."""
    if not isinstance(value, Object):
        return None
    for cls in value.cls.mro:
        if method in (known := CHANGING.get(cls.qualified, {})):
            return known[method]
        if method in cls.methods:
            return None
    return None


def changer_of(ev: Interpreter, method: ast.Attribute, frame: Frame) -> Object | None:
    """The instance that a method of a library changes."""
    held = as_made(ev, method.value, frame)
    return held if isinstance(held, Object) and changed_by(held, method.attr) is not None else None


def as_made(ev: Interpreter, node: ast.expr, frame: Frame) -> Value:
    """What an expression gives; a name of the module whose object functions change, as its one assignment made that."""
    held = ev.expression(node, frame)
    if isinstance(held, Unknown) and isinstance(node, ast.Name) and frame.find(node.id) is None:
        alone = len(frame.module.bindings.get(node.id, ())) == 1
        return (first_bound(ev, ev.top(frame.module), node.id) if alone else None) or held
    return held


def is_variable(ev: Interpreter, node: ast.expr, frame: Frame) -> bool:
    """Whether an expression is a variable, or an attribute that the constructor makes one."""
    held: Value | None = ev.expression(node, frame)
    held = as_built(ev, node, frame) if isinstance(held, Unknown) else held
    return isinstance(held, Array) and held.variable


def as_built(ev: Interpreter, node: ast.expr, frame: Frame) -> Value | None:
    """What an attribute holds when its object has been constructed."""
    instance = as_made(ev, node.value, frame) if isinstance(node, ast.Attribute) else None
    built = ev.instance(instance.cls) if isinstance(instance, Object) else None
    return built.get(node.attr) if isinstance(built, Object) and isinstance(node, ast.Attribute) else None


def has_changers(value: Value) -> bool:
    """Whether an instance, or one that it holds, has methods that are known to change it, or variables, or counts."""
    if is_stream(value):
        return True
    if isinstance(value, Object) and value.cls.maker is not None and value.cls.maker.watches_traces:
        return True
    held = [value, *(item for _, item in value.fields)] if isinstance(value, Object) else []
    return any(cls.qualified in CHANGING for each in held if isinstance(each, Object) for cls in each.cls.mro)


def is_stream(value: Value) -> bool:
    """Whether a value counts the keys that are drawn from it, in itself."""
    return isinstance(value, Node) and value.name in STREAMS


def part_at(value: Value, attributes: Sequence[str]) -> Value | None:
    """What lies behind some attributes of an instance, where they are fields."""
    found: Value | None = value
    for name in attributes:
        found = found.get(name) if isinstance(found, Object) else None
    return found
