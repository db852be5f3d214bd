"""`--statistics`: how many findings each rule has."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from json import dumps

from pytreelint.report.segments import Line, Segment, line
from pytreelint.rules.finding import Finding

FIXABLE = "[*]"


def statistics(findings: Iterable[Finding]) -> Iterator[Line]:
    """The rules, those with the most findings first; a star says that some of these have a fix."""
    rows = _counted(findings)
    width = max((len(f"{number:,}") for _, _, number, _ in rows), default=0)
    for code, name, number, fixable in rows:
        mark = Segment(FIXABLE if fixable else "   ", "label")
        yield line(f"{number:>{width},}  ", Segment(code, "code"), "  ", mark, f"  {name}")


def statistics_json(findings: Iterable[Finding]) -> str:
    """The same as an array of objects, with a line end."""
    keys = ("code", "name", "count", "fixable")
    return dumps([dict(zip(keys, row, strict=True)) for row in _counted(findings)], indent=2) + "\n"


def _counted(findings: Iterable[Finding]) -> list[tuple[str, str, int, int]]:
    found = list(findings)
    tally = Counter((finding.code, finding.name) for finding in found)
    fixes = Counter(finding.code for finding in found if finding.fix is not None)
    rows = [(code, name, number, fixes[code]) for (code, name), number in tally.items()]
    return sorted(rows, key=lambda row: (-row[2], row[0]))
