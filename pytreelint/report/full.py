"""`--output-format full`: each finding with its source, its evidence in causal order and what helps."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from pytreelint.model.place import Place
from pytreelint.report.frame import Frame
from pytreelint.report.paths import shown
from pytreelint.report.segments import EMPTY, Line, Segment, line
from pytreelint.report.texts import Texts
from pytreelint.rules.finding import Finding

CONTEXT = 2


def full(findings: Iterable[Finding], texts: Texts, width: int, root: str | None = None) -> Iterator[Line]:
    """All findings, an empty line after each.

    Arguments:
        width: columns to fill; longer lines of source are cut around their spans.
        root: the project's folder.
    """
    for finding in findings:
        yield from one(finding, texts, width, root)
        yield EMPTY


def one(finding: Finding, texts: Texts, width: int, root: str | None = None) -> Iterator[Line]:
    """One finding: header, source, numbered evidence, help."""
    places = [finding.place, *(step.place for step in finding.related)]
    gutter = len(str(max(max(place.row, place.end_row) for place in places)))
    yield _header(finding)
    yield _arrow(finding.place, gutter, "-->", root)
    yield from Frame(finding.place, "^", finding.severity, "", gutter, width, CONTEXT).lines(texts)
    for number, step in enumerate(finding.related, 1):
        frame = Frame(step.place, "-", "label", f"{number}: {step.message}", gutter, width)
        yield (frame.bar(),)
        yield _arrow(step.place, gutter, ":::", root)
        yield from frame.lines(texts)
    yield from _help(finding, gutter)


def _header(finding: Finding) -> Line:
    return line(
        Segment(finding.code, "code"),
        f" {finding.name} ",
        Segment(finding.severity, finding.severity),
        Segment(": ", "strong"),
        Segment(finding.message, "strong"),
    )


def _arrow(place: Place, gutter: int, sign: str, root: str | None) -> Line:
    where = f"{shown(place.path, root)}:{place.row}:{place.column}"
    return line(Segment(" " * gutter + sign, "gutter"), f" {where}")


def _help(finding: Finding, gutter: int) -> Iterator[Line]:
    if not finding.help:
        return
    yield line(Segment(" " * (gutter + 1) + "|", "gutter"))
    first, *rest = finding.help.split("\n")
    yield line(Segment("help: ", "help"), first)
    yield from (line("      ", row) for row in rest)
