"""Functions that only answer whether they are given None: `def exists(value): return value is not None`."""

from __future__ import annotations

import ast
from functools import lru_cache

_FUNCTIONS = 1_024  # of which it is remembered what they answer


@lru_cache(maxsize=_FUNCTIONS)
def answer_to_none(function: ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda) -> bool | None:
    """Returns what a function gives for None, if it gives the opposite for everything else; None for others."""
    match function:
        case (
            ast.Lambda(args=given, body=result)
            | ast.FunctionDef(args=given, body=[ast.Return(value=ast.expr() as result)], decorator_list=[])
            | ast.FunctionDef(
                args=given,
                body=[ast.Expr(value=ast.Constant()), ast.Return(value=ast.expr() as result)],
                decorator_list=[],
            )
        ):
            pass
        case _:
            return None
    match given, result:
        case (
            ast.arguments(posonlyargs=[], args=[ast.arg(arg=name)], vararg=None, kwonlyargs=[], kwarg=None),
            ast.Compare(left=ast.Name(id=read), ops=[ast.Is() | ast.IsNot() as op], comparators=[ast.Constant(None)]),
        ) if read == name:
            return isinstance(op, ast.Is)
    return None
