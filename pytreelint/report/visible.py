"""Text from outside with control, bidirectional and invisible characters escaped, as a terminal or a log may show it.

File names, lines of source, messages and configuration are somebody else's: they may hold escape sequences (colours,
titles, links), line ends that forge a line of the report, characters that turn or hide what follows, or bytes that are
no text. Everything that is printed for people goes through here where it becomes output: `terminal.write`.
"""

from __future__ import annotations

import re

# Controls, soft hyphens, bidirectional marks, embeddings and isolates, line separators, invisible characters and tags,
# surrogates. The joiners U+200C and U+200D stay: scripts and emoji are written with them.
_ODD = re.compile(
    "[\x00-\x1f\x7f-\x9f\xad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb"
    "\ud800-\udfff\U000e0000-\U000e007f]"
)
_SHORT = {"\n": "\\n", "\r": "\\r", "\t": "\\t"}


def visible(text: str) -> str:
    """The text with everything odd in it escaped, as in a string of Python."""
    return text if text.isascii() and text.isprintable() else _ODD.sub(_escaped, text)


def visible_lines(text: str) -> str:
    """A text of several lines, with everything odd in each of them escaped."""
    return "\n".join(visible(row) for row in text.split("\n"))


def is_odd(character: str) -> bool:
    """Whether a character must not reach a terminal as it is."""
    return _ODD.match(character) is not None


def _escaped(match: re.Match[str]) -> str:
    code = ord(match[0])
    if code < 0x100:
        return _SHORT.get(match[0], f"\\x{code:02x}")
    return f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"
