"""Imports that give no modules, but what notes the calls of what is in them: `with konfig.imports(): import net`."""

from __future__ import annotations

import ast

from pytreelint.knowledge.packages import FAKED_IMPORTS


def faked_imports(node: ast.With) -> list[str]:
    """The names that are imported in the body of such a `with`; none elsewhere."""
    calls = [item.context_expr.func for item in node.items if isinstance(item.context_expr, ast.Call)]
    if not any(isinstance(call, ast.Attribute) and ast.unparse(call).endswith(FAKED_IMPORTS) for call in calls):
        return []
    imports = [each for each in node.body if isinstance(each, (ast.Import, ast.ImportFrom))]
    return [alias.asname or alias.name.partition(".")[0] for each in imports for alias in each.names]
