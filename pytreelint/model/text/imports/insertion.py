"""Edits that add imports: names in statements that exist, and new statements, as the project sorts and breaks them."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Sequence

from pytreelint.model.text.imports.between import runs
from pytreelint.model.text.imports.blocks import block_for, blocks_of, from_node
from pytreelint.model.text.imports.items import Change, Item, insert, statements_of, text_of_new
from pytreelint.model.text.imports.order import Imported, entry
from pytreelint.model.text.imports.statement import extended
from pytreelint.model.text.imports.style import Style, style_of
from pytreelint.model.text.imports.top import on_top
from pytreelint.model.text.place import Needed, Place
from pytreelint.model.text.source import Source


def import_edits(source: Source, needed: Iterable[Needed]) -> list[Change]:
    """The places and texts that add imports, as the project sorts and breaks them."""
    style = style_of(source.folder)
    blocks = blocks_of(source.tree())
    homes: dict[tuple[int, str], list[Needed]] = {}
    found: dict[int, Sequence[Imported]] = {}
    for each in sorted(set(needed)):
        block = block_for(each, blocks, source, style)
        found[id(block)] = block
        names = homes.setdefault((id(block), each.home), [])
        if all(other.alias != each.alias for other in names):
            names.append(each)
    edits: list[Change] = []
    for number, block in found.items():
        new = [(home, names) for (at, home), names in homes.items() if at == number]
        edits += _in_block(source, style, block, new) if block else on_top(source, style, new)
    return edits


def _in_block(
    source: Source, style: Style, block: Sequence[Imported], new: Iterable[tuple[str, list[Needed]]]
) -> Iterator[Change]:
    items = [Item(entry(node, source.path, style), node) for node in block]
    alone: list[list[Needed]] = []
    indent = source.line(block[0].lineno)[: source.place(block[0]).column - 1]
    indent = indent if not indent.strip() else ""
    for home, names in new:
        for together in statements_of(names, style):
            held = _to_extend(block, home, together, style)
            if held is None:
                alone.append(together)
                continue
            more = [each for each in together if all(each.name != alias.name for alias in held.names)]
            if not more:
                continue
            whole = ast.ImportFrom(home, [*held.names, *from_node(home, more).names], 0)
            at = next(index for index, item in enumerate(items) if item.node is held)
            items[at] = Item(entry(whole, source.path, style), held)
            yield from reordered(
                source, items, at, extended(source, held, [(each.name, each.asname) for each in more], style)
            )
    for together in alone:
        node = from_node(together[0].home, together)
        insert(items, Item(entry(node, source.path, style), None, text_of_new(source, style, node, indent)))
    yield from runs(source, style, items, indent)


def _to_extend(block: Sequence[Imported], home: str, names: list[Needed], style: Style) -> ast.ImportFrom | None:
    if style.force_single_line or (names[0].asname is not None and not style.combine_as_imports):
        return None
    for node in block:
        if isinstance(node, ast.ImportFrom) and node.module == home and not node.level and node.names[0].name != "*":
            if style.combine_as_imports or any(alias.asname is None for alias in node.names):
                return node
    return None


def reordered(source: Source, items: list[Item], at: int, changes: list[Change]) -> list[Change]:
    """The changes of the statement at an index, and its new place among those of the same module."""
    held = items[at].node
    assert isinstance(held, ast.ImportFrom)
    first = last = at
    while first and _is_from(items[first - 1].node, held.module):
        first -= 1
    while last + 1 < len(items) and _is_from(items[last + 1].node, held.module):
        last += 1
    slots = items[first : last + 1]
    ordered = sorted(slots, key=lambda item: item.entry.key)
    others = [item for item in slots if item is not items[at]]
    in_order = [item for item in ordered if item is not items[at]] == others
    places = {id(item): source.place(item.node) for item in slots if item.node is not None}
    rows = [row for place in places.values() for row in source.lines[place.row - 1 : place.end_row]]
    if ordered == slots or not in_order or len(changes) > 1 or any("#" in row or ";" in row for row in rows):
        return changes
    texts = {id(item): _span(source, places[id(item)]) for item in slots}
    texts[id(items[at])] = changes[0][1]
    items[first : last + 1] = [Item(new.entry, old.node) for new, old in zip(ordered, slots, strict=True)]
    return [(places[id(old)], texts[id(new)]) for old, new in zip(slots, ordered, strict=True) if old is not new]


def _is_from(node: Imported | None, module: str | None) -> bool:
    return isinstance(node, ast.ImportFrom) and node.module == module and not node.level


def _span(source: Source, place: Place) -> str:
    rows = list(source.lines[place.row - 1 : place.end_row])
    rows[-1] = rows[-1][: place.end_column - 1]
    rows[0] = rows[0][place.column - 1 :]
    return source.line_end.join(rows)
