"""Statements: assignments, branches that join, loops with a second iteration, and what ends a flow."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable
from contextlib import nullcontext
from typing import TYPE_CHECKING, Any

from pytreelint.model import subscripts
from pytreelint.model.expressions import binary
from pytreelint.model.frame import Frame
from pytreelint.model.modules import imports_of
from pytreelint.model.narrowing import narrow, truth
from pytreelint.model.values import (
    DYNAMIC,
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
    every,
    union,
)

if TYPE_CHECKING:
    from pytreelint.model.evaluator import Evaluator

Env = dict[str, Value]


def run(ev: Evaluator, body: Iterable[ast.stmt], frame: Frame) -> None:
    """Run statements until the flow ends."""
    for statement in body:
        if frame.env is None:
            return
        handler = _HANDLERS.get(type(statement))
        if handler:
            handler(ev, statement, frame)


def join(first: Env | None, second: Env | None) -> Env | None:
    """The names after two flows meet; a name bound on one side only keeps its value (else Python would raise)."""
    if first is None or second is None:
        alive = first if second is None else second
        return None if alive is None else dict(alive)
    joined = dict(first)
    for name, value in second.items():
        held = joined.get(name)
        joined[name] = value if held is None or held is value else union([held, value])
    return joined


def _expr(ev: Evaluator, node: ast.Expr, frame: Frame) -> None:
    if not isinstance(node.value, ast.Constant):
        ev.expression(node.value, frame)


def _assign(ev: Evaluator, node: ast.Assign, frame: Frame) -> None:
    value = ev.expression(node.value, frame)
    for target in node.targets:
        assign(ev, target, value, frame)


def assign(ev: Evaluator, target: ast.expr, value: Value, frame: Frame) -> None:
    """Bind a target, whatever its shape."""
    match target:
        case ast.Name(id=name):
            frame.bind(name, value)
        case ast.Tuple(elts=elements) | ast.List(elts=elements):
            _unpack(ev, elements, value, frame)
        case ast.Starred(value=inner):
            assign(ev, inner, Container("list", (), (), value), frame)
        case ast.Attribute(value=holder, attr=name):
            _set_attribute(ev, holder, name, value, target, frame)
        case ast.Subscript(value=holder, slice=index):
            _set_item(ev, holder, index, value, frame)


def _unpack(ev: Evaluator, elements: list[ast.expr], value: Value, frame: Frame) -> None:
    value = subscripts.sequence(value) or value
    starred = any(isinstance(e, ast.Starred) for e in elements)
    if isinstance(value, Container) and value.kind in ("tuple", "list") and value.rest is None and not starred:
        if len(value.items) == len(elements):
            for element, item in zip(elements, value.items, strict=True):
                assign(ev, element, item, frame)
            return
    inner = subscripts.element(ev, value)
    if isinstance(value, Container) and starred and value.rest is None:
        _unpack_starred(ev, elements, value, frame)
        return
    for element in elements:
        assign(ev, element, inner, frame)


def _unpack_starred(ev: Evaluator, elements: list[ast.expr], value: Container, frame: Frame) -> None:
    at = next(i for i, e in enumerate(elements) if isinstance(e, ast.Starred))
    after = len(elements) - at - 1
    items = value.items
    for element, item in zip(elements[:at], items, strict=False):
        assign(ev, element, item, frame)
    for element, item in zip(elements[at + 1 :], items[len(items) - after :], strict=False):
        assign(ev, element, item, frame)
    middle = elements[at]
    assert isinstance(middle, ast.Starred)
    assign(ev, middle.value, Container("list", items[at : len(items) - after]), frame)


def _set_attribute(ev: Evaluator, holder: ast.expr, name: str, value: Value, target: ast.expr, frame: Frame) -> None:
    current = ev.expression(holder, frame)
    if isinstance(current, Object):
        known = because(value, frame.module, target, f"field `{name}` is set here")
        assign(ev, holder, current.put(name, known), frame) if isinstance(holder, ast.Name | ast.Attribute) else None


def _set_item(ev: Evaluator, holder: ast.expr, index: ast.expr, value: Value, frame: Frame) -> None:
    current = ev.expression(holder, frame)
    key = None if isinstance(index, ast.Slice) else ev.expression(index, frame)
    if not isinstance(current, Container) or not isinstance(holder, ast.Name | ast.Attribute):
        return
    if current.kind == "dict" and isinstance(key, Constant):
        entries = dict(zip(current.keys, current.items, strict=True)) | {key.value: value}
        new = Container("dict", tuple(entries.values()), tuple(entries), current.rest)
    elif current.kind == "dict":
        rest = value if current.rest is None else union([current.rest, value])
        new = Container("dict", current.items, current.keys, rest)
    else:
        new = Container(current.kind, (), (), union([subscripts.join(current), value]))
    assign(ev, holder, new, frame)


def _annotated(ev: Evaluator, node: ast.AnnAssign, frame: Frame) -> None:
    if node.value is None:
        return
    value = ev.expression(node.value, frame)
    if isinstance(value, Unknown):
        value = ev.annotation(node.annotation, frame)
    assign(ev, node.target, value, frame)


def _augmented(ev: Evaluator, node: ast.AugAssign, frame: Frame) -> None:
    if isinstance(node.target, ast.Name | ast.Attribute):
        before = ev.expression(node.target, frame)
        assign(ev, node.target, binary(before, node.op, ev.expression(node.value, frame)), frame)
    elif isinstance(node.target, ast.Subscript):
        holder = ev.expression(node.target.value, frame)
        value = ev.expression(node.value, frame)
        if not isinstance(holder, Array):
            assign(ev, node.target, binary(DYNAMIC, node.op, value), frame)


def _if(ev: Evaluator, node: ast.If, frame: Frame) -> None:
    known = truth(ev.expression(node.test, frame))
    if known is not None:
        run(ev, node.body if known else node.orelse, frame)
        return
    before = frame.env or {}
    yes = dict(before) | narrow(ev, node.test, frame)
    no = dict(before) | narrow(ev, node.test, frame, False)
    frame.env = yes
    run(ev, node.body, frame)
    first, frame.env = frame.env, no
    run(ev, node.orelse, frame)
    frame.env = join(first, frame.env)


def _loop(
    ev: Evaluator, frame: Frame, once: Callable[[], object], body: list[ast.stmt], orelse: list[ast.stmt]
) -> None:
    """Two iterations, so that what the first left behind reaches its own beginning."""
    outer_jumps, outer_exits = frame.jumps, frame.exits
    exits: list[Env] = []
    after = dict(frame.env or {})
    for _ in range(2):
        frame.jumps, frame.exits = [], exits
        frame.env = dict(after)
        once()
        run(ev, body, frame)
        ended: Env | None = frame.env
        for jump in frame.jumps:
            ended = join(ended, jump)
        after = join(_grown(after, ended), ended) or after
    frame.jumps, frame.exits = outer_jumps, outer_exits
    frame.env = after
    run(ev, orelse, frame)
    for left in exits:
        frame.env = join(frame.env, left)


def _grown(before: Env, after: Env | None) -> Env:
    """Lists that an iteration made longer: what it added is there, as often as the loop runs."""
    grown = dict(before)
    for name, old in before.items():
        new = after.get(name) if after else None
        if isinstance(old, Container) and isinstance(new, Container) and old.kind == new.kind == "list":
            count = len(old.items)
            if old != new and new.items[:count] == old.items:
                rests = [v for v in (old.rest, *new.items[count:], new.rest) if v is not None]
                assert after is not None
                grown[name] = after[name] = Container("list", old.items, (), every(rests))
    return grown


def _for(ev: Evaluator, node: ast.For | ast.AsyncFor, frame: Frame) -> None:
    source = ev.expression(node.iter, frame)
    if isinstance(source, Container) and not source.items and source.rest is None:
        run(ev, node.orelse, frame)
        return
    if _short(source, node):
        assert isinstance(source, Container)
        for item in source.items:
            if frame.env is None:
                return
            assign(ev, node.target, item, frame)
            run(ev, node.body, frame)
        run(ev, node.orelse, frame)
        return
    inner = subscripts.element(ev, source)
    _loop(ev, frame, lambda: assign(ev, node.target, inner, frame), node.body, node.orelse)


def _short(source: Value, node: ast.For | ast.AsyncFor) -> bool:
    """A loop over a few known items without `break` or `continue` runs item by item."""
    if not (isinstance(source, Container) and source.rest is None and source.kind in ("list", "tuple")):
        return False
    jumps = any(isinstance(x, ast.Break | ast.Continue) for statement in node.body for x in ast.walk(statement))
    return 0 < len(source.items) <= 6 and not jumps


def _while(ev: Evaluator, node: ast.While, frame: Frame) -> None:
    endless = isinstance(node.test, ast.Constant) and bool(node.test.value)
    before = frame.env
    _loop(ev, frame, lambda: ev.expression(node.test, frame), node.body, node.orelse)
    if endless and not any(isinstance(x, ast.Break) for s in node.body for x in ast.walk(s)):
        frame.env = None
    elif frame.env is None:
        frame.env = before


def _try(ev: Evaluator, node: ast.Try, frame: Frame) -> None:
    before = dict(frame.env or {})
    with ev.doubt() if _expects_error(ev, node, frame) else nullcontext():
        run(ev, node.body, frame)
    run(ev, node.orelse, frame)
    ended = frame.env
    for handler in node.handlers:
        frame.env = dict(join(before, ended) or before)
        if handler.name:
            frame.bind(handler.name, DYNAMIC)
        run(ev, handler.body, frame)
        ended = join(ended, frame.env)
    frame.env = ended
    if frame.env is None and node.finalbody:
        frame.env = before
        run(ev, node.finalbody, frame)
        frame.env = None
    else:
        run(ev, node.finalbody, frame)


# What the rules' findings raise: who catches just that provokes it on purpose.
_EXPECTED = ("builtins.TypeError", "builtins.ValueError", "builtins.AttributeError")


def _expects_error(ev: Evaluator, node: ast.Try, frame: Frame) -> bool:
    for handler in node.handlers:
        kinds = handler.type.elts if isinstance(handler.type, ast.Tuple) else [handler.type]
        caught = [ev.expression(kind, frame) for kind in kinds if kind is not None]
        if any(isinstance(kind, Library) and kind.name in _EXPECTED for kind in caught):
            return True
    return False


def _provokes(ev: Evaluator, node: ast.With | ast.AsyncWith, frame: Frame) -> bool:
    """`with pytest.raises(TypeError):`, `with self.assertRaises(...)`."""
    for item in node.items:
        call = item.context_expr
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute | ast.Name):
            name = call.func.attr if isinstance(call.func, ast.Attribute) else call.func.id
            if name.startswith(("raises", "assertRaises", "warns", "assertWarns", "suppress")):
                return True
    return False


def _with(ev: Evaluator, node: ast.With | ast.AsyncWith, frame: Frame) -> None:
    for item in node.items:
        ev.expression(item.context_expr, frame)
        if item.optional_vars is not None:
            assign(ev, item.optional_vars, DYNAMIC, frame)
    with ev.doubt() if _provokes(ev, node, frame) else nullcontext():
        run(ev, node.body, frame)


def _return(ev: Evaluator, node: ast.Return, frame: Frame) -> None:
    from pytreelint.model.values import NONE

    frame.returns.append(NONE if node.value is None else ev.expression(node.value, frame))
    _finish(frame)


def _finish(frame: Frame) -> None:
    if frame.env is not None:
        frame.finals.append(frame.env)
    frame.env = None


def _raise(ev: Evaluator, node: ast.Raise, frame: Frame) -> None:
    frame.env = None


def _break(ev: Evaluator, node: ast.Break, frame: Frame) -> None:
    if frame.env is not None:
        frame.exits.append(frame.env)
    frame.env = None


def _continue(ev: Evaluator, node: ast.Continue, frame: Frame) -> None:
    if frame.env is not None:
        frame.jumps.append(frame.env)
    frame.env = None


def _def(ev: Evaluator, node: ast.FunctionDef | ast.AsyncFunctionDef, frame: Frame) -> None:
    if frame.top and frame.parent is None:
        frame.bind(node.name, ev.decorated(Function(node, frame.module), frame))
    else:
        frame.bind(node.name, ev.decorated(Function(node, frame.module, frame), frame))


def _class(ev: Evaluator, node: ast.ClassDef, frame: Frame) -> None:
    frame.bind(node.name, ClassValue(ev.class_of(node, frame)))


def _import(ev: Evaluator, node: ast.Import | ast.ImportFrom, frame: Frame) -> None:
    from pytreelint.model.definitions import meaning_value

    if frame.top:
        return  # module-level imports are bindings already
    for local, binding in imports_of(node, frame.module.name, frame.module.is_package):
        if local != "*":
            frame.bind(local, meaning_value(ev, ev.program.imported(frame.module, binding)))


def _delete(ev: Evaluator, node: ast.Delete, frame: Frame) -> None:
    for target in node.targets:
        if isinstance(target, ast.Name) and frame.env is not None:
            frame.env.pop(target.id, None)
        elif isinstance(target, ast.Subscript | ast.Attribute):
            assign(ev, target.value, Unknown("changed by del"), frame)


def _match(ev: Evaluator, node: ast.Match, frame: Frame) -> None:
    ev.expression(node.subject, frame)
    before, ended = dict(frame.env or {}), None
    complete = False
    for case in node.cases:
        frame.env = dict(before)
        for name in _captures(case.pattern):
            frame.bind(name, DYNAMIC)
        run(ev, case.body, frame)
        ended = join(ended, frame.env)
        complete = complete or (isinstance(case.pattern, ast.MatchAs) and case.pattern.pattern is None)
    frame.env = ended if complete else join(ended, before)


def _captures(pattern: ast.pattern) -> list[str]:
    return [n.name for n in ast.walk(pattern) if isinstance(n, ast.MatchAs | ast.MatchStar) and n.name]


_HANDLERS: dict[type[ast.stmt], Callable[[Evaluator, Any, Frame], None]] = {
    ast.Expr: _expr,
    ast.Assign: _assign,
    ast.AnnAssign: _annotated,
    ast.AugAssign: _augmented,
    ast.If: _if,
    ast.For: _for,
    ast.AsyncFor: _for,
    ast.While: _while,
    ast.Try: _try,
    ast.With: _with,
    ast.AsyncWith: _with,
    ast.Return: _return,
    ast.Raise: _raise,
    ast.Break: _break,
    ast.Continue: _continue,
    ast.FunctionDef: _def,
    ast.AsyncFunctionDef: _def,
    ast.ClassDef: _class,
    ast.Import: _import,
    ast.ImportFrom: _import,
    ast.Delete: _delete,
    ast.Match: _match,
}
