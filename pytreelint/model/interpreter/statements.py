"""Statements: assignments, branches that join, loops with a second iteration, and what ends a flow."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

from pytreelint.knowledge.objects import ENDS_PROGRAM
from pytreelint.knowledge.record import replace
from pytreelint.model.algebra import handed_back, lists, operators, special
from pytreelint.model.algebra.demands import decided, tested
from pytreelint.model.algebra.narrowing import narrow, truth
from pytreelint.model.algebra.subscripts import shuffled
from pytreelint.model.interpreter import branches, loops, matching
from pytreelint.model.interpreter.assignments import assign, changed
from pytreelint.model.interpreter.defaults import with_defaults
from pytreelint.model.interpreter.expressions import operate
from pytreelint.model.project.modules import imports_of
from pytreelint.model.syntax.questions import named_tests, parts_of
from pytreelint.model.types import added_items, leaks
from pytreelint.model.types.counting_methods import counted
from pytreelint.model.types.writes import emit_write
from pytreelint.model.values import ties
from pytreelint.model.values.choices import ended
from pytreelint.model.values.counting import advanced
from pytreelint.model.values.frame import Frame
from pytreelint.model.values.identity import carried, named
from pytreelint.model.values.meeting import exclude
from pytreelint.model.values.sites import ClassMade
from pytreelint.model.values.unknowns import filled, unknown_inside
from pytreelint.model.values.value import (
    NONE,
    Array,
    ClassValue,
    Constant,
    Container,
    Function,
    Library,
    Object,
    Unknown,
    Value,
    because,
)

if TYPE_CHECKING:
    from pytreelint.model.values.protocol import Interpreter


def run(ev: Interpreter, body: Iterable[ast.stmt], frame: Frame) -> None:
    """Run statements until the flow ends."""
    for statement in body:
        if frame.env is None:
            return
        handler = _HANDLERS.get(type(statement))
        if handler:
            handler(ev, statement, frame)


def _expr(ev: Interpreter, node: ast.Expr, frame: Frame) -> None:
    if not isinstance(node.value, ast.Constant):
        ev.expression(node.value, frame)
    if isinstance(node.value, ast.Call) and _last_name(node.value.func) in _ENDINGS:
        called = ev.expression(node.value.func, frame)
        if isinstance(called, Library) and called.name in ENDS_PROGRAM:
            frame.env = None


_ENDINGS = frozenset(name.rpartition(".")[2] for name in ENDS_PROGRAM)


def _last_name(function: ast.expr) -> str:
    return function.attr if isinstance(function, ast.Attribute) else getattr(function, "id", "")


def _assign(ev: Interpreter, node: ast.Assign, frame: Frame) -> None:
    value = ev.expression(node.value, frame)
    if isinstance(node.value, ast.BinOp) and _is_side(node.targets[0], node.value):  # `n = n + 1`
        before = ev.expression(node.targets[0], frame)
        value = counted(node.targets[0], before, advanced(ev, node.targets[0], before, value, frame), frame)
    value = decided(value, frame)
    if len(node.targets) > 1:  # `mu = nu = zeros`: one object
        value = named(value)
    for target in node.targets:
        assign(ev, target, value, frame)


def _is_side(target: ast.expr, sum_: ast.BinOp) -> bool:
    """Whether a side of a sum is what the sum is assigned to."""
    return isinstance(target, (ast.Name, ast.Attribute)) and any(
        _is_same(side, target) for side in (sum_.left, sum_.right)
    )


def _is_same(one: ast.expr, two: ast.expr) -> bool:
    match one, two:
        case ast.Name(id=name), ast.Name(id=other):
            return name == other
        case ast.Attribute(value=value, attr=name), ast.Attribute(value=holder, attr=other):
            return name == other and ast.unparse(value) == ast.unparse(holder)
    return False


def _annotated(ev: Interpreter, node: ast.AnnAssign, frame: Frame) -> None:
    if node.value is None:
        return
    value = ev.expression(node.value, frame)
    if unknown_inside(value):
        value = carried(filled(value, ev.annotation(node.annotation, frame)), value)
    assign(ev, node.target, value, frame)


def _augmented(ev: Interpreter, node: ast.AugAssign, frame: Frame) -> None:
    if isinstance(node.target, (ast.Name, ast.Attribute)):
        before = ev.expression(node.target, frame)
        value = ev.expression(node.value, frame)
        if isinstance(before, Container) and isinstance(node.target, ast.Name):
            before = frame.find(node.target.id) or before  # what the value's expression has changed in place
        given = operators.in_place(ev, before, node.op, value, (node.target, node.value), frame)
        if given is not None:
            assign(ev, node.target, given, frame)
            return
        # A field may be a tuple by now.
        added = _extending(before, value) if isinstance(node.target, ast.Name) else value
        after = operate(before, node.op, added, frame)
        after = counted(node.target, before, advanced(ev, node.target, before, after, frame), frame)
        grows = isinstance(before, Container) and before.kind != "tuple"  # in place
        if frame.tracing and not grows:
            added_items.extended(ev, node.target, value, frame)
        if grows and isinstance(node.target, ast.Attribute):
            emit_write(ev, node.target, frame)
        if grows:
            after = ties.joined(ev, before, value, after)
        (changed if grows else assign)(ev, node.target, after, frame)
    elif isinstance(node.target, ast.Subscript):
        holder = ev.expression(node.target.value, frame)
        before = ev.expression(node.target, frame)
        value = ev.expression(node.value, frame)
        if not isinstance(holder, Array):
            assign(ev, node.target, operate(before, node.op, value, frame), frame)
        elif holder.variable and frame.tracing:
            leaks.written(ev, node.target, frame)


def _extending(before: Value, value: Value) -> Value:
    """What is added in place: a list takes the items of whatever has some."""
    if not isinstance(before, Container) or before.kind != "list" or not isinstance(value, Container):
        return value
    return carried(replace(value, kind="list"), value) if value.kind in ("tuple", "iterator") else value


def _return(ev: Interpreter, node: ast.Return, frame: Frame) -> None:
    value = NONE if node.value is None else ev.expression(node.value, frame)
    if node.value is not None:
        handed_back.returned(ev, node.value, value, frame)
    if isinstance(value, (Array, Container)) and value.why is None:
        value = because(value, frame.module, node, "returned here")
    frame.returns.append(decided(value, frame))
    _finish(frame)


def _finish(frame: Frame) -> None:
    if frame.env is not None:
        frame.finals.append(frame.env)
    frame.env = None


def _raise(ev: Interpreter, node: ast.Raise, frame: Frame) -> None:
    frame.env = None


def _assert(ev: Interpreter, node: ast.Assert, frame: Frame) -> None:
    if truth(tested(ev, node.test, "an `assert`", frame)) is False:
        frame.env = None
    elif frame.env is not None:
        frame.env |= narrow(ev, node.test, frame)
        ended(frame, parts_of(node.test, named_tests(frame.function)))
        exclude(frame, node.test)


def _break(ev: Interpreter, node: ast.Break, frame: Frame) -> None:
    if frame.env is not None:
        frame.exits.append(frame.env)
    frame.env = None


def _continue(ev: Interpreter, node: ast.Continue, frame: Frame) -> None:
    if frame.env is not None:
        frame.jumps.append(frame.env)
    frame.env = None


def _def(ev: Interpreter, node: ast.FunctionDef | ast.AsyncFunctionDef, frame: Frame) -> None:
    if frame.top and frame.parent is None:
        frame.bind(node.name, ev.decorated(Function(node, frame.module, created_in=frame.region), frame))
    else:
        function = Function(node, frame.module, with_defaults(node, frame), created_in=frame.region)
        ev.events.note_nested(function, frame)
        frame.bind(node.name, ev.decorated(function, frame))


def _class(ev: Interpreter, node: ast.ClassDef, frame: Frame) -> None:
    cls = ev.class_of(node, frame)
    ev.emit(ClassMade(frame.module, node, cls))
    if frame.function is not None:
        ev.events.note_local(cls, frame)
    frame.bind(node.name, ClassValue(cls))


def _import(ev: Interpreter, node: ast.Import | ast.ImportFrom, frame: Frame) -> None:
    from pytreelint.model.interpreter.definitions import meaning_value

    if frame.top:
        return  # module-level imports are bindings already
    for local, binding in imports_of(node, frame.module.name, frame.module.is_package):
        if local != "*":
            frame.bind(local, meaning_value(ev, ev.program.imported(frame.module, binding)))


def _delete(ev: Interpreter, node: ast.Delete, frame: Frame) -> None:
    for target in node.targets:
        if isinstance(target, ast.Name) and frame.env is not None:
            frame.env.pop(target.id, None)
        elif isinstance(target, (ast.Subscript, ast.Attribute)):
            _delete_part(ev, target, ev.expression(target.value, frame), frame)


def _delete_part(ev: Interpreter, target: ast.Subscript | ast.Attribute, holder: Value, frame: Frame) -> None:
    if isinstance(target, ast.Subscript) and isinstance(holder, Object):
        given = (ev.expression(target.slice, frame),)
        if special.run(ev, holder, ("__delitem__",), given, target.value, frame) is not None:
            return
    changed(ev, target.value, _without(ev, target, holder, frame), frame, holder)


def _without(ev: Interpreter, target: ast.Subscript | ast.Attribute, holder: Value, frame: Frame) -> Value:
    """What an item or attribute is deleted from, afterwards."""
    if not isinstance(target, ast.Subscript) or not isinstance(holder, Container):
        return Unknown("changed by del")
    key = None if isinstance(target.slice, ast.Slice) else ev.expression(target.slice, frame)
    if holder.kind == "dict" and isinstance(key, Constant) and key.value in holder.keys:
        left = {k: v for k, v in zip(holder.keys, holder.items, strict=True) if k != key.value}
        return replace(holder, items=tuple(left.values()), keys=tuple(left))
    at = lists.place(holder, key) if key is not None else None
    return shuffled(holder) if at is None else lists.without(holder, at)


def _nonlocal(ev: Interpreter, node: ast.Nonlocal, frame: Frame) -> None:
    frame.outer.update(node.names)
    for name in node.names:
        frame.unhold(name)


def _global(ev: Interpreter, node: ast.Global, frame: Frame) -> None:
    frame.globals.update(node.names)


_HANDLERS: dict[type[ast.stmt], Callable[[Interpreter, Any, Frame], None]] = {
    ast.Expr: _expr,
    ast.Assign: _assign,
    ast.AnnAssign: _annotated,
    ast.AugAssign: _augmented,
    ast.If: branches.run_if,
    ast.For: loops.run_for,
    ast.AsyncFor: loops.run_for,
    ast.While: loops.run_while,
    ast.Try: branches.run_try,
    ast.TryStar: branches.run_try,
    ast.With: branches.run_with,
    ast.AsyncWith: branches.run_with,
    ast.Return: _return,
    ast.Raise: _raise,
    ast.Assert: _assert,
    ast.Break: _break,
    ast.Continue: _continue,
    ast.FunctionDef: _def,
    ast.AsyncFunctionDef: _def,
    ast.ClassDef: _class,
    ast.Import: _import,
    ast.ImportFrom: _import,
    ast.Delete: _delete,
    ast.Match: matching.run_match,
    ast.Global: _global,
    ast.Nonlocal: _nonlocal,
}
