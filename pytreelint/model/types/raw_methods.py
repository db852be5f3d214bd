"""Methods as their class body leaves them: after decorators, and after what is assigned to their names below them."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from pytreelint.knowledge.record import replace
from pytreelint.model.syntax.free import free_names
from pytreelint.model.values.frame import Frame
from pytreelint.model.values.value import Function, Library, Unknown, Value

if TYPE_CHECKING:
    from pytreelint.model.values.classes import ClassInfo, Method
    from pytreelint.model.values.protocol import Interpreter


def raw_method(ev: Interpreter, owner: ClassInfo, found: Method) -> Value:
    """A method after its decorators, unbound; the same value each time."""
    recursion: Value = Unknown("recursion")
    return ev.answer((raw_method, found), lambda: _made(ev, owner, found), recursion)


def plain_method(owner: ClassInfo, found: Method) -> Function:
    """A method as its class body defines it, without its decorators."""
    return Function(found, owner.module, _closure(owner), owner)


def _made(ev: Interpreter, owner: ClassInfo, found: Method) -> Value:
    function = plain_method(owner, found)
    if _is_static(ev, found, owner.scope):
        function = replace(function, owner=None)  # it gets neither its instance nor its class
    value = ev.decorated(function, owner.scope)
    for call in owner.rebound.get(found.name, ()) if owner.methods.get(found.name) is found else ():
        value = ev.wrapped(value, function, call, _scope(ev, owner, call, {found.name: value}))
    return value


def _is_static(ev: Interpreter, node: Method, scope: Frame) -> bool:
    return any(ev.expression(each, scope) == Library("builtins.staticmethod") for each in node.decorator_list)


def body_scope(ev: Interpreter, cls: ClassInfo, node: ast.expr) -> Frame:
    """The scope of an expression in a class body, which sees what the body binds."""
    return _scope(ev, cls, node, {})


def _scope(ev: Interpreter, cls: ClassInfo, node: ast.expr, known: dict[str, Value]) -> Frame:
    names = free_names(node)
    bound = {name: raw_method(ev, cls, cls.methods[name]) for name in names & set(cls.methods) if name not in known}
    seen = {**{name: value for name, value in bound.items() if not isinstance(value, Library)}, **known}
    return Frame(cls.module, seen, cls.scope, depth=cls.scope.depth) if seen else cls.scope


def _closure(owner: ClassInfo) -> Frame | None:
    parent = owner.scope.parent
    return parent if parent is not None and not (parent.top and parent.parent is None) else None
