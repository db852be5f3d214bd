"""Short ways to findings and places."""

from __future__ import annotations

from pathlib import Path

from pytreelint.model.text.place import Place, Step
from pytreelint.report.segments import plain
from pytreelint.rules.finding import Finding


def place_of(path: Path, needle: str, number: int = 1) -> Place:
    """Where a text stands in a file, the `number`th time; it may span lines."""
    text = path.read_text(encoding="utf-8")
    start = -1
    for _ in range(number):
        start = text.index(needle, start + 1)
    before, end = text[:start], text[: start + len(needle)]
    return Place(
        str(path),
        before.count("\n") + 1,
        start - before.rfind("\n"),
        end.count("\n") + 1,
        len(end) - end.rfind("\n"),
    )


def finding(place: Place, *related: Step, message: str = "`kernel` is an array", help: str | None = None) -> Finding:  # noqa: A002
    """A finding of PTL101."""
    return Finding("PTL101", "static-array", "error", message, place, related, help)


__all__ = ["finding", "place_of", "plain"]
