"""What a helper is given, as the function says it that called it.

def record(history, loss):  # called in a traced function: `record(HISTORY, loss)`
    history.append(loss)  # is `HISTORY.append(loss)`, there
"""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from pytreelint.model.syntax.free import bound_names
from pytreelint.model.syntax.parameters import signature
from pytreelint.model.values.marks import kind_of
from pytreelint.model.values.value import (
    Bound,
    Constant,
    Container,
    Function,
    Object,
    Partial,
    Transformed,
    Union,
    Unknown,
    Value,
)

if TYPE_CHECKING:
    from pytreelint.model.values.frame import Frame
    from pytreelint.model.values.marks import Traces
    from pytreelint.model.values.protocol import Interpreter


def origin(ev: Interpreter, node: ast.expr, frame: Frame) -> tuple[ast.expr, Frame]:
    """The name or attribute that an expression is in the traced function, through calls of functions in that.

    A parameter of the traced function itself is as far as it goes, and so is one that is bound anew; but a gradient
    hands on the very objects by which nothing is differentiated.
    """
    if isinstance(node, ast.Attribute):
        holder, home = origin(ev, node.value, frame)
        if holder is node.value:
            return node, frame
        return ast.copy_location(ast.Attribute(holder, node.attr, node.ctx), holder), home
    if not isinstance(node, ast.Name):
        return node, frame
    scope = _scope_of(node.id, frame)
    function = scope.function if scope is not None else None
    if scope is None or not isinstance(function, ast.FunctionDef) or node.id in set(bound_names(function.body)):
        return node, frame
    found = _argument(ev, scope, signature(function.args).positions.get(node.id), node.id)
    return (node, frame) if found is None else origin(ev, *found)


def _scope_of(name: str, frame: Frame) -> Frame | None:
    """The activation around a frame whose parameter a name is."""
    scope: Frame | None = frame
    while scope is not None:
        spec = scope.function.args if isinstance(scope.function, (ast.FunctionDef, ast.Lambda)) else None
        if spec is not None and (
            name in (own := signature(spec)).positions or name in {a.arg for a in own.keyword_only}
        ):
            return scope
        if scope.env is None or name in scope.env:
            return None
        scope = scope.parent
    return None


def _parameters(function: ast.FunctionDef | ast.Lambda) -> set[str]:
    own = signature(function.args)
    return {*own.positions, *(parameter.arg for parameter in own.keyword_only)}


def _argument(ev: Interpreter, scope: Frame, index: int | None, name: str) -> tuple[ast.expr, Frame] | None:
    """What was given to an activation by position or keyword, with the activation that gave it.

    None where that is no name or attribute, is not known, or was given to the traced function.
    """
    call, caller = (scope.back[1], scope.back[0]) if scope.back is not None else (None, None)
    if caller is None or not isinstance(call, ast.Call):
        return None
    called = ev.expression(call.func, caller)
    is_whole = _hands_on_whole(called, index, name)
    if not caller.tracing and not is_whole:
        return None
    is_rebuilt = isinstance(called, Transformed) and not is_whole
    while isinstance(called, Transformed):  # `jax.vmap(record)(recorder, rows)` hands on an object that is no PyTree
        called = called.function
    bound, named = isinstance(called, (Bound, Object)), isinstance(called, Bound) and isinstance(call.func, ast.Name)
    while isinstance(called, Bound):
        called = called.function
    if not isinstance(called, (Function, Object)) or getattr(called, "node", scope.function) is not scope.function:
        return None
    if bound and index == 0:
        if named:
            return None  # `step = self.step`, before: the instance stands in no call
        of_method = isinstance(call.func, ast.Attribute) and not isinstance(called, Object)  # else it is called itself
        return _plain(call.func.value if of_method else call.func, caller)  # type: ignore[attr-defined]
    given = next((each.value for each in call.keywords if each.arg == name), None)
    if given is not None:
        found = _plain(given, caller)
    else:
        found = _placed(ev, call, caller, index - bound, name) if index is not None else None
        found = _argument(ev, caller, None, name) if found is None and _hands_on_names(call, caller) else found
    return None if found is not None and is_rebuilt and _may_be_tree(ev.expression(*found)) else found


def bound_before(ev: Interpreter, name: str, scope: Frame) -> Traces | None:
    """The transforms around a call of a transformed `partial`, where it has bound a parameter of the traced function.

    `jit(partial(loss, log=log))` hands on the very object: nothing takes it apart. None where it has bound another one.
    """
    caller, call = scope.back if scope.back is not None else (None, None)
    function = scope.function
    if caller is None or not isinstance(call, ast.Call) or not isinstance(function, ast.FunctionDef):
        return None
    at = signature(function.args).positions.get(name)
    called = ev.expression(call.func, caller)
    while isinstance(called, Transformed):
        called = called.function
    if not isinstance(called, Partial) or called.tree or getattr(called.function, "node", None) is not function:
        return None
    by_position = at is not None and at < len(called.args)
    by_name = name in dict(called.keywords) and all(each.arg not in (name, None) for each in call.keywords)
    return caller.tracing if by_position or by_name else None


def _may_be_tree(value: Value) -> bool:
    """Whether transforms take a value apart, as far as it is known: the function is given another list of its leaves
    (jax 0.10.2).
    """
    taken_apart = isinstance(value, (Container, Unknown, Union))
    return taken_apart or (isinstance(value, Object) and value.cls.pytree == "yes")


def _hands_on_whole(called: Value, index: int | None, name: str) -> bool:
    """Whether a gradient is called, and an argument is none that it differentiates by."""
    if (
        not isinstance(called, Transformed)
        or kind_of(called.transform) != "gradient"
        or called.transform.argnums is None
    ):
        return False
    given = called.option(called.transform.argnums[1]) or Constant(0, "int")
    picked = given.items if isinstance(given, Container) and given.rest is None else (given,)
    known = [each.value for each in picked if isinstance(each, Constant)]
    return len(known) == len(picked) and index not in known and name not in known


def _hands_on_names(call: ast.Call, caller: Frame) -> bool:
    """Whether a call hands on the `**kwargs` of the function that it stands in."""
    spec = caller.function.args if isinstance(caller.function, ast.FunctionDef) else None
    names = {getattr(each.value, "id", "") for each in call.keywords if each.arg is None}
    return spec is not None and spec.kwarg is not None and spec.kwarg.arg in names


def _placed(ev: Interpreter, call: ast.Call, caller: Frame, index: int, name: str) -> tuple[ast.expr, Frame] | None:
    """What stands at a position of a call, or was handed on there by `*args`."""
    for at, each in enumerate(call.args[: index + 1]):
        if isinstance(each, ast.Starred):
            spec = caller.function.args if isinstance(caller.function, ast.FunctionDef) else None
            if spec is None or spec.vararg is None or getattr(each.value, "id", "") != spec.vararg.arg:
                return None
            return _argument(ev, caller, len(signature(spec).positional) + index - at, name)
    return _plain(call.args[index], caller) if 0 <= index < len(call.args) else None


def _plain(node: ast.expr, frame: Frame) -> tuple[ast.expr, Frame] | None:
    return (node, frame) if isinstance(node, (ast.Name, ast.Attribute)) else None
