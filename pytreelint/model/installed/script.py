"""What a script says of its own dependencies: the inline metadata of PEP 723, which `uv run` and others obey."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import takewhile
from typing import Any

from pytreelint.model.installed.pins import stated
from pytreelint.model.installed.versions import Newest, lowest
from pytreelint.model.text.toml import parse_toml

_OPENING = "# /// script"
_CLOSING = "# ///"
_MOST_ROWS = 10_000


def pinned(text: str, library: str) -> tuple[bool, Newest | None]:
    """Whether a file's metadata require a library, and the newest version that they allow (None: any)."""
    if _OPENING not in text:
        return False, None
    bounds = stated(_dependencies(text.replace("\r\n", "\n")), library)
    return bool(bounds), lowest(bounds)


def _dependencies(text: str) -> list[Any]:
    """The requirements; none where there is no block, more than one, or one that is no TOML: nobody obeys such."""
    blocks = list(_blocks(text.split("\n")))
    if len(blocks) != 1:
        return []
    try:
        table = parse_toml("\n".join(row[2:] for row in blocks[0]))
    except ValueError:
        return []
    given = table.get("dependencies", [])
    return given if isinstance(given, list) else []


def _blocks(rows: Sequence[str]) -> Iterator[Sequence[str]]:
    """What stands in each block: from an opening to the last closing row of the same comment."""
    at = 0
    while at < len(rows):
        opens = rows[at].rstrip() == _OPENING
        at += 1
        if opens:
            comment = list(takewhile(lambda row: row == "#" or row.startswith("# "), rows[at : at + _MOST_ROWS]))
            closings = [number for number, row in enumerate(comment) if row.rstrip() == _CLOSING]
            if closings:
                yield comment[: closings[-1]]
            at += len(comment)
