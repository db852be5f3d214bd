"""Bodies that say nothing of what runs: abstract methods, overloads, protocols, `...` and bodies that only raise.

A subclass has another body in their place, so nothing follows from them but what their annotations promise.
"""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from pytreelint.knowledge.record import replace
from pytreelint.model.values.value import Function

if TYPE_CHECKING:
    from pytreelint.model.driver.evaluator import Evaluator
    from pytreelint.model.types.classes import Method


def is_stub(function: Function) -> bool:
    """Whether a body is there for others to be put in its place; outside of classes, `pass` gives None."""
    node = function.node
    if isinstance(node, ast.Lambda):
        return _is_ellipsis(node.body)
    body = node.body[1:] if _is_text(node.body[0]) else node.body
    if any(isinstance(s, ast.Raise) or isinstance(s, ast.Expr) and _is_ellipsis(s.value) for s in body):
        return all(isinstance(s, (ast.Pass, ast.Raise, ast.Expr)) for s in body)
    return function.owner is not None and all(isinstance(s, ast.Pass) or _is_text(s) for s in body)


def _is_ellipsis(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and node.value is ...


def _is_text(node: ast.stmt) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)


def stand_in(ev: Evaluator, function: Function) -> Function:
    """An abstract function as its callers see it: parameters and annotations, without the body."""
    if isinstance(function.node, ast.Lambda):
        key = ("stub", function.node)
        if key not in ev.stubs:
            ev.stubs[key] = ast.copy_location(ast.Lambda(function.node.args, _ellipsis(function.node)), function.node)
        return replace(function, node=ev.stubs[key])
    return replace(function, node=stub_of(ev, function.node))


def stub_of(ev: Evaluator, method: Method) -> Method:
    """A method without its body; the same node each time."""
    known: Method | None = ev.stubs.get(method)
    if known is None:
        body: list[ast.stmt] = [ast.copy_location(ast.Expr(_ellipsis(method)), method)]
        kind = type(method)
        made = kind(method.name, method.args, body, method.decorator_list, method.returns)
        known = ev.stubs[method] = ast.copy_location(made, method)
    return known


def _ellipsis(node: ast.expr | ast.stmt) -> ast.Constant:
    return ast.copy_location(ast.Constant(...), node)
