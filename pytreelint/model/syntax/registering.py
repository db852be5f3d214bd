"""Statements that may register a class: they are given its name, or call one of its methods."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator

from pytreelint.knowledge.declarations import CLASS_PARAMETERS


def named_by(node: ast.stmt) -> Iterator[tuple[str, ast.Call]]:
    """The names that a statement `f(name, ...)` or `name.f(...)` may register, with the call."""
    if isinstance(node, ast.Expr) and isinstance(node.value, ast.Call):
        named = [keyword.value for keyword in node.value.keywords if keyword.arg in CLASS_PARAMETERS]
        owner = [node.value.func.value] if isinstance(node.value.func, ast.Attribute) else []
        for given in (*owner, *node.value.args[:1], *named):
            if isinstance(given, ast.Name):
                yield given.id, node.value


def calls_on(body: Iterable[ast.stmt], name: str) -> list[ast.Call]:
    """The calls among some statements that may register what they call by a name."""
    return [call for statement in reached(body) for given, call in named_by(statement) if given == name]


def reached(body: Iterable[ast.stmt]) -> Iterator[ast.stmt]:
    """Statements, and those in the branches and `with`s among them: what runs where these do, once at most."""
    for statement in body:
        yield statement
        if isinstance(statement, _BRANCHING):
            for name in ("body", "orelse", "finalbody"):
                yield from reached(getattr(statement, name, ()))


_BRANCHING = (ast.If, ast.With, ast.AsyncWith, ast.Try)
