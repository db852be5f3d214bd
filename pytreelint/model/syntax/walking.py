"""Walks over syntax trees, as `ast.walk`, without contexts and operators: in half its time."""

from __future__ import annotations

import ast
from collections import deque
from collections.abc import Iterator

# Fields that never hold a node, or only a context or an operator.
_PLAIN = frozenset(["arg", "asname", "attr", "conversion", "ctx", "id", "is_async", "kind", "kwd_attrs", "level"])
_PLAIN |= frozenset(["module", "op", "ops", "rest", "simple", "tag", "type_comment"])
_FIELDS: dict[type[ast.AST], tuple[str, ...]] = {ast.Constant: (), ast.Global: (), ast.Nonlocal: ()}
# The fields that hold statements, or what holds statements.
_BODY = ("body",)
_LOOP = ("body", "orelse")
_TRY = ("body", "handlers", "orelse", "finalbody")
_HOLDING: dict[type[ast.AST], tuple[str, ...]] = {
    **dict.fromkeys([ast.If, ast.For, ast.AsyncFor, ast.While], _LOOP),
    **dict.fromkeys([kind for name in ("Try", "TryStar") if (kind := getattr(ast, name, None))], _TRY),
    ast.Match: ("cases",),
    ast.Lambda: (),
}


def fields(node: ast.AST) -> tuple[str, ...]:
    """The names of the fields that may hold nodes."""
    kind = type(node)
    names = _FIELDS.get(kind)
    if names is None:
        names = _FIELDS[kind] = tuple(name for name in kind._fields if name not in _PLAIN)
    return names


def children(node: ast.AST) -> list[ast.AST]:
    """The nodes right below a node, in the order of their fields."""
    names = _FIELDS.get(type(node))  # most kinds are known: a call less for each node
    if names is None:
        names = fields(node)
    found: list[ast.AST] = []
    for name in names:
        value = getattr(node, name, None)
        if value.__class__ is list:
            found += [item for item in value if item.__class__ is not str and item is not None]
        elif isinstance(value, ast.AST):
            found.append(value)
    return found


def walk(node: ast.AST) -> Iterator[ast.AST]:
    """A node and all below it, each before what is in it; in no particular order otherwise."""
    todo = [node]
    while todo:
        node = todo.pop()
        yield node
        todo += children(node)


def holders(node: ast.AST) -> Iterator[ast.AST]:
    """A node and what stands in it and holds statements, level by level: expressions, which hold none, are left out."""
    todo = deque([node])
    while todo:
        node = todo.popleft()
        yield node
        for name in _HOLDING.get(type(node), _BODY):
            todo += getattr(node, name, ())


def statements(node: ast.AST) -> Iterator[ast.stmt]:
    """The statements in a node, however deep, level by level; the node itself if it is one."""
    return (each for each in holders(node) if isinstance(each, ast.stmt))
