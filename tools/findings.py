"""What is said on the wrong programs of `fixtures/`, as text: `tests/tools/findings.txt`, written by `tools.fix_table`.

A changed word, place or edit shows in it, beside the program that it is about; which lines are found is marked there.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

from pytreelint.model.text.place import Place
from pytreelint.rules.finding import Edit, Finding

ROOT = Path(__file__).resolve().parent.parent
FILE = ROOT / "tests" / "tools" / "findings.txt"
_FIXTURES = ROOT / "fixtures"


def text(findings: Iterable[Finding]) -> str:
    """The findings, by programs."""
    lines: list[str] = []
    path = ""
    for finding in sorted(set(findings), key=lambda each: each.key):
        if finding.place.path != path:
            path = finding.place.path
            lines += ["", f"# {Path(path).relative_to(_FIXTURES).as_posix()}"]
        lines += _lines(finding)
    return "\n".join(lines[1:]) + "\n"


def _lines(finding: Finding) -> Iterator[str]:
    """A finding: its place and message, its evidence, its help, its fix."""
    yield f"{_where(finding.place, finding)} {finding.code} {finding.message}"
    for step in finding.related:
        yield f"    {_where(step.place, finding)} {step.message}"
    if finding.help is not None:
        yield f"    help: {finding.help}"
    if finding.fix is not None:
        yield f"    {finding.fix.applicability}: {finding.fix.message}"
        yield from (f"        {_edited(edit, finding)}" for edit in finding.fix.edits)


def _edited(edit: Edit, finding: Finding) -> str:
    return f"{_where(edit.place, finding)} {edit.content!r}"


def _where(place: Place, finding: Finding) -> str:
    """Where something stands: `row:column-column`, with the file where that is another one of the program."""
    if not Path(place.path).is_relative_to(_FIXTURES):
        return "(library)"
    file = "" if place.path == finding.place.path else f"{Path(place.path).name} "
    end = f"{place.end_row}:" if place.end_row != place.row else ""
    return f"{file}{place.row}:{place.column}-{end}{place.end_column}"
