"""`--output-format json`: an array of objects as ruff's; `docs/schema/check.v1.json` is its schema."""

from __future__ import annotations

from collections.abc import Iterable
from json import dumps
from typing import Any

from pytreelint.model.text.notebook.placing import split_cell
from pytreelint.model.text.place import Place
from pytreelint.report.links import rule_page
from pytreelint.rules.finding import Finding, Fix


def check_json(findings: Iterable[Finding]) -> str:
    """The array, one key per line, with a line end."""
    return dumps([finding_object(finding) for finding in findings], indent=2) + "\n"


def finding_object(finding: Finding) -> dict[str, Any]:
    """One finding as a JSON object."""
    return {
        "code": finding.code,
        "name": finding.name,
        "message": finding.message,
        **_file(finding.place),
        **_span(finding.place),
        "severity": finding.severity,
        "url": rule_page(finding.code),
        "related": [{**_file(step.place), **_span(step.place), "message": step.message} for step in finding.related],
        "fix": None if finding.fix is None else _fix(finding.fix),
    }


def _fix(fix: Fix) -> dict[str, Any]:
    return {
        "applicability": fix.applicability,
        "message": fix.message,
        "edits": [{"content": edit.content, **_cell(edit.place), **_span(edit.place)} for edit in fix.edits],
    }


def _file(place: Place) -> dict[str, Any]:
    return {"filename": split_cell(place.path)[0], **_cell(place)}


def _cell(place: Place) -> dict[str, int]:
    """Of a notebook, the cell that rows are counted in."""
    number = split_cell(place.path)[1]
    return {} if number is None else {"cell": number}


def _span(place: Place) -> dict[str, dict[str, int]]:
    return {
        "location": {"row": place.row, "column": place.column},
        "end_location": {"row": place.end_row, "column": place.end_column},
    }
