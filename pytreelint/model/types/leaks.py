"""Tracers that are stored where the trace ends before they do: each such statement is a site."""

from __future__ import annotations

import ast
from collections.abc import Iterable
from typing import TYPE_CHECKING

from pytreelint.knowledge.bases import WRAPPED
from pytreelint.knowledge.frozen import CONSTRUCTORS
from pytreelint.model.values.kept_tracers import Leak, WrittenInTrace
from pytreelint.model.values.value import Array, Container, Object, Unknown, Value

if TYPE_CHECKING:
    from pytreelint.model.values.frame import Frame
    from pytreelint.model.values.marks import Traces
    from pytreelint.model.values.protocol import Interpreter


def stored(ev: Interpreter, target: ast.expr, value: Value, frame: Frame, in_place: bool = False) -> None:
    """Emits a site where a traced function stores a tracer in what was there before the trace began."""
    if not frame.staging or frame.guarded or not _inside(value, frame.staging):
        return
    if isinstance(target, ast.Subscript) and _is_modules_own(target.value, frame):
        target, in_place = target.value, True
    around = _outside_name(target.id, frame, in_place) if isinstance(target, ast.Name) else None
    if isinstance(target, ast.Attribute):
        instance = ev.expression(target.value, frame)
        around = _outside_instance(target, instance, frame) if isinstance(instance, Object) else None
    left = tuple(trace for trace in _inside(value, frame.staging) if around is not None and trace not in around)
    if left and isinstance(target, (ast.Name, ast.Attribute)):
        name = target.id if isinstance(target, ast.Name) else target.attr
        ev.emit(Leak(frame.module, target, name, left[0], value, frame))


def written(ev: Interpreter, target: ast.expr, frame: Frame) -> None:
    """Emits a site where a traced function assigns to an object from outside whose library refuses that at once."""
    if isinstance(target, ast.Subscript) or (isinstance(target, ast.Attribute) and target.attr in WRAPPED):
        target = target.value if _is_variable(ev, target.value, frame) else target  # `self.count[...] += 1`
    if frame.guarded or frame.module.origin != "project" or not isinstance(target, ast.Attribute):
        return  # what a layer of a library does hangs on modes that are set by ways that nobody sees
    instance = ev.expression(target.value, frame)
    if isinstance(instance, Object) and _is_watched(instance):
        around = _outside(target.value, instance, frame)
        left = [trace for trace in frame.staging if around is not None and trace not in around]
        if left:
            ev.emit(WrittenInTrace(frame.module, target, instance.cls, target.attr, left[0]))


def _is_variable(ev: Interpreter, node: ast.expr, frame: Frame) -> bool:
    """Whether an expression is a variable, or an attribute that the constructor makes one."""
    held: Value | None = ev.expression(node, frame)
    held = _as_built(ev, node, frame) if isinstance(held, Unknown) else held
    return isinstance(held, Array) and held.variable


def _as_built(ev: Interpreter, node: ast.expr, frame: Frame) -> Value | None:
    """What an attribute holds when its object has been constructed."""
    instance = ev.expression(node.value, frame) if isinstance(node, ast.Attribute) else None
    built = ev.instance(instance.cls) if isinstance(instance, Object) else None
    return built.get(node.attr) if isinstance(built, Object) and isinstance(node, ast.Attribute) else None


_ADDING = frozenset({"append", "add", "extend", "insert", "setdefault", "appendleft"})


def added(ev: Interpreter, call: ast.Call, args: Iterable[Value], frame: Frame) -> None:
    """`history.append(loss)` for a list of the module, of which nothing is known as the module changes it, and
    `self.history.append(loss)`."""
    method = call.func
    if not isinstance(method, ast.Attribute) or method.attr not in _ADDING:
        return
    if _is_modules_own(method.value, frame) or _is_held_list(ev, method.value, frame):
        for value in args:
            stored(ev, method.value, value, frame, in_place=True)


