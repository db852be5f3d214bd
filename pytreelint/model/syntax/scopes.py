"""The events of one scope, in the order of the text: which names are called and bound, and where."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from pytreelint.knowledge.record import dataclass, field
from pytreelint.model.syntax.free import free_names
from pytreelint.model.syntax.walking import children, walk

_SCOPES = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda, ast.ClassDef)
Path = tuple[tuple[ast.AST, int], ...]  # the compound statements around a node, and the position in each


@dataclass(slots=True, eq=False)
class Scope:
    """What stands in a function, class or module, nested definitions as one node each.

    Attributes:
        calls: the calls of a plain name, by the name.
        bindings: the names and definitions that bind a name, by the name.
        assigned: the assignments whose targets bind a name, by the name.
        functions: the functions that are defined there, by name; the last of several.
        paths: where a definition stands, or the assignment of a value, by the definition or the value.
        values: the assignments, by what they assign.
    """

    calls: dict[str, list[tuple[Path, ast.Call]]] = field(default_factory=dict)
    bindings: dict[str, list[tuple[Path, ast.AST]]] = field(default_factory=dict)
    assigned: dict[str, ast.Assign] = field(default_factory=dict)
    functions: dict[str, ast.FunctionDef] = field(default_factory=dict)
    paths: dict[ast.AST, Path] = field(default_factory=dict)
    values: dict[ast.AST, ast.Assign] = field(default_factory=dict)
    _read: dict[ast.AST, frozenset[str]] = field(default_factory=dict)

    def read_by(self, function: ast.AST) -> set[str]:
        """The names that a function reads from around it, through the functions beside it that it calls."""
        found: set[str] = set()
        pending, seen = [function], {function}
        while pending:
            names = self._names(pending.pop())
            beside = [self.functions[name] for name in names - found if name in self.functions]
            pending += [node for node in beside if node not in seen]
            seen.update(beside)
            found |= names
        return found

    def _names(self, node: ast.AST) -> frozenset[str]:
        known = self._read.get(node)
        if known is None:
            names = free_names(node)
            if isinstance(node, ast.FunctionDef):  # what its decorators read, they read when it is defined
                decorators = {name for d in node.decorator_list for name in free_names(d)}
                inside = {n.id for part in node.body for n in walk(part) if isinstance(n, ast.Name)}
                names -= decorators - inside
            known = self._read[node] = frozenset(names)
        return known


def read_scope(node: ast.AST) -> Scope:
    """The scope that a function, a class or a module is."""
    scope = Scope()
    for path, inner in _own_nodes(node):
        if isinstance(inner, ast.Call):
            if isinstance(inner.func, ast.Name):
                scope.calls.setdefault(inner.func.id, []).append((path, inner))
        elif isinstance(inner, ast.Name):
            if not isinstance(inner.ctx, ast.Load):
                scope.bindings.setdefault(inner.id, []).append((path, inner))
        elif isinstance(inner, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            scope.bindings.setdefault(inner.name, []).append((path, inner))
            scope.paths[inner] = path
            if isinstance(inner, ast.FunctionDef):
                scope.functions[inner.name] = inner
        elif isinstance(inner, ast.Lambda):
            scope.paths[inner] = path
        elif isinstance(inner, ast.Assign):
            scope.paths.setdefault(inner.value, path)
            scope.values.setdefault(inner.value, inner)
            for target in inner.targets:
                if isinstance(target, ast.Name):
                    scope.assigned.setdefault(target.id, inner)
    return scope


def _own_nodes(scope: ast.AST) -> Iterator[tuple[Path, ast.AST]]:
    """The nodes of a scope in order, nested definitions as one node each."""
    pending: list[tuple[Path, ast.AST]] = _below(scope, (), True)
    while pending:
        path, node = pending.pop()
        yield path, node
        if not isinstance(node, _SCOPES):
            pending += _below(node, path, isinstance(node, ast.stmt) and hasattr(node, "body"))


def _below(node: ast.AST, path: Path, compound: bool) -> list[tuple[Path, ast.AST]]:
    """The nodes right below one, the last first."""
    found = [((*path, (node, at)) if compound else path, child) for at, child in enumerate(children(node))]
    return found[::-1]
