"""Functions that are given to code which is not followed: it may call them, and they change what is around them."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from pytreelint.model.syntax.changing import changed_by, changed_parameters
from pytreelint.model.values.cut import frozen
from pytreelint.model.values.value import Bound, Container, Function, Object, Partial, Transformed, Unknown, Value

if TYPE_CHECKING:
    from collections.abc import Iterable

    from pytreelint.model.values.arguments import Arguments
    from pytreelint.model.values.frame import Frame
    from pytreelint.model.values.protocol import Interpreter

_CALLED = frozenset([Function, Object, Bound, Partial])
_CHANGED = Unknown("changed by a function that was given away")


def hand_over(ev: Interpreter, arguments: Arguments) -> None:
    """Forgets what the functions among the arguments of a call may change: names around them, their instances."""
    if ev.events.wrappers:
        _note_wrappers(ev, arguments.args)
        if arguments.keywords:
            _note_wrappers(ev, arguments.keywords.values())
    if _CALLED.isdisjoint(map(type, arguments.args)):
        if not arguments.keywords or _CALLED.isdisjoint(map(type, arguments.keywords.values())):
            return
    given: list[tuple[int | str, Value]] = [*enumerate(arguments.args), *arguments.keywords.items()]
    for position, value in given:
        while isinstance(value, Partial):
            value = value.function
        if isinstance(value, Function) and value.closure is not None:
            for name in changed_by(value.node):
                _forget(name, value.closure)
        elif isinstance(value, Object):
            found = value.cls.method("__call__")
            if found is not None and _changes_instance(value, found[1]):
                arguments.changed[position] = value.forgotten(_CHANGED.reason)
        elif isinstance(value, Bound) and isinstance(value.instance, Object) and isinstance(value.function, Function):
            if _changes_instance(value.instance, value.function.node):
                _forget_holder(ev, value.instance, position, arguments)


def _note_wrappers(ev: Interpreter, given: Iterable[Value]) -> None:
    for value in given:
        for each in value.items if type(value) is Container else (value,):
            if type(each) is Transformed:
                ev.events.given_away.add(each.site)


def _forget(name: str, frame: Frame | None) -> None:
    while frame is not None:
        if frame.env is not None and name in frame.env:
            frame.env[name] = _CHANGED
            return
        frame = frame.parent


def _forget_holder(ev: Interpreter, instance: Object, position: int | str, arguments: Arguments) -> None:
    """The instance of a method is held by what stands before the dot."""
    at, name = (position, "") if isinstance(position, int) else (None, position)
    node = arguments.expression(at, name)
    if isinstance(node, ast.Attribute):
        ev.changed(node.value, instance.forgotten(_CHANGED.reason), arguments.frame)


def _changes_instance(instance: Object, method: ast.AST) -> bool:
    if instance.cls.pytree != "no" or frozen(instance.cls) or not isinstance(method, ast.FunctionDef):
        return False
    first = next(iter((*method.args.posonlyargs, *method.args.args)), None)
    return first is not None and first.arg in changed_parameters(method)
