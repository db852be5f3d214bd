"""Where names and attributes stand in a tree, found by one walk that all questions share."""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Iterator
from functools import lru_cache
from typing import Any

from pytreelint.knowledge.record import dataclass, field
from pytreelint.model.syntax.standing import standing
from pytreelint.model.syntax.walking import children, inside

_TREES = 8  # whose occurrences are held at a time: a file and those that its findings lie in
_FUNCTIONS = 4_096  # whose own names are held at a time

_Function = ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda


def _lists() -> defaultdict[str, Any]:
    return defaultdict(list)


@dataclass(slots=True, eq=False)
class Occurrences:
    """The nodes of a tree, by the names in them; each list in the order of the walk.

    Attributes:
        names: the plain names, by the name; `parameters`: the parameters of functions.
        attributes: the attributes, by the name behind the dot.
        calls: the calls, by what they call.
        by_name: calls of `getattr`.
        order: the position of each attribute and each call of `getattr` in the walk.
    """

    names: defaultdict[str, list[ast.Name]] = field(default_factory=_lists)
    parameters: dict[str, list[ast.arg]] = field(default_factory=dict)
    attributes: defaultdict[str, list[ast.Attribute]] = field(default_factory=_lists)
    calls: dict[ast.expr, ast.Call] = field(default_factory=dict)
    by_name: list[ast.Call] = field(default_factory=list)
    order: dict[ast.AST, int] = field(default_factory=dict)

    def gets(self, name: str) -> list[ast.Attribute | ast.Call]:
        """The attributes of that name and the calls of `getattr`, in the order of the walk."""
        found: list[ast.Attribute | ast.Call] = [*self.attributes.get(name, ()), *self.by_name]
        return sorted(found, key=self.order.__getitem__)


@lru_cache(maxsize=_TREES)
def occurrences(tree: ast.AST) -> Occurrences:
    """Where names and attributes stand in a tree."""
    found = Occurrences()
    for at, node in enumerate(inside(tree)):
        if type(node) is ast.Name:
            found.names[node.id].append(node)
        elif type(node) is ast.Constant:
            pass
        elif type(node) is ast.Attribute:
            found.attributes[node.attr].append(node)
            found.order[node] = at
        elif type(node) is ast.Call:
            found.calls[node.func] = node
            if isinstance(node.func, ast.Name) and node.func.id == "getattr":
                found.by_name.append(node)
                found.order[node] = at
        elif type(node) is ast.arg:
            found.parameters.setdefault(node.arg, []).append(node)
    return found


def reads(scope: ast.AST, name: str) -> Iterator[ast.AST]:
    """The places that read a name of a scope, without functions in which it is another."""
    if isinstance(scope, ast.Module):
        held = occurrences(scope).names.get(name, ())
        yield from (use for use in held if isinstance(use.ctx, ast.Load) and not _is_local(scope, use))
        return
    todo = children(scope)
    while todo:
        node = todo.pop()
        if isinstance(node, ast.Name) and node.id == name and isinstance(node.ctx, ast.Load):
            yield node
        own = isinstance(node, _Function) and name in own_names(node)
        todo += [*getattr(node, "decorator_list", ()), node.args] if own else children(node)  # type: ignore[attr-defined]


def _is_local(tree: ast.Module, use: ast.Name) -> bool:
    """Whether a function around the use of a name has a name of its own there."""
    held = standing(tree)
    where = held.get(use)
    while where is not None:
        outer = where.holder
        if isinstance(outer, _Function) and where.field not in ("args", "decorator_list"):
            if use.id in own_names(outer):
                return True
        where = held.get(outer)
    return False


@lru_cache(maxsize=_FUNCTIONS)
def own_names(function: ast.AST) -> frozenset[str]:
    """The names that a function has of its own."""
    bound, declared = set[str](), set[str]()
    for node in inside(function):
        if isinstance(node, (ast.Global, ast.Nonlocal)):
            declared.update(node.names)
        elif isinstance(node, ast.Name):
            if not isinstance(node.ctx, ast.Load):
                bound.add(node.id)
        elif isinstance(node, ast.arg):
            bound.add(node.arg)
    return frozenset(bound - declared)
