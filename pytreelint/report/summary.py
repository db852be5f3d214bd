"""The last line of a check."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from pytreelint.report.segments import Line, Segment, line
from pytreelint.rules.finding import Finding, Severity

_ORDER: tuple[Severity, ...] = ("error", "warning", "advice")


def summary(findings: Sequence[Finding], n_files: int) -> Line:
    """`Found 3 errors, 1 warning in 12 files.`, or that all is well."""
    checked = count(n_files, "file")
    if not findings:
        return line(Segment("All checks passed", "good"), f" in {checked}.")
    tally = Counter(finding.severity for finding in findings)
    kinds = [
        str(tally[kind]) + f" {kind}" if kind == "advice" else count(tally[kind], kind)
        for kind in _ORDER
        if tally[kind]
    ]
    return line(f"Found {', '.join(kinds)} in {checked}.")


def count(number: int, noun: str) -> str:
    """`1 file`, `2 files`."""
    return f"{number:,} {noun}" if number == 1 else f"{number:,} {noun}s"