def _is_held_list(ev: Interpreter, node: ast.expr, frame: Frame) -> bool:
    """Whether an expression is an attribute that holds a list, dict or set which its constructor made."""
    if not isinstance(node, ast.Attribute) or not isinstance(node.value, ast.Name):
        return False
    held = _as_built(ev, node, frame)
    return isinstance(held, Container) and held.kind in ("list", "dict", "set")


def _is_modules_own(node: ast.expr, frame: Frame) -> bool:
    """Whether a name is the module's, and one of a container that the module makes."""
    if not isinstance(node, ast.Name) or frame.find(node.id) is not None:
        return False
    held = [
        each.value for each in frame.module.bindings.get(node.id, ()) if isinstance(each, (ast.Assign, ast.AnnAssign))
    ]
    return bool(held) and all(isinstance(each, _DISPLAYS) for each in held)


_DISPLAYS = (ast.List, ast.Dict, ast.Set, ast.ListComp, ast.DictComp)


def _inside(value: Value, staging: Traces) -> Traces:
    """Returns the active transforms that trace a value, or an item of it."""
    if type(value) is Array or (isinstance(value, Unknown) and value.certain):
        return tuple([trace for trace in value.traces if trace in staging])
    if type(value) is Container and value.kind in ("list", "dict"):
        parts = (*value.items, *((value.rest,) if value.rest is not None else ()))
        return next((found for part in parts if isinstance(part, Array) and (found := _inside(part, staging))), ())
    return ()


def _outside_name(name: str, frame: Frame, in_place: bool) -> Traces | None:
    """Returns the transforms that trace the scope of a name from outside of this frame."""
    if not in_place and name not in frame.outer and name not in frame.globals:
        return None
    scope: Frame | None = frame
    while scope is not None:
        if scope.env is not None and name in scope.env:
            return None if scope is frame else scope.staging
        scope = scope.parent
    return () if name in frame.module.bindings else None


def _is_watched(instance: Object) -> bool:
    """Whether the library of an instance knows in which trace it was made."""
    return instance.cls.maker is not None and instance.cls.maker.watches_traces


def _outside_instance(target: ast.Attribute, instance: Object, frame: Frame) -> Traces | None:
    """The transforms that trace the scope that an instance is from; None where the trace may have made it."""
    cls = instance.cls
    plain = cls.pytree == "no" and not cls.registered_somewhere and not cls.method("__setattr__") and not cls.is_open
    if not plain or (cls.maker is not None and cls.maker.frozen) or not isinstance(target.value, ast.Name):
        return None
    return _outside(target.value, instance, frame)


def _outside(holder: ast.expr, instance: Object, frame: Frame) -> Traces | None:
    """The same of what a name holds, or, where no trace has made it, a part of that."""
    if isinstance(holder, ast.Attribute):
        made = instance.created_in
        return _outside(holder.value, instance, frame) if made is None or not made.frame.staging else None
    if not isinstance(holder, ast.Name):
        return None
    scope: Frame | None = frame
    while scope is not None and (scope.env is None or holder.id not in scope.env):
        scope = scope.parent
    if scope is None:
        return () if holder.id in frame.module.bindings else None
    if not scope.staging:
        return ()
    # The transformed function itself is a method, of an instance that is static or bound.
    name = getattr(scope.function, "name", "")
    if holder.id != scope.first_parameter or name in CONSTRUCTORS or scope.back is None:
        return None
    caller, call = scope.back
    if not caller.staging:
        held = scope.find(holder.id)
        return None if isinstance(held, Object) and _is_watched(held) else ()
    called = _instance_of(call, name)
    return _outside(called, instance, caller) if called is not None else None


def _instance_of(call: ast.AST, name: str) -> ast.expr | None:
    """The instance whose method of that name a call runs: `model.step(x)`, `model(x)`."""
    method = call.func if isinstance(call, ast.Call) else None
    if name == "__call__":
        return method
    return method.value if isinstance(method, ast.Attribute) and method.attr == name else None
