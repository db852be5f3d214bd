"""What a script says of its own dependencies: the inline metadata of PEP 723, which `uv run` and others obey."""

from __future__ import annotations

import re
from typing import Any

from pytreelint.model.pins import stated
from pytreelint.model.toml import parse_toml
from pytreelint.model.versions import Newest, lowest

_OPENING = "# /// script"
_BLOCK = re.compile(rf"^{_OPENING}[ \t]*\n((?:#(?:| .*)\n)*)# ///[ \t]*$", re.MULTILINE)


def pinned(text: str, library: str) -> tuple[bool, Newest | None]:
    """Whether a file's metadata require a library, and the newest version that they allow (None: any)."""
    if _OPENING not in text:
        return False, None
    bounds = stated(iter(_dependencies(text.replace("\r\n", "\n"))), library)
    return bool(bounds), lowest(bounds)


def _dependencies(text: str) -> list[Any]:
    """The requirements; none where there is no block, more than one, or one that is no TOML: nobody obeys such."""
    # As in the reference implementation, a block ends at the last closing line of the comment that it begins.
    blocks = _BLOCK.findall(text + "\n")
    if len(blocks) != 1:
        return []
    try:
        table = parse_toml("".join(row[2:] or "\n" for row in blocks[0].splitlines(keepends=True)))
    except ValueError:
        return []
    given = table.get("dependencies", [])
    return given if isinstance(given, list) else []
