"""The functions that a test replaces by name: `mock.patch("package.module.function")`."""

from __future__ import annotations

import ast

from pytreelint.model.syntax.walking import walk

_PATCH = "patch"  # of `unittest.mock`, of pytest's `mocker`, by whatever name it is imported


def mocked(tree: ast.Module, text: str) -> frozenset[str]:
    """The last parts of the dotted names that the calls of a `patch` in a module are given."""
    if f"{_PATCH}(" not in text:
        return frozenset()
    found: set[str] = set()
    for node in walk(tree):
        if isinstance(node, ast.Call) and node.args and _is_patch(node.func):
            given = node.args[0]
            if isinstance(given, ast.Constant) and isinstance(given.value, str) and "." in given.value:
                found.add(given.value.rpartition(".")[2])
    return frozenset(found)


def _is_patch(function: ast.expr) -> bool:
    return (function.attr if isinstance(function, ast.Attribute) else getattr(function, "id", "")) == _PATCH
