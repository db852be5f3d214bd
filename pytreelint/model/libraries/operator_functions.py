"""The operators of Python as functions: `operator.sub(a, b)` is `a - b`, for arrays, trees' leaves and instances."""

from __future__ import annotations

import ast
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from pytreelint.knowledge.operations import COMPARING_FUNCTIONS, OPERATOR_FUNCTIONS
from pytreelint.model.syntax.placed import placed
from pytreelint.model.values.value import Function, Value

if TYPE_CHECKING:
    from pytreelint.model.values.arguments import Arguments
    from pytreelint.model.values.protocol import Interpreter

_LEFT, _RIGHT = "left", "right"


def _run(operator: str, ev: Interpreter, arguments: Arguments) -> Value:
    """What a lambda of the operator gives, at the place of the call."""
    node = arguments.node
    made = ev.answer((_run, operator, node), lambda: placed(ast.Lambda(_parameters(), _body(operator)), node))
    return ev.call_value(Function(made, arguments.frame.module), arguments)


def _parameters() -> ast.arguments:
    return ast.arguments([], [ast.arg(_LEFT), ast.arg(_RIGHT)], None, [], [], None, [])


def _body(operator: str) -> ast.expr:
    left, right = ast.Name(_LEFT, ast.Load()), ast.Name(_RIGHT, ast.Load())
    kind = getattr(ast, operator)()
    return ast.Compare(left, [kind], [right]) if operator in _COMPARING else ast.BinOp(left, kind, right)


_COMPARING = frozenset(COMPARING_FUNCTIONS.values())
HANDLERS: dict[str, Callable[[Interpreter, Arguments], Value]] = {
    f"operator-{each}": partial(_run, each) for each in (*OPERATOR_FUNCTIONS.values(), *_COMPARING)
}
