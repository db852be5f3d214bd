"""Whether a file may register classes as PyTrees, by the names that it uses for that."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from pytreelint.model.syntax.walking import walk
from pytreelint.model.text.source import REGISTRATION

_OF_JAX = ("register_pytree", "register_dataclass", "register_static")


def may_register(tree: ast.AST) -> bool:
    """Whether some name, or a text that may be one, speaks of registering; a decorator of functions takes no class.

    A definition registers nothing by itself; what stands in it counts.
    """
    on_functions = set(_on_functions(tree))
    return any(_is_one(name) and node not in on_functions for node, name in _mentions(tree))


def _is_one(name: str) -> bool:
    return REGISTRATION.search(name) is not None


def _on_functions(tree: ast.AST) -> Iterator[ast.AST]:
    """The names by which functions are decorated, none of them JAX's own."""
    for node in walk(tree):
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            for decorator in node.decorator_list:
                called = decorator.func if isinstance(decorator, ast.Call) else decorator
                name = getattr(called, "attr", getattr(called, "id", ""))
                if not name.startswith(_OF_JAX):
                    yield called


def _mentions(tree: ast.AST) -> Iterator[tuple[ast.AST, str]]:
    for node in walk(tree):
        match node:
            case ast.Name(id=name) | ast.Attribute(attr=name) | ast.Constant(value=str(name)):
                yield node, name
            case ast.alias(name=name, asname=other) if other is not None or name.startswith(_OF_JAX):
                yield node, name
