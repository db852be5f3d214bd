"""The last line of a check."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from pytreelint.report.segments import Line, Segment, line
from pytreelint.rules.finding import Finding, Severity

_ORDER: tuple[Severity, ...] = ("error", "warning", "advice")


def summary(findings: Sequence[Finding], n_files: int, accepted: int = 0) -> Line:
    """`Found 3 errors, 1 warning in 12 files.`, or that all is well.

    Arguments:
        accepted: further findings, which the baseline accepts.
    """
    checked = count(n_files, "file") + (f" ({count(accepted, 'finding')} in the baseline)" if accepted else "")
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
