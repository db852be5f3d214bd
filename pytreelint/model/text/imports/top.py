"""The place of a file's first import: behind its docstring, else in front of its first statement."""

from __future__ import annotations

import ast
from collections.abc import Iterable

from pytreelint.model.text.imports.blocks import from_node
from pytreelint.model.text.imports.items import Change, Item, insert, joined, statements_of, text_of_new
from pytreelint.model.text.imports.order import entry
from pytreelint.model.text.imports.style import Style
from pytreelint.model.text.place import Needed, Place
from pytreelint.model.text.source import Source


def on_top(source: Source, style: Style, new: Iterable[tuple[str, list[Needed]]]) -> list[Change]:
    """A first block: behind the docstring, else in front of the first statement."""
    items: list[Item] = []
    for home, names in new:
        for together in statements_of(names, style):
            node = from_node(home, together)
            insert(items, Item(entry(node, source.path, style), None, text_of_new(source, style, node, "")))
    end, text = source.line_end, joined(source, style, items, "")
    body = source.tree().body
    has_docstring = bool(body) and isinstance(body[0], ast.Expr) and isinstance(body[0].value, ast.Constant)
    following = body[1] if has_docstring and len(body) > 1 else body[0] if body and not has_docstring else None
    last = (body[0].end_lineno or body[0].lineno) if has_docstring else 0
    if following is None:
        column = len(source.line(last)) + 1 if last else 1
        return [
            (
                Place(source.path, max(last, 1), column, max(last, 1), column),
                end * 2 * bool(last) + text + end * (not last),
            )
        ]
    behind = end * (1 + _lines_after(following, style))
    row = _top_row(source, following, last)
    start = row
    while start - 1 > last and not source.line(start - 1).strip():
        start -= 1
    head = end if start > 1 and (has_docstring or start < row) else ""
    return [(Place(source.path, start, 1, row, 1), f"{head}{text}{behind}")]


def _lines_after(following: ast.stmt | None, style: Style) -> int:
    """How many blank lines stand between imports and what follows."""
    if following is None:
        return 0
    if style.lines_after_imports >= 0:
        return style.lines_after_imports
    return 2 if isinstance(following, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)) else 1


def _top_row(source: Source, node: ast.stmt, after: int) -> int:
    """The row of a statement with its decorators, and the comments right above it unless they are the file's first."""
    decorators: list[ast.expr] = getattr(node, "decorator_list", [])
    first = row = min([node.lineno, *(each.lineno for each in decorators)])
    while row - 1 > after and source.line(row - 1).startswith("#"):
        row -= 1
    return first if row == 1 else row
