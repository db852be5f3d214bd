"""What a helper is given, as the function says it that called it.

def record(history, loss):  # called in a traced function: `record(HISTORY, loss)`
    history.append(loss)  # is `HISTORY.append(loss)`, there
"""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from pytreelint.model.syntax.free import bound_names
from pytreelint.model.syntax.parameters import signature
from pytreelint.model.values.value import Bound, Function, Object, Transformed

if TYPE_CHECKING:
    from pytreelint.model.values.frame import Frame
    from pytreelint.model.values.protocol import Interpreter


def origin(ev: Interpreter, node: ast.expr, frame: Frame) -> tuple[ast.expr, Frame]:
    """The name or attribute that an expression is in the traced function, through calls of functions in that.

    A parameter of the traced function itself is as far as it goes, and so is one that is bound anew.
    """
    if isinstance(node, ast.Attribute):
        holder, home = origin(ev, node.value, frame)
        if holder is node.value:
            return node, frame
        return ast.copy_location(ast.Attribute(holder, node.attr, node.ctx), holder), home
    if not isinstance(node, ast.Name):
        return node, frame
    scope = _scope_of(node.id, frame)
    if scope is None or scope.back is None or not scope.back[0].staging:
        return node, frame
    given = _given(ev, node.id, scope, scope.back[1], scope.back[0])
    return (node, frame) if given is None else origin(ev, given, scope.back[0])


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


def _given(ev: Interpreter, name: str, scope: Frame, call: ast.AST, caller: Frame) -> ast.expr | None:
    """What a call gives for a parameter; None where that is no name or attribute, or is not known."""
    function = scope.function
    if not isinstance(call, ast.Call) or not isinstance(function, ast.FunctionDef):
        return None
    called = ev.expression(call.func, caller)
    while isinstance(called, Transformed):  # `jax.vmap(record)(HISTORY, rows)` hands on what it is given
        called = called.function
    bound = isinstance(called, (Bound, Object))
    while isinstance(called, Bound):
        called = called.function
    if isinstance(called, Function) and called.node is not function:
        return None
    if not isinstance(called, (Function, Object)) or name in bound_names(function.body):
        return None
    if name == scope.first_parameter and bound:
        given: ast.expr | None = call.func.value if isinstance(call.func, ast.Attribute) else call.func
    else:
        index = signature(function.args).positions.get(name)
        index = index - 1 if index is not None and bound else index
        plain = not any(isinstance(each, ast.Starred) for each in call.args)
        by_place = call.args[index] if plain and index is not None and 0 <= index < len(call.args) else None
        given = next((each.value for each in call.keywords if each.arg == name), by_place)
    return given if isinstance(given, (ast.Name, ast.Attribute)) else None
