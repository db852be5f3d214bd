"""Blocks of import statements, and the block that a new import joins: that of the name it replaces, else the likest."""

from __future__ import annotations

import ast
import sys
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache

from pytreelint.knowledge.known import PACKAGES
from pytreelint.model.syntax.walking import SIMPLE, holders
from pytreelint.model.text.imports.order import Imported, entry
from pytreelint.model.text.imports.style import FUTURE, STANDARD, Style
from pytreelint.model.text.place import Needed
from pytreelint.model.text.source import Source

_LIBRARIES = PACKAGES - sys.stdlib_module_names


def blocks_of(tree: ast.Module) -> list[list[Imported]]:
    """The runs of import statements, those of inner statements too, in the order of the file."""
    return list(_blocks(tree))


@lru_cache(maxsize=8)
def _blocks(tree: ast.Module) -> tuple[list[Imported], ...]:
    return tuple(_runs(tree))


def _runs(tree: ast.Module) -> Iterator[list[Imported]]:
    for node in holders(tree):
        if type(node) in SIMPLE:
            continue
        for name in ("body", "orelse", "finalbody"):
            run: list[Imported] = []
            statements = getattr(node, name, None)
            for statement in statements if isinstance(statements, list) else ():
                if isinstance(statement, (ast.Import, ast.ImportFrom)):
                    run.append(statement)
                elif run:
                    yield run
                    run = []
            if run:
                yield run


def block_for(needed: Needed, blocks: list[list[Imported]], source: Source, style: Style) -> Sequence[Imported]:
    """The block that an import joins; none where the file has no block that is run before the name is used."""
    for block in blocks:
        if any(node.lineno == needed.beside for node in block):
            return block
    outer = set(map(id, source.tree().body))
    early = [b for b in blocks if id(b[0]) in outer and (not needed.used or (b[-1].end_lineno or 0) < needed.used)]
    return next((b for wanted in _wishes(needed, source, style) for b in early if wanted(b)), ())


def _wishes(needed: Needed, source: Source, style: Style) -> Iterator[Callable[[list[Imported]], bool]]:
    """What the block should have: the same module, else libraries like it, else anything."""
    path = source.path

    def sections(block: list[Imported]) -> set[str]:
        return {entry(node, path, style).section[1] for node in block}

    own = entry(from_node(needed.home, []), path, style).section[1]
    yield lambda block: any(isinstance(n, ast.ImportFrom) and n.module == needed.home and not n.level for n in block)
    if own != STANDARD:  # what these read of the environment when they are imported is set before the first of them
        yield lambda block: any(root in _LIBRARIES for node in block for root in _roots(node))
    yield lambda block: own in sections(block)
    yield lambda block: sections(block) != {FUTURE}
    yield lambda block: True


def _roots(node: Imported) -> list[str]:
    names = [node.module or ""] if isinstance(node, ast.ImportFrom) else [alias.name for alias in node.names]
    return [name.partition(".")[0] for name in names]


def from_node(home: str, names: Sequence[Needed]) -> ast.ImportFrom:
    aliases = [ast.alias(each.name, each.asname) for each in names] or [ast.alias("_", None)]
    return ast.ImportFrom(home, aliases, 0)
