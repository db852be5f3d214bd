"""The rows of statements: what a comment on one of them speaks for."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence

from pytreelint.model.text.source import Source, Unreadable


def statement_rows(source: Source) -> list[tuple[int, int]]:
    """First and last row of every simple statement, and of the header of every compound one."""
    try:
        waiting: list[ast.AST] = [source.tree()]
    except Unreadable:
        return []
    found = []
    while waiting:
        node = waiting.pop()
        inner = [child for block in _blocks(node) for child in block]
        waiting += inner
        if not isinstance(node, ast.Module):
            found.append((_first_row(node), _last_row(node, source.lines)))
    return found


def _blocks(node: ast.AST) -> Iterator[Sequence[ast.AST]]:
    for name in ("body", "handlers", "orelse", "finalbody", "cases"):
        block = getattr(node, name, None)
        if isinstance(block, list):
            yield block


def _first_row(node: ast.AST) -> int:
    if isinstance(node, ast.match_case):
        return _first_row(node.pattern)
    row: int = getattr(node, "lineno", 1)
    decorators: list[ast.expr] = getattr(node, "decorator_list", [])
    return min([row, *(d.lineno for d in decorators)])


def _last_row(node: ast.AST, lines: Sequence[str]) -> int:
    """Of a compound statement, the row of the colon: below it, only blank rows and comments precede the body."""
    body = next((block for block in _blocks(node) if block), None)
    if body is None:
        end: int = getattr(node, "end_lineno", None) or _first_row(node)
        return end
    first, row = _first_row(node), _first_row(body[0])
    if _begins_its_row(body[0], lines[row - 1]):
        row -= 1
    while row > first and lines[row - 1].strip(" \t\f")[:1] in ("", "#"):
        row -= 1
    return max(first, row)


def _begins_its_row(node: ast.AST, line: str) -> bool:
    if isinstance(node, ast.match_case):
        return True
    decorators = getattr(node, "decorator_list", None)
    column = int(getattr(decorators[0] if decorators else node, "col_offset", 0))
    return not line.encode()[:column].strip(b" \t\f@")
