"""Branches that end in `raise` whichever way they go: what fails there would have failed in any case."""

from __future__ import annotations

import ast
from collections.abc import Sequence

from pytreelint.model.syntax.walking import statements

_LEAVING = (ast.Return, ast.Break, ast.Continue, ast.Try)


def fails(body: Sequence[ast.stmt]) -> bool:
    """Whether a side of a test only ends the program: it raises at its end, and goes nowhere else before."""
    last = body[-1] if body else None
    if not isinstance(last, ast.Raise) and not (isinstance(last, ast.If) and fails(last.body) and fails(last.orelse)):
        return False
    return not any(isinstance(each, _LEAVING) for one in body[:-1] for each in statements(one))
