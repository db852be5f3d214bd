"""Places for new statements between old ones, with as many blank lines around them as the order asks for."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import lru_cache

from pytreelint.model.syntax.walking import statements
from pytreelint.model.text.imports.items import Change, Item, joined
from pytreelint.model.text.imports.order import Imported, blank_lines
from pytreelint.model.text.imports.style import Style
from pytreelint.model.text.place import Place
from pytreelint.model.text.source import Source

_TREES = 8  # whose rows are held at a time


def runs(source: Source, style: Style, items: list[Item], indent: str) -> Iterator[Change]:
    """The insertions, one for all new statements between two old ones."""
    previous: Item | None = None
    run: list[Item] = []
    for item in items:
        if item.node is None:
            run.append(item)
            continue
        # What has its section from the next statement stands in front of that, what has not behind the last one.
        joins = [new for new in run if new.entry.section == item.entry.section]
        apart = previous is not None and previous.entry.section != item.entry.section
        apart = apart and (not run or blank_lines(run[0].entry, item.entry, style) > 0 or run == joins)
        behind = [new for new in run if new not in joins] if apart else run
        if behind:
            yield _insertion(source, style, previous, behind, item, indent)
        if apart and joins:
            yield _in_front(source, style, previous, joins, item, indent)
        run = []
        previous = item
    if run:
        yield _insertion(source, style, previous, run, None, indent)


def _insertion(
    source: Source, style: Style, before: Item | None, run: list[Item], after: Item | None, indent: str
) -> Change:
    """New statements behind an old one, or in front of the first."""
    end, text = source.line_end, joined(source, style, run, indent)
    apart_after = _apart(source, run[-1], after, before, style) if after is not None else 0
    if before is None or before.node is None:
        assert after is not None and after.node is not None
        place = source.place(after.node)
        at = Place(source.path, place.row, place.column, place.row, place.column)
        return at, text + end * (1 + apart_after) + indent
    apart_before = blank_lines(before.entry, run[0].entry, style)
    last = _last_row(source, before.node)
    missing = 0
    if after is not None and after.node is not None:
        row = _first_row(source, after.node, last)
        if apart_before and not apart_after and row > last:
            return _in_front(source, style, before, run, after, indent)
        gap = row - last - 1
        missing = apart_after - gap if gap >= blank_lines(before.entry, after.entry, style) else 0
    column = len(source.line(last)) + 1
    return Place(source.path, last, column, last, column), end * (1 + apart_before) + indent + text + end * max(
        0, missing
    )


def _in_front(source: Source, style: Style, before: Item | None, run: list[Item], after: Item, indent: str) -> Change:
    """New statements in front of an old one, and of the comments above it."""
    assert before is not None and before.node is not None and after.node is not None
    end, text, last = source.line_end, joined(source, style, run, indent), _last_row(source, before.node)
    row = _first_row(source, after.node, last)
    missing = max(0, blank_lines(before.entry, run[0].entry, style) - (row - last - 1))
    behind = end * (1 + _apart(source, run[-1], after, before, style))
    return Place(source.path, row, 1, row, 1), end * max(0, missing) + indent + text + behind


def _apart(source: Source, new: Item, after: Item, before: Item | None, style: Style) -> int:
    """How many blank lines stand behind a new statement: one in front of a comment, too."""
    assert after.node is not None
    commented = before is not None and new.entry.section == after.entry.section
    commented = commented and source.line(after.node.lineno - 1).lstrip().startswith("#")
    return max(blank_lines(new.entry, after.entry, style), int(commented))


def _last_row(source: Source, node: Imported) -> int:
    """The last row of a statement, and of those that begin in the same row."""
    row = node.end_lineno or node.lineno
    return max(row, _ends(source.tree()).get(row, row))


@lru_cache(maxsize=_TREES)
def _ends(tree: ast.Module) -> dict[int, int]:
    """The last row of the statements that begin in each row."""
    found: dict[int, int] = {}
    for node in statements(tree):
        found[node.lineno] = max(found.get(node.lineno, 0), node.end_lineno or node.lineno)
    return found


def _first_row(source: Source, node: Imported, after: int) -> int:
    """The row of a statement with the comments right above it."""
    row = node.lineno
    while row - 1 > after and source.line(row - 1).lstrip().startswith("#"):
        row -= 1
    return row
