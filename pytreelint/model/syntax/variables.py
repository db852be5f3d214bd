"""Variables as they are written: names, and attributes of names (`self.key`)."""

from __future__ import annotations

import ast
from collections.abc import Iterator


def variable(node: ast.AST) -> str:
    """What a variable is called: `key`, `self.key`; "" for any other expression."""
    if isinstance(node, ast.Name):
        return node.id
    if isinstance(node, ast.Attribute) and (holder := variable(node.value)):
        return f"{holder}.{node.attr}"
    return ""


def assigned(target: ast.expr) -> Iterator[str]:
    """The variables that a target assigns, or items of which it does: `losses[step]`."""
    match target:
        case ast.Tuple(elts=parts) | ast.List(elts=parts):
            for part in parts:
                yield from assigned(part)
        case ast.Starred(value=inner) | ast.Subscript(value=inner):
            yield from assigned(inner)
        case _ if name := variable(target):
            yield name
