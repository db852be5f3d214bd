"""`--output-format jsonl`: the objects of `json`, one a line, for programs that read a stream."""

from __future__ import annotations

from collections.abc import Iterable
from json import dumps

from pytreelint.report.json import finding_object
from pytreelint.rules.finding import Finding


def check_jsonl(findings: Iterable[Finding]) -> str:
    """A line per finding, none where there is no finding."""
    return "".join(dumps(finding_object(finding)) + "\n" for finding in findings)
