"""Tables of the overview commands."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from pytreelint.report.page import title
from pytreelint.report.segments import Line, Segment, Style, line
from pytreelint.rules.rule import AnyRule


def rules_table(rules: Iterable[AnyRule]) -> Iterator[Line]:
    """Every rule: code, name, severity, status, whether it is on, what it flags."""
    rows = [
        (rule.code, rule.name, rule.severity, rule.status, "on" if rule.default else "off", title(rule))
        for rule in rules
    ]
    yield from table(("code", "name", "severity", "status", "default", "flags"), rows)


def table(head: Sequence[str], rows: Sequence[Sequence[str]], style: Style = "code") -> Iterator[Line]:
    """Aligned columns; the first one is styled."""
    widths = [max(len(cell) for cell in column) for column in zip(head, *rows, strict=True)]
    yield line(Segment(_aligned(head, widths), "strong"))
    for row in rows:
        text = _aligned(row, widths)
        yield line(Segment(text[: widths[0]], style), text[widths[0] :])


def _aligned(row: Sequence[str], widths: Sequence[int]) -> str:
    return "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True))
