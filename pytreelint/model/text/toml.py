"""TOML from outside: parsed in bounded time, or refused with a ValueError."""

from __future__ import annotations

import re
from typing import Any

# Names of a key, of which the parser's time grows with the square; nobody nests so deeply.
_MOST_NAMES = 30
_LONG_KEY = re.compile(rf"""(?<![\w.-])(?>(?:[\w-]+|"[^"\n]*"|'[^'\n]*')[ \t]*\.[ \t]*){{{_MOST_NAMES}}}""")


def parse_toml(text: str) -> dict[str, Any]:
    """The tables of a text. Raises ValueError for whatever is wrong with it."""
    import tomllib

    if _LONG_KEY.search(text):
        raise ValueError(f"a key has more than {_MOST_NAMES} names")
    try:
        return tomllib.loads(text)
    except RecursionError:
        raise ValueError("it is nested too deeply") from None
