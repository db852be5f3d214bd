"""Whether a function could take a tracer for one of its numbers: all that it does with it is arithmetic."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING

from pytreelint.knowledge.traceable import (
    REPLACING_METHODS,
    TAKES_ANYWHERE,
    TAKES_FIRST,
    TAKES_LISTED,
    TAKES_ONE_MORE,
    TAKES_TRACERS,
    TRACER_METHODS,
)
from pytreelint.model.syntax.parameters import AnyFunction
from pytreelint.model.syntax.standing import standing
from pytreelint.model.syntax.walking import children, walk
from pytreelint.model.values.frame import Frame
from pytreelint.model.values.value import Bound, Function, Library, Object, Opaque, Transformed, Value

if TYPE_CHECKING:
    from pytreelint.model.values.protocol import Interpreter

_NUMERIC = (ast.MatMult, ast.Add, ast.Sub, ast.Mult, ast.Div, ast.Pow, ast.FloorDiv, ast.Mod)
_ARITHMETIC = (*_NUMERIC, ast.BitAnd, ast.BitOr, ast.BitXor)
_TAKING_MASKS = (ast.Call, ast.Assign, ast.BinOp, ast.UnaryOp)
_COMPARING = (ast.Lt, ast.LtE, ast.Gt, ast.GtE, ast.Eq, ast.NotEq)
_GIVES = ("gradient", "value-gradient", "jacobian", "hessian", "stacked")
_REPEATED = (ast.List, ast.Tuple, ast.JoinedStr)
_DEPTH = 3  # calls of the project's own functions that are followed


def takes_tracer(
    ev: Interpreter,
    function: Function,
    parameter: str,
    depth: int = 0,
    by_parts: bool = False,
    given: Mapping[str, Value] = MappingProxyType({}),
) -> bool:
    """Whether every use of a parameter is arithmetic, or a call that takes tracers; no use at all counts as one.

    Args:
        by_parts: it may be a tree of which only attributes and items are used: `state.time`, `state["time"]`.
        given: what is known of the parameters, as far as the function calls them or what they hold.
    """
    if function.node not in standing(function.module.tree):
        return False  # no file has it: it stands for what a library makes
    body = function.node.body if isinstance(function.node.body, list) else [function.node.body]
    scope = Frame(function.module, dict(given), function.closure, top=function.closure is None and not given)
    pending, seen = [parameter], {parameter}
    while pending:
        name = pending.pop()
        for use in (each for part in body for each in _uses(name, part)):
            if not isinstance(use.ctx, ast.Load):
                if name == parameter:
                    return False  # it stands for something else from here on
                continue
            end = _end(ev, _part(use, function) if by_parts else use, function, scope, depth)
            if end is None:
                return False
            if end and end not in seen:
                seen.add(end)
                pending.append(end)
    return True


def field_takes_tracer(
    ev: Interpreter, function: Function, parameter: str, instance: Object, field: str, depth: int = 0
) -> bool:
    """The same of a field of an instance, which a function, and the methods that it calls, read by its name alone."""
    held = standing(function.module.tree)
    if depth > _DEPTH or function.node not in held:
        return False
    body = function.node.body if isinstance(function.node.body, list) else [function.node.body]
    scope = Frame(function.module, {parameter: instance}, function.closure)
    for use in (each for part in body for each in _uses(parameter, part)):
        read = held[use].holder
        if not isinstance(read, ast.Attribute):
            return False  # whoever is given the instance may read the field
        call = held[read].holder
        if (method := instance.cls.method(read.attr)) is not None:
            owner, node = method
            first = next(iter(node.args.args), None)
            inner = Function(node, owner.module, None, owner)
            called = isinstance(call, ast.Call) and call.func is read and not node.decorator_list
            if not called or first is None or not field_takes_tracer(ev, inner, first.arg, instance, field, depth + 1):
                return False
        elif read.attr != field:
            continue
        result = call if method is not None else read
        pending, seen = [_end(ev, result, function, scope, depth)], {parameter}
        while pending:
            if (name := pending.pop()) is None:
                return False
            if name and name not in seen:
                seen.add(name)
                loads = (e for part in body for e in _uses(name, part) if isinstance(e.ctx, ast.Load))
                pending += [_end(ev, each, function, scope, depth) for each in loads]
    return True


def _uses(name: str, code: ast.AST) -> Iterator[ast.Name]:
    """Where code says a name, other than for a parameter of an inner function."""
    if isinstance(code, ast.Name):
        if code.id == name:
            yield code
        return
    inner = code.args if isinstance(code, AnyFunction) else None
    hidden = inner is not None and any(isinstance(each, ast.arg) and each.arg == name for each in walk(inner))
    for part in children(inner if hidden and inner is not None else code):
        yield from _uses(name, part)


def _part(use: ast.expr, function: Function) -> ast.expr:
    """The attribute or item that is read of a tree, however deep; a method that is called is none."""
    held = standing(function.module.tree)
    node = use
    while True:
        match outer := held[node].holder:
            case ast.Attribute() if getattr(held[outer].holder, "func", None) is not outer:
                node = outer
            case ast.Subscript(slice=ast.Constant()) if outer.value is node:
                node = outer
            case _:
                return node


def _end(ev: Interpreter, use: ast.AST, function: Function, scope: Frame, depth: int) -> str | None:
    """Where the arithmetic that begins with a use leads: a name that it is assigned to, "" for where tracers may go,
    None for anywhere else."""
    held = standing(function.module.tree)
    node, parent = use, held[use].holder
    while True:
        match parent:
            case _ if parent is function.node:
                return ""  # the body of a lambda
            case ast.BinOp(left=left, right=right, op=op) if isinstance(op, _ARITHMETIC):
                if isinstance(right if left is node else left, _REPEATED):
                    return None  # `[rate] * (step + 1)`
            case ast.UnaryOp(op=ast.USub() | ast.Invert()):
                pass
            case ast.IfExp() if node is not parent.test:
                pass
            case ast.Compare(ops=[op]) if isinstance(op, _COMPARING) and isinstance(held[parent].holder, _TAKING_MASKS):
                pass
            case ast.Call() if node is not parent.func:
                takes = _call_takes(ev, parent, node, scope, depth)
                return "" if takes and not _is_counted(ev, parent, held[parent].holder, scope) else None
            case ast.Attribute(attr=attr) if isinstance(held[parent].holder, ast.Call) and attr in TRACER_METHODS:
                parent = held[parent].holder
            case ast.keyword():
                call = held[parent].holder
                takes = isinstance(call, ast.Call) and _call_takes(ev, call, parent, scope, depth)
                return "" if takes else None
            case ast.Assign(targets=[ast.Name(id=name)]):
                return name
            case ast.AugAssign(target=ast.Name(), op=op) if isinstance(op, _ARITHMETIC):
                return ""
            case ast.Lambda():
                return "" if _is_mapped(ev, parent, held[parent].holder, scope) else None
            case ast.Return():
                return ""
            case ast.Subscript() if _is_place(parent, node):
                return ""
            case ast.List():
                return "" if _is_listed(ev, parent, held[parent].holder, scope) else None
            case ast.Tuple() | ast.Dict():
                outer = held[parent].holder
                is_given = isinstance(outer, ast.Return) or outer is function.node
                return "" if is_given or _is_place(outer, parent) else None
            case _:
                return None
        node, parent = parent, held[parent].holder


def _is_counted(ev: Interpreter, call: ast.Call, holder: ast.AST, scope: Frame) -> bool:
    """Whether what a call gives is gone through, tested, or made a number of: `range(self.width(step))`."""
    match holder:
        case ast.For(iter=node) | ast.comprehension(iter=node):
            return node is call
        case ast.If(test=node) | ast.While(test=node) | ast.IfExp(test=node) | ast.Assert(test=node):
            return node is call
        case ast.Call(func=function) if function is not call:
            with ev.doubt():
                called = ev.expression(function, scope)
            return isinstance(called, Library) and called.name.startswith("builtins.")
    return False


def _is_listed(ev: Interpreter, items: ast.List, call: ast.AST, scope: Frame) -> bool:
    """Whether a list is made an array: `jnp.stack([x, step])`."""
    if not isinstance(call, ast.Call) or call.args[:1] != [items]:
        return False
    with ev.doubt():
        called = ev.expression(call.func, scope)
    return isinstance(called, Library) and called.name in TAKES_LISTED


def _is_place(node: ast.AST, index: ast.AST) -> bool:
    """Whether it says where an array of JAX is changed: `x.at[i].set(y)`."""
    return isinstance(node, ast.Subscript) and node.slice is index and getattr(node.value, "attr", "") == "at"


def _is_mapped(ev: Interpreter, function: ast.Lambda, call: ast.AST, scope: Frame) -> bool:
    """Whether a lambda is given to a function of JAX's or its libraries', which calls it on tracers."""
    if not isinstance(call, ast.Call) or function not in call.args:
        return False
    with ev.doubt():
        called = ev.expression(call.func, scope)
    return isinstance(called, Library) and not called.name.startswith("builtins.")


def _wrapped(called: Value) -> Value:
    """The function inside of gradients and maps, which hand tracers to it."""
    while isinstance(called, Transformed) and called.transform.style == "wraps" and called.transform.gives in _GIVES:
        called = called.function
    return called


def _by_call(called: Value) -> Value:
    """The `__call__` of an instance, any other value as it is."""
    if not isinstance(called, Object) or (found := called.cls.method("__call__")) is None:
        return called
    return Function(found[1], found[0].module, None, found[0])


def _call_takes(ev: Interpreter, call: ast.Call, argument: ast.AST, scope: Frame, depth: int) -> bool:
    with ev.doubt():
        called = ev.expression(call.func, scope)
    if isinstance(argument, ast.keyword) and getattr(call.func, "attr", "") in REPLACING_METHODS:
        return True
    if isinstance(called, Library):
        if called.name in TAKES_ANYWHERE:
            return True
        if called.name in TAKES_ONE_MORE:
            return call.args[:1] != [argument]
        first = called.name in TAKES_FIRST and call.args[:1] == [argument]
        return first or (called.name in TAKES_TRACERS and argument in call.args)
    if isinstance(called, Opaque) and called.label in TAKES_FIRST:
        return call.args[:1] == [argument]
    called = _wrapped(called)
    instance = called.instance if isinstance(called, Bound) else called if isinstance(called, Object) else None
    called = called.function if isinstance(called, Bound) else _by_call(called)
    if not isinstance(called, Function) or depth >= _DEPTH or any(isinstance(a, ast.Starred) for a in call.args):
        return False
    names = [a.arg for a in (*called.node.args.posonlyargs, *called.node.args.args)]
    given = {names[0]: instance} if instance is not None and names else {}
    name = argument.arg if isinstance(argument, ast.keyword) else None
    if isinstance(argument, ast.expr) and argument in call.args:
        name = next(iter(names[len(given) + call.args.index(argument) :]), None)
    return name is not None and takes_tracer(ev, called, name, depth + 1, given=given)
