"""One `from` statement as text: on one line while it fits, else in brackets, a name on each line."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Sequence
from functools import lru_cache

from pytreelint.knowledge.record import record
from pytreelint.model.text.imports.order import member_key
from pytreelint.model.text.imports.style import DEFAULT_LENGTH, Style
from pytreelint.model.text.place import Place
from pytreelint.model.text.source import Source

Name = tuple[str, str | None]

_FILES = 8  # whose layout is held at a time
_UNBROKEN = 10**9  # the length of a line that must not be broken: another statement shares it
_FIRST_INDENT = re.compile(r"^[ \t]+(?=\S)", re.MULTILINE)


@record(frozen=True, slots=True)
class Layout:
    """What a file says about its lines: how long they may be, and what indents them."""

    length: int
    unit: str


@lru_cache(maxsize=_FILES)
def layout_of(source: Source, style: Style) -> Layout:
    """The layout of a file: as configured, else no longer than what stands there already."""
    found = _FIRST_INDENT.search(source.text)
    unit = found[0] if found else "    "
    longest = max((len(line) for line in source.lines if line.lstrip().startswith(("import ", "from "))), default=0)
    return Layout(style.line_length or max(DEFAULT_LENGTH, longest), "\t" if "\t" in unit else unit)


def alias_text(name: Name) -> str:
    """`name`, or `name as local`."""
    return name[0] if name[1] is None else f"{name[0]} as {name[1]}"


def from_statement(
    home: str,
    names: Sequence[Name],
    layout: Layout,
    style: Style,
    *,
    indent: str = "",
    open_up: bool = False,
    comment: str = "",
) -> list[str]:
    """The lines of `from home import names`, without the indent of the first.

    Args:
        open_up: whether the names stood on lines of their own, with a comma after the last.
        comment: stands behind the statement.
    """
    start = f"from {home} import "
    behind = f"  {comment}" if comment else ""
    line = start + ", ".join(map(alias_text, names))
    wraps = style.force_wrap_aliases and len(names) > 1 and any(local is not None for _, local in names)
    if not (open_up and style.split_on_trailing_comma) and not wraps:
        if len(indent + line + behind) <= layout.length or names[0][0] == "*":
            return [line + behind]
    inner = [f"{indent}{layout.unit}{alias_text(name)}," for name in names]
    return [f"{start}({behind}", *inner, f"{indent})"]


def extended(source: Source, node: ast.ImportFrom, new: Iterable[Name], style: Style) -> list[tuple[Place, str]]:
    """The places and texts that add names to a statement, in their order where the others are in order."""
    names: list[Name] = [(alias.name, alias.asname) for alias in node.names]
    if _has_comments(source, source.place(node)):
        return _between_comments(source, node, new, style)
    for name in new:
        names.insert(_position(names, name, style), name)
    return [rewritten(source, node, names, style)]


def rewritten(source: Source, node: ast.ImportFrom, names: Sequence[Name], style: Style) -> tuple[Place, str]:
    """The place and text of a statement without comments inside, with other names."""
    place, layout = source.place(node), layout_of(source, style)
    first, last = source.line(place.row), source.line(place.end_row)
    before, behind = first[: place.column - 1], last[place.end_column - 1 :]
    alone = not before.strip() and (not behind.strip() or behind.lstrip().startswith("#"))
    comment = behind.strip() if alone else ""
    home = "." * node.level + (node.module or "")
    lines = from_statement(
        home,
        names,
        layout if alone else Layout(_UNBROKEN, layout.unit),
        style,
        indent=before if alone else "",
        open_up=_opened_up(source, node) and alone,
        comment=comment,
    )
    if comment and len(lines) == 1:
        lines = [lines[0].removesuffix(f"  {comment}") + behind]
    end = len(last) + 1 if comment else place.end_column
    return Place(place.path, place.row, place.column, place.end_row, end), source.line_end.join(lines)


def _has_comments(source: Source, place: Place) -> bool:
    """Whether a statement has comments inside."""
    rows = list(source.lines[place.row - 1 : place.end_row])
    rows[-1] = rows[-1][: place.end_column - 1]
    return "#" in "".join(rows)


def _opened_up(source: Source, node: ast.ImportFrom) -> bool:
    """Whether a comma stands behind the last name, which asks for a name on each line."""
    place, last = source.place(node), source.place(node.names[-1])
    between = [source.line(row) for row in range(last.end_row, place.end_row + 1)]
    between[-1] = between[-1][: place.end_column - 1]
    between[0] = between[0][last.end_column - 1 :]
    return "," in "".join(row.partition("#")[0] for row in between)


def _position(names: Sequence[Name], new: Name, style: Style) -> int:
    """Where a name belongs among others; behind them all where they are in no order."""
    keys = [member_key(*each, style) for each in names]
    key = member_key(*new, style)
    smaller = sum(other < key for other in keys)
    return smaller if keys == sorted(keys) else len(keys)


def _between_comments(
    source: Source, node: ast.ImportFrom, new: Iterable[Name], style: Style
) -> list[tuple[Place, str]]:
    """New names on lines of their own, each behind the one that it follows; behind the last where two share a line."""
    names: list[Name] = [(alias.name, alias.asname) for alias in node.names]
    rows = [source.place(alias).row for alias in node.names]
    last = source.place(node.names[-1])
    if len(set(rows)) < len(rows) or rows[0] == node.lineno:
        at = Place(source.path, last.end_row, last.end_column, last.end_row, last.end_column)
        return [(at, "".join(f", {alias_text(name)}" for name in new))]
    indent = source.line(rows[0])[: source.place(node.names[0]).column - 1]
    added: dict[int, str] = {}
    for name in new:
        at_index = _position(names, name, style)
        added[at_index] = f"{added.get(at_index, '')}{source.line_end}{indent}{alias_text(name)},"
    edits = []
    for index, text in added.items():
        row = rows[index - 1] if index else rows[0] - 1
        line = source.line(row)
        start = len(line) + 1
        if index == len(rows) and not _opened_up(source, node):
            start, text = last.end_column, f",{line[last.end_column - 1 :]}{text}"
        edits.append((Place(source.path, row, start, row, len(line) + 1), text))
    return edits
