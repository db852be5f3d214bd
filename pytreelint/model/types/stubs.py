"""Stub bodies, which do not run: abstract methods, overloads, protocols, `...` and bodies that only raise.

A subclass has another body in their place, so nothing follows from them but what their annotations promise.
"""

from __future__ import annotations

import ast
from functools import lru_cache
from typing import TYPE_CHECKING

from pytreelint.knowledge.record import replace
from pytreelint.model.values.value import Function

if TYPE_CHECKING:
    from pytreelint.model.values.classes import Method
    from pytreelint.model.values.protocol import Interpreter

_HELD = 512  # functions of which is held at a time whether they are stubs


def is_stub(function: Function) -> bool:
    """Whether a body is a placeholder for another one; outside of classes, `pass` returns None."""
    return _is_stub(function.node, function.owner is not None)


@lru_cache(maxsize=_HELD)
def _is_stub(node: ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda, in_class: bool) -> bool:
    if isinstance(node, ast.Lambda):
        return _is_ellipsis(node.body)
    body = node.body[1:] if _is_text(node.body[0]) else node.body
    if not all(isinstance(s, (ast.Pass, ast.Raise, ast.Expr)) for s in body):
        return False  # most bodies, by their first statement
    if any(isinstance(s, ast.Raise) or isinstance(s, ast.Expr) and _is_ellipsis(s.value) for s in body):
        return True
    return in_class and all(isinstance(s, ast.Pass) or _is_text(s) for s in body)


def _is_ellipsis(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and node.value is ...


def _is_text(node: ast.stmt) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)


def stand_in(ev: Interpreter, function: Function) -> Function:
    """Returns an abstract function as its callers see it: parameters and annotations, without the body."""
    node = function.node
    if not isinstance(node, ast.Lambda):
        return replace(function, node=stub_of(ev, node))
    stub = ev.answer((stand_in, node), lambda: ast.copy_location(ast.Lambda(node.args, _ellipsis(node)), node))
    return replace(function, node=stub)


def stub_of(ev: Interpreter, method: Method) -> Method:
    """A method without its body; the same node each time."""
    return ev.answer((stub_of, method), lambda: _stub(method))


def _stub(method: Method) -> Method:
    body: list[ast.stmt] = [ast.copy_location(ast.Expr(_ellipsis(method)), method)]
    copy = type(method)(method.name, method.args, body, method.decorator_list, method.returns)
    return ast.copy_location(copy, method)


def _ellipsis(node: ast.expr | ast.stmt) -> ast.Constant:
    return ast.copy_location(ast.Constant(...), node)
