"""`--output-format gitlab`: a code quality report, which GitLab shows in merge requests.

Its format: https://docs.gitlab.com/ci/testing/code_quality/#code-quality-report-format
"""

from __future__ import annotations

from collections.abc import Sequence
from json import dumps
from typing import Any

from pytreelint.report.fingerprint import fingerprints
from pytreelint.report.paths import inside
from pytreelint.report.texts import Texts
from pytreelint.report.visible import visible
from pytreelint.rules.finding import Finding, Severity

SEVERITIES: dict[Severity, str] = {"error": "major", "warning": "minor", "advice": "info"}


def gitlab(findings: Sequence[Finding], texts: Texts, base: str) -> str:
    """The array, with a line end.

    Arguments:
        base: the checkout; GitLab wants paths relative to it.
    """
    marks = fingerprints(findings, texts, base)
    return dumps([_object(f, mark, base) for f, mark in zip(findings, marks, strict=True)], indent=2) + "\n"


def _object(finding: Finding, mark: str, base: str) -> dict[str, Any]:
    place = finding.place
    return {
        "description": visible(" ".join(finding.message.split("\n"))),
        "check_name": finding.code,
        "fingerprint": mark,
        "severity": SEVERITIES[finding.severity],
        "location": {
            "path": visible(inside(place.path, base) or place.path),
            "lines": {"begin": place.row, "end": max(place.row, place.end_row)},
        },
    }
