"""Imports that give no modules: `with konfig.imports(): import optax` notes what is called of `optax`."""

from __future__ import annotations

import ast

from pytreelint.knowledge.packages import FAKED_IMPORTS


def fakes_imports(node: ast.With) -> bool:
    """Whether what is imported in the body of a `with` is no module but notes what is called of it."""
    calls = [item.context_expr.func for item in node.items if isinstance(item.context_expr, ast.Call)]
    return any(isinstance(call, ast.Attribute) and ast.unparse(call).endswith(FAKED_IMPORTS) for call in calls)


def imported(node: ast.stmt) -> list[str]:
    """The names that a statement imports."""
    if not isinstance(node, (ast.Import, ast.ImportFrom)):
        return []
    return [alias.asname or alias.name.partition(".")[0] for alias in node.names]
