"""The function or class that a place stands in: what findings are counted by where rows may change."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from pytreelint.model.text.place import Place
from pytreelint.model.text.reading import DEFAULT_MAX_SIZE
from pytreelint.model.text.source import Source
from pytreelint.model.text.unreadable import Unreadable

if TYPE_CHECKING:
    from pytreelint.model.text.notebook.notebook import Notebook

MODULE = "<module>"

_Scope = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef
_SCOPES = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)


class Symbols:
    """Dotted names by place; files are read when they are first asked for.

    Arguments:
        sources: contents that stand for files (stdin).
    """

    def __init__(self, sources: Mapping[str, Source], max_size: int = DEFAULT_MAX_SIZE) -> None:
        """Nothing is read yet."""
        self._sources = sources
        self._max_size = max_size
        self._scopes: dict[str, list[tuple[int, int, str]]] = {}
        self._notebooks: dict[str, Notebook] = {}

    def of(self, place: Place) -> str:
        """The innermost function or class around a place, `<module>` outside of all and where the file has no tree.

        Outside of all in a notebook it is the cell, by the name that stays when cells are moved.
        """
        if place.path not in self._scopes:
            self._scopes[place.path] = self._read(place.path)
        around = [scope for scope in self._scopes[place.path] if scope[0] <= place.row <= scope[1]]
        if around:
            return min(around, key=lambda scope: (scope[1] - scope[0], -len(scope[2])))[2]
        cell = self._notebooks[place.path].cell_at(place.row) if place.path in self._notebooks else None
        return f"<cell {cell.told.id}>" if cell is not None and cell.told.id else MODULE

    def _read(self, path: str) -> list[tuple[int, int, str]]:
        try:
            source = self._sources.get(path) or Source.read(path, self._max_size)
            if source.notebook is not None:
                self._notebooks[path] = source.notebook
            return list(_scopes(source.tree()))
        except (Unreadable, RecursionError):
            return []


def _scopes(tree: ast.Module) -> Iterator[tuple[int, int, str]]:
    """First row (of the decorators), last row and dotted name of each function and class."""
    waiting: list[tuple[ast.AST, str]] = [(tree, "")]
    while waiting:
        node, outer = waiting.pop()
        for child in ast.iter_child_nodes(node):
            if isinstance(child, _SCOPES):
                name = f"{outer}.{child.name}" if outer else child.name
                yield (*_rows(child), name)
                waiting.append((child, name))
            elif not isinstance(child, ast.expr):
                waiting.append((child, outer))


def _rows(scope: _Scope) -> tuple[int, int]:
    first = min([scope.lineno, *(decorator.lineno for decorator in scope.decorator_list)])
    return first, scope.end_lineno or scope.lineno
