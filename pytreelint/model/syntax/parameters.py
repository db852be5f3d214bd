"""The parameters of a function, from its syntax alone."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import lru_cache

AnyFunction = ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda
_HELD = 64  # functions that are held at a time


def defaults(node: AnyFunction) -> Iterator[tuple[str, ast.expr]]:
    """The parameters of a function that have defaults."""
    spec = node.args
    names = [a.arg for a in (*spec.posonlyargs, *spec.args)]
    yield from zip(names[len(names) - len(spec.defaults) :], spec.defaults, strict=True)
    yield from ((a.arg, d) for a, d in zip(spec.kwonlyargs, spec.kw_defaults, strict=True) if d is not None)


@lru_cache(maxsize=_HELD)
def optional(function: ast.AST | None) -> frozenset[str]:
    """The parameters of a function that are None unless a caller gives them."""
    if not isinstance(function, AnyFunction):
        return frozenset()
    return frozenset(
        n for n, default in defaults(function) if isinstance(default, ast.Constant) and default.value is None
    )
