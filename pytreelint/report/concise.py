"""`--output-format concise`: a line per finding, as compilers print them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from pytreelint.report.paths import shown
from pytreelint.report.segments import Line, Segment, line
from pytreelint.report.statistics import FIXABLE
from pytreelint.rules.finding import Finding


def concise(findings: Iterable[Finding], root: str | None = None) -> Iterator[Line]:
    """`path:row:col: CODE [name] message`; `[*]` after the code says that there is a fix."""
    for finding in findings:
        place = finding.place
        yield line(
            f"{shown(place.path, root)}:{place.row}:{place.column}: ",
            Segment(finding.code, "code"),
            *((" ", Segment(FIXABLE, "label")) if finding.fix is not None else ()),
            f" [{finding.name}] {_one_line(finding.message)}",
        )


def _one_line(message: str) -> str:
    return " ".join(message.split("\n"))
