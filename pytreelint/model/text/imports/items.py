"""The statements of a block of imports in their order, the new ones among them."""

from __future__ import annotations

import ast
from itertools import pairwise

from pytreelint.knowledge.record import record
from pytreelint.model.text.imports.order import Entry, Imported, blank_lines, member_key
from pytreelint.model.text.imports.statement import from_statement, layout_of
from pytreelint.model.text.imports.style import Style
from pytreelint.model.text.place import Needed, Place
from pytreelint.model.text.source import Source

Change = tuple[Place, str]


@record(frozen=True, slots=True)
class Item:
    """A statement of a block: one that stands there, or the text of one that comes."""

    entry: Entry
    node: Imported | None
    text: str = ""


def statements_of(names: list[Needed], style: Style) -> list[list[Needed]]:
    """The names by the statements that they stand in: those with another local name stand alone."""
    if style.force_single_line:
        return [[each] for each in names]
    plain = [each for each in names if style.combine_as_imports or each.asname is None]
    return [*([plain] if plain else []), *([each] for each in names if each not in plain)]


def text_of_new(source: Source, style: Style, node: ast.ImportFrom, indent: str) -> str:
    names = [(alias.name, alias.asname) for alias in node.names]
    names.sort(key=lambda name: member_key(name[0], name[1], style))
    lines = from_statement(node.module or "", names, layout_of(source, style), style, indent=indent)
    return source.line_end.join(lines)


def insert(items: list[Item], new: Item) -> None:
    """Put a new statement behind the last one that it follows; the others keep their places."""
    same = [i for i, item in enumerate(items) if item.entry.section == new.entry.section]
    smaller = [i for i in same if items[i].entry.key <= new.entry.key]
    earlier = [i for i, item in enumerate(items) if item.entry.rank < new.entry.rank]
    at = smaller[-1] + 1 if smaller else same[0] if same else earlier[-1] + 1 if earlier else 0
    items.insert(at, new)


def joined(source: Source, style: Style, run: list[Item], indent: str) -> str:
    """The text of new statements that follow each other."""
    text = run[0].text
    for one, other in pairwise(run):
        text += source.line_end * (1 + blank_lines(one.entry, other.entry, style)) + indent + other.text
    return text
