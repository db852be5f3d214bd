"""Walks over syntax trees, as `ast.walk`, without contexts and operators: in half its time."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from operator import attrgetter
from typing import Any

# Fields that never hold a node, or only a context or an operator; `type X = ...` alone holds one as its name.
_PLAIN = frozenset(["arg", "asname", "attr", "conversion", "ctx", "id", "is_async", "kind", "kwd_attrs", "level"])
_PLAIN |= frozenset(["module", "name", "op", "ops", "rest", "simple", "tag", "type_comment"])
_FIELDS: dict[type[ast.AST], tuple[str, ...]] = {
    **dict.fromkeys([ast.Constant, ast.Global, ast.Nonlocal, ast.MatchSingleton, ast.alias], ()),
    **{kind: ("name", "type_params", "value") for kind in [getattr(ast, "TypeAlias", None)] if kind is not None},
}
_READING: dict[type[ast.AST], tuple[Callable[[ast.AST], Any], bool]] = {}  # with whether it gives one field, bare
EMPTY = frozenset([ast.Name, ast.Constant, ast.alias])  # have no nodes in them, and are most of a tree
_WITH_GAPS = frozenset([ast.Dict, ast.arguments])  # have None in lists of nodes
SIMPLE = frozenset([ast.Expr, ast.Assign, ast.AnnAssign, ast.AugAssign, ast.Return, ast.Import, ast.ImportFrom])
SIMPLE |= frozenset([ast.Assert, ast.Delete, ast.Pass, ast.Break, ast.Continue, ast.Raise, ast.Global, ast.Nonlocal])
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


def fields(kind: type[ast.AST]) -> tuple[str, ...]:
    """The names of the fields of such nodes that may hold nodes."""
    if kind not in _FIELDS:
        _FIELDS[kind] = tuple(name for name in kind._fields if name not in _PLAIN)
    return _FIELDS[kind]


def children(node: ast.AST) -> list[ast.AST]:
    """The nodes right below a node, in the order of their fields."""
    kind = type(node)
    if kind in EMPTY:
        return []
    reading, is_alone = _READING[kind] if kind in _READING else _read(kind)
    found: list[ast.AST] = []
    for value in (reading(node),) if is_alone else reading(node):
        if value.__class__ is list:
            found += value
        elif value is not None:
            found.append(value)
    return [item for item in found if item is not None] if kind in _WITH_GAPS else found


def _read(kind: type[ast.AST]) -> tuple[Callable[[ast.AST], Any], bool]:
    """What reads the fields of a kind of node, all at once; kept for the nodes to come."""
    names = fields(kind)
    reading = attrgetter(*names) if names else _nothing
    _READING[kind] = reading, len(names) == 1
    return _READING[kind]


def _nothing(_: ast.AST) -> tuple[ast.AST, ...]:
    return ()


def walk(node: ast.AST) -> Iterator[ast.AST]:
    """A node and all below it, each before what is in it; in no particular order otherwise."""
    todo = [node]
    while todo:
        node = todo.pop()
        yield node
        if type(node) not in EMPTY:
            todo += children(node)


def inside(node: ast.AST) -> list[ast.AST]:
    """The same nodes, level by level: a list, in less time."""
    found = [node]
    for each in found:  # grows meanwhile
        if type(each) not in EMPTY:
            found += children(each)
    return found


def holders(node: ast.AST) -> Iterator[ast.AST]:
    """A node and what stands in it and holds statements, level by level: expressions, which hold none, are left out."""
    found = [node]
    for each in found:  # grows meanwhile
        yield each
        if type(each) in SIMPLE:
            continue
        for name in _HOLDING.get(type(each), _BODY):
            found += getattr(each, name, ())


def statements(node: ast.AST) -> Iterator[ast.stmt]:
    """The statements in a node, however deep, level by level; the node itself if it is one."""
    found = [node]
    for each in found:  # grows meanwhile
        kind = type(each)
        if kind in SIMPLE:
            yield each  # type: ignore[misc]
            continue
        if isinstance(each, ast.stmt):
            yield each
        for name in _HOLDING.get(kind, _BODY):
            found += getattr(each, name, ())


def arguments_of(call: ast.Call) -> list[ast.expr]:
    """The expressions that a call passes, by position and by keyword."""
    return [*call.args, *(keyword.value for keyword in call.keywords)]


def is_text(statement: ast.stmt) -> bool:
    """Whether a statement is a constant alone, such as the text that documents a function."""
    return isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)


def run_of_base(node: ast.expr) -> str:
    """The name of the method that `super().method(...)` runs; empty where an expression is no such call."""
    match node:
        case ast.Call(ast.Attribute(ast.Call(ast.Name(id="super")), name)):
            return name
    return ""


def own_statements(function: ast.AST) -> Iterator[ast.stmt]:
    """The statements of a function or module, without those of functions in it."""
    todo = list[ast.AST](getattr(function, "body", ()))
    while todo:
        node = todo.pop()
        if isinstance(node, ast.stmt):
            yield node
        if not isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            for name in ("body", "orelse", "handlers", "finalbody", "cases"):
                todo += getattr(node, name, ())
