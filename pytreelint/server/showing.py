"""Hovers and hints: rules' pages, and what is inferred for classes."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from lsprotocol import types as lsp

from pytreelint.model.text.place import Place
from pytreelint.report.page import explanation
from pytreelint.report.segments import plain
from pytreelint.report.tree import tree
from pytreelint.rules.rule import all_rules
from pytreelint.server.documents import Document, Positions
from pytreelint.server.trees import ClassTree

if TYPE_CHECKING:
    from pytreelint.rules.finding import Finding

_WORD = re.compile(r"[^\W\d]\w*")


def word_at(document: Document, row: int, column: int) -> str:
    """The name at a place of a document's text; empty where there is none."""
    line = document.source.line(row)
    found = (match[0] for match in _WORD.finditer(line) if match.start() <= column - 1 <= match.end())
    return next(found, "")


def hover(findings: Iterable[Finding], held: ClassTree | None, root: str, positions: Positions) -> lsp.Hover | None:
    """The pages of the rules that speak at a place, and the tree of the class that is named there."""
    parts = [f"```text\n{plain(tree(held.root, root, positions.in_cell)).rstrip()}\n```"] if held is not None else []
    codes = dict.fromkeys(finding.code for finding in findings)
    rules = {rule.code: rule for rule in all_rules() if rule.code in codes}
    parts += [f"**{code} {rules[code].name}**\n\n{explanation(rules[code])}" for code in codes if code in rules]
    return lsp.Hover(lsp.MarkupContent(lsp.MarkupKind.Markdown, "\n\n---\n\n".join(parts))) if parts else None


def hints(document: Document, held: Iterable[ClassTree], uri: str, positions: Positions) -> Iterator[lsp.InlayHint]:
    """What the fields of classes are, behind their declarations."""
    for each in held:
        for hint in each.hints:
            place = Place(document.path, hint.row, hint.column, hint.row, hint.column)
            location = positions.location(place)
            if location.uri == uri:
                yield lsp.InlayHint(
                    location.range.end, hint.label, kind=lsp.InlayHintKind.Type, tooltip=hint.said, padding_left=True
                )
