"""Where a report goes: in colour on a terminal (rich is imported only then), the same text without it elsewhere.

What is written here is written for people, and made `visible` here: no format can forget it.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from typing import TextIO

from pytreelint.report.segments import Line, Style, text_of
from pytreelint.report.visible import visible

PIPED_WIDTH = 120
NARROWEST = 60

COLORS: dict[Style, str] = {
    "plain": "",
    "strong": "bold",
    "dim": "dim",
    "gutter": "blue",
    "code": "bold red",
    "error": "bold red",
    "warning": "bold yellow",
    "advice": "bold cyan",
    "label": "cyan",
    "help": "bold green",
    "good": "green",
    "removed": "red",
    "added": "green",
}


def wants_color(stream: TextIO, environ: Mapping[str, str] = os.environ) -> bool:
    """NO_COLOR forbids (https://no-color.org), FORCE_COLOR demands, else a terminal that can decides."""
    if environ.get("NO_COLOR"):
        return False
    if environ.get("FORCE_COLOR", "0") not in ("", "0"):
        return True
    return is_terminal(stream) and environ.get("TERM") != "dumb"


def is_terminal(stream: TextIO) -> bool:
    """Whether a person watches; closed and replaced streams are none."""
    try:
        return stream.isatty()
    except (AttributeError, ValueError):
        return False


def width_of(stream: TextIO) -> int:
    """Columns to fill: the terminal's, or a constant, so that piped output is the same everywhere."""
    if not is_terminal(stream):
        return PIPED_WIDTH
    from shutil import get_terminal_size  # with all archive formats, and only for terminals

    return max(get_terminal_size((PIPED_WIDTH, 24)).columns, NARROWEST)


def write(lines: Iterable[Line], stream: TextIO, *, color: bool) -> None:
    """Write styled lines."""
    if not color:
        # In one piece: a page of findings is thousands of lines.
        stream.write("".join(printable(visible(text_of(one)), stream) + "\n" for one in lines))
        return
    from rich.console import Console
    from rich.text import Text

    console = Console(file=stream, force_terminal=True, color_system="standard", highlight=False, soft_wrap=True)
    for one in lines:
        parts = ((printable(visible(part.text), stream), COLORS[part.style]) for part in one)
        console.print(Text.assemble(*parts))


def write_markdown(text: str, stream: TextIO, *, color: bool) -> None:
    """Write a page: set by rich on a terminal, as it is elsewhere."""
    if not color:
        stream.write(printable(text, stream))
        return
    from rich.console import Console
    from rich.markdown import Markdown

    console = Console(file=stream, force_terminal=True, color_system="standard", width=min(width_of(stream), 100))
    console.print(Markdown(text))


def printable(text: str, stream: TextIO) -> str:
    """The text with what the stream's encoding lacks as escapes, instead of a crash."""
    encoding = stream.encoding or "utf-8"
    return text if text.isascii() else text.encode(encoding, "backslashreplace").decode(encoding)
