"""`--output-format github`: workflow commands of GitHub Actions, which become annotations.

Their syntax: https://docs.github.com/en/actions/reference/workflows-and-actions/workflow-commands
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from pytreelint.model.text.place import Place
from pytreelint.report.paths import inside, shown
from pytreelint.report.visible import visible, visible_lines
from pytreelint.rules.finding import Finding, Severity

COMMANDS: dict[Severity, str] = {"error": "error", "warning": "warning", "advice": "notice"}
_DATA = str.maketrans({"%": "%25", "\r": "%0D", "\n": "%0A"})
_PROPERTY = str.maketrans({"%": "%25", "\r": "%0D", "\n": "%0A", ":": "%3A", ",": "%2C"})


def github(findings: Iterable[Finding], base: str, root: str | None = None) -> Iterator[str]:
    """A command per finding, each with its line end.

    Arguments:
        base: the checkout; annotations are placed in it.
        root: the project's folder.
    """
    for finding in findings:
        title = f"{finding.code} {finding.name}"
        properties = {"title": title, **_position(finding.place, base)}
        text = ",".join(f"{key}={visible(value).translate(_PROPERTY)}" for key, value in properties.items())
        yield f"::{COMMANDS[finding.severity]} {text}::{_message(finding, root).translate(_DATA)}\n"


def _position(place: Place, base: str) -> dict[str, str]:
    """GitHub takes columns only of what stands in one line."""
    path = inside(place.path, base) or place.path
    where = {"file": path, "line": str(place.row), "endLine": str(max(place.row, place.end_row))}
    if place.end_row <= place.row:
        where |= {"col": str(place.column), "endColumn": str(max(place.column, place.end_column))}
    return where


def _message(finding: Finding, root: str | None) -> str:
    """Returns the text of the log and the annotation; the log shows only places that are in the text."""
    rows = [f"{_where(finding.place, root)}: {finding.code} {_one_line(finding.message)}"]
    for number, step in enumerate(finding.related, 1):
        rows.append(f"  {number}: {_one_line(step.message)} ({_where(step.place, root)})")
    if finding.help:
        rows.append(f"help: {visible_lines(finding.help)}")
    return "\n".join(rows)


def _one_line(text: str) -> str:
    return visible(" ".join(text.split("\n")))


def _where(place: Place, root: str | None) -> str:
    return visible(f"{shown(place.path, root)}:{place.row}:{place.column}")
