"""What the commands print on, and how."""

from __future__ import annotations

import sys
from collections.abc import Iterable

from pytreelint.report.segments import Line
from pytreelint.report.terminal import wants_color, write


def show(lines: Iterable[Line]) -> None:
    """Styled lines on standard output."""
    write(lines, sys.stdout, color=wants_color(sys.stdout))
