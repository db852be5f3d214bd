"""A written `__getattribute__` that refuses some names, and hands all others on to the class above."""

from __future__ import annotations

import ast
from functools import lru_cache

GET = "__getattribute__"
_FUNCTIONS = 1_024  # of which it is remembered


@lru_cache(maxsize=_FUNCTIONS)
def hands_on(function: ast.FunctionDef | ast.AsyncFunctionDef) -> bool:
    """Whether what it gives, where it does not raise, is what `object.__getattribute__` gives for that name."""
    asked = function.args.args[-1].arg if function.args.args else ""
    plain = all(_is_plain(statement, asked) for statement in function.body)
    return plain and isinstance(function.body[-1], ast.Return)


def _is_plain(statement: ast.stmt, asked: str) -> bool:
    """Whether a statement is a docstring, raises under a test, or returns what the class above gives for the name."""
    match statement:
        case ast.Expr(value=ast.Constant()) | ast.Raise():
            return True
        case ast.If(body=body, orelse=orelse):
            return all(_is_plain(each, asked) for each in (*body, *orelse))
        case ast.Return(value=ast.Call(func=ast.Attribute(value=above, attr=attr), args=[*_, ast.Name(id=name)])):
            return attr == GET and name == asked and _is_above(above)
    return False


def _is_above(node: ast.expr) -> bool:
    match node:
        case ast.Name(id="object") | ast.Call(func=ast.Name(id="super")):
            return True
    return False
