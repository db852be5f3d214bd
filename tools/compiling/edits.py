"""Edits of a text by places in its bytes."""

from __future__ import annotations

import ast
from collections.abc import Iterable
from functools import lru_cache

Edit = tuple[int, int, str]  # where it begins and ends, in bytes, and what stands there then


def changed(text: str, edits: Iterable[Edit]) -> str:
    """Returns a text with all edits made, none of which overlap."""
    data = text.encode()
    for start, end, new in sorted(edits, key=lambda edit: edit[:2], reverse=True):
        data = data[:start] + new.encode() + data[end:]
    return data.decode()


def place(node: ast.stmt | ast.expr | ast.keyword | ast.alias, text: str) -> tuple[int, int]:
    """Returns where a node begins and ends, in bytes."""
    assert node.end_lineno is not None and node.end_col_offset is not None
    starts = _starts(text)
    return starts[node.lineno] + node.col_offset, starts[node.end_lineno] + node.end_col_offset


@lru_cache(maxsize=4)
def _starts(text: str) -> list[int]:
    """Returns the position in bytes at which each row begins; the first row is the second item."""
    starts = [0, 0]
    for line in text.encode().split(b"\n"):
        starts.append(starts[-1] + len(line) + 1)
    return starts
