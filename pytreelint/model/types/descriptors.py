"""Descriptors that a project writes: what `__get__` gives where an attribute is read.

class Lazy:
    def __init__(self, function): self.function = function
    def __get__(self, instance, owner): return self.function(instance)

class Model:
    @Lazy
    def scale(self): ...
    rate = Typed(0.1)
"""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from pytreelint.knowledge.record import replace
from pytreelint.model.syntax.parameters import signature
from pytreelint.model.syntax.walking import walk
from pytreelint.model.types.bodies import GET, class_attribute, is_descriptor
from pytreelint.model.values.arguments import INSTANCE, Arguments
from pytreelint.model.values.value import DYNAMIC, Bound, ClassValue, Container, Object, Unknown, Value, constant

if TYPE_CHECKING:
    from pytreelint.model.values.classes import ClassInfo, Method
    from pytreelint.model.values.frame import Frame
    from pytreelint.model.values.protocol import Interpreter

_SET_NAME = "__set_name__"
_MAKING = frozenset({"__init__", "__post_init__", "__new__", _SET_NAME})
_LATER = Unknown("an attribute of a descriptor")


def of_body(ev: Interpreter, cls: ClassInfo, name: str, instance: Object, node: ast.expr, frame: Frame) -> Value:
    """What a class body assigns to a name, on an instance."""
    value = class_attribute(ev, cls, name, instance, frame)
    return read(ev, value, name, instance, node, frame) if is_descriptor(value) else value


def of_method(ev: Interpreter, function: Value, name: str, instance: Value, node: ast.expr, frame: Frame) -> Value:
    """What the decorators of a method leave, on an instance."""
    if is_descriptor(function):
        return read(ev, function, name, instance, node, frame)
    return Bound(function, instance, created_in=frame.region)


def read(ev: Interpreter, value: Object, name: str, instance: Value, node: ast.expr, frame: Frame) -> Value:
    """What a descriptor gives for an instance."""
    from pytreelint.model.types.implementations import is_redefined

    if not isinstance(instance, Object) or (not instance.exact and is_redefined(ev, instance.cls, name)):
        return DYNAMIC
    cls = ClassValue(instance.cls)
    named = _named(ev, value, name, cls, node, frame)
    arguments = Arguments((instance, cls), {}, node, frame)
    found = ev.call_value(ev.attribute(named, GET, node, frame), arguments)
    # What it keeps beside the instance's attributes (`instance.__dict__[name]`) is what it gives again.
    after = arguments.changed.get(0)
    if isinstance(node, ast.Attribute) and isinstance(after, Object) and after.exact:
        ev.changed(node.value, after, frame, instance)
    return found


def _named(ev: Interpreter, value: Object, name: str, cls: ClassValue, node: ast.expr, frame: Frame) -> Object:
    """A descriptor that has been told its name, with what none of its methods changes later."""
    if value.cls.method(_SET_NAME) is not None:
        arguments = Arguments((cls, constant(name)), {}, node, frame)
        ev.call_value(ev.attribute(value, _SET_NAME, node, frame), arguments)
        after = arguments.changed.get(INSTANCE)
        value = after if isinstance(after, Object) else value.forgotten(_SET_NAME)
    later = ev.answer((_named, value.cls), lambda: _set_later(value.cls))
    return replace(value, fields=tuple((key, _kept(key, held, later)) for key, held in value.fields))


def _kept(name: str, held: Value, later: frozenset[str]) -> Value:
    may_grow = isinstance(held, Container) and held.kind not in ("tuple", "frozenset")
    return _LATER if may_grow or name in later else held


def _set_later(cls: ClassInfo) -> frozenset[str]:
    """The attributes that a class assigns in its instances after these are made and told their names."""
    found = (name for each in cls.mro for method in each.bodies if method.name not in _MAKING for name in _sets(method))
    return frozenset(found)


def _sets(method: Method) -> list[str]:
    parameters = signature(method.args).positional
    own = parameters[0].arg if parameters else ""
    return [
        each.attr
        for each in walk(method)
        if isinstance(each, ast.Attribute)
        and not isinstance(each.ctx, ast.Load)
        and isinstance(each.value, ast.Name)
        and each.value.id == own
    ]
